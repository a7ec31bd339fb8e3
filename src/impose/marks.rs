//! Cut marks: short lines outside the block of cards, one at every edge to cut, or lines through all of it.

use serde::Serialize;

use super::fit::{Grid, Used};
use crate::geom::{Rect, Xy};
use crate::model::{Marks, Shape};

/// A straight line, in mm from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// One end: x and y.
    pub from: (f64, f64),
    /// The other.
    pub to: (f64, f64),
}

/// The marks of a page; pieces that are no rectangles have outlines instead.
pub fn lines(grid: &Grid, used: Used<'_>, marks: Marks) -> Vec<Line> {
    let offset = marks.offset.0.max(grid.outer_bleed());
    let length = marks.length.0.min(grid.mark_room(offset));
    let (near, far) = (offset, offset + length);
    let mut lines = Vec::new();
    if length <= 0.0 || grid.form.shape != Shape::Straight {
        return lines;
    }
    let Cuts { block, upright, level } = Cuts::of(grid, used);
    for x in upright {
        lines.push(Line { from: (x, block.y - near), to: (x, block.y - far) });
        lines.push(Line { from: (x, block.bottom() + near), to: (x, block.bottom() + far) });
    }
    for y in level {
        lines.push(Line { from: (block.x - near, y), to: (block.x - far, y) });
        lines.push(Line { from: (block.right() + near, y), to: (block.right() + far, y) });
    }
    lines
}

/// Lines through the whole block, as far as marks would go beyond it; for pieces that are no rectangles none.
pub fn through(grid: &Grid, used: Used<'_>, marks: Marks) -> Vec<Vec<Xy>> {
    if grid.form.shape != Shape::Straight {
        return Vec::new();
    }
    let offset = marks.offset.0.max(grid.outer_bleed());
    let over = offset + marks.length.0.min(grid.mark_room(offset));
    let Cuts { block, upright, level } = Cuts::of(grid, used);
    let upright =
        upright.into_iter().map(|x| vec![(x, block.y - over), (x, block.bottom() + over)]);
    let level = level.into_iter().map(|y| vec![(block.x - over, y), (block.right() + over, y)]);
    upright.chain(level).collect()
}

/// Where the pieces of a page are cut: the box around those that are there, and the edges in it.
struct Cuts {
    block: Rect,
    upright: Vec<f64>,
    level: Vec<f64>,
}

impl Cuts {
    fn of(grid: &Grid, used: Used<'_>) -> Self {
        let there = || (0..used.len()).filter(|number| used[*number]);
        let places = there().map(|number| grid.place(number));
        let (columns, rows) = places.fold((0, 0), |(columns, rows), (column, row)| {
            (columns.max(column as usize + 1), rows.max(row as usize + 1))
        });
        let column = |at: usize| grid.trim(at);
        let row = |at: usize| grid.trim(at * grid.columns as usize);
        Self {
            block: super::around(there().map(|number| grid.trim(number))),
            upright: edges((0..columns).map(|at| (column(at).x, column(at).right()))),
            level: edges((0..rows).map(|at| (row(at).y, row(at).bottom()))),
        }
    }
}

/// Both edges of each of some cells; edges that touch are one.
fn edges(cells: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut edges: Vec<f64> = Vec::new();
    for (near, far) in cells {
        if edges.last().is_none_or(|last| near - last > 1e-6) {
            edges.push(near);
        }
        edges.push(far);
    }
    edges
}
