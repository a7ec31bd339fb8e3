//! Text as text: glyphs that stand on one line are drawn together.

use krilla::color::rgb;
use krilla::geom::Point;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use usvg::fontdb::ID;
use usvg::layout::{PositionedGlyph, Span};
use usvg::{PaintOrder, Text, Transform};

use super::face::{Face, FaceKey, advance};
use super::letters::{Letter, letters};
use super::paint::encoded;
use super::painter::Painter;
use super::spaced::{Place, Spacing, bridge, is_blank, spaced_words};

/// Where glyphs stand is told to this part of the size of the type.
const STEP: f32 = 0.001;
/// What stands farther from a glyph than that, in sizes of the type, is not beside it.
const NEAR: f32 = 3.0;

/// Glyphs of one font that stand on one line.
struct Run<'a> {
    face: Face,
    size: f32,
    /// The room that its text asks for between letters.
    spacing: Spacing,
    letters: &'a [Letter<'a>],
    /// What may stand behind all of them: the glyphs at which other runs begin.
    others: [Option<&'a PositionedGlyph>; 2],
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
            // What runs from the right goes on at its left.
            let others = [Some(at + 1), at.checked_sub(1)]
                .map(|other| other.and_then(|other| spans.get(other)?.positioned_glyphs.first()));
            self.letters(surface, span, (spacing, others), &line);
            self.letters(surface, span, (spacing, [None; 2]), &marks);
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
        (spacing, others): (Spacing, [Option<&PositionedGlyph>; 2]),
        mut letters: &[Letter<'_>],
    ) {
        while let Some(first) = letters.first() {
            let mut together = 1;
            if let Some(face) = self.face(span, first.glyph.font) {
                let size = span.font_size.get();
                let run = Run { face, size, spacing: spacing.parts(size), letters, others }.first();
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
        let key = FaceKey::of(self.fonts, span, id)?;
        self.faces.entry(key).or_insert_with_key(|key| Face::load(self.fonts, key)).clone()
    }
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
        let next = letters.get(more + 1).map(|next| [Some(next.glyph), None]);
        Self { letters: &letters[..=more], others: next.unwrap_or(self.others), ..self }
    }

    /// Where a glyph stands: from units of the text on its line to those of the drawing.
    fn place(&self, glyph: &PositionedGlyph) -> Transform {
        let scale = self.face.em / self.size;
        glyph.transform().pre_concat(Transform::from_scale(scale, scale))
    }

    /// The glyph of another run that stands behind this one on its line, if it is near, and where.
    fn beside(&self, undo: Transform, pen: f32) -> Option<(f32, &PositionedGlyph)> {
        let near = self.others.iter().flatten().filter_map(|other| {
            let (x, y) = along(undo, self.place(other));
            let is_near = y.abs() < self.size * STEP && (pen..pen + self.size * NEAR).contains(&x);
            is_near.then_some((x, *other))
        });
        near.min_by(|(one, _), (other, _)| one.total_cmp(other))
    }

    /// The glyphs with how far each moves on, and the text they stand for.
    fn encoded(&self, undo: Transform) -> (Vec<KrillaGlyph>, String) {
        let (mut pen, mut text, mut places) = (0.0, String::new(), Vec::new());
        let mut ids: Vec<_> = self.letters.iter().map(|letter| letter.glyph.id.0).collect();
        let mut goes_on = false;
        for (at, Letter { glyph, text: said, .. }) in self.letters.iter().enumerate() {
            let own = self.face.advance(glyph.id.0);
            let next = self.letters.get(at + 1).map(|next| along(undo, self.place(next.glyph)).0);
            let next = next.or_else(|| {
                let (x, other) = self.beside(undo, pen)?;
                goes_on = !is_blank(&other.text);
                Some(x)
            });
            let wanted = next.map_or(own, |next| (next - pen) / self.size);
            // What differs from the font's own measure by less than a step is rounding.
            let advance = own + ((wanted - own) / STEP).round() * STEP;
            pen += advance * self.size;
            let start = text.len();
            text.push_str(said);
            places.push(Place { advance, apart: advance - own, text: start..text.len() });
        }
        if let Some((id, width)) = self.face.blank.filter(|_| goes_on)
            && let Some(bridge) = bridge(&mut places, &text, self.spacing, width)
        {
            ids.push(id);
            places.push(bridge);
        }
        spaced_words(&mut places, &text, self.spacing);
        let glyphs = ids.into_iter().zip(places).map(|(id, place)| {
            let id = GlyphId::new(u32::from(id));
            KrillaGlyph::new(id, place.advance, 0.0, 0.0, 0.0, place.text, None)
        });
        (glyphs.collect(), text)
    }
}

/// Where something stands in units of a line: along it, and below it.
fn along(undo: Transform, place: Transform) -> (f32, f32) {
    let place = undo.pre_concat(place);
    (place.tx, place.ty)
}
