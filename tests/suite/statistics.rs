//! Cases that others got wrong: biased shuffles, conditional means without a label, rounded parts, plain hypergeometric odds.

use deckle::check::Verdict;

use super::checks::with_cards;

/// How each check ended, and what was found.
fn asked(cards: &str, checks: &[&str]) -> Vec<(Verdict, String)> {
    let lines = checks.iter().enumerate().map(|(at, text)| format!("c{at} = \"{text}\"\n"));
    let (told, report) = with_cards(&format!("[checks]\n{}", lines.collect::<String>()), cards);
    assert_eq!(report.rows.len(), checks.len(), "{told:#?}");
    report.rows.into_iter().map(|row| (row.verdict, row.found)).collect()
}

#[track_caller]
fn hold(cards: &str, checks: &[&str]) {
    for (check, (verdict, found)) in checks.iter().zip(asked(cards, checks)) {
        assert_eq!(verdict, Verdict::Passed, "{check}: {found}");
    }
}

#[test]
fn a_hand_that_is_kept_has_another_mean_and_both_can_be_asked() {
    // 40 cards, 17 lands, 7 drawn; 2 to 5 lands are kept. The mean given that is a quotient of two means.
    let cards = "name,count\nLand,17\nSpell,23\n";
    hold(
        cards,
        &[
            "mean(seen(7): hand[Land]) == 7 * 17 / 40",
            "87.84% <= P(seen(7): 2 <= hand[Land] <= 5) <= 87.86%",
            "3.1685 <= mean(seen(7): hand[Land] * (2 <= hand[Land] <= 5)) / P(seen(7): 2 <= hand[Land] <= 5) <= 3.1695",
        ],
    );
    let (_, found) = asked(cards, &["mean(seen(7): hand[Land]) == 2.975"]).remove(0);
    assert_eq!(found, "2.975 (exact)");
}

#[test]
fn parts_add_up_to_their_whole_before_anything_is_rounded() {
    let cards = "name,count,type\nForest,7,Land\nHill,7,Land\nMoor,6,Land\n";
    hold(
        cards,
        &[
            "P(seen(5): hand[type = Land] == 5) == 1",
            "mean(seen(5): hand[Forest]) + mean(seen(5): hand[Hill]) + mean(seen(5): hand[Moor]) == 5",
            "P(seen(1): hand[Forest] == 1) + P(seen(1): hand[Hill] == 1) + P(seen(1): hand[Moor] == 1) == 1",
        ],
    );
    // What is left after five are seen is counted in a game.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = {}\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = \"draw 5\"\n[checks]\nleft = \"mean(deck[type = Land]) == 15 and mean(deck[Forest] + hand[Forest]) == 7\"\n";
    let (told, report) = with_cards(rules, cards);
    assert!(report.rows.iter().all(|row| row.verdict == Verdict::Passed), "{told:#?}");
}

#[test]
fn at_least_so_many_of_so_many_is_exact_and_a_simulation_comes_near() {
    hold("name,count\nAce,4\nRest,56\n", &["39.945% <= P(seen(7): hand[Ace] >= 1) <= 39.955%"]);
    hold("name,count\nLand,26\nRest,34\n", &["6.745% <= P(seen(12): hand[Land] >= 8) <= 6.755%"]);
    // Ways that no integer holds go by logarithms: 1 - C(1900, 900) / C(2000, 900) of a hundred.
    hold("name,count\nGold,100\nA,900\nB,1000\n", &["P(seen(900): hand[Gold] >= 1) > 99.99999%"]);
    let (told, _) = with_cards(
        "[checks]\none = \"P(seen(61): hand[Ace] >= 1) > 0\"\n",
        "name,count\nAce,4\nRest,56\n",
    );
    assert!(told[0].contains("61 cards are drawn of 60"), "{told:#?}");
    // Played: 40,000 deals lie within four standard errors, 0.98 points, of 39.95 %.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = {}\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = \"draw 7\"\n[checks.played]\nthat = \"38.97% <= P(hand[Ace] >= 1) <= 40.93%\"\nbudget = 40_000\nplayers = 2\n";
    let (_, report) = with_cards(rules, "name,count\nAce,4\nRest,56\n");
    let value: f64 = report.rows[0].found.split(' ').next().unwrap().parse().unwrap();
    assert!((38.97..=40.93).contains(&value), "{}", report.rows[0].found);
}

#[test]
fn a_card_lies_at_every_place_of_a_shuffled_deck_as_often() {
    // One of 52, 100,000 shuffles: 51 degrees of freedom, p > 0.001 below 88.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nfound = {}\nabove = {}\n[vars]\nplace = 0\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = [\"reveal until Ace to found rest to above\", \"place = above\"]\n";
    let study = played(rules, "name,count\nAce,1\nRest,51\n", 100_000);
    let counts: Vec<u64> = study.counters[0].iter().map(|(_, count)| count).collect();
    let even = 100_000.0 / 52.0;
    let chi: f64 = counts.iter().map(|count| (*count as f64 - even).powi(2) / even).sum();
    assert!(counts.len() == 52 && chi < 88.0, "{chi}: {counts:?}");
    // The same deals on every machine: what these numbers are, written down.
    let few = played(rules, "name,count\nAce,1\nRest,51\n", 8);
    let places: Vec<i64> =
        few.counters[0].iter().flat_map(|(place, n)| vec![place; n as usize]).collect();
    assert_eq!(places, [6, 22, 24, 32, 35, 35, 39, 49]);
}

fn played(rules: &str, cards: &str, games: u64) -> deckle::sim::games::Study {
    let manifest =
        format!("[game]\ntitle = \"T\"\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}");
    let workspace = super::support::game([("game.toml", manifest.as_str()), ("cards.csv", cards)]);
    let game = deckle::load::load(&workspace, &mut Default::default(), &mut Default::default());
    let program = deckle::sim::study::program(&game.unwrap(), None, &[]).unwrap();
    deckle::sim::games::play(&program, &[], 1, 0..games)
}
