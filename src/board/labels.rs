//! Where names stand: off lines and marks, and off each other.

use std::collections::HashMap;

use super::{Path, Point, Step};
use crate::geom::{Rect, Size};

/// A name that wants a place.
#[derive(Clone, Debug)]
pub struct Label {
    /// The middle of what it names.
    pub at: Point,
    /// The box of the cell, which a name leaves unwillingly.
    pub cell: Rect,
    /// How far it stays away from the middle, in mm.
    pub gap: f64,
    /// The boxes that it takes, in mm, one for each way to break it into lines, the best first.
    pub sizes: Vec<Size>,
}

/// What names keep off.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    /// The field or the board: no name leaves it.
    pub frame: Rect,
    /// Marks and numbers.
    pub boxes: Vec<Rect>,
    /// Rivers and roads, as points less than a millimetre apart.
    pub points: Vec<Point>,
}

/// The place of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Whether it keeps off everything that it should, and lies within the frame.
    pub is_clear: bool,
    /// Which of its sizes was taken.
    pub size: usize,
    /// Its box.
    pub area: Rect,
}

/// What a square millimetre over another name, over a mark, and a point of a line cost.
const NAME: f64 = 12.0;
const MARK: f64 = 6.0;
const LINE: f64 = 1.5;
/// What a millimetre beyond the cell and beyond the frame cost.
const BEYOND_CELL: f64 = 0.4;
const BEYOND_FRAME: f64 = 200.0;
/// How often each name is placed again when all others have a place.
const ROUNDS: usize = 3;

/// Gives each label the place that costs least.
pub fn place(labels: &[Label], obstacles: &Obstacles) -> Vec<Placed> {
    let fixed = Fixed::new(obstacles);
    let mut placed: Vec<Option<Placed>> = vec![None; labels.len()];
    for _ in 0..ROUNDS {
        for (at, label) in labels.iter().enumerate() {
            let others = nearby(labels, &placed, at);
            let cost =
                |area: &Rect| fixed.cost(area, &others) + BEYOND_CELL * beyond(area, &label.cell);
            let costs =
                candidates(label).into_iter().map(|(one, own)| (own + cost(&one.area), one));
            // The first of equals: candidates stand in order of preference.
            let best = costs.reduce(|best, one| if one.0 < best.0 - 1e-9 { one } else { best });
            placed[at] = best.map(|(_, one)| one);
        }
    }
    let clear: Vec<_> = (0..labels.len())
        .map(|at| {
            let others = nearby(labels, &placed, at);
            placed[at].is_some_and(|one| fixed.cost(&one.area, &others) < 1e-6)
        })
        .collect();
    let with = |(one, is_clear): (Placed, bool)| Placed { is_clear, ..one };
    placed.into_iter().flatten().zip(clear).map(with).collect()
}

/// What names keep off, by where it lies.
struct Fixed<'a> {
    obstacles: &'a Obstacles,
    lines: Buckets<Point>,
    marks: Buckets<usize>,
}

impl<'a> Fixed<'a> {
    fn new(obstacles: &'a Obstacles) -> Self {
        let lines = Buckets::new(obstacles.points.iter().map(|point| (*point, *point)));
        let boxes = obstacles.boxes.iter().enumerate();
        let marks =
            Buckets::new(boxes.flat_map(|(at, one)| corners(one).map(move |point| (point, at))));
        Self { obstacles, lines, marks }
    }

    /// What a box costs that lies on lines, on marks, on other names, or beyond the frame.
    fn cost(&self, area: &Rect, others: &[Rect]) -> f64 {
        let hit = self.lines.within(area).filter(|point| holds(area, **point)).count();
        let mut near: Vec<_> = self.marks.within(area).copied().collect();
        near.sort_unstable();
        near.dedup();
        let over: f64 = near.iter().map(|one| shared(area, &self.obstacles.boxes[*one])).sum();
        let names: f64 = others.iter().map(|other| shared(area, other)).sum();
        LINE * hit as f64
            + MARK * over
            + NAME * names
            + BEYOND_FRAME * beyond(area, &self.obstacles.frame)
    }
}

/// The boxes of other names around a label.
fn nearby(labels: &[Label], placed: &[Option<Placed>], at: usize) -> Vec<Rect> {
    let reach = |label: &Label| label.sizes.iter().map(|size| size.w + size.h).fold(0.0, f64::max);
    let far = reach(&labels[at]) + labels[at].gap;
    let others = placed.iter().enumerate().filter(|(other, _)| *other != at);
    let near =
        |other: &usize| labels[*other].at.distance(labels[at].at) < far + reach(&labels[*other]);
    others
        .filter(|(other, _)| near(other))
        .filter_map(|(_, placed)| placed.map(|placed| placed.area))
        .collect()
}

/// All places of a label with what each costs by itself, best first.
fn candidates(label: &Label) -> Vec<(Placed, f64)> {
    let mut found = Vec::new();
    for (number, size) in label.sizes.iter().enumerate() {
        let more = 0.8 * number as f64;
        let mut add = |x: f64, y: f64, cost: f64| {
            let area = Rect::at(label.at.x + x, label.at.y + y, *size);
            found.push((Placed { is_clear: true, size: number, area }, cost + more));
        };
        let (half, gap) = (size.w / 2.0, label.gap);
        for (slide, cost) in [(0.0, 0.0), (0.25, 1.2), (-0.25, 1.2), (0.5, 2.0), (-0.5, 2.0)] {
            add(slide * size.w - half, gap, cost);
            add(slide * size.w - half, -gap - size.h, cost + 0.6);
        }
        for (slide, cost) in [(-0.5, 1.6), (0.0, 2.0), (-1.0, 2.0)] {
            add(gap, slide * size.h, cost);
            add(-gap - size.w, slide * size.h, cost + 0.2);
        }
    }
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    found
}

/// The area that two boxes share, in square mm.
fn shared(a: &Rect, b: &Rect) -> f64 {
    let w = a.right().min(b.right()) - a.x.max(b.x);
    let h = a.bottom().min(b.bottom()) - a.y.max(b.y);
    w.max(0.0) * h.max(0.0)
}

/// How far a box reaches beyond another, in mm over all sides.
fn beyond(area: &Rect, frame: &Rect) -> f64 {
    let over = [
        frame.x - area.x,
        frame.y - area.y,
        area.right() - frame.right(),
        area.bottom() - frame.bottom(),
    ];
    over.into_iter().map(|one| one.max(0.0)).sum()
}

/// Whether a point lies in a box, or closer to it than half a millimetre.
fn holds(area: &Rect, point: Point) -> bool {
    const NEAR: f64 = 0.5;
    point.x > area.x - NEAR
        && point.x < area.right() + NEAR
        && point.y > area.y - NEAR
        && point.y < area.bottom() + NEAR
}

/// Points that no part of a small box is far from.
fn corners(area: &Rect) -> impl Iterator<Item = Point> + use<> {
    let (Rect { x, y, .. }, right, bottom) = (*area, area.right(), area.bottom());
    [(x, y), (right, y), (x, bottom), (right, bottom), ((x + right) / 2.0, (y + bottom) / 2.0)]
        .into_iter()
        .map(|(x, y)| Point { x, y })
}

/// Things by the square of the board that they lie in.
struct Buckets<T>(HashMap<(i32, i32), Vec<T>>);

/// The side of a square in mm.
const BUCKET: f64 = 8.0;

impl<T> Buckets<T> {
    fn new(things: impl Iterator<Item = (Point, T)>) -> Self {
        let mut buckets: HashMap<_, Vec<T>> = HashMap::new();
        for (point, thing) in things {
            buckets.entry((square(point.x), square(point.y))).or_default().push(thing);
        }
        Self(buckets)
    }

    /// What lies in a box or somewhat beside it.
    fn within(&self, area: &Rect) -> impl Iterator<Item = &T> {
        let columns = square(area.x - BUCKET)..=square(area.right() + BUCKET);
        let rows = square(area.y - BUCKET)..=square(area.bottom() + BUCKET);
        columns
            .flat_map(move |column| rows.clone().map(move |row| (column, row)))
            .filter_map(|key| self.0.get(&key))
            .flatten()
    }
}

fn square(place: f64) -> i32 {
    (place / BUCKET).floor() as i32
}

/// Points on a line, less than a millimetre apart.
pub fn sampled(path: &Path) -> Vec<Point> {
    let mut points = vec![path.start];
    let mut from = path.start;
    for step in &path.steps {
        let rough: f64 = match *step {
            Step::Line(end) => from.distance(end),
            Step::Quad(a, end) => from.distance(a) + a.distance(end),
            Step::Cubic(a, b, end) => from.distance(a) + a.distance(b) + b.distance(end),
        };
        let count = (rough / 0.8).ceil().clamp(1.0, 1000.0) as u32;
        points.extend((1..=count).map(|at| on(from, step, f64::from(at) / f64::from(count))));
        from = step.end();
    }
    points
}

/// The point of a step at `part` of its way (after de Casteljau).
fn on(from: Point, step: &Step, part: f64) -> Point {
    match *step {
        Step::Line(end) => from.towards(end, part),
        Step::Quad(a, end) => from.towards(a, part).towards(a.towards(end, part), part),
        Step::Cubic(a, b, end) => {
            let first = Step::Quad(a, b);
            let second = Step::Quad(b, end);
            on(from, &first, part).towards(on(a, &second, part), part)
        }
    }
}
