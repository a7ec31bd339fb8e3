//! Which face, where, on which paper: pure geometry in millimetres from the top left.

pub mod calibration;
mod duplex;
mod fit;
pub mod furniture;
mod layout;
mod marks;
pub mod tiles;

use serde::Serialize;

use crate::compose::{ComposedCard, Side};
use crate::geom::{Rect, Size};
use crate::model::{Backs, SheetSpec};

use duplex::Turn;
pub use fit::{Grid, Unfit, fit};
pub use layout::Layout;
pub use marks::Line;
pub use tiles::Tiles;

/// A face on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Placement {
    /// The face, by its number in the deck.
    pub face: usize,
    /// Where it is cut.
    pub trim: Rect,
    /// What is seen of it: the trim and as much bleed as there is room for.
    pub art: Rect,
    /// 0 or 180 degrees.
    pub rotation: u16,
}

/// One side of a sheet of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Fronts or backs.
    pub side: Side,
    /// The faces.
    pub placements: Vec<Placement>,
    /// Cut marks.
    pub marks: Vec<Line>,
    /// Lines over the art, of which nothing is seen in the end: where a neighbour is laid over it,
    /// and where it is slit.
    pub guides: Vec<Line>,
    /// Marks of folds.
    pub folds: Vec<Line>,
    /// Column and row, if the page shows a part of a larger face.
    pub tile: Option<(u32, u32)>,
    /// The smallest box around all trims.
    pub trim_box: Rect,
    /// The smallest box around all that is seen of the faces.
    pub bleed_box: Rect,
}

fn around(boxes: impl Iterator<Item = Rect>) -> Rect {
    boxes.reduce(Rect::union).unwrap_or_default()
}

/// Puts all copies of `cards` on pages, a page of fronts followed by its page of backs.
pub fn lay_out(cards: &[ComposedCard], grid: &Grid, spec: &SheetSpec) -> Vec<Page> {
    let copies = cards.iter().flat_map(|card| (0..card.copies).map(move |_| card));
    let copies: Vec<_> = copies.collect();
    let duplex = spec.backs == Backs::Duplex && cards.iter().any(|card| card.back.is_some());
    let mut pages = Vec::new();
    for chunk in copies.chunks(grid.cells()) {
        let front = front_page(chunk, grid, spec);
        let back = duplex.then(|| back_page(chunk, &front, &Turn::new(grid.paper, spec)));
        pages.push(front);
        pages.extend(back);
    }
    pages
}

fn front_page(cards: &[&ComposedCard], grid: &Grid, spec: &SheetSpec) -> Page {
    let place = |(cell, card): (usize, &&ComposedCard)| {
        let (trim, art) = grid.cell(cell, cards.len());
        Placement { face: card.front, trim, art, rotation: 0 }
    };
    let placements: Vec<_> = cards.iter().enumerate().map(place).collect();
    let marks = spec.marks.map_or_else(Vec::new, |marks| marks::lines(grid, cards.len(), marks));
    let trim_box = around(placements.iter().map(|one| one.trim));
    let bleed_box = around(placements.iter().map(|one| one.art));
    let (guides, folds) = (Vec::new(), Vec::new());
    let side = Side::Front;
    Page { side, placements, marks, guides, folds, tile: None, trim_box, bleed_box }
}

/// The other side of `front`: cards without a back leave their place blank.
fn back_page(cards: &[&ComposedCard], front: &Page, turn: &Turn) -> Page {
    let place = |(card, front): (&&ComposedCard, &Placement)| {
        let (trim, art) = (turn.rect(front.trim), turn.rect(front.art));
        card.back.map(|face| Placement { face, trim, art, rotation: turn.rotation() })
    };
    Page {
        side: Side::Back,
        placements: cards.iter().zip(&front.placements).filter_map(place).collect(),
        marks: front.marks.iter().map(|line| turn.line(*line)).collect(),
        guides: Vec::new(),
        folds: Vec::new(),
        tile: None,
        // A printer's shift may push them over the edge of the paper.
        trim_box: turn.rect(front.trim_box).within(turn.paper()),
        bleed_box: turn.rect(front.bleed_box).within(turn.paper()),
    }
}

/// The paper, turned to the side that the grid needs.
pub fn oriented(paper: Size, landscape: bool) -> Size {
    if landscape == (paper.w > paper.h) { paper } else { paper.turned() }
}
