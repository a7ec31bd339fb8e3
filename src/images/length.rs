//! Lengths in a drawing: a bare number is in mm, and a unit is what it is on paper.

use roxmltree::Node;
use svgtypes::{Length, LengthUnit, ViewBox};

/// Units to an inch in the drawing of a face.
pub const PER_INCH: f64 = 25.4;

/// The length of an attribute in mm, if an element has it; no answer if that is not known.
///
/// A share is one of the drawing around.
pub fn mm(node: Node<'_, '_>, name: &str) -> Option<Option<f64>> {
    let Some(text) = node.attribute(name) else { return Some(None) };
    let length = text.trim().parse::<Length>().ok()?;
    let whole = || around(node, matches!(name, "x" | "width"));
    Some(Some(units(length, PER_INCH, whole)?))
}

/// A length in the units of a drawing that has so many to an inch; a share is one of `whole`.
pub fn units(length: Length, per_inch: f64, whole: impl FnOnce() -> Option<f64>) -> Option<f64> {
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::In => per_inch,
        LengthUnit::Mm => per_inch / 25.4,
        LengthUnit::Cm => per_inch / 2.54,
        LengthUnit::Pt => per_inch / 72.0,
        LengthUnit::Pc => per_inch / 6.0,
        LengthUnit::Percent => whole()? / 100.0,
        LengthUnit::Em | LengthUnit::Ex => return None,
    };
    Some(length.number * unit)
}

/// The width or the height of the drawing around an element.
fn around(node: Node<'_, '_>, is_width: bool) -> Option<f64> {
    let frame = node.ancestors().skip(1).find(|one| one.tag_name().name() == "svg")?;
    let view: ViewBox = frame.attribute("viewBox")?.parse().ok()?;
    Some(if is_width { view.w } else { view.h })
}
