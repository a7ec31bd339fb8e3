//! The rows of a board's cells: each finds the cell that it names.

use std::collections::{BTreeMap, BTreeSet};

use super::super::toml::Reader;
use super::field::Field;
use crate::board::{Layout, Point};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Board, Table};
use crate::span::{Span, Spanned};

/// Columns that name a cell, if the board names none.
const IDS: [&str; 6] = ["id", "cell", "hex", "square", "space", "name"];

/// Lays the field out and gives each cell its row.
pub fn read(
    field: &Field,
    origin: Point,
    table: Table,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Board> {
    let id = id_column(&table, reader, span, sink)?;
    let without = reader.texts("without", sink).unwrap_or_default();
    let only_listed = reader.flag("only_listed", sink).unwrap_or(false);
    let all = field.lay_out(origin, |_| true);
    check_names(&all, field, sink);
    without.iter().for_each(|name| {
        check_cell(&all, name, sink);
    });
    let mut rows = BTreeMap::new();
    for (at, row) in table.rows.iter().enumerate() {
        let cell = &row.cells[id];
        let name = Spanned { value: cell.text.clone(), span: cell.span };
        if check_cell(&all, &name, sink).is_some()
            && let Some(other) = rows.insert(cell.text.as_str(), at)
        {
            let message = format!("the cell `{}` has two rows", cell.text);
            let fault = Diagnostic::error(Code::BOARD_CELL, message).at(cell.span);
            sink.push(fault.also(table.rows[other].cells[id].span, "the other row"));
        }
    }
    let hidden: BTreeSet<_> = without.iter().map(|name| name.value.as_str()).collect();
    let keep = |name: &str| !hidden.contains(name) && (!only_listed || rows.contains_key(name));
    let layout = field.lay_out(origin, keep);
    if layout.cells.is_empty() {
        let message = "the board has no cells";
        sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(span));
        return None;
    }
    let rows = layout.cells.iter().map(|cell| rows.get(cell.id.as_str()).copied()).collect();
    Some(Board {
        kind: field.kind,
        layout,
        cell: field.cell(),
        table,
        rows,
        edges: BTreeMap::new(),
        paths: BTreeMap::new(),
    })
}

/// The column that names cells.
fn id_column(table: &Table, reader: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Option<usize> {
    let asked = reader.text("id", sink);
    if table.headers.is_empty() {
        return Some(0);
    }
    let found = match &asked {
        Some(name) => table.column(&name.value),
        None => IDS.iter().find_map(|name| table.column(name)),
    };
    if found.is_none() {
        let (message, at) = match &asked {
            Some(name) => (format!("the table has no column `{}`", name.value), name.span),
            None => ("no column of the table names the cell of a row".into(), span),
        };
        let help = match &asked {
            Some(name) => suggest(&name.value, table.names()),
            None => format!("name the column: `id = \"…\"`; known are {}", IDS.join(", ")),
        };
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(at).help(help));
    }
    found
}

/// Tells two cells of one name, which letters and numbers without a separator can give.
fn check_names(layout: &Layout, field: &Field, sink: &mut Sink) {
    let mut seen = BTreeSet::new();
    if let Some(cell) = layout.cells.iter().find(|cell| !seen.insert(cell.id.as_str())) {
        let message = format!("two cells are named `{}`", cell.id);
        let help = "give `numbering` a `separator` or more `digits`";
        sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(field.span).help(help));
    }
}

/// The cell of a name; told if there is none.
pub fn check_cell(layout: &Layout, name: &Spanned<String>, sink: &mut Sink) -> Option<usize> {
    let found = layout.find(&name.value);
    if found.is_none() {
        let message = format!("the board has no cell `{}`", name.value);
        let ids = || layout.cells.iter().map(|cell| cell.id.as_str());
        let help = match (ids().next(), ids().last()) {
            (Some(first), Some(last)) => {
                format!("{}; they go from `{first}` to `{last}`", suggest(&name.value, ids()))
            }
            _ => String::new(),
        };
        sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(name.span).help(help));
    }
    found
}
