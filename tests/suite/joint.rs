//! Odds of several places at once, against arithmetic and every deal of a toy deck; and cards that are dealt where they are too many.

use deckle::check::{Report, Verdict};

use super::checks::checked;
use super::support::game;

const HEAD: &str = "[game]\ntitle = \"T\"\nsides = [\"X\", \"Y\"]\n[[deck]]\nname = \"d\"\ncards = \"cards.csv\"\n[zones]\ndeck = { empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\nrow = { per = \"player\" }\nmarket = {}\n";
const CARDS: &str = "name,count,worth\nAce,10,1\nBee,8,2\nCat,6,3\nDog,16,5\n";

fn asked(deals: &str, cards: &str, checks: &[&str]) -> (Vec<String>, Report) {
    let checks: String =
        checks.iter().enumerate().map(|(at, check)| format!("c{at} = {check:?}\n")).collect();
    let manifest = format!("{HEAD}[setup]\ndeal = [{deals}]\n[checks]\n{checks}");
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)]))
}

/// The values that are measured, in the order of the checks.
fn values(deals: &str, cards: &str, asks: &[&str]) -> Vec<f64> {
    let checks: Vec<String> = asks.iter().map(|ask| format!("{ask} >= 0")).collect();
    let checks: Vec<&str> = checks.iter().map(String::as_str).collect();
    let (told, report) = asked(deals, cards, &checks);
    assert!(told.iter().all(|one| !one.contains("c0") && !one.contains("expression")), "{told:#?}");
    let rows = report.rows.iter();
    let value = |row: &deckle::check::Row| {
        assert_eq!(row.measured[0].how(), "exact", "{}", row.text);
        row.measured[0].estimate.value
    };
    rows.map(value).collect()
}

/// The ways to choose.
fn choose(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { (0..k).map(|at| (n - at) as f64 / (at + 1) as f64).product() }
}

#[test]
fn two_places_hold_other_cards_of_one_deck() {
    let deals =
        "{ from = \"deck\", to = \"market\", n = 4 }, { from = \"deck\", to = \"hand\", n = 3 }";
    // Ten Aces of forty: so many in hand, so many of the rest in the market.
    let chance = |holds: &dyn Fn(u64, u64) -> bool| -> f64 {
        let pairs = (0..=3).flat_map(|a| (0..=4).map(move |b| (a, b)));
        let way = |(a, b): (u64, u64)| {
            choose(10, a) * choose(30, 3 - a) * choose(10 - a, b) * choose(27 + a, 4 - b)
        };
        pairs.filter(|(a, b)| holds(*a, *b)).map(way).sum::<f64>() / choose(40, 3) / choose(37, 4)
    };
    let found = values(
        deals,
        CARDS,
        &[
            "P(opening: hand[Ace] >= 1 and market[Ace] >= 1)",
            "P(opening: market[Ace] >= 1 and hand[Ace] >= 1)",
            "P(opening: hand[Ace] == market[Ace])",
            "mean(opening: hand + market)",
            "mean(opening: sum(hand, worth) - sum(market, worth))",
            "P(opening(Y): hand[Ace] > market[Ace])",
            "P(opening: market[Ace] >= 1)",
            "mean(opening: distinct(hand, worth) * 0 + distinct(market, worth))",
        ],
    );
    let both = chance(&|a, b| a >= 1 && b >= 1);
    assert!((both - 0.39840).abs() < 5e-6, "{both}");
    let worth = (10.0 + 16.0 + 18.0 + 80.0) / 40.0;
    let without = |copies: u64| 1.0 - choose(40 - copies, 4) / choose(40, 4);
    let wanted = [
        both,
        both,
        chance(&|a, b| a == b),
        7.0,
        -worth,
        chance(&|a, b| a > b),
        chance(&|_, b| b >= 1),
        [10, 8, 6, 16].map(without).iter().sum(),
    ];
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((found - wanted).abs() < 1e-12, "{at}: {found} is not {wanted}");
    }
}

#[test]
fn places_have_the_odds_that_every_deal_of_a_toy_deck_gives() {
    let (cards, copies) = ("name,count\nAce,3\nBee,2\nCat,4\n", [3, 2, 4]);
    let deck: Vec<usize> = (0..3).flat_map(|kind| vec![kind; copies[kind]]).collect();
    let deals = "{ from = \"deck\", to = \"hand\", n = 3 }, { from = \"deck\", to = \"row\", n = 2 }, { from = \"deck\", to = \"market\", n = 2 }";
    // Every hand, row and market as sets of places in the deck.
    let sets = |n: u32| (0_u32..1 << 9).filter(move |set| set.count_ones() == n);
    let of = |set: u32, kind: usize| {
        deck.iter().enumerate().filter(|(at, one)| set >> at & 1 == 1 && **one == kind).count()
    };
    type Event = fn(&dyn Fn(usize, usize) -> usize) -> bool;
    let events: [(&str, Event); 5] = [
        ("hand[Ace] + row[Ace] >= 3", |n| n(0, 0) + n(1, 0) >= 3),
        ("hand[Ace] > row[Bee] and market[Cat] == 2", |n| n(0, 0) > n(1, 1) && n(2, 2) == 2),
        ("hand[Cat] == row[Cat] or not market[Ace | Bee]", |n| {
            n(0, 2) == n(1, 2) || n(2, 0) + n(2, 1) == 0
        }),
        ("max(hand[Cat], row[Cat], market[Cat]) == 2", |n| {
            (0..3).map(|zone| n(zone, 2)).max() == Some(2)
        }),
        ("row[Ace] >= 1 and market[Ace] >= 1 and hand[Ace] >= 1", |n| {
            (0..3).all(|zone| n(zone, 0) >= 1)
        }),
    ];
    let asks: Vec<String> = events.iter().map(|(text, _)| format!("P(opening: {text})")).collect();
    let asks: Vec<&str> = asks.iter().map(String::as_str).collect();
    let found = values(deals, cards, &asks);
    for ((text, event), found) in events.iter().zip(found) {
        let (mut held, mut all) = (0, 0);
        for hand in sets(3) {
            for row in sets(2).filter(|row| row & hand == 0) {
                for market in sets(2).filter(|market| market & (hand | row) == 0) {
                    all += 1;
                    held += u32::from(event(&|zone, kind| of([hand, row, market][zone], kind)));
                }
            }
        }
        let wanted = f64::from(held) / f64::from(all);
        assert!((found - wanted).abs() < 1e-12, "{text}: {found} is not {wanted}");
        assert!((0.01..0.99).contains(&wanted), "{text}: {wanted}");
    }
}

#[test]
fn places_that_are_dealt_from_two_decks_do_not_touch_each_other() {
    let manifest = "[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"a\"\ncards = \"cards.csv\"\n[[deck]]\nname = \"b\"\ncards = \"more.csv\"\n[zones]\na = { deck = \"a\", empty = \"stop\" }\nb = { deck = \"b\", empty = \"stop\" }\nhand = { per = \"player\" }\nmarket = {}\n[setup]\ndeal = [{ from = \"a\", to = \"hand\", n = 2 }, { from = \"b\", to = \"market\", n = 1 }]\n[checks]\none = \"P(opening: hand[Ace] == 2 and market[Fox] == 1) == 1/6 * 3/4\"\n";
    let files = [
        ("game.toml", manifest),
        ("cards.csv", "name,count\nAce,2\nBee,2\n"),
        ("more.csv", "name,count\nFox,3\nGnu,1\n"),
    ];
    let (told, report) = checked(&game(files));
    assert_eq!(
        (report.rows[0].verdict, report.rows[0].found.as_str()),
        (Verdict::Passed, "12.500 % (exact: 1/8)"),
        "{told:#?}"
    );
}

#[test]
fn places_that_no_cards_are_dealt_to_are_told() {
    let deals = "{ from = \"deck\", to = \"hand\", n = 3 }";
    let one = |deals: &str, check: &str, has: &str| {
        let (told, report) = asked(deals, CARDS, &[check]);
        assert_eq!(report.rows[0].verdict, Verdict::Broken, "{check}");
        assert!(told.iter().any(|one| one.contains(has)), "{check}: {told:#?}");
    };
    one(deals, "P(opening: hand[Ace] > row[Ace]) > 0", "the set-up deals no cards to `row`");
    one(deals, "P(opening: deck[Ace] == 10) > 0", "the set-up deals no cards to `deck`");
    one(
        deals,
        "P(seen(5): row[Ace] >= 1) > 0",
        "no cards are drawn to `row` | the cards that are drawn are `hand`",
    );
    one(deals, "P(seen(5): deck[Ace] == 10) > 0", "no cards are drawn to `deck`");
    let apart = "{ from = \"deck\", to = \"hand\", n = 3 }, { from = \"deck\", to = \"row\", n = 2, side = \"X\" }";
    one(apart, "P(opening: hand[Ace] > row[Ace]) > 0", "say it: `opening(X): …`");
    one(apart, "P(opening(Y): hand[Ace] > row[Ace]) > 0", "the set-up deals no cards to `row`");
    let on =
        "{ from = \"deck\", to = \"market\", n = 4 }, { from = \"market\", to = \"hand\", n = 1 }";
    one(on, "P(opening: market[Ace] > 1) > 0", "cards that are dealt to `market` are dealt on");
}

#[test]
fn what_is_too_many_to_count_is_dealt_and_told_so() {
    // Twelve kinds of six among eighteen others: by inclusion and exclusion, the chance that twenty hold each of eight.
    let rows: String = (1..=12).map(|at| format!("K{at},6\n")).collect();
    let cards = format!("name,count\n{rows}Rest,18\n");
    let each = |kinds: std::ops::RangeInclusive<u32>| {
        kinds.map(|at| format!("hand[K{at}] >= 1")).collect::<Vec<_>>().join(" and ")
    };
    let without = |kinds: u64| choose(12, kinds) * choose(90 - 6 * kinds, 40) / choose(90, 40);
    let chance: f64 =
        (0..=12).map(|kinds| without(kinds) * if kinds % 2 == 0 { 1.0 } else { -1.0 }).sum();
    assert!((0.2..0.95).contains(&chance), "{chance}");
    let ask = format!("P(seen(40): {}) >= {}%", each(1..=12), (chance * 100.0 - 10.0).round());
    let (told, report) = asked("", &cards, &[&ask]);
    let row = &report.rows[0];
    assert_eq!(row.verdict, Verdict::Passed, "{}: {told:#?}", row.found);
    let one = &row.measured[0];
    assert_eq!((one.how(), one.estimate.cases()), ("dealt", Some(4096)));
    assert!(one.estimate.low < chance && chance < one.estimate.high, "{}", row.found);
    assert!(row.found.ends_with("%, 4096 deals)"), "{}", row.found);
    assert_eq!(report.seed, Some(1));
    // The whole deck holds all of them, whatever is drawn.
    let all = format!("P(seen(90): {}) >= 99%", each(1..=12));
    let mean = format!(
        "mean(seen(40): {}) >= 1",
        (1..=12).map(|at| format!("hand[K{at}] * {at}")).collect::<Vec<_>>().join(" + ")
    );
    let (told, report) = asked("", &cards, &[&all, &mean]);
    let verdicts: Vec<_> = report.rows.iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [Verdict::Passed, Verdict::Passed], "{told:#?}");
    // Of 90 cards 40: each of six copies comes with 4 in 9, and 1 to 12 add up to 78.
    let estimate = report.rows[1].measured[0].estimate;
    let wanted = 78.0 * 6.0 * 40.0 / 90.0;
    assert!(estimate.low < wanted && wanted < estimate.high, "{estimate:?}");
}
