//! Deckle's games, hands, shuffles and odds, and a Wolf Pack written by hand as the limit: `games.py` compares them.
//!
//! `cargo run --release --example games -- WHAT WHO TIMES SEED` prints one line of JSON, as the others in
//! `tools` do. WHO is `Deckle`, `Deckle, whole games` or `Rust by hand`,
//! and of `checks` the sample whose lints and declared checks are measured.

use std::path::Path;

use deckle::check::{Effort, check};
use deckle::diag::Sink;
use deckle::load::load;
use deckle::model::Game;
use deckle::sim::engine::Program;
use deckle::sim::games::play;
use deckle::sim::lang::{Context, Expr, Scope, Text, expression};
use deckle::sim::odds::{Deals, Draw, draw, hand};
use deckle::sim::pool::Pool;
use deckle::sim::rng::Rng;
use deckle::sim::study::program;
use deckle::workspace::{Folder, Memory};
use serde_json::{Value, json};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, what, who, times, seed] = &arguments[..] else { panic!("WHAT WHO TIMES SEED") };
    let (times, seed) = (times.parse().expect("a number"), seed.parse().expect("a number"));
    // One thread: what is compared is the work, not the number of processors.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one pool");
    let ready: Box<dyn FnOnce() -> Value> = match (what.as_str(), who.as_str()) {
        ("games", "Deckle") => {
            let program = compiled(&sample());
            Box::new(move || {
                let study = play(&program, &[], seed, 0..times);
                let sums = study.rounds.iter().map(|(value, count)| {
                    let (value, count) = (value as u64, count);
                    (value * count, value * value * count)
                });
                let (sum, squares) = sums.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                json!({ "found": study.won[0], "sum": sum, "squares": squares })
            })
        }
        ("games", _) => {
            let rules = Rules::read();
            Box::new(move || by_hand(&rules, times, seed))
        }
        ("hands", "Deckle") => hands(times, seed),
        ("hands", _) => dealt(5, times, seed),
        ("shuffles", "Deckle") => shuffled(times, seed),
        ("shuffles", _) => dealt(90, times, seed),
        ("odds", _) => odds(times),
        ("loads", _) => Box::new(move || {
            let all = (0..times).map(|_| compiled(&sample()).seats as u64);
            json!({ "found": all.sum::<u64>() })
        }),
        ("checks", name) => {
            let game = loaded(name);
            Box::new(move || {
                let rows = (0..times).map(|_| {
                    check(&game, &Effort::default(), &mut Sink::default()).rows.len() as u64
                });
                json!({ "found": rows.sum::<u64>() })
            })
        }
        _ => panic!("no such thing is measured: {what}"),
    };
    let begin = cpu::seconds();
    let found = ready();
    let seconds = cpu::seconds() - begin;
    let mut line = json!({ "what": what, "who": who, "times": times, "seconds": seconds });
    let fields = found.as_object().expect("an object").clone();
    line.as_object_mut().expect("an object").extend(fields);
    println!("{line}");
}

/// The processor time of this process.
mod cpu {
    /// Seconds of processor time so far, of all threads; on systems without `/proc`, of the clock.
    pub fn seconds() -> f64 {
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let spent = tasks.filter_map(|task| {
            let stat = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            stat.split_whitespace().next()?.parse::<f64>().ok()
        });
        let nanoseconds: f64 = spent.sum();
        if nanoseconds > 0.0 {
            return nanoseconds / 1e9;
        }
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0.0, |time| time.as_secs_f64())
    }
}

fn sample() -> Game {
    loaded("wolf-pack")
}

fn loaded(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let folder = Folder::open(&folder).expect("the sample");
    load(&folder, &mut Default::default(), &mut Sink::default()).expect("a game without errors")
}

fn compiled(game: &Game) -> Program {
    program(game, None, &[]).expect("a game that can be played")
}

/// An event of the opening hand, of the sample and its set-up, as `deckle simulate` deals and looks at it.
fn hands(times: u64, seed: u64) -> Box<dyn FnOnce() -> Value> {
    let game = sample();
    Box::new(move || {
        let pool = Pool::new(&game);
        let event = read(&pool, "hand[Torpedo] >= 1 and hand[Periscope] >= 1");
        let opening = draw(&pool, &Context::Opening(None), &event).expect("a set-up");
        let deals = Deals::new(&pool, &opening.expect("a hand"), &event).expect("an event");
        json!({ "found": deals.held(seed, 0..times) })
    })
}

/// The whole deck in a random order, as a game that deals it out to the last card puts it.
fn shuffled(times: u64, seed: u64) -> Box<dyn FnOnce() -> Value> {
    let hunt = Rules::read();
    let first = hunt.sides[0].chain[0];
    Box::new(move || {
        let mut cards = hunt.deck.clone();
        let found = (0..times).filter(|index| {
            Rng::new(seed, *index).shuffle(&hunt.deck, &mut cards);
            cards[0] == first
        });
        json!({ "found": found.count() })
    })
}

/// A game in which so many cards of the deck are drawn, looked at and counted: five, or all ninety.
fn dealt(cards: u32, times: u64, seed: u64) -> Box<dyn FnOnce() -> Value> {
    let hunt = hunt();
    let names = hunt["cards"].as_array().expect("a list").iter().filter_map(Value::as_str);
    let rows = names.zip(hunt["copies"].as_array().expect("a list"));
    let rows: String = rows.map(|(name, copies)| format!("{name},{copies}\n")).collect();
    let list = format!("name,count\n{rows}");
    let event = match cards {
        5 => "hand[Torpedo] >= 1 and hand[Periscope] >= 1",
        // All are drawn; the first one tells.
        _ => "first[Periscope]",
    };
    let manifest = format!(
        "[game]\ntitle = \"T\"\n[[deck]]\nname = \"hunt\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{}}\nfirst = {{}}\n[vars]\nseen = 0\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = [{}, \"seen = {event}\"]\n",
        if cards == 5 {
            "\"draw 5\"".into()
        } else {
            format!("\"draw 1 to first\", \"draw {}\"", cards - 1)
        }
    );
    let files = [("game.toml", manifest.as_bytes()), ("cards.csv", list.as_bytes())];
    let game = load(&Memory::new("bench", files), &mut Default::default(), &mut Sink::default());
    let program = program(&game.expect("a game"), None, &[]).expect("a game that can be played");
    Box::new(move || {
        let study = play(&program, &[], seed, 0..times);
        json!({ "found": study.counters[0].hits() })
    })
}

fn read(pool: &Pool<'_>, text: &str) -> Expr {
    let scope = Scope { pool };
    let read = Text::new(text, &scope).and_then(|mut text| expression(&mut text));
    read.expect("an expression")
}

fn odds(times: u64) -> Box<dyn FnOnce() -> Value> {
    let game = sample();
    Box::new(move || {
        let pool = Pool::new(&game);
        let text = "hand[Periscope] >= 1 and hand[Torpedo] >= 1 and hand[Transport] >= 1";
        let expr = read(&pool, text);
        let draw = Draw { of: pool.deck(0), n: 8 };
        let mut found = 0.0;
        for _ in 0..times {
            found = hand(&pool, &draw, &expr).expect("odds").chance();
        }
        json!({ "found": found })
    })
}

// ---- Wolf Pack by hand, on `hunt.json` as the other programs ----

fn hunt() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benches/tools/hunt.json");
    let text = std::fs::read_to_string(path).expect("hunt.json");
    serde_json::from_str(&text).expect("JSON")
}

struct Side {
    chain: [u8; 3],
    escape: u8,
    tricks: Vec<u8>,
    goal: u8,
    /// Cards as bits, how many of them are kept, and a die that must show 1.
    discard: Vec<(u16, u32, u32)>,
}

struct Rules {
    deck: Vec<u8>,
    sides: [Side; 2],
}

impl Rules {
    fn read() -> Self {
        let all = hunt();
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let list = |value: &Value| {
            value.as_array().expect("a list").iter().map(number).collect::<Vec<_>>()
        };
        let small = |value: &Value| number(value) as u8;
        let side = |at: usize| {
            let side = &all["sides"][at];
            let discard = side["discard"].as_array().expect("a list").iter().map(|one| {
                let cards = list(&one[0]).iter().fold(0, |bits, card| bits | 1 << card);
                (cards, number(&one[1]) as u32, number(&one[2]) as u32)
            });
            Side {
                chain: std::array::from_fn(|step| small(&side["chain"][step])),
                escape: small(&side["escape"]),
                tricks: list(&side["tricks"]).iter().map(|card| *card as u8).collect(),
                goal: small(&side["goal"]),
                discard: discard.collect(),
            }
        };
        let copies = list(&all["copies"]);
        let deck =
            copies.iter().enumerate().flat_map(|(card, n)| std::iter::repeat_n(card as u8, *n));
        Self { deck: deck.collect(), sides: [side(0), side(1)] }
    }
}

struct Hunt<'r> {
    rules: &'r Rules,
    rng: Rng,
    deck: Vec<u8>,
    discard: Vec<u8>,
    hands: [Vec<u8>; 2],
    rows: [usize; 2],
    sunk: [u8; 2],
}

impl Hunt<'_> {
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

    fn lose(&mut self, seat: usize, at: usize) {
        let card = self.hands[seat].swap_remove(at);
        self.discard.push(card);
    }

    fn keep_five(&mut self, seat: usize) {
        let rules = self.rules;
        while self.hands[seat].len() > 5 {
            let mut at = None;
            for (cards, keep, die) in &rules.sides[seat].discard {
                let of = |card: &u8| cards >> *card & 1 == 1;
                let held = self.hands[seat].iter().filter(|card| of(card)).count() as u32;
                if held > *keep && (*die < 2 || self.rng.below(*die) == 0) {
                    at = self.hands[seat].iter().position(of);
                    break;
                }
            }
            let at = at.unwrap_or_else(|| self.rng.below(self.hands[seat].len() as u32) as usize);
            self.lose(seat, at);
        }
    }

    fn act(&mut self, seat: usize) {
        let rules = self.rules;
        let (side, other) = (&rules.sides[seat], 1 - seat);
        let has = |hunt: &Self, card: u8| hunt.hands[seat].iter().position(|one| *one == card);
        if !self.hands[other].is_empty()
            && let Some(at) = side.tricks.iter().find_map(|card| has(self, *card))
        {
            self.lose(seat, at);
            let lost = self.rng.below(self.hands[other].len() as u32) as usize;
            self.lose(other, lost);
        } else if let Some(at) = has(self, side.chain[self.rows[seat]]) {
            self.hands[seat].swap_remove(at);
            self.rows[seat] += 1;
            if self.rows[seat] == 3 {
                self.discard.extend(side.chain);
                self.rows[seat] = 0;
                self.sunk[seat] += 1;
            }
        } else if self.rows[other] == 2
            && let Some(at) = has(self, side.escape)
        {
            self.lose(seat, at);
            for one in [0, 1] {
                self.discard.extend(&rules.sides[one].chain[..self.rows[one]]);
                self.rows[one] = 0;
            }
        }
    }

    /// Plays a game on the table: the winner, if any, and the rounds.
    fn play(&mut self, seed: u64, index: u64) -> (Option<usize>, u64) {
        self.rng = Rng::new(seed, index);
        self.deck.clone_from(&self.rules.deck);
        self.discard.clear();
        self.hands.iter_mut().for_each(Vec::clear);
        (self.rows, self.sunk) = ([0; 2], [0; 2]);
        for seat in [0, 1] {
            (0..5).for_each(|_| self.draw(seat));
        }
        for round in 1..=1000 {
            for seat in [0, 1] {
                self.draw(seat);
                self.draw(seat);
                self.keep_five(seat);
            }
            for seat in [0, 1] {
                self.act(seat);
                if self.sunk[seat] == self.rules.sides[seat].goal {
                    return (Some(seat), round);
                }
            }
        }
        (None, 1000)
    }
}

fn by_hand(rules: &Rules, times: u64, seed: u64) -> Value {
    let (rng, deck, discard) = (Rng::new(0, 0), Vec::new(), Vec::new());
    let hands = [Vec::new(), Vec::new()];
    let mut hunt = Hunt { rules, rng, deck, discard, hands, rows: [0; 2], sunk: [0; 2] };
    let (mut found, mut sum, mut squares) = (0, 0, 0);
    for index in 0..times {
        let (winner, rounds) = hunt.play(seed, index);
        found += u64::from(winner == Some(0));
        sum += rounds;
        squares += rounds * rounds;
    }
    json!({ "found": found, "sum": sum, "squares": squares })
}
