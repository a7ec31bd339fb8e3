//! What a game says of itself: components, notation, checks, and the rules that are dealt and played.

use std::ops::Range;

use crate::span::{Span, Spanned};

/// A text of the manifest that is read further, with the place of each of its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// The place of the whole value, quotes included.
    pub span: Span,
    /// Where the text begins in the file, when it stands there letter for letter.
    pub start: Option<u32>,
}

impl Phrase {
    /// The place of a range of bytes of the text; the whole value where escapes have moved it.
    pub fn place(&self, range: Range<usize>) -> Span {
        match self.start {
            Some(start) => {
                let start = start as usize;
                Span::new(self.span.source, start + range.start..start + range.end)
            }
            None => self.span,
        }
    }
}

/// Everything in the manifest that checks, odds and playtests work on; all of it may be absent.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The first table of rules in the manifest; none when the game declares nothing.
    pub declared: Option<Span>,
    /// The sides, when they differ.
    pub sides: Vec<Spanned<String>>,
    /// The list of what is in the box.
    pub components: Vec<Component>,
    /// What the letters and words in columns mean.
    pub notations: Vec<Notation>,
    /// What the rulebook claims.
    pub rulebook: Rulebook,
    /// What must hold.
    pub checks: Vec<Check>,
    /// Events whose first time is watched in deals.
    pub watches: Vec<Watch>,
    /// Findings that are meant.
    pub allows: Vec<Allow>,
    /// Where cards lie.
    pub zones: Vec<Zone>,
    /// What is counted.
    pub vars: Vec<Var>,
    /// What is dealt before the first round.
    pub deals: Vec<Deal>,
    /// A round.
    pub phases: Vec<Phase>,
    /// After so many rounds the game is over.
    pub max_rounds: Option<Spanned<u32>>,
    /// What a player may choose to do.
    pub actions: Vec<Action>,
    /// When the game is over.
    pub ends: Vec<End>,
    /// Who wins when the rounds are over: the most of a counter.
    pub result: Option<Phrase>,
    /// How a simulated player plays.
    pub policies: Vec<Policy>,
    /// Values that the rulebook does not give and the designer has assumed.
    pub assumed: Vec<Assumed>,
    /// Values that the rulebook does not give and nobody has decided: `"?"`.
    pub unstated: Vec<Spanned<String>>,
    /// Those of them without which no game can be played.
    pub unplayable: Vec<Spanned<String>>,
}

/// A line of the list of components.
#[derive(Clone, Debug)]
pub struct Component {
    /// What it is called.
    pub name: Spanned<String>,
    /// How many there are, when anybody says.
    pub count: Option<Spanned<u32>>,
    /// `card`, `die`, `cube` and so on.
    pub kind: String,
    /// The decks that hold these cards.
    pub decks: Vec<Spanned<String>>,
    /// Which cards of all decks these are.
    pub cards: Option<Phrase>,
    /// Whether this program makes it.
    pub built: bool,
}

/// What the values of a column mean.
#[derive(Clone, Debug)]
pub struct Notation {
    /// Its name.
    pub name: Spanned<String>,
    /// The column, in every deck that has it.
    pub column: Spanned<String>,
    /// Whether each letter of a cell is a value of its own.
    pub letters: bool,
    /// Each value with its meaning, which may be empty.
    pub values: Vec<(Spanned<String>, String)>,
    /// How many values the rulebook says that there are.
    pub count: Option<Spanned<u32>>,
    /// Groups of values of which each card has exactly one.
    pub exactly_one_of: Vec<Spanned<Vec<Spanned<String>>>>,
    /// Cards with one of these values need none of the groups.
    pub unless: Vec<Spanned<String>>,
}

/// What the rulebook claims, to be held against the game.
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    /// The phases that its turn sequence lists.
    pub phases: Vec<Spanned<String>>,
    /// The phases that it describes, when they are not those of `[turn]`.
    pub described: Vec<Spanned<String>>,
    /// Names that its text uses for cards.
    pub mentions: Vec<Spanned<String>>,
    /// How many components of a kind it counts.
    pub totals: Vec<(Spanned<String>, u32)>,
    /// How many of some cards it prints: a selector, and the number.
    pub counts: Vec<(Phrase, Spanned<u32>)>,
    /// Where it says that the rules are the same for all sides, or all players.
    pub symmetric: Option<Symmetric>,
    /// Sentences of it that names and terms are looked for in.
    pub text: Vec<Spanned<String>>,
    /// Words and names as they are rightly written.
    pub terms: Vec<Spanned<String>>,
    /// Columns whose text may name cards between backticks or as whole cells.
    pub text_columns: Vec<Spanned<String>>,
}

/// A claim that rules are the same for all sides.
#[derive(Clone, Debug)]
pub struct Symmetric {
    /// Where it stands.
    pub span: Span,
    /// Names and numbers that take each other's place where the sides change places.
    pub mirror: Vec<(Spanned<String>, String)>,
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: Spanned<String>,
    /// The expression.
    pub that: Phrase,
    /// The numbers of players that it is asked for; all of the game if none.
    pub players: Vec<u32>,
    /// Where they stand.
    pub players_at: Option<Span>,
    /// Whether it is only a warning.
    pub warning: bool,
    /// The most games or deals that are spent on it.
    pub budget: Option<u32>,
    /// Why it must hold.
    pub reason: String,
}

/// An event whose first time is watched.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Its name.
    pub name: Spanned<String>,
    /// The event.
    pub when: Phrase,
}

/// A finding that is meant.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The kind of finding.
    pub code: Spanned<String>,
    /// A text that its message holds; any if empty.
    pub about: String,
    /// Why it is meant.
    pub reason: String,
}

/// Where cards lie.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: Spanned<String>,
    /// Whether each player has one.
    pub each: bool,
    /// The deck whose cards it holds at the start.
    pub deck: Option<Spanned<String>>,
    /// What happens when a card must be drawn from it and none is there.
    pub empty: Option<Spanned<Empty>>,
}

/// What happens when a pile that must give a card has none.
#[derive(Clone, Debug, PartialEq)]
pub enum Empty {
    /// The cards of this zone are shuffled into it.
    Reshuffle(String),
    /// Nothing is drawn.
    Stop,
    /// The game is over, with this winner if one is named.
    End(Option<String>),
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Spanned<String>,
    /// Whether each player has one.
    pub each: bool,
    /// Its value at the start.
    pub start: i64,
}

/// Cards dealt before the first round.
#[derive(Clone, Debug)]
pub struct Deal {
    /// From this zone.
    pub from: Spanned<String>,
    /// To this zone, of each player where it is a player's.
    pub to: Spanned<String>,
    /// How many.
    pub n: Spanned<u32>,
    /// To this side only.
    pub side: Option<Spanned<String>>,
}

/// A part of a round.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name; may be empty.
    pub name: String,
    /// Who acts.
    pub who: Who,
    /// What is done, in order.
    pub steps: Vec<Phrase>,
    /// Its place.
    pub span: Span,
}

/// Who acts in a phase.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// The table: once, for nobody.
    Table,
    /// Every player, one after another.
    Each,
    /// One side.
    Side(Spanned<String>),
}

/// What a player may choose to do.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: Spanned<String>,
    /// The side that may; any if none.
    pub by: Option<Spanned<String>>,
    /// The card that is spent.
    pub card: Option<Phrase>,
    /// Cards that are laid one after another.
    pub chain: Vec<Phrase>,
    /// Where the chain lies.
    pub zone: Option<Spanned<String>>,
    /// Only then.
    pub when: Option<Phrase>,
    /// What the card does.
    pub steps: Vec<Phrase>,
    /// What the whole chain does.
    pub complete: Vec<Phrase>,
}

/// When the game is over, and who has won.
#[derive(Clone, Debug)]
pub struct End {
    /// The side that wins; each player is asked if none is named.
    pub side: Option<Spanned<String>>,
    /// The condition, from the winner's seat.
    pub when: Phrase,
    /// Whether nobody wins.
    pub draw: bool,
    /// Its place.
    pub span: Span,
}

/// How a simulated player plays.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Its name: a side's, `default`, or another that can be asked for.
    pub name: Spanned<String>,
    /// Actions, best first.
    pub choose: Vec<Phrase>,
    /// Cards to throw away, worst first.
    pub discard: Vec<Phrase>,
}

/// A value that the rulebook does not give.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumed {
    /// What it is: `setup.deal`.
    pub what: String,
    /// The designer's words.
    pub why: String,
    /// Its place.
    pub span: Span,
}

impl Rules {
    /// The zone of that name.
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.name.value == name)
    }

    /// Whether rounds can be played.
    pub fn playable(&self) -> bool {
        !self.phases.is_empty() && self.unplayable.is_empty()
    }
}
