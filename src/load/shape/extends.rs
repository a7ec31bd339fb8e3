//! Rows that take their empty cells from another row, which their column `extends` names.

use super::index::Index;
use super::{MOST_TOLD, Room};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Cell, Table};

/// The column that names the row to take cells from.
const COLUMN: &str = "extends";
/// What leaves a cell empty in a row that takes its empty cells from another.
const EMPTY: &str = "(empty)";

/// Fills the empty cells of rows that name another; name and copies are every row's own.
pub fn inherit(table: &mut Table, name: usize, copies: Option<usize>, sink: &mut Sink) {
    let Some(column) = table.column(COLUMN) else { return };
    let bases = bases(table, name, column, sink);
    let own = [Some(column), Some(name), copies];
    let (mut is_done, mut is_met) = (vec![false; bases.len()], vec![false; bases.len()]);
    let mut room = Room::new();
    for row in 0..bases.len() {
        // From the row up to one that is done or takes nothing, then down again.
        let mut chain = vec![row];
        is_met[row] = true;
        while let Some(base) = bases[chain[chain.len() - 1]].filter(|base| !is_done[*base]) {
            if std::mem::replace(&mut is_met[base], true) {
                let start = chain.iter().position(|one| *one == base).unwrap_or(0);
                sink.push(circle(table, &chain[start..], column, name));
                chain.iter().for_each(|one| is_done[*one] = true);
                break;
            }
            chain.push(base);
        }
        for row in chain.into_iter().rev() {
            if std::mem::replace(&mut is_done[row], true) {
                continue;
            }
            let Some(base) = bases[row] else {
                clear(table, row, &own);
                continue;
            };
            if fill(table, row, base, &own, &mut room).is_none() {
                sink.push(super::no_room(table.rows[row].cells[column].span));
                return;
            }
        }
    }
}

/// The row that each row names, if it names one that is there.
fn bases(table: &Table, name: usize, column: usize, sink: &mut Sink) -> Vec<Option<usize>> {
    let (index, rows) = Index::lists(table, name);
    let header = &table.headers[name].name;
    let mut told = 0;
    let mut base = |cell: &Cell| {
        if cell.text.is_empty() {
            return None;
        }
        let found = index.find(cell).map_or(&[][..], |list| &rows[list]);
        if let [only] = found {
            return Some(*only);
        }
        told += 1;
        if told > MOST_TOLD {
            return None;
        }
        let text = &cell.text;
        let (message, help) = match found {
            [] => (format!("no row has the {header} `{text}`"), suggest(text, index.names())),
            _ => {
                let help = "only a row whose name stands once can be extended";
                (format!("several rows have the {header} `{text}`"), help.into())
            }
        };
        let mut fault = Diagnostic::error(Code::EXTENDS, message).at(cell.span).help(help);
        for row in found.iter().take(2) {
            fault = fault.also(table.rows[*row].cells[name].span, "one of them");
        }
        sink.push(fault);
        None
    };
    table.rows.iter().map(|row| base(&row.cells[column])).collect()
}

fn circle(table: &Table, chain: &[usize], column: usize, name: usize) -> Diagnostic {
    const MOST: usize = 6;
    let names = chain.iter().map(|row| format!("`{}`", table.rows[*row].cells[name].text));
    let mut names: Vec<_> = names.take(MOST).collect();
    if chain.len() > MOST {
        names.push("…".into());
    }
    names.extend(names.first().cloned());
    let message = format!("rows extend one another in a circle: {}", names.join(", "));
    Diagnostic::error(Code::EXTENDS, message)
        .at(table.rows[chain[0]].cells[column].span)
        .help("let one of them stand on its own")
}

/// Fills the empty cells of a row with those of `base`; `None` if there is no room for them.
pub fn fill(
    table: &mut Table,
    row: usize,
    base: usize,
    own: &[Option<usize>],
    room: &mut Room,
) -> Option<()> {
    for at in (0..table.headers.len()).filter(|at| !own.contains(&Some(*at))) {
        let cell = &table.rows[row].cells[at];
        if cell.text.is_empty() && cell.data.is_none() {
            table.rows[row].cells[at] = room.copy(&table.rows[base].cells[at])?;
        }
    }
    clear(table, row, own);
    Some(())
}

/// Empties the cells of a row that are said to be empty.
fn clear(table: &mut Table, row: usize, own: &[Option<usize>]) {
    let cells = table.rows[row].cells.iter_mut().enumerate();
    let said = cells.filter(|(at, cell)| !own.contains(&Some(*at)) && cell.text == EMPTY);
    said.for_each(|(_, cell)| cell.text.clear());
}
