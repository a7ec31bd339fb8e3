//! The rows of a board's cells: each finds the cell that it names.

use std::collections::{BTreeMap, BTreeSet};

use super::super::toml::Reader;
use super::field::Field;
use crate::board::{Layout, Point};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Board, BoardKind, Table};
use crate::span::{Span, Spanned};

/// Columns that name a cell, if the board names none.
pub const IDS: [&str; 6] = ["id", "cell", "hex", "square", "space", "name"];

/// Lays the field out and gives each cell its row.
pub fn read(
    field: &Field,
    origin: Point,
    table: Table,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Board> {
    let id = match table.headers.is_empty() {
        true => 0,
        false => column("id", &IDS, Some(span), &table, reader, sink)?,
    };
    let without = reader.texts("without", sink).unwrap_or_default();
    let only_listed = reader.flag("only_listed", sink).unwrap_or(false);
    let all = field.lay_out(origin, |_| true);
    without.iter().for_each(|name| {
        check_cell(&all, name, sink);
    });
    let mut rows = BTreeMap::new();
    // The rows of a mat are no cells; its template does with them what it likes.
    let listed = if field.kind == BoardKind::Mat { &[][..] } else { &table.rows[..] };
    for (at, row) in listed.iter().enumerate() {
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
    if layout.cells.is_empty() && field.kind != BoardKind::Mat {
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

/// The column that `key` names, or one of the `usual`; told, if it must be there for the board at
/// `needed` and is not.
pub fn column(
    key: &'static str,
    usual: &[&str],
    needed: Option<Span>,
    table: &Table,
    reader: &Reader<'_, '_>,
    sink: &mut Sink,
) -> Option<usize> {
    let asked = reader.text(key, sink);
    let found = match &asked {
        Some(name) => table.column(&name.value),
        None => usual.iter().find_map(|name| table.column(name)),
    };
    if found.is_none() && (needed.is_some() || asked.is_some()) {
        let at = asked.as_ref().map(|name| name.span).or(needed);
        let wanted = asked.map_or_else(|| usual[0].to_owned(), |name| name.value);
        let message = format!("the table has no column `{wanted}`");
        let help = format!("{}; name the column: `{key} = \"…\"`", suggest(&wanted, table.names()));
        let fault = Diagnostic::error(Code::UNKNOWN_COLUMN, message).help(help);
        sink.push(match at {
            Some(at) => fault.at(at),
            None => fault,
        });
    }
    found
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
