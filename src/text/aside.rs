//! What a box of text leaves aside of SVG and CSS, told at its value.

use roxmltree::Node;

use super::attributes::line_height;
use super::cascade::Cascade;
use super::style;
use crate::diag::Code;
use crate::findings::Finding;

const MOVE: &str = "move the box itself, `deckle:box=\"x y width height\"`";
const UPRIGHT: &str = "`deckle:valign=\"middle\"` puts the lines to the middle of the box";
const READ_AS: &str = "a line is read as its first letter is; `deckle:align` puts it to a side";
const TURN: &str = "turn the box by `transform=\"rotate(90 x y)\"`";
const CAPITALS: &str = "write `small-caps`, or `font-variant-ligatures=\"none\"`";
const BREAKS: &str = "lines break by the rules of Unicode; a no-break space holds words together";

/// What a box leaves aside of SVG and CSS, what says nothing there, and what to write.
const LEFT_ASIDE: [(&str, &[&str], &str); 40] = [
    (
        "word-spacing",
        &["normal", "0"],
        "blanks are those of the font; `letter-spacing` and `deckle:align=\"justify\"` make room",
    ),
    ("text-transform", &["none"], "write `{{ card.text | upper }}` in the template"),
    ("writing-mode", &["lr", "lr-tb", "horizontal-tb"], TURN),
    ("textLength", &[], "`deckle:fit=\"shrink 2.2\"` makes a text fit its box"),
    ("dx", &["0"], MOVE),
    ("dy", &["0"], MOVE),
    ("rotate", &["0"], TURN),
    ("glyph-orientation-horizontal", &["0"], TURN),
    ("glyph-orientation-vertical", &["auto", "0"], TURN),
    ("text-orientation", &["mixed"], TURN),
    ("baseline-shift", &["baseline", "0"], MOVE),
    ("alignment-baseline", &["auto", "baseline", "alphabetic"], UPRIGHT),
    ("dominant-baseline", &["auto", "alphabetic"], UPRIGHT),
    ("vertical-align", &["baseline"], UPRIGHT),
    ("direction", &["ltr"], READ_AS),
    ("unicode-bidi", &["normal"], READ_AS),
    ("font-feature-settings", &["normal"], CAPITALS),
    ("font-variant-alternates", &["normal"], CAPITALS),
    ("font-variant-caps", &["normal"], CAPITALS),
    ("font-variant-east-asian", &["normal"], CAPITALS),
    ("font-variant-numeric", &["normal"], CAPITALS),
    ("font-variant-position", &["normal"], CAPITALS),
    ("font-stretch", &["normal", "100%"], "name a narrow family, as `Barlow Condensed`"),
    ("font-size-adjust", &["none"], "the size is `font-size`"),
    ("font-kerning", &["auto", "normal"], "write `letter-spacing`"),
    ("text-indent", &["0", "0px"], "write `deckle:indent=\"1.5\"`, in parts of the size"),
    ("text-align-last", &["auto"], "write `deckle:align`"),
    ("text-justify", &["auto"], "write `deckle:align`"),
    ("text-wrap", &["wrap"], "write `deckle:wrap=\"balance\"`"),
    ("white-space", &["normal", "pre", "pre-line", "pre-wrap", "break-spaces"], BREAKS),
    ("word-break", &["normal"], BREAKS),
    ("overflow-wrap", &["normal"], BREAKS),
    ("line-break", &["auto"], BREAKS),
    ("hyphens", &["none", "manual"], "write `deckle:hyphens=\"en\"`, the language of the words"),
    ("text-overflow", &["clip"], "`deckle:fit=\"shrink 2.2\"` makes a text fit its box"),
    ("text-shadow", &["none"], "draw the text twice, or write `filter`"),
    ("text-emphasis", &["none"], "write `**bold**` or `*italic*`"),
    ("columns", &["auto"], "write `deckle:columns=\"2\"`"),
    ("column-count", &["auto", "1"], "write `deckle:columns=\"2\"`"),
    ("padding", &["0", "0px"], "write `deckle:padding=\"1\"`, in mm"),
];

/// Tells what SVG or CSS say of a box that means nothing there.
pub fn left_aside(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Vec<Finding> {
    let spans = node.descendants().filter(|one| one.tag_name().name() == "tspan");
    let told = std::iter::once(node).chain(spans).flat_map(|one| aside(one, node, cascade));
    told.chain(misread(node, cascade)).chain(undrawn(node)).collect()
}

/// The same of the box or of a span in it.
fn aside<'a>(
    one: Node<'a, '_>,
    node: Node<'_, '_>,
    cascade: &'a Cascade<'_>,
) -> impl Iterator<Item = Finding> {
    let place = if one == node { "on" } else { "in" };
    LEFT_ASIDE.iter().filter_map(move |(name, plain, help)| {
        let value = cascade.own(one, name).map(str::trim)?;
        if plain.contains(&value) {
            return None;
        }
        let message = format!("`{name}` means nothing {place} a box of text");
        let finding = Finding::warning(Code::TEXT_BOX, message).attribute(*name, value);
        Some(finding.help(*help))
    })
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
const READ: [Reading; 7] = [
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
    ("font-variant-ligatures", |value| value == "none", "write `none`"),
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
