//! Places anywhere, with areas if they have them, and the links between them.

use std::collections::{BTreeSet, HashMap};

use super::{Cell, Corner, Lattice, Layout, Point, Side};

/// Places and links.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The places.
    pub places: Vec<Place>,
    /// Links, each between the numbers of two places.
    pub links: Vec<(usize, usize)>,
}

/// A place of a graph.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What names it.
    pub id: String,
    /// Where it lies, in mm from the field's top left corner.
    pub at: Point,
    /// The corners of its area in thousandths of a millimetre; none for a place that is a point.
    pub area: Vec<Corner>,
}

/// Between whole numbers of the corners of areas, in mm.
const STEP: f64 = 0.001;
/// A corner closer than this to a side of another area divides it: 0.05 mm.
const NEAR: f64 = 50.0;

impl Graph {
    /// The corner that a place is written as.
    pub fn corner(place: Point) -> Corner {
        ((place.x / STEP).round() as i32, (place.y / STEP).round() as i32)
    }

    /// The places as cells, the field's top left corner at `origin`; neighbours are those that
    /// share a side of their areas, and those that links lead to.
    pub fn lay_out(&self, origin: Point) -> Layout {
        let cell = |(at, (place, corners)): (usize, (&Place, Vec<Corner>))| Cell {
            id: place.id.clone(),
            is_labelled: true,
            column: at as i32,
            row: 0,
            centre: Point { x: origin.x + place.at.x, y: origin.y + place.at.y },
            sides: outline(&corners),
            is_whole: true,
        };
        let cells: Vec<_> = self.places.iter().zip(self.areas()).enumerate().map(cell).collect();
        let lattice = Lattice { origin, step: (STEP, STEP) };
        let mut links: Vec<_> = neighbours(&cells).collect();
        links.extend(&self.links);
        Layout::linked(lattice, cells, &links)
    }

    /// Two places whose areas lie on the same side of one line, so that they overlap.
    pub fn overlap(&self) -> Option<(usize, usize)> {
        let mut owners = HashMap::new();
        for (at, corners) in self.areas().iter().enumerate() {
            for side in outline(corners) {
                match owners.insert((side.from, side.to), at) {
                    Some(other) => return Some((other, at)),
                    None => continue,
                }
            }
        }
        None
    }

    /// The corners of all areas clockwise, sides divided where a corner of another meets them.
    fn areas(&self) -> Vec<Vec<Corner>> {
        let all: BTreeSet<_> = self.places.iter().flat_map(|place| place.area.clone()).collect();
        let all: Vec<_> = all.into_iter().collect();
        let area = |place: &Place| {
            let mut corners = place.area.clone();
            if twice(&corners) < 0.0 {
                corners.reverse();
            }
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            ends.flat_map(|(from, to)| divided(*from, *to, &all)).collect()
        };
        self.places.iter().map(area).collect()
    }
}

/// Twice the area that corners enclose, above 0 if they run clockwise; in square lattice steps.
pub fn twice(corners: &[Corner]) -> f64 {
    let cross = |((x, y), (u, v)): (&Corner, &Corner)| {
        f64::from(*x) * f64::from(*v) - f64::from(*u) * f64::from(*y)
    };
    corners.iter().zip(corners.iter().cycle().skip(1)).map(cross).sum()
}

/// The middle of an area, as if it were cut from cardboard, in mm from the field's corner.
pub fn middle(corners: &[Corner]) -> Point {
    let whole = 3.0 * twice(corners);
    let mut sum = (0.0, 0.0);
    for ((x, y), (u, v)) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let (x, y, u, v) = (f64::from(*x), f64::from(*y), f64::from(*u), f64::from(*v));
        let cross = x * v - u * y;
        sum = (sum.0 + (x + u) * cross, sum.1 + (y + v) * cross);
    }
    Point { x: sum.0 / whole * STEP, y: sum.1 / whole * STEP }
}

/// The beginning of a side, and the corners that lie on it, in order.
fn divided(from: Corner, to: Corner, all: &[Corner]) -> Vec<Corner> {
    let (low, high) = (from.0.min(to.0), from.0.max(to.0));
    let reach = NEAR as i32;
    let start = all.partition_point(|corner| corner.0 < low - reach);
    let end = all.partition_point(|corner| corner.0 <= high + reach);
    let (x, y) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = x.hypot(y);
    let along = |corner: &Corner| {
        let (u, v) = (f64::from(corner.0 - from.0), f64::from(corner.1 - from.1));
        let (along, beside) = ((u * x + v * y) / length, (u * y - v * x) / length);
        let lies_on = beside.abs() < NEAR && along > NEAR && along < length - NEAR;
        lies_on.then_some((along, *corner))
    };
    let mut found: Vec<_> = all[start..end].iter().filter_map(along).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    std::iter::once(from).chain(found.into_iter().map(|(_, corner)| corner)).collect()
}

fn outline(corners: &[Corner]) -> Vec<Side> {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    ends.map(|(from, to)| Side { name: "", from: *from, to: *to, other: None }).collect()
}

/// The pairs of cells that share a side.
fn neighbours(cells: &[Cell]) -> impl Iterator<Item = (usize, usize)> {
    let sides = cells
        .iter()
        .enumerate()
        .flat_map(|(at, cell)| cell.sides.iter().map(move |side| (side.from, side.to, at)));
    let owners: HashMap<_, _> = sides.clone().map(|(from, to, at)| ((from, to), at)).collect();
    sides.filter_map(move |(from, to, at)| {
        let other = owners.get(&(to, from))?;
        (at < *other).then_some((at, *other))
    })
}
