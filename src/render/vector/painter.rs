//! A tree of shapes, text and pictures onto a surface of the encoder's.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::geom::{PathBuilder, Size};
use krilla::image::Image;
use krilla::paint::FillRule;
use krilla::surface::Surface;
use resvg::tiny_skia::Pixmap;
use usvg::{BlendMode, Group, ImageKind, Node, Opacity, PaintOrder, Transform, Tree};

use super::face::{Face, FaceKey};
use super::paint::{blend, decoded, encoded, outline, rectangle, share};
use crate::fonts::Fonts;
use crate::render::pictures::{Pictures, placeholder};

/// Filters become pictures at this many pixels per point: 300 per inch.
const FILTER_SCALE: f32 = 300.0 / 72.0;
/// No filter becomes a picture of more pixels than this on a side.
const FILTER_SIDE: f32 = 5000.0;

/// Draws the faces of one document, in which fonts and pictures are loaded once.
pub struct Painter<'a> {
    pub(super) fonts: &'a Fonts,
    pub(super) faces: HashMap<FaceKey, Option<Face>>,
    store: &'a Pictures,
    /// The pictures by where their bytes lie, which are kept so that they stay there.
    images: HashMap<*const Vec<u8>, Kept>,
    /// Whether a picture could not be read.
    pub failed: bool,
}

/// A picture, if it can be read, and the bytes that it was read from.
type Kept = (Option<Image>, Arc<Vec<u8>>);

impl<'a> Painter<'a> {
    /// A painter for one document.
    pub fn new(fonts: &'a Fonts, store: &'a Pictures) -> Self {
        Self { fonts, faces: HashMap::new(), store, images: HashMap::new(), failed: false }
    }

    /// Draws a whole tree over the surface's whole size.
    pub fn tree(&mut self, surface: &mut Surface<'_>, tree: &Tree, size: Size) {
        let (w, h) = (tree.size().width(), tree.size().height());
        let scale = Transform::from_scale(size.width() / w, size.height() / h);
        surface.push_transform(&encoded(scale));
        self.clipped(surface, tree, w, h);
        surface.pop();
    }

    fn clipped(&mut self, surface: &mut Surface<'_>, tree: &Tree, w: f32, h: f32) {
        if let Some(area) = rectangle(0.0, 0.0, w, h) {
            surface.push_clip_path(&area, &FillRule::NonZero);
            self.group(surface, tree.root());
            surface.pop();
        }
    }

    /// Draws a group with its children.
    pub fn group(&mut self, surface: &mut Surface<'_>, group: &Group) {
        if !group.filters().is_empty() {
            self.filtered(surface, group);
            return;
        }
        let mut pushed = 0;
        if !group.transform().is_identity() {
            surface.push_transform(&encoded(group.transform()));
            pushed += 1;
        }
        if let Some(clip) = group.clip_path() {
            pushed += self.clip(surface, clip);
        }
        if let Some(mask) = group.mask() {
            self.mask(surface, mask);
            pushed += 1;
        }
        pushed += mixed(surface, group);
        for child in group.children() {
            match child {
                Node::Group(group) => self.group(surface, group),
                Node::Path(path) => self.path(surface, path),
                Node::Image(image) => self.image(surface, image),
                Node::Text(text) => self.text(surface, text),
            }
        }
        (0..pushed).for_each(|_| surface.pop());
    }

    /// Draws a shape.
    pub fn path(&mut self, surface: &mut Surface<'_>, path: &usvg::Path) {
        if !path.is_visible() {
            return;
        }
        match path.paint_order() {
            PaintOrder::FillAndStroke => self.shape(surface, path, path.fill(), path.stroke()),
            PaintOrder::StrokeAndFill => {
                self.shape(surface, path, None, path.stroke());
                self.shape(surface, path, path.fill(), None);
            }
        }
    }

    fn shape(
        &mut self,
        surface: &mut Surface<'_>,
        path: &usvg::Path,
        fill: Option<&usvg::Fill>,
        stroke: Option<&usvg::Stroke>,
    ) {
        let here = Transform::identity();
        let fill = fill.map(|fill| self.fill(surface, fill, here));
        let stroke = stroke.map(|stroke| self.stroke(surface, stroke, here));
        let mut builder = PathBuilder::new();
        outline(path.data(), &mut builder);
        // With neither, the encoder would fill with black.
        if let Some(path) = builder.finish()
            && (fill.is_some() || stroke.is_some())
        {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&path);
        }
    }

    fn image(&mut self, surface: &mut Surface<'_>, image: &usvg::Image) {
        let (w, h) = (image.size().width(), image.size().height());
        let Some(size) = Size::from_wh(w, h).filter(|_| image.is_visible()) else { return };
        let drawn = match image.kind() {
            ImageKind::SVG(tree) => return self.clipped(surface, tree, w, h),
            ImageKind::PNG(bytes) => {
                self.shared(bytes, |painter| Some(placeholder(painter.store.png(bytes)?)))
            }
            ImageKind::JPEG(bytes) => {
                self.shared(bytes, |_| Image::from_jpeg(Arc::clone(bytes).into(), false).ok())
            }
            ImageKind::GIF(bytes) => {
                self.shared(bytes, |_| Image::from_gif(Arc::clone(bytes).into(), false).ok())
            }
            ImageKind::WEBP(bytes) => {
                self.shared(bytes, |_| Image::from_webp(Arc::clone(bytes).into(), false).ok())
            }
        };
        match drawn {
            Some(drawn) => surface.draw_image(drawn, size),
            None => self.failed = true,
        }
    }

    /// A picture of these bytes, made when they are met first.
    fn shared(
        &mut self,
        bytes: &Arc<Vec<u8>>,
        make: impl FnOnce(&Self) -> Option<Image>,
    ) -> Option<Image> {
        let place = Arc::as_ptr(bytes);
        if let Some((image, _)) = self.images.get(&place) {
            return image.clone();
        }
        let image = make(self);
        self.images.insert(place, (image.clone(), Arc::clone(bytes)));
        image
    }

    /// A group with filters becomes a picture.
    fn filtered(&mut self, surface: &mut Surface<'_>, group: &Group) {
        let Some(area) = group.layer_bounding_box().transform(group.transform()) else { return };
        let scale = decoded(surface.cur_transform()).get_scale();
        let scale = (scale.0.max(scale.1) * FILTER_SCALE)
            .min(FILTER_SIDE / area.width())
            .min(FILTER_SIDE / area.height());
        let side = |length: f32| ((length * scale).round() as u32).max(1);
        let Some(mut pixmap) = Pixmap::new(side(area.width()), side(area.height())) else { return };
        // resvg draws a node at the place of its bounding box, so that is taken back first.
        let place = group.abs_layer_bounding_box();
        let transform = Transform::from_scale(scale, scale)
            .pre_translate(place.x() - area.x(), place.y() - area.y());
        let node = Node::Group(Box::new(group.clone()));
        resvg::render_node(&node, transform, &mut pixmap.as_mut());
        let image = placeholder(self.store.pixels(pixmap));
        if let Some(size) = Size::from_wh(area.width(), area.height()) {
            surface.push_transform(&encoded(Transform::from_translate(area.x(), area.y())));
            surface.draw_image(image, size);
            surface.pop();
        }
    }
}

/// Sets how a group is mixed with what is below it; gives how often the surface is to be popped.
fn mixed(surface: &mut Surface<'_>, group: &Group) -> u16 {
    let mut pushed = 0;
    if group.blend_mode() != BlendMode::Normal {
        surface.push_blend_mode(blend(group.blend_mode()));
        pushed += 1;
    }
    if group.opacity() != Opacity::ONE {
        surface.push_opacity(share(group.opacity()));
        pushed += 1;
    }
    // A clip path alone isolates nothing that can be seen.
    if pushed > 0 || group.isolate() || group.mask().is_some() {
        surface.push_isolated();
        pushed += 1;
    }
    pushed
}
