//! The tables of the manifest that say what a game is made of, what must hold, and how it is played.

mod declare;
mod play;

use std::ops::Range;

use ::toml::de::DeValue;

use super::toml::{Reader, Value};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Assumed, Phrase, Rules};
use crate::span::{SourceId, Span, Spanned};

/// What a value is that the rulebook does not give and nobody has decided.
const UNSTATED: &str = "?";

/// Reads all tables of rules below `root`.
pub fn read(
    root: &Reader<'_, '_>,
    source: SourceId,
    text: &str,
    sides: Vec<Spanned<String>>,
    sink: &mut Sink,
) -> Rules {
    let rules = Rules { sides, ..Rules::default() };
    let mut reading = Reading { source, text, rules };
    reading.declared(root);
    declare::read(&mut reading, root, sink);
    play::read(&mut reading, root, sink);
    reading.rules
}

/// The rules as far as they are read, and the manifest's text to place phrases in.
struct Reading<'s> {
    source: SourceId,
    text: &'s str,
    rules: Rules,
}

/// The tables that make a game one with rules.
const TABLES: [&str; 13] = [
    "component",
    "notation",
    "rulebook",
    "checks",
    "watch",
    "zones",
    "vars",
    "setup",
    "turn",
    "action",
    "end",
    "policy",
    "result",
];

impl Reading<'_> {
    /// Notes where the first table of rules stands.
    fn declared(&mut self, root: &Reader<'_, '_>) {
        let known = |name: &Spanned<&str>| TABLES.contains(&name.value);
        let first = root.entries().map(|(name, _)| name).filter(known).map(|name| name.span);
        self.rules.declared = first.min_by_key(|span| span.start);
    }

    fn span(&self, value: Value<'_, '_>) -> Span {
        Span::new(self.source, value.span())
    }

    /// Notes what a table says of a value that the rulebook does not give.
    fn note(&mut self, table: &Reader<'_, '_>, what: &str, sink: &mut Sink) {
        if let Some(why) = table.text("assumed", sink) {
            self.rules.assumed.push(Assumed { what: what.into(), why: why.value, span: why.span });
        }
    }

    /// A value as given; `"?"` is noted as unstated, and `{ value = …, assumed = "…" }` as assumed.
    fn settle<'t, 'i>(
        &mut self,
        what: &str,
        value: Value<'t, 'i>,
        sink: &mut Sink,
    ) -> Option<Value<'t, 'i>> {
        let value = match value.get_ref() {
            DeValue::Table(table) if table.iter().any(|(name, _)| name.get_ref() == "value") => {
                let reader = Reader::new(table, self.source, format!("`{what}`"));
                let inner = reader.get("value");
                self.note(&reader, what, sink);
                reader.finish(sink);
                inner?
            }
            _ => value,
        };
        if value.get_ref().as_str() == Some(UNSTATED) {
            let span = self.span(value);
            self.rules.unstated.push(Spanned { value: what.into(), span });
            return None;
        }
        Some(value)
    }

    /// The value of a key, settled.
    fn settled<'t, 'i>(
        &mut self,
        table: &Reader<'t, 'i>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Option<Value<'t, 'i>> {
        let value = table.get(key)?;
        self.settle(&format!("{what}.{key}"), value, sink)
    }

    /// A text whose words have places.
    fn phrase(&mut self, what: &str, value: Value<'_, '_>, sink: &mut Sink) -> Option<Phrase> {
        let value = self.settle(what, value, sink)?;
        let span = self.span(value);
        let text = super::toml::text(what, value, span, sink)?;
        let start = verbatim(self.text, span.range(), &text);
        Some(Phrase { text, span, start })
    }

    /// The phrase of a key.
    fn phrase_of(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Option<Phrase> {
        let value = table.get(key)?;
        self.phrase(&format!("{what}.{key}"), value, sink)
    }

    /// One phrase or a list of phrases.
    fn phrases(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Vec<Phrase> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let what = format!("{what}.{key}");
        match value.get_ref() {
            DeValue::Array(items) => {
                items.iter().filter_map(|item| self.phrase(&what, item, sink)).collect()
            }
            _ => self.phrase(&what, value, sink).into_iter().collect(),
        }
    }

    /// A text.
    fn word(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Option<Spanned<String>> {
        let value = self.settled(table, key, what, sink)?;
        let span = self.span(value);
        super::toml::text(key, value, span, sink).map(|value| Spanned { value, span })
    }

    /// A whole number of at least 0 and at most a million.
    fn number(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Option<Spanned<u32>> {
        let value = self.settled(table, key, what, sink)?;
        let span = self.span(value);
        let found = super::toml::whole(value).filter(|number| *number <= 1_000_000);
        if found.is_none() {
            let message = format!("`{key}` must be a whole number from 0 to 1000000");
            let help = "write `\"?\"` where the rulebook does not say";
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
        }
        found.map(|value| Spanned { value, span })
    }
}

/// The tables below a table whose keys are free, in the order of the file.
fn named<'t, 'i>(table: &Reader<'t, 'i>) -> Vec<(Spanned<String>, Value<'t, 'i>)> {
    let mut entries: Vec<_> = table
        .entries()
        .map(|(name, value)| (Spanned { value: name.value.to_owned(), span: name.span }, value))
        .collect();
    entries.sort_by_key(|(name, _)| name.span.start);
    entries
}

/// Where the text of a string begins, when it stands in the file letter for letter.
fn verbatim(file: &str, range: Range<usize>, text: &str) -> Option<u32> {
    let raw = file.get(range.clone())?;
    let at = raw.find(text).filter(|_| !text.is_empty())?;
    let quotes = raw.len() - text.len();
    // Quotes alone may surround it, or a text of several lines in three of them.
    let plain = at <= 4 && quotes <= 8 && raw[..at].chars().all(|c| "\"'\r\n".contains(c));
    u32::try_from(range.start + at).ok().filter(|_| plain)
}
