//! The field of a board: how many cells, how large, and what they are called.

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value, length};
use super::graph;
use super::import::Known;
use crate::board::{
    Axis, Graph, Hex, Layout, Numbering, Order, Orientation, Point, Shift, Square, Track, Way,
};
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
    numbering: Numbering,
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

    /// Its cells with the names that `keep` wants.
    pub fn lay_out(&self, origin: Point, keep: impl Fn(&str) -> bool) -> Layout {
        match &self.shape {
            Shape::Hex(hex) => hex.lay_out(origin, &self.numbering, keep),
            Shape::Square(square) => square.lay_out(origin, &self.numbering, keep),
            Shape::Track(track) => track.lay_out(origin, keep),
            Shape::Graph(graph, _) => graph.lay_out(origin),
        }
    }
}

/// Reads the keys of a field; places of a graph stand in its table, and `known` says what another
/// program's file knows of it.
pub fn read(
    kind: BoardKind,
    table: Option<&Table>,
    known: Option<&Known>,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Field> {
    let numbering = match kind {
        BoardKind::Hex | BoardKind::Square => numbering(kind, reader, sink),
        _ => Numbering::default(),
    };
    let (shape, span) = match kind {
        BoardKind::Hex | BoardKind::Square => grid(kind, known, reader, span, sink)?,
        BoardKind::Track => track(reader, span, sink)?,
        BoardKind::Graph => {
            let (graph, extent) = graph::read(table?, reader, span, sink)?;
            (Shape::Graph(graph, extent), span)
        }
        BoardKind::Mat => (Shape::Graph(Graph::default(), Size::default()), span),
    };
    Some(Field { kind, shape, numbering, span })
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
    let from = reader.number("from", 0, 100_000, sink).map_or(1, |from| from.value);
    if reader.get("to").is_none() {
        let message = "a track needs the number of its last box";
        let help = "write `from = 1` and `to = 24`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
    }
    let to = reader.number("to", 0, 100_000, sink);
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
    if from.abs_diff(to.value) % step != 0 {
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

/// The table `numbering`, and what is usual for the kind of board where it says nothing.
fn numbering(kind: BoardKind, reader: &Reader<'_, '_>, sink: &mut Sink) -> Numbering {
    let usual = match kind {
        BoardKind::Hex => Numbering::default(),
        // As on a chessboard: letters for files, and ranks from the near side.
        _ => Numbering {
            digits: (1, 1),
            letters: Some(Axis::Column),
            is_small: true,
            reversed: (false, true),
            ..Numbering::default()
        },
    };
    let Some(table) = reader.table("numbering", sink) else { return usual };
    let orders = [
        ("column-row", Order::ColumnRow),
        ("row-column", Order::RowColumn),
        ("count", Order::Count),
    ];
    let letters = [("columns", Some(Axis::Column)), ("rows", Some(Axis::Row)), ("none", None)];
    let corners = [
        ("top-left", (false, false)),
        ("top-right", (true, false)),
        ("bottom-left", (false, true)),
        ("bottom-right", (true, true)),
    ];
    let pair = |key: &'static str, least: i64, most: i64, sink: &mut Sink| {
        table.read(key, sink, |value, span, sink| whole_pair(key, value, span, (least, most), sink))
    };
    let start = pair("start", -999, 9999, sink);
    let digits = pair("digits", 1, 9, sink);
    let every = pair("every", 1, 1000, sink);
    let found = Numbering {
        order: table.choice("order", &orders, sink).unwrap_or(usual.order),
        start: start.map_or(usual.start, |pair| (pair.value.0 as i32, pair.value.1 as i32)),
        digits: digits.map_or(usual.digits, |pair| (pair.value.0 as usize, pair.value.1 as usize)),
        letters: table.choice("letters", &letters, sink).unwrap_or(usual.letters),
        is_small: table.flag("small", sink).unwrap_or(usual.is_small),
        separator: table.text("separator", sink).map_or(usual.separator, |text| text.value),
        reversed: table.choice("origin", &corners, sink).unwrap_or(usual.reversed),
        every: every.map_or(usual.every, |pair| (pair.value.0 as u32, pair.value.1 as u32)),
    };
    table.finish(sink);
    found
}

/// A whole number for both axes, or one for each.
fn whole_pair(
    key: &str,
    value: Value<'_, '_>,
    span: Span,
    (least, most): (i64, i64),
    sink: &mut Sink,
) -> Option<(i64, i64)> {
    let one = |value: &DeValue<'_>| {
        let number = value.as_integer()?;
        let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
        (least..=most).contains(&number).then_some(number)
    };
    let found = match value.get_ref() {
        DeValue::Array(pair) if pair.len() == 2 => {
            one(pair[0].get_ref()).zip(one(pair[1].get_ref()))
        }
        other => one(other).map(|number| (number, number)),
    };
    if found.is_none() {
        let message = format!("`{key}` is a whole number from {least} to {most}, or two of them");
        let help = "write `[1, 1]`: for columns, and for rows";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span).help(help));
    }
    found
}
