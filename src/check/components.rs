//! What the rulebook counts and prints, against the list of components and the cards that are built.

use super::rulebook::twice;
use crate::diag::{Code, Diagnostic};
use crate::sim::lang::{Scope, Text, rest_selector};
use crate::sim::play::Play;
use crate::sim::pool::Pool;

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

/// The lines of a kind add up to what the rulebook counts; cards without a line are counted as they are built.
pub fn totals(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for (kind, total) in &rules.rulebook.totals {
        let of_kind = || rules.components.iter().filter(|one| one.kind == kind.value);
        // A count that nobody says is told by itself.
        if of_kind().any(|one| one.count.is_none()) {
            continue;
        }
        let counts = of_kind().filter_map(|one| one.count.as_ref());
        let sum: u64 = counts.map(|count| u64::from(count.value)).sum();
        let cards = pool.game.decks.iter().filter(|deck| deck.has_cards());
        let cards: u64 = cards.map(|deck| u64::from(deck.copies())).sum();
        let listed = kind.value != "card" || of_kind().next().is_some();
        let built = if listed { None } else { Some(cards) };
        if built.unwrap_or(sum) == u64::from(*total) {
            continue;
        }
        let (what, help) = match built {
            Some(built) => (format!("{built} are built"), "mend the rulebook, or the copies"),
            None => (format!("the list has {sum}"), "mend the list, or the rulebook"),
        };
        let message = format!(
            "the rulebook counts {total} components of the kind `{}`, and {what}",
            kind.value
        );
        told.push(Diagnostic::error(Code::COMPONENT, message).at(kind.span).help(help));
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
