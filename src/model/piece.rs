//! What is cut out of the paper: a card, a counter of some shape, a standee, a box.

use serde::Serialize;

use super::tuck::TuckBox;
use crate::geom::{Mm, Size, Xy};

/// What a deck's pieces are, as far as people call them by different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Cards, from a `[[deck]]`.
    Card,
    /// Counters, tokens, tiles and standees, from `[[counters]]`.
    Counter,
    /// A box for cards, from a `[[box]]`.
    Box,
    /// A board or a mat, from a `[[board]]`.
    Board,
}

impl Kind {
    /// The folder of the output that their pictures go to.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Card => "cards",
            Self::Counter => "counters",
            Self::Box => "boxes",
            Self::Board => "boards",
        }
    }
}

/// The shape that a piece is cut to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle, cut in straight lines across the sheet.
    Straight,
    /// A disc that fills its box.
    Round,
    /// A regular hexagon that fills its box.
    Hex(HexTop),
    /// A figure, its back upside down above it, and a tab at both ends to stand on.
    Standee {
        /// Height of a tab.
        base: Mm,
    },
    /// The net of a box, cut and folded along lines of its own.
    Net(TuckBox),
}

/// What a hexagon has at its top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexTop {
    /// A side.
    Flat,
    /// A corner.
    Pointy,
}

impl Shape {
    /// The outline of a face, by the name that `outline` in a template takes.
    pub fn outline(&self) -> &'static str {
        match self {
            Self::Round => "circle",
            Self::Hex(HexTop::Flat) => "hex-flat",
            Self::Hex(HexTop::Pointy) => "hex",
            Self::Straight | Self::Standee { .. } | Self::Net(_) => "square",
        }
    }

    /// How far a place lies beyond the outline of a face in a box of this size, in mm; inside it is below zero.
    pub fn beyond(&self, size: Size, (x, y): Xy) -> f64 {
        let (dx, dy) = ((x - size.w / 2.0).abs(), (y - size.h / 2.0).abs());
        let half = size.w.min(size.h) / 2.0;
        // Of a hexagon's sides two are level, if it has a flat top, and four slant by 60 degrees.
        let hexagon = |along: f64, up: f64| up.max(along * 0.75_f64.sqrt() + up / 2.0) - half;
        match self {
            Self::Round => dx.hypot(dy) - half,
            Self::Hex(HexTop::Flat) => hexagon(dx, dy),
            Self::Hex(HexTop::Pointy) => hexagon(dy, dx),
            Self::Straight | Self::Standee { .. } | Self::Net(_) => {
                (dx - size.w / 2.0).max(dy - size.h / 2.0)
            }
        }
    }
}

/// How pieces are cut, and put beside one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// What they are.
    pub kind: Kind,
    /// Their shape.
    pub shape: Shape,
    /// Distance between blocks, and how many pieces a block has side by side and above each other.
    pub gutter: Option<(Mm, (u32, u32))>,
}

impl Form {
    /// Cards.
    pub const CARD: Self = Self { kind: Kind::Card, shape: Shape::Straight, gutter: None };
    /// A board.
    pub const BOARD: Self = Self { kind: Kind::Board, ..Self::CARD };
}
