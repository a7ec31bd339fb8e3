//! What a drawing holds that nothing draws: elements that SVG does not have, and words outside of any text.

use roxmltree::{Document, Node};

use crate::diag::did_you_mean;

/// The elements of SVG, and those of Inkscape's flowed text.
const ELEMENTS: [&str; 80] = [
    "a",
    "animate",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "circle",
    "clipPath",
    "color-profile",
    "cursor",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "flowDiv",
    "flowPara",
    "flowRegion",
    "flowRoot",
    "flowSpan",
    "font",
    "font-face",
    "foreignObject",
    "g",
    "glyph",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "mpath",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "script",
    "set",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tref",
    "tspan",
    "use",
    "view",
    "solidColor",
    "hatch",
    "hatchpath",
    "mesh",
    "meshgradient",
];
/// Elements of which the content is no drawing.
const SILENT: [&str; 5] = ["desc", "metadata", "script", "style", "title"];
/// Elements whose words are drawn.
const TEXTS: [&str; 3] = ["text", "flowRoot", "textPath"];
/// How HTML calls what SVG calls otherwise.
const HTML: [(&str, &str); 4] = [
    ("img", "`<image href=\"…\">`"),
    ("div", "`<g>`, or a box of text: `<text deckle:box=\"x y width height\">`"),
    ("span", "`<tspan>`"),
    ("p", "a box of text: `<text deckle:box=\"x y width height\">`"),
];
/// The longest words that are shown whole, in characters.
const LONGEST: usize = 40;

/// One thing that is left out.
pub struct LeftOut {
    /// What it is, and why: a sentence about the thing.
    pub why: String,
    /// What to do.
    pub help: String,
    /// Where it begins, in bytes.
    pub at: usize,
}

/// Everything that is left out of a drawing.
pub fn left_out(document: &Document<'_>) -> Vec<LeftOut> {
    let mut found = Vec::new();
    look(document.root_element(), false, &mut found);
    found
}

/// Texts that only a template's would be laid out: in a picture they are left out, or stand elsewhere.
pub fn flowed(document: &Document<'_>) -> Vec<LeftOut> {
    let is_box = |node: &Node<'_, '_>| {
        node.tag_name().name() == "flowRoot"
            || node.tag_name().name() == "text"
                && node.attributes().any(|one| one.namespace().is_some() && one.name() == "box")
    };
    let texts = document.descendants().filter(is_box);
    texts
        .map(|node| LeftOut {
            why: format!(
                "the `<{}>` that wraps is not laid out: only templates wrap",
                node.tag_name().name()
            ),
            help: "turn its words into plain text or paths".into(),
            at: node.range().start,
        })
        .collect()
}

/// `in_text`: whether words are drawn here.
fn look(node: Node<'_, '_>, in_text: bool, found: &mut Vec<LeftOut>) {
    if node.is_text() {
        let words = node.text().unwrap_or_default();
        if !in_text && !words.trim().is_empty() {
            let at = node.range().start + words.len() - words.trim_start().len();
            found.push(words_alone(words.trim(), at));
        }
        return;
    }
    let name = node.tag_name().name();
    // What other programs keep for themselves is in languages of their own.
    if !node.is_element() || !is_svg(node) || SILENT.contains(&name) {
        return;
    }
    if name == "foreignObject" {
        // A switch has something else to draw.
        let in_switch = node.parent().is_some_and(|parent| parent.tag_name().name() == "switch");
        found.extend((!in_switch).then(|| foreign(node)));
        return;
    }
    if !ELEMENTS.contains(&name) {
        found.push(no_element(node, in_text));
        return;
    }
    let in_text = in_text || TEXTS.contains(&name);
    node.children().for_each(|child| look(child, in_text, found));
}

/// Whether an element is SVG's and no part of a remark: what other programs keep for themselves is neither.
pub fn is_drawing(node: Node<'_, '_>) -> bool {
    is_svg(node) && !node.ancestors().skip(1).any(|one| SILENT.contains(&one.tag_name().name()))
}

fn is_svg(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_none_or(|space| space == "http://www.w3.org/2000/svg")
}

fn foreign(node: Node<'_, '_>) -> LeftOut {
    LeftOut {
        why: "`<foreignObject>` is left out: it holds no drawing".into(),
        help: "text that wraps is `<text deckle:box=\"x y width height\">`".into(),
        at: node.range().start,
    }
}

fn no_element(node: Node<'_, '_>, in_text: bool) -> LeftOut {
    let name = node.tag_name().name();
    let what = if node.has_children() {
        "it is left out with all that is in it"
    } else {
        "it is left out"
    };
    let html = HTML.iter().find(|(html, _)| *html == name);
    let help = match html {
        Some((_, svg)) => format!("in SVG this is {svg}"),
        None if in_text => {
            "parts of a text are `<tspan font-weight=\"700\">`, and in boxes `**bold**`".into()
        }
        // Nobody means the flowed text of old programs.
        None => did_you_mean(name, ELEMENTS.into_iter().filter(|one| !one.starts_with("flow")))
            .unwrap_or_else(|| {
                "SVG draws `text`, `rect`, `path`, `image`, `g` and their like".into()
            }),
    };
    LeftOut {
        why: format!("`<{name}>` is no element of SVG: {what}"),
        help,
        at: node.range().start,
    }
}

fn words_alone(words: &str, at: usize) -> LeftOut {
    let shown: String = words.chars().take(LONGEST).collect();
    let more = if shown.len() < words.len() { "…" } else { "" };
    LeftOut {
        why: format!("`{shown}{more}` is outside of any `<text>`: it is not drawn"),
        help: "put it into a `<text>`, or take it out".into(),
        at,
    }
}
