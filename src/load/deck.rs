//! A `[[deck]]` or `[[counters]]`: its table, and one card per row or group of rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cards::{self, Columns, Maker};
use super::lists;
use super::pieces;
use super::shape;
use super::sizes::Known;
use super::styles;
use super::templates::Files;
use super::theme::{self, Themes};
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Card, Cell, Deck, Header, Kind, Lookup, Row, Table, alias, file_slug};
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

/// Reads one deck of cards or counters; what is wrong is told, and the deck is left out.
pub fn read(
    reader: &Reader<'_, '_>,
    span: Span,
    kind: Kind,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Deck> {
    let Heading { name, title, title_at } = Heading::read(reader, span, sink);
    let title = title.unwrap_or_else(|| name.clone());
    let piece = match kind {
        Kind::Counter => pieces::counter(reader, span, context.sizes, sink),
        Kind::Card | Kind::Box | Kind::Board => pieces::card(reader, context.sizes, sink),
    };
    let theme = context.themes.choose(reader, sink);
    let styles = Arc::new(styles::read(context.root, reader, &theme, sink));
    let front = reader.text("front", sink);
    let back = reader.text("back", sink);
    let limit =
        reader.number("max_copies", 1, 100_000, sink).map_or(MAX_COPIES, |limit| limit.value);
    let rows = rows(reader, span, kind, context, sources, sink);
    let group = reader.text("group", sink);
    let rows_by = if kind == Kind::Counter { reader.text("rows_by", sink) } else { None };
    reader.finish(sink);
    let (piece, Rows { table, columns, backs, condition }) = (piece?, rows?);
    let rows_by = rows_by.and_then(|by| cards::column(&table, &by, sink));
    let front = front.unwrap_or(Spanned { value: piece.front.into(), span });
    check_group(group.as_ref(), &backs, &table, sink);
    let make = Maker {
        table: &table,
        columns: &columns,
        backs,
        condition,
        overrides: theme::overrides(&table, &theme, sink),
        theme: &theme,
        limit,
        templates: context.templates,
        front,
        back,
        group,
    };
    let cards = make.cards(span, sink);
    let pieces::Piece { size, form, bleed, safe, corner, .. } = piece;
    Some(Deck {
        name,
        title,
        title_at,
        form,
        size,
        bleed,
        safe,
        corner,
        table,
        cards,
        rows_by,
        theme,
        styles,
        board: None,
    })
}

/// What every list of pieces begins with.
pub struct Heading {
    /// Its name, which also names files.
    pub name: String,
    /// The title that people read, if it has one.
    pub title: Option<String>,
    /// Where that is written, or where the list is.
    pub title_at: Span,
}

impl Heading {
    /// Reads the keys `name` and `title`.
    pub fn read(reader: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Self {
        let name = file_name(reader.required("name", span, sink), sink);
        let title = reader.text("title", sink);
        let title_at = title.as_ref().map_or(span, |title| title.span);
        Self { name, title: title.map(|title| title.value), title_at }
    }
}

/// The only card of a list without a table, such as a box or a board.
pub fn only_card(name: &str, front: String, at: Span, span: Span) -> Card {
    Card {
        row: 0,
        rows: Vec::new(),
        copies: 1,
        name: name.to_owned(),
        front,
        back: None,
        reverse: None,
        theme: Default::default(),
        span,
        at,
    }
}

/// The table of such a list: what its template sees as its card.
pub fn only_row(cells: &[(&str, &str)], span: Span) -> Table {
    let header = |name: &str| Header { name: name.into(), alias: alias(name), span };
    let row = cells.iter().map(|(_, text)| Cell::new(*text, span)).collect();
    let headers = cells.iter().map(|(name, _)| header(name)).collect();
    Table { headers, rows: vec![Row { cells: row, span }] }
}

/// Tells a deck that would put rows together that are two sides already.
fn check_group(
    group: Option<&Spanned<String>>,
    backs: &[Option<usize>],
    table: &Table,
    sink: &mut Sink,
) {
    let back = backs.iter().flatten().next();
    if let (Some(group), Some(back)) = (group, back) {
        let message = "rows cannot be put together by `group` and be backs of others";
        let fault = Diagnostic::error(Code::SIDES, message).at(group.span);
        sink.push(fault.also(table.rows[*back].span, "this row is a back"));
    }
}

/// The rows that are printed.
struct Rows {
    table: Table,
    columns: Columns,
    /// For each row that is a front, the row of its back.
    backs: Vec<Option<usize>>,
    /// Where it is said which rows are taken.
    condition: Option<Span>,
}

/// The rows of the deck as they are printed: read, and then shaped as the manifest says.
fn rows(
    reader: &Reader<'_, '_>,
    span: Span,
    kind: Kind,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Rows> {
    let table = lists::cards(reader, span, context.workspace, sources, sink);
    let condition = reader.text("where", sink);
    let face = if kind == Kind::Counter { reader.text("face_column", sink) } else { None };
    let unknown = table
        .as_ref()
        .zip(face.as_ref())
        .is_some_and(|(table, face)| cards::column(table, face, sink).is_none());
    let Some(mut table) = table.filter(|_| !unknown) else {
        // The keys that follow can only be told against a table.
        reader.asked(&["join", "copies", "name_column", "template_column", "back_column"]);
        return None;
    };
    let (name, copies) = cards::own(reader, &table);
    shape::inherit(&mut table, name, copies, sink);
    let face = match face {
        Some(named) => table.column(&named.value),
        None => table.column("face").filter(|_| kind == Kind::Counter),
    };
    let is_back = face.map(|face| shape::sides::fill(&mut table, face, copies, sink));
    shape::join_all(&mut table, reader, context.tables, context.workspace, sources, sink);
    let columns = Columns::find(reader, &table, sink)?;
    let backs = is_back.map(|is_back| shape::sides::take(&mut table, &is_back));
    if let Some(condition) = &condition {
        shape::choose(&mut table, condition, sources, sink);
    }
    let backs = shape::sides::put_back(&mut table, backs.unwrap_or_default());
    let condition = condition.map(|condition| condition.span);
    Some(Rows { table, columns, backs, condition })
}

/// What Windows keeps for devices, some of them with a number behind.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A name that goes into paths; told and emptied if it cannot.
pub fn file_name(name: Option<Spanned<String>>, sink: &mut Sink) -> String {
    let Some(name) = name else { return String::new() };
    let slug = file_slug(&name.value);
    let is_taken = RESERVED.contains(&slug.trim_end_matches(|c: char| c.is_ascii_digit()));
    if !name.value.is_empty() && slug == name.value && !is_taken {
        return name.value;
    }
    let message = format!("`{}` cannot name a file", name.value);
    let help = match &slug[..] {
        "" => "use small letters, digits and `-`".to_owned(),
        _ if is_taken => format!("Windows keeps it for a device: `{slug}-cards`?"),
        _ => format!("use small letters, digits and `-`: `{slug}`?"),
    };
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
