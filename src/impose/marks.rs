//! Crop marks: short lines outside the block of cards, one at every edge to cut.

use serde::Serialize;

use super::fit::Grid;
use crate::model::Marks;

/// A straight line, in mm from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// One end: x and y.
    pub from: (f64, f64),
    /// The other.
    pub to: (f64, f64),
}

/// The marks of a page whose first `count` cells are used.
pub fn lines(grid: &Grid, count: usize, marks: Marks) -> Vec<Line> {
    let columns = (grid.columns as usize).min(count);
    let rows = count.div_ceil(grid.columns as usize);
    let block = grid.block();
    let offset = marks.offset.0.max(grid.outer_bleed());
    let length = marks.length.0.min(grid.mark_room(offset));
    let (near, far) = (offset, offset + length);
    let mut lines = Vec::new();
    if length <= 0.0 {
        return lines;
    }
    for x in edges(block.x, grid.card.w, grid.gap, columns) {
        lines.push(Line { from: (x, block.y - near), to: (x, block.y - far) });
        lines.push(Line { from: (x, block.bottom() + near), to: (x, block.bottom() + far) });
    }
    for y in edges(block.y, grid.card.h, grid.gap, rows) {
        lines.push(Line { from: (block.x - near, y), to: (block.x - far, y) });
        lines.push(Line { from: (block.right() + near, y), to: (block.right() + far, y) });
    }
    lines
}

/// Both edges of each of `count` cells; edges that touch are one.
fn edges(start: f64, size: f64, gap: f64, count: usize) -> Vec<f64> {
    let mut edges = Vec::new();
    for cell in 0..count {
        let near = start + cell as f64 * (size + gap);
        if cell == 0 || gap > 0.0 {
            edges.push(near);
        }
        edges.push(near + size);
    }
    edges
}
