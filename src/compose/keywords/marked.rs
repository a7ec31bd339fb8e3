//! A text with keywords as it reads: its marks apart from its words, so that words are found across them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::marks::{self, DEEPEST, ESCAPED};

/// What a mark says of its words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind<'t> {
    Bold,
    Italic,
    Style(&'t str),
}

/// A mark of a text: what begins it, and what ends it.
pub struct Mark<'t> {
    pub open: Range<usize>,
    pub close: Range<usize>,
    pub kind: Kind<'t>,
}

impl Mark<'_> {
    /// Whether a part of the text stands inside of it.
    pub fn holds(&self, part: &Range<usize>) -> bool {
        self.open.end <= part.start && part.end <= self.close.start
    }

    fn ends(&self) -> [&Range<usize>; 2] {
        [&self.open, &self.close]
    }
}

/// The marks of a text in which these styles have names.
pub fn marks<'t>(text: &'t str, styles: &BTreeSet<String>) -> Vec<Mark<'t>> {
    let mut scan = Scan { styles, found: Vec::new() };
    marks::lines(text, true).into_iter().for_each(|line| scan.within(text, line, 0));
    scan.found
}

struct Scan<'a, 't> {
    styles: &'a BTreeSet<String>,
    found: Vec<Mark<'t>>,
}

impl<'t> Scan<'_, 't> {
    fn within(&mut self, text: &'t str, part: Range<usize>, depth: usize) {
        // What was looked for in vain once is not looked for again: a text of stars stays cheap.
        let mut lone = [false; 4];
        let (begin, text) = (part.start, &text[..part.end]);
        let mut at = begin;
        while let Some(c) = text[at..].chars().next().filter(|_| depth < DEEPEST) {
            let next = text[at + c.len_utf8()..].chars().next();
            at = match c {
                '\\' => {
                    let plain = next.filter(|next| ESCAPED.contains(next));
                    at + 1 + plain.map_or(0, char::len_utf8)
                }
                '*' if !marks::is_inside_word(&text[begin..], at - begin) => {
                    let count = text[at..].bytes().take_while(|byte| *byte == b'*').count();
                    self.stars(text, at..at + count, depth, &mut lone).unwrap_or(at + count)
                }
                '[' => self.style(text, at, depth).unwrap_or(at + 1),
                _ => at + c.len_utf8(),
            };
        }
    }

    /// A mark of stars: gives the place behind it.
    fn stars(
        &mut self,
        text: &'t str,
        open: Range<usize>,
        depth: usize,
        lone: &mut [bool; 4],
    ) -> Option<usize> {
        let (count, start) = (open.len(), open.end);
        let opens = text[start..].chars().next().is_some_and(|c| !c.is_whitespace());
        if !(1..=3).contains(&count) || !opens || lone[count] {
            return None;
        }
        let Some(found) = marks::stars(text, start, count) else {
            lone[count] = true;
            return None;
        };
        let (first, closed) = found.inner.unwrap_or((found.close, count));
        self.within(text, start..first, depth + 1);
        if found.inner.is_some() {
            self.within(text, first + closed..found.close, depth + 1);
        }
        // Three stars are a mark in a mark.
        let (inner, outer) = match found.inner {
            Some((_, inner)) => (inner, found.close),
            None => (count.min(2), found.close + count.min(2)),
        };
        let kind = |count| if count == 1 { Kind::Italic } else { Kind::Bold };
        let mut add = |open: Range<usize>, close: usize| {
            let (close, kind) = (close..close + open.len(), kind(open.len()));
            self.found.push(Mark { open, close, kind });
        };
        add(start - inner..start, first);
        if count > inner {
            add(open.start..start - inner, outer);
        }
        Some(found.end())
    }

    /// A style in brackets: gives the place behind it.
    fn style(&mut self, text: &'t str, at: usize, depth: usize) -> Option<usize> {
        let name = marks::style(text, at).filter(|name| self.styles.contains(*name))?;
        let start = at + 1 + name.len() + 1;
        let close = marks::closing_bracket(text, start)?;
        let start = start + usize::from(text[start..close].starts_with(' '));
        self.within(text, start..close, depth + 1);
        self.found.push(Mark { open: at..start, close: close..close + 1, kind: Kind::Style(name) });
        Some(close + 1)
    }
}

/// A text without those of its marks that are asked for.
pub fn without(text: &str, marks: &[Mark<'_>], is_out: impl Fn(&Mark<'_>) -> bool) -> String {
    let mut out: Vec<_> = marks.iter().filter(|mark| is_out(mark)).flat_map(Mark::ends).collect();
    out.sort_by_key(|part| part.start);
    let (mut left, mut done) = (String::new(), 0);
    for part in out {
        left += &text[done..part.start];
        done = part.end;
    }
    left + &text[done..]
}

/// A text, and how it reads: without marks, and with one blank where any blanks or the end of a line are.
pub struct Marked<'t> {
    pub marks: Vec<Mark<'t>>,
    /// How it reads.
    pub plain: String,
    /// For each byte of that, the character of the text that it comes from.
    from: Vec<Range<usize>>,
}

impl<'t> Marked<'t> {
    pub fn of(text: &'t str, styles: &BTreeSet<String>) -> Self {
        let marks = marks(text, styles);
        let mut ends: Vec<_> = marks.iter().flat_map(Mark::ends).cloned().collect();
        ends.sort_by_key(|part| part.start);
        let mut marked = Self { marks, plain: String::new(), from: Vec::new() };
        let (lines, mut ends) = (marks::lines(text, true), ends.into_iter().peekable());
        for (number, line) in lines.iter().enumerate() {
            let mut at = line.start;
            while let Some(c) = text[at..line.end].chars().next() {
                if let Some(mark) = ends.next_if(|mark| mark.start == at) {
                    at = mark.end;
                    continue;
                }
                let behind = at + c.len_utf8();
                marked.add(if c.is_whitespace() { ' ' } else { c }, at..behind);
                at = behind;
            }
            if let Some(next) = lines.get(number + 1) {
                let goes_on = goes_on(&text[line.clone()], &text[next.clone()]);
                marked.add(if goes_on { ' ' } else { '\n' }, line.end..next.start);
            }
        }
        marked
    }

    fn add(&mut self, c: char, from: Range<usize>) {
        if c != ' ' || !self.plain.ends_with(' ') {
            self.plain.push(c);
            self.from.extend((0..c.len_utf8()).map(|_| from.clone()));
        }
    }

    /// The part of the text that reads so, without the marks around it.
    pub fn written(&self, read: &Range<usize>) -> Range<usize> {
        match (self.from.get(read.start), read.end.checked_sub(1).and_then(|at| self.from.get(at)))
        {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// A part with the marks that stand right around it or around an end of it; `None` where a mark
    /// would be left open in it.
    pub fn whole(&self, mut part: Range<usize>) -> Option<Range<usize>> {
        let widened = |part: &Range<usize>| {
            self.marks.iter().find_map(|mark| {
                let opens = mark.open.end == part.start && mark.close.start >= part.start;
                let closes = mark.close.start == part.end && mark.open.end <= part.end;
                let is_in = |end: &Range<usize>| part.start <= end.start && end.end <= part.end;
                if opens && closes {
                    return Some(mark.open.start..mark.close.end);
                }
                if opens && is_in(&mark.close) {
                    return Some(mark.open.start..part.end);
                }
                (closes && is_in(&mark.open)).then_some(part.start..mark.close.end)
            })
        };
        while let Some(wider) = widened(&part) {
            part = wider;
        }
        let is_in = |end: &Range<usize>| part.start <= end.start && end.end <= part.end;
        let torn = self.marks.iter().any(|mark| is_in(&mark.open) != is_in(&mark.close));
        (!torn).then_some(part)
    }
}

/// Whether words may go on from one line to the next: not over an empty line, nor into an item of a list.
fn goes_on(line: &str, next: &str) -> bool {
    let is_text = |line: &str| !line.trim().is_empty() && !marks::is_rule(line);
    is_text(line) && is_text(next) && marks::item(next).is_none()
}
