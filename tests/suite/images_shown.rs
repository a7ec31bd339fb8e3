//! Pictures on cards: every kind of file, and every way to fit, cut, turn and colour one.

use super::paint::*;

const WHITE: [u8; 3] = [255, 255, 255];
/// A box of 40 x 20 mm at (5, 5).
const BOX: &str = "x=\"5\" y=\"5\" width=\"40\" height=\"20\"";
const SAME: [usize; 4] = [0, 1, 2, 3];

/// A card that shows the quarters, 80 x 40 pixels, with these attributes.
fn with(attributes: &str) -> Seen {
    let image = format!("<image href=\"quarters\" {attributes}/>");
    drawn(&image, &[("images/quarters.png", &png_quarters(80, 40))])
}

#[test]
fn every_kind_of_file_is_shown_alike_and_found_without_its_ending() {
    let files: [(&str, Vec<u8>); 6] = [
        ("images/a.png", png_quarters(80, 40)),
        ("images/a.jpg", jpeg_quarters(80, 40, None)),
        ("images/a.gif", gif_quarters(80, 40, 0)),
        ("images/a.webp", webp_quarters(80, 40)),
        ("images/a.svg", svg_quarters().into_bytes()),
        // The content says what it is, not the name.
        ("images/deep/er/a.png", jpeg_quarters(80, 40, None)),
    ];
    for (name, bytes) in files {
        for href in [name, "a"] {
            let seen = drawn(&format!("<image href=\"{href}\" {BOX}/>"), &[(name, &bytes)]);
            seen.shows([5.0, 5.0, 40.0, 20.0], SAME);
            seen.is((4.5, 4.5), WHITE);
            seen.is((45.5, 15.0), WHITE);
        }
    }
}

#[test]
fn the_first_frame_of_a_gif_lies_where_it_belongs_on_its_screen() {
    let gif = gif_quarters(40, 20, 10);
    let seen = drawn("<image href=\"a\" width=\"60\" height=\"40\"/>", &[("images/a.gif", &gif)]);
    seen.shows([10.0, 10.0, 40.0, 20.0], SAME);
    seen.is((5.0, 5.0), WHITE);
}

#[test]
fn a_camera_that_was_turned_is_told_by_the_picture() {
    // What is seen: the order of the stored quarters, and whether the sides are swapped.
    let right = [
        (1, SAME),
        (2, [1, 0, 3, 2]),
        (3, [3, 2, 1, 0]),
        (4, [2, 3, 0, 1]),
        (5, [0, 2, 1, 3]),
        (6, [2, 0, 3, 1]),
        (7, [3, 1, 2, 0]),
        (8, [1, 3, 0, 2]),
    ];
    for (orientation, order) in right {
        let photo = jpeg_quarters(80, 40, Some(orientation));
        let (w, h) = if orientation < 5 { (40.0, 20.0) } else { (20.0, 40.0) };
        // A box of 40 x 40 mm: the picture lies at its left or at its top, so its shape shows too.
        let image = "<image href=\"a\" width=\"40\" height=\"40\" deckle:focus=\"0 0\"/>";
        let seen = drawn(image, &[("images/a.jpg", &photo)]);
        seen.shows([0.0, 0.0, w, h], order);
        seen.is(if orientation < 5 { (0.5, 20.5) } else { (20.5, 0.5) }, WHITE);
        // The same from the corner of a photo that is scaled down on the way.
        let large = jpeg_quarters(1600, 800, Some(orientation));
        let image = "<image href=\"a\" width=\"20\" height=\"20\" deckle:focus=\"0 0\" deckle:crop=\"0 0 1 1\"/>";
        drawn(image, &[("images/a.jpg", &large)]).shows([0.0, 0.0, w / 2.0, h / 2.0], order);
    }
}

#[test]
fn four_inks_sixteen_bits_palettes_and_alpha_come_out_right() {
    use png::{BitDepth, ColorType};
    let image = "<rect width=\"63\" height=\"88\" fill=\"#fff\"/><image href=\"a\" width=\"20\" height=\"20\" deckle:fit=\"stretch\"/>";
    let shown = |bytes: &[u8]| drawn(image, &[("images/a.png", bytes)]).at(10.0, 10.0);
    let near = |seen: [u8; 3], right: [u8; 3]| {
        assert!(seen.iter().zip(right).all(|(a, b)| a.abs_diff(b) < 6), "{seen:?}, not {right:?}");
    };
    // Ink by ink: all cyan, magenta and yellow together, half black, none.
    let inks: [([u8; 4], [u8; 3]); 4] = [
        ([255, 0, 0, 0], [0, 255, 255]),
        ([0, 255, 255, 0], [255, 0, 0]),
        ([0, 0, 0, 128], [127, 127, 127]),
        ([0, 0, 0, 0], [255, 255, 255]),
    ];
    for (ink, colour) in inks {
        let pixels = ink.repeat(32 * 32);
        for kind in [jpeg_encoder::ColorType::Cmyk, jpeg_encoder::ColorType::CmykAsYcck] {
            near(shown(&jpeg(32, 32, kind, &pixels, None)), colour);
        }
    }
    let grey = jpeg(32, 32, jpeg_encoder::ColorType::Luma, &[90; 32 * 32], None);
    near(shown(&grey), [90, 90, 90]);
    let deep = [200_u8, 17, 100, 99, 0, 3].repeat(64);
    near(shown(&png(8, 8, ColorType::Rgb, BitDepth::Sixteen, &deep)), [200, 100, 0]);
    let deep = [0x40_u8, 0].repeat(64);
    near(shown(&png(8, 8, ColorType::Grayscale, BitDepth::Sixteen, &deep)), [64, 64, 64]);
    near(shown(&png(8, 8, ColorType::Grayscale, BitDepth::One, &[255; 8])), [255, 255, 255]);
    // Half of green over white.
    let half = [0, 128, 0, 128].repeat(64);
    near(shown(&png(8, 8, ColorType::Rgba, BitDepth::Eight, &half)), [127, 191, 127]);
    let half = [0_u8, 128].repeat(64);
    near(shown(&png(8, 8, ColorType::GrayscaleAlpha, BitDepth::Eight, &half)), [127, 127, 127]);
}

#[test]
fn a_picture_is_contained_unless_it_says_otherwise() {
    let room = "width=\"40\" height=\"40\"";
    let seen = with(room);
    seen.shows([0.0, 10.0, 40.0, 20.0], SAME);
    seen.is((20.0, 9.0), WHITE);
    with(&format!("{room} deckle:focus=\"0 1\"")).shows([0.0, 20.0, 40.0, 20.0], SAME);
    with(&format!("{room} preserveAspectRatio=\"xMidYMin\"")).shows([0.0, 0.0, 40.0, 20.0], SAME);
    with(&format!("{room} deckle:fit=\"stretch\"")).shows([0.0, 0.0, 40.0, 40.0], SAME);
    with(&format!("{room} preserveAspectRatio=\"none\"")).shows([0.0, 0.0, 40.0, 40.0], SAME);
    // A side that is left out follows from the picture.
    with("width=\"40\"").shows([0.0, 0.0, 40.0, 20.0], SAME);
}

#[test]
fn the_focus_of_a_picture_that_covers_its_box_chooses_what_is_seen() {
    let room = "x=\"20\" y=\"5\" width=\"20\" height=\"20\"";
    let middle = with(&format!("{room} deckle:fit=\"cover\""));
    middle.shows([20.0, 5.0, 20.0, 20.0], SAME);
    middle.is((19.5, 15.0), WHITE);
    middle.is((40.5, 15.0), WHITE);
    let left = with(&format!("{room} deckle:fit=\"cover\" deckle:focus=\"0% 50%\""));
    left.shows([20.0, 5.0, 20.0, 20.0], [0, 0, 2, 2]);
    let right = with(&format!("{room} preserveAspectRatio=\"xMaxYMid slice\""));
    right.shows([20.0, 5.0, 20.0, 20.0], [1, 1, 3, 3]);
}

#[test]
fn a_part_of_a_picture_is_cut_out() {
    let crop = format!("{BOX} deckle:crop=\"0.5 0 0.5 1\" deckle:fit=\"stretch\"");
    let seen = with(&crop);
    seen.shows([5.0, 5.0, 40.0, 20.0], [1, 1, 3, 3]);
    // The same of a drawing, which is cut by its outline.
    let image = format!("<image href=\"a\" {crop}/>");
    let seen = drawn(&image, &[("images/a.svg", svg_quarters().as_bytes())]);
    seen.shows([5.0, 5.0, 40.0, 20.0], [1, 1, 3, 3]);
    seen.is((4.5, 15.0), WHITE);
    seen.is((45.5, 15.0), WHITE);
}

#[test]
fn a_picture_is_mirrored_and_turned_in_its_box() {
    with(&format!("{BOX} deckle:flip=\"x\"")).shows([5.0, 5.0, 40.0, 20.0], [1, 0, 3, 2]);
    with(&format!("{BOX} deckle:flip=\"both\"")).shows([5.0, 5.0, 40.0, 20.0], [3, 2, 1, 0]);
    let turned = "x=\"5\" y=\"5\" width=\"20\" height=\"40\" deckle:rotate=\"90\"";
    with(turned).shows([5.0, 5.0, 20.0, 40.0], [2, 0, 3, 1]);
    with(&turned.replace("90", "-90")).shows([5.0, 5.0, 20.0, 40.0], [1, 3, 0, 2]);
    with(&format!("{BOX} deckle:fit=\"stretch\" deckle:rotate=\"90\""))
        .shows([5.0, 5.0, 40.0, 20.0], [2, 0, 3, 1]);
    // Slanted, it still fills the corners of its box.
    let slanted = with(&format!("{BOX} deckle:fit=\"cover\" deckle:rotate=\"20\""));
    for corner in [(5.2, 5.2), (44.8, 5.2), (5.2, 24.8), (44.8, 24.8)] {
        assert_ne!(slanted.at(corner.0, corner.1), WHITE);
    }
    slanted.is((4.7, 15.0), WHITE);
}

#[test]
fn a_picture_is_repeated_over_its_box() {
    let seen = with("x=\"5\" y=\"5\" width=\"25\" height=\"10\" deckle:fit=\"tile 10\"");
    for (x, y) in [(5.0, 5.0), (15.0, 5.0), (5.0, 10.0), (15.0, 10.0)] {
        seen.shows([x, y, 10.0, 5.0], SAME);
    }
    seen.is((26.0, 6.0), COLOURS[0]);
    seen.is((30.5, 6.0), WHITE);
}

#[test]
fn masks_take_corners_and_more_away() {
    let corner = (5.3, 5.3);
    for mask in ["round 4", "ellipse"] {
        let seen = with(&format!("{BOX} deckle:mask=\"{mask}\""));
        seen.is(corner, WHITE);
        seen.is((25.5, 5.4), COLOURS[1]);
        seen.is((20.0, 10.0), COLOURS[0]);
    }
    let circle = with(&format!("{BOX} deckle:mask=\"circle\""));
    circle.is((14.0, 14.0), WHITE);
    circle.is((16.0, 14.0), COLOURS[0]);
    // What is rounded is the picture, not the room that it leaves.
    let rounded = with("width=\"40\" height=\"40\" deckle:mask=\"round 6\"");
    rounded.is((0.4, 10.4), WHITE);
}

#[test]
fn another_picture_can_be_the_mask() {
    let shape = b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path d=\"M0 0H10L0 10z\"/></svg>";
    let grey = |x: u8| [x; 3];
    let black_and_white: Vec<u8> =
        (0..20 * 10).flat_map(|at| grey(if at % 20 < 10 { 0 } else { 255 })).collect();
    let ink = png(20, 10, png::ColorType::Rgb, png::BitDepth::Eight, &black_and_white);
    let files: [(&str, &[u8]); 3] = [
        ("images/a.png", &png_quarters(80, 40)),
        ("images/shape.svg", shape),
        ("images/ink.png", &ink),
    ];
    let seen = drawn(&format!("<image href=\"a\" {BOX} deckle:mask=\"shape\"/>"), &files);
    seen.is((10.0, 10.0), COLOURS[0]);
    seen.is((40.0, 20.0), WHITE);
    // Where there is no alpha, what is dark stays.
    let seen = drawn(&format!("<image href=\"a\" {BOX} deckle:mask=\"images/ink.png\"/>"), &files);
    seen.is((20.0, 10.0), COLOURS[0]);
    seen.is((30.0, 10.0), WHITE);
}

#[test]
fn icons_of_one_colour_take_the_colour_that_is_asked_for() {
    let triangle = b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><path d=\"M0 0H20L0 10z\"/></svg>";
    let left = |on: [u8; 4], off: [u8; 4]| {
        let pixels: Vec<u8> =
            (0..20 * 10).flat_map(|at| if at % 20 < 10 { on } else { off }).collect();
        png(20, 10, png::ColorType::Rgba, png::BitDepth::Eight, &pixels)
    };
    let alpha = left([0, 0, 0, 255], [0, 0, 0, 0]);
    let ink = left([0, 0, 0, 255], [255, 255, 255, 255]);
    let files: [(&str, &[u8]); 3] =
        [("images/drawn.svg", triangle), ("images/alpha.png", &alpha), ("images/ink.png", &ink)];
    for name in ["drawn", "alpha", "ink"] {
        let image = format!("<image href=\"{name}\" {BOX} deckle:tint=\"#c00000\"/>");
        let seen = drawn(&image, &files);
        seen.is((12.0, 8.0), [0xc0, 0, 0]);
        seen.is((40.0, 22.0), WHITE);
    }
}

#[test]
fn attributes_that_mean_nothing_are_told_at_their_place() {
    let files: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(800, 400))];
    let told = |attribute: &str| {
        said("", &format!("<image href=\"a\" {BOX} {attribute}/>"), &files).join("\n")
    };
    assert_eq!(told("deckle:fit=\"cover\""), "");
    for (attribute, words) in [
        ("deckle:fit=\"covr\"", "templates/card.svg:2:"),
        ("deckle:fit=\"covr\"", "`deckle:fit` cannot be `covr`; it is contain, cover"),
        ("deckle:focus=\"0.5\"", "two numbers from 0 to 1"),
        ("deckle:crop=\"0.5 0 0.6 1\"", "as parts of the picture"),
        ("deckle:mask=\"round\"", "`round 2` (a radius in mm)"),
        ("deckle:mask=\"nothing\"", "its mask `nothing`: there is no such file"),
        ("deckle:rotate=\"left\"", "a number of degrees"),
        ("deckle:fit=\"tile 0\"", "the width of a tile in mm"),
        ("deckle:fit=\"stretch\" deckle:rotate=\"30\"", "turns by 90, 180 or 270"),
        ("deckle:focsu=\"0 0\"", "did you mean `focus`?"),
    ] {
        let told = told(attribute);
        assert!(told.contains(words), "{attribute}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let told = said("", "<image href=\"a\" deckle:fit=\"cover\"/>", &files).join("\n");
    assert!(told.contains("has no box") && told.contains("as numbers of mm"), "{told}");
}

#[test]
fn what_a_drawing_says_of_all_of_it_counts_once_where_it_reaches_over_its_view() {
    let with = |root: &str, inside: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\" {root}>{inside}</svg>"
        );
        drawn(&format!("<image href=\"a\" {BOX}/>"), &[("images/a.svg", svg.as_bytes())])
    };
    // From 0 on black, to beyond the edge on the right and above and below it.
    let rect = "<rect y=\"-9\" width=\"90\" height=\"90\"/>";
    let half = [128, 128, 128];
    let style = "<style>svg{opacity:.5}</style>";
    let mask = "<mask id=\"m\" maskUnits=\"userSpaceOnUse\" x=\"-9\" y=\"-9\" width=\"99\" height=\"99\">\
                <rect x=\"-9\" y=\"-9\" width=\"99\" height=\"99\" fill=\"#fff\" opacity=\".5\"/></mask>";
    for (root, before) in [
        ("opacity=\".5\"", ""),
        ("style=\"opacity:.5\"", ""),
        ("", style),
        ("mask=\"url(#m)\"", mask),
    ] {
        let seen = with(root, &format!("{before}{rect}"));
        [(5.5, 5.5), (25.0, 15.0), (44.5, 24.5)].iter().for_each(|at| seen.is(*at, half));
        [(4.5, 15.0), (45.5, 15.0), (25.0, 4.5), (25.0, 25.5)]
            .iter()
            .for_each(|at| seen.is(*at, WHITE));
    }
    let offset = "<filter id=\"f\" filterUnits=\"userSpaceOnUse\" x=\"-9\" y=\"-9\" width=\"99\" height=\"99\">\
                  <feOffset dx=\"10\"/></filter>";
    for (root, before) in [("transform=\"translate(10)\"", ""), ("filter=\"url(#f)\"", offset)] {
        let seen = with(root, &format!("{before}{rect}"));
        [(6.0, 15.0), (14.5, 15.0), (45.5, 15.0)].iter().for_each(|at| seen.is(*at, WHITE));
        [(15.5, 15.0), (24.5, 15.0), (44.5, 24.5)].iter().for_each(|at| seen.is(*at, [0, 0, 0]));
    }
}
