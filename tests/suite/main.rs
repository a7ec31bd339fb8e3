//! All tests, in one binary.

mod pictures;
mod readme;
