//! How much work the edges of a path are: each row of pixels is filled between all edges that cross it, which
//! are put in order wherever two of them cross.

use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{Path, Stroke};

/// What an edge costs in each row that it crosses.
const ROW: f64 = 3e-5;
/// What two edges cost that cross each other.
const CROSSING: f64 = 1.1e-5;

/// The work on a path, as a multiple of that on all pixels of a card; `fine` makes pixels of units, `most`
/// is the number of rows, and `dashes` are those along its line.
pub fn work(path: &Path, fine: f64, most: f64, dashes: f64) -> f64 {
    let (edges, scale) = (Edges::of(path, fine), path.abs_transform().get_scale());
    let fill = if path.fill().is_some() { edges.work(most) } else { 0.0 };
    let width = |stroke: &Stroke| f64::from(stroke.width().get() * scale.0.max(scale.1)) * fine;
    fill + path.stroke().map_or(0.0, |stroke| edges.outlined(width(stroke), dashes).work(most))
}

/// The edges of a path, in pixels.
struct Edges {
    count: f64,
    /// The widths and heights of all edges together; none is lower than a row.
    sum: (f64, f64),
    /// Width and height of the whole.
    size: (f64, f64),
}

impl Edges {
    fn of(path: &Path, fine: f64) -> Self {
        let place = path.abs_transform();
        let at = |mut point: Point| {
            place.map_point(&mut point);
            (f64::from(point.x) * fine, f64::from(point.y) * fine)
        };
        let (mut count, mut sum) = (0.0, (0.0, 0.0));
        let (mut first, mut last) = ((0.0, 0.0), (0.0, 0.0));
        for segment in path.data().segments() {
            let end = match segment {
                PathSegment::MoveTo(start) => {
                    (first, last) = (at(start), at(start));
                    continue;
                }
                PathSegment::LineTo(end)
                | PathSegment::QuadTo(_, end)
                | PathSegment::CubicTo(_, _, end) => at(end),
                PathSegment::Close => first,
            };
            count += 1.0;
            sum.0 += (end.0 - last.0).abs();
            sum.1 += (end.1 - last.1).abs().max(1.0);
            last = end;
        }
        let bounds = path.abs_bounding_box();
        let size = [bounds.width(), bounds.height()].map(|side| (f64::from(side) * fine).max(1.0));
        Self { count, sum, size: size.into() }
    }

    /// The edges of a line along these, `width` pixels wide, cut into dashes: each end and bend is round.
    fn outlined(&self, width: f64, dashes: f64) -> Self {
        let bends = 4.0 * width * (self.count + dashes);
        let sum = (2.0 * self.sum.0 + bends, 2.0 * self.sum.1 + bends);
        Self { count: self.count + dashes, sum, size: (self.size.0 + width, self.size.1 + width) }
    }

    fn work(&self, most: f64) -> f64 {
        let rows = self.size.1.min(most.max(1.0));
        let (abreast, in_column) = (self.sum.1 / self.size.1, self.sum.0 / self.size.0);
        abreast * (rows * ROW + CROSSING * in_column)
    }
}
