//! Lines at their places in a box, at one size: columns, indents, room kept free for other things.

use super::atoms::Strand;
use super::attributes::TextBox;
use super::breaks::Piece;
use super::markup::Kind;
use super::setter::Setter;
use super::style::Style;
use crate::fonts::Fonts;
use crate::geom::Rect;

/// A line of a text before it is broken: what it is, shaped.
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// Whether an empty line stands before it.
    pub apart: bool,
    /// What it holds.
    pub strand: Strand,
    /// The bullet or number before it.
    pub marker: Option<Strand>,
    /// How many lists it is an item of, one inside the other.
    pub level: usize,
}

/// A text that can be set at any size.
pub struct Typeset {
    /// Its lines.
    pub blocks: Vec<Block>,
    /// The styles of its runs; the first is that of the box.
    pub styles: Vec<Style>,
    /// The room that markers of lists take, in parts of the size.
    pub hang: f64,
    /// The measures of the box's font.
    pub strut: Strut,
}

/// Measures of a font, in parts of the size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strut {
    /// Above the baseline.
    pub ascent: f64,
    /// Below the baseline.
    pub descent: f64,
    /// Height of a capital.
    pub capital: f64,
}

impl Strut {
    /// The measures of the font of that number.
    pub fn of(fonts: &Fonts, font: u16) -> Self {
        fonts.face(font).map_or_else(Self::default, |face| Self {
            ascent: face.ascent,
            descent: face.descent,
            capital: face.capital,
        })
    }

    /// Room above and below the baseline for a line of that height, in parts of the size.
    pub fn around(self, line_height: f64) -> (f64, f64) {
        let lead = (line_height - self.ascent - self.descent) / 2.0;
        (lead + self.ascent, lead + self.descent)
    }
}

impl Typeset {
    /// Whether its first words are read from the right.
    pub fn is_rtl(&self) -> bool {
        let first = self.blocks.iter().find(|block| !block.strand.atoms.is_empty());
        first.is_some_and(|block| block.strand.rtl)
    }
}

/// A line at its place, in mm.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// What it is made of.
    pub strand: &'a Strand,
    /// Which atoms of it.
    pub piece: Piece,
    /// Where its ink begins from the left.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// Room added to each of its blanks.
    pub blank: f64,
    /// Room added behind each letter, where there are no blanks.
    pub letter: f64,
}

impl Line<'_> {
    /// How far its ink is above the baseline, and below it, in parts of the size.
    fn ink(&self) -> (f64, f64) {
        let atoms = &self.strand.atoms[self.piece.start..self.piece.end];
        let larger = |a: (f64, f64), b: (f64, f64)| (a.0.max(b.0), a.1.max(b.1));
        atoms.iter().map(|atom| atom.ink).fold((0.0, 0.0), larger)
    }
}

/// A text, set.
#[derive(Clone, Debug, Default)]
pub struct Flow<'a> {
    /// Its lines.
    pub lines: Vec<Line<'a>>,
    /// How many lines, bullets not counted.
    pub count: usize,
    /// Rules across the box.
    pub rules: Vec<Rect>,
    /// By how many mm it is wider than the box.
    pub too_wide: f64,
    /// By how many mm it is higher than the box.
    pub too_high: f64,
    /// By how many mm its letters reach out of the box.
    pub outside: f64,
    /// The part of the box's height that it takes; in several columns, of them all.
    pub fill: f64,
}

/// What is less than this is no overflow, in mm.
pub const TOLERANCE: f64 = 0.01;
/// So far, in parts of the size and in mm at most, letters may reach out of their box where there is room at its other side: words with
/// and without a `y` stand on one line on all cards.
const HANG: (f64, f64) = (0.1, 0.35);
/// How often a room is halved to find where a text stands in it.
const HALVINGS: u32 = 20;

impl Flow<'_> {
    /// Puts all of it lower, in mm.
    fn shift(&mut self, down: f64) {
        self.lines.iter_mut().for_each(|line| line.y += down);
        self.rules.iter_mut().for_each(|rule| rule.y += down);
    }

    /// By how many mm what is drawn reaches above an area and below it; less than 0 if it does not.
    fn outside(&self, area: Rect, size: f64) -> (f64, f64) {
        let lines = self.lines.iter().map(|line| {
            let (above, below) = line.ink();
            (line.y - above * size, line.y + below * size)
        });
        let all = lines.chain(self.rules.iter().map(|rule| (rule.y, rule.bottom())));
        let edges = all.fold((f64::INFINITY, f64::NEG_INFINITY), |edges, (top, bottom)| {
            (edges.0.min(top), edges.1.max(bottom))
        });
        (area.y - edges.0, edges.1 - area.bottom())
    }

    /// Whether all of it lies in the box.
    pub fn fits(&self) -> bool {
        [self.too_wide, self.too_high, self.outside].iter().all(|over| *over <= TOLERANCE)
    }
}

/// Sets a text at a size.
pub fn flow<'a>(text: &'a Typeset, asked: &TextBox, size: f64) -> Flow<'a> {
    let mut flow = placed(text, asked, size);
    if asked.baseline.is_some() {
        return flow;
    }
    // Where lines are closer than letters are high, letters reach out of the room of their lines.
    let (above, below) = flow.outside(asked.area, size);
    let is_far = above.max(below) > HANG.1.min(HANG.0 * size);
    let may_move = asked.exclude.is_empty() && flow.too_high <= TOLERANCE;
    if is_far && may_move {
        flow.shift(above.min(-below).max(0.0) - below.min(-above).max(0.0));
    }
    let outside = if may_move || !is_far { above + below } else { above.max(below) };
    flow.outside = outside.max(0.0);
    flow
}

/// Sets a text at a size, where it is to stand in its box.
fn placed<'a>(text: &'a Typeset, asked: &TextBox, size: f64) -> Flow<'a> {
    let mut flow = Setter::new(text, asked, size, 0.0).set();
    let spare = asked.area.h * (1.0 - flow.fill);
    let shift = match (asked.baseline, flow.lines.first()) {
        (Some(baseline), Some(first)) => baseline - first.y,
        _ => spare * asked.valign.share(),
    };
    if asked.columns > 1 || shift <= 0.0 {
        return flow;
    }
    if asked.exclude.is_empty() {
        flow.shift(shift);
        return flow;
    }
    // Lower lines may be longer or shorter, so the text is set anew where it will stand.
    let moved = |shift: f64| Setter::new(text, asked, size, shift).set();
    let wanted = |set: &Flow<'_>| asked.area.h * (1.0 - set.fill) * asked.valign.share();
    let mut best = moved(shift);
    if (wanted(&best) - shift).abs() > TOLERANCE / 2.0 {
        let (mut high, mut low) = (0.0, asked.area.h * asked.valign.share());
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(high, low);
            let is_too_low = wanted(&moved(middle)) < middle;
            *(if is_too_low { &mut low } else { &mut high }) = middle;
        }
        best = moved(high);
    }
    if best.fits() { best } else { flow }
}
