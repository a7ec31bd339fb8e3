//! Pages as they are seen: rendered by another library, hayro, and compared with the cards' pictures.

use std::path::Path;

use super::paint;
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

/// A page on white with 10 pixels a mm: width and RGBA.
pub fn page(pdf: &[u8], page: usize) -> (usize, Vec<u8>) {
    let (width, _, pixels) = rendered(pdf, page);
    (width, pixels)
}

/// How a page differs from the pictures of its cards: mean per channel, and parts in a thousand
/// that are off by more than 48.
fn difference(folder: &Path, report: &serde_json::Value, sheet: usize, page: usize) -> (f64, f64) {
    let cards = page_differences(folder, report, sheet, page);
    let count = cards.len() as f64;
    let sum = cards.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    (sum.0 / count, sum.1 / count)
}

/// The same for each card of a sheet in turn.
fn differences(folder: &Path, report: &serde_json::Value, sheet: usize) -> Vec<(f64, f64)> {
    let pages = report["sheets"][sheet]["pages"].as_array().unwrap().len();
    (0..pages).flat_map(|page| page_differences(folder, report, sheet, page)).collect()
}

fn page_differences(
    folder: &Path,
    report: &serde_json::Value,
    sheet: usize,
    page: usize,
) -> Vec<(f64, f64)> {
    let sheet = &report["sheets"][sheet];
    let decks = report["decks"].as_array().unwrap();
    let pdf = std::fs::read(folder.join(sheet["file"].as_str().unwrap())).unwrap();
    let (width, _, pixels) = rendered(&pdf, page);
    let card = |one: &serde_json::Value| {
        let deck = decks.iter().find(|deck| deck["name"] == one["deck"]).unwrap();
        let bleed = (deck["bleed"].as_f64().unwrap() * PER_MM as f64).round() as usize;
        let design = &deck["designs"][one["design"].as_u64().unwrap() as usize - 1];
        let path = folder.join(design[one["side"].as_str().unwrap()].as_str().unwrap());
        let (card_width, card) = paint::flat(&std::fs::read(path).unwrap());
        let at = |key: &str| (one[key].as_f64().unwrap() * PER_MM as f64).round() as usize;
        let turned = one["rotation"].as_u64().unwrap();
        // A disc is seen as far as the line that it is cut along.
        let middle = (at("w") as f64 - 1.0) / 2.0;
        let radius = if deck["shape"] == "circle" { middle - 3.0 } else { f64::MAX };
        let (mut total, mut count, mut far) = (0_u64, 0_u64, 0_u64);
        // A hair at the edges belongs to the neighbour.
        for y in 2..at("h") - 2 {
            for x in 2..at("w") - 2 {
                if (x as f64 - middle).hypot(y as f64 - middle) > radius {
                    continue;
                }
                let seen = ((at("y") + y) * width + at("x") + x) * 4;
                // Where it is in the picture, before that was turned to the right.
                let (x, y) = match turned {
                    0 => (x, y),
                    90 => (y, at("w") - 1 - x),
                    180 => (at("w") - 1 - x, at("h") - 1 - y),
                    270 => (at("h") - 1 - y, x),
                    other => panic!("turned by {other} degrees"),
                };
                let drawn = ((bleed + y) * card_width + bleed + x) * 3;
                for channel in 0..3 {
                    let off = pixels[seen + channel].abs_diff(card[drawn + channel]);
                    total += u64::from(off);
                    far += u64::from(off > 48);
                    count += 1;
                }
            }
        }
        (total as f64 / count as f64, far as f64 / count as f64 * 1000.0)
    };
    sheet["pages"][page]["placements"].as_array().unwrap().iter().map(card).collect()
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
            // The lines of a box go across its art.
            let pages = report["sheets"][sheet]["pages"].as_array().unwrap().len();
            let deck = report["sheets"][sheet]["decks"][0].as_str().unwrap();
            let is = |kind: &str| folder.join(kind).join(deck).exists();
            // Parts of a large board do not lie on the raster of its picture.
            let is_part = |page: &usize| {
                report["sheets"][sheet]["pages"][page]["name"].is_string() || is("boxes")
            };
            for page in (0..pages.min(2)).filter(|page| !is_part(page)) {
                let (mean, far) = difference(&folder, &report, sheet, page);
                let what = format!("{}, page {page}", report["sheets"][sheet]["file"]);
                // Measured over all samples: at most 1.5 and 0.7, all of it at the edges of shapes, which
                // take a larger part of small counters: 1.9 and 5.7.
                let limit = if is("cards") { 3.0 } else { 8.0 };
                assert!(
                    mean < 2.5 && far < limit,
                    "{what}: mean {mean:.2}, {far:.1} in 1000 far off"
                );
            }
        }
    }
}

/// What a drawing may hold, a card each: name and body, in mm of a card of 63 x 88.
const PAINTS: [(&str, &str); 17] = [
    (
        "emoji",
        "<text deckle:box='6 6 50 70' font-size='9' fill='#a20'>\u{1f525} \u{1f4b0} \u{1f1e6}\u{1f1fc} \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{2601}\u{fe0f} \u{2601}\u{fe0e}</text>",
    ),
    (
        "fills and strokes",
        "<path d='M8 8h40l-30 30V8l30 30H8z' fill='#c40' fill-rule='evenodd' stroke='#024' stroke-width='1.5' stroke-dasharray='4 2' stroke-linecap='round' stroke-linejoin='bevel'/>\
         <path d='M8 50C8 90 55 90 55 50Q30 40 8 50z' fill='#08c' stroke='#fa0' stroke-width='4' paint-order='stroke'/>",
    ),
    (
        "gradients",
        "<linearGradient id='a' x2='0.5' spreadMethod='reflect'><stop stop-color='#f00'/><stop offset='1' stop-color='#00f' stop-opacity='0.2'/></linearGradient>\
         <radialGradient id='b' fx='0.3' fy='0.3' gradientTransform='rotate(20)'><stop stop-color='#ff0'/><stop offset='1' stop-color='#060'/></radialGradient>\
         <rect x='6' y='6' width='50' height='30' fill='url(#a)'/><circle cx='30' cy='60' r='20' fill='url(#b)' stroke='url(#a)' stroke-width='3'/>",
    ),
    (
        "white that fades over red",
        "<linearGradient id='a'><stop stop-color='#fff'/><stop offset='1' stop-color='#fff' stop-opacity='0'/></linearGradient>\
         <rect width='63' height='88' fill='#d00'/><rect width='63' height='88' fill='url(#a)'/>",
    ),
    (
        "patterns",
        "<pattern id='p' width='9' height='7' patternUnits='userSpaceOnUse' patternTransform='rotate(30)'><rect width='5' height='4' fill='#285'/><circle cx='6' cy='5' r='2' fill='#a3c'/></pattern>\
         <rect x='5' y='5' width='52' height='70' fill='url(#p)' stroke='#111'/>",
    ),
    (
        "groups that are faint, isolated and blended",
        "<rect width='63' height='88' fill='#fc6'/><g opacity='0.5'><rect x='5' y='5' width='30' height='30' fill='#00f'/><rect x='20' y='20' width='30' height='30' fill='#0a0'/></g>\
         <g style='mix-blend-mode:multiply'><circle cx='30' cy='60' r='18' fill='#6cf'/></g><rect x='40' y='50' width='20' height='30' fill='#f0f' fill-opacity='0.4'/>",
    ),
    (
        "clips of one shape, of two, and of text",
        "<clipPath id='a'><circle cx='20' cy='20' r='15'/><rect x='25' y='25' width='15' height='15' transform='rotate(10)'/></clipPath>\
         <clipPath id='b'><path d='M5 50h50v30H5zM15 55h30v20H15z' clip-rule='evenodd'/></clipPath>\
         <g clip-path='url(#a)'><rect width='63' height='44' fill='#06c'/></g><rect y='44' width='63' height='44' fill='#c06' clip-path='url(#b)'/>",
    ),
    (
        "clips within clips",
        "<clipPath id='o'><rect x='10' y='10' width='40' height='60'/></clipPath><clipPath id='a' clip-path='url(#o)'><circle cx='25' cy='40' r='30'/></clipPath>\
         <clipPath id='i'><rect x='20' y='20' width='40' height='40' clip-path='url(#o)'/><circle cx='15' cy='20' r='8'/></clipPath>\
         <rect width='63' height='88' fill='#9c3' clip-path='url(#a)'/><rect width='63' height='88' fill='#609' clip-path='url(#i)'/>",
    ),
    (
        "masks",
        "<mask id='n'><rect width='63' height='60' fill='#fff'/></mask><linearGradient id='g' x2='0' y2='1'><stop stop-color='#fff'/><stop offset='1'/></linearGradient>\
         <mask id='m' mask='url(#n)'><rect x='5' y='5' width='53' height='78' fill='url(#g)'/></mask>\
         <mask id='a' mask-type='alpha'><circle cx='30' cy='70' r='12' fill-opacity='0.6'/></mask>\
         <rect width='63' height='88' fill='#048' mask='url(#m)'/><rect width='63' height='88' fill='#e50' mask='url(#a)'/>",
    ),
    (
        "text on lines",
        "<g font-family='Alegreya' font-size='7'><text x='4' y='12'>AVATAR fi ffl</text><text x='4' y='24' letter-spacing='1.2'>spaced</text><text x='58' y='36' text-anchor='end' font-style='italic' font-weight='700'>To the end</text>\
         <text x='4' y='50' fill='none' stroke='#a00' stroke-width='0.4'>outline</text><text x='4' y='62' stroke='#fa0' stroke-width='2' paint-order='stroke' fill='#024'>below</text><text x='4' y='76' text-decoration='underline line-through'>lines</text></g>",
    ),
    (
        "text elsewhere",
        "<path id='c' d='M6 40C20 5 45 5 58 40' fill='none'/><g font-family='Barlow Condensed' font-weight='600' font-size='8'><text><textPath href='#c'>along a curve</textPath></text>\
         <text transform='translate(12 80) rotate(-35) skewX(10)'>turned</text><text x='8 16 27' y='60 57 63'>abc</text><text x='30' y='70' dy='0 2 -3 2' rotate='20'>wild</text></g>",
    ),
    (
        "text of colours that change",
        "<linearGradient id='a' gradientUnits='userSpaceOnUse' x1='5' x2='58'><stop stop-color='#f00'/><stop offset='1' stop-color='#00f'/></linearGradient>\
         <text x='5' y='30' font-family='League Gothic' font-size='22' fill='url(#a)'>SHADES</text><text x='5' y='60' transform='rotate(5)' font-family='Cinzel' font-weight='700' font-size='14' fill='url(#a)' stroke='url(#a)' stroke-width='0.3'>turn</text>",
    ),
    (
        "filters",
        "<filter id='f'><feGaussianBlur stdDeviation='1.5'/></filter><rect x='10' y='10' width='30' height='20' fill='#285' filter='url(#f)'/>\
         <g transform='translate(10 50) rotate(12)' filter='url(#f)'><circle cx='20' cy='10' r='9' fill='#a04'/></g>",
    ),
    (
        "pictures of plain colours",
        "<image x='6' y='6' width='50' height='34' href='images/rgb.png'/><image x='6' y='46' width='50' height='34' href='images/gray.png' preserveAspectRatio='xMidYMid slice'/>",
    ),
    (
        "pictures that are seen through",
        "<rect width='63' height='88' fill='#357'/><image x='6' y='6' width='50' height='34' href='images/rgba.png'/><image x='6' y='46' width='50' height='34' href='images/deep.png' transform='rotate(4)'/>",
    ),
    (
        "pictures of few colours",
        "<rect width='63' height='88' fill='#eda'/><image x='6' y='6' width='50' height='34' href='images/few.png' opacity='0.7'/>",
    ),
    (
        "drawings in drawings",
        "<svg x='8' y='8' width='40' height='40' viewBox='0 0 10 10' overflow='hidden'><circle cx='8' cy='5' r='5' fill='#c40'/></svg><image x='8' y='50' width='40' height='30' href='images/art.svg'/>",
    ),
];

/// A picture of 20 x 14 pixels of that kind, of soft colours.
fn painted(color: png::ColorType, depth: png::BitDepth) -> Vec<u8> {
    let (w, h) = (20_u32, 14_u32);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, w, h);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        encoder.set_palette(vec![200, 30, 30, 30, 30, 200, 240, 200, 40, 20, 120, 60]);
        encoder.set_trns(vec![255, 255, 120, 0]);
    }
    let wide = depth == png::BitDepth::Sixteen;
    let sample = |x: u32, y: u32, channel: u32| match (color, channel) {
        (png::ColorType::Indexed, _) => (x / 5 % 4) as u8,
        (_, 0) => (x * 12) as u8,
        (_, 1) => (y * 18) as u8,
        (_, 2) => 200 - (x * 5) as u8,
        _ => 255 - (y * 16) as u8,
    };
    let channels = color.samples() as u32;
    let pixels =
        (0..h).flat_map(|y| (0..w).flat_map(move |x| (0..channels).map(move |c| (x, y, c))));
    let twice = |value: u8| vec![value; if wide { 2 } else { 1 }];
    let data: Vec<u8> = pixels.flat_map(|(x, y, c)| twice(sample(x, y, c))).collect();
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    bytes
}

#[test]
fn every_kind_of_painting_is_the_same_on_pages_and_pictures() {
    use png::{BitDepth, ColorType};
    let folder = Temporary::new();
    let mut list = String::from("name,template\n");
    let mut files = Vec::new();
    for (at, (name, body)) in PAINTS.iter().enumerate() {
        list += &format!("\"{name}\",paint-{at}.svg\n");
        let svg = format!("<svg viewBox=\"{{{{ view_box }}}}\">{body}</svg>");
        files.push((format!("game/templates/paint-{at}.svg"), svg));
    }
    files.push(("game/game.toml".into(), format!("{MANIFEST}[[sheet]]\npaper = \"a4\"\n")));
    files.push(("game/cards.csv".into(), list));
    let art = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 6\"><rect width=\"8\" height=\"6\" fill=\"#158\"/><path d=\"M0 6L4 0l4 6z\" fill=\"#fd6\"/></svg>";
    files.push(("game/images/art.svg".into(), art.into()));
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    folder.write(&files);
    for (name, color, depth) in [
        ("rgb", ColorType::Rgb, BitDepth::Eight),
        ("gray", ColorType::Grayscale, BitDepth::Eight),
        ("rgba", ColorType::Rgba, BitDepth::Eight),
        ("deep", ColorType::Rgba, BitDepth::Sixteen),
        ("few", ColorType::Indexed, BitDepth::Eight),
    ] {
        std::fs::write(folder.0.join(format!("game/images/{name}.png")), painted(color, depth))
            .unwrap();
    }
    build(&folder.0.join("game"), &folder.0.join("out"), &options()).unwrap();
    let out = folder.0.join("out/game");
    let report = std::fs::read(out.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let alike = differences(&out, &report, 0);
    for ((name, _), (mean, far)) in PAINTS.iter().zip(alike) {
        // Few pixels that are made many are smoothed in one way here and in another there.
        let (most, off) = if name.starts_with("pictures") { (2.5, 6.0) } else { (0.6, 1.0) };
        assert!(mean < most && far < off, "{name}: mean {mean:.2}, {far:.1} in 1000 far off");
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
