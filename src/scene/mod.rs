//! Faces to scenes: the text of an SVG becomes one tree that both renderers draw.

mod findings;
mod fonts;
mod images;

use std::sync::Arc;

use usvg::{ImageHrefResolver, Options, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::geom::{Size, decimal};

pub use findings::{Finding, Findings, report};
pub use fonts::{Family, Fonts};
pub use images::Images;

/// The body font: what a `<text>` without a family is set in.
const BODY: &str = "Alegreya Sans";

/// A face, parsed: a tree in millimetres that starts at the top left of the bleed.
#[derive(Clone)]
pub struct Scene {
    /// The tree; its size is the face's with bleed, in mm.
    pub tree: Arc<Tree>,
    /// The size with bleed.
    pub size: Size,
}

/// Parses one face; the scene is missing when a finding is an error.
pub fn parse(face: &Face, fonts: &Fonts, images: &Images) -> (Option<Scene>, Vec<Finding>) {
    let findings = Findings::default();
    let size = face.trim.grown(face.bleed);
    let svg = with_namespaces(&face.svg);
    if let Err(finding) = check_root(&svg, face, size) {
        findings.push(finding);
        return (None, findings.take());
    }
    let tree = findings::watched(&findings, || tree(&svg, fonts, images, &findings));
    let tree = match tree {
        Ok(tree) => Some(Scene { tree: Arc::new(tree), size }),
        Err(error) => {
            findings.push(Finding::error(Code::SVG, format!("the drawing cannot be read: {error}")));
            None
        }
    };
    let findings = findings.take();
    let failed = findings.iter().any(Finding::is_error);
    (tree.filter(|_| !failed), findings)
}

/// The tree of an SVG text, with fonts and pictures from the game only.
pub fn tree(
    svg: &str,
    fonts: &Fonts,
    images: &Images,
    findings: &Findings,
) -> Result<Tree, usvg::Error> {
    let options = Options {
        font_family: BODY.into(),
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

/// Adds the namespace that a template may leave out.
fn with_namespaces(svg: &str) -> std::borrow::Cow<'_, str> {
    let Some(at) = svg.find("<svg") else { return svg.into() };
    let end = svg[at..].find('>').map_or(svg.len(), |end| at + end);
    if svg[at..end].contains("xmlns=") {
        return svg.into();
    }
    let (head, tail) = svg.split_at(at + 4);
    format!("{head} xmlns=\"http://www.w3.org/2000/svg\"{tail}").into()
}

/// A face draws exactly its trim and bleed: a drawing of another size would be stretched.
fn check_root(svg: &str, face: &Face, size: Size) -> Result<(), Finding> {
    let help = format!("begin it with `<svg viewBox=\"{{{{ view_box }}}}\">`, in mm from the corner of the trim");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(svg, options).map_err(|error| {
        Finding::error(Code::SVG, format!("the drawing is not well-formed: {error}"))
    })?;
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
        return Ok(());
    }
    let said = if view_box.is_empty() { "no viewBox".into() } else { format!("the viewBox `{view_box}`") };
    let wanted = wanted.map(decimal).join(" ");
    let message = format!("the drawing has {said}; the card with its bleed is `{wanted}`");
    Err(Finding::error(Code::VIEW_BOX, message).help(help))
}
