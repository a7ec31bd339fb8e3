//! Which face, where, on which paper: pure geometry in millimetres from the top left.

pub mod calibration;
mod duplex;
mod fit;
pub mod furniture;
mod lattice;
mod layout;
mod marks;
mod outline;
pub mod tiles;

use serde::Serialize;

use crate::compose::{ComposedCard, Side};
use crate::geom::{Rect, Size, Xy};
use crate::model::{Backs, Shape, SheetSpec};

use duplex::Turn;
pub use fit::{Grid, Unfit, Used, fit, fit_form};
pub use lattice::Lattice;
pub use layout::Layout;
pub use marks::Line;
pub use tiles::Tiles;

/// A face on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placement {
    /// The face, by its number in the deck.
    pub face: usize,
    /// The design that it is a side of, by its number in the deck.
    pub design: usize,
    /// Where it is cut.
    pub trim: Rect,
    /// What is seen of it: the trim and as much bleed as there is room for.
    pub art: Rect,
    /// A closed line that bounds it further, for what is no rectangle; else empty.
    pub window: Vec<Xy>,
    /// 0, 90, 180 or 270 degrees clockwise.
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
    /// Lines to cut along, through several places each.
    pub cuts: Vec<Vec<Xy>>,
    /// Lines to fold along, or marks of folds.
    pub folds: Vec<Line>,
    /// Column and row, if the page shows a part of a larger face.
    pub tile: Option<(u32, u32)>,
    /// The smallest box around all trims.
    pub trim_box: Rect,
    /// The smallest box around all that is seen of the faces.
    pub bleed_box: Rect,
}

impl Page {
    /// A side of a paper with nothing placed on it.
    pub fn blank(side: Side, paper: Size) -> Self {
        let whole = Rect::at(0.0, 0.0, paper);
        Self {
            side,
            placements: Vec::new(),
            marks: Vec::new(),
            guides: Vec::new(),
            cuts: Vec::new(),
            folds: Vec::new(),
            tile: None,
            trim_box: whole,
            bleed_box: whole,
        }
    }
}

fn around(boxes: impl Iterator<Item = Rect>) -> Rect {
    boxes.reduce(Rect::union).unwrap_or_default()
}

/// Puts all copies of `cards` on pages, a page of fronts followed by its page of backs.
pub fn lay_out(cards: &[ComposedCard], grid: &Grid, spec: &SheetSpec) -> Vec<Page> {
    let duplex = spec.backs == Backs::Duplex
        && !matches!(grid.form.shape, Shape::Standee { .. })
        && cards.iter().any(|card| card.back.is_some());
    let mut pages = Vec::new();
    for cells in cells(cards, grid.columns as usize).chunks(grid.cells()) {
        let front = front_page(cards, cells, grid, spec);
        let turn = Turn::new(grid.paper, spec);
        let back = duplex.then(|| back_page(cards, cells, grid, &front, &turn));
        pages.push(front);
        pages.extend(back);
    }
    pages
}

/// The design in each cell of all pages; cells before a new row may stay blank.
fn cells(cards: &[ComposedCard], columns: usize) -> Vec<Option<usize>> {
    let mut cells = Vec::new();
    for (design, card) in cards.iter().enumerate() {
        if card.new_row {
            cells.resize(cells.len().next_multiple_of(columns), None);
        }
        cells.extend((0..card.copies).map(|_| Some(design)));
    }
    cells
}

fn front_page(
    cards: &[ComposedCard],
    cells: &[Option<usize>],
    grid: &Grid,
    spec: &SheetSpec,
) -> Page {
    let used: Vec<_> = cells.iter().map(Option::is_some).collect();
    let filled = cells.iter().enumerate().filter_map(|(cell, design)| Some((cell, (*design)?)));
    let placements: Vec<_> = filled
        .flat_map(|(cell, design)| sides(&cards[design], design, cell, grid, &used))
        .collect();
    let (mut marks, mut lines) = (Vec::new(), outline::Lines::default());
    if let Some(wanted) = spec.marks {
        lines = outline::lines(grid, &used);
        if wanted.through {
            lines.cuts.extend(marks::through(grid, &used, wanted));
        } else {
            marks = marks::lines(grid, &used, wanted);
        }
    }
    let outline::Lines { cuts, folds } = lines;
    let trims = (0..cells.len()).filter(|cell| used[*cell]).map(|cell| grid.trim(cell));
    let trim_box = around(trims);
    let bleed_box = around(placements.iter().map(|one| one.art)).union(trim_box);
    let (side, guides) = (Side::Front, Vec::new());
    Page { side, placements, marks, guides, cuts, folds, tile: None, trim_box, bleed_box }
}

/// What is put into a cell: a face, or both sides of a standee, which is folded between them.
fn sides(
    card: &ComposedCard,
    design: usize,
    cell: usize,
    grid: &Grid,
    used: Used<'_>,
) -> Vec<Placement> {
    let Shape::Standee { base } = grid.form.shape else {
        return vec![alone(card, card.front, design, cell, grid, used)];
    };
    let whole = grid.trim(cell);
    let height = whole.h / 2.0 - base.0;
    let side = |face, y, rotation| {
        let trim = Rect { y: whole.y + y, h: height, ..whole };
        // The art goes a little into the tab, and ends at the fold between the sides.
        let seen = grid.art(whole, cell, used);
        let over = grid.bleed.min(base.0);
        let top = if rotation == 0 { trim.y } else { trim.y - over };
        let art = Rect { y: top, h: height + over, ..seen };
        Placement { face, design, trim, art, window: Vec::new(), rotation }
    };
    vec![side(card.front, whole.h / 2.0, 0), side(card.back.unwrap_or(card.front), base.0, 180)]
}

/// A face that fills its cell, with the bleed that its neighbours leave it.
fn alone(
    card: &ComposedCard,
    face: usize,
    design: usize,
    cell: usize,
    grid: &Grid,
    used: Used<'_>,
) -> Placement {
    let trim = grid.trim(cell);
    let window = outline::window(grid, cell, used);
    let art = match grid.form.shape {
        // Hexagons overlap with the boxes around their neighbours.
        Shape::Hex(_) => around(window.iter().map(|at| Rect { x: at.0, y: at.1, w: 0.0, h: 0.0 })),
        _ => grid.art(trim, cell, used),
    };
    let rotation = if card.turned { 90 } else { 0 };
    Placement { face, design, trim, art, window, rotation }
}

/// The other side of `front`: cards without a back leave their place blank, and to the bleed of others.
fn back_page(
    cards: &[ComposedCard],
    cells: &[Option<usize>],
    grid: &Grid,
    front: &Page,
    turn: &Turn,
) -> Page {
    let back = |design: &Option<usize>| design.and_then(|at| Some((at, cards[at].back?)));
    let used: Vec<_> = cells.iter().map(|design| back(design).is_some()).collect();
    let place = |(cell, design): (usize, &Option<usize>)| {
        let (design, face) = back(design)?;
        Some(turn.placement(alone(&cards[design], face, design, cell, grid, &used)))
    };
    Page {
        side: Side::Back,
        placements: cells.iter().enumerate().filter_map(place).collect(),
        marks: front.marks.iter().map(|line| turn.line(*line)).collect(),
        guides: Vec::new(),
        cuts: front.cuts.iter().map(|path| turn.path(path)).collect(),
        folds: front.folds.iter().map(|line| turn.line(*line)).collect(),
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
