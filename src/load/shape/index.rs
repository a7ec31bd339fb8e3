//! Finds rows by a cell of theirs: numbers of a workbook by what they are, everything else by its text.

use std::collections::{BTreeMap, HashMap};

use super::filter::as_number;
use crate::model::{Cell, Table};

/// The first row of each value in a column.
#[derive(Default)]
pub struct Index<'a> {
    texts: BTreeMap<&'a str, usize>,
    numbers: HashMap<u64, usize>,
    /// What numbers are shown as; no row where several are shown alike.
    shown: HashMap<&'a str, Option<usize>>,
}

impl<'a> Index<'a> {
    /// The rows of each value in a column, in the order of the first, and an index of these lists;
    /// a row without a value is a list of its own.
    pub fn lists(table: &'a Table, column: usize) -> (Self, Vec<Vec<usize>>) {
        let (mut index, mut lists) = (Self::default(), Vec::<Vec<usize>>::new());
        for (at, row) in table.rows.iter().enumerate() {
            let cell = &row.cells[column];
            let found = if cell.text.is_empty() { None } else { index.find(cell) };
            match found {
                Some(place) => lists[place].push(at),
                None => {
                    index.add(cell, lists.len());
                    lists.push(vec![at]);
                }
            }
        }
        (index, lists)
    }

    /// Adds a row by its cell; a value that is there already stays with its row.
    pub fn add(&mut self, cell: &'a Cell, row: usize) {
        match cell.number {
            Some(number) if self.number(number).is_none() => {
                self.numbers.insert(bits(number), row);
                let shown = self.shown.entry(&cell.text);
                shown.and_modify(|row| *row = None).or_insert(Some(row));
            }
            Some(_) => {}
            None => {
                self.texts.entry(&cell.text).or_insert(row);
            }
        }
    }

    /// The row whose cell has the value of `cell`.
    pub fn find(&self, cell: &Cell) -> Option<usize> {
        let text = |text: &str| self.texts.get(text).copied();
        match cell.number {
            Some(number) => self
                .number(number)
                .or_else(|| text(&cell.text))
                .or_else(|| text(&number.to_string())),
            None => text(&cell.text)
                .or_else(|| as_number(&cell.text).and_then(|number| self.number(number)))
                .or_else(|| self.shown.get(cell.text.as_str()).copied().flatten()),
        }
    }

    fn number(&self, number: f64) -> Option<usize> {
        self.numbers.get(&bits(number)).copied()
    }

    /// The values as they are shown, for suggestions.
    pub fn names(&self) -> Vec<&'a str> {
        let mut names: Vec<_> = self.texts.keys().chain(self.shown.keys()).copied().collect();
        names.sort_unstable();
        names
    }
}

/// A number as a key, -0 as 0.
fn bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}
