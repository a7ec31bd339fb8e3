//! Verdicts about exact figures follow the exact value, however rare a case is, and decks of any size are counted.

use deckle::check::{Report, Verdict};
use deckle::sim::shown::share;

use super::checks::with_cards;

/// The checks of a game with these cards, a line each.
fn asked(cards: &str, checks: &[impl AsRef<str>]) -> (Vec<String>, Report) {
    let lines = checks.iter().enumerate();
    let lines = lines.map(|(at, check)| format!("c{at} = \"{}\"\n", check.as_ref()));
    with_cards(&format!("[checks]\n{}", lines.collect::<String>()), cards)
}

#[track_caller]
fn verdicts(cards: &str, wanted: &[(&str, bool)]) {
    let checks: Vec<_> = wanted.iter().map(|(check, _)| *check).collect();
    let (told, report) = asked(cards, &checks);
    for (row, (check, holds)) in report.rows.iter().zip(wanted) {
        let wanted = if *holds { Verdict::Passed } else { Verdict::Failed };
        assert_eq!(row.verdict, wanted, "{check}: {} {told:#?}", row.found);
    }
    assert_eq!(report.rows.len(), wanted.len(), "{told:#?}");
}

const SPADES: &str = "name,count\nSpade,13\nOther,39\n";

#[test]
fn what_can_be_is_not_impossible_and_what_may_fail_is_not_certain() {
    // A hand of thirteen Spades comes once in 635,013,559,600 times.
    verdicts(
        SPADES,
        &[
            ("P(seen(13): hand[Spade] == 13) == 0", false),
            ("P(seen(13): hand[Spade] == 13) > 0", true),
            ("P(seen(13): hand[Spade] == 13) == 1 / (635013559.6 * 1000)", true),
            ("P(seen(13): hand[Spade] <= 12) == 1", false),
            ("P(seen(13): hand[Spade] <= 12) < 1", true),
            ("P(seen(13): hand[Spade] <= 13) == 1", true),
            ("P(seen(13): hand[Spade] == 14) == 0", true),
            ("not P(seen(13): hand[Spade] == 13)", false),
            ("P(seen(13): hand[Spade] == 13) and 1", true),
            ("P(12d6 == 12) == 0", false),
            ("P(100d20 == 100) > 0", true),
            ("P(100d20 == 100 and 100d20 == 100 and 100d20 == 100) > 0", true),
            ("P(100d20 > 100) < 1", true),
            ("P(worst(100d20) == 20) > 0", true),
            ("P(hits(100d20, 20) == 100) > 0", true),
            ("P(hits(3d6, 7) == 0) == 1", true),
            ("quantile(seen(13): hand[Spade], 1) == 13", true),
            ("quantile(100d20, 1) == 2000", true),
        ],
    );
}

#[test]
fn figures_are_compared_by_their_last_digits_and_not_by_their_rounding() {
    verdicts(
        SPADES,
        &[
            ("mean(1d2) == 1.5000000001", false),
            ("mean(1d2 * 1000000) == 1500000.001", false),
            ("1000000000 - 0.0001 >= 1000000000", false),
            ("1000000000 * 1000 == 1000000000 * 1000 - 1", false),
            ("P(1d3 == 1) == 33.333333333%", false),
            ("P(1d3 == 1) == 1/3", true),
            ("P(1d3 == 1) <= 1/3", true),
            ("P(1d3 == 1) < 1/3", false),
            ("1/3 - P(1d3 == 1) == 0", true),
            ("P(1d10 <= 3) == 30%", true),
            ("P(1d1000 <= 453) == 45.3%", true),
            ("P(1d10 <= 3) + P(1d10 > 3) == 1", true),
            ("0.1 + 0.2 == 0.3", true),
            ("3 * (0.1 + 0.2) >= 0.9 and 3 * (0.1 + 0.2) <= 0.9", true),
            ("floor(P(1d10 <= 3) * 10) == 3 and ceil(P(1d10 <= 3) * 10) == 3", true),
            ("floor(2.7) == 2 and ceil(-2.7) == -2 and floor(-0.5) == -1", true),
        ],
    );
    let (told, _) = asked(SPADES, &["1000000000 * 1000000000 == 1000000000 * 1000000000 - 1"]);
    assert!(told.len() == 1 && told[0].contains("too large to be reckoned"), "{told:#?}");
}

#[test]
fn small_chances_are_told_with_digits_that_say_something() {
    let found = |check: &str| asked(SPADES, &[check]).1.rows[0].found.clone();
    // 127 of 158,753,389,900.
    assert_eq!(found("P(seen(13): hand[Spade] >= 12) > 0"), "0.000000080 % (exact)");
    assert_eq!(found("P(seen(13): hand[Spade] < 12) < 1"), "99.999999920 % (exact)");
    assert_eq!(found("P(seen(13): hand[Spade] < 13) < 1"), "more than 99.999999999 % (exact)");
    assert_eq!(found("P(seen(13): hand[Spade] == 13) > 0"), "1.6e-10 % (exact)");
    assert_eq!(found("P(seen(13): hand >= 13) == 1"), "100.000 % (exact)");
    assert_eq!(found("mean(seen(13): hand[Spade] >= 12) > 0"), "8.0e-10 (exact)");
    // In tables of games, too: 3 of 100,000, and all but one.
    assert!(share(3, 100_000).starts_with("0.0030 % ("), "{}", share(3, 100_000));
    assert!(share(999_999, 1_000_000).starts_with("99.99990 % ("), "{}", share(999_999, 1_000_000));
    assert!(share(0, 10).starts_with("0.00 % (") && share(10, 10).starts_with("100.00 % ("));
    let json = asked(SPADES, &["P(seen(13): hand[Spade] >= 12) > 0"]).1.rows[0].measured[0].clone();
    let value = json.estimate.shown();
    assert!((value.value / 7.999829174041467e-10 - 1.0).abs() < 1e-14);
    assert_eq!((value.low, value.high), (value.value, value.value));
}

/// Designs of so many copies each, `A0`, `A1`, …, and the rest of a deck, of which no design may have more than 1,000.
fn deck(copies: &[u32], rest: u32) -> String {
    let designs = copies.iter().enumerate().map(|(at, n)| format!("A{at},{n}\n"));
    let others =
        (0..rest.div_ceil(1000)).map(|at| format!("R{at},{}\n", (rest - at * 1000).min(1000)));
    format!("name,count\n{}", designs.chain(others).collect::<String>())
}

#[test]
fn a_large_deck_with_few_cases_is_counted() {
    // Counted in whole numbers by another program.
    let all = (0..6).map(|at| format!("hand[A{at}] >= 1")).collect::<Vec<_>>().join(" and ");
    for (copies, rest, check, known) in [
        (
            &[1, 7, 1][..],
            991,
            "seen(500): hand[A0] >= 1 and hand[A1] >= 3 and hand[A2] == 0",
            0.19375945088901642,
        ),
        (&[2, 7, 1], 985, "seen(500): hand[A0] >= 1 and hand[A1] == 2", 0.12175189263682519),
        (&[4; 6], 176, &format!("seen(40): {all}"), 0.03746519094306269),
        (&[4; 6], 176, &format!("seen(60): {all}"), 0.18714845853743312),
        (&[1000; 2], 2000, "seen(2000): hand[A0 | A1] == 1000", 0.025226594790460837),
        (&[500], 500, "seen(500): hand[A0] == 0", 3.699753997814027e-300),
    ] {
        let (told, report) = asked(&deck(copies, rest), &[format!("P({check}) > 0")]);
        assert!(told.is_empty(), "{told:#?}");
        let one = &report.rows[0].measured[0];
        assert_eq!(one.how(), "exact", "{check}");
        let off = one.estimate.value / known - 1.0;
        assert!(off.abs() < 1e-13, "{check}: {} is off by {off}", one.estimate.value);
    }
}

#[test]
fn what_is_too_rare_for_any_number_is_still_possible() {
    // Once in about 10^1203 times.
    let cards = deck(&[1000; 2], 2000);
    verdicts(
        &cards,
        &[
            ("P(seen(2000): hand[A0 | A1] == 2000) == 0", false),
            ("P(seen(2000): hand[A0 | A1] < 2000) == 1", false),
            ("P(seen(2000): hand[A0 | A1] <= 2000) == 1", true),
        ],
    );
    let (_, report) = asked(&cards, &["P(seen(2000): hand[A0 | A1] == 2000) > 0"]);
    assert_eq!(report.rows[0].found, "less than 1e-300 % (exact)");
}

#[test]
fn what_looks_like_a_number_and_is_none_is_told_where_it_is_reckoned_with() {
    let told = |cell: &str, check: &str| {
        let cards =
            format!("name,count,value,type\nAce,2,3,A\nBee,2,{cell},A\nFox,1,Z,B\nOwl,1,,B\n");
        asked(&cards, &[check]).0
    };
    let sums = [
        "sum(deck, value) == 6",
        "highest(deck, value) == 3",
        "P(seen(2): sum(hand, value) >= 3) > 0",
    ];
    for check in sums {
        for cell in ["½", "3+", "2 gold", "$3", "0x10", "5%", "1.5", "3½", "99999999999"] {
            let told = told(cell, check);
            let wanted = format!("`value` of `Bee` is `{cell}`, which is no whole number");
            assert!(told.len() == 1 && told[0].contains(&wanted), "{check}, {cell}: {told:#?}");
        }
        for cell in ["", "auto", "?", "-"] {
            assert_eq!(told(cell, check), Vec::<String>::new(), "{check}, {cell}");
        }
    }
    for cell in ["½", "3+", "2 gold", "0x10"] {
        let told = told(cell, "count(value >= 2) == 2");
        let wanted = format!("`value` of `Bee` is `{cell}`, which is no number");
        assert!(told.len() == 1 && told[0].contains(&wanted), "{cell}: {told:#?}");
        let equal = format!("count(value = '{cell}') == 2");
        assert_eq!(
            self::asked(&format!("name,count,value\nAce,2,3\nBee,2,{cell}\n"), &[equal]).0,
            Vec::<String>::new()
        );
    }
    assert_eq!(told("1.5", "count(value >= 1.5) == 4"), Vec::<String>::new());
    // A minus sign as it is printed.
    assert_eq!(
        told("\u{2212}3", "sum(deck, value) == 0 and lowest(deck, value) == -3"),
        Vec::<String>::new()
    );
    assert_eq!(told("\u{2212}3", "count(value < 0) == 2"), Vec::<String>::new());
    // A word that other languages read as a number.
    assert_eq!(told("Inf", "count(value >= 2) == 2"), Vec::<String>::new());
}

#[test]
fn a_budget_is_obeyed_or_its_end_is_named() {
    // Thirty of 250 designs: far too many hands to count, each of thirty cards and 250 numbers.
    let cards = deck(&(0..250).map(|at| at % 7 + 1).collect::<Vec<_>>(), 0);
    let told = |budget: u32| {
        let rules = format!(
            "[checks.o]\nthat = \"P(seen(30): distinct(hand, name) == 30) >= 15.9%\"\nbudget = {budget}\n"
        );
        let (told, report) = with_cards(&rules, &cards);
        (told, report.rows[0].measured[0].estimate.cases().unwrap())
    };
    let (short, deals) = told(20_000);
    assert_eq!(deals, 20_000, "{short:#?}");
    assert!(short.is_empty() || short[0].contains("larger `budget`"), "{short:#?}");
}

#[test]
fn what_is_too_large_to_be_held_is_told_and_not_cut() {
    let rules = |check: &str| {
        format!(
            "[[component]]\nname = \"Cubes\"\ncount = 9\nkind = \"cube\"\n[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{ per = \"player\" }}\n[vars]\nscore = {{ start = -3, per = \"player\" }}\nall_in = -1000000000\n[turn]\nmax_rounds = 2\nphases = [{{ each = \"player\", do = [\"draw 1\", \"score += 1\"] }}]\n[checks]\none = \"{check}\"\n"
        )
    };
    let told = |check: &str| {
        let told = with_cards(&rules(check), "name,count\nGem,9\n").0.into_iter();
        told.filter(|one| one.contains("expression") || one.contains("unknown")).collect::<Vec<_>>()
    };
    let large = told("mean(all.score * 1000000000 * 1000000000 * 10) <= 0");
    assert!(
        large.len() == 1
            && large[0].contains(
                "this check, comes to a number beyond 9,223,372,036,854,775,807 in game 0"
            ),
        "{large:#?}"
    );
    assert_eq!(told("mean(all.score * 1000000000 * 1000000000) <= 0"), Vec::<String>::new());
    // Two seats from -3, each raised in two rounds; and as many as the list has.
    assert_eq!(told("mean(all.score) == -2 or players > 2"), Vec::<String>::new());
    assert_eq!(told("P(all.score > component('Cubes')) == 0"), Vec::<String>::new());
    let none = told("P(all.score > component('Cube')) == 0");
    assert!(
        none.len() == 1 && none[0].contains("no component is called `Cube` | did you mean `Cubes`"),
        "{none:#?}"
    );
    for named in ["best(a)", "worst(a)", "hits(a, 4)"] {
        let told = told(&format!("P(roll a = 2d6: {named} >= 3) > 0"));
        assert!(
            told.len() == 1
                && told[0].contains("`a` is no dice")
                && told[0].contains("these take dice as they are written"),
            "{told:#?}"
        );
    }
}
