//! Units and pixels, by arithmetic.

use deckle::geom::{LengthError, Mm, parse_length};

#[test]
fn lengths_carry_their_unit() {
    for text in ["63mm", "6.3cm", "63 mm", " 63 mm "] {
        assert!((parse_length(text).unwrap().0 - 63.0).abs() < 1e-9, "{text}");
    }
    assert!((parse_length("2.5in").unwrap().0 - 63.5).abs() < 1e-9);
    assert!((parse_length("180pt").unwrap().0 - 63.5).abs() < 1e-9);
    assert!((parse_length("750 px@300").unwrap().0 - 63.5).abs() < 1e-9);
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
