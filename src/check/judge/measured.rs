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
            Source::Dealt(deals) => format!("{value} ({}{deals} deals)", self.bounds()),
            Source::Played(games) => format!("{value} ({}{games} games)", self.bounds()),
            Source::Came(came, games) => {
                let bounds = self.bounds();
                format!("{value} ({bounds}in the {came} of {games} games in which it came)")
            }
        }
    }

    /// How it is known, in a word for programs.
    pub fn how(&self) -> &'static str {
        match self.estimate.source {
            Source::Counted => "counted",
            Source::Exact => "exact",
            Source::Dealt(_) => "dealt",
            Source::Played(_) | Source::Came(..) => "played",
        }
    }

    fn bounds(&self) -> String {
        let Estimate { low, high, .. } = self.estimate;
        if self.measure == Some(Measure::Mean) && low == high {
            return "the same in all ".into();
        }
        if low.is_infinite() {
            return "open after ".into();
        }
        format!("between {} and {}, ", shown(self.measure, low), shown(self.measure, high))
    }
}
