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
    let mut reading = Reading { source, text, rules, playing: false };
    reading.declared(root);
    declare::read(&mut reading, root, sink);
    reading.playing = true;
    if let Some(DeValue::Table(game)) = root.get("game").map(|value| value.get_ref()) {
        let game = Reader::new(game, source, "[game]");
        reading.settled(&game, "players", "game", sink);
    }
    play::read(&mut reading, root, sink);
    reading.sweep(root);
    reading.rules
}

/// A value of which nobody has said what it is: `"?"`.
pub fn unstated(value: Value<'_, '_>) -> bool {
    value.get_ref().as_str() == Some(UNSTATED)
}

/// Whether a phrase has a `?` where a number or a name must stand.
fn asks(text: &str) -> bool {
    let bare = |word: &str| word.trim_matches(|c| "();,".contains(c)) == UNSTATED;
    text.split_whitespace().any(bare)
}

/// The rules as far as they are read, and the manifest's text to place phrases in.
struct Reading<'s> {
    source: SourceId,
    text: &'s str,
    rules: Rules,
    /// Whether what is read now is what games are played by.
    playing: bool,
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

/// Those of them that no game needs.
const DECLARED: [&str; 5] = ["component", "notation", "rulebook", "checks", "watch"];

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
            if why.value.trim().is_empty() {
                let message = format!("the `assumed` of `{what}` is empty");
                let diagnostic = Diagnostic::error(Code::BAD_VALUE, message).at(why.span);
                sink.push(diagnostic.help("say why it is so"));
            }
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
        if unstated(value) {
            self.unstated(what, self.span(value));
            return None;
        }
        Some(value)
    }

    /// Notes that nobody says what a value is.
    fn unstated(&mut self, what: &str, span: Span) {
        let what = Spanned { value: what.to_owned(), span };
        if self.playing {
            self.rules.unplayable.push(what.clone());
        }
        self.rules.unstated.push(what);
    }

    /// Notes each `"?"` below the tables of rules that no reader has met: in names, lists and meanings.
    fn sweep(&mut self, root: &Reader<'_, '_>) {
        for (name, value) in root.entries().filter(|(name, _)| TABLES.contains(&name.value)) {
            self.playing = !DECLARED.contains(&name.value);
            self.sweep_below(name.value, value);
        }
        self.rules.unstated.sort_by_key(|what| what.span.start);
    }

    fn sweep_below(&mut self, what: &str, value: Value<'_, '_>) {
        match value.get_ref() {
            DeValue::String(_) if unstated(value) => {
                let span = self.span(value);
                if self.rules.unstated.iter().all(|known| known.span != span) {
                    self.unstated(what, span);
                }
            }
            DeValue::Array(items) => items.iter().for_each(|item| self.sweep_below(what, item)),
            DeValue::Table(table) => {
                let named = table.iter().map(|(name, value)| (name.get_ref(), value));
                named.for_each(|(name, value)| self.sweep_below(&format!("{what}.{name}"), value));
            }
            _ => {}
        }
    }

    /// One text or a list of texts, settled.
    fn texts(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        sink: &mut Sink,
    ) -> Vec<Spanned<String>> {
        let what = format!("{what}.{key}");
        let Some(value) = table.get(key) else { return Vec::new() };
        let items: Vec<_> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        let read = |item| {
            let value = self.settle(&what, item, sink)?;
            let span = self.span(value);
            super::toml::text(key, value, span, sink).map(|value| Spanned { value, span })
        };
        items.into_iter().filter_map(read).collect()
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

    /// One of a few words, settled.
    fn choice<T: Copy>(
        &mut self,
        table: &Reader<'_, '_>,
        key: &'static str,
        what: &str,
        choices: &[(&str, T)],
        sink: &mut Sink,
    ) -> Option<T> {
        if table.get(key).is_some_and(unstated) {
            self.settled(table, key, what, sink);
            return None;
        }
        table.choice(key, choices, sink)
    }

    /// A text whose words have places.
    fn phrase(&mut self, what: &str, value: Value<'_, '_>, sink: &mut Sink) -> Option<Phrase> {
        let value = self.settle(what, value, sink)?;
        let span = self.span(value);
        let text = super::toml::text(what, value, span, sink)?;
        if asks(&text) {
            self.unstated(what, span);
            return None;
        }
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
