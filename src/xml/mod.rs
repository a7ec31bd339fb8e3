//! Text as it stands in XML, and with other words in places of it.

mod bounds;
mod styling;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use roxmltree::{Document, Error, ParsingOptions};

pub use bounds::{Excess, tags};
pub use styling::Styling;

/// Why a text has no tree.
#[derive(Debug)]
pub enum Unread {
    /// It is not well-formed.
    Malformed(Error),
    /// It would take too long.
    Excess(Excess),
}

/// A text between tags.
pub fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as the value of an attribute in double quotes.
pub fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;")
}

/// What ends a line or a paragraph everywhere but in XML: programs that lay texts out copy it along.
fn line_end(c: char) -> Option<&'static str> {
    match c {
        '\u{85}' | '\u{2028}' => Some("\n"),
        '\u{2029}' => Some("\n\n"),
        _ => None,
    }
}

/// Whether a character ends a line, in any program.
pub fn is_line_end(c: char) -> bool {
    c == '\n' || line_end(c).is_some()
}

/// A text in which whatever ends a line is a line end of XML.
pub fn lines(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| line_end(c).is_some()) {
        return text.into();
    }
    let one = |c: char| line_end(c).map_or_else(|| c.into(), str::to_owned);
    text.chars().map(one).collect::<String>().into()
}

/// The same for a drawing, which may name such characters by their numbers; none if there are none.
pub fn ended(svg: &str) -> Option<String> {
    let named = svg.match_indices("&#").filter_map(|(at, _)| {
        let (c, length) = named(&svg[at..])?;
        Some((at..at + length, line_end(c)?.to_owned()))
    });
    let edited = Edited::new(svg, named.collect()).text;
    match lines(&edited) {
        Cow::Owned(text) => Some(text),
        Cow::Borrowed(_) => Some(edited.into_owned()).filter(|edited| edited != svg),
    }
}

/// The character that a text begins with as a number, `&#x2028;`, and the length of that.
fn named(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix("&#")?.split(';').next()?;
    let number = match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    Some((char::from_u32(number.ok()?)?, "&#;".len() + digits.len()))
}

/// A drawing as it is read everywhere: entities of its own are allowed.
///
/// # Errors
/// It is not well-formed, or would take too long.
pub fn document(svg: &str) -> Result<Document<'_>, Unread> {
    read(svg, ParsingOptions { allow_dtd: true, ..Default::default() })
}

/// A text without entities of its own.
///
/// # Errors
/// It is not well-formed, or would take too long.
pub fn plain(text: &str) -> Result<Document<'_>, Unread> {
    read(text, ParsingOptions::default())
}

fn read<'t>(text: &'t str, options: ParsingOptions<'t>) -> Result<Document<'t>, Unread> {
    bounds::check(text).map_err(Unread::Excess)?;
    Document::parse_with_options(text, options).map_err(Unread::Malformed)
}

/// Whether a place in a drawing is in a tag or a style sheet, and not in words.
pub fn is_markup(svg: &str, at: usize) -> bool {
    let before = &svg[..at];
    before.rfind('<') > before.rfind('>') || before.rfind("<style") > before.rfind("</style")
}

/// A text with other words in places of it.
#[derive(Debug)]
pub struct Edited<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Where the old words ended, and where the new ones end.
    ends: Vec<(usize, usize)>,
}

impl<'a> Edited<'a> {
    /// A text as it is.
    pub fn untouched(text: &'a str) -> Self {
        Self { text: text.into(), ends: Vec::new() }
    }

    /// A text with other words in places of it; of one in another, the outer holds.
    pub fn new(text: &'a str, mut edits: Vec<(Range<usize>, String)>) -> Self {
        if edits.is_empty() {
            return Self::untouched(text);
        }
        edits.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let (mut out, mut ends, mut done) = (String::with_capacity(text.len()), Vec::new(), 0);
        for (range, words) in edits {
            if range.start >= done {
                out.push_str(&text[done..range.start]);
                out.push_str(&words);
                done = range.end;
                ends.push((done, out.len()));
            }
        }
        out.push_str(&text[done..]);
        Self { text: out.into(), ends }
    }

    /// Where a place of the old text, outside of what was replaced, has gone.
    pub fn place(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|(old, _)| *old <= at);
        before.checked_sub(1).map_or(at, |last| at - self.ends[last].0 + self.ends[last].1)
    }

    /// Where a place of the new text, outside of what was put in, was.
    pub fn back(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|(_, new)| *new <= at);
        before.checked_sub(1).map_or(at, |last| at - self.ends[last].1 + self.ends[last].0)
    }
}

#[cfg(test)]
mod tests {
    use super::Edited;

    #[test]
    fn places_go_to_the_new_text_and_back() {
        let edited = Edited::new("a-b-c", vec![(3..4, "====".into()), (1..2, String::new())]);
        assert_eq!(edited.text, "ab====c");
        for (old, new) in [(0, 0), (2, 1), (4, 6)] {
            assert_eq!((edited.place(old), edited.back(new)), (new, old));
        }
    }
}
