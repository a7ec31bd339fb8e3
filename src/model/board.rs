//! A board: its cells with their rows, and the features that run along and over them.

use std::collections::BTreeMap;

use crate::board::{Layout, Numbers};
use crate::geom::Size;
use crate::model::Table;
use crate::span::Span;

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Hexagons.
    Hex,
    /// Squares or rectangles.
    Square,
    /// Places and the links between them.
    Graph,
    /// Boxes that are counted along.
    Track,
    /// No cells: a sheet with whatever its template draws.
    Mat,
}

impl BoardKind {
    /// All kinds by the words of a manifest.
    pub const ALL: [(&'static str, Self); 5] = [
        ("hex", Self::Hex),
        ("square", Self::Square),
        ("graph", Self::Graph),
        ("track", Self::Track),
        ("mat", Self::Mat),
    ];

    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// The board of a deck of one face.
#[derive(Clone, Debug)]
pub struct Board {
    /// What it is made of.
    pub kind: BoardKind,
    /// Its cells.
    pub layout: Layout,
    /// The width and height of a cell in mm; a hexagon's are those of the box around it.
    pub cell: Size,
    /// Where the names of cells are printed, and how large.
    pub numbers: Numbers,
    /// The rows of its cells; a table without rows if there is none.
    pub table: Table,
    /// The row of each cell, if it has one.
    pub rows: Vec<Option<usize>>,
    /// Features along sides by name, such as rivers.
    pub edges: BTreeMap<String, Vec<Line>>,
    /// Features over middles by name, such as roads.
    pub paths: BTreeMap<String, Vec<Line>>,
}

impl Board {
    /// What stands in a column for a cell; nothing for a cell without a row.
    pub fn text(&self, cell: usize, column: usize) -> &str {
        self.rows[cell].map_or("", |row| &self.table.rows[row].cells[column].text)
    }

    /// The kinds of cells by the texts of a column: a number for each text, in their order.
    ///
    /// An empty cell has no kind.
    pub fn kinds(&self, column: usize) -> (Vec<&str>, Vec<Option<u32>>) {
        let texts = (0..self.rows.len()).map(|cell| self.text(cell, column));
        let mut known: Vec<_> = texts.clone().filter(|text| !text.is_empty()).collect();
        known.sort_unstable();
        known.dedup();
        let number = |text: &str| known.binary_search(&text).ok().map(|at| at as u32);
        let kinds = texts.map(number).collect();
        (known, kinds)
    }
}

/// One river, one road: what belongs together under one name.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name; empty if the table gives none.
    pub name: String,
    /// Sides by the number of their cell and their own number, for a feature along sides.
    pub sides: Vec<(usize, usize)>,
    /// Cells from end to end, in pieces, for a feature over middles.
    pub routes: Vec<Vec<usize>>,
    /// Where it is first written.
    pub at: Span,
}
