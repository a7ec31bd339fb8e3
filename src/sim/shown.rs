//! Counts as a person reads them: shares and means with their intervals, and little bars.

use super::estimate::{fixed, wilson};
use super::histogram::Histogram;

/// The standard deviations of intervals in reports: 95 in 100 hold the truth.
pub const SHOWN: f64 = 1.96;
/// What the brackets of reports hold.
pub const INTERVALS: &str = "in brackets: 95 % intervals (Wilson's for shares)";

/// A share as a percentage with so many digits behind the point, or more: what is not 0 or 100 % never looks so.
pub fn percentage(share: f64, digits: usize) -> String {
    let number = share * 100.0;
    let beside = if share > 0.5 { (1.0 - share) * 100.0 } else { number };
    let digits = match beside {
        _ if share <= 0.0 || share >= 1.0 => digits,
        _ if share > 0.5 && beside < 1e-9 => return "more than 99.999999999 %".into(),
        _ if beside < 1e-300 => return "less than 1e-300 %".into(),
        _ if beside < 1e-9 => return format!("{beside:.1e} %"),
        _ if beside < 0.5 * 0.1_f64.powi(digits as i32) => telling(beside),
        _ => digits,
    };
    format!("{} %", fixed(number, digits))
}

/// How many digits behind the point show two that are not 0 of a small number.
pub fn telling(number: f64) -> usize {
    (1.0 - number.abs().log10()).ceil().clamp(0.0, 20.0) as usize
}

/// A share with its interval: `15.56 % (15.45 … 15.67)`.
pub fn share(hits: u64, total: u64) -> String {
    let found = wilson(hits, total, SHOWN);
    let [low, high] = [found.low, found.high].map(|one| one * 100.0);
    format!("{} ({low:.2} … {high:.2})", percentage(found.value, 2))
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
