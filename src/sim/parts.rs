//! Parts of a plan that were played apart, joined to what one run would have given.

use super::deals::DEALS;
use super::histogram::Histogram;
use super::study::{Played, Results};
use super::watched::HANDS;

impl Results {
    /// Joins the parts of one plan, in any order.
    ///
    /// # Errors
    /// A sentence, when they are not parts of one plan.
    pub fn merge(parts: Vec<Self>) -> Result<Self, String> {
        for part in &parts {
            part.sums()?;
        }
        let mut parts = parts.into_iter();
        let mut all = parts.next().ok_or("there is nothing to merge")?;
        for part in parts {
            if (&part.game, &part.version) != (&all.game, &all.version) {
                return Err("these are parts of different games, or of different versions of a game: play all parts anew".into());
            }
            all.join_parts(&part)?;
            let alike = (part.schema, part.seed, part.planned)
                == (all.schema, all.seed, all.planned)
                && part.tables.len() == all.tables.len();
            let same = |(a, b): (&Played, &Played)| {
                (a.seats, &a.names, &a.policies, &a.cards)
                    == (b.seats, &b.names, &b.policies, &b.cards)
            };
            if !alike || !all.tables.iter().zip(&part.tables).all(same) {
                return Err("these are not parts of one plan: game, seed, number of games, players and policies must agree".into());
            }
            for (to, from) in all.tables.iter_mut().zip(&part.tables) {
                to.study.merge(&from.study);
                to.deals.merge(&from.deals);
                let hands = to.hands.iter_mut().flatten().zip(from.hands.iter().flatten());
                hands.for_each(|(to, from)| {
                    to.dealt = to.dealt.saturating_add(from.dealt);
                    to.held = to.held.saturating_add(from.held);
                });
            }
        }
        if let Some((found, of)) = &all.parts {
            let missing = (1..=*of).filter(|part| !found.contains(part));
            let missing: Vec<_> = missing.map(|part| format!("{part}/{of}")).take(20).collect();
            if !missing.is_empty() {
                return Err(format!("parts are missing: {}", missing.join(", ")));
            }
        }
        all.parts = None;
        Ok(all)
    }

    /// Holds the sums of a part against each other: a file that was changed or cut short is none.
    fn sums(&self) -> Result<(), String> {
        let planned = match &self.parts {
            None => u128::from(self.planned),
            Some((found, of)) => {
                let until = |part: u64| {
                    u128::from(self.planned) * u128::from(part) / u128::from((*of).max(1))
                };
                found.iter().map(|part| until(*part) - until(part.saturating_sub(1))).sum()
            }
        };
        match self.tables.iter().all(|table| table.agrees(planned)) {
            true => Ok(()),
            false => {
                Err("the sums of a part do not agree with its number of games: play it anew".into())
            }
        }
    }

    /// Notes the parts that another holds.
    fn join_parts(&mut self, other: &Self) -> Result<(), String> {
        let (Some((found, of)), Some((more, others))) = (&mut self.parts, &other.parts) else {
            return Err("the whole plan was given, which no part can be added to".into());
        };
        if of != others {
            return Err(format!("these are parts of one plan in {of} and in {others} parts"));
        }
        if let Some(twice) = more.iter().find(|part| found.contains(part)) {
            return Err(format!("the part {twice}/{of} was given twice"));
        }
        found.extend(more);
        Ok(())
    }
}

impl Played {
    /// Whether everything that is counted once a game was counted so many times.
    fn agrees(&self, games: u128) -> bool {
        let study = &self.study;
        let ends = study.won.iter().chain([&study.drawn, &study.stuck]).map(|n| u128::from(*n));
        let once = [&study.rounds, &study.reshuffles, &study.deck_out].into_iter();
        let once = once.chain(&study.first).chain(&study.counters).chain(&study.probes);
        u128::from(study.games) == games
            && ends.sum::<u128>() == games
            && study.won.len() == self.seats
            && study.full.max(study.tied) <= study.games
            && study.plays.len() == self.cards.len()
            && study.counters.len() == self.counters.len()
            && study.first.len() == self.watches.len() * self.seats
            && (self.deals.games == 0 || u128::from(self.deals.games) == games * u128::from(DEALS))
            && self.deals.agrees(self.watches.len() * self.followed.len())
            && self.hands.len() == self.watches.len() * self.followed.len()
            && self.shared.len() == self.watches.len()
            && (self.drawn.is_empty() || self.drawn.len() == self.watches.len())
            && self.followed.iter().all(|seat| *seat < self.seats)
            && self.hands.iter().flatten().all(|hands| {
                u128::from(hands.dealt) == games * u128::from(HANDS) && hands.held <= hands.dealt
            })
            && once.map(Histogram::total).all(|total| u128::from(total) == games)
    }
}
