//! What must hold for the cells of a board, as its manifest says.

use std::collections::BTreeSet;

use super::super::deck::Context;
use super::super::shape;
use super::super::toml::Reader;
use crate::board::Point;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::decimal;
use crate::model::{Board, Deck, HexTop, Kind, Lookup, Shape};
use crate::span::{Sources, Spanned};

/// Reads and checks `values`, `connected`, `must`, and `counters` among the `decks` before the board.
pub fn check(
    board: &Board,
    reader: &Reader<'_, '_>,
    decks: &[Deck],
    context: &Context<'_>,
    sources: &Sources,
    sink: &mut Sink,
) {
    if let Some(values) = reader.table("values", sink) {
        for (column, value) in values.entries() {
            let span = values.span(value);
            if let Some(name) = super::super::toml::text(column.value, value, span, sink) {
                values_of(board, &column, &Spanned { value: name, span }, context, sink);
            }
        }
    }
    for condition in reader.texts("connected", sink).unwrap_or_default() {
        if let Some(chosen) = chosen(board, &condition, sources, sink) {
            connected(board, &condition, &chosen, sink);
        }
    }
    for condition in reader.texts("must", sink).unwrap_or_default() {
        must(board, &condition, sources, sink);
    }
    for name in reader.texts("counters", sink).unwrap_or_default() {
        counters(board, &name, decks, sink);
    }
}

/// The cells whose rows fulfil a condition; cells without a row do not.
pub fn chosen(
    board: &Board,
    condition: &Spanned<String>,
    sources: &Sources,
    sink: &mut Sink,
) -> Option<Vec<bool>> {
    let judged = shape::judge(&board.table, condition, sources, sink)?;
    Some(board.rows.iter().map(|row| row.is_some_and(|row| judged[row])).collect())
}

/// `values = { terrain = "terrain" }`: what stands in the column are the keys of the table, and
/// each of them stands somewhere.
fn values_of(
    board: &Board,
    column: &Spanned<&str>,
    name: &Spanned<String>,
    context: &Context<'_>,
    sink: &mut Sink,
) {
    let Some(at) = board.table.column(column.value) else {
        let message = format!("the table has no column `{}`", column.value);
        let help = suggest(column.value, board.table.names());
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(column.span).help(help));
        return;
    };
    let known = context.tables.get(&name.value);
    let Some(Lookup { table, key: Some(key) }) = known else {
        let message = match known {
            Some(_) => format!("the table `{}` has no key", name.value),
            None => format!("there is no table `{}`", name.value),
        };
        let help = match known {
            Some(_) => "say in its [[table]] which column names a row: `key = \"name\"`".into(),
            None => suggest(&name.value, context.tables.keys().map(String::as_str)),
        };
        sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(name.span).help(help));
        return;
    };
    let keys = || table.rows.iter().map(|row| row.cells[*key].text.as_str());
    let all: BTreeSet<_> = keys().collect();
    let mut used = BTreeSet::new();
    for row in &board.table.rows {
        let cell = &row.cells[at];
        used.insert(cell.text.as_str());
        if !cell.text.is_empty() && !all.contains(cell.text.as_str()) {
            let message = format!(
                "`{}` is `{}`, which the table `{}` lacks",
                column.value, cell.text, name.value
            );
            let help = suggest(&cell.text, keys());
            sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(cell.span).help(help));
        }
    }
    for row in &table.rows {
        let cell = &row.cells[*key];
        if !used.contains(cell.text.as_str()) {
            let message = format!("no cell of the board has the {} `{}`", column.value, cell.text);
            let help = "delete the row, or use it on the board";
            sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(cell.span).help(help));
        }
    }
}

/// Tells chosen cells that cannot be reached from the others.
fn connected(board: &Board, condition: &Spanned<String>, chosen: &[bool], sink: &mut Sink) {
    let parts = board.layout.parts(chosen);
    if parts.is_empty() {
        let message = format!("no cell of the board fulfils `{}`", condition.value);
        let help = "a cell without a row fulfils nothing; compare with what stands in the column";
        sink.push(Diagnostic::error(Code::BOARD_CONNECTED, message).at(condition.span).help(help));
        return;
    }
    if parts.len() < 2 {
        return;
    }
    // The largest part is the one that the others should belong to.
    let id = |cell: usize| format!("`{}`", board.layout.cells[cell].id);
    for part in &parts[1..] {
        let some: Vec<_> = part.iter().take(6).map(|cell| id(*cell)).collect();
        let more = if part.len() > 6 { " …" } else { "" };
        let message = format!(
            "{} of {} cells cannot be reached from the others: {}{more}",
            part.len(),
            parts.iter().map(Vec::len).sum::<usize>(),
            some.join(", ")
        );
        let fault = Diagnostic::error(Code::BOARD_CONNECTED, message).at(condition.span);
        let row = board.rows[part[0]].map(|row| board.table.rows[row].span);
        sink.push(match row {
            Some(row) => fault.also(row, "one of them"),
            None => fault,
        });
    }
}

/// Tells the rows of cells for which a condition does not hold.
fn must(board: &Board, condition: &Spanned<String>, sources: &Sources, sink: &mut Sink) {
    let Some(judged) = shape::judge(&board.table, condition, sources, sink) else { return };
    for (cell, row) in board.layout.cells.iter().zip(&board.rows) {
        if let Some(row) = row.filter(|row| !judged[*row]) {
            let message = format!("the cell `{}` breaks `{}`", cell.id, condition.value);
            let fault = Diagnostic::error(Code::BOARD_VALUE, message);
            sink.push(fault.at(board.table.rows[row].span).also(condition.span, "what must hold"));
        }
    }
}

/// `counters = ["divisions"]`: such pieces lie within a cell.
fn counters(board: &Board, name: &Spanned<String>, decks: &[Deck], sink: &mut Sink) {
    let pieces = || decks.iter().filter(|deck| deck.form.kind == Kind::Counter);
    let Some(deck) = pieces().find(|deck| deck.name == name.value) else {
        let message = format!("there are no counters `{}`", name.value);
        let help = suggest(&name.value, pieces().map(|deck| deck.name.as_str()));
        sink.push(Diagnostic::error(Code::UNKNOWN_DECK, message).at(name.span).help(help));
        return;
    };
    let Some(cell) = board.layout.cells.iter().position(|cell| cell.is_whole) else { return };
    let (points, round) = outline(deck);
    let room = board.layout.room(cell, &points) - round;
    if room < -1e-6 {
        let message = format!(
            "`{}` of {} reach {} mm beyond a cell of {}",
            deck.name,
            deck.size.size,
            decimal(-room),
            board.cell
        );
        let help =
            "a square lies in a hexagon if its side is at most 0.732 of that from side to side";
        sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(name.span).help(help));
    }
}

/// The corners of a piece around its middle, and how far it reaches beyond them, in mm.
fn outline(deck: &Deck) -> (Vec<Point>, f64) {
    let (w, h) = (deck.size.size.w / 2.0, deck.size.size.h / 2.0);
    let at = |places: &[(f64, f64)]| places.iter().map(|(x, y)| Point { x: *x, y: *y }).collect();
    match deck.form.shape {
        Shape::Round => (at(&[(0.0, 0.0)]), w),
        Shape::Hex(HexTop::Flat) => (
            at(&[(w, 0.0), (w / 2.0, h), (-w / 2.0, h), (-w, 0.0), (-w / 2.0, -h), (w / 2.0, -h)]),
            0.0,
        ),
        Shape::Hex(HexTop::Pointy) => (
            at(&[(0.0, h), (w, h / 2.0), (w, -h / 2.0), (0.0, -h), (-w, -h / 2.0), (-w, h / 2.0)]),
            0.0,
        ),
        // A standee stands on its base.
        Shape::Standee { .. } => (at(&[(-w, 0.0), (w, 0.0)]), 0.0),
        Shape::Straight | Shape::Net(_) => (at(&[(w, h), (-w, h), (-w, -h), (w, -h)]), 0.0),
    }
}
