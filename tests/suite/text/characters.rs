//! Characters that are not letters: what ends lines elsewhere, blanks, what is hidden, and what no font has.

use super::{Card, Drawn, boxed};
use crate::support::{MANIFEST, game, told};

const BOX: &str = "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Alegreya\"";

/// A card with these words in a box and without one.
fn both(words: &str) -> Drawn {
    let body = format!(
        "<text {BOX}>{{{{ card.text }}}}</text><text x=\"4\" y=\"60\" font-size=\"4\" font-family=\"Alegreya\">{{{{ card.text }}}}</text>"
    );
    Card { body, ..boxed("", words) }.drawn()
}

#[test]
fn what_ends_a_line_in_other_programs_ends_it_in_a_box() {
    let lines = |body: &str, words| {
        let drawn = Card { body: body.into(), ..boxed("", words) }.drawn();
        assert_eq!((&*drawn.told, drawn.crosses), (&[][..], 0), "{body} {words:?}");
        drawn.spans.into_iter().map(|span| (span.text, span.y)).collect::<Vec<_>>()
    };
    let in_cell = format!("<text {BOX}>{{{{ card.text }}}}</text>");
    let plain = lines(&in_cell, "Draw.\nDiscard.\n\nGain.");
    assert_eq!(plain.len(), 3);
    for words in ["Draw.\u{2028}Discard.\u{2029}Gain.", "Draw.\u{85}Discard.\u{2029}Gain.\u{2029}"]
    {
        assert_eq!(lines(&in_cell, words), plain, "{words:?}");
        assert_eq!(lines(&format!("<text {BOX}>{words}</text>"), "x"), plain, "{words:?}");
    }
    let named = format!("<text {BOX}>Draw.&#x2028;Discard.&#8233;Gain.</text>");
    assert_eq!(lines(&named, "x"), plain);
    // A template sees a line end, and what names one in a cell are letters.
    let split =
        format!("<text {BOX}>{{{{ card.text | split(pat=\"\n\") | join(sep=\"/\") }}}}</text>");
    assert_eq!(lines(&split, "a\u{2028}b\u{2029}c")[0].0, "a/b//c");
    assert_eq!(lines(&in_cell, "a&#x2028;b")[0].0, "a&#x2028;b");
}

#[test]
fn what_ends_a_line_in_other_programs_is_a_blank_in_a_plain_text() {
    let card = |words: &str| {
        let body = format!(
            "<text x=\"4\" y=\"60\" font-size=\"4\" font-family=\"Alegreya\">{words}</text>"
        );
        Card { body, ..boxed("", "a\u{2028}b") }.drawn()
    };
    let plain = card("Draw. Discard.");
    for words in [
        "Draw.\u{2028}Discard.",
        "Draw.\u{2029}Discard.",
        "Draw.\u{85}Discard.",
        "Draw.&#x2028;Discard.",
        "Draw.&#133;Discard.",
    ] {
        let drawn = card(words);
        assert_eq!((&*drawn.told, drawn.crosses), (&[][..], 0), "{words:?}");
        assert_eq!((drawn.glyphs, drawn.area), (plain.glyphs, plain.area), "{words:?}");
    }
    assert_eq!(card("{{ card.text }}").glyphs, 2);
}

#[test]
fn blanks_and_what_is_hidden_are_never_drawn_as_crosses() {
    // White_Space and Default_Ignorable_Code_Point of Unicode, but those that are told below.
    let blanks = "\u{a0}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}";
    let hidden = "\u{ad}\u{34f}\u{61c}\u{17b4}\u{17b5}\u{180b}\u{180c}\u{180d}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{2060}\u{2061}\u{2064}\u{2066}\u{2067}\u{2069}\u{206a}\u{206f}\u{fe00}\u{fe0f}\u{feff}\u{fff0}\u{fff8}\u{1d173}\u{1d17a}\u{e0001}\u{e0020}\u{e007f}\u{e0100}\u{e01ef}\u{e0fff}";
    for c in blanks.chars().chain(hidden.chars()) {
        let drawn = both(&format!("b{c}d {c} e"));
        assert_eq!((&*drawn.told, drawn.crosses), (&[][..], 0), "U+{:04X}", u32::from(c));
        assert_eq!(drawn.glyphs, 6, "U+{:04X}", u32::from(c));
    }
    // The blank of Ogham is a line, and fillers of Hangul take a letter's room.
    for c in "\u{1680}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{180f}".chars() {
        let drawn = both(&format!("b{c}d"));
        assert_eq!(drawn.codes, ["glyph", "glyph"], "U+{:04X}: {:?}", u32::from(c), drawn.told);
        let number = format!("(U+{:04X})", u32::from(c));
        assert!(drawn.told.iter().all(|told| told.contains(&number)), "{:?}", drawn.told);
    }
}

#[test]
fn control_characters_are_told_with_what_was_meant() {
    // The table of Windows-1252, by the Unicode Consortium's CP1252.TXT.
    for (number, meant) in [
        (0x80, "`€`"),
        (0x92, "`’`"),
        (0x93, "`“`"),
        (0x96, "`–`"),
        (0x9f, "`Ÿ`"),
        (0x81, "delete it"),
        (0x7f, "delete it"),
    ] {
        let c = char::from_u32(number).unwrap();
        let cards = format!("text\na{c}b\n");
        let drawn = "<svg viewBox=\"{{ view_box }}\"><text y=\"9\">{{ card.text }}</text></svg>";
        let told = told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", &*cards),
            ("templates/card.svg", drawn),
        ]));
        let start = format!(
            "cards.csv:2:1 bad-character: `text` holds the character U+{number:04X}, which cannot be drawn"
        );
        crate::support::one(&told, &start, meant);
        // In a template they are no cell's.
        for body in
            [format!("<text {BOX}>a&#{number};b</text>"), format!("<text y=\"9\">a{c}b</text>")]
        {
            let drawn = Card { body: body.clone(), ..boxed("", "x") }.drawn();
            assert_eq!(drawn.codes, ["glyph"], "{body}: {:?}", drawn.told);
            assert!(
                drawn.told[0].starts_with(&format!("no font has the character U+{number:04X} |")),
                "{:?}",
                drawn.told
            );
            assert!(meant == "delete it" || drawn.told[0].ends_with(meant), "{:?}", drawn.told);
        }
    }
}

#[test]
fn a_mark_that_no_font_has_on_its_letter_is_told_and_not_the_letter() {
    for (mark, shown) in [
        ("\u{1f3fb}", "`\u{1f3fb}` (U+1F3FB) on `b`"),
        ("\u{20e3}", "`◌\u{20e3}` (U+20E3) on `b`"),
        ("\u{20dd}", "`◌\u{20dd}` (U+20DD)"),
    ] {
        let cards = format!("text\nAa bab{mark}c\n");
        for more in [BOX, "y=\"9\""] {
            let drawn = format!(
                "<svg viewBox=\"{{{{ view_box }}}}\"><text {more}>{{{{ card.text }}}}</text></svg>"
            );
            let told = told(&game([
                ("game.toml", MANIFEST),
                ("cards.csv", &*cards),
                ("templates/card.svg", &*drawn),
            ]));
            let start = format!("cards.csv:2:7 glyph: no font has the character {shown}");
            crate::support::one(&told, &start, "write it otherwise");
        }
    }
    // A sign that the font of emoji has is drawn in a box; the parser of drawings would lose it, which is told.
    let signs = "1\u{fe0f}\u{20e3} and \u{1f44d}\u{1f3fb}";
    assert_eq!(boxed(BOX, signs).drawn().codes, [""; 0]);
    assert_eq!(both(signs).codes, ["svg"]);
}
