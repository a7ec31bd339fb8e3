//! The report as one page of HTML, with charts as inline SVG, from the program's own templates.

mod chart;
mod study;

use tera::{Context, Tera};

use crate::embed;
use crate::sim::compare::Comparison;
use crate::sim::study::{INTERVALS, Results};
use chart::{Chart, Kind, number, share};

/// The page of a simulation.
pub fn page(results: &Results) -> String {
    let charts: Vec<_> = results.tables.iter().flat_map(study::charts).collect();
    let note = format!(
        "Seed {}; {} games for each number of players; {INTERVALS}",
        results.seed, results.planned
    );
    draw(&results.game, &note, &charts)
}

/// The page of policies that were compared: a chart of each measure, a row for each variant.
pub fn compared(found: &Comparison) -> String {
    let mut charts = Vec::new();
    for table in &found.tables {
        let seats = table.names.len();
        let first = &table.variants[0].name;
        for (seat, name) in table.names.iter().enumerate() {
            let marks = table.variants.iter().map(|one| {
                let label = format!("{}: `{}`", one.name, one.policies[seat]);
                share(label, one.study.won[seat], one.study.games)
            });
            let chart = Chart {
                title: format!("{name} wins, {seats} seats"),
                note: format!(
                    "whiskers: 95 % intervals of each; the difference from `{first}` is in the table of the terminal"
                ),
                marks: marks.collect(),
                line: Some((1.0 / seats as f64, "an even share".into())),
                ..Chart::default()
            };
            charts.push(chart.of_shares("share of the games", true));
        }
        let marks = table.variants.iter().map(|one| {
            let mut mark = number(one.name.clone(), one.study.rounds.mean(), 2);
            mark.value = crate::sim::study::spread(&one.study.rounds);
            mark
        });
        let title = format!("Length, {seats} seats");
        let note =
            "mean, its 95 % interval, and how many rounds 5, 50 and 95 % of the games have at most"
                .into();
        let chart = Chart { title, note, marks: marks.collect(), ..Chart::default() };
        charts.push(chart.of_numbers("rounds"));
    }
    let note = format!(
        "Policies compared; seed {}; {} games for each; {INTERVALS}",
        found.seed, found.planned
    );
    draw(&found.game, &note, &charts)
}

/// The page of a card whose number was varied.
pub fn varied(title: &str, card: &str, all: &[(u32, Results)]) -> String {
    let tables = all.first().map_or(0, |(_, results)| results.tables.len());
    let mut charts = Vec::new();
    for at in 0..tables {
        let names = &all[0].1.tables[at].names;
        for (seat, name) in names.iter().enumerate() {
            let marks = all.iter().map(|(copies, results)| {
                let study = &results.tables[at].study;
                share(copies.to_string(), study.won[seat], study.games)
            });
            let chart = Chart {
                title: format!("{name} wins, {} seats", names.len()),
                note: format!(
                    "policy `{}`; whiskers: 95 % intervals",
                    all[0].1.tables[at].policies[seat]
                ),
                kind: Kind::Line,
                along: format!("copies of `{card}`"),
                marks: marks.collect(),
                line: Some((1.0 / names.len() as f64, "an even share".into())),
                ..Chart::default()
            };
            charts.push(chart.of_shares("share of the games", false));
        }
        let marks = all.iter().map(|(copies, results)| {
            number(copies.to_string(), results.tables[at].study.rounds.mean(), 2)
        });
        let chart = Chart {
            title: format!("Mean length, {} seats", names.len()),
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
    drawn.unwrap_or_else(|error| error.to_string())
}
