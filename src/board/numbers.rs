//! Where in a cell its own name is printed, and how large, so that it lies within the cell.

use super::{Layout, Point};
use crate::geom::Rect;

/// A part of a cell: -1, 0 or 1 to the right and down from its middle.
pub type Spot = (i8, i8);

/// The names of cells as they are printed.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The part of a cell that they stand in.
    pub spot: Spot,
    /// The size of their font in mm.
    pub size: f64,
    /// For each cell where its name begins, has its middle or ends, as the spot says; on the
    /// baseline.
    pub places: Vec<Point>,
}

/// The width of a figure and the height of figures, as parts of the size of a font.
const WIDTH: f64 = 0.56;
const HEIGHT: f64 = 0.7;
/// The smallest size that is chosen by itself, in mm.
const LEAST: f64 = 1.0;
/// How many places are tried between the edge of a cell and its middle.
const TRIED: i32 = 40;

impl Numbers {
    /// Parts of a cell by the words of a manifest.
    pub const SPOTS: [(&str, Spot); 9] = [
        ("top-left", (-1, -1)),
        ("top", (0, -1)),
        ("top-right", (1, -1)),
        ("left", (-1, 0)),
        ("centre", (0, 0)),
        ("right", (1, 0)),
        ("bottom-left", (-1, 1)),
        ("bottom", (0, 1)),
        ("bottom-right", (1, 1)),
    ];

    /// Places for the names of all cells at `spot`: in the given size, or in the `usual` one, or
    /// one that fits into whole cells.
    pub fn new(layout: &Layout, spot: Spot, size: Option<f64>, usual: f64) -> Self {
        let labelled = layout.cells.iter().filter(|cell| cell.is_labelled);
        let letters = labelled.map(|cell| cell.id.chars().count()).max().unwrap_or(0);
        let first = (0..layout.cells.len()).find(|cell| layout.cells[*cell].is_whole);
        let at = |size: f64| Text { spot, size, width: letters as f64 * size * WIDTH };
        let mut taken = size.unwrap_or(usual);
        while size.is_none() && taken > LEAST {
            match first.map(|cell| at(taken).middle(layout, cell)) {
                Some((_, false)) => taken = (taken * 0.95).max(LEAST),
                _ => break,
            }
        }
        let taken = (taken * 100.0).round() / 100.0;
        Self { spot, size: taken, places: at(taken).places(layout, first) }
    }

    /// The word of the part of a cell that they stand in.
    pub fn word(&self) -> &'static str {
        Self::SPOTS.iter().find(|(_, spot)| *spot == self.spot).map_or("", |(word, _)| word)
    }

    /// How a text at these places is anchored, in SVG's words.
    pub fn anchor(&self) -> &'static str {
        ["start", "middle", "end"][(self.spot.0 + 1) as usize]
    }
}

/// The box of a name.
struct Text {
    spot: Spot,
    size: f64,
    width: f64,
}

impl Text {
    fn places(&self, layout: &Layout, first: Option<usize>) -> Vec<Point> {
        // Cells of a lattice are alike; only areas are not.
        let alike = first.filter(|_| !layout.has_areas()).map(|first| {
            let (middle, _) = self.middle(layout, first);
            let centre = layout.cells[first].centre;
            (middle.x - centre.x, middle.y - centre.y)
        });
        let one = |cell: usize| {
            let centre = layout.cells[cell].centre;
            let middle = match alike.filter(|_| layout.cells[cell].is_whole) {
                Some((x, y)) => Point { x: centre.x + x, y: centre.y + y },
                None => self.middle(layout, cell).0,
            };
            let x = middle.x + f64::from(self.spot.0) * self.width / 2.0;
            Point { x, y: middle.y + self.size * HEIGHT / 2.0 }
        };
        (0..layout.cells.len()).map(one).collect()
    }

    /// The middle of the box in a cell, as near to its spot as it fits; and whether it does.
    fn middle(&self, layout: &Layout, cell: usize) -> (Point, bool) {
        let area = layout.area(cell);
        let (x, y) = (f64::from(self.spot.0), f64::from(self.spot.1));
        let centre = layout.cells[cell].centre;
        let (half_w, half_h) = (self.width / 2.0, self.size * HEIGHT / 2.0);
        if layout.cells[cell].sides.is_empty() {
            let (x, y) = (x * (half_w + self.size), y * (half_h + self.size));
            return (Point { x: centre.x + x, y: centre.y + y }, true);
        }
        let away = (area.w.min(area.h) * 0.04).clamp(0.3, 1.2);
        let middle = centre_of(&area);
        let edge = Point {
            x: middle.x + x * (area.w / 2.0 - half_w - away).max(0.0),
            y: middle.y + y * (area.h / 2.0 - half_h - away).max(0.0),
        };
        let mut best = (f64::NEG_INFINITY, middle);
        for step in 0..=TRIED {
            let at = edge.towards(centre, f64::from(step) / f64::from(TRIED));
            let corner = |(x, y): (f64, f64)| Point {
                x: at.x - centre.x + x * half_w,
                y: at.y - centre.y + y * half_h,
            };
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner);
            let room = layout.room(cell, &corners);
            if room > away - 1e-6 {
                return (at, true);
            }
            if room > best.0 {
                best = (room, at);
            }
        }
        (best.1, false)
    }
}

fn centre_of(area: &Rect) -> Point {
    Point { x: area.x + area.w / 2.0, y: area.y + area.h / 2.0 }
}
