//! Which cards a context draws: a fresh hand, or the first cards of a deck.

use super::Draw;
use crate::model::Deal;
use crate::sim::lang::{Context, Expr, Fault, Node};
use crate::sim::play::visit;
use crate::sim::pool::Pool;

/// The cards that `context` draws for `expr`; `None` when it is not about cards that are drawn at once.
///
/// # Errors
/// The set-up deals no such cards, or cards of several decks.
pub fn draw(pool: &Pool<'_>, context: &Context, expr: &Expr) -> Result<Option<Draw>, Fault> {
    match context {
        Context::Seen(n, deck) => {
            let deck = deck.as_ref().and_then(|name| pool.deck_named(name)).unwrap_or(0);
            Ok(Some(Draw { of: pool.deck(deck), n: *n }))
        }
        Context::Opening(side) => opening(pool, side.as_deref(), expr).map(Some),
        _ => Ok(None),
    }
}

fn opening(pool: &Pool<'_>, side: Option<&str>, expr: &Expr) -> Result<Draw, Fault> {
    let rules = &pool.game.rules;
    let mut zone = None;
    visit(expr, &mut |inner| {
        if let Node::Place(place) | Node::Pick(place, _) | Node::Over(_, place, _, _) = &inner.node
        {
            zone.get_or_insert(place);
        }
    });
    let name = zone.map_or("hand", |place| place.name.as_str());
    let goes = |deal: &&Deal| {
        let to_side = deal.side.as_ref().map(|side| side.value.as_str());
        deal.to.value == name && (to_side.is_none() || side.is_none() || to_side == side)
    };
    let deals: Vec<&Deal> = rules.deals.iter().filter(goes).collect();
    let Some(first) = deals.first() else {
        let range = zone.map_or(expr.range.clone(), |place| place.range.clone());
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
    if deals.iter().any(|deal| deal.from.value != first.from.value) {
        let message = format!("`{name}` is dealt from several piles");
        let help = "name a side: `opening(SIDE): …`";
        return Err(Fault::new(expr.range.clone(), message, help));
    }
    let deck = deck_of(pool, &first.from.value).ok_or_else(|| {
        let message = format!("the zone `{}` begins without a deck", first.from.value);
        Fault::new(expr.range.clone(), message, "give the zone a `deck`")
    })?;
    let n = dealt(pool, &deals, side).ok_or_else(|| {
        let message = format!("the set-up deals the sides `{name}` of different sizes");
        let first = rules.sides.first().map_or("SIDE", |side| side.value.as_str());
        let help = format!("say whose cards are meant: `opening({first}): …`");
        Fault::new(expr.range.clone(), message, help)
    })?;
    Ok(Draw { of: pool.deck(deck), n })
}

/// How many cards a side is dealt, or any side that is dealt some; `None` if these differ.
fn dealt(pool: &Pool<'_>, deals: &[&Deal], side: Option<&str>) -> Option<u32> {
    let sides = pool.game.rules.sides.iter().map(|side| side.value.as_str());
    let of = |side: &str| -> u32 {
        let goes = |deal: &&&Deal| deal.side.as_ref().is_none_or(|one| one.value == side);
        deals.iter().filter(goes).map(|deal| deal.n.value).sum()
    };
    let alone = side.is_some() || deals.iter().all(|deal| deal.side.is_none());
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
