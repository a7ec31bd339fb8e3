//! Axes of charts in round numbers.

use serde::Serialize;

/// An axis of values from 0.
#[derive(Default, Serialize)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Where a tick stands, and its number.
    pub ticks: Vec<(f64, String)>,
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

/// The first of 1, 2, 5, 10, 20 … that is not below a number.
pub fn rounded(least: i64) -> i64 {
    let powers = (0..18).map(|power| 10_i64.pow(power));
    let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    steps.find(|step| *step >= least).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::{Axis, rounded};

    #[test]
    fn steps_are_round_numbers() {
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
