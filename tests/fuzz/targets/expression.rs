//! Any text as a check or a selector: it is read, or a fault within its bytes is told; what is read is asked.

#![no_main]

use std::sync::OnceLock;

use deckle::diag::Sink;
use deckle::load::load;
use deckle::model::Game;
use deckle::sim::engine::question;
use deckle::sim::lang::{Fault, Scope, Text, expression, rest_selector};
use deckle::sim::odds::{Draw, dice, hand};
use deckle::sim::pool::Pool;
use deckle::workspace::Memory;
use libfuzzer_sys::fuzz_target;

const MANIFEST: &str = include_str!("game.toml");
const CARDS: &str = include_str!("cards.csv");

fn game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| {
        let files = [("game.toml", MANIFEST.as_bytes()), ("cards.csv", CARDS.as_bytes())];
        load(&Memory::new("fuzz", files), &mut Default::default(), &mut Sink::default()).unwrap()
    })
}

fn within(text: &str, fault: &Fault) {
    let range = &fault.range;
    assert!(range.end <= text.len() && text.is_char_boundary(range.start), "{fault:?}");
}

fuzz_target!(|text: &str| {
    let pool = Pool::new(game());
    let scope = Scope { pool: &pool };
    let Ok(mut selects) = Text::new(text, &scope) else { return };
    if let Err(fault) = rest_selector(&mut selects) {
        within(text, &fault);
    }
    match Text::new(text, &scope).and_then(|mut text| expression(&mut text)) {
        Ok(expr) => {
            for answer in [hand(&pool, &Draw { of: pool.deck(0), n: 3 }, &expr), dice(&[], &expr)] {
                match answer {
                    Ok(found) => {
                        let all: f64 = found.values.iter().map(|(_, chance)| chance).sum();
                        assert!((all - 1.0).abs() < 1e-6, "the chances add up to {all}");
                    }
                    Err(fault) => within(text, &fault),
                }
            }
            if let Err(fault) = question(&pool, Some(2), &expr) {
                within(text, &fault);
            }
        }
        Err(fault) => within(text, &fault),
    }
});
