//! All tests, in one binary.

mod checks;
mod cli;
mod components;
mod drawing;
mod faults;
mod images;
mod imposition;
mod layers;
mod manifest;
mod odds;
mod output;
mod pages;
mod pdf;
mod pictures;
mod playtests;
mod printed;
mod reader;
mod readme;
mod samples;
#[cfg(unix)]
mod signals;
mod support;
mod text;
mod units;
