//! Expressions of the rules, compiled to whole numbers over a table.

use std::sync::Arc;

use super::{Cards, Owner, Table, VarRef, ZoneRef};
use crate::sim::lang::{Binary, Compare, Function, Unary};
use crate::span::Span;

/// An expression over a table.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Const(i64),
    /// All cards of a zone.
    Size(ZoneRef),
    /// The cards of one kind in a zone.
    One(ZoneRef, u16),
    /// The cards of some kinds in a zone.
    Some(ZoneRef, Arc<Cards>),
    /// The sum of a number of each card in a zone.
    Sum(ZoneRef, Arc<Vec<i64>>),
    Var(VarRef),
    Stat(Stat),
    /// How often cards were played.
    Plays(Arc<Cards>),
    Dice(u32, u32),
    Hits(u32, u32, u32),
    Extreme(u32, u32, bool),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<(Formula, Formula)>),
    /// A comparison with a constant, which most are.
    Against(Box<Formula>, Compare, i64),
    Compare(Box<Formula>, Vec<(Compare, Formula)>),
    Call(Function, Vec<Formula>),
    /// A quotient, rounded up if true, else down, and its place in the rules.
    Quotient(bool, Option<Span>, Box<(Formula, Formula)>),
}

/// A number that the table keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stat {
    Rounds,
    Reshuffles,
    DeckOut,
    /// The round in which one of these piles first had no card to give.
    Out(ZoneRef),
    Players,
    /// Whether this seat has won.
    Wins(usize),
    /// Whether nobody has.
    Nobody,
    /// The first round in which one of these seats saw an event.
    First(usize, Owner),
}

fn compares(compare: Compare, a: i64, b: i64) -> bool {
    match compare {
        Compare::Less => a < b,
        Compare::LessEqual => a <= b,
        Compare::Equal => a == b,
        Compare::NotEqual => a != b,
        Compare::GreaterEqual => a >= b,
        Compare::Greater => a > b,
    }
}

impl Formula {
    /// Its value.
    pub fn value(&self, table: &mut Table, seats: usize) -> i64 {
        match self {
            Self::Const(number) => *number,
            Self::Size(zone) => piles(table, *zone, seats, |pile| pile.cards.len() as i64),
            Self::One(zone, kind) => {
                piles(table, *zone, seats, |pile| i64::from(pile.counts[usize::from(*kind)]))
            }
            Self::Some(zone, cards) => piles(table, *zone, seats, |pile| held(pile, cards)),
            Self::Sum(zone, values) => piles(table, *zone, seats, |pile| {
                pile.cards.iter().map(|card| values[usize::from(*card)]).sum()
            }),
            Self::Var(var) if !var.each => table.vars[var.base],
            Self::Var(var) => {
                table.seats(var.owner, seats).map(|seat| table.vars[var.base + seat]).sum()
            }
            Self::Stat(stat) => stat.value(table, seats),
            Self::Plays(cards) => {
                cards.list.iter().map(|kind| i64::from(table.plays[usize::from(*kind)])).sum()
            }
            Self::Dice(dice, sides) => (0..*dice).map(|_| roll(table, *sides)).sum(),
            Self::Hits(dice, sides, least) => {
                (0..*dice).filter(|_| roll(table, *sides) >= i64::from(*least)).count() as i64
            }
            Self::Extreme(dice, sides, best) => {
                let rolls = (0..*dice).map(|_| roll(table, *sides));
                if *best { rolls.max().unwrap_or(0) } else { rolls.min().unwrap_or(0) }
            }
            Self::Unary(Unary::Minus, inner) => inner.value(table, seats).saturating_neg(),
            Self::Unary(Unary::Not, inner) => i64::from(inner.value(table, seats) == 0),
            Self::Binary(binary, both) => binary_value(*binary, both, table, seats),
            Self::Against(left, compare, right) => {
                i64::from(compares(*compare, left.value(table, seats), *right))
            }
            Self::Compare(first, more) => {
                let mut left = first.value(table, seats);
                i64::from(more.iter().all(|(compare, right)| {
                    let right = right.value(table, seats);
                    compares(*compare, std::mem::replace(&mut left, right), right)
                }))
            }
            Self::Call(function, inner) => {
                let mut values = inner.iter().map(|one| one.value(table, seats));
                match function {
                    Function::Abs => values.next().unwrap_or(0).saturating_abs(),
                    Function::Min => values.min().unwrap_or(0),
                    Function::Max => values.max().unwrap_or(0),
                    // All values are whole already.
                    Function::Floor | Function::Ceil => values.next().unwrap_or(0),
                }
            }
            Self::Quotient(up, at, both) => {
                let (left, right) = (both.0.value(table, seats), both.1.value(table, seats));
                quotient(*up, left, right, *at, table)
            }
        }
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(&self, table: &mut Table, seats: usize) -> bool {
        self.value(table, seats) != 0
    }
}

fn binary_value(binary: Binary, both: &(Formula, Formula), table: &mut Table, seats: usize) -> i64 {
    let left = both.0.value(table, seats);
    match binary {
        Binary::And => return i64::from(left != 0 && both.1.value(table, seats) != 0),
        Binary::Or => return i64::from(left != 0 || both.1.value(table, seats) != 0),
        _ => {}
    }
    let right = both.1.value(table, seats);
    let found = match binary {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        // Compiled to a quotient that says how it is rounded.
        _ => Some(quotient(false, left, right, None, table)),
    };
    found.unwrap_or_else(|| table.beyond())
}

/// A quotient as a whole number; a table that divides by 0 remembers it.
fn quotient(up: bool, left: i64, right: i64, at: Option<Span>, table: &mut Table) -> i64 {
    if right == 0 {
        table.divides_by_zero(at);
        return 0;
    }
    let (whole, rest) = (left.saturating_div(right), left.wrapping_rem(right));
    let below = rest != 0 && (rest < 0) != (right < 0);
    let above = rest != 0 && !below;
    whole + i64::from(up && above) - i64::from(!up && below)
}

#[inline]
fn piles(
    table: &Table,
    zone: ZoneRef,
    seats: usize,
    of: impl Fn(&super::table::Pile) -> i64,
) -> i64 {
    if !zone.each {
        return of(&table.piles[zone.base]);
    }
    table.seats(zone.owner, seats).map(|seat| of(&table.piles[zone.base + seat])).sum()
}

/// How many of these cards a pile holds.
#[inline]
pub(super) fn held(pile: &super::table::Pile, cards: &Cards) -> i64 {
    if pile.cards.len() < cards.list.len() {
        return pile.cards.iter().filter(|card| cards.has(**card)).count() as i64;
    }
    cards.list.iter().map(|kind| i64::from(pile.counts[usize::from(*kind)])).sum()
}

fn roll(table: &mut Table, sides: u32) -> i64 {
    let rolled = i64::from(table.rng.below(sides)) + 1;
    table.note(|| format!("  rolls {rolled} on a d{sides}"));
    rolled
}

impl Stat {
    fn value(self, table: &Table, seats: usize) -> i64 {
        match self {
            Self::Rounds => table.round,
            Self::Reshuffles => table.reshuffles,
            Self::DeckOut => table.deck_out,
            Self::Out(zone) if !zone.each => table.out[zone.base],
            Self::Out(zone) => {
                let seats = table.seats(zone.owner, seats);
                seats.map(|seat| table.out[zone.base + seat]).min().unwrap_or(super::NEVER)
            }
            Self::Players => seats as i64,
            Self::Wins(seat) => i64::from(table.over == Some(super::Over::Won(seat))),
            Self::Nobody => i64::from(!matches!(table.over, Some(super::Over::Won(_)))),
            Self::First(at, owner) => {
                let first = &table.first[at * seats..(at + 1) * seats];
                let of = table.seats(owner, seats).map(|seat| first[seat]);
                of.min().unwrap_or(super::NEVER)
            }
        }
    }
}
