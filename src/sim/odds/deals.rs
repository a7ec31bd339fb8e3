//! Many hands, dealt and looked at one by one: what exact odds are held against, and asked where they are too many to count.

use std::ops::Range;

use rayon::prelude::*;

use super::Draw;
use super::hand::{Atom, Hand, cards, in_hand, walk};
use super::tree::{Tree, divided};
use crate::sim::lang::{Binary, Expr, Fault, Node, Over};
use crate::sim::play::visit;
use crate::sim::pool::Pool;
use crate::sim::rng::Rng;

/// An event over cards drawn at once, made ready to be looked at in many hands.
pub struct Deals {
    /// The deck, by what the event tells apart.
    deck: Vec<u16>,
    /// How many are drawn.
    n: usize,
    event: Event,
}

/// How an event is looked at.
enum Event {
    /// Of each sum of a hand's cards, whether it holds.
    Known(Vec<bool>),
    /// The hands are too many to know beforehand: each is counted and asked.
    Asked(Tree, Vec<Atom>, usize),
}

/// The most different hands, as the event tells them apart, that are looked at beforehand.
const KNOWN: u64 = 1 << 16;
/// Hands that are dealt in a row.
const CHUNK: u64 = 1 << 16;

impl Deals {
    /// Makes an event of a hand ready.
    ///
    /// # Errors
    /// The draw is larger than the deck, the expression asks for something that a hand does not have, or divides by 0 in
    /// some hand, or there are too many hands to know that.
    pub fn new(pool: &Pool<'_>, draw: &Draw, expr: &Expr) -> Result<Self, Fault> {
        let read = Hand::new(pool, &in_hand(draw), expr)?;
        let part = &read.parts[0];
        if let Some(adds) = adds(&part.atoms, part.n) {
            let deck = cards(pool, part, &adds);
            let held = known(read, &adds).ok_or_else(|| divided(expr))?;
            return Ok(Self { deck, n: draw.n as usize, event: Event::Known(held) });
        }
        let mut divides = false;
        visit(expr, &mut |inner| {
            divides |= matches!(
                inner.node,
                Node::Binary(Binary::Divide, ..) | Node::Over(Over::Highest | Over::Lowest, ..)
            );
        });
        if divides || part.atoms.len() > usize::from(u16::MAX) {
            let message = "there are too many different hands to be looked at";
            let help = "ask of fewer different cards, and without a division";
            return Err(Fault::new(expr.range.clone(), message, help));
        }
        let numbers: Vec<u16> = (0..part.atoms.len() as u16).collect();
        let deck = cards(pool, part, &numbers);
        let Hand { tree, parts, leaves } = read;
        let atoms = parts.into_iter().flat_map(|part| part.atoms).collect();
        Ok(Self { deck, n: draw.n as usize, event: Event::Asked(tree, atoms, leaves) })
    }

    /// In how many of these hands under `seed` the event holds; each is dealt of the whole deck, from a stream of its own,
    /// as the first cards of the game of its number are.
    pub fn held(&self, seed: u64, hands: Range<u64>) -> u64 {
        let chunks = hands.end.saturating_sub(hands.start).div_ceil(CHUNK);
        let chunk = |at: u64| {
            let start = hands.start + at * CHUNK;
            self.held_of(seed, start..(start + CHUNK).min(hands.end))
        };
        (0..chunks).into_par_iter().map(chunk).sum()
    }

    fn held_of(&self, seed: u64, hands: Range<u64>) -> u64 {
        match &self.event {
            Event::Known(held) => {
                let add = |sum: &mut usize, card: u16| *sum += usize::from(card);
                self.count(seed, hands, 0, add, |sum| held[std::mem::take(sum)])
            }
            Event::Asked(tree, atoms, leaves) => {
                let leaves = vec![0; *leaves];
                let add = |leaves: &mut Vec<i64>, card: u16| {
                    let adds = leaves.iter_mut().zip(&atoms[usize::from(card)].adds);
                    adds.for_each(|(leaf, add)| *leaf += add);
                };
                self.count(seed, hands, leaves, add, |leaves| {
                    let held = tree.value(leaves, &Default::default()) != 0.0;
                    leaves.fill(0);
                    held
                })
            }
        }
    }

    /// Deals hand after hand: each card is added to what is seen of it, and then it is looked at and forgotten.
    #[inline(always)]
    fn count<S>(
        &self,
        seed: u64,
        hands: Range<u64>,
        mut seen: S,
        add: impl Fn(&mut S, u16),
        held: impl Fn(&mut S) -> bool,
    ) -> u64 {
        let (mut deck, mut changed, mut sum) = (self.deck.clone(), vec![0; self.n], 0);
        for index in hands {
            let (mut rng, mut drawn) = (Rng::new(seed, index), 0);
            rng.draw(deck.len(), self.n, |at, last| {
                add(&mut seen, deck[at]);
                deck[at] = deck[last];
                changed[drawn] = at;
                drawn += 1;
            });
            sum += u64::from(held(&mut seen));
            // The next hand is drawn of the same deck: then it depends on nothing but its number.
            changed.iter().for_each(|at| deck[*at] = self.deck[*at]);
        }
        sum
    }
}

/// What a card of each atom adds to the sum of a hand, so that hands that differ have different sums; the most frequent
/// adds nothing, as the others tell how many of it there are. Nothing where there are too many hands.
fn adds(atoms: &[Atom], n: u64) -> Option<Vec<u16>> {
    let most = atoms.iter().enumerate().max_by_key(|(_, atom)| atom.copies).map(|(at, _)| at);
    let mut hands = 1_u64;
    let of = atoms.iter().enumerate().map(|(at, atom)| {
        if Some(at) == most {
            return Some(0);
        }
        let add = u16::try_from(hands).ok()?;
        hands = hands.checked_mul(atom.copies.min(n) + 1).filter(|hands| *hands <= KNOWN)?;
        Some(add)
    });
    of.collect()
}

/// Of each sum of a hand, whether the event holds; nothing if it divides by 0 in some hand.
fn known(mut read: Hand, of: &[u16]) -> Option<Vec<bool>> {
    let part = &mut read.parts[0];
    let most = part.atoms.iter().zip(of);
    let most = most.map(|(atom, add)| usize::from(*add) * atom.copies.min(part.n) as usize);
    let (mut held, zero) = (vec![false; most.sum::<usize>() + 1], Default::default());
    // The sum is one more number that is read of a hand.
    part.atoms.iter_mut().zip(of).for_each(|(atom, add)| atom.adds.push(i64::from(*add)));
    let mut counts = vec![0; read.leaves + 1];
    walk(&read.parts, &mut counts, (), &mut |(), _, _| (), &mut |counts, ()| {
        let (sum, counts) = counts.split_last().unwrap_or((&0, &[]));
        held[*sum as usize] = read.tree.value(counts, &zero) != 0.0;
    });
    (!zero.get()).then_some(held)
}
