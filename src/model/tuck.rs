//! A tuck box: how large its panels are for some cards, and the net that it is cut and folded from.

use serde::Serialize;

use crate::geom::{Rect, Size, Xy};

/// Width of the strip that is glued, in mm.
const GLUE: f64 = 10.0;
/// Radius of the thumb cut and of the tongues' corners, in mm.
const THUMB: f64 = 8.0;
/// Straight pieces of a half circle.
const STEPS: usize = 16;

/// Inner measures of a box that opens at the top and at the bottom, in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TuckBox {
    /// Width of the front.
    pub width: f64,
    /// Height of the front.
    pub height: f64,
    /// From the front to the back.
    pub depth: f64,
    /// Width of the strip that is glued behind the front's edge.
    pub glue: f64,
    /// Length of the tongues that are tucked in.
    pub tuck: f64,
    /// Length of the flaps beside the lid.
    pub flap: f64,
}

impl TuckBox {
    /// The box for `count` cards of this size, each `stock` thick, with `clearance` beside them, in mm.
    pub fn holding(card: Size, count: u32, stock: f64, clearance: f64) -> Self {
        let depth = f64::from(count) * stock + clearance;
        let width = card.w + clearance;
        Self {
            width,
            height: card.h + clearance,
            depth,
            glue: GLUE.min(depth),
            tuck: (depth * 0.8).clamp(6.0, 15.0),
            // Flaps of both sides may not meet in the middle.
            flap: (depth * 0.9).min(width / 2.0 - 1.0),
        }
    }

    /// The box around the whole net.
    pub fn size(&self) -> Size {
        Size {
            w: 2.0 * (self.width + self.depth) + self.glue,
            h: self.height + 2.0 * (self.depth + self.tuck),
        }
    }

    /// The panels by name: they lie side by side as `front`, `right`, `back`, `left` and `glue`, with `top`
    /// and `bottom`, `lid` and `tongue` above and below the back.
    pub fn panels(&self) -> [(&'static str, Rect); 9] {
        let Self { width, height, depth, glue, tuck, .. } = *self;
        let (back, top) = (width + depth, tuck + depth);
        let bottom = top + height;
        let panel = |x, y, w, h| Rect { x, y, w, h };
        [
            ("front", panel(0.0, top, width, height)),
            ("right", panel(width, top, depth, height)),
            ("back", panel(back, top, width, height)),
            ("left", panel(back + width, top, depth, height)),
            ("glue", panel(back + width + depth, top, glue, height)),
            ("top", panel(back, tuck, width, depth)),
            ("bottom", panel(back, bottom, width, depth)),
            ("lid", panel(back, 0.0, width, tuck)),
            ("tongue", panel(back, bottom + depth, width, tuck)),
        ]
    }

    /// The outline to cut, as one closed line.
    pub fn cut(&self) -> Vec<Xy> {
        let Self { width, depth, glue, tuck, flap, .. } = *self;
        let size = self.size();
        let (top, bottom) = (tuck + depth, size.h - tuck - depth);
        let (right, back) = (width, width + depth);
        let (left, end) = (back + width, back + width + depth);
        let middle = width / 2.0;
        let radius = THUMB.min(width / 4.0);
        let slant = (flap * 0.25).min(depth / 4.0);
        let mut line = vec![(0.0, bottom), (0.0, top), (middle - radius, top)];
        line.extend(arc((middle, top), radius, 180.0, 0.0));
        line.extend([(middle + radius, top), (right, top)]);
        line.extend([(right + slant, top - flap), (back - slant / 2.0, top - flap), (back, top)]);
        line.push((back, tuck));
        line.extend(tongue(back, left, tuck, 0.0));
        line.extend([(left, tuck), (left, top)]);
        line.extend([(left + slant / 2.0, top - flap), (end - slant, top - flap), (end, top)]);
        let cut = glue / 3.0;
        line.extend([(end + glue, top + cut), (end + glue, bottom - cut), (end, bottom)]);
        line.extend([(end - slant, bottom + flap), (left + slant / 2.0, bottom + flap)]);
        line.extend([(left, bottom), (left, size.h - tuck)]);
        line.extend(tongue(left, back, size.h - tuck, size.h));
        line.extend([(back, size.h - tuck), (back, bottom)]);
        line.extend([(back - slant / 2.0, bottom + flap), (right + slant, bottom + flap)]);
        line.push((right, bottom));
        line
    }

    /// The lines to fold along.
    pub fn folds(&self) -> Vec<[Xy; 2]> {
        let Self { width, depth, tuck, .. } = *self;
        let size = self.size();
        let (top, bottom) = (tuck + depth, size.h - tuck - depth);
        let back = width + depth;
        let edges = [width, back, back + width, back + width + depth];
        let upright = edges.map(|x| [(x, top), (x, bottom)]);
        let level = |y: f64, from: f64, to: f64| [(from, y), (to, y)];
        let mut folds = upright.to_vec();
        folds.extend([level(top, width, edges[3]), level(bottom, width, edges[3])]);
        folds.extend([level(tuck, back, edges[2]), level(size.h - tuck, back, edges[2])]);
        folds
    }
}

/// A tongue from x to x, between the fold and its far edge, with round corners.
fn tongue(from: f64, to: f64, fold: f64, far: f64) -> Vec<Xy> {
    let radius = THUMB.min((fold - far).abs());
    let (along, out) = ((to - from).signum() * radius, (far - fold).signum() * radius);
    let quarter = (0..=STEPS / 2).map(|step| (180.0 * step as f64 / STEPS as f64).to_radians());
    let first = quarter
        .clone()
        .map(|angle| (from + along * (1.0 - angle.cos()), far - out * (1.0 - angle.sin())));
    let second =
        quarter.map(|angle| (to - along * (1.0 - angle.sin()), far - out * (1.0 - angle.cos())));
    first.chain(second).collect()
}

/// Points of an arc below its middle, from one angle to another, in degrees; 0 is to the right.
fn arc(middle: Xy, radius: f64, from: f64, to: f64) -> impl Iterator<Item = Xy> {
    (1..STEPS).map(move |step| {
        let angle = (from + (to - from) * step as f64 / STEPS as f64).to_radians();
        (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
    })
}
