//! What boxes of text are called: without an id by the line of the template that wrote them, as far as that is known.

use std::collections::{BTreeMap, BTreeSet};

use super::Fitted;
use crate::compose::Uses;
use crate::model::Game;
use crate::span::Sources;

/// The boxes that templates write, each with what stays the same of its tag on every card.
pub struct Lines<'a> {
    tags: Vec<Tag>,
    /// The templates that the faces of a template may come from.
    used: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// The tag of a box as a template has it.
struct Tag {
    template: String,
    line: usize,
    /// What stands between Tera's marks.
    parts: Vec<String>,
}

impl<'a> Lines<'a> {
    /// Looks through the templates of a game.
    pub fn of(game: &'a Game, sources: &'a Sources) -> Self {
        let mut tags = Vec::new();
        for (template, id) in &game.templates {
            let text = &sources.get(*id).text;
            let (mut line, mut counted) = (1, 0);
            for (at, _) in text.match_indices("<text") {
                line += text[counted..at].matches('\n').count();
                counted = at;
                let parts = parts(&text[at..]);
                if parts.iter().any(|part| part.contains("deckle:")) {
                    tags.push(Tag { template: template.clone(), line, parts });
                }
            }
        }
        let cards = game.decks.iter().flat_map(|deck| &deck.cards);
        let faces = cards.flat_map(|card| std::iter::once(&card.front).chain(&card.back));
        let faces: BTreeSet<_> = faces.map(String::as_str).collect();
        let uses = Uses::of(game, sources);
        let used = faces.into_iter().map(|face| (face, uses.used(face))).collect();
        Self { tags, used }
    }

    /// What the boxes of a face of the template `near` are called, in messages and reports.
    pub fn names<'f>(&self, near: &str, boxes: impl Iterator<Item = &'f Fitted>) -> Vec<String> {
        // A line may write several boxes of a face, in a loop or as a component.
        let mut written: BTreeMap<String, usize> = BTreeMap::new();
        let one = |fitted: &Fitted| match (fitted.tag.is_empty(), self.name(near, &fitted.tag)) {
            (true, _) => fitted.name.clone(),
            (_, Some(line)) => {
                let count = written.entry(line.clone()).or_default();
                *count += 1;
                if *count == 1 { line } else { format!("{line} ({count})") }
            }
            // A number means something only within its template.
            _ => format!("{near} {}", fitted.name),
        };
        boxes.map(one).collect()
    }

    /// `card.svg:12` for a tag on a face of the template `near`: the line that has most of it, if it
    /// is one alone.
    fn name(&self, near: &str, tag: &str) -> Option<String> {
        let rank =
            |one: &Tag| (one.template == near, one.parts.iter().map(String::len).sum::<usize>());
        let used = self.used.get(near);
        let may = |one: &&Tag| used.is_none_or(|used| used.contains(one.template.as_str()));
        let all: Vec<&Tag> = self.tags.iter().filter(may).filter(|one| one.wrote(tag)).collect();
        let best = all.iter().map(|one| rank(one)).max()?;
        let mut best = all.into_iter().filter(|one| rank(one) == best);
        let (one, other) = (best.next()?, best.next());
        other.is_none().then(|| format!("{}:{}", one.template, one.line))
    }
}

impl Tag {
    fn wrote(&self, tag: &str) -> bool {
        let (first, behind) = self.parts.split_first().map_or(("", &[][..]), |(a, b)| (a, b));
        let Some(mut rest) = tag.strip_prefix(first) else { return false };
        behind.iter().all(|part| {
            let found = rest.find(part.as_str());
            rest = found.map_or("", |at| &rest[at + part.len()..]);
            found.is_some()
        })
    }
}

/// The parts of the tag that a text begins with, between Tera's marks; what is written only sometimes is none.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find(['>', '{']) {
        parts.push(rest[..at].to_owned());
        let close = match rest.as_bytes().get(at..at + 2) {
            Some(b"{{") => "}}",
            Some(b"{%") => "%}",
            Some(b"{#") => "#}",
            _ => break,
        };
        let end = match rest[at..].find(close) {
            Some(end) if close == "%}" => block(&rest[at..]).unwrap_or(end + 2),
            Some(end) => end + 2,
            None => break,
        };
        rest = &rest[at + end..];
    }
    parts
}

/// The length of the block that a text begins with, to the end of its last mark; none for a mark that begins none.
fn block(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, _) in text.match_indices("{%") {
        let mark = text[at + 2..].trim_start_matches('-').trim_start();
        let word = mark.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match word {
            "if" | "for" => depth += 1,
            "endif" | "endfor" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then(|| text[at..].find("%}").map(|end| at + end + 2))?;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Tag, parts};

    #[test]
    fn a_tag_is_known_by_what_stands_between_its_marks() {
        let text = "<text deckle:box=\"1 {{ a > b }} 3 4\" {% if x %}fill=\"red\"{% endif %} class=\"a\">{{ c }}";
        let parts = parts(text);
        assert_eq!(parts[..2], ["<text deckle:box=\"1 ", " 3 4\" "]);
        let tag = Tag { template: String::new(), line: 1, parts };
        assert!(tag.wrote("<text deckle:box=\"1 2 3 4\" fill=\"red\" class=\"a\""));
        assert!(!tag.wrote("<text deckle:box=\"2 2 3 4\" fill=\"red\" class=\"a\""));
        assert!(!tag.wrote("<text deckle:box=\"1 2 3 4\" class=\"b\""));
        let text = "<text deckle:box=\"{% if a %}1 {% if b %}2{% endif %} 3 4{% else %}5 6 7 8{% endif %}\" {%- set c = 1 %} class=\"a\">";
        let tag = Tag { template: String::new(), line: 1, parts: super::parts(text) };
        assert_eq!(tag.parts, ["<text deckle:box=\"", "\" ", " class=\"a\""]);
        assert!(tag.wrote("<text deckle:box=\"5 6 7 8\"  class=\"a\""));
    }
}
