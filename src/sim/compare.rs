//! The same games played by several policies, and what differs.

use rayon::prelude::*;
use serde::Serialize;

use super::engine::{Over, Program, Table};
use super::estimate::{Estimate, Source};
use super::games::{Study, play_chunk};
use super::histogram::Histogram;
use super::study::{Plan, divides, program, tables, unfit, version};
use crate::diag::Diagnostic;
use crate::model::Game;

/// Games that one table plays in a row.
const CHUNK: u64 = 512;

/// Policies that are played by, as they were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// The words that ask for them.
    pub name: String,
    /// A side's or a seat's name, or nothing for all, with a policy's name.
    pub policies: Vec<(String, String)>,
}

/// A plan that was played by several policies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The form, that of [`super::study::SCHEMA`].
    pub schema: u32,
    /// The game's folder.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// How many games for each number of players and each variant.
    pub planned: u64,
    /// The digest of rules and cards.
    pub version: String,
    /// For each number of players.
    pub tables: Vec<Compared>,
}

/// The games of one number of players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Who sits there.
    pub names: Vec<String>,
    /// What was played; the first is what the others are compared with.
    pub variants: Vec<Played>,
}

/// What came of one variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// What was asked for.
    pub name: String,
    /// The policy of each seat.
    pub policies: Vec<String>,
    /// What came of its games.
    pub study: Study,
    /// Game by game against the first variant.
    pub beside: Pairs,
}

/// Games of the same number under two policies, side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairs {
    /// For each seat, how many games it won under both.
    pub both: Vec<u64>,
    /// How many rounds longer the game is than under the first.
    pub longer: Histogram,
}

/// How a game ended: the seat that won, and the rounds.
type End = (Option<usize>, i64);

/// Plays every variant of a plan; the plan's own policies hold where a variant names none.
///
/// # Errors
/// Everything that keeps the game from being played so.
pub fn compare(
    game: &Game,
    plan: &Plan,
    variants: &[Variant],
) -> Result<Comparison, Vec<Diagnostic>> {
    let all = variants.iter().flat_map(|one| &one.policies).chain(&plan.policies);
    let told = unfit(game, &plan.players, &all.cloned().collect::<Vec<_>>());
    if !told.is_empty() {
        return Err(told);
    }
    let mut found = Comparison {
        schema: super::study::SCHEMA,
        game: game.name.clone(),
        title: game.title.clone(),
        seed: plan.seed,
        planned: plan.games,
        version: version(game),
        tables: Vec::new(),
    };
    for players in tables(game, &plan.players) {
        let program = |variant: &Variant| {
            let policies = [&plan.policies[..], &variant.policies].concat();
            program(game, players, &policies)
        };
        let programs = variants.iter().map(program).collect::<Result<Vec<_>, _>>()?;
        found.tables.push(table(variants, &programs, plan)?);
    }
    Ok(found)
}

fn table(
    variants: &[Variant],
    programs: &[Program],
    plan: &Plan,
) -> Result<Compared, Vec<Diagnostic>> {
    let chunks = plan.games.div_ceil(CHUNK);
    let chunk = |at: u64| {
        let start = at * CHUNK;
        chunk(programs, plan.seed, start..(start + CHUNK).min(plan.games))
    };
    let empty = || programs.iter().map(|one| (Study::empty(one, 0), Pairs::default())).collect();
    let merge = |mut a: Vec<(Study, Pairs)>, b: Vec<(Study, Pairs)>| {
        a.iter_mut().zip(&b).for_each(|(to, from)| {
            to.0.merge(&from.0);
            to.1.merge(&from.1);
        });
        a
    };
    let all = (0..chunks).into_par_iter().map(chunk).reduce(empty, merge);
    for (program, (study, _)) in programs.iter().zip(&all) {
        divides(program, study, plan.seed)?;
    }
    let played = variants.iter().zip(programs).zip(all);
    let played = played.map(|((variant, program), (study, beside))| Played {
        name: variant.name.clone(),
        policies: program.policies.clone(),
        study,
        beside,
    });
    let names = (0..programs[0].seats).map(|seat| programs[0].who(seat)).collect();
    Ok(Compared { names, variants: played.collect() })
}

/// Plays these games by every program, and holds each against the first.
fn chunk(programs: &[Program], seed: u64, games: std::ops::Range<u64>) -> Vec<(Study, Pairs)> {
    let mut first: Vec<End> = Vec::new();
    let play = |program: &Program| {
        let mut ends: Vec<End> = Vec::new();
        let study = play_chunk(program, &[], seed, games.clone(), &mut |table: &Table| {
            let winner = match table.over {
                Some(Over::Won(seat)) => Some(seat),
                _ => None,
            };
            ends.push((winner, table.round));
        });
        if first.is_empty() {
            first.clone_from(&ends);
        }
        let mut pairs = Pairs { both: vec![0; program.seats], ..Pairs::default() };
        for ((winner, rounds), (before, than)) in ends.iter().zip(&first) {
            if let Some(seat) = winner.filter(|_| winner == before) {
                pairs.both[seat] += 1;
            }
            pairs.longer.add(rounds - than);
        }
        (study, pairs)
    };
    programs.iter().map(play).collect()
}

impl Pairs {
    fn merge(&mut self, other: &Self) {
        self.both.resize(self.both.len().max(other.both.len()), 0);
        self.both.iter_mut().zip(&other.both).for_each(|(to, from)| *to += from);
        self.longer.merge(&other.longer);
    }
}

impl Compared {
    /// How much oftener a seat wins under a variant than under the first, as a share of all games,
    /// within `z` standard errors of games that are paired: by Agresti and Min, with half a game
    /// added to each of the four ways that a pair can end.
    pub fn oftener(&self, variant: usize, seat: usize, z: f64) -> Estimate {
        let (first, other) = (&self.variants[0], &self.variants[variant]);
        let n = other.study.games as f64;
        let both = other.beside.both[seat] as f64;
        let gained = other.study.won[seat] as f64 - both;
        let lost = first.study.won[seat] as f64 - both;
        let (gain, loss, all) = (gained + 0.5, lost + 0.5, n + 2.0);
        let middle = (gain - loss) / all;
        let half = z * ((gain + loss - (gain - loss) * middle).max(0.0)).sqrt() / all;
        Estimate {
            value: (gained - lost) / n.max(1.0),
            low: (middle - half).max(-1.0),
            high: (middle + half).min(1.0),
            source: Source::Played(other.study.games),
        }
    }
}
