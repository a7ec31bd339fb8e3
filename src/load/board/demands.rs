//! What must hold for the cells of a board, as its manifest says.

use super::super::deck::Context;
use super::super::shape;
use super::super::toml::Reader;
use super::{setup, values};
use crate::board::Point;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::decimal;
use crate::model::{Board, Deck, HexTop, Kind, Shape};
use crate::span::{Sources, Spanned};

/// Reads and checks what must hold; `decks` are those before the board.
pub fn check(
    board: &Board,
    reader: &Reader<'_, '_>,
    decks: &[Deck],
    context: &Context<'_>,
    sources: &Sources,
    sink: &mut Sink,
) {
    values::check(board, reader, context, sink);
    setup::check(board, reader, decks, sources, sink);
    if reader.flag("complete", sink).unwrap_or(false) {
        complete(board, reader, sink);
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

/// `complete = true`: every cell has a row.
fn complete(board: &Board, reader: &Reader<'_, '_>, sink: &mut Sink) {
    let without = board.layout.cells.iter().zip(&board.rows).filter(|(_, row)| row.is_none());
    let ids: Vec<_> = without.map(|(cell, _)| format!("`{}`", cell.id)).collect();
    let Some(value) = reader.get("complete").filter(|_| !ids.is_empty()) else { return };
    let more = if ids.len() > 6 { " …" } else { "" };
    let message =
        format!("{} cells have no row: {}{more}", ids.len(), ids[..ids.len().min(6)].join(", "));
    let fault = Diagnostic::error(Code::BOARD_CELL, message).at(reader.span(value));
    sink.push(fault.help("write a row for each, or take them off with `without`"));
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

/// The counters of that name; told if there are none.
pub fn pieces<'a>(name: &Spanned<String>, decks: &'a [Deck], sink: &mut Sink) -> Option<&'a Deck> {
    let pieces = || decks.iter().filter(|deck| deck.form.kind == Kind::Counter);
    let found = pieces().find(|deck| deck.name == name.value);
    if found.is_none() {
        let message = format!("there are no counters `{}`", name.value);
        let help = suggest(&name.value, pieces().map(|deck| deck.name.as_str()));
        sink.push(Diagnostic::error(Code::UNKNOWN_DECK, message).at(name.span).help(help));
    }
    found
}

/// `counters = ["divisions"]`: such pieces lie within a cell.
fn counters(board: &Board, name: &Spanned<String>, decks: &[Deck], sink: &mut Sink) {
    let Some(deck) = pieces(name, decks, sink) else { return };
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
