//! The marks in cells, by the spans that come of them.

use super::{Card, boxed};

const STYLES: &str = "[styles.damage]\ncolor = \"#a01010\"\nweight = 700\n[styles.quiet]\nitalic = true\nsize = 0.8\n\
    [styles.loud]\nfamily = \"Barlow Condensed\"\nweight = 600\nletter_spacing = 0.1\n";

fn card(words: &str) -> Card<'_> {
    Card {
        manifest: STYLES,
        ..boxed("deckle:box=\"4 4 55 80\" font-family=\"Alegreya\" font-size=\"4\"", words)
    }
}

fn marked(words: &str) -> Vec<String> {
    let drawn = card(words).drawn();
    assert!(drawn.codes.is_empty(), "{words}: {:?}", drawn.told);
    drawn.marked()
}

#[test]
fn stars_make_words_bold_and_italic() {
    let bold = "font-weight=700";
    let italic = "font-style=italic";
    assert_eq!(marked("a **b** c"), ["a ", &format!("b {bold}"), " c"]);
    assert_eq!(marked("a *b c* d"), ["a ", &format!("b c {italic}"), " d"]);
    assert_eq!(marked("**a** b"), [&format!("a {bold}"), " b"]);
    assert_eq!(marked("***a***"), [format!("a {bold} {italic}")]);
    let nested = [format!("a  {bold}"), format!("b {bold} {italic}"), " c".into()];
    assert_eq!(marked("**a *b*** c"), nested);
    // Where the family has no bold italic, the drawing tells it as it would of any text.
    let lacking = boxed("deckle:box=\"4 4 55 80\"", "***a***").drawn();
    assert_eq!(lacking.codes, ["font-weight"]);
}

#[test]
fn a_mark_that_the_font_of_all_texts_has_not_is_told_at_its_words() {
    let told = |template: &str, cards: &str| {
        let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{template}</svg>");
        crate::support::told(&crate::support::game([
            ("game.toml", crate::support::MANIFEST),
            ("cards.csv", cards),
            ("templates/card.svg", &*template),
        ]))
    };
    let lacks = "font-weight: `Alegreya Sans` has no 700 italic; 400 italic is drawn instead";
    let cards = "text\nA ***bold*** word\nand ***another***\n";
    let place = format!("cards.csv:2:6 {lacks}");
    let unnamed = told("<text deckle:box=\"4 4 55 40\">{{ card.text }}</text>", cards);
    crate::support::one(&unnamed, &place, "it has 400");
    // Where the template says what the font lacks, that is told.
    let named =
        "<text deckle:box=\"4 4 55 40\" font-family=\"Alegreya Sans\">{{ card.text }}</text>";
    crate::support::one(&told(named, cards), "templates/card.svg:1:", lacks);
    let heavy = "<text deckle:box=\"4 4 55 40\" font-weight=\"950\">{{ card.text }}</text>";
    crate::support::one(&told(heavy, "text\nx\n"), "templates/card.svg:1:", "800 is drawn instead");
}

#[test]
fn a_star_between_letters_or_digits_is_a_star() {
    for plain in ["Deal 2*X damage or 3*Y damage.", "2*3*4", "a*b c*d", "a* (*) * b"] {
        assert_eq!(marked(plain), [plain]);
    }
    let italic = "font-style=italic";
    assert_eq!(marked("*2*X or 3*Y*"), [format!("2*X or 3*Y {italic}")]);
    // The first letter of a word can still be bold, and a line end is no letter.
    assert_eq!(marked("**D**raw"), ["D font-weight=700", "raw"]);
    assert_eq!(marked("one\\n*two*"), ["one".into(), format!("two {italic}")]);
}

#[test]
fn stars_and_braces_that_mark_nothing_are_printed() {
    for plain in [
        "2 * 3 * 4",
        "a * b",
        "5*",
        "* * *",
        "**",
        "****",
        "a ** b",
        "{\"v\":1}",
        "{}",
        "{ tap }",
        "[x",
        "[see: this]",
        "a] b",
    ] {
        assert_eq!(marked(plain), [plain]);
    }
    for (written, printed) in [
        ("\\*not italic\\*", "*not italic*"),
        ("\\{sword\\}", "{sword}"),
        ("\\[damage: 2]", "[damage: 2]"),
        ("a \\\\ b", "a \\ b"),
        ("\\- no list", "- no list"),
        ("1\\. no list", "1. no list"),
        ("C:\\temp", "C:\\temp"),
    ] {
        assert_eq!(marked(written), [printed]);
    }
    let off = boxed("deckle:box=\"4 4 55 80\" deckle:markup=\"off\"", "**a** {sun} \\* - b");
    assert_eq!(off.drawn().marked(), ["**a** {sun} \\* - b"]);
}

#[test]
fn every_mark_that_is_left_open_is_told() {
    let told = |words: &str| {
        let told = card(words).drawn().told;
        let marks = told.iter().map(|told| told.split('`').nth(1).unwrap().to_owned());
        assert!(told.iter().all(|told| told.contains("has no partner in its line")), "{told:?}");
        marks.collect::<Vec<_>>()
    };
    for (words, marks) in [
        ("*left open", &["*"][..]),
        ("so *left open", &["*"]),
        ("(*left* and *open)", &["*"]),
        ("*c*d", &["*"]),
        ("**a {sun b [damage: c *d", &["**", "{sun", "[damage:", "*"]),
        ("**a\n**b **c** *d", &["**", "**", "*"]),
        ("*one *two", &["*", "*"]),
        ("[damage: a *b] c*", &["*"]),
    ] {
        assert_eq!(told(words), marks, "{words}");
    }
}

#[test]
fn named_styles_have_their_colour_weight_family_and_size() {
    assert_eq!(
        marked("Deal [damage: 2 wounds] now"),
        ["Deal ", "2 wounds font-weight=700 fill=#a01010", " now"]
    );
    assert_eq!(marked("[quiet: so]"), ["so font-style=italic font-size=3.2"]);
    assert_eq!(
        marked("[loud:X]"),
        ["X font-family=Barlow Condensed font-weight=600 letter-spacing=0.4"]
    );
    // Styles nest, and marks inside them count.
    assert_eq!(
        marked("[damage: a [quiet: b] *c*]"),
        [
            "a  font-weight=700 fill=#a01010",
            "b font-weight=700 font-style=italic font-size=3.2 fill=#a01010",
            "  font-weight=700 fill=#a01010",
            "c font-weight=700 font-style=italic fill=#a01010",
        ]
    );
}

#[test]
fn a_style_that_is_nearly_known_is_told() {
    let drawn = card("Deal [damge: 2]").drawn();
    assert_eq!(
        (drawn.codes, drawn.spans[0].text.as_str()),
        (vec!["style".to_owned()], "Deal [damge: 2]")
    );
    assert!(drawn.told[0].contains("did you mean `damage`?"), "{:?}", drawn.told);
}

#[test]
fn an_icon_that_is_not_there_is_printed_and_told_once() {
    let drawn = card("{swrod} and {swrod} and {sunn}").drawn();
    assert_eq!(drawn.lines(), ["{swrod} and {swrod} and {sunn}"]);
    assert_eq!(drawn.codes, ["icon", "icon"]);
    assert!(
        drawn.told[1]
            .contains("there is no icon `sunn`; the text shows `{sunn}` | did you mean `sun`?"),
        "{:?}",
        drawn.told
    );
}

#[test]
fn an_icon_that_is_not_written_as_one_is_told() {
    for (words, has) in [
        (
            "Pay {sun|}",
            "`sun` has no number over it: nothing stands behind `|` | write `{sun|2}`, or `{sun}`",
        ),
        ("Pay {sun| }", "`sun` has no number over it"),
        ("Pay { sun }", "the text shows `{ sun }` | write `sun` without blanks"),
    ] {
        let drawn = card(words).drawn();
        assert_eq!(drawn.codes, ["icon"], "{words}");
        assert!(drawn.told[0].contains(has), "{:?}", drawn.told);
    }
}

#[test]
fn lines_paragraphs_lists_and_rules() {
    let at = |words: &str| {
        let drawn = card(words).drawn();
        assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
        let spans = drawn.spans.iter().map(|span| (span.text.clone(), span.x, span.y));
        (spans.collect::<Vec<_>>(), drawn.svg)
    };
    let y = |words: &str| at(words).0.into_iter().map(|(_, _, y)| y).collect::<Vec<_>>();
    // A line is 1.2 of the size of 4 mm high; an empty line adds half the size.
    let near = |a: f64, b: f64| assert!((a - b).abs() < 2e-3, "{a} is not {b}");
    let lines = y("a\nb\n\nc\\nd");
    near(lines[1] - lines[0], 4.8);
    near(lines[2] - lines[1], 4.8 + 2.0);
    near(lines[3] - lines[2], 4.8);
    let list = y("a\n\n- b");
    near(list[1] - list[0], 4.8 + 2.0);
    // Items hang behind their bullets, with the words of all lines at one edge.
    let (items, _) = at(
        "- first\n- second thing that is so long that it needs another line for itself\n10. tenth",
    );
    let bullets: Vec<_> =
        items.iter().filter(|(text, ..)| ["•", "10."].contains(&text.as_str())).collect();
    let words: Vec<_> = items.iter().filter(|one| !bullets.contains(one)).collect();
    assert_eq!((bullets.len(), words.len()), (3, 5), "{items:?}");
    bullets.iter().for_each(|(_, x, _)| near(*x, 4.0));
    words.iter().for_each(|(_, x, _)| near(*x, words[0].1));
    assert!(words[0].1 > 5.5);
    let (spans, svg) = at("a\n---\nb");
    near(spans[1].2 - spans[0].2, 4.8 + 0.8 * 4.0);
    assert!(svg.contains("<rect x=\"4\" y=\"10.28\" width=\"55\" height=\"0.24\"/>"), "{svg}");
}

#[test]
fn a_list_may_stand_in_a_list() {
    let edges = |words: &str, body: &str| {
        let drawn = Card { body: body.into(), ..card(words) }.drawn();
        let spans = drawn.spans.iter().map(|one| (one.text.clone(), one.x));
        (spans.collect::<Vec<_>>(), drawn.told)
    };
    let body = "<text deckle:box=\"4 4 55 80\" font-size=\"4\">{{ card.text }}</text>";
    let below =
        "<text deckle:box=\"4 4 55 80\" font-size=\"4\">\n      {{ card.text }}\n    </text>";
    let (plain, _) = edges("- a", body);
    let hang = plain[1].1 - plain[0].1;
    for (words, body) in [
        ("- a\n  - b\n  1. c\n- d", body),
        ("- a\\n  - b\\n  1. c\\n- d", body),
        ("- a\n\t- b\n\t1. c\n- d", body),
        ("- a\n  - b\n  1. c\n- d", below),
        ("- a\n    - b\n    1. c\n- d", body),
    ] {
        let (spans, told) = edges(words, body);
        let texts: Vec<_> = spans.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["•", "a", "–", "b", "1.", "c", "•", "d"], "{words}");
        // Each level is in by the room of the widest bullet or number.
        let hang = hang.max(spans[1].1 - 4.0);
        for (at, levels) in
            [(0, 0.0), (1, 1.0), (2, 1.0), (3, 2.0), (4, 1.0), (5, 2.0), (6, 0.0), (7, 1.0)]
        {
            let x = spans[at].1;
            assert!((x - 4.0 - levels * hang).abs() < 2e-3, "{words}: {} at {x}", spans[at].0);
        }
        assert!(told.is_empty(), "{told:?}");
    }
    // A list of the template's own, and one behind a paragraph, begin at the edge.
    let own = "<text deckle:box=\"4 4 55 80\" font-size=\"4\">\n      - a\n      - b\n    </text>";
    assert_eq!(edges("x", own).0[2].1, 4.0);
    let (spans, told) = edges("- a\n\nb\n\n  - c\n    - d\n      - e\n        - f", body);
    assert_eq!(spans[3], ("•".into(), 4.0));
    assert!(told[0].contains("nested deeper than 3 times"), "{told:?}");
}

#[test]
fn a_reminder_stands_behind_the_stars_of_its_keyword() {
    let card = Card {
        manifest: "[[keywords]]\nname = \"Fly\"\ntext = \"up\"\n",
        body: "<text deckle:box=\"4 4 55 80\" font-family=\"Alegreya\">{{ card.text | keywords }}</text>".into(),
        ..boxed("", "*Fly*: go. (*fly*) Fly")
    };
    let drawn = card.drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert_eq!(drawn.lines(), ["Fly (up): go. (fly) Fly"]);
}

#[test]
fn a_keyword_has_the_marks_of_its_cell_and_of_its_form() {
    let forms = [
        "{keyword} *({reminder})*",
        "**{keyword}** ({reminder})",
        "*{keyword} ({reminder})*",
        "***{keyword}*** ({reminder})",
        "[quiet: {keyword}] **({reminder})**",
        "**[quiet: {keyword}] ({reminder})**",
    ];
    let marks = [
        ("", ""),
        ("*", "*"),
        ("**", "**"),
        ("***", "***"),
        ("[quiet: ", "]"),
        ("**[quiet: *", "*]**"),
        ("*[quiet: ", "]*"),
    ];
    let is_bold = |marks: &str| marks.contains("**");
    let is_italic = |marks: &str| marks.contains("quiet") || marks.replace("**", "").contains('*');
    for form in forms {
        let (around_keyword, _) = form.split_once("{keyword}").unwrap();
        for (open, close) in marks {
            for words in ["Fly", "Fly and go", "Go and Fly", "Go, Fly, go"] {
                let cell = format!("A {open}{words}{close} b");
                let body = format!(
                    "<text deckle:box=\"4 4 55 80\" font-family=\"Alegreya\">{{{{ card.text | keywords(form=\"{form}\") }}}}</text>"
                );
                let keyword = format!("{STYLES}[[keywords]]\nname = \"Fly\"\ntext = \"up\"\n");
                let card = Card { manifest: &keyword, body, ..boxed("", &cell) };
                let drawn = card.drawn();
                assert!(drawn.codes.is_empty(), "{form} of {cell}: {:?}", drawn.told);
                let printed = words.replace("Fly", "Fly (up)");
                assert_eq!(drawn.lines(), [format!("A {printed} b")], "{form} of {cell}");
                let spans = drawn.marked();
                let found = spans.iter().find(|span| span.contains("Fly")).expect("the keyword");
                let said = format!("{form} of {cell}: {spans:?}");
                let both = [open, around_keyword];
                assert_eq!(
                    found.contains("font-weight=700"),
                    both.into_iter().any(is_bold),
                    "{said}"
                );
                assert_eq!(
                    found.contains("font-style=italic"),
                    both.into_iter().any(is_italic),
                    "{said}"
                );
                // A style in itself would be smaller twice.
                let size = both.iter().any(|one| one.contains("quiet"));
                assert_eq!(found.contains("font-size=2.8"), size, "{said}");
            }
        }
    }
}

#[test]
fn marks_in_marks_may_begin_together_and_end_apart() {
    let (bold, italic) = ("font-weight=700", "font-style=italic");
    let both = format!("a {bold} {italic}");
    assert_eq!(marked("***a** b* c"), [both.clone(), format!(" b {italic}"), " c".into()]);
    assert_eq!(marked("***a* b** c"), [both, format!(" b {bold}"), " c".into()]);
}

#[test]
fn a_style_whose_name_stands_apart_is_told() {
    for words in ["Deal [damage : 2]", "Deal [ damage: 2]", "Deal [ damage : 2]"] {
        let drawn = card(words).drawn();
        assert_eq!(
            (&*drawn.codes, drawn.lines()),
            (&["style".to_owned()][..], vec![words.to_owned()])
        );
        assert!(drawn.told[0].ends_with("write `[damage:` without blanks"), "{:?}", drawn.told);
    }
    for words in ["Deal [damaged goods: 2]", "[some : x]", "[damage] : x", "[a damage: x]"] {
        assert_eq!(card(words).drawn().codes, [""; 0], "{words}");
    }
}
