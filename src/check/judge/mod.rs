//! The declared checks: each is read, asked, and given a verdict.

mod lists;
mod measured;
mod shares;
mod value;

use crate::diag::{Code, Diagnostic, plural};
use crate::model::Check;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::{
    Binary, CardFunction, Expr, Fault, Measure, Node, Scope, Text, Unary, expression,
};
use crate::sim::odds::WORK;
use crate::sim::play::{Play, visit};
use crate::sim::pool::Pool;

use super::games::{FIRST, Games, PATIENT, askable};
use super::seats::odd;
use super::{Effort, Row, Verdict};

pub use measured::Measured;
pub use value::{Asker, in_games, within};
use value::{needs_players, played};

/// The most deals for one check that names no budget.
const DEALS: u64 = 1_000_000;

/// A check that is read, for a number of players where that matters.
struct Asked<'c> {
    check: &'c Check,
    expr: Expr,
    players: Option<u32>,
    /// The most games or deals.
    budget: u64,
}

/// Asks all checks; failures and doubts are told.
pub fn judge(
    pool: &Pool<'_>,
    play: &Play,
    effort: &Effort,
    told: &mut Vec<Diagnostic>,
) -> Vec<Row> {
    let scope = Scope { pool };
    let (mut asked, mut rows) = (Vec::new(), Vec::new());
    let mut games = Games::new(pool, effort);
    for check in &pool.game.rules.checks {
        let read = Text::new(&check.that.text, &scope).and_then(|mut text| {
            let expr = expression(&mut text)?;
            if !text.done() {
                return Err(text.fault("this is not expected here"));
            }
            if let Some(fault) = shares::faults(&expr) {
                return Err(fault);
            }
            if !decides(&expr) {
                let message = "this is a number, and nothing says what it must be";
                let help = match expr.node {
                    Node::Measure(Measure::Chance, ..) => "compare it, such as with `>= 30%`",
                    _ => "compare it, such as with `>= 1`",
                };
                return Err(Fault::new(expr.range, message, help));
            }
            told.extend(text.warnings(&check.that));
            Ok(expr)
        });
        match read {
            // Of players that the game does not have, nothing is true or false.
            Ok(_) if odd(pool, check).is_some() => {
                rows.push(row(check, None, Verdict::Broken, String::new()));
            }
            Ok(expr) if uncounted(pool, &expr).is_some() => {
                let name = uncounted(pool, &expr).unwrap_or_default();
                let why = format!("not counted: the rulebook does not say how many `{name}` are");
                rows.push(row(check, None, Verdict::Undecided, why));
            }
            Ok(expr) if play.faulty && played(&expr) => {
                let why = "not played: the rules cannot be read".to_owned();
                let mut found = row(check, None, Verdict::Undecided, why);
                // Names that no game has are told all the same.
                let players = players(pool, check, &expr).first().copied().flatten();
                if let Err(fault) = askable(pool, players, &expr) {
                    told.push(fault.diagnostic(&check.that));
                    found = row(check, None, Verdict::Broken, String::new());
                }
                rows.push(found);
            }
            Ok(expr) => {
                let most = if played(&expr) { u64::from(effort.games) } else { DEALS };
                let budget = check.budget.map_or(most, u64::from).max(1);
                for players in players(pool, check, &expr) {
                    asked.push(Asked { check, expr: expr.clone(), players, budget });
                }
            }
            Err(fault) => {
                told.push(fault.diagnostic(&check.that));
                rows.push(row(check, None, Verdict::Broken, String::new()));
            }
        }
    }
    // All are prepared first, so that the same games serve them all.
    let prepared: Vec<_> = asked
        .iter()
        .map(|one| match played(&one.expr) {
            true => games.prepare(play, one.players, &one.expr, told),
            false => Ok(()),
        })
        .collect();
    for (one, prepared) in asked.iter().zip(prepared) {
        let asker = Asker::new(pool, one.players);
        let answered = prepared.and_then(|()| match played(&one.expr) {
            true => games.ask(one.check, &one.expr, &asker),
            false => counted(one, &asker, effort),
        });
        let mut row = answer(one, answered, asker.needs(), told);
        if played(&one.expr) {
            doubt(one, games.cut_off(one.players), &mut row, told);
        }
        rows.push(row);
    }
    rows.sort_by_key(|row| row.span.start);
    rows
}

/// Answers a check without games; hands that are too many to count are dealt until they decide it, or take too much work.
fn counted(asked: &Asked<'_>, asker: &Asker<'_, '_>, effort: &Effort) -> Answer {
    let mut goal = FIRST.min(asked.budget);
    let work = WORK * if asked.check.budget.is_some() { PATIENT } else { 1 };
    let mut last = false;
    loop {
        last |= goal >= asked.budget;
        asker.settle(last);
        asker.deal(effort.seed, goal, work);
        let answer = asker.ask(&asked.expr)?;
        let dealt = answer.1.iter().filter_map(|one| one.estimate.cases()).min();
        let Some(dealt) = dealt.filter(|_| !last && answer.0.verdict().is_none()) else {
            return Ok(answer);
        };
        // What was cut short is asked once more, as the last word.
        last = dealt < goal;
        goal = if last { goal } else { (goal * 2).min(asked.budget) };
    }
}

/// The first component of an expression whose count nobody says, which is told by itself.
fn uncounted(pool: &Pool<'_>, expr: &Expr) -> Option<String> {
    let mut found = None;
    visit(expr, &mut |inner| {
        let Node::Component(name) = &inner.node else { return };
        let mut named = pool.game.rules.components.iter().filter(|one| one.name.value == *name);
        if named.any(|one| one.count.is_none()) {
            found.get_or_insert_with(|| name.clone());
        }
    });
    found
}

/// The numbers of players that a check is asked for.
fn players(pool: &Pool<'_>, check: &Check, expr: &Expr) -> Vec<Option<u32>> {
    if !needs_players(expr) {
        return vec![None];
    }
    let sides = !pool.game.rules.sides.is_empty();
    if !check.players.is_empty() && !sides {
        return check.players.iter().copied().map(Some).collect();
    }
    let (least, most) = pool.game.players.unwrap_or((1, 1));
    match pool.game.rules.sides.is_empty() {
        true => (least..=most).map(Some).collect(),
        false => vec![None],
    }
}

fn row(check: &Check, players: Option<u32>, verdict: Verdict, found: String) -> Row {
    Row {
        name: check.name.value.clone(),
        text: check.that.text.clone(),
        players,
        verdict,
        found,
        measured: Vec::new(),
        span: check.that.span,
    }
}

/// The verdict of a check that was asked; what is wrong is told.
fn answer(
    asked: &Asked<'_>,
    answered: Answer,
    needs: Option<f64>,
    told: &mut Vec<Diagnostic>,
) -> Row {
    let Asked { check, players, .. } = asked;
    match answered {
        Ok((estimate, measured)) => {
            let found = found(check, &measured);
            let verdict = match estimate.verdict() {
                Some(true) => Verdict::Passed,
                Some(false) => Verdict::Failed,
                None => Verdict::Undecided,
            };
            told.extend(message(asked, verdict, &measured, estimate, needs));
            Row { measured, ..row(check, *players, verdict, found) }
        }
        Err(fault) => {
            told.push(fault.diagnostic(&check.that));
            row(check, *players, Verdict::Broken, String::new())
        }
    }
}

/// What holds only if games that were cut off are left out of account is not decided.
fn doubt(asked: &Asked<'_>, (cut, games): (u64, u64), row: &mut Row, told: &mut Vec<Diagnostic>) {
    if cut == 0 || row.verdict != Verdict::Passed {
        return;
    }
    row.verdict = Verdict::Undecided;
    let name = &asked.check.name.value;
    let message =
        format!("`{name}` is not decided: {cut} of {games} games were cut off, too many steps");
    let help = "look for a rule that repeats without end, or for a round that takes very long";
    let diagnostic = Diagnostic::warning(Code::CHECK_UNDECIDED, message);
    told.push(diagnostic.at(asked.check.that.span).help(help));
}

/// Whether an expression says yes or no.
fn decides(expr: &Expr) -> bool {
    matches!(
        expr.node,
        Node::Compare(..)
            | Node::Binary(Binary::And | Binary::Or, ..)
            | Node::Unary(Unary::Not, _)
            | Node::Wins(_)
            | Node::Cards(CardFunction::Needs, ..)
    )
}

/// What was measured, in words.
fn found(check: &Check, measured: &[Measured]) -> String {
    let several = measured.len() > 1;
    let words = measured.iter().map(|one| {
        let text = check.that.text.get(one.range.clone()).unwrap_or_default();
        if several { format!("{text} = {}", one.words()) } else { one.words() }
    });
    words.collect::<Vec<_>>().join("; ")
}

fn message(
    asked: &Asked<'_>,
    verdict: Verdict,
    measured: &[Measured],
    estimate: Estimate,
    needs: Option<f64>,
) -> Option<Diagnostic> {
    let Asked { check, players, .. } = asked;
    let with = players.map(|many| format!(" with {}", plural(many as usize, "player")));
    let with = with.unwrap_or_default();
    let name = &check.name.value;
    let mut diagnostic = match verdict {
        Verdict::Passed | Verdict::Broken => return None,
        Verdict::Failed => {
            let message = format!("`{name}` does not hold{with}");
            match check.warning {
                true => Diagnostic::warning(Code::CHECK_FAILED, message),
                false => Diagnostic::error(Code::CHECK_FAILED, message),
            }
        }
        Verdict::Undecided => {
            let games = estimate.cases().unwrap_or(0);
            let message = format!("`{name}` is not decided{with} after {games} {}", of(estimate));
            Diagnostic::warning(Code::CHECK_UNDECIDED, message)
        }
    };
    // What keeps the check from holding goes first.
    let mut measured: Vec<&Measured> = measured.iter().collect();
    measured.sort_by_key(|one| one.holds);
    diagnostic = match measured.split_first() {
        Some((first, rest)) => {
            let place = check.that.place(first.range.clone());
            let mut diagnostic = diagnostic.at_with(place, format!("is {}", first.words()));
            for one in rest {
                let place = check.that.place(one.range.clone());
                let holds = if one.holds { ", which holds" } else { "" };
                diagnostic = diagnostic.also(place, format!("is {}{holds}", one.words()));
            }
            diagnostic
        }
        None => diagnostic.at(check.that.span),
    };
    let reason = Some(check.reason.clone()).filter(|reason| !reason.is_empty());
    let budget = (verdict == Verdict::Undecided).then(|| enough(asked.budget, estimate, needs));
    Some(diagnostic.help_if(reason).help_if(budget))
}

/// What was played or dealt, in a word.
fn of(estimate: Estimate) -> &'static str {
    if matches!(estimate.source, Source::Dealt(_)) { "deals" } else { "games" }
}

/// How many games would decide a check, and what else would.
fn enough(budget: u64, estimate: Estimate, needs: Option<f64>) -> String {
    let limit = "a limit farther from what was found";
    let games = estimate.cases().unwrap_or(0);
    if games < budget {
        let (games, of) = (grouped(games), of(estimate));
        return format!(
            "no more than {games} {of} are looked at, as they take so long: ask of less, or give it {limit}"
        );
    }
    let games = games as f64;
    match needs.filter(|needs| (games..1e12).contains(needs)) {
        Some(needs) => {
            // Two digits say all that is known.
            let digit = 10_f64.powf(needs.log10().floor() - 1.0).max(1.0);
            let needs = grouped(((needs / digit).ceil() * digit) as u64);
            let of = of(estimate);
            format!("about {needs} {of} would decide it: give it a larger `budget`, or {limit}")
        }
        None => {
            format!("give it a larger `budget`, or better {limit}, as hardly any number decides it")
        }
    }
}

/// A number with its digits in groups: 1,300,000.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// What a check asks of games, for those who play them.
pub type Answer = Result<(Estimate, Vec<Measured>), Fault>;

#[cfg(test)]
mod tests {
    use super::{Estimate, Source, enough};

    #[test]
    fn a_larger_budget_is_advised_only_where_the_budget_was_the_end() {
        let open = |source| Estimate { value: 0.5, low: 0.4, high: 0.6, source };
        let told = enough(1_000_000, open(Source::Dealt(663_790)), Some(2e6));
        assert!(told.starts_with("no more than 663,790 deals are looked at, "), "{told}");
        let told = enough(663_790, open(Source::Played(663_790)), Some(2e6));
        assert!(told.starts_with("about 2,000,000 games would decide it: "), "{told}");
    }
}
