//! Fonts as the encoder takes them, a variable one at each place of its axes that a text asks for.

use std::sync::Arc;

use krilla::text::{Font, Tag};
use serde::{Deserialize, Serialize};
use ttf_parser::GlyphId;
use usvg::FontOpticalSizing;
use usvg::fontdb::ID;
use usvg::layout::{PositionedGlyph, Span};

use crate::fonts::Fonts;

/// A font at a place of its axes: its number, and tag and value of each axis.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FaceKey(u16, Vec<([u8; 4], u32)>);

/// A loaded font.
#[derive(Clone)]
pub struct Face {
    pub font: Font,
    /// Units of the font in the size of the type.
    pub em: f32,
    /// The glyph of a blank, and how far it moves on.
    pub blank: Option<(u16, f32)>,
    /// How far each glyph moves on, as a part of the size of the type.
    advances: Arc<[f32]>,
}

impl FaceKey {
    /// The font of a glyph, where its text puts the axes.
    pub fn of(fonts: &Fonts, span: &Span, id: ID) -> Option<Self> {
        let number = fonts.number(id);
        let (bytes, index) = fonts.bytes(number)?;
        let face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        let axes = axes(&face, span).into_iter();
        Some(Self(number, axes.map(|(tag, value)| (tag, value.to_bits())).collect()))
    }

    /// The glyph of a blank.
    pub fn blank(&self, fonts: &Fonts) -> Option<u16> {
        let (bytes, index) = fonts.bytes(self.0)?;
        let face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        face.glyph_index(' ').map(|blank| blank.0)
    }
}

impl Face {
    /// Loads a font; none if there is no such font or it cannot be read.
    pub fn load(fonts: &Fonts, key: &FaceKey) -> Option<Self> {
        let FaceKey(number, axes) = key;
        let (bytes, index) = fonts.bytes(*number)?;
        let mut face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        let places: Vec<_> =
            axes.iter().map(|(tag, value)| (Tag::new(tag), f32::from_bits(*value))).collect();
        let font = Font::new_variable(Arc::clone(&bytes).into(), index, &places)?;
        for (tag, value) in axes {
            face.set_variation(ttf_parser::Tag::from_bytes(tag), f32::from_bits(*value));
        }
        let em = f32::from(face.units_per_em());
        let advance = |glyph| f32::from(face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)) / em;
        let advances = (0..face.number_of_glyphs()).map(advance).collect();
        let blank = key.blank(fonts).map(|blank| (blank, advance(blank)));
        Some(Self { font, em, blank, advances })
    }

    /// How far a glyph moves on, as a part of the size of the type.
    pub fn advance(&self, glyph: u16) -> f32 {
        self.advances.get(usize::from(glyph)).copied().unwrap_or(0.0)
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

/// How far a font moves on behind a glyph, in its own units.
pub fn advance(fonts: &Fonts, glyph: &PositionedGlyph) -> f32 {
    let bytes = fonts.bytes(fonts.number(glyph.font));
    let advance = bytes.and_then(|(bytes, index)| {
        let face = ttf_parser::Face::parse((*bytes).as_ref(), index).ok()?;
        face.glyph_hor_advance(GlyphId(glyph.id.0))
    });
    f32::from(advance.unwrap_or(0))
}
