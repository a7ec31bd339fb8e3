//! Which text each glyph of a line stands for, so that a reader of the PDF finds words as they are typed.
//!
//! Readers take the glyphs of a line from the left and turn what runs from the right by themselves, the
//! letters that one glyph stands for among them. They see a word as one where its glyphs stand on one
//! line, so marks over and under letters are drawn for themselves, and their letter speaks for them.

use unicode_bidi::{BidiClass, bidi_class};
use usvg::layout::PositionedGlyph;

/// A glyph and the text that it stands for, in the order in which it is seen.
#[derive(Clone, Debug)]
pub struct Letter<'a> {
    /// The glyph.
    pub glyph: &'a PositionedGlyph,
    /// Its text; none for what another glyph stands for.
    pub text: String,
    /// Whether it stands over or under a letter.
    pub is_mark: bool,
}

/// The glyphs of a span that are drawn; `advance` tells how far a font moves on behind a glyph.
pub fn letters(
    glyphs: &[PositionedGlyph],
    advance: impl Fn(&PositionedGlyph) -> f32,
) -> Vec<Letter<'_>> {
    let mut letters = Vec::with_capacity(glyphs.len());
    let mut rest = glyphs;
    while !rest.is_empty() {
        let (cluster, after) = rest.split_at(cluster(rest));
        rest = after;
        let text: String = cluster.iter().map(|glyph| glyph.text.as_str()).collect();
        let said = said(&text);
        if let [glyph] = cluster {
            if !said.is_empty() || text.is_empty() {
                letters.push(Letter { glyph, text: said, is_mark: false });
            }
            continue;
        }
        let widths: Vec<f32> = cluster.iter().map(&advance).collect();
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let base = widths.iter().position(|width| *width == widest).unwrap_or(0);
        letters.extend(cluster.iter().enumerate().map(|(at, glyph)| Letter {
            glyph,
            text: if at == base { said.clone() } else { String::new() },
            is_mark: at != base && widths[at] <= 0.0,
        }));
    }
    letters
}

/// How many glyphs at the beginning belong together: the text is at the first of them where it runs from
/// the right, else at the last.
fn cluster(glyphs: &[PositionedGlyph]) -> usize {
    let silent = |glyphs: &[PositionedGlyph]| {
        glyphs.iter().take_while(|glyph| glyph.text.is_empty()).count()
    };
    let before = silent(glyphs);
    match glyphs.get(before) {
        Some(first) if is_turned(&first.text) => before + 1 + silent(&glyphs[before + 1..]),
        Some(_) => before + 1,
        None => before,
    }
}

/// Whether a text runs from the right.
fn is_turned(text: &str) -> bool {
    text.chars().any(|c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL))
}

/// A text as it is seen, without what only says how to place it.
fn said(text: &str) -> String {
    let shown = text.chars().filter(|c| !is_instruction(*c));
    if is_turned(text) { shown.rev().collect() } else { shown.collect() }
}

/// Whether a character tells directions, or where a line may end.
fn is_instruction(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}')
}
