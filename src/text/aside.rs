//! What a box of text leaves aside of SVG and CSS, told at its value.

use roxmltree::Node;

use super::attributes::line_height;
use super::cascade::Cascade;
use super::style;
use crate::diag::Code;
use crate::findings::Finding;

/// What a box leaves aside of SVG and CSS, what says nothing there, and what to write.
const LEFT_ASIDE: [(&str, &[&str], &str); 11] = [
    (
        "word-spacing",
        &["normal", "0"],
        "blanks are those of the font; `letter-spacing` and `deckle:align=\"justify\"` make room",
    ),
    ("text-transform", &["none"], "write `{{ card.text | upper }}` in the template"),
    (
        "writing-mode",
        &["lr", "lr-tb", "horizontal-tb"],
        "turn the box by `transform=\"rotate(90 x y)\"`",
    ),
    ("textLength", &[], "`deckle:fit=\"shrink 2.2\"` makes a text fit its box"),
    ("dx", &["0"], "move the box itself, `deckle:box=\"x y width height\"`"),
    ("dy", &["0"], "move the box itself, `deckle:box=\"x y width height\"`"),
    ("rotate", &["0"], "turn the box by `transform=\"rotate(90 x y)\"`"),
    (
        "direction",
        &["ltr"],
        "a line is read as its first letter is; `deckle:align` puts it to a side",
    ),
    (
        "font-feature-settings",
        &["normal"],
        "write `small-caps`, or `font-variant-ligatures=\"none\"`",
    ),
    ("text-indent", &["0", "0px"], "write `deckle:indent=\"1.5\"`, in parts of the size"),
    ("hyphens", &["none", "manual"], "write `deckle:hyphens=\"en\"`, the language of the words"),
];

/// Tells what SVG or CSS say of a box that means nothing there.
pub fn left_aside(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Vec<Finding> {
    let told = |(name, plain, help): &(&str, &[&str], &str)| {
        let value = cascade.own(node, name).map(str::trim)?;
        if plain.contains(&value) {
            return None;
        }
        let message = format!("`{name}` means nothing on a box of text");
        let finding = Finding::warning(Code::TEXT_BOX, message).attribute(*name, value);
        Some(finding.help(*help))
    };
    let told = LEFT_ASIDE.iter().filter_map(told).chain(misread(node, cascade));
    told.chain(undrawn(node)).collect()
}

/// Tells an element inside of a box whose words the box leaves out.
fn undrawn(node: Node<'_, '_>) -> Option<Finding> {
    let tags = node.descendants().map(|one| one.tag_name().name());
    let tag = tags.into_iter().find(|tag| ["textPath", "tref"].contains(tag))?;
    let message = format!("a `<{tag}>` in a box of text is not drawn");
    let finding = Finding::warning(Code::TEXT_BOX, message).written(format!("<{tag}"));
    Some(finding.help("write it in a `<text>` of its own, without `deckle:box`"))
}

/// What a box reads itself, whether it can read a value, and what to write.
type Reading = (&'static str, fn(&str) -> bool, &'static str);

/// Words that say nothing of their own.
const NOTHING: [&str; 4] = ["inherit", "initial", "unset", "normal"];
const READ: [Reading; 6] = [
    (
        "letter-spacing",
        |value| style::spacing(value, 1.0).is_some(),
        "write a number of mm, or `0.05em`",
    ),
    (
        "line-height",
        |value| line_height(Some(value), 1.0).is_some(),
        "write a multiple of the size from 0.3 to 10, as `1.2`",
    ),
    ("font-weight", |value| style::weight(value, 400).is_some(), "write `bold`, or 1 to 1000"),
    ("font-variant", |value| ["small-caps", "none"].contains(&value), "write `small-caps`"),
    (
        "text-anchor",
        |value| ["start", "middle", "end"].contains(&value),
        "write `start`, `middle` or `end`",
    ),
    (
        "text-align",
        |value| ["start", "left", "center", "middle", "end", "right", "justify"].contains(&value),
        "write `start`, `center`, `end` or `justify`",
    ),
];

/// Tells values that a box cannot read.
fn misread<'a>(node: Node<'a, '_>, cascade: &'a Cascade<'_>) -> impl Iterator<Item = Finding> {
    READ.iter().filter_map(move |(name, can_be, help)| {
        let value = cascade.own(node, name).map(str::trim)?;
        if NOTHING.contains(&value) || can_be(value) {
            return None;
        }
        let message = format!("`{name}` of a box of text cannot be `{value}`; it is left out");
        Some(Finding::warning(Code::TEXT_BOX, message).attribute(*name, value).help(*help))
    })
}
