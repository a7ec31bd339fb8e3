//! `deckle explain`: what a kind of message means.

use super::Exit;
use super::args::Explain;
use super::say;
use crate::diag::{CODES, Code, suggest};

/// Prints the explanation.
pub fn explain(arguments: &Explain) -> Exit {
    let Some(name) = &arguments.code else {
        for (code, words) in CODES {
            let first = words.split(". ").next().unwrap_or_default().trim_end_matches('.');
            if !say::told(&format!("{:<20} {first}", code.name())) {
                break;
            }
        }
        return Exit::Well;
    };
    let Some(code) = Code::by_name(name) else {
        let help = suggest(name, CODES.iter().map(|(code, _)| code.name()));
        say::err(&format!("error: there is no message `{name}`\nhelp: {help}"));
        return Exit::Machine;
    };
    say::told(&format!("{}\n\n{}", code.name(), code.explanation()));
    Exit::Well
}
