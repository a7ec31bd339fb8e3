//! Pictures that cards show: found as they are named, and told when they cannot be used.

use super::support::{MANIFEST, game, one, told};

const CARDS: &str = "name,count\nWolf,2\nBear,1\n";

fn template(inside: &str) -> String {
    format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>")
}

#[test]
fn pictures_that_cannot_be_used_are_told() {
    let picture =
        |href: &str| template(&format!("<image href=\"{href}\" width=\"2\" height=\"2\"/>"));
    let files = |href: &str| {
        let template = picture(href);
        told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", CARDS),
            ("templates/card.svg", template.as_str()),
            ("images/empty.png", ""),
            ("images/text.png", "this is no picture"),
        ]))
    };
    one(
        &files("images/emtpy.png"),
        "templates/card.svg:2:14 image",
        "did you mean `images/empty.png`?",
    );
    one(&files("images/empty.png"), "templates/card.svg:2:14 image", "the file is empty");
    one(
        &files("images/text.png"),
        "templates/card.svg:2:14 image",
        "no PNG, JPEG, GIF, WebP or SVG",
    );
    one(&files("../x.png"), "templates/card.svg:2:14 image", "leads out of the game's folder");
    one(&files("IMAGES/EMPTY.PNG"), "templates/card.svg:2:14 image", "capitals count");
    for folder in ["images", "images/", ".", "./images"] {
        let has = "it is a folder | name a file, as `images/empty.png`";
        one(&files(folder), "templates/card.svg:2:14 image", has);
    }
    one(&files(".."), "templates/card.svg:2:14 image", "it is a folder");
}

#[test]
fn what_is_wrong_inside_of_a_drawing_is_told_with_its_line() {
    let svg = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n{inside}\n</svg>")
    };
    let picture = template("<image href=\"{{ card.name }}\" width=\"9\" height=\"9\"/>");
    let rest = "<rect width=\"9\" height=\"9\" fill=\"#123456\"/>";
    for (inside, code, has) in [
        ("<g/>\n<rect width=\"9\"", "image", "it is not well-formed in its line 4, column 1: "),
        (
            "\n<rect width=\"3\" height=\"9\" fill=\"redd\"/>",
            "svg-warning",
            "in the picture `Wolf`, line 3: `fill` cannot be `redd`",
        ),
        (
            "<text y=\"9\" font-family=\"Nope\">a</text>",
            "font",
            "in the picture `Wolf`, line 2: there is no font family `Nope`",
        ),
    ] {
        let drawing = svg(&format!("{inside}{}", if code == "image" { "" } else { rest }));
        let told = told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", "name\nWolf\n"),
            ("templates/card.svg", picture.as_str()),
            ("images/Wolf.svg", drawing.as_str()),
        ]));
        one(&told, &format!("cards.csv:2:1 {code}: "), has);
    }
}

#[test]
fn a_picture_named_by_a_cell_and_the_template_is_told_where_both_are_put_together() {
    for href in ["{{ card.name }}-art", "art/{{ card.name }}", "art/{{ card.name }}.png"] {
        // The components of the binary have values of that kind, too.
        let inside = format!(
            "{{{{ <badge x={{4}} y={{4}} value=\"1\"/> }}}}\n<image href=\"{href}\" x=\"7\" y=\"16\" width=\"49\" height=\"28\"/>"
        );
        let told = with_pictures("name\nWolf\n", &inside, &[]);
        let column = 14 + href.find("{{").unwrap();
        one(&told, &format!("templates/card.svg:3:{column} image"), "there is no such file");
    }
}

/// A picture of 20 x 20 pixels that does not compress well.
fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 20, 20);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    let pixels: Vec<u8> = (0..1200_u32).map(|at| (at * at * 7 / 13) as u8).collect();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

fn with_pictures(cards: &str, inside: &str, pictures: &[(&str, &[u8])]) -> Vec<String> {
    let template = template(inside);
    let files = [
        ("game.toml", MANIFEST.as_bytes()),
        ("cards.csv", cards.as_bytes()),
        ("templates/card.svg", template.as_bytes()),
    ];
    let files = files.into_iter().chain(pictures.iter().copied());
    told(&deckle::workspace::Memory::new("game", files))
}

#[test]
fn an_empty_cell_for_a_picture_shows_none_and_is_no_fault() {
    let image =
        "<rect width=\"9\" height=\"9\"/><image href=\"{{ card.art }}\" width=\"2\" height=\"2\"/>";
    let told = with_pictures(
        "name,art\nWolf,images/a.png\nBear,\n",
        image,
        &[("images/a.png", &picture())],
    );
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn a_picture_is_found_however_its_attribute_is_written() {
    for href in [
        "href=\"images/a.png\"",
        "href='images/a.png'",
        "href = \"images/a.png\"",
        "xlink:href=\"images/a.png\"",
        "href=\"./images/a.png\"",
        "href=\"images\\a.png\"",
    ] {
        let image = format!("<image {href} width=\"2\" height=\"2\"/>");
        let told = with_pictures(CARDS, &image, &[("images/a.png", &picture())]);
        assert!(told.is_empty(), "{href}: {told:#?}");
    }
}

#[test]
fn a_picture_that_is_cut_off_is_told() {
    let whole = picture();
    let image = "<image href=\"images/a.png\" width=\"2\" height=\"2\"/>";
    // The heads are whole, so sizes can be read, but there are no pixels behind them.
    let jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x11\x08\0\x10\0\x10\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda";
    for bytes in [&whole[..whole.len() / 2], jpeg] {
        let told = with_pictures(CARDS, image, &[("images/a.png", bytes)]);
        one(&told, "templates/card.svg:2:14 image: cannot use the picture `images/a.png`", "");
    }
}

#[test]
fn a_jpeg_whose_end_comes_before_all_its_pixels_is_told() {
    let noise: Vec<u8> = (0..96 * 64 * 3_u32).map(|at| (at * at * 7 / 13) as u8).collect();
    let image = "<image href=\"images/a.jpg\" width=\"2\" height=\"2\"/>";
    for (is_progressive, restarts, is_optimized) in
        [(false, 0, false), (false, 3, true), (true, 0, false), (true, 0, true)]
    {
        let mut whole = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut whole, 80);
        encoder.set_progressive(is_progressive);
        encoder.set_restart_interval(restarts);
        encoder.set_optimized_huffman_tables(is_optimized);
        encoder.encode(&noise, 96, 64, jpeg_encoder::ColorType::Rgb).unwrap();
        let said = |bytes: &[u8]| with_pictures(CARDS, image, &[("images/a.jpg", bytes)]);
        assert_eq!(said(&whole), [""; 0]);
        // Odd bytes in the head and behind the end do no harm.
        let padded = [&whole[..20], &[0; 9], &whole[20..], b"more"].concat();
        assert_eq!(said(&padded), [""; 0]);
        let scan = whole.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap() + 14;
        for part in 1..8 {
            let mut end = scan + (whole.len() - 2 - scan) * part / 8;
            // Not between the two bytes of a mark.
            while whole[end - 1] == 0xff {
                end -= 1;
            }
            let cut = [&whole[..end], &[0xff, 0xd9]].concat();
            let told = said(&cut);
            assert!(!told.is_empty(), "{is_progressive} {restarts} {is_optimized}: {part} of 8");
            one(
                &told,
                "templates/card.svg:2:14 image: cannot use the picture `images/a.jpg`",
                "the file is broken: ",
            );
        }
    }
}

#[test]
fn a_picture_inside_of_a_drawing_is_shown_or_told() {
    let drawing: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"images/none.png\" width=\"2\" height=\"2\"/></svg>";
    let image = "<image href=\"images/a.svg\" width=\"2\" height=\"2\"/>";
    let told = with_pictures(CARDS, image, &[("images/a.svg", drawing)]);
    assert!(!told.is_empty(), "a picture that is not there is left out without a word");
}
