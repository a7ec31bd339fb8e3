//! The marks that cells may hold: where stars and brackets begin something, and where that ends.

use std::ops::Range;

/// What can be written plainly behind a backslash.
pub const ESCAPED: &[char] = &['\\', '*', '{', '}', '[', ']', '-', '.', '•'];
/// The deepest nesting of marks; what is deeper is printed as it is written.
pub const DEEPEST: usize = 12;

/// A mark of stars: `*italic*`, `**bold**` or `***both***`.
pub struct Stars {
    /// How many stars it begins with.
    pub count: usize,
    /// Where the stars end that begin it.
    pub start: usize,
    /// Where some of its stars are closed before the others, as in `***a** b*`, and how many.
    pub inner: Option<(usize, usize)>,
    /// Where the stars begin that close the rest.
    pub close: usize,
}

impl Stars {
    /// How many stars close the rest of it.
    pub fn outer(&self) -> usize {
        self.count - self.inner.map_or(0, |(_, count)| count)
    }

    /// The place behind it.
    pub fn end(&self) -> usize {
        self.close + self.outer()
    }
}

/// The mark that `count` stars begin which end at `start`, if it is closed in the text.
pub fn stars(text: &str, start: usize, count: usize) -> Option<Stars> {
    if let Some(close) = closing_stars(text, start, count) {
        return Some(Stars { count, start, inner: None, close });
    }
    if count != 3 {
        return None;
    }
    let ends = [1, 2].map(|inner| (closing_stars(text, start, inner), inner));
    let (first, inner) = ends.into_iter().filter_map(|(at, inner)| Some((at?, inner))).min()?;
    let close = closing_stars(text, first + inner, count - inner)?;
    Some(Stars { count, start, inner: Some((first, inner)), close })
}

/// Where exactly `count` stars behind a letter end what `start` begins.
fn closing_stars(text: &str, start: usize, count: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'*' => {
                let run = bytes[at..].iter().take_while(|byte| **byte == b'*').count();
                let after_word = at > start && !bytes[at - 1].is_ascii_whitespace();
                // `**bold *both***` ends the inner mark first.
                let ends = after_word && !is_inside_word(&text[start..], at - start);
                if ends && (run == count || run == 3) {
                    let opened = text[start..at].contains('*');
                    return Some(if opened { at + run - count } else { at });
                }
                at += run;
            }
            _ => at += 1,
        }
    }
    None
}

/// Whether the star at a place is a single one between letters or digits, as in `2*X`.
pub fn is_inside_word(text: &str, at: usize) -> bool {
    let of_word = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    text[..at].chars().next_back().is_some_and(of_word)
        && text[at + 1..].chars().next().is_some_and(of_word)
}

/// Whether the single star at a place stands before a word and behind none.
pub fn begins_word(text: &str, at: usize) -> bool {
    // Behind a star that is written plainly, `\**`, another is none.
    let of_word = |c: char| c == '*' || c.is_alphanumeric() && !is_unspaced(c);
    let closing = |c: char| ")]}.,;:!?/|".contains(c);
    !text[..at].chars().next_back().is_some_and(of_word)
        && text[at + 1..].chars().next().is_some_and(|c| !c.is_whitespace() && !closing(c))
}

/// Whether a letter is of a script without blanks between words, where marks stand between letters.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..)
}

/// The name of the style that the bracket at a place may begin, as in `[name: words]`.
pub fn style(text: &str, at: usize) -> Option<&str> {
    let name = &text[at + 1..][..text[at + 1..].find([':', ' ', '[', ']'])?];
    text[at + 1 + name.len()..].starts_with(':').then_some(name)
}

/// Where the bracket ends that `start` lies in.
pub fn closing_bracket(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The lines of a text: they end at line ends, and with marks `on` at `\n` as it is written.
pub fn lines(text: &str, on: bool) -> Vec<Range<usize>> {
    let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let length = match (bytes[at], bytes.get(at + 1)) {
            (b'\n', _) => 1,
            (b'\\', Some(b'n')) if on => 2,
            // Whatever else stands behind a backslash begins nothing.
            (b'\\', Some(next)) if on && *next != b'\n' => {
                at += 2;
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push(start..at);
        at += length;
        start = at;
    }
    lines.push(start..text.len());
    lines
}

/// Whether a line is a rule across its box.
pub fn is_rule(line: &str) -> bool {
    let rule = line.trim_end_matches([' ', '\t']);
    rule.len() >= 3 && rule.bytes().all(|byte| byte == b'-')
}

/// The bullet or number of a line that is an item of a list, and how many bytes of the line said so.
pub fn item(line: &str) -> Option<(&str, usize)> {
    // Blanks behind `\n` as it is written are no template's.
    let item = line.trim_start_matches(' ');
    let skipped = line.len() - item.len();
    if let Some(bullet) = ["- ", "• "].into_iter().find(|bullet| item.starts_with(bullet)) {
        return Some(("•", skipped + bullet.len()));
    }
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = (1..=3).contains(&digits)
        && (item[digits..].starts_with(". ") || item[digits..].starts_with(") "));
    is_number.then(|| (&item[..=digits], skipped + digits + 2))
}
