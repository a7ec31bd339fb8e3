//! Text that nobody will see whole, because it lies off the card or is cut at its edge.

use std::collections::HashMap;

use usvg::{Group, Node, Text, Transform, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::findings::Finding;
use crate::geom::decimal;

/// Tells every text that lies outside of its piece, or reaches out of it.
pub fn texts<'a>(trees: impl Iterator<Item = &'a Tree>, face: &Face) -> Vec<Finding> {
    let mut stray = Stray { face, seen: HashMap::new(), found: Vec::new() };
    trees.for_each(|tree| stray.collect(tree.root(), Transform::identity()));
    stray.found
}

/// What was found so far.
struct Stray<'a> {
    face: &'a Face,
    /// How many texts begin so.
    seen: HashMap<String, usize>,
    found: Vec<Finding>,
}

impl Stray<'_> {
    /// `at` is where the group lies: usvg counts the transform of a `use` twice in what it calls absolute.
    fn collect(&mut self, group: &Group, at: Transform) {
        let at = at.pre_concat(group.transform());
        for node in group.children() {
            match node {
                Node::Group(group) => self.collect(group, at),
                Node::Text(text) => {
                    let seen = self.seen.entry(start(text)).or_default();
                    let off = if is_seen(text) { off(text, at, self.face) } else { None };
                    let off = off.map(|one| one.behind(*seen));
                    *seen += 1;
                    self.found.extend(off);
                    self.found.extend(collapsed(text));
                }
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }
}

/// Whether any of a text has ink.
fn is_seen(text: &Text) -> bool {
    let mut spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
    spans.any(|span| {
        let fill = span.fill().is_some_and(|fill| fill.opacity().get() > 0.0);
        let stroke = span.stroke().is_some_and(|stroke| stroke.opacity().get() > 0.0);
        span.is_visible() && (fill || stroke)
    })
}

/// The words of a text; where a line ends, a blank was left out.
fn words(text: &Text) -> String {
    let (mut words, mut line) = (String::new(), None);
    for chunk in text.chunks() {
        if line.is_some() && chunk.y() != line && !words.ends_with([' ', '-']) {
            words.push(' ');
        }
        words += chunk.text();
        line = chunk.y().or(line);
    }
    words.trim().to_owned()
}

/// The first letters of a text, which are enough to find it.
fn start(text: &Text) -> String {
    words(text).chars().take(24).collect()
}

/// A text whose letters are pulled nearer than they are wide, which renderers leave out.
fn collapsed(text: &Text) -> Option<Finding> {
    let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
    let tight = spans.map(|span| span.letter_spacing()).fold(0.0, f32::min);
    if tight >= 0.0 {
        return None;
    }
    let lost = |is_asked: fn(char) -> bool| {
        let count = |text: &str| text.chars().filter(|c| is_asked(*c)).count();
        let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        let drawn: usize = glyphs.map(|glyph| count(&glyph.text)).sum();
        let asked: usize = text.chunks().iter().map(|chunk| count(chunk.text())).sum();
        asked.saturating_sub(drawn)
    };
    let (start, spacing) = (start(text), decimal(f64::from(tight)));
    let message = match (lost(char::is_alphanumeric), lost(|c| c == ' ')) {
        (0, 0) => return None,
        (0, _) => format!(
            "a spacing of {spacing} mm takes all the room of blanks: readers of the PDF run the words of `{start}` together"
        ),
        (lost, _) => format!(
            "{lost} letters of `{start}` are lost: a spacing of {spacing} mm takes more room than they have"
        ),
    };
    let help =
        "`letter-spacing` is added to the width of each letter, so less than nothing takes from it";
    Some(Finding::warning(Code::SVG_WARNING, message).written("letter-spacing").help(help))
}

/// How far the ink of a text may reach beyond the trim before it is told, in mm.
const HAIR: f64 = 0.1;

/// How far the ink of a text reaches beyond the outline of its piece, and how far its innermost place does, in mm.
fn reach(text: &Text, at: Transform, face: &Face) -> Option<(f64, f64)> {
    let ink = text.flattened().bounding_box().transform(at)?;
    let (left, top, right, bottom) = (ink.left(), ink.top(), ink.right(), ink.bottom());
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let beyond = |(x, y): (f32, f32)| {
        let place = (f64::from(x) - face.bleed.0, f64::from(y) - face.bleed.0);
        face.shape.beyond(face.trim, place)
    };
    let furthest = corners.into_iter().map(beyond).fold(f64::MIN, f64::max);
    // No outline has a dent, so a box whose corners lie inside does so as a whole.
    if furthest <= 0.0 || face.shape.outline() == "square" {
        return Some((furthest, f64::MIN));
    }
    let mut places = Vec::new();
    outlines(text.flattened(), at, &mut places);
    let beyond = places.into_iter().map(beyond);
    Some(beyond.fold((f64::MIN, f64::MAX), |(most, least), one| (most.max(one), least.min(one))))
}

/// The places that the outlines of letters go through or are drawn to.
fn outlines(group: &Group, at: Transform, places: &mut Vec<(f32, f32)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => outlines(group, at.pre_concat(group.transform()), places),
            Node::Path(path) => {
                let mut points = path.data().points().to_vec();
                at.map_points(&mut points);
                places.extend(points.iter().map(|point| (point.x, point.y)));
            }
            Node::Text(_) | Node::Image(_) => {}
        }
    }
}

fn off(text: &Text, at: Transform, face: &Face) -> Option<Finding> {
    let words = words(text);
    if words.is_empty() {
        return None;
    }
    let whole = text.bounding_box().transform(at)?;
    let (beyond, nearest) = reach(text, at, face)?;
    let trimmed = |edge: f32| f64::from(edge) - face.bleed.0;
    let beside = |low: f32, high: f32, trim: f64| trimmed(high) <= 0.0 || trimmed(low) >= trim;
    let (w, h) = (face.trim.w, face.trim.h);
    let lost = nearest >= 0.0
        || beside(whole.left(), whole.right(), w)
        || beside(whole.top(), whole.bottom(), h);
    let start = start(text);
    let dots = if start.len() < words.len() { "…" } else { "" };
    let what = if lost {
        "lies off the card, where nobody sees it".to_owned()
    } else if beyond > HAIR {
        format!("is cut off: it reaches {} mm beyond the edge of the card", decimal(beyond))
    } else {
        return None;
    };
    let message = format!("the text `{start}{dots}` {what}");
    Some(Finding::warning(Code::SVG_WARNING, message).written(start))
}
