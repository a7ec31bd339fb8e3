//! Where the cells of a sheet lie: rows and columns with gutters, or a honeycomb.

use crate::geom::Size;
use crate::model::{Form, HexTop, Shape};

/// Cells of one size, from the corner of their block.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    /// Size of a cell, in mm.
    pub cell: Size,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// Blocks of so many columns and rows, with one distance in them and another between them.
    Rows { gap: f64, gutter: f64, block: (u32, u32) },
    /// Hexagons at this distance of their middles.
    Hexes { top: HexTop, pitch: f64 },
}

impl Lattice {
    /// Cells for pieces of `size`, `gap` mm apart where their form says nothing else.
    pub fn new(form: &Form, size: Size, gap: f64) -> Self {
        let gutter = form.gutter.map(|(gutter, block)| (gutter.0, block));
        let kind = match form.shape {
            Shape::Hex(top) => {
                let between = gutter.map_or(gap, |(gutter, _)| gutter);
                Kind::Hexes { top, pitch: size.w.min(size.h) + between }
            }
            _ => {
                let (gutter, block) = gutter.unwrap_or((gap, (1, 1)));
                Kind::Rows { gap, gutter, block }
            }
        };
        let cell = match form.shape {
            Shape::Standee { base } => Size { w: size.w, h: 2.0 * (size.h + base.0) },
            _ => size,
        };
        Self { cell, kind }
    }

    /// The upper left corner of a cell.
    pub fn offset(&self, column: u32, row: u32) -> (f64, f64) {
        match self.kind {
            Kind::Rows { gap, gutter, block } => {
                let along = |at: u32, size: f64, block: u32| {
                    f64::from(at) * (size + gap) + f64::from(at / block) * (gutter - gap)
                };
                (along(column, self.cell.w, block.0), along(row, self.cell.h, block.1))
            }
            Kind::Hexes { top: HexTop::Flat, pitch } => honeycomb(pitch, column, row),
            Kind::Hexes { top: HexTop::Pointy, pitch } => {
                let (y, x) = honeycomb(pitch, row, column);
                (x, y)
            }
        }
    }

    /// The size of a block of so many columns and rows, at least one each.
    pub fn extent(&self, columns: u32, rows: u32) -> Size {
        // In a honeycomb every other line is shifted, and that may be the last or the one before.
        let lasts = |count: u32| [count.saturating_sub(2), count.saturating_sub(1)];
        let mut size = self.cell;
        for (column, row) in lasts(columns).into_iter().flat_map(|x| lasts(rows).map(|y| (x, y))) {
            let (x, y) = self.offset(column, row);
            size = Size { w: size.w.max(x + self.cell.w), h: size.h.max(y + self.cell.h) };
        }
        size
    }

    /// The most columns and rows that go into `space`; several, where none is best for all.
    pub fn most(&self, space: Size) -> Vec<(u32, u32)> {
        const MOST: u32 = 400;
        let fits = |columns, rows| {
            let size = self.extent(columns, rows);
            size.w <= space.w + 1e-6 && size.h <= space.h + 1e-6
        };
        let largest = |fits: &dyn Fn(u32) -> bool| (1..=MOST).take_while(|at| fits(*at)).count();
        // A honeycomb of one row or column needs less room than the same of two.
        let of = |rows: u32| {
            let columns = largest(&|columns| fits(columns, rows)) as u32;
            (columns, largest(&|rows| fits(columns, rows)) as u32)
        };
        let mut found = vec![of(2), of(1)];
        found.retain(|(columns, rows)| columns * rows > 0);
        found.dedup();
        found
    }

    /// Distance to the cell before, where that is in the same row or the same column.
    pub fn distance(&self, at: u32, across: bool) -> f64 {
        match self.kind {
            Kind::Rows { gap, gutter, block } => {
                let block = if across { block.0 } else { block.1 };
                if at.is_multiple_of(block) { gutter } else { gap }
            }
            Kind::Hexes { pitch, .. } => pitch - self.cell.w.min(self.cell.h),
        }
    }
}

/// The corner of a hexagon with a flat top: every other column lies half a hexagon lower.
fn honeycomb(pitch: f64, column: u32, row: u32) -> (f64, f64) {
    let lower = if column % 2 == 1 { pitch / 2.0 } else { 0.0 };
    (f64::from(column) * pitch * 3.0_f64.sqrt() / 2.0, f64::from(row) * pitch + lower)
}
