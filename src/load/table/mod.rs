//! Reads a card list, a CSV or TSV file, into a [`Table`] in which every cell has its place.

mod decode;
mod csv;
mod separator;
mod faults;
mod headers;
mod rows;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use encoding_rs::Encoding;

use crate::diag::{Sink, Staged};
use crate::model::Table;
use crate::span::Sources;
use csv::Records;
use faults::Faults;

/// How a card list is written, where the manifest says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format {
    /// The character between cells; found by looking if absent.
    pub separator: Option<char>,
    /// The encoding; found by looking if absent.
    pub encoding: Option<&'static Encoding>,
}

/// Reads the table in `bytes`; `path` is how a person would type the file's path, and its ending
/// `.tsv` or `.tab` means tabs.
///
/// # Errors
/// Everything that is wrong with the table is in `sink`; errors of other files do not matter here.
pub fn read(
    bytes: &[u8],
    path: &str,
    format: &Format,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Table> {
    let source = decode::decode(bytes, path, format.encoding, sources, sink)?;
    let text = Arc::clone(&sources.get(source).text);
    let mut faults = Faults::new(source, sink);
    let (separator, start) = separator::find(&text, path, format.separator, &mut faults)?;
    rows::table(Records::new(&text, separator, start), separator, faults)
}

/// Whether a character at either end of a cell is not part of it.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{a0}' | '\u{feff}')
}

/// A text as it stands in a message: cut to 40 characters, controls escaped.
fn shown(text: &str) -> String {
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
