//! Tests how bytes become text.

use super::{csv, encoded, quiet};

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_header() {
    let expected = ["Quantity|Name", "3|Wolf", "1|Bear"];
    assert_eq!(quiet("Quantity,Name\n3,Wolf\n1,Bear\n"), expected);
    assert_eq!(quiet("\u{feff}Quantity,Name\n3,Wolf\n1,Bear\n"), expected);
    assert_eq!(quiet("\u{feff}\"Quantity\",Name\n3,Wolf\n1,Bear\n"), expected);
    let stated = encoded("\u{feff}\"Quantity\",Name\n3,Wolf\n1,Bear\n", "utf-8");
    assert_eq!((stated.lines(), stated.told()), (expected.map(String::from).to_vec(), vec![]));
}

#[test]
fn text_of_an_older_windows_is_read_with_a_warning() {
    let outcome = csv(b"Name\nCaf\xe9\nDon\x92t\n");
    assert_eq!(outcome.lines(), ["Name", "Café", "Don’t"]);
    let warning = "2:4 warning[encoding]: not UTF-8 at byte 8, read as Windows-1252";
    assert_eq!(outcome.told(), [warning]);
}

#[test]
fn the_byte_is_that_of_the_file_and_the_place_that_of_the_text() {
    let outcome = csv(b"Name\r\n\xc9\x94 \r\n\xe9\xe8\r\n");
    let warning = "3:1 warning[encoding]: not UTF-8 at byte 11, read as Windows-1252";
    assert_eq!(outcome.told(), [warning]);
    let place = outcome.sink.list()[0].place.as_ref().expect("a place");
    assert_eq!(&outcome.sources.get(place.span.source).text[place.span.range()], "é");
}

#[test]
fn an_encoding_that_is_said_is_taken_without_a_word() {
    let outcome = encoded(b"Name\nCaf\xe9\nDon\x92t\n", "windows-1252");
    assert_eq!(outcome.lines(), ["Name", "Café", "Don’t"]);
    assert_eq!(outcome.told(), [""; 0]);
    assert_eq!(encoded(b"A\n\x83\x4a\x83\x81\n", "shift_jis").lines(), ["A", "カメ"]);
}

#[test]
fn an_encoding_that_does_not_fit_is_an_error_with_its_byte() {
    let outcome = encoded(b"Name\r\nCaf\xe9\n", "utf-8");
    let error = "2:4 error[encoding]: not UTF-8 at byte 9, though `encoding` says so";
    assert_eq!(outcome.told(), [error]);
    let outcome = encoded(b"Name\n\x83\x4a\xff\n", "shift_jis");
    let error = "2:2 error[encoding]: not Shift_JIS at byte 7, though `encoding` says so";
    assert_eq!(outcome.told(), [error]);
    assert!(outcome.table.is_err());
}

#[test]
fn a_mark_and_an_encoding_that_disagree_are_an_error() {
    let outcome = encoded("\u{feff}Name\nx\n", "windows-1252");
    let error = "- error[encoding]: `cards.csv` begins with the mark of UTF-8, \
                 but its `encoding` says windows-1252";
    assert_eq!(outcome.told(), [error]);
}

#[test]
fn text_of_two_bytes_a_character_is_known_with_and_without_its_mark() {
    let text = "Name,Text\nWolf,“Grr”\nКрот,穴　掘り\n";
    let expected = ["Name|Text", "Wolf|“Grr”", "Крот|穴　掘り"];
    for mark in ["\u{feff}", ""] {
        let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(quiet(&little), expected);
        assert_eq!(quiet(&big), expected);
        assert_eq!(encoded(&little, "utf-16le").lines(), expected);
    }
}

#[test]
fn half_a_character_of_two_bytes_is_an_error() {
    let outcome = csv(b"\xff\xfeA\0\n\0x\0y");
    let error = "2:2 error[encoding]: not UTF-16LE at byte 8, though the file begins so";
    assert_eq!(outcome.told(), [error]);
    let outcome = csv(b"\xff\xfeA\0\n\0\x00\xd8y\0");
    let error = "2:1 error[encoding]: not UTF-16LE at byte 6, though the file begins so";
    assert_eq!(outcome.told(), [error]);
}

#[test]
fn damaged_utf_8_is_not_taken_for_something_older() {
    let outcome = csv(b"Name\nCaf\xc3\xa9\nBl\xc3\xa4tter\nGr\xc3\n");
    let error = "4:3 error[encoding]: not UTF-8 at byte 22, though the rest of the file is";
    assert_eq!(outcome.told(), [error]);
}

#[test]
fn a_file_that_is_partly_utf_8_is_never_read_as_something_older() {
    for (cards, place, error) in [
        (&b"Name\nCaf\xc3\xa9\nBad\xe9\n"[..], "3:4", "byte 14, though `é`"),
        (b"Name\nBad\xe9\nCaf\xc3\xa9\n", "2:4", "byte 8, though `é`"),
        (b"Name\nBad\xe9\xe8,\xe9,\xe9\nDon\xe2\x80\x99t\n", "2:4", "byte 8, though `’`"),
    ] {
        let outcome = csv(cards);
        let error = format!("{place} error[encoding]: not UTF-8 at {error} in the same file is");
        assert_eq!(outcome.told(), [error]);
        assert!(outcome.table.is_err());
    }
}

#[test]
fn bytes_that_an_older_windows_has_not_are_an_error() {
    let outcome = csv(b"Name\nB\x84r\nm\x81de\n");
    let error = "2:2 error[encoding]: not UTF-8 at byte 6, and not Windows-1252 at byte 10";
    assert_eq!(outcome.told(), [error]);
}

#[test]
fn a_workbook_is_no_text() {
    let error = "- error[encoding]: `cards.csv` is a workbook or another zip archive, \
                 not a text file";
    assert_eq!(csv(b"PK\x03\x04\x14\0").told(), [error]);
}

#[test]
fn a_character_that_no_drawing_can_carry_is_an_error() {
    let outcome =
        csv("Name,Text\nWolf,\"a\nb\u{b}c\"\nBear\u{1b},\u{ffff}\nCat,\u{fffd}\nDog,\t\n");
    let errors = [
        "2:6 error[bad-character]: `Text` holds the character U+000B, which cannot be drawn, \
         in `a\\nb\\u{b}c`",
        "4:1 error[bad-character]: `Name` holds the character U+001B, which cannot be drawn, \
         in `Bear\\u{1b}`",
        "4:7 error[bad-character]: `Text` holds the character U+FFFF, which cannot be drawn, \
         in `\\u{ffff}`",
        "5:5 error[bad-character]: `Text` holds the character U+FFFD, which stands for a lost one, \
         in `\u{fffd}`",
    ];
    assert_eq!(outcome.told(), errors);
}
