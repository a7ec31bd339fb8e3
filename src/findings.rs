//! What was noticed while a face was parsed: missing fonts, glyphs and pictures, and usvg's own words.

use std::cell::RefCell;
use std::sync::{Mutex, Once};

use serde::{Deserialize, Serialize};

use crate::compose::Face;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::model::Game;
use crate::span::{Sources, Span};

/// One thing that was noticed about a face. It can be kept with the face's picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    code: String,
    error: bool,
    message: String,
    help: Option<String>,
    /// A word to look for in the template or the row: where the fault is written.
    needle: Option<String>,
    /// How a box of text was filled, if that is all there is to say: no fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fitted: Option<Box<Fitted>>,
}

/// How a box of text was filled, so that a designer sees which text to cut.
///
/// Numbers are whole ten-thousandths, so that findings can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fitted {
    /// The name of the box: its id, or its number on the face.
    pub name: String,
    /// The size that was asked for, in 1/10000 mm.
    pub wanted: u64,
    /// The size that was chosen, in 1/10000 mm.
    pub size: u64,
    /// The part of the box's height that is taken, in 1/10000.
    pub fill: u64,
    /// How many lines.
    pub lines: usize,
}

impl Finding {
    /// A finding that lets the face fail.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code: code.name().into(),
            error: true,
            message: message.into(),
            help: None,
            needle: None,
            fitted: None,
        }
    }

    /// No fault: how a box of text was filled.
    pub fn fitted(fitted: Fitted) -> Self {
        Self { fitted: Some(Box::new(fitted)), ..Self::warning(Code::OVERFLOW, "") }
    }

    /// How a box of text was filled, if that is what was noticed.
    pub fn as_fitted(&self) -> Option<&Fitted> {
        self.fitted.as_deref()
    }

    /// A finding that a person should look at.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { error: false, ..Self::error(code, message) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the word that is at fault, to be found in the template or the row.
    #[must_use]
    pub fn written(mut self, needle: impl Into<String>) -> Self {
        self.needle = Some(needle.into());
        self
    }

    /// The same, but the face passes.
    #[must_use]
    pub fn let_pass(self) -> Self {
        Self { error: false, ..self }
    }

    /// Whether the face fails.
    pub fn is_error(&self) -> bool {
        self.error
    }
}

/// The most findings of one face: a drawing with a fault in each of a million elements is one fault.
const MOST: usize = 100;

/// Collects the findings of one face, from closures that usvg calls.
#[derive(Debug, Default)]
pub struct Findings {
    // usvg asks for closures that could be sent; the lock is never contended.
    list: Mutex<(Vec<Finding>, usize)>,
}

impl Findings {
    /// Adds a finding, once; beyond a hundred they are counted, but never the first error.
    pub fn push(&self, finding: Finding) {
        let mut list = self.list.lock().expect("no holder panics");
        let (list, more) = &mut *list;
        let first_error = finding.error && !list.iter().any(Finding::is_error);
        if list.len() >= MOST && !first_error {
            *more += 1;
        } else if !list.contains(&finding) {
            list.push(finding);
        }
    }

    /// All findings so far.
    pub fn take(self) -> Vec<Finding> {
        let (mut list, more) = self.list.into_inner().expect("no holder panics");
        if more > 0 {
            let message = format!("{more} more things were noticed about this drawing");
            list.push(Finding::warning(Code::SVG_WARNING, message));
        }
        list
    }
}

/// Tells the findings of a face, each where it is written: in the template, else in the row.
pub fn report(findings: &[Finding], face: &Face, game: &Game, sources: &Sources, sink: &mut Sink) {
    for finding in findings.iter().filter(|one| one.fitted.is_none()) {
        let severity = if finding.error { Severity::Error } else { Severity::Warning };
        let code = Code::by_name(&finding.code).unwrap_or(Code::SVG);
        let mut diagnostic = Diagnostic::new(code, severity, finding.message.clone());
        diagnostic = diagnostic.help_if(finding.help.clone());
        let template = game.templates.get(&face.template);
        let met = format!("first met on the {} of `{}`", face.side.word(), face.name);
        let needle = finding.needle.as_deref();
        let in_row = needle.and_then(|needle| {
            find(needle, face.span, sources).or_else(|| in_cell(needle, face, game))
        });
        let in_template = template.and_then(|id| {
            let whole = Span::new(*id, 0..sources.get(*id).text.len());
            needle.and_then(|needle| find(needle, whole, sources))
        });
        sink.push(match (in_row, in_template, template) {
            (Some(span), ..) => diagnostic.at_with(span, met),
            (None, Some(span), _) => diagnostic.at(span).also(face.at, met),
            // Nobody knows the place in the template; at its start the fault is told once for all.
            (None, None, Some(id)) => diagnostic.at(Span::new(*id, 0..0)).also(face.at, met),
            (None, None, None) => diagnostic.at_with(face.at, met),
        });
    }
}

/// The cell of a card that holds `needle`, if that is written elsewhere or otherwise than it reads:
/// in another row or table, or with escapes.
fn in_cell(needle: &str, face: &Face, game: &Game) -> Option<Span> {
    let cards = game.decks.iter().flat_map(|deck| deck.cards.iter().map(move |card| (deck, card)));
    let mut own = cards.filter(|(_, card)| card.span == face.span);
    let cell = own.find_map(|(deck, card)| {
        deck.cells(card).find(|cell| !needle.is_empty() && cell.text.contains(needle))
    });
    cell.map(|cell| cell.span)
}

/// The first place of `needle` inside `span`.
fn find(needle: &str, span: Span, sources: &Sources) -> Option<Span> {
    let text = sources.get(span.source).text.get(span.range())?;
    let at = span.range().start + text.find(needle)?;
    Some(Span::new(span.source, at..at + needle.len()))
}

thread_local! {
    /// What usvg logged on this thread while [`watched`] runs.
    static LOGGED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

struct Listener;

impl log::Log for Listener {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            LOGGED.with_borrow_mut(|logged| {
                logged.iter_mut().for_each(|lines| lines.push(record.args().to_string()));
            });
        }
    }

    fn flush(&self) {}
}

/// Runs `work` and turns what the SVG parser logs meanwhile into findings.
pub fn watched<T>(findings: &Findings, work: impl FnOnce() -> T) -> T {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        // A program that has its own logger keeps it; then the parser's words go there.
        if log::set_logger(&Listener).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
    LOGGED.set(Some(Vec::new()));
    let value = work();
    for line in LOGGED.take().unwrap_or_default() {
        // Our own resolvers have told these already, with more to go by.
        let told = ["Fallback from", "No match for", "No fonts with a", "Failed to load"];
        if !told.iter().any(|start| line.starts_with(start)) {
            findings.push(Finding::warning(Code::SVG_WARNING, in_our_voice(&line)));
        }
    }
    value
}

/// A parser's line as a message: a small first letter, back ticks, no full stop.
fn in_our_voice(line: &str) -> String {
    let line = line.trim().trim_end_matches('.').replace('\'', "`");
    let mut chars = line.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}
