//! What is said of games that were played: of whom, how surely, and in which forms.

use deckle::check::{Report, Verdict};
use deckle::model::Game;
use deckle::sim::study::{Plan, Results, simulate};

use super::checks::checked;
use super::cli::deckle;
use super::playtests::small;
use super::support::{MANIFEST, TEMPLATE, Temporary, game};

fn played(game: &Game, games: u64) -> Results {
    let (shard, players, policies) = ((1, 1), Vec::new(), Vec::new());
    simulate(game, &Plan { seed: 1, games, shard, players, policies }).unwrap()
}

/// Two armies with decks of their own; only the second has a hand, and the first's cards go to the attack.
const ARMIES: &str = "[game]\ntitle = \"Old Fort\"\nsides = [\"Foe\", \"Old Guard\"]\n[[deck]]\nname = \"foe\"\ncards = \"foe.csv\"\n[[deck]]\nname = \"guard\"\ncards = \"guard.csv\"\n[zones]\nfoe = { deck = \"foe\", empty = \"stop\" }\nguard = { deck = \"guard\", empty = \"stop\" }\ndiscard = {}\nhand = { per = \"player\" }\nattack = {}\n[vars]\nfallen = 0\n[setup]\ndeal = { from = \"guard\", to = \"hand\", n = 5, side = \"Old Guard\" }\n[turn]\nmax_rounds = 5\nphases = [{ side = \"Foe\", do = \"draw 2 from foe to attack\" }, { side = \"Old Guard\", do = [\"fallen += attack\", \"discard attack\"] }]\n[watch]\nrally = \"hand[Rally] >= 1\"\nassault = \"attack >= 2\"\n";
const FOE: &str = "name,count\nSpear,6\nBow,4\n";
const GUARD: &str = "name,count\nRally,4\nRifle,48\n";

fn armies(more: &str) -> (Temporary, Game) {
    let manifest = format!("{ARMIES}{more}");
    let files = [
        ("game.toml", manifest.as_str()),
        ("foe.csv", FOE),
        ("guard.csv", GUARD),
        ("templates/card.svg", TEMPLATE),
    ];
    let folder = Temporary::new();
    folder.write(&files);
    let mut sink = deckle::diag::Sink::default();
    let game = deckle::load::load(&game(files), &mut Default::default(), &mut sink);
    (folder, game.unwrap_or_else(|_| panic!("{:?}", sink.list())))
}

#[test]
fn events_are_told_of_the_side_that_can_have_them() {
    let (folder, game) = armies("");
    let table = played(&game, 400).tables.remove(0);
    assert_eq!((&table.followed[..], &table.told(0)[..]), (&[0, 1][..], &[(1, Some(1))][..]));
    // Four Rallies of 52 cards, five in hand.
    let none: f64 = (0..5).map(|at| f64::from(48 - at) / f64::from(52 - at)).product();
    assert_eq!(table.shared, [false, true]);
    assert!((table.exact[1][0] - (1.0 - none)).abs() < 1e-11, "{:?}", table.exact);
    assert!(table.exact[0].is_empty() && table.hands[0].is_none());
    let hands = table.hands[1].unwrap();
    let off = hands.held as f64 - 4000.0 * (1.0 - none);
    assert!(off.abs() <= 4.0 * (4000.0 * none * (1.0 - none)).sqrt(), "{hands:?}");
    let said = |arguments: &[&str]| {
        let output = deckle(&folder, &[&["simulate", "--games", "400"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = said(&[]);
    assert!(told.contains("  rally                held by Old Guard in "), "{told}");
    assert!(told.contains("in the opening hand of Old Guard in "), "{told}");
    assert!(!told.contains("held by Foe"), "{told}");
    // What lies on the table is nobody's, and told once.
    assert_eq!(told.matches("  assault ").count(), 1, "{told}");
    assert!(told.contains("held by the table in 100.00 %"), "{told}");
    let page = said(&["--format", "html"]);
    assert!(page.contains("“rally” has come to Old Guard"), "{page}");
    assert!(page.contains("<title>Old Fort</title>") && !page.contains('`'), "{page}");
    // Cards drawn to the attack have been of use; nobody can win, so nobody does.
    assert!(
        told.contains("  plays in a game      Spear 6.")
            || told.contains("  plays in a game      Spear 5."),
        "{told}"
    );
    assert!(
        told.contains("  never played         Rally, Rifle\n")
            || told.trim_end().ends_with("Rally, Rifle"),
        "{told}"
    );
    assert!(told.contains("no rule names one") && !told.contains(" wins "), "{told}");
    assert!(!page.contains("Who wins"), "{page}");
    let whole: Results = serde_json::from_str(&said(&["--format", "json"])).unwrap();
    assert_eq!((whole.title.as_str(), whole.tables[0].decides), ("Old Fort", false));
}

#[test]
fn events_that_no_draw_brings_about_are_not_told_of_draws_alone() {
    let (folder, game) =
        armies("losses = \"fallen >= 2\"\nfull = \"discard >= 2\"\nnever = \"hand[Rally] >= 6\"\n");
    assert_eq!(played(&game, 10).tables[0].drawn, [true, true, false, false, true]);
    let output = deckle(&folder, &["simulate", "--games", "50"]);
    let told = String::from_utf8(output.stdout).unwrap();
    let under = |name: &str| {
        let from = &told[told.find(&format!("\n  {name} ")).unwrap() + 1..];
        let more = from.lines().skip(1).take_while(|line| line.starts_with("      "));
        more.filter(|line| line.contains("by draws alone")).count()
    };
    let found = ["rally", "assault", "losses", "full", "never"].map(under);
    assert_eq!(found, [1, 1, 0, 0, 1], "{told}");
}

#[test]
fn a_file_of_results_holds_what_would_be_printed() {
    let (folder, _) = armies("");
    for form in ["human", "json", "html"] {
        let run = ["simulate", "--games", "20", "--format", form];
        let printed = deckle(&folder, &run).stdout;
        assert_eq!(
            deckle(&folder, &[&run[..], &["--out", "there"]].concat()).status.code(),
            Some(0)
        );
        let there = std::fs::read(folder.0.join("there")).unwrap();
        assert!(there == printed && there.ends_with(b"\n"), "{form}");
    }
}

#[test]
fn a_replay_names_a_number_of_players_that_it_is_not_of() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", "[game]\ntitle = \"T\"\nplayers = [2, 4]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\n[turn]\nmax_rounds = 1\nphases = [{ each = \"player\", do = \"draw 1\" }]\n"),
        ("cards.csv", "name,count\nElk,9\n"),
        ("templates/card.svg", TEMPLATE),
    ]);
    let line = |more: &[&str]| {
        let output = deckle(&folder, &[&["simulate", "--replay", "3"], more].concat());
        let told = String::from_utf8(output.stdout).unwrap();
        told.lines().find(|line| line.starts_with("The game")).unwrap().to_owned()
    };
    let other = |n| {
        format!(
            "The game is for 2 to 4 players; `--players {n}` deals and plays game 3 anew, with {n}"
        )
    };
    assert_eq!([line(&[]), line(&["--players", "4"])], [other(4), other(2)]);
}

#[test]
fn a_pile_by_name_has_a_round_in_which_it_runs_out() {
    // Two of ten a round: the sixth round finds none, and there are five; the other pile is never drawn from.
    let check = "[checks]\nlasts = \"P(deck_out(foe) before round 6) == 0 and P(deck_out(guard) <= rounds) == 0\"\n";
    let (told, report) = checked_armies(check);
    assert_eq!(report.rows[0].verdict, Verdict::Passed, "{told:#?}");
    let (_, report) = checked_armies_of(
        "max_rounds = 5",
        "max_rounds = 8",
        "[checks]\nout = \"P(deck_out(foe) == 6) == 1 and mean(deck_out(foe)) == 6 and P(deck_out == 6) == 1\"\nname = \"P(Old Guard.hand == 5) == 1\"\n",
    );
    let verdicts: Vec<_> = report.rows.iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [Verdict::Passed, Verdict::Passed], "{:#?}", report.rows);
    let (told, _) = checked_armies("[checks]\nout = \"P(deck_out(fort) == 6) == 1\"\n");
    assert!(told.iter().any(|one| one.contains("there is no zone `fort`")), "{told:#?}");
}

fn checked_armies(checks: &str) -> (Vec<String>, Report) {
    checked_armies_of("", "", checks)
}

fn checked_armies_of(old: &str, new: &str, checks: &str) -> (Vec<String>, Report) {
    let manifest = format!("{}{checks}", ARMIES.replacen(old, new, 1));
    checked(&game([("game.toml", manifest.as_str()), ("foe.csv", FOE), ("guard.csv", GUARD)]))
}

/// A game of one round for two players, in which this is done.
fn asked(steps: &str, checks: &str) -> (Vec<String>, Report) {
    let manifest = format!(
        "{MANIFEST}[zones]\ndeck = {{ empty = \"stop\" }}\n[vars]\nk = 0\n[turn]\nmax_rounds = 1\nphases = [{{ name = \"Go\", do = [{steps:?}] }}]\n[checks]\n{checks}"
    );
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", "name\nA\n")]))
}

#[test]
fn a_mean_that_hangs_on_rare_games_is_not_decided_by_the_common_ones() {
    // One in ten thousand games is worth a million: 100 on average.
    let rare = "if 1d100 == 1: if 1d100 == 1: k = 1000000";
    let (told, report) = asked(
        rare,
        "m = { that = \"mean(k) <= 50\", budget = 200000 }\nfew = { that = \"mean(k) <= 50\", budget = 30000 }\n",
    );
    let row = &report.rows[0];
    assert_ne!(row.verdict, Verdict::Passed, "{}", row.found);
    let estimate = row.measured[0].estimate;
    assert!((0.0..100.0).contains(&estimate.low) && estimate.high > 100.0, "{}", row.found);
    // Some came, fewer than thirty: the truth is within the bounds.
    let estimate = report.rows[1].measured[0].estimate;
    assert!(estimate.low <= 100.0 && 100.0 <= estimate.high, "{}: {told:#?}", report.rows[1].found);
    // What is the same in all games is told so, and only when the budget is spent.
    let (_, report) = asked("k = 2", "m = { that = \"mean(k) <= 5\", budget = 9000 }\n");
    assert_eq!(
        (report.rows[0].verdict, report.rows[0].found.as_str()),
        (Verdict::Passed, "2 (the same in all 9000 games)")
    );
}

#[test]
fn a_check_that_is_left_open_says_how_many_games_would_decide_it() {
    let (told, report) =
        asked("if 1d2 == 1: k = 1", "p = { that = \"P(k == 1) <= 50.5%\", budget = 4096 }\n");
    assert_eq!(report.rows[0].verdict, Verdict::Undecided);
    // 4.5 standard errors of a half are as wide as half a point at 202,500 games; the estimate moves the distance.
    let said = told[0].split("about ").nth(1).unwrap().split(' ').next().unwrap();
    let games: f64 = said.replace(',', "").parse().unwrap();
    let estimate = report.rows[0].measured[0].estimate;
    let wanted = 20.25 * 0.25 / (0.505 - estimate.value).powi(2);
    assert!((games / wanted - 1.0).abs() < 0.1, "{said} is not {wanted}: {told:#?}");
    assert!(said.contains(','), "{said}");
}

#[test]
fn a_zero_has_no_sign_and_no_bound_below_it() {
    let (_, report) =
        asked("k = 0; if 1d40 == 1: k = 1", "m = \"mean(k) <= 1\"\nn = \"0 - mean(k) <= 0\"\n");
    assert!(report.rows[0].measured[0].estimate.low >= 0.0);
    assert!(report.rows.iter().all(|row| !row.found.contains("-0")), "{:?}", report.rows);
    use deckle::sim::estimate::{fixed, signed};
    let all = [
        fixed(-0.0004, 3),
        fixed(-0.0, 0),
        fixed(-0.0005001, 3),
        signed(-0.001, 2),
        signed(2.5, 1),
    ];
    assert_eq!(all, ["0.000", "0", "-0.001", "+0.00", "+2.5"]);
}

#[test]
fn numbers_of_checks_are_as_large_as_counters() {
    let (told, report) =
        asked("k = 1000000000", "k = \"mean(k) == 1000000000 and mean(k) > 2000000\"\n");
    assert_eq!(report.rows[0].verdict, Verdict::Passed, "{told:#?}");
    let (told, _) = asked("k = 1", "k = \"mean(k) <= 1000000001\"\nq = \"quantile(k, 1) <= 5\"\n");
    assert!(told.iter().any(|one| one.contains("at most 1000000000")), "{told:#?}");
    assert!(told.iter().any(|one| one.contains("ask for a chance: `P(… > N) == 0`")), "{told:#?}");
}

#[test]
fn reports_for_programs_have_numbers_places_and_plain_addresses() {
    let folder = Temporary::new();
    let manifest = format!(
        "{MANIFEST}[checks]\nwolf = \"P(seen(1): hand[Wolf] >= 1) >= 50%\"\nbad = \"hand[\"\n"
    );
    folder.write(&[
        ("game.toml", &manifest),
        ("cards.csv", "name,count\nWolf,1\nElk,3\n"),
        ("templates/card.svg", TEMPLATE),
        ("é è/game.toml", &manifest.replace("cards.csv", "my é.csv")),
        ("é è/my é.csv", "name,count\nWolf,1\nWolf,1\nElk,6\n"),
        ("é è/templates/card.svg", TEMPLATE),
    ]);
    let report = |arguments: &[&str]| {
        let output = deckle(&folder, &[&["check"], arguments].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let json: serde_json::Value = serde_json::from_str(&report(&["--report", "json"])).unwrap();
    let wanted = serde_json::json!([{ "expression": "P(seen(1): hand[Wolf] >= 1)", "value": 0.25, "low": 0.25, "high": 0.25, "how": "exact", "games": null }]);
    assert_eq!(json["checks"][0]["measured"], wanted);
    let junit = report(&["--report", "junit"]);
    let document = roxmltree::Document::parse(&junit).unwrap();
    let cases: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    let of = |name: &str| cases.iter().find(|case| case.attribute("name") == Some(name)).unwrap();
    let line = manifest.lines().position(|line| line.starts_with("wolf")).unwrap() + 1;
    assert_eq!(
        (of("wolf").attribute("file"), of("wolf").attribute("line")),
        (Some("game.toml"), Some(line.to_string().as_str()))
    );
    let failure = |name: &str| of(name).first_element_child().unwrap();
    assert_eq!(failure("wolf").attribute("message"), Some("25.000 % (exact: 1/4)"));
    assert!(failure("wolf").text().unwrap().starts_with(&format!("game.toml:{line}:")), "{junit}");
    // A check that cannot be read is one case, which says why.
    assert_eq!(cases.len(), 2, "{junit}");
    assert!(failure("bad").attribute("message").unwrap().len() > 10, "{junit}");
    let sarif = report(&["--report", "sarif"]);
    assert!(sarif.contains("does not hold: is 25.000 % (exact: 1/4)"), "{sarif}");
    let sarif = report(&["é è", "--report", "sarif"]);
    assert!(!sarif.contains("my é.csv\",") && sarif.contains("my%20%C3%A9.csv"), "{sarif}");
}

#[test]
fn parts_say_that_they_are_parts_and_replays_have_a_form_for_programs() {
    let (folder, _) = armies("");
    let said = |arguments: &[&str], code: i32| {
        let output = deckle(&folder, &[&["simulate", "--games", "10"], arguments].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        String::from_utf8(if code == 0 { output.stdout } else { output.stderr }).unwrap()
    };
    let part = said(&["--shard", "2/3"], 0);
    assert!(part.contains(": part 2 of 3 of 10 games; seed 1;"), "{part}");
    let empty = said(&["--shard", "3/16"], 0);
    assert!(empty.contains("none of the games belongs to this part"), "{empty}");
    assert!(!empty.contains("only the set-up is declared"), "{empty}");
    let replay: serde_json::Value =
        serde_json::from_str(&said(&["--replay", "3", "--format", "json"], 0)).unwrap();
    assert_eq!((&replay["index"], &replay["title"]), (&3.into(), &"Old Fort".into()));
    assert_eq!(replay["lines"][0], "Set-up");
    assert!(said(&["--replay", "3", "--format", "html"], 1).contains("not on a page"));
    let varied: serde_json::Value =
        serde_json::from_str(&said(&["--vary", "Bow=3..4", "--format", "json"], 0)).unwrap();
    assert_eq!((&varied["card"], &varied["varied"][1]["copies"]), (&"Bow".into(), &4.into()));
    assert_eq!(varied["varied"][0]["results"]["title"], "Old Fort");
    // A number of players that is asked for twice is played once.
    let rules = "[zones]\ndeck = { empty = \"stop\" }\n[vars]\nk = 0\n[turn]\nmax_rounds = 1\nphases = [{ name = \"Go\", do = \"k = 1\" }]\n";
    let plan = Plan { seed: 1, games: 5, shard: (1, 1), players: vec![2, 2], policies: Vec::new() };
    assert_eq!(simulate(&small(rules, "name\nA\n"), &plan).unwrap().tables.len(), 1);
}

#[test]
fn cards_drawn_to_a_market_are_not_played_by_that_and_cards_drawn_to_stay_are() {
    let rules = |steps: &str| {
        let zones =
            "[zones]\ndeck = { empty = \"stop\" }\nhand = { per = \"player\" }\nmarket = {}\n";
        let turn = format!(
            "[turn]\nmax_rounds = 2\nphases = [{{ name = \"Go\", each = \"player\", do = {steps} }}]\n"
        );
        played(&small(&format!("{zones}{turn}"), "name,count\nAce,4\nBee,4\n"), 50)
    };
    let plays = |results: &Results| {
        let study = &results.tables[0].study;
        (study.plays[0] > 0, study.plays[1] > 0)
    };
    // Two players draw twice: of eight cards all come to the market, and Aces alone are taken from there.
    let market = rules("[\"draw 2 to market\", \"move 1 Ace from market to hand\"]");
    assert_eq!(plays(&market), (true, false));
    let stays = rules("\"draw 2 to market\"");
    assert_eq!(plays(&stays), (true, true));
    assert_eq!(
        stays.tables[0].study.plays,
        [200, 200],
        "each of eight cards in each of fifty games"
    );
    let hands = rules("\"draw 2\"");
    assert_eq!(plays(&hands), (false, false));
}
