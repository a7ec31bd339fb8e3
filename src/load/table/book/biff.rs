//! The records of an XLS workbook, and the texts in them, which may run on over several records.

use super::Trouble;

/// A record goes on in the next one of this kind.
const CONTINUE: u16 = 0x3c;

/// A record: its kind, and its bytes in one or more pieces.
pub struct Record<'a> {
    /// The kind.
    pub kind: u16,
    /// The bytes, and those of the records that it goes on in.
    pub pieces: Vec<&'a [u8]>,
}

/// The records of a stream from a byte on.
pub struct Records<'a> {
    stream: &'a [u8],
    at: usize,
}

impl<'a> Records<'a> {
    /// The records from byte `at` on.
    pub fn new(stream: &'a [u8], at: usize) -> Self {
        Self { stream, at }
    }

    /// The kind and bytes of the record at `at`, and where it ends.
    fn piece(&self) -> Option<(u16, &'a [u8], usize)> {
        let head = self.stream.get(self.at..self.at.checked_add(4)?)?;
        let (kind, length) = (number(head, 0)?, usize::from(number(head, 2)?));
        let end = self.at + 4 + length;
        Some((kind, self.stream.get(self.at + 4..end)?, end))
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let (kind, first, end) = self.piece()?;
        self.at = end;
        let mut pieces = vec![first];
        while let Some((CONTINUE, piece, end)) = self.piece() {
            pieces.push(piece);
            self.at = end;
        }
        Some(Record { kind, pieces })
    }
}

/// The number of two bytes at `at`.
pub fn number(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

/// The number of four bytes at `at`.
pub fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The double at `at`.
pub fn double(bytes: &[u8], at: usize) -> Option<f64> {
    Some(f64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// The number that four bytes stand for: a whole one or the upper half of a double, maybe times 100.
pub fn packed(bits: u32) -> f64 {
    let value = if bits & 2 != 0 {
        f64::from((bits as i32) >> 2)
    } else {
        f64::from_bits(u64::from(bits & !3) << 32)
    };
    if bits & 1 != 0 { value / 100.0 } else { value }
}

/// Reads the bytes of a record piece by piece.
pub struct Cursor<'a> {
    pieces: &'a [&'a [u8]],
    piece: usize,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The bytes from `at` of the first piece on.
    pub fn new(record: &'a Record<'a>, at: usize) -> Self {
        Self { pieces: &record.pieces, piece: 0, at }
    }

    /// What is left of the piece, the next one if nothing is.
    fn rest(&mut self) -> Option<&'a [u8]> {
        while self.at >= self.pieces.get(self.piece)?.len() {
            self.piece += 1;
            self.at = 0;
        }
        self.pieces[self.piece].get(self.at..)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.rest()?.first()?;
        self.at += 1;
        Some(byte)
    }

    fn two(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn four(&mut self) -> Option<u32> {
        Some(u32::from(self.two()?) | u32::from(self.two()?) << 16)
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > 0 {
            let step = self.rest()?.len().min(count);
            self.at += step;
            count -= step;
        }
        Some(())
    }

    /// A text whose length takes two bytes, or one if it `is_short`.
    ///
    /// # Errors
    /// The record ends within it.
    pub fn text(&mut self, is_short: bool) -> Result<String, Trouble> {
        self.try_text(is_short).ok_or_else(|| Trouble::damaged("a text ends in the middle"))
    }

    fn try_text(&mut self, is_short: bool) -> Option<String> {
        let length = if is_short { u16::from(self.byte()?) } else { self.two()? };
        let flags = self.byte()?;
        let runs = if flags & 8 != 0 { usize::from(self.two()?) } else { 0 };
        let readings = if flags & 4 != 0 { self.four()? as usize } else { 0 };
        let text = self.letters(usize::from(length), flags & 1 != 0)?;
        // Fonts of single letters and readings follow the text.
        self.skip(runs * 4)?;
        self.skip(readings)?;
        Some(text)
    }

    /// Letters of one or two bytes; a piece that goes on with a text says anew which.
    fn letters(&mut self, count: usize, mut is_wide: bool) -> Option<String> {
        let mut units = Vec::with_capacity(count.min(4096));
        while units.len() < count {
            if self.at >= self.pieces.get(self.piece)?.len() {
                (self.piece, self.at) = (self.piece + 1, 0);
                is_wide = self.byte()? & 1 != 0;
            }
            units.push(if is_wide { self.two()? } else { u16::from(self.byte()?) });
        }
        Some(String::from_utf16_lossy(&units))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Record, Records, packed};

    #[test]
    fn packed_numbers_are_whole_or_halves_of_doubles() {
        assert_eq!(packed(7 << 2 | 2), 7.0);
        assert_eq!(packed((-7_i32 << 2) as u32 | 2), -7.0);
        assert_eq!(packed(1250 << 2 | 3), 12.5);
        assert_eq!(packed((12.5_f64.to_bits() >> 32) as u32), 12.5);
    }

    #[test]
    fn a_text_runs_on_in_the_next_record_with_letters_of_another_width() {
        let stream = [
            0xfc, 0, 6, 0, 4, 0, 0, b'W', b'o', b'l', // three of four narrow letters
            0x3c, 0, 3, 0, 1, b'f', 0, // the fourth is wide
            0x0a, 0, 0, 0,
        ];
        let records: Vec<_> = Records::new(&stream, 0).collect();
        let kinds: Vec<_> = records.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [0xfc, 0x0a]);
        assert_eq!(Cursor::new(&records[0], 0).text(false).unwrap(), "Wolf");
    }

    #[test]
    fn a_text_that_is_cut_off_is_an_error() {
        let record = Record { kind: 0xfc, pieces: vec![&[9, 0, 0, b'W']] };
        assert!(Cursor::new(&record, 0).text(false).is_err());
        assert_eq!(Records::new(&[1, 0, 200, 0, 5], 0).count(), 0);
    }
}
