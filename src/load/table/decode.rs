//! Turns the bytes of a file into text, and never loses a character in silence.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::diag::{Code, Diagnostic, Sink, Staged};
use crate::span::{SourceId, Sources, Span, floor_char};

const SAY_OR_SAVE: &str = "save the file as UTF-8, or say its true `encoding` in the manifest";

/// Decodes `bytes` and keeps the text in `sources`, with `\n` at the end of every line.
///
/// # Errors
/// The bytes are no text, or not in the encoding that is `stated` or that they begin to show.
pub fn decode(
    bytes: &[u8],
    path: &str,
    stated: Option<&'static Encoding>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<SourceId> {
    if let Some(kind) = other_kind(bytes) {
        let message = format!("`{path}` is {kind}, not a text file");
        let help = "end its name in `.xlsx`, `.ods` or `.xls`, or save the sheet as CSV (UTF-8)";
        return Err(sink.error(Diagnostic::error(Code::ENCODING, message).help(help)));
    }
    let (encoding, skip) = choose(bytes, path, stated, sink)?;
    let Err(at) = strict(encoding, &bytes[skip..]) else {
        let text = encoding.decode_without_bom_handling(&bytes[skip..]).0;
        return Ok(sources.add(path, line_ends(text)));
    };
    let file = File { bytes, skip, path };
    if stated.is_none() && skip == 0 && encoding == UTF_8 {
        return file.older(at, sources, sink);
    }
    let (name, byte) = (encoding.name(), skip + at);
    let who = stated.map_or("the file begins so", |_| "`encoding` says so");
    let message = format!("not {name} at byte {byte}, though {who}");
    let (_, span) = file.show(encoding, at, sources);
    let diagnostic = Diagnostic::error(Code::ENCODING, message).at(span);
    Err(sink.error(diagnostic.help(SAY_OR_SAVE)))
}

/// The character that was meant by a control character, where Windows-1252 has one of its number.
pub fn meant(c: char) -> Option<char> {
    let byte = u8::try_from(u32::from(c)).ok().filter(|byte| (0x80..=0x9f).contains(byte))?;
    let text = WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned();
    text.chars().next().filter(|meant| *meant != c)
}

/// What a file is that only a spreadsheet program can open.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'P', b'K', 3, 4, ..] => Some("a workbook or another zip archive"),
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Some("an old Excel workbook"),
        _ => None,
    }
}

/// The encoding to try, and the length of the byte-order mark.
fn choose(
    bytes: &[u8],
    path: &str,
    stated: Option<&'static Encoding>,
    sink: &mut Sink,
) -> Staged<(&'static Encoding, usize)> {
    let wide = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
    match (stated, Encoding::for_bom(bytes)) {
        (None, Some(marked)) => Ok(marked),
        // `utf-16` alone says nothing of the order of bytes, so there the mark knows better.
        (Some(said), Some((marked, skip))) if said == marked || wide(said) && wide(marked) => {
            Ok((marked, skip))
        }
        (Some(said), Some((marked, _))) => {
            let (said, marked) = (said.name(), marked.name());
            let message = format!(
                "`{path}` begins with the mark of {marked}, but its `encoding` says {said}"
            );
            let help = "leave `encoding` out: the mark is enough";
            Err(sink.error(Diagnostic::error(Code::ENCODING, message).help(help)))
        }
        (Some(said), None) => Ok((said, 0)),
        (None, None) => Ok((wide_unmarked(bytes).unwrap_or(UTF_8), 0)),
    }
}

/// UTF-16 without a mark: in texts with Latin letters or marks, every other byte is mostly zero.
fn wide_unmarked(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes.as_chunks::<2>().0;
    let pairs = &pairs[..pairs.len().min(2048)];
    let zeros = |half: usize| pairs.iter().filter(|pair| pair[half] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    // Some zeros in the other half are real: U+3000, the blank of Japanese, has one.
    let is_wide =
        |here: usize, there: usize| here > 0 && here * 3 >= pairs.len() && there * 8 < here;
    if is_wide(second, first) { Some(UTF_16LE) } else { is_wide(first, second).then_some(UTF_16BE) }
}

/// Tries to decode; fails with the first byte that does not fit.
fn strict(encoding: &'static Encoding, bytes: &[u8]) -> Result<(), usize> {
    if encoding == UTF_8 {
        return std::str::from_utf8(bytes).map(drop).map_err(|error| error.valid_up_to());
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut part = [0; 4096];
    let mut at = 0;
    loop {
        let (result, read, _) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut part, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return Ok(()),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, after) => {
                return Err(at.saturating_sub(usize::from(length) + usize::from(after)));
            }
        }
    }
}

/// The text with `\n` for every kind of line end, so that lines are counted as editors do.
fn line_ends(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

/// Whether the bytes of a character in UTF-8 mean nothing in Windows-1252, such as `Ã©` and `â€™`; two capitals
/// and marks, such as `É”`, may stand side by side.
fn is_never_chance(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{ff}' | '\u{800}'..)
}

/// The bytes of a file that is not what it was tried as.
struct File<'a> {
    bytes: &'a [u8],
    /// The length of the byte-order mark.
    skip: usize,
    path: &'a str,
}

impl File<'_> {
    /// Reads a file that is not UTF-8 from byte `at` on as Windows-1252, if it can be that.
    fn older(&self, at: usize, sources: &mut Sources, sink: &mut Sink) -> Staged<SourceId> {
        if let Some(message) = self.not_older(at) {
            let (_, span) = self.show(UTF_8, at, sources);
            let diagnostic = Diagnostic::error(Code::ENCODING, message);
            return Err(sink.error(diagnostic.at(span).help(SAY_OR_SAVE)));
        }
        let (source, span) = self.show(WINDOWS_1252, at, sources);
        let read = &sources.get(source).text[span.range()];
        let message = format!("not UTF-8 at byte {at}, read as Windows-1252");
        sink.push(
            Diagnostic::warning(Code::ENCODING, message)
                .at_with(span, format!("read as `{read}`"))
                .help(
                    "say `encoding = \"windows-1252\"` in the manifest, or save the file as UTF-8",
                ),
        );
        Ok(source)
    }

    /// Why the file cannot be Windows-1252 either, as a message.
    fn not_older(&self, at: usize) -> Option<String> {
        let (mut right, mut wrong, mut sure) = (0, 0, None);
        for chunk in self.bytes.utf8_chunks() {
            right += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            wrong += usize::from(!chunk.invalid().is_empty());
            sure = sure.or_else(|| chunk.valid().chars().find(|c| is_never_chance(*c)));
        }
        if right > wrong {
            return Some(format!("not UTF-8 at byte {at}, though the rest of the file is"));
        }
        if let Some(c) = sure {
            return Some(format!("not UTF-8 at byte {at}, though `{c}` in the same file is"));
        }
        let undefined = |byte: &u8| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d);
        let other = self.bytes.iter().position(undefined)?;
        Some(format!("not UTF-8 at byte {at}, and not Windows-1252 at byte {other}"))
    }

    /// Keeps the text as well as it can be read, with the place of the character at byte `at`
    /// after the mark.
    fn show(
        &self,
        encoding: &'static Encoding,
        at: usize,
        sources: &mut Sources,
    ) -> (SourceId, Span) {
        let text = |bytes| line_ends(encoding.decode_without_bom_handling(bytes).0);
        let bytes = &self.bytes[self.skip..];
        let (before, all) = (text(&bytes[..at]).len(), text(bytes));
        let start = floor_char(&all, before);
        let end = start + all[start..].chars().next().map_or(0, char::len_utf8);
        let source = sources.add(self.path, all);
        (source, Span::new(source, start..end))
    }
}
