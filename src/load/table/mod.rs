//! Reads a card list into a [`Table`] in which every cell has its place: text (CSV, TSV), a sheet of
//! a workbook (XLSX, ODS, XLS), or a list of objects (JSON, YAML).

mod separator;
mod record;
mod decode;
mod csv;
mod faults;
mod headers;
mod rows;
mod book;
mod data;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use encoding_rs::Encoding;

use crate::diag::{Sink, Staged};
use crate::model::Table;
use crate::span::{Sources, Span, Spanned};
use crate::xml;
use csv::Records;
use faults::Faults;
use record::Form;

pub use data::inline;
pub use decode::meant;

/// How a card list is written, where the manifest says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format {
    /// The character between cells of a text; found by looking if absent.
    pub separator: Option<char>,
    /// The encoding of a text; found by looking if absent.
    pub encoding: Option<&'static Encoding>,
    /// The line or row of the headers, from 1; the first that is not blank if absent.
    pub header: Option<u32>,
    /// Whether a merged cell of a sheet stands for all the cells that it covers.
    pub fill_merged: bool,
    /// What becomes of hidden rows and columns of a sheet; they are read, with a word, if absent.
    pub hidden: Option<Hidden>,
}

/// What becomes of hidden rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// They are read like the others.
    Read,
    /// They are left out.
    Skip,
}

/// The kinds of files, by the endings of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Lines of text.
    Text,
    /// A workbook of any kind.
    Book,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

impl Kind {
    /// The kind of the file at `path`; what is not known otherwise is text.
    pub fn of(path: &str) -> Self {
        let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "xlsx" | "xlsm" | "xltx" | "ods" | "ots" | "xls" => Self::Book,
            "json" => Self::Json,
            "yaml" | "yml" => Self::Yaml,
            _ => Self::Text,
        }
    }
}

/// A file, and the part of it that holds the table: `cards.xlsx#Sheet`, `cards.json#cards`.
#[derive(Clone, Debug)]
pub struct FilePart {
    /// The path, relative to the game.
    pub path: String,
    /// The sheet, or the key of the list.
    pub part: Option<String>,
    /// Where the manifest names it.
    pub span: Span,
}

impl FilePart {
    /// Takes apart what the manifest says; the name of a text file may hold `#` itself.
    pub fn new(text: &Spanned<String>) -> Self {
        let parts = text.value.split_once('#').filter(|(path, _)| Kind::of(path) != Kind::Text);
        let (path, part) = match parts {
            Some((path, part)) => (path, Some(part.to_owned())),
            None => (text.value.as_str(), None),
        };
        Self { path: path.to_owned(), part, span: text.span }
    }
}

/// Reads the table in `bytes`; `path` is how a person would type the path of the file `named`.
///
/// # Errors
/// Everything that is wrong with the table is in `sink`; errors of other files do not matter here.
pub fn read(
    bytes: &[u8],
    named: &FilePart,
    path: &str,
    format: &Format,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Table> {
    if Kind::of(path) == Kind::Book {
        return book::read(bytes, named, path, format, sources, sink);
    }
    let source = decode::decode(bytes, path, format.encoding, sources, sink)?;
    let text = Arc::clone(&sources.get(source).text);
    let mut faults = Faults::new(source, sink);
    match Kind::of(path) {
        Kind::Json => return data::table(data::json(&text), named, faults),
        Kind::Yaml => return data::table(data::yaml(&text), named, faults),
        Kind::Text | Kind::Book => {}
    }
    let (separator, start) =
        separator::find(&text, path, format.separator, format.header, &mut faults)?;
    let records = Records::new(&text, separator, start);
    rows::table(records, Form::Text { separator }, format.header, faults)
}

/// Whether a character at either end of a cell is not part of it.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}' | '\u{feff}') || xml::is_line_end(c)
}

/// A text as it stands in a message: cut to 40 characters, controls escaped.
pub fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (at, c) in text.chars().enumerate() {
        match c {
            _ if at == 40 => return shown + "…",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                shown.extend(c.escape_default());
            }
            c => shown.push(c),
        }
    }
    shown
}
