//! Drawings at the edges of their views, and what shows nothing at all.

use super::paint::*;
use super::support::{MANIFEST, game, one, told};

const WHITE: [u8; 3] = [255, 255, 255];
const RED: [u8; 3] = [255, 0, 0];

fn svg(view: &str, inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {view}>{inside}</svg>")
}

/// What is said of a card that shows the picture `a` of these bytes.
fn of_picture(name: &str, bytes: &[u8]) -> Vec<String> {
    let image =
        "<svg viewBox=\"{{ view_box }}\">\n<image href=\"a\" width=\"2\" height=\"2\"/></svg>";
    let mut game = game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", image),
    ]);
    game.files.insert(name.into(), bytes.to_vec());
    told(&game)
}

#[test]
fn a_drawing_is_cut_to_its_view_in_pictures_and_sheets() {
    let over = "<rect x=\"-50\" y=\"-50\" width=\"110\" height=\"200\" fill=\"#f00\"/>";
    for view in ["viewBox=\"0 0 100 100\"", "width=\"100\" height=\"100\" viewBox=\"0 0 100 100\""]
    {
        let file = svg(view, over);
        let files: [(&str, &[u8]); 1] = [("images/a.svg", file.as_bytes())];
        let seen =
            drawn("<image href=\"a\" x=\"10\" y=\"10\" width=\"20\" height=\"20\"/>", &files);
        seen.is((11.0, 15.0), RED);
        seen.is((21.0, 15.0), RED);
        for at in [(9.0, 15.0), (23.0, 15.0), (15.0, 9.0), (15.0, 31.0)] {
            seen.is(at, WHITE);
        }
    }
}

#[test]
fn icons_are_cut_to_their_views_in_templates_and_texts() {
    let file = svg(
        "viewBox=\"0 0 100 50\"",
        "<rect x=\"-99\" y=\"-99\" width=\"299\" height=\"299\" fill=\"#f00\"/>",
    );
    let files: [(&str, &[u8]); 1] = [("icons/wide.svg", file.as_bytes())];
    let seen = drawn("{{ icon(name=\"wide\", x=10, y=10, size=20) }}", &files);
    seen.is((11.0, 20.0), RED);
    seen.is((29.0, 20.0), RED);
    for at in [(9.0, 20.0), (31.0, 20.0), (20.0, 14.0), (20.0, 26.0)] {
        seen.is(at, WHITE);
    }
    let text = "<text deckle:box=\"10 10 40 20\" font-size=\"10\">{wide}</text>";
    let seen = drawn(&format!("{{% raw %}}{text}{{% endraw %}}"), &files);
    seen.is((15.0, 16.2), RED);
    for at in [(8.0, 16.0), (25.0, 16.0), (15.0, 11.0), (15.0, 23.0)] {
        seen.is(at, WHITE);
    }
}

#[test]
fn an_icon_within_its_view_is_written_without_a_cut() {
    let icons = deckle::icons::Icons::embedded();
    let place = deckle::icons::Place { size: 5.0, ..Default::default() };
    let cut: Vec<_> = icons
        .names()
        .filter(|name| icons.get(name).unwrap().placed(&place).contains("<svg"))
        .collect();
    assert!(cut.is_empty(), "{cut:?}");
}

#[test]
fn a_drawing_that_shows_nothing_is_told() {
    let rect = |more: &str| format!("<rect width=\"9\" height=\"9\" {more}/>");
    let pattern = "<pattern id=\"p\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\"/>";
    let cut = "<clipPath id=\"c\"><rect x=\"9\" width=\"1\" height=\"1\"/></clipPath>";
    for inside in [
        rect("x=\"200\""),
        rect("fill=\"none\""),
        rect("opacity=\"0\""),
        rect("fill-opacity=\"0\""),
        format!("<g opacity=\"0\">{}</g>", rect("")),
        format!("{pattern}{}", rect("fill=\"url(#p)\"")),
        format!("{cut}{}", rect("clip-path=\"url(#c)\"")),
        format!("<mask id=\"m\">{}</mask>{}", rect(""), rect("mask=\"url(#m)\"")),
        "<text y=\"5\" fill=\"none\">Wolf</text>".to_owned(),
    ] {
        let file = svg("viewBox=\"0 0 10 10\"", &inside);
        let said = of_picture("images/a.svg", file.as_bytes());
        let error = "image: cannot use the picture `a`: nothing of it is seen";
        assert!(said.iter().any(|line| line.contains(error)), "{inside}: {said:#?}");
    }
    // One that has nothing to draw may be meant so.
    let file = svg("viewBox=\"0 0 10 10\"", "<title>Nothing</title>");
    let said = of_picture("images/a.svg", file.as_bytes());
    one(&said, "templates/card.svg:2:14 image: the picture `a` is a drawing of nothing", "");
    // A hair behind a clip is something.
    let hair = "<clipPath id=\"c\"><rect width=\"1000\" height=\"1000\"/></clipPath><path clip-path=\"url(#c)\" d=\"M5 5h.9v.9h-.9z\"/>";
    let file = svg("viewBox=\"0 0 1000 1000\"", hair);
    assert_eq!(of_picture("images/a.svg", file.as_bytes()), Vec::<String>::new());
    let file = svg("viewBox=\"0 0 10 10\"", &rect(""));
    assert_eq!(of_picture("images/a.svg", file.as_bytes()), Vec::<String>::new());
}

#[test]
fn a_picture_of_clear_pixels_is_told() {
    let pixels = |alpha: u8| [9, 9, 9, alpha].repeat(60 * 60);
    let file = |alpha| png(60, 60, png::ColorType::Rgba, png::BitDepth::Eight, &pixels(alpha));
    let said = of_picture("images/a.png", &file(0));
    one(&said, "templates/card.svg:2:14 image: the picture `a` shows nothing", "clear");
    assert_eq!(of_picture("images/a.png", &file(1)), Vec::<String>::new());
}

#[test]
fn of_a_drawing_without_alpha_what_is_dark_takes_the_colour() {
    let on = |ground: &str| {
        svg("viewBox=\"0 0 20 20\"", &format!("{ground}<path d=\"M0 0H10V20H0Z\"/>"))
    };
    let white = "<rect width=\"20\" height=\"20\" fill=\"#fff\"/>";
    // A diamond touches all sides of its view, and is no ground.
    let diamond =
        svg("viewBox=\"0 0 20 20\"", "<path d=\"M10 0L20 10L10 20L0 10Z\" fill=\"#fff\"/>");
    let image = "<image href=\"a\" width=\"20\" height=\"20\" deckle:tint=\"#c00000\"/>";
    for file in [on(""), on(white)] {
        let seen = drawn(image, &[("images/a.svg", file.as_bytes())]);
        seen.is((5.0, 10.0), [0xc0, 0, 0]);
        seen.is((15.0, 10.0), WHITE);
    }
    drawn(image, &[("images/a.svg", diamond.as_bytes())]).is((10.0, 10.0), [0xc0, 0, 0]);
}

#[test]
fn a_drawing_without_alpha_masks_and_is_tinted_as_the_same_pixels_are() {
    let fade = "<linearGradient id=\"g\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#fff\"/></linearGradient>";
    let grounds = [
        "<rect width=\"20\" height=\"20\" fill=\"#fff\"/>".to_owned(),
        format!("{fade}<path d=\"M0 0H20V20H0Z\" fill=\"url(#g)\"/>"),
    ];
    let grey = |dark: bool| [if dark { 0 } else { 255 }; 3];
    let pixels: Vec<u8> = (0..400).flat_map(|at| grey(at % 20 < 10)).collect();
    let pixels = png(20, 20, png::ColorType::Rgb, png::BitDepth::Eight, &pixels);
    let drawings = grounds.map(|ground| {
        svg("viewBox=\"0 0 20 20\"", &format!("{ground}<path d=\"M0 0H10V20H0Z\"/>"))
    });
    let red = svg("viewBox=\"0 0 9 9\"", "<rect width=\"9\" height=\"9\" fill=\"#c00000\"/>");
    // Edges between two pixels, where each is covered in part.
    for side in ["x=\"5.05\" y=\"5.05\"", "x=\"5.02\" y=\"5.07\" transform=\"rotate(3)\""] {
        for shown in ["href=\"red\" deckle:mask=\"a\"", "href=\"a\" deckle:tint=\"#c00000\""] {
            let image = format!("<image {side} width=\"20\" height=\"20\" {shown}/>");
            let red = ("images/red.svg", red.as_bytes());
            let of = |name: &str, file: &[u8]| drawn(&image, &[red, (name, file)]);
            for seen in [
                of("images/a.png", &pixels),
                of("images/a.svg", drawings[0].as_bytes()),
                of("images/a.svg", drawings[1].as_bytes()),
            ] {
                seen.is((9.0, 15.0), [0xc0, 0, 0]);
                // All that is right of the middle, its edges with it.
                for (x, y) in (160..300).flat_map(|x| (20..300).map(move |y| (x, y))) {
                    let seen = seen.at(f64::from(x) / 10.0 + 0.05, f64::from(y) / 10.0 + 0.05);
                    assert!(seen.iter().all(|one| *one >= 252), "{shown} {x} {y}: {seen:?}");
                }
            }
        }
    }
}

#[test]
fn what_a_picture_leaves_out_and_kinds_that_are_not_known_are_told() {
    let file = svg(
        "viewBox=\"0 0 9 9\"",
        "<rect width=\"9\" height=\"9\"/><foreignObject width=\"9\" height=\"9\"/>",
    );
    let left_out = of_picture("images/a.svg", file.as_bytes());
    one(
        &left_out,
        "templates/card.svg:2:14 svg-warning: in the picture `a`, line 1: `<foreignObject>` is left out",
        "",
    );
    let avif = b"\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf<";
    for (name, href) in
        [("images/a.avif", "a.avif"), ("images/a.png", "a.png"), ("images/a.avif", "images/a.avif")]
    {
        let inside = format!("<image href=\"{href}\" width=\"9\" height=\"9\"/>");
        let said = said("", &inside, &[(name, avif.as_slice())]);
        one(&said, "templates/card.svg:2:14 image", "PNG, JPEG, WebP, GIF or SVG");
    }
}
