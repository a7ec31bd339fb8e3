//! The card sizes and papers that Deckle knows by name; a game may add its own.

use crate::geom::Size;

/// A card size.
#[derive(Clone, Copy, Debug)]
pub struct CardSize {
    /// The name in a manifest.
    pub name: &'static str,
    /// Trim width in mm.
    pub w: f64,
    /// Trim height in mm.
    pub h: f64,
    /// What it is, and who uses it.
    pub note: &'static str,
}

const fn card(name: &'static str, w: f64, h: f64, note: &'static str) -> CardSize {
    CardSize { name, w, h, note }
}

/// All sizes, the largest families of cards first, then counters. Inch sizes are exact multiples of 25.4 mm.
pub const CARD_SIZES: &[CardSize] = &[
    card("poker", 63.0, 88.0, "standard card game size, 63 x 88 mm, fits standard sleeves"),
    card("poker-us", 63.5, 88.9, "poker and trading cards, 2.5 x 3.5 in"),
    card("bridge", 57.15, 88.9, "bridge, 2.25 x 3.5 in"),
    card("us-game", 56.0, 87.0, "US game"),
    card("euro", 59.0, 92.0, "Euro game"),
    card("mini-euro", 44.0, 68.0, "mini Euro"),
    card("mini-us", 41.0, 63.0, "mini American"),
    card("mini", 44.45, 63.5, "mini, 1.75 x 2.5 in"),
    card("micro", 31.75, 44.45, "micro, 1.25 x 1.75 in"),
    card("tarot", 70.0, 120.0, "tarot, fits 70 x 120 mm sleeves"),
    card("tarot-us", 69.85, 120.65, "tarot, 2.75 x 4.75 in"),
    card("jumbo", 88.9, 139.7, "jumbo, 3.5 x 5.5 in"),
    card("business", 50.8, 88.9, "business, 2 x 3.5 in"),
    card("domino", 44.45, 88.9, "domino, 1.75 x 3.5 in"),
    card("small-square", 63.5, 63.5, "small square, 2.5 in"),
    card("euro-square", 70.0, 70.0, "Euro square"),
    card("square", 88.9, 88.9, "square, 3.5 in"),
    card("skat", 59.0, 91.0, "skat"),
    card("trump", 62.0, 100.0, "trump cards"),
    card("japanese", 59.0, 86.0, "Japanese"),
    card("mint-tin", 52.0, 87.0, "mint tin"),
    card("divider", 76.2, 88.9, "divider, 3 x 3.5 in"),
    card("1/2 in", 12.7, 12.7, "small counters"),
    card("9/16 in", 14.2875, 14.2875, "counters"),
    card("5/8 in", 15.875, 15.875, "counters, the most usual"),
    card("3/4 in", 19.05, 19.05, "large counters and chits"),
    card("1 in", 25.4, 25.4, "chits and tokens"),
];

/// A paper.
#[derive(Clone, Copy, Debug)]
pub struct PaperSize {
    /// The name in a manifest.
    pub name: &'static str,
    /// Short side in mm.
    pub w: f64,
    /// Long side in mm.
    pub h: f64,
    /// What it is.
    pub note: &'static str,
}

const fn paper(name: &'static str, w: f64, h: f64, note: &'static str) -> PaperSize {
    PaperSize { name, w, h, note }
}

/// All papers, upright.
pub const PAPERS: &[PaperSize] = &[
    paper("a3", 297.0, 420.0, "ISO A3"),
    paper("a4", 210.0, 297.0, "ISO A4"),
    paper("a5", 148.0, 210.0, "ISO A5"),
    paper("letter", 215.9, 279.4, "US Letter, 8.5 x 11 in"),
    paper("legal", 215.9, 355.6, "US Legal, 8.5 x 14 in"),
    paper("tabloid", 279.4, 431.8, "US Tabloid, 11 x 17 in"),
    paper("pa4", 210.0, 280.0, "fits inside both A4 and Letter"),
    paper("sra3", 320.0, 450.0, "ISO SRA3, press sheets"),
];

/// A resolved size and the name that it was asked for by.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSize {
    /// The name, or the measures as text.
    pub name: String,
    /// The size in mm.
    pub size: Size,
}

impl NamedSize {
    /// The paper that is as large as its face needs: it has no size of its own.
    pub fn whole() -> Self {
        Self { name: "whole".into(), size: Size::default() }
    }

    /// Whether it is the paper that is as large as its face needs.
    pub fn is_whole(&self) -> bool {
        self.size == Size::default()
    }
}
