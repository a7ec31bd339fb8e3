//! Boxes that share one size: those of a card with one name, and those of a deck.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::attributes::{Fit, Shared, TextBox};
use super::said::Said;
use crate::diag::Code;
use crate::findings::Finding;
use crate::geom::decimal;

/// The size that each group of a card shares: the smallest of its boxes.
pub fn sizes<'a>(boxes: impl Iterator<Item = (&'a TextBox, f64)>) -> BTreeMap<&'a str, f64> {
    let mut sizes = BTreeMap::new();
    for (asked, size) in boxes {
        if let Shared::Card(name) = &asked.shared {
            let least = sizes.entry(name.as_str()).or_insert(size);
            *least = size.min(*least);
        }
    }
    sizes
}

/// The size of a box when all that share it have spoken.
pub fn agreed(asked: &TextBox, size: f64, sizes: &BTreeMap<&str, f64>) -> f64 {
    match &asked.shared {
        Shared::Card(name) => sizes.get(name.as_str()).copied().unwrap_or(size),
        Shared::Deck(_) => asked.agreed.map_or(size, |agreed| agreed.min(size)),
        Shared::No => size,
    }
}

/// Tells groups of which some boxes share their size with the deck and others do not.
pub fn mixed<'a, 'i: 'a>(boxes: impl Iterator<Item = (Node<'a, 'i>, &'a TextBox)>) -> Vec<Finding> {
    let mut kinds: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for (node, asked) in boxes {
        let Some(group) = (Said { node }).own("group") else { continue };
        let (card, deck) = kinds.entry(group).or_default();
        *(if matches!(asked.shared, Shared::Deck(_)) { deck } else { card }) = true;
    }
    let mixed = kinds.into_iter().filter(|(_, kinds)| *kinds == (true, true));
    let told = mixed.map(|(group, _)| {
        let why = format!(
            "some boxes of the group `{group}` share the size of the deck and some that of the card"
        );
        let help = "write `deckle:fit=\"deck …\"` in all boxes of a group, or in none";
        Finding::error(Code::TEXT_BOX, why).attribute("deckle:group", group).help(help)
    });
    told.collect()
}

/// Tells a box that others make smaller than it may be.
pub fn too_small(node: Node<'_, '_>, asked: &TextBox, size: f64) -> Option<Finding> {
    let Fit::Shrink { least, .. } = asked.fit else { return None };
    if size > least - 1e-3 {
        return None;
    }
    let (size, least) = (decimal(size), decimal(least));
    let why = format!(
        "the box `{}` shares the size of {size} mm and may not be smaller than {least} mm",
        asked.name
    );
    let help = "write the same smallest size in all boxes that share one";
    let fit = Said { node }.own("fit").unwrap_or_default();
    Some(Finding::error(Code::TEXT_BOX, why).attribute("deckle:fit", fit).help(help))
}
