//! Rows that are the other side of the row above them: worn units, spent markers.

use super::{Room, extends};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Row, Table};
use crate::span::Span;

/// The words that the column takes; an empty cell is a front.
const WORDS: [&str; 2] = ["front", "back"];

/// Which rows are backs, by their column `column`; their empty cells become those of their fronts.
pub fn fill(table: &mut Table, column: usize, copies: Option<usize>, sink: &mut Sink) -> Vec<bool> {
    // The front above, and its back, once it has one.
    let mut front: Option<(usize, Option<Span>)> = None;
    let (mut backs, mut room) = (Vec::new(), Room::new());
    for at in 0..table.rows.len() {
        let cell = &table.rows[at].cells[column];
        let (text, span) = (cell.text.to_lowercase(), cell.span);
        backs.push(text == WORDS[1]);
        match (text.as_str(), front) {
            ("" | "front", _) => front = Some((at, None)),
            ("back", Some((of, None))) => {
                check_copies(table, at, of, copies, sink);
                if extends::fill(table, at, of, &[Some(column)], &mut room).is_none() {
                    sink.push(super::no_room(span));
                    break;
                }
                front = Some((of, Some(span)));
            }
            ("back", Some((_, Some(other)))) => {
                let message = "the front of this back has a back already";
                let help =
                    "a front has one back; a row of its own for another piece begins with a front";
                let fault = Diagnostic::error(Code::SIDES, message).at(span);
                sink.push(fault.also(other, "its back").help(help));
            }
            ("back", None) => {
                let message = "this back has no front above it";
                let help = "a row with `back` is the other side of the row above it";
                sink.push(Diagnostic::error(Code::SIDES, message).at(span).help(help));
            }
            _ => {
                let header = &table.headers[column].name;
                let message = format!("`{header}` cannot be `{}`", cell.text);
                let help = suggest(&text, WORDS);
                sink.push(Diagnostic::error(Code::SIDES, message).at(span).help(help));
                front = Some((at, None));
            }
        }
    }
    backs.resize(table.rows.len(), false);
    backs
}

/// Tells a back that says another number of copies than its front.
fn check_copies(table: &Table, at: usize, of: usize, copies: Option<usize>, sink: &mut Sink) {
    let Some(copies) = copies else { return };
    let (own, front) = (&table.rows[at].cells[copies], &table.rows[of].cells[copies]);
    if !own.text.is_empty() && own.text != front.text {
        let message = format!("the back has {} copies, its front {}", own.text, front.text);
        let fault = Diagnostic::error(Code::SIDES, message).at(own.span);
        sink.push(fault.also(front.span, "the front").help("leave it empty in the back"));
    }
}

/// Takes the backs out of the table, each with the place of its front.
pub fn take(table: &mut Table, is_back: &[bool]) -> Vec<(Span, Row)> {
    let mut backs: Vec<(Span, Row)> = Vec::new();
    let rows = std::mem::take(&mut table.rows);
    for (row, is_back) in rows.into_iter().zip(is_back) {
        match table.rows.last() {
            Some(front) if *is_back => backs.push((front.span, row)),
            _ => table.rows.push(row),
        }
    }
    backs
}

/// Puts the backs of the rows that are left behind all of them; the row of each one's back.
pub fn put_back(table: &mut Table, backs: Vec<(Span, Row)>) -> Vec<Option<usize>> {
    let mut backs: std::collections::HashMap<_, _> = backs.into_iter().collect();
    let mut places = Vec::new();
    for at in 0..table.rows.len() {
        let back = backs.remove(&table.rows[at].span);
        places.push(back.map(|row| {
            table.rows.push(row);
            table.rows.len() - 1
        }));
    }
    places
}
