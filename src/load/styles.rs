//! Named styles of words: `[styles.NAME]` for the game, `[deck.styles.NAME]` over them for a deck.

use std::str::FromStr;

use ::toml::de::DeValue;

use super::toml::{Reader, Value};
use crate::diag::{Code, Diagnostic, Sink, did_you_mean};
use crate::model::{Styles, TextStyle, Theme, ThemeValue, is_name};
use crate::span::Span;

/// The styles of a deck: those of the game, and its own over them.
pub fn read(
    root: &Reader<'_, '_>,
    deck: &Reader<'_, '_>,
    theme: &Theme,
    sink: &mut Sink,
) -> Styles {
    let mut styles = Styles::new();
    for (reader, title) in [(root, "styles"), (deck, "deck.styles")] {
        let Some(table) = reader.table("styles", sink) else { continue };
        for (name, value) in table.entries() {
            let title = format!("[{title}.{}]", name.value);
            check_name(name.value, name.span, sink);
            if let Some(below) = table.below(&title, value, sink) {
                let style = styles.entry(name.value.to_owned()).or_default();
                fill(style, &below, theme, sink);
            }
        }
    }
    styles
}

/// A name is written before a colon in a text, so it is plain.
fn check_name(name: &str, span: Span, sink: &mut Sink) {
    if !is_name(name) {
        let message = format!("the style `{name}` cannot be named in a text");
        let help = "use letters, digits, `-` and `_`";
        sink.push(Diagnostic::error(Code::BAD_NAME, message).at(span).help(help));
    }
}

fn fill(style: &mut TextStyle, table: &Reader<'_, '_>, theme: &Theme, sink: &mut Sink) {
    let color = table.read("color", sink, |value, span, sink| color(value, span, theme, sink));
    let weight = table.number("weight", 1, 1000, sink);
    let (italic, ligatures) = (table.flag("italic", sink), table.flag("ligatures", sink));
    let family = table.text("family", sink);
    let mut number = |key: &'static str, least: f64, most: f64| {
        table.read(key, sink, |value, span, sink| number(key, value, span, (least, most), sink))
    };
    let (size, spacing) = (number("size", 0.2, 5.0), number("letter_spacing", -0.5, 5.0));
    table.finish(sink);
    if let Some(color) = color {
        (style.color, style.color_of) = (Some(color.value.0), color.value.1);
    }
    style.weight = weight.map(|one| one.value as u16).or(style.weight);
    style.italic = italic.or(style.italic);
    style.ligatures = ligatures.or(style.ligatures);
    if let Some(family) = family {
        style.family = Some(family.value);
        style.family_at = Some(family.span);
    }
    style.size = size.map(|one| one.value).or(style.size);
    style.letter_spacing = spacing.map(|one| one.value).or(style.letter_spacing);
}

/// A colour, or that of a name in the deck's theme, with the name.
fn color(
    value: Value<'_, '_>,
    span: Span,
    theme: &Theme,
    sink: &mut Sink,
) -> Option<(String, Option<String>)> {
    let text = super::toml::text("color", value, span, sink)?;
    let is_color = |text: &str| svgtypes::Color::from_str(text).is_ok();
    match theme.get(&text) {
        Some(ThemeValue::Text(named)) if is_color(named) => {
            return Some((named.clone(), Some(text)));
        }
        _ if is_color(&text) => return Some((text, None)),
        _ => {}
    }
    let message = format!("`color` is `{text}`, which is neither a colour nor one of the theme");
    let help = did_you_mean(&text, theme.keys().map(String::as_str));
    let help = help.unwrap_or_else(|| "write `\"#8c2f2b\"`, `\"navy\"` or a theme's name".into());
    sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
    None
}

fn number(
    key: &str,
    value: Value<'_, '_>,
    span: Span,
    (least, most): (f64, f64),
    sink: &mut Sink,
) -> Option<f64> {
    let found: Option<f64> = match value.get_ref() {
        DeValue::Integer(number) => number.as_str().parse().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    let found = found.filter(|number| (least..=most).contains(number));
    if found.is_none() {
        let message = format!("`{key}` must be a number from {least} to {most}");
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
    }
    found
}
