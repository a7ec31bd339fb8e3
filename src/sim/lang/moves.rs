//! Which zones a step lays cards on, and which it takes single cards from.

use super::{Place, Step};

impl Step {
    /// Whether cards come to a zone by it.
    pub fn lays(&self, zone: &str) -> bool {
        let is = |place: &Place| place.name == zone;
        let or = |place: &Option<Place>, other: &str| place.as_ref().map_or(other == zone, is);
        match self {
            Self::Draw { to, .. } => or(to, "hand"),
            Self::Reveal { to, rest, .. } => is(to) || or(rest, "discard"),
            Self::Move { to, .. } | Self::Meld(_, to) | Self::Shuffle(_, to) => is(to),
            Self::Cover(cover) => is(&cover.to),
            Self::DiscardTo(_) | Self::DiscardZone(_) | Self::DiscardRandom(..) => {
                zone == "discard"
            }
            _ => false,
        }
    }

    /// Whether some cards of a zone are taken by it and others perhaps left; all of them at once are not.
    pub fn takes(&self, zone: &str) -> bool {
        let is = |place: &Place| place.name == zone;
        let or = |place: &Option<Place>, other: &str| place.as_ref().map_or(other == zone, is);
        match self {
            Self::Draw { from, .. } | Self::Reveal { from, .. } => or(from, "deck"),
            Self::Move { from, .. } => or(from, "hand"),
            Self::DiscardRandom(_, from) => is(from),
            Self::DiscardTo(_) | Self::Meld(..) | Self::Cover(_) => zone == "hand",
            _ => false,
        }
    }
}
