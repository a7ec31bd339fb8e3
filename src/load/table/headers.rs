//! Reads the headers of a table.

use std::collections::HashMap;
use std::ptr;

use super::faults::Faults;
use super::record::{Form, Quotes, Record};
use super::separator::{CANDIDATES, named};
use super::shown;
use crate::diag::{Code, Diagnostic};
use crate::model::{Header, alias};

/// The columns of a table, and which cells of a record belong to them.
pub struct Columns {
    /// The columns with a header, from left to right.
    pub headers: Vec<Header>,
    /// For each cell of the header's record, its column in `headers` if it has a name.
    places: Vec<Option<usize>>,
    form: Form,
}

impl Columns {
    /// Reads the record that holds the headers.
    pub fn read(record: &Record, form: Form, faults: &mut Faults<'_>) -> Self {
        let mut columns = Self { headers: Vec::new(), places: Vec::new(), form };
        for (at, field) in record.fields.iter().enumerate() {
            faults.check(field, || format!("the header of {}", form.column(at)));
            let is_named = !field.text.is_empty();
            columns.places.push(is_named.then_some(columns.headers.len()));
            if is_named {
                let (name, span) = (field.text.clone(), faults.span(field.raw.clone()));
                columns.headers.push(Header { alias: alias(&name), name, span });
            }
        }
        tell_doubles(&columns.headers, faults);
        if let Form::Text { separator } = form {
            columns.tell_lone(record, separator, faults);
        }
        columns
    }

    /// How many cells the header's record has.
    pub fn width(&self) -> usize {
        self.places.len()
    }

    /// How many cells a record needs to have one in every column with a header.
    pub fn needed(&self) -> usize {
        self.places.iter().rposition(Option::is_some).map_or(0, |at| at + 1)
    }

    /// Whether the cell at `at` stands below a header.
    pub fn is_named(&self, at: usize) -> bool {
        self.places.get(at).is_some_and(Option::is_some)
    }

    /// How a sentence names the column of the cell at `at`.
    pub fn subject(&self, at: usize) -> String {
        match self.places.get(at) {
            Some(Some(column)) => format!("`{}`", shown(&self.headers[*column].name)),
            _ => self.form.column(at),
        }
    }

    /// Tells when there is one header only, maybe because it was split at the wrong character.
    fn tell_lone(&self, record: &Record, separator: u8, faults: &mut Faults<'_>) {
        let [field] = &record.fields[..] else { return };
        let is_missed = |other: &&u8| **other != separator && field.text.as_bytes().contains(other);
        let missed = CANDIDATES.iter().find(is_missed);
        let Some(missed) = missed.filter(|_| field.quotes != Quotes::Paired) else {
            return;
        };
        let (separator, missed) = (named(separator), named(*missed));
        let name = shown(&field.text);
        let message = format!("`{name}` is the only column, because the header has no {separator}");
        let help =
            format!("if a {missed} separates cells, say so with `separator` in the manifest");
        let diagnostic = Diagnostic::warning(Code::SEPARATOR, message);
        faults.warning(diagnostic.at(faults.span(field.raw.clone())).help(help));
    }
}

/// Tells when a template could not say which of two columns it means.
fn tell_doubles(headers: &[Header], faults: &mut Faults<'_>) {
    let (mut names, mut aliases) = (HashMap::new(), HashMap::new());
    for header in headers {
        let same: &Header = names.entry(&header.name).or_insert(header);
        let alias = header.alias.as_ref();
        let alike: &Header = alias.map_or(header, |alias| aliases.entry(alias).or_insert(header));
        let (first, name) = (shown(&alike.name), shown(&header.name));
        if !ptr::eq(same, header) {
            let message = format!("two columns have the header `{name}`");
            faults.error(double(Code::DUPLICATE_HEADER, message, header, same));
        } else if !ptr::eq(alike, header) {
            let alias = shown(header.alias.as_deref().unwrap_or_default());
            let message = format!("`{first}` and `{name}` are both `{alias}` in templates");
            faults.error(double(Code::HEADER_CLASH, message, header, alike));
        }
    }
}

fn double(code: Code, message: String, second: &Header, first: &Header) -> Diagnostic {
    Diagnostic::error(code, message)
        .at(second.span)
        .also(first.span, "the other one")
        .help("rename one of them")
}
