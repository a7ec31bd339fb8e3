//! How much work a parsed drawing is, in pixels to be touched, as a multiple of its own area.

use std::collections::HashMap;

use usvg::filter::{Filter, Kind};
use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{Group, ImageKind, Node, Paint, Path, Transform, Tree};

use super::{beyond, edges};
use crate::diag::Code;
use crate::findings::Finding;
use crate::model::Limits;

/// Pixels per mm that radii are reckoned with: 300 per inch.
const FINE: f64 = 300.0 / 25.4;

/// The pixels of a poker card.
const CARD: f64 = 900_000.0;

/// Tiles that are narrower, in pixels, come out as nothing.
const DUST: f64 = 0.5;

/// How far from its drawing a thing may reach, as a multiple of the drawing's longer side: renderers
/// count in whole numbers that end somewhere.
const REACH: f64 = 2_000.0;

/// Refuses a drawing whose pixels would be worked on too many times over, or that reaches too far.
///
/// # Errors
/// How many times, and how many are allowed.
pub fn work<'a>(trees: impl Iterator<Item = &'a Tree>, limits: &Limits) -> Result<(), Finding> {
    let mut times = 0.0;
    for tree in trees {
        let mut reckoner = Reckoner::of(tree, 1.0, FINE);
        times += reckoner.group(tree.root());
        if reckoner.is_dust {
            let why =
                "a pattern's tiles are smaller than a dot of a printer: nothing is drawn of them";
            let help =
                "make the pattern's `width` and `height` at least 0.05 mm, where it is drawn";
            return Err(Finding::error(Code::LIMIT, why).help(help));
        }
    }
    if times.is_infinite() {
        let why = format!("something in the drawing is more than {REACH} times as large as it");
        return Err(Finding::error(Code::LIMIT, why));
    }
    if times <= f64::from(limits.work) {
        return Ok(());
    }
    let why = format!("its pixels would be worked on {times:.0} times over");
    let help = "filters with large radii, large regions or many steps cost most, and layers over the whole card";
    Err(Finding::error(Code::LIMIT, beyond(&why, limits.work, "work")).help(help))
}

struct Reckoner {
    /// Width and height of the drawing, in its own units.
    size: (f64, f64),
    /// The part of the whole card that it is drawn on.
    share: f64,
    /// Pixels per unit of it.
    fine: f64,
    /// What was reckoned for things that are drawn in several places.
    known: HashMap<usize, f64>,
    /// Whether a pattern has tiles that are too small to be seen.
    is_dust: bool,
}

impl Reckoner {
    fn of(tree: &Tree, share: f64, fine: f64) -> Self {
        let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        Self { size, share, fine, known: HashMap::new(), is_dust: false }
    }

    /// One for a drawing that is shown on a part of the card.
    fn inside(&self, tree: &Tree, share: f64) -> Self {
        let area = |(w, h): (f64, f64)| w * h;
        let mut inner = Self::of(tree, share, 0.0);
        inner.fine = self.fine * (share / self.share * area(self.size) / area(inner.size)).sqrt();
        inner
    }

    /// The part of a box that is inside the drawing, as a share of the card's area.
    fn seen(&self, left: f32, top: f32, right: f32, bottom: f32) -> f64 {
        let inside = |low: f32, high: f32, side: f64| {
            (f64::from(high).min(side) - f64::from(low).max(0.0)).max(0.0)
        };
        let (w, h) = self.size;
        self.share * inside(left, right, w) * inside(top, bottom, h) / (w * h)
    }

    /// How far a thing may reach.
    fn far(&self) -> f64 {
        REACH * self.size.0.max(self.size.1)
    }

    fn group(&mut self, group: &Group) -> f64 {
        let mut times: f64 = group.children().iter().map(|node| self.node(node)).sum();
        let layer = group.abs_layer_bounding_box();
        let layer = self.seen(layer.left(), layer.top(), layer.right(), layer.bottom());
        if group.should_isolate() {
            times += 5.0 * layer + 0.008;
        }
        if let Some(clip) = group.clip_path() {
            times += 8.0 * layer + 0.012 + self.once(clip, |this, clip| this.group(clip.root()));
        }
        if let Some(mask) = group.mask() {
            times += 11.0 * layer + 0.035 + self.once(mask, |this, mask| this.group(mask.root()));
        }
        let transform = group.abs_transform();
        let scale = f64::from(transform.sx * transform.sy - transform.kx * transform.ky).abs();
        let (across, down) = transform.get_scale();
        for filter in group.filters() {
            if blurred(filter) * f64::from(across.max(down)) > self.far() {
                return f64::INFINITY;
            }
            times += self.filter(filter, scale);
        }
        times
    }

    fn once<T>(&mut self, thing: &T, reckon: impl FnOnce(&mut Self, &T) -> f64) -> f64 {
        let key = std::ptr::from_ref(thing).addr();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let times = reckon(self, thing);
        self.known.insert(key, times);
        times
    }

    fn node(&mut self, node: &Node) -> f64 {
        let bounds = node.abs_stroke_bounding_box();
        let far = self.far();
        let ends = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(f64::from);
        // Written so that what is no number counts as far.
        if !ends.iter().all(|end| end.abs() <= far) {
            return f64::INFINITY;
        }
        let seen = self.seen(bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
        match node {
            Node::Group(group) => self.group(group),
            Node::Path(path) => {
                let dashes = path.stroke().and_then(|stroke| stroke.dasharray());
                let dashes = dashes.map_or(0.0, |dashes| dashed(path, dashes));
                seen + self.paints(path, seen) + dashes / 2_000.0 + self.edges(path, dashes)
            }
            Node::Text(text) => self.group(text.flattened()),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(tree) if seen > 0.0 => {
                    let mut inner = self.inside(tree, seen);
                    let times = inner.group(tree.root());
                    self.is_dust |= inner.is_dust;
                    times
                }
                ImageKind::SVG(_) => 0.0,
                _ => 5.0 * seen,
            },
        }
    }

    /// The edges of a path, which weigh less on a large face, whose own pixels are more.
    fn edges(&self, path: &Path, dashes: f64) -> f64 {
        let pixels = self.size.0 * self.size.1 * self.fine * self.fine / self.share;
        let rows = self.size.1 * self.fine;
        edges::work(path, self.fine, rows, dashes) * (CARD / pixels).min(1.0)
    }

    /// What the paints of a path add: patterns, gradients, and what shines through.
    fn paints(&mut self, path: &Path, seen: f64) -> f64 {
        let fill = path.fill().map(|fill| (fill.paint(), fill.opacity()));
        let stroke = path.stroke().map(|stroke| (stroke.paint(), stroke.opacity()));
        let mut times = 0.0;
        for (paint, opacity) in fill.into_iter().chain(stroke) {
            times += match paint {
                Paint::Pattern(pattern) => {
                    let level = |one: Transform| (one.sx * one.sy - one.kx * one.ky).abs().sqrt();
                    let scale = level(path.abs_transform()) * level(pattern.transform());
                    let side = pattern.rect().width().min(pattern.rect().height()) * scale;
                    self.is_dust |= seen > 0.0 && f64::from(side) * self.fine < DUST;
                    // A tile is a picture of its own, whatever part of it is seen.
                    let tile = f64::from(pattern.rect().width() * pattern.rect().height());
                    6.0 * seen
                        + self.share * 6.0 * tile / (self.size.0 * self.size.1)
                        + self.once(&**pattern, |this, one| this.group(one.root()))
                }
                Paint::LinearGradient(_) | Paint::RadialGradient(_) => 3.0 * seen,
                Paint::Color(_) if opacity.get() < 1.0 => seen,
                Paint::Color(_) => 0.0,
            };
        }
        times
    }

    fn filter(&self, filter: &Filter, scale: f64) -> f64 {
        let area = |rect: usvg::NonZeroRect| f64::from(rect.width()) * f64::from(rect.height());
        // The whole region counts, also what is outside of the card: it is drawn for the sheets.
        let whole = self.share * area(filter.rect()) * scale / (self.size.0 * self.size.1);
        let radius = scale.sqrt() * self.fine;
        whole
            * (22.0 + filter.primitives().iter().map(|one| steps(one.kind(), radius)).sum::<f64>())
    }
}

/// The widest blur of a filter.
fn blurred(filter: &Filter) -> f64 {
    let widths = filter.primitives().iter().map(|one| match one.kind() {
        Kind::GaussianBlur(one) => one.std_dev_x().get().max(one.std_dev_y().get()),
        Kind::DropShadow(one) => one.std_dev_x().get().max(one.std_dev_y().get()),
        _ => 0.0,
    });
    f64::from(widths.fold(0.0, f32::max))
}

/// Steps for each pixel of a filter, a step being about a nanosecond of one core; `scale` makes pixels of a length.
fn steps(kind: &Kind, scale: f64) -> f64 {
    let pixels = |radius: f32| 2.0 * (f64::from(radius) * scale).ceil().max(1.0);
    // Small blurs are reckoned pixel by pixel, forth and back.
    let is_fine = |x: f32, y: f32| f64::from(x.max(y)) * scale < 2.0;
    match kind {
        Kind::Morphology(one) => {
            18.0 + 1.6 * pixels(one.radius_x().get()) * pixels(one.radius_y().get())
        }
        Kind::ConvolveMatrix(one) => {
            30.0 + 3.7 * f64::from(one.matrix().columns()) * f64::from(one.matrix().rows())
        }
        Kind::Turbulence(one) => 45.0 + 105.0 * f64::from(one.num_octaves()),
        Kind::GaussianBlur(one) if is_fine(one.std_dev_x().get(), one.std_dev_y().get()) => 330.0,
        Kind::DropShadow(one) if is_fine(one.std_dev_x().get(), one.std_dev_y().get()) => 360.0,
        Kind::GaussianBlur(_) => 75.0,
        Kind::DropShadow(_) => 105.0,
        Kind::SpecularLighting(_) => 80.0,
        Kind::DiffuseLighting(_) => 45.0,
        Kind::Merge(one) => 8.0 + 13.0 * one.inputs().len() as f64,
        Kind::Flood(_) => 6.0,
        Kind::Offset(_) => 11.0,
        _ => 26.0,
    }
}

/// How many dashes are along a path.
fn dashed(path: &Path, dashes: &[f32]) -> f64 {
    let (mut length, mut first, mut last) = (0.0, Point::zero(), Point::zero());
    for segment in path.data().segments() {
        let end = match segment {
            PathSegment::MoveTo(start) => {
                (first, last) = (start, start);
                start
            }
            PathSegment::LineTo(end)
            | PathSegment::QuadTo(_, end)
            | PathSegment::CubicTo(_, _, end) => end,
            PathSegment::Close => first,
        };
        length += f64::from(last.distance(end));
        last = end;
    }
    let round: f32 = dashes.iter().sum();
    length / f64::from(round.max(1e-6)) * dashes.len() as f64
}
