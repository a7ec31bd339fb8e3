//! Texts and attributes that nobody meant: told or set, but never a panic, a loop or a letter lost.

use super::{Card, boxed};

/// A number by lot, the same in every run.
struct Lot(u64);

impl Lot {
    fn next(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.next(list.len())]
    }
}

const PARTS: [&str; 40] = [
    "*",
    "**",
    "***",
    "{",
    "}",
    "[",
    "]",
    "|",
    "\\",
    "\n",
    "\n\n",
    " ",
    "  ",
    "- ",
    "1. ",
    "---",
    ":",
    "hit: ",
    "[hit: ",
    "{sun}",
    "{sun|2}",
    "{sun|}",
    "{no}",
    "word",
    "Wort",
    "שלום",
    "\u{2067}",
    "\u{2069}",
    "e\u{301}\u{301}",
    "\u{ad}",
    "\u{200b}",
    "\u{a0}",
    "\u{2011}",
    "\u{2060}",
    "\u{feff}",
    "\u{fe0f}",
    "\\n",
    "\\*",
    "\u{fffc}",
    "longerwordthatdoesnotfit",
];

#[test]
fn whatever_is_written_is_set() {
    let mut lot = Lot(7);
    for round in 0..150 {
        let words: String = (0..lot.next(30)).map(|_| lot.of(&PARTS)).collect();
        let words = format!("x{words}");
        let attributes = format!(
            "deckle:box=\"5 5 {} {}\" deckle:align=\"{}\" deckle:valign=\"{}\" deckle:wrap=\"{}\" deckle:columns=\"{}\" {} {} {}",
            lot.of(&["0.5", "9", "30", "50"]),
            lot.of(&["0.5", "9", "60"]),
            lot.of(&["start", "center", "end", "justify"]),
            lot.of(&["top", "middle", "bottom"]),
            lot.of(&["normal", "balance"]),
            lot.of(&["1", "2\" deckle:column-gap=\"0", "12\" deckle:column-gap=\"0"]),
            lot.of(&["", "deckle:fit=\"shrink 1\"", "deckle:fit=\"deck 1 step 0.3\""]),
            lot.of(&["", "deckle:exclude=\"9 9 9 9\"", "deckle:exclude=\"0 0 99 99; 1 1 1 1\""]),
            lot.of(&["", "deckle:hyphens=\"en\"", "letter-spacing=\"1\"", "deckle:indent=\"9\""]),
        );
        let card =
            Card { manifest: "[styles.hit]\nligatures = false\n", ..boxed(&attributes, &words) };
        let drawn = card.drawn();
        let numbers = drawn.spans.iter().all(|span| span.x.is_finite() && span.y.is_finite());
        assert!(numbers, "{round}: {words:?} {attributes}");
        // What no mark is made of is all there.
        let count = |text: &str| text.matches("Wort").count();
        let set: String = drawn.spans.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(count(&words), count(&set), "{round}: {words:?} became {set:?}");
    }
}

#[test]
fn long_and_deeply_marked_texts_take_no_time() {
    for words in [
        "*a ".repeat(6_000),
        "[hit: ".repeat(3_000),
        "**".repeat(9_000),
        "{sun".repeat(4_500),
        "\\".repeat(19_000),
        "- a\n".repeat(4_900),
        "a\u{301}".repeat(9_000),
    ] {
        let card = Card {
            manifest: "[styles.hit]\nweight = 500\n",
            ..boxed("deckle:box=\"5 5 50 60\"", &words)
        };
        assert!(!card.drawn().fitted.is_empty());
    }
    let told = boxed("deckle:box=\"5 5 50 60\"", &"word ".repeat(5_000)).drawn().told;
    assert!(told.iter().any(|told| told.contains("more than 20000 characters")), "{told:?}");
}

#[test]
fn our_attributes_on_something_else_are_told() {
    let card = Card {
        body: "<rect deckle:box=\"1 2 3 4\" width=\"9\" height=\"9\"/>".into(),
        ..boxed("", "a")
    };
    let drawn = card.drawn();
    assert_eq!(drawn.codes, ["text-box"]);
    assert!(drawn.told[0].starts_with("`deckle:box` stands on a `<rect>`"), "{:?}", drawn.told);
}

#[test]
fn a_box_in_an_entity_is_told_and_not_cut_out_of_it() {
    let template = "<!DOCTYPE svg [<!ENTITY box \"<text xmlns:deckle='urn:deckle' deckle:box='1 2 30 40'>a</text>\">]>\
        <svg viewBox=\"{{ view_box }}\">&box;&box;<text>{{ card.name }}</text></svg>";
    let files = [
        ("game.toml", crate::support::MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", template),
    ];
    let told = crate::support::told(&crate::support::game(files));
    assert!(told[0].contains("text-box: a box of text stands in an entity"), "{told:?}");
}
