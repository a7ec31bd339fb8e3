//! A text that is set, as SVG: a `<text>` with a span for each run of a line, and its icons.

use super::atoms::{InlineIcon, Run, Sort};
use super::flow::{Flow, Line, Typeset};
use super::segments::{Segment, advance, segments};
use super::style::Style;
use super::words::Shaper;
use crate::fonts::{self, Fonts};
use crate::geom::decimal;
use crate::icons::{Icons, Place};
use crate::xml;

/// The attribute that says whether letters join.
const JOINED: &str = "font-variation-settings";

/// What writing needs to know beside the text.
pub struct Writer<'a, 'f> {
    /// The text.
    pub text: &'a Typeset,
    /// Its size in mm.
    pub size: f64,
    /// Icons by name.
    pub icons: &'a Icons,
    /// Measures words.
    pub shaper: &'a Shaper<'f>,
    /// The element's own attributes.
    pub kept: &'a str,
    /// The colour of the text, if it is known.
    pub fill: Option<&'a str>,
    /// The width in mm of the line around letters, if there is one.
    pub stroke: Option<f64>,
    /// How numbers over icons look.
    pub label: &'a Style,
}

impl Writer<'_, '_> {
    /// The whole as SVG.
    pub fn write(&self, flow: &Flow<'_>) -> String {
        let (mut spans, mut drawings) = (String::new(), String::new());
        for rule in &flow.rules {
            let [x, y, w, h] = [rule.x, rule.y, rule.w, rule.h].map(decimal);
            drawings += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
        }
        for line in &flow.lines {
            self.line(line, &mut spans, &mut drawings);
        }
        let base = &self.text.styles[0];
        let mut said = vec![("font-size", decimal(self.size)), ("text-anchor", "start".into())];
        if base.spacing != 0.0 {
            said.push(("letter-spacing", decimal(base.spacing * self.size)));
        }
        let (group, text) = if drawings.is_empty() { ("", self.kept) } else { (self.kept, "") };
        let said = attributes(&said, text);
        let text = format!("<text{said} xml:space=\"preserve\">{spans}</text>");
        if drawings.is_empty() { text } else { format!("<g{group}>{drawings}{text}</g>") }
    }

    fn line(&self, line: &Line<'_>, spans: &mut String, drawings: &mut String) {
        let segments = segments(line, self.size);
        // Written in the order of reading, drawn where each is seen.
        let last = segments.len().saturating_sub(1);
        for (at, segment) in segments.iter().enumerate() {
            match segment.atoms[0].sort {
                Sort::Icon(number) => self.icon(
                    &line.strand.icons[usize::from(number)],
                    &self.text.styles[segment.run.style],
                    (segment.x, line.y),
                    spans,
                    drawings,
                ),
                _ => self.span(line, segment, line.piece.hyphen && at == last, spans),
            }
        }
    }

    fn span(&self, line: &Line<'_>, segment: &Segment<'_>, hyphen: bool, spans: &mut String) {
        let style = &self.text.styles[segment.run.style];
        let (mut atoms, mut x) = (segment.atoms, segment.x);
        let rtl = segment.run.level % 2 == 1;
        if rtl {
            // A blank at an end would go to the other side; it only takes room.
            while let [rest @ .., last] = atoms
                && last.sort == Sort::Blank
            {
                x += advance(line, last, self.size);
                atoms = rest;
            }
            let blanks = atoms.iter().take_while(|atom| atom.sort == Sort::Blank).count();
            atoms = &atoms[blanks..];
        }
        let (Some(first), Some(last)) = (atoms.first(), atoms.last()) else { return };
        let mut text = line.strand.text[first.start as usize..last.end as usize].to_owned();
        if hyphen {
            text.push('-');
        }
        if rtl {
            text = isolated(text);
        }
        let said = self.said(line, segment.run);
        *spans += &self.tspan((x, line.y), &said, &style.kept, &text);
    }

    /// What a run says that the box does not.
    fn said(&self, line: &Line<'_>, run: Run) -> Vec<(&'static str, String)> {
        let (base, style) = (&self.text.styles[0], &self.text.styles[run.style]);
        let mut said = Vec::new();
        let mut differs = |name, differs: bool, value: String| {
            if differs {
                said.push((name, value));
            }
        };
        let [family, weight, slant] = face(self.shaper.fonts(), style, run.font);
        let other = run.font != style.font;
        differs("font-family", other || style.family != base.family, family);
        differs("font-weight", other || style.weight != base.weight, weight);
        differs("font-style", other || style.italic != base.italic, slant);
        differs("font-size", style.size != base.size, decimal(style.size * self.size));
        let spacing = |style: &Style| style.spacing * style.size * self.size;
        let letters = spacing(style) + line.letter;
        differs("letter-spacing", letters != spacing(base), precise(letters));
        // Room between letters says that they do not join, but a line that is filled by it was measured so.
        let is_filled = line.letter != 0.0 && style.spacing == 0.0 && may_join(&line.strand.text);
        let is_said = style.ligatures && !is_filled || style.kept.contains(JOINED);
        differs(JOINED, !is_said, fonts::joined(style.ligatures));
        differs("word-spacing", line.blank != 0.0, precise(line.blank));
        if let Some(fill) = &style.fill {
            differs("fill", true, fill.clone());
        }
        said
    }

    fn icon(
        &self,
        icon: &InlineIcon,
        style: &Style,
        (x, y): (f64, f64),
        spans: &mut String,
        drawings: &mut String,
    ) {
        let Some(drawing) = self.icons.get(&icon.name) else { return };
        let side = icon.size * self.size;
        let middle = y - self.text.strut.capital * style.size * self.size / 2.0;
        let left = x + icon.shift * self.size;
        let fill = style.fill.as_deref().or(self.fill);
        let place = Place { x: left, y: middle - side / 2.0, size: side, turn: 0.0, fill };
        let placed = drawing.placed(&place);
        *drawings += &match self.stroke.map(|width| precise(width / drawing.scale(side))) {
            Some(width) => format!("<g stroke-width=\"{width}\">{placed}</g>"),
            None => placed,
        };
        let Some(label) = &icon.label else { return };
        let ground = drawing.fill().or(fill);
        let center = (left + icon.middle * side, middle);
        *spans += &self.label(label, center, (side, icon.ink * side), ground);
    }

    /// Words at their place.
    pub(super) fn tspan(
        &self,
        (x, y): (f64, f64),
        said: &[(&str, String)],
        kept: &str,
        text: &str,
    ) -> String {
        let said = attributes(said, kept);
        format!(
            "<tspan x=\"{}\" y=\"{}\"{said}>{}</tspan>",
            decimal(x),
            decimal(y),
            xml::text(text)
        )
    }
}

/// Family, weight and slant of a style, or of the font that stands in for its own.
pub fn face(fonts: &Fonts, style: &Style, font: u16) -> [String; 3] {
    let slant = |italic| if italic { "italic" } else { "normal" }.to_owned();
    match fonts.face(font).filter(|_| font != style.font) {
        Some(face) => {
            let weight = if face.variable { style.weight } else { face.weight };
            [format!("'{}'", face.family), weight.to_string(), slant(face.italic)]
        }
        None => [style.family.clone(), style.weight.to_string(), slant(style.italic)],
    }
}

/// Attributes behind those that are kept.
fn attributes(said: &[(&str, String)], kept: &str) -> String {
    let said = said.iter().map(|(name, value)| format!(" {name}=\"{}\"", xml::attribute(value)));
    kept.to_owned() + &said.collect::<String>()
}

/// Text from the right, kept from the direction of the line where a mark stands at an end.
fn isolated(text: String) -> String {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    if is_letter(text.chars().next()) && is_letter(text.chars().next_back()) {
        return text;
    }
    format!("\u{2067}{text}\u{2069}")
}

/// Whether a text has letters of which fonts join some.
fn may_join(text: &str) -> bool {
    text.chars().any(|c| c.is_alphabetic() && c < '\u{900}')
}

/// More decimals for what is added many times in a line.
fn precise(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
