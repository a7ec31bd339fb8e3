//! Card sizes and papers: by name, as `63 x 88 mm`, or as a table of width and height.

use std::collections::BTreeMap;

use ::toml::de::DeValue;

use super::toml::{Reader, Value};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::{LengthError, Mm, Size, is_numeral, parse_length};
use crate::model::{CARD_SIZES, NamedSize, PAPERS};
use crate::span::Span;

/// The smallest and largest side of a card or paper, in mm.
const SIDES: std::ops::RangeInclusive<f64> = 5.0..=1500.0;

/// Sizes by name: Deckle's own and the game's.
pub struct Known {
    /// What the names stand for, in a message: `size` or `paper`.
    what: &'static str,
    by_name: BTreeMap<String, Size>,
}

impl Known {
    /// The card sizes, with those of the table `[sizes]`.
    pub fn cards(root: &Reader<'_, '_>, sink: &mut Sink) -> Self {
        let own = CARD_SIZES.iter().map(|one| (one.name, Size { w: one.w, h: one.h }));
        Self::with(own, "size", root.table("sizes", sink), sink)
    }

    /// The papers, with those of the table `[papers]`.
    pub fn papers(root: &Reader<'_, '_>, sink: &mut Sink) -> Self {
        let own = PAPERS.iter().map(|one| (one.name, Size { w: one.w, h: one.h }));
        let mut known = Self::with(own, "paper", root.table("papers", sink), sink);
        let whole = NamedSize::whole();
        known.by_name.entry(whole.name).or_insert(whole.size);
        known
    }

    fn with(
        own: impl Iterator<Item = (&'static str, Size)>,
        what: &'static str,
        table: Option<Reader<'_, '_>>,
        sink: &mut Sink,
    ) -> Self {
        let mut known =
            Self { what, by_name: own.map(|(name, size)| (name.into(), size)).collect() };
        for (name, value) in table.iter().flat_map(Reader::entries) {
            let span = table.as_ref().map_or(name.span, |table| table.span(value));
            if let Some(size) = known.read(name.value, value, span, table.as_ref(), sink) {
                known.by_name.insert(name.value.to_owned(), size.size);
            }
        }
        known
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.by_name.keys().map(String::as_str)
    }

    /// The size with this very name.
    pub fn named(&self, name: &str) -> Option<NamedSize> {
        self.by_name.get(name).map(|size| NamedSize { name: name.into(), size: *size })
    }

    /// The size that `value`, the value of `key`, asks for.
    pub fn read(
        &self,
        key: &str,
        value: Value<'_, '_>,
        span: Span,
        reader: Option<&Reader<'_, '_>>,
        sink: &mut Sink,
    ) -> Option<NamedSize> {
        if let DeValue::Table(_) = value.get_ref() {
            let table = reader?.below(key, value, sink)?;
            let (w, h) = (table.length("width", sink), table.length("height", sink));
            table.finish(sink);
            let (Some(w), Some(h)) = (w, h) else {
                let message = format!("`{key}` needs a `width` and a `height`");
                sink.push(Diagnostic::error(Code::BAD_SIZE, message).at(span));
                return None;
            };
            return self.checked(Size { w: w.value.0, h: h.value.0 }, None, span, sink);
        }
        self.parse(&super::toml::text(key, value, span, sink)?, span, sink)
    }

    /// The size that `text` names or measures.
    pub fn parse(&self, text: &str, span: Span, sink: &mut Sink) -> Option<NamedSize> {
        if let Some(size) = self.by_name.get(text) {
            return Some(NamedSize { name: text.into(), size: *size });
        }
        let halves = halves(text).filter(|_| text.contains(char::is_numeric));
        let Some((w, h)) = halves else {
            let message = format!("there is no {} `{text}`", self.what);
            let help = suggest(text, self.names());
            sink.push(Diagnostic::error(Code::BAD_SIZE, message).at(span).help(help).help(
                format!("`deckle list {}s` shows them all; `63 x 88 mm` measures one", self.what),
            ));
            return None;
        };
        // `63 x 88 mm`: the unit may stand once, at the end.
        let unit = h.trim_start_matches(is_numeral);
        let first = match parse_length(w) {
            Err(LengthError::NoUnit | LengthError::Comma) => format!("{w}{unit}"),
            _ => w.to_owned(),
        };
        match (parse_length(&first), parse_length(h)) {
            (Ok(w), Ok(h)) => self.checked(Size { w: w.0, h: h.0 }, Some(text), span, sink),
            (Err(error), _) => self.unreadable(text, span, &error.help(&first), sink),
            (_, Err(error)) => self.unreadable(text, span, &error.help(h), sink),
        }
    }

    /// The size of a square whose side is written as `text`.
    pub fn square(&self, side: Mm, text: &str, span: Span, sink: &mut Sink) -> Option<NamedSize> {
        self.checked(Size { w: side.0, h: side.0 }, Some(text), span, sink)
    }

    fn unreadable(&self, text: &str, span: Span, help: &str, sink: &mut Sink) -> Option<NamedSize> {
        let message = format!("`{text}` is not a size");
        sink.push(Diagnostic::error(Code::BAD_SIZE, message).at(span).help(help));
        None
    }

    fn checked(
        &self,
        size: Size,
        text: Option<&str>,
        span: Span,
        sink: &mut Sink,
    ) -> Option<NamedSize> {
        if SIDES.contains(&size.w) && SIDES.contains(&size.h) {
            let name = text.map_or_else(|| size.to_string(), str::to_owned);
            return Some(NamedSize { name, size });
        }
        let message = format!("a {} of {size} is out of range", self.what);
        let help = format!("sides go from {} to {} mm", SIDES.start(), SIDES.end());
        sink.push(Diagnostic::error(Code::BAD_SIZE, message).at(span).help(help));
        None
    }
}

/// Both sides of `63 x 88 mm`; the x of `px@300` stands between nothing.
fn halves(text: &str) -> Option<(&str, &str)> {
    let is_between = |at: usize| !text[..at].ends_with('p');
    let mut places = text.match_indices(['x', '×']);
    let (at, sign) = places.find(|(at, _)| is_between(*at))?;
    Some((&text[..at], &text[at + sign.len()..]))
}
