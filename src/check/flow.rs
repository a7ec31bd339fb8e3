//! Where cards can come: from each pile that begins with some, along every step, into whose piles.

use super::rules::{owned, seat, seats};
use crate::model::{Empty, Who};
use crate::sim::lang::{Place, Step};
use crate::sim::odds::deck_of;
use crate::sim::play::Play;
use crate::sim::pool::{KindSet, Pool};

/// Cards that begin in one pile, and all piles that they can come to.
struct Stock {
    kinds: KindSet,
    reach: Vec<bool>,
}

/// All cards in play, by where they begin.
pub struct Flow {
    /// How many seats there are, at most.
    pub seats: usize,
    piles: Piles,
    stocks: Vec<Stock>,
    copies: Vec<u32>,
}

/// The piles of all zones, by number.
struct Piles {
    /// The name of each zone, its first pile, and whether each seat has one.
    zones: Vec<(String, usize, bool)>,
}

impl Piles {
    fn of(&self, zone: &str, seat: usize) -> Option<usize> {
        let (_, base, each) = self.zones.iter().find(|(name, ..)| name == zone)?;
        Some(base + if *each { seat } else { 0 })
    }
}

impl Flow {
    /// Follows the cards of a game with the most players.
    pub fn new(pool: &Pool<'_>, play: &Play) -> Self {
        let rules = &pool.game.rules;
        let seats = seats(pool) as usize;
        let mut many = 0;
        let zones = rules.zones.iter().map(|zone| {
            let base = many;
            many += if zone.each { seats } else { 1 };
            (zone.name.value.clone(), base, zone.each)
        });
        let zones = zones.collect();
        let piles = Piles { zones };
        let mut ways = Ways { pool, seats, next: vec![Vec::new(); many], piles: &piles };
        ways.all(play);
        let next = ways.next;
        let mut stocks = Vec::new();
        for (zone, (_, base, each)) in rules.zones.iter().zip(&piles.zones) {
            let Some(deck) = deck_of(pool, &zone.name.value) else { continue };
            for seat in 0..if *each { seats } else { 1 } {
                let reach = reached(&next, base + seat);
                stocks.push(Stock { kinds: pool.deck(deck), reach });
            }
        }
        let copies = pool.kinds.iter().map(|kind| kind.copies).collect();
        Self { seats, piles, stocks, copies }
    }

    /// How many of some cards can come to any of these seats' piles of a zone.
    pub fn reaching(&self, of: &KindSet, zone: &str, seats: &[usize]) -> u64 {
        let comes = |stock: &&Stock| {
            let mut piles = seats.iter().filter_map(|seat| self.piles.of(zone, *seat));
            piles.any(|pile| stock.reach[pile])
        };
        let kinds = self.stocks.iter().filter(comes).flat_map(|stock| stock.kinds.iter());
        kinds.filter(|kind| of.has(*kind)).map(|kind| u64::from(self.copies[kind])).sum()
    }

    /// Each kind of cards that begin together, with its copies, and whether they can come to a zone's pile of a seat.
    pub fn each(&self, mut see: impl FnMut(usize, f64, &dyn Fn(usize, usize) -> bool)) {
        for stock in &self.stocks {
            let comes = |zone: usize, seat: usize| {
                let (_, base, each) = &self.piles.zones[zone];
                stock.reach[base + if *each { seat } else { 0 }]
            };
            stock.kinds.iter().for_each(|kind| see(kind, f64::from(self.copies[kind]), &comes));
        }
    }

    /// How many kinds of cards there are, those that begin apart counted apart.
    pub fn kinds(&self) -> usize {
        self.stocks.iter().map(|stock| stock.kinds.iter().count()).sum()
    }
}

/// All piles that a pile's cards can come to.
fn reached(next: &[Vec<usize>], start: usize) -> Vec<bool> {
    let mut reach = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(pile) = open.pop() {
        if !std::mem::replace(&mut reach[pile], true) {
            open.extend(next[pile].iter().filter(|pile| !reach[**pile]));
        }
    }
    reach
}

/// From which piles cards go to which.
struct Ways<'f, 'p, 'g> {
    pool: &'p Pool<'g>,
    seats: usize,
    next: Vec<Vec<usize>>,
    piles: &'f Piles,
}

/// A zone and whose it is.
type Whose<'s> = (&'s str, Option<&'s str>);

/// The seats that may act, and those whose phase it may be.
type Acting<'s> = (&'s [usize], &'s [usize]);

impl Ways<'_, '_, '_> {
    fn all(&mut self, play: &Play) {
        let rules = &self.pool.game.rules;
        let all: Vec<usize> = (0..self.seats).collect();
        for (who, steps) in &play.phases {
            let acting = match who {
                Who::Each => all.clone(),
                Who::Side(side) => {
                    seat(self.pool, &side.value).map_or(all.clone(), |seat| vec![seat])
                }
                Who::Table => vec![0],
            };
            steps.iter().for_each(|(_, step)| self.step(step, (&acting, &acting)));
        }
        for (rule, action) in rules.actions.iter().zip(&play.actions) {
            let by = rule.by.as_ref().and_then(|by| seat(self.pool, &by.value));
            let acting = by.map_or(all.clone(), |seat| vec![seat]);
            let zone = rule.zone.as_ref().filter(|_| !action.chain.is_empty());
            let to = zone.map_or("discard", |zone| &zone.value);
            self.go(("hand", None), (to, None), (&acting, &all));
            let steps = action.steps.iter().chain(&action.complete);
            steps.for_each(|step| self.step(step, (&acting, &all)));
        }
        for deal in &rules.deals {
            let side = deal.side.as_ref().and_then(|side| seat(self.pool, &side.value));
            let acting = side.map_or(all.clone(), |seat| vec![seat]);
            self.go((&deal.from.value, None), (&deal.to.value, None), (&acting, &all));
        }
        for zone in &rules.zones {
            if let Some(Empty::Reshuffle(from)) = zone.empty.as_ref().map(|empty| &empty.value) {
                self.go((from, None), (&zone.name.value, None), (&all, &all));
            }
        }
    }

    /// The ways that a step opens.
    fn step(&mut self, step: &Step, acting: Acting<'_>) {
        let hand = ("hand", None);
        match step {
            Step::Draw { from, to, .. } => {
                self.go(whose(from.as_ref(), "deck"), whose(to.as_ref(), "hand"), acting);
            }
            Step::Reveal { from, to, rest, .. } => {
                let from = whose(from.as_ref(), "deck");
                self.go(from, whose(Some(to), ""), acting);
                self.go(from, whose(rest.as_ref(), "discard"), acting);
            }
            Step::DiscardTo(_) => self.go(hand, ("discard", None), acting),
            // What is thrown away goes to the pile of whoever had it.
            Step::DiscardZone(zone) | Step::DiscardRandom(_, zone) => {
                let owner = zone.owner.as_deref();
                self.go((&zone.name, owner), ("discard", owner), acting);
            }
            Step::Move { from, to, .. } => {
                let from = whose(from.as_ref(), "hand");
                let owner = if to.range.is_empty() { from.1 } else { to.owner.as_deref() };
                self.go(from, (&to.name, owner), acting);
            }
            Step::Cover(cover) => self.go(hand, whose(Some(&cover.to), ""), acting),
            Step::Meld(_, to) => self.go(hand, whose(Some(to), ""), acting),
            Step::Shuffle(from, to) => {
                self.go(whose(Some(from), ""), whose(Some(to), ""), acting);
            }
            Step::If(_, inner) | Step::Repeat(_, inner) => {
                inner.iter().for_each(|step| self.step(step, acting));
            }
            Step::Opponents(inner) => {
                let all: Vec<usize> = (0..self.seats).collect();
                inner.iter().for_each(|step| self.step(step, (&all, acting.1)));
            }
            Step::Majority { .. } | Step::Choose(_) | Step::Set(..) | Step::Win(_) => {}
        }
    }

    /// Cards go from one place to another, whoever of these acts.
    fn go(&mut self, from: Whose<'_>, to: Whose<'_>, (acting, active): Acting<'_>) {
        for me in acting {
            let (givers, takers) =
                (self.owners(from.1, *me, active), self.owners(to.1, *me, active));
            for giver in &givers {
                for taker in takers.iter().filter(|taker| from.1 != to.1 || *taker == giver) {
                    let piles = self.piles.of(from.0, *giver).zip(self.piles.of(to.0, *taker));
                    if let Some((from, to)) = piles
                        && !self.next[from].contains(&to)
                    {
                        self.next[from].push(to);
                    }
                }
            }
        }
    }

    fn owners(&self, owner: Option<&str>, me: usize, active: &[usize]) -> Vec<usize> {
        match owner {
            Some("active") => active.to_vec(),
            owner => owned(self.pool, owner, me).unwrap_or_default(),
        }
    }
}

/// A place of a step, or the zone that is meant where none is named.
fn whose<'s>(place: Option<&'s Place>, default: &'s str) -> Whose<'s> {
    place.map_or((default, None), |place| (&place.name, place.owner.as_deref()))
}
