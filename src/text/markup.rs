//! The small markup of cells: bold, italic, icons, named styles, lists and rules.

use crate::diag::{Code, did_you_mean, suggest};
use crate::findings::{Finding, Findings};
use crate::icons::Icons;
use crate::model::{Styles, is_name};

use super::content::Content;

/// How a part of a text looks, beyond the look of its box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// `**bold**`
    pub bold: bool,
    /// `*italic*`
    pub italic: bool,
    /// The named styles around it, outermost first.
    pub styles: Vec<String>,
    /// The number of the element that it stands in.
    pub node: usize,
}

/// A part of a line; `look` is a place in [`Marked::looks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Text {
        /// The words.
        text: String,
        /// How they look.
        look: usize,
    },
    /// An icon.
    Icon {
        /// Its name.
        name: String,
        /// What is written over it.
        label: Option<String>,
        /// How the words around it look.
        look: usize,
    },
}

/// What a line of a text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first line of a paragraph.
    Paragraph,
    /// A further line of a paragraph.
    Line,
    /// An item of a list, with its bullet or number.
    Item(String),
    /// A rule across the box.
    Rule,
}

/// A line of a text, up to a line end in the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// Whether an empty line stands before it.
    pub apart: bool,
    /// What it holds.
    pub inlines: Vec<Inline>,
}

/// A text, parsed.
#[derive(Debug, Default)]
pub struct Marked {
    /// Its lines.
    pub blocks: Vec<Block>,
    /// The looks that its parts have; the first is that of the box.
    pub looks: Vec<Look>,
}

/// The deepest nesting of marks; what is deeper is printed as it is written.
const DEEPEST: usize = 12;
/// What can be written plainly behind a backslash.
const ESCAPED: &[char] = &['\\', '*', '{', '}', '[', ']', '-', '.', '•'];

/// Reads the marks of a text; with `on` false every character stands for itself.
pub fn parse(
    content: &Content<'_, '_>,
    on: bool,
    icons: &Icons,
    styles: &Styles,
    findings: &Findings,
) -> Marked {
    let mut parser = Parser { content, icons, styles, findings, marked: Marked::default() };
    parser.marked.looks.push(Look::default());
    let mut begins = true;
    for (start, end) in lines(&content.text, on) {
        let text = &content.text[start..end];
        if text.is_empty() {
            begins = true;
            continue;
        }
        let apart = std::mem::replace(&mut begins, false);
        let kind = if apart { Kind::Paragraph } else { Kind::Line };
        let (kind, skipped) = if on { kind_of(text, kind) } else { (kind, 0) };
        let mut block = Block { kind, apart, inlines: Vec::new() };
        match (&block.kind, on) {
            (Kind::Rule, _) => {}
            (_, true) => {
                parser.marks(start + skipped, end, &Look::default(), 0, &mut block.inlines)
            }
            (_, false) => parser.plain(start, end, &mut block.inlines),
        }
        parser.marked.blocks.push(block);
    }
    parser.marked
}

/// The lines of a text: they end at line ends, and at `\n` as it is written.
fn lines(text: &str, on: bool) -> Vec<(usize, usize)> {
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
        lines.push((start, at));
        at += length;
        start = at;
    }
    lines.push((start, text.len()));
    lines
}

/// What a line is by its beginning, and how many bytes of it said so.
fn kind_of(text: &str, otherwise: Kind) -> (Kind, usize) {
    if text.len() >= 3 && text.bytes().all(|byte| byte == b'-') {
        return (Kind::Rule, text.len());
    }
    for bullet in ["- ", "• "] {
        if text.starts_with(bullet) {
            return (Kind::Item("•".into()), bullet.len());
        }
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits)
        && (text[digits..].starts_with(". ") || text[digits..].starts_with(") "))
    {
        return (Kind::Item(text[..=digits].into()), digits + 2);
    }
    (otherwise, 0)
}

struct Parser<'a, 'd, 'i> {
    content: &'a Content<'d, 'i>,
    icons: &'a Icons,
    styles: &'a Styles,
    findings: &'a Findings,
    marked: Marked,
}

impl Parser<'_, '_, '_> {
    /// Parses the bytes from `at` to `end`, which look as `look` says.
    fn marks(
        &mut self,
        mut at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        out: &mut Vec<Inline>,
    ) {
        // What was looked for in vain once is not looked for again: a text of stars stays cheap.
        let mut lone = [false; 4];
        while at < end {
            let rest = &self.content.text[at..end];
            let c = rest.chars().next().unwrap_or_default();
            let next = rest[c.len_utf8()..].chars().next();
            if c == '\\' && next.is_some_and(|next| ESCAPED.contains(&next)) {
                let next = next.unwrap_or_default();
                self.push(at + 1, next, look, out);
                at += 1 + next.len_utf8();
                continue;
            }
            let taken = match c {
                _ if depth >= DEEPEST => None,
                '*' => self.stars(at, end, look, depth, &mut lone, out),
                '{' => self.icon(at, end, look, out),
                '[' => self.styled(at, end, look, depth, out),
                _ => None,
            };
            match taken {
                Some(after) => at = after,
                None => {
                    self.push(at, c, look, out);
                    at += c.len_utf8();
                }
            }
        }
    }

    /// Every character stands for itself.
    fn plain(&mut self, start: usize, end: usize, out: &mut Vec<Inline>) {
        let text = &self.content.text[start..end];
        for (at, c) in text.char_indices() {
            self.push(start + at, c, &Look::default(), out);
        }
    }

    /// `*italic*`, `**bold**` and `***both***`: gives the place behind it.
    fn stars(
        &mut self,
        at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        lone: &mut [bool; 4],
        out: &mut Vec<Inline>,
    ) -> Option<usize> {
        let text = &self.content.text[..end];
        let count = text[at..].bytes().take_while(|byte| *byte == b'*').count();
        let start = at + count;
        let opens = text[start..].chars().next().is_some_and(|c| !c.is_whitespace());
        if !(1..=3).contains(&count) || !opens || lone[count] {
            return None;
        }
        let Some(close) = closing_stars(text, start, count) else {
            lone[count] = true;
            return None;
        };
        let mut inner = look.clone();
        inner.bold |= count >= 2;
        inner.italic |= count != 2;
        self.marks(start, close, &inner, depth + 1, out);
        Some(close + count)
    }

    /// `{name}` and `{name|label}`: gives the place behind it.
    fn icon(&mut self, at: usize, end: usize, look: &Look, out: &mut Vec<Inline>) -> Option<usize> {
        let rest = &self.content.text[at + 1..end];
        let close = rest.find(['}', '{']).filter(|close| rest[*close..].starts_with('}'))?;
        let (name, label) = match rest[..close].split_once('|') {
            Some((name, label)) => (name, Some(label.trim().to_owned())),
            None => (&rest[..close], None),
        };
        if self.icons.get(name).is_some() {
            let label = label.filter(|label| !label.is_empty());
            let look = self.look(at, look);
            out.push(Inline::Icon { name: name.into(), label, look });
            return Some(at + 1 + close + 1);
        }
        if is_name(name) {
            let message =
                format!("there is no icon `{name}`; the text shows `{{{}}}`", &rest[..close]);
            let help = suggest(name, self.icons.names());
            let plain = "to print braces without this warning, write `\\{`";
            let finding = Finding::warning(Code::ICON, message).written(format!("{{{name}"));
            self.findings.push(finding.help(format!("{help}; {plain}")));
        }
        None
    }

    /// `[style: words]`: gives the place behind it.
    fn styled(
        &mut self,
        at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        out: &mut Vec<Inline>,
    ) -> Option<usize> {
        let text = &self.content.text[..end];
        let name = &text[at + 1..][..text[at + 1..].find([':', ' ', '[', ']']).unwrap_or(0)];
        if !text[at + 1 + name.len()..].starts_with(':') {
            return None;
        }
        if !self.styles.contains_key(name) {
            self.tell_style(name);
            return None;
        }
        let start = at + 1 + name.len() + 1;
        let close = closing_bracket(text, start)?;
        let blank = usize::from(text[start..close].starts_with(' '));
        let mut inner = look.clone();
        inner.styles.push(name.into());
        self.marks(start + blank, close, &inner, depth + 1, out);
        Some(close + 1)
    }

    /// A name that is nearly one of a style was probably meant to be it.
    fn tell_style(&self, name: &str) {
        if !is_name(name) {
            return;
        }
        if let Some(help) = did_you_mean(name, self.styles.keys().map(String::as_str)) {
            let message = format!("there is no style `{name}`; the text shows `[{name}:`");
            let finding = Finding::warning(Code::STYLE, message).written(format!("[{name}:"));
            self.findings.push(finding.help(help));
        }
    }

    /// Adds a character that stands at `at`.
    fn push(&mut self, at: usize, c: char, look: &Look, out: &mut Vec<Inline>) {
        let look = self.look(at, look);
        match out.last_mut() {
            Some(Inline::Text { text, look: last }) if *last == look => text.push(c),
            _ => out.push(Inline::Text { text: c.into(), look }),
        }
    }

    /// The number of a look at a place.
    fn look(&mut self, at: usize, look: &Look) -> usize {
        let node = self.content.node_at(at);
        let same = |one: &Look| {
            one.node == node
                && (one.bold, one.italic, &one.styles) == (look.bold, look.italic, &look.styles)
        };
        self.marked.looks.iter().position(same).unwrap_or_else(|| {
            self.marked.looks.push(Look { node, ..look.clone() });
            self.marked.looks.len() - 1
        })
    }
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
                if after_word && (run == count || run == 3) {
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

/// Where the bracket ends that `start` lies in.
fn closing_bracket(text: &str, start: usize) -> Option<usize> {
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
