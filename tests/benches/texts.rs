//! Boxes of text, 5,000 of 40 words each: `cargo bench --bench texts`.
//!
//! Each run begins on a thread of its own that has shaped nothing yet. The goal is 5,000 boxes a second on one core.

use deckle::findings::Findings;
use deckle::fonts::Fonts;
use deckle::icons::Icons;
use deckle::model::Styles;
use deckle::text::{Types, expand};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Drawings of one run, and boxes of one drawing.
const SHARE: (usize, usize) = (500, 10);

const WORDS: &str = "the a each every another player opponent card deck hand discard pile draw reveal shuffle put take \
    give lose gain pay cost turn round phase end begin during before after until unless instead whenever if then may must \
    cannot choose target attack defend block damage wound heal kill destroy exile return play cast activate trigger move \
    advance retreat adjacent region city harbour ship army fleet leader merchant knight wizard dragon goblin forest \
    mountain river desert island tower castle bridge market temple ruin gold silver wood stone grain iron wool spice silk \
    map compass lantern sword shield bow arrow potion scroll ring crown banner horse cart boat any number of equal to more \
    than less at most least up down left right front back face top bottom middle first second third last next two three";

fn main() {
    divan::main();
}

/// Drawings of boxes, no two alike; of the words, one in ten is marked.
fn drawings(attributes: &str) -> Vec<String> {
    let words: Vec<_> = WORDS.split_whitespace().collect();
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize
    };
    let mut word = |at: usize| match (at % 10, words[next() % words.len()]) {
        (3, word) => format!("**{word}**"),
        (7, word) if at % 20 == 7 => format!("{word} {{sun}}"),
        (9, word) => format!("{word}."),
        (_, word) => word.to_owned(),
    };
    let mut text = || (0..40).map(&mut word).collect::<Vec<_>>().join(" ");
    let mut drawing = |_| {
        let boxes: String = (0..SHARE.1)
            .map(|at| {
                format!(
                    "<text deckle:box=\"5 {} 50 24\" {attributes} font-size=\"3.6\">{}</text>",
                    at * 25,
                    text()
                )
            })
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:deckle=\"urn:deckle\">{boxes}</svg>"
        )
    };
    (0..SHARE.0).map(&mut drawing).collect()
}

fn bench(bencher: Bencher<'_, '_>, attributes: &str) {
    let (drawings, fonts, icons) = (drawings(attributes), Fonts::embedded(), Icons::embedded());
    let styles = Styles::new();
    let set = || {
        let types = Types { fonts: &fonts, icons: &icons, styles: &styles };
        let lengths =
            drawings.iter().map(|svg| expand(svg, &types, &Findings::default()).text.len());
        lengths.sum::<usize>()
    };
    bencher
        .counter(ItemsCount::new(SHARE.0 * SHARE.1))
        .bench(|| std::thread::scope(|scope| scope.spawn(set).join().expect("no panic")));
}

#[divan::bench(sample_count = 5)]
fn plain(bencher: Bencher<'_, '_>) {
    bench(bencher, "");
}

#[divan::bench(sample_count = 5)]
fn shrunk(bencher: Bencher<'_, '_>) {
    bench(bencher, "deckle:fit=\"shrink 2.2\"");
}

#[divan::bench(sample_count = 5)]
fn justified_and_hyphenated(bencher: Bencher<'_, '_>) {
    bench(bencher, "deckle:fit=\"shrink 2.2\" deckle:align=\"justify\" deckle:hyphens=\"en\"");
}

#[divan::bench(sample_count = 5)]
fn balanced(bencher: Bencher<'_, '_>) {
    bench(bencher, "deckle:fit=\"shrink 2.2\" deckle:wrap=\"balance\"");
}
