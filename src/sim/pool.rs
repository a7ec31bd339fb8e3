//! All kinds of cards of a game, and the names that select them.

use std::collections::BTreeMap;

use crate::model::{Cell, Deck, Game, Zone};

/// One kind of card: a row that prints at least one copy.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The deck's number in the game.
    pub deck: usize,
    /// The card's number in the deck.
    pub card: usize,
    /// How many copies there are.
    pub copies: u32,
    /// Its name.
    pub name: String,
}

/// A set of kinds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindSet {
    bits: Vec<u64>,
    len: usize,
}

impl KindSet {
    /// The set without a kind, among `len` kinds.
    pub fn none(len: usize) -> Self {
        Self { bits: vec![0; len.div_ceil(64)], len }
    }

    /// The set of all `len` kinds.
    pub fn all(len: usize) -> Self {
        let mut set = Self::none(len);
        (0..len).for_each(|kind| set.insert(kind));
        set
    }

    /// Puts a kind in.
    pub fn insert(&mut self, kind: usize) {
        self.bits[kind / 64] |= 1 << (kind % 64);
    }

    /// Whether a kind is in it.
    pub fn has(&self, kind: usize) -> bool {
        self.bits[kind / 64] >> (kind % 64) & 1 == 1
    }

    /// The kinds in it.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|kind| self.has(*kind))
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// What is in either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is not in it.
    #[must_use]
    pub fn not(&self) -> Self {
        Self::all(self.len).with(self, |a, b| a & !b)
    }

    fn with(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let bits = self.bits.iter().zip(&other.bits).map(|(a, b)| join(*a, *b));
        Self { bits: bits.collect(), len: self.len }
    }
}

/// The kinds of a game, with the names that select them.
pub struct Pool<'g> {
    /// The game.
    pub game: &'g Game,
    /// Its kinds, deck after deck.
    pub kinds: Vec<Kind>,
    /// What a bare name selects: a card's name, a value of a notation, or its meaning.
    pub names: BTreeMap<String, KindSet>,
}

impl<'g> Pool<'g> {
    /// The kinds of `game`: all cards, and of counters those that a zone begins with.
    pub fn new(game: &'g Game) -> Self {
        Self::of(game, |deck| is_drawn(game, deck))
    }

    /// Everything that is built: all counters too, and boards and boxes.
    pub fn whole(game: &'g Game) -> Self {
        Self::of(game, |_| true)
    }

    fn of(game: &'g Game, taken: impl Fn(&Deck) -> bool) -> Self {
        let decks = game.decks.iter().enumerate().filter(|(_, deck)| taken(deck));
        let kinds: Vec<_> = decks
            .flat_map(|(deck, one)| {
                one.cards.iter().enumerate().map(move |(card, of)| Kind {
                    deck,
                    card,
                    copies: of.copies,
                    name: of.name.clone(),
                })
            })
            .collect();
        let mut pool = Self { game, kinds, names: BTreeMap::new() };
        pool.name_values();
        // A card's own name goes before a value that is written alike.
        let mut own: BTreeMap<String, KindSet> = BTreeMap::new();
        for (at, kind) in pool.kinds.iter().enumerate() {
            let set = own.entry(kind.name.clone()).or_insert_with(|| pool.none());
            set.insert(at);
        }
        own.remove("");
        pool.names.extend(own);
        pool
    }

    fn name_values(&mut self) {
        for notation in &self.game.rules.notations {
            for (value, meaning) in &notation.values {
                let holds = |cell: &Cell| match notation.letters {
                    true => !value.value.is_empty() && cell.text.contains(&value.value),
                    false => cell.text == value.value,
                };
                let set = self.where_cell(&notation.column.value, holds);
                for name in [&value.value, meaning] {
                    if !name.is_empty() {
                        let known = self.names.entry(name.clone());
                        known.and_modify(|known| *known = known.or(&set)).or_insert(set.clone());
                    }
                }
            }
        }
    }

    /// No kind.
    pub fn none(&self) -> KindSet {
        KindSet::none(self.kinds.len())
    }

    /// The kinds of a deck.
    pub fn deck(&self, deck: usize) -> KindSet {
        let mut set = self.none();
        let of = self.kinds.iter().enumerate().filter(|(_, kind)| kind.deck == deck);
        of.for_each(|(at, _)| set.insert(at));
        set
    }

    /// The only deck whose kinds these are, if there is only one.
    pub fn single(&self) -> Option<usize> {
        let first = self.kinds.first()?.deck;
        self.kinds.iter().all(|kind| kind.deck == first).then_some(first)
    }

    /// The number of the deck of that name.
    pub fn deck_named(&self, name: &str) -> Option<usize> {
        self.game.decks.iter().position(|deck| deck.name == name)
    }

    /// The cell of a kind in a column, if its deck has that column.
    pub fn cell(&self, kind: usize, column: &str) -> Option<&'g Cell> {
        let kind = &self.kinds[kind];
        let deck = &self.game.decks[kind.deck];
        let column = deck.table.column(column)?;
        deck.table.rows[deck.cards[kind.card].row].cells.get(column)
    }

    /// Whether any deck has that column.
    pub fn has_column(&self, column: &str) -> bool {
        self.game.decks.iter().any(|deck| deck.table.column(column).is_some())
    }

    /// The names of all columns.
    pub fn columns(&self) -> Vec<&'g str> {
        let headers = self.game.decks.iter().flat_map(|deck| &deck.table.headers);
        let mut names: Vec<_> = headers.map(|header| header.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The kinds whose cell in `column` is so.
    pub fn where_cell(&self, column: &str, holds: impl Fn(&Cell) -> bool) -> KindSet {
        let mut set = self.none();
        for kind in 0..self.kinds.len() {
            if self.cell(kind, column).is_some_and(&holds) {
                set.insert(kind);
            }
        }
        set
    }

    /// The number in a kind's cell; 0 where there is none.
    pub fn value(&self, kind: usize, column: &str) -> i64 {
        self.number(kind, column).unwrap_or(0)
    }

    /// The whole number in a kind's cell, if there is one.
    pub fn number(&self, kind: usize, column: &str) -> Option<i64> {
        let cell = self.cell(kind, column)?;
        // No card is worth more than this, so that sums over a hand cannot overflow.
        let most = f64::from(i32::MAX);
        let held = cell.number.filter(|number| number.fract() == 0.0 && number.abs() <= most);
        let text = cell.text.replace('\u{2212}', "-");
        let said = text.trim_start_matches('+').parse::<i32>().ok().map(i64::from);
        said.or(held.map(|number| number as i64))
    }

    /// How many copies of the kinds in `set` there are.
    pub fn copies(&self, set: &KindSet) -> u64 {
        set.iter().map(|kind| u64::from(self.kinds[kind].copies)).sum()
    }
}

/// Whether cards of a deck, or counters, can be drawn: counters only where a zone says so.
fn is_drawn(game: &Game, deck: &Deck) -> bool {
    let names = |zone: &Zone| zone.deck.as_ref().is_some_and(|named| named.value == deck.name);
    deck.has_cards() || game.rules.zones.iter().any(names)
}
