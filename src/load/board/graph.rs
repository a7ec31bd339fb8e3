//! The places of a graph, one a row, and the links between them.

use std::collections::HashMap;

use super::super::toml::Reader;
use super::areas;
use super::cells::{IDS, column};
use super::features::parts;
use crate::board::{self, Graph, Place, Point};
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::{Size, parse_length};
use crate::model::{Cell, Table};
use crate::span::{Span, Spanned};

/// Reads the places: a name, `x` and `y` in millimetres or the corners of an `area`, and in `links`
/// the names of others.
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
        let help = "write `cells = \"places.csv\"`, with the columns id, x, y (or area) and links";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
        return None;
    }
    let id = column("id", &IDS, Some(span), table, reader, sink);
    let area = column("area", &["area"], None, table, reader, sink);
    // An area has a middle of its own.
    let needed = if area.is_some() { None } else { Some(span) };
    let x = column("x", &["x"], needed, table, reader, sink);
    let y = column("y", &["y"], needed, table, reader, sink);
    let links = column("links", &["links", "leads_to"], None, table, reader, sink);
    if area.is_none() {
        x?;
        y?;
    }
    let (id, point) = (id?, x.zip(y));
    let mut graph = Graph::default();
    for row in &table.rows {
        let area = area.map_or_else(Vec::new, |area| areas::read(&row.cells[area], sink));
        let mut place = |(x, y): (usize, usize)| Point {
            x: place(&row.cells[x], sink),
            y: place(&row.cells[y], sink),
        };
        let is_given = |(x, y): &(usize, usize)| {
            area.is_empty() || !row.cells[*x].text.is_empty() || !row.cells[*y].text.is_empty()
        };
        let at = match point.filter(is_given) {
            Some(point) => place(point),
            None if area.is_empty() => Point::default(),
            None => board::middle(&area),
        };
        graph.places.push(Place { id: row.cells[id].text.clone(), at, area });
    }
    areas::check(&graph, table, area, sink);
    spots(&graph, table, id, sink);
    if let Some(links) = links {
        link(&mut graph, table, links, sink);
    }
    let extent = graph.places.iter().fold(Size::default(), extent);
    Some((graph, extent))
}

/// A size that holds a place, too.
fn extent(size: Size, place: &Place) -> Size {
    let corners = place.area.iter().map(|(x, y)| (f64::from(*x) / 1000.0, f64::from(*y) / 1000.0));
    let all = std::iter::once((place.at.x, place.at.y)).chain(corners);
    all.fold(size, |size, (x, y)| Size { w: size.w.max(x), h: size.h.max(y) })
}

/// Tells places that lie on one spot, so that one hides the other.
fn spots(graph: &Graph, table: &Table, id: usize, sink: &mut Sink) {
    let mut taken = HashMap::new();
    for (at, place) in graph.places.iter().enumerate() {
        if let Some(other) = taken.insert(Graph::corner(place.at), at) {
            let other_id = &graph.places[other].id;
            let message = format!("`{}` lies on the very spot of `{other_id}`", place.id);
            let fault = Diagnostic::error(Code::BOARD_CELL, message);
            let fault = fault.at(table.rows[at].cells[id].span);
            sink.push(fault.also(table.rows[other].cells[id].span, "the other place"));
        }
    }
}

/// Reads the links of each row.
fn link(graph: &mut Graph, table: &Table, links: usize, sink: &mut Sink) {
    let places = graph.places.iter().enumerate().map(|(at, place)| (place.id.clone(), at));
    let known: HashMap<_, _> = places.collect();
    for (at, row) in table.rows.iter().enumerate() {
        let Cell { text, span, .. } = &row.cells[links];
        let cell = Spanned { value: text.clone(), span: *span };
        for name in parts(&cell, |name| known.contains_key(name)) {
            match known.get(&name.value) {
                Some(other) if *other == at => {
                    let message = format!("`{}` is linked with itself", name.value);
                    sink.push(Diagnostic::error(Code::BOARD_CELL, message).at(name.span));
                }
                Some(other) => graph.links.push((at, *other)),
                None => {
                    let message = format!("there is no place `{}`", name.value);
                    let ids = graph.places.iter().map(|place| place.id.as_str());
                    let help = suggest(&name.value, ids);
                    let fault = Diagnostic::error(Code::BOARD_CELL, message);
                    sink.push(fault.at(name.span).help(help));
                }
            }
        }
    }
}

/// A number of millimetres, or a length with its unit, from the field's top left corner.
fn place(cell: &Cell, sink: &mut Sink) -> f64 {
    let bare = cell.number.or_else(|| cell.text.parse().ok());
    let found = bare.or_else(|| parse_length(&cell.text).ok().map(|length| length.0));
    found.filter(|place| (0.0..=2000.0).contains(place)).unwrap_or_else(|| {
        let message = format!("`{}` is no place from 0 to 2000 mm", cell.text);
        let help = "write millimetres from the field's top left corner, or a length with its unit";
        sink.push(Diagnostic::error(Code::BAD_LENGTH, message).at(cell.span).help(help));
        0.0
    })
}
