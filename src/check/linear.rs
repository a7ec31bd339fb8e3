//! Numbers of a game as sums of cards and of other numbers, and their bounds: a card lies in one place only.

use std::collections::BTreeMap;

use super::flow::Flow;
use super::rules::owned;
use super::supply::{most, returning};
use crate::model::End;
use crate::sim::engine::NEVER;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::{Binary, Expr, Function, Node, Over, Place, Selector, Unary, constant};
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// The highest that a counter goes, up and down.
const COUNTED: f64 = 1e9;
/// What is too large to matter.
const OPEN: f64 = 1e15;

/// A sum: of cards by where they lie, of numbers with bounds of their own, and of a constant.
#[derive(Clone, Default)]
pub struct Linear {
    constant: f64,
    /// What a card of each kind adds where it lies in a pile.
    piles: BTreeMap<(usize, usize), Vec<f64>>,
    /// Other numbers by what they are: how often, and between what bounds.
    others: BTreeMap<String, (f64, (f64, f64))>,
}

impl Linear {
    /// With so many times another sum.
    #[must_use]
    pub fn plus(&self, other: &Self, times: f64) -> Self {
        let mut sum = self.clone();
        sum.constant += times * other.constant;
        for (pile, adds) in &other.piles {
            let to = sum.piles.entry(*pile).or_insert_with(|| vec![0.0; adds.len()]);
            to.iter_mut().zip(adds).for_each(|(to, add)| *to += times * add);
        }
        for (name, (n, bounds)) in &other.others {
            sum.others.entry(name.clone()).or_insert((0.0, *bounds)).0 += times * n;
        }
        sum
    }

    /// Less a constant.
    #[must_use]
    pub fn less(mut self, constant: f64) -> Self {
        self.constant -= constant;
        self
    }
}

/// Reads numbers as a seat sees them that is asked whether the game is over.
pub struct Reader<'p, 'g> {
    pool: &'p Pool<'g>,
    play: &'p Play,
    flow: &'p Flow,
    end: &'p End,
    seat: usize,
    /// Whether cards that were played come back, so that what they raise has no bound.
    again: bool,
}

impl<'p, 'g> Reader<'p, 'g> {
    /// For a seat.
    pub fn new(
        pool: &'p Pool<'g>,
        play: &'p Play,
        flow: &'p Flow,
        end: &'p End,
        seat: usize,
    ) -> Self {
        Self { pool, play, flow, end, seat, again: returning(pool, play) }
    }

    /// The least and the most that a sum can be.
    pub fn bounds(&self, sum: &Linear) -> (f64, f64) {
        let (mut low, mut high) = (sum.constant, sum.constant);
        self.flow.each(|kind, copies, comes| {
            // Each card lies where it adds most, or least, of where it can come, or where it adds nothing.
            let piles = || sum.piles.iter().filter(|((zone, seat), _)| comes(*zone, *seat));
            let adds = || piles().map(|(_, adds)| adds[kind]);
            high += copies * adds().fold(0.0, f64::max);
            low += copies * adds().fold(0.0, f64::min);
        });
        for (n, (least, most)) in sum.others.values() {
            let ends = [n * least, n * most];
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        (low, high)
    }

    /// An expression as a sum.
    pub fn number(&self, expr: &Expr) -> Linear {
        if let Some(constant) = constant(expr) {
            return Linear { constant, ..Linear::default() };
        }
        let take = |expr: &Expr, times| Linear::default().plus(&self.number(expr), times);
        match &expr.node {
            Node::Unary(Unary::Minus, inner) => take(inner, -1.0),
            Node::Binary(Binary::Add, a, b) => self.number(a).plus(&self.number(b), 1.0),
            Node::Binary(Binary::Subtract, a, b) => self.number(a).plus(&self.number(b), -1.0),
            Node::Binary(Binary::Multiply, a, b) => match (constant(a), constant(b)) {
                (Some(times), _) => take(b, times),
                (_, Some(times)) => take(a, times),
                _ => self.other(expr),
            },
            Node::Place(place) => self.cards(place, |_| 1.0).unwrap_or_else(|| self.other(expr)),
            Node::Pick(place, of) => self
                .cards(place, |kind| f64::from(u8::from(of.set.has(kind))))
                .unwrap_or_else(|| self.other(expr)),
            Node::Over(Over::Sum, place, of, column) => {
                let takes =
                    |kind, of: &Option<Selector>| of.as_ref().is_none_or(|of| of.set.has(kind));
                let value = |kind| if takes(kind, of) { self.pool.value(kind, column) } else { 0 };
                self.cards(place, |kind| value(kind) as f64).unwrap_or_else(|| self.other(expr))
            }
            _ => self.other(expr),
        }
    }

    /// The cards of a place, each with what it adds; nothing where it is no zone, or not known whose.
    fn cards(&self, place: &Place, add: impl Fn(usize) -> f64) -> Option<Linear> {
        let zones = &self.pool.game.rules.zones;
        let at = zones.iter().position(|zone| zone.name.value == place.name)?;
        let seats = if zones[at].each {
            owned(self.pool, place.owner.as_deref(), self.seat)?
        } else {
            vec![0]
        };
        let adds: Vec<f64> = (0..self.pool.kinds.len()).map(add).collect();
        let piles = seats.into_iter().map(|seat| ((at, seat), adds.clone())).collect();
        Some(Linear { piles, ..Linear::default() })
    }

    /// A number that is no sum of cards, by its words; what is rolled anew is another each time.
    fn other(&self, expr: &Expr) -> Linear {
        let (low, high) = self.between(expr);
        let mut rolls = false;
        crate::sim::play::visit(expr, &mut |inner| {
            rolls |= matches!(inner.node, Node::Dice(..) | Node::Hits(..) | Node::Extreme(..));
        });
        let name = match &expr.node {
            Node::Place(place) => format!("{:?} {}", place.owner, place.name),
            _ if rolls => format!("roll {:?}", expr.range),
            node => format!("{node:?}"),
        };
        Linear { others: BTreeMap::from([(name, (1.0, (low, high)))]), ..Linear::default() }
    }

    /// The bounds of a number that is no sum.
    fn between(&self, expr: &Expr) -> (f64, f64) {
        let estimate = |expr: &Expr| {
            let (low, high) = self.bounds(&self.number(expr));
            Estimate { value: low, low, high, source: Source::Counted }
        };
        let ends = |found: Estimate| (found.low.max(-OPEN), found.high.min(OPEN));
        let seats = self.flow.seats as f64;
        match &expr.node {
            Node::Place(place) => self.counter(place),
            Node::Dice(dice, sides) => (f64::from(*dice), f64::from(dice * sides)),
            Node::Hits(dice, ..) => (0.0, f64::from(*dice)),
            Node::Extreme(_, sides, _) => (1.0, f64::from(*sides)),
            Node::Wins(_) | Node::Compare(..) | Node::Unary(Unary::Not, _) => (0.0, 1.0),
            Node::Binary(Binary::And | Binary::Or, ..) => (0.0, 1.0),
            Node::Binary(Binary::Multiply, a, b) => {
                let product = estimate(a).binary(Binary::Multiply, estimate(b));
                product.map_or((-OPEN, OPEN), ends)
            }
            Node::Call(function, inner) => {
                let each: Vec<Estimate> = inner.iter().map(estimate).collect();
                let extreme = |greater| each.iter().copied().reduce(|a, b| a.extreme(b, greater));
                let found = match function {
                    Function::Abs => each.first().map(|one| one.abs()),
                    Function::Min => extreme(false),
                    Function::Max => extreme(true),
                    Function::Floor | Function::Ceil => None,
                };
                found.map_or((-OPEN, OPEN), ends)
            }
            Node::Cards(..) => (0.0, COUNTED * seats),
            _ => (-OPEN, OPEN),
        }
    }

    /// The bounds of a counter, or of something that a game knows of itself.
    fn counter(&self, place: &Place) -> (f64, f64) {
        let rules = &self.pool.game.rules;
        if let Some(var) = rules.vars.iter().find(|var| var.name.value == place.name) {
            let times = if var.each { self.flow.seats as f64 } else { 1.0 };
            let most = most(self.pool, self.play, self.flow, self.end, place);
            let most = most.filter(|most| !self.again || most.value <= most.start);
            return (-COUNTED * times, most.map_or(COUNTED * times, |most| most.value as f64));
        }
        let rounds = rules.max_rounds.as_ref().map_or(1000, |max| max.value);
        let (least, most) = self.pool.game.players.unwrap_or((1, 1));
        match place.name.as_str() {
            "round" | "rounds" => (1.0, f64::from(rounds)),
            "players" if rules.sides.is_empty() => (f64::from(least), f64::from(most)),
            "players" => (self.flow.seats as f64, self.flow.seats as f64),
            "reshuffles" => (0.0, OPEN),
            _ => (0.0, NEVER as f64),
        }
    }
}
