//! The files and lists of rows that a deck or a table names, and how they are written.

use ::toml::de::DeValue;

use super::shape;
use super::table::{self, FilePart, Hidden, Kind, inline};
use super::toml::Reader;
use super::unreadable;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::Table;
use crate::span::{Sources, Span, Spanned};
use crate::workspace::Workspace;

pub use super::table::Format;

/// Keys that say how a file is written, and the kinds of files for which they mean something.
const KEYS: [(&str, &[Kind]); 5] = [
    ("separator", &[Kind::Text]),
    ("encoding", &[Kind::Text, Kind::Json, Kind::Yaml]),
    ("header", &[Kind::Text, Kind::Book]),
    ("fill_merged", &[Kind::Book]),
    ("hidden", &[Kind::Book]),
];

/// Reads what the key `cards` of a deck names: a file, several files, or the rows themselves.
pub fn cards(
    reader: &Reader<'_, '_>,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Table> {
    let format = format(reader, sink);
    let Some(value) = reader.get("cards") else {
        reader.required("cards", span, sink);
        return None;
    };
    if let DeValue::Array(list) = value.get_ref()
        && list.iter().any(|item| matches!(item.get_ref(), DeValue::Table(_)))
    {
        fitting(reader, &[], sink);
        let text = sources.get(span.source).text.clone();
        return inline(list, &text, reader.span(value), sink).ok();
    }
    let names = reader.texts("cards", sink)?;
    if names.is_empty() {
        let message = "`cards` names no file";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(reader.span(value)));
        return None;
    }
    files(&names, reader, &format, workspace, sources, sink)
}

/// Reads the file that the key `key` of a table names.
pub fn named(
    reader: &Reader<'_, '_>,
    key: &'static str,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Table> {
    let format = format(reader, sink);
    let name = reader.required(key, span, sink)?;
    files(&[name], reader, &format, workspace, sources, sink)
}

fn files(
    names: &[Spanned<String>],
    reader: &Reader<'_, '_>,
    format: &Format,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Table> {
    let kinds: Vec<_> = names.iter().map(|name| Kind::of(&FilePart::new(name).path)).collect();
    fitting(reader, &kinds, sink);
    let tables: Vec<_> =
        names.iter().map(|name| file(name, format, workspace, sources, sink)).collect();
    let stacked = shape::stack(tables.into_iter().collect::<Option<_>>()?, names[0].span);
    stacked.map_err(|fault| sink.push(*fault)).ok()?
}

/// Reads the table in the file that `name` names.
pub fn file(
    name: &Spanned<String>,
    format: &Format,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Table> {
    let named = FilePart::new(name);
    let bytes = match workspace.read(&named.path) {
        Ok(bytes) => bytes,
        Err(error) => {
            sink.push(unreadable(workspace, &named.path, &error, named.span));
            return None;
        }
    };
    table::read(&bytes, &named, &workspace.shown(&named.path), format, sources, sink).ok()
}

/// Reads how the file of a deck or a table is written.
fn format(reader: &Reader<'_, '_>, sink: &mut Sink) -> Format {
    let hidden = [("read", Hidden::Read), ("skip", Hidden::Skip)];
    Format {
        separator: reader.text("separator", sink).and_then(|text| separator(&text, sink)),
        encoding: reader.text("encoding", sink).and_then(|text| encoding(&text, sink)),
        header: reader.number("header", 1, 1_000_000, sink).map(|header| header.value),
        fill_merged: reader.flag("fill_merged", sink).unwrap_or(false),
        hidden: reader.choice("hidden", &hidden, sink),
    }
}

/// Tells keys that mean nothing for any of the files.
fn fitting(reader: &Reader<'_, '_>, kinds: &[Kind], sink: &mut Sink) {
    for (key, fit) in KEYS {
        let Some(value) = reader.get(key) else { continue };
        if !kinds.iter().any(|kind| fit.contains(kind)) {
            let message = format!("`{key}` means nothing for cards that are written so");
            let help = match fit {
                [Kind::Book] => "it is for workbooks: XLSX, ODS and XLS",
                [Kind::Text, Kind::Book] => "it is for CSV, TSV and workbooks",
                _ => "it is for files of text, such as CSV",
            };
            let fault = Diagnostic::error(Code::BAD_VALUE, message).at(reader.span(value));
            sink.push(fault.help(help));
        }
    }
}

fn separator(text: &Spanned<String>, sink: &mut Sink) -> Option<char> {
    let mut chars = text.value.chars();
    let found =
        chars.next().filter(|c| chars.next().is_none() && c.is_ascii() && *c != '"' && *c != '\n');
    if found.is_none() {
        let message = format!("`separator` is `{}`, which is not one ASCII character", text.value);
        let help = "write `\",\"`, `\";\"`, `\"|\"` or `\"\\t\"`";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(text.span).help(help));
    }
    found
}

fn encoding(text: &Spanned<String>, sink: &mut Sink) -> Option<&'static encoding_rs::Encoding> {
    let found = encoding_rs::Encoding::for_label(text.value.as_bytes());
    if found.is_none() {
        let known = [
            "utf-8",
            "windows-1252",
            "utf-16le",
            "utf-16be",
            "iso-8859-2",
            "windows-1251",
            "shift_jis",
        ];
        let message = format!("there is no encoding `{}`", text.value);
        sink.push(
            Diagnostic::error(Code::BAD_VALUE, message)
                .at(text.span)
                .help(suggest(&text.value, known)),
        );
    }
    found
}
