//! A game, typed and resolved: what every later stage works on.

mod board;
mod keywords;
mod pictures;
mod piece;
mod rules;
mod sheet;
mod sizes;
mod styles;
mod table;
mod tuck;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{Mm, Size};
use crate::span::{SourceId, Span};

pub use board::{Board, BoardKind, Line};
pub use keywords::Keyword;
pub use pictures::{Limits, PictureRules};
pub use piece::{Form, HexTop, Kind, Shape};
pub use rules::{
    Action, Allow, Assumed, Check, Component, Deal, Empty, End, Notation, Phase, Phrase, Policy,
    Rulebook, Rules, Symmetric, Var, Watch, Who, Zone,
};
pub use sheet::{Backs, FlipEdge, Fold, Marks, Output, SheetSpec, Tile};
pub use sizes::{CARD_SIZES, CardSize, NamedSize, PAPERS, PaperSize};
pub use styles::{ICON_LABEL, Styles, TextStyle, of_row};
pub use table::{Cell, Data, Header, Lookup, MOST_CELLS, NamedCells, Row, Table, alias};
pub use tuck::TuckBox;

/// A whole game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name of its folder, which names its output.
    pub name: String,
    /// The title that people read.
    pub title: String,
    /// Where it is written.
    pub title_at: Span,
    /// The version, as the designer writes it; may be empty.
    pub version: String,
    /// Where it is written; the title otherwise.
    pub version_at: Span,
    /// Fewest and most players, when said.
    pub players: Option<(u32, u32)>,
    /// Where the manifest says so; its title otherwise.
    pub players_at: Span,
    /// Who made it.
    pub authors: Vec<String>,
    /// A credit or copyright line for the metadata; may be empty.
    pub credits: String,
    /// Resolution of the card pictures in pixels per inch.
    pub dpi: u32,
    /// What the card pictures show.
    pub picture: Picture,
    /// How pictures on the cards are found and kept.
    pub pictures: PictureRules,
    /// How much drawings may ask for.
    pub limits: Limits,
    /// Every paper that is known by name, the game's own among them.
    pub papers: Vec<NamedSize>,
    /// Template texts by name: the starters, and the game's own over them.
    pub templates: BTreeMap<String, SourceId>,
    /// The game's own icons by name.
    pub icons: BTreeMap<String, SourceId>,
    /// Keywords and their reminders.
    pub keywords: Vec<Keyword>,
    /// Tables that templates look rows up in, by name.
    pub tables: BTreeMap<String, Lookup>,
    /// The decks, in the manifest's order.
    pub decks: Vec<Deck>,
    /// The sheets that every deck is put on.
    pub sheets: Vec<SheetSpec>,
    /// What must hold, and how it is played.
    pub rules: Rules,
}

/// The part of a face that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Picture {
    /// The trim and the bleed around it.
    Bleed,
    /// The trim alone.
    Trim,
}

/// One deck of cards of one size, or what is lowered into one: counters, or a box.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The name, which also names files: letters, digits, `-` and `_`.
    pub name: String,
    /// The title that people read.
    pub title: String,
    /// Where it is written, or where the deck is.
    pub title_at: Span,
    /// What its pieces are, and how they are cut.
    pub form: Form,
    /// The trim size; of a hexagon or a disc, of the box around it.
    pub size: NamedSize,
    /// How far the art goes beyond the trim.
    pub bleed: Mm,
    /// How far text stays inside the trim.
    pub safe: Mm,
    /// Radius of the corners that a printer would round.
    pub corner: Mm,
    /// The rows that the cards came from.
    pub table: Table,
    /// One card per row with at least one copy.
    pub cards: Vec<Card>,
    /// The column each of whose values begins a new row of a sheet.
    pub rows_by: Option<usize>,
    /// Named colours, fonts and lengths.
    pub theme: Theme,
    /// Named styles of words.
    pub styles: Arc<Styles>,
    /// The board that its only card shows, if it is one.
    pub board: Option<Arc<Board>>,
}

impl Deck {
    /// How many cards a person holds in hand: all copies.
    pub fn copies(&self) -> u32 {
        self.cards.iter().map(|card| card.copies).sum()
    }

    /// The cells of a card, of all its rows; of a board, those of its own table too.
    pub fn cells<'a>(&'a self, card: &'a Card) -> impl Iterator<Item = &'a Cell> {
        let others = card.rows.iter().skip(1).chain(card.reverse.iter().map(|back| &back.row));
        let rows = std::iter::once(&card.row).chain(others);
        let own = rows.map(|row| &self.table.rows[*row]);
        let board = self.board.iter().flat_map(|board| &board.table.rows);
        own.chain(board).flat_map(|row| &row.cells)
    }

    /// Whether its pieces are cards, which rules and checks speak of.
    pub fn has_cards(&self) -> bool {
        self.form.kind == Kind::Card
    }

    /// The size of a picture with its bleed.
    pub fn full_size(&self) -> Size {
        self.size.size.grown(self.bleed)
    }
}

/// One design of a deck.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its row in the deck's table, from 0; the first, if several rows make the card.
    pub row: usize,
    /// All its rows, if the deck groups rows; else none.
    pub rows: Vec<usize>,
    /// How many are printed, at least 1.
    pub copies: u32,
    /// The name that messages and files use.
    pub name: String,
    /// The template of its front.
    pub front: String,
    /// The template of its back, if it has one.
    pub back: Option<String>,
    /// What its back is drawn from, if that has a row of its own.
    pub reverse: Option<Box<Card>>,
    /// What its row sets of the theme.
    pub theme: Theme,
    /// The whole row in the file.
    pub span: Span,
    /// The cell that names it, which stands for the row in messages.
    pub at: Span,
}

/// Named values that templates see as `theme.NAME`.
pub type Theme = BTreeMap<String, ThemeValue>;

/// A theme's value.
#[derive(Clone, Debug, PartialEq)]
pub enum ThemeValue {
    /// A colour, a font family or any other word.
    Text(String),
    /// A length, which templates see as a number of millimetres.
    Length(Mm),
    /// A plain number.
    Number(f64),
}

/// Whether a text can name an icon in braces, or a style: letters, digits, `-` and `_`.
pub fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    (1..=64).contains(&text.len()) && text.chars().all(plain)
}

/// A name that is safe in a path on every system: small ASCII letters, digits and single `-`.
///
/// Empty when nothing of the text can be kept.
pub fn file_slug(text: &str) -> String {
    let mut slug = String::new();
    for c in deunicode::deunicode(text).chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if c != '\'' && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 48 {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}
