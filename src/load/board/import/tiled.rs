//! A map of Tiled, whether written as XML or as JSON, made into rows.

use std::collections::BTreeSet;
use std::io::Read;

use super::super::field::MOST_CELLS;
use super::tiles::{Tile, Tiles};
use super::{Imported, Known, fault, table};
use crate::board::{Orientation, Shift};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::BoardKind;
use crate::span::Span;

/// The most bytes that the tiles of a layer unfold to.
const MOST: u64 = 4 * 1_000_000;

/// The head of a map.
pub struct Head {
    pub is_infinite: bool,
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
    /// No end, another orientation than hexagonal and orthogonal, or too many cells.
    pub fn known(&self) -> Result<Known, Box<Diagnostic>> {
        if self.is_infinite {
            let help = "switch `Infinite` off in the properties of the map";
            return Err(fault("the map is infinite", self.span, help));
        }
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

/// Whether a layer or a group is taken: not if it is hidden; told, as is one that is shifted.
pub fn is_taken(name: &str, hidden: bool, shifted: bool, span: Span, sink: &mut Sink) -> bool {
    let mut warn = |message: String| {
        sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span));
    };
    if hidden {
        warn(format!("the layer `{name}` is hidden and is not taken"));
    } else if shifted {
        warn(format!("the layer `{name}` is shifted; its tiles are taken as if it were not"));
    }
    !hidden
}

/// Tells a layer that is left out because it is no layer of tiles.
pub fn tell_no_tiles(name: &str, span: Span, sink: &mut Sink) {
    let message = format!("the layer `{name}` holds no tiles and is not taken");
    sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span));
}

/// Tells custom properties that no cell has, and so no template could show.
pub fn tell_properties(of: &str, names: &[String], span: Span, sink: &mut Sink) {
    if !names.is_empty() {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("custom properties of {of} are not taken: {}", names.join(", "));
        let help = "properties of tiles become columns of the cells";
        sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span).help(help));
    }
}

/// Tells sets of Wang tiles, which say what Tiled may paint beside what.
pub fn tell_wang(set: &str, span: Span, sink: &mut Sink) {
    let message = format!("the Wang set `{set}` is not taken: a board has no brushes");
    sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span));
}

/// What stands where the number of a tile should.
pub fn no_number(word: &str, span: Span) -> Box<Diagnostic> {
    fault(format!("`{word}` is no number of a tile"), span, "save the map again in Tiled")
}

/// A path of a file that stands beside another.
pub fn beside(path: &str, file: &str) -> String {
    match path.replace('\\', "/").rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{file}"),
        None => file.to_owned(),
    }
}

/// Tells tiles that are written in a way that is not read here.
pub fn encoding(name: &str, span: Span) -> Box<Diagnostic> {
    let help = "choose CSV, or Base64 with zlib or gzip, as the tile layer format in Tiled";
    fault(format!("tiles written as `{name}` cannot be read"), span, help)
}

/// Numbers of four bytes, packed and written in base64.
pub fn packed(
    words: &str,
    compression: Option<&str>,
    span: Span,
) -> Result<Vec<u32>, Box<Diagnostic>> {
    let broken = || fault("the tiles cannot be unpacked", span, "save the map again in Tiled");
    let bytes =
        data_url::forgiving_base64::decode_to_vec(words.as_bytes()).map_err(|_| broken())?;
    let mut plain = Vec::new();
    let read = match compression {
        None | Some("") => {
            plain = bytes;
            Ok(0)
        }
        Some("zlib") => {
            flate2::read::ZlibDecoder::new(&bytes[..]).take(MOST).read_to_end(&mut plain)
        }
        Some("gzip") => flate2::read::GzDecoder::new(&bytes[..]).take(MOST).read_to_end(&mut plain),
        Some(other) => return Err(encoding(other, span)),
    };
    read.map_err(|_| broken())?;
    let (numbers, rest) = plain.as_chunks::<4>();
    if rest.is_empty() {
        Ok(numbers.iter().map(|four| u32::from_le_bytes(*four)).collect())
    } else {
        Err(broken())
    }
}

/// A row for each cell: its place, and for each layer its tile, how that is turned, and its properties.
///
/// # Errors
/// A layer of another size, or a number that no set of tiles has.
pub fn rows(head: &Head, layers: &[Layer], tiles: &Tiles) -> Result<Imported, Box<Diagnostic>> {
    let field = head.known()?;
    let hexagonal = field.hex.is_some();
    let count = (field.columns * field.rows) as usize;
    let mut names = vec!["column".to_owned(), "row".to_owned()];
    let (mut read, mut properties) = (Vec::new(), Vec::new());
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
        let tiles: Vec<Tile> = layer.tiles.iter().map(tile).collect::<Result<_, _>>()?;
        let own: BTreeSet<_> =
            tiles.iter().filter_map(|tile| tile.properties).flat_map(|of| of.keys()).collect();
        names.extend([layer.name.clone(), format!("{} turn", layer.name)]);
        names.extend(own.iter().map(|property| format!("{} {property}", layer.name)));
        read.push(tiles);
        properties.push(own);
    }
    if let Some(twice) = (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        let message = format!("the map gives two columns `{}`", names[twice]);
        let help = "give each layer of the map its own name, and no property the name `turn`";
        return Err(fault(message, head.span, help));
    }
    let rows = (0..count).map(|at| {
        let (column, row) = (at as u32 % field.columns + 1, at as u32 / field.columns + 1);
        let span = layers.first().map_or(head.span, |layer| layer.tiles[at].1);
        let mut cells = vec![(column.to_string(), span), (row.to_string(), span)];
        for ((layer, read), own) in layers.iter().zip(&read).zip(&properties) {
            let (tile, span) = (&read[at], layer.tiles[at].1);
            cells.extend([(tile.name.clone(), span), (tile.turn.clone(), span)]);
            let value = |name: &&String| tile.properties.and_then(|of| of.get(*name)).cloned();
            cells.extend(own.iter().map(|name| (value(name).unwrap_or_default(), span)));
        }
        (span, cells)
    });
    let table = table(&names, head.span, rows.collect());
    Ok(Imported { field: Some(field), ..Imported::plain(table) })
}
