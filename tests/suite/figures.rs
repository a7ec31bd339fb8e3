//! Figures that others have computed or simulated for the sample games: exact ones to their last digit, simulated ones
//! within four standard errors of both.

use deckle::model::Game;
use deckle::sim::engine::{Over, Table, question};
use deckle::sim::estimate::Estimate;
use deckle::sim::games::{Study, play};
use deckle::sim::histogram::Histogram;
use deckle::sim::lang::{Expr, Node, Scope, Text, expression};
use deckle::sim::odds;
use deckle::sim::pool::Pool;
use deckle::workspace::Memory;

use super::playtests::{compiled, sample};
use super::support::root;

/// A sample whose manifest is changed before it is loaded.
fn changed(name: &str, changes: &[(&str, &str)]) -> Game {
    fn files(folder: &std::path::Path, below: &str, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let name = format!("{below}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => files(&entry.path(), &format!("{name}/"), found),
                false => found.push((name, std::fs::read(entry.path()).unwrap())),
            }
        }
    }
    let mut found = Vec::new();
    files(&root().join("data").join(name), "", &mut found);
    let manifest = found.iter_mut().find(|(name, _)| name == "game.toml").unwrap();
    let mut text = String::from_utf8(manifest.1.clone()).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    manifest.1 = text.into_bytes();
    let files = found.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let (mut sources, mut sink) = Default::default();
    deckle::load::load(&Memory::new(name, files), &mut sources, &mut sink)
        .unwrap_or_else(|_| panic!("{:?}", sink.list()))
}

fn parsed(pool: &Pool<'_>, text: &str) -> Expr {
    let scope = Scope { pool };
    expression(&mut Text::new(text, &scope).unwrap())
        .unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// An exact chance or mean of a hand, of first cards or of dice.
fn exact(game: &Game, text: &str) -> f64 {
    let pool = Pool::new(game);
    let Node::Measure(measure, context, body) = parsed(&pool, text).node else { panic!("{text}") };
    let found = match odds::draw(&pool, &context, &body).unwrap() {
        Some(draw) => odds::hand(&pool, &draw, &body).unwrap(),
        None => odds::dice(&[], &body).unwrap(),
    };
    let Estimate { value, .. } = found.measure(measure);
    value
}

/// Exact figures, each as its last digit allows.
#[track_caller]
fn are(game: &Game, figures: &[(&str, &str)]) {
    for (text, wanted) in figures {
        let (number, percent) = match wanted.strip_suffix(" %") {
            Some(number) => (number, 100.0),
            None => (*wanted, 1.0),
        };
        let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
        let (found, wanted): (f64, f64) = (exact(game, text) * percent, number.parse().unwrap());
        let within = 0.5001 * 10_f64.powi(-digits);
        assert!((found - wanted).abs() <= within, "{text}: {found} is not {wanted}");
    }
}

/// Something that was simulated: found and wanted, each with its standard error.
struct Figure {
    what: &'static str,
    found: (f64, f64),
    wanted: (f64, f64),
}

/// A share, in percent; a figure without a standard error is of so many games.
fn share(what: &'static str, hits: u64, games: u64, wanted: f64, of: f64) -> Figure {
    let percent = |share: f64, n: f64| {
        100.0 * (share.clamp(1e-5, 1.0 - 1e-5) * (1.0 - share.clamp(1e-5, 1.0 - 1e-5)) / n).sqrt()
    };
    // Chances are wanted ones for the error, so that what never came is judged, too.
    let (found, chance) = (hits as f64 / games as f64, wanted / 100.0);
    let error = percent(chance, games as f64).max(percent(found, games as f64));
    Figure { what, found: (found * 100.0, error), wanted: (wanted, percent(chance, of)) }
}

/// How many games are played: a few, or as many as the figure's source played.
fn games(few: u64, theirs: u64) -> u64 {
    if std::env::var_os("FIGURES").is_some_and(|how| how == "whole") { theirs } else { few }
}

fn mean(what: &'static str, found: &Histogram, wanted: f64, error: f64) -> Figure {
    let own = found.deviation() / (found.total() as f64).sqrt();
    Figure { what, found: (found.mean(), own), wanted: (wanted, error) }
}

/// All within four standard errors of both; what a figure was rounded to counts, too.
#[track_caller]
fn agree(figures: &[Figure], rounded: f64) {
    for Figure { what, found, wanted } in figures {
        let most = 4.0 * (found.1.powi(2) + wanted.1.powi(2)).sqrt() + rounded;
        let off = (found.0 - wanted.0).abs();
        assert!(
            off <= most,
            "{what}: {} ± {} is not {} ± {}",
            found.0,
            found.1,
            wanted.0,
            wanted.1
        );
    }
}

/// The 5th, 50th and 95th of a hundred lie where they were found, as far as chance lets them.
#[track_caller]
fn quantiles(histogram: &Histogram, wanted: [i64; 3]) {
    let share = |value: i64| histogram.up_to(value) as f64 / histogram.total() as f64;
    for (part, value) in [0.05, 0.5, 0.95].into_iter().zip(wanted) {
        let most = 4.0 * (part * (1.0_f64 - part) / histogram.total() as f64).sqrt();
        let found = (share(value - 1), share(value));
        assert!(found.0 < part + most && found.1 >= part - most, "{part} at {value}: {found:?}");
    }
}

fn of<'s>(study: &'s Study, names: &[String], name: &str) -> &'s Histogram {
    &study.counters[names.iter().position(|one| one == name).unwrap_or_else(|| panic!("{names:?}"))]
}

fn sum(histogram: &Histogram) -> u64 {
    histogram.iter().map(|(value, count)| value as u64 * count).sum()
}

#[test]
fn wolf_pack_has_the_opening_hands_that_were_computed() {
    are(
        &sample("wolf-pack"),
        &[
            ("P(opening: hand[Periscope] >= 1)", "45.30 %"),
            ("P(opening: hand[Sonar] >= 1)", "51.96 %"),
            (
                "P(opening: hand[Periscope] >= 1 and hand[Torpedo] >= 1 and hand[Transport] >= 1)",
                "5.848 %",
            ),
            (
                "P(opening: hand[Sonar] >= 1 and hand[Depth Charges] >= 1 and hand[U-boat] >= 1)",
                "5.848 %",
            ),
            ("P(opening: hand[used_by = U-boat | used_by = Both] == 0)", "2.471 %"),
            ("P(opening: hand[used_by = Convoy | used_by = Both] == 0)", "2.471 %"),
            ("mean(opening: hand[Water])", "0.5556"),
        ],
    );
}

#[test]
fn wolf_pack_plays_as_was_simulated() {
    let study = play(&compiled(&sample("wolf-pack"), None), &[], 1, 0..games(16_000, 400_000));
    let none = study.reshuffles.up_to(0);
    agree(
        &[
            share("the pack wins", study.won[0], study.games, 15.56, 400_000.0),
            share("unfinished", study.drawn + study.stuck, study.games, 0.0, 400_000.0),
            mean("rounds", &study.rounds, 47.56, 0.024),
            mean("reshuffles", &study.reshuffles, 1.87, 0.001),
            share("no reshuffle", none, study.games, 0.84, 400_000.0),
        ],
        0.005,
    );
    quantiles(&study.rounds, [26, 46, 76]);
    assert!(study.rounds.quantile(0.0) >= 12);
    // As printed, the pack wins in both cases.
    let printed = changed(
        "wolf-pack",
        &[(
            "side = \"Convoy\"\nwhen = \"sunk >= 4\"",
            "side = \"Wolf Pack\"\nwhen = \"Convoy.sunk >= 4\"",
        )],
    );
    let study = play(&compiled(&printed, None), &[], 1, 0..300);
    assert_eq!(study.won, [300, 0]);
}

/// Zulu without the rows that its source has lost, if `printed`, and with so many troops.
fn zulu(printed: bool, troops: u32) -> Game {
    let many = [
        ("troops = 100", format!("troops = {troops}")),
        ("troops < 100", format!("troops < {troops}")),
        ("min(100,", format!("min({troops},")),
    ];
    let mut game = changed("zulu", &many.each_ref().map(|(old, new)| (*old, new.as_str())));
    let ours = ["Zulu Impi", "Rifle Fire"];
    let cards = game.decks.iter_mut().flat_map(|deck| &mut deck.cards);
    let mut lost: Vec<_> = cards.filter(|card| ours.contains(&card.name.as_str())).collect();
    assert_eq!(lost.len(), 2);
    lost.iter_mut().filter(|_| printed).for_each(|card| card.copies = 0);
    game
}

#[test]
fn zulu_has_the_attacks_that_were_computed() {
    for (printed, forces, some) in [
        (true, ["22.05", "51.07", "85.63", "124.55", "166.80", "211.53"], "99.599 %"),
        (false, ["19.04", "42.56", "69.88", "100.42", "133.63", "169.05"], "99.878 %"),
    ] {
        let game = zulu(printed, 100);
        for (at, force) in forces.iter().enumerate() {
            let text = format!(
                "mean(seen({}, zulu): sum(hand, force) * (1 + (hand[Zulu War Chant] > 0)))",
                at + 1
            );
            are(&game, &[(text.as_str(), force)]);
        }
        are(&game, &[("P(seen(4, zulu): hand[kind = attack] >= 1)", some)]);
    }
}

#[test]
fn a_zulu_deck_lasts_as_many_attacks_as_dice_say() {
    // The number of d6 whose sum reaches N: 39 cards 11.6190 ± 1.6633, from 7 to 39; 52 cards 15.3333 ± 1.9107.
    for (cards, wanted, spread) in [(39, 11.6190, 1.6633), (52, 15.3333, 1.9107)] {
        let rules = format!(
            "[vars]\nsum = 0\nn = 0\n[turn]\nmax_rounds = 60\n[[turn.phases]]\ndo = \"n += 1; sum += 1d6; if sum >= {cards}: win nobody\"\n"
        );
        let study =
            play(&compiled(&super::playtests::small(&rules, "name\nA\n"), None), &[], 1, 0..20_000);
        let n = &study.counters[1];
        assert!((n.mean() - wanted).abs() <= 4.0 * spread / 20_000_f64.sqrt(), "{}", n.mean());
        assert!(
            (n.deviation() - spread).abs() <= 4.0 * spread / 40_000_f64.sqrt(),
            "{}",
            n.deviation()
        );
        assert!(n.quantile(0.0) >= (cards + 5) / 6 && n.quantile(1.0) <= cards);
    }
    // In the game for two, four are dealt and one a turn is drawn: the deck fails on turn N - 4 + 1.
    for (cards, turn) in [(39, 36), (52, 49)] {
        let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 4 }\n[turn]\nmax_rounds = 60\n[[turn.phases]]\ndo = \"draw 1\"\n";
        let game = super::playtests::small(rules, &format!("name,count\nA,{cards}\n"));
        let program = deckle::sim::study::program(&game, Some(1), &[]).unwrap();
        assert_eq!(play(&program, &[], 1, 0..1).deck_out.quantile(0.5), turn);
    }
}

#[test]
fn zulu_is_held_as_often_as_was_simulated() {
    // Printed or completed, troops; the British win, attacks with their error, troops left, the British deck runs out.
    for (printed, troops, won, attacks, error, left, out) in [
        (true, 100, 42.85, 7.70, 0.010, 59.2, 0.040),
        (true, 200, 75.61, 10.30, 0.008, 117.0, 0.099),
        (false, 100, 42.41, 10.12, 0.013, 56.4, 0.003),
        (false, 200, 76.84, 13.69, 0.009, 114.0, 0.009),
    ] {
        let game = zulu(printed, troops);
        let (pool, program) = (Pool::new(&game), compiled(&game, None));
        let last = "british == 0 or troops > 0 and british <= 5 - British.hand";
        let last = question(&pool, None, &parsed(&pool, last)).unwrap();
        let (mut table, games) = (Table::new(&program), games(2500, 200_000));
        let (mut held, mut empty) = (0, 0);
        let (mut rounds, mut troops) = (Histogram::default(), Histogram::default());
        for index in 0..games {
            program.play(&mut table, 1, index, |_| {});
            rounds.add(table.round);
            if table.over == Some(Over::Won(1)) {
                held += 1;
                troops.add(program.values(&table)[0]);
            }
            empty += last.ask(&mut table, &program) as u64;
        }
        agree(
            &[
                share("the British win", held, games, won, 200_000.0),
                mean("attacks", &rounds, attacks, error),
                mean("troops left", &troops, left, 0.1),
                share("the British deck runs out", empty, games, out, 200_000.0),
            ],
            0.005,
        );
    }
}

#[test]
fn zoo_shares_traits_as_was_computed() {
    are(
        &sample("zoo"),
        &[
            ("P(seen(2): shared(hand, traits) == 2)", "60.199 %"),
            ("P(seen(3): shared(hand, traits) == 3)", "27.550 %"),
            ("P(seen(3): shared(hand, traits) <= 1)", "7.179 %"),
            ("P(seen(3): hand[F] == 0)", "24.0 %"),
            ("P(seen(3): hand[U] == 0)", "51.8 %"),
            ("P(seen(3): hand[A] == 0)", "36.1 %"),
            ("P(seen(3): hand[H] == 0)", "29.6 %"),
            ("P(seen(3): hand[C] == 0)", "36.1 %"),
            ("P(seen(3): hand[O] == 0)", "43.5 %"),
            ("P(seen(3): hand[R] == 0)", "67.9 %"),
            ("P(seen(3): hand[B] == 0)", "64.4 %"),
            ("P(seen(3): hand[M] == 0)", "11.4 %"),
            ("P(seen(3): hand[P] == 0)", "75.1 %"),
            ("P(seen(3): hand[S] == 0)", "61.1 %"),
            ("P(seen(3): hand[E] == 0)", "17.6 %"),
        ],
    );
}

#[test]
fn a_zoo_deck_lasts_as_many_full_rounds_as_division_says() {
    for (players, full) in [(3, 7), (4, 5), (5, 4), (6, 3), (8, 2)] {
        let study = play(&compiled(&sample("zoo"), Some(players)), &[], 1, 0..20);
        assert_eq!(study.deck_out.quantile(0.5), full + 1, "{players} players");
    }
    assert_eq!(play(&compiled(&sample("zoo"), Some(2)), &[], 1, 0..50).deck_out.ever().total(), 0);
}

#[test]
fn zoo_plays_as_was_simulated() {
    let counted = [
        ("unclaimed = 0\n", "unclaimed = 0\nlaid = 0\nmelds = 0\n"),
        ("\"meld traits to zoo\"", "\"melds += hand > 0\", \"meld traits to zoo\""),
        (
            "do = \"majority traits of zoo to vp tied tied none unclaimed\"",
            "do = [\"majority traits of zoo to vp tied tied none unclaimed\", \"laid = all.zoo\"]",
        ),
    ];
    let game = changed("zoo", &counted);
    // Players; tied, unclaimed and awarded traits with their errors; cards of a meld, cards in play; the first seat wins.
    for (players, tied, unclaimed, awarded, meld, laid, first) in [
        (2, (17.65, 0.013), (8.10, 0.006), (94.25, 0.015), 2.78, 55.6, 49.94),
        (3, (26.10, 0.015), (4.75, 0.005), (89.15, 0.016), 2.47, 66.9, 43.99),
    ] {
        let program = compiled(&game, Some(players));
        let games = games(2500, 200_000);
        let (names, study) = (program.counter_names(), play(&program, &[], 1, 0..games));
        let of = |name: &str| of(&study, &names, name);
        let points: u64 = (1..=players).map(|seat| sum(of(&format!("seat {seat}'s vp")))).sum();
        let own = of("tied").deviation() / (games as f64).sqrt();
        let mean_meld = sum(of("laid")) as f64 / sum(of("melds")) as f64;
        agree(
            &[
                mean("tied", of("tied"), tied.0, tied.1),
                mean("unclaimed", of("unclaimed"), unclaimed.0, unclaimed.1),
                Figure {
                    what: "awarded",
                    found: (points as f64 / games as f64, own),
                    wanted: awarded,
                },
                // The sheet prints these without an error: what is rounded away is all that they may differ by.
                Figure { what: "a meld", found: (mean_meld, 0.003), wanted: (meld, 0.0) },
                Figure {
                    what: "cards in play",
                    found: (of("laid").mean(), 0.03),
                    wanted: (laid, 0.0),
                },
                // Of the games that somebody wins.
                share("first seat", study.won[0], study.won.iter().sum(), first, 200_000.0),
            ],
            0.005,
        );
    }
}

#[test]
fn x_files_has_the_opening_hands_that_were_computed() {
    are(
        &sample("x-files"),
        &[
            ("mean(opening: hand[type = A])", "0.979"),
            ("mean(opening: hand[type = I])", "2.888"),
            ("mean(opening: hand[type = X])", "0.881"),
            ("mean(opening: hand[type = C])", "0.343"),
            ("mean(opening: hand[type = P])", "1.909"),
            ("P(opening: hand[type = X] >= 1)", "61.85 %"),
            ("P(opening: hand[type = A] >= 1)", "66.02 %"),
            ("P(opening: hand[type = I] >= 1)", "97.83 %"),
            (
                "P(opening: hand[type = X] >= 1 and hand[type = A] >= 1 and hand[type = I] >= 1)",
                "37.23 %",
            ),
            (
                "P(seen(10): hand[type = X] >= 1 and hand[type = A] >= 1 and hand[type = I] >= 1)",
                "57.86 %",
            ),
            ("P(opening: hand[type = X] >= 1 and hand[type = A] >= 1)", "38.75 %"),
            ("P(seen(10): hand[type = X] >= 1 and hand[type = A] >= 1)", "58.20 %"),
        ],
    );
    // Draws to the first X-File: (N + 1) / (K + 1); a mean is the sum of the chances of not having it yet.
    let game = sample("x-files");
    for (cards, wanted) in [("X", 144.0 / 19.0), ("A", 144.0 / 21.0)] {
        let none = |n: u32| exact(&game, &format!("P(seen({n}): hand[type = {cards}] == 0)"));
        let draws = 1.0 + (1..=125).map(none).sum::<f64>();
        assert!((draws - wanted).abs() < 1e-6, "{cards}: {draws}");
    }
}

#[test]
fn x_files_plays_as_was_simulated() {
    let counted = [
        ("play 1 type = X to case; age = 0", "play 1 type = X to case; age = 0; opened += case"),
        (
            "sum(twists, value): move all",
            "sum(twists, value): solved_cases += 1; turns += age; move all",
        ),
        ("if case > 0 and age >= 3: discard", "if case > 0 and age >= 3: expired += 1; discard"),
        (
            "age = { per = \"player\" }",
            "age = { per = \"player\" }\nopened = 0\nexpired = 0\nsolved_cases = 0\nturns = 0",
        ),
    ];
    let game = changed("x-files", &counted);
    // Players; rounds with their error and quantiles; the first seat wins, cases run out of time, turns for each, reshuffles.
    for (players, rounds, quantile, first, expired, turns, again) in [
        (2, (8.15, 0.005), [5, 8, 12], 54.38, 16.0, 1.93, 0.0),
        (4, (7.68, 0.003), [6, 7, 10], 27.15, 18.1, 2.03, 12.97),
    ] {
        let program = compiled(&game, Some(players));
        let (names, games) = (program.counter_names(), games(5000, 200_000));
        let study = play(&program, &[], 1, 0..games);
        let of = |name: &str| sum(of(&study, &names, name));
        let each = of("turns") as f64 / of("solved_cases") as f64;
        agree(
            &[
                mean("rounds", &study.rounds, rounds.0, rounds.1),
                share("first seat", study.won[0], games, first, 200_000.0),
                share(
                    "cases run out of time",
                    of("expired"),
                    of("opened"),
                    expired,
                    200_000.0 * 5.0,
                ),
                Figure {
                    what: "turns of a solved case",
                    found: (each, 0.006),
                    wanted: (turns, 0.0),
                },
                share("reshuffles", study.reshuffles.hits(), games, again, 200_000.0),
            ],
            0.005,
        );
        quantiles(&study.rounds, quantile);
    }
}

#[test]
fn the_other_games_have_the_odds_that_were_computed() {
    are(
        &sample("buccaneers"),
        &[
            ("P(seen(3): hand[Move] == 0)", "21.58 %"),
            ("P(seen(3): hand[Attack] == 0)", "15.73 %"),
            ("P(seen(3): hand[Move] >= 1 and hand[Attack] >= 1)", "62.95 %"),
            ("P(seen(3): hand[Defence] == 0)", "68.14 %"),
            ("P(seen(5): hand[Move] == 0)", "7.23 %"),
            ("P(seen(5): hand[Attack] == 0)", "4.18 %"),
            ("P(seen(5): hand[Defence] >= 1)", "47.99 %"),
        ],
    );
    are(
        &sample("first-balkan-war"),
        &[
            ("mean(seen(5): sum(hand[!usable_by = Ottoman], move))", "3.8095"),
            ("mean(seen(10): sum(hand[!usable_by = League], move))", "5.2381"),
            ("P(seen(5): hand[move >= 1 & !usable_by = Ottoman] == 0)", "8.42 %"),
            ("P(seen(10): hand[move >= 1 & !usable_by = League] == 0)", "2.73 %"),
            ("P(1d6 - 3 > 1d6)", "8.333 %"),
            ("P(1d6 + 4 > 1d6)", "91.667 %"),
        ],
    );
    are(
        &sample("warp-lancer"),
        &[
            ("P(seen(8, beacons): hand[kind = store] == 0)", "23.333 %"),
            ("P(seen(8, beacons): hand[kind = store] == 1)", "53.333 %"),
            ("mean(seen(8, beacons): hand[kind = raider])", "4.5"),
            ("mean(hits(3d6, 4))", "1.5"),
            ("mean(2 * hits(1d6, 4))", "1"),
        ],
    );
}
