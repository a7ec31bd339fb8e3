//! How a large picture is drawn in strips of rows, so that it need not be in memory as a whole.

use std::ops::Range;

use usvg::filter::Kind;
use usvg::{Group, ImageKind, Node};

use super::bands::ROWS;
use crate::scene::Scene;

/// Pictures of up to so many pixels are drawn in one piece: 64 MB.
const ONE_PIECE: u64 = 16 << 20;
/// Pixels of a strip: 8 MB. Layers of a strip may be five times as high as it, and filters take several.
const STRIP: u64 = 2 << 20;
/// Pixels of a strip whose drawing holds pictures: each is unpacked once a strip, so that an A1 board
/// at 300 pixels an inch is still one piece. 320 MB.
const WITH_PICTURES: u64 = 80 << 20;
/// The most pixels of a strip, where a filter has to see far: 512 MB.
const MOST: u64 = 128 << 20;
/// Layers inside one another: each begins by twice the height of a strip above it, counted from the one
/// around it, and is cut three times below, so that a third would end before the strip begins.
const MOST_LAYERS: usize = 2;
/// A layer is drawn so many times the height of its strip to either side; filters see no farther.
const LAYERS: f64 = 2.0;

/// The strips of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    height: u32,
    rows: u32,
    /// Whether several may be in memory at a time.
    pub side_by_side: bool,
}

impl Strips {
    /// Strips for a picture of a scene; none for a picture in one piece.
    ///
    /// # Errors
    /// A filter needs to see so much of the picture that no strip could be drawn.
    pub fn of(scene: &Scene, (w, h): (u32, u32)) -> Result<Option<Self>, String> {
        if u64::from(w) * u64::from(h) <= ONE_PIECE {
            return Ok(None);
        }
        let mut needs = Needs { scale: f64::from(w) / scene.size.w, ..Needs::default() };
        scene.trees().for_each(|tree| needs.group(tree.root(), 1.0, 0));
        if needs.layers > MOST_LAYERS {
            needs.reach = f64::INFINITY;
        }
        let wanted = if needs.pictures { WITH_PICTURES } else { STRIP };
        let rows = (wanted / u64::from(w)).max(1) as f64;
        let rows = rows.max(needs.reach / LAYERS).min(f64::from(h));
        let rows = (rows as u32).next_multiple_of(ROWS as u32);
        if u64::from(w) * u64::from(rows.min(h)) > MOST {
            return Err(format!(
                "a filter sees so far, or so many groups with clips, masks or opacity lie inside one another, that {w} x {h} pixels would have to be drawn at once"
            ));
        }
        Ok(Some(Self { height: h, rows, side_by_side: !needs.pictures }))
    }

    /// Strips of so many rows, as a test wants them.
    #[cfg(test)]
    pub fn every(height: u32, rows: u32, side_by_side: bool) -> Self {
        Self { height, rows, side_by_side }
    }

    /// The rows of each strip, from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let (height, rows) = (self.height, self.rows);
        (0..height).step_by(rows as usize).map(move |top| top..(top + rows).min(height))
    }
}

/// What the drawing of a strip needs beside its own rows.
#[derive(Default)]
struct Needs {
    /// Pixels in a unit of the drawing.
    scale: f64,
    /// How far filters see, in pixels.
    reach: f64,
    /// Whether there are pictures to be unpacked.
    pictures: bool,
    /// How many groups that are layers lie inside one another.
    layers: usize,
}

impl Needs {
    /// `scale` is that of the drawing that the group is in, in the one around it.
    fn group(&mut self, group: &Group, scale: f64, around: usize) {
        let layers = around + usize::from(group.should_isolate());
        self.layers = self.layers.max(layers);
        let own = group.abs_transform();
        let (sx, sy) = own.get_scale();
        let unit = self.scale * scale * f64::from(sx.max(sy));
        let kinds = group.filters().iter().flat_map(|filter| filter.primitives());
        let reach: f64 = kinds.map(|one| reach(one.kind())).sum();
        // No filter sees farther than its layer; nested ones see through one another.
        let layer = f64::from(group.abs_layer_bounding_box().height()) * self.scale * scale;
        self.reach += (reach * unit).min(layer);
        for node in group.children() {
            self.node(node, scale, layers);
            node.subroots(|root| self.group(root, scale, layers));
        }
    }

    fn node(&mut self, node: &Node, scale: f64, layers: usize) {
        match node {
            Node::Group(group) => self.group(group, scale, layers),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(tree) => {
                    let (sx, sy) = image.abs_transform().get_scale();
                    self.group(tree.root(), scale * f64::from(sx.max(sy)), layers);
                }
                _ => self.pictures = true,
            },
            Node::Path(_) | Node::Text(_) => {}
        }
    }
}

/// How far from a pixel a step of a filter looks, in units of its drawing.
fn reach(kind: &Kind) -> f64 {
    let blur = |x: f32, y: f32| 3.0 * f64::from(x.max(y)) + 1.0;
    match kind {
        Kind::GaussianBlur(one) => blur(one.std_dev_x().get(), one.std_dev_y().get()),
        Kind::DropShadow(one) => {
            let moved = f64::from(one.dx().abs().max(one.dy().abs()));
            blur(one.std_dev_x().get(), one.std_dev_y().get()) + moved
        }
        Kind::Offset(one) => f64::from(one.dx().abs().max(one.dy().abs())),
        Kind::Morphology(one) => f64::from(one.radius_x().get().max(one.radius_y().get())),
        Kind::DisplacementMap(one) => f64::from(one.scale().abs()),
        Kind::ConvolveMatrix(one) => f64::from(one.matrix().columns().max(one.matrix().rows())),
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 1.0,
        // What they draw hangs on the corner of what they are given.
        Kind::Tile(_) | Kind::Image(_) | Kind::Turbulence(_) => f64::INFINITY,
        Kind::Blend(_)
        | Kind::ColorMatrix(_)
        | Kind::ComponentTransfer(_)
        | Kind::Composite(_)
        | Kind::Flood(_)
        | Kind::Merge(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::Strips;
    use crate::findings::Findings;
    use crate::fonts::Fonts;
    use crate::geom::Size;
    use crate::images::Images;
    use crate::scene::{Scene, tree};

    fn strips(inside: &str, size: (u32, u32)) -> Result<Option<Strips>, String> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 800\">{inside}</svg>"
        );
        let tree = tree(&svg, &Fonts::embedded(), &Images::default(), &Findings::default());
        Strips::of(&Scene::whole(tree.unwrap(), Size { w: 600.0, h: 800.0 }), size)
    }

    fn blur(deviation: u32) -> String {
        format!(
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\"{deviation}\"/></filter>\
             <g filter=\"url(#f)\"><rect width=\"600\" height=\"800\"/></g>"
        )
    }

    #[test]
    fn many_layers_inside_one_another_are_drawn_in_one_piece() {
        let nested = |count: usize| {
            let (open, close) = ("<g opacity=\".9\">".repeat(count), "</g>".repeat(count));
            format!("{open}<path d=\"M0 9H500M0 700H500\" stroke=\"#000\"/>{close}")
        };
        let size = (6_000, 8_000);
        let rows = |count| strips(&nested(count), size).unwrap().unwrap().rows;
        assert!(rows(2) < 1_000);
        assert!(rows(3) >= 8_000);
        assert!(strips(&nested(3), (12_000, 16_000)).unwrap_err().contains("inside one another"));
    }

    #[test]
    fn strips_are_as_high_as_memory_allows_and_filters_need() {
        let rows = |inside: &str, size| strips(inside, size).unwrap().map(|one| one.rows);
        assert_eq!(rows("", (3000, 4000)), None);
        // 2 Mi pixels: 349 rows of 6000, rounded up to whole bands.
        assert_eq!(rows("", (6000, 8000)), Some(352));
        assert_eq!(rows(&blur(5), (6000, 8000)), Some(352));
        // A deviation of 60 units is 600 pixels, which sees 1801 and a bit to either side.
        assert_eq!(rows(&blur(60), (6000, 8000)), Some(928));
        assert!(strips(&blur(6000), (14000, 19000)).is_err());
        // A filter of something small sees no farther than that.
        let small = blur(6000).replace("height=\"800\"", "height=\"8\"");
        assert_eq!(rows(&small, (6000, 8000)), Some(352));
        let all: Vec<_> = strips("", (6000, 8000)).unwrap().unwrap().rows().collect();
        assert_eq!((all.len(), all[0].clone(), all[22].clone()), (23, 0..352, 7744..8000));
    }
}
