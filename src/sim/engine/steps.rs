//! Steps of the rules, compiled to operations.

use super::compile::{Acts, Made, Maker};
use super::{Cards, CoverOp, Op, Owner, ZoneRef};
use crate::sim::lang::{Cover, Fault, Place, Selector, Step, Winner};

impl Maker<'_, '_> {
    pub(super) fn ops(&mut self, steps: &[Step]) -> Made<Vec<Op>> {
        steps.iter().map(|step| self.op(step)).collect()
    }

    pub(super) fn op(&mut self, step: &Step) -> Made<Op> {
        match step {
            // Who has most is asked of every seat.
            Step::Majority { .. } => {
                let acts = std::mem::replace(&mut self.acts, Acts::Somebody);
                let made = self.made(step);
                self.acts = acts;
                return made;
            }
            // These mean a player's hand, or a player, without naming it.
            Step::DiscardTo(_) | Step::Meld(..) | Step::Cover(_) => {
                self.named_zone(None, "hand")?;
            }
            Step::Choose(_) | Step::Opponents(_) if self.alone() => {
                let message = "nobody acts in a phase of the table";
                let help = "give the phase `each = \"player\"` or a `side`";
                return Err(Fault::new(0..self.phrase_length(), message, help));
            }
            _ => {}
        }
        self.made(step)
    }

    fn made(&mut self, step: &Step) -> Made<Op> {
        Ok(match step {
            Step::Draw { n, fill, from, to } => {
                let into = self.named_zone(to.as_ref(), "hand")?;
                let out = self.named_zone(from.as_ref(), "deck")?;
                if let Some(place) = to.as_ref().or(from.as_ref()) {
                    self.apart(out, into, place)?;
                }
                Op::Draw { n: self.formula(n)?, fill: *fill, from: out, to: into }
            }
            Step::Reveal { n, of, from, to, rest } => Op::Reveal {
                n: n.as_ref().map(|n| self.formula(n)).transpose()?,
                of: Cards::new(of.set.clone()),
                from: self.named_zone(from.as_ref(), "deck")?,
                to: self.zone_ref(to, Owner::Me)?,
                rest: self.named_zone(rest.as_ref(), "discard")?,
            },
            Step::DiscardTo(n) => {
                self.named_zone(None, "discard")?;
                Op::DiscardTo(self.formula(n)?)
            }
            Step::DiscardZone(zone) => {
                self.named_zone(None, "discard")?;
                Op::DiscardZone(self.zone_ref(zone, Owner::Me)?)
            }
            Step::DiscardRandom(n, zone) => {
                self.named_zone(None, "discard")?;
                Op::DiscardRandom(self.formula(n)?, self.zone_ref(zone, Owner::Me)?)
            }
            Step::Move { n, of, by, from, to } => {
                let values = by.as_ref().map(|(least, column)| (*least, self.values(column)));
                let out = self.named_zone(from.as_ref(), "hand")?;
                let mut into = self.zone_ref(to, Owner::Me)?;
                // What is thrown away goes to the pile of whoever had it.
                if to.range.is_empty() {
                    into.owner = out.owner;
                }
                let place = if to.range.is_empty() { from.as_ref().unwrap_or(to) } else { to };
                self.apart(out, into, place)?;
                Op::Move {
                    n: n.as_ref().map(|n| self.formula(n)).transpose()?,
                    order: of.order.iter().map(|set| Cards::new(set.clone())).collect(),
                    by: values,
                    from: out,
                    to: into,
                    played: !to.range.is_empty(),
                }
            }
            Step::Cover(cover) => Op::Cover(Box::new(self.cover(cover)?)),
            Step::Meld(column, to) => {
                Op::Meld { values: self.groups(column), to: self.zone_ref(to, Owner::Me)? }
            }
            Step::Majority { column, of, to, tied, none } => Op::Majority {
                values: self.groups(column),
                of: self.zone_ref(of, Owner::Me)?,
                to: self.var(to)?,
                tied: tied.as_ref().map(|place| self.var(place)).transpose()?,
                none: none.as_ref().map(|place| self.var(place)).transpose()?,
            },
            Step::Choose(n) => Op::Choose(*n),
            Step::Set(place, value) => Op::Set(self.var(place)?, self.formula(value)?),
            Step::If(when, steps) => Op::If(self.formula(when)?, self.ops(steps)?),
            Step::Repeat(times, steps) => Op::Repeat(self.formula(times)?, self.ops(steps)?),
            Step::Opponents(steps) => Op::Opponents(self.ops(steps)?),
            Step::Shuffle(from, to) => {
                let into = self.zone_ref(to, Owner::Me)?;
                Op::Shuffle(self.apart(self.zone_ref(from, Owner::Me)?, into, to)?, into)
            }
            Step::Win(winner) => Op::Win(self.winning(winner)?),
        })
    }

    /// The zone that cards come from, which is another than the one that they go to.
    fn apart(&self, from: ZoneRef, to: ZoneRef, place: &Place) -> Made<ZoneRef> {
        if from != to {
            return Ok(from);
        }
        let message = format!("the cards of `{}` would stay where they are", place.name);
        Err(Fault::new(place.range.clone(), message, "name two zones"))
    }

    /// The seat that wins; nothing where nobody does.
    fn winning(&self, winner: &Winner) -> Made<Option<usize>> {
        let seat = self.seat(winner);
        match winner {
            Winner::Seat(number) if seat.is_none() => {
                let message = format!("there is no seat {number}: {} play", self.seats);
                let whole = 0..self.phrase_length();
                Err(Fault::new(
                    whole,
                    message,
                    "name a seat that is there with any number of players",
                ))
            }
            _ => Ok(seat),
        }
    }

    pub(super) fn cover(&mut self, cover: &Cover) -> Made<CoverOp> {
        let cards = |one: &Selector| Cards::new(one.set.clone());
        Ok(CoverOp {
            goal: self.formula(&cover.goal)?,
            base: cover.base.as_ref().map(|base| self.formula(base)).transpose()?,
            values: self.values(&cover.column),
            of: cards(&cover.of),
            double: cover.double.as_ref().map(cards),
            worth: i64::from(cover.worth),
            lose: cover.lose.as_ref().map(|(n, of)| (i64::from(*n), cards(of))),
            to: self.zone_ref(&cover.to, Owner::Me)?,
            rest: cover.rest.as_ref().map(|place| self.var(place)).transpose()?,
        })
    }
}
