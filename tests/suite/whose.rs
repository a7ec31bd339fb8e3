//! Checks that leave open what they ask: whose zone, which deck, what share; and what is said of those that fail.

use deckle::check::{Report, Verdict};
use deckle::sim::study::{Plan, simulate};
use deckle::workspace::Workspace;

use super::checks;
use super::playtests::small;
use super::support::game;

const RULES: &str = "[zones]\ndeck = { empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nscore = { per = \"player\" }\nn = 0\n[setup]\ndeal = { from = \"deck\", to = \"hand\", n = 3 }\n[turn]\nmax_rounds = 4\n[[turn.phases]]\nname = \"Go\"\neach = \"player\"\ndo = [\"draw 1\", \"score += players + 1\", \"if hand >= 9: n += 1\"]\n[watch]\nred = \"hand[Red] >= 1\"\nflood = \"hand[Red] >= 6\"\nnone = \"hand[Red] >= 12\"\n[result]\nwinner = \"most score\"\n";
const CARDS: &str = "name,count,suit,force\nRed,10,A,1\nBlue,10,B,2\nGreen,10,C,3\nPlain,10,,\n";

/// What checking says, but that nobody wins: most of these rules give each player as much.
fn checked(workspace: &dyn Workspace) -> (Vec<String>, Report) {
    let (mut told, report) = checks::checked(workspace);
    told.retain(|one| !one.contains(" were ties by "));
    (told, report)
}

/// A game of two players, or of some sides; the checks begin in its last lines.
fn asked(head: &str, checks: &str) -> (Vec<String>, Report) {
    let manifest = format!(
        "[game]\ntitle = \"T\"\n{head}\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{RULES}[checks]\n{checks}"
    );
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]))
}

/// What is told of one check.
#[track_caller]
fn one(check: &str, has: &str) {
    let (told, _) = asked("players = 2", &format!("a = {check:?}\n"));
    assert!(told.len() == 1 && told[0].contains(has), "{check}: {told:#?}\nnot {has}");
}

#[track_caller]
fn holds(check: &str) {
    let (told, report) = asked("players = 2", &format!("a = {check:?}\n"));
    assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()), "{check}");
}

#[test]
fn a_players_place_in_a_check_needs_an_owner_where_several_play() {
    let help = "| write `'seat 1'.score`, or `all.score` for all of them together";
    one("P(turn 2: score >= 3) >= 0", help);
    one("mean(hand[Red]) >= 0", "every player has a `hand`, and the check does not say whose");
    one("mean(sum(hand, force)) >= 0", "does not say whose");
    one("mean(enemy.score) >= 0", "this check is nobody's, so there is no `enemy` in it");
    one("mean(me.hand) >= 0", "there is no `me` in it");
    one("mean('seat 3'.score) >= 0", "there is no such seat: 2 play");
    one("mean('seat 0'.score) >= 0", "nobody is called `seat 0`");
    // Three points a round: after the first, each seat has them.
    holds(
        "P(turn 1: 'seat 1'.score == 3) == 1 and mean('seat 2'.score) == 12 and mean(all.score) == 24",
    );
    let (told, _) = asked("sides = [\"Old Fox\", \"Hen\"]", "a = \"mean(score) >= 0\"\n");
    assert!(told[0].contains("write `'Old Fox'.score`"), "{told:#?}");
    let (told, report) = asked(
        "sides = [\"Old Fox\", \"Hen\"]",
        "a = \"mean(Hen.score) == 12 and mean('seat 1'.score) == 12\"\n",
    );
    assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()));
    // Who plays alone is meant.
    let (told, report) = asked("players = 1", "a = \"mean(score) == 8\"\n");
    assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()));
}

#[test]
fn a_seat_is_named_in_rules_too() {
    let rules = RULES.replace("score += players + 1", "'seat 2'.score += 1");
    let study = simulate(&small(&rules, CARDS), &plan(20)).unwrap().tables.remove(0).study;
    assert_eq!((study.counters[0].mean(), study.counters[1].mean()), (0.0, 8.0));
    let rules = RULES.replace("score += players + 1", "'seat 5'.score += 1");
    let told = simulate(&small(&rules, CARDS), &plan(20)).unwrap_err();
    assert!(told[0].message.contains("there is no such seat: 2 play"), "{told:?}");
    assert!(told[0].helps[0].contains("with any number of players"), "{told:?}");
}

fn plan(games: u64) -> Plan {
    Plan { seed: 1, games, shard: (1, 1), players: vec![2], policies: Vec::new() }
}

#[test]
fn the_deck_of_a_check_is_that_of_its_zone_or_all_cards() {
    let two = |zones: &str, check: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[[deck]]\nname = \"other\"\ncards = \"other.csv\"\n{zones}[checks]\na = \"{check}\"\n"
        );
        let other = "name,count\nMoon,7\n";
        let files = [("game.toml", manifest.as_str()), ("cards.csv", CARDS), ("other.csv", other)];
        let (told, report) = checked(&game(files));
        assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()), "{check}");
    };
    two("", "deck == 47 and deck[Moon] == 7 and main == 40 and sum(deck, force) == 60");
    two("[zones]\ndeck = { deck = \"other\", empty = \"stop\" }\n", "deck == 7 and main == 40");
}

#[test]
fn a_share_beyond_every_chance_is_told_at_the_number() {
    one(
        "P(opening: hand[Red] >= 1) >= 140%",
        "a chance is never 140 % | a number from 0 % to 100 %",
    );
    one("P(opening: hand[Red] >= 1) >= 40", "a chance is never 4000 % | write `40%`");
    one("10% <= P(win: seat 1) <= 55", "| write `55%`");
    one("-5% < P(win: seat 1)", "a chance is never -5 %");
    one("abs(P(win: seat 1) - P(win: seat 2)) <= 3", "| write `3%`");
    one("P(win: seat 1) - P(win: seat 2) >= -200%", "is never -200 %");
    holds("P(win: seat 1) - P(win: seat 2) > -100% and mean(rounds) > 2");
    holds("P(opening: hand >= 3) == 100% and P(opening: hand[Red] >= 2) * 100 < 99");
}

#[test]
fn of_an_and_the_half_that_is_false_is_marked_first() {
    let has = |check: &str, start: &str| {
        let (told, _) = asked("players = 2", &format!("a = \"{check}\"\n"));
        assert!(told[0].starts_with(start), "{check}: {told:#?}");
    };
    // The text of the check begins in column 6.
    has("deck == 40 and count(Red) == 11", "game.toml:29:21 check-failed");
    has("count(Red) == 11 and deck == 40", "game.toml:29:6 check-failed");
    has("deck == 40 and mean(rounds) <= 3", "game.toml:29:21 check-failed");
}

#[test]
fn what_never_came_has_no_mean_and_what_seldom_came_has_one_of_its_games() {
    one("mean(none) <= 3", "this has no mean: it came in none of");
    let row = |check: &str| asked("players = 2", &format!("a = {check:?}\n")).1.rows.remove(0);
    let flood = row("mean(flood) <= 4");
    assert!(flood.found.contains(" games in which it came)"), "{}", flood.found);
    assert!(!flood.found.contains("10995"), "{}", flood.found);
    // The games that a program is told of are those of the mean.
    let estimate = flood.measured[0].estimate;
    let (came, games) = (estimate.measured().unwrap(), estimate.cases().unwrap());
    assert!(
        came < games
            && flood
                .found
                .contains(&format!("(the same in all of the {came} of {games} games in which"))
    );
    // Some seat has one of ten Reds among the fourteen cards of four rounds in nearly every game.
    assert_eq!(row("mean(red) <= 3").verdict, Verdict::Passed);
    let late = row("quantile(none, 0.5) > 4");
    assert!(late.found.starts_with("never (between never and never"), "{}", late.found);
}

#[test]
fn hands_are_asked_for_their_values_exactly() {
    // Four kinds of ten among forty: all three suits in three cards are 1000 of 9880 hands.
    holds("P(opening: distinct(hand, suit) == 3) == 1000 / 9880");
    holds(
        "P(opening: distinct(hand[Red | Blue], suit) == 2) == P(opening: hand[Red] >= 1 and hand[Blue] >= 1)",
    );
    holds("P(opening: hand[force >= 1] >= 1 and highest(hand, force) == 3) == 1 - 4060 / 9880");
    holds("P(opening: hand[force >= 1] >= 1 and lowest(hand, force) == 1) == 1 - 4060 / 9880");
    holds("mean(seen(40): highest(hand, force) - lowest(hand, force)) == 2");
    one(
        "P(opening: highest(hand, force) >= 3) > 0",
        "of which none is the highest | let `and` ask first",
    );
    one("P(opening: 'seat 1'.hand[Red] >= 1) > 0", "| a fresh hand has no owner: write `hand`");
}

#[test]
fn a_hand_of_two_piles_is_asked_pile_by_pile() {
    let rules = "[zones]\na = { deck = \"main\" }\nb = { deck = \"other\" }\nhand = { per = \"player\" }\n[setup]\ndeal = [{ from = \"a\", to = \"hand\", n = 2 }, { from = \"b\", to = \"hand\", n = 3 }]\n[checks]\na = \"P(opening(Red): hand[Moon] >= 1) > 0\"\n";
    let manifest = format!(
        "[game]\ntitle = \"T\"\nsides = [\"Red\", \"Blue\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[[deck]]\nname = \"other\"\ncards = \"other.csv\"\n{rules}"
    );
    let files = [
        ("game.toml", manifest.as_str()),
        ("cards.csv", CARDS),
        ("other.csv", "name,count\nMoon,7\n"),
    ];
    let (told, _) = checked(&game(files));
    let has = "`hand` is dealt from several piles | ask of each pile by itself: `seen(2, main): …`";
    assert!(told.len() == 1 && told[0].contains(has), "{told:#?}");
}

#[test]
fn faults_of_different_rules_are_told_together_and_nothing_that_follows_from_them() {
    let rules = "[zones]\ndeck = {}\ndiscard = {}\nhand = { per = \"player\" }\n[vars]\nvp = { per = \"player\" }\n[turn]\n[[turn.phases]]\neach = \"player\"\ndo = [\"darw 1\", \"draw 1 from dek\", \"choose\"]\n[action.hunt]\ncard = \"Red\"\ndo = \"vpp += 1\"\n[action.rest]\ndo = \"discard to\"\n[[end]]\nwhen = \"vp >>= 5\"\n[[end]]\nwhen = \"hnd >= 5\"\n[policy.default]\nchoose = [\"hant\", \"rest if vp > handd\"]\ndiscard = [\"Redd\", \"Blue if handy > 1\"]\n";
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
    );
    let (told, _) = checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]));
    let wrong = ["`darw`", "`dek`", "`vpp`", "`hnd`", "`hant`", "`handd`", "`Redd`", "`handy`"];
    for name in wrong {
        assert_eq!(told.iter().filter(|one| one.contains(name)).count(), 1, "{name}: {told:#?}");
    }
    // What checks ask of games is read too, where the rules leave games unplayed.
    let (more, report) = checked(&game([
        (
            "game.toml",
            format!("{manifest}[checks]\na = \"mean(vpp) > 3\"\nb = \"mean(all.vp) > 3\"\n")
                .as_str(),
        ),
        ("cards.csv", CARDS),
    ]));
    assert_eq!(more.len(), told.len() + 1, "{more:#?}");
    let verdicts: Vec<_> = report.rows.iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [Verdict::Broken, Verdict::Undecided]);
    // The other two are signs that are missing; each fault stands in its own line.
    assert_eq!(told.len(), wrong.len() + 2, "{told:#?}");
    assert!(told.iter().any(|one| one.starts_with("game.toml:27:33 unknown-name")), "{told:#?}");
}

#[test]
fn one_player_is_not_called_players() {
    let (told, _) = asked("players = 1", "a = \"mean(score) == 9\"\n");
    assert!(told[0].contains("`a` does not hold with 1 player"), "{told:#?}");
    assert!(!told[0].contains("1 players"), "{told:#?}");
}

#[test]
fn names_that_come_twice_and_lists_of_nothing_are_told() {
    let more = "[[component]]\nname = \"Cubes\"\ncount = 1\nkind = \"cube\"\n";
    let (told, _) = asked(&format!("players = 2\n{more}{more}"), "");
    assert!(
        told.len() == 1 && told[0].contains("same-name: two components have the name `Cubes`"),
        "{told:#?}"
    );
    let (told, _) = asked("players = 2", "a = { that = \"deck == 40\", players = [] }\n");
    assert!(
        told[0].contains(
            "`players` must be a number of players, or a list of them | such as `[2, 3]`"
        ),
        "{told:#?}"
    );
    let phases = |second: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\nsides = [\"A\", \"B\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{ per = \"player\" }}\n[turn]\nmax_rounds = 2\nphases = [\n  {{ name = \"Go\", side = \"A\", do = \"draw 1\" }},\n  {{ name = \"Go\", {second}, do = \"draw 1\" }},\n]\n"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)])).0
    };
    assert_eq!(phases("side = \"B\""), Vec::<String>::new());
    for who in ["side = \"A\"", "each = \"player\""] {
        let told = phases(who);
        assert!(
            told.len() == 1
                && told[0].contains("game.toml:14:3 same-name: two phases have the name `Go`"),
            "{told:#?}"
        );
    }
}

#[test]
fn policies_of_seats_that_no_table_has_are_told() {
    let game = small(RULES, CARDS);
    let asked = |players: &[u32], seat: &str| {
        let policies = vec![(seat.to_owned(), "random".to_owned())];
        simulate(&game, &Plan { players: players.to_vec(), policies, ..plan(4) })
    };
    assert!(asked(&[2], "seat 2").is_ok());
    let told = asked(&[1], "seat 2").unwrap_err();
    assert!(
        told[0].message.contains("there is no seat 2 to play by a policy: the game is of 1 player"),
        "{told:?}"
    );
}

#[test]
fn the_exact_curve_of_an_event_ends_with_the_deck() {
    // Forty cards, two players: three each are dealt, and one each drawn a round, for seventeen rounds.
    let table = simulate(&small(RULES, CARDS), &plan(4)).unwrap().tables.remove(0);
    assert_eq!(table.exact[0].len(), 13);
    let fewer = "name,count\nRed,3\nBlue,10\n";
    let table = simulate(&small(RULES, fewer), &plan(400)).unwrap().tables.remove(0);
    // Six of thirteen are dealt, so that three rounds of two are left.
    assert_eq!(table.exact[0].len(), 4);
    let share = table.deals.first[0].up_to(3) as f64 / 4000.0;
    let exact =
        1.0 - (10.0 * 9.0 * 8.0 * 7.0 * 6.0 * 5.0) / (13.0 * 12.0 * 11.0 * 10.0 * 9.0 * 8.0);
    assert!((table.exact[0][3] - exact).abs() < 1e-9, "{:?}", table.exact);
    assert!(
        (share - exact).abs() < 4.0 * (exact * (1.0 - exact) / 4000.0).sqrt(),
        "{share} {exact}"
    );
    // A draw from another place, or of a number that chance gives, leaves only what is dealt.
    let rolled = simulate(&small(&RULES.replace("draw 1", "draw 1d2"), CARDS), &plan(4)).unwrap();
    assert_eq!(rolled.tables[0].exact[0].len(), 1);
}

#[test]
fn a_chart_tells_what_lies_beyond_its_columns() {
    let rules = "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[vars]\nn = 0\n[turn]\nmax_rounds = 900\n[[turn.phases]]\ndo = [\"if round == 1 and hits(8d6, 6) >= 6: n = 0 - 500\", \"n += 1\"]\n[[end]]\nwhen = \"n >= 3\"\n";
    let folder = super::support::Temporary::new();
    folder.write(&[
        ("game.toml", &format!("[game]\ntitle = \"T\"\nplayers = 2\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}")),
        ("cards.csv", CARDS),
    ]);
    let output = super::cli::deckle(&folder, &["simulate", "--games", "8000", "--format", "html"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains(" games above the columns, as far as 503"), "{page}");
}

#[test]
fn nobody_acts_in_a_phase_of_the_table() {
    let said = |head: &str, steps: &str| {
        let rules = RULES.replace("each = \"player\"\n", "").replace("\"draw 1\"", steps);
        let rules =
            rules.replace("\"score += players + 1\", \"if hand >= 9: n += 1\"", "\"n += 1\"");
        let manifest = format!(
            "[game]\ntitle = \"T\"\n{head}\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]))
            .0
            .into_iter()
            // Nothing raises the counter that they win by.
            .filter(|one| !one.contains("never-played") && !one.contains("side-cannot-win"))
            .collect::<Vec<_>>()
    };
    let cases = [
        (
            "draw 1",
            "every player has a `hand`, and the phase does not say whose | give the phase `each = \"player\"`",
        ),
        ("discard to 4", "every player has a `hand`"),
        ("score += 1", "every player has a `score`"),
        ("if enemy.hand > 3: n += 1", "this phase is nobody's, so there is no `enemy` in it"),
        ("choose", "nobody acts in a phase of the table"),
        ("opponents: draw 1", "nobody acts in a phase of the table"),
    ];
    for (step, has) in cases {
        let told = said("players = 2", &format!("{step:?}"));
        assert!(told.len() == 1 && told[0].contains(has), "{step}: {told:#?}");
        assert!(told[0].starts_with("game.toml:20:"), "{step}: {told:#?}");
    }
    for step in [
        "all.score += 0",
        "'seat 2'.score += 1",
        "n += all.hand",
        "majority suit of hand to score",
        "draw 1 to 'seat 1'.hand",
    ] {
        assert_eq!(said("players = 2", &format!("{step:?}")), Vec::<String>::new(), "{step}");
    }
    // Who plays alone acts always; with more players, it is told.
    assert_eq!(said("players = 1", "\"draw 1\""), Vec::<String>::new());
    assert_eq!(said("players = [1, 2]", "\"draw 1\"").len(), 1);
}

/// The counters of the seats after one game of these tables.
fn counters(rules: &str) -> Vec<f64> {
    let study = simulate(&small(rules, CARDS), &plan(50)).unwrap().tables.remove(0).study;
    study.counters.iter().map(|counter| counter.mean()).collect()
}

#[test]
fn a_hand_and_a_discard_pile_are_the_players_or_the_tables_as_declared() {
    let rules = |zones: &str, do_: &str| {
        format!(
            "[zones]\n{zones}\n[vars]\na = {{ per = \"player\" }}\nb = {{ per = \"player\" }}\n[turn]\nmax_rounds = 3\n[[turn.phases]]\neach = \"player\"\ndo = {do_}\n[action.spend]\ncard = \"all\"\ndo = \"a += 1\"\n"
        )
    };
    // One hand for the table, the last zone of the file: what one player leaves, the next may spend.
    let shared = rules(
        "deck = { empty = \"stop\" }\ndiscard = {}\nhand = {}",
        "[\"draw 2\", \"choose\", \"b = hand\"]",
    );
    assert_eq!(counters(&shared), [3.0, 3.0, 5.0, 6.0]);
    // Discards of each player: six cards are thrown away by each, and ten drawn of a deck of their own.
    let own = "deck = { per = \"player\", empty = \"reshuffle discard\" }\ndiscard = { per = \"player\" }\nhand = { per = \"player\" }";
    let thrown = rules(own, "[\"draw 3\", \"choose\", \"discard to 1\", \"b = discard\"]");
    assert_eq!(counters(&thrown), [3.0, 3.0, 8.0, 8.0]);
    let random = rules(
        own,
        "[\"draw 3\", \"discard 1 random enemy.hand\", \"discard 1 all from hand\", \"b = discard\"]",
    );
    // Each throws three of its own away, and loses two to the other: the first finds no hand in round 1.
    assert_eq!(counters(&random), [0.0, 0.0, 5.0, 5.0]);
    // Thirty of forty are drawn and thrown away in a round: the own discards are drawn again.
    let again = rules(own, "[\"draw 30\", \"a = hand\", \"discard hand\", \"b = discard + deck\"]");
    assert_eq!(counters(&again), [30.0, 30.0, 40.0, 40.0]);
    let common = own.replace("deck = { per = \"player\", ", "deck = { ");
    let common =
        rules(&common, "[\"draw 15\", \"a = hand\", \"discard hand\", \"b = all.discard + deck\"]");
    assert_eq!(counters(&common), [15.0, 15.0, 40.0, 40.0]);
    // Dice need no cards: what costs none is chosen without a hand.
    let dice = rules("deck = { empty = \"stop\" }\ndiscard = {}", "\"choose\"");
    assert_eq!(counters(&dice.replace("card = \"all\"\n", "")), [3.0, 3.0, 0.0, 0.0]);
    let lost = simulate(
        &small(
            &thrown.replace("discard = ", "attic = ").replace("reshuffle discard", "stop"),
            CARDS,
        ),
        &plan(1),
    );
    assert!(lost.unwrap_err().iter().any(|one| one.message.contains("there is no zone `discard`")));
}

#[test]
fn a_pile_that_is_dealt_from_and_begins_empty_is_told() {
    let two = "players = 2\n[[deck]]\nname = \"other\"\ncards = \"cards.csv\"";
    let (told, _) = asked(two, "");
    let has = "game.toml:11:1 draw-exceeds-deck: the set-up deals 3 cards of `deck`, which has none | say which it begins with: `deck = { deck = \"other\", … }`";
    assert!(told.iter().any(|one| one.starts_with(has)), "{told:#?}");
}

#[test]
fn keys_that_do_nothing_beside_others_are_told() {
    let said = |rules: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\nsides = [\"A\", \"B\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)])).0
    };
    let cases = [
        (
            "[action.a]\ncard = \"Red\"\nzone = \"row\"\n",
            "game.toml:9:8 bad-value: [action.a] has `zone` and no `chain`",
        ),
        (
            "[action.a]\ncard = \"Red\"\ncomplete = \"n += 1\"\n",
            "game.toml:9:12 bad-value: [action.a] has `complete` and no `chain`",
        ),
        (
            "[action.a]\nchain = [\"Red\"]\nzone = \"row\"\ndo = \"n += 1\"\n",
            "game.toml:10:6 bad-value: [action.a] has `do` and a `chain`",
        ),
        (
            "[turn]\nphases = [{ each = \"player\", side = \"A\", do = \"n += 1\" }]\n",
            "game.toml:8:37 bad-value: a phase is of each player or of a side",
        ),
        (
            "[zones]\ndeck = { empty = \"stop\", winner = \"A\" }\n",
            "game.toml:8:35 bad-value: [zones.deck] has a `winner`, and the game does not end",
        ),
    ];
    for (rules, start) in cases {
        let told = said(rules);
        assert!(told.len() == 1 && told[0].starts_with(start), "{told:#?}\nnot {start}");
    }
    assert_eq!(
        said("[zones]\ndeck = { empty = \"end\", winner = \"nobody\" }\n"),
        Vec::<String>::new()
    );
}

#[test]
fn slips_of_the_pen_in_conditions_are_told_with_what_was_meant() {
    one(
        "P(opening: hand[A] >= 1) > 0",
        "no card and no notation is called `A` | write `suit = A`, or declare `[notation.suit]`",
    );
    one("count(Red) => 3", "`=>` is no comparison | write `>=`");
    one("count(Red) =< 30", "`=<` is no comparison | write `<=`");
    // Of six cards of forty, some are among the ten Reds in 84.5 of 100 games.
    holds("80% < P(red before round 1) < 89% and P(none before round 9) == 0");
}

#[test]
fn an_event_is_of_any_seat_or_of_the_one_that_is_named() {
    // Of three cards of forty, one at least is among the ten Reds in 58.9 of 100 hands: 1 - C(30, 3) / C(40, 3).
    holds(
        "52% < P('seat 1'.red before round 1) < 66% and 52% < P('seat 2'.red before round 1) < 66%",
    );
    holds("80% < P(all.red before round 1) < 89% and P('seat 2'.none before round 9) == 0");
    holds("P(red != min('seat 1'.red, 'seat 2'.red)) == 0 and P('seat 1'.red == 'seat 2'.red) < 1");
    holds("quantile('seat 1'.red, 0.5) == 0 and mean('seat 2'.red) > 0.1");
    one("P('seat 3'.red before round 2) >= 0", "there is no such seat: 2 play");
    one("P(me.red before round 2) >= 0", "this check is nobody's, so there is no `me` in it");
    one("P(Hen.red before round 2) >= 0", "nobody is called `Hen`");
    one("P('seat 1'.rde before round 2) >= 0", "there is no event `rde` | did you mean `red`?");
    one("P(floood before round 2) >= 0", "there is no event `floood` | did you mean `flood`?");
    one(
        "mean('seat 1'.rde) >= 0",
        "there is no zone, counter or event `rde` | did you mean `red`?",
    );
    one(
        "P('seat 1'.deck_out before round 2) >= 0",
        "| say which pile is meant: `deck_out('seat 1'.deck)`",
    );
    let sides = |check: &str| asked("sides = [\"Old Fox\", \"Hen\"]", &format!("a = {check:?}\n"));
    let (told, report) =
        sides("52% < P(Old Fox.red before round 1) < 66% and P('Hen'.red before round 1) > 0");
    assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()));
    assert!(report.rows[0].found.contains(" games)"), "{}", report.rows[0].found);
    let (told, _) = sides("P(Hne.red before round 1) > 0");
    assert!(told[0].contains("nobody is called `Hne` | did you mean `Hen`?"), "{told:#?}");
    // In rules, whoever acts has an event too; nobody ever sees twelve.
    let rules = RULES.replace("if hand >= 9", "if round == 4 and me.red <= 4 and enemy.none <= 4");
    let study = simulate(&small(&rules, CARDS), &plan(50)).unwrap().tables.remove(0).study;
    assert_eq!(study.counters[2].mean(), 0.0);
    let rules = RULES.replace("if hand >= 9", "if round == 4 and me.red <= 4 and enemy.none > 4");
    let study = simulate(&small(&rules, CARDS), &plan(400)).unwrap().tables.remove(0).study;
    // Of seven cards, a Red is among them with 1 - C(30, 7) / C(40, 7) = 89.1 %: 1.78 of two seats.
    assert!((study.counters[2].mean() - 2.0 * 0.8908).abs() < 0.1, "{}", study.counters[2].mean());
}

#[test]
fn a_share_may_be_written_as_a_fraction() {
    // One of 36 throws of two dice shows 2, three show at most 3.
    holds("quantile(2d6, 1/36) == 2 and quantile(2d6, 2/36) == 3 and quantile(2d6, 3 / 36) == 3");
    holds(
        "quantile(2d6, 35/36) == 11 and quantile(2d6, 100% - 1/72) == 12 and quantile(2d6, 1) == 12",
    );
    one("quantile(2d6, 36/1) == 2", "a share lies between 0 and 1 | such as `0.95`, or `1/36`");
    one("quantile(2d6, 1 - 1) == 2", "a share lies between 0 and 1");
    one("quantile(2d6, rounds) == 2", "a share lies between 0 and 1");
}

#[test]
fn what_games_are_not_asked_is_told_with_where_it_may_be_asked() {
    one(
        "mean(highest('seat 1'.hand, force)) >= 1",
        "this is not followed in games | ask it of a deck, or of fresh cards (`opening: …`, `seen(N): …`)",
    );
    one("P(n >= count(Red)) >= 0", "no game changes this | compare it outside of the brackets");
    one("P(n >= P(n > 2)) >= 0", "a chance or mean within another | ask for each by itself");
}

#[test]
fn a_deal_to_the_table_from_each_players_pile_needs_a_side() {
    let own = "deck = { deck = \"main\", per = \"player\", empty = \"stop\" }\npot = {}";
    let rules = RULES.replace("deck = { empty = \"stop\" }", own);
    let told = |head: &str, to: &str, more: &str| {
        let deal = format!("to = \"{to}\", n = 3{more} }}");
        let rules = rules.replace("to = \"hand\", n = 3 }", &deal);
        let manifest = format!(
            "[game]\ntitle = \"T\"\n{head}\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)])).0
    };
    let two = told("players = 2", "pot", "");
    let message = "every player has a `deck`, and the deal does not say whose | let a phase of each player do it: `if round == 1: draw 1 from deck to pot`";
    assert!(two.len() == 1 && two[0].contains(message), "{two:#?}");
    assert!(two[0].starts_with("game.toml:16:17 "), "{two:#?}");
    let sides = told("sides = [\"Fox\", \"Hen\"]", "pot", "");
    assert!(sides.len() == 1 && sides[0].contains("| name one: `side = \"Fox\"`"), "{sides:#?}");
    assert_eq!(told("sides = [\"Fox\", \"Hen\"]", "pot", ", side = \"Hen\""), Vec::<String>::new());
    assert_eq!(told("players = 2", "hand", ""), Vec::<String>::new());
    assert_eq!(told("players = 1", "pot", ""), Vec::<String>::new());
}

/// A deck of ten cards for each seat, of which each is dealt five.
const DECKS: &str = "[[deck]]\nname = \"s\"\ncards = \"cards.csv\"\n[zones]\ndeck = { per = \"player\", deck = \"s\", empty = \"reshuffle discard\" }\ndiscard = { per = \"player\" }\nhand = { per = \"player\" }\n[vars]\nn = { per = \"player\" }\n[turn]\nmax_rounds = 2\nphases = [{ name = \"T\", each = \"player\", do = [\"n += hand[Estate] + 2 * hand[Copper]\", \"discard hand\", \"draw 5\"] }]\n[result]\nwinner = \"most n\"\n";

#[test]
fn each_seat_is_dealt_from_its_own_deck() {
    let cards = "name,count\nCopper,7\nEstate,3\n";
    let asked = |head: &str, rules: &str, deal: &str, checks: &[&str]| {
        let checks = checks.iter().enumerate().map(|(at, check)| format!("c{at} = \"{check}\"\n"));
        let checks: String = checks.collect();
        let manifest = format!(
            "[game]\ntitle = \"T\"\n{head}\n{rules}[setup]\ndeal = {deal}\n[checks]\n{checks}"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)])).0
    };
    let clean = |head: &str, rules: &str, deal: &str, checks: &[&str]| {
        assert_eq!(asked(head, rules, deal, checks), Vec::<String>::new(), "{deal}");
    };
    let deal = "{ from = \"deck\", to = \"hand\", n = 5 }";
    let all = |seat: &str| {
        format!("mean(turn 1: '{seat}'.deck + '{seat}'.hand + '{seat}'.discard) == 10")
    };
    let (one, two, three) = (all("seat 1"), all("seat 2"), all("seat 3"));
    clean("players = 3", DECKS, deal, &[&one, &two, &three, "mean(turn 1: 'seat 1'.deck) == 0"]);
    let sides = "[{ from = \"deck\", to = \"hand\", n = 5, side = \"X\" }, { from = \"deck\", to = \"hand\", n = 5, side = \"Y\" }]";
    clean("sides = [\"X\", \"Y\"]", DECKS, sides, &[&all("X"), &all("Y")]);
    // Five cards are dealt into each deck of ten, and then some out of it.
    let through = DECKS.replace(
        "deck = { per = \"player\", deck = \"s\",",
        "pile = { deck = \"s\" }\ndeck = { per = \"player\",",
    );
    let deals =
        "[{ from = \"pile\", to = \"deck\", n = 5 }, { from = \"deck\", to = \"hand\", n = 2 }]";
    let fifteen = |seat: u32| {
        format!(
            "mean(turn 1: 'seat {seat}'.deck + 'seat {seat}'.hand + 'seat {seat}'.discard) == 15"
        )
    };
    clean("players = 2", &through, deals, &[&fifteen(1), &fifteen(2)]);
    // Six of ten are dealt of each deck, whoever else is dealt some; eleven are not.
    clean("players = 2", DECKS, &deal.replace('5', "6"), &[]);
    let told = asked("players = 2", DECKS, &deal.replace('5', "11"), &[]);
    let few = "draw-exceeds-deck: the set-up deals 11 cards of 10 | deal fewer, or print more";
    assert!(told.len() == 1 && told[0].ends_with(few), "{told:#?}");
    // A deck without a rule for its end lasts as long as its own seat's draws allow.
    let lasts = DECKS.replace(", empty = \"reshuffle discard\"", "").replace("draw 5", "draw 2");
    clean("players = 2", &lasts, deal, &[]);
    let told = asked("players = 2", &lasts.replace("draw 2", "draw 3"), deal, &[]);
    assert!(told.len() == 1 && told[0].contains("in round 2"), "{told:#?}");
}

#[test]
fn a_rare_event_is_waited_for_as_long_as_the_budget_goes() {
    let rules = RULES
        .replace("\"draw 1\"", "\"if 1d100 == 1: if 1d200 == 1: n = 1\"")
        .replace("none = ", "rare = \"n == 1\"\nnone = ")
        .replace("if hand >= 9: n += 1", "score += 1")
        .replace("max_rounds = 4", "max_rounds = 1");
    let asked = |budget: u32| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\nplayers = 1\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{rules}[checks.a]\nthat = \"P(rare <= rounds) < 1% and mean(rare) <= 1\"\nbudget = {budget}\n"
        );
        checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]))
    };
    let (told, report) = asked(100_000);
    assert_eq!((report.rows[0].verdict, told), (Verdict::Passed, Vec::new()));
    let (told, _) = asked(4_096);
    let never = "this has no mean: it came in none of 4096 games";
    assert!(told.len() == 1 && told[0].contains(never), "{told:#?}");
}

#[test]
fn numbers_of_players_that_a_help_names_are_the_games() {
    let help = |seat: u32| {
        let check = format!("a = \"mean('seat {seat}'.hand) >= 0\"\n");
        asked("players = [2, 3]", &check).0.remove(0)
    };
    assert!(help(3).contains("`players = [3]` in `[checks.NAME]`"), "{}", help(3));
    assert!(help(4).ends_with("| name a seat that the game has"), "{}", help(4));
}
