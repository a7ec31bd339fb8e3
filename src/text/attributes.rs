//! What an element says of its box of text.

use roxmltree::Node;

use super::cascade::{Cascade, length};
use super::language::{self, Lang};
use crate::compose::NAMESPACE;
use crate::diag::suggest;
use crate::geom::Rect;

/// Where lines begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Where reading begins.
    Start,
    /// In the middle.
    Center,
    /// Where reading ends.
    End,
    /// At both sides, but the last line of a paragraph.
    Justify,
}

impl Align {
    /// The part of spare room that goes before: 0, a half or 1.
    pub fn share(self) -> f64 {
        match self {
            Self::Start | Self::Justify => 0.0,
            Self::Center => 0.5,
            Self::End => 1.0,
        }
    }
}

/// How a text gets its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// The size asked for, whatever comes.
    None,
    /// The largest size down to `least` that fits, in steps of `step` mm.
    Shrink {
        /// The smallest size allowed, in mm.
        least: f64,
        /// The difference of sizes that are tried, in mm.
        step: f64,
    },
}

/// Whose sizes are one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The box's own alone.
    No,
    /// Those of all boxes with this name on the card.
    Card(String),
    /// Those of all boxes with this name in the deck.
    Deck(String),
}

/// A box of text as asked for; lengths in mm.
#[derive(Clone, Debug)]
pub struct TextBox {
    /// What messages and reports call it: its id, or its number on the face.
    pub name: String,
    /// Whether it has an id.
    pub named: bool,
    /// The box without its padding.
    pub area: Rect,
    /// How lines stand in the box.
    pub align: Align,
    /// How the lines as a whole stand in the box.
    pub valign: Align,
    /// Distance of baselines, as a multiple of the size.
    pub line_height: f64,
    /// Room between paragraphs, as a multiple of the size.
    pub paragraph_space: f64,
    /// Indent of the first line of a paragraph, as a multiple of the size.
    pub indent: f64,
    /// Side of an icon's square, as a multiple of the size.
    pub icon_size: f64,
    /// How many columns.
    pub columns: u32,
    /// Room between columns.
    pub column_gap: f64,
    /// Boxes that the text keeps out of.
    pub exclude: Vec<Rect>,
    /// Where the first baseline is, whatever the box; then its lower edge is none.
    pub baseline: Option<f64>,
    /// The language that words are hyphenated in.
    pub hyphens: Option<Lang>,
    /// Whether the lines of a paragraph are made about even.
    pub balance: bool,
    /// Whether stars, braces and brackets are marks.
    pub markup: bool,
    /// Size wanted.
    pub size: f64,
    /// How it gets its size.
    pub fit: Fit,
    /// Whose size it shares.
    pub shared: Shared,
    /// The size that all boxes of the deck agreed on.
    pub agreed: Option<f64>,
}

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
/// The difference of sizes that are tried, in mm, if nothing is said.
const STEP: f64 = 0.05;

impl TextBox {
    /// Reads the attributes of the box with this number on its face, and those it inherits.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn read(node: Node<'_, '_>, number: usize, cascade: &Cascade<'_>) -> Result<Self, String> {
        let said = Said { node };
        said.known()?;
        let id = node.attribute("id").filter(|id| !id.trim().is_empty());
        let name = id.map_or_else(|| format!("text {number}"), str::to_owned);
        let area = said.area("box", said.own("box").unwrap_or_default())?;
        let size = cascade.font_size(node, 3.5).map_err(|size| {
            format!("the font size `{size}` is not a size; write a number of mm, or `10pt`")
        })?;
        let (fit, deck) = said.fit()?;
        let group = said.own("group").map(str::to_owned);
        let shared = match (deck, group) {
            (true, group) => Shared::Deck(group.unwrap_or_else(|| name.clone())),
            (false, Some(group)) => Shared::Card(group),
            (false, None) => Shared::No,
        };
        let flag = |name, off, on| said.word(name, &[(off, false), (on, true)]);
        let columns = said.number("columns", 1.0, (1.0, 12.0))?;
        Ok(Self {
            area: said.padded(area)?,
            align: said.word("align", &ALIGNS)?,
            valign: said.word("valign", &VALIGNS)?,
            line_height: said.number("line-height", 1.2, (0.5, 5.0))?,
            paragraph_space: said.number("paragraph-space", 0.5, (0.0, 10.0))?,
            indent: said.number("indent", 0.0, (0.0, 20.0))?,
            icon_size: said.number("icon-size", 1.0, (0.1, 10.0))?,
            columns: columns as u32,
            column_gap: said.length("column-gap", 3.0)?,
            exclude: said.rects("exclude")?,
            baseline: None,
            hyphens: said.language()?,
            balance: flag("wrap", "normal", "balance")?,
            markup: !flag("markup", "on", "off")?,
            agreed: said.own("size").and_then(length),
            named: id.is_some(),
            name,
            size,
            fit,
            shared,
        })
    }

    /// The smallest size allowed, in mm.
    pub fn least(&self) -> f64 {
        match self.fit {
            Fit::None => self.size,
            Fit::Shrink { least, .. } => least.min(self.size),
        }
    }
}

const ALIGNS: [(&str, Align); 4] = [
    ("start", Align::Start),
    ("center", Align::Center),
    ("end", Align::End),
    ("justify", Align::Justify),
];
const VALIGNS: [(&str, Align); 3] =
    [("top", Align::Start), ("middle", Align::Center), ("bottom", Align::End)];

/// The attributes of ours that an element has.
struct Said<'a, 'i> {
    node: Node<'a, 'i>,
}

impl<'a> Said<'a, '_> {
    fn own(&self, name: &str) -> Option<&'a str> {
        self.node.attribute((NAMESPACE, name))
    }

    /// Refuses an attribute that means nothing.
    fn known(&self) -> Result<(), String> {
        let ours = self.node.attributes().filter(|one| one.namespace() == Some(NAMESPACE));
        match ours.map(|one| one.name()).find(|name| !KNOWN.contains(name)) {
            None => Ok(()),
            Some(name) => {
                Err(format!("there is no attribute `deckle:{name}`; {}", suggest(name, KNOWN)))
            }
        }
    }

    fn area(&self, name: &str, text: &str) -> Result<Rect, String> {
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
    fn rects(&self, name: &str) -> Result<Vec<Rect>, String> {
        let text = self.own(name).unwrap_or_default();
        let parts = text.split(';').filter(|part| !part.trim().is_empty());
        parts.map(|part| self.area(name, part)).collect()
    }

    /// One to four lengths, in the order of CSS: top, right, bottom, left.
    fn padded(&self, area: Rect) -> Result<Rect, String> {
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

    fn length(&self, name: &str, default: f64) -> Result<f64, String> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = length(text).filter(|length| (0.0..=1000.0).contains(length));
        found.ok_or_else(|| format!("`deckle:{name}` is `{text}`, which is not a length in mm"))
    }

    fn number(&self, name: &str, default: f64, range: (f64, f64)) -> Result<f64, String> {
        let Some(text) = self.own(name) else { return Ok(default) };
        let found = text.trim().parse().ok();
        let found = found.filter(|number: &f64| (range.0..=range.1).contains(number));
        found.ok_or_else(|| format!("`deckle:{name}` is a number from {} to {}", range.0, range.1))
    }

    fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, String> {
        let Some(value) = self.own(name) else { return Ok(words[0].1) };
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        found.ok_or_else(|| {
            format!("`deckle:{name}` cannot be `{value}`; it is one of {}", known.join(", "))
        })
    }

    fn language(&self) -> Result<Option<Lang>, String> {
        let Some(code) = self.own("hyphens").filter(|code| *code != "none") else {
            return Ok(None);
        };
        language::by_code(code).map(Some).ok_or_else(|| {
            let known = language::codes().collect::<Vec<_>>();
            format!("`deckle:hyphens` knows no language `{code}`; {}", suggest(code, known))
        })
    }

    /// `shrink 2.2`, `deck 6pt step 0.25pt`: the fit, and whether the deck shares one size.
    fn fit(&self) -> Result<(Fit, bool), String> {
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
