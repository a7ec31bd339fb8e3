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

/// The chance of each watched event among all cards that the first seat has seen, by round, as long as the deck has cards
/// for every draw of `seats`.
pub fn exact(game: &Game, seats: usize) -> Vec<Vec<f64>> {
    let pool = Pool::new(game);
    let read = rules::read(&pool, &mut Vec::new());
    let pace = Pace::of(&pool, &read, seats as u64);
    let curve = |when: &Expr| {
        let Some((pace, opening)) = pace.as_ref().zip(opening(&pool, when)) else {
            return Vec::new();
        };
        // What comes and may go again is compared in the opening hand alone.
        let last = if grows(when) { pace.rounds(pool.copies(&opening.of)) } else { 0 };
        let rounds = (0..=last).map_while(|round| {
            let draw = odds::Draw { of: opening.of.clone(), n: opening.n + round * pace.mine };
            // Twelve digits are read back from a file as they were written.
            let short = |chance: f64| (chance * 1e12).round() / 1e12;
            odds::hand(&pool, &draw, when).ok().map(|found| short(found.chance()))
        });
        rounds.collect()
    };
    read.watches.iter().map(|(_, when)| curve(when)).collect()
}

/// In how many fresh hands each watched event holds, of those that belong to these games.
pub fn hands(game: &Game, seed: u64, games: &Range<u64>) -> Vec<Option<Hands>> {
    let pool = Pool::new(game);
    let read = rules::read(&pool, &mut Vec::new());
    let hands = games.start * HANDS..games.end * HANDS;
    let count = |when: &Expr| {
        let deals = odds::Deals::new(&pool, &opening(&pool, when)?, when).ok()?;
        let dealt = hands.end - hands.start;
        Some(Hands { dealt, held: deals.held(seed, hands.clone()) })
    };
    read.watches.iter().map(|(_, when)| count(when)).collect()
}

/// The opening hand of the first seat, if that is all that an event looks at.
fn opening(pool: &Pool<'_>, when: &Expr) -> Option<odds::Draw> {
    let side = pool.game.rules.sides.first().map(|side| side.value.clone());
    let drawn = || odds::draw(pool, &Context::Opening(side), when).ok().flatten();
    hand_alone(when).then(drawn).flatten()
}

/// How fast cards leave the deck, where that is the same in every round.
struct Pace {
    /// How many are dealt of it.
    dealt: u64,
    /// How many all seats together draw in a round.
    all: u64,
    /// How many the first seat draws.
    mine: u32,
}

impl Pace {
    /// The draws that come in every round; nothing where they differ, or where the first seat's cards come from elsewhere.
    fn of(pool: &Pool<'_>, read: &rules::Play, seats: u64) -> Option<Self> {
        let rules = &pool.game.rules;
        let each = |name: &str| rules.zone(name).is_some_and(|zone| zone.each);
        // Of decks that each player has, the first seat's is looked at.
        let (own, side) = (each("deck"), rules.sides.first().map(|side| side.value.as_str()));
        let mut pace = Self { dealt: 0, all: 0, mine: 0 };
        for deal in &rules.deals {
            let first = deal.side.as_ref().is_none_or(|one| Some(one.value.as_str()) == side);
            if deal.from.value != "deck" {
                // Another pile is dealt from, which may be the hand's.
                (deal.to.value != "hand").then_some(())?;
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
                let named = |place: &Option<Place>, name: &str| {
                    place.as_ref().is_none_or(|place| place.owner.is_none() && place.name == name)
                };
                let (out, into) = (named(from, "deck"), named(to, "hand"));
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
