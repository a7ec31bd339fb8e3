//! Plain SVG in place of each `<image>`: which picture lies where, and with how many pixels.

use std::sync::Arc;

use roxmltree::{Document, Node};

use super::attributes::{Ask, Mask};
use super::demand::{Demand, Set};
use super::find::{self, Fault, shown};
use super::fit::{self, Place};
use super::head::Kind;
use super::length::mm;
use super::make::Variant;
use super::write::Writer;
use super::{Images, Picture, draft};
use crate::diag::Code;
use crate::findings::{Finding, Findings};
use crate::geom::{Rect, decimal};
use crate::xml::{self, Edited};

/// Attributes that the place replaces.
const REPLACED: [&str; 6] = ["x", "y", "width", "height", "href", "preserveAspectRatio"];

/// Replaces every `<image>` of a drawing; everything else stays byte for byte.
pub fn place<'a>(svg: &'a str, images: &Images, set: &Set<'_>, findings: &Findings) -> Edited<'a> {
    // With entities, places in the parsed drawing are not those of the text.
    if !svg.contains("image") || svg.contains("<!ENTITY") {
        return Edited::untouched(svg);
    }
    // A drawing that is not well-formed is told by the parser that comes next.
    let Ok(document) = xml::document(svg) else {
        return Edited::untouched(svg);
    };
    let demand = Demand::of(&document, set);
    let shown = self::images(&document).enumerate().filter_map(|(number, node)| {
        let shown = Shown { images, findings, demand: &demand, node, number };
        let text = findings.about(node.range(), || shown.text());
        let text = text.unwrap_or_else(|finding| {
            findings.push(finding.of(node.range()));
            Some(String::new())
        });
        Some((node.range(), text?))
    });
    Edited::new(svg, shown.collect())
}

/// The elements of a drawing that show pictures.
pub fn images<'a, 'i>(document: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(|node| node.tag_name().name() == "image")
}

/// An element's own attributes, but those that the place replaces.
pub fn kept(node: Node<'_, '_>) -> String {
    let plain = node.attributes().filter(|one| one.namespace().is_none());
    let kept = plain.filter(|one| !REPLACED.contains(&one.name()));
    kept.map(|one| format!(" {}=\"{}\"", one.name(), xml::attribute(one.value()))).collect()
}

/// One element that shows a picture.
struct Shown<'a, 'i> {
    images: &'a Images,
    findings: &'a Findings,
    demand: &'a Demand<'a, 'i>,
    node: Node<'a, 'i>,
    number: usize,
}

/// A picture in its place.
struct Drawn {
    picture: Arc<Picture>,
    /// Width and height of what is shown, in pixels or the units of a drawing.
    size: (f64, f64),
    crop: Option<[u32; 4]>,
    place: Place,
    /// How many mm a unit comes to, where that is known and pixels are not to be seen.
    scale: Option<f64>,
}

impl Shown<'_, '_> {
    /// The text in place of the element; none where it stays as it is.
    fn text(&self) -> Result<Option<String>, Finding> {
        let mut attributes = self.node.attributes();
        let Some(href) = attributes.find(|one| one.name() == "href") else {
            self.tell_nameless();
            return Ok(Some(String::new()));
        };
        let href = href.value().trim();
        // An empty cell asks for no picture, which is none of its faults.
        if href.is_empty() {
            return Ok(Some(String::new()));
        }
        let ask = Ask::read(self.node)?;
        let text = self.images.picture(href).and_then(|picture| {
            let drawn = self.drawn(picture, &ask);
            drawn.map(|drawn| self.written(href, &ask, &drawn)).transpose()
        });
        match text {
            Ok(Some(text)) => Ok(Some(text)),
            // A side of nothing is told as a value that is wrong.
            Ok(None) if room(self.node, (1.0, 1.0)).is_some() => Ok(None),
            Ok(None) => {
                let message = format!("the picture `{}` has no box", shown(href));
                let help = "give the `<image>` a `width` and a `height`, as numbers of mm";
                Err(find::at(Finding::error(Code::IMAGE, message), href).help(help))
            }
            Err(fault) if self.images.rules.draft => {
                self.findings.push(self.images.told(&fault, href));
                let room = room(self.node, (1.0, 1.0));
                let text = room.map(|room| draft::placeholder(room, shown(href)));
                Ok(Some(format!("<g{}>{}</g>", kept(self.node), text.unwrap_or_default())))
            }
            Err(fault) => Err(fault.finding(href)),
        }
    }

    /// The picture in its place; none if the element has no box.
    fn drawn(&self, picture: Arc<Picture>, ask: &Ask) -> Option<Drawn> {
        let (size, crop) = cut_out(&picture, ask.crop);
        let room = room(self.node, size).filter(|room| room.w > 0.0 && room.h > 0.0)?;
        let place = fit::place(size, room, ask);
        let is_scaled = picture.head.kind != Kind::Svg && !ask.pixelated;
        let scale = if is_scaled { self.demand.scale(self.node) } else { None };
        Some(Drawn { picture, size, crop, place, scale })
    }

    fn tell_nameless(&self) {
        let help = match self.node.has_attribute("src") {
            true => "`src` is HTML's: write `href`",
            false => "write `href`, with the picture's name or path",
        };
        let message = "an `<image>` names no picture: nothing is drawn of it";
        let finding = Finding::warning(Code::IMAGE, message).at(self.node.range().start);
        self.findings.push(finding.help(help));
    }

    fn written(&self, href: &str, ask: &Ask, drawn: &Drawn) -> Result<String, Fault> {
        let above = self.node.ancestors().count() as u32;
        self.images.check_depth(above + drawn.picture.head.depth)?;
        let is_drawing = drawn.picture.head.kind == Kind::Svg;
        let name = if is_drawing {
            self.tell_coarsest(href, ask, drawn);
            xml::attribute(href)
        } else {
            let need = drawn.scale.map(|scale| self.need(drawn.place.size, scale));
            let variant = Variant { crop: drawn.crop, need, ink: ask.tint.is_some() };
            let (name, is_blank) = self.images.make(&drawn.picture, variant)?;
            self.tell_resolution(href, drawn);
            if is_blank {
                let message = format!("the picture `{}` shows nothing", shown(href));
                let finding = Finding::warning(Code::IMAGE, message).attribute("href", href);
                self.findings.push(finding.help("look at the file: all its pixels are clear"));
            }
            name
        };
        let mask = match &ask.mask {
            Some(Mask::Picture(href)) => Some(self.mask(href, drawn.place.seen)?),
            _ => None,
        };
        let part = ask.crop.filter(|_| is_drawing);
        let is_inked = is_drawing && ask.tint.is_some() && self.images.covers(&drawn.picture);
        let is_mask_inked = mask.as_ref().is_some_and(|(_, is_inked)| *is_inked);
        let place = &drawn.place;
        let writer = Writer { number: self.number, place, ask, is_inked, is_mask_inked };
        let mask = mask.as_ref().map(|(name, _)| name.as_str());
        Ok(writer.element(&kept(self.node), &name, part, mask))
    }

    /// The name of the picture that is a mask, and whether it is a drawing of which what is dark stays.
    fn mask(&self, href: &str, seen: Rect) -> Result<(String, bool), Fault> {
        let in_mask = |fault: Fault| {
            let named = Some(("deckle:mask", href.to_owned()));
            Fault { why: format!("its mask `{href}`: {}", fault.why), named, ..fault }
        };
        let picture = self.images.picture(href).map_err(in_mask)?;
        if picture.head.kind == Kind::Svg {
            return Ok((xml::attribute(href), self.images.covers(&picture)));
        }
        let scale = self.demand.scale(self.node);
        let need = scale.map(|scale| self.need((seen.w, seen.h), scale));
        let variant = Variant { crop: None, need, ink: true };
        self.images.make(&picture, variant).map(|(name, _)| (name, false)).map_err(in_mask)
    }

    /// The pixels that something of that size in mm is printed with.
    fn need(&self, (w, h): (f64, f64), scale: f64) -> (u32, u32) {
        let side = |mm: f64| {
            (mm * scale * f64::from(self.images.ceiling) / 25.4).ceil().clamp(1.0, 1e9) as u32
        };
        (side(w), side(h))
    }

    /// Tells a picture that has too few pixels for its size.
    fn tell_resolution(&self, href: &str, drawn: &Drawn) {
        let Some(scale) = drawn.scale else { return };
        let size = (drawn.place.size.0 * scale, drawn.place.size.1 * scale);
        let subject = format!("the picture `{}`", shown(href));
        self.tell_dpi(subject, drawn.size, size, href);
    }

    /// The same of what is in a drawing.
    fn tell_coarsest(&self, href: &str, ask: &Ask, drawn: &Drawn) {
        let Some((pixels, unit)) = self.images.coarsest(&drawn.picture) else { return };
        let Some(scale) = self.demand.scale(self.node).filter(|_| !ask.pixelated) else { return };
        let (size, place) = (drawn.size, drawn.place.size);
        let pixel = unit * scale * (place.0 / size.0).max(place.1 / size.1);
        let subject = format!("in the picture `{}`: one", shown(href));
        self.tell_dpi(subject, pixels, (pixels.0 * pixel, pixels.1 * pixel), href);
    }

    /// Tells so many pixels on so many mm, if they are too few.
    fn tell_dpi(&self, subject: String, pixels: (f64, f64), (w, h): (f64, f64), href: &str) {
        let dpi = (pixels.0 / w).min(pixels.1 / h) * 25.4;
        let least = self.images.rules.min_dpi;
        // What is rounded in the size is no reason to complain.
        if dpi + 0.5 >= f64::from(least) {
            return;
        }
        let message = format!(
            "{subject} is printed at {dpi:.0} dpi, under {least}: {} x {} pixels on {} x {} mm",
            decimal(pixels.0),
            decimal(pixels.1),
            decimal((w * 10.0).round() / 10.0),
            decimal((h * 10.0).round() / 10.0),
        );
        let help = "bring a larger picture, or set `min_dpi` in `[pictures]`";
        let finding = Finding::warning(Code::RESOLUTION, message);
        self.findings.push(find::at(finding, href).help(help));
    }
}

/// The part of a picture that is shown: its size, and its pixels unless it is a drawing or whole.
fn cut_out(picture: &Picture, crop: Option<Rect>) -> ((f64, f64), Option<[u32; 4]>) {
    let (w, h) = picture.head.size;
    let Some(crop) = crop else { return ((w, h), None) };
    if picture.head.kind == Kind::Svg {
        return ((w * crop.w, h * crop.h), None);
    }
    // All pixels of which some part is shown.
    let side = |start: f64, length: f64, whole: f64| {
        let first = (start * whole + 1e-6).floor().min(whole - 1.0);
        let end = ((start + length) * whole - 1e-6).ceil().clamp(first + 1.0, whole);
        (first, end - first)
    };
    let ((x, w), (y, h)) = (side(crop.x, crop.w, w), side(crop.y, crop.h, h));
    ((w, h), Some([x, y, w, h].map(|one| one as u32)))
}

/// The box of an element; a side that is left out follows from the picture.
pub fn room(node: Node<'_, '_>, (w, h): (f64, f64)) -> Option<Rect> {
    let number = |name| mm(node, name);
    let (x, y) = (number("x")?.unwrap_or(0.0), number("y")?.unwrap_or(0.0));
    let (w, h) = match (number("width")?, number("height")?) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, width * h / w),
        (None, Some(height)) => (height * w / h, height),
        (None, None) => return None,
    };
    Some(Rect { x, y, w, h })
}
