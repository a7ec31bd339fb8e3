//! A text as lines with parts: paragraphs, lists and rules, and what stands in them.

use std::ops::Range;

use super::content::Content;
use super::marks::Parser;
use crate::diag::Code;
use crate::findings::{Finding, Findings};
use crate::icons::Icons;
use crate::marks;
use crate::model::Styles;

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
    /// An item of a list.
    Item {
        /// Its bullet or number.
        marker: String,
        /// 1, or more in a list inside of a list.
        level: usize,
    },
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

/// Reads the marks of a text; with `on` false every character stands for itself.
pub fn parse(
    content: &Content<'_, '_>,
    on: bool,
    icons: &Icons,
    styles: &Styles,
    findings: &Findings,
) -> Marked {
    let mut parser = Parser::new(content, icons, styles, findings);
    let mut blocks = Vec::new();
    let mut begins = true;
    let mut nest = Nest::of(content, on);
    for Range { start, end } in marks::lines(&content.text, on) {
        let text = &content.text[start..end];
        if text.is_empty() {
            begins = true;
            continue;
        }
        let apart = std::mem::replace(&mut begins, false);
        let kind = if apart { Kind::Paragraph } else { Kind::Line };
        let (mut kind, skipped) = if on { kind_of(text, kind) } else { (kind, 0) };
        match &mut kind {
            Kind::Item { level, .. } => *level = nest.level(start, indent(content, start, end)),
            _ => nest.open.clear(),
        }
        if nest.is_too_deep() {
            let message =
                format!("a list is nested deeper than {DEEPEST} times, and set as if it were not");
            findings.push(Finding::warning(Code::TEXT_BOX, message).written(text.trim()));
        }
        let mut block = Block { kind, apart, inlines: Vec::new() };
        match (&block.kind, on) {
            (Kind::Rule, _) => {}
            (_, true) => parser.marked(start + skipped, end, &mut block.inlines),
            (_, false) => parser.plain(start, end, &mut block.inlines),
        }
        blocks.push(block);
    }
    Marked { blocks, looks: parser.looks() }
}

/// How many lists may be inside one another.
const DEEPEST: usize = 3;

/// The lists that are open: how far each is indented.
#[derive(Default)]
struct Nest {
    /// What the first line counts as, whose indent may be the template's own.
    first: usize,
    open: Vec<usize>,
}

impl Nest {
    fn of(content: &Content<'_, '_>, on: bool) -> Self {
        let lines = marks::lines(&content.text, on).into_iter();
        let items = lines.filter(|line| {
            matches!(kind_of(&content.text[line.clone()], Kind::Line).0, Kind::Item { .. })
        });
        let first = items.map(|line| indent(content, line.start, line.end)).min().unwrap_or(0);
        Self { first, open: Vec::new() }
    }

    /// The level of an item that begins at a byte and is indented so far.
    fn level(&mut self, start: usize, indent: usize) -> usize {
        let indent = if start == 0 { self.first } else { indent };
        while self.open.last().is_some_and(|last| *last > indent) {
            self.open.pop();
        }
        if self.open.last() != Some(&indent) {
            self.open.push(indent);
        }
        self.open.len().min(DEEPEST)
    }

    fn is_too_deep(&self) -> bool {
        self.open.len() > DEEPEST
    }
}

/// How far a line is indented, in blanks.
fn indent(content: &Content<'_, '_>, start: usize, end: usize) -> usize {
    let text = &content.text[start..end];
    content.indent_at(start) + text.len() - text.trim_start_matches(' ').len()
}

/// What a line is by its beginning, and how many bytes of it said so.
fn kind_of(text: &str, otherwise: Kind) -> (Kind, usize) {
    if marks::is_rule(text) {
        return (Kind::Rule, text.len());
    }
    match marks::item(text) {
        Some((marker, length)) => (Kind::Item { marker: marker.into(), level: 1 }, length),
        None => (otherwise, 0),
    }
}
