//! Runs a program: one game from the set-up to its end.

use super::{Op, Owner, Program, Table, WhoOp, ZoneRef};

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

    fn round(&self, table: &mut Table) {
        for (at, phase) in self.phases.iter().enumerate() {
            let seats = match phase.who {
                WhoOp::Table => 0..1,
                WhoOp::Each => 0..self.seats,
                WhoOp::Seat(seat) => seat..seat + 1,
            };
            for seat in seats {
                (table.me, table.active) = (seat, seat);
                let whose = (!matches!(phase.who, WhoOp::Table)).then_some(seat);
                self.tell_phase(table, at, whose);
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

    /// Whether the game is over by a condition: the first that holds, asked for one seat after another.
    fn ends(&self, table: &mut Table) {
        let me = table.me;
        let mut asked = self.asked();
        let found = asked.find(|(end, seat)| {
            table.me = *seat;
            self.ends[*end].when.holds(table, self.seats) && !table.zero
        });
        if let Some((at, seat)) = found {
            let over = self.ends[at].over(seat);
            (table.ended, table.over) = (Some(at), Some(over));
            if table.log.is_some() {
                let (words, who) = (&self.ends[at].words, self.who(seat));
                table.note(|| format!("  the end `{words}` holds for {who}"));
            }
            self.also(table, asked, over);
        }
        table.me = me;
    }

    /// All ends in their order, each with each seat that it is asked for.
    fn asked(&self) -> impl Iterator<Item = (usize, usize)> {
        self.ends.iter().enumerate().flat_map(|(at, end)| {
            let seats = end.seat.map_or(0..self.seats, |seat| seat..seat + 1);
            seats.map(move |seat| (at, seat))
        })
    }

    /// Notes whether an end that comes later in the order holds as well, for another winner.
    fn also(&self, table: &mut Table, asked: impl Iterator<Item = (usize, usize)>, over: Over) {
        let log = table.log.take();
        let others = asked.filter(|(at, seat)| self.ends[*at].over(*seat) != over);
        for (at, seat) in others {
            table.me = seat;
            let held = self.ends[at].when.holds(table, self.seats);
            // What has no value does not hold, and the game is over anyway.
            if held && !table.zero {
                table.tied.get_or_insert((at, seat));
            }
            (table.zero, table.large, table.zero_at) = (false, false, None);
        }
        table.log = log;
        if let Some((at, seat)) = table.tied.filter(|_| table.log.is_some()) {
            let (words, who) = (&self.ends[at].words, self.who(seat));
            table.note(|| format!("  `{words}` holds for {who} as well, and comes later"));
        }
    }

    /// Who has won when the rounds are over.
    fn decide(&self, table: &mut Table) {
        self.tell_result(table);
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
            for seat in self.followed.iter().copied() {
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
                let before = table.piles[to].cards.len();
                self.draw(table, "draws ", n, from, to);
                self.count_played(table, to, before);
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
                let before = std::mem::replace(&mut table.vars[at], value);
                self.tell_counter(table, at, before);
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
                let cards = self.cards_of(table, from);
                self.pour(table, from, to);
                self.tell_moved(table, "shuffles ", &cards, from, to);
            }
            Op::Win(seat) => {
                table.over = Some(seat.map_or(Over::Drawn, Over::Won));
                table.note(|| "  this step ends the game".into());
            }
        }
    }

    fn discard_zone(&self, table: &mut Table, zone: ZoneRef) {
        let seats = table.seats(zone.owner, self.seats);
        let piles: Vec<_> = match zone.each {
            true => seats.map(|seat| (zone.base + seat, self.discard_of(seat))).collect(),
            false => vec![(zone.base, self.discard_of(table.me))],
        };
        for (from, to) in piles {
            let Some(to) = to else { continue };
            let cards = self.cards_of(table, from);
            self.tell_moved(table, "throws away ", &cards, from, to);
            self.pour(table, from, to);
        }
    }

    fn discard_random(&self, table: &mut Table, n: i64, zone: ZoneRef) {
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
            let seat = if zone.each { pile - zone.base } else { table.me };
            let Some(discard) = self.discard_of(seat) else { return };
            let size = table.piles[pile].cards.len() as u32;
            let at = table.rng.below(size) as usize;
            let card = table.piles[pile].take(at);
            table.piles[discard].put(card);
            self.tell_moved(table, "throws away by chance ", &[card], pile, discard);
        }
    }
}
