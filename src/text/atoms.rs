//! A line of text as the smallest parts that can be set: clusters of letters, blanks and icons.

use super::language::{Lang, cuts};

/// What stands for an icon in the text.
pub const ICON: char = '\u{fffc}';
/// Room at both sides of an icon's ink, in parts of its size.
pub const BEARING: f64 = 0.06;

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
    /// How far its ink is above the baseline, and below it.
    pub ink: (f64, f64),
    /// What it is.
    pub sort: Sort,
    /// The run that it belongs to.
    pub run: u16,
    /// Whether a line may end behind it.
    pub behind: Behind,
}

/// Atoms that are written as one: of one style, font and direction, and from the right of one script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The number of its style.
    pub style: usize,
    /// The font that draws it, which is not the style's where that lacks a glyph.
    pub font: u16,
    /// How deep it is nested in directions; odd levels are read from the right.
    pub level: u8,
    /// The script of its words, if they are read from the right.
    pub script: Option<rustybuzz::Script>,
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

impl InlineIcon {
    /// How far the text goes on behind it, in parts of the box's size.
    pub fn advance(&self) -> f64 {
        (self.ink + 2.0 * BEARING) * self.size
    }
}

impl Strand {
    /// Opens the atoms that lines may end behind.
    pub fn open(&mut self, breaks: &[(usize, Behind)]) {
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
    pub fn hyphenate(&mut self, language: Lang) {
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
