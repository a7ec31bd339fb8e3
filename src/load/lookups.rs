//! The `[[table]]` tables: rows that templates and joins find by name.

use std::collections::BTreeMap;

use super::cards;
use super::lists;
use super::shape;
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Lookup, Table};
use crate::span::{Sources, Spanned};
use crate::workspace::Workspace;

/// Reads all tables of the manifest, by name.
pub fn read(
    root: &Reader<'_, '_>,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> BTreeMap<String, Lookup> {
    let mut tables = BTreeMap::new();
    for (reader, span) in root.tables("table", sink) {
        let name = reader.required("name", span, sink);
        let table = lists::named(&reader, "file", span, workspace, sources, sink);
        let key = reader.text("key", sink);
        reader.finish(sink);
        let (Some(name), Some(table)) = (name, table) else { continue };
        let key = key.and_then(|key| key_column(&table, &key, sink));
        if tables.insert(name.value.clone(), Lookup { table, key }).is_some() {
            let message = format!("two tables are named `{}`", name.value);
            let help = "give each its own `name`";
            sink.push(Diagnostic::error(Code::BAD_NAME, message).at(name.span).help(help));
        }
    }
    tables
}

/// The column that rows are found by; every value may stand in it once.
fn key_column(table: &Table, key: &Spanned<String>, sink: &mut Sink) -> Option<usize> {
    let column = cards::column(table, key, sink)?;
    shape::keys(table, column, sink);
    Some(column)
}
