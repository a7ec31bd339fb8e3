//! Fields of hexagons: flat or pointy top, every other line shifted by half a cell.

use super::{Cell, Corner, Lattice, Layout, Metric, Numbering, Point, Side};
use crate::geom::Size;

/// Which way hexagons stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// A side on top; columns are straight and every other one is shifted down.
    Flat,
    /// A corner on top; rows are straight and every other one is shifted right.
    Pointy,
}

/// Which lines are shifted by half a cell: counted from 1, as they are commonly numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// The first, third …
    Odd,
    /// The second, fourth …
    Even,
}

/// A field of hexagons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hex {
    /// Which way they stand.
    pub orientation: Orientation,
    /// Which columns (flat) or rows (pointy) are shifted.
    pub shift: Shift,
    /// How many side by side.
    pub columns: u32,
    /// How many above each other.
    pub rows: u32,
    /// Distance between two parallel sides in mm, for both orientations.
    pub across: f64,
    /// Whether shifted lines begin and end with half a cell, so that the field has straight edges.
    pub halves: bool,
}

/// Corners of a flat hexagon from its middle, clockwise from the left end of the upper side.
const FLAT: [Corner; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
/// The sides that follow these corners.
const FLAT_SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
/// Corners of a pointy hexagon from its middle, clockwise from the top.
const POINTY: [Corner; 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
/// The sides that follow these corners.
const POINTY_SIDES: [&str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];

impl Hex {
    /// Distance between opposite corners in mm.
    pub fn point_to_point(&self) -> f64 {
        self.across * 2.0 / 3f64.sqrt()
    }

    /// The width and height of the whole field in mm.
    pub fn extent(&self) -> Size {
        let (along, across) = match self.orientation {
            Orientation::Flat => (self.columns, self.rows),
            Orientation::Pointy => (self.rows, self.columns),
        };
        let radius = self.point_to_point() / 2.0;
        let lines = (1.5 * f64::from(along) + 0.5) * radius;
        // One line alone is not shifted against another; half cells are cut at straight edges.
        let shifted = along > 1 && !self.halves;
        let cells = (f64::from(across) + if shifted { 0.5 } else { 0.0 }) * self.across;
        match self.orientation {
            Orientation::Flat => Size { w: lines, h: cells },
            Orientation::Pointy => Size { w: cells, h: lines },
        }
    }

    /// The cells with the names that `keep` wants, the field's top left corner at `origin`.
    pub fn lay_out(
        &self,
        origin: Point,
        numbering: &Numbering,
        keep: impl Fn(&str) -> bool,
    ) -> Layout {
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        let extent = ((0, columns - 1), (0, rows - 1));
        let mut cells = Vec::new();
        for (column, row) in self.places() {
            let (centre, sides) = self.outline(column, row);
            let id = numbering.name((column, row), extent);
            if sides.is_empty() || !keep(&id) {
                continue;
            }
            let lattice = self.lattice(origin);
            let is_whole = sides.len() == 6 && sides.iter().all(|side| !side.name.is_empty());
            cells.push(Cell {
                id,
                is_labelled: numbering.is_printed((column, row), extent),
                column,
                row,
                centre: if is_whole { lattice.point(centre) } else { middle(&lattice, &sides) },
                is_whole,
                sides,
            });
        }
        Layout::new(self.lattice(origin), cells, Metric::Hex(*self))
    }

    /// All columns and rows, row by row; with halves, one more at the beginning of shifted lines.
    fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        let before = if self.halves { -1 } else { 0 };
        let hex = *self;
        let (first_column, first_row) = match self.orientation {
            Orientation::Flat => (0, before),
            Orientation::Pointy => (before, 0),
        };
        let all = (first_row..rows)
            .flat_map(move |row| (first_column..columns).map(move |column| (column, row)));
        all.filter(move |(column, row)| {
            (*column >= 0 && *row >= 0) || hex.is_shifted(*column, *row)
        })
    }

    fn is_shifted(&self, column: i32, row: i32) -> bool {
        let line = match self.orientation {
            Orientation::Flat => column,
            Orientation::Pointy => row,
        };
        // Lines are counted from 1.
        (line.rem_euclid(2) == 0) == (self.shift == Shift::Odd)
    }

    fn lattice(&self, origin: Point) -> Lattice {
        let (half_radius, half_across) = (self.point_to_point() / 4.0, self.across / 2.0);
        let step = match self.orientation {
            Orientation::Flat => (half_radius, half_across),
            Orientation::Pointy => (half_across, half_radius),
        };
        Lattice { origin, step }
    }

    /// The middle and the sides of a cell, cut at straight edges if there are halves.
    fn outline(&self, column: i32, row: i32) -> (Corner, Vec<Side>) {
        let shifted = i32::from(self.is_shifted(column, row));
        let (corners, names) = match self.orientation {
            Orientation::Flat => (FLAT, FLAT_SIDES),
            Orientation::Pointy => (POINTY, POINTY_SIDES),
        };
        // The only line of a field stands at its edge, whatever its number is.
        let alone = match self.orientation {
            Orientation::Flat => self.columns == 1,
            Orientation::Pointy => self.rows == 1,
        };
        let shifted = if alone { 0 } else { shifted };
        let centre = match self.orientation {
            Orientation::Flat => (2 + 3 * column, 1 + 2 * row + shifted),
            Orientation::Pointy => (1 + 2 * column + shifted, 2 + 3 * row),
        };
        let corners = corners.map(|(x, y)| (centre.0 + x, centre.1 + y));
        let inside = |(x, y): Corner| match self.orientation {
            _ if !self.halves => true,
            Orientation::Flat => (0..=2 * self.rows as i32).contains(&y),
            Orientation::Pointy => (0..=2 * self.columns as i32).contains(&x),
        };
        (centre, sides(&corners, &names, inside))
    }

    /// How many steps lie between two places.
    pub(super) fn distance(&self, from: (i32, i32), to: (i32, i32)) -> u32 {
        let axial = |(column, row): (i32, i32)| {
            let (line, along) = match self.orientation {
                Orientation::Flat => (column, row),
                Orientation::Pointy => (row, column),
            };
            let shifted = i32::from(self.is_shifted(column, row));
            // Twice the distance along the lines is even or odd with the shift.
            (line, along * 2 + shifted)
        };
        let ((a, b), (c, d)) = (axial(from), axial(to));
        let (lines, halves) = (a.abs_diff(c), b.abs_diff(d));
        lines + halves.saturating_sub(lines) / 2
    }
}

/// The middle of the box around a cell that is cut.
fn middle(lattice: &Lattice, sides: &[Side]) -> Point {
    let corners = || sides.iter().map(|side| side.from);
    let low = (corners().map(|at| at.0).min(), corners().map(|at| at.1).min());
    let high = (corners().map(|at| at.0).max(), corners().map(|at| at.1).max());
    let corner = |(x, y): (Option<i32>, Option<i32>)| (x.unwrap_or(0), y.unwrap_or(0));
    lattice.point(corner(low)).towards(lattice.point(corner(high)), 0.5)
}

/// The sides between those corners that lie inside; a straight cut has no name.
fn sides(
    corners: &[Corner; 6],
    names: &[&'static str; 6],
    inside: impl Fn(Corner) -> bool,
) -> Vec<Side> {
    let kept: Vec<usize> = (0..6).filter(|at| inside(corners[*at])).collect();
    let follows = |from: usize, to: usize| (from + 1) % 6 == to;
    let next = |at: usize| kept[(at + 1) % kept.len()];
    let side = |(at, from): (usize, &usize)| Side {
        name: if follows(*from, next(at)) { names[*from] } else { "" },
        from: corners[*from],
        to: corners[next(at)],
        other: None,
    };
    if kept.len() < 3 { Vec::new() } else { kept.iter().enumerate().map(side).collect() }
}
