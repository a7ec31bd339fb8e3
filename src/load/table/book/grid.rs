//! What a sheet holds, whatever kind of workbook it stands in: cells as they are shown.

use std::collections::BTreeMap;

use super::Trouble;
use crate::span::column_letters;

/// The most cells of a sheet that hold something.
const MOST_CELLS: usize = 250_000;
/// The most rows of a sheet, in all programs that make some.
const MOST_ROWS: u32 = 1 << 20;
/// The most bytes of text in a sheet.
const MOST_TEXT: usize = 64 << 20;

/// A cell as a person sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A text, or a day or a time as its format shows it.
    Text(String),
    /// A number.
    Number {
        /// How its format shows it.
        text: String,
        /// Its value, as far as spreadsheets know it.
        value: f64,
    },
    /// A number or a day whose format asks for something that is not known.
    Unsure {
        /// How it is printed.
        text: String,
        /// The format.
        format: String,
    },
    /// An error such as `#REF!`.
    Error(String),
    /// A formula whose value the program that wrote the file did not work out.
    Uncached,
}

/// Some cells side by side: rows and columns, from 0, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// First and last row.
    pub rows: (u32, u32),
    /// First and last column.
    pub columns: (u32, u32),
}

impl Area {
    /// The area as spreadsheets write it: `B2:B4`.
    pub fn name(&self) -> String {
        let cell =
            |row: u32, column: u32| format!("{}{}", column_letters(column as usize), row + 1);
        format!("{}:{}", cell(self.rows.0, self.columns.0), cell(self.rows.1, self.columns.1))
    }

    /// Reads `B2:B4`, or one cell.
    pub fn parse(text: &str) -> Option<Self> {
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let (first, last) = (position(first)?, position(last)?);
        let (rows, columns) = ((first.0, last.0), (first.1, last.1));
        (rows.0 <= rows.1 && columns.0 <= columns.1).then_some(Self { rows, columns })
    }
}

/// Row and column of a cell named as `C6`, from 0.
pub fn position(name: &str) -> Option<(u32, u32)> {
    let letters =
        name.find(|c: char| !c.is_ascii_alphabetic()).filter(|at| (1..=3).contains(at))?;
    let column = name[..letters]
        .bytes()
        .fold(0, |column, letter| column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    let row: u32 = name[letters..].parse().ok()?;
    Some((row.checked_sub(1)?, column - 1))
}

/// Ranges of rows or columns, both ends included.
pub type Ranges = Vec<(u32, u32)>;

/// The cells of a sheet that hold something, and what is known of the others.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Cells by row and column, from 0.
    pub cells: BTreeMap<(u32, u32), Content>,
    /// Cells that are shown as one.
    pub merged: Vec<Area>,
    /// Rows that are not shown.
    pub hidden_rows: Ranges,
    /// Columns that are not shown.
    pub hidden_columns: Ranges,
    size: usize,
}

impl Grid {
    /// Puts something into a cell; a text of blanks is nothing.
    ///
    /// # Errors
    /// The sheet is larger than any list of cards.
    pub fn put(&mut self, row: u32, column: u32, content: Content) -> Result<(), Trouble> {
        if let Content::Text(text) | Content::Number { text, .. } | Content::Unsure { text, .. } =
            &content
        {
            if text.trim().is_empty() {
                return Ok(());
            }
            self.size += text.len();
        }
        if row >= MOST_ROWS {
            let number = u64::from(row) + 1;
            let why = format!("row {number} holds something, and a sheet has {MOST_ROWS} rows");
            return Err(Trouble::Large(why));
        }
        self.cells.insert((row, column), content);
        if self.cells.len() > MOST_CELLS {
            return Err(Trouble::Large(format!("more than {MOST_CELLS} cells hold something")));
        }
        if self.size > MOST_TEXT {
            return Err(Trouble::Large(format!("its text takes more than {} MB", MOST_TEXT >> 20)));
        }
        Ok(())
    }

    /// Takes out what is hidden.
    pub fn without_hidden(&mut self) {
        let (rows, columns) =
            (std::mem::take(&mut self.hidden_rows), std::mem::take(&mut self.hidden_columns));
        self.cells.retain(|(row, column), _| !holds(&rows, *row) && !holds(&columns, *column));
    }

    /// Puts what a merged cell shows into each of the cells that it covers.
    ///
    /// # Errors
    /// The sheet becomes larger than any list of cards.
    pub fn fill_merged(&mut self) -> Result<(), Trouble> {
        for area in std::mem::take(&mut self.merged) {
            let Some(content) = self.cells.get(&(area.rows.0, area.columns.0)).cloned() else {
                continue;
            };
            for row in area.rows.0..=area.rows.1 {
                for column in area.columns.0..=area.columns.1 {
                    self.put(row, column, content.clone())?;
                }
            }
        }
        Ok(())
    }
}

/// Whether one of the ranges, which are in order, holds `at`.
pub fn holds(ranges: &[(u32, u32)], at: u32) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= at);
    ranges[..after].last().is_some_and(|(_, last)| *last >= at)
}

#[cfg(test)]
mod tests {
    use super::{Area, position};

    #[test]
    fn cells_and_areas_are_read_by_name() {
        assert_eq!(position("C6"), Some((5, 2)));
        assert_eq!(position("xfd1048576"), Some((1_048_575, 16_383)));
        for wrong in ["", "6", "C", "C0", "C-1", "ABCD1", "C6x", "é1"] {
            assert_eq!(position(wrong), None, "{wrong}");
        }
        assert_eq!(Area::parse("B2:B4").map(|area| area.name()), Some("B2:B4".into()));
        assert_eq!(Area::parse("B4:B2"), None);
    }
}
