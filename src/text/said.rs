//! Attributes of ours as they are written, read into values.

use roxmltree::Node;

use super::attributes::Fit;
use super::cascade::length;
use super::language::{self, Lang};
use crate::compose::NAMESPACE;
use crate::diag::{Code, suggest};
use crate::findings::Finding;
use crate::geom::{Rect, decimal};

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

/// The most shapes that a text keeps out of.
pub const SHAPES: usize = 100;
/// The farthest that a box reaches, in mm: more than any paper.
const FARTHEST: f64 = 10_000.0;

/// What is wrong with an attribute: its value, or that it is there at all.
pub fn wrong(why: impl Into<String>, name: &str, value: Option<&str>) -> Finding {
    let finding = Finding::error(Code::TEXT_BOX, why);
    match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => finding.attribute(name, value),
        None => finding.written(name),
    }
}

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

    /// What is wrong with one of our attributes.
    fn wrong(&self, name: &str, why: impl Into<String>) -> Finding {
        wrong(why, &format!("deckle:{name}"), self.own(name))
    }

    /// Refuses an attribute that means nothing.
    pub fn known(&self) -> Result<(), Finding> {
        let agrees = self.own("fit").is_some_and(|fit| fit.trim().starts_with("deck"));
        if self.own("size").is_some() && !agrees {
            let why = "`deckle:size` means nothing; the size of a text is its `font-size`";
            return Err(self.wrong("size", why));
        }
        let ours = self.node.attributes().filter(|one| one.namespace() == Some(NAMESPACE));
        match ours.map(|one| one.name()).find(|name| !KNOWN.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let why =
                    format!("there is no attribute `deckle:{name}`; {}", suggest(name, KNOWN));
                Err(wrong(why, &format!("deckle:{name}"), None))
            }
        }
    }

    /// The box itself.
    pub fn whole(&self) -> Result<Rect, Finding> {
        if let Some(text) = self.own("box") {
            return self.area("box", text);
        }
        // Without a box, whatever else is said of it stands for it.
        let ours = self.node.attributes().find(|one| one.namespace() == Some(NAMESPACE));
        let name = ours.map_or("box", |one| one.name());
        let why = "a text with attributes of a box has none: `deckle:box` is missing";
        Err(wrong(why, &format!("deckle:{name}"), None)
            .help("write `deckle:box=\"x y width height\"`, in mm"))
    }

    /// Four numbers as a box.
    fn area(&self, name: &str, text: &str) -> Result<Rect, Finding> {
        let Some([x, y, w, h]) = numbers(text).and_then(|all| <[f64; 4]>::try_from(all).ok())
        else {
            let why = format!("`deckle:{name}` is four numbers: x, y, width and height in mm");
            return Err(self.wrong(name, why));
        };
        if !(w > 0.0 && h > 0.0) {
            let (side, lack) = if w > 0.0 { ("height", -h) } else { ("width", -w) };
            let (w, h) = (decimal(w), decimal(h));
            let wrong = self.wrong(name, format!("`deckle:{name}` has no room: {w} x {h} mm"));
            return Err(wrong.lacking(side, lack));
        }
        if [x, y, w, h].iter().any(|side| side.abs() > FARTHEST) {
            let why = format!("`deckle:{name}` reaches farther than {FARTHEST} mm");
            return Err(self.wrong(name, why));
        }
        Ok(Rect { x, y, w, h })
    }

    /// Several boxes with `;` between them.
    pub fn rects(&self, name: &str) -> Result<Vec<Rect>, Finding> {
        let text = self.own(name).unwrap_or_default();
        let parts = text.split(';').filter(|part| !part.trim().is_empty());
        if parts.clone().count() > SHAPES {
            let why = format!("`deckle:{name}` has more than {SHAPES} boxes");
            return Err(self.wrong(name, why));
        }
        parts.map(|part| self.area(name, part)).collect()
    }

    /// One to four lengths, in the order of CSS: top, right, bottom, left.
    pub fn padded(&self, area: Rect) -> Result<Rect, Finding> {
        let numbers = numbers(self.own("padding").unwrap_or("0")).unwrap_or_default();
        let [top, right, bottom, left] = match numbers[..] {
            [all] => [all; 4],
            [upright, across] => [upright, across, upright, across],
            [top, across, bottom] => [top, across, bottom, across],
            [top, right, bottom, left] => [top, right, bottom, left],
            _ => {
                let why = "`deckle:padding` is one to four numbers of mm";
                return Err(self.wrong("padding", why));
            }
        };
        if [top, right, bottom, left].iter().any(|side| *side < 0.0) {
            let why = "`deckle:padding` goes inwards: its numbers are 0 or more";
            return Err(self.wrong("padding", why).help("make the box itself larger"));
        }
        let (w, h) = (area.w - left - right, area.h - top - bottom);
        if !(w > 0.0 && h > 0.0) {
            return Err(self.wrong("padding", "`deckle:padding` leaves no room in the box"));
        }
        let padded = Rect { x: area.x + left, y: area.y + top, w, h };
        if [left, top, right, bottom].iter().any(|side| side.abs() > FARTHEST) {
            let why = format!("`deckle:padding` reaches farther than {FARTHEST} mm");
            return Err(self.wrong("padding", why));
        }
        Ok(padded)
    }

    /// How many columns, and the room between them, in a box of that width.
    pub fn columns(&self, width: f64) -> Result<(u32, f64), Finding> {
        let columns = self.number("columns", 1.0, (1.0, 12.0))?;
        if columns.fract() != 0.0 {
            return Err(self.wrong("columns", "`deckle:columns` is a whole number"));
        }
        let gap = self.length("column-gap", 3.0)?;
        if columns > 1.0 && width - gap * (columns - 1.0) <= 0.0 {
            let why = format!("{columns} columns with {} mm between have no room", decimal(gap));
            let name = if self.own("column-gap").is_some() { "column-gap" } else { "columns" };
            return Err(self.wrong(name, why));
        }
        Ok((columns as u32, gap))
    }

    /// A length in mm.
    pub fn length(&self, name: &str, default: f64) -> Result<f64, Finding> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = length(text).filter(|length| (0.0..=1000.0).contains(length));
        found.ok_or_else(|| {
            let why =
                format!("`deckle:{name}` is `{text}`, which is not a length from 0 to 1000 mm");
            self.wrong(name, why)
        })
    }

    /// A number in a range.
    pub fn number(&self, name: &str, default: f64, range: (f64, f64)) -> Result<f64, Finding> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = text.trim().parse().ok();
        let found = found.filter(|number: &f64| (range.0..=range.1).contains(number));
        found.ok_or_else(|| {
            let why = format!("`deckle:{name}` is a number from {} to {}", range.0, range.1);
            self.wrong(name, why)
        })
    }

    /// One of a few words; the first if nothing is said.
    pub fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, Finding> {
        let Some(value) = self.own(name) else { return Ok(words[0].1) };
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        found.ok_or_else(|| {
            let known = known.join(", ");
            self.wrong(name, format!("`deckle:{name}` cannot be `{value}`; it is one of {known}"))
        })
    }

    /// The language that words are hyphenated in.
    pub fn language(&self) -> Result<Option<Lang>, Finding> {
        let Some(code) = self.own("hyphens").filter(|code| *code != "none") else {
            return Ok(None);
        };
        language::by_code(code).map(Some).ok_or_else(|| {
            let known = language::codes().collect::<Vec<_>>();
            let why =
                format!("`deckle:hyphens` knows no language `{code}`; {}", suggest(code, known));
            self.wrong("hyphens", why)
        })
    }

    /// `shrink 2.2`, `deck 6pt step 0.25pt`, for a text of that size in mm: the fit, and whether
    /// the deck shares one size.
    pub fn fit(&self, size: f64) -> Result<(Fit, bool), Finding> {
        let text = self.own("fit").unwrap_or("none").trim();
        if text == "none" {
            return Ok((Fit::None, false));
        }
        let wrong = || {
            let why = format!(
                "`deckle:fit` is `{text}`; write `shrink 2.2`, the smallest size in mm, or `deck 2.2`"
            );
            self.wrong("fit", why)
        };
        let (word, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let (least, step) = match rest.split_once("step") {
            Some((least, step)) => (least, length(step).ok_or_else(wrong)?),
            None => (rest, STEP),
        };
        let least = length(least).filter(|least| *least > 0.0).ok_or_else(wrong)?;
        if !(0.001..=100.0).contains(&step) {
            let why = "the step of `deckle:fit` is a length from 0.001 to 100 mm";
            return Err(self.wrong("fit", why));
        }
        // What was reckoned from one and the same length may differ by a hair.
        if least > size + 1e-3 {
            let (least, size) = (decimal(least), decimal(size));
            let why = format!("a text of {size} mm cannot shrink to {least} mm, which is larger");
            return Err(self.wrong("fit", why).lacking("", 0.0));
        }
        match word {
            "shrink" => Ok((Fit::Shrink { least, step }, false)),
            "deck" => Ok((Fit::Shrink { least, step }, true)),
            _ => Err(wrong()),
        }
    }
}

/// Lengths in mm, if that is what all of them are.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.map(length).collect()
}
