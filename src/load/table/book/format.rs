//! Writes a number as the format of its cell shows it: `0.00`, `#,##0`, `0%`, `# ?/?`, `d mmm yyyy`.

use super::date::{Parts, iso};
use super::decimal::Decimal;
use super::digits::{fraction, number};
use super::moment::{is_month, moment};
use super::pieces::{Piece, Tongue, pieces, tongue};

/// The longest format that programs write, in bytes; what is longer shows nothing of its own.
const LONGEST: usize = 255;

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The text.
    pub text: String,
    /// Whether its format was understood; else a day is in ISO 8601, and a number in plain digits.
    pub is_sure: bool,
}

impl Shown {
    fn sure(text: String) -> Self {
        Self { text, is_sure: true }
    }
}

/// How the numbers of some cells are shown.
#[derive(Debug)]
pub struct NumberFormat {
    sections: Vec<Section>,
    /// Whether sections are chosen by conditions of their own.
    is_conditional: bool,
    /// Whether it is no longer than programs write.
    is_short: bool,
}

/// The part of a format that is for some numbers.
#[derive(Debug)]
struct Section {
    condition: Option<(String, f64)>,
    pieces: Vec<Piece>,
    /// What it shows of a moment, if it shows one.
    moment: Option<Parts>,
    /// Whether all that it asks for is known.
    is_known: bool,
}

impl NumberFormat {
    /// Takes a format apart.
    pub fn new(format: &str) -> Self {
        let is_short = format.len() <= LONGEST;
        let format = if is_short { format } else { "General" };
        let section = |text: &str| {
            let pieces = pieces(text);
            let moment = parts(&pieces);
            let is_known = is_known(&pieces, moment.is_some(), tongue(text));
            Section { condition: condition(text), moment, is_known, pieces }
        };
        let sections: Vec<_> = sections(format).into_iter().map(section).collect();
        let is_conditional = sections.iter().any(|section| section.condition.is_some());
        Self { sections, is_conditional, is_short }
    }

    /// A number as a cell of this format shows it; days are counted from 1900, or `from_1904`.
    pub fn shown(&self, value: f64, from_1904: bool) -> Shown {
        let Some((section, is_signed)) = self.section(value).filter(|_| value.is_finite()) else {
            return Shown::sure(general(value));
        };
        if let Some(parts) = section.moment {
            let shown = moment(value, &section.pieces, from_1904).filter(|_| section.is_known);
            let plain = || iso(value, parts, from_1904).unwrap_or_else(|| general(value));
            let is_sure = shown.is_some();
            let text = shown.unwrap_or_else(plain).trim().to_owned();
            return Shown { text, is_sure };
        }
        let text = if section.pieces.contains(&Piece::Bar) {
            fraction(value, &section.pieces)
        } else {
            number(Decimal::of(value), &section.pieces)
        };
        let text = text.trim().to_owned();
        let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
        let text = if value < 0.0 && is_signed && !is_zero { format!("-{text}") } else { text };
        Shown { text, is_sure: section.is_known && self.is_short }
    }

    /// Whether it shows days or times.
    pub fn has_moment(&self) -> bool {
        self.sections.first().is_some_and(|section| section.moment.is_some())
    }

    /// A text as a cell of this format shows it: by the fourth part, or by one that has an `@`.
    pub fn worded(&self, text: String) -> String {
        let last = self
            .sections
            .last()
            .filter(|last| self.sections.len() == 4 || last.pieces.contains(&Piece::Words));
        let Some(section) = last else { return text };
        let part = |piece: &Piece| match piece {
            Piece::Words | Piece::General => text.clone(),
            Piece::Literal(literal) => literal.clone(),
            _ => String::new(),
        };
        section.pieces.iter().map(part).collect()
    }

    /// The part that is for `value`, and whether it leaves the sign to us.
    fn section(&self, value: f64) -> Option<(&Section, bool)> {
        if self.is_conditional {
            let fits = |section: &&Section| section.holds(value);
            return self.sections.iter().take(3).find(fits).map(|section| (section, true));
        }
        match &self.sections[..] {
            [only] => Some((only, true)),
            [_, negative, ..] if value < 0.0 => Some((negative, false)),
            [_, _, zero, ..] if value == 0.0 => Some((zero, false)),
            [positive, ..] => Some((positive, false)),
            [] => None,
        }
    }
}

impl Section {
    fn holds(&self, value: f64) -> bool {
        let Some((sign, number)) = &self.condition else { return true };
        match sign.as_str() {
            "<" => value < *number,
            ">" => value > *number,
            "<=" => value <= *number,
            ">=" => value >= *number,
            "<>" => value != *number,
            _ => value == *number,
        }
    }
}

/// A number as a cell without a format shows it.
pub fn general(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let text = Decimal::of(value).general();
    if value < 0.0 && text != "0" { format!("-{text}") } else { text }
}

/// A format split at `;`, which may stand in quotes, too.
fn sections(format: &str) -> Vec<&str> {
    let (mut found, mut start, mut is_quoted, mut is_escaped) = (Vec::new(), 0, false, false);
    for (at, c) in format.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '"' => is_quoted = !is_quoted,
            '\\' if !is_quoted => is_escaped = true,
            ';' if !is_quoted => {
                found.push(&format[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&format[start..]);
    found
}

/// The condition of a section, as in `[>=100]0`: a sign and a number.
fn condition(section: &str) -> Option<(String, f64)> {
    let mut inside = section.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    inside.find_map(|text| {
        let number = text.trim_start_matches(['<', '>', '=']);
        let sign = &text[..text.len() - number.len()];
        (!sign.is_empty()).then_some((sign.to_owned(), number.parse().ok()?))
    })
}

/// What a format shows of a moment, if it is one of a date or time.
fn parts(pieces: &[Piece]) -> Option<Parts> {
    let has = |any: &[char]| {
        pieces.iter().any(|one| matches!(one, Piece::Moment(letter, _) if any.contains(letter)))
    };
    // Years of other calendars, which stand alone; beside digits these are letters.
    let is_number = |one: &Piece| matches!(one, Piece::Digit(_) | Piece::General | Piece::Words);
    let is_foreign = |one: &Piece| matches!(one, Piece::Foreign(letters) if !letters.is_empty());
    let foreign = pieces.iter().any(is_foreign) && !pieces.iter().any(is_number);
    let day = foreign || has(&['y', 'd']) || (0..pieces.len()).any(|at| is_month(pieces, at));
    let noon = pieces.iter().any(|one| matches!(one, Piece::Noon(..)));
    let time = noon || has(&['h', 's', 'H', 'S', 'M']);
    let elapsed = has(&['H', 'M', 'S']);
    (day || time).then_some(Parts { day, time, seconds: has(&['s', 'S']), elapsed })
}

/// Whether all that a section asks for is known: calendars, digits, and the names of days.
fn is_known(pieces: &[Piece], is_moment: bool, tongue: Tongue) -> bool {
    let foreign = |one: &Piece| match one {
        Piece::Foreign(letters) => is_moment || letters.is_empty(),
        Piece::Moment('m' | 'd', 3..) | Piece::Noon(..) => !tongue.is_english,
        _ => false,
    };
    tongue.is_western && !pieces.iter().any(foreign)
}

#[cfg(test)]
mod tests {
    use super::NumberFormat;

    fn shown(value: f64, format: &str, from_1904: bool) -> String {
        NumberFormat::new(format).shown(value, from_1904).text
    }

    #[test]
    fn a_number_is_shown_as_its_format_says() {
        let cases = [
            (7.000_000_000_000_001, "0", "7"),
            (3.0, "General", "3"),
            (0.1 + 0.2, "General", "0.3"),
            (12.5, "0.00", "12.50"),
            (12.5, "0", "13"),
            (7.0, "000", "007"),
            (1_234_567.891, "#,##0.00", "1,234,567.89"),
            (1_234_567.0, "0,000", "1,234,567"),
            (5.0, "#,##0", "5"),
            (0.0, "#", ""),
            (0.5, "0%", "50%"),
            (0.285, "0%", "29%"),
            (0.1234, "0.0%", "12.3%"),
            (-5.0, "0", "-5"),
            (-0.4, "0", "0"),
            (-5.0, "0;(0)", "(5)"),
            (-5.0, "+0;-0;0", "-5"),
            (5.0, "+0;-0;0", "+5"),
            (0.0, "+0;-0;\"none\"", "none"),
            (3.0, "\"$\"#,##0.00", "$3.00"),
            (3.0, "[$€-407]\\ 0", "€ 3"),
            (3.0, "0\" gold\"", "3 gold"),
            (3.0, "0_)", "3"),
            (3.0, "[Red]0", "3"),
            (150.0, "[>=100]\"many\";0", "many"),
            (15.0, "[>=100]\"many\";0", "15"),
            (12_345.678, "0.00E+00", "1.23E+04"),
            (12_345.678, "##0.0E+0", "12.3E+3"),
            (9.999, "0.00E+00", "1.00E+01"),
            (0.000_5, "0E-0\" m\"", "5E-4 m"),
            (1_500_000.0, "0.0,,\"M\"", "1.5M"),
            (1.25, "0.0##", "1.25"),
            (1.0, "0.0##", "1.0"),
            (0.5, "# ?/?", "1/2"),
            (1.75, "# ?/?", "1 3/4"),
            (2.0, "# ?/?", "2"),
            (0.375, "# ?/8", "3/8"),
            (1.5, "?/?", "3/2"),
            (-1.5, "# ?/?", "-1 1/2"),
            (std::f64::consts::PI, "# ???/???", "3 16/113"),
            (0.618_034, "??/??", "55/89"),
            (0.999, "# ?/?", "1"),
            (3.0, "@", "3"),
            (5_551_234.0, "000-0000", "555-1234"),
            (-1.0, "yyyy", "-1"),
        ];
        for (value, format, text) in cases {
            assert_eq!(shown(value, format, false), text, "{value} as {format}");
        }
    }

    #[test]
    fn no_format_is_too_odd() {
        let odd = [
            "", ";", ";;;", "[", "\"", "\\", "_", "*", "E+", "0E+0E+0", "/", "?/", "[h", ".",
            "#.#,,,",
        ];
        for format in odd {
            for value in [0.0, -1.5, 1e300, f64::MIN_POSITIVE, f64::INFINITY] {
                shown(value, format, true);
            }
        }
        assert_eq!(shown(1.0, &"0".repeat(255), false).len(), 255);
        assert_eq!(shown(1.0, &"0".repeat(256), false), "1");
    }
}
