//! Runs a program: one game from the set-up to its end.

use super::formula::held;
use super::{EmptyOp, Op, Owner, Program, Table, WhoOp, ZoneRef};

/// The highest number that a counter holds; it stays there.
pub(super) const COUNTED: i64 = 1_000_000_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This seat, from 0, has won.
    Won(usize),
    /// Nobody has won.
    Drawn,
    /// It was given up: too many steps.
    Stuck,
}

impl Program {
    /// Plays the game `index` under `seed` on `table`; `after` is called after each round.
    pub fn play(
        &self,
        table: &mut Table,
        seed: u64,
        index: u64,
        mut after: impl FnMut(&mut Table),
    ) {
        table.reset(self, seed, index);
        self.deal(table);
        self.watch(table);
        while table.over.is_none() {
            if table.round >= i64::from(self.max_rounds) {
                table.full = true;
                self.decide(table);
                break;
            }
            table.round += 1;
            if table.log.is_some() {
                let round = table.round;
                table.note(|| format!("Round {round}"));
            }
            self.round(table);
            // Beside each draw, after which most events come.
            self.watch(table);
            after(table);
        }
    }

    /// Deals what is dealt before the first round.
    pub fn deal(&self, table: &mut Table) {
        if !self.deals.is_empty() {
            table.note(|| "Set-up".into());
        }
        for deal in &self.deals {
            let seats = match (deal.to.each, deal.seat) {
                (_, Some(seat)) => seat..seat + 1,
                (true, None) => 0..self.seats,
                (false, None) => 0..1,
            };
            for seat in seats {
                table.me = seat;
                let to = table.pile(deal.to);
                let before = table.piles[to].cards.len();
                self.draw_all(table, u64::from(deal.n), deal.from, to);
                if table.log.is_some() {
                    let names = self.names(&table.piles[to].cards[before..]);
                    let who = self.who(seat);
                    table.note(|| match deal.to.each {
                        true => format!("  {who} is dealt {names}"),
                        false => format!("  {names} come on the table"),
                    });
                }
            }
        }
    }

    fn round(&self, table: &mut Table) {
        for phase in &self.phases {
            let seats = match phase.who {
                WhoOp::Table => 0..1,
                WhoOp::Each => 0..self.seats,
                WhoOp::Seat(seat) => seat..seat + 1,
            };
            for seat in seats {
                (table.me, table.active) = (seat, seat);
                self.run(&phase.steps, table);
                if table.over.is_none() {
                    self.ends(table);
                }
                if table.over.is_some() {
                    return;
                }
            }
        }
    }

    /// Whether the game is over by a condition.
    fn ends(&self, table: &mut Table) {
        let me = table.me;
        for (at, end) in self.ends.iter().enumerate() {
            let seats = end.seat.map_or(0..self.seats, |seat| seat..seat + 1);
            for seat in seats {
                table.me = seat;
                if end.when.holds(table, self.seats) && !table.zero {
                    table.ended = Some(at);
                    table.over = Some(if end.draw { Over::Drawn } else { Over::Won(seat) });
                    table.me = me;
                    return;
                }
            }
        }
        table.me = me;
    }

    /// Who has won when the rounds are over.
    fn decide(&self, table: &mut Table) {
        let Some((var, least)) = &self.result else {
            table.over = Some(Over::Drawn);
            return;
        };
        let score = |seat: usize| {
            let at = var.base + if var.each { seat } else { 0 };
            if *least { -table.vars[at] } else { table.vars[at] }
        };
        let best = (0..self.seats).map(score).max().unwrap_or(0);
        let mut winners = (0..self.seats).filter(|seat| score(*seat) == best);
        let (first, second) = (winners.next(), winners.next());
        table.over = Some(match (first, second) {
            (Some(seat), None) => Over::Won(seat),
            _ => Over::Drawn,
        });
    }

    /// Notes the events that hold for a seat for the first time.
    pub(super) fn watch(&self, table: &mut Table) {
        let me = table.me;
        for (at, watch) in self.watches.iter().enumerate() {
            for seat in 0..self.watchers {
                let place = at * self.seats + seat;
                if table.first[place] == super::NEVER {
                    table.me = seat;
                    if watch.holds(table, self.seats) {
                        table.first[place] = table.round;
                    }
                }
            }
        }
        table.me = me;
    }

    /// Runs steps until they are done or the game is over.
    pub(super) fn run(&self, steps: &[Op], table: &mut Table) {
        for step in steps {
            if table.over.is_some() {
                return;
            }
            if !table.burn() {
                return;
            }
            self.step(step, table);
        }
    }

    fn step(&self, op: &Op, table: &mut Table) {
        match op {
            Op::Draw { n, fill, from, to } => {
                let mut n = n.value(table, self.seats);
                let (from, to) = (table.pile(*from), table.pile(*to));
                if *fill {
                    n -= table.piles[to].cards.len() as i64;
                }
                self.draw(table, n, from, to);
                self.watch(table);
            }
            Op::Reveal { .. } => self.reveal(op, table),
            Op::DiscardTo(n) => {
                let n = n.value(table, self.seats).max(0) as usize;
                self.discard_to(table, n);
            }
            Op::DiscardZone(zone) => self.discard_zone(table, *zone),
            Op::DiscardRandom(n, zone) => {
                let n = n.value(table, self.seats);
                self.discard_random(table, n, *zone);
            }
            Op::Move { .. } => self.move_cards(op, table),
            Op::Cover(cover) => self.cover(cover, table),
            Op::Meld { values, to } => self.meld(table, values, *to),
            Op::Majority { .. } => self.majority(op, table),
            Op::Choose(n) => {
                for _ in 0..*n {
                    if !table.burn() || !self.choose(table) {
                        break;
                    }
                }
            }
            Op::Set(var, value) => {
                // Sums of counters over seats and games stay numbers that can be held.
                let value = value.value(table, self.seats).clamp(-COUNTED, COUNTED);
                let at = table.counter(*var);
                table.vars[at] = value;
                if table.log.is_some() {
                    let name = self.counter_name(at);
                    table.note(|| format!("  {name} is {value}"));
                }
            }
            Op::If(when, steps) => {
                if when.holds(table, self.seats) {
                    self.run(steps, table);
                }
            }
            Op::Repeat(times, steps) => {
                let times = times.value(table, self.seats);
                for _ in 0..times {
                    if table.over.is_some() {
                        return;
                    }
                    self.run(steps, table);
                }
            }
            Op::Opponents(steps) => {
                let me = table.me;
                for step in 1..self.seats {
                    table.me = (me + step) % self.seats;
                    self.run(steps, table);
                }
                table.me = me;
            }
            Op::Shuffle(from, to) => {
                let (from, to) = (table.pile(*from), table.pile(*to));
                self.pour(table, from, to);
            }
            Op::Win(seat) => table.over = Some(seat.map_or(Over::Drawn, Over::Won)),
        }
    }

    /// Draws up to `n` cards.
    fn draw(&self, table: &mut Table, n: i64, from: usize, to: usize) {
        let before = table.piles[to].cards.len();
        self.draw_all(table, n.max(0) as u64, from, to);
        if table.log.is_some() {
            let drawn: Vec<u16> = table.piles[to].cards[before..].to_vec();
            let (who, what) = (self.who(table.me), self.names(&drawn));
            table.note(|| format!("  {who} draws {what}"));
        }
    }

    /// Draws `n` cards, or as many as there are.
    fn draw_all(&self, table: &mut Table, mut n: u64, from: usize, to: usize) {
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
        let zone = self.zones.iter().rposition(|zone| zone.base <= pile);
        match zone.map(|zone| &self.zones[zone].empty) {
            Some(EmptyOp::Unsaid) => {
                table.unsaid = table.unsaid.or(zone);
                false
            }
            Some(EmptyOp::Reshuffle(from)) => {
                if table.piles[*from].cards.is_empty() {
                    return false;
                }
                self.pour(table, *from, pile);
                table.reshuffles += 1;
                table.note(|| "  the discards are shuffled".into());
                true
            }
            Some(EmptyOp::End(over)) => {
                table.over = Some(*over);
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

    fn discard_zone(&self, table: &mut Table, zone: ZoneRef) {
        let Some(discard) = self.discard else { return };
        if !zone.each {
            return self.pour(table, zone.base, discard);
        }
        for seat in table.seats(zone.owner, self.seats) {
            self.pour(table, zone.base + seat, discard);
        }
    }

    fn discard_random(&self, table: &mut Table, n: i64, zone: ZoneRef) {
        let Some(discard) = self.discard else { return };
        for _ in 0..n {
            // Of several opponents, the next one with a card in hand.
            let full = |pile: &usize| !table.piles[*pile].cards.is_empty();
            let found = if zone.each && zone.owner == Owner::Enemy {
                let mut next =
                    (1..self.seats).map(|step| zone.base + (table.me + step) % self.seats);
                next.find(full)
            } else {
                Some(table.pile(zone)).filter(full)
            };
            let Some(pile) = found else { return };
            let size = table.piles[pile].cards.len() as u32;
            let at = table.rng.below(size) as usize;
            let card = table.piles[pile].take(at);
            table.piles[discard].put(card);
            let name = &self.kinds[usize::from(card)];
            table.note(|| format!("  {name} is lost"));
        }
    }

    fn move_cards(&self, op: &Op, table: &mut Table) {
        let Op::Move { n, order, by, from, to, played } = op else { return };
        let n = n.as_ref().map_or(i64::MAX, |n| n.value(table, self.seats));
        let (from, to) = (table.pile(*from), table.pile(*to));
        let mut moved = 0;
        if from == to {
            return;
        }
        while moved < n {
            let pile = &table.piles[from];
            let place = order.iter().find_map(|cards| {
                if held(pile, cards) == 0 {
                    return None;
                }
                let of = pile.cards.iter().enumerate();
                let mut of = of.filter(|(_, card)| cards.has(**card));
                let value =
                    |card: u16| by.as_ref().map_or(0, |(_, values)| values[usize::from(card)]);
                match by {
                    None => of.next().map(|(at, _)| at),
                    Some((true, _)) => of.min_by_key(|(_, card)| value(**card)).map(|(at, _)| at),
                    Some((false, _)) => of.max_by_key(|(_, card)| value(**card)).map(|(at, _)| at),
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
            if table.log.is_some() {
                let (who, name) = (self.who(table.me), &self.kinds[usize::from(card)]);
                table.note(|| format!("  {who} plays {name}"));
            }
        }
    }

    /// How a seat is called in a transcript.
    pub fn who(&self, seat: usize) -> String {
        match self.sides.get(seat).filter(|side| !side.is_empty()) {
            Some(side) => side.clone(),
            None => format!("seat {}", seat + 1),
        }
    }

    pub(super) fn names(&self, cards: &[u16]) -> String {
        let names: Vec<_> =
            cards.iter().map(|card| self.kinds[usize::from(*card)].as_str()).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }

    pub(super) fn counter_name(&self, at: usize) -> String {
        let var = self.vars.iter().rev().find(|var| var.base <= at);
        var.map_or(String::new(), |var| match var.each {
            true => format!("{}'s {}", self.who(at - var.base), var.name),
            false => var.name.clone(),
        })
    }
}
