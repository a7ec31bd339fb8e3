//! Reads a condition: comparisons, `in`, `and`, `or`, `not` and parentheses.

use std::ops::Range;

use super::words::{Word, split};
use crate::diag::{Code, suggest};
use crate::model::Table;

/// How deep parentheses and `not` may lie in one another.
const DEEPEST: usize = 50;
const GRAMMAR: &str = "write it as `faction == 'orc' and (cost > 2 or name in ['Wolf', 'Bear'])`";

/// A condition on a row.
#[derive(Clone, Debug)]
pub enum Condition {
    /// One of these holds.
    Any(Vec<Condition>),
    /// All of these hold.
    All(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Two values compared.
    Compared(Operand, Sign, Operand),
    /// The first is one of the second, or a part of it.
    In(Operand, Operand),
    /// A cell that is neither empty nor false.
    Filled(Operand),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The value.
    pub term: Term,
    /// Its bytes in the condition.
    pub range: Range<usize>,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Term {
    /// The cell in a column.
    Column(usize),
    /// A number, as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// `true` or `false`.
    Flag(bool),
    /// Values in brackets.
    List(Vec<Operand>),
}

/// What is wrong with a condition.
#[derive(Debug)]
pub struct Fault {
    /// The kind of message.
    pub code: Code,
    /// The sentence.
    pub message: String,
    /// The bytes of the condition.
    pub range: Range<usize>,
    /// What to do.
    pub help: String,
}

impl Fault {
    /// A fault of the condition itself.
    pub fn new(message: impl Into<String>, range: Range<usize>, help: impl Into<String>) -> Self {
        Self { code: Code::FILTER, message: message.into(), range, help: help.into() }
    }
}

/// Reads a condition on the rows of `table`.
///
/// # Errors
/// It cannot be read, or names a column that is not there.
pub fn parse(text: &str, table: &Table) -> Result<Condition, Fault> {
    let mut parser = Parser { words: split(text)?, at: 0, end: text.len(), table, depth: 0 };
    let condition = parser.any()?;
    match parser.words.get(parser.at) {
        None => Ok(condition),
        Some((word, range)) => {
            let message = format!("{} is one too many here", said(word));
            Err(Fault::new(message, range.clone(), "join two conditions by `and` or `or`"))
        }
    }
}

/// A word as a sentence names it.
fn said(word: &Word) -> String {
    match word {
        Word::Name(text) | Word::Number(text) => format!("`{text}`"),
        Word::Text(text) => format!("the text `{text}`"),
        Word::Sign(sign) => format!("`{sign}`"),
    }
}

struct Parser<'a> {
    words: Vec<(Word, Range<usize>)>,
    at: usize,
    end: usize,
    table: &'a Table,
    depth: usize,
}

impl Parser<'_> {
    /// Goes on if the next word is this one.
    fn takes(&mut self, wanted: &str) -> bool {
        let is_it = self.words.get(self.at).is_some_and(|(word, _)| match word {
            Word::Name(name) => name == wanted,
            Word::Sign(sign) => *sign == wanted,
            _ => false,
        });
        self.at += usize::from(is_it);
        is_it
    }

    /// The place of the next word, or of the end.
    fn here(&self) -> Range<usize> {
        self.words.get(self.at).map_or(self.end..self.end, |(_, range)| range.clone())
    }

    fn any(&mut self) -> Result<Condition, Fault> {
        let mut parts = vec![self.all()?];
        while self.takes("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Any(parts) })
    }

    fn all(&mut self) -> Result<Condition, Fault> {
        let mut parts = vec![self.one()?];
        while self.takes("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    fn one(&mut self) -> Result<Condition, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::new("the condition lies too deep in itself", self.here(), GRAMMAR));
        }
        let condition = if self.takes("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.takes("(") {
            let inner = self.any()?;
            self.closing(")")?;
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn closing(&mut self, sign: &'static str) -> Result<(), Fault> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(Fault::new(format!("a `{sign}` is missing"), self.here(), GRAMMAR))
    }

    fn comparison(&mut self) -> Result<Condition, Fault> {
        const SIGNS: [(&str, Sign); 6] = [
            ("==", Sign::Equal),
            ("!=", Sign::Unequal),
            ("<=", Sign::AtMost),
            (">=", Sign::AtLeast),
            ("<", Sign::Less),
            (">", Sign::More),
        ];
        let left = self.operand()?;
        if self.takes("in") {
            return Ok(Condition::In(left, self.operand()?));
        }
        if self.takes("not") {
            self.closing("in")?;
            let several = self.operand()?;
            return Ok(Condition::Not(Box::new(Condition::In(left, several))));
        }
        let Some((_, sign)) = SIGNS.iter().find(|(sign, _)| self.takes(sign)) else {
            return match left.term {
                Term::Column(_) => Ok(Condition::Filled(left)),
                _ => Err(Fault::new("this is no condition by itself", left.range, GRAMMAR)),
            };
        };
        let right = self.operand()?;
        if !matches!(sign, Sign::Equal | Sign::Unequal) {
            self.orderly(&left)?;
            self.orderly(&right)?;
        }
        Ok(Condition::Compared(left, *sign, right))
    }

    /// Only numbers are smaller or larger.
    fn orderly(&self, operand: &Operand) -> Result<(), Fault> {
        if matches!(operand.term, Term::Column(_) | Term::Number(_)) {
            return Ok(());
        }
        let help = "compare it with `==` or `!=`, or write a number without quotes";
        Err(Fault::new("only numbers are smaller or larger", operand.range.clone(), help))
    }

    fn operand(&mut self) -> Result<Operand, Fault> {
        let Some((word, range)) = self.words.get(self.at).cloned() else {
            return Err(Fault::new(
                "the condition ends where a value should stand",
                self.here(),
                GRAMMAR,
            ));
        };
        self.at += 1;
        let term = match word {
            Word::Number(text) => Term::Number(text),
            Word::Text(text) => Term::Text(text),
            Word::Sign("[") => Term::List(self.list()?),
            Word::Name(name) if name == "true" || name == "false" => Term::Flag(name == "true"),
            Word::Name(name) if name == "card" && self.takes(".") => return self.column_of_card(),
            Word::Name(name) if name == "card" && self.takes("[") => {
                let column = self.column_of_card()?;
                self.closing("]")?;
                return Ok(column);
            }
            Word::Name(name) => return self.column(&name, range),
            Word::Sign(sign) => {
                let message = format!("`{sign}` stands where a value should");
                return Err(Fault::new(message, range, GRAMMAR));
            }
        };
        Ok(Operand { term, range })
    }

    fn list(&mut self) -> Result<Vec<Operand>, Fault> {
        let mut items = Vec::new();
        while !self.takes("]") {
            if !items.is_empty() {
                self.closing(",")?;
            }
            let item = self.operand()?;
            if matches!(item.term, Term::List(_)) {
                return Err(Fault::new("a list in a list means nothing", item.range, GRAMMAR));
            }
            items.push(item);
        }
        Ok(items)
    }

    /// The column after `card.`, or in brackets after `card`.
    fn column_of_card(&mut self) -> Result<Operand, Fault> {
        let range = self.here();
        match self.words.get(self.at).cloned() {
            Some((Word::Name(name) | Word::Text(name), range)) => {
                self.at += 1;
                self.column(&name, range)
            }
            _ => Err(Fault::new("the name of a column is missing", range, GRAMMAR)),
        }
    }

    fn column(&self, name: &str, range: Range<usize>) -> Result<Operand, Fault> {
        match self.table.column(name) {
            Some(column) => Ok(Operand { term: Term::Column(column), range }),
            None => Err(Fault {
                code: Code::UNKNOWN_COLUMN,
                message: format!("the table has no column `{name}`"),
                range,
                help: format!(
                    "{}; a text stands in quotes: `'{name}'`",
                    suggest(name, self.table.names())
                ),
            }),
        }
    }
}
