//! What an element says of its box of text.

use roxmltree::Node;

use super::NAMESPACE;
use crate::diag::suggest;
use crate::geom::Rect;

/// Where lines begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Start,
    /// In the middle.
    Center,
    /// At the right.
    End,
}

impl Align {
    /// SVG's word for it.
    pub fn anchor(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Center => "middle",
            Self::End => "end",
        }
    }

    /// The part of spare room that goes before: 0, a half or 1.
    pub fn share(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Center => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A box of text as asked for; lengths in mm.
#[derive(Clone, Debug)]
pub struct TextBox {
    /// The text; a line end begins a new paragraph.
    pub text: String,
    /// The box.
    pub area: Rect,
    /// How lines stand in the box.
    pub align: Align,
    /// How the lines as a whole stand in the box.
    pub valign: Align,
    /// Distance of baselines, as a multiple of the size.
    pub line_height: f64,
    /// Families, as CSS writes them.
    pub family: String,
    /// Size wanted.
    pub size: f64,
    /// Smallest size allowed, if the text may shrink.
    pub least: Option<f64>,
    /// Weight from 1 to 1000.
    pub weight: u16,
    /// Whether it slants.
    pub italic: bool,
    /// Room added between letters at the wanted size.
    pub letter_spacing: f64,
}

impl TextBox {
    /// Reads the attributes of an element and those it inherits.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn read(node: Node<'_, '_>) -> Result<Self, String> {
        let own = |name| node.attribute((NAMESPACE, name));
        known(node)?;
        let area = numbers(own("box").unwrap_or_default());
        let [x, y, w, h] = area[..] else {
            return Err("`deckle:box` is four numbers: x, y, width and height in mm".into());
        };
        if !(w > 0.0 && h > 0.0) {
            return Err("`deckle:box` has no room".into());
        }
        let line_height = own("line-height").map_or(Ok(1.2), str::parse::<f64>);
        let size = inherited(node, "font-size").unwrap_or("3.5");
        Ok(Self {
            text: text(node),
            area: Rect { x, y, w, h },
            align: word(
                "align",
                own("align"),
                &[("start", Align::Start), ("center", Align::Center), ("end", Align::End)],
            )?,
            valign: word(
                "valign",
                own("valign"),
                &[("top", Align::Start), ("middle", Align::Center), ("bottom", Align::End)],
            )?,
            line_height: line_height
                .ok()
                .filter(|height| (0.5..=5.0).contains(height))
                .ok_or("`deckle:line-height` is a number from 0.5 to 5")?,
            family: inherited(node, "font-family").unwrap_or("Alegreya Sans").into(),
            size: positive(size)
                .ok_or_else(|| format!("the font size `{size}` is not a number of mm"))?,
            least: least(own("fit"))?,
            weight: weight(inherited(node, "font-weight")),
            italic: inherited(node, "font-style").is_some_and(|style| style != "normal"),
            letter_spacing: inherited(node, "letter-spacing")
                .and_then(|text| text.parse().ok())
                .filter(|spacing: &f64| spacing.is_finite())
                .unwrap_or(0.0),
        })
    }
}

/// Refuses an attribute of ours that means nothing.
fn known(node: Node<'_, '_>) -> Result<(), String> {
    const KNOWN: [&str; 5] = ["box", "align", "valign", "line-height", "fit"];
    let ours = node.attributes().filter(|one| one.namespace() == Some(NAMESPACE));
    match ours.map(|one| one.name()).find(|name| !KNOWN.contains(name)) {
        None => Ok(()),
        Some(name) => {
            Err(format!("there is no attribute `deckle:{name}`; {}", suggest(name, KNOWN)))
        }
    }
}

/// `fit="shrink 2.2"`: the smallest size, in mm.
fn least(fit: Option<&str>) -> Result<Option<f64>, String> {
    let Some(fit) = fit.filter(|fit| *fit != "none") else { return Ok(None) };
    let least = fit.strip_prefix("shrink").and_then(|rest| positive(rest.trim()));
    least.map(Some).ok_or_else(|| {
        format!("`deckle:fit` is `{fit}`; write `shrink 2.2`, the smallest size in mm")
    })
}

fn positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
}

fn word<T: Copy>(name: &str, value: Option<&str>, words: &[(&str, T)]) -> Result<T, String> {
    let Some(value) = value else { return Ok(words[0].1) };
    let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
    let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
    found.ok_or_else(|| {
        format!("`deckle:{name}` cannot be `{value}`; it is one of {}", known.join(", "))
    })
}

fn weight(value: Option<&str>) -> u16 {
    match value.unwrap_or("normal") {
        "normal" => 400,
        "bold" => 700,
        number => number.parse().unwrap_or(400),
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.filter_map(|part| part.parse().ok()).filter(|number: &f64| number.is_finite()).collect()
}

/// All text inside an element, without the template's own indentation.
fn text(node: Node<'_, '_>) -> String {
    let whole: String =
        node.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
    whole.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A property from the element or the nearest ancestor that sets it, as attribute or in `style`.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| {
        let styled = node.attribute("style").and_then(|style| {
            let mut parts = style.split(';').filter_map(|part| part.split_once(':'));
            parts.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
        });
        styled.or_else(|| node.attribute(name))
    })
}
