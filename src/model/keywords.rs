//! Keywords and the reminders that templates may put beside them.

use crate::span::Span;

/// A keyword of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyword {
    /// How it is written on cards; `{n}` stands for a number or a word.
    pub name: String,
    /// What it means, with the same names in braces.
    pub reminder: String,
    /// Where its name is written.
    pub at: Span,
    /// Where its reminder is written.
    pub reminder_at: Span,
}
