//! Draws what is not there yet: pictures of faces, and sheets of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rayon::prelude::*;

use super::plan::Plan;
use super::{Made, Options, Stop, Watch};
use crate::cache::Cache;
use crate::compose::{Face, Side};
use crate::digest::Digest;
use crate::model::{Output as Store, Picture, file_slug};
use crate::output::{Artifact, Content, Output};
use crate::render::pdf::{self, Faces, Sheets};
use crate::render::{Encoder, Forms, png, raster_form};
use crate::scene::{self, Finding, Findings, Scene};

/// How many faces are held in memory at a time.
const CHUNK: usize = 48;

/// What has been drawn.
pub struct Drawn {
    /// Every file of the output, but the report.
    pub artifacts: Vec<Artifact>,
    /// Designs of which a side had to be drawn.
    pub designs: usize,
    /// Sheets in the output.
    pub sheets: usize,
}

/// What drawing needs to know.
pub struct Drawer<'a> {
    pub made: &'a Made,
    pub plans: &'a [Plan<'a>],
    pub options: &'a Options,
    pub output: &'a Output,
    pub cache: &'a Cache,
    pub watch: &'a dyn Watch,
    pub failed: &'a AtomicBool,
}

type Known = BTreeMap<String, Vec<Finding>>;

/// A face and what is wanted of it.
struct Job<'a> {
    face: &'a Face,
    key: Digest,
    /// Path below the output and key of its picture, if pictures are made.
    picture: Option<(String, Digest)>,
    /// Key of the picture with its bleed, if a sheet stores it.
    raster: Option<Digest>,
    /// Whether its shapes are needed, for a sheet.
    vector: bool,
}

/// A sheet with its key.
struct Sheet<'a> {
    plan: &'a Plan<'a>,
    key: Digest,
    current: bool,
}

impl Drawer<'_> {
    /// Draws all decks; what was noticed replaces what was `known`.
    pub fn draw(&self, known: &mut Known) -> Result<Drawn, Stop> {
        let mut drawn = Drawn { artifacts: Vec::new(), designs: 0, sheets: 0 };
        let mut noticed = Known::new();
        for deck in 0..self.made.decks.len() {
            self.deck(deck, known, &mut noticed, &mut drawn)?;
        }
        *known = noticed;
        Ok(drawn)
    }

    fn deck(&self, deck: usize, known: &Known, noticed: &mut Known, drawn: &mut Drawn) -> Result<(), Stop> {
        let keys: Vec<_> = self.made.decks[deck].faces.par_iter().map(|face| self.made.key(face)).collect();
        let sheets = self.sheets(deck, &keys);
        let jobs = self.jobs(deck, &keys, &sheets);
        self.watch.begin(&self.made.game.decks[deck].name, jobs.len() + sheets.len());
        let (forms, fresh) = self.faces(&jobs, known, noticed)?;
        if noticed.values().flatten().any(Finding::is_error) {
            self.watch.end();
            return Ok(());
        }
        for job in &jobs {
            if let Some((path, key)) = &job.picture {
                let content = match self.output.has(path, *key) {
                    true => Content::There,
                    false => Content::File(self.cache.find(*key, "png").ok_or_else(vanished)?),
                };
                drawn.artifacts.push(Artifact { path: path.clone(), key: *key, content });
            }
        }
        let made = self.write_sheets(&jobs, &sheets, forms)?;
        drawn.sheets += made.len();
        drawn.artifacts.extend(made);
        let fresh: BTreeSet<_> = fresh.into_iter().collect();
        let cards = self.made.decks[deck].cards.iter();
        drawn.designs += cards
            .filter(|card| fresh.contains(&card.front) || card.back.is_some_and(|back| fresh.contains(&back)))
            .count();
        self.watch.end();
        Ok(())
    }

    /// The sheets of a deck, and whether each is there already.
    fn sheets(&self, deck: usize, keys: &[Digest]) -> Vec<Sheet<'_>> {
        if !self.options.sheets {
            return Vec::new();
        }
        let plans = self.plans.iter().filter(|plan| plan.deck == deck);
        let sheet = |plan| {
            let key = self.sheet_key(plan, keys);
            let current = self.output.has(&plan.path, key) || self.cache.find(key, "pdf").is_some();
            Sheet { plan, key, current }
        };
        plans.map(sheet).collect()
    }

    /// All that a sheet depends on.
    fn sheet_key(&self, plan: &Plan<'_>, keys: &[Digest]) -> Digest {
        let pages: Vec<_> = plan
            .pages
            .iter()
            .map(|page| {
                let marks: Vec<_> = page.marks.iter().map(|line| (line.from, line.to)).collect();
                (&page.placements, marks, page.trim_box, page.bleed_box)
            })
            .collect();
        let raster = (plan.spec.output == Store::Raster).then_some(self.made.game.dpi);
        let game = &self.made.game;
        Digest::of_key(&(
            keys,
            pages,
            &plan.labels,
            &plan.ruler,
            plan.grid.paper,
            raster,
            plan.duplex(),
            (&game.title, &game.authors, &game.version),
        ))
    }

    fn jobs(&self, deck: usize, keys: &[Digest], sheets: &[Sheet<'_>]) -> Vec<Job<'_>> {
        let (game, faces) = (&self.made.game, &self.made.decks[deck].faces);
        let names = picture_names(self.made, deck);
        let needs = |store| sheets.iter().any(|sheet| !sheet.current && sheet.plan.spec.output == store);
        let (vector, raster) = (needs(Store::Vector), needs(Store::Raster));
        let picture = |key: &Digest, picture: Picture| Digest::of_key(&(key, game.dpi, picture));
        let parts = faces.iter().zip(keys).zip(names);
        parts
            .map(|((face, key), name)| Job {
                face,
                key: *key,
                picture: self.options.cards.then(|| (name, picture(key, game.picture))),
                raster: raster.then(|| picture(key, Picture::Bleed)),
                vector,
            })
            .collect()
    }

    /// Parses and draws what is needed, some faces at a time; gives the faces that were drawn.
    fn faces(
        &self,
        jobs: &[Job<'_>],
        known: &Known,
        noticed: &mut Known,
    ) -> Result<(Option<Encoder>, Vec<usize>), Stop> {
        let mut encoder = jobs.iter().any(|job| job.vector).then(Encoder::new);
        let mut fresh = Vec::new();
        let chunks: Vec<_> = jobs.chunks(CHUNK).collect();
        let mut parsed = Vec::new();
        for number in 0..=chunks.len() {
            let waiting = std::mem::take(&mut parsed);
            // While one chunk is put into the document, the next is parsed and drawn.
            let next = thread::scope(|scope| {
                let next = chunks.get(number);
                let next = next.map(|chunk| scope.spawn(|| self.chunk(chunk, known)));
                if let Some(encoder) = &mut encoder {
                    encoder.add_all(waiting.iter()).map_err(Stop::Internal)?;
                }
                next.map(|thread| thread.join().unwrap_or_else(|_| Err(Stop::Internal("a thread failed".into()))))
                    .transpose()
            })?;
            for (at, one) in next.into_iter().flatten().enumerate() {
                let job = number * CHUNK + at;
                if one.drawn {
                    fresh.push(job);
                }
                parsed.extend(one.scene);
                noticed.insert(jobs[job].key.to_string(), one.findings);
            }
            if self.watch.stopped() {
                return Err(Stop::Interrupted);
            }
        }
        Ok((encoder, fresh))
    }

    fn chunk(&self, jobs: &[Job<'_>], known: &Known) -> Result<Vec<One>, Stop> {
        jobs.par_iter().map(|job| self.one(job, known)).collect()
    }

    fn one(&self, job: &Job<'_>, known: &Known) -> Result<One, Stop> {
        let missing = self.missing(job);
        let old = known.get(&job.key.to_string());
        if self.watch.stopped() {
            return Ok(One { scene: None, findings: Vec::new(), drawn: false });
        }
        if let (Some(old), true, false) = (old, missing.is_empty(), job.vector) {
            self.watch.step();
            return Ok(One { scene: None, findings: old.clone(), drawn: false });
        }
        let (scene, findings) = scene::parse(job.face, &self.made.fonts, &self.made.images);
        let drawn = !missing.is_empty() || (!self.options.cards && old.is_none());
        if let Some(scene) = &scene {
            for (key, picture) in missing {
                let bytes = png(scene, job.face.bleed, picture, self.made.game.dpi).map_err(Stop::Internal)?;
                self.cache.put(key, "png", &bytes)?;
            }
        } else {
            self.failed.store(true, Ordering::Relaxed);
        }
        self.watch.step();
        Ok(One { scene: scene.filter(|_| job.vector), findings, drawn })
    }

    /// The pictures of a face that are neither in the output nor in the cache.
    fn missing(&self, job: &Job<'_>) -> Vec<(Digest, Picture)> {
        let mut missing = Vec::new();
        if let Some((path, key)) = &job.picture
            && !self.output.has(path, *key)
            && self.cache.find(*key, "png").is_none()
        {
            missing.push((*key, self.made.game.picture));
        }
        if let Some(key) = job.raster
            && self.cache.find(key, "png").is_none()
            && missing.iter().all(|(other, _)| *other != key)
        {
            missing.push((key, Picture::Bleed));
        }
        missing
    }

    fn write_sheets(
        &self,
        jobs: &[Job<'_>],
        sheets: &[Sheet<'_>],
        encoder: Option<Encoder>,
    ) -> Result<Vec<Artifact>, Stop> {
        let first = if encoder.is_some() { jobs.len() } else { 0 };
        let mut encoder = encoder.unwrap_or_else(Encoder::new);
        let mut furniture = Vec::new();
        let mut next = first;
        for sheet in sheets {
            let drawings = if sheet.current { Vec::new() } else { self.drawings(sheet.plan)? };
            furniture.push(pages(sheet.plan, next));
            next += drawings.len();
            encoder.add_all(drawings.iter()).map_err(Stop::Internal)?;
        }
        let busy = sheets.iter().any(|sheet| !sheet.current);
        let forms = if busy { Some(encoder.finish().map_err(Stop::Internal)?) } else { None };
        let pairs: Vec<_> = sheets.iter().zip(&furniture).collect();
        let write = |(sheet, furniture): &(&Sheet<'_>, &Vec<Vec<usize>>)| {
            let content = self.sheet(jobs, sheet, furniture, forms.as_ref(), first);
            self.watch.step();
            Ok(Artifact { path: sheet.plan.path.clone(), key: sheet.key, content: content? })
        };
        pairs.par_iter().map(write).collect()
    }

    /// The text and the ruler of a sheet, as scenes.
    fn drawings(&self, plan: &Plan<'_>) -> Result<Vec<Scene>, Stop> {
        let texts: Vec<_> = plan.ruler.iter().chain(&plan.labels).collect();
        let parse = |svg: &&String| {
            let findings = Findings::default();
            let tree = scene::tree(svg, &self.made.fonts, &self.made.images, &findings);
            let tree = tree.map_err(|error| Stop::Internal(error.to_string()))?;
            Ok(Scene { tree: tree.into(), size: plan.grid.paper })
        };
        texts.par_iter().map(parse).collect()
    }

    fn sheet(
        &self,
        jobs: &[Job<'_>],
        sheet: &Sheet<'_>,
        furniture: &[Vec<usize>],
        forms: Option<&Forms>,
        first: usize,
    ) -> Result<Content, Stop> {
        let plan = sheet.plan;
        let Some(forms) = forms.filter(|_| !sheet.current) else {
            return Ok(match self.output.has(&plan.path, sheet.key) {
                true => Content::There,
                false => Content::File(self.cache.find(sheet.key, "pdf").ok_or_else(vanished)?),
            });
        };
        let faces = match plan.spec.output {
            Store::Vector => Faces::Vector(forms),
            Store::Raster => Faces::Raster { pictures: self.pictures(jobs, plan)?, forms, first: jobs.len() - first },
        };
        let shift = jobs.len() - first;
        let furniture: Vec<_> =
            furniture.iter().map(|page| page.iter().map(|number| number + shift).collect()).collect();
        let game = &self.made.game;
        let deck = &game.decks[plan.deck];
        let bytes = pdf::write(Sheets {
            title: &format!("{}: {}", game.title, deck.title),
            author: &game.authors.join(", "),
            paper: plan.grid.paper,
            pages: &plan.pages,
            face: (deck.full_size(), deck.bleed),
            faces,
            furniture: &furniture,
            duplex: plan.duplex(),
        })
        .map_err(Stop::Internal)?;
        Ok(Content::File(self.cache.put(sheet.key, "pdf", &bytes)?))
    }

    /// The pictures that a raster sheet stores, by face.
    fn pictures(&self, jobs: &[Job<'_>], plan: &Plan<'_>) -> Result<BTreeMap<usize, lopdf::Stream>, Stop> {
        let placed: BTreeSet<_> =
            plan.pages.iter().flat_map(|page| &page.placements).map(|one| one.face).collect();
        let read = |face: usize| {
            let key = jobs[face].raster.ok_or_else(vanished)?;
            let bytes = self.cache.read(key, "png").ok_or_else(vanished)?;
            Ok((face, raster_form(&bytes).map_err(Stop::Internal)?))
        };
        placed.into_iter().map(read).collect()
    }
}

/// What came of one face.
struct One {
    scene: Option<Scene>,
    findings: Vec<Finding>,
    drawn: bool,
}

fn vanished() -> Stop {
    Stop::Internal("a file of the cache vanished while the build was using it; build again".into())
}

/// The numbers of the drawings on each page of a sheet, the first of which is `next`.
fn pages(plan: &Plan<'_>, next: usize) -> Vec<Vec<usize>> {
    let rulers = usize::from(plan.ruler.is_some());
    let page = |at: usize| {
        let ruler = plan.ruler.as_ref().map(|_| next);
        let label = plan.labels.get(at).map(|_| next + rulers + at);
        ruler.into_iter().chain(label).collect()
    };
    (0..plan.pages.len()).map(page).collect()
}

/// Where each face's picture goes, by its number in the deck.
pub fn picture_names(made: &Made, deck: usize) -> Vec<String> {
    let (name, composed) = (&made.game.decks[deck].name, &made.decks[deck]);
    let mut names = vec![String::new(); composed.faces.len()];
    let slug = |face: &Face| match file_slug(&face.name).as_str() {
        "" => String::new(),
        slug => format!("-{slug}"),
    };
    for (at, card) in composed.cards.iter().enumerate() {
        names[card.front] = format!("cards/{name}/{:04}{}.png", at + 1, slug(&composed.faces[card.front]));
    }
    let backs: Vec<_> = (0..composed.faces.len()).filter(|at| composed.faces[*at].side == Side::Back).collect();
    for (at, back) in backs.iter().enumerate() {
        // A common back belongs to no card; one of several is known by the first card it is behind.
        let slug = if backs.len() == 1 { String::new() } else { slug(&composed.faces[*back]) };
        names[*back] = format!("cards/{name}/back-{:04}{slug}.png", at + 1);
    }
    names
}
