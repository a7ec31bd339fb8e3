//! The filters `keywords` and `reminders`: what a keyword means, beside it or apart.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tera::{Kwargs, State, Tera, TeraResult, Value};

use crate::model::Keyword;

/// How the first of each keyword is written, if the template does not say.
const FORM: &str = "{keyword} *({reminder})*";
/// How it is written again.
const AGAIN: &str = "{keyword}";

/// Gives templates the filters over these keywords.
pub fn register(tera: &mut Tera, keywords: &[Keyword]) {
    let patterns: Arc<Vec<_>> = Arc::new(keywords.iter().map(Pattern::new).collect());
    let known = Arc::clone(&patterns);
    tera.register_filter(
        "keywords",
        move |text: &str, arguments: Kwargs, _: &State<'_>| -> TeraResult<String> {
            let form = arguments.get::<&str>("form")?.unwrap_or(FORM);
            let again = arguments.get::<&str>("again")?.unwrap_or(AGAIN);
            Ok(expanded(text, &known, form, again))
        },
    );
    tera.register_filter(
        "reminders",
        move |text: &str, _: Kwargs, _: &State<'_>| -> TeraResult<Value> {
            let first = found(text, &patterns).into_iter();
            let first = first.filter(|one| one.is_first && !one.reminder.trim().is_empty());
            let rows: Vec<_> = first
                .map(|one| {
                    let keyword = text[one.range].to_owned();
                    BTreeMap::from([("keyword", keyword), ("reminder", one.reminder)])
                })
                .collect();
            Ok(Value::from_serializable(&rows))
        },
    );
}

/// A text with the reminders of its keywords in it, each behind the stars that close its keyword.
fn expanded(text: &str, patterns: &[Pattern], form: &str, again: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for one in found(text, patterns) {
        out.push_str(&text[done..one.range.start]);
        let (from, end) = (line_start(text, one.range.start), one.range.end);
        let stars = match open_stars(&text[from..one.range.start]).is_empty() {
            true => 0,
            false => text[end..].bytes().take_while(|byte| *byte == b'*').count(),
        };
        let is_slanted = is_slanted(&text[from..end + stars]);
        let has_reminder = one.is_first && !one.reminder.trim().is_empty();
        let form = if has_reminder { form } else { again };
        // Slanted words in slanted words have no marks: those of the form give way.
        let form = match is_slanted || has_slant(&one.reminder) {
            true => upright(form),
            false => form.into(),
        };
        let marked = format!("{}{}", &text[one.range.clone()], &text[end..end + stars]);
        out += &filled(&form, |name| match name {
            "keyword" => Some(&marked),
            "reminder" => Some(&one.reminder),
            _ => None,
        });
        done = end + stars;
    }
    out + &text[done..]
}

/// Where the line begins that a place lies in, by a line end or by `\n` as it is written.
fn line_start(text: &str, at: usize) -> usize {
    let ends =
        [text[..at].rfind('\n').map(|end| end + 1), text[..at].rfind("\\n").map(|end| end + 2)];
    ends.into_iter().flatten().max().unwrap_or(0)
}

/// A form without the single stars around its reminder.
fn upright(form: &str) -> String {
    let Some(at) = form.find("{reminder}") else { return form.into() };
    if !is_slanted(&form[..at]) {
        return form.into();
    }
    let single = |one: &(usize, usize)| one.1 == 1;
    let first = star_runs(&form[..at]).into_iter().rfind(single);
    let last = star_runs(&form[at..]).into_iter().find(single).map(|(start, _)| (at + start, 1));
    match (first, last) {
        (Some((first, _)), Some((last, _))) => {
            [&form[..first], &form[first + 1..last], &form[last + 1..]].concat()
        }
        _ => form.into(),
    }
}

/// Whether what follows a text is in italics.
fn is_slanted(text: &str) -> bool {
    open_stars(text).iter().any(|count| *count != 2)
}

/// Whether a text has words in italics.
fn has_slant(text: &str) -> bool {
    star_runs(text).iter().any(|(at, count)| *count != 2 && opens(text, at + count))
}

/// How many stars each of the marks has that a line leaves open.
fn open_stars(line: &str) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (at, count) in star_runs(line) {
        let ends = line[..at].chars().next_back().is_some_and(|c| !c.is_whitespace());
        match open.iter().rposition(|one| *one == count) {
            Some(from) if ends => open.truncate(from),
            None if ends && count == 3 && !open.is_empty() => open.clear(),
            _ if opens(line, at + count) => open.push(count),
            _ => {}
        }
    }
    open
}

/// Whether stars that end at a place may begin a mark.
fn opens(line: &str, end: usize) -> bool {
    !line[end..].chars().next().is_some_and(char::is_whitespace)
}

/// The places and lengths of what may be marks: no star behind a backslash or inside a word.
fn star_runs(text: &str) -> Vec<(usize, usize)> {
    let (mut runs, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let count = text[at..].bytes().take_while(|byte| *byte == b'*').count();
        let of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_inside = count == 1
            && of_word(text[..at].chars().next_back())
            && of_word(text[at + 1..].chars().next());
        if (1..=3).contains(&count) && !is_inside {
            runs.push((at, count));
        }
        let escaped = if c == '\\' { text[at + 1..].chars().next() } else { None };
        at += if count > 0 { count } else { c.len_utf8() + escaped.map_or(0, char::len_utf8) };
    }
    runs
}

/// A keyword in a text.
struct Found {
    range: Range<usize>,
    reminder: String,
    is_first: bool,
}

/// The keywords of a text, in order; of two that begin at one place, the longer.
fn found(text: &str, patterns: &[Pattern]) -> Vec<Found> {
    let (mut found, mut seen, mut at) = (Vec::new(), vec![false; patterns.len()], 0);
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let begins = !before.is_some_and(char::is_alphanumeric);
        let matches = patterns.iter().enumerate().filter(|_| begins);
        let matches = matches.filter_map(|(which, one)| Some((which, one.matched(&text[at..])?)));
        let longest = matches.max_by_key(|(_, (length, _))| *length);
        let Some((which, (length, reminder))) = longest else {
            before = Some(c);
            at += c.len_utf8();
            continue;
        };
        let is_first = !std::mem::replace(&mut seen[which], true);
        found.push(Found { range: at..at + length, reminder, is_first });
        at += length;
        before = text[..at].chars().next_back();
    }
    found
}

/// A keyword, ready to be looked for.
struct Pattern {
    parts: Vec<Part>,
    reminder: String,
}

enum Part {
    Words(String),
    Parameter(String),
}

impl Pattern {
    fn new(keyword: &Keyword) -> Self {
        let (mut parts, mut rest) = (Vec::new(), keyword.name.trim());
        while let Some((words, name, after)) = next_name(rest) {
            if !words.is_empty() {
                parts.push(Part::Words(words.into()));
            }
            parts.push(Part::Parameter(name.into()));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Words(rest.into()));
        }
        Self { parts, reminder: keyword.reminder.clone() }
    }

    /// How much of `text` it takes from the start, and its reminder, if it stands there.
    fn matched(&self, text: &str) -> Option<(usize, String)> {
        let (mut at, mut values) = (0, BTreeMap::new());
        for part in &self.parts {
            let rest = &text[at..];
            at += match part {
                Part::Words(words) => rest.starts_with(words.as_str()).then_some(words.len())?,
                Part::Parameter(name) => {
                    let length = value_length(rest)?;
                    values.insert(name.as_str(), &rest[..length]);
                    length
                }
            };
        }
        let ends = !text[at..].chars().next().is_some_and(char::is_alphanumeric);
        (ends && at > 0).then(|| (at, filled(&self.reminder, |name| values.get(name).copied())))
    }
}

/// The length of a value at the start of a text: an icon in braces, or a word.
fn value_length(text: &str) -> Option<usize> {
    if text.starts_with('{') {
        return text.find('}').map(|end| end + 1);
    }
    let of_word = |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '\u{2212}' | '/' | '%');
    let length = text.find(|c| !of_word(c)).unwrap_or(text.len());
    (length > 0).then_some(length)
}

/// Puts values in the places of their names in braces; what has no value stays.
fn filled<'a>(form: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
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

/// The text before the first name in braces, the name, and the text behind it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find('{')?;
    let end = start + text[start..].find('}')?;
    Some((&text[..start], &text[start + 1..end], &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::{AGAIN, FORM, Pattern, expanded};
    use crate::model::Keyword;
    use crate::span::{Sources, Span};

    fn expand(text: &str, form: &str) -> String {
        let at = Span::new(Sources::default().add("game.toml", ""), 0..0);
        let keyword = |name: &str, reminder: &str| {
            Pattern::new(&Keyword { name: name.into(), reminder: reminder.into(), at })
        };
        let patterns = [
            keyword("Strike", "acts first"),
            keyword("Double Strike", "acts twice"),
            keyword("Armor {n}", "each hit is {n} less, {sun} or not"),
            keyword("Fly", "up"),
            keyword("Raze", "destroy *everything* here"),
            keyword("Plain", ""),
            keyword("Trade {a} for {b}", "give {a}, take {b}"),
        ];
        expanded(text, &patterns, form, AGAIN)
    }

    #[test]
    fn the_first_of_each_keyword_has_its_reminder() {
        assert_eq!(expand("Strike. Strike.", FORM), "Strike *(acts first)*. Strike.");
        assert_eq!(expand("Double Strike", FORM), "Double Strike *(acts twice)*");
        assert_eq!(expand("Strikes, strike, preStrike", FORM), "Strikes, strike, preStrike");
    }

    #[test]
    fn reminders_stand_outside_the_marks_of_keywords() {
        for (cell, said) in [
            ("*Fly*: go. (*fly*) Fly", "*Fly* *(up)*: go. (*fly*) Fly"),
            ("**Fly**: go", "**Fly** *(up)*: go"),
            ("***Fly*** 2*X", "***Fly*** *(up)* 2*X"),
            ("*Fly and go*", "*Fly (up) and go*"),
            ("**Fly and go**", "**Fly *(up)* and go**"),
            ("*a*\\n*b* 2*3 Fly", "*a*\\n*b* 2*3 Fly *(up)*"),
            ("Raze.", "Raze (destroy *everything* here)."),
            ("Plain.", "Plain."),
        ] {
            assert_eq!(expand(cell, FORM), said);
        }
        let bold = "**{keyword}** *({reminder})*";
        assert_eq!(expand("Raze", bold), "**Raze** (destroy *everything* here)");
    }

    #[test]
    fn parameters_are_numbers_words_and_icons() {
        let form = "{keyword}: {reminder}";
        assert_eq!(expand("Armor 2.", form), "Armor 2: each hit is 2 less, {sun} or not.");
        assert_eq!(expand("Armor X", form), "Armor X: each hit is X less, {sun} or not");
        assert_eq!(expand("Trade {coin} for 3", form), "Trade {coin} for 3: give {coin}, take 3");
        assert_eq!(expand("Armor", form), "Armor");
    }
}
