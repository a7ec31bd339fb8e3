//! Each stage of the pipeline at 10, 100 and 1000 designs: `cargo bench`.

use deckle::compose::{Composed, Face, compose};
use deckle::diag::Sink;
use deckle::fonts::Fonts;
use deckle::geom::Size;
use deckle::icons::Icons;
use deckle::images::Images;
use deckle::impose::{fit, lay_out};
use deckle::load::load;
use deckle::model::{Game, Picture};
use deckle::render::{Glyphs, Painter, Pictures, encode};
use deckle::scene::{self, Scene};
use deckle::span::Sources;
use deckle::workspace::Memory;
use std::sync::Arc;

use divan::{Bencher, black_box};

const DESIGNS: [usize; 3] = [10, 100, 1000];

fn main() {
    divan::main();
}

/// A game of that many distinct cards: a frame, an icon, a title and a paragraph of 40 words.
fn workspace(designs: usize) -> Memory {
    let words = ["wolf", "hunts", "at", "night", "under", "a", "pale", "moon", "while", "ships"];
    let mut cards = String::from("name,text\n");
    for card in 0..designs {
        let text = (0..40).map(|word| words[(word * 7 + card * (word % 3 + 1)) % words.len()]);
        cards += &format!("Card {card},{}\n", text.collect::<Vec<_>>().join(" "));
    }
    let manifest = "[game]\ntitle = \"Bench\"\n[[deck]]\nname = \"cards\"\ncards = \"cards.csv\"\n";
    let template = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#eee\"/>\
        <rect x=\"3\" y=\"3\" width=\"57\" height=\"82\" rx=\"3\" fill=\"none\" stroke=\"#333\"/>\
        {{ icon(name=\"anchor\", x=20, y=18, size=22, fill=\"#335\") }}\
        <text x=\"31\" y=\"12\" font-family=\"Barlow Condensed\" font-weight=\"700\" font-size=\"6\">{{ card.name }}</text>\
        <text deckle:box=\"7 46 49 36\" deckle:fit=\"shrink 2.2\" font-size=\"3.4\">{{ card.text }}</text></svg>";
    let files = [("game.toml", manifest), ("cards.csv", &cards), ("templates/card.svg", template)];
    Memory::new("bench", files.map(|(path, text)| (path, text.as_bytes())))
}

fn loaded(designs: usize) -> (Game, Sources) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let game = load(&workspace(designs), &mut sources, &mut sink).expect("the bench's game");
    (game, sources)
}

fn composed(designs: usize) -> Composed {
    let (game, sources) = loaded(designs);
    compose(&game, &icons(), &unmeasured(), &sources, &mut Sink::default())
        .expect("the bench's templates")
        .remove(0)
}

/// No template of the benches places names.
fn unmeasured() -> deckle::compose::Measure {
    std::sync::Arc::new(|_, _| None)
}

fn icons() -> Arc<Icons> {
    Arc::new(Icons::embedded())
}

fn scenes(faces: &[Face], fonts: &Fonts) -> Vec<Scene> {
    let faces: Vec<_> = faces.iter().collect();
    let parsed = scene::parse(&faces, fonts, &Images::default(), &icons());
    parsed.into_iter().map(|(scene, _)| scene.expect("a drawing")).collect()
}

#[divan::bench(args = DESIGNS)]
fn load_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let workspace = workspace(designs);
    bencher.bench(|| load(&workspace, &mut Sources::default(), &mut Sink::default()).is_ok());
}

#[divan::bench(args = DESIGNS)]
fn compose_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let (game, sources) = loaded(designs);
    bencher
        .bench(|| compose(&game, &icons(), &unmeasured(), &sources, &mut Sink::default()).is_ok());
}

#[divan::bench(args = DESIGNS, sample_count = 5)]
fn scene_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let (composed, fonts) = (composed(designs), Fonts::embedded());
    bencher.bench(|| scenes(&composed.faces, &fonts).len());
}

#[divan::bench(args = DESIGNS, sample_count = 3)]
fn png_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let (composed, fonts) = (composed(designs), Fonts::embedded());
    let scenes = scenes(&composed.faces, &fonts);
    let bleed = composed.faces[0].bleed;
    bencher.bench(|| {
        let painter = Painter::new(300);
        let png = |scene| painter.png(scene, bleed, Picture::Bleed).map_or(0, |png| png.len());
        scenes.iter().map(png).sum::<usize>()
    });
}

#[divan::bench(args = DESIGNS, sample_count = 5)]
fn encode_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let (composed, fonts) = (composed(designs), Fonts::embedded());
    let scenes = scenes(&composed.faces, &fonts);
    let all: Vec<_> = scenes.iter().map(|scene| Glyphs::of(scene, &fonts)).collect();
    let glyphs = Glyphs::union(all.iter());
    bencher.bench(|| {
        let encoded = encode(&scenes, &glyphs, &fonts, &Pictures::default());
        encoded.map_or(0, |document| document.objects.len())
    });
}

#[divan::bench(args = DESIGNS)]
fn impose_stage(bencher: Bencher<'_, '_>, designs: usize) {
    let (game, composed) = (loaded(designs).0, composed(designs));
    let grid = fit(Size { w: 63.0, h: 88.0 }, 3.0, Size { w: 210.0, h: 297.0 }, &game.sheets[0])
        .expect("it fits");
    bencher.bench(|| lay_out(black_box(&composed.cards), &grid, &game.sheets[0]).len());
}
