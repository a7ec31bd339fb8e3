//! What a drawing may ask for: measures that a page can hold, and names that are there.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use crate::diag::Code;
use crate::findings::Finding;

/// The deepest nesting of elements.
const DEEPEST: usize = 200;
/// The largest measure, in mm: more than any paper, less than what overflows a renderer.
const FARTHEST: f64 = 100_000.0;
/// The largest tile of a pattern or region of a filter, in mm: each is drawn as a picture.
const LARGEST_TILE: f64 = 2_000.0;
/// Attributes that are measures.
const MEASURES: [&str; 16] = [
    "x",
    "y",
    "width",
    "height",
    "r",
    "rx",
    "ry",
    "cx",
    "cy",
    "x1",
    "y1",
    "x2",
    "y2",
    "dx",
    "stroke-width",
    "font-size",
];

/// Refuses what no renderer should be asked for, and tells names that are nowhere.
///
/// # Errors
/// A nesting or a measure beyond the limits.
pub fn check(document: &Document<'_>) -> Result<Vec<Finding>, Finding> {
    let ids: BTreeSet<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let mut findings = Vec::new();
    // Parents come before their children, so a depth is its parent's and one.
    let mut depths = std::collections::HashMap::new();
    for node in document.descendants().filter(Node::is_element) {
        let above = node.parent().and_then(|parent| depths.get(&parent.id()).copied());
        let depth: usize = above.unwrap_or(0) + 1;
        if depth > DEEPEST {
            return Err(Finding::error(
                Code::SVG,
                format!("elements are nested deeper than {DEEPEST}"),
            ));
        }
        depths.insert(node.id(), depth);
        measures(node)?;
        for name in references(node).filter(|name| !ids.contains(name)) {
            let message = format!("the drawing refers to `#{name}`, which is not in it");
            findings.push(Finding::warning(Code::SVG_WARNING, message).written(format!("#{name}")));
        }
    }
    Ok(findings)
}

fn measures(node: Node<'_, '_>) -> Result<(), Finding> {
    let tile = matches!(node.tag_name().name(), "pattern" | "filter" | "mask");
    for attribute in node.attributes().filter(|one| MEASURES.contains(&one.name())) {
        let Ok(number) = attribute.value().trim().parse::<f64>() else { continue };
        let most = if tile { LARGEST_TILE } else { FARTHEST };
        if !number.is_finite() || number.abs() > most {
            let (name, value) = (attribute.name(), attribute.value());
            let message =
                format!("`{name}` of `<{}>` is {value}, beyond {most} mm", node.tag_name().name());
            return Err(Finding::error(Code::SVG, message).written(value));
        }
    }
    Ok(())
}

/// The names that an element refers to.
fn references<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    node.attributes().filter_map(|attribute| {
        let value = attribute.value();
        if attribute.name() == "href" {
            return value.strip_prefix('#');
        }
        let rest = &value[value.find("url(")? + 4..];
        rest.trim_start_matches(['"', '\'']).strip_prefix('#')?.split([')', '"', '\'']).next()
    })
}
