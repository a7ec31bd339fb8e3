//! How cards come from piles: dealt, drawn, and what happens when a pile has none to give.

use super::{DealOp, EmptyOp, Program, Table};

impl Program {
    /// How many cards the set-up deals of a pile that has fewer, and how many that has.
    pub fn short(&self) -> Option<(u64, u64)> {
        let each = |zone: &super::ZoneInfo| {
            let many = if zone.each { self.seats } else { 1 };
            std::iter::repeat_n(zone.start.len() as u64, many)
        };
        // What comes to each pile, and what is dealt of it, up to the first deal that it has too few cards for.
        let mut has: Vec<u64> = self.zones.iter().flat_map(each).collect();
        let mut dealt = vec![0; has.len()];
        for (deal, seat) in self.dealt() {
            let pile = |zone: super::ZoneRef| zone.base + if zone.each { seat } else { 0 };
            let (from, to, n) = (pile(deal.from), pile(deal.to), u64::from(deal.n));
            let given = n.min(has[from].saturating_sub(dealt[from]));
            dealt[from] += n;
            has[to] += given;
        }
        dealt.into_iter().zip(has).find(|(dealt, has)| dealt > has)
    }

    /// All deals of the set-up in their order, each with the seats that it is for.
    fn dealt(&self) -> impl Iterator<Item = (&DealOp, usize)> {
        self.deals.iter().flat_map(|deal| {
            let seats = match (deal.to.each, deal.seat) {
                (_, Some(seat)) => seat..seat + 1,
                (true, None) => 0..self.seats,
                (false, None) => 0..1,
            };
            seats.map(move |seat| (deal, seat))
        })
    }

    /// Deals what is dealt before the first round.
    pub fn deal(&self, table: &mut Table) {
        if !self.deals.is_empty() {
            table.note(|| "Set-up".into());
        }
        for (deal, seat) in self.dealt() {
            table.me = seat;
            let (from, to) = (table.pile(deal.from), table.pile(deal.to));
            self.draw(table, "", i64::from(deal.n), from, to);
        }
    }

    /// Draws up to `n` cards.
    pub(super) fn draw(&self, table: &mut Table, verb: &str, n: i64, from: usize, to: usize) {
        let mut left = n.max(0) as u64;
        if table.log.is_none() {
            return self.draw_all(table, left, from, to);
        }
        // The same draws in parts: what comes before the pile is made anew, and what comes after.
        while left > 0 {
            let (before, size) = (table.piles[to].cards.len(), table.piles[from].cards.len());
            let many = left.min(size as u64).max(1);
            self.draw_all(table, many, from, to);
            let drawn: Vec<u16> = table.piles[to].cards[before..].to_vec();
            self.tell_moved(table, verb, &drawn, from, to);
            if (drawn.len() as u64) < many {
                let from = self.pile_name(from);
                return table.note(|| format!("  {from} has no more cards"));
            }
            left -= many;
        }
    }

    /// Counts the cards that have come to an open pile, after those that lay there before, as played.
    pub(super) fn count_played(&self, table: &mut Table, pile: usize, before: usize) {
        if self.open[pile] {
            for card in &table.piles[pile].cards[before..] {
                table.plays[usize::from(*card)] += 1;
            }
        }
    }

    /// Draws `n` cards, or as many as there are.
    pub(super) fn draw_all(&self, table: &mut Table, mut n: u64, from: usize, to: usize) {
        while n > 0 {
            let ready = n.min(table.piles[from].cards.len() as u64).min(u64::from(table.fuel));
            if let Ok([from, to]) = table.piles.get_disjoint_mut([from, to])
                && ready > 0
            {
                from.deal(ready as usize, to, &mut table.rng);
                table.fuel -= ready as u32;
                n -= ready;
            } else if self.draw_one(table, from, to) {
                n -= 1;
            } else {
                return;
            }
        }
    }

    /// Draws a card; false when there is none.
    pub(super) fn draw_one(&self, table: &mut Table, from: usize, to: usize) -> bool {
        if !table.burn() || table.piles[from].cards.is_empty() && !self.refill(table, from) {
            return false;
        }
        let size = table.piles[from].cards.len();
        let at = table.rng.below(size as u32) as usize;
        let card = table.piles[from].take(at);
        table.piles[to].put(card);
        true
    }

    /// What happens to an empty pile that must give a card; true when it can give one again.
    fn refill(&self, table: &mut Table, pile: usize) -> bool {
        if table.deck_out == super::NEVER {
            table.deck_out = table.round;
        }
        if table.out[pile] == super::NEVER {
            table.out[pile] = table.round;
        }
        let zone = self.zones.iter().rposition(|zone| zone.base <= pile);
        let own = zone.map(|zone| &self.zones[zone]).filter(|zone| zone.each);
        match zone.map(|zone| &self.zones[zone].empty) {
            Some(EmptyOp::Unsaid) => {
                table.unsaid = table.unsaid.or(zone);
                false
            }
            Some(EmptyOp::Reshuffle(from, each)) => {
                // A pile of one seat is made anew of that seat's cards, a pile of all of everybody's.
                let piles = match (each, own) {
                    (false, _) => *from..from + 1,
                    (true, Some(own)) => from + pile - own.base..from + pile - own.base + 1,
                    (true, None) => *from..from + self.seats,
                };
                if piles.clone().all(|from| table.piles[from].cards.is_empty()) {
                    return false;
                }
                for from in piles {
                    self.tell_anew(table, from, pile);
                    self.pour(table, from, pile);
                }
                table.reshuffles += 1;
                true
            }
            Some(EmptyOp::End(over)) => {
                table.over = Some(*over);
                if table.log.is_some() {
                    let pile = self.pile_name(pile);
                    table.note(|| format!("  {pile} has no card to give, which ends the game"));
                }
                false
            }
            _ => false,
        }
    }

    /// Puts all cards of one pile into another.
    pub(super) fn pour(&self, table: &mut Table, from: usize, to: usize) {
        if let Ok([from, to]) = table.piles.get_disjoint_mut([from, to]) {
            from.pour(to);
        }
    }
}
