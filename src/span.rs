//! Where something was written: a range of bytes in one of the files that were read.

use std::ops::Range;
use std::sync::Arc;

/// Names one file in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A range of bytes in a file, counted in its text as decoded to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span over `range` of the file `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end) }
    }

    /// The range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// One file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as a person would type it from where the program runs.
    pub path: String,
    /// The text, decoded to UTF-8.
    pub text: Arc<str>,
}

/// All files that were read, so that a [`Span`] can be shown.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Keeps a file and gives its name.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 files"));
        self.list.push(Source { path: path.into(), text: text.into() });
        id
    }

    /// The file named `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[id.0 as usize]
    }

    /// File, line and column of a span, as messages and reports name a place.
    pub fn located(&self, span: Span) -> (&str, usize, usize) {
        let (line, column) = self.position(span);
        (self.get(span.source).path.as_str(), line, column)
    }

    /// Line and column of the first byte of `span`, both from 1; the column counts characters.
    pub fn position(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let before = &text[..floor_char(text, span.start as usize)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// The last character boundary at or before `at`.
pub fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
