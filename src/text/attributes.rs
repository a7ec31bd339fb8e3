//! What an element says of its box of text.

use roxmltree::Node;

use super::cascade::{Cascade, length};
use super::language::Lang;
use super::said::{Said, wrong};
use crate::findings::Finding;
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

impl TextBox {
    /// Reads the attributes of the box with this number on its face, and those it inherits.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(node: Node<'_, '_>, number: usize, cascade: &Cascade<'_>) -> Result<Self, Finding> {
        let said = Said { node };
        said.known()?;
        let (name, named) = name(node, number);
        let area = said.padded(said.whole()?)?;
        let size = size(node, cascade)?;
        let (fit, deck) = said.fit(size)?;
        let group = said.own("group").map(str::to_owned);
        let shared = match (deck, group) {
            (true, group) => Shared::Deck(group.unwrap_or_else(|| name.clone())),
            (false, Some(group)) => Shared::Card(group),
            (false, None) => Shared::No,
        };
        let flag = |name, off, on| said.word(name, &[(off, false), (on, true)]);
        let (columns, column_gap) = said.columns(area.w)?;
        Ok(Self {
            area,
            align: match said.own("align") {
                Some(_) => said.word("align", &ALIGNS)?,
                None => aligned(node, cascade),
            },
            valign: said.word("valign", &VALIGNS)?,
            line_height: said.number(
                "line-height",
                line_height(cascade.own(node, "line-height"), size).unwrap_or(1.2),
                (0.5, 5.0),
            )?,
            paragraph_space: said.number("paragraph-space", 0.5, (0.0, 10.0))?,
            indent: said.number("indent", 0.0, (0.0, 20.0))?,
            icon_size: said.number("icon-size", 1.0, (0.1, 10.0))?,
            columns,
            column_gap,
            exclude: said.rects("exclude")?,
            baseline: None,
            hyphens: said.language()?,
            balance: flag("wrap", "normal", "balance")?,
            markup: !flag("markup", "on", "off")?,
            agreed: said.own("size").and_then(length),
            named,
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

/// Where lines begin by SVG's own words.
fn aligned(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Align {
    align(cascade.own(node, "text-align").or(cascade.own(node, "text-anchor")))
}

/// Where lines begin, as `text-align` or `text-anchor` say.
pub fn align(said: Option<&str>) -> Align {
    match said.map(str::trim) {
        Some("center" | "middle") => Align::Center,
        Some("end" | "right") => Align::End,
        Some("justify") => Align::Justify,
        _ => Align::Start,
    }
}

/// The distance of baselines as a multiple of the size, as CSS says it.
pub fn line_height(said: Option<&str>, size: f64) -> Option<f64> {
    let text = said?.trim();
    let factor = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok().map(|percent| percent / 100.0),
        None => text.parse().ok().or_else(|| length(text).map(|height| height / size)),
    };
    factor.filter(|factor| (0.3..=10.0).contains(factor))
}

/// What a box is called, and whether it is its id.
pub fn name(node: Node<'_, '_>, number: usize) -> (String, bool) {
    let id = node.attribute("id").filter(|id| !id.trim().is_empty());
    (id.map_or_else(|| format!("text {number}"), str::to_owned), id.is_some())
}

/// The size in mm that is asked for.
///
/// # Errors
/// What is no size.
pub fn size(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Result<f64, Finding> {
    cascade.font_size(node, 3.5).map_err(|size| {
        let why = format!("the font size `{size}` is not a size; write a number of mm, or `10pt`");
        wrong(why, "font-size", Some(size))
    })
}
