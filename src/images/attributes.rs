//! What an `<image>` says of how its picture is to be shown.

use roxmltree::Node;
use svgtypes::{Align, AspectRatio, Paint};

use crate::compose::NAMESPACE;
use crate::diag::{Code, suggest};
use crate::findings::Finding;
use crate::geom::Rect;

/// Attributes of our own.
const KNOWN: [&str; 7] = ["fit", "focus", "crop", "mask", "flip", "rotate", "tint"];

/// How a picture fills its box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// All of it is seen, and the box may have room left.
    Contain,
    /// All of the box is filled, and the picture may be cut.
    Cover,
    /// It is made as wide and as high as the box.
    Stretch,
    /// It is repeated, each tile so many mm wide, or as wide as it is at 300 pixels per inch.
    Tile(Option<f64>),
}

/// What is left of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Mask {
    /// All but its corners, rounded with a radius in mm.
    Round(f64),
    /// The largest circle.
    Circle,
    /// The largest ellipse.
    Ellipse,
    /// What another picture covers.
    Picture(String),
}

/// A picture as it is asked for.
#[derive(Clone, Debug)]
pub struct Ask {
    /// How it fills its box.
    pub fit: Fit,
    /// The point to be seen, as shares of width and height.
    pub focus: (f64, f64),
    /// The part to be shown, as shares of width and height.
    pub crop: Option<Rect>,
    /// What is left of it.
    pub mask: Option<Mask>,
    /// Whether left and right, and top and bottom, change places.
    pub flip: (bool, bool),
    /// Degrees clockwise, from 0 to 360.
    pub rotate: f64,
    /// The one colour that it is shown in.
    pub tint: Option<String>,
    /// Whether its pixels are to be seen as squares.
    pub pixelated: bool,
}

impl Ask {
    /// Reads the attributes of an element.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn read(node: Node<'_, '_>) -> Result<Self, Finding> {
        let ours = node.attributes().filter(|one| one.namespace() == Some(NAMESPACE));
        if let Some(name) = ours.map(|one| one.name()).find(|name| !KNOWN.contains(name)) {
            let why = format!(
                "there is no attribute `deckle:{name}` of a picture; {}",
                suggest(name, KNOWN)
            );
            return Err(Finding::error(Code::IMAGE, why).written(format!("deckle:{name}")));
        }
        let own =
            |name| node.attribute((NAMESPACE, name)).map(str::trim).filter(|one| !one.is_empty());
        let (plain, middle) = aspect(node.attribute("preserveAspectRatio"));
        let ask = Self {
            fit: read(
                own("fit"),
                plain,
                fit,
                "fit",
                "contain, cover, stretch, tile or `tile 10`, the width of a tile in mm",
            )?,
            focus: read(
                own("focus"),
                middle,
                focus,
                "focus",
                "two numbers from 0 to 1: how far to the right and down",
            )?,
            crop: read(
                own("crop"),
                None,
                |text| crop(text).map(Some),
                "crop",
                "x, y, width and height as parts of the picture, from 0 to 1",
            )?,
            mask: read(
                own("mask"),
                None,
                |text| mask(text).map(Some),
                "mask",
                "`round 2` (a radius in mm), `circle`, `ellipse` or a picture",
            )?,
            flip: read(
                own("flip"),
                (false, false),
                flip,
                "flip",
                "x (left and right change places), y or both",
            )?,
            rotate: read(own("rotate"), 0.0, number, "rotate", "a number of degrees, clockwise")?
                .rem_euclid(360.0),
            tint: read(
                own("tint"),
                None,
                |text| tint(text).map(Some),
                "tint",
                "a colour: `#8c2f2b`, `navy`, `rgb(140, 47, 43)`",
            )?,
            pixelated: pixelated(node),
        };
        let slanted = ask.rotate % 90.0 != 0.0 && !matches!(ask.fit, Fit::Contain | Fit::Cover);
        if slanted {
            let why =
                "a picture that is stretched or repeated turns by 90, 180 or 270 degrees only";
            let said = node.attribute_node((NAMESPACE, "rotate"));
            return Err(
                Finding::error(Code::IMAGE, why).at(said.map_or(0, |one| one.range().start))
            );
        }
        Ok(ask)
    }
}

/// The value of an attribute, or what it is without one.
fn read<T>(
    value: Option<&str>,
    default: T,
    parse: impl FnOnce(&str) -> Option<T>,
    name: &str,
    takes: &str,
) -> Result<T, Finding> {
    let Some(value) = value else { return Ok(default) };
    parse(value).ok_or_else(|| {
        let why = format!("`deckle:{name}` cannot be `{value}`; it is {takes}");
        Finding::error(Code::IMAGE, why).attribute(format!("deckle:{name}"), value)
    })
}

fn fit(text: &str) -> Option<Fit> {
    Some(match text {
        "contain" => Fit::Contain,
        "cover" => Fit::Cover,
        "stretch" => Fit::Stretch,
        "tile" => Fit::Tile(None),
        _ => Fit::Tile(Some(number(text.strip_prefix("tile ")?).filter(|width| *width > 0.0)?)),
    })
}

fn focus(text: &str) -> Option<(f64, f64)> {
    let [x, y] = shares(text)?[..] else { return None };
    Some((x, y))
}

fn crop(text: &str) -> Option<Rect> {
    let [x, y, w, h] = shares(text)?[..] else { return None };
    let inside = w > 0.0 && h > 0.0 && x + w <= 1.0 + 1e-9 && y + h <= 1.0 + 1e-9;
    inside.then_some(Rect { x, y, w, h })
}

fn mask(text: &str) -> Option<Mask> {
    if let Some(radius) = text.strip_prefix("round") {
        return number(radius.trim()).filter(|radius| *radius >= 0.0).map(Mask::Round);
    }
    Some(match text {
        "circle" => Mask::Circle,
        "ellipse" => Mask::Ellipse,
        _ => Mask::Picture(text.into()),
    })
}

fn flip(text: &str) -> Option<(bool, bool)> {
    Some(match text {
        "none" => (false, false),
        "x" => (true, false),
        "y" => (false, true),
        "both" => (true, true),
        _ => return None,
    })
}

/// A colour, or whatever else may fill a shape.
fn tint(text: &str) -> Option<String> {
    Paint::from_str(text).ok().map(|_| text.to_owned())
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Shares from 0 to 1, or per cent.
fn shares(text: &str) -> Option<Vec<f64>> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let share = |part: &str| match part.strip_suffix('%') {
        Some(hundredths) => number(hundredths).map(|number| number / 100.0),
        None => number(part),
    };
    let all: Option<Vec<_>> = parts.map(share).collect();
    all.filter(|all| all.iter().all(|one| (0.0..=1.0).contains(one)))
}

/// SVG's own way to say how a picture fills its box.
fn aspect(text: Option<&str>) -> (Fit, (f64, f64)) {
    let aspect: AspectRatio = text.and_then(|text| text.trim().parse().ok()).unwrap_or_default();
    let fit = match (aspect.align, aspect.slice) {
        (Align::None, _) => Fit::Stretch,
        (_, true) => Fit::Cover,
        (_, false) => Fit::Contain,
    };
    let x = match aspect.align {
        Align::XMinYMin | Align::XMinYMid | Align::XMinYMax => 0.0,
        Align::XMaxYMin | Align::XMaxYMid | Align::XMaxYMax => 1.0,
        _ => 0.5,
    };
    let y = match aspect.align {
        Align::XMinYMin | Align::XMidYMin | Align::XMaxYMin => 0.0,
        Align::XMinYMax | Align::XMidYMax | Align::XMaxYMax => 1.0,
        _ => 0.5,
    };
    (fit, (x, y))
}

fn pixelated(node: Node<'_, '_>) -> bool {
    let words = ["pixelated", "crisp-edges", "optimizeSpeed"];
    let of = |node: Node<'_, '_>| {
        let own =
            node.attribute("image-rendering").is_some_and(|word| words.contains(&word.trim()));
        own || node.attribute("style").is_some_and(|style| {
            style.split(';').any(|part| {
                part.split_once(':').is_some_and(|(name, word)| {
                    name.trim() == "image-rendering" && words.contains(&word.trim())
                })
            })
        })
    };
    node.ancestors().any(of)
}
