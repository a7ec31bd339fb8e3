//! What is wrong with a game: messages as data, and the sink that collects them.

mod codes;

use std::collections::{HashMap, HashSet};

use crate::span::Span;

pub use codes::{CODES, Code};

/// A number of things in words: `1 card`, `2 cards`.
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// How much a message weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The output is made, but a person should look.
    Warning,
    /// No output is made.
    Error,
}

/// A place and a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

/// One message: a sentence in lower case without a full stop, places, and what to do.
///
/// Pure data; drawing it is the command line's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of fault, which `deckle explain` tells more of.
    pub code: Code,
    /// Its weight.
    pub severity: Severity,
    /// The sentence.
    pub message: String,
    /// Where the fault lies.
    pub place: Option<Label>,
    /// Further places that help to understand it.
    pub others: Vec<Label>,
    /// What to do, a line each.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message.into())
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message.into())
    }

    /// A message of the given weight.
    pub fn new(code: Code, severity: Severity, message: String) -> Self {
        Self { code, severity, message, place: None, others: Vec::new(), helps: Vec::new() }
    }

    /// Says where the fault lies.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        self.at_with(span, "")
    }

    /// Says where the fault lies, with a few words.
    #[must_use]
    pub fn at_with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.place = Some(Label { span, text: text.into() });
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Adds a line on what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds a line on what to do, when there is one.
    #[must_use]
    pub fn help_if(mut self, text: Option<String>) -> Self {
        self.helps.extend(text);
        self
    }
}

/// Proof that an error was put into a sink: nothing else can make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// A stage's result: it cannot fail without having told why.
pub type Staged<T> = Result<T, Reported>;

/// A template that fails for many cards, each in its own words, is told so often: the last time stands for all others.
const MOST: usize = 9;

/// Collects messages in the order they are told; the same fault at the same place is told once.
#[derive(Debug, Default)]
pub struct Sink {
    list: Vec<Diagnostic>,
    seen: HashSet<(Code, String, Option<Span>)>,
    /// How often a place of a template was told.
    met: HashMap<Span, usize>,
    failed: Option<Reported>,
    is_misused: bool,
}

impl Sink {
    /// Takes a message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let span = diagnostic.place.as_ref().map(|label| label.span);
        if diagnostic.severity == Severity::Error {
            self.failed = Some(Reported(()));
        }
        if !self.seen.insert((diagnostic.code, diagnostic.message.clone(), span)) {
            return;
        }
        match span.filter(|_| diagnostic.code == Code::TEMPLATE).map(|span| self.met(span)) {
            Some(met) if met > MOST => {}
            Some(MOST) => {
                let message = format!("more cards fail here; the first {} are told", MOST - 1);
                self.list.push(Diagnostic { message, helps: Vec::new(), ..diagnostic });
            }
            _ => self.list.push(diagnostic),
        }
    }

    /// How many times something was wrong at one place of a template, with this time.
    fn met(&mut self, span: Span) -> usize {
        let met = self.met.entry(span).or_default();
        *met += 1;
        *met
    }

    /// Takes an error and gives the proof of it.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        debug_assert_eq!(diagnostic.severity, Severity::Error);
        self.push(diagnostic);
        Reported(())
    }

    /// Takes an error of the command line, which is none of the game's.
    pub fn misuse(&mut self, diagnostic: Diagnostic) {
        self.is_misused = true;
        self.error(diagnostic);
    }

    /// Whether the command was misused.
    pub fn is_misused(&self) -> bool {
        self.is_misused
    }

    /// Fails if any error was told so far.
    ///
    /// # Errors
    /// The proof that an error was told.
    pub fn checked(&self) -> Staged<()> {
        self.failed.map_or(Ok(()), Err)
    }

    /// All messages so far.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// How many errors and warnings were told.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.list.iter().filter(|one| one.severity == Severity::Error).count();
        (errors, self.list.len() - errors)
    }
}

/// The name among `known` that `wrong` was probably meant to be, as a help line.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let folded = wrong.to_lowercase();
    let score = |name: &str| {
        let name = name.to_lowercase();
        // Two letters that changed places are one slip, however short the name.
        let swapped =
            strsim::osa_distance(&folded, &name) == 1 && strsim::levenshtein(&folded, &name) == 2;
        strsim::jaro_winkler(&folded, &name).max(if swapped { 0.95 } else { 0.0 })
    };
    known
        .into_iter()
        .map(|name| (score(name), name))
        .filter(|(score, _)| *score > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// A help line that lists all known names, for short lists without a likely one.
pub fn suggest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    did_you_mean(wrong, known.clone()).unwrap_or_else(|| {
        let names: Vec<_> = known.into_iter().map(|name| format!("`{name}`")).collect();
        match names.len() {
            0 => "there are none".into(),
            1..=12 => format!("known: {}", names.join(", ")),
            more => format!("known: {}, … ({more} in all)", names[..12].join(", ")),
        }
    })
}
