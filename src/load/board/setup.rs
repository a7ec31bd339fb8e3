//! `setup = { counters = "divisions", column = "setup" }`: pieces begin on cells of the board.

use std::collections::BTreeMap;

use super::super::toml::Reader;
use super::demands::{chosen, pieces};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Board, Deck};
use crate::span::{Sources, Span};

/// Reads and checks `setup`.
pub fn check(
    board: &Board,
    reader: &Reader<'_, '_>,
    decks: &[Deck],
    sources: &Sources,
    sink: &mut Sink,
) {
    let Some(setup) = reader.table("setup", sink) else { return };
    let span = reader.get("setup").map(|value| reader.span(value));
    let Some(span) = span else { return };
    let name = setup.required("counters", span, sink);
    let column = setup.required("column", span, sink);
    let on = setup.text("on", sink);
    let most = setup.number("most", 1, 1000, sink);
    setup.finish(sink);
    let (Some(name), Some(column)) = (name, column) else { return };
    let Some(deck) = pieces(&name, decks, sink) else { return };
    let Some(at) = deck.table.column(&column.value) else {
        let message = format!("the table of `{}` has no column `{}`", deck.name, column.value);
        let help = suggest(&column.value, deck.table.names());
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(column.span).help(help));
        return;
    };
    let allowed = on.as_ref().and_then(|on| chosen(board, on, sources, sink));
    let mut there: BTreeMap<usize, (u32, Span)> = BTreeMap::new();
    for card in &deck.cards {
        let cell = &deck.table.rows[card.row].cells[at];
        if cell.text.is_empty() {
            continue;
        }
        let Some(place) = board.layout.find(&cell.text) else {
            let message = format!("`{}` is set up on `{}`, which is no cell", card.name, cell.text);
            let ids = board.layout.cells.iter().map(|cell| cell.id.as_str());
            let help = suggest(&cell.text, ids);
            sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(cell.span).help(help));
            continue;
        };
        if let (Some(allowed), Some(on)) = (&allowed, &on)
            && !allowed[place]
        {
            let message = format!("`{}` may not be set up on `{}`", card.name, cell.text);
            let fault = Diagnostic::error(Code::BOARD_VALUE, message).at(cell.span);
            sink.push(fault.also(on.span, "where it may be"));
        }
        let (count, first) = there.entry(place).or_insert((0, cell.span));
        *count += card.copies;
        if let Some(most) = &most
            && *count > most.value
        {
            let message =
                format!("{count} pieces are set up on `{}` (`most` is {})", cell.text, most.value);
            let fault = Diagnostic::error(Code::BOARD_VALUE, message).at(cell.span);
            sink.push(fault.also(*first, "the first of them"));
        }
    }
}
