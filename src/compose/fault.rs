//! Tera's errors in our words, at the very place, with the first row that met them.

use tera::{Error, ErrorKind, ReportError, Tera};

use super::fields::{Field, fields};
use super::notes::Note;
use super::trace::Copies;
use super::{calls, names, used};
use crate::diag::{Code, Diagnostic, Sink, Staged, did_you_mean, suggest};
use crate::load::{COMPONENTS, whole};
use crate::model::{Card, Deck, Game, Header};
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

/// `card.svg:2:12` as a span; the place may be one of a copy.
fn position(place: &str, game: &Game, sources: &Sources, copies: &Copies) -> Option<Span> {
    let mut parts = place.rsplitn(3, ':');
    let column: usize = parts.next()?.trim().parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let name = parts.next()?.trim();
    let (id, copy) = (*game.templates.get(name)?, copies.get(name));
    let text = copy.map_or(&*sources.get(id).text, |copy| copy.text.as_str());
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let at = start + text.get(start..)?.char_indices().nth(column.checked_sub(1)?)?.0;
    let at = copy.map_or(at, |copy| copy.at(at));
    Some(Span::new(id, at..at))
}

/// What was drawn when a template failed.
pub struct Meeting<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its files.
    pub sources: &'a Sources,
    /// The deck of the card.
    pub deck: &'a Deck,
    /// The card.
    pub card: &'a Card,
    /// The template of the face.
    pub template: &'a str,
}

/// A template that failed for a card.
pub fn rendering(error: &Error, meeting: &Meeting<'_>) -> Diagnostic {
    rendering_of_copy(error, &Copies::new(), meeting)
}

/// A copy of a template that failed for a card, at the place in the template itself.
pub fn rendering_of_copy(error: &Error, copies: &Copies, meeting: &Meeting<'_>) -> Diagnostic {
    let Meeting { game, sources, deck, card, template } = *meeting;
    let ErrorKind::RenderingError(report) = error.kind() else {
        let message = lower(&error.to_string());
        if message.contains("recursion depth") {
            return endless(meeting);
        }
        let message = format!("`{template}` failed: {message}");
        return Diagnostic::error(Code::TEMPLATE, message).at(card.at);
    };
    let mut place = span(report, game).map(|span| match copies.get(report.filename()) {
        Some(copy) => {
            Span::new(span.source, copy.back(span.range(), &sources.get(span.source).text))
        }
        None => span,
    });
    let written = place.and_then(|span| sources.get(span.source).text.get(span.range()));
    let written = written.unwrap_or_default();
    let owner = place.map_or("", |span| owner(&sources.get(span.source).text, span));
    let (mut message, mut help) = match (calls::fault(report.message(), written), &mut place) {
        (Some(call), Some(place)) => {
            let start = place.range().start;
            let (from, to) = (start + call.part.start, start + call.part.end);
            *place = Span::new(place.source, from..to);
            (call.message, Some(call.help))
        }
        _ => words(report.message(), owner, written, deck),
    };
    let component =
        place.and_then(|place| calls::around(&sources.get(place.source).text, place.range().start));
    if let Some((name, arguments)) = component
        && let Some(wrong) =
            message.strip_prefix("variable `").and_then(|rest| rest.split('`').next())
    {
        let likely = did_you_mean(wrong, arguments.iter().copied());
        help = likely
            .or_else(|| Some(format!("the component `{name}` sees its arguments and no other")));
    }
    let mut call = called_from(&error.to_string(), game, sources, copies);
    if let Some(at) = call {
        call = Some(calls::narrowed(at, &message, sources));
    }
    if calls::is_shared(report.filename(), game, sources) {
        // Nobody can mend a template in the binary, so the call in the game's own is shown.
        place = call.take().or(place);
    }
    // What is undefined is told by its name, where it was asked for.
    let undefined = message.contains("undefined") || message.contains("is not defined");
    let absent = |place: Span| absent(place, sources, deck, card);
    if let Some((at, words)) =
        [call, place].into_iter().flatten().find_map(absent).filter(|_| undefined)
    {
        (message, help) = words;
        (place, call) = (Some(at), call.filter(|call| call.source != at.source));
    }
    let fault = Diagnostic::error(Code::TEMPLATE, message).help_if(help);
    let Some(place) = place else { return fault.at(card.at) };
    let fault = fault.at(place);
    let fault = match call {
        Some(call) => fault.also(call, "called from here"),
        None => fault,
    };
    fault.also(card.at, "first met while drawing this row")
}

/// Components that call each other without end: of one that calls itself, at that call.
fn endless(meeting: &Meeting<'_>) -> Diagnostic {
    let Meeting { game, sources, card, template, .. } = *meeting;
    let message = "components call each other more than 20 deep";
    let fault = Diagnostic::error(Code::TEMPLATE, message);
    let fault = fault.help("let a component call itself only under a condition that ends");
    let called = used(template, game, sources).into_iter().find_map(|name| {
        let id = *game.templates.get(name)?;
        let at = calls::of_itself(&sources.get(id).text)?;
        Some(Span::new(id, at))
    });
    match called {
        Some(call) => fault.at(call).also(card.at, "first met while drawing this row"),
        None => fault.at(card.at),
    }
}

/// The first name in the mark behind a place that its owner does not have, as `card.cots`: where it
/// stands, and what is said of it.
fn absent(
    place: Span,
    sources: &Sources,
    deck: &Deck,
    card: &Card,
) -> Option<(Span, (String, Option<String>))> {
    let rest = sources.get(place.source).text.get(place.range().start..)?;
    let end = ["}}", "%}"].iter().filter_map(|end| rest.find(end)).min()?;
    let Field { at, owner, name } = fields(&rest[..end]).find(|field| !field.is_of(deck, card))?;
    let start = place.range().start + at.start;
    let at = Span::new(place.source, start..start + at.len());
    Some((at, no_field(owner, name, deck)))
}

/// What was noticed about words of a card, at the cell that holds them.
pub fn noticed(note: Note, sources: &Sources, deck: &Deck, card: &Card) -> Diagnostic {
    let fault = Diagnostic::warning(Code::KEYWORD, note.message).help(note.help);
    let cell = deck.cells(card).find(|cell| cell.text.contains(&note.words));
    let place = cell.map(|cell| {
        let text = sources.get(cell.span.source).text.get(cell.span.range()).unwrap_or_default();
        text.find(&note.words).map_or(cell.span, |at| {
            let start = cell.span.range().start + at;
            Span::new(cell.span.source, start..start + note.words.len())
        })
    });
    fault.at(place.unwrap_or(card.at))
}

/// Where the game's own templates called the component that failed.
fn called_from(drawn: &str, game: &Game, sources: &Sources, copies: &Copies) -> Option<Span> {
    let calls = drawn.lines().filter_map(|line| line.strip_prefix("note: called from "));
    let mut own = calls.filter(|place| {
        let file = place.rsplitn(3, ':').nth(2).unwrap_or_default();
        !calls::is_shared(file, game, sources)
    });
    position(own.next()?, game, sources, copies)
}

/// A template that makes more text than a drawing may have.
pub fn too_long(kilobytes: u32, game: &Game, card: &Card, template: &str) -> Diagnostic {
    let message =
        format!("the drawing has more than {kilobytes} KiB of text (`kilobytes` in `[limits]`)");
    let fault = Diagnostic::error(Code::LIMIT, message);
    match game.templates.get(template) {
        Some(id) => {
            let met = "first met while drawing this row";
            fault.at(Span::new(*id, 0..0)).also(card.at, met)
        }
        None => fault.at(card.at),
    }
}

/// What a field was asked of: the name before its point or bracket.
fn owner(text: &str, field: Span) -> &str {
    let before = text.get(..field.range().start).unwrap_or_default();
    let before = before.trim_end_matches(['"', '\'']).trim_end_matches(['.', '[']);
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    before.get(start..).unwrap_or_default()
}

/// The sentence and the help for a rendering fault.
///
/// `owner` is what a field was asked of, `written` the text at the place of the fault.
fn words(message: &str, owner: &str, written: &str, deck: &Deck) -> (String, Option<String>) {
    let quoted = message.split('`').nth(1);
    if let Some(name) = quoted.filter(|_| message.starts_with("Field `")) {
        return no_field(owner, name, deck);
    }
    // `card["Nam"]` comes without a name in the message.
    if let Some(name) =
        written.strip_prefix("card[").and_then(|rest| rest.split(['"', '\'']).nth(1))
        && message.contains("undefined")
    {
        return no_column(name, deck);
    }
    if let Some(name) = quoted.filter(|_| message.starts_with("Variable `")) {
        return (format!("variable `{name}` is not defined"), variable_help(name, deck));
    }
    if let Some(words) = wrong_kind(message) {
        return words;
    }
    match message.split_once('\n') {
        Some((sentence, help)) => (lower(sentence), Some(help.into())),
        None => (lower(message), None),
    }
}

/// Tera's sentence on a value of the wrong kind in our words.
fn wrong_kind(message: &str) -> Option<(String, Option<String>)> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (wanted, is) = if message.starts_with("Invalid type for the value, expected `") {
        (calls::kind(quoted.next()?), quoted.next()?)
    } else if message.starts_with("Iteration not possible on type `") {
        ("a list in brackets", quoted.next()?)
    } else {
        return None;
    };
    let help = match (wanted, is) {
        ("a list in brackets", "string") => "`| split(pat=\", \")` makes a list of a text",
        ("a text", "array") => "`| join(sep=\", \")` makes a text of a list",
        ("a number" | "a whole number", "string") => {
            "`| int` or `| float` makes a number of a text"
        }
        ("a text", _) if is != "undefined" => "`| str` makes a text of a number",
        _ => return Some((format!("{wanted} is wanted, and this is {}", calls::kind(is)), None)),
    };
    Some((format!("{wanted} is wanted, and this is {}", calls::kind(is)), Some(help.into())))
}

/// A name that its owner does not have.
pub fn no_field(owner: &str, name: &str, deck: &Deck) -> (String, Option<String>) {
    let known: Vec<_> = match owner {
        "card" => return no_column(name, deck),
        "theme" => deck.theme.keys().map(String::as_str).collect(),
        "game" => vec!["name", "title", "version", "authors", "credits", "players"],
        "deck" => vec!["name", "title", "designs", "copies"],
        _ => Vec::new(),
    };
    let help = (!known.is_empty()).then(|| suggest(name, known));
    (format!("`{owner}` has no field `{name}`"), help)
}

fn no_column(name: &str, deck: &Deck) -> (String, Option<String>) {
    let known: Vec<_> = deck.table.headers.iter().flat_map(Header::names).collect();
    let help = suggest(name, known);
    (format!("the cards have no column `{name}`"), Some(help))
}

/// Names that a template may have meant by a bare `name`.
fn variable_help(name: &str, deck: &Deck) -> Option<String> {
    const KNOWN: [&str; 15] = [
        "card", "deck", "game", "theme", "index", "count", "copies", "face", "width", "height",
        "bleed", "safe", "corner", "view_box", "shape",
    ];
    if deck.table.column(name).is_some() {
        return Some(format!("did you mean `card.{name}`?"));
    }
    let columns: Vec<_> = deck.table.headers.iter().filter_map(|one| one.alias.as_ref()).collect();
    let column = did_you_mean(name, columns.iter().map(|alias| alias.as_str()));
    let help = column.map(|help| help.replacen('`', "`card.", 1));
    help.or_else(|| Some(suggest(name, KNOWN)))
}

/// The place of a report in one of the game's templates.
fn span(report: &ReportError, game: &Game) -> Option<Span> {
    let id = game.templates.get(report.filename())?;
    Some(Span::new(*id, report.span().range.clone()))
}

/// A sentence as our messages are: the first letter small, no full stop.
fn lower(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.into(),
    }
}
