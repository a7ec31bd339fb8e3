//! A text that is set, as SVG: a `<text>` with a span for each run of a line, and its icons.

use std::str::FromStr;

use svgtypes::Color;

use super::atoms::{InlineIcon, Run, Sort, Strand};
use super::flow::{Flow, Line, Strut, Typeset};
use super::segments::{Segment, advance, segments};
use super::style::Style;
use super::words::Shaper;
use crate::geom::decimal;
use crate::icons::{Icons, Place};
use crate::xml;

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
    /// Whether attributes are enough; else properties must outdo a style sheet.
    pub plain: bool,
    /// The colour of the text, if it is known.
    pub fill: Option<&'a str>,
    /// How numbers over icons look.
    pub label: &'a Style,
}

/// Size of what is written over an icon: by its height and by its width, in parts of the icon's.
const LABEL: (f64, f64) = (0.62, 0.8);
/// Width of the line around it, half of which shows, in parts of its size.
const HALO: f64 = 0.24;

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
        let said = self.properties(&said, text);
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
        if !style.ligatures && self.joins(line.strand, segment, style) {
            return self.letters(line, segment, hyphen, spans);
        }
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

    /// One letter at a time, where the font would make other glyphs of them.
    fn letters(&self, line: &Line<'_>, segment: &Segment<'_>, hyphen: bool, spans: &mut String) {
        let style = &self.text.styles[segment.run.style];
        let said = self.said(line, segment.run);
        let mut x = segment.x;
        for (at, atom) in segment.atoms.iter().enumerate() {
            let mut text = line.strand.text[atom.start as usize..atom.end as usize].to_owned();
            if hyphen && at + 1 == segment.atoms.len() {
                text.push('-');
            }
            *spans += &self.tspan((x, line.y), &said, &style.kept, &text);
            x += advance(line, atom, self.size);
        }
    }

    /// Whether the font would join the letters of a segment, or put others in their place.
    fn joins(&self, strand: &Strand, segment: &Segment<'_>, style: &Style) -> bool {
        let (Some(first), Some(last)) = (segment.atoms.first(), segment.atoms.last()) else {
            return false;
        };
        let text = &strand.text[first.start as usize..last.end as usize];
        let voice = style.voice();
        let plain = self.shaper.word(text, voice);
        let joined = self.shaper.word(text, super::words::Voice { ligatures: true, ..voice });
        plain.clusters != joined.clusters
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
        if run.font == style.font {
            differs("font-family", style.family != base.family, style.family.clone());
            differs("font-weight", style.weight != base.weight, style.weight.to_string());
            differs("font-style", style.italic != base.italic, slant(style.italic));
        } else if let Some(face) = self.shaper.fonts().face(run.font) {
            differs("font-family", true, format!("'{}'", face.family));
            let weight = if face.variable { style.weight } else { face.weight };
            differs("font-weight", true, weight.to_string());
            differs("font-style", true, slant(face.italic));
        }
        differs("font-size", style.size != base.size, decimal(style.size * self.size));
        let spacing = |style: &Style| style.spacing * style.size * self.size;
        let letters = spacing(style) + line.letter;
        differs("letter-spacing", letters != spacing(base), precise(letters));
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
        let fill = style.fill.as_deref();
        let place = Place { x: left, y: middle - side / 2.0, size: side, turn: 0.0, fill };
        *drawings += &drawing.placed(&place);
        let Some(label) = &icon.label else { return };
        let ground = drawing.fill().or(fill).or(self.fill);
        let center = (left + icon.middle * side, middle);
        *spans += &self.label(label, center, (side, icon.ink * side), ground);
    }

    /// What is written over an icon, in the middle of it and no wider.
    fn label(
        &self,
        text: &str,
        (x, y): (f64, f64),
        (side, ink): (f64, f64),
        ground: Option<&str>,
    ) -> String {
        let style = self.label;
        let shaped = self.shaper.word(text, style.voice());
        let width: f64 = shaped.clusters.iter().map(|(_, advance)| advance).sum();
        let size = (side * LABEL.0 * style.size).min(ink * LABEL.1 / width.max(0.01));
        let capital = Strut::of(self.shaper.fonts(), style.font).capital;
        let ground = ground.filter(|ground| Color::from_str(ground).is_ok()).unwrap_or("#000000");
        let fill = style.fill.clone().unwrap_or_else(|| contrast(ground).into());
        // Around it, lines and holes of the icon are filled with the icon's colour.
        let halo = if contrast(ground) == contrast(&fill) { contrast(&fill) } else { ground };
        let said = [
            ("font-family", style.family.clone()),
            ("font-weight", style.weight.to_string()),
            ("font-style", slant(style.italic)),
            ("font-size", decimal(size)),
            ("letter-spacing", "0".into()),
            ("fill", fill),
            ("stroke", halo.into()),
            ("stroke-width", decimal(size * HALO)),
            ("stroke-linejoin", "round".into()),
            ("paint-order", "stroke".into()),
        ];
        self.tspan((x - width * size / 2.0, y + capital * size / 2.0), &said, "", text)
    }

    fn tspan(&self, (x, y): (f64, f64), said: &[(&str, String)], kept: &str, text: &str) -> String {
        let said = self.properties(said, kept);
        format!(
            "<tspan x=\"{}\" y=\"{}\"{said}>{}</tspan>",
            decimal(x),
            decimal(y),
            xml::text(text)
        )
    }

    /// Attributes, or a style where a style sheet would outdo them.
    fn properties(&self, said: &[(&str, String)], kept: &str) -> String {
        if self.plain {
            let said =
                said.iter().map(|(name, value)| format!(" {name}=\"{}\"", xml::attribute(value)));
            return kept.to_owned() + &said.collect::<String>();
        }
        let ours = said.iter().map(|(name, value)| format!("{name}:{value};"));
        let ours = xml::attribute(&ours.collect::<String>());
        match kept.split_once(" style=\"") {
            Some((before, rest)) => {
                let (style, after) = rest.split_once('"').unwrap_or((rest, ""));
                format!("{before} style=\"{style};{ours}\"{after}")
            }
            None if ours.is_empty() => kept.to_owned(),
            None => format!("{kept} style=\"{ours}\""),
        }
    }
}

/// Text from the right, kept from the direction of the line where a mark stands at an end.
fn isolated(text: String) -> String {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    if is_letter(text.chars().next()) && is_letter(text.chars().next_back()) {
        return text;
    }
    format!("\u{2067}{text}\u{2069}")
}

fn slant(italic: bool) -> String {
    if italic { "italic".into() } else { "normal".into() }
}

/// More decimals for what is added many times in a line.
fn precise(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Black or white, whichever is easier to read on a ground.
fn contrast(ground: &str) -> &'static str {
    let color = Color::from_str(ground).unwrap_or(Color::black());
    let light = 0.299 * f64::from(color.red)
        + 0.587 * f64::from(color.green)
        + 0.114 * f64::from(color.blue);
    if light > 140.0 { "#000000" } else { "#ffffff" }
}
