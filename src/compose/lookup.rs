//! Rows of a table by its name: all of them, the one that a key finds, or one cell of it.

use std::collections::BTreeMap;

use tera::{Function, Kwargs, State, TeraResult, Value};

use super::arguments::{fault, known};
use crate::diag::suggest;
use crate::model::{Lookup, Row, Table};

/// The template function `table`:
/// `{{ table(name="icons", key="sword", column="file") }}`.
pub struct TableCall {
    by_name: BTreeMap<String, Rows>,
}

/// The rows of a table.
struct Rows {
    table: Table,
    all: Value,
    /// The numbers of the rows by their key, if the table has one.
    by_key: Option<BTreeMap<String, usize>>,
}

impl TableCall {
    /// A function over these tables.
    pub fn new(tables: &BTreeMap<String, Lookup>) -> Self {
        let by_name = tables.iter().map(|(name, lookup)| (name.clone(), Rows::new(lookup)));
        Self { by_name: by_name.collect() }
    }
}

impl Rows {
    fn new(lookup: &Lookup) -> Self {
        let table = lookup.table.clone();
        let all = table.rows.iter().map(|row| Value::from_serializable(&table.named(row)));
        let all = Value::from(all.collect::<Vec<_>>());
        let by_key = lookup.key.map(|key| {
            let rows = table.rows.iter().enumerate();
            rows.map(|(at, row)| (row.cells[key].text.clone(), at)).collect()
        });
        Self { table, all, by_key }
    }

    /// The row that `key` finds in the table `name`.
    fn row(&self, name: &str, key: &str) -> TeraResult<&Row> {
        let Some(by_key) = &self.by_key else {
            let help = "say in its [[table]] which column names a row: `key = \"name\"`";
            return Err(fault(format!("the table `{name}` has no key"), help));
        };
        let found = by_key.get(key).map(|at| &self.table.rows[*at]);
        found.ok_or_else(|| {
            if key.is_empty() {
                let help = "ask only where there is one: `{% if card.NAME %}`";
                return fault(
                    format!("a row of the table `{name}` is asked for by an empty key"),
                    help,
                );
            }
            let help = suggest(key, by_key.keys().map(String::as_str));
            fault(format!("the table `{name}` has no row `{key}`"), help)
        })
    }
}

impl Function<TeraResult<Value>> for TableCall {
    fn call(&self, arguments: Kwargs, _: &State) -> TeraResult<Value> {
        known(&arguments, "table", &["name", "key", "column"])?;
        let name: &str = arguments.must_get("name")?;
        let Some(rows) = self.by_name.get(name) else {
            let help = suggest(name, self.by_name.keys().map(String::as_str));
            return Err(fault(format!("there is no table `{name}`"), help));
        };
        let key = arguments.get::<Value>("key")?.map(|key| key.to_string());
        let column: Option<&str> = arguments.get("column")?;
        let (row, column) = match (key, column) {
            (None, None) => return Ok(rows.all.clone()),
            (None, Some(_)) => return Err(fault("`column` needs a `key`", "say whose cell it is")),
            // A card of which the cell is empty asks for nothing.
            (Some(key), Some(_)) if key.is_empty() => return Ok(Value::from("")),
            (Some(key), column) => (rows.row(name, &key)?, column),
        };
        let Some(column) = column else {
            return Ok(Value::from_serializable(&rows.table.named(row)));
        };
        let Some(at) = rows.table.column(column) else {
            let help = suggest(column, rows.table.names());
            return Err(fault(format!("the table `{name}` has no column `{column}`"), help));
        };
        let cell = &row.cells[at];
        Ok(match &cell.data {
            Some(data) => Value::from_serializable(data),
            None => Value::from_serializable(&cell.text),
        })
    }
}
