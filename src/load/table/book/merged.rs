//! Merged cells of a sheet: those that lie across headers, and those that lie over empty cells.

use super::grid::{Area, Grid};
use crate::diag::{Code, Diagnostic};
use crate::load::table::record::Record;

/// The most cells that are looked at; what lies over others is not said.
const MOST_CELLS: usize = 2_000_000;

/// The merged cell that covers more of the header than one cell of it, if there is one.
pub fn across(grid: &Grid, header: u32) -> Option<Area> {
    let found = grid.merged.iter().find(|area| {
        let shows = grid.cells.contains_key(&(area.rows.0, area.columns.0));
        shows && (area.rows.0..=area.rows.1).contains(&header)
    });
    found.copied()
}

/// Tells it; `is_said` if the deck names the row of the headers.
pub fn told(area: Area, header: u32, is_said: bool) -> Diagnostic {
    let row = header + 1;
    let message = format!("the merged cell {} lies across the headers in row {row}", area.name());
    let help = match is_said {
        true => {
            format!("if the headers stand in another row than {row}, say its number in `header`")
        }
        false => "if the headers stand in another row, say its number: `header = 2`".into(),
    };
    Diagnostic::error(Code::MERGED_CELLS, message)
        .help("split it, and give each column a header of its own")
        .help(help)
}

/// Empties the columns that such a header covers, but for its first: that they have no header of their
/// own is told already.
pub fn leave_out(records: &mut [Record], area: Area, header: u32) {
    let columns = area.columns.0 as usize + 1..=area.columns.1 as usize;
    for record in records.iter_mut().filter(|record| record.line > u64::from(header) + 1) {
        let fields = record.fields.iter_mut().enumerate();
        fields.filter(|(at, _)| columns.contains(at)).for_each(|(_, field)| field.text.clear());
    }
}

/// Says of each empty cell whether one of the areas lies over it.
pub fn mark(records: &mut [Record], areas: &[Area]) {
    let mut room = MOST_CELLS;
    for area in areas {
        let start = records.partition_point(|record| record.line <= u64::from(area.rows.0));
        let rows = records[start..].iter_mut();
        for record in rows.take_while(|record| record.line <= u64::from(area.rows.1) + 1) {
            let width = record.fields.len();
            let columns =
                (area.columns.0 as usize).min(width)..(area.columns.1 as usize + 1).min(width);
            let Some(left) = room.checked_sub(columns.len() + 1) else { return };
            room = left;
            for field in record.fields[columns].iter_mut().filter(|field| field.text.is_empty()) {
                field.is_covered = true;
            }
        }
    }
}
