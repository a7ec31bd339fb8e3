//! Characters that no font has: all of a text told together, at the words that hold them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::Node;
use unicode_linebreak::{BreakClass, break_property};

use crate::diag::Code;
use crate::findings::{Finding, before_it, word_around};
use crate::fonts::Fonts;
use crate::load::table::meant;
use crate::xml;

/// The most characters that are named for one text.
const MOST: usize = 12;

/// A character that is missing, and the letter that it stands on where fonts have each of the two alone.
type Missing = (char, Option<char>);

/// What there is to tell of the texts of a drawing: when it was parsed, no font drew letters that begin with the
/// characters `missing`.
pub fn told(svg: &str, mut missing: BTreeSet<char>, fonts: &Fonts) -> Vec<Finding> {
    let mut told = Vec::new();
    if missing.is_empty() {
        return told;
    }
    let mut lacks = Lacks { fonts, missing: missing.clone(), known: BTreeMap::new() };
    if let Ok(document) = xml::document(svg) {
        let is_text = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "text" | "flowRoot");
        for text in document.descendants().filter(is_text) {
            let (found, words) = lacks.of(text);
            for (c, letter) in &found {
                missing.remove(&letter.unwrap_or(*c));
            }
            if let Some((words, part)) = words {
                let others = before_it(svg, &words, text.range().start);
                told.push(finding(&found).written_in(words, part).behind(others));
            }
        }
    }
    // Those of a picture that is a drawing itself.
    let others: Vec<_> = missing.into_iter().filter(|c| fonts.lacks(*c)).collect();
    if !others.is_empty() {
        told.push(finding(&others.into_iter().map(|c| (c, None)).collect::<Vec<_>>()));
    }
    told
}

/// What fonts lack.
struct Lacks<'a> {
    fonts: &'a Fonts,
    /// What letters begin with that no font drew.
    missing: BTreeSet<char>,
    /// Whether a character is missing by itself.
    known: BTreeMap<char, bool>,
}

impl Lacks<'_> {
    /// What of a text is missing, in order, and the word around the first of it.
    fn of(&mut self, text: Node<'_, '_>) -> (Vec<Missing>, Option<(String, Range<usize>)>) {
        let (mut found, mut seen, mut first) = (Vec::new(), BTreeSet::new(), None);
        for part in text.descendants().filter(Node::is_text).filter_map(|node| node.text()) {
            let mut letter = None;
            for (at, c) in part.char_indices() {
                let is_on_letter = is_on_letter(c);
                let one = if self.has_none(c) { Some((c, None)) } else { None };
                let one = one.or_else(|| {
                    let letter =
                        letter.filter(|letter| is_on_letter && self.are_parted(*letter, c));
                    letter.map(|letter| (c, Some(letter)))
                });
                if let Some(one) = one.filter(|one| seen.insert(*one)) {
                    found.push(one);
                    first.get_or_insert_with(|| word_around(part, at, c));
                }
                if !is_on_letter {
                    letter = Some(c);
                }
            }
        }
        (found, first)
    }

    fn has_none(&mut self, c: char) -> bool {
        let fonts = self.fonts;
        !c.is_ascii_graphic() && *self.known.entry(c).or_insert_with(|| fonts.lacks(c))
    }

    /// Whether no font has a letter and what stands on it.
    fn are_parted(&self, letter: char, c: char) -> bool {
        let both = String::from_iter([letter, c]);
        self.missing.contains(&letter) && self.fonts.instead(0, &both).is_none()
    }
}

/// Whether a character is drawn with the one before it.
fn is_on_letter(c: char) -> bool {
    use BreakClass::{CombiningMark, EmojiModifier};
    matches!(break_property(c.into()), CombiningMark | EmojiModifier)
}

fn finding(missing: &[Missing]) -> Finding {
    let named = missing.iter().take(MOST).map(|(c, letter)| {
        // A mark would stand on the tick before it.
        let ring =
            if break_property((*c).into()) == BreakClass::CombiningMark { "◌" } else { "" };
        let on = letter.map(|letter| format!(" on `{letter}`")).unwrap_or_default();
        let number = format!("U+{:04X}", u32::from(*c));
        if c.is_control() { number } else { format!("`{ring}{c}` ({number}){on}") }
    });
    let mut named = named.collect::<Vec<_>>().join(", ");
    if missing.len() > MOST {
        named += &format!(" and {} more", missing.len() - MOST);
    }
    let characters = if missing.len() == 1 { "character" } else { "characters" };
    let finding = Finding::error(Code::GLYPH, format!("no font has the {characters} {named}"));
    let misread = missing.iter().find_map(|(c, _)| Some((*c, meant(*c)?)));
    finding.help(match misread {
        Some((c, meant)) => format!(
            "U+{:04X} looks like Windows-1252 that was read as something else: write `{meant}`",
            u32::from(c)
        ),
        None => "write it otherwise, show an icon, as `{fire}`, or put a font that has it into the game's `fonts` folder".into(),
    })
}
