//! Which cards a context draws: a fresh hand, or the first cards of a deck.

use std::ops::Range;

use super::{Draw, Drawn};
use crate::model::Deal;
use crate::sim::lang::{Context, Expr, Fault, Node, Place};
use crate::sim::play::visit;
use crate::sim::pool::Pool;

/// The cards of a hand that `context` draws for `expr`; `None` when it is not about cards that are drawn at once.
///
/// # Errors
/// The set-up deals no such cards, or cards of several decks.
pub fn draw(pool: &Pool<'_>, context: &Context, expr: &Expr) -> Result<Option<Draw>, Fault> {
    let first = |drawn: Vec<Drawn>| drawn.into_iter().next().map(|one| one.draw);
    Ok(drawn(pool, context, expr)?.and_then(first))
}

/// The cards that `context` draws to each place that `expr` names; `None` when it is not about cards that are drawn at once.
///
/// # Errors
/// The set-up deals no such cards, or cards of several decks, or not to one player.
pub fn drawn(pool: &Pool<'_>, context: &Context, expr: &Expr) -> Result<Option<Vec<Drawn>>, Fault> {
    match context {
        Context::Seen(n, deck) => {
            let deck = deck.as_ref().and_then(|name| pool.deck_named(name)).unwrap_or(0);
            Ok(Some(super::hand::in_hand(&Draw { of: pool.deck(deck), n: *n }).into()))
        }
        Context::Opening(side) => {
            let (side, places) = (side.as_deref(), named(expr));
            if places.is_empty() {
                return Ok(Some(vec![opening(pool, side, "hand", expr.range.clone())?]));
            }
            of_one(pool, side, &places, expr)?;
            let each =
                places.iter().map(|place| opening(pool, side, &place.name, place.range.clone()));
            each.collect::<Result<_, _>>().map(Some)
        }
        _ => Ok(None),
    }
}

/// The places that an expression names, each once.
fn named(expr: &Expr) -> Vec<&Place> {
    let mut places: Vec<&Place> = Vec::new();
    visit(expr, &mut |inner| {
        if let Node::Place(place) | Node::Pick(place, _) | Node::Over(_, place, _, _) = &inner.node
            && places.iter().all(|known| known.name != place.name)
        {
            places.push(place);
        }
    });
    places
}

/// Several places that sides are dealt apart must be those of one side.
fn of_one(
    pool: &Pool<'_>,
    side: Option<&str>,
    places: &[&Place],
    expr: &Expr,
) -> Result<(), Fault> {
    let asked = |deal: &Deal| places.iter().any(|place| place.name == deal.to.value);
    let mut apart = pool.game.rules.deals.iter().filter(|deal| asked(deal));
    match apart.find_map(|deal| deal.side.as_ref()) {
        Some(first) if places.len() > 1 && side.is_none() => {
            let message =
                "the set-up deals the sides apart, and this does not say whose places are meant";
            let help = format!("say it: `opening({}): …`", first.value);
            Err(Fault::new(expr.range.clone(), message, help))
        }
        _ => Ok(()),
    }
}

/// The cards that come to a place.
fn opening(
    pool: &Pool<'_>,
    side: Option<&str>,
    name: &str,
    range: Range<usize>,
) -> Result<Drawn, Fault> {
    let rules = &pool.game.rules;
    // What lies on the table is everybody's.
    let side = side.filter(|_| rules.zone(name).is_none_or(|zone| zone.each));
    let goes = |deal: &&Deal| {
        let to_side = deal.side.as_ref().map(|side| side.value.as_str());
        deal.to.value == name && (to_side.is_none() || side.is_none() || to_side == side)
    };
    let deals: Vec<&Deal> = rules.deals.iter().filter(goes).collect();
    let Some(first) = deals.first() else {
        let silent = rules.unplayable.iter().find(|what| what.value.starts_with("setup"));
        if let Some(what) = silent {
            let message = format!("the rulebook does not say `{}`", what.value);
            let help = "decide: `{ value = …, assumed = \"why\" }`";
            return Err(Fault::new(range, message, help));
        }
        let message = format!("the set-up deals no cards to `{name}`");
        let help = "write `[setup]` with `deal = { from = \"deck\", to = \"hand\", n = 5 }`";
        return Err(Fault::new(range, message, help));
    };
    let again = |deal: &&Deal| deal.from.value == name || deal.to.value == first.from.value;
    if let Some(deal) = rules.deals.iter().find(again) {
        let on = if deal.from.value == name { name } else { &deal.to.value };
        let message = format!("cards that are dealt to `{on}` are dealt on");
        return Err(Fault::new(range, message, "ask of cards that stay where they are dealt"));
    }
    if deals.iter().any(|deal| deal.from.value != first.from.value) {
        let message = format!("`{name}` is dealt from several piles");
        let apart = |name: &str| {
            let mut own =
                deals.iter().filter(|deal| deal.side.as_ref().is_none_or(|one| one.value == name));
            let first = own.next();
            own.all(|deal| first.is_some_and(|first| first.from.value == deal.from.value))
        };
        // Naming a side helps where each has a pile of its own.
        let help = match rules.sides.iter().find(|one| side.is_none() && apart(&one.value)) {
            Some(side) => format!("say whose cards are meant: `opening({}): …`", side.value),
            None => {
                let deck = deck_of(pool, &first.from.value).map(|deck| &pool.game.decks[deck].name);
                let deck = deck.map_or("DECK", String::as_str);
                format!("ask of each pile by itself: `seen({}, {deck}): …`", first.n.value)
            }
        };
        return Err(Fault::new(range, message, help));
    }
    let deck = deck_of(pool, &first.from.value).ok_or_else(|| {
        let message = format!("the zone `{}` begins without a deck", first.from.value);
        Fault::new(range.clone(), message, "give the zone a `deck`")
    })?;
    let n = dealt(pool, &deals, side).ok_or_else(|| {
        let message = format!("the set-up deals the sides `{name}` of different sizes");
        let first = rules.sides.first().map_or("SIDE", |side| side.value.as_str());
        let help = format!("say whose cards are meant: `opening({first}): …`");
        Fault::new(range.clone(), message, help)
    })?;
    let draw = Draw { of: pool.deck(deck), n };
    Ok(Drawn { zone: name.into(), pile: first.from.value.clone(), draw })
}

/// How many cards a side is dealt, or any side that is dealt some; `None` if these differ.
fn dealt(pool: &Pool<'_>, deals: &[&Deal], side: Option<&str>) -> Option<u32> {
    let sides = pool.game.rules.sides.iter().map(|side| side.value.as_str());
    let of = |side: &str| -> u32 {
        let goes = |deal: &&&Deal| deal.side.as_ref().is_none_or(|one| one.value == side);
        deals.iter().filter(goes).map(|deal| deal.n.value).sum()
    };
    let each = |deal: &&Deal| pool.game.rules.zone(&deal.to.value).is_none_or(|zone| zone.each);
    let alone =
        side.is_some() || !deals.iter().all(each) || deals.iter().all(|deal| deal.side.is_none());
    let mut sizes = sides.filter(|_| !alone).map(of).filter(|n| *n > 0);
    match sizes.next() {
        Some(first) => sizes.all(|n| n == first).then_some(first),
        None => Some(deals.iter().map(|deal| deal.n.value).sum()),
    }
}

/// The deck that a zone begins with; the only deck of a game needs no name.
pub fn deck_of(pool: &Pool<'_>, zone: &str) -> Option<usize> {
    let named = pool.game.rules.zone(zone).and_then(|zone| zone.deck.as_ref());
    match named {
        Some(deck) => pool.deck_named(&deck.value),
        None => pool.single().filter(|_| zone == "deck"),
    }
}
