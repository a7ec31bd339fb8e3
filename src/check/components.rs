//! The list of components against what is built, and against the rulebook's totals.

use std::collections::BTreeMap;

use super::rulebook::twice;
use crate::diag::{Code, Diagnostic, suggest};
use crate::model::{Component, Deck};
use crate::sim::lang::{Scope, Text, rest_selector};
use crate::sim::play::Play;
use crate::sim::pool::{KindSet, Pool};
use crate::span::Spanned;

/// Each line of cards has as many cards as are built, and each deck has a line.
pub fn counts(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let components = &pool.game.rules.components;
    let mut covered = pool.none();
    for component in components.iter().filter(|one| one.kind == "card" && one.built) {
        let Some(set) = cards(pool, component, told) else { continue };
        let built = pool.copies(&set);
        covered = covered.or(&set);
        let Some(said) = &component.count else { continue };
        if built != u64::from(said.value) {
            let (name, count) = (&component.name.value, said.value);
            let message = format!("the list has {count} of `{name}`, and {built} are built");
            let diagnostic = Diagnostic::error(Code::COMPONENT, message);
            told.push(
                diagnostic.at(said.span).help("mend the count, or the copies in the card list"),
            );
        }
    }
    if components.iter().any(|one| one.kind == "card") {
        for (at, deck) in pool.game.decks.iter().enumerate().filter(|(_, one)| one.has_cards()) {
            if pool.deck(at).and(&covered).is_empty() {
                let message = format!("no component holds the cards of the deck `{}`", deck.name);
                let help = format!("add a `[[component]]` with `deck = \"{}\"`", deck.name);
                let diagnostic = Diagnostic::warning(Code::COMPONENT, message);
                told.push(diagnostic.at(deck.title_at).help(help));
            }
        }
    }
}

/// No two lines have one name: a check would read them as one.
pub fn names(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let components = &pool.game.rules.components;
    let names = components.iter().map(|one| (one.name.value.as_str(), one.name.span));
    for (first, second) in twice(names) {
        let message = format!("two components have the name `{}`", first.value);
        let diagnostic = Diagnostic::warning(Code::SAME_NAME, message).at(second);
        let help = "make them one line, or rename one";
        told.push(diagnostic.also(first.span, "the first").help(help));
    }
}

/// The lines of counters that name the same `[[counters]]` have as many as those, all together.
pub fn pieces(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let of_pieces = |one: &&Component| one.kind != "card" && one.built && !one.decks.is_empty();
    let mut sums: BTreeMap<Vec<&str>, (u64, Vec<&Component>)> = BTreeMap::new();
    for component in pool.game.rules.components.iter().filter(of_pieces) {
        let names = component.decks.iter().map(|deck| deck.value.as_str()).collect();
        let (sum, lines) = sums.entry(names).or_default();
        *sum += component.count.as_ref().map_or(0, |count| u64::from(count.value));
        lines.push(component);
    }
    for (sum, lines) in
        sums.into_values().filter(|(_, lines)| lines.iter().all(|one| one.count.is_some()))
    {
        let decks = lines[0].decks.iter().map(|deck| pieces_named(pool, deck));
        let decks = decks.collect::<Result<Vec<_>, _>>().map_err(|fault| told.push(*fault));
        let Ok(decks) = decks else { continue };
        let built: u64 = decks.iter().map(|deck| u64::from(deck.copies())).sum();
        if built == sum {
            continue;
        }
        let names: Vec<_> = lines.iter().map(|one| format!("`{}`", one.name.value)).collect();
        let message = format!("the list has {sum} of {}, and {built} are built", names.join(", "));
        let place = lines.iter().filter_map(|one| one.count.as_ref()).next();
        let fault = Diagnostic::error(Code::COMPONENT, message);
        let fault = fault.help("mend the count, or the copies in the list of counters");
        told.push(place.into_iter().fold(fault, |fault, count| fault.at(count.span)));
    }
}

/// The deck that a line of counters names.
fn pieces_named<'g>(pool: &Pool<'g>, name: &Spanned<String>) -> Result<&'g Deck, Box<Diagnostic>> {
    let decks = &pool.game.decks;
    decks.iter().find(|deck| deck.name == name.value).ok_or_else(|| {
        let message = format!("there are no counters `{}`", name.value);
        let help = suggest(&name.value, decks.iter().map(|one| one.name.as_str()));
        Box::new(Diagnostic::error(Code::COMPONENT, message).at(name.span).help(help))
    })
}

/// The kinds that a line of cards means.
fn cards(pool: &Pool<'_>, component: &Component, told: &mut Vec<Diagnostic>) -> Option<KindSet> {
    let mut set = pool.none();
    for deck in &component.decks {
        let Some(at) = pool.deck_named(&deck.value) else {
            let message = format!("there is no deck `{}`", deck.value);
            let help = suggest(&deck.value, pool.game.decks.iter().map(|one| one.name.as_str()));
            told.push(Diagnostic::error(Code::COMPONENT, message).at(deck.span).help(help));
            return None;
        };
        set = set.or(&pool.deck(at));
    }
    if let Some(phrase) = &component.cards {
        let scope = Scope { pool };
        let read = Text::new(&phrase.text, &scope).and_then(|mut text| rest_selector(&mut text));
        let of = read.map_err(|fault| told.push(fault.diagnostic(phrase))).ok()?.set;
        set = if component.decks.is_empty() { of } else { set.and(&of) };
    } else if component.decks.is_empty() {
        let message = format!("nothing says which cards `{}` are", component.name.value);
        let help = "name them by `deck` or `cards`; or write `built = false`";
        let diagnostic = Diagnostic::warning(Code::COMPONENT, message);
        told.push(diagnostic.at(component.name.span).help(help));
        return None;
    }
    Some(set)
}

/// The lines of a kind add up to what the rulebook counts.
pub fn totals(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for (kind, total) in &rules.rulebook.totals {
        let of_kind = rules.components.iter().filter(|one| one.kind == kind.value);
        let counts = of_kind.filter_map(|one| one.count.as_ref());
        let sum: u64 = counts.map(|count| u64::from(count.value)).sum();
        if sum != u64::from(*total) {
            let message = format!(
                "the rulebook counts {total} components of the kind `{}`, and the list has {sum}",
                kind.value
            );
            let diagnostic = Diagnostic::error(Code::COMPONENT, message);
            told.push(diagnostic.at(kind.span).help("mend the list, or the rulebook"));
        }
    }
}

/// The numbers of cards that the rulebook prints are those that are built.
pub fn printed(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let scope = Scope { pool };
    for (phrase, count) in &pool.game.rules.rulebook.counts {
        let read = Text::new(&phrase.text, &scope).and_then(|mut text| rest_selector(&mut text));
        let set = match read {
            Ok(of) => of.set,
            Err(fault) => {
                told.push(fault.diagnostic(phrase));
                continue;
            }
        };
        let built = pool.copies(&set);
        if built != u64::from(count.value) {
            let (said, name) = (count.value, &phrase.text);
            let message = format!("the rulebook prints {said} of `{name}`, and {built} are built");
            let diagnostic = Diagnostic::error(Code::PRINTED_COUNT, message).at(count.span);
            told.push(diagnostic.help("mend the rulebook, or the copies in the card list"));
        }
    }
}
