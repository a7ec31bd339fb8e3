//! Words whose letters stand so far apart, or so near, that a reader of the PDF would miss where they end.

use std::ops::Range;

use usvg::{LengthAdjust, Text};

/// Letters that stand so far apart, in sizes of the type, may be taken for words by readers.
const APART: f32 = 0.07;
/// Words with less than that between them, in sizes of the type, may be taken for one.
const TIGHT: f32 = 0.1;

/// A glyph of a line; measures are parts of the size.
pub struct Place {
    /// How far it moves on.
    pub advance: f32,
    /// How much of that is not its font's.
    pub apart: f32,
    /// The text it stands for.
    pub text: Range<usize>,
}

/// The room that a text asks for between its letters, at least and at most, as parts of the size.
#[derive(Clone, Copy, Default)]
pub struct Spacing {
    least: f32,
    most: f32,
}

impl Spacing {
    /// What a text asks for, in its own units.
    pub fn of(text: &Text) -> Self {
        let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
        spans.fold(Self::default(), |all, span| {
            let is_filled =
                span.text_length().is_some() && span.length_adjust() == LengthAdjust::Spacing;
            // What fills a length may be any.
            let most = if is_filled { f32::INFINITY } else { span.letter_spacing() };
            Self { least: all.least.min(span.letter_spacing()), most: all.most.max(most) }
        })
    }

    /// Whether letters may stand apart.
    pub fn is_apart(self) -> bool {
        self.most > 0.0
    }

    /// The same as parts of a size.
    pub fn parts(self, size: f32) -> Self {
        Self { least: self.least / size, most: self.most / size }
    }
}

/// A blank of a width that reaches from the last letter to the font in which its word goes on, where they
/// stand so far apart that a reader may see a word in each. It stands for that letter too.
pub fn bridge(places: &mut [Place], text: &str, asked: Spacing, width: f32) -> Option<Place> {
    let last = places.last_mut()?;
    let is_inside = last.apart > APART && last.apart <= asked.most + APART;
    if !is_inside || is_blank(&text[last.text.clone()]) {
        return None;
    }
    last.advance -= width;
    Some(Place { advance: width, apart: 0.0, text: last.text.clone() })
}

/// Whether a text is of blanks alone.
pub fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.trim().is_empty()
}

/// Lets the glyphs of a word stand for it together where some are set so far apart that a reader may see a
/// word in each, and with the blanks beside it where a reader may not see those.
pub fn spaced_words(places: &mut [Place], text: &str, asked: Spacing) {
    let parts = parts(places, text, asked.most);
    let wholes: Vec<_> = parts
        .iter()
        .enumerate()
        .filter(|(_, (_, is_blank))| !is_blank)
        .filter_map(|(at, (word, _))| {
            let tight = |gap: Option<&(Range<usize>, bool)>| {
                let gap = gap.filter(|(gap, is_blank)| *is_blank && is_tight(places, gap, asked));
                gap.map(|(gap, _)| gap.clone())
            };
            let before = if at == 1 { tight(parts.first()) } else { None };
            let behind = tight(parts.get(at + 1));
            let inner = &places[word.start..word.end - 1];
            let is_apart = inner.iter().any(|place| place.apart > APART);
            let whole = before.as_ref().map_or(word.start, |gap| gap.start)
                ..behind.as_ref().map_or(word.end, |gap| gap.end);
            (is_apart || whole != *word).then_some(whole)
        })
        .collect();
    for word in wholes {
        let whole = places[word.start].text.start..places[word.end - 1].text.end;
        places[word].iter_mut().for_each(|place| place.text = whole.clone());
    }
}

/// The words of a line and the blanks between, and whether each is blank. Letters that stand farther apart
/// than they are asked to, pairs of a font aside, are words of their own.
fn parts(places: &[Place], text: &str, spacing: f32) -> Vec<(Range<usize>, bool)> {
    let is_blank = |place: &Place| is_blank(&text[place.text.clone()]);
    let joins =
        |one: &Place, next: &Place| is_blank(one) == is_blank(next) && one.apart <= spacing + APART;
    let mut end = 0;
    let part = |part: &[Place]| {
        let start = end;
        end += part.len();
        (start..end, is_blank(&part[0]))
    };
    places.chunk_by(joins).map(part).collect()
}

/// Whether blanks leave so little room that a reader may take the words beside them for one.
fn is_tight(places: &[Place], gap: &Range<usize>, asked: Spacing) -> bool {
    // What stands before the first is as near as letters may be.
    let before = gap.start.checked_sub(1).map_or(asked.least, |at| places[at].apart);
    let blanks: f32 = places[gap.clone()].iter().map(|blank| blank.advance).sum();
    before + blanks < TIGHT
}
