//! What runs along the sides of cells and over their middles, from tables of its own.

use super::super::deck::Context;
use super::super::lists;
use super::super::toml::Reader;
use super::cells::{check_cell, column};
use super::demands::chosen;
use super::import::ImportedLine;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Board, Line, Table};
use crate::span::{Sources, Span, Spanned};

/// Reads the `edges` and `paths` of a board.
pub fn read(
    board: &mut Board,
    reader: &Reader<'_, '_>,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) {
    for (reader, span) in reader.tables("edges", sink) {
        let Some((name, table)) = table(&reader, span, context, sources, sink) else { continue };
        let lines = edges(board, &table, &reader, sink);
        reader.finish(sink);
        add(&mut board.edges, name, lines, sink);
    }
    for (reader, span) in reader.tables("paths", sink) {
        let Some((name, table)) = table(&reader, span, context, sources, sink) else { continue };
        let lines = paths(board, &table, &reader, sources, sink);
        reader.finish(sink);
        add(&mut board.paths, name, lines, sink);
    }
}

fn table(
    reader: &Reader<'_, '_>,
    span: Span,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<(Spanned<String>, Table)> {
    let name = reader.required("name", span, sink);
    let table = lists::named(reader, "file", span, context.workspace, sources, sink);
    if name.is_none() || table.is_none() {
        reader.asked(&["cell", "cells", "side", "other", "line", "on"]);
        reader.finish(sink);
    }
    name.zip(table)
}

fn add(
    features: &mut std::collections::BTreeMap<String, Vec<Line>>,
    name: Spanned<String>,
    lines: Vec<Line>,
    sink: &mut Sink,
) {
    if features.insert(name.value.clone(), lines).is_some() {
        let message = format!("two features of the board are named `{}`", name.value);
        let help = "give each its own `name`";
        sink.push(Diagnostic::error(Code::BAD_NAME, message).at(name.span).help(help));
    }
}

/// One row per side: a cell, and the direction of its side.
fn edges(board: &Board, table: &Table, reader: &Reader<'_, '_>, sink: &mut Sink) -> Vec<Line> {
    let cell = column(
        "cell",
        &["cell", "hex", "square", "id"],
        Some(table.headers[0].span),
        table,
        reader,
        sink,
    );
    let side = column("side", &["side", "edge"], Some(table.headers[0].span), table, reader, sink);
    let other = column("other", &["other_cell", "other_hex", "other"], None, table, reader, sink);
    let line = column("line", &["line", "name"], None, table, reader, sink);
    let (Some(cell), Some(side)) = (cell, side) else { return Vec::new() };
    let layout = &board.layout;
    let mut lines = Vec::new();
    for row in &table.rows {
        let text = |column: usize| Spanned {
            value: row.cells[column].text.clone(),
            span: row.cells[column].span,
        };
        let Some(at) = check_cell(layout, &text(cell), sink) else { continue };
        let named = parts(&text(side), |_| false);
        if named.is_empty() {
            let message = "the row names no side";
            let help = "write one, or leave the row out";
            let fault = Diagnostic::error(Code::BOARD_SIDE, message);
            sink.push(fault.at(text(side).span).help(help));
        }
        // Several sides may stand in one cell: `N;NE`.
        for name in named {
            let Some(number) = layout.side(at, &name.value) else {
                let sides = layout.cells[at].sides.iter().map(|side| side.name);
                let known: Vec<_> = sides.filter(|name| !name.is_empty()).collect();
                let id = &layout.cells[at].id;
                let message = format!("the cell `{id}` has no side `{}`", name.value);
                let help = match known.is_empty() {
                    true => "the sides of such a board have no names".to_owned(),
                    false => format!("its sides are {}", known.join(", ")),
                };
                sink.push(Diagnostic::error(Code::BOARD_SIDE, message).at(name.span).help(help));
                continue;
            };
            if let Some(other) = other.map(text).filter(|other| !other.value.is_empty()) {
                check_other(board, (at, number), &other, sink);
            }
            let name = line.map(text).unwrap_or(Spanned { value: String::new(), span: row.span });
            of(&mut lines, name).sides.push((at, number));
        }
    }
    lines
}

/// Tells when a row names another cell behind a side than the one that is there.
fn check_other(
    board: &Board,
    (at, side): (usize, usize),
    other: &Spanned<String>,
    sink: &mut Sink,
) {
    let layout = &board.layout;
    let behind = layout.cells[at].sides[side].other;
    let id = |cell: usize| layout.cells[cell].id.as_str();
    if behind.is_none_or(|cell| id(cell) != other.value) {
        let name = layout.cells[at].sides[side].name;
        let there = behind.map_or("nothing".into(), |cell| format!("`{}`", id(cell)));
        let message = format!("{name} of `{}` lies {there}, and not `{}`", id(at), other.value);
        sink.push(Diagnostic::error(Code::BOARD_SIDE, message).at(other.span));
    }
}

/// The line of that name, made if it is new.
fn of(lines: &mut Vec<Line>, name: Spanned<String>) -> &mut Line {
    let at = lines.iter().position(|line| line.name == name.value).unwrap_or_else(|| {
        let (sides, routes) = (Vec::new(), Vec::new());
        lines.push(Line { name: name.value, sides, routes, at: name.span });
        lines.len() - 1
    });
    &mut lines[at]
}

/// One row per line: the cells that it runs over.
fn paths(
    board: &Board,
    table: &Table,
    reader: &Reader<'_, '_>,
    sources: &Sources,
    sink: &mut Sink,
) -> Vec<Line> {
    let cells = column(
        "cells",
        &["cells", "hexes", "squares", "path"],
        Some(table.headers[0].span),
        table,
        reader,
        sink,
    );
    let line = column("line", &["line", "name"], None, table, reader, sink);
    let allowed =
        reader.text("on", sink).and_then(|on| Some((chosen(board, &on, sources, sink)?, on)));
    let Some(cells) = cells else { return Vec::new() };
    let mut lines = Vec::new();
    for row in &table.rows {
        let text = |column: usize| Spanned {
            value: row.cells[column].text.clone(),
            span: row.cells[column].span,
        };
        let mut route: Vec<usize> = Vec::new();
        let names = parts(&text(cells), |name| board.layout.find(name).is_some());
        if names.len() < 2 {
            let message = "a path needs two cells or more";
            let help = "name every cell that the path goes through, in order, a blank between";
            let span = row.cells[cells].span;
            sink.push(Diagnostic::error(Code::BOARD_PATH, message).at(span).help(help));
        }
        for name in names {
            let Some(at) = check_cell(&board.layout, &name, sink) else { continue };
            if let Some((allowed, on)) = &allowed
                && !allowed[at]
            {
                let message = format!("the path may not enter `{}`", name.value);
                let fault = Diagnostic::error(Code::BOARD_PATH, message).at(name.span);
                sink.push(fault.also(on.span, "where it may go"));
            }
            if let Some(before) = route.last()
                && !board.layout.neighbours(*before).contains(&at)
            {
                let before = &board.layout.cells[*before].id;
                let message = format!("`{}` is no neighbour of `{before}`", name.value);
                let help = "name every cell that the path goes through, in order";
                sink.push(Diagnostic::error(Code::BOARD_PATH, message).at(name.span).help(help));
            }
            route.push(at);
        }
        let name = line.map(text).unwrap_or(Spanned { value: String::new(), span: row.span });
        of(&mut lines, name).routes.push(route);
    }
    lines
}

/// Takes over the lines of another program's file: from cell to cell over those between.
pub fn imported(board: &mut Board, lines: Vec<ImportedLine>, sink: &mut Sink) {
    for line in lines {
        let known = |name| Some((check_cell(&board.layout, name, sink)?, name));
        let cells: Vec<_> = line.cells.iter().filter_map(known).collect();
        let Some((start, first)) = cells.first() else { continue };
        let mut route = vec![*start];
        for pair in cells.windows(2) {
            let ((from, start), (to, name)) = (pair[0], pair[1]);
            let layout = &board.layout;
            let way = match line.way {
                Some(way) => {
                    let steps = way(&start.value, &name.value);
                    let steps: Option<Vec<_>> = steps.iter().map(|id| layout.find(id)).collect();
                    std::iter::once(from).chain(steps.unwrap_or_default()).collect()
                }
                None => layout.way(from, to),
            };
            if way.last() != Some(&to) {
                let message = format!("no way over the board's cells leads to `{}`", name.value);
                sink.push(Diagnostic::error(Code::BOARD_PATH, message).at(name.span));
            }
            route.extend(&way[1..]);
        }
        let name = Spanned { value: line.name, span: first.span };
        of(board.paths.entry(line.kind).or_default(), name).routes.push(route);
    }
}

/// The parts of a cell between commas and semicolons, and between blanks unless a part as it stands
/// `is_known`; each at its place.
pub fn parts(cell: &Spanned<String>, is_known: impl Fn(&str) -> bool) -> Vec<Spanned<String>> {
    let whole = cell.span.range();
    // In quotes or after escapes a part's place is not to be had by counting.
    let plain = whole.len() == cell.value.len();
    let spanned = |(start, part): (usize, &str)| {
        let start = whole.start + start;
        let range = if plain { start..start + part.len() } else { whole.clone() };
        Spanned { value: part.into(), span: Span::new(cell.span.source, range) }
    };
    let split = |(start, part): (usize, &'_ str), at: fn(char) -> bool| {
        let place = move |one: &str| one.as_ptr() as usize - part.as_ptr() as usize + start;
        let found = part.split(at).map(str::trim).filter(|one| !one.is_empty());
        found.map(|one| (place(one), one.len())).collect::<Vec<_>>()
    };
    let text = cell.value.as_str();
    let mut found = Vec::new();
    for (start, length) in split((0, text), |c| c == ';' || c == ',') {
        let one = (start, &text[start..start + length]);
        if is_known(one.1) {
            found.push(spanned(one));
            continue;
        }
        let words = split(one, char::is_whitespace);
        found.extend(words.into_iter().map(|(at, length)| spanned((at, &text[at..at + length]))));
    }
    found
}
