//! How much of a template came out in a face: its own text is copied word for word between Tera's marks.

use std::ops::Range;

use crate::xml;

/// How far texts are compared, in bytes.
pub const FAR: usize = 400;

/// The text of a template, and where Tera's marks begin and end in it.
pub struct Template<'a> {
    /// The text.
    pub text: &'a str,
    begins: Vec<usize>,
    ends: Vec<usize>,
}

impl<'a> Template<'a> {
    /// Finds the marks of a text.
    pub fn new(text: &'a str) -> Self {
        let places = |marks: [&str; 3]| {
            let found = text.as_bytes().windows(2).enumerate();
            let is_one =
                |(_, two): &(usize, &[u8])| marks.iter().any(|mark| mark.as_bytes() == *two);
            found.filter(is_one).map(|(at, _)| at).collect()
        };
        Self { text, begins: places(["{{", "{%", "{#"]), ends: places(["}}", "%}", "#}"]) }
    }

    /// The text between two marks that a place lies in; none for a place inside a mark.
    pub fn run(&self, at: &Range<usize>) -> Option<Range<usize>> {
        // A mark that reaches into the place is none before it.
        let last = |of: &[usize]| {
            let next = of.partition_point(|mark| mark + 2 <= at.start);
            next.checked_sub(1).map(|last| of[last])
        };
        let (begun, ended) = (last(&self.begins), last(&self.ends));
        if begun > ended {
            return None;
        }
        let next = self.begins.get(self.begins.partition_point(|mark| *mark < at.end));
        Some(ended.map_or(0, |end| end + 2)..next.copied().unwrap_or(self.text.len()))
    }
}

/// How much around a place of a template is as around a spot of the face, if the one can have been
/// copied to the other: `least` bytes on either side, or all up to the next mark.
pub fn copied(
    template: &Template<'_>,
    at: &Range<usize>,
    face: &str,
    spot: &Range<usize>,
    least: usize,
) -> Option<usize> {
    let (run, text) = (template.run(at)?, template.text);
    let (head, tail) = (&text[run.start..at.start], &text[at.end..run.end]);
    let (ahead, after) = (before(head, &face[..spot.start]), behind(tail, &face[spot.end..]));
    // Behind the name of the root, namespaces are put in that a template leaves out.
    let is_root = head.trim_end().ends_with("<svg");
    // A mark may have taken the blanks beside it away.
    let is_enough = (is_root || ahead >= head.trim_start().len().min(least))
        && after >= tail.trim_end().len().min(least);
    is_enough.then_some(ahead + after)
}

/// Where the texts of a face stand that begin with these words.
fn contents(face: &str, words: &str) -> Vec<usize> {
    let begins = |at: &usize| face[..*at].trim_end().ends_with('>');
    let found: Vec<_> = face.match_indices(words).map(|(at, _)| at).filter(begins).collect();
    // Words that are all of a text go before those that begin one.
    let ends = |at: &usize| face[at + words.len()..].trim_start().starts_with('<');
    let whole: Vec<_> = found.iter().copied().filter(ends).collect();
    if whole.is_empty() { found } else { whole }
}

/// Where the `nth` text of a face stands that begins with these words; the last, if there are fewer.
pub fn content(face: &str, words: &str, nth: usize) -> Option<Range<usize>> {
    let found = contents(face, words);
    let at = *found.get(nth).or(found.last())?;
    Some(at..at + words.len())
}

/// Where a face has words, and not by chance: as words of their own, or long ones.
pub fn word(face: &str, words: &str) -> Option<Range<usize>> {
    let at = places(face, words).next()?;
    Some(at..at + words.len())
}

/// How many texts of a face before a place begin with these words.
pub fn before_it(face: &str, words: &str, at: usize) -> usize {
    contents(face, &xml::text(words)).into_iter().filter(|one| *one < at).count()
}

/// Whether a text holds words, and not by chance.
pub fn holds(text: &str, words: &str) -> bool {
    places(text, words).next().is_some()
}

/// Where a text holds words as words of their own, or long ones.
fn places<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = usize> {
    const LONG: usize = 4;
    let joins = |one: Option<char>, other: Option<char>| {
        one.is_some_and(char::is_alphanumeric) && other.is_some_and(char::is_alphanumeric)
    };
    let is_own = move |at: usize| {
        let (head, tail) = (&text[..at], &text[at + words.len()..]);
        let (first, last) = (words.chars().next(), words.chars().next_back());
        !joins(head.chars().next_back(), first) && !joins(tail.chars().next(), last)
    };
    let is_long = words.chars().count() >= LONG;
    let found = text.match_indices(words).map(|(at, _)| at);
    found.filter(move |at| !words.is_empty() && (is_long || is_own(*at)))
}

/// The letters and digits of a text as they are printed: marks and icons leave none.
pub fn letters(text: &str) -> String {
    let (mut letters, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let skipped = match c {
            '\\' if after.starts_with('n') => Some(1),
            // What is written over an icon is printed.
            '{' => after.find(['}', '|']).map(|end| end + 1),
            '[' => {
                after.find(|c: char| !is_of_name(c)).filter(|end| after[*end..].starts_with(':'))
            }
            _ => None,
        };
        letters.extend(Some(c).filter(|c| c.is_alphanumeric()));
        rest = &after[skipped.unwrap_or(0)..];
    }
    letters
}

/// The words of a text in small letters.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

/// Whether a mark puts in what no cell holds: a number of the card, or what the deck or the game is called.
pub fn is_no_cell(mark: &str) -> bool {
    const NAMES: [&str; 8] = ["index", "count", "copies", "face", "deck", "game", "loop", "shape"];
    let name = mark.trim_start_matches(['{', '-', ' ']);
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    NAMES.contains(&&name[..end]) && !mark.contains("card") && !mark.contains("cell")
}

/// How many bytes at the ends of two texts are the same.
pub fn before(one: &str, other: &str) -> usize {
    let pairs = one.bytes().rev().zip(other.bytes().rev());
    pairs.take(FAR).take_while(|(a, b)| a == b).count()
}

/// How many bytes at the beginnings of two texts are the same.
pub fn behind(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take(FAR).take_while(|(a, b)| a == b).count()
}

/// How the value of an attribute or of a property may stand in a face, and how much is before it.
pub fn patterns(name: &str, value: &str) -> [(String, usize); 5] {
    let plain = xml::attribute(value);
    let (equals, before) = (format!("{name}=\"{plain}\""), name.len() + 2);
    [
        (equals.clone(), before),
        (equals.replace('"', "'"), before),
        (format!("{name}:{plain}"), before - 1),
        (format!("{name}: {plain}"), before),
        (format!("=\"{plain}\""), 2),
    ]
}

/// Where one of these patterns is in a text, but so many bytes of it.
pub fn spot(text: &str, patterns: &[(String, usize)]) -> Option<Range<usize>> {
    patterns.iter().find_map(|(pattern, skipped)| {
        text.find(pattern).map(|at| at + skipped..at + pattern.len())
    })
}

/// The word around a character, and where the character is in it.
pub fn word_around(text: &str, at: usize, c: char) -> (String, Range<usize>) {
    let start = text[..at]
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + text[blank..].chars().next().map_or(0, char::len_utf8));
    let end = text[at..].find(char::is_whitespace).map_or(text.len(), |blank| at + blank);
    (text[start..end].to_owned(), at - start..at - start + c.len_utf8())
}
