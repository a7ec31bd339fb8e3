//! The `[[sheet]]` tables: on which papers the decks go, and how.

use super::sizes::Known;
use super::together;
use super::toml::{Reader, Value, length};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::Mm;
use crate::model::{Backs, Deck, FlipEdge, Fold, Marks, NamedSize, Output, SheetSpec, Tile};
use crate::span::{Span, Spanned};

/// Distance from the edge of the paper that home printers leave blank, in mm.
const MARGIN: Mm = Mm(5.0);
/// The farthest that `back_offset` moves backs, in mm.
const OFFSET: f64 = 30.0;

/// Reads all sheets; without any, one for A4 and Letter.
pub fn read(
    root: &Reader<'_, '_>,
    papers: &Known,
    decks: &[Deck],
    sink: &mut Sink,
) -> Vec<SheetSpec> {
    let tables = root.tables("sheet", sink);
    let mut sheets: Vec<_> =
        tables.iter().map(|(table, span)| sheet(table, *span, papers, decks, sink)).collect();
    let shared = sheets.iter().filter(|sheet| sheet.together);
    let shared: Vec<_> = shared.flat_map(|sheet| sheet.lots(decks).concat()).collect();
    sheets.iter_mut().filter(|one| !one.together).for_each(|one| one.without.clone_from(&shared));
    if sheets.is_empty() {
        sheets.push(usual(papers));
    }
    check_files(&sheets, decks, sink);
    sheets
}

/// The sheet of a game that asks for none.
fn usual(papers: &Known) -> SheetSpec {
    SheetSpec {
        name: String::new(),
        file: None,
        decks: Vec::new(),
        without: Vec::new(),
        together: false,
        papers: default_papers(papers),
        backs: Backs::Duplex,
        flip: FlipEdge::Long,
        back_offset: (Mm(0.0), Mm(0.0)),
        marks: Some(Marks { through: false, length: Mm(3.0), offset: Mm(1.0) }),
        margin: MARGIN,
        gap: Mm(0.0),
        grid: None,
        tile: Tile::default(),
        fold: None,
        output: Output::Vector,
        span: None,
    }
}

fn default_papers(papers: &Known) -> Vec<NamedSize> {
    ["a4", "letter"].iter().filter_map(|name| papers.named(name)).collect()
}

fn sheet(
    table: &Reader<'_, '_>,
    span: Span,
    papers: &Known,
    decks: &[Deck],
    sink: &mut Sink,
) -> SheetSpec {
    let usual = usual(papers);
    let backs = [("duplex", Backs::Duplex), ("none", Backs::None)];
    let flips = [("long-edge", FlipEdge::Long), ("short-edge", FlipEdge::Short)];
    let outputs = [("vector", Output::Vector), ("raster", Output::Raster)];
    let folds = [("half", Fold::Half), ("quad", Fold::Quad)];
    let margin = table.bounded("margin", 500.0, sink);
    let sheet = SheetSpec {
        name: super::deck::file_name(table.text("name", sink), sink),
        file: Some(super::deck::file_name(table.text("file", sink), sink))
            .filter(|file| !file.is_empty()),
        decks: chosen(table, decks, sink),
        without: Vec::new(),
        together: table.flag("together", sink).unwrap_or(usual.together),
        papers: sheet_papers(table, papers, sink).unwrap_or(usual.papers),
        backs: table.choice("backs", &backs, sink).unwrap_or(usual.backs),
        flip: table.choice("flip", &flips, sink).unwrap_or(usual.flip),
        back_offset: table
            .read("back_offset", sink, |value, span, sink| {
                lengths("back_offset", value, span, sink)
                    .filter(|offset| is_small(*offset, span, sink))
            })
            .map_or(usual.back_offset, |found| found.value),
        marks: table.table("marks", sink).map_or(usual.marks, |below| marks(&below, sink)),
        margin: margin.unwrap_or(usual.margin),
        gap: table.bounded("gap", 500.0, sink).unwrap_or(usual.gap),
        grid: table.text("grid", sink).and_then(|text| grid(&text, sink)),
        tile: tile(table, margin, sink),
        fold: table.choice("fold", &folds, sink),
        output: table.choice("output", &outputs, sink).unwrap_or(usual.output),
        span: Some(span),
    };
    if sheet.together {
        together::check(&sheet, table, span, decks, sink);
    }
    table.finish(sink);
    alone(&sheet, sink);
    sheet
}

/// Tells a grid of faces of which each is to be on pages of its own.
fn alone(sheet: &SheetSpec, sink: &mut Sink) {
    let key = match sheet.fold {
        Some(_) => "fold",
        None if sheet.tile.asked => "tile",
        None => return,
    };
    if let Some((.., span)) = sheet.grid {
        let message = format!("`grid` is for many faces on a page, `{key}` for one alone");
        let help = "leave out one of them";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
    }
}

/// The decks that the sheet names; none for all.
fn chosen(table: &Reader<'_, '_>, decks: &[Deck], sink: &mut Sink) -> Vec<usize> {
    let mut chosen = Vec::new();
    for name in named(table, "decks", sink).unwrap_or_default() {
        if let Some(at) = decks.iter().position(|deck| deck.name == name.value) {
            chosen.push(at);
        } else {
            let message = format!("there is no deck `{}`", name.value);
            let help = suggest(&name.value, decks.iter().map(|deck| deck.name.as_str()));
            sink.push(Diagnostic::error(Code::UNKNOWN_DECK, message).at(name.span).help(help));
        }
    }
    chosen
}

/// The texts of a list; one that names nothing is told, as it would mean its opposite.
fn named(
    table: &Reader<'_, '_>,
    key: &'static str,
    sink: &mut Sink,
) -> Option<Vec<Spanned<String>>> {
    let names = table.texts(key, sink)?;
    if let (true, Some(value)) = (names.is_empty(), table.get(key))
        && value.get_ref().as_array().is_some_and(|all| all.is_empty())
    {
        let message = format!("`{key}` names none");
        let help = "leave it out for all that are usual";
        let fault = Diagnostic::error(Code::BAD_VALUE, message);
        sink.push(fault.at(table.span(value)).help(help));
    }
    Some(names)
}

fn sheet_papers(table: &Reader<'_, '_>, papers: &Known, sink: &mut Sink) -> Option<Vec<NamedSize>> {
    let names = named(table, "paper", sink)?;
    Some(names.iter().filter_map(|name| papers.parse(&name.value, name.span, sink)).collect())
}

/// The styles of marks, and whether they go through the block.
const STYLES: [(&str, Option<bool>); 3] =
    [("crop", Some(false)), ("lines", Some(true)), ("none", None)];

/// `marks = { style = "crop", length = "3 mm", offset = "1 mm" }`.
fn marks(table: &Reader<'_, '_>, sink: &mut Sink) -> Option<Marks> {
    let style = table.choice("style", &STYLES, sink).unwrap_or(Some(false));
    let length = table.bounded("length", 500.0, sink).unwrap_or(Mm(3.0));
    let offset = table.bounded("offset", 500.0, sink).unwrap_or(Mm(1.0));
    table.finish(sink);
    style.map(|through| Marks { through, length, offset })
}

/// `tile = { overlap = "10 mm", orientation = "portrait" }`, or `tile = true`.
fn tile(table: &Reader<'_, '_>, margin: Option<Mm>, sink: &mut Sink) -> Tile {
    let usual = Tile::default();
    let usual = Tile { margin: margin.unwrap_or(usual.margin), ..usual };
    if table.get("tile").is_some_and(|value| value.get_ref().as_bool().is_some()) {
        return Tile { asked: table.flag("tile", sink).unwrap_or(false), ..usual };
    }
    let Some(below) = table.table("tile", sink) else { return usual };
    let ways = [("portrait", false), ("landscape", true)];
    let tile = Tile {
        asked: true,
        overlap: below.bounded("overlap", 200.0, sink).unwrap_or(usual.overlap),
        landscape: below.choice("orientation", &ways, sink),
        ..usual
    };
    below.finish(sink);
    tile
}

/// Whether backs moved so far are still behind their fronts, as no printer is off by more.
fn is_small((right, down): (Mm, Mm), span: Span, sink: &mut Sink) -> bool {
    let is_small = [right, down].iter().all(|one| one.0.abs() <= OFFSET);
    if !is_small {
        let message = format!("`back_offset` moves backs by more than {OFFSET} mm");
        let help = "it corrects a printer; `deckle calibrate` makes a sheet that tells by how much";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
    }
    is_small
}

/// `["1.5 mm", "-0.8 mm"]`: to the right and down; of the back of a sheet, as it is looked at.
pub fn lengths(key: &str, value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<(Mm, Mm)> {
    let pair = value.get_ref().as_array().filter(|pair| pair.len() == 2);
    let Some(pair) = pair else {
        let message = format!("`{key}` is a pair of lengths");
        let help = "write `[\"1.5 mm\", \"-0.8 mm\"]`: to the right, and down";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
        return None;
    };
    let mut read =
        |value: Value<'_, '_>| length(key, value, Span::new(span.source, value.span()), sink);
    let (right, down) = (read(&pair[0]), read(&pair[1]));
    right.zip(down)
}

/// `grid = "3 x 3"`: columns and rows.
fn grid(text: &Spanned<String>, sink: &mut Sink) -> Option<(u32, u32, Span)> {
    pair("grid", text, sink).map(|(columns, rows)| (columns, rows, text.span))
}

/// Columns and rows, as `3 x 3`, of the key `key`.
pub fn pair(key: &str, text: &Spanned<String>, sink: &mut Sink) -> Option<(u32, u32)> {
    let count = |text: &str| text.trim().parse().ok().filter(|count| (1..=100).contains(count));
    let pair = text.value.split_once(['x', '×']).and_then(|(w, h)| count(w).zip(count(h)));
    if pair.is_none() {
        let message = format!("`{key}` is `{}`, which is not columns and rows", text.value);
        sink.push(
            Diagnostic::error(Code::BAD_VALUE, message).at(text.span).help("write `\"3 x 3\"`"),
        );
    }
    pair
}

/// Tells when a file would be written twice.
fn check_files(sheets: &[SheetSpec], decks: &[Deck], sink: &mut Sink) {
    let names: std::collections::BTreeSet<_> = decks.iter().map(|deck| &deck.name).collect();
    if names.len() < decks.len() {
        // Told already, as decks of one name.
        return;
    }
    let mut seen = std::collections::BTreeMap::new();
    for (number, sheet) in sheets.iter().enumerate() {
        for (lot, paper) in sheet.files(decks) {
            let file = sheet.path(&lot, decks, paper);
            let Some(other) = seen.insert(file.clone(), number) else { continue };
            let (message, help) = if other == number && sheet.file.is_some() {
                let help = "a `file` is for one deck on one paper; leave it out for more";
                (format!("`{file}` would be written twice"), help)
            } else if other == number {
                (format!("`{file}` would be written twice"), "name each paper once")
            } else {
                (format!("two sheets write `{file}`"), "give one of them a `name`")
            };
            let fault = Diagnostic::error(Code::SAME_FILE, message).help(help);
            sink.push(match sheet.span {
                Some(span) => fault.at(span),
                None => fault,
            });
        }
    }
}
