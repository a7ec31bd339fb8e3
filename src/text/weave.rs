//! Shapes the words of a line, each in a font that has all of it, and sets blanks and icons between.

use rustybuzz::Script;
use unicode_bidi::Level;

use super::atoms::{Atom, Behind, ICON, InlineIcon, Run, Sort, Strand};
use super::loom::Loom;
use super::style::Style;
use super::words::{Shaper, Voice};

const LATIN: Option<Script> = Some(rustybuzz::script::LATIN);

/// Makes the atoms of one line.
pub struct Weaver<'a, 'f> {
    loom: &'a Loom<'a, 'f>,
    script: Option<Script>,
    /// The script of the words from the right that were met last: fonts join by one script at a time.
    turned: Option<Script>,
    strand: &'a mut Strand,
    levels: &'a [Level],
    /// How many icons were met.
    icons: usize,
    /// How many blanks stand right before, not yet as wide as what follows makes them.
    blanks: usize,
    /// What the word before adds to a blank behind it.
    pending: f64,
}

impl<'a, 'f> Weaver<'a, 'f> {
    /// Makes the atoms of `strand`, whose text is there; `levels` are its bytes' directions.
    pub fn new(loom: &'a Loom<'a, 'f>, strand: &'a mut Strand, levels: &'a [Level]) -> Self {
        let script = if strand.text.is_ascii() { LATIN } else { Shaper::script(&strand.text) };
        let turned = script.filter(|script| Some(*script) != LATIN);
        Self { loom, script, turned, strand, levels, icons: 0, blanks: 0, pending: 0.0 }
    }

    /// Weaves the whole text; `looks` are the places where looks end, and which.
    pub fn weave(mut self, looks: &[(usize, usize)]) {
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

    /// The end of what begins at `start`: a blank, an icon, or a word of one direction and, from the right, of one script.
    fn stop(&self, start: usize, end: usize) -> usize {
        let text = &self.strand.text;
        let mut chars = text[start..end].char_indices();
        let first = chars.next().map_or('\0', |(_, c)| c);
        if first == ICON || is_blank(first) {
            return start + first.len_utf8();
        }
        let level = self.level(start);
        let script = |c: char| Shaper::script(c.encode_utf8(&mut [0; 4]));
        let mut known = if level % 2 == 1 { script(first) } else { None };
        let mut turns = |c: char| {
            let (before, next) = (known, if level % 2 == 1 { script(c) } else { None });
            known = next.or(before);
            next.is_some() && before.is_some() && next != before
        };
        let mut stops = |(at, c): &(usize, char)| {
            *c == ICON || is_blank(*c) || self.level(start + at) != level || turns(*c)
        };
        chars.find(|one| stops(one)).map_or(end, |(at, _)| start + at)
    }

    fn level(&self, at: usize) -> u8 {
        self.levels.get(at).map_or(0, Level::number)
    }

    fn voice(&self, at: usize, style: &Style) -> Voice {
        let rtl = self.level(at) % 2 == 1;
        let script = if rtl { self.turned.or(self.script) } else { self.script };
        Voice { rtl, script, ..style.voice() }
    }

    /// The number of the run that continues here.
    fn run(&mut self, at: usize, look: usize, font: u16) -> u16 {
        let level = self.level(at);
        let script = self.turned.filter(|_| level % 2 == 1);
        let same =
            |run: &Run| (run.style, run.font, run.level, run.script) == (look, font, level, script);
        if !self.strand.runs.last().is_some_and(same) {
            let style = &self.loom.styles[look];
            let hyphen = self.width("-", Voice { font, ..style.voice() }) * style.size;
            self.strand.runs.push(Run { style: look, font, level, script, hyphen });
        }
        (self.strand.runs.len() - 1) as u16
    }

    fn width(&self, text: &str, voice: Voice) -> f64 {
        self.loom.shaper.word(text, voice).width()
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
        // Read from the right, a blank behind a word that another font draws is that font's too,
        // or the words would change places; elsewhere blanks are as wide as the text's own.
        let run = self.strand.runs.last().filter(|run| run.style == look && run.level % 2 == 1);
        let font = run.map_or(style.font, |run| run.font);
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
        if self.level(start) % 2 == 1 {
            self.turned = Shaper::script(&self.strand.text[start..end]).or(self.turned);
        }
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
        for one in &shaped.clusters {
            let next = (at + one.length as usize).min(end);
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
        for one in &word.clusters {
            let next = at + one.length as usize;
            let spacing =
                if takes_spacing(&self.strand.text[at..next]) { style.spacing } else { 0.0 };
            let (advance, trail) = ((one.advance + spacing) * style.size, spacing * style.size);
            self.push(at, next, (advance, trail), Sort::Letters, run);
            if let Some(atom) = self.strand.atoms.last_mut() {
                atom.ink = (one.ink.0 * style.size, one.ink.1 * style.size);
            }
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
        let (start, end, behind, ink) = (start as u32, end as u32, Behind::Hold, (0.0, 0.0));
        self.strand.atoms.push(Atom { start, end, advance, trail, ink, sort, run, behind });
    }
}

/// Blanks at which lines break and that vanish there; that of Ogham is a line, and drawn.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{1680}' | '\u{2007}' | '\u{202f}')
}

/// Whether room may be added behind a letter: in some scripts letters are joined.
fn takes_spacing(cluster: &str) -> bool {
    let joined = |c| matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{a7f}' | '\u{1680}'..='\u{169f}' | '\u{1800}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    !cluster.chars().next().is_some_and(joined)
}
