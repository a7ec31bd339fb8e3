//! Boxes of text in a sheet: words that can be searched, and no more of a font than they need.

use crate::reader::{self, fonts, lines, plain, text};
use crate::support::{MANIFEST, Temporary, build, quick, root};
use lopdf::Document;

#[test]
fn the_words_of_boxes_can_be_searched_in_the_sheet() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &format!("{MANIFEST}[styles.hit]\nweight = 700\n")),
        ("game/cards.csv", "name,text\nA,\"Pay {sun} and {coins|2}, [hit: two wounds], **then** office and waffles.\"\nB,手札に二枚引く。\nC,\"שלום עולם.\"\n"),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 80\" deckle:align=\"justify\" font-size=\"5\">{{ card.text }}</text></svg>"),
    ]);
    for (name, to) in [("NotoSansJP-subset.ttf", "jp.ttf"), ("NotoSansHebrew-subset.ttf", "he.ttf")]
    {
        let target = folder.0.join("game/fonts");
        std::fs::create_dir_all(&target).unwrap();
        std::fs::copy(root().join("tests/fonts").join(name), target.join(to)).unwrap();
    }
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let bytes = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let words = plain(&text(&document, document.page_iter().next().unwrap()));
    for part in ["Pay and 2, two wounds, then office and waffles.", "手札に二枚引く"] {
        assert!(words.contains(&plain(part)), "{part}: {words}");
    }
    // Letters from the right are drawn from the left.
    assert!(words.contains("םולש"), "{words}");
    assert_eq!(fonts(&document)["NotoSansJP-Regular"], 1);
    assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
}

/// The lines of glyphs on the sheet of a game with one card of these words.
fn drawn(words: &str) -> Vec<String> {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", &format!("name,text\nA,\"{words}\"\n")),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 80\" font-size=\"5\">{{ card.text }}</text></svg>"),
    ]);
    let fonts = folder.0.join("game/fonts");
    std::fs::create_dir_all(&fonts).unwrap();
    for name in ["NotoNaskhArabic-subset.ttf", "NotoSansHebrew-subset.ttf"] {
        std::fs::copy(root().join("tests/fonts").join(name), fonts.join(name)).unwrap();
    }
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let bytes = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    lines(&document, document.page_iter().next().unwrap())
}

/// What a reader of a PDF makes of a line from the right: it turns all of it.
fn turned(words: &str) -> String {
    words.chars().rev().collect()
}

#[test]
fn words_from_the_right_stand_in_one_line_of_glyphs_as_readers_turn_them() {
    // Joined letters, of which some have dots that are glyphs of their own, and an `ي` among them.
    for (typed, words) in [
        ("السلام عليكم ورحمة", vec!["السلام", "عليكم", "ورحمة"]),
        ("Deal مرحبا بالعالم now", vec!["مرحبا", "بالعالم"]),
        ("لا إله", vec!["لا", "إله"]),
        ("שלום abc, עולם (12) הוא.", vec!["שלום", "עולם", "הוא"]),
        // A letter with its points is one: the letter speaks for them.
        ("שָׁלוֹם", vec!["שָׁלוֹם"]),
    ] {
        let lines = drawn(typed);
        for word in words {
            assert!(lines.iter().any(|line| line.contains(&turned(word))), "{word}: {lines:?}");
        }
        let told = |c: char| matches!(c, '\u{2066}'..='\u{2069}');
        assert!(!lines.concat().contains(told), "{lines:?}");
    }
}

#[test]
fn letters_that_a_font_joins_are_found_one_by_one() {
    let lines = drawn("office waffle fluffy");
    assert!(lines.iter().any(|line| line.contains("office waffle fluffy")), "{lines:?}");
}

/// The sheet of a card with these texts.
fn sheet(texts: &str) -> Document {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{texts}</svg>");
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nA\n"),
        ("game/templates/card.svg", &template),
    ]);
    let fonts = folder.0.join("game/fonts");
    std::fs::create_dir_all(&fonts).unwrap();
    for name in ["InterVariable-subset.ttf", "NotoSansHebrew-subset.ttf"] {
        std::fs::copy(root().join("tests/fonts").join(name), fonts.join(name)).unwrap();
    }
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let bytes = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    Document::load_mem(&bytes).unwrap()
}

/// The sheet of a card with these texts, and the words that glyphs of it are told to stand for together.
fn told(texts: &str) -> (Document, Vec<String>) {
    let document = sheet(texts);
    let told = reader::told(&document).into_iter().map(|(word, ..)| word).collect();
    (document, told)
}

#[test]
fn a_word_whose_letters_stand_apart_is_told_as_a_word() {
    let (document, told) = told(
        "<text x=\"5\" y=\"20\" font-size=\"5\" letter-spacing=\"1\">CONVOY sails</text><text x=\"5\" y=\"40\" font-size=\"5\">Convoy</text>",
    );
    assert_eq!(told, ["CONVOY", "sails"]);
    // Each glyph is a letter all the same, for readers that know nothing of words.
    let words = text(&document, document.page_iter().next().unwrap());
    assert!(words.contains("CONVOY sails") && words.contains("Convoy"), "{words}");
}

#[test]
fn a_word_is_one_though_its_font_pulls_some_of_its_letters_together() {
    // The font pulls `AV` together and pushes `ry` apart, so the gaps of a word lie on both sides of a reader's bound.
    for spacing in ["0.2", "0.27", "0.33", "0.45"] {
        let words = ["AWAY", "https://a.org/very/long,", "3/4"];
        let line = words.join(" ");
        let (_, told) = told(&format!(
            "<text x=\"3\" y=\"9\" font-size=\"3\" letter-spacing=\"{spacing}\">{line}</text>"
        ));
        assert!(told.iter().all(|told| words.contains(&told.as_str())), "{spacing}: {told:?}");
        assert!(told.contains(&words[1].into()), "{spacing}: {told:?}");
    }
    // What is put far apart is no word, spaced or not.
    for spacing in ["0", "0.4"] {
        let (_, told) = told(&format!(
            "<text y=\"9\" font-size=\"3\" letter-spacing=\"{spacing}\"><tspan x=\"3\">Gold</tspan><tspan x=\"20\">12</tspan></text>"
        ));
        let wanted: &[&str] = if spacing == "0" { &[] } else { &["Gold", "12"] };
        assert_eq!(told, wanted);
    }
}

#[test]
fn a_word_is_told_with_its_blank_where_letters_stand_so_near_that_the_blank_is_lost() {
    // Alegreya Sans has a blank of 0.187 of the size: 0.1 less at both of its sides leave nothing.
    let line = |spacing| {
        format!(
            "<text x=\"5\" y=\"20\" font-size=\"5\" letter-spacing=\"{spacing}\">Bold text is a word</text>"
        )
    };
    let (document, tight) = told(&line("-0.5"));
    assert_eq!(tight, ["Bold ", "text ", "is ", "a "]);
    let words = text(&document, document.page_iter().next().unwrap());
    assert!(words.contains("Bold text is a word"), "{words}");
    assert_eq!(told(&line("-0.1")).1, [""; 0]);
    // So it is where another font draws a word: the blank before it, and the one behind.
    let (_, parts) = told(
        "<text deckle:box=\"3 3 57 20\" font-size=\"5\" letter-spacing=\"-0.5\">Bold **text** is</text>",
    );
    assert_eq!(parts, ["Bold ", " is"]);
}

#[test]
fn a_word_is_one_though_it_fills_a_length() {
    for spacing in ["0", "1"] {
        let (_, told) = told(&format!(
            "<text x=\"5\" y=\"20\" font-size=\"3\" textLength=\"50\" letter-spacing=\"{spacing}\">Long word a</text>"
        ));
        assert_eq!(told, ["Long", "word"], "{spacing}");
    }
}

/// The parts of words in a box whose letters stand 0.2 of the size apart, and the room before the next part, in points.
fn rooms(families: &str, text: &str) -> Vec<(String, f64)> {
    let mut parts = reader::told(&sheet(&format!(
        "<text deckle:box=\"3 3 57 20\" font-size=\"5\" letter-spacing=\"1\" font-family=\"{families}\">{text}</text>"
    )));
    parts.sort_by(|one, other| one.1.total_cmp(&other.1));
    let starts: Vec<_> = parts.iter().skip(1).map(|part| part.1).chain([f64::INFINITY]).collect();
    parts.into_iter().zip(starts).map(|((part, _, end), start)| (part, start - end)).collect()
}

#[test]
fn a_word_is_one_though_its_font_changes_where_letters_stand_apart() {
    // What stands for each part reaches to the next: readers join parts that touch.
    for (families, text, parts, words) in [
        (
            "Alegreya",
            "Bo**ld**est **w**ord",
            ["Bo", "ld", "est", "w", "ord"].as_slice(),
            [2, 4].as_slice(),
        ),
        // From the right the first part is the last of its word, and letters stand as readers turn them.
        (
            "Noto Sans Hebrew",
            "שו<tspan fill=\"red\">לו</tspan>ם עו<tspan fill=\"red\">ל</tspan>ם",
            &["ם", "ל", "וע", "ם", "ול", "וש"],
            &[2, 5],
        ),
        ("Inter", "A<tspan font-weight=\"800\">B</tspan>IT 12", &["A", "B", "IT", "12"], &[2, 3]),
    ] {
        let rooms = rooms(families, text);
        assert_eq!(rooms.iter().map(|(part, _)| part.as_str()).collect::<Vec<_>>(), parts);
        for (at, (part, room)) in rooms.iter().enumerate() {
            let is_end = words.contains(&at);
            assert!(
                if is_end { *room > 2.0 } else { room.abs() < 0.02 },
                "{part}: {room} {rooms:?}"
            );
        }
    }
}
