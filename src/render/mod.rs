//! Scenes and sheets to bytes: PNG pictures and PDF sheets.

mod bands;
mod copies;
mod deflate;
mod forms;
pub mod pdf;
mod pictures;
mod png;
mod raster;
mod stretch;
mod strips;
mod vector;

pub use forms::Forms;
pub use pictures::{Pictures, pictures_of};
pub use png::Painter;
pub use raster::raster_form;
pub use vector::{Glyphs, encode};
