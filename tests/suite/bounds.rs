//! Victories that the printed cards can never bring, by counting; and those that they can, of which nothing is said.

use super::checks::checked;
use super::support::game;

/// Ten cards of each of three kinds, each worth ten: two sides with hands and rows of their own.
const CARDS: &str = "name,count,force\nRed,10,10\nBlue,10,10\nGreen,10,10\n";

/// What counting says of a condition: its line, column and words.
fn told_of(when: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = [2, 3]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\nrow = {{ per = \"player\" }}\n[vars]\nx = 0\npts = {{ per = \"player\" }}\n[setup]\ndeal = {{ from = \"deck\", to = \"hand\", n = 4 }}\n[turn]\nmax_rounds = 8\nphases = [{{ each = \"player\", do = [\"draw 2\", \"x += 1\", \"choose\"] }}]\n[action.red]\ncard = \"Red\"\ndo = \"pts += 1\"\n[policy.default]\nchoose = \"red\"\n[[end]]\nwhen = \"{when}\"\n"
    );
    let manifest = changes.iter().fold(manifest, |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    });
    let (told, _) = checked(&game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]));
    let hard = told.into_iter().filter(|one| one.contains("victory-unreachable"));
    hard.filter(|one| !one.contains("none of ")).collect()
}

#[test]
fn what_the_printed_cards_never_give_is_told_by_counting() {
    let cases = [
        ("hand[Red] >= 11", "26:9 ", "`hand[Red] >= 11` never holds: `hand[Red]` is 0 to 10"),
        ("pts >= 2 and hand[Red] > 10", "26:22 ", "`hand[Red] > 10` never holds"),
        ("12 <= hand[Red] + row[Red]", "26:9 ", "`hand[Red] + row[Red]` is 0 to 10"),
        ("sum(hand, force) >= 500", "26:9 ", "`sum(hand, force)` is 0 to 300"),
        ("sum(hand[Red | Blue], force) >= 201", "26:9 ", "is 0 to 200"),
        ("all.hand[Red] + all.row[Red] >= 11", "26:9 ", "is 0 to 10"),
        ("hand[Red] + enemy.hand[Red] > 10", "26:9 ", "is 0 to 10"),
        ("'seat 1'.hand + 'seat 2'.row == 31", "26:9 ", "is 0 to 30"),
        ("hand > deck + row + 30", "26:9 ", "`hand` is 0 to 30, and `deck + row + 30` is 30 to 60"),
        ("2 * hand[Red] - 3 * row[Red] >= 21", "26:9 ", "is -30 to 20"),
        ("min(hand[Red], x) >= 11", "26:9 ", "is -1000000000 to 10"),
        (
            "x >= 5 and x < 3",
            "26:9 ",
            "`x >= 5 and x < 3` never holds: its parts exclude each other",
        ),
        ("3 > x >= 5", "26:9 ", "its parts exclude each other"),
        ("hand[Red] >= 6 and row[Red] >= 5", "26:9 ", "its parts exclude each other"),
        ("hand >= 11 and row >= 11 and deck >= 9", "26:9 ", "its parts exclude each other"),
        ("not (x < 5 or x >= 3)", "26:9 ", "its parts exclude each other"),
        ("hand[Red] >= 11 or row[Blue] >= 11", "26:9 ", "its parts exclude each other"),
        ("rounds > 8", "26:9 ", "`rounds` is 1 to 8"),
        ("players == 4", "26:9 ", "`players` is 2 to 3"),
        ("hits(3d6, 4) > 3", "26:9 ", "is 0 to 3"),
        ("pts + hand[Red] >= 21", "26:9 ", "to 20"),
    ];
    for (when, place, has) in cases {
        let told = told_of(when, &[]);
        assert_eq!(told.len(), 1, "{when}: {told:#?}");
        assert!(told[0].starts_with(&format!("game.toml:{place}")), "{when}: {told:#?}");
        assert!(told[0].contains(has), "{when}: {told:#?}");
    }
}

#[test]
fn what_the_printed_cards_may_give_is_not_called_out_of_reach() {
    let open = [
        "hand[Red] >= 10",
        "hand[Red] + row[Blue] >= 20",
        "sum(hand, force) + sum(row, force) >= 300",
        "all.hand + all.row + discard + deck == 30",
        "hand[Red] - row[Red] <= -10",
        "hand[Red] >= 6 and enemy.hand[Red] >= 4",
        "x >= 5 and x < 6",
        "x >= 5 and pts < 3 or hand[Red] >= 11",
        "not (hand[Red] < 10)",
        "x * hand >= 400",
        "1d6 > 1d6",
        "best(2d6) == 6",
        "pts + hand[Red] >= 20",
        "rounds == 8",
        "players == 3",
        "x",
        "hand[Red] != 0",
        "floor(hand / 2) >= 15",
    ];
    for when in open {
        assert_eq!(told_of(when, &[]), Vec::<String>::new(), "{when}");
    }
}

#[test]
fn cards_that_a_game_has_several_times_over_count_so_often() {
    let own = (
        "deck = { empty = \"stop\" }",
        "deck = { deck = \"main\", per = \"player\", empty = \"stop\" }",
    );
    assert_eq!(told_of("hand[Red] >= 30", &[own]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 31", &[own]).len(), 1);
    let twice =
        ("row = { per = \"player\" }", "row = { per = \"player\" }\nstock = { deck = \"main\" }");
    assert_eq!(told_of("hand[Red] >= 20", &[twice]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 21", &[twice]).len(), 1);
    // What comes back raises a counter without end.
    let again = ("empty = \"stop\"", "empty = \"reshuffle discard\"");
    assert_eq!(told_of("pts + hand[Red] >= 99", &[again]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 11", &[again]).len(), 1);
    // A deck that no zone begins with is not played with.
    let none = ("deck = { empty = \"stop\" }", "deck = { deck = \"other\", empty = \"stop\" }");
    let other = ("[zones]", "[[deck]]\nname = \"other\"\ncards = \"cards.csv\"\n[zones]");
    assert_eq!(told_of("hand[Red] >= 11", &[other, none]).len(), 1);
}
