//! Pictures of every kind made by code, and what cards show of them.

use deckle::diag::Sink;
use deckle::pipeline::{self, Options, Quiet};
use deckle::span::Sources;
use deckle::workspace::Memory;

use super::support::{MANIFEST, Temporary, told};

/// Red, green, blue and yellow.
pub const COLOURS: [[u8; 3]; 4] = [[220, 20, 20], [20, 160, 20], [20, 20, 220], [240, 220, 20]];

/// Pixels of four quarters: red and green above blue and yellow.
pub fn quarters(w: u32, h: u32) -> Vec<u8> {
    let colour = |x, y| COLOURS[usize::from(x >= w / 2) + 2 * usize::from(y >= h / 2)];
    (0..h).flat_map(|y| (0..w).flat_map(move |x| colour(x, y))).collect()
}

/// A PNG of the given pixels.
pub fn png(w: u32, h: u32, color: png::ColorType, depth: png::BitDepth, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, w, h);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The quarters as PNG.
pub fn png_quarters(w: u32, h: u32) -> Vec<u8> {
    png(w, h, png::ColorType::Rgb, png::BitDepth::Eight, &quarters(w, h))
}

/// A JPEG of the given pixels, with Exif data of that orientation if one is given.
pub fn jpeg(
    w: u32,
    h: u32,
    color: jpeg_encoder::ColorType,
    pixels: &[u8],
    orientation: Option<u8>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 95);
    if let Some(orientation) = orientation {
        let exif =
            [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[orientation, 0, 0, 0]];
        encoder.add_exif_metadata(&exif.concat()).unwrap();
    }
    encoder.encode(pixels, w as u16, h as u16, color).unwrap();
    bytes
}

/// The quarters as JPEG.
pub fn jpeg_quarters(w: u32, h: u32, orientation: Option<u8>) -> Vec<u8> {
    jpeg(w, h, jpeg_encoder::ColorType::Rgb, &quarters(w, h), orientation)
}

/// The quarters as GIF, whose frame is a part of its screen if `off` is not zero.
pub fn gif_quarters(w: u32, h: u32, off: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let palette: Vec<u8> = COLOURS.concat();
    let index = |x, y| u8::from(x >= w / 2) + 2 * u8::from(y >= h / 2);
    let pixels: Vec<u8> = (0..h).flat_map(|y| (0..w).map(move |x| index(x, y))).collect();
    let (screen_w, screen_h) = (w as u16 + 2 * off, h as u16 + 2 * off);
    let mut encoder = gif::Encoder::new(&mut bytes, screen_w, screen_h, &palette).unwrap();
    let mut frame = gif::Frame::from_indexed_pixels(w as u16, h as u16, pixels, None);
    (frame.left, frame.top) = (off, off);
    encoder.write_frame(&frame).unwrap();
    // A second frame, all red, that no card shows.
    let red = vec![0; w as usize * h as usize];
    encoder.write_frame(&gif::Frame::from_indexed_pixels(w as u16, h as u16, red, None)).unwrap();
    drop(encoder);
    bytes
}

/// The quarters as WebP.
pub fn webp_quarters(w: u32, h: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut bytes);
    encoder.encode(&quarters(w, h), w, h, image_webp::ColorType::Rgb8).unwrap();
    bytes
}

/// The quarters as a drawing of 40 x 20.
pub fn svg_quarters() -> String {
    let [red, green, blue, yellow] =
        COLOURS.map(|[r, g, b]| format!("width=\"20\" height=\"10\" fill=\"rgb({r},{g},{b})\""));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><rect {red}/><rect x=\"20\" {green}/><rect y=\"10\" {blue}/><rect x=\"20\" y=\"10\" {yellow}/></svg>"
    )
}

/// A game of one card with a template of these insides.
pub fn game(more: &str, inside: &str, files: &[(&str, &[u8])]) -> Memory {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let manifest = format!("{MANIFEST}bleed = \"0 mm\"\n{more}");
    let own = [
        ("game.toml", manifest.as_bytes()),
        ("cards.csv", b"name\nZoo\n".as_slice()),
        ("templates/card.svg", template.as_bytes()),
    ];
    Memory::new("game", own.into_iter().chain(files.iter().copied()))
}

/// What checking such a game says.
pub fn said(more: &str, inside: &str, files: &[(&str, &[u8])]) -> Vec<String> {
    told(&game(more, inside, files))
}

/// A card as it is seen, with 10 pixels a mm, on white.
pub struct Seen {
    width: usize,
    /// Its pixels, row by row.
    pub pixels: Vec<u8>,
}

impl Seen {
    /// The colour at a point in mm.
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let at = ((y * 10.0) as usize * self.width + (x * 10.0) as usize) * 3;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// Has this colour at this point, nearly.
    #[track_caller]
    pub fn is(&self, (x, y): (f64, f64), colour: [u8; 3]) {
        let seen = self.at(x, y);
        let off = seen.iter().zip(colour).map(|(a, b)| a.abs_diff(b)).max().unwrap();
        assert!(off <= 12, "at {x}, {y}: {seen:?} is not {colour:?}");
    }

    /// Shows the four colours in this order in the quarters of a box in mm.
    #[track_caller]
    pub fn shows(&self, [x, y, w, h]: [f64; 4], order: [usize; 4]) {
        for (at, colour) in order.into_iter().enumerate() {
            let (right, down) = ((at % 2) as f64, (at / 2) as f64);
            self.is((x + w * (0.25 + right / 2.0), y + h * (0.25 + down / 2.0)), COLOURS[colour]);
        }
    }
}

/// Builds such a game: every file that comes of it.
pub fn built(workspace: &Memory, options: &Options) -> std::collections::BTreeMap<String, Vec<u8>> {
    let folder = Temporary::new();
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let done = pipeline::build(workspace, &folder.0, options, &mut sources, &mut sink, &Quiet);
    assert!(done.is_ok(), "{done:?}: {:#?}", sink.list());
    super::support::files(&folder.0.join("game"))
}

/// The card of such a game.
pub fn drawn(inside: &str, files: &[(&str, &[u8])]) -> Seen {
    let options = Options { dpi: Some(254), sheets: false, draft: true, ..Options::default() };
    let files = built(&game("", inside, files), &options);
    let card = files.iter().find(|(name, _)| name.starts_with("cards/")).unwrap().1;
    let (width, pixels) = flat(card);
    Seen { width, pixels }
}

/// Width and RGB of a PNG on white.
pub fn flat(png: &[u8]) -> (usize, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    if info.color_type == png::ColorType::Rgb {
        return (info.width as usize, pixels);
    }
    let over =
        |value: u8, alpha: u8| (u32::from(value) * u32::from(alpha) / 255) as u8 + (255 - alpha);
    let rgb = pixels.chunks_exact(4);
    let rgb = rgb.flat_map(|p| [over(p[0], p[3]), over(p[1], p[3]), over(p[2], p[3])]);
    (info.width as usize, rgb.collect())
}
