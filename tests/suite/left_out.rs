//! What a drawing says and nothing draws, and what it draws in units, colours and fonts of its own.

use super::paint::*;
use super::support::one;

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255, 255, 255];

#[test]
fn elements_that_svg_does_not_have_are_told_with_the_one_that_is_meant() {
    let ground = "<rect width=\"9\" height=\"9\"/>";
    for (wrong, help) in [
        ("<txet x=\"5\" y=\"9\">Rules</txet>", "did you mean `text`?"),
        ("<circel r=\"5\"/>", "did you mean `circle`?"),
        ("<clippath id=\"a\"/>", "did you mean `clipPath`?"),
        ("<img src=\"a.png\"/>", "`<image href="),
        ("<p>Rules</p>", "deckle:box"),
        ("<h1>Rules</h1>", "SVG draws"),
        ("<text x=\"5\" y=\"9\">one <b>two</b> three</text>", "`**bold**`"),
    ] {
        let told = said("", &format!("{ground}{wrong}"), &[]);
        one(&told, "templates/card.svg:2:", " is no element of SVG: it is left out");
        assert!(told[0].contains(help), "{}", told[0]);
    }
    for (words, start) in [
        ("Draw two cards", "templates/card.svg:2:29 svg-warning: `Draw two cards` is outside"),
        ("<g>{{ card.name }}</g>", ""),
    ] {
        let told = said("", &format!("{ground}{words}"), &[]);
        one(&told, start, "is outside of any `<text>`: it is not drawn");
    }
    // What other programs keep, and what is no drawing, is nobody's fault.
    let kept = "<title>A card</title><desc>of <b>ours</b></desc><metadata><any/>words</metadata>\
        <x:named xmlns:x=\"urn:x\"><x:part/>words</x:named><a><text x=\"5\" y=\"9\"><tspan>a</tspan> b</text></a>";
    assert_eq!(said("", &format!("{ground}{kept}"), &[]), [""; 0]);
}

#[test]
fn what_a_picture_leaves_out_is_told_with_its_name() {
    let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/><circel r=\"2\"/></svg>";
    let image = "<image href=\"a\" width=\"20\" height=\"20\"/>";
    let told = said("", image, &[("images/a.svg", file.as_bytes())]);
    one(
        &told,
        "templates/card.svg:2:",
        "in the picture `a`, line 1: `<circel>` is no element of SVG",
    );
    for text in [
        "<flowRoot><flowRegion><rect width=\"9\" height=\"9\"/></flowRegion><flowPara>Wolf</flowPara></flowRoot>",
        "<text xmlns:deckle=\"urn:d\" deckle:box=\"1 1 5 5\" y=\"5\" font-size=\"2\">Wolf</text>",
    ] {
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/>{text}</svg>"
        );
        let told = said("", image, &[("images/a.svg", file.as_bytes())]);
        one(&told, "templates/card.svg:2:", "that wraps is not laid out: only templates wrap");
    }
}

#[test]
fn faults_inside_a_picture_name_it_and_stand_where_it_is_shown() {
    let image = "<rect width=\"9\" height=\"9\"/><image href=\"b\" width=\"2\" height=\"2\"/>\n<image href=\"a\" width=\"20\" height=\"20\"/>";
    let svg = |inside: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 90 90\"><rect width=\"90\" height=\"90\"/>{inside}</svg>"
        )
    };
    let plain = svg("");
    for (inside, has) in [
        ("<text y=\"20\" font-family=\"Nowhere\">a</text>", "there is no font family `Nowhere`"),
        ("<rect width=\"9\" height=\"9\" fill=\"redd\"/>", "`fill` cannot be `redd`"),
        (
            "<filter id=\"f\"><feMorphology operator=\"dilate\" radius=\"60\"/></filter><rect width=\"90\" height=\"90\" filter=\"url(#f)\"/>",
            "times over",
        ),
    ] {
        let file = svg(inside);
        let files: [(&str, &[u8]); 2] =
            [("images/a.svg", file.as_bytes()), ("images/b.svg", plain.as_bytes())];
        let told = said("", image, &files);
        one(&told, "templates/card.svg:3:", "in the picture `a`");
        assert!(told[0].contains(has), "{}", told[0]);
    }
}

#[test]
fn pictures_are_told_what_templates_are_told_with_the_line() {
    let image = "<image href=\"a\" width=\"20\" height=\"20\"/>";
    for (inside, has) in [
        ("<use xlink:href=\"#nosuch\"/>", "the drawing refers to `#nosuch`, which is not in it"),
        (
            "<path d=\"M0 0 L9 0 9 9 garbage L0 0\"/>",
            "`d` of a `path` is `M0 0 L9 0 9 9 garbage L0 0`: it cannot be read to its end",
        ),
        ("<rect width=\"0\" height=\"9\"/>", "`width` of a `rect` is `0`: nothing is drawn of it"),
        (
            "<style>@media screen { rect { fill: red } }</style>",
            "`@media` in a style sheet is left out",
        ),
    ] {
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 9 9\">\n<rect width=\"9\" height=\"9\"/>\n{inside}</svg>"
        );
        let told = said("", image, &[("images/a.svg", file.as_bytes())]);
        one(&told, "templates/card.svg:2:14 svg-warning: in the picture `a`, line 3: ", has);
        // So are those that a picture shows, and those that are masks.
        let outer = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"a.svg\" width=\"9\" height=\"9\"/></svg>";
        let files = [("images/a.svg", file.as_bytes()), ("images/b.svg", outer.as_bytes())];
        for shown in ["href=\"b\"", "href=\"a\" deckle:mask=\"a\""] {
            let told = said("", &format!("<image {shown} width=\"20\" height=\"20\"/>"), &files);
            one(&told, "templates/card.svg:2:14 svg-warning: in the picture ", has);
        }
    }
}

#[test]
fn tiles_too_small_to_be_seen_are_no_empty_picture() {
    let tile = |side: &str, scale: &str| {
        format!(
            "<pattern id=\"p\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\"><rect width=\"{side}\" height=\"{side}\"/></pattern>\
             <g transform=\"scale({scale})\"><rect width=\"9\" height=\"9\" fill=\"url(#p)\"/></g>"
        )
    };
    one(
        &said("", &tile("0.0001", "1"), &[]),
        "templates/card.svg:",
        "smaller than a dot of a printer",
    );
    one(
        &said("", &tile("1", ".01"), &[]),
        "templates/card.svg:",
        "smaller than a dot of a printer",
    );
    assert_eq!(said("", &tile("0.01", "5"), &[]), [""; 0]);
}

#[test]
fn units_are_what_they_are_on_paper() {
    for side in ["20", "20mm", "2cm", "56.6929pt", "0.787402in", "4.72441pc", "20px"] {
        let seen = drawn(
            &format!("<rect x=\"10\" y=\"10\" width=\"{side}\" height=\"{side}\" fill=\"#f00\"/>"),
            &[],
        );
        seen.is((29.5, 29.5), RED);
        seen.is((30.5, 29.0), WHITE);
    }
    // A picture from a file keeps the units of the web, and is as large as its box says.
    let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1in\" height=\"1in\"><rect width=\"96\" height=\"48\" fill=\"#f00\"/></svg>";
    let image = "<image href=\"a\" x=\"10\" y=\"10\" width=\"2cm\" height=\"20mm\"/>";
    let seen = drawn(image, &[("images/a.svg", file.as_bytes())]);
    seen.is((29.5, 19.0), RED);
    seen.is((29.5, 21.0), WHITE);
    seen.is((31.0, 15.0), WHITE);
}

#[test]
fn icons_keep_what_their_root_says_and_take_the_colour_where_it_says_so() {
    let files: [(&str, &[u8]); 3] = [
        ("icons/ring.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"><circle cx=\"12\" cy=\"12\" r=\"10\"/></svg>"),
        ("icons/own.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"#00f\"><circle cx=\"12\" cy=\"12\" r=\"10\"/></svg>"),
        ("icons/plain.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><circle cx=\"12\" cy=\"12\" r=\"10\"/></svg>"),
    ];
    let called =
        |name: &str| format!("{{{{ icon(name=\"{name}\", x=10, y=10, size=24, fill=\"#f00\") }}}}");
    let boxed = |name: &str| {
        format!(
            "<text deckle:box=\"10 10 40 26\" font-size=\"24\" fill=\"#f00\">{{% raw %}}{{{name}}}{{% endraw %}}</text>"
        )
    };
    for (name, middle, rim) in [("ring", WHITE, RED), ("own", BLUE, BLUE), ("plain", RED, RED)] {
        let seen = drawn(&called(name), &files);
        seen.is((22.0, 22.0), middle);
        seen.is((22.0, 12.0), rim);
        let seen = drawn(&boxed(name), &files);
        let column: Vec<_> = (100..380).map(|y| seen.at(22.0, f64::from(y) / 10.0)).collect();
        let inked: Vec<_> = column.iter().filter(|one| **one != WHITE).collect();
        assert!(
            inked.len() > 40
                && inked.iter().filter(|one| ***one == rim).count() * 10 > inked.len() * 8,
            "{name}"
        );
        let is_hollow = inked.len() < 150;
        assert_eq!(is_hollow, name == "ring", "{name}: {}", inked.len());
    }
}

#[test]
fn rules_and_ids_of_an_icon_hold_for_it_alone() {
    let icon = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><style>rect{{fill:{colour}}}.a{{fill:url(#g)}}</style>\
             <linearGradient id=\"g\"><stop stop-color=\"{colour}\"/></linearGradient><rect width=\"10\" height=\"5\"/><circle class=\"a\" cx=\"5\" cy=\"8\" r=\"2\"/></svg>"
        )
    };
    let (red, blue) = (icon("#f00"), icon("#00f"));
    let files: [(&str, &[u8]); 2] =
        [("icons/p.svg", red.as_bytes()), ("icons/q.svg", blue.as_bytes())];
    let ground = "<linearGradient id=\"g\"><stop stop-color=\"#fff\"/></linearGradient><rect x=\"2\" y=\"2\" width=\"50\" height=\"5\" fill=\"url(#g)\"/><circle class=\"a\" cx=\"30\" cy=\"60\" r=\"5\" fill=\"#fff\"/>";
    for icons in [
        "{{ icon(name=\"p\", x=10, y=10, size=10) }}{{ icon(name=\"q\", x=30, y=10, size=10) }}",
        "{% raw %}<text deckle:box=\"10 10 12 14\" font-size=\"10\">{p}</text><text deckle:box=\"30 10 12 14\" font-size=\"10\">{q}</text>{% endraw %}",
    ] {
        let seen = drawn(&format!("{ground}{icons}"), &files);
        seen.is((20.0, 5.0), WHITE);
        seen.is((30.0, 60.0), WHITE);
        for (x, colour) in [(14.0, RED), (34.0, BLUE)] {
            let column: Vec<_> = (100..240).map(|y| seen.at(x, f64::from(y) / 10.0)).collect();
            let inked: Vec<_> = column.iter().filter(|one| **one != WHITE).collect();
            assert!(inked.len() > 50, "{icons}: {}", inked.len());
            assert!(
                inked.iter().filter(|one| ***one == colour).count() * 10 > inked.len() * 8,
                "{icons}"
            );
        }
    }
}

#[test]
fn shapes_and_pictures_that_lack_what_they_are_made_of_are_told() {
    let ground = "<rect width=\"9\" height=\"9\"/>";
    for (shape, has) in [
        ("<rect width=\"10\"/>", "a `rect` has no `height`: nothing is drawn of it"),
        ("<circle cx=\"9\"/>", "a `circle` has no `r`"),
        ("<path stroke=\"#000\"/>", "a `path` has no `d`"),
        (
            "<image x=\"3\" width=\"9\" height=\"9\"/>",
            "an `<image>` names no picture: nothing is drawn of it | write `href`, with",
        ),
        (
            "<image src=\"a.png\" width=\"9\" height=\"9\"/>",
            "an `<image>` names no picture: nothing is drawn of it | `src` is HTML's",
        ),
    ] {
        let told = said("", &format!("{ground}\n{shape}"), &[]);
        one(&told, "templates/card.svg:3:1 ", has);
    }
    // What only a style says of them is drawn by nobody, and what lies elsewhere then lies elsewhere.
    let style =
        "<style>.a{r:3px} #b{x:4} rect.c{width:3px;height:2px} path{d:path(\"M0 0H9\")}</style>";
    for (shape, has) in [
        (
            "<rect style=\"width:3px;height:2px\"/>",
            "the `width` of a `rect` stands in a style, where it is not heeded: nothing is drawn of it | write it as an attribute: `width=\"3\"`",
        ),
        (
            "<rect style=\"fill:red; height : 2\" width=\"3\"/>",
            "the `height` of a `rect` stands in a style, where it is not heeded: nothing is drawn of it | write it as an attribute: `height=\"2\"`",
        ),
        (
            "<circle class=\"a\"/>",
            "`r` of a `circle` stands in a style, where it is not heeded: nothing is drawn of it | write it as an attribute: `r=\"3\"`",
        ),
        (
            "<rect class=\"c\"/>",
            "`width` of a `rect` stands in a style, where it is not heeded: nothing",
        ),
        (
            "<rect id=\"b\" width=\"2\" height=\"2\"/>",
            "`x` of a `rect` stands in a style, where it is not heeded | write it as an attribute: `x=\"4\"`",
        ),
        ("<path/>", "`d=\"M0 0H9\"`"),
        ("<rect class=\"d\"/>", "a `rect` has no `width`: nothing is drawn of it"),
        ("<ellipse cx=\"9\"/>", "an `ellipse` has no `rx`: nothing is drawn of it"),
    ] {
        let told = said("", &format!("{style}{ground}\n{shape}"), &[]);
        one(&told, "templates/card.svg:3:1 svg-warning: ", has);
    }
    for right in
        ["<ellipse ry=\"9\"/>", "<rect width=\"3\" height=\"2\" style=\"width:3px;rx:auto\"/>"]
    {
        assert_eq!(said("", &format!("{ground}{right}"), &[]), [""; 0], "{right}");
    }
}

#[test]
fn files_of_other_kinds_are_no_drawings_whatever_is_in_them() {
    let image = "<image href=\"images/a.png\" width=\"20\" height=\"20\"/>";
    for bytes in [
        &b"\0\0\0\x0cjP  \r\n\x87\n<xml/>"[..],
        b"\0\0\x01\0\x01\0\x10\x10<\xff",
        b"8BPS\0\x01<x:xmpmeta>\xff",
        b"%PDF-1.7\n<< /Type /Catalog >>\xff",
        b"\xff\x0a<jxl>",
    ] {
        let told = said("", image, &[("images/a.png", bytes)]);
        one(&told, "templates/card.svg:2:", "it is no PNG, JPEG, GIF, WebP or SVG");
    }
}

#[test]
fn style_sheets_and_rules_that_nothing_heeds_are_told_where_they_are_written() {
    let text = "<text class=\"a\" x=\"5\" y=\"20\" font-size=\"4\">Draw</text>";
    let sheet = |sheet: &str| said("", &format!("{sheet}\n{text}"), &[]);
    for (rule, told) in [
        ("@import url(\"x.css\");", "`@import` in a style sheet is left out"),
        ("@media screen { .a { fill: red } }", "`@media` in a style sheet is left out"),
        ("@charset \"utf-8\";", "`@charset` in a style sheet is left out"),
    ] {
        let found = sheet(&format!("<style>\n{rule}\n.a {{ fill: blue }}</style>"));
        one(&found, "templates/card.svg:3:1 svg-warning: ", told);
        // A box reads the style sheets itself.
        let boxed = format!("<style>\n{rule}</style><text deckle:box=\"5 5 50 20\">Draw</text>");
        one(&said("", &boxed, &[]), "templates/card.svg:3:1 svg-warning: ", told);
    }
    assert_eq!(sheet("<style>/* @media */ .a { fill: blue }</style>"), [""; 0]);
    // One for the screen is none for paper.
    let square = "<rect class=\"a\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/>";
    for (media, colour) in [
        ("screen", [0, 0, 0]),
        ("screen and (min-width: 9px)", [0, 0, 0]),
        ("not print", [0, 0, 0]),
        ("print", BLUE),
        ("screen, print", BLUE),
        ("all", BLUE),
        ("not screen", BLUE),
        ("", BLUE),
    ] {
        let body = format!("<style media=\"{media}\">.a {{ fill: rgb(0,0,255) }}</style>{square}");
        drawn(&body, &[]).is((20.0, 20.0), colour);
        let told = said("", &body, &[]);
        match colour {
            BLUE => assert_eq!(told, [""; 0], "{media}"),
            _ => one(&told, "templates/card.svg:2:15 ", "not for paper: it is left out"),
        }
    }
}

#[test]
fn a_height_of_lines_in_font_is_heeded_where_there_are_lines() {
    let size = |body: &str| {
        let made = said("", body, &[]);
        assert_eq!(made, [""; 0], "{body}");
        drawn(body, &[]).pixels
    };
    let plain =
        |font: &str| size(&format!("<text x=\"5\" y=\"30\" style=\"font: {font}\">Draw</text>"));
    assert_eq!(plain("700 9px/1.2 Cinzel"), plain("700 9px Cinzel"));
    assert_eq!(
        plain("700 9px/1.2 'Cinzel', serif; fill: red"),
        plain("700 9px 'Cinzel', serif; fill: red")
    );
    let boxed = |said: &str| {
        size(&format!(
            "<style>.a {{ {said} }}</style><text class=\"a\" deckle:box=\"5 5 30 60\">Draw two cards</text>"
        ))
    };
    assert_eq!(boxed("font: 700 6px/2 Cinzel"), boxed("font: 700 6px Cinzel; line-height: 2"));
    assert_ne!(boxed("font: 700 6px/2 Cinzel"), boxed("font: 700 6px Cinzel"));
}

#[test]
fn faults_of_texts_without_a_name_are_told_where_they_are_written() {
    let weight = "<g font-weight=\"850\">\n<text x=\"5\" y=\"20\" font-size=\"4\">Draw</text></g>";
    one(
        &said("", weight, &[]),
        "templates/card.svg:2:17 font-weight: ",
        "`Alegreya Sans` has no 900",
    );
    // Of equal words that texts begin with, each.
    let missing =
        "<text x=\"5\" y=\"20\">\u{f100} a</text>\n<text x=\"5\" y=\"30\">\u{f100} a</text>";
    let told = said("", missing, &[]);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(
        told[0].starts_with("templates/card.svg:2:")
            && told[1].starts_with("templates/card.svg:3:"),
        "{told:#?}"
    );
}

#[test]
fn an_icon_of_the_colour_of_the_text_has_the_one_that_the_text_is_given() {
    let disc: &[(&str, &[u8])] = &[("icons/disc.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><rect width=\"24\" height=\"24\" fill=\"currentColor\"/></svg>")];
    let body = "<text deckle:box=\"10 10 30 30\" font-size=\"20\" fill=\"currentColor\" color=\"rgb(255,0,0)\">{disc}</text>";
    let seen = drawn(&body.replace("{disc}", "{{ '{' }}disc}"), disc);
    seen.is((18.0, 22.0), RED);
}
