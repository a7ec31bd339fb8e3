//! Selectors of cards: `Torpedo | 'Depth Charges'`, `F & H`, `!Water`, `value >= 7`.

use std::collections::BTreeSet;

use super::numbers::{decimal, number};
use super::{Fault, Nothing, Selector, Text};
use crate::diag::{did_you_mean, suggest};
use crate::sim::pool::{KindSet, Pool};

/// Reads a selector up to a sign that cannot belong to it: `]`, `)`, a comma, a comparison or a keyword.
///
/// # Errors
/// A name that nothing has, or a sign that is out of place.
pub fn selector(text: &mut Text<'_, '_, '_>) -> Result<Selector, Fault> {
    text.blanks();
    let start = text.at;
    let mut order = vec![both(text)?];
    while text.sign("|") {
        order.push(both(text)?);
    }
    let none = text.scope.pool.none();
    let set = order.iter().fold(none, |all, one| all.or(one));
    Ok(Selector { set, order, range: start..text.at })
}

/// Reads a selector that is the whole rest of the phrase.
///
/// # Errors
/// As [`selector`], and that something follows it.
pub fn rest_selector(text: &mut Text<'_, '_, '_>) -> Result<Selector, Fault> {
    let selector = selector(text)?;
    if text.done() { Ok(selector) } else { Err(text.fault("this does not belong to the selector")) }
}

fn both(text: &mut Text<'_, '_, '_>) -> Result<KindSet, Fault> {
    let mut set = one(text)?;
    while text.sign("&") {
        set = set.and(&one(text)?);
    }
    Ok(set)
}

fn one(text: &mut Text<'_, '_, '_>) -> Result<KindSet, Fault> {
    if text.sign("!") {
        return text.nested(one).map(|set| set.not());
    }
    // Every card; no notation can take this word away.
    if text.word("all") {
        return Ok(KindSet::all(text.scope.pool.kinds.len()));
    }
    text.blanks();
    // A card's name may begin with a parenthesis or hold any sign: known names go first.
    if let Some(name) = known(text) {
        let set = text.scope.pool.names[name].clone();
        text.at += name.len();
        return Ok(noted(text, set, text.at - name.len(), None));
    }
    if text.sign("(") {
        let inner = text.nested(selector)?;
        text.expect(")")?;
        return Ok(inner.set);
    }
    if let Some((name, range)) = text.quoted()? {
        // A quoted column may be compared too.
        if let Some(set) = compared(text, &name, range.start)? {
            return Ok(set);
        }
        return text
            .scope
            .pool
            .names
            .get(&name)
            .cloned()
            .map(|set| noted(text, set, range.start, None))
            .ok_or_else(|| unknown(&name, range.start + 1..range.end - 1, text.scope.pool));
    }
    let name = text.peek_name();
    let before = text.at;
    if !name.is_empty() {
        text.at += name.len();
        if let Some(set) = compared(text, name, before)? {
            return Ok(set);
        }
        text.at = before;
    }
    let wrong = raw(text);
    if wrong.is_empty() {
        return Err(text.fault("the name of a card is missing here"));
    }
    Err(unknown(wrong, before..before + wrong.len(), text.scope.pool))
}

/// The longest known name that is next and ends where a name may end.
fn known<'p>(text: &Text<'_, 'p, '_>) -> Option<&'p str> {
    let rest = text.rest();
    let ends = |name: &str| {
        let next = rest[name.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric() && next != '_' && next != '-')
    };
    let names = text.scope.pool.names.keys().map(String::as_str);
    let found =
        names.filter(|name| rest.starts_with(name) && ends(name)).max_by_key(|name| name.len())?;
    // `value = 7` names a column even where some card is called `value`.
    let after = rest[found.len()..].trim_start();
    let compared = after.starts_with(['=', '<', '>']) || after.starts_with("!=");
    (!(compared && text.scope.pool.has_column(found))).then_some(found)
}

/// The words up to a sign that cannot belong to a bare name.
fn raw<'t>(text: &Text<'t, '_, '_>) -> &'t str {
    let rest = text.rest();
    let mut end =
        rest.find(['|', '&', ']', ')', '(', ',', '<', '>', '=', ';']).unwrap_or(rest.len());
    for word in [" to ", " from ", " by ", " if ", " doubling ", " worth ", " losing "] {
        end = rest[..end].find(word).unwrap_or(end);
    }
    rest[..end].trim_end()
}

/// `COLUMN = value` and its like, once the column's name is read.
fn compared(
    text: &mut Text<'_, '_, '_>,
    column: &str,
    start: usize,
) -> Result<Option<KindSet>, Fault> {
    let pool = text.scope.pool;
    let signs = ["!=", "<=", ">=", "=", "<", ">"];
    text.blanks();
    let Some(sign) = signs.iter().find(|sign| text.rest().starts_with(**sign)) else {
        return Ok(None);
    };
    if !pool.has_column(column) {
        // `Transport > 1` in a policy: the comparison is not the selector's.
        return Ok(None);
    }
    text.at += sign.len();
    text.sign("=");
    text.blanks();
    let value = match text.quoted()? {
        Some((value, _)) => value,
        None => {
            let value = raw(text);
            text.at += value.len();
            value.to_owned()
        }
    };
    let wanted = number(&value);
    if wanted.is_some() && !["=", "!="].contains(sign) {
        decimal(pool, column, start..text.at)?;
    }
    let order = |cell: &str| Some(number(cell)?.total_cmp(&wanted?));
    let set = pool.where_cell(column, |cell| {
        let cell = cell.text.as_str();
        match *sign {
            "=" => cell == value,
            "!=" => cell != value,
            "<=" => order(cell).is_some_and(|order| order.is_le()),
            ">=" => order(cell).is_some_and(|order| order.is_ge()),
            "<" => order(cell).is_some_and(|order| order.is_lt()),
            _ => order(cell).is_some_and(|order| order.is_gt()),
        }
    });
    let meant = if set.is_empty() { did_you_mean(&value, values(pool, column)) } else { None };
    Ok(Some(noted(text, set, start, meant)))
}

/// What stands in a column, each text once.
fn values<'g>(pool: &Pool<'g>, column: &str) -> BTreeSet<&'g str> {
    let cells = (0..pool.kinds.len()).filter_map(|kind| pool.cell(kind, column));
    cells.map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect()
}

/// Passes a set on; that it is empty is noted.
fn noted(
    text: &mut Text<'_, '_, '_>,
    set: KindSet,
    start: usize,
    meant: Option<String>,
) -> KindSet {
    if set.is_empty() {
        text.nothing.push(Nothing { range: start..text.at, meant });
    }
    set
}

fn unknown(name: &str, range: std::ops::Range<usize>, pool: &Pool<'_>) -> Fault {
    let message = format!("no card and no notation is called `{name}`");
    let names: Vec<_> = pool.names.keys().map(String::as_str).collect();
    let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| {
        let holds = |column: &&str| !pool.where_cell(column, |cell| cell.text == name).is_empty();
        if pool.has_column(name) {
            format!("`{name}` is a column: write `{name} = value`")
        } else if let Some(column) = pool.columns().into_iter().find(holds) {
            format!("write `{column} = {name}`, or declare `[notation.{column}]`")
        } else {
            suggest(name, names)
        }
    });
    Fault::unknown(range, message, help)
}
