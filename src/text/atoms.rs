//! A line of text as the smallest parts that can be set: clusters of letters, blanks and icons.

use rustybuzz::Script;
use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::language::{Lang, cuts};
use super::markup::Inline;
use super::style::Style;
use super::words::{Shaper, Voice};
use crate::icons::Icons;

/// What stands for an icon in the text.
pub const ICON: char = '\u{fffc}';
/// What stands for an icon where lines are broken: it holds to a full stop as a letter does.
const LETTER: char = '\u{2c00}';
/// Room at both sides of an icon's ink, in parts of its size.
const BEARING: f64 = 0.06;

/// What an atom is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Letters.
    Letters,
    /// A blank, which vanishes at the end of a line.
    Blank,
    /// An icon, by its place among the icons of the text.
    Icon(u16),
}

/// Whether a line may end behind an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// It may not.
    Hold,
    /// It may.
    Break,
    /// It may, with a hyphen.
    Hyphen,
}

/// The smallest part that is set; advances are in parts of the size.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// Its bytes in the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// How far the text goes on behind it.
    pub advance: f64,
    /// The part of it that keeps the next letter off.
    pub trail: f64,
    /// What it is.
    pub sort: Sort,
    /// The run that it belongs to.
    pub run: u16,
    /// Whether a line may end behind it.
    pub behind: Behind,
}

/// Atoms that are written as one: of one style, font and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The number of its style.
    pub style: usize,
    /// The font that draws it, which is not the style's where that lacks a glyph.
    pub font: u16,
    /// How deep it is nested in directions; odd levels are read from the right.
    pub level: u8,
    /// The width of a hyphen.
    pub hyphen: f64,
}

/// An icon in a text.
#[derive(Clone, Debug)]
pub struct InlineIcon {
    /// Its name.
    pub name: String,
    /// What is written over it.
    pub label: Option<String>,
    /// The side of its square, in parts of the box's size.
    pub size: f64,
    /// Where its square begins from where it stands, in parts of the box's size.
    pub shift: f64,
    /// Where the middle of its ink is from where its square begins, in parts of its square.
    pub middle: f64,
    /// The width of its ink, in parts of its square.
    pub ink: f64,
}

/// A line of text, shaped.
#[derive(Debug, Default)]
pub struct Strand {
    /// The text, an icon as [`ICON`].
    pub text: String,
    /// Its atoms, in the order of reading.
    pub atoms: Vec<Atom>,
    /// Its runs.
    pub runs: Vec<Run>,
    /// Its icons.
    pub icons: Vec<InlineIcon>,
    /// Whether it is read from the right.
    pub rtl: bool,
}

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
        let mut weaver = Weaver {
            loom: self,
            script: if strand.text.is_ascii() { LATIN } else { Shaper::script(&strand.text) },
            strand: &mut strand,
            levels: &levels,
            icons: 0,
            blanks: 0,
            pending: 0.0,
        };
        weaver.weave(&written.looks);
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
            c if c.is_control() => Some(' '),
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

impl InlineIcon {
    /// How far the text goes on behind it, in parts of the box's size.
    fn advance(&self) -> f64 {
        (self.ink + 2.0 * BEARING) * self.size
    }
}

const LATIN: Option<Script> = Some(rustybuzz::script::LATIN);

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

/// Makes the atoms of one line.
struct Weaver<'a, 'f> {
    loom: &'a Loom<'a, 'f>,
    script: Option<Script>,
    strand: &'a mut Strand,
    levels: &'a [Level],
    /// How many icons were met.
    icons: usize,
    /// How many blanks stand right before, not yet as wide as what follows makes them.
    blanks: usize,
    /// What the word before adds to a blank behind it.
    pending: f64,
}

impl Weaver<'_, '_> {
    fn weave(&mut self, looks: &[(usize, usize)]) {
        let mut start = 0;
        for (end, look) in looks {
            while start < *end {
                let stop = self.stop(start, *end);
                let c = self.strand.text[start..].chars().next().unwrap_or_default();
                match c {
                    ICON => self.icon(start, stop, *look),
                    c if is_blank(c) => self.blank(start, stop, *look),
                    _ => self.word(start, stop, *look),
                }
                start = stop;
            }
        }
    }

    /// The end of what begins at `start`: a blank, an icon, or a word of one direction.
    fn stop(&self, start: usize, end: usize) -> usize {
        let text = &self.strand.text;
        let mut chars = text[start..end].char_indices();
        let first = chars.next().map_or('\0', |(_, c)| c);
        if first == ICON || is_blank(first) {
            return start + first.len_utf8();
        }
        let level = self.level(start);
        let stops =
            |(at, c): &(usize, char)| *c == ICON || is_blank(*c) || self.level(start + at) != level;
        chars.find(stops).map_or(end, |(at, _)| start + at)
    }

    fn level(&self, at: usize) -> u8 {
        self.levels.get(at).map_or(0, Level::number)
    }

    fn voice(&self, at: usize, style: &Style) -> Voice {
        Voice { rtl: self.level(at) % 2 == 1, script: self.script, ..style.voice() }
    }

    /// The number of the run that continues here.
    fn run(&mut self, at: usize, look: usize, font: u16) -> u16 {
        let level = self.level(at);
        let same = |run: &Run| (run.style, run.font, run.level) == (look, font, level);
        if !self.strand.runs.last().is_some_and(same) {
            let style = &self.loom.styles[look];
            let hyphen = self.width("-", Voice { font, ..style.voice() }) * style.size;
            self.strand.runs.push(Run { style: look, font, level, hyphen });
        }
        (self.strand.runs.len() - 1) as u16
    }

    fn width(&self, text: &str, voice: Voice) -> f64 {
        let shaped = self.loom.shaper.word(text, voice);
        shaped.clusters.iter().map(|(_, advance)| advance).sum()
    }

    fn icon(&mut self, start: usize, end: usize, look: usize) {
        self.settle(0.0);
        let number = self.icons;
        let Some(advance) = self.strand.icons.get(number).map(InlineIcon::advance) else { return };
        self.icons += 1;
        let run = self.run(start, look, self.loom.styles[look].font);
        self.push(start, end, (advance, 0.0), Sort::Icon(number as u16), run);
    }

    fn blank(&mut self, start: usize, end: usize, look: usize) {
        let style = &self.loom.styles[look];
        let font = self
            .strand
            .runs
            .last()
            .map_or(style.font, |run| if run.style == look { run.font } else { style.font });
        let voice = Voice { font, ..self.voice(start, style) };
        let text = &self.strand.text[start..end];
        let plain = if text == " " {
            self.loom.shaper.word("", voice).before
        } else {
            self.width(text, voice)
        };
        let run = self.run(start, look, font);
        let advance = (plain + style.spacing) * style.size + self.pending;
        self.push(start, end, (advance, 0.0), Sort::Blank, run);
        self.pending = 0.0;
        self.blanks += 1;
    }

    /// A word, in the style's font or, where that lacks a glyph, in one that has all of it.
    fn word(&mut self, start: usize, end: usize, look: usize) {
        let style = &self.loom.styles[look];
        let voice = self.voice(start, style);
        let shaped = self.loom.shaper.word(&self.strand.text[start..end], voice);
        if !shaped.is_missing {
            self.shaped(start, end, look, voice);
            return;
        }
        let fonts = self.loom.shaper.fonts();
        if let Some(font) = fonts.instead(style.font, &self.strand.text[start..end]) {
            self.shaped(start, end, look, Voice { font, ..voice });
            return;
        }
        // No font has the whole word, so each letter takes what it finds.
        let mut at = start;
        for (length, _) in &shaped.clusters {
            let next = (at + *length as usize).min(end);
            let cluster = &self.strand.text[at..next];
            let font = match self.loom.shaper.word(cluster, voice).is_missing {
                true => fonts.instead(style.font, cluster).unwrap_or(style.font),
                false => style.font,
            };
            self.shaped(at, next, look, Voice { font, ..voice });
            at = next;
        }
    }

    fn shaped(&mut self, start: usize, end: usize, look: usize, voice: Voice) {
        let style = &self.loom.styles[look];
        let word = self.loom.shaper.word(&self.strand.text[start..end], voice);
        if self.blanks > 0 {
            let plain = self.loom.shaper.word("", voice).before;
            self.settle((word.before - plain) * style.size);
        }
        let run = self.run(start, look, voice.font);
        let mut at = start;
        for (length, advance) in &word.clusters {
            let next = at + *length as usize;
            let spacing =
                if takes_spacing(&self.strand.text[at..next]) { style.spacing } else { 0.0 };
            let (advance, trail) = ((advance + spacing) * style.size, spacing * style.size);
            self.push(at, next, (advance, trail), Sort::Letters, run);
            at = next;
        }
        self.pending = word.behind * style.size;
    }

    /// Gives the last blank what the word behind it adds to it.
    fn settle(&mut self, added: f64) {
        if self.blanks > 0
            && let Some(last) = self.strand.atoms.last_mut()
        {
            last.advance += added;
        }
        (self.blanks, self.pending) = (0, 0.0);
    }

    fn push(
        &mut self,
        start: usize,
        end: usize,
        (advance, trail): (f64, f64),
        sort: Sort,
        run: u16,
    ) {
        let (start, end, behind) = (start as u32, end as u32, Behind::Hold);
        self.strand.atoms.push(Atom { start, end, advance, trail, sort, run, behind });
    }
}

impl Strand {
    /// Opens the atoms that lines may end behind.
    fn open(&mut self, breaks: &[(usize, Behind)]) {
        let mut breaks = breaks.iter().peekable();
        for atom in &mut self.atoms {
            let end = atom.end as usize;
            while breaks.next_if(|(at, _)| *at < end).is_some() {}
            while let Some((_, how)) = breaks.next_if(|(at, _)| *at == end) {
                if atom.behind != Behind::Break {
                    atom.behind = *how;
                }
            }
        }
    }

    /// Opens the atoms inside words that a language cuts there.
    fn hyphenate(&mut self, language: Lang) {
        let letters = |c: char| c.is_alphabetic() || c == '\u{2019}' || c == '\'';
        let mut start = None;
        let ends = self.text.char_indices().chain([(self.text.len(), ' ')]);
        let mut found = Vec::new();
        for (at, c) in ends {
            match (letters(c), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    let word = &self.text[from..at];
                    found.extend(
                        cuts(word, language).into_iter().map(|cut| (from + cut, Behind::Hyphen)),
                    );
                    start = None;
                }
                _ => {}
            }
        }
        self.open(&found);
    }
}

/// Blanks at which lines break and that vanish there.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Whether room may be added behind a letter: in some scripts letters are joined.
fn takes_spacing(cluster: &str) -> bool {
    let joined = |c| matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{a7f}' | '\u{1680}'..='\u{169f}' | '\u{1800}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    !cluster.chars().next().is_some_and(joined)
}
