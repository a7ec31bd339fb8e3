//! A number that is known: for certain, or within bounds because it was played.

use super::lang::{Binary, Compare};

/// How a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// It is written, or counted in the card lists.
    Counted,
    /// It is computed over all possible cases.
    Exact,
    /// It was dealt so many times.
    Dealt(u64),
    /// It was played in so many games.
    Played(u64),
    /// It was played, and is of those games alone in which something came: so many, and of how many.
    Came(u64, u64),
}

/// A number and the bounds that it surely lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How it is known.
    pub source: Source,
}

/// How near two numbers are that count as equal, where computing may have rounded.
const NEAR: f64 = 1e-9;

impl Estimate {
    /// A number that is certain.
    pub fn certain(value: f64, source: Source) -> Self {
        Self { value, low: value, high: value, source }
    }

    /// Both joined by an operator; `None` for a division by what may be 0.
    pub fn binary(self, binary: Binary, other: Self) -> Option<Self> {
        let of = |a: f64, b: f64| match binary {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            Binary::Divide => a / b,
            Binary::And => f64::from(u8::from(a != 0.0 && b != 0.0)),
            Binary::Or => f64::from(u8::from(a != 0.0 || b != 0.0)),
        };
        if binary == Binary::Divide && other.low <= 0.0 && other.high >= 0.0 {
            return None;
        }
        Some(self.with(other, of))
    }

    /// The greater of both, or the lesser.
    pub fn extreme(self, other: Self, greater: bool) -> Self {
        self.with(other, |a, b| if greater { a.max(b) } else { a.min(b) })
    }

    /// A function that rises or falls in each operand, so that its bounds lie at corners.
    fn with(self, other: Self, of: impl Fn(f64, f64) -> f64) -> Self {
        let corners = [
            of(self.low, other.low),
            of(self.low, other.high),
            of(self.high, other.low),
            of(self.high, other.high),
        ];
        Self {
            value: of(self.value, other.value),
            low: corners.into_iter().fold(f64::INFINITY, f64::min),
            high: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
            source: self.source.max(other.source),
        }
    }

    /// With the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { value: -self.value, low: -self.high, high: -self.low, source: self.source }
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        let (low, high) = (self.low.abs(), self.high.abs());
        let across = self.low <= 0.0 && self.high >= 0.0;
        let least = if across { 0.0 } else { low.min(high) };
        Self { value: self.value.abs(), low: least, high: low.max(high), source: self.source }
    }

    /// Rounded to a whole number, by `floor` or `ceil`.
    #[must_use]
    pub fn rounded(self, to: impl Fn(f64) -> f64) -> Self {
        // What is whole but for the rounding of computing stays so.
        let whole =
            |one: f64| if (one - one.round()).abs() <= NEAR { one.round() } else { to(one) };
        let (low, high) = (whole(self.low), whole(self.high));
        Self { value: whole(self.value), low, high, source: self.source }
    }

    /// Whether it compares so: 1, 0, or anything between where the bounds leave it open.
    #[must_use]
    pub fn compare(self, compare: Compare, other: Self) -> Self {
        let source = self.source.max(other.source);
        let truth = |value: f64| Self::certain(value, source);
        let (always, never) = match compare {
            Compare::Less => (self.high < other.low - NEAR, self.low >= other.high - NEAR),
            Compare::LessEqual => (self.high <= other.low + NEAR, self.low > other.high + NEAR),
            Compare::Greater => return other.compare(Compare::Less, self),
            Compare::GreaterEqual => return other.compare(Compare::LessEqual, self),
            Compare::Equal | Compare::NotEqual => {
                let point = |one: Self| one.high - one.low <= NEAR;
                let same = point(self) && point(other) && (self.value - other.value).abs() <= NEAR;
                let apart = self.high < other.low - NEAR || self.low > other.high + NEAR;
                if compare == Compare::Equal { (same, apart) } else { (apart, same) }
            }
        };
        match (always, never) {
            (true, _) => truth(1.0),
            (_, true) => truth(0.0),
            _ => {
                let guess = holds(compare, self.value, other.value);
                Self { value: f64::from(u8::from(guess)), low: 0.0, high: 1.0, source }
            }
        }
    }

    /// Of how many games or deals it is: of a mean of what did not always come, those in which it came.
    pub fn measured(self) -> Option<u64> {
        match self.source {
            Source::Came(came, _) => Some(came),
            _ => self.cases(),
        }
    }

    /// In how many games or deals; nothing where none were needed.
    pub fn cases(self) -> Option<u64> {
        match self.source {
            Source::Counted | Source::Exact => None,
            Source::Dealt(cases) | Source::Played(cases) | Source::Came(_, cases) => Some(cases),
        }
    }

    /// About how many games would tell it from another number, from what they have shown so far.
    pub fn needs(self, other: Self) -> Option<f64> {
        let cases = self.cases().max(other.cases())? as f64;
        let half = (self.high - self.low + other.high - other.low) / 2.0;
        let needs = cases * (half / (self.value - other.value)).powi(2);
        Some(needs)
    }

    /// Whether it is surely true, surely false, or open.
    pub fn verdict(self) -> Option<bool> {
        if self.low > NEAR || self.high < -NEAR {
            Some(true)
        } else if self.high <= NEAR && self.low >= -NEAR {
            Some(false)
        } else {
            None
        }
    }
}

/// A number with so many digits behind the point, and 0 without a sign.
pub fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if !rest.contains(|c: char| c.is_ascii_digit() && c != '0') => rest.to_owned(),
        _ => text,
    }
}

/// The same with its sign, also above 0.
pub fn signed(number: f64, digits: usize) -> String {
    let text = fixed(number, digits);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Whether two numbers compare so.
pub fn holds(compare: Compare, a: f64, b: f64) -> bool {
    let equal = (a - b).abs() <= NEAR;
    match compare {
        Compare::Less => a < b && !equal,
        Compare::LessEqual => a < b || equal,
        Compare::Equal => equal,
        Compare::NotEqual => !equal,
        Compare::GreaterEqual => a > b || equal,
        Compare::Greater => a > b && !equal,
    }
}

/// The bounds of a share of `hits` in `trials`, by Wilson's score at `z` standard deviations.
pub fn wilson(hits: u64, trials: u64, z: f64) -> Estimate {
    let source = Source::Played(trials);
    if trials == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0, source };
    }
    let (n, share) = (trials as f64, hits as f64 / trials as f64);
    let square = z * z;
    let centre = (share + square / (2.0 * n)) / (1.0 + square / n);
    let root = (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let half = z * root / (1.0 + square / n);
    let low = if hits == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if hits == trials { 1.0 } else { (centre + half).min(1.0) };
    Estimate { value: share, low, high, source }
}
