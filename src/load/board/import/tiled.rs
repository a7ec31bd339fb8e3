//! A map of Tiled, whether written as XML or as JSON, made into rows.

use super::super::field::MOST_CELLS;
use super::tiles::{Tile, Tiles};
use super::{Imported, Known, fault, table};
use crate::board::{Orientation, Shift};
use crate::diag::Diagnostic;
use crate::model::BoardKind;
use crate::span::Span;

/// The head of a map.
pub struct Head {
    pub orientation: String,
    pub stagger_axis: String,
    pub stagger_index: String,
    pub columns: u32,
    pub rows: u32,
    /// Where it is written.
    pub span: Span,
}

/// A layer of tiles: for each cell, row by row, its number as Tiled writes it, and its place.
pub struct Layer {
    pub name: String,
    pub tiles: Vec<(u32, Span)>,
    pub span: Span,
}

impl Head {
    /// The field that the map fills.
    ///
    /// # Errors
    /// Another orientation than hexagonal and orthogonal, or too many cells.
    pub fn known(&self) -> Result<Known, Box<Diagnostic>> {
        let (columns, rows) = (self.columns, self.rows);
        let cells = u64::from(columns) * u64::from(rows);
        if cells == 0 || cells > u64::from(MOST_CELLS) {
            let message = format!("the map has {columns} x {rows} tiles");
            let help = format!("from 1 to {MOST_CELLS} can be read; an infinite map cannot");
            return Err(fault(message, self.span, &help));
        }
        let hex = match self.orientation.as_str() {
            "orthogonal" => None,
            "hexagonal" => {
                // Tiled counts lines from 0, and its x axis staggers columns.
                let odd = Shift::Even;
                let shift = if self.stagger_index == "even" { Shift::Odd } else { odd };
                let flat = self.stagger_axis == "x";
                Some((if flat { Orientation::Flat } else { Orientation::Pointy }, shift))
            }
            other => {
                let message = format!("the orientation of the map is `{other}`");
                return Err(fault(message, self.span, "hexagonal and orthogonal maps can be read"));
            }
        };
        let kind = if hex.is_some() { BoardKind::Hex } else { BoardKind::Square };
        Ok(Known { kind, columns, rows, hex })
    }
}

/// A row for each cell: its place, and for each layer its tile, and how that is turned.
///
/// # Errors
/// A layer of another size, or a number that no set of tiles has.
pub fn rows(head: &Head, layers: &[Layer], tiles: &Tiles) -> Result<Imported, Box<Diagnostic>> {
    let field = head.known()?;
    let hexagonal = field.hex.is_some();
    let count = (field.columns * field.rows) as usize;
    let mut names = vec!["column".to_owned(), "row".to_owned()];
    let mut read: Vec<Vec<Tile>> = Vec::new();
    for layer in layers {
        if layer.tiles.len() != count {
            let message = format!(
                "the layer `{}` has {} tiles for {} x {} cells",
                layer.name,
                layer.tiles.len(),
                field.columns,
                field.rows
            );
            return Err(fault(message, layer.span, "save the map again in Tiled"));
        }
        let tile = |(number, span): &(u32, Span)| tiles.tile(*number, hexagonal, *span);
        read.push(layer.tiles.iter().map(tile).collect::<Result<_, _>>()?);
        names.extend([layer.name.clone(), format!("{} turn", layer.name)]);
    }
    let rows = (0..count).map(|at| {
        let (column, row) = (at as u32 % field.columns + 1, at as u32 / field.columns + 1);
        let span = layers.first().map_or(head.span, |layer| layer.tiles[at].1);
        let mut cells = vec![(column.to_string(), span), (row.to_string(), span)];
        for (layer, read) in layers.iter().zip(&read) {
            let span = layer.tiles[at].1;
            cells.extend([(read[at].name.clone(), span), (read[at].turn.clone(), span)]);
        }
        (span, cells)
    });
    let table = table(&names, head.span, rows.collect());
    Ok(Imported { table, field, lines: Vec::new(), is_partial: false })
}
