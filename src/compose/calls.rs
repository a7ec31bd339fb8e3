//! What goes wrong in the call of a component, at the very argument.

use std::ops::Range;

use crate::diag::suggest;
use crate::load::{COMPONENTS, STARTER};
use crate::model::Game;
use crate::span::{Sources, Span};

/// A fault of a call, in our words.
pub struct CallFault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The argument or the name that is at fault, as a part of the call.
    pub part: Range<usize>,
}

/// Reads Tera's `message` on the call that `written` begins with; `None` if it is on something else.
pub fn fault(message: &str, written: &str) -> Option<CallFault> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let name = name(written);
    if message.starts_with("Unknown argument(s) ") {
        // Tera names several in any order; the first in the alphabet is told, and then the next.
        let (wrong, known) = message.split_once("Possible argument(s)").unwrap_or((message, ""));
        let wrong = wrong.split('`').skip(1).step_by(2).min()?;
        // The theme comes by itself, and nobody passes it by hand.
        let known = known.split('`').skip(1).step_by(2).filter(|one| *one != "theme");
        let message = format!("the component `{name}` has no argument `{wrong}`");
        let help = suggest(wrong, known.collect::<Vec<_>>());
        return Some(CallFault { message, help, part: argument(written, wrong).unwrap_or(0..1) });
    }
    if message.starts_with("Component argument `") {
        let (wrong, is, wants) = (quoted.next()?, quoted.next()?, quoted.next()?);
        let message =
            format!("`{wrong}` of the component `{name}` is {}, not {}", kind(is), kind(wants));
        let help = match (is, wants) {
            ("string", "integer") => {
                format!("write `{wrong}={{3}}`; a cell is text until it is `{{card.cell | int}}`")
            }
            ("string", "number" | "float") => {
                format!(
                    "write `{wrong}={{3.5}}`; a cell is text until it is `{{card.cell | float}}`"
                )
            }
            ("string", _) => format!("write its value in braces: `{wrong}={{…}}`"),
            (_, "string") => format!("write `{wrong}=\"…\"`, or `{wrong}={{card.cell}}`"),
            _ => "`deckle list components` shows what each takes".into(),
        };
        return Some(CallFault { message, help, part: argument(written, wrong).unwrap_or(0..1) });
    }
    if message.starts_with("Argument `") && message.ends_with("missing.") {
        let wanted = quoted.next()?;
        let message = format!("the component `{name}` needs `{wanted}`");
        let help = "`deckle list components` shows what each takes".into();
        return Some(CallFault { message, help, part: 1..1 + name.len() });
    }
    None
}

/// The name in `<name argument=…`.
pub fn name(written: &str) -> &str {
    let rest = written.strip_prefix('<').unwrap_or(written);
    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').next().unwrap_or_default()
}

/// Where the argument is named in the call; it may come from a map, and then nowhere.
fn argument(written: &str, name: &str) -> Option<Range<usize>> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let found = written.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = written[..*at].chars().next_back();
        let after = written[at + name.len()..].chars().next();
        before.is_some_and(char::is_whitespace) && !after.is_some_and(word)
    });
    found.map(|at| at..at + name.len())
}

/// A kind of value, as a person says it.
pub fn kind(name: &str) -> &str {
    match name {
        "string" | "&str" | "String" => "a text",
        "bool" => "true or false",
        "integer" | "i64" | "u64" | "i128" | "u128" | "usize" => "a whole number",
        "number" | "float" | "f64" | "f32" | "Number" => "a number",
        "array" | "&[Value]" | "Vec<Value>" => "a list in brackets",
        "map" | "map/struct" | "Map" => "a map in braces",
        "none" => "nothing",
        other => other,
    }
}

/// The components that a text makes: the name of each, its arguments as they are declared, and where its
/// own text begins.
fn made(text: &str) -> impl Iterator<Item = (&str, &str, usize)> {
    text.match_indices("{%").filter_map(|(at, _)| {
        let inside = text[at + 2..].trim_start_matches('-').trim_start();
        let declared = inside.strip_prefix("component ")?;
        let (name, rest) = declared.split_once('(')?;
        let end = rest.find("%}")?;
        Some((name.trim(), &rest[..end], text.len() - rest.len() + end + 2))
    })
}

/// Whether a text makes the component `name`.
pub fn makes(text: &str, name: &str) -> bool {
    made(text).any(|(one, ..)| one == name)
}

/// The component around a place, and its arguments.
pub fn around(text: &str, at: usize) -> Option<(&str, Vec<&str>)> {
    let (name, declared, begin) = made(text).take_while(|(.., begin)| *begin <= at).last()?;
    if text[begin..at].contains("endcomponent") {
        return None;
    }
    // Arguments end with the parenthesis before what is said of them.
    let declared = declared.split_once(") {").map_or(declared, |(arguments, _)| arguments);
    let names = declared.split(',').filter_map(|one| one.split([':', '=', ')']).next());
    let names = names.map(|one| one.trim().trim_start_matches(['@', '.']));
    Some((name, names.filter(|one| !one.is_empty() && !one.contains(['"', ' '])).collect()))
}

/// Whether a place of a text lies in a component that it makes.
pub fn is_in_component(text: &str, at: usize) -> bool {
    around(text, at).is_some()
}

/// Where a component of a text calls itself.
pub fn of_itself(text: &str) -> Option<Range<usize>> {
    made(text).find_map(|(name, _, begin)| {
        let end = text[begin..].find("endcomponent").map_or(text.len(), |end| begin + end);
        let calls = text[begin..end].match_indices('<').map(|(at, _)| begin + at);
        let own = calls.map(|at| at..at + 1 + name.len());
        own.into_iter().find(|at| {
            let rest = text.get(at.end..).unwrap_or_default();
            text.get(at.start + 1..at.end) == Some(name)
                && rest.starts_with(|c: char| c.is_whitespace() || c == '/')
        })
    })
}

/// The names of the components that a text may call: the words behind `<`.
pub fn called(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices('<').map(|(at, _)| text[at + 1..].trim_start());
    starts.map(name).filter(|name| !name.is_empty())
}

/// Whether a template is a shared component in the binary.
pub fn is_shared(template: &str, game: &Game, sources: &Sources) -> bool {
    let id = game.templates.get(template).filter(|_| template.starts_with(COMPONENTS));
    id.is_some_and(|id| sources.get(*id).path.starts_with(STARTER))
}

/// The word in backticks of `message`, where it stands in the call, or in another mark, at `place`.
pub fn narrowed(place: Span, message: &str, sources: &Sources) -> Span {
    let text = &sources.get(place.source).text;
    let start = place.range().start;
    let rest = text.get(start..).unwrap_or_default();
    let end = ["/>", "%}", "}}"].iter().filter_map(|end| rest.find(end)).min();
    let call = &rest[..end.unwrap_or(rest.len())];
    let word = message.split('`').nth(1).filter(|word| !word.is_empty());
    let found = word.and_then(|word| {
        argument(call, word).or_else(|| call.find(word).map(|at| at..at + word.len()))
    });
    match found {
        Some(at) => Span::new(place.source, start + at.start..start + at.end),
        None if call.starts_with('<') => {
            Span::new(place.source, start..start + 1 + name(call).len())
        }
        None => place,
    }
}
