//! Features of a board as lines: along sides, such as rivers, and over middles, such as roads.

use std::collections::{BTreeMap, BTreeSet};

use super::arcs::{Edge, Style, draw, join};
use super::{Corner, Layout, Path, Point, Step};

/// Lines along sides, joined from junction to junction.
pub fn lines(layout: &Layout, sides: &[(usize, usize)], style: &Style) -> Vec<Path> {
    let (arcs, junctions) = join(&ends(layout, sides), &style.pinned);
    let line = |arc: &super::arcs::Arc| draw(arc, arc.is_loop(&junctions), &layout.lattice, style);
    arcs.iter().map(line).collect()
}

/// Corners where other than two of these sides meet.
pub fn junctions(layout: &Layout, sides: &[(usize, usize)]) -> BTreeSet<Corner> {
    join(&ends(layout, sides), &BTreeSet::new()).1
}

/// Sides by their corners, each once, whichever of its cells named it.
fn ends(layout: &Layout, sides: &[(usize, usize)]) -> BTreeSet<Edge> {
    sides.iter().map(|(cell, side)| layout.cells[*cell].sides[*side].ends()).collect()
}

/// Lines over the middles of cells, each step once, joined where just two steps meet.
///
/// `smooth` is 0 for straight lines from middle to middle, 1 for the roundest.
pub fn ways(layout: &Layout, routes: &[Vec<usize>], smooth: f64) -> Vec<Path> {
    let mut at: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for pair in routes.iter().flat_map(|route| route.windows(2)) {
        at.entry(pair[0]).or_default().insert(pair[1]);
        at.entry(pair[1]).or_default().insert(pair[0]);
    }
    let ends: Vec<_> = at.iter().filter(|(_, to)| to.len() != 2).map(|(cell, _)| *cell).collect();
    let mut left = at.clone();
    let mut found = Vec::new();
    for start in ends {
        while let Some(next) = left.get(&start).and_then(|to| to.first().copied()) {
            found.push(follow(start, next, &at, &mut left));
        }
    }
    // What remains are rounds without an end.
    while let Some((start, to)) = left.first_key_value() {
        let (start, to) = (*start, to.first().copied());
        match to {
            Some(to) => found.push(follow(start, to, &at, &mut left)),
            None => {
                left.remove(&start);
            }
        }
    }
    found.iter().map(|cells| through(layout, cells, smooth)).collect()
}

fn follow(
    start: usize,
    next: usize,
    at: &BTreeMap<usize, BTreeSet<usize>>,
    left: &mut BTreeMap<usize, BTreeSet<usize>>,
) -> Vec<usize> {
    let mut cells = vec![start];
    let (mut here, mut to) = (start, next);
    loop {
        for (a, b) in [(here, to), (to, here)] {
            left.entry(a).and_modify(|ends| {
                ends.remove(&b);
            });
        }
        cells.push(to);
        here = to;
        let onward = left.get(&here).and_then(|ends| ends.first().copied());
        match onward.filter(|_| at[&here].len() == 2) {
            Some(onward) => to = onward,
            None => return cells,
        }
    }
}

/// A curve through the middles of cells (after Catmull and Rom).
fn through(layout: &Layout, cells: &[usize], smooth: f64) -> Path {
    let points: Vec<Point> = cells.iter().map(|cell| layout.cells[*cell].centre).collect();
    let closed = cells.len() > 2 && cells.first() == cells.last();
    let last = points.len() - 1;
    let at = |number: isize| -> Point {
        let wrapped = if closed { number.rem_euclid(last as isize) } else { number };
        points[wrapped.clamp(0, last as isize) as usize]
    };
    let third = smooth.clamp(0.0, 1.0) / 6.0;
    let steps = (0..last as isize).map(|number| {
        let (before, from, to, after) =
            (at(number - 1), at(number), points[number as usize + 1], at(number + 2));
        if smooth <= 0.0 {
            return Step::Line(to);
        }
        let first =
            Point { x: from.x + (to.x - before.x) * third, y: from.y + (to.y - before.y) * third };
        let second =
            Point { x: to.x - (after.x - from.x) * third, y: to.y - (after.y - from.y) * third };
        Step::Cubic(first, second, to)
    });
    Path { start: points[0], steps: steps.collect(), is_closed: closed }
}
