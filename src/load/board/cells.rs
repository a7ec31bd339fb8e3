//! The rows of a board's cells: each finds the cell that it names.

use std::collections::{BTreeMap, BTreeSet};

use super::super::toml::Reader;
use super::field::Field;
use crate::board::{Layout, Point};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Board, BoardKind, Row, Table};
use crate::span::{Span, Spanned};

/// Columns that name a cell, if the board names none.
pub const IDS: [&str; 6] = ["id", "cell", "hex", "square", "space", "name"];

/// Lays the field out and gives each cell its row; if the table is `partial`, cells without a row
/// are left out.
pub fn read(
    field: &Field,
    origin: Point,
    table: Table,
    partial: bool,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Board> {
    let namer = Namer::new(&table, reader, span, sink)?;
    own_names(&table, field, &namer, reader, sink);
    let without = reader.texts("without", sink).unwrap_or_default();
    let only_listed = reader.flag("only_listed", sink).unwrap_or(partial);
    let all = field.lay_out(origin, |_| true);
    for (at, name) in without.iter().enumerate() {
        check_cell(&all, name, sink);
        if let Some(other) = without[..at].iter().find(|other| other.value == name.value) {
            let message = format!("`without` has the cell `{}` twice", name.value);
            let fault = Diagnostic::warning(Code::BOARD_CELL, message).at(name.span);
            sink.push(fault.also(other.span, "the other one").help("leave out one of them"));
        }
    }
    let mut rows: BTreeMap<String, (usize, Span)> = BTreeMap::new();
    // The rows of a mat are no cells; its template does with them what it likes.
    let listed = if field.kind == BoardKind::Mat { &[][..] } else { &table.rows[..] };
    for (at, row) in listed.iter().enumerate() {
        let name = namer.name(row, &all);
        if check_cell(&all, &name, sink).is_some()
            && let Some((_, other)) = rows.insert(name.value.clone(), (at, name.span))
        {
            let message = format!("the cell `{}` has two rows", name.value);
            let fault = Diagnostic::error(Code::BOARD_CELL, message).at(name.span);
            sink.push(fault.also(other, "the other row"));
        }
    }
    let hidden: BTreeSet<_> = without.iter().map(|name| name.value.as_str()).collect();
    let keep = |name: &str| !hidden.contains(name) && (!only_listed || rows.contains_key(name));
    let is_all = all.cells.iter().all(|cell| keep(&cell.id));
    let layout = if is_all { all } else { field.lay_out(origin, keep) };
    if layout.cells.is_empty() && field.kind != BoardKind::Mat {
        let message = "the board has no cells";
        sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(span));
        return None;
    }
    let rows = layout.cells.iter().map(|cell| rows.get(&cell.id).map(|(row, _)| *row)).collect();
    Some(Board {
        kind: field.kind,
        numbers: field.numbers(&layout),
        layout,
        cell: field.cell(),
        table,
        rows,
        edges: BTreeMap::new(),
        paths: BTreeMap::new(),
    })
}

/// What a cell has of its own, whatever its row says.
const OWN: [&str; 10] =
    ["x", "y", "label", "label_x", "label_y", "column", "row", "points", "whole", "listed"];

/// Tells columns that no template could see, as a cell has something else of that name.
fn own_names(
    table: &Table,
    field: &Field,
    namer: &Namer,
    reader: &Reader<'_, '_>,
    sink: &mut Sink,
) {
    let gives = |name: &str| match field.kind {
        BoardKind::Mat => true,
        BoardKind::Graph => {
            let is_given = |key| reader.get(key).is_some();
            (name == "x" && !is_given("x")) || (name == "y" && !is_given("y"))
        }
        _ => false,
    };
    for (at, header) in table.headers.iter().enumerate() {
        let alias = header.alias.as_deref().unwrap_or(&header.name);
        let is_place = matches!(namer, Namer::Place(column, row) if at == *column || at == *row);
        let is_own = OWN.contains(&alias);
        if is_own && !is_place && !gives(alias) {
            let message = format!("a cell has its own `{alias}`, which hides this column");
            let help = format!("give the column another name, such as `{alias}_1`");
            sink.push(Diagnostic::error(Code::BAD_NAME, message).at(header.span).help(help));
        }
    }
}

/// How rows name their cells.
enum Namer {
    /// There are no rows.
    None,
    /// By the id in a column.
    Id(usize),
    /// By column and row, counted from 1 at the top left, as maps of other programs do.
    Place(usize, usize),
}

impl Namer {
    fn new(table: &Table, reader: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Option<Self> {
        let known = IDS.iter().any(|name| table.column(name).is_some());
        let place = table.column("column").zip(table.column("row"));
        match place.filter(|_| !known && reader.get("id").is_none()) {
            _ if table.headers.is_empty() => Some(Self::None),
            Some((column, row)) => Some(Self::Place(column, row)),
            None => column("id", &IDS, Some(span), table, reader, sink).map(Self::Id),
        }
    }

    /// The name of the cell of a row; of a place that is not there, the place.
    fn name(&self, row: &Row, layout: &Layout) -> Spanned<String> {
        let text = |column: usize| row.cells[column].text.as_str();
        match *self {
            Self::None => Spanned { value: String::new(), span: row.span },
            Self::Id(id) => Spanned { value: text(id).to_owned(), span: row.cells[id].span },
            Self::Place(column, line) => {
                let place = text(column).parse().ok().zip(text(line).parse().ok());
                let found = place.and_then(|(column, row): (i32, i32)| {
                    layout.at((column.checked_sub(1)?, row.checked_sub(1)?))
                });
                let id = found.map(|cell| layout.cells[cell].id.clone());
                let value = id.unwrap_or_else(|| format!("{} {}", text(column), text(line)));
                Spanned { value, span: row.cells[column].span }
            }
        }
    }
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
        let help = match (ids().next(), ids().next_back()) {
            (Some(first), Some(last)) => {
                let guess = suggest(&name.value, ids());
                let stop = if guess.ends_with('?') { "" } else { ";" };
                format!("{guess}{stop} they go from `{first}` to `{last}`")
            }
            _ => "it has no cells at all, as a mat has none".to_owned(),
        };
        sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(name.span).help(help));
    }
    found
}
