//! Characters that no font has: all of a text told together, at the words that hold them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::Node;

use crate::diag::Code;
use crate::findings::{Finding, before_it, word_around};
use crate::fonts::Fonts;
use crate::xml;

/// The most characters that are named for one text.
const MOST: usize = 12;

/// What there is to tell of the texts of a drawing, of whose characters some were found missing when it was parsed.
pub fn told(svg: &str, mut missing: BTreeSet<char>, fonts: &Fonts) -> Vec<Finding> {
    let mut told = Vec::new();
    if missing.is_empty() {
        return told;
    }
    let mut known = BTreeMap::new();
    if let Ok(document) = xml::document(svg) {
        let is_text = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "text" | "flowRoot");
        for text in document.descendants().filter(is_text) {
            let lacks = |c: char| *known.entry(c).or_insert_with(|| fonts.lacks(c));
            let (found, words) = lacking(text, lacks);
            missing.retain(|c| !found.contains(c));
            if let Some((words, part)) = words {
                let others = before_it(svg, &words, text.range().start);
                told.push(finding(&found).written_in(words, part).behind(others));
            }
        }
    }
    // Those of a picture that is a drawing itself.
    let others: Vec<_> = missing.into_iter().collect();
    if !others.is_empty() {
        told.push(finding(&others));
    }
    told
}

/// The characters of a text that are missing, in order, and the word around the first of them.
fn lacking(
    text: Node<'_, '_>,
    mut lacks: impl FnMut(char) -> bool,
) -> (Vec<char>, Option<(String, Range<usize>)>) {
    let (mut found, mut seen, mut first) = (Vec::new(), BTreeSet::new(), None);
    for part in text.descendants().filter(Node::is_text).filter_map(|node| node.text()) {
        for (at, c) in part.char_indices() {
            if !c.is_ascii() && lacks(c) && seen.insert(c) {
                found.push(c);
                first.get_or_insert_with(|| word_around(part, at, c));
            }
        }
    }
    (found, first)
}

fn finding(missing: &[char]) -> Finding {
    let named = missing.iter().take(MOST).map(|c| format!("`{c}` (U+{:04X})", *c as u32));
    let mut named = named.collect::<Vec<_>>().join(", ");
    if missing.len() > MOST {
        named += &format!(" and {} more", missing.len() - MOST);
    }
    let characters = if missing.len() == 1 { "character" } else { "characters" };
    let help = "write it otherwise, show an icon, as `{fire}`, or put a font that has it into the game's `fonts` folder";
    Finding::error(Code::GLYPH, format!("no font has the {characters} {named}")).help(help)
}
