//! Any text as the steps of a turn: told, or played to an end with no card lost and none made.

#![no_main]

use deckle::diag::Sink;
use deckle::load::load;
use deckle::model::Phrase;
use deckle::sim::engine::Table;
use deckle::sim::study::program;
use deckle::workspace::Memory;
use libfuzzer_sys::fuzz_target;

const MANIFEST: &str = include_str!("game.toml");
const CARDS: &str = include_str!("cards.csv");

fuzz_target!(|text: &str| {
    let files = [("game.toml", MANIFEST.as_bytes()), ("cards.csv", CARDS.as_bytes())];
    let (mut sources, mut sink) = Default::default();
    let mut game = load(&Memory::new("fuzz", files), &mut sources, &mut sink).unwrap();
    let place = game.rules.phases[0].steps[0].span;
    let phrase = Phrase { text: text.to_owned(), span: place, start: None };
    game.rules.phases[0].steps.push(phrase);
    let Ok(program) = program(&game, Some(2), &[]) else { return };
    let mut table = Table::new(&program);
    let copies: Vec<u32> = game.decks[0].cards.iter().map(|card| card.copies).collect();
    for index in 0..2 {
        program.play(&mut table, 1, index, |table| assert_eq!(table.cards(), copies));
        assert_eq!(table.cards(), copies);
        assert!(table.over.is_some());
    }
    let _: &Sink = &sink;
});
