//! Named styles: what `[damage: 2 wounds]` in a text may say of its words.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::span::Span;

/// Styles by name.
pub type Styles = BTreeMap<String, TextStyle>;

/// What a style says; what it does not say stays as it is around the words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TextStyle {
    /// A colour as SVG writes it.
    pub color: Option<String>,
    /// Weight from 1 to 1000.
    pub weight: Option<u16>,
    /// Whether the words slant.
    pub italic: Option<bool>,
    /// Families, as CSS writes them.
    pub family: Option<String>,
    /// Where the families are written.
    #[serde(skip)]
    pub family_at: Option<Span>,
    /// The size, as a multiple of the size around.
    pub size: Option<f64>,
    /// Room between letters, in parts of the size.
    pub letter_spacing: Option<f64>,
    /// Whether letters may join to ligatures.
    pub ligatures: Option<bool>,
}
