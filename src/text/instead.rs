//! Texts without a box whose own font lacks characters: the words that it cannot draw are put into another.
//!
//! The parser of drawings lets one font that has all of a text draw all of it, as it shapes a text whole.
//! It takes the letters of a span from that span's font, so words are put into spans, and the parser is
//! told not to look for fonts itself.

use std::collections::BTreeSet;
use std::ops::Range;

use roxmltree::{Document, Node};

use super::cascade::Cascade;
use super::style::{Style, Wardrobe};
use super::words::{Shaper, Voice};
use super::{sheets, write};
use crate::diag::Code;
use crate::findings::{Finding, word_around};
use crate::fonts::Fonts;
use crate::model::Styles;
use crate::xml::{self, Edited};

/// A drawing whose words have each a font that has them.
pub struct Instead {
    /// The drawing.
    pub svg: String,
    /// Characters for which no other font is to be looked for.
    pub settled: BTreeSet<char>,
    /// Texts that are drawn in another font whole.
    pub told: Vec<Finding>,
}

/// Words of a text in the fonts that draw them, one after the other, and blanks between.
struct Parts<'a, 'i> {
    node: Node<'a, 'i>,
    style: Style,
    /// Where each begins and ends, and in which font.
    parts: Vec<(Range<usize>, u16)>,
}

/// Puts words that their font cannot draw into others.
pub fn word_by_word(svg: &str, fonts: &Fonts) -> Option<Instead> {
    let document = xml::document(svg).ok()?;
    let cascade = Cascade::of(&document);
    let styles = Styles::default();
    let wardrobe = Wardrobe { fonts, styles: &styles, cascade: &cascade };
    let shaper = Shaper::new(fonts);
    let (mut edits, mut told, mut left) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut settled = BTreeSet::new();
    for text in document.descendants().filter(|node| node.tag_name().name() == "text") {
        let nodes = text.descendants().filter(|node| is_drawn(*node, text));
        let all: Vec<_> = nodes.map(|node| Parts::of(node, &wardrobe)).collect();
        let lacking = |one: &Parts<'_, '_>| one.is_lacking();
        if !all.iter().any(lacking) {
            continue;
        }
        told.extend(all.iter().flat_map(|one| one.flattened(fonts)));
        let places: Option<Vec<_>> = all
            .iter()
            .filter(|one| one.is_lacking())
            .map(|one| one.place(svg, &document))
            .collect();
        let is_plain = is_plain(&all, &shaper);
        match places.filter(|_| is_plain) {
            Some(places) => {
                let lacking = all.iter().filter(|one| one.is_lacking());
                edits.extend(places.into_iter().zip(lacking.map(|one| one.written(fonts))));
                settled.extend(all.iter().flat_map(|one| one.text().chars()));
            }
            None => {
                told.extend(all.iter().filter_map(|one| one.told(fonts, is_plain)));
                left.extend(all.iter().flat_map(|one| one.text().chars()));
            }
        }
    }
    if !edits.is_empty() {
        edits.extend(sheets::written_out(svg, &document, &cascade));
    }
    settled.retain(|c| !left.contains(c));
    let svg = Edited::new(svg, edits).text.into_owned();
    Some(Instead { svg, settled, told })
}

const UNSET: &str =
    "the text cannot be laid out: one of its fonts joins letters that another does not";

/// Whether this tells of a text whose letters the parser cannot bring together.
pub fn is_unset(finding: &Finding) -> bool {
    finding.says(UNSET)
}

/// What is told of a text whose letters the parser cannot bring together.
pub fn unset() -> Finding {
    Finding::error(Code::SVG, UNSET).help(
        "give the text a box (`deckle:box`), or put what stands in another font into a text of its own",
    )
}

/// Whether a node is words of a text.
fn is_drawn(node: Node<'_, '_>, text: Node<'_, '_>) -> bool {
    let around = node.ancestors().skip(1).take_while(|one| *one != text);
    let words = |one: Node<'_, '_>| ["tspan", "textPath", "a"].contains(&one.tag_name().name());
    node.is_text() && around.into_iter().all(words)
}

/// Whether every part is as many glyphs in any of the fonts, or the parser would take the wrong ones.
fn is_plain(all: &[Parts<'_, '_>], shaper: &Shaper<'_>) -> bool {
    let voices = all.iter().flat_map(|one| {
        one.parts.iter().map(|(_, font)| Voice { font: *font, ..one.style.voice() })
    });
    let mut known: Vec<Voice> = Vec::new();
    voices.for_each(|voice| {
        if !known.contains(&voice) {
            known.push(voice)
        }
    });
    // The parser shapes all of the text in each of them.
    let text: String = all.iter().map(Parts::text).collect();
    known.iter().all(|voice| shaper.is_plain(&text, *voice))
}

impl<'a, 'i> Parts<'a, 'i> {
    fn of(node: Node<'a, 'i>, wardrobe: &Wardrobe<'_>) -> Self {
        let around = node.parent_element().unwrap_or(node);
        let style = wardrobe.base(around, 1.0);
        let (fonts, text) = (wardrobe.fonts, node.text().unwrap_or_default());
        let mut parts: Vec<(Range<usize>, u16)> = Vec::new();
        let mut push = |at: Range<usize>, font: u16| match parts.last_mut() {
            Some((last, of)) if *of == font => last.end = at.end,
            _ => parts.push((at, font)),
        };
        let has = |font: u16, c: char| !fonts.lacks_in(font, c);
        let mut end = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            let (start, whole) = (end, word.trim_end());
            end += word.len();
            if whole.chars().all(|c| has(style.font, c)) {
                push(start..end, style.font);
                continue;
            }
            match fonts.instead(style.font, whole) {
                Some(font) => push(start..start + whole.len(), font),
                // No font has the whole word, so each letter takes what it finds.
                None => whole.char_indices().for_each(|(at, c)| {
                    let letter = c.encode_utf8(&mut [0; 4]).to_owned();
                    let other =
                        if has(style.font, c) { None } else { fonts.instead(style.font, &letter) };
                    push(start + at..start + at + letter.len(), other.unwrap_or(style.font));
                }),
            }
            if whole.len() < word.len() {
                push(start + whole.len()..end, style.font);
            }
        }
        Self { node, style, parts }
    }

    fn text(&self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    /// Whether another font draws some of it.
    fn is_lacking(&self) -> bool {
        self.parts.iter().any(|(_, font)| *font != self.style.font)
    }

    /// What there is to tell of words that are not as bold or as slanted as they were asked for.
    fn flattened(&self, fonts: &Fonts) -> impl Iterator<Item = Finding> {
        let Style { font: own, weight, italic, .. } = self.style;
        let others = self.parts.iter().filter(move |(_, font)| *font != own);
        others.filter_map(move |(at, font)| {
            let words = &self.text()[at.clone()];
            Some(fonts.flattened(*font, weight, italic, words)?.written(words.trim()))
        })
    }

    /// Where it is written, if it is so in one place and as it is read.
    fn place(&self, svg: &str, document: &Document<'_>) -> Option<Range<usize>> {
        let place = self.node.range();
        let alone = format!("<a>{}</a>", svg.get(place.clone())?);
        let read = xml::plain(&alone).ok()?;
        let is_same = read.root_element().text() == Some(self.text())
            && read.root_element().children().count() == 1;
        (place.start >= document.root_element().range().start && is_same).then_some(place)
    }

    fn written(&self, fonts: &Fonts) -> String {
        let one = |(at, font): &(Range<usize>, u16)| {
            let words = xml::text(&self.text()[at.clone()]);
            if *font == self.style.font {
                return words;
            }
            let [family, weight, slant] = write::face(fonts, &self.style, *font);
            let style = format!("font-family:{family};font-weight:{weight};font-style:{slant}");
            format!("<tspan style=\"{}\">{words}</tspan>", xml::attribute(&style))
        };
        self.parts.iter().map(one).collect()
    }

    /// What there is to tell if one font draws all of it, or none does.
    fn told(&self, fonts: &Fonts, is_plain: bool) -> Option<Finding> {
        let text = self.text();
        let base = fonts.face(self.style.font)?;
        let (at, c) = text.char_indices().find(|(_, c)| fonts.lacks_in(self.style.font, *c))?;
        let Some(other) = fonts.instead(self.style.font, text) else {
            // The parser puts letters from other fonts in for as many glyphs as they are themselves.
            let is_lost = !is_plain && self.is_lacking();
            let (word, part) = word_around(text, at, c);
            return is_lost.then(|| unset().written_in(word, part));
        };
        let other = fonts.face(other)?;
        let is_of_base = |at: &Range<usize>| text[at.clone()].chars().any(char::is_alphanumeric);
        let could = self.parts.iter().any(|(at, font)| *font == self.style.font && is_of_base(at));
        if base.family == other.family || !could {
            return None;
        }
        let message = format!(
            "`{}` has no `{c}`: all of the text is drawn in `{}`",
            base.family, other.family
        );
        let help = "give the text a box (`deckle:box`), where one word alone changes its font, or name a font that has all of it";
        let (word, part) = word_around(text, at, c);
        Some(Finding::warning(Code::FONT, message).written_in(word, part).help(help))
    }
}
