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
        match measured(self.what, text, self.names()) {
            Ok(size) => Some(size),
            Err(fault) => {
                sink.push(fault.at(span));
                None
            }
        }
    }

    /// The size of a square whose side is written as `text`.
    pub fn square(&self, side: Mm, text: &str, span: Span, sink: &mut Sink) -> Option<NamedSize> {
        self.checked(Size { w: side.0, h: side.0 }, Some(text), span, sink)
    }

    fn checked(
        &self,
        size: Size,
        text: Option<&str>,
        span: Span,
        sink: &mut Sink,
    ) -> Option<NamedSize> {
        match checked(self.what, size, text) {
            Ok(size) => Some(size),
            Err(fault) => {
                sink.push(fault.at(span));
                None
            }
        }
    }
}

/// The size that a text measures: `63 x 88 mm`; `what` it is of goes by these names, too.
///
/// # Errors
/// It measures none, or one that no card and no paper has.
pub fn measured<'a>(
    what: &str,
    text: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<NamedSize, Box<Diagnostic>> {
    let halves = halves(text).filter(|_| text.contains(char::is_numeric));
    let Some((w, h)) = halves else {
        let message = format!("there is no {what} `{text}`");
        let help = format!("`deckle list {what}s` shows them all; `63 x 88 mm` measures one");
        let fault = Diagnostic::error(Code::BAD_SIZE, message);
        return Err(Box::new(fault.help(suggest(text, names)).help(help)));
    };
    // `63 x 88 mm`: the unit may stand once, at the end.
    let unit = h.trim_start_matches(is_numeral);
    let first = match parse_length(w) {
        Err(LengthError::NoUnit | LengthError::Comma) => format!("{w}{unit}"),
        _ => w.to_owned(),
    };
    let unreadable = |help: &str| {
        let message = format!("`{text}` is not a size");
        Box::new(Diagnostic::error(Code::BAD_SIZE, message).help(help))
    };
    match (parse_length(&first), parse_length(h)) {
        (Ok(w), Ok(h)) => checked(what, Size { w: w.0, h: h.0 }, Some(text)),
        (Err(error), _) => Err(unreadable(&error.help(&first))),
        (_, Err(error)) => Err(unreadable(&error.help(h))),
    }
}

/// The size by the text that it is written as, if a card or a paper may be so large.
fn checked(what: &str, size: Size, text: Option<&str>) -> Result<NamedSize, Box<Diagnostic>> {
    if SIDES.contains(&size.w) && SIDES.contains(&size.h) {
        let name = text.map_or_else(|| size.to_string(), str::to_owned);
        return Ok(NamedSize { name, size });
    }
    let message = format!("a {what} of {size} is out of range");
    let help = format!("sides go from {} to {} mm", SIDES.start(), SIDES.end());
    Err(Box::new(Diagnostic::error(Code::BAD_SIZE, message).help(help)))
}

/// Both sides of `63 x 88 mm`; the x of `px@300` stands between nothing.
fn halves(text: &str) -> Option<(&str, &str)> {
    let is_between = |at: usize| !text[..at].ends_with('p');
    let mut places = text.match_indices(['x', '×']);
    let (at, sign) = places.find(|(at, _)| is_between(*at))?;
    Some((&text[..at], &text[at + sign.len()..]))
}
