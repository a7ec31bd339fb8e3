//! The language in tables: every step, function, context and statistic, as the README and `deckle list` show them.

/// A part of the language.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word that it begins with.
    pub name: &'static str,
    /// How it is written; what stands in brackets may be left out.
    pub form: &'static str,
    /// What it means.
    pub what: &'static str,
}

const fn entry(name: &'static str, form: &'static str, what: &'static str) -> Entry {
    Entry { name, form, what }
}

/// Steps of a turn, of actions and of their ends.
pub const STEPS: &[Entry] = &[
    entry(
        "draw",
        "draw N [from ZONE] [to ZONE]",
        "draws so many cards, from `deck` to `hand`; as many as there are, where the pile stops",
    ),
    entry(
        "draw",
        "draw to N [from ZONE] [to ZONE]",
        "draws until the zone holds so many: fills a hand, or a market row",
    ),
    entry(
        "reveal",
        "reveal until [N] SELECTOR [from ZONE] to ZONE [rest to ZONE]",
        "turns cards up until N (1) wanted ones came; the others go to the rest (`discard`)",
    ),
    entry(
        "discard",
        "discard to N",
        "throws cards of the hand away until N are held, by the policy's `discard` list",
    ),
    entry("discard", "discard ZONE", "throws a whole zone away"),
    entry(
        "discard",
        "discard [N] random ZONE",
        "throws N (1) cards away that chance picks; of `enemy`, of the next one with a card",
    ),
    entry(
        "discard",
        "discard [N] SELECTOR [by [most|least] COLUMN] [from ZONE]",
        "throws such cards away, N at most, from `hand`",
    ),
    entry(
        "play",
        "play [N] SELECTOR [by [most|least] COLUMN] [from ZONE] to ZONE",
        "moves such cards, N at most, from `hand`: the first alternative of the selector first, or by a number, where chance picks among different cards of the same, else as they lie; counts as played. A computed number: `play up EXPRESSION: SELECTOR …`",
    ),
    entry(
        "move",
        "move [N] SELECTOR [by [most|least] COLUMN] [from ZONE] to ZONE",
        "the same; the two words mean one thing",
    ),
    entry(
        "meld",
        "meld COLUMN to ZONE",
        "plays the largest set of cards in hand that share a value of a column",
    ),
    entry(
        "majority",
        "majority COLUMN of ZONE to COUNTER [tied COUNTER] [none COUNTER]",
        "for each value of a column, whoever has most such cards gets 1; values that several share, or nobody has, are counted apart",
    ),
    entry(
        "cover",
        "cover GOAL [over BASE] by COLUMN with SELECTOR [doubling SELECTOR [worth N]] [losing N each SELECTOR] to ZONE [leaving COUNTER]",
        "plays the cheapest cards of the hand whose numbers come nearest to the goal; what is missing, with the losses, goes to the counter",
    ),
    entry("choose", "choose [N]", "the player does an action, as the policy says; N times at most"),
    entry(
        "set",
        "COUNTER = EXPRESSION, COUNTER += EXPRESSION, COUNTER -= EXPRESSION",
        "sets a counter; it stays within ±1,000,000,000",
    ),
    entry(
        "if",
        "if EXPRESSION: STEPS",
        "does the steps, up to the end of the phrase, if it is not 0",
    ),
    entry(
        "repeat",
        "repeat EXPRESSION: STEPS",
        "does the steps so many times; the number is asked once",
    ),
    entry(
        "opponents",
        "opponents: STEPS",
        "each other player does the steps, in turn; `active` is who began",
    ),
    entry(
        "shuffle",
        "shuffle ZONE into ZONE",
        "puts all cards of a zone into another; cards are always drawn in any order",
    ),
    entry("win", "win SIDE, win seat N, win nobody", "ends the game"),
];

/// Functions of expressions.
pub const FUNCTIONS: &[Entry] = &[
    entry("P", "P([CONTEXT:] EXPRESSION)", "the chance that it is not 0"),
    entry("mean", "mean([CONTEXT:] EXPRESSION)", "the mean"),
    entry(
        "quantile",
        "quantile([CONTEXT:] EXPRESSION, SHARE)",
        "the least value that this share of cases does not exceed: `0.95`, `95%`, `1/36`",
    ),
    entry(
        "count",
        "count(SELECTOR, …)",
        "copies of cards in all decks that any of the selectors takes",
    ),
    entry("rows", "rows(SELECTOR, …)", "designs that any of the selectors takes"),
    entry(
        "needs",
        "needs(N, SELECTOR, …)",
        "whether there are N for each selector, where a card serves one only; 12 selectors at most",
    ),
    entry("sum", "sum(PLACE[SELECTOR], COLUMN)", "the sum of a column's whole numbers"),
    entry(
        "highest",
        "highest(PLACE[SELECTOR], COLUMN)",
        "the highest number; of decks and fresh hands, not in games",
    ),
    entry(
        "lowest",
        "lowest(PLACE[SELECTOR], COLUMN)",
        "the lowest number; of decks and fresh hands, not in games",
    ),
    entry(
        "distinct",
        "distinct(PLACE[SELECTOR], COLUMN)",
        "how many different values; of decks and fresh hands, not in games",
    ),
    entry("shared", "shared(PLACE, NOTATION)", "the most cards that share a value of a notation"),
    entry("component", "component('NAME')", "how many of a component the list has"),
    entry(
        "plays",
        "plays(SELECTOR, …), plays[SELECTOR]",
        "how often such cards were played in a game",
    ),
    entry("never_played", "never_played(SELECTOR)", "how many such designs no game played"),
    entry("hits", "hits(3d6, 4)", "how many dice show at least so much"),
    entry("best", "best(2d6)", "the highest of the dice"),
    entry("worst", "worst(2d6)", "the lowest of the dice"),
    entry("min", "min(A, B, …)", "the least"),
    entry("max", "max(A, B, …)", "the most"),
    entry("abs", "abs(A)", "without its sign"),
    entry("floor", "floor(A / B)", "rounded down"),
    entry("ceil", "ceil(A / B)", "rounded up"),
    entry("cells", "cells(BOARD, \"CONDITION\")", "how many cells of a board fulfil a condition"),
    entry("parts", "parts(BOARD, \"CONDITION\")", "into how many pieces such cells fall"),
    entry("distance", "distance(BOARD, 'CELL', 'CELL')", "steps from cell to cell"),
    entry("neighbours", "neighbours(BOARD, 'CELL')", "how many neighbours a cell has"),
    entry("adjacent", "adjacent(BOARD, 'CELL', 'CELL')", "whether two cells are neighbours"),
];

/// The names of entries, each once.
pub fn names(entries: &'static [Entry]) -> impl Iterator<Item = &'static str> + Clone {
    let before = |at: usize| entries[..at].iter().any(|one| one.name == entries[at].name);
    (0..entries.len()).filter(move |at| !before(*at)).map(|at| entries[at].name)
}

/// When a chance, mean or quantile is asked.
pub const CONTEXTS: &[Entry] = &[
    entry(
        "opening",
        "opening: …",
        "one fresh hand, as `[setup]` deals it, or several places that it deals to, together: `hand[Ace] > market[Ace]`; exact",
    ),
    entry(
        "opening",
        "opening(SIDE): …",
        "the hand and the places of a side, where sides are dealt differently; exact",
    ),
    entry(
        "seen",
        "seen(N): …, seen(N, DECK): …",
        "the first N cards of the first, or of a named, deck, which are called `hand`; exact",
    ),
    entry(
        "roll",
        "roll a = 1d6, b = 2d6: …",
        "dice with names, each rolled once; without a name, dice in an expression are rolled apart; exact",
    ),
    entry(
        "turn",
        "turn N: …",
        "after round N of a game; of games that ended earlier, at their end; played",
    ),
    entry(
        "end",
        "no context",
        "dice alone are exact; anything else is asked at the end of a game, and played",
    ),
];

/// What a game knows of itself, beside its zones, counters and watched events.
pub const STATISTICS: &[Entry] = &[
    entry(
        "rounds",
        "rounds",
        "how many rounds were played; in rules, the number of this one (`round` too)",
    ),
    entry("reshuffles", "reshuffles", "how often a pile was made anew"),
    entry(
        "deck_out",
        "deck_out, deck_out(PILE), deck_out before round N",
        "the round in which a pile first had no card to give; a number beyond all rounds, where none did",
    ),
    entry(
        "EVENT",
        "EVENT, EVENT before round N, OWNER.EVENT",
        "the first round in which a seat, any or that of the owner, saw an event of `[watch]`: `Convoy.hunt before round 3`; a number beyond all rounds, where none did",
    ),
    entry("players", "players", "how many seats there are"),
    entry("win", "win: SIDE, win: seat N, win: nobody", "who has won"),
    entry(
        "plays",
        "plays[SELECTOR]",
        "how often such cards were played, or drawn to a place where they are of use: one that is no hand and no pile, and that no step takes cards from but to throw them away",
    ),
];

/// Whose zone or counter is meant, where each player has one, or which seat saw an event.
pub const OWNERS: &[Entry] = &[
    entry(
        "me",
        "ZONE, me.ZONE",
        "that of the player who acts; in `[[end]]` and `[watch]`, of each seat that is asked. In `[checks]`, and in a phase of the table, nobody acts: one seat must be named, or `all`",
    ),
    entry(
        "enemy",
        "enemy.ZONE",
        "all other seats together; where one pile is meant, the first other seat's",
    ),
    entry("all", "all.ZONE", "all seats together"),
    entry("active", "active.ZONE", "that of the player whose phase it is, within `opponents:`"),
    entry(
        "SIDE",
        "SIDE.ZONE",
        "that of a side; in quotes where its name has blanks: `'Wolf Pack'.sunk`",
    ),
    entry("seat", "'seat N'.ZONE", "that of a seat, from 1"),
];

/// Policies that every game has.
pub const POLICIES: &[Entry] = &[
    entry("random", "random", "any action that can be done, any card to throw away"),
    entry(
        "greedy",
        "greedy",
        "the first action of the manifest that can be done, any card to throw away; for whoever has no policy",
    ),
];
