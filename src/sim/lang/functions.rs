//! Functions of expressions: `count(Ace)`, `sum(hand, force)`, `hits(3d6, 4)`.

use super::boards;
use super::expression::{before, expression, pool};
use super::measure::{measured, quantile};
use super::reference::{FUNCTIONS, names};
use super::{CardFunction, Expr, Fault, Function, Measure, Node, Over, Selector, Text, selector};
use crate::diag::suggest;

/// The most selectors of `needs`: every group of them is looked at.
pub const MOST_NEEDS: usize = 12;

/// A function, whose name is next.
pub(super) fn call(text: &mut Text<'_, '_, '_>, name: &str) -> Result<Node, Fault> {
    let start = text.at;
    text.at += name.len();
    text.expect("(")?;
    let node = match name {
        "P" => measured(text, Measure::Chance)?,
        "mean" => measured(text, Measure::Mean)?,
        "quantile" => quantile(text)?,
        "abs" => Node::Call(Function::Abs, arguments(text, 1, 1)?),
        "floor" => Node::Call(Function::Floor, arguments(text, 1, 1)?),
        "ceil" => Node::Call(Function::Ceil, arguments(text, 1, 1)?),
        "min" => Node::Call(Function::Min, arguments(text, 1, 16)?),
        "max" => Node::Call(Function::Max, arguments(text, 1, 16)?),
        "sum" => over(text, Over::Sum)?,
        "highest" => over(text, Over::Highest)?,
        "lowest" => over(text, Over::Lowest)?,
        "distinct" => over(text, Over::Distinct)?,
        "count" => Node::Cards(CardFunction::Count, counted(text)?, None),
        "rows" => Node::Cards(CardFunction::Rows, counted(text)?, None),
        "plays" => Node::Cards(CardFunction::Plays, selectors(text)?, None),
        "never_played" => Node::Cards(CardFunction::NeverPlayed, selectors(text)?, None),
        "needs" => {
            let least = expression(text)?;
            text.expect(",")?;
            let of = selectors(text)?;
            if of.len() > MOST_NEEDS {
                return Err(text.fault(format!("`needs` takes at most {MOST_NEEDS} selectors")));
            }
            Node::Cards(CardFunction::Needs, of, Some(Box::new(least)))
        }
        "component" => Node::Component(text.name()?.0),
        "deck_out" => {
            let place = text.place()?;
            text.expect(")")?;
            return before(text, place.range.clone(), Node::Out(place));
        }
        name if boards::FUNCTIONS.contains(&name) => boards::call(text, name)?,
        "shared" => shared(text)?,
        "hits" | "best" | "worst" => pools(text, name)?,
        _ => {
            let message = format!("there is no function `{name}`");
            let help = suggest(name, names(FUNCTIONS));
            return Err(Fault::unknown(start..start + name.len(), message, help));
        }
    };
    text.expect(")")?;
    Ok(node)
}

fn arguments(text: &mut Text<'_, '_, '_>, least: usize, most: usize) -> Result<Vec<Expr>, Fault> {
    let mut found = vec![expression(text)?];
    while text.sign(",") {
        found.push(expression(text)?);
    }
    if (least..=most).contains(&found.len()) {
        return Ok(found);
    }
    Err(text.fault(format!("there are {} values, and the function takes {least}", found.len())))
}

fn selectors(text: &mut Text<'_, '_, '_>) -> Result<Vec<Selector>, Fault> {
    let mut found = vec![selector(text)?];
    while text.sign(",") {
        found.push(selector(text)?);
    }
    Ok(found)
}

/// Selectors that may take no card, as to ask how many there are; what looks misspelt is noted all the same.
fn counted(text: &mut Text<'_, '_, '_>) -> Result<Vec<Selector>, Fault> {
    let before = text.nothing.len();
    let found = selectors(text)?;
    let later = text.nothing.split_off(before);
    text.nothing.extend(later.into_iter().filter(|one| one.meant.is_some()));
    Ok(found)
}

/// `hits(3d6, 4)`, `best(2d6)`, `worst(2d6)`.
fn pools(text: &mut Text<'_, '_, '_>, name: &str) -> Result<Node, Fault> {
    text.blanks();
    let start = text.at;
    let dice = text.whole()?.unwrap_or(1);
    let (dice, sides) = pool(text, dice, start)?;
    if name != "hits" {
        return Ok(Node::Extreme(dice, sides, name == "best"));
    }
    text.expect(",")?;
    let least = text.whole()?.ok_or_else(|| text.fault("a number to reach is missing here"))?;
    Ok(Node::Hits(dice, sides, least))
}

/// `shared(hand, traits)`: the most cards of a place that have one value of a notation in common.
fn shared(text: &mut Text<'_, '_, '_>) -> Result<Node, Fault> {
    let place = text.place()?;
    text.expect(",")?;
    let (name, range) = text.name()?;
    let pool = text.scope.pool;
    let notations = &pool.game.rules.notations;
    let notation = notations.iter().find(|one| one.column.value == name || one.name.value == name);
    let Some(notation) = notation else {
        let help = suggest(&name, notations.iter().map(|one| one.name.value.as_str()));
        return Err(Fault::unknown(range, format!("there is no notation `{name}`"), help));
    };
    let pick = |(value, _): &(crate::span::Spanned<String>, String)| {
        let set = pool.names.get(&value.value)?.clone();
        let of = Selector { order: vec![set.clone()], set, range: range.clone() };
        Some(Expr { node: Node::Pick(place.clone(), of), range: range.clone() })
    };
    Ok(Node::Call(Function::Max, notation.values.iter().filter_map(pick).collect()))
}

/// `sum(hand, force)`, `highest(loot[kind = weapon], cost)`.
fn over(text: &mut Text<'_, '_, '_>, over: Over) -> Result<Node, Fault> {
    let place = text.place()?;
    let mut of = None;
    if text.sign("[") {
        of = Some(selector(text)?);
        text.expect("]")?;
    }
    text.expect(",")?;
    let column = column(text)?;
    if over != Over::Distinct {
        let range = place.range.start..text.at;
        super::numbers::whole(text.scope.pool, &place.name, of.as_ref(), &column, range)?;
    }
    Ok(Node::Over(over, place, of, column))
}

/// The name of a column that some deck has.
///
/// # Errors
/// No deck has it.
pub fn column(text: &mut Text<'_, '_, '_>) -> Result<String, Fault> {
    let (name, range) = text.name()?;
    let pool = text.scope.pool;
    if pool.has_column(&name) {
        return Ok(name);
    }
    let help = suggest(&name, pool.columns());
    Err(Fault::unknown(range, format!("no deck has a column `{name}`"), help))
}
