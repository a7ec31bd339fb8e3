//! Victories by a counter: who raises it, and whether the printed cards are enough.

use super::flow::Flow;
use super::supply::{most, returning};
use crate::diag::{Code, Diagnostic};
use crate::model::{End, Who};
use crate::sim::lang::{Binary, Compare, Expr, Node, Place, Step, seat_number};
use crate::sim::play::{Play, each_step, visit};
use crate::sim::pool::Pool;
use crate::span::Span;

/// A counter that must reach a number: the counter, and the number.
type Goal<'e> = (&'e Place, i64);

/// The goals of a comparison, whichever side the number stands on.
fn compared(expr: &Expr) -> Vec<Goal<'_>> {
    let Node::Compare(first, more) = &expr.node else { return Vec::new() };
    let lefts = std::iter::once(&**first).chain(more.iter().map(|(_, right)| right));
    let goals = lefts.zip(more).filter_map(|(left, (compare, right))| {
        let (place, compare, number) = match (&left.node, &right.node) {
            (Node::Place(place), Node::Number(number)) => (place, *compare, *number),
            (Node::Number(number), Node::Place(place)) => (place, turned(*compare), *number),
            _ => return None,
        };
        match compare {
            Compare::GreaterEqual | Compare::Equal => Some((place, number.ceil() as i64)),
            Compare::Greater => Some((place, number.floor() as i64 + 1)),
            _ => None,
        }
    });
    goals.collect()
}

/// The comparison as it reads from the other end.
fn turned(compare: Compare) -> Compare {
    match compare {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::GreaterEqual => Compare::LessEqual,
        Compare::Greater => Compare::Less,
        same => same,
    }
}

/// All goals that a condition of victory names.
fn goals(when: &Expr) -> Vec<Goal<'_>> {
    let mut goals = Vec::new();
    visit(when, &mut |inner| goals.extend(compared(inner)));
    goals
}

/// The goals without which a condition never holds: not those that stand beside an `or`.
fn needed(when: &Expr) -> Vec<Goal<'_>> {
    match &when.node {
        Node::Binary(Binary::And, left, right) => [needed(left), needed(right)].concat(),
        _ => compared(when),
    }
}

/// Who raises a counter, and whose it is: sides by name, or nobody's where that is not one side.
fn raising<'p>(
    pool: &'p Pool<'_>,
    play: &'p Play,
    counter: &str,
) -> Vec<(Option<&'p str>, Option<&'p str>)> {
    let mut found = Vec::new();
    for (side, step) in acting(pool, play) {
        each_step(std::slice::from_ref(step), &mut |step| {
            if let Step::Set(place, value) = step
                && place.name == counter
                && let Node::Binary(Binary::Add, left, _) = &value.node
                && matches!(&left.node, Node::Place(old) if old.name == counter)
            {
                found.push((side, whose(pool, place, side)));
            }
        });
    }
    found
}

/// The side whose counter a place is, asked or set by a side.
pub fn whose<'p>(pool: &'p Pool<'_>, place: &'p Place, side: Option<&'p str>) -> Option<&'p str> {
    let mut sides = pool.game.rules.sides.iter().map(|side| side.value.as_str());
    match place.owner.as_deref() {
        None | Some("me" | "active") => side,
        Some("enemy") if sides.len() == 2 => side.and_then(|side| sides.find(|one| *one != side)),
        Some("enemy" | "all") => None,
        Some(named) => match seat_number(named) {
            Some(seat) => sides.nth(seat as usize - 1),
            None => Some(named),
        },
    }
}

/// Every step of phases and actions, with the side that does it, if it is one side's.
pub fn acting<'p>(pool: &'p Pool<'_>, play: &'p Play) -> Vec<(Option<&'p str>, &'p Step)> {
    let mut all = Vec::new();
    for (rule, action) in pool.game.rules.actions.iter().zip(&play.actions) {
        let side = rule.by.as_ref().map(|side| side.value.as_str());
        all.extend(action.steps.iter().chain(&action.complete).map(|step| (side, step)));
    }
    for (who, steps) in &play.phases {
        let side = match who {
            Who::Side(side) => Some(side.value.as_str()),
            _ => None,
        };
        all.extend(steps.iter().map(|(_, step)| (side, step)));
    }
    all
}

/// Whoever wins by a counter is the one who raises it.
pub fn winners(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for (end, when) in rules.ends.iter().zip(&play.ends) {
        let Some(side) = &end.side else { continue };
        let others = goals(when).into_iter();
        let others = others
            .filter_map(|(place, _)| Some((place, raised_by(pool, play, &side.value, place)?)));
        for (place, other) in others {
            let message =
                format!("`{}` wins by `{}`, which only `{other}` raises", side.value, place.name);
            let diagnostic = Diagnostic::error(Code::WIN_BY_OTHER, message).at(side.span);
            told.push(
                diagnostic
                    .also(end.when.place(place.range.clone()), "the counter")
                    .help(format!("did you mean `{other}`?")),
            );
        }
    }
}

/// The one other side that raises the counter by which a side wins: its own, or one of the table.
fn raised_by<'p>(
    pool: &'p Pool<'_>,
    play: &'p Play,
    side: &'p str,
    place: &'p Place,
) -> Option<&'p str> {
    let var = pool.game.rules.vars.iter().find(|var| var.name.value == place.name)?;
    let raising = raising(pool, play, &place.name);
    if !var.each {
        // Where it is set, counted or left over, too, it may rise in other ways.
        let mut set = false;
        play.each_step(&mut |step| set |= sets(step, &place.name, var.start));
        let (first, _) = raising.first().filter(|_| !set)?;
        return first.filter(|other| *other != side && raising.iter().all(|(by, _)| by == first));
    }
    let owner = whose(pool, place, Some(side)).filter(|owner| *owner != side)?;
    let mut by =
        raising.iter().filter(|(_, whose)| whose.is_none_or(|whose| whose == owner)).peekable();
    (by.peek().is_some() && by.all(|(by, _)| *by == Some(owner))).then_some(owner)
}

/// Whether a step may raise a counter without adding to it.
fn sets(step: &Step, counter: &str, start: i64) -> bool {
    let named = |place: &Place| place.name == counter;
    match step {
        Step::Set(place, value) if named(place) => match &value.node {
            Node::Binary(Binary::Add | Binary::Subtract, left, _) => {
                !matches!(&left.node, Node::Place(old) if named(old))
            }
            Node::Number(number) => *number > start as f64,
            _ => true,
        },
        Step::Majority { to, tied, none, .. } => {
            [Some(to), tied.as_ref(), none.as_ref()].into_iter().flatten().any(named)
        }
        Step::Cover(cover) => cover.rest.as_ref().is_some_and(named),
        _ => false,
    }
}

/// The most that one pass of the cards brings a needed counter to, and the number that it must reach;
/// nothing where cards do not bound it.
pub fn within(pool: &Pool<'_>, play: &Play, end: &End, when: &Expr) -> Option<(i64, i64)> {
    let flow = Flow::new(pool, play);
    let each = needed(when).into_iter().filter_map(|(place, goal)| {
        let most = most(pool, play, &flow, end, place)?;
        Some((most.value, goal))
    });
    each.min_by_key(|(most, goal)| most - goal)
}

/// The printed cards are enough for each victory.
pub fn reachable(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    if rules.ends.len() != play.ends.len() || play.actions.len() != rules.actions.len() {
        return;
    }
    let (again, flow) = (returning(pool, play), Flow::new(pool, play));
    for (end, when) in rules.ends.iter().zip(&play.ends) {
        for (place, goal) in needed(when) {
            let Some(most) = most(pool, play, &flow, end, place) else { continue };
            // Cards that come back raise it again; where none does, nothing can.
            if most.value >= goal || again && most.value > most.start {
                continue;
            }
            let message = match most.raised {
                false => format!("nothing raises `{}`", place.name),
                true => format!(
                    "`{}` must reach {goal}, and the cards are enough for {}",
                    place.name, most.value
                ),
            };
            unreachable(message, end.when.place(place.range.clone()), told);
        }
    }
}

fn unreachable(message: String, span: Span, told: &mut Vec<Diagnostic>) {
    let help =
        "print more of the cards that it needs, lower the number, or let the deck be reshuffled";
    told.push(Diagnostic::error(Code::VICTORY_UNREACHABLE, message).at(span).help(help));
}
