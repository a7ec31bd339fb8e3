//! The other side of a sheet: where a place on the front comes to lie when the paper is turned.

use super::Placement;
use super::marks::Line;
use crate::geom::{Rect, Size, Xy};
use crate::model::{FlipEdge, SheetSpec};

/// The turn of a paper about one of its edges, and the printer's own shift.
pub struct Turn {
    paper: Size,
    columns: bool,
    shift: (f64, f64),
}

impl Turn {
    /// The turn that `spec` names, for a paper as it lies on the page.
    pub fn new(paper: Size, spec: &SheetSpec) -> Self {
        Self::of(paper, spec.flip, (spec.back_offset.0.0, spec.back_offset.1.0))
    }

    /// The turn over an edge, and what is added for a printer that shifts its second side, in mm.
    pub fn of(paper: Size, flip: FlipEdge, shift: (f64, f64)) -> Self {
        Self { paper, columns: flip.mirrors_columns(paper), shift }
    }

    /// The paper.
    pub fn paper(&self) -> Size {
        self.paper
    }

    /// Where a box of the front lies on the back.
    pub fn rect(&self, front: Rect) -> Rect {
        let mirrored = if self.columns {
            Rect { x: self.paper.w - front.right(), ..front }
        } else {
            Rect { y: self.paper.h - front.bottom(), ..front }
        };
        mirrored.moved(self.shift.0, self.shift.1)
    }

    /// Where a place of the front lies on the back.
    pub fn point(&self, (x, y): Xy) -> Xy {
        let (x, y) = if self.columns { (self.paper.w - x, y) } else { (x, self.paper.h - y) };
        (x + self.shift.0, y + self.shift.1)
    }

    /// Where a line of the front lies on the back.
    pub fn line(&self, front: Line) -> Line {
        Line { from: self.point(front.from), to: self.point(front.to) }
    }

    /// Where a line through several places lies on the back.
    pub fn path(&self, front: &[Xy]) -> Vec<Xy> {
        front.iter().map(|at| self.point(*at)).collect()
    }

    /// Where a face that lies so on the front lies on the back.
    pub fn placement(&self, front: Placement) -> Placement {
        let (trim, art) = (self.rect(front.trim), self.rect(front.art));
        let window = self.path(&front.window);
        Placement { trim, art, window, rotation: self.rotation(front.rotation), ..front }
    }

    /// How far the back of a front that is turned so far is turned, in degrees: a card that is
    /// turned over about its own upright line is upright again.
    pub fn rotation(&self, front: u16) -> u16 {
        let half = if self.columns { 0 } else { 180 };
        (360 + half - front) % 360
    }
}
