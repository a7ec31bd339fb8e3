//! Elements that nobody will see because of a value that is written wrong, each at that value.

use roxmltree::{Attribute, Document, Node};
use svgtypes::{Length, PathParser};
use usvg::{Group, Node as Drawn, Rect};

use super::Scene;
use crate::compose::NAMESPACE;
use crate::diag::Code;
use crate::findings::Finding;

/// Letters of a smaller size are not drawn, in mm.
const LEAST: f64 = 1e-4;
/// The sides of shapes, which are to be more than nothing.
const SIDES: [(&str, &[&str]); 4] = [
    ("rect", &["width", "height"]),
    ("circle", &["r"]),
    ("ellipse", &["rx", "ry"]),
    ("image", &["width", "height"]),
];

/// Attributes without which a shape is nothing.
const NEEDS: [(&str, &[&str]); 5] = [
    ("rect", &["width", "height"]),
    ("circle", &["r"]),
    ("path", &["d"]),
    ("polygon", &["points"]),
    ("polyline", &["points"]),
];

/// Tells sides of nothing or less, sizes and weights of type that no letter has, and outlines that cannot be read.
pub fn values(document: &Document<'_>) -> Vec<Finding> {
    let elements = document.descendants().filter(Node::is_element);
    elements
        .flat_map(|element| {
            let said = element.attributes().filter_map(move |one| of(element, one));
            said.chain(without(element))
        })
        .collect()
}

/// A shape that lacks what it is nothing without.
fn without(element: Node<'_, '_>) -> Option<Finding> {
    let tag = element.tag_name().name();
    let (_, needs) = NEEDS.iter().find(|(shape, _)| *shape == tag)?;
    let styled = element.attribute("style").unwrap_or_default();
    let is_there = |name: &str| element.has_attribute(name) || styled.contains(name);
    // A style sheet may say it.
    let is_bare = !element.has_attribute("class") && !element.has_attribute("id");
    let name = needs.iter().find(|name| is_bare && !is_there(name))?;
    let message = format!("a `{tag}` has no `{name}`: nothing is drawn of it");
    Some(Finding::warning(Code::SVG_WARNING, message).at(element.range().start))
}

fn of(element: Node<'_, '_>, attribute: Attribute<'_, '_>) -> Option<Finding> {
    let (tag, name, value) = (element.tag_name().name(), attribute.name(), attribute.value());
    if attribute.namespace().is_some() {
        return None;
    }
    // A box tells its own.
    let is_boxed = || element.attributes().any(|one| one.namespace() == Some(NAMESPACE));
    let sides = SIDES.iter().find(|(shape, _)| *shape == tag).map_or(&[][..], |(_, sides)| sides);
    let why = match name {
        "font-size" if length(value).is_some_and(|size| size < LEAST) => "no letter is drawn",
        "font-weight" if !is_weight(value) && !is_boxed() => "it is drawn as `normal`",
        "d" if tag == "path" && PathParser::from(value).any(|part| part.is_err()) => {
            "it cannot be read to its end, and what is behind is left out"
        }
        side if sides.contains(&side) && length(value).is_some_and(|side| side <= 0.0) => {
            "nothing is drawn of it"
        }
        _ => return None,
    };
    let shown: String = value.chars().take(40).collect();
    let more = if shown.len() < value.len() { "…" } else { "" };
    let message = format!("`{name}` of a `{tag}` is `{shown}{more}`: {why}");
    Some(Finding::warning(Code::SVG_WARNING, message).at(attribute.range_value().start))
}

fn is_weight(value: &str) -> bool {
    let number = value.trim().parse::<f64>();
    ["normal", "bold", "bolder", "lighter", "inherit"].contains(&value.trim())
        || number.is_ok_and(|number| (1.0..=1000.0).contains(&number))
}

fn length(value: &str) -> Option<f64> {
    value.trim().parse::<Length>().ok().map(|length| length.number)
}

/// Whether the parser's words tell again what [`values`] has told.
pub fn is_told(parsers: &Finding, told: &[Finding]) -> bool {
    let ours = |one: &Finding| one.is_of(Code::SVG_WARNING) && one.says("nothing is drawn of it");
    parsers.is_of(Code::SVG_WARNING) && parsers.says("has an invalid") && told.iter().any(ours)
}

/// Whether nothing that a scene draws lies on its face.
pub fn is_blank(scene: &Scene) -> bool {
    scene.trees().all(|tree| {
        let (w, h) = (tree.size().width(), tree.size().height());
        let face = Rect::from_ltrb(0.0, 0.0, w, h);
        face.is_none_or(|face| !is_on(tree.root(), face))
    })
}

fn is_on(group: &Group, face: Rect) -> bool {
    group.children().iter().any(|node| match node {
        Drawn::Group(group) => is_on(group, face),
        // Lines have boxes without a width or a height.
        other => {
            let drawn = other.abs_stroke_bounding_box();
            drawn.left() < face.right()
                && drawn.right() > face.left()
                && drawn.top() < face.bottom()
                && drawn.bottom() > face.top()
        }
    })
}
