//! The transcript of a game: what a person at the table would see, in the order that it happens.

use super::{Plan, Program, Table};

/// The choices that a player has made, for the one who reads them.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// The lines of the policy that choose an action.
    pub choose: Vec<String>,
    /// The lines of the policy that throw cards away.
    pub discard: Vec<String>,
}

impl Program {
    /// How a seat is called in a transcript.
    pub fn who(&self, seat: usize) -> String {
        match self.sides.get(seat).filter(|side| !side.is_empty()) {
            Some(side) => side.clone(),
            None => format!("seat {}", seat + 1),
        }
    }

    /// The names of cards, some of which may hold commas.
    pub(super) fn names(&self, cards: &[u16]) -> String {
        let names: Vec<_> =
            cards.iter().map(|card| self.kinds[usize::from(*card)].as_str()).collect();
        names.join("; ")
    }

    pub(super) fn counter_name(&self, at: usize) -> String {
        let var = self.vars.iter().rev().find(|var| var.base <= at);
        var.map_or(String::new(), |var| match var.each {
            true => format!("{}'s {}", self.who(at - var.base), var.name),
            false => var.name.clone(),
        })
    }

    /// A pile: `deck`, `Convoy's hand`.
    pub(super) fn pile_name(&self, pile: usize) -> String {
        let zone = self.zones.iter().rev().find(|zone| zone.base <= pile);
        zone.map_or(String::new(), |zone| match zone.each {
            true => format!("{}'s {}", self.who(pile - zone.base), zone.name),
            false => zone.name.clone(),
        })
    }

    /// Tells that cards have gone from a pile to another.
    pub(super) fn tell_moved(
        &self,
        table: &mut Table,
        verb: &str,
        cards: &[u16],
        from: usize,
        to: usize,
    ) {
        if table.log.is_some() && !cards.is_empty() {
            let (from, to) = (self.pile_name(from), self.pile_name(to));
            let cards = self.names(cards);
            table.note(|| format!("  {verb}{cards}: {from} → {to}"));
        }
    }

    /// Tells that a card is laid aside, from a pile, or comes from there to one.
    pub(super) fn tell_aside(
        &self,
        table: &mut Table,
        verb: &str,
        card: u16,
        pile: usize,
        aside: bool,
    ) {
        if table.log.is_some() {
            let (pile, card) = (self.pile_name(pile), self.names(&[card]));
            table.note(|| match aside {
                true => format!("  {verb}{card}: {pile} → aside"),
                false => format!("  {verb}{card}: aside → {pile}"),
            });
        }
    }

    /// Tells that a counter has changed.
    pub(super) fn tell_counter(&self, table: &mut Table, at: usize, before: i64) {
        let value = table.vars[at];
        if table.log.is_some() && value != before {
            let name = self.counter_name(at);
            table.note(|| format!("  {name}: {before} → {value}"));
        }
    }

    /// Whose turn it is, and in which phase.
    pub(super) fn tell_phase(&self, table: &mut Table, at: usize, seat: Option<usize>) {
        if table.log.is_some() {
            let who = seat.map_or_else(|| "the table".into(), |seat| self.who(seat));
            let name = match self.phases[at].name.as_str() {
                "" => format!("phase {}", at + 1),
                name => name.to_owned(),
            };
            table.note(|| format!(" {name}, {who}"));
        }
    }

    /// What a player does, and why.
    pub(super) fn tell_action(&self, table: &mut Table, action: Option<usize>, line: usize) {
        if table.log.is_none() {
            return;
        }
        let who = self.who(table.me);
        let Some(action) = action else {
            return table.note(|| format!("  {who} can do nothing that the policy chooses"));
        };
        let name = &self.actions[action].name;
        let why = match &self.plans[table.me] {
            Plan::Lists { .. } => format!("`{}`", self.words[table.me].choose[line]),
            Plan::Greedy => "the first that can be done".to_owned(),
            Plan::Random => "by chance".to_owned(),
        };
        table.note(|| format!("  {who} does `{name}`: {why}"));
    }

    /// Why a card was thrown away: by which line of the policy, if by any.
    pub(super) fn tell_unwanted(&self, table: &mut Table, line: Option<usize>) {
        if let Some(last) = table.log.as_mut().and_then(|log| log.last_mut()) {
            let words = &self.words[table.me].discard;
            match line.and_then(|line| words.get(line)) {
                Some(line) => *last += &format!(" (`{line}`)"),
                None => *last += " (by chance)",
            }
        }
    }

    /// Who has how much of the counter that decides.
    pub(super) fn tell_result(&self, table: &mut Table) {
        let Some((var, _)) = self.result.filter(|_| table.log.is_some()) else {
            return table
                .note(|| "  all rounds are played, and no winner is named for that".into());
        };
        let seats = 0..if var.each { self.seats } else { 1 };
        let each = seats.map(|seat| {
            let at = var.base + seat;
            format!("{} {}", self.counter_name(at), table.vars[at])
        });
        let each = each.collect::<Vec<_>>().join(", ");
        let words = &self.result_words;
        table.note(|| format!("  all rounds are played, and the winner has the {words}: {each}"));
    }

    /// How many cards of a zone lie where somebody looks.
    pub(super) fn cards_of(&self, table: &Table, pile: usize) -> Vec<u16> {
        if table.log.is_some() { table.piles[pile].cards.clone() } else { Vec::new() }
    }

    /// Whether a pile is a hand.
    pub(super) fn is_hand(&self, pile: usize) -> bool {
        self.hand.is_some_and(|hand| {
            let many = if hand.each { self.seats } else { 1 };
            (hand.base..hand.base + many).contains(&pile)
        })
    }

    /// Tells that the cards of a pile are shuffled into an empty one.
    pub(super) fn tell_anew(&self, table: &mut Table, from: usize, to: usize) {
        let cards = table.piles[from].cards.len();
        if table.log.is_some() && cards > 0 {
            let (from, to) = (self.pile_name(from), self.pile_name(to));
            table.note(|| format!("  {to} is empty, so {from} is shuffled: {cards} cards → {to}"));
        }
    }
}
