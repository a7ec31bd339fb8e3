//! Icons in texts: glyphs with an advance, the same wherever they stand.

use super::{Card, boxed, drawn};

/// An icon whose ink is the whole of its square, one whose ink is its middle half, and one with
/// a colour of its own.
fn card<'a>(attributes: &str, words: &'a str) -> Card<'a> {
    let icon = |drawing: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{drawing}</svg>")
            .into_bytes()
    };
    let files = vec![
        ("icons/coin.svg", icon("<rect width=\"100\" height=\"100\"/>")),
        ("icons/sword.svg", icon("<rect x=\"25\" width=\"50\" height=\"100\"/>")),
        ("icons/gold.svg", icon("<circle cx=\"50\" cy=\"50\" r=\"50\" fill=\"#ffe080\"/>")),
    ];
    Card { files, ..boxed(attributes, words) }
}

const CASES: [&str; 4] = ["{sword} deals 2.", "Pay {coin}", "{coin}", "**{coin}{coin}** now"];

#[test]
fn an_icon_never_hangs_outside_of_its_box() {
    for words in CASES {
        for width in [12.0, 18.0, 30.0] {
            for align in ["start", "center", "end", "justify"] {
                let drawn = card(
                    &format!(
                        "deckle:box=\"20 20 {width} 40\" deckle:align=\"{align}\" font-size=\"4\""
                    ),
                    words,
                )
                .drawn();
                assert!(drawn.codes.is_empty(), "{words} {width}: {:?}", drawn.told);
                let (area, case) =
                    (drawn.area, format!("{words} {width} {align}: {:?}", drawn.area));
                assert!(area.x > 19.9 && area.right() < 20.1 + width, "{case}");
                assert!(area.y > 19.9 && area.bottom() < 60.1, "{case}");
                let count = words.matches('{').count();
                assert_eq!(drawn.icons.len(), count, "{case}");
                // A square of the size, 4 mm for 100 units, whatever the alignment.
                drawn
                    .icons
                    .iter()
                    .for_each(|icon| assert!((icon[2] - 0.04).abs() < 1e-6, "{case}"));
            }
        }
    }
}

#[test]
fn an_icon_stands_in_the_middle_of_the_capitals() {
    for words in CASES {
        let drawn = card("deckle:box=\"4 4 55 80\" font-size=\"4\"", words).drawn();
        // Alegreya Sans has capitals of 0.644 of its size.
        let baseline = drawn.spans.first().map_or(f64::NAN, |span| span.y);
        let middle = drawn.icons[0][1] + 2.0;
        if !baseline.is_nan() {
            assert!(
                (baseline - middle - 0.644 * 4.0 / 2.0).abs() < 0.02,
                "{words}: {baseline} {middle}"
            );
        }
    }
}

#[test]
fn an_icon_has_the_room_of_its_ink_and_a_little_at_both_sides() {
    let x = |words: &str| {
        let drawn = card("deckle:box=\"10 4 50 80\" font-size=\"4\"", words).drawn();
        (drawn.icons[0][0], drawn.spans[0].x)
    };
    // 0.06 of the size before and behind the ink.
    let (coin, after) = x("{coin}.");
    assert!((coin - 10.24).abs() < 2e-3 && (after - (10.0 + 1.12 * 4.0)).abs() < 2e-3);
    let (sword, after) = x("{sword}.");
    assert!((sword - (10.24 - 1.0)).abs() < 2e-3 && (after - (10.0 + 0.62 * 4.0)).abs() < 2e-3);
}

#[test]
fn a_line_may_end_between_icons_but_not_before_a_full_stop() {
    let lines = |words: &str, width: f64| {
        let drawn = card(&format!("deckle:box=\"4 4 {width} 80\" font-size=\"4\""), words).drawn();
        let mut ys: Vec<_> = drawn.icons.iter().map(|icon| (icon[1] * 100.0).round()).collect();
        ys.dedup();
        (ys.len(), drawn.codes)
    };
    assert_eq!(lines("{coin}{coin}{coin}{coin}", 9.5), (2, vec![]));
    assert_eq!(lines("{coin}.", 4.6).1, ["overflow"]);
    let drawn = card("deckle:box=\"4 4 18 80\" font-size=\"4\"", "Discard 2{coin}: draw").drawn();
    assert_eq!(drawn.lines(), ["Discard", "2: draw"]);
}

#[test]
fn a_text_with_icons_shrinks_with_them() {
    let words = "A line of twelve words with {sword} and with {sword} in it somewhere";
    let at = |fit: &str| {
        card(&format!("deckle:box=\"20 20 30 8\" deckle:fit=\"{fit}\" font-size=\"10pt\""), words)
            .drawn()
    };
    let drawn = at("shrink 6pt");
    let pt = 25.4 / 72.0;
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert!(drawn.size < 10.0 * pt && drawn.size >= 6.0 * pt, "{}", drawn.size);
    drawn.icons.iter().for_each(|icon| assert!((icon[2] * 100.0 - drawn.size).abs() < 1e-3));
    // The next larger size does not fit.
    let larger =
        card(&format!("deckle:box=\"20 20 30 8\" font-size=\"{}\"", drawn.size + 0.05), words)
            .drawn();
    assert_eq!(larger.codes, ["overflow"]);
    // Without its icons it would have been larger.
    let plain = words.replace("{sword}", "");
    let plain =
        card("deckle:box=\"20 20 30 8\" deckle:fit=\"shrink 6pt\" font-size=\"10pt\"", &plain)
            .drawn();
    assert!(plain.size > drawn.size);
}

#[test]
fn a_number_stands_in_the_middle_of_its_icon_in_a_colour_that_can_be_read() {
    let label = |attributes: &str, words: &str| {
        let drawn =
            card(&format!("deckle:box=\"10 10 40 20\" font-size=\"6\" {attributes}"), words)
                .drawn();
        assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
        (drawn.spans[0].clone(), drawn.icons[0])
    };
    let (span, icon) = label("", "{coin|2}");
    assert_eq!(span.text, "2");
    assert!(span.said.contains(&"fill=#ffffff".into()), "{:?}", span.said);
    // Its middle is that of the square, which is 6 mm wide.
    let width = deckle_width(&span);
    assert!((span.x + width / 2.0 - (icon[0] + 3.0)).abs() < 0.02, "{span:?} {icon:?}");
    assert!(span.y > icon[1] + 3.0 && span.y < icon[1] + 6.0);
    // On a light ground it is dark: the icon's own, or the text's.
    assert!(label("", "{gold|2}").0.said.contains(&"fill=#000000".into()));
    assert!(label("fill=\"#fff\"", "{coin|2}").0.said.contains(&"fill=#000000".into()));
    // Around it the icon is filled, in its colour, or where the number would be lost in that, in the other.
    let halo = |card: Card<'_>| {
        let drawn = card.drawn();
        let said = drawn.spans[0].said.clone();
        assert!(said.contains(&"paint-order=stroke".into()), "{said:?}");
        said.into_iter().find(|said| said.starts_with("stroke=")).unwrap()
    };
    let plain = "deckle:box=\"10 10 40 20\" font-size=\"6\" fill=\"#102040\"";
    assert_eq!(halo(card(plain, "{coin|2}")), "stroke=#102040");
    assert_eq!(halo(card(plain, "{gold|2}")), "stroke=#ffe080");
    let dark = "[styles.icon-label]\ncolor = \"#300\"\n";
    let labelled = |words| Card { manifest: dark, ..card(plain, words) };
    assert_eq!(halo(labelled("{coin|2}")), "stroke=#ffffff");
    assert_eq!(halo(labelled("{gold|2}")), "stroke=#ffe080");
    // However long, it stays inside.
    let (span, icon) = label("", "{sword|100}");
    assert!(span.x > icon[0] + 1.5 && span.x + deckle_width(&span) < icon[0] + 4.5, "{span:?}");
}

#[test]
fn a_sign_over_an_icon_that_the_font_lacks_stands_in_the_middle_too() {
    // The heart is drawn by Noto Emoji, wider than what Alegreya Sans shows for it, and may not leave the icon.
    let drawn = card("deckle:box=\"10 10 40 20\" font-size=\"6\"", "{coin|\u{2665}}").drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    let (area, icon) = (drawn.area, drawn.icons[0]);
    assert!(drawn.spans[0].said.contains(&"font-family='Noto Emoji'".into()), "{:?}", drawn.spans);
    assert!((area.x - icon[0]).abs() < 0.01 && (area.w - 6.0).abs() < 0.01, "{area:?} {icon:?}");
}

/// The width of a label: digits of Alegreya Sans are 0.515 of their size wide.
fn deckle_width(span: &super::Span) -> f64 {
    let size = span.said.iter().find_map(|said| said.strip_prefix("font-size=")).unwrap();
    let size: f64 = size.parse().unwrap();
    let fonts = deckle::fonts::Fonts::embedded();
    let number = fonts.choose(&["Alegreya Sans".into()], 700, false).unwrap();
    let face = fonts.face(number).unwrap();
    let face = ttf_parser::Face::parse(face.data(), 0).unwrap();
    let advance = |c| face.glyph_hor_advance(face.glyph_index(c).unwrap()).unwrap();
    let units: f64 = span.text.chars().map(|c| f64::from(advance(c))).sum();
    units / f64::from(face.units_per_em()) * size
}

#[test]
fn icons_have_the_line_around_them_that_letters_have() {
    let line = "stroke=\"#a00\" stroke-width=\"0.5\" paint-order=\"stroke\"";
    let set =
        |said: &str| drawn(&format!("deckle:box=\"5 5 40 30\" font-size=\"4\" {said}"), "{sun}");
    let (plain, lined) = (set(""), set(line));
    // Half of the line lies outside of the icon, which is as large as ever.
    assert_eq!(plain.icons, lined.icons);
    assert_eq!(plain.area, lined.area);
    let scale = lined.icons[0][2];
    let width =
        lined.svg.split("<g stroke-width=\"").nth(1).and_then(|rest| rest.split('"').next());
    let width: f64 = width.unwrap().parse().unwrap();
    assert!((width * scale - 0.5).abs() < 1e-3, "{width} {scale}");
    for other in [plain, set("stroke=\"none\"")] {
        assert!(!other.svg.contains("<g stroke-width"), "{}", other.svg);
    }
}
