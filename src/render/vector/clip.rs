//! Clip paths and masks.

use krilla::geom::{Path, PathBuilder};
use krilla::mask::{Mask, MaskType};
use krilla::paint::FillRule;
use krilla::surface::Surface;
use usvg::{ClipPath, Group, Node, Transform};

use super::paint::{encoded, outline, rectangle, rule};
use super::painter::Painter;

impl Painter<'_> {
    /// Clips what is drawn next; gives how often the surface is to be popped.
    pub fn clip(&mut self, surface: &mut Surface<'_>, clip: &ClipPath) -> u16 {
        let mut shapes = Vec::new();
        if simple(clip.root()) {
            collect(clip.root(), clip.transform(), &mut shapes);
        }
        let pushed = clip.clip_path().map_or(0, |outer| self.clip(surface, outer));
        match &shapes[..] {
            // What lies outside all shapes is one shape more only with one rule for all, and with
            // the other rule shapes that overlap would cut each other.
            [(_, FillRule::EvenOdd)] => push(surface, &shapes, FillRule::EvenOdd),
            [_, ..] if shapes.iter().all(|(_, rule)| *rule == FillRule::NonZero) => {
                push(surface, &shapes, FillRule::NonZero);
            }
            _ => self.clip_by_mask(surface, clip),
        }
        pushed + 1
    }

    /// A clip path that no PDF path stands for: where something is drawn, things are seen.
    fn clip_by_mask(&mut self, surface: &mut Surface<'_>, clip: &ClipPath) {
        let mut stream = surface.stream_builder();
        let mut inner = stream.surface();
        inner.push_transform(&encoded(clip.transform()));
        self.group(&mut inner, clip.root());
        inner.pop();
        inner.finish();
        let seen = stream.finish();
        surface.push_mask(Mask::new(seen, MaskType::Alpha));
    }

    /// Masks what is drawn next; the surface is to be popped once.
    pub fn mask(&mut self, surface: &mut Surface<'_>, mask: &usvg::Mask) {
        let mut stream = surface.stream_builder();
        let mut inner = stream.surface();
        let outer = mask.mask().map(|outer| self.mask(&mut inner, outer));
        let rect = mask.rect();
        let area = rectangle(rect.x(), rect.y(), rect.width(), rect.height());
        if let Some(area) = &area {
            inner.push_clip_path(area, &FillRule::NonZero);
            self.group(&mut inner, mask.root());
            inner.pop();
        }
        if outer.is_some() {
            inner.pop();
        }
        inner.finish();
        let kind = match mask.kind() {
            usvg::MaskType::Luminance => MaskType::Luminosity,
            usvg::MaskType::Alpha => MaskType::Alpha,
        };
        let shade = stream.finish();
        surface.push_mask(Mask::new(shade, kind));
    }
}

/// Whether no part of a clip path is clipped by itself.
fn simple(group: &Group) -> bool {
    group.children().iter().all(|child| match child {
        Node::Group(group) => group.clip_path().is_none() && simple(group),
        _ => true,
    })
}

type Shape = (usvg::tiny_skia_path::Path, FillRule);

/// The visible shapes of a clip path, in its user's coordinates.
fn collect(group: &Group, transform: Transform, shapes: &mut Vec<Shape>) {
    for child in group.children() {
        match child {
            Node::Group(group) => collect(group, transform.pre_concat(group.transform()), shapes),
            Node::Text(text) => collect(text.flattened(), transform, shapes),
            Node::Path(path) if path.is_visible() => {
                let shape = path.data().clone().transform(transform);
                let rule = path.fill().map_or(FillRule::NonZero, |fill| rule(fill.rule()));
                shapes.extend(shape.map(|shape| (shape, rule)));
            }
            _ => {}
        }
    }
}

fn push(surface: &mut Surface<'_>, shapes: &[Shape], rule: FillRule) {
    let mut path = PathBuilder::new();
    shapes.iter().for_each(|(shape, _)| outline(shape, &mut path));
    surface.push_clip_path(&path.finish().unwrap_or_else(nothing), &rule);
}

/// A shape that covers nothing.
fn nothing() -> Path {
    let mut path = PathBuilder::new();
    path.move_to(0.0, 0.0);
    path.line_to(0.0, 0.0);
    path.finish().expect("a line is a path")
}
