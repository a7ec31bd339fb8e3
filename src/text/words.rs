//! Words, shaped once for each font by the very shaper that the drawing uses, and kept.
//!
//! A word is measured alone and between blanks: what a font does to the room around a blank is
//! then known too, and the measures of words add up to the measure of their line.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rustybuzz::{Direction, Face, Feature, Script, ShapePlan, UnicodeBuffer, Variation};
use ttf_parser::{GlyphId, Tag};

use crate::digest::Digest;
use crate::fonts::{Fonts, JOINING};

/// How a word is to be shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Voice {
    /// The number of the font.
    pub font: u16,
    /// The weight asked for, which counts where a font has many.
    pub weight: u16,
    /// Whether it is read from the right.
    pub rtl: bool,
    /// Whether letters may join to ligatures.
    pub ligatures: bool,
    /// Whether small letters are drawn as small capitals.
    pub small_caps: bool,
    /// The script of the text around, for words that are of none.
    pub script: Option<Script>,
}

/// Letters that are drawn as one; all in parts of the size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cluster {
    /// Its bytes.
    pub length: u32,
    /// How far the text goes on behind it.
    pub advance: f64,
    /// How far its ink is above the baseline, and below it.
    pub ink: (f64, f64),
}

/// A word, shaped; advances are in parts of the size.
#[derive(Debug, Default)]
pub struct Shaped {
    /// Its clusters, in the order of the text.
    pub clusters: Vec<Cluster>,
    /// The room of a blank before it.
    pub before: f64,
    /// What a blank behind it adds to the blank's own room.
    pub behind: f64,
    /// Whether the font lacks a glyph for it.
    pub is_missing: bool,
    /// Whether each cluster is one glyph.
    pub is_single: bool,
}

impl Shaped {
    /// How far the text goes on behind it, alone.
    pub fn width(&self) -> f64 {
        self.clusters.iter().map(|one| one.advance).sum()
    }
}

/// The most words that a thread keeps.
const MOST: usize = 30_000;
/// Longer words are not kept.
const LONGEST: usize = 48;

/// What a thread has shaped, with the fonts of that digest.
#[derive(Default)]
struct Store {
    digest: Digest,
    words: HashMap<Voice, HashMap<Box<str>, Rc<Shaped>>>,
    plans: HashMap<Voice, ShapePlan>,
    count: usize,
}

thread_local! {
    static STORE: RefCell<Store> = RefCell::default();
}

/// Shapes words with some fonts.
pub struct Shaper<'a> {
    fonts: &'a Fonts,
    /// Fonts that were read for shaping, by number and weight.
    faces: RefCell<HashMap<(u16, u16), Option<Read<'a>>>>,
}

/// A font, read for shaping.
type Read<'a> = Rc<Face<'a>>;

impl<'a> Shaper<'a> {
    /// A shaper over these fonts.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, faces: RefCell::default() }
    }

    /// The fonts.
    pub fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    /// A word in a voice, shaped now or before.
    pub fn word(&self, word: &str, voice: Voice) -> Rc<Shaped> {
        STORE.with_borrow_mut(|store| {
            if store.digest != self.fonts.digest() || store.count > MOST {
                *store = Store { digest: self.fonts.digest(), ..Store::default() };
            }
            if let Some(known) = store.words.get(&voice).and_then(|words| words.get(word)) {
                return Rc::clone(known);
            }
            let shaped = Rc::new(self.shape(word, voice, &mut store.plans));
            if word.len() <= LONGEST {
                store.count += 1;
                store.words.entry(voice).or_default().insert(word.into(), Rc::clone(&shaped));
            }
            shaped
        })
    }

    /// Whether each letter of a text is one glyph, or joins letters of a byte each.
    pub fn is_plain(&self, text: &str, voice: Voice) -> bool {
        let rtl = Self::script(text).is_some_and(is_turned);
        let Some(face) = self.face(voice) else { return false };
        let shaped = run(&face, text, Voice { rtl, ..voice }, &mut HashMap::new());
        let mut rest = text;
        shaped.is_single
            && shaped.clusters.iter().all(|one| {
                let (cluster, after) = rest.split_at((one.length as usize).min(rest.len()));
                rest = after;
                cluster.is_ascii() || cluster.chars().count() == 1
            })
    }

    /// The script that a text begins with, if it is of any.
    pub fn script(text: &str) -> Option<Script> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        Some(buffer.script()).filter(|script| *script != rustybuzz::script::UNKNOWN)
    }

    fn shape(&self, word: &str, voice: Voice, plans: &mut HashMap<Voice, ShapePlan>) -> Shaped {
        let Some(face) = self.face(voice) else { return Shaped::default() };
        let mut alone = run(&face, word, voice, plans);
        let spaced = run(&face, &format!(" {word} "), voice, plans);
        let first = spaced.clusters.first().map_or(0.0, |one| one.advance);
        let last = spaced.clusters.last().map_or(0.0, |one| one.advance);
        alone.before = first;
        // The blank behind has the room of a blank at the end, where nothing pulls at it.
        let blank = run(&face, " ", voice, plans).width();
        alone.behind = spaced.width() - first - last - alone.width() + (last - blank);
        alone
    }

    fn face(&self, voice: Voice) -> Option<Read<'a>> {
        let loaded = self.fonts.face(voice.font)?;
        let weight = if loaded.variable { voice.weight } else { 0 };
        let mut faces = self.faces.borrow_mut();
        let read = || {
            let mut face = Face::from_slice(loaded.data(), loaded.index)?;
            // The drawing sets the axis for every weight but the plain one.
            if loaded.variable && weight != 400 {
                let tag = Tag::from_bytes(b"wght");
                face.set_variations(&[Variation { tag, value: f32::from(weight) }]);
            }
            Some(Rc::new(face))
        };
        faces.entry((voice.font, weight)).or_insert_with(read).clone()
    }
}

/// Shapes one text with one font.
fn run(face: &Face<'_>, text: &str, voice: Voice, plans: &mut HashMap<Voice, ShapePlan>) -> Shaped {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    let direction = if voice.rtl { Direction::RightToLeft } else { Direction::LeftToRight };
    buffer.set_direction(direction);
    buffer.guess_segment_properties();
    if buffer.script() == rustybuzz::script::UNKNOWN
        && let Some(script) = voice.script
    {
        buffer.set_script(script);
    }
    let script = Some(buffer.script()).filter(|script| *script != rustybuzz::script::UNKNOWN);
    let key = Voice { script, ..voice };
    let plan = plans.entry(key).or_insert_with(|| {
        let mut features = if voice.ligatures { Vec::new() } else { no_ligatures() };
        if voice.small_caps {
            features.push(Feature::new(Tag::from_bytes(b"smcp"), 1, ..));
        }
        ShapePlan::new(face, direction, script, None, &features)
    });
    clusters(text, &rustybuzz::shape_with_plan(face, plan, buffer), face)
}

/// Whether a script is read from the right.
fn is_turned(script: Script) -> bool {
    use rustybuzz::script::{ARABIC, HEBREW, NKO, SYRIAC, THAANA};
    [ARABIC, HEBREW, NKO, SYRIAC, THAANA].contains(&script)
}

fn no_ligatures() -> Vec<Feature> {
    JOINING.map(|tag| Feature::new(Tag::from_bytes(tag), 0, ..)).into()
}

/// Gathers glyphs into clusters in the order of the text.
fn clusters(text: &str, glyphs: &rustybuzz::GlyphBuffer, face: &Face<'_>) -> Shaped {
    let em = f64::from(face.units_per_em());
    let mut starts: Vec<(u32, Cluster)> = Vec::new();
    let mut is_missing = false;
    let mut is_single = true;
    for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
        is_missing |= info.glyph_id == 0;
        let advance = f64::from(position.x_advance) / em;
        let (top, bottom) = ink(face, info.glyph_id);
        let up = f64::from(position.y_offset);
        let ink = ((up + top) / em, (-up - bottom) / em);
        match starts.last_mut() {
            // The drawing goes on by the widest glyph of a cluster.
            Some((cluster, one)) if *cluster == info.cluster => {
                one.advance = one.advance.max(advance);
                one.ink = (one.ink.0.max(ink.0), one.ink.1.max(ink.1));
                is_single = false;
            }
            _ => starts.push((info.cluster, Cluster { length: 0, advance, ink })),
        }
    }
    starts.sort_by_key(|(cluster, _)| *cluster);
    let ends = starts.iter().skip(1).map(|(cluster, _)| *cluster as usize).chain([text.len()]);
    let length = |start: u32, end: usize| u32::try_from(end - start as usize).unwrap_or(u32::MAX);
    let clusters = starts
        .iter()
        .zip(ends)
        .map(|((start, one), end)| Cluster { length: length(*start, end), ..*one });
    Shaped { clusters: clusters.collect(), is_missing, is_single, ..Shaped::default() }
}

/// The upper and the lower edge of a glyph's ink, in the font's units; a glyph without ink has none.
fn ink(face: &Face<'_>, glyph: u32) -> (f64, f64) {
    let glyph = GlyphId(u16::try_from(glyph).unwrap_or_default());
    let bounds = match face.tables().glyf.filter(|_| !face.is_variable()) {
        Some(glyf) => glyf.bbox(glyph),
        None => face.glyph_bounding_box(glyph),
    };
    bounds.map_or((0.0, 0.0), |bounds| (f64::from(bounds.y_max), f64::from(bounds.y_min)))
}
