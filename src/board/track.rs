//! Boxes in a row, to and fro, or around: each beside the one before.

use super::square::outline;
use super::{Cell, Lattice, Layout, Point};
use crate::geom::Size;

/// How a track goes on at the end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Every row begins at the left.
    Rows,
    /// Every other row comes back.
    Snake,
    /// Once around the edge of the field, clockwise from the top left.
    Ring,
}

/// A track of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    /// The number of the first box.
    pub from: i32,
    /// The number of the last box.
    pub to: i32,
    /// From one box to the next; downwards if the first is higher.
    pub step: u32,
    /// Boxes side by side.
    pub columns: u32,
    /// How it goes on.
    pub way: Way,
    /// The size of a box in mm.
    pub cell: Size,
}

impl Track {
    /// How many boxes it has.
    pub fn boxes(&self) -> u32 {
        self.from.abs_diff(self.to) / self.step.max(1) + 1
    }

    /// The width and height of the whole field in mm.
    pub fn extent(&self) -> Size {
        let (columns, rows) = self.size();
        Size { w: f64::from(columns) * self.cell.w, h: f64::from(rows) * self.cell.h }
    }

    /// Whether its boxes go around a field of its columns without a rest.
    pub fn is_ring(&self) -> bool {
        let (boxes, columns) = (self.boxes(), self.columns);
        columns >= 2 && boxes >= 2 * columns && (boxes - 2 * columns) % 2 == 0
    }

    /// Its columns and rows.
    fn size(&self) -> (u32, u32) {
        let boxes = self.boxes();
        let columns = self.columns.clamp(1, boxes);
        match self.way {
            Way::Rows | Way::Snake => (columns, boxes.div_ceil(columns)),
            // Two rows of all columns, and two columns between them.
            Way::Ring => (columns, boxes.saturating_sub(2 * columns).div_ceil(2) + 2),
        }
    }

    /// The column and row of a box, by its number in the order of the track from 0.
    fn place(&self, at: u32) -> (i32, i32) {
        let (columns, rows) = self.size();
        let (column, row) = (at % columns, at / columns);
        let (column, row) = match self.way {
            Way::Rows => (column, row),
            Way::Snake if row % 2 == 1 => (columns - 1 - column, row),
            Way::Snake => (column, row),
            Way::Ring => around(at, columns, rows),
        };
        (column as i32, row as i32)
    }

    /// Its boxes with the names that `keep` wants, the field's top left corner at `origin`.
    pub fn lay_out(&self, origin: Point, keep: impl Fn(&str) -> bool) -> Layout {
        let sign = if self.to < self.from { -1 } else { 1 };
        let id = |at: u32| (self.from + sign * (at * self.step) as i32).to_string();
        let lattice = Lattice { origin, step: (self.cell.w, self.cell.h) };
        let mut cells = Vec::new();
        for at in (0..self.boxes()).filter(|at| keep(&id(*at))) {
            let (column, row) = self.place(at);
            let corners = (lattice.point((column, row)), lattice.point((column + 1, row + 1)));
            cells.push(Cell {
                id: id(at),
                is_labelled: true,
                column,
                row,
                centre: corners.0.towards(corners.1, 0.5),
                sides: outline(column, row),
                is_whole: true,
            });
        }
        let mut links: Vec<_> = (1..cells.len()).map(|at| (at - 1, at)).collect();
        if self.way == Way::Ring && cells.len() > 2 {
            links.push((cells.len() - 1, 0));
        }
        Layout::linked(lattice, cells, &links)
    }
}

/// The place of a box of a ring: along the top, down, back along the bottom, and up.
fn around(at: u32, columns: u32, rows: u32) -> (u32, u32) {
    let (right, bottom) = (columns - 1, rows - 1);
    match at {
        _ if at <= right => (at, 0),
        _ if at <= right + bottom => (right, at - right),
        _ if at <= 2 * right + bottom => (2 * right + bottom - at, bottom),
        _ => (0, 2 * (right + bottom) - at),
    }
}
