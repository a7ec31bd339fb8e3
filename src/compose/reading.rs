//! Templates that cannot be read: Tera's errors in our words, at the very place.

use tera::{Error, ErrorKind, Tera};

use super::fault::{position, span};
use super::said::lower;
use super::trace::Copies;
use super::{calls, names};
use crate::diag::{Code, Diagnostic, Sink, Staged, suggest};
use crate::load::{COMPONENTS, whole};
use crate::model::Game;
use crate::span::{Sources, Span};

/// Adds all templates; those that cannot be read are told, each once.
///
/// # Errors
/// At least one template was told.
pub fn add_templates(
    tera: &mut Tera,
    mut texts: Vec<(&str, &str)>,
    game: &Game,
    sources: &Sources,
    sink: &mut Sink,
) -> Staged<()> {
    // Without the broken ones the rest is tried again, so that one run tells them all.
    while let Err(error) = tera.add_raw_templates(texts.clone()) {
        let broken = match error.kind() {
            ErrorKind::SyntaxError(report) => report.filename().to_owned(),
            _ => String::new(),
        };
        let again = texts.iter().any(|(name, _)| *name == broken);
        if again || sink.checked().is_ok() {
            reading(&error, game, sources).into_iter().for_each(|fault| sink.push(fault));
        }
        if !again {
            break;
        }
        texts.retain(|(name, _)| *name != broken);
    }
    sink.checked()
}

/// Templates that cannot be read.
fn reading(error: &Error, game: &Game, sources: &Sources) -> Vec<Diagnostic> {
    let one = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let message = lower(report.message());
            let fault = Diagnostic::error(Code::TEMPLATE_SYNTAX, message);
            match span(report, game) {
                Some(span) => fault.at(span),
                None => fault,
            }
        }
        ErrorKind::MissingParent { current, parent } => {
            let message = format!("`{current}` extends `{parent}`, which is not there");
            let help = suggest(parent, whole(&game.templates));
            let fault = Diagnostic::error(Code::UNKNOWN_TEMPLATE, message).help(help);
            match game.templates.get(current.as_str()) {
                Some(id) => fault.at(Span::new(*id, 0..0)),
                None => fault,
            }
        }
        ErrorKind::CircularInclude { include_chain, .. } => {
            circle("include", include_chain.iter().map(String::as_str), game, sources)
        }
        ErrorKind::CircularExtend { tpl, inheritance_chain } => {
            let chain = [tpl].into_iter().chain(inheritance_chain);
            circle("extend", chain.map(String::as_str), game, sources)
        }
        other => {
            let drawn = |message: &str| drawn(message, game, sources);
            // Names that are not there come all at once, one drawn message after the other.
            return other.to_string().split("\n\n").map(drawn).collect();
        }
    };
    vec![one]
}

/// Templates that come back to themselves, at the mark that begins it.
fn circle<'a>(
    verb: &str,
    chain: impl Iterator<Item = &'a str>,
    game: &Game,
    sources: &Sources,
) -> Diagnostic {
    let chain: Vec<_> = chain.collect();
    let (first, second) = (chain[0], chain.get(1).copied().unwrap_or_default());
    let message = match &chain[..] {
        [_, _] => format!("`{first}` {verb}s itself"),
        [_, others @ ..] => {
            let others: Vec<_> = others.iter().map(|name| format!("`{name}`")).collect();
            format!(
                "`{first}` {verb}s {}: a circle",
                others.join(format!(", which {verb}s ").as_str())
            )
        }
        [] => String::new(),
    };
    let fault = Diagnostic::error(Code::TEMPLATE_SYNTAX, message);
    let Some(id) = game.templates.get(first).copied() else { return fault };
    let text = &sources.get(id).text;
    let mut marks = text.match_indices(verb).map(|(at, _)| at);
    let names = |at: &usize| {
        let rest =
            text[*at..].split_once(['"', '\'']).and_then(|(_, rest)| rest.split_once(['"', '\'']));
        rest.is_some_and(|(name, _)| name == second || second.ends_with(&format!("/{name}")))
    };
    let at = marks.find(names).unwrap_or(0);
    fault.at(Span::new(id, at..at + verb.len()))
}

/// An error that comes as a drawn message: its sentence, and its place if it has one.
fn drawn(message: &str, game: &Game, sources: &Sources) -> Diagnostic {
    let sentence = message.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let mut fault = Diagnostic::error(Code::TEMPLATE_SYNTAX, lower(sentence));
    if let Some(name) =
        sentence.strip_prefix("Unknown template `").map(|rest| rest.trim_end_matches('`'))
    {
        fault.code = Code::UNKNOWN_TEMPLATE;
        fault.message = format!("there is no template `{name}`");
        fault = fault.help(suggest(name, whole(&game.templates)));
    }
    fault = of_components(sentence, fault, game);
    if fault.place.is_some() {
        return fault;
    }
    let place = message.lines().find_map(|line| line.trim_start().strip_prefix("--> "));
    let mut place = place.and_then(|place| position(place, game, sources, &Copies::new()));
    if let Some((name, help)) = names::unknown(sentence) {
        let is_component = sentence.starts_with("Unknown function")
            && (game.templates.contains_key(&format!("{COMPONENTS}{name}.svg"))
                || game.templates.values().any(|id| calls::makes(&sources.get(*id).text, name)));
        let help = match is_component {
            true => format!("it is a component: write `<{name} …/>`"),
            false => help,
        };
        fault = fault.help(help);
        place = place.map(|span| named(span, name, sources));
    }
    match place {
        Some(span) => fault.at(span),
        None => fault,
    }
}

/// The whole of a name that stands at a place or right behind it, as Tera counts marks before a name, too.
fn named(span: Span, name: &str, sources: &Sources) -> Span {
    let start = span.range().start;
    let at = sources.get(span.source).text[start..].find(name).filter(|at| *at < 8);
    at.map_or(span, |at| Span::new(span.source, start + at..start + at + name.len()))
}

/// A fault on components in our words; any other as it is.
fn of_components(sentence: &str, mut fault: Diagnostic, game: &Game) -> Diagnostic {
    let quoted: Vec<_> = sentence.split('`').skip(1).step_by(2).collect();
    if let ([name], true) = (&quoted[..], sentence.starts_with("Unknown component `")) {
        // A file of components is named after the one that it defines.
        let known = game.templates.keys().filter_map(|name| name.strip_prefix(COMPONENTS));
        let known: Vec<_> = known.filter_map(|name| name.strip_suffix(".svg")).collect();
        fault.message = format!("there is no component `{name}`");
        return fault.help(suggest(name, known));
    }
    if let ([name, one, two], true) = (&quoted[..], sentence.starts_with("Component `")) {
        fault.message = format!("the component `{name}` is in `{one}` and in `{two}`");
        let file = format!("templates/{COMPONENTS}{name}.svg");
        let help = format!("rename one of them; one in place of Deckle's goes into `{file}`");
        let fault = fault.help(help);
        return match game.templates.get(*two) {
            Some(id) => fault.at(Span::new(*id, 0..0)),
            None => fault,
        };
    }
    fault
}
