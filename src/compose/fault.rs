//! Templates that failed for a card: Tera's errors in our words, at the very place, with the first row that met them.

use tera::{Error, ErrorKind, ReportError};

use super::fields::{Field, fields};
use super::notes::Note;
use super::said::{lower, no_field, owner, words};
use super::trace::Copies;
use super::{Uses, calls};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::model::{Card, Deck, Game};
use crate::span::{Sources, Span};

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
    let called = Uses::of(game, sources).used(template).into_iter().find_map(|name| {
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
    Some((at, no_field(owner, name, &[deck])))
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

/// `card.svg:2:12` as a span; the place may be one of a copy.
pub fn position(place: &str, game: &Game, sources: &Sources, copies: &Copies) -> Option<Span> {
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

/// The place of a report in one of the game's templates.
pub fn span(report: &ReportError, game: &Game) -> Option<Span> {
    let id = game.templates.get(report.filename())?;
    Some(Span::new(*id, report.span().range.clone()))
}
