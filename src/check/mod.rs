//! Does the game hold together? Lints, and the checks that the manifest declares.

mod components;
mod flow;
mod games;
mod inventory;
mod judge;
mod linear;
mod lints;
mod notation;
mod reach;
mod rulebook;
mod rules;
mod seats;
mod spelling;
mod supply;
mod symmetry;
mod trials;
mod usage;
mod victory;
mod winners;
mod words;

use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::model::{Assumed, Game};
use crate::sim::engine::compile;
use crate::sim::play;
use crate::sim::pool::Pool;
use crate::span::Span;

pub use judge::Measured;

/// The bounds of what was played hold the truth in so many of a hundred cases.
pub const CERTAIN: &str = "99.9993";

/// What the checks of a game found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The declared checks, in the manifest's order.
    pub rows: Vec<Row>,
    /// What the rulebook does not say and the designer has assumed.
    pub assumed: Vec<Assumed>,
    /// Findings that are meant, with the reasons.
    pub allowed: Vec<(String, String)>,
    /// The seed of the games that were played; nothing where none was.
    pub seed: Option<u64>,
}

/// A declared check and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its expression.
    pub text: String,
    /// The number of players that it was asked for, where that matters.
    pub players: Option<u32>,
    /// How it ended.
    pub verdict: Verdict,
    /// What was found, with how it is known.
    pub found: String,
    /// The numbers in it.
    pub measured: Vec<Measured>,
    /// Where it stands.
    pub span: Span,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed,
    /// Chance leaves it open.
    Undecided,
    /// It could not be read or asked.
    Broken,
}

impl Verdict {
    /// A word for tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "holds",
            Self::Failed => "FAILS",
            Self::Undecided => "not decided",
            Self::Broken => "not read",
        }
    }
}

/// How much work the checks may do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The seed of everything that is played.
    pub seed: u64,
    /// The most games for one check that names no budget.
    pub games: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { seed: 1, games: 200_000 }
    }
}

/// Checks a game; every finding goes to `sink`.
pub fn check(game: &Game, effort: &Effort, sink: &mut Sink) -> Report {
    let rules = &game.rules;
    let pool = Pool::new(game);
    let mut told = Vec::new();
    let mut play = play::read(&pool, &mut told);
    // Names that nothing has are told together with words that cannot be read.
    let faults = compiles(&pool, &play);
    play.faulty |= !faults.is_empty();
    told.extend(faults);
    for lint in lints::ALONE.iter().chain(lints::WHOLE.iter().filter(|_| !play.faulty)) {
        lint(&pool, &play, &mut told);
    }
    let mut rows = judge::judge(&pool, &play, effort, &mut told);
    let (more, tried) = trials::trials(&pool, &play, effort, &mut told);
    rows.extend(more);
    let dealt = rows.iter().flat_map(|row| &row.measured).any(|one| one.estimate.cases().is_some());
    let seed = (tried || dealt).then_some(effort.seed);
    let allowed = tell(game, told, &rows, sink);
    Report { rows, assumed: rules.assumed.clone(), allowed, seed }
}

/// What keeps the rules from being played with the fewest players, or with the most.
fn compiles(pool: &Pool<'_>, play: &play::Play) -> Vec<Diagnostic> {
    let rules = &pool.game.rules;
    if rules.phases.is_empty() && rules.deals.is_empty() {
        return Vec::new();
    }
    let (least, most) = pool.game.players.unwrap_or((1, 1));
    let faults = |players: u32| {
        let players = rules.sides.is_empty().then_some(players);
        compile(pool, play, players, &[]).err().unwrap_or_default()
    };
    let few = faults(least);
    if few.is_empty() { faults(most) } else { few }
}

/// Hands on what is not allowed, and tells allowances that allow nothing.
fn tell(
    game: &Game,
    told: Vec<Diagnostic>,
    rows: &[Row],
    sink: &mut Sink,
) -> Vec<(String, String)> {
    let allows = &game.rules.allows;
    let mut used = vec![false; allows.len()];
    let mut allowed = Vec::new();
    let unread = |one: &Diagnostic| {
        let broken = rows.iter().filter(|row| row.verdict == Verdict::Broken);
        one.severity == Severity::Error
            && one
                .place
                .as_ref()
                .is_some_and(|label| broken.clone().any(|row| row.span.holds(label.span)))
    };
    for one in told {
        // A check that cannot be read says nothing, which nobody can mean.
        if unread(&one) {
            sink.push(one);
            continue;
        }
        let meant = allows.iter().position(|allow| {
            allow.code.value == one.code.name() && one.message.contains(&allow.about)
        });
        match meant {
            Some(at) => {
                used[at] = true;
                allowed.push((one.message, allows[at].reason.clone()));
            }
            None => sink.push(one),
        }
    }
    for (allow, used) in allows.iter().zip(used) {
        if !used {
            let message = format!("nothing is found that `{}` would allow", allow.code.value);
            let severity = Severity::Warning;
            let diagnostic = Diagnostic::new(Code::ALLOW_UNUSED, severity, message);
            sink.push(diagnostic.at(allow.code.span).help("remove this `[[allow]]`"));
        }
    }
    allowed
}
