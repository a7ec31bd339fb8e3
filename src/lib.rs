#![doc = include_str!("../ARCHITECTURE.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

// The modules in pipeline order: each uses only what stands above it. A test reads these lines.

// ground: knows nothing of games
pub mod span;
pub mod diag;
pub mod digest;
pub mod geom;
pub mod xml;
pub mod marks;
pub mod embed;
pub mod workspace;
pub mod board;

// the game
pub mod model;
pub mod load;
pub mod sim;
pub mod check;
pub mod icons;
pub mod compose;
pub mod findings;
pub mod limits;
pub mod parser;
pub mod fonts;
pub mod text;
pub mod amiss;
pub mod images;
pub mod scene;
pub mod impose;
pub mod render;

// assembly: may see everything
pub mod cache;
pub mod output;
pub mod pipeline;
pub mod cli;
