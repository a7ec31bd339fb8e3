//! A chart as lengths, labels and ticks: everything that the template of the page draws.

use serde::Serialize;

use crate::sim::estimate::wilson;
use crate::sim::histogram::Histogram;
use crate::sim::study::SHOWN;

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

/// An axis of values from 0.
#[derive(Default, Serialize)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Where a tick stands, and its number.
    pub ticks: Vec<(f64, String)>,
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

impl Axis {
    /// Of shares, from 0 to at least `most`.
    pub fn shares(label: &str, most: f64) -> (Self, f64) {
        let (ticks, top) = ticks(most.clamp(1e-6, 1.0) * 100.0, |value| format!("{value} %"));
        (Self { label: label.into(), ticks }, top / 100.0)
    }

    /// Of numbers, from 0 to at least `most`.
    pub fn numbers(label: &str, most: f64) -> (Self, f64) {
        let (ticks, top) = ticks(most.max(1e-9), |value| value);
        (Self { label: label.into(), ticks }, top)
    }
}

/// Round numbers from 0 up to the first that is not below `most`, and that one.
fn ticks(most: f64, words: impl Fn(String) -> String) -> (Vec<(f64, String)>, f64) {
    let power = 10_f64.powf((most / 5.0).log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| step * 5.0 >= most * (1.0 - 1e-9)).unwrap_or(most);
    let count = (most / step * (1.0 - 1e-9)).ceil().max(1.0) as u32;
    let top = step * f64::from(count);
    let digits = (-(step.log10() - 1e-9).floor()).max(0.0) as usize;
    let digits = digits + usize::from((step / power - 2.5).abs() < 1e-9);
    let each = (0..=count).map(|at| {
        let text = format!("{:.digits$}", step * f64::from(at));
        let plain = match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        };
        (f64::from(at) / f64::from(count), words(plain))
    });
    (each.collect(), top)
}

/// A share as a mark, with its interval.
pub fn share(label: impl Into<String>, hits: u64, total: u64) -> Mark {
    let found = wilson(hits, total, SHOWN);
    let [value, low, high] = [found.value, found.low, found.high].map(|one| one * 100.0);
    Mark {
        label: label.into(),
        value: format!("{value:.2} % ({low:.2} … {high:.2})"),
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

/// A distribution as columns of its values, in about forty steps of a round number; shares of `total`.
pub fn distribution(histogram: &Histogram, total: u64) -> Vec<Mark> {
    let (low, high) = (histogram.quantile(0.001), histogram.quantile(0.999));
    let step = rounded((high - low) / 40 + 1);
    let mut marks = Vec::new();
    let mut at = low.div_euclid(step) * step;
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
    marks
}

/// The first of 1, 2, 5, 10, 20 … that is not below a number.
fn rounded(least: i64) -> i64 {
    let powers = (0..18).map(|power| 10_i64.pow(power));
    let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    steps.find(|step| *step >= least).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::{Axis, Histogram, distribution, rounded};

    #[test]
    fn columns_have_round_steps_so_that_no_value_falls_between_them() {
        let mut histogram = Histogram::default();
        (-20..=10).for_each(|ten| histogram.add(ten * 10));
        let marks = distribution(&histogram, 31);
        assert_eq!((marks.len(), marks[0].label.as_str()), (31, "-200 to -191"));
        assert!(marks.iter().all(|mark| (mark.size - 1.0 / 31.0).abs() < 1e-12));
        let steps: Vec<_> = [1, 2, 3, 8, 11, 400].map(rounded).into();
        assert_eq!(steps, [1, 2, 5, 10, 20, 500]);
    }

    #[test]
    fn ticks_are_round_numbers_that_reach_beyond_the_most() {
        let words =
            |axis: &Axis| axis.ticks.iter().map(|one| one.1.clone()).collect::<Vec<_>>().join(" ");
        let (axis, top) = Axis::shares("", 0.084);
        assert_eq!((words(&axis).as_str(), top), ("0 % 2 % 4 % 6 % 8 % 10 %", 0.1));
        let (axis, top) = Axis::shares("", 1.0);
        assert_eq!((words(&axis).as_str(), top), ("0 % 20 % 40 % 60 % 80 % 100 %", 1.0));
        let (axis, _) = Axis::numbers("", 0.6);
        assert_eq!(words(&axis), "0 0.2 0.4 0.6");
        let (axis, _) = Axis::numbers("", 12.0);
        assert_eq!(words(&axis), "0 2.5 5 7.5 10 12.5");
        assert_eq!(axis.ticks.last().unwrap().0, 1.0);
        let (axis, _) = Axis::numbers("", 1000.0);
        assert_eq!(words(&axis), "0 200 400 600 800 1000");
    }
}
