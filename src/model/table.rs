//! A table as read: headers and rows of cells, each with its place.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::span::Span;

/// The most cells of a table, empty ones among them, and of a list of objects.
pub const MOST_CELLS: usize = 3_000_000;

/// A table of text cells; every row has as many cells as there are headers.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns.
    pub headers: Vec<Header>,
    /// The rows, blank ones left out.
    pub rows: Vec<Row>,
}

/// A column's name.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name, trimmed.
    pub name: String,
    /// The name in small letters, digits and `_`, when that can be written in a template.
    pub alias: Option<String>,
    /// Its place.
    pub span: Span,
}

impl Header {
    /// What templates call the column: its name, and the alias if that is another.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let alias = self.alias.as_deref().filter(|alias| *alias != self.name);
        std::iter::once(self.name.as_str()).chain(alias)
    }
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// One cell per column.
    pub cells: Vec<Cell>,
    /// The place of the whole row.
    pub span: Span,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The text, trimmed; of a list, its items with commas between them.
    pub text: String,
    /// What it holds, if that is more than a text.
    pub data: Option<Data>,
    /// The number that a cell of a workbook holds, however its text shows it.
    pub number: Option<f64>,
    /// Whether it is empty as a merged cell lies over it.
    pub is_covered: bool,
    /// Its place.
    pub span: Span,
}

/// What a cell of a JSON or YAML file may hold; numbers are texts, as they are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Nothing.
    Empty,
    /// A text or a number.
    Text(String),
    /// True or false.
    Flag(bool),
    /// Several things.
    List(Vec<Data>),
    /// Several things by name.
    Map(Vec<(String, Data)>),
}

impl Data {
    /// The form that stands for it where only a text can be.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Flag(flag) => flag.to_string(),
            Self::List(items) => items.iter().map(Self::text).collect::<Vec<_>>().join(", "),
            Self::Map(entries) => {
                let entries = entries.iter().map(|(name, one)| format!("{name}: {}", one.text()));
                entries.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_str(""),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(entries) => {
                serializer.collect_map(entries.iter().map(|(name, one)| (name, one)))
            }
        }
    }
}

/// A table that templates look rows up in.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The rows.
    pub table: Table,
    /// The column that names a row, each name once.
    pub key: Option<usize>,
}

impl Cell {
    /// A cell of text.
    pub fn new(text: impl Into<String>, span: Span) -> Self {
        Self { text: text.into(), data: None, number: None, is_covered: false, span }
    }

    /// Its whole number from 0 on, if its text or a workbook says one.
    pub fn whole(&self) -> Option<u64> {
        let held =
            self.number.filter(|number| number.fract() == 0.0 && (0.0..1e15).contains(number));
        self.text.parse().ok().or(held.map(|number| number as u64))
    }
}

impl Row {
    /// Some empty cells, which have no place but the end of the row.
    pub fn blanks(&self, count: usize) -> Vec<Cell> {
        let end = self.span.range().end;
        vec![Cell::new("", Span::new(self.span.source, end..end)); count]
    }
}

/// A row as templates see it: its cells by every header as it is written, and by its alias.
pub struct NamedCells<'a> {
    /// The columns.
    pub headers: &'a [Header],
    /// One cell per column.
    pub cells: &'a [Cell],
}

impl NamedCells<'_> {
    /// Writes the cells into a map that may hold more.
    ///
    /// # Errors
    /// Those of the map.
    pub fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        for (header, cell) in self.headers.iter().zip(self.cells) {
            for name in header.names() {
                match &cell.data {
                    Some(data) => map.serialize_entry(name, data)?,
                    None => map.serialize_entry(name, &cell.text)?,
                }
            }
        }
        Ok(())
    }
}

impl Serialize for NamedCells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Table {
    /// A row as templates see it.
    pub fn named<'a>(&'a self, row: &'a Row) -> NamedCells<'a> {
        NamedCells { headers: &self.headers, cells: &row.cells }
    }

    /// Adds a column that is empty in every row.
    pub fn add_column(&mut self, header: Header) {
        self.headers.push(header);
        for row in &mut self.rows {
            let blanks = row.blanks(1);
            row.cells.extend(blanks);
        }
    }

    /// The headers as they are written, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.headers.iter().map(|header| header.name.as_str())
    }

    /// The column with this name or alias, capitals aside.
    pub fn column(&self, name: &str) -> Option<usize> {
        let alias = alias(name);
        let exact = self.headers.iter().position(|header| header.name == name);
        exact.or_else(|| {
            self.headers.iter().position(|header| header.alias.is_some() && header.alias == alias)
        })
    }
}

/// The form of a header that a template can write: `Game Text` becomes `game_text`.
///
/// `None` when nothing remains, as for `#`, or when it would start with a digit.
pub fn alias(name: &str) -> Option<String> {
    let mut alias = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' {
            alias.extend(c.to_lowercase());
        } else if !alias.ends_with('_') && !alias.is_empty() {
            alias.push('_');
        }
    }
    let alias = alias.trim_end_matches('_').to_owned();
    let first = alias.chars().next()?;
    (!first.is_numeric() && alias.is_ascii()).then_some(alias)
}

#[cfg(test)]
mod tests {
    use super::alias;

    #[test]
    fn headers_become_names_that_a_template_can_write() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(alias("Game Text"), some("game_text"));
        assert_eq!(alias("name.common"), some("name_common"));
        assert_eq!(alias("class"), some("class"));
        assert_eq!(alias("#"), None);
        assert_eq!(alias("💰"), None);
        assert_eq!(alias("2nd"), None);
    }
}
