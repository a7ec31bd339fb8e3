//! A number as a spreadsheet knows it: at most fifteen decimal digits, whatever the double holds.

/// The digits that a spreadsheet keeps of a number.
const DIGITS: usize = 15;
/// The most digits that a number without a format shows.
const GENERAL: i32 = 10;

/// A number without its sign: 0.`digits` times ten to the power of `point`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Digits from 0 to 9, without zeros at either end; none for zero.
    digits: Vec<u8>,
    point: i32,
}

/// The number that a spreadsheet makes of `value`.
pub fn held(value: f64) -> f64 {
    format!("{:.*e}", DIGITS - 1, value).parse().unwrap_or(value)
}

impl Decimal {
    /// The size of `value`, which is finite.
    pub fn of(value: f64) -> Self {
        let text = format!("{:.*e}", DIGITS - 1, value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mut digits: Vec<u8> =
            mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let point = if digits.is_empty() { 0 } else { exponent.parse().unwrap_or(0) + 1 };
        Self { digits, point }
    }

    /// Multiplies by ten to the power of `by`.
    pub fn shift(&mut self, by: i32) {
        if !self.digits.is_empty() {
            self.point += by;
        }
    }

    /// The exponent of the number written as `d.ddd`, 0 for zero.
    pub fn exponent(&self) -> i32 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }

    /// The number with `decimals` places, a half rounded up: the digits before the point, without
    /// zeros in front, and those behind it.
    pub fn rounded(&self, decimals: usize) -> (String, String) {
        let places = i32::try_from(decimals).unwrap_or(i32::MAX);
        let kept = usize::try_from(self.point.saturating_add(places)).ok();
        let mut point = self.point;
        let mut digits = match kept {
            None => Vec::new(),
            Some(kept) => self.digits[..kept.min(self.digits.len())].to_vec(),
        };
        if kept.and_then(|kept| self.digits.get(kept)).is_some_and(|next| *next >= 5) {
            let rest = digits.iter().rposition(|digit| *digit < 9);
            digits.truncate(rest.map_or(0, |at| at + 1));
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(1);
                    point += 1;
                }
            }
        }
        let at = |place: i32| {
            let digit = usize::try_from(place).ok().and_then(|place| digits.get(place));
            char::from(b'0' + digit.copied().unwrap_or(0))
        };
        let whole = (0..point.max(0)).map(at).collect();
        (whole, (point..point.saturating_add(places)).map(at).collect())
    }

    /// The number as a cell without a format shows it: whole numbers in full, others with at most
    /// ten digits; what is very small or large with an exponent.
    pub fn general(&self) -> String {
        let count = self.digits.len() as i32;
        let is_small = self.point < -3 && count - self.point >= GENERAL;
        if is_small || self.point > DIGITS as i32 {
            return self.scientific();
        }
        if count <= self.point || count == 0 {
            return self.plain(0);
        }
        if self.point > GENERAL + 1 {
            return self.scientific();
        }
        self.plain((GENERAL - self.point.max(1)).max(0) as usize)
    }

    /// The number with at most `decimals` places and no zeros behind them.
    fn plain(&self, decimals: usize) -> String {
        let (whole, fraction) = self.rounded(decimals);
        let whole = if whole.is_empty() { "0".into() } else { whole };
        match fraction.trim_end_matches('0') {
            "" => whole,
            fraction => format!("{whole}.{fraction}"),
        }
    }

    fn scientific(&self) -> String {
        let (mut mantissa, exponent) = (self.clone(), self.exponent());
        mantissa.shift(-exponent);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}E{sign}{:02}", mantissa.plain(5), exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn a_double_is_what_a_spreadsheet_makes_of_it() {
        let cases = [
            (7.000_000_000_000_001, "7"),
            (3.0, "3"),
            (0.1 + 0.2, "0.3"),
            (12.5, "12.5"),
            (0.0, "0"),
            (1.0 / 3.0, "0.333333333"),
            (2.0 / 3.0 * 100.0, "66.66666667"),
            (123_456_789_012.0, "123456789012"),
            (12_345_678_901.5, "12345678902"),
            (100_000_000_000.5, "1E+11"),
            (123_456_789_012.5, "1.23457E+11"),
            (0.00001, "0.00001"),
            (0.000_012_345_678_9, "1.23457E-05"),
            (1e20, "1E+20"),
            (f64::MAX, "1.79769E+308"),
            (5e-324, "4.94066E-324"),
        ];
        for (value, text) in cases {
            assert_eq!(Decimal::of(value).general(), text, "{value:e}");
        }
    }

    #[test]
    fn halves_are_rounded_up_in_decimal() {
        let rounded = |value: f64, places| Decimal::of(value).rounded(places);
        let pair = |whole: &str, fraction: &str| (whole.to_owned(), fraction.to_owned());
        assert_eq!(rounded(2.675, 2), pair("2", "68"));
        assert_eq!(rounded(0.125, 2), pair("", "13"));
        assert_eq!(rounded(12.5, 0), pair("13", ""));
        assert_eq!(rounded(9.995, 2), pair("10", "00"));
        assert_eq!(rounded(0.5, 0), pair("1", ""));
        assert_eq!(rounded(0.04, 1), pair("", "0"));
        assert_eq!(rounded(0.05, 1), pair("", "1"));
        assert_eq!(rounded(0.005, 1), pair("", "0"));
        assert_eq!(rounded(0.001, 5), pair("", "00100"));
        assert_eq!(rounded(1200.0, 1), pair("1200", "0"));
    }
}
