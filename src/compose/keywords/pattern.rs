//! A keyword as it is looked for in a text, with the values that it takes.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::Keyword;

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

/// What a text has of keywords, in order; of two that begin at one place, the longer.
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
            let what = What::Keyword { reminder, is_first };
            found.push(Found { range: at..at + length, what });
            length
        } else if let Some(length) = escaped(rest, patterns) {
            found.push(Found { range: at..at + 1, what: What::Plain });
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
    /// The pattern of a keyword.
    pub fn new(keyword: &Keyword) -> Self {
        let (mut parts, mut rest) = (Vec::new(), keyword.name.trim());
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
        let (mut at, mut values) = (0, BTreeMap::new());
        for part in &self.parts {
            let rest = &text[at..];
            at += match part {
                Part::Words(words) => rest.starts_with(words.as_str()).then_some(words.len())?,
                Part::Parameter(parameter) => {
                    let length = parameter.value(rest)?;
                    values.insert(parameter.name.as_str(), &rest[..length]);
                    length
                }
            };
        }
        let ends = !text[at..].chars().next().is_some_and(char::is_alphanumeric);
        (ends && at > 0).then(|| (at, filled(&self.reminder, |name| values.get(name).copied())))
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
        let [Part::Words(words), Part::Parameter(parameter), ..] = &self.parts[..] else {
            return None;
        };
        let rest = text.strip_prefix(words.as_str())?;
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let is_misfit = word > 0 && parameter.value(rest).is_none();
        let takes = || format!("`{{{}}}` takes {}", parameter.name, parameter.takes());
        let what = || What::Misfit { name: self.name.clone(), takes: takes() };
        is_misfit.then(|| (words.len() + word, what()))
    }
}

impl Parameter {
    /// `n`, or `kind: fire | ice` with the words that it takes.
    fn new(written: &str) -> Self {
        let (name, words) = written.split_once(':').unwrap_or((written, ""));
        let words = words.split('|').map(str::trim).filter(|word| !word.is_empty());
        Self { name: name.trim().into(), words: words.map(str::to_owned).collect() }
    }

    /// The length of a value at the start of a text.
    fn value(&self, text: &str) -> Option<usize> {
        if !self.words.is_empty() {
            let ends = |word: &&String| {
                let rest = text.strip_prefix(word.as_str());
                rest.is_some_and(|rest| !rest.chars().next().is_some_and(char::is_alphanumeric))
            };
            return self.words.iter().filter(ends).map(String::len).max();
        }
        if text.starts_with('{') {
            return text.find('}').map(|end| end + 1);
        }
        let of_word =
            |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '\u{2212}' | '/' | '%');
        let length = text.find(|c| !of_word(c)).unwrap_or(text.len());
        is_number(&text[..length]).then_some(length)
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
