//! Finds the character that stands between cells.

use super::csv::Records;
use super::faults::Faults;
use super::record::Quotes;
use crate::diag::{Code, Diagnostic, Staged};

/// The separators that are looked for, the first of equals wins.
pub const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
/// How many records are looked at.
const SAMPLE: usize = 20;

/// The separator of `text`, and the byte where its header begins.
///
/// What is `stated` counts most, then a first line `sep=;`, then the ending of `path`. The header
/// stands on line `header`, or on the first.
///
/// # Errors
/// The separator that is stated or that the first line names is no ASCII character of its own.
pub fn find(
    text: &str,
    path: &str,
    stated: Option<char>,
    header: Option<u32>,
    faults: &mut Faults<'_>,
) -> Staged<(u8, usize)> {
    let (named, start) = match first_line(text) {
        Some((value, start)) => (Some(value), start),
        None => (None, 0),
    };
    let below = header.map_or(0, |line| line_start(text, line));
    let said = match (stated, named) {
        (Some(stated), _) => Some((stated.to_string(), "`separator` is")),
        (None, Some(named)) => Some((named.to_owned(), "the first line says `sep=`")),
        (None, None) => None,
    };
    if let Some((value, source)) = said {
        let line = text[..start].trim_end_matches('\n').len();
        return match usable(&value) {
            Some(separator) => Ok((separator, start.max(below))),
            None => Err(faults.error(unusable(&value, source).at(faults.span(0..line)))),
        };
    }
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_tabbed = ending == "tsv" || ending == "tab";
    Ok((if is_tabbed { b'\t' } else { guess(&text[below..]) }, below))
}

/// The byte where a line, counted from 1, begins; the end of the text if it is shorter.
fn line_start(text: &str, line: u32) -> usize {
    let before = line.saturating_sub(1) as usize;
    text.split_inclusive('\n').take(before).map(str::len).sum()
}

/// What a first line `sep=;`, which Excel reads and writes, names, and where the next line begins.
fn first_line(text: &str) -> Option<(&str, usize)> {
    let line = text.split('\n').next().unwrap_or_default();
    let bare = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line);
    let is_sep = bare.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="));
    is_sep.then(|| (&bare[4..], (line.len() + 1).min(text.len())))
}

fn usable(value: &str) -> Option<u8> {
    match value.as_bytes() {
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r') => Some(*byte),
        _ => None,
    }
}

fn unusable(value: &str, source: &str) -> Diagnostic {
    let value = super::shown(value);
    let message =
        format!("{source} `{value}`, which is not one ASCII character other than a quote");
    Diagnostic::error(Code::SEPARATOR, message).help("use `,`, `;`, `|` or a tab")
}

/// How a sentence names a separator.
pub fn named(separator: u8) -> String {
    match separator {
        b'\t' => "tab".into(),
        b' ' => "blank".into(),
        other => format!("`{}`", char::from(other).escape_default()),
    }
}

/// The candidate that gives a header of several cells and the most records like it.
fn guess(text: &str) -> u8 {
    let mut best = (CANDIDATES[0], 0);
    for candidate in CANDIDATES {
        let alike = alike(text, candidate);
        if alike > best.1 {
            best = (candidate, alike);
        }
    }
    best.0
}

/// How many of the first records have as many cells as the header, 0 if that is one.
///
/// Quotes inside a cell show that it was cut at the wrong character, so such records do not count.
fn alike(text: &str, candidate: u8) -> usize {
    let records = Records::new(text, candidate, 0).filter(|record| !record.is_blank());
    let mut width = None;
    let mut alike = 0;
    for record in records.take(SAMPLE) {
        let is_clean = |quotes| matches!(quotes, Quotes::Absent | Quotes::Paired);
        let width = *width.get_or_insert(record.fields.len());
        if width == 1 {
            return 0;
        }
        let clean = record.fields.iter().all(|field| is_clean(field.quotes));
        alike += usize::from(clean && record.fields.len() == width);
    }
    alike
}
