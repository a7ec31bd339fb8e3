//! Draws messages: for people with the lines they are about, for programs as JSON.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::say;
use crate::diag::{Diagnostic, Label, Severity};
use crate::span::{Located, SourceId, Sources, floor_char};

/// A message for people.
pub fn human(one: &Diagnostic, sources: &Sources) -> String {
    let level = match one.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group =
        Group::with_title(level.primary_title(one.message.as_str()).id(one.code.name()));
    for (source, labels) in by_source(one) {
        let file = sources.get(source);
        let mut snippet =
            Snippet::source(&*file.text).path(path(source, &labels, sources)).line_start(1);
        for (label, primary) in labels {
            let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mut annotation = kind.span(span(label, &file.text));
            if !label.text.is_empty() {
                annotation = annotation.label(label.text.as_str());
            }
            snippet = snippet.annotation(annotation);
        }
        group = group.element(snippet);
    }
    for help in &one.helps {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if say::in_colour() { Renderer::styled() } else { Renderer::plain() };
    let width = std::io::stderr().is_terminal().then(say::width).flatten();
    let renderer = width.map_or(renderer.clone(), |width| renderer.term_width(width));
    let drawn = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
    one.place.iter().chain(&one.others).fold(drawn, |drawn, label| by_cell(drawn, label, sources))
}

/// What stands before line and column above the lines of `source`.
fn path(source: SourceId, labels: &[(&Label, bool)], sources: &Sources) -> String {
    let cell = labels.first().and_then(|(label, _)| sources.cell(label.span));
    let path = &sources.get(source).path;
    cell.map_or_else(|| path.clone(), |cell| format!("{path}!{cell}"))
}

/// A cell needs no line and column, which the renderer writes behind it.
fn by_cell(drawn: String, label: &Label, sources: &Sources) -> String {
    if sources.cell(label.span).is_none() {
        return drawn;
    }
    let (shown, (line, column)) = (sources.shown(label.span), sources.in_text(label.span));
    drawn.replace(&format!("{shown}:{line}:{column}"), &shown)
}

/// The labels of each file, the file of the fault itself first.
fn by_source(one: &Diagnostic) -> Vec<(SourceId, Vec<(&Label, bool)>)> {
    let first = one.place.iter().map(|label| (label, true));
    let labels = first.chain(one.others.iter().map(|label| (label, false)));
    let mut order = Vec::new();
    let mut map: BTreeMap<SourceId, Vec<(&Label, bool)>> = BTreeMap::new();
    for (label, primary) in labels {
        if !map.contains_key(&label.span.source) {
            order.push(label.span.source);
        }
        map.entry(label.span.source).or_default().push((label, primary));
    }
    order.into_iter().filter_map(|source| Some((source, map.remove(&source)?))).collect()
}

/// A label's range, on character boundaries, cut at the end of its first line.
fn span(label: &Label, text: &str) -> std::ops::Range<usize> {
    let range = label.span.range();
    let start = floor_char(text, range.start);
    let end = floor_char(text, range.end).max(start);
    let line = text[start..end].find('\n').map_or(end, |at| start + at);
    start..line
}

#[derive(Serialize)]
struct Json<'a> {
    severity: &'static str,
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Option<Located<'a>>,
    related: Vec<Related<'a>>,
    help: &'a [String],
}

#[derive(Serialize)]
struct Related<'a> {
    #[serde(flatten)]
    place: Located<'a>,
    message: &'a str,
}

/// A message for programs: one line of JSON.
pub fn json(one: &Diagnostic, sources: &Sources) -> String {
    let related = one
        .others
        .iter()
        .map(|label| Related { place: sources.place(label.span), message: &label.text });
    let json = Json {
        severity: if one.severity == Severity::Error { "error" } else { "warning" },
        code: one.code.name(),
        message: &one.message,
        place: one.place.as_ref().map(|label| sources.place(label.span)),
        related: related.collect(),
        help: &one.helps,
    };
    serde_json::to_string(&json).unwrap_or_default()
}
