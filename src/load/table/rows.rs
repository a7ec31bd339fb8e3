//! Puts the cells of each record under their headers.

use std::collections::BTreeSet;

use super::faults::Faults;
use super::headers::Columns;
use super::record::{Field, Form, Quotes, Record};
use super::separator::{CANDIDATES, named};
use super::shown;
use crate::diag::{Code, Diagnostic, Staged, plural};
use crate::model::{Cell, MOST_CELLS, Row, Table};
use crate::xml;

/// Makes a table of the records, the first of which holds the headers, or the one on line `header`.
///
/// # Errors
/// There are no headers, no rows, or the faults that were told.
pub fn table(
    records: impl Iterator<Item = Record>,
    form: Form,
    header: Option<u32>,
    mut faults: Faults<'_>,
) -> Staged<Table> {
    let least = header.map_or(0, u64::from);
    let mut records = records.filter(|one| one.line >= least && !one.is_blank());
    let first = records.next().filter(|one| header.is_none() || one.line == least);
    let Some(first) = first else {
        return Err(faults.error(headless(form, header, &faults)));
    };
    let columns = Columns::read(&first, form, &mut faults);
    let (place, mut is_cut) = (faults.span(first.range()), is_runaway(&first));
    let mut reader = Reader { is_mixed: false, unnamed: BTreeSet::new(), columns, form, faults };
    let (mut rows, width) = (Vec::new(), reader.columns.headers.len());
    while !is_cut && let Some(record) = records.next() {
        is_cut = is_runaway(&record);
        reader.check(&record);
        if (rows.len() + 1) * width > MOST_CELLS {
            let message = format!("the table has more than {MOST_CELLS} cells");
            let help = "delete the columns that no card shows, or the rows that are no cards";
            let fault = Diagnostic::error(Code::TABLE_SIZE, message).help(help);
            return Err(reader.faults.error(fault.at(reader.faults.span(record.range()))));
        }
        rows.push(reader.row(record));
    }
    if rows.is_empty() && !is_cut {
        let message = "there are no rows below the header";
        let help = "write one line for each card below it";
        reader.faults.error(Diagnostic::error(Code::EMPTY_TABLE, message).at(place).help(help));
    }
    reader.faults.finish(Table { headers: reader.columns.headers, rows })
}

/// Tells that no headers were found.
fn headless(form: Form, header: Option<u32>, faults: &Faults<'_>) -> Diagnostic {
    let line = form.line();
    let (message, help) = match header {
        Some(header) => (
            format!("{line} {header} is blank, but `header` says that it holds the headers"),
            format!("say the number of the {line} that names the columns"),
        ),
        None => (
            "the table is empty: it has no line of headers".into(),
            "name the columns in the first line, for example `name,copies`".into(),
        ),
    };
    Diagnostic::error(Code::EMPTY_TABLE, message).at(faults.span(0..0)).help(help)
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
    form: Form,
    /// Whether a line was told that is separated otherwise than the headers.
    is_mixed: bool,
    /// The columns without a header that were told of.
    unnamed: BTreeSet<usize>,
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
        if let Form::Text { separator } = self.form {
            self.check_long(record);
            if !self.check_mixed(record, separator) {
                self.check_short(record, separator);
            }
        }
    }

    fn check_unnamed(&mut self, record: &Record) {
        // In a text, a cell behind all headers comes from a separator too many.
        let width = match self.form {
            Form::Text { .. } => self.columns.width(),
            _ => record.fields.len(),
        };
        for (at, field) in record.fields.iter().enumerate().take(width) {
            if field.text.is_empty() || self.columns.is_named(at) || !self.unnamed.insert(at) {
                continue;
            }
            let (column, value) = (self.form.column(at), shown(&field.text));
            let message = format!("{column} has no header, but holds `{value}`");
            self.faults.error(
                Diagnostic::error(Code::UNNAMED_COLUMN, message)
                    .at(self.faults.span(field.raw.clone()))
                    .help(format!("give {column} a header, or empty it"))
                    .help_if(self.form.quote_help()),
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
        self.faults.error(diagnostic.help_if(self.form.quote_help()));
    }

    /// Some programs leave out separators at the end of a line, so a few cells may be missing, but
    /// a row with less than half of them is likely to be a piece of another.
    fn check_short(&mut self, record: &Record, separator: u8) {
        let (count, needed) = (record.fields.len(), self.columns.needed());
        if count * 2 >= needed {
            return;
        }
        let separator = named(separator);
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

    /// Whether a line has all its cells in one, with another character between them; the first is told.
    fn check_mixed(&mut self, record: &Record, separator: u8) -> bool {
        let needed = self.columns.needed();
        let [only] = &record.fields[..] else { return false };
        if needed < 2 || only.quotes != Quotes::Absent {
            return false;
        }
        let mut others = CANDIDATES.iter().filter(|other| **other != separator);
        let splits = |other: &&u8| only.text.split(char::from(**other)).count() == needed;
        let Some(other) = others.find(splits) else { return false };
        if std::mem::replace(&mut self.is_mixed, true) {
            return true;
        }
        let (separator, other) = (named(separator), named(*other));
        let message = format!(
            "line {} has a {other} where the headers have a {separator}: all of it is one cell",
            record.line
        );
        self.faults.warning(
            Diagnostic::warning(Code::SEPARATOR, message)
                .at(self.faults.span(only.raw.clone()))
                .help(format!("write a {separator} between the cells of all lines"))
                .help("if it is one cell, put it in double quotes"),
        );
        true
    }

    /// The cells of a record that stand below a header, the missing ones empty.
    fn row(&self, record: Record) -> Row {
        let range = record.range();
        let fields = record.fields.into_iter().enumerate();
        let fields = fields.filter(|(at, _)| self.columns.is_named(*at));
        let cell = |(_, field): (_, Field)| {
            let span = self.faults.span(field.raw);
            Cell {
                text: xml::lines(&field.text).into_owned(),
                data: field.data,
                number: field.number,
                is_covered: field.is_covered,
                span,
            }
        };
        let mut cells = Vec::with_capacity(self.columns.headers.len());
        cells.extend(fields.map(cell));
        let missing = || Cell::new("", self.faults.span(range.end..range.end));
        cells.resize_with(self.columns.headers.len(), missing);
        Row { cells, span: self.faults.span(range) }
    }
}
