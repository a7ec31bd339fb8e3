//! Makes a text that can be set of an element, and an SVG of the text that is set.

use roxmltree::Node;

use super::Types;
use super::atoms::Strand;
use super::attributes::TextBox;
use super::cascade::{Cascade, length};
use super::content::Content;
use super::flow::{Block, Flow, Strut, Typeset};
use super::loom::Loom;
use super::markup::{self, Inline, Kind, Look};
use super::style::{REPLACED, Style, Wardrobe};
use super::words::Shaper;
use super::write::Writer;
use crate::diag::Code;
use crate::findings::{Finding, Findings};
use crate::model::ICON_LABEL;
use crate::xml;

/// The most characters in a box.
const MOST: usize = 20_000;
/// Room behind the bullets and numbers of a list, in parts of the size.
const GAP: f64 = 0.35;

/// A text with what writing it needs.
pub struct Text {
    /// The text.
    pub set: Typeset,
    /// As it is written in the cell.
    pub words: String,
    /// How numbers over icons look.
    label: Style,
}

/// Makes texts of the elements of one drawing.
pub struct Compositor<'a, 'f> {
    /// What texts are set with.
    pub types: &'a Types<'a>,
    /// Shapes words.
    pub shaper: &'a Shaper<'f>,
    /// The style sheets of the drawing.
    pub cascade: &'a Cascade<'a>,
    /// Where faults are told.
    pub findings: &'a Findings,
}

impl Compositor<'_, '_> {
    /// The text of a box, shaped.
    pub fn compose(&self, node: Node<'_, '_>, asked: &TextBox) -> Text {
        let Types { fonts, icons, styles } = *self.types;
        let mut content = Content::of(node);
        if let Some((at, _)) = content.text.char_indices().nth(MOST) {
            content.text.truncate(at);
            let message = format!("the text of `{}` has more than {MOST} characters", asked.name);
            let finding = Finding::error(Code::TEXT_BOX, message).written("deckle:box");
            self.findings.push(super::of_box(finding, asked));
        }
        let marked = markup::parse(&content, asked.markup, icons, styles, self.findings);
        let wardrobe = Wardrobe { fonts, styles, cascade: self.cascade };
        let base = wardrobe.base(node, asked.size);
        let style = |look: &Look| wardrobe.style(&base, look, &content.nodes, asked.size);
        let looks: Vec<Style> = marked.looks.iter().map(style).collect();
        let loom = Loom {
            shaper: self.shaper,
            icons,
            styles: &looks,
            icon_size: asked.icon_size,
            hyphens: asked.hyphens,
        };
        let blocks: Vec<_> = marked.blocks.into_iter().map(|block| shaped(block, &loom)).collect();
        let label = self.label(&wardrobe, &base, asked.size, &content);
        let is_named = self.cascade.inherited(node, "font-family").is_some();
        let own = Some(&base).filter(|_| !is_named);
        blocks.iter().for_each(|block| self.tell_unlike(&block.strand, &looks, own));
        let (hang, strut) = (hang(&blocks), Strut::of(fonts, base.font));
        let set = Typeset { blocks, styles: looks, hang, strut };
        Text { set, words: content.text, label }
    }

    /// Tells words that are not drawn as bold or as slanted as they are marked: in fonts that stand in, and in that
    /// of a box which names none, as nothing of the template could be told of it.
    fn tell_unlike(&self, strand: &Strand, looks: &[Style], own: Option<&Style>) {
        let fonts = self.types.fonts;
        for atoms in strand.atoms.chunk_by(|a, b| a.run == b.run) {
            let run = strand.runs[usize::from(atoms[0].run)];
            let style = &looks[run.style];
            let end = atoms[atoms.len() - 1].end as usize;
            let words = strand.text[atoms[0].start as usize..end].trim();
            let (weight, italic) = (style.weight, style.italic);
            let is_own = |base: &&Style| {
                base.family == style.family && (base.weight, base.italic) != (weight, italic)
            };
            let finding = match own.filter(is_own) {
                _ if run.font != style.font => fonts.flattened(run.font, weight, italic, words),
                Some(base) => {
                    fonts.unlike(run.font, weight, italic).map(|one| one.once(&base.family))
                }
                None => None,
            };
            finding.into_iter().for_each(|one| self.findings.push(one.written(words)));
        }
    }

    /// How numbers over icons look: as the game says, or bold as far as the family goes.
    fn label(
        &self,
        wardrobe: &Wardrobe<'_>,
        base: &Style,
        size: f64,
        content: &Content<'_, '_>,
    ) -> Style {
        let is_said = self.types.styles.contains_key(ICON_LABEL);
        let look = Look { styles: vec![ICON_LABEL.into()], bold: !is_said, ..Look::default() };
        let mut label = wardrobe.style(base, &look, &content.nodes, size);
        label.spacing = 0.0;
        if let (false, Some(face)) = (is_said, self.types.fonts.face(label.font))
            && !face.variable
        {
            (label.weight, label.italic) = (face.weight, face.italic);
        }
        label
    }

    /// The text at its size as SVG.
    pub fn write(&self, node: Node<'_, '_>, text: &Text, size: f64, set: &Flow<'_>) -> String {
        let writer = Writer {
            text: &text.set,
            size,
            icons: self.types.icons,
            shaper: self.shaper,
            kept: &self.kept(node),
            fill: self.cascade.colour(node),
            stroke: self.stroke(node),
            label: &text.label,
        };
        writer.write(set)
    }

    /// The width of the line around letters, which is that around icons.
    fn stroke(&self, node: Node<'_, '_>) -> Option<f64> {
        self.cascade.inherited(node, "stroke").filter(|stroke| *stroke != "none")?;
        self.cascade.inherited(node, "stroke-width").map_or(Some(1.0), length)
    }

    /// What is said of the element, but what the box replaces.
    fn kept(&self, node: Node<'_, '_>) -> String {
        let is_kept = |name: &str| !REPLACED.contains(&name);
        let style = self.cascade.style(node).into_iter().filter(|(name, _)| is_kept(name));
        let style: String = style.map(|(name, value)| format!("{name}:{value};")).collect();
        let own = node.attributes().filter(|one| one.namespace().is_none() && is_kept(one.name()));
        let own = own.map(|one| (one.name(), one.value())).filter(|(name, _)| *name != "style");
        let style = Some(("style", style.as_str())).filter(|(_, style)| !style.is_empty());
        let all = own.chain(style);
        all.map(|(name, value)| format!(" {name}=\"{}\"", xml::attribute(value))).collect()
    }
}

fn shaped(block: markup::Block, loom: &Loom<'_, '_>) -> Block {
    let strand = loom.strand(&block.inlines);
    let (marker, level) = match &block.kind {
        Kind::Item { marker, level: level @ 2.. } if marker == "•" => (Some("–".into()), *level),
        Kind::Item { marker, level } if strand.rtl => (Some(turned(marker)), *level),
        Kind::Item { marker, level } => (Some(marker.clone()), *level),
        _ => (None, 0),
    };
    let marker = marker.map(|text| loom.strand(&[Inline::Text { text, look: 0 }]));
    Block { kind: block.kind, apart: block.apart, strand, marker, level }
}

/// The number of a list as it is seen in a text from the right: its dot or bracket at the left.
fn turned(marker: &str) -> String {
    match (marker.strip_suffix('.'), marker.strip_suffix(')')) {
        (Some(number), _) => format!(".{number}"),
        (_, Some(number)) => format!("({number}"),
        _ => marker.into(),
    }
}

/// The room that the markers of a text's lists take.
fn hang(blocks: &[Block]) -> f64 {
    let width = |strand: &Strand| strand.atoms.iter().map(|atom| atom.advance).sum::<f64>();
    let widths = blocks.iter().filter_map(|block| block.marker.as_ref().map(width));
    widths.fold(0.0, f64::max) + GAP
}
