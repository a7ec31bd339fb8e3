//! What the manifest makes of the rows of a table: values inherited, tables joined, rows chosen and
//! put together.

mod extends;
mod filter;
mod group;
mod index;
mod join;
pub mod sides;

pub use extends::inherit;
pub use filter::{choose, holding, judge};
pub use group::groups;
pub use join::{join_all, keys};

use crate::diag::{Code, Diagnostic};
use crate::model::{Cell, MOST_CELLS, Table};
use crate::span::Span;

/// The most bytes of text that rows may take from other rows and tables.
const MOST_TEXT: usize = 64 << 20;

/// The most names that are told as missing; more come from one mistake.
const MOST_TOLD: usize = 50;

/// How much text rows may still take from elsewhere.
struct Room(usize);

impl Room {
    fn new() -> Self {
        Self(MOST_TEXT)
    }

    /// A copy of a cell; none, now and from then on, if there is no room for it.
    fn copy(&mut self, cell: &Cell) -> Option<Cell> {
        self.0 = self.0.saturating_sub(cell.text.len());
        (!self.is_full()).then(|| cell.clone())
    }

    fn is_full(&self) -> bool {
        self.0 == 0
    }
}

/// Tells at `span` that the rows of a table would take more text than there is room for.
fn no_room(span: Span) -> Diagnostic {
    let most = MOST_TEXT >> 20;
    let message = format!("the rows would take more than {most} MB of text from others");
    Diagnostic::error(Code::TABLE_SIZE, message).at(span).help("shorten the cells that they take")
}

/// Tells at `span` that a table would have too many cells, if it would.
fn too_large(rows: usize, columns: usize, span: Span) -> Option<Diagnostic> {
    let message =
        format!("the table would have {rows} rows of {columns} cells (limit {MOST_CELLS})");
    let fault = Diagnostic::error(Code::TABLE_SIZE, message).at(span);
    (rows.saturating_mul(columns) > MOST_CELLS)
        .then(|| fault.help("delete the columns that no card shows"))
}

/// The tables one after another, each cell under the header of its name; what a table does not have
/// is empty in its rows.
///
/// # Errors
/// There would be too many cells.
pub fn stack(tables: Vec<Table>, span: Span) -> Result<Option<Table>, Box<Diagnostic>> {
    let rows = tables.iter().map(|table| table.rows.len()).sum();
    let columns = tables.iter().map(|table| table.headers.len()).sum();
    if tables.len() > 1
        && let Some(fault) = too_large(rows, columns, span)
    {
        return Err(Box::new(fault));
    }
    let mut tables = tables.into_iter();
    let Some(mut all) = tables.next() else { return Ok(None) };
    for table in tables {
        let places: Vec<_> = table
            .headers
            .into_iter()
            .map(|header| {
                all.column(&header.name).unwrap_or_else(|| {
                    all.add_column(header);
                    all.headers.len() - 1
                })
            })
            .collect();
        for mut row in table.rows {
            let mut cells = row.blanks(all.headers.len());
            for (place, cell) in places.iter().zip(row.cells) {
                cells[*place] = cell;
            }
            row.cells = cells;
            all.rows.push(row);
        }
    }
    Ok(Some(all))
}
