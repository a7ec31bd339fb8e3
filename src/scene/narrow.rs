//! Letters and blanks that `letter-spacing` leaves no room, so that nothing is drawn of them.

use usvg::{Group, Node, Text, TextFlow, Tree};

use crate::diag::Code;
use crate::findings::Finding;

/// Tells every text of which letters are lost.
pub fn texts<'a>(trees: impl Iterator<Item = &'a Tree>) -> Vec<Finding> {
    let mut found = Vec::new();
    trees.for_each(|tree| collect(tree.root(), &mut found));
    found
}

fn collect(group: &Group, found: &mut Vec<Finding>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, found),
            Node::Text(text) => found.extend(lost(text).map(|(c, words)| finding(c, words))),
            Node::Image(_) | Node::Path(_) => {}
        }
    }
}

/// The first character of a text that is not drawn, and the words that hold it.
fn lost(text: &Text) -> Option<(char, &str)> {
    let spans = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
    let drawn: String = spans.map(|glyph| glyph.text.as_str()).collect();
    let mut asked = String::new();
    let chunks = text.chunks().iter();
    let mut narrow = chunks.filter(|chunk| {
        // What reaches beyond the end of a path is lost there.
        matches!(chunk.text_flow(), TextFlow::Linear)
            && chunk.spans().iter().any(|span| span.letter_spacing() < 0.0)
    });
    narrow.find_map(|chunk| {
        asked.push_str(chunk.text());
        let count = |text: &str, c: char| text.chars().filter(|one| *one == c).count();
        let c = chunk.text().chars().find(|c| count(&drawn, *c) < count(&asked, *c))?;
        Some((c, chunk.text()))
    })
}

fn finding(c: char, words: &str) -> Finding {
    let message = if c.is_whitespace() {
        "`letter-spacing` leaves a blank no room: readers of the PDF run its words together".into()
    } else {
        format!("`letter-spacing` leaves `{c}` no room: it is not drawn")
    };
    let help = "write one nearer to 0";
    Finding::warning(Code::SVG_WARNING, message).written(words.trim()).help(help)
}
