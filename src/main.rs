//! The program `deckle`: parse, run, exit.

use std::process::ExitCode;

/// Building is made of many small pieces of memory, taken and given back by several threads.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    deckle::cli::main()
}
