//! Sheets read back by another library, lopdf: boxes, layers, fonts, pictures and text.

use lopdf::{Document, Object};

use super::reader::{assert_boxes, fonts, page_box, plain, text, xobjects};
use super::support::{MANIFEST, Temporary, build, quick, root};
use deckle::geom::Mm;
use deckle::pipeline::Options;

/// Resolution of the pictures that raster sheets hold.
const DPI: u32 = 144;

fn near(found: &[f64], wanted: [f64; 4]) {
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 0.01, "{found} is not {wanted}");
    }
}

fn wolf_pack(folder: &Temporary, output: &str) -> Vec<u8> {
    let game = folder.0.join("wolf-pack");
    copy(&root().join("data/wolf-pack"), &game);
    let manifest = std::fs::read_to_string(game.join("game.toml")).unwrap();
    let sheet = format!("[[sheet]]\npaper = \"a4\"\noutput = \"{output}\"\n\n");
    let manifest = manifest.replacen("[[sheet]]\n\n", &sheet, 1);
    assert!(manifest.contains(&sheet));
    std::fs::write(game.join("game.toml"), manifest).unwrap();
    build(&game, &folder.0.join("out"), &Options { dpi: Some(DPI), ..Options::default() }).unwrap();
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

fn structure(document: &Document) {
    assert_boxes(document, "wolf-pack");
    assert_eq!(document.version, "1.6");
    assert_eq!(document.get_pages().len(), 20);
    let pt = |mm: f64| Mm(mm).pt();
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        near(&page_box(page, b"MediaBox"), [0.0, 0.0, 595.2756, 841.8898]);
        near(&page_box(page, b"TrimBox"), [pt(10.5), pt(16.5), pt(199.5), pt(280.5)]);
        near(&page_box(page, b"BleedBox"), [pt(7.5), pt(13.5), pt(202.5), pt(283.5)]);
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
    let fonts = fonts(&document);
    assert!(fonts.len() >= 2 && fonts.values().all(|count| *count == 1), "{fonts:?}");
    assert_eq!(xobjects(&document, "Image").len(), 0);
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
    let images = xobjects(&document, "Image");
    assert_eq!(images.len(), 15);
    let png = std::fs::read(folder.0.join("out/wolf-pack/cards/hunt/0001-sonar.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let decoded = images.iter().map(|image| {
        let side = |name: &[u8]| image.dict.get(name).unwrap().as_i64().unwrap();
        // 69 x 94 mm at 144 pixels an inch.
        assert_eq!((side(b"Width"), side(b"Height")), (391, 533));
        image.decompressed_content().unwrap()
    });
    let decoded: Vec<_> = decoded.collect();
    assert!(decoded.contains(&pixels), "no picture has the pixels of the PNG");
}

#[test]
fn every_card_can_be_read_as_text_on_the_page_that_shows_it() {
    let folder = Temporary::new();
    let document = Document::load_mem(&wolf_pack(&folder, "vector")).unwrap();
    let report = std::fs::read(folder.0.join("out/wolf-pack/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let designs = report["decks"][0]["designs"].as_array().unwrap();
    for (number, page) in (1..).zip(document.page_iter()) {
        let words = text(&document, page);
        assert!(!words.contains('\u{fffd}'), "page {number} has codes without text: {words}");
        let words = plain(&words);
        for part in ["Wolf Pack 1.0.0", &format!("page {number} of 20"), "100 mm, 4 in"] {
            assert!(words.contains(&plain(part)), "page {number} has no `{part}`: {words}");
        }
        let placements = &report["sheets"][0]["pages"][number - 1]["placements"];
        for one in placements.as_array().unwrap().iter().filter(|one| one["side"] == "front") {
            let design = &designs[one["design"].as_u64().unwrap() as usize - 1];
            let name = design["name"].as_str().unwrap();
            assert!(words.contains(&plain(name)), "page {number} has no `{name}`: {words}");
        }
    }
}

/// A picture that does not compress: noise of a small generator.
fn noise(side: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let pixels: Vec<u8> = (0..side * side * 3).map(|_| next()).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn a_picture_and_a_font_are_stored_once_whatever_the_number_of_cards() {
    let folder = Temporary::new();
    let picture = noise(160);
    // Enough rows for several chunks, each with characters of its own.
    let rows: String = (0..150)
        .map(|at| format!("Card {at} {}\n", char::from_u32(0xc0 + at % 60).unwrap()))
        .collect();
    let picture_twice = "<svg viewBox=\"{{ view_box }}\">\
        <image href=\"images/noise.png\" width=\"60\" height=\"60\"/>\
        <image href=\"images/noise.png\" x=\"20\" y=\"70\" width=\"12\" height=\"12\"/>\
        <text x=\"5\" y=\"10\" font-size=\"5\">{{ card.name }}</text></svg>";
    folder.write(&[
        ("game/game.toml", &format!("{MANIFEST}back = \"card.svg\"\n")),
        ("game/cards.csv", &format!("name\n{rows}")),
        ("game/templates/card.svg", picture_twice),
    ]);
    std::fs::create_dir_all(folder.0.join("game/images")).unwrap();
    std::fs::write(folder.0.join("game/images/noise.png"), &picture).unwrap();
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let pdf = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&pdf).unwrap();
    assert_eq!(xobjects(&document, "Image").len(), 1);
    let fonts = fonts(&document);
    assert!(!fonts.is_empty() && fonts.values().all(|count| *count == 1), "{fonts:?}");
    // 150 fronts and backs, 34 pages; the picture is there once.
    assert!(pdf.len() < picture.len() + 300_000, "{} bytes", pdf.len());
    for (number, page) in document.page_iter().enumerate().step_by(2) {
        let words = text(&document, page);
        for at in number / 2 * 9..(number / 2 * 9 + 9).min(150) {
            let name = format!("Card {at} {}", char::from_u32(0xc0 + at as u32 % 60).unwrap());
            assert!(words.contains(&name), "page {number} has no `{name}`: {words}");
        }
    }
}

#[test]
fn a_sheet_of_one_card_has_its_measures_in_points() {
    // A page of 63 x 88 mm is 178.58 x 249.45 pt: 63 / 25.4 * 72 and 88 / 25.4 * 72.
    let folder = Temporary::new();
    folder.write(&[
        (
            "game/game.toml",
            &format!("{MANIFEST}size = \"45 x 60 mm\"\n[[sheet]]\npaper = \"63 x 88 mm\"\n"),
        ),
        ("game/cards.csv", "name,count\nWolf,12\n"),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let pdf = std::fs::read(folder.0.join("out/game/sheets/deck-63-x-88-mm.pdf")).unwrap();
    let document = Document::load_mem(&pdf).unwrap();
    assert_boxes(&document, "one card");
    for page in document.page_iter() {
        let page = document.get_dictionary(page).unwrap();
        near(&page_box(page, b"MediaBox"), [0.0, 0.0, 178.5827, 249.4488]);
    }
}

#[test]
fn marks_that_are_switched_off_leave_no_layer_behind() {
    let folder = Temporary::new();
    for (style, layers) in [("crop", true), ("none", false)] {
        folder.write(&[
            (
                "game/game.toml",
                &format!(
                    "{MANIFEST}[[sheet]]\npaper = \"a4\"\nmarks = {{ style = \"{style}\" }}\n"
                ),
            ),
            ("game/cards.csv", "name\nWolf\n"),
        ]);
        build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
        let pdf = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
        let document = Document::load_mem(&pdf).unwrap();
        let page = document.page_iter().next().unwrap();
        let content = lopdf::content::Content::decode(&document.get_page_content(page)).unwrap();
        let strokes = content.operations.iter().filter(|one| one.operator == "S").count();
        assert_eq!(strokes > 0, layers, "{style}: {strokes} lines");
    }
}

#[test]
fn flips_are_asked_of_the_printer() {
    let folder = Temporary::new();
    for (flip, wanted) in
        [("long-edge", "DuplexFlipLongEdge"), ("short-edge", "DuplexFlipShortEdge")]
    {
        folder.write(&[
            (
                "game/game.toml",
                &format!(
                    "{MANIFEST}back = \"back.svg\"\n[[sheet]]\npaper = \"a4\"\nflip = \"{flip}\"\n"
                ),
            ),
            ("game/cards.csv", "name\nWolf\n"),
        ]);
        build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
        let pdf = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
        let document = Document::load_mem(&pdf).unwrap();
        let catalog = document.catalog().unwrap();
        let preferences = document.get_dict_in_dict(catalog, b"ViewerPreferences").unwrap();
        let duplex = preferences.get(b"Duplex").and_then(Object::as_name).unwrap();
        assert_eq!(String::from_utf8_lossy(duplex), wanted);
    }
}

#[test]
fn titles_of_any_script_are_in_the_document() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &MANIFEST.replace("\"Test\"", "\"Größe – A (B) \\\\ C\"")),
        ("game/cards.csv", "name\nWolf\n"),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let pdf = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&pdf).unwrap();
    let info = document.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
    let title = document.get_dictionary(info).unwrap().get(b"Title").unwrap();
    assert_eq!(lopdf::decode_text_string(title).unwrap(), "Größe – A (B) \\ C: deck");
}
