//! Texts that are drawn in another font than they ask for, because theirs lacks a letter of one word.
//!
//! The parser of drawings lets a font that has all of a text draw all of it; only boxes go word by word.

use roxmltree::{Document, Node, ParsingOptions};

use super::glyphs::word;
use crate::diag::Code;
use crate::findings::{Finding, Findings};
use crate::fonts::{self, Fonts};

/// Tells texts whose other words their own font could have drawn.
pub fn tell(svg: &str, fonts: &Fonts, findings: &Findings) {
    let pairs = findings.stood_in();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let Some(document) =
        (!pairs.is_empty()).then(|| Document::parse_with_options(svg, options).ok()).flatten()
    else {
        return;
    };
    for text in document.descendants().filter(|node| node.tag_name().name() == "text") {
        for node in text.descendants().filter(Node::is_text) {
            let families = fonts::families(said(node));
            let family = families.iter().find(|one| fonts.has_family(one));
            let pair = pairs.iter().find(|(base, _)| {
                fonts.face(*base).is_some_and(|face| Some(&face.family) == family)
            });
            let words = node.text().unwrap_or_default();
            findings_of(words, pair.copied(), fonts).into_iter().for_each(|one| findings.push(one));
        }
    }
}

/// The families that an element and those around it ask for; style sheets are not followed.
fn said<'a>(node: Node<'a, '_>) -> &'a str {
    let of_style = |style: &'a str| {
        let mut parts = style.split(';').filter_map(|part| part.split_once(':'));
        parts.rfind(|(name, _)| name.trim() == "font-family").map(|(_, value)| value)
    };
    let own = |node: Node<'a, '_>| {
        let style = node.attribute("style").and_then(of_style);
        style.or_else(|| node.attribute("font-family"))
    };
    node.ancestors().find_map(own).unwrap_or(fonts::BODY)
}

fn findings_of(text: &str, pair: Option<(u16, u16)>, fonts: &Fonts) -> Option<Finding> {
    let (base, other) = pair?;
    let (base, other) = (fonts.face(base)?, fonts.face(other)?);
    let lacking = text.char_indices().find(|(_, c)| !c.is_whitespace() && !base.has(*c))?;
    let is_whole = text.chars().all(|c| c.is_whitespace() || other.has(c));
    let could = text
        .split_whitespace()
        .any(|word| word.chars().any(char::is_alphanumeric) && word.chars().all(|c| base.has(c)));
    if base.family == other.family || !is_whole || !could {
        return None;
    }
    let (at, c) = lacking;
    let message =
        format!("`{}` has no `{c}`: all of the text is drawn in `{}`", base.family, other.family);
    let help = "give the text a box (`deckle:box`), where one word alone changes its font, or name a font that has all of it";
    let (word, part) = word(text, at, c);
    Some(Finding::warning(Code::FONT, message).written_in(word, part).help(help))
}
