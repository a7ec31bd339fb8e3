//! Plays declared rules: a small machine of zones and counters, compiled once and run millions of times.

mod chain;
mod compile;
mod discard;
mod draws;
mod effects;
mod formula;
mod moves;
mod names;
mod outlook;
mod plans;
mod run;
mod steps;
mod table;
mod told;

pub use compile::{Policies, compile, question};
pub use run::Over;
pub use table::{NEVER, Table};

use super::pool::KindSet;
use formula::Formula;

/// Rules, compiled for a number of seats.
#[derive(Clone, Debug)]
pub struct Program {
    /// How many seats play.
    pub seats: usize,
    /// The sides of the seats; empty names where there are none.
    pub sides: Vec<String>,
    /// The policy that each seat plays by, by name.
    pub policies: Vec<String>,
    /// The names of the kinds of cards.
    pub kinds: Vec<String>,
    zones: Vec<ZoneInfo>,
    /// Zones by number: which one, and of which seat.
    piles: usize,
    vars: Vec<VarInfo>,
    counters: usize,
    deals: Vec<DealOp>,
    phases: Vec<PhaseOp>,
    actions: Vec<ActionOp>,
    ends: Vec<EndOp>,
    plans: Vec<Plan>,
    /// The policy of each seat as it is written.
    words: Vec<told::Words>,
    result: Option<(VarRef, bool)>,
    /// What decides when all rounds are played, as it is written.
    result_words: String,
    /// Whether a game can have a winner at all.
    decides: bool,
    max_rounds: u32,
    /// Of each pile, whether cards that are drawn to it are played by that: it is no hand and no pile of a deck, and nothing
    /// takes them further.
    open: Vec<bool>,
    /// The discard pile, where there is one.
    discard: Option<ZoneRef>,
    watches: Vec<Formula>,
    /// The names of the watched events.
    watched: Vec<String>,
    /// The seats that are looked at for events.
    followed: Vec<usize>,
    /// The hands.
    hand: Option<ZoneRef>,
    /// The counter of each seat that shows who is ahead.
    race: Option<usize>,
}

impl Program {
    /// How many events are watched.
    pub fn watches(&self) -> usize {
        self.watches.len()
    }

    /// Whether a name is that of a round which some games do not have: of a watched event, or of an empty pile.
    pub fn may_not_come(&self, name: &str) -> bool {
        name == "deck_out" || self.watched.iter().any(|watch| watch == name)
    }

    /// Looks for events at these seats alone.
    #[must_use]
    pub fn following(self, followed: Vec<usize>) -> Self {
        Self { followed, ..self }
    }

    /// The seats that are looked at for events.
    pub fn followed(&self) -> &[usize] {
        &self.followed
    }

    /// Whether a game can have a winner at all.
    pub fn decides(&self) -> bool {
        self.decides
    }

    /// How many counters there are, those of each seat apart.
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// The counters of a table.
    pub fn values<'t>(&self, table: &'t Table) -> &'t [i64] {
        &table.vars
    }

    /// The names of all counters, in their order.
    pub fn counter_names(&self) -> Vec<String> {
        (0..self.counters).map(|at| self.counter_name(at)).collect()
    }

    /// How far the first is ahead of the second in the counter that players count by.
    pub fn lead(&self, table: &Table) -> Option<i64> {
        let base = self.race?;
        let (mut first, mut second) = (i64::MIN, i64::MIN);
        for value in &table.vars[base..base + self.seats] {
            if *value > first {
                (first, second) = (*value, first);
            } else if *value > second {
                second = *value;
            }
        }
        (self.seats > 1).then(|| first - second)
    }
}

/// Something that can be asked of a table.
#[derive(Clone, Debug)]
pub struct Question(Formula);

impl Question {
    /// The answer; truth is 1.
    pub fn ask(&self, table: &mut Table, program: &Program) -> i64 {
        self.0.value(table, program.seats)
    }
}

#[derive(Clone, Debug)]
struct ZoneInfo {
    name: String,
    base: usize,
    each: bool,
    start: Vec<u16>,
    /// How many of each kind it begins with.
    counts: Vec<u16>,
    empty: EmptyOp,
}

#[derive(Clone, Debug)]
enum EmptyOp {
    /// Of this zone, which each seat has where that is true.
    Reshuffle(usize, bool),
    Stop,
    /// Nothing says what happens; it is played as a stop, and noted.
    Unsaid,
    End(Over),
}

#[derive(Clone, Debug)]
struct VarInfo {
    name: String,
    base: usize,
    each: bool,
    start: i64,
}

/// Whose zone or counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Me,
    Enemy,
    All,
    Active,
    Seat(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZoneRef {
    base: usize,
    each: bool,
    owner: Owner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct VarRef {
    base: usize,
    each: bool,
    owner: Owner,
}

#[derive(Clone, Debug)]
struct DealOp {
    from: ZoneRef,
    to: ZoneRef,
    n: u32,
    seat: Option<usize>,
}

#[derive(Clone, Debug)]
struct PhaseOp {
    name: String,
    who: WhoOp,
    steps: Vec<Op>,
}

#[derive(Clone, Copy, Debug)]
enum WhoOp {
    Table,
    Each,
    Seat(usize),
}

#[derive(Clone, Debug)]
struct ActionOp {
    name: String,
    seat: Option<usize>,
    card: Option<Cards>,
    chain: Vec<Cards>,
    /// Whether the cards in the zone are always the first of the chain, so that their number tells the next one.
    counted: bool,
    zone: Option<ZoneRef>,
    when: Option<Formula>,
    steps: Vec<Op>,
    complete: Vec<Op>,
}

#[derive(Clone, Debug)]
struct EndOp {
    /// The winner's seat; every seat is asked if there is none.
    seat: Option<usize>,
    when: Formula,
    draw: bool,
    /// The condition as it is written.
    words: String,
}

impl EndOp {
    /// How the game ends where it holds for a seat.
    fn over(&self, seat: usize) -> Over {
        if self.draw { Over::Drawn } else { Over::Won(seat) }
    }
}

/// A set of kinds, in three forms.
#[derive(Clone, Debug)]
struct Cards {
    set: KindSet,
    list: Vec<u16>,
    /// The first 64 kinds, which are all that most games have.
    first: u64,
}

impl Cards {
    fn new(set: KindSet) -> Self {
        let list = set.iter().map(|kind| kind as u16).collect();
        let first = set.iter().filter(|kind| *kind < 64).fold(0, |bits, kind| bits | 1 << kind);
        Self { set, list, first }
    }

    /// Whether a card is one of them.
    #[inline]
    fn has(&self, card: u16) -> bool {
        if card < 64 { self.first >> card & 1 == 1 } else { self.set.has(usize::from(card)) }
    }
}

/// How a seat plays.
#[derive(Clone, Debug)]
enum Plan {
    /// Any legal action, any card.
    Random,
    /// The first legal action, any card.
    Greedy,
    /// By lists.
    Lists { choose: Vec<(usize, Option<Formula>)>, discard: Vec<(Cards, u32, Option<Formula>)> },
}

#[derive(Clone, Debug)]
enum Op {
    Draw {
        n: Formula,
        fill: bool,
        from: ZoneRef,
        to: ZoneRef,
    },
    Reveal {
        n: Option<Formula>,
        of: Cards,
        from: ZoneRef,
        to: ZoneRef,
        rest: ZoneRef,
    },
    DiscardTo(Formula),
    DiscardZone(ZoneRef),
    DiscardRandom(Formula, ZoneRef),
    Move {
        n: Option<Formula>,
        order: Vec<Cards>,
        by: Option<(bool, Vec<i64>)>,
        from: ZoneRef,
        to: ZoneRef,
        played: bool,
    },
    Cover(Box<CoverOp>),
    Meld {
        values: Vec<(String, Cards)>,
        to: ZoneRef,
    },
    Majority {
        values: Vec<(String, Cards)>,
        of: ZoneRef,
        to: VarRef,
        tied: Option<VarRef>,
        none: Option<VarRef>,
    },
    Choose(u32),
    Set(VarRef, Formula),
    If(Formula, Vec<Op>),
    Repeat(Formula, Vec<Op>),
    Opponents(Vec<Op>),
    Shuffle(ZoneRef, ZoneRef),
    Win(Option<usize>),
}

/// Cards that together reach a goal.
#[derive(Clone, Debug)]
struct CoverOp {
    goal: Formula,
    base: Option<Formula>,
    values: Vec<i64>,
    of: Cards,
    double: Option<Cards>,
    worth: i64,
    lose: Option<(i64, Cards)>,
    to: ZoneRef,
    rest: Option<VarRef>,
}
