//! Lints of the rules of play that need no game to be played.

use crate::diag::{Code, Diagnostic};
use crate::model::{Empty, Who};
use crate::sim::lang::{Binary, Compare, Expr, Node, Place, Step, Winner};
use crate::sim::odds::deck_of;
use crate::sim::play::{Play, each_step, visit};
use crate::sim::pool::Pool;
use crate::span::Span;

/// How many seats a game has with the most players; with sides, a seat each.
fn seats(pool: &Pool<'_>) -> u64 {
    let sides = pool.game.rules.sides.len() as u64;
    let players = pool.game.players.map_or(1, |(_, most)| u64::from(most));
    if sides > 0 { sides } else { players }
}

/// How many seats a deal or a phase is for.
fn served(pool: &Pool<'_>, zone: &str, side: bool) -> u64 {
    let each = pool.game.rules.zone(zone).is_some_and(|zone| zone.each);
    if each && !side { seats(pool) } else { 1 }
}

/// The piles that begin as decks hold what is dealt from them.
pub fn deals(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for zone in &rules.zones {
        let Some(deck) = deck_of(pool, &zone.name.value) else { continue };
        let size = pool.copies(&pool.deck(deck));
        let from = rules.deals.iter().filter(|deal| deal.from.value == zone.name.value);
        let mut dealt = 0;
        for deal in from {
            let seats = served(pool, &deal.to.value, deal.side.is_some());
            dealt += seats * u64::from(deal.n.value);
            if dealt > size {
                let message = format!("the set-up deals {dealt} cards of {size}");
                let diagnostic = Diagnostic::error(Code::DRAW_EXCEEDS_DECK, message);
                let help = format!("with {seats} players; deal fewer, or print more");
                told.push(diagnostic.at(deal.n.span).help(help));
                break;
            }
        }
    }
}

/// Nobody is dealt more than the hand limit.
pub fn limits(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let mut least: Option<u32> = None;
    for (_, steps) in &play.phases {
        let steps: Vec<Step> = steps.iter().map(|(_, step)| step.clone()).collect();
        each_step(&steps, &mut |step| {
            if let Step::DiscardTo(Expr { node: Node::Number(limit), .. }) = step {
                let limit = *limit as u32;
                least = Some(least.map_or(limit, |least| least.min(limit)));
            }
        });
    }
    let Some(least) = least else { return };
    for deal in rules.deals.iter().filter(|deal| deal.to.value == "hand") {
        if deal.n.value > least {
            let message =
                format!("{} cards are dealt, and the hand limit is {least}", deal.n.value);
            let diagnostic = Diagnostic::warning(Code::HAND_LIMIT, message).at(deal.n.span);
            told.push(diagnostic.help("deal fewer, or raise the limit of `discard to`"));
        }
    }
}

/// How many cards a round takes from a zone; `None` when that differs from round to round.
fn taken(pool: &Pool<'_>, play: &Play, zone: &str) -> Option<u64> {
    let mut sum = 0;
    let mut fixed = true;
    for (who, steps) in &play.phases {
        let times = match who {
            Who::Each => seats(pool),
            Who::Side(_) | Who::Table => 1,
        };
        for (_, step) in steps {
            let mut inside = 0;
            each_step(std::slice::from_ref(step), &mut |step| {
                if let Step::Draw { n, fill, from, .. } = step
                    && from.as_ref().map_or("deck", |from| from.name.as_str()) == zone
                {
                    match n.node {
                        Node::Number(n) if !fill => inside += n as u64,
                        _ => fixed = false,
                    }
                }
            });
            fixed &= inside == 0 || matches!(step, Step::Draw { .. });
            sum += inside * times;
        }
    }
    fixed.then_some(sum)
}

/// A pile that can run out says what happens then.
pub fn exhaustion(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for zone in rules.zones.iter().filter(|zone| zone.empty.is_none()) {
        let Some(deck) = deck_of(pool, &zone.name.value) else { continue };
        let from = rules.deals.iter().filter(|deal| deal.from.value == zone.name.value);
        let dealt: u64 = from
            .map(|deal| u64::from(deal.n.value) * served(pool, &deal.to.value, deal.side.is_some()))
            .sum();
        let left = pool.copies(&pool.deck(deck)).saturating_sub(dealt);
        let how = match taken(pool, play, &zone.name.value) {
            Some(0) => continue,
            Some(each) => {
                let lasts = left / each;
                let rounds = rules.max_rounds.as_ref().map_or(u64::MAX, |max| u64::from(max.value));
                if lasts >= rounds {
                    continue;
                }
                let seats = seats(pool);
                format!("in round {} with {seats} players", lasts + 1)
            }
            None => "in some round".into(),
        };
        let message =
            format!("the pile `{}` runs out {how}, and nothing says what then", zone.name.value);
        let diagnostic = Diagnostic::error(Code::DECK_RUNS_OUT, message).at(zone.name.span);
        told.push(diagnostic.help("give it `empty = \"reshuffle ZONE\"`, `\"stop\"` or `\"end\"`"));
    }
}

/// Every side can win.
pub fn sides(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    if rules.sides.len() < 2 || rules.ends.is_empty() || play.result.is_some() {
        return;
    }
    let mut wins: Vec<String> = Vec::new();
    for zone in &rules.zones {
        if let Some(Empty::End(Some(side))) = zone.empty.as_ref().map(|empty| &empty.value) {
            wins.push(side.clone());
        }
    }
    every_step(play, &mut |_, step| {
        if let Step::Win(Winner::Side(side)) = step {
            wins.push(side.clone());
        }
    });
    for end in rules.ends.iter().filter(|end| !end.draw) {
        match &end.side {
            Some(side) => wins.push(side.value.clone()),
            // Without a side, every seat is asked.
            None => return,
        }
    }
    let last = rules.ends.last().map(|end| end.span);
    for side in rules.sides.iter().filter(|side| !wins.contains(&side.value)) {
        let message = format!("`{}` has no way to win", side.value);
        let mut diagnostic = Diagnostic::error(Code::SIDE_CANNOT_WIN, message).at(side.span);
        if let Some(last) = last {
            diagnostic = diagnostic.also(last, "the last rule of victory");
        }
        told.push(
            diagnostic.help("add an `[[end]]` for it, or look for one that names the wrong side"),
        );
    }
}

/// Goes through all steps, each with the side that does it, if it is one side's.
fn every_step<'p>(play: &'p Play, see: &mut impl FnMut(Option<&'p str>, &'p Step)) {
    for (who, steps) in &play.phases {
        let side = match who {
            Who::Side(side) => Some(side.value.as_str()),
            _ => None,
        };
        for (_, step) in steps {
            each_step(std::slice::from_ref(step), &mut |step| see(side, step));
        }
    }
    for action in &play.actions {
        each_step(&action.steps, &mut |step| see(None, step));
        each_step(&action.complete, &mut |step| see(None, step));
    }
}

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

/// Some policy chooses each action.
pub fn unused(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    if play.policies.is_empty() {
        return;
    }
    for (at, action) in rules.actions.iter().enumerate() {
        let chosen =
            play.policies.iter().any(|policy| policy.choose.iter().any(|(one, _)| *one == at));
        if !chosen {
            let message = format!("no policy ever chooses `{}`", action.name.value);
            let diagnostic = Diagnostic::warning(Code::ACTION_UNUSED, message);
            told.push(diagnostic.at(action.name.span).help("put it into a policy's `choose`"));
        }
    }
}
