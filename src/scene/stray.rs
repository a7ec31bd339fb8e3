//! Text that nobody will see whole, because it lies off the card or is cut at its edge.

use usvg::{Group, Node, Text, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::findings::Finding;
use crate::geom::decimal;

/// Tells every text that lies outside of the trim, or reaches out of it.
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

/// How far the ink of a text may reach beyond the trim before it is told, in mm.
const HAIR: f64 = 0.1;

fn off(text: &Text, face: &Face) -> Option<Finding> {
    let words: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    let whole = text.abs_bounding_box();
    let ink = text.flattened().bounding_box().transform(text.abs_transform())?;
    let (w, h) = (face.trim.w, face.trim.h);
    let trimmed = |edge: f32| f64::from(edge) - face.bleed.0;
    let beside = |low: f32, high: f32, trim: f64| trimmed(high) <= 0.0 || trimmed(low) >= trim;
    let lost = beside(whole.left(), whole.right(), w) || beside(whole.top(), whole.bottom(), h);
    let beyond = [
        -trimmed(ink.left()),
        -trimmed(ink.top()),
        trimmed(ink.right()) - w,
        trimmed(ink.bottom()) - h,
    ];
    let beyond = beyond.into_iter().fold(0.0, f64::max);
    let start: String = words.chars().take(24).collect();
    let dots = if start.len() < words.len() { "…" } else { "" };
    let what = if lost {
        "lies off the card, where nobody sees it".to_owned()
    } else if beyond > HAIR {
        format!("is cut off: it reaches {} mm beyond the edge of the card", decimal(beyond))
    } else {
        return None;
    };
    let message = format!("the text `{start}{dots}` {what}");
    Some(Finding::warning(Code::SVG_WARNING, message).written(start))
}
