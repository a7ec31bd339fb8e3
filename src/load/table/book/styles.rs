//! The number formats of the cells of a workbook, by the number of their style.

use std::collections::{BTreeMap, HashMap};

use super::format::{NumberFormat, built_in, general};

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
    pub fn shown(&mut self, value: f64, style: usize) -> String {
        let number = self.numbers.get(style).copied().unwrap_or(0);
        let own = self.own.get(&number).map(String::as_str);
        if number == 0 && own.is_none() {
            return general(value);
        }
        let format = || NumberFormat::new(own.unwrap_or_else(|| built_in(number)));
        self.known.entry(number).or_insert_with(format).shown(value, self.from_1904)
    }
}
