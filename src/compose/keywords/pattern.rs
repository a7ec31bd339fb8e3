//! A keyword as it is looked for in a text, with the values that it takes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::marked::Marked;
use crate::model::{Keyword, is_name};

/// What was found in a text.
pub struct Found {
    /// Where it stands.
    pub range: Range<usize>,
    /// What it is.
    pub what: What,
}

/// What may be found.
pub enum What {
    /// A keyword.
    Keyword {
        /// The keyword as it is declared.
        name: String,
        /// Its reminder, with its values.
        reminder: String,
        /// Whether it is the first of its kind.
        is_first: bool,
    },
    /// The backslash before words that are no keyword.
    Plain,
    /// The words of a keyword with a value behind them that it does not take.
    Misfit {
        /// The keyword as it is declared.
        name: String,
        /// What it takes.
        takes: String,
    },
}

/// What a text without marks has of keywords, in order; of two that begin at one place, the longer.
pub fn found(text: &str, patterns: &[Pattern]) -> Vec<Found> {
    let (mut found, mut seen, mut at) = (Vec::new(), vec![false; patterns.len()], 0);
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let begins = !before.is_some_and(char::is_alphanumeric);
        let rest = &text[at..];
        let matches = patterns.iter().enumerate().filter(|_| begins);
        let matches = matches.filter_map(|(which, one)| Some((which, one.matched(rest)?)));
        let longest = matches.max_by_key(|(_, (length, _))| *length);
        let length = if let Some((which, (length, reminder))) = longest {
            let is_first = !std::mem::replace(&mut seen[which], true);
            let name = patterns[which].name.clone();
            let what = What::Keyword { name, reminder, is_first };
            found.push(Found { range: at..at + length, what });
            length
        } else if let Some(length) = escaped(rest, patterns) {
            found.push(Found { range: at..at + 1, what: What::Plain });
            length
        } else if let Some(length) = icon(rest) {
            length
        } else {
            let misfit = begins.then(|| patterns.iter().find_map(|one| one.misfit(rest))).flatten();
            found.extend(misfit.map(|(length, what)| Found { range: at..at + length, what }));
            c.len_utf8()
        };
        at += length;
        before = text[..at].chars().next_back();
    }
    found
}

/// The length of an icon in braces, whose name is no word of the text.
fn icon(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('{')?;
    let end = inside.find('}')?;
    let name = inside[..end].split('|').next()?;
    is_name(name).then_some(end + 2)
}

/// The length of a backslash and the words of a keyword behind it.
fn escaped(text: &str, patterns: &[Pattern]) -> Option<usize> {
    let rest = text.strip_prefix('\\')?;
    let words = patterns.iter().filter_map(Pattern::words);
    let longest = words.filter(|words| rest.starts_with(words)).map(str::len).max()?;
    Some(1 + longest)
}

/// A keyword, ready to be looked for.
pub struct Pattern {
    name: String,
    parts: Vec<Part>,
    reminder: String,
}

enum Part {
    Words(String),
    Parameter(Parameter),
}

/// What changes in a keyword.
struct Parameter {
    name: String,
    /// The words that it takes; without any, numbers, letters and icons.
    words: Vec<String>,
}

impl Pattern {
    /// The pattern of a keyword, in texts that have these styles.
    pub fn new(keyword: &Keyword, styles: &BTreeSet<String>) -> Self {
        // It is found as it reads, so what marks it has of its own are none of its words.
        let name = Marked::of(keyword.name.trim(), styles).plain;
        let (mut parts, mut rest) = (Vec::new(), name.as_str());
        while let Some((words, name, after)) = next_name(rest) {
            if !words.is_empty() {
                parts.push(Part::Words(words.into()));
            }
            parts.push(Part::Parameter(Parameter::new(name)));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Words(rest.into()));
        }
        Self { name: keyword.name.clone(), parts, reminder: keyword.reminder.clone() }
    }

    /// How much of `text` it takes from the start, and its reminder, if it stands there.
    fn matched(&self, text: &str) -> Option<(usize, String)> {
        let mut values = BTreeMap::new();
        let end = end(&self.parts, text, 0, &mut values).filter(|end| *end > 0)?;
        Some((end, filled(&self.reminder, |name| values.get(name).copied())))
    }

    /// The words that it begins with, without the blank behind them.
    fn words(&self) -> Option<&str> {
        match self.parts.first()? {
            Part::Words(words) => Some(words.trim_end()).filter(|words| !words.is_empty()),
            Part::Parameter(_) => None,
        }
    }

    /// Its words with a word behind them that is no value of it: their length.
    fn misfit(&self, text: &str) -> Option<(usize, What)> {
        let [Part::Words(words), Part::Parameter(parameter), behind @ ..] = &self.parts[..] else {
            return None;
        };
        let rest = &text[taken(text, words)?..];
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let is_misfit = word > 0 && parameter.values(rest, !behind.is_empty()).is_empty();
        let takes = || format!("`{{{}}}` takes {}", parameter.name, parameter.takes());
        let what = || What::Misfit { name: self.name.clone(), takes: takes() };
        is_misfit.then(|| (text.len() - rest.len() + word, what()))
    }
}

/// Where `text` ends what these parts take from `at` on, with the values of their parameters.
fn end<'a>(
    parts: &'a [Part],
    text: &'a str,
    at: usize,
    values: &mut BTreeMap<&'a str, &'a str>,
) -> Option<usize> {
    let rest = &text[at..];
    let Some((part, behind)) = parts.split_first() else {
        return (!rest.starts_with(char::is_alphanumeric)).then_some(at);
    };
    match part {
        Part::Words(words) => end(behind, text, at + taken(rest, words)?, values),
        Part::Parameter(parameter) => {
            let lengths = parameter.values(rest, !behind.is_empty());
            lengths.into_iter().find_map(|length| {
                values.insert(&parameter.name, &rest[..length]);
                end(behind, text, at + length, values)
            })
        }
    }
}

/// How much of a text is these words, whatever hyphens or dashes stand in them.
fn taken(text: &str, words: &str) -> Option<usize> {
    let plain = |c: char| if DASHES.contains(&c) { '-' } else { c };
    let mut chars = text.chars();
    let is_it = words.chars().all(|word| chars.next().is_some_and(|c| plain(c) == plain(word)));
    is_it.then(|| text.len() - chars.as_str().len())
}

/// The hyphen, also that at which no line breaks, the dash of ranges and the minus.
const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2212}'];

impl Parameter {
    /// `n`, or `kind: fire | ice` with the words that it takes.
    fn new(written: &str) -> Self {
        let (name, words) = written.split_once(':').unwrap_or((written, ""));
        let words = words.split('|').map(str::trim).filter(|word| !word.is_empty());
        Self { name: name.trim().into(), words: words.map(str::to_owned).collect() }
    }

    /// The lengths of what may be a value at the start of a text, the longest first. What joins the parts
    /// of a number, as in `2/3`, may also stand behind it where the keyword goes on.
    fn values(&self, text: &str, goes_on: bool) -> Vec<usize> {
        if !self.words.is_empty() {
            let length = |word: &String| {
                let length = taken(text, word)?;
                (!text[length..].starts_with(char::is_alphanumeric)).then_some(length)
            };
            let mut lengths: Vec<_> = self.words.iter().filter_map(length).collect();
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            return lengths;
        }
        if text.starts_with('{') {
            return text.find('}').map(|end| end + 1).into_iter().collect();
        }
        let joins = |c: char| matches!(c, '+' | '-' | '\u{2212}' | '/' | '%');
        let digit = |c: Option<char>| c.is_some_and(char::is_numeric);
        let is_decimal = |at: usize, c: char| {
            let is_point = matches!(c, '.' | ',') && digit(text[..at].chars().next_back());
            is_point && digit(text[at + 1..].chars().next())
        };
        let is_end =
            |(at, c): &(usize, char)| !c.is_alphanumeric() && !joins(*c) && !is_decimal(*at, *c);
        let whole = text.char_indices().find(is_end).map_or(text.len(), |(at, _)| at);
        let cuts = text[..whole].char_indices().filter(|(_, c)| goes_on && joins(*c));
        let ends = cuts.map(|(at, _)| at).chain([whole]);
        let mut lengths: Vec<_> = ends.filter(|end| is_number(&text[..*end])).collect();
        lengths.reverse();
        lengths
    }

    /// What it takes, in words.
    fn takes(&self) -> String {
        match &self.words[..] {
            [] => "a number, a letter such as X, or an icon".into(),
            words => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Whether a word stands for a number: it has a digit, or is a capital such as X, or a Roman number.
fn is_number(word: &str) -> bool {
    let mut chars = word.chars();
    let is_letter = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    let is_roman = !word.is_empty() && word.chars().all(|c| "IVXLC".contains(c));
    is_letter || is_roman || word.chars().any(char::is_numeric)
}

/// Puts values in the places of their names in braces; what has no value stays.
pub fn filled<'a>(form: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let (mut out, mut rest) = (String::new(), form);
    while let Some((words, name, after)) = next_name(rest) {
        out.push_str(words);
        match value(name) {
            Some(value) => out.push_str(value),
            None => out.push_str(&rest[words.len()..rest.len() - after.len()]),
        }
        rest = after;
    }
    out + rest
}

/// The names in braces of a form.
pub fn names(form: &str) -> impl Iterator<Item = &str> {
    let mut rest = form;
    std::iter::from_fn(move || {
        let (_, name, after) = next_name(rest)?;
        rest = after;
        Some(name)
    })
}

/// The text before the first name in braces, the name, and the text behind it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find('{')?;
    let end = start + text[start..].find('}')?;
    Some((&text[..start], &text[start + 1..end], &text[end + 1..]))
}
