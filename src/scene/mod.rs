//! Faces to scenes: the text of an SVG becomes one tree that both renderers draw.

mod images;
mod layers;
mod limits;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use usvg::{ImageHrefResolver, Options, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::digest::Digest;
use crate::findings::{self, Finding, Findings};
use crate::fonts::Fonts;
use crate::geom::{Size, decimal};
use crate::icons::Icons;
use crate::text::{self, Expanded, Types};

pub use images::Images;
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
type GroundParsed = (Option<Arc<Ground>>, Vec<Finding>);

/// A parsed face, missing when a finding is an error, and what was noticed.
pub type Parsed = (Option<Scene>, Vec<Finding>);

/// Finds where the faces of a deck are cut from what they share.
pub fn seams(faces: &[&Face]) -> Vec<Option<Seam>> {
    layers::seams(&faces.iter().map(|face| face.svg.as_str()).collect::<Vec<_>>())
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
    let drawings: Vec<_> = faces.par_iter().map(|face| Drawing::of(face, fonts, icons)).collect();
    let placed = |(seam, drawing): (&Option<Seam>, &Drawing<'_>)| {
        seam.map(|seam| seam.moved(|at| drawing.set.place(at)))
    };
    let seams: Vec<_> = seams.iter().zip(&drawings).map(placed).collect();
    let cut: BTreeMap<_, _> = seams
        .iter()
        .zip(&drawings)
        .filter_map(|(seam, drawing)| Some(((*seam)?.key, ((*seam)?, &drawing.set.svg))))
        .collect();
    // Fonts, icons and pictures are the same in all of a build, so the text says it all.
    let ground = |(key, (seam, svg)): (&Digest, &(Seam, &Cow<'_, str>))| {
        let (tree, findings) = watched_tree(&seam.ground(svg), fonts, images);
        (*key, (tree.map(|tree| Arc::new(Ground { tree, key: *key })), findings))
    };
    let grounds: BTreeMap<Digest, GroundParsed> = cut.par_iter().map(ground).collect();
    let parts: Vec<_> = faces.iter().zip(&drawings).zip(&seams).collect();
    let one = |((face, drawing), seam): &((&&Face, &Drawing<'_>), &Option<Seam>)| {
        let ground = seam.map(|seam| (&grounds[&seam.key], seam.rest(&drawing.set.svg)));
        parse_one(face, drawing, ground, fonts, images)
    };
    parts.par_iter().map(one).collect()
}

/// A face's drawing, checked, with its boxes of text set.
struct Drawing<'a> {
    set: Expanded<'a>,
    /// What was noticed; an error of its root forbids to parse it.
    told: Result<Vec<Finding>, Finding>,
}

impl<'a> Drawing<'a> {
    /// Boxes are set before a face is cut, because those of a card are known by their numbers.
    fn of(face: &'a Face, fonts: &Fonts, icons: &Icons) -> Self {
        let findings = Findings::default();
        let types = Types { fonts, icons, styles: &face.styles };
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&face.svg, options);
        let document = document.map_err(|error| malformed(&face.svg, &error));
        let set = |document: &roxmltree::Document<'a>, told: Vec<Finding>| {
            told.into_iter().for_each(|finding| findings.push(finding));
            text::expand_document(&face.svg, document, &types, &findings)
        };
        match document.and_then(|document| Ok(set(&document, check_root(&document, face)?))) {
            Ok(set) => Self { set, told: Ok(findings.take()) },
            Err(refused) => Self { set: Expanded::untouched(&face.svg), told: Err(refused) },
        }
    }
}

fn parse_one(
    face: &Face,
    drawing: &Drawing<'_>,
    ground: Option<(&GroundParsed, String)>,
    fonts: &Fonts,
    images: &Images,
) -> Parsed {
    let (size, svg) = (face.trim.grown(face.bleed), &*drawing.set.svg);
    let told = match &drawing.told {
        Ok(told) => told,
        Err(refused) => return (None, vec![refused.clone()]),
    };
    let (ground, mut findings, rest) = match ground {
        Some(((Some(ground), findings), rest)) => {
            (Some(Arc::clone(ground)), findings.clone(), Cow::Owned(rest))
        }
        // Without its ground a face is parsed whole, which tells the fault again, in its place.
        _ => (None, Vec::new(), Cow::Borrowed(svg)),
    };
    let (tree, noticed) = watched_tree(&rest, fonts, images);
    findings.extend(noticed);
    findings.extend(told.iter().cloned());
    let failed = findings.iter().any(Finding::is_error);
    let scene = tree.map(|tree| Scene { ground, tree: Arc::new(tree), size });
    if scene.as_ref().is_some_and(|scene| scene.trees().all(|tree| !tree.root().has_children())) {
        let blank = format!("the {} is blank: the template draws nothing", face.side.word());
        findings.push(Finding::warning(Code::SVG_WARNING, blank));
    }
    (scene.filter(|_| !failed), findings)
}

/// The tree of a drawing, and all that was noticed.
fn watched_tree(svg: &str, fonts: &Fonts, images: &Images) -> (Option<Tree>, Vec<Finding>) {
    let findings = Findings::default();
    let tree = findings::watched(&findings, || tree(svg, fonts, images, &findings));
    let tree = tree.map_err(|error| {
        findings.push(Finding::error(Code::SVG, format!("the drawing cannot be read: {error}")));
    });
    (tree.ok(), findings.take())
}

/// The tree of an SVG text, with fonts and pictures from the game only.
pub fn tree(
    svg: &str,
    fonts: &Fonts,
    images: &Images,
    findings: &Findings,
) -> Result<Tree, usvg::Error> {
    let options = Options {
        font_family: crate::fonts::BODY.into(),
        font_size: 3.5,
        fontdb: fonts.database(),
        font_resolver: fonts.resolver(findings),
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: images.resolver(findings),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options)
}

/// A face draws exactly its trim and bleed: a drawing of another size would be stretched.
fn check_root(document: &roxmltree::Document<'_>, face: &Face) -> Result<Vec<Finding>, Finding> {
    let size = face.trim.grown(face.bleed);
    let help =
        "begin it with `<svg viewBox=\"{{ view_box }}\">`, in mm from the corner of the trim";
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(Finding::error(Code::SVG, "the drawing is not an SVG").help(help));
    }
    let view_box = root.attribute("viewBox").unwrap_or_default();
    let numbers: Vec<f64> = view_box
        .split(|c: char| c == ',' || c.is_ascii_whitespace())
        .filter(|part| !part.is_empty())
        .filter_map(|part| part.parse().ok())
        .collect();
    let bleed = face.bleed.0;
    let wanted = [-bleed, -bleed, size.w, size.h];
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 0.01;
    if numbers.len() == 4 && numbers.iter().zip(&wanted).all(near) {
        return limits::check(document);
    }
    let said =
        if view_box.is_empty() { "no viewBox".into() } else { format!("the viewBox `{view_box}`") };
    let wanted = wanted.map(decimal).join(" ");
    let message = format!("the drawing has {said}; the card with its bleed is `{wanted}`");
    Err(Finding::error(Code::VIEW_BOX, message).help(help))
}

/// An XML fault without its position, which is one of the composed text and differs from row to row.
fn malformed(svg: &str, error: &roxmltree::Error) -> Finding {
    let position = error.pos();
    let sentence = error.to_string();
    let sentence = sentence.replace(&format!(" at {position}"), "");
    let line = svg.lines().nth(position.row.saturating_sub(1) as usize).unwrap_or_default();
    let start = position.col.saturating_sub(24) as usize;
    let near: String = line.chars().skip(start).take(60).collect();
    Finding::error(Code::SVG, format!("the drawing is not well-formed: {sentence}"))
        .help(format!("in the text that came out, near `{}`", near.trim()))
}
