//! Shapes and pictures that nobody will see, because they lie off the card with its bleed.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};
use usvg::{Group, Node as Drawn, Path, Rect, Transform, Tree};

use super::Scene;
use crate::amiss::article;
use crate::compose::Face;
use crate::diag::Code;
use crate::findings::Finding;
use crate::geom::decimal;
use crate::xml::{self, Edited};

/// Elements that are told.
const TOLD: [&str; 10] =
    ["circle", "ellipse", "g", "image", "line", "path", "polygon", "polyline", "rect", "use"];
/// Begins the names that elements without one are given to find them in the tree.
const NAME: &str = "deckle-at-";
/// Of so many elements alike that are seen, others lie beside the card as a pattern goes on over its edge.
const PATTERN: usize = 8;
/// The most that are told of one face.
const MOST: usize = 20;

/// Whether anything that a scene draws lies off its face as a whole, but for texts.
pub fn is_any(scene: &Scene) -> bool {
    scene.trees().any(|tree| {
        let mut found = Found::of(tree);
        // The parser puts all of a drawing into a group that moves it by the bleed.
        match tree.root().children() {
            [Drawn::Group(all)] if all.id().is_empty() => found.any_of(all, all.transform()),
            _ => found.any_of(tree.root(), Transform::identity()),
        }
    })
}

/// Tells the elements of a face that lie off it; `set` parses a drawing with its boxes of text set.
pub fn told(face: &Face, set: impl Fn(&str) -> Option<Tree>) -> Vec<Finding> {
    let document = xml::document(&face.svg);
    // With entities, places in the parsed drawing are not those of the text.
    let document = document.ok().filter(|_| !face.svg.contains("<!ENTITY"));
    let found = document.as_ref().and_then(|document| {
        let (named, names) = named(&face.svg, document);
        let tree = set(&named)?;
        let mut found = Found::of(&tree);
        found.group(tree.root(), tree.root().transform());
        let is_seen = |node: &Node<'_, '_>| found.seen.contains(&name(*node));
        let off: Vec<_> = found.off.iter().filter_map(|name| names.get(name).copied()).collect();
        let (of_pattern, others): (Vec<_>, Vec<_>) =
            off.iter().partition(|node| is_pattern(**node, is_seen));
        // What goes on beside the card in a template is left at that; of a component it is told once.
        let goes_on = |node: &&&Node<'_, '_>| {
            node.prev_sibling_element().is_some_and(|before| off.contains(&before))
        };
        let first = of_pattern.iter().filter(|node| !goes_on(node));
        let told = others.into_iter().take(MOST).map(|node| finding(*node, face));
        Some(told.chain(first.take(MOST).map(|node| finding(**node, face).of_call())).collect())
    });
    found.unwrap_or_default()
}

/// The text with a name for each element that is told, and which has which.
fn named<'a, 'i>(
    svg: &str,
    document: &'a Document<'i>,
) -> (String, BTreeMap<String, Node<'a, 'i>>) {
    let told = document
        .descendants()
        .filter(|node| TOLD.contains(&node.tag_name().name()) && !is_part(*node));
    let (mut edits, mut names) = (Vec::new(), BTreeMap::new());
    for node in told {
        let start = node.range().start;
        let tag = svg[start..].find(|c: char| c.is_whitespace() || matches!(c, '/' | '>'));
        let behind = start + tag.unwrap_or(0);
        if !node.has_attribute("id") {
            edits.push((behind..behind, format!(" id=\"{}\"", name(node))));
        }
        names.insert(name(node), node);
    }
    (Edited::new(svg, edits).text.into_owned(), names)
}

/// What says of a group where it lies, or may say so.
const MOVES: [&str; 7] = ["class", "clip-path", "filter", "id", "mask", "style", "transform"];

/// Whether an element is part of something that lies somewhere as a whole, and may reach over the edge.
fn is_part(node: Node<'_, '_>) -> bool {
    let mut around = node.ancestors().skip(1).filter(|one| one.parent_element().is_some());
    around.any(|one| {
        one.tag_name().name() != "g" || MOVES.iter().any(|name| one.has_attribute(*name))
    })
}

fn name(node: Node<'_, '_>) -> String {
    let own = node.attribute("id").map(str::to_owned);
    own.unwrap_or_else(|| format!("{NAME}{}", node.range().start))
}

/// Whether many elements like this one, beside it in the drawing, are seen.
fn is_pattern(node: Node<'_, '_>, is_seen: impl Fn(&Node<'_, '_>) -> bool) -> bool {
    let said = |node: Node<'_, '_>| -> BTreeSet<String> {
        node.attributes().map(|one| one.name().to_owned()).collect()
    };
    let beside = node.parent().into_iter().flat_map(|around| around.children());
    let alike = beside.filter(|one| one.tag_name() == node.tag_name() && said(*one) == said(node));
    alike.filter(is_seen).take(PATTERN).count() == PATTERN
}

fn finding(node: Node<'_, '_>, face: &Face) -> Finding {
    let tag = node.tag_name().name();
    let a = article(tag);
    let message = format!("{a} `{tag}` lies off the card, where nobody sees it");
    let (w, h) = (decimal(face.trim.w), decimal(face.trim.h));
    let help = format!("the card goes from 0 0 to {w} {h}, in mm");
    Finding::warning(Code::SVG_WARNING, message).at(node.range().start).help(help)
}

/// What of a part of a drawing lies on the face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// It draws nothing.
    Nothing,
    /// All of it is off.
    Off,
    /// Some of it is on the face.
    On,
}

/// What was found so far.
struct Found {
    view: Option<Rect>,
    /// The names of what is seen.
    seen: BTreeSet<String>,
    /// The names of what lies off, but of what is in one that is told.
    off: Vec<String>,
}

impl Found {
    fn of(tree: &Tree) -> Self {
        let view = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height());
        Self { view, seen: BTreeSet::new(), off: Vec::new() }
    }

    /// Whether something in a group lies off as a whole; what is in a group that says nothing of where it
    /// lies stands for itself.
    fn any_of(&mut self, group: &Group, at: Transform) -> bool {
        let is_plain = |one: &Group| {
            let is_cut = one.clip_path().is_some() || one.mask().is_some();
            one.transform().is_identity() && !is_cut && one.filters().is_empty()
        };
        group.children().iter().any(|node| match node {
            Drawn::Group(group) if is_plain(group) => self.any_of(group, at),
            node => self.node(node, at) == Seen::Off,
        })
    }

    /// `at` is where it lies: usvg counts the transform of a `use` twice in what it calls absolute.
    fn node(&mut self, node: &Drawn, at: Transform) -> Seen {
        let (name, seen) = match node {
            Drawn::Group(group) => {
                (group.id(), self.group(group, at.pre_concat(group.transform())))
            }
            Drawn::Path(path) => (path.id(), self.path(path, at)),
            Drawn::Image(image) if image.is_visible() => {
                (image.id(), self.lies(image.bounding_box(), at))
            }
            Drawn::Image(_) => ("", Seen::Nothing),
            // Texts off the card are told as such.
            Drawn::Text(text) => match self.lies(text.bounding_box(), at) {
                Seen::On => ("", Seen::On),
                _ => ("", Seen::Nothing),
            },
        };
        match seen {
            _ if name.is_empty() => {}
            Seen::On => _ = self.seen.insert(name.to_owned()),
            Seen::Off if !self.off.iter().any(|one| one == name) => self.off.push(name.to_owned()),
            Seen::Off | Seen::Nothing => {}
        }
        seen
    }

    fn group(&mut self, group: &Group, at: Transform) -> Seen {
        if group.opacity().get() == 0.0 {
            return Seen::Nothing;
        }
        let before = self.off.len();
        let all = group.children().iter().map(|node| self.node(node, at)).max();
        let all = all.unwrap_or(Seen::Nothing);
        // A filter may draw where there is nothing, and move what is there.
        let layer = group.layer_bounding_box().to_rect();
        let is_moved = !group.filters().is_empty() && self.lies(layer, at) == Seen::On;
        if is_moved || all == Seen::Off && !group.id().is_empty() {
            self.off.truncate(before);
        }
        if is_moved { Seen::On } else { all }
    }

    fn path(&self, path: &Path, at: Transform) -> Seen {
        let fill = path.fill().is_some_and(|fill| fill.opacity().get() > 0.0);
        let stroke = path.stroke().is_some_and(|stroke| stroke.opacity().get() > 0.0);
        match path.is_visible() && (fill || stroke) {
            true => self.lies(path.stroke_bounding_box(), at),
            false => Seen::Nothing,
        }
    }

    fn lies(&self, bounds: Rect, at: Transform) -> Seen {
        let (Some(bounds), Some(view)) = (bounds.transform(at), self.view) else {
            return Seen::Nothing;
        };
        let meets = bounds.left() < view.right()
            && bounds.right() > view.left()
            && bounds.top() < view.bottom()
            && bounds.bottom() > view.top();
        if meets { Seen::On } else { Seen::Off }
    }
}
