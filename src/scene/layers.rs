//! What many faces begin with, drawn once: the shared ground of a template, and the rest on it.
//!
//! Only the drawing is saved. A picture of the ground with the rest drawn over it has the very
//! pixels of the whole face, because the root's children are painted one after another.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use crate::digest::{Digest, Digester};
use crate::xml;

/// Where a face is cut: all before it is its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Seam {
    /// Bytes of the root's opening tag, after which the ground begins.
    open: usize,
    /// Bytes before the seam.
    end: usize,
    /// What faces with the same ground have in common.
    pub key: Digest,
}

/// Where a face may be cut.
struct Seams {
    /// The root's opening tag.
    open: Range<usize>,
    /// The ends of the root's children that are elements, in order, each with what is before it.
    ends: Vec<(usize, Digest)>,
}

/// Finds what faces share at their beginning, each given with what else it depends on.
///
/// A face that shares nothing worth the while has no seam.
pub fn seams(faces: &[(&str, Digest)]) -> Vec<Option<Seam>> {
    let seams: Vec<_> = faces.par_iter().map(|(svg, other)| possible(svg, *other)).collect();
    let mut shares: HashMap<Digest, usize> = HashMap::new();
    for (_, key) in seams.iter().flatten().flat_map(|seams| &seams.ends) {
        *shares.entry(*key).or_default() += 1;
    }
    seams.iter().map(|seams| best(seams.as_ref()?, &shares)).collect()
}

/// The seam that saves most: far from the beginning, and shared by many.
fn best(seams: &Seams, shares: &HashMap<Digest, usize>) -> Option<Seam> {
    let open = seams.open.end;
    let worth = |(end, key): &(usize, Digest)| (end - open) * (shares[key] - 1) / shares[key];
    let best = seams.ends.iter().copied().max_by_key(worth);
    let (end, key) = best.filter(|best| worth(best) > 0)?;
    Some(Seam { open, end, key })
}

impl Seam {
    /// The same in a text that has become longer or shorter before it.
    pub fn moved(self, place: impl Fn(usize) -> usize) -> Self {
        Self { open: place(self.open), end: place(self.end), ..self }
    }

    /// The ground of a face as a drawing of its own.
    pub fn ground(self, svg: &str) -> String {
        format!("{}</svg>", &svg[..self.end])
    }

    /// Bytes before the seam.
    pub fn end(self) -> usize {
        self.end
    }

    /// The same seam in a text where it lies after `end` bytes.
    pub fn ended(self, end: usize) -> Self {
        Self { end, ..self }
    }

    /// The face without what is painted by its ground; what it may refer to stays, unpainted.
    pub fn rest(self, svg: &str) -> String {
        let (open, tail) = (&svg[..self.open], &svg[self.end..]);
        if !tail.contains("url(#") && !tail.contains("href=") {
            return format!("{open}{tail}");
        }
        format!("{open}<defs>{}</defs>{tail}", &svg[self.open..self.end])
    }
}

/// Where a face may be cut, unless something at its root or a style sheet speaks for all of it.
fn possible(svg: &str, other: Digest) -> Option<Seams> {
    // Boxes of a group share one size, so what is in front of the seam depends on what is behind.
    if svg.contains("<style") || svg.contains("<!DOCTYPE") || svg.contains("deckle:group") {
        return None;
    }
    let document = xml::plain(svg).ok()?;
    let root = document.root_element();
    let plain =
        ["viewBox", "width", "height", "version", "font-family", "font-size", "fill", "stroke"];
    if root.attributes().any(|one| !plain.contains(&one.name())) {
        return None;
    }
    let start = root.range().start;
    let first = root.first_child()?.range().start;
    let (mut before, mut done, mut ends) = (Digester::default(), 0, Vec::new());
    before.add(&other.bytes());
    for child in root.children().filter(|child| child.is_element()) {
        let end = child.range().end;
        before.add(&svg.as_bytes()[done..end]);
        done = end;
        ends.push((end, before.digest()));
    }
    Some(Seams { open: start..first, ends })
}

#[cfg(test)]
mod tests {
    use super::{Digest, Seam};

    const OPEN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">";

    fn seams(faces: &[&str]) -> Vec<Option<Seam>> {
        super::seams(&faces.iter().map(|svg| (*svg, Digest::default())).collect::<Vec<_>>())
    }

    fn face(inside: &str) -> String {
        format!("{OPEN}{inside}</svg>")
    }

    #[test]
    fn faces_share_the_longest_beginning_that_pays() {
        let ground = "<rect width=\"9\" height=\"9\"/><circle r=\"2\"/>";
        let faces =
            [face(&format!("{ground}<text>a</text>")), face(&format!("{ground}<text>b</text>"))];
        let [first, second] = seams(&[&faces[0], &faces[1]])[..] else { panic!("two faces") };
        let (first, second) = (first.unwrap(), second.unwrap());
        assert_eq!(first, second);
        assert_eq!(first.ground(&faces[0]), format!("{OPEN}{ground}</svg>"));
        assert_eq!(first.rest(&faces[0]), format!("{OPEN}<text>a</text></svg>"));
    }

    #[test]
    fn what_the_rest_refers_to_stays_at_hand() {
        let ground = "<linearGradient id=\"g\"/><rect width=\"9\" height=\"9\"/>";
        let one = face(&format!("{ground}<path fill=\"url(#g)\" d=\"M0 0h1v1z\"/>"));
        let faces = [one, face(ground)];
        let rest = seams(&[&faces[0], &faces[1]])[0].unwrap().rest(&faces[0]);
        assert!(rest.contains(&format!("<defs>{ground}</defs>")), "{rest}");
    }

    #[test]
    fn a_root_that_speaks_for_all_is_left_whole() {
        let faded = "<svg xmlns=\"http://www.w3.org/2000/svg\" opacity=\"0.5\"><rect/><g/></svg>";
        assert_eq!(seams(&[faded, faded]), [None, None]);
        let styled = face("<style>rect+g{fill:red}</style><rect/><g/>");
        assert_eq!(seams(&[&styled, &styled]), [None, None]);
    }
}
