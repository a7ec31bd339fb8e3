//! A scene as a PNG: exact size in pixels, its resolution inside, fast to write.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ::png::{BitDepth, ColorType, Encoder, EncodingError, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::Tree;

use super::bands::{Bands, Pixels, opaque};
use crate::digest::Digest;
use crate::geom::Mm;
use crate::model::Picture;
use crate::scene::Scene;

/// Grounds are kept for other faces as long as they take no more bytes than this together.
const KEPT_BYTES: usize = 64 << 20;

/// Draws pictures at one resolution, and keeps the grounds that faces share.
pub struct Painter {
    dpi: u32,
    /// The grounds that were used last, the latest at the end.
    grounds: Mutex<Vec<(Digest, Shared)>>,
}

/// A ground that is drawn by the first who needs it, while the others wait.
type Shared = Arc<OnceLock<Result<Arc<Drawn>, String>>>;

/// A ground's pixels, and what they are in a file if they are opaque.
struct Drawn {
    pixmap: Pixmap,
    bands: Option<Bands>,
}

/// What a picture shows of a scene, and how.
#[derive(Clone, Copy)]
struct Frame {
    w: u32,
    h: u32,
    transform: Transform,
}

impl Painter {
    /// A painter for `dpi` pixels per inch.
    pub fn new(dpi: u32) -> Self {
        Self { dpi, grounds: Mutex::default() }
    }

    /// The PNG of a scene.
    ///
    /// # Errors
    /// The picture is too large for the machine's memory.
    pub fn png(&self, scene: &Scene, bleed: Mm, picture: Picture) -> Result<Vec<u8>, String> {
        let cut = if picture == Picture::Trim { bleed } else { Mm(0.0) };
        let frame = Frame::new(scene, cut, self.dpi);
        let ground = scene.ground.as_ref().map(|ground| {
            let shared = self.shared(Digest::of_key(&(ground.key, cut.0, frame.w, frame.h)), frame);
            shared.get_or_init(|| frame.ground(&ground.tree).map(Arc::new)).clone()
        });
        let ground = ground.transpose()?;
        let under = ground.as_ref().map_or_else(|| frame.blank(), |one| Ok(one.pixmap.clone()))?;
        let pixmap = frame.draw(&scene.tree, under);
        let file = match ground.as_deref() {
            Some(Drawn { pixmap: under, bands: Some(bands) }) => {
                bands.over(under.data(), frame.pixels(pixmap.data(), false))
            }
            _ => None,
        };
        let (color, bands) = match file {
            Some(bands) => (ColorType::Rgb, bands),
            None => frame.compressed(pixmap),
        };
        write(frame, color, &bands, self.dpi).map_err(|error| error.to_string())
    }

    /// The place for a ground, among those used last.
    fn shared(&self, key: Digest, frame: Frame) -> Shared {
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        let at = grounds.iter().position(|(other, _)| *other == key);
        let one = at.map_or_else(|| (key, Shared::default()), |at| grounds.remove(at));
        let shared = Arc::clone(&one.1);
        let most = KEPT_BYTES / (5 * frame.w as usize * frame.h as usize);
        grounds.push(one);
        let surplus = grounds.len().saturating_sub(most.max(1));
        grounds.drain(..surplus);
        shared
    }
}

impl Frame {
    /// The whole of a scene, less `cut` on each side; each side in pixels is rounded once.
    fn new(scene: &Scene, cut: Mm, dpi: u32) -> Self {
        let shown = scene.size.grown(Mm(-cut.0));
        let side = |mm: f64| Mm(mm).px(f64::from(dpi)).max(1);
        let (w, h) = (side(shown.w), side(shown.h));
        let scale = |pixels: u32, mm: f64| (f64::from(pixels) / mm) as f32;
        let transform = Transform::from_scale(scale(w, shown.w), scale(h, shown.h))
            .pre_translate(-cut.0 as f32, -cut.0 as f32);
        Self { w, h, transform }
    }

    fn blank(self) -> Result<Pixmap, String> {
        let (w, h) = (self.w, self.h);
        Pixmap::new(w, h).ok_or_else(|| format!("{w} x {h} pixels are too many"))
    }

    fn draw(self, tree: &Tree, mut over: Pixmap) -> Pixmap {
        resvg::render(tree, self.transform, &mut over.as_mut());
        over
    }

    fn ground(self, tree: &Tree) -> Result<Drawn, String> {
        let pixmap = self.draw(tree, self.blank()?);
        let bands = opaque(pixmap.data()).then(|| Bands::new(self.pixels(pixmap.data(), false)));
        Ok(Drawn { pixmap, bands })
    }

    fn pixels(self, rgba: &[u8], alpha: bool) -> Pixels<'_> {
        Pixels { rgba, width: self.w as usize, alpha }
    }

    /// Opaque pixels are written as RGB, which is a quarter less and faster.
    fn compressed(self, pixmap: Pixmap) -> (ColorType, Bands) {
        if opaque(pixmap.data()) {
            (ColorType::Rgb, Bands::new(self.pixels(pixmap.data(), false)))
        } else {
            let straight = pixmap.take_demultiplied();
            (ColorType::Rgba, Bands::new(self.pixels(&straight, true)))
        }
    }
}

/// The file around the pixels.
fn write(
    frame: Frame,
    color: ColorType,
    bands: &Bands,
    dpi: u32,
) -> Result<Vec<u8>, EncodingError> {
    let pixels = bands.zlib();
    let mut bytes = Vec::with_capacity(pixels.len() + 128);
    let mut encoder = Encoder::new(&mut bytes, frame.w, frame.h);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_chunk(::png::chunk::IDAT, &pixels)?;
    writer.finish()?;
    Ok(bytes)
}
