//! Boxes of text, measured by the glyphs that are drawn: nothing outside, nothing smaller than it need be.

use super::drawn;

const SIXTY: &str = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs after the fox until \
    both of them are tired and lie down in the shade of an old oak where a wise owl tells them about the days when all \
    animals could talk and nobody had to run at all in those happy woods";

#[test]
fn no_line_leaves_its_box() {
    // Glyphs may hang a tenth of a millimetre over their advance.
    for align in ["start", "center", "end"] {
        for valign in ["top", "middle", "bottom"] {
            for more in [
                "",
                "letter-spacing=\"0.2\"",
                "font-style=\"italic\"",
                "font-family=\"Barlow Condensed\" font-weight=\"600\"",
            ] {
                let attributes = format!(
                    "deckle:box=\"4 30 50 40\" deckle:align=\"{align}\" deckle:valign=\"{valign}\" font-size=\"2.82\" {more}"
                );
                let drawn = drawn(&attributes, SIXTY);
                let area = drawn.area;
                assert!(drawn.lines().len() > 3, "{attributes}: {:?}", drawn.lines());
                assert!(area.x > 3.9 && area.right() < 54.1, "{attributes}: {area:?}");
                assert!(area.y > 29.9 && area.bottom() < 70.1, "{attributes}: {area:?}");
                // Lines are filled: a line is left only when the next word does not fit.
                assert!(area.w > 42.0, "{attributes}: {area:?}");
            }
        }
    }
}

#[test]
fn text_shrinks_no_more_than_it_must() {
    let sized = |words: &str, least: &str| {
        let attributes =
            format!("deckle:box=\"5 5 30 8\" deckle:fit=\"shrink {least}\" font-size=\"3.5\"");
        drawn(&attributes, words)
    };
    let short = sized("Go", "2.1");
    assert!((short.size - 3.5).abs() < 1e-9 && short.codes.is_empty());
    let words = "Twelve words that are too many for a box of this size";
    let long = sized(words, "2.1");
    assert!(long.size < 3.5 && long.size >= 2.1, "{}", long.size);
    assert!(long.codes.is_empty() && long.area.bottom() < 13.1, "{:?}", long.area);
    // A step larger would not have fitted.
    let larger =
        drawn(&format!("deckle:box=\"5 5 30 8\" font-size=\"{:.2}\"", long.size + 0.05), words);
    assert_eq!(larger.codes, ["overflow"]);
    let never = sized(SIXTY, "3");
    assert_eq!((never.codes, (never.size * 100.0).round()), (vec!["overflow".to_owned()], 300.0));
}

#[test]
fn lines_break_where_they_may() {
    let narrow = |words: &str| drawn("deckle:box=\"5 5 14 60\" font-size=\"4\"", words);
    assert_eq!(narrow("Draw two").lines(), ["Draw", "two"]);
    // No-break space holds, and what it holds is too wide: told, not broken.
    let held = narrow("Draw\u{a0}two");
    assert_eq!((held.lines().len(), held.codes), (1, vec!["overflow".to_owned()]));
    // A zero-width space is a place to break, and draws nothing.
    let soft = narrow("foobar\u{200b}bazquux");
    assert_eq!((soft.lines(), soft.codes.len()), (vec!["foobar".into(), "bazquux".into()], 0));
    assert_eq!(narrow("Donaudampfschiff").codes, ["overflow"]);
    // A line end in the cell is a new paragraph.
    assert_eq!(narrow("a\nb\n\nc").lines(), ["a", "b", "c"]);
}

#[test]
fn a_size_is_heard_wherever_it_is_written() {
    // Drawing programs write properties into `style`; the box must hold what is drawn all the same.
    for size in ["font-size=\"6\"", "style=\"font-size:6\"", "style=\"fill:red;font-size:6\""] {
        let attributes = format!("{size} deckle:box=\"5 5 30 9\" deckle:fit=\"shrink 2\"");
        let drawn = drawn(&attributes, "A few words that need to shrink");
        assert!(drawn.size < 6.0 && drawn.codes.is_empty(), "{size}: {:?}", drawn.codes);
        let area = drawn.area;
        assert!(area.right() < 35.1 && area.bottom() < 14.1, "{size}: drawn over {area:?}");
    }
}

#[test]
fn what_a_box_cannot_read_is_told_as_it_is_of_a_plain_text() {
    for (attribute, value, help) in [
        ("letter-spacing", "wide", "`0.05em`"),
        ("letter-spacing", "NaNem", "`0.05em`"),
        ("line-height", "big", "from 0.3 to 10"),
        ("font-weight", "heavy", "`bold`"),
        ("font-variant", "smallcaps", "`small-caps`"),
        ("text-anchor", "centre", "`middle`"),
        ("text-align", "middel", "`center`"),
    ] {
        let told = |said: &str| super::drawn(&format!("deckle:box=\"5 5 40 30\" {said}"), "a").told;
        for said in [format!("{attribute}=\"{value}\""), format!("style=\"{attribute}: {value}\"")]
        {
            let told = told(&said);
            let has = format!("`{attribute}` of a box of text cannot be `{value}`");
            assert!(told.len() == 1 && told[0].contains(&has), "{said}: {told:?}");
            assert!(told[0].contains(help), "{said}: {told:?}");
        }
    }
    // As browsers and drawing programs write them.
    for said in [
        "style=\"letter-spacing:0px;line-height:125%;text-align:start;text-anchor:start\"",
        "style=\"letter-spacing:normal;line-height:normal;font-variant:normal;font-weight:bolder\"",
        "letter-spacing=\"-0.05em\" line-height=\"1.2\" font-weight=\"350\" text-align=\"inherit\"",
    ] {
        let told = super::drawn(&format!("deckle:box=\"5 5 40 30\" {said}"), "a").told;
        assert!(!told.iter().any(|told| told.contains("cannot be")), "{said}: {told:?}");
    }
}

#[test]
fn what_svg_and_css_say_of_a_box_and_nothing_heeds_is_told() {
    let told = |said: &str| super::drawn(&format!("deckle:box=\"5 5 40 30\" {said}"), "a").told;
    for (said, name, help) in [
        ("dx=\"2\"", "dx", "`deckle:box=\"x y width height\"`"),
        ("dy=\"1 2\"", "dy", "`deckle:box=\"x y width height\"`"),
        ("rotate=\"20\"", "rotate", "`transform=\"rotate(90 x y)\"`"),
        ("direction=\"rtl\"", "direction", "`deckle:align`"),
        ("font-feature-settings=\"'smcp'\"", "font-feature-settings", "`small-caps`"),
        ("style=\"text-indent:4px\"", "text-indent", "`deckle:indent=\"1.5\"`"),
        ("style=\"hyphens:auto\"", "hyphens", "`deckle:hyphens=\"en\"`"),
        ("baseline-shift=\"super\"", "baseline-shift", "`deckle:box=\"x y width height\"`"),
        ("dominant-baseline=\"middle\"", "dominant-baseline", "`deckle:valign=\"middle\"`"),
        ("font-stretch=\"condensed\"", "font-stretch", "`Barlow Condensed`"),
        ("style=\"font: condensed 4px Alegreya\"", "font-stretch", "`Barlow Condensed`"),
        ("font-kerning=\"none\"", "font-kerning", "`letter-spacing`"),
        ("unicode-bidi=\"embed\"", "unicode-bidi", "`deckle:align`"),
        ("style=\"white-space:nowrap\"", "white-space", "no-break space"),
        ("style=\"font-variant-numeric:oldstyle-nums\"", "font-variant-numeric", "`small-caps`"),
        ("style=\"column-count:2\"", "column-count", "`deckle:columns=\"2\"`"),
    ] {
        let told = told(said);
        let has = format!("`{name}` means nothing on a box of text");
        assert!(told.len() == 1 && told[0].starts_with(&has), "{said}: {told:?}");
        assert!(told[0].contains(help), "{said}: {told:?}");
    }
    for said in [
        "dx=\"0\" direction=\"ltr\" deckle:hyphens=\"en\" deckle:indent=\"2\"",
        "style=\"text-indent:0;hyphens:manual;font-feature-settings:normal\"",
    ] {
        assert_eq!(told(said), [""; 0], "{said}");
    }
    // Spans in a box are set with it.
    let span =
        "<text deckle:box=\"5 5 40 30\">10<tspan dy=\"-1\" font-size=\"2\">th</tspan></text>";
    let told = super::Card { body: span.into(), ..super::boxed("", "b") }.drawn().told;
    assert!(
        told.len() == 1 && told[0].starts_with("`dy` means nothing in a box of text"),
        "{told:?}"
    );
    let path = "<path id=\"p\" d=\"M5 50H60\"/><text deckle:box=\"5 5 40 30\">a<textPath href=\"#p\">lost</textPath> {{ card.text }}</text>";
    let drawn = super::Card { body: path.into(), ..super::boxed("", "b") }.drawn();
    assert_eq!(drawn.lines(), ["a b"]);
    assert!(
        drawn.told[0].starts_with("a `<textPath>` in a box of text is not drawn"),
        "{:?}",
        drawn.told
    );
}

#[test]
fn weights_that_no_font_has_are_told_of_plain_texts_too() {
    let told = |weight: &str| {
        let body = format!("<text y=\"20\" font-weight=\"{weight}\">{{{{ card.text }}}}</text>");
        super::Card { body, ..super::boxed("", "b") }.drawn().told
    };
    let heavy = told("heavy");
    assert!(
        heavy.len() == 1
            && heavy[0]
                .starts_with("`font-weight` of a `text` is `heavy`: it is drawn as `normal`"),
        "{heavy:?}"
    );
    assert_eq!(told("1200").len(), 1);
    for weight in ["bold", "700", "normal", "inherit", "400"] {
        assert_eq!(told(weight), [""; 0], "{weight}");
    }
}
