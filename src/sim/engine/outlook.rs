//! What can be said of rules before they are played: whether anybody can win, and where cards stay.

use std::collections::BTreeSet;

use super::ZoneInfo;
use crate::model::{Action, Empty, Rules, Zone};
use crate::sim::lang::Step;
use crate::sim::odds::deck_of;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// Whether any rule names a winner.
pub(super) fn decides(rules: &Rules, play: &Play) -> bool {
    let emptied = |zone: &Zone| matches!(&zone.empty, Some(empty) if matches!(empty.value, Empty::End(Some(_))));
    let mut wins = false;
    play.each_step(&mut |step| wins |= matches!(step, Step::Win(_)));
    wins || rules.result.is_some()
        || rules.ends.iter().any(|end| !end.draw)
        || rules.zones.iter().any(emptied)
}

/// Of each pile, whether cards that are drawn to it stay there until they are thrown away.
pub(super) fn open(zones: &[ZoneInfo], play: &Play, seats: usize) -> Vec<bool> {
    let closed = closed(play);
    let of = |zone: &ZoneInfo| {
        let open = zone.start.is_empty() && !closed.contains(zone.name.as_str());
        std::iter::repeat_n(open, if zone.each { seats } else { 1 })
    };
    zones.iter().flat_map(of).collect()
}

/// Whether nothing but a chain itself lays cards in its zone, and they go all at once: the first cards of it lie there, then.
pub(super) fn counted(pool: &Pool<'_>, play: &Play, at: usize) -> bool {
    let (rules, action) = (&pool.game.rules, &pool.game.rules.actions[at]);
    let Some(name) = action.zone.as_ref().map(|zone| zone.value.as_str()) else { return false };
    let each = rules.zone(name).is_some_and(|zone| zone.each);
    let by = |action: &Action| action.by.as_ref().map(|by| by.value.clone());
    let apart = |other: &Action| {
        each && by(other) != by(action) && by(other).is_some() && by(action).is_some()
    };
    let shared = rules.actions.iter().enumerate().any(|(other, action)| {
        other != at && action.zone.as_ref().is_some_and(|zone| zone.value == name) && !apart(action)
    });
    let mut touched = ["hand", "deck", "discard"].contains(&name)
        || deck_of(pool, name).is_some()
        || rules.deals.iter().any(|deal| deal.from.value == name || deal.to.value == name);
    play.each_step(&mut |step| touched |= step.lays(name) || step.takes(name));
    !shared && !touched
}

/// The zones that steps take cards from, other than to throw them away; and hands and piles.
fn closed(play: &Play) -> BTreeSet<&str> {
    let mut closed = BTreeSet::from(["hand", "deck", "discard"]);
    play.each_step(&mut |step| match step {
        // A card that is thrown away has been of use.
        Step::Move { to, .. } if to.range.is_empty() => {}
        Step::Draw { from: Some(from), .. }
        | Step::Reveal { from: Some(from), .. }
        | Step::Move { from: Some(from), .. }
        | Step::Shuffle(from, _) => {
            closed.insert(from.name.as_str());
        }
        _ => {}
    });
    closed
}
