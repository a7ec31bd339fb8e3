//! Writes to standard output and standard error; a closed pipe is no fault.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output took something only in part.
static FAILED: AtomicBool = AtomicBool::new(false);

/// A line on standard output. False when nobody listens any more.
pub fn out(line: &str) -> bool {
    let done = writeln!(io::stdout().lock(), "{line}");
    if let Err(error) = &done
        && error.kind() != ErrorKind::BrokenPipe
        && !FAILED.swap(true, Ordering::Relaxed)
    {
        err(&format!("error: standard output: {error}"));
    }
    done.is_ok()
}

/// Whether something was lost on its way to standard output, other than to a pipe that was closed.
pub fn failed() -> bool {
    FAILED.load(Ordering::Relaxed)
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
