//! Policies side by side, the draws alone and opening hands: against arithmetic, and against games played one by one.

use deckle::model::Game;
use deckle::sim::compare::{Variant, compare};
use deckle::sim::deals::{deals, openings};
use deckle::sim::engine::{Over, Table};
use deckle::sim::play;
use deckle::sim::pool::Pool;
use deckle::sim::study::{Plan, program, simulate};

use super::playtests::{sample, small};

fn plan(games: u64) -> Plan {
    Plan { seed: 7, games, shard: (1, 1), players: Vec::new(), policies: Vec::new() }
}

fn variant(name: &str, policies: &[(&str, &str)]) -> Variant {
    let policies = policies.iter().map(|(side, name)| ((*side).into(), (*name).into())).collect();
    Variant { name: name.into(), policies }
}

#[test]
fn each_column_is_what_its_policies_play_alone_and_pairs_are_counted() {
    let game = sample("wolf-pack");
    let variants = [variant("own", &[]), variant("random", &[("Convoy", "random")])];
    let found = compare(&game, &plan(1100), &variants).unwrap();
    let table = &found.tables[0];
    let alone = simulate(&game, &plan(1100)).unwrap();
    assert_eq!(table.variants[0].study, alone.tables[0].study);
    let policies = variants[1].policies.clone();
    let random = simulate(&game, &Plan { policies: policies.clone(), ..plan(1100) }).unwrap();
    assert_eq!(table.variants[1].study, random.tables[0].study);
    assert_eq!(table.variants[1].policies, ["Wolf Pack", "random"]);
    // Game by game, the slow way.
    let programs = [program(&game, None, &[]).unwrap(), program(&game, None, &policies).unwrap()];
    let (mut both, mut longer) = (0, 0);
    for index in 0..1100 {
        let ends = programs.each_ref().map(|program| {
            let mut table = Table::new(program);
            program.play(&mut table, 7, index, |_| {});
            (table.over, table.round)
        });
        both += u64::from(ends.iter().all(|end| end.0 == Some(Over::Won(0))));
        longer += ends[1].1 - ends[0].1;
    }
    assert_eq!(table.variants[1].beside.both[0], both);
    assert!((table.variants[1].beside.longer.mean() - longer as f64 / 1100.0).abs() < 1e-9);
}

#[test]
fn the_interval_of_a_difference_is_that_of_paired_games() {
    let game = sample("wolf-pack");
    let variants = [variant("own", &[]), variant("greedy", &[("", "greedy")])];
    let found = compare(&game, &plan(2000), &variants).unwrap();
    let table = &found.tables[0];
    let (a, b) = (&table.variants[0].study, &table.variants[1].study);
    let both = table.variants[1].beside.both[0] as f64;
    let (gained, lost) = (b.won[0] as f64 - both, a.won[0] as f64 - both);
    let found = table.oftener(1, 0, 1.96);
    assert!((found.value - (gained - lost) / 2000.0).abs() < 1e-12);
    // By hand: half a game is added to each way that a pair can end.
    let middle = (gained - lost) / 2002.0;
    let half = 1.96 * ((gained + lost + 1.0) / 2002.0 - middle * middle).sqrt() / 2002_f64.sqrt();
    assert!(
        (found.low - (middle - half)).abs() < 1e-9 && (found.high - (middle + half)).abs() < 1e-9
    );
    // The same policies differ by nothing, within little.
    let same = compare(&game, &plan(500), &[variant("a", &[]), variant("b", &[])]).unwrap();
    let none = same.tables[0].oftener(1, 0, 1.96);
    assert!(none.value == 0.0 && none.low < 0.0 && none.high > 0.0 && none.high < 0.01);
}

#[test]
fn a_comparison_is_the_same_from_any_number_of_threads() {
    let game = sample("wolf-pack");
    let variants = [variant("own", &[]), variant("random", &[("", "random")])];
    let text = || serde_json::to_string(&compare(&game, &plan(1600), &variants).unwrap()).unwrap();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let one = pool(1).install(text);
    assert!([2, 3].iter().all(|threads| pool(*threads).install(text) == one));
}

/// Both draw a card; whoever plays the higher one wins; policies say which is thrown away first.
fn higher() -> Game {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[turn]\nmax_rounds = 1\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw 2\", \"discard to 1\", \"vp = sum(hand, value)\"]\n[result]\nwinner = \"most vp\"\n[policy.default]\ndiscard = [\"value = 1\", \"value = 2\", \"value = 3\"]\n[policy.foolish]\ndiscard = [\"value = 4\", \"value = 3\", \"value = 2\"]\n";
    small(rules, "name,value\nA,1\nB,2\nC,3\nD,4\n")
}

#[test]
fn a_seat_may_have_a_policy_of_its_own() {
    let game = higher();
    let variants = [variant("own", &[]), variant("foolish", &[("seat 2", "foolish")])];
    let found = compare(&game, &plan(3000), &variants).unwrap();
    let table = &found.tables[0];
    assert_eq!(table.variants[1].policies, ["default", "foolish"]);
    // Of the six pairs of the first seat, its better card beats the other's worse one in all but A and B.
    let share = table.variants[1].study.won[0] as f64 / 3000.0;
    assert!((share - 5.0 / 6.0).abs() < 4.0 * (5.0 / 36.0 / 3000.0_f64).sqrt(), "{share}");
    let fair = table.variants[0].study.won[0] as f64 / 3000.0;
    assert!((fair - 0.5).abs() < 4.0 * (0.25 / 3000.0_f64).sqrt(), "{fair}");
    let told = compare(&game, &plan(1), &[variant("x", &[("seat 3", "random")])]).unwrap_err();
    assert!(
        told[0].message.contains("no seat 3 to play by a policy: the game is of 2 players"),
        "{told:?}"
    );
    assert!(told[0].helps[0].contains("`seat 2=NAME`"), "{told:?}");
}

#[test]
fn the_draws_alone_agree_with_exact_odds_and_division() {
    let game = sample("x-files");
    let read = play::read(&Pool::new(&game), &mut Vec::new());
    // Seven each are dealt of 143, and three a turn drawn: the first missing card is in these rounds.
    for (players, round) in [(2, 22), (3, 14), (4, 10)] {
        let found = deals(&game, &read, Some(players), 1, 0..200);
        assert_eq!((found.deck_out.quantile(0.0), found.deck_out.quantile(1.0)), (round, round));
    }
    let game = sample("wolf-pack");
    let results = simulate(&game, &plan(8000)).unwrap();
    let table = &results.tables[0];
    assert_eq!(table.deals.games, 80_000);
    assert_eq!(table.deals.deck_out.quantile(0.5), 21);
    for (at, exact) in table.exact.iter().enumerate() {
        // A dead hand may come to life again, so that only the opening hand is compared.
        let rounds = if table.watches[at] == "row" { 13 } else { 1 };
        assert_eq!(exact.len(), rounds, "{}", table.watches[at]);
        for (round, exact) in exact.iter().enumerate() {
            let share = table.deals.first[at].up_to(round as i64) as f64 / 80_000.0;
            let error = (exact * (1.0 - exact) / 80_000.0).sqrt();
            assert!(
                (share - exact).abs() <= 4.0 * error + 1e-9,
                "{} {round}: {share} {exact}",
                table.watches[at]
            );
        }
    }
    // The hand that is dealt is the same in games and in the draws of the same numbers.
    let games = simulate(&game, &plan(100)).unwrap().tables.remove(0);
    let alone = play::read(&Pool::new(&game), &mut Vec::new());
    let alone = deals(&game, &alone, None, 7, 0..10);
    assert_eq!((alone.games, games.study.games), (100, 100));
    assert_eq!(games.study.first[0].up_to(0), alone.first[0].up_to(0));
}

#[test]
fn opening_hands_have_the_means_and_chances_of_their_copies() {
    let [all] = &openings(&sample("wolf-pack"))[..] else { panic!("both sides are dealt alike") };
    assert_eq!((all.side.as_str(), all.hand, all.of), ("", 5, 90));
    let group = |notation: &str, name: &str| {
        let found = all.groups.iter().find(|one| one.notation == notation && one.name == name);
        found.unwrap_or_else(|| panic!("{notation} {name}: {:?}", all.groups))
    };
    assert!((group("type", "Water").mean - 5.0 * 10.0 / 90.0).abs() < 1e-9);
    assert!((1.0 - group("", "Periscope").chances[0] - 0.453_005).abs() < 1e-5);
    // A value that is also a card's name means the column here.
    assert_eq!((group("used_by", "U-boat").copies, group("", "U-boat").copies), (36, 8));
    for group in &all.groups {
        assert!((group.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{group:?}");
        assert!((group.mean - 5.0 * group.copies as f64 / 90.0).abs() < 1e-9, "{group:?}");
    }
    let [zulu] = &openings(&sample("zulu"))[..] else { panic!("one side is dealt cards") };
    assert_eq!((zulu.side.as_str(), zulu.hand, zulu.of), ("British", 5, 52));
}

#[test]
fn a_set_up_alone_is_dealt_and_told() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 2 }\n[watch]\npair = \"hand[A] >= 1 and hand[B] >= 1\"\n";
    let game = small(rules, "name\nA\nB\nC\nD\n");
    let results = simulate(&game, &plan(6000)).unwrap();
    assert!(results.tables[0].dealt_only());
    let pair = results.tables[0].study.first[0].up_to(0) as f64 / 6000.0;
    assert!((pair - 1.0 / 6.0).abs() < 4.0 * (5.0 / 36.0 / 6000.0_f64).sqrt(), "{pair}");
}
