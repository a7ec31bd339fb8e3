//! How cards are put on paper, as the manifest asks for it.

use crate::geom::{Mm, Size};
use crate::model::{Deck, NamedSize, file_slug};
use crate::span::Span;

/// One kind of sheet: papers, backs, marks and the way its faces are stored.
#[derive(Clone, Debug)]
pub struct SheetSpec {
    /// A name that is added to the file's; empty for the usual sheet.
    pub name: String,
    /// A file of its own in the output folder, without its suffix, in place of one in `sheets`.
    pub file: Option<String>,
    /// The decks that it prints, by number; empty for all but those `without`.
    pub decks: Vec<usize>,
    /// Decks that others put together, which a sheet that names none leaves out.
    pub without: Vec<usize>,
    /// Whether the decks share their pages, and make one file a paper.
    pub together: bool,
    /// The papers, one file each.
    pub papers: Vec<NamedSize>,
    /// Where the backs go.
    pub backs: Backs,
    /// The edge that the printer turns the sheet over.
    pub flip: FlipEdge,
    /// Correction for a printer that shifts its second side, in mm to the right and down.
    pub back_offset: (Mm, Mm),
    /// Cut marks.
    pub marks: Option<Marks>,
    /// Least distance between cards and the edge of the paper.
    pub margin: Mm,
    /// Distance between the trims of neighbours.
    pub gap: Mm,
    /// A fixed grid of columns and rows, and where it was asked for.
    pub grid: Option<(u32, u32, Span)>,
    /// How faces that are larger than the paper are cut into pages.
    pub tile: Tile,
    /// Where faces are folded, if they are.
    pub fold: Option<Fold>,
    /// How faces are stored.
    pub output: Output,
    /// Where the sheet was asked for, if it was.
    pub span: Option<Span>,
}

impl SheetSpec {
    /// The decks of every file that this sheet makes of a paper, by number: each alone, or all in one.
    pub fn lots(&self, decks: &[Deck]) -> Vec<Vec<usize>> {
        let is_printed = |at: &usize| !decks[*at].cards.is_empty();
        let named = |at: &usize| match self.decks.is_empty() {
            true => !self.without.contains(at),
            false => self.decks.contains(at),
        };
        let alone = (0..decks.len()).filter(named).filter(is_printed);
        match self.together {
            // In the order that they are named in.
            true if !self.decks.is_empty() => {
                vec![self.decks.iter().copied().filter(is_printed).collect()]
            }
            true => vec![alone.collect()],
            false => alone.map(|deck| vec![deck]).collect(),
        }
    }

    /// Every file that this sheet makes: its decks, by number, and its paper.
    pub fn files(&self, decks: &[Deck]) -> Vec<(Vec<usize>, &NamedSize)> {
        let papers = |lot: Vec<usize>| self.papers.iter().map(move |paper| (lot.clone(), paper));
        self.lots(decks).into_iter().filter(|lot| !lot.is_empty()).flat_map(papers).collect()
    }

    /// The path of the file for some decks and a paper, below the output folder.
    pub fn path(&self, lot: &[usize], decks: &[Deck], paper: &NamedSize) -> String {
        let paper = file_slug(&paper.name);
        let deck = lot.first().map_or("", |deck| &decks[*deck].name);
        match &self.file {
            Some(file) => format!("{file}.pdf"),
            None if self.together => format!("sheets/{}-{paper}.pdf", self.name),
            None if self.name.is_empty() => format!("sheets/{deck}-{paper}.pdf"),
            None => format!("sheets/{deck}-{}-{paper}.pdf", self.name),
        }
    }
}

/// Where the backs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backs {
    /// Fronts only.
    None,
    /// Each page of fronts is followed by its page of backs.
    Duplex,
}

/// The edge of the paper that the printer turns it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlipEdge {
    /// Like the page of a book, for an upright sheet.
    Long,
    /// Like a calendar, for an upright sheet.
    Short,
}

impl FlipEdge {
    /// Whether the turn is about an upright line for this paper, so that columns are mirrored.
    ///
    /// Otherwise rows are mirrored, and backs stand on their heads.
    pub fn mirrors_columns(self, paper: Size) -> bool {
        (self == Self::Long) == (paper.h >= paper.w)
    }

    /// PDF's word for a printer that prints both sides.
    pub fn preference(self) -> &'static str {
        match self {
            Self::Long => "DuplexFlipLongEdge",
            Self::Short => "DuplexFlipShortEdge",
        }
    }
}

/// Cut marks: at the edges of the block of cards, or through it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Whether the marks go on as lines through the block.
    pub through: bool,
    /// Length of a mark.
    pub length: Mm,
    /// Distance of a mark from the trim; never less than the bleed.
    pub offset: Mm,
}

/// How a face that is larger than the paper is cut into pages, to be glued together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// Whether the sheet asks for it; without, cards that are too large are an error.
    pub asked: bool,
    /// How much of the face two neighbouring pages both show.
    pub overlap: Mm,
    /// Least distance between the face and the edge of the paper.
    pub margin: Mm,
    /// Whether the paper lies on its long side; none for the way that needs fewer pages.
    pub landscape: Option<bool>,
}

impl Default for Tile {
    fn default() -> Self {
        Self { asked: false, overlap: Mm(10.0), margin: Mm(10.0), landscape: None }
    }
}

/// Where a face is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Once, across the longer side.
    Half,
    /// Twice, with a slit from the centre to the lower edge.
    Quad,
}

/// How faces are stored in a sheet's PDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Shapes and text.
    Vector,
    /// A picture per design at the game's resolution, lossless.
    Raster,
}
