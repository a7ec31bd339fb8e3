//! What a check asks of the lists alone: cards of decks, columns, components, players.

use std::ops::Range;

use super::Measured;
use super::value::{Asker, Found};
use crate::diag::suggest;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::{CardFunction, Expr, Fault, MOST_NEEDS, Over, Place, Selector};
use crate::sim::odds::deck_of;
use crate::sim::pool::KindSet;

impl Asker<'_, '_> {
    /// The number of players, or how many cards a deck has.
    pub(super) fn place(&self, expr: &Expr, place: &Place) -> Found {
        if place.owner.is_none() && place.name == "players" {
            let players = self.players.map_or(self.pool.game.rules.sides.len() as f64, f64::from);
            return Ok(self.counted(expr, players));
        }
        let set = self.cards(place)?;
        Ok(self.counted(expr, self.pool.copies(&set) as f64))
    }

    /// The cards of a deck, or of the deck that a zone begins with.
    pub(super) fn cards(&self, place: &Place) -> Result<KindSet, Fault> {
        let pool = self.pool;
        let deck = pool.deck_named(&place.name).or_else(|| deck_of(pool, &place.name));
        if let Some(deck) = deck.filter(|_| place.owner.is_none()) {
            return Ok(pool.deck(deck));
        }
        // Without a zone that says which, it is what the box holds.
        if place.owner.is_none() && place.name == "deck" {
            return Ok(KindSet::all(pool.kinds.len()));
        }
        let rules = &pool.game.rules;
        let played = ["rounds", "reshuffles", "deck_out", "score", "hand"].contains(&&*place.name)
            || rules.zone(&place.name).is_some()
            || rules.vars.iter().any(|var| var.name.value == place.name)
            || rules.watches.iter().any(|watch| watch.name.value == place.name);
        let known = pool.game.decks.iter().map(|deck| deck.name.as_str());
        let (message, help) = match played {
            true => {
                let message = format!("`{}` differs from game to game", place.name);
                let owner = place.owner.as_ref().map(|owner| format!("'{owner}'."));
                let owner = owner.unwrap_or_default();
                (message, format!("ask for its chance or mean: `mean({owner}{})`", place.name))
            }
            false => {
                let known: Vec<_> = known.chain(["deck", "players"]).collect();
                (format!("there is no deck `{}`", place.name), suggest(&place.name, known))
            }
        };
        Err(Fault::unknown(place.range.clone(), message, help))
    }

    /// What is made of a column of cards.
    pub(super) fn over(&self, over: Over, set: &KindSet, column: &str) -> f64 {
        let pool = self.pool;
        let values = set.iter().filter_map(|kind| pool.number(kind, column));
        let values = values.map(|value| value as f64);
        match over {
            Over::Sum => set
                .iter()
                .map(|kind| pool.value(kind, column) as f64 * f64::from(pool.kinds[kind].copies))
                .sum(),
            Over::Highest => values.fold(f64::NEG_INFINITY, f64::max),
            Over::Lowest => values.fold(f64::INFINITY, f64::min),
            Over::Distinct => {
                let cells = set.iter().filter_map(|kind| pool.cell(kind, column));
                let texts: std::collections::BTreeSet<_> =
                    cells.map(|cell| &cell.text).filter(|text| !text.is_empty()).collect();
                texts.len() as f64
            }
        }
    }

    /// A function of selected cards.
    pub(super) fn selected(
        &self,
        expr: &Expr,
        function: CardFunction,
        of: &[Selector],
        least: Option<&Expr>,
        games: &dyn Fn(&Expr) -> Found,
    ) -> Found {
        let any = || of.iter().fold(self.pool.none(), |set, one| set.or(&one.set));
        match function {
            CardFunction::Count => Ok(self.counted(expr, self.pool.copies(&any()) as f64)),
            CardFunction::Rows => Ok(self.counted(expr, any().iter().count() as f64)),
            CardFunction::Needs => {
                let least = least.map(|least| self.value(least, games)).transpose()?;
                let least = least.map_or(0.0, |least| least.value);
                if least < 1.0 {
                    let message = "`needs` asks for at least one of each";
                    return Err(Fault::new(expr.range.clone(), message, "a number from 1"));
                }
                let scarce = self.scarce(of, least);
                if let Some((range, copies)) = &scarce {
                    let (range, estimate) =
                        (range.clone(), Estimate::certain(*copies, Source::Counted));
                    let (measure, fraction, holds) = (None, None, false);
                    let measured = Measured { range, measure, estimate, fraction, holds };
                    self.measured.borrow_mut().push(measured);
                }
                Ok(Estimate::certain(f64::from(u8::from(scarce.is_none())), Source::Counted))
            }
            CardFunction::Plays | CardFunction::NeverPlayed => {
                let help = "ask for the mean: `mean(plays[CARDS])`";
                Err(Fault::new(expr.range.clone(), "this differs from game to game", help))
            }
        }
    }

    /// The fewest selectors whose cards are not enough for `least` of each, with how many there are:
    /// a card that several of them take serves only one (Hall's condition).
    fn scarce(&self, of: &[Selector], least: f64) -> Option<(Range<usize>, f64)> {
        let chosen = |group: u32| of.iter().enumerate().filter(move |(at, _)| group >> at & 1 == 1);
        let mut groups: Vec<u32> = (1..1_u32 << of.len().min(MOST_NEEDS)).collect();
        groups.sort_by_key(|group| group.count_ones());
        groups.into_iter().find_map(|group| {
            let all = chosen(group).fold(self.pool.none(), |all, (_, one)| all.or(&one.set));
            let copies = self.pool.copies(&all) as f64;
            let (first, last) = (chosen(group).next()?.1, chosen(group).next_back()?.1);
            let short = copies < least * f64::from(group.count_ones());
            short.then_some((first.range.start..last.range.end, copies))
        })
    }

    /// How many of a component the list has.
    pub(super) fn component(&self, expr: &Expr, name: &str) -> Found {
        Ok(self.counted(expr, self.pool.component(name, expr)? as f64))
    }
}
