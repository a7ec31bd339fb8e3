//! Tera's sentences in our words, with what was meant.

use std::collections::BTreeSet;

use super::calls;
use crate::diag::{did_you_mean, suggest};
use crate::model::{Deck, Header};
use crate::span::Span;

/// What a field was asked of: the name before its point or bracket.
pub fn owner(text: &str, field: Span) -> &str {
    let before = text.get(..field.range().start).unwrap_or_default();
    let before = before.trim_end_matches(['"', '\'']).trim_end_matches(['.', '[']);
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    before.get(start..).unwrap_or_default()
}

/// The sentence and the help for a rendering fault.
///
/// `owner` is what a field was asked of, `written` the text at the place of the fault.
pub fn words(message: &str, owner: &str, written: &str, deck: &Deck) -> (String, Option<String>) {
    let quoted = message.split('`').nth(1);
    if let Some(name) = quoted.filter(|_| message.starts_with("Field `")) {
        return no_field(owner, name, &[deck]);
    }
    // `card["Nam"]` comes without a name in the message.
    if let Some(name) =
        written.strip_prefix("card[").and_then(|rest| rest.split(['"', '\'']).nth(1))
        && message.contains("undefined")
    {
        return no_column(name, &[deck]);
    }
    if let Some(name) = quoted.filter(|_| message.starts_with("Variable `")) {
        return (format!("variable `{name}` is not defined"), variable_help(name, deck));
    }
    if let Some(words) = wrong_kind(message).or_else(|| no_number(message)) {
        return words;
    }
    if message.contains("cannot be converted to a")
        && quoted.is_some_and(|text| text.contains(|c: char| c.is_ascii_digit()))
    {
        return (lower(message), Some(DRESSED.into()));
    }
    match message.split_once('\n') {
        Some((sentence, help)) => (lower(sentence), Some(help.into())),
        None => (lower(message), None),
    }
}

/// What to do about a text that is wanted as a number.
const NUMBER: &str = "`| int` or `| float` makes a number of a text";

/// What to do about a number that is shown with more than its digits.
const DRESSED: &str = "templates see the text that is shown: show a plain number in the table, \
                       or take out what is not of it, `| replace(from=\",\", to=\"\") | int`";

/// Tera's sentence on a value of the wrong kind in our words.
fn wrong_kind(message: &str) -> Option<(String, Option<String>)> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (wanted, is) = if message.starts_with("Invalid type for the value, expected `") {
        (calls::kind(quoted.next()?), quoted.next()?)
    } else if message.starts_with("Iteration not possible on type `") {
        ("a list in brackets", quoted.next()?)
    } else {
        return None;
    };
    let help = match (wanted, is) {
        ("a list in brackets", "string") => "`| split(pat=\", \")` makes a list of a text",
        ("a text", "array") => "`| join(sep=\", \")` makes a text of a list",
        ("a number" | "a whole number", "string") => NUMBER,
        ("a text", _) if is != "undefined" => "`| str` makes a text of a number",
        _ => return Some((format!("{wanted} is wanted, and this is {}", calls::kind(is)), None)),
    };
    Some((format!("{wanted} is wanted, and this is {}", calls::kind(is)), Some(help.into())))
}

/// Tera's sentence on values that cannot be reckoned with or compared in our words.
fn no_number(message: &str) -> Option<(String, Option<String>)> {
    let starts = ["Cannot compare `", "`+` requires both", "Math operations can only"];
    let at = starts.iter().position(|start| message.starts_with(start))?;
    let kinds: Vec<_> = message.split('`').skip(1).step_by(2).filter(|one| *one != "+").collect();
    let message = match (at, &kinds[..]) {
        (0, [one, other]) => {
            format!("{} cannot be compared with {}", calls::kind(one), calls::kind(other))
        }
        (_, kinds) => {
            let strange = |kind: &&&str| !calls::kind(kind).ends_with("number");
            format!("{} is no number to reckon with", calls::kind(kinds.iter().find(strange)?))
        }
    };
    let help = kinds.contains(&"string").then(|| NUMBER.into());
    Some((message, help))
}

/// A name that its owner does not have in any of these decks.
pub fn no_field(owner: &str, name: &str, decks: &[&Deck]) -> (String, Option<String>) {
    let known: Vec<_> = match owner {
        "card" => return no_column(name, decks),
        "theme" => once(decks.iter().flat_map(|deck| deck.theme.keys()).map(String::as_str)),
        "game" => vec!["name", "title", "version", "authors", "credits", "players"],
        "deck" => vec!["name", "title", "designs", "copies"],
        _ => Vec::new(),
    };
    let help = (!known.is_empty()).then(|| suggest(name, known));
    (format!("`{owner}` has no field `{name}`"), help)
}

fn no_column(name: &str, decks: &[&Deck]) -> (String, Option<String>) {
    let headers = decks.iter().flat_map(|deck| &deck.table.headers);
    let known = once(headers.flat_map(Header::names));
    let help = match name {
        "rows" => {
            "`group` in the deck makes a card of several rows, and gives it `card.rows`".into()
        }
        _ => suggest(name, known),
    };
    (format!("the cards have no column `{name}`"), Some(help))
}

/// Names in their order, each once.
fn once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

/// Names that a template may have meant by a bare `name`.
fn variable_help(name: &str, deck: &Deck) -> Option<String> {
    const KNOWN: [&str; 15] = [
        "card", "deck", "game", "theme", "index", "count", "copies", "face", "width", "height",
        "bleed", "safe", "corner", "view_box", "shape",
    ];
    if deck.table.column(name).is_some() {
        return Some(format!("did you mean `card.{name}`?"));
    }
    let columns: Vec<_> = deck.table.headers.iter().filter_map(|one| one.alias.as_ref()).collect();
    let column = did_you_mean(name, columns.iter().map(|alias| alias.as_str()));
    let help = column.map(|help| help.replacen('`', "`card.", 1));
    help.or_else(|| Some(suggest(name, KNOWN)))
}

/// A sentence as our messages are: the first letter small, no full stop.
pub fn lower(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.into(),
    }
}
