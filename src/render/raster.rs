//! A face as a picture in a PDF: the very pixels of its PNG, stored once and without loss.

use lopdf::{Dictionary, Object, Stream};

use super::bands::{Bands, Pixels, ROWS};

/// Rows that are unpacked and compressed again at a time.
const STRIP: usize = 8 * ROWS;

/// An image XObject that holds the pixels of a PNG as they are compressed in it.
///
/// # Errors
/// The bytes are not a PNG of eight bits with RGB or RGBA pixels.
pub fn raster_form(png: &[u8]) -> Result<Stream, String> {
    let decoder = png::Decoder::new(std::io::Cursor::new(png));
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (w, h, color) = {
        let info = reader.info();
        (info.width, info.height, info.color_type)
    };
    let data = match color {
        // A PNG's rows are what PDF calls predictor 15: the compressed bytes fit as they are.
        png::ColorType::Rgb => idat(png),
        png::ColorType::Rgba => {
            let (width, whole) = (w as usize, STRIP * 4 * w as usize);
            let (mut strips, mut rows) = (Vec::new(), Vec::new());
            while let Some(row) = reader.next_row().map_err(|error| error.to_string())? {
                on_white(row.data(), &mut rows);
                if rows.len() == whole {
                    strips.push(Bands::below(Pixels { rgba: &rows, width, alpha: false }));
                    rows.clear();
                }
            }
            strips.push(Bands::below(Pixels { rgba: &rows, width, alpha: false }));
            Bands::joined(strips).zlib()
        }
        other => return Err(format!("pixels of kind {other:?}")),
    };
    Ok(object(w, h, Space::Rgb, data))
}

/// Transparent pixels show the paper.
fn on_white(rgba: &[u8], out: &mut Vec<u8>) {
    let over = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let pixels = rgba.chunks_exact(4);
    out.extend(pixels.flat_map(|p| [over(p[0], p[3]), over(p[1], p[3]), over(p[2], p[3]), 255]));
}

/// The compressed pixels of a PNG: its IDAT chunks in a row.
pub(super) fn idat(png: &[u8]) -> Vec<u8> {
    let mut data = Vec::with_capacity(png.len());
    let mut rest = png.get(8..).unwrap_or_default();
    while let Some((head, tail)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(chunk) = tail.get(..length) else { break };
        if &head[4..] == b"IDAT" {
            data.extend_from_slice(chunk);
        }
        rest = tail.get(length + 4..).unwrap_or_default();
    }
    data
}

/// The kinds of colour that pictures are stored in.
#[derive(Clone, Copy)]
pub(super) enum Space {
    Gray,
    Rgb,
}

impl Space {
    /// Bytes a pixel.
    pub fn bytes(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::Rgb => 3,
        }
    }

    fn name(self) -> Object {
        Object::Name(match self {
            Self::Gray => b"DeviceGray".to_vec(),
            Self::Rgb => b"DeviceRGB".to_vec(),
        })
    }
}

/// An image XObject of rows as a PNG has them.
pub(super) fn object(w: u32, h: u32, space: Space, data: Vec<u8>) -> Stream {
    let parameters = Dictionary::from_iter([
        ("Predictor", Object::Integer(15)),
        ("Colors", (space.bytes() as i64).into()),
        ("BitsPerComponent", 8.into()),
        ("Columns", i64::from(w).into()),
    ]);
    let dictionary = Dictionary::from_iter([
        ("Type", Object::Name(b"XObject".to_vec())),
        ("Subtype", Object::Name(b"Image".to_vec())),
        ("Width", i64::from(w).into()),
        ("Height", i64::from(h).into()),
        ("ColorSpace", space.name()),
        ("BitsPerComponent", 8.into()),
        ("Filter", Object::Name(b"FlateDecode".to_vec())),
        ("DecodeParms", Object::Dictionary(parameters)),
    ]);
    Stream::new(dictionary, data).with_compression(false)
}
