//! Puts columns of a second table beside those of the cards, by a column that both share.

use std::collections::{BTreeMap, BTreeSet};

use super::index::Index;
use super::{MOST_TOLD, Room};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::load::lists;
use crate::load::toml::Reader;
use crate::model::{Cell, Header, Lookup, Table, alias};
use crate::span::{Sources, Span, Spanned};
use crate::workspace::Workspace;

/// Joins each table that `join` names, in order.
pub fn join_all(
    table: &mut Table,
    reader: &Reader<'_, '_>,
    tables: &BTreeMap<String, Lookup>,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) {
    for (join, span) in reader.tables("join", sink) {
        let named = join.required("table", span, sink);
        let on = join.required("on", span, sink);
        let key = join.text("key", sink);
        let prefix = join.text("prefix", sink).map(|prefix| prefix.value).unwrap_or_default();
        join.finish(sink);
        let (Some(named), Some(on)) = (named, on) else { continue };
        let read;
        let other = match tables.get(&named.value) {
            Some(lookup) => &lookup.table,
            None => {
                match lists::file(&named, &lists::Format::default(), workspace, sources, sink) {
                    Some(table) => {
                        read = table;
                        &read
                    }
                    None => continue,
                }
            }
        };
        let key = key.unwrap_or_else(|| on.clone());
        let Some(column) = column(table, &on, "the table of the cards", sink) else { continue };
        let Some(key) = self::column(other, &key, "the joined table", sink) else { continue };
        join_one(table, column, &Joined { table: other, key, prefix, span }, sink);
    }
}

/// The column that is named, which must be there.
fn column(table: &Table, name: &Spanned<String>, whose: &str, sink: &mut Sink) -> Option<usize> {
    let found = table.column(&name.value);
    if found.is_none() {
        let message = format!("{whose} has no column `{}`", name.value);
        let help = suggest(&name.value, table.names());
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(name.span).help(help));
    }
    found
}

/// A table to be joined.
struct Joined<'a> {
    table: &'a Table,
    key: usize,
    prefix: String,
    /// Where the manifest asks for it.
    span: Span,
}

impl Joined<'_> {
    /// The columns beside the key.
    fn columns(&self) -> impl Iterator<Item = usize> + use<> {
        let key = self.key;
        (0..self.table.headers.len()).filter(move |at| *at != key)
    }

    /// The headers that its columns get; `None` if one of them is already there.
    fn headers(&self, table: &Table, sink: &mut Sink) -> Option<Vec<Header>> {
        let mut headers = Vec::new();
        for at in self.columns() {
            let header = &self.table.headers[at];
            let name = format!("{}{}", self.prefix, header.name);
            if let Some(other) = table.column(&name) {
                let message =
                    format!("the cards have a column `{name}` before `{}` is joined", header.name);
                let fault = Diagnostic::error(Code::HEADER_CLASH, message).at(self.span);
                let fault = fault.also(table.headers[other].span, "this one");
                sink.push(fault.help("give the joined columns a `prefix`"));
                return None;
            }
            headers.push(Header { alias: alias(&name), name, span: header.span });
        }
        Some(headers)
    }

    /// Tells that no row has the key that `cell` names; `known` are those that there are.
    fn tell_missing(&self, cell: &Cell, known: &Index<'_>, sink: &mut Sink) {
        let header = &self.table.headers[self.key];
        let message = format!("the joined table has no {} `{}`", header.name, cell.text);
        let fault = Diagnostic::error(Code::JOIN, message).at(cell.span);
        let fault = fault.also(header.span, "looked for in this column");
        sink.push(fault.help(suggest(&cell.text, known.names())));
    }
}

/// Adds the columns of a table, for each row those of the row that its cell in the column `on` names.
fn join_one(table: &mut Table, on: usize, joined: &Joined<'_>, sink: &mut Sink) {
    let rows = keys(joined.table, joined.key, sink);
    let width = table.headers.len() + joined.table.headers.len();
    if let Some(fault) = super::too_large(table.rows.len(), width, joined.span) {
        sink.push(fault);
        return;
    }
    let Some(headers) = joined.headers(table, sink) else { return };
    let (mut room, mut missing) = (Room::new(), BTreeSet::new());
    for row in &mut table.rows {
        let cell = &row.cells[on];
        let found = rows.find(cell);
        let is_missing = found.is_none() && !cell.text.is_empty();
        // Each name is told once, where it is first met.
        if is_missing && missing.len() < MOST_TOLD && missing.insert(cell.text.clone()) {
            joined.tell_missing(cell, &rows, sink);
        }
        let mut cells = row.blanks(headers.len());
        for (place, at) in cells.iter_mut().zip(joined.columns()) {
            let cell = found.and_then(|found| room.copy(&joined.table.rows[found].cells[at]));
            cell.into_iter().for_each(|cell| *place = cell);
        }
        row.cells.extend(cells);
    }
    table.headers.extend(headers);
    if room.is_full() {
        sink.push(super::no_room(joined.span));
    }
}

/// The rows of a table by its key; a key that stands twice is told. Rows without one are left out.
pub fn keys<'a>(table: &'a Table, key: usize, sink: &mut Sink) -> Index<'a> {
    let (mut rows, mut shown) = (Index::default(), BTreeMap::new());
    for (at, row) in table.rows.iter().enumerate() {
        let cell = &row.cells[key];
        if cell.text.is_empty() {
            continue;
        }
        // Templates find rows by what is shown, joins by the number, too.
        let first = *shown.entry(cell.text.as_str()).or_insert(at);
        let first = rows.find(cell).unwrap_or(first);
        rows.add(cell, at);
        if first != at {
            let header = &table.headers[key].name;
            let message =
                format!("the {header} `{}` stands twice, but rows are found by it", cell.text);
            let fault = Diagnostic::error(Code::JOIN, message).at(cell.span);
            let fault = fault.also(table.rows[first].cells[key].span, "here already");
            sink.push(fault.help("rename one of them"));
        }
    }
    rows
}
