//! Deckle's games, hands, shuffles and odds, and a Wolf Pack written by hand as the limit: `games.py` compares them.
//!
//! `cargo run --release --example games -- WHAT WHO TIMES SEED` prints one line of JSON, as the others in
//! `tools` do. WHO is `Deckle` or `Rust by hand`.

use std::path::{Path, PathBuf};

use deckle::diag::Sink;
use deckle::load::load;
use deckle::model::Game;
use deckle::sim::engine::{Program, Table};
use deckle::sim::games::play;
use deckle::sim::lang::{Scope, Text, expression};
use deckle::sim::odds::{Draw, hand};
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
        ("hands", _) => dealt(5, times, seed),
        ("shuffles", _) => dealt(90, times, seed),
        ("odds", _) => odds(times),
        ("loads", _) => Box::new(move || {
            let all = (0..times).map(|_| compiled(&sample()).seats as u64);
            json!({ "found": all.sum::<u64>() })
        }),
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
    /// Seconds of processor time so far, of user and system; on systems without `/proc`, of the clock.
    pub fn seconds() -> f64 {
        let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
        let first = stat.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
        let clock = || {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(0.0, |time| time.as_secs_f64())
        };
        first.map_or_else(clock, |nanoseconds| nanoseconds / 1e9)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/wolf-pack")
}

fn sample() -> Game {
    let folder = Folder::open(&folder()).expect("the sample");
    load(&folder, &mut Default::default(), &mut Sink::default()).expect("a game without errors")
}

fn compiled(game: &Game) -> Program {
    program(game, None, &[]).expect("a game that can be played")
}

/// Deals so many cards of the deck and looks at them: five as an opening hand, ninety as a shuffle.
fn dealt(cards: u32, times: u64, seed: u64) -> Box<dyn FnOnce() -> Value> {
    let list = std::fs::read(folder().join("cards.csv")).expect("the cards");
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
    let files = [("game.toml", manifest.as_bytes()), ("cards.csv", &list[..])];
    let game = load(&Memory::new("bench", files), &mut Default::default(), &mut Sink::default());
    let program = program(&game.expect("a game"), None, &[]).expect("a game that can be played");
    Box::new(move || {
        let study = play(&program, &[], seed, 0..times);
        json!({ "found": study.counters[0].hits() })
    })
}

fn odds(times: u64) -> Box<dyn FnOnce() -> Value> {
    let game = sample();
    Box::new(move || {
        let pool = Pool::new(&game);
        let scope = Scope { pool: &pool };
        let text = "hand[Periscope] >= 1 and hand[Torpedo] >= 1 and hand[Transport] >= 1";
        let expr = Text::new(text, &scope).and_then(|mut text| expression(&mut text));
        let expr = expr.expect("an expression");
        let draw = Draw { of: pool.deck(0), n: 8 };
        let mut found = 0.0;
        for _ in 0..times {
            found = hand(&pool, &draw, &expr).expect("odds").chance();
        }
        json!({ "found": found })
    })
}

// ---- Wolf Pack by hand, on `hunt.json` as the other programs ----

struct Side {
    chain: [u8; 3],
    escape: usize,
    tricks: Vec<usize>,
    goal: u8,
    discard: Vec<(usize, u8)>,
}

struct Rules {
    deck: Vec<u8>,
    sides: [Side; 2],
}

impl Rules {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/benches/tools/hunt.json");
        let text = std::fs::read_to_string(path).expect("hunt.json");
        let all: Value = serde_json::from_str(&text).expect("JSON");
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let list = |value: &Value| {
            value.as_array().expect("a list").iter().map(number).collect::<Vec<_>>()
        };
        let side = |at: usize| {
            let side = &all["sides"][at];
            let discard = side["discard"].as_array().expect("a list");
            Side {
                chain: std::array::from_fn(|step| number(&side["chain"][step]) as u8),
                escape: number(&side["escape"]),
                tricks: list(&side["tricks"]),
                goal: number(&side["goal"]) as u8,
                discard: discard
                    .iter()
                    .map(|one| (number(&one[0]), number(&one[1]) as u8))
                    .collect(),
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
    hands: [[u8; 14]; 2],
    sizes: [u8; 2],
    rows: [usize; 2],
    sunk: [u8; 2],
}

impl Hunt<'_> {
    fn draw(&mut self, seat: usize) {
        if self.deck.is_empty() {
            std::mem::swap(&mut self.deck, &mut self.discard);
        }
        if !self.deck.is_empty() {
            let card = self.deck.swap_remove(self.rng.below(self.deck.len() as u32) as usize);
            self.hands[seat][usize::from(card)] += 1;
            self.sizes[seat] += 1;
        }
    }

    fn lose(&mut self, seat: usize, card: usize) {
        self.hands[seat][card] -= 1;
        self.sizes[seat] -= 1;
        self.discard.push(card as u8);
    }

    fn any_card(&mut self, seat: usize) -> usize {
        let mut at = self.rng.below(u32::from(self.sizes[seat])) as u8;
        for card in 0..14 {
            if at < self.hands[seat][card] {
                return card;
            }
            at -= self.hands[seat][card];
        }
        unreachable!("a card is in hand")
    }

    fn keep_five(&mut self, seat: usize) {
        while self.sizes[seat] > 5 {
            let mut list = self.rules.sides[seat].discard.iter();
            let worst =
                list.find(|(card, keep)| self.hands[seat][*card] > *keep).map(|(card, _)| *card);
            let card = worst.unwrap_or_else(|| self.any_card(seat));
            self.lose(seat, card);
        }
    }

    fn act(&mut self, seat: usize) {
        let side = &self.rules.sides[seat];
        let (row, other) = (self.rows[seat], 1 - seat);
        if self.hands[seat][usize::from(side.chain[row])] > 0 {
            self.hands[seat][usize::from(side.chain[row])] -= 1;
            self.sizes[seat] -= 1;
            self.rows[seat] += 1;
            if self.rows[seat] == 3 {
                self.discard.extend(side.chain);
                self.rows[seat] = 0;
                self.sunk[seat] += 1;
            }
        } else if self.rows[other] == 2 && self.hands[seat][side.escape] > 0 {
            self.lose(seat, side.escape);
            for one in [0, 1] {
                self.discard.extend(&self.rules.sides[one].chain[..self.rows[one]]);
                self.rows[one] = 0;
            }
        } else if self.sizes[other] > 0 {
            let trick = side.tricks.iter().find(|card| self.hands[seat][**card] > 0);
            if let Some(card) = trick {
                self.lose(seat, *card);
                let lost = self.any_card(other);
                self.lose(other, lost);
            }
        }
    }

    /// Plays a game on the table: the winner, if any, and the rounds.
    fn play(&mut self, seed: u64, index: u64) -> (Option<usize>, u64) {
        self.rng = Rng::new(seed, index);
        self.deck.clone_from(&self.rules.deck);
        self.discard.clear();
        (self.hands, self.sizes, self.rows, self.sunk) = ([[0; 14]; 2], [0; 2], [0; 2], [0; 2]);
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
    let mut hunt = Hunt {
        rules,
        rng: Rng::new(0, 0),
        deck: Vec::new(),
        discard: Vec::new(),
        hands: [[0; 14]; 2],
        sizes: [0; 2],
        rows: [0; 2],
        sunk: [0; 2],
    };
    let (mut found, mut sum, mut squares) = (0, 0, 0);
    for index in 0..times {
        let (winner, rounds) = hunt.play(seed, index);
        found += u64::from(winner == Some(0));
        sum += rounds;
        squares += rounds * rounds;
    }
    json!({ "found": found, "sum": sum, "squares": squares })
}
