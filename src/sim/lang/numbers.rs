//! Columns that are added or compared hold whole numbers; a word among them, such as `auto`, adds nothing.

use super::{Fault, Selector};
use crate::sim::pool::{KindSet, Pool};

/// Refuses a column that has a fraction, or words alone, among the cards that are meant.
///
/// # Errors
/// The first such cell, with its card.
pub fn whole(
    pool: &Pool<'_>,
    zone: &str,
    of: Option<&Selector>,
    column: &str,
    range: std::ops::Range<usize>,
) -> Result<(), Fault> {
    let mut set = begins_with(pool, zone).unwrap_or_else(|| with_numbers(pool, column));
    if let Some(of) = of {
        set = set.and(&of.set);
    }
    let text = |kind: usize| pool.cell(kind, column).map_or("", |cell| cell.text.as_str());
    let odd: Vec<usize> = set
        .iter()
        .filter(|kind| !text(*kind).is_empty() && pool.number(*kind, column).is_none())
        .collect();
    let words = !set.iter().any(|kind| pool.number(kind, column).is_some());
    let Some(kind) = odd.into_iter().find(|kind| words || fraction(text(*kind))) else {
        return Ok(());
    };
    let (name, text) = (&pool.kinds[kind].name, text(kind));
    let message = format!("`{column}` of `{name}` is `{text}`, which is no whole number");
    Err(Fault::new(range, message, "write whole numbers, or name another column"))
}

/// Whether a text is a number with a fraction, or one that is too large.
fn fraction(text: &str) -> bool {
    let digit = text.contains(|c: char| c.is_ascii_digit());
    digit && text.replace(',', ".").parse::<f64>().is_ok()
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
