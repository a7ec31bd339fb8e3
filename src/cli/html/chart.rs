//! A chart as lengths, labels and ticks: everything that the template of the page draws.

use serde::Serialize;

use super::axis::{Axis, rounded};
use crate::sim::estimate::wilson;
use crate::sim::histogram::Histogram;
use crate::sim::shown::{self, SHOWN};

/// The width of the plot of columns, in the units of the page's drawings.
const WIDE: f64 = 680.0;
/// The most that a column is wide.
const COLUMN: f64 = 56.0;
/// About the width of a letter of a label.
const LETTER: f64 = 6.8;

/// A chart. Lengths are parts of the plot's width or height.
#[derive(Default, Serialize)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What must be known to read it.
    pub note: String,
    /// How it is drawn.
    pub kind: Kind,
    /// The axis of values.
    pub axis: Axis,
    /// What stands along the other axis.
    pub along: String,
    /// What is drawn, in order.
    pub marks: Vec<Mark>,
    /// A second and third series over columns.
    pub series: Vec<Series>,
    /// How wide a column is, as a part of the room that it has.
    pub wide: f64,
    /// A value to compare with, as a part of the axis, and its words.
    pub line: Option<(f64, String)>,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bars from left to right, a row each.
    #[default]
    Bars,
    /// Columns from left to right, with other series over them.
    Columns,
    /// Points joined by a line.
    Line,
    /// Rows of parts that add up to the whole.
    Stack,
}

/// A bar, a column, a point or a row.
#[derive(Default, Serialize)]
pub struct Mark {
    /// What it is of.
    pub label: String,
    /// What it shows, in words.
    pub value: String,
    /// How long it is.
    pub size: f64,
    /// The ends of its interval; both 0 for none.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The parts of a row: where each begins, its length and its words.
    pub parts: Vec<(f64, f64, String)>,
    /// Whether its label is drawn: of many columns only some are.
    pub named: bool,
}

/// A series over columns, one value for each; fewer at the end are none.
#[derive(Serialize)]
pub struct Series {
    /// The sign that is drawn: `circle` or `cross`.
    pub sign: &'static str,
    /// What it is.
    pub name: String,
    /// Its values.
    pub values: Vec<f64>,
}

/// A share as a mark, with its interval.
pub fn share(label: impl Into<String>, hits: u64, total: u64) -> Mark {
    let found = wilson(hits, total, SHOWN);
    Mark {
        label: label.into(),
        value: shown::share(hits, total),
        size: found.value,
        low: found.low,
        high: found.high,
        named: true,
        ..Mark::default()
    }
}

/// A number as a mark, with no interval.
pub fn number(label: impl Into<String>, value: f64, digits: usize) -> Mark {
    let text = format!("{value:.digits$}");
    Mark { label: label.into(), value: text, size: value, named: true, ..Mark::default() }
}

impl Chart {
    /// With marks whose sizes are shares, on an axis that they fit on.
    #[must_use]
    pub fn of_shares(mut self, label: &str, whole: bool) -> Self {
        let most = if whole { 1.0 } else { self.most() };
        let (axis, top) = Axis::shares(label, most);
        self.axis = axis;
        self.scaled(top)
    }

    /// With marks whose sizes are numbers, on an axis that they fit on.
    #[must_use]
    pub fn of_numbers(mut self, label: &str) -> Self {
        let (axis, top) = Axis::numbers(label, self.most());
        self.axis = axis;
        self.scaled(top)
    }

    fn most(&self) -> f64 {
        let marks = self.marks.iter().map(|mark| mark.size.max(mark.high));
        let series = self.series.iter().flat_map(|one| one.values.iter().copied());
        let line = self.line.iter().map(|line| line.0);
        marks.chain(series).chain(line).fold(0.0, f64::max)
    }

    fn scaled(mut self, top: f64) -> Self {
        for mark in &mut self.marks {
            for one in [&mut mark.size, &mut mark.low, &mut mark.high] {
                *one /= top;
            }
        }
        let series = self.series.iter_mut().flat_map(|one| &mut one.values);
        series.chain(self.line.iter_mut().map(|line| &mut line.0)).for_each(|one| *one /= top);
        let (count, kind) = (self.marks.len(), self.kind);
        let room = WIDE / count.max(1) as f64;
        self.wide = (COLUMN / room).min(0.8);
        let every = if matches!(kind, Kind::Columns | Kind::Line) {
            named_every(&self.marks, room)
        } else {
            1
        };
        for (at, mark) in self.marks.iter_mut().enumerate() {
            mark.named = at % every == 0;
        }
        self
    }
}

/// One label in so many has room for its letters.
fn named_every(marks: &[Mark], room: f64) -> usize {
    let letters = marks.iter().map(|mark| mark.label.chars().count()).max().unwrap_or(0);
    ((letters as f64 * LETTER + 8.0) / room).ceil().max(1.0) as usize
}

/// A distribution as columns of its values, in about forty steps of a round number, and the first and last value in them;
/// shares of `total`.
pub fn distribution(histogram: &Histogram, total: u64) -> (Vec<Mark>, (i64, i64)) {
    let (low, high) = (histogram.quantile(0.001), histogram.quantile(0.999));
    let step = rounded((high - low) / 40 + 1);
    let mut marks = Vec::new();
    let first = low.div_euclid(step) * step;
    let mut at = first;
    while at <= high && marks.len() < 60 {
        let last = at + step - 1;
        let count = histogram.up_to(last) - histogram.up_to(at - 1);
        let label = match (step, at < 0) {
            (1, _) => at.to_string(),
            (_, true) => format!("{at} to {last}"),
            (_, false) => format!("{at}–{last}"),
        };
        marks.push(share(label, count, total));
        at += step;
    }
    (marks, (first, at - 1))
}

#[cfg(test)]
mod tests {
    use super::{Histogram, distribution};

    #[test]
    fn columns_have_round_steps_so_that_no_value_falls_between_them() {
        let mut histogram = Histogram::default();
        (-20..=10).for_each(|ten| histogram.add(ten * 10));
        let (marks, ends) = distribution(&histogram, 31);
        assert_eq!(ends, (-200, 109));
        assert_eq!((marks.len(), marks[0].label.as_str()), (31, "-200 to -191"));
        assert!(marks.iter().all(|mark| (mark.size - 1.0 / 31.0).abs() < 1e-12));
    }
}
