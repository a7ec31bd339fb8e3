//! The two ways that faces go on paper: many on a page, or one on many pages.

use super::tiles::{self, Tiles, Words};
use super::{Grid, Page, Unfit, fit_form, furniture, lay_out};
use crate::compose::{ComposedCard, Side};
use crate::geom::Size;
use crate::model::{Form, Kind, NamedSize, SheetSpec};

/// How the faces of a deck go on a paper.
#[derive(Clone, Debug, PartialEq)]
pub enum Layout {
    /// Many on a page.
    Grid(Grid),
    /// Each on as many pages as it needs.
    Tiles(Tiles),
}

impl Layout {
    /// The way that a sheet asks for; what does not fit is cut into pages, if it is a board or the sheet asks
    /// for that.
    ///
    /// # Errors
    /// The faces do not fit on the paper, and the help says what would.
    pub fn of(
        form: &Form,
        (face, bleed): (Size, f64),
        paper: &NamedSize,
        spec: &SheetSpec,
    ) -> Result<Self, Unfit> {
        if spec.together {
            return fit_form(form, face, bleed, paper.size, spec).map(Self::Grid);
        }
        if paper.is_whole() {
            return tiles::whole(face, bleed, spec).map(Self::Tiles);
        }
        let grid = fit_form(form, face, bleed, paper.size, spec);
        let may = form.kind == Kind::Board || spec.tile.asked;
        match grid {
            Ok(grid) if spec.fold.is_none() => Ok(Self::Grid(grid)),
            Ok(_) => tiles::cut(face, bleed, paper.size, spec).map(Self::Tiles),
            Err(_) if may && spec.grid.is_none() => {
                tiles::cut(face, bleed, paper.size, spec).map(Self::Tiles)
            }
            Err(unfit) => Err(unfit),
        }
    }

    /// The paper as it lies on the page.
    pub fn paper(&self) -> Size {
        match self {
            Self::Grid(grid) => grid.paper,
            Self::Tiles(tiles) => tiles.paper,
        }
    }

    /// Columns and rows: of cards on a page, or of pages of a face.
    pub fn table(&self) -> (u32, u32) {
        match self {
            Self::Grid(grid) => (grid.columns, grid.rows),
            Self::Tiles(tiles) => (tiles.columns, tiles.rows),
        }
    }

    /// The pages of a deck.
    pub fn pages(&self, cards: &[ComposedCard], spec: &SheetSpec) -> Vec<Page> {
        match self {
            Self::Grid(grid) => lay_out(cards, grid, spec),
            Self::Tiles(tiles) => tiles::lay_out(cards, tiles, spec),
        }
    }

    /// The name of a page that shows a part of a face.
    pub fn page_name(&self, page: &Page) -> Option<String> {
        match self {
            Self::Grid(_) => None,
            Self::Tiles(tiles) => tiles.name(page.tile?),
        }
    }

    /// Whether there is room for the line of text and the ruler.
    pub fn has_text(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.text_offset().is_some(),
            Self::Tiles(_) => true,
        }
    }

    /// The drawing of what is written on a page, the `at`th of `pages`.
    pub fn label(&self, pages: &[Page], at: usize, line: &str) -> Option<String> {
        let tiles = match self {
            Self::Grid(grid) => return furniture::label(grid, line),
            Self::Tiles(tiles) => tiles,
        };
        let duplex = pages.iter().any(|page| page.side == Side::Back);
        let map = at == 0 || pages[at].tile.is_none();
        Some(tiles.label(&pages[at], &Words { line, duplex, map }))
    }

    /// The drawing of the ruler.
    pub fn ruler(&self) -> Option<String> {
        match self {
            Self::Grid(grid) => furniture::ruler(grid),
            Self::Tiles(tiles) => tiles.ruler(),
        }
    }
}
