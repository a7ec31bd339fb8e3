//! The areas of a graph's places, written as points in millimetres.

use crate::board::{Graph, Point, twice};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Cell, Table};

/// The most corners of all areas of a board.
const MOST_CORNERS: usize = 20_000;

/// Reads `0,0 30,0 30,20`: at least three corners, in mm from the field's top left corner.
///
/// An empty cell is no area, and so is one that is told.
pub fn read(cell: &Cell, sink: &mut Sink) -> Vec<(i32, i32)> {
    let mut corners = Vec::new();
    for pair in cell.text.split([' ', ';', '\n', '\t']).filter(|pair| !pair.is_empty()) {
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok();
            number.filter(|number| (0.0..=2000.0).contains(number))
        };
        let point = pair.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
        let Some((x, y)) = point else {
            let message = format!("`{pair}` is no corner of an area");
            let help = "write `0,0 30,0 30,20`: x and y from 0 to 2000 mm, a comma between";
            sink.push(Diagnostic::error(Code::BAD_LENGTH, message).at(cell.span).help(help));
            return Vec::new();
        };
        corners.push(Graph::corner(Point { x, y }));
    }
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if !corners.is_empty() && (corners.len() < 3 || twice(&corners) == 0.0) {
        let message = "the corners enclose no area";
        let help = "an area has three corners or more, which do not lie on one line";
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(cell.span).help(help));
        return Vec::new();
    }
    corners
}

/// Tells areas that overlap, and too many corners.
pub fn check(graph: &Graph, table: &Table, column: Option<usize>, sink: &mut Sink) {
    let Some(column) = column else { return };
    let corners: usize = graph.places.iter().map(|place| place.area.len()).sum();
    let span = |row: usize| table.rows[row].cells[column].span;
    if corners > MOST_CORNERS {
        let message = format!("the areas have {corners} corners (limit {MOST_CORNERS})");
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(table.headers[column].span));
    } else if let Some((one, other)) = graph.overlap() {
        let (a, b) = (&graph.places[one].id, &graph.places[other].id);
        let message = format!("the areas of `{a}` and `{b}` lie on the same side of a line");
        let fault = Diagnostic::error(Code::BOARD_FIELD, message).at(span(other));
        sink.push(fault.also(span(one), "the other area").help("areas do not overlap"));
    }
}
