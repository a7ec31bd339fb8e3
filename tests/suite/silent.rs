//! What the rulebook does not say: told wherever it is asked, and what is stopped by it.

use super::checks::{checked, with};
use super::support::game;

/// A turn that a game can be played by.
const TURN: &str = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 1 }\n[turn]\nmax_rounds = 3\nphases = [{ name = \"Go\", each = \"player\", do = [\"draw 1\", \"vp += hand[Wolf]\"] }]\n[result]\nwinner = \"most vp\"\n";

#[track_caller]
fn unstated(rules: &str, what: &str) {
    let (told, _) = with(rules);
    let wanted = format!("unstated: the rulebook does not say `{what}` | decide: ");
    assert!(told.len() == 1 && told[0].contains(&wanted), "{rules}{told:#?}");
}

#[test]
fn whatever_the_rulebook_does_not_say_is_told_once_and_nothing_follows_from_it() {
    let changed = |old: &str, new: &str| {
        assert!(TURN.contains(old), "{old}");
        TURN.replacen(old, new, 1)
    };
    let component = "[[component]]\nname = \"?\"\ncount = 3\nkind = \"cube\"\n";
    let cases = [
        ("[rulebook]\nphases = \"?\"\n".to_owned(), "rulebook.phases"),
        ("[rulebook]\nphases = [\"Draw\", \"?\"]\n".to_owned(), "rulebook.phases"),
        ("[rulebook]\ncounts = { Wolf = \"?\" }\n".to_owned(), "rulebook.counts.Wolf"),
        ("[rulebook]\ntotals = { card = \"?\" }\n".to_owned(), "rulebook.totals.card"),
        ("[notation.type]\nvalues = \"?\"\n".to_owned(), "notation.type.values"),
        (
            "[notation.type]\nvalues = { A = \"?\", L = \"Land\" }\n".to_owned(),
            "notation.type.values.A",
        ),
        (component.to_owned(), "component.name"),
        (component.replace("?", "Cubes").replace("cube\"", "?\""), "component Cubes.kind"),
        (changed("hand = { per = \"player\" }", "hand = { per = \"?\" }"), "zones.hand.per"),
        (
            changed(
                "phases = [{ name = \"Go\", each = \"player\", do = [\"draw 1\", \"vp += hand[Wolf]\"] }]",
                "phases = \"?\"",
            ),
            "turn.phases",
        ),
        (changed("\"draw 1\"", "\"draw ?\""), "phase Go.do"),
        (changed("\"draw 1\"", "\"?\""), "phase Go.do"),
        (changed("n = 1", "n = \"?\""), "setup.deal.n"),
        (changed("vp = { per = \"player\" }", "vp = \"?\""), "vars.vp"),
    ];
    for (rules, what) in cases {
        let (told, _) = with(&rules);
        let told: Vec<_> = told.iter().filter(|one| !one.contains("side-cannot-win")).collect();
        let wanted = format!("unstated: the rulebook does not say `{what}` | decide: ");
        assert!(told.len() == 1 && told[0].contains(&wanted), "{rules}{told:#?}");
    }
}

#[test]
fn the_number_of_players_may_be_left_open_or_assumed() {
    let with_players = |players: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\nplayers = {players}\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", "name\nWolf\n")]))
    };
    let (told, _) = with_players("\"?\"");
    assert!(
        told.len() == 1
            && told[0]
                .starts_with("game.toml:3:11 unstated: the rulebook does not say `game.players`"),
        "{told:#?}"
    );
    let (told, report) = with_players("{ value = [2, 4], assumed = \"as in its sequel\" }");
    assert_eq!(told, Vec::<String>::new());
    assert!(report.assumed.iter().any(|one| one.what == "game.players"), "{report:?}");
    let (told, _) = with_players("{ value = [4, 2], assumed = \"why\" }");
    assert!(told[0].contains("`players` must be a number or `[fewest, most]`"), "{told:#?}");
}

#[test]
fn only_what_games_need_keeps_them_from_being_played() {
    let check =
        "[checks]\nlong = \"mean(rounds) == 3\"\nhand = \"P(opening: hand[Wolf] == 1) > 30%\"\n";
    let rows = |more: &str, turn: &str| {
        let (told, report) = with(&format!("{turn}{check}{more}"));
        let words: Vec<_> = report.rows.iter().map(|row| row.verdict.word()).collect();
        (told, words.join(", "))
    };
    // Two, three and four players; the hand is the same for all; and the result of the trial.
    let (_, played) = rows("", TURN);
    assert_eq!(played, "holds, holds, holds, holds, holds");
    for more in [
        "[rulebook.silent]\nties = \"?\"\n",
        "[[component]]\nname = \"Cubes\"\ncount = \"?\"\nkind = \"cube\"\n",
    ] {
        let (told, words) = rows(more, TURN);
        assert!(words == played && told.iter().any(|one| one.contains("unstated")), "{told:#?}");
    }
    let (told, _) = rows("", &TURN.replace("empty = \"stop\"", "empty = \"?\""));
    let named = "expression: this must be played, and the rulebook does not say `zones.deck.empty` | decide: ";
    assert!(told.iter().any(|one| one.contains(named)), "{told:#?}");
    let (told, _) = rows("", &TURN.replace("{ from = \"deck\", to = \"hand\", n = 1 }", "\"?\""));
    assert!(!told.iter().any(|one| one.contains("deals no cards")), "{told:#?}");
    assert!(
        told.iter().any(|one| one.contains("expression: the rulebook does not say `setup.deal`")),
        "{told:#?}"
    );
}

#[test]
fn an_assumption_without_a_reason_is_refused() {
    let (told, _) = with(
        "[[component]]\nname = \"Cubes\"\nkind = \"cube\"\ncount = { value = 5, assumed = \" \" }\n",
    );
    assert_eq!(
        told,
        [
            "game.toml:10:32 bad-value: the `assumed` of `component Cubes.count` is empty | say why it is so"
        ]
    );
    unstated(
        "[[component]]\nname = \"Cubes\"\nkind = \"cube\"\ncount = { value = \"?\", assumed = \"why\" }\n",
        "component Cubes.count",
    );
}

#[test]
fn symmetry_asks_nothing_of_what_is_not_said() {
    let rules = "[rulebook]\nsymmetric = true\n[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[action.a]\nby = \"X\"\ncard = \"Wolf\"\ndo = \"?\"\n[action.b]\nby = \"Y\"\ncard = \"Wolf\"\ndo = \"draw 1\"\n";
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\nsides = [\"X\", \"Y\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
    );
    let (told, _) =
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", "name,count\nWolf,9\n")]));
    assert!(
        told.iter().any(|one| one.contains("unstated: the rulebook does not say `action.a.do`")),
        "{told:#?}"
    );
    assert!(!told.iter().any(|one| one.contains("seat-symmetric")), "{told:#?}");
}

#[test]
fn two_letters_that_changed_places_are_one_slip_in_every_hint() {
    for (wrong, right) in [("Wlof", "Wolf"), ("Bera", "Bear"), ("eBar", "Bear"), ("aLke", "Lake")] {
        let (told, _) = with(&format!("[checks]\na = \"count({wrong}) == 1\"\n"));
        assert!(told[0].contains(&format!("did you mean `{right}`?")), "{told:#?}");
    }
    let (told, _) = with(
        "[zones]\nrow = {}\ndeck = { empty = \"reshuffle rwo\" }\n[turn]\nphases = [{ do = \"draw 1 from rwo\" }]\n",
    );
    assert!(
        told.iter().any(|one| one.contains("`rwo`") && one.contains("did you mean `row`?")),
        "{told:#?}"
    );
}
