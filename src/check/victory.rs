//! Victories by a counter: who raises it, and whether the printed cards are enough.

use crate::diag::{Code, Diagnostic};
use crate::model::{Empty, Who};
use crate::sim::lang::{Binary, Compare, Expr, Node, Place, Step};
use crate::sim::play::{Play, each_step, visit};
use crate::sim::pool::Pool;
use crate::span::Span;

/// How much a step adds to a counter, if it raises it.
fn raises(step: &Step, counter: &str) -> Option<u64> {
    let Step::Set(place, value) = step else { return None };
    let Node::Binary(Binary::Add, left, right) = &value.node else { return None };
    let own = matches!(&left.node, Node::Place(old) if old.name == counter);
    if place.name != counter || !own {
        return None;
    }
    match right.node {
        Node::Number(n) if n >= 1.0 => Some(n as u64),
        _ => Some(1),
    }
}

/// A counter that must reach a number, in a condition of victory: the counter, and the number.
fn goals(when: &Expr) -> Vec<(&Place, u64)> {
    let mut goals = Vec::new();
    visit(when, &mut |inner| {
        if let Node::Compare(first, more) = &inner.node
            && let (Node::Place(place), [(compare, right)]) = (&first.node, more.as_slice())
            && let Node::Number(number) = right.node
        {
            match compare {
                Compare::GreaterEqual | Compare::Equal => goals.push((place, number as u64)),
                Compare::Greater => goals.push((place, number as u64 + 1)),
                _ => {}
            }
        }
    });
    goals
}

/// Something that raises a counter.
struct Raiser {
    side: Option<String>,
    /// The cards of which each use needs one.
    needs: Vec<u64>,
    adds: u64,
}

fn raisers(pool: &Pool<'_>, play: &Play, counter: &str) -> Vec<Raiser> {
    let mut found = Vec::new();
    for (at, action) in play.actions.iter().enumerate() {
        let side = pool.game.rules.actions[at].by.as_ref().map(|side| side.value.clone());
        let cards = action.chain.iter().chain(&action.card);
        let needs: Vec<u64> = cards.map(|card| pool.copies(&card.set)).collect();
        for steps in [&action.steps, &action.complete] {
            each_step(steps, &mut |step| {
                if let Some(adds) = raises(step, counter) {
                    found.push(Raiser { side: side.clone(), needs: needs.clone(), adds });
                }
            });
        }
    }
    for (who, steps) in &play.phases {
        let side = match who {
            Who::Side(side) => Some(side.value.clone()),
            _ => None,
        };
        for (_, step) in steps {
            each_step(std::slice::from_ref(step), &mut |step| {
                if let Some(adds) = raises(step, counter) {
                    found.push(Raiser { side: side.clone(), needs: Vec::new(), adds });
                }
            });
        }
    }
    found
}

/// Whoever wins by a counter is the one who raises it.
pub fn winners(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for (end, when) in rules.ends.iter().zip(&play.ends) {
        let Some(side) = &end.side else { continue };
        for (place, _) in goals(when) {
            let owner = place.owner.as_deref().unwrap_or(&side.value);
            let by: Vec<_> =
                raisers(pool, play, &place.name).into_iter().map(|one| one.side).collect();
            let foreign = by.iter().flatten().filter(|by| **by == owner && **by != side.value);
            if let Some(other) = foreign.into_iter().next() {
                let message = format!(
                    "`{}` wins by `{}`, which only `{other}` raises",
                    side.value, place.name
                );
                let diagnostic = Diagnostic::error(Code::WIN_BY_OTHER, message).at(side.span);
                told.push(
                    diagnostic
                        .also(end.when.place(place.range.clone()), "the counter")
                        .help(format!("did you mean `{other}`?")),
                );
            }
        }
    }
}

/// How often the cards of one pass of the deck let somebody raise the counter of a goal: the most of its ways.
pub fn times(pool: &Pool<'_>, play: &Play, when: &Expr) -> Option<(u64, u64)> {
    let (place, goal) = goals(when).into_iter().next()?;
    let ways = raisers(pool, play, &place.name);
    // What needs no card is not bounded by cards.
    let each = ways.iter().map(|one| one.needs.iter().min().map(|copies| copies * one.adds));
    Some((each.collect::<Option<Vec<_>>>()?.into_iter().max()?, goal))
}

/// The printed cards are enough for each victory.
pub fn reachable(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let recycled = rules.zones.iter().any(|zone| {
        matches!(zone.empty.as_ref().map(|empty| &empty.value), Some(Empty::Reshuffle(_)))
    });
    if rules.ends.len() != play.ends.len() {
        return;
    }
    for (end, when) in rules.ends.iter().zip(&play.ends) {
        for (place, goal) in goals(when) {
            let raisers = raisers(pool, play, &place.name);
            let counter = rules.vars.iter().any(|var| var.name.value == place.name);
            if !counter || play.actions.len() != rules.actions.len() {
                continue;
            }
            let span = end.when.place(place.range.clone());
            if raisers.is_empty() {
                unreachable(format!("nothing raises `{}`", place.name), span, told);
                continue;
            }
            let enough = |raiser: &Raiser| {
                let uses = goal.div_ceil(raiser.adds.max(1));
                raiser.needs.iter().all(|copies| *copies >= if recycled { 1 } else { uses })
            };
            if !raisers.iter().any(enough) {
                let least = raisers.iter().flat_map(|one| &one.needs).min().unwrap_or(&0);
                let message = format!(
                    "`{}` must reach {goal}, and the cards are enough for {least}",
                    place.name
                );
                unreachable(message, span, told);
            }
        }
    }
}

fn unreachable(message: String, span: Span, told: &mut Vec<Diagnostic>) {
    let help =
        "print more of the cards that it needs, lower the number, or let the deck be reshuffled";
    told.push(Diagnostic::error(Code::VICTORY_UNREACHABLE, message).at(span).help(help));
}
