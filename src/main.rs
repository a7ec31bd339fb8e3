//! The program `deckle`: parse, run, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    deckle::cli::main()
}
