//! A `[[deck]]` and its table: one card per row, with its copies and templates.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::sizes::Known;
use super::styles;
use super::table::{self, Format};
use super::templates::Files;
use super::theme::Themes;
use super::toml::Reader;
use super::unreadable;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::Mm;
use crate::model::{Card, Cell, Deck, Row, Table, file_slug};
use crate::span::{Sources, Span, Spanned};
use crate::workspace::Workspace;

/// Column names that hold the number of copies, if the deck names none.
const COPIES: [&str; 4] = ["count", "copies", "qty", "quantity"];
/// Column names that name a card, best first.
const NAMES: [&str; 4] = ["name", "title", "card", "id"];
/// The most copies of one card, if the deck sets no other limit.
const MAX_COPIES: u32 = 1000;
/// The most cards in one deck.
const MAX_CARDS: u64 = 100_000;

/// What reading a deck needs beside its table.
pub struct Context<'a> {
    /// The manifest.
    pub root: &'a Reader<'a, 'a>,
    /// The game's files.
    pub workspace: &'a dyn Workspace,
    /// Card sizes by name.
    pub sizes: &'a Known,
    /// Themes by name.
    pub themes: &'a Themes,
    /// Templates by name.
    pub templates: &'a Files,
}

/// The columns that mean something to Deckle.
struct Columns {
    copies: Option<usize>,
    name: usize,
    template: Option<usize>,
    back: Option<usize>,
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
    let theme = context.themes.choose(reader.text("theme", sink), sink);
    let styles = Arc::new(styles::read(context.root, reader, &theme, sink));
    let front = reader.text("front", sink);
    let back = reader.text("back", sink);
    let limit =
        reader.number("max_copies", 1, 100_000, sink).map_or(MAX_COPIES, |limit| limit.value);
    let table = read_table(reader, span, context.workspace, sources, sink);
    let columns = table.as_ref().and_then(|table| columns(reader, table, sink));
    reader.finish(sink);
    let (size, table, columns) = (size?, table?, columns?);
    let front = front.unwrap_or(Spanned { value: "card.svg".into(), span });
    let make = Maker {
        table: &table,
        columns: &columns,
        limit,
        templates: context.templates,
        front,
        back,
    };
    let cards = make.cards(span, sink);
    Some(Deck { name, title, title_at, size, bleed, safe, corner, table, cards, theme, styles })
}

/// Reads the file that `cards` names.
fn read_table(
    reader: &Reader<'_, '_>,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Table> {
    let cards = reader.required("cards", span, sink);
    let separator = reader.text("separator", sink).and_then(|text| separator(&text, sink));
    let encoding = reader.text("encoding", sink).and_then(|text| encoding(&text, sink));
    let path = cards?;
    let bytes = match workspace.read(&path.value) {
        Ok(bytes) => bytes,
        Err(error) => {
            sink.push(unreadable(workspace, &path.value, &error, path.span));
            return None;
        }
    };
    let format = Format { separator, encoding };
    table::read(&bytes, &workspace.shown(&path.value), &format, sources, sink).ok()
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

/// Finds the columns that mean something; those that the deck names must exist.
fn columns(reader: &Reader<'_, '_>, table: &Table, sink: &mut Sink) -> Option<Columns> {
    let mut failed = false;
    let mut find = |key: &'static str, known: &[&str]| {
        let Some(named) = reader.text(key, sink) else {
            return known.iter().find_map(|name| table.column(name));
        };
        let found = table.column(&named.value);
        if found.is_none() {
            failed = true;
            let message = format!("the table has no column `{}`", named.value);
            let help =
                suggest(&named.value, table.headers.iter().map(|header| header.name.as_str()));
            sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(named.span).help(help));
        }
        found
    };
    let (copies, name) = (find("copies", &COPIES), find("name_column", &NAMES));
    let (template, back) = (find("template_column", &["template"]), find("back_column", &["back"]));
    if reader.get("copies").is_none() {
        failed |= ambiguous(table, sink);
    }
    (!failed).then_some(Columns { copies, name: name.unwrap_or(0), template, back })
}

/// Tells when several columns could hold the copies.
fn ambiguous(table: &Table, sink: &mut Sink) -> bool {
    let found: BTreeSet<_> = COPIES.iter().filter_map(|name| table.column(name)).collect();
    let mut headers = found.iter().map(|at| &table.headers[*at]);
    let (Some(first), Some(second)) = (headers.next(), headers.next()) else { return false };
    let message = format!("both `{}` and `{}` could count the copies", first.name, second.name);
    sink.push(
        Diagnostic::error(Code::COPIES, message)
            .at(second.span)
            .also(first.span, "the other one")
            .help(format!("say `copies = \"{}\"` in the deck", first.name)),
    );
    true
}

/// Makes cards of rows.
struct Maker<'a> {
    table: &'a Table,
    columns: &'a Columns,
    limit: u32,
    templates: &'a Files,
    front: Spanned<String>,
    back: Option<Spanned<String>>,
}

impl Maker<'_> {
    fn cards(&self, span: Span, sink: &mut Sink) -> Vec<Card> {
        self.known(&self.front, sink);
        if let Some(back) = &self.back {
            self.known(back, sink);
        }
        let rows = self.table.rows.iter().enumerate();
        let errors = sink.counts().0;
        let cards: Vec<_> = rows.filter_map(|(at, row)| self.card(at, row, sink)).collect();
        let total: u64 = cards.iter().map(|card| u64::from(card.copies)).sum();
        if total > MAX_CARDS {
            let message = format!("the deck has {total} cards (limit {MAX_CARDS})");
            sink.push(Diagnostic::error(Code::COPIES, message).at(span));
        }
        if cards.is_empty() && sink.counts().0 == errors {
            let message = "the deck has no cards: every row has 0 copies";
            sink.push(Diagnostic::error(Code::EMPTY_TABLE, message).at(span));
        }
        cards
    }

    fn card(&self, at: usize, row: &Row, sink: &mut Sink) -> Option<Card> {
        let copies =
            self.columns.copies.map_or(Some(1), |column| self.copies(row, column, sink))?;
        if copies == 0 {
            return None;
        }
        let filled = row.cells.iter().filter(|cell| !cell.text.is_empty()).count();
        if self.columns.copies.is_some() && filled == 1 && row.cells.len() > 1 {
            let message = "the row has a number of copies and nothing else";
            let help = "its cards are printed as they are; delete the row if it is a leftover";
            sink.push(Diagnostic::warning(Code::BARE_ROW, message).at(row.span).help(help));
        }
        Some(Card {
            row: at,
            copies,
            name: row.cells[self.columns.name].text.clone(),
            front: self
                .chosen(row, self.columns.template, sink)
                .unwrap_or_else(|| self.front.value.clone()),
            back: self
                .chosen(row, self.columns.back, sink)
                .or_else(|| self.back.as_ref().map(|back| back.value.clone())),
            span: row.span,
            at: row.cells[self.columns.name].span,
        })
    }

    fn copies(&self, row: &Row, column: usize, sink: &mut Sink) -> Option<u32> {
        let (cell, header) = (&row.cells[column], &self.table.headers[column].name);
        let found = cell.text.parse::<u64>().ok();
        if let Some(copies) = found.and_then(|copies| u32::try_from(copies).ok())
            && copies <= self.limit
        {
            return Some(copies);
        }
        let diagnostic = match found {
            Some(copies) => Diagnostic::error(
                Code::COPIES,
                format!("`{header}` asks for {copies} copies (limit {})", self.limit),
            )
            .help("if that is meant, set `max_copies` in the deck"),
            None if cell.text.is_empty() => {
                Diagnostic::error(Code::COPIES, format!("`{header}` is empty"))
                    .help("write 1, or 0 to leave the card out")
            }
            None => Diagnostic::error(
                Code::COPIES,
                format!("`{header}` is `{}`, which is not a number of copies", cell.text),
            )
            .help("write a whole number, 0 or more"),
        };
        sink.push(diagnostic.at(cell.span));
        None
    }

    /// The template that a cell names, if it names one.
    fn chosen(&self, row: &Row, column: Option<usize>, sink: &mut Sink) -> Option<String> {
        let Cell { text, span } = &row.cells[column?];
        if text.is_empty() {
            return None;
        }
        let name = Spanned { value: text.clone(), span: *span };
        self.known(&name, sink);
        Some(name.value)
    }

    /// Tells when there is no such template.
    fn known(&self, name: &Spanned<String>, sink: &mut Sink) {
        if !self.templates.contains_key(&name.value) {
            let message = format!("there is no template `{}`", name.value);
            let help = suggest(&name.value, super::whole(self.templates));
            sink.push(Diagnostic::error(Code::UNKNOWN_TEMPLATE, message).at(name.span).help(help));
        }
    }
}
