//! Steps of a turn: `draw 2`, `discard to 5`, `if troops > 0: play Rally to discard`.

use super::expression::winner;
use super::functions::column;
use super::reference::{STEPS, names};
use super::{Binary, Expr, Fault, Node, Place, Selector, Text, Winner, expression, selector};
use crate::diag::{did_you_mean, suggest};

/// One thing that is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// So many cards are drawn; or as many as fill the zone up to that number.
    Draw {
        /// How many.
        n: Expr,
        /// Whether the number is that of the full zone.
        fill: bool,
        /// From where; the deck if not said.
        from: Option<Place>,
        /// To where; the hand if not said.
        to: Option<Place>,
    },
    /// Cards are turned up until so many of them are wanted ones.
    Reveal {
        /// How many wanted ones.
        n: Option<Expr>,
        /// Which are wanted.
        of: Selector,
        /// From where; the deck if not said.
        from: Option<Place>,
        /// To where the wanted ones go.
        to: Place,
        /// To where the others go; the discards if not said.
        rest: Option<Place>,
    },
    /// Cards are thrown away until so many are held.
    DiscardTo(Expr),
    /// A whole zone is thrown away.
    DiscardZone(Place),
    /// So many random cards of a zone are thrown away.
    DiscardRandom(Expr, Place),
    /// Cards go from one zone to another.
    Move {
        /// How many at most; all of them if not said.
        n: Option<Expr>,
        /// Which.
        of: Selector,
        /// By a column's number, the least first if true.
        by: Option<(bool, String)>,
        /// From where; the hand if not said.
        from: Option<Place>,
        /// To where.
        to: Place,
    },
    /// The cheapest cards whose numbers together come nearest to a goal go to a zone: the least sum, and
    /// of these the fewest cards.
    Cover(Box<Cover>),
    /// The largest set of cards in hand that share a value of a column goes to a zone.
    Meld(String, Place),
    /// For each value of a column, the one who has most cards of it in a zone gets a point.
    Majority {
        /// The column.
        column: String,
        /// The zone.
        of: Place,
        /// The counter.
        to: Place,
        /// A counter of values that several share.
        tied: Option<Place>,
        /// A counter of values that nobody has.
        none: Option<Place>,
    },
    /// The player does one of the actions, as the policy chooses; so many times.
    Choose(u32),
    /// A counter is set.
    Set(Place, Expr),
    /// Steps that are done if something holds.
    If(Expr, Vec<Step>),
    /// Steps that are done so many times.
    Repeat(Expr, Vec<Step>),
    /// Steps that each opponent of the player does, in turn.
    Opponents(Vec<Step>),
    /// All cards of a zone go into another, in any order.
    Shuffle(Place, Place),
    /// The game is over.
    Win(Winner),
}

/// Cards that together reach a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// What to reach.
    pub goal: Expr,
    /// What is there without a card.
    pub base: Option<Expr>,
    /// The column of numbers.
    pub column: String,
    /// Which cards may be used.
    pub of: Selector,
    /// One of these doubles everything.
    pub double: Option<Selector>,
    /// What the doubling card counts for where the cheapest cards are looked for.
    pub worth: u32,
    /// Each of these costs so much.
    pub lose: Option<(u32, Selector)>,
    /// To where.
    pub to: Place,
    /// The counter that is told what is missing, with the cost.
    pub rest: Option<Place>,
}

/// Reads a phrase of steps with semicolons between them.
///
/// # Errors
/// The first sign or name that cannot be read.
pub fn steps(text: &mut Text<'_, '_, '_>) -> Result<Vec<Step>, Fault> {
    let steps = several(text)?;
    if text.done() { Ok(steps) } else { Err(text.fault("this does not belong to the step")) }
}

fn several(text: &mut Text<'_, '_, '_>) -> Result<Vec<Step>, Fault> {
    let mut steps = vec![text.nested(step)?];
    while text.sign(";") {
        steps.push(text.nested(step)?);
    }
    Ok(steps)
}

fn step(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    text.blanks();
    let (start, verb) = (text.at, text.peek_name());
    text.at += verb.len();
    match verb {
        "draw" => draw(text),
        "reveal" => reveal(text),
        "discard" => discard(text),
        "play" | "move" => moved(text),
        "cover" => cover(text),
        "meld" => {
            let column = column(text)?;
            Ok(Step::Meld(column, after(text, "to")?))
        }
        "majority" => {
            let column = column(text)?;
            let (of, to) = (after(text, "of")?, after(text, "to")?);
            let (tied, none) = (optional(text, "tied")?, optional(text, "none")?);
            Ok(Step::Majority { column, of, to, tied, none })
        }
        "choose" => Ok(Step::Choose(text.whole()?.unwrap_or(1))),
        "if" => {
            let when = expression(text)?;
            text.expect(":")?;
            Ok(Step::If(when, several(text)?))
        }
        "repeat" => {
            let times = expression(text)?;
            text.expect(":")?;
            Ok(Step::Repeat(times, several(text)?))
        }
        "opponents" => {
            text.expect(":")?;
            Ok(Step::Opponents(several(text)?))
        }
        "shuffle" => {
            let from = text.place()?;
            Ok(Step::Shuffle(from, after(text, "into")?))
        }
        "win" => Ok(Step::Win(winner(text)?)),
        _ => {
            text.at = start;
            set(text, verb)
        }
    }
}

/// A place behind a keyword that must be there.
fn after(text: &mut Text<'_, '_, '_>, word: &str) -> Result<Place, Fault> {
    if text.word(word) {
        text.place()
    } else {
        Err(text.fault(format!("`{word}` is missing here")))
    }
}

fn optional(text: &mut Text<'_, '_, '_>, word: &str) -> Result<Option<Place>, Fault> {
    if text.word(word) { text.place().map(Some) } else { Ok(None) }
}

fn draw(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    let fill = text.word("to");
    let n = expression(text)?;
    let from = optional(text, "from")?;
    let to = optional(text, "to")?;
    Ok(Step::Draw { n, fill, from, to })
}

/// `reveal until [N] SELECTOR [from ZONE] to ZONE [rest to ZONE]`
fn reveal(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    if !text.word("until") {
        return Err(text.fault("`until` and the cards that are looked for are missing here"));
    }
    let n = count(text)?;
    let of = selector(text)?;
    let from = optional(text, "from")?;
    let to = after(text, "to")?;
    let rest = if text.word("rest") { Some(after(text, "to")?) } else { None };
    Ok(Step::Reveal { n, of, from, to, rest })
}

fn discard(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    if text.word("to") {
        return expression(text).map(Step::DiscardTo);
    }
    let start = text.at;
    // A zone's name alone empties the zone; anything else selects cards.
    if let Ok(place) = text.place() {
        let zone = text.scope.pool.game.rules.zone(&place.name).is_some();
        text.blanks();
        if zone && text.rest().chars().next().is_none_or(|next| next == ';') {
            return Ok(Step::DiscardZone(place));
        }
    }
    text.at = start;
    let n = count(text)?;
    if text.word("random") {
        let one = Expr { node: Node::Number(1.0), range: start..text.at };
        return Ok(Step::DiscardRandom(n.unwrap_or(one), text.place()?));
    }
    let of = selector(text).map_err(|fault| or_zone(text, fault))?;
    let by = by(text, &of)?;
    let from = optional(text, "from")?;
    let to = Place { owner: None, name: "discard".into(), range: start..start };
    Ok(Step::Move { n, of, by, from, to })
}

/// A name that is no card may have meant a zone.
fn or_zone(text: &Text<'_, '_, '_>, mut fault: Fault) -> Fault {
    let zones = text.scope.pool.game.rules.zones.iter().map(|zone| zone.name.value.as_str());
    let wrong = text.all.get(fault.range.clone()).unwrap_or_default();
    if let Some(meant) = did_you_mean(wrong, zones).filter(|_| fault.unknown) {
        fault.help = meant;
    }
    fault
}

/// A number of cards, or `up EXPRESSION:`.
fn count(text: &mut Text<'_, '_, '_>) -> Result<Option<Expr>, Fault> {
    text.blanks();
    let start = text.at;
    if let Some(number) = text.whole()? {
        return Ok(Some(Expr { node: Node::Number(f64::from(number)), range: start..text.at }));
    }
    if text.word("up") {
        let number = expression(text)?;
        text.expect(":")?;
        return Ok(Some(number));
    }
    Ok(None)
}

fn by(text: &mut Text<'_, '_, '_>, of: &Selector) -> Result<Option<(bool, String)>, Fault> {
    if !text.word("by") {
        return Ok(None);
    }
    let least = text.word("least");
    if !least {
        text.word("most");
    }
    Ok(Some((least, counted(text, of)?)))
}

/// A column whose numbers tell the cards of a selector apart.
fn counted(text: &mut Text<'_, '_, '_>, of: &Selector) -> Result<String, Fault> {
    text.blanks();
    let start = text.at;
    let column = column(text)?;
    super::numbers::whole(text.scope.pool, "", Some(of), &column, start..text.at)?;
    Ok(column)
}

fn moved(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    let n = count(text)?;
    let of = selector(text)?;
    let by = by(text, &of)?;
    let from = optional(text, "from")?;
    let to = after(text, "to")?;
    Ok(Step::Move { n, of, by, from, to })
}

/// `cover GOAL [over BASE] by COLUMN with SELECTOR [doubling SELECTOR [worth N]] [losing N each SELECTOR]
/// to ZONE [leaving COUNTER]`
fn cover(text: &mut Text<'_, '_, '_>) -> Result<Step, Fault> {
    let goal = expression(text)?;
    let base = if text.word("over") { Some(expression(text)?) } else { None };
    if !text.word("by") {
        return Err(text.fault("`by` and a column are missing here"));
    }
    text.blanks();
    let start = text.at;
    let column = column(text)?;
    let range = start..text.at;
    if !text.word("with") {
        return Err(text.fault("`with` and a selector are missing here"));
    }
    let of = selector(text)?;
    super::numbers::whole(text.scope.pool, "", Some(&of), &column, range)?;
    let double = if text.word("doubling") { Some(selector(text)?) } else { None };
    let mut worth = 0;
    if double.is_some() && text.word("worth") {
        worth = text.whole()?.ok_or_else(|| text.fault("a number is missing here"))?;
    }
    let mut lose = None;
    if text.word("losing") {
        let cost = text.whole()?.ok_or_else(|| text.fault("a number is missing here"))?;
        if !text.word("each") {
            return Err(text.fault("`each` and a selector are missing here"));
        }
        lose = Some((cost, selector(text)?));
    }
    let to = after(text, "to")?;
    let rest = optional(text, "leaving")?;
    Ok(Step::Cover(Box::new(Cover { goal, base, column, of, double, worth, lose, to, rest })))
}

/// `counter = …`, `counter += …`, `counter -= …`
fn set(text: &mut Text<'_, '_, '_>, verb: &str) -> Result<Step, Fault> {
    let (start, place) = (text.at, text.place()?);
    let binary = if text.sign("+=") {
        Some(Binary::Add)
    } else if text.sign("-=") {
        Some(Binary::Subtract)
    } else if text.sign("=") {
        None
    } else {
        let message = format!("`{verb}` is no step");
        let verbs = names(STEPS).filter(|name| *name != "set");
        let help = format!("{}; or `counter = …`", suggest(verb, verbs));
        return Err(Fault::new(start..place.range.end, message, help));
    };
    let value = expression(text)?;
    let Some(binary) = binary else { return Ok(Step::Set(place, value)) };
    let range = value.range.clone();
    let old = Expr { node: Node::Place(place.clone()), range: place.range.clone() };
    let node = Node::Binary(binary, Box::new(old), Box::new(value));
    Ok(Step::Set(place, Expr { node, range }))
}
