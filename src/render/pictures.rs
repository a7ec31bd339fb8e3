//! Pictures as a PDF stores them: each made once, and a PNG's own bytes where they fit.
//!
//! The encoder of shapes would decode and compress a picture again for each document. It is given
//! a placeholder of a few pixels instead, which is replaced when the document is done.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};
use lopdf::{Document, Object, Stream};
use png::{BitDepth, ColorType, Transformations};
use resvg::tiny_skia::Pixmap;

use super::bands::filter;
use super::raster::{Space, idat, object};
use crate::digest::Digest;

/// What placeholders begin with, so that no picture is taken for one.
const MARK: [u8; 11] = *b"deckle-pic:";

/// The pictures of a build, by their bytes.
#[derive(Default)]
pub struct Pictures(Mutex<HashMap<Digest, Shared>>);

/// A picture that is made by the first who needs it, while the others wait.
type Shared = Arc<OnceLock<Option<Arc<Stored>>>>;

/// A picture as image XObjects.
pub struct Stored {
    color: Stream,
    alpha: Option<Stream>,
}

impl Pictures {
    /// The picture of a PNG file; `None` if it cannot be read.
    pub fn png(&self, bytes: &[u8]) -> Option<Arc<Stored>> {
        let key = Digest::of(bytes);
        let shared = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(key).or_default())
        };
        shared.get_or_init(|| Stored::png(bytes).map(Arc::new)).clone()
    }
}

impl Stored {
    fn png(bytes: &[u8]) -> Option<Self> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let info = reader.info();
        let (w, h) = (info.width, info.height);
        // What a PNG stores row by row in whole bytes is what a PDF stores.
        let plain = info.bit_depth == BitDepth::Eight && !info.interlaced && info.trns.is_none();
        let as_it_is = match info.color_type {
            ColorType::Rgb if plain => Some(Space::Rgb),
            ColorType::Grayscale if plain => Some(Space::Gray),
            _ => None,
        };
        let mut pixels = vec![0; reader.output_buffer_size()?];
        // Read even where the bytes are kept: a file that is broken must not reach the printer.
        let frame = reader.next_frame(&mut pixels).ok()?;
        if let Some(space) = as_it_is {
            return Some(Self { color: object(w, h, space, idat(bytes)), alpha: None });
        }
        let (space, step) = match frame.color_type {
            ColorType::Grayscale => (Space::Gray, 1),
            ColorType::GrayscaleAlpha => (Space::Gray, 2),
            ColorType::Rgb => (Space::Rgb, 3),
            ColorType::Rgba => (Space::Rgb, 4),
            ColorType::Indexed => return None,
        };
        Some(Self::planes(&pixels[..frame.buffer_size()], (w, h), space, step))
    }

    /// The picture of drawn pixels.
    pub fn pixels(pixmap: Pixmap) -> Self {
        let size = (pixmap.width(), pixmap.height());
        Self::planes(&pixmap.take_demultiplied(), size, Space::Rgb, 4)
    }

    /// Colours and, if any pixel is transparent, the mask beside them; `step` bytes a pixel.
    fn planes(pixels: &[u8], (w, h): (u32, u32), space: Space, step: usize) -> Self {
        let kept = space.bytes();
        let color = || pixels.chunks_exact(step).flat_map(|pixel| &pixel[..kept]).copied();
        let alpha: Vec<u8> = match step > kept {
            true => pixels.chunks_exact(step).map(|pixel| pixel[kept]).collect(),
            false => Vec::new(),
        };
        let color = deflated(&color().collect::<Vec<_>>(), w as usize * kept, kept);
        let masked = alpha.iter().any(|alpha| *alpha != 255);
        let mask = || object(w, h, Space::Gray, deflated(&alpha, w as usize, 1));
        Self { color: object(w, h, space, color), alpha: masked.then(mask) }
    }
}

/// Rows filtered as a PNG's and compressed well, as they are compressed once.
fn deflated(pixels: &[u8], row: usize, step: usize) -> Vec<u8> {
    let mut filtered = Vec::with_capacity(pixels.len() + pixels.len() / row.max(1));
    let mut above = &vec![0; row][..];
    for row in pixels.chunks_exact(row) {
        filter(row, above, step, &mut filtered);
        above = row;
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(&filtered);
    encoder.finish().unwrap_or_default()
}

/// Pixels that stand for the picture with this number.
#[derive(Clone, Hash)]
struct Placeholder([u8; 15]);

/// What is drawn in the place of the picture with this number.
pub fn placeholder(number: usize) -> Image {
    let mut pixels = [0; 15];
    pixels[..11].copy_from_slice(&MARK);
    pixels[11..].copy_from_slice(&(number as u32).to_be_bytes());
    Image::from_custom(Placeholder(pixels), false).expect("five pixels of eight bits")
}

impl CustomImage for Placeholder {
    fn color_channel(&self) -> &[u8] {
        &self.0
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        None
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        BitsPerComponent::Eight
    }

    fn size(&self) -> (u32, u32) {
        (5, 1)
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        ImageColorspace::Rgb
    }
}

/// Replaces the placeholders of a document.
pub fn put_in(document: &mut Document, pictures: &[Arc<Stored>]) {
    let number = |object: &Object| {
        let stream = object.as_stream().ok()?;
        let width = stream.dict.get(b"Width").and_then(Object::as_i64).ok()?;
        let content = (width == 5).then(|| stream.decompressed_content().ok())??;
        let number = content.strip_prefix(&MARK)?.try_into().ok()?;
        Some(u32::from_be_bytes(number) as usize)
    };
    let found: Vec<_> =
        document.objects.iter().filter_map(|(id, object)| Some((*id, number(object)?))).collect();
    for (id, number) in found {
        let Some(stored) = pictures.get(number) else { continue };
        let mut color = stored.color.clone();
        if let Some(alpha) = &stored.alpha {
            let mask = document.add_object(alpha.clone());
            color.dict.set("SMask", Object::Reference(mask));
        }
        document.objects.insert(id, Object::Stream(color));
    }
}
