//! Which font draws a text: the family and weight asked for, and another one where it lacks a glyph.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use usvg::fontdb::{self, Database, ID, Stretch, Style, Weight};
use usvg::{Font, FontFamily, FontResolver};

use super::{BODY, FontFace, Fonts, SERIF, sheets, unjoined};
use crate::diag::{Code, suggest};
use crate::findings::{Finding, Findings};
use crate::xml::{self, is_markup};

/// Letters of this weight are bold.
const BOLD: u16 = 600;
/// No characters.
static NONE: BTreeSet<char> = BTreeSet::new();

/// The families of a list as CSS writes it, generic ones resolved.
pub fn families(said: &str) -> Vec<String> {
    let plain = said.split(',').map(|family| match family.trim().trim_matches(['"', '\'']) {
        "serif" => SERIF.to_owned(),
        "sans-serif" => BODY.to_owned(),
        family => family.to_owned(),
    });
    plain.collect()
}

/// The weight that is drawn for a number: hundreds from 100 to 900.
pub fn weight(number: u16) -> u16 {
    ((number + 50) / 100 * 100).clamp(100, 900)
}

/// A drawing as the parser understands it: of weights, line ends, letters that are not to join, and style sheets for paper.
pub fn understood(svg: &str) -> Cow<'_, str> {
    [sheets::heeded, unjoined::spaced, weighed, xml::ended]
        .into_iter()
        .fold(svg.into(), |svg: Cow<'_, str>, one| one(&svg).map_or(svg, Cow::Owned))
}

/// A drawing in which every weight is one that the parser knows, as it takes others for plain; none if each is.
fn weighed(svg: &str) -> Option<String> {
    const NAME: &str = "font-weight";
    let (mut out, mut done) = (String::new(), 0);
    for (at, _) in svg.match_indices(NAME) {
        let rest = svg[at + NAME.len()..].trim_start_matches(['=', ':', '"', '\'', ' ']);
        let start = svg.len() - rest.len();
        let end = start + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let is_value =
            start > at + NAME.len() && end > start && !svg[end..].starts_with(['.', '%']);
        let Some(number) = svg[start..end]
            .parse()
            .ok()
            .filter(|one| is_value && *one <= 1000 && is_markup(svg, at))
        else {
            continue;
        };
        if weight(number) != number {
            out.push_str(&svg[done..start]);
            out.push_str(&weight(number).to_string());
            done = end;
        }
    }
    (done > 0).then(|| out + &svg[done..])
}

impl Fonts {
    /// The number of the font that draws these families, if any of them is there.
    pub fn choose(&self, families: &[String], weight: u16, italic: bool) -> Option<u16> {
        let name = families.iter().find(|name| self.families.contains_key(*name))?;
        self.query(name, weight, italic).map(|id| self.number(id))
    }

    /// The number of a font that has all these characters, as like as can be to another one.
    pub fn instead(&self, like: u16, text: &str) -> Option<u16> {
        let wanted = self.face(like)?;
        let visible = || text.chars().filter(|c| !is_invisible(*c));
        let others = self.faces().iter().enumerate();
        let others = others.filter(|(_, face)| visible().all(|c| face.has(c)));
        let near = others.min_by_key(|(_, face)| distance(face, wanted.weight, wanted.italic));
        near.and_then(|(at, _)| u16::try_from(at).ok())
    }

    /// Chooses fonts for usvg, and tells what is missing.
    pub fn resolver<'a>(&'a self, findings: &'a Findings) -> FontResolver<'a> {
        self.resolver_of("", findings, &NONE)
    }

    /// The same for a drawing, in whose text what is missing is found; no other font is looked for that has
    /// one of the `settled` characters.
    pub fn resolver_of<'a>(
        &'a self,
        svg: &'a str,
        findings: &'a Findings,
        settled: &'a BTreeSet<char>,
    ) -> FontResolver<'a> {
        FontResolver {
            select_font: Box::new(move |font, database| self.select(font, database, svg, findings)),
            select_fallback: Box::new(move |c, tried, _: &mut Arc<Database>| {
                if settled.contains(&c) { None } else { self.fallback(c, tried, findings) }
            }),
        }
    }

    fn query(&self, family: &str, weight: u16, italic: bool) -> Option<ID> {
        self.database.query(&fontdb::Query {
            families: &[fontdb::Family::Name(family)],
            weight: Weight(weight),
            stretch: Stretch::Normal,
            style: if italic { Style::Italic } else { Style::Normal },
        })
    }

    fn select(
        &self,
        font: &Font,
        database: &Database,
        svg: &str,
        findings: &Findings,
    ) -> Option<ID> {
        let names: Vec<String> =
            font.families().iter().map(|family| plain(family, database)).collect();
        let Some(name) = names.iter().find(|name| self.families.contains_key(*name)) else {
            let wanted = names.first().map_or("", String::as_str);
            let known = self.families.keys().map(String::as_str);
            let finding = Finding::error(Code::FONT, format!("there is no font family `{wanted}`"));
            findings.push(finding.written(wanted).help(suggest(wanted, known)));
            return None;
        };
        // What is not there and comes first was meant to be seen.
        if let Some(missing) = names.iter().take_while(|one| *one != name).next() {
            let known = self.families.keys().map(String::as_str);
            let message = format!("there is no font family `{missing}`; `{name}` is drawn instead");
            let finding = Finding::warning(Code::FONT, message).written(missing);
            findings.push(finding.help(suggest(missing, known)));
        }
        let italic = font.style() != usvg::FontStyle::Normal;
        let found = self.query(name, font.weight(), italic)?;
        if let Some(finding) = self.substitute(name, font.weight(), italic, found) {
            // A family that is written nowhere is the one for all.
            let weight = if svg.contains(name) { None } else { written(svg, font.weight()) };
            findings.push(match weight {
                Some(weight) => finding.attribute("font-weight", weight),
                None => finding.written(name),
            });
        }
        let joins = |axis: &usvg::FontVariation| axis.tag != unjoined::AXIS || axis.value != 0.0;
        Some(if font.variations().iter().all(joins) { found } else { self.unjoined(found) })
    }

    /// Tells when a family has not the weight or the slant that was asked for.
    fn substitute(&self, name: &str, weight: u16, italic: bool, found: ID) -> Option<Finding> {
        let face = self.face(self.number(found))?;
        if (face.weight, face.italic) == (weight, italic) || face.variable {
            return None;
        }
        let words =
            |weight: u16, italic: bool| format!("{weight}{}", if italic { " italic" } else { "" });
        let used = words(face.weight, face.italic);
        let message = format!("`{name}` has no {}; {used} is drawn instead", words(weight, italic));
        let has = self.families[name].faces.iter().map(|(weight, italic)| words(*weight, *italic));
        let help = format!("it has {}", has.collect::<Vec<_>>().join(", "));
        Some(Finding::warning(Code::FONT_WEIGHT, message).help(help))
    }

    /// Tells when a font has not the weight or the slant that was asked for.
    pub fn unlike(&self, font: u16, weight: u16, italic: bool) -> Option<Finding> {
        let face = self.face(font)?;
        self.substitute(&face.family, weight, italic, face.id)
    }

    /// Tells when words lose their weight or their slant in a font that stands in for their own; signs have none.
    pub fn flattened(&self, font: u16, weight: u16, italic: bool, words: &str) -> Option<Finding> {
        let face = self.face(font)?;
        let is_bold = |weight| weight >= BOLD;
        let is_lost = is_bold(weight) && !is_bold(face.weight) || italic && !face.italic;
        if !is_lost || !words.chars().any(char::is_alphanumeric) {
            return None;
        }
        Some(self.unlike(font, weight, italic)?.once(&face.family))
    }

    /// The first font that has `c`; without one, the glyph is noted as missing.
    fn fallback(&self, c: char, tried: &[ID], findings: &Findings) -> Option<ID> {
        let number = self.number(*tried.first()?);
        let base = self.face(number)?;
        let others = self
            .faces()
            .iter()
            .filter(|face| !tried.iter().any(|id| face.id == self.joined(*id)) && face.has(c));
        let found = others.min_by_key(|face| distance(face, base.weight, base.italic));
        if found.is_none() && is_drawn(c) {
            findings.lacks(c);
        }
        if found.is_some() {
            findings.stands_in();
        }
        let is_joined = base.id == *tried.first()?;
        found.map(|face| if is_joined { face.id } else { self.unjoined(face.id) })
    }

    /// The font that joins letters, of one that may not.
    fn joined(&self, id: ID) -> ID {
        self.face(self.number(id)).map_or(id, |face| face.id)
    }

    /// The same font, but joining no letters.
    fn unjoined(&self, id: ID) -> ID {
        self.unjoined.get(usize::from(self.number(id))).copied().flatten().unwrap_or(id)
    }

    /// Whether a font has nothing for a character that should be seen.
    pub fn lacks_in(&self, font: u16, c: char) -> bool {
        is_drawn(c) && self.face(font).is_some_and(|face| !face.has(c))
    }

    /// Whether nothing can be drawn for a character that should be seen.
    pub fn lacks(&self, c: char) -> bool {
        is_drawn(c) && !self.has(c)
    }
}

/// How a drawing writes a weight.
fn written(svg: &str, wanted: u16) -> Option<&str> {
    const NAME: &str = "font-weight";
    let found = svg.match_indices(NAME).filter_map(|(at, _)| {
        let rest = svg[at + NAME.len()..].trim_start().strip_prefix(['=', ':'])?;
        let rest = rest.trim_start_matches(['"', '\'', ' ']);
        rest.split(|c: char| !c.is_ascii_alphanumeric()).next()
    });
    let mut found = found;
    found.find(|said| match *said {
        "bold" => wanted == 700,
        "bolder" => wanted > 400,
        "lighter" => wanted < 700,
        number => number.parse().is_ok_and(|number| weight(number) == wanted),
    })
}

/// Whether a character is to be seen, or is none that a text should have: blanks draw nothing, but that of Ogham.
fn is_drawn(c: char) -> bool {
    c == '\u{1680}' || c > ' ' && !c.is_whitespace() && !is_invisible(c)
}

/// How unlike a font is to a weight and a slant.
fn distance(face: &FontFace, weight: u16, italic: bool) -> (bool, u16) {
    (face.italic != italic, face.weight.abs_diff(weight))
}

/// The name of a family, generic ones resolved.
fn plain(family: &FontFamily, database: &Database) -> String {
    let generic = |family| database.family_name(family).to_owned();
    match family {
        FontFamily::Named(name) => name.clone(),
        FontFamily::Serif => generic(&fontdb::Family::Serif),
        FontFamily::SansSerif => generic(&fontdb::Family::SansSerif),
        FontFamily::Cursive => "cursive".into(),
        FontFamily::Fantasy => "fantasy".into(),
        FontFamily::Monospace => "monospace".into(),
    }
}

/// Joiners, selectors and their like draw nothing by themselves: the shaper hides them where a font lacks them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fff8}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
