//! Texts without a box: their letters, and the fonts that draw them.

use super::{Card, boxed};

/// A card that draws this, and what is told of it.
fn card(body: &str) -> super::Drawn {
    Card { body: body.into(), ..boxed("", "x") }.drawn()
}

#[test]
fn letters_that_are_spaced_do_not_join() {
    let text = |said: &str| {
        format!(
            "<text x=\"5\" y=\"9\" font-size=\"5\" font-family=\"Alegreya\" {said}>office</text>"
        )
    };
    // Alegreya joins two of its letters.
    assert_eq!(card(&text("")).glyphs, 5);
    for said in
        ["letter-spacing=\"0\"", "letter-spacing=\"normal\"", "style=\"letter-spacing: 0mm\""]
    {
        assert_eq!(card(&text(said)).glyphs, 5, "{said}");
    }
    for said in [
        "letter-spacing=\"0.5\"",
        "letter-spacing='-0.1'",
        "style=\"fill: red; letter-spacing: 0.1em\"",
        "style='letter-spacing:1px'",
    ] {
        assert_eq!(card(&text(said)).glyphs, 6, "{said}");
    }
    let sheet = format!("<style>text {{ letter-spacing: 0.3mm }}</style>{}", text(""));
    assert_eq!(card(&sheet).glyphs, 6);
    // An inner text may join again.
    let inner =
        text("letter-spacing=\"1\"").replace("office", "fi<tspan letter-spacing=\"0\">fi</tspan>");
    assert_eq!(card(&inner).glyphs, 3);
    // Words that speak of it are words.
    let words =
        card("<text x=\"5\" y=\"9\" font-size=\"2\">a: letter-spacing: 1; font-weight: 650</text>");
    assert_eq!(words.glyphs, "a:letter-spacing:1;font-weight:650".len());
}

#[test]
fn a_box_is_measured_as_its_spaced_letters_are_drawn() {
    for said in ["letter-spacing=\"0.4\"", "letter-spacing=\"0.4\" font-style=\"italic\""] {
        let attributes = format!(
            "deckle:box=\"4 4 50 20\" deckle:align=\"end\" font-size=\"5\" font-family=\"Alegreya\" {said}"
        );
        let drawn = boxed(&attributes, "office").drawn();
        assert_eq!(drawn.glyphs, 6);
        // The word ends with the room behind its last letter at most.
        let right = drawn.area.right();
        assert!((53.2..54.1).contains(&right), "{right}");
    }
}

#[test]
fn letters_and_blanks_that_have_no_room_are_told() {
    let text = |spacing: &str, words: &str| {
        card(&format!(
            "<text x=\"5\" y=\"9\" font-size=\"5\" letter-spacing=\"{spacing}\">{words}</text>"
        ))
    };
    // A blank of Alegreya Sans is less than 0.2 of the size wide, and an `l` 0.247.
    for (spacing, words, told) in [
        ("-0.8", "Bold text", None),
        ("-1", "Bold text", Some("leaves a blank no room")),
        ("-1.3", "Bolt", Some("leaves `l` no room")),
    ] {
        let drawn = text(spacing, words);
        match told {
            None => assert!(drawn.told.is_empty(), "{:?}", drawn.told),
            Some(told) => assert!(drawn.told[0].contains(told), "{:?}", drawn.told),
        }
    }
}
