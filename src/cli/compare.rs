//! `--compare "Convoy=random"`: the same games by other policies, in one table with what differs.

use super::args::StudyFormat;
use super::simulate::policy;
use crate::diag::{Diagnostic, plural};
use crate::model::Game;
use crate::sim::compare::{Compared, Comparison, Played, Variant, compare as play};
use crate::sim::estimate::{signed, wilson};
use crate::sim::histogram::Histogram;
use crate::sim::shown::{INTERVALS, SHOWN, mean, share};
use crate::sim::study::Plan;

/// Plays the plan by its own policies, and then with each variant's in place of them.
pub fn compare(
    game: &Game,
    plan: &Plan,
    asked: &[String],
    format: StudyFormat,
) -> Result<String, Vec<Diagnostic>> {
    let first = match plan.policies.as_slice() {
        [] => "as declared".to_owned(),
        own => own.iter().map(words).collect::<Vec<_>>().join(","),
    };
    let mut variants = vec![Variant { name: first, policies: Vec::new() }];
    variants.extend(asked.iter().map(|text| {
        let policies = text.split(',').map(policy).collect();
        Variant { name: text.clone(), policies }
    }));
    let found = play(game, plan, &variants)?;
    Ok(match format {
        StudyFormat::Json => serde_json::to_string_pretty(&found).unwrap_or_default(),
        StudyFormat::Html => super::html::compared(&found),
        StudyFormat::Human => lines(&found),
    })
}

fn words((side, name): &(String, String)) -> String {
    if side.is_empty() { name.clone() } else { format!("{side}={name}") }
}

fn lines(found: &Comparison) -> String {
    let Comparison { game, seed, planned, .. } = found;
    let mut lines =
        vec![format!("{game}: seed {seed}, {planned} games for each column; {INTERVALS}")];
    for table in &found.tables {
        for at in 1..table.variants.len() {
            lines.push(String::new());
            lines.extend(columns(&rows(table, at)));
        }
    }
    lines.join("\n")
}

/// The rows of a table: the first variant, another, and what differs.
fn rows(table: &Compared, at: usize) -> Vec<[String; 4]> {
    let (first, other) = (&table.variants[0], &table.variants[at]);
    let title = plural(table.names.len(), "seat");
    let mut rows = vec![[title, first.name.clone(), other.name.clone(), "difference".into()]];
    for (seat, name) in table.names.iter().enumerate() {
        let won = |one: &Played| share(one.study.won[seat], one.study.games);
        let by = |one: &Played| format!("by `{}`", one.policies[seat]);
        let more = points(table, at, seat);
        rows.push([format!("{name} wins"), won(first), won(other), more]);
        rows.push([String::new(), by(first), by(other), String::new()]);
    }
    let nobody = |one: &Played| share(one.study.drawn + one.study.stuck, one.study.games);
    rows.push(["nobody wins".into(), nobody(first), nobody(other), String::new()]);
    if table.names.len() > 1 {
        let what = format!("{} over an even share", table.names[0]);
        let ahead = |one: &Played| advantage(one, table.names.len());
        rows.push([what, ahead(first), ahead(other), String::new()]);
    }
    let longer = longer(&other.beside.longer);
    rows.push(["rounds".into(), mean(&first.study.rounds), mean(&other.study.rounds), longer]);
    let spread = |one: &Played| {
        let at = [0.05, 0.5, 0.95].map(|share| one.study.rounds.quantile(share));
        format!("{}/{}/{}", at[0], at[1], at[2])
    };
    rows.push(["rounds, 5/50/95 %".into(), spread(first), spread(other), String::new()]);
    rows
}

/// How much oftener a seat wins, in points of a hundred.
pub(super) fn points(table: &Compared, at: usize, seat: usize) -> String {
    let found = table.oftener(at, seat, SHOWN);
    let [value, low, high] = [found.value, found.low, found.high].map(|one| one * 100.0);
    format!("{} points ({} … {})", signed(value, 2), signed(low, 2), signed(high, 2))
}

/// Of the games that somebody won, the share of the first seat beside an even one.
fn advantage(one: &Played, seats: usize) -> String {
    let decided: u64 = one.study.won.iter().sum();
    if decided == 0 {
        return "nobody won".into();
    }
    let found = wilson(one.study.won[0], decided, SHOWN);
    let even = 1.0 / seats as f64;
    let [value, low, high] = [found.value, found.low, found.high].map(|one| (one - even) * 100.0);
    format!("{} points ({} … {})", signed(value, 2), signed(low, 2), signed(high, 2))
}

/// The mean of a difference, with its interval over pairs of games.
fn longer(difference: &Histogram) -> String {
    let half = SHOWN * difference.deviation() / (difference.total().max(1) as f64).sqrt();
    let mean = difference.mean();
    format!("{} ({} … {})", signed(mean, 3), signed(mean - half, 3), signed(mean + half, 3))
}

/// Rows whose columns stand below each other.
fn columns(rows: &[[String; 4]]) -> Vec<String> {
    let wide = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths = [wide(0), wide(1), wide(2)];
    let line = |row: &[String; 4]| {
        let cells = row.iter().zip(widths).map(|(cell, wide)| format!("{cell:<wide$}  "));
        format!("  {}{}", cells.collect::<String>(), row[3]).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
