//! Collects what is wrong with one table, apart from the faults of other files.

use std::ops::Range;

use super::record::{Field, Quotes};
use super::{meant, shown};
use crate::diag::{Code, Diagnostic, Reported, Severity, Sink, Staged};
use crate::span::{SourceId, Span};
use crate::xml;

/// The faults of one table.
pub struct Faults<'a> {
    /// The file of the table.
    pub source: SourceId,
    sink: &'a mut Sink,
    failed: Option<Reported>,
}

impl<'a> Faults<'a> {
    /// No faults yet in the file `source`.
    pub fn new(source: SourceId, sink: &'a mut Sink) -> Self {
        Self { source, sink, failed: None }
    }

    /// The place of some bytes of the file.
    pub fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    /// Takes an error.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        *self.failed.insert(self.sink.error(diagnostic))
    }

    /// Takes a message of either weight.
    pub fn tell(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => drop(self.error(diagnostic)),
            Severity::Warning => self.warning(diagnostic),
        }
    }

    /// Takes a warning.
    pub fn warning(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Gives `value` if there was no error.
    ///
    /// # Errors
    /// The proof of an error.
    pub fn finish<T>(self, value: T) -> Staged<T> {
        self.failed.map_or(Ok(value), Err)
    }

    /// Tells what is wrong with a cell by itself; `subject` is how a sentence names it.
    pub fn check(&mut self, field: &Field, subject: impl Fn() -> String) {
        match field.quotes {
            Quotes::Followed { at, is_long } => self.followed(field, at, is_long, &subject()),
            Quotes::Unclosed => self.unclosed(field, &subject()),
            _ => {}
        }
        if let Some(c) = field.text.chars().find(|c| is_bad(*c)) {
            self.bad_character(field, c, &subject());
        }
    }

    fn followed(&mut self, field: &Field, at: usize, is_long: bool, subject: &str) {
        let value = shown(&field.text);
        let message = format!("{subject} is `{value}`, which has text after its closing quote");
        let missing = "the quote that opens the cell may lack its partner in the same line";
        self.error(
            Diagnostic::error(Code::QUOTES, message)
                .at(self.span(field.raw.clone()))
                .also(self.span(at..field.raw.end), "this follows the closing quote")
                .help("write a quote inside a cell twice, and one quote at the cell's end")
                .help_if(is_long.then(|| missing.into())),
        );
    }

    fn unclosed(&mut self, field: &Field, subject: &str) {
        let value = shown(&field.text);
        let message = format!("{subject} begins with a quote that is never closed, in `{value}`");
        self.error(
            Diagnostic::error(Code::QUOTES, message)
                .at(self.span(field.raw.start..field.raw.start + 1))
                .help("write a quote where the cell ends")
                .help("if the first quote is part of the text, write `\"\"\"` for it"),
        );
    }

    fn bad_character(&mut self, field: &Field, c: char, subject: &str) {
        let (code, value) = (u32::from(c), shown(&field.text));
        let (why, help) = match (c, meant(c)) {
            ('\u{fffd}', _) => {
                ("which stands for a lost one", "type the right one, and save as UTF-8".into())
            }
            (_, Some(meant)) => {
                let help = format!(
                    "it looks like Windows-1252 that was read as something else: write `{meant}`"
                );
                ("which cannot be drawn", help)
            }
            ('\u{b}', _) => {
                ("which cannot be drawn", "use a plain line break, in a cell in quotes".into())
            }
            _ => ("which cannot be drawn", "delete it".into()),
        };
        let message = format!("{subject} holds the character U+{code:04X}, {why}, in `{value}`");
        self.error(
            Diagnostic::error(Code::BAD_CHARACTER, message)
                .at(self.span(field.raw.clone()))
                .help(help),
        );
    }
}

/// Whether XML 1.0 cannot carry the character, it is one for machines, or the sign of a loss.
fn is_bad(c: char) -> bool {
    match c {
        '\t' => false,
        '\u{fffd}'..='\u{ffff}' => true,
        c => c.is_control() && !xml::is_line_end(c),
    }
}
