//! The places of a graph, one a row, and the links between them.

use super::super::toml::Reader;
use super::cells::{IDS, column};
use crate::board::{Graph, Point};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::{Size, parse_length};
use crate::model::{Cell, Table};
use crate::span::Span;

/// Reads the places: a name, `x` and `y` in millimetres, and in `links` the names of others.
///
/// Gives the graph and the width and height that its places take.
pub fn read(
    table: &Table,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<(Graph, Size)> {
    if table.headers.is_empty() {
        let message = "a graph needs a table of its places";
        let help = "write `cells = \"places.csv\"`, with the columns id, x, y and links";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
        return None;
    }
    let id = column("id", &IDS, Some(span), table, reader, sink);
    let x = column("x", &["x"], Some(span), table, reader, sink);
    let y = column("y", &["y"], Some(span), table, reader, sink);
    let links = column("links", &["links", "leads_to"], None, table, reader, sink);
    let (id, x, y) = (id?, x?, y?);
    let mut graph = Graph::default();
    for row in &table.rows {
        let place = Point { x: place(&row.cells[x], sink), y: place(&row.cells[y], sink) };
        graph.places.push((row.cells[id].text.clone(), place));
    }
    let extent = graph.places.iter().fold(Size::default(), |size, (_, place)| Size {
        w: size.w.max(place.x),
        h: size.h.max(place.y),
    });
    for (at, row) in table.rows.iter().enumerate() {
        let Some(links) = links.map(|links| &row.cells[links]) else { continue };
        for name in names(&links.text) {
            match graph.places.iter().position(|(id, _)| id == name) {
                Some(other) => graph.links.push((at, other)),
                None => {
                    let message = format!("there is no place `{name}`");
                    let help = suggest(name, graph.places.iter().map(|(id, _)| id.as_str()));
                    let fault = Diagnostic::error(Code::BOARD_CELL, message);
                    sink.push(fault.at(links.span).help(help));
                }
            }
        }
    }
    Some((graph, extent))
}

/// The names in a cell: between semicolons and commas if there are any, else between blanks.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let listed = text.contains([';', ',']);
    let is_between = move |c: char| if listed { c == ';' || c == ',' } else { c.is_whitespace() };
    text.split(is_between).map(str::trim).filter(|name| !name.is_empty())
}

/// A number of millimetres, or a length with its unit, from the field's top left corner.
fn place(cell: &Cell, sink: &mut Sink) -> f64 {
    let bare = cell.text.parse::<f64>().ok();
    let found = bare.or_else(|| parse_length(&cell.text).ok().map(|length| length.0));
    found.filter(|place| (0.0..=2000.0).contains(place)).unwrap_or_else(|| {
        let message = format!("`{}` is no place from 0 to 2000 mm", cell.text);
        let help = "write millimetres from the field's top left corner, or a length with its unit";
        sink.push(Diagnostic::error(Code::BAD_LENGTH, message).at(cell.span).help(help));
        0.0
    })
}
