//! How words look, resolved: the box, its spans, named styles and marks, one over the other.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::cascade::{Cascade, length};
use super::markup::Look;
use super::words::Voice;
use crate::fonts::{self, BODY, Fonts, families};
use crate::model::Styles;
use crate::xml;

/// How some words look; sizes are in parts of the box's size.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Families, as CSS writes them.
    pub family: String,
    /// Weight from 1 to 1000.
    pub weight: u16,
    /// Whether it slants.
    pub italic: bool,
    /// The size.
    pub size: f64,
    /// The colour, where it is not that of the box.
    pub fill: Option<String>,
    /// Room added between letters.
    pub spacing: f64,
    /// Whether letters may join to ligatures.
    pub ligatures: bool,
    /// Whether small letters are drawn as small capitals.
    pub small_caps: bool,
    /// The number of its font.
    pub font: u16,
    /// Further attributes of the spans around it, as they are written.
    pub kept: String,
}

impl Style {
    /// How words of this style are shaped; direction and script are the text's.
    pub fn voice(&self) -> Voice {
        let Self { font, weight, small_caps, .. } = *self;
        // CSS has no letters join that are spaced.
        let ligatures = self.ligatures && self.spacing == 0.0;
        Voice { font, weight, rtl: false, ligatures, small_caps, script: None }
    }
}

/// What a box replaces, or knows nothing of when it measures.
pub const REPLACED: [&str; 24] = [
    "x",
    "y",
    "dx",
    "dy",
    "rotate",
    "text-anchor",
    "text-align",
    "textLength",
    "lengthAdjust",
    "writing-mode",
    "direction",
    "unicode-bidi",
    "white-space",
    "font-size",
    "font-kerning",
    "letter-spacing",
    "word-spacing",
    "line-height",
    "dominant-baseline",
    "baseline-shift",
    "shape-inside",
    "shape-padding",
    "shape-subtract",
    "inline-size",
];

/// What styles are made of.
pub struct Wardrobe<'a> {
    /// The fonts.
    pub fonts: &'a Fonts,
    /// Styles by name.
    pub styles: &'a Styles,
    /// The style sheets of the drawing.
    pub cascade: &'a Cascade<'a>,
}

impl Wardrobe<'_> {
    /// The style of a box of that size, before anything inside it.
    pub fn base(&self, node: Node<'_, '_>, size: f64) -> Style {
        let said = |name| self.cascade.inherited(node, name);
        let family = said("font-family").unwrap_or(BODY).to_owned();
        let spacing = said("letter-spacing").and_then(|text| spacing(text, size)).unwrap_or(0.0);
        let mut base = Style {
            family,
            weight: said("font-weight").and_then(|text| weight(text, 400)).unwrap_or(400),
            italic: said("font-style").is_some_and(|style| style != "normal"),
            size: 1.0,
            fill: None,
            spacing,
            ligatures: said("font-variant-ligatures") != Some("none"),
            small_caps: said("font-variant") == Some("small-caps"),
            font: 0,
            kept: String::new(),
        };
        self.dress(&mut base);
        base
    }

    /// The style of a look; `nodes` are the box and its spans.
    pub fn style(&self, base: &Style, look: &Look, nodes: &[Node<'_, '_>], size: f64) -> Style {
        let mut style = base.clone();
        if look.node > 0 {
            self.spans(&mut style, nodes, look.node, size);
        }
        for named in look.styles.iter().filter_map(|name| self.styles.get(name)) {
            style.size *= named.size.unwrap_or(1.0);
            style.weight = named.weight.map_or(style.weight, fonts::weight);
            style.italic = named.italic.unwrap_or(style.italic);
            style.ligatures = named.ligatures.unwrap_or(style.ligatures);
            style.spacing = named.letter_spacing.unwrap_or(style.spacing);
            style.fill = named.color.clone().or(style.fill);
            style.family = named.family.clone().unwrap_or(style.family);
        }
        if look.bold {
            style.weight = style.weight.max(700);
        }
        style.italic |= look.italic;
        self.dress(&mut style);
        style
    }

    /// What the spans say that a word stands in, the outer ones first.
    fn spans(&self, style: &mut Style, nodes: &[Node<'_, '_>], number: usize, size: f64) {
        let (first, node) = (nodes[0], nodes[number]);
        let mut around: Vec<_> = node.ancestors().take_while(|one| *one != first).collect();
        around.reverse();
        let mut kept = BTreeMap::new();
        for span in around {
            let own = |name| self.cascade.own(span, name);
            style.family = own("font-family").map_or(style.family.clone(), str::to_owned);
            style.weight = own("font-weight")
                .and_then(|text| weight(text, style.weight))
                .unwrap_or(style.weight);
            style.italic = own("font-style").map_or(style.italic, |text| text != "normal");
            style.small_caps =
                own("font-variant").map_or(style.small_caps, |text| text == "small-caps");
            let fill = own("fill").and_then(|_| self.cascade.colour(span));
            style.fill = fill.map(str::to_owned).or(style.fill.take());
            style.spacing = own("letter-spacing")
                .map_or(style.spacing, |text| spacing(text, size).unwrap_or(0.0));
            if own("font-size").is_some() {
                style.size = self.cascade.font_size(span, size).unwrap_or(size) / size;
            }
            kept.extend(self.kept(span));
        }
        let kept = kept.iter();
        let kept = kept.map(|(name, value)| format!(" {name}=\"{}\"", xml::attribute(value)));
        style.kept = kept.collect();
    }

    /// What is said of a span, but of its place, its font and its colour.
    fn kept<'s>(&'s self, span: Node<'s, '_>) -> impl Iterator<Item = (&'s str, &'s str)> {
        const KNOWN: [&str; 7] = [
            "id",
            "style",
            "font-family",
            "font-weight",
            "font-style",
            "font-variant-ligatures",
            "fill",
        ];
        let own = span.attributes().filter(|one| one.namespace().is_none());
        let own = own.map(|one| (one.name(), one.value()));
        let is_plain =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        let styled = self.cascade.style(span).into_iter();
        let styled = styled.filter(move |(name, _)| is_plain(name) && !name.starts_with('-'));
        let all = own.chain(styled);
        all.filter(|(name, _)| !REPLACED.contains(name) && !KNOWN.contains(name))
    }

    /// Finds the font; a family that is not there is measured with the body font, so that the
    /// drawing can tell it.
    fn dress(&self, style: &mut Style) {
        let font = self.fonts.choose(&families(&style.family), style.weight, style.italic);
        let body = || self.fonts.choose(&[BODY.to_owned()], style.weight, style.italic);
        style.font = font.or_else(body).unwrap_or(0);
    }
}

/// Room between letters, in parts of the size, if that is what a text says; `normal` is none.
pub fn spacing(text: &str, size: f64) -> Option<f64> {
    let text = text.trim();
    let parts = text.strip_suffix("em").and_then(|parts| parts.trim().parse().ok());
    let parts = parts.or_else(|| length(text).map(|length| length / size));
    parts.filter(|parts: &f64| parts.is_finite())
}

/// A weight as CSS writes it; `around` is that of the words around.
pub fn weight(text: &str, around: u16) -> Option<u16> {
    Some(match text.trim() {
        "normal" => 400,
        "bold" => 700,
        "bolder" if around < 600 => 700,
        "bolder" => 900,
        "lighter" if around < 600 => 300,
        "lighter" => 400,
        number => {
            let number = number.parse().ok().filter(|number| (1..=1000).contains(number));
            fonts::weight(number?)
        }
    })
}
