//! The language of checks and rules: expressions, selectors of cards, and steps of a turn.

mod amounts;
mod boards;
mod expression;
mod functions;
mod measure;
mod moves;
mod numbers;
pub mod reference;
mod select;
mod step;
mod text;

use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::model::Phrase;
use crate::sim::pool::KindSet;

pub use amounts::{MOST_CARDS, MOST_STEPS, constant, faults};
pub use expression::expression;
pub use functions::MOST_NEEDS;
pub use select::{rest_selector, selector};
pub use step::{Cover, Step, steps};
pub use text::{Nothing, Scope, Text, seat_number};

/// An expression and where it stands in its phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Its bytes in the phrase.
    pub range: Range<usize>,
}

/// What an expression is. Truth is 1 and falsehood 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A number; `40%` is 0.4.
    Number(f64),
    /// The sum of so many dice of so many sides: `2d6`.
    Dice(u32, u32),
    /// How many of these dice show at least so much: `hits(3d6, 4)`.
    Hits(u32, u32, u32),
    /// The highest of these dice, or the lowest.
    Extreme(u32, u32, bool),
    /// A zone, counter, deck, die or statistic.
    Place(Place),
    /// The round in which a pile first had no card to give.
    Out(Place),
    /// The cards of a zone or deck that a selector takes.
    Pick(Place, Selector),
    /// Something of a column, over the cards of a place.
    Over(Over, Place, Option<Selector>, String),
    /// A function of numbers.
    Call(Function, Vec<Expr>),
    /// A function of selected cards.
    Cards(CardFunction, Vec<Selector>, Option<Box<Expr>>),
    /// How many components of that name there are.
    Component(String),
    /// Whether a side, or a seat from 1, has won.
    Wins(Winner),
    /// `-x` and `not x`.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a <= b < c`.
    Compare(Box<Expr>, Vec<(Compare, Expr)>),
    /// A chance, mean or quantile of what is inside.
    Measure(Measure, Box<Context>, Box<Expr>),
}

/// A named place, with its owner if one is named.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// `me`, `enemy`, `all`, `active`, a side, or `seat 2`.
    pub owner: Option<String>,
    /// The name.
    pub name: String,
    /// Its bytes in the phrase.
    pub range: Range<usize>,
}

/// A set of kinds of cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// The kinds.
    pub set: KindSet,
    /// The alternatives at its top, best first.
    pub order: Vec<KindSet>,
    /// Its bytes in the phrase.
    pub range: Range<usize>,
}

/// What is made of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The sum of its numbers.
    Sum,
    /// The highest number.
    Highest,
    /// The lowest number.
    Lowest,
    /// How many distinct values it has.
    Distinct,
}

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Without its sign.
    Abs,
    /// The least.
    Min,
    /// The most.
    Max,
    /// The next whole number below.
    Floor,
    /// The next whole number above.
    Ceil,
}

/// A function of selected cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFunction {
    /// How many copies all decks hold.
    Count,
    /// How many designs all decks hold.
    Rows,
    /// Whether each selector has at least so many copies.
    Needs,
    /// How often these cards were played in a game.
    Plays,
    /// How many of these designs were never played in any game.
    NeverPlayed,
}

/// Who wins.
#[derive(Clone, Debug, PartialEq)]
pub enum Winner {
    /// A side.
    Side(String),
    /// A seat, from 1.
    Seat(u32),
    /// Nobody.
    Nobody,
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Minus,
    /// `not`
    Not,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    And,
    Or,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Compare {
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
}

/// What is asked of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// The chance that it is not 0.
    Chance,
    /// The mean.
    Mean,
    /// The least value that this share of cases does not exceed.
    Quantile(f64),
}

/// When an expression is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Context {
    /// When a game is over; or at once, if it holds dice alone.
    End,
    /// In one fresh hand, of a side if one is named.
    Opening(Option<String>),
    /// In the first cards of a deck, the first deck if none is named.
    Seen(u32, Option<String>),
    /// After a round.
    Turn(u32),
    /// With these dice.
    Roll(Vec<(String, Expr)>),
}

/// What is wrong with a phrase, where, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The bytes at fault.
    pub range: Range<usize>,
    /// The sentence.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Whether a name is not known.
    pub unknown: bool,
}

impl Fault {
    /// A phrase that cannot be read.
    pub fn new(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: help.into(), unknown: false }
    }

    /// A name that nothing has.
    pub fn unknown(
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { unknown: true, ..Self::new(range, message, help) }
    }

    /// The fault as a message at its place in the manifest.
    pub fn diagnostic(&self, phrase: &Phrase) -> Diagnostic {
        let code = if self.unknown { Code::UNKNOWN_NAME } else { Code::EXPRESSION };
        let end = self.range.end.min(phrase.text.len());
        let start = self.range.start.min(end);
        let help = Some(self.help.clone()).filter(|help| !help.is_empty());
        Diagnostic::error(code, self.message.clone()).at(phrase.place(start..end)).help_if(help)
    }
}
