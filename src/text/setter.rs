//! Sets lines one below the other: indents, columns, room kept free, and rules.

use super::atoms::{Atom, Sort, Strand};
use super::attributes::{Align, TextBox};
use super::breaks::{self, Piece};
use super::flow::{Block, Flow, Line, TOLERANCE, Typeset};
use super::markup::Kind;
use super::segments::stretches;
use crate::geom::Rect;

/// Height of a rule's line, and its thickness, in parts of the size.
const RULE: (f64, f64) = (0.8, 0.06);

/// Sets lines one below the other.
pub struct Setter<'a, 'b> {
    text: &'a Typeset,
    asked: &'b TextBox,
    size: f64,
    column: u32,
    /// The width of a column.
    width: f64,
    /// Where the next line begins, and where the first did.
    y: f64,
    top: f64,
    flow: Flow<'a>,
}

impl<'a, 'b> Setter<'a, 'b> {
    /// A setter at the upper edge of the box, or lower by `shift` mm.
    pub fn new(text: &'a Typeset, asked: &'b TextBox, size: f64, shift: f64) -> Self {
        let columns = f64::from(asked.columns);
        let width = (asked.area.w - asked.column_gap * (columns - 1.0)) / columns;
        let top = asked.area.y + shift;
        let (column, flow) = (0, Flow::default());
        Self { text, asked, size, column, width: width.max(0.1), y: top, top, flow }
    }

    /// All lines at their places.
    pub fn set(mut self) -> Flow<'a> {
        for (at, block) in self.text.blocks.iter().enumerate() {
            if at > 0 && block.apart {
                self.y += self.asked.paragraph_space * self.size;
            }
            match block.kind {
                Kind::Rule => self.rule(),
                _ => self.block(block),
            }
        }
        let area = self.asked.area;
        let used = self.y - self.top + f64::from(self.column) * area.h;
        self.flow.fill = used / (area.h * f64::from(self.asked.columns));
        self.flow.too_high = (self.y - area.bottom()).max(0.0);
        self.flow
    }

    fn rule(&mut self) {
        let (height, thick) = (RULE.0 * self.size, RULE.1 * self.size);
        let (x, w) = self.room(height);
        self.flow.rules.push(Rect { x, y: self.y + (height - thick) / 2.0, w, h: thick });
        self.y += height;
    }

    fn block(&mut self, block: &'a Block) {
        let strand = &block.strand;
        let first = match block.kind {
            Kind::Paragraph => self.asked.indent,
            _ => 0.0,
        };
        let hang = self.text.hang * block.level as f64;
        let whole = self.width / self.size - hang;
        let is_plain = self.asked.exclude.is_empty();
        let even = (self.asked.balance && is_plain).then(|| breaks::even(strand, whole, first));
        let mut start = 0;
        while start < strand.atoms.len() || (start == 0 && block.marker.is_some()) {
            let indent = hang + if start == 0 { first } else { 0.0 };
            let room = |width: f64| {
                let room = width / self.size - indent;
                even.map_or(room, |even| room.min(even - indent + hang))
            };
            let (over, under) = self.text.strut.around(self.asked.line_height);
            let (x, w) = self.room((over + under) * self.size);
            let piece = breaks::next(strand, start, room(w));
            if w < self.width && piece.width > room(w) && self.below() {
                continue;
            }
            let (over, under) = self.height(strand, piece);
            if self.next_column((over + under) * self.size) {
                continue;
            }
            self.line(block, piece, (x, w), indent, over);
            self.y += (over + under) * self.size;
            start = piece.next;
            if start == 0 {
                break;
            }
        }
    }

    /// Puts a piece on its line.
    fn line(&mut self, block: &'a Block, piece: Piece, (x, w): (f64, f64), indent: f64, over: f64) {
        let (strand, size) = (&block.strand, self.size);
        let (room, width) = (w - indent * size, piece.width * size);
        self.flow.too_wide = self.flow.too_wide.max(width - room);
        let spare = (room - width).max(0.0);
        let is_last = piece.next >= strand.atoms.len();
        let (blank, letter) = match self.asked.align {
            Align::Justify if !is_last => spread(strand, piece, spare),
            _ => (0.0, 0.0),
        };
        let filled = blank > 0.0 || letter > 0.0;
        let before = if filled { 0.0 } else { spare * self.asked.align.share() };
        // What is read from the right begins at the right, and so does its indent.
        let left = if strand.rtl {
            if filled { 0.0 } else { spare - before }
        } else {
            before + indent * size
        };
        let y = self.y + over * size;
        if let Some(marker) = block.marker.as_ref().filter(|_| piece.start == 0) {
            let whole = breaks::next(marker, 0, f64::INFINITY);
            // A number stands right before its item, however deep its list is.
            let outer = self.text.hang * (block.level as f64 - 1.0) * size;
            let at = match strand.rtl {
                true => x + w - before - outer - whole.width * size,
                false => x + left - indent * size + outer,
            };
            let (blank, letter) = (0.0, 0.0);
            self.flow.lines.push(Line { strand: marker, piece: whole, x: at, y, blank, letter });
        }
        self.flow.lines.push(Line { strand, piece, x: x + left, y, blank, letter });
        self.flow.count += 1;
    }

    /// Room above and below the baseline of a piece, in parts of the size.
    fn height(&self, strand: &Strand, piece: Piece) -> (f64, f64) {
        let (mut over, mut under) = self.text.strut.around(self.asked.line_height);
        let plain = (over, under);
        for atom in &strand.atoms[piece.start..piece.end] {
            let style = &self.text.styles[strand.runs[usize::from(atom.run)].style];
            if style.size > 1.0 {
                (over, under) = (over.max(plain.0 * style.size), under.max(plain.1 * style.size));
            }
            if let Sort::Icon(number) = atom.sort {
                let half = strand.icons[usize::from(number)].size / 2.0;
                let middle = self.text.strut.capital * style.size / 2.0;
                (over, under) = (over.max(middle + half), under.max(half - middle));
            }
        }
        (over, under)
    }

    /// The widest room of a line of that height: its left edge and its width.
    fn room(&self, height: f64) -> (f64, f64) {
        let area = self.asked.area;
        // Columns follow each other as the words of the first line do.
        let column =
            if self.text.is_rtl() { self.asked.columns - 1 - self.column } else { self.column };
        let left = area.x + f64::from(column) * (self.width + self.asked.column_gap);
        let (top, bottom) = (self.y, self.y + height);
        if self.asked.exclude.is_empty() {
            return (left, self.width);
        }
        let mut free = vec![(left, left + self.width)];
        for taken in &self.asked.exclude {
            if taken.y < bottom && taken.bottom() > top {
                let parts = free.iter().flat_map(|(from, to)| {
                    [(*from, to.min(taken.x)), (from.max(taken.right()), *to)]
                });
                free = parts.filter(|(from, to)| to > from).collect();
            }
        }
        let widest = free.into_iter().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        widest.map_or((left, 0.0), |(from, to)| (from, to - from))
    }

    /// Goes on below the next thing that takes room here; false if there is none.
    fn below(&mut self) -> bool {
        let ends = self.asked.exclude.iter().map(Rect::bottom).filter(|end| *end > self.y + 1e-9);
        let next = ends.fold(f64::INFINITY, f64::min);
        if next.is_finite() {
            self.y = next;
        }
        next.is_finite()
    }

    /// Goes on in the next column if a line of that height has no room in this one.
    fn next_column(&mut self, height: f64) -> bool {
        let is_full = self.y + height > self.asked.area.bottom() + TOLERANCE;
        let turns = is_full && self.y > self.top && self.column + 1 < self.asked.columns;
        if turns {
            self.column += 1;
            self.y = self.top;
        }
        turns
    }
}

/// Spreads spare room over the blanks of a line, or over its letters where those stand alone.
fn spread(strand: &Strand, piece: Piece, spare: f64) -> (f64, f64) {
    let atoms = &strand.atoms[piece.start..piece.end];
    let text = |atom: &Atom| &strand.text[atom.start as usize..atom.end as usize];
    let blanks = atoms.iter().filter(|atom| stretches(strand, atom)).count();
    if blanks > 0 {
        return (spare / blanks as f64, 0.0);
    }
    let is_wide = |atom: &&Atom| text(atom).chars().all(|c| c >= '\u{2e80}');
    if atoms.len() > 1 && atoms.iter().filter(is_wide).count() * 2 > atoms.len() {
        return (0.0, spare / (atoms.len() - 1) as f64);
    }
    (0.0, 0.0)
}
