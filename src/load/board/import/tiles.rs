//! The tiles of Tiled's sets: what a number means, and how it is turned.

use std::collections::BTreeMap;

use super::fault;
use crate::diag::Diagnostic;
use crate::span::Span;

/// The sets of a map, by the number of their first tile.
#[derive(Default)]
pub struct Tiles(BTreeMap<u32, Set>);

/// A set: how many tiles it has, if it says so, and what some of them are called.
#[derive(Default)]
pub struct Set {
    pub name: String,
    pub count: Option<u32>,
    /// The custom properties of some tiles, by name.
    pub properties: BTreeMap<u32, Properties>,
    pub names: BTreeMap<u32, String>,
}

/// Custom properties by name.
pub type Properties = BTreeMap<String, String>;

/// A tile of a cell.
pub struct Tile<'a> {
    /// Its custom properties, if it has any.
    pub properties: Option<&'a Properties>,
    /// Its class, or its number in its set, behind the set's name if there are several; empty for
    /// none.
    pub name: String,
    /// How it is turned, as an SVG `transform` about its middle; empty for not at all.
    pub turn: String,
}

/// The bits of a number that say how its tile is turned.
const HORIZONTAL: u32 = 0x8000_0000;
const VERTICAL: u32 = 0x4000_0000;
const DIAGONAL: u32 = 0x2000_0000;
const HEXAGONAL: u32 = 0x1000_0000;

impl Tiles {
    /// Adds a set.
    pub fn add(&mut self, first: u32, set: Set) {
        self.0.insert(first, set);
    }

    /// The tile that a number of a layer means.
    ///
    /// # Errors
    /// No set has it.
    pub fn tile(
        &self,
        number: u32,
        hexagonal: bool,
        span: Span,
    ) -> Result<Tile<'_>, Box<Diagnostic>> {
        let plain = number & !(HORIZONTAL | VERTICAL | DIAGONAL | HEXAGONAL);
        if plain == 0 {
            return Ok(Tile { name: String::new(), turn: String::new(), properties: None });
        }
        let set = self.0.range(..=plain).next_back();
        let found = set.map(|(first, set)| (plain - first, set));
        let found = found.filter(|(local, set)| set.count.is_none_or(|count| *local < count));
        let Some((local, set)) = found else {
            let message = format!("no set of the map has the tile {plain}");
            return Err(fault(
                message,
                span,
                "save the map again in Tiled, with its sets of tiles",
            ));
        };
        let number_in_set = || match self.0.len() {
            1 => local.to_string(),
            _ => format!("{}:{local}", set.name),
        };
        let name = set.names.get(&local).cloned().unwrap_or_else(number_in_set);
        let properties = set.properties.get(&local);
        Ok(Tile { name, turn: turn(number, hexagonal), properties })
    }
}

/// How the flags of a number turn a tile about its middle.
fn turn(number: u32, hexagonal: bool) -> String {
    let has = |flag: u32| number & flag != 0;
    let sign = |flag: u32| if has(flag) { -1 } else { 1 };
    let mut parts = Vec::new();
    let flips = has(HORIZONTAL) || has(VERTICAL);
    let flip = format!("scale({} {})", sign(HORIZONTAL), sign(VERTICAL));
    if hexagonal {
        let angle = if has(DIAGONAL) { 60 } else { 0 } + if has(HEXAGONAL) { 120 } else { 0 };
        if angle > 0 {
            parts.push(format!("rotate({angle})"));
        }
        parts.extend(flips.then_some(flip));
    } else {
        parts.extend(flips.then_some(flip));
        if has(DIAGONAL) {
            // The axes are exchanged before it is flipped.
            parts.push("matrix(0 1 1 0 0 0)".to_owned());
        }
    }
    parts.join(" ")
}
