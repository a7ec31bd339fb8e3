//! Sheets read back by other libraries: structure by lopdf, pixels by hayro.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object};

use super::support::{Temporary, build, root};
use deckle::geom::Mm;
use deckle::pipeline::Options;

/// Resolution of the pictures that pages are compared with.
const DPI: f64 = 144.0;
/// Side of the squares that are compared, in pixels.
const SQUARE: usize = 6;

fn number(object: &Object) -> f64 {
    object.as_float().map(f64::from).or_else(|_| object.as_i64().map(|value| value as f64)).unwrap()
}

fn pdf_box(page: &Dictionary, name: &[u8]) -> Vec<f64> {
    page.get(name).unwrap().as_array().unwrap().iter().map(number).collect()
}

fn near(found: &[f64], wanted: [f64; 4]) {
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 0.01, "{found} is not {wanted}");
    }
}

fn wolf_pack(folder: &Temporary, output: &str) -> Vec<u8> {
    let game = folder.0.join("wolf-pack");
    copy(&root().join("data/wolf-pack"), &game);
    let manifest = std::fs::read_to_string(game.join("game.toml")).unwrap();
    std::fs::write(
        game.join("game.toml"),
        format!("{manifest}\n[[sheet]]\npaper = \"a4\"\noutput = \"{output}\"\n"),
    )
    .unwrap();
    build(&game, &folder.0.join("out"), &Options { dpi: Some(DPI as u32), ..Options::default() })
        .unwrap();
    std::fs::read(folder.0.join("out/wolf-pack/sheets/hunt-a4.pdf")).unwrap()
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            // Contents only: a read-only source gives a writable copy.
            std::fs::write(target, std::fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

fn xobjects(document: &Document, subtype: &[u8]) -> usize {
    let is = |object: &&Object| {
        object.as_stream().is_ok_and(|stream| {
            stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == subtype)
        })
    };
    document.objects.values().filter(is).count()
}

fn structure(document: &Document) {
    assert_eq!(document.version, "1.6");
    assert_eq!(document.get_pages().len(), 20);
    let pt = |mm: f64| Mm(mm).pt();
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        near(&pdf_box(page, b"MediaBox"), [0.0, 0.0, 595.2756, 841.8898]);
        near(&pdf_box(page, b"TrimBox"), [pt(10.5), pt(16.5), pt(199.5), pt(280.5)]);
        near(&pdf_box(page, b"BleedBox"), [pt(7.5), pt(13.5), pt(202.5), pt(283.5)]);
        assert!(page.get(b"CropBox").is_err() && page.get(b"Rotate").is_err());
    }
    let catalog = document.catalog().unwrap();
    let preferences = document.get_dict_in_dict(catalog, b"ViewerPreferences").unwrap();
    assert_eq!(preferences.get(b"PrintScaling").unwrap().as_name().unwrap(), b"None");
    assert_eq!(preferences.get(b"Duplex").unwrap().as_name().unwrap(), b"DuplexFlipLongEdge");
    let layers = document.get_dict_in_dict(catalog, b"OCProperties").unwrap();
    let layers = layers.get(b"OCGs").unwrap().as_array().unwrap();
    let name = |id: &Object| {
        let layer = document.get_dictionary(id.as_reference().unwrap()).unwrap();
        String::from_utf8_lossy(layer.get(b"Name").unwrap().as_str().unwrap()).into_owned()
    };
    let mut names: Vec<_> = layers.iter().map(name).collect();
    names.sort();
    assert_eq!(names, ["Cards", "Cut marks", "Notes and ruler"]);
    let info = document
        .get_dictionary(document.trailer.get(b"Info").unwrap().as_reference().unwrap())
        .unwrap();
    assert_eq!(info.get(b"Title").unwrap().as_str().unwrap(), b"Wolf Pack: Hunt deck");
    assert!(info.get(b"Creator").unwrap().as_str().unwrap().starts_with(b"Deckle"));
    assert!(info.get(b"CreationDate").is_err() && info.get(b"ModDate").is_err());
}

#[test]
fn a_vector_sheet_has_its_boxes_fonts_once_and_a_form_a_design() {
    let folder = Temporary::new();
    let document = Document::load_mem(&wolf_pack(&folder, "vector")).unwrap();
    structure(&document);
    let mut fonts = BTreeMap::new();
    for object in document.objects.values() {
        let Ok(font) = object.as_dict() else { continue };
        if font.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Type0") {
            let name = String::from_utf8_lossy(font.get(b"BaseFont").unwrap().as_name().unwrap())
                .into_owned();
            let (tag, name) = name.split_once('+').expect("a subset");
            assert_eq!(tag.len(), 6);
            assert!(font.get(b"ToUnicode").is_ok());
            *fonts.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(fonts.len() >= 2 && fonts.values().all(|count| *count == 1), "{fonts:?}");
    assert_eq!(xobjects(&document, b"Image"), 0);
    // 14 fronts, a back, a ruler and 20 lines of text are placed; each is there once.
    let placed = document.page_iter().flat_map(|page| {
        let content = document.get_page_content(page);
        let content = lopdf::content::Content::decode(&content).unwrap();
        let names = content.operations.into_iter().filter(|one| one.operator == "Do");
        names.map(|one| one.operands[0].as_name().unwrap().to_vec()).collect::<Vec<_>>()
    });
    let distinct: std::collections::BTreeSet<_> = placed.collect();
    assert_eq!(distinct.len(), 14 + 1 + 1 + 20);
}

#[test]
fn a_raster_sheet_stores_each_picture_once_with_the_pixels_of_the_png() {
    let folder = Temporary::new();
    let document = Document::load_mem(&wolf_pack(&folder, "raster")).unwrap();
    structure(&document);
    assert_eq!(xobjects(&document, b"Image"), 15);
    let png = std::fs::read(folder.0.join("out/wolf-pack/cards/hunt/0001-sonar.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let images = document.objects.values().filter_map(|object| object.as_stream().ok());
    let images = images.filter(|one| {
        one.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Image")
    });
    let decoded: Vec<_> = images
        .map(|image| {
            assert_eq!(
                (
                    number(image.dict.get(b"Width").unwrap()),
                    number(image.dict.get(b"Height").unwrap())
                ),
                (391.0, 533.0)
            );
            image.decompressed_content().unwrap()
        })
        .collect();
    assert!(decoded.contains(&pixels), "no picture has the pixels of the PNG");
}

/// Renders a page at 144 pixels an inch: width, height and RGBA.
fn rendered(pdf: Vec<u8>, page: usize) -> (usize, usize, Vec<u8>) {
    let pdf = hayro::hayro_syntax::Pdf::new(pdf).expect("a PDF");
    let white = hayro::vello_cpu::color::palette::css::WHITE;
    let pixels = hayro::PixmapSettings { bg_color: white, x_scale: 2.0, y_scale: 2.0 };
    let page = &pdf.pages()[page];
    let cache = hayro::RenderCache::new();
    let pixmap = hayro::render(page, &cache, &Default::default(), &Default::default(), &pixels);
    (pixmap.width().into(), pixmap.height().into(), pixmap.data_as_u8_slice().to_vec())
}

#[test]
fn pages_look_like_the_pictures_of_their_cards() {
    let folder = Temporary::new();
    let pdf = wolf_pack(&folder, "vector");
    let report = std::fs::read(folder.0.join("out/wolf-pack/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    for page in [2_usize, 3] {
        let (width, _, pixels) = rendered(pdf.clone(), page);
        let placements = report["sheets"][0]["pages"][page]["placements"].as_array().unwrap();
        let (mut total, mut count, mut far) = (0_u64, 0_u64, 0_u64);
        for one in placements {
            let designs =
                &report["decks"][0]["designs"][one["design"].as_u64().unwrap() as usize - 1];
            let side = one["side"].as_str().unwrap();
            let png =
                std::fs::read(folder.0.join("out/wolf-pack").join(designs[side].as_str().unwrap()))
                    .unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
            let mut card = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut card).unwrap();
            let samples = info.color_type.samples();
            let at = |key: &str| one[key].as_f64().unwrap() / 25.4 * DPI;
            // Squares of a millimetre: fine lines may fall half a pixel aside, colours may not change.
            let bleed = 3.0 / 25.4 * DPI;
            let mean =
                |pixels: &[u8], width: usize, samples: usize, left: f64, top: f64, c: usize| {
                    let all = (0..SQUARE * SQUARE).map(|at| {
                        let (x, y) = (left as usize + at % SQUARE, top as usize + at / SQUARE);
                        u64::from(pixels[(y * width + x) * samples + c])
                    });
                    all.sum::<u64>() / (SQUARE * SQUARE) as u64
                };
            for y in (6..(at("h") as usize) - 12).step_by(SQUARE) {
                for x in (6..(at("w") as usize) - 12).step_by(SQUARE) {
                    let (x, y) = (x as f64, y as f64);
                    for c in 0..3 {
                        let seen = mean(&pixels, width, 4, at("x") + x, at("y") + y, c);
                        let drawn =
                            mean(&card, info.width as usize, samples, bleed + x, bleed + y, c);
                        total += seen.abs_diff(drawn);
                        far += u64::from(seen.abs_diff(drawn) > 64);
                        count += 1;
                    }
                }
            }
        }
        // Another picture in the place differs by 60 and more; anti-aliased edges by a few.
        assert!(total / count < 6, "page {page}: {}", total / count);
        assert!(far * 100 < count, "page {page}: {far} of {count}");
    }
}
