//! What was measured for a check, and how it is told.

use std::ops::Range;

use super::shown;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::Measure;

/// Something that was measured for a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its bytes in the check's text.
    pub range: Range<usize>,
    /// What was asked; nothing for what is counted in the lists.
    pub measure: Option<Measure>,
    /// What was found.
    pub estimate: Estimate,
    /// An exact chance as a fraction, where it is short.
    pub fraction: Option<(u128, u128)>,
    /// Whether the part of an `and` that it stands in holds by itself.
    pub holds: bool,
}

impl Measured {
    /// In words: `43.1 % (exact)`.
    pub fn words(&self) -> String {
        let value = shown(self.measure, self.estimate.value);
        match self.estimate.source {
            Source::Counted => value,
            Source::Exact => match self.fraction {
                Some((a, b)) if b > 1 && b < 1_000_000 => format!("{value} (exact: {a}/{b})"),
                _ => format!("{value} (exact)"),
            },
            Source::Played(games) => format!("{value} ({}, {games} games)", self.bounds()),
            Source::Came(came, games) => {
                let bounds = self.bounds();
                format!("{value} ({bounds}, in the {came} of {games} games in which it came)")
            }
        }
    }

    fn bounds(&self) -> String {
        let low = shown(self.measure, self.estimate.low);
        let high = shown(self.measure, self.estimate.high);
        format!("between {low} and {high}")
    }
}
