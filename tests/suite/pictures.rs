//! The samples and the kit as pictures: a strip of cards of each, which the README shows.
//!
//! Compared per channel with a little room for rounding; `BLESS=1` draws them anew.

use std::path::{Path, PathBuf};

use deckle::compose::kit;
use deckle::diag::Sink;
use deckle::pipeline::{Made, Options, make};
use deckle::render::Painter;
use deckle::span::Sources;
use deckle::workspace::{Folder, Workspace};

/// Resolution, in pixels per inch: small, but a caption moved by half a millimetre shows.
const DPI: u32 = 72;
/// White between the cards, in pixels.
const GAP: usize = 8;
/// Which cards of a game are shown: the deck, and the number of a face in it.
const SHOWN: [(&str, &[(usize, usize)]); 9] = [
    ("wolf-pack", &[(0, 0), (0, 5), (0, 2), (0, 14), (0, 1)]),
    ("zulu", &[(0, 2), (0, 6), (1, 6), (1, 11), (0, 1)]),
    ("x-files", &[(0, 0), (0, 19), (0, 12), (0, 30), (0, 1)]),
    ("zoo", &[(0, 0), (0, 2), (0, 35), (0, 60), (0, 1)]),
    ("buccaneers", &[(0, 0), (0, 24), (0, 12), (0, 30), (0, 1)]),
    ("first-balkan-war", &[(0, 0), (0, 6), (0, 11), (0, 14), (0, 1)]),
    ("warp-lancer", &[(0, 0), (0, 11), (5, 0), (6, 0), (0, 1)]),
    ("kit", &[(0, 0), (0, 8), (0, 23), (0, 11), (0, 5), (0, 25)]),
    ("text", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
];

/// Pixels of a picture, three bytes each.
struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn made(game: &str) -> Made {
    let place: Box<dyn Workspace> = match game {
        "kit" => Box::new(kit::game()),
        "text" => Box::new(Folder::open(&root().join("tests/cases/text")).expect("a game")),
        game => Box::new(Folder::open(&root().join("data").join(game)).expect("a sample game")),
    };
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(place.as_ref(), &Options::default(), &mut sources, &mut sink);
    made.unwrap_or_else(|_| panic!("{game}: {:?}", sink.list()))
}

fn read(bytes: &[u8]) -> Pixels {
    let decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().expect("a PNG");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut rgb).expect("pixels");
    // A pixel at a pattern's seam may let the paper through.
    let on_white = |p: &[u8]| {
        let over = |value: u8| u32::from(value) * u32::from(p[3]) / 255 + 255 - u32::from(p[3]);
        [over(p[0]) as u8, over(p[1]) as u8, over(p[2]) as u8]
    };
    if info.color_type == ::png::ColorType::Rgba {
        rgb = rgb.chunks_exact(4).flat_map(on_white).collect();
    }
    Pixels { width: info.width as usize, height: info.height as usize, rgb }
}

/// How many are side by side.
fn across(game: &str) -> usize {
    if game == "kit" { 3 } else { 5 }
}

/// The faces on white, in rows.
fn strip(game: &str, shown: &[(usize, usize)]) -> Pixels {
    let made = made(game);
    let pictures: Vec<_> = shown
        .iter()
        .map(|(deck, face)| {
            let face = &made.decks[*deck].faces[*face];
            let (scene, findings) = made.parse(&[face]).remove(0);
            let scene = scene.unwrap_or_else(|| panic!("{game}: {findings:?}"));
            let trim = deckle::model::Picture::Trim;
            read(&Painter::new(DPI).png(&scene, face.bleed, trim).expect("a picture"))
        })
        .collect();
    let rows: Vec<_> = pictures.chunks(across(game)).collect();
    let long = |row: &&[Pixels]| row.iter().map(|one| one.width + GAP).sum::<usize>() - GAP;
    let high = |row: &[Pixels]| row.iter().map(|one| one.height).max().unwrap_or(0);
    let width = rows.iter().map(long).max().unwrap_or(0);
    let height = rows.iter().map(|row| high(row) + GAP).sum::<usize>() - GAP;
    let mut rgb = vec![255; width * height * 3];
    let mut top = 0;
    for row in rows {
        let mut left = 0;
        for one in row {
            for (y, line) in one.rgb.chunks_exact(one.width * 3).enumerate() {
                let start = ((top + y) * width + left) * 3;
                rgb[start..start + line.len()].copy_from_slice(line);
            }
            left += one.width + GAP;
        }
        top += high(row) + GAP;
    }
    Pixels { width, height, rgb }
}

fn write(path: &Path, pixels: &Pixels) {
    let file = std::fs::File::create(path).expect("the folder is writable");
    let (w, h) = (pixels.width as u32, pixels.height as u32);
    let mut encoder = ::png::Encoder::new(std::io::BufWriter::new(file), w, h);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_compression(::png::Compression::High);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels.rgb).expect("pixels");
}

fn compare(game: &str, shown: &[(usize, usize)]) {
    compare_as(game, strip(game, shown));
}

/// The board of a game, alone.
fn board(game: &str, name: &str) -> Pixels {
    let made = made(game);
    let deck = made.game.decks.iter().position(|deck| deck.name == name).expect("a board");
    let face = &made.decks[deck].faces[0];
    let (scene, findings) = made.parse(&[face]).remove(0);
    let scene = scene.unwrap_or_else(|| panic!("{game}: {findings:?}"));
    read(
        &Painter::new(DPI)
            .png(&scene, face.bleed, deckle::model::Picture::Trim)
            .expect("a picture"),
    )
}

#[test]
fn the_map_of_the_first_balkan_war_looks_as_it_did() {
    compare_as("map", board("first-balkan-war", "map"));
}

fn compare_as(game: &str, now: Pixels) {
    let path = root().join(format!("tests/pictures/{game}.png"));
    if std::env::var_os("BLESS").is_some() {
        write(&path, &now);
        return;
    }
    let reference = read(
        &std::fs::read(&path)
            .unwrap_or_else(|_| panic!("{}: run BLESS=1 cargo test pictures", path.display())),
    );
    assert_eq!((now.width, now.height), (reference.width, reference.height), "{game}");
    let far = now.rgb.iter().zip(&reference.rgb).filter(|(a, b)| a.abs_diff(**b) > 2).count();
    let allowed = now.rgb.len() / 2000;
    if far > allowed {
        let actual = path.with_extension("actual.png");
        write(&actual, &now);
        panic!("{game}: {far} values differ, {allowed} may; see {}", actual.display());
    }
}

macro_rules! games {
    ($($name:ident $index:literal;)*) => { $(
        #[test]
        fn $name() {
            let (game, shown) = SHOWN[$index];
            compare(game, shown);
        }
    )* };
}

games! {
    cards_of_wolf_pack_look_as_they_did 0;
    cards_of_zulu_look_as_they_did 1;
    cards_of_x_files_look_as_they_did 2;
    cards_of_zoo_look_as_they_did 3;
    cards_of_buccaneers_look_as_they_did 4;
    cards_of_the_first_balkan_war_look_as_they_did 5;
    cards_of_warp_lancer_look_as_they_did 6;
    the_shared_components_look_as_they_did 7;
    boxes_of_text_look_as_they_did 8;
}
