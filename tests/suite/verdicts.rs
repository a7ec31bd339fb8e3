//! Checks say only what is so: victories that may be reached, faults met in play, games that were cut off.

use deckle::check::{Report, Verdict};

use super::checks::{checked, with};
use super::support::game;

/// Two sides; ten Seeds raise Red's points, eight Waters Blue's, each card once.
const DUEL: &str = "[game]\ntitle = \"Duel\"\nsides = [\"Red\", \"Blue\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = { deck = \"main\", empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\npts = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 5 }\n[turn]\nmax_rounds = 60\nphases = [\n  { side = \"Red\", do = [\"draw to 5\", \"choose\"] },\n  { side = \"Blue\", do = [\"draw to 5\", \"choose\"] },\n]\n[action.r]\nby = \"Red\"\ncard = \"Seed\"\ndo = \"pts += 1\"\n[action.b]\nby = \"Blue\"\ncard = \"Water\"\ndo = \"pts += 1\"\n[[end]]\nside = \"Red\"\nwhen = \"Red.pts >= 2\"\n[[end]]\nside = \"Blue\"\nwhen = \"Blue.pts >= 2\"\n[policy.Red]\nchoose = [\"r\"]\ndiscard = [\"Water\", \"Sun\"]\n[policy.Blue]\nchoose = [\"b\"]\ndiscard = [\"Seed\"]\n";
const CARDS: &str = "name,count\nSeed,10\nWater,8\nSun,10\n";

fn duel(changes: &[(&str, &str)]) -> (Vec<String>, Report) {
    let manifest = changes.iter().fold(DUEL.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    });
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]))
}

/// What is told of victories that the cards do not allow.
fn short(changes: &[(&str, &str)]) -> Vec<String> {
    let (told, _) = duel(changes);
    told.into_iter()
        .filter(|one| one.contains("the cards are enough for") || one.contains("nothing raises"))
        .collect()
}

#[test]
fn a_side_is_bounded_by_the_cards_that_it_may_play_itself() {
    assert_eq!(duel(&[]).0, Vec::<String>::new());
    let (told, report) = duel(&[("Blue.pts >= 2", "Blue.pts >= 9")]);
    assert!(told[0].contains("`pts` must reach 9, and the cards are enough for 8"), "{told:#?}");
    let row = report.rows.iter().find(|row| row.name == "victory of Blue").unwrap();
    assert!(row.found.ends_with("enough for 8, 9 needed"), "{}", row.found);
    assert_eq!(short(&[("Red.pts >= 2", "Red.pts >= 10")]), Vec::<String>::new());
    for eleven in ["Red.pts >= 11", "11 <= Red.pts", "10 < Red.pts", "Red.pts == 11 and deck > 0"] {
        let told = short(&[("Red.pts >= 2", eleven)]);
        assert!(told.len() == 1 && told[0].contains("enough for 10"), "{eleven}: {told:#?}");
    }
}

#[test]
fn a_victory_is_out_of_reach_only_where_every_raise_costs_a_card_for_good() {
    let eleven = ("Red.pts >= 2", "Red.pts >= 11");
    let raise = |text: &'static str| ("do = \"pts += 1\"", text);
    let open = [
        vec![eleven, raise("do = \"pts += hand\"")],
        vec![eleven, raise("do = \"pts += 1d6\"")],
        vec![eleven, raise("do = \"pts = pts * 2 + 1\"")],
        vec![eleven, raise("do = \"repeat 2: pts += 1\"")],
        vec![eleven, raise("do = \"pts += 1; move 1 Seed from discard to hand\"")],
        vec![eleven, ("pts = { per = \"player\" }", "pts = { per = \"player\", start = 1 }")],
        vec![
            eleven,
            raise("do = [\"pts += 1\", \"enemy.pts += 1\"]"),
            ("card = \"Water\"\ndo = \"pts += 1\"", "card = \"Water\"\ndo = \"enemy.pts += 1\""),
        ],
        vec![("Red.pts >= 2", "Red.pts >= 99 or Red.hand[Seed] >= 2")],
    ];
    for changes in open {
        assert_eq!(short(&changes), Vec::<String>::new(), "{changes:?}");
    }
    assert_eq!(
        short(&[eleven, ("pts = { per = \"player\" }", "pts = { per = \"player\", start = 0 }")])
            .len(),
        1
    );
}

#[test]
fn a_division_by_0_in_a_rule_is_told_at_its_place_and_ends_the_game() {
    let rule = ("do = \"pts += 1\"", "do = [\"pts += 1\", \"pts += floor(3 / (deck - deck))\"]");
    let (told, _) = duel(&[rule]);
    assert_eq!(told.len(), 1, "{told:#?}");
    let line = DUEL[..DUEL.find("do = \"pts += 1\"").unwrap()].lines().count() + 1;
    assert!(
        told[0]
            .starts_with(&format!("game.toml:{line}:27 expression: a rule divides by 0 in game 0")),
        "{told:#?}"
    );
    assert!(told[0].contains("--replay 0"), "{told:#?}");
}

#[test]
fn games_that_were_cut_off_decide_nothing() {
    let endless = ("do = \"pts += 1\"", "do = \"repeat 1000: repeat 1000: pts += 0\"");
    let checks = (
        "[policy.Red]",
        "[checks.a]\nthat = \"mean(rounds) <= 60\"\nbudget = 40\n[checks.b]\nthat = \"mean(rounds) > 60\"\nbudget = 40\n[policy.Red]",
    );
    let (told, report) = duel(&[endless, checks]);
    let verdict = |name: &str| report.rows.iter().find(|row| row.name == name).unwrap().verdict;
    assert_eq!((verdict("a"), verdict("b")), (Verdict::Undecided, Verdict::Failed), "{told:#?}");
    assert!(
        told.iter()
            .any(|one| one.contains("`a` is not decided: ")
                && one.contains(" of 40 games were cut off")),
        "{told:#?}"
    );
    assert!(
        told.iter().any(|one| one.contains("check-undecided: ")
            && one.contains("games were cut off: too many steps")),
        "{told:#?}"
    );
}

#[test]
fn turns_are_counted_from_1_and_a_number_alone_is_no_check() {
    let checks = |text: &str| format!("[checks]\none = \"{text}\"\n");
    let (told, report) = with(&checks("P(turn 0: hand >= 1) > 0"));
    assert!(
        told[0].starts_with("game.toml:8:10 expression: turns are counted from 1"),
        "{told:#?}"
    );
    assert_eq!(report.rows[0].verdict, Verdict::Broken);
    let (told, report) = with(&checks("count(Wolf)"));
    assert!(told[0].contains("this is a number, and nothing says what it must be"), "{told:#?}");
    assert_eq!(report.rows[0].verdict, Verdict::Broken);
}

#[test]
fn a_turn_that_nobody_can_win_is_told() {
    let ends = "[[end]]\nside = \"Red\"\nwhen = \"Red.pts >= 2\"\n[[end]]\nside = \"Blue\"\nwhen = \"Blue.pts >= 2\"\n";
    let told = duel(&[(ends, "")]).0;
    assert!(told.len() == 1 && told[0].contains("side-cannot-win: nobody can win"), "{told:#?}");
    assert_eq!(duel(&[(ends, "[result]\nwinner = \"most pts\"\n")]).0, Vec::<String>::new());
}

#[test]
fn what_cannot_be_read_cannot_be_allowed_and_a_reason_has_words() {
    let allow = |code: &str, reason: &str| {
        with(&format!(
            "[checks]\none = \"count(Wlof) > 0\"\n[[allow]]\ncode = \"{code}\"\nreason = \"{reason}\"\n"
        ))
    };
    let (told, _) = allow("expression", "it is meant");
    assert!(told.iter().any(|one| one.contains("`expression` cannot be allowed")), "{told:#?}");
    let (told, report) = allow("unknown-name", "it is meant");
    assert!(
        told.iter().any(|one| one.contains("`Wlof`")) && report.allowed.is_empty(),
        "{told:#?}"
    );
    let (told, _) = allow("same-name", " ");
    assert!(
        told.iter().any(|one| one.contains("`reason` of an `[[allow]]` is empty")),
        "{told:#?}"
    );
}
