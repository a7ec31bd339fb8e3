//! Exact odds: of hands and first cards by counting, of dice by their distributions.

mod deals;
mod dealt;
mod dice;
mod draw;
mod hand;
mod tree;
mod weight;

use super::estimate::{Estimate, Source};
use super::lang::Measure;

pub use deals::Deals;
pub use dealt::{WORK, dealt};
pub use dice::{dice, only_dice};
pub use draw::{deck_of, draw, drawn};
pub use hand::{Draw, Drawn, Refused, binomial, hand, places};

/// All values that something can have, each with its chance, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Values in rising order, with chances that add up to 1; of what can be, none is 0, however rare.
    pub values: Vec<(f64, f64)>,
    /// How many equally likely cases there are, when that is a number that can be held.
    pub cases: Option<u128>,
}

impl Distribution {
    /// One certain value.
    pub fn point(value: f64) -> Self {
        Self { values: vec![(value, 1.0)], cases: Some(1) }
    }

    /// Of values in any order, several times.
    pub fn of(mut values: Vec<(f64, f64)>, cases: Option<u128>) -> Self {
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values.iter_mut().for_each(|(_, chance)| *chance = possible(*chance));
        values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Self { values, cases }
    }

    /// The chance that it is not 0.
    pub fn chance(&self) -> f64 {
        let held = self.values.iter().filter(|(value, _)| *value != 0.0);
        // A sum of nothing would be -0.
        held.map(|(_, chance)| chance).sum::<f64>() + 0.0
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.values.iter().map(|(value, chance)| value * chance).sum()
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let square = |(value, chance): &(f64, f64)| (value - mean) * (value - mean) * chance;
        self.values.iter().map(square).sum::<f64>().sqrt()
    }

    /// The least value that this share of cases does not exceed.
    pub fn quantile(&self, share: f64) -> f64 {
        // Counted from the end that is nearer, so that what is rare there is not lost beside the rest.
        let near = 1.0 + 1e-12;
        let mut sum = 0.0;
        if share > 0.5 {
            let beyond = (1.0 - share) * near;
            let mut falling = self.values.iter().rev();
            let found = falling.find(|(_, chance)| {
                sum += chance;
                sum > beyond
            });
            return found.map_or(0.0, |(value, _)| *value);
        }
        let mut rising = self.values.iter();
        let found = rising.find(|(_, chance)| {
            sum += chance;
            sum * near >= share
        });
        found.map_or(0.0, |(value, _)| *value)
    }

    /// What is asked of it.
    pub fn measure(&self, measure: Measure) -> Estimate {
        match measure {
            Measure::Chance => self.sure(),
            Measure::Mean => {
                let size = self.values.iter().map(|(value, chance)| value.abs() * chance).sum();
                Estimate::computed(self.mean(), size)
            }
            Measure::Quantile(share) => Estimate::certain(self.quantile(share), Source::Exact),
        }
    }

    /// The chance within the bounds of rounding: it is 0 or 1 only where no case, or every case, counts.
    fn sure(&self) -> Estimate {
        let held = self.values.iter().filter(|(value, _)| *value != 0.0).count();
        if held == 0 || held == self.values.len() {
            return Estimate::certain(f64::from(u8::from(held > 0)), Source::Exact);
        }
        let chance = possible(self.chance()).min(1.0_f64.next_down());
        let found = Estimate::computed(chance, chance);
        Estimate { low: possible(found.low), high: found.high.min(1.0_f64.next_down()), ..found }
    }

    /// The chance as a fraction, when its parts are small enough to read: `13/18`.
    pub fn fraction(&self) -> Option<(u128, u128)> {
        let cases = self.cases.filter(|cases| *cases < 1 << 50)?;
        let hits = (self.chance() * cases as f64).round() as u128;
        let divisor = divisor(hits, cases).max(1);
        Some((hits / divisor, cases / divisor))
    }
}

/// The chance of what can be, which is more than 0 however small it is.
fn possible(chance: f64) -> f64 {
    chance.max(f64::MIN_POSITIVE)
}

/// The greatest common divisor.
fn divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { divisor(b, a % b) }
}
