//! Game to faces: every row goes through its template and comes out as the text of an SVG.

mod arguments;
mod boards;
mod bound;
mod calls;
mod codes;
mod context;
mod fault;
mod fields;
mod icons;
mod keywords;
mod labels;
pub mod kit;
mod lists;
mod lookup;
mod names;
mod notes;
mod reading;
mod said;
pub mod shapes;
mod shorthand;
mod trace;
mod used;

pub use calls::{is_in_component, is_shared, narrowed};
pub use fields::{asked, columns};
pub use labels::{Font, Measure};
pub use trace::{Traced, Tracer};
pub use used::Uses;

use std::sync::Arc;

use rayon::prelude::*;

use crate::diag::{Diagnostic, Sink, Staged};
use crate::digest::Digest;
use crate::geom::{Mm, Size};
use crate::icons::Icons;
use crate::model::{Card, Deck, Game, Shape, Styles, of_row};
use crate::span::{Sources, Span};

use context::Shared;

/// The namespace of Deckle's own attributes; templates may leave the declaration out.
pub const NAMESPACE: &str = "urn:deckle";

/// A side of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that is looked at first.
    Front,
    /// The other.
    Back,
}

impl Side {
    /// The word that templates, messages and files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
        }
    }
}

/// One printable picture: the text of an SVG in millimetres, and what it is for.
#[derive(Clone, Debug)]
pub struct Face {
    /// Which side of the card.
    pub side: Side,
    /// The name of the card, for messages and files.
    pub name: String,
    /// The template that made it.
    pub template: String,
    /// The whole text: what pictures are keyed by.
    pub svg: String,
    /// The styles that its texts may name.
    pub styles: Arc<Styles>,
    /// Trim size.
    pub trim: Size,
    /// The shape that is cut out of the trim.
    pub shape: Shape,
    /// Bleed around the trim.
    pub bleed: Mm,
    /// The row it was made from.
    pub span: Span,
    /// The cell that names it, which stands for the row in messages.
    pub at: Span,
}

/// A deck whose faces are made.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The distinct faces.
    pub faces: Vec<Face>,
    /// Per card: its front and its back, as numbers of faces, and its copies.
    pub cards: Vec<ComposedCard>,
}

/// A card by its faces.
#[derive(Clone, Copy, Debug)]
pub struct ComposedCard {
    /// The face on its front.
    pub front: usize,
    /// The face on its back, if it has one.
    pub back: Option<usize>,
    /// How many are printed.
    pub copies: u32,
    /// Whether it begins a new row of a sheet.
    pub new_row: bool,
    /// Whether it lies on its side, among others that are as high as it is wide.
    pub turned: bool,
}

/// Puts every card of every deck through its templates.
///
/// # Errors
/// Everything that the templates do wrong is in `sink`, a fault once, with the first row it met.
pub fn compose(
    game: &Game,
    icons: &Arc<Icons>,
    measure: &Measure,
    sources: &Sources,
    sink: &mut Sink,
) -> Staged<Vec<Composed>> {
    let shared = Shared::new(game, icons, measure, sources, sink)?;
    // Small decks, too, are made side by side; what is told keeps their order.
    let of_deck = |deck: &Deck| -> Vec<_> {
        deck.cards.par_iter().enumerate().map(|(at, card)| sides(&shared, deck, at, card)).collect()
    };
    let made: Vec<_> = game.decks.par_iter().map(of_deck).collect();
    let decks = game.decks.iter().zip(made);
    let decks: Vec<_> = decks.map(|(deck, made)| composed(deck, made, sink)).collect();
    sink.checked()?;
    fields::tell_absent(game, sources, sink);
    Ok(decks)
}

/// A deck of what became of the sides of each card.
fn composed(deck: &Deck, made: Vec<(Made, Option<Made>)>, sink: &mut Sink) -> Composed {
    let mut composed = Composed { faces: Vec::new(), cards: Vec::new() };
    let mut backs = std::collections::HashMap::new();
    let mut before: Option<Option<&str>> = None;
    for (card, (front, back)) in deck.cards.iter().zip(made) {
        let Some(front) = kept(front, sink) else { continue };
        composed.faces.push(front);
        let front = composed.faces.len() - 1;
        // Backs that come out alike are one face, whatever rows they were made from.
        let back = back.and_then(|back| kept(back, sink)).map(|back| {
            *backs.entry(Digest::of_key(&(&back.svg, &*back.styles))).or_insert_with(|| {
                composed.faces.push(back);
                composed.faces.len() - 1
            })
        });
        let group = deck.rows_by.map(|by| deck.table.rows[card.row].cells[by].text.as_str());
        let new_row = before.is_some_and(|before| before != group);
        before = Some(group);
        let (copies, turned) = (card.copies, false);
        composed.cards.push(ComposedCard { front, back, copies, new_row, turned });
    }
    composed
}

/// A face, and what was noticed while it was made.
type Made = Result<(Face, Vec<Diagnostic>), Box<Diagnostic>>;

fn sides(shared: &Shared<'_>, deck: &Deck, at: usize, card: &Card) -> (Made, Option<Made>) {
    let front = face(shared, deck, at, card, Side::Front, &card.front);
    let behind = card.reverse.as_deref().unwrap_or(card);
    let back = card.back.as_ref().map(|back| face(shared, deck, at, behind, Side::Back, back));
    (front, back)
}

fn kept(made: Made, sink: &mut Sink) -> Option<Face> {
    match made {
        Ok((face, noticed)) => {
            noticed.into_iter().for_each(|one| sink.push(one));
            Some(face)
        }
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}

fn face(
    shared: &Shared<'_>,
    deck: &Deck,
    at: usize,
    card: &Card,
    side: Side,
    template: &str,
) -> Made {
    let (svg, noticed) = shared.render(deck, at, card, side, template)?;
    let svg = shorthand::spelled_out(with_namespaces(svg));
    let face = Face {
        side,
        name: card.name.clone(),
        template: template.into(),
        styles: of_row(&deck.styles, &card.theme, &svg),
        svg,
        trim: deck.size.size,
        shape: deck.form.shape,
        bleed: deck.bleed,
        span: card.span,
        at: card.at,
    };
    Ok((face, noticed))
}

/// Adds the namespaces that a template may leave out.
fn with_namespaces(svg: String) -> String {
    let Some(at) = svg.find("<svg") else { return svg };
    let end = svg[at..].find('>').map_or(svg.len(), |end| at + end);
    let lacks = |name: &str| !svg[at..end].contains(name);
    let mut added = String::new();
    if lacks("xmlns=") {
        added += " xmlns=\"http://www.w3.org/2000/svg\"";
    }
    if lacks("xmlns:xlink=") {
        added += " xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    }
    if lacks("xmlns:deckle=") {
        added += &format!(" xmlns:deckle=\"{}\"", NAMESPACE);
    }
    let (head, tail) = svg.split_at(at + 4);
    format!("{head}{added}{tail}")
}
