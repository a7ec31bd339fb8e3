//! Boxes of text in a sheet: words that can be searched, and no more of a font than they need.

use crate::reader::{fonts, lines, plain, text};
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

#[test]
fn a_word_whose_letters_stand_apart_is_told_as_a_word() {
    let template = "<svg viewBox=\"{{ view_box }}\"><text x=\"5\" y=\"20\" font-size=\"5\" letter-spacing=\"1\">CONVOY sails</text><text x=\"5\" y=\"40\" font-size=\"5\">Convoy</text></svg>";
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nA\n"),
        ("game/templates/card.svg", template),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let bytes = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let streams = document.objects.values().filter_map(|one| one.as_stream().ok());
    let told: Vec<String> = streams
        .filter_map(|stream| stream.get_plain_content().ok())
        .filter_map(|content| lopdf::content::Content::decode(&content).ok())
        .flat_map(|content| content.operations)
        .filter(|one| one.operator == "BDC")
        .filter_map(|one| one.operands.get(1)?.as_dict().ok()?.get(b"ActualText").ok().cloned())
        .filter_map(|text| lopdf::decode_text_string(&text).ok())
        .collect();
    assert_eq!(told, ["CONVOY", "sails"]);
    // Each glyph is a letter all the same, for readers that know nothing of words.
    let words = text(&document, document.page_iter().next().unwrap());
    assert!(words.contains("CONVOY sails") && words.contains("Convoy"), "{words}");
}
