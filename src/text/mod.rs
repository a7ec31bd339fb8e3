//! Boxes of text: a `<text>` with `deckle:box` becomes lines that fit its box.
//!
//! The lines are broken over the very fonts that the drawing uses, with the shaper that it uses,
//! and written back as SVG text: pictures and sheets break at the same places, and text can be
//! selected and searched.

mod aside;
mod atoms;
mod attributes;
mod breaks;
mod cascade;
mod content;
mod deck;
mod fit;
mod flow;
mod flowed;
mod groups;
mod instead;
mod label;
mod language;
mod loom;
mod markup;
mod marks;
mod said;
mod segments;
mod setter;
mod sheets;
mod style;
mod typeset;
mod weave;
mod words;
mod write;

use roxmltree::{Document, Node};

use crate::diag::Code;
use crate::findings::{self as told, Finding, Findings, Fitted, watched};
use crate::fonts::Fonts;
use crate::geom::decimal;
use crate::icons::Icons;
use crate::model::Styles;
use crate::xml::{self, Edited};

use attributes::TextBox;
use flow::{Flow, TOLERANCE, flow};
use typeset::{Compositor, Text};
use words::Shaper;

pub use crate::compose::NAMESPACE;
pub use cascade::Cascade;
pub use deck::{Keep, Measures, agree};
pub use instead::{Instead, is_unset, unset, word_by_word};

/// What texts are set with.
#[derive(Clone, Copy)]
pub struct Types<'a> {
    /// The fonts.
    pub fonts: &'a Fonts,
    /// Icons by name.
    pub icons: &'a Icons,
    /// Styles by name.
    pub styles: &'a Styles,
}

/// Replaces every box of text in a drawing, and writes its style sheets out; everything else stays byte for byte.
pub fn expand<'a>(svg: &'a str, types: &Types<'_>, findings: &Findings) -> Edited<'a> {
    // A drawing that is not well-formed is told by the parser that comes next.
    match xml::document(svg) {
        Ok(document) => expand_document(svg, &document, types, findings),
        Err(_) => Edited::untouched(svg),
    }
}

/// The same for a drawing that is parsed already.
pub fn expand_document<'a>(
    svg: &'a str,
    document: &Document<'_>,
    types: &Types<'_>,
    findings: &Findings,
) -> Edited<'a> {
    if !may_have_boxes(svg) {
        return Edited::untouched(svg);
    }
    if let Some(wrong) = wrong_namespace(document) {
        findings.push(wrong);
    }
    // The parser that comes next finds no style sheet of which it could tell what it leaves out.
    let cascade = watched(findings, || Cascade::of(document));
    let shaper = Shaper::new(types.fonts);
    let compositor = Compositor { types, shaper: &shaper, cascade: &cascade, findings };
    let measured = boxes(document, &cascade, findings).into_iter().map(|(node, asked)| {
        let text = findings.about(node.range(), || compositor.compose(node, &asked));
        let size = fit::largest(&text.set, &asked);
        Measured { node, asked, text, size }
    });
    let boxes: Vec<_> = measured.collect();
    let mixed = groups::mixed(boxes.iter().map(|one| (one.node, &one.asked)));
    mixed.into_iter().for_each(|one| findings.push(one));
    let shared = groups::sizes(boxes.iter().map(|one| (&one.asked, one.size)));
    let mut edits = sheets::written_out(svg, document, &cascade);
    for one in &boxes {
        let size = groups::agreed(&one.asked, one.size, &shared);
        groups::too_small(one.node, &one.asked, size)
            .into_iter()
            .for_each(|wrong| findings.push(of_box(wrong, &one.asked).of(one.node.range())));
        let set = flow(&one.text.set, &one.asked, size);
        if !set.fits() {
            let finding = overflow(&one.text.words, &one.asked, size, &set);
            let words = finding.words().unwrap_or_default();
            let others = told::before_it(svg, words, one.node.range().start);
            let finding = finding.behind(others).of(one.node.range());
            findings.push(of_box(finding, &one.asked));
        }
        let tag = if one.asked.named { "" } else { &svg[one.node.range()] };
        findings.push(Finding::fitted(fitted(&one.asked, tag, size, &set)));
        edits.push((one.node.range(), compositor.write(one.node, &one.text, size, &set)));
    }
    Edited::new(svg, edits)
}

/// A box whose text is shaped, and the size in mm that it has room for.
struct Measured<'a, 'i> {
    node: Node<'a, 'i>,
    asked: TextBox,
    text: Text,
    size: f64,
}

/// Whether a drawing may have boxes of text: a glance that spares most the reading.
pub fn may_have_boxes(svg: &str) -> bool {
    ["deckle:", "shape-inside", "inline-size", "flowRoot"].iter().any(|mark| svg.contains(mark))
}

/// How a box was filled, for the report.
fn fitted(asked: &TextBox, tag: &str, size: f64, set: &Flow<'_>) -> Fitted {
    let rounded = |value: f64| (value * 1e4).round() as u64;
    Fitted {
        name: asked.name.clone(),
        tag: tag.split('>').next().unwrap_or_default().into(),
        wanted: rounded(asked.size),
        size: rounded(size),
        fill: rounded(set.fill),
        lines: set.count,
    }
}

/// The boxes of a drawing and what they ask for; one that is wrong is told and left as it is.
fn boxes<'a, 'i>(
    document: &'a Document<'i>,
    cascade: &Cascade<'_>,
    findings: &Findings,
) -> Vec<(Node<'a, 'i>, TextBox)> {
    let is_ours = |node: &Node<'_, '_>| {
        node.tag_name().name() == "text"
            && node.attributes().any(|one| one.namespace() == Some(NAMESPACE))
    };
    let mut found = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let number = found.len() + 1;
        let read = || {
            if is_ours(&node) {
                let aside = aside::left_aside(node, cascade);
                aside.into_iter().for_each(|one| findings.push(one));
                Some(TextBox::read(node, number, cascade))
            } else if flowed::is_flowed(node, cascade) {
                Some(flowed::read(node, number, cascade))
            } else {
                misplaced(node).into_iter().for_each(|one| findings.push(one));
                None
            }
        };
        let asked = findings.about(node.range(), read);
        match asked {
            None => {}
            // Its text is one for all the places where the entity is named.
            Some(_) if node.range().start < document.root_element().range().start => {
                let why = "a box of text stands in an entity; write it where it is shown";
                findings.push(Finding::error(Code::TEXT_BOX, why).written("<!ENTITY"));
            }
            Some(Ok(asked)) => found.push((node, asked)),
            Some(Err(wrong)) => findings.push(wrong.of(node.range())),
        }
    }
    found
}

/// Tells attributes of ours on an element that is neither a text nor a picture.
fn misplaced(node: Node<'_, '_>) -> Option<Finding> {
    let tag = node.tag_name().name();
    let one = node.attributes().find(|one| one.namespace() == Some(NAMESPACE))?;
    let message = format!("`deckle:{}` stands on a `<{tag}>`, where it means nothing", one.name());
    let help = "texts are boxed by `<text deckle:box=\"…\">`";
    let finding = Finding::error(Code::TEXT_BOX, message).written(format!("deckle:{}", one.name()));
    (tag != "image").then(|| finding.help(help))
}

/// A prefix `deckle` that stands for something else would leave every box as it is.
fn wrong_namespace(document: &Document<'_>) -> Option<Finding> {
    let mut nodes = document.descendants();
    let wrong = nodes.find_map(|node| {
        node.namespaces().find(|one| one.name() == Some("deckle") && one.uri() != NAMESPACE)
    })?;
    let message = format!("`xmlns:deckle` is `{}`, which is not Deckle's", wrong.uri());
    let help = format!("write `{NAMESPACE}`, or leave the declaration out");
    Some(Finding::error(Code::TEXT_BOX, message).written("xmlns:deckle").help(help))
}

/// A finding that names a box.
fn of_box(finding: Finding, asked: &TextBox) -> Finding {
    if asked.named { finding } else { finding.of_numbered(&asked.name) }
}

fn overflow(words: &str, asked: &TextBox, size: f64, set: &Flow<'_>) -> Finding {
    // A message is one line, whatever the text is.
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = line.chars().take(24).collect();
    let (start, dots) = (start.trim_end(), if start.len() < line.len() { "…" } else { "" });
    let over = if set.too_wide.max(set.too_high) <= TOLERANCE {
        format!("its letters reach {} mm out of it", decimal(set.outside))
    } else if set.too_wide > set.too_high {
        format!("a word is {} mm too wide", decimal(set.too_wide))
    } else {
        format!("it is {} mm too high", decimal(set.too_high))
    };
    let message = format!(
        "the text `{start}{dots}` does not fit its box `{}` of {} x {} mm at {} mm: {over}",
        asked.name,
        decimal(asked.area.w),
        decimal(asked.area.h),
        decimal(size),
    );
    let help = "shorten the text, enlarge the box, or";
    let finding = match asked.fit {
        attributes::Fit::None => Finding::warning(Code::OVERFLOW, message)
            .help(format!("{help} let it shrink: `deckle:fit=\"shrink 2.2\"`")),
        attributes::Fit::Shrink { .. } => Finding::error(Code::OVERFLOW, message)
            .help(format!("{help} let it shrink further by `deckle:fit`")),
    };
    finding.written(words.lines().next().unwrap_or_default())
}
