//! The value of a check's expression: counted in the lists, computed exactly, or played.

use std::cell::{Cell, RefCell};

use super::super::games::SURE;
use super::{Answer, Measured};
use crate::sim::estimate::{Estimate, Source, WHOLE};
use crate::sim::lang::{
    Binary, CardFunction, Compare, Context, Expr, Fault, Function, Measure, Node, Unary,
};
use crate::sim::odds::{self, Drawn, Refused, only_dice};
use crate::sim::play::visit;
use crate::sim::pool::Pool;

/// Whether an expression must be played: a measure that no exact way answers.
pub fn played(expr: &Expr) -> bool {
    let mut found = false;
    visit(expr, &mut |inner| {
        found |= match &inner.node {
            Node::Measure(_, context, body) => in_games(context, body),
            Node::Cards(CardFunction::NeverPlayed, ..) => true,
            _ => false,
        };
    });
    found
}

/// Whether a measure needs games.
pub fn in_games(context: &Context, body: &Expr) -> bool {
    match context {
        Context::End => !only_dice(body, &[]),
        Context::Turn(_) => true,
        Context::Roll(_) | Context::Opening(_) | Context::Seen(..) => false,
    }
}

/// Whether the answer depends on the number of players.
pub fn needs_players(expr: &Expr) -> bool {
    let mut found = played(expr);
    visit(expr, &mut |inner| {
        found |= matches!(&inner.node, Node::Place(place) if place.name == "players");
    });
    found
}

/// Answers expressions; what must be played is looked up in what was played.
pub struct Asker<'p, 'g> {
    pub(super) pool: &'p Pool<'g>,
    pub(super) players: Option<u32>,
    pub(super) measured: RefCell<Vec<Measured>>,
    /// Whether no more games will be played.
    settled: Cell<bool>,
    /// The seed of deals, how many are dealt where odds cannot be counted, and the most work for them.
    deals: Cell<(u64, u64, u64)>,
    /// About how many games would decide what is left open.
    needs: Cell<Option<f64>>,
}

pub(super) type Found = Result<Estimate, Fault>;

impl<'p, 'g> Asker<'p, 'g> {
    /// Asks for a number of players.
    pub fn new(pool: &'p Pool<'g>, players: Option<u32>) -> Self {
        Self {
            pool,
            players,
            measured: RefCell::default(),
            settled: Cell::new(false),
            deals: Cell::default(),
            needs: Cell::default(),
        }
    }

    /// The number of players that is asked for.
    pub fn players(&self) -> Option<u32> {
        self.players
    }

    /// Notes whether all games that may be played are played.
    pub fn settle(&self, settled: bool) {
        self.settled.set(settled);
    }

    /// Sets how many hands are dealt where there are too many to count, and how much work may go into them.
    pub fn deal(&self, seed: u64, deals: u64, work: u64) {
        self.deals.set((seed, deals, work));
    }

    /// About how many games or deals would decide what was left open at last; nothing where no number is known to.
    pub fn needs(&self) -> Option<f64> {
        self.needs.get().filter(|needs| needs.is_finite())
    }

    /// Whether a chance `== 0` or `== 1` holds because all games bear it out; the bound is told with it.
    fn borne_out(&self, left: Estimate, compare: Compare, right: Estimate) -> bool {
        let played =
            matches!(left.source, Source::Played(_) | Source::Dealt(_)) && right.low == right.high;
        let end = left.value == 0.0 && left.low == 0.0 || left.value == 1.0 && left.high == 1.0;
        self.settled.get()
            && compare == Compare::Equal
            && played
            && end
            && left.value == right.value
    }

    /// Answers an expression in which nothing must be played.
    ///
    /// # Errors
    /// Something in it cannot be asked.
    pub fn ask(&self, expr: &Expr) -> Answer {
        self.ask_with(expr, &|inner| {
            Err(Fault::new(inner.range.clone(), "this must be played", ""))
        })
    }

    /// Answers an expression; `games` gives what is played.
    ///
    /// # Errors
    /// Something in it cannot be asked.
    pub fn ask_with(&self, expr: &Expr, games: &dyn Fn(&Expr) -> Found) -> Answer {
        self.measured.take();
        self.needs.take();
        let estimate = self.value(expr, games)?;
        Ok((estimate, self.measured.take()))
    }

    fn note(
        &self,
        expr: &Expr,
        measure: Option<Measure>,
        estimate: Estimate,
        fraction: Option<(u128, u128)>,
    ) -> Estimate {
        let range = expr.range.clone();
        let holds = false;
        self.measured.borrow_mut().push(Measured { range, measure, estimate, fraction, holds });
        estimate
    }

    pub(super) fn counted(&self, expr: &Expr, value: f64) -> Estimate {
        self.note(expr, None, Estimate::certain(value, Source::Counted), None)
    }

    pub(super) fn value(&self, expr: &Expr, games: &dyn Fn(&Expr) -> Found) -> Found {
        match &expr.node {
            Node::Number(number) => Ok(Estimate::written(*number)),
            Node::Place(place) => self.place(expr, place),
            Node::Pick(place, of) => {
                let set = self.cards(place)?.and(&of.set);
                Ok(self.counted(expr, self.pool.copies(&set) as f64))
            }
            Node::Over(over, place, of, column) => {
                let mut set = self.cards(place)?;
                if let Some(of) = of {
                    set = set.and(&of.set);
                }
                Ok(self.counted(expr, self.over(*over, &set, column)))
            }
            Node::Cards(CardFunction::NeverPlayed, ..) => {
                let estimate = games(expr)?;
                Ok(self.note(expr, None, estimate, None))
            }
            Node::Cards(function, of, least) => {
                self.selected(expr, *function, of, least.as_deref(), games)
            }
            Node::Component(name) => self.component(expr, name),
            Node::Unary(Unary::Minus, inner) => Ok(self.value(inner, games)?.negated()),
            Node::Unary(Unary::Not, inner) => {
                let zero = Estimate::certain(0.0, Source::Counted);
                Ok(self.value(inner, games)?.truth().compare(Compare::Equal, zero))
            }
            Node::Binary(binary, a, b) => {
                let (left, right) = match binary {
                    Binary::And => (self.part(a, games)?, self.part(b, games)?),
                    _ => (self.value(a, games)?, self.value(b, games)?),
                };
                let found = left.binary(*binary, right).ok_or_else(|| {
                    Fault::new(b.range.clone(), "this may be 0, and is divided by", "")
                })?;
                if found.cases().is_none() && found.value.abs() > WHOLE {
                    let message = "this number is too large to be reckoned to the last digit";
                    let help = format!("at most {WHOLE}");
                    return Err(Fault::new(expr.range.clone(), message, help));
                }
                Ok(found)
            }
            Node::Compare(first, more) => self.compare(first, more, games),
            Node::Call(function, inner) => {
                let values = inner.iter().map(|one| self.value(one, games));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                let extreme = |greater| values.iter().copied().reduce(|a, b| a.extreme(b, greater));
                let found = match function {
                    Function::Abs => Some(values[0].abs()),
                    Function::Min => extreme(false),
                    Function::Max => extreme(true),
                    Function::Floor => Some(values[0].rounded(f64::floor)),
                    Function::Ceil => Some(values[0].rounded(f64::ceil)),
                };
                found.ok_or_else(|| Fault::new(expr.range.clone(), "a value is missing", ""))
            }
            Node::Measure(measure, context, body) => {
                self.measure(expr, *measure, context, body, games)
            }
            Node::Dice(..) | Node::Hits(..) | Node::Extreme(..) | Node::Wins(_) | Node::Out(_) => {
                let message = "this differs from game to game";
                let help = "ask for its chance or mean: `P(…)`, `mean(…)`";
                Err(Fault::new(expr.range.clone(), message, help))
            }
        }
    }

    /// A part of an `and`; what is measured in it is marked where the part holds.
    fn part(&self, expr: &Expr, games: &dyn Fn(&Expr) -> Found) -> Found {
        let before = self.measured.borrow().len();
        let found = self.value(expr, games)?;
        let holds = found.verdict() == Some(true);
        self.measured.borrow_mut()[before..].iter_mut().for_each(|one| one.holds |= holds);
        Ok(found)
    }

    fn compare(
        &self,
        first: &Expr,
        more: &[(Compare, Expr)],
        games: &dyn Fn(&Expr) -> Found,
    ) -> Found {
        let mut left = self.value(first, games)?;
        let mut all = Estimate::certain(1.0, Source::Counted);
        for (compare, right) in more {
            let right = self.value(right, games)?;
            let held = match self.borne_out(left, *compare, right) {
                true => Estimate::certain(1.0, left.source),
                false => left.compare(*compare, right),
            };
            if held.verdict().is_none() {
                self.needs
                    .set(self.needs.get().into_iter().chain(left.needs(right)).reduce(f64::max));
            }
            all = all.extreme(held, false);
            left = right;
        }
        Ok(all)
    }

    fn measure(
        &self,
        expr: &Expr,
        measure: Measure,
        context: &Context,
        body: &Expr,
        games: &dyn Fn(&Expr) -> Found,
    ) -> Found {
        if in_games(context, body) {
            let estimate = games(expr)?;
            return Ok(self.note(expr, Some(measure), estimate, None));
        }
        let distribution = match context {
            Context::Roll(dice) => odds::dice(dice, body)?,
            Context::End | Context::Turn(_) => odds::dice(&[], body)?,
            Context::Opening(_) | Context::Seen(..) => {
                let drawn = odds::drawn(self.pool, context, body)?
                    .ok_or_else(|| Fault::new(expr.range.clone(), "no cards are drawn", ""))?;
                match odds::places(self.pool, &drawn, body) {
                    Ok(distribution) => distribution,
                    Err(Refused::Fault(fault)) => return Err(fault),
                    Err(Refused::Many) => return self.dealt(expr, measure, &drawn, body),
                }
            }
        };
        let fraction = (measure == Measure::Chance).then(|| distribution.fraction()).flatten();
        Ok(self.note(expr, Some(measure), distribution.measure(measure), fraction))
    }

    /// Deals, where there are too many combinations to count.
    fn dealt(&self, expr: &Expr, measure: Measure, drawn: &[Drawn], body: &Expr) -> Found {
        within(expr)?;
        let (seed, deals, work) = self.deals.get();
        let chance = measure == Measure::Chance;
        let histogram = odds::dealt(self.pool, drawn, body, chance, (seed, 0..deals, work))?;
        let found = histogram.asked(measure, SURE, self.settled.get());
        let estimate = Estimate { source: Source::Dealt(histogram.total()), ..found };
        Ok(self.note(expr, Some(measure), estimate, None))
    }
}

/// The most that may come is not known from what has come.
///
/// # Errors
/// It is asked for, of games or hands that are looked at.
pub fn within(expr: &Expr) -> Result<(), Fault> {
    if !matches!(expr.node, Node::Measure(Measure::Quantile(1.0), ..)) {
        return Ok(());
    }
    let message =
        "how large a value may be at most, games and hands that were looked at cannot tell";
    let help = "write a share below 1, such as `0.9999`, or ask for a chance: `P(… > N) == 0`";
    Err(Fault::new(expr.range.clone(), message, help))
}
