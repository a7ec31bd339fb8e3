//! Scenes and sheets to bytes: PNG pictures and PDF sheets.

pub mod pdf;
mod png;
mod raster;
mod vector;

pub use png::png;
pub use raster::raster_form;
pub use vector::{Encoder, Forms};
