//! A `[[board]]`: its field, the rows of its cells, and what runs along and over them.

mod areas;
mod cells;
mod demands;
mod features;
mod field;
mod graph;
mod import;
mod numbering;
mod setup;
mod values;

use std::sync::Arc;

use super::cards;
use super::deck::{Context, Heading, only_card, only_row};
use super::lists;
use super::shape;
use super::styles;
use super::toml::Reader;
use crate::board::Point;
use crate::diag::{Code, Diagnostic, Sink};
use crate::geom::Mm;
use crate::model::{Board, BoardKind, Card, Deck, Form, NamedSize, Table};
use crate::span::{Sources, Span, Spanned};
use import::Imported;

/// Room between the field and the trim, if neither a size nor a margin is given, in mm.
const MARGIN: Mm = Mm(10.0);

/// Keys that mean something for some kinds of boards, and for which.
const FIELD: [(&str, &str); 12] = [
    ("columns", "boards of the kinds `hex`, `square` and `track`"),
    ("rows", "boards of the kinds `hex` and `square`"),
    ("cell", "boards of the kinds `hex`, `square` and `track`"),
    ("top", "boards of the kind `hex`"),
    ("shift", "boards of the kind `hex`"),
    ("halves", "boards of the kind `hex`"),
    ("numbering", "boards of all kinds but `mat`"),
    ("from", "boards of the kind `track`"),
    ("to", "boards of the kind `track`"),
    ("step", "boards of the kind `track`"),
    ("way", "boards of the kind `track`"),
    ("links", "boards of the kind `graph`"),
];

/// Keys of the cells, which can only be told against their table.
const CELLS: [&str; 12] = [
    "cells",
    "id",
    "edges",
    "paths",
    "without",
    "only_listed",
    "values",
    "connected",
    "must",
    "counters",
    "setup",
    "complete",
];

/// Reads one board as a deck of one card; what is wrong is told, and the board is left out.
pub fn read(
    reader: &Reader<'_, '_>,
    span: Span,
    decks: &[Deck],
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Deck> {
    reader.elsewhere(&FIELD);
    let Heading { name, title, title_at } = Heading::read(reader, span, sink);
    let title = title.unwrap_or_else(|| name.clone());
    if reader.get("kind").is_none() {
        let message = "a board needs its `kind`";
        let help = BoardKind::ALL.map(|(word, _)| format!("`{word}`")).join(", ");
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(span).help(help));
    }
    let kind = reader.choice("kind", &BoardKind::ALL, sink);
    let bleed = reader.bounded("bleed", 100.0, sink).unwrap_or(Mm(3.0));
    let safe = reader.bounded("safe", 500.0, sink).unwrap_or(Mm(3.0));
    let corner = reader.bounded("corner", 500.0, sink).unwrap_or(Mm(0.0));
    let copies = reader.number("copies", 0, 1000, sink).map_or(1, |copies| copies.value);
    let theme = context.themes.choose(reader, sink);
    let styles = Arc::new(styles::read(context.root, reader, &theme, sink));
    let front = reader.text("front", sink);
    let back = reader.text("back", sink);
    let ground = ground(kind, reader, span, context, sources, sink);
    let board = ground.and_then(|(size, ground)| {
        let board = ground.board(reader, span, context, sources, sink)?;
        demands::check(&board, reader, decks, context, sources, sink);
        Some((size, board))
    });
    if board.is_none() {
        reader.asked(&CELLS);
    }
    reader.finish(sink);
    let front = front.unwrap_or(Spanned { value: format!("{}.svg", kind?.word()), span });
    for template in std::iter::once(&front).chain(&back) {
        cards::known(context.templates, template, sink);
    }
    let back = back.map(|back| back.value);
    let card = Card { copies, back, ..only_card(&title, front.value, title_at, span) };
    let (size, board) = board?;
    Some(Deck {
        table: only_row(&[("name", &title)], title_at),
        name,
        title,
        title_at,
        form: Form::BOARD,
        size,
        bleed,
        safe,
        corner,
        // Without copies it is there for templates of other decks.
        cards: if copies == 0 { Vec::new() } else { vec![card] },
        rows_by: None,
        theme,
        styles,
        board: Some(Arc::new(board)),
    })
}

/// A field and where it lies, before its cells have their rows.
struct Ground {
    field: field::Field,
    origin: Point,
    cells: Imported,
}

/// The trim of a board, its field, and the rows of its cells.
fn ground(
    kind: Option<BoardKind>,
    reader: &Reader<'_, '_>,
    span: Span,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<(NamedSize, Ground)> {
    let mut cells = table(reader, span, context, sources, sink);
    if let Some((cells, condition)) = cells.as_mut().zip(reader.text("where", sink)) {
        shape::choose(&mut cells.table, &condition, sources, sink);
    }
    // Where the file of the cells cannot be read, nothing can be said of the field.
    let field = kind.zip(cells.as_ref()).and_then(|(kind, cells)| {
        field::read(kind, &cells.table, cells.field.as_ref(), reader, span, sink)
    });
    if field.is_none() {
        reader.asked(&FIELD.map(|(key, _)| key));
    }
    let size = size(reader, field.as_ref(), context, sink);
    let origin = origin(reader, size.as_ref(), field.as_ref(), sink);
    Some((size?, Ground { field: field?, origin: origin?, cells: cells? }))
}

impl Ground {
    /// The board, with what runs along and over its cells.
    fn board(
        self,
        reader: &Reader<'_, '_>,
        span: Span,
        context: &Context<'_>,
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Option<Board> {
        let Imported { table, lines, is_partial, .. } = self.cells;
        let mut board =
            cells::read(&self.field, self.origin, table, is_partial, reader, span, sink)?;
        features::imported(&mut board, lines, sink);
        features::read(&mut board, reader, context, sources, sink);
        Some(board)
    }
}

/// The rows of the cells: from a table, or from another program's file, with what that says.
fn table(
    reader: &Reader<'_, '_>,
    span: Span,
    context: &Context<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Option<Imported> {
    let Some(value) = reader.get("cells") else {
        return Some(Imported::plain(Table { headers: Vec::new(), rows: Vec::new() }));
    };
    let Some(name) = value.get_ref().as_str().filter(|name| import::is_known(name)) else {
        let table = lists::named(reader, "cells", span, context.workspace, sources, sink);
        return table.map(Imported::plain);
    };
    let name = Spanned { value: name.to_owned(), span: reader.span(value) };
    import::read(&name, context.workspace, sources, sink)
}

/// The trim: as named or measured, `landscape` behind it for the turned one; else the field and a
/// margin around it.
fn size(
    reader: &Reader<'_, '_>,
    field: Option<&field::Field>,
    context: &Context<'_>,
    sink: &mut Sink,
) -> Option<NamedSize> {
    let margin = reader.bounded("margin", 500.0, sink);
    if reader.get("size").is_some() {
        let read = reader.read("size", sink, |value, span, sink| {
            let text = value.get_ref().as_str().unwrap_or_default().trim().to_owned();
            let (name, turned) = match text.strip_suffix("landscape") {
                Some(name) => (name.trim(), true),
                None => (text.as_str(), false),
            };
            let paper = context.papers.named(name);
            let found = match paper {
                Some(paper) => paper,
                None if turned => context.sizes.parse(name, span, sink)?,
                None => context.sizes.read("size", value, span, Some(reader), sink)?,
            };
            let size = if turned { found.size.turned() } else { found.size };
            Some(NamedSize { name: found.name, size })
        });
        return read.map(|size| size.value);
    }
    let field = field?;
    if field.kind == BoardKind::Mat {
        let message = "a mat needs a `size`";
        let help = "write `size = \"a5\"`, `\"a4 landscape\"` or `\"200 x 150 mm\"`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(field.span).help(help));
        return None;
    }
    let size = field.extent().grown(margin.unwrap_or(MARGIN));
    Some(NamedSize { name: size.to_string(), size })
}

/// The top left corner of the field: as `field` says, else so that it lies in the middle.
fn origin(
    reader: &Reader<'_, '_>,
    size: Option<&NamedSize>,
    field: Option<&field::Field>,
    sink: &mut Sink,
) -> Option<Point> {
    let asked = reader.read("field", sink, |value, span, sink| {
        super::sheets::lengths("field", value, span, sink)
    });
    let (size, field) = (size?.size, field?);
    let extent = field.extent();
    let origin = match &asked {
        Some(asked) => Point { x: asked.value.0.0, y: asked.value.1.0 },
        None => Point { x: (size.w - extent.w) / 2.0, y: (size.h - extent.h) / 2.0 },
    };
    let (right, bottom) = (origin.x + extent.w, origin.y + extent.h);
    let beyond = [-origin.x, -origin.y, right - size.w, bottom - size.h];
    let beyond = beyond.into_iter().fold(0.0, f64::max);
    if beyond > 1e-6 {
        let message =
            format!("the field of {extent} reaches {} beyond the trim of {size}", Mm(beyond));
        let help = "take a larger `size`, smaller cells, or fewer of them";
        let span = asked.map_or(field.span, |asked| asked.span);
        sink.push(Diagnostic::error(Code::BOARD_FIELD, message).at(span).help(help));
        return None;
    }
    Some(origin)
}
