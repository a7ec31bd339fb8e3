//! The outlines of areas, and the borders between them: cells of one kind are one shape.

use std::collections::{BTreeMap, BTreeSet};

use super::arcs::{Arc, Edge, Style, draw, join, ordered};
use super::{Corner, Layout, Path};

/// A line between two kinds of cells, or around one.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// The kinds on its sides, the lesser first; nothing beyond the field.
    pub between: (Option<u32>, Option<u32>),
    /// The line.
    pub path: Path,
}

/// The arcs between cells of different kinds, drawn once for both.
struct Arcs {
    drawn: Vec<Path>,
    /// For every directed side that begins an arc: which one, and in which direction.
    starts: BTreeMap<(Corner, Corner), Run>,
    /// The corners of each.
    corners: Vec<Vec<Corner>>,
    between: Vec<(Option<u32>, Option<u32>)>,
}

impl Arcs {
    fn new(layout: &Layout, kinds: &[Option<u32>], style: &Style) -> Self {
        let mut sides: BTreeMap<Edge, (Option<u32>, Option<u32>)> = BTreeMap::new();
        let mut outer = BTreeSet::new();
        for (at, cell) in layout.cells.iter().enumerate() {
            for side in &cell.sides {
                let (here, there) = (kinds[at], side.other.and_then(|other| kinds[other]));
                if here != there {
                    sides.insert(side.ends(), (here.min(there), here.max(there)));
                }
                if side.other.is_none() {
                    outer.insert(side.ends());
                }
            }
        }
        let edges: BTreeSet<_> = sides.keys().copied().collect();
        // The edge of the field stays as it is, and so do the corners where it turns into a border.
        let mut pinned = style.pinned.clone();
        pinned.extend(turns(&outer, &edges));
        let (arcs, junctions) = join(&edges, &pinned);
        let straight = Style::default();
        let mut found = Self {
            drawn: Vec::new(),
            starts: BTreeMap::new(),
            corners: Vec::new(),
            between: Vec::new(),
        };
        for arc in arcs {
            let first = ordered(arc.corners[0], arc.corners[1]);
            let style = if outer.contains(&first) { &straight } else { style };
            let is_loop = arc.is_loop(&junctions);
            found.drawn.push(draw(&arc, is_loop, &layout.lattice, style));
            found.between.push(sides[&first]);
            found.add(arc);
        }
        found
    }

    fn add(&mut self, Arc { corners }: Arc) {
        let (arc, last) = (self.corners.len(), corners.len() - 1);
        self.starts.insert((corners[0], corners[1]), Run { arc, is_backwards: false });
        self.starts.insert((corners[last], corners[last - 1]), Run { arc, is_backwards: true });
        self.corners.push(corners);
    }
}

/// Corners where sides of both kinds meet: at the edge of the field, and inside it.
fn turns(outer: &BTreeSet<Edge>, edges: &BTreeSet<Edge>) -> BTreeSet<Corner> {
    let ends = |edges: &mut dyn Iterator<Item = &Edge>| {
        edges.flat_map(|(a, b)| [*a, *b]).collect::<BTreeSet<_>>()
    };
    let at_edge = ends(&mut outer.iter());
    let inside = ends(&mut edges.iter().filter(|edge| !outer.contains(edge)));
    at_edge.intersection(&inside).copied().collect()
}

/// The outline of each kind of cells, with its holes: fill them even-odd or as they turn.
///
/// Cells without a kind are left out. Outlines of neighbours share their lines exactly.
pub fn regions(layout: &Layout, kinds: &[Option<u32>], style: &Style) -> BTreeMap<u32, Vec<Path>> {
    let arcs = Arcs::new(layout, kinds, style);
    let mut found: BTreeMap<u32, Vec<Path>> = BTreeMap::new();
    for (kind, mut open) in arcs.around(layout, kinds) {
        let rings = found.entry(kind).or_default();
        while let Some(ring) = ring(&mut open, &arcs) {
            rings.push(ring);
        }
    }
    found
}

/// Arcs that run clockwise around a kind, by the corner that they begin at.
type Open = BTreeMap<Corner, Vec<Run>>;

/// An arc in one of its directions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Run {
    arc: usize,
    is_backwards: bool,
}

impl Arcs {
    /// The arcs around each kind.
    fn around(&self, layout: &Layout, kinds: &[Option<u32>]) -> BTreeMap<u32, Open> {
        let mut around: BTreeMap<u32, Open> = BTreeMap::new();
        for (at, cell) in layout.cells.iter().enumerate() {
            let Some(kind) = kinds[at] else { continue };
            for side in &cell.sides {
                if let Some(run) = self.starts.get(&(side.from, side.to))
                    && side.other.and_then(|other| kinds[other]) != Some(kind)
                {
                    around.entry(kind).or_default().entry(side.from).or_default().push(*run);
                }
            }
        }
        around
    }

    /// The corners of an arc as it runs: the first two and the last two.
    fn ends(&self, run: Run) -> ([Corner; 2], [Corner; 2]) {
        let corners = &self.corners[run.arc];
        let last = corners.len() - 1;
        let (first, end) = ([corners[0], corners[1]], [corners[last - 1], corners[last]]);
        if run.is_backwards { ([end[1], end[0]], [first[1], first[0]]) } else { (first, end) }
    }

    fn path(&self, run: Run) -> Path {
        let drawn = &self.drawn[run.arc];
        if run.is_backwards { drawn.reversed() } else { drawn.clone() }
    }
}

/// Takes one ring out of `open` and puts its arcs together.
fn ring(open: &mut Open, arcs: &Arcs) -> Option<Path> {
    let start = *open.first_key_value()?.0;
    let mut way = None;
    let mut here = start;
    let mut path: Option<Path> = None;
    while let Some(run) = take(open, here, way, arcs) {
        let piece = arcs.path(run);
        match &mut path {
            Some(path) => path.steps.extend(piece.steps),
            None => path = Some(piece),
        }
        let (_, end) = arcs.ends(run);
        (here, way) = (end[1], Some(end));
        if here == start {
            break;
        }
    }
    path.map(|path| Path { is_closed: true, ..path })
}

/// Takes the arc that goes on from `here`: the sharpest turn to the right, so that a ring that
/// touches itself at a corner does not cross itself.
fn take(open: &mut Open, here: Corner, way: Option<[Corner; 2]>, arcs: &Arcs) -> Option<Run> {
    let runs = open.get_mut(&here)?;
    let right = |run: &Run| {
        let step = |[a, b]: [Corner; 2]| (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
        let ((x, y), (u, v)) = (way.map_or((0.0, 0.0), step), step(arcs.ends(*run).0));
        (x * v - y * u).atan2(x * u + y * v)
    };
    let best = (0..runs.len()).max_by(|a, b| right(&runs[*a]).total_cmp(&right(&runs[*b])))?;
    let run = runs.remove(best);
    if runs.is_empty() {
        open.remove(&here);
    }
    Some(run)
}

/// The lines between cells of different kinds, each once.
pub fn borders(layout: &Layout, kinds: &[Option<u32>], style: &Style) -> Vec<Border> {
    let arcs = Arcs::new(layout, kinds, style);
    let pairs = arcs.between.into_iter().zip(arcs.drawn);
    pairs.map(|(between, path)| Border { between, path }).collect()
}
