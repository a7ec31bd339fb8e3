//! A text word by word: what stands together in a sentence, and what of it is right or told.

use std::collections::BTreeSet;

use crate::diag::Diagnostic;
use crate::span::Span;

/// A word of a text, without the signs around it.
pub struct Word<'t> {
    /// The word.
    pub text: &'t str,
    /// Where it stands in the text.
    pub range: std::ops::Range<usize>,
    /// Whether a sentence begins with it.
    pub first: bool,
    /// Whether a sentence, or what a comma sets apart, ends with it.
    pub last: bool,
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut first): (Vec<Word<'_>>, bool) = (Vec::new(), true);
    for raw in text.split_whitespace() {
        let bare = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let start = bare.as_ptr() as usize - text.as_ptr() as usize;
        let tail = &raw[bare.as_ptr() as usize - raw.as_ptr() as usize + bare.len()..];
        // The full stop of `A.I.` ends no sentence.
        let dotted = tail == "." && bare.contains('.');
        let stops = |signs: &str| !dotted && tail.contains(|c| signs.contains(c));
        if bare.is_empty() {
            continue;
        }
        words.push(Word {
            text: bare,
            range: start..start + bare.len(),
            first,
            last: stops(".!?:;,)]"),
        });
        first = stops(".!?:;");
    }
    words
}

/// Words with a blank between them.
pub fn joined(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// The letters and digits alone, small.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Without the ending of a possessive.
pub fn owned(text: &str) -> &str {
    text.strip_suffix("'s").or_else(|| text.strip_suffix("’s")).unwrap_or(text)
}

/// A text with its first letter small.
pub fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// Whether a text begins with a capital.
pub fn upper(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
}

/// A text that is looked through.
pub struct Read<'t> {
    text: &'t str,
    /// Where it stands.
    pub span: Span,
    /// Its words.
    pub words: Vec<Word<'t>>,
    /// Of each word, whether it is part of a name or a term that is rightly written.
    right: Vec<bool>,
    /// Of each word, whether it was told.
    told: Vec<bool>,
}

impl<'t> Read<'t> {
    /// A text at its place.
    pub fn new(text: &'t str, span: Span) -> Self {
        let words = words(text);
        let count = words.len();
        Self { text, span, words, right: vec![false; count], told: vec![false; count] }
    }

    /// Passes over what is rightly written: no part of it is taken for something else.
    pub fn pass(&mut self, right: &BTreeSet<String>, longest: usize) {
        for length in 2..=longest.min(self.words.len()) {
            for at in self.windows(length, true) {
                if right.contains(owned(&joined(&self.words[at.clone()]))) {
                    self.right[at].fill(true);
                }
            }
        }
    }

    /// The runs of so many words within a sentence that are not yet told and not all right.
    pub fn windows(&self, length: usize, commas: bool) -> Vec<std::ops::Range<usize>> {
        let count = self.words.len();
        let runs = (0..(count + 1).saturating_sub(length)).map(|at| at..at + length);
        let whole = |at: &std::ops::Range<usize>| {
            let inner = &self.words[at.start..at.end - 1];
            let within = |word: &Word<'_>| {
                let tail = self.text[word.range.end..].chars().next();
                !word.last || commas && tail == Some(',')
            };
            inner.iter().all(within)
                && !self.told[at.clone()].contains(&true)
                && self.right[at.clone()].contains(&false)
        };
        if length == 0 { Vec::new() } else { runs.filter(whole).collect() }
    }

    /// Whether a colon follows words, as it does after what is explained.
    pub fn heads(&self, at: &std::ops::Range<usize>) -> bool {
        self.text[self.words[at.end - 1].range.end..].starts_with(':')
    }

    /// The words as they stand in the text.
    pub fn shown(&self, at: &std::ops::Range<usize>) -> &'t str {
        &self.text[self.words[at.start].range.start..self.words[at.end - 1].range.end]
    }

    /// Where words stand; the whole text where escapes or lines have moved them.
    pub fn place(&self, at: &std::ops::Range<usize>) -> Span {
        let whole = self.span.range();
        let start = match whole.len().checked_sub(self.text.len()) {
            Some(0) => whole.start,
            // Between two quotes.
            Some(2) => whole.start + 1,
            _ => return self.span,
        };
        let (first, last) = (&self.words[at.start].range, &self.words[at.end - 1].range);
        Span::new(self.span.source, start + first.start..start + last.end)
    }

    /// Tells something of words of which nothing was told yet.
    pub fn tell(
        &mut self,
        at: std::ops::Range<usize>,
        one: Diagnostic,
        told: &mut Vec<Diagnostic>,
    ) {
        if !self.told[at.clone()].contains(&true) {
            self.told[at].fill(true);
            told.push(one);
        }
    }
}
