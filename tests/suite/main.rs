//! All tests, in one binary.

mod cli;
mod faults;
mod imposition;
mod layers;
mod output;
mod pdf;
mod pictures;
mod readme;
mod samples;
mod support;
mod units;
