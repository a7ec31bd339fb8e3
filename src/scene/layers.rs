//! What many faces begin with, drawn once: the shared ground of a template, and the rest on it.
//!
//! Only the drawing is saved. A picture of the ground with the rest drawn over it has the very
//! pixels of the whole face, because the root's children are painted one after another.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use roxmltree::{Document, ParsingOptions};

/// A face cut in two.
#[derive(Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of its ground, in the list that came with it.
    pub ground: usize,
    /// An SVG of what is over the ground.
    pub rest: String,
}

/// Where a face may be cut.
struct Seams<'a> {
    svg: &'a str,
    /// The root's opening tag.
    open: Range<usize>,
    /// The ends of the root's children that are elements, in order.
    ends: Vec<usize>,
}

/// Finds what faces share at their beginning: grounds, and for each face its cut.
///
/// A face that shares nothing worth the while is left whole.
pub fn cut(svgs: &[Cow<'_, str>]) -> (Vec<String>, Vec<Option<Cut>>) {
    let seams: Vec<_> = svgs.iter().map(|svg| seams(svg)).collect();
    let mut shares: HashMap<&str, usize> = HashMap::new();
    for seams in seams.iter().flatten() {
        for end in &seams.ends {
            *shares.entry(&seams.svg[..*end]).or_default() += 1;
        }
    }
    let mut grounds: Vec<String> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut cuts = Vec::new();
    for seams in &seams {
        let cut = seams.as_ref().and_then(|seams| {
            let end = best(seams, &shares)?;
            let ground = *numbers.entry(&seams.svg[..end]).or_insert_with(|| {
                grounds.push(format!("{}</svg>", &seams.svg[..end]));
                grounds.len() - 1
            });
            Some(Cut { ground, rest: rest(seams, end) })
        });
        cuts.push(cut);
    }
    (grounds, cuts)
}

/// The end that saves most: long, and shared by many.
fn best(seams: &Seams<'_>, shares: &HashMap<&str, usize>) -> Option<usize> {
    let worth = |end: &usize| {
        let share = shares.get(&seams.svg[..*end]).copied().unwrap_or(1);
        (end - seams.open.end) * (share - 1) / share
    };
    seams.ends.iter().copied().max_by_key(worth).filter(|end| worth(end) > 0)
}

/// The face without what is painted by its ground; what it may refer to stays, unpainted.
fn rest(seams: &Seams<'_>, end: usize) -> String {
    let (open, tail) = (&seams.svg[seams.open.clone()], &seams.svg[end..]);
    if !tail.contains("url(#") && !tail.contains("href=") {
        return format!("{open}{tail}");
    }
    let before = &seams.svg[seams.open.end..end];
    format!("{open}<defs>{before}</defs>{tail}")
}

/// Where a face may be cut, unless something at its root or a style sheet speaks for all of it.
fn seams(svg: &str) -> Option<Seams<'_>> {
    if svg.contains("<style") || svg.contains("<!DOCTYPE") {
        return None;
    }
    let document = Document::parse_with_options(svg, ParsingOptions::default()).ok()?;
    let root = document.root_element();
    let plain =
        ["viewBox", "width", "height", "version", "font-family", "font-size", "fill", "stroke"];
    if root.attributes().any(|one| !plain.contains(&one.name())) {
        return None;
    }
    let start = root.range().start;
    let first = root.first_child()?.range().start;
    let ends = root.children().filter(|child| child.is_element()).map(|child| child.range().end);
    Some(Seams { svg, open: start..first, ends: ends.collect() })
}

#[cfg(test)]
mod tests {
    use super::{Cut, cut};

    const OPEN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">";

    fn face(inside: &str) -> std::borrow::Cow<'static, str> {
        format!("{OPEN}{inside}</svg>").into()
    }

    #[test]
    fn faces_share_the_longest_beginning_that_pays() {
        let ground = "<rect width=\"9\" height=\"9\"/><circle r=\"2\"/>";
        let faces =
            [face(&format!("{ground}<text>a</text>")), face(&format!("{ground}<text>b</text>"))];
        let (grounds, cuts) = cut(&faces);
        assert_eq!(grounds, [format!("{OPEN}{ground}</svg>")]);
        let rest = format!("{OPEN}<text>a</text></svg>");
        assert_eq!(cuts[0], Some(Cut { ground: 0, rest }));
    }

    #[test]
    fn what_the_rest_refers_to_stays_at_hand() {
        let ground = "<linearGradient id=\"g\"/><rect width=\"9\" height=\"9\"/>";
        let one = face(&format!("{ground}<path fill=\"url(#g)\" d=\"M0 0h1v1z\"/>"));
        let (_, cuts) = cut(&[one, face(ground)]);
        let rest = &cuts[0].as_ref().unwrap().rest;
        assert!(rest.contains(&format!("<defs>{ground}</defs>")), "{rest}");
    }

    #[test]
    fn a_root_that_speaks_for_all_is_left_whole() {
        let faded: std::borrow::Cow<'_, str> =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" opacity=\"0.5\"><rect/><g/></svg>".into();
        assert_eq!(cut(&[faded.clone(), faded]).1, [None, None]);
        let styled = face("<style>rect+g{fill:red}</style><rect/><g/>");
        assert_eq!(cut(&[styled.clone(), styled]).1, [None, None]);
    }
}
