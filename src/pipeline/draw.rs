//! Draws what is not there yet: pictures of faces first, then the sheets that show them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::sheets::{Sheet, SheetWriter};
use super::work::{Job, Scenes, Work};
use super::{Made, Options, Stop, Watch};
use crate::cache::Cache;
use crate::compose::{Face, Side};
use crate::diag::Code;
use crate::digest::Digest;
use crate::findings::Finding;
use crate::model::{Picture, file_slug};
use crate::output::{Artifact, Content, Output};
use crate::render::{Glyphs, Painter, Pictures};
use crate::scene::Scene;

/// What to do about a picture that is too large.
const LOWER: &str = "lower `dpi`, or draw the effect on something smaller";

/// The most faces whose scenes are kept from their pictures to their sheets.
const KEPT: usize = 512;

/// What is kept about a face from build to build.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Noticed {
    /// What was wrong with it.
    pub findings: Vec<Finding>,
    /// The glyphs it draws.
    pub glyphs: Glyphs,
}

/// What was noticed, by the key of the face.
pub type Known = BTreeMap<String, Noticed>;

/// What was noticed about the face with this key, now or when it was last drawn.
pub fn findings(known: &Known, key: Digest) -> &[Finding] {
    known.get(&key.to_string()).map_or(&[], |one| &one.findings)
}

/// What has been drawn.
#[derive(Default)]
pub struct Drawn {
    /// Every file of the output, but the report.
    pub artifacts: Vec<Artifact>,
    /// Designs of which a side had to be drawn.
    pub designs: usize,
    /// Sheets in the output.
    pub sheets: usize,
}

impl Drawn {
    /// Takes sheets to the output.
    fn take(&mut self, sheets: Vec<Artifact>) {
        self.sheets += sheets.len();
        self.artifacts.extend(sheets);
    }
}

/// What drawing needs to know.
pub struct Drawer<'a> {
    pub made: &'a Made,
    pub plans: &'a [Plan<'a>],
    pub options: &'a Options,
    pub output: &'a Output,
    pub cache: &'a Cache,
    pub watch: &'a dyn Watch,
    pub painter: Painter,
    pub pictures: Pictures,
}

/// What came of one face.
struct One {
    scene: Option<Scene>,
    noticed: Noticed,
    drawn: bool,
}

impl Drawer<'_> {
    /// Draws all decks; what was noticed replaces what was `known`.
    pub fn draw(&self, known: &mut Known) -> Result<Drawn, Stop> {
        let mut drawn = Drawn::default();
        let mut noticed = Known::new();
        // Those of decks that share pages wait until all of them are drawn.
        let mut waiting = BTreeMap::new();
        let lots: BTreeSet<_> = self.plans.iter().map(|plan| &plan.lot.decks[..]).collect();
        let shared: Vec<_> = lots.into_iter().filter(|decks| decks.len() > 1).collect();
        let shared = shared.into_iter().map(|decks| (decks, self.sheets(decks)));
        let shared: Vec<_> = shared.filter(|(_, sheets)| !sheets.is_empty()).collect();
        for deck in 0..self.made.decks.len() {
            let with = shared.iter().filter(|(decks, _)| decks.contains(&deck));
            let with: Vec<_> = with.flat_map(|(_, sheets)| sheets).collect();
            let scenes = self.deck(deck, &with, known, &mut noticed, &mut drawn)?;
            let room = KEPT.saturating_sub(waiting.len());
            let scenes = scenes.into_iter().take(room);
            waiting.extend(scenes.map(|(face, scene)| ((deck, face), scene)));
        }
        for (decks, sheets) in &shared {
            if !noticed.values().flat_map(|one| &one.findings).any(Finding::is_error) {
                self.shared(decks, sheets, &waiting, &noticed, &mut drawn)?;
            }
        }
        *known = noticed;
        Ok(drawn)
    }

    /// Draws the pictures of a deck and its sheets, and gives the scenes that those sheets need on
    /// which it is `with` others.
    fn deck(
        &self,
        deck: usize,
        with: &[&Sheet<'_>],
        known: &Known,
        noticed: &mut Known,
        drawn: &mut Drawn,
    ) -> Result<Scenes, Stop> {
        let sheets = self.sheets(&[deck]);
        let all = || sheets.iter().chain(with.iter().copied());
        let work = self.work(&[deck], all().any(Sheet::is_raster_to_do));
        self.watch.begin(&self.made.game.decks[deck].name, work.jobs.len() + sheets.len());
        let busy = all().any(Sheet::is_vector_to_do);
        let (scenes, fresh) = self.pictures(&work, known, noticed, busy)?;
        if noticed.values().flat_map(|one| &one.findings).any(Finding::is_error) {
            self.watch.end();
            return Ok(Scenes::new());
        }
        for job in &work.jobs {
            if let Some((path, key)) = &job.picture {
                let content = self.content(path, *key, "png")?;
                drawn.artifacts.push(Artifact { path: path.clone(), key: *key, content });
            }
        }
        let writer = SheetWriter { drawer: self, work: &work, noticed };
        drawn.take(writer.write(&sheets, &scenes)?);
        let touched = |face: &usize| fresh.contains(face);
        let cards = self.made.decks[deck].cards.iter();
        drawn.designs += cards
            .filter(|card| touched(&card.front) || card.back.as_ref().is_some_and(touched))
            .count();
        self.watch.end();
        let is_needed = with.iter().any(|sheet| sheet.is_vector_to_do());
        Ok(if is_needed { scenes } else { Scenes::new() })
    }

    /// The sheets on which decks share pages.
    fn shared(
        &self,
        decks: &[usize],
        sheets: &[Sheet<'_>],
        waiting: &BTreeMap<(usize, usize), Scene>,
        noticed: &Known,
        drawn: &mut Drawn,
    ) -> Result<(), Stop> {
        let work = self.work(decks, sheets.iter().any(Sheet::is_raster_to_do));
        self.watch.begin(&sheets[0].plan.path, sheets.len());
        let mut scenes = Scenes::new();
        for (deck, faces) in decks.iter().zip(&work.decks) {
            let own = waiting.range((*deck, 0)..(*deck + 1, 0));
            scenes.extend(own.map(|((_, face), scene)| (faces.start + face, scene.clone())));
        }
        let writer = SheetWriter { drawer: self, work: &work, noticed };
        drawn.take(writer.write(sheets, &scenes)?);
        self.watch.end();
        Ok(())
    }

    /// The faces of some decks.
    fn work(&self, decks: &[usize], raster: bool) -> Work<'_> {
        let mut work = Work::new();
        for deck in decks {
            let keys = &self.made.keys()[*deck];
            work.add(self.jobs(*deck, keys, raster), keys);
        }
        work
    }

    /// Whether a file of the output can stay as it is.
    fn has(&self, path: &str, key: Digest) -> bool {
        self.options.cache && self.output.has(path, key)
    }

    /// Where a made thing is: in the output already, or in the cache.
    pub fn content(&self, path: &str, key: Digest, kind: &str) -> Result<Content, Stop> {
        if self.has(path, key) {
            return Ok(Content::There);
        }
        self.found(key, kind).ok_or_else(vanished)
    }

    /// Something made before, whatever its name was then.
    fn found(&self, key: Digest, kind: &str) -> Option<Content> {
        let elsewhere = || self.output.find(key).filter(|_| self.options.cache);
        let cached = self.cache.find(key, kind).map(Content::Cached);
        cached.or_else(|| elsewhere().map(Content::Elsewhere))
    }

    /// The bytes of something made before.
    pub fn read(&self, key: Digest, kind: &str) -> Option<Vec<u8>> {
        match self.found(key, kind)? {
            Content::Cached(file) | Content::Elsewhere(file) => std::fs::read(file).ok(),
            Content::There | Content::Bytes(_) => None,
        }
    }

    /// The sheets of just these decks, and whether each is there already.
    fn sheets(&self, decks: &[usize]) -> Vec<Sheet<'_>> {
        let is_theirs = |plan: &&Plan<'_>| self.options.sheets && plan.lot.decks == decks;
        let plans = self.plans.iter().filter(is_theirs);
        let keys = decks.iter().flat_map(|deck| self.made.keys()[*deck].iter().copied());
        let keys: Vec<_> = keys.collect();
        let sheet = |plan| {
            let key = super::sheets::key(plan, &keys);
            let current = self.has(&plan.path, key) || self.found(key, "pdf").is_some();
            Sheet { plan, key, current }
        };
        plans.map(sheet).collect()
    }

    fn jobs(&self, deck: usize, keys: &[Digest], raster: bool) -> Vec<Job<'_>> {
        let (game, faces) = (&self.made.game, &self.made.decks[deck].faces);
        let names = picture_names(self.made, deck);
        // The game's name: pictures are moved out of the cache, and games do not wait for each other.
        let picture =
            |key: &Digest, what: Picture| Digest::of_key(&(&game.name, key, game.dpi, what));
        let parts = faces.iter().zip(keys).zip(names);
        parts
            .map(|((face, key), name)| Job {
                face,
                key: *key,
                picture: self.options.cards.then(|| (name, picture(key, game.picture))),
                raster: raster.then(|| picture(key, Picture::Bleed)),
            })
            .collect()
    }

    /// Parses and draws what is missing; gives scenes for the sheets, and the faces drawn.
    fn pictures(
        &self,
        work: &Work<'_>,
        known: &Known,
        noticed: &mut Known,
        keep: bool,
    ) -> Result<(Scenes, BTreeSet<usize>), Stop> {
        let (mut scenes, mut fresh) = (BTreeMap::new(), BTreeSet::new());
        for chunk in &work.chunks {
            let ones = self.chunk(work, chunk.clone(), known, keep)?;
            for (at, one) in chunk.clone().zip(ones) {
                if one.drawn {
                    fresh.insert(at);
                }
                scenes.extend(one.scene.filter(|_| keep && at < KEPT).map(|scene| (at, scene)));
                noticed.insert(work.jobs[at].key.to_string(), one.noticed);
            }
            if self.watch.stopped() {
                return Err(Stop::Interrupted);
            }
        }
        Ok((scenes, fresh))
    }

    /// One chunk: parsed together if anything of it is missing.
    fn chunk(
        &self,
        work: &Work<'_>,
        chunk: Range<usize>,
        known: &Known,
        keep: bool,
    ) -> Result<Vec<One>, Stop> {
        let jobs = &work.jobs[chunk.clone()];
        let old: Vec<_> = jobs.iter().map(|job| known.get(&job.key.to_string())).collect();
        let missing: Vec<_> = jobs.iter().map(|job| self.missing(job)).collect();
        let wanted = |at: &usize| old[*at].is_none() || !missing[*at].is_empty();
        let wanted: Vec<usize> = (0..jobs.len()).filter(wanted).collect();
        let places: Vec<_> = wanted.iter().map(|at| chunk.start + at).collect();
        let parsed: BTreeMap<_, _> =
            wanted.iter().copied().zip(work.parse(&places, self.made)).collect();
        let finish = |at: usize, job: &Job<'_>| -> Result<One, Stop> {
            self.watch.step();
            let Some((scene, findings)) = parsed.get(&at) else {
                let noticed = old[at].cloned().unwrap_or_default();
                return Ok(One { scene: None, noticed, drawn: false });
            };
            let mut findings = findings.clone();
            if let Some(scene) = scene {
                let refused = self.painter.refuses(scene).filter(|_| !missing[at].is_empty());
                match refused {
                    Some(why) => findings.push(Finding::error(Code::LIMIT, why).help(LOWER)),
                    None => self.draw_pictures(job, scene, &missing[at])?,
                }
            }
            let glyphs = scene.as_ref().map(|scene| Glyphs::of(scene, &self.made.fonts));
            let noticed = Noticed { findings, glyphs: glyphs.unwrap_or_default() };
            let drawn = !missing[at].is_empty() || (!self.options.cards && old[at].is_none());
            // A chunk that is parsed as a whole need not be parsed again for its sheet.
            let whole = keep && wanted.len() == jobs.len();
            let scene = scene.clone().filter(|_| whole);
            Ok(One { scene, noticed, drawn })
        };
        // Faces over one ground are drawn one after another, so that it is drawn once.
        let ground =
            |at: &usize| parsed.get(at).and_then(|(scene, _)| scene.as_ref()?.ground.clone());
        let mut order: Vec<_> = (0..jobs.len()).collect();
        order.sort_by_cached_key(|at| ground(at).map(|ground| ground.key));
        let drawn = order.par_iter().map(|at| Ok((*at, finish(*at, &jobs[*at])?)));
        let mut ones = drawn.collect::<Result<Vec<_>, Stop>>()?;
        ones.sort_by_key(|(at, _)| *at);
        Ok(ones.into_iter().map(|(_, one)| one).collect())
    }

    fn draw_pictures(
        &self,
        job: &Job<'_>,
        scene: &Scene,
        missing: &[(Digest, Picture)],
    ) -> Result<(), Stop> {
        for (key, picture) in missing {
            if !self.watch.stopped() {
                let bytes = self.painter.png(scene, job.face.bleed, *picture);
                self.cache.put(*key, "png", &bytes.map_err(Stop::Internal)?)?;
            }
        }
        Ok(())
    }

    /// The pictures of a face that are neither in the output nor in the cache.
    fn missing(&self, job: &Job<'_>) -> Vec<(Digest, Picture)> {
        let mut missing = Vec::new();
        if let Some((path, key)) = &job.picture
            && !self.has(path, *key)
            && self.found(*key, "png").is_none()
        {
            missing.push((*key, self.made.game.picture));
        }
        if let Some(key) = job.raster
            && self.found(key, "png").is_none()
            && missing.iter().all(|(other, _)| *other != key)
        {
            missing.push((key, Picture::Bleed));
        }
        missing
    }
}

/// The end of a build whose cache was cleared under it.
pub fn vanished() -> Stop {
    Stop::Internal("a file of the cache vanished while the build was using it; build again".into())
}

/// Where each face's picture goes, by its number in the deck.
pub fn picture_names(made: &Made, deck: usize) -> Vec<String> {
    let (deck, composed) = (&made.game.decks[deck], &made.decks[deck]);
    let folder = format!("{}/{}", deck.form.kind.folder(), deck.name);
    let mut names = vec![String::new(); composed.faces.len()];
    let slug = |face: &Face| match file_slug(&face.name).as_str() {
        "" => String::new(),
        slug => format!("-{slug}"),
    };
    for (at, card) in composed.cards.iter().enumerate() {
        let slug = slug(&composed.faces[card.front]);
        names[card.front] = format!("{folder}/{:04}{slug}.png", at + 1);
    }
    let is_back = |at: &usize| composed.faces[*at].side == Side::Back;
    let backs: Vec<_> = (0..composed.faces.len()).filter(is_back).collect();
    for (at, back) in backs.iter().enumerate() {
        // A common back belongs to no card; one of several is known by the first card before it.
        let slug = if backs.len() == 1 { String::new() } else { slug(&composed.faces[*back]) };
        names[*back] = format!("{folder}/back-{:04}{slug}.png", at + 1);
    }
    names
}
