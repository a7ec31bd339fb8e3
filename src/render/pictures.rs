//! Pictures as a PDF stores them: each made once, and a PNG's own bytes where they fit.
//!
//! The encoder of shapes would decode and compress a picture again for each document. It is given
//! a placeholder of a few pixels instead, which names the picture and is replaced when a sheet is
//! written: encoded faces stay small, and a picture is kept and copied once for all of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};
use lopdf::{Document, Object, ObjectId, Stream};
use png::{BitDepth, ColorType, Transformations};
use resvg::tiny_skia::Pixmap;

use super::bands::filter;
use super::deflate::deflated;
use super::raster::{Space, idat, object};
use crate::digest::{Digest, Digester};

/// What placeholders begin with, so that no picture is taken for one; the picture's digest follows.
const MARK: [u8; 11] = *b"deckle-pic:";
/// Pixels of a placeholder, three bytes each.
const PIXELS: usize = (MARK.len() + Digest::BYTES) / 3;

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
    /// The name of the picture of a PNG file whose pixels are whole; none if it cannot be read.
    pub fn png(&self, bytes: &[u8]) -> Option<Digest> {
        let name = Digest::of(bytes);
        let slot = self.slot(name);
        slot.get_or_init(|| Stored::png(bytes).map(Arc::new)).is_some().then_some(name)
    }

    /// The name of the picture of drawn pixels.
    pub fn pixels(&self, pixmap: Pixmap) -> Digest {
        let mut digester = Digester::default();
        digester.add(&pixmap.width().to_le_bytes());
        digester.add(pixmap.data());
        let name = digester.digest();
        self.slot(name).get_or_init(|| Some(Arc::new(Stored::pixels(pixmap))));
        name
    }

    /// Takes a picture that an earlier build kept, as [`Pictures::kept`] wrote it; says whether it could.
    pub fn take(&self, name: Digest, kept: &[u8]) -> bool {
        let read = Stored::read(kept).map(Arc::new);
        // Another thread may have taken it meanwhile.
        read.is_some_and(|stored| self.slot(name).set(Some(stored)).is_ok() || self.has(name))
    }

    /// Whether the picture of that name is at hand.
    pub fn has(&self, name: Digest) -> bool {
        self.get(name).is_some()
    }

    /// A picture as a file of its own, to be kept for the next build.
    pub fn kept(&self, name: Digest) -> Option<Vec<u8>> {
        self.get(name)?.written()
    }

    fn get(&self, name: Digest) -> Option<Arc<Stored>> {
        self.slot(name).get().cloned().flatten()
    }

    fn slot(&self, name: Digest) -> Shared {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(name).or_default())
    }

    /// Replaces the placeholders of a document by their pictures.
    ///
    /// # Errors
    /// A picture that is not at hand.
    pub fn put_in(&self, document: &mut Document) -> Result<(), String> {
        for (id, name) in placeholders(document).collect::<Vec<_>>() {
            let stored = self.get(name).ok_or_else(|| format!("the picture {name} is missing"))?;
            let mut color = stored.color.clone();
            if let Some(alpha) = &stored.alpha {
                let mask = document.add_object(alpha.clone());
                color.dict.set("SMask", Object::Reference(mask));
            }
            document.objects.insert(id, Object::Stream(color));
        }
        Ok(())
    }
}

/// The names of the pictures that a document shows.
pub fn pictures_of(document: &Document) -> BTreeSet<Digest> {
    placeholders(document).map(|(_, name)| name).collect()
}

/// The placeholders in a document, each with the name of its picture.
fn placeholders(document: &Document) -> impl Iterator<Item = (ObjectId, Digest)> {
    let name = |object: &Object| {
        let stream = object.as_stream().ok()?;
        let width = stream.dict.get(b"Width").and_then(Object::as_i64).ok()?;
        let content = (width == PIXELS as i64).then(|| stream.decompressed_content().ok())??;
        Some(Digest::from_bytes(content.strip_prefix(&MARK)?.try_into().ok()?))
    };
    document.objects.iter().filter_map(move |(id, object)| Some((*id, name(object)?)))
}

impl Stored {
    /// What is in a tree was seen to be whole when it was made, so its pixels are read here only
    /// where they are stored in another way than in the file.
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
        if let Some(space) = as_it_is {
            return Some(Self { color: object(w, h, space, idat(bytes)), alpha: None });
        }
        let mut pixels = vec![0; reader.output_buffer_size()?];
        let frame = reader.next_frame(&mut pixels).ok()?;
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
    fn pixels(pixmap: Pixmap) -> Self {
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
        let color = packed(&color().collect::<Vec<_>>(), w as usize * kept, kept);
        let masked = alpha.iter().any(|alpha| *alpha != 255);
        let mask = || object(w, h, Space::Gray, packed(&alpha, w as usize, 1));
        Self { color: object(w, h, space, color), alpha: masked.then(mask) }
    }

    /// A document that holds the colours, and the mask if there is one.
    fn written(&self) -> Option<Vec<u8>> {
        let mut document = Document::with_version("1.6");
        for plane in std::iter::once(&self.color).chain(&self.alpha) {
            document.add_object(plane.clone());
        }
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).ok()?;
        Some(bytes)
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let document = Document::load_mem(bytes).ok()?;
        // Beside the planes there is the table of what is where, which is a stream too.
        let mut planes = document.objects.into_values().filter_map(|object| match object {
            Object::Stream(plane) if plane.dict.has_type(b"XObject") => {
                Some(plane.with_compression(false))
            }
            _ => None,
        });
        Some(Self { color: planes.next()?, alpha: planes.next() })
    }
}

/// Rows filtered as a PNG's and compressed well, as they are compressed once.
fn packed(pixels: &[u8], row: usize, step: usize) -> Vec<u8> {
    let mut filtered = Vec::with_capacity(pixels.len() + pixels.len() / row.max(1));
    let mut above = &vec![0; row][..];
    for row in pixels.chunks_exact(row) {
        filter(row, above, step, &mut filtered);
        above = row;
    }
    deflated(&filtered)
}

/// Pixels that stand for the picture of some name.
#[derive(Clone, Hash)]
struct Placeholder([u8; 3 * PIXELS]);

/// What is drawn in the place of the picture of that name.
pub fn placeholder(name: Digest) -> Image {
    let mut pixels = [0; 3 * PIXELS];
    pixels[..MARK.len()].copy_from_slice(&MARK);
    pixels[MARK.len()..].copy_from_slice(&name.bytes());
    Image::from_custom(Placeholder(pixels), false).expect("some pixels of eight bits")
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
        (PIXELS as u32, 1)
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        ImageColorspace::Rgb
    }
}
