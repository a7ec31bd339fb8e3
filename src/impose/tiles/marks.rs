//! Marks of a page of a large face: where it is cut, where its neighbours lie, where it is folded.

use super::super::marks::Line;
use super::{AIR, TEXT_BAND, Tiles, UNPRINTABLE};
use crate::geom::Rect;
use crate::model::{Fold, Marks};

/// The longest tick inside the strip that a neighbour covers, in mm.
const TICK: f64 = 3.0;
/// Two ticks along a strip are at most so far from each other, in mm.
const APART: f64 = 60.0;
/// What a mark at the side keeps from the edge of the paper where nothing is written there, in mm.
const EDGE: f64 = 1.0;
/// Margins that are wide enough for words along the edge, in mm.
const WORDS: f64 = 7.5;
/// The length of a mark where the face is folded, in mm.
pub const FOLD: f64 = 5.0;

/// The lines of a page as it is seen from the front.
#[derive(Default)]
pub struct Drawn {
    /// Where it is cut, outside of the art.
    pub cuts: Vec<Line>,
    /// The strips that the pages to the right and below are laid over.
    pub laid_right: Vec<Line>,
    /// The strips that the pages to the left and above lie over, as seen from behind.
    pub laid_left: Vec<Line>,
    /// The slit of a face that is folded twice.
    pub slit: Vec<Line>,
    /// Where the face is folded, outside of its trim.
    pub folds: Vec<Line>,
}

/// An upright or a level line at a place, in mm.
#[derive(Clone, Copy)]
enum At {
    X(f64),
    Y(f64),
}

impl Drawn {
    /// The lines of one page; `duplex` has every edge cut, as both sides are seen.
    pub fn of(tiles: &Tiles, tile: (u32, u32), duplex: bool, marks: Option<Marks>) -> Self {
        let sheet = Sheet::new(tiles, tile);
        let mut drawn = Self::default();
        sheet.fold(&mut drawn);
        let Some(marks) = marks else { return drawn };
        let length = marks.length.0;
        for at in sheet.cuts(duplex || tiles.overlap <= 0.0) {
            drawn.cuts.extend(sheet.outside(at, length));
        }
        if tiles.overlap > 0.0 {
            drawn.laid_right = sheet.strips(false, length);
            drawn.laid_left = if duplex { sheet.strips(true, length) } else { Vec::new() };
        }
        drawn
    }
}

/// A page, with the boxes that its marks depend on.
struct Sheet<'a> {
    tiles: &'a Tiles,
    trim: Rect,
    art: Rect,
    /// Neighbours to the left, to the right, above and below.
    beside: [bool; 4],
}

impl<'a> Sheet<'a> {
    fn new(tiles: &'a Tiles, tile: (u32, u32)) -> Self {
        let (trim, art) = (tiles.trim(tile), tiles.art(tile));
        let beside = [tile.0 > 0, tile.0 + 1 < tiles.columns, tile.1 > 0, tile.1 + 1 < tiles.rows];
        Self { tiles, trim, art, beside }
    }

    /// The edges that are cut: what lies under a neighbour need not be, unless its back is seen.
    fn cuts(&self, all: bool) -> Vec<At> {
        let (trim, art) = (self.trim, self.art);
        let [left, right, above, below] = self.beside;
        let mut cuts = vec![
            At::X(if left { art.x } else { trim.x }),
            At::Y(if above { art.y } else { trim.y }),
        ];
        if !right || all {
            cuts.push(At::X(if right { art.right() } else { trim.right() }));
        }
        if !below || all {
            cuts.push(At::Y(if below { art.bottom() } else { trim.bottom() }));
        }
        cuts
    }

    /// A mark at each end of a line, outside of the art and clear of the words.
    fn outside(&self, at: At, length: f64) -> Vec<Line> {
        let (art, paper) = (self.art, self.tiles.paper);
        let (low, high, side, kept) = match at {
            At::X(_) => (art.y, art.bottom(), paper.h, TEXT_BAND),
            At::Y(_) => (art.x, art.right(), paper.w, self.side_band()),
        };
        let ends = [(low, -1.0, low - kept), (high, 1.0, side - high - kept)];
        let ends = ends.into_iter().filter(|(.., room)| *room > AIR);
        ends.map(|(end, sign, room)| {
            let (near, far) = (end + sign * AIR, end + sign * room.min(AIR + length));
            match at {
                At::X(x) => Line { from: (x, near), to: (x, far) },
                At::Y(y) => Line { from: (near, y), to: (far, y) },
            }
        })
        .collect()
    }

    /// What words along the sides take.
    fn side_band(&self) -> f64 {
        if self.tiles.has_side_words() { TEXT_BAND } else { EDGE }
    }

    /// Ticks along the strips of the overlap, which begin where the neighbour's edge comes to lie,
    /// and marks at both ends.
    fn strips(&self, behind: bool, length: f64) -> Vec<Line> {
        let (art, overlap) = (self.art, self.tiles.overlap);
        let [left, right, above, below] = self.beside;
        let tick = TICK.min(overlap * 0.6) * if behind { -1.0 } else { 1.0 };
        let mut lines = Vec::new();
        if if behind { left } else { right } {
            let x = if behind { art.x + overlap } else { art.right() - overlap };
            let ticks = spread(art.y, art.bottom());
            lines.extend(ticks.map(|y| Line { from: (x, y), to: (x + tick, y) }));
            lines.extend(self.outside(At::X(x), length));
        }
        if if behind { above } else { below } {
            let y = if behind { art.y + overlap } else { art.bottom() - overlap };
            let ticks = spread(art.x, art.right());
            lines.extend(ticks.map(|x| Line { from: (x, y), to: (x, y + tick) }));
            lines.extend(self.outside(At::Y(y), length));
        }
        lines
    }

    /// Folds at the outside of the face, and the slit of a board that is folded twice.
    fn fold(&self, drawn: &mut Drawn) {
        let Some(fold) = self.tiles.fold else { return };
        let (trim, art) = (self.trim, self.art);
        let (x, y) = (trim.x + trim.w / 2.0, trim.y + trim.h / 2.0);
        let lies = trim.w >= trim.h;
        let quad = fold == Fold::Quad;
        let mut outside = Vec::new();
        if (lies || quad) && (art.x..=art.right()).contains(&x) {
            outside.extend(self.outside(At::X(x), FOLD));
        }
        if (!lies || quad) && (art.y..=art.bottom()).contains(&y) {
            outside.extend(self.outside(At::Y(y), FOLD));
        }
        // Inside of the face its own art is shown, even where a page ends.
        outside.retain(|line| !self.is_over_trim(line));
        let is_slit = |line: &Line| quad && line.from.0 == x && line.from.1 > trim.bottom();
        (drawn.cuts, drawn.folds) = outside.into_iter().partition(is_slit);
        if quad && (art.x..=art.right()).contains(&x) {
            let (from, to) = (y.max(art.y), trim.bottom().min(art.bottom()));
            drawn.slit.extend((from < to).then_some(Line { from: (x, from), to: (x, to) }));
        }
    }

    fn is_over_trim(&self, line: &Line) -> bool {
        let (x, y) = line.from;
        let trim = self.trim;
        (trim.x..trim.right()).contains(&x) && (trim.y..trim.bottom()).contains(&y)
    }
}

impl Tiles {
    /// Whether the margins at the sides hold words.
    pub(super) fn has_side_words(&self) -> bool {
        self.columns > 1 && self.window.x >= WORDS.max(UNPRINTABLE)
    }
}

/// Places along a strip, even, a little inside of its ends.
fn spread(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let inside = 2.0;
    let length = to - from - 2.0 * inside;
    let parts = (length / APART).ceil().max(1.0);
    (0..=parts as u32).map(move |at| from + inside + length * f64::from(at) / parts)
}
