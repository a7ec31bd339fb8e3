//! Any text as a manifest: told, or loaded and checked, with every place inside its file.

#![no_main]

use deckle::check::{Effort, check};
use deckle::diag::Sink;
use deckle::load::load;
use deckle::span::Sources;
use deckle::workspace::Memory;
use libfuzzer_sys::fuzz_target;

const CARDS: &str = include_str!("cards.csv");

fuzz_target!(|text: &str| {
    let files = [("game.toml", text.as_bytes()), ("cards.csv", CARDS.as_bytes())];
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    if let Ok(game) = load(&Memory::new("fuzz", files), &mut sources, &mut sink) {
        check(&game, &Effort { seed: 1, games: 4 }, &mut sink);
    }
    for one in sink.list() {
        if let Some(label) = &one.place {
            let (_, line, column) = sources.located(label.span);
            assert!(line > 0 && column > 0, "{one:?}");
        }
    }
});
