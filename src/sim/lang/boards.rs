//! Functions of boards, whose values are known when a phrase is read: `distance(map, '0101', '0505')`.

use super::{Fault, Node, Text};
use crate::diag::suggest;
use crate::load::holding;
use crate::model::Board;

/// Functions of boards, for suggestions.
pub const FUNCTIONS: [&str; 5] = ["distance", "neighbours", "adjacent", "cells", "parts"];

/// Reads the arguments of the function `name`; the sign after them is next.
///
/// # Errors
/// A board, a cell or a condition that is not there, or no way between two cells.
pub fn call(text: &mut Text<'_, '_, '_>, name: &str) -> Result<Node, Fault> {
    let board = board(text)?;
    text.expect(",")?;
    let value = match name {
        "neighbours" => board.layout.neighbours(cell(text, board)?).len(),
        "cells" => chosen(text, board)?.iter().filter(|chosen| **chosen).count(),
        "parts" => board.layout.parts(&chosen(text, board)?).len(),
        _ => {
            let from = cell(text, board)?;
            text.expect(",")?;
            let start = text.at;
            let to = cell(text, board)?;
            match name {
                "adjacent" => usize::from(board.layout.neighbours(from).contains(&to)),
                _ => board.layout.distance(from, to).ok_or_else(|| {
                    Fault::new(start..text.at, "no links lead from one cell to the other", "")
                })? as usize,
            }
        }
    };
    Ok(Node::Number(value as f64))
}

fn board<'g>(text: &mut Text<'_, '_, 'g>) -> Result<&'g Board, Fault> {
    let decks = &text.scope.pool.game.decks;
    let (name, range) = text.name()?;
    let boards = || decks.iter().filter(|deck| deck.board.is_some());
    let found = boards().find(|deck| deck.name == name).and_then(|deck| deck.board.as_deref());
    found.ok_or_else(|| {
        let help = suggest(&name, boards().map(|deck| deck.name.as_str()));
        Fault::unknown(range, format!("there is no board `{name}`"), help)
    })
}

fn cell(text: &mut Text<'_, '_, '_>, board: &Board) -> Result<usize, Fault> {
    let (name, range) = text.name()?;
    board.layout.find(&name).ok_or_else(|| {
        let help = suggest(&name, board.layout.cells.iter().map(|cell| cell.id.as_str()));
        Fault::unknown(range, format!("the board has no cell `{name}`"), help)
    })
}

/// The cells whose rows fulfil a condition, which stands in quotes.
fn chosen(text: &mut Text<'_, '_, '_>, board: &Board) -> Result<Vec<bool>, Fault> {
    let (condition, range) = text.name()?;
    let rows = holding(&board.table, &condition)
        .map_err(|(message, help)| Fault::new(range, message, help))?;
    Ok(board.rows.iter().map(|row| row.is_some_and(|row| rows[row])).collect())
}
