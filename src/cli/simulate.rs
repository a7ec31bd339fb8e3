//! `deckle simulate`: plays a game many times and says what came of it.

use std::path::Path;

use serde_json::json;

use super::Exit;
use super::args::{Simulate, StudyFormat};
use super::{message, say};
use crate::diag::{Code, Diagnostic, Sink, plural};
use crate::load::load;
use crate::model::Game;
use crate::sim::games::replay;
use crate::sim::shown::INTERVALS;
use crate::sim::study::{Plan, Results, one_table, program, short, simulate as run, unmeant};
use crate::span::Sources;
use crate::workspace::{Folder, Workspace};

/// Simulates, replays, varies or merges, as asked.
pub fn simulate(arguments: &Simulate) -> Exit {
    if let Some(jobs) = arguments.jobs {
        // Fails only if a pool is there already, which is then as good.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
    if !arguments.merge.is_empty() {
        return merge(arguments);
    }
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let folder = match Folder::open(&arguments.game) {
        Ok(folder) => folder,
        Err(error) => {
            say::err(&format!("error: cannot open `{}`: {error}", arguments.game.display()));
            return Exit::Machine;
        }
    };
    let Ok(game) = load(&folder, &mut sources, &mut sink) else {
        return failed(&folder, sink.list().to_vec(), &sources);
    };
    sink.list().iter().for_each(|one| tell(one, &sources));
    unmeant(&game, &arguments.players).iter().for_each(|one| tell(one, &sources));
    // What is varied tells of each number by itself.
    if arguments.vary.is_none() {
        short(&game, &plan(arguments)).iter().for_each(|one| tell(one, &sources));
    }
    let done = if let Some(index) = arguments.replay {
        transcript(&game, arguments, index)
    } else if let Some(vary) = &arguments.vary {
        super::vary::vary(game, vary, &plan(arguments), arguments.format)
    } else if !arguments.compare.is_empty() {
        super::compare::compare(&game, &plan(arguments), &arguments.compare, arguments.format)
    } else {
        run(&game, &plan(arguments)).map(|results| show(&results, arguments.format))
    };
    match done {
        Ok(text) => write(arguments, &text),
        Err(told) => failed(&folder, told, &sources),
    }
}

fn plan(arguments: &Simulate) -> Plan {
    let policies = arguments.policy.iter().map(|text| policy(text));
    Plan {
        seed: arguments.seed,
        games: arguments.games,
        shard: arguments.shard.unwrap_or((1, 1)),
        players: arguments.players.clone(),
        policies: policies.collect(),
    }
}

/// `SIDE=NAME`, or `NAME` for all.
pub(super) fn policy(text: &str) -> (String, String) {
    match text.split_once('=') {
        Some((side, name)) => (side.trim().to_owned(), name.trim().to_owned()),
        None => (String::new(), text.trim().to_owned()),
    }
}

fn tell(one: &Diagnostic, sources: &Sources) {
    say::err(&format!("{}\n", message::human(one, sources)));
}

fn failed(folder: &Folder, told: Vec<Diagnostic>, sources: &Sources) -> Exit {
    told.iter().for_each(|one| tell(one, sources));
    say::err(&format!("{}: not simulated", folder.name()));
    Exit::Game
}

/// Writes to the file that is named, or to standard output.
fn write(arguments: &Simulate, text: &str) -> Exit {
    let text = text.trim_end_matches('\n');
    match &arguments.out {
        Some(path) => match std::fs::write(path, format!("{text}\n")) {
            Ok(()) => Exit::Well,
            Err(error) => {
                say::err(&format!("error: cannot write `{}`: {error}", path.display()));
                Exit::Machine
            }
        },
        None => {
            match arguments.format {
                StudyFormat::Human => say::told(text),
                StudyFormat::Json | StudyFormat::Html => say::out(text),
            };
            Exit::Well
        }
    }
}

fn merge(arguments: &Simulate) -> Exit {
    let read = |path: &Path| -> Result<Results, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        serde_json::from_str(&text)
            .map_err(|error| format!("`{}` is not a part of a simulation: {error}", path.display()))
    };
    let parts: Result<Vec<_>, _> = arguments.merge.iter().map(|path| read(path)).collect();
    match parts.and_then(Results::merge) {
        Ok(results) => write(arguments, &show(&results, arguments.format)),
        Err(sentence) => {
            say::err(&format!("error: {sentence}"));
            Exit::Machine
        }
    }
}

/// One game in words.
fn transcript(game: &Game, arguments: &Simulate, index: u64) -> Result<String, Vec<Diagnostic>> {
    if arguments.format == StudyFormat::Html {
        let message = "a single game is told in words or as JSON, not on a page";
        let help = "write `--format human`, or `json`";
        return Err(vec![Diagnostic::error(Code::BAD_VALUE, message).help(help)]);
    }
    let plan = plan(arguments);
    let players = one_table(game, &plan.players, &plan.policies)?;
    let program = program(game, players, &plan.policies)?;
    let lines = replay(&program, plan.seed, index);
    let seats = (0..program.seats).map(|seat| (program.who(seat), &program.policies[seat]));
    if arguments.format == StudyFormat::Json {
        let seats = seats.map(|(name, policy)| json!({ "name": name, "policy": policy }));
        let told = json!({
            "game": game.name, "title": game.title, "seed": plan.seed, "index": index,
            "seats": seats.collect::<Vec<_>>(), "lines": lines,
        });
        return Ok(serde_json::to_string_pretty(&told).unwrap_or_default());
    }
    let seats = seats.map(|(name, policy)| format!("{name} (policy `{policy}`)"));
    let mut all = vec![
        format!("{}, game {index} (the first is game 0), seed {}", game.title, plan.seed),
        format!("{}: {}", plural(program.seats, "seat"), seats.collect::<Vec<_>>().join(", ")),
    ];
    if let Some((least, most)) = game.players.filter(|(least, most)| least < most)
        && game.rules.sides.is_empty()
    {
        let other = if program.seats == most as usize { least } else { most };
        all.push(format!(
            "The game is for {least} to {most} players; `--players {other}` deals and plays game {index} anew, with {other}"
        ));
    }
    all.extend(lines);
    Ok(all.join("\n"))
}

/// Results in the form that is asked for.
fn show(results: &Results, format: StudyFormat) -> String {
    match format {
        StudyFormat::Json => serde_json::to_string_pretty(results).unwrap_or_default(),
        StudyFormat::Html => super::html::page(results),
        StudyFormat::Human => {
            let part = results.parts.as_ref().map(|(parts, of)| {
                let parts: Vec<_> = parts.iter().map(u64::to_string).collect();
                format!("part {} of {of} of {} games; ", parts.join(", "), results.planned)
            });
            let part = part.unwrap_or_default();
            let mut lines =
                vec![format!("{}: {part}seed {}; {INTERVALS}", results.game, results.seed)];
            results.tables.iter().for_each(|table| lines.extend(super::tables::lines(table)));
            lines.join("\n")
        }
    }
}
