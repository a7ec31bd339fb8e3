//! Elements that nobody will see because of a value that is written wrong, each at that value.

use std::collections::BTreeMap;

use roxmltree::{Attribute, Document, Node};
use svgtypes::{Length, PathParser};

use crate::compose::NAMESPACE;
use crate::diag::Code;
use crate::findings::Finding;
use crate::text::Cascade;

/// Letters of a smaller size are not drawn, in mm.
const LEAST: f64 = 1e-4;
/// The sides of shapes, which are to be more than nothing.
const SIDES: [(&str, &[&str]); 4] = [
    ("rect", &["width", "height"]),
    ("circle", &["r"]),
    ("ellipse", &["rx", "ry"]),
    ("image", &["width", "height"]),
];

/// What places a shape and gives it its sides, which are attributes of SVG; without the first so many it is nothing.
const GEOMETRY: [(&str, &[&str], usize); 9] = [
    ("rect", &["width", "height", "x", "y", "rx", "ry"], 2),
    ("circle", &["r", "cx", "cy"], 1),
    ("ellipse", &["rx", "ry", "cx", "cy"], 0),
    ("path", &["d"], 1),
    ("polygon", &["points"], 1),
    ("polyline", &["points"], 1),
    ("image", &["x", "y", "width", "height"], 0),
    ("svg", &["x", "y", "width", "height"], 0),
    ("use", &["x", "y", "width", "height"], 0),
];

/// Tells sides of nothing or less, or that only a style says, sizes and weights of type that no letter has, and
/// outlines that cannot be read.
pub fn values(document: &Document<'_>) -> Vec<Finding> {
    let cascade = Cascade::of(document);
    let elements = document.descendants().filter(Node::is_element);
    elements
        .flat_map(|element| {
            let said = element.attributes().filter_map(move |one| of(element, one));
            said.chain(geometry(element, &cascade))
        })
        .collect()
}

/// A shape that lacks what it is nothing without, or that says where it is in a style, which draws nothing of it.
fn geometry(element: Node<'_, '_>, cascade: &Cascade<'_>) -> Option<Finding> {
    // The root is as large as the card, whatever it says.
    element.parent_element()?;
    let tag = element.tag_name().name();
    let a = article(tag);
    let (_, names, needed) = GEOMETRY.iter().find(|(shape, ..)| *shape == tag)?;
    let lacks = |name: &&&str| !element.has_attribute(**name);
    let may_be_styled = element.has_attribute("style") || !cascade.is_plain();
    let style = if may_be_styled { cascade.style(element) } else { BTreeMap::new() };
    let styled = names.iter().find(|name| {
        let value = style.get(**name).map(|value| value.trim_end_matches("px"));
        value.is_some_and(|value| value != "auto" && element.attribute(**name) != Some(value))
    });
    let bare = names.iter().take(*needed).find(lacks);
    let is_nothing = bare.is_some() || tag == "ellipse" && names[..2].iter().all(|one| lacks(&one));
    let nothing = if is_nothing { ": nothing is drawn of it" } else { "" };
    let (message, help) = match (styled, bare.or(names.first().filter(|_| is_nothing))) {
        (Some(name), _) => {
            let value = style[*name];
            let message = format!(
                "the `{name}` of {a} `{tag}` stands in a style, where it is not heeded{nothing}"
            );
            let help = format!("write it as an attribute: `{name}=\"{}\"`", attribute(name, value));
            (message, Some(help))
        }
        (None, Some(name)) => (format!("{a} `{tag}` has no `{name}`{nothing}"), None),
        (None, None) => return None,
    };
    let finding = Finding::warning(Code::SVG_WARNING, message).at(element.range().start);
    Some(help.into_iter().fold(finding, Finding::help))
}

/// The word before the name of an element.
pub fn article(tag: &str) -> &'static str {
    if ["ellipse", "image", "svg"].contains(&tag) { "an" } else { "a" }
}

/// The value of a property as that of an attribute.
fn attribute<'a>(name: &str, value: &'a str) -> &'a str {
    match name {
        "d" => value.trim_start_matches("path(").trim_end_matches(')').trim_matches(['"', '\'']),
        _ => value.trim_end_matches("px"),
    }
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
    let finding = Finding::warning(Code::SVG_WARNING, message).at(attribute.range_value().start);
    match length(value).filter(|side| sides.contains(&name) && *side < 0.0) {
        Some(side) => Some(finding.lacking(if name == "height" { name } else { "width" }, -side)),
        None => Some(finding),
    }
}

fn is_weight(value: &str) -> bool {
    let number = value.trim().parse::<f64>();
    ["normal", "bold", "bolder", "lighter", "inherit"].contains(&value.trim())
        || number.is_ok_and(|number| (1.0..=1000.0).contains(&number))
}

fn length(value: &str) -> Option<f64> {
    value.trim().parse::<Length>().ok().map(|length| length.number)
}
