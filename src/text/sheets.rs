//! A drawing whose elements speak for themselves: what its style sheets say of each is written into it.
//!
//! A box that is set is made of other elements than its template has, which selectors would miss, or
//! find by chance. So what they say is found before, and no style sheet is left.

use std::ops::Range;

use roxmltree::{Document, Node};

use super::cascade::Cascade;
use crate::xml;

/// Parts of a drawing, and what stands in their places when its style sheets are gone.
pub fn written_out(
    svg: &str,
    document: &Document<'_>,
    cascade: &Cascade<'_>,
) -> Vec<(Range<usize>, String)> {
    if cascade.is_plain() {
        return Vec::new();
    }
    let start = document.root_element().range().start;
    let elements = document.descendants().filter(Node::is_element);
    // What stands in an entity is written once for many places, for which the sheets stay.
    let (own, shared): (Vec<_>, Vec<_>) = elements.partition(|node| node.range().start >= start);
    let one = |node: Node<'_, '_>| match node.tag_name().name() {
        "style" => shared.is_empty().then(|| (node.range(), String::new())),
        _ => cascade.is_ruled(node).then(|| restyled(svg, node, cascade)),
    };
    own.into_iter().filter_map(one).collect()
}

/// The style of an element, and where it is written.
fn restyled(svg: &str, node: Node<'_, '_>, cascade: &Cascade<'_>) -> (Range<usize>, String) {
    let style: String =
        cascade.style(node).iter().map(|(name, value)| format!("{name}:{value};")).collect();
    let style = format!("style=\"{}\"", xml::attribute(&style));
    if let Some(own) = node.attribute_node("style") {
        return (own.range(), style);
    }
    let start = node.range().start;
    let ends = |c: char| c.is_whitespace() || c == '>' || c == '/';
    let at = start + svg[start..].find(ends).unwrap_or(0);
    (at..at, format!(" {style}"))
}
