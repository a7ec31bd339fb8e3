//! Games that are played: against a hand-written Wolf Pack and arithmetic; the same from any threads.

use deckle::model::Game;
use deckle::sim::engine::{Program, Table};
use deckle::sim::games::{Study, play, replay};
use deckle::sim::histogram::Histogram;
use deckle::sim::rng::Rng;
use deckle::sim::study::{Plan, Results, program, simulate};
use deckle::workspace::Folder;

use super::support::{game, root};

pub fn sample(name: &str) -> Game {
    let folder = Folder::open(&root().join("data").join(name)).unwrap();
    deckle::load::load(&folder, &mut Default::default(), &mut Default::default()).unwrap()
}

pub fn small(rules: &str, cards: &str) -> Game {
    let manifest = format!(
        "[game]\ntitle = \"Test\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
    );
    let workspace = game([("game.toml", manifest.as_str()), ("cards.csv", cards)]);
    let mut sink = deckle::diag::Sink::default();
    deckle::load::load(&workspace, &mut Default::default(), &mut sink)
        .unwrap_or_else(|_| panic!("{:?}", sink.list()))
}

pub fn compiled(game: &Game, players: Option<u32>) -> Program {
    program(game, players, &[]).unwrap_or_else(|told| panic!("{told:?}"))
}

/// Two shares of so many games agree within four standard errors.
#[track_caller]
pub fn shares_agree(a: (u64, u64), b: (u64, u64)) {
    let share = |(hits, total): (u64, u64)| hits as f64 / total as f64;
    let square = |one: (u64, u64)| share(one) * (1.0 - share(one)) / one.1 as f64;
    let error = (square(a) + square(b)).sqrt();
    assert!((share(a) - share(b)).abs() <= 4.0 * error, "{a:?} against {b:?}");
}

/// A mean agrees with a figure within four standard errors of both.
#[track_caller]
pub fn mean_agrees(found: &Histogram, wanted: f64, error: f64) {
    let own = found.deviation() / (found.total() as f64).sqrt();
    let most = 4.0 * (own * own + error * error).sqrt();
    assert!(
        (found.mean() - wanted).abs() <= most,
        "{} ± {own} is not {wanted} ± {error}",
        found.mean()
    );
}

/// The samples that are played or dealt, and with how many.
pub const PLAYED: [(&str, Option<u32>); 6] = [
    ("wolf-pack", None),
    ("zulu", None),
    ("zoo", Some(3)),
    ("x-files", Some(4)),
    ("buccaneers", Some(2)),
    ("first-balkan-war", None),
];

#[test]
fn every_order_of_a_shuffle_comes_as_often() {
    // 3 cards, 60000 shuffles: the sum over the 6 orders has 5 degrees of freedom; p > 0.001 below 20.5.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\na = {}\nb = {}\nc = {}\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = [\"draw 1 to a\", \"draw 1 to b\", \"draw 1 to c\", \"order = a[X] + 2 * a[Y] + 4 * b[X] + 8 * b[Y]\"]\n[vars]\norder = 0\n";
    let game = small(rules, "name\nX\nY\nZ\n");
    let study = play(&compiled(&game, None), &[], 1, 0..60_000);
    let orders: Vec<u64> = study.counters[0].iter().map(|(_, count)| count).collect();
    assert_eq!(orders.len(), 6);
    let chi: f64 = orders.iter().map(|count| (*count as f64 - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 20.5, "{chi}: {orders:?}");
}

#[test]
fn no_card_is_lost_and_none_is_made_in_any_sample() {
    for (name, players) in PLAYED {
        let game = sample(name);
        let program = compiled(&game, players);
        let decks = game.decks.iter().filter(|deck| deck.has_cards());
        let copies: Vec<u32> =
            decks.flat_map(|deck| deck.cards.iter().map(|card| card.copies)).collect();
        let mut table = Table::new(&program);
        for index in 0..20 {
            program.play(&mut table, 3, index, |table| assert_eq!(table.cards(), copies, "{name}"));
            assert_eq!(table.cards(), copies, "{name}");
        }
    }
}

#[test]
fn a_symmetric_game_is_won_by_either_seat_as_often() {
    // Both draw a card; whoever holds the higher one wins.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[turn]\nmax_rounds = 1\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw 1\", \"vp = sum(hand, value)\"]\n[result]\nwinner = \"most vp\"\n";
    let cards = "name,value\nA,1\nB,2\nC,3\nD,4\nE,5\n";
    let study = play(&compiled(&small(rules, cards), Some(2)), &[], 9, 0..40_000);
    assert_eq!(study.drawn + study.stuck, 0);
    shares_agree((study.won[0], study.games), (study.won[1], study.games));
}

#[test]
fn a_deck_runs_out_in_the_round_that_division_says() {
    // Of 90 cards 10 are dealt and 4 drawn a round: the first missing card is in round 21.
    let study = play(&compiled(&sample("wolf-pack"), None), &[], 1, 0..2000);
    let out = study.deck_out.ever();
    assert_eq!((out.quantile(0.0), out.quantile(1.0)), (21, 21));
    // Nobody can win before twelve actions are done.
    assert!(study.rounds.quantile(0.0) >= 12);
    // Zoo with three players: 7 rounds of 9 cards, so the 68th card is missing in round 8.
    let zoo = play(&compiled(&sample("zoo"), Some(3)), &[], 1, 0..500);
    assert_eq!((zoo.deck_out.quantile(0.0), zoo.deck_out.quantile(1.0)), (8, 8));
    let two = play(&compiled(&sample("zoo"), Some(2)), &[], 1, 0..500);
    assert_eq!(two.deck_out.ever().total(), 0);
}

#[test]
fn threads_and_parts_change_no_byte() {
    let game = sample("wolf-pack");
    let plan =
        |shard| Plan { seed: 7, games: 1500, shard, players: Vec::new(), policies: Vec::new() };
    let text = |results: &Results| serde_json::to_string(results).unwrap();
    let whole = text(&simulate(&game, &plan((1, 1))).unwrap());
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let again = pool.install(|| simulate(&game, &plan((1, 1))).unwrap());
        assert!(text(&again) == whole, "{threads} threads");
    }
    let parts: Vec<Results> =
        [3, 1, 2].map(|part| simulate(&game, &plan((part, 3))).unwrap()).into();
    // Parts go through their files, too.
    let parts: Vec<Results> =
        parts.iter().map(|part| serde_json::from_str(&text(part)).unwrap()).collect();
    assert!(text(&Results::merge(parts.clone()).unwrap()) == whole);
    let twice = vec![parts[0].clone(), parts[1].clone(), parts[2].clone(), parts[0].clone()];
    assert!(Results::merge(twice).unwrap_err().contains("given twice"));
    let other = simulate(&game, &Plan { seed: 8, ..plan((1, 3)) }).unwrap();
    assert!(Results::merge(vec![parts[0].clone(), other]).unwrap_err().contains("one plan"));
}

#[test]
fn another_seed_plays_other_games_and_the_same_seed_the_same() {
    let program = compiled(&sample("wolf-pack"), None);
    assert_eq!(play(&program, &[], 5, 0..300), play(&program, &[], 5, 0..300));
    assert_ne!(play(&program, &[], 5, 0..300), play(&program, &[], 6, 0..300));
    // A game's transcript tells how that very game ended.
    let mut won = vec![0; 2];
    for index in 0..40 {
        let log = replay(&program, 5, index);
        let last = log.last().unwrap();
        won[usize::from(last.starts_with("Convoy wins"))] += 1;
    }
    assert_eq!(play(&program, &[], 5, 0..40).won, won);
}

#[test]
fn a_rule_that_never_ends_is_given_up() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\n[vars]\na = 0\n[turn]\nmax_rounds = 100000\n[[turn.phases]]\ndo = \"repeat 100000: repeat 100000: a = a + 1\"\n";
    let study = play(&compiled(&small(rules, "name\nA\n"), None), &[], 1, 0..1);
    assert_eq!((study.stuck, study.games), (1, 1));
}

#[test]
fn an_action_that_chooses_an_action_is_refused_at_its_place() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[turn]\n[[turn.phases]]\neach = \"player\"\ndo = \"choose\"\n[action.a]\ndo = \"draw 1; if hand > 0: choose\"\n[policy.default]\nchoose = [\"a\"]\n";
    let told = program(&small(rules, "name\nA\n"), None, &[]).unwrap_err();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].message.contains("cannot `choose`") && told[0].place.is_some(), "{told:?}");
}

#[test]
fn sides_and_numbers_of_players_that_a_game_has_not_are_told() {
    let game = sample("wolf-pack");
    let plan = Plan {
        seed: 1,
        games: 10,
        shard: (1, 1),
        players: vec![3],
        policies: vec![("Convoi".into(), "random".into())],
    };
    let told = simulate(&game, &plan).unwrap_err();
    assert!(told[0].message.contains("not played by 3: it has 2 sides"), "{told:?}");
    let told = simulate(&game, &Plan { players: vec![2], ..plan }).unwrap_err();
    assert!(told[0].message.contains("no side `Convoi`"), "{told:?}");
    assert!(told[0].helps[0].contains("Convoy"), "{told:?}");
}

#[test]
fn a_part_whose_sums_do_not_agree_is_refused() {
    let (players, policies) = (Vec::new(), Vec::new());
    let plan = Plan { seed: 7, games: 30, shard: (1, 1), players, policies };
    let whole = simulate(&sample("wolf-pack"), &plan).unwrap();
    assert_eq!(Results::merge(vec![whole.clone()]), Ok(whole.clone()));
    let refused = |change: fn(&mut Results)| {
        let mut changed = whole.clone();
        change(&mut changed);
        assert!(Results::merge(vec![changed]).unwrap_err().contains("do not agree"));
    };
    refused(|all| all.planned += 1);
    refused(|all| all.tables[0].study.games += 1);
    refused(|all| all.tables[0].study.won[0] += 1);
    refused(|all| all.tables[0].study.rounds.add(3));
    refused(|all| all.tables[0].study.plays.push(1));
    refused(|all| all.tables[0].hands[0].iter_mut().for_each(|hands| hands.dealt += 1));
    refused(|all| all.tables[0].hands[0].iter_mut().for_each(|hands| hands.held = 301));
}

#[test]
fn parts_that_are_missing_or_of_another_version_are_not_merged() {
    let mut game = sample("wolf-pack");
    let part = |game: &Game, part| {
        let (players, policies) = (Vec::new(), Vec::new());
        simulate(game, &Plan { seed: 7, games: 30, shard: (part, 3), players, policies }).unwrap()
    };
    let (one, two) = (part(&game, 1), part(&game, 2));
    let missing = Results::merge(vec![one.clone(), two]).unwrap_err();
    assert!(missing.contains("parts are missing: 3/3"), "{missing}");
    let twice = Results::merge(vec![one.clone(), one.clone()]).unwrap_err();
    assert!(twice.contains("1/3 was given twice"), "{twice}");
    game.decks[0].cards[0].copies += 1;
    let other = Results::merge(vec![one, part(&game, 2)]).unwrap_err();
    assert!(other.contains("different versions"), "{other}");
}

#[test]
fn games_that_are_cut_off_are_counted_apart() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\n[vars]\na = 0\n[turn]\nmax_rounds = 3\n[[turn.phases]]\ndo = \"a = a + 1\"\n";
    let study = play(&compiled(&small(rules, "name\nA\n"), None), &[], 1, 0..5);
    assert_eq!((study.full, study.stuck), (5, 0));
}

#[test]
fn a_replay_begins_with_the_hands_that_are_dealt() {
    let log = replay(&compiled(&sample("wolf-pack"), None), 5, 0);
    assert_eq!((log[0].as_str(), log[3].as_str()), ("Set-up", "Round 1"), "{log:#?}");
    for (line, side) in log[1..3].iter().zip(["Wolf Pack", "Convoy"]) {
        assert!(line.ends_with(&format!(": deck → {side}'s hand")), "{line}");
        assert_eq!(line.matches(';').count(), 4, "{line}");
    }
}

#[test]
fn a_replay_is_of_one_number_of_players_that_the_game_is_played_with() {
    use deckle::sim::study::one_table;
    let (pack, zoo) = (sample("wolf-pack"), sample("zoo"));
    assert!(one_table(&pack, &[3], &[]).unwrap_err()[0].message.contains("not played by 3"));
    assert!(
        one_table(&zoo, &[2, 3], &[]).unwrap_err()[0].message.contains("several are asked for")
    );
    assert_eq!(
        (one_table(&zoo, &[4], &[]).unwrap(), one_table(&zoo, &[], &[]).unwrap()),
        (Some(4), Some(2))
    );
}

#[test]
fn cards_are_turned_up_until_one_is_wanted() {
    // One of five is wanted: each number of cards turned up comes as often, and the others lie in `rest`.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nfound = {}\nseen = {}\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = [\"reveal until Gold to found rest to seen\", \"others = seen; got = found[Gold]\"]\n[vars]\nothers = 0\ngot = 0\n";
    let game = small(rules, "name,count\nGold,1\nSand,4\n");
    let study = play(&compiled(&game, None), &[], 1, 0..10_000);
    assert_eq!(study.counters[1].iter().collect::<Vec<_>>(), [(1, 10_000)]);
    let each: Vec<u64> = study.counters[0].iter().map(|(_, count)| count).collect();
    let chi: f64 = each.iter().map(|count| (*count as f64 - 2000.0).powi(2) / 2000.0).sum();
    assert!(each.len() == 5 && chi < 18.5, "{chi}: {each:?}");
    // A pile that has none of it is turned up to its end.
    let none = rules.replace("until Gold", "until 2 Gold");
    let study = play(&compiled(&small(&none, "name,count\nGold,1\nSand,4\n"), None), &[], 1, 0..10);
    assert_eq!(study.counters[0].iter().collect::<Vec<_>>(), [(4, 10)]);
}

#[test]
fn a_market_row_is_filled_up_and_bought_from() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nmarket = {}\nhand = { per = \"player\" }\ndiscard = {}\n[vars]\ncoins = { per = \"player\", start = 9 }\nshort = 0\n[turn]\nmax_rounds = 3\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw to 5 from deck to market\", \"short += market < 5\", \"choose\"]\n[action.buy]\nif = \"market[Ship] > 0 and coins >= 2\"\ndo = \"move 1 Ship from market to hand; coins -= 2\"\n[policy.default]\nchoose = \"buy\"\n";
    let game = small(rules, "name,count\nShip,6\nSand,14\n");
    let study = play(&compiled(&game, Some(2)), &[], 1, 0..500);
    // Two players, three purchases each at most: the row is full at the beginning of each turn.
    assert_eq!(study.counters[2].iter().collect::<Vec<_>>(), [(0, 500)]);
    assert!(study.counters[0].mean() < 9.0 && study.counters[0].quantile(0.0) >= 3);
}

// ---- Wolf Pack by hand: no line of it is shared with the program ----

const SONAR: usize = 0;
const CHARGES: usize = 1;
const BOAT: usize = 2;
const TORPEDO: usize = 3;
const PERISCOPE: usize = 4;
const TRANSPORT: usize = 5;
const DIVE: usize = 6;
const SWEEP: usize = 7;
const NEAR: usize = 12;
const CAT: usize = 13;
const COPIES: [usize; 14] = [12, 10, 8, 8, 10, 12, 6, 4, 2, 2, 2, 2, 2, 10];

struct Hunt {
    rng: Rng,
    deck: Vec<usize>,
    discard: Vec<usize>,
    hands: [Vec<usize>; 2],
    rows: [Vec<usize>; 2],
    sunk: [u32; 2],
    attacks: u64,
}

impl Hunt {
    fn draw(&mut self, seat: usize) {
        if self.deck.is_empty() {
            std::mem::swap(&mut self.deck, &mut self.discard);
        }
        if !self.deck.is_empty() {
            let at = self.rng.below(self.deck.len() as u32) as usize;
            let card = self.deck.swap_remove(at);
            self.hands[seat].push(card);
        }
    }

    fn count(&self, seat: usize, card: usize) -> usize {
        self.hands[seat].iter().filter(|one| **one == card).count()
    }

    /// Takes one of these cards out of the hand.
    fn take(&mut self, seat: usize, card: usize) -> bool {
        let place = self.hands[seat].iter().position(|one| *one == card);
        place.map(|at| self.hands[seat].swap_remove(at)).is_some()
    }

    fn keep_five(&mut self, seat: usize) {
        const NOBODYS: [usize; 4] = [8, 9, 10, 11];
        let (dead, chain): (&[usize], _) = match seat {
            0 => (&[NEAR, SONAR, CHARGES, BOAT, SWEEP], [PERISCOPE, TORPEDO, TRANSPORT]),
            _ => (&[PERISCOPE, TORPEDO, TRANSPORT, DIVE], [SONAR, CHARGES, BOAT]),
        };
        let tricks: &[usize] = if seat == 0 { &[CAT] } else { &[CAT, NEAR] };
        while self.hands[seat].len() > 5 {
            let is = |of: &[usize]| self.hands[seat].iter().position(|card| of.contains(card));
            let twice = |card: usize| is(&[card]).filter(|_| self.count(seat, card) > 1);
            let [first, second, third] = chain;
            let at = is(&[&NOBODYS, dead].concat())
                .or_else(|| twice(third).or(twice(second)).or(twice(first)))
                .or_else(|| is(&[second]).or(is(&[first])).or(is(&[[DIVE, SWEEP][seat]])))
                .or_else(|| is(&[third]).or(is(tricks)));
            let card = self.hands[seat].swap_remove(at.expect("each card is wanted or not"));
            self.discard.push(card);
        }
    }

    fn act(&mut self, seat: usize) {
        let chain = [[PERISCOPE, TORPEDO, TRANSPORT], [SONAR, CHARGES, BOAT]][seat];
        let next = chain[self.rows[seat].len()];
        let other = 1 - seat;
        let trick = [CAT, NEAR].into_iter().find(|card| {
            !self.hands[other].is_empty()
                && self.count(seat, *card) > 0
                && (seat == 1 || *card == CAT)
        });
        if let Some(card) = trick {
            self.take(seat, card);
            self.discard.push(card);
            let at = self.rng.below(self.hands[other].len() as u32) as usize;
            let card = self.hands[other].swap_remove(at);
            self.discard.push(card);
        } else if self.take(seat, next) {
            self.attacks += u64::from(seat == 0);
            self.rows[seat].push(next);
            if self.rows[seat].len() == 3 {
                self.discard.append(&mut self.rows[seat]);
                self.sunk[seat] += 1;
            }
        } else if self.rows[other].len() == 2 && self.take(seat, [DIVE, SWEEP][seat]) {
            self.discard.push([DIVE, SWEEP][seat]);
            for row in &mut self.rows {
                self.discard.append(row);
            }
        }
    }

    /// Plays a game: who has won, in how many rounds, with how many cards laid by the pack.
    fn play(index: u64) -> (usize, i64, u64) {
        let deck = (0..14).flat_map(|card| vec![card; COPIES[card]]).collect();
        let mut hunt = Self {
            rng: Rng::new(77, index),
            deck,
            discard: Vec::new(),
            hands: Default::default(),
            rows: Default::default(),
            sunk: [0, 0],
            attacks: 0,
        };
        for seat in [0, 1] {
            (0..5).for_each(|_| hunt.draw(seat));
        }
        for round in 1.. {
            for seat in [0, 1] {
                hunt.draw(seat);
                hunt.draw(seat);
                hunt.keep_five(seat);
            }
            for seat in [0, 1] {
                hunt.act(seat);
                if hunt.sunk[seat] == [6, 4][seat] {
                    return (seat, round, hunt.attacks);
                }
            }
        }
        unreachable!("a round is always another one")
    }
}

#[test]
fn the_declared_wolf_pack_plays_like_one_written_by_hand() {
    let games = 4000;
    let study: Study = play(&compiled(&sample("wolf-pack"), None), &[], 1, 0..games);
    let (mut pack, mut rounds, mut laid) = (0, Histogram::default(), Histogram::default());
    for index in 0..games {
        let (winner, round, attacks) = Hunt::play(index);
        pack += u64::from(winner == 0);
        rounds.add(round);
        laid.add(attacks as i64);
    }
    shares_agree((study.won[0], games), (pack, games));
    mean_agrees(&study.rounds, rounds.mean(), rounds.deviation() / (games as f64).sqrt());
    let plays = [PERISCOPE, TORPEDO, TRANSPORT].map(|card| study.plays[card]).iter().sum::<u64>();
    let error = laid.deviation() / (games as f64).sqrt();
    let off = (plays as f64 / games as f64 - laid.mean()).abs();
    assert!(off <= 4.0 * error * 2.0_f64.sqrt(), "{off} {error}");
}
