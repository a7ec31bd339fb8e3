//! Puts the cells of each record under their headers.

use super::csv::{Field, Record, Records};
use super::faults::Faults;
use super::headers::{Columns, named};
use super::shown;
use crate::diag::{Code, Diagnostic, Staged};
use crate::model::{Cell, Row, Table};

/// Makes a table of the records, the first of which holds the headers.
///
/// # Errors
/// There are no headers, no rows, or the faults that were told.
pub fn table(records: Records<'_>, separator: u8, mut faults: Faults<'_>) -> Staged<Table> {
    let mut records = records.filter(|record| !record.is_blank());
    let Some(first) = records.next() else {
        let message = "the table is empty: it has no line of headers";
        let help = "name the columns in the first line, for example `name,copies`";
        let diagnostic = Diagnostic::error(Code::EMPTY_TABLE, message).at(faults.span(0..0));
        return Err(faults.error(diagnostic.help(help)));
    };
    let columns = Columns::read(&first, separator, &mut faults);
    let (header, mut is_cut) = (faults.span(first.range()), is_runaway(&first));
    let mut reader = Reader { unnamed: vec![false; columns.width()], columns, separator, faults };
    let mut rows = Vec::new();
    while !is_cut && let Some(record) = records.next() {
        is_cut = is_runaway(&record);
        reader.check(&record);
        rows.push(reader.row(record));
    }
    if rows.is_empty() && !is_cut {
        let message = "there are no rows below the header";
        let help = "write one line for each card below it";
        reader.faults.error(Diagnostic::error(Code::EMPTY_TABLE, message).at(header).help(help));
    }
    let source = reader.faults.source;
    reader.faults.finish(Table { source, headers: reader.columns.headers, rows })
}

/// Whether nothing behind the record can be read for certain.
///
/// Quotes would be taken inside out there, and every message about them would mislead.
fn is_runaway(record: &Record) -> bool {
    record.fields.iter().any(|field| field.quotes.are_runaway())
}

/// Makes rows of records.
struct Reader<'a> {
    columns: Columns,
    separator: u8,
    /// Which columns without a header were told of.
    unnamed: Vec<bool>,
    faults: Faults<'a>,
}

impl Reader<'_> {
    /// Tells what is wrong with a record.
    fn check(&mut self, record: &Record) {
        for (at, field) in record.fields.iter().enumerate() {
            self.faults.check(field, || self.columns.subject(at));
        }
        // Where quotes are wrong, the number of cells is, too.
        if record.fields.iter().any(|field| field.quotes.are_faulty()) {
            return;
        }
        self.check_unnamed(record);
        self.check_long(record);
        self.check_short(record);
    }

    fn check_unnamed(&mut self, record: &Record) {
        for (at, field) in record.fields.iter().enumerate().take(self.columns.width()) {
            if field.text.is_empty() || self.columns.is_named(at) || self.unnamed[at] {
                continue;
            }
            self.unnamed[at] = true;
            let (column, value) = (at + 1, shown(&field.text));
            let message = format!("column {column} has no header, but holds `{value}`");
            self.faults.error(
                Diagnostic::error(Code::UNNAMED_COLUMN, message)
                    .at(self.faults.span(field.raw.clone()))
                    .help(format!("give column {column} a header, or empty it"))
                    .help(self.quote_help()),
            );
        }
    }

    fn check_long(&mut self, record: &Record) {
        let extra = record.fields.get(self.columns.width()..).unwrap_or_default();
        let is_filled = |field: &Field| !field.text.is_empty();
        let Some(first) = extra.iter().find(|field| is_filled(field)) else {
            return;
        };
        let count = record.fields.iter().rposition(is_filled).map_or(0, |at| at + 1);
        let message = format!(
            "line {} has {count} cells for {}; the first without a column is `{}`",
            record.line,
            plural(self.columns.width(), "header"),
            shown(&first.text),
        );
        let diagnostic = Diagnostic::error(Code::LONG_ROW, message);
        let diagnostic = diagnostic.at(self.faults.span(first.raw.clone()));
        self.faults.error(diagnostic.help(self.quote_help()));
    }

    /// Some programs leave out separators at the end of a line, so a few cells may be missing, but
    /// a row with less than half of them is likely to be a piece of another.
    fn check_short(&mut self, record: &Record) {
        let (count, needed) = (record.fields.len(), self.columns.needed());
        if count * 2 >= needed {
            return;
        }
        let separator = named(self.separator);
        let message = format!(
            "line {} has {} for {}: the others are taken as empty",
            record.line,
            plural(count, "cell"),
            plural(needed, "header"),
        );
        self.faults.warning(
            Diagnostic::warning(Code::SHORT_ROW, message)
                .at(self.faults.span(record.range()))
                .help("a cell with a line break in it must stand in double quotes")
                .help(format!("if the row is complete, write a {separator} for each empty cell")),
        );
    }

    fn quote_help(&self) -> String {
        format!("a cell with a {} in it must stand in double quotes", named(self.separator))
    }

    /// The cells of a record that stand below a header, the missing ones empty.
    fn row(&self, record: Record) -> Row {
        let range = record.range();
        let fields = record.fields.into_iter().enumerate();
        let fields = fields.filter(|(at, _)| self.columns.is_named(*at));
        let cell =
            |(_, field): (_, Field)| Cell { text: field.text, span: self.faults.span(field.raw) };
        let mut cells = Vec::with_capacity(self.columns.headers.len());
        cells.extend(fields.map(cell));
        let missing = || Cell { text: String::new(), span: self.faults.span(range.end..range.end) };
        cells.resize_with(self.columns.headers.len(), missing);
        Row { cells, span: self.faults.span(range) }
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
