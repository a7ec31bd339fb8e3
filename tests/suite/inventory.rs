//! The list of components, line by line, against what is built; totals of the rulebook; who has a way to win.

use super::checks::{checked, with};
use super::support::game;

const MEN: &str = "name,count,side\nCaptain,1,Red\nCaptain,1,Blue\nSailor,16,Red\nMate,4,Blue\n";

/// What is told of a list about 32 cards of two kinds, 22 men, two strips and an aid, from line 1 of the list.
fn listed(list: &str) -> Vec<String> {
    let head = "[game]\ntitle = \"T\"\n[[deck]]\nname = \"main\"\ntitle = \"Boarding deck\"\ncards = \"cards.csv\"\n[[counters]]\nname = \"men\"\ncards = \"men.csv\"\nsize = \"16 mm\"\nfront = \"counter.svg\"\n[[board]]\nname = \"red\"\ntitle = \"Score strip, red\"\nkind = \"mat\"\nsize = \"90 x 20 mm\"\nfront = \"mat.svg\"\n[[board]]\nname = \"blue\"\ntitle = \"Score strip, blue\"\nkind = \"mat\"\nsize = \"90 x 20 mm\"\nfront = \"mat.svg\"\n[[board]]\nname = \"aid\"\ntitle = \"Player aid\"\nkind = \"mat\"\nsize = \"60 x 60 mm\"\nfront = \"mat.svg\"\ncopies = 5\n";
    let manifest = format!("{head}{list}");
    let plain = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    let (told, _) = checked(&game([
        ("game.toml", manifest.as_str()),
        ("cards.csv", "name,count\nParry,20\nMove,12\n"),
        ("men.csv", MEN),
        ("templates/counter.svg", plain),
        ("templates/mat.svg", plain),
    ]));
    let first = head.lines().count();
    let shorter = |line: String| {
        let at: usize = line.split(':').nth(1).and_then(|at| at.parse().ok()).unwrap_or(0);
        format!("{}:{}", at as i64 - first as i64, line.splitn(3, ':').nth(2).unwrap_or(&line))
    };
    told.into_iter().map(shorter).collect()
}

/// A line of the list.
fn line(name: &str, count: u32, kind: &str, more: &str) -> String {
    format!("[[component]]\nname = \"{name}\"\ncount = {count}\nkind = \"{kind}\"\n{more}\n")
}

#[track_caller]
fn tells(list: &str, wanted: &[&str]) {
    let told = listed(list);
    let same = told.len() == wanted.len()
        && told.iter().zip(wanted).all(|(line, wanted)| line.starts_with(wanted));
    assert!(same, "{told:#?}\nnot {wanted:#?}");
}

#[test]
fn lines_that_share_counters_are_each_held_against_the_rows_of_their_name() {
    let list = |captains, sailors| {
        let men = "deck = \"men\"";
        line("Captain", captains, "counter", men)
            + &line("Sailors", sailors, "counter", men)
            + &line("Mate", 4, "counter", men)
    };
    tells(&list(2, 16), &[]);
    tells(
        &list(1, 17),
        &[
            "3:9 component: the list has 1 of `Captain`, and 2 are built | mend the count, or the copies in the list of counters",
            "8:9 component: the list has 17 of `Sailors`, and 16 are built",
        ],
    );
    // One that has no row of its name is what the others leave; of two, nobody knows.
    let men = "deck = \"men\"";
    let captains = line("Captain", 2, "counter", men);
    tells(&(captains.clone() + &line("Crew", 20, "counter", men)), &[]);
    tells(
        &(captains.clone() + &line("Crew", 21, "counter", men)),
        &["8:9 component: the list has 21 of `Crew`, and 20 are built"],
    );
    tells(
        &(captains + &line("Hands", 16, "counter", men) + &line("Officers", 4, "counter", men)),
        &["7:8 component: nothing says which pieces `Hands`, `Officers` are, each by itself"],
    );
}

#[test]
fn a_selector_is_read_whatever_the_kind_is() {
    tells(&line("Chiefs", 2, "counter", "cards = \"Captain\""), &[]);
    tells(
        &line("Chiefs", 1, "counter", "cards = \"Captain\""),
        &["3:9 component: the list has 1 of `Chiefs`, and 2 are built"],
    );
    tells(
        &line("Chiefs", 1, "counter", "cards = \"Capptain\""),
        &[
            "5:10 unknown-name: no card and no notation is called `Capptain` | did you mean `Captain`?",
        ],
    );
    tells(
        &line("Reds", 16, "token", "deck = \"men\"\ncards = \"side = Red\""),
        &["3:9 component: the list has 16 of `Reds`, and 17 are built"],
    );
}

#[test]
fn a_line_without_a_deck_is_held_against_what_is_called_so() {
    tells(&(line("Score strips", 2, "board", "") + &line("Player aids", 5, "mat", "")), &[]);
    tells(
        &(line("Score strips", 3, "board", "") + &line("Player aid", 4, "mat", "")),
        &[
            "3:9 component: the list has 3 of `Score strips`, and 2 are built | mend the count, or `copies` of the board",
            "8:9 component: the list has 4 of `Player aid`, and 5 are built",
        ],
    );
    tells(
        &line("Men", 21, "counter", ""),
        &["3:9 component: the list has 21 of `Men`, and 22 are built"],
    );
    tells(&line("Boarding cards", 32, "card", ""), &[]);
    tells(
        &line("Boarding cards", 33, "card", ""),
        &["3:9 component: the list has 33 of `Boarding cards`, and 32 are built"],
    );
    // What is bought needs no word; what could be built does.
    tells(&(line("Dice", 3, "die", "") + &line("Red cubes", 9, "cube", "")), &[]);
    tells(
        &line("Smoke", 9, "token", ""),
        &[
            "2:8 component: nothing that is built is called `Smoke` | name them by `deck` or `cards`; or write `built = false`",
        ],
    );
    tells(&line("Smoke", 9, "token", "built = false"), &[]);
}

#[test]
fn cards_that_are_called_tokens_are_told() {
    let misfit = "5:8 component: `All` is of the kind `token`, and `main` is a deck of cards | write `kind = \"card\"`";
    tells(&line("All", 32, "token", "deck = \"main\""), &[misfit]);
    tells(&line("All", 32, "tile", "deck = \"main\""), &[]);
    tells(
        &(line("Men", 22, "card", "deck = \"men\"") + &line("All", 32, "card", "deck = \"main\"")),
        &["5:8 component: `Men` is of the kind `card`, and `men` are counters"],
    );
}

#[test]
fn totals_without_a_list_are_held_against_the_cards_that_are_built() {
    assert_eq!(with("[rulebook]\ntotals = { card = 12 }\n").0, Vec::<String>::new());
    let (told, _) = with("[rulebook]\ntotals = { card = 13 }\n");
    assert_eq!(
        told,
        [
            "game.toml:8:19 component: the rulebook counts 13 components of the kind `card`, and 12 are built | mend the rulebook, or the copies"
        ]
    );
}

#[test]
fn names_and_ids_are_looked_at_in_a_game_without_rules() {
    let cards = "id,name,count\n1,Wolf,4\n1,Bear,2\n3,Wolf,6\n";
    let (told, _) = super::checks::with_cards("", cards);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].starts_with("cards.csv:3:1 same-id: two rows have the id `1`"), "{told:#?}");
    assert!(told[1].starts_with("cards.csv:4:3 same-name: "), "{told:#?}");
}

#[test]
fn a_card_that_several_selectors_take_is_counted_once() {
    let checks = "[checks]\na = \"count(Wolf, type = A) == 6 and rows(Wolf, type = A) == 2\"\nb = \"count(Wolf, Lake) == 10\"\n";
    assert_eq!(with(checks).0, Vec::<String>::new());
}

/// A game of two sides that lays cards, with `more` behind.
fn sided(steps: &str, more: &str) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = 2\nsides = [\"X\", \"Y\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{ per = \"player\" }}\nrow = {{ per = \"player\" }}\ndiscard = {{}}\n[turn]\nmax_rounds = 4\nphases = [{{ name = \"Go\", each = \"player\", do = \"{steps}\" }}]\n{more}"
    );
    let cards = "name,count\nRed,10\nBlue,10\n";
    checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)])).0
}

#[test]
fn rules_that_nobody_can_win_are_told() {
    let told = |steps: &str, more: &str| {
        let told = sided(steps, more).into_iter();
        told.filter(|one| one.contains("side-cannot-win")).collect::<Vec<_>>()
    };
    let lays = "draw 1; play 1 Red to row";
    let nobody = "game.toml:15:11 side-cannot-win: nobody can win: the turn is declared, and nothing says who wins";
    assert!(told(lays, "").iter().all(|one| one.starts_with(nobody)) && told(lays, "").len() == 1);
    // Who says that the game ends without a winner, with sides or without, may mean it.
    let draw = told(lays, "[[end]]\nwhen = \"row >= 3\"\nwinner = \"nobody\"\n");
    let all = "game.toml:16:1 side-cannot-win: nobody can win: each `[[end]]` is a draw | ";
    assert!(draw.len() == 1 && draw[0].starts_with(all), "{draw:#?}");
    let step = told(&format!("{lays}; if row >= 3: win nobody"), "");
    let ends = "side-cannot-win: nobody can win: whatever ends the game is a draw | ";
    assert!(step.len() == 1 && step[0].starts_with("game.toml:15:11 ") && step[0].contains(ends));
    // Dealing alone is a part of a game.
    assert_eq!(told("draw 1; discard to 1", ""), Vec::<String>::new());
    assert_eq!(told(lays, "[[end]]\nwhen = \"row >= 3\"\n"), Vec::<String>::new());
    assert_eq!(
        told("draw 1; if hand >= 9: win X; if hand >= 8: win seat 2", ""),
        Vec::<String>::new()
    );
    let vars = |per: &str| format!("[vars]\nvp = {per}\n[result]\nwinner = \"most vp\"\n");
    let own = vars("{ per = \"player\" }");
    assert_eq!(told("draw 1; vp += 1", &own), Vec::<String>::new());
    let still = told(lays, &own);
    assert!(
        still.len() == 1
            && still[0].starts_with(
                "game.toml:19:10 side-cannot-win: nobody can win by `vp`: no step ever changes it"
            ),
        "{still:#?}"
    );
    let shared = told("draw 1; vp += 1", &vars("0"));
    assert!(
        shared.len() == 1
            && shared[0].contains("nobody can win by `vp`: it is one counter for all seats"),
        "{shared:#?}"
    );
    // With an end for one side, the other is left without a way.
    let one = told(lays, &format!("{own}[[end]]\nside = \"X\"\nwhen = \"row >= 3\"\n"));
    assert!(one.len() == 2 && one[1].contains("`Y` has no way to win"), "{one:#?}");
}

#[test]
fn who_wins_by_what_only_an_enemy_raises_is_told() {
    let rules = |x: &str, y: &str| {
        let more = format!(
            "[vars]\nk = {{ per = \"player\" }}\n[action.a]\nby = \"X\"\ncard = \"Red\"\ndo = \"{x}\"\n[action.b]\nby = \"Y\"\ncard = \"Blue\"\ndo = \"{y}\"\n[[end]]\nside = \"X\"\nwhen = \"enemy.k >= 2\"\n[[end]]\nside = \"Y\"\nwhen = \"enemy.k >= 2\"\n"
        );
        let told = sided("draw 2; choose", &more).into_iter();
        told.filter(|one| one.contains("win-by-other")).count()
    };
    assert_eq!(rules("k += 1", "k += 1"), 2);
    // Hits that each scores against the other.
    assert_eq!(rules("enemy.k += 1", "enemy.k += 1"), 0);
    // Both bring `Y.k` up, and nobody `X.k`.
    assert_eq!(rules("enemy.k += 1", "k += 1"), 0);
}

#[test]
fn a_game_that_only_ever_ends_in_a_draw_is_a_warning() {
    let errors = |zone: &str, steps: &str, more: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\nplayers = [2, 3]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = {zone:?} }}\nhand = {{ per = \"player\" }}\ndiscard = {{}}\n[vars]\nn = 0\n[turn]\nmax_rounds = 4\nphases = [{{ name = \"Go\", each = \"player\", do = \"{steps}\" }}]\n[action.a]\ncard = \"Red\"\ndo = \"n += 1\"\n{more}"
        );
        let files = game([("game.toml", manifest.as_str()), ("cards.csv", "name,count\nRed,10\n")]);
        let (mut sources, mut sink) = (Default::default(), deckle::diag::Sink::default());
        let game = deckle::load::load(&files, &mut sources, &mut sink).unwrap();
        deckle::check::check(&game, &deckle::check::Effort { seed: 1, games: 50 }, &mut sink);
        let of_kind = sink.list().iter().filter(|one| one.code.name() == "side-cannot-win");
        of_kind.map(|one| one.severity).collect::<Vec<_>>()
    };
    use deckle::diag::Severity::{Error, Warning};
    let end = "[[end]]\nwhen = \"n >= 3\"\nwinner = \"nobody\"\n";
    assert_eq!(errors("stop", "draw 1; choose; if n >= 3: win nobody", ""), [Warning]);
    assert_eq!(errors("end", "draw 1; choose", ""), [Warning]);
    assert_eq!(errors("stop", "draw 1; choose", end), [Warning]);
    assert_eq!(errors("stop", "draw 1; choose", ""), [Error]);
}

#[test]
fn a_count_that_nobody_says_is_told_once() {
    let manifest = "[game]\ntitle = \"T\"\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[[component]]\nname = \"Cubes\"\nkind = \"cube\"\ncount = \"?\"\n[rulebook]\ntotals = { cube = 3 }\n[checks]\nd = \"component('Cubes') > 0\"\n";
    let (told, report) =
        checked(&game([("game.toml", manifest), ("cards.csv", "name,count\nRed,10\n")]));
    assert!(told.len() == 1 && told[0].contains(" unstated: "), "{told:#?}");
    assert_eq!(report.rows[0].verdict, deckle::check::Verdict::Undecided);
    let counted = manifest.replace("\"?\"", "2");
    let (told, _) =
        checked(&game([("game.toml", counted.as_str()), ("cards.csv", "name,count\nRed,10\n")]));
    assert!(told.len() == 1 && told[0].contains("the list has 2"), "{told:#?}");
}
