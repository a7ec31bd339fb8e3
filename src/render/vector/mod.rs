//! Faces as shapes and text: some at a time, encoded so that their fonts are alike in all.
//!
//! A document of faces is made for each chunk of a deck, so that chunks are encoded side by side
//! and kept for the next build. Each begins with a page that draws every glyph of the deck: the
//! encoder numbers glyphs in the order it meets them, so every chunk carries the same fonts, and
//! where the chunks are put together each font is stored once.

mod clip;
mod face;
mod letters;
mod paint;
mod painter;
mod spaced;
mod text;

use std::collections::BTreeMap;

use krilla::configure::{ConfigurationBuilder, PdfVersion};
use krilla::geom::{Point, Size as PageSize};
use krilla::graphic::Graphic;
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use serde::{Deserialize, Serialize};
use usvg::{Group, ImageKind, Node, Text};

use super::deflate::compress;
use super::pictures::Pictures;
use crate::fonts::Fonts;
use crate::geom::{Mm, Size};
use crate::scene::{Ground, Scene};
use face::{Face, FaceKey, advance};
use letters::letters;
use painter::Painter;
use spaced::Spacing;

/// The glyphs that faces draw: by the font and the number of the glyph, the text they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glyphs(Vec<(FaceKey, u16, String)>);

/// The same while they are found.
type Found = BTreeMap<(FaceKey, u16), String>;

impl Glyphs {
    /// The glyphs of a scene.
    pub fn of(scene: &Scene, fonts: &Fonts) -> Self {
        let mut found = BTreeMap::new();
        scene.trees().for_each(|tree| collect(tree.root(), fonts, &mut found));
        Self(found.into_iter().map(|((font, glyph), text)| (font, glyph, text)).collect())
    }

    /// The glyphs of all, each with the shortest text that it stands for anywhere.
    pub fn union<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        let mut found = BTreeMap::new();
        for (font, glyph, text) in all.flat_map(|glyphs| &glyphs.0) {
            shortest(&mut found, (font.clone(), *glyph), text);
        }
        Self(found.into_iter().map(|((font, glyph), text)| (font, glyph, text)).collect())
    }
}

/// Keeps the shortest text of a glyph that has one: a letter for itself before one with its marks.
fn shortest(found: &mut Found, key: (FaceKey, u16), text: &str) {
    let known = found.entry(key).or_insert_with(|| text.to_owned());
    let rank = |text: &str| (text.is_empty(), text.len());
    if (rank(text), text) < (rank(known), known.as_str()) {
        *known = text.to_owned();
    }
}

fn collect(group: &Group, fonts: &Fonts, found: &mut Found) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, fonts, found),
            Node::Text(text) => collect_text(text, fonts, found),
            Node::Image(image) => {
                if let ImageKind::SVG(tree) = image.kind() {
                    collect(tree.root(), fonts, found);
                }
            }
            Node::Path(_) => {}
        }
        node.subroots(|group| collect(group, fonts, found));
    }
}

fn collect_text(text: &Text, fonts: &Fonts, found: &mut Found) {
    let is_spaced = Spacing::of(text).is_apart();
    for span in text.layouted().iter().filter(|span| span.visible) {
        let letters = letters(&span.positioned_glyphs, |glyph| advance(fonts, glyph));
        for together in letters.chunk_by(|one, next| one.glyph.font == next.glyph.font) {
            let Some(font) = FaceKey::of(fonts, span, together[0].glyph.font) else { continue };
            for letter in together {
                shortest(found, (font.clone(), letter.glyph.id.0), &letter.text);
            }
            // A blank may lead to the font in which a spaced word goes on.
            if let Some(blank) = font.blank(fonts).filter(|_| is_spaced) {
                shortest(found, (font, blank), " ");
            }
        }
    }
}

/// Encodes scenes as the pages of a PDF, after a first page that draws all `glyphs`.
///
/// Pictures without loss are left out: [`Pictures::put_in`] puts them in.
///
/// # Errors
/// The encoder's own words; none are known for scenes that were parsed.
pub fn encode(
    scenes: &[Scene],
    glyphs: &Glyphs,
    fonts: &Fonts,
    pictures: &Pictures,
) -> Result<lopdf::Document, String> {
    let mut painter = Painter::new(fonts, pictures);
    let mut document = Document::new_with(SerializeSettings {
        compress_content_streams: false,
        xmp_metadata: false,
        enable_tagging: false,
        configuration: ConfigurationBuilder::new()
            .with_version(PdfVersion::Pdf16)
            .finish()
            .unwrap_or_default(),
        ..SerializeSettings::default()
    });
    page(&mut document, Size { w: 10.0, h: 10.0 }, |surface, _| prime(surface, glyphs, fonts))?;
    let mut grounds = BTreeMap::new();
    for scene in scenes {
        page(&mut document, scene.size, |surface, size| {
            if let Some(ground) = &scene.ground {
                let graphic = grounds
                    .entry(ground.key)
                    .or_insert_with(|| graphic(surface, &mut painter, ground, size));
                surface.draw_graphic(graphic.clone());
            }
            painter.tree(surface, &scene.tree, size);
        })?;
    }
    if painter.failed {
        return Err("a picture cannot be read".into());
    }
    let bytes = document.finish().map_err(|error| format!("{error:?}"))?;
    let mut document = lopdf::Document::load_mem(&bytes).map_err(|error| error.to_string())?;
    // Compressed here, because the encoder sets up a compressor for each.
    for object in document.objects.values_mut() {
        if let Ok(stream) = object.as_stream_mut() {
            compress(stream);
        }
    }
    Ok(document)
}

fn page(
    document: &mut Document,
    size: Size,
    inside: impl FnOnce(&mut Surface<'_>, PageSize),
) -> Result<(), String> {
    let (w, h) = points(size);
    let size = PageSize::from_wh(w, h).ok_or("a face without a size")?;
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    inside(&mut surface, size);
    surface.finish();
    page.finish();
    Ok(())
}

/// A size in points, as the encoder takes it.
pub(super) fn points(size: Size) -> (f32, f32) {
    (Mm(size.w).pt() as f32, Mm(size.h).pt() as f32)
}

/// The ground of several faces as one object.
fn graphic(
    surface: &mut Surface<'_>,
    painter: &mut Painter<'_>,
    ground: &Ground,
    size: PageSize,
) -> Graphic {
    let mut stream = surface.stream_builder();
    let mut inner = stream.surface();
    painter.tree(&mut inner, &ground.tree, size);
    inner.finish();
    Graphic::new(stream.finish(), false)
}

/// Draws every glyph once, so that the encoder numbers them the same in each document.
fn prime(surface: &mut Surface<'_>, glyphs: &Glyphs, fonts: &Fonts) {
    for of_font in glyphs.0.chunk_by(|one, next| one.0 == next.0) {
        let Some(face) = Face::load(fonts, &of_font[0].0) else { continue };
        for (_, glyph, text) in of_font {
            let glyph = GlyphId::new(u32::from(*glyph));
            let glyph = KrillaGlyph::new(glyph, 0.0, 0.0, 0.0, 0.0, 0..text.len(), None);
            let start = Point::from_xy(0.0, 0.0);
            surface.draw_glyphs(start, &[glyph], face.font.clone(), text, 10.0, false);
        }
    }
}
