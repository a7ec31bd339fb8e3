//! What a deck's pieces are: the size, shape and distances of cards and of counters.

use ::toml::de::DeValue;

use super::sheets;
use super::sizes::Known;
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::geom::{Mm, Size, parse_length};
use crate::model::{Form, HexTop, Kind, NamedSize, Shape};
use crate::span::{Span, Spanned};

/// What the manifest says of a deck's pieces.
pub struct Piece {
    /// The trim size; of a hexagon or a disc, of the box around it.
    pub size: NamedSize,
    /// How they are cut.
    pub form: Form,
    /// How far the art goes beyond the trim.
    pub bleed: Mm,
    /// How far text stays inside the trim.
    pub safe: Mm,
    /// Radius of the corners.
    pub corner: Mm,
    /// The template of the fronts, if none is named.
    pub front: &'static str,
}

/// Keys of counters that cards do not have.
const OF_COUNTERS: [(&str, &str); 6] = [
    ("shape", "`[[counters]]`; cards are rectangles"),
    ("top", "`[[counters]]` with `shape = \"hex\"`"),
    ("base", "`[[counters]]` with `shape = \"standee\"`"),
    ("gutter", "`[[counters]]`; the room between cards is the `gap` of a `[[sheet]]`"),
    ("block", "`[[counters]]`"),
    ("face_column", "`[[counters]]`; a column `back` names the template of a card's back"),
];

/// Keys of counters that only one shape has.
const OF_SHAPES: [(&str, &str); 2] =
    [("top", "`shape = \"hex\"`"), ("base", "`shape = \"standee\"`")];

/// The cards of a `[[deck]]`.
pub fn card(reader: &Reader<'_, '_>, sizes: &Known, sink: &mut Sink) -> Option<Piece> {
    reader.elsewhere(&OF_COUNTERS);
    let size = reader.read("size", sink, |value, span, sink| {
        sizes.read("size", value, span, Some(reader), sink)
    });
    let size = match size {
        Some(size) => Some(size.value),
        None if reader.get("size").is_none() => sizes.named("poker"),
        None => None,
    };
    let [bleed, safe, corner] = distances(reader, 3.0, 3.0, sink);
    Some(Piece { size: size?, form: Form::CARD, bleed, safe, corner, front: "card.svg" })
}

/// The words for shapes.
const SHAPES: [(&str, Word); 5] = [
    ("square", Word::Square),
    ("rectangle", Word::Rectangle),
    ("round", Word::Round),
    ("hex", Word::Hex),
    ("standee", Word::Standee),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Square,
    Rectangle,
    Round,
    Hex,
    Standee,
}

/// The counters of a `[[counters]]`; `span` is its place.
pub fn counter(
    reader: &Reader<'_, '_>,
    span: Span,
    sizes: &Known,
    sink: &mut Sink,
) -> Option<Piece> {
    reader.elsewhere(&OF_SHAPES);
    let word = reader.choice("shape", &SHAPES, sink);
    let word = if reader.get("shape").is_none() { Some(Word::Square) } else { word };
    let measured = measured(reader, span, word, sizes, sink);
    let shape = word.map(|word| shape(reader, word, sink));
    let gutter = gutter(reader, word, sink);
    let [bleed, safe, corner] = distances(reader, 1.0, 0.0, sink);
    let (shape, mut size) = (shape?, measured?);
    if let Shape::Hex(top) = shape {
        size.size = hexagon(size.size.w, top);
    }
    check_safe(reader, &size, sink);
    let form = Form { kind: Kind::Counter, shape, gutter };
    Some(Piece { size, form, bleed, safe, corner, front: "counter.svg" })
}

/// Bleed, safe zone and corners, of which the first two are `usual` mm if nothing is said.
fn distances(reader: &Reader<'_, '_>, usual: f64, corner: f64, sink: &mut Sink) -> [Mm; 3] {
    [
        reader.bounded("bleed", 100.0, sink).unwrap_or(Mm(usual)),
        reader.bounded("safe", 500.0, sink).unwrap_or(Mm(usual)),
        reader.bounded("corner", 500.0, sink).unwrap_or(Mm(corner)),
    ]
}

/// Tells a safe zone that leaves nothing of the piece.
fn check_safe(reader: &Reader<'_, '_>, size: &NamedSize, sink: &mut Sink) {
    let Some(safe) = reader.length("safe", &mut Sink::default()) else { return };
    if 2.0 * safe.value.0 >= size.size.w.min(size.size.h) && safe.value.0 <= 500.0 {
        let message = format!("a safe zone of {} leaves nothing of {}", safe.value, size.size);
        let help = "it is the distance that text keeps from each edge";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(safe.span).help(help));
    }
}

fn shape(reader: &Reader<'_, '_>, word: Word, sink: &mut Sink) -> Shape {
    match word {
        Word::Square | Word::Rectangle => Shape::Straight,
        Word::Round => Shape::Round,
        Word::Hex => {
            let tops = [("flat", HexTop::Flat), ("pointy", HexTop::Pointy)];
            Shape::Hex(reader.choice("top", &tops, sink).unwrap_or(HexTop::Flat))
        }
        Word::Standee => {
            let base = reader.bounded("base", 100.0, sink).unwrap_or(Mm(10.0));
            Shape::Standee { base }
        }
    }
}

/// The box around a hexagon that is `flats` mm from side to side.
fn hexagon(flats: f64, top: HexTop) -> Size {
    let corners = flats * 2.0 / 3.0_f64.sqrt();
    match top {
        HexTop::Flat => Size { w: corners, h: flats },
        HexTop::Pointy => Size { w: flats, h: corners },
    }
}

/// The size as it is written: one measure, or width and height.
fn measured(
    reader: &Reader<'_, '_>,
    span: Span,
    word: Option<Word>,
    sizes: &Known,
    sink: &mut Sink,
) -> Option<NamedSize> {
    let Some(value) = reader.get("size") else {
        if matches!(word, Some(Word::Rectangle | Word::Standee)) {
            let message = "pieces of this shape have no usual size";
            let fault = Diagnostic::error(Code::MISSING_KEY, message).at(span);
            sink.push(fault.help("add `size = \"25 x 40 mm\"`: width and height"));
            return None;
        }
        return sizes.named("5/8 in");
    };
    let span = reader.span(value);
    let one = value.get_ref().as_str().and_then(|text| Some((text, parse_length(text).ok()?)));
    let size = match (value.get_ref(), one) {
        (_, Some((text, side))) => sizes.square(side, text, span, sink),
        (DeValue::String(_) | DeValue::Table(_), _) => {
            sizes.read("size", value, span, Some(reader), sink)
        }
        _ => {
            reader.text("size", sink);
            None
        }
    }?;
    let level = (size.size.w - size.size.h).abs() < 1e-6;
    let (message, help) = match word {
        Some(Word::Standee) if one.is_some() => {
            ("a standee needs a width and a height", "write `size = \"25 x 40 mm\"`")
        }
        Some(Word::Square) if !level => {
            ("a square has one measure", "write `size = \"14 mm\"`, or `shape = \"rectangle\"`")
        }
        Some(Word::Round) if !level => {
            ("a round piece has one measure, its diameter", "write `size = \"14 mm\"`")
        }
        Some(Word::Hex) if !level => {
            let help = "write `size = \"38 mm\"`: from side to side, whatever is on top";
            ("a hexagon has one measure, across its flats", help)
        }
        _ => return Some(size),
    };
    sink.push(Diagnostic::error(Code::BAD_SIZE, message).at(span).help(help));
    None
}

/// `gutter = "3 mm"` and `block = "5 x 4"`: blocks of pieces that touch, with room between them.
fn gutter(
    reader: &Reader<'_, '_>,
    word: Option<Word>,
    sink: &mut Sink,
) -> Option<(Mm, (u32, u32))> {
    let gutter = reader.bounded("gutter", 100.0, sink);
    // Hexagons lie in one another's corners, so that a straight gutter would go through them.
    let block = reader.text("block", sink);
    if let (Some(Spanned { span, .. }), Some(Word::Hex)) = (&block, word) {
        let message = "hexagons lie in a honeycomb, which has no blocks";
        let help = "leave `block` out; `gutter` is the distance between hexagons";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(*span).help(help));
        return gutter.map(|gutter| (gutter, (1, 1)));
    }
    let pair = block.as_ref().and_then(|text| sheets::pair("block", text, sink));
    if let (Some(Spanned { span, .. }), None) = (&block, reader.get("gutter")) {
        let message = "`block` says nothing without a `gutter`";
        let help = "add `gutter = \"3 mm\"`: the distance between blocks";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(*span).help(help));
    }
    gutter.map(|gutter| (gutter, pair.unwrap_or((1, 1))))
}
