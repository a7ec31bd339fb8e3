//! Sides joined to long lines from junction to junction, each smoothed and roughened once.

use std::collections::{BTreeMap, BTreeSet};

use super::{Corner, Lattice, Path, Point, Step};
use crate::digest::mixed;

/// How lines along the sides of cells are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// How round corners become: 0 leaves them, 1 rounds all of each side away.
    pub smooth: f64,
    /// How far a line strays from its sides, as a part of a side's length: 0 not at all.
    pub rough: f64,
    /// Chooses among the ways to stray.
    pub seed: u64,
    /// Corners that stay where they are.
    pub pinned: BTreeSet<Corner>,
}

/// A side by its corners, the lesser first.
pub type Edge = (Corner, Corner);

/// A line along sides, from a junction to the next, or around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    /// Its corners in order; of a closed one, the first again at the end.
    pub corners: Vec<Corner>,
}

impl Arc {
    /// Whether it comes back to its beginning without meeting a junction.
    pub fn is_loop(&self, junctions: &BTreeSet<Corner>) -> bool {
        self.corners.first() == self.corners.last()
            && self.corners.first().is_some_and(|first| !junctions.contains(first))
    }
}

/// Joins sides at corners where just two of them meet.
///
/// Gives the lines, and the corners at which they end.
pub fn join(edges: &BTreeSet<Edge>, pinned: &BTreeSet<Corner>) -> (Vec<Arc>, BTreeSet<Corner>) {
    let mut at: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (from, to) in edges {
        at.entry(*from).or_default().push(*to);
        at.entry(*to).or_default().push(*from);
    }
    let is_junction = |corner: &Corner| {
        pinned.contains(corner) || at.get(corner).is_none_or(|ends| ends.len() != 2)
    };
    let junctions: BTreeSet<_> = at.keys().filter(|corner| is_junction(corner)).copied().collect();
    let mut left = edges.clone();
    let mut arcs = Vec::new();
    for start in &junctions {
        for next in &at[start] {
            if left.contains(&ordered(*start, *next)) {
                arcs.push(follow(*start, *next, &at, &junctions, &mut left));
            }
        }
    }
    // What remains are loops without a junction.
    while let Some((from, to)) = left.first().copied() {
        arcs.push(follow(from, to, &at, &junctions, &mut left));
    }
    (arcs, junctions)
}

/// Both corners, the lesser first.
pub fn ordered(a: Corner, b: Corner) -> Edge {
    (a.min(b), a.max(b))
}

fn follow(
    start: Corner,
    next: Corner,
    at: &BTreeMap<Corner, Vec<Corner>>,
    junctions: &BTreeSet<Corner>,
    left: &mut BTreeSet<Edge>,
) -> Arc {
    let mut corners = vec![start, next];
    left.remove(&ordered(start, next));
    let mut here = next;
    while !junctions.contains(&here) {
        let open = |to: &&Corner| left.contains(&ordered(here, **to));
        let Some(to) = at[&here].iter().find(open).copied() else { break };
        left.remove(&ordered(here, to));
        corners.push(to);
        here = to;
    }
    Arc { corners }
}

/// Draws a line along its corners.
pub fn draw(arc: &Arc, is_loop: bool, lattice: &Lattice, style: &Style) -> Path {
    let mut points = match style.rough > 0.0 {
        true => roughened(arc, is_loop, lattice, style),
        false => arc.corners.iter().map(|corner| lattice.point(*corner)).collect::<Vec<_>>(),
    };
    if is_loop {
        points.pop();
        return rounded_loop(&points, style.smooth);
    }
    rounded(&points, style.smooth)
}

/// Pieces that each side is cut into before it strays.
const PIECES: u32 = 4;

/// The points of a line that strays: the corners between its ends, and some more on each side.
fn roughened(arc: &Arc, is_loop: bool, lattice: &Lattice, style: &Style) -> Vec<Point> {
    let last = arc.corners.len() - 1;
    let mut points = Vec::new();
    for (at, pair) in arc.corners.windows(2).enumerate() {
        let (from, to) = (lattice.point(pair[0]), lattice.point(pair[1]));
        let length = from.distance(to);
        for piece in 0..PIECES {
            let point = from.towards(to, f64::from(piece) / f64::from(PIECES));
            let stays = piece == 0 && at == 0 && !is_loop;
            // Points between corners stray half as far as corners do.
            let far = if piece == 0 { 1.0 } else { 0.5 } * style.rough * length;
            let place = if piece == 0 { (pair[0], pair[0]) } else { ordered(pair[0], pair[1]) };
            let piece = if pair[0] <= pair[1] { piece } else { (PIECES - piece) % PIECES };
            let (x, y) = if stays { (0.0, 0.0) } else { stray(place, piece, style.seed) };
            points.push(Point { x: point.x + x * far, y: point.y + y * far });
        }
    }
    points.push(if is_loop { points[0] } else { lattice.point(arc.corners[last]) });
    points
}

/// A direction that depends on nothing but the place: within one unit of (0, 0).
fn stray((a, b): Edge, piece: u32, seed: u64) -> (f64, f64) {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |bits: u64| mixed(bits.wrapping_add(STEP));
    let mut state = seed ^ STEP;
    for part in [a.0, a.1, b.0, b.1, piece as i32] {
        state = mixed(state ^ u64::from(part as u32));
    }
    let unit = |bits: u64| (bits >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
    (unit(state), unit(mixed(state)))
}

/// A line through points with its corners cut round.
fn rounded(points: &[Point], smooth: f64) -> Path {
    let mut steps = Vec::new();
    for around in points.windows(3) {
        corner(&mut steps, [around[0], around[1], around[2]], smooth);
    }
    steps.push(Step::Line(*points.last().unwrap_or(&Point::default())));
    Path { start: points[0], steps, is_closed: false }
}

fn rounded_loop(points: &[Point], smooth: f64) -> Path {
    let count = points.len();
    let part = smooth.clamp(0.0, 1.0) / 2.0;
    let mut steps = Vec::new();
    for at in 0..count {
        let around = [points[(at + count - 1) % count], points[at], points[(at + 1) % count]];
        corner(&mut steps, around, smooth);
    }
    // It begins where its first corner is cut.
    let start = points[0].towards(points[count - 1], part);
    if let Some(Step::Line(_)) = steps.first() {
        steps.remove(0);
    }
    steps.push(Step::Line(start));
    Path { start, steps, is_closed: true }
}

/// Goes to the corner in the middle and around it.
fn corner(steps: &mut Vec<Step>, [before, here, after]: [Point; 3], smooth: f64) {
    let part = smooth.clamp(0.0, 1.0) / 2.0;
    if part == 0.0 {
        steps.push(Step::Line(here));
        return;
    }
    steps.push(Step::Line(here.towards(before, part)));
    steps.push(Step::Quad(here, here.towards(after, part)));
}
