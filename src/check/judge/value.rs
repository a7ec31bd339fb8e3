//! The value of a check's expression: counted in the lists, computed exactly, or played.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use super::super::games::SURE;
use super::{Answer, Measured};
use crate::diag::suggest;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::{
    Binary, CardFunction, Compare, Context, Expr, Fault, Function, MOST_NEEDS, Measure, Node, Over,
    Place, Selector, Unary,
};
use crate::sim::odds::{self, Drawn, Refused, deck_of, only_dice};
use crate::sim::play::visit;
use crate::sim::pool::{KindSet, Pool};

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
    pool: &'p Pool<'g>,
    players: Option<u32>,
    measured: RefCell<Vec<Measured>>,
    /// Whether no more games will be played.
    settled: Cell<bool>,
    /// The seed of deals, and how many are dealt where odds cannot be counted.
    deals: Cell<(u64, u64)>,
    /// About how many games would decide what is left open.
    needs: Cell<Option<f64>>,
}

type Found = Result<Estimate, Fault>;

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

    /// Sets how many hands are dealt where there are too many to count.
    pub fn deal(&self, seed: u64, deals: u64) {
        self.deals.set((seed, deals));
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

    fn counted(&self, expr: &Expr, value: f64) -> Estimate {
        self.note(expr, None, Estimate::certain(value, Source::Counted), None)
    }

    fn value(&self, expr: &Expr, games: &dyn Fn(&Expr) -> Found) -> Found {
        match &expr.node {
            Node::Number(number) => Ok(Estimate::certain(*number, Source::Counted)),
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
                Ok(truth(self.value(inner, games)?).compare(Compare::Equal, zero))
            }
            Node::Binary(binary, a, b) => {
                let (left, right) = match binary {
                    Binary::And => (self.part(a, games)?, self.part(b, games)?),
                    _ => (self.value(a, games)?, self.value(b, games)?),
                };
                left.binary(*binary, right).ok_or_else(|| {
                    Fault::new(b.range.clone(), "this may be 0, and is divided by", "")
                })
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
        let (seed, deals) = self.deals.get();
        let chance = measure == Measure::Chance;
        let histogram = odds::dealt(self.pool, drawn, body, chance, (seed, 0..deals))?;
        let found = histogram.asked(measure, SURE, self.settled.get());
        let estimate = Estimate { source: Source::Dealt(histogram.total()), ..found };
        Ok(self.note(expr, Some(measure), estimate, None))
    }

    fn place(&self, expr: &Expr, place: &Place) -> Found {
        if place.owner.is_none() && place.name == "players" {
            let players = self.players.map_or(self.pool.game.rules.sides.len() as f64, f64::from);
            return Ok(self.counted(expr, players));
        }
        let set = self.cards(place)?;
        Ok(self.counted(expr, self.pool.copies(&set) as f64))
    }

    /// The cards of a deck, or of the deck that a zone begins with.
    fn cards(&self, place: &Place) -> Result<KindSet, Fault> {
        let pool = self.pool;
        let deck = pool.deck_named(&place.name).or_else(|| deck_of(pool, &place.name));
        if let Some(deck) = deck.filter(|_| place.owner.is_none()) {
            return Ok(pool.deck(deck));
        }
        // Without a zone that says which, it is what the box holds.
        if place.owner.is_none() && place.name == "deck" {
            return Ok(KindSet::all(pool.kinds.len()));
        }
        let rules = &pool.game.rules;
        let played = ["rounds", "reshuffles", "deck_out", "score", "hand"].contains(&&*place.name)
            || rules.zone(&place.name).is_some()
            || rules.vars.iter().any(|var| var.name.value == place.name)
            || rules.watches.iter().any(|watch| watch.name.value == place.name);
        let known = pool.game.decks.iter().map(|deck| deck.name.as_str());
        let (message, help) = match played {
            true => {
                let message = format!("`{}` differs from game to game", place.name);
                let owner = place.owner.as_ref().map(|owner| format!("'{owner}'."));
                let owner = owner.unwrap_or_default();
                (message, format!("ask for its chance or mean: `mean({owner}{})`", place.name))
            }
            false => {
                let known: Vec<_> = known.chain(["deck", "players"]).collect();
                (format!("there is no deck `{}`", place.name), suggest(&place.name, known))
            }
        };
        Err(Fault::unknown(place.range.clone(), message, help))
    }

    fn over(&self, over: Over, set: &KindSet, column: &str) -> f64 {
        let pool = self.pool;
        let values = set.iter().filter_map(|kind| pool.number(kind, column));
        let values = values.map(|value| value as f64);
        match over {
            Over::Sum => set
                .iter()
                .map(|kind| pool.value(kind, column) as f64 * f64::from(pool.kinds[kind].copies))
                .sum(),
            Over::Highest => values.fold(f64::NEG_INFINITY, f64::max),
            Over::Lowest => values.fold(f64::INFINITY, f64::min),
            Over::Distinct => {
                let cells = set.iter().filter_map(|kind| pool.cell(kind, column));
                let texts: std::collections::BTreeSet<_> =
                    cells.map(|cell| &cell.text).filter(|text| !text.is_empty()).collect();
                texts.len() as f64
            }
        }
    }

    fn selected(
        &self,
        expr: &Expr,
        function: CardFunction,
        of: &[Selector],
        least: Option<&Expr>,
        games: &dyn Fn(&Expr) -> Found,
    ) -> Found {
        let any = || of.iter().fold(self.pool.none(), |set, one| set.or(&one.set));
        match function {
            CardFunction::Count => Ok(self.counted(expr, self.pool.copies(&any()) as f64)),
            CardFunction::Rows => Ok(self.counted(expr, any().iter().count() as f64)),
            CardFunction::Needs => {
                let least = least.map(|least| self.value(least, games)).transpose()?;
                let number = least.map_or(0.0, |least| least.value);
                if number < 1.0 {
                    let message = "`needs` asks for at least one of each";
                    return Err(Fault::new(expr.range.clone(), message, "a number from 1"));
                }
                let least = number;
                let scarce = self.scarce(of, least);
                if let Some((range, copies)) = &scarce {
                    let (range, estimate) =
                        (range.clone(), Estimate::certain(*copies, Source::Counted));
                    let (measure, fraction, holds) = (None, None, false);
                    let measured = Measured { range, measure, estimate, fraction, holds };
                    self.measured.borrow_mut().push(measured);
                }
                Ok(Estimate::certain(f64::from(u8::from(scarce.is_none())), Source::Counted))
            }
            CardFunction::Plays | CardFunction::NeverPlayed => {
                let help = "ask for the mean: `mean(plays[CARDS])`";
                Err(Fault::new(expr.range.clone(), "this differs from game to game", help))
            }
        }
    }

    /// The fewest selectors whose cards are not enough for `least` of each, with how many there are:
    /// a card that several of them take serves only one (Hall's condition).
    fn scarce(&self, of: &[Selector], least: f64) -> Option<(Range<usize>, f64)> {
        let chosen = |group: u32| of.iter().enumerate().filter(move |(at, _)| group >> at & 1 == 1);
        let mut groups: Vec<u32> = (1..1_u32 << of.len().min(MOST_NEEDS)).collect();
        groups.sort_by_key(|group| group.count_ones());
        groups.into_iter().find_map(|group| {
            let all = chosen(group).fold(self.pool.none(), |all, (_, one)| all.or(&one.set));
            let copies = self.pool.copies(&all) as f64;
            let (first, last) = (chosen(group).next()?.1, chosen(group).next_back()?.1);
            let short = copies < least * f64::from(group.count_ones());
            short.then_some((first.range.start..last.range.end, copies))
        })
    }

    fn component(&self, expr: &Expr, name: &str) -> Found {
        let components = &self.pool.game.rules.components;
        let named = components.iter().filter(|one| one.name.value == name);
        let found: Vec<_> = named.filter_map(|one| one.count.as_ref()).collect();
        if found.is_empty() {
            let help = suggest(name, components.iter().map(|one| one.name.value.as_str()));
            let message = format!("no component is called `{name}`");
            return Err(Fault::unknown(expr.range.clone(), message, help));
        }
        let count: f64 = found.iter().map(|count| f64::from(count.value)).sum();
        Ok(self.counted(expr, count))
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

/// A number as truth, for `not`.
fn truth(estimate: Estimate) -> Estimate {
    match estimate.verdict() {
        Some(truth) => Estimate::certain(f64::from(u8::from(truth)), estimate.source),
        None => Estimate { low: 0.0, high: 1.0, ..estimate },
    }
}
