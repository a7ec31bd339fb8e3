//! Writes the sheets of a lot of decks: faces encoded chunk by chunk, then put on their pages.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lopdf::Document;
use rayon::prelude::*;

use super::Stop;
use super::draw::{Drawer, Known, vanished};
use super::plan::Plan;
use super::work::{Job, Work};
use crate::digest::Digest;
use crate::findings::Findings;
use crate::geom::Size;
use crate::model::Output as Store;
use crate::output::{Artifact, Content};
use crate::render::pdf::{self, Faces, Sheets};
use crate::render::{Forms, Glyphs, encode, pictures_of, raster_form};
use crate::scene::{self, Scene};

/// The most chunks that are begun together. A thread that waits for the encoder begins another chunk meanwhile,
/// and there another, each upon the last: among countless chunks its stack would overflow.
const AT_ONCE: usize = 16;

/// A sheet with its key.
pub struct Sheet<'a> {
    /// The sheet.
    pub plan: &'a Plan<'a>,
    /// All that it depends on.
    pub key: Digest,
    /// Whether it is there already.
    pub current: bool,
}

impl Sheet<'_> {
    /// Whether it is to be written, and of shapes.
    pub fn is_vector_to_do(&self) -> bool {
        !self.current && self.plan.spec.output == Store::Vector
    }

    /// Whether it is to be written, and of pictures.
    pub fn is_raster_to_do(&self) -> bool {
        !self.current && self.plan.spec.output == Store::Raster
    }
}

/// All that a sheet depends on; `keys` are those of its faces.
pub fn key(plan: &Plan<'_>, keys: &[Digest]) -> Digest {
    let pages: Vec<_> = plan
        .pages
        .iter()
        .map(|page| {
            let lines = ([&page.marks, &page.guides, &page.folds], &page.cuts);
            (&page.placements, lines, page.trim_box, page.bleed_box)
        })
        .collect();
    let game = &plan.lot.made.game;
    let raster = (plan.spec.output == Store::Raster).then_some(game.dpi);
    let words = (&game.name, &game.title, &game.authors, plan.lot.title());
    let drawings = (&plan.labels, &plan.ruler, plan.layout.paper());
    Digest::of_key(&(keys, pages, drawings, raster, plan.duplex(), words))
}

/// Writes the sheets of one lot of decks.
pub struct SheetWriter<'a> {
    pub drawer: &'a Drawer<'a>,
    pub work: &'a Work<'a>,
    pub noticed: &'a Known,
}

/// The drawings beside the cards of one sheet: the ruler first, then a label a page.
struct Drawings {
    scenes: Vec<Scene>,
    has_ruler: bool,
}

impl SheetWriter<'_> {
    /// All sheets, written or found.
    pub fn write(
        &self,
        sheets: &[Sheet<'_>],
        scenes: &BTreeMap<usize, Scene>,
    ) -> Result<Vec<Artifact>, Stop> {
        let drawings: Vec<_> =
            sheets.iter().map(|sheet| self.drawings(sheet)).collect::<Result<_, _>>()?;
        let vector = sheets.iter().any(Sheet::is_vector_to_do);
        let forms = self.forms(&drawings, vector, scenes)?;
        let first_drawing = if vector { self.work.jobs.len() } else { 0 };
        let mut next = first_drawing;
        let mut parts = Vec::new();
        for (sheet, drawings) in sheets.iter().zip(&drawings) {
            parts.push((sheet, drawings.on_pages(sheet.plan.pages.len(), next)));
            next += drawings.scenes.len();
        }
        let one = |(sheet, furniture): &(&Sheet<'_>, Vec<Vec<usize>>)| {
            let plan = sheet.plan;
            let content = if sheet.current {
                self.drawer.content(&plan.path, sheet.key, "pdf")
            } else {
                self.sheet(sheet, furniture, &forms, first_drawing)
            };
            self.drawer.watch.step();
            Ok(Artifact { path: plan.path.clone(), key: sheet.key, content: content? })
        };
        parts.par_iter().map(one).collect()
    }

    /// The ruler and the labels of a sheet that is to be written.
    fn drawings(&self, sheet: &Sheet<'_>) -> Result<Drawings, Stop> {
        let plan = sheet.plan;
        if sheet.current {
            return Ok(Drawings { scenes: Vec::new(), has_ruler: false });
        }
        let made = self.drawer.made;
        let parse = |svg: &&String| {
            let findings = Findings::default();
            let tree = scene::tree(svg, &made.fonts, &made.images, &findings);
            let tree = tree.map_err(|error| Stop::Internal(error.to_string()))?;
            Ok(Scene::whole(tree, plan.layout.paper()))
        };
        let texts: Vec<_> = plan.ruler.iter().chain(&plan.labels).collect();
        let scenes = texts.par_iter().map(parse).collect::<Result<_, Stop>>()?;
        Ok(Drawings { scenes, has_ruler: plan.ruler.is_some() })
    }

    /// Everything that the sheets draw: the faces, if they are shapes, and the drawings.
    fn forms(
        &self,
        drawings: &[Drawings],
        vector: bool,
        scenes: &BTreeMap<usize, Scene>,
    ) -> Result<Forms, Stop> {
        let mut forms = Forms::default();
        let drawn: Vec<_> = drawings.iter().flat_map(|one| one.scenes.iter().cloned()).collect();
        if drawn.is_empty() && !vector {
            return Ok(forms);
        }
        let (fonts, pictures) = (&self.drawer.made.fonts, &self.drawer.pictures);
        let beside: Vec<_> = drawn.iter().map(|scene| Glyphs::of(scene, fonts)).collect();
        let faces = self.work.jobs.iter().filter(|_| vector);
        let faces = faces.filter_map(|job| self.noticed.get(&job.key.to_string()));
        let glyphs = Glyphs::union(faces.map(|one| &one.glyphs).chain(&beside));
        if vector {
            // Found before the chunks are worked on side by side, as they would wait for each other.
            self.work.seams();
            let chunk = |chunk: &Range<usize>| self.encoded(chunk, &glyphs, scenes);
            let mut encoded = Vec::new();
            for some in self.work.chunks.chunks(AT_ONCE) {
                encoded.extend(some.par_iter().map(chunk).collect::<Result<Vec<_>, Stop>>()?);
            }
            self.keep_pictures(&encoded)?;
            for (chunk, document) in self.work.chunks.iter().zip(encoded) {
                let sizes: Vec<_> =
                    self.work.jobs[chunk.clone()].iter().map(|job| size(job)).collect();
                forms.add(document, &sizes).map_err(Stop::Internal)?;
            }
        }
        let encoded = encode(&drawn, &glyphs, fonts, pictures).map_err(Stop::Internal)?;
        let sizes: Vec<_> = drawn.iter().map(|scene| scene.size).collect();
        forms.add(encoded, &sizes).map_err(Stop::Internal)?;
        Ok(forms)
    }

    /// One chunk of faces, from the cache or encoded now.
    fn encoded(
        &self,
        chunk: &Range<usize>,
        glyphs: &Glyphs,
        scenes: &BTreeMap<usize, Scene>,
    ) -> Result<Document, Stop> {
        let jobs = &self.work.jobs[chunk.clone()];
        let keys: Vec<_> = jobs.iter().map(|job| job.key).collect();
        let seams = &self.work.seams()[chunk.clone()];
        let key = Digest::of_key(&(keys, seams, glyphs));
        if let Some(document) = self.kept(key) {
            return Ok(document);
        }
        let kept: Vec<_> = chunk.clone().filter_map(|at| scenes.get(&at).cloned()).collect();
        let scenes = if kept.len() == jobs.len() { kept } else { self.parsed(chunk)? };
        let made = self.drawer.made;
        let mut document =
            encode(&scenes, glyphs, &made.fonts, &self.drawer.pictures).map_err(Stop::Internal)?;
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).map_err(|error| Stop::Internal(error.to_string()))?;
        self.drawer.cache.put(key, "forms", &bytes)?;
        Ok(document)
    }

    /// A chunk that an earlier build encoded, if all the pictures that it shows are there too.
    fn kept(&self, key: Digest) -> Option<Document> {
        let Drawer { cache, pictures, .. } = self.drawer;
        let document = Document::load_mem(&cache.read(key, "forms")?).ok()?;
        let is_there = |name: Digest| {
            let kept = || cache.read(name, "picture");
            pictures.has(name) || kept().is_some_and(|kept| pictures.take(name, &kept))
        };
        pictures_of(&document).into_iter().all(is_there).then_some(document)
    }

    /// Keeps the pictures that encoded chunks show, each once.
    fn keep_pictures(&self, encoded: &[Document]) -> Result<(), Stop> {
        let Drawer { cache, pictures, .. } = self.drawer;
        let names: BTreeSet<_> = encoded.iter().flat_map(pictures_of).collect();
        let keep = |name: &Digest| -> Result<(), Stop> {
            if cache.find(*name, "picture").is_none() {
                let kept = pictures.kept(*name).ok_or_else(vanished)?;
                cache.put(*name, "picture", &kept)?;
            }
            Ok(())
        };
        names.par_iter().try_for_each(keep)
    }

    fn parsed(&self, chunk: &Range<usize>) -> Result<Vec<Scene>, Stop> {
        let places: Vec<_> = chunk.clone().collect();
        let parsed = self.work.parse(&places, self.drawer.made);
        let whole = parsed.into_iter().map(|(scene, _)| scene).collect::<Option<_>>();
        whole.ok_or_else(|| Stop::Internal("a face that was drawn cannot be parsed".into()))
    }

    fn sheet(
        &self,
        sheet: &Sheet<'_>,
        furniture: &[Vec<usize>],
        forms: &Forms,
        first_drawing: usize,
    ) -> Result<Content, Stop> {
        let plan = sheet.plan;
        let game = &self.drawer.made.game;
        // Faces and drawings have one row of numbers, whether or not the faces are forms.
        let shift = self.work.jobs.len() - first_drawing;
        let shifted = |page: &Vec<usize>| page.iter().map(|number| number + shift).collect();
        let furniture: Vec<Vec<usize>> = furniture.iter().map(shifted).collect();
        let faces = match plan.spec.output {
            Store::Vector => Faces::Vector(forms),
            Store::Raster => Faces::Raster { pictures: self.pictures(plan)?, forms, shift },
        };
        let bytes = pdf::write(Sheets {
            title: &format!("{}: {}", game.title, plan.lot.title()),
            author: &game.authors.join(", "),
            paper: plan.layout.paper(),
            pages: &plan.pages,
            sizes: &plan.lot.sizes(),
            faces,
            pictures: &self.drawer.pictures,
            furniture: &furniture,
            duplex: plan.duplex(),
            key: sheet.key,
        })
        .map_err(Stop::Internal)?;
        Ok(Content::Cached(self.drawer.cache.put(sheet.key, "pdf", &bytes)?))
    }

    /// The pictures that a raster sheet stores, by face.
    fn pictures(&self, plan: &Plan<'_>) -> Result<BTreeMap<usize, lopdf::Stream>, Stop> {
        let placements = plan.pages.iter().flat_map(|page| &page.placements);
        let placed: BTreeSet<_> = placements.map(|one| one.face).collect();
        let read = |face: usize| {
            let key = self.work.jobs[face].raster.ok_or_else(vanished)?;
            let bytes = self.drawer.read(key, "png").ok_or_else(vanished)?;
            Ok((face, raster_form(&bytes).map_err(Stop::Internal)?))
        };
        placed.into_iter().map(read).collect()
    }
}

/// A face's size with its bleed.
fn size(job: &Job<'_>) -> Size {
    job.face.trim.grown(job.face.bleed)
}

impl Drawings {
    /// The numbers of the drawings on each page, if the first of all is `next`.
    fn on_pages(&self, pages: usize, next: usize) -> Vec<Vec<usize>> {
        let rulers = usize::from(self.has_ruler);
        let page = |at: usize| {
            let ruler = (self.has_ruler).then_some(next);
            let label = (rulers + at < self.scenes.len()).then_some(next + rulers + at);
            ruler.into_iter().chain(label).collect()
        };
        (0..pages).map(page).collect()
    }
}
