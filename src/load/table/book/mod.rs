//! Reads one sheet of a workbook: what it shows is what is printed.

mod decimal;
mod date;
mod pieces;
mod digits;
mod moment;
mod format;
mod grid;
mod archive;
mod xml;
mod styles;
mod looks;
mod xlsx;
mod ods;
mod biff;
mod xls;
mod merged;
mod sheet;

use super::faults::Faults;
use super::record::Form;
use super::{FilePart, Format, rows};
use crate::diag::{Code, Diagnostic, Sink, Staged, suggest};
use crate::model::Table;
use crate::span::Sources;
use grid::Grid;

/// Why a workbook cannot be read.
#[derive(Debug)]
pub enum Trouble {
    /// It is not what it should be.
    Damaged(String),
    /// It can only be opened with a password.
    Password,
    /// It is larger than any list of cards.
    Large(String),
    /// It is older than the formats that are read.
    Old,
    /// It has no sheet of that name: the names that it has.
    NoSheet(Vec<String>),
}

impl Trouble {
    /// The trouble with a file that does not hold what it should.
    pub fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }

    /// What is told of the file at `path`.
    fn tell(self, named: &FilePart, path: &str) -> Diagnostic {
        let other = "open it in a spreadsheet program, and save it anew as XLSX or ODS";
        let (why, help) = match self {
            Self::NoSheet(names) => return no_sheet(named, path, &names),
            Self::Damaged(what) => (format!("cannot be read: {what}"), other.to_owned()),
            Self::Password => (
                "is protected by a password".into(),
                "save it without one; cards that are secret are as safe as their folder".into(),
            ),
            Self::Large(what) => (
                format!("is too large for a list of cards: {what}"),
                "delete what is not of the list, or copy the list into a file of its own".into(),
            ),
            Self::Old => ("was written by Excel 95 or an older one".into(), other.to_owned()),
        };
        Diagnostic::error(Code::WORKBOOK, format!("`{path}` {why}")).at(named.span).help(help)
    }
}

fn no_sheet(named: &FilePart, path: &str, names: &[String]) -> Diagnostic {
    let help = suggest(named.part.as_deref().unwrap_or_default(), names.iter().map(String::as_str));
    let message = match &named.part {
        Some(part) => format!("`{path}` has no sheet `{part}`"),
        None => format!("`{path}` has no sheet"),
    };
    Diagnostic::error(Code::UNKNOWN_PART, message).at(named.span).help(help)
}

/// A sheet among others.
struct Tab {
    name: String,
    is_hidden: bool,
}

/// The sheet among `tabs` that is wanted, or the first that is shown.
///
/// # Errors
/// There is none of that name.
fn chosen(tabs: &[Tab], part: Option<&str>) -> Result<usize, Trouble> {
    let found = match part {
        Some(part) => tabs.iter().position(|tab| tab.name == part),
        None => tabs.iter().position(|tab| !tab.is_hidden).or((!tabs.is_empty()).then_some(0)),
    };
    found.ok_or_else(|| Trouble::NoSheet(tabs.iter().map(|tab| tab.name.clone()).collect()))
}

/// Opens a workbook by what it is, whatever its name says, and reads the sheet `part`.
fn open(bytes: &[u8], part: Option<&str>) -> Result<(Tab, Grid), Trouble> {
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) {
        return xls::read(bytes, part);
    }
    let mut archive = archive::Archive::open(bytes)?;
    if archive.has("content.xml") {
        ods::read(&mut archive, part)
    } else {
        xlsx::read(&mut archive, part)
    }
}

/// Reads the sheet that `named` names from the workbook in `bytes`.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn read(
    bytes: &[u8],
    named: &FilePart,
    path: &str,
    format: &Format,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Table> {
    let opened = open(bytes, named.part.as_deref());
    let laid = opened.and_then(|(tab, grid)| sheet::lay_out(tab, grid, format));
    let laid = laid.map_err(|trouble| sink.error(trouble.tell(named, path)))?;
    let source = sources.add_sheet(path, laid.text, laid.places);
    let mut faults = Faults::new(source, sink);
    laid.notes.into_iter().for_each(|note| note.tell(&mut faults));
    rows::table(laid.records.into_iter(), Form::Sheet, format.header, faults)
}
