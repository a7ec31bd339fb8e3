//! How many elements a drawing comes to, when what is referred to is counted each time.

use std::collections::HashMap;

use roxmltree::{Document, Node, NodeId};

use super::refer::references;
use super::{Refusal, beyond};
use crate::model::Limits;
use crate::xml::Styling;

/// The steps of applying style that are as much work as an element.
const STEPS: u64 = 50;

/// Refuses a drawing with too many elements, or with too many inside one another; gives how many
/// are inside one another at most.
///
/// # Errors
/// What is too much, and how much is allowed.
pub fn check(document: &Document<'_>, limits: &Limits) -> Result<u32, Refusal> {
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let most = u64::from(limits.elements);
    let styling = Styling::of(document, most * STEPS).ok_or_else(|| too_styled(limits))?;
    let mut scales =
        Scales { by_id: ids.collect(), known: HashMap::new(), deepest: limits.nesting, styling };
    let weight = scales.weight(document.root_element(), 0).ok_or_else(|| {
        if scales.styling.is_spent() {
            return too_styled(limits);
        }
        let why = "elements are nested deeper, or refer to one another in longer chains,";
        let most = limits.nesting;
        (format!("{why} than {most} (`nesting` in `[limits]`)"), None)
    })?;
    let count = weight.count.saturating_add(weight.styling);
    if count <= most {
        return Ok(weight.height);
    }
    if weight.count <= most {
        return Err(too_styled(limits));
    }
    let count = weight.count;
    let count = if count == u64::MAX { "countless".into() } else { count.to_string() };
    let why = format!("the drawing comes to {count} elements with all that it repeats");
    Err((beyond(&why, limits.elements, "elements"), None))
}

fn too_styled(limits: &Limits) -> Refusal {
    let why = "its style sheets and `style` attributes are more work";
    let most = limits.elements;
    (format!("{why} than {most} elements (`elements` in `[limits]`)"), Some("style".into()))
}

/// What an element comes to.
#[derive(Clone, Copy, Default)]
struct Weight {
    /// Elements.
    count: u64,
    /// Elements that are as much work as the style of these.
    styling: u64,
    /// How many are inside one another.
    height: u32,
}

struct Scales<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// The weight of each element; none while it is being found, which is a circle.
    known: HashMap<NodeId, Option<Weight>>,
    deepest: u32,
    styling: Styling<'a>,
}

impl<'a, 'input> Scales<'a, 'input> {
    /// One for the element itself, and all that is in it or drawn by it; none if it is too deep.
    fn weight(&mut self, node: Node<'a, 'input>, depth: u32) -> Option<Weight> {
        let known = self.known.get(&node.id()).copied();
        // The parser breaks circles by itself.
        let known = known.map(Option::unwrap_or_default);
        if depth + known.map_or(1, |known| known.height) > self.deepest {
            return None;
        }
        if known.is_some() {
            return known;
        }
        self.known.insert(node.id(), None);
        let mut sum = Weight { count: 1, styling: self.styling.steps(node)? / STEPS, height: 0 };
        sum.count += match node.tag_name().name() {
            "text" => spans(node),
            "linearGradient" | "radialGradient" => stops(node),
            _ => 0,
        };
        for child in node.children().filter(Node::is_element) {
            sum.add(self.weight(child, depth + 1)?, 1);
        }
        for (attribute, name) in references(node) {
            let Some(target) = self.by_id.get(name).copied() else { continue };
            // A marker is clipped, too.
            let times = if attribute.starts_with("marker") { 2 * corners(node) } else { 1 };
            sum.add(self.weight(target, depth + 1)?, times);
        }
        sum.height += 1;
        self.known.insert(node.id(), Some(sum));
        Some(sum)
    }
}

impl Weight {
    fn add(&mut self, other: Self, times: u64) {
        self.count = self.count.saturating_add(other.count.saturating_mul(times));
        self.styling = self.styling.saturating_add(other.styling.saturating_mul(times));
        self.height = self.height.max(other.height);
    }
}

/// What the parts of a text add, each of which is set with regard to all others.
fn spans(text: Node<'_, '_>) -> u64 {
    let spans = text.descendants().filter(Node::is_element).count() as u64;
    spans * spans / 20
}

/// What the stops of a gradient add, each of which is compared with all others.
fn stops(gradient: Node<'_, '_>) -> u64 {
    let stops = gradient.children().filter(Node::is_element).count() as u64;
    stops * stops / 500
}

/// At most so many corners has a path: every number may begin one.
fn corners(node: Node<'_, '_>) -> u64 {
    let data = node.attribute("d").or_else(|| node.attribute("points")).unwrap_or_default();
    data.bytes().filter(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b',')).count()
        as u64
        + 1
}
