//! Victories that the printed cards can never bring, by counting; and those that they can, of which nothing is said.

use super::checks::checked;
use super::support::game;

/// Ten cards of each of three kinds, each worth ten: two sides with hands and rows of their own.
const CARDS: &str = "name,count,force\nRed,10,10\nBlue,10,10\nGreen,10,10\n";

/// What counting says of a condition: its line, column and words.
fn told_of(when: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\nplayers = [2, 3]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n[zones]\ndeck = {{ empty = \"stop\" }}\ndiscard = {{}}\nhand = {{ per = \"player\" }}\nrow = {{ per = \"player\" }}\n[vars]\nx = 0\npts = {{ per = \"player\" }}\n[setup]\ndeal = {{ from = \"deck\", to = \"hand\", n = 4 }}\n[turn]\nmax_rounds = 8\nphases = [{{ each = \"player\", do = [\"draw 2\", \"x += 1\", \"if x > 900: play 1 all to row\", \"choose\"] }}]\n[action.red]\ncard = \"Red\"\ndo = \"pts += 1\"\n[policy.default]\nchoose = \"red\"\n[[end]]\nwhen = \"{when}\"\n"
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
    // Everybody has ten, and nobody gets another's.
    assert_eq!(told_of("hand[Red] >= 10", &[own]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 11", &[own]).len(), 1);
    assert_eq!(told_of("all.hand[Red] >= 30", &[own]), Vec::<String>::new());
    assert_eq!(told_of("all.hand[Red] >= 31", &[own]).len(), 1);
    let twice =
        ("row = { per = \"player\" }", "row = { per = \"player\" }\nstock = { deck = \"main\" }");
    // What nobody draws comes to no hand.
    assert_eq!(told_of("hand[Red] >= 10", &[twice]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 11", &[twice]).len(), 1);
    let drawn = [twice, ("\"x += 1\"", "\"x += 1\", \"draw 1 from stock\"")];
    assert_eq!(told_of("hand[Red] >= 20", &drawn), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 21", &drawn).len(), 1);
    // What comes back raises a counter without end.
    let again = ("empty = \"stop\"", "empty = \"reshuffle discard\"");
    assert_eq!(told_of("pts + hand[Red] >= 99", &[again]), Vec::<String>::new());
    assert_eq!(told_of("hand[Red] >= 11", &[again]).len(), 1);
    // A deck that no zone begins with is not played with.
    let none = ("deck = { empty = \"stop\" }", "deck = { deck = \"other\", empty = \"stop\" }");
    let other = ("[zones]", "[[deck]]\nname = \"other\"\ncards = \"cards.csv\"\n[zones]");
    assert_eq!(told_of("hand[Red] >= 11", &[other, none]).len(), 1);
}

#[test]
fn what_one_player_can_come_to_is_counted_of_the_cards_that_come_to_that_player() {
    let own = (
        "deck = { empty = \"stop\" }\ndiscard = {}",
        "deck = { deck = \"main\", per = \"player\", empty = \"stop\" }\ndiscard = { per = \"player\" }",
    );
    // Three players at most, of whom each can play the own ten: another's come only where a step hands them on.
    let step = |steps: &str| ("x += 1\"".to_owned(), format!("{steps}\""));
    let zone = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    let (row, discard) = ("row = { per = \"player\" }", "discard = { per = \"player\" }");
    let (hand, pts) = ("hand = { per = \"player\" }", "pts = { per = \"player\" }");
    let deep = "hand = { deck = \"main\", per = \"player\" }";
    let market = || zone(row, &format!("{row}\nmarket = {{}}"));
    let cases = [
        (vec![], 10),
        (vec![step("discard 1 random enemy.hand")], 10),
        (vec![step("opponents: discard 1 Red")], 10),
        (vec![step("move 1 Red from enemy.hand to enemy.row")], 10),
        (vec![step("move 1 Red from enemy.hand to hand")], 30),
        (vec![step("play 1 Red to enemy.row")], 10),
        (vec![step("play 1 Red to enemy.row; move 1 Red from row to hand")], 30),
        (vec![step("opponents: move 1 Red to active.hand")], 30),
        // By way of a common place; and where nobody takes from it.
        (vec![market(), step("play 1 Red to market; move 1 Red from market to hand")], 30),
        (vec![market(), step("play 1 Red to market")], 10),
        (vec![zone(discard, "discard = {}")], 10),
        // A hand that begins with cards as well makes two piles of ten; what all raise, all cards raise.
        (vec![zone(hand, deep)], 20),
        (vec![zone(pts, "pts = 0")], 30),
    ];
    for (changes, most) in cases {
        let with = changes.iter().map(|(old, new)| (old.as_str(), new.as_str()));
        let with: Vec<_> = std::iter::once(own).chain(with).collect();
        let told = |n: u32| told_of(&format!("pts >= {n}"), &with);
        assert_eq!(told(most), Vec::<String>::new(), "{changes:?}");
        let beyond = told(most + 1);
        let enough = format!("the cards are enough for {most}");
        assert!(beyond.len() == 1 && beyond[0].contains(&enough), "{changes:?}: {beyond:#?}");
    }
    // Cards that come back have no such bound.
    let again = ("empty = \"stop\"", "empty = \"reshuffle discard\"");
    assert_eq!(told_of("pts >= 999", &[own, again]), Vec::<String>::new());
}

#[test]
fn a_side_is_held_to_its_own_deck() {
    // Two sides with decks of their own: ten copies of the card in each, and each side draws its own.
    let game = [
        ("players = [2, 3]", "sides = [\"Knight\", \"Dragon\"]"),
        (
            "[zones]\ndeck = { empty = \"stop\" }",
            "[[deck]]\nname = \"other\"\ncards = \"cards.csv\"\n[zones]\ndeck = { deck = \"main\", empty = \"stop\" }\nlair = { deck = \"other\", empty = \"stop\" }",
        ),
        (
            "from = \"deck\", to = \"hand\", n = 4",
            "from = \"deck\", to = \"hand\", n = 4, side = \"Knight\"",
        ),
        (
            "{ each = \"player\", do = [\"draw 2\", \"x += 1\", \"if x > 900: play 1 all to row\", \"choose\"] }",
            "{ side = \"Knight\", do = [\"draw 2\", \"choose\"] }, { side = \"Dragon\", do = [\"draw 2 from lair\", \"choose\"] }",
        ),
        ("[[end]]\n", "[[end]]\nside = \"Knight\"\n"),
    ];
    assert_eq!(told_of("pts >= 10", &game), Vec::<String>::new());
    let beyond = told_of("pts >= 11", &game);
    assert!(beyond.len() == 1 && beyond[0].contains("enough for 10"), "{beyond:#?}");
    let both = ("draw 2 from lair", "draw 2 from lair; draw 1");
    let both: Vec<_> = game.into_iter().chain([both]).collect();
    assert_eq!(told_of("pts >= 10", &both), Vec::<String>::new());
    // The Knight's own draws are what counts, not what the Dragon draws of the Knight's.
    assert_eq!(told_of("pts >= 11", &both).len(), 1);
    let either: Vec<_> =
        game.into_iter().chain([("\"draw 2\"", "\"draw 2\", \"draw 1 from lair\"")]).collect();
    assert_eq!(told_of("pts >= 20", &either), Vec::<String>::new());
    assert_eq!(told_of("pts >= 21", &either).len(), 1);
}
