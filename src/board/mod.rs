//! The geometry of boards: cells, sides and neighbours in millimetres; nothing here draws.

mod arcs;
mod graph;
mod hex;
mod labels;
mod number;
mod numbers;
mod path;
mod square;
mod trace;
mod track;
mod ways;

use std::collections::HashMap;

use serde::Serialize;

use crate::geom::Rect;

pub use arcs::Style;
pub use graph::{Graph, Place, middle, twice};
pub use hex::{Hex, Orientation, Shift};
pub use labels::{Label, Obstacles, Placed, place, sampled};
pub use number::{Axis, Numbering, Order};
pub use numbers::{Numbers, Spot};
pub use path::{Path, Step};
pub use square::Square;
pub use trace::{Border, borders, regions};
pub use track::{Track, Way};
pub use ways::{junctions, lines, ways};

/// A place in mm from the top left of the board's trim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The place between two others: at `part` of the way from `self` to `other`.
    pub fn towards(self, other: Self, part: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }

    /// Distance in mm.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A corner by its whole numbers on the board's lattice: cells that share it agree exactly.
pub type Corner = (i32, i32);

/// Where the corners of a lattice lie.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lattice {
    /// The place of the corner (0, 0).
    pub origin: Point,
    /// Distance between whole numbers to the right and down, in mm.
    pub step: (f64, f64),
}

impl Lattice {
    /// The place of a corner.
    pub fn point(&self, (x, y): Corner) -> Point {
        Point {
            x: self.origin.x + f64::from(x) * self.step.0,
            y: self.origin.y + f64::from(y) * self.step.1,
        }
    }
}

/// One side of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The direction that it looks to: `N`, `NE` …; empty where a cell is cut by the edge of the field.
    pub name: &'static str,
    /// Its first corner, clockwise.
    pub from: Corner,
    /// Its second corner.
    pub to: Corner,
    /// The cell behind it.
    pub other: Option<usize>,
}

impl Side {
    /// Both corners, the lesser first: the same for both cells that share the side.
    pub fn ends(&self) -> (Corner, Corner) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What names it.
    pub id: String,
    /// What is printed of its name: all of it or nothing.
    pub is_labelled: bool,
    /// Its column, from 0 at the left.
    pub column: i32,
    /// Its row, from 0 at the top; -1 for half cells above the first.
    pub row: i32,
    /// Its middle; of a cell that is cut, that of the part that is there.
    pub centre: Point,
    /// Its sides, clockwise.
    pub sides: Vec<Side>,
    /// Whether none of it is cut off by the edge of the field.
    pub is_whole: bool,
}

/// How far apart two cells are is counted by the kind of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Metric {
    Hex(Hex),
    Square,
    /// The fewest links.
    Links,
}

/// All cells of a board.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where corners lie.
    pub lattice: Lattice,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The smallest box around all cells.
    pub field: Rect,
    metric: Metric,
    by_id: HashMap<String, usize>,
    by_place: HashMap<(i32, i32), usize>,
    /// The neighbours of each cell, where they do not follow from sides.
    links: Option<Vec<Vec<usize>>>,
}

impl Layout {
    /// Cells whose neighbours are the ends of `links`, each the number of two cells.
    fn linked(lattice: Lattice, cells: Vec<Cell>, links: &[(usize, usize)]) -> Self {
        let mut around = vec![Vec::new(); cells.len()];
        for (from, to) in links {
            for (a, b) in [(*from, *to), (*to, *from)] {
                if a != b && !around[a].contains(&b) {
                    around[a].push(b);
                }
            }
        }
        Self { links: Some(around), ..Self::new(lattice, cells, Metric::Links) }
    }

    /// Finds neighbours: cells that share a side.
    fn new(lattice: Lattice, mut cells: Vec<Cell>, metric: Metric) -> Self {
        let mut owners: HashMap<(Corner, Corner), (usize, usize)> = HashMap::new();
        let mut pairs = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            for (number, side) in cell.sides.iter().enumerate() {
                match owners.insert(side.ends(), (at, number)) {
                    Some(other) => pairs.push((other, (at, number))),
                    None => continue,
                }
            }
        }
        for ((a, a_side), (b, b_side)) in pairs {
            cells[a].sides[a_side].other = Some(b);
            cells[b].sides[b_side].other = Some(a);
        }
        let by_id = cells.iter().enumerate().map(|(at, cell)| (cell.id.clone(), at)).collect();
        let places = cells.iter().enumerate().map(|(at, cell)| ((cell.column, cell.row), at));
        let by_place = places.collect();
        let field = field(&lattice, &cells);
        Self { lattice, cells, field, metric, by_id, by_place, links: None }
    }

    /// The cell that `id` names.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The cell in a column and row, counted from 0.
    pub fn at(&self, place: (i32, i32)) -> Option<usize> {
        self.by_place.get(&place).copied()
    }

    /// A way over neighbours from one cell to another, each step as near to the end as can be, the
    /// first of equals counted from the north-west; up to a hole in the field.
    pub fn way(&self, from: usize, to: usize) -> Vec<usize> {
        let mut way = vec![from];
        let mut here = from;
        while here != to {
            let sides = &self.cells[here].sides;
            // Sides run clockwise from the north: the last looks to the north-west.
            let around =
                sides.iter().rev().take(1).chain(sides.iter().take(sides.len().max(1) - 1));
            let near = around.filter_map(|side| side.other);
            let best = near.min_by_key(|other| self.distance(*other, to));
            match best.filter(|best| self.distance(*best, to) < self.distance(here, to)) {
                Some(best) => {
                    way.push(best);
                    here = best;
                }
                None => break,
            }
        }
        way
    }

    /// The number of the side of `cell` that looks to `name`, capitals aside.
    pub fn side(&self, cell: usize, name: &str) -> Option<usize> {
        let is_it = |side: &Side| !side.name.is_empty() && side.name.eq_ignore_ascii_case(name);
        self.cells[cell].sides.iter().position(is_it)
    }

    /// The neighbours of a cell, clockwise from the first side.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        match &self.links {
            Some(links) => links[cell].clone(),
            None => self.cells[cell].sides.iter().filter_map(|side| side.other).collect(),
        }
    }

    /// How many steps lie between two cells, on a field without holes; none where no links lead.
    pub fn distance(&self, from: usize, to: usize) -> Option<u32> {
        let place = |at: usize| (self.cells[at].column, self.cells[at].row);
        let ((c, r), (d, s)) = (place(from), place(to));
        match &self.metric {
            Metric::Hex(hex) => Some(hex.distance((c, r), (d, s))),
            Metric::Square => Some(c.abs_diff(d) + r.abs_diff(s)),
            Metric::Links => self.fewest(from, to),
        }
    }

    /// The fewest links from one cell to another.
    fn fewest(&self, from: usize, to: usize) -> Option<u32> {
        let mut seen = vec![None; self.cells.len()];
        seen[from] = Some(0);
        let mut open = std::collections::VecDeque::from([from]);
        while let Some(cell) = open.pop_front() {
            for other in self.neighbours(cell) {
                if seen[other].is_none() {
                    seen[other] = seen[cell].map(|steps: u32| steps + 1);
                    open.push_back(other);
                }
            }
        }
        seen[to]
    }

    /// The name of a side, the same from both its cells: the first of them, and where it looks to.
    pub fn side_id(&self, cell: usize, side: usize) -> String {
        let one = &self.cells[cell].sides[side];
        let (cell, name) = match one.other.filter(|other| *other < cell) {
            Some(other) => {
                let back = self.cells[other].sides.iter().find(|back| back.ends() == one.ends());
                (other, back.map_or("", |back| back.name))
            }
            None => (cell, one.name),
        };
        format!("{}/{name}", self.cells[cell].id)
    }

    /// The corners of a cell as places, clockwise.
    pub fn corners(&self, cell: usize) -> impl Iterator<Item = Point> + '_ {
        self.cells[cell].sides.iter().map(|side| self.lattice.point(side.from))
    }

    /// The smallest box around a cell; of a place without an area, a point.
    pub fn area(&self, cell: usize) -> Rect {
        let Point { x, y } = self.cells[cell].centre;
        let boxes = self.corners(cell).map(|Point { x, y }| Rect { x, y, w: 0.0, h: 0.0 });
        boxes.reduce(Rect::union).unwrap_or(Rect { x, y, w: 0.0, h: 0.0 })
    }

    /// Whether its cells are areas, each of a form of its own.
    pub fn has_areas(&self) -> bool {
        self.cells.iter().any(|cell| cell.sides.first().is_some_and(|side| side.name.is_empty()))
            && self.links.is_some()
    }

    /// Whether two cells share a side.
    pub fn touch(&self, one: usize, other: usize) -> bool {
        self.cells[one].sides.iter().any(|side| side.other == Some(other))
    }

    /// How far the closest side of a cell lies from points around its middle: below 0 for points
    /// outside. For cells that bulge everywhere, as squares and hexagons do.
    pub fn room(&self, cell: usize, points: &[Point]) -> f64 {
        let (centre, corners) = (self.cells[cell].centre, self.corners(cell).collect::<Vec<_>>());
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let to_side = |(a, b): (&Point, &Point), point: &Point| {
            let (x, y) = (centre.x + point.x - a.x, centre.y + point.y - a.y);
            ((b.x - a.x) * y - (b.y - a.y) * x) / a.distance(*b)
        };
        let all = ends.flat_map(|ends| points.iter().map(move |point| to_side(ends, point)));
        all.fold(f64::INFINITY, f64::min)
    }

    /// The parts of `chosen` that hang together over chosen neighbours, the largest first.
    pub fn parts(&self, chosen: &[bool]) -> Vec<Vec<usize>> {
        let mut seen: Vec<_> = chosen.iter().map(|chosen| !chosen).collect();
        let mut parts = Vec::new();
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while let Some(cell) = part.get(next).copied() {
                next += 1;
                for other in self.neighbours(cell) {
                    if !std::mem::replace(&mut seen[other], true) {
                        part.push(other);
                    }
                }
            }
            parts.push(part);
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts
    }
}

/// The smallest box around all cells.
fn field(lattice: &Lattice, cells: &[Cell]) -> Rect {
    let corners = cells.iter().flat_map(|cell| cell.sides.iter().map(|side| side.from));
    let centres = cells.iter().filter(|cell| cell.sides.is_empty()).map(|cell| cell.centre);
    let boxes = corners
        .map(|corner| lattice.point(corner))
        .chain(centres)
        .map(|Point { x, y }| Rect { x, y, w: 0.0, h: 0.0 });
    boxes.reduce(Rect::union).unwrap_or_default()
}
