//! All tests, in one binary.

mod books;
mod cli;
mod components;
mod drawing;
mod faults;
mod images;
mod imposition;
mod layers;
mod manifest;
mod output;
mod pages;
mod pdf;
mod pictures;
mod reader;
mod readme;
mod samples;
#[cfg(unix)]
mod signals;
mod support;
mod tables;
mod text;
mod units;
