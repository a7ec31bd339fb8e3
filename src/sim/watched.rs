//! Watched events: their exact chances by round, and how often they come in fresh hands.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::lang::{Binary, Compare, Context, Expr, Node, Step};
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

/// The chance of each watched event among all cards that the first seat has seen, by round.
pub fn exact(game: &Game) -> Vec<Vec<f64>> {
    let pool = Pool::new(game);
    let read = rules::read(&pool, &mut Vec::new());
    let drawn = first_draws(&pool, &read);
    let curve = |when: &Expr| {
        let Some((each, opening)) = drawn.zip(opening(&pool, when)) else { return Vec::new() };
        // What comes and may go again is compared in the opening hand alone.
        let last = if grows(when) { COMPARED } else { 0 };
        let rounds = (0..=last).map_while(|round| {
            let draw = odds::Draw { of: opening.of.clone(), n: opening.n + round * each };
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

/// How many cards the first seat draws in a round, when that is always the same.
fn first_draws(pool: &Pool<'_>, read: &rules::Play) -> Option<u32> {
    let side = pool.game.rules.sides.first().map(|side| side.value.as_str());
    let mut sum = 0;
    for (who, steps) in &read.phases {
        let mine = match who {
            Who::Each => true,
            Who::Side(one) => Some(one.value.as_str()) == side,
            Who::Table => false,
        };
        for (_, step) in steps.iter().filter(|_| mine) {
            if let Step::Draw { n, fill: false, from: None, to: None } = step
                && let Node::Number(n) = n.node
            {
                sum += n as u32;
            }
        }
    }
    (sum > 0).then_some(sum)
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
