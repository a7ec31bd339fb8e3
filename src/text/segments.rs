//! A line as it is seen: its parts from the left, each of one run, icons alone.

use super::atoms::{Atom, Run, Sort, Strand};
use super::flow::Line;

/// Atoms that are written as one, and where.
pub struct Segment<'a> {
    /// Its atoms, at least one.
    pub atoms: &'a [Atom],
    /// What they are all of.
    pub run: Run,
    /// Its left edge in mm.
    pub x: f64,
    /// Its width in mm.
    pub width: f64,
}

/// The parts of a line in the order of reading, each where it is seen.
pub fn segments<'l>(line: &Line<'l>, size: f64) -> Vec<Segment<'l>> {
    let mut segments = cut(line, size);
    let mut x = line.x;
    for at in visual(&segments) {
        segments[at].x = x;
        x += segments[at].width;
    }
    segments
}

/// The line's atoms, cut where the run changes and around icons.
fn cut<'l>(line: &Line<'l>, size: f64) -> Vec<Segment<'l>> {
    let atoms = &line.strand.atoms[line.piece.start..line.piece.end];
    let is_icon = |atom: &Atom| matches!(atom.sort, Sort::Icon(_));
    let same = |a: &Atom, b: &Atom| a.run == b.run && !is_icon(a) && !is_icon(b);
    let segment = |atoms: &'l [Atom]| Segment {
        atoms,
        run: line.strand.runs[usize::from(atoms[0].run)],
        x: 0.0,
        width: atoms.iter().map(|atom| advance(line, atom, size)).sum(),
    };
    atoms.chunk_by(same).map(segment).collect()
}

/// How far a line of that size goes on behind an atom, in mm.
pub fn advance(line: &Line<'_>, atom: &Atom, size: f64) -> f64 {
    let added = if stretches(line.strand, atom) { line.blank } else { 0.0 };
    atom.advance * size + added + line.letter
}

/// Whether a line that is filled gives an atom more room.
pub fn stretches(strand: &Strand, atom: &Atom) -> bool {
    matches!(&strand.text[atom.start as usize..atom.end as usize], " " | "\u{a0}")
}

/// The order in which segments are seen from the left.
fn visual(segments: &[Segment<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..segments.len()).collect();
    let level = |at: usize| segments[at].run.level;
    let highest = (0..segments.len()).map(level).max().unwrap_or(0);
    for turned in (1..=highest).rev() {
        let mut at = 0;
        while at < order.len() {
            let end = order[at..].iter().take_while(|one| level(**one) >= turned).count() + at;
            order[at..end].reverse();
            at = end.max(at + 1);
        }
    }
    order
}
