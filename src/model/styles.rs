//! Named styles: what `[damage: 2 wounds]` in a text may say of its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::{Theme, ThemeValue};
use crate::span::Span;

/// Styles by name.
pub type Styles = BTreeMap<String, TextStyle>;

/// The style of numbers over icons, which no text names.
pub const ICON_LABEL: &str = "icon-label";

/// What a style says; what it does not say stays as it is around the words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TextStyle {
    /// A colour as SVG writes it.
    pub color: Option<String>,
    /// The name in the theme that the colour is taken from, which a row may set otherwise.
    #[serde(skip)]
    pub color_of: Option<String>,
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

/// The styles of a drawing whose row sets some values of the theme: colours that are taken from those
/// are the row's. What the drawing does not use stays, so that drawings that are alike stay alike.
pub fn of_row(styles: &Arc<Styles>, row: &Theme, drawing: &str) -> Arc<Styles> {
    let color = |(name, style): (&String, &TextStyle)| {
        let ThemeValue::Text(color) = row.get(style.color_of.as_ref()?)? else { return None };
        let is_used = match name.as_str() {
            ICON_LABEL => drawing.contains('|'),
            name => drawing.contains(&format!("[{name}:")),
        };
        is_used.then(|| (name.clone(), color.clone()))
    };
    let colors: Vec<_> = styles.iter().filter_map(color).collect();
    let mut own = Arc::clone(styles);
    for (name, color) in colors {
        if let Some(style) = Arc::make_mut(&mut own).get_mut(&name) {
            style.color = Some(color);
        }
    }
    own
}
