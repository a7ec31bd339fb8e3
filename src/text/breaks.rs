//! Where lines end: as much as fits, or about evenly.

use super::atoms::{Behind, Sort, Strand};

/// What belongs on one line: atoms without the blanks at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its first atom.
    pub start: usize,
    /// One past its last atom that is not a blank.
    pub end: usize,
    /// Where the next line begins.
    pub next: usize,
    /// Its width, with its hyphen, in parts of the size.
    pub width: f64,
    /// Whether it ends with a hyphen.
    pub hyphen: bool,
}

/// Rounding of advances is let pass, in parts of the size.
const SLACK: f64 = 1e-6;

/// The piece that begins with the atom `start` and fits into `room`; a part that cannot be broken
/// stands alone, however wide it is.
pub fn next(strand: &Strand, start: usize, room: f64) -> Piece {
    let mut found = None;
    let (mut width, mut solid, mut end) = (0.0, 0.0, start);
    for (at, atom) in strand.atoms.iter().enumerate().skip(start) {
        width += atom.advance;
        if atom.sort != Sort::Blank {
            // The room that a last letter keeps from a next one is none of the line's.
            (solid, end) = (width - atom.trail, at + 1);
        }
        if found.is_some() && solid > room + SLACK {
            break;
        }
        let is_last = at + 1 == strand.atoms.len();
        if atom.behind == Behind::Hold && !is_last {
            continue;
        }
        let hyphen = atom.behind == Behind::Hyphen && !is_last;
        let width = solid + if hyphen { strand.runs[usize::from(atom.run)].hyphen } else { 0.0 };
        let fits = width <= room + SLACK;
        if found.is_some() && !fits {
            // A hyphen that does not fit any more says nothing of what comes behind it.
            if hyphen { continue } else { break }
        }
        found = Some(Piece { start, end, next: at + 1, width, hyphen });
        if !fits {
            break;
        }
    }
    let (end, next) = (start, strand.atoms.len());
    found.unwrap_or(Piece { start, end, next, width: 0.0, hyphen: false })
}

/// All pieces of a line of text; `room` says how wide each may be.
pub fn all(strand: &Strand, room: impl Fn(usize) -> f64) -> Vec<Piece> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    while start < strand.atoms.len() {
        let piece = next(strand, start, room(pieces.len()));
        start = piece.next;
        pieces.push(piece);
    }
    pieces
}

/// The narrowest room that needs no more lines than `room` does.
pub fn even(strand: &Strand, room: f64, indent: f64) -> f64 {
    let lines = |room: f64| all(strand, |line| if line == 0 { room - indent } else { room });
    let whole = lines(room);
    let widest = |pieces: &[Piece]| pieces.iter().map(|piece| piece.width).fold(0.0, f64::max);
    if widest(&whole) > room + SLACK {
        return room;
    }
    let (mut small, mut large) = (0.0, room);
    for _ in 0..12 {
        let middle = (small + large) / 2.0;
        let tried = lines(middle);
        if tried.len() <= whole.len() && widest(&tried) <= middle + SLACK {
            large = middle;
        } else {
            small = middle;
        }
    }
    large
}
