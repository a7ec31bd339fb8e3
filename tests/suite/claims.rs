//! What a game claims of itself: symmetric rules, seats, cards that do something, numbers that can be.

use super::checks::{checked, with, with_cards};
use super::support::game;

/// Two sides with cards of their own; the rules of one are those of the other.
const MIRRORED: &str = "[game]\ntitle = \"Duel\"\nsides = [\"Red Fox\", \"Blue\"]\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[rulebook.symmetric.mirror]\nSword = \"Pike\"\n'Long Bow' = \"Sling\"\n[zones]\ndeck = { empty = \"reshuffle discard\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nhits = { per = \"player\" }\n[setup]\ndeal = [\n  { from = \"deck\", to = \"hand\", n = 3, side = \"Red Fox\" },\n  { from = \"deck\", to = \"hand\", n = 3, side = \"Blue\" },\n]\n[turn]\nphases = [\n  { each = \"player\", do = \"draw 1\" },\n  { side = \"Red Fox\", do = [\"choose\", \"discard to 4\"] },\n  { side = \"Blue\", do = [\"choose\", \"discard to 4\"] },\n]\n[action.strike]\nby = \"Red Fox\"\ncard = \"Sword\"\nif = \"enemy.hand[Pike] == 0 or Blue.hits > 2\"\ndo = \"hits += 1\"\n[action.shoot]\nby = \"Red Fox\"\ncard = \"Long Bow\"\ndo = \"'Red Fox'.hits += 1\"\n[action.stab]\nby = \"Blue\"\ncard = \"Pike\"\nif = \"enemy.hand[Sword] == 0 or 'Red Fox'.hits > 2\"\ndo = \"me.hits += 1\"\n[action.sling]\nby = \"Blue\"\ncard = \"Sling\"\ndo = \"hits += 1\"\n[[end]]\nside = \"Red Fox\"\nwhen = \"hits >= 5\"\n[[end]]\nside = \"Blue\"\nwhen = \"hits >= 5\"\n";
const ARMS: &str = "name,count\nSword,8\nLong Bow,6\nPike,8\nSling,6\n";

/// What is told of the duel with something in it changed.
fn mirrored(old: &str, new: &str) -> Vec<String> {
    assert!(MIRRORED.contains(old), "{old}");
    let manifest = MIRRORED.replacen(old, new, 1);
    let told = checked(&game([("game.toml", manifest.as_str()), ("cards.csv", ARMS)])).0;
    told.into_iter().filter(|one| one.contains("symmetric")).collect()
}

/// The line and column of a text in the duel, as it is changed.
fn place(changed: &str, text: &str) -> String {
    let at = changed.rfind(text).unwrap();
    let line = changed[..at].lines().count();
    let column = at - changed[..at].rfind('\n').unwrap();
    format!("game.toml:{line}:{column} ")
}

#[test]
fn rules_that_mirror_each_other_word_by_word_are_symmetric() {
    let told = checked(&game([("game.toml", MIRRORED), ("cards.csv", ARMS)])).0;
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn a_rule_whose_mirror_names_the_wrong_side_is_told_at_its_very_words() {
    let (old, new) = (
        "[[end]]\nside = \"Blue\"\nwhen = \"hits >= 5\"\n",
        "[[end]]\nside = \"Red Fox\"\nwhen = \"Blue.hits >= 5\"\n",
    );
    let told = mirrored(old, new);
    assert_eq!(told.len(), 1, "{told:#?}");
    let changed = MIRRORED.replacen(old, new, 1);
    let at = place(&changed, "\"Red Fox\"\nwhen = \"Blue.hits");
    assert!(told[0].starts_with(&format!("{at}seat-symmetric: ")), "{at} {told:#?}");
    assert!(told[0].contains("has `Blue` where this has `Red Fox`"), "{told:#?}");
    // A number, a card, a step that differs.
    let cases = [
        (
            "side = \"Blue\"\nwhen = \"hits >= 5\"",
            "side = \"Blue\"\nwhen = \"hits >= 4\"",
            "`5` where this has `4`",
        ),
        ("card = \"Sling\"", "card = \"Pike\"", "`Sling` where this has `Pike`"),
        (
            "{ side = \"Blue\", do = [\"choose\", \"discard to 4\"] }",
            "{ side = \"Blue\", do = [\"choose\", \"discard to 5\"] }",
            "`4` where this has `5`",
        ),
        ("n = 3, side = \"Blue\"", "n = 2, side = \"Blue\"", "`3` where this has `2`"),
        ("enemy.hand[Sword] == 0 or", "enemy.hand[Sword] == 1 or", "`0` where this has `1`"),
    ];
    for (old, new, has) in cases {
        let told = mirrored(old, new);
        assert!(told.len() == 1 && told[0].contains(has), "{new}: {told:#?}");
    }
}

#[test]
fn a_rule_without_any_mirror_is_told_and_may_be_allowed() {
    let sling = "[action.sling]\nby = \"Blue\"\ncard = \"Sling\"\ndo = \"hits += 1\"\n";
    let told = mirrored(sling, "");
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].contains("the action `shoot` has no mirror | give `Blue` the same"),
        "{told:#?}"
    );
    let allow = "[[allow]]\ncode = \"seat-symmetric\"\nabout = \"shoot\"\nreason = \"the bow is the fox's\"\n";
    assert_eq!(mirrored(sling, allow), Vec::<String>::new());
}

#[test]
fn without_sides_a_seat_that_is_named_is_told() {
    let rules = "[rulebook]\nsymmetric = true\n[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[turn]\nmax_rounds = 2\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw 1\", \"if hand[Wolf] > 1: win seat 2\"]\n";
    let (told, _) = with(rules);
    assert!(
        told.iter().any(|one| one.starts_with("game.toml:16:46 seat-symmetric")
            && one.contains("seat 2 is named")),
        "{told:#?}"
    );
    let owned = rules.replace("if hand[Wolf] > 1: win seat 2", "draw 1 to 'seat 2'.hand");
    let (told, _) = with(&owned);
    let has = "game.toml:16:28 seat-symmetric";
    assert!(told.iter().any(|one| one.starts_with(has) && one.contains("seat 2")), "{told:#?}");
    let (told, _) = with("[rulebook]\nsymmetric = \"yes\"\n");
    assert!(told[0].contains("`symmetric` is `true`, or a table with `mirror`"), "{told:#?}");
    let three = MIRRORED
        .replace("sides = [\"Red Fox\", \"Blue\"]", "sides = [\"Red Fox\", \"Blue\", \"Green\"]");
    let told = checked(&game([("game.toml", three.as_str()), ("cards.csv", ARMS)])).0;
    assert!(told.iter().any(|one| one.contains("two sides only")), "{told:#?}");
}

/// A turn of one phase for each player.
fn turn(steps: &str) -> String {
    format!(
        "[zones]\ndeck = {{ empty = \"stop\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\n[vars]\nn = 0\n[turn]\nmax_rounds = 2\n[[turn.phases]]\neach = \"player\"\ndo = \"{steps}\"\n"
    )
}

#[test]
fn numbers_of_cards_and_repetitions_that_cannot_be_are_told_at_their_place() {
    let cases = [
        ("draw -2", 12, "-2 is no number of cards | a number from 0 to 20000"),
        ("draw 3 - 4", 12, "-1 is no number of cards"),
        ("draw to -1", 15, "-1 is no number of cards"),
        ("discard to -1", 18, "-1 is no number of cards"),
        ("draw 30000", 12, "30000 is no number of cards"),
        ("draw 1.5", 12, "1.5 is no whole number of cards"),
        ("play up -1: Wolf to discard", 15, "-1 is no number of cards"),
        ("repeat -3: draw 1", 14, "-3 is no number of repetitions | a number from 0 to 200000"),
        ("repeat 1000 * 1000: n += 1", 14, "1000000 is no number of repetitions"),
        ("if n > 0: repeat 2: draw 0 - 1", 32, "-1 is no number of cards"),
    ];
    for (steps, column, has) in cases {
        let (told, _) = with(&turn(steps));
        let first = told.iter().find(|one| one.contains(" expression: ")).cloned();
        let first = first.unwrap_or_else(|| panic!("{steps}: {told:#?}"));
        assert!(first.starts_with(&format!("game.toml:17:{column} ")), "{steps}: {first}");
        assert!(first.contains(has), "{steps}: {first}");
    }
    // Where the rules cannot be played yet, they are read all the same.
    let (told, _) = with(&turn("draw -2").replace("n = 0", "n = \"?\""));
    assert!(told.iter().any(|one| one.contains("-2 is no number of cards")), "{told:#?}");
    for (rounds, fits) in [(0, false), (1, true), (100_000, true), (100_001, false)] {
        let (told, _) =
            with(&turn("n += 1").replace("max_rounds = 2", &format!("max_rounds = {rounds}")));
        let refused =
            told.iter().any(|one| one.contains("`max_rounds` must be a number from 1 to 100000"));
        assert_eq!(refused, !fits, "{rounds}: {told:#?}");
    }
    let (told, _) = with("[checks]\none = \"needs(0, Wolf)\"\n");
    assert!(told[0].contains("`needs` asks for at least one of each"), "{told:#?}");
}

#[test]
fn computed_numbers_below_0_are_taken_as_0_and_counters_stay_within_bounds() {
    let rules = turn("n += 1; draw n - 9; discard to n - 9; repeat n - 9: n += 100")
        + "[checks]\nnothing = \"mean(all.hand + discard) == 0 and mean(n) == 4\"\n";
    let (_, report) = with_cards(&rules, "name,count\nWolf,9\n");
    let row = report.rows.iter().find(|row| row.players == Some(2)).unwrap();
    assert_eq!(row.verdict, deckle::check::Verdict::Passed, "{row:?}");
    let rules =
        turn("n = 1000; repeat 9: n = n * n") + "[checks]\nmost = \"mean(n) == 1000 * 1000000\"\n";
    let (_, report) = with_cards(&rules, "name,count\nWolf,9\n");
    assert_eq!(report.rows[0].verdict, deckle::check::Verdict::Passed, "{:?}", report.rows);
}

#[test]
fn a_step_that_draws_more_than_there_are_is_told() {
    let (told, _) = with(&turn("draw 13"));
    assert!(
        told.iter().any(|one| one
            .starts_with("game.toml:17:12 draw-exceeds-deck: 13 cards are drawn at once of 12")),
        "{told:#?}"
    );
    assert!(!with(&turn("draw 12")).0.iter().any(|one| one.contains("draw-exceeds-deck")));
}

#[test]
fn players_and_sides_fit_together_and_checks_ask_for_seats_that_are_there() {
    let more = MIRRORED.replace("players = 2", "players = [2, 4]");
    let told = checked(&game([("game.toml", more.as_str()), ("cards.csv", ARMS)])).0;
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].starts_with("game.toml:4:11 seats: there are up to 4 players, and 2 sides to play"),
        "{told:#?}"
    );
    // A solo game against a deck that acts has more sides than players.
    let solo = MIRRORED.replace("players = 2", "players = 1");
    assert_eq!(
        checked(&game([("game.toml", solo.as_str()), ("cards.csv", ARMS)])).0,
        Vec::<String>::new()
    );
    let check =
        |players: &str| format!("[checks.a]\nthat = \"mean(rounds) < 99\"\nplayers = {players}\n");
    let sided = format!("{MIRRORED}{}", check("3"));
    let (told, report) = checked(&game([("game.toml", sided.as_str()), ("cards.csv", ARMS)]));
    assert!(
        told[0].contains("seats: `a` asks of 3 players, and each of the 2 sides has a seat"),
        "{told:#?}"
    );
    assert_eq!(report.rows[0].players, None);
    let sided = format!("{MIRRORED}{}", check("2"));
    assert_eq!(
        checked(&game([("game.toml", sided.as_str()), ("cards.csv", ARMS)])).0,
        Vec::<String>::new()
    );
    let (told, _) = with(&(turn("n += 1; draw 1") + &check("[4, 5]")));
    assert!(
        told.iter().any(|one| one.contains("`a` asks of 5 players, and the game is for 2 to 4")),
        "{told:#?}"
    );
}

#[test]
fn cards_that_no_rule_and_no_policy_knows_are_told() {
    let rules = "[zones]\ndeck = { empty = \"reshuffle discard\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nn = { per = \"player\" }\n[turn]\nphases = [{ each = \"player\", do = [\"draw 1\", \"choose\", \"discard to 3\"] }]\n[action.hunt]\ncard = \"Wolf\"\ndo = \"n += 1\"\n[[end]]\nwhen = \"n >= 3\"\n[policy.default]\nchoose = \"hunt\"\ndiscard = [\"Lake\"]\n";
    let (told, _) = with(rules);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0]
            .starts_with("cards.csv:3:3 never-played: no rule of play does anything with `Bear`"),
        "{told:#?}"
    );
    // Counted by a column, it does something.
    let counted = rules.replace("n += 1", "n += 1 + sum(hand, cost) * 0");
    assert_eq!(with(&counted).0, Vec::<String>::new());
    // Rules that tell no card apart are a part of a game.
    assert_eq!(with(&turn("draw 1; discard to 1")).0, Vec::<String>::new());
}

#[test]
fn an_action_that_nobody_ever_does_is_told() {
    let rules = "[zones]\ndeck = { empty = \"reshuffle discard\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nn = { per = \"player\" }\n[turn]\nphases = [{ each = \"player\", do = [\"draw 1\", \"choose\", \"discard to 3\"] }]\n[action.hunt]\ncard = \"Wolf\"\ndo = \"n += 1\"\n[action.howl]\nif = \"hand[Wolf] > 9\"\ndo = \"n += 2\"\n[[end]]\nwhen = \"n >= 3\"\n[policy.default]\nchoose = [\"howl\", \"hunt\"]\ndiscard = [\"Lake\", \"Bear\"]\n";
    let (told, _) = with(rules);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].starts_with("game.toml:18:9 unreachable-action: nobody did `howl` in "),
        "{told:#?}"
    );
}

#[test]
fn sentences_of_the_rulebook_are_read_for_terms_and_names() {
    let rules = "[rulebook]\ntext = [\"the wild beest is hungry\", \"Play a Baer or a Lake.\"]\nterms = [\"wildbeest\"]\n[[component]]\nname = \"x\"\ncount = 0\nkind = \"other\"\n";
    let (told, _) = with_cards(rules, "name\nBeaver\nWildebeest\n");
    assert!(
        told.iter()
            .any(|one| one.starts_with("game.toml:8:14 spelling: the text says `wild beest`")),
        "{told:#?}"
    );
}

#[test]
fn a_report_tells_the_seed_when_anything_was_played() {
    assert_eq!(with("[checks]\none = \"count(Wolf) == 4\"\n").1.seed, None);
    assert_eq!(with(&turn("n += 1")).1.seed, Some(1));
}

#[test]
fn rules_that_cannot_be_read_are_not_played_by_halves() {
    let rules =
        turn("draw 1; n += 1; shout") + "[checks]\na = \"mean(n) == 99\"\nb = \"deck == 12\"\n";
    let (told, report) = with(&rules);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].contains("`shout` is no step | known: `draw`, `reveal`, `discard`, `play`"),
        "{told:#?}"
    );
    let rows: Vec<_> =
        report.rows.iter().map(|row| (row.verdict.word(), row.found.as_str())).collect();
    assert_eq!(rows, [("not decided", "not played: the rules cannot be read"), ("holds", "12")]);
    assert_eq!(report.seed, None);
}

#[test]
fn numbers_of_players_that_a_game_is_not_meant_for_are_told() {
    let folder = super::support::Temporary::new();
    folder.write(&[
        ("game.toml", &format!("[game]\ntitle = \"T\"\nplayers = [2, 3]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{}", turn("n += 1"))),
        ("cards.csv", "name\nWolf\n"),
    ]);
    let output = super::cli::deckle(&folder, &["simulate", "--players", "2,5", "--games", "5"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success()
            && told.contains("warning[seats]: 5 players are asked for, and the game is for 2 to 3"),
        "{told}"
    );
}

#[test]
fn seats_zones_and_piles_that_make_no_sense_are_told_at_their_place() {
    let cases = [
        ("draw 1; win seat 5", "there is no seat 5: 2 play"),
        ("draw 1; discard hend", "no card and no notation is called `hend` | did you mean `hand`?"),
        ("draw 1; play Wolf from hand to hand", "the cards of `hand` would stay where they are"),
        ("draw 1; shuffle hand into hand", "the cards of `hand` would stay where they are"),
        ("draw 1 from deck to deck", "the cards of `deck` would stay where they are"),
        ("draw 1; discard Wolf from discard", "the cards of `discard` would stay where they are"),
    ];
    for (steps, has) in cases {
        let (told, _) = with(&turn(steps));
        let found = told.iter().any(|one| one.starts_with("game.toml:17:") && one.contains(has));
        assert!(found, "{steps}: {told:#?}");
    }
    let (told, _) = with(&turn("draw 1").replace("empty = \"stop\"", "empty = \"reshuffle deck\""));
    assert!(
        told.iter().any(|one| one.contains("`deck` cannot be made anew of itself")),
        "{told:#?}"
    );
    let (told, _) = with(&(turn("draw 1") + "[checks]\na = \"P(win: seat 3) < 1\"\n"));
    assert!(
        told.iter()
            .any(|one| one.contains("no such seat: 2 play") && one.contains("players = [3, 4]")),
        "{told:#?}"
    );
}

/// Twenty cards of two kinds, of which nothing is drawn unless `steps` says so.
fn played(more: &str, steps: &str) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{ per = \"player\" }}\n[turn]\nmax_rounds = 4\nphases = [{{ name = \"Go\", each = \"player\", do = {steps} }}]\n{more}"
    );
    let cards = "name,count\nRed,10\nBlue,10\n";
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)])).0
}

#[test]
fn events_are_seen_in_rounds_without_a_draw_and_one_that_never_came_is_no_chance() {
    let rules = "[vars]\nk = 0\n[result]\nwinner = \"most k\"\n[watch]\nthird = \"k >= 3\"\nnever = \"k >= 100\"\n";
    let said = |checks: &str| {
        let told = played(&format!("{rules}[checks]\n{checks}\n"), "\"k += 1\"");
        told.into_iter().filter(|one| one.contains(" check-")).collect::<Vec<_>>()
    };
    // Two players count one each a round: the third comes in round 2 of every game.
    let holds = "a = \"P(third <= rounds) == 1\"\nb = \"P(third == 2) == 1\"\nc = \"P(third) == 1\"\nd = \"P(never) == 0\"";
    assert_eq!(said(holds), Vec::<String>::new());
    assert_eq!(said("e = \"P(never) == 1\"").len(), 1);
}

#[test]
fn one_name_for_two_things_that_rules_speak_of_is_told() {
    let told = played("[vars]\nhand = 0\n", "\"hand += 5\"");
    let start = "game.toml:14:1 same-name: a counter and a zone are both named `hand` | rename one";
    assert!(told.iter().any(|one| one.starts_with(start)), "{told:#?}");
    let told = played("[vars]\nk = 0\n[watch]\nk = \"rounds >= 2\"\n", "\"k += 1\"");
    let has = "same-name: an event of `[watch]` and a counter are both named `k`";
    assert!(told.iter().any(|one| one.contains(has)), "{told:#?}");
}

#[test]
fn cards_that_a_step_takes_with_all_others_are_played() {
    let told = |lay: &str| {
        let rules = format!(
            "[zones]\ndeck = {{ empty = \"reshuffle discard\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\nt = {{ per = \"player\" }}\n[vars]\nw = {{ per = \"player\" }}\n[turn]\nmax_rounds = 20\nphases = [{{ each = \"player\", do = [\"draw 1\", \"{lay}\", \"w += sum(t, p)\", \"discard t\"] }}]\n[[end]]\nwhen = \"w >= 6\"\n"
        );
        let (told, _) = with_cards(&rules, "name,count,p\nStab,6,2\nParry,6,0\n");
        told.into_iter().filter(|one| one.contains("never-played")).collect::<Vec<_>>()
    };
    for lay in [
        "play 1 all by most p to t",
        "play all to t",
        "play 1 p >= 0 to t",
        "meld p to t",
        "draw 1 to t",
    ] {
        assert_eq!(told(lay), Vec::<String>::new(), "{lay}");
    }
    // What is only thrown away, or held, is not.
    for lay in ["play 1 Stab to t", "play all to discard", "discard to 1", "draw 1 to hand"] {
        let told = told(lay);
        assert!(
            told.len() == 1 && told[0].contains("does anything with `Parry`"),
            "{lay}: {told:#?}"
        );
    }
}

#[test]
fn a_check_of_players_that_the_game_has_not_is_not_read() {
    let (told, report) = with(
        &(turn("n += 1; draw 1") + "[checks.a]\nthat = \"mean(rounds) >= 0\"\nplayers = [4, 5]\n"),
    );
    let found = told.iter().filter(|one| one.contains("`a` asks of 5 players")).count();
    let rows = report.rows.iter().filter(|row| row.name == "a");
    let rows: Vec<_> = rows.map(|row| (row.verdict, row.players)).collect();
    assert_eq!((found, rows), (1, vec![(deckle::check::Verdict::Broken, None)]), "{told:#?}");
}
