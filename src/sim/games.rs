//! Many games of a program: whole numbers that add up in any order, however the work is shared.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::engine::{Over, Program, Table};
use super::histogram::Histogram;
use crate::span::Span;

/// Something that is asked of each game.
#[derive(Clone, Debug)]
pub struct Probe {
    pub(super) formula: super::engine::Question,
    /// After this round, or at the end of the game.
    pub(super) round: Option<u32>,
}

impl Probe {
    /// Asks at the end of a game, or after a round.
    pub fn new(formula: super::engine::Question, round: Option<u32>) -> Self {
        Self { formula, round }
    }
}

/// What came of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    /// How many were played.
    pub games: u64,
    /// How many each seat won.
    pub won: Vec<u64>,
    /// How many nobody won.
    pub drawn: u64,
    /// How many were given up.
    pub stuck: u64,
    /// How many ended because all rounds were played.
    pub full: u64,
    /// How many ended by a condition while another held as well, for another winner.
    pub tied: u64,
    /// The first of them in which a rule divided by 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero: Option<u64>,
    /// The first in which a number was too large to be held, which is counted there, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large: Option<u64>,
    /// How many steps they took.
    pub steps: u64,
    /// How long they were, in rounds.
    pub rounds: Histogram,
    /// How often a pile was made anew.
    pub reshuffles: Histogram,
    /// The round in which a pile first had no card to give.
    pub deck_out: Histogram,
    /// How often each kind was played, in all games.
    pub plays: Vec<u64>,
    /// The first round of each watched event, for the first seat and then the others.
    pub first: Vec<Histogram>,
    /// Each counter at the end, of each seat.
    pub counters: Vec<Histogram>,
    /// After each round: how far the first was ahead of the second, and in how many games.
    pub lead: Vec<(i64, u64)>,
    /// What was asked.
    pub probes: Vec<Histogram>,
}

/// Rounds over which the lead is followed.
const FOLLOWED: usize = 200;

impl Study {
    /// No game yet.
    pub fn empty(program: &Program, probes: usize) -> Self {
        Self {
            won: vec![0; program.seats],
            plays: vec![0; program.kinds.len()],
            first: vec![Histogram::default(); program.watches() * program.seats],
            counters: vec![Histogram::default(); program.counters()],
            probes: vec![Histogram::default(); probes],
            ..Self::default()
        }
    }

    /// Adds another study of the same program.
    pub fn merge(&mut self, other: &Self) {
        let add = |to: &mut Vec<u64>, from: &[u64]| {
            to.resize(to.len().max(from.len()), 0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        let join = |to: &mut Vec<Histogram>, from: &[Histogram]| {
            to.resize(to.len().max(from.len()), Histogram::default());
            to.iter_mut().zip(from).for_each(|(to, from)| to.merge(from));
        };
        self.games += other.games;
        self.drawn += other.drawn;
        self.stuck += other.stuck;
        self.full += other.full;
        self.tied += other.tied;
        self.zero = self.zero.into_iter().chain(other.zero).min();
        self.large = self.large.into_iter().chain(other.large).min();
        self.steps += other.steps;
        add(&mut self.won, &other.won);
        add(&mut self.plays, &other.plays);
        self.rounds.merge(&other.rounds);
        self.reshuffles.merge(&other.reshuffles);
        self.deck_out.merge(&other.deck_out);
        join(&mut self.first, &other.first);
        join(&mut self.counters, &other.counters);
        join(&mut self.probes, &other.probes);
        self.lead.resize(self.lead.len().max(other.lead.len()), (0, 0));
        for (to, from) in self.lead.iter_mut().zip(&other.lead) {
            *to = (to.0 + from.0, to.1 + from.1);
        }
    }

    /// The first game in which a rule had no value, and why.
    pub fn no_value(&self) -> Option<(u64, String)> {
        self.zero.map(|game| (game, Table::no_value(self.large == Some(game))))
    }

    /// Counts a game that is over.
    fn count(&mut self, table: &Table, program: &Program) {
        self.games += 1;
        self.full += u64::from(table.full);
        self.tied += u64::from(table.tied());
        self.steps += table.steps();
        match table.over {
            Some(Over::Won(seat)) => self.won[seat] += 1,
            Some(Over::Stuck) => self.stuck += 1,
            _ => self.drawn += 1,
        }
        self.rounds.add(table.round);
        self.reshuffles.add(table.reshuffles);
        self.deck_out.add(table.deck_out);
        self.plays.iter_mut().zip(&table.plays).for_each(|(sum, plays)| *sum += u64::from(*plays));
        self.first.iter_mut().zip(&table.first).for_each(|(all, first)| all.add(*first));
        let counters = self.counters.iter_mut().zip(program.values(table));
        counters.for_each(|(all, value)| all.add(*value));
    }

    fn follow(&mut self, table: &Table, program: &Program) {
        let round = table.round as usize;
        let Some(lead) = program.lead(table).filter(|_| (1..=FOLLOWED).contains(&round)) else {
            return;
        };
        if self.lead.len() < round {
            self.lead.resize(round, (0, 0));
        }
        let sum = &mut self.lead[round - 1];
        *sum = (sum.0 + lead, sum.1 + 1);
    }
}

/// Games that one table plays in a row.
const CHUNK: u64 = 512;

/// Plays the games of these numbers under `seed`, on all threads.
pub fn play(program: &Program, probes: &[Probe], seed: u64, games: Range<u64>) -> Study {
    let chunks = (games.end.saturating_sub(games.start)).div_ceil(CHUNK);
    let chunk = |at: u64| {
        let start = games.start + at * CHUNK;
        play_chunk(program, probes, seed, start..(start + CHUNK).min(games.end), &mut |_| {})
    };
    let merge = |mut a: Study, b: Study| {
        a.merge(&b);
        a
    };
    (0..chunks).into_par_iter().map(chunk).reduce(|| Study::empty(program, probes.len()), merge)
}

/// Plays games one after another; `each` sees the table at the end of each.
pub(super) fn play_chunk(
    program: &Program,
    probes: &[Probe],
    seed: u64,
    games: Range<u64>,
    each: &mut impl FnMut(&Table),
) -> Study {
    let mut study = Study::empty(program, probes.len());
    let mut table = Table::new(program);
    let mut asked = vec![None; probes.len()];
    for index in games {
        asked.iter_mut().for_each(|answer| *answer = None);
        program.play(&mut table, seed, index, |table| {
            study.follow(table, program);
            for (at, probe) in probes.iter().enumerate() {
                if probe.round.is_some_and(|round| i64::from(round) == table.round) {
                    asked[at] = Some(probe.formula.ask(table, program));
                }
            }
        });
        // A game that was over before the round is asked as it ended.
        let answers = probes.iter().zip(&asked);
        let answers = answers
            .map(|(probe, asked)| asked.unwrap_or_else(|| probe.formula.ask(&mut table, program)));
        study.probes.iter_mut().zip(answers).for_each(|(all, answer)| all.add(answer));
        study.count(&table, program);
        each(&table);
        if table.zero && study.zero.is_none() {
            study.zero = Some(index);
            study.large = table.large.then_some(index);
        }
    }
    study
}

/// Where in the rules a game divides by 0; nothing where they do not.
pub fn divided(program: &Program, seed: u64, index: u64) -> Option<Span> {
    let mut table = Table::new(program);
    program.play(&mut table, seed, index, |_| {});
    table.zero_at
}

/// One game, step by step, in words.
pub fn replay(program: &Program, seed: u64, index: u64) -> Vec<String> {
    let mut table = Table::new(program);
    table.log = Some(Vec::new());
    program.play(&mut table, seed, index, |_| {});
    let mut log = table.log.take().unwrap_or_default();
    log.push(match table.over {
        Some(Over::Won(seat)) => format!("{} wins in round {}", program.who(seat), table.round),
        _ if table.zero => {
            let why = Table::no_value(table.large);
            format!("stopped in round {}: a rule {why}", table.round)
        }
        Some(Over::Stuck) => format!("given up in round {}", table.round),
        _ => format!("nobody wins; the game ends in round {}", table.round),
    });
    log
}
