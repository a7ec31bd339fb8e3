//! Expressions over cards that are drawn: what is read of the cards of each place, and what is asked of these numbers.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::Drawn;
use crate::sim::estimate::holds;
use crate::sim::lang::{
    Binary, Compare, Expr, Fault, Function, Node, Over, Place, Selector, Unary,
};
use crate::sim::play::visit;
use crate::sim::pool::Pool;

/// A number that is read of the cards of a place: a sum over them.
#[derive(PartialEq)]
pub(super) struct Leaf {
    /// The place, by its number.
    pub place: usize,
    /// What one card of each kind adds.
    pub adds: Vec<i64>,
}

/// The numbers that an expression reads.
pub(super) struct Leaves<'p, 'g> {
    pub pool: &'p Pool<'g>,
    /// The places that cards come to.
    pub drawn: &'p [Drawn],
    pub list: Vec<Leaf>,
}

/// An expression over leaves.
pub(super) enum Tree {
    Number(f64),
    Leaf(usize),
    Unary(Unary, Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
    Compare(Box<Tree>, Vec<(Compare, Tree)>),
    Call(Function, Vec<Tree>),
    /// How many of these are not 0.
    Distinct(Vec<usize>),
    /// The first of these numbers whose cards are there.
    First(Vec<(i64, usize)>),
}

impl Leaves<'_, '_> {
    /// Reads an expression.
    ///
    /// # Errors
    /// It asks for something that cards do not have, or for a place that they do not come to.
    pub fn tree(&mut self, expr: &Expr) -> Result<Tree, Fault> {
        let pool = self.pool;
        let kinds = 0..pool.kinds.len();
        Ok(match &expr.node {
            Node::Number(number) => Tree::Number(*number),
            Node::Place(place) if place.owner.is_none() => {
                let at = self.place(place)?;
                self.leaf(at, kinds.map(|_| 1).collect())
            }
            Node::Pick(place, of) if place.owner.is_none() => {
                let at = self.place(place)?;
                self.leaf(at, kinds.map(|kind| i64::from(of.set.has(kind))).collect())
            }
            Node::Over(Over::Sum, place, of, column) if place.owner.is_none() => {
                let at = self.place(place)?;
                let takes = |kind| of.as_ref().is_none_or(|of| of.set.has(kind));
                let value = |kind| if takes(kind) { pool.value(kind, column) } else { 0 };
                self.leaf(at, kinds.map(value).collect())
            }
            Node::Over(Over::Distinct, place, of, column) if place.owner.is_none() => {
                let at = self.place(place)?;
                let values = self.values(at, of.as_ref(), |kind| {
                    let cell = pool.cell(kind, column).map(|cell| cell.text.as_str());
                    cell.filter(|text| !text.is_empty())
                });
                Tree::Distinct(values.into_iter().map(|(_, leaf)| leaf).collect())
            }
            Node::Over(over, place, of, column) if place.owner.is_none() => {
                let at = self.place(place)?;
                let mut values = self.values(at, of.as_ref(), |kind| pool.number(kind, column));
                if *over == Over::Highest {
                    values.reverse();
                }
                Tree::First(values)
            }
            Node::Unary(unary, inner) => Tree::Unary(*unary, Box::new(self.tree(inner)?)),
            Node::Binary(binary, a, b) => {
                Tree::Binary(*binary, Box::new(self.tree(a)?), Box::new(self.tree(b)?))
            }
            Node::Compare(first, more) => {
                let first = Box::new(self.tree(first)?);
                let more = more.iter().map(|(compare, one)| Ok((*compare, self.tree(one)?)));
                Tree::Compare(first, more.collect::<Result<_, Fault>>()?)
            }
            Node::Call(function, inner) => {
                let inner = inner.iter().map(|one| self.tree(one));
                Tree::Call(*function, inner.collect::<Result<_, _>>()?)
            }
            _ => {
                let message = "a hand does not have this";
                let owned = matches!(&expr.node, Node::Place(place) | Node::Pick(place, _) | Node::Over(_, place, ..) if place.owner.is_some());
                let help = match owned {
                    true => {
                        "a fresh hand has no owner: write `hand`; of a side, `opening(SIDE): …`"
                    }
                    false => {
                        "of a hand, ask `hand`, `hand[CARDS]`, `sum(hand, COLUMN)` or `distinct(hand, COLUMN)`"
                    }
                };
                return Err(Fault::new(expr.range.clone(), message, help));
            }
        })
    }

    /// The number of a place.
    fn place(&self, place: &Place) -> Result<usize, Fault> {
        let at = self.drawn.iter().position(|one| one.zone == place.name);
        at.ok_or_else(|| {
            let message = format!("no cards are drawn to `{}`", place.name);
            let known = self.drawn.iter().map(|one| format!("`{}`", one.zone));
            let known = known.collect::<Vec<_>>().join(" or ");
            Fault::new(
                place.range.clone(),
                message,
                format!("the cards that are drawn are {known}"),
            )
        })
    }

    fn leaf(&mut self, place: usize, adds: Vec<i64>) -> Tree {
        Tree::Leaf(self.at(place, adds))
    }

    fn at(&mut self, place: usize, adds: Vec<i64>) -> usize {
        let leaf = Leaf { place, adds };
        let known = self.list.iter().position(|one| *one == leaf);
        known.unwrap_or_else(|| {
            self.list.push(leaf);
            self.list.len() - 1
        })
    }

    /// The values of the selected cards in rising order, each with the number of its cards.
    fn values<V: Ord>(
        &mut self,
        place: usize,
        of: Option<&Selector>,
        value: impl Fn(usize) -> Option<V>,
    ) -> Vec<(V, usize)> {
        let kinds = self.pool.kinds.len();
        let mut sets: BTreeMap<V, Vec<i64>> = BTreeMap::new();
        for kind in (0..kinds).filter(|kind| of.is_none_or(|of| of.set.has(*kind))) {
            if let Some(value) = value(kind) {
                sets.entry(value).or_insert_with(|| vec![0; kinds])[kind] = 1;
            }
        }
        sets.into_iter().map(|(value, adds)| (value, self.at(place, adds))).collect()
    }
}

impl Tree {
    /// How many parts it has.
    pub fn parts(&self) -> usize {
        1 + match self {
            Self::Number(_) | Self::Leaf(_) => 0,
            Self::Distinct(leaves) => leaves.len(),
            Self::First(leaves) => leaves.len(),
            Self::Unary(_, inner) => inner.parts(),
            Self::Binary(_, a, b) => a.parts() + b.parts(),
            Self::Compare(first, more) => {
                first.parts() + more.iter().map(|(_, one)| one.parts()).sum::<usize>()
            }
            Self::Call(_, inner) => inner.iter().map(Self::parts).sum(),
        }
    }

    /// Its value for these leaves; that it has none, as of a division by 0, is noted.
    pub fn value(&self, leaves: &[i64], zero: &Cell<bool>) -> f64 {
        let truth = |truth: bool| f64::from(u8::from(truth));
        match self {
            Self::Number(number) => *number,
            Self::Leaf(at) => leaves[*at] as f64,
            Self::Unary(Unary::Minus, inner) => -inner.value(leaves, zero),
            Self::Unary(Unary::Not, inner) => truth(inner.value(leaves, zero) == 0.0),
            Self::Binary(Binary::And, a, b) => {
                truth(a.value(leaves, zero) != 0.0 && b.value(leaves, zero) != 0.0)
            }
            Self::Binary(Binary::Or, a, b) => {
                truth(a.value(leaves, zero) != 0.0 || b.value(leaves, zero) != 0.0)
            }
            Self::Binary(binary, a, b) => {
                arithmetic(*binary, a.value(leaves, zero), b.value(leaves, zero), zero)
            }
            Self::Compare(first, more) => {
                let mut left = first.value(leaves, zero);
                truth(more.iter().all(|(compare, right)| {
                    let right = right.value(leaves, zero);
                    let held = holds(*compare, left, right);
                    left = right;
                    held
                }))
            }
            Self::Call(Function::Abs, inner) => inner[0].value(leaves, zero).abs(),
            Self::Call(Function::Floor, inner) => inner[0].value(leaves, zero).floor(),
            Self::Call(Function::Ceil, inner) => inner[0].value(leaves, zero).ceil(),
            Self::Call(Function::Min, inner) => {
                inner.iter().map(|one| one.value(leaves, zero)).fold(f64::INFINITY, f64::min)
            }
            Self::Call(Function::Max, inner) => {
                inner.iter().map(|one| one.value(leaves, zero)).fold(f64::NEG_INFINITY, f64::max)
            }
            Self::Distinct(of) => of.iter().filter(|leaf| leaves[**leaf] != 0).count() as f64,
            Self::First(of) => {
                let first = of.iter().find(|(_, leaf)| leaves[*leaf] != 0);
                zero.set(zero.get() || first.is_none());
                first.map_or(0.0, |(value, _)| *value as f64)
            }
        }
    }
}

/// Plain arithmetic; a division by 0, which has no value, is noted.
pub fn arithmetic(binary: Binary, a: f64, b: f64, zero: &Cell<bool>) -> f64 {
    match binary {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide if b == 0.0 => {
            zero.set(true);
            0.0
        }
        Binary::Divide => a / b,
        Binary::And => f64::from(u8::from(a != 0.0 && b != 0.0)),
        Binary::Or => f64::from(u8::from(a != 0.0 || b != 0.0)),
    }
}

/// What is wrong with an expression that has no value in some case: it divides by 0, or asks for the highest of no cards.
pub fn divided(expr: &Expr) -> Fault {
    let mut extreme = None;
    visit(expr, &mut |inner| {
        if let Node::Over(over @ (Over::Highest | Over::Lowest), ..) = &inner.node {
            extreme.get_or_insert((*over, inner.range.clone()));
        }
    });
    if let Some((over, range)) = extreme {
        let what = if over == Over::Highest { "highest" } else { "lowest" };
        let message = format!("some hands hold no card with a number, of which none is the {what}");
        let help =
            "let `and` ask first, in front of it, whether there is any: `hand[CARDS] >= 1 and …`";
        return Fault::new(range, message, help);
    }
    let help = "let `and` ask first, in front of the division, whether there is any";
    Fault::new(expr.range.clone(), "in some cases this divides by 0", help)
}
