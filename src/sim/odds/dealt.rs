//! Cards that are dealt to their places again and again, where there are too many combinations to count.

use std::cell::Cell;
use std::ops::Range;

use rayon::prelude::*;

use super::Drawn;
use super::hand::{Hand, Part, cards};
use super::tree::divided;
use crate::sim::histogram::Histogram;
use crate::sim::lang::{Expr, Fault};
use crate::sim::pool::Pool;
use crate::sim::rng::Rng;

/// Deals in a row.
const CHUNK: u64 = 1024;
/// The most steps, of cards and numbers that are looked at, where nobody asks for more.
pub const WORK: u64 = 2_000_000_000;

/// What came of some deals.
#[derive(Default)]
struct Tally {
    values: Histogram,
    /// Whether some deal has no value, as it divides by 0.
    none: bool,
    /// Whether some value is no whole number.
    part: bool,
}

impl Tally {
    fn merge(mut self, other: Self) -> Self {
        self.values.merge(&other.values);
        Self { none: self.none || other.none, part: self.part || other.part, ..self }
    }
}

/// The values of an expression in the deals of these numbers under `seed`, or in as many as so much work allows; of a
/// chance, 1 where it is not 0.
///
/// # Errors
/// Those of [`super::places`] but that there are many combinations; or a value is no whole number.
pub fn dealt(
    pool: &Pool<'_>,
    drawn: &[Drawn],
    expr: &Expr,
    chance: bool,
    (seed, deals, work): (u64, Range<u64>, u64),
) -> Result<Histogram, Fault> {
    let hand = Hand::new(pool, drawn, expr)?;
    let numbers: Vec<u16> = (0..=u16::MAX).collect();
    let first = hand.parts.iter().filter(|part| part.first);
    let decks: Vec<Vec<u16>> = first.map(|part| cards(pool, part, &numbers)).collect();
    let drawn: u64 = hand.parts.iter().map(|part| part.n).sum();
    let each = drawn * (hand.leaves as u64 + 1) + hand.tree.parts() as u64;
    let end = deals.end.min(deals.start.saturating_add(work / each.max(1)));
    let chunks = end.saturating_sub(deals.start).div_ceil(CHUNK);
    let chunk = |at: u64| {
        let start = deals.start + at * CHUNK;
        deal(&hand, decks.clone(), chance, seed, start..(start + CHUNK).min(end))
    };
    let tally = (0..chunks).into_par_iter().map(chunk).reduce(Tally::default, Tally::merge);
    if tally.none {
        return Err(divided(expr));
    }
    if tally.part {
        let message = "there are too many combinations to count, and what is dealt has values that are no whole numbers";
        let help = "round it, such as with `floor(…)`, or ask of fewer different cards";
        return Err(Fault::new(expr.range.clone(), message, help));
    }
    Ok(tally.values)
}

fn deal(
    hand: &Hand,
    mut decks: Vec<Vec<u16>>,
    chance: bool,
    seed: u64,
    deals: Range<u64>,
) -> Tally {
    let (mut tally, none) = (Tally::default(), Cell::new(false));
    let (mut leaves, mut moved) = (vec![0_i64; hand.leaves], Vec::new());
    let firsts: Vec<usize> =
        hand.parts.iter().enumerate().filter(|(_, part)| part.first).map(|(at, _)| at).collect();
    for index in deals {
        let mut rng = Rng::new(seed, index);
        leaves.fill(0);
        for (deck, first) in decks.iter_mut().zip(&firsts) {
            // The parts of a pile get its cards one after another.
            let parts: Vec<&Part> = hand.parts.iter().filter(|part| part.pile == *first).collect();
            let n: u64 = parts.iter().map(|part| part.n).sum();
            let (mut at_part, mut left) = (0, parts[0].n);
            moved.clear();
            rng.draw(deck.len(), n as usize, |at, last| {
                while left == 0 {
                    at_part += 1;
                    left = parts[at_part].n;
                }
                left -= 1;
                let adds = &parts[at_part].atoms[usize::from(deck[at])].adds;
                leaves.iter_mut().zip(adds).for_each(|(leaf, add)| *leaf += add);
                moved.push((at, deck[at]));
                deck[at] = deck[last];
            });
            // The next deal is of the same deck: then it depends on nothing but its number.
            moved.iter().rev().for_each(|(at, card)| deck[*at] = *card);
        }
        let value = hand.tree.value(&leaves, &none);
        tally.part |= !chance && value.fract() != 0.0;
        tally.values.add(if chance { i64::from(value != 0.0) } else { value as i64 });
    }
    Tally { none: none.get(), ..tally }
}
