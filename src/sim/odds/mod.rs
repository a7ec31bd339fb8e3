//! Exact odds: of hands and first cards by counting, of dice by their distributions.

mod deals;
mod dealt;
mod dice;
mod draw;
mod hand;
mod tree;

use super::estimate::{Estimate, Source};
use super::lang::Measure;

pub use deals::Deals;
pub use dealt::dealt;
pub use dice::{dice, only_dice};
pub use draw::{deck_of, draw, drawn};
pub use hand::{Draw, Drawn, Refused, binomial, hand, places};

/// All values that something can have, each with its chance, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Values in rising order, with chances that add up to 1.
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
        let mut sum = 0.0;
        for (value, chance) in &self.values {
            sum += chance;
            if sum >= share - 1e-12 {
                return *value;
            }
        }
        self.values.last().map_or(0.0, |(value, _)| *value)
    }

    /// What is asked of it.
    pub fn measure(&self, measure: Measure) -> Estimate {
        let value = match measure {
            Measure::Chance => self.chance(),
            Measure::Mean => self.mean(),
            Measure::Quantile(share) => self.quantile(share),
        };
        Estimate::certain(value, Source::Exact)
    }

    /// The chance as a fraction, when its parts are small enough to read: `13/18`.
    pub fn fraction(&self) -> Option<(u128, u128)> {
        let cases = self.cases.filter(|cases| *cases < 1 << 50)?;
        let hits = (self.chance() * cases as f64).round() as u128;
        let divisor = divisor(hits, cases).max(1);
        Some((hits / divisor, cases / divisor))
    }
}

/// The greatest common divisor.
fn divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { divisor(b, a % b) }
}
