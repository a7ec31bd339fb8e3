//! Cards that go from one pile to another one by one: which of them, and that they do.

use super::formula::held;
use super::table::Pile;
use super::{Cards, Op, Program, Table};
use crate::sim::rng::Rng;

impl Program {
    pub(super) fn move_cards(&self, op: &Op, table: &mut Table) {
        let Op::Move { n, order, by, from, to, played } = op else { return };
        let n = n.as_ref().map_or(i64::MAX, |n| n.value(table, self.seats));
        let (from, to) = (table.pile(*from), table.pile(*to));
        let mut moved = 0;
        if from == to {
            return;
        }
        while moved < n {
            let pile = &table.piles[from];
            let place =
                order.iter().find(|cards| held(pile, cards) > 0).and_then(|cards| match by {
                    None => pile.cards.iter().position(|card| cards.has(*card)),
                    Some((least, values)) => {
                        first_by(pile, cards, (*least, values), &mut table.rng)
                    }
                });
            let Some(at) = place else { return };
            self.put(table, from, at, to, *played);
            moved += 1;
        }
    }

    /// Moves a card from a place of a pile to another pile.
    pub(super) fn put(&self, table: &mut Table, from: usize, at: usize, to: usize, played: bool) {
        let card = table.piles[from].take(at);
        table.piles[to].put(card);
        if played {
            table.plays[usize::from(card)] += 1;
        }
        if table.log.is_some() {
            let verb = match played {
                true if self.is_hand(from) => "plays ",
                true => "moves ",
                false => "throws away ",
            };
            self.tell_moved(table, verb, &[card], from, to);
        }
    }
}

/// The place of the card with the least number, or the highest; of several that are no more alike than that, by chance.
fn first_by(
    pile: &Pile,
    cards: &Cards,
    (least, values): (bool, &[i64]),
    rng: &mut Rng,
) -> Option<usize> {
    let value =
        |card: u16| if least { -values[usize::from(card)] } else { values[usize::from(card)] };
    let (mut best, mut many, mut alike) = (None, 0, true);
    for (at, card) in pile.cards.iter().enumerate().filter(|(_, card)| cards.has(**card)) {
        match best {
            Some((_, first)) if value(first) > value(*card) => {}
            Some((_, first)) if value(first) == value(*card) => {
                (many, alike) = (many + 1, alike && first == *card)
            }
            _ => (best, many, alike) = (Some((at, *card)), 1, true),
        }
    }
    let (first, card) = best?;
    if alike {
        return Some(first);
    }
    let same = |other: &u16| cards.has(*other) && value(*other) == value(card);
    let mut tied = pile.cards.iter().enumerate().filter(|(_, other)| same(other));
    tied.nth(rng.below(many) as usize).map(|(at, _)| at)
}
