//! What a terminal shows that is narrower than the tables.

use deckle::cli::wrap::wrapped;

/// All words of a text, in their order.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

const TABLE: &str = "2 seats, 200 games
  British is dealt     5 of 52 cards, exact: mean (at least one): defence 2.885 (98.99 %), standing 0.769
  Zulu                 wins 56.50 % (49.57 … 63.18), by the policy `greedy`
  rounds               9.855 (9.047 … 10.663); 5/50/95 %: 1/11/17  █▆▅▄▅▄▄▃▃▂▃▃▇█▅▇▅▃▂▂
  troops               55
                       by `greedy`             by `random`
  allowed: the rules are said to be symmetric, and the action `near miss` has no mirror";

#[test]
fn columns_go_below_each_other_and_long_columns_are_broken_between_words() {
    let narrow = "2 seats, 200 games
  British is dealt     5 of 52 cards, exact:
                       mean (at least one):
                       defence 2.885 (98.99 %),
                       standing 0.769
  Zulu                 wins 56.50 % (49.57 …
                       63.18), by the policy
                       `greedy`
  rounds
    9.855 (9.047 … 10.663); 5/50/95 %: 1/11/17
    █▆▅▄▅▄▄▃▃▂▃▃▇█▅▇▅▃▂▂
  troops               55
    by `greedy`             by `random`
  allowed: the rules are said to be symmetric,
    and the action `near miss` has no mirror";
    assert_eq!(wrapped(TABLE, 48), narrow);
}

#[test]
fn nothing_is_lost_and_no_line_is_wider_than_it_may_be() {
    for width in 24..130 {
        let narrow = wrapped(TABLE, width);
        assert_eq!(words(&narrow), words(TABLE), "{width}");
        let widest = narrow.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width, "{width}: {narrow}");
        let broken = narrow.lines().any(|line| line.trim_start().starts_with('%'));
        assert!(!broken, "{width}: {narrow}");
    }
    assert_eq!(wrapped(TABLE, 120), TABLE);
    // What is one word, such as a path or a line of bars, is never broken.
    let bars = "█".repeat(60);
    assert_eq!(wrapped(&format!("  rounds  {bars}"), 40), format!("  rounds\n    {bars}"));
}
