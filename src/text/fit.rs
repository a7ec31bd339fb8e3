//! The size of a text: the largest that lets it lie in its box.

use super::attributes::{Fit, TextBox};
use super::flow::{Typeset, flow};

/// The largest size in mm that fits; the smallest allowed if none does.
pub fn largest(text: &Typeset, asked: &TextBox) -> f64 {
    let sizes = Sizes::of(asked);
    let fits = |step: u32| flow(text, asked, sizes.at(step)).fits();
    if sizes.steps == 0 || fits(0) {
        return asked.size;
    }
    if !fits(sizes.steps) {
        return sizes.least;
    }
    // The largest that fits lies between one that does not and one that does.
    let (mut large, mut small) = (0, sizes.steps);
    while small - large > 1 {
        let middle = large + (small - large) / 2;
        if fits(middle) {
            small = middle;
        } else {
            large = middle;
        }
    }
    sizes.at(small)
}

/// The sizes that are tried, from the largest to the smallest.
struct Sizes {
    size: f64,
    least: f64,
    step: f64,
    steps: u32,
}

impl Sizes {
    fn of(asked: &TextBox) -> Self {
        let step = match asked.fit {
            Fit::None => 1.0,
            Fit::Shrink { step, .. } => step,
        };
        let (size, least) = (asked.size, asked.least());
        // The smallest allowed is tried whether or not a step ends there.
        let steps = ((size - least) / step - 1e-9).ceil().clamp(0.0, 1e6) as u32;
        Self { size, least, step, steps }
    }

    fn at(&self, step: u32) -> f64 {
        (self.size - f64::from(step) * self.step).max(self.least)
    }
}
