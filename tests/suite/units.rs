//! Units and pixels, by arithmetic.

use super::support::{MANIFEST, Temporary, build};
use deckle::geom::{LengthError, Mm, parse_length};
use deckle::pipeline::Options;

#[test]
fn lengths_carry_their_unit() {
    for text in ["63mm", "6.3cm", "63 mm", " 63 mm "] {
        assert!((parse_length(text).unwrap().0 - 63.0).abs() < 1e-9, "{text}");
    }
    assert!((parse_length("2.5in").unwrap().0 - 63.5).abs() < 1e-9);
    assert!((parse_length("180pt").unwrap().0 - 63.5).abs() < 1e-9);
    assert!((parse_length("750 px@300").unwrap().0 - 63.5).abs() < 1e-9);
    let fractions = [("7/8 in", 22.225), ("1 1/4 in", 31.75), ("½ in", 12.7), ("1½in", 38.1)];
    let more = [("-1/2 in", -12.7), ("2⅜ \"", 60.325), ("1⁄4 in", 6.35), ("+5/2 mm", 2.5)];
    for (text, mm) in fractions.into_iter().chain(more) {
        assert!((parse_length(text).unwrap().0 - mm).abs() < 1e-9, "{text}");
    }
    assert_eq!(parse_length("7/8"), Err(LengthError::NoUnit));
    for text in ["1/0 in", "1/ in", "/2 in", "1 2 in", "1 1 1/2 in", "1/2/3 in", "1.5/2 in"] {
        assert_eq!(parse_length(text), Err(LengthError::Number), "{text}");
    }
    for text in ["1 -1/2 in", "½½ in", "- -3 mm", "1/+2 in"] {
        assert_eq!(parse_length(text), Err(LengthError::Number), "{text}");
    }
    assert_eq!(parse_length("63"), Err(LengthError::NoUnit));
    assert_eq!(parse_length("63,0mm"), Err(LengthError::Comma));
    assert_eq!(parse_length("63 furlongs"), Err(LengthError::Unit("furlongs".into())));
    for text in ["", "mm", "inf mm", "NaNmm", "--3mm", "1e999mm"] {
        assert!(parse_length(text).is_err(), "{text}");
    }
}

#[test]
fn pictures_have_the_pixels_that_printers_ask_for() {
    // Width over 25.4 times the resolution, rounded once.
    let px = |mm: f64| Mm(mm).px(300.0);
    assert_eq!((px(69.0), px(94.0)), (815, 1110));
    assert_eq!((px(63.5), px(88.9)), (750, 1050));
    assert_eq!((px(63.5 + 6.35), px(88.9 + 6.35)), (825, 1125));
}

#[test]
fn a_hundred_millimetres_are_283_46_points() {
    assert!((Mm(100.0).pt() - 283.4646).abs() < 1e-4);
    assert!((Mm(63.0).pt() - 178.5827).abs() < 1e-4);
    assert!((Mm(88.0).pt() - 249.4488).abs() < 1e-4);
}

/// Width, height and pixels per metre, as a PNG's own header says.
fn header(png: &[u8]) -> (u32, u32, Option<(u32, u32)>) {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let info = reader.info();
    let dims = info.pixel_dims.map(|dims| {
        assert!(matches!(dims.unit, png::Unit::Meter));
        (dims.xppu, dims.yppu)
    });
    (info.width, info.height, dims)
}

#[test]
fn card_pictures_have_their_size_and_their_resolution_inside() {
    let cases = [
        ("size = \"63 x 88 mm\"", "bleed", 815, 1110),
        ("size = \"poker-us\"\nbleed = \"0.125 in\"", "bleed", 825, 1125),
        ("size = \"2.5 x 3.5 in\"", "trim", 750, 1050),
        (
            "size = { width = \"180pt\", height = \"8.89 cm\" }\nbleed = \"0 mm\"",
            "bleed",
            750,
            1050,
        ),
    ];
    let folder = Temporary::new();
    let template = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
    for (at, (size, picture, w, h)) in cases.into_iter().enumerate() {
        let manifest = format!("{MANIFEST}{size}\n")
            .replace("[[deck]]", &format!("pictures = \"{picture}\"\n[[deck]]"));
        let game = format!("game-{at}");
        folder.write(&[
            (&format!("{game}/game.toml"), &manifest),
            (&format!("{game}/cards.csv"), "name\nWolf\n"),
            (&format!("{game}/templates/card.svg"), template),
        ]);
        let options = Options { sheets: false, ..Options::default() };
        build(&folder.0.join(&game), &folder.0.join("out"), &options).unwrap();
        let png = folder.0.join("out").join(&game).join("cards/deck/0001-wolf.png");
        let png = std::fs::read(png).unwrap();
        // 300 pixels an inch are 300 / 0.0254 = 11811.02 a metre.
        assert_eq!(header(&png), (w, h, Some((11811, 11811))), "{size}");
    }
}

#[test]
fn a_unit_means_the_same_wherever_a_length_stands() {
    let game = |length: &str| {
        let manifest = format!(
            "{MANIFEST}size = {{ width = \"{length}\", height = \"{length}\" }}\nbleed = \"{length}\"\nsafe = \"{length}\"\n\
             [theme]\nside = \"{length}\"\n[papers]\nown = {{ width = \"{length}\", height = \"{length}\" }}\n\
             [[sheet]]\npaper = \"own\"\nmargin = \"{length}\"\ngap = \"{length}\"\nback_offset = [\"{length}\", \"{length}\"]\n"
        );
        let files = [("game.toml", manifest.as_str()), ("cards.csv", "name\nWolf\n")];
        let workspace = super::support::game(files);
        let mut sink = deckle::diag::Sink::default();
        let game = deckle::load::load(&workspace, &mut Default::default(), &mut sink);
        game.unwrap_or_else(|_| panic!("{length}: {:?}", sink.list()))
    };
    for length in ["12.7 mm", "1.27cm", "0.5 in", "36pt", "150px@300"] {
        let game = game(length);
        let (deck, sheet) = (&game.decks[0], &game.sheets[0]);
        let theme = match &deck.theme["side"] {
            deckle::model::ThemeValue::Length(length) => length.0,
            other => panic!("{other:?}"),
        };
        let all = [
            deck.size.size.w,
            deck.size.size.h,
            deck.bleed.0,
            deck.safe.0,
            theme,
            sheet.papers[0].size.w,
            sheet.papers[0].size.h,
            sheet.margin.0,
            sheet.gap.0,
            sheet.back_offset.0.0,
            sheet.back_offset.1.0,
        ];
        assert!(all.iter().all(|side| (side - 12.7).abs() < 1e-9), "{length}: {all:?}");
    }
}

#[test]
fn numbers_are_written_with_three_decimals_at_most_and_as_the_standard_library_rounds_them() {
    use deckle::geom::decimal;
    let standard = |value: f64| {
        let text = format!("{value:.3}");
        let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
        if text == "-0" { "0".to_owned() } else { text }
    };
    for (value, text) in [
        (0.0, "0"),
        (-0.0004, "0"),
        (0.005, "0.005"),
        (1.5, "1.5"),
        (-12.34567, "-12.346"),
        (100.0, "100"),
    ] {
        assert_eq!(decimal(value), text);
    }
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for at in 0..200_000 {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        let whole = (bits >> 40) as f64 - f64::from(1 << 23);
        // Among them all halves of thousandths, and numbers of every size.
        let value = match at % 4 {
            0 => whole / 2000.0,
            1 => whole / 2000.0 + 1e-10,
            2 => whole * 1.000_37,
            _ => f64::from_bits(bits) % 1e7,
        };
        assert_eq!(decimal(value), standard(value), "{value:?}");
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e5, -1e5, 99_999.999_5] {
        assert_eq!(decimal(value), standard(value));
    }
}
