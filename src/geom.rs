//! Lengths, sizes and boxes in millimetres; units are parsed here and nowhere else.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use serde::Serialize;

/// Millimetres in an inch, exactly.
pub const MM_PER_INCH: f64 = 25.4;

/// A length in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
pub struct Mm(pub f64);

impl Mm {
    /// The same length in points of 1/72 inch.
    pub fn pt(self) -> f64 {
        self.0 * 72.0 / MM_PER_INCH
    }

    /// The nearest whole number of pixels at `dpi`, rounded once.
    pub fn px(self, dpi: f64) -> u32 {
        (self.0 / MM_PER_INCH * dpi).round().max(0.0) as u32
    }
}

impl fmt::Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", decimal(self.0))
    }
}

/// A number with at most three decimals and no trailing zeros, the same on every machine.
pub fn decimal(value: f64) -> String {
    let mut text = String::new();
    push_decimal(&mut text, value);
    text
}

/// Writes a number as [`decimal`] has it: drawings of maps hold millions.
pub fn push_decimal(text: &mut String, value: f64) {
    let scaled = value * 1000.0;
    let part = scaled.fract().abs();
    // Half-way between two thousandths the exact digits decide, and of what is huge or no number, too.
    if value.abs() < 1e5 && (part - 0.5).abs() > 1e-6 {
        push_thousandths(text, scaled.round() as i64);
        return;
    }
    let exact = format!("{value:.3}");
    let exact = exact.trim_end_matches('0').trim_end_matches('.');
    text.push_str(if exact == "-0" { "0" } else { exact });
}

fn push_thousandths(text: &mut String, thousandths: i64) {
    let (mut digits, mut at) = ([b'0'; 12], 12);
    let mut left = thousandths.unsigned_abs();
    // Three digits behind the point without the zeros at their end, and one before it at least.
    for place in 0..12 {
        if place == 3 && at < 12 {
            at -= 1;
            digits[at] = b'.';
        }
        let digit = b'0' + (left % 10) as u8;
        left /= 10;
        if place >= 3 || at < 12 || digit != b'0' {
            at -= 1;
            digits[at] = digit;
        }
        if place >= 3 && left == 0 {
            break;
        }
    }
    if thousandths < 0 {
        text.push('-');
    }
    text.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

macro_rules! arithmetic {
    ($($op:ident $method:ident $other:ty => $value:expr;)*) => { $(
        impl $op<$other> for Mm {
            type Output = Mm;
            fn $method(self, other: $other) -> Mm {
                let apply: fn(f64, $other) -> f64 = $value;
                Mm(apply(self.0, other))
            }
        }
    )* };
}

arithmetic! {
    Add add Mm => |a, b| a + b.0;
    Sub sub Mm => |a, b| a - b.0;
    Mul mul f64 => |a, b| a * b;
    Div div f64 => |a, b| a / b;
}

impl Neg for Mm {
    type Output = Mm;
    fn neg(self) -> Mm {
        Mm(-self.0)
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LengthError {
    /// No unit follows the number.
    NoUnit,
    /// The number uses a comma for its decimals.
    Comma,
    /// The unit is not known.
    Unit(String),
    /// There is no number, or none that is finite.
    Number,
}

impl LengthError {
    /// What to do about it, as a sentence for `help:`.
    pub fn help(&self, text: &str) -> String {
        match self {
            Self::NoUnit => {
                let unit = if text.contains(is_fraction) { "in" } else { "mm" };
                format!("a length carries its unit: `{} {unit}`?", text.trim())
            }
            Self::Comma => {
                format!("write decimals with a point: `{}`", text.trim().replace(',', "."))
            }
            Self::Unit(unit) => {
                format!("`{unit}` is not a unit; known are mm, cm, in, pt and px@300")
            }
            Self::Number => "write a number and a unit, such as `3 mm` or `1 1/4 in`".into(),
        }
    }
}

/// Fractions that are one character, and what they stand for.
const FRACTIONS: [(char, &str); 9] = [
    ('½', " 1/2"),
    ('¼', " 1/4"),
    ('¾', " 3/4"),
    ('⅓', " 1/3"),
    ('⅔', " 2/3"),
    ('⅛', " 1/8"),
    ('⅜', " 3/8"),
    ('⅝', " 5/8"),
    ('⅞', " 7/8"),
];

/// Whether a character makes a fraction of a number.
fn is_fraction(c: char) -> bool {
    matches!(c, '/' | '⁄') || FRACTIONS.iter().any(|(one, _)| *one == c)
}

/// Whether a character may stand in the number of a length.
pub fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | ' ') || is_fraction(c)
}

/// A number: `2.5`, `7/8`, `1 1/4`, `1¼`; with a sign, if wanted.
fn number(text: &str) -> Option<f64> {
    let mut plain = text.replace('⁄', "/");
    for (one, stands_for) in FRACTIONS {
        plain = plain.replace(one, stands_for);
    }
    let plain = plain.trim();
    let (sign, plain) = match plain.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, plain.strip_prefix('+').unwrap_or(plain)),
    };
    let whole = |text: &str| {
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_whole).map(f64::from)
    };
    let part = |text: &str| {
        let (over, under) = text.split_once('/')?;
        Some(whole(over)? / whole(under).filter(|under| *under > 0.0)?)
    };
    let words: Vec<_> = plain.split_whitespace().collect();
    let found = match words[..] {
        [one] if one.starts_with(['-', '+']) => None,
        [one] => part(one).or_else(|| one.parse().ok()),
        [one, rest] => whole(one).zip(part(rest)).map(|(one, rest)| one + rest),
        _ => None,
    };
    found.map(|number| sign * number)
}

/// Parses a length such as `63 mm`, `2.5in`, `1 1/4 in`, `½ in`, `6.3cm`, `180pt` or `750 px@300`.
///
/// # Errors
/// A bare number, a decimal comma, an unknown unit, or no finite number.
pub fn parse_length(text: &str) -> Result<Mm, LengthError> {
    let text = text.trim();
    let split = text.find(|c: char| !is_numeral(c)).unwrap_or(text.len());
    let (digits, unit) = (&text[..split], text[split..].trim());
    if digits.contains(',') {
        return Err(LengthError::Comma);
    }
    let number = number(digits).ok_or(LengthError::Number)?;
    let per_unit = match unit {
        "" => return Err(LengthError::NoUnit),
        "mm" => 1.0,
        "cm" => 10.0,
        "in" | "\"" => MM_PER_INCH,
        "pt" => MM_PER_INCH / 72.0,
        _ => match unit.strip_prefix("px@").and_then(|dpi| dpi.trim().parse::<f64>().ok()) {
            Some(dpi) if dpi.is_finite() && dpi > 0.0 => MM_PER_INCH / dpi,
            _ => return Err(LengthError::Unit(unit.into())),
        },
    };
    Ok(Mm(number * per_unit))
}

/// Width and height in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Size {
    /// Width in mm.
    pub w: f64,
    /// Height in mm.
    pub h: f64,
}

impl Size {
    /// The same paper turned by a quarter.
    pub fn turned(self) -> Self {
        Self { w: self.h, h: self.w }
    }

    /// Grown by `by` on each of its four sides.
    pub fn grown(self, by: Mm) -> Self {
        Self { w: self.w + 2.0 * by.0, h: self.h + 2.0 * by.0 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} mm", decimal(self.w), decimal(self.h))
    }
}

/// A place in millimetres: to the right and down.
pub type Xy = (f64, f64);

/// A box in millimetres, from the top left of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rect {
    /// Left edge in mm.
    pub x: f64,
    /// Top edge in mm.
    pub y: f64,
    /// Width in mm.
    pub w: f64,
    /// Height in mm.
    pub h: f64,
}

impl Rect {
    /// A box at (x, y) with the given size, in mm.
    pub fn at(x: f64, y: f64, size: Size) -> Self {
        Self { x, y, w: size.w, h: size.h }
    }

    /// Right edge in mm.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge in mm.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self { x, y, w: right - x, h: bottom - y }
    }

    /// The part that lies on a paper.
    pub fn within(self, paper: Size) -> Self {
        let (x, y) = (self.x.max(0.0), self.y.max(0.0));
        let (right, bottom) = (self.right().min(paper.w), self.bottom().min(paper.h));
        Self { x, y, w: right - x, h: bottom - y }
    }

    /// Moved by (dx, dy) mm.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }
}
