//! Where lines begin and end: as the shaper that draws them measures.

use super::{Card, boxed, drawn};

const WORDS: &str = "Afterwards, AVATAR Type: To fly, waffles officially Ty. \"Va\" LTD. 1.7 Yet \u{2014} We. fjord Te";

#[test]
fn a_line_is_as_wide_as_it_is_drawn() {
    // A line that ends at the right edge was measured as wide as the glyphs are together.
    for family in [
        "Alegreya",
        "Alegreya Sans",
        "Barlow Condensed",
        "Cinzel",
        "League Gothic",
        "Orbitron",
        "Special Elite",
        "Pirata One",
    ] {
        for more in [
            "",
            "letter-spacing=\"0.3\"",
            "letter-spacing=\"0.05em\"",
            "font-variant=\"small-caps\"",
        ] {
            let attributes = format!(
                "deckle:box=\"3 3 57 82\" deckle:align=\"end\" font-family=\"{family}\" font-weight=\"700\" font-size=\"4.2\" {more}"
            );
            let drawn = drawn(&attributes, WORDS);
            assert!(drawn.spans.len() > 1);
            let right = drawn.area.right();
            assert!((right - 60.0).abs() < 0.02, "{family} {more}: ends at {right}");
        }
    }
}

#[test]
fn justified_lines_end_at_both_edges_and_the_last_does_not() {
    let words = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs";
    let drawn = drawn("deckle:box=\"5 5 40 60\" deckle:align=\"justify\" font-size=\"4\"", words);
    let spread: Vec<_> = drawn.spans.iter().map(|span| span.said.len()).collect();
    let (last, others) = spread.split_last().unwrap();
    assert!(others.len() >= 2 && others.iter().all(|said| *said == 1) && *last == 0, "{spread:?}");
    assert!((drawn.area.right() - 45.0).abs() < 0.02, "{:?}", drawn.area);
    // A line that a line end in the cell ends is not spread either.
    let ended = super::drawn(
        "deckle:box=\"5 5 40 60\" deckle:align=\"justify\" font-size=\"4\"",
        "two words\nand more",
    );
    assert!(ended.spans.iter().all(|span| span.said.is_empty()));
}

#[test]
fn first_lines_are_indented_and_boxes_are_padded() {
    let words = "the quick brown fox jumps over the lazy dog\nand then the dog\n\ngets up and runs after the fox";
    let drawn = drawn(
        "deckle:box=\"5 5 40 60\" deckle:padding=\"2 3\" deckle:indent=\"1.5\" font-size=\"4\"",
        words,
    );
    let xs: Vec<_> = drawn.spans.iter().map(|span| span.x).collect();
    assert_eq!(xs[..2], [14.0, 8.0], "{:?}", drawn.spans);
    assert_eq!(xs.iter().filter(|x| **x == 14.0).count(), 2);
    assert!(drawn.area.right() < 42.1 && drawn.area.y > 6.9);
}

#[test]
fn balanced_lines_are_about_even() {
    let words = "the quick brown fox jumps over the lazy dog it";
    let widths = |wrap: &str| {
        let drawn = drawn(
            &format!("deckle:box=\"5 5 50 60\" deckle:wrap=\"{wrap}\" font-size=\"4\""),
            words,
        );
        drawn.lines().iter().map(String::len).collect::<Vec<_>>()
    };
    let (normal, even) = (widths("normal"), widths("balance"));
    assert_eq!(normal.len(), even.len());
    let unlike = |lines: &[usize]| lines.iter().max().unwrap() - lines.iter().min().unwrap();
    assert!(unlike(&even) < 8 && unlike(&normal) > 12, "{normal:?} {even:?}");
}

#[test]
fn columns_are_filled_one_after_the_other() {
    let words = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs after the fox";
    let drawn = drawn(
        "deckle:box=\"4 4 55 20\" deckle:columns=\"2\" deckle:column-gap=\"5\" font-size=\"4\"",
        words,
    );
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    let xs: Vec<_> = drawn.spans.iter().map(|span| span.x).collect();
    assert_eq!(xs, [4.0, 4.0, 4.0, 4.0, 34.0, 34.0, 34.0]);
    assert_eq!(drawn.spans[0].y, drawn.spans[4].y);
}

#[test]
fn text_keeps_out_of_what_is_excluded() {
    let words = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs after the fox";
    // A badge in the lower right corner.
    let drawn =
        drawn("deckle:box=\"4 4 40 30\" deckle:exclude=\"30 13 14 30\" font-size=\"4\"", words);
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    let wide: Vec<_> = drawn.lines().into_iter().map(|line| line.len()).collect();
    // The second line would reach into it with its lower edge, from 8.8 to 13.6 mm.
    assert!(wide[0] > 18 && wide[1..].iter().all(|length| *length < 17), "{:?}", drawn.lines());
    // One that leaves no room beside it pushes the text below.
    let below = super::drawn(
        "deckle:box=\"4 4 40 30\" deckle:exclude=\"4 4 40 10\" font-size=\"4\"",
        "words",
    );
    assert!(below.spans[0].y > 14.0);
}

#[test]
fn words_are_cut_where_their_language_cuts_them() {
    let narrow = |hyphens: &str, words: &str| {
        drawn(
            &format!("deckle:box=\"5 5 20 60\" deckle:hyphens=\"{hyphens}\" font-size=\"4\""),
            words,
        )
    };
    let german = narrow("de", "Donaudampfschiff");
    assert_eq!(
        (german.lines(), german.codes.len()),
        (vec!["Donau-".into(), "dampfschiff".into()], 0)
    );
    assert_eq!(narrow("none", "Donaudampfschiff").codes, ["overflow"]);
    // A soft hyphen in the cell cuts without a language, and is not seen elsewhere.
    let soft = narrow("none", "Donau\u{ad}dampf\u{ad}schiff");
    assert_eq!(soft.lines(), ["Donau-", "dampfschiff"]);
    let wrong = super::boxed("deckle:box=\"5 5 17 60\" deckle:hyphens=\"xx\"", "a").drawn();
    assert_eq!(wrong.codes, ["text-box"]);
}

#[test]
fn a_no_break_hyphen_is_drawn_where_the_font_has_none() {
    let narrow = drawn(
        "deckle:box=\"5 5 16 60\" font-family=\"Barlow Condensed\" font-weight=\"500\" font-size=\"4\"",
        "one-two three\u{2011}four",
    );
    assert!(narrow.codes.iter().all(|code| code == "overflow"), "{:?}", narrow.told);
    let lines = narrow.lines();
    assert!(
        lines.iter().any(|line| line == "three-four" || line == "three\u{2011}four"),
        "{lines:?}"
    );
}

#[test]
fn spans_inside_a_box_keep_their_style() {
    let card = Card {
        body: "<text deckle:box=\"4 4 55 60\" font-size=\"4\">a <tspan font-weight=\"700\" fill=\"red\">b <tspan style=\"font-size:2px;text-decoration:underline\">c</tspan></tspan> {{ card.text }}</text>".into(),
        ..boxed("", "d")
    };
    assert_eq!(
        card.drawn().marked(),
        [
            "a ",
            "b  font-weight=700 fill=red",
            "c text-decoration=underline font-weight=700 font-size=2 fill=red",
            " d",
        ]
    );
}

#[test]
fn style_sheets_are_heard() {
    let card = Card {
        body: "<style>.rules{font-size:6px;font-weight:700} text{letter-spacing:0}</style><text class=\"rules\" deckle:box=\"5 5 30 9\" deckle:fit=\"shrink 2\">{{ card.text }}</text>".into(),
        ..boxed("", "A few words that need to shrink")
    };
    let drawn = card.drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert!(!drawn.svg.contains("<style"), "{}", drawn.svg);
    assert!(drawn.area.right() < 35.1 && drawn.area.bottom() < 14.2, "{:?}", drawn.area);
    assert!(drawn.fitted[0].1 < 6.0 && drawn.fitted[0].1 > 2.0, "{:?}", drawn.fitted);
}

#[test]
fn a_text_beside_something_stands_where_it_is_asked_to() {
    let words = "Draw two cards then discard one card of your choice now please and go on to the next player who draws";
    let at = |valign: &str, exclude: &str, words: &str| {
        let said = format!(
            "deckle:box=\"3 3 57 20\" font-family=\"Alegreya\" font-size=\"3\" deckle:valign=\"{valign}\" {exclude}"
        );
        let drawn = drawn(&said, words);
        assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
        let ys: Vec<f64> = drawn.spans.iter().map(|span| span.y).collect();
        (ys[0], ys[ys.len() - 1], ys.len())
    };
    let free = |valign: &str| at(valign, "", words);
    let (low, high) = ("deckle:exclude=\"45 13 15 10\"", "deckle:exclude=\"45 8.5 15 10\"");
    assert_eq!((free("bottom").2, at("top", low, words).2), (3, 3));
    // Lower by a hair its first line would be shorter, and the text a line longer than there is room.
    let (first, last, lines) = at("bottom", low, words);
    let room = free("bottom").1 - last;
    assert!(lines == 3 && (0.0..3.6).contains(&room), "{first} {last}");
    // So its first line ends where the thing begins: at 13 mm, and it begins at 9.4.
    assert!((first - free("top").0 - 6.4).abs() < 2e-3, "{first} {last}");
    // In the middle it leaves as much above as below.
    let (top, bottom) = (free("top").0, free("bottom").1);
    for exclude in ["", high] {
        let (first, last, _) = at("middle", exclude, words);
        assert!((first - top - (bottom - last)).abs() < 5e-3, "{first} {last}");
    }
    // Where no line changes, it stands as if nothing were there.
    let (first, last, _) = at("bottom", "deckle:exclude=\"3 3 57 2\"", words);
    assert!((first - free("bottom").0).abs() + (last - free("bottom").1).abs() < 5e-3);
}

/// What is drawn of a box with these words, below a style sheet or another part of a drawing.
fn styled(before: &str, attributes: &str, words: &str) -> super::Drawn {
    let body = format!(
        "{before}<text id=\"r\" deckle:box=\"5 5 45 20\" deckle:align=\"end\" {attributes}>{{{{ card.text }}}}</text>"
    );
    Card { body, ..boxed("", words) }.drawn()
}

#[test]
fn a_font_said_in_one_is_measured_as_it_is_drawn() {
    const WORDS: &str = "Draw two **bold** cards then go";
    let long = "font-family=\"Orbitron\" font-weight=\"800\" font-size=\"4\"";
    let wanted = styled("", long, WORDS);
    assert_eq!(wanted.area.right().round(), 50.0);
    let around = |said: &str| {
        let body = format!(
            "<g {said}><text id=\"r\" deckle:box=\"5 5 45 20\" deckle:align=\"end\">{{{{ card.text }}}}</text></g>"
        );
        Card { body, ..boxed("", WORDS) }.drawn()
    };
    let all = [
        styled("", "style=\"font:800 4px Orbitron\"", WORDS),
        styled("<style>.a{font:800 4px Orbitron}</style>", "class=\"a\"", WORDS),
        styled(
            "<style>.a{font-size:4px;font-weight:800!important;font-family:Orbitron !important}</style>",
            "class=\"a\" style=\"font-family:Cinzel;font-weight:400\"",
            WORDS,
        ),
        styled(
            "",
            "style=\"font-family:Orbitron !important;font-size:4px;font-weight:800\"",
            WORDS,
        ),
        around("style=\"font:800 4px Orbitron\""),
    ];
    for one in all {
        assert_eq!(one.area, wanted.area, "{}", one.svg);
        assert_eq!(one.codes, wanted.codes);
    }
    // What comes later outdoes it.
    let later =
        styled("", "style=\"font:italic 800 9px Orbitron;font-style:normal;font-size:4px\"", WORDS);
    assert_eq!(later.area, wanted.area);
}

#[test]
fn a_rule_holds_for_a_box_whatever_stands_in_its_cell() {
    let of = |sheet: &str, words: &str| {
        let before = format!(
            "<style>{sheet}{{font:800 4px Orbitron;fill:#00a}}</style><rect x=\"1\" y=\"1\" width=\"1\" height=\"1\"/>"
        );
        styled(&before, "class=\"x\"", words)
    };
    let said = "font-family=\"Orbitron\" font-weight=\"800\" font-size=\"4\" fill=\"#00a\"";
    for words in ["Draw then go", "Draw {sun} then go", "Draw\n---\nthen go"] {
        let plain = styled("<rect x=\"1\" y=\"1\" width=\"1\" height=\"1\"/>", said, words);
        for sheet in ["text.x", "svg text.x", "svg>text", "rect + text.x", "[class=\"x\"]"] {
            let drawn = of(sheet, words);
            assert_eq!(drawn.area, plain.area, "{sheet}: {}", drawn.svg);
        }
        let drawn = of("text.x", words);
        assert_eq!(drawn.svg.matches("fill=\"#00a\"").count(), usize::from(words.contains('{')));
    }
    // The words of a box stand in spans that are not the template's.
    let sheet = "<style>tspan{font-style:italic;fill:red;font-size:9px}</style>";
    let (plain, ruled) =
        (styled("", "", "Draw **two** cards"), styled(sheet, "", "Draw **two** cards"));
    assert_eq!((ruled.area, ruled.marked()), (plain.area, plain.marked()));
    // The template's own spans take what they are given, and those in them the last of it.
    let body = "<style>.a{stroke:red} .b{stroke:blue;font-style:italic}</style><text deckle:box=\"4 4 55 60\"><tspan class=\"a\">a <tspan class=\"b\">b</tspan></tspan></text>";
    let drawn = Card { body: body.into(), ..boxed("", "a") }.drawn();
    assert_eq!(
        drawn.marked(),
        ["a  class=a stroke=red", "b class=b stroke=blue font-style=italic"]
    );
    // What follows a box with an icon still follows a text.
    let body = "<style>text + rect{width:10px;height:10px}</style><text deckle:box=\"4 4 55 6\">{sun}</text><rect x=\"40\" y=\"60\" width=\"1\" height=\"1\"/>";
    let drawn = Card { body: body.into(), ..boxed("", "a") }.drawn();
    assert!(
        drawn.svg.contains("<rect style=\"height:10px;width:10px;\" x=\"40\""),
        "{}",
        drawn.svg
    );
}

#[test]
fn blanks_beside_emoji_are_those_of_the_text() {
    let plain = drawn("deckle:box=\"5 5 50 40\" font-size=\"4\"", "a b");
    let blank = |drawn: &super::Drawn, text: &str| {
        drawn.spans.iter().find(|span| span.text.contains(text)).map(|span| span.x)
    };
    let drawn = drawn("deckle:box=\"5 5 50 40\" font-size=\"4\"", "\u{1f600} b");
    // The blank stands with the letter, in the letter's font, and not with the emoji.
    assert!(drawn.spans.iter().all(|span| !span.text.ends_with(' ')), "{:?}", drawn.marked());
    assert!(blank(&drawn, " b").is_some(), "{:?}", drawn.marked());
    assert_eq!(plain.lines(), ["a b"]);
}

#[test]
fn the_words_of_svg_align_a_box_and_set_its_lines_apart() {
    let at = |more: &str| {
        let drawn = drawn(&format!("deckle:box=\"5 5 50 40\" font-size=\"4\" {more}"), "one\ntwo");
        (drawn.spans[0].x, drawn.spans[1].y - drawn.spans[0].y)
    };
    assert_eq!(at("text-anchor=\"middle\""), at("deckle:align=\"center\""));
    assert_eq!(at("style=\"text-align:right\""), at("deckle:align=\"end\""));
    assert_eq!(at("text-anchor=\"end\" deckle:align=\"start\""), at(""));
    assert_eq!(at("style=\"line-height:1.5\""), at("deckle:line-height=\"1.5\""));
    assert_eq!(at("style=\"line-height:200%\""), at("deckle:line-height=\"2\""));
}

#[test]
fn dashes_with_blanks_behind_are_a_rule() {
    let drawn = drawn("deckle:box=\"5 5 50 40\" font-size=\"4\"", "one\\n--- \\ntwo");
    assert_eq!(drawn.lines(), ["one", "two"]);
}
