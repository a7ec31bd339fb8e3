//! A table as read: headers and rows of cells, each with its place.

use crate::span::{SourceId, Span};

/// A table of text cells; every row has as many cells as there are headers.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file it was read from.
    pub source: SourceId,
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
    /// The text, trimmed.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Table {
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
