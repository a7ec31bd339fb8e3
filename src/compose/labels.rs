//! The template function `labels`: names of cells, placed off lines, marks and each other.

use std::sync::Arc;

use tera::{Kwargs, TeraResult, Value};

use super::arguments::{fault, known, map};
use super::boards::{names, rounded};
use crate::board::{self, Label, Obstacles, Path, Placed, Style};
use crate::diag::suggest;
use crate::geom::{Rect, Size};
use crate::model::Board;

/// A font by family, weight and slant.
#[derive(Clone, Debug)]
pub struct Font {
    /// The families, as CSS writes them.
    pub family: String,
    /// From 100 to 900.
    pub weight: u16,
    /// Whether it is slanted.
    pub is_italic: bool,
}

/// What `labels` takes.
const ARGUMENTS: [&str; 11] = [
    "board",
    "by",
    "second",
    "font",
    "weight",
    "italic",
    "size",
    "second_size",
    "gap",
    "avoid",
    "clear",
];

/// The width of a text of size 1 in a font; none for a font that is not there.
pub type Measure = Arc<dyn Fn(&str, &Font) -> Option<f64> + Send + Sync>;

/// The arguments of a call.
struct Call<'a> {
    by: usize,
    second: Option<usize>,
    font: Font,
    size: f64,
    second_size: f64,
    gap: f64,
    clear: Vec<Rect>,
    avoid: Vec<String>,
    measure: &'a Measure,
}

/// `labels(by="name", size=2.6, avoid=["river", "rail"])`: for each cell with a name its lines and
/// where they stand.
pub fn labels(board: &Board, trim: Size, kwargs: &Kwargs, measure: &Measure) -> TeraResult<Value> {
    let call = Call::read(board, kwargs, measure)?;
    let mut wanted = Vec::new();
    for cell in 0..board.layout.cells.len() {
        let text = board.text(cell, call.by);
        if !text.is_empty() {
            wanted.push((cell, call.variants(text, call.second_of(board, cell))?));
        }
    }
    let one = |(cell, variants): &(usize, Vec<Variant>)| Label {
        at: board.layout.cells[*cell].centre,
        cell: board.layout.area(*cell),
        gap: call.gap,
        sizes: variants.iter().map(|variant| variant.size).collect(),
    };
    let asked: Vec<_> = wanted.iter().map(one).collect();
    let placed = board::place(&asked, &call.obstacles(board, trim)?);
    let done = wanted
        .iter()
        .zip(&placed)
        .map(|((cell, variants), placed)| call.value(board, *cell, &variants[placed.size], placed));
    Ok(done.collect::<Vec<_>>().into())
}

/// One way to break a name into lines.
struct Variant {
    lines: Vec<String>,
    second: String,
    size: Size,
}

impl<'a> Call<'a> {
    fn read(board: &Board, kwargs: &Kwargs, measure: &'a Measure) -> TeraResult<Self> {
        known(kwargs, "labels", &ARGUMENTS)?;
        let column = |key: &str| -> TeraResult<Option<usize>> {
            let Some(name) = kwargs.get::<&str>(key)? else { return Ok(None) };
            board.table.column(name).map(Some).ok_or_else(|| {
                let help = suggest(name, board.table.names());
                fault(format!("the cells have no column `{name}`"), help)
            })
        };
        let number = |key: &str, usual: f64, least: f64, most: f64| -> TeraResult<f64> {
            let value = kwargs.get::<f64>(key)?.unwrap_or(usual);
            let help = format!("millimetres from {least} to {most}");
            match (least..=most).contains(&value) {
                true => Ok(value),
                false => Err(fault(format!("`{key}` is {value}"), help)),
            }
        };
        let size = number("size", 2.6, 0.5, 50.0)?;
        let by = column("by")?.ok_or_else(|| {
            fault("`labels` needs the argument `by`", "name the column of the names: `by=\"name\"`")
        })?;
        Ok(Self {
            by,
            second: column("second")?,
            font: Font {
                family: kwargs.get::<&str>("font")?.unwrap_or("Alegreya").to_owned(),
                weight: kwargs.get::<u16>("weight")?.unwrap_or(400),
                is_italic: kwargs.get::<bool>("italic")?.unwrap_or(false),
            },
            size,
            second_size: number("second_size", (size * 0.75).max(0.5), 0.5, 50.0)?,
            gap: number("gap", 1.5, 0.0, 100.0)?,
            clear: clear(kwargs)?,
            avoid: names(kwargs, "avoid")?,
            measure,
        })
    }

    fn second_of<'b>(&self, board: &'b Board, cell: usize) -> &'b str {
        self.second.map_or("", |column| board.text(cell, column))
    }

    fn width(&self, text: &str, size: f64) -> TeraResult<f64> {
        let width = (self.measure)(text, &self.font).ok_or_else(|| {
            let help = "`deckle list fonts` shows them all";
            fault(format!("there is no font `{}`", self.font.family), help)
        })?;
        Ok(width * size)
    }

    /// A name on one line, and broken into two where it has a blank nearest its middle.
    fn variants(&self, text: &str, second: &str) -> TeraResult<Vec<Variant>> {
        let mut ways = vec![vec![text.to_owned()]];
        let middle = text.len() / 2;
        let blanks = text.match_indices(' ').map(|(at, _)| at);
        if let Some(at) = blanks.min_by_key(|at| at.abs_diff(middle)) {
            ways.push(vec![text[..at].to_owned(), text[at + 1..].to_owned()]);
        }
        let below = self.width(second, self.second_size)?;
        let variant = |lines: Vec<String>| {
            let widths = lines.iter().map(|line| self.width(line, self.size));
            let widths = widths.collect::<TeraResult<Vec<_>>>()?;
            let w = widths.into_iter().fold(below, f64::max);
            let under = if second.is_empty() { 0.0 } else { self.second_size };
            let size = Size { w, h: lines.len() as f64 * self.size + under };
            Ok(Variant { lines, second: second.into(), size })
        };
        ways.into_iter().map(variant).collect()
    }

    fn obstacles(&self, board: &Board, trim: Size) -> TeraResult<Obstacles> {
        let mut lines: Vec<Path> = Vec::new();
        for name in &self.avoid {
            let known = || board.edges.keys().chain(board.paths.keys()).map(String::as_str);
            if let Some(feature) = board.edges.get(name) {
                let sides: Vec<_> = feature.iter().flat_map(|line| line.sides.clone()).collect();
                lines.extend(board::lines(&board.layout, &sides, &Style::default()));
            } else if let Some(feature) = board.paths.get(name) {
                let routes: Vec<_> = feature.iter().flat_map(|line| line.routes.clone()).collect();
                lines.extend(board::ways(&board.layout, &routes, 0.8));
            } else {
                let help = suggest(name, known());
                return Err(fault(format!("the board has no edges or paths `{name}`"), help));
            }
        }
        let boxes = board.layout.cells.iter().flat_map(|cell| {
            self.clear.iter().map(move |one| one.moved(cell.centre.x, cell.centre.y))
        });
        // A field of cells holds all names; around places that are points there is room.
        let has_sides = board.layout.cells.iter().all(|cell| !cell.sides.is_empty());
        let trim = Rect::at(0.0, 0.0, trim);
        Ok(Obstacles {
            frame: if has_sides { board.layout.field } else { trim },
            boxes: boxes.collect(),
            points: lines.iter().flat_map(board::sampled).collect(),
        })
    }

    /// A placed name as templates see it; lines stand around `x`, each on its own `y`.
    fn value(&self, board: &Board, cell: usize, variant: &Variant, placed: &Placed) -> Value {
        let area = placed.area;
        // The baseline lies about four fifths down a line.
        let baseline = |line: f64| rounded(area.y + line - self.size * 0.22);
        let lines = variant.lines.iter().enumerate().map(|(at, text)| {
            let y = baseline((at + 1) as f64 * self.size);
            map([("text", text.as_str().into()), ("y", y.into())])
        });
        let under = area.bottom() - self.second_size * 0.22;
        map([
            ("id", board.layout.cells[cell].id.as_str().into()),
            ("text", board.text(cell, self.by).into()),
            ("x", rounded(area.x + area.w / 2.0).into()),
            ("lines", lines.collect::<Vec<_>>().into()),
            ("second", variant.second.as_str().into()),
            ("second_y", rounded(under).into()),
            ("area", Value::from_serializable(&area)),
            ("clear", placed.is_clear.into()),
        ])
    }
}

/// Boxes around every middle that names keep off: `clear=[[-4, -9, 8, 3]]`, x, y, width, height.
fn clear(kwargs: &Kwargs) -> TeraResult<Vec<Rect>> {
    let Some(value) = kwargs.get::<Value>("clear")? else { return Ok(Vec::new()) };
    let one = |value: &Value| {
        let numbers: Vec<_> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
        let [x, y, w, h] = numbers[..] else { return None };
        Some(Rect { x, y, w, h })
    };
    let boxes = value.as_array().and_then(|list| list.iter().map(one).collect::<Option<Vec<_>>>());
    boxes.ok_or_else(|| {
        let help = "write `clear=[[-4, -9, 8, 3]]`: x, y, width and height from the cell's middle";
        fault("`clear` is a list of boxes", help)
    })
}
