//! How large an element of a drawing comes out, as far as its text tells.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use svgtypes::{Transform, ViewBox};

use super::length::mm;
use crate::limits::references;

/// Elements whose content is drawn by those that refer to them, and by nobody else.
const ELSEWHERE: [&str; 7] = ["defs", "symbol", "pattern", "clipPath", "mask", "marker", "filter"];
/// The longest chain of elements that draw one another; what is beyond is not known.
const LONGEST: usize = 8;

/// What is known about the sizes in one drawing.
pub struct Demand<'a, 'input> {
    /// Whether a style sheet may turn and scale things.
    styled: bool,
    /// Who draws the element of an id.
    users: BTreeMap<&'a str, Vec<Node<'a, 'input>>>,
}

impl<'a, 'input> Demand<'a, 'input> {
    /// Looks through a drawing.
    pub fn of(document: &'a Document<'input>) -> Self {
        let mut styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        let styled = styles.any(|node| node.text().is_some_and(|text| text.contains("transform")));
        let mut users = BTreeMap::<_, Vec<_>>::new();
        for node in document.descendants().filter(Node::is_element) {
            for (_, id) in references(node) {
                users.entry(id).or_default().push(node);
            }
        }
        Self { styled, users }
    }

    /// How many mm a unit inside of an element comes to at most, wherever it is drawn; none if that is
    /// not known.
    pub fn scale(&self, node: Node<'a, 'input>) -> Option<f64> {
        if self.styled { None } else { self.largest(node, 0).filter(|scale| *scale > 0.0) }
    }

    /// The same; 0 for what is not drawn.
    fn largest(&self, node: Node<'a, 'input>, chain: usize) -> Option<f64> {
        let (mut inside, mut largest) = (1.0, 0.0_f64);
        for node in node.ancestors().filter(Node::is_element) {
            let styled = node.attribute("style").is_some_and(|style| style.contains("transform"));
            if styled || chain > LONGEST {
                return None;
            }
            inside *= own(node)?;
            let users = node.attribute("id").and_then(|id| self.users.get(id));
            for user in users.into_iter().flatten() {
                largest = largest.max(inside * by(*user, node)? * self.largest(*user, chain + 1)?);
            }
            if ELSEWHERE.contains(&node.tag_name().name()) {
                return Some(largest);
            }
        }
        Some(largest.max(inside))
    }
}

/// How far an element scales what is in it, at most.
fn own(node: Node<'_, '_>) -> Option<f64> {
    let transform = node.attribute("transform").or(node.attribute("patternTransform"));
    let transform = match transform {
        Some(text) => stretched(&text.parse::<Transform>().ok()?),
        None => 1.0,
    };
    let inner = node.tag_name().name() == "svg" && node.parent_element().is_some();
    Some(transform * if inner { framed(node, node)? } else { 1.0 })
}

/// How far one that draws an element from elsewhere scales it, but for its own transform.
fn by(user: Node<'_, '_>, drawn: Node<'_, '_>) -> Option<f64> {
    let in_mm = |name, default| drawn.attribute(name).unwrap_or(default) == "userSpaceOnUse";
    match (user.tag_name().name(), drawn.tag_name().name()) {
        ("use", "symbol" | "svg") => framed(user, drawn),
        ("use", _) => Some(1.0),
        ("pattern" | "marker" | "filter", _) => None,
        (_, "pattern") if in_mm("patternContentUnits", "userSpaceOnUse") => {
            let is_framed = drawn.attribute("viewBox").is_some();
            if is_framed && !in_mm("patternUnits", "") { None } else { framed(drawn, drawn) }
        }
        (_, "mask") if in_mm("maskContentUnits", "userSpaceOnUse") => Some(1.0),
        (_, "clipPath") if in_mm("clipPathUnits", "userSpaceOnUse") => Some(1.0),
        _ => None,
    }
}

/// How far the view of `drawn` is scaled to the sides that `frame` has.
fn framed(frame: Node<'_, '_>, drawn: Node<'_, '_>) -> Option<f64> {
    let Some(view) = drawn.attribute("viewBox") else { return Some(1.0) };
    let view: ViewBox = view.parse().ok()?;
    let side = |name| mm(frame, name)?;
    Some((side("width")? / view.w).max(side("height")? / view.h))
}

/// The longest that a line of length 1 becomes.
fn stretched(matrix: &Transform) -> f64 {
    let Transform { a, b, c, d, .. } = *matrix;
    let (sum, determinant) = (a * a + b * b + c * c + d * d, a * d - b * c);
    ((sum + (sum * sum - 4.0 * determinant * determinant).max(0.0).sqrt()) / 2.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::Demand;
    use roxmltree::Document;

    fn scale(inside: &str) -> Option<f64> {
        let svg = format!("<svg viewBox=\"0 0 63 88\">{inside}</svg>");
        let document = Document::parse(&svg).unwrap();
        let node = document.descendants().find(|node| node.has_tag_name("image")).unwrap();
        Demand::of(&document).scale(node).map(|scale| (scale * 1e6).round() / 1e6)
    }

    #[test]
    fn scales_of_all_that_is_around_are_multiplied() {
        assert_eq!(scale("<image/>"), Some(1.0));
        assert_eq!(
            scale("<g transform=\"scale(2)\"><image transform=\"rotate(30)\"/></g>"),
            Some(2.0)
        );
        assert_eq!(scale("<g transform=\"scale(2 .5) translate(3)\"><image/></g>"), Some(2.0));
        assert_eq!(
            scale("<svg width=\"30\" height=\"10\" viewBox=\"0 0 100 100\"><image/></svg>"),
            Some(0.3)
        );
    }

    #[test]
    fn what_is_drawn_elsewhere_is_as_large_as_where_it_is_drawn_largest() {
        let used = |more: &str| {
            scale(&format!("<defs><g transform=\"scale(2)\"><image id=\"i\"/></g></defs>{more}"))
        };
        assert_eq!(used("<use href=\"#i\"/>"), Some(1.0), "without what is around it in `defs`");
        let twice = "<use href=\"#i\"/><g transform=\"scale(3)\"><use href=\"#i\" transform=\"scale(2)\"/></g>";
        assert_eq!(used(twice), Some(6.0));
        assert_eq!(used(""), None, "it is not drawn");
        assert_eq!(scale("<image id=\"i\"/><use href=\"#i\" transform=\"scale(4)\"/>"), Some(4.0));
        assert_eq!(
            scale(
                "<symbol id=\"s\" viewBox=\"0 0 10 10\"><image/></symbol><use href=\"#s\" width=\"50mm\" height=\"2cm\"/>"
            ),
            Some(5.0)
        );
        let pattern = |said: &str| {
            scale(&format!(
                "<pattern id=\"p\" {said}><image/></pattern><g transform=\"scale(2)\"><rect fill=\"url(#p)\"/></g>"
            ))
        };
        assert_eq!(pattern("patternTransform=\"scale(5)\""), Some(10.0));
        assert_eq!(
            pattern(
                "patternUnits=\"userSpaceOnUse\" width=\"30\" height=\"10\" viewBox=\"0 0 10 10\""
            ),
            Some(6.0)
        );
        assert_eq!(pattern("patternContentUnits=\"objectBoundingBox\""), None);
        assert_eq!(scale("<mask id=\"m\"><image/></mask><rect mask=\"url(#m)\"/>"), Some(1.0));
    }

    #[test]
    fn what_draws_itself_or_is_scaled_by_a_style_has_no_known_size() {
        assert_eq!(scale("<g id=\"a\"><image/><use href=\"#a\"/></g>"), None);
        assert_eq!(scale("<style>image{transform:scale(9)}</style><image/>"), None);
        assert_eq!(scale("<g style=\"transform: scale(3)\"><image/></g>"), None);
    }
}
