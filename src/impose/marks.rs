//! Crop marks: short lines outside the block of cards, one at every edge to cut.

use serde::Serialize;

use super::fit::{Grid, Used};
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
    let block = grid.block();
    let places = (0..used.len()).filter(|number| used[*number]).map(|number| grid.place(number));
    let (columns, rows) = places.fold((0, 0), |(columns, rows), (column, row)| {
        (columns.max(column as usize + 1), rows.max(row as usize + 1))
    });
    let first = |column| grid.trim(column);
    for x in edges((0..columns).map(|at| (first(at).x, first(at).right()))) {
        lines.push(Line { from: (x, block.y - near), to: (x, block.y - far) });
        lines.push(Line { from: (x, block.bottom() + near), to: (x, block.bottom() + far) });
    }
    let first = |row: usize| grid.trim(row * grid.columns as usize);
    for y in edges((0..rows).map(|at| (first(at).y, first(at).bottom()))) {
        lines.push(Line { from: (block.x - near, y), to: (block.x - far, y) });
        lines.push(Line { from: (block.right() + near, y), to: (block.right() + far, y) });
    }
    lines
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
