//! The field of a board: how many cells, how large, and what they are called.

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value, length};
use crate::board::{Axis, Hex, Layout, Numbering, Order, Orientation, Point, Shift, Square};
use crate::diag::{Code, Diagnostic, Sink};
use crate::geom::{Mm, Size};
use crate::model::BoardKind;
use crate::span::Span;

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
}

impl Field {
    /// Its width and height in mm.
    pub fn extent(&self) -> Size {
        let (w, h) = match &self.shape {
            Shape::Hex(hex) => hex.extent(),
            Shape::Square(square) => square.extent(),
        };
        Size { w, h }
    }

    /// The box around one whole cell in mm.
    pub fn cell(&self) -> Size {
        match &self.shape {
            Shape::Square(square) => square.cell,
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
        }
    }
}

/// Reads the keys of a field.
pub fn read(
    kind: BoardKind,
    reader: &Reader<'_, '_>,
    span: Span,
    sink: &mut Sink,
) -> Option<Field> {
    let columns = count("columns", reader, span, sink);
    let rows = count("rows", reader, span, sink);
    let numbering = numbering(kind, reader, sink);
    let cell = reader.read("cell", sink, |value, span, sink| cell(kind, value, span, sink));
    if reader.get("cell").is_none() {
        let message = "a board needs the size of a `cell`";
        let help = match kind {
            BoardKind::Hex => {
                "write `cell = \"20 mm\"`: from side to side, for flat and pointy tops"
            }
            BoardKind::Square => "write `cell = \"20 mm\"`, or `[\"20 mm\", \"30 mm\"]`",
        };
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
    }
    let hex = (kind == BoardKind::Hex).then(|| {
        let tops = [("flat", Orientation::Flat), ("pointy", Orientation::Pointy)];
        let shifts = [("odd", Shift::Odd), ("even", Shift::Even)];
        (
            reader.choice("top", &tops, sink).unwrap_or(Orientation::Flat),
            reader.choice("shift", &shifts, sink).unwrap_or(Shift::Even),
            reader.flag("halves", sink).unwrap_or(false),
        )
    });
    let (columns, rows, cell) = (columns?, rows?, cell?);
    if columns * rows > MOST_CELLS {
        let message = format!("the field has {columns} x {rows} cells (limit {MOST_CELLS})");
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(span));
        return None;
    }
    let shape = match hex {
        Some((orientation, shift, halves)) => {
            Shape::Hex(Hex { orientation, shift, columns, rows, across: cell.value.w, halves })
        }
        None => Shape::Square(Square { columns, rows, cell: cell.value }),
    };
    Some(Field { kind, shape, numbering, span: cell.span })
}

fn count(key: &'static str, reader: &Reader<'_, '_>, span: Span, sink: &mut Sink) -> Option<u32> {
    if reader.get(key).is_none() {
        let message = format!("a board needs its number of `{key}`");
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span));
        return None;
    }
    reader.number(key, 1, MOST, sink).map(|count| count.value)
}

/// `cell = "20 mm"`, and for rectangles `["20 mm", "30 mm"]`.
fn cell(kind: BoardKind, value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<Size> {
    let size = match value.get_ref() {
        DeValue::Array(pair) if kind == BoardKind::Square && pair.len() == 2 => {
            let mut read = |value: Value<'_, '_>| {
                length("cell", value, Span::new(span.source, value.span()), sink)
            };
            let (w, h) = (read(&pair[0]), read(&pair[1]));
            Size { w: w?.0, h: h?.0 }
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
        BoardKind::Square => Numbering {
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
