//! Sizes: the largest that fits, shared by a group or a deck, told where none fits, and reported.

use super::{Card, boxed, drawn};
use crate::support::{MANIFEST, Temporary, build, files, game, quick, told};

const LONG: &str = "Twelve words that are too many for a box of this size";

#[test]
fn sizes_go_down_by_the_steps_that_are_asked_for() {
    let size = |fit: &str| {
        drawn(&format!("deckle:box=\"5 5 30 8\" deckle:fit=\"{fit}\" font-size=\"3.5\""), LONG).size
    };
    let fine = size("shrink 2.1");
    assert!((3.5 - fine) % 0.05 < 1e-9 || 0.05 - (3.5 - fine) % 0.05 < 1e-9, "{fine}");
    let coarse = size("shrink 2 step 0.5");
    assert!(
        [3.0, 2.5, 2.0].contains(&coarse) && coarse <= fine && fine - coarse < 0.5,
        "{fine} {coarse}"
    );
    let points = size("shrink 6pt step 1mm");
    assert!((points - 2.5).abs() < 1e-9 || (points - 6.0 * 25.4 / 72.0).abs() < 1e-3, "{points}");
}

#[test]
fn what_is_wrong_with_a_box_is_told() {
    for (attributes, has) in [
        ("deckle:fit=\"shrink\"", "`deckle:fit` is `shrink`"),
        ("deckle:fit=\"grow 3\"", "`deckle:fit` is `grow 3`"),
        ("deckle:fit=\"shrink 3 step 0\"", "step"),
        ("deckle:align=\"middle\"", "start, center, end, justify"),
        ("deckle:aling=\"end\"", "did you mean `align`?"),
        ("deckle:columns=\"0\"", "from 1 to 12"),
        ("deckle:size=\"4\"", "`deckle:size` means nothing"),
        ("deckle:padding=\"20\"", "leaves no room"),
        ("deckle:exclude=\"1 2 3\"", "four numbers"),
        ("font-size=\"big\"", "the font size `big`"),
    ] {
        let drawn = drawn(&format!("deckle:box=\"5 5 30 8\" {attributes}"), "a");
        assert!(drawn.codes.contains(&"text-box".into()), "{attributes}: {:?}", drawn.told);
        assert!(drawn.told.iter().any(|told| told.contains(has)), "{attributes}: {:?}", drawn.told);
    }
}

#[test]
fn a_text_keeps_out_of_no_more_boxes_than_can_be_reckoned_in_good_time() {
    let told = |count: usize| {
        let boxes = "5 5 9 0.1;".repeat(count);
        drawn(&format!("deckle:box=\"5 5 30 8\" deckle:exclude=\"{boxes}\""), "a").told
    };
    assert_eq!(told(100).len(), 0);
    assert!(told(101)[0].contains("`deckle:exclude` has more than 100 boxes"), "{:?}", told(101));
}

#[test]
fn many_boxes_on_a_card_are_no_fault_and_hide_none() {
    let card = |words: &str| {
        let boxes = (0..300).map(|at| {
            format!(
                "<text deckle:box=\"{} {} 2 2\" font-size=\"1\">{words}</text>",
                at % 25 * 2,
                at / 25 * 2
            )
        });
        let template =
            format!("<svg viewBox=\"{{{{ view_box }}}}\">{}</svg>", boxes.collect::<String>());
        told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", "name\nA\n"),
            ("templates/card.svg", &*template),
        ]))
    };
    assert_eq!(card("a"), [""; 0]);
    let told = card("abcdefg");
    let over = told.iter().filter(|one| one.contains(" overflow: the text `abcdefg`")).count();
    assert_eq!((over, told.len()), (100, 101), "{told:#?}");
    assert!(told[100].contains("200 more things"), "{}", told[100]);
}

#[test]
fn a_text_that_fits_at_no_size_is_told_with_its_box_and_by_how_much() {
    let card = |attributes: &str| {
        let template = format!(
            "<svg viewBox=\"{{{{ view_box }}}}\"><text id=\"rules\" {attributes}>{{{{ card.text }}}}</text></svg>"
        );
        let cards = format!("name,text\nBog Witch,{LONG}\n");
        told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", &*cards),
            ("templates/card.svg", &*template),
        ]))
    };
    // At 3 mm a line is 3.6 mm high, and of two lines 5 mm there is room for one and a bit.
    let told = card("deckle:box=\"5 5 40 5\" deckle:fit=\"shrink 3\" font-size=\"3.5\"");
    crate::support::one(
        &told,
        "cards.csv:2:11 overflow: the text `Twelve words that are to…` does not fit its box `rules` of 40 x 5 mm at 3 mm: it is 2.2 mm too high",
        "shorten the text",
    );
    let word = card("deckle:box=\"5 5 8 50\" font-size=\"3.5\"");
    assert!(
        word[0].contains("mm at 3.5 mm: a word is ") && word[0].contains("mm too wide"),
        "{word:?}"
    );
}

#[test]
fn letters_stay_in_their_box_however_close_lines_are() {
    let card = |attributes: &str, words| Card {
        files: vec![(
            "fonts/ar.ttf",
            std::fs::read(crate::support::root().join("tests/fonts/NotoNaskhArabic-subset.ttf"))
                .unwrap(),
        )],
        ..boxed(&format!("deckle:box=\"5 5 50 {attributes}"), words)
    };
    let families =
        ["Alegreya", "Alegreya Sans", "Barlow Condensed", "Orbitron", "Pirata One", "Cinzel"];
    for (family, valign) in
        families.into_iter().flat_map(|one| ["top", "middle", "bottom"].map(|at| (one, at)))
    {
        for (line_height, height, size) in [
            (0.5, 10.0, 20.0),
            (0.8, 10.0, 20.0),
            (0.9, 22.0, 6.0),
            (1.0, 10.0, 4.0),
            (1.2, 20.0, 4.0),
        ] {
            let said = format!(
                "{height}\" deckle:fit=\"shrink 2\" deckle:valign=\"{valign}\" deckle:line-height=\"{line_height}\" font-family=\"{family}\" font-weight=\"700\" font-size=\"{size}\""
            );
            let drawn = card(&said, "Å gjy").drawn();
            assert!(!drawn.codes.contains(&"overflow".into()), "{said}: {:?}", drawn.told);
            let (above, below) = (5.0 - drawn.ink.0, drawn.ink.1 - 5.0 - height);
            let may = (0.1 * drawn.size).min(0.35) + 0.02;
            assert!(above < may && below < may, "{said}: {above} above, {below} below");
        }
    }
    // Signs above letters of a font whose lines are higher than 1.2 of the size.
    let drawn = card(
        "30\" font-size=\"8\" font-family=\"Noto Naskh Arabic\" deckle:line-height=\"0.6\"",
        "بِالْعَالَمِ",
    )
    .drawn();
    assert!(drawn.ink.0 > 5.0 - 0.02, "{:?}", drawn.ink);
}

#[test]
fn letters_that_are_higher_than_their_box_are_told_by_how_much() {
    let card = |more: &str| {
        drawn(
            &format!("{more} font-family=\"Alegreya\" font-size=\"10\" deckle:line-height=\"0.5\""),
            "Åg",
        )
    };
    // The line is 5 mm high, the letters as high as they are drawn in a box that is high enough.
    let high = card("deckle:box=\"5 5 50 30\"");
    let height = high.ink.1 - high.ink.0;
    assert!(high.told.is_empty() && height > 8.0, "{:?} {height}", high.told);
    let low = card("deckle:box=\"5 5 50 6\"");
    let over: f64 = low.told[0]
        .split("its letters reach ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((over - (height - 6.0)).abs() < 0.05, "{over}: {:?}", low.told);
    assert_eq!(low.codes, ["overflow"]);
    // Beside something excluded, lines stay where they are.
    let beside = card("deckle:box=\"5 5 50 30\" deckle:exclude=\"50 30 5 5\"");
    let over: f64 = beside.told[0]
        .split("its letters reach ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((over - (5.0 - beside.ink.0)).abs() < 0.05, "{over}: {:?}", beside.ink);
}

#[test]
fn words_with_and_without_a_tail_stand_on_one_line() {
    let baseline = |words: &str| {
        let said = "deckle:box=\"9 60 45 7\" deckle:valign=\"middle\" deckle:line-height=\"1\" deckle:fit=\"shrink 4.4\" font-family=\"Alegreya\" font-weight=\"700\" font-size=\"6.3\"";
        let drawn = drawn(said, words);
        assert!(drawn.told.is_empty(), "{words}: {:?}", drawn.told);
        drawn.spans[0].y
    };
    assert_eq!(baseline("Rally"), baseline("Zoo"));
}

#[test]
fn the_text_that_does_not_fit_is_named_in_one_line() {
    let said = |words: &str| {
        let told = super::drawn("deckle:box=\"5 5 40 5\" font-size=\"3.5\"", words).told;
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].clone()
    };
    assert!(said("- one\n- two\n\n1. first of many").contains("`- one - two 1. first of…`"));
    assert!(said("one\ntwo").contains("the text `one two` does not fit"));
}

#[test]
fn boxes_of_a_group_have_the_smallest_of_their_sizes() {
    let one = "deckle:box=\"5 5 30 8\" deckle:fit=\"shrink 2\" font-size=\"3.5\"";
    let two = "deckle:box=\"5 25 30 8\" deckle:fit=\"shrink 2\" font-size=\"3.5\"";
    let sizes = |group: &str| {
        let body = format!(
            "<text {one} {group}>Go</text><rect/><text {two} {group}>{{{{ card.text }}}}</text>"
        );
        let drawn = Card { body, ..boxed("", LONG) }.drawn();
        drawn.fitted.iter().map(|(_, size, _)| *size).collect::<Vec<_>>()
    };
    let alone = sizes("");
    assert!(alone[0] == 3.5 && alone[1] < 3.5, "{alone:?}");
    assert_eq!(sizes("deckle:group=\"words\""), [alone[1], alone[1]]);
}

#[test]
fn a_group_of_boxes_that_cannot_have_one_size_is_told() {
    let said = |one: &str, two: &str| {
        let body = format!(
            "<text id=\"a\" deckle:box=\"5 5 30 8\" {one} deckle:group=\"words\" font-size=\"3.5\">Go</text>\
             <text id=\"b\" deckle:box=\"5 25 30 8\" {two} deckle:group=\"words\" font-size=\"3.5\">{{{{ card.text }}}}</text>"
        );
        let drawn = Card { body, ..boxed("", LONG) }.drawn();
        (drawn.codes, drawn.told)
    };
    let [deck, shrink, high] =
        ["deck 2", "shrink 2", "shrink 3.4"].map(|fit| format!("deckle:fit=\"{fit}\""));
    for (one, two) in [(&deck, &shrink), (&shrink, &deck), (&String::new(), &deck)] {
        let (codes, told) = said(one, two);
        assert_eq!(codes, ["text-box"], "{told:?}");
        assert!(
            told[0].contains("boxes of the group `words` share the size of the deck"),
            "{told:?}"
        );
    }
    // A box is not made smaller than it may be, in silence.
    let (codes, told) = said(&high, &shrink);
    assert_eq!(codes, ["text-box"], "{told:?}");
    let has = "the box `a` shares the size of 3 mm";
    assert!(told[0].contains(has) && told[0].contains("than 3.4 mm"), "{told:?}");
    for (one, two) in [(&deck, &deck), (&shrink, &shrink), (&String::new(), &shrink)] {
        assert_eq!(said(one, two).0.len(), 0, "{one} {two}");
    }
}

const DECK: &str = "<svg viewBox=\"{{ view_box }}\"><text id=\"rules\" deckle:box=\"5 5 30 8\" deckle:fit=\"deck 2\" font-size=\"3.5\">{{ card.text }}</text></svg>";

#[test]
fn a_deck_agrees_on_one_size_and_a_later_build_on_the_same() {
    let folder = Temporary::new();
    let rows = |texts: &[&str]| {
        let rows: String =
            texts.iter().enumerate().map(|(at, text)| format!("C{at},{text}\n")).collect();
        format!("name,text\n{rows}")
    };
    folder.write(&[("game/game.toml", MANIFEST), ("game/templates/card.svg", DECK)]);
    let sizes = |out: &str| {
        let found = files(&folder.0.join(out));
        let report: serde_json::Value = serde_json::from_slice(&found["game/report.json"]).unwrap();
        let text = report["decks"][0]["texts"][0].clone();
        (found, text)
    };
    let built = |texts: &[&str], out: &str| {
        folder.write(&[("game/cards.csv", &rows(texts))]);
        build(&folder.0.join("game"), &folder.0.join(out), &quick()).unwrap();
        sizes(out)
    };
    let (_, short) = built(&["Go", "Stop"], "out");
    assert_eq!((&short["name"], &short["smallest"]), (&"rules".into(), &3.5.into()), "{short}");
    // A longer text makes the type of all of them smaller.
    let (after, long) = built(&["Go", "Stop", LONG], "out");
    let size = long["smallest"].as_f64().unwrap();
    assert!((2.0..3.5).contains(&size), "{long}");
    assert_eq!(long["sizes"], serde_json::json!([{ "size": size, "faces": 3 }]));
    assert_eq!(long["fullest"]["card"], "C2");
    // In points too, where the size is no round number of mm.
    folder.write(&[(
        "game/templates/card.svg",
        &DECK.replace("deck 2", "deck 5pt step 0.25pt").replace("3.5", "10pt"),
    )]);
    let (_, points) = built(&["Go", "Stop", LONG], "points");
    assert_eq!(points["sizes"].as_array().unwrap().len(), 1, "{points}");
    folder.write(&[("game/templates/card.svg", DECK)]);
    // What was built over an older build is what is built anew.
    let (clean, _) = built(&["Go", "Stop", LONG], "clean");
    assert!(after == clean, "an edited build and a clean one differ");
    // A build without what earlier ones kept agrees on the same.
    let once = deckle::pipeline::Options { cache: false, ..quick() };
    build(&folder.0.join("game"), &folder.0.join("once"), &once).unwrap();
    assert!(sizes("once").0 == clean);
    // A build that draws nothing reports the same.
    let (again, _) = built(&["Go", "Stop", LONG], "out");
    assert!(again == clean);
}

#[test]
fn a_check_tells_how_full_boxes_are() {
    let cards = format!("name,text\nShort,Go\nLong,{LONG}\nShort too,Stop\n");
    let template = DECK.replace("deck 2", "shrink 2");
    let workspace =
        game([("game.toml", MANIFEST), ("cards.csv", &*cards), ("templates/card.svg", &*template)]);
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let summary = deckle::pipeline::check(
        &workspace,
        &options,
        &mut sources,
        &mut sink,
        &deckle::pipeline::Quiet,
    )
    .unwrap();
    let (deck, boxes) = &summary.texts[0];
    assert_eq!((deck.as_str(), boxes.len(), boxes[0].wanted), ("deck", 1, 3.5));
    assert_eq!(boxes[0].sizes.iter().map(|one| one.faces).collect::<Vec<_>>(), [2, 1]);
    assert_eq!((boxes[0].fullest.card.as_str(), boxes[0].fullest.lines), ("Long", 2));
    let line = boxes[0].line();
    assert!(
        line.starts_with("rules: 3.5 mm x 2, ") && line.contains("fullest `Long` at "),
        "{line}"
    );
    assert!(line.contains("; smallest `Long` at "), "{line}");
    assert_eq!(boxes[0].tightest.card, "Long");
}

#[test]
fn a_box_without_an_id_is_called_by_the_line_that_wrote_it() {
    let template = "<svg viewBox=\"{{ view_box }}\">\n\
        {% if card.name == \"Long\" %}<text deckle:box=\"5 5 50 9\">{{ card.name }}</text>{% endif %}\n\
        <text deckle:box=\"5 {{ 10 + 5 }} 50 9\">{{ card.text }}</text>\n\
        {% for i in range(end=2) %}<text deckle:box=\"5 {{ i * 9 + 30 }} 40 9\">{{ card.text }}</text>{% endfor %}</svg>";
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name,text\nShort,Go\nLong,Stop\n"),
        ("templates/card.svg", template),
    ]);
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let quiet = deckle::pipeline::Quiet;
    let summary =
        deckle::pipeline::check(&workspace, &options, &mut sources, &mut sink, &quiet).unwrap();
    let faces = |one: &deckle::pipeline::BoxReport| one.sizes.iter().map(|one| one.faces).sum();
    let found: Vec<(&str, usize)> =
        summary.texts[0].1.iter().map(|one| (one.name.as_str(), faces(one))).collect();
    assert_eq!(
        found,
        [("card.svg:2", 1), ("card.svg:3", 2), ("card.svg:4", 2), ("card.svg:4 (2)", 2)]
    );
}
