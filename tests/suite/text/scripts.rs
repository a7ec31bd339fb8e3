//! Scripts of the world: directions, line breaks without blanks, marks, and fonts that stand in.

use super::{Card, Drawn, Span, boxed};

fn font(name: &str) -> Vec<u8> {
    std::fs::read(crate::support::root().join("tests/fonts").join(name)).unwrap()
}

/// A card with the fonts of three scripts in its game.
fn set(attributes: &str, words: &str) -> Drawn {
    let files =
        ["NotoSansHebrew-subset.ttf", "NotoNaskhArabic-subset.ttf", "NotoSansJP-subset.ttf"];
    let paths = ["fonts/hebrew.ttf", "fonts/arabic.ttf", "fonts/japanese.ttf"];
    let files = paths.into_iter().zip(files.map(font)).collect();
    Card { files, ..boxed(attributes, words) }.drawn()
}

const JAPANESE: &str = "font-family=\"Noto Sans JP\"";

#[test]
fn japanese_breaks_between_letters_and_no_line_begins_with_a_full_stop() {
    let words = "全部のカードを捨てる。手札に二枚引く。";
    for width in [12.5, 16.5, 20.5, 24.5, 28.5, 36.5, 40.5, 44.5] {
        let drawn =
            set(&format!("deckle:box=\"4 4 {width} 80\" font-size=\"4\" {JAPANESE}"), words);
        assert!(drawn.codes.is_empty(), "{width}: {:?}", drawn.told);
        let lines = drawn.lines();
        assert_eq!(lines.concat(), words);
        assert!(lines.iter().all(|line| !line.starts_with('。')), "{width}: {lines:?}");
        // Every letter is 4 mm wide.
        let most = (width / 4.0_f64).floor() as usize;
        assert!(lines.iter().all(|line| line.chars().count() <= most), "{width}: {lines:?}");
    }
}

#[test]
fn japanese_lines_are_justified_between_their_letters() {
    let drawn = set(
        &format!("deckle:box=\"4 4 30 80\" deckle:align=\"justify\" font-size=\"4\" {JAPANESE}"),
        "全部のカードを捨てる。手札に二枚引く。",
    );
    // Seven letters of 4 mm leave 2 mm, shared by six gaps.
    assert_eq!(drawn.spans[0].said, ["letter-spacing=0.333333"]);
    assert!((drawn.area.right() - 34.0).abs() < 0.02, "{:?}", drawn.area);
}

#[test]
fn hebrew_is_read_from_the_right_and_stands_there() {
    let words = "שלום עולם, זה משחק קלפים.";
    let drawn =
        set("deckle:box=\"4 4 30 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"", words);
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    // A mark at the end stays with its words: the drawing is told their direction.
    let last = drawn.spans.last().unwrap();
    assert!(last.text.starts_with('\u{2067}') && last.text.ends_with(".\u{2069}"), "{last:?}");
    let plain = set(
        "deckle:box=\"4 4 30 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"",
        "שלום עולם",
    );
    assert!((plain.area.right() - 34.0).abs() < 0.02, "{:?}", plain.area);
}

#[test]
fn mixed_directions_are_put_in_the_order_they_are_seen() {
    let x = |drawn: &Drawn, text: &str| -> f64 {
        let span = drawn.spans.iter().find(|span: &&Span| span.text.contains(text)).unwrap();
        span.x
    };
    // In a line from the left, Hebrew words follow each other from the right.
    let drawn = set(
        "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"",
        "abc שלום 12 עולם xyz",
    );
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert!(x(&drawn, "abc") < x(&drawn, "עולם") && x(&drawn, "עולם") < x(&drawn, "12"));
    assert!(x(&drawn, "12") < x(&drawn, "שלום") && x(&drawn, "שלום") < x(&drawn, "xyz"));
    // In a line from the right, Latin words stand to the left of what comes before them.
    let drawn = set(
        "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"",
        "שלום abc עולם",
    );
    assert!(x(&drawn, "עולם") < x(&drawn, "abc") && x(&drawn, "abc") < x(&drawn, "שלום"));
}

#[test]
fn arabic_letters_are_joined_and_measured_joined() {
    let drawn = set(
        "deckle:box=\"4 4 50 40\" deckle:align=\"end\" font-size=\"5\" font-family=\"Noto Naskh Arabic\"",
        "السلام عليكم ورحمة",
    );
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    // The end of a line from the right is at the left.
    assert!((drawn.area.x - 4.0).abs() < 0.05, "{:?}", drawn.area);
}

#[test]
fn hebrew_and_arabic_of_one_font_are_shaped_apart() {
    let files = vec![("fonts/two.ttf", font("TwoScripts-subset.ttf"))];
    let drawn = |words| {
        let attributes = "deckle:box=\"4 4 55 40\" deckle:align=\"end\" font-size=\"5\" font-family=\"Two Scripts\"";
        Card { files: files.clone(), ..boxed(attributes, words) }.drawn()
    };
    let mixed = drawn("שלום مرحبا بالعالم");
    assert!(mixed.codes.is_empty(), "{:?}", mixed.told);
    let texts: Vec<_> = mixed.spans.iter().map(|span| span.text.as_str()).collect();
    assert_eq!(texts, ["שלום", "مرحبا بالعالم"]);
    // The Arabic words end at the left edge, joined as they are alone.
    let alone = drawn("مرحبا بالعالم");
    assert!((mixed.area.x - alone.area.x).abs() < 0.01, "{:?} {:?}", mixed.area, alone.area);
    assert_eq!(drawn("שלוםمرحبا").spans.len(), 2);
}

#[test]
fn a_mark_stands_over_its_letter_and_takes_no_room() {
    let width = |words: &str| set("deckle:box=\"4 4 50 40\" font-size=\"5\"", words).area.w;
    assert!((width("e\u{301}cole") - width("\u{e9}cole")).abs() < 0.01);
    assert!((width("a\u{328}\u{301}b") - width("\u{105}b")).abs() < 0.01);
}

#[test]
fn a_font_stands_in_word_by_word() {
    let drawn = set(
        "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Cinzel\" font-weight=\"700\"",
        "Discard 手札 now",
    );
    assert_eq!(drawn.codes, ["font-weight"], "{:?}", drawn.told);
    let spans: Vec<_> =
        drawn.spans.iter().map(|span| (span.text.as_str(), span.said.join(" "))).collect();
    let instead = "font-family='Noto Sans JP' font-weight=400 font-style=normal";
    assert_eq!(
        spans,
        [("Discard ", String::new()), ("手札", instead.into()), (" now", String::new())]
    );
    // A word of which the font has a part comes whole from the other one.
    let mixed = set(
        "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Cinzel\" font-weight=\"700\"",
        "ab手札 now",
    );
    assert_eq!(mixed.spans[0].text.trim_end(), "ab手札");
    assert_eq!(mixed.spans[1].text.trim(), "now");
}

#[test]
fn a_weight_that_a_font_which_stands_in_has_not_is_told_once() {
    let told = |body: &str, cards: &str| {
        let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{body}</svg>");
        let mut game = crate::support::game([
            ("game.toml", crate::support::MANIFEST),
            ("cards.csv", cards),
            ("templates/card.svg", &*template),
        ]);
        game.files.insert("fonts/jp.ttf".into(), font("NotoSansJP-subset.ttf"));
        crate::support::told(&game)
    };
    let boxed = "<text deckle:box=\"4 4 55 40\" font-family=\"Alegreya\">{{ card.text }}</text>";
    let lost = "font-weight: `Noto Sans JP` has no 700; 400 is drawn instead";
    let cards = "text\nDraw **手札** or *a* **手札**\n**手札** → **now**\n";
    crate::support::one(&told(boxed, cards), &format!("cards.csv:2:8 {lost}"), "it has 400");
    let plain = "<text y=\"9\" font-family=\"Alegreya\" font-weight=\"700\">{{ card.text }}</text>";
    crate::support::one(&told(plain, "text\nDraw 手札\n"), &format!("cards.csv:2:6 {lost}"), "");
    // Words in their own weight are as they were asked for, and signs have none.
    for cards in ["text\nDraw 手札 **now**\n", "text\n**Draw 「** ***→*** now\n"] {
        assert_eq!(told(boxed, cards), [""; 0], "{cards}");
    }
}

#[test]
fn a_glyph_that_no_font_has_is_told_with_its_code_point() {
    let drawn = set("deckle:box=\"4 4 55 40\" font-size=\"4\"", "\u{f100} 2");
    assert_eq!(drawn.codes, ["glyph"]);
    assert!(drawn.told[0].contains("U+F100"), "{:?}", drawn.told);
    let sign = set("deckle:box=\"4 4 55 40\" font-size=\"4\"", "Burn \u{13080} it");
    assert_eq!(sign.codes, ["glyph"]);
    assert!(sign.told[0].contains("U+13080"), "{:?}", sign.told);
    // A variation selector draws nothing by itself.
    let plain = set("deckle:box=\"4 4 55 40\" font-size=\"4\"", "a\u{fe0e}b");
    assert!(plain.codes.is_empty(), "{:?}", plain.told);
}

#[test]
fn a_variable_font_is_set_in_every_weight_as_it_is_drawn() {
    let mut widths = Vec::new();
    for weight in (100..=900).step_by(100) {
        let attributes = format!(
            "deckle:box=\"4 4 55 40\" deckle:align=\"end\" font-size=\"4\" font-family=\"Inter\" font-weight=\"{weight}\""
        );
        let files = vec![("fonts/inter.ttf", font("InterVariable-subset.ttf"))];
        let drawn = Card { files, ..boxed(&attributes, "Hamburg ABIT 123") }.drawn();
        assert!(drawn.codes.is_empty(), "{weight}: {:?}", drawn.told);
        assert!((drawn.area.right() - 59.0).abs() < 0.02, "{weight}: {:?}", drawn.area);
        widths.push(drawn.area.w);
    }
    assert!(widths.windows(2).all(|pair| pair[1] > pair[0]), "{widths:?}");
}

#[test]
fn ligatures_can_be_switched_off_for_a_style() {
    let card = |words: &'static str| Card {
        manifest: "[styles.plain]\nligatures = false\n",
        ..boxed("deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Alegreya\"", words)
    };
    let joined = card("office").drawn();
    let plain = card("[plain: office]").drawn();
    // Alegreya joins two of its letters.
    assert_eq!((joined.glyphs, plain.glyphs), (5, 6));
    // A reader of the PDF finds the word, as it is one span.
    assert_eq!(plain.spans.len(), 1);
    // Words that the font would not join stay whole.
    assert_eq!(card("[plain: tank]").drawn().spans.len(), 1);
}

#[test]
fn an_icon_in_a_line_from_the_right_stands_where_it_is_read() {
    let drawn = set(
        "deckle:box=\"4 4 50 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"",
        "שלם {sun} עכשיו",
    );
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    let x = |text: &str| drawn.spans.iter().find(|span| span.text.contains(text)).unwrap().x;
    // The first word is at the right, the icon to its left, and the last word behind that.
    assert!(x("עכשיו") < drawn.icons[0][0] && drawn.icons[0][0] < x("שלם"), "{:?}", drawn.spans);
}

#[test]
fn columns_and_numbers_of_a_text_from_the_right_begin_at_the_right() {
    let columns = "deckle:box=\"4 4 55 11\" deckle:columns=\"2\" deckle:column-gap=\"5\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"";
    let drawn = set(columns, "שלום\nעולם\nמשחק\nקלפים");
    let x: Vec<_> = drawn.spans.iter().map(|span| span.x).collect();
    // The left column ends at 29 mm, the right one begins at 34 mm.
    assert!(x[0] > 34.0 && x[3] < 29.0, "{:?}", drawn.spans);
    let plain = "deckle:box=\"4 4 55 40\" font-size=\"4\" font-family=\"Noto Sans Hebrew\"";
    let drawn = set(plain, "1. שלום\n2) עולם");
    let texts: Vec<_> = drawn.spans.iter().map(|span| span.text.as_str()).collect();
    assert_eq!(texts, [".1", "שלום", "(2", "עולם"]);
    assert_eq!(set(plain, "1. one").spans[0].text, "1.");
}

#[test]
fn scripts_without_blanks_have_their_marks_between_letters() {
    let attributes = format!("deckle:box=\"4 4 55 40\" font-size=\"4\" {JAPANESE}");
    assert_eq!(set(&attributes, "全*部*の").lines(), ["全部の"]);
}

#[test]
fn emoji_are_drawn_in_the_colour_of_the_text_and_joined_ones_as_one() {
    let glyphs = |words: &str| {
        let drawn = super::drawn("deckle:box=\"5 5 50 50\" fill=\"red\"", words);
        assert_eq!(drawn.told, [""; 0], "{words:?}");
        drawn.glyphs
    };
    let selected = ["\u{2601}\u{fe0f}", "\u{2601}\u{fe0e}", "\u{2601}"];
    for one in [
        "\u{1f525}",
        "\u{1f4b0}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "\u{1f1e6}\u{1f1fc}",
    ]
    .into_iter()
    .chain(selected)
    {
        assert_eq!(glyphs(one), 1, "{one:?}");
    }
    assert_eq!(glyphs("a \u{1f525} b"), 3);
}

#[test]
fn a_static_family_draws_the_very_weight_that_is_asked_for() {
    let fonts = deckle::fonts::Fonts::embedded();
    let drawn = |weight| {
        let font = fonts.choose(&["Alegreya Sans".into()], weight, false).unwrap();
        fonts.face(font).unwrap().weight
    };
    assert_eq!([400, 500, 700, 800].map(drawn), [400, 500, 700, 800]);
    assert_eq!([100, 300, 900].map(drawn), [400, 400, 800]);
}

#[test]
fn the_bullet_of_a_list_from_the_right_stands_by_its_item_however_lines_are_put() {
    let gap = |align: &str| {
        let drawn = set(
            &format!("deckle:box=\"4 4 50 40\" font-size=\"4\" deckle:align=\"{align}\""),
            "- שלום",
        );
        let [bullet, item] = &drawn.spans[..] else { panic!("{:?}", drawn.spans) };
        assert!(bullet.text.contains('•'), "{bullet:?}");
        bullet.x - item.x
    };
    let start = gap("start");
    assert!(start > 0.0);
    for align in ["center", "end", "justify"] {
        assert!((gap(align) - start).abs() < 1e-3, "{align}: {} {start}", gap(align));
    }
}
