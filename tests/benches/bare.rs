//! The loop that Deckle is measured against: usvg, resvg and png over all faces of a game, and nothing else.
//!
//! `cargo run --release --example bare -- GAME OUT` draws every face of the folder GAME at its
//! resolution into OUT, with all processors. It keeps nothing and shares nothing between faces.

use std::path::Path;

use deckle::diag::Sink;
use deckle::findings::Findings;
use deckle::pipeline::{Options, make};
use deckle::span::Sources;
use deckle::workspace::Folder;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};

fn main() {
    let arguments: Vec<_> = std::env::args().collect();
    let [_, game, out] = &arguments[..] else { panic!("two arguments: GAME OUT") };
    let folder = Folder::open(Path::new(game)).expect("a game's folder");
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made =
        make(&folder, &Options::default(), &mut sources, &mut sink).expect("a game without errors");
    std::fs::create_dir_all(out).expect("a folder to write to");
    let faces: Vec<_> = made.faces().collect();
    let scale = f64::from(made.game.dpi) / 25.4;
    faces.par_iter().enumerate().for_each(|(at, face)| {
        let findings = Findings::default();
        let types =
            deckle::text::Types { fonts: &made.fonts, icons: &made.icons, styles: &face.styles };
        let svg = deckle::text::expand(&face.svg, &types, &findings).text;
        let tree =
            deckle::scene::tree(&svg, &made.fonts, &made.images, &findings).expect("a drawing");
        let size = face.trim.grown(face.bleed);
        let (w, h) = ((size.w * scale).round() as u32, (size.h * scale).round() as u32);
        let mut pixmap = Pixmap::new(w, h).expect("a picture");
        let transform = Transform::from_scale(w as f32 / size.w as f32, h as f32 / size.h as f32);
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        let file = std::fs::File::create(format!("{out}/{at:04}.png")).expect("a file");
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), w, h);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Paeth);
        encoder.write_header().expect("a header").write_image_data(&rgb).expect("pixels");
    });
}
