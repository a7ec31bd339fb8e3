//! Checks that games must be played for: more and more of them, until chance can no longer change the answer.

use std::collections::BTreeMap;

use super::Effort;
use super::judge::{Answer, Asker, in_games, within};
use crate::diag::Diagnostic;
use crate::model::Check;
use crate::sim::engine::{Program, Question, compile, question};
use crate::sim::estimate::{Estimate, Source};
use crate::sim::games::{Probe, Study, play};
use crate::sim::histogram::Histogram;
use crate::sim::lang::{CardFunction, Context, Expr, Fault, Measure, Node};
use crate::sim::odds;
use crate::sim::play::{Play, visit};
use crate::sim::pool::Pool;

/// The first look at a check, in games; each next one is at twice as many.
pub const FIRST: u64 = 4096;
/// The most steps that games may take before a check is left as it is.
const WORK: u64 = 200_000_000;
/// How many times as many are taken where a check says how many games or deals it may have.
pub const PATIENT: u64 = 10;
/// Games that show how much work a game is.
const TRIAL: u64 = 16;

/// The standard deviations of a verdict, see [`super::CERTAIN`]: with at most twenty looks, one in ten thousand is wrong.
pub const SURE: f64 = 4.5;

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
        each_question(self.pool, players, expr, &mut |node, question, round| {
            if !played.asked.contains(node) {
                played.probes.push(Probe::new(question, round));
                played.asked.push(node.clone());
            }
        })
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
        let work = WORK * if check.budget.is_some() { PATIENT } else { 1 };
        let seed = self.effort.seed;
        let Some(played) = self.played.get_mut(&asker.players()) else {
            return Err(Fault::new(expr.range.clone(), "no game was played", ""));
        };
        played.extend(TRIAL.min(budget), seed);
        let mut goal = FIRST.min(budget);
        loop {
            // Rules that take very long are asked of as many games as the work allows.
            let each = played.study.steps / played.study.games.max(1) + 1;
            let most = budget.min(work / each).max(TRIAL.min(budget));
            let last = goal >= most;
            played.extend(goal.min(most), seed);
            if let Some((game, why)) = played.study.no_value() {
                let message = format!("a rule, or this check, {why} in game {game}");
                let help =
                    format!("`deckle simulate --seed {seed} --replay {game}` shows the game");
                return Err(Fault::new(expr.range.clone(), message, help));
            }
            if !last && played.awaits(expr) {
                goal = (goal * 2).min(budget);
                continue;
            }
            asker.settle(last);
            asker.deal(seed, goal, odds::WORK);
            let answer = asker.ask_with(expr, &|inner| played.measured(inner, last))?;
            if last || answer.0.verdict().is_some() {
                return Ok(answer);
            }
            goal = (goal * 2).min(budget);
        }
    }
}

/// Goes through what an expression asks of games, with the round after which it asks.
fn each_question(
    pool: &Pool<'_>,
    players: Option<u32>,
    expr: &Expr,
    see: &mut impl FnMut(&Node, Question, Option<u32>),
) -> Result<(), Fault> {
    let mut fault = None;
    visit(expr, &mut |inner| {
        let Node::Measure(_, context, body) = &inner.node else { return };
        if !in_games(context, body) {
            return;
        }
        let round = if let Context::Turn(round) = **context { Some(round) } else { None };
        match within(inner).and_then(|()| question(pool, players, body)) {
            Ok(question) => see(&inner.node, question, round),
            Err(found) => fault = fault.take().or(Some(found)),
        }
    });
    fault.map_or(Ok(()), Err)
}

/// Whether games know what an expression asks of them, with rules that cannot all be read.
///
/// # Errors
/// The first name that they do not know.
pub fn askable(pool: &Pool<'_>, players: Option<u32>, expr: &Expr) -> Result<(), Fault> {
    each_question(pool, players, expr, &mut |_, _, _| {})
}

/// The mean of the games in which it came; games in which it did not have no number to add.
fn came(expr: &Expr, histogram: &Histogram, last: bool) -> Result<Estimate, Fault> {
    let (came, games) = (histogram.came(), histogram.total());
    let many = came.total();
    if many == 0 {
        let message = format!("this has no mean: it came in none of {games} games");
        let help = "ask for its chance, such as `P(EVENT <= rounds)`";
        return Err(Fault::new(expr.range.clone(), message, help));
    }
    let found = came.asked(Measure::Mean, SURE, last);
    let source = if many < games { Source::Came(many, games) } else { found.source };
    Ok(Estimate { source, ..found })
}

impl Played {
    /// Whether an expression asks for the round of something that may not come in a game.
    fn may_not_come(&self, expr: &Expr) -> bool {
        let mut may = false;
        visit(expr, &mut |inner| {
            may |= match &inner.node {
                Node::Place(place) => self.program.may_not_come(&place.name),
                Node::Out(_) => true,
                _ => false,
            };
        });
        may
    }

    /// Whether a mean is asked of something that has not come yet, and that is perhaps only rare.
    fn awaits(&self, expr: &Expr) -> bool {
        let mut awaits = false;
        visit(expr, &mut |inner| {
            if matches!(inner.node, Node::Measure(Measure::Mean, ..))
                && let Some(at) = self.asked.iter().position(|node| *node == inner.node)
                && let Some(histogram) = self.study.probes.get(at)
            {
                awaits |= self.may_not_come(inner) && histogram.came().total() == 0;
            }
        });
        awaits
    }

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
                match measure {
                    Measure::Mean if self.may_not_come(expr) => came(expr, histogram, last),
                    _ => Ok(histogram.asked(*measure, SURE, last)),
                }
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
