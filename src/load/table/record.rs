//! Rows as they are written, before they stand under headers: what every kind of file is read to.

use std::ops::Range;

use super::separator::named;
use crate::model::Data;
use crate::span::column_letters;

/// What a table is written as, which messages speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of text, with this character between cells.
    Text {
        /// The character.
        separator: u8,
    },
    /// A sheet of a workbook.
    Sheet,
    /// A list of objects.
    Data,
}

impl Form {
    /// How a sentence names the column at `at`, from 0.
    pub fn column(self, at: usize) -> String {
        match self {
            Self::Sheet => format!("column {}", column_letters(at)),
            _ => format!("column {}", at + 1),
        }
    }

    /// The word for what holds a row.
    pub fn line(self) -> &'static str {
        if matches!(self, Self::Text { .. }) { "line" } else { "row" }
    }

    /// What else may have put a text under no header.
    pub fn quote_help(self) -> Option<String> {
        let Self::Text { separator } = self else { return None };
        let separator = named(separator);
        Some(format!("a cell with a {separator} in it must stand in double quotes"))
    }
}

/// One row as written, which may span several lines of the file.
pub struct Record {
    /// The line of the file that it begins on, or the row of the sheet, from 1.
    pub line: u64,
    /// Its cells, at least one.
    pub fields: Vec<Field>,
}

/// One cell as written.
pub struct Field {
    /// The text, without its quotes and trimmed.
    pub text: String,
    /// What it holds, if that is more than a text.
    pub data: Option<Data>,
    /// The number that a cell of a workbook holds, however it is shown.
    pub number: Option<f64>,
    /// Whether another cell of the sheet, with which it is merged, lies over it.
    pub is_covered: bool,
    /// Bytes of the raw text, with its quotes, without blanks at either end.
    pub raw: Range<usize>,
    /// How it is quoted.
    pub quotes: Quotes,
}

impl Field {
    /// A cell of text that is written without quotes at `raw`.
    pub fn plain(text: String, raw: Range<usize>) -> Self {
        Self { text, data: None, number: None, is_covered: false, raw, quotes: Quotes::Absent }
    }
}

/// The double quotes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// None.
    Absent,
    /// Some, but the cell does not begin with one: they are part of the text.
    Literal,
    /// The cell stands in quotes.
    Paired,
    /// Text follows the closing quote.
    Followed {
        /// The byte of the file where it begins.
        at: usize,
        /// Whether the quotes run over the end of a line: the closing one may be meant for another.
        is_long: bool,
    },
    /// The quote that opens the cell is never closed, so that it took all the rest of the file.
    Unclosed,
}

impl Quotes {
    /// Whether the cell cannot be read for certain.
    pub fn are_faulty(self) -> bool {
        matches!(self, Self::Followed { .. } | Self::Unclosed)
    }

    /// Whether all quotes behind this cell may be taken inside out.
    pub fn are_runaway(self) -> bool {
        matches!(self, Self::Followed { is_long: true, .. } | Self::Unclosed)
    }
}

impl Record {
    /// Whether there is nothing in it.
    pub fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.text.is_empty() && !field.quotes.are_faulty())
    }

    /// The bytes of the file from its first cell to its last, in the order of the file.
    pub fn range(&self) -> Range<usize> {
        let start = self.fields.iter().map(|field| field.raw.start).min().unwrap_or(0);
        start..self.fields.iter().map(|field| field.raw.end).max().unwrap_or(start)
    }
}
