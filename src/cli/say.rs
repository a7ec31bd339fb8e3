//! Writes to standard output and standard error; a closed pipe is no fault.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::wrap::{NARROWEST, wrapped};

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

/// Lines for people on standard output: on a terminal, no longer than it is wide. False when nobody listens any more.
pub fn told(text: &str) -> bool {
    let width = io::stdout().is_terminal().then(width).flatten();
    out(&width.map_or_else(|| text.to_owned(), |width| wrapped(text, width)))
}

/// How wide the terminal is: what `COLUMNS` says, or the terminal itself.
pub fn width() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let own = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(own).filter(|width| *width >= NARROWEST)
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
