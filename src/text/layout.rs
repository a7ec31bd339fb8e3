//! Shapes and breaks text over the fonts that draw it.

use std::cell::RefCell;

use parley::{
    FontContext, FontFamily, FontStyle, FontWeight, Layout, LayoutContext, LineHeight,
    StyleProperty,
};

use super::attributes::TextBox;
use crate::digest::Digest;
use crate::fonts::{BODY, Fonts, SERIF};
use crate::geom::decimal;

/// Sizes that are tried differ by this, in mm.
const STEP: f64 = 0.05;
/// Shaping is done at this many units per mm, which keeps rounding out of sight.
const UNITS: f64 = 64.0;

/// A line at its place, in mm.
#[derive(Clone, Debug, PartialEq)]
pub struct SetLine {
    /// Its text, without blanks at its end.
    pub text: String,
    /// Where it is anchored.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
}

/// A box of text, set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetText {
    /// The size of the type, in mm.
    pub size: f64,
    /// The lines.
    pub lines: Vec<SetLine>,
    /// By how much it does not fit, if so.
    pub over: Option<Over>,
}

/// How a text does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// The size that was tried last, in mm.
    pub size: f64,
    /// By how much, in words.
    pub words: String,
}

/// One thread's own contexts, for the fonts with that digest.
struct Contexts {
    digest: Digest,
    fonts: FontContext,
    layout: LayoutContext<()>,
}

thread_local! {
    static CONTEXTS: RefCell<Option<Contexts>> = const { RefCell::new(None) };
}

/// Sets a text at the largest size that fits.
pub fn fit(text: &TextBox, fonts: &Fonts) -> SetText {
    let mut layout = shape(text, fonts);
    let least = text.least.unwrap_or(text.size).min(text.size);
    let steps = ((text.size - least) / STEP + 1e-9).floor() as u32;
    let size = |step: u32| text.size - f64::from(step) * STEP;
    let mut try_step = |step: u32| over(text, &mut layout, size(step)).is_none();
    // The largest size that fits lies between one that does not and one that does.
    let (mut too_large, mut fits) = (None, None);
    if try_step(0) {
        fits = Some(0);
    } else if steps > 0 && try_step(steps) {
        (too_large, fits) = (Some(0), Some(steps));
    }
    while let (Some(large), Some(small)) = (too_large, fits)
        && small - large > 1
    {
        let middle = large + (small - large) / 2;
        if try_step(middle) {
            fits = Some(middle);
        } else {
            too_large = Some(middle);
        }
    }
    let size = fits.map_or(least, size);
    let words = over(text, &mut layout, size);
    let over = words.map(|words| Over { size, words });
    SetText { size, lines: place(text, &layout, size), over }
}

/// Shapes the text once, at its full size.
fn shape(text: &TextBox, fonts: &Fonts) -> Layout<()> {
    CONTEXTS.with_borrow_mut(|slot| {
        let contexts = match slot {
            Some(contexts) if contexts.digest == fonts.digest() => contexts,
            _ => slot.insert(Contexts {
                digest: fonts.digest(),
                fonts: fonts.measurer().clone(),
                layout: LayoutContext::new(),
            }),
        };
        let Contexts { fonts, layout, .. } = contexts;
        let mut builder = layout.ranged_builder(fonts, &text.text, 1.0, false);
        let style = if text.italic { FontStyle::Italic } else { FontStyle::Normal };
        builder.push_default(FontFamily::Source(families(&text.family).into()));
        builder.push_default(StyleProperty::FontSize((text.size * UNITS) as f32));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(f32::from(text.weight))));
        builder.push_default(StyleProperty::FontStyle(style));
        let height = LineHeight::FontSizeRelative(text.line_height as f32);
        builder.push_default(StyleProperty::LineHeight(height));
        let spacing = (text.letter_spacing * UNITS) as f32;
        builder.push_default(StyleProperty::LetterSpacing(spacing));
        builder.build(&text.text)
    })
}

/// The families as the drawing chooses them, and one more: a text whose family is not there is
/// still set, so that the drawing can tell it.
fn families(said: &str) -> String {
    let plain = said.split(',').map(|family| match family.trim().trim_matches(['"', '\'']) {
        "serif" => SERIF.to_owned(),
        "sans-serif" => BODY.to_owned(),
        family => family.replace('"', ""),
    });
    plain
        .chain([BODY.to_owned()])
        .map(|family| format!("\"{family}\""))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Breaks the lines for `size`, and says by how much they do not fit.
fn over(text: &TextBox, layout: &mut Layout<()>, size: f64) -> Option<String> {
    let scale = size / text.size / UNITS;
    layout.break_all_lines(Some((text.area.w / scale) as f32));
    let height = f64::from(layout.height()) * scale - text.area.h;
    let widest = layout.lines().map(|line| line.metrics().advance - line.metrics().hanging_advance);
    let width = f64::from(widest.fold(0.0, f32::max)) * scale - text.area.w;
    if width > 0.01 {
        Some(format!("a word is {} mm too wide", decimal(width)))
    } else if height > 0.01 {
        Some(format!("it is {} mm too high", decimal(height)))
    } else {
        None
    }
}

/// The broken lines at their places in the box.
fn place(text: &TextBox, layout: &Layout<()>, size: f64) -> Vec<SetLine> {
    let scale = size / text.size / UNITS;
    let spare = text.area.h - f64::from(layout.height()) * scale;
    let top = text.area.y + spare.max(0.0) * text.valign.share();
    let x = text.area.x + text.area.w * text.align.share();
    let lines = layout.lines().map(|line| SetLine {
        text: text.text[line.text_range()].trim_end().to_owned(),
        x,
        y: top + f64::from(line.metrics().baseline) * scale,
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}
