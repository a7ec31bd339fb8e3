//! Checks that games must be played for: more and more of them, until chance can no longer change the answer.

use std::collections::BTreeMap;

use super::Effort;
use super::judge::{Answer, Asker, in_games};
use crate::diag::Diagnostic;
use crate::model::Check;
use crate::sim::engine::{Program, compile, question};
use crate::sim::estimate::{Estimate, Source};
use crate::sim::games::{Probe, Study, play};
use crate::sim::lang::{CardFunction, Context, Expr, Fault, Measure, Node};
use crate::sim::play::{Play, visit};
use crate::sim::pool::Pool;

/// The first look at a check, in games; each next one is at twice as many.
const FIRST: u64 = 4096;
/// The most steps that games may take before a check is left as it is.
const WORK: u64 = 200_000_000;
/// Games that show how much work a game is.
const TRIAL: u64 = 16;

/// The standard deviations of a verdict, see [`super::CERTAIN`]: with at most twenty looks, one in ten thousand is wrong.
const SURE: f64 = 4.5;

/// The games of a number of players, shared by all checks that ask for them.
struct Played {
    program: Program,
    probes: Vec<Probe>,
    /// What each probe answers.
    asked: Vec<Node>,
    study: Study,
}

/// All games that checks ask for.
pub struct Games<'p, 'g> {
    pool: &'p Pool<'g>,
    effort: Effort,
    played: BTreeMap<Option<u32>, Played>,
}

impl<'p, 'g> Games<'p, 'g> {
    /// No game yet.
    pub fn new(pool: &'p Pool<'g>, effort: &Effort) -> Self {
        Self { pool, effort: *effort, played: BTreeMap::new() }
    }

    /// Notes what a check will ask, so that games are played once for all checks.
    ///
    /// # Errors
    /// The rules cannot be played, all told; or the check asks what a game does not know.
    pub fn prepare(
        &mut self,
        rules: &Play,
        players: Option<u32>,
        expr: &Expr,
        told: &mut Vec<Diagnostic>,
    ) -> Result<(), Fault> {
        if !self.pool.game.rules.playable() {
            let (message, help) = match self.pool.game.rules.unplayable.first() {
                Some(what) => (
                    format!("this must be played, and the rulebook does not say `{}`", what.value),
                    "decide: `{ value = …, assumed = \"why\" }`",
                ),
                None => (
                    "this must be played, and the rules are not there or not complete".to_owned(),
                    "declare zones, `[setup]` and `[[turn.phases]]`",
                ),
            };
            return Err(Fault::new(expr.range.clone(), message, help));
        }
        if !self.played.contains_key(&players) {
            let program = compile(self.pool, rules, players, &[]).map_err(|faults| {
                told.extend(faults);
                Fault::new(expr.range.clone(), "this must be played, and the rules have faults", "")
            })?;
            let study = Study::empty(&program, 0);
            let (probes, asked) = (Vec::new(), Vec::new());
            self.played.insert(players, Played { program, probes, asked, study });
        }
        let Some(played) = self.played.get_mut(&players) else { return Ok(()) };
        let mut fault = None;
        visit(expr, &mut |inner| {
            let Node::Measure(_, context, body) = &inner.node else { return };
            if !in_games(context, body) || played.asked.contains(&inner.node) {
                return;
            }
            let round = if let Context::Turn(round) = **context { Some(round) } else { None };
            match question(self.pool, players, body) {
                Ok(question) => {
                    played.probes.push(Probe::new(question, round));
                    played.asked.push(inner.node.clone());
                }
                Err(found) => fault = Some(found),
            }
        });
        fault.map_or(Ok(()), Err)
    }

    /// Tells what keeps the rules from being played, when no check plays them.
    pub fn compiles(&self, rules: &Play, told: &mut Vec<Diagnostic>) {
        let game = self.pool.game;
        if !game.rules.playable() {
            return;
        }
        let least = game.players.map_or(1, |(least, _)| least);
        let players = game.rules.sides.is_empty().then_some(least);
        if let Err(faults) = compile(self.pool, rules, players, &[]) {
            told.extend(faults);
        }
    }

    /// Of the games of a number of players, how many were cut off, and how many were played.
    pub fn cut_off(&self, players: Option<u32>) -> (u64, u64) {
        let study = self.played.get(&players).map(|played| &played.study);
        study.map_or((0, 0), |study| (study.stuck, study.games))
    }

    /// Answers a check that is prepared.
    ///
    /// # Errors
    /// Something in it cannot be asked.
    pub fn ask(&mut self, check: &Check, expr: &Expr, asker: &Asker<'_, '_>) -> Answer {
        let budget = u64::from(check.budget.unwrap_or(self.effort.games)).max(1);
        let seed = self.effort.seed;
        let Some(played) = self.played.get_mut(&asker.players()) else {
            return Err(Fault::new(expr.range.clone(), "no game was played", ""));
        };
        played.extend(TRIAL.min(budget), seed);
        let mut goal = FIRST.min(budget);
        loop {
            // Rules that take very long are asked of as many games as the work allows.
            let each = played.study.steps / played.study.games.max(1) + 1;
            let most = budget.min(WORK / each).max(TRIAL.min(budget));
            let last = goal >= most;
            played.extend(goal.min(most), seed);
            if let Some(game) = played.study.zero {
                let message = format!("a rule, or this check, divides by 0 in game {game}");
                let help =
                    format!("`deckle simulate --seed {seed} --replay {game}` shows the game");
                return Err(Fault::new(expr.range.clone(), message, help));
            }
            asker.settle(last);
            let answer = asker.ask_with(expr, &|inner| played.measured(inner, last))?;
            if last || answer.0.verdict().is_some() {
                return Ok(answer);
            }
            goal = (goal * 2).min(budget);
        }
    }
}

impl Played {
    /// Plays on until there are so many games.
    fn extend(&mut self, games: u64, seed: u64) {
        if self.study.games < games {
            let more = play(&self.program, &self.probes, seed, self.study.games..games);
            self.study.merge(&more);
        }
    }

    /// What the games so far say of a measure.
    fn measured(&self, expr: &Expr, last: bool) -> Result<Estimate, Fault> {
        match &expr.node {
            Node::Measure(measure, ..) => {
                let at = self.asked.iter().position(|node| *node == expr.node);
                let histogram = at.and_then(|at| self.study.probes.get(at));
                let histogram = histogram
                    .ok_or_else(|| Fault::new(expr.range.clone(), "this was not asked", ""))?;
                let mut found = histogram.measure(*measure, SURE);
                // What was the same in all games that may be played counts as always the same.
                let mut values = histogram.iter();
                let constant = values.next().is_some() && values.next().is_none();
                if last && constant && *measure != Measure::Chance {
                    (found.low, found.high) = (found.value, found.value);
                }
                Ok(found)
            }
            Node::Cards(CardFunction::NeverPlayed, of, _) => {
                let kinds = of.iter().flat_map(|one| one.set.iter());
                let never = kinds.filter(|kind| self.study.plays[*kind] == 0).count() as f64;
                let low = if last { never } else { 0.0 };
                let source = Source::Played(self.study.games);
                Ok(Estimate { value: never, low, high: never, source })
            }
            _ => Err(Fault::new(expr.range.clone(), "this cannot be asked of games", "")),
        }
    }
}
