//! Odds of a hand: kinds that nothing tells apart are merged, their counts enumerated, and ways counted.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::Distribution;
use crate::sim::estimate::holds;
use crate::sim::lang::{Binary, Compare, Expr, Fault, Function, Node, Over, Unary};
use crate::sim::play::visit;
use crate::sim::pool::{KindSet, Pool};

/// Cards drawn from a deck without putting any back.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The kinds of the deck.
    pub of: KindSet,
    /// How many are drawn.
    pub n: u32,
}

/// The most steps: combinations that are looked at one by one, times the parts of the expression.
const MOST: f64 = 2e8;

/// The distribution of an expression over the cards of a draw; every zone in it means those cards.
///
/// # Errors
/// The draw is larger than the deck, the expression asks for something that a hand does not have,
/// or there are too many combinations.
pub fn hand(pool: &Pool<'_>, draw: &Draw, expr: &Expr) -> Result<Distribution, Fault> {
    let (size, parts) = (pool.copies(&draw.of), parts(expr));
    let Hand { tree, atoms, leaves } = Hand::new(pool, draw, expr)?;
    let combinations = ways(u64::from(draw.n) + atoms.len() as u64 - 1, atoms.len() as u64 - 1);
    if combinations * parts as f64 > MOST {
        let help = "ask of fewer different cards, or of fewer cards drawn";
        let message = "there are too many combinations to count";
        return Err(Fault::new(expr.range.clone(), message, help));
    }
    let total = binomial(size, u64::from(draw.n));
    let (many, zero) = (leaves.len(), Cell::new(false));
    let choose = |copies, n| binomial(copies, n).unwrap_or(u128::MAX);
    let values = match total {
        Some(total) => enumerate(&tree, &atoms, draw.n, many, &choose, &zero)
            .into_iter()
            .map(|(value, weight)| (value, weight as f64 / total as f64))
            .collect(),
        None => {
            let whole = log_binomial(size, u64::from(draw.n));
            let logs = enumerate_logs(&tree, &atoms, draw.n, many, &zero);
            logs.into_iter().map(|(value, log)| (value, (log - whole).exp())).collect()
        }
    };
    if zero.get() {
        return Err(divided(expr));
    }
    Ok(Distribution::of(values, total))
}

/// How many parts an expression has.
fn parts(expr: &Expr) -> usize {
    let mut parts = 0;
    visit(expr, &mut |_| parts += 1);
    parts
}

/// An expression over the cards of a draw.
pub(super) struct Hand {
    /// What is asked of the numbers that are read.
    pub tree: Tree,
    /// The deck, by what the expression tells apart.
    pub atoms: Vec<Atom>,
    /// The numbers that are read of a hand: what one card of each kind adds to each.
    leaves: Vec<Vec<i64>>,
}

impl Hand {
    /// Reads what an expression asks of a hand.
    ///
    /// # Errors
    /// The draw is larger than the deck, or the expression asks for something that a hand does not have.
    pub fn new(pool: &Pool<'_>, draw: &Draw, expr: &Expr) -> Result<Self, Fault> {
        let size = pool.copies(&draw.of);
        if u64::from(draw.n) > size {
            let message = format!("{} cards are drawn of {size}", draw.n);
            let help = "draw no more than the deck holds";
            return Err(Fault::new(expr.range.clone(), message, help));
        }
        let mut leaves = Leaves { pool, list: Vec::new() };
        let tree = leaves.tree(expr)?;
        Ok(Self { tree, atoms: leaves.atoms(draw), leaves: leaves.list })
    }

    /// The atom that a kind of the deck belongs to.
    pub fn atom_of(&self, kind: usize) -> Option<usize> {
        let adds = || self.leaves.iter().map(|leaf| leaf[kind]);
        self.atoms.iter().position(|atom| atom.adds.iter().copied().eq(adds()))
    }
}

/// What is wrong with an expression that divides by 0 in some case.
pub fn divided(expr: &Expr) -> Fault {
    let help = "let `and` ask first, in front of the division, whether there is any";
    Fault::new(expr.range.clone(), "in some cases this divides by 0", help)
}

/// The ways to choose `k` of `n`, if they can be held.
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    (0..k).try_fold(1_u128, |ways, at| {
        ways.checked_mul(u128::from(n - at)).map(|ways| ways / u128::from(at + 1))
    })
}

/// The ways to choose, roughly, for a limit.
fn ways(n: u64, k: u64) -> f64 {
    log_binomial(n, k.min(n)).exp()
}

/// The natural logarithm of the ways to choose `k` of `n`, by sums of logarithms.
fn log_binomial(n: u64, k: u64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    let k = k.min(n - k);
    (0..k).map(|at| ((n - at) as f64).ln() - ((at + 1) as f64).ln()).sum()
}

/// Kinds that every leaf of the expression treats alike.
pub(super) struct Atom {
    pub copies: u64,
    /// What one card adds to each leaf.
    pub adds: Vec<i64>,
}

/// The numbers that an expression reads of a hand; each is a sum over its cards.
struct Leaves<'p, 'g> {
    pool: &'p Pool<'g>,
    list: Vec<Vec<i64>>,
}

/// An expression over leaves.
pub(super) enum Tree {
    Number(f64),
    Leaf(usize),
    Unary(Unary, Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
    Compare(Box<Tree>, Vec<(Compare, Tree)>),
    Call(Function, Vec<Tree>),
}

impl Leaves<'_, '_> {
    fn tree(&mut self, expr: &Expr) -> Result<Tree, Fault> {
        let pool = self.pool;
        let kinds = 0..pool.kinds.len();
        Ok(match &expr.node {
            Node::Number(number) => Tree::Number(*number),
            Node::Place(place) if place.owner.is_none() => self.leaf(kinds.map(|_| 1).collect()),
            Node::Pick(place, of) if place.owner.is_none() => {
                self.leaf(kinds.map(|kind| i64::from(of.set.has(kind))).collect())
            }
            Node::Over(Over::Sum, place, of, column) if place.owner.is_none() => {
                let takes = |kind| of.as_ref().is_none_or(|of| of.set.has(kind));
                let value = |kind| if takes(kind) { pool.value(kind, column) } else { 0 };
                self.leaf(kinds.map(value).collect())
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
                let help = "of a hand, ask `hand`, `hand[CARDS]` or `sum(hand, COLUMN)`";
                return Err(Fault::new(expr.range.clone(), message, help));
            }
        })
    }

    fn leaf(&mut self, adds: Vec<i64>) -> Tree {
        let known = self.list.iter().position(|leaf| *leaf == adds);
        Tree::Leaf(known.unwrap_or_else(|| {
            self.list.push(adds);
            self.list.len() - 1
        }))
    }

    fn atoms(&self, draw: &Draw) -> Vec<Atom> {
        let mut atoms: BTreeMap<Vec<i64>, u64> = BTreeMap::new();
        for kind in draw.of.iter() {
            let adds = self.list.iter().map(|leaf| leaf[kind]).collect();
            *atoms.entry(adds).or_default() += u64::from(self.pool.kinds[kind].copies);
        }
        atoms.into_iter().map(|(adds, copies)| Atom { copies, adds }).collect()
    }
}

impl Tree {
    /// Its value for these leaves; a division by 0 is noted.
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

/// A floating value as a key that sorts.
fn key(value: f64) -> u64 {
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn from_key(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

/// Every value with its number of ways.
fn enumerate(
    tree: &Tree,
    atoms: &[Atom],
    n: u32,
    leaves: usize,
    choose: &dyn Fn(u64, u64) -> u128,
    zero: &Cell<bool>,
) -> Vec<(f64, u128)> {
    let mut found: BTreeMap<u64, u128> = BTreeMap::new();
    let mut counts = vec![0; leaves];
    walk(
        atoms,
        u64::from(n),
        &mut counts,
        1_u128,
        &mut |weight, copies, k| weight * choose(copies, k),
        &mut |leaves, weight| {
            *found.entry(key(tree.value(leaves, zero))).or_default() += weight;
        },
    );
    found.into_iter().map(|(key, weight)| (from_key(key), weight)).collect()
}

/// Every value with the logarithm of its ways, for decks whose numbers of ways are too large to hold.
fn enumerate_logs(
    tree: &Tree,
    atoms: &[Atom],
    n: u32,
    leaves: usize,
    zero: &Cell<bool>,
) -> Vec<(f64, f64)> {
    let mut found: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    let mut counts = vec![0; leaves];
    let mut add = |weight: f64, copies, k| weight + log_binomial(copies, k);
    walk(atoms, u64::from(n), &mut counts, 0.0, &mut add, &mut |leaves, weight| {
        found.entry(key(tree.value(leaves, zero))).or_default().push(weight);
    });
    let sum = |logs: Vec<f64>| {
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln() + most
    };
    found.into_iter().map(|(key, logs)| (from_key(key), sum(logs))).collect()
}

/// Goes through all counts of the atoms that add up to `left`.
pub(super) fn walk<W: Copy>(
    atoms: &[Atom],
    left: u64,
    leaves: &mut [i64],
    weight: W,
    times: &mut impl FnMut(W, u64, u64) -> W,
    found: &mut impl FnMut(&[i64], W),
) {
    let Some((atom, rest)) = atoms.split_first() else {
        if left == 0 {
            found(leaves, weight);
        }
        return;
    };
    let others: u64 = rest.iter().map(|atom| atom.copies).sum();
    let least = left.saturating_sub(others);
    for k in least..=left.min(atom.copies) {
        let add = |leaves: &mut [i64], sign: i64| {
            let adds = leaves.iter_mut().zip(&atom.adds);
            adds.for_each(|(leaf, add)| *leaf += sign * add * k as i64);
        };
        add(leaves, 1);
        walk(rest, left - k, leaves, times(weight, atom.copies, k), times, found);
        add(leaves, -1);
    }
}
