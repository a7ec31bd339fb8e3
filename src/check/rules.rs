//! Lints of the rules of play that need no game to be played.

use crate::diag::{Code, Diagnostic, did_you_mean, plural};
use crate::model::{Deal, Empty, Phase, Who, Zone};
use crate::sim::lang::{Expr, Node, Step, constant, seat_number};
use crate::sim::odds::deck_of;
use crate::sim::play::{Play, each_step};
use crate::sim::pool::Pool;

/// How many seats a game has with the most players; with sides, a seat each.
pub fn seats(pool: &Pool<'_>) -> u64 {
    let sides = pool.game.rules.sides.len() as u64;
    let players = pool.game.players.map_or(1, |(_, most)| u64::from(most));
    if sides > 0 { sides } else { players }
}

/// The seat of a side.
pub fn seat(pool: &Pool<'_>, side: &str) -> Option<usize> {
    pool.game.rules.sides.iter().position(|one| one.value == side)
}

/// The seats that the owner of a place stands for, for whoever sits at `me`; nothing where that is not known.
pub fn owned(pool: &Pool<'_>, owner: Option<&str>, me: usize) -> Option<Vec<usize>> {
    let all = 0..seats(pool) as usize;
    match owner {
        None | Some("me") => Some(vec![me]),
        Some("enemy") => Some(all.filter(|seat| *seat != me).collect()),
        Some("all") => Some(all.collect()),
        Some(name) => {
            let number = || seat_number(name).map(|number| number as usize - 1);
            let found = seat(pool, name).or_else(number).filter(|seat| all.contains(seat));
            found.map(|seat| vec![seat])
        }
    }
}

/// How many seats a deal or a phase is for.
pub fn served(pool: &Pool<'_>, zone: &str, side: bool) -> u64 {
    let each = pool.game.rules.zone(zone).is_some_and(|zone| zone.each);
    if each && !side { seats(pool) } else { 1 }
}

/// The piles that begin as decks hold what is dealt from them.
pub fn deals(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for zone in &rules.zones {
        let Some(deck) = deck_of(pool, &zone.name.value) else { continue };
        let size = pool.copies(&pool.deck(deck));
        let beyond = owners(pool, zone).into_iter().find_map(|owner| {
            let mut dealt = 0;
            dealt_from(pool, zone, owner).find_map(|(deal, n)| {
                dealt += n;
                (dealt > size).then_some((deal, dealt))
            })
        });
        let Some((deal, dealt)) = beyond else { continue };
        let message = format!("the set-up deals {dealt} cards of {size}");
        let diagnostic = Diagnostic::error(Code::DRAW_EXCEEDS_DECK, message);
        let help = match zone.each {
            true => "deal fewer, or print more".to_owned(),
            false => {
                let with = plural(seats(pool) as usize, "player");
                format!("with {with}; deal fewer, or print more")
            }
        };
        told.push(diagnostic.at(deal.n.span).help(help));
    }
}

/// Whose piles of a zone are not all dealt and drawn from alike: each side's, where every seat has one.
pub fn owners<'g>(pool: &Pool<'g>, zone: &Zone) -> Vec<Option<&'g str>> {
    let sides = pool.game.rules.sides.iter().map(|side| Some(side.value.as_str()));
    let mut owners: Vec<_> = sides.filter(|_| zone.each).collect();
    if owners.is_empty() {
        owners.push(None);
    }
    owners
}

/// The deals from one pile of a zone, with how many cards each takes of it.
pub fn dealt_from<'g>(
    pool: &Pool<'g>,
    zone: &Zone,
    owner: Option<&str>,
) -> impl Iterator<Item = (&'g Deal, u64)> {
    let (name, own) = (zone.name.value.as_str(), zone.each);
    let deals = pool.game.rules.deals.iter().filter(move |deal| {
        let side = deal.side.as_ref().map(|side| side.value.as_str());
        deal.from.value == name && (!own || side.is_none() || side == owner)
    });
    deals.map(move |deal| {
        // Each seat is dealt from its own pile.
        let seats = if own { 1 } else { served(pool, &deal.to.value, deal.side.is_some()) };
        (deal, seats * u64::from(deal.n.value))
    })
}

/// Piles that are dealt from begin with cards.
pub fn begin(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    for zone in &rules.zones {
        let name = zone.name.value.as_str();
        let named = zone.deck.is_some() || deck_of(pool, name).is_some();
        let mut moved =
            rules.deals.iter().filter(|deal| deal.from.value == name || deal.to.value == name);
        // Cards may be dealt into it first.
        let Some(first) = moved.next().filter(|deal| !named && deal.from.value == name) else {
            continue;
        };
        let message =
            format!("the set-up deals {} cards of `{name}`, which has none", first.n.value);
        let mut decks = pool.game.decks.iter().filter(|deck| deck.has_cards());
        let deck = decks.next().map_or("NAME", |deck| deck.name.as_str());
        let help = format!("say which it begins with: `{name} = {{ deck = \"{deck}\", … }}`");
        let diagnostic = Diagnostic::error(Code::DRAW_EXCEEDS_DECK, message).at(zone.name.span);
        told.push(diagnostic.also(first.from.span, "dealt here").help(help));
    }
}

/// No step draws more cards at once than its pile ever holds.
pub fn draws(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let all: u64 = pool.kinds.iter().map(|kind| u64::from(kind.copies)).sum();
    for (phase, (_, steps)) in pool.game.rules.phases.iter().zip(&play.phases) {
        for (at, step) in steps {
            each_step(std::slice::from_ref(step), &mut |step| {
                let Step::Draw { n, from, .. } = step else { return };
                let zone = from.as_ref().map_or("deck", |from| from.name.as_str());
                let Some(deck) = deck_of(pool, zone) else { return };
                // Cards of all decks may come into a pile that is made anew.
                let again = pool.game.rules.zone(zone).is_some_and(|zone| {
                    matches!(
                        zone.empty.as_ref().map(|empty| &empty.value),
                        Some(Empty::Reshuffle(_))
                    )
                });
                let size = if again { all } else { pool.copies(&pool.deck(deck)) };
                if let Some(n) = constant(n).filter(|n| *n > size as f64) {
                    let message = format!("{n} cards are drawn at once of {size}");
                    let diagnostic = Diagnostic::error(Code::DRAW_EXCEEDS_DECK, message);
                    let place = phase.steps[*at].place(step_range(step));
                    told.push(diagnostic.at(place).help("draw fewer, or print more"));
                }
            });
        }
    }
}

/// Where the number of a step stands.
fn step_range(step: &Step) -> std::ops::Range<usize> {
    if let Step::Draw { n, .. } = step { n.range.clone() } else { 0..0 }
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

/// How many cards a round takes from one pile of a zone; `None` when that differs from round to round.
pub fn taken(pool: &Pool<'_>, play: &Play, zone: &Zone, owner: Option<&str>) -> Option<u64> {
    let (name, own) = (zone.name.value.as_str(), zone.each);
    let mut sum = 0;
    let mut fixed = true;
    for (who, steps) in &play.phases {
        let times = match who {
            Who::Each => {
                if own {
                    1
                } else {
                    seats(pool)
                }
            }
            Who::Side(side) if own => u64::from(Some(side.value.as_str()) == owner),
            Who::Side(_) | Who::Table => 1,
        };
        for (_, step) in steps {
            let mut inside = 0;
            each_step(std::slice::from_ref(step), &mut |step| {
                if let Step::Draw { n, fill, from, .. } = step
                    && from.as_ref().map_or("deck", |from| from.name.as_str()) == name
                {
                    // Of another's pile, it is not said here whose.
                    fixed &= !own || from.as_ref().is_none_or(|from| from.owner.is_none());
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

/// Goes through all steps, each with the side that does it, if it is one side's.
pub fn every_step<'p>(play: &'p Play, see: &mut impl FnMut(Option<&'p str>, &'p Step)) {
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

/// Nobody has two phases of one name; those of two sides may be called alike.
pub fn phases(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let phases = &pool.game.rules.phases;
    for (at, phase) in phases.iter().enumerate().filter(|(_, phase)| !phase.name.is_empty()) {
        let apart = |other: &Phase| match (&phase.who, &other.who) {
            (Who::Side(one), Who::Side(other)) => one.value != other.value,
            _ => false,
        };
        let mut before = phases[..at].iter();
        let Some(first) = before.find(|one| one.name == phase.name && !apart(one)) else {
            continue;
        };
        let message = format!("two phases have the name `{}`", phase.name);
        let diagnostic = Diagnostic::warning(Code::SAME_NAME, message).at(phase.span);
        told.push(diagnostic.also(first.span, "the first").help("rename one, or make them one"));
    }
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

/// Each policy is some side's, or there is nobody who lacks one.
pub fn policies(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let own = |name: &str| rules.policies.iter().any(|policy| policy.name.value == name);
    let sides = || rules.sides.iter().map(|side| side.value.as_str());
    let orphan = !own("default") && (rules.sides.is_empty() || !sides().all(own));
    for policy in &rules.policies {
        let name = policy.name.value.as_str();
        let mut known = sides().chain(["default"]);
        if known.any(|one| one == name) {
            continue;
        }
        let near = did_you_mean(name, sides().chain(["default"]));
        if near.is_none() && !orphan {
            continue;
        }
        let help = near.unwrap_or_else(|| {
            let known = sides().map(|side| format!("`{side}`")).chain(["`default`".into()]);
            format!("call it {}", known.collect::<Vec<_>>().join(" or "))
        });
        let message = format!("nobody plays by the policy `{name}`");
        let diagnostic = Diagnostic::warning(Code::POLICY_UNUSED, message);
        told.push(diagnostic.at(policy.name.span).help(help));
    }
}
