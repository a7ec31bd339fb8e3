//! Where something of a face is written: looked for in templates, in cells and in the manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Written;
use super::alike::{self, Template};
use crate::compose::{Face, Traced, asked, is_in_component, is_shared, narrowed};
use crate::load::COMPONENTS;
use crate::model::{Card, Cell, Deck, Game, ThemeValue};
use crate::span::{SourceId, Sources, Span};
use crate::xml;

/// Words around a fault that are less alike than this say nothing.
const LIKE: usize = 4;

/// So many words before a part are tried to find where it stands.
const WORDS: usize = 20;

/// Looks for places.
pub struct Seeker<'a> {
    /// The face.
    pub face: &'a Face,
    /// The element of its text that the fault is about, if that is known.
    pub element: Option<&'a Range<usize>>,
    /// Its game.
    pub game: &'a Game,
    /// The files.
    pub sources: &'a Sources,
    /// The templates that it may come from.
    pub texts: &'a [(SourceId, Template<'a>)],
    /// The columns of the card that they read, if that is known.
    pub columns: Option<&'a BTreeSet<&'a str>>,
}

impl Seeker<'_> {
    /// Where a fault is written, as far as that is known.
    pub fn place(&self, written: &Written) -> Option<Span> {
        match written {
            Written::Words { words, part, nth } => self.words(words, part.clone(), *nth),
            Written::Attribute { name, value } => self.attribute(name, value),
            Written::At(at) => self.at(*at),
        }
    }

    /// Whether a place of a template is a mark, or lies in a component of the binary.
    pub fn is_put_in(&self, place: Span) -> bool {
        self.is_of_binary(place) || self.text(place).is_some_and(|text| text.starts_with("{{"))
    }

    /// Whether a place lies in a component of the binary.
    pub fn is_of_binary(&self, place: Span) -> bool {
        let named = self.game.templates.iter().filter(|(_, id)| **id == place.source);
        named.map(|(name, _)| name).any(|name| is_shared(name, self.game, self.sources))
    }

    /// Whether a place lies in a component.
    pub fn is_of_component(&self, place: Span) -> bool {
        is_in_component(&self.sources.get(place.source).text, place.range().start)
    }

    /// The marks of the game's templates that what is at fault came of, the innermost last, but none in a
    /// component; of a call the argument that holds the words at fault.
    pub fn marks(&self, written: &Written, traced: &Traced) -> Vec<Span> {
        let (spot, value) = match written {
            Written::Words { words, nth, .. } => {
                (self.spot(&traced.svg, words, *nth), words.as_str())
            }
            Written::Attribute { name, value } => {
                (self.value(&traced.svg, name, value), value.as_str())
            }
            Written::At(at) => ((traced.svg == self.face.svg).then_some(*at..*at), ""),
        };
        self.marks_at(spot, value, traced)
    }

    /// The same of what stands at `spot`.
    fn marks_at(&self, spot: Option<Range<usize>>, value: &str, traced: &Traced) -> Vec<Span> {
        let marks = spot.map(|spot| traced.marks(&spot)).unwrap_or_default().into_iter();
        let own = marks.filter(|mark| !self.is_of_component(*mark));
        own.map(|mark| narrowed(mark, &format!("`{value}`"), self.sources)).collect()
    }

    /// Whether a place of the face lies in what a component drew alone: no other text of a template, however
    /// like it, wrote what stands there.
    pub fn is_of_call(&self, written: &Written, traced: &Traced) -> bool {
        let Written::At(_) = written else { return false };
        self.marks(written, traced).last().is_some_and(|mark| {
            let before = &self.sources.get(mark.source).text[..mark.range().start];
            self.called(*mark).is_some() && before.trim_end_matches(['-', ' ']).ends_with("{{")
        })
    }

    /// The component of the binary whose call a place begins, and the call.
    pub fn called(&self, place: Span) -> Option<(&str, &str)> {
        let call = self.sources.get(place.source).text[place.range().start..].strip_prefix('<')?;
        let call = &call[..call.find("/>").or(call.find("%}"))?];
        let name = call.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let file = format!("{COMPONENTS}{name}.svg");
        is_shared(&file, self.game, self.sources).then_some((name, call))
    }

    /// What a cell may hold of the words at fault: all, or the part that is at fault.
    fn held<'w>(&self, (words, part): (&'w str, Range<usize>)) -> &'w str {
        let is_whole = self.cells().any(|cell| cell.text.contains(words));
        if is_whole { words } else { words.get(part).unwrap_or(words) }
    }

    /// Whether several cells of the card hold the words at fault, or one a part of them only.
    pub fn is_unclear(&self, written: &Written) -> bool {
        let Some((words, part)) = written.words() else { return false };
        let held = self.held((words, part));
        let cells = self.cells().filter(|cell| !held.is_empty() && cell.text.contains(held));
        let count = cells.map(|cell| cell.span).collect::<BTreeSet<_>>().len();
        count > 1 || count == 1 && held != words
    }

    /// The words at fault in the cell that the mark names which put them in, as `card.text`.
    pub fn column(&self, written: &Written, traced: &Traced) -> Option<Span> {
        let (words, part) = written.words()?;
        let held = self.held((words, part.clone()));
        let of_part = || {
            let Written::Words { nth, .. } = written else { return Vec::new() };
            let spot = self.spot(&traced.svg, words, *nth);
            let spot = spot.filter(|spot| traced.svg.get(spot.clone()) == Some(words));
            let spot = spot.map(|spot| spot.start + part.start..spot.start + part.end);
            self.marks_at(spot, held, traced)
        };
        let marks = if held == words { self.marks(written, traced) } else { of_part() };
        let mark = *marks.last()?;
        let text = &self.sources.get(mark.source).text[mark.range().start..];
        let ends = ["/>", "%}", "}}"].iter().filter_map(|end| text.find(end));
        let mut cells = asked(&text[..ends.min()?]).flat_map(|name| self.cells_of(name));
        let cell = cells.find(|cell| cell.text.contains(held))?;
        // What stands beside the part tells it from others that are like it.
        let grown = if held == words { 0..words.len() } else { grown(&cell.text, words, &part) };
        let place = self.in_cell(cell, &words[grown.clone()]);
        let start = place.range().start;
        match self.text(place) == Some(&words[grown.clone()]) {
            true => {
                let (start, length) = (start + part.start - grown.start, part.len());
                Some(Span::new(place.source, start..start + length))
            }
            false => Some(place),
        }
    }

    /// The cell of the card that has most of the words of the element, if it has half of them and
    /// the place that was found is another's; capitals and what stands between words do not count, as
    /// filters change them.
    pub fn filling(&self, found: Option<Span>) -> Option<Span> {
        // What a template says itself is not of a cell that says the same.
        if found.is_some_and(|place| !self.is_put_in(place) && !self.is_of_card(place)) {
            return None;
        }
        let element = self.face.svg.get(self.element?.clone())?;
        let texts = element.split('<').filter_map(|part| Some(part.split_once('>')?.1));
        let text = texts.collect::<Vec<_>>().join(" ");
        let mut all: BTreeMap<String, usize> = BTreeMap::new();
        // Reminders are no cell's.
        let reminders = self.game.keywords.iter().flat_map(|one| alike::words(&one.reminder));
        let reminders: BTreeSet<_> = reminders.collect();
        let words = alike::words(&text).filter(|word| !reminders.contains(word));
        words.for_each(|word| *all.entry(word).or_default() += 1);
        let length: usize = all.iter().map(|(word, count)| word.len() * count).sum();
        let share = |cell: &Cell| {
            let mut left = all.clone();
            let is_left = |word: &String| match left.get_mut(word) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            };
            alike::words(&cell.text).filter(is_left).map(|word| word.len()).sum::<usize>()
        };
        let cells: Vec<_> = self.cells().collect();
        let shares = cells.iter().map(|cell| (share(cell), cell.span));
        let shares: Vec<_> =
            shares.filter(|(share, _)| *share > 0 && share * 2 >= length).collect();
        let (best, cell) = shares.iter().copied().max_by_key(|(share, _)| *share)?;
        let is_found = |span| found.is_some_and(|place| self.is_within(place, span));
        let is_of_best = shares.iter().any(|(share, span)| *share == best && is_found(*span));
        (!is_of_best).then_some(cell)
    }

    /// Whether a place lies in another.
    pub fn is_within(&self, place: Span, whole: Span) -> bool {
        whole.source == place.source && whole.start <= place.start && place.end <= whole.end
    }

    /// The cells of the card in the column that templates call so.
    fn cells_of(&self, name: &str) -> Vec<&Cell> {
        let mut cells = Vec::new();
        for (deck, card) in self.own() {
            let mut headers = deck.table.headers.iter();
            let Some(at) = headers.position(|one| one.names().any(|own| own == name)) else {
                continue;
            };
            let rows = std::iter::once(card.row).chain(card.rows.iter().copied());
            cells.extend(rows.filter_map(|row| deck.table.rows.get(row)?.cells.get(at)));
        }
        cells
    }

    /// A place in the text of the face: of the template or, unescaped, of a cell.
    fn at(&self, at: usize) -> Option<Span> {
        let (before, behind) = (self.face.svg.get(..at)?, &self.face.svg[at..]);
        let cells = self.cells().map(|cell| (cell.span, self.text(cell.span).unwrap_or_default()));
        let templates = self
            .texts
            .iter()
            .map(|(id, template)| (Span::new(*id, 0..template.text.len()), template.text));
        let places = templates.chain(cells).flat_map(|(span, text)| {
            let places = text.char_indices().map(|(place, _)| place);
            places.map(move |place| (span, text, place))
        });
        let liked = places.map(|(span, text, place)| {
            let alike = alike::behind(&text[place..], behind);
            let (start, length) = (span.range().start + place, token(&text[place..], alike));
            let score = alike::before(&text[..place], before) + alike;
            (score, Span::new(span.source, start..start + length))
        });
        most(liked.filter(|(score, _)| *score >= LIKE))
    }

    /// Words of the template, the row or the manifest; the part alone where the whole is nowhere.
    fn words(&self, words: &str, part: Range<usize>, nth: usize) -> Option<Span> {
        // What stands beside a part tells it from others that are like it, but what the template put there.
        let blanks = words[..part.start].match_indices(' ').map(|(at, _)| at + 1).take(WORDS);
        let starts = std::iter::once(0).chain(blanks).chain([part.start]);
        let cuts = starts.flat_map(|start| [start..words.len(), start..part.end]);
        let cut = |from: Range<usize>| {
            let part = part.start - from.start..part.end - from.start;
            self.written(words.get(from)?, part, nth)
        };
        // A box of text prints the words of a cell without its marks.
        let printed = || {
            let letters = Some(alike::letters(words)).filter(|letters| letters.len() >= LIKE)?;
            self.cell(|cell| alike::letters(&cell.text).starts_with(&letters), words)
        };
        let mark = || self.spot(&self.face.svg, words, nth).and_then(|spot| self.put_in(&spot));
        cuts.filter(|cut| !cut.is_empty()).find_map(cut).or_else(printed).or_else(mark)
    }

    /// Where a text that is the face's has words: in the element, if one is known.
    fn spot(&self, face: &str, words: &str, nth: usize) -> Option<Range<usize>> {
        let inside = self.inside(face, |element| alike::word(element, words));
        let content = || alike::content(face, &xml::text(words), nth);
        inside.or_else(content).or_else(|| alike::word(face, words))
    }

    /// Where a text that is the face's has the value of an attribute: of the element, if one is known.
    fn value(&self, face: &str, name: &str, value: &str) -> Option<Range<usize>> {
        let patterns = alike::patterns(name, value);
        let inside = self.inside(face, |element| alike::spot(element, &patterns));
        let spot = inside.or_else(|| alike::spot(face, &patterns))?;
        Some(spot.start..spot.start + xml::attribute(value).len())
    }

    /// What `find` finds in the element.
    fn inside(
        &self,
        face: &str,
        find: impl Fn(&str) -> Option<Range<usize>>,
    ) -> Option<Range<usize>> {
        let element = self.element.filter(|_| face == self.face.svg)?;
        let found = find(face.get(element.clone())?)?;
        Some(element.start + found.start..element.start + found.end)
    }

    /// Words as they are written, of which a part is at fault.
    fn written(&self, words: &str, part: Range<usize>, nth: usize) -> Option<Span> {
        let narrow = |span: Span| match self.text(span).is_some_and(|text| text == words) {
            true => {
                let start = span.range().start;
                Span::new(span.source, start + part.start..start + part.end)
            }
            false => span,
        };
        let spot = self.spot(&self.face.svg, words, nth);
        let mark = || spot.as_ref().and_then(|spot| self.put_in(spot));
        let counted = || mark().filter(|mark| self.text(*mark).is_some_and(alike::is_no_cell));
        let is_it = |text: &str| alike::holds(text, words);
        let found = spot
            .as_ref()
            .and_then(|spot| self.template(spot))
            .or_else(counted)
            .or_else(|| self.cell(|cell| cell.text == words, words))
            .or_else(|| self.cell(|cell| is_it(&cell.text), words))
            .or_else(|| self.given(is_it, words))
            .or_else(|| self.quoted(words));
        found.map(narrow)
    }

    /// The value of an attribute: of the template, or of whatever was put in there.
    fn attribute(&self, name: &str, value: &str) -> Option<Span> {
        let spot = self.value(&self.face.svg, name, value);
        let is_it = |text: &str| !value.is_empty() && text == value;
        let holds = |text: &str| value.len() > 2 && text.contains(value);
        let in_template = spot.as_ref().and_then(|spot| self.template(spot));
        in_template
            .or_else(|| self.cell(|cell| is_it(&cell.text), value))
            .or_else(|| self.given(is_it, value))
            .or_else(|| self.quoted(value))
            .or_else(|| self.cell(|cell| holds(&cell.text), value))
            .or_else(|| self.put_in(spot.as_ref()?))
    }

    /// The place of a template whose own text came out at `spot` of the face, and is most of it.
    fn template(&self, spot: &Range<usize>) -> Option<Span> {
        let svg = &self.face.svg;
        let part = svg.get(spot.clone())?;
        let places = self.texts.iter().flat_map(|(id, template)| {
            let found = template.text.match_indices(part).map(|(at, _)| at);
            found.map(move |at| (*id, template, at..at + part.len()))
        });
        most(places.filter_map(|(id, template, at)| {
            let score = alike::copied(template, &at, svg, spot, LIKE)?;
            Some((score, Span::new(id, at)))
        }))
    }

    /// The marks of a template that put in what the face has at `spot`.
    fn put_in(&self, spot: &Range<usize>) -> Option<Span> {
        let svg = &self.face.svg;
        let part = svg.get(spot.clone())?;
        let inside = part.char_indices().map(|(at, _)| spot.start + at).take(alike::FAR);
        let cuts: Vec<usize> = inside.chain([spot.end]).collect();
        let places = self.texts.iter().flat_map(|(id, template)| {
            let found = template.text.match_indices("{{");
            found.map(move |(at, _)| (*id, template.text, at))
        });
        let liked = places.filter_map(|(id, text, at)| {
            // The template may have words of its own right beside its marks: `images/{{ card.art }}.png`.
            let befores = cuts.iter().map(|cut| alike::before(&text[..at], &svg[..*cut]));
            let before = befores.max().filter(|before| *before >= LIKE)?;
            let end = at + text[at..].find("}}")? + 2;
            let behinds = cuts.iter().map(|cut| alike::behind(&text[end..], &svg[*cut..]));
            Some((before + behinds.max()?, Span::new(id, at..end)))
        });
        most(liked)
    }

    /// Words that a mark of a template has in quotes.
    fn quoted(&self, words: &str) -> Option<Span> {
        let quotes = ['"', '\''].map(|quote| format!("{quote}{words}{quote}"));
        let places = self.texts.iter().flat_map(|(id, template)| {
            let found =
                quotes.iter().flat_map(|quoted| template.text.match_indices(quoted.as_str()));
            found.map(move |(at, _)| (*id, template, at + 1..at + 1 + words.len()))
        });
        let mut inside = places.filter(|(_, template, at)| template.run(at).is_none());
        inside.next().map(|(id, _, at)| Span::new(id, at))
    }

    /// What the manifest gives templates: values of the theme, reminders, and looked-up tables.
    fn given(&self, is_it: impl Fn(&str) -> bool, words: &str) -> Option<Span> {
        let keywords = self.game.keywords.iter().filter(|one| is_it(&one.reminder));
        // Words that are written otherwise than they read are told at the whole.
        let reminder =
            keywords.map(|one| self.within(words, one.reminder_at).unwrap_or(one.reminder_at));
        let calls =
            |call: &str| self.texts.iter().any(|(_, template)| template.text.contains(call));
        let (tables, boards) = (calls("table("), calls("board("));
        let tables = self.game.tables.values().filter(|_| tables).map(|one| &one.table);
        let boards = self.game.decks.iter().filter(|_| boards);
        let boards = boards.filter_map(|deck| Some(&deck.board.as_ref()?.table));
        let rows = tables.chain(boards).flat_map(|table| &table.rows);
        let mut cells = rows.flat_map(|row| &row.cells).filter(|cell| is_it(&cell.text));
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

    /// The cells of the card that may be on the face.
    fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.own().flat_map(move |(deck, card)| {
            let is_read = move |cell: &&Cell| match (self.columns, &deck.board) {
                (Some(columns), None) => self.is_read(cell, columns, deck, card),
                _ => true,
            };
            deck.cells(card).filter(is_read)
        })
    }

    /// Whether a cell is in one of the columns, or sets something of the theme.
    fn is_read(&self, cell: &Cell, columns: &BTreeSet<&str>, deck: &Deck, card: &Card) -> bool {
        let back = card.reverse.iter().map(|back| back.row);
        let rows = std::iter::once(card.row).chain(card.rows.iter().copied()).chain(back);
        let row = rows.map(|row| &deck.table.rows[row].cells);
        let at =
            row.into_iter().find_map(|cells| cells.iter().position(|one| std::ptr::eq(one, cell)));
        at.and_then(|at| deck.table.headers.get(at)).is_none_or(|header| {
            header.name.starts_with("theme.") || header.names().any(|name| columns.contains(name))
        })
    }

    /// The card, with its deck.
    fn own(&self) -> impl Iterator<Item = (&Deck, &Card)> {
        let decks = self.game.decks.iter();
        let cards = decks.flat_map(|deck| deck.cards.iter().map(move |card| (deck, card)));
        cards.filter(|(_, card)| card.span == self.face.span)
    }

    /// Whether a place is one of the card's own.
    pub fn is_of_card(&self, span: Span) -> bool {
        let mut cells = self.cells();
        self.is_within(span, self.face.span) || cells.any(|cell| self.is_within(span, cell.span))
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
}

/// As much around a part of `words` as the text has, too.
fn grown(text: &str, words: &str, part: &Range<usize>) -> Range<usize> {
    let mut grown = part.clone();
    for c in words[..part.start].chars().rev().take(alike::FAR) {
        match text.contains(&words[grown.start - c.len_utf8()..grown.end]) {
            true => grown.start -= c.len_utf8(),
            false => break,
        }
    }
    for c in words[part.end..].chars().take(alike::FAR) {
        match text.contains(&words[grown.start..grown.end + c.len_utf8()]) {
            true => grown.end += c.len_utf8(),
            false => break,
        }
    }
    grown
}

/// The place that is most alike; the first of several.
fn most(places: impl Iterator<Item = (usize, Span)>) -> Option<Span> {
    let better = |best: Option<(usize, Span)>, one: (usize, Span)| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    };
    places.fold(None, better).map(|(_, span)| span)
}

/// The length of the tag or the character that a text begins with, as far as it is alike.
fn token(text: &str, alike: usize) -> usize {
    let tag = text.strip_prefix('<').and_then(|rest| rest.find('>')).map(|end| end + 2);
    let one = text.chars().next().map_or(0, char::len_utf8);
    tag.filter(|length| *length <= alike).unwrap_or(one)
}
