//! Does the game hold together: every lint at its place, declared checks with their verdicts.

use deckle::check::{Effort, Report, Verdict, check};
use deckle::diag::Sink;
use deckle::load::load;
use deckle::span::Sources;
use deckle::workspace::Workspace;

use super::support::game;

/// What checking says, `file:line:column code: message | help` a line, and the report.
pub fn checked(workspace: &dyn Workspace) -> (Vec<String>, Report) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let effort = Effort { seed: 1, games: 2_000 };
    let report = load(workspace, &mut sources, &mut sink)
        .map(|game| check(&game, &effort, &mut sink))
        .unwrap_or_default();
    let told = sink.list().iter().map(|one| {
        let place = one.place.as_ref().map(|label| sources.located(label.span));
        let place = place.map(|(file, line, column)| format!("{file}:{line}:{column} "));
        let helps: String = one.helps.iter().map(|help| format!(" | {help}")).collect();
        format!("{}{}: {}{helps}", place.unwrap_or_default(), one.code.name(), one.message)
    });
    (told.collect(), report)
}

const CARDS: &str = "id,name,count,type,cost,text\n1,Wolf,4,A,2,\n2,Bear,2,A,5,\n3,Lake,6,L,0,\n";

/// Checks a game of twelve cards whose manifest goes on with `rules`; they begin in line 7.
pub fn with(rules: &str) -> (Vec<String>, Report) {
    with_cards(rules, CARDS)
}

pub fn with_cards(rules: &str, cards: &str) -> (Vec<String>, Report) {
    let head = "[game]\ntitle = \"Test\"\nplayers = [2, 4]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n";
    let manifest = format!("{head}{rules}");
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)]))
}

#[track_caller]
fn tells(rules: &str, start: &str, has: &str) {
    let (told, _) = with(rules);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with(start) && told[0].contains(has), "{told:#?}\nnot {start} … {has}");
}

/// Whether an expression holds for the game of twelve cards.
#[track_caller]
fn holds(expression: &str) -> bool {
    let (told, report) = with(&format!("[checks]\none = \"{expression}\"\n"));
    match report.rows[0].verdict {
        Verdict::Passed => true,
        Verdict::Failed => false,
        other => panic!("{expression}: {other:?} {told:?}"),
    }
}

#[test]
fn a_game_that_declares_nothing_is_told_nothing() {
    let (told, report) = with("");
    assert!(told.is_empty() && report.rows.is_empty(), "{told:?}");
}

#[test]
fn cards_are_counted_by_name_by_column_and_by_notation() {
    for expression in [
        "deck == 12",
        "main == 12",
        "count(Wolf) == 4",
        "count(!Wolf) == 8",
        "count(Wolf | Bear) == 6",
        "count(type = A & cost >= 5) == 2",
        "rows(type = A) == 2",
        "main[Lake] == 6",
        "sum(main, cost) == 18",
        "sum(main[Wolf], cost) == 8",
        "highest(main, cost) == 5 and lowest(main, cost) == 0",
        "distinct(main, type) == 2",
        "needs(2, Wolf, Bear)",
        "needs(2, Wolf, Wolf) and not needs(3, Wolf, Wolf)",
        "needs(3, Wolf | Bear, Wolf) and not needs(4, Wolf | Bear, Wolf)",
        "floor(7 / 2) == 3 and ceil(7 / 2) == 4 and floor(-7 / 2) == -4",
        "not needs(3, Wolf, Bear)",
        "1 < 2 <= 2 < 3 and not 1 > 2",
        "abs(2 - 5) == 3 and max(1, 4, 2) == 4 and min(3, 1) == 1",
        "50% == 1 / 2 and -2 + 2 == 0 and 2 + 3 * 4 == 14",
    ] {
        assert!(holds(expression), "{expression}");
    }
    assert!(!holds("deck == 13"));
}

#[test]
fn a_check_that_fails_is_told_at_its_very_words() {
    tells(
        "[checks]\nsize = \"1 + deck == 14\"\n",
        "game.toml:8:13 check-failed: `size` does not hold",
        "",
    );
    let (told, report) = with(
        "[checks.size]\nthat = \"deck == 13\"\nseverity = \"warning\"\nreason = \"the box says so\"\n",
    );
    assert_eq!(told, ["game.toml:8:9 check-failed: `size` does not hold | the box says so"]);
    assert_eq!(report.rows[0].found, "12");
}

#[test]
fn what_cannot_be_read_is_told_with_a_likely_name() {
    let check = |text: &str| format!("[checks]\none = \"{text}\"\n");
    let cases = [
        (
            "count(Wlof) == 4",
            "game.toml:8:14 unknown-name: no card and no notation is called `Wlof` | did you mean `Wolf`?",
        ),
        (
            "main[type] == 4",
            "game.toml:8:13 unknown-name: no card and no notation is called `type` | `type` is a column: write `type = value`",
        ),
        (
            "mian == 12",
            "game.toml:8:8 unknown-name: there is no deck `mian` | did you mean `main`?",
        ),
        (
            "sum(main, csot) == 1",
            "game.toml:8:18 unknown-name: no deck has a column `csot` | did you mean `cost`?",
        ),
        (
            "cuont(Wolf) == 4",
            "game.toml:8:8 unknown-name: there is no function `cuont` | did you mean `count`?",
        ),
        ("deck == ", "game.toml:8:16 expression: a name is missing here"),
        ("(deck == 12", "game.toml:8:19 expression: `)` is missing here"),
        ("deck == 12 12", "game.toml:8:19 expression: this is not expected here"),
        (
            "rounds > 3",
            "game.toml:8:8 unknown-name: `rounds` differs from game to game | ask for its chance or mean: `mean(rounds)`",
        ),
        (
            "P(seen(13): hand[Wolf] == 4) > 0",
            "game.toml:8:20 expression: 13 cards are drawn of 12 | draw no more than the deck holds",
        ),
        (
            "P(opening: hand[Wolf] == 4) > 0",
            "game.toml:8:19 expression: the set-up deals no cards to `hand`",
        ),
        (
            "mean(rounds) > 3",
            "game.toml:8:8 expression: this must be played, and the rules are not there or not complete",
        ),
        ("P(seen(3): rounds > 3) > 3%", ""),
    ];
    for (text, start) in cases {
        let (told, _) = with(&check(text));
        assert!(told.iter().any(|line| line.starts_with(start)), "{text}: {told:#?}");
    }
    let deep = format!("{}1{}", "(".repeat(500), ")".repeat(500));
    assert!(with(&check(&deep)).0[0].contains("nests too deeply"));
    assert!(with(&check(&"1 + ".repeat(3000))).0[0].contains("bytes (limit"));
}

#[test]
fn components_are_held_against_what_is_built() {
    tells(
        "[[component]]\nname = \"Cards\"\ncount = 11\ndeck = \"main\"\n",
        "game.toml:9:9 component: the list has 11 of `Cards`, and 12 are built",
        "mend the count",
    );
    tells(
        "[[component]]\nname = \"Lakes\"\ncount = 5\ncards = \"type = L\"\n",
        "game.toml:9:9 component: the list has 5 of `Lakes`, and 6 are built",
        "",
    );
    tells(
        "[[component]]\nname = \"Cards\"\ncount = 12\ndeck = \"mian\"\nkind = \"card\"\n[[component]]\nname = \"All\"\ncount = 12\ndeck = \"main\"\n",
        "game.toml:10:8 component: there is no deck `mian`",
        "did you mean `main`?",
    );
    tells(
        "[[component]]\nname = \"Red cubes\"\ncount = 5\nkind = \"cube\"\n[rulebook]\ntotals = { cube = 6 }\n",
        "game.toml:12:19 component: the rulebook counts 6 components of the kind `cube`, and the list has 5",
        "",
    );
    tells(
        "[[component]]\nname = \"Dice\"\ncount = 2\nkind = \"dice\"\n",
        "game.toml:10:8 bad-value: `kind` cannot be `dice`",
        "did you mean `die`?",
    );
    assert!(holds_with_cubes("component('Red cubes') >= 5"));
}

fn holds_with_cubes(expression: &str) -> bool {
    let cubes = "[[component]]\nname = \"Red cubes\"\ncount = 5\nkind = \"cube\"\n";
    let (told, report) = with(&format!("{cubes}[checks]\none = \"{expression}\"\n"));
    assert!(told.is_empty(), "{told:?}");
    report.rows[0].verdict == Verdict::Passed
}

#[test]
fn notation_is_held_against_the_cards_both_ways() {
    tells(
        "[notation.type]\nvalues = { A = \"Animal\" }\n",
        "cards.csv:4:10 notation: `L`, on 6 cards, is not in the notation `type`",
        "known: `A`",
    );
    tells(
        "[notation.type]\nvalues = { A = \"Animal\", L = \"Land\", X = \"Case\" }\n",
        "game.toml:8:38 notation-unused: no card carries `X` of the notation `type`",
        "",
    );
    tells(
        "[notation.kind]\nvalues = [\"A\"]\n",
        "game.toml:7:11 unknown-column: no deck has a column `kind`",
        "known:",
    );
    let cards = "name,traits\nAsp,FR\nYak,FA\nShop,S\nNewt,R\n";
    let rules = "[notation.traits]\nsplit = \"letters\"\nvalues = [\"F\", \"A\", \"R\", \"S\"]\nexactly_one_of = [[\"F\", \"A\"]]\nunless = \"S\"\n";
    let (told, _) = with_cards(rules, cards);
    assert_eq!(
        told,
        [
            "cards.csv:3:5 exactly-one-of: `Yak` has 2 of F, A, not exactly one | mend the cell",
            "cards.csv:5:6 exactly-one-of: `Newt` has 0 of F, A, not exactly one | mend the cell",
        ]
    );
}

#[test]
fn groups_and_exceptions_name_values_of_their_notation() {
    let cards = "name,traits\nAsp,FR\nYak,A\n";
    let rules = |groups: &str, unless: &str| {
        format!(
            "[notation.traits]\nsplit = \"letters\"\nvalues = [\"F\", \"A\", \"R\"]\nexactly_one_of = {groups}\nunless = {unless}\n"
        )
    };
    let (told, _) = with_cards(&rules("[[\"F\", \"A\", \"Q\"]]", "[\"R\", \"f\"]"), cards);
    assert_eq!(
        told,
        [
            "game.toml:10:30 unknown-name: the notation `traits` has no value `Q` | known: `F`, `A`, `R`",
            "game.toml:11:16 unknown-name: the notation `traits` has no value `f` | did you mean `F`?",
        ]
    );
    assert_eq!(with_cards(&rules("[\"F\", \"A\"]", "\"R\""), cards).0, Vec::<String>::new());
}

#[test]
fn meanings_select_cards_too() {
    let notation = "[notation.type]\nvalues = { A = \"Animal\", L = \"Land\" }\n";
    let (told, report) =
        with(&format!("{notation}[checks]\none = \"count(Animal) == 6 and count(L) == 6\"\n"));
    assert!(told.is_empty() && report.rows[0].verdict == Verdict::Passed, "{told:?}");
}

#[test]
fn names_and_ids_are_each_ones_own() {
    let cards = "id,name,type\n1,Wolf,A\n1,Bear,A\n3,Wolf,A\n";
    let (told, _) = with_cards("[checks]\n", cards);
    assert_eq!(
        told,
        [
            "cards.csv:3:1 same-id: two rows have the id `1` | give each row its own",
            "cards.csv:4:3 same-name: two rows of `main` have the name `Wolf` | make them one row with more copies, or rename one",
        ]
    );
}

#[test]
fn the_rulebooks_names_are_the_cards_names() {
    tells(
        "[rulebook]\nmentions = [\"Wolf\", \"Wlof\"]\n",
        "game.toml:8:21 mention: nothing in the game is called `Wlof`",
        "did you mean `Wolf`?",
    );
    let cards = "name,text\nPeriscope,\nTorpedo,Lay it next to your Periscpe.\nDive,Two Periscopes or a Periscope\n";
    let (told, _) = with_cards("[rulebook]\ntext_columns = \"text\"\n", cards);
    assert_eq!(
        told,
        [
            "cards.csv:3:29 mention: the text says `Periscpe`, and no card is called so | did you mean `Periscope`?"
        ]
    );
}

#[test]
fn phases_are_listed_as_they_are_described() {
    tells(
        "[rulebook]\nphases = [\"Draw\", \"Evnt\"]\ndescribed = [\"Draw\", \"Event\"]\n[[allow]]\ncode = \"phases\"\nabout = \"`Event`\"\nreason = \"the same mistake\"\n",
        "game.toml:8:19 phases: the phase `Evnt` is listed and never described",
        "did you mean `Event`?",
    );
    tells(
        "[rulebook]\nphases = [\"Event\", \"Draw\"]\ndescribed = [\"Draw\", \"Event\"]\n",
        "game.toml:8:11 phases: the phases are described in another order",
        "listed: Event, Draw; described: Draw, Event",
    );
}

#[test]
fn what_nobody_has_decided_is_an_error_and_what_is_assumed_is_listed() {
    tells(
        "[zones]\ndeck = {}\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = \"?\" }\n",
        "game.toml:11:42 unstated: the rulebook does not say `setup.deal.n`",
        "assumed",
    );
    tells(
        "[rulebook.silent]\n\"ties in battle\" = \"?\"\n",
        "game.toml:8:20 unstated: the rulebook does not say `ties in battle`",
        "",
    );
    let (told, report) = with(
        "[zones]\ndeck = {}\nhand = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = { value = 3, assumed = \"plays best\" } }\n",
    );
    assert!(told.is_empty(), "{told:?}");
    let assumed = &report.assumed[0];
    assert_eq!((assumed.what.as_str(), assumed.why.as_str()), ("setup.deal.n", "plays best"));
}

const PLAY: &str = "[zones]\ndeck = { empty = \"reshuffle discard\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 3 }\n[turn]\nphases = [{ each = \"player\", do = [\"draw 1\", \"discard to 3\", \"choose\"] }]\n[action.hunt]\ncard = \"Wolf\"\ndo = \"vp += 1\"\n[[end]]\nwhen = \"vp >= 3\"\n[policy.default]\nchoose = \"hunt\"\ndiscard = [\"Lake\", \"Bear\"]\n";

#[test]
fn rules_without_faults_are_told_nothing() {
    assert_eq!(with(PLAY).0, Vec::<String>::new());
}

#[test]
fn every_phrase_of_the_rules_is_read() {
    let cases = [
        (
            "draw 1",
            "darw 1",
            "game.toml:16:37 expression: `darw` is no step | did you mean `draw`?",
        ),
        (
            "discard to 3",
            "discard Wlof",
            "game.toml:16:55 unknown-name: no card and no notation is called `Wlof`",
        ),
        (
            "card = \"Wolf\"",
            "card = \"Wolff\"",
            "game.toml:18:9 unknown-name: no card and no notation is called `Wolff`",
        ),
        (
            "choose = \"hunt\"",
            "choose = \"hnut\"",
            "game.toml:23:11 unknown-name: there is no action `hnut`",
        ),
        (
            "\"Bear\"]",
            "\"Bare\"]",
            "game.toml:24:21 unknown-name: no card and no notation is called `Bare`",
        ),
        ("reshuffle discard", "shuffle", "game.toml:8:18 bad-value: `empty` cannot be `shuffle`"),
    ];
    for (old, new, start) in cases {
        let (told, _) = with(&PLAY.replace(old, new));
        assert!(told.iter().any(|line| line.starts_with(start)), "{new}: {told:#?}");
    }
    // What only playing needs is told when a check plays.
    let (told, _) = with(&format!(
        "{}[checks]\none = \"mean(rounds) > 0\"\n",
        PLAY.replace("vp += 1", "vpp += 1")
    ));
    assert!(
        told.iter().any(|line| line.contains("there is no counter `vpp` | did you mean `vp`?")),
        "{told:#?}"
    );
}

#[test]
fn lints_of_the_rules_need_no_game() {
    let one = |old: &str, new: &str, start: &str| {
        let (told, _) = with(&PLAY.replace(old, new));
        assert_eq!(told.len(), 1, "{new}: {told:#?}");
        assert!(told[0].starts_with(start), "{told:#?}");
    };
    let (told, _) = with(&PLAY.replace("n = 3", "n = 4").replace("discard to 3", "discard to 4"));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].starts_with("game.toml:14:42 draw-exceeds-deck: the set-up deals 16 cards of 12")
    );
    one(
        "discard to 3",
        "discard to 2",
        "game.toml:14:42 hand-limit: 3 cards are dealt, and the hand limit is 2",
    );
    one(
        "{ empty = \"reshuffle discard\" }",
        "{}",
        "game.toml:8:1 deck-runs-out: `deck` runs out in all ",
    );
    let (told, _) = with(&PLAY.replace("choose = \"hunt\"\n", ""));
    assert!(
        told[0].starts_with("game.toml:17:9 action-unused: no policy ever chooses `hunt`"),
        "{told:#?}"
    );
    assert!(told.len() == 2 && told[1].contains("victory-unreachable: none of "), "{told:#?}");
    one("vp += 1", "draw 1", "game.toml:21:9 victory-unreachable: nothing raises `vp`");
    let scarce = PLAY.replace("reshuffle discard", "stop").replace("vp >= 3", "vp >= 5");
    assert!(with(&scarce).0[0].contains("`vp` must reach 5, and the cards are enough for 4"));
}

const SIDES: &str = "[zones]\ndeck = { empty = \"reshuffle discard\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nsunk = { per = \"player\" }\n[turn]\nphases = [{ each = \"player\", do = [\"draw 1\", \"choose\"] }]\n[action.bite]\nby = \"Wolves\"\ncard = \"Wolf\"\ndo = \"sunk += 1\"\n[action.hug]\nby = \"Bears\"\ncard = \"Bear | Lake\"\ndo = \"sunk += 1\"\n[[end]]\nside = \"Wolves\"\nwhen = \"sunk >= 3\"\n[[end]]\nside = \"Bears\"\nwhen = \"sunk >= 2\"\n";

fn sided(rules: &str) -> Vec<String> {
    let head = "[game]\ntitle = \"Test\"\nsides = [\"Wolves\", \"Bears\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n";
    let manifest = format!("{head}{rules}");
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)])).0
}

#[test]
fn every_side_can_win_and_by_what_it_does_itself() {
    assert_eq!(sided(SIDES), Vec::<String>::new());
    let seed = SIDES.replace(
        "side = \"Bears\"\nwhen = \"sunk >= 2\"",
        "side = \"Wolves\"\nwhen = \"Bears.sunk >= 2\"",
    );
    let told = sided(&seed);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(
        told[0].starts_with("game.toml:3:20 side-cannot-win: `Bears` has no way to win"),
        "{told:#?}"
    );
    assert!(
        told[1].starts_with(
            "game.toml:27:8 win-by-other: `Wolves` wins by `sunk`, which only `Bears` raises | did you mean `Bears`?"
        ),
        "{told:#?}"
    );
}

#[test]
fn a_side_that_can_never_have_the_most_has_no_way_to_win() {
    let ends = SIDES.find("[[end]]").unwrap();
    let rules = format!("{}[result]\nwinner = \"most sunk\"\n", &SIDES[..ends]);
    assert_eq!(sided(&rules), Vec::<String>::new());
    let hug = "card = \"Bear | Lake\"\ndo = \"sunk += 1\"";
    let told = |result: &str, does: &str| {
        let new = format!("card = \"Bear | Lake\"\ndo = \"{does}\"");
        assert!(rules.contains(hug));
        sided(&rules.replace(hug, &new).replace("most sunk", result))
    };
    let never = |told: &[String], side: &str, at: &str, why: &str| {
        let start = format!("game.toml:{at} side-cannot-win: `{side}` has no way to win: {why}");
        assert!(told.len() == 1 && told[0].starts_with(&start), "{told:#?}");
    };
    let raises = "nothing raises its `sunk` or lowers another's";
    for does in ["draw 1", "enemy.sunk += 1", "sunk -= 1", "Wolves.sunk += 2", "'seat 1'.sunk += 1"]
    {
        never(&told("most sunk", does), "Bears", "3:20", raises);
    }
    for does in ["sunk += 1", "sunk = 4", "enemy.sunk -= 1", "all.sunk += 1", "'seat 2'.sunk += 1"]
    {
        assert_eq!(told("most sunk", does), Vec::<String>::new(), "{does}");
    }
    // Of damage, the least wins: the Wolves raise theirs, and nobody raises the Bears'.
    never(
        &told("least sunk", "draw 1"),
        "Wolves",
        "3:10",
        "nothing lowers its `sunk` or raises another's",
    );
    assert_eq!(told("least sunk", "sunk += 1"), Vec::<String>::new());
    // Another way to win is enough.
    let end = "[[end]]\nside = \"Bears\"\nwhen = \"round >= 9\"\n[result]";
    let other =
        rules.replace(hug, "card = \"Bear | Lake\"\ndo = \"draw 1\"").replace("[result]", end);
    assert_eq!(sided(&other), Vec::<String>::new());
}

#[test]
fn what_is_allowed_needs_a_reason_and_a_finding() {
    let cards = "name,type\nFire,A\nFire,A\n";
    let allow =
        "[checks]\n[[allow]]\ncode = \"same-name\"\nabout = \"Fire\"\nreason = \"two printings\"\n";
    let (told, report) = with_cards(allow, cards);
    assert_eq!((told.len(), report.allowed.len()), (0, 1), "{told:?}");
    let (told, _) = with_cards(&allow.replace("about = \"Fire\"", "about = \"Ice\""), cards);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[1].starts_with("game.toml:9:8 allow-unused"), "{told:#?}");
    let (told, _) = with_cards(&allow.replace("reason = \"two printings\"\n", ""), cards);
    assert!(told[0].contains("missing-key: [[allow]] has no `reason`"), "{told:#?}");
    let (told, _) = with_cards(&allow.replace("same-name", "same-nmae"), cards);
    assert!(
        told[0].contains("there is no message `same-nmae` | did you mean `same-name`?"),
        "{told:#?}"
    );
}

#[test]
fn a_verdict_of_chance_is_given_only_when_it_is_sure() {
    let ask = |text: &str| {
        let (_, report) = with(&format!("{PLAY}[checks.one]\nthat = \"{text}\"\nplayers = 2\n"));
        report.rows[0].verdict
    };
    assert_eq!(ask("P(win: seat 1) > 20%"), Verdict::Passed);
    assert_eq!(ask("P(win: seat 1) < 20%"), Verdict::Failed);
    assert_eq!(ask("P(win: seat 1) + P(win: seat 2) + P(win: nobody) == 1"), Verdict::Undecided);
    assert_eq!(ask("never_played(Wolf) == 0 and never_played(Lake) == 1"), Verdict::Passed);
    let (told, _) = with(&format!(
        "{PLAY}[checks.one]\nthat = \"P(win: seat 1) < P(win: seat 2) + 100% / 1000\"\nplayers = 2\nbudget = 100\n"
    ));
    assert!(
        told[0].contains("check-undecided: `one` is not decided with 2 players after 100 games"),
        "{told:?}"
    );
}

/// Words of the language, for texts that make little sense.
const WORDS: [&str; 48] = [
    "P",
    "(",
    ")",
    "[",
    "]",
    "hand",
    "deck",
    "Wolf",
    "Bear",
    "type",
    "=",
    "==",
    "<=",
    ">",
    "and",
    "or",
    "not",
    "1",
    "40%",
    "0.5",
    "3d6",
    "d6",
    "1000000",
    "99999999999",
    "opening",
    "seen",
    ":",
    "roll",
    "a",
    ",",
    "sum",
    "cost",
    "max",
    "hits",
    "win",
    "seat",
    "draw",
    "discard",
    "to",
    "play",
    "if",
    "repeat",
    "choose",
    "enemy",
    ".",
    "'",
    "é",
    "!",
];

#[test]
fn no_text_of_any_words_lets_a_check_or_a_rule_fail_without_a_message() {
    use deckle::sim::lang::{Scope, Text, expression, rest_selector, steps};
    let workspace = game([
        ("game.toml", "[game]\ntitle = \"T\"\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n"),
        ("cards.csv", CARDS),
    ]);
    let loaded = load(&workspace, &mut Sources::default(), &mut Sink::default()).unwrap();
    let pool = deckle::sim::pool::Pool::new(&loaded);
    let scope = Scope { pool: &pool };
    let mut rng = deckle::sim::rng::Rng::new(11, 0);
    let mut read = 0;
    for _ in 0..20_000 {
        let length = 1 + rng.below(14);
        let words = (0..length).map(|_| WORDS[rng.below(48) as usize]);
        let text = words.collect::<Vec<_>>().join(if rng.below(4) == 0 { "" } else { " " });
        let range = |fault: deckle::sim::lang::Fault| {
            assert!(
                fault.range.end <= text.len() && text.is_char_boundary(fault.range.start),
                "{text}: {fault:?}"
            );
        };
        match expression(&mut Text::new(&text, &scope).unwrap()) {
            Ok(_) => read += 1,
            Err(fault) => range(fault),
        }
        let _ = rest_selector(&mut Text::new(&text, &scope).unwrap()).map_err(range);
        let _ = steps(&mut Text::new(&text, &scope).unwrap()).map_err(range);
    }
    assert!(read > 500, "only {read} were read");
}

#[test]
fn no_change_of_a_manifest_lets_checking_hang_or_fall() {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = [2, 4]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{PLAY}[checks]\none = \"P(win: seat 1) < 90%\"\ntwo = \"P(opening: hand[Wolf] >= 1) > 0\"\n[notation.type]\nvalues = [\"A\", \"L\"]\n[watch]\nw = \"hand[Wolf] >= 2\"\n"
    );
    let words: Vec<&str> = manifest.split_inclusive([' ', '"', '\n']).collect();
    let mut rng = deckle::sim::rng::Rng::new(12, 0);
    let mut clean = 0;
    for _ in 0..400 {
        let mut words = words.clone();
        for _ in 0..1 + rng.below(2) {
            // Words inside phrases, so that the file can be read all the same.
            let inner = |word: &str| !word.contains(['"', '=', '[', ']', '{', '}', '\n']);
            let places: Vec<usize> = (0..words.len()).filter(|at| inner(words[*at])).collect();
            let mut any = || places[rng.below(places.len() as u32) as usize];
            let (at, other) = (any(), any());
            match rng.below(3) {
                0 => drop(words.remove(at)),
                1 => {
                    words[at] = ["1000000 ", "0 ", "-3 ", "all ", "enemy.hand ", "repeat 9: "]
                        [rng.below(6) as usize]
                }
                _ => words.swap(at, other),
            }
        }
        let text = words.concat();
        let workspace = game([("game.toml", text.as_str()), ("cards.csv", CARDS)]);
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        if let Ok(game) = load(&workspace, &mut sources, &mut sink) {
            check(&game, &Effort { seed: 1, games: 20 }, &mut sink);
            clean += 1;
        }
    }
    assert!(clean > 50, "only {clean} were read");
}

#[test]
fn rules_that_take_very_long_are_given_up_and_still_answered() {
    let long = PLAY.replace("\"draw 1\"", "\"draw 1000 * (1 + round) to discard\"");
    let (told, report) = with(&format!(
        "{long}[checks.one]\nthat = \"P(win: seat 1) == 100%\"\nplayers = 2\nbudget = 100\n"
    ));
    assert!(report.rows[0].verdict == Verdict::Failed, "{told:#?}");
}

#[test]
fn what_never_came_is_told_with_its_bound_and_is_not_called_impossible() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\n[vars]\na = 0\n[turn]\nmax_rounds = 1\n[[turn.phases]]\ndo = [\"a = 1\"]\n[checks]\nnever = \"P(a == 2) == 0\"\never = \"P(a == 2) > 0\"\nalways = \"P(a == 1) == 1\"\nmost = \"mean(a) <= 1\"\n";
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
    );
    let (told, report) =
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", "name\nA\n")]));
    let verdicts: Vec<_> = report.rows.iter().map(|row| row.verdict.word()).collect();
    assert_eq!(verdicts, ["holds", "not decided", "holds", "holds"], "{told:#?}");
    // 4.5 standard deviations of 2000 games without a hit: 20.25 / (2000 + 20.25).
    assert!(report.rows[0].found.contains("1.002 %, 2000 games"), "{}", report.rows[0].found);
}

#[test]
fn rules_with_unknown_names_are_told_when_no_check_plays() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[turn]\nmax_rounds = 1\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw 1 to hnad\"]\n";
    let (told, _) = with(rules);
    assert!(told.iter().any(|one| one.contains("`hnad`") && one.contains("hand")), "{told:#?}");
}

#[test]
fn a_selector_that_takes_no_card_is_told_unless_it_asks_for_none() {
    let check = |text: &str| format!("[checks]\none = \"{text}\"\n");
    tells(
        &check("P(seen(3): hand[type = M] >= 1) == 0"),
        "game.toml:8:24 selects-nothing: no card is `type = M`",
        "count(…) == 0",
    );
    assert_eq!(with(&check("count(type = M) == 0")).0, Vec::<String>::new());
    // What looks misspelt is told even there.
    let cards = "name,kind\nWolf,Animal\n";
    let (told, _) = with_cards(&check("count(kind = Animla) == 0"), cards);
    assert_eq!(
        told,
        ["game.toml:8:14 selects-nothing: no card is `kind = Animla` | did you mean `Animal`?"]
    );
    let (told, _) = with(&PLAY.replace("[\"Lake\", \"Bear\"]", "[\"cost > 9\"]"));
    assert!(
        told[0].starts_with("game.toml:24:13 selects-nothing: no card is `cost > 9`"),
        "{told:#?}"
    );
    let notation = "[notation.type]\nvalues = { A = \"Animal\", L = \"Land\", X = \"Case\" }\n";
    let (told, _) = with(&format!("{notation}{}", check("P(seen(3): hand[Case] >= 1) == 0")));
    assert!(told.iter().any(|one| one.contains("selects-nothing: no card is `Case`")), "{told:#?}");
}

#[test]
fn a_division_says_how_it_is_rounded_and_never_divides_by_nothing() {
    let check = |text: &str| format!("[checks.one]\nthat = \"{text}\"\nplayers = 2\nbudget = 50\n");
    let (told, _) = with(&format!("{PLAY}{}", check("mean(rounds / 2) > 0")));
    assert!(
        told[0].starts_with("game.toml:26:14 expression: a game counts in whole numbers, and this may leave a fraction | say how it is rounded: `floor(a / b)`"),
        "{told:#?}"
    );
    let (told, report) =
        with(&format!("{PLAY}{}", check("mean(ceil(rounds / 2) - floor(rounds / 2)) < 9")));
    assert!(told.is_empty() && report.rows[0].verdict == Verdict::Passed, "{told:#?}");
    let (told, _) = with(&format!("{PLAY}{}", check("mean(floor(rounds / (deck - deck))) > 0")));
    assert!(
        told[0].contains("divides by 0 in game 0") && told[0].contains("--replay 0"),
        "{told:#?}"
    );
    let (told, _) = with(&check("mean(seen(3): 6 / hand[Wolf]) > 0"));
    assert!(told[0].contains("in some cases this divides by 0"), "{told:#?}");
    // What stands behind `and` is not asked where the first part says no.
    assert!(holds("P(seen(3): hand[Wolf] > 0 and 6 / hand[Wolf] > 2) > 0"));
    assert!(holds("P(roll a = 1d6: a > 1 and 6 / (a - 1) >= 2) == 3 / 6"));
    let (told, _) = with(&check("P(6 / (1d6 - 1) > 2) > 0"));
    assert!(told[0].contains("in some cases this divides by 0"), "{told:#?}");
}

#[test]
fn a_policy_of_nobody_is_told() {
    let (told, _) = with(&PLAY.replace("[policy.default]", "[policy.defalt]"));
    assert_eq!(
        told,
        [
            "game.toml:22:9 policy-unused: nobody plays by the policy `defalt` | did you mean `default`?"
        ]
    );
    let (told, _) = with(&PLAY.replace("[policy.default]", "[policy.ZZZ]"));
    assert_eq!(
        told,
        ["game.toml:22:9 policy-unused: nobody plays by the policy `ZZZ` | call it `default`"]
    );
    // Another policy, to be asked for, is no mistake.
    assert!(with(&format!("{PLAY}[policy.bold]\nchoose = \"hunt\"\n")).0.is_empty());
    let bears = "[policy.Wolves]\nchoose = \"bite\"\n[policy.Baers]\nchoose = \"hug\"\n";
    let told = sided(&format!("{SIDES}{bears}"));
    assert!(told.len() == 1 && told[0].contains("`Baers` | did you mean `Bears`?"), "{told:#?}");
}

#[test]
fn piles_without_a_rule_are_counted_or_played_or_left_undecided() {
    let zones = |max: u32, more: &str| {
        format!(
            "[zones]\ndeck = {{}}\nhand = {{ per = \"player\" }}\ndiscard = {{}}\n[turn]\nmax_rounds = {max}\nphases = [{{ each = \"player\", do = [\"draw 1\"{more}] }}]\n"
        )
    };
    // Twelve cards, four players: three rounds.
    assert!(with(&zones(3, "")).0.is_empty());
    tells(
        &zones(4, ""),
        "game.toml:8:1 deck-runs-out: `deck` runs out in round 4 with 4 players; nothing says what then",
        "",
    );
    // The hands come back, so it never does; and no number of games proves that.
    let back = zones(50, ", \"if hand >= 2: shuffle hand into deck\"");
    let (told, _) = with(&back);
    assert!(
        told.len() == 1
            && told[0].contains("`deck` did not run out in 400 games, which decides nothing"),
        "{told:#?}"
    );
    let (told, _) = with(&zones(50, ", \"if d6 == 6: draw 1\""));
    assert!(told[0].contains("runs out in all 400 games with"), "{told:#?}");
    let (told, _) =
        with(&format!("{}[vars]\nties = \"?\"\n", zones(50, ", \"if d6 == 6: draw 1\"")));
    assert!(
        told.iter().any(|one| one.contains("whether `deck` runs out is not decided")),
        "{told:#?}"
    );
}

#[test]
fn each_victory_has_a_row_and_one_that_never_comes_is_told() {
    let (told, report) = with(PLAY);
    assert!(told.is_empty(), "{told:#?}");
    let row = report.rows.last().unwrap();
    assert_eq!((row.name.as_str(), row.verdict), ("victory", Verdict::Passed));
    // Four Wolves, each worth one: the printed copies against the goal.
    assert!(
        row.found.ends_with("; one pass of the cards is enough for 4, 3 needed"),
        "{}",
        row.found
    );
    let never = PLAY.replace("vp >= 3", "vp >= 3 and hand[Lake] >= 6");
    let (told, report) = with(&never);
    assert!(
        told.len() == 1 && told[0].contains("games ended by `vp >= 3 and hand[Lake] >= 6`"),
        "{told:#?}"
    );
    assert_eq!(report.rows.last().unwrap().verdict, Verdict::Undecided);
}

#[test]
fn numbers_that_the_rulebook_prints_are_those_that_are_built() {
    tells(
        "[rulebook.counts]\nWolf = 4\n\"type = A\" = 5\n",
        "game.toml:9:14 printed-count: the rulebook prints 5 of `type = A`, and 6 are built",
        "mend the rulebook",
    );
    tells(
        "[rulebook.counts]\nWlof = 4\n",
        "game.toml:8:1 unknown-name: no card and no notation is called `Wlof`",
        "did you mean `Wolf`?",
    );
    tells(
        "[notation.type]\nvalues = [\"A\", \"L\"]\ncount = 3\n",
        "game.toml:9:9 notation: the notation `type` has 2 values, and 3 are announced",
        "",
    );
}

#[test]
fn texts_write_terms_as_the_rulebook_does() {
    let cards = "name,text\nMap,Take the Gattling gun and the Finger Prints of Mulders boss\nKey,A nuissance: two UFO’s\nBox,The Gatling and its Gatlings; a hand writing UFOs\n";
    let rules = "[rulebook]\nterms = [\"Gatling\", \"Fingerprints\", \"Mulder's\", \"UFOs\", \"nuisance\"]\ntext_columns = \"text\"\n";
    let (told, _) = with_cards(rules, cards);
    let said: Vec<&str> = told.iter().map(|one| one.split("spelling: ").nth(1).unwrap()).collect();
    assert_eq!(
        said,
        [
            "the text says `Gattling` | the rulebook writes `Gatling`",
            "the text says `Finger Prints` | the rulebook writes `Fingerprints`",
            "the text says `Mulders` | the rulebook writes `Mulder's`",
            "the text says `UFO’s` | the rulebook writes `UFOs`",
            "the text says `nuissance` | the rulebook writes `nuisance`",
        ]
    );
    assert!(told[0].starts_with("cards.csv:2:14 "), "{told:#?}");
}
