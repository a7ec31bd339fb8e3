//! What a drawing may ask for: a size, a depth and an amount of work that end in good time.
//!
//! A drawing is judged before it is parsed, by its text, and before it is drawn, by its tree.

mod edges;
mod refer;
mod weight;
mod work;

use roxmltree::{Document, Node};

use crate::diag::Code;
use crate::findings::Finding;
use crate::model::Limits;

pub use refer::{address, links, references};
pub use work::work;

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

/// Why a drawing is refused: a sentence, and the word at fault if there is one.
pub type Refusal = (String, Option<String>);

/// Refuses what no renderer should be asked for.
///
/// # Errors
/// Something beyond the limits.
pub fn check(document: &Document<'_>, limits: &Limits) -> Result<(), Finding> {
    let refused = refused(document, limits).map(|_| ());
    refused.map_err(|(why, needle)| {
        let finding = Finding::error(Code::LIMIT, why);
        needle.into_iter().fold(finding, Finding::written)
    })
}

/// Refuses what is beyond the limits; gives how many elements are inside one another.
///
/// # Errors
/// What is too much, and how much is allowed.
pub fn refused(document: &Document<'_>, limits: &Limits) -> Result<u32, Refusal> {
    let bytes = document.input_text().len() as u64;
    if bytes > u64::from(limits.kilobytes) << 10 {
        let why = format!("the drawing has {} KiB of text", bytes >> 10);
        return Err((beyond(&why, limits.kilobytes, "kilobytes"), None));
    }
    let elements = || document.descendants().filter(Node::is_element);
    elements().try_for_each(measures)?;
    let loops = |node: &Node<'_, '_>| {
        node.tag_name().name() == "feImage" && references(*node).next().is_some()
    };
    if elements().any(|node| loops(&node)) {
        // It may draw what it filters itself, of which the parser finds no end.
        let why = "`<feImage>` shows a part of the drawing; it may show a picture only";
        return Err((why.into(), Some("feImage".into())));
    }
    let letters: usize = elements().map(letters).sum();
    if letters > limits.letters as usize {
        let why = format!("the drawing has {letters} letters");
        return Err((beyond(&why, limits.letters, "letters"), None));
    }
    weight::check(document, limits)
}

/// The sentence on a limit, with the key that sets it.
fn beyond(why: &str, most: u32, key: &str) -> String {
    format!("{why}, more than {most} (`{key}` in `[limits]`)")
}

/// The letters right inside an element that may be drawn.
fn letters(node: Node<'_, '_>) -> usize {
    if ["style", "script", "title", "desc", "metadata"].contains(&node.tag_name().name()) {
        return 0;
    }
    let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
    texts.map(|text| text.chars().filter(|c| !c.is_whitespace()).count()).sum()
}

fn measures(node: Node<'_, '_>) -> Result<(), Refusal> {
    let name = node.tag_name().name();
    let tile = matches!(name, "pattern" | "filter" | "mask");
    for attribute in node.attributes().filter(|one| MEASURES.contains(&one.name())) {
        let value = attribute.value().trim();
        let Ok(number) = value.trim_end_matches('%').parse::<f64>() else { continue };
        let most = if tile { LARGEST_TILE } else { FARTHEST };
        if !number.is_finite() || number.abs() > most {
            let why = format!("`{}` of `<{name}>` is {value}, beyond {most} mm", attribute.name());
            return Err((why, Some(value.into())));
        }
    }
    Ok(())
}
