//! The manifest: what it may say, and where each mistake in it is told.

use super::support::{MANIFEST, TEMPLATE, game, one, told};

const CARDS: &str = "name,count\nWolf,2\nBear,1\n";

fn with(manifest: &str) -> Vec<String> {
    told(&game([("game.toml", manifest), ("cards.csv", CARDS), ("templates/card.svg", TEMPLATE)]))
}

/// Lines after [`MANIFEST`], whose last line is the sixth.
fn and(lines: &str) -> Vec<String> {
    with(&format!("{MANIFEST}{lines}\n"))
}

#[test]
fn misspelt_keys_are_told_with_the_key_that_was_meant() {
    let cases = [
        ("sise = \"poker\"", "game.toml:7:1 unknown-key: [[deck]] has no key `sise`", "`size`"),
        ("[[sheet]]\npapper = \"a4\"", "game.toml:8:1 unknown-key: [[sheet]]", "`paper`"),
        (
            "[[sheet]]\nmarks = { stile = \"crop\" }",
            "game.toml:8:11 unknown-key: [marks]",
            "`style`",
        ),
        ("size = { width = \"9 mm\", hight = \"9 mm\" }", "game.toml:7:", "`height`"),
        ("[sheets]\n", "game.toml:7:2 unknown-key: the manifest has no key `sheets`", "`sheet`"),
    ];
    for (lines, start, has) in cases {
        let told = and(lines);
        assert!(
            told.iter().any(|line| line.starts_with(start) && line.contains(has)),
            "{lines}: {told:#?}"
        );
    }
}

#[test]
fn keys_of_another_kind_of_table_are_told_with_where_they_belong() {
    let board =
        "[[board]]\nname = \"b\"\nkind = \"square\"\ncolumns = 3\nrows = 3\ncell = \"20 mm\"\n";
    let counters = "[[counters]]\nname = \"c\"\ncards = \"cards.csv\"\n";
    let round = format!("{counters}shape = \"round\"\nbase = \"3 mm\"");
    let cases = [
        ("shape = \"round\"".to_owned(), "7:1", "`shape` is for `[[counters]]`"),
        (format!("{counters}top = \"flat\""), "10:1", "`top` is for `shape = \"hex\"`"),
        (round, "11:1", "`base` is for `shape = \"standee\"`"),
        (format!("{board}top = \"flat\""), "13:1", "`top` is for boards of the kind `hex`"),
        (format!("{board}way = \"ring\""), "13:1", "`way` is for boards of the kind `track`"),
        (format!("{board}links = \"l.csv\""), "13:1", "`links` is for boards of the kind `graph`"),
    ];
    for (lines, at, has) in cases {
        one(&and(&lines), &format!("game.toml:{at} unknown-key: [["), has);
    }
}

#[test]
fn misspelt_values_are_told_with_the_value_that_was_meant() {
    let cases = [
        ("size = \"tarrot\"", "7:8 bad-size: there is no size `tarrot`", "`tarot`"),
        ("[[sheet]]\npaper = \"leter\"", "8:9 bad-size: there is no paper `leter`", "`letter`"),
        ("[[sheet]]\npaper = [\"a4\", \"leter\"]", "8:16 bad-size: there is no paper", "`letter`"),
        ("[[sheet]]\ndecks = [\"dekc\"]", "8:10 unknown-deck: there is no deck `dekc`", "`deck`"),
        ("[[sheet]]\nbacks = \"duplx\"", "8:9 bad-value: `backs` cannot be `duplx`", "`duplex`"),
        ("[[sheet]]\noutput = \"rastr\"", "8:10 bad-value: `output`", "`raster`"),
        ("copies = \"cuont\"", "7:10 unknown-column: the table has no column `cuont`", "`count`"),
        ("name_column = \"nmae\"", "7:15 unknown-column", "`name`"),
        ("back_column = \"bak\"", "7:15 unknown-column: the table has no column `bak`", "known"),
        ("front = \"crad.svg\"", "7:9 unknown-template: there is no template", "`card.svg`"),
        ("back = \"bakc.svg\"", "7:8 unknown-template: there is no template", "`back.svg`"),
        ("theme = \"nite\"\n[themes.night]\n", "7:9 unknown-theme: there is no theme", "`night`"),
        ("encoding = \"windows-1225\"", "7:12 bad-value: there is no encoding", "`windows-125"),
    ];
    for (lines, start, has) in cases {
        one(&and(lines), &format!("game.toml:{start}"), has);
    }
}

#[test]
fn values_of_the_wrong_kind_are_told_at_the_value() {
    let cases = [
        ("size = 63", "7:8 bad-value: `size` must be a text in quotes", ""),
        ("bleed = 3", "7:9 bad-length: `bleed` must be a length in quotes", "\"3 mm\""),
        ("bleed = \"3\"", "7:9 bad-length: `bleed` is `3`, which is not a length", "`3 mm`"),
        ("bleed = \"3,5 mm\"", "7:9 bad-length", "`3.5 mm`"),
        ("bleed = \"3 furlongs\"", "7:9 bad-length", "`furlongs` is not a unit"),
        ("bleed = \"-1 mm\"", "7:9 bad-value: `bleed` is -1 mm", ""),
        ("size = \"2000 x 88 mm\"", "7:8 bad-size", "5 to 1500 mm"),
        ("max_copies = 0", "7:14 bad-value: `max_copies` must be a whole number from 1", ""),
        ("separator = \";;\"", "7:13 bad-value: `separator` is `;;`", "`\";\"`"),
        ("[[sheet]]\ngrid = \"3 by 3\"", "8:8 bad-value: `grid` is `3 by 3`", "\"3 x 3\""),
        ("[[sheet]]\ngrid = \"0 x 3\"", "8:8 bad-value: `grid` is `0 x 3`", "\"3 x 3\""),
        ("[[sheet]]\nback_offset = \"1 mm\"", "8:15 bad-value: `back_offset` is a pair", "down"),
        (
            "[[sheet]]\nback_offset = [\"90 mm\", \"0 mm\"]",
            "8:15 bad-value: `back_offset` moves backs by more than 30 mm",
            "calibrate",
        ),
        ("[[sheet]]\npaper = []", "8:9 bad-value: `paper` names none", "leave it out"),
        ("[[sheet]]\ndecks = []", "8:9 bad-value: `decks` names none", "leave it out"),
        ("[[sheet]]\nname = \"con\"", "8:8 bad-name: `con` cannot name a file", "Windows"),
        ("[[sheet]]\nname = \"lpt1\"", "8:8 bad-name: `lpt1` cannot", "`lpt1-cards`?"),
        ("[[sheet]]\nname = \"\"", "8:8 bad-name: `` cannot name a file", "digits and `-`"),
        ("[sheet]\npaper = \"a4\"", "7:", "[[sheet]]"),
        ("[theme]\nink = [1]", "8:7 bad-value: the theme's `ink`", "a text or a number"),
    ];
    for (lines, start, has) in cases {
        one(&and(lines), &format!("game.toml:{start}"), has);
    }
    for (dpi, told) in [("35", 1), ("36", 0), ("2400", 0), ("2401", 1), ("\"300\"", 1)] {
        let manifest = MANIFEST.replace("version = \"1\"", &format!("dpi = {dpi}"));
        let found = with(&manifest);
        assert_eq!(found.len(), told, "{dpi}: {found:#?}");
        assert!(found.iter().all(|line| line.starts_with("game.toml:3:7 bad-value")), "{found:#?}");
    }
}

#[test]
fn characters_that_no_font_has_are_told_where_title_and_version_are_written() {
    let manifest = MANIFEST.replace("version = \"1\"", "version = \"1 \u{13080}\u{f100}\"");
    let has = "the characters `\u{f100}` (U+F100), `\u{13080}` (U+13080), which every sheet";
    one(&with(&manifest), "game.toml:3:11 glyph: no font has ", has);
}

#[test]
fn the_starter_card_fits_every_size_of_cards() {
    for size in deckle::model::CARD_SIZES.iter().filter(|size| size.w.min(size.h) > 31.0) {
        let manifest = format!("{MANIFEST}size = \"{}\"\n", size.name);
        let cards = "name,type,value,icon,text,count\nStorm,weather,3,anchor,\"Every player discards one card, then draws one.\",2\n";
        let told = told(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)]));
        assert!(told.is_empty(), "{}: {told:#?}", size.name);
    }
}

#[test]
fn what_is_missing_is_told_with_what_to_add() {
    let told = with("");
    assert_eq!(told.len(), 2, "{told:#?}");
    one(&told[..1], "game.toml:1:1 missing-key: the manifest has no table `[game]`", "[game]");
    one(&told[1..], "game.toml:1:1 missing-key: the game has no deck", "[[deck]]");
    let told = with("[game]\ntitle = \"x\"\n");
    one(&told, "game.toml:1:1 missing-key: the game has no deck", "[[deck]]");
    one(
        &with("[game]\ntitle = \"x\"\n[[deck]]\nname = \"a\"\n"),
        "game.toml:3:1 missing-key: [[deck]] has no `cards`",
        "`cards = \"…\"`",
    );
    let told = told_without_manifest();
    one(&told, "no-file: cannot read the manifest `game.toml`", "deckle new DIR");
}

fn told_without_manifest() -> Vec<String> {
    told(&game([("cards.csv", CARDS)]))
}

#[test]
fn a_manifest_that_is_no_toml_is_told_at_the_place() {
    one(&and("size = poker"), "game.toml:7:8 toml:", "");
    one(&and("size = \"poker"), "game.toml:7:", "toml: ");
    let told = with(&format!("\u{feff}{}", MANIFEST.replace('\n', "\r\n")));
    assert!(told.is_empty(), "a byte-order mark and line ends of Windows: {told:#?}");
}

#[test]
fn the_wrong_half_of_a_pair_is_told_at_its_own_place() {
    let told = and("[[sheet]]\nback_offset = [\"1 mm\", \"1\"]");
    one(&told, "game.toml:8:24 bad-length", "`1 mm`");
}

#[test]
fn sizes_may_be_measured_in_any_unit() {
    for size in [
        "63 x 88 mm",
        "63 mm x 88 mm",
        "63mm×88mm",
        "6.3 x 8.8 cm",
        "2.5 x 3.5 in",
        "180 x 252 pt",
        "750 x 1050 px@300",
        "750 px@300 x 1050 px@300",
    ] {
        let told = and(&format!("size = \"{size}\""));
        assert!(told.is_empty(), "{size}: {told:#?}");
    }
}

#[test]
fn the_wrong_half_of_a_size_is_the_one_that_is_told() {
    for (size, help) in [
        ("63,0 x 88 mm", "`63.0"),
        ("63 x 88,5 mm", "88.5 mm`"),
        ("63 x 88", "mm"),
        ("63 x mm", "number"),
        ("63 furlongs x 88 mm", "`furlongs` is not a unit"),
    ] {
        let told = and(&format!("size = \"{size}\""));
        one(&told, &format!("game.toml:7:8 bad-size: `{size}` is not a size"), help);
    }
}

#[test]
fn two_decks_of_one_name_are_told_at_the_second() {
    let second = "[[deck]]\nname = \"deck\"\ncards = \"cards.csv\"";
    let told = and(second);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("same-file: two decks are named `deck`"), "{}", told[0]);
    assert!(
        told[0].starts_with("game.toml:7:") || told[0].starts_with("game.toml:8:"),
        "the place is not the second deck: {}",
        told[0]
    );
}

#[test]
fn two_sheets_that_write_one_file_are_told() {
    one(
        &and("[[sheet]]\npaper = \"a4\"\n[[sheet]]\npaper = \"a4\"\noutput = \"raster\""),
        "game.toml:9:1 same-file: two sheets write `sheets/deck-a4.pdf`",
        "`name`",
    );
    assert!(and("[[sheet]]\npaper = \"a4\"\n[[sheet]]\npaper = \"a4\"\nname = \"b\"").is_empty());
    one(
        &and("[[sheet]]\nfile = \"print-me\"\npaper = [\"a4\", \"letter\"]"),
        "game.toml:7:1 same-file: `print-me.pdf` would be written twice",
        "one deck on one paper",
    );
}

#[test]
fn one_sheet_does_not_write_a_file_twice() {
    // A paper named twice is told, or taken once; never written twice under one name.
    let cases = [
        "[[sheet]]\npaper = [\"a4\", \"a4\"]",
        "[papers]\nA4 = \"200 x 290 mm\"\n[[sheet]]\npaper = [\"a4\", \"A4\"]",
        "[papers]\ntwo-a4 = \"210 x 297 mm\"\n[[sheet]]\npaper = [\"a4\", \"two-a4\"]\n[[deck]]\nname = \"deck-two\"\ncards = \"cards.csv\"",
    ];
    let mut twice = Vec::new();
    for lines in cases {
        let manifest = format!("{MANIFEST}{lines}\n");
        let files = [("game.toml", manifest.as_str()), ("cards.csv", CARDS)];
        let (mut sources, mut sink) = Default::default();
        let Ok(game) = deckle::load::load(&game(files), &mut sources, &mut sink) else { continue };
        let names: Vec<_> = game
            .sheets
            .iter()
            .flat_map(|sheet| {
                let files = sheet.files(&game.decks).into_iter();
                files.map(|(lot, paper)| sheet.path(&lot, &game.decks, paper))
            })
            .collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        if distinct.len() < names.len() {
            twice.push(format!("{lines}\nwrites {names:?}"));
        }
    }
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn names_that_cannot_name_a_file_are_told_with_one_that_can() {
    for (name, slug) in [
        ("My Deck", "my-deck"),
        ("Größe", "grosse"),
        ("../up", "up"),
        ("a/b", "a-b"),
        ("a--b", "a-b"),
        ("-a", "a"),
        (".hidden", "hidden"),
    ] {
        let told = with(&MANIFEST.replace("\"deck\"", &format!("\"{name}\"")));
        one(&told, &format!("game.toml:5:8 bad-name: `{name}` cannot"), &format!("`{slug}`?"));
    }
    one(
        &and("[[sheet]]\nname = \"A b\""),
        "game.toml:8:8 bad-name: `A b` cannot name a file",
        "`a-b`?",
    );
}

#[test]
fn a_grid_that_does_not_fit_is_told_where_it_is_asked_for() {
    let told = and(
        "size = \"3.5 x 5 in\"\n[[sheet]]\npaper = \"letter\"\nmargin = \"10 mm\"\ngrid = \"3 x 3\"",
    );
    one(
        &told,
        "game.toml:11:8 grid: `deck` does not fit on letter: 3 x 3 needs 266.7 x 381 mm, the page leaves 195.9 x 259.4 mm",
        "2 x 2 fits",
    );
    one(
        &and("size = \"300 x 300 mm\"\n[[sheet]]\npaper = \"a4\""),
        "game.toml:8:1 grid: `deck` does not fit on a4",
        "larger paper",
    );
}

#[test]
fn sizes_and_papers_of_the_game_are_known_by_name() {
    let told = and(
        "size = \"coaster\"\n[sizes]\ncoaster = \"95 x 95 mm\"\n[papers]\nroll = { width = \"330 mm\", height = \"1 cm\" }\n[[sheet]]\npaper = \"rol\"",
    );
    one(&told, "game.toml:13:9 bad-size: there is no paper `rol`", "`roll`");
    one(&and("[sizes]\ncoaster = \"95 by 95 mm\""), "game.toml:8:11 bad-size", "63 x 88 mm");
}

#[test]
fn a_title_that_no_drawing_can_carry_is_told() {
    // The title stands on every sheet: what cannot be drawn there is a fault of the manifest.
    for title in ["卡牌", "a\\u0001b", "\\u0000"] {
        let told = with(&MANIFEST.replace("title = \"Test\"", &format!("title = \"{title}\"")));
        assert_eq!(told.len(), 1, "nothing is told of `{title}`: {told:#?}");
        assert!(told[0].starts_with("game.toml:2:9 "), "{told:#?}");
    }
}
