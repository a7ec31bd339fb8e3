//! Texts at which the parser breaks.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};
use usvg::ImageHrefResolver;

use super::tree_with;
use crate::findings::{Finding, Findings};
use crate::fonts::Fonts;
use crate::parser::Refused;
use crate::text;
use crate::xml::{self, Edited};

/// Tells that the parser broke, at the text at which it does.
pub fn told(svg: &str, fonts: &Fonts) -> Finding {
    let breaks = |svg: &str| {
        let pictures =
            ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..Default::default() };
        let (unheard, none) = (Findings::default(), BTreeSet::new());
        matches!(tree_with(svg, fonts, pictures, &unheard, &none), Err(Refused::Broken))
    };
    let document = xml::document(svg).ok();
    let texts = document.iter().flat_map(Document::descendants);
    let texts: Vec<_> = texts.filter(|node| node.tag_name().name() == "text").collect();
    let alone = |text: &Node<'_, '_>| {
        let others = texts.iter().filter(|other| *other != text);
        Edited::new(svg, others.map(|other| (other.range(), String::new())).collect())
    };
    let text = texts.iter().find(|text| breaks(&alone(text).text));
    let told = text::unset();
    match text {
        Some(text) => told.at(text.range().start),
        None => told,
    }
}
