//! Transcripts: a person who follows one at a table moves every card that the game moves, and sees why.

use std::collections::BTreeMap;

use deckle::model::Game;
use deckle::sim::games::{play, replay};
use deckle::sim::odds::deck_of;
use deckle::sim::pool::Pool;

use super::playtests::{PLAYED, compiled, sample, small};

const VERBS: [&str; 9] = [
    "draws ",
    "plays ",
    "moves ",
    "throws away by chance ",
    "throws away ",
    "finds ",
    "turns up ",
    "shuffles ",
    "",
];

type Piles = BTreeMap<String, BTreeMap<String, u32>>;

/// The piles as they lie before the first card is dealt.
fn laid_out(game: &Game) -> Piles {
    let pool = Pool::new(game);
    let mut piles = Piles::new();
    for zone in &game.rules.zones {
        if let Some(deck) = deck_of(&pool, &zone.name.value) {
            let pile = piles.entry(zone.name.value.clone()).or_default();
            for kind in pool.deck(deck).iter() {
                *pile.entry(pool.kinds[kind].name.clone()).or_default() += pool.kinds[kind].copies;
            }
        }
    }
    piles
}

/// Moves cards as a line of a transcript says; whether it says so.
fn follow(piles: &mut Piles, line: &str) -> bool {
    let Some((said, to)) = line.trim_start().rsplit_once(" → ") else { return false };
    let to = to.split(" (").next().unwrap();
    let (said, from) = said.rsplit_once(": ").unwrap();
    let moved: Vec<(String, u32)> = if let Some((_, shuffled)) = said.split_once(" is empty, so ") {
        // A pile that is made anew, of all cards of another.
        let from = shuffled.strip_suffix(" is shuffled").unwrap();
        return follow_all(piles, from, to);
    } else if from.parse::<i64>().is_ok() {
        return false;
    } else {
        let verb = VERBS.iter().find(|verb| said.starts_with(**verb)).unwrap();
        said[verb.len()..].split("; ").map(|name| (name.to_owned(), 1)).collect()
    };
    for (name, count) in moved {
        let pile = piles.get_mut(from).unwrap_or_else(|| panic!("{line}: no {from}"));
        let left = pile.get_mut(&name).filter(|left| **left >= count);
        *left.unwrap_or_else(|| panic!("{line}: {name} does not lie in {from}")) -= count;
        *piles.entry(to.into()).or_default().entry(name).or_default() += count;
    }
    true
}

fn follow_all(piles: &mut Piles, from: &str, to: &str) -> bool {
    for (name, count) in piles.remove(from).unwrap_or_default() {
        *piles.entry(to.into()).or_default().entry(name).or_default() += count;
    }
    true
}

#[test]
fn who_follows_a_transcript_never_misses_a_card() {
    for (name, players) in PLAYED {
        let game = sample(name);
        let program = compiled(&game, players);
        for index in 0..3 {
            let mut piles = laid_out(&game);
            let log = replay(&program, 5, index);
            let moved = log.iter().filter(|line| follow(&mut piles, line)).count();
            assert!(moved > 20, "{name} {index}: {moved}");
            assert!(log.iter().any(|line| line.starts_with(" ") && !line.starts_with("  ")));
        }
    }
}

#[test]
fn a_transcript_tells_phases_rolls_reasons_counters_and_how_it_ends() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\nrow = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 1 }\n[turn]\nphases = [{ name = \"Go\", each = \"player\", do = [\"draw 2\", \"choose\", \"discard row\", \"discard to 1\", \"vp += 1d1\"] }]\n[action.lay]\ndo = \"play 1 Ace to row\"\n[[end]]\nwhen = \"vp >= 1\"\n[policy.default]\nchoose = [\"lay if hand[Ace] >= 9\", \"lay if hand >= 3\"]\ndiscard = [\"Ace\"]\n";
    let log = replay(&compiled(&small(rules, "name,count\nAce,9\n"), Some(2)), 1, 0);
    let wanted = [
        "Set-up",
        "  Ace: deck → seat 1's hand",
        "  Ace: deck → seat 2's hand",
        "Round 1",
        " Go, seat 1",
        "  draws Ace; Ace: deck → seat 1's hand",
        "  seat 1 does `lay`: `lay if hand >= 3`",
        "  plays Ace: seat 1's hand → seat 1's row",
        "  throws away Ace: seat 1's row → discard",
        "  throws away Ace: seat 1's hand → discard (`Ace`)",
        "  rolls 1 on a d1",
        "  seat 1's vp: 0 → 1",
        "  the end `vp >= 1` holds for seat 1",
        "seat 1 wins in round 1",
    ];
    assert_eq!(log, wanted);
}

#[test]
fn majorities_and_results_are_told_with_their_numbers() {
    let log = replay(&compiled(&sample("zoo"), Some(2)), 1, 0);
    let has =
        |words: &str| assert!(log.iter().any(|line| line.contains(words)), "{words}: {log:#?}");
    has("  melds ");
    has(" has most, ");
    has("'s vp: 0 → 1");
    has("  all rounds are played, and the winner has the most vp: seat 1's vp ");
}

/// Both count alike, and the end is asked of the first seat first.
const TIE: &str = "[zones]\ndeck = { empty = \"stop\" }\n[vars]\nvp = { per = \"player\" }\n[turn]\nmax_rounds = 9\nphases = [{ name = \"Go\", do = [\"'seat 1'.vp += 1\", \"'seat 2'.vp += 1\"] }]\n[[end]]\nwhen = \"vp >= 2\"\n";

#[test]
fn ends_that_hold_at_once_for_different_winners_are_counted_and_told() {
    let program = compiled(&small(TIE, "name\nA\n"), Some(2));
    let study = play(&program, &[], 1, 0..50);
    assert_eq!((study.won, study.tied), (vec![50, 0], 50));
    let log = replay(&program, 1, 0);
    assert!(
        log.contains(&"  `vp >= 2` holds for seat 2 as well, and comes later".into()),
        "{log:#?}"
    );
    // One after the other, the first alone has reached it.
    let apart = TIE.replace(
        "{ name = \"Go\", do = [\"'seat 1'.vp += 1\", \"'seat 2'.vp += 1\"] }",
        "{ name = \"Go\", each = \"player\", do = \"vp += 1\" }",
    );
    let study = play(&compiled(&small(&apart, "name\nA\n"), Some(2)), &[], 1, 0..50);
    assert_eq!((study.won, study.tied), (vec![50, 0], 0));
}

#[test]
fn each_seat_is_dealt_from_its_own_deck_in_a_transcript() {
    let rules = "[zones]\ndeck = { per = \"player\", empty = \"stop\" }\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 1 }\n";
    let log = replay(&compiled(&small(rules, "name,count\nAce,9\n"), Some(2)), 1, 0);
    let wanted = ["  Ace: seat 1's deck → seat 1's hand", "  Ace: seat 2's deck → seat 2's hand"];
    assert_eq!(log[1..3], wanted);
}
