//! Fields of squares and rectangles.

use super::{Cell, Corner, Lattice, Layout, Metric, Numbering, Point, Side};
use crate::geom::Size;

/// A field of squares or rectangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Square {
    /// How many side by side.
    pub columns: u32,
    /// How many above each other.
    pub rows: u32,
    /// The size of one in mm.
    pub cell: Size,
}

/// The sides that follow the corners, clockwise from the top left.
const SIDES: [&str; 4] = ["N", "E", "S", "W"];

impl Square {
    /// The width and height of the whole field in mm.
    pub fn extent(&self) -> Size {
        Size { w: f64::from(self.columns) * self.cell.w, h: f64::from(self.rows) * self.cell.h }
    }

    /// The cells with the names that `keep` wants, the field's top left corner at `origin`.
    pub fn lay_out(
        &self,
        origin: Point,
        numbering: &Numbering,
        keep: impl Fn(&str) -> bool,
    ) -> Layout {
        let lattice = Lattice { origin, step: (self.cell.w, self.cell.h) };
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        let extent = ((0, columns - 1), (0, rows - 1));
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let cells = places.filter_map(|(column, row)| {
            let id = numbering.name((column, row), extent);
            let (top_left, bottom_right) =
                (lattice.point((column, row)), lattice.point((column + 1, row + 1)));
            keep(&id).then(|| Cell {
                id,
                is_labelled: numbering.is_printed((column, row), extent),
                column,
                row,
                centre: top_left.towards(bottom_right, 0.5),
                sides: outline(column, row),
                is_whole: true,
            })
        });
        Layout::new(lattice, cells.collect(), Metric::Square)
    }
}

/// The sides of the square whose top left corner is (x, y).
pub(super) fn outline(x: i32, y: i32) -> Vec<Side> {
    let corners: [Corner; 4] = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
    let side = |at: usize| Side {
        name: SIDES[at],
        from: corners[at],
        to: corners[(at + 1) % 4],
        other: None,
    };
    (0..4).map(side).collect()
}
