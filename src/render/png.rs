//! A scene as a PNG: exact size in pixels, its resolution inside, fast to write.

use ::png::{BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, Transform};

use crate::geom::Mm;
use crate::model::Picture;
use crate::scene::Scene;

/// The size of a picture in pixels: width and height, each rounded once.
pub fn pixels(scene: &Scene, bleed: Mm, picture: Picture, dpi: u32) -> (u32, u32) {
    let cut = if picture == Picture::Trim { 2.0 * bleed.0 } else { 0.0 };
    let side = |mm: f64| Mm(mm - cut).px(f64::from(dpi)).max(1);
    (side(scene.size.w), side(scene.size.h))
}

/// The PNG of a scene at `dpi` pixels per inch.
///
/// # Errors
/// The picture is too large for the machine's memory.
pub fn png(scene: &Scene, bleed: Mm, picture: Picture, dpi: u32) -> Result<Vec<u8>, String> {
    let (w, h) = pixels(scene, bleed, picture, dpi);
    let blank = || Pixmap::new(w, h).ok_or_else(|| format!("{w} x {h} pixels are too many"));
    let cut = if picture == Picture::Trim { bleed.0 } else { 0.0 };
    let transform = to_pixels(scene, cut, (w, h));
    let mut pixmap = match &scene.ground {
        Some(ground) => {
            // All faces of a build are drawn alike, so the first one's ground serves the others.
            let key = format!("{w} {h} {cut}");
            let (made_for, pixels) = ground.pixels.get_or_init(|| {
                let mut pixels = blank().unwrap_or_else(|_| Pixmap::new(1, 1).expect("one pixel"));
                resvg::render(&ground.tree, transform, &mut pixels.as_mut());
                (key.clone(), pixels)
            });
            if *made_for == key && pixels.width() == w {
                pixels.clone()
            } else {
                let mut pixels = blank()?;
                resvg::render(&ground.tree, transform, &mut pixels.as_mut());
                pixels
            }
        }
        None => blank()?,
    };
    resvg::render(&scene.tree, transform, &mut pixmap.as_mut());
    encode(pixmap, dpi)
}

/// From millimetres to the whole of the pixmap, less `cut` mm on each side.
fn to_pixels(scene: &Scene, cut: f64, (w, h): (u32, u32)) -> Transform {
    let scale_x = (f64::from(w) / (scene.size.w - 2.0 * cut)) as f32;
    let scale_y = (f64::from(h) / (scene.size.h - 2.0 * cut)) as f32;
    Transform::from_scale(scale_x, scale_y).pre_translate(-cut as f32, -cut as f32)
}

/// Opaque pixels are written as RGB, which is a quarter less and faster.
fn encode(pixmap: Pixmap, dpi: u32) -> Result<Vec<u8>, String> {
    let (w, h) = (pixmap.width(), pixmap.height());
    let opaque = pixmap.data().chunks_exact(4).all(|pixel| pixel[3] == 255);
    let (color, pixels) = if opaque {
        (ColorType::Rgb, rgb(pixmap.data()))
    } else {
        (ColorType::Rgba, pixmap.take_demultiplied())
    };
    let mut bytes = Vec::with_capacity(pixels.len() / 4);
    write(&mut bytes, w, h, color, &pixels, dpi).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The colours of opaque pixels.
fn rgb(rgba: &[u8]) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
    for pixel in rgba.chunks_exact(4) {
        rgb.extend_from_slice(&pixel[..3]);
    }
    rgb
}

/// Writes the file with the settings that were measured to be the fastest of the small ones.
pub(super) fn write(
    out: &mut Vec<u8>,
    w: u32,
    h: u32,
    color: ColorType,
    pixels: &[u8],
    dpi: u32,
) -> Result<(), ::png::EncodingError> {
    let mut encoder = Encoder::new(out, w, h);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Paeth);
    let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()
}
