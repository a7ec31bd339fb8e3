//! The files that a drawing names.

use super::find::Fault;
use crate::xml;

/// Values of `deckle:mask` that name no file.
const SHAPES: [&str; 3] = ["round", "circle", "ellipse"];

/// The files that an SVG names, as they are written: not anchors, and not data.
pub fn hrefs(svg: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (name, is_mask) in [("href", false), ("deckle:mask", true)] {
        let mut rest = svg;
        while let Some(at) = rest.find(name) {
            rest = &rest[at + name.len()..];
            let Some(value) = rest.trim_start().strip_prefix('=') else { continue };
            let value = value.trim_start();
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                continue;
            };
            let inside = &value[1..];
            let Some(end) = inside.find(quote) else { break };
            let href = inside[..end].trim();
            let shape = is_mask && SHAPES.iter().any(|shape| href.starts_with(shape));
            if !href.is_empty() && !shape && is_file(href) {
                found.push(unescaped(href));
            }
            rest = &inside[end..];
        }
    }
    found
}

fn is_file(href: &str) -> bool {
    !href.starts_with('#') && !href.starts_with("data:")
}

/// An attribute's value without XML's escapes.
fn unescaped(text: &str) -> String {
    let plain = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&apos;", "'");
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A drawing with the pictures that it shows named anew by `rename`.
///
/// # Errors
/// Those of `rename`.
pub fn moved(
    svg: &str,
    mut rename: impl FnMut(&str) -> Result<String, Fault>,
) -> Result<String, Fault> {
    // With entities, places in the parsed drawing are not those of the text.
    let document = xml::document(svg);
    let Some(document) = document.ok().filter(|_| !svg.contains("<!ENTITY")) else {
        return Ok(svg.into());
    };
    let (mut out, mut done) = (String::with_capacity(svg.len()), 0);
    let shows = |name: &str| matches!(name, "image" | "feImage");
    let nodes = document.descendants().filter(|node| shows(node.tag_name().name()));
    for attribute in nodes.flat_map(|node| node.attributes()) {
        let href = attribute.value().trim();
        if attribute.name() == "href" && !href.is_empty() && is_file(href) {
            out.push_str(&svg[done..attribute.range_value().start]);
            out.push_str(&xml::attribute(&rename(href)?));
            done = attribute.range_value().end;
        }
    }
    out.push_str(&svg[done..]);
    Ok(out)
}
