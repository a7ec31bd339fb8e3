//! Several rows that make one card: those with the same value in a column.

use super::index::Index;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::Table;
use crate::span::Spanned;

/// The name under which a template sees all rows of its card.
const ROWS: &str = "rows";

/// The rows of each card, in the order of the first of them; without `by`, one each.
///
/// A row without a value in the column is a card of its own. A column that is not there is told.
pub fn groups(
    table: &Table,
    by: Option<&Spanned<String>>,
    sink: &mut Sink,
) -> Option<Vec<Vec<usize>>> {
    let Some(by) = by else {
        return Some((0..table.rows.len()).map(|row| vec![row]).collect());
    };
    let column = column(table, by, sink)?;
    Some(Index::lists(table, column).1)
}

fn column(table: &Table, by: &Spanned<String>, sink: &mut Sink) -> Option<usize> {
    if let Some(rows) = table.column(ROWS) {
        let message = "a column `rows` hides the rows that `group` puts together";
        let fault = Diagnostic::error(Code::HEADER_CLASH, message).at(table.headers[rows].span);
        sink.push(fault.also(by.span, "asked for here").help("rename the column"));
    }
    let found = table.column(&by.value);
    if found.is_none() {
        let message = format!("the table has no column `{}` to group by", by.value);
        let help = suggest(&by.value, table.names());
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(by.span).help(help));
    }
    found
}
