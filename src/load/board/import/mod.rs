//! Boards from other programs' files: Tiled's maps and text-mapper's lists.

mod mapper;
mod tiled;
mod tiles;
mod tmj;
mod tmx;

use crate::board::{Orientation, Shift};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{BoardKind, Cell, Header, Row, Table, alias};
use crate::span::{SourceId, Sources, Span, Spanned};
use crate::workspace::Workspace;

/// What such a file says.
pub struct Imported {
    /// A row for each cell, named by its id, or by its column and row from 1.
    pub table: Table,
    /// The field that its cells make, if the file says so.
    pub field: Option<Known>,
    /// Lines over the middles of cells: their kind, their name, and the cells by id.
    pub lines: Vec<ImportedLine>,
    /// Whether cells that it does not name are none.
    pub is_partial: bool,
}

impl Imported {
    /// What a table says that is nothing but rows.
    pub fn plain(table: Table) -> Self {
        Self { table, field: None, lines: Vec::new(), is_partial: false }
    }
}

/// A line over the middles of cells.
pub struct ImportedLine {
    /// What it is: a river, a road.
    pub kind: String,
    /// Its name; may be empty.
    pub name: String,
    /// The cells that are named, which need not be neighbours.
    pub cells: Vec<Spanned<String>>,
    /// How the other program goes from one to another: the cells behind the first, with the other.
    pub way: Option<fn(&str, &str) -> Vec<String>>,
}

/// A field as another program knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it is made of.
    pub kind: BoardKind,
    /// How many cells side by side.
    pub columns: u32,
    /// How many above each other.
    pub rows: u32,
    /// Which way hexagons stand, and which lines are shifted.
    pub hex: Option<(Orientation, Shift)>,
}

impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} x {} cells", self.columns, self.rows)?;
        match self.hex {
            None => f.write_str(" that are squares"),
            Some((top, shift)) => {
                let top = if top == Orientation::Flat { "flat" } else { "pointy" };
                let shift = if shift == Shift::Odd { "odd" } else { "even" };
                write!(f, " that are hexagons with a {top} top, {shift} lines shifted")
            }
        }
    }
}

/// Whether the ending of a file says that it comes from a program that is known here.
pub fn is_known(path: &str) -> bool {
    let path = path.to_lowercase();
    [".tmx", ".tmj", ".txt"].iter().any(|end| path.ends_with(end))
}

/// Reads such a file; what is wrong with it, or not taken from it, is told.
pub fn read(
    name: &Spanned<String>,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Imported> {
    let text = open(&name.value, name.span, workspace, sources, sink)?;
    let found = match name.value.to_lowercase().rsplit('.').next() {
        Some("tmx") => tmx::read(&name.value, text, workspace, sources, sink),
        Some("tmj") => tmj::read(&name.value, text, workspace, sources, sink),
        _ => mapper::read(text, sources, sink),
    };
    match found {
        Ok(imported) => Some(imported),
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}

/// The text of a file of the game, kept among the sources.
fn open(
    path: &str,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<SourceId> {
    let bytes = match workspace.read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            sink.push(super::super::unreadable(workspace, path, &error, span));
            return None;
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        let message = format!("`{}` is not UTF-8", workspace.shown(path));
        sink.push(Diagnostic::error(Code::ENCODING, message).at(span));
        return None;
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Some(sources.add(workspace.shown(path), text))
}

/// A fault of such a file.
fn fault(message: impl Into<String>, span: Span, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::BOARD_IMPORT, message.into()).at(span).help(help))
}

/// A table of these columns, all of whose headers stand at one place.
fn table(names: &[String], span: Span, rows: Vec<(Span, Vec<(String, Span)>)>) -> Table {
    let header = |name: &String| Header { name: name.clone(), alias: alias(name), span };
    let row = |(span, cells): (Span, Vec<(String, Span)>)| Row {
        cells: cells.into_iter().map(|(text, span)| Cell::new(text, span)).collect(),
        span,
    };
    Table { headers: names.iter().map(header).collect(), rows: rows.into_iter().map(row).collect() }
}
