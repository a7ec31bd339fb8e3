//! Boxes of text: what is set in them, and where, measured by the glyphs that are drawn.

mod boxes;
mod characters;
mod fit;
mod flowed;
mod fuzz;
mod icons;
mod lines;
mod markup;
mod plain;
mod scripts;
mod sheets;
mod words;

use super::support::{MANIFEST, game};
use deckle::geom::Rect;

/// A game of one card whose face is made of `body`, and whose only cell is `{{ card.text }}`.
pub struct Card<'a> {
    /// What the template draws.
    pub body: String,
    /// The cell.
    pub words: &'a str,
    /// What the manifest says more.
    pub manifest: &'a str,
    /// Further files of the game.
    pub files: Vec<(&'a str, Vec<u8>)>,
}

/// A span of a set text.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its words.
    pub text: String,
    /// Where they begin.
    pub x: f64,
    /// Their baseline.
    pub y: f64,
    /// Its other attributes, as `name=value`.
    pub said: Vec<String>,
}

/// What came of a card: the text after it was set, and its drawing.
pub struct Drawn {
    /// The whole face as SVG, with its boxes set.
    pub svg: String,
    /// A box around the glyphs that are drawn, in mm from the corner of the trim.
    pub area: Rect,
    /// The upper and the lower edge of the ink of all texts, in mm from the trim.
    pub ink: (f64, f64),
    /// The size of the first text.
    pub size: f64,
    /// The spans of all texts.
    pub spans: Vec<Span>,
    /// The squares of icons: left edge, upper edge and the scale of the drawing.
    pub icons: Vec<[f64; 3]>,
    /// The kinds of faults.
    pub codes: Vec<String>,
    /// What was told.
    pub told: Vec<String>,
    /// How many glyphs are drawn that have ink.
    pub glyphs: usize,
    /// How many letters are drawn as a cross, as no font has them.
    pub crosses: usize,
    /// What the report will say of the boxes: name, size and fill.
    pub fitted: Vec<(String, f64, f64)>,
}

/// A card with one box of text.
pub fn boxed<'a>(attributes: &str, words: &'a str) -> Card<'a> {
    let body = format!("<text {attributes}>{{{{ card.text }}}}</text>");
    Card { body, words, manifest: "", files: Vec::new() }
}

/// A card with one box, set and drawn.
pub fn drawn(attributes: &str, words: &str) -> Drawn {
    boxed(attributes, words).drawn()
}

impl Card<'_> {
    /// The card, set and drawn.
    pub fn drawn(&self) -> Drawn {
        let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{}</svg>", self.body);
        let cards = format!("text\n\"{}\"\n", self.words.replace('"', "\"\""));
        let manifest = format!("{MANIFEST}{}\n", self.manifest);
        let mut workspace = game([
            ("game.toml", manifest.as_str()),
            ("cards.csv", cards.as_str()),
            ("templates/card.svg", template.as_str()),
        ]);
        workspace
            .files
            .extend(self.files.iter().map(|(path, bytes)| ((*path).into(), bytes.clone())));
        let (mut sources, mut sink) = Default::default();
        let options = deckle::pipeline::Options::default();
        let made = deckle::pipeline::make(&workspace, &options, &mut sources, &mut sink);
        let made = made.unwrap_or_else(|_| panic!("{:?}", sink.list()));
        let face = &made.decks[0].faces[0];
        let (scene, findings) = made.parse(&[face]).remove(0);
        let types =
            deckle::text::Types { fonts: &made.fonts, icons: &made.icons, styles: &face.styles };
        let svg = deckle::text::expand(&face.svg, &types, &Default::default()).text.into_owned();
        let (mut glyphs, mut crosses, mut edges) = (0, 0, (f64::INFINITY, f64::NEG_INFINITY));
        if let Some(scene) = &scene {
            each_glyph(scene.tree.root(), &mut |glyph| {
                glyphs += usize::from(has_ink(glyph, scene.tree.fontdb()));
                crosses += usize::from(glyph.id.0 == 0);
            });
            ink(scene.tree.root(), &mut edges);
        }
        let area = scene.map(|scene| scene.tree.root().abs_bounding_box());
        // The tree starts at the corner of the bleed, 3 mm outside of the trim.
        let area = area.map_or(Rect::default(), |area| {
            let [x, y, w, h] =
                [area.x() - 3.0, area.y() - 3.0, area.width(), area.height()].map(f64::from);
            Rect { x, y, w, h }
        });
        let mut drawn = Drawn { glyphs, crosses, ink: edges, ..read(svg, area) };
        for finding in &findings {
            let told = serde_json::to_value(finding).unwrap();
            match finding.as_fitted() {
                Some(one) => {
                    let number = |value: u64| value as f64 / 1e4;
                    drawn.fitted.push((one.name.clone(), number(one.size), number(one.fill)));
                }
                None => {
                    drawn.codes.push(told["code"].as_str().unwrap().into());
                    let help = told["help"].as_str().unwrap_or_default();
                    drawn.told.push(format!("{} | {help}", told["message"].as_str().unwrap()));
                }
            }
        }
        drawn
    }
}

impl Drawn {
    /// The texts of the lines, from the top; parts of a line stand as they are written.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<(f64, String)> = Vec::new();
        for span in &self.spans {
            match lines.iter_mut().find(|(y, _)| (y - span.y).abs() < 1e-6) {
                Some((_, line)) => line.push_str(&span.text),
                None => lines.push((span.y, span.text.clone())),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// The spans with what is said of them, shortly: `words` or `words font-weight=700`.
    pub fn marked(&self) -> Vec<String> {
        let one = |span: &Span| [vec![span.text.clone()], span.said.clone()].concat().join(" ");
        self.spans.iter().map(one).collect()
    }
}

/// Whether a glyph has ink.
fn has_ink(glyph: &usvg::layout::PositionedGlyph, fonts: &usvg::fontdb::Database) -> bool {
    let bounds = |data: &[u8], index| {
        ttf_parser::Face::parse(data, index).unwrap().glyph_bounding_box(glyph.id)
    };
    fonts.with_face_data(glyph.font, bounds).flatten().is_some()
}

/// Widens the upper and the lower edge to the outlines of the texts below a group, which are in mm from the trim.
fn ink(group: &usvg::Group, edges: &mut (f64, f64)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => ink(group, edges),
            usvg::Node::Text(text) => {
                let outlines = text.flattened().abs_bounding_box();
                edges.0 = edges.0.min(f64::from(outlines.top()));
                edges.1 = edges.1.max(f64::from(outlines.bottom()));
            }
            _ => {}
        }
    }
}

/// Goes through the glyphs below a group.
pub fn each_glyph(group: &usvg::Group, each: &mut impl FnMut(&usvg::layout::PositionedGlyph)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => each_glyph(group, each),
            usvg::Node::Text(text) => {
                let spans = text.layouted().iter();
                spans.flat_map(|span| &span.positioned_glyphs).for_each(&mut *each);
            }
            _ => {}
        }
    }
}

/// Reads a set text back.
fn read(svg: String, area: Rect) -> Drawn {
    let document = roxmltree::Document::parse(&svg).unwrap();
    let number = |node: roxmltree::Node<'_, '_>, name| {
        node.attribute(name).map_or(0.0, |text: &str| text.parse().unwrap_or(f64::NAN))
    };
    let spans = document.descendants().filter(|node| node.has_tag_name("tspan"));
    let spans = spans.map(|node| Span {
        text: node.text().unwrap_or_default().into(),
        x: number(node, "x"),
        y: number(node, "y"),
        said: node
            .attributes()
            .filter(|one| !["x", "y"].contains(&one.name()))
            .map(|one| format!("{}={}", one.name(), one.value()))
            .collect(),
    });
    let spans = spans.collect();
    let sized = document.descendants().find(|node| node.has_attribute("font-size"));
    let size = sized.map_or(0.0, |node| number(node, "font-size"));
    let icons = document.descendants().filter_map(|node| {
        let place = node.attribute("transform")?.strip_prefix("translate(")?;
        let numbers: Vec<f64> =
            place.split([' ', ')', '(']).filter_map(|part| part.parse().ok()).collect();
        numbers[..3].try_into().ok()
    });
    let icons = icons.collect();
    let (codes, told, fitted, glyphs, crosses, ink) = Default::default();
    Drawn { area, size, spans, icons, codes, told, fitted, glyphs, crosses, ink, svg }
}
