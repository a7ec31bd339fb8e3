//! How many cards fit on a paper, and where the cells lie.

use super::oriented;
use crate::geom::{Rect, Size, decimal};
use crate::model::SheetSpec;

/// Height of the line of text and of the ruler beside the cards, in mm.
pub const FURNITURE: f64 = 2.4;
/// What a printer may leave blank at the edge of the paper, in mm.
pub(super) const UNPRINTABLE: f64 = 3.0;
/// The least bleed at the outside of the block that still forgives a cut, in mm.
const LEAST_BLEED: f64 = 1.5;
/// The shortest useful mark and the air around it, in mm.
const SHORT_MARK: f64 = 1.2;

/// Cells of one size on a paper, centred.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The paper as it lies on the page.
    pub paper: Size,
    /// Trim size of a card.
    pub card: Size,
    /// Bleed that a card brings, in mm.
    pub bleed: f64,
    /// Distance between trims, in mm.
    pub gap: f64,
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

/// The grid with the most cells for this card and paper, or the one that the sheet asks for.
///
/// # Errors
/// The grid that is asked for does not fit, or not even one card does.
pub fn fit(card: Size, bleed: f64, paper: Size, spec: &SheetSpec) -> Result<Grid, Unfit> {
    let upright = oriented(paper, false);
    let papers = [upright, upright.turned()];
    let make = |paper, columns, rows| Grid { paper, card, bleed, gap: spec.gap.0, columns, rows };
    let margin = spec.margin.0;
    if let Some((columns, rows, _)) = spec.grid {
        let grids = papers.map(|paper| make(paper, columns, rows));
        let fitting = grids.iter().find(|grid| grid.keeps(margin));
        return fitting
            .cloned()
            .ok_or_else(|| unfit(&grids[0], margin, most(&papers, margin, make)));
    }
    most(&papers, margin, make).ok_or_else(|| unfit(&make(upright, 1, 1), margin, None))
}

/// The grid with the most cells that leaves room for the line of text; upright before turned.
fn most(papers: &[Size], margin: f64, make: impl Fn(Size, u32, u32) -> Grid) -> Option<Grid> {
    let mut best: Option<Grid> = None;
    for paper in papers {
        let one = make(*paper, 1, 1);
        let count = |space: f64, size: f64| {
            ((space - 2.0 * margin + one.gap + 1e-6) / (size + one.gap)).floor().max(0.0) as u32
        };
        let (columns, rows) = (count(paper.w, one.card.w), count(paper.h, one.card.h));
        // A row or a column is given up only where no side has room for the text.
        let tries =
            [(columns, rows), (columns, rows.saturating_sub(1)), (columns.saturating_sub(1), rows)];
        let grids = tries.into_iter().filter(|(columns, rows)| columns * rows > 0);
        let grids = grids.map(|(columns, rows)| make(*paper, columns, rows));
        for grid in grids.filter(|grid| grid.keeps(margin) && grid.has_room()) {
            if best.as_ref().is_none_or(|best| grid.cells() > best.cells()) {
                best = Some(grid);
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
        let side = |count: u32, size: f64| {
            f64::from(count) * size + f64::from(count.saturating_sub(1)) * self.gap
        };
        let size = Size { w: side(self.columns, self.card.w), h: side(self.rows, self.card.h) };
        Rect::at((self.paper.w - size.w) / 2.0, (self.paper.h - size.h) / 2.0, size)
    }

    /// Trim and visible art of the cell with this number, row by row, when `count` cells are used.
    ///
    /// Bleed ends half-way to a neighbour; where there is none it is shown as at the outside.
    pub fn cell(&self, number: usize, count: usize) -> (Rect, Rect) {
        let columns = self.columns as usize;
        let (column, row) = (number % columns, number / columns);
        let block = self.block();
        let trim = Rect::at(
            block.x + column as f64 * (self.card.w + self.gap),
            block.y + row as f64 * (self.card.h + self.gap),
            self.card,
        );
        // Neighbours that touch overlap by a hair, so that no white line shows where they meet.
        let inner = self.bleed.min((self.gap / 2.0).max(0.05));
        let reach = |neighbour: bool| if neighbour { inner } else { self.outer_bleed() };
        let (left, top) = (reach(column > 0), reach(row > 0));
        let right = reach(column + 1 < columns && number + 1 < count);
        let bottom = reach(number + columns < count);
        let art = Rect {
            x: trim.x - left,
            y: trim.y - top,
            w: trim.w + left + right,
            h: trim.h + top + bottom,
        };
        (trim, art)
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
