//! `values = { terrain = "terrain" }`: what stands in a column are the keys of a table, and each of
//! them stands somewhere.

use std::collections::{BTreeMap, BTreeSet};

use ::toml::de::DeValue;

use super::super::deck::Context;
use super::super::toml::{Reader, text};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Board, Cell, Lookup, Table};
use crate::span::Spanned;

/// Reads and checks `values`.
pub fn check(board: &Board, reader: &Reader<'_, '_>, context: &Context<'_>, sink: &mut Sink) {
    let Some(values) = reader.table("values", sink) else { return };
    for (column, value) in values.entries() {
        let span = values.span(value);
        // `{ table = "terrain", except = ["S"] }`, or the name of the table alone.
        let (name, except) = match value.get_ref() {
            DeValue::Table(_) => {
                let Some(below) = values.below(column.value, value, sink) else { continue };
                let name = below.required("table", span, sink);
                let except = below.texts("except", sink).unwrap_or_default();
                below.finish(sink);
                (name, except)
            }
            _ => {
                let name = text(column.value, value, span, sink);
                (name.map(|value| Spanned { value, span }), Vec::new())
            }
        };
        if let Some(name) = name {
            agree(board, &column, &name, &except, context, sink);
        }
    }
}

fn agree(
    board: &Board,
    column: &Spanned<&str>,
    name: &Spanned<String>,
    except: &[Spanned<String>],
    context: &Context<'_>,
    sink: &mut Sink,
) {
    let named = Spanned { value: column.value.to_owned(), span: column.span };
    let Some(at) = super::super::cards::column(&board.table, &named, sink) else { return };
    let Some((table, key)) = keyed(name, context, sink) else { return };
    let keys: Vec<_> = table.rows.iter().map(|row| &row.cells[key]).collect();
    // One message for each value, however many cells have it.
    let mut unknown: BTreeMap<&str, (&Cell, usize)> = BTreeMap::new();
    let mut used = BTreeSet::new();
    for cell in board.table.rows.iter().map(|row| &row.cells[at]) {
        let text = cell.text.as_str();
        used.insert(text);
        let is_excepted = except.iter().any(|one| one.value == text);
        if !text.is_empty() && !is_excepted && !keys.iter().any(|key| key.text == text) {
            unknown.entry(text).or_insert((cell, 0)).1 += 1;
        }
    }
    for (text, (cell, count)) in unknown {
        let also =
            if count > 1 { format!(", as in {} more cells", count - 1) } else { String::new() };
        let message =
            format!("`{}` is `{text}`{also}, which the table `{}` lacks", column.value, name.value);
        let help = suggest(text, keys.iter().map(|key| key.text.as_str()));
        sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(cell.span).help(help));
    }
    for one in except.iter().filter(|one| !used.contains(one.value.as_str())) {
        let message = format!("no cell of the board has the {} `{}`", column.value, one.value);
        let help = suggest(&one.value, used.iter().copied().filter(|text| !text.is_empty()));
        sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(one.span).help(help));
    }
    for key in keys.iter().filter(|key| !used.contains(key.text.as_str())) {
        let message = format!("no cell of the board has the {} `{}`", column.value, key.text);
        let help = "delete the row, or use it on the board";
        sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(key.span).help(help));
    }
}

/// The table of that name and its key; told if it has none.
fn keyed<'a>(
    name: &Spanned<String>,
    context: &Context<'a>,
    sink: &mut Sink,
) -> Option<(&'a Table, usize)> {
    let known = context.tables.get(&name.value);
    if let Some(Lookup { table, key: Some(key) }) = known {
        return Some((table, *key));
    }
    let (message, help) = match known {
        Some(_) => (
            format!("the table `{}` has no key", name.value),
            "say in its [[table]] which column names a row: `key = \"name\"`".into(),
        ),
        None => (
            format!("there is no table `{}`", name.value),
            suggest(&name.value, context.tables.keys().map(String::as_str)),
        ),
    };
    sink.push(Diagnostic::error(Code::BOARD_VALUE, message).at(name.span).help(help));
    None
}
