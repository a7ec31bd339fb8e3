//! Places anywhere, and the links between them.

use super::{Cell, Lattice, Layout, Point};

/// Places and links.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The names of the places and where they lie, in mm from the field's top left corner.
    pub places: Vec<(String, Point)>,
    /// Links, each between the numbers of two places.
    pub links: Vec<(usize, usize)>,
}

impl Graph {
    /// The places as cells without sides, the field's top left corner at `origin`.
    pub fn lay_out(&self, origin: Point) -> Layout {
        let cell = |(at, (id, place)): (usize, &(String, Point))| Cell {
            id: id.clone(),
            is_labelled: true,
            column: at as i32,
            row: 0,
            centre: Point { x: origin.x + place.x, y: origin.y + place.y },
            sides: Vec::new(),
            is_whole: true,
        };
        let cells = self.places.iter().enumerate().map(cell).collect();
        Layout::linked(Lattice { origin, step: (1.0, 1.0) }, cells, &self.links)
    }
}
