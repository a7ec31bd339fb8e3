//! Files of pictures to pixels: eight bits, red, green and blue, and alpha where there is any.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use usvg::ImageKind;

use super::head::Kind;
use super::scan;

/// Pixels in rows.
pub struct Raster {
    /// Columns.
    pub w: u32,
    /// Rows.
    pub h: u32,
    /// Bytes of a pixel: 3, or 4 with alpha, which is not multiplied in.
    pub channels: usize,
    /// The bytes.
    pub data: Vec<u8>,
}

impl Raster {
    /// Whether nothing shines through.
    pub fn is_opaque(&self) -> bool {
        self.channels == 3 || self.data.chunks_exact(4).all(|pixel| pixel[3] == 255)
    }

    /// Whether nothing of it can be seen.
    pub fn is_blank(&self) -> bool {
        self.channels == 4 && self.data.chunks_exact(4).all(|pixel| pixel[3] == 0)
    }

    /// A new raster of `w` x `h` pixels; `from` says which pixel of this one each shows.
    pub fn picked(&self, (w, h): (u32, u32), from: impl Fn(u32, u32) -> (u32, u32)) -> Self {
        let mut data = Vec::with_capacity(w as usize * h as usize * self.channels);
        for y in 0..h {
            for x in 0..w {
                let (x, y) = from(x, y);
                let at = (y as usize * self.w as usize + x as usize) * self.channels;
                data.extend_from_slice(&self.data[at..at + self.channels]);
            }
        }
        Self { w, h, channels: self.channels, data }
    }
}

/// The pixels of a picture that is no drawing, and whether its file had lost some of them.
///
/// # Errors
/// The second half of a sentence on why the file cannot be used.
pub fn decode(bytes: &[u8], kind: Kind) -> Result<(Raster, bool), String> {
    let decoded = match kind {
        Kind::Png => png(bytes).map(|raster| (raster, false)),
        Kind::Jpeg => jpeg(bytes).map(|raster| (raster, true)),
        Kind::Gif => gif(bytes).map(|raster| (raster, false)),
        Kind::Webp => webp(bytes),
        Kind::Svg => Err("it is a drawing".into()),
    };
    decoded.map_err(|why| format!("the file is broken: {why}"))
}

/// The pixels of a picture in a tree; none of a drawing or of a kind that is not stored in trees.
pub fn raster(kind: &ImageKind) -> Option<Raster> {
    match kind {
        ImageKind::PNG(bytes) => png(bytes).ok(),
        ImageKind::JPEG(bytes) => jpeg(bytes).ok(),
        _ => None,
    }
}

fn png(bytes: &[u8]) -> Result<Raster, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_limits(png::Limits { bytes: usize::MAX });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|why| why.to_string())?;
    let mut data = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut data).map_err(|why| why.to_string())?;
    data.truncate(info.buffer_size());
    // Grey becomes colour, so that there are two forms of pixels and no more.
    let (channels, data) = match info.color_type {
        png::ColorType::Grayscale => (3, data.iter().flat_map(|v| [*v; 3]).collect()),
        png::ColorType::GrayscaleAlpha => {
            (4, data.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect())
        }
        png::ColorType::Rgba => (4, data),
        png::ColorType::Rgb | png::ColorType::Indexed => (3, data),
    };
    Ok(Raster { w: info.width, h: info.height, channels, data })
}

/// A reader of JPEG that gives red, green and blue whatever is stored.
///
/// Four inks become colours in the plain way: red is what cyan and black leave of white, and so on.
/// The inks are taken as Adobe's programs write them, which all others follow.
pub fn jpeg_decoder(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

fn jpeg(bytes: &[u8]) -> Result<Raster, String> {
    let guarded = scan::guarded(bytes).ok_or("it is cut off")?;
    let mut decoder = jpeg_decoder(&guarded);
    // Odd bytes in the head do no harm.
    decoder.decode_headers().map_err(|why| format!("{why:?}"))?;
    decoder.set_options((*decoder.options()).set_strict_mode(true));
    let data = decoder.decode().map_err(|_| "its pixels end too early, or cannot be read")?;
    let (w, h) = decoder.dimensions().ok_or("it has no size")?;
    if data.len() != w * h * 3 {
        return Err("its colours are of an unknown kind; save it as RGB".into());
    }
    Ok(Raster { w: w as u32, h: h as u32, channels: 3, data })
}

/// The first frame on its screen.
fn gif(bytes: &[u8]) -> Result<Raster, String> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.set_memory_limit(gif::MemoryLimit::Unlimited);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(bytes).map_err(|why| why.to_string())?;
    let (w, h) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let frame = decoder.read_next_frame().map_err(|why| why.to_string())?;
    let frame = frame.ok_or("it has no frame")?;
    let mut data = vec![0; w * h * 4];
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let row = usize::from(frame.width) * 4;
    for (y, line) in frame.buffer.chunks_exact(row).enumerate() {
        let at = ((top + y) * w + left) * 4;
        data[at..at + row].copy_from_slice(line);
    }
    Ok(Raster { w: w as u32, h: h as u32, channels: 4, data })
}

fn webp(bytes: &[u8]) -> Result<(Raster, bool), String> {
    let mut decoder =
        image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(|why| why.to_string())?;
    let (w, h) = decoder.dimensions();
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut data = vec![0; decoder.output_buffer_size().ok_or("it is too large")?];
    if decoder.is_animated() {
        decoder.read_frame(&mut data).map_err(|why| why.to_string())?;
    } else {
        decoder.read_image(&mut data).map_err(|why| why.to_string())?;
    }
    Ok((Raster { w, h, channels, data }, decoder.is_lossy()))
}
