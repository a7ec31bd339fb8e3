//! Faces to scenes: the text of an SVG becomes one tree that both renderers draw.

mod astray;
mod blank;
mod glyphs;
mod layers;
mod stray;
mod unset;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use roxmltree::Document;
use svgtypes::ViewBox;
use usvg::{ImageHrefResolver, Options, Tree};

use crate::amiss;
use crate::compose::Face;
use crate::diag::Code;
use crate::digest::Digest;
use crate::findings::{self, Finding, Findings};
use crate::fonts::{self, Fonts};
use crate::geom::{Size, decimal};
use crate::icons::Icons;
use crate::images::{self, Images};
use crate::limits;
use crate::model::Limits;
use crate::parser::{Refused, tree_of};
use crate::text::{self, Types};
use crate::xml::{self, Edited, Unread};

pub use layers::Seam;

/// A face, parsed: trees in millimetres that start at the top left of the bleed.
#[derive(Clone)]
pub struct Scene {
    /// What many faces have under them, if they do.
    pub ground: Option<Arc<Ground>>,
    /// The face, or what is over its ground; its size is the face's with bleed, in mm.
    pub tree: Arc<Tree>,
    /// The size with bleed.
    pub size: Size,
}

/// The ground of several faces.
pub struct Ground {
    /// Its tree.
    pub tree: Tree,
    /// What grounds that look alike have in common.
    pub key: Digest,
}

impl Scene {
    /// A drawing without a ground.
    pub fn whole(tree: Tree, size: Size) -> Self {
        Self { ground: None, tree: Arc::new(tree), size }
    }

    /// Its trees, in the order they are painted.
    pub fn trees(&self) -> impl Iterator<Item = &Tree> {
        self.ground.iter().map(|ground| &ground.tree).chain([&*self.tree])
    }
}

/// A ground, missing when it cannot be parsed, and what was noticed.
type GroundParsed = (Option<Arc<Ground>>, Noticed);

/// What was noticed of a tree, and the characters of it that no font has.
type Noticed = (Vec<Finding>, BTreeSet<char>);

/// A parsed face, missing when a finding is an error, and what was noticed.
pub type Parsed = (Option<Scene>, Vec<Finding>);

/// Finds where the faces of a deck are cut from what they share.
pub fn seams(faces: &[&Face]) -> Vec<Option<Seam>> {
    // What a text looks like is said by the styles, too.
    let styles = |face: &Face| match text::may_have_boxes(&face.svg) {
        true => Digest::of_key(&*face.styles),
        false => Digest::default(),
    };
    let texts = faces.iter().map(|face| (face.svg.as_str(), styles(face)));
    layers::seams(&texts.collect::<Vec<_>>())
}

/// Parses some faces, which share what they begin with.
pub fn parse(faces: &[&Face], fonts: &Fonts, images: &Images, icons: &Icons) -> Vec<Parsed> {
    parse_cut(faces, &seams(faces), fonts, images, icons)
}

/// Parses some faces of one deck, each cut where it says.
pub fn parse_cut(
    faces: &[&Face],
    seams: &[Option<Seam>],
    fonts: &Fonts,
    images: &Images,
    icons: &Icons,
) -> Vec<Parsed> {
    let cuts = faces.par_iter().zip(seams);
    let plain: Vec<_> =
        cuts.map(|(face, seam)| Plain::of(face, *seam, fonts, images, icons)).collect();
    let seams = plain.iter().filter_map(|plain| Some((plain.seam?.key, plain)));
    let cut: BTreeMap<_, _> = seams.collect();
    // Fonts, icons and pictures are the same in all of a build, so the text says it all.
    let ground = |(key, plain): (&Digest, &&Plain<'_>)| {
        let svg = plain.seam.map(|seam| seam.ground(&plain.svg)).unwrap_or_default();
        let (tree, noticed) = watched_tree(&svg, fonts, images);
        (*key, (tree.map(|tree| Arc::new(Ground { tree, key: *key })), noticed))
    };
    let grounds: BTreeMap<Digest, GroundParsed> = cut.par_iter().map(ground).collect();
    let parts: Vec<_> = faces.iter().zip(&plain).collect();
    let one = |(face, plain): &(&&Face, &Plain<'_>)| {
        if plain.is_refused {
            return (None, plain.told.clone());
        }
        let ground = plain.seam.map(|seam| (&grounds[&seam.key], seam.rest(&plain.svg)));
        let types = Types { fonts, icons, styles: &face.styles };
        parse_one(face, plain, ground, &types, images)
    };
    parts.par_iter().map(one).collect()
}

/// A face's text with its pictures in their places and its boxes of text set.
struct Plain<'a> {
    svg: Cow<'a, str>,
    /// Where it is cut.
    seam: Option<Seam>,
    told: Vec<Finding>,
    /// What is refused must not be parsed, not even as another face's ground.
    is_refused: bool,
}

impl<'a> Plain<'a> {
    /// Boxes are set before a face is cut, because those of a card are known by their numbers.
    fn of(
        face: &'a Face,
        seam: Option<Seam>,
        fonts: &Fonts,
        images: &Images,
        icons: &Icons,
    ) -> Self {
        let findings = Findings::default();
        let refused = |finding| {
            let svg = Cow::Borrowed(&*face.svg);
            Self { svg, seam: None, told: vec![finding], is_refused: true }
        };
        let document = match xml::document(&face.svg) {
            Ok(document) => document,
            Err(error) => return refused(unread(&face.svg, &error)),
        };
        if let Err(finding) = check_root(&document, face, images.limits()) {
            return refused(finding);
        }
        amiss::told(&face.svg, &document).into_iter().for_each(|finding| findings.push(finding));
        let types = Types { fonts, icons, styles: &face.styles };
        let set = |svg: &str, pictures: ImageHrefResolver<'_>| set(svg, &types, pictures);
        let placed = images.place(&face.svg, &set, &findings);
        let seam = seam.map(|seam| seam.ended(placed.place(seam.end())));
        let moved = |set: &Edited<'_>| seam.map(|seam| seam.moved(|at| set.place(at)));
        let (svg, seam) = match &placed.text {
            Cow::Borrowed(svg) => {
                let set = text::expand_document(svg, &document, &types, &findings);
                let seam = moved(&set);
                (set.text, seam)
            }
            Cow::Owned(text) => {
                let noticed = Findings::default();
                let set = text::expand(text, &types, &noticed);
                let seam = moved(&set);
                for one in noticed.take() {
                    findings.push(one.moved(|at| placed.back(at)));
                }
                (Cow::Owned(set.text.into_owned()), seam)
            }
        };
        let mut told = findings.take();
        told.retain(|one| !amiss::is_told(one, &[]));
        Self { svg, seam, told, is_refused: false }
    }
}

fn parse_one(
    face: &Face,
    plain: &Plain<'_>,
    ground: Option<(&GroundParsed, String)>,
    types: &Types<'_>,
    images: &Images,
) -> Parsed {
    let (size, fonts) = (face.trim.grown(face.bleed), types.fonts);
    let (ground, (mut findings, mut missing), rest) = match ground {
        Some(((Some(ground), noticed), rest)) => {
            (Some(Arc::clone(ground)), noticed.clone(), Cow::Owned(rest))
        }
        // Without its ground a face is parsed whole, which tells the fault again, in its place.
        _ => (None, Noticed::default(), Cow::Borrowed(&*plain.svg)),
    };
    let (tree, (noticed, lacks)) = watched_tree(&rest, fonts, images);
    findings.extend(noticed);
    // Of a box that names no font the words are told.
    let is_of_words = |one: &Finding| {
        one.is_of(Code::FONT_WEIGHT) && plain.told.iter().any(|told| told.is_like(one))
    };
    let told: Vec<_> = findings.iter().chain(&plain.told).cloned().collect();
    findings.retain(|one| !amiss::is_told(one, &told) && !is_of_words(one));
    missing.extend(lacks);
    // The face has its words as they are typed: set, they are cut by fonts and directions.
    let lacking = glyphs::told(&face.svg, missing, fonts);
    // What no font has cannot be brought together either.
    if lacking.iter().any(Finding::is_error) {
        findings.retain(|one| !text::is_unset(one));
    }
    findings.extend(lacking);
    findings.extend(plain.told.iter().cloned());
    let scene = tree.map(|tree| Scene { ground, tree: Arc::new(tree), size });
    if let Some(scene) = &scene {
        if let Err(finding) = limits::work(scene.trees(), images.limits()) {
            let picture = images.too_much(&face.svg, fonts);
            findings.push(match &picture {
                Some(href) => finding.in_picture(href, None),
                None => finding,
            });
        }
        // What is missing because of an error is no fault of its own.
        if !findings.iter().any(Finding::is_error) {
            let stray = stray::texts(scene.trees(), face).into_iter();
            let mut stray: Vec<_> = stray.filter(|one| !is_told(one, &findings)).collect();
            if astray::is_any(scene) {
                let set = |svg: &str| set(svg, types, images::stand_ins());
                stray.extend(astray::told(face, set));
            }
            // What lies off the face is told for itself.
            let is_told = stray.iter().any(|one| !one.is_of_call());
            findings.extend(stray);
            if !is_told && blank::is_blank(scene) {
                let side = face.side.word();
                let blank = format!("the {side} is blank: the template draws nothing on it");
                findings.push(Finding::warning(Code::SVG_WARNING, blank));
            }
        }
    }
    let failed = findings.iter().any(Finding::is_error);
    (scene.filter(|_| !failed), findings)
}

/// Whether a text that reaches off the card is told already, as one that overflows its box.
fn is_told(stray: &Finding, told: &[Finding]) -> bool {
    // Lines of a box run together in its tree, and marks are gone.
    let letters = |one: &Finding| findings::letters(one.words().unwrap_or_default());
    let stray = letters(stray);
    let over = told.iter().filter(|one| one.is_of(Code::OVERFLOW)).map(letters);
    over.into_iter().any(|over| {
        !stray.is_empty()
            && (over.starts_with(&stray) || !over.is_empty() && stray.starts_with(&over))
    })
}

/// The tree of a drawing, and all that was noticed.
fn watched_tree(svg: &str, fonts: &Fonts, images: &Images) -> (Option<Tree>, Noticed) {
    let (tree, findings) = parsed(svg, fonts, images, &BTreeSet::new());
    let mut missing = findings.missing();
    let instead = findings.has_stood_in().then(|| text::word_by_word(svg, fonts)).flatten();
    let Some(instead) = instead else { return (tree, (findings.take(), missing)) };
    let (tree, findings) = match instead.settled.is_empty() {
        true => (tree, findings),
        false => parsed(&instead.svg, fonts, images, &instead.settled),
    };
    // What a font has that was not asked at first is drawn now.
    missing.retain(|c| fonts.lacks(*c));
    missing.extend(findings.missing());
    instead.told.into_iter().for_each(|one| findings.push(one));
    (tree, (findings.take(), missing))
}

fn parsed(
    svg: &str,
    fonts: &Fonts,
    images: &Images,
    settled: &BTreeSet<char>,
) -> (Option<Tree>, Findings) {
    let findings = Findings::default();
    let pictures = images.resolver(fonts, &findings);
    let tree = findings::watched(&findings, || tree_with(svg, fonts, pictures, &findings, settled));
    let tree = tree.map_err(|why| {
        findings.push(match why {
            Refused::Unread(error) => {
                Finding::error(Code::SVG, format!("the drawing cannot be read: {error}"))
            }
            Refused::Broken => unset::told(svg, fonts),
        });
    });
    (tree.ok(), findings)
}

/// The tree of an SVG text, with fonts and pictures from the game only.
pub fn tree(
    svg: &str,
    fonts: &Fonts,
    images: &Images,
    findings: &Findings,
) -> Result<Tree, Refused> {
    tree_with(svg, fonts, images.resolver(fonts, findings), findings, &BTreeSet::new())
}

/// The same, with its boxes of text set and pictures from elsewhere; nothing is told of it.
fn set(svg: &str, types: &Types<'_>, pictures: ImageHrefResolver<'_>) -> Option<Tree> {
    let (unheard, none) = (Findings::default(), BTreeSet::new());
    let svg = text::expand(svg, types, &unheard).text;
    let tree = || tree_with(&svg, types.fonts, pictures, &unheard, &none).ok();
    findings::watched(&unheard, tree)
}

/// The same with these pictures; no other font is looked for that has one of the `settled` characters.
fn tree_with(
    svg: &str,
    fonts: &Fonts,
    pictures: ImageHrefResolver<'_>,
    findings: &Findings,
    settled: &BTreeSet<char>,
) -> Result<Tree, Refused> {
    let options = Options {
        dpi: images::PER_INCH as f32,
        font_family: fonts::BODY.into(),
        font_size: 3.5,
        fontdb: fonts.database(),
        font_resolver: fonts.resolver_of(svg, findings, settled),
        image_href_resolver: pictures,
        ..Options::default()
    };
    tree_of(&fonts::understood(svg), &options)
}

/// A face draws exactly its trim and bleed: a drawing of another size would be stretched.
fn check_root(document: &Document<'_>, face: &Face, limits: &Limits) -> Result<(), Finding> {
    let size = face.trim.grown(face.bleed);
    let help =
        "begin it with `<svg viewBox=\"{{ view_box }}\">`, in mm from the corner of the trim";
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(Finding::error(Code::SVG, "the drawing is not an SVG").help(help));
    }
    let view_box = root.attribute("viewBox").unwrap_or_default();
    let bleed = face.bleed.0;
    let wanted = [-bleed, -bleed, size.w, size.h];
    let is_wanted = |found: ViewBox| {
        let ViewBox { x, y, w, h } = found;
        [x, y, w, h].iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 0.01)
    };
    if view_box.parse().is_ok_and(is_wanted) {
        return limits::check(document, &limits.on(size));
    }
    let said =
        if view_box.is_empty() { "no viewBox".into() } else { format!("the viewBox `{view_box}`") };
    let wanted = wanted.map(decimal).join(" ");
    let message = format!("the drawing has {said}; the card with its bleed is `{wanted}`");
    Err(Finding::error(Code::VIEW_BOX, message).attribute("viewBox", view_box).help(help))
}

/// Why a face has no tree.
fn unread(svg: &str, why: &Unread) -> Finding {
    match why {
        Unread::Malformed(error) => malformed(svg, error),
        Unread::Excess(excess) => Finding::error(Code::LIMIT, &*excess.why).at(excess.at),
    }
}

/// An XML fault with its place in the composed text, which the template's is found by.
fn malformed(svg: &str, error: &roxmltree::Error) -> Finding {
    let position = error.pos();
    let sentence = error.to_string();
    let sentence = sentence.replace(&format!(" at {position}"), "").replace('\'', "`");
    let row = position.row.saturating_sub(1) as usize;
    let start: usize = svg.split_inclusive('\n').take(row).map(str::len).sum();
    let line = svg.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let column = position.col.saturating_sub(1) as usize;
    let at = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let near: String = line[at..].chars().take(60).collect();
    let finding = Finding::error(Code::SVG, format!("the drawing is not well-formed: {sentence}"));
    // A fault of the whole has no place, and is given the first.
    if start + at == 0 {
        return finding
            .help("see that every tag is closed, and that the template draws an `<svg>`");
    }
    finding.at(start + at).help(format!("in the text that came out, before `{}`", near.trim()))
}
