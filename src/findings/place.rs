//! Where a fault is written: in a cell, in a template, or in the manifest, found by what came out.
//!
//! A face is text made of a template and of cells, so the words around a fault say whose it is:
//! what is the template's own stands there word for word, and the rest was put in.

use std::ops::Range;

use super::{Finding, Written};
use crate::compose::Face;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::model::{Cell, Game, ThemeValue};
use crate::span::{SourceId, Sources, Span};
use crate::xml;

/// Tells the findings of a face, each where it is written.
pub fn report(findings: &[Finding], face: &Face, game: &Game, sources: &Sources, sink: &mut Sink) {
    let seeker = Seeker { face, game, sources };
    for finding in findings.iter().filter(|one| one.fitted.is_none()) {
        let severity = if finding.error { Severity::Error } else { Severity::Warning };
        let code = Code::by_name(&finding.code).unwrap_or(Code::SVG);
        let mut diagnostic = Diagnostic::new(code, severity, finding.message.clone());
        diagnostic = diagnostic.help_if(finding.help.clone());
        let met = format!("first met on the {} of `{}`", face.side.word(), face.name);
        let template = game.templates.get(&face.template).copied();
        let place = finding.written.as_ref().and_then(|written| seeker.place(written));
        // Nobody knows the place in the template; at its start the fault is told once for all.
        let place = place.or_else(|| template.map(|id| Span::new(id, 0..0)));
        sink.push(match place {
            Some(span) if seeker.is_of_card(span) => diagnostic.at_with(span, met),
            Some(span) => diagnostic.at(span).also(face.at, met),
            None => diagnostic.at_with(face.at, met),
        });
    }
}

/// How far the words around a fault are compared, in bytes.
const FAR: usize = 400;
/// Words around a fault that are less alike than this say nothing.
const LIKE: usize = 4;

/// Looks for places.
struct Seeker<'a> {
    face: &'a Face,
    game: &'a Game,
    sources: &'a Sources,
}

impl Seeker<'_> {
    fn place(&self, written: &Written) -> Option<Span> {
        match written {
            Written::Words(words, part) => self.words(words, part.clone()),
            Written::Attribute { name, value } => self.attribute(name, value),
            Written::At(at) => self.at(*at),
        }
    }

    /// A place in the text of the face: of the template or, unescaped, of a cell.
    fn at(&self, at: usize) -> Option<Span> {
        let (before, behind) = (self.face.svg.get(..at)?, &self.face.svg[at..]);
        let cells = self.cells().map(|cell| (cell.span, self.text(cell.span).unwrap_or_default()));
        let templates = self.texts().map(|(id, text)| (Span::new(id, 0..text.len()), text));
        let places = templates.chain(cells).flat_map(|(span, text)| {
            let places = text.char_indices().map(|(place, _)| place);
            places.map(move |place| (span, text, place))
        });
        let liked = places.map(|(span, text, place)| {
            let alike = alike_behind(&text[place..], behind);
            let (start, length) = (span.range().start + place, token(&text[place..], alike));
            let score = alike_before(&text[..place], before) + alike;
            (score, Span::new(span.source, start..start + length))
        });
        most(liked.filter(|(score, _)| *score >= LIKE))
    }

    /// Words of the row, the template or the manifest; the part alone where the whole is nowhere.
    fn words(&self, words: &str, part: Range<usize>) -> Option<Span> {
        let narrow = |span: Span| match self.text(span).is_some_and(|text| text == words) {
            true => {
                let start = span.range().start;
                Span::new(span.source, start + part.start..start + part.end)
            }
            false => span,
        };
        let whole = || {
            let row = self.within(words, self.face.span);
            row.or_else(|| self.cell(|cell| cell.text.contains(words), words))
        };
        let spot = self.spot(&[(format!(">{}", xml::text(words)), 1), (words.into(), 0)]);
        let found = whole()
            .or_else(|| self.template(spot.as_ref()?, 0))
            .or_else(|| self.given(|text| text.contains(words), words))
            .map(narrow);
        let is_part = part.len() < words.len();
        let alone = || is_part.then(|| self.words(&words[part.clone()], 0..part.len()))?;
        found.or_else(alone).or_else(|| self.put_in(spot.as_ref()?))
    }

    /// The value of an attribute: of the template, or of whatever was put in there.
    fn attribute(&self, name: &str, value: &str) -> Option<Span> {
        let plain = xml::attribute(value);
        let (equals, colon) = (format!("{name}=\"{plain}\""), format!("{name}:{plain}"));
        let spaced = format!("{name}: {plain}");
        let before = name.len() + 2;
        let spot = self.spot(&[
            (equals.clone(), before),
            (equals.replace('"', "'"), before),
            (colon, before - 1),
            (spaced, before),
            (format!("=\"{plain}\""), 2),
        ]);
        let spot = spot.map(|spot| spot.start..spot.start + plain.len());
        let is_it = |text: &str| !value.is_empty() && text == value;
        let holds = |text: &str| value.len() > 2 && text.contains(value);
        let in_template = spot.as_ref().and_then(|spot| self.template(spot, LIKE));
        in_template
            .or_else(|| self.cell(|cell| is_it(&cell.text), value))
            .or_else(|| self.given(is_it, value))
            .or_else(|| self.cell(|cell| holds(&cell.text), value))
            .or_else(|| self.put_in(spot.as_ref()?))
    }

    /// Where one of these patterns is in the face, but so many bytes of it.
    fn spot(&self, patterns: &[(String, usize)]) -> Option<Range<usize>> {
        let svg = &self.face.svg;
        patterns.iter().find_map(|(pattern, skipped)| {
            svg.find(pattern).map(|at| at + skipped..at + pattern.len())
        })
    }

    /// The place of a template that is written as the face is at `spot`, and around it most alike.
    fn template(&self, spot: &Range<usize>, least: usize) -> Option<Span> {
        let svg = &self.face.svg;
        let part = svg.get(spot.clone())?;
        let places = self.texts().flat_map(|(id, text)| {
            let found = text.match_indices(part).map(|(at, _)| at);
            found.map(move |at| (id, text, at))
        });
        let liked = places.map(|(id, text, at)| {
            let end = at + part.len();
            let before = alike_before(&text[..at], &svg[..spot.start]);
            (before, before + alike_behind(&text[end..], &svg[spot.end..]), Span::new(id, at..end))
        });
        // What stands before a value says more than what stands behind it.
        most(liked.filter(|one| one.0 >= least).map(|(_, score, span)| (score, span)))
    }

    /// The marks of a template that put in what the face has at `spot`.
    fn put_in(&self, spot: &Range<usize>) -> Option<Span> {
        let svg = &self.face.svg;
        let part = svg.get(spot.clone())?;
        let inside = part.char_indices().map(|(at, _)| spot.start + at).take(FAR);
        let cuts: Vec<usize> = inside.chain([spot.end]).collect();
        let places = self.texts().flat_map(|(id, text)| {
            let found = text.match_indices("{{");
            found.map(move |(at, _)| (id, text, at))
        });
        let liked = places.filter_map(|(id, text, at)| {
            let end = at + text[at..].find("}}")? + 2;
            // The template may have words of its own right beside its marks: `images/{{ card.art }}.png`.
            let befores = cuts.iter().map(|cut| alike_before(&text[..at], &svg[..*cut]));
            let behinds = cuts.iter().map(|cut| alike_behind(&text[end..], &svg[*cut..]));
            let (before, behind) = (befores.max()?, behinds.max()?);
            (before >= LIKE).then_some((before + behind, Span::new(id, at..end)))
        });
        most(liked)
    }

    /// What the manifest gives templates: values of the theme, reminders, and looked-up tables.
    fn given(&self, is_it: impl Fn(&str) -> bool, words: &str) -> Option<Span> {
        let keywords = self.game.keywords.iter().filter(|one| is_it(&one.reminder));
        let reminder = keywords.filter_map(|one| {
            let text = &self.sources.get(one.at.source).text;
            let rest = Span::new(one.at.source, one.at.range().start..text.len());
            self.within(words, rest)
        });
        let tables = self.game.tables.values().flat_map(|one| &one.table.rows);
        let mut cells = tables.flat_map(|row| &row.cells).filter(|cell| is_it(&cell.text));
        let cell = || cells.next().map(|cell| self.in_cell(cell, words));
        self.theme(&is_it, words).or_else(|| reminder.into_iter().next()).or_else(cell)
    }

    /// The value of a deck's theme, where the manifest sets it.
    fn theme(&self, is_it: &impl Fn(&str) -> bool, words: &str) -> Option<Span> {
        let manifest = self.game.title_at.source;
        let text = &self.sources.get(manifest).text;
        let values = self.game.decks.iter().flat_map(|deck| &deck.theme);
        let mut named = values.filter_map(|(name, value)| match value {
            ThemeValue::Text(value) if is_it(value) => Some((name, value)),
            _ => None,
        });
        named.find_map(|(name, value)| {
            let mut places = text.match_indices(value.as_str()).map(|(at, _)| at);
            let is_set = |at: &usize| {
                let before = text[..*at].trim_end_matches(['"', '\'']).trim_end();
                let before = before.strip_suffix('=').map(str::trim_end);
                before.is_some_and(|before| before.ends_with(name.as_str()))
            };
            let at = places.find(is_set)?;
            let at = at + value.find(words).unwrap_or(0);
            Some(Span::new(manifest, at..at + words.len()))
        })
    }

    /// The first cell of the card for which something holds.
    fn cell(&self, is_it: impl Fn(&Cell) -> bool, words: &str) -> Option<Span> {
        self.cells()
            .find(|cell| !words.is_empty() && is_it(cell))
            .map(|cell| self.in_cell(cell, words))
    }

    /// The words in a cell, or the whole of it where it is written otherwise than it reads.
    fn in_cell(&self, cell: &Cell, words: &str) -> Span {
        self.within(words, cell.span).unwrap_or(cell.span)
    }

    fn cells(&self) -> impl Iterator<Item = &Cell> {
        let decks = self.game.decks.iter();
        let cards = decks.flat_map(|deck| deck.cards.iter().map(move |card| (deck, card)));
        let own = cards.filter(|(_, card)| card.span == self.face.span);
        own.flat_map(|(deck, card)| deck.cells(card))
    }

    /// Whether a place is one of the card's own.
    fn is_of_card(&self, span: Span) -> bool {
        let holds = |whole: Span| {
            whole.source == span.source && whole.start <= span.start && span.end <= whole.end
        };
        holds(self.face.span) || self.cells().any(|cell| holds(cell.span))
    }

    /// The first place of `words` inside `span`.
    fn within(&self, words: &str, span: Span) -> Option<Span> {
        if words.is_empty() {
            return None;
        }
        let at = span.range().start + self.text(span)?.find(words)?;
        Some(Span::new(span.source, at..at + words.len()))
    }

    fn text(&self, span: Span) -> Option<&str> {
        self.sources.get(span.source).text.get(span.range())
    }

    /// The texts of all templates, that of the face first.
    fn texts(&self) -> impl Iterator<Item = (SourceId, &str)> {
        let templates = &self.game.templates;
        let own = templates.get(&self.face.template);
        let others = templates.values().filter(move |id| Some(*id) != own);
        own.into_iter().chain(others).map(|id| (*id, &*self.sources.get(*id).text))
    }
}

/// The place that is most alike; the first of several.
fn most(places: impl Iterator<Item = (usize, Span)>) -> Option<Span> {
    let better = |best: Option<(usize, Span)>, one: (usize, Span)| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    };
    places.fold(None, better).map(|(_, span)| span)
}

/// How many bytes at the ends of two texts are the same.
fn alike_before(one: &str, other: &str) -> usize {
    let pairs = one.bytes().rev().zip(other.bytes().rev());
    pairs.take(FAR).take_while(|(a, b)| a == b).count()
}

/// How many bytes at the beginnings of two texts are the same.
fn alike_behind(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take(FAR).take_while(|(a, b)| a == b).count()
}

/// The length of the tag or the character that a text begins with, as far as it is alike.
fn token(text: &str, alike: usize) -> usize {
    let tag = text.strip_prefix('<').and_then(|rest| rest.find('>')).map(|end| end + 2);
    let one = text.chars().next().map_or(0, char::len_utf8);
    tag.filter(|length| *length <= alike).unwrap_or(one)
}
