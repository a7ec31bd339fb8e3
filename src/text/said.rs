//! Attributes of ours as they are written, read into values.

use roxmltree::Node;

use super::attributes::Fit;
use super::cascade::length;
use super::language::{self, Lang};
use crate::compose::NAMESPACE;
use crate::diag::suggest;
use crate::geom::Rect;

/// The difference of sizes that are tried, in mm, if nothing is said.
const STEP: f64 = 0.05;

/// What is known by name. `size` is what the boxes of a deck agreed on.
const KNOWN: [&str; 17] = [
    "align",
    "box",
    "column-gap",
    "columns",
    "exclude",
    "fit",
    "group",
    "hyphens",
    "icon-size",
    "indent",
    "line-height",
    "markup",
    "padding",
    "paragraph-space",
    "size",
    "valign",
    "wrap",
];

/// The attributes of ours that an element has.
pub struct Said<'a, 'i> {
    /// The element.
    pub node: Node<'a, 'i>,
}

impl<'a> Said<'a, '_> {
    /// The value of one of our attributes.
    pub fn own(&self, name: &str) -> Option<&'a str> {
        self.node.attribute((NAMESPACE, name))
    }

    /// Refuses an attribute that means nothing.
    pub fn known(&self) -> Result<(), String> {
        let ours = self.node.attributes().filter(|one| one.namespace() == Some(NAMESPACE));
        match ours.map(|one| one.name()).find(|name| !KNOWN.contains(name)) {
            None => Ok(()),
            Some(name) => {
                Err(format!("there is no attribute `deckle:{name}`; {}", suggest(name, KNOWN)))
            }
        }
    }

    /// Four numbers as a box.
    pub fn area(&self, name: &str, text: &str) -> Result<Rect, String> {
        let numbers = numbers(text);
        let [x, y, w, h] = numbers[..] else {
            return Err(format!("`deckle:{name}` is four numbers: x, y, width and height in mm"));
        };
        if !(w > 0.0 && h > 0.0) {
            return Err(format!("`deckle:{name}` has no room"));
        }
        Ok(Rect { x, y, w, h })
    }

    /// Several boxes with `;` between them.
    pub fn rects(&self, name: &str) -> Result<Vec<Rect>, String> {
        let text = self.own(name).unwrap_or_default();
        let parts = text.split(';').filter(|part| !part.trim().is_empty());
        parts.map(|part| self.area(name, part)).collect()
    }

    /// One to four lengths, in the order of CSS: top, right, bottom, left.
    pub fn padded(&self, area: Rect) -> Result<Rect, String> {
        let numbers = numbers(self.own("padding").unwrap_or("0"));
        let [top, right, bottom, left] = match numbers[..] {
            [all] => [all; 4],
            [upright, across] => [upright, across, upright, across],
            [top, across, bottom] => [top, across, bottom, across],
            [top, right, bottom, left] => [top, right, bottom, left],
            _ => return Err("`deckle:padding` is one to four numbers of mm".into()),
        };
        let (w, h) = (area.w - left - right, area.h - top - bottom);
        if !(w > 0.0 && h > 0.0) {
            return Err("`deckle:padding` leaves no room in the box".into());
        }
        Ok(Rect { x: area.x + left, y: area.y + top, w, h })
    }

    /// A length in mm.
    pub fn length(&self, name: &str, default: f64) -> Result<f64, String> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = length(text).filter(|length| (0.0..=1000.0).contains(length));
        found.ok_or_else(|| format!("`deckle:{name}` is `{text}`, which is not a length in mm"))
    }

    /// A number in a range.
    pub fn number(&self, name: &str, default: f64, range: (f64, f64)) -> Result<f64, String> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = text.trim().parse().ok();
        let found = found.filter(|number: &f64| (range.0..=range.1).contains(number));
        found.ok_or_else(|| format!("`deckle:{name}` is a number from {} to {}", range.0, range.1))
    }

    /// One of a few words; the first if nothing is said.
    pub fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, String> {
        let Some(value) = self.own(name) else { return Ok(words[0].1) };
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        found.ok_or_else(|| {
            format!("`deckle:{name}` cannot be `{value}`; it is one of {}", known.join(", "))
        })
    }

    /// The language that words are hyphenated in.
    pub fn language(&self) -> Result<Option<Lang>, String> {
        let Some(code) = self.own("hyphens").filter(|code| *code != "none") else {
            return Ok(None);
        };
        language::by_code(code).map(Some).ok_or_else(|| {
            let known = language::codes().collect::<Vec<_>>();
            format!("`deckle:hyphens` knows no language `{code}`; {}", suggest(code, known))
        })
    }

    /// `shrink 2.2`, `deck 6pt step 0.25pt`: the fit, and whether the deck shares one size.
    pub fn fit(&self) -> Result<(Fit, bool), String> {
        let text = self.own("fit").unwrap_or("none").trim();
        if text == "none" {
            return Ok((Fit::None, false));
        }
        let wrong = || {
            format!(
                "`deckle:fit` is `{text}`; write `shrink 2.2`, the smallest size in mm, or `deck 2.2`"
            )
        };
        let (word, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let (least, step) = match rest.split_once("step") {
            Some((least, step)) => (least, length(step).ok_or_else(wrong)?),
            None => (rest, STEP),
        };
        let least = length(least).filter(|least| *least > 0.0).ok_or_else(wrong)?;
        if !(0.001..=100.0).contains(&step) {
            return Err("the step of `deckle:fit` is a length from 0.001 to 100 mm".into());
        }
        match word {
            "shrink" => Ok((Fit::Shrink { least, step }, false)),
            "deck" => Ok((Fit::Shrink { least, step }, true)),
            _ => Err(wrong()),
        }
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.filter_map(length).collect()
}
