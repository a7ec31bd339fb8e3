//! Templates drawn once more to tell a fault: which mark put in what stands at a place of a face,
//! and which mark prints a list.
//!
//! Tera tells no place of what it has drawn, so copies of the templates say it themselves. No copy
//! makes a face: what comes of them is looked at and thrown away.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::arguments::fault;
use super::context::{Shared, escape, needed};
use super::{Face, Measure, Side, calls, with_namespaces};
use crate::diag::{Code, Diagnostic, Sink};
use crate::icons::Icons;
use crate::load::table::shown;
use crate::model::{Card, Data, Deck, Game};
use crate::span::{Sources, Span};

/// Before the number of a mark where it begins, and where it ends, and behind a number: no text holds these.
const SIGN: [char; 3] = ['\u{1}', '\u{2}', '\u{3}'];
/// The filter that refuses what is no text.
const FILTER: &str = "as_printed";

/// A copy of a template, and what was put into it: where in the copy, and how long.
pub struct Copy {
    /// The text.
    pub text: String,
    put_in: Vec<(usize, usize)>,
}

impl Copy {
    fn new(text: &str, mut put_in: Vec<(usize, String)>) -> Self {
        put_in.sort_by_key(|(at, _)| *at);
        let (mut copy, mut done) = (Self { text: String::new(), put_in: Vec::new() }, 0);
        for (at, words) in put_in {
            copy.text += &text[done..at];
            copy.put_in.push((copy.text.len(), words.len()));
            copy.text += &words;
            done = at;
        }
        copy.text += &text[done..];
        copy
    }

    /// Where a part of the copy is in the template; of what was put in, the mark that it is in.
    pub fn back(&self, part: Range<usize>, template: &str) -> Range<usize> {
        let (start, end) = (self.at(part.start), self.at(part.end));
        let mark = template[..end].rfind("{{").filter(|_| start == end && !part.is_empty());
        let Some(mark) = mark else { return start..end };
        let inside = template[mark + 2..end].trim_start_matches('-').trim_start();
        end - inside.len()..end - inside.len() + inside.trim_end().len()
    }

    /// Where a place of the copy is in the template.
    pub fn at(&self, at: usize) -> usize {
        let before = self.put_in.iter().take_while(|(place, _)| *place < at);
        at - before.map(|(place, length)| (*length).min(at - place)).sum::<usize>()
    }
}

/// Copies of templates by name.
pub type Copies = BTreeMap<String, Copy>;

/// The marks `{{ … }}` of a text, and what is between.
fn marks(text: &str) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    text.match_indices("{{").filter_map(|(at, _)| {
        let start = at + 2 + usize::from(text[at + 2..].starts_with('-'));
        let is_call = text[start..].trim_start().starts_with('<');
        let is_end = |end: &usize| {
            let inside = text[start..*end].trim_end_matches('-').trim_end();
            !is_call || inside.ends_with("/>")
        };
        let mut ends = text[start..].match_indices("}}").map(|(end, _)| start + end);
        let end = ends.find(is_end)?;
        let inner = start..end - usize::from(text[start..end].ends_with('-'));
        Some((at..end + 2, inner))
    })
}

/// A copy that says where what each mark puts in begins and ends, and each call of a component.
fn with_marks(text: &str, span: impl Fn(Range<usize>) -> Span, all: &mut Vec<Span>) -> Copy {
    let mut put_in = Vec::new();
    let mut put = |whole: Range<usize>, call: Range<usize>| {
        let (begin, end, number) = (SIGN[0], SIGN[1], all.len());
        // A mark with a hyphen takes the blanks beside it away, and they must stay beside it.
        let ahead = match text[whole.start + 2..].starts_with('-') {
            true => text[..whole.start].trim_end().len(),
            false => whole.start,
        };
        let behind = match text[..whole.end - 2].ends_with('-') {
            true => text.len() - text[whole.end..].trim_start().len(),
            false => whole.end,
        };
        put_in.push((ahead, format!("{begin}{number}{}", SIGN[2])));
        put_in.push((behind, format!("{end}{number}{}", SIGN[2])));
        all.push(span(call));
    };
    for (whole, inner) in marks(text) {
        let words = text[inner.clone()].trim_start();
        let start = inner.end - words.len();
        let call = start..start + words.trim_end().len();
        let is_call = words.starts_with('<');
        put(whole.clone(), if is_call { call } else { whole });
    }
    for (at, _) in text.match_indices("{%") {
        let inside = text[at + 2..].trim_start_matches('-').trim_start();
        let start = text.len() - inside.len();
        let Some(length) = inside.find("%}").filter(|_| inside.starts_with('<')) else { continue };
        let closing = format!("</{}>", calls::name(inside));
        let Some(close) = text[start..].find(&closing).filter(|_| !inside.starts_with("</")) else {
            continue;
        };
        let Some(end) = text[start + close..].find("%}") else { continue };
        put(at..start + close + end + 2, start..start + length);
    }
    Copy::new(text, put_in)
}

/// A copy that refuses to print a list.
fn with_prints(text: &str) -> Copy {
    let prints = marks(text).filter(|(_, inner)| !text[inner.clone()].trim().starts_with('<'));
    let put_in = prints
        .flat_map(|(_, inner)| [(inner.start, "(".into()), (inner.end, format!(")|{FILTER}"))]);
    Copy::new(text, put_in.collect())
}

/// Finds the marks of templates that made the parts of a face.
pub struct Tracer<'a> {
    game: &'a Game,
    sources: &'a Sources,
    icons: Arc<Icons>,
    measure: Measure,
    shared: OnceCell<Option<(Shared<'a>, Vec<Span>)>>,
}

/// A face, and which mark made what of it.
pub struct Traced {
    /// The text of the face, as the templates made it.
    pub svg: String,
    /// Parts of it, and the marks that made them.
    parts: Vec<(Range<usize>, Span)>,
}

impl Traced {
    /// What stands in the marks that a part of the face came of, the outermost first.
    pub fn marks(&self, at: &Range<usize>) -> Vec<Span> {
        let holds = |part: &Range<usize>| part.start <= at.start && at.end <= part.end;
        // Of two that made the same, the inner one ended first.
        let parts = self.parts.iter().rev();
        let mut parts: Vec<_> = parts.filter(|(part, _)| holds(part)).collect();
        parts.sort_by_key(|(part, _)| std::cmp::Reverse(part.len()));
        parts.into_iter().map(|(_, call)| *call).collect()
    }
}

impl<'a> Tracer<'a> {
    /// Reads nothing yet.
    pub fn new(game: &'a Game, icons: &Arc<Icons>, measure: Measure, sources: &'a Sources) -> Self {
        Self { game, sources, icons: Arc::clone(icons), measure, shared: OnceCell::new() }
    }

    /// A face with the marks that made it, if its templates can be drawn that way.
    pub fn face(&self, face: &Face) -> Option<Traced> {
        let (shared, calls) = self.shared.get_or_init(|| self.read()).as_ref()?;
        let drawn = |row: (&Deck, usize, &Card)| {
            let kilobytes = self.game.limits.kilobytes.saturating_mul(2);
            let text = shared.text(row, face.side, &face.template, kilobytes)?;
            Some(parted(&with_namespaces(text), calls))
        };
        let mut drawn: Vec<_> = self.rows(face).filter_map(drawn).collect();
        let same = drawn.iter().position(|one| one.svg == face.svg).unwrap_or(0);
        (!drawn.is_empty()).then(|| drawn.swap_remove(same))
    }

    /// The template with the component that drew what a face has word for word; none within for what
    /// no component drew, and none at all if that is not known.
    pub fn component(&self, traced: &Traced, words: &str) -> Option<Option<&'a str>> {
        let at = traced.svg.find(words)?;
        let Some(mark) = traced.marks(&(at..at + words.len())).pop() else { return Some(None) };
        // What a component is given, it draws for those that call it.
        let call = self.sources.get(mark.source).text[mark.range()].strip_prefix('<')?;
        let mut templates = self.game.templates.iter();
        let made =
            templates.find(|(_, id)| calls::makes(&self.sources.get(**id).text, calls::name(call)));
        made.map(|(name, _)| Some(name.as_str()))
    }

    fn read(&self) -> Option<(Shared<'a>, Vec<Span>)> {
        let mut calls = Vec::new();
        let copy = |(name, text): (&str, &str)| {
            let id = *self.game.templates.get(name)?;
            let copy = with_marks(text, |range| Span::new(id, range), &mut calls);
            Some((name.to_owned(), copy))
        };
        let (game, sources) = (self.game, self.sources);
        let copies: Copies = needed(game, sources).into_iter().filter_map(copy).collect();
        let texts = copies.iter().map(|(name, copy)| (name.as_str(), copy.text.as_str())).collect();
        let mut unheard = Sink::default();
        let shared =
            Shared::of(game, &self.icons, &self.measure, sources, texts, &mut unheard).ok()?;
        Some((shared, calls))
    }

    /// The rows that a face may have been made from.
    fn rows(&self, face: &Face) -> impl Iterator<Item = (&'a Deck, usize, &'a Card)> {
        let (span, side) = (face.span, face.side);
        let cards =
            self.game.decks.iter().flat_map(|deck| {
                deck.cards.iter().enumerate().map(move |(at, card)| (deck, at, card))
            });
        let sided = cards.map(move |(deck, at, card)| match side {
            Side::Front => (deck, at, card),
            Side::Back => (deck, at, card.reverse.as_deref().unwrap_or(card)),
        });
        sided.filter(move |(.., card)| card.span == span)
    }
}

/// Takes what the copies say out of a text.
fn parted(text: &str, calls: &[Span]) -> Traced {
    let mut traced = Traced { svg: String::with_capacity(text.len()), parts: Vec::new() };
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find([SIGN[0], SIGN[1]]) {
        traced.svg += &rest[..at];
        let begins = rest[at..].starts_with(SIGN[0]);
        let Some((number, behind)) = rest[at + 1..].split_once(SIGN[2]) else { break };
        rest = behind;
        let Ok(number) = number.parse() else { continue };
        if begins {
            open.push((number, traced.svg.len()));
        } else if let Some(last) = open.iter().rposition(|(one, _)| *one == number) {
            let (number, start) = open.remove(last);
            traced.parts.extend(calls.get(number).map(|call| (start..traced.svg.len(), *call)));
        }
    }
    traced.svg += rest;
    traced
}

/// What to do about a value that is not there.
const UNDEFINED: &str = "give it in the call, or say what stands for it: `| default(value=\"\")`";

thread_local! {
    /// Whether the face that this thread is at has a text that looks like a printed list.
    static LIST: Cell<bool> = const { Cell::new(false) };
}

/// Looks at a text that is printed: a list reads `["a", 1]`, a map `{"a": 1}`, and text may read so, too.
pub fn watch(text: &str) {
    let inside = |a, b| text.strip_prefix(a)?.strip_suffix(b);
    let is_value = |items: &str| {
        items.starts_with(|c: char| c.is_ascii_digit() || "\"-[{".contains(c))
            || items.starts_with("true")
            || items.starts_with("false")
    };
    let is_list = |items: &str| items.is_empty() || is_value(items);
    let is_map = |entries: &str| entries.is_empty() || entries.starts_with('"');
    if inside('[', ']').is_some_and(is_list) || inside('{', '}').is_some_and(is_map) {
        LIST.set(true);
    }
}

/// Whether such a text was seen since it was last asked for.
pub fn looks_like_list() -> bool {
    LIST.replace(false)
}

/// Tells a list of a card's row that a text has as it is: put together with others, nobody refuses it.
pub fn joined_list(text: &str, deck: &Deck, card: &Card) -> Option<Diagnostic> {
    let cells = deck.table.headers.iter().zip(&deck.table.rows[card.row].cells);
    let (header, cell) = cells.into_iter().find(|(_, cell)| {
        let data = match &cell.data {
            Some(data @ Data::List(items)) if !items.is_empty() => data,
            Some(data @ Data::Map(_)) => data,
            _ => return false,
        };
        let mut printed = Vec::new();
        escape(&Value::from_serializable(data).to_string(), &mut printed).is_ok()
            && text.contains(&*String::from_utf8_lossy(&printed))
    })?;
    let message = format!("what `{}` holds is printed as it is", shown(&header.name));
    let fault = Diagnostic::error(Code::TEMPLATE, message).at(cell.span);
    Some(fault.help("join a list, `| join(sep=\", \")`, and name a value of an object, `.NAME`"))
}

/// Copies of a game's templates that refuse to print a list.
pub fn refusing(game: &Game, sources: &Sources) -> Copies {
    let needed = needed(game, sources).into_iter();
    needed.map(|(name, text)| (name.to_owned(), with_prints(text))).collect()
}

/// Makes what the copies call known to `tera`.
pub fn register(tera: &mut Tera) {
    tera.register_filter(FILTER, printed);
    tera.register_filter("str", |value: Value, kwargs: Kwargs, state: &State| {
        Ok::<_, Error>(printed(value, kwargs, state)?.to_string())
    });
}

/// The value, if it is one that can be read when it is printed.
fn printed(value: Value, _: Kwargs, _: &State) -> TeraResult<Value> {
    if value.is_undefined() {
        return Err(fault("the value that is printed is undefined", UNDEFINED));
    }
    if let Some(items) = value.as_array() {
        let count = items.len();
        let values = if count == 1 { "value" } else { "values" };
        let help = "print each, `{% for one in LIST %}{{ one }}{% endfor %}`, \
                    or all in a line: `{{ LIST | join(sep=\", \") }}`";
        return Err(fault(format!("a list of {count} {values} is printed as it is"), help));
    }
    if let Some(entries) = value.as_map() {
        let names: Vec<_> = entries.keys().take(12).map(|key| format!("`{key}`")).collect();
        let help = format!(
            "name the one that is meant, as `ROW.NAME` after `{{% set ROW = … %}}`, \
             or as the `column` of a `table`: {}",
            names.join(", ")
        );
        return Err(fault("several values by name are printed as they are", help));
    }
    Ok(value)
}
