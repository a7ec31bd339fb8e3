//! Where something was written: a range of bytes in one of the files that were read.
//!
//! A sheet of a workbook is a file, too: its text is a drawing of its rows, row N on line N, and a
//! place in it is named by its cell.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

/// Names one file in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A range of bytes in a file, counted in its text as decoded to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span over `range` of the file `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end) }
    }

    /// Whether another place lies within this one.
    pub fn holds(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// One file, or one sheet of a workbook, that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as a person would type it from where the program runs.
    pub path: String,
    /// The text, decoded to UTF-8.
    pub text: Arc<str>,
    /// What names the cells of a sheet; absent for a file of text.
    pub sheet: Option<Sheet>,
}

/// The sheet of a workbook whose rows are the lines of a text.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// Where each cell begins in the text, and its column from 0, in the order of the text.
    pub cells: Vec<(u32, u32)>,
}

impl Sheet {
    /// The column, from 0, of the cell that holds byte `at` of the text.
    fn column(&self, at: u32) -> u32 {
        let after = self.cells.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(0, |cell| self.cells[cell].1)
    }
}

/// The letters of a column, counted from 0, as spreadsheets write them: `A`, `Z`, `AA`.
pub fn column_letters(column: usize) -> String {
    let (mut rest, mut letters) = (column, Vec::new());
    loop {
        letters.push(char::from(b'A' + (rest % 26) as u8));
        if rest < 26 {
            return letters.into_iter().rev().collect();
        }
        rest = rest / 26 - 1;
    }
}

/// All files that were read, so that a [`Span`] can be shown.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Keeps a file and gives its name.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.keep(Source { path: path.into(), text: text.into(), sheet: None })
    }

    /// Keeps a sheet of a workbook, drawn as `text`, and gives its name.
    pub fn add_sheet(&mut self, path: &str, text: String, sheet: Sheet) -> SourceId {
        self.keep(Source { path: path.into(), text: text.into(), sheet: Some(sheet) })
    }

    fn keep(&mut self, source: Source) -> SourceId {
        let id = SourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 files"));
        self.list.push(source);
        id
    }

    /// The file named `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[id.0 as usize]
    }

    /// File, line and column of a span, as messages and reports name a place.
    pub fn located(&self, span: Span) -> (&str, usize, usize) {
        let (line, column) = self.position(span);
        (self.get(span.source).path.as_str(), line, column)
    }

    /// Line and column of the first byte of `span`, both from 1; the column counts characters, and
    /// in a sheet, cells.
    pub fn position(&self, span: Span) -> (usize, usize) {
        let (line, column) = self.in_text(span);
        let sheet = self.get(span.source).sheet.as_ref();
        (line, sheet.map_or(column, |sheet| sheet.column(span.start) as usize + 1))
    }

    /// Line and column of the first byte of `span` in the text of its source, both from 1.
    pub fn in_text(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let before = &text[..floor_char(text, span.start as usize)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// The cell of a workbook where `span` begins, as `Cards!C6`; none in a file of text.
    pub fn cell(&self, span: Span) -> Option<String> {
        let sheet = self.get(span.source).sheet.as_ref()?;
        let (row, column) = self.position(span);
        Some(format!("{}!{}{row}", sheet.name, column_letters(column - 1)))
    }

    /// A place for programs.
    pub fn place(&self, span: Span) -> Located<'_> {
        let (file, line, column) = self.located(span);
        Located { file, line, column, cell: self.cell(span) }
    }

    /// A place as a person reads it: `cards.csv:6:3`, or `cards.xlsx!Cards!C6`.
    pub fn shown(&self, span: Span) -> String {
        let (path, line, column) = self.located(span);
        match self.cell(span) {
            Some(cell) => format!("{path}!{cell}"),
            None => format!("{path}:{line}:{column}"),
        }
    }
}

/// A place as JSON has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Located<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The cell of a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

/// The last character boundary at or before `at`.
pub fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{Sheet, Sources, Span, column_letters};

    #[test]
    fn columns_are_lettered_as_in_spreadsheets() {
        for (column, letters) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(column_letters(column), letters);
        }
        assert_eq!(column_letters(16_383), "XFD");
    }

    #[test]
    fn a_place_in_a_sheet_is_a_cell() {
        let mut sources = Sources::default();
        let cells = vec![(0, 0), (7, 2), (13, 0), (20, 2)];
        let sheet = Sheet { name: "Cards".into(), cells };
        let id = sources.add_sheet("a.xlsx", "Wolf | two\n\nBear | many\n".into(), sheet);
        let span = Span::new(id, 20..24);
        assert_eq!(sources.shown(span), "a.xlsx!Cards!C3");
        assert_eq!(sources.position(span), (3, 3));
        assert_eq!(sources.in_text(span), (3, 9));
    }
}
