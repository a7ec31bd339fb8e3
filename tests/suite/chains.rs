//! Chains that others break: the card that was taken away is needed again.

use deckle::sim::games::play;

use super::checks::checked;
use super::playtests::{compiled, mean_agrees, shares_agree, small};
use super::support::game;

const ZAPPED: &str = r#"
[zones]
deck = { empty = "reshuffle discard" }
discard = {}
hand = { per = "player" }
row = { per = "player" }
[vars]
pts = { per = "player" }
[setup]
deal = { from = "deck", to = "hand", n = 3 }
[turn]
max_rounds = 40
phases = [{ name = "T", each = "player", do = ["draw 2", "choose", "discard to 4"] }]
[action.abc]
chain = ["Alpha", "Beta", "Gamma"]
zone = "row"
complete = ["discard row", "pts += 1"]
[action.zap]
card = "Zap"
if = "enemy.row >= 1"
do = "discard 1 random enemy.row"
[policy.default]
choose = ["zap if enemy.row >= 2", "abc", "zap"]
discard = ["Zap > 1", "Alpha > 2", "Gamma > 2", "Beta > 2"]
[[end]]
when = "pts >= 3"
"#;

#[test]
fn a_broken_chain_is_mended_as_another_program_plays_it() {
    // 60,000 games written in another language; a chain that goes on by its length has 12.456 reshuffles and 31.04 Zaps.
    let game = small(ZAPPED, "name,count\nAlpha,6\nBeta,6\nGamma,6\nZap,4\n");
    let study = play(&compiled(&game, Some(2)), &[], 1, 0..8000);
    shares_agree((study.won[0], 8000), (7229, 60_000));
    mean_agrees(&study.rounds, 38.2265, 0.02);
    mean_agrees(&study.reshuffles, 12.72025, 0.008);
    let zaps = study.plays[3] as f64 / 8000.0;
    assert!((zaps - 32.499).abs() < 0.3, "{zaps}");
}

/// One player with all cards in hand; an Alpha that lies in the row is thrown away at the end of each turn.
fn lone(goal: u32, taken: &str, complete: &str) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"Test\"\nplayers = 1\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\nrow = {{ per = \"player\" }}\n[vars]\npts = {{ per = \"player\" }}\n[setup]\ndeal = {{ from = \"deck\", to = \"hand\", n = 9 }}\n[turn]\nmax_rounds = 10\nphases = [{{ name = \"T\", each = \"player\", do = [\"choose 2\", \"{taken}\"] }}]\n[action.abc]\nchain = [\"Alpha\", \"Beta\", \"Gamma\"]\nzone = \"row\"\ncomplete = {complete}\n[policy.default]\nchoose = [\"abc\"]\n[[end]]\nwhen = \"pts >= {goal}\"\n"
    );
    let cards = "name,count\nAlpha,1\nBeta,4\nGamma,4\n";
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)])).0
}

#[test]
fn a_chain_is_not_complete_without_the_card_that_was_taken_away() {
    let whole = "[\"discard row\", \"pts += 1\"]";
    // Alpha is laid, and Beta; then Alpha is gone, and there is no other.
    let told = lone(1, "discard Alpha from row", whole);
    assert!(told.len() == 1 && told[0].contains("none of 2000 games ended"), "{told:#?}");
    // Left alone, the chain is complete in the second turn.
    assert_eq!(lone(1, "discard Alpha from hand", whole), Vec::<String>::new());
    assert_eq!(lone(1, "discard Gamma from row", whole).len(), 0);
}

#[test]
fn the_printed_cards_of_each_link_bound_a_chain_that_others_break() {
    let enough =
        |told: &[String]| told.iter().any(|one| one.contains("the cards are enough for 1"));
    let whole = "[\"discard row\", \"pts += 1\"]";
    assert!(enough(&lone(2, "discard Alpha from row", whole)));
    // Of a chain that stays, one card may complete it again and again.
    assert!(!enough(&lone(2, "discard Gamma from row", "\"pts += 1\"")));
    assert_eq!(lone(2, "discard Gamma from row", "\"pts += 1\""), Vec::<String>::new());
    assert!(!enough(&lone(2, "move 1 Alpha from discard to row", whole)));
}
