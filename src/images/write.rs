//! The text of one picture in its place, in plain SVG.

use super::attributes::{Ask, Mask};
use super::fit::Place;
use crate::geom::{Rect, decimal};
use crate::xml;

/// Writes one picture.
pub struct Writer<'a> {
    /// The number of the element in its drawing, which keeps names apart.
    pub number: usize,
    /// Where the picture lies.
    pub place: &'a Place,
    /// How it is to be shown.
    pub ask: &'a Ask,
    /// Whether it is a drawing without alpha, of which what is dark is ink.
    pub is_inked: bool,
    /// The same of the picture that is its mask.
    pub is_mask_inked: bool,
}

impl Writer<'_> {
    /// The element with the attributes `kept` that shows the picture `name`.
    ///
    /// `part` is the part of a drawing that is shown, `mask` the name of the picture that is its mask.
    pub fn element(
        &self,
        kept: &str,
        name: &str,
        part: Option<Rect>,
        mask: Option<&str>,
    ) -> String {
        let mut text = self.turned(name, part);
        if let Some(tile) = self.place.tile {
            text = self.tiled(tile, &text);
        }
        if let Some(tint) = &self.ask.tint {
            text = self.tinted(tint, &text);
        }
        text = match mask {
            Some(mask) => self.masked_by(mask, &text),
            None => self.masked(text),
        };
        match text.strip_prefix("<image") {
            Some(rest) => format!("<image{kept}{rest}"),
            None => format!("<g{kept}>{text}</g>"),
        }
    }

    fn id(&self, part: &str) -> String {
        format!("deckle-{}-{part}", self.number)
    }

    /// The picture itself, turned and mirrored about its middle; `part` is the part of a drawing.
    fn turned(&self, name: &str, part: Option<Rect>) -> String {
        let (ask, (cx, cy), (w, h)) = (self.ask, self.place.middle, self.place.size);
        let level = ask.rotate == 0.0 && ask.flip == (false, false);
        let (x, y) = if level { (cx - w / 2.0, cy - h / 2.0) } else { (-w / 2.0, -h / 2.0) };
        let seen = Rect { x, y, w, h };
        let text = match part {
            None => image("", seen, name),
            Some(part) => {
                let (w, h) = (w / part.w, h / part.h);
                let whole = Rect { x: x - part.x * w, y: y - part.y * h, w, h };
                self.clipped("part", &format!("<rect{}/>", sides(seen)), &image("", whole, name))
            }
        };
        if level {
            return text;
        }
        let sign = |flip: bool| if flip { "-1" } else { "1" };
        let [cx, cy, turn] = [cx, cy, ask.rotate].map(decimal);
        let (fx, fy) = (sign(ask.flip.0), sign(ask.flip.1));
        format!("<g transform=\"translate({cx} {cy}) rotate({turn}) scale({fx} {fy})\">{text}</g>")
    }

    fn tiled(&self, tile: Rect, text: &str) -> String {
        let id = self.id("tile");
        let [x, y, w, h] = [tile.x, tile.y, tile.w, tile.h].map(decimal);
        let seen = sides(self.place.seen);
        format!(
            "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" width=\"{w}\" height=\"{h}\" \
             patternTransform=\"translate({x} {y})\">{text}</pattern>\
             <rect{seen} fill=\"url(#{id})\"/>"
        )
    }

    fn tinted(&self, tint: &str, text: &str) -> String {
        let (id, tint, seen) = (self.id("tint"), xml::attribute(tint), self.place.seen);
        let kept = if self.is_inked { dark } else { mask };
        let mask = kept(&id, seen, text);
        format!("{mask}<rect{} fill=\"{tint}\" mask=\"url(#{id})\"/>", sides(seen))
    }

    /// Cut to what is to be seen, and to the shape that is asked for.
    fn masked(&self, text: String) -> String {
        let seen = self.place.seen;
        let (cx, cy) = (decimal(seen.x + seen.w / 2.0), decimal(seen.y + seen.h / 2.0));
        let ellipse = |rx: f64, ry: f64| {
            let (rx, ry) = (decimal(rx), decimal(ry));
            format!("<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\"/>")
        };
        let (half_w, half_h) = (seen.w / 2.0, seen.h / 2.0);
        let shape = match &self.ask.mask {
            Some(Mask::Round(radius)) => {
                let radius = decimal(radius.min(half_w).min(half_h));
                format!("<rect{} rx=\"{radius}\"/>", sides(seen))
            }
            Some(Mask::Circle) => ellipse(half_w.min(half_h), half_w.min(half_h)),
            Some(Mask::Ellipse) => ellipse(half_w, half_h),
            Some(Mask::Picture(_)) | None if !self.place.is_over => return text,
            Some(Mask::Picture(_)) | None => format!("<rect{}/>", sides(seen)),
        };
        self.clipped("clip", &shape, &text)
    }

    /// What another picture covers, or has dark.
    fn masked_by(&self, name: &str, text: &str) -> String {
        let (id, seen) = (self.id("mask"), self.place.seen);
        let kept = if self.is_mask_inked { dark } else { mask };
        let mask = kept(&id, seen, &image("", seen, name));
        format!("{mask}<g mask=\"url(#{id})\">{text}</g>")
    }

    fn clipped(&self, part: &str, shape: &str, text: &str) -> String {
        let id = self.id(part);
        format!("<clipPath id=\"{id}\">{shape}</clipPath><g clip-path=\"url(#{id})\">{text}</g>")
    }
}

/// An element with the attributes `kept` that shows a picture stretched to its box.
pub fn image(kept: &str, sides_of: Rect, name: &str) -> String {
    format!("<image{kept}{} preserveAspectRatio=\"none\" href=\"{name}\"/>", sides(sides_of))
}

/// A mask that keeps what `text` covers.
fn mask(id: &str, seen: Rect, text: &str) -> String {
    let sides = sides(seen);
    format!(
        "<mask id=\"{id}\" mask-type=\"alpha\" maskUnits=\"userSpaceOnUse\"{sides}>{text}</mask>"
    )
}

/// A mask that keeps what is dark in `text`: what it covers in white, less its own colours on black.
///
/// Both are opaque and reach beyond it, so that nothing is left along its edges, where pixels are covered in part.
fn dark(id: &str, seen: Rect, text: &str) -> String {
    let beyond = seen.w.max(seen.h) / 4.0;
    let wide = Rect {
        x: seen.x - beyond,
        y: seen.y - beyond,
        w: seen.w + 2.0 * beyond,
        h: seen.h + 2.0 * beyond,
    };
    let (cover, drawing, sides) = (format!("{id}-cover"), format!("{id}-drawing"), sides(wide));
    let silhouette = mask(&cover, wide, &format!("<g id=\"{drawing}\">{text}</g>"));
    format!(
        "{silhouette}<mask id=\"{id}\" mask-type=\"luminance\" maskUnits=\"userSpaceOnUse\"{sides}>\
         <g style=\"isolation:isolate\"><rect{sides}/>\
         <rect{sides} fill=\"#fff\" mask=\"url(#{cover})\"/>\
         <g style=\"mix-blend-mode:difference\"><rect{sides}/><use href=\"#{drawing}\"/></g></g></mask>"
    )
}

fn sides(rect: Rect) -> String {
    let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(decimal);
    format!(" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}
