//! Whether a face shows anything at all.

use usvg::{Group, Node as Drawn, Opacity, Rect};

use super::Scene;
use crate::images::has_colour;

/// Whether nothing that a scene draws with any colour lies on its face.
pub fn is_blank(scene: &Scene) -> bool {
    scene.trees().all(|tree| {
        let (w, h) = (tree.size().width(), tree.size().height());
        let face = Rect::from_ltrb(0.0, 0.0, w, h);
        face.is_none_or(|face| !is_on(tree.root(), face))
    })
}

fn is_on(group: &Group, face: Rect) -> bool {
    group.opacity() != Opacity::ZERO
        && group.children().iter().any(|node| match node {
            Drawn::Group(group) => is_on(group, face),
            // Lines have boxes without a width or a height.
            other => {
                let drawn = other.abs_stroke_bounding_box();
                has_colour(other)
                    && drawn.left() < face.right()
                    && drawn.right() > face.left()
                    && drawn.top() < face.bottom()
                    && drawn.bottom() > face.top()
            }
        })
}
