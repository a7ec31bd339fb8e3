//! Columns that are added or compared hold whole numbers; a word among them, such as `auto`, adds nothing.

use std::ops::Range;

use super::{Expr, Fault, Selector};
use crate::diag::suggest;
use crate::sim::pool::{KindSet, Pool};

/// Refuses a column that has words alone among the cards that are meant, or something that looks like a number and is no
/// whole one.
///
/// # Errors
/// The first such cell, with its card.
pub fn whole(
    pool: &Pool<'_>,
    zone: &str,
    of: Option<&Selector>,
    column: &str,
    range: Range<usize>,
) -> Result<(), Fault> {
    let mut set = begins_with(pool, zone).unwrap_or_else(|| with_numbers(pool, column));
    if let Some(of) = of {
        set = set.and(&of.set);
    }
    let words = !set.iter().any(|kind| pool.number(kind, column).is_some());
    let odd =
        |kind: usize, text: &str| pool.number(kind, column).is_none() && (words || looks_so(text));
    refused(pool, &set, column, odd, range, "whole number")
}

/// Refuses a column in which something looks like a number and is none, where cards are told apart by which number is higher.
///
/// # Errors
/// The first such cell, with its card.
pub(super) fn decimal(pool: &Pool<'_>, column: &str, range: Range<usize>) -> Result<(), Fault> {
    let odd = |_: usize, text: &str| looks_so(text) && number(text).is_none();
    refused(pool, &with_numbers(pool, column), column, odd, range, "number")
}

fn refused(
    pool: &Pool<'_>,
    of: &KindSet,
    column: &str,
    odd: impl Fn(usize, &str) -> bool,
    range: Range<usize>,
    what: &str,
) -> Result<(), Fault> {
    let text = |kind: usize| pool.cell(kind, column).map_or("", |cell| cell.text.as_str());
    let mut odd = of.iter().filter(|kind| !text(*kind).is_empty() && odd(*kind, text(*kind)));
    let Some(kind) = odd.next() else { return Ok(()) };
    let (name, text) = (&pool.kinds[kind].name, text(kind));
    let message = format!("`{column}` of `{name}` is `{text}`, which is no {what}");
    Err(Fault::new(range, message, format!("write {what}s, or name another column")))
}

impl Pool<'_> {
    /// How many of a component the list has.
    ///
    /// # Errors
    /// It has none of that name.
    pub fn component(&self, name: &str, expr: &Expr) -> Result<i64, Fault> {
        let components = &self.game.rules.components;
        let named = components.iter().filter(|one| one.name.value == name);
        let found: Vec<_> = named.filter_map(|one| one.count.as_ref()).collect();
        if found.is_empty() {
            let help = suggest(name, components.iter().map(|one| one.name.value.as_str()));
            let message = format!("no component is called `{name}`");
            return Err(Fault::unknown(expr.range.clone(), message, help));
        }
        Ok(found.iter().map(|count| i64::from(count.value)).sum())
    }
}

/// The number that a cell is, with a fraction or without.
pub(super) fn number(text: &str) -> Option<f64> {
    let number = text.replace('\u{2212}', "-").parse().ok();
    number.filter(|_| looks_so(text))
}

/// Whether somebody may take a text for a number: `3+`, `½`, `2 gold`.
fn looks_so(text: &str) -> bool {
    text.contains(char::is_numeric)
}

/// The cards of a deck, or of the deck that a zone begins with.
fn begins_with(pool: &Pool<'_>, zone: &str) -> Option<KindSet> {
    let named = pool.game.rules.zone(zone).and_then(|zone| zone.deck.as_ref());
    let deck = named.and_then(|deck| pool.deck_named(&deck.value));
    deck.or_else(|| pool.deck_named(zone)).map(|deck| pool.deck(deck))
}

/// The cards of all decks whose column has a number at all: any of them may come into a zone.
fn with_numbers(pool: &Pool<'_>, column: &str) -> KindSet {
    let decks = (0..pool.game.decks.len()).map(|deck| pool.deck(deck));
    let single = pool.single().is_some();
    let meant =
        decks.filter(|deck| single || deck.iter().any(|kind| pool.number(kind, column).is_some()));
    meant.fold(pool.none(), |all, deck| all.or(&deck))
}
