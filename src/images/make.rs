//! A picture made right for its place: cut out, scaled down, turned as it is seen, and packed again.

use std::borrow::Cow;
use std::sync::Arc;

use jpeg_encoder::{Encoder, SamplingFactor};
use resize::Pixel;
use rgb::FromSlice;
use usvg::ImageKind;

use super::decode::{Raster, decode};
use super::exif::Turn;
use super::head::{Head, Kind};

/// Quality of photographs that are packed again, out of 100.
const QUALITY: u8 = 92;
/// A picture is left alone until it has so many times the pixels that it needs, on a side.
const SLACK: f64 = 1.25;

/// What is wanted of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Variant {
    /// The part that is shown, as it is seen: x, y, width and height in pixels.
    pub crop: Option<[u32; 4]>,
    /// The pixels needed for that part, if that is known.
    pub need: Option<(u32, u32)>,
    /// Dark becomes opaque and light transparent, where there is no alpha.
    pub ink: bool,
}

/// A picture ready to be drawn.
#[derive(Clone)]
pub struct Made {
    bytes: Arc<Vec<u8>>,
    is_jpeg: bool,
    /// Whether nothing of it can be seen.
    pub is_blank: bool,
}

impl Made {
    /// Bytes that it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes for the parser of drawings, which are shared.
    pub fn kind(&self) -> ImageKind {
        let bytes = Arc::clone(&self.bytes);
        if self.is_jpeg { ImageKind::JPEG(bytes) } else { ImageKind::PNG(bytes) }
    }
}

/// Makes a picture right for its place.
///
/// A file that needs nothing is handed on byte for byte, after it was seen to be whole.
///
/// # Errors
/// The second half of a sentence on why the file cannot be used.
pub fn make(bytes: &Arc<Vec<u8>>, head: &Head, variant: &Variant) -> Result<Made, String> {
    let (raster, lossy) = decode(bytes, head.kind)?;
    let stored = (raster.w, raster.h);
    let raster = match variant.crop {
        Some(crop) => cropped(&raster, crop, head.turn),
        None => raster,
    };
    let size = (raster.w, raster.h);
    let raster = scaled(raster, head.turn.size(variant.need.unwrap_or((u32::MAX, u32::MAX))))?;
    let same = stored == size && size == (raster.w, raster.h);
    if head.plain && same && !(variant.ink && raster.is_opaque()) {
        let (is_jpeg, is_blank) = (head.kind == Kind::Jpeg, raster.is_blank());
        return Ok(Made { bytes: Arc::clone(bytes), is_jpeg, is_blank });
    }
    let raster = turned(raster, head.turn);
    let raster = if variant.ink && raster.is_opaque() { inked(&raster) } else { raster };
    pack(&raster, lossy && raster.is_opaque())
}

/// The part of the stored pixels that is seen as `crop`.
fn cropped(raster: &Raster, [x, y, w, h]: [u32; 4], turn: Turn) -> Raster {
    let whole = (raster.w, raster.h);
    let corners = (turn.stored((x, y), whole), turn.stored((x + w - 1, y + h - 1), whole));
    let (left, top) = (corners.0.0.min(corners.1.0), corners.0.1.min(corners.1.1));
    raster.picked(turn.size((w, h)), |x, y| (left + x, top + y))
}

/// Scaled down to what is needed, each side on its own; never up.
fn scaled(raster: Raster, need: (u32, u32)) -> Result<Raster, String> {
    let side = |has: u32, need: u32| {
        if f64::from(has) > f64::from(need) * SLACK { need.max(1) } else { has }
    };
    let (w, h) = (side(raster.w, need.0), side(raster.h, need.1));
    if (w, h) == (raster.w, raster.h) {
        return Ok(raster);
    }
    let mut data = vec![0; w as usize * h as usize * raster.channels];
    let [from_w, from_h, to_w, to_h] = [raster.w, raster.h, w, h].map(|side| side as usize);
    // A cubic kernel is plain arithmetic, so its pixels are the same on every machine.
    let kind = resize::Type::Catrom;
    let done = if raster.channels == 3 {
        resize::new(from_w, from_h, to_w, to_h, Pixel::RGB8, kind)
            .and_then(|mut one| one.resize(raster.data.as_rgb(), data.as_rgb_mut()))
    } else {
        resize::new(from_w, from_h, to_w, to_h, Pixel::RGBA8P, kind)
            .and_then(|mut one| one.resize(raster.data.as_rgba(), data.as_rgba_mut()))
    };
    done.map_err(|why| why.to_string())?;
    Ok(Raster { w, h, data, ..raster })
}

fn turned(raster: Raster, turn: Turn) -> Raster {
    if turn == Turn::default() {
        return raster;
    }
    let stored = (raster.w, raster.h);
    raster.picked(turn.size(stored), |x, y| turn.stored((x, y), stored))
}

/// Black with the darkness as its alpha.
fn inked(raster: &Raster) -> Raster {
    let ink = |pixel: &[u8]| {
        let light =
            299 * u32::from(pixel[0]) + 587 * u32::from(pixel[1]) + 114 * u32::from(pixel[2]);
        [0, 0, 0, 255 - ((light + 500) / 1000) as u8]
    };
    let data = raster.data.chunks_exact(raster.channels).flat_map(ink).collect();
    Raster { channels: 4, data, ..*raster }
}

/// Packs pixels: photographs as JPEG, all else without loss.
fn pack(raster: &Raster, photograph: bool) -> Result<Made, String> {
    let mut bytes = Vec::new();
    let side = |side: u32| u16::try_from(side).ok();
    let sides = side(raster.w).zip(side(raster.h)).filter(|_| photograph);
    if let Some((w, h)) = sides {
        let data: Cow<'_, [u8]> = match raster.channels {
            3 => Cow::Borrowed(&raster.data),
            _ => raster.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
        };
        let mut encoder = Encoder::new(&mut bytes, QUALITY);
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
        let done = encoder.encode(&data, w, h, jpeg_encoder::ColorType::Rgb);
        done.map_err(|why| why.to_string())?;
    } else {
        let mut encoder = png::Encoder::new(&mut bytes, raster.w, raster.h);
        let colors = [png::ColorType::Rgb, png::ColorType::Rgba];
        encoder.set_color(colors[raster.channels - 3]);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Paeth);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&raster.data).and_then(|()| writer.finish())
        });
        written.map_err(|why| why.to_string())?;
    }
    Ok(Made { bytes: Arc::new(bytes), is_jpeg: sides.is_some(), is_blank: raster.is_blank() })
}
