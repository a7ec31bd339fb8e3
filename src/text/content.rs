//! The text inside an element, without the template's own indentation, and whose words it is.

use std::collections::BTreeMap;

use roxmltree::Node;

use crate::xml;

/// A text and the elements that its parts stand in.
#[derive(Debug)]
pub struct Content<'a, 'i> {
    /// The text; a line end is a line end on the card.
    pub text: String,
    /// Where parts begin, and the number of the element that each stands in.
    marks: Vec<(usize, usize)>,
    /// The elements: the box itself first, then its spans.
    pub nodes: Vec<Node<'a, 'i>>,
    /// How many blanks stood before lines that began with some, by where the lines begin.
    indents: BTreeMap<usize, usize>,
}

impl<'a, 'i> Content<'a, 'i> {
    /// All text inside `node`.
    pub fn of(node: Node<'a, 'i>) -> Self {
        let mut content = Self {
            text: String::new(),
            marks: Vec::new(),
            nodes: vec![node],
            indents: BTreeMap::new(),
        };
        content.collect(node, 0);
        content.text.truncate(content.text.trim_end().len());
        content
    }

    /// The number of the element that the byte `at` of the text stands in.
    pub fn node_at(&self, at: usize) -> usize {
        let next = self.marks.partition_point(|(start, _)| *start <= at);
        next.checked_sub(1).map_or(0, |mark| self.marks[mark].1)
    }

    /// How many blanks stood before the line that begins at the byte `at` of the text.
    pub fn indent_at(&self, at: usize) -> usize {
        self.indents.get(&at).copied().unwrap_or(0)
    }

    fn collect(&mut self, parent: Node<'a, 'i>, number: usize) {
        for child in parent.children() {
            if child.is_text() {
                self.marks.push((self.text.len(), number));
                self.add(child.text().unwrap_or_default());
            } else if matches!(child.tag_name().name(), "tspan" | "a" | "flowPara" | "flowSpan") {
                let is_line =
                    child.attributes().any(|one| one.name() == "role" && one.value() == "line")
                        || child.tag_name().name() == "flowPara";
                if is_line && !self.text.is_empty() {
                    self.end_line();
                }
                self.nodes.push(child);
                self.collect(child, self.nodes.len() - 1);
            }
        }
    }

    /// Adds a text; blanks at the beginnings and ends of its lines are the template's.
    fn add(&mut self, text: &str) {
        for c in xml::lines(text).chars() {
            let at_start = self.text.is_empty() || self.text.ends_with('\n');
            match c {
                '\n' if self.text.is_empty() => self.indents.clear(),
                '\n' => self.end_line(),
                '\r' => {}
                // A tab is as good as two blanks, in which lists in lists are written.
                c if at_start && is_blank(c) => {
                    let width = if c == '\t' { 2 } else { 1 };
                    *self.indents.entry(self.text.len()).or_default() += width;
                }
                '\t' => self.text.push(' '),
                c => self.text.push(c),
            }
        }
    }

    fn end_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(is_blank).len());
        self.text.push('\n');
    }
}

/// Blanks that mean nothing at the ends of lines; a no-break space may be meant.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}
