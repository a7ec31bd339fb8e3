//! All tests, in one binary.

mod books;
mod checks;
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
mod odds;
mod output;
mod pages;
mod paint;
mod pdf;
mod pictures;
mod playtests;
mod printed;
mod reader;
mod readme;
mod samples;
#[cfg(unix)]
mod signals;
mod statistics;
mod support;
mod tables;
mod text;
mod units;
