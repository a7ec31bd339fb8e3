//! What a game says of its pictures, and how much its drawings may ask for.

use serde::Serialize;

use crate::geom::Size;

/// How pictures are found and kept.
#[derive(Clone, Debug, Serialize)]
pub struct PictureRules {
    /// Folders in which a picture is found by its name.
    pub folders: Vec<String>,
    /// The most pixels per inch that are kept, when the manifest says so.
    pub max_dpi: Option<u32>,
    /// Fewer pixels per inch than this are told.
    pub min_dpi: u32,
    /// Pictures that are missing are marked and told, and let the card pass.
    pub draft: bool,
}

impl Default for PictureRules {
    fn default() -> Self {
        Self { folders: vec!["images".into()], max_dpi: None, min_dpi: 200, draft: false }
    }
}

impl PictureRules {
    /// The most pixels per inch that are kept: as said, or enough for print and for card pictures
    /// of `dpi` pixels per inch.
    pub fn ceiling(&self, dpi: u32) -> u32 {
        self.max_dpi.unwrap_or_else(|| dpi.max(300))
    }
}

/// How much a drawing may ask for before it is refused.
#[derive(Clone, Debug, Serialize)]
pub struct Limits {
    /// Pixels of a picture as it is in its file, in millions.
    pub megapixels: u32,
    /// Size of a drawing's text, in kibibytes.
    pub kilobytes: u32,
    /// Elements inside one another.
    pub nesting: u32,
    /// Elements on one face as large as a sheet of A6, and more on a larger one; those that are drawn
    /// again by `<use>`, patterns and the like are counted each time.
    pub elements: u32,
    /// Letters on one face as large as a sheet of A6, and more on a larger one.
    pub letters: u32,
    /// How many times over the pixels of a face may be worked on.
    pub work: u32,
}

/// A sheet of A6 in square mm: larger faces may hold more.
const SHEET: f64 = 105.0 * 148.0;

impl Limits {
    /// The limits for a face of this size.
    #[must_use]
    pub fn on(&self, size: Size) -> Self {
        let more = (size.w * size.h / SHEET).max(1.0);
        let grown = |most: u32| (f64::from(most) * more).min(f64::from(u32::MAX)) as u32;
        Self { elements: grown(self.elements), letters: grown(self.letters), ..self.clone() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            megapixels: 100,
            kilobytes: 16 << 10,
            nesting: 200,
            elements: 200_000,
            letters: 20_000,
            work: 500,
        }
    }
}
