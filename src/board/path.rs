//! Lines and curves in millimetres, and how they are written in an SVG path.

use std::fmt;

use super::Point;
use crate::geom::push_decimal;

/// One piece of a line; each begins where the one before ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A straight line to a point.
    Line(Point),
    /// A quadratic curve: its control point and its end.
    Quad(Point, Point),
    /// A cubic curve: two control points and its end.
    Cubic(Point, Point, Point),
}

impl Step {
    /// Where it ends.
    pub fn end(&self) -> Point {
        match *self {
            Self::Line(end) | Self::Quad(_, end) | Self::Cubic(_, _, end) => end,
        }
    }
}

/// A line of several pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Where it begins.
    pub start: Point,
    /// Its pieces.
    pub steps: Vec<Step>,
    /// Whether it comes back to its beginning.
    pub is_closed: bool,
}

impl Path {
    /// The same line from its end to its beginning.
    pub fn reversed(&self) -> Self {
        let ends: Vec<_> =
            std::iter::once(self.start).chain(self.steps.iter().map(Step::end)).collect();
        let back = |(at, step): (usize, &Step)| match *step {
            Step::Line(_) => Step::Line(ends[at]),
            Step::Quad(control, _) => Step::Quad(control, ends[at]),
            Step::Cubic(first, second, _) => Step::Cubic(second, first, ends[at]),
        };
        let steps = self.steps.iter().enumerate().rev().map(back).collect();
        Self { start: self.end(), steps, is_closed: self.is_closed }
    }

    /// Where it ends.
    pub fn end(&self) -> Point {
        self.steps.last().map_or(self.start, Step::end)
    }

    /// Its points, controls among them: their box holds the whole line.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let of = |step: &Step| match *step {
            Step::Line(a) => vec![a],
            Step::Quad(a, b) => vec![a, b],
            Step::Cubic(a, b, c) => vec![a, b, c],
        };
        std::iter::once(self.start).chain(self.steps.iter().flat_map(of))
    }
}

impl fmt::Display for Path {
    /// As the `d` of an SVG path, to a thousandth of a millimetre.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut put = |letter: char, points: &[Point]| {
            text.push(letter);
            for (at, point) in points.iter().enumerate() {
                text.push_str(if at > 0 { " " } else { "" });
                push_decimal(&mut text, point.x);
                text.push(' ');
                push_decimal(&mut text, point.y);
            }
        };
        put('M', &[self.start]);
        for step in &self.steps {
            match *step {
                Step::Line(end) => put('L', &[end]),
                Step::Quad(control, end) => put('Q', &[control, end]),
                Step::Cubic(a, b, end) => put('C', &[a, b, end]),
            }
        }
        text.push_str(if self.is_closed { "Z" } else { "" });
        f.write_str(&text)
    }
}
