//! Odds of a hand: kinds that nothing tells apart are merged, their counts enumerated, and ways counted.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::Distribution;
use crate::sim::estimate::holds;
use crate::sim::lang::{Binary, Compare, Expr, Fault, Function, Node, Over, Selector, Unary};
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
    let size = pool.copies(&draw.of);
    let Hand { tree, atoms, leaves } = Hand::new(pool, draw, expr)?;
    let parts = tree.parts();
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
    /// How many of these are not 0.
    Distinct(Vec<usize>),
    /// The first of these numbers whose cards are there.
    First(Vec<(i64, usize)>),
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
            Node::Over(Over::Distinct, place, of, column) if place.owner.is_none() => {
                let values = self.values(of.as_ref(), |kind| {
                    let cell = pool.cell(kind, column).map(|cell| cell.text.as_str());
                    cell.filter(|text| !text.is_empty())
                });
                Tree::Distinct(values.into_iter().map(|(_, leaf)| leaf).collect())
            }
            Node::Over(over, place, of, column) if place.owner.is_none() => {
                let mut values = self.values(of.as_ref(), |kind| pool.number(kind, column));
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

    fn leaf(&mut self, adds: Vec<i64>) -> Tree {
        Tree::Leaf(self.at(adds))
    }

    fn at(&mut self, adds: Vec<i64>) -> usize {
        let known = self.list.iter().position(|leaf| *leaf == adds);
        known.unwrap_or_else(|| {
            self.list.push(adds);
            self.list.len() - 1
        })
    }

    /// The values of the selected cards in rising order, each with the number of its cards.
    fn values<V: Ord>(
        &mut self,
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
        sets.into_iter().map(|(value, adds)| (value, self.at(adds))).collect()
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
    /// How many parts it has.
    fn parts(&self) -> usize {
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
