//! One font: its bytes, its names, and the measures that lines of text are set by.

use std::sync::Arc;

use usvg::fontdb::{FaceInfo, ID, Source, Style};

use super::Shared;

/// A font that was loaded; its measures are in parts of the size.
pub struct FontFace {
    /// Its id in usvg's database.
    pub id: ID,
    /// The bytes of its file.
    pub bytes: Shared,
    /// Its index in the file.
    pub index: u32,
    /// The name of its family.
    pub family: String,
    /// Weight from 1 to 1000.
    pub weight: u16,
    /// Whether it slants.
    pub italic: bool,
    /// Whether it can be drawn in many weights.
    pub variable: bool,
    /// Height of a line above the baseline.
    pub ascent: f64,
    /// Depth of a line below the baseline.
    pub descent: f64,
    /// Height of a capital.
    pub capital: f64,
}

impl FontFace {
    /// Takes the measures of a face in the database; one that cannot be read is left out.
    pub fn read(info: &FaceInfo) -> Option<Self> {
        let bytes = match &info.source {
            Source::Binary(bytes) => bytes,
            // A file's, in a build that lets fontdb read files.
            #[allow(unreachable_patterns)]
            _ => return None,
        };
        let face = ttf_parser::Face::parse((**bytes).as_ref(), info.index).ok()?;
        let em = f64::from(face.units_per_em());
        let ascent = f64::from(face.ascender()) / em;
        let capital = face.capital_height().filter(|height| *height > 0);
        Some(Self {
            id: info.id,
            index: info.index,
            family: info.families.first().map(|(name, _)| name.clone()).unwrap_or_default(),
            weight: info.weight.0,
            italic: info.style != Style::Normal,
            variable: face.is_variable(),
            ascent,
            descent: -f64::from(face.descender()) / em,
            capital: capital.map_or(ascent * 0.7, |height| f64::from(height) / em),
            bytes: Arc::clone(bytes),
        })
    }

    /// The bytes as a slice.
    pub fn data(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The width of a text of size 1, the advances of its characters added up.
    pub fn width(&self, text: &str) -> f64 {
        let Ok(face) = ttf_parser::Face::parse(self.data(), self.index) else { return 0.0 };
        let glyphs = text.chars().filter_map(|c| face.glyph_index(c));
        let advances = glyphs.filter_map(|glyph| face.glyph_hor_advance(glyph));
        advances.map(f64::from).sum::<f64>() / f64::from(face.units_per_em())
    }

    /// Whether it has a glyph for the character; what some have for controls is nothing to draw.
    pub fn has(&self, c: char) -> bool {
        let face = ttf_parser::Face::parse(self.data(), self.index);
        !c.is_control() && face.is_ok_and(|face| face.glyph_index(c).is_some())
    }
}
