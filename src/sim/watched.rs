//! Watched events: their exact chances by round, and how often they come in fresh hands.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::lang::{Binary, Compare, Context, Expr, Node, Place, Step};
use super::odds;
use super::play::{self as rules, visit};
use super::pool::Pool;
use crate::model::{Game, Who};

/// Fresh hands that were dealt and looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hands {
    /// How many.
    pub dealt: u64,
    /// In how many of them the event holds.
    pub held: u64,
}

/// Fresh hands that are dealt for each game: they take far less time.
pub const HANDS: u64 = 10;

/// Rounds that are compared with exact odds.
const COMPARED: u32 = 12;

/// The seats, from 0, that events are followed of: one of all that are dealt and draw alike.
pub fn followed(game: &Game, read: &rules::Play) -> Vec<usize> {
    let mut known: Vec<Vec<String>> = Vec::new();
    let mut seats = Vec::new();
    for (seat, side) in game.rules.sides.iter().enumerate() {
        let side = side.value.as_str();
        let mut cards = Vec::new();
        for deal in &game.rules.deals {
            if deal.side.as_ref().is_none_or(|one| one.value == side) {
                cards.push(format!("{} {} {}", deal.n.value, deal.from.value, deal.to.value));
            }
        }
        for (who, steps) in &read.phases {
            let mine = *who == Who::Each || matches!(who, Who::Side(one) if one.value == side);
            for (_, step) in steps.iter().filter(|_| mine) {
                if let Step::Draw { n, fill, from, to } = step {
                    let name = |place: &Option<Place>| place.as_ref().map(|one| one.name.clone());
                    cards.push(format!("{:?} {fill} {:?} {:?}", n.node, name(from), name(to)));
                }
            }
        }
        if !known.contains(&cards) {
            known.push(cards);
            seats.push(seat);
        }
    }
    if seats.is_empty() { vec![0] } else { seats }
}

/// Of each watched event, whether it is the table's: it looks at nothing that each player has.
pub fn shared(game: &Game, read: &rules::Play) -> Vec<bool> {
    let (zones, vars) = (&game.rules.zones, &game.rules.vars);
    let each = |place: &Place| {
        place.owner.as_deref().is_none_or(|owner| ["me", "enemy", "active"].contains(&owner))
            && (zones.iter().any(|zone| zone.each && zone.name.value == place.name)
                || vars.iter().any(|var| var.each && var.name.value == place.name))
    };
    read.watches.iter().map(|(_, when)| !places(when).into_iter().any(each)).collect()
}

/// Of each watched event, whether it looks at piles alone that are dealt or drawn to, or that begin with cards.
pub fn of_cards(game: &Game, read: &rules::Play) -> Vec<bool> {
    let (pool, rules) = (Pool::new(game), &game.rules);
    let mut filled: Vec<&str> = rules.deals.iter().map(|deal| deal.to.value.as_str()).collect();
    read.each_step(&mut |step| {
        if let Step::Draw { fill: false, to, .. } = step {
            filled.push(to.as_ref().map_or("hand", |to| &to.name));
        }
    });
    let still = |place: &Place| {
        let (name, zone) = (place.name.as_str(), rules.zone(&place.name).is_some());
        rules.vars.iter().any(|var| var.name.value == name)
            || zone && !filled.contains(&name) && odds::deck_of(&pool, name).is_none()
    };
    read.watches.iter().map(|(_, when)| !places(when).into_iter().any(still)).collect()
}

/// All places that an event looks at.
fn places(when: &Expr) -> Vec<&Place> {
    let mut found = Vec::new();
    visit(when, &mut |inner| {
        if let Node::Place(place)
        | Node::Pick(place, _)
        | Node::Over(_, place, _, _)
        | Node::Out(place) = &inner.node
        {
            found.push(place);
        }
    });
    found
}

/// The chance of each watched event among all cards that each followed seat has seen, by round, as long as the deck has
/// cards for every draw of `seats`.
pub fn exact(game: &Game, seats: usize) -> Vec<Vec<f64>> {
    let pool = Pool::new(game);
    let read = rules::read(&pool, &mut Vec::new());
    let curve = |when: &Expr, seat: usize| {
        let side = side_of(&pool, seat);
        let Some(opening) = opening(&pool, side.clone(), when) else { return Vec::new() };
        let pace = Pace::of(&pool, &read, seats as u64, &opening.pile, side.as_deref());
        // What comes and may go again is compared in the opening hand alone.
        let pace = pace.filter(|_| grows(when));
        let (opening, size) = (opening.draw.n, opening.draw.of);
        let last = pace.as_ref().map_or(0, |pace| pace.rounds(pool.copies(&size)));
        let rounds = (0..=last).map_while(|round| {
            let n = opening + round * pace.as_ref().map_or(0, |pace| pace.mine);
            let draw = odds::Draw { of: size.clone(), n };
            // Twelve digits are read back from a file as they were written.
            let short = |chance: f64| (chance * 1e12).round() / 1e12;
            odds::hand(&pool, &draw, when).ok().map(|found| short(found.chance()))
        });
        rounds.collect()
    };
    each(game, &read, curve)
}

/// In how many fresh hands of each followed seat each watched event holds, of those that belong to these games.
pub fn hands(game: &Game, seed: u64, games: &Range<u64>) -> Vec<Option<Hands>> {
    let pool = Pool::new(game);
    let read = rules::read(&pool, &mut Vec::new());
    let hands = games.start * HANDS..games.end * HANDS;
    let count = |when: &Expr, seat: usize| {
        let opening = opening(&pool, side_of(&pool, seat), when)?;
        let deals = odds::Deals::new(&pool, &opening.draw, when).ok()?;
        let dealt = hands.end - hands.start;
        Some(Hands { dealt, held: deals.held(seed, hands.clone()) })
    };
    each(game, &read, count)
}

/// Something of each watched event and each seat that is followed, event by event.
fn each<T>(game: &Game, read: &rules::Play, of: impl Fn(&Expr, usize) -> T) -> Vec<T> {
    let seats = followed(game, read);
    let of =
        |(_, when): &(String, Expr)| seats.iter().map(|seat| of(when, *seat)).collect::<Vec<_>>();
    read.watches.iter().flat_map(of).collect()
}

fn side_of(pool: &Pool<'_>, seat: usize) -> Option<String> {
    pool.game.rules.sides.get(seat).map(|side| side.value.clone())
}

/// The opening hand of a side, if that is all that an event looks at.
fn opening(pool: &Pool<'_>, side: Option<String>, when: &Expr) -> Option<odds::Drawn> {
    let drawn = || odds::drawn(pool, &Context::Opening(side), when).ok().flatten();
    hand_alone(when).then(drawn).flatten()?.pop()
}

/// How fast cards leave the deck, where that is the same in every round.
struct Pace {
    /// How many are dealt of it.
    dealt: u64,
    /// How many all seats together draw in a round.
    all: u64,
    /// How many the side draws.
    mine: u32,
}

impl Pace {
    /// The draws of a side from a pile that come in every round; nothing where they differ, or where its cards come from
    /// elsewhere.
    fn of(
        pool: &Pool<'_>,
        read: &rules::Play,
        seats: u64,
        pile: &str,
        side: Option<&str>,
    ) -> Option<Self> {
        let rules = &pool.game.rules;
        let each = |name: &str| rules.zone(name).is_some_and(|zone| zone.each);
        // Of decks that each player has, the side's own is looked at.
        let own = each(pile);
        let mut pace = Self { dealt: 0, all: 0, mine: 0 };
        for deal in &rules.deals {
            let first = deal.side.as_ref().is_none_or(|one| Some(one.value.as_str()) == side);
            if deal.from.value != pile {
                // Another pile is dealt from, which may be the hand's.
                (deal.to.value != "hand" || !first).then_some(())?;
            } else if !own {
                let served = each(&deal.to.value) && deal.side.is_none();
                pace.dealt += u64::from(deal.n.value) * if served { seats } else { 1 };
            } else if first {
                pace.dealt += u64::from(deal.n.value);
            }
        }
        for (who, steps) in &read.phases {
            let (mine, times) = match who {
                Who::Each => (true, seats),
                Who::Side(one) => (Some(one.value.as_str()) == side, 1),
                Who::Table => (false, 1),
            };
            for (_, step) in steps {
                let Step::Draw { n, fill: false, from, to } = step else { continue };
                let named = |place: &Option<Place>, name: &str, left_out: &str| match place {
                    Some(place) => place.owner.is_none() && place.name == name,
                    None => name == left_out,
                };
                let (out, into) = (named(from, pile, "deck"), named(to, "hand", "hand"));
                let Node::Number(n) = n.node else { return None };
                if out && (mine || !own) {
                    pace.all += n as u64 * if own { 1 } else { times };
                }
                if mine && into {
                    out.then_some(())?;
                    pace.mine += n as u32;
                }
            }
        }
        (pace.mine > 0).then_some(pace)
    }

    /// For how many rounds, at most those that are compared, a deck of so many cards lasts.
    fn rounds(&self, size: u64) -> u32 {
        let lasts = size.saturating_sub(self.dealt) / self.all.max(1);
        u32::try_from(lasts).unwrap_or(COMPARED).min(COMPARED)
    }
}

/// Whether an event that holds keeps on holding while cards are added.
fn grows(when: &Expr) -> bool {
    let cards = |expr: &Expr| matches!(expr.node, Node::Place(_) | Node::Pick(..));
    match &when.node {
        Node::Binary(Binary::And | Binary::Or, a, b) => grows(a) && grows(b),
        Node::Compare(first, more) => match more.as_slice() {
            [(Compare::GreaterEqual | Compare::Greater, least)] => {
                cards(first) && matches!(least.node, Node::Number(_))
            }
            _ => false,
        },
        _ => cards(when),
    }
}

/// Whether an event looks at the hand alone.
fn hand_alone(when: &Expr) -> bool {
    let mut alone = true;
    visit(when, &mut |inner| {
        if let Node::Place(place) | Node::Pick(place, _) | Node::Over(_, place, _, _) = &inner.node
        {
            alone &= place.name == "hand" && place.owner.is_none();
        }
    });
    alone
}
