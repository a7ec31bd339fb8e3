//! `--vary "Dive=2..10"`: the same games with other numbers of one card.

use serde_json::json;

use super::args::StudyFormat;
use crate::diag::{Code, Diagnostic, plural, suggest};
use crate::model::Game;
use crate::sim::shown::{INTERVALS, mean, share};
use crate::sim::study::{Plan, Results, games_alone};

/// The most numbers that are tried.
const MOST: u32 = 40;

/// What `--vary` asks for.
#[derive(Clone, Debug)]
pub struct Vary {
    card: String,
    from: u32,
    to: u32,
}

impl std::str::FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not of the form `CARD=2..10`, with at most {MOST} numbers");
        let (card, range) = text.rsplit_once('=').ok_or_else(wrong)?;
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|n| *n <= 1000);
        let (from, to) = number(from).zip(number(to)).ok_or_else(wrong)?;
        if from > to || to - from >= MOST {
            return Err(wrong());
        }
        Ok(Self { card: card.trim().to_owned(), from, to })
    }
}

/// Plays the plan once for each number of the card, and says how the shares of the seats change.
pub fn vary(
    mut game: Game,
    vary: &Vary,
    plan: &Plan,
    format: StudyFormat,
) -> Result<String, Vec<Diagnostic>> {
    let has = game.decks.iter().any(|deck| deck.cards.iter().any(|card| card.name == vary.card));
    if !has {
        let names: Vec<_> = game.decks.iter().flat_map(|deck| &deck.cards).collect();
        let help = suggest(&vary.card, names.iter().map(|card| card.name.as_str()));
        let message = format!("no card is called `{}`", vary.card);
        return Err(vec![Diagnostic::error(Code::UNKNOWN_NAME, message).help(help)]);
    }
    let mut all: Vec<(u32, Results)> = Vec::new();
    for copies in vary.from..=vary.to {
        let cards = game.decks.iter_mut().flat_map(|deck| &mut deck.cards);
        for card in cards.filter(|card| card.name == vary.card) {
            card.copies = copies;
        }
        all.push((copies, games_alone(&game, plan)?));
    }
    Ok(match format {
        StudyFormat::Json => {
            let each = all.iter().map(|(n, results)| json!({ "copies": n, "results": results }));
            let varied = json!({ "card": vary.card, "varied": each.collect::<Vec<_>>() });
            serde_json::to_string_pretty(&varied).unwrap_or_default()
        }
        StudyFormat::Html => super::html::varied(&game.title, &vary.card, &all),
        StudyFormat::Human => lines(&game.title, vary, &all),
    })
}

fn lines(title: &str, vary: &Vary, all: &[(u32, Results)]) -> String {
    let mut lines = vec![format!(
        "{title}: `{}` from {} to {} copies; {INTERVALS}",
        vary.card, vary.from, vary.to
    )];
    for (copies, results) in all {
        for table in &results.tables {
            let seats = match results.tables.len() {
                1 => String::new(),
                _ => format!("{}: ", plural(table.seats, "seat")),
            };
            if let Some((dealt, has)) = table.short {
                lines.push(format!(
                    "  {copies:>4}  {seats}cannot be set up: deals {dealt} of {has} cards"
                ));
                continue;
            }
            let study = &table.study;
            let won = table.names.iter().zip(&study.won);
            let won = won.map(|(name, won)| format!("{name} {}", share(*won, study.games)));
            let first = study.won.first().copied().unwrap_or(0) as f64;
            let bar = "█".repeat((first / study.games.max(1) as f64 * 40.0).round() as usize);
            let (won, rounds) = (won.collect::<Vec<_>>().join("; "), mean(&study.rounds));
            lines.push(format!("  {copies:>4}  {seats}{won}; {rounds} rounds  {bar}"));
        }
    }
    lines.join("\n")
}
