//! Rules, as they are read, into a program for a number of seats.

use std::collections::BTreeMap;

use super::outlook::{counted, decides, open};
use super::{
    ActionOp, Cards, DealOp, EmptyOp, EndOp, Over, Owner, PhaseOp, Program, VarInfo, VarRef, WhoOp,
    ZoneInfo, ZoneRef,
};
use crate::diag::{Diagnostic, suggest};
use crate::model::{Empty, Phrase, Who};
use crate::sim::lang::{Expr, Fault, Node, Place, Selector, Step};
use crate::sim::odds::deck_of;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// The policies that are asked for: a side's name or `seat 1`, or nothing for all, with a policy's name.
pub type Policies = [(String, String)];

/// The limit of rounds when the rules name none.
const ROUNDS: u32 = 1000;
/// The most cards that a game is played with.
const CARDS: u64 = 20_000;
/// The most places for a kind of card in a pile.
const PLACES: usize = 4_000_000;

/// Compiles the rules for `players`; with sides, for a seat each.
///
/// # Errors
/// Every phrase that cannot be compiled, as a message at its place.
pub fn compile(
    pool: &Pool<'_>,
    play: &Play,
    players: Option<u32>,
    policies: &Policies,
) -> Result<Program, Vec<Diagnostic>> {
    let mut maker = Maker::new(pool, players);
    let program = maker.program(play, policies);
    if maker.told.is_empty() { Ok(program) } else { Err(maker.told) }
}

/// Compiles one expression for a program, such as what a check asks of its games.
///
/// # Errors
/// The first name in it that the program does not have.
pub fn question(
    pool: &Pool<'_>,
    players: Option<u32>,
    expr: &Expr,
) -> Result<super::Question, Fault> {
    let mut maker = Maker::new(pool, players);
    maker.acts = Acts::Outside;
    maker.formula(expr).map(super::Question)
}

/// Who acts, so that a place without an owner is that player's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Acts {
    /// A player, or each seat that is asked.
    Somebody,
    /// Nobody: a phase is the table's.
    Table,
    /// Nobody: a check looks on from outside.
    Outside,
}

pub(super) struct Maker<'p, 'g> {
    pub pool: &'p Pool<'g>,
    pub seats: usize,
    pub zones: BTreeMap<String, (usize, bool)>,
    pub vars: BTreeMap<String, (usize, bool)>,
    /// Who acts where something is compiled just now.
    pub acts: Acts,
    told: Vec<Diagnostic>,
    /// What is compiled just now.
    phrase: Option<Phrase>,
}

pub(super) type Made<T> = Result<T, Fault>;

impl<'p, 'g> Maker<'p, 'g> {
    fn new(pool: &'p Pool<'g>, players: Option<u32>) -> Self {
        let rules = &pool.game.rules;
        let asked = players.or(pool.game.players.map(|(least, _)| least)).unwrap_or(1);
        let seats = if rules.sides.is_empty() { asked as usize } else { rules.sides.len() };
        let place = |at: &mut usize, each: bool| {
            let base = *at;
            *at += if each { seats } else { 1 };
            (base, each)
        };
        let (mut piles, mut counters) = (0, 0);
        let zones = rules.zones.iter().map(|zone| (zone.name.value.clone(), zone.each));
        let zones = zones.map(|(name, each)| (name, place(&mut piles, each))).collect();
        let vars = rules.vars.iter().map(|var| (var.name.value.clone(), var.each));
        let vars = vars.map(|(name, each)| (name, place(&mut counters, each))).collect();
        Self { pool, seats, zones, vars, acts: Acts::Somebody, told: Vec::new(), phrase: None }
    }

    fn program(&mut self, play: &Play, policies: &Policies) -> Program {
        let rules = &self.pool.game.rules;
        let zones: Vec<ZoneInfo> = rules.zones.iter().map(|zone| self.zone(zone)).collect();
        let vars = rules.vars.iter().map(|var| {
            let (base, each) = self.vars[&var.name.value];
            VarInfo { name: var.name.value.clone(), base, each, start: var.start }
        });
        let vars: Vec<VarInfo> = vars.collect();
        let sides = (0..self.seats)
            .map(|seat| rules.sides.get(seat).map(|side| side.value.clone()).unwrap_or_default());
        let sides: Vec<String> = sides.collect();
        let named = sides.iter().enumerate();
        let names: Vec<String> =
            named.map(|(seat, side)| self.chosen(seat, side, policies)).collect();
        let phases = rules.phases.iter().zip(&play.phases).map(|(phase, (who, steps))| {
            self.acts = if *who == Who::Table { Acts::Table } else { Acts::Somebody };
            let steps = steps
                .iter()
                .filter_map(|(at, step)| self.tried(&phase.steps[*at], |maker| maker.op(step)));
            let steps = steps.collect();
            PhaseOp { name: phase.name.clone(), who: self.who(who), steps }
        });
        let phases = phases.collect();
        self.acts = Acts::Somebody;
        let actions = (0..play.actions.len()).map(|at| self.action(play, at)).collect();
        let ends = rules.ends.iter().zip(&play.ends).filter_map(|(end, when)| {
            let when = self.tried(&end.when, |maker| maker.formula(when))?;
            let seat = end.side.as_ref().and_then(|side| self.side(&side.value, side.span));
            Some(EndOp { seat, when, draw: end.draw, words: end.when.text.clone() })
        });
        let ends = ends.collect();
        let plans = names.iter().map(|name| self.plan(play, name)).collect();
        let words = names.iter().map(|name| self.words(play, name)).collect();
        let result = rules.result.as_ref().zip(play.result.as_ref()).and_then(|(phrase, found)| {
            let var = self.tried(phrase, |maker| maker.var(&found.0))?;
            Some((var, found.1))
        });
        let watches =
            rules.watches.iter().zip(&play.watches).filter_map(|(watch, (_, when))| {
                self.tried(&watch.when, |maker| maker.formula(when))
            });
        let watches = watches.collect();
        let seats = self.seats;
        let count = |each: bool| if each { seats } else { 1 };
        let piles: usize = zones.iter().map(|zone| count(zone.each)).sum();
        if let Some(zone) = rules.zones.first().filter(|_| piles * self.pool.kinds.len() > PLACES) {
            let message = "there are too many zones, seats and kinds of cards to play with";
            self.told(zone.name.span, &Fault::new(0..0, message, ""));
        }
        let own = |name: &str| {
            let found = self.zones.get(name);
            found.map(|(base, each)| ZoneRef { base: *base, each: *each, owner: Owner::Me })
        };
        let (discard, hand) = (own("discard"), own("hand"));
        let race = result.map(|(var, _): (VarRef, bool)| var).filter(|var| var.each);
        let race = race.map(|var| var.base).or_else(|| self.race(play));
        Program {
            seats: self.seats,
            piles,
            counters: vars.iter().map(|var| count(var.each)).sum(),
            deals: self.deals(),
            discard,
            hand,
            kinds: self.pool.kinds.iter().map(|kind| kind.name.clone()).collect(),
            max_rounds: match &rules.max_rounds {
                // A set-up alone is dealt, and nothing more.
                _ if rules.phases.is_empty() => 0,
                Some(max) => max.value,
                None => ROUNDS,
            },
            open: open(&zones, play, self.seats),
            sides,
            policies: names,
            zones,
            vars,
            phases,
            actions,
            ends,
            plans,
            words,
            result,
            result_words: rules.result.as_ref().map_or(String::new(), |phrase| phrase.text.clone()),
            decides: decides(rules, play),
            watches,
            watched: rules.watches.iter().map(|watch| watch.name.value.clone()).collect(),
            followed: (0..seats).collect(),
            race,
        }
    }

    /// The counter of each seat that the first end speaks of.
    fn race(&self, play: &Play) -> Option<usize> {
        let mut found = None;
        for end in &play.ends {
            crate::sim::play::visit(end, &mut |inner| {
                if let Node::Place(place) = &inner.node
                    && let Some((base, true)) = self.vars.get(&place.name)
                {
                    found.get_or_insert(*base);
                }
            });
        }
        found
    }

    /// Where an expression of the phrase at hand stands; nothing for what is no rule's.
    pub(super) fn at(&self, expr: &Expr) -> Option<crate::span::Span> {
        self.phrase.as_ref().map(|phrase| phrase.place(expr.range.clone()))
    }

    /// How long the phrase is that is compiled just now, in bytes.
    pub(super) fn phrase_length(&self) -> usize {
        self.phrase.as_ref().map_or(0, |phrase| phrase.text.len())
    }

    /// Compiles something of a phrase; a fault is told at its place.
    pub(super) fn tried<T>(
        &mut self,
        phrase: &Phrase,
        make: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Option<T> {
        self.phrase = Some(phrase.clone());
        make(self).map_err(|fault| self.told.push(fault.diagnostic(phrase))).ok()
    }

    fn told(&mut self, span: crate::span::Span, fault: &Fault) {
        let phrase = Phrase { text: String::new(), span, start: None };
        self.told.push(fault.diagnostic(&phrase));
    }

    fn side(&mut self, name: &str, span: crate::span::Span) -> Option<usize> {
        let sides = &self.pool.game.rules.sides;
        let found = sides.iter().position(|side| side.value == name);
        if found.is_none() {
            let help = match sides.is_empty() {
                true => "this game has none: name them as `sides` in `[game]`".to_owned(),
                false => suggest(name, sides.iter().map(|side| side.value.as_str())),
            };
            self.told(span, &Fault::unknown(0..0, format!("there is no side `{name}`"), help));
        }
        found
    }

    fn who(&mut self, who: &Who) -> WhoOp {
        match who {
            Who::Table => WhoOp::Table,
            Who::Each => WhoOp::Each,
            Who::Side(side) => self.side(&side.value, side.span).map_or(WhoOp::Table, WhoOp::Seat),
        }
    }

    fn zone(&mut self, zone: &crate::model::Zone) -> ZoneInfo {
        let (base, each) = self.zones[&zone.name.value];
        let name = &zone.name.value;
        let deck = deck_of(self.pool, name);
        if let Some(named) = zone.deck.as_ref().filter(|_| deck.is_none()) {
            let decks = self.pool.game.decks.iter().map(|deck| deck.name.as_str());
            let help = suggest(&named.value, decks);
            let fault = Fault::unknown(0..0, format!("there is no deck `{}`", named.value), help);
            self.told(named.span, &fault);
        }
        let set = deck.map_or_else(|| self.pool.none(), |deck| self.pool.deck(deck));
        if self.pool.copies(&set) > CARDS || self.pool.kinds.len() > usize::from(u16::MAX) {
            let message = format!("games are played with at most {CARDS} cards");
            self.told(zone.name.span, &Fault::new(0..0, message, ""));
            let counts = vec![0; self.pool.kinds.len()];
            return ZoneInfo {
                name: name.clone(),
                base,
                each,
                start: Vec::new(),
                counts,
                empty: EmptyOp::Stop,
            };
        }
        let mut counts = vec![0; self.pool.kinds.len()];
        set.iter().for_each(|kind| counts[kind] = self.pool.kinds[kind].copies as u16);
        let start = set.iter().flat_map(|kind| {
            std::iter::repeat_n(kind as u16, self.pool.kinds[kind].copies as usize)
        });
        let empty = match zone.empty.as_ref().map(|empty| (&empty.value, empty.span)) {
            Some((Empty::Reshuffle(from), span)) => match self.zones.get(from) {
                Some((other, _)) if *other == base => {
                    let message = format!("`{name}` cannot be made anew of itself");
                    self.told(
                        span,
                        &Fault::new(0..0, message, "name the zone that its cards go to"),
                    );
                    EmptyOp::Stop
                }
                Some((base, each)) => EmptyOp::Reshuffle(*base, *each),
                None => {
                    let help = suggest(from, self.zones.keys().map(String::as_str));
                    let fault = Fault::unknown(0..0, format!("there is no zone `{from}`"), help);
                    self.told(span, &fault);
                    EmptyOp::Stop
                }
            },
            Some((Empty::End(Some(side)), span)) => {
                self.side(side, span).map_or(EmptyOp::Stop, |seat| EmptyOp::End(Over::Won(seat)))
            }
            Some((Empty::End(None), _)) => EmptyOp::End(Over::Drawn),
            Some((Empty::Stop, _)) => EmptyOp::Stop,
            None => EmptyOp::Unsaid,
        };
        ZoneInfo { name: name.clone(), base, each, start: start.collect(), counts, empty }
    }

    fn deals(&mut self) -> Vec<DealOp> {
        let mut deals = Vec::new();
        for deal in &self.pool.game.rules.deals {
            let place = |name: &str| Place { owner: None, name: name.into(), range: 0..0 };
            let from = self.zone_ref(&place(&deal.from.value), Owner::Me);
            let to = self.zone_ref(&place(&deal.to.value), Owner::Me);
            let seat = deal.side.as_ref().and_then(|side| self.side(&side.value, side.span));
            match (from, to) {
                (Ok(from), Ok(to)) if from.each && !to.each && seat.is_none() && self.seats > 1 => {
                    self.told(deal.from.span, &self.whose_pile(&deal.from.value, &deal.to.value));
                }
                (Ok(from), Ok(to)) => {
                    deals.push(DealOp { from, to, n: deal.n.value, seat });
                }
                (Err(fault), _) => self.told(deal.from.span, &fault),
                (_, Err(fault)) => self.told(deal.to.span, &fault),
            }
        }
        deals
    }

    fn action(&mut self, play: &Play, at: usize) -> ActionOp {
        let (rule, action) = (&self.pool.game.rules.actions[at], &play.actions[at]);
        let cards = |one: &Selector| Cards::new(one.set.clone());
        let zone = rule.zone.as_ref().and_then(|zone| {
            let place = Place { owner: None, name: zone.value.clone(), range: 0..0 };
            self.zone_ref(&place, Owner::Me).map_err(|fault| self.told(zone.span, &fault)).ok()
        });
        if let Some(phrase) = rule.card.as_ref().filter(|_| action.chain.is_empty()) {
            // The card that is spent goes there.
            self.tried(phrase, |maker| maker.named_zone(None, "discard"));
        }
        let when = action.when.as_ref().zip(rule.when.as_ref());
        let when = when.and_then(|(when, phrase)| self.tried(phrase, |maker| maker.formula(when)));
        let mut ops = |steps: &[Step], within: &[usize], phrases: &[Phrase]| {
            let steps = steps.iter().zip(within);
            let ops =
                steps.filter_map(|(step, at)| self.tried(&phrases[*at], |maker| maker.op(step)));
            ops.collect::<Vec<_>>()
        };
        let steps = ops(&action.steps, &action.steps_in, &rule.steps);
        let complete = ops(&action.complete, &action.complete_in, &rule.complete);
        ActionOp {
            name: rule.name.value.clone(),
            seat: rule.by.as_ref().and_then(|by| self.side(&by.value, by.span)),
            card: action.card.as_ref().map(cards),
            chain: action.chain.iter().map(cards).collect(),
            counted: counted(self.pool, play, at),
            zone,
            when,
            steps,
            complete,
        }
    }
}
