//! The report as one page of HTML, with charts as inline SVG, from the program's own templates.

use serde::Serialize;
use tera::{Context, Tera};

use crate::embed;
use crate::sim::estimate::wilson;
use crate::sim::histogram::Histogram;
use crate::sim::study::{Played, Results, spread};

/// A bar of a chart, in parts of the chart's width and height.
#[derive(Serialize)]
struct Bar {
    label: String,
    value: String,
    /// Length, 0 to 1.
    share: f64,
    /// The interval, 0 to 1.
    low: f64,
    high: f64,
}

/// A chart of bars, or of columns for a distribution.
#[derive(Serialize)]
struct Chart {
    title: String,
    note: String,
    columns: bool,
    bars: Vec<Bar>,
    /// A second series over the columns, as points: exact beside simulated.
    points: Vec<f64>,
}

/// The page of a simulation.
pub fn page(results: &Results) -> String {
    let charts: Vec<_> = results.tables.iter().flat_map(charts).collect();
    let note =
        format!("seed {}, {} games for each number of players", results.seed, results.planned);
    draw(&results.game, &note, &charts)
}

/// The page of a card whose number was varied.
pub fn varied(title: &str, card: &str, all: &[(u32, Results)]) -> String {
    let tables = all.first().map_or(0, |(_, results)| results.tables.len());
    let mut charts = Vec::new();
    for at in 0..tables {
        let names = &all[0].1.tables[at].names;
        for (seat, name) in names.iter().enumerate() {
            let bars = all.iter().map(|(copies, results)| {
                let study = &results.tables[at].study;
                share_bar(format!("{copies}"), study.won[seat], study.games)
            });
            charts.push(Chart {
                title: format!("{name} wins, {} seats", names.len()),
                note: format!("by the number of `{card}`; whiskers hold 95 of 100"),
                columns: false,
                bars: bars.collect(),
                points: Vec::new(),
            });
        }
    }
    draw(title, &format!("`{card}` varied"), &charts)
}

fn draw(title: &str, note: &str, charts: &[Chart]) -> String {
    let template = embed::file("templates/report/page.html").unwrap_or_default();
    let mut tera = Tera::default();
    tera.autoescape_on(vec![".html"]);
    let text = String::from_utf8_lossy(template);
    let mut context = Context::new();
    context.insert("title", title);
    context.insert("note", note);
    context.insert("charts", charts);
    let drawn =
        tera.add_raw_template("page.html", &text).and_then(|()| tera.render("page.html", &context));
    // The template is our own, and a test draws it: a fault is shown, not hidden.
    drawn.unwrap_or_else(|error| error.to_string())
}

fn share_bar(label: String, hits: u64, total: u64) -> Bar {
    let found = wilson(hits, total, 1.96);
    let value = format!("{:.2} %", found.value * 100.0);
    Bar { label, value, share: found.value, low: found.low, high: found.high }
}

fn charts(table: &Played) -> Vec<Chart> {
    let study = &table.study;
    let seats = format!("{} seats, {} games", table.seats, study.games);
    let names = table.names.iter().zip(&table.policies);
    let wins = names.zip(&study.won).map(|((name, policy), won)| {
        share_bar(format!("{name} (policy `{policy}`)"), *won, study.games)
    });
    let mut wins: Vec<Bar> = wins.collect();
    let others = [
        ("nobody", study.drawn + study.stuck),
        ("of these, cut off: too many steps", study.stuck),
        ("ended by max_rounds, by whoever is ahead", study.full),
    ];
    let others = others.into_iter().filter(|(_, games)| *games > 0);
    wins.extend(others.map(|(what, games)| share_bar(what.into(), games, study.games)));
    let mut charts = vec![
        Chart {
            title: "Who wins, and how games end".into(),
            note: format!("{seats}; whiskers hold 95 of 100"),
            columns: false,
            bars: wins,
            points: Vec::new(),
        },
        columns("Length in rounds", &study.rounds, &seats),
    ];
    let out = study.deck_out.ever();
    if out.total() > 0 {
        charts.push(columns("Round in which a pile first runs out", &out, &seats));
    }
    for (name, counter) in table.counters.iter().zip(&study.counters) {
        charts.push(columns(&format!("{name} at the end"), counter, &seats));
    }
    for at in 0..table.watches.len() {
        charts.push(first(table, at));
    }
    let lead = study.lead.iter().enumerate().filter(|(_, (_, games))| *games * 20 >= study.games);
    let lead: Vec<_> =
        lead.map(|(at, (sum, games))| (at + 1, *sum as f64 / *games as f64)).collect();
    if !lead.is_empty() {
        charts.push(lead_chart(&lead, &seats));
    }
    charts.push(plays(table, &seats));
    charts
}

/// A distribution as columns, in at most forty of them.
fn columns(title: &str, histogram: &Histogram, seats: &str) -> Chart {
    let (low, high) = (histogram.quantile(0.001), histogram.quantile(0.999));
    let step = ((high - low) / 40 + 1).max(1);
    let total = histogram.total().max(1) as f64;
    let mut bars = Vec::new();
    let mut at = low;
    while at <= high && bars.len() < 60 {
        let count = histogram.up_to(at + step - 1) - histogram.up_to(at - 1);
        let label = if step == 1 { at.to_string() } else { format!("{at}–{}", at + step - 1) };
        let share = count as f64 / total;
        bars.push(Bar {
            label,
            value: format!("{:.2} %", share * 100.0),
            share,
            low: share,
            high: share,
        });
        at += step;
    }
    let note = format!("{seats}; {}", spread(histogram));
    Chart { title: title.into(), note, columns: true, bars: scaled(bars), points: Vec::new() }
}

/// Columns as high as the chart.
fn scaled(mut bars: Vec<Bar>) -> Vec<Bar> {
    let most = bars.iter().map(|bar| bar.high).fold(0.0, f64::max).max(1e-12);
    for bar in &mut bars {
        bar.share /= most;
        bar.low /= most;
        bar.high /= most;
    }
    bars
}

/// When an event first holds: played as columns, exact as points.
fn first(table: &Played, at: usize) -> Chart {
    let study = &table.study;
    let histogram = &study.first[at * table.seats];
    let rounds = 0..=12_i64;
    let bars =
        rounds.map(|round| share_bar(round.to_string(), histogram.up_to(round), study.games));
    Chart {
        title: format!("`{}` held by {} up to a round", table.watches[at], table.names[0]),
        note: "columns: held in hand, played; points: among all cards seen, exact".into(),
        columns: true,
        bars: bars.collect(),
        points: table.exact[at].clone(),
    }
}

fn lead_chart(lead: &[(usize, f64)], seats: &str) -> Chart {
    let bars = lead.iter().take(60).map(|(round, lead)| Bar {
        label: round.to_string(),
        value: format!("{lead:.2}"),
        share: *lead,
        low: *lead,
        high: *lead,
    });
    Chart {
        title: "Lead of the first over the second, by round".into(),
        note: format!("{seats}; mean over the games that last so long"),
        columns: true,
        bars: scaled(bars.collect()),
        points: Vec::new(),
    }
}

fn plays(table: &Played, seats: &str) -> Chart {
    let each = |sum: u64| sum as f64 / table.study.games.max(1) as f64;
    let mut cards: Vec<_> = table.cards.iter().zip(&table.study.plays).collect();
    cards.sort_by(|a, b| b.1.cmp(a.1));
    let bars = cards.iter().take(40).map(|(name, sum)| Bar {
        label: (*name).clone(),
        value: format!("{:.3}", each(**sum)),
        share: each(**sum),
        low: each(**sum),
        high: each(**sum),
    });
    Chart {
        title: "Plays of each card in a game".into(),
        note: format!("{seats}; 0 means never played"),
        columns: false,
        bars: scaled(bars.collect()),
        points: Vec::new(),
    }
}
