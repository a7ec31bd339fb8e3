//! Themes: named colours, fonts and lengths that templates use instead of literals.

use std::collections::BTreeMap;

use ::toml::de::DeValue;

use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::parse_length;
use crate::model::{Theme, ThemeValue};
use crate::span::Spanned;

/// The values that every theme starts from, so that the starter templates always find theirs.
const BASE: &[(&str, &str)] = &[
    ("paper", "#fbf7ec"),
    ("ink", "#1d1b18"),
    ("accent", "#8c2f2b"),
    ("muted", "#6d6658"),
    ("line", "#c9bfa6"),
    ("title_font", "Barlow Condensed"),
    ("title_weight", "700"),
    ("body_font", "Alegreya Sans"),
];

/// Reads `[theme]`, what all decks share, and `[themes.NAME]`, what a deck may choose.
pub struct Themes {
    shared: Theme,
    named: BTreeMap<String, Theme>,
}

impl Themes {
    /// Reads both tables of the manifest.
    pub fn read(root: &Reader<'_, '_>, sink: &mut Sink) -> Self {
        let mut shared: Theme = BASE
            .iter()
            .map(|(name, value)| ((*name).into(), ThemeValue::Text((*value).into())))
            .collect();
        if let Some(table) = root.table("theme", sink) {
            fill(&mut shared, &table, sink);
        }
        let mut named = BTreeMap::new();
        let table = root.table("themes", sink);
        for (name, value) in table.iter().flat_map(Reader::entries) {
            let title = format!("[themes.{}]", name.value);
            let below = table.as_ref().and_then(|table| table.below(&title, value, sink));
            if let Some(below) = below {
                let mut theme = shared.clone();
                fill(&mut theme, &below, sink);
                named.insert(name.value.to_owned(), theme);
            }
        }
        Self { shared, named }
    }

    /// The theme that a deck asks for, or what all share.
    pub fn choose(&self, name: Option<Spanned<String>>, sink: &mut Sink) -> Theme {
        let Some(name) = name else { return self.shared.clone() };
        self.named.get(&name.value).cloned().unwrap_or_else(|| {
            let message = format!("there is no theme `{}`", name.value);
            let help = suggest(&name.value, self.named.keys().map(String::as_str));
            sink.push(Diagnostic::error(Code::UNKNOWN_THEME, message).at(name.span).help(help));
            self.shared.clone()
        })
    }
}

/// Puts the entries of `table` over what `theme` holds.
fn fill(theme: &mut Theme, table: &Reader<'_, '_>, sink: &mut Sink) {
    for (name, value) in table.entries() {
        let read = match value.get_ref() {
            DeValue::String(text) => Some(match parse_length(text) {
                Ok(length) => ThemeValue::Length(length),
                Err(_) => ThemeValue::Text(text.to_string()),
            }),
            DeValue::Integer(number) => number.as_str().parse().ok().map(ThemeValue::Number),
            DeValue::Float(number) => number.as_str().parse().ok().map(ThemeValue::Number),
            _ => None,
        };
        if let Some(value) = read {
            theme.insert(name.value.to_owned(), value);
        } else {
            let message = format!("the theme's `{}` must be a text or a number", name.value);
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value)));
        }
    }
}
