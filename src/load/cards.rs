//! The cards of a deck: which columns mean something, and what they say of each row.

use std::collections::BTreeSet;

use super::shape;
use super::templates::Files;
use super::theme::{self, Override};
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Card, Cell, Row, Table, Theme};
use crate::span::{Span, Spanned};
use crate::workspace::composed;

/// Column names that hold the number of copies, if the deck names none.
const COPIES: [&str; 4] = ["count", "copies", "qty", "quantity"];
/// Column names that name a card, best first.
const NAMES: [&str; 4] = ["name", "title", "card", "id"];
/// The most cards in one deck.
const MAX_CARDS: u64 = 100_000;

/// The columns that mean something to Deckle.
pub struct Columns {
    copies: Option<usize>,
    name: usize,
    template: Option<usize>,
    back: Option<usize>,
}

impl Columns {
    /// Finds the columns that mean something; those that the deck names must exist.
    pub fn find(reader: &Reader<'_, '_>, table: &Table, sink: &mut Sink) -> Option<Self> {
        let mut failed = false;
        let mut find = |key: &'static str, known: &[&str]| {
            let Some(named) = reader.text(key, sink) else {
                return known.iter().find_map(|name| table.column(name));
            };
            let found = column(table, &named, sink);
            failed |= found.is_none();
            found
        };
        let (copies, name) = (find("copies", &COPIES), find("name_column", &NAMES));
        let (template, back) =
            (find("template_column", &["template"]), find("back_column", &["back"]));
        if reader.get("copies").is_none() {
            failed |= ambiguous(table, sink);
        }
        (!failed).then_some(Self { copies, name: name.unwrap_or(0), template, back })
    }
}

/// The columns that a row never takes from another, its name and its copies, as far as they are
/// there before other tables are joined; what is wrong with them is told later.
pub fn own(reader: &Reader<'_, '_>, table: &Table) -> (usize, Option<usize>) {
    let find = |key: &'static str, known: &[&str]| match reader.text(key, &mut Sink::default()) {
        Some(named) => table.column(&named.value),
        None => known.iter().find_map(|name| table.column(name)),
    };
    (find("name_column", &NAMES).unwrap_or(0), find("copies", &COPIES))
}

/// The column that a key names; one that is not there is told.
pub fn column(table: &Table, name: &Spanned<String>, sink: &mut Sink) -> Option<usize> {
    let found = table.column(&name.value);
    if found.is_none() {
        let message = format!("the table has no column `{}`", name.value);
        let help = suggest(&name.value, table.names());
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(name.span).help(help));
    }
    found
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
pub struct Maker<'a> {
    /// The rows.
    pub table: &'a Table,
    /// What their columns mean.
    pub columns: &'a Columns,
    /// For each row that is a front, the row of its back, if that has its own.
    pub backs: Vec<Option<usize>>,
    /// Columns that set something of the theme.
    pub overrides: Vec<Override>,
    /// Where it is said which rows are taken.
    pub condition: Option<Span>,
    /// The theme of the deck.
    pub theme: &'a Theme,
    /// The most copies of a card.
    pub limit: u32,
    /// Templates by name.
    pub templates: &'a Files,
    /// The template of the fronts.
    pub front: Spanned<String>,
    /// The template of the backs.
    pub back: Option<Spanned<String>>,
    /// The column whose value is the same in all rows of a card.
    pub group: Option<Spanned<String>>,
}

impl Maker<'_> {
    /// One card per row or group of rows; `span` is the place of the deck.
    pub fn cards(&self, span: Span, sink: &mut Sink) -> Vec<Card> {
        known(self.templates, &self.front, sink);
        if let Some(back) = &self.back {
            known(self.templates, back, sink);
        }
        let errors = sink.counts().0;
        let Some(groups) = shape::groups(self.table, self.group.as_ref(), sink) else {
            return Vec::new();
        };
        // Rows that are backs stand behind all others.
        let groups = groups.into_iter().take(self.backs.len());
        let cards: Vec<_> = groups.filter_map(|rows| self.card(rows, sink)).collect();
        let total: u64 = cards.iter().map(|card| u64::from(card.copies)).sum();
        if total > MAX_CARDS {
            let message = format!("the deck has {total} cards (limit {MAX_CARDS})");
            sink.push(Diagnostic::error(Code::COPIES, message).at(span));
        }
        if cards.is_empty() && sink.counts().0 == errors {
            let chosen = self.condition.filter(|_| self.table.rows.is_empty());
            let message = match chosen {
                Some(_) => "the deck has no cards: `where` holds for no row",
                None => "the deck has no cards: every row has 0 copies",
            };
            let fault = Diagnostic::error(Code::EMPTY_TABLE, message);
            sink.push(fault.at(chosen.unwrap_or(span)));
        }
        cards
    }

    fn card(&self, rows: Vec<usize>, sink: &mut Sink) -> Option<Card> {
        let row = &self.table.rows[rows[0]];
        self.check_copies(&rows, sink);
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
        let reverse = self.backs[rows[0]].map(|back| Box::new(self.reverse(back, copies, sink)));
        Some(Card {
            row: rows[0],
            rows: if self.group.is_some() { rows } else { Vec::new() },
            copies,
            name: row.cells[self.columns.name].text.clone(),
            front: self
                .chosen(row, self.columns.template, sink)
                .unwrap_or_else(|| self.front.value.clone()),
            back: reverse.as_ref().map(|back| back.front.clone()).or_else(|| {
                self.chosen(row, self.columns.back, sink)
                    .or_else(|| self.back.as_ref().map(|back| back.value.clone()))
            }),
            reverse,
            theme: theme::set(row, &self.overrides, self.theme, sink),
            span: row.span,
            at: row.cells[self.columns.name].span,
        })
    }

    /// The card that a back is drawn from: its row, and the template that it or the deck names.
    fn reverse(&self, row: usize, copies: u32, sink: &mut Sink) -> Card {
        let cells = &self.table.rows[row];
        let front = self.back.as_ref().unwrap_or(&self.front);
        let template = self.chosen(cells, self.columns.template, sink);
        Card {
            row,
            rows: Vec::new(),
            copies,
            name: cells.cells[self.columns.name].text.clone(),
            front: template.unwrap_or_else(|| front.value.clone()),
            back: None,
            reverse: None,
            theme: theme::set(cells, &self.overrides, self.theme, sink),
            span: cells.span,
            at: cells.cells[self.columns.name].span,
        }
    }

    /// Tells a row of a group that says another number of copies than the first.
    fn check_copies(&self, rows: &[usize], sink: &mut Sink) {
        let Some(column) = self.columns.copies else { return };
        let cell = |row: &usize| &self.table.rows[*row].cells[column];
        let (first, header) = (cell(&rows[0]), &self.table.headers[column].name);
        let others = rows[1..].iter().map(cell);
        for other in others.filter(|one| !one.text.is_empty() && one.text != first.text) {
            let message = format!(
                "`{header}` is `{}`, but `{}` in the first row of the card",
                other.text, first.text
            );
            let fault = Diagnostic::error(Code::COPIES, message).at(other.span);
            let help = "the first row of a card says how many; leave the others empty";
            sink.push(fault.also(first.span, "the first row").help(help));
        }
    }

    fn copies(&self, row: &Row, column: usize, sink: &mut Sink) -> Option<u32> {
        let (cell, header) = (&row.cells[column], &self.table.headers[column].name);
        let found = cell.whole();
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
            None if cell.text.is_empty() && cell.is_covered => {
                let message = format!("`{header}` is empty, as a merged cell lies over it");
                Diagnostic::error(Code::COPIES, message).help(
                    "split it, or say `fill_merged = true`: each cell then holds what it shows",
                )
            }
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
        let Cell { text, span, .. } = &row.cells[column?];
        if text.is_empty() {
            return None;
        }
        let name = Spanned { value: composed(text).into_owned(), span: *span };
        known(self.templates, &name, sink);
        Some(name.value)
    }
}

/// Tells when there is no template of that name.
pub fn known(templates: &Files, name: &Spanned<String>, sink: &mut Sink) {
    if !templates.contains_key(&name.value) {
        let message = format!("there is no template `{}`", name.value);
        let help = suggest(&name.value, super::whole(templates));
        sink.push(Diagnostic::error(Code::UNKNOWN_TEMPLATE, message).at(name.span).help(help));
    }
}
