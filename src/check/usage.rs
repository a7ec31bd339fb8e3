//! Cards that no rule of play, and no policy, ever looks at.

use crate::diag::{Code, Diagnostic};
use crate::sim::lang::{Expr, Node, Over, Step};
use crate::sim::odds::deck_of;
use crate::sim::play::{Play, each_step, visit};
use crate::sim::pool::{KindSet, Pool};

/// Every card is taken, laid or counted by some rule, where rules tell cards apart at all.
pub fn cards(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let mut used = Used { pool, set: pool.none(), taken: pool.none() };
    used.rules(play);
    if used.set.is_empty() || play.faulty || !pool.game.rules.playable() {
        return;
    }
    for deck in dealt(pool) {
        let idle: Vec<usize> =
            pool.deck(deck).and(&used.set.or(&used.taken).not()).iter().collect();
        // A deck of which no card is named is told apart by something that is not modelled.
        let Some(first) = idle.first().filter(|_| !pool.deck(deck).and(&used.set).is_empty())
        else {
            continue;
        };
        let names = idle.iter().take(8).map(|kind| format!("`{}`", pool.kinds[*kind].name));
        let more = idle.len().saturating_sub(8);
        let names = names.collect::<Vec<_>>().join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!("no rule of play does anything with {names}{more}");
        let at = pool.game.decks[deck].cards[pool.kinds[*first].card].at;
        let help = "give it to an action or a step; or allow it, if it only fills the hand";
        told.push(Diagnostic::warning(Code::NEVER_PLAYED, message).at(at).help(help));
    }
}

/// The decks that are played with.
fn dealt(pool: &Pool<'_>) -> Vec<usize> {
    let zones = pool.game.rules.zones.iter();
    let mut decks: Vec<usize> = zones.filter_map(|zone| deck_of(pool, &zone.name.value)).collect();
    decks.sort_unstable();
    decks.dedup();
    decks
}

/// The cards that something is done with.
struct Used<'p, 'g> {
    pool: &'p Pool<'g>,
    set: KindSet,
    /// The cards that are laid or taken with any others, which tells none apart.
    taken: KindSet,
}

impl Used<'_, '_> {
    fn rules(&mut self, play: &Play) {
        for (_, steps) in &play.phases {
            steps.iter().for_each(|(_, step)| self.step(step));
        }
        for action in &play.actions {
            let cards = action.card.iter().chain(&action.chain);
            cards.for_each(|cards| self.take(&cards.set, ""));
            action.when.iter().for_each(|when| self.expression(when));
            action.steps.iter().chain(&action.complete).for_each(|step| self.step(step));
        }
        play.ends.iter().for_each(|end| self.expression(end));
        // What a policy throws away is known to be of little use.
        let thrown = play.policies.iter().flat_map(|policy| &policy.discard);
        thrown.for_each(|(of, ..)| self.add(&of.set));
    }

    fn add(&mut self, set: &KindSet) {
        // What is of every card tells none apart.
        if set.iter().count() < self.pool.kinds.len() {
            self.set = self.set.or(set);
        }
    }

    /// Cards that go somewhere; what is thrown away, or only held, is not played.
    fn take(&mut self, set: &KindSet, to: &str) {
        self.add(set);
        if !["discard", "hand"].contains(&to) {
            self.taken = self.taken.or(set);
        }
    }

    /// The cards that have something in a column.
    fn column(&mut self, column: &str) {
        let set = self.pool.where_cell(column, |cell| !cell.text.is_empty() && cell.text != "0");
        self.set = self.set.or(&set);
    }

    fn step(&mut self, step: &Step) {
        each_step(std::slice::from_ref(step), &mut |step| match step {
            Step::Reveal { n, of, to, .. } | Step::Move { n, of, to, .. } => {
                n.iter().for_each(|n| self.expression(n));
                self.take(&of.set, &to.name);
            }
            Step::Cover(cover) => {
                let lose = cover.lose.iter().map(|(_, of)| of);
                let of = [&cover.of].into_iter().chain(&cover.double).chain(lose);
                of.for_each(|of| self.add(&of.set));
                self.expression(&cover.goal);
                cover.base.iter().for_each(|base| self.expression(base));
            }
            Step::Meld(column, to) => {
                self.column(column);
                let set = self.pool.where_cell(column, |cell| !cell.text.is_empty());
                self.take(&set, &to.name);
            }
            Step::Majority { column, .. } => self.column(column),
            Step::Draw { n, from, to, .. } => {
                self.expression(n);
                let from = from.as_ref().map_or("deck", |from| from.name.as_str());
                if let (Some(to), Some(deck)) = (to, deck_of(self.pool, from)) {
                    self.take(&self.pool.deck(deck), &to.name);
                }
            }
            Step::DiscardTo(n) | Step::DiscardRandom(n, _) => {
                self.expression(n);
            }
            Step::Set(_, value) | Step::If(value, _) | Step::Repeat(value, _) => {
                self.expression(value);
            }
            _ => {}
        });
    }

    fn expression(&mut self, expr: &Expr) {
        visit(expr, &mut |inner| match &inner.node {
            Node::Pick(_, of) => self.add(&of.set),
            Node::Cards(_, of, _) => of.iter().for_each(|of| self.add(&of.set)),
            Node::Over(Over::Sum | Over::Highest | Over::Lowest | Over::Distinct, _, _, column) => {
                self.column(column);
            }
            _ => {}
        });
    }
}
