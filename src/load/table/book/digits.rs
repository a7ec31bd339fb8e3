//! Puts the digits of a number into the places of its format.

use super::decimal::Decimal;
use super::pieces::Piece;

/// A number in the digits of a format.
pub fn number(mut decimal: Decimal, pieces: &[Piece]) -> String {
    let percents = pieces.iter().filter(|one| **one == Piece::Percent).count();
    decimal.shift(2 * percents as i32);
    let is_digit = |one: &Piece| matches!(one, Piece::Digit(_));
    let end = pieces.iter().position(|one| matches!(one, Piece::Exponent(_)));
    let (mantissa, exponent) = pieces.split_at(end.unwrap_or(pieces.len()));
    let point = mantissa.iter().position(|one| *one == Piece::Point).unwrap_or(mantissa.len());
    let (before, behind) = mantissa.split_at(point);
    let last = before.iter().rposition(is_digit).map_or(0, |at| at + 1);
    let commas = |part: &[Piece]| part.iter().filter(|one| **one == Piece::Comma).count();
    let thousands = commas(&before[last..]) + commas(behind);
    decimal.shift(-3 * thousands as i32);
    let step = before.iter().filter(|one| is_digit(one)).count().max(1);
    let mut power = end.map_or(0, |_| decimal.exponent().div_euclid(step as i32) * step as i32);
    decimal.shift(-power);
    let places = behind.iter().filter(|one| is_digit(one)).count();
    let (mut whole, mut fraction) = decimal.rounded(places);
    if end.is_some() && whole.len() > step {
        // 9.99 became 10.
        power += step as i32;
        decimal.shift(-(step as i32));
        (whole, fraction) = decimal.rounded(places);
    }
    let mut text = wholes(&whole, before, commas(&before[..last]) > 0, &decimal);
    text += &fractions(&fraction, behind);
    if let [Piece::Exponent(letter), rest @ ..] = exponent {
        let width = rest.iter().filter(|one| is_digit(one)).count();
        let sign = if power < 0 { '-' } else { '+' };
        text += &format!("{letter}{sign}{:0width$}", power.abs());
        text.extend(rest.iter().filter_map(|one| match one {
            Piece::Literal(literal) | Piece::Foreign(literal) => Some(literal.as_str()),
            _ => None,
        }));
    }
    text
}

/// The part before the point: the first place takes all digits that are left.
fn wholes(whole: &str, pieces: &[Piece], is_grouped: bool, decimal: &Decimal) -> String {
    let digits = whole.as_bytes();
    let places = pieces.iter().filter(|one| matches!(one, Piece::Digit(_))).count();
    let mut place = places;
    let digit = |from_right: usize, blank: char| {
        let digit = digits.len().checked_sub(from_right + 1).map(|at| char::from(digits[at]));
        let digit = digit.or(match blank {
            '0' => Some('0'),
            '?' => Some(' '),
            _ => None,
        });
        let comma = is_grouped && from_right > 0 && from_right.is_multiple_of(3);
        digit.map(|digit| if comma { format!("{digit},") } else { digit.to_string() })
    };
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Digit(blank) => {
                place -= 1;
                let first = place + 1 == places;
                let most = if first { digits.len().max(place + 1) } else { place + 1 };
                text.extend((place..most).rev().filter_map(|at| digit(at, *blank)));
            }
            Piece::Literal(literal) | Piece::Foreign(literal) => text += literal,
            Piece::Percent => text.push('%'),
            Piece::General | Piece::Words => text += &decimal.general(),
            _ => {}
        }
    }
    text
}

/// The part from the point on: `#` leaves out zeros that nothing follows.
fn fractions(fraction: &str, pieces: &[Piece]) -> String {
    let (mut text, mut rest) = (String::new(), fraction);
    for piece in pieces {
        match piece {
            Piece::Digit(blank) => {
                let is_over = rest.bytes().all(|digit| digit == b'0');
                match (is_over, blank) {
                    (true, '#') => {}
                    (true, '?') => text.push(' '),
                    _ => text += &rest[..1],
                }
                rest = &rest[1..];
            }
            Piece::Point => text.push('.'),
            Piece::Literal(literal) | Piece::Foreign(literal) => text += literal,
            Piece::Percent => text.push('%'),
            _ => {}
        }
    }
    text
}

/// A fraction: `# ?/?`, `?/?`, or `# ?/8` with a denominator of its own.
pub fn fraction(value: f64, pieces: &[Piece]) -> String {
    let bar = pieces.iter().position(|one| *one == Piece::Bar).unwrap_or(0);
    let (before, behind) = pieces.split_at(bar);
    let places = behind.iter().filter(|one| matches!(one, Piece::Digit(_))).count();
    let fixed: String = behind
        .iter()
        .filter_map(|one| if let Piece::Literal(text) = one { Some(text.trim()) } else { None })
        .collect();
    let has_whole = before.iter().any(|one| *one == Piece::Literal(" ".into()));
    let size = value.abs();
    let whole = if has_whole { size.trunc() } else { 0.0 };
    let bottom = match fixed.parse::<u32>() {
        Ok(fixed) if (1..1000).contains(&fixed) => fixed,
        _ => nearest(size - whole, 10_u32.pow(places.clamp(1, 3) as u32) - 1),
    };
    let top = ((size - whole) * f64::from(bottom)).round();
    match (whole + if top == f64::from(bottom) { 1.0 } else { 0.0 }, top) {
        (carried, top) if has_whole && (top == 0.0 || top == f64::from(bottom)) => {
            Decimal::of(carried).general()
        }
        (whole, top) if has_whole && whole > 0.0 => format!("{whole} {top}/{bottom}"),
        (_, top) => format!("{top}/{bottom}"),
    }
}

/// The denominator up to `limit` that comes nearest to `value`, by its continued fraction.
fn nearest(value: f64, limit: u32) -> u32 {
    let distance = |bottom: u32| {
        let exact = value * f64::from(bottom);
        (exact - exact.round()).abs() / f64::from(bottom)
    };
    let (mut before, mut bottom, mut rest) = (0, 1, value.fract());
    while rest > 1e-9 {
        let next = (1.0 / rest).floor();
        let step = f64::from(bottom) * next + f64::from(before);
        if step > f64::from(limit) {
            let last = before + (limit - before) / bottom * bottom;
            return if distance(last) < distance(bottom) { last } else { bottom };
        }
        rest = 1.0 / rest - next;
        (before, bottom) = (bottom, step as u32);
    }
    bottom
}
