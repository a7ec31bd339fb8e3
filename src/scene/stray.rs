//! Text that nobody will see, because it lies off the card.

use usvg::{Group, Node, Text, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::findings::Finding;

/// Tells every text that lies wholly outside of the trim.
pub fn texts(tree: &Tree, face: &Face) -> Vec<Finding> {
    let mut found = Vec::new();
    collect(tree.root(), face, &mut found);
    found
}

fn collect(group: &Group, face: &Face, found: &mut Vec<Finding>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, face, found),
            Node::Text(text) => found.extend(off(text, face)),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn off(text: &Text, face: &Face) -> Option<Finding> {
    let bounds = text.abs_bounding_box();
    let beside = |low: f32, high: f32, trim: f64| {
        f64::from(high) <= face.bleed.0 || f64::from(low) >= face.bleed.0 + trim
    };
    let off = beside(bounds.left(), bounds.right(), face.trim.w)
        || beside(bounds.top(), bounds.bottom(), face.trim.h);
    let words: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
    let words = words.trim();
    if !off || words.is_empty() {
        return None;
    }
    let start: String = words.chars().take(24).collect();
    let dots = if start.len() < words.len() { "…" } else { "" };
    let message = format!("the text `{start}{dots}` lies off the card, where nobody sees it");
    Some(Finding::warning(Code::SVG_WARNING, message).written(start))
}
