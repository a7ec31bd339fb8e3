//! The decks that one file of sheets prints, their designs and faces numbered through.

use super::Made;
use crate::compose::{ComposedCard, Face};
use crate::geom::{Mm, Size};
use crate::model::Deck;

/// One deck, or several on common pages.
#[derive(Clone)]
pub struct Lot<'a> {
    /// The game.
    pub made: &'a Made,
    /// The decks by number, at least one.
    pub decks: Vec<usize>,
}

impl<'a> Lot<'a> {
    /// Some decks, at least one.
    pub fn new(made: &'a Made, decks: Vec<usize>) -> Self {
        Self { made, decks }
    }

    /// The deck that stands for all: they are cut alike.
    pub fn first(&self) -> &'a Deck {
        &self.made.game.decks[self.decks[0]]
    }

    /// What people read over the file.
    pub fn title(&self) -> String {
        let titles = self.all().map(|deck| deck.title.as_str());
        titles.collect::<Vec<_>>().join(", ")
    }

    fn all(&self) -> impl Iterator<Item = &'a Deck> + '_ {
        self.decks.iter().map(|deck| &self.made.game.decks[*deck])
    }

    /// The bleed that every deck has.
    pub fn bleed(&self) -> Mm {
        Mm(self.all().map(|deck| deck.bleed.0).fold(f64::INFINITY, f64::min))
    }

    /// Every card by its faces; those that are as wide as the first are high lie on their side.
    pub fn cards(&self) -> Vec<ComposedCard> {
        let mut cards = Vec::new();
        let (mut before, size) = (0, self.first().size.size);
        for (deck, number) in self.all().zip(&self.decks) {
            let composed = &self.made.decks[*number];
            let turned = size.w != size.h && (deck.size.size.w - size.h).abs() < 1e-6;
            cards.extend(composed.cards.iter().enumerate().map(|(at, card)| ComposedCard {
                front: before + card.front,
                back: card.back.map(|back| before + back),
                // A list whose values begin rows begins one itself.
                new_row: card.new_row || (at == 0 && before > 0 && deck.rows_by.is_some()),
                turned,
                ..*card
            }));
            before += composed.faces.len();
        }
        cards
    }

    /// Every face, as the cards number them.
    pub fn faces(&self) -> impl Iterator<Item = &'a Face> + '_ {
        self.decks.iter().flat_map(|deck| &self.made.decks[*deck].faces)
    }

    /// The size of every face with its bleed, and the bleed.
    pub fn sizes(&self) -> Vec<(Size, Mm)> {
        self.faces().map(|face| (face.trim.grown(face.bleed), face.bleed)).collect()
    }

    /// The deck of a design, by number.
    pub fn deck_of(&self, design: usize) -> usize {
        self.design(design).0
    }

    /// The deck of a design and its number there.
    pub fn design(&self, design: usize) -> (usize, usize) {
        let mut left = design;
        for deck in &self.decks {
            let count = self.made.decks[*deck].cards.len();
            if left < count {
                return (*deck, left);
            }
            left -= count;
        }
        (self.decks[0], design)
    }
}
