//! `deckle build` and `deckle check`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Exit;
use super::args::{Build, Check, Format, Games, Part, Report as Form};
use super::progress::Terminal;
use super::{message, report, say};
use crate::compose::kit;
use crate::diag::{Sink, plural};
use crate::pipeline::{self, BoxReport, Found, Options, Stop, Summary};
use crate::span::Sources;
use crate::workspace::{Folder, Workspace};

/// Where a game is read from.
type Place = Box<dyn Workspace>;

/// Builds every game that is named, or the one that shows the shared components.
pub fn build(arguments: &Build) -> Exit {
    let wants = |part| arguments.only.is_empty() || arguments.only.contains(&part);
    let options = Options {
        cards: wants(Part::Cards),
        sheets: wants(Part::Sheets),
        dpi: arguments.dpi,
        cache: !arguments.no_cache,
        checks: !arguments.no_check,
        ..options(&arguments.games)
    };
    let places = if arguments.kit {
        Ok(vec![Box::new(kit::game()) as Place])
    } else {
        open(&arguments.games)
    };
    let silent = |_: &dyn Workspace, _: &Sink, _: &Sources| false;
    each(&arguments.games, places, silent, |folder, sources, sink, terminal| {
        let summary = pipeline::build(folder, &arguments.out, &options, sources, sink, terminal)?;
        let place = arguments.out.join(folder.name());
        let sheets = plural(summary.sheets, "sheet");
        let reused = summary.designs - summary.drawn;
        let counts = counts(&summary);
        Ok(format!(
            "{counts}: {} drawn, {reused} reused, {sheets} in {}",
            summary.drawn,
            place.display()
        ))
    })
}

/// Checks every game that is named.
pub fn check(arguments: &Check) -> Exit {
    let options = Options { cache: !arguments.no_cache, ..options(&arguments.games) };
    let (report, documents) = (RefCell::default(), RefCell::new(Vec::new()));
    let told = |folder: &dyn Workspace, sink: &Sink, sources: &Sources| {
        let words = report::report(arguments.report, folder.name(), &report.take(), sink, sources);
        let form = arguments.report;
        if matches!(form, Form::Junit | Form::Sarif) {
            documents.borrow_mut().push(words);
        } else if form != Form::Human
            || arguments.games.message_format == Format::Human && !words.is_empty()
        {
            if form == Form::Human {
                say::told(&words)
            } else {
                say::out(&words)
            };
        }
        form != Form::Human
    };
    let places = open(&arguments.games);
    let exit = each(&arguments.games, places, told, |folder, sources, sink, terminal| {
        let mut found = Found::default();
        let out = Some(arguments.out.as_path());
        let checked =
            pipeline::check_after(folder, out, &options, sources, sink, terminal, &mut found);
        report.replace(found.report);
        if arguments.verbose {
            tell_texts(folder.name(), &found.texts, arguments.games.message_format);
        }
        let summary = checked?;
        Ok(format!("{}: checked", counts(&summary)))
    });
    if let Some(document) = report::joined(arguments.report, documents.take()) {
        say::out(&document);
    }
    exit
}

/// Tells how full boxes of text are.
fn tell_texts(game: &str, texts: &[(String, Vec<BoxReport>)], format: Format) {
    for (deck, boxes) in texts {
        for one in boxes {
            match format {
                Format::Human => drop(say::told(&format!("{game}: {deck}: {}", one.line()))),
                Format::Json => {
                    let line = serde_json::json!({ "game": game, "deck": deck, "text": one });
                    say::out(&line.to_string());
                }
            }
        }
    }
}

fn options(games: &Games) -> Options {
    Options {
        papers: games.paper.clone(),
        strict: games.strict,
        draft: games.draft,
        seed: games.seed,
        ..Options::default()
    }
}

fn counts(summary: &Summary) -> String {
    let counted = [(summary.cards, "card"), (summary.pieces, "piece")];
    let counted = counted.iter().filter(|(count, what)| *count > 0 || *what == "card");
    let mut words: Vec<_> = counted.map(|(count, what)| plural(*count as usize, what)).collect();
    words.push(plural(summary.designs, "design"));
    words.join(", ")
}

/// Does `work` for each game, tells its messages, and gives the worst end; `told` may write more after
/// them, and says whether that stands for the closing line.
fn each(
    games: &Games,
    places: Result<Vec<Place>, String>,
    told: impl Fn(&dyn Workspace, &Sink, &Sources) -> bool,
    work: impl Fn(&dyn Workspace, &mut Sources, &mut Sink, &Terminal) -> Result<String, Stop>,
) -> Exit {
    if let Some(jobs) = games.jobs {
        // Fails only if a pool is there already, which is then as good.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
    let terminal = Terminal::new(games.message_format == Format::Human);
    let places = match places {
        Ok(places) => places,
        Err(sentence) => {
            match games.message_format {
                Format::Human => say::err(&format!("error: {sentence}")),
                Format::Json => tell_machine(&sentence),
            }
            return Exit::Machine;
        }
    };
    let mut worst = Exit::Well;
    for place in &places {
        let folder = place.as_ref();
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let done = work(folder, &mut sources, &mut sink, &terminal);
        for one in sink.list() {
            match games.message_format {
                Format::Human => say::err(&format!("{}\n", message::human(one, &sources))),
                Format::Json => drop(say::out(&message::json(one, &sources))),
            }
        }
        let quiet = told(folder, &sink, &sources);
        let exit = close(folder, done, &sink, games.message_format, quiet);
        worst = worst.max(exit);
        if exit == Exit::Interrupted {
            break;
        }
    }
    worst
}

/// The closing line of a game.
fn close(
    folder: &dyn Workspace,
    done: Result<String, Stop>,
    sink: &Sink,
    format: Format,
    quiet: bool,
) -> Exit {
    let name = folder.name();
    let (errors, warnings) = sink.counts();
    let (exit, line) = match done {
        Ok(line) if warnings > 0 => {
            (Exit::Well, format!("{line} ({})", plural(warnings, "warning")))
        }
        Ok(line) => (Exit::Well, line),
        Err(Stop::Reported(_)) => {
            let exit = if sink.is_misused() { Exit::Machine } else { Exit::Game };
            (exit, format!("{}; nothing written", plural(errors, "error")))
        }
        Err(Stop::Strict) => {
            (Exit::Game, format!("{} and --strict; nothing written", plural(warnings, "warning")))
        }
        Err(Stop::Io(error)) => machine(&error.to_string(), format),
        Err(Stop::Internal(why)) => machine(&why, format),
        Err(Stop::Interrupted) => (Exit::Interrupted, "stopped; nothing written".into()),
    };
    match format {
        _ if quiet && exit == Exit::Well => {}
        Format::Human if exit == Exit::Well => drop(say::told(&format!("{name}: {line}"))),
        Format::Human => say::err(&format!("{name}: {line}")),
        Format::Json => {
            let errors = errors.max(usize::from(exit == Exit::Machine));
            let end = serde_json::json!({ "game": name, "ok": exit == Exit::Well, "errors": errors, "warnings": warnings, "summary": line });
            say::out(&end.to_string());
        }
    }
    exit
}

/// The closing line after a failure of the machine; programs are told the failure in a line of its own.
fn machine(why: &str, format: Format) -> (Exit, String) {
    if format == Format::Json {
        tell_machine(why);
    }
    (Exit::Machine, format!("error: {why}; nothing written"))
}

/// Tells programs what is no fault of a game.
fn tell_machine(sentence: &str) {
    let line = serde_json::json!({ "severity": "error", "message": sentence });
    say::out(&line.to_string());
}

/// The folders of all games, which must have different names.
fn open(games: &Games) -> Result<Vec<Place>, String> {
    let here = vec![PathBuf::from(".")];
    let paths = if games.games.is_empty() { &here } else { &games.games };
    let mut seen = BTreeMap::new();
    let mut folders: Vec<Place> = Vec::new();
    for path in paths {
        let folder = Folder::open(path)
            .map_err(|error| format!("cannot open `{}`: {error}", path.display()))?;
        if let Some(other) = seen.insert(folder.name().to_owned(), path) {
            let (one, two) = (other.display(), path.display());
            return Err(format!("`{one}` and `{two}` would both write to `{}`", folder.name()));
        }
        folders.push(Box::new(folder));
    }
    Ok(folders)
}
