//! How many cards fit on a paper, and where the cells lie.

use super::lattice::Lattice;
use super::oriented;
use crate::geom::{Rect, Size, decimal};
use crate::model::{Form, Kind, SheetSpec};

/// Height of the line of text and of the ruler beside the cards, in mm.
pub const FURNITURE: f64 = 2.4;
/// What a printer may leave blank at the edge of the paper, in mm.
pub(super) const UNPRINTABLE: f64 = 3.0;
/// The least bleed at the outside of the block that still forgives a cut, in mm.
const LEAST_BLEED: f64 = 1.5;
/// The shortest useful mark and the air around it, in mm.
const SHORT_MARK: f64 = 1.2;

/// Which cells of a page hold a piece, row by row.
pub type Used<'a> = &'a [bool];

/// Cells of one size on a paper, centred.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The paper as it lies on the page.
    pub paper: Size,
    /// How the pieces are cut.
    pub form: Form,
    /// Bleed that a piece brings, in mm.
    pub bleed: f64,
    /// Where the cells lie beside one another.
    lattice: Lattice,
    /// Cells side by side.
    pub columns: u32,
    /// Cells above each other.
    pub rows: u32,
}

/// Why cards do not go on a paper: a sentence and what would fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The grid with the most cells for cards of this size and paper, or the one that the sheet asks for.
///
/// # Errors
/// The grid that is asked for does not fit, or not even one card does.
pub fn fit(card: Size, bleed: f64, paper: Size, spec: &SheetSpec) -> Result<Grid, Unfit> {
    fit_form(&Form::CARD, card, bleed, paper, spec)
}

/// The grid with the most cells for pieces of this form and size.
///
/// # Errors
/// As those of [`fit`].
pub fn fit_form(
    form: &Form,
    size: Size,
    bleed: f64,
    paper: Size,
    spec: &SheetSpec,
) -> Result<Grid, Unfit> {
    let upright = oriented(paper, false);
    let papers = [upright, upright.turned()];
    let lattice = Lattice::new(form, size, spec.gap.0);
    let make = |paper, columns, rows| {
        let lattice = lattice.clone();
        Grid { paper, form: *form, bleed, lattice, columns, rows }
    };
    let margin = spec.margin.0;
    if let Some((columns, rows)) = asked(form, spec) {
        let grids = papers.map(|paper| make(paper, columns, rows));
        let fitting = grids.iter().find(|grid| grid.keeps(margin));
        return fitting
            .cloned()
            .ok_or_else(|| unfit(&grids[0], margin, most(&papers, margin, make)));
    }
    most(&papers, margin, make).ok_or_else(|| unfit(&make(upright, 1, 1), margin, None))
}

/// The grid that a sheet asks for: one for all decks is meant for cards.
fn asked(form: &Form, spec: &SheetSpec) -> Option<(u32, u32)> {
    let meant = match form.kind {
        Kind::Card => true,
        Kind::Counter | Kind::Board => !spec.decks.is_empty(),
        Kind::Box => false,
    };
    spec.grid.filter(|_| meant).map(|(columns, rows, _)| (columns, rows))
}

/// The grid with the most cells that leaves room for the line of text; upright before turned.
fn most(papers: &[Size], margin: f64, make: impl Fn(Size, u32, u32) -> Grid) -> Option<Grid> {
    let mut best: Option<Grid> = None;
    for paper in papers {
        let space = Size { w: paper.w - 2.0 * margin, h: paper.h - 2.0 * margin };
        for (columns, rows) in make(*paper, 1, 1).lattice.most(space) {
            // A row or a column is given up only where no side has room for the text.
            let tries = [
                (columns, rows),
                (columns, rows.saturating_sub(1)),
                (columns.saturating_sub(1), rows),
            ];
            let grids = tries.into_iter().filter(|(columns, rows)| columns * rows > 0);
            let grids = grids.map(|(columns, rows)| make(*paper, columns, rows));
            // A board that just fits goes without the text: the other way is to cut it.
            let has_room = |grid: &Grid| grid.has_room() || grid.form.kind == Kind::Board;
            for grid in grids.filter(|grid| grid.keeps(margin) && has_room(grid)) {
                if best.as_ref().is_none_or(|best| grid.cells() > best.cells()) {
                    best = Some(grid);
                }
            }
        }
    }
    best
}

fn unfit(asked: &Grid, margin: f64, fitting: Option<Grid>) -> Unfit {
    let block = asked.block();
    let space = Size { w: asked.paper.w - 2.0 * margin, h: asked.paper.h - 2.0 * margin };
    let message = format!(
        "{} x {} needs {} x {} mm, the page leaves {} x {} mm",
        asked.columns,
        asked.rows,
        decimal(block.w),
        decimal(block.h),
        decimal(space.w),
        decimal(space.h)
    );
    let help = match fitting {
        Some(grid) => format!("{} x {} fits", grid.columns, grid.rows),
        None => {
            "take a larger paper or a smaller margin; a little room is kept for the ruler".into()
        }
    };
    Unfit { message, help }
}

impl Grid {
    /// How many cells a page has.
    pub fn cells(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// The box around all trims.
    pub fn block(&self) -> Rect {
        let size = self.lattice.extent(self.columns, self.rows);
        Rect::at((self.paper.w - size.w) / 2.0, (self.paper.h - size.h) / 2.0, size)
    }

    /// Where the cells lie beside one another.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Column and row of the cell with this number.
    pub fn place(&self, number: usize) -> (u32, u32) {
        let columns = self.columns as usize;
        ((number % columns) as u32, (number / columns) as u32)
    }

    /// Whether there is a piece in this column and row.
    pub fn is_used(&self, column: i64, row: i64, used: Used<'_>) -> bool {
        let columns = i64::from(self.columns);
        let number = usize::try_from(row * columns + column);
        (0..columns).contains(&column)
            && number.is_ok_and(|number| used.get(number).is_some_and(|used| *used))
    }

    /// Trim of the cell with this number, row by row.
    pub fn trim(&self, number: usize) -> Rect {
        let (column, row) = self.place(number);
        let (block, (x, y)) = (self.block(), self.lattice.offset(column, row));
        Rect::at(block.x + x, block.y + y, self.lattice.cell)
    }

    /// What is seen of the art around `trim`, which is that of a cell or a part of it.
    ///
    /// Bleed ends half-way to a neighbour; where there is none it is shown as at the outside.
    pub fn art(&self, trim: Rect, number: usize, used: Used<'_>) -> Rect {
        let (column, row) = self.place(number);
        let (x, y) = (i64::from(column), i64::from(row));
        let reach = |dx: i64, dy: i64| {
            if !self.is_used(x + dx, y + dy, used) {
                return self.outer_bleed();
            }
            // The distance is known by the later of two neighbours.
            let at = if dx == 0 { row + u32::from(dy > 0) } else { column + u32::from(dx > 0) };
            self.bleed_between(self.lattice.distance(at, dx != 0))
        };
        let (left, top) = (reach(-1, 0), reach(0, -1));
        let (right, bottom) = (reach(1, 0), reach(0, 1));
        Rect {
            x: trim.x - left,
            y: trim.y - top,
            w: trim.w + left + right,
            h: trim.h + top + bottom,
        }
    }

    /// How much bleed is shown between neighbours, in mm.
    ///
    /// Those that touch overlap by a hair, so that no white line shows where they meet.
    pub fn bleed_between(&self, distance: f64) -> f64 {
        self.bleed.min((distance / 2.0).max(0.05))
    }

    /// How much bleed is shown at the outside of the block, in mm.
    pub fn outer_bleed(&self) -> f64 {
        let block = self.block();
        self.bleed.min(block.x).min(block.y).min(self.bleed_room().max(LEAST_BLEED)).max(0.0)
    }

    /// Whether text and ruler stand above and below the cards, not left and right of them.
    pub fn text_is_level(&self) -> bool {
        let block = self.block();
        block.y >= block.x
    }

    /// Width of the strips that hold the text and the ruler, in mm.
    pub fn strip(&self) -> f64 {
        let block = self.block();
        block.x.max(block.y)
    }

    /// Distance from the trim to the line of text, in mm; `None` without room for it.
    pub fn text_offset(&self) -> Option<f64> {
        let room = self.strip() - self.unprintable() - FURNITURE;
        let wanted = self.outer_bleed() + 4.0;
        (room >= self.outer_bleed()).then(|| wanted.min(room))
    }

    /// The longest mark that touches neither the text nor the edge of the paper, in mm.
    pub fn mark_room(&self, offset: f64) -> f64 {
        let block = self.block();
        let edge = block.x.min(block.y) - offset - 1.0;
        self.text_offset().map_or(edge, |text| edge.min(text - 0.4 - offset)).max(0.0)
    }

    fn keeps(&self, margin: f64) -> bool {
        let block = self.block();
        block.x >= margin - 1e-6 && block.y >= margin - 1e-6
    }

    /// What the text and a short mark leave for the bleed, in mm.
    fn bleed_room(&self) -> f64 {
        self.strip() - self.unprintable() - FURNITURE - SHORT_MARK
    }

    /// Less than usual where the strip is narrow, so that a row of cards need not be given up.
    fn unprintable(&self) -> f64 {
        UNPRINTABLE.min(self.strip() / 4.0)
    }

    fn has_room(&self) -> bool {
        self.bleed_room() >= LEAST_BLEED.min(self.bleed)
    }
}
