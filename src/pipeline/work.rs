//! The faces of a lot of decks, what is wanted of them, and which are parsed and encoded together.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::Made;
use crate::compose::Face;
use crate::digest::Digest;
use crate::scene::{self, Parsed, Scene, Seam};

/// A chunk ends after a face whose key says so: one in so many, for small and for large decks.
///
/// Chunks are parsed together and encoded into one document, which stores its own copy of each
/// picture for a while: many small chunks cost memory, few large ones cost time after an edit.
const MEAN: [u8; 2] = [64, 128];
/// A deck of more faces is large.
const LARGE: usize = 400;
/// A face and what is wanted of it.
pub struct Job<'a> {
    /// The face.
    pub face: &'a Face,
    /// What it depends on.
    pub key: Digest,
    /// Path below the output and key of its picture, if pictures are made.
    pub picture: Option<(String, Digest)>,
    /// Key of the picture with its bleed, if a sheet stores it.
    pub raster: Option<Digest>,
}

/// The faces of a deck, or of several, and what is wanted of them.
pub struct Work<'a> {
    /// The faces, deck after deck.
    pub jobs: Vec<Job<'a>>,
    /// Which are of one deck.
    pub decks: Vec<Range<usize>>,
    /// Which are parsed and encoded together.
    pub chunks: Vec<Range<usize>>,
    /// Where each is cut from what its deck shares; found when a face is to be parsed.
    seams: OnceLock<Vec<Option<Seam>>>,
}

/// Scenes by the numbers of their faces.
pub type Scenes = BTreeMap<usize, Scene>;

impl<'a> Work<'a> {
    /// No faces.
    pub fn new() -> Self {
        Self { jobs: Vec::new(), decks: Vec::new(), chunks: Vec::new(), seams: OnceLock::new() }
    }

    /// Adds the faces of a deck, and their keys.
    pub fn add(&mut self, jobs: Vec<Job<'a>>, keys: &[Digest]) {
        let start = self.jobs.len();
        self.decks.push(start..start + jobs.len());
        self.jobs.extend(jobs);
        let shift = |chunk: Range<usize>| start + chunk.start..start + chunk.end;
        self.chunks.extend(chunks(keys).into_iter().map(shift));
    }

    /// Where each face is cut.
    pub fn seams(&self) -> &[Option<Seam>] {
        let faces = |deck: &Range<usize>| {
            self.jobs[deck.clone()].iter().map(|job| job.face).collect::<Vec<_>>()
        };
        let seams = || self.decks.iter().flat_map(|deck| scene::seams(&faces(deck))).collect();
        self.seams.get_or_init(seams)
    }

    /// Parses some faces.
    pub fn parse(&self, places: &[usize], made: &Made) -> Vec<Parsed> {
        if places.is_empty() {
            return Vec::new();
        }
        let faces: Vec<_> = places.iter().map(|at| self.jobs[*at].face).collect();
        let seams: Vec<_> = places.iter().map(|at| self.seams()[*at]).collect();
        made.parse_cut(&faces, &seams)
    }
}

/// Ends chunks by their content, so that a row put in between leaves the other chunks as they are.
fn chunks(keys: &[Digest]) -> Vec<Range<usize>> {
    let mean = MEAN[usize::from(keys.len() > LARGE)];
    let (mut chunks, mut start) = (Vec::new(), 0);
    for (at, key) in keys.iter().enumerate() {
        let end = at + 1;
        if key.byte() % mean == 0 || end - start == 2 * usize::from(mean) || end == keys.len() {
            chunks.push(start..end);
            start = end;
        }
    }
    chunks
}
