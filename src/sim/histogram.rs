//! How often each whole number came, and what can be said of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::engine::NEVER;
use super::estimate::{Estimate, Source, wilson};
use super::lang::Measure;

/// Values below this are counted in a list, which takes a fraction of the time of a map.
const FEW: usize = 256;

/// Fewer values that differ from the commonest say little about a mean.
const APART: u64 = 30;

/// How often each value came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<i64, u64>", into = "BTreeMap<i64, u64>")]
pub struct Histogram {
    /// How often 0, 1, 2 … came; the last of them did.
    few: Vec<u64>,
    /// How often what is asked for never came, as of most piles that could run out.
    never: u64,
    /// All other values.
    others: BTreeMap<i64, u64>,
}

impl From<BTreeMap<i64, u64>> for Histogram {
    fn from(counts: BTreeMap<i64, u64>) -> Self {
        let mut all = Self::default();
        counts.into_iter().for_each(|(value, count)| all.add_many(value, count));
        all
    }
}

impl From<Histogram> for BTreeMap<i64, u64> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

impl Histogram {
    /// Counts a value.
    #[inline]
    pub fn add(&mut self, value: i64) {
        match usize::try_from(value).ok().and_then(|at| self.few.get_mut(at)) {
            Some(count) => *count += 1,
            None if value == NEVER => self.never += 1,
            None => self.add_many(value, 1),
        }
    }

    fn add_many(&mut self, value: i64, count: u64) {
        if count == 0 {
            return;
        }
        if value == NEVER {
            self.never += count;
            return;
        }
        match usize::try_from(value).ok().filter(|at| *at < FEW) {
            Some(at) => {
                self.few.resize(self.few.len().max(at + 1), 0);
                self.few[at] += count;
            }
            None => *self.others.entry(value).or_default() += count,
        }
    }

    /// Counts all that another has counted.
    pub fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(value, count)| self.add_many(value, count));
    }

    /// Values in rising order, with how often each came.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let few = self.few.iter().enumerate().map(|(value, count)| (value as i64, *count));
        let others = |(value, count): (&i64, &u64)| (*value, *count);
        let below = self.others.range(..0).map(others);
        let above = self.others.range(0..NEVER).map(others);
        let beyond = self.others.range(NEVER..).map(others);
        let few = few.filter(|(_, count)| *count > 0);
        let never = (self.never > 0).then_some((NEVER, self.never));
        below.chain(few).chain(above).chain(never).chain(beyond)
    }

    /// How many values were counted.
    pub fn total(&self) -> u64 {
        self.iter().fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// How many of them were not 0, and came at all.
    pub fn hits(&self) -> u64 {
        self.iter()
            .filter(|(value, _)| *value != 0 && *value != NEVER)
            .map(|(_, count)| count)
            .sum()
    }

    /// How many of them were at most `limit`.
    pub fn up_to(&self, limit: i64) -> u64 {
        self.iter().take_while(|(value, _)| *value <= limit).map(|(_, count)| count).sum()
    }

    /// Without what is so large that it must be reckoned with something that never came.
    #[must_use]
    pub fn came(&self) -> Self {
        let came = self.iter().filter(|(value, _)| value.abs() < NEVER / 2);
        came.collect::<BTreeMap<_, _>>().into()
    }

    /// The values that came at all, without those that mean never.
    #[must_use]
    pub fn ever(&self) -> Self {
        self.iter().filter(|(value, _)| *value < NEVER).collect::<BTreeMap<_, _>>().into()
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        let sum: i128 =
            self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        sum as f64 / self.total().max(1) as f64
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        let (mean, total) = (self.mean(), self.total());
        let square = |(value, count): (i64, u64)| (value as f64 - mean).powi(2) * count as f64;
        (self.iter().map(square).sum::<f64>() / total.saturating_sub(1).max(1) as f64).sqrt()
    }

    /// The least value that this share does not exceed.
    pub fn quantile(&self, share: f64) -> i64 {
        let goal = (share * self.total() as f64 - 1e-9).max(0.0);
        let mut sum = 0;
        for (value, count) in self.iter() {
            sum += count;
            if sum as f64 >= goal {
                return value;
            }
        }
        self.iter().last().map_or(0, |(value, _)| value)
    }

    /// How many values differ from the commonest, and that one.
    fn apart(&self) -> (u64, i64) {
        let most = self.iter().max_by_key(|(_, count)| *count).unwrap_or_default();
        (self.total() - most.1, most.0)
    }

    /// The mean, within `z` standard deviations.
    fn mean_within(&self, z: f64) -> Estimate {
        let (mean, total) = (self.mean(), self.total());
        let n = total.max(1) as f64;
        let ends = self.iter().next().zip(self.iter().last());
        let (least, most) = ends.map_or((0.0, 0.0), |(low, high)| (low.0 as f64, high.0 as f64));
        // Bernstein's second term keeps rare large values in mind.
        let half = z * self.deviation() / n.sqrt() + z * z / 2.0 * (most - least + 1.0) / (3.0 * n);
        let (mut low, mut high) = (mean - half, mean + half);
        let (apart, common) = self.apart();
        if apart < APART {
            // So few may as well be several times as many.
            let (share, common) = (wilson(apart, total, z).high, common as f64);
            low = low.min(common - share * (common - least));
            high = high.max(common + share * (most - common));
        }
        if least >= 0.0 {
            low = low.max(0.0);
        }
        Estimate { value: mean, low, high, source: Source::Played(total) }
    }

    /// What is asked of it; `last` where no more will be counted. A mean stays open while hardly any value differs, as a rare
    /// one may be large; what was the same to the last counts as always the same.
    pub fn asked(&self, measure: Measure, z: f64, last: bool) -> Estimate {
        let mut found = self.measure(measure, z);
        let (apart, _) = self.apart();
        if last && apart == 0 && measure != Measure::Chance {
            (found.low, found.high) = (found.value, found.value);
        } else if !last && apart < APART && measure == Measure::Mean {
            (found.low, found.high) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        found
    }

    /// What is asked of it, within `z` standard deviations.
    pub fn measure(&self, measure: Measure, z: f64) -> Estimate {
        let total = self.total();
        let source = Source::Played(total);
        match measure {
            Measure::Chance => {
                let hits = self.hits();
                let mut found = wilson(hits, total, z);
                // What was seen once is surely possible; what once was not is surely not certain.
                if hits > 0 {
                    found.low = found.low.max(1e-8);
                }
                if hits < total {
                    found.high = found.high.min(1.0 - 1e-8);
                }
                found
            }
            Measure::Mean => self.mean_within(z),
            Measure::Quantile(share) => {
                let rank = (share * total as f64).round() as u64;
                let bounds = wilson(rank, total, z);
                Estimate {
                    value: self.quantile(share) as f64,
                    low: self.quantile(bounds.low) as f64,
                    high: self.quantile(bounds.high) as f64,
                    source,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Histogram, NEVER};

    #[test]
    fn values_in_the_list_and_beside_it_come_in_order_and_are_read_back() {
        let mut histogram = Histogram::default();
        [1000, 3, -2, 255, 256, 3, 0].iter().for_each(|value| histogram.add(*value));
        let counted: Vec<_> = histogram.iter().collect();
        assert_eq!(counted, [(-2, 1), (0, 1), (3, 2), (255, 1), (256, 1), (1000, 1)]);
        let mut late = Histogram::default();
        [NEVER + 1, NEVER, NEVER - 1, NEVER].iter().for_each(|value| late.add(*value));
        assert_eq!(late.iter().collect::<Vec<_>>(), [(NEVER - 1, 1), (NEVER, 2), (NEVER + 1, 1)]);
        assert_eq!(Histogram::from(late.iter().collect::<BTreeMap<_, _>>()), late);
        let text = serde_json::to_string(&histogram).unwrap();
        assert_eq!(text, r#"{"-2":1,"0":1,"3":2,"255":1,"256":1,"1000":1}"#);
        assert_eq!(serde_json::from_str::<Histogram>(&text).unwrap(), histogram);
        let mut twice = Histogram::default();
        (0..2).for_each(|_| twice.merge(&histogram));
        assert_eq!((twice.total(), twice.hits(), twice.up_to(3)), (14, 12, 8));
        assert_eq!((twice.quantile(0.0), twice.quantile(1.0)), (-2, 1000));
    }
}
