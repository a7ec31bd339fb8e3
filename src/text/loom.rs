//! A line of text as it is written, made into atoms: what is drawn of it, and where it may be broken.

use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::atoms::{BEARING, Behind, ICON, InlineIcon, Strand};
use super::language::Lang;
use super::markup::Inline;
use super::style::Style;
use super::weave::Weaver;
use super::words::Shaper;
use crate::icons::Icons;

/// What stands for an icon where lines are broken: it holds to a full stop as a letter does.
const LETTER: char = '\u{2c00}';

/// What shaping a line of text needs.
pub struct Loom<'a, 'f> {
    /// Shapes words.
    pub shaper: &'a Shaper<'f>,
    /// Icons by name.
    pub icons: &'a Icons,
    /// Styles, by the looks of the text.
    pub styles: &'a [Style],
    /// Side of an icon's square, in parts of the size.
    pub icon_size: f64,
    /// The language that words are hyphenated in.
    pub hyphens: Option<Lang>,
}

impl Loom<'_, '_> {
    /// Shapes the parts of one line.
    pub fn strand(&self, inlines: &[Inline]) -> Strand {
        let written = self.written(inlines);
        let (levels, rtl) = levels(&written.text);
        let mut strand =
            Strand { rtl, icons: written.icons, text: written.text, ..Strand::default() };
        Weaver::new(self, &mut strand, &levels).weave(&written.looks);
        strand.open(&written.breaks);
        if let Some(language) = self.hyphens {
            strand.hyphenate(language);
        }
        strand
    }

    /// The text of a line without what draws nothing, and where it may be broken.
    fn written(&self, inlines: &[Inline]) -> Written {
        let mut written = Written::default();
        // The same with what only matters to line breaks, and where its bytes are in the text.
        let (mut ruled, mut places) = (String::new(), Vec::new());
        for inline in inlines {
            let look = match inline {
                Inline::Text { text, look } => {
                    for c in text.chars() {
                        let at = written.text.len();
                        ruled.push(c);
                        places.resize(ruled.len(), at);
                        written.text.extend(self.drawn(c, *look));
                    }
                    *look
                }
                Inline::Icon { name, label, look } => {
                    ruled.push(LETTER);
                    places.resize(ruled.len(), written.text.len());
                    written.text.push(ICON);
                    written.icons.extend(self.icon(name, label, *look));
                    *look
                }
            };
            written.looks.push((written.text.len(), look));
        }
        places.push(written.text.len());
        written.breaks = breaks(&ruled, &places);
        written
    }

    /// The character that is drawn for one, if anything is.
    fn drawn(&self, c: char, look: usize) -> Option<char> {
        match c {
            '\u{200b}' | '\u{2060}' | '\u{ad}' | '\u{feff}' => None,
            '\u{2010}' | '\u{2011}' => {
                let face = self.shaper.fonts().face(self.styles[look].font);
                Some(if face.is_some_and(|face| face.has(c)) { c } else { '-' })
            }
            ICON => Some('\u{fffd}'),
            c if c < ' ' => Some(' '),
            c => Some(c),
        }
    }

    fn icon(&self, name: &str, label: &Option<String>, look: usize) -> Option<InlineIcon> {
        let (start, end) = self.icons.get(name)?.ink();
        let size = self.icon_size * self.styles[look].size;
        Some(InlineIcon {
            name: name.into(),
            label: label.clone(),
            size,
            shift: (BEARING - start) * size,
            middle: (start + end) / 2.0,
            ink: end - start,
        })
    }
}

/// A line as it is written.
#[derive(Default)]
struct Written {
    text: String,
    icons: Vec<InlineIcon>,
    /// Where looks end, and which.
    looks: Vec<(usize, usize)>,
    /// Where lines may end, and how.
    breaks: Vec<(usize, Behind)>,
}

/// Where lines may end: by the rules of Unicode, and between icons.
fn breaks(ruled: &str, places: &[usize]) -> Vec<(usize, Behind)> {
    let mut found: Vec<_> = linebreaks(ruled)
        .filter(|(_, kind)| *kind == BreakOpportunity::Allowed)
        .map(|(at, _)| {
            let soft = ruled[..at].ends_with('\u{ad}');
            (places[at], if soft { Behind::Hyphen } else { Behind::Break })
        })
        .collect();
    if ruled.contains(LETTER) {
        let pair = format!("{LETTER}{LETTER}");
        // Pairs overlap, so they are looked for one by one.
        let icons = ruled.match_indices(LETTER).map(|(at, _)| at);
        let pairs = icons.filter(|at| ruled[*at..].starts_with(&pair));
        found.extend(pairs.map(|at| (places[at + LETTER.len_utf8()], Behind::Break)));
        found.sort_unstable_by_key(|(at, _)| *at);
    }
    found
}

/// The levels of a text's bytes, if it has any that is read from the right.
fn levels(text: &str) -> (Vec<Level>, bool) {
    let may_turn = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    if text.is_ascii() || !text.chars().any(may_turn) {
        return (Vec::new(), false);
    }
    let info = BidiInfo::new(text, None);
    let rtl = info.paragraphs.first().is_some_and(|paragraph| paragraph.level.is_rtl());
    (info.levels, rtl)
}
