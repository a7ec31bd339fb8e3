//! What simulated players decide: which action to take, and which cards to throw away.

use super::formula::held;
use super::{ActionOp, Cards, Plan, Program, Table};

impl Program {
    /// The player acts as the plan says; false when nothing can be done.
    pub(super) fn choose(&self, table: &mut Table) -> bool {
        let chosen = match &self.plans[table.me] {
            Plan::Lists { choose, .. } => choose
                .iter()
                .enumerate()
                .find(|(_, (action, when))| {
                    let action = &self.actions[*action];
                    self.legal(action, table)
                        && when.as_ref().is_none_or(|when| when.holds(table, self.seats))
                })
                .map(|(line, (action, _))| (*action, line)),
            Plan::Greedy => {
                let first =
                    (0..self.actions.len()).find(|at| self.legal(&self.actions[*at], table));
                first.map(|at| (at, 0))
            }
            Plan::Random => {
                let legal: Vec<usize> = (0..self.actions.len())
                    .filter(|at| self.legal(&self.actions[*at], table))
                    .collect();
                let at = table.rng.below(legal.len() as u32) as usize;
                legal.get(at).map(|at| (*at, 0))
            }
        };
        let (action, line) = chosen.unzip();
        self.tell_action(table, action, line.unwrap_or(0));
        match action {
            Some(action) => {
                let done = self.act(&self.actions[action], table);
                table.acts[action] += u32::from(done);
                done
            }
            None => false,
        }
    }

    /// The hand of the player who acts.
    pub(super) fn hand_of(&self, table: &Table) -> Option<usize> {
        self.hand.map(|hand| table.pile(hand))
    }

    /// The pile that a seat's cards are thrown on.
    pub(super) fn discard_of(&self, seat: usize) -> Option<usize> {
        self.discard.map(|zone| zone.base + if zone.each { seat } else { 0 })
    }

    /// The next card of an action, if it takes one.
    fn next<'a>(&self, action: &'a ActionOp, table: &Table) -> Option<&'a Cards> {
        match action.zone {
            Some(zone) if !action.chain.is_empty() => {
                action.chain.get(action.laid(&table.piles[table.pile(zone)]))
            }
            _ => action.card.as_ref(),
        }
    }

    fn legal(&self, action: &ActionOp, table: &mut Table) -> bool {
        if action.seat.is_some_and(|seat| seat != table.me) {
            return false;
        }
        let holds = |hand: usize, cards| held(&table.piles[hand], cards) > 0;
        let has = match self.next(action, table) {
            Some(cards) => self.hand_of(table).is_some_and(|hand| holds(hand, cards)),
            None => action.chain.is_empty(),
        };
        has && action.when.as_ref().is_none_or(|when| when.holds(table, self.seats))
    }

    fn act(&self, action: &ActionOp, table: &mut Table) -> bool {
        if let Some(cards) = self.next(action, table) {
            let Some(hand) = self.hand_of(table) else { return false };
            let place = table.piles[hand].cards.iter().position(|card| cards.has(*card));
            let chained = !action.chain.is_empty();
            let to = match chained {
                true => action.zone.map(|zone| table.pile(zone)),
                false => self.discard_of(table.me),
            };
            let (Some(at), Some(to)) = (place, to) else { return false };
            self.put(table, hand, at, to, true);
            if chained && action.laid(&table.piles[to]) < action.chain.len() {
                return true;
            }
            if chained {
                self.run(&action.complete, table);
                return true;
            }
        }
        self.run(&action.steps, table);
        true
    }

    /// The player throws cards away until `n` are in hand.
    pub(super) fn discard_to(&self, table: &mut Table, n: usize) {
        let piles = self.hand_of(table).zip(self.discard_of(table.me));
        let Some((hand, discard)) = piles else { return };
        while table.piles[hand].cards.len() > n {
            let (at, line) = self.unwanted(table, hand);
            self.put(table, hand, at, discard, false);
            self.tell_unwanted(table, line);
        }
    }

    /// The place of the card that is least wanted, and the line of the policy that says so.
    fn unwanted(&self, table: &mut Table, hand: usize) -> (usize, Option<usize>) {
        if let Plan::Lists { discard, .. } = &self.plans[table.me] {
            for (line, (cards, keep, when)) in discard.iter().enumerate() {
                let worst = held(&table.piles[hand], cards) > i64::from(*keep)
                    && when.as_ref().is_none_or(|when| when.holds(table, self.seats));
                if worst {
                    let mut cards_in_hand = table.piles[hand].cards.iter();
                    let found = cards_in_hand.position(|card| cards.has(*card));
                    if let Some(at) = found {
                        return (at, Some(line));
                    }
                }
            }
        }
        let size = table.piles[hand].cards.len() as u32;
        (table.rng.below(size) as usize, None)
    }
}
