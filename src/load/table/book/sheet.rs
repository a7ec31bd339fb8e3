//! Lays a sheet out as lines of text, a line for each row, so that every cell has a place in it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::grid::{Content, Grid, holds};
use super::{Tab, Trouble, merged};
use crate::diag::{Code, Diagnostic};
use crate::load::table::faults::Faults;
use crate::load::table::record::{Field, Record};
use crate::load::table::{Format, Hidden, is_blank};
use crate::span::{Sheet, column_letters};

/// The most cells that are laid out, empty ones between others among them.
const MOST_CELLS: usize = 2_000_000;
/// What stands between the cells of a line.
const BETWEEN: &str = " | ";

/// A sheet as lines and as records, with what is to be told of it.
pub struct Laid {
    /// Row N is line N.
    pub text: String,
    /// Which part of the text is which cell.
    pub places: Sheet,
    /// The rows that hold something.
    pub records: Vec<Record>,
    /// What is to be told.
    pub notes: Vec<Note>,
    /// Formats that were told.
    odd: BTreeSet<String>,
}

/// Something to be told of a place in the text.
pub struct Note {
    diagnostic: Diagnostic,
    range: std::ops::Range<usize>,
}

impl Note {
    /// Tells it.
    pub fn tell(self, faults: &mut Faults<'_>) {
        faults.tell(self.diagnostic.at(faults.span(self.range)));
    }
}

/// Lays out `grid`, the sheet `tab`.
///
/// # Errors
/// It is too large.
pub fn lay_out(tab: Tab, mut grid: Grid, format: &Format) -> Result<Laid, Trouble> {
    grid.hidden_rows.sort_unstable();
    grid.hidden_columns.sort_unstable();
    let first = grid.cells.keys().next().map_or(0, |(row, _)| *row);
    let header = format.header.map_or(first, |row| row.saturating_sub(1));
    let across = merged::across(&grid, header);
    let covering = if format.fill_merged { Vec::new() } else { grid.merged.clone() };
    if format.fill_merged {
        grid.fill_merged()?;
    }
    if format.hidden == Some(Hidden::Skip) {
        grid.without_hidden();
    }
    let places = Sheet { name: tab.name, cells: Vec::new() };
    let mut laid = Laid {
        text: String::new(),
        places,
        records: Vec::new(),
        notes: Vec::new(),
        odd: BTreeSet::new(),
    };
    lines(&grid, header, &mut laid)?;
    if let Some(area) = across {
        let is_said = format.header.is_some();
        laid.note(merged::told(area, header, is_said), area.rows.0.max(header), area.columns.0);
        merged::leave_out(&mut laid.records, area, header);
    }
    merged::mark(&mut laid.records, &covering);
    if tab.is_hidden && format.hidden != Some(Hidden::Read) {
        laid.note(hidden_sheet(&laid.places.name), header, 0);
    }
    if format.hidden.is_none() {
        laid.hidden(&grid, header);
    }
    Ok(laid)
}

/// Writes the rows, each as wide as the header or as its last cell.
fn lines(grid: &Grid, header: u32, laid: &mut Laid) -> Result<(), Trouble> {
    let width = grid.cells.range((header, 0)..=(header, u32::MAX)).next_back();
    let width = width.map_or(0, |((_, column), _)| column + 1);
    let (mut next, mut count) = (0, 0);
    let mut cells = grid.cells.iter().peekable();
    while let Some(((row, _), _)) = cells.peek() {
        let row = *row;
        laid.text.extend((next..row).map(|_| '\n'));
        next = row + 1;
        let mut fields = Vec::new();
        while let Some(((_, column), content)) = cells.next_if(|((at, _), _)| *at == row) {
            count += (*column as usize + 1).saturating_sub(fields.len());
            laid.fill(&mut fields, *column, count)?;
            laid.cell(&mut fields, content, row >= header);
        }
        count += (width as usize).saturating_sub(fields.len());
        laid.fill(&mut fields, width, count)?;
        laid.text.push('\n');
        laid.records.push(Record { line: u64::from(row) + 1, fields });
    }
    Ok(())
}

impl Laid {
    /// Adds empty cells up to a column; `count` cells are then laid out in all.
    fn fill(&mut self, fields: &mut Vec<Field>, column: u32, count: usize) -> Result<(), Trouble> {
        if count > MOST_CELLS {
            let letters = column_letters(column.saturating_sub(1) as usize);
            return Err(Trouble::Large(format!("its rows reach as far as column {letters}")));
        }
        while fields.len() < column as usize {
            self.put(fields, String::new(), None);
        }
        Ok(())
    }

    /// Adds a cell that holds something; `is_read` if it stands in the list.
    fn cell(&mut self, fields: &mut Vec<Field>, content: &Content, is_read: bool) {
        let (text, fault) = match content {
            Content::Text(text) | Content::Number { text, .. } => {
                (text.trim_matches(is_blank).to_owned(), None)
            }
            Content::Unsure { text, format } => (text.clone(), self.odd(text, format, is_read)),
            Content::Error(error) => (error.clone(), Some(spoilt(error))),
            Content::Uncached => ("…".to_owned(), Some(uncached())),
        };
        let number = match content {
            Content::Number { value, .. } => Some(*value),
            _ => None,
        };
        self.put(fields, text, number);
        let range = fields.last().map_or(0..0, |field| field.raw.clone());
        if let Some(diagnostic) = fault.filter(|_| is_read) {
            self.notes.push(Note { diagnostic, range });
        }
    }

    /// What is told of a cell with a format that is not known, once for each format.
    fn odd(&mut self, text: &str, format: &str, is_read: bool) -> Option<Diagnostic> {
        let is_new = is_read && self.odd.insert(format.to_owned());
        is_new.then(|| unsure(text, format))
    }

    fn put(&mut self, fields: &mut Vec<Field>, text: String, number: Option<f64>) {
        if !fields.is_empty() {
            self.text += BETWEEN;
        }
        let start = self.text.len();
        let at = u32::try_from(start).unwrap_or(u32::MAX);
        self.places.cells.push((at, fields.len() as u32));
        self.text.extend(text.chars().map(|c| if c == '\n' { '↵' } else { c }));
        fields.push(Field { number, ..Field::plain(text, start..self.text.len()) });
    }

    /// Remembers something to be told of a cell, or of the sheet if the cell is not laid out.
    fn note(&mut self, diagnostic: Diagnostic, row: u32, column: u32) {
        let record = self.records.iter().find(|record| record.line == u64::from(row) + 1);
        let field = record.and_then(|record| record.fields.get(column as usize));
        let range = field.map_or(0..0, |field| field.raw.clone());
        self.notes.push(Note { diagnostic, range });
    }

    /// Tells which rows and columns are hidden and hold something.
    fn hidden(&mut self, grid: &Grid, header: u32) {
        let cells = || grid.cells.keys().filter(|(row, _)| *row >= header);
        let mut rows: Vec<_> =
            cells().map(|cell| cell.0).filter(|row| holds(&grid.hidden_rows, *row)).collect();
        rows.dedup();
        let mut columns: Vec<_> = cells()
            .map(|cell| cell.1)
            .filter(|column| holds(&grid.hidden_columns, *column))
            .collect();
        columns.sort_unstable();
        columns.dedup();
        if let Some(row) = rows.first() {
            let list = ranges(&rows, |row| (row + 1).to_string());
            self.note(hidden("row", &list, rows.len()), *row, 0);
        }
        if let Some(column) = columns.first() {
            let list = ranges(&columns, |column| column_letters(column as usize));
            self.note(hidden("column", &list, columns.len()), header, *column);
        }
    }
}

/// `4-6, 9`: numbers in order, those that follow one another as one range.
fn ranges(numbers: &[u32], name: impl Fn(u32) -> String) -> String {
    const MOST: usize = 8;
    let mut list = String::new();
    let chunks: Vec<_> = numbers.chunk_by(|one, next| one + 1 == *next).collect();
    for (at, chunk) in chunks.iter().take(MOST).enumerate() {
        let between = if at == 0 { "" } else { ", " };
        let (first, last) = (name(chunk[0]), name(chunk[chunk.len() - 1]));
        let _ = match chunk.len() {
            1 => write!(list, "{between}{first}"),
            _ => write!(list, "{between}{first}-{last}"),
        };
    }
    if chunks.len() > MOST { list + ", …" } else { list }
}

fn hidden(what: &str, list: &str, count: usize) -> Diagnostic {
    let (many, are) = if count == 1 { ("", "is") } else { ("s", "are") };
    let message =
        format!("{what}{many} {list} {are} hidden in the sheet, but read like the others");
    Diagnostic::warning(Code::HIDDEN_CELLS, message).help(
        "say `hidden = \"skip\"` to leave out what is hidden, or `hidden = \"read\"` to keep it",
    )
}

fn hidden_sheet(name: &str) -> Diagnostic {
    let message = format!("the sheet `{name}` is hidden, but read like the others");
    Diagnostic::warning(Code::HIDDEN_CELLS, message)
        .help("say `hidden = \"read\"` when it is meant so, or name another sheet behind `#`")
}

fn spoilt(error: &str) -> Diagnostic {
    Diagnostic::error(Code::CELL_ERROR, format!("the cell shows the error `{error}`"))
        .help("mend the formula in the spreadsheet program, and save the file again")
}

fn unsure(text: &str, format: &str) -> Diagnostic {
    let message =
        format!("the format `{format}` of the cell is not known, so it is printed as `{text}`");
    Diagnostic::warning(Code::CELL_FORMAT, message)
        .help("choose another format, or make it a text; other cells of this format are not told")
}

fn uncached() -> Diagnostic {
    let message = "the cell holds a formula whose value is not in the file";
    let help = "open the file in a spreadsheet program, which works it out, and save it there";
    Diagnostic::error(Code::CELL_ERROR, message).help(help)
}
