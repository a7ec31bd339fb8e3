//! How large an element of a drawing comes out, as far as its text tells.

use roxmltree::{Document, Node};
use svgtypes::{Transform, ViewBox};

/// Elements whose content is drawn elsewhere, at a size that only their users know.
const ELSEWHERE: [&str; 7] = ["defs", "symbol", "pattern", "clipPath", "mask", "marker", "filter"];

/// What is known about the sizes in one drawing.
pub struct Demand {
    /// Whether a style sheet may turn and scale things.
    styled: bool,
}

impl Demand {
    /// Looks through a drawing.
    pub fn of(document: &Document<'_>) -> Self {
        let mut styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        let styled = styles.any(|node| node.text().is_some_and(|text| text.contains("transform")));
        Self { styled }
    }

    /// How many mm a unit inside of an element comes to at most; none if that is not known.
    ///
    /// What `<use>` draws again counts where it stands itself.
    pub fn scale(&self, node: Node<'_, '_>) -> Option<f64> {
        if self.styled {
            return None;
        }
        node.ancestors().filter(Node::is_element).try_fold(1.0, |scale, node| {
            let elsewhere = ELSEWHERE.contains(&node.tag_name().name());
            let styled = node.attribute("style").is_some_and(|style| style.contains("transform"));
            if elsewhere || styled {
                return None;
            }
            Some(scale * own(node)?)
        })
    }
}

/// How far an element scales what is in it, at most.
fn own(node: Node<'_, '_>) -> Option<f64> {
    let transform = match node.attribute("transform") {
        Some(text) => stretched(&text.parse::<Transform>().ok()?),
        None => 1.0,
    };
    let inner = node.tag_name().name() == "svg" && node.parent_element().is_some();
    let view = node.attribute("viewBox").filter(|_| inner);
    let Some(view) = view else { return Some(transform) };
    let view: ViewBox = view.parse().ok()?;
    let side = |name| node.attribute(name)?.trim().parse::<f64>().ok();
    Some(transform * (side("width")? / view.w).max(side("height")? / view.h))
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
    fn what_is_drawn_elsewhere_has_no_known_size() {
        assert_eq!(scale("<defs><image/></defs>"), None);
        assert_eq!(scale("<style>image{transform:scale(9)}</style><image/>"), None);
        assert_eq!(scale("<g style=\"transform: scale(3)\"><image/></g>"), None);
    }
}
