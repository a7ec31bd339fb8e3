//! Notation tables against the letters and words on the cards, both ways.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, suggest};
use crate::model::{Cell, Notation};
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// The column of each notation exists.
pub fn columns(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for notation in &pool.game.rules.notations {
        let column = &notation.column;
        if !pool.has_column(&column.value) {
            let message = format!("no deck has a column `{}`", column.value);
            let help = suggest(&column.value, pool.columns());
            told.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(column.span).help(help));
        }
    }
}

/// The cells of a notation, one for each design.
fn cells<'g>(pool: &Pool<'g>, notation: &Notation) -> Vec<(usize, &'g Cell)> {
    let kinds = 0..pool.kinds.len();
    kinds.filter_map(|kind| Some((kind, pool.cell(kind, &notation.column.value)?))).collect()
}

/// The values that a cell holds.
fn held(notation: &Notation, cell: &Cell) -> Vec<String> {
    match notation.letters {
        true => cell.text.chars().filter(|c| c.is_alphanumeric()).map(String::from).collect(),
        false if cell.text.is_empty() => Vec::new(),
        false => vec![cell.text.clone()],
    }
}

/// There are as many values as the rulebook says.
pub fn counts(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for notation in &pool.game.rules.notations {
        let Some(said) = notation.count.as_ref() else { continue };
        let listed = notation.values.len();
        if said.value as usize != listed {
            let (said_count, name) = (said.value, &notation.name.value);
            let message = format!(
                "the notation `{name}` has {listed} values, and {said_count} are announced"
            );
            let diagnostic = Diagnostic::error(Code::NOTATION, message).at(said.span);
            told.push(diagnostic.help("add what is missing, or mend the number"));
        }
    }
}

/// Every value on a card is explained.
pub fn values(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for notation in pool.game.rules.notations.iter().filter(|one| !one.values.is_empty()) {
        let known: Vec<_> = notation.values.iter().map(|(value, _)| value.value.as_str()).collect();
        // One message for each value, at its first card, with how many more carry it.
        let mut wrong: BTreeMap<String, (Vec<&Cell>, u64)> = BTreeMap::new();
        for (kind, cell) in cells(pool, notation) {
            for value in held(notation, cell) {
                if !known.contains(&value.as_str()) {
                    let entry = wrong.entry(value).or_default();
                    entry.0.push(cell);
                    entry.1 += u64::from(pool.kinds[kind].copies);
                }
            }
        }
        for (value, (cells, copies)) in wrong {
            let name = &notation.name.value;
            let cards = if copies == 1 { "1 card".into() } else { format!("{copies} cards") };
            let message = format!("`{value}`, on {cards}, is not in the notation `{name}`");
            let diagnostic = Diagnostic::error(Code::NOTATION, message).at(cells[0].span);
            told.push(
                diagnostic
                    .also(notation.name.span, "the notation")
                    .help(suggest(&value, known.iter().copied())),
            );
        }
    }
}

/// Every value that is explained is on some card.
pub fn unused(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let known = |one: &&Notation| pool.has_column(&one.column.value);
    for notation in pool.game.rules.notations.iter().filter(known) {
        let cells = cells(pool, notation);
        let used: Vec<_> = cells.iter().flat_map(|(_, cell)| held(notation, cell)).collect();
        for (value, _) in notation.values.iter().filter(|(value, _)| !used.contains(&value.value)) {
            let message = format!(
                "no card carries `{}` of the notation `{}`",
                value.value, notation.name.value
            );
            let diagnostic = Diagnostic::warning(Code::NOTATION_UNUSED, message);
            told.push(diagnostic.at(value.span).help("remove it, or give it to a card"));
        }
    }
}

/// What groups and exceptions name is a value of the notation.
pub fn named(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for notation in pool.game.rules.notations.iter().filter(|one| !one.values.is_empty()) {
        let known = || notation.values.iter().map(|(value, _)| value.value.as_str());
        let groups = notation.exactly_one_of.iter().flat_map(|group| &group.value);
        for value in groups.chain(&notation.unless) {
            if !known().any(|known| known == value.value) {
                let (name, value_name) = (&notation.name.value, &value.value);
                let message = format!("the notation `{name}` has no value `{value_name}`");
                let diagnostic = Diagnostic::error(Code::UNKNOWN_NAME, message).at(value.span);
                told.push(diagnostic.help(suggest(value_name, known())));
            }
        }
    }
}

/// Each card has exactly one value of each group.
pub fn groups(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    for notation in &pool.game.rules.notations {
        for (kind, cell) in cells(pool, notation) {
            let held = held(notation, cell);
            if notation.unless.iter().any(|value| held.contains(&value.value)) {
                continue;
            }
            for group in &notation.exactly_one_of {
                let found: Vec<_> =
                    group.value.iter().filter(|one| held.contains(&one.value)).collect();
                if found.len() == 1 {
                    continue;
                }
                let all: Vec<_> = group.value.iter().map(|one| one.value.as_str()).collect();
                let (name, all) = (&pool.kinds[kind].name, all.join(", "));
                let message = format!("`{name}` has {} of {all}, not exactly one", found.len());
                let diagnostic = Diagnostic::error(Code::EXACTLY_ONE_OF, message).at(cell.span);
                told.push(diagnostic.also(group.span, "the group").help("mend the cell"));
            }
        }
    }
}
