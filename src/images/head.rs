//! What a file of a picture says of itself: its kind, its size, and how it is turned.

use std::io::Cursor;

use svgtypes::{Length, LengthUnit, ViewBox};

use super::exif::Turn;
use super::length::units;
use crate::amiss;
use crate::findings::Finding;
use crate::limits;
use crate::model::Limits;
use crate::xml::{self, Unread};

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pixels without loss.
    Png,
    /// Photographs.
    Jpeg,
    /// Few colours; the first frame counts.
    Gif,
    /// Either.
    Webp,
    /// A drawing.
    Svg,
}

/// What is known of a picture before its pixels are read.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its kind, by its content.
    pub kind: Kind,
    /// Width and height as it is seen: pixels, or the units of a drawing.
    pub size: (f64, f64),
    /// How stored pixels become the picture.
    pub turn: Turn,
    /// Whether the file can be handed on as it is.
    pub plain: bool,
    /// What a drawing says in vain, each with its line.
    pub told: Vec<(usize, Finding)>,
    /// Whether it has something to draw, seen or not.
    pub draws: bool,
    /// How many elements of a drawing are inside one another, with those of pictures in it.
    pub depth: u32,
}

/// The most things of a drawing that are told.
const MOST: usize = 20;
/// Elements that draw something.
const DRAWN: [&str; 13] = [
    "circle",
    "ellipse",
    "feImage",
    "flowRoot",
    "foreignObject",
    "image",
    "line",
    "path",
    "polygon",
    "polyline",
    "rect",
    "text",
    "use",
];

/// Reads the head of a picture.
///
/// # Errors
/// The second half of a sentence on why the file cannot be used.
pub fn head(bytes: &[u8], limits: &Limits) -> Result<Head, String> {
    let head = match bytes {
        [] => return Err("the file is empty".into()),
        [0x89, b'P', b'N', b'G', ..] => png(bytes),
        [0xff, 0xd8, 0xff, ..] => jpeg(bytes),
        [b'G', b'I', b'F', b'8', ..] => gif(bytes),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => return Err(super::find::UNKNOWN.into()),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(bytes),
        _ => return svg(bytes, limits),
    };
    let head = head.map_err(|why| format!("the file is broken: {why}"))?;
    let (w, h) = head.size;
    if !(w >= 1.0 && h >= 1.0) {
        return Err("the file is broken: it has no pixels".into());
    }
    if w * h > f64::from(limits.megapixels) * 1e6 {
        return Err(format!(
            "it has {w} x {h} pixels, more than {} million (`megapixels` in `[limits]`)",
            limits.megapixels
        ));
    }
    Ok(head)
}

fn pixels(kind: Kind, (w, h): (u32, u32), exif: Option<&[u8]>, plain: bool) -> Head {
    let turn = Turn::of(exif);
    let size = turn.size((f64::from(w), f64::from(h)));
    Head {
        kind,
        size,
        turn,
        plain: plain && turn == Turn::default(),
        told: Vec::new(),
        draws: true,
        depth: 0,
    }
}

fn png(bytes: &[u8]) -> Result<Head, String> {
    let reader =
        png::Decoder::new(Cursor::new(bytes)).read_info().map_err(|why| why.to_string())?;
    let info = reader.info();
    let plain = info.bit_depth == png::BitDepth::Eight;
    Ok(pixels(Kind::Png, info.size(), info.exif_metadata.as_deref(), plain))
}

fn jpeg(bytes: &[u8]) -> Result<Head, String> {
    let mut decoder = super::decode::jpeg_decoder(bytes);
    decoder.decode_headers().map_err(|why| format!("{why:?}"))?;
    let (w, h) = decoder.dimensions().ok_or("it has no size")?;
    if !ends(bytes) {
        return Err("it is cut off".into());
    }
    let colors = decoder.input_colorspace().map_or(0, |space| space.num_components());
    let exif = decoder.exif().map(Vec::as_slice);
    // Four inks are turned into three colours; all other files are as any program wants them.
    Ok(pixels(Kind::Jpeg, (w as u32, h as u32), exif, matches!(colors, 1 | 3)))
}

/// Whether the end mark of a JPEG comes after its pixels begin: a small copy inside of its head has
/// an end of its own.
fn ends(jpeg: &[u8]) -> bool {
    let mut rest = &jpeg[2..];
    while let [0xff, marker, high, low, ..] = rest {
        if *marker == 0xda {
            return rest.windows(2).rev().any(|pair| pair == [0xff, 0xd9]);
        }
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        rest = rest.get(2 + length..).unwrap_or_default();
    }
    // A head with odd bytes in it: the decoder will tell.
    jpeg.windows(2).rev().any(|pair| pair == [0xff, 0xd9])
}

fn gif(bytes: &[u8]) -> Result<Head, String> {
    let decoder = gif::DecodeOptions::new().read_info(bytes).map_err(|why| why.to_string())?;
    let size = (u32::from(decoder.width()), u32::from(decoder.height()));
    Ok(pixels(Kind::Gif, size, None, false))
}

fn webp(bytes: &[u8]) -> Result<Head, String> {
    let mut decoder =
        image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(|why| why.to_string())?;
    let exif = decoder.exif_metadata().ok().flatten();
    Ok(pixels(Kind::Webp, decoder.dimensions(), exif.as_deref(), false))
}

fn svg(bytes: &[u8], limits: &Limits) -> Result<Head, String> {
    let text = text(bytes)?;
    if text.len() as u64 > u64::from(limits.kilobytes) << 10 {
        return Err(format!(
            "it has {} bytes, more than {} KiB (`kilobytes` in `[limits]`)",
            text.len(),
            limits.kilobytes
        ));
    }
    let document = xml::document(text).map_err(|why| unread(text, &why))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(format!(
            "it is no PNG, JPEG, GIF, WebP or SVG, but `<{}>`",
            root.tag_name().name()
        ));
    }
    let depth = limits::refused(&document, limits).map_err(|(why, word)| {
        let place = word.and_then(|word| text.find(&word));
        let line = place.map(|at| text[..at].matches('\n').count() + 1);
        line.map_or(why.clone(), |line| format!("{why}; see its line {line}"))
    })?;
    let size = drawn_size(root).filter(|(w, h)| *w > 0.0 && *h > 0.0);
    let size = size.ok_or("it has neither a viewBox nor a width and a height")?;
    let told = amiss::in_picture(text, &document)?.into_iter().take(MOST);
    let told = told.map(|one| (document.text_pos_at(one.start()).row as usize, one)).collect();
    let draws = document.descendants().any(|node| DRAWN.contains(&node.tag_name().name()));
    Ok(Head { kind: Kind::Svg, size, turn: Turn::default(), plain: true, told, draws, depth })
}

/// Why a drawing has no tree, and where.
fn unread(text: &str, why: &Unread) -> String {
    match why {
        Unread::Malformed(error) => {
            let (at, sentence) = (error.pos(), error.to_string());
            let sentence = sentence.replace(&format!(" at {at}"), "").replace('\'', "`");
            format!("it is not well-formed in its line {}, column {}: {sentence}", at.row, at.col)
        }
        Unread::Excess(excess) => {
            let at = excess.pos(text);
            format!("{}, in its line {}, column {}", excess.why, at.row, at.col)
        }
    }
}

/// The text of a drawing.
///
/// # Errors
/// It is no text in UTF-8, or no drawing.
pub fn text(bytes: &[u8]) -> Result<&str, String> {
    match bytes {
        [0x1f, 0x8b, ..] => return Err("it is compressed; save it as plain SVG".into()),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            return Err("it is in UTF-16; save it as UTF-8".into());
        }
        _ => {}
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    if !head.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return Err("it is no PNG, JPEG, GIF, WebP or SVG".into());
    }
    let text = std::str::from_utf8(bytes).map_err(|why| {
        format!("it is not UTF-8 at byte {}; save it as UTF-8", why.valid_up_to())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Units to an inch in a drawing of its own, as on the web.
const PER_INCH: f64 = 96.0;

/// The size that a drawing takes for itself, as the parser of drawings finds it.
fn drawn_size(root: roxmltree::Node<'_, '_>) -> Option<(f64, f64)> {
    let view = root.attribute("viewBox").and_then(|text| text.parse::<ViewBox>().ok());
    let side = |name, whole: Option<f64>| {
        let length = match root.attribute(name) {
            Some(text) => text.trim().parse::<Length>().ok()?,
            None => Length::new(100.0, LengthUnit::Percent),
        };
        units(length, PER_INCH, || whole)
    };
    side("width", view.map(|view| view.w)).zip(side("height", view.map(|view| view.h)))
}
