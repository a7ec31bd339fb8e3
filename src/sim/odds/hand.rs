//! Odds of cards that are drawn: kinds that nothing tells apart are merged, their counts enumerated, and ways counted.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::Distribution;
use super::tree::{Leaf, Leaves, Tree, divided};
use super::weight::{Factorials, Huge, Weight};
use crate::sim::lang::{Expr, Fault};
use crate::sim::pool::{KindSet, Pool};

/// Cards drawn from a deck without putting any back.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The kinds of the deck.
    pub of: KindSet,
    /// How many are drawn.
    pub n: u32,
}

/// Cards that are drawn and come to a place.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The place.
    pub zone: String,
    /// The pile that they are drawn from, of which other places may have got the rest.
    pub pile: String,
    /// The cards.
    pub draw: Draw,
}

/// The most steps: combinations that are looked at one by one, times the parts of the expression.
const MOST: f64 = 2e8;

/// What keeps odds from being computed.
pub enum Refused {
    /// There are too many combinations to count.
    Many,
    /// Something is wrong with what is asked.
    Fault(Fault),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The distribution of an expression over a hand of these cards.
///
/// # Errors
/// As for [`places`]; too many combinations are a fault, too.
pub fn hand(pool: &Pool<'_>, draw: &Draw, expr: &Expr) -> Result<Distribution, Fault> {
    places(pool, &in_hand(draw), expr).map_err(|refused| match refused {
        Refused::Fault(fault) => fault,
        Refused::Many => {
            let help = "ask of fewer different cards, or of fewer cards drawn";
            Fault::new(expr.range.clone(), "there are too many combinations to count", help)
        }
    })
}

/// A draw that comes to a hand.
pub(super) fn in_hand(draw: &Draw) -> [Drawn; 1] {
    [Drawn { zone: "hand".into(), pile: "deck".into(), draw: draw.clone() }]
}

/// The distribution of an expression over the cards of one or several places, all drawn at once.
///
/// # Errors
/// More is drawn than there is, the expression asks for something that drawn cards do not have, or for another place;
/// or there are too many combinations.
pub fn places(pool: &Pool<'_>, drawn: &[Drawn], expr: &Expr) -> Result<Distribution, Refused> {
    let Hand { tree, parts, leaves } = Hand::new(pool, drawn, expr)?;
    let beyond = |cases: fn(&Part) -> f64| {
        parts.iter().map(cases).product::<f64>() * tree.parts() as f64 > MOST
    };
    if beyond(at_most) && beyond(cases) {
        return Err(Refused::Many);
    }
    let total = total(&parts, Some(1_u128), |all, size, n| all?.checked_mul(binomial(size, n)?));
    let (mut counts, zero) = (vec![0; leaves], Cell::new(false));
    let values = match total {
        Some(all) => {
            let times = |ways, copies, k| ways * binomial(copies, k).unwrap_or(u128::MAX);
            shares(enumerate(&tree, &parts, &mut counts, &zero, 1, times), all)
        }
        None => {
            let size = parts.iter().map(Part::size).max().unwrap_or(0);
            let factorials = Factorials::new(size);
            let times = |ways: Huge, copies, k| ways.times(factorials.choose(copies, k));
            let all = self::total(&parts, Huge::ONE, times);
            shares(enumerate(&tree, &parts, &mut counts, &zero, Huge::ONE, times), all)
        }
    };
    if zero.get() {
        return Err(divided(expr).into());
    }
    Ok(Distribution::of(values, total))
}

/// A number that different hands of a place do not exceed: each of any number of copies, but that one of them fills the hand.
fn at_most(part: &Part) -> f64 {
    let each = part.atoms.iter().map(|atom| (atom.copies.min(part.n) + 1) as f64);
    each.clone().product::<f64>() / each.fold(1.0, f64::max)
}

/// How many different hands a place can get, as the expression tells cards apart; of several places of a pile, at most.
fn cases(part: &Part) -> f64 {
    let n = part.n as usize;
    let mut ways = vec![0.0; n + 1];
    ways[0] = 1.0;
    for atom in &part.atoms {
        // Each number of cards can be reached with 0 to all copies of this one.
        let (copies, mut sum) = (atom.copies as usize, 0.0);
        let before = ways.clone();
        for (k, ways) in ways.iter_mut().enumerate() {
            sum += before[k] - if k > copies { before[k - copies - 1] } else { 0.0 };
            *ways = sum;
        }
    }
    ways[n]
}

/// All ways to draw the cards of the parts, one after another of what is left.
fn total<T: Copy>(parts: &[Part], one: T, times: impl Fn(T, u64, u64) -> T) -> T {
    let mut left: Vec<u64> = Vec::new();
    parts.iter().fold(one, |all, part| {
        left.resize(left.len().max(part.pile + 1), 0);
        if part.first {
            left[part.pile] = part.size();
        }
        let size = left[part.pile];
        left[part.pile] -= part.n;
        times(all, size, part.n)
    })
}

/// An expression over the cards of a draw.
pub(super) struct Hand {
    /// What is asked of the numbers that are read.
    pub tree: Tree,
    /// The places that cards come to.
    pub parts: Vec<Part>,
    /// How many numbers are read.
    pub leaves: usize,
}

/// The cards that come to a place.
pub(super) struct Part {
    /// How many.
    pub n: u64,
    /// The pile that they come from, by its number.
    pub pile: usize,
    /// Whether no other part before has drawn from it.
    pub first: bool,
    /// The whole pile, by what the expression tells apart, and what a card adds at this place.
    pub atoms: Vec<Atom>,
    /// The kinds of the pile, each with its atom.
    pub kinds: Vec<(usize, usize)>,
}

impl Part {
    /// How many cards the whole pile has.
    fn size(&self) -> u64 {
        self.atoms.iter().map(|atom| atom.copies).sum()
    }
}

/// Kinds that every leaf of the expression treats alike.
pub(super) struct Atom {
    pub copies: u64,
    /// What one card adds to each leaf.
    pub adds: Vec<i64>,
}

impl Hand {
    /// Reads what an expression asks of drawn cards.
    ///
    /// # Errors
    /// More is drawn than there is, or the expression asks for something that the cards do not have.
    pub fn new(pool: &Pool<'_>, drawn: &[Drawn], expr: &Expr) -> Result<Self, Fault> {
        let mut piles: Vec<&str> = drawn.iter().map(|one| one.pile.as_str()).collect();
        piles.dedup();
        for pile in &piles {
            let mut of = drawn.iter().filter(|one| one.pile == **pile);
            let n: u64 = of.clone().map(|one| u64::from(one.draw.n)).sum();
            let size = of.next().map_or(0, |one| pool.copies(&one.draw.of));
            if n > size {
                let message = format!("{n} cards are drawn of {size}");
                let help = "draw no more than the deck holds";
                return Err(Fault::new(expr.range.clone(), message, help));
            }
        }
        let mut leaves = Leaves { pool, drawn, list: Vec::new() };
        let tree = leaves.tree(expr)?;
        let parts = (0..drawn.len()).map(|at| part(pool, drawn, at, &leaves.list));
        Ok(Self { tree, parts: parts.collect(), leaves: leaves.list.len() })
    }
}

/// The cards that come to a place, as the leaves tell them apart.
fn part(pool: &Pool<'_>, drawn: &[Drawn], at: usize, leaves: &[Leaf]) -> Part {
    let one = &drawn[at];
    let same = |other: &Drawn| other.pile == one.pile;
    let pile = drawn.iter().position(same).unwrap_or(at);
    // What any place tells apart that the pile's cards come to.
    let adds = |kind: usize| -> Vec<i64> {
        let of =
            leaves.iter().map(|leaf| if same(&drawn[leaf.place]) { leaf.adds[kind] } else { 0 });
        of.collect()
    };
    let mut merged: BTreeMap<Vec<i64>, u64> = BTreeMap::new();
    for kind in one.draw.of.iter() {
        *merged.entry(adds(kind)).or_default() += u64::from(pool.kinds[kind].copies);
    }
    let atom = |kind: usize| merged.keys().position(|known| *known == adds(kind)).unwrap_or(0);
    let kinds = one.draw.of.iter().map(|kind| (kind, atom(kind))).collect();
    let here = |adds: &Vec<i64>| {
        let of = leaves.iter().zip(adds);
        of.map(|(leaf, add)| if leaf.place == at { *add } else { 0 }).collect()
    };
    let atoms = merged.iter().map(|(adds, copies)| Atom { copies: *copies, adds: here(adds) });
    let (n, atoms) = (u64::from(one.draw.n), atoms.collect());
    Part { n, pile, first: pile == at, atoms, kinds }
}

/// The cards of a pile in the order that a game begins with, each as what is given for its atom.
pub(super) fn cards(pool: &Pool<'_>, part: &Part, of: &[u16]) -> Vec<u16> {
    let copies = |kind: usize| pool.kinds[kind].copies as usize;
    let kinds = part.kinds.iter();
    kinds.flat_map(|(kind, atom)| std::iter::repeat_n(of[*atom], copies(*kind))).collect()
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

/// A floating value as a key that sorts.
fn key(value: f64) -> u64 {
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn from_key(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

/// Every value with its number of ways, by how many more of them so many of an atom's copies make.
fn enumerate<W: Weight>(
    tree: &Tree,
    parts: &[Part],
    counts: &mut [i64],
    zero: &Cell<bool>,
    one: W,
    mut times: impl FnMut(W, u64, u64) -> W,
) -> BTreeMap<u64, W> {
    let mut found: BTreeMap<u64, W> = BTreeMap::new();
    walk(parts, counts, one, &mut times, &mut |leaves, weight| {
        let known = found.entry(key(tree.value(leaves, zero)));
        known.and_modify(|known| *known = known.plus(weight)).or_insert(weight);
    });
    found
}

/// Every value with its share of all ways.
fn shares<W: Weight>(found: BTreeMap<u64, W>, all: W) -> Vec<(f64, f64)> {
    found.into_iter().map(|(key, ways)| (from_key(key), ways.of(all))).collect()
}

/// Goes through all counts of the atoms that the places can get, `counts` being what is read of them.
pub(super) fn walk<W: Copy>(
    parts: &[Part],
    counts: &mut [i64],
    weight: W,
    times: &mut impl FnMut(W, u64, u64) -> W,
    found: &mut impl FnMut(&[i64], W),
) {
    // What is left of each atom of each pile.
    let of = |part: &Part| part.atoms.iter().map(|atom| atom.copies).collect();
    let mut left: Vec<Vec<u64>> = parts.iter().map(of).collect();
    let first = parts.first().map_or(0, |part| part.n);
    step(parts, (0, first), &mut left, counts, weight, times, found);
}

/// One atom of the first of the places, which `n` more cards come to.
fn step<W: Copy>(
    parts: &[Part],
    (at, n): (usize, u64),
    left: &mut [Vec<u64>],
    counts: &mut [i64],
    weight: W,
    times: &mut impl FnMut(W, u64, u64) -> W,
    found: &mut impl FnMut(&[i64], W),
) {
    let Some((part, rest)) = parts.split_first() else { return found(counts, weight) };
    let Some(atom) = part.atoms.get(at) else {
        if n == 0 {
            let next = rest.first().map_or(0, |part| part.n);
            step(rest, (0, next), left, counts, weight, times, found);
        }
        return;
    };
    let copies = left[part.pile][at];
    let others: u64 = left[part.pile][at + 1..].iter().sum();
    for k in n.saturating_sub(others)..=n.min(copies) {
        let add = |counts: &mut [i64], sign: i64| {
            let adds = counts.iter_mut().zip(&atom.adds);
            adds.for_each(|(count, add)| *count += sign * add * k as i64);
        };
        add(counts, 1);
        left[part.pile][at] = copies - k;
        step(parts, (at + 1, n - k), left, counts, times(weight, copies, k), times, found);
        add(counts, -1);
    }
    left[part.pile][at] = copies;
}
