//! The table `numbering` of a board: what its cells are called, and where that is printed.

use ::toml::de::DeValue;

use super::super::toml::{Reader, Value};
use crate::board::{Axis, Numbering, Numbers, Order, Spot};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::BoardKind;
use crate::span::Span;

/// What cells are called, and where that is printed.
pub struct Named {
    /// What they are called.
    pub numbering: Numbering,
    /// The part of a cell that the name stands in.
    pub spot: Spot,
    /// The size of its font in mm, if it is given.
    pub size: Option<f64>,
    /// Where the manifest says that cells are counted through.
    pub counted: Option<Span>,
}

/// The table `numbering`, and what is usual for the kind of board where it says nothing.
///
/// Boxes of a track and places of a graph have their names already: only where they stand is read.
pub fn read(kind: BoardKind, reader: &Reader<'_, '_>, sink: &mut Sink) -> Named {
    let spot = match kind {
        BoardKind::Hex => (0, -1),
        BoardKind::Square => (-1, -1),
        BoardKind::Track | BoardKind::Graph | BoardKind::Mat => (0, 0),
    };
    let mut named = Named { numbering: usual(kind), spot, size: None, counted: None };
    if kind == BoardKind::Mat {
        return named;
    }
    let Some(table) = reader.table("numbering", sink) else { return named };
    named.spot = table.choice("place", &Numbers::SPOTS, sink).unwrap_or(spot);
    named.size = size(&table, sink);
    if matches!(kind, BoardKind::Hex | BoardKind::Square) {
        named.numbering = numbering(named.numbering, &table, sink);
        let counts = named.numbering.order == Order::Count;
        named.counted = table.get("order").map(|order| table.span(order)).filter(|_| counts);
    }
    table.finish(sink);
    named
}

/// `size = "2 mm"`: that of the font.
fn size(table: &Reader<'_, '_>, sink: &mut Sink) -> Option<f64> {
    let size = table.length("size", sink)?;
    if !(0.5..=50.0).contains(&size.value.0) {
        let message = format!("the numbers' `size` is {}", size.value);
        let fault = Diagnostic::error(Code::BAD_VALUE, message).at(size.span);
        sink.push(fault.help("from 0.5 to 50 mm"));
        return None;
    }
    Some(size.value.0)
}

fn usual(kind: BoardKind) -> Numbering {
    match kind {
        BoardKind::Square => Numbering {
            // As on a chessboard: letters for files, and ranks from the near side.
            digits: (1, 1),
            letters: Some(Axis::Column),
            is_small: true,
            reversed: (false, true),
            ..Numbering::default()
        },
        _ => Numbering::default(),
    }
}

fn numbering(usual: Numbering, table: &Reader<'_, '_>, sink: &mut Sink) -> Numbering {
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
        separator: separator(table, sink).unwrap_or(usual.separator),
        reversed: table.choice("origin", &corners, sink).unwrap_or(usual.reversed),
        every: every.map_or(usual.every, |pair| (pair.value.0 as u32, pair.value.1 as u32)),
    };
    if found.order == Order::Count
        && found.letters.is_some()
        && let Some(letters) = table.get("letters")
    {
        let message = "cells that are counted through have no letters";
        let help = "leave out `letters`, or `order = \"count\"`";
        let at = table.span(letters);
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(at).help(help));
    }
    found
}

/// What stands between column and row: nothing that stands between names in a list of cells.
fn separator(table: &Reader<'_, '_>, sink: &mut Sink) -> Option<String> {
    let text = table.text("separator", sink)?;
    if text.value.contains(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        let message = format!("the `separator` cannot be `{}`", text.value);
        let help = "names in paths stand between blanks, commas and semicolons; write `\".\"`";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(text.span).help(help));
    }
    Some(text.value)
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
