//! What becomes of the pixels of pictures: found, scaled for print, stored once, told when too few.

use std::collections::BTreeMap;

use deckle::pipeline::Options;
use deckle::workspace::Memory;
use lopdf::{Document, Object};

use super::paint::*;
use super::reader::xobjects;
use super::support::{MANIFEST, Temporary, build, files, game as plain_game, one, told};

const BOX: &str = "x=\"1\" y=\"1\" width=\"60\" height=\"30\"";

/// A photograph that is large, smooth and not flat.
fn photo(w: u32, h: u32) -> Vec<u8> {
    let pixels = (0..h)
        .flat_map(|y| (0..w).flat_map(move |x| [(x * 255 / w) as u8, (y * 255 / h) as u8, 90]));
    jpeg(w, h, jpeg_encoder::ColorType::Rgb, &pixels.collect::<Vec<_>>(), None)
}

/// Width, height and filter of the pictures in a sheet.
fn pictures(files: &BTreeMap<String, Vec<u8>>) -> Vec<(i64, i64, String)> {
    let document = Document::load_mem(&files["sheets/deck-a4.pdf"]).unwrap();
    let of = |stream: &lopdf::Stream| {
        let number = |key: &[u8]| stream.dict.get(key).and_then(Object::as_i64).unwrap();
        let filter = stream.dict.get(b"Filter").and_then(Object::as_name).unwrap_or_default();
        (number(b"Width"), number(b"Height"), String::from_utf8_lossy(filter).into_owned())
    };
    let mut found: Vec<_> = xobjects(&document, "Image").into_iter().map(of).collect();
    found.sort();
    found
}

fn options() -> Options {
    Options { dpi: Some(50), papers: vec!["a4".into()], ..Options::default() }
}

/// A deck of so many cards that all show the picture.
fn deck(cards: usize, more: &str, inside: &str, picture: (&str, &[u8])) -> Memory {
    let rows: String = (0..cards).map(|at| format!("Card {at}\n")).collect();
    let template = format!(
        "<svg viewBox=\"{{{{ view_box }}}}\">{inside}<text x=\"5\" y=\"60\" font-size=\"4\">{{{{ card.name }}}}</text></svg>"
    );
    let (manifest, cards) = (format!("{MANIFEST}{more}"), format!("name\n{rows}"));
    Memory::new(
        "game",
        [
            ("game.toml", manifest.as_bytes()),
            ("cards.csv", cards.as_bytes()),
            ("templates/card.svg", template.as_bytes()),
            picture,
        ],
    )
}

#[test]
fn a_large_photograph_is_stored_once_as_large_as_print_needs() {
    let image = format!("<image href=\"photo\" {BOX}/>");
    let photo = photo(3000, 1500);
    let with =
        |more: &str| built(&deck(54, more, &image, ("images/photo.jpg", &photo)), &options());
    // 60 mm at 300 dpi are 708.7 pixels.
    let files = with("");
    assert_eq!(pictures(&files), [(709, 355, "DCTDecode".into())]);
    assert!(files["sheets/deck-a4.pdf"].len() < 200_000, "{}", files["sheets/deck-a4.pdf"].len());
    assert_eq!(pictures(&with("[pictures]\nmax_dpi = 150\n")), [(355, 178, "DCTDecode".into())]);
    // Half as large by what is around it.
    let image = format!("<g transform=\"scale(.5)\">{image}</g>");
    let half = built(&deck(2, "", &image, ("images/photo.jpg", &photo)), &options());
    assert_eq!(pictures(&half), [(355, 178, "DCTDecode".into())]);
}

#[test]
fn a_photograph_that_is_right_already_is_stored_byte_for_byte() {
    let photo = photo(720, 360);
    let image = format!("<image href=\"photo\" {BOX}/>");
    let files = built(&deck(3, "", &image, ("images/photo.jpg", &photo)), &options());
    let document = Document::load_mem(&files["sheets/deck-a4.pdf"]).unwrap();
    let streams = xobjects(&document, "Image");
    assert_eq!(streams.len(), 1);
    assert!(streams[0].content == photo, "{} and {} bytes", streams[0].content.len(), photo.len());
}

#[test]
fn a_picture_is_scaled_for_the_largest_place_that_it_comes_to() {
    let picture = photo(1000, 500);
    let image = format!("<image href=\"photo\" {BOX}/>");
    let stored = |inside: &str| {
        let files = built(&deck(2, "", inside, ("images/photo.jpg", &picture)), &options());
        pictures(&files)[..].first().map(|(w, h, _)| (*w, *h))
    };
    // 60 mm at 300 dpi are 708.7 pixels; a marker is as large as a line is wide, here 0.5 mm.
    let marker = |width: &str| {
        format!(
            "<marker id=\"a\" markerWidth=\"90\" markerHeight=\"90\" overflow=\"visible\">{image}</marker>\
             <path d=\"M1 1h9\" stroke=\"#000\" stroke-width=\"{width}\" marker-start=\"url(#a)\"/>"
        )
    };
    assert_eq!(stored(&marker("1")), Some((709, 355)));
    assert_eq!(stored(&marker("0.5")), Some((355, 178)));
    // Where pixels are to be seen, all are kept.
    let pixelated = format!("<image href=\"photo\" {BOX} image-rendering=\"pixelated\"/>");
    assert_eq!(stored(&pixelated), Some((1000, 500)));
}

#[test]
fn a_part_of_a_sheet_of_pictures_is_stored_without_the_rest() {
    let sheet = png_quarters(400, 200);
    let image = format!("<image href=\"sheet\" {BOX} deckle:crop=\"0.5 0.5 0.25 0.25\"/>");
    let files = built(&deck(2, "", &image, ("images/sheet.png", &sheet)), &options());
    assert_eq!(pictures(&files), [(100, 50, "FlateDecode".into())]);
}

#[test]
fn too_few_pixels_for_print_are_told_with_the_number() {
    let picture: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(300, 150))];
    let image = |more: &str| format!("<image href=\"images/a.png\" {BOX} {more}/>");
    // 300 pixels on 60 mm.
    one(
        &said("", &image(""), &picture),
        "templates/card.svg:2:14 resolution: the picture `images/a.png` is printed at 127 dpi, under 200: 300 x 150 pixels on 60 x 30 mm",
        "min_dpi",
    );
    // However it comes to be drawn, and in any unit.
    let boxed = "patternUnits=\"userSpaceOnUse\" width=\"60\" height=\"30\"";
    let part = "width=\"1\" height=\"1\" patternContentUnits=\"objectBoundingBox\"";
    let whole = "<image href=\"images/a.png\" width=\"1\" height=\"1\"/>";
    let rect = "<rect width=\"60\" height=\"30\" fill=\"url(#p)\"/>";
    for drawing in [
        "<defs><image id=\"i\" href=\"images/a.png\" width=\"10\"/></defs><use href=\"#i\" transform=\"scale(6)\"/>".into(),
        format!("<pattern id=\"p\" {boxed}><image href=\"images/a.png\" width=\"6cm\"/></pattern>{rect}"),
        "<mask id=\"m\"><image href=\"images/a.png\" height=\"30mm\"/></mask><rect width=\"60\" height=\"30\" mask=\"url(#m)\"/>".into(),
        format!("<pattern id=\"p\" {part}>{whole}</pattern>{rect}"),
        format!("<pattern id=\"q\" {part}>{whole}</pattern><pattern id=\"p\" href=\"#q\"/><g fill=\"url(#p)\"><rect width=\"60\" height=\"30\"/></g>"),
        format!("<style>.a{{fill:url(#p)}}</style><pattern id=\"p\" {part}>{whole}</pattern><rect class=\"a\" width=\"60\" height=\"30\"/>"),
        "<g style=\"transform:scale(6)\"><image href=\"images/a.png\" width=\"10\"/></g>".into(),
    ] {
        let told = said("", &drawing, &picture);
        let has = "at 127 dpi, under 200: 300 x 150 pixels on 60 x 30 mm";
        one(&told, "templates/card.svg:2:", has);
    }
    // A picture of one letter is not the letter of another word.
    let short: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(300, 150))];
    let told =
        said("", &format!("<text y=\"9\">a</text><image href=\"{{{{ \"a\" }}}}\" {BOX}/>"), &short);
    one(&told, "templates/card.svg:2:38 resolution: the picture `a` is printed", "min_dpi");
    let boxless = said("", "<image href=\"images/a.png\" x=\"3\" y=\"3\"/>", &picture);
    one(
        &boxless,
        "templates/card.svg:2:14 image: the picture `images/a.png` has no box",
        "`width`",
    );
    let cropped = said("", &image("deckle:crop=\"0 0 .5 .5\""), &picture);
    one(&cropped, "templates/card.svg:2:14 resolution", "at 64 dpi, under 200: 150 x 75 pixels");
    for (manifest, more) in
        [("[pictures]\nmin_dpi = 120\n", ""), ("", "image-rendering=\"pixelated\"")]
    {
        assert_eq!(said(manifest, &image(more), &picture), Vec::<String>::new());
    }
    // 473 pixels on 60 mm are 200.2 dpi, 472 are 199.8, which is rounded.
    for width in [473, 472] {
        let picture: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(width, width / 2))];
        let told = said("", &format!("<image href=\"a\" {BOX} deckle:fit=\"cover\"/>"), &picture);
        assert_eq!(told, Vec::<String>::new(), "{width}");
    }
}

#[test]
fn too_few_pixels_inside_of_a_drawing_are_told_with_the_number() {
    let quarters = png_quarters(100, 50);
    let with = |inside: &str, said_of_it: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><rect width=\"40\" height=\"20\"/>{inside}</svg>"
        );
        let files: [(&str, &[u8]); 2] =
            [("images/a.png", &quarters), ("images/b.svg", svg.as_bytes())];
        said("", &format!("<image href=\"b\" {BOX} {said_of_it}/>"), &files)
    };
    let image = "<image href=\"a\" width=\"20\" height=\"10\"/>";
    // A unit of the drawing is 1.5 mm, so 100 pixels lie on 30 mm.
    let wrong = "resolution: in the picture `b`: one is printed at 85 dpi, under 200: 100 x 50 pixels on 30 x 15 mm";
    for inside in [
        image.to_owned(),
        format!(
            "<pattern id=\"p\" width=\"1\" height=\"1\">{image}</pattern><rect width=\"20\" height=\"10\" fill=\"url(#p)\"/>"
        ),
    ] {
        one(&with(&inside, ""), "templates/card.svg:2:14 ", wrong);
    }
    // The half of it in the same box is twice as large.
    let half = with(image, "deckle:crop=\"0 0 .5 .5\"");
    one(&half, "templates/card.svg:2:14 ", "at 42 dpi, under 200: 100 x 50 pixels on 60 x 30 mm");
    // 100 pixels on 12 mm are 212 dpi.
    assert_eq!(with("<image href=\"a\" width=\"8\" height=\"4\"/>", ""), [""; 0]);
    assert_eq!(with(image, "image-rendering=\"pixelated\""), [""; 0]);
}

#[test]
fn of_several_pictures_of_a_name_the_one_that_is_meant_is_told() {
    let picture: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(300, 150))];
    // 300 pixels on 20 mm are 381 dpi, on 60 mm 127.
    let [small, large] = [20, 60].map(|width| format!("<image href=\"a\" width=\"{width}\"/>"));
    one(
        &said("", &format!("{small}\n{large}\n{small}"), &picture),
        "templates/card.svg:3:14 resolution: the picture `a` is printed at 127 dpi",
        "60 x 30 mm",
    );
    // All that a loop draws is told at its one place.
    let looped = format!(
        "{small}{{% for y in range(end=200) %}}\n<image href=\"a\" y=\"{{{{ y }}}}\" width=\"60\"/>{{% endfor %}}"
    );
    one(&said("", &looped, &picture), "templates/card.svg:3:14 resolution", "at 127 dpi");
    let asked = |fit: &str| format!("<image href=\"a\" width=\"20\" deckle:fit=\"{fit}\"/>\n");
    let told =
        said("", &format!("{}{}{}", asked("cover"), asked("tile x"), asked("tile x")), &picture);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].starts_with("templates/card.svg:3:"), "{told:#?}");
    assert!(told[1].starts_with("templates/card.svg:4:"), "{told:#?}");
}

#[test]
fn pictures_are_found_by_name_and_never_guessed_at() {
    let small = png_quarters(800, 800);
    let files: [(&str, &[u8]); 5] = [
        ("images/wolf.png", &small),
        ("images/beasts/bear.jpg", &small),
        ("images/fox.png", &small),
        ("images/fox.webp", &small),
        ("art/elk one.png", &small),
    ];
    let with = |manifest: &str, href: &str| {
        said(manifest, &format!("<image href=\"{href}\" width=\"20\" height=\"20\"/>"), &files)
    };
    let fine = [
        "wolf",
        "wolf.png",
        "images/wolf",
        "images/wolf.png",
        "images\\wolf.png",
        "bear",
        "beasts/bear",
        "bear.jpg",
        "./images/wolf.png",
        "images/../images/wolf",
        "art/elk one.png",
        "art/elk%20one.png",
        "fox.webp",
    ];
    for href in fine {
        assert_eq!(with("", href), Vec::<String>::new(), "{href}");
    }
    for (href, words) in [
        ("fox", "it may be `images/fox.png` or `images/fox.webp` | write the whole path"),
        ("images/fox", "it may be `images/fox.png` or `images/fox.webp`"),
        ("Wolf", "the file is written `images/wolf.png`: capitals count | write `images/wolf.png`"),
        ("IMAGES/WOLF.PNG", "capitals count"),
        ("wolv", "there is no such file | did you mean `wolf`?"),
        ("images/wolv.png", "did you mean `images/wolf.png`?"),
        ("elk one", "there is no such file"),
        ("../wolf.png", "leads out of the game's folder"),
        ("/images/wolf.png", "leads out of the game's folder"),
        ("C:\\images\\wolf.png", "leads out of the game's folder"),
        ("https://example.org/wolf.png", "never from elsewhere"),
        ("//example.org/wolf.png", "never from elsewhere"),
        ("file:///images/wolf.png", "never from elsewhere"),
        ("images", "it is a folder"),
    ] {
        one(&with("", href), "templates/card.svg:2:14 image: cannot use the picture", words);
    }
    assert_eq!(
        with("[pictures]\nfolders = [\"art\", \"images\"]\n", "elk one"),
        Vec::<String>::new()
    );
}

#[test]
fn accents_of_names_are_the_same_as_one_character_or_as_two() {
    let (one, two) = ("\u{e9}", "e\u{301}");
    for (file, named) in [(one, one), (one, two), (two, one), (two, two)] {
        let folder = Temporary::new();
        let cards = format!(
            "name,art,template\nA,caf{named},\nB,f{named}te/caf{named}.png,\nC,{two},c{named}.svg\n"
        );
        let manifest = MANIFEST.replace("cards.csv", &format!("c{named}.csv"));
        assert_ne!(manifest, MANIFEST);
        let manifest = format!("{manifest}[pictures]\nmin_dpi = 0\nfolders = [\"f{named}te\"]\n");
        let template = "<svg viewBox=\"{{ view_box }}\"><image href=\"{{ card.art }}\" width=\"9\" height=\"9\"/></svg>";
        let plain = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
        folder.write(&[
            ("game/game.toml", &manifest),
            (&format!("game/c{file}.csv"), &cards),
            ("game/templates/card.svg", template),
            (&format!("game/templates/c{file}.svg"), plain),
            (&format!("game/f{file}te/none.txt"), ""),
        ]);
        let picture = png_quarters(20, 20);
        std::fs::write(folder.0.join(format!("game/f{file}te/caf{file}.png")), picture).unwrap();
        let game = deckle::workspace::Folder::open(&folder.0.join("game")).unwrap();
        assert_eq!(told(&game), [""; 0], "{file} {named}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_game_is_refused() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nWolf\n"),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><image href=\"secret\" width=\"9\" height=\"9\"/></svg>"),
        ("game/images/here.txt", ""),
    ]);
    std::fs::write(folder.0.join("secret.png"), png_quarters(200, 200)).unwrap();
    std::os::unix::fs::symlink(
        folder.0.join("secret.png"),
        folder.0.join("game/images/secret.png"),
    )
    .unwrap();
    let game = deckle::workspace::Folder::open(&folder.0.join("game")).unwrap();
    one(&told(&game), "", "leads out of the game's folder");
}

#[test]
fn a_draft_marks_what_is_missing_and_tells_it() {
    let picture = |cards: &str| {
        plain_game([
            ("game.toml", MANIFEST),
            ("cards.csv", cards),
            (
                "templates/card.svg",
                "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/><image href=\"{{ card.art }}\" x=\"10\" y=\"20\" width=\"40\" height=\"30\"/></svg>",
            ),
            ("images/broken.png", "no picture"),
        ])
    };
    let told_of = |cards: &str| told(&picture(cards)).join("\n");
    assert!(
        told_of("name,art\nWolf,wolf\n")
            .contains("cards.csv:2:6 image: cannot use the picture `wolf`")
    );
    assert_eq!(told_of("name,art\nWolf,\n"), "");
    for art in ["wolf", "broken", "../out.png", "data:image/png;base64,AAAA"] {
        let cards = format!("name,art\nWolf,\"{art}\"\n");
        let drafted = Options { draft: true, dpi: Some(100), ..Options::default() };
        let files = built(&picture(&cards), &drafted);
        let (width, pixels) = flat(&files["cards/deck/0001-wolf.png"]);
        let at = |x: f64, y: f64| {
            let px = |mm: f64| ((mm + 3.0) / 25.4 * 100.0) as usize;
            let at = (px(y) * width + px(x)) * 3;
            [pixels[at], pixels[at + 1], pixels[at + 2]]
        };
        // The ground of the mark, right of its left edge.
        assert_eq!(at(12.0, 35.0), [0xf2, 0xde, 0xde], "{art}");
        let report: serde_json::Value = serde_json::from_slice(&files["report.json"]).unwrap();
        let warnings = report["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
    }
}

#[test]
fn a_changed_picture_or_setting_draws_the_card_anew_as_a_clean_build_would() {
    let folder = Temporary::new();
    let game = folder.0.join("game");
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name,art\nWolf,wolf\nBear,bear\n"),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><image href=\"{{ card.art }}\" width=\"40\" height=\"20\" deckle:fit=\"cover\"/></svg>"),
        ("game/images/bear.svg", &svg_quarters()),
    ]);
    let wolf = |bytes: &[u8]| std::fs::write(game.join("images/wolf.png"), bytes).unwrap();
    let drawn = |out: &str| build(&game, &folder.0.join(out), &options()).unwrap().drawn;
    wolf(&png_quarters(800, 400));
    assert_eq!((drawn("out"), drawn("out")), (2, 0));
    let step = |change: &dyn Fn(), redrawn: usize, name: &str| {
        change();
        assert_eq!(drawn("out"), redrawn, "{name}");
        drawn(name);
        let (old, clean) = (files(&folder.0.join("out")), files(&folder.0.join(name)));
        assert!(old == clean, "{name}");
    };
    step(&|| wolf(&png_quarters(400, 800)), 1, "pixels");
    step(
        &|| folder.write(&[("game/images/bear.svg", &svg_quarters().replace("220", "20"))]),
        1,
        "drawing",
    );
    let manifest = |more: &str| folder.write(&[("game/game.toml", &format!("{MANIFEST}{more}"))]);
    step(&|| manifest("[pictures]\nmax_dpi = 90\nmin_dpi = 0\n"), 2, "ceiling");
    let shown = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><image href=\"wolf.png\" width=\"40\" height=\"20\"/></svg>";
    step(&|| folder.write(&[("game/images/bear.svg", shown)]), 1, "link");
    step(&|| wolf(&png_quarters(300, 300)), 2, "link changed");
}

#[test]
fn drawings_show_pictures_beside_them_and_keep_their_names_to_themselves() {
    let colours =
        |a: &str| format!("<linearGradient id=\"g\"><stop stop-color=\"{a}\"/></linearGradient>");
    let art = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 20 20\">{}<rect width=\"20\" height=\"20\" fill=\"url(#g)\"/><image xlink:href=\"inner.png\" y=\"10\" width=\"20\" height=\"10\"/></svg>",
        colours("#ff0000")
    );
    let inside = format!(
        "{}<rect width=\"9\" height=\"9\" fill=\"url(#g)\"/><image href=\"art\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/>",
        colours("#0000ff")
    );
    // The one beside the drawing, not the one of that name nearer to the top.
    let files: [(&str, &[u8]); 3] = [
        ("images/deep/art.svg", art.as_bytes()),
        ("images/deep/inner.png", &png_quarters(400, 200)),
        ("images/inner.png", b"broken"),
    ];
    let seen = drawn(&inside, &files);
    seen.is((5.0, 5.0), [0, 0, 255]);
    seen.is((20.0, 15.0), [255, 0, 0]);
    seen.shows([10.0, 20.0, 20.0, 10.0], [0, 1, 2, 3]);
}

#[test]
fn data_in_a_drawing_go_the_way_of_files() {
    let image =
        |bytes: &[u8]| format!("<image href=\"data:image/png;base64,{}\" {BOX}/>", base64(bytes));
    // The kind is found by looking, and a camera's turn is undone.
    let turned = image(&jpeg_quarters(80, 160, Some(6)));
    drawn(&turned, &[]).shows([1.0, 1.0, 60.0, 30.0], [2, 0, 3, 1]);
    let drawing = image(svg_quarters().as_bytes());
    drawn(&drawing, &[]).shows([1.0, 1.0, 60.0, 30.0], [0, 1, 2, 3]);
    let files =
        built(&deck(3, "", &image(&photo(1500, 750)), ("images/none.txt", b"")), &options());
    assert_eq!(pictures(&files), [(709, 355, "DCTDecode".into())]);
    one(
        &said("", "<image href=\"data:image/png;base64,AAAA\" width=\"9\" height=\"9\"/>", &[]),
        "templates/card.svg:2:14 image: cannot use the picture `data:image/png;base64`",
        "no PNG, JPEG, GIF, WebP or SVG",
    );
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = group.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - group.len()));
        let letter = |at: usize| match at <= group.len() {
            true => char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(letter).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn card_pictures_have_the_size_that_arithmetic_gives() {
    let sized = |size: &str, bleed: &str| {
        let game = plain_game([
            ("game.toml", format!("{MANIFEST}size = \"{size}\"\nbleed = \"{bleed}\"\n").as_str()),
            ("cards.csv", "name\nWolf\n"),
            (
                "templates/card.svg",
                "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>",
            ),
        ]);
        let files = built(&game, &Options { sheets: false, ..Options::default() });
        let card = &files["cards/deck/0001-wolf.png"];
        let reader = png::Decoder::new(std::io::Cursor::new(card)).read_info().unwrap();
        assert_eq!(reader.info().pixel_dims.unwrap().xppu, 11811, "300 dpi");
        reader.info().size()
    };
    assert_eq!(sized("63 x 88 mm", "3 mm"), (815, 1110));
    assert_eq!(sized("2.5 x 3.5 in", "0 mm"), (750, 1050));
}

#[test]
fn nothing_moves_or_grows_with_the_resolution() {
    let inside = format!(
        "<rect width=\"63\" height=\"88\" fill=\"#fff\"/><image href=\"a\" x=\"10.4\" y=\"10.4\" width=\"42.3\" height=\"21.2\" deckle:fit=\"stretch\"/><text x=\"5\" y=\"60\" font-size=\"9\">{}</text>",
        "Wolf"
    );
    let picture = png_quarters(600, 300);
    let game = game("size = \"63.5 x 88.9 mm\"\n", &inside, &[("images/a.png", &picture)]);
    let at = |dpi: u32| {
        let options = Options { sheets: false, dpi: Some(dpi), ..Options::default() };
        flat(&built(&game, &options)["cards/deck/0001-zoo.png"])
    };
    let (width, small) = at(48);
    // 240 and 48 dpi have a common raster, so five pixels a side become one.
    let (large_width, large) = at(240);
    assert_eq!((width, large_width), (120, 600));
    let (mut off, mut most) = (0_u64, 0);
    for (at, seen) in small.iter().enumerate() {
        let (x, y, channel) = (at / 3 % width, at / 3 / width, at % 3);
        let block = (0..25).map(|step| (y * 5 + step / 5, x * 5 + step % 5));
        let sum: u32 =
            block.map(|(y, x)| u32::from(large[(y * large_width + x) * 3 + channel])).sum();
        let difference = (sum as f64 / 25.0 - f64::from(*seen)).abs();
        off += difference as u64;
        most = most.max(difference as u64);
    }
    let mean = off as f64 / small.len() as f64;
    assert!(mean < 1.5, "mean {mean}, most {most}");
}

#[test]
fn pictures_are_the_games_own_wherever_the_program_is_run() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nWolf\n"),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><image href=\"images\\a.png\" width=\"9\" height=\"9\"/></svg>"),
    ]);
    let game = folder.0.join("game");
    std::fs::create_dir_all(game.join("images")).unwrap();
    std::fs::write(game.join("images/a.png"), png_quarters(200, 200)).unwrap();
    // One of the same name elsewhere is not taken for it.
    folder.write(&[("images/a.png", "no picture")]);
    let game = game.to_string_lossy().into_owned();
    for (from, named) in
        [(folder.0.join("game"), "."), (folder.0.clone(), "game"), ("/".into(), &*game)]
    {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_deckle"));
        let done = command.args(["check", named]).current_dir(from).output().unwrap();
        assert_eq!((done.status.code(), &*String::from_utf8_lossy(&done.stderr)), (Some(0), ""));
    }
}
