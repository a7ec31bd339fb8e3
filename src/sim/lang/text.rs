//! A phrase being read from left to right, and what its names may mean.

use std::ops::Range;

use super::{Fault, Place};
use crate::diag::{Code, Diagnostic};
use crate::model::Phrase;
use crate::sim::pool::Pool;

/// What the names in a phrase may mean.
pub struct Scope<'p, 'g> {
    /// The kinds of cards.
    pub pool: &'p Pool<'g>,
}

/// The longest phrase that is read, in bytes.
const LONGEST: usize = 4096;
/// How deeply a phrase may nest.
const DEEPEST: usize = 64;

/// A phrase and how far it is read.
pub struct Text<'t, 'p, 'g> {
    /// The whole phrase.
    pub all: &'t str,
    /// The next byte.
    pub at: usize,
    /// What names may mean.
    pub scope: &'p Scope<'p, 'g>,
    /// Selectors that take no card, which is often a value that is written otherwise on the cards.
    pub nothing: Vec<Nothing>,
    depth: usize,
}

/// A part of a selector that takes no card.
#[derive(Clone, Debug, PartialEq)]
pub struct Nothing {
    /// Its bytes in the phrase.
    pub range: Range<usize>,
    /// What it may have meant.
    pub meant: Option<String>,
}

/// The number of a seat, from 1, that is named as `seat 2`.
pub fn seat_number(name: &str) -> Option<u32> {
    name.strip_prefix("seat ").and_then(|number| number.parse().ok()).filter(|seat| *seat > 0)
}

impl<'t, 'p, 'g> Text<'t, 'p, 'g> {
    /// The phrase `all`, from its beginning.
    ///
    /// # Errors
    /// It is too long.
    pub fn new(all: &'t str, scope: &'p Scope<'p, 'g>) -> Result<Self, Fault> {
        if all.len() > LONGEST {
            let message = format!("the text has {} bytes (limit {LONGEST})", all.len());
            return Err(Fault::new(0..all.len(), message, "split it into several"));
        }
        Ok(Self { all, at: 0, scope, nothing: Vec::new(), depth: 0 })
    }

    /// Warnings of the selectors that take no card, at their places in the phrase.
    pub fn warnings(&self, phrase: &Phrase) -> Vec<Diagnostic> {
        let warning = |one: &Nothing| {
            let words = &self.all[one.range.clone()];
            let message = format!("no card is `{words}`");
            let diagnostic = Diagnostic::warning(Code::SELECTS_NOTHING, message);
            let help = one.meant.clone().unwrap_or_else(|| {
                "remove it, or give it to a card; `count(…) == 0` asks that there be none".into()
            });
            diagnostic.at(phrase.place(one.range.clone())).help(help)
        };
        self.nothing.iter().map(warning).collect()
    }

    /// What is left.
    pub fn rest(&self) -> &'t str {
        &self.all[self.at..]
    }

    /// Skips blanks.
    pub fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Whether nothing but blanks is left.
    pub fn done(&mut self) -> bool {
        self.blanks();
        self.rest().is_empty()
    }

    /// Takes a sign if it is next.
    pub fn sign(&mut self, sign: &str) -> bool {
        self.blanks();
        let next = self.rest().starts_with(sign);
        if next {
            self.at += sign.len();
        }
        next
    }

    /// Takes a whole word if it is next.
    pub fn word(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.peek_name() == word && !word.is_empty();
        if found {
            self.at += word.len();
        }
        found
    }

    /// Takes a sign that must be next.
    ///
    /// # Errors
    /// It is not.
    pub fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.sign(sign) { Ok(()) } else { Err(self.fault(format!("`{sign}` is missing here"))) }
    }

    /// The bare name that is next; may be empty.
    pub fn peek_name(&self) -> &'t str {
        let rest = self.rest();
        let starts = rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if starts { &rest[..end] } else { "" }
    }

    /// Takes a bare name, or a name in quotes, with its bytes.
    ///
    /// # Errors
    /// There is none, or its quote does not end.
    pub fn name(&mut self) -> Result<(String, Range<usize>), Fault> {
        self.blanks();
        if let Some(quoted) = self.quoted()? {
            return Ok(quoted);
        }
        let (name, start) = (self.peek_name(), self.at);
        if name.is_empty() {
            return Err(self.fault("a name is missing here"));
        }
        self.at += name.len();
        Ok((name.to_owned(), start..self.at))
    }

    /// Takes a name in quotes, if one is next.
    ///
    /// # Errors
    /// The quote does not end.
    pub fn quoted(&mut self) -> Result<Option<(String, Range<usize>)>, Fault> {
        self.blanks();
        let Some(quote) = self.rest().chars().next().filter(|c| "'\"".contains(*c)) else {
            return Ok(None);
        };
        let start = self.at;
        let inner = &self.rest()[1..];
        let Some(end) = inner.find(quote) else {
            let range = start..self.all.len();
            return Err(Fault::new(range, "a quote is not closed", format!("add `{quote}`")));
        };
        self.at += end + 2;
        Ok(Some((inner[..end].to_owned(), start..self.at)))
    }

    /// Takes `NAME` or `OWNER.NAME`.
    ///
    /// # Errors
    /// There is no name.
    pub fn place(&mut self) -> Result<Place, Fault> {
        self.blanks();
        // A side's whole name needs no quotes.
        let (rest, pool) = (self.rest(), self.scope.pool);
        let mut sides = pool.game.rules.sides.iter().map(|side| side.value.as_str());
        let owner =
            sides.find(|side| rest.strip_prefix(side).is_some_and(|rest| rest.starts_with('.')));
        let (name, range) = match owner {
            Some(side) => {
                self.at += side.len();
                (side.to_owned(), self.at - side.len()..self.at)
            }
            None => self.name()?,
        };
        if !self.rest().starts_with('.') {
            return Ok(Place { owner: None, name, range });
        }
        self.at += 1;
        let (inner, end) = self.name()?;
        Ok(Place { owner: Some(name), name: inner, range: range.start..end.end })
    }

    /// Takes a whole number, if one is next.
    ///
    /// # Errors
    /// It is too large.
    pub fn whole(&mut self) -> Result<Option<u32>, Fault> {
        self.whole_to(1_000_000)
    }

    /// Takes a whole number of at most `most`, if one is next.
    ///
    /// # Errors
    /// It is too large.
    pub fn whole_to(&mut self, most: u32) -> Result<Option<u32>, Fault> {
        self.blanks();
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Ok(None);
        }
        let range = self.at..self.at + digits;
        let number = rest[..digits].parse().ok().filter(|number| *number <= most);
        let number = number.ok_or_else(|| {
            Fault::new(range.clone(), "the number is too large", format!("at most {most}"))
        })?;
        self.at = range.end;
        Ok(Some(number))
    }

    /// A fault at what is next.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        let rest = self.rest();
        let word = self.peek_name().len();
        let next = rest.chars().next().map_or(0, char::len_utf8).max(word);
        Fault::new(self.at..self.at + next, message, "")
    }

    /// Reads something that may hold more of its kind.
    ///
    /// # Errors
    /// Its own, and that it nests too deeply.
    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth >= DEEPEST {
            return Err(self.fault("the text nests too deeply"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}
