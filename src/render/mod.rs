//! Scenes and sheets to bytes: PNG pictures and PDF sheets.

mod forms;
pub mod pdf;
mod png;
mod raster;
mod vector;

pub use forms::Forms;
pub use png::png;
pub use raster::raster_form;
pub use vector::{Glyphs, encode};
