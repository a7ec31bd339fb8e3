//! Expressions: numbers, comparisons, zones and their cards.

use std::ops::Range;

use super::functions::call;
use super::{Binary, CardFunction, Compare, Expr, Fault, Node, Text, Unary, Winner, selector};
use crate::diag::suggest;

/// Reads an expression, up to what cannot belong to it.
///
/// # Errors
/// The first sign or name that cannot be read.
pub fn expression(text: &mut Text<'_, '_, '_>) -> Result<Expr, Fault> {
    text.nested(either)
}

/// The highest number, which is the highest that a counter holds.
const MOST: u32 = 1_000_000_000;

type Parsed = Result<Expr, Fault>;

fn either(text: &mut Text<'_, '_, '_>) -> Parsed {
    let mut left = also(text)?;
    while text.word("or") {
        left = joined(Binary::Or, left, also(text)?);
    }
    Ok(left)
}

fn also(text: &mut Text<'_, '_, '_>) -> Parsed {
    let mut left = negated(text)?;
    while text.word("and") {
        left = joined(Binary::And, left, negated(text)?);
    }
    Ok(left)
}

fn joined(binary: Binary, left: Expr, right: Expr) -> Expr {
    let range = left.range.start..right.range.end;
    Expr { node: Node::Binary(binary, Box::new(left), Box::new(right)), range }
}

fn negated(text: &mut Text<'_, '_, '_>) -> Parsed {
    text.blanks();
    let start = text.at;
    if text.word("not") {
        let inner = text.nested(negated)?;
        let range = start..inner.range.end;
        return Ok(Expr { node: Node::Unary(Unary::Not, Box::new(inner)), range });
    }
    compared(text)
}

fn comparison(text: &mut Text<'_, '_, '_>) -> Result<Option<Compare>, Fault> {
    text.blanks();
    for (wrong, right) in [("=>", ">="), ("=<", "<="), ("<>", "!="), ("=!", "!=")] {
        if text.rest().starts_with(wrong) {
            let message = format!("`{wrong}` is no comparison");
            return Err(Fault::new(text.at..text.at + 2, message, format!("write `{right}`")));
        }
    }
    let signs = [
        ("<=", Compare::LessEqual),
        (">=", Compare::GreaterEqual),
        ("==", Compare::Equal),
        ("!=", Compare::NotEqual),
        ("<", Compare::Less),
        (">", Compare::Greater),
        ("=", Compare::Equal),
    ];
    Ok(signs.into_iter().find(|(sign, _)| text.sign(sign)).map(|(_, compare)| compare))
}

fn compared(text: &mut Text<'_, '_, '_>) -> Parsed {
    let first = sum(text)?;
    let mut more = Vec::new();
    while let Some(compare) = comparison(text)? {
        more.push((compare, sum(text)?));
    }
    let Some(last) = more.last() else { return Ok(first) };
    let range = first.range.start..last.1.range.end;
    Ok(Expr { node: Node::Compare(Box::new(first), more), range })
}

pub(super) fn sum(text: &mut Text<'_, '_, '_>) -> Parsed {
    let mut left = product(text)?;
    loop {
        text.blanks();
        let next = text.rest();
        // `+=` and `-=` belong to a step.
        let binary = if next.starts_with("+=") || next.starts_with("-=") {
            return Ok(left);
        } else if text.sign("+") {
            Binary::Add
        } else if text.sign("-") {
            Binary::Subtract
        } else {
            return Ok(left);
        };
        left = joined(binary, left, product(text)?);
    }
}

fn product(text: &mut Text<'_, '_, '_>) -> Parsed {
    let mut left = unary(text)?;
    loop {
        let binary = if text.sign("*") {
            Binary::Multiply
        } else if text.sign("/") {
            Binary::Divide
        } else {
            return Ok(left);
        };
        left = joined(binary, left, unary(text)?);
    }
}

fn unary(text: &mut Text<'_, '_, '_>) -> Parsed {
    text.blanks();
    let start = text.at;
    if text.sign("-") {
        let inner = text.nested(unary)?;
        let range = start..inner.range.end;
        return Ok(Expr { node: Node::Unary(Unary::Minus, Box::new(inner)), range });
    }
    primary(text)
}

fn primary(text: &mut Text<'_, '_, '_>) -> Parsed {
    text.blanks();
    let start = text.at;
    if text.sign("(") {
        let inner = expression(text)?;
        text.expect(")")?;
        return Ok(Expr { node: inner.node, range: start..text.at });
    }
    let next = text.rest().chars().next();
    let node = match next {
        Some(c) if c.is_ascii_digit() => number(text)?,
        Some('\'' | '"') => place(text)?,
        _ => {
            let name = text.peek_name();
            if let Some((1, sides)) = dice(name) {
                text.at += name.len();
                Node::Dice(1, sides)
            } else if text.rest()[name.len()..].trim_start().starts_with('(') {
                call(text, name)?
            } else if name == "win" {
                wins(text)?
            } else {
                place(text)?
            }
        }
    };
    // Looking for what may follow skips blanks, which are no part of it.
    let end = text.all[..text.at].trim_end().len();
    Ok(Expr { node, range: start..end })
}

/// `d6` as one die.
fn dice(name: &str) -> Option<(u32, u32)> {
    let sides = name.strip_prefix('d')?.parse().ok()?;
    (1..=1000).contains(&sides).then_some((1, sides))
}

fn number(text: &mut Text<'_, '_, '_>) -> Result<Node, Fault> {
    let start = text.at;
    let whole = text.whole_to(MOST)?.unwrap_or(0);
    let name = text.peek_name();
    if name.starts_with('d') {
        return pool(text, whole, start).map(|(dice, sides)| Node::Dice(dice, sides));
    }
    let rest = text.rest();
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits =
            fraction.len() - fraction.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        text.at += 1 + digits;
    }
    let mut digits = text.all[start..text.at].to_owned();
    if text.rest().starts_with('%') {
        text.at += 1;
        digits += "e-2";
    }
    Ok(Node::Number(digits.parse().unwrap_or(f64::from(whole))))
}

/// The rest of `3d6`, once the 3 is read.
pub(super) fn pool(
    text: &mut Text<'_, '_, '_>,
    dice: u32,
    start: usize,
) -> Result<(u32, u32), Fault> {
    let name = text.peek_name();
    let sides = name.strip_prefix('d').and_then(|sides| sides.parse::<u32>().ok());
    text.at += name.len();
    match sides {
        Some(sides) if (1..=100).contains(&dice) && (1..=1000).contains(&sides) => {
            Ok((dice, sides))
        }
        _ => {
            let message = format!("`{}` is no dice", &text.all[start..text.at]);
            let help = match sides {
                None if dice == 0 || name.len() == text.at - start => {
                    "these take dice as they are written, such as `2d6`: a named roll is one number already"
                }
                _ => "write `2d6`: at most 100 dice of at most 1000 sides",
            };
            Err(Fault::new(start..text.at, message, help))
        }
    }
}

/// A place, with the cards of it that are meant.
fn place(text: &mut Text<'_, '_, '_>) -> Result<Node, Fault> {
    let place = text.place()?;
    if text.sign("[") {
        let of = selector(text)?;
        text.expect("]")?;
        if place.owner.is_none() && place.name == "plays" {
            return Ok(Node::Cards(CardFunction::Plays, vec![of], None));
        }
        return Ok(Node::Pick(place, of));
    }
    let watches = &text.scope.pool.game.rules.watches;
    let event = watches.iter().any(|one| one.name.value == place.name);
    if event || place.name == "deck_out" && place.owner.is_none() {
        return before(text, place.range.clone(), Node::Place(place));
    }
    text.blanks();
    if text.peek_name() != "before" {
        return Ok(Node::Place(place));
    }
    let (range, message) = (place.range, format!("there is no event `{}`", place.name));
    let help = match place.owner.filter(|_| place.name == "deck_out") {
        Some(owner) => format!("say which pile is meant: `deck_out('{owner}'.deck)`"),
        None => {
            let known = watches.iter().map(|one| one.name.value.as_str()).chain(["deck_out"]);
            suggest(&place.name, known.collect::<Vec<_>>())
        }
    };
    Err(Fault::unknown(range, message, help))
}

/// `deck_out before round 10`, `deck_out(market) before round 3`, `Knight.smash before round 3`.
pub(super) fn before(
    text: &mut Text<'_, '_, '_>,
    range: Range<usize>,
    node: Node,
) -> Result<Node, Fault> {
    if !text.word("before") {
        return Ok(node);
    }
    if !text.word("round") {
        return Err(text.fault("`round` is missing here"));
    }
    let start = text.at;
    let limit = text.whole()?.ok_or_else(|| text.fault("a round is missing here"))?;
    let limit = Expr { node: Node::Number(f64::from(limit)), range: start..text.at };
    let left = Expr { node, range };
    Ok(Node::Compare(Box::new(left), vec![(Compare::Less, limit)]))
}

/// `win: 'Wolf Pack'`, `win: seat 1`, `win: nobody`.
fn wins(text: &mut Text<'_, '_, '_>) -> Result<Node, Fault> {
    text.word("win");
    text.expect(":")?;
    winner(text).map(Node::Wins)
}

/// A side, a seat, or nobody.
///
/// # Errors
/// There is none of them.
pub fn winner(text: &mut Text<'_, '_, '_>) -> Result<Winner, Fault> {
    text.blanks();
    if text.word("seat") {
        let seat = text.whole()?.filter(|seat| *seat > 0);
        return seat.map(Winner::Seat).ok_or_else(|| text.fault("a seat from 1 is missing here"));
    }
    if text.word("nobody") {
        return Ok(Winner::Nobody);
    }
    let sides = &text.scope.pool.game.rules.sides;
    // A side's whole name needs no quotes.
    let bare = sides.iter().find(|side| text.rest().starts_with(&side.value));
    if let Some(side) = bare {
        text.at += side.value.len();
        return Ok(Winner::Side(side.value.clone()));
    }
    let (name, range) = text.name()?;
    if sides.iter().any(|side| side.value == name) {
        return Ok(Winner::Side(name));
    }
    let help = suggest(&name, sides.iter().map(|side| side.value.as_str()));
    Err(Fault::unknown(range, format!("there is no side `{name}`"), help))
}
