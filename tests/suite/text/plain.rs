//! Texts without a box: their letters, and the fonts that draw them.

use super::{Card, boxed, each_glyph};

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
        ("-1", "Bold text", Some("takes all the room of blanks")),
        ("-1.3", "Bolt", Some("1 letters of `Bolt` are lost")),
    ] {
        let drawn = text(spacing, words);
        match told {
            None => assert!(drawn.told.is_empty(), "{:?}", drawn.told),
            Some(told) => assert!(drawn.told[0].contains(told), "{:?}", drawn.told),
        }
    }
}

/// The fonts of the game, beside those of the program.
const FONTS: [(&str, &str); 3] = [
    ("fonts/jp.ttf", "NotoSansJP-subset.ttf"),
    ("fonts/he.ttf", "NotoSansHebrew-subset.ttf"),
    ("fonts/ar.ttf", "NotoNaskhArabic-subset.ttf"),
];

/// The words of a card's texts, each with the font that draws it, and what is told.
fn words_and_fonts(body: &str) -> (Vec<(String, String)>, Vec<String>) {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{body}</svg>");
    let mut workspace = crate::support::game([
        ("game.toml", crate::support::MANIFEST),
        ("cards.csv", "text\nx\n"),
        ("templates/card.svg", template.as_str()),
    ]);
    for (path, name) in FONTS {
        let bytes = std::fs::read(crate::support::root().join("tests/fonts").join(name)).unwrap();
        workspace.files.insert(path.into(), bytes);
    }
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let made = deckle::pipeline::make(&workspace, &options, &mut sources, &mut sink);
    let made = made.unwrap_or_else(|_| panic!("{:?}", sink.list()));
    let (scene, findings) = made.parse(&[&made.decks[0].faces[0]]).remove(0);
    // Fonts of one weight stand in for bold ones, which is told elsewhere.
    let is_of_weight =
        |one: &&deckle::findings::Finding| one.is_of(deckle::diag::Code::FONT_WEIGHT);
    let told =
        findings.iter().filter(|one| one.as_fitted().is_none()).filter(|one| !is_of_weight(one));
    let told = told.map(|one| serde_json::to_value(one).unwrap()["message"].to_string()).collect();
    let mut found: Vec<(String, String)> = Vec::new();
    let scene = scene.unwrap_or_else(|| panic!("{findings:?}"));
    each_glyph(scene.tree.root(), &mut |glyph| {
        let face = &made.fonts.face(made.fonts.number(glyph.font)).unwrap().family;
        // What no font draws has the glyph 0.
        let face = if glyph.id.0 == 0 { "none" } else { face };
        match found.last_mut() {
            Some((words, of)) if of == face => words.push_str(&glyph.text),
            _ => found.push((glyph.text.clone(), face.into())),
        }
    });
    (found, told)
}

#[test]
fn a_font_stands_in_for_a_plain_text_word_by_word() {
    let in_cinzel = |words: &str, more: &str| {
        let text = format!(
            "<text x=\"5\" y=\"20\" font-size=\"4\" font-family=\"Cinzel\" font-weight=\"700\"{more}>{words}</text>"
        );
        words_and_fonts(&text)
    };
    let wanted = |words: &[(&str, &str)]| {
        let words = words.iter().map(|(words, font)| (words.to_string(), font.to_string()));
        words.collect::<Vec<_>>()
    };
    let card = [("Draw ", "Cinzel"), ("手札", "Noto Sans JP"), (" & now", "Cinzel")];
    for words in [
        "Draw 手札 &amp; now",
        "Draw &#x624b;札 &#38; now",
        "<![CDATA[Draw 手札 & now]]>",
        "Draw <tspan fill=\"red\">手札</tspan> &amp; <tspan dy=\"1\">now</tspan>",
        "\n  Draw\n  手札 &amp; now\n",
    ] {
        let (found, told) = in_cinzel(words, "");
        assert_eq!((found, &told[..]), (wanted(&card), &[][..]), "{words}");
    }
    // A word of which the font has a part comes whole from the other one, and two fonts may stand in.
    let (found, told) = in_cinzel("ab手札 now Карта", "");
    let other = [("ab手札", "Noto Sans JP"), (" now ", "Cinzel"), ("Карта", "Alegreya")];
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(
        (found[0].clone(), found[1].clone()),
        (wanted(&other)[0].clone(), wanted(&other)[1].clone())
    );
    assert_eq!((found[2].0.as_str(), &told[..]), ("Карта", &[][..]));
    // So it is at the beginning, and from the right.
    let (found, told) = in_cinzel("手札 now", " letter-spacing=\"0.4\"");
    assert_eq!(
        (found, &told[..]),
        (wanted(&[("手札", "Noto Sans JP"), (" now", "Cinzel")]), &[][..])
    );
    let (found, _) = in_cinzel("Say שלום now", "");
    assert_eq!(
        found,
        wanted(&[("Say ", "Cinzel"), ("םולש", "Noto Sans Hebrew"), (" now", "Cinzel")])
    );
}

#[test]
fn style_sheets_and_lists_of_places_hold_where_another_font_stands_in() {
    let (found, told) = words_and_fonts(
        "<style>.a { font: 700 4px Cinzel } tspan { fill: red; font-family: Orbitron }</style><text class=\"a\" x=\"5\" y=\"20\">Draw 手札 now</text>",
    );
    assert_eq!(found[1], ("手札".into(), "Noto Sans JP".into()), "{told:?}");
    assert_eq!(found[2], (" now".into(), "Cinzel".into()));
    let places = |words: &str| {
        let text = format!(
            "<text x=\"5 15 25 35\" y=\"20\" font-size=\"4\" font-family=\"Cinzel\">{words}</text>"
        );
        let drawn = Card {
            files: vec![(
                "fonts/jp.ttf",
                std::fs::read(crate::support::root().join("tests/fonts/NotoSansJP-subset.ttf"))
                    .unwrap(),
            )],
            ..boxed("", "x")
        };
        Card { body: text, ..drawn }.drawn().area
    };
    // The last of four letters stands at its own place, whichever fonts draw them.
    assert!((places("札札 o").right() - places("ab o").right()).abs() < 1e-3);
}

#[test]
fn a_text_whose_letters_cannot_be_parted_is_told() {
    // Letters with points, of which one is more glyphs than in the other font.
    let pointed = "\u{5e9}\u{5c1}\u{5b8}\u{5dc}\u{5d5}\u{5b9}\u{5dd}";
    let (found, told) = words_and_fonts(&format!(
        "<text x=\"5\" y=\"20\" font-size=\"4\" font-family=\"Cinzel\" font-weight=\"700\">{pointed} and</text>"
    ));
    assert!(found.iter().all(|(_, font)| font == "Noto Sans Hebrew"), "{found:?}");
    assert!(told.len() == 1 && told[0].contains("all of the text is drawn in"), "{told:?}");
}
