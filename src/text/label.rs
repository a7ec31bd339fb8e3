//! What is written over an icon: its size, its font, and colours that can be read.

use std::str::FromStr;

use svgtypes::Color;

use super::flow::Strut;
use super::words::Voice;
use super::write::{Writer, face};
use crate::geom::decimal;

/// Size of what is written over an icon: by its height and by its width, in parts of the icon's.
const LABEL: (f64, f64) = (0.62, 0.8);
/// Width of the line around it, half of which shows, in parts of its size.
const HALO: f64 = 0.24;

impl Writer<'_, '_> {
    /// What is written over an icon, in the middle of it and no wider.
    pub(super) fn label(
        &self,
        text: &str,
        (x, y): (f64, f64),
        (side, ink): (f64, f64),
        ground: Option<&str>,
    ) -> String {
        let (style, fonts) = (self.label, self.shaper.fonts());
        let own = self.shaper.word(text, style.voice());
        let other = own.is_missing.then(|| fonts.instead(style.font, text)).flatten();
        let font = other.unwrap_or(style.font);
        let shaped = self.shaper.word(text, Voice { font, ..style.voice() });
        let width = shaped.width();
        let size = (side * LABEL.0 * style.size).min(ink * LABEL.1 / width.max(0.01));
        let capital = Strut::of(fonts, font).capital;
        let ground = ground.filter(|ground| Color::from_str(ground).is_ok()).unwrap_or("#000000");
        let fill = style.fill.clone().unwrap_or_else(|| contrast(ground).into());
        // Around it, lines and holes of the icon are filled with the icon's colour.
        let halo = if contrast(ground) == contrast(&fill) { contrast(&fill) } else { ground };
        let [family, weight, slant] = face(fonts, style, font);
        let said = [
            ("font-family", family),
            ("font-weight", weight),
            ("font-style", slant),
            ("font-size", decimal(size)),
            ("letter-spacing", "0".into()),
            ("fill", fill),
            ("stroke", halo.into()),
            ("stroke-width", decimal(size * HALO)),
            ("stroke-linejoin", "round".into()),
            ("paint-order", "stroke".into()),
        ];
        self.tspan((x - width * size / 2.0, y + capital * size / 2.0), &said, "", text)
    }
}

/// Black or white, whichever is easier to read on a ground.
fn contrast(ground: &str) -> &'static str {
    let color = Color::from_str(ground).unwrap_or(Color::black());
    let light = 0.299 * f64::from(color.red)
        + 0.587 * f64::from(color.green)
        + 0.114 * f64::from(color.blue);
    if light > 140.0 { "#000000" } else { "#ffffff" }
}
