//! How large a picture comes out: by the text of the drawing where that tells, and by its tree otherwise.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::sync::Arc;

use roxmltree::{Document, Node};
use svgtypes::Transform;
use usvg::{
    Group, Image, ImageHrefResolver, ImageKind, ImageRendering, Node as Drawn, Paint, Tree,
};

use super::place::{images, kept, room};
use super::write::image;
use crate::geom::Rect;
use crate::limits::references;
use crate::xml::Edited;

/// Elements that draw what is in them where it stands.
const PLAIN: [&str; 4] = ["a", "g", "image", "switch"];
/// Begins the names of the pictures that stand in for all others while a drawing is measured.
const STAND_IN: &str = "deckle-stand-in:";
/// The beginning of a PNG of one pixel, which is as far as the parser of drawings reads one.
const PIXEL: [u8; 33] = [
    137, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0,
    0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// Parses a drawing, with its boxes of text set and with these pictures.
pub type Set<'a> = dyn Fn(&str, ImageHrefResolver<'_>) -> Option<Tree> + 'a;

/// What is known about the sizes in one drawing.
pub struct Demand<'a, 'input> {
    document: &'a Document<'input>,
    /// Whether a style sheet may turn and scale things.
    styled: bool,
    /// The ids of elements that others draw.
    drawn: BTreeSet<&'a str>,
    /// What the tree tells, which is asked for only if the text does not.
    measured: OnceCell<BTreeMap<usize, f64>>,
    set: &'a Set<'a>,
}

impl<'a, 'input> Demand<'a, 'input> {
    /// Looks through a drawing.
    pub fn of(document: &'a Document<'input>, set: &'a Set<'a>) -> Self {
        let mut styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        let styled = styles.any(|node| node.text().is_some_and(|text| text.contains("transform")));
        let elements = document.descendants().filter(Node::is_element);
        let drawn = elements.flat_map(references).map(|(_, id)| id).collect();
        Self { document, styled, drawn, measured: OnceCell::new(), set }
    }

    /// How many mm a unit in the element of a picture comes to at most, wherever it is drawn; none if
    /// it is drawn nowhere.
    pub fn scale(&self, image: Node<'_, '_>) -> Option<f64> {
        let measured = || {
            let known = self.measured.get_or_init(|| self.measure().unwrap_or_default());
            known.get(&image.range().start).copied()
        };
        self.plain(image).or_else(measured).filter(|scale| *scale > 0.0)
    }

    /// The same by the text, where nothing but the transforms around the element is to be reckoned with.
    fn plain(&self, image: Node<'_, '_>) -> Option<f64> {
        let mut sum = Transform::default();
        let elements = image.ancestors().filter(|node| node.parent_element().is_some());
        for node in elements {
            let styled = node.attribute("style").is_some_and(|style| style.contains("transform"));
            let drawn = node.attribute("id").is_some_and(|id| self.drawn.contains(id));
            if self.styled || styled || drawn || !PLAIN.contains(&node.tag_name().name()) {
                return None;
            }
            if let Some(text) = node.attribute("transform") {
                sum = behind(&sum, &text.parse().ok()?);
            }
        }
        Some(stretched(&sum))
    }

    /// The same of all pictures by the tree, each under the place of its element.
    fn measure(&self) -> Option<BTreeMap<usize, f64>> {
        let boxed = images(self.document).filter_map(|node| Some((node, room(node, (1.0, 1.0))?)));
        let (mut rooms, mut edits) = (BTreeMap::new(), Vec::new());
        for (node, room) in boxed {
            let at = node.range().start;
            edits.push((node.range(), image(&kept(node), room, &format!("{STAND_IN}{at}"))));
            rooms.insert(at, room);
        }
        let svg = Edited::new(self.document.input_text(), edits).text;
        let tree = (self.set)(&svg, stand_ins())?;
        let mut scales = BTreeMap::new();
        walk(tree.root(), usvg::Transform::identity(), &mut |image, at| {
            let Some((place, Rect { w, h, .. })) = stood_in(image, &rooms) else { return };
            let [a, b, c, d] = linear(at);
            let unit = Transform { a: a / w, b: b / w, c: c / h, d: d / h, e: 0.0, f: 0.0 };
            let largest: &mut f64 = scales.entry(place).or_default();
            *largest = largest.max(stretched(&unit));
        });
        Some(scales)
    }
}

/// The element that a stand-in stands for, and its box.
fn stood_in<'r>(image: &Image, rooms: &'r BTreeMap<usize, Rect>) -> Option<(usize, &'r Rect)> {
    let ImageKind::PNG(bytes) = image.kind() else { return None };
    let name = str::from_utf8(bytes.strip_prefix(&PIXEL[..])?).ok()?;
    let place = name.strip_prefix(STAND_IN)?.parse().ok()?;
    Some((place, rooms.get(&place)?))
}

/// Of the pictures in a drawing the one with the largest pixels: its width and height in pixels, and the
/// units of the drawing that a pixel comes to; none of those whose pixels are to be seen.
pub fn coarsest(tree: &Tree) -> Option<((f64, f64), f64)> {
    let mut found: Option<((f64, f64), f64)> = None;
    walk(tree.root(), usvg::Transform::identity(), &mut |image, at| {
        let is_smooth = matches!(
            image.rendering_mode(),
            ImageRendering::OptimizeQuality | ImageRendering::Smooth | ImageRendering::HighQuality
        );
        let [a, b, c, d] = linear(at);
        let unit = stretched(&Transform { a, b, c, d, e: 0.0, f: 0.0 });
        if is_smooth && image.is_visible() && found.is_none_or(|(_, largest)| unit > largest) {
            let size = image.size();
            found = Some(((f64::from(size.width()), f64::from(size.height())), unit));
        }
    });
    found
}

/// The beginning of a PNG of that many pixels.
pub fn sized((w, h): (f64, f64)) -> ImageKind {
    let mut bytes = PIXEL.to_vec();
    bytes[16..20].copy_from_slice(&(w as u32).to_be_bytes());
    bytes[20..24].copy_from_slice(&(h as u32).to_be_bytes());
    ImageKind::PNG(Arc::new(bytes))
}

/// A picture of one pixel for each name, which it holds.
pub fn stand_ins() -> ImageHrefResolver<'static> {
    let pixel = |href: &str| Some(ImageKind::PNG(Arc::new([&PIXEL, href.as_bytes()].concat())));
    ImageHrefResolver {
        resolve_string: Box::new(move |href, _| pixel(href)),
        resolve_data: Box::new(|_, _, _| None),
    }
}

/// Goes through all pictures of a drawing, wherever they are drawn, each with what its pixels come to.
fn walk(group: &Group, at: usvg::Transform, see: &mut dyn FnMut(&Image, usvg::Transform)) {
    let at = at.pre_concat(group.transform());
    for mask in successors(group.mask(), |mask| mask.mask()) {
        walk(mask.root(), at, see);
    }
    for node in group.children() {
        match node {
            Drawn::Group(group) => walk(group, at, see),
            Drawn::Path(path) => {
                let fill = path.fill().map(|fill| fill.paint());
                for paint in fill.into_iter().chain(path.stroke().map(|stroke| stroke.paint())) {
                    if let Paint::Pattern(pattern) = paint {
                        walk(pattern.root(), at.pre_concat(pattern.transform()), see);
                    }
                }
            }
            Drawn::Text(text) => walk(text.flattened(), at, see),
            Drawn::Image(image) => match image.kind() {
                ImageKind::SVG(tree) => walk(tree.root(), at, see),
                _ => see(image, at),
            },
        }
    }
}

fn linear(at: usvg::Transform) -> [f64; 4] {
    [at.sx, at.ky, at.kx, at.sy].map(f64::from)
}

/// One transform in another, but for where they move things.
fn behind(inner: &Transform, outer: &Transform) -> Transform {
    let (i, o) = (inner, outer);
    let [a, b] = [o.a * i.a + o.c * i.b, o.b * i.a + o.d * i.b];
    let [c, d] = [o.a * i.c + o.c * i.d, o.b * i.c + o.d * i.d];
    Transform { a, b, c, d, e: 0.0, f: 0.0 }
}

/// The longest that a line of length 1 becomes.
fn stretched(matrix: &Transform) -> f64 {
    let Transform { a, b, c, d, .. } = *matrix;
    let (sum, determinant) = (a * a + b * b + c * c + d * d, a * d - b * c);
    ((sum + (sum * sum - 4.0 * determinant * determinant).max(0.0).sqrt()) / 2.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Demand, images};
    use crate::fonts::BODY;
    use roxmltree::Document;
    use usvg::{ImageHrefResolver, Options, Tree};

    const BOX: &str = "width=\"4\" height=\"2\" href=\"a\"";

    /// The scale of the first picture, and whether its tree was asked for.
    fn measured(inside: &str) -> (Option<f64>, bool) {
        let inside = inside.replace("<image", &format!("<image {BOX}"));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>"
        );
        let document = Document::parse(&svg).unwrap();
        let set = |svg: &str, image_href_resolver: ImageHrefResolver<'_>| {
            let options = Options {
                dpi: 25.4,
                font_family: BODY.into(),
                image_href_resolver,
                ..Options::default()
            };
            Tree::from_str(svg, &options).ok()
        };
        let demand = Demand::of(&document, &set);
        let scale = demand.scale(images(&document).next().unwrap());
        (scale.map(|scale| (scale * 1e4).round() / 1e4), demand.measured.get().is_some())
    }

    #[track_caller]
    fn text(inside: &str, scale: f64) {
        assert_eq!(measured(inside), (Some(scale), false), "{inside}");
    }

    #[track_caller]
    fn tree(inside: &str, scale: impl Into<Option<f64>>) {
        assert_eq!(measured(inside), (scale.into(), true), "{inside}");
    }

    #[test]
    fn transforms_of_all_that_is_around_are_multiplied() {
        text("<image/>", 1.0);
        text("<g id=\"layer\" transform=\"scale(2)\"><image transform=\"rotate(30)\"/></g>", 2.0);
        text("<g transform=\"scale(2 .5) translate(3)\"><image/></g>", 2.0);
        text("<g transform=\"scale(2 .5)\"><image transform=\"scale(.5 2)\"/></g>", 1.0);
        text("<g transform=\"rotate(90)\"><image transform=\"scale(3 1)\"/></g>", 3.0);
    }

    #[test]
    fn frames_and_styles_are_measured_in_the_tree() {
        let frame = "<svg width=\"30\" height=\"10\" viewBox=\"0 0 100 100\"";
        tree(&format!("{frame}><image/></svg>"), 0.1);
        tree(&format!("{frame} preserveAspectRatio=\"xMidYMid slice\"><image/></svg>"), 0.3);
        tree("<style>image{transform:scale(9)}</style><image/>", 9.0);
        tree("<g style=\"transform: scale(3)\"><image/></g>", 3.0);
    }

    #[test]
    fn what_is_drawn_elsewhere_is_as_large_as_where_it_is_drawn_largest() {
        let used = |more: &str| {
            format!("<defs><g transform=\"scale(2)\"><image id=\"i\"/></g></defs>{more}")
        };
        tree(&used("<use href=\"#i\"/>"), 1.0);
        let twice = "<use href=\"#i\"/><g transform=\"scale(3)\"><use href=\"#i\" transform=\"scale(2)\"/></g>";
        tree(&used(twice), 6.0);
        tree(&used(""), None);
        tree("<image id=\"i\"/><use href=\"#i\" transform=\"scale(4)\"/>", 4.0);
        let symbol = "<symbol id=\"s\" viewBox=\"0 0 10 10\"><image/></symbol>";
        tree(&format!("{symbol}<use href=\"#s\" width=\"50mm\" height=\"2cm\"/>"), 2.0);
        tree(
            "<mask id=\"m\"><image/></mask><rect width=\"4\" height=\"4\" mask=\"url(#m)\"/>",
            1.0,
        );
    }

    #[test]
    fn a_pattern_is_measured_on_all_that_it_fills() {
        // The box that is filled is 20 mm wide and 10 high, and twice that on the card.
        let filled = |said: &str, by: &str| {
            format!("<pattern id=\"p\" {said}><image/></pattern><g transform=\"scale(2)\">{by}</g>")
        };
        let rect = "<rect width=\"20\" height=\"10\" fill=\"url(#p)\"/>";
        let sides = "width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"";
        tree(&filled(&format!("{sides} patternTransform=\"scale(5)\""), rect), 10.0);
        let view =
            "patternUnits=\"userSpaceOnUse\" width=\"30\" height=\"10\" viewBox=\"0 0 10 5\"";
        tree(&filled(view, rect), 4.0);
        // A tile is half the box wide and half of it high: 10 x 5 mm for 4 x 2 units.
        let halves = "width=\".5\" height=\".5\"";
        tree(&filled(halves, rect), 2.0);
        tree(&filled(&format!("{halves} viewBox=\"0 0 4 2\""), rect), 5.0);
        tree(
            &filled("width=\"1\" height=\"1\" patternContentUnits=\"objectBoundingBox\"", rect),
            40.0,
        );
        // Filled by the group around, by a rule, by `use`, as a stroke, as letters, through another pattern.
        let plain = "<rect width=\"20\" height=\"10\"/>";
        tree(&filled(halves, &format!("<g fill=\"url(#p)\">{plain}</g>")), 2.0);
        tree(&filled(halves, &format!("<style>rect{{fill:url(#p)}}</style>{plain}")), 2.0);
        tree(
            &filled(
                halves,
                &format!(
                    "<defs>{}</defs><use href=\"#r\" transform=\"scale(3)\"/>",
                    rect.replace("<rect", "<rect id=\"r\"")
                ),
            ),
            6.0,
        );
        tree(&filled(sides, "<path d=\"M0 0H9\" stroke=\"url(#p)\"/>"), 2.0);
        let chained = "<pattern id=\"q\" href=\"#p\" patternTransform=\"scale(3)\"/><rect width=\"20\" height=\"10\" fill=\"url(#q)\"/>";
        tree(&filled(sides, chained), 6.0);
        tree(&filled(sides, plain), None);
    }
}
