//! A `[[box]]`: a tuck box as large as the cards of some decks, as a deck of one piece.

use std::sync::Arc;

use super::deck::{Context, Heading, only_card, only_row};
use super::styles;
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::geom::{Mm, Size};
use crate::model::{Deck, Form, Kind, NamedSize, Shape, TuckBox};
use crate::span::{Span, Spanned};

/// Thickness of a card, in mm: a pack of 54 playing cards is 16 mm thick.
const STOCK: Mm = Mm(0.3);
/// Room beside the cards, in each direction, in mm.
const CLEARANCE: Mm = Mm(1.0);
/// What a sleeve adds to a card's width and height, in mm.
const SLEEVE: f64 = 3.0;
/// What a sleeve adds to a card's thickness, in mm: sleeved cards are about 0.525 mm thick.
const SLEEVE_STOCK: f64 = 0.225;

/// Reads one box for cards of `decks`; what is wrong is told, and the box is left out.
pub fn read(
    reader: &Reader<'_, '_>,
    span: Span,
    decks: &[Deck],
    context: &Context<'_>,
    sink: &mut Sink,
) -> Option<Deck> {
    let Heading { name, title, title_at } = Heading::read(reader, span, sink);
    let inside = inside(reader, span, decks, sink);
    let stock = reader.bounded("stock", 10.0, sink).unwrap_or(STOCK);
    let clearance = reader.bounded("clearance", 100.0, sink).unwrap_or(CLEARANCE);
    let sleeved = reader.flag("sleeved", sink).unwrap_or(false);
    let bleed = reader.bounded("bleed", 100.0, sink).unwrap_or(Mm(2.0));
    let safe = reader.bounded("safe", 500.0, sink).unwrap_or(Mm(3.0));
    let theme = context.themes.choose(reader, sink);
    let styles = Arc::new(styles::read(context.root, reader, &theme, sink));
    let front = reader.text("front", sink);
    let front = front.unwrap_or(Spanned { value: "box.svg".into(), span });
    super::cards::known(context.templates, &front, sink);
    reader.finish(sink);
    let Inside { cards: count, size, title: of } = inside?;
    let title = title.unwrap_or(of);
    let (grown, thicker) = if sleeved { (SLEEVE, SLEEVE_STOCK) } else { (0.0, 0.0) };
    let card = Size { w: size.w + grown, h: size.h + grown };
    let net = TuckBox::holding(card, count, stock.0 + thicker, clearance.0);
    Some(Deck {
        name,
        title_at,
        form: Form { kind: Kind::Box, shape: Shape::Net(net), gutter: None },
        size: NamedSize { name: net.size().to_string(), size: net.size() },
        bleed,
        safe,
        corner: Mm(0.0),
        table: only_row(&[("title", &title), ("cards", &count.to_string())], span),
        cards: vec![only_card(&title, front.value, title_at, span)],
        title,
        rows_by: None,
        theme,
        styles,
        board: None,
    })
}

/// What goes into a box.
struct Inside {
    cards: u32,
    size: Size,
    title: String,
}

/// The decks that the box names, or as many cards of the first one as it says.
fn inside(reader: &Reader<'_, '_>, span: Span, decks: &[Deck], sink: &mut Sink) -> Option<Inside> {
    let count = reader.number("cards", 1, 2000, sink);
    if reader.get("deck").is_none() {
        let fault = Diagnostic::error(Code::MISSING_KEY, "[[box]] has no `deck`").at(span);
        sink.push(fault.help("add `deck = \"…\"`: the cards that go in"));
    }
    let names = reader.texts("deck", sink)?;
    let mut inside: Option<Inside> = None;
    for name in names {
        let Some(deck) = decks.iter().find(|deck| deck.name == name.value) else {
            let message = format!("there is no deck `{}`", name.value);
            let help = suggest(&name.value, decks.iter().map(|deck| deck.name.as_str()));
            sink.push(Diagnostic::error(Code::UNKNOWN_DECK, message).at(name.span).help(help));
            return None;
        };
        let size = deck.size.size;
        let so_far =
            inside.get_or_insert_with(|| Inside { cards: 0, size, title: deck.title.clone() });
        so_far.cards += deck.copies();
        so_far.size = Size { w: so_far.size.w.max(size.w), h: so_far.size.h.max(size.h) };
    }
    let inside = inside?;
    Some(Inside { cards: count.map_or(inside.cards, |count| count.value), ..inside })
}
