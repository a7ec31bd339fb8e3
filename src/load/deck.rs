//! A `[[deck]]`: its table, and one card per row or group of rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cards::{self, Columns, Maker};
use super::lists;
use super::shape;
use super::sizes::Known;
use super::styles;
use super::templates::Files;
use super::theme::{self, Themes};
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::geom::Mm;
use crate::model::{Deck, Lookup, Table, file_slug};
use crate::span::{Sources, Span, Spanned};
use crate::workspace::Workspace;

/// The most copies of one card, if the deck sets no other limit.
const MAX_COPIES: u32 = 1000;

/// What reading a deck needs beside its table.
pub struct Context<'a> {
    /// The manifest.
    pub root: &'a Reader<'a, 'a>,
    /// The game's files.
    pub workspace: &'a dyn Workspace,
    /// Card sizes by name.
    pub sizes: &'a Known,
    /// Papers by name.
    pub papers: &'a Known,
    /// Themes by name.
    pub themes: &'a Themes,
    /// Templates by name.
    pub templates: &'a Files,
    /// Tables by name.
    pub tables: &'a BTreeMap<String, Lookup>,
}

/// Reads one deck; what is wrong is told, and the deck is left out.
pub fn read(
    reader: &Reader<'_, '_>,
    span: Span,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Deck> {
    let name = file_name(reader.required("name", span, sink), sink);
    let title = reader.text("title", sink);
    let title_at = title.as_ref().map_or(span, |title| title.span);
    let title = title.map_or_else(|| name.clone(), |title| title.value);
    let size = reader.read("size", sink, |value, span, sink| {
        context.sizes.read("size", value, span, Some(reader), sink)
    });
    let size = match size {
        Some(size) => Some(size.value),
        None if reader.get("size").is_none() => context.sizes.named("poker"),
        None => None,
    };
    let bleed = reader.bounded("bleed", 100.0, sink).unwrap_or(Mm(3.0));
    let safe = reader.bounded("safe", 500.0, sink).unwrap_or(Mm(3.0));
    let corner = reader.bounded("corner", 500.0, sink).unwrap_or(Mm(3.0));
    let theme = context.themes.choose(reader, sink);
    let styles = Arc::new(styles::read(context.root, reader, &theme, sink));
    let front = reader.text("front", sink);
    let back = reader.text("back", sink);
    let limit =
        reader.number("max_copies", 1, 100_000, sink).map_or(MAX_COPIES, |limit| limit.value);
    let rows = rows(reader, span, context, sources, sink);
    let group = reader.text("group", sink);
    reader.finish(sink);
    let (size, (table, columns)) = (size?, rows?);
    let front = front.unwrap_or(Spanned { value: "card.svg".into(), span });
    let make = Maker {
        table: &table,
        columns: &columns,
        overrides: theme::overrides(&table, &theme, sink),
        theme: &theme,
        limit,
        templates: context.templates,
        front,
        back,
        group,
    };
    let cards = make.cards(span, sink);
    Some(Deck {
        name,
        title,
        title_at,
        size,
        bleed,
        safe,
        corner,
        table,
        cards,
        theme,
        styles,
        board: None,
    })
}

/// The rows of the deck as they are printed: read, and then shaped as the manifest says.
fn rows(
    reader: &Reader<'_, '_>,
    span: Span,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<(Table, Columns)> {
    let table = lists::cards(reader, span, context.workspace, sources, sink);
    let condition = reader.text("where", sink);
    let Some(mut table) = table else {
        // The keys that follow can only be told against a table.
        reader.asked(&["join", "copies", "name_column", "template_column", "back_column"]);
        return None;
    };
    let (name, copies) = cards::own(reader, &table);
    shape::inherit(&mut table, name, copies, sink);
    shape::join_all(&mut table, reader, context.tables, context.workspace, sources, sink);
    let columns = Columns::find(reader, &table, sink)?;
    if let Some(condition) = condition {
        shape::choose(&mut table, &condition, sources, sink);
    }
    Some((table, columns))
}

/// A name that goes into paths; told and emptied if it cannot.
pub fn file_name(name: Option<Spanned<String>>, sink: &mut Sink) -> String {
    let Some(name) = name else { return String::new() };
    if !name.value.is_empty() && file_slug(&name.value) == name.value {
        return name.value;
    }
    let message = format!("`{}` cannot name a file", name.value);
    let help = format!("use small letters, digits and `-`: `{}`?", file_slug(&name.value));
    sink.push(Diagnostic::error(Code::BAD_NAME, message).at(name.span).help(help));
    String::new()
}

/// Tells when a deck has the name of one before it.
pub fn check_name(deck: &Deck, before: &[Deck], span: Span, sink: &mut Sink) {
    if !deck.name.is_empty() && before.iter().any(|other| other.name == deck.name) {
        let message = format!("two decks are named `{}`", deck.name);
        let help = "give each its own `name`";
        sink.push(Diagnostic::error(Code::SAME_FILE, message).at(span).help(help));
    }
}
