//! The charts of the games of one number of players.

use super::chart::{Chart, Kind, Mark, Series, distribution, number, share};
use crate::diag::plural;
use crate::sim::deals::{Group, Opening};
use crate::sim::histogram::Histogram;
use crate::sim::shown::{percentage, spread};
use crate::sim::study::Played;

/// Rounds in which a watched event is followed.
const FOLLOWED: i64 = 12;
/// The most bars of a chart.
const BARS: usize = 40;

/// All charts of a table.
pub fn charts(table: &Played) -> Vec<Chart> {
    let study = &table.study;
    let seats = format!("{}, {} games", plural(table.seats, "seat"), study.games);
    if table.dealt_only() {
        let mut charts: Vec<Chart> = table.openings.iter().map(opening).collect();
        charts.extend(watched(table, &seats));
        return charts;
    }
    let mut charts: Vec<Chart> = table.decides.then(|| wins(table, &seats)).into_iter().collect();
    charts.extend(table.openings.iter().map(opening));
    charts.push(columns("Length of a game", "rounds", &study.rounds, study.games, &seats));
    charts.extend(out(table, &seats));
    charts.extend(watched(table, &seats));
    for (name, counter) in table.counters.iter().zip(&study.counters) {
        let title = format!("`{name}` at the end");
        charts.push(columns(&title, "value at the end", counter, study.games, &seats));
    }
    charts.extend(lead(table, &seats));
    if table.study.plays.iter().any(|plays| *plays > 0) {
        charts.push(plays(table, &seats));
    }
    charts
}

/// Who wins, by seat, with the games that nobody won and those that were cut off.
fn wins(table: &Played, seats: &str) -> Chart {
    let study = &table.study;
    let names = table.names.iter().zip(&table.policies);
    let wins = names.zip(&study.won).map(|((name, policy), won)| {
        share(format!("{name} (policy `{policy}`)"), *won, study.games)
    });
    let mut marks: Vec<Mark> = wins.collect();
    let others = [
        ("nobody", study.drawn, study.drawn > 0),
        ("cut off: too many steps", study.stuck, true),
        ("of all, ended by `max_rounds`", study.full, study.full > 0),
        ("of all, several ends at once", study.tied, study.tied > 0),
    ];
    let others = others.into_iter().filter(|(_, _, shown)| *shown);
    marks.extend(others.map(|(what, games, _)| share(what, games, study.games)));
    let line = (table.seats > 1).then(|| (1.0 / table.seats as f64, "an even share".to_owned()));
    let chart = Chart {
        title: format!("Who wins, and how games end, {}", plural(table.seats, "seat")),
        note: format!("{seats}; whiskers and brackets: 95 % intervals by Wilson"),
        marks,
        line,
        ..Chart::default()
    };
    chart.of_shares("share of the games", true)
}

/// How many cards of each kind an opening hand holds.
fn opening(opening: &Opening) -> Chart {
    let whose = if opening.side.is_empty() { "Every" } else { opening.side.as_str() };
    let row = |group: &Group| {
        let mut start = 0.0;
        let parts = ["0", "1", "2", "3+"].into_iter().zip(group.chances).map(|(words, chance)| {
            let part = (start, chance, format!("{words}: {:.1} %", chance * 100.0));
            start += chance;
            part
        });
        let copies = group.copies;
        let notation = match group.notation.as_str() {
            "" => String::new(),
            notation => format!("{notation}: "),
        };
        Mark {
            label: format!("{notation}{} ({copies})", group.name),
            value: format!(
                "mean {:.3}; at least one {}",
                group.mean,
                percentage(1.0 - group.chances[0], 2)
            ),
            parts: parts.collect(),
            ..Mark::default()
        }
    };
    let chart = Chart {
        title: format!("Opening hand: {} of {} cards", opening.hand, opening.of),
        note: format!(
            "{whose} hand as it is dealt, exact: the chances of none (white), one, two, and three or more (black) of each; in brackets the copies in the deck"
        ),
        kind: Kind::Stack,
        marks: opening.groups.iter().take(BARS).map(row).collect(),
        ..Chart::default()
    };
    chart.of_shares("share of all hands", true)
}

/// A distribution as columns; what lies beyond them is told.
fn columns(title: &str, along: &str, histogram: &Histogram, total: u64, seats: &str) -> Chart {
    let (marks, (first, last)) = distribution(histogram, total);
    let (low, high) = (histogram.quantile(0.0), histogram.quantile(1.0));
    let (below, above) = (histogram.up_to(first - 1), histogram.total() - histogram.up_to(last));
    let beyond = [(below, low, "below"), (above, high, "above")].into_iter();
    let beyond = beyond
        .filter(|(games, ..)| *games > 0)
        .map(|(games, end, side)| format!("; {games} games {side} the columns, as far as {end}"));
    let chart = Chart {
        title: title.into(),
        note: format!("{seats}; mean {}{}", spread(histogram), beyond.collect::<String>()),
        kind: Kind::Columns,
        along: along.into(),
        marks,
        ..Chart::default()
    };
    chart.of_shares("share of the games", false)
}

/// When a pile first had no card to give, in games and by the draws alone.
fn out(table: &Played, seats: &str) -> Vec<Chart> {
    let (study, deals) = (&table.study, &table.deals);
    let each = [
        (
            "A pile first runs out, in games",
            &study.deck_out,
            study.games,
            "with all that is played",
        ),
        (
            "A pile first runs out, by the draws alone",
            &deals.deck_out,
            deals.games,
            "each round's draws, with nothing made anew",
        ),
    ];
    let charts = each.into_iter().filter_map(|(title, histogram, games, how)| {
        let ever = histogram.ever();
        let note = format!("{seats}; {how}; in {} of {games} games", ever.total());
        let chart = Chart { note, ..columns(title, "round", &ever, games, seats) };
        (ever.total() > 0).then_some(chart)
    });
    charts.collect()
}

/// A chart of each watched event and each seat that it is told of.
fn watched(table: &Played, seats: &str) -> Vec<Chart> {
    let each = |at: usize| table.told(at).into_iter().map(move |who| first(table, at, who, seats));
    (0..table.watches.len()).flat_map(each).collect()
}

/// When an event first holds for a seat: in hand, among all cards drawn, and exactly.
fn first(
    table: &Played,
    at: usize,
    (seat, followed): (usize, Option<usize>),
    seats: &str,
) -> Chart {
    let (study, deals) = (&table.study, &table.deals);
    let held = &study.first[at * table.seats + seat];
    let beside = followed.map_or(usize::MAX, |followed| at * table.followed.len() + followed);
    let shares = |histogram: &Histogram, games: u64| {
        let share = |round| histogram.up_to(round) as f64 / games.max(1) as f64;
        (0..=FOLLOWED).map(share).collect::<Vec<_>>()
    };
    let mut series = Vec::new();
    let exact = table.exact.get(beside).filter(|exact| !exact.is_empty());
    if let Some(seen) = deals.first.get(beside).filter(|_| deals.games > 0 && exact.is_some()) {
        let (sign, name) = ("cross", "among all cards drawn so far, simulated".to_owned());
        series.push(Series { sign, name, values: shares(seen, deals.games) });
    }
    if let Some(exact) = exact {
        let name = match exact.len() as i64 - 1 {
            0 => "in the opening hand, exact".to_owned(),
            last if last < FOLLOWED => {
                format!("among all cards drawn so far, exact; the deck lasts {last} rounds")
            }
            _ => "among all cards drawn so far, exact".to_owned(),
        };
        let sign = "circle";
        series.push(Series { sign, name, values: exact.clone() });
    }
    let rounds = 0..=FOLLOWED;
    let marks = rounds.map(|round| share(round.to_string(), held.up_to(round), study.games));
    let chart = Chart {
        title: format!("`{}` has come to {}", table.watches[at], table.holder(at, seat)),
        note: format!(
            "{seats}; columns: it has held by that round, as cards are played and thrown away; round 0 is the opening hand"
        ),
        kind: Kind::Columns,
        along: "up to this round".into(),
        marks: marks.collect(),
        series,
        ..Chart::default()
    };
    chart.of_shares("share of the games", true)
}

/// How far the first is ahead of the second, by round.
fn lead(table: &Played, seats: &str) -> Option<Chart> {
    let study = &table.study;
    let lead = study.lead.iter().enumerate().filter(|(_, (_, games))| *games * 20 >= study.games);
    let marks: Vec<_> = lead
        .map(|(at, (sum, games))| number((at + 1).to_string(), *sum as f64 / *games as f64, 2))
        .collect();
    if marks.is_empty() {
        return None;
    }
    let chart = Chart {
        title: "Lead of the first over the second".into(),
        note: format!("{seats}; mean over the games that last so long, at least 5 % of them"),
        kind: Kind::Line,
        along: "round".into(),
        marks,
        ..Chart::default()
    };
    Some(chart.of_numbers("lead, in the counter that decides"))
}

/// How often each card is played.
fn plays(table: &Played, seats: &str) -> Chart {
    let each = |sum: u64| sum as f64 / table.study.games.max(1) as f64;
    let mut cards: Vec<_> = table.cards.iter().zip(&table.study.plays).collect();
    cards.sort_by(|a, b| b.1.cmp(a.1));
    let never = cards.iter().filter(|(_, sum)| **sum == 0).count();
    let more = cards.len().saturating_sub(BARS);
    let note = match more {
        0 => String::new(),
        more => format!("; the {more} cards between the most and the least played are not shown"),
    };
    // Of many cards, both ends say most.
    let all = cards.len();
    let shown = (0..all).filter(|at| *at < BARS / 2 || all - at <= BARS - BARS / 2);
    let marks = shown.map(|at| cards[at]).map(|(name, sum)| match *sum {
        0 => Mark { value: "never".into(), ..number((*name).clone(), 0.0, 3) },
        sum => number((*name).clone(), each(sum), 3),
    });
    let chart = Chart {
        title: "Plays of each card".into(),
        note: format!("{seats}; {never} of {all} never played{note}"),
        marks: marks.collect(),
        ..Chart::default()
    };
    chart.of_numbers("mean plays in a game, all copies together")
}
