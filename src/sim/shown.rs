//! Counts as a person reads them: shares and means with their intervals, and little bars.

use super::estimate::{fixed, wilson};
use super::histogram::Histogram;

/// The standard deviations of intervals in reports: 95 in 100 hold the truth.
pub const SHOWN: f64 = 1.96;
/// What the brackets of reports hold.
pub const INTERVALS: &str = "in brackets: 95 % intervals (Wilson's for shares)";

/// A share with its interval: `15.560 % (15.449 … 15.672)`.
pub fn share(hits: u64, total: u64) -> String {
    let found = wilson(hits, total, SHOWN);
    let [value, low, high] = [found.value, found.low, found.high].map(|one| one * 100.0);
    format!("{value:.2} % ({low:.2} … {high:.2})")
}

/// A mean with its interval, and the 5th, 50th and 95th of a hundred: `47.556 (47.509 … 47.603)`.
pub fn spread(histogram: &Histogram) -> String {
    let [low, middle, high] = [0.05, 0.5, 0.95].map(|share| histogram.quantile(share));
    format!("{}; 5/50/95 %: {low}/{middle}/{high}", mean(histogram))
}

/// A mean with its interval, from its standard error.
pub fn mean(histogram: &Histogram) -> String {
    let half = SHOWN * histogram.deviation() / (histogram.total().max(1) as f64).sqrt();
    let mean = histogram.mean();
    format!("{} ({} … {})", fixed(mean, 3), fixed(mean - half, 3), fixed(mean + half, 3))
}

/// A histogram as a line of little bars, at most `width` of them.
pub fn spark(histogram: &Histogram, width: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let ends = (histogram.quantile(0.001), histogram.quantile(0.999));
    let step = ((ends.1 - ends.0) / width.max(1) as i64 + 1).max(1);
    let mut bins = vec![0_u64; ((ends.1 - ends.0) / step + 1).clamp(1, 1000) as usize];
    for (value, count) in histogram.iter() {
        let at = ((value.clamp(ends.0, ends.1) - ends.0) / step) as usize;
        bins[at] += count;
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    bins.iter().map(|count| BARS[(count * 7).div_ceil(most) as usize]).collect()
}
