//! The state of a game: piles of cards, counters, and what has happened so far.

use super::{Owner, Program, VarRef, ZoneRef};
use crate::sim::rng::Rng;
use crate::span::Span;

/// What no counter and no expression holds.
const TOO_LARGE: &str = "a number beyond 9,223,372,036,854,775,807";

/// A round that is never reached.
pub const NEVER: i64 = 1 << 40;

/// Cards that lie together.
#[derive(Clone, Debug, Default)]
pub(super) struct Pile {
    pub cards: Vec<u16>,
    pub counts: Vec<u16>,
}

impl Pile {
    #[inline]
    pub fn put(&mut self, card: u16) {
        self.cards.push(card);
        self.counts[usize::from(card)] += 1;
    }

    /// Takes the card at a place; the last takes its place.
    #[inline]
    pub fn take(&mut self, at: usize) -> u16 {
        let card = self.cards.swap_remove(at);
        self.counts[usize::from(card)] -= 1;
        card
    }

    /// Puts `n` of its cards, drawn one after another, into another pile; it must have so many.
    pub fn deal(&mut self, n: usize, to: &mut Self, rng: &mut Rng) {
        let (size, before) = (self.cards.len(), to.cards.len());
        if n == size && n >= self.counts.len() {
            to.cards.resize(before + n, 0);
            rng.shuffle(&self.cards, &mut to.cards[before..]);
            self.cards.clear();
            return self.count_all_to(to);
        }
        // The part of a shuffle that is needed: only cards that are drawn change places.
        rng.draw(size, n, |at, last| {
            to.cards.push(self.cards[at]);
            self.cards[at] = self.cards[last];
        });
        self.cards.truncate(size - n);
        for card in &to.cards[before..] {
            self.counts[usize::from(*card)] -= 1;
            to.counts[usize::from(*card)] += 1;
        }
    }

    /// Puts all its cards into another pile, the last first.
    pub fn pour(&mut self, to: &mut Self) {
        for card in &self.cards {
            self.counts[usize::from(*card)] = 0;
            to.counts[usize::from(*card)] += 1;
        }
        to.cards.extend(self.cards.drain(..).rev());
    }

    /// Counts cards of which all have gone into another pile.
    fn count_all_to(&mut self, to: &mut Self) {
        to.counts.iter_mut().zip(&mut self.counts).for_each(|(to, count)| {
            *to += std::mem::take(count);
        });
    }

    /// Holds these cards and no others.
    fn reset(&mut self, cards: &[u16], counts: &[u16]) {
        if cards.is_empty() {
            // Whatever is less: the cards that lie there, or the kinds that there are.
            if self.cards.len() < self.counts.len() {
                self.cards.iter().for_each(|card| self.counts[usize::from(*card)] = 0);
            } else {
                self.counts.fill(0);
            }
            return self.cards.clear();
        }
        self.cards.clear();
        self.cards.extend_from_slice(cards);
        self.counts.copy_from_slice(counts);
    }
}

/// A game being played; one table serves many games, one after another.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) piles: Vec<Pile>,
    pub(super) vars: Vec<i64>,
    pub(super) rng: Rng,
    pub(super) me: usize,
    pub(super) active: usize,
    /// The round, from 1.
    pub round: i64,
    /// How often a pile was made anew.
    pub reshuffles: i64,
    /// The round in which a pile first had no card to give.
    pub deck_out: i64,
    /// The round in which each pile first had none.
    pub(super) out: Vec<i64>,
    /// An end, and its seat, that held at the same time as the one that ended the game, for another winner.
    pub(super) tied: Option<(usize, usize)>,
    /// How often each kind was played.
    pub plays: Vec<u32>,
    /// How often each action was done.
    pub acts: Vec<u32>,
    /// The first round in which each watched event held, for each seat in turn.
    pub first: Vec<i64>,
    /// The zone, by its number in the rules, that first had no card to give and no rule for it.
    pub unsaid: Option<usize>,
    /// The condition, by its number in the rules, that ended the game.
    pub ended: Option<usize>,
    /// Whether a rule has divided by 0, which has no value.
    pub zero: bool,
    /// Whether a rule has come to a number that is too large to be held, which is no value either: then the one before is set, too.
    pub large: bool,
    /// Where in the rules it first divided by 0.
    pub zero_at: Option<Span>,
    /// Why the game is over.
    pub over: Option<super::Over>,
    /// Whether it is over because all rounds were played.
    pub full: bool,
    /// What happened, when somebody wants to read it.
    pub log: Option<Vec<String>>,
    /// Steps left before the game is given up.
    pub(super) fuel: u32,
}

/// The most steps of one game: a rule that repeats without end stops here.
const FUEL: u32 = 200_000;

impl Table {
    /// A table for a program's games.
    pub fn new(program: &Program) -> Self {
        let kinds = program.kinds.len();
        let pile = Pile { cards: Vec::new(), counts: vec![0; kinds] };
        Self {
            piles: vec![pile; program.piles],
            vars: vec![0; program.counters],
            rng: Rng::new(0, 0),
            me: 0,
            active: 0,
            round: 0,
            reshuffles: 0,
            deck_out: NEVER,
            out: vec![NEVER; program.piles],
            tied: None,
            plays: vec![0; kinds],
            acts: vec![0; program.actions.len()],
            first: vec![NEVER; program.watches.len() * program.seats],
            unsaid: None,
            ended: None,
            zero: false,
            large: false,
            zero_at: None,
            over: None,
            full: false,
            log: None,
            fuel: FUEL,
        }
    }

    /// Sets the table up for the game `index` under `seed`.
    pub(super) fn reset(&mut self, program: &Program, seed: u64, index: u64) {
        for zone in &program.zones {
            for seat in 0..if zone.each { program.seats } else { 1 } {
                self.piles[zone.base + seat].reset(&zone.start, &zone.counts);
            }
        }
        for var in &program.vars {
            let many = if var.each { program.seats } else { 1 };
            self.vars[var.base..var.base + many].fill(var.start);
        }
        self.rng = Rng::new(seed, index);
        (self.me, self.active, self.round) = (0, 0, 0);
        (self.reshuffles, self.deck_out, self.over, self.full) = (0, NEVER, None, false);
        (self.zero, self.zero_at, self.unsaid, self.ended) = (false, None, None, None);
        self.large = false;
        self.plays.fill(0);
        self.acts.fill(0);
        self.first.fill(NEVER);
        self.out.fill(NEVER);
        self.tied = None;
        self.fuel = FUEL;
    }

    /// The seats that an owner means, as a range to go through with exceptions left out.
    #[inline]
    pub(super) fn seats(&self, owner: Owner, seats: usize) -> impl Iterator<Item = usize> + use<> {
        let me = self.me;
        let (from, to, without) = match owner {
            Owner::Me => (me, me + 1, usize::MAX),
            Owner::Active => (self.active, self.active + 1, usize::MAX),
            Owner::Seat(seat) => (seat, seat + 1, usize::MAX),
            Owner::All => (0, seats, usize::MAX),
            Owner::Enemy => (0, seats, me),
        };
        (from..to).filter(move |seat| *seat != without)
    }

    /// The only pile that a reference means; of several, the first.
    #[inline]
    pub(super) fn pile(&self, zone: ZoneRef) -> usize {
        if !zone.each {
            return zone.base;
        }
        zone.base
            + match zone.owner {
                Owner::Me => self.me,
                Owner::Active => self.active,
                Owner::Seat(seat) => seat,
                Owner::All => 0,
                Owner::Enemy => usize::from(self.me == 0),
            }
    }

    /// The only counter that a reference means; of several, the first.
    #[inline]
    pub(super) fn counter(&self, var: VarRef) -> usize {
        self.pile(ZoneRef { base: var.base, each: var.each, owner: var.owner })
    }

    /// Notes what happened, when somebody wants to read it.
    #[inline]
    pub(super) fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(words());
        }
    }

    /// Ends the game: what has no value leaves nothing to go on with.
    pub(super) fn divides_by_zero(&mut self, at: Option<Span>) {
        if !self.zero {
            self.note(|| "  a rule divides by 0".into());
            self.zero_at = at;
        }
        self.zero = true;
        self.over = self.over.or(Some(super::Over::Stuck));
    }

    /// Ends the game as above, because of a number that cannot be held.
    #[cold]
    pub(super) fn beyond(&mut self) -> i64 {
        if !self.zero {
            self.note(|| format!("  a rule comes to {TOO_LARGE}"));
            (self.zero, self.large) = (true, true);
        }
        self.over = self.over.or(Some(super::Over::Stuck));
        0
    }

    /// What keeps a rule from having a value.
    pub fn no_value(large: bool) -> String {
        if large { format!("comes to {TOO_LARGE}") } else { "divides by 0".into() }
    }

    /// Whether an end held at the same time as the one that ended the game, for another winner.
    pub fn tied(&self) -> bool {
        self.tied.is_some()
    }

    /// How many steps the game took so far.
    pub fn steps(&self) -> u64 {
        u64::from(FUEL - self.fuel)
    }

    /// Takes a step; false when the game has taken too many, and is given up.
    #[inline]
    pub(super) fn burn(&mut self) -> bool {
        if self.fuel == 0 {
            self.over = Some(super::Over::Stuck);
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// All cards on the table, by kind: the same at any time.
    pub fn cards(&self) -> Vec<u32> {
        let mut counts = vec![0; self.plays.len()];
        for card in self.piles.iter().flat_map(|pile| &pile.cards) {
            counts[usize::from(*card)] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Pile, Rng};

    fn pile(cards: &[u16], kinds: usize) -> Pile {
        let mut pile = Pile { cards: Vec::new(), counts: vec![0; kinds] };
        cards.iter().for_each(|card| pile.put(*card));
        pile
    }

    #[test]
    fn every_order_of_drawn_cards_comes_as_often() {
        // Five of five goes four and one at once, two of five and three of four one by one.
        for (size, n, orders) in [(5_u16, 5, 120), (5, 2, 20), (4, 3, 24), (6, 4, 360)] {
            let (mut rng, trials) = (Rng::new(3, 0), 72_000_u32);
            let mut found = BTreeMap::<Vec<u16>, u32>::new();
            for _ in 0..trials {
                let whole: Vec<u16> = (0..size).collect();
                let (mut from, mut to) = (pile(&whole, size.into()), pile(&[0], size.into()));
                from.deal(n, &mut to, &mut rng);
                assert_eq!((from.cards.len(), to.cards.len()), (usize::from(size) - n, n + 1));
                *found.entry(to.cards[1..].to_vec()).or_default() += 1;
            }
            let expected = f64::from(trials) / f64::from(orders);
            let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
            let (sum, freedom) = (found.values().map(square).sum::<f64>(), f64::from(orders - 1));
            assert_eq!(found.len(), orders as usize);
            assert!(sum <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{size}, {n}: {sum}");
        }
    }

    #[test]
    fn piles_count_their_cards_however_they_are_moved() {
        let counted = |pile: &Pile| {
            let mut counts = vec![0; pile.counts.len()];
            pile.cards.iter().for_each(|card| counts[usize::from(*card)] += 1);
            assert_eq!(pile.counts, counts);
        };
        let (mut a, mut b) = (pile(&[0, 0, 1, 2, 2, 2, 3], 5), pile(&[4], 5));
        let mut rng = Rng::new(5, 0);
        for n in [1, 4, 2] {
            a.deal(n, &mut b, &mut rng);
            counted(&a);
            counted(&b);
        }
        b.pour(&mut a);
        counted(&b);
        assert_eq!(a.counts, [2, 1, 3, 1, 1]);
        a.deal(8, &mut b, &mut rng);
        counted(&a);
        assert_eq!((a.cards.len(), &b.counts[..]), (0, &[2, 1, 3, 1, 1][..]));
        b.reset(&[], &[0; 5]);
        counted(&b);
    }
}
