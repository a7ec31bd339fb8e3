//! What a game declares: components, notation, the rulebook's claims, checks, watches, allowances.

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value};
use super::{Reading, UNSTATED, named};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::model::{Allow, Check, Component, Notation, Phrase, Rulebook, Symmetric, Watch};
use crate::span::{Span, Spanned};

/// Kinds of components.
const KINDS: [&str; 13] = [
    "card", "die", "cube", "token", "counter", "marker", "tile", "pawn", "board", "mat", "pad",
    "book", "other",
];

/// Reads everything that is declared and not played.
pub fn read(reading: &mut Reading<'_>, root: &Reader<'_, '_>, sink: &mut Sink) {
    for (table, span) in root.tables("component", sink) {
        let component = component(reading, &table, span, sink);
        reading.rules.components.extend(component);
    }
    if let Some(table) = root.table("notation", sink) {
        for (name, value) in named(&table) {
            let title = format!("[notation.{}]", name.value);
            if let Some(below) = table.below(&title, value, sink) {
                let notation = notation(reading, &below, name, sink);
                reading.rules.notations.extend(notation);
            }
        }
    }
    if let Some(table) = root.table("rulebook", sink) {
        reading.rules.rulebook = rulebook(reading, &table, sink);
    }
    if let Some(table) = root.table("checks", sink) {
        for (name, value) in named(&table) {
            let check = check(reading, &table, name, value, sink);
            reading.rules.checks.extend(check);
        }
    }
    if let Some(table) = root.table("watch", sink) {
        for (name, value) in named(&table) {
            let when = reading.phrase(&format!("watch.{}", name.value), value, sink);
            reading.rules.watches.extend(when.map(|when| Watch { name, when }));
        }
    }
    for (table, span) in root.tables("allow", sink) {
        let allow = allow(&table, span, sink);
        reading.rules.allows.extend(allow);
    }
}

fn component(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Component> {
    let name = table.required("name", span, sink).filter(|name| name.value != UNSTATED);
    let what = match &name {
        Some(name) => format!("component {}", name.value),
        None => "component".to_owned(),
    };
    let count = reading.number(table, "count", &what, sink);
    if table.get("count").is_none() {
        let message = format!("{what} has no `count`");
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help("add `count = 1`"));
    }
    let choices = KINDS.map(|kind| (kind, kind));
    // Of a kind that nobody says, nothing is asked.
    let otherwise = if table.get("kind").is_some() { "other" } else { "card" };
    let kind = reading.choice(table, "kind", &what, &choices, sink).unwrap_or(otherwise).to_owned();
    let decks = reading.texts(table, "deck", &what, sink);
    let cards = reading.phrase_of(table, "cards", &what, sink);
    let built = truth(table, "built", sink).unwrap_or(true);
    reading.note(table, &what, sink);
    table.finish(sink);
    Some(Component { name: name?, count, kind, decks, cards, built })
}

/// `true` or `false`.
fn truth(table: &Reader<'_, '_>, key: &'static str, sink: &mut Sink) -> Option<bool> {
    let found = table.read(key, sink, |value, span, sink| match value.get_ref() {
        DeValue::Boolean(truth) => Some(*truth),
        _ => {
            let message = format!("`{key}` must be `true` or `false`");
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
            None
        }
    });
    found.map(|found| found.value)
}

fn notation(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    name: Spanned<String>,
    sink: &mut Sink,
) -> Option<Notation> {
    let what = format!("notation.{}", name.value);
    let column = table
        .text("column", sink)
        .unwrap_or_else(|| Spanned { value: name.value.clone(), span: name.span });
    let split = [("cell", false), ("letters", true)];
    let letters = reading.choice(table, "split", &what, &split, sink).unwrap_or(false);
    let values = table.get("values").map(|value| values(reading, table, value, &what, sink));
    let values = values.unwrap_or_default();
    let count = reading.number(table, "count", &what, sink);
    let groups = table.get("exactly_one_of").map(|value| groups(table, value, sink));
    let unless = table.texts("unless", sink).unwrap_or_default();
    reading.note(table, &what, sink);
    table.finish(sink);
    let exactly_one_of = groups.unwrap_or_default();
    Some(Notation { name, column, letters, values, count, exactly_one_of, unless })
}

/// `["A", "B"]`, or `{ A = "Agent", B = "…" }`.
fn values(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    value: Value<'_, '_>,
    what: &str,
    sink: &mut Sink,
) -> Vec<(Spanned<String>, String)> {
    if let DeValue::Table(_) = value.get_ref() {
        let Some(below) = table.below("values", value, sink) else { return Vec::new() };
        let read = |(name, value): (Spanned<String>, Value<'_, '_>)| {
            let value = reading.settle(&format!("{what}.values.{}", name.value), value, sink);
            // A value that nobody explains is a value all the same.
            let Some(value) = value else { return Some((name, String::new())) };
            let span = below.span(value);
            let meaning = super::super::toml::text("values", value, span, sink)?;
            Some((name, meaning))
        };
        return named(&below).into_iter().filter_map(read).collect();
    }
    let texts = reading.texts(table, "values", what, sink);
    texts.into_iter().map(|text| (text, String::new())).collect()
}

/// `[["F", "U"], ["H", "C"]]`, or a single group.
fn groups(
    table: &Reader<'_, '_>,
    value: Value<'_, '_>,
    sink: &mut Sink,
) -> Vec<Spanned<Vec<Spanned<String>>>> {
    let DeValue::Array(items) = value.get_ref() else {
        let message = "`exactly_one_of` is a list of values, or of such lists";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value)));
        return Vec::new();
    };
    let nested = items.iter().any(|item| matches!(item.get_ref(), DeValue::Array(_)));
    let lists: Vec<Value<'_, '_>> = if nested { items.iter().collect() } else { vec![value] };
    let mut read = |list: Value<'_, '_>| {
        let span = table.span(list);
        let DeValue::Array(words) = list.get_ref() else { return None };
        let words = words.iter().filter_map(|word| {
            let span = table.span(word);
            let value = super::super::toml::text("exactly_one_of", word, span, sink)?;
            Some(Spanned { value, span })
        });
        Some(Spanned { value: words.collect(), span })
    };
    lists.into_iter().filter_map(&mut read).collect()
}

fn rulebook(reading: &mut Reading<'_>, table: &Reader<'_, '_>, sink: &mut Sink) -> Rulebook {
    let mut book = Rulebook {
        phases: reading.texts(table, "phases", "rulebook", sink),
        described: reading.texts(table, "described", "rulebook", sink),
        mentions: reading.texts(table, "mentions", "rulebook", sink),
        text_columns: reading.texts(table, "text_columns", "rulebook", sink),
        terms: reading.texts(table, "terms", "rulebook", sink),
        text: reading.texts(table, "text", "rulebook", sink),
        symmetric: symmetric(table, sink),
        totals: Vec::new(),
        counts: Vec::new(),
    };
    for (name, value) in table.table("counts", sink).iter().flat_map(named) {
        let what = format!("rulebook.counts.{}", name.value);
        let Some(value) = reading.settle(&what, value, sink) else { continue };
        let span = table.span(value);
        let phrase = Phrase { text: name.value, span: name.span, start: None };
        if let Some(value) = super::super::toml::whole(value) {
            book.counts.push((phrase, Spanned { value, span }));
        } else {
            let message = "a count must be a whole number";
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
        }
    }
    if let Some(totals) = table.table("totals", sink) {
        for (name, value) in named(&totals) {
            let what = format!("rulebook.totals.{}", name.value);
            let Some(value) = reading.settle(&what, value, sink) else { continue };
            let span = totals.span(value);
            if !KINDS.contains(&name.value.as_str()) {
                let message = format!("there is no kind of component `{}`", name.value);
                let help = suggest(&name.value, KINDS);
                sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(name.span).help(help));
            } else if let Some(total) = super::super::toml::whole(value) {
                book.totals.push((Spanned { value: name.value, span }, total));
            } else {
                let message = "a total must be a whole number";
                sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
            }
        }
    }
    // What the rulebook says nothing of is named here, when no table has a place for it.
    for (name, value) in table.table("silent", sink).iter().flat_map(named) {
        reading.settle(&name.value, value, sink);
    }
    reading.note(table, "rulebook", sink);
    table.finish(sink);
    book
}

/// `symmetric = true`, or a table that says what mirrors what.
fn symmetric(table: &Reader<'_, '_>, sink: &mut Sink) -> Option<Symmetric> {
    let value = table.get("symmetric")?;
    let span = table.span(value);
    match value.get_ref() {
        DeValue::Boolean(truth) => truth.then(|| Symmetric { span, mirror: Vec::new() }),
        DeValue::Table(_) => {
            let below = table.below("[rulebook.symmetric]", value, sink)?;
            let mut mirror = Vec::new();
            for (name, value) in below.table("mirror", sink).iter().flat_map(named) {
                let at = below.span(value);
                let other = super::super::toml::text("mirror", value, at, sink);
                mirror.extend(other.map(|other| (name, other)));
            }
            below.finish(sink);
            Some(Symmetric { span, mirror })
        }
        _ => {
            let message = "`symmetric` is `true`, or a table with `mirror`";
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
            None
        }
    }
}

/// `name = "expression"`, or a table with `that` and more.
fn check(
    reading: &mut Reading<'_>,
    checks: &Reader<'_, '_>,
    name: Spanned<String>,
    value: Value<'_, '_>,
    sink: &mut Sink,
) -> Option<Check> {
    let what = format!("checks.{}", name.value);
    let DeValue::Table(_) = value.get_ref() else {
        let that = reading.phrase(&what, value, sink)?;
        let (players, reason) = (Vec::new(), String::new());
        let (warning, budget, players_at) = (false, None, None);
        return Some(Check { name, that, players, players_at, warning, budget, reason });
    };
    let table = checks.below(&format!("[{what}]"), value, sink)?;
    let that = reading.phrase_of(&table, "that", &what, sink);
    if table.get("that").is_none() {
        let message = format!("[{what}] has no `that`");
        let help = "add `that = \"…\"`, what must hold";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(name.span).help(help));
    }
    let players_at = table.get("players").map(|value| table.span(value));
    let players = players(&table, sink);
    let warning = table.choice("severity", &[("error", false), ("warning", true)], sink);
    let budget = table.number("budget", 1, 100_000_000, sink).map(|budget| budget.value);
    let reason = table.text("reason", sink).map(|text| text.value).unwrap_or_default();
    reading.note(&table, &what, sink);
    table.finish(sink);
    let (that, warning) = (that?, warning.unwrap_or(false));
    Some(Check { name, that, players, players_at, warning, budget, reason })
}

/// `players = 3` or `players = [2, 3, 4]`: numbers of players, each of them.
fn players(table: &Reader<'_, '_>, sink: &mut Sink) -> Vec<u32> {
    let found = table.read("players", sink, |value, span, sink| {
        let whole = |value| super::super::toml::whole(value).filter(|n| (1..=100).contains(n));
        let found: Option<Vec<_>> = match value.get_ref() {
            DeValue::Array(items) => items
                .iter()
                .map(whole)
                .collect::<Option<_>>()
                .filter(|all: &Vec<_>| !all.is_empty()),
            _ => whole(value).map(|number| vec![number]),
        };
        if found.is_none() {
            let message = "`players` must be a number of players, or a list of them";
            let help = "such as `[2, 3]`; leave it out for all of the game";
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
        }
        found
    });
    found.map(|found| found.value).unwrap_or_default()
}

fn allow(table: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Option<Allow> {
    let code = table.required("code", span, sink);
    let about = table.text("about", sink).map(|text| text.value).unwrap_or_default();
    let reason = table.required("reason", span, sink);
    table.finish(sink);
    let code = code?;
    if Code::by_name(&code.value).is_none() {
        let message = format!("there is no message `{}`", code.value);
        let help = suggest(&code.value, crate::diag::CODES.iter().map(|(code, _)| code.name()));
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(code.span).help(help));
        return None;
    }
    if code.value == Code::EXPRESSION.name() {
        let message = "`expression` cannot be allowed: what cannot be read says nothing";
        let diagnostic = Diagnostic::error(Code::BAD_VALUE, message).at(code.span);
        sink.push(diagnostic.help("correct the expression, or leave it out"));
        return None;
    }
    let reason = reason?;
    if reason.value.trim().is_empty() {
        let message = "the `reason` of an `[[allow]]` is empty";
        let diagnostic = Diagnostic::error(Code::BAD_VALUE, message).at(reason.span);
        sink.push(diagnostic.help("say why the finding is meant"));
        return None;
    }
    Some(Allow { code, about, reason: reason.value })
}
