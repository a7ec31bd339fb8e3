//! The number formats of the cells of a workbook, by the number of their style.

use std::collections::{BTreeMap, HashMap};

use super::decimal::held;
use super::format::{NumberFormat, general};
use super::grid::Content;

/// What every cell's style says of numbers.
#[derive(Debug, Default)]
pub struct Styles {
    /// Formats that the workbook brings itself, by their numbers.
    pub own: HashMap<u32, String>,
    /// The number of the format of each style.
    pub numbers: Vec<u32>,
    /// Whether days are counted from 1904.
    pub from_1904: bool,
    /// The formats that were met, taken apart.
    known: BTreeMap<u32, NumberFormat>,
}

impl Styles {
    /// The formats of a workbook, and for each style the number of its format.
    pub fn new(own: HashMap<u32, String>, numbers: Vec<u32>) -> Self {
        Self { own, numbers, ..Self::default() }
    }

    /// A number as a cell of the style shows it.
    pub fn shown(&mut self, value: f64, style: usize) -> Content {
        let number = self.number(style);
        if number == 0 && !self.own.contains_key(&0) {
            return Content::Number { text: general(value), value: held(value) };
        }
        let from_1904 = self.from_1904;
        let shown = self.format(number).shown(value, from_1904);
        if shown.is_sure {
            return match self.format(number).has_moment() {
                true => Content::Text(shown.text),
                false => Content::Number { text: shown.text, value: held(value) },
            };
        }
        Content::Unsure { text: shown.text, format: self.code(number).to_owned() }
    }

    /// A text as a cell of the style shows it.
    pub fn worded(&mut self, text: String, style: usize) -> Content {
        let number = self.number(style);
        // Those that are built in say nothing of texts.
        let is_own = self.own.contains_key(&number);
        Content::Text(if is_own { self.format(number).worded(text) } else { text })
    }

    /// Whether a style shows days or times.
    pub fn has_moment(&mut self, style: usize) -> bool {
        let number = self.number(style);
        self.format(number).has_moment()
    }

    /// The number of the format of a style.
    fn number(&self, style: usize) -> u32 {
        self.numbers.get(style).copied().unwrap_or(0)
    }

    /// The format of that number.
    fn code(&self, number: u32) -> &str {
        self.own.get(&number).map_or_else(|| built_in(number), String::as_str)
    }

    fn format(&mut self, number: u32) -> &NumberFormat {
        let code = self.own.get(&number).map_or_else(|| built_in(number), String::as_str);
        self.known.entry(number).or_insert_with(|| NumberFormat::new(code))
    }
}

/// The formats that have a number instead of a text.
fn built_in(number: u32) -> &'static str {
    match number {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        11 => "0.00E+00",
        12 => "# ?/?",
        13 => "# ??/??",
        5 | 6 => "\"$\"#,##0;(\"$\"#,##0)",
        7 | 8 => "\"$\"#,##0.00;(\"$\"#,##0.00)",
        // Each computer shows these in a way of its own.
        14 | 27..=31 | 36 | 50..=54 | 57 | 58 => "yyyy-mm-dd",
        15 => "d-mmm-yy",
        16 => "d-mmm",
        17 => "mmm-yy",
        18 => "h:mm AM/PM",
        19 => "h:mm:ss AM/PM",
        20 | 32 | 34 => "h:mm",
        21 | 33 | 35 => "h:mm:ss",
        22 => "yyyy-mm-dd h:mm",
        37 | 38 => "#,##0;(#,##0)",
        39 | 40 => "#,##0.00;(#,##0.00)",
        41 => "#,##0;(#,##0);\"-\"",
        42 => "\"$\"#,##0;(\"$\"#,##0);\"$\"\"-\"",
        43 => "#,##0.00;(#,##0.00);\"-\"",
        44 => "\"$\"#,##0.00;(\"$\"#,##0.00);\"$\"\"-\"",
        45 => "mm:ss",
        46 => "[h]:mm:ss",
        47 => "mm:ss.0",
        48 => "##0.0E+0",
        _ => "General",
    }
}
