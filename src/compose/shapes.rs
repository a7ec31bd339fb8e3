//! Paths by name: `outline` for shapes such as a shield, `edge` for boxes with cut corners.

use tera::{Kwargs, State, Tera, TeraResult};

use super::arguments::fault;
use crate::diag::suggest;
use crate::geom::decimal;

/// The outlines, each to be scaled by half the size that is wanted.
const SHAPES: &[(&str, &str)] = &[
    ("banner", "M-.74-1H.74V1L0 .66L-.74 1Z"),
    (
        "burst",
        "M0-1L.182-.799L.434-.901L.511-.641L.782-.623L.739-.356L.975-.223L.82 0L.975.223L.739.356L.782.623L.511.641L.434.901L.182.799L0 1L-.182.799L-.434.901L-.511.641L-.782.623L-.739.356L-.975.223L-.82 0L-.975-.223L-.739-.356L-.782-.623L-.511-.641L-.434-.901L-.182-.799Z",
    ),
    ("circle", "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z"),
    (
        "club",
        "M-.06.28C-.14.46-.3.56-.5.56C-.78.56-.98.36-.98.1C-.98-.16-.78-.35-.54-.35C-.46-.35-.39-.33-.33-.3C-.4-.38-.45-.48-.45-.58C-.45-.83-.25-1 0-1C.25-1 .45-.83.45-.58C.45-.48.4-.38.33-.3C.39-.33.46-.35.54-.35C.78-.35.98-.16.98.1C.98.36.78.56.5.56C.3.56.14.46.06.28C.08.66.14.86.36 1H-.36C-.14.86-.08.66-.06.28Z",
    ),
    ("diamond", "M0-1L1 0L0 1L-1 0Z"),
    ("drop", "M0-1C.34-.46.74-.14.74.26A.74.74 0 0 1-.74.26C-.74-.14-.34-.46 0-1Z"),
    ("gem", "M-.56-.86H.56L1-.28L0 .96L-1-.28Z"),
    (
        "heart",
        "M0 .94C-.46.48-1 .1-1-.4C-1-.72-.77-.94-.49-.94C-.26-.94-.08-.8 0-.6C.08-.8.26-.94.49-.94C.77-.94 1-.72 1-.4C1 .1.46.48 0 .94Z",
    ),
    ("hex", "M0-1L.866-.5V.5L0 1L-.866.5V-.5Z"),
    ("hex-flat", "M-1 0L-.5-.866H.5L1 0L.5.866H-.5Z"),
    ("lozenge", "M0-1Q.3-.46.76 0Q.3.46 0 1Q-.3.46-.76 0Q-.3-.46 0-1Z"),
    ("octagon", "M-.414-1H.414L1-.414V.414L.414 1H-.414L-1 .414V-.414Z"),
    ("pentagon", "M0-1L.951-.309L.588.809H-.588L-.951-.309Z"),
    (
        "plaque",
        "M-.66-1H.66A.34.34 0 0 0 1-.66V.66A.34.34 0 0 0 .66 1H-.66A.34.34 0 0 0-1 .66V-.66A.34.34 0 0 0-.66-1Z",
    ),
    (
        "rounded",
        "M-.7-1H.7A.3.3 0 0 1 1-.7V.7A.3.3 0 0 1 .7 1H-.7A.3.3 0 0 1-1 .7V-.7A.3.3 0 0 1-.7-1Z",
    ),
    ("shield", "M-.88-.9Q-.42-.8 0-1Q.42-.8.88-.9V-.14C.88.46.44.8 0 1C-.44.8-.88.46-.88-.14Z"),
    (
        "spade",
        "M0-1C.36-.56.96-.2.96.24C.96.5.77.66.53.66C.33.66.15.56.06.38C.08.7.14.88.36 1H-.36C-.14.88-.08.7-.06.38C-.15.56-.33.66-.53.66C-.77.66-.96.5-.96.24C-.96-.2-.36-.56 0-1Z",
    ),
    ("square", "M-1-1H1V1H-1Z"),
    (
        "star",
        "M0-1L.265-.364L.951-.309L.428.139L.588.809L0 .45L-.588.809L-.428.139L-.951-.309L-.265-.364Z",
    ),
    ("triangle", "M0-.9L1 .83H-1Z"),
];

/// The names of all outlines, in order.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    SHAPES.iter().map(|(name, _)| *name)
}

/// Makes `outline` known to `tera`.
pub fn register(tera: &mut Tera) {
    tera.register_function("outline", |kwargs: Kwargs, _: &State| outline(&kwargs));
    tera.register_function("edge", |kwargs: Kwargs, _: &State| edge(&kwargs));
}

/// `outline(shape="shield")`: a path that fills the square from -1 to 1.
fn outline(kwargs: &Kwargs) -> TeraResult<&'static str> {
    let shape: &str = kwargs.must_get("shape")?;
    let found = SHAPES.iter().find(|(name, _)| *name == shape);
    let unknown = || fault(format!("there is no shape `{shape}`"), suggest(shape, names()));
    found.map(|(_, path)| *path).ok_or_else(unknown)
}

/// How the corners of a box are cut, each from where it begins (0, 0) to where it ends (1, 1):
/// points forward and to the right of someone who walks around the box, or an arc and its sweep.
const CORNERS: [(&str, Corner); 5] = [
    ("notched", Corner::Points(&[(1.0, 1.0)])),
    ("plaque", Corner::Arc(0)),
    ("rounded", Corner::Arc(1)),
    ("square", Corner::Points(&[(1.0, 0.0), (1.0, 1.0)])),
    ("stepped", Corner::Points(&[(0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)])),
];

#[derive(Clone, Copy)]
enum Corner {
    Points(&'static [(f64, f64)]),
    Arc(u8),
}

/// `edge(x=, y=, width=, height=, corners="notched", radius=2)`: the path around a box, in mm.
///
/// `corners` is one word for all four or four words, from the top left clockwise.
fn edge(kwargs: &Kwargs) -> TeraResult<String> {
    let number = |name| kwargs.must_get::<f64>(name);
    let (x, y, w, h) = (number("x")?, number("y")?, number("width")?, number("height")?);
    let r = number("radius")?.clamp(0.0, (w.min(h) / 2.0).max(0.0));
    let words: &str = kwargs.must_get("corners")?;
    let corners = words.split_whitespace().map(corner).collect::<TeraResult<Vec<_>>>()?;
    let (right, bottom) = (x + w, y + h);
    // Where each corner begins, and which way one walks there.
    let walk = [
        ((x, y + r), (0.0, -1.0)),
        ((right - r, y), (1.0, 0.0)),
        ((right, bottom - r), (0.0, 1.0)),
        ((x + r, bottom), (-1.0, 0.0)),
    ];
    let mut path = String::new();
    for ((from, ahead), corner) in walk.into_iter().zip(corners.iter().cycle()) {
        let place = |(f, s): (f64, f64)| {
            let (f, s) = (f * r, s * r);
            let (x, y) = (from.0 + f * ahead.0 - s * ahead.1, from.1 + f * ahead.1 + s * ahead.0);
            format!("{} {}", decimal(x), decimal(y))
        };
        path += if path.is_empty() { "M" } else { "L" };
        path += &place((0.0, 0.0));
        match corner {
            Corner::Points(points) => {
                points.iter().for_each(|at| path += &format!("L{}", place(*at)))
            }
            Corner::Arc(sweep) => {
                let r = decimal(r);
                path += &format!("A{r} {r} 0 0 {sweep} {}", place((1.0, 1.0)));
            }
        }
    }
    Ok(path + "Z")
}

fn corner(word: &str) -> TeraResult<Corner> {
    let found = CORNERS.iter().find(|(name, _)| *name == word);
    found.map(|(_, corner)| *corner).ok_or_else(|| {
        let help = suggest(word, CORNERS.iter().map(|(name, _)| *name));
        fault(format!("there are no corners `{word}`"), help)
    })
}
