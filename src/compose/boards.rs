//! What templates see of a board, and the functions that trace its areas, lines and ways.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::arguments::{fault, known, map};
use super::{Measure, labels};
use crate::board::{self, Path, Point, Style};
use crate::diag::suggest;
use crate::geom::{Size, decimal};
use crate::model::{Board, BoardKind, Cell, Deck, Game, Line, NamedCells};

/// The boards of a game by name.
type Boards = BTreeMap<String, Known>;

/// A board, and what templates of other decks see of it.
struct Known {
    board: Arc<Board>,
    value: OnceLock<Value>,
}

/// A function of boards.
type Call = fn(&Board, &Kwargs) -> TeraResult<Value>;

/// The functions by name, with the arguments that they take.
const CALLS: [(&str, Call, &[&str]); 7] = [
    ("regions", regions, &["board", "by", "only", "together", "smooth", "rough", "seed", "pin"]),
    (
        "borders",
        borders,
        &["board", "by", "only", "together", "outer", "smooth", "rough", "seed", "pin"],
    ),
    ("edges", edges, &["board", "name", "each", "smooth", "rough", "seed", "pin"]),
    ("paths", paths, &["board", "name", "each", "smooth"]),
    ("neighbours", neighbours, &["board", "cell"]),
    ("distance", distance, &["board", "from", "to"]),
    ("side", side, &["board", "cell", "side"]),
];

/// The names of the functions of boards.
pub fn functions() -> impl Iterator<Item = &'static str> {
    CALLS.iter().map(|(name, ..)| *name).chain(["board", "labels"])
}

/// Makes the functions of boards known to `tera`.
pub fn register(tera: &mut Tera, game: &Game, measure: &Measure) {
    let named = |deck: &Deck| {
        let board = Arc::clone(deck.board.as_ref()?);
        Some((deck.name.clone(), Known { board, value: OnceLock::new() }))
    };
    let boards: Arc<Boards> = Arc::new(game.decks.iter().filter_map(named).collect());
    for (name, call, arguments) in CALLS {
        let boards = Arc::clone(&boards);
        tera.register_function(name, move |kwargs: Kwargs, state: &State| {
            known(&kwargs, name, arguments)?;
            call(of(&boards, &kwargs, state)?, &kwargs)
        });
    }
    let all = Arc::clone(&boards);
    tera.register_function("board", move |kwargs: Kwargs, _: &State| {
        known(&kwargs, "board", &["name"])?;
        let board = find(&all, kwargs.must_get("name")?)?;
        Ok::<_, Error>(board.value.get_or_init(|| value(&board.board)).clone())
    });
    let measure = Arc::clone(measure);
    tera.register_function("labels", move |kwargs: Kwargs, state: &State| {
        let trim = |key: &str| Ok::<_, Error>(state.get::<f64>(key)?.unwrap_or(0.0));
        let trim = Size { w: trim("width")?, h: trim("height")? };
        labels::labels(of(&boards, &kwargs, state)?, trim, &kwargs, &measure)
    });
}

/// The board that an argument names, or the one that is drawn.
fn of<'a>(boards: &'a Boards, kwargs: &Kwargs, state: &State) -> TeraResult<&'a Board> {
    let deck: Option<Value> = state.get("deck")?;
    let drawn = deck.and_then(|deck| deck.get_from_path("name").map(ToString::to_string));
    let name = kwargs.get::<&str>("board")?.map(str::to_owned).or(drawn).unwrap_or_default();
    find(boards, &name).map(|known| &*known.board)
}

/// The board of that name.
fn find<'a>(boards: &'a Boards, name: &str) -> TeraResult<&'a Known> {
    boards.get(name).ok_or_else(|| {
        let help = match boards.is_empty() {
            true => "the game has no `[[board]]`".to_owned(),
            false => suggest(name, boards.keys().map(String::as_str)),
        };
        fault(format!("`{name}` is no board"), help)
    })
}

/// The board as templates see it.
pub fn value(board: &Board) -> Value {
    let cells: Vec<_> = (0..board.layout.cells.len())
        .map(|at| Value::from_serializable(&One { board, at }))
        .collect();
    let row = |row| Value::from_serializable(&board.table.named(row));
    let rows: Vec<_> = match board.kind {
        BoardKind::Mat => board.table.rows.iter().map(row).collect(),
        _ => Vec::new(),
    };
    let field = board.layout.field;
    let map: BTreeMap<_, Value> = BTreeMap::from([
        ("kind", board.kind.word().into()),
        ("label_size", board.numbers.size.into()),
        ("label_anchor", board.numbers.anchor().into()),
        ("label_place", board.numbers.word().into()),
        ("cell", Value::from_serializable(&board.cell)),
        ("field", Value::from_serializable(&field)),
        ("cells", cells.into()),
        ("rows", rows.into()),
        ("links", links(board)),
        ("edges", Value::from_serializable(&board.edges.keys().collect::<Vec<_>>())),
        ("paths", Value::from_serializable(&board.paths.keys().collect::<Vec<_>>())),
    ]);
    Value::from_serializable(&map)
}

/// The links of a graph, each once: the names of its ends, and where they lie.
fn links(board: &Board) -> Value {
    let cells = &board.layout.cells;
    let mut links = Vec::new();
    if board.kind == BoardKind::Graph {
        for from in 0..cells.len() {
            // Areas that touch are seen to be neighbours.
            let apart = |to: &usize| from < *to && !board.layout.touch(from, *to);
            for to in board.layout.neighbours(from).into_iter().filter(apart) {
                let (a, b) = (&cells[from], &cells[to]);
                links.push(map([
                    ("from", a.id.as_str().into()),
                    ("to", b.id.as_str().into()),
                    ("x1", rounded(a.centre.x).into()),
                    ("y1", rounded(a.centre.y).into()),
                    ("x2", rounded(b.centre.x).into()),
                    ("y2", rounded(b.centre.y).into()),
                ]));
            }
        }
    }
    links.into()
}

/// A cell with its row: the cell's own names go before those of columns.
struct One<'a> {
    board: &'a Board,
    at: usize,
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (board, cell) = (self.board, &self.board.layout.cells[self.at]);
        let mut map = serializer.serialize_map(None)?;
        let headers = &board.table.headers;
        match board.rows[self.at] {
            Some(row) => board.table.named(&board.table.rows[row]).entries(&mut map)?,
            None => {
                let blank: Vec<_> = headers.iter().map(|one| Cell::new("", one.span)).collect();
                NamedCells { headers, cells: &blank }.entries(&mut map)?;
            }
        }
        let corners: Vec<_> = board.layout.corners(self.at).collect();
        map.serialize_entry("id", &cell.id)?;
        map.serialize_entry("label", if cell.is_labelled { cell.id.as_str() } else { "" })?;
        map.serialize_entry("label_x", &rounded(board.numbers.places[self.at].x))?;
        map.serialize_entry("label_y", &rounded(board.numbers.places[self.at].y))?;
        map.serialize_entry("column", &(cell.column + 1))?;
        map.serialize_entry("row", &(cell.row + 1))?;
        map.serialize_entry("x", &rounded(cell.centre.x))?;
        map.serialize_entry("y", &rounded(cell.centre.y))?;
        map.serialize_entry("whole", &cell.is_whole)?;
        map.serialize_entry("points", &points(&corners))?;
        map.serialize_entry("listed", &board.rows[self.at].is_some())?;
        map.end()
    }
}

/// To a thousandth of a millimetre, so that templates can write it as it is.
pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Points as SVG's `points` has them.
fn points(points: &[Point]) -> String {
    let pair = |point: &Point| format!("{},{}", decimal(point.x), decimal(point.y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// How lines are drawn, by the arguments `smooth`, `rough`, `seed` and `pin`.
fn style(board: &Board, kwargs: &Kwargs) -> TeraResult<Style> {
    let number = |key: &str| -> TeraResult<f64> {
        let value = kwargs.get::<f64>(key)?.unwrap_or(0.0);
        match (0.0..=1.0).contains(&value) {
            true => Ok(value),
            false => Err(fault(format!("`{key}` is {value}"), "it goes from 0 to 1")),
        }
    };
    let mut pinned = BTreeSet::new();
    for name in names(kwargs, "pin")? {
        for line in feature(&board.edges, &name, "edges")? {
            for (cell, side) in &line.sides {
                let side = &board.layout.cells[*cell].sides[*side];
                pinned.extend([side.from, side.to]);
            }
        }
    }
    let seed = kwargs.get::<u64>("seed")?.unwrap_or(1);
    Ok(Style { smooth: number("smooth")?, rough: number("rough")?, seed, pinned })
}

/// One name or several.
pub fn names(kwargs: &Kwargs, key: &str) -> TeraResult<Vec<String>> {
    let Some(value) = kwargs.get::<Value>(key)? else { return Ok(Vec::new()) };
    Ok(match value.as_array() {
        Some(list) => list.iter().map(ToString::to_string).collect(),
        None => vec![value.to_string()],
    })
}

/// The lines of a feature.
fn feature<'a>(
    features: &'a BTreeMap<String, Vec<Line>>,
    name: &str,
    what: &str,
) -> TeraResult<&'a [Line]> {
    features.get(name).map(Vec::as_slice).ok_or_else(|| {
        let help = match features.is_empty() {
            true => format!("the board has no `[[board.{what}]]`"),
            false => suggest(name, features.keys().map(String::as_str)),
        };
        fault(format!("the board has no {what} `{name}`"), help)
    })
}

/// The kinds of cells by the column `by`, or by whether they are among `only`.
fn kinds<'a>(board: &'a Board, kwargs: &Kwargs) -> TeraResult<(Vec<&'a str>, Vec<Option<u32>>)> {
    let by: &str = kwargs.must_get("by")?;
    let column = board.table.column(by).ok_or_else(|| {
        let help = suggest(by, board.table.names());
        fault(format!("the cells have no column `{by}`"), help)
    })?;
    let (texts, mut kinds) = board.kinds(column);
    let only = names(kwargs, "only")?;
    if let Some(none) = only.iter().find(|one| !texts.contains(&one.as_str())) {
        let help = suggest(none, texts.iter().copied());
        return Err(fault(format!("no cell has the {by} `{none}`"), help));
    }
    if kwargs.get::<Value>("only")?.is_some() {
        for kind in &mut kinds {
            *kind = kind.filter(|kind| only.iter().any(|one| one == texts[*kind as usize]));
        }
    }
    // Several values drawn as one area.
    if kwargs.get::<bool>("together")?.unwrap_or(false) {
        kinds.iter_mut().for_each(|kind| *kind = kind.map(|_| 0));
        return Ok((vec![""], kinds));
    }
    Ok((texts, kinds))
}

fn joined(paths: &[Path]) -> String {
    paths.iter().map(ToString::to_string).collect()
}

/// `regions(by="terrain")`: for each text of the column its area, as one path with holes.
fn regions(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let (texts, kinds) = kinds(board, kwargs)?;
    let found = board::regions(&board.layout, &kinds, &style(board, kwargs)?);
    let one = |(kind, paths): (u32, Vec<Path>)| {
        let cells = kinds.iter().filter(|one| **one == Some(kind)).count();
        map([
            ("value", texts[kind as usize].into()),
            ("path", joined(&paths).into()),
            ("cells", cells.into()),
        ])
    };
    Ok(found.into_iter().map(one).collect::<Vec<_>>().into())
}

/// `borders(by="owner")`: the lines between cells of different texts; `outer=true` for those
/// around all, too.
fn borders(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let (texts, kinds) = kinds(board, kwargs)?;
    let outer = kwargs.get::<bool>("outer")?.unwrap_or(false);
    let mut pairs: BTreeMap<_, String> = BTreeMap::new();
    for border in board::borders(&board.layout, &kinds, &style(board, kwargs)?) {
        if outer || border.between.0.is_some() {
            *pairs.entry(border.between).or_default() += &border.path.to_string();
        }
    }
    let text = |kind: Option<u32>| Value::from(kind.map_or("", |kind| texts[kind as usize]));
    let one = |((a, b), path): ((Option<u32>, Option<u32>), String)| {
        map([("first", text(a)), ("second", text(b)), ("path", path.into())])
    };
    Ok(pairs.into_iter().map(one).collect::<Vec<_>>().into())
}

/// `edges(name="river")`: the lines along sides, joined.
fn edges(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let name: &str = kwargs.must_get("name")?;
    let lines = feature(&board.edges, name, "edges")?;
    let mut style = style(board, kwargs)?;
    let sides = |lines: &[&Line]| -> Vec<_> {
        lines.iter().flat_map(|line| line.sides.iter().copied()).collect()
    };
    if is_each(kwargs)? {
        // A line ends where it meets another, so that both meet when they are drawn apart.
        let all = sides(&lines.iter().collect::<Vec<_>>());
        style.pinned.extend(board::junctions(&board.layout, &all));
    }
    let draw = |lines: &[&Line]| joined(&board::lines(&board.layout, &sides(lines), &style));
    drawn(lines, kwargs, draw)
}

/// `paths(name="rail")`: the lines over middles, joined at junctions.
fn paths(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let name: &str = kwargs.must_get("name")?;
    let lines = feature(&board.paths, name, "paths")?;
    let smooth = style(board, kwargs)?.smooth;
    let draw = |lines: &[&Line]| {
        let routes: Vec<_> = lines.iter().flat_map(|line| line.routes.iter().cloned()).collect();
        joined(&board::ways(&board.layout, &routes, smooth))
    };
    drawn(lines, kwargs, draw)
}

/// Whether the lines of a feature are drawn one by one.
fn is_each(kwargs: &Kwargs) -> TeraResult<bool> {
    Ok(kwargs.get("each")?.unwrap_or(false))
}

/// All lines as one path, or with `each=true` a path for each name.
fn drawn(lines: &[Line], kwargs: &Kwargs, draw: impl Fn(&[&Line]) -> String) -> TeraResult<Value> {
    if !is_each(kwargs)? {
        return Ok(draw(&lines.iter().collect::<Vec<_>>()).into());
    }
    let one =
        |line: &Line| map([("name", line.name.as_str().into()), ("path", draw(&[line]).into())]);
    Ok(lines.iter().map(one).collect::<Vec<_>>().into())
}

/// The number of the cell that an argument names.
fn cell(board: &Board, key: &str, kwargs: &Kwargs) -> TeraResult<usize> {
    let id = kwargs.must_get::<Value>(key)?.to_string();
    board.layout.find(&id).ok_or_else(|| {
        let help = suggest(&id, board.layout.cells.iter().map(|cell| cell.id.as_str()));
        fault(format!("the board has no cell `{id}`"), help)
    })
}

/// `neighbours(cell="0101")`: the names of the cells around one.
fn neighbours(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let cell = cell(board, "cell", kwargs)?;
    let id = |at: usize| Value::from(board.layout.cells[at].id.as_str());
    Ok(board.layout.neighbours(cell).into_iter().map(id).collect::<Vec<_>>().into())
}

/// `distance(from="0101", to="0505")` in steps.
fn distance(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let (from, to) = (cell(board, "from", kwargs)?, cell(board, "to", kwargs)?);
    let steps = board.layout.distance(from, to);
    steps.map(Value::from).ok_or_else(|| {
        let help = "ask for cells that hang together; a graph's `links` join its places";
        fault("no links lead from one cell to the other", help)
    })
}

/// `side(cell="0406", side="SE")`: its `id`, the same from both its cells, its ends, and the cell
/// behind it.
fn side(board: &Board, kwargs: &Kwargs) -> TeraResult<Value> {
    let cell = cell(board, "cell", kwargs)?;
    let name: &str = kwargs.must_get("side")?;
    let number = board.layout.side(cell, name).ok_or_else(|| {
        let sides = board.layout.cells[cell].sides.iter().map(|side| side.name);
        let help = suggest(name, sides.filter(|name| !name.is_empty()));
        fault(format!("the cell `{}` has no side `{name}`", board.layout.cells[cell].id), help)
    })?;
    let side = &board.layout.cells[cell].sides[number];
    let (from, to) = (board.layout.lattice.point(side.from), board.layout.lattice.point(side.to));
    let other = side.other.map_or("", |other| board.layout.cells[other].id.as_str());
    Ok(map([
        ("id", board.layout.side_id(cell, number).into()),
        ("other", other.into()),
        ("x1", rounded(from.x).into()),
        ("y1", rounded(from.y).into()),
        ("x2", rounded(to.x).into()),
        ("y2", rounded(to.y).into()),
    ]))
}
