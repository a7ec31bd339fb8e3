//! Boxes of text: a `<text>` with `deckle:box` becomes lines that fit its box.
//!
//! The lines are broken over the very fonts that the drawing uses, and written back as SVG text,
//! so that pictures and sheets break at the same places and text can be selected.

mod attributes;
mod layout;

use std::borrow::Cow;

use roxmltree::{Document, Node, ParsingOptions};

use crate::diag::Code;
use crate::findings::{Finding, Findings};
use crate::fonts::Fonts;
use crate::geom::decimal;

use attributes::TextBox;

/// The namespace of Deckle's own attributes; templates may leave the declaration out.
pub const NAMESPACE: &str = "urn:deckle";

/// Replaces every box of text in a drawing; everything else stays byte for byte.
pub fn expand<'a>(svg: &'a str, fonts: &Fonts, findings: &Findings) -> Cow<'a, str> {
    if !svg.contains("deckle:") {
        return svg.into();
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    // A drawing that is not well-formed is told by the parser that comes next.
    let Ok(document) = Document::parse_with_options(svg, options) else { return svg.into() };
    if let Some(wrong) = wrong_namespace(&document) {
        findings.push(wrong);
    }
    let mut out = String::with_capacity(svg.len() * 2);
    let mut done = 0;
    let ours =
        |node: &Node<'_, '_>| node.attributes().any(|one| one.namespace() == Some(NAMESPACE));
    for node in document.descendants().filter(ours) {
        match TextBox::read(node) {
            Ok(text) => {
                out.push_str(&svg[done..node.range().start]);
                out.push_str(&set(node, &text, fonts, findings));
                done = node.range().end;
            }
            Err(why) => {
                let finding = Finding::error(Code::TEXT_BOX, why);
                findings.push(finding.written("deckle:box"));
            }
        }
    }
    out.push_str(&svg[done..]);
    out.into()
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

/// The box as SVG text: one line each, at the size that fits.
fn set(node: Node<'_, '_>, text: &TextBox, fonts: &Fonts, findings: &Findings) -> String {
    let set = layout::fit(text, fonts);
    if let Some(over) = &set.over {
        findings.push(overflow(text, over));
    }
    let mut out = format!("<text{}", kept_attributes(node));
    if text.letter_spacing != 0.0 {
        // The room between letters shrinks with them, as it was measured.
        let spacing = decimal(text.letter_spacing * set.size / text.size);
        out += &format!(" letter-spacing=\"{spacing}\"");
    }
    let (size, anchor) = (decimal(set.size), text.align.anchor());
    out += &format!(" font-size=\"{size}\" text-anchor=\"{anchor}\" xml:space=\"preserve\">");
    for line in &set.lines {
        let (x, y) = (decimal(line.x), decimal(line.y));
        out += &format!("<tspan x=\"{x}\" y=\"{y}\">{}</tspan>", escaped(&line.text));
    }
    out + "</text>"
}

fn overflow(text: &TextBox, over: &layout::Over) -> Finding {
    let start: String = text.text.chars().take(24).collect();
    let message = format!(
        "the text `{start}…` does not fit its box of {} x {} mm at {} mm: {}",
        decimal(text.area.w),
        decimal(text.area.h),
        decimal(over.size),
        over.words
    );
    let help = "shorten the text, enlarge the box, or let it shrink: `deckle:fit=\"shrink 2.2\"`";
    let finding = if text.least.is_some() {
        Finding::error(Code::OVERFLOW, message)
    } else {
        Finding::warning(Code::OVERFLOW, message)
    };
    finding.help(help).written(text.text.lines().next().unwrap_or_default())
}

/// The element's own attributes, but those that the box replaces.
fn kept_attributes(node: Node<'_, '_>) -> String {
    let replaced = ["x", "y", "text-anchor", "font-size", "letter-spacing", "dominant-baseline"];
    let kept = node
        .attributes()
        .filter(|one| one.namespace().is_none() && !replaced.contains(&one.name()));
    kept.map(|one| {
        let value = if one.name() == "style" {
            kept_style(one.value(), &replaced)
        } else {
            one.value().to_owned()
        };
        format!(" {}=\"{}\"", one.name(), escaped(&value).replace('"', "&quot;"))
    })
    .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A style without what the box replaces.
fn kept_style(style: &str, replaced: &[&str]) -> String {
    let name = |part: &str| part.split(':').next().unwrap_or_default().trim().to_owned();
    style
        .split(';')
        .filter(|part| !replaced.contains(&name(part).as_str()))
        .collect::<Vec<_>>()
        .join(";")
}
