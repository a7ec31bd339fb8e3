//! Text as text: glyphs that stand on one line are drawn together.

use std::sync::Arc;

use krilla::color::rgb;
use krilla::geom::Point;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use usvg::fontdb::ID;
use usvg::layout::{PositionedGlyph, Span};
use usvg::{FontOpticalSizing, PaintOrder, Text, Transform};

use super::letters::{Letter, letters};
use super::paint::encoded;
use super::painter::Painter;
use super::spaced::{Place, Spacing, spaced_words};
use crate::fonts::Fonts;

/// Where glyphs stand is told to this part of the size of the type.
const STEP: f32 = 0.001;
/// What stands farther from a glyph than that, in sizes of the type, is not beside it.
const NEAR: f32 = 3.0;

/// A font at a place of its axes: its number, and tag and value of each axis.
pub type FaceKey = (u16, Vec<([u8; 4], u32)>);

/// A loaded font.
#[derive(Clone)]
pub struct Face {
    font: Font,
    /// Units of the font in the size of the type.
    em: f32,
    /// How far each glyph moves on, as a part of the size of the type.
    advances: Arc<[f32]>,
    /// Whether each of its glyphs has a text by now, as those of a first page have.
    is_known: bool,
}

/// Glyphs of one font that stand on one line.
struct Run<'a> {
    face: Face,
    size: f32,
    /// The room that its text asks for between letters.
    spacing: Spacing,
    letters: &'a [Letter<'a>],
    /// What comes after all of them.
    after: Option<&'a PositionedGlyph>,
}

impl Painter<'_> {
    /// Draws a text with its lines under, over and through it.
    pub fn text(&mut self, surface: &mut Surface<'_>, text: &Text) {
        let spacing = Spacing::of(text);
        let spans: Vec<_> = text.layouted().iter().filter(|span| span.visible).collect();
        for (at, span) in spans.iter().enumerate() {
            for line in span.overline.iter().chain(&span.underline) {
                self.path(surface, line);
            }
            let letters = letters(&span.positioned_glyphs, |glyph| advance(self.fonts, glyph));
            let (marks, line): (Vec<_>, Vec<_>) =
                letters.into_iter().partition(|letter| letter.is_mark);
            let after = spans.get(at + 1).and_then(|next| next.positioned_glyphs.first());
            self.letters(surface, span, (spacing, after), &line);
            self.letters(surface, span, (spacing, None), &marks);
            if let Some(line) = &span.line_through {
                self.path(surface, line);
            }
        }
    }

    /// Draws letters, those of one line together.
    fn letters(
        &mut self,
        surface: &mut Surface<'_>,
        span: &Span,
        (spacing, after): (Spacing, Option<&PositionedGlyph>),
        mut letters: &[Letter<'_>],
    ) {
        while let Some(first) = letters.first() {
            let mut together = 1;
            if let Some(face) = self.face(span, first.glyph.font) {
                let size = span.font_size.get();
                let run = Run { face, size, spacing: spacing.parts(size), letters, after }.first();
                together = run.letters.len();
                self.run(surface, span, &run);
            }
            letters = &letters[together..];
        }
    }

    fn run(&mut self, surface: &mut Surface<'_>, span: &Span, run: &Run<'_>) {
        let place = run.place(run.letters[0].glyph);
        // The paint stays where it is while the glyphs are moved to their line.
        let Some(undo) = place.invert() else { return };
        let fill = span.fill.as_ref().map(|fill| self.fill(surface, fill, undo));
        let stroke = span.stroke.as_ref().map(|stroke| self.stroke(surface, stroke, undo));
        let (glyphs, text) = run.encoded(undo);
        let mut show = |fill: Option<Fill>, stroke: Option<Stroke>, outlined: bool| {
            surface.push_transform(&encoded(place));
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            let font = run.face.font.clone();
            surface.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, &text, run.size, outlined);
            surface.pop();
        };
        match (fill, stroke) {
            // Text without colour can be found and copied all the same.
            (None, None) => {
                let paint = rgb::Color::new(0, 0, 0).into();
                let unseen = Fill { paint, opacity: NormalizedF32::ZERO, ..Fill::default() };
                show(Some(unseen), None, false);
            }
            // An outline below is drawn as a shape, so that the text is there once.
            (Some(fill), Some(stroke)) if span.paint_order == PaintOrder::StrokeAndFill => {
                show(None, Some(stroke), true);
                show(Some(fill), None, false);
            }
            (fill, stroke) => show(fill, stroke, false),
        }
    }

    /// The font of a glyph, loaded when it is met first.
    fn face(&mut self, span: &Span, id: ID) -> Option<Face> {
        let number = self.fonts.number(id);
        let (bytes, index) = self.fonts.bytes(number)?;
        let face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        let axes = axes(&face, span);
        let key = (number, axes.iter().map(|(tag, value)| (*tag, value.to_bits())).collect());
        let load = || {
            let em = f32::from(face.units_per_em());
            let advance = |glyph| face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
            let advances = (0..face.number_of_glyphs()).map(|glyph| f32::from(advance(glyph)) / em);
            let axes: Vec<_> = axes.iter().map(|(tag, value)| (Tag::new(tag), *value)).collect();
            let font = Font::new_variable(Arc::clone(&bytes).into(), index, &axes)?;
            Some(Face { font, em, advances: advances.collect(), is_known: axes.is_empty() })
        };
        self.faces.entry(key).or_insert_with(load).clone()
    }
}

/// The axes that a font has, where the text puts them.
fn axes(face: &ttf_parser::Face<'_>, span: &Span) -> Vec<([u8; 4], f32)> {
    if !face.is_variable() {
        return Vec::new();
    }
    const OPTICAL_SIZE: [u8; 4] = *b"opsz";
    let has =
        |tag: [u8; 4]| face.variation_axes().into_iter().any(|axis| axis.tag.to_bytes() == tag);
    let set = span.variations.iter().filter(|axis| has(axis.tag));
    let mut axes: Vec<_> = set.map(|axis| (axis.tag, axis.value)).collect();
    let automatic = span.font_optical_sizing == FontOpticalSizing::Auto;
    if automatic && has(OPTICAL_SIZE) && axes.iter().all(|(tag, _)| *tag != OPTICAL_SIZE) {
        axes.push((OPTICAL_SIZE, span.font_size.get()));
    }
    axes
}

impl<'a> Run<'a> {
    /// The letters at the beginning that can be drawn together.
    fn first(self) -> Self {
        let (run, size, letters) = (&self, self.size, self.letters);
        let first = run.place(letters[0].glyph);
        let undo = first.invert();
        let beside = |letter: &&Letter<'_>| {
            let place = run.place(letter.glyph);
            let turned = (place.sx, place.kx, place.ky, place.sy);
            let on_line = undo.is_some_and(|undo| along(undo, place).1.abs() < size * STEP / 2.0);
            letter.glyph.font == letters[0].glyph.font
                && turned == (first.sx, first.kx, first.ky, first.sy)
                && on_line
        };
        let more = letters[1..].iter().take_while(beside).count();
        let next = letters.get(more + 1).map(|next| next.glyph);
        Self { letters: &letters[..=more], after: next.or(self.after), ..self }
    }

    /// Where a glyph stands: from units of the text on its line to those of the drawing.
    fn place(&self, glyph: &PositionedGlyph) -> Transform {
        let scale = self.face.em / self.size;
        glyph.transform().pre_concat(Transform::from_scale(scale, scale))
    }

    /// Where the next glyph of another run stands on the line of this one, if it is near.
    fn beside(&self, undo: Transform, pen: f32) -> Option<f32> {
        let (x, y) = along(undo, self.place(self.after?));
        let is_near = y.abs() < self.size * STEP && (pen..pen + self.size * NEAR).contains(&x);
        is_near.then_some(x)
    }

    /// The glyphs with how far each moves on, and the text they stand for.
    fn encoded(&self, undo: Transform) -> (Vec<KrillaGlyph>, String) {
        let (mut pen, mut text, mut places) = (0.0, String::new(), Vec::new());
        for (at, Letter { glyph, text: said, .. }) in self.letters.iter().enumerate() {
            let own = self.face.advances.get(usize::from(glyph.id.0)).copied().unwrap_or(0.0);
            let next = self.letters.get(at + 1).map(|next| next.glyph);
            let next = next.map(|next| along(undo, self.place(next)).0);
            let next = next.or_else(|| self.beside(undo, pen));
            let wanted = next.map_or(own, |next| (next - pen) / self.size);
            // What differs from the font's own measure by less than a step is rounding.
            let advance = own + ((wanted - own) / STEP).round() * STEP;
            pen += advance * self.size;
            let start = text.len();
            text.push_str(said);
            places.push(Place { advance, apart: advance - own, text: start..text.len() });
        }
        if self.face.is_known {
            spaced_words(&mut places, &text, self.spacing);
        }
        let glyphs = self.letters.iter().zip(places).map(|(letter, place)| {
            let id = GlyphId::new(u32::from(letter.glyph.id.0));
            KrillaGlyph::new(id, place.advance, 0.0, 0.0, 0.0, place.text, None)
        });
        (glyphs.collect(), text)
    }
}

/// How far a font moves on behind a glyph, in its own units.
pub(super) fn advance(fonts: &Fonts, glyph: &PositionedGlyph) -> f32 {
    let bytes = fonts.bytes(fonts.number(glyph.font));
    let advance = bytes.and_then(|(bytes, index)| {
        let face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        face.glyph_hor_advance(ttf_parser::GlyphId(glyph.id.0))
    });
    f32::from(advance.unwrap_or(0))
}

/// Where something stands in units of a line: along it, and below it.
fn along(undo: Transform, place: Transform) -> (f32, f32) {
    let place = undo.pre_concat(place);
    (place.tx, place.ty)
}
