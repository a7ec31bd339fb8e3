//! Chances, means and quantiles, and when what is inside them is looked at.

use super::expression::{sum, winner};
use super::{Context, Expr, Fault, Measure, Node, Text, Winner, constant, expression};
use crate::diag::suggest;

type Parsed = Result<Node, Fault>;

pub(super) fn measured(text: &mut Text<'_, '_, '_>, measure: Measure) -> Parsed {
    let context = context(text)?;
    let inner = expression(text)?;
    Ok(Node::Measure(measure, Box::new(context), Box::new(inner)))
}

/// `quantile(rounds, 0.95)`
pub(super) fn quantile(text: &mut Text<'_, '_, '_>) -> Parsed {
    let context = context(text)?;
    let inner = expression(text)?;
    text.expect(",")?;
    text.blanks();
    let start = text.at;
    match constant(&sum(text)?) {
        Some(share) if share > 0.0 && share <= 1.0 => {
            Ok(Node::Measure(Measure::Quantile(share), Box::new(context), Box::new(inner)))
        }
        _ => {
            let (message, help) = ("a share lies between 0 and 1", "such as `0.95`, or `1/36`");
            Err(Fault::new(start..text.at, message, help))
        }
    }
}

fn context(text: &mut Text<'_, '_, '_>) -> Result<Context, Fault> {
    text.blanks();
    let (start, name) = (text.at, text.peek_name());
    let after = text.rest()[name.len()..].trim_start();
    let found = match name {
        "opening" if after.starts_with([':', '(']) => {
            text.at += name.len();
            let mut side = None;
            if text.sign("(") {
                side = match winner(text)? {
                    Winner::Side(side) => Some(side),
                    _ => return Err(Fault::new(start..text.at, "a side is missing here", "")),
                };
                text.expect(")")?;
            }
            Context::Opening(side)
        }
        "seen" if after.starts_with('(') => {
            text.at += name.len();
            text.expect("(")?;
            let n = text.whole()?.ok_or_else(|| text.fault("a number of cards is missing here"))?;
            let deck = if text.sign(",") { Some(deck(text)?) } else { None };
            text.expect(")")?;
            Context::Seen(n, deck)
        }
        "turn" if after.starts_with(|c: char| c.is_ascii_digit()) => {
            text.at += name.len();
            match text.whole()?.unwrap_or(1) {
                0 => {
                    let help = "write `turn 1`, or `opening:` for the cards that are dealt";
                    return Err(Fault::new(start..text.at, "turns are counted from 1", help));
                }
                turn => Context::Turn(turn),
            }
        }
        "roll" if after.starts_with(char::is_alphabetic) => {
            text.at += name.len();
            Context::Roll(rolled(text)?)
        }
        _ => return Ok(Context::End),
    };
    text.expect(":")?;
    Ok(found)
}

/// A deck by name, which may hold hyphens.
fn deck(text: &mut Text<'_, '_, '_>) -> Result<String, Fault> {
    text.blanks();
    let pool = text.scope.pool;
    let bare = pool.game.decks.iter().filter(|deck| text.rest().starts_with(&deck.name));
    if let Some(deck) = bare.max_by_key(|deck| deck.name.len()) {
        text.at += deck.name.len();
        return Ok(deck.name.clone());
    }
    let (name, range) = text.name()?;
    let decks = || pool.game.decks.iter().map(|deck| deck.name.as_str());
    if decks().any(|deck| deck == name) {
        return Ok(name);
    }
    let names: Vec<_> = decks().collect();
    Err(Fault::unknown(range, format!("there is no deck `{name}`"), suggest(&name, names)))
}

/// `a = 1d6, b = 2d6`
fn rolled(text: &mut Text<'_, '_, '_>) -> Result<Vec<(String, Expr)>, Fault> {
    let mut dice: Vec<(String, Expr)> = Vec::new();
    loop {
        let (name, range) = text.name()?;
        if dice.iter().any(|(known, _)| *known == name) {
            return Err(Fault::new(range, format!("two rolls are called `{name}`"), ""));
        }
        text.expect("=")?;
        dice.push((name, sum(text)?));
        if !text.sign(",") {
            return Ok(dice);
        }
    }
}
