//! The field of a board: how many cells, how large, and what they are called.

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value, length};
use super::graph;
use super::import::Known;
use super::numbering::Named;
use crate::board::{Graph, Hex, Layout, Numbers, Orientation, Point, Shift, Square, Track, Way};
use crate::diag::{Code, Diagnostic, Sink};
use crate::geom::{Mm, Size};
use crate::model::{BoardKind, Table};
use crate::span::{Span, Spanned};

/// The most columns or rows of a field.
const MOST: u32 = 1000;
/// The most cells of a field.
pub const MOST_CELLS: u32 = 100_000;

/// A field that is not laid out yet.
pub struct Field {
    /// What it is made of.
    pub kind: BoardKind,
    shape: Shape,
    named: Named,
    /// Where its cells are measured.
    pub span: Span,
}

enum Shape {
    Hex(Hex),
    Square(Square),
    Track(Track),
    Graph(Graph, Size),
}

impl Field {
    /// Its width and height in mm.
    pub fn extent(&self) -> Size {
        match &self.shape {
            Shape::Hex(hex) => hex.extent(),
            Shape::Square(square) => square.extent(),
            Shape::Track(track) => track.extent(),
            Shape::Graph(_, extent) => *extent,
        }
    }

    /// The box around one whole cell in mm.
    pub fn cell(&self) -> Size {
        match &self.shape {
            Shape::Square(square) => square.cell,
            Shape::Track(track) => track.cell,
            Shape::Graph(..) => Size::default(),
            Shape::Hex(hex) => {
                let flat = Size { w: hex.point_to_point(), h: hex.across };
                if hex.orientation == Orientation::Flat { flat } else { flat.turned() }
            }
        }
    }

    /// Where the names of cells are printed.
    pub fn numbers(&self, layout: &Layout) -> Numbers {
        let cell = self.cell();
        let part = match self.kind {
            BoardKind::Track => 0.42,
            BoardKind::Hex => 0.13,
            _ => 0.12,
        };
        // Nothing smaller than 2.2 mm is read easily; a graph's places have no size of their own.
        let least = if self.kind == BoardKind::Hex { cell.h } else { cell.w.min(cell.h) };
        let usual = match self.kind {
            BoardKind::Graph | BoardKind::Mat => 4.0,
            _ => (least * part).clamp(2.2, 9.0),
        };
        Numbers::new(layout, self.named.spot, self.named.size, usual)
    }

    /// Its cells with the names that `keep` wants.
    pub fn lay_out(&self, origin: Point, keep: impl Fn(&str) -> bool) -> Layout {
        match &self.shape {
            Shape::Hex(hex) => hex.lay_out(origin, &self.named.numbering, keep),
            Shape::Square(square) => square.lay_out(origin, &self.named.numbering, keep),
            Shape::Track(track) => track.lay_out(origin, keep),
            Shape::Graph(graph, _) => graph.lay_out(origin),
        }
    }
}

/// Reads the keys of a field; places of a graph stand in its table, and `known` says what another
/// program's file knows of it.
pub fn read(
    kind: BoardKind,
    table: &Table,
    known: Option<&Known>,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Field> {
    let named = super::numbering::read(kind, reader, sink);
    let (shape, span) = match kind {
        BoardKind::Hex | BoardKind::Square => grid(kind, known, reader, span, sink)?,
        BoardKind::Track => track(reader, span, sink)?,
        BoardKind::Graph => {
            let (graph, extent) = graph::read(table, reader, span, sink)?;
            (Shape::Graph(graph, extent), span)
        }
        BoardKind::Mat => (Shape::Graph(Graph::default(), Size::default()), span),
    };
    if let (Shape::Hex(Hex { halves: true, .. }), Some(count)) = (&shape, named.counted) {
        let message = "cells cannot be counted through where lines begin with half a cell";
        let help = "leave out `order = \"count\"`, or `halves`";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(count).help(help));
    }
    Some(Field { kind, shape, named, span })
}

/// A field of hexagons or squares, and where its cells are measured.
fn grid(
    kind: BoardKind,
    known: Option<&Known>,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<(Shape, Span)> {
    let columns = count("columns", known.map(|known| known.columns), reader, span, sink);
    let rows = count("rows", known.map(|known| known.rows), reader, span, sink);
    let cell = cell(kind, reader, span, sink);
    let (orientation, shift) =
        known.and_then(|known| known.hex).unwrap_or((Orientation::Flat, Shift::Even));
    let hex = (kind == BoardKind::Hex).then(|| {
        let tops = [("flat", Orientation::Flat), ("pointy", Orientation::Pointy)];
        let shifts = [("odd", Shift::Odd), ("even", Shift::Even)];
        (
            reader.choice("top", &tops, sink).unwrap_or(orientation),
            reader.choice("shift", &shifts, sink).unwrap_or(shift),
            reader.flag("halves", sink).unwrap_or(false),
        )
    });
    let (columns, rows, cell) = (columns?, rows?, cell?);
    if let Some(known) = known {
        let found = Known { kind, columns, rows, hex: hex.map(|(top, shift, _)| (top, shift)) };
        if found != *known {
            let message = format!("the file has {known}, and the manifest says {found}");
            let help = "leave out what the file says itself, or mend it";
            sink.push(Diagnostic::error(Code::BOARD_IMPORT, message).at(span).help(help));
            return None;
        }
    }
    if columns * rows > MOST_CELLS {
        sink.push(too_many(u64::from(columns) * u64::from(rows), span));
        return None;
    }
    let shape = match hex {
        Some((orientation, shift, halves)) => {
            Shape::Hex(Hex { orientation, shift, columns, rows, across: cell.value.w, halves })
        }
        None => Shape::Square(Square { columns, rows, cell: cell.value }),
    };
    Some((shape, cell.span))
}

fn too_many(cells: u64, span: Span) -> Diagnostic {
    let message = format!("the field has {cells} cells (limit {MOST_CELLS})");
    Diagnostic::error(Code::BOARD_FIELD, message).at(span)
}

/// A track: `from`, `to`, `step`, and how its boxes follow each other.
fn track(reader: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Option<(Shape, Span)> {
    let end = |key, sink: &mut Sink| reader.integer(key, -100_000, 100_000, sink);
    let from = end("from", sink).map_or(1, |from| from.value);
    if reader.get("to").is_none() {
        let message = "a track needs the number of its last box";
        let help = "write `from = 1` and `to = 24`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
    }
    let to = end("to", sink);
    let step = reader.number("step", 1, 100_000, sink).map_or(1, |step| step.value);
    let ways = [("rows", Way::Rows), ("snake", Way::Snake), ("ring", Way::Ring)];
    let way = reader.choice("way", &ways, sink).unwrap_or(Way::Rows);
    let columns = reader.number("columns", 1, MOST, sink);
    let cell = cell(BoardKind::Track, reader, span, sink);
    let (to, cell) = (to?, cell?);
    let mut track = Track {
        from: from as i32,
        to: to.value as i32,
        step,
        columns: columns.as_ref().map_or(MOST, |columns| columns.value),
        way,
        cell: cell.value,
    };
    if from.abs_diff(to.value) % u64::from(step) != 0 {
        let message = format!("steps of {step} from {from} do not meet {}", to.value);
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(to.span));
        return None;
    }
    if track.boxes() > MOST_CELLS {
        sink.push(too_many(u64::from(track.boxes()), to.span));
        return None;
    }
    if way == Way::Ring && !track.is_ring() {
        let message = format!("{} boxes make no ring of {} columns", track.boxes(), track.columns);
        let help = "an even number of boxes, at least two rows of `columns`";
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(span).help(help));
        return None;
    }
    track.columns = track.columns.min(track.boxes());
    Some((Shape::Track(track), cell.span))
}

/// A number of columns or rows, which another program's file may know.
fn count(
    key: &'static str,
    known: Option<u32>,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<u32> {
    if reader.get(key).is_some() {
        return reader.number(key, 1, MOST, sink).map(|count| count.value);
    }
    if known.is_none() {
        let message = format!("a board needs its number of `{key}`");
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span));
    }
    known
}

/// `cell = "20 mm"`, and for rectangles `["20 mm", "30 mm"]`.
fn cell(
    kind: BoardKind,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Spanned<Size>> {
    if reader.get("cell").is_none() {
        let message = "a board needs the size of a `cell`";
        let help = match kind {
            BoardKind::Hex => {
                "write `cell = \"20 mm\"`: from side to side, for flat and pointy tops"
            }
            _ => "write `cell = \"20 mm\"`, or `[\"20 mm\", \"30 mm\"]`",
        };
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
    }
    reader.read("cell", sink, |value, span, sink| cell_size(kind, value, span, sink))
}

fn cell_size(kind: BoardKind, value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<Size> {
    let size = match value.get_ref() {
        DeValue::Array(pair) if kind != BoardKind::Hex && pair.len() == 2 => {
            let (w, h) = super::super::sheets::lengths("cell", value, span, sink)?;
            Size { w: w.0, h: h.0 }
        }
        _ => {
            let side = length("cell", value, span, sink)?.0;
            Size { w: side, h: side }
        }
    };
    if !(1.0..=500.0).contains(&size.w) || !(1.0..=500.0).contains(&size.h) {
        let message = format!("a cell of {} is out of range", Mm(size.w.min(size.h)));
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help("from 1 to 500 mm"));
        return None;
    }
    Some(size)
}
