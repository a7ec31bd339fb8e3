//! Splits text into records of fields, each with the place of its raw text.

use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::is_blank;
use super::record::{Field, Quotes, Record};

/// Reads the records of a text one by one; empty lines are no records.
pub struct Records<'a> {
    text: &'a str,
    separator: u8,
    reader: Reader,
    at: usize,
    /// Takes the text of one field, and grows with the longest.
    buffer: Vec<u8>,
}

impl<'a> Records<'a> {
    /// The records of `text` from byte `start` on, where a line begins.
    ///
    /// Lines end with `\n`; `separator` is ASCII, and neither that nor a double quote.
    pub fn new(text: &'a str, separator: u8, start: usize) -> Self {
        let mut builder = ReaderBuilder::new();
        let builder = builder.delimiter(separator).terminator(Terminator::Any(b'\n'));
        let mut reader = builder.build();
        reader.set_line(1 + text[..start].matches('\n').count() as u64);
        Self { text, separator, reader, at: start, buffer: vec![0; 256] }
    }

    fn skip_empty_lines(&mut self) {
        let rest = self.text[self.at..].trim_start_matches('\n');
        let lines = self.text.len() - rest.len() - self.at;
        self.at += lines;
        self.reader.set_line(self.reader.line() + lines as u64);
    }

    /// Blanks before a quote are no text: `Wolf, "bites, howls"` has two cells.
    fn skip_blanks_before_quote(&mut self) {
        let is_skipped = |c| is_blank(c) && c != '\n' && c != char::from(self.separator);
        let rest = self.text[self.at..].trim_start_matches(is_skipped);
        if rest.starts_with('"') {
            self.at = self.text.len() - rest.len();
        }
    }

    /// The next field, and whether it ends its record.
    fn field(&mut self) -> Option<(Field, bool)> {
        self.skip_blanks_before_quote();
        let (start, mut length) = (self.at, 0);
        loop {
            let input = &self.text.as_bytes()[self.at..];
            let (result, read, written) = self.reader.read_field(input, &mut self.buffer[length..]);
            self.at += read;
            length += written;
            match result {
                // The call after that has no input left, which tells the reader to come to an end.
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => self.buffer.resize(self.buffer.len() * 2, 0),
                ReadFieldResult::Field { record_end } => {
                    let end = self.at - usize::from(!input.is_empty());
                    return Some((self.cell(start..end, length), record_end));
                }
                ReadFieldResult::End => return None,
            }
        }
    }

    /// The field whose raw text, blanks included, is at `raw`, and whose text fills `length` bytes.
    fn cell(&self, raw: Range<usize>, length: usize) -> Field {
        let text = std::str::from_utf8(&self.buffer[..length]).expect("text split at ASCII bytes");
        let text = text.trim_matches(is_blank).to_owned();
        let whole = &self.text[raw.clone()];
        let start = raw.start + whole.len() - whole.trim_start_matches(is_blank).len();
        let raw = start..start + whole.trim_matches(is_blank).len();
        let quotes = quotes(&self.text[raw.clone()], raw.start);
        Field { text, data: None, number: None, is_covered: false, raw, quotes }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        self.skip_empty_lines();
        if self.at == self.text.len() {
            return None;
        }
        let (line, mut fields) = (self.reader.line(), Vec::new());
        while let Some((field, is_last)) = self.field() {
            fields.push(field);
            if is_last {
                break;
            }
        }
        (!fields.is_empty()).then_some(Record { line, fields })
    }
}

/// How `raw`, which begins at byte `start` of the file, is quoted.
fn quotes(raw: &str, start: usize) -> Quotes {
    let Some(inner) = raw.strip_prefix('"') else {
        return if raw.contains('"') { Quotes::Literal } else { Quotes::Absent };
    };
    let mut after = inner;
    while let Some((_, rest)) = after.split_once('"') {
        match rest.strip_prefix('"') {
            Some(rest) => after = rest,
            None if rest.is_empty() => return Quotes::Paired,
            None => {
                let inside = &raw[..raw.len() - rest.len()];
                let rest = rest.trim_start_matches(is_blank);
                let at = start + raw.len() - rest.len();
                return Quotes::Followed { at, is_long: inside.contains('\n') };
            }
        }
    }
    Quotes::Unclosed
}
