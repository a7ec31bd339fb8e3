//! What is cut and folded along lines of its own: discs, hexagons, standees, the nets of boxes.

use super::fit::{Grid, Used};
use super::marks::Line;
use crate::geom::{Rect, Xy};
use crate::model::{HexTop, Shape};

/// Straight pieces of a circle: of one 25 mm across they are less than 0.02 mm off.
const STEPS: u32 = 72;

/// The lines of a page that pieces bring with them.
#[derive(Default)]
pub struct Lines {
    /// To cut; those that two pieces share are there once.
    pub cuts: Vec<Vec<Xy>>,
    /// To fold along.
    pub folds: Vec<Line>,
}

/// The lines of all cells that are used.
pub fn lines(grid: &Grid, used: Used<'_>) -> Lines {
    let mut lines = Lines::default();
    for number in (0..used.len()).filter(|number| used[*number]) {
        let cell = grid.trim(number);
        match grid.form.shape {
            Shape::Straight => {}
            Shape::Round => lines.cuts.push(circle(cell, 0.0)),
            Shape::Hex(top) => {
                let corners = hexagon(cell, top, [0.0; 6]);
                let beside = neighbours(grid, number, used, top);
                let sides = (0..6).filter(|side| *side < 3 || !(beside[*side] && touch(grid)));
                lines.cuts.extend(sides.map(|side| vec![corners[(side + 5) % 6], corners[side]]));
            }
            Shape::Standee { base } => {
                lines.cuts.extend(sides(grid, number, used, cell));
                let figure = cell.h / 2.0 - base.0;
                let at = [base.0, cell.h / 2.0, cell.h / 2.0 + figure];
                lines.folds.extend(
                    at.map(|y| Line { from: (cell.x, cell.y + y), to: (cell.right(), cell.y + y) }),
                );
            }
            Shape::Net(net) => {
                let place = |(x, y): Xy| (cell.x + x, cell.y + y);
                let mut cut: Vec<_> = net.cut().into_iter().map(place).collect();
                cut.extend(cut.first().copied());
                lines.cuts.push(cut);
                let folds = net.folds().into_iter();
                lines
                    .folds
                    .extend(folds.map(|[from, to]| Line { from: place(from), to: place(to) }));
            }
        }
    }
    lines
}

/// What is seen of a face where that is no rectangle, as a closed line; else empty.
pub fn window(grid: &Grid, number: usize, used: Used<'_>) -> Vec<Xy> {
    let cell = grid.trim(number);
    match grid.form.shape {
        Shape::Round => circle(cell, grid.outer_bleed()),
        Shape::Hex(top) => {
            let inner = grid.bleed_between(grid.lattice().distance(0, true));
            let beside = neighbours(grid, number, used, top);
            hexagon(cell, top, beside.map(|used| if used { inner } else { grid.outer_bleed() }))
        }
        Shape::Straight => notched(grid, number, used),
        Shape::Standee { .. } | Shape::Net(_) => Vec::new(),
    }
}

/// A rectangle whose bleed goes on at two sides that meet, without the corner of the piece that lies behind
/// both; empty, if there is none.
fn notched(grid: &Grid, number: usize, used: Used<'_>) -> Vec<Xy> {
    let (trim, art) = (grid.trim(number), grid.art(grid.trim(number), number, used));
    let (column, row) = grid.place(number);
    let (x, y) = (i64::from(column), i64::from(row));
    // Around the art from its upper left corner; between two corners that are level the line is level, too.
    let corners = [(-1, -1, true), (1, -1, false), (1, 1, true), (-1, 1, false)];
    let mut line = Vec::new();
    let mut is_notched = false;
    for (dx, dy, upright_first) in corners {
        let end = |step: i64, low: f64, high: f64| if step < 0 { low } else { high };
        let corner = (end(dx, art.x, art.right()), end(dy, art.y, art.bottom()));
        let is_used = |dx, dy| grid.is_used(x + dx, y + dy, used);
        if !is_used(dx, dy) || is_used(dx, 0) || is_used(0, dy) {
            line.push(corner);
            continue;
        }
        is_notched = true;
        // The distance is known by the later of two neighbours.
        let between = |at: u32, step: i64, across: bool| {
            let at = at + u32::from(step > 0);
            step as f64 * grid.bleed_between(grid.lattice().distance(at, across))
        };
        let inner = (
            end(dx, trim.x, trim.right()) + between(column, dx, true),
            end(dy, trim.y, trim.bottom()) + between(row, dy, false),
        );
        let (level, upright) = ((corner.0, inner.1), (inner.0, corner.1));
        line.extend(if upright_first { [level, inner, upright] } else { [upright, inner, level] });
    }
    if is_notched { line } else { Vec::new() }
}

fn touch(grid: &Grid) -> bool {
    grid.lattice().distance(0, true) < 1e-6
}

/// The circle in a box, grown by so many mm.
fn circle(cell: Rect, grown: f64) -> Vec<Xy> {
    let (x, y, radius) = (cell.x + cell.w / 2.0, cell.y + cell.h / 2.0, cell.w / 2.0 + grown);
    let point = |step: u32| {
        let (sin, cos) =
            (f64::from(step % STEPS) * std::f64::consts::TAU / f64::from(STEPS)).sin_cos();
        (x + radius * cos, y + radius * sin)
    };
    (0..=STEPS).map(point).collect()
}

/// The corners of the hexagon in a box, each side moved outwards by so many mm.
///
/// The sides of one with a flat top go around from the top; corner i lies between side i and the next. One with
/// a corner at its top is the same, mirrored at the diagonal.
fn hexagon(cell: Rect, top: HexTop, grown: [f64; 6]) -> Vec<Xy> {
    let half = cell.w.min(cell.h) / 2.0;
    let side = |at: usize| {
        let (sin, cos) = (60.0 * at as f64 - 90.0).to_radians().sin_cos();
        (cos, sin, half + grown[at % 6])
    };
    let corner = |at: usize| {
        let ((ax, ay, a), (bx, by, b)) = (side(at), side(at + 1));
        let across = ax * by - bx * ay;
        ((a * by - b * ay) / across, (b * ax - a * bx) / across)
    };
    let middle = (cell.x + cell.w / 2.0, cell.y + cell.h / 2.0);
    let place = |(x, y): Xy| match top {
        HexTop::Flat => (middle.0 + x, middle.1 + y),
        HexTop::Pointy => (middle.0 + y, middle.1 + x),
    };
    (0..6).map(|at| place(corner(at))).collect()
}

/// Whether there is a piece at each side of a hexagon, in the order of its sides.
fn neighbours(grid: &Grid, number: usize, used: Used<'_>, top: HexTop) -> [bool; 6] {
    let (column, row) = grid.place(number);
    let (line, at) = match top {
        HexTop::Flat => (i64::from(column), i64::from(row)),
        HexTop::Pointy => (i64::from(row), i64::from(column)),
    };
    let odd = line % 2;
    let beside = [
        (line, at - 1),
        (line + 1, at - 1 + odd),
        (line + 1, at + odd),
        (line, at + 1),
        (line - 1, at + odd),
        (line - 1, at - 1 + odd),
    ];
    beside.map(|(line, at)| {
        let (column, row) = match top {
            HexTop::Flat => (line, at),
            HexTop::Pointy => (at, line),
        };
        grid.is_used(column, row, used)
    })
}

/// The four sides of a box, but those that a neighbour before it has drawn.
fn sides(grid: &Grid, number: usize, used: Used<'_>, cell: Rect) -> Vec<Vec<Xy>> {
    let (column, row) = grid.place(number);
    let lattice = grid.lattice();
    let (x, y) = (i64::from(column), i64::from(row));
    let left = lattice.distance(column, true) < 1e-6 && grid.is_used(x - 1, y, used);
    let above = lattice.distance(row, false) < 1e-6 && grid.is_used(x, y - 1, used);
    let corners = [
        (cell.x, cell.y),
        (cell.right(), cell.y),
        (cell.right(), cell.bottom()),
        (cell.x, cell.bottom()),
    ];
    let side = |at: usize| vec![corners[at], corners[(at + 1) % 4]];
    let wanted = [!above, true, true, !left];
    (0..4).filter(|at| wanted[*at]).map(side).collect()
}
