//! All tests, in one binary.

mod cli;
mod components;
mod drawing;
mod faults;
mod hostile;
mod images;
mod images_shown;
mod images_stored;
mod imposition;
mod layers;
mod manifest;
mod output;
mod pages;
mod paint;
mod pdf;
mod pictures;
mod reader;
mod readme;
mod samples;
#[cfg(unix)]
mod signals;
mod support;
mod text;
mod units;
