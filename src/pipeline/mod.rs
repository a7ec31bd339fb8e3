//! The one place that sees all stages: from a game's folder to its output.

mod calibrate;
mod draw;
mod lot;
mod plan;
mod report;
mod sheets;
mod texts;
mod work;

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::cache::Cache;
use crate::check::{self, Effort};
use crate::compose::{Composed, Face, Measure, Tracer, compose};
use crate::diag::{Reported, Sink, Staged};
use crate::digest::Digest;
use crate::findings::{Finding, Lines, Teller};
use crate::fonts::Fonts;
use crate::icons::Icons;
use crate::images::Images;
use crate::load::load;
use crate::model::{Deck, Game};
use crate::output::{Output, Written};
use crate::render::{Painter, Pictures};
use crate::scene::{self, Parsed};
use crate::span::Sources;
use crate::text;
use crate::workspace::Workspace;

pub use calibrate::calibration_sheet;
/// Faces that a check looks at together, before it hears whether to stop.
const LOOKED: usize = 64;

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

/// What was noticed about each face of a game, in their order.
trait Noticed<'a>: Iterator<Item = &'a [Finding]> {}

impl<'a, I: Iterator<Item = &'a [Finding]>> Noticed<'a> for I {}

/// A game with its faces made and everything that they need at hand.
pub struct Made {
    /// The game.
    pub game: Game,
    /// Its decks, composed.
    pub decks: Vec<Composed>,
    /// The fonts it may use.
    pub fonts: Arc<Fonts>,
    /// The pictures it shows.
    pub images: Images,
    /// The icons that its templates and texts show.
    pub icons: Arc<Icons>,
    /// What each face of each deck depends on; found when it is asked for.
    keys: OnceLock<Vec<Vec<Digest>>>,
}

impl Made {
    /// All faces of all decks.
    pub fn faces(&self) -> impl Iterator<Item = &Face> {
        self.decks.iter().flat_map(|deck| &deck.faces)
    }

    /// Some faces as scenes.
    pub fn parse(&self, faces: &[&Face]) -> Vec<Parsed> {
        scene::parse(faces, &self.fonts, &self.images, &self.icons)
    }

    /// What each face depends on, by deck.
    pub fn keys(&self) -> &[Vec<Digest>] {
        let deck = |deck: &Composed| deck.faces.par_iter().map(|face| self.key(face)).collect();
        self.keys.get_or_init(|| self.decks.iter().map(deck).collect())
    }

    fn key(&self, face: &Face) -> Digest {
        Digest::of_key(&(
            env!("CARGO_PKG_VERSION"),
            self.fonts.digest(),
            self.images.digests(&face.svg),
            self.icons.digests(&face.svg),
            text::may_have_boxes(&face.svg).then_some(&*face.styles),
            &self.game.limits,
            &face.svg,
            face.trim,
            face.shape.outline(),
            face.bleed,
        ))
    }

    /// How boxes of text were filled, by deck, from what was noticed about each face in turn.
    fn texts<'a>(
        &'a self,
        mut noticed: impl Noticed<'a>,
        sources: &Sources,
    ) -> Vec<(String, Vec<BoxReport>)> {
        let lines = Lines::of(&self.game, sources);
        let decks = self.game.decks.iter().zip(&self.decks);
        decks
            .map(|(deck, composed)| {
                let faces = composed.faces.iter().zip(&mut noticed);
                (deck.name.clone(), texts::boxes(faces, &lines))
            })
            .collect()
    }

    /// Tells what was noticed about each face in turn.
    fn tell<'a>(
        &self,
        noticed: impl Noticed<'a>,
        sources: &Sources,
        sink: &mut Sink,
    ) -> Staged<()> {
        let tracer = Tracer::new(&self.game, &self.icons, measure(&self.fonts), sources);
        let mut teller = Teller::new(&self.game, sources, tracer);
        for (face, findings) in self.faces().zip(noticed) {
            teller.hear(findings, face);
        }
        teller.tell(sink);
        sink.checked()
    }

    fn summary(&self) -> Summary {
        let decks = |cards: bool| {
            let decks = self.game.decks.iter().filter(move |deck| deck.has_cards() == cards);
            decks.map(Deck::copies).sum()
        };
        Summary {
            title: self.game.title.clone(),
            cards: decks(true),
            pieces: decks(false),
            designs: self.decks.iter().map(|deck| deck.cards.len()).sum(),
            ..Summary::default()
        }
    }
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
    make_with(workspace, options, &|_, measure| measure(), sources, sink)
}

/// The same with sizes that an earlier build measured.
fn make_with(
    workspace: &dyn Workspace,
    options: &Options,
    keep: text::Keep<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Made> {
    let mut game = load(workspace, sources, sink)?;
    plan::override_with(&mut game, options, sink)?;
    let fonts = Arc::new(Fonts::load(workspace, sink));
    plan::check_titles(&game, &fonts, sink);
    plan::check_families(&game, &fonts, sink);
    plan::check_pictures(&game, options, sink);
    let icons = Arc::new(Icons::read(&game, sources, sink));
    let mut decks = compose(&game, &icons, &measure(&fonts), sources, sink)?;
    decks.iter_mut().for_each(|deck| text::agree(&mut deck.faces, &fonts, &icons, keep));
    let images = Images::read(workspace, &game, decks.iter().flat_map(|deck| &deck.faces));
    sink.checked()?;
    Ok(Made { game, decks, fonts, images, icons, keys: OnceLock::new() })
}

/// How wide texts are, for templates that place them.
fn measure(fonts: &Arc<Fonts>) -> Measure {
    let fonts = Arc::clone(fonts);
    Arc::new(move |text, font| {
        fonts.width(text, &crate::fonts::families(&font.family), font.weight, font.is_italic)
    })
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
    let made = make_with(workspace, options, &keep, sources, sink)?;
    found.report = checked(&made, options, sink);
    let plans = plan::sheets(&made, sink);
    let known = cache.map(|cache| cache.notes(&made.game.name)).unwrap_or_default();
    let findings = look(&made, &known, watch)?;
    let noticed = || findings.iter().map(|findings| &findings[..]);
    // What is too long is to be cut by what the others have room for, so that is told in any case.
    found.texts = made.texts(noticed(), sources);
    made.tell(noticed(), sources, sink)?;
    strict(options, sink)?;
    Ok(Summary { sheets: plans?.len(), texts: found.texts.clone(), ..made.summary() })
}

/// What is to be noticed about each face, beyond what is `known`.
fn look<'a>(
    made: &Made,
    known: &'a draw::Known,
    watch: &dyn Watch,
) -> Result<Vec<Cow<'a, [Finding]>>, Stop> {
    let old = |deck: usize, face: usize| {
        // A first check needs no keys.
        let key = || made.keys()[deck][face].to_string();
        if known.is_empty() { None } else { known.get(&key()).map(|one| &one.findings[..]) }
    };
    watch.begin("checking", made.faces().count());
    let mut findings = Vec::new();
    for (at, deck) in made.decks.iter().enumerate() {
        let faces: Vec<_> = deck.faces.iter().enumerate().collect();
        for faces in faces.chunks(LOOKED) {
            let old: Vec<_> = faces.iter().map(|(face, _)| old(at, *face)).collect();
            let fresh = faces.iter().zip(&old).filter(|(_, old)| old.is_none());
            let fresh: Vec<_> = fresh.map(|((_, face), _)| *face).collect();
            let mut fresh = made.parse(&fresh).into_iter().map(|(_, findings)| findings);
            let mut fresh = || Cow::Owned(fresh.next().unwrap_or_default());
            let noticed = old.into_iter().map(|old| old.map_or_else(&mut fresh, Cow::Borrowed));
            findings.extend(noticed);
            faces.iter().for_each(|_| watch.step());
            if watch.stopped() {
                return Err(Stop::Interrupted);
            }
        }
    }
    watch.end();
    Ok(findings)
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
    let made = make_with(workspace, options, &keep, sources, sink)?;
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
