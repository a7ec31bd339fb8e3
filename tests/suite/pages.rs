//! Pages as they are seen: rendered by another library, hayro, and compared with the cards' pictures.

use std::path::Path;

use super::support::{MANIFEST, Temporary, build, root};
use deckle::pipeline::Options;

/// Pixels in a millimetre. Trims on A4 lie on tenths, so pages and pictures have one raster.
const PER_MM: usize = 10;

fn options() -> Options {
    Options { dpi: Some(254), papers: vec!["a4".into()], ..Options::default() }
}

/// Renders a page: width, height and RGBA.
fn rendered(pdf: &[u8], page: usize) -> (usize, usize, Vec<u8>) {
    let pdf = hayro::hayro_syntax::Pdf::new(pdf.to_vec()).expect("a PDF");
    let white = hayro::vello_cpu::color::palette::css::WHITE;
    let scale = 254.0 / 72.0;
    let pixels = hayro::PixmapSettings { bg_color: white, x_scale: scale, y_scale: scale };
    let page = &pdf.pages()[page];
    let cache = hayro::RenderCache::new();
    let pixmap = hayro::render(page, &cache, &Default::default(), &Default::default(), &pixels);
    (pixmap.width().into(), pixmap.height().into(), pixmap.data_as_u8_slice().to_vec())
}

/// A picture on white: width and RGB.
fn read(path: &Path) -> (usize, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let over =
        |value: u8, alpha: u8| (u32::from(value) * u32::from(alpha) / 255) as u8 + (255 - alpha);
    let rgb = match info.color_type {
        png::ColorType::Rgb => pixels,
        _ => pixels
            .chunks_exact(4)
            .flat_map(|p| [over(p[0], p[3]), over(p[1], p[3]), over(p[2], p[3])])
            .collect(),
    };
    (info.width as usize, rgb)
}

/// How a page differs from the pictures of its cards: mean per channel, and parts in a thousand
/// that are off by more than 48.
fn difference(folder: &Path, report: &serde_json::Value, sheet: usize, page: usize) -> (f64, f64) {
    let sheet = &report["sheets"][sheet];
    let deck = report["decks"].as_array().unwrap().iter();
    let deck = deck.into_iter().find(|one| one["name"] == sheet["deck"]).unwrap();
    let pdf = std::fs::read(folder.join(sheet["file"].as_str().unwrap())).unwrap();
    let (width, _, pixels) = rendered(&pdf, page);
    let bleed = (deck["bleed"].as_f64().unwrap() * PER_MM as f64).round() as usize;
    let (mut total, mut count, mut far) = (0_u64, 0_u64, 0_u64);
    for one in sheet["pages"][page]["placements"].as_array().unwrap() {
        let design = &deck["designs"][one["design"].as_u64().unwrap() as usize - 1];
        let (card_width, card) =
            read(&folder.join(design[one["side"].as_str().unwrap()].as_str().unwrap()));
        let at = |key: &str| (one[key].as_f64().unwrap() * PER_MM as f64).round() as usize;
        // A hair at the edges belongs to the neighbour.
        for y in 2..at("h") - 2 {
            for x in 2..at("w") - 2 {
                let seen = ((at("y") + y) * width + at("x") + x) * 4;
                let drawn = ((bleed + y) * card_width + bleed + x) * 3;
                for channel in 0..3 {
                    let off = pixels[seen + channel].abs_diff(card[drawn + channel]);
                    total += u64::from(off);
                    far += u64::from(off > 48);
                    count += 1;
                }
            }
        }
    }
    (total as f64 / count as f64, far as f64 / count as f64 * 1000.0)
}

#[test]
fn pages_of_every_sample_look_like_the_pictures_of_their_cards() {
    let folder = Temporary::new();
    let mut games: Vec<_> =
        std::fs::read_dir(root().join("data")).unwrap().flatten().map(|one| one.path()).collect();
    games.retain(|game| game.join("game.toml").exists());
    games.sort();
    for game in games {
        build(&game, &folder.0, &options()).unwrap();
        let folder = folder.0.join(game.file_name().unwrap());
        let report = std::fs::read(folder.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        for sheet in 0..report["sheets"].as_array().unwrap().len() {
            for page in [0, 1] {
                let (mean, far) = difference(&folder, &report, sheet, page);
                let what = format!("{}, page {page}", report["sheets"][sheet]["file"]);
                // Measured over all samples: at most 1.5 and 0.7, all of it at the edges of shapes.
                assert!(
                    mean < 2.5 && far < 3.0,
                    "{what}: mean {mean:.2}, {far:.1} in 1000 far off"
                );
            }
        }
    }
}

/// A manifest and templates of flat cards: the front is one colour, the back four quarters.
fn flat(folder: &Temporary, flip: &str, output: &str) -> Vec<u8> {
    let quarters = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{{ card.colour }}\"/>\
        <rect x=\"6\" y=\"6\" width=\"20\" height=\"30\" fill=\"#ff0000\"/></svg>";
    let front = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{{ card.colour }}\"/></svg>";
    folder.write(&[
        (
            "game/game.toml",
            &format!("{MANIFEST}back = \"back.svg\"\n[[sheet]]\npaper = \"a4\"\nflip = \"{flip}\"\noutput = \"{output}\"\n"),
        ),
        ("game/cards.csv", "name,colour\nA,#204060\nB,#408020\nC,#a06020\nD,#8020a0\n"),
        ("game/templates/card.svg", front),
        ("game/templates/back.svg", quarters),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), &options()).unwrap();
    std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap()
}

#[test]
fn four_cards_and_their_backs_are_seen_where_they_belong() {
    const A: [u8; 3] = [0x20, 0x40, 0x60];
    const B: [u8; 3] = [0x40, 0x80, 0x20];
    const C: [u8; 3] = [0xa0, 0x60, 0x20];
    const D: [u8; 3] = [0x80, 0x20, 0xa0];
    const RED: [u8; 3] = [255, 0, 0];
    const PAPER: [u8; 3] = [255, 255, 255];
    // By rows of the sheet, as the back is looked at; and the corner where the back's red lies.
    let long = ([[C, B, A], [PAPER, PAPER, D], [PAPER; 3]], (16.0, 21.0), (47.0, 67.0));
    let short = ([[PAPER; 3], [D, PAPER, PAPER], [A, B, C]], (47.0, 67.0), (16.0, 21.0));
    for output in ["vector", "raster"] {
        for (flip, (backs, red, plain)) in [("long-edge", long), ("short-edge", short)] {
            let folder = Temporary::new();
            let pdf = flat(&folder, flip, output);
            let fronts = [[A, B, C], [D, PAPER, PAPER], [PAPER; 3]];
            for (page, cells) in [(0, fronts), (1, backs)] {
                let (width, _, pixels) = rendered(&pdf, page);
                let seen = |column: usize, row: usize, (x, y): (f64, f64)| {
                    let px = |mm: f64| (mm * PER_MM as f64) as usize;
                    let x = px(10.5 + 63.0 * column as f64 + x);
                    let y = px(16.5 + 88.0 * row as f64 + y);
                    let at = (y * width + x) * 4;
                    [pixels[at], pixels[at + 1], pixels[at + 2]]
                };
                for (row, cells) in cells.iter().enumerate() {
                    for (column, wanted) in cells.iter().enumerate() {
                        let what = format!("{output}, {flip}, page {page}, {column}, {row}");
                        let corner = if page == 1 && *wanted != PAPER { RED } else { *wanted };
                        assert_eq!(seen(column, row, plain), *wanted, "{what}");
                        assert_eq!(seen(column, row, red), corner, "{what}");
                    }
                }
            }
        }
    }
}
