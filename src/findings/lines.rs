//! What boxes of text are called: without an id by the line of the template that wrote them, as far as that is known.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::Fitted;
use crate::compose::{Face, Tracer, Uses, is_in_component};
use crate::model::Game;
use crate::span::Sources;

/// The boxes that templates write, each with what stays the same of its tag on every card.
pub struct Lines<'a> {
    tags: Vec<Tag>,
    /// The templates that the faces of a template may come from.
    used: BTreeMap<&'a str, BTreeSet<&'a str>>,
    tracer: &'a Tracer<'a>,
    /// What was found by drawing a face again, by its template and the tag.
    traced: RefCell<BTreeMap<(String, String), Option<String>>>,
}

/// The tag of a box as a template has it.
struct Tag {
    template: String,
    line: usize,
    /// What stands between Tera's marks.
    parts: Vec<String>,
    /// Whether it is a component's.
    is_of_component: bool,
}

impl<'a> Lines<'a> {
    /// Looks through the templates of a game.
    pub fn of(game: &'a Game, sources: &'a Sources, tracer: &'a Tracer<'a>) -> Self {
        let mut tags = Vec::new();
        for (template, id) in &game.templates {
            let text = &sources.get(*id).text;
            let (mut line, mut counted) = (1, 0);
            for (at, _) in text.match_indices("<text") {
                line += text[counted..at].matches('\n').count();
                counted = at;
                let parts = parts(&text[at..]);
                if parts.iter().any(|part| part.contains("deckle:")) {
                    let is_of_component = is_in_component(text, at);
                    tags.push(Tag { template: template.clone(), line, parts, is_of_component });
                }
            }
        }
        let cards = game.decks.iter().flat_map(|deck| &deck.cards);
        let faces = cards.flat_map(|card| std::iter::once(&card.front).chain(&card.back));
        let faces: BTreeSet<_> = faces.map(String::as_str).collect();
        let uses = Uses::of(game, sources);
        let used = faces.into_iter().map(|face| (face, uses.used(face))).collect();
        Self { tags, used, tracer, traced: RefCell::default() }
    }

    /// What the boxes of a face are called, in messages and reports.
    pub fn names<'f>(&self, face: &Face, boxes: impl Iterator<Item = &'f Fitted>) -> Vec<String> {
        // A line may write several boxes of a face, in a loop or as a component.
        let mut written: BTreeMap<String, usize> = BTreeMap::new();
        let traced = OnceCell::new();
        let drawn_by = |tag: &str| {
            let traced = traced.get_or_init(|| self.tracer.face(face)).as_ref()?;
            self.tracer.component(traced, tag)
        };
        let one = |fitted: &Fitted| match (fitted.tag.is_empty(), self.name(face, fitted, drawn_by))
        {
            (true, _) => fitted.name.clone(),
            (_, Some(line)) => {
                let count = written.entry(line.clone()).or_default();
                *count += 1;
                if *count == 1 { line } else { format!("{line} ({count})") }
            }
            // A number means something only within its template.
            _ => format!("{} {}", face.template, fitted.name),
        };
        boxes.map(one).collect()
    }

    /// `card.svg:12` for a box of a face, if one line alone may have written it. Where several may, the
    /// face is drawn once more, as `drawn_by` does, to tell whose component it is.
    fn name(
        &self,
        face: &Face,
        fitted: &Fitted,
        drawn_by: impl Fn(&str) -> Option<Option<&'a str>>,
    ) -> Option<String> {
        let (near, tag) = (&*face.template, &fitted.tag);
        let used = self.used.get(near);
        let may = |one: &&Tag| used.is_none_or(|used| used.contains(one.template.as_str()));
        let all: Vec<&Tag> = self.tags.iter().filter(may).filter(|one| one.wrote(tag)).collect();
        if let [] | [_] = all[..] {
            return all.first().map(|one| one.shown());
        }
        let key = (near.to_owned(), tag.clone());
        if let Some(known) = self.traced.borrow().get(&key) {
            return known.clone();
        }
        let by = drawn_by(tag);
        let is_by = |one: &&Tag| match by {
            Some(Some(template)) => one.is_of_component && one.template == template,
            Some(None) => !one.is_of_component,
            None => true,
        };
        let rank =
            |one: &Tag| (one.template == near, one.parts.iter().map(String::len).sum::<usize>());
        let all: Vec<&Tag> = all.into_iter().filter(is_by).collect();
        let best = all.iter().map(|one| rank(one)).max();
        let mut best = all.into_iter().filter(|one| Some(rank(one)) == best);
        let (one, other) = (best.next(), best.next());
        let name = one.filter(|_| other.is_none()).map(Tag::shown);
        self.traced.borrow_mut().insert(key, name.clone());
        name
    }
}

impl Tag {
    /// Its template and line, as they are told.
    fn shown(&self) -> String {
        format!("{}:{}", self.template, self.line)
    }

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
        let tag = |parts| Tag { template: String::new(), line: 1, parts, is_of_component: false };
        let text = "<text deckle:box=\"1 {{ a > b }} 3 4\" {% if x %}fill=\"red\"{% endif %} class=\"a\">{{ c }}";
        let parts = parts(text);
        assert_eq!(parts[..2], ["<text deckle:box=\"1 ", " 3 4\" "]);
        let one = tag(parts);
        assert!(one.wrote("<text deckle:box=\"1 2 3 4\" fill=\"red\" class=\"a\""));
        assert!(!one.wrote("<text deckle:box=\"2 2 3 4\" fill=\"red\" class=\"a\""));
        assert!(!one.wrote("<text deckle:box=\"1 2 3 4\" class=\"b\""));
        let text = "<text deckle:box=\"{% if a %}1 {% if b %}2{% endif %} 3 4{% else %}5 6 7 8{% endif %}\" {%- set c = 1 %} class=\"a\">";
        let one = tag(super::parts(text));
        assert_eq!(one.parts, ["<text deckle:box=\"", "\" ", " class=\"a\""]);
        assert!(one.wrote("<text deckle:box=\"5 6 7 8\"  class=\"a\""));
    }
}
