//! What steps do to several cards at once: turning up, melding, counting majorities, covering a goal.

use super::formula::held;
use super::run::COUNTED;
use super::{Cards, Op, Program, Table, ZoneRef};

/// The most cards that a subset is looked for among; the others are played in order.
const SUBSETS: usize = 14;

impl Program {
    /// Turns cards up until enough of them are wanted, or the pile has no more to give.
    pub(super) fn reveal(&self, op: &Op, table: &mut Table) {
        let Op::Reveal { n, of, from, to, rest } = op else { return };
        let mut wanted = n.as_ref().map_or(1, |n| n.value(table, self.seats));
        let (from, to, rest) = (table.pile(*from), table.pile(*to), table.pile(*rest));
        let (mut others, before) = (Vec::new(), table.piles[to].cards.len());
        while wanted > 0 && self.draw_one(table, from, to) {
            let last = table.piles[to].cards.len() - 1;
            let card = table.piles[to].cards[last];
            if of.has(card) {
                wanted -= 1;
                self.tell_moved(table, "finds ", &[card], from, to);
            } else {
                others.push(table.piles[to].take(last));
                self.tell_aside(table, "turns up ", card, from, true);
            }
        }
        for card in &others {
            self.tell_aside(table, "", *card, rest, false);
        }
        self.count_played(table, to, before);
        others.into_iter().for_each(|card| table.piles[rest].put(card));
        self.watch(table);
    }

    pub(super) fn meld(&self, table: &mut Table, values: &[(String, Cards)], to: ZoneRef) {
        let Some(hand) = self.hand_of(table) else { return };
        let to = table.pile(to);
        let mut best: Option<(i64, &(String, Cards))> = None;
        for value in values {
            let cards = &value.1;
            let count = held(&table.piles[hand], cards);
            if count > best.map_or(0, |(count, _)| count) {
                best = Some((count, value));
            }
        }
        let Some((count, (name, cards))) = best else { return };
        table.note(|| format!("  melds {count} of `{name}`"));
        let mut at = 0;
        while at < table.piles[hand].cards.len() {
            if cards.has(table.piles[hand].cards[at]) {
                self.put(table, hand, at, to, true);
            } else {
                at += 1;
            }
        }
    }

    pub(super) fn majority(&self, op: &Op, table: &mut Table) {
        let Op::Majority { values, of, to, tied, none } = op else { return };
        for (name, cards) in values {
            let mut best = (0, None, false);
            for seat in 0..self.seats {
                let count = held(&table.piles[of.base + if of.each { seat } else { 0 }], cards);
                match count.cmp(&best.0) {
                    std::cmp::Ordering::Greater => best = (count, Some(seat), false),
                    std::cmp::Ordering::Equal => best.2 = true,
                    std::cmp::Ordering::Less => {}
                }
            }
            let counter = match best {
                (0, ..) => none.map(|var| table.counter(var)),
                (_, _, true) => tied.map(|var| table.counter(var)),
                (_, seat, false) => seat.map(|seat| to.base + if to.each { seat } else { 0 }),
            };
            if table.log.is_some() {
                let (count, first, tied) = best;
                let who = first.map_or(String::new(), |seat| self.who(seat));
                table.note(|| match (count, tied) {
                    (0, _) => format!("  `{name}`: nobody has any"),
                    (_, true) => format!("  `{name}`: several have most, {count}"),
                    (_, false) => format!("  `{name}`: {who} has most, {count}"),
                });
            }
            if let Some(at) = counter {
                table.vars[at] += 1;
                self.tell_counter(table, at, table.vars[at] - 1);
            }
        }
    }

    /// Plays the cards whose numbers come nearest to a goal: of those the cheapest, and then the fewest.
    pub(super) fn cover(&self, cover: &super::CoverOp, table: &mut Table) {
        let Some(hand) = self.hand_of(table) else { return };
        let held_to = |value: i64| value.clamp(-COUNTED, COUNTED);
        let goal = held_to(cover.goal.value(table, self.seats));
        let base = cover.base.as_ref().map_or(0, |base| base.value(table, self.seats));
        let base = held_to(base);
        let pile = &table.piles[hand];
        let has = |cards: &Cards, card: u16| cards.has(card);
        let usable = pile.cards.iter().enumerate().filter(|(_, card)| has(&cover.of, **card));
        let usable: Vec<(usize, u16)> =
            usable.map(|(at, card)| (at, *card)).take(SUBSETS).collect();
        let double = cover
            .double
            .as_ref()
            .and_then(|double| pile.cards.iter().position(|card| has(double, *card)));
        let cost =
            |card: u16| cover.lose.as_ref().map_or(0, |(n, of)| if has(of, card) { *n } else { 0 });
        let mut best = (i64::MAX, i64::MAX, u32::MAX, 0, false);
        for doubled in [false, true] {
            if doubled && double.is_none() {
                continue;
            }
            for set in 0_u32..1 << usable.len() {
                let chosen = usable.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                let (mut sum, mut lost) = (0, 0);
                for (_, (_, card)) in chosen {
                    sum += cover.values[usize::from(*card)];
                    lost += cost(*card);
                }
                let total = (base + sum) * if doubled { 2 } else { 1 };
                let loss = (goal - total).max(0) + lost;
                let count = set.count_ones() + u32::from(doubled);
                let price = sum + if doubled { cover.worth } else { 0 };
                let rank = (loss, price, count, set, doubled);
                if (rank.0, rank.1, rank.2) < (best.0, best.1, best.2) {
                    best = rank;
                }
            }
        }
        let (loss, _, _, set, doubled) = best;
        let mut places: Vec<usize> = usable
            .iter()
            .enumerate()
            .filter(|(at, _)| set >> at & 1 == 1)
            .map(|(_, (at, _))| *at)
            .collect();
        places.extend(double.filter(|_| doubled));
        places.sort_unstable_by(|a, b| b.cmp(a));
        let to = table.pile(cover.to);
        for at in places {
            self.put(table, hand, at, to, true);
        }
        if let Some(rest) = cover.rest {
            let at = table.counter(rest);
            let before = std::mem::replace(&mut table.vars[at], held_to(loss));
            self.tell_counter(table, at, before);
        }
    }
}
