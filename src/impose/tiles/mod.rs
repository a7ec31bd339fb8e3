//! A face larger than the paper: windows on it, one a page, at its true size, to be glued together.

mod drawings;
mod marks;

use super::duplex::Turn;
use super::fit::{FURNITURE, UNPRINTABLE, Unfit};
use super::{Page, Placement, oriented};
use crate::compose::{ComposedCard, Side};
use crate::geom::{Mm, Rect, Size, decimal};
use crate::model::{Backs, Fold, SheetSpec, Tile};

pub use drawings::Words;

/// What the line of text, or the ruler, takes from the edge of the paper, in mm.
const TEXT_BAND: f64 = UNPRINTABLE + FURNITURE + 0.4;
/// The least margin above and below: the text, a short mark and some bleed, in mm.
const BAND: f64 = TEXT_BAND + 3.2;
/// The air between the art and a mark, in mm.
const AIR: f64 = 0.6;
/// A page that shows less of the face than this beside its overlap is not worth its paper, in mm.
const LEAST_STEP: f64 = 15.0;
/// The most pages of one face.
const MOST_PAGES: u32 = 400;
/// The longest side that a page of a PDF may have, in mm: 14,400 points.
const LONGEST: f64 = 5080.0;

/// The windows on a face, all of one size, in columns and rows; the middle one in the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// The paper as it lies on the page.
    pub paper: Size,
    /// Trim size of the face.
    pub face: Size,
    /// Bleed that the face brings, in mm.
    pub bleed: f64,
    /// What neighbours both show, in mm.
    pub overlap: f64,
    /// Pages side by side.
    pub columns: u32,
    /// Pages above each other.
    pub rows: u32,
    /// Where the face is folded.
    pub fold: Option<Fold>,
    /// The part of a page that shows the face.
    window: Rect,
}

/// Cuts a face into pages of a paper: as few as can be, upright if it makes no difference.
///
/// # Errors
/// The paper leaves too little room between its margins and the overlap, or the pages are too many.
pub fn cut(face: Size, bleed: f64, paper: Size, spec: &SheetSpec) -> Result<Tiles, Unfit> {
    let ways = match spec.tile.landscape {
        None => vec![false, true],
        Some(landscape) => vec![landscape],
    };
    let papers = ways.into_iter().map(|landscape| oriented(paper, landscape));
    let all = papers.filter_map(|paper| Tiles::on(paper, face, bleed, &spec.tile, spec.fold));
    let best = all.reduce(|best, one| if one.pages() < best.pages() { one } else { best });
    let best = best.ok_or_else(|| cramped(paper, &spec.tile))?;
    if best.pages() > MOST_PAGES {
        let message = format!("it would take {} pages", best.pages());
        let help = format!("take a larger paper; a face has {MOST_PAGES} pages at most");
        return Err(Unfit { message, help });
    }
    Ok(best)
}

/// One page as large as the face with its bleed, its marks and its line of text.
///
/// # Errors
/// A PDF cannot have so large a page.
pub fn whole(face: Size, bleed: f64, spec: &SheetSpec) -> Result<Tiles, Unfit> {
    let fold = spec.fold.map_or(0.0, |_| marks::FOLD);
    let mark = AIR + spec.marks.map_or(0.0, |marks| marks.length.0).max(fold);
    let around = Mm((bleed + mark + TEXT_BAND).max(BAND).ceil());
    let paper = face.grown(around);
    if paper.w.max(paper.h) > LONGEST {
        let message = format!("its page would be {paper}");
        let help = format!("a page of a PDF has sides up to {} mm", decimal(LONGEST));
        return Err(Unfit { message, help });
    }
    let window = Rect::at(around.0, around.0, face);
    let (columns, rows) = (1, 1);
    Ok(Tiles { paper, face, bleed, overlap: 0.0, columns, rows, fold: spec.fold, window })
}

fn cramped(paper: Size, tile: &Tile) -> Unfit {
    let message = format!(
        "{} leaves too little of each page beside margins of {} and an overlap of {}",
        oriented(paper, false),
        tile.margin,
        tile.overlap
    );
    Unfit { message, help: "take a larger paper, or a smaller margin or overlap".into() }
}

impl Tiles {
    fn on(paper: Size, face: Size, bleed: f64, tile: &Tile, fold: Option<Fold>) -> Option<Self> {
        let (side, level) = (tile.margin.0, tile.margin.0.max(BAND));
        let size = Size { w: paper.w - 2.0 * side, h: paper.h - 2.0 * level };
        let overlap = tile.overlap.0;
        let columns = count(face.w, size.w, overlap)?;
        let rows = count(face.h, size.h, overlap)?;
        let window = Rect::at(side, level, size);
        Some(Self { paper, face, bleed, overlap, columns, rows, fold, window })
    }

    /// How many pages show one side of a face.
    pub fn pages(&self) -> u32 {
        self.columns.saturating_mul(self.rows)
    }

    /// The name of a page: a letter for its column, a number for its row; none for a single one.
    pub fn name(&self, tile: (u32, u32)) -> Option<String> {
        (self.pages() > 1).then(|| name_of(tile))
    }

    /// Where the face's trim lies on the page of this column and row; parts of it may lie beyond.
    pub fn trim(&self, (column, row): (u32, u32)) -> Rect {
        let start = |face: f64, window: f64, count: u32, at: u32| {
            let step = window - self.overlap;
            let all = f64::from(count - 1) * step + window;
            (all - face) / 2.0 - f64::from(at) * step
        };
        let x = start(self.face.w, self.window.w, self.columns, column);
        let y = start(self.face.h, self.window.h, self.rows, row);
        Rect::at(self.window.x + x, self.window.y + y, self.face)
    }

    /// What a page shows of the face: its window, and at the outside the bleed.
    pub fn art(&self, tile: (u32, u32)) -> Rect {
        let (trim, window) = (self.trim(tile), self.window);
        let reach = self.bleed_shown();
        let (left, right) = (tile.0 == 0, tile.0 + 1 == self.columns);
        let (top, bottom) = (tile.1 == 0, tile.1 + 1 == self.rows);
        let x = if left { trim.x - reach.0 } else { window.x };
        let y = if top { trim.y - reach.1 } else { window.y };
        let end_x = if right { trim.right() + reach.0 } else { window.right() };
        let end_y = if bottom { trim.bottom() + reach.1 } else { window.bottom() };
        Rect { x, y, w: end_x - x, h: end_y - y }
    }

    /// How much bleed is shown at the sides, and above and below: it may reach into the margin.
    fn bleed_shown(&self) -> (f64, f64) {
        let first = self.trim((0, 0));
        let room = |free: f64, kept: f64| self.bleed.min(free - kept).max(0.0);
        (room(first.x, 1.0 + AIR), room(first.y, TEXT_BAND + 2.0 * AIR))
    }

    fn tiles(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }
}

/// How many windows cover a side; none where they are too small to be of use.
fn count(face: f64, window: f64, overlap: f64) -> Option<u32> {
    if window + 1e-6 >= face && window > 0.0 {
        return Some(1);
    }
    let step = window - overlap;
    (step >= LEAST_STEP).then(|| ((face - overlap - 1e-6) / step).ceil().max(1.0) as u32)
}

/// A letter for the column, after Z two, and the number of the row.
fn name_of((column, row): (u32, u32)) -> String {
    let (mut letters, mut left) = (String::new(), column + 1);
    while left > 0 {
        left -= 1;
        letters.insert(0, char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    format!("{letters}{}", row + 1)
}

/// Every copy of every face, page by page; each front is followed by its back.
///
/// Where no page has room for the map of the pages, it is a page of its own, the last.
pub fn lay_out(cards: &[ComposedCard], tiles: &Tiles, spec: &SheetSpec) -> Vec<Page> {
    let duplex = spec.backs == Backs::Duplex && cards.iter().any(|card| card.back.is_some());
    let copies = cards.iter().enumerate();
    let copies = copies.flat_map(|(design, card)| (0..card.copies).map(move |_| (design, card)));
    let mut pages = Vec::new();
    for (design, card) in copies {
        for tile in tiles.tiles() {
            let front = page(tiles, tile, (design, card.front), duplex, spec);
            if duplex {
                let turn = Turn::new(tiles.paper, spec);
                let back = back(tiles, &front, card.back, &turn, spec);
                pages.extend([front, back]);
            } else {
                pages.push(front);
            }
        }
    }
    if tiles.pages() > 1 && tiles.map_room().is_none() && !pages.is_empty() {
        // The page that shows how the others go together.
        pages.push(Page::blank(Side::Front, tiles.paper));
    }
    pages
}

fn page(
    tiles: &Tiles,
    tile: (u32, u32),
    (design, face): (usize, usize),
    duplex: bool,
    spec: &SheetSpec,
) -> Page {
    let (trim, art) = (tiles.trim(tile), tiles.art(tile));
    let drawn = marks::Drawn::of(tiles, tile, duplex, spec.marks);
    Page {
        side: Side::Front,
        placements: vec![Placement { face, design, trim, art, window: Vec::new(), rotation: 0 }],
        marks: drawn.cuts,
        guides: [drawn.laid_right, drawn.slit].concat(),
        cuts: Vec::new(),
        folds: drawn.folds,
        tile: Some(tile),
        trim_box: common(trim, art),
        bleed_box: art,
    }
}

/// The other side of `front`: the strips of the overlap that are hidden there are the opposite ones.
fn back(tiles: &Tiles, front: &Page, face: Option<usize>, turn: &Turn, spec: &SheetSpec) -> Page {
    let tile = front.tile.unwrap_or_default();
    let drawn = marks::Drawn::of(tiles, tile, true, spec.marks);
    let lines = |lines: Vec<_>| lines.into_iter().map(|line| turn.line(line)).collect();
    let place = |face| {
        let (trim, art) = (turn.rect(tiles.trim(tile)), turn.rect(tiles.art(tile)));
        let design = front.placements.first().map_or(0, |front| front.design);
        Placement { face, design, trim, art, window: Vec::new(), rotation: turn.rotation(0) }
    };
    Page {
        side: Side::Back,
        placements: face.map(place).into_iter().collect(),
        marks: lines(drawn.cuts),
        guides: lines([drawn.laid_left, drawn.slit].concat()),
        cuts: Vec::new(),
        folds: lines(drawn.folds),
        tile: front.tile,
        trim_box: turn.rect(front.trim_box).within(turn.paper()),
        bleed_box: turn.rect(front.bleed_box).within(turn.paper()),
    }
}

/// What two boxes have in common.
fn common(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let (right, bottom) = (a.right().min(b.right()), a.bottom().min(b.bottom()));
    Rect { x, y, w: right - x, h: bottom - y }
}
