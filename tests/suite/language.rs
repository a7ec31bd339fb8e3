//! Everything that the tables of the language name is read and played as they write it.

use deckle::sim::lang::reference::{
    CONTEXTS, Entry, FUNCTIONS, OWNERS, POLICIES, STATISTICS, STEPS,
};

use super::checks::checked;
use super::support::game;

const CARDS: &str =
    "name,count,type,value\nWolf,9,Beast,3\nBear,6,Beast,5\nLake,8,Land,0\nHill,7,Land,1\n";
const BOARD: &str = "[[board]]\nname = \"map\"\nkind = \"square\"\ncolumns = 3\nrows = 2\ncells = \"cells.csv\"\ncell = \"20 mm\"\nsize = \"70 x 50 mm\"\n";

/// What is told of a game of two sides with these steps, checks and this policy.
fn told(step: &str, check: &str, policy: &str) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nsides = [\"Red\", \"Blue\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n{BOARD}[notation.type]\nvalues = [\"Beast\", \"Land\"]\n[[component]]\nname = \"Cubes\"\ncount = 9\nkind = \"cube\"\n[zones]\ndeck = {{ deck = \"main\", empty = \"reshuffle discard\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\nmarket = {{}}\nden = {{ per = \"player\" }}\n[vars]\nvp = {{ per = \"player\" }}\nn = 0\n[setup]\ndeal = {{ from = \"deck\", to = \"hand\", n = 4 }}\n[turn]\nmax_rounds = 4\n[[turn.phases]]\neach = \"player\"\ndo = [\"draw 2\", {step:?}, \"choose\"]\n[action.roam]\ncard = \"Wolf\"\ndo = \"vp += 1\"\n[result]\nwinner = \"most vp\"\n[policy.Red]\nchoose = \"roam\"\n[policy.Blue]\n{policy}\n[watch]\npack = \"hand[Wolf] >= 2\"\n[checks.one]\nthat = {check:?}\nbudget = 40\n"
    );
    let (told, _) = checked(&game([
        ("game.toml", manifest.as_str()),
        ("cards.csv", CARDS),
        ("cells.csv", "cell,terrain\na1,sea\nb1,land\n"),
    ]));
    told.into_iter()
        .filter(|one| {
            !one.contains("never-played")
                && !one.contains("hand-limit")
                && !one.contains("unreachable")
                && !one.contains("check-")
        })
        .collect()
}

/// Every entry has examples, and every example is read.
#[track_caller]
fn read(entries: &[Entry], examples: &[(&str, &[&str])], ask: impl Fn(&str) -> Vec<String>) {
    let forms: Vec<_> = entries.iter().map(|entry| entry.form).collect();
    let known: Vec<_> = examples.iter().map(|(form, _)| *form).collect();
    assert_eq!(forms, known, "each form needs its examples here");
    for example in examples.iter().flat_map(|(_, examples)| *examples) {
        assert_eq!(ask(example), Vec::<String>::new(), "{example}");
    }
}

#[test]
fn every_step_is_read_as_it_is_written() {
    let examples: &[(&str, &[&str])] = &[
        (STEPS[0].form, &["draw 1", "draw 1 from deck to market", "draw n + 1d2", "draw 1 to den"]),
        (STEPS[1].form, &["draw to 5", "draw to 3 from deck to market"]),
        (
            STEPS[2].form,
            &["reveal until Wolf to hand", "reveal until 2 Beast from deck to den rest to market"],
        ),
        (STEPS[3].form, &["discard to 3", "discard to n + 2"]),
        (STEPS[4].form, &["discard hand", "discard market", "discard all.den"]),
        (STEPS[5].form, &["discard random hand", "discard 2 random enemy.hand"]),
        (
            STEPS[6].form,
            &[
                "discard Lake",
                "discard 1 Beast by least value",
                "discard 2 all by most value from den",
            ],
        ),
        (
            STEPS[7].form,
            &[
                "play Wolf to den",
                "play 1 Bear | Wolf to den",
                "play 2 Beast by most value from hand to active.den",
                "play up hand[Lake]: Beast to den",
            ],
        ),
        (STEPS[8].form, &["move 1 all from market to hand"]),
        (STEPS[9].form, &["meld type to den"]),
        (
            STEPS[10].form,
            &["majority type of den to vp", "majority type of den to vp tied n none n"],
        ),
        (
            STEPS[11].form,
            &[
                "cover 7 by value with Beast to den",
                "cover n over 2 by value with all doubling Lake worth 4 losing 1 each Hill to den leaving n",
            ],
        ),
        (STEPS[12].form, &["choose", "choose 2"]),
        (STEPS[13].form, &["n = 3", "vp += 1d6", "enemy.vp -= 1"]),
        (STEPS[14].form, &["if n > 0: draw 1; n -= 1"]),
        (STEPS[15].form, &["repeat hand[Wolf]: n += 1"]),
        (STEPS[16].form, &["opponents: discard 1 random hand; active.vp += 1"]),
        (STEPS[17].form, &["shuffle den into deck"]),
        (STEPS[18].form, &["if vp > 2: win Red", "if vp > 2: win seat 2", "if vp > 2: win nobody"]),
    ];
    read(STEPS, examples, |step| told(step, "deck == 30", "choose = \"roam\""));
}

#[test]
fn every_function_context_and_statistic_is_read_as_it_is_written() {
    let ask = |check: &str| told("n += 1", check, "choose = \"roam\"");
    let of = |examples: &'static [&'static [&'static str]], entries: &'static [Entry]| {
        entries.iter().map(|entry| entry.form).zip(examples.iter().copied()).collect::<Vec<_>>()
    };
    let functions = of(
        &[
            &["P(opening: hand[Wolf] >= 1) > 0", "P(Red.vp > 99) < 1"],
            &["mean(seen(3): hand[Wolf]) > 0", "mean(all.vp) >= 0"],
            &["quantile(rounds, 0.5) == 4", "quantile(opening: hand[Lake], 0.95) >= 1"],
            &["count(Wolf, Bear) == 15"],
            &["rows(Beast) == 2"],
            &["needs(6, Wolf, Bear)"],
            &[
                "sum(deck[Beast], value) == 57",
                "sum(deck, value) == 64",
                "mean(sum(Red.hand, value)) >= 0",
            ],
            &["highest(deck, value) == 5", "mean(opening: highest(hand, value)) >= 0"],
            &["lowest(deck[Beast], value) == 3", "mean(opening: lowest(hand, value)) >= 0"],
            &["distinct(deck, type) == 2", "P(opening: distinct(hand, type) == 2) > 0"],
            &["P(seen(2): shared(hand, type) == 2) > 0"],
            &["component('Cubes') == 9"],
            &["mean(plays(Wolf)) >= 0", "mean(plays[Wolf]) >= 0"],
            &["never_played(Wolf) == 0"],
            &["mean(hits(3d6, 4)) == 1.5"],
            &["mean(best(2d6)) > 4"],
            &["mean(worst(2d6)) < 3"],
            &["min(3, 2, 9) == 2"],
            &["max(1, 2) == 2"],
            &["abs(2 - 5) == 3"],
            &["floor(7 / 2) == 3"],
            &["ceil(7 / 2) == 4"],
            &["cells(map, 'terrain == \"sea\"') == 1"],
            &["parts(map, 'terrain != \"sea\"') == 1"],
            &["distance(map, 'a1', 'b2') >= 1"],
            &["neighbours(map, 'a1') >= 2"],
            &["adjacent(map, 'a1', 'b1') == 1"],
        ],
        FUNCTIONS,
    );
    read(FUNCTIONS, &functions, ask);
    let contexts = of(
        &[
            &["P(opening: hand[Wolf] >= 1) > 0"],
            &["P(opening(Red): hand[Wolf] >= 1) > 0"],
            &["P(seen(5): hand[Wolf] >= 1) > 0", "P(seen(5, main): hand[Wolf] >= 1) > 0"],
            &["P(roll a = 1d6, b = 2d6: a > b) > 0"],
            &["mean(turn 2: n) == 4"],
            &["P(1d6 > 3) == 50%", "mean(n) == 8"],
        ],
        CONTEXTS,
    );
    read(CONTEXTS, &contexts, ask);
    let statistics = of(
        &[
            &["mean(rounds) == 4"],
            &["mean(reshuffles) >= 0"],
            &["P(deck_out <= 4) >= 0", "P(deck_out before round 3) >= 0"],
            &[
                "P(pack <= 4) >= 0",
                "P(pack before round 3) >= 0",
                "P(Red.pack before round 3) >= 0",
            ],
            &["players == 2", "mean(players) == 2"],
            &["P(win: Red) >= 0", "P(win: seat 2) >= 0", "P(win: nobody) >= 0"],
            &["mean(plays[Wolf | Bear]) >= 0"],
        ],
        STATISTICS,
    );
    read(STATISTICS, &statistics, ask);
}

#[test]
fn every_owner_and_policy_is_read_as_it_is_written() {
    let owners: Vec<_> = OWNERS
        .iter()
        .map(|entry| entry.form)
        .zip([
            &["n = hand + me.hand"][..],
            &["n = enemy.hand[Wolf]"],
            &["n = all.vp"],
            &["opponents: active.vp += hand"],
            &["n = Blue.hand + 'Red'.vp"],
            &["n = 'seat 2'.hand[Wolf] + 'seat 1'.vp"],
        ])
        .collect();
    read(OWNERS, &owners, |step| told(step, "deck == 30", "choose = \"roam\""));
    for policy in POLICIES {
        let sample = super::playtests::sample("wolf-pack");
        let policies = [(String::new(), policy.name.to_owned())];
        let program = deckle::sim::study::program(&sample, None, &policies).unwrap();
        assert_eq!(program.policies, [policy.name, policy.name]);
    }
    // What a policy may say.
    let policy = "choose = [\"roam if hand[Wolf] > 1\", \"roam\"]\ndiscard = [\"Lake\", \"Land > 1\", \"Beast & value = 3 > 2 if n > 1\"]";
    assert_eq!(told("discard to 2", "deck == 30", policy), Vec::<String>::new());
}
