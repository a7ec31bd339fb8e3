//! What was measured for a check, and how it is told.

use std::ops::Range;

use crate::sim::engine::NEVER;
use crate::sim::estimate::{Estimate, Source, fixed};
use crate::sim::lang::Measure;
use crate::sim::shown::{percentage, telling};

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
                let same = self.estimate.low == self.estimate.high;
                let bounds =
                    if same { "the same in all of ".into() } else { self.bounds() + "in " };
                format!("{value} ({bounds}the {came} of {games} games in which it came)")
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

/// A share of cases as a percentage with as many digits as say something.
pub fn percent(share: f64) -> String {
    let small = share > 0.0 && share < 0.001;
    percentage(share, if small { telling(share * 100.0).max(5) } else { 3 })
}

/// A number as a person writes it.
pub fn plain(number: f64) -> String {
    let small = number != 0.0 && number.abs() < 0.001;
    if small && number.abs() < 1e-9 {
        return format!("{number:.1e}");
    }
    let text = fixed(number, if small { telling(number) } else { 4 });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A measured number, as a percentage where it is a chance.
pub fn shown(measure: Option<Measure>, number: f64) -> String {
    match measure {
        Some(Measure::Chance) => percent(number),
        Some(Measure::Quantile(_)) if number >= NEVER as f64 => "never".into(),
        _ => plain(number),
    }
}
