//! How much work the style sheets of a drawing are, and what its elements say in `style`.
//!
//! A selector such as `g g g rect` is tried on all ways up from an element, which are countless where many
//! groups stand in one another; and the reader of style sheets counts lines from the start at each declaration.

use std::cell::Cell;

use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

/// So many bytes are counted through in the time that a rule is tried on an element.
const BYTES: u64 = 100;
/// The steps that are few for an icon.
const LIGHT: u64 = 1_000_000;

/// The style sheets of a drawing, and how many steps may still be taken to apply them.
pub struct Styling<'a> {
    sheet: StyleSheet<'a>,
    left: Cell<u64>,
}

impl<'a> Styling<'a> {
    /// Those inside a drawing, on which `most` steps may be taken; none if they take more to be read.
    pub fn of(document: &'a Document<'_>, most: u64) -> Option<Self> {
        let styles = || document.descendants().filter(|node| node.tag_name().name() == "style");
        let texts = || styles().flat_map(|node| node.children()).filter_map(|part| part.text());
        // What a rule says is kept once for each of its selectors.
        let kept = |text: &str| count(text, ",").saturating_mul(count(text, ":"));
        let needed = texts().fold(0_u64, |sum, text| {
            sum.saturating_add(kept(text)).saturating_add(reading(text, ":{,"))
        });
        let left = most.checked_sub(needed)?;
        let mut sheet = StyleSheet::new();
        texts().for_each(|text| sheet.parse_more(text));
        Some(Self { sheet, left: left.into() })
    }

    /// Whether few steps apply all of a small drawing's style.
    pub fn is_light(document: &'a Document<'_>) -> bool {
        let styling = Self::of(document, LIGHT);
        styling
            .is_some_and(|styling| document.descendants().all(|node| styling.steps(node).is_some()))
    }

    /// How many steps the style of an element takes; none if that is more than all that were left.
    pub fn steps(&self, node: Node<'_, '_>) -> Option<u64> {
        let before = self.left.get();
        let element = Counted { node, left: &self.left };
        for rule in &self.sheet.rules {
            element.take(1);
            if rule.selector.matches(&element) {
                element.take(rule.declarations.len() as u64);
            }
        }
        element.take(node.attribute("style").map_or(0, |text| reading(text, ":")));
        (!self.is_spent()).then_some(before - self.left.get())
    }

    /// Whether no steps are left.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}

/// The steps to read declarations, of which any of these marks may begin one.
fn reading(text: &str, marks: &str) -> u64 {
    count(text, marks).saturating_mul(text.len() as u64) / (2 * BYTES)
}

fn count(text: &str, marks: &str) -> u64 {
    text.bytes().filter(|byte| marks.as_bytes().contains(byte)).count() as u64
}

/// An element that selectors look at, and that counts how often; when no steps are left nothing matches it.
struct Counted<'a, 'i, 'c> {
    node: Node<'a, 'i>,
    left: &'c Cell<u64>,
}

impl<'a, 'i> Counted<'a, 'i, '_> {
    /// Whether so many steps are left.
    fn take(&self, steps: u64) -> bool {
        let left = self.left.get().saturating_sub(steps);
        self.left.set(left);
        left > 0
    }

    fn at(&self, node: Option<Node<'a, 'i>>) -> Option<Self> {
        let node = node.filter(|_| self.take(1))?;
        Some(Self { node, left: self.left })
    }
}

impl Element for Counted<'_, '_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.at(self.node.parent_element())
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.at(self.node.prev_sibling_element())
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.node.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let value = self.node.attribute(name);
        value.is_some_and(|value| {
            self.take(1 + value.len() as u64 / BYTES) && operator.matches(value)
        })
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Styling;
    use crate::xml;

    /// The steps on the rectangle inside nested groups.
    fn steps(sheet: &str, groups: usize) -> Option<u64> {
        let svg = format!(
            "<svg><style>{sheet}</style>{}<rect style='a:b'/>{}</svg>",
            "<g>".repeat(groups),
            "</g>".repeat(groups)
        );
        let document = xml::document(&svg).unwrap();
        let rect = document.descendants().find(|node| node.has_tag_name("rect")).unwrap();
        Styling::of(&document, 1_000_000)?.steps(rect)
    }

    #[test]
    fn all_ways_up_are_counted_which_selectors_look_along() {
        assert_eq!(steps("", 9), Some(0));
        assert_eq!(steps("g{a:b}", 9), Some(1));
        // The rule, and what it says.
        assert_eq!(steps("rect{a:b;c:d}", 9), Some(3));
        // Nine groups and the root are looked at, and none is an `x`.
        assert_eq!(steps("x rect{a:b}", 9), Some(1 + 10));
        // From each of the nine, all that are around it, and the root.
        assert_eq!(steps("x g rect{a:b}", 9), Some(1 + 10 + (1..=9).sum::<u64>()));
        assert_eq!(steps("x g g g g g g rect{a:b}", 90), None);
    }

    #[test]
    fn what_is_read_again_and_again_is_counted() {
        assert!(steps(&"a{b:c}".repeat(100), 1).is_some());
        assert_eq!(steps(&"a{b:c}".repeat(10_000), 1), None);
        assert_eq!(steps(&format!("{}a{{{}}}", "a,".repeat(2000), "b:c;".repeat(2000)), 1), None);
    }
}
