//! Chains: which of their cards lie there already, whatever else was laid there or taken away.

use super::ActionOp;
use super::table::Pile;

impl ActionOp {
    /// How many links of the chain, from the first, the cards that lie there are; a card is one link only.
    pub fn laid(&self, pile: &Pile) -> usize {
        if self.counted {
            return pile.cards.len();
        }
        let mut stands = vec![None; pile.cards.len()];
        let mut tried = vec![false; pile.cards.len()];
        let fits = |link: &usize| {
            tried.fill(false);
            self.stand(*link, &pile.cards, &mut stands, &mut tried)
        };
        (0..self.chain.len()).take_while(fits).count()
    }

    /// Finds a card for a link, of which those that stand for other links may go to make room.
    fn stand(
        &self,
        link: usize,
        cards: &[u16],
        stands: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..cards.len() {
            if !tried[at] && self.chain[link].has(cards[at]) {
                tried[at] = true;
                let free = stands[at].is_none_or(|other| self.stand(other, cards, stands, tried));
                if free {
                    stands[at] = Some(link);
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{ActionOp, Pile};
    use crate::sim::engine::Cards;
    use crate::sim::pool::KindSet;

    /// How many links lie there, of a chain of sets of kinds.
    fn laid(chain: &[&[usize]], cards: &[u16]) -> usize {
        let of = |kinds: &&[usize]| {
            let mut set = KindSet::none(8);
            kinds.iter().for_each(|kind| set.insert(*kind));
            Cards::new(set)
        };
        let action = ActionOp {
            name: String::new(),
            seat: None,
            card: None,
            chain: chain.iter().map(of).collect(),
            counted: false,
            zone: None,
            when: None,
            steps: Vec::new(),
            complete: Vec::new(),
        };
        action.laid(&Pile { cards: cards.to_vec(), counts: Vec::new() })
    }

    #[test]
    fn a_hole_is_the_next_link_and_a_card_is_one_link_only() {
        let abc: &[&[usize]] = &[&[0], &[1], &[2]];
        assert_eq!(laid(abc, &[]), 0);
        assert_eq!(laid(abc, &[0, 1]), 2);
        assert_eq!(laid(abc, &[1, 2]), 0);
        assert_eq!(laid(abc, &[2, 0]), 1);
        assert_eq!(laid(abc, &[2, 1, 7, 0]), 3);
        assert_eq!(laid(&[&[0], &[0], &[1]], &[0, 1]), 1);
        // A card that fits two links makes room for one that fits one.
        let wild: &[&[usize]] = &[&[0, 5], &[1, 5], &[2]];
        assert_eq!(laid(wild, &[5]), 1);
        assert_eq!(laid(wild, &[1]), 0);
        assert_eq!(laid(wild, &[5, 0]), 2);
        assert_eq!(laid(wild, &[0, 5]), 2);
        assert_eq!(laid(wild, &[5, 1]), 2);
        assert_eq!(laid(&[&[0, 1], &[0, 2], &[0]], &[0, 1, 2]), 3);
    }
}
