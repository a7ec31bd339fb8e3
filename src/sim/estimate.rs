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

/// A number and the bounds that it surely lies in: of what is played, those of chance, otherwise those of rounding.
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

/// How near the bounds of what was played are that is one number but for the rounding of computing.
const NEAR: f64 = 1e-9;
/// How far computing over all cases may be from the truth, as a share of the number.
const ROUNDING: f64 = 1e-12;
/// The highest number up to which each whole number can be held.
pub const WHOLE: f64 = 9_007_199_254_740_992.0;

impl Estimate {
    /// A number that is certain.
    pub fn certain(value: f64, source: Source) -> Self {
        Self { value, low: value, high: value, source }
    }

    /// A number as it is written: what cannot be held as it is lies beside what stands for it.
    pub fn written(value: f64) -> Self {
        let held = (value * f64::from(1 << 20)).fract() == 0.0;
        let (low, high) = if held { (value, value) } else { (value.next_down(), value.next_up()) };
        Self { value, low, high, source: Source::Counted }
    }

    /// A number that is computed over all cases, of which the parts, without their signs, add up to `size`.
    pub fn computed(value: f64, size: f64) -> Self {
        let half = size * ROUNDING;
        Self { value, low: value - half, high: value + half, source: Source::Exact }
    }

    /// Both joined by an operator; `None` for a division by what may be 0.
    pub fn binary(self, binary: Binary, other: Self) -> Option<Self> {
        if binary == Binary::Divide && other.low <= 0.0 && other.high >= 0.0 {
            return None;
        }
        Some(match binary {
            Binary::And => self.truth().extreme(other.truth(), false),
            Binary::Or => self.truth().extreme(other.truth(), true),
            _ => self.with(other, |a, b| reckoned(binary, a, b)),
        })
    }

    /// As truth: 1, 0, or anything between where the bounds leave it open.
    #[must_use]
    pub fn truth(self) -> Self {
        match self.verdict() {
            Some(truth) => Self::certain(f64::from(u8::from(truth)), self.source),
            None => {
                Self { value: f64::from(u8::from(self.value != 0.0)), low: 0.0, high: 1.0, ..self }
            }
        }
    }

    /// The greater of both, or the lesser.
    pub fn extreme(self, other: Self, greater: bool) -> Self {
        self.with(other, |a, b| [if greater { a.max(b) } else { a.min(b) }; 3])
    }

    /// A function that rises or falls in each operand, so that its bounds lie at corners; it gives the bounds of its own
    /// rounding with it, the lower first.
    fn with(self, other: Self, of: impl Fn(f64, f64) -> [f64; 3]) -> Self {
        let corners = [
            of(self.low, other.low),
            of(self.low, other.high),
            of(self.high, other.low),
            of(self.high, other.high),
        ];
        Self {
            value: of(self.value, other.value)[1],
            low: corners.iter().fold(f64::INFINITY, |low, corner| low.min(corner[0])),
            high: corners.iter().fold(f64::NEG_INFINITY, |high, corner| high.max(corner[2])),
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
        let whole = self.value.round();
        if self.point() && self.low <= whole && whole <= self.high {
            return Self::certain(whole, self.source);
        }
        let (low, high) = (to(self.low), to(self.high));
        Self { value: to(self.value), low, high, source: self.source }
    }

    /// As it is told: the bounds of rounding say nothing to a person.
    #[must_use]
    pub fn shown(self) -> Self {
        if self.cases().is_none() { Self::certain(self.value, self.source) } else { self }
    }

    /// Whether it is one number, as nothing but the rounding of computing lies between its bounds.
    fn point(self) -> bool {
        self.source <= Source::Exact || self.high - self.low <= NEAR
    }

    /// Whether it compares so: 1, 0, or anything between where the bounds leave it open.
    #[must_use]
    pub fn compare(self, compare: Compare, other: Self) -> Self {
        let source = self.source.max(other.source);
        let truth = |value: f64| Self::certain(value, source);
        let (below, above) = (self.high < other.low, self.low > other.high);
        let same = self.point() && other.point() && !below && !above;
        let (always, never) = match compare {
            Compare::Less => (below, same || self.low >= other.high),
            Compare::LessEqual => (same || self.high <= other.low, above),
            Compare::Greater => return other.compare(Compare::Less, self),
            Compare::GreaterEqual => return other.compare(Compare::LessEqual, self),
            Compare::Equal => (same, below || above),
            Compare::NotEqual => (below || above, same),
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
        if self.low > 0.0 || self.high < 0.0 {
            Some(true)
        } else if self.point() {
            Some(false)
        } else {
            None
        }
    }
}

/// What an operator of arithmetic makes of two numbers, between bounds of its rounding, which are the same where there is none.
fn reckoned(binary: Binary, a: f64, b: f64) -> [f64; 3] {
    let (value, rounded) = match binary {
        Binary::Add => sum(a, b),
        Binary::Subtract => sum(a, -b),
        Binary::Multiply => (a * b, a.mul_add(b, -(a * b)) != 0.0),
        _ => (a / b, (a / b).mul_add(b, -a) != 0.0),
    };
    let open = rounded && value.is_finite();
    if open { [value.next_down(), value, value.next_up()] } else { [value; 3] }
}

/// A sum, and whether it is rounded.
fn sum(a: f64, b: f64) -> (f64, bool) {
    let sum = a + b;
    let other = sum - a;
    (sum, (a - (sum - other)) + (b - other) != 0.0)
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
    let apart = (a - b).abs();
    // Whole numbers are what they are; others may have been rounded.
    let near = || apart <= ROUNDING * a.abs().max(b.abs()).max(1.0);
    let equal = apart == 0.0 || near() && (a.fract() != 0.0 || b.fract() != 0.0);
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
