//! Reads a TOML table key by key, so that every wrong key and value is told, each at its place.

use std::cell::{Cell, RefCell};

use toml::de::{DeTable, DeValue};

use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::{Mm, decimal, parse_length};
use crate::span::{SourceId, Span, Spanned};

/// A table being read; [`Reader::finish`] tells the keys that nobody asked for.
pub struct Reader<'t, 'i> {
    table: &'t DeTable<'i>,
    source: SourceId,
    /// What the table is, for messages: `[[deck]]`.
    title: String,
    asked: RefCell<Vec<&'static str>>,
    /// Keys that tables like this one may have, and what they must be for that.
    elsewhere: Cell<&'static [(&'static str, &'static str)]>,
}

/// A value with its place, and the reader's file.
pub type Value<'t, 'i> = &'t toml::Spanned<DeValue<'i>>;

impl<'t, 'i> Reader<'t, 'i> {
    /// Reads `table` of the file `source`.
    pub fn new(table: &'t DeTable<'i>, source: SourceId, title: impl Into<String>) -> Self {
        let elsewhere = Cell::new(&[][..]);
        Self { table, source, title: title.into(), asked: RefCell::default(), elsewhere }
    }

    /// Knows keys that only some tables of this name have: `top`, which is for `shape = "hex"`.
    pub fn elsewhere(&self, keys: &'static [(&'static str, &'static str)]) {
        self.elsewhere.set(keys);
    }

    /// The value of `key`, if it is there.
    pub fn get(&self, key: &'static str) -> Option<Value<'t, 'i>> {
        if !self.asked.borrow().contains(&key) {
            self.asked.borrow_mut().push(key);
        }
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// Takes keys as asked for that could not be read.
    pub fn asked(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend(keys);
    }

    /// The place of a value.
    pub fn span(&self, value: Value<'t, 'i>) -> Span {
        Span::new(self.source, value.span())
    }

    /// The value of `key` as `parse` reads it; a wrong one is told and taken as missing.
    pub fn read<T>(
        &self,
        key: &'static str,
        sink: &mut Sink,
        parse: impl FnOnce(Value<'t, 'i>, Span, &mut Sink) -> Option<T>,
    ) -> Option<Spanned<T>> {
        let value = self.get(key)?;
        let span = self.span(value);
        parse(value, span, sink).map(|value| Spanned { value, span })
    }

    /// A text.
    pub fn text(&self, key: &'static str, sink: &mut Sink) -> Option<Spanned<String>> {
        self.read(key, sink, |value, span, sink| text(key, value, span, sink))
    }

    /// A text that must be there; `span` is the place to tell that it is not.
    pub fn required(
        &self,
        key: &'static str,
        span: Span,
        sink: &mut Sink,
    ) -> Option<Spanned<String>> {
        if self.table.iter().all(|(name, _)| name.get_ref() != key) {
            let message = format!("{} has no `{key}`", self.title);
            sink.push(
                Diagnostic::error(Code::MISSING_KEY, message)
                    .at(span)
                    .help(format!("add `{key} = \"…\"`")),
            );
        }
        self.text(key, sink)
    }

    /// A length with its unit.
    pub fn length(&self, key: &'static str, sink: &mut Sink) -> Option<Spanned<Mm>> {
        self.read(key, sink, |value, span, sink| length(key, value, span, sink))
    }

    /// A length from zero to `most` mm.
    pub fn bounded(&self, key: &'static str, most: f64, sink: &mut Sink) -> Option<Mm> {
        let found = self.length(key, sink)?;
        if (0.0..=most).contains(&found.value.0) {
            return Some(found.value);
        }
        let message = match found.value.0 < 0.0 {
            true => format!("`{key}` is {}, below zero", found.value),
            false => format!("`{key}` is {}, more than {} mm", found.value, decimal(most)),
        };
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(found.span));
        None
    }

    /// True or false.
    pub fn flag(&self, key: &'static str, sink: &mut Sink) -> Option<bool> {
        let flag = self.read(key, sink, |value, span, sink| {
            let found = value.get_ref().as_bool();
            if found.is_none() {
                let message = format!("`{key}` is `true` or `false`");
                sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
            }
            found
        });
        flag.map(|flag| flag.value)
    }

    /// A whole number from `least` to `most`.
    pub fn number(
        &self,
        key: &'static str,
        least: u32,
        most: u32,
        sink: &mut Sink,
    ) -> Option<Spanned<u32>> {
        let found = self.integer(key, least.into(), most.into(), sink)?;
        Some(Spanned { value: u32::try_from(found.value).ok()?, span: found.span })
    }

    /// A whole number from `least` to `most`, which may be below 0.
    pub fn integer(
        &self,
        key: &'static str,
        least: i64,
        most: i64,
        sink: &mut Sink,
    ) -> Option<Spanned<i64>> {
        self.read(key, sink, |value, span, sink| {
            let number = value.get_ref().as_integer();
            let read = number.and_then(|one| i64::from_str_radix(one.as_str(), one.radix()).ok());
            let found = read.filter(|number| (least..=most).contains(number));
            if found.is_none() {
                let message = format!("`{key}` must be a whole number from {least} to {most}");
                sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
            }
            found
        })
    }

    /// One text or a list of texts.
    pub fn texts(&self, key: &'static str, sink: &mut Sink) -> Option<Vec<Spanned<String>>> {
        let value = self.get(key)?;
        let items: Vec<_> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        let mut read = |item| {
            let span = self.span(item);
            text(key, item, span, sink).map(|value| Spanned { value, span })
        };
        Some(items.into_iter().filter_map(&mut read).collect())
    }

    /// One of a few words.
    pub fn choice<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&str, T)],
        sink: &mut Sink,
    ) -> Option<T> {
        let word = self.text(key, sink)?;
        let found = choices.iter().find(|(name, _)| *name == word.value);
        if found.is_none() {
            let message = format!("`{key}` cannot be `{}`", word.value);
            let help = suggest(&word.value, choices.iter().map(|(name, _)| *name));
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(word.span).help(help));
        }
        found.map(|(_, value)| *value)
    }

    /// A table below this one.
    pub fn table(&self, key: &'static str, sink: &mut Sink) -> Option<Reader<'t, 'i>> {
        let value = self.get(key)?;
        self.below(&format!("[{key}]"), value, sink)
    }

    /// The tables of a list such as `[[deck]]`, each with its place.
    pub fn tables(&self, key: &'static str, sink: &mut Sink) -> Vec<(Reader<'t, 'i>, Span)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            let span = self.span(value);
            let message = format!("`{key}` is a list of tables");
            sink.push(
                Diagnostic::error(Code::BAD_VALUE, message)
                    .at(span)
                    .help(format!("write `[[{key}]]`")),
            );
            return Vec::new();
        };
        let title = format!("[[{key}]]");
        items
            .iter()
            .filter_map(|item| Some((self.below(&title, item, sink)?, self.span(item))))
            .collect()
    }

    /// All keys and values of a table whose keys are free.
    pub fn entries(&self) -> impl Iterator<Item = (Spanned<&'t str>, Value<'t, 'i>)> + use<'t, 'i> {
        let source = self.source;
        self.table.iter().map(move |(name, value)| {
            (Spanned { value: &**name.get_ref(), span: Span::new(source, name.span()) }, value)
        })
    }

    /// A value read as a table.
    pub fn below(
        &self,
        title: &str,
        value: Value<'t, 'i>,
        sink: &mut Sink,
    ) -> Option<Reader<'t, 'i>> {
        if let DeValue::Table(table) = value.get_ref() {
            return Some(Reader::new(table, self.source, title));
        }
        let span = self.span(value);
        sink.push(Diagnostic::error(Code::BAD_VALUE, format!("`{title}` is a table")).at(span));
        None
    }

    /// Tells every key that nobody asked for.
    pub fn finish(&self, sink: &mut Sink) {
        let asked = self.asked.borrow();
        for (name, _) in self.table {
            if !asked.iter().any(|known| known == name.get_ref()) {
                let message = format!("{} has no key `{}`", self.title, name.get_ref());
                let span = Span::new(self.source, name.span());
                let other = self.elsewhere.get().iter().find(|(key, _)| key == name.get_ref());
                let help = match other {
                    Some((key, place)) => format!("`{key}` is for {place}"),
                    None => suggest(name.get_ref(), asked.iter().copied()),
                };
                sink.push(Diagnostic::error(Code::UNKNOWN_KEY, message).at(span).help(help));
            }
        }
    }
}

/// Reads `value` as a text.
pub fn text(key: &str, value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<String> {
    let found = value.get_ref().as_str().map(str::to_owned);
    if found.is_none() {
        let message = format!("`{key}` must be a text in quotes");
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
    }
    found
}

/// Reads `value` as a length with its unit.
pub fn length(key: &str, value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<Mm> {
    let Some(text) = value.get_ref().as_str() else {
        let message = format!("`{key}` must be a length in quotes");
        let help = "a length carries its unit, such as `\"3 mm\"`";
        sink.push(Diagnostic::error(Code::BAD_LENGTH, message).at(span).help(help));
        return None;
    };
    match parse_length(text) {
        Ok(length) => Some(length),
        Err(error) => {
            let message = format!("`{key}` is `{text}`, which is not a length");
            sink.push(Diagnostic::error(Code::BAD_LENGTH, message).at(span).help(error.help(text)));
            None
        }
    }
}

/// Reads `value` as a whole number.
pub fn whole(value: Value<'_, '_>) -> Option<u32> {
    let number = value.get_ref().as_integer()?;
    u32::from_str_radix(number.as_str(), number.radix()).ok()
}
