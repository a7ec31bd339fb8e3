//! Numbers of ways, as whole numbers or, where they are too large for that, as a number and a power of two.

/// How often something can be, which is multiplied, added up and divided.
pub(super) trait Weight: Copy {
    /// Both, apart from each other.
    fn plus(self, other: Self) -> Self;
    /// Its share of all ways.
    fn of(self, all: Self) -> f64;
}

impl Weight for u128 {
    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn of(self, all: Self) -> f64 {
        self as f64 / all as f64
    }
}

/// A number that is at least 1: `part` times two to the power of `twos`.
#[derive(Clone, Copy)]
pub(super) struct Huge {
    part: f64,
    twos: i32,
}

/// How far the power goes at once.
const STEP: i32 = 256;

impl Huge {
    pub const ONE: Self = Self { part: 1.0, twos: 0 };

    pub fn times(self, other: Self) -> Self {
        Self { part: self.part * other.part, twos: self.twos + other.twos }.kept()
    }

    fn over(self, other: Self) -> Self {
        Self { part: self.part / other.part, twos: self.twos - other.twos }.kept()
    }

    /// The same with a part that can be multiplied with another.
    fn kept(self) -> Self {
        let (step, twos) = match self.part {
            part if part >= 2_f64.powi(STEP) => (2_f64.powi(-STEP), STEP),
            part if part < 1.0 => (2_f64.powi(STEP), -STEP),
            _ => return self,
        };
        Self { part: self.part * step, twos: self.twos + twos }
    }
}

impl Weight for Huge {
    fn plus(self, other: Self) -> Self {
        let (more, less) = if self.twos >= other.twos { (self, other) } else { (other, self) };
        let part = more.part + less.part * 2_f64.powi(less.twos - more.twos);
        Self { part, ..more }.kept()
    }

    fn of(self, all: Self) -> f64 {
        self.part / all.part * 2_f64.powi(self.twos - all.twos)
    }
}

/// The products of all whole numbers up to each.
pub(super) struct Factorials(Vec<Huge>);

impl Factorials {
    /// Up to `most`.
    pub fn new(most: u64) -> Self {
        // What each product is rounded by goes with it, so that all are as near as a number can be.
        let (mut last, mut rest) = (Huge::ONE, 0.0);
        let each = (1..=most).map(|n| {
            let product = last.part * n as f64;
            rest = last.part.mul_add(n as f64, -product) + rest * n as f64;
            let whole = product + rest;
            rest -= whole - product;
            let kept = Huge { part: whole, ..last }.kept();
            rest *= 2_f64.powi(last.twos - kept.twos);
            last = kept;
            kept
        });
        Self(std::iter::once(Huge::ONE).chain(each).collect())
    }

    /// The ways to choose `k` of `n`.
    pub fn choose(&self, n: u64, k: u64) -> Huge {
        let of = |n: u64| self.0[n as usize];
        of(n).over(of(k)).over(of(n - k))
    }
}

#[cfg(test)]
mod tests {
    use super::{Factorials, Weight};

    #[test]
    fn ways_that_cannot_be_held_are_as_near_as_those_that_can() {
        let factorials = Factorials::new(3000);
        for (n, k) in [(0, 0), (5, 2), (52, 13), (90, 45), (120, 60), (500, 15)] {
            let known = super::super::binomial(n, k).unwrap() as f64;
            let one = super::Huge::ONE;
            let found = factorials.choose(n, k).of(one);
            assert!((found / known - 1.0).abs() < 2e-15, "{n}, {k}: {found} and {known}");
        }
        // Pascal's rule, and a ratio of two neighbours, where no number holds the ways.
        for (n, k) in [(1000, 500), (2999, 1000), (3000, 2)] {
            let (whole, one) = (factorials.choose(n, k), factorials.choose(n - 1, k));
            let sum = one.plus(factorials.choose(n - 1, k - 1));
            assert!((sum.of(whole) - 1.0).abs() < 2e-15, "{n}, {k}");
            let share = (n - k) as f64 / n as f64;
            assert!((one.of(whole) / share - 1.0).abs() < 2e-15, "{n}, {k}");
        }
    }
}
