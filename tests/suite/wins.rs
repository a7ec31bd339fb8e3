//! Who wins by what, and ties: counters of the table that only the other raises, results that nobody wins, cards that are
//! alike in number, set-ups that cannot be dealt.

use deckle::check::{Report, Verdict};
use deckle::sim::games::play;

use super::checks::checked;
use super::cli::deckle;
use super::playtests::{compiled, shares_agree, small};
use super::support::{TEMPLATE, Temporary, game};

/// What is said of who wins by another's counter, in a game whose counters are the table's.
fn by_other(zulu: &str, british: &str, ends: [&str; 2]) -> Vec<String> {
    let side = |name: &str, when: &str| format!("[[end]]\nside = \"{name}\"\nwhen = \"{when}\"\n");
    let manifest = format!(
        "[game]\ntitle = \"T\"\nsides = [\"Zulu\", \"British\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"reshuffle discard\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\n[vars]\nzs = 0\nbs = 0\n[turn]\nmax_rounds = 60\nphases = [{{ side = \"Zulu\", do = [\"draw 2\", \"choose\"] }}, {{ side = \"British\", do = [\"draw 2\", \"choose\"] }}]\n[action.stab]\nby = \"Zulu\"\ncard = \"Spear\"\ndo = \"{zulu}\"\n[action.shoot]\nby = \"British\"\ncard = \"Rifle\"\ndo = \"{british}\"\n{}{}",
        side("Zulu", ends[0]),
        side("British", ends[1])
    );
    let cards = "name,count\nSpear,8\nRifle,8\n";
    let (told, _) = checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)]));
    told.into_iter().filter(|one| one.contains("win-by-other")).collect()
}

#[test]
fn who_wins_by_a_counter_of_the_table_that_only_the_other_raises_is_told() {
    assert_eq!(by_other("zs += 1", "bs += 1", ["zs >= 3", "bs >= 3"]), Vec::<String>::new());
    let told = by_other("zs += 1", "bs += 1", ["bs >= 3", "bs >= 4"]);
    let start = "game.toml:26:8 win-by-other: `Zulu` wins by `bs`, which only `British` raises | did you mean `British`?";
    assert_eq!(told, [start]);
    assert_eq!(by_other("zs += 1", "bs += 1", ["bs >= 3", "zs >= 4"]).len(), 2);
    // What both raise, or what is raised in ways that nobody adds up, is either's.
    for zulu in ["bs += 1", "bs = 5", "bs = 2 * zs + 1", "majority name of hand to bs"] {
        let told = by_other(zulu, "bs += 1", ["bs >= 3", "bs >= 4"]);
        assert_eq!(told, Vec::<String>::new(), "{zulu}");
    }
    // Put back to its start, or lowered, it does not rise.
    assert_eq!(by_other("bs = 0; zs += 1", "bs += 1", ["bs >= 3", "bs >= 4"]).len(), 1);
    assert_eq!(by_other("bs -= 1; zs += 1", "bs += 1", ["bs >= 3", "bs >= 4"]).len(), 1);
}

/// A game of two whose players all get what a step gives.
fn scored(step: &str) -> (Vec<String>, Report) {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"reshuffle discard\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\n[vars]\nscore = {{ per = \"player\" }}\n[turn]\nmax_rounds = 3\nphases = [{{ each = \"player\", do = [\"draw 2\", \"{step}\", \"discard all\"] }}]\n[result]\nwinner = \"most score\"\n"
    );
    checked(&game([
        ("game.toml", manifest.as_str()),
        ("cards.csv", "name,count\nGem,3\nPearl,5\n"),
    ]))
}

#[test]
fn a_result_that_nobody_ever_wins_is_told_and_has_its_row() {
    let (told, report) = scored("score += 1");
    assert!(
        told.len() == 1
            && told[0].starts_with("game.toml:17:10 victory-unreachable: all of 2000 games that lasted to the end were ties by `most score`"),
        "{told:#?}"
    );
    let row = report.rows.iter().find(|row| row.name == "result").unwrap();
    assert_eq!((row.verdict, row.text.as_str()), (Verdict::Undecided, "most score"));
    assert_eq!(row.found, "decides 0 of 2000 games that last to the end with 2 players");
    let (told, report) = scored("score += hand[Gem] + 3 * hand[Pearl]");
    assert_eq!(told, Vec::<String>::new());
    let row = report.rows.iter().find(|row| row.name == "result").unwrap();
    assert_eq!(row.verdict, Verdict::Passed, "{}", row.found);
}

#[test]
fn chance_picks_among_cards_of_one_number() {
    // Three old cards and a new one that came last, or first, all of value 2.
    let cards = "name,count,value\nOld,3,2\nNew,1,2\nHigh,1,9\nLow,1,0\n";
    let games = 4000;
    for (by, (hits, of)) in [("most", (1000, 4000)), ("least", (1000, 4000))] {
        for order in [["Old", "New"], ["New", "Old"]] {
            let rules = format!(
                "[zones]\ndeck = {{ empty = \"stop\" }}\nlaid = {{}}\nbest = {{}}\n[vars]\nnew = 0\n[turn]\nmax_rounds = 1\nphases = [{{ name = \"Go\", do = [\"move {} from deck to laid\", \"move {} from deck to laid\", \"move 1 value <= 2 by {by} value from laid to best\", \"new += best[New]\"] }}]\n",
                order[0], order[1]
            );
            let study = play(&compiled(&small(&rules, cards), Some(2)), &[], 1, 0..games);
            shares_agree((study.counters[0].hits(), games), (hits, of));
        }
    }
    // Where one number is the highest, nothing is left to chance.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nbest = {}\n[vars]\nhigh = 0\nlow = 0\n[turn]\nmax_rounds = 1\nphases = [{ name = \"Go\", do = [\"move 1 all by most value from deck to best\", \"high += best[High]\", \"move 1 all by least value from deck to best\", \"low += best[Low]\"] }]\n";
    let study = play(&compiled(&small(rules, cards), Some(2)), &[], 1, 0..50);
    assert_eq!([0, 1].map(|at| study.counters[at].hits()), [50, 50]);
}

#[test]
fn a_set_up_that_cannot_be_dealt_is_told_by_games_too() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", "[game]\ntitle = \"Over\"\nplayers = [2, 3]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 2 }\n[turn]\nmax_rounds = 2\nphases = [{ each = \"player\", do = \"draw 1\" }]\n[[end]]\nwhen = \"hand[A] >= 3\"\n"),
        ("cards.csv", "name,count\nA,3\nB,2\n"),
        ("templates/card.svg", TEMPLATE),
    ]);
    let said = |arguments: &[&str]| {
        let output = deckle(&folder, &[&["simulate", "--games", "20"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [_, told] = said(&[]);
    assert!(told.starts_with("warning[draw-exceeds-deck]: the set-up deals 6 cards of 5 with 3 players: games begin with what there is\n"), "{told}");
    assert!(told.contains("game.toml:11:42"), "{told}");
    assert_eq!(said(&["--players", "2"])[1], "");
    let [varied, told] = said(&["--vary", "B=0..3"]);
    assert_eq!(told, "");
    let cannot: Vec<_> = varied.lines().filter(|line| line.contains("cannot")).collect();
    assert_eq!(
        cannot,
        [
            "     0  2 seats: cannot be set up: deals 4 of 3 cards",
            "     0  3 seats: cannot be set up: deals 6 of 3 cards",
            "     1  3 seats: cannot be set up: deals 6 of 4 cards",
            "     2  3 seats: cannot be set up: deals 6 of 5 cards",
        ]
    );
    assert_eq!(varied.lines().count(), 9, "{varied}");
    let json: serde_json::Value =
        serde_json::from_str(&said(&["--vary", "B=2..3", "--format", "json"])[0]).unwrap();
    let short = |at: usize, table: usize| &json["varied"][at]["results"]["tables"][table]["short"];
    assert_eq!(
        (short(0, 1), short(0, 0), short(1, 1)),
        (&serde_json::json!([6, 5]), &serde_json::Value::Null, &serde_json::Value::Null)
    );
    let page = &said(&["--vary", "B=1..3", "--format", "html"])[0];
    assert!(page.contains("cannot be set up: 1, 2"), "{page}");
}
