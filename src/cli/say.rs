//! Writes to standard output and standard error; a closed pipe is no fault.

use std::io::{self, IsTerminal, Write};

/// A line on standard output. False when nobody listens any more.
pub fn out(line: &str) -> bool {
    writeln!(io::stdout().lock(), "{line}").is_ok()
}

/// A line on standard error.
pub fn err(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Whether messages may be in colour: a terminal, and nobody said no.
pub fn in_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !refused
}
