//! What the rulebook claims and does not say: names, mentions, phases, unstated values.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, suggest};
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use crate::span::{Span, Spanned};

/// Values that nobody has decided.
pub fn unstated(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for what in &pool.game.rules.unstated {
        let message = format!("the rulebook does not say `{}`", what.value);
        let help = "decide: `{ value = …, assumed = \"why\" }`";
        told.push(Diagnostic::error(Code::UNSTATED, message).at(what.span).help(help));
    }
}

/// No two rows of a deck have one id.
pub fn ids(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for deck in &pool.game.decks {
        let Some(column) = deck.table.column("id") else { continue };
        let cells = deck.cards.iter().map(|card| &deck.table.rows[card.row].cells[column]);
        for (first, second) in twice(cells.map(|cell| (cell.text.as_str(), cell.span))) {
            let message = format!("two rows have the id `{}`", first.value);
            let diagnostic = Diagnostic::warning(Code::SAME_ID, message).at(second);
            told.push(diagnostic.also(first.span, "the first").help("give each row its own"));
        }
    }
}

/// No two rows of a deck have one name; rules speak of cards so, but seldom of counters.
pub fn names(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for deck in pool.game.decks.iter().filter(|deck| deck.has_cards()) {
        let names = deck.cards.iter().map(|card| (card.name.as_str(), card.at));
        for (first, second) in twice(names) {
            let message = format!("two rows of `{}` have the name `{}`", deck.name, first.value);
            let diagnostic = Diagnostic::warning(Code::SAME_NAME, message).at(second);
            told.push(
                diagnostic
                    .also(first.span, "the first")
                    .help("make them one row with more copies, or rename one"),
            );
        }
    }
}

/// Texts that come again, each with its first place.
pub(super) fn twice<'t>(
    texts: impl Iterator<Item = (&'t str, Span)>,
) -> Vec<(Spanned<&'t str>, Span)> {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    let again = texts.filter(|(text, _)| !text.is_empty()).filter_map(|(text, span)| {
        let first = *seen.entry(text).or_insert(span);
        (first != span).then_some((Spanned { value: text, span: first }, span))
    });
    again.collect()
}

/// The rulebook's names for cards are the cards' names.
pub fn mentions(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let components = rules.components.iter().map(|one| one.name.value.as_str());
    let known: Vec<&str> = pool.names.keys().map(String::as_str).chain(components).collect();
    for mention in &rules.rulebook.mentions {
        if !known.contains(&mention.value.as_str()) {
            let message = format!("nothing in the game is called `{}`", mention.value);
            let help = nearest(&mention.value, &known)
                .map(|name| format!("did you mean `{name}`?"))
                .unwrap_or_else(|| suggest(&mention.value, known.iter().copied()));
            told.push(Diagnostic::error(Code::MENTION, message).at(mention.span).help(help));
        }
    }
}

/// The known name that shares most words' beginnings with `wrong`.
fn nearest<'n>(wrong: &str, known: &[&'n str]) -> Option<&'n str> {
    let holds = |name: &&&str| {
        let (name, wrong) = (name.to_lowercase(), wrong.to_lowercase());
        wrong.len() > 3 && (name.contains(&wrong) || wrong.contains(&name) && name.len() > 3)
    };
    known.iter().find(holds).copied()
}

/// The phases that are listed are those that are described, in that order.
pub fn phases(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let listed = &rules.rulebook.phases;
    let own = rules.phases.iter().filter(|phase| !phase.name.is_empty());
    let own: Vec<_> =
        own.map(|phase| Spanned { value: phase.name.clone(), span: phase.span }).collect();
    let described =
        if rules.rulebook.described.is_empty() { &own } else { &rules.rulebook.described };
    if listed.is_empty() || described.is_empty() {
        return;
    }
    let has = |list: &[Spanned<String>], name: &str| list.iter().any(|one| one.value == name);
    let names =
        |list: &[Spanned<String>]| list.iter().map(|one| one.value.clone()).collect::<Vec<_>>();
    for one in listed.iter().filter(|one| !has(described, &one.value)) {
        let message = format!("the phase `{}` is listed and never described", one.value);
        let known = names(described);
        let help = suggest(&one.value, known.iter().map(String::as_str));
        told.push(Diagnostic::error(Code::PHASES, message).at(one.span).help(help));
    }
    for one in described.iter().filter(|one| !has(listed, &one.value)) {
        let message = format!("the phase `{}` is described and not listed", one.value);
        let help = "add it to the rulebook's `phases`";
        told.push(Diagnostic::error(Code::PHASES, message).at(one.span).help(help));
    }
    let common = |list: &[Spanned<String>], other: &[Spanned<String>]| -> Vec<String> {
        names(list).into_iter().filter(|name| has(other, name)).collect()
    };
    let (left, right) = (common(listed, described), common(described, listed));
    if left != right {
        let at = left.iter().zip(&right).position(|(a, b)| a != b).unwrap_or(0);
        let message = "the phases are described in another order than they are listed";
        let help = format!("listed: {}; described: {}", left.join(", "), right.join(", "));
        let place = listed.iter().find(|one| one.value == left[at]).unwrap_or(&listed[0]);
        told.push(Diagnostic::error(Code::PHASES, message).at(place.span).help(help));
    }
}
