//! The one place that sees all stages: from a game's folder to its output.

mod calibrate;
mod draw;
mod look;
mod lot;
mod made;
mod plan;
mod report;
mod sheets;
mod texts;
mod work;

use std::io;
use std::path::Path;

use crate::cache::Cache;
use crate::check::{self, Effort};
use crate::diag::{Reported, Sink, Staged};
use crate::digest::Digest;
use crate::output::{Output, Written};
use crate::render::{Painter, Pictures};
use crate::span::Sources;
use crate::text;
use crate::workspace::Workspace;

pub use calibrate::calibration_sheet;
pub use made::Made;
pub use texts::{BoxReport, FaceReport, SizeReport};

/// What a build makes, beyond what the game says.
#[derive(Clone, Debug)]
pub struct Options {
    /// Make the pictures of the cards.
    pub cards: bool,
    /// Make the sheets.
    pub sheets: bool,
    /// Papers instead of those of the manifest.
    pub papers: Vec<String>,
    /// Resolution instead of the manifest's, in pixels per inch.
    pub dpi: Option<u32>,
    /// Keep what is made for the next build.
    pub cache: bool,
    /// Warnings stop the build.
    pub strict: bool,
    /// Missing pictures are marked and let the build pass.
    pub draft: bool,
    /// Check that the game holds together first.
    pub checks: bool,
    /// The seed of the games that checks play.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cards: true,
            sheets: true,
            papers: Vec::new(),
            dpi: None,
            cache: true,
            strict: false,
            draft: false,
            checks: true,
            seed: Effort::default().seed,
        }
    }
}

/// Hears how far a build is, and says when to stop it.
pub trait Watch: Sync {
    /// Some work of `total` steps begins.
    fn begin(&self, what: &str, total: usize);
    /// A step is done.
    fn step(&self);
    /// The work is done.
    fn end(&self);
    /// Whether the person wants to stop.
    fn stopped(&self) -> bool;
}

/// Hears nothing and never stops.
#[derive(Debug, Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn begin(&self, _: &str, _: usize) {}
    fn step(&self) {}
    fn end(&self) {}
    fn stopped(&self) -> bool {
        false
    }
}

/// Why a build made nothing.
#[derive(Debug)]
pub enum Stop {
    /// The game has errors, all told.
    Reported(Reported),
    /// Warnings, and they were to stop it.
    Strict,
    /// The machine refused.
    Io(io::Error),
    /// Something that should not happen, in the libraries' words.
    Internal(String),
    /// The person stopped it.
    Interrupted,
}

impl From<Reported> for Stop {
    fn from(reported: Reported) -> Self {
        Self::Reported(reported)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What a build or a check found and did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The game's title.
    pub title: String,
    /// All copies of all decks of cards.
    pub cards: u32,
    /// All copies of counters and boxes.
    pub pieces: u32,
    /// Distinct cards.
    pub designs: usize,
    /// Designs that had to be drawn.
    pub drawn: usize,
    /// Sheets in the output.
    pub sheets: usize,
    /// What happened to the files.
    pub written: Written,
    /// How boxes of text were filled: the name of each deck, and its boxes.
    pub texts: Vec<(String, Vec<BoxReport>)>,
}

/// What a check finds beside faults.
#[derive(Default)]
pub struct Found {
    /// What the game's own checks found.
    pub report: check::Report,
    /// How boxes of text were filled: the name of each deck, and its boxes.
    pub texts: Vec<(String, Vec<BoxReport>)>,
}

/// Loads and composes a game.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn make(
    workspace: &dyn Workspace,
    options: &Options,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Made> {
    made::make_with(workspace, options, &|_, measure| measure(), sources, sink)
}

/// Loads, composes, parses and imposes a game, and draws nothing.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn check(
    workspace: &dyn Workspace,
    options: &Options,
    sources: &mut Sources,
    sink: &mut Sink,
    watch: &dyn Watch,
) -> Result<Summary, Stop> {
    let found = &mut Found::default();
    check_after(workspace, None, options, sources, sink, watch, found)
}

/// As [`check()`], but faces that are as when they were last built into `outputs` are not looked at
/// again, and what was found is given also where the game fails.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn check_after(
    workspace: &dyn Workspace,
    outputs: Option<&Path>,
    options: &Options,
    sources: &mut Sources,
    sink: &mut Sink,
    watch: &dyn Watch,
    found: &mut Found,
) -> Result<Summary, Stop> {
    let cache = outputs.filter(|_| options.cache).and_then(Cache::left);
    let keep = |key, measure: &dyn Fn() -> text::Measures| {
        cache.as_ref().and_then(|cache| sizes(cache, key)).unwrap_or_else(measure)
    };
    let made = made::make_with(workspace, options, &keep, sources, sink)?;
    found.report = checked(&made, options, sink);
    let plans = plan::sheets(&made, sink);
    let known = cache.map(|cache| cache.notes(&made.game.name)).unwrap_or_default();
    let findings = look::faces(&made, &known, watch)?;
    let noticed = || findings.iter().map(|findings| &findings[..]);
    // What is too long is to be cut by what the others have room for, so that is told in any case.
    found.texts = made.texts(noticed(), sources);
    made.tell(noticed(), sources, sink)?;
    strict(options, sink)?;
    Ok(Summary { sheets: plans?.len(), texts: found.texts.clone(), ..made.summary() })
}

/// The sizes that an earlier build measured.
fn sizes(cache: &Cache, key: Digest) -> Option<text::Measures> {
    cache.read(key, "sizes").and_then(|bytes| serde_json::from_slice(&bytes).ok())
}

/// The sizes that an earlier build measured, or that are measured now; without a cache always now.
fn kept(
    outputs: &Path,
    options: &Options,
    key: Digest,
    measure: &dyn Fn() -> text::Measures,
) -> text::Measures {
    let cache = if options.cache { Cache::open(outputs).ok() } else { None };
    if let Some(known) = cache.as_ref().and_then(|cache| sizes(cache, key)) {
        return known;
    }
    let measured = measure();
    if let (Some(cache), Ok(bytes)) = (cache, serde_json::to_vec(&measured)) {
        // A cache that cannot be written is no fault of the game.
        let _ = cache.put(key, "sizes", &bytes);
    }
    measured
}

/// Does the game hold together? Nothing is asked where nobody wants to know.
fn checked(made: &Made, options: &Options, sink: &mut Sink) -> check::Report {
    if options.checks {
        let effort = Effort { seed: options.seed, ..Effort::default() };
        check::check(&made.game, &effort, sink)
    } else {
        check::Report::default()
    }
}

fn strict(options: &Options, sink: &Sink) -> Result<(), Stop> {
    if options.strict && sink.counts().1 > 0 { Err(Stop::Strict) } else { Ok(()) }
}

/// Builds a game into `outputs/NAME`, whole or not at all.
///
/// # Errors
/// See [`Stop`]; the output of the last build is untouched.
pub fn build(
    workspace: &dyn Workspace,
    outputs: &Path,
    options: &Options,
    sources: &mut Sources,
    sink: &mut Sink,
    watch: &dyn Watch,
) -> Result<Summary, Stop> {
    let keep = |key, measure: &dyn Fn() -> text::Measures| kept(outputs, options, key, measure);
    let made = made::make_with(workspace, options, &keep, sources, sink)?;
    checked(&made, options, sink);
    sink.checked()?;
    let plans = plan::sheets(&made, sink)?;
    let folder = outputs.join(&made.game.name);
    let output = Output::open(&folder)?;
    let cache = if options.cache { Cache::open(outputs)? } else { Cache::throw_away(outputs)? };
    let mut known: draw::Known = cache.notes(&made.game.name);
    let painter = Painter::new(made.game.dpi);
    let drawer = draw::Drawer {
        made: &made,
        plans: &plans,
        options,
        output: &output,
        cache: &cache,
        watch,
        painter,
        pictures: Pictures::default(),
    };
    let drawn = drawer.draw(&mut known)?;
    if watch.stopped() {
        return Err(Stop::Interrupted);
    }
    let noticed = || made.keys().iter().flatten().map(|key| draw::findings(&known, *key));
    made.tell(noticed(), sources, sink)?;
    strict(options, sink)?;
    let texts = made.texts(noticed(), sources);
    let mut artifacts = drawn.artifacts;
    artifacts.push(report::artifact(&made, &plans, &texts, options, sources, sink));
    let mut summary =
        Summary { drawn: drawn.designs, sheets: drawn.sheets, texts, ..made.summary() };
    summary.written = output.commit(artifacts, &cache)?;
    cache.put_notes(&made.game.name, &known);
    cache.trim();
    Ok(summary)
}
