//! A scene as a PNG: exact size in pixels, its resolution inside, fast to write.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ::png::{BitDepth, ColorType, Encoder, EncodingError, PixelDimensions, Unit};
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::Tree;

use super::bands::{Bands, Pixels, opaque};
use super::copies;
use super::strips::Strips;
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
        let (color, bands) = match Strips::of(scene, (frame.w, frame.h))? {
            Some(strips) => frame.in_strips(scene, &strips)?,
            None => self.in_one_piece(scene, cut, frame)?,
        };
        write(frame, color, &bands, self.dpi).map_err(|error| error.to_string())
    }

    /// Why a scene cannot be drawn at this resolution, if it cannot.
    pub fn refuses(&self, scene: &Scene) -> Option<String> {
        let frame = Frame::new(scene, Mm(0.0), self.dpi);
        Strips::of(scene, (frame.w, frame.h)).err()
    }

    fn in_one_piece(
        &self,
        scene: &Scene,
        cut: Mm,
        frame: Frame,
    ) -> Result<(ColorType, Bands), String> {
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
        Ok(match file {
            Some(bands) => (ColorType::Rgb, bands),
            None => frame.compressed(pixmap),
        })
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
        copies::draw(tree, self.transform, &mut over);
        over
    }

    fn ground(self, tree: &Tree) -> Result<Drawn, String> {
        let pixmap = self.draw(tree, self.blank()?);
        let bands = opaque(pixmap.data()).then(|| Bands::new(self.pixels(pixmap.data(), false)));
        Ok(Drawn { pixmap, bands })
    }

    /// The picture strip by strip; with alpha only if a strip is found that needs it.
    fn in_strips(self, scene: &Scene, strips: &Strips) -> Result<(ColorType, Bands), String> {
        for (color, alpha) in [(ColorType::Rgb, false), (ColorType::Rgba, true)] {
            let strip = |rows| self.strip(scene, rows, alpha).transpose();
            let drawn: Option<Result<Vec<_>, String>> = if strips.side_by_side {
                let rows: Vec<_> = strips.rows().collect();
                let drawn: Option<Vec<_>> = rows.into_par_iter().map(strip).collect();
                drawn.map(|drawn| drawn.into_iter().collect())
            } else {
                let drawn: Option<Vec<_>> = strips.rows().map(strip).collect();
                drawn.map(|drawn| drawn.into_iter().collect())
            };
            if let Some(drawn) = drawn {
                return Ok((color, Bands::joined(drawn?)));
            }
        }
        Err("a strip could not be drawn".into())
    }

    /// Some rows; `None` if a pixel is transparent and no alpha is written.
    fn strip(self, scene: &Scene, rows: Range<u32>, alpha: bool) -> Result<Option<Bands>, String> {
        let top = rows.start;
        let transform = self.transform.post_translate(0.0, -(top as f32));
        let part = Self { h: rows.end - top, transform, ..self };
        let pixmap = scene.trees().fold(part.blank()?, |over, tree| part.draw(tree, over));
        if alpha {
            let straight = pixmap.take_demultiplied();
            return Ok(Some(Bands::below(part.pixels(&straight, true))));
        }
        let pixels = part.pixels(pixmap.data(), false);
        Ok(opaque(pixels.rgba).then(|| Bands::below(pixels)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Findings;
    use crate::fonts::Fonts;
    use crate::geom::Size;
    use crate::images::Images;
    use crate::scene::tree;

    const GROUND: &str = "<rect width=\"60\" height=\"80\" fill=\"#edc\"/>";
    const DEFINED: &str = "<defs><linearGradient id=\"g\" x2=\"1\" y2=\"1\"><stop stop-color=\"#f00\"/><stop offset=\"1\" stop-color=\"#00f\"/></linearGradient>\
        <radialGradient id=\"r\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#040\"/></radialGradient>\
        <clipPath id=\"c\"><circle cx=\"30\" cy=\"40\" r=\"27\"/></clipPath>\
        <clipPath id=\"k\"><path d=\"M2 2h56v76h-56z\"/></clipPath>\
        <mask id=\"m\"><rect width=\"60\" height=\"80\" fill=\"url(#r)\"/></mask>\
        <pattern id=\"p\" width=\"3\" height=\"3\" patternUnits=\"userSpaceOnUse\"><circle cx=\"1.5\" cy=\"1.5\" r=\"1\"/></pattern>\
        <filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter>\
        <filter id=\"d\"><feDropShadow dx=\"2\" dy=\"3\" stdDeviation=\"0.4\"/></filter>\
        <filter id=\"n\"><feTurbulence baseFrequency=\"0.2\" numOctaves=\"2\"/><feComposite in2=\"SourceGraphic\" operator=\"in\"/></filter></defs>";
    /// Things that reach over the edges of strips.
    const INSIDE: [&str; 10] = [
        "<g clip-path=\"url(#k)\"><g clip-path=\"url(#c)\" fill=\"none\" stroke=\"#08f\" stroke-width=\"3\"><path d=\"M2 9H58\"/><path d=\"M2 40H58\"/><path d=\"M2 60H58\"/></g></g>",
        "<g clip-path=\"url(#c)\"><rect y=\"5\" width=\"60\" height=\"60\" fill=\"url(#g)\"/></g>",
        "<rect x=\"5\" y=\"3\" width=\"20\" height=\"75\" fill=\"url(#p)\"/>",
        "<g mask=\"url(#m)\"><path d=\"M0 80L60 0v80z\" fill=\"#063\"/></g>",
        "<g filter=\"url(#f)\"><path d=\"M10 20h40v40h-40z\" fill=\"#fff\"/></g>",
        "<g filter=\"url(#d)\" opacity=\"0.7\"><circle cx=\"20\" cy=\"44\" r=\"12\" fill=\"#a50\"/></g>",
        "<g style=\"mix-blend-mode:multiply\"><path d=\"M3 3L57 77\" stroke=\"#0a8\" stroke-width=\"3\"/></g>",
        "<text x=\"4\" y=\"30\" font-size=\"11\" transform=\"rotate(20)\">Over the edge</text>",
        "<g filter=\"url(#n)\"><path d=\"M10 20h40v16h-40z\" fill=\"#fff\"/></g>",
        "<rect x=\"9\" y=\"9\" width=\"40\" height=\"60\" fill=\"url(#r)\"/>",
    ];

    fn pixels(png: &[u8]) -> Vec<u8> {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn a_picture_in_strips_looks_like_one_in_one_piece() {
        let all = INSIDE.concat();
        let on_ground = INSIDE.iter().copied().chain([all.as_str()]);
        let bodies = on_ground.map(|inside| (format!("{GROUND}{inside}"), 3));
        for (body, color) in bodies.chain([(all.clone(), 4)]) {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 80\">{DEFINED}{body}</svg>"
            );
            let tree = tree(&svg, &Fonts::embedded(), &Images::default(), &Findings::default());
            let scene = Scene::whole(tree.unwrap(), Size { w: 60.0, h: 80.0 });
            let frame = Frame::new(&scene, Mm(0.0), 200);
            let whole = Painter::new(200).png(&scene, Mm(0.0), Picture::Bleed).unwrap();
            let whole = pixels(&whole);
            assert_eq!(whole.len(), (frame.w * frame.h * color) as usize);
            for (rows, side_by_side) in [(96, true), (96, false), (160, true)] {
                let strips = Strips::every(frame.h, rows, side_by_side);
                let (color, bands) = frame.in_strips(&scene, &strips).unwrap();
                let strips = pixels(&write(frame, color, &bands, 200).unwrap());
                assert_eq!(strips.len(), whole.len());
                let off = strips.iter().zip(&whole).map(|(a, b)| a.abs_diff(*b));
                let far = off.clone().filter(|off| *off > 2).count();
                assert!(far * 2_000 <= whole.len(), "{far} in strips of {rows}: {body}");
            }
        }
    }
}
