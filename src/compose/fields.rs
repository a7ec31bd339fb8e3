//! What templates ask the card and its theme for by name, and what none of their decks has: where it is
//! only asked after, or put together with others, Tera takes nothing for it in silence.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Uses;
use crate::diag::{Code, Diagnostic, Sink};
use crate::load::STARTER;
use crate::model::{Card, Deck, Game};
use crate::span::{Sources, Span};

/// A name that something is asked for.
pub struct Field<'a> {
    /// Where the name stands.
    pub at: Range<usize>,
    /// What is asked: `card` or `theme`.
    pub owner: &'a str,
    /// For what.
    pub name: &'a str,
}

impl Field<'_> {
    /// Whether the cards of a deck, or this one of them, have it.
    pub fn is_of(&self, deck: &Deck, card: &Card) -> bool {
        match self.owner {
            "card" => {
                (self.name == "rows" && !card.rows.is_empty())
                    || deck.table.headers.iter().any(|one| one.names().any(|own| own == self.name))
            }
            _ => deck.theme.contains_key(self.name) || card.theme.contains_key(self.name),
        }
    }
}

/// The names that a text asks the card and its theme for: `card.name`, `card["name"]`.
pub fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let owners = ["card", "theme"].into_iter().flat_map(|owner| text.match_indices(owner));
    owners.filter_map(move |(at, owner)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + owner.len()..];
        let name = match rest.strip_prefix('.') {
            Some(rest) => rest.split(|c: char| !is_word(c)).next()?,
            None => {
                let rest = rest.strip_prefix('[')?.trim_start().strip_prefix(['"', '\''])?;
                let (name, rest) = rest.split_once(['"', '\''])?;
                // What is reckoned in brackets is known when it is drawn.
                Some(name).filter(|_| rest.trim_start().starts_with(']'))?
            }
        };
        let name = Some(name).filter(|name| !name.is_empty())?;
        let start = at + owner.len() + rest.find(name)?;
        let is_own = !before.is_some_and(|c| is_word(c) || ".\"'/".contains(c));
        is_own.then(|| Field { at: start..start + name.len(), owner, name })
    })
}

/// The columns that a part of a template asks its card for.
pub fn asked(text: &str) -> impl Iterator<Item = &str> {
    fields(text).filter(|field| field.owner == "card").map(|field| field.name)
}

/// The columns that a template reads of its card; none where it may read any, as in a loop over all.
pub fn columns(text: &str) -> Option<BTreeSet<&str>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_one = |at: &usize| {
        let (before, behind) = (text[..*at].chars().next_back(), text[*at + 4..].chars().next());
        !before.is_some_and(|c| is_word(c) || "-.".contains(c))
            && !behind.is_some_and(|c| is_word(c) || c == '-')
            && is_in_mark(text, *at)
    };
    let count = text.match_indices("card").map(|(at, _)| at).filter(is_one).count();
    let asked = fields(text).filter(|field| field.owner == "card");
    let names: Vec<_> =
        asked.filter(|field| is_in_mark(text, field.at.start)).map(|field| field.name).collect();
    let is_known =
        names.len() == count && !names.contains(&"rows") && !text.contains("__tera_context");
    is_known.then(|| names.into_iter().collect())
}

/// Tells names that a template of the game's own asks for and that no deck has which is drawn with it.
pub fn tell_absent(game: &Game, sources: &Sources, sink: &mut Sink) {
    let uses = Uses::of(game, sources);
    let mut drawn: BTreeMap<&str, Vec<&Deck>> = BTreeMap::new();
    for deck in &game.decks {
        let sides = deck.cards.iter().flat_map(|card| [Some(&card.front), card.back.as_ref()]);
        let templates: BTreeSet<_> = sides.flatten().collect();
        let used = templates.into_iter().flat_map(|template| uses.used(template));
        let used: BTreeSet<_> = used.collect();
        used.into_iter().for_each(|name| drawn.entry(name).or_default().push(deck));
    }
    for (template, decks) in drawn {
        let Some(id) = game.templates.get(template).copied() else { continue };
        let source = sources.get(id);
        if source.path.starts_with(STARTER) {
            continue;
        }
        for field in absent(&source.text, &decks) {
            let (message, help) = super::said::no_field(field.owner, field.name, &decks);
            let fault = Diagnostic::warning(Code::TEMPLATE, message).help_if(help);
            let help = "where it may be missing, ask with `is defined`";
            sink.push(fault.at(Span::new(id, field.at)).help(help));
        }
    }
}

/// What the marks of a text ask for that none of these decks has, each name once, where nothing is said
/// of it that may be missing.
fn absent<'a>(text: &'a str, decks: &[&Deck]) -> Vec<Field<'a>> {
    let has = |field: &Field<'_>| {
        decks.iter().any(|deck| deck.cards.iter().any(|card| field.is_of(deck, card)))
    };
    let may_be_missing = |field: &Field<'_>| {
        let asked = ["is defined", "is undefined", "is not defined", "| default"];
        fields(text).filter(|other| (other.owner, other.name) == (field.owner, field.name)).any(
            |other| {
                let rest = text[other.at.end..].trim_start_matches(['"', '\'', ']']).trim_start();
                asked.iter().any(|words| rest.starts_with(words))
            },
        )
    };
    // A name that the template sets itself is another thing.
    let is_set = |field: &Field<'_>| {
        let owner = field.owner;
        let ways = [format!("for {owner} in"), format!("set {owner} "), format!("{owner}: map")];
        let is_component = owner == "theme" && text.contains("@theme: map");
        !is_component && ways.iter().any(|way| text.contains(way))
    };
    let mut seen = BTreeSet::new();
    let wrong = fields(text).filter(|field| is_in_mark(text, field.at.start) && !has(field));
    wrong
        .filter(|field| !may_be_missing(field) && !is_set(field))
        .filter(|field| seen.insert((field.owner, field.name)))
        .collect()
}

/// Whether a place lies in a mark that is no remark, and not in a text in quotes there.
fn is_in_mark(text: &str, at: usize) -> bool {
    let begun = ["{{", "{%"].iter().filter_map(|mark| text[..at].rfind(mark)).max();
    let Some(begun) = begun else { return false };
    let inside = &text[begun + 2..at];
    let is_over = ["}}", "%}", "{#"].iter().any(|end| inside.contains(end));
    // Inside of quotes, a quote of the other kind is a letter; the brackets of `card["name"]` hold a name.
    let quoted = inside.trim_end_matches(['"', '\'']).chars().fold(None, |open, c| match open {
        None if matches!(c, '"' | '\'') => Some(c),
        Some(quote) if quote == c => None,
        _ => open,
    });
    // What is printed as it stands is no mark.
    let raw = text[..begun].rfind("raw %}").max(text[..begun].rfind("raw -%}"));
    let is_raw = raw.is_some_and(|raw| {
        let mark = text[..raw].trim_end().trim_end_matches('-');
        mark.ends_with("{%") && !text[raw..begun].contains("endraw")
    });
    !is_over
        && !is_raw
        && quoted.is_none()
        && text[..begun].rfind("{#").is_none_or(|remark| text[remark..begun].contains("#}"))
}
