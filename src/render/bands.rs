//! The pixels of a PNG, compressed in bands of rows that stand alone.
//!
//! A band that a face shares with its ground is copied as it is. Each band ends at a whole byte,
//! and none but the closing bytes is the last, so bands put one after another are one stream; the
//! same pixels give the same bytes, whether or not anything was copied.

use std::ops::Range;
use std::sync::Arc;

use fdeflate::Compressor;

/// Rows in a band: fewer are copied more often, more cost less (60 bytes each).
pub const ROWS: usize = 32;
/// The head of every zlib stream that is written here.
const ZLIB_HEAD: [u8; 2] = [0x78, 0x01];
/// A deflate block that is the last and holds nothing.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
/// What the sums of Adler-32 are kept below.
const ADLER: u32 = 65_521;

/// Pixels in RGBA of which all are opaque, or not, with the width of a row in bytes.
#[derive(Clone, Copy)]
pub struct Pixels<'a> {
    /// Four bytes a pixel, row by row.
    pub rgba: &'a [u8],
    /// Pixels in a row.
    pub width: usize,
    /// Whether the fourth byte is written.
    pub alpha: bool,
}

/// Compressed rows of one picture, from top to bottom.
#[derive(Clone)]
pub struct Bands(Vec<Arc<Band>>);

/// Filtered and compressed rows.
struct Band {
    /// Deflate blocks that end at a whole byte; none is the last.
    blocks: Vec<u8>,
    /// The checksum of what they stand for.
    adler: u32,
    /// The length of what they stand for.
    length: usize,
}

impl Bands {
    /// Compresses all rows.
    pub fn new(pixels: Pixels<'_>) -> Self {
        Self(pixels.bands().map(|rows| Arc::new(band(pixels, rows, false))).collect())
    }

    /// Compresses rows that are put below others, of which they need to know nothing.
    ///
    /// A strip that is drawn by itself may differ by a hair from what is drawn of it above, and what
    /// was taken from a row that a reader does not have would show in all rows below.
    pub fn below(pixels: Pixels<'_>) -> Self {
        let band = |rows: Range<usize>| {
            let first = rows.start == 0;
            Arc::new(band(pixels, rows, first))
        };
        Self(pixels.bands().map(band).collect())
    }

    /// Strips of one picture put together, from top to bottom; all but the last end with a band.
    pub fn joined(strips: impl IntoIterator<Item = Self>) -> Self {
        Self(strips.into_iter().flat_map(|strip| strip.0).collect())
    }

    /// Compresses the rows that differ from those of a ground, and copies the others.
    ///
    /// `None` if a pixel is transparent, which no picture with such a ground can be written with.
    pub fn over(&self, ground: &[u8], pixels: Pixels<'_>) -> Option<Self> {
        let bands = pixels.bands().zip(&self.0).map(|(rows, under)| {
            // The filter looks at the row above, which is a part of what a band depends on.
            let seen = pixels.bytes(rows.start.saturating_sub(1)..rows.end);
            if pixels.rgba[seen.clone()] == ground[seen] {
                return Some(Arc::clone(under));
            }
            opaque(&pixels.rgba[pixels.bytes(rows.clone())])
                .then(|| Arc::new(band(pixels, rows, false)))
        });
        bands.collect::<Option<_>>().map(Self)
    }

    /// The whole as a zlib stream.
    pub fn zlib(&self) -> Vec<u8> {
        let size: usize = self.0.iter().map(|band| band.blocks.len()).sum();
        let mut stream = Vec::with_capacity(size + 8);
        stream.extend(ZLIB_HEAD);
        let mut adler = 1;
        for band in &self.0 {
            stream.extend_from_slice(&band.blocks);
            adler = joined(adler, band.adler, band.length);
        }
        stream.extend(LAST_BLOCK);
        stream.extend(adler.to_be_bytes());
        stream
    }
}

impl Pixels<'_> {
    fn bands(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let height = self.rgba.len() / (4 * self.width);
        (0..height).step_by(ROWS).map(move |top| top..(top + ROWS).min(height))
    }

    /// Where rows lie in `rgba`.
    fn bytes(&self, rows: Range<usize>) -> Range<usize> {
        4 * self.width * rows.start..4 * self.width * rows.end
    }

    /// The row as it is written, without its filter.
    fn row(&self, y: usize, out: &mut Vec<u8>) {
        let rgba = &self.rgba[self.bytes(y..y + 1)];
        out.clear();
        if self.alpha {
            out.extend_from_slice(rgba);
        } else {
            out.extend(rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
        }
    }
}

/// Whether no pixel is transparent.
pub fn opaque(rgba: &[u8]) -> bool {
    rgba.chunks_exact(4).all(|pixel| pixel[3] == 255)
}

/// `alone` has the first row look at no other.
fn band(pixels: Pixels<'_>, rows: Range<usize>, alone: bool) -> Band {
    let step = if pixels.alpha { 4 } else { 3 };
    let line = pixels.width * step;
    let mut filtered = Vec::with_capacity((line + 1) * rows.len());
    let (mut above, mut row) = (vec![0; line], Vec::with_capacity(line));
    if let Some(y) = rows.start.checked_sub(1) {
        pixels.row(y, &mut above);
    }
    for y in rows.clone() {
        pixels.row(y, &mut row);
        if alone && y == rows.start {
            filter_alone(&row, step, &mut filtered);
        } else {
            filter(&row, &above, step, &mut filtered);
        }
        std::mem::swap(&mut row, &mut above);
    }
    compressed(&filtered)
}

/// Appends a row with PNG's filter 4, the one by Paeth.
pub fn filter(row: &[u8], above: &[u8], step: usize, out: &mut Vec<u8>) {
    out.push(4);
    out.extend(row.iter().zip(above).take(step).map(|(here, up)| here.wrapping_sub(*up)));
    let left = row.iter().zip(&row[step..]);
    let up = above.iter().zip(&above[step..]);
    out.extend(left.zip(up).map(|((left, here), (corner, up))| {
        here.wrapping_sub(paeth(i16::from(*left), i16::from(*up), i16::from(*corner)))
    }));
}

/// Appends a row with PNG's filter 1, which looks to the left only.
fn filter_alone(row: &[u8], step: usize, out: &mut Vec<u8>) {
    out.push(1);
    out.extend_from_slice(&row[..step]);
    out.extend(row.iter().zip(&row[step..]).map(|(left, here)| here.wrapping_sub(*left)));
}

/// The one of three neighbours that is nearest to left + up - corner.
fn paeth(left: i16, up: i16, corner: i16) -> u8 {
    let (to_left, to_up) = ((up - corner).abs(), (left - corner).abs());
    let to_corner = (left + up - 2 * corner).abs();
    let nearest = if to_left <= to_up && to_left <= to_corner {
        left
    } else if to_up <= to_corner {
        up
    } else {
        corner
    };
    nearest as u8
}

/// Makes blocks that end at a byte out of the one last block that the compressor writes.
fn compressed(rows: &[u8]) -> Band {
    const IN_MEMORY: &str = "writing to memory does not fail";
    let mut compressor = Compressor::new(Vec::with_capacity(rows.len() / 2)).expect(IN_MEMORY);
    compressor.write_data(rows).expect(IN_MEMORY);
    let mut blocks = compressor.finish().expect(IN_MEMORY);
    let sum = blocks.split_off(blocks.len() - 4);
    blocks.drain(..ZLIB_HEAD.len());
    // The first bit of the block says that it is the last.
    blocks[0] &= !1;
    // The code that ends the block ends in a one; what is unused of its byte are zeros. Three zeros
    // begin a stored block, which starts again at a byte: with its length, none.
    if blocks.last().is_some_and(|byte| byte.leading_zeros() < 3) {
        blocks.push(0);
    }
    blocks.extend([0, 0, 0xff, 0xff]);
    Band {
        blocks,
        adler: sum.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)),
        length: rows.len(),
    }
}

/// The Adler-32 of two stretches of bytes, from those of each and the length of the second.
fn joined(first: u32, second: u32, length: usize) -> u32 {
    let (a, b) = (first & 0xffff, first >> 16);
    let (c, d) = (second & 0xffff, second >> 16);
    let low = (a + c + ADLER - 1) % ADLER;
    let shift = u64::from(a + ADLER - 1) * (length as u64 % u64::from(ADLER));
    let high = (u64::from(b) + u64::from(d) + shift) % u64::from(ADLER);
    (high as u32) << 16 | low
}

#[cfg(test)]
mod tests {
    use super::{Bands, Pixels};

    /// Pixels that look like noise, the same each time.
    fn noise(count: usize, alpha: u8) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..count)
            .flat_map(|_| [next(), next() / 16, next() / 64, 255 - next() / 2 * alpha])
            .collect()
    }

    /// What a PNG reader makes of the stream.
    fn read(bands: &Bands, width: usize, height: usize, alpha: bool) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(if alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &bands.zlib()).unwrap();
        writer.finish().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn every_width_and_height_reads_back() {
        for (width, height) in [(1, 1), (7, 31), (13, 32), (20, 33), (64, 200)] {
            for alpha in [false, true] {
                let rgba = noise(width * height, u8::from(alpha));
                let bands = Bands::new(Pixels { rgba: &rgba, width, alpha });
                let kept = if alpha { 4 } else { 3 };
                let wanted: Vec<u8> =
                    rgba.chunks(4).flat_map(|pixel| pixel[..kept].to_vec()).collect();
                assert_eq!(read(&bands, width, height, alpha), wanted, "{width} {height} {alpha}");
            }
        }
    }

    #[test]
    fn strips_put_together_read_back() {
        let (width, height, line) = (20, 75, 20 * 4);
        let rgba = noise(width * height, 1);
        let (top, low) = rgba.split_at(64 * line);
        let pixels = |rgba| Pixels { rgba, width, alpha: true };
        let bands = Bands::joined([Bands::new(pixels(top)), Bands::below(pixels(low))]);
        assert_eq!(read(&bands, width, height, true), rgba);
    }

    #[test]
    fn a_face_over_its_ground_is_written_as_if_it_were_alone() {
        let (width, height) = (50, 130);
        let ground = noise(width * height, 0);
        let under = Bands::new(Pixels { rgba: &ground, width, alpha: false });
        for y in 0..height {
            let mut face = ground.clone();
            face[4 * (y * width + 9)] ^= 0x55;
            let pixels = Pixels { rgba: &face, width, alpha: false };
            let over = under.over(&ground, pixels).unwrap();
            assert!(over.zlib() == Bands::new(pixels).zlib(), "row {y}");
        }
    }

    #[test]
    fn a_transparent_pixel_over_an_opaque_ground_is_told() {
        let ground = noise(40 * 40, 0);
        let under = Bands::new(Pixels { rgba: &ground, width: 40, alpha: false });
        let mut face = ground.clone();
        face[3] = 254;
        let pixels = Pixels { rgba: &face, width: 40, alpha: false };
        assert!(under.over(&ground, pixels).is_none());
    }

    #[test]
    fn checksums_are_joined_as_the_definition_says() {
        let whole = |bytes: &[u8]| {
            let (mut a, mut b) = (1_u32, 0_u32);
            for byte in bytes {
                a = (a + u32::from(*byte)) % super::ADLER;
                b = (b + a) % super::ADLER;
            }
            b << 16 | a
        };
        let bytes = noise(20_000, 1);
        for at in [0, 1, 5_000, 65_521, 65_522, bytes.len()] {
            let (first, second) = bytes.split_at(at);
            assert_eq!(super::joined(whole(first), whole(second), second.len()), whole(&bytes));
        }
    }
}
