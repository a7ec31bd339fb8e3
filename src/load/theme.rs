//! Themes: named colours, fonts and lengths that templates use instead of literals.

use std::collections::{BTreeMap, BTreeSet};

use ::toml::de::DeValue;
use svgtypes::Paint;

use super::toml::{Reader, Value};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::parse_length;
use crate::model::{Cell, Row, Table, Theme, ThemeValue, alias};
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

/// The key of a deck's own theme that names another, whose values it starts from.
const BASED_ON: &str = "extends";
/// What a column's name begins with that sets a value of the theme for each row.
const PREFIX: &str = "theme.";

/// Reads `[theme]`, what all decks share, and `[themes.NAME]`, what a deck may choose.
pub struct Themes {
    shared: Theme,
    named: BTreeMap<String, Theme>,
    /// What templates and styles ask of a theme.
    asked: BTreeSet<String>,
}

impl Themes {
    /// Reads both tables of the manifest; `texts` are those of the templates and of the manifest.
    pub fn read<'s>(
        root: &Reader<'_, '_>,
        texts: impl Iterator<Item = &'s str>,
        sink: &mut Sink,
    ) -> Self {
        let asked = texts.flat_map(asked).collect();
        let mut shared: Theme = BASE
            .iter()
            .map(|(name, value)| ((*name).into(), ThemeValue::Text((*value).into())))
            .collect();
        if let Some(table) = root.table("theme", sink) {
            fill(&mut shared, table.entries(), &table, sink);
        }
        let mut named = BTreeMap::new();
        let table = root.table("themes", sink);
        for (name, value) in table.iter().flat_map(Reader::entries) {
            let title = format!("[themes.{}]", name.value);
            let below = table.as_ref().and_then(|table| table.below(&title, value, sink));
            if let Some(below) = below {
                let mut theme = shared.clone();
                fill(&mut theme, below.entries(), &below, sink);
                check_names(below.entries(), &shared, &asked, sink);
                named.insert(name.value.to_owned(), theme);
            }
        }
        Self { shared, named, asked }
    }

    /// The theme that a deck asks for by name or as a table of its own values, or what all share.
    pub fn choose(&self, reader: &Reader<'_, '_>, sink: &mut Sink) -> Theme {
        let Some(value) = reader.get("theme") else { return self.shared.clone() };
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            return self.named(reader.text("theme", sink), sink);
        }
        let Some(table) = reader.table("theme", sink) else { return self.shared.clone() };
        let mut theme = self.named(table.text(BASED_ON, sink), sink);
        let own: Vec<_> = table.entries().filter(|(name, _)| name.value != BASED_ON).collect();
        let own = own.into_iter();
        check_names(own.clone(), &theme, &self.asked, sink);
        fill(&mut theme, own, &table, sink);
        theme
    }

    fn named(&self, name: Option<Spanned<String>>, sink: &mut Sink) -> Theme {
        let Some(name) = name else { return self.shared.clone() };
        self.named.get(&name.value).cloned().unwrap_or_else(|| {
            let message = format!("there is no theme `{}`", name.value);
            let help = suggest(&name.value, self.named.keys().map(String::as_str));
            sink.push(Diagnostic::error(Code::UNKNOWN_THEME, message).at(name.span).help(help));
            self.shared.clone()
        })
    }
}

/// Puts entries of `table` over what `theme` holds.
fn fill<'t, 'i: 't>(
    theme: &mut Theme,
    entries: impl Iterator<Item = (Spanned<&'t str>, Value<'t, 'i>)>,
    table: &Reader<'t, 'i>,
    sink: &mut Sink,
) {
    for (name, value) in entries {
        let read = match value.get_ref() {
            DeValue::String(text) => Some(match parse_length(text) {
                Ok(length) => ThemeValue::Length(length),
                Err(_) => ThemeValue::Text(text.to_string()),
            }),
            DeValue::Integer(number) => number.as_str().parse().ok().map(ThemeValue::Number),
            DeValue::Float(number) => number.as_str().parse().ok().map(ThemeValue::Number),
            _ => None,
        };
        let wrong = match &read {
            None => Some("a text or a number"),
            Some(value) => theme.get(name.value).and_then(|usual| misfit(value, usual)),
        };
        if let Some(wanted) = wrong {
            let message = format!("the theme's `{}` must be {wanted}", name.value);
            sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(table.span(value)));
        } else if let Some(value) = read {
            theme.insert(name.value.to_owned(), value);
        }
    }
}

/// What a value should be to stand in the place of the usual one, if it is not.
fn misfit(value: &ThemeValue, usual: &ThemeValue) -> Option<&'static str> {
    match (usual, value) {
        (ThemeValue::Text(usual), ThemeValue::Text(text)) if is_color(usual) => {
            Paint::from_str(text).is_err().then_some(COLOR)
        }
        (ThemeValue::Text(usual), _) if is_color(usual) => Some(COLOR),
        (ThemeValue::Text(_), _)
        | (ThemeValue::Length(_), ThemeValue::Length(_) | ThemeValue::Number(_))
        | (ThemeValue::Number(_), ThemeValue::Number(_) | ThemeValue::Length(_)) => None,
        (ThemeValue::Length(_), _) => Some("a length, such as `\"3 mm\"`"),
        (ThemeValue::Number(_), _) => Some("a number"),
    }
}

/// What colours are, for messages.
const COLOR: &str = "a colour: `#8c2f2b`, `navy`, `rgb(140, 47, 43)`";

/// Whether a value is a colour that is written so that it can be nothing else.
fn is_color(text: &str) -> bool {
    let starts = ["#", "rgb", "hsl"].iter().any(|start| text.starts_with(start));
    starts && Paint::from_str(text).is_ok()
}

/// The names that a text asks of a theme: behind `theme.`, or alone in quotes as in styles.
fn asked(text: &str) -> impl Iterator<Item = String> + '_ {
    let of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let begin =
        move |rest: &str| rest[..rest.find(|c| !of_name(c)).unwrap_or(rest.len())].to_owned();
    let dotted = text.split(PREFIX).skip(1).map(begin);
    let quoted = text.split(['"', '\'']).skip(1).step_by(2);
    dotted.chain(quoted.filter(move |name| name.chars().all(of_name)).map(str::to_owned))
}

/// Tells names that neither the theme has, which others start from, nor any template asks for.
fn check_names<'t, 'i: 't>(
    entries: impl Iterator<Item = (Spanned<&'t str>, Value<'t, 'i>)>,
    theme: &Theme,
    asked: &BTreeSet<String>,
    sink: &mut Sink,
) {
    let is_known = |name: &str| theme.contains_key(name) || asked.contains(name);
    for (name, _) in entries.filter(|(name, _)| !is_known(name.value)) {
        sink.push(unknown(name.value, theme).at(name.span));
    }
}

/// What is told of a name that the theme does not have.
fn unknown(name: &str, theme: &Theme) -> Diagnostic {
    let help = suggest(name, theme.keys().map(String::as_str));
    Diagnostic::error(Code::THEME_VALUE, format!("the theme has no value `{name}`"))
        .help(help)
        .help(format!("or add `{name}` to [theme] in the manifest"))
}

/// A column that sets a value of the theme for each row.
pub struct Override {
    column: usize,
    name: String,
}

/// The columns of `table` that set a value of `theme`; one that sets no value of it is told.
pub fn overrides(table: &Table, theme: &Theme, sink: &mut Sink) -> Vec<Override> {
    let mut found = Vec::new();
    for (column, header) in table.headers.iter().enumerate() {
        // Capitals, blanks and punctuation count no more than in other headers.
        let same = |name: &&String| {
            header.alias.is_some() && header.alias == alias(&format!("{PREFIX}{name}"))
        };
        let exact = header.name.strip_prefix(PREFIX).and_then(|name| theme.get_key_value(name));
        if let Some(name) = exact.map(|(name, _)| name).or_else(|| theme.keys().find(same)) {
            found.push(Override { column, name: name.clone() });
        } else if header.name.to_lowercase().starts_with(PREFIX) {
            let name = header.name.get(PREFIX.len()..).unwrap_or_default();
            sink.push(unknown(name, theme).at(header.span));
        }
    }
    found
}

/// What a row sets of the theme: its cells in those columns that are not empty.
pub fn set(row: &Row, columns: &[Override], theme: &Theme, sink: &mut Sink) -> Theme {
    let mut set = Theme::new();
    for Override { column, name } in columns {
        let cell = &row.cells[*column];
        if !cell.text.is_empty()
            && let Some(value) = value(cell, &theme[name], sink)
        {
            set.insert(name.clone(), value);
        }
    }
    set
}

/// A cell as a value of the same kind as the one that it takes the place of.
fn value(cell: &Cell, usual: &ThemeValue, sink: &mut Sink) -> Option<ThemeValue> {
    let text = &cell.text;
    let (message, help) = match usual {
        ThemeValue::Text(usual) if !is_color(usual) || Paint::from_str(text).is_ok() => {
            return Some(ThemeValue::Text(text.clone()));
        }
        ThemeValue::Text(_) => (format!("`{text}` is not a colour"), format!("write {COLOR}")),
        ThemeValue::Length(_) => match parse_length(text) {
            Ok(length) => return Some(ThemeValue::Length(length)),
            Err(error) => (format!("`{text}` is not a length"), error.help(text)),
        },
        ThemeValue::Number(_) => match text.parse::<f64>().ok().filter(|one| one.is_finite()) {
            Some(number) => return Some(ThemeValue::Number(number)),
            None => (format!("`{text}` is not a number"), "the theme has a number there".into()),
        },
    };
    sink.push(Diagnostic::error(Code::THEME_VALUE, message).at(cell.span).help(help));
    None
}
