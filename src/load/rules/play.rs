//! How a game is played: zones, counters, set-up, turn, actions, ends and policies.

use std::collections::BTreeMap;

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value};
use super::{Reading, named};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Action, Deal, Empty, End, Phase, Policy, Var, Who, Zone};
use crate::span::{Span, Spanned};

/// The numbers of rounds that a game may have.
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=100_000;

/// Reads everything that is dealt and played.
pub fn read(reading: &mut Reading<'_>, root: &Reader<'_, '_>, sink: &mut Sink) {
    for (name, below) in tables(root, "zones", sink) {
        let zone = zone(reading, &below, name, sink);
        reading.rules.zones.push(zone);
    }
    if let Some(table) = root.table("vars", sink) {
        for (name, value) in named(&table) {
            let var = var(reading, &table, name, value, sink);
            reading.rules.vars.extend(var);
        }
    }
    if let Some(table) = root.table("setup", sink) {
        deals(reading, &table, sink);
    }
    if let Some(table) = root.table("turn", sink) {
        turn(reading, &table, sink);
    }
    for (name, below) in tables(root, "action", sink) {
        let action = action(reading, &below, name, sink);
        reading.rules.actions.push(action);
    }
    if let Some(value) = root.get("end") {
        // `end = "?"`: the rulebook does not say who wins.
        if value.get_ref().as_str().is_some() {
            reading.settle("end", value, sink);
        } else {
            for (table, span) in root.tables("end", sink) {
                let end = end(reading, &table, span, sink);
                reading.rules.ends.extend(end);
            }
        }
    }
    if let Some(table) = root.table("result", sink) {
        reading.rules.result = reading.phrase_of(&table, "winner", "result", sink);
        reading.note(&table, "result", sink);
        table.finish(sink);
    }
    for (name, below) in tables(root, "policy", sink) {
        let what = format!("policy.{}", name.value);
        let choose = reading.phrases(&below, "choose", &what, sink);
        let discard = reading.phrases(&below, "discard", &what, sink);
        reading.note(&below, &what, sink);
        below.finish(sink);
        reading.rules.policies.push(Policy { name, choose, discard });
    }
    one_name_each(reading, sink);
}

/// Tells names that mean two things: an expression would read the one and a step change the other.
fn one_name_each(reading: &Reading<'_>, sink: &mut Sink) {
    let rules = &reading.rules;
    let zones = rules.zones.iter().map(|zone| ("a zone", &zone.name));
    let vars = rules.vars.iter().map(|var| ("a counter", &var.name));
    let watches = rules.watches.iter().map(|watch| ("an event of `[watch]`", &watch.name));
    let mut met = BTreeMap::new();
    for (kind, name) in zones.chain(vars).chain(watches) {
        // An event may be called after the zone that it looks at, which expressions mean then.
        let other = met.insert(&name.value, kind);
        if let Some(other) = other.filter(|other| kind == "a counter" || *other == "a counter") {
            let message = format!("{kind} and {other} are both named `{}`", name.value);
            let fault = Diagnostic::error(Code::SAME_NAME, message).at(name.span);
            sink.push(fault.help("rename one of them"));
        }
    }
}

/// The tables below the table `key`, in the order of the file.
fn tables<'t, 'i>(
    root: &Reader<'t, 'i>,
    key: &'static str,
    sink: &mut Sink,
) -> Vec<(Spanned<String>, Reader<'t, 'i>)> {
    let Some(table) = root.table(key, sink) else { return Vec::new() };
    let below = |(name, value): (Spanned<String>, Value<'t, 'i>)| {
        let title = format!("[{key}.{}]", name.value);
        Some((name, table.below(&title, value, sink)?))
    };
    named(&table).into_iter().filter_map(below).collect()
}

/// `per = "player"`: whether each player has one.
fn each(reading: &mut Reading<'_>, table: &Reader<'_, '_>, what: &str, sink: &mut Sink) -> bool {
    let choices = [("player", true), ("game", false)];
    reading.choice(table, "per", what, &choices, sink).unwrap_or(false)
}

fn zone(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    name: Spanned<String>,
    sink: &mut Sink,
) -> Zone {
    let what = format!("zones.{}", name.value);
    let each = each(reading, table, &what, sink);
    let deck = table.text("deck", sink);
    let winner = table.text("winner", sink);
    let word = reading.word(table, "empty", &what, sink);
    if let Some(winner) =
        winner.as_ref().filter(|_| word.as_ref().is_some_and(|one| one.value != "end"))
    {
        let message =
            format!("[{what}] has a `winner`, and the game does not end when it is empty");
        let fault = Diagnostic::error(Code::BAD_VALUE, message).at(winner.span);
        sink.push(fault.help("write `empty = \"end\"`, or leave `winner` out"));
    }
    let sides = &reading.rules.sides;
    let side = |name: &str| sides.iter().any(|side| side.value == name);
    let named = winner.map(|one| one.value).filter(|name| name != "nobody" || side(name));
    let empty = word.and_then(|word| {
        let value = match word.value.split_once(' ') {
            Some(("reshuffle", zone)) => Empty::Reshuffle(zone.trim().to_owned()),
            None if word.value == "stop" => Empty::Stop,
            None if word.value == "end" => Empty::End(named.clone()),
            _ => {
                let message = format!("`empty` cannot be `{}`", word.value);
                let help =
                    "write `reshuffle ZONE`, `stop` or `end`, or `?` if the rulebook is silent";
                sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(word.span).help(help));
                return None;
            }
        };
        Some(Spanned { value, span: word.span })
    });
    reading.note(table, &what, sink);
    table.finish(sink);
    Zone { name, each, deck, empty }
}

/// What counters stay within.
const COUNTED: &str = "±1,000,000,000";

/// What a counter begins with.
fn start(value: Value<'_, '_>) -> Option<i64> {
    let number = value.get_ref().as_integer()?;
    let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
    Some(number).filter(|number| (-1_000_000_000..=1_000_000_000).contains(number))
}

/// `name = 100`, or a table with `start` and `per`.
fn var(
    reading: &mut Reading<'_>,
    vars: &Reader<'_, '_>,
    name: Spanned<String>,
    value: Value<'_, '_>,
    sink: &mut Sink,
) -> Option<Var> {
    let what = format!("vars.{}", name.value);
    let DeValue::Table(_) = value.get_ref() else {
        let Some(value) = reading.settle(&what, value, sink) else {
            // Rules may speak of it all the same.
            return Some(Var { name, each: false, start: 0 });
        };
        let start = start(value);
        if start.is_none() {
            let message = format!("`{what}` must be a whole number within {COUNTED}, or a table");
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(vars.span(value)));
        }
        return Some(Var { name, each: false, start: start? });
    };
    let table = vars.below(&format!("[{what}]"), value, sink)?;
    let each = each(reading, &table, &what, sink);
    let given = reading.settled(&table, "start", &what, sink);
    if let Some(value) = given.filter(|value| start(value).is_none()) {
        let message = format!("`start` must be a whole number within {COUNTED}");
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value)));
    }
    let start = given.and_then(start).unwrap_or(0);
    reading.note(&table, &what, sink);
    table.finish(sink);
    Some(Var { name, each, start })
}

/// `deal = { from, to, n }`, or a list of them.
fn deals(reading: &mut Reading<'_>, table: &Reader<'_, '_>, sink: &mut Sink) {
    let items: Vec<Value<'_, '_>> = match table.get("deal") {
        Some(value) => match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            DeValue::Table(_) => vec![value],
            _ => {
                reading.settle("setup.deal", value, sink);
                Vec::new()
            }
        },
        None => Vec::new(),
    };
    for item in items {
        let Some(below) = table.below("`deal`", item, sink) else { continue };
        let span = table.span(item);
        let from = below.required("from", span, sink);
        let to = below.required("to", span, sink);
        let n = reading.number(&below, "n", "setup.deal", sink);
        let side = below.text("side", sink);
        reading.note(&below, "setup.deal", sink);
        below.finish(sink);
        if let (Some(from), Some(to), Some(n)) = (from, to, n) {
            reading.rules.deals.push(Deal { from, to, n, side });
        }
    }
    reading.note(table, "setup", sink);
    table.finish(sink);
}

fn turn(reading: &mut Reading<'_>, table: &Reader<'_, '_>, sink: &mut Sink) {
    reading.rules.max_rounds = reading.number(table, "max_rounds", "turn", sink);
    if let Some(odd) = reading.rules.max_rounds.as_ref().filter(|max| !ROUNDS.contains(&max.value))
    {
        let message = format!("`max_rounds` must be a number from 1 to {}", ROUNDS.end());
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(odd.span));
    }
    // `phases = "?"`: the rulebook does not say what a turn is.
    let silent = table.get("phases").is_some_and(super::unstated);
    let phases = if silent { Vec::new() } else { table.tables("phases", sink) };
    if silent {
        reading.settled(table, "phases", "turn", sink);
    }
    for (below, span) in phases {
        let name = below.text("name", sink).map(|text| text.value).unwrap_or_default();
        let every = reading.choice(&below, "each", "turn.phases", &[("player", ())], sink);
        let side = below.text("side", sink);
        if let (Some(_), Some(side)) = (every, &side) {
            let message = "a phase is of each player or of a side, and both are named";
            let fault = Diagnostic::error(Code::BAD_VALUE, message).at(side.span);
            sink.push(fault.help("leave `each` or `side` out"));
        }
        let who = match (every, side) {
            (Some(()), _) => Who::Each,
            (None, Some(side)) => Who::Side(side),
            (None, None) => Who::Table,
        };
        let what = if name.is_empty() { "turn.phases".into() } else { format!("phase {name}") };
        let steps = reading.phrases(&below, "do", &what, sink);
        reading.note(&below, &what, sink);
        below.finish(sink);
        reading.rules.phases.push(Phase { name, who, steps, span });
    }
    reading.note(table, "turn", sink);
    table.finish(sink);
}

/// The most links of a chain.
const LINKS: usize = 100;

fn action(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    name: Spanned<String>,
    sink: &mut Sink,
) -> Action {
    let what = format!("action.{}", name.value);
    let by = table.text("by", sink);
    let card = reading.phrase_of(table, "card", &what, sink);
    let chain = reading.phrases(table, "chain", &what, sink);
    let zone = table.text("zone", sink);
    let when = reading.phrase_of(table, "if", &what, sink);
    let steps = reading.phrases(table, "do", &what, sink);
    let complete = reading.phrases(table, "complete", &what, sink);
    if card.is_none() && chain.is_empty() && steps.is_empty() {
        let message = format!("[{what}] does nothing");
        let help = "give it a `card`, a `chain`, or something to `do`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(name.span).help(help));
    }
    if !chain.is_empty() && zone.is_none() {
        let message = format!("[{what}] has a chain and no `zone` that it lies in");
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(name.span));
    }
    if let Some(value) = table.get("chain").filter(|_| chain.len() > LINKS) {
        let message = format!("the chain of [{what}] has {} links (limit {LINKS})", chain.len());
        let diagnostic = Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value));
        sink.push(diagnostic.help("split it into several actions"));
    }
    // A chain is laid, and then does what it does when it is complete.
    let (idle, needs) = match chain.is_empty() {
        true => (["zone", "complete"], "no `chain`"),
        false => (["card", "do"], "a `chain`"),
    };
    for value in idle.into_iter().filter_map(|key| Some((key, table.get(key)?))) {
        let message = format!("[{what}] has `{}` and {needs}, so that it does nothing", value.0);
        let fault = Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value.1));
        sink.push(fault.help("a `card` goes with `do`, a `chain` with `zone` and `complete`"));
    }
    reading.note(table, &what, sink);
    table.finish(sink);
    Action { name, by, card, chain, zone, when, steps, complete }
}

fn end(
    reading: &mut Reading<'_>,
    table: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<End> {
    let side = reading.word(table, "side", "end", sink);
    let choices = [("nobody", true), ("me", false)];
    let draw = reading.choice(table, "winner", "end", &choices, sink).unwrap_or(false);
    let when = reading.phrase_of(table, "when", "end", sink);
    if table.get("when").is_none() {
        let message = "[[end]] has no `when`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span));
    }
    reading.note(table, "end", sink);
    table.finish(sink);
    Some(End { side, when: when?, draw, span })
}
