//! Tests that no bytes make the reader panic, and that what is written is read back.

use super::{Outcome, csv, encoded, separated};
use crate::load::table::Format;

/// A small generator of numbers, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

const SEEDS: [&[u8]; 8] = [
    b"Name,Text,\"Cost\"\nWolf,\"a, \"\"b\"\"\nc\",3\n,,\nBear,,1\n",
    b"sep=;\r\nName;Text\r\nCaf\xe9;x\r\n",
    b"\xef\xbb\xbf\"Name\",Text\nCaf\xc3\xa9,\xf0\x9f\x92\xb0\n",
    b"\xff\xfeN\0,\0T\0\n\0a\0,\0b\0\n\0",
    b"\xfe\xff\0N\0,\0T\0\n\0a\0,\0b\0\n",
    b"A\tB|C\rx\ty|z\r\r1\t2|3",
    b" \"a\" , \"b\" c\n\xc2\xa0\"x\xc2\xa0\",\xef\xbb\xbf\"y\"\n",
    b"",
];

const PIECES: [&[u8]; 16] = [
    b"\"",
    b"\"\"",
    b",",
    b"\n",
    b"\r",
    b"\r\n",
    b";",
    b"\t",
    b" ",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"\xe2\x80\x9d",
    b"sep=",
    b"\xed\xa0\x80",
];

/// A seed with a few changes.
fn mutated(chance: &mut Chance) -> Vec<u8> {
    let mut bytes = chance.one(&SEEDS).to_vec();
    for _ in 0..chance.below(8) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + chance.below(4)).min(bytes.len());
        match chance.below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, chance.one(&PIECES).iter().copied())),
            2 => drop(bytes.splice(at..end, [chance.below(256) as u8])),
            _ => bytes.extend_from_within(at..end),
        }
    }
    bytes
}

/// Checks what holds of every outcome.
fn check(outcome: &Outcome, bytes: &[u8]) {
    let (errors, _) = outcome.sink.counts();
    assert_eq!(outcome.table.is_err(), errors > 0, "{bytes:?}");
    for one in outcome.sink.list() {
        let labels = one.place.iter().chain(&one.others);
        for label in labels {
            let text = &outcome.sources.get(label.span.source).text;
            assert!(text.get(label.span.range()).is_some(), "{bytes:?}");
        }
    }
    let Ok(table) = &outcome.table else { return };
    assert!(!table.rows.is_empty() && !table.headers.is_empty());
    for row in &table.rows {
        assert_eq!(row.cells.len(), table.headers.len(), "{bytes:?}");
        for cell in &row.cells {
            let text = &outcome.sources.get(cell.span.source).text;
            let raw = text.get(cell.span.range()).expect("a place inside the text");
            let is_there = raw.contains(&*cell.text);
            assert!(is_there || raw.replace("\"\"", "\"").contains(&*cell.text), "{bytes:?}");
        }
    }
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let mut chance = Chance(7);
    for _ in 0..5000 {
        let bytes = mutated(&mut chance);
        check(&csv(&bytes), &bytes);
        check(&Outcome::of(&bytes, "cards.tsv", Format::default()), &bytes);
        let separator = char::from(chance.below(128) as u8);
        check(&separated(&bytes, separator), &bytes);
        let labels = ["utf-8", "windows-1252", "utf-16le", "shift_jis", "iso-2022-jp", "gb18030"];
        check(&encoded(&bytes, chance.one(&labels)), &bytes);
    }
}

#[test]
fn what_is_written_with_quotes_is_read_back() {
    let words = ["a", "b c", "\"", ",", ";", "\t", "\n", "é", "💰", "|", "'", "x\"y", "1,5"];
    let mut chance = Chance(11);
    for _ in 0..500 {
        let mut cell = || {
            let inner: String = (0..chance.below(4)).map(|_| chance.one(&words)).collect();
            format!("<{inner}>")
        };
        let rows: Vec<[String; 3]> = (0..4).map(|_| [cell(), cell(), cell()]).collect();
        let quoted = |text: &String| format!("\"{}\"", text.replace('"', "\"\""));
        let lines = rows.iter().map(|row| row.each_ref().map(quoted).join(","));
        let written: String = lines.map(|line| line + "\n").collect();
        let outcome = csv(format!("A,B,C\n{written}"));
        let expected: Vec<_> = rows.iter().map(|row| row.join("|")).collect();
        assert_eq!(outcome.lines()[1..], expected, "{written}");
    }
}
