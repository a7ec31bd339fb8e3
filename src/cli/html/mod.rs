//! The report as one page of HTML, with charts as inline SVG, from the program's own templates.

mod axis;
mod chart;
mod study;

use tera::{Context, Tera};

use crate::diag::plural;
use crate::embed;
use crate::sim::compare::{Compared, Comparison};
use crate::sim::shown::{INTERVALS, mean};
use crate::sim::study::Results;
use chart::{Chart, Kind, number, share};

/// The page of a simulation.
pub fn page(results: &Results) -> String {
    let charts: Vec<_> = results.tables.iter().flat_map(study::charts).collect();
    let note = format!(
        "Seed {}; {} games for each number of players; {INTERVALS}",
        results.seed, results.planned
    );
    draw(&results.title, &note, &charts)
}

/// The page of policies that were compared: a chart of each measure, a row for each variant.
pub fn compared(found: &Comparison) -> String {
    let mut charts = Vec::new();
    for table in &found.tables {
        let seats = table.names.len();
        for (seat, name) in table.names.iter().enumerate() {
            let marks = table.variants.iter().map(|one| {
                let mut mark = share(one.name.clone(), one.study.won[seat], one.study.games);
                mark.value += &format!(", `{}`", one.policies[seat]);
                mark
            });
            let chart = Chart {
                title: format!("{name} wins, {}", plural(seats, "seat")),
                note: differences(table, seat),
                marks: marks.collect(),
                line: Some((1.0 / seats as f64, "an even share".into())),
                ..Chart::default()
            };
            charts.push(chart.of_shares("share of the games", true));
        }
        let marks = table.variants.iter().map(|one| {
            let mut mark = number(one.name.clone(), one.study.rounds.mean(), 2);
            mark.value = mean(&one.study.rounds);
            mark
        });
        let title = format!("Length, {}", plural(seats, "seat"));
        let note = "mean and its 95 % interval".to_owned();
        let chart = Chart { title, note, marks: marks.collect(), ..Chart::default() };
        charts.push(chart.of_numbers("rounds"));
    }
    let note = format!(
        "Policies compared; seed {}; {} games for each; {INTERVALS}",
        found.seed, found.planned
    );
    draw(&found.title, &note, &charts)
}

/// How much oftener a seat wins under each variant than under the first.
fn differences(table: &Compared, seat: usize) -> String {
    let each = (1..table.variants.len()).map(|at| {
        let points = crate::cli::compare::points(table, at, seat);
        format!("{}: {points}", table.variants[at].name)
    });
    let each = each.collect::<Vec<_>>().join("; ");
    format!(
        "difference from `{}`, with 95 % intervals of paired games: {each}",
        table.variants[0].name
    )
}

/// The page of a card whose number was varied.
pub fn varied(title: &str, card: &str, all: &[(u32, Results)]) -> String {
    let tables = all.first().map_or(0, |(_, results)| results.tables.len());
    let mut charts = Vec::new();
    let each = |at: usize| all.iter().map(move |(copies, results)| (*copies, &results.tables[at]));
    let can = |at: usize| each(at).filter(|(_, table)| table.short.is_none());
    let cannot = |at: usize| {
        let short = each(at).filter(|(_, table)| table.short.is_some());
        let short: Vec<_> = short.map(|(copies, _)| copies.to_string()).collect();
        if short.is_empty() {
            String::new()
        } else {
            format!("; cannot be set up: {}", short.join(", "))
        }
    };
    for at in 0..tables {
        let names = &all[0].1.tables[at].names;
        for (seat, name) in names.iter().enumerate() {
            let marks = can(at).map(|(copies, table)| {
                share(copies.to_string(), table.study.won[seat], table.study.games)
            });
            let chart = Chart {
                title: format!("{name} wins, {}", plural(names.len(), "seat")),
                note: format!(
                    "policy `{}`; whiskers: 95 % intervals{}",
                    all[0].1.tables[at].policies[seat],
                    cannot(at)
                ),
                kind: Kind::Line,
                along: format!("copies of `{card}`"),
                marks: marks.collect(),
                line: Some((1.0 / names.len() as f64, "an even share".into())),
                ..Chart::default()
            };
            charts.push(chart.of_shares("share of the games", false));
        }
        let marks =
            can(at).map(|(copies, table)| number(copies.to_string(), table.study.rounds.mean(), 2));
        let chart = Chart {
            title: format!("Mean length, {}", plural(names.len(), "seat")),
            kind: Kind::Line,
            along: format!("copies of `{card}`"),
            marks: marks.collect(),
            ..Chart::default()
        };
        charts.push(chart.of_numbers("rounds"));
    }
    let seed = all.first().map_or(0, |(_, results)| results.seed);
    let games = all.first().map_or(0, |(_, results)| results.planned);
    draw(title, &format!("`{card}` varied; seed {seed}; {games} games for each number"), &charts)
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
    let drawn = drawn.unwrap_or_else(|error| error.to_string());
    drawn.lines().map(quoted).collect::<Vec<_>>().join("\n") + "\n"
}

/// A line with names in quotes, as people write them, in place of backticks.
fn quoted(line: &str) -> String {
    let parts: Vec<_> = line.split('`').collect();
    if parts.len() % 2 == 0 {
        return line.into();
    }
    let mut signs = ['“', '”'].into_iter().cycle();
    parts[1..].iter().fold(parts[0].to_owned(), |mut line, part| {
        line.extend(signs.next());
        line + part
    })
}
