//! What usvg logs, in our words.

use std::cell::RefCell;
use std::sync::Once;

use super::{Finding, Findings};
use crate::diag::Code;

thread_local! {
    /// What usvg logged on this thread while [`watched`] runs.
    static LOGGED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

struct Listener;

impl log::Log for Listener {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            LOGGED.with_borrow_mut(|logged| {
                logged.iter_mut().for_each(|lines| lines.push(record.args().to_string()));
            });
        }
    }

    fn flush(&self) {}
}

/// Runs `work` and turns what the SVG parser logs meanwhile into findings.
pub fn watched<T>(findings: &Findings, work: impl FnOnce() -> T) -> T {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        // A program that has its own logger keeps it; then the parser's words go there.
        if log::set_logger(&Listener).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
    let (value, lines) = apart(work);
    lines.iter().for_each(|line| heard(findings, line));
    value
}

/// Runs `work` and gives what was logged meanwhile, which nobody else hears.
fn apart<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let before = LOGGED.replace(Some(Vec::new()));
    let value = work();
    (value, LOGGED.replace(before).unwrap_or_default())
}

/// Takes a line that the parser logged.
fn heard(findings: &Findings, line: &str) {
    let lacking = line.strip_prefix("No fonts with a ").and_then(|rest| rest.split_once("/U+"));
    let number = lacking.and_then(|(_, rest)| rest.split(' ').next());
    let number = number.and_then(|number| u32::from_str_radix(number, 16).ok());
    if let Some(c) = number.and_then(char::from_u32) {
        findings.lacks(c);
    }
    // Our own resolvers tell these, with more to go by.
    let told = ["Fallback from", "No match for", "No fonts with a", "Failed to load"];
    if !told.iter().any(|start| line.starts_with(start)) {
        findings.push(logged(line));
    }
}

/// A parser's line as a finding, with the value or the name that it speaks of.
fn logged(line: &str) -> Finding {
    let said = line.split_once('\'').and_then(|(_, rest)| Some(rest.rsplit_once('\'')?.0));
    let of = line.strip_prefix("Failed to parse ").and_then(|rest| rest.split_once(" value: '"));
    let Some(value) = said else {
        return Finding::warning(Code::SVG_WARNING, in_our_voice(line));
    };
    let Some((name, rest)) = of else {
        let first = value.split('\'').next().unwrap_or_default();
        return Finding::warning(Code::SVG_WARNING, in_our_voice(line)).written(first);
    };
    let instead = rest.rsplit_once("'. ").map_or("", |(_, instead)| instead.trim_end_matches('.'));
    let instead = match instead {
        "Fallback to black" => "; it is drawn black",
        "Fallback to no stroke" => "; nothing is drawn of it",
        _ => "; it is left out",
    };
    let message = format!("`{name}` cannot be `{value}`{instead}");
    let finding = Finding::warning(Code::SVG_WARNING, message).attribute(name, value);
    if ["fill", "stroke", "stop-color", "flood-color", "lighting-color", "color"].contains(&name) {
        return finding.help("colours are `#8c2f2b`, `navy`, `rgb(140, 47, 43)` or `none`");
    }
    finding
}

/// A parser's line as a message: a small first letter, back ticks, no full stop.
fn in_our_voice(line: &str) -> String {
    let line = line.trim().trim_end_matches('.').replace('\'', "`");
    let mut chars = line.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}
