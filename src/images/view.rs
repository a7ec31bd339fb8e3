//! What is seen of a drawing: nothing outside of its view, and maybe nothing at all.

use resvg::tiny_skia::Pixmap;
use usvg::{
    Fill, Group, ImageHrefResolver, ImageKind, Node, Opacity, Options, Paint, Rect, Stroke,
    Transform, Tree,
};

use crate::limits;
use crate::model::Limits;

/// How far a drawing may reach over its edge before it is cut, in parts of its side.
const SLACK: f32 = 1e-4;

/// The same drawing cut to its view; as it is where it stays within, which spares the cutting.
///
/// It is shown as a whole by one around it, as what its root says of all of it must count once.
pub fn cut(tree: Tree) -> Tree {
    let (w, h) = (tree.size().width(), tree.size().height());
    let (bounds, slack) = (tree.root().abs_layer_bounding_box(), w.max(h) * SLACK);
    let is_inside = bounds.left() >= -slack
        && bounds.top() >= -slack
        && bounds.right() <= w + slack
        && bounds.bottom() <= h + slack;
    if is_inside || !tree.root().has_children() {
        return tree;
    }
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\">\
         <clipPath id=\"deckle-view\"><path d=\"M0 0H{w}V{h}H0Z\"/></clipPath>\
         <g clip-path=\"url(#deckle-view)\"><image href=\"deckle-whole\" width=\"{w}\" height=\"{h}\"/></g></svg>"
    );
    let whole = tree.clone();
    let image_href_resolver = ImageHrefResolver {
        resolve_string: Box::new(move |_, _| Some(ImageKind::SVG(whole.clone()))),
        resolve_data: Box::new(|_, _, _| None),
    };
    let fontdb = tree.fontdb().clone();
    let options = Options { image_href_resolver, fontdb, ..Options::default() };
    Tree::from_str(&text, &options).unwrap_or(tree)
}

/// Longer sides of the pictures, in pixels, in which something of a drawing is looked for; what has no dot in
/// both has none.
const LOOKED_AT: [f32; 2] = [200.0, 1000.0];

/// Whether anything of a drawing can be seen. What a filter, a mask, a clip or a pattern makes of it is found
/// by drawing it.
pub fn is_seen(tree: &Tree, limits: &Limits) -> bool {
    // What is too much work is told when it is drawn.
    shows(tree, true)
        || limits::work([tree].into_iter(), limits).is_err()
        || shows(tree, false) && LOOKED_AT.iter().any(|side| has_dots(tree, *side))
}

fn has_dots(tree: &Tree, longer: f32) -> bool {
    let (w, h) = (tree.size().width(), tree.size().height());
    let scale = longer / w.max(h);
    let side = |side: f32| (side * scale).ceil().max(1.0) as u32;
    let Some(mut pixels) = Pixmap::new(side(w), side(h)) else { return true };
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.data().chunks_exact(4).any(|pixel| pixel[3] > 0)
}

/// Whether something of a drawing is seen for certain, or else maybe.
fn shows(tree: &Tree, certain: bool) -> bool {
    let view = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height());
    view.is_none_or(|view| group_shows(tree.root(), view, certain))
}

/// Whether an opaque rectangle lies under all of a drawing's view.
pub fn is_covered(tree: &Tree) -> bool {
    let view = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height());
    view.is_some_and(|view| group_covers(tree.root(), view))
}

fn group_covers(group: &Group, view: Rect) -> bool {
    let is_plain = group.opacity().get() == 1.0
        && group.clip_path().is_none()
        && group.mask().is_none()
        && group.filters().is_empty();
    is_plain
        && group.children().iter().any(|node| match node {
            Node::Group(group) => group_covers(group, view),
            Node::Path(path) => path_covers(path, view),
            _ => false,
        })
}

fn path_covers(path: &usvg::Path, view: Rect) -> bool {
    let own = path.data().bounds();
    let is_corner = |point: &usvg::tiny_skia_path::Point| {
        (point.x == own.left() || point.x == own.right())
            && (point.y == own.top() || point.y == own.bottom())
    };
    let is_opaque =
        path.fill().is_some_and(|fill| fill.opacity().get() == 1.0 && is_opaque(fill.paint()));
    let (level, bounds) = (path.abs_transform(), path.abs_bounding_box());
    let slack = view.width().max(view.height()) * 1e-3;
    is_opaque
        && path.is_visible()
        && path.data().len() <= 6
        && path.data().points().len() >= 4
        && path.data().points().iter().all(is_corner)
        && (level.kx, level.ky) == (0.0, 0.0)
        && bounds.left() <= slack
        && bounds.top() <= slack
        && bounds.right() >= view.right() - slack
        && bounds.bottom() >= view.bottom() - slack
}

fn is_opaque(paint: &Paint) -> bool {
    match paint {
        Paint::Color(_) => true,
        Paint::LinearGradient(one) => one.stops().iter().all(|stop| stop.opacity().get() == 1.0),
        Paint::RadialGradient(one) => one.stops().iter().all(|stop| stop.opacity().get() == 1.0),
        Paint::Pattern(_) => false,
    }
}

fn group_shows(group: &Group, view: Rect, certain: bool) -> bool {
    // A filter may paint where there is nothing.
    if !group.filters().is_empty() {
        return !certain;
    }
    let is_cut = group.mask().is_some() || group.clip_path().is_some();
    group.opacity().get() > 0.0
        && !(certain && is_cut)
        && group.children().iter().any(|node| match node {
            Node::Group(group) => group_shows(group, view, certain),
            Node::Path(path) => {
                let fill = path.fill().map(|fill| (fill.paint(), fill.opacity()));
                let stroke = path.stroke().map(|stroke| (stroke.paint(), stroke.opacity()));
                let mut paints = fill.into_iter().chain(stroke);
                let is_paint = |paint: &Paint| paint_shows(paint, certain);
                path.is_visible()
                    && meets(path.abs_stroke_bounding_box(), view)
                    && paints.any(|(paint, opacity)| opacity.get() > 0.0 && is_paint(paint))
            }
            Node::Image(image) => {
                let is_there = match image.kind() {
                    ImageKind::SVG(tree) => shows(tree, certain),
                    _ => true,
                };
                is_there && image.is_visible() && meets(image.abs_bounding_box(), view)
            }
            Node::Text(text) => has_colour(node) && meets(text.abs_stroke_bounding_box(), view),
        })
}

fn paint_shows(paint: &Paint, certain: bool) -> bool {
    match paint {
        Paint::Pattern(pattern) => !certain && pattern.root().has_children(),
        Paint::Color(_) => true,
        Paint::LinearGradient(one) => one.stops().iter().any(|stop| stop.opacity().get() > 0.0),
        Paint::RadialGradient(one) => one.stops().iter().any(|stop| stop.opacity().get() > 0.0),
    }
}

/// Whether a shape or a text is filled or outlined with anything.
pub fn has_colour(node: &Node) -> bool {
    let paints = |fill: Option<&Fill>, stroke: Option<&Stroke>| {
        fill.is_some_and(|fill| fill.opacity() != Opacity::ZERO)
            || stroke.is_some_and(|stroke| stroke.opacity() != Opacity::ZERO)
    };
    match node {
        Node::Path(path) => path.is_visible() && paints(path.fill(), path.stroke()),
        Node::Text(text) => text
            .layouted()
            .iter()
            .any(|span| span.visible && paints(span.fill.as_ref(), span.stroke.as_ref())),
        _ => true,
    }
}

fn meets(bounds: Rect, view: Rect) -> bool {
    bounds.left() < view.right()
        && bounds.right() > view.left()
        && bounds.top() < view.bottom()
        && bounds.bottom() > view.top()
}
