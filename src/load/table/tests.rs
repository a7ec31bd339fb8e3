//! Tests card lists against what people sent to other tools and what should have come of it.

mod encodings;
mod fuzz;
mod mistakes;
mod separators;

use encoding_rs::Encoding;

use super::{FilePart, Format, read};
use crate::diag::{Severity, Sink, Staged};
use crate::model::Table;
use crate::span::{Sources, Span, Spanned};

/// What came of reading one file.
struct Outcome {
    table: Staged<Table>,
    sources: Sources,
    sink: Sink,
}

impl Outcome {
    fn of(bytes: impl AsRef<[u8]>, path: &str, format: Format) -> Self {
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let manifest = sources.add("game.toml", path);
        let span = Span::new(manifest, 0..path.len());
        let named = FilePart::new(&Spanned { value: path.into(), span });
        let table = read(bytes.as_ref(), &named, path, &format, &mut sources, &mut sink);
        Self { table, sources, sink }
    }

    /// Headers and rows joined by `|`, one text each.
    fn lines(&self) -> Vec<String> {
        let table = self.table.as_ref().expect("a table without errors");
        let headers: Vec<_> = table.headers.iter().map(|header| header.name.as_str()).collect();
        let rows = table.rows.iter().map(|row| {
            let cells: Vec<_> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
            cells.join("|")
        });
        std::iter::once(headers.join("|")).chain(rows).collect()
    }

    /// The messages, as `LINE:COLUMN kind[code]: sentence`.
    fn told(&self) -> Vec<String> {
        let told = self.sink.list().iter().map(|one| {
            let place = one.place.as_ref().map(|label| self.place(label.span));
            let kind = if one.severity == Severity::Error { "error" } else { "warning" };
            let place = place.unwrap_or_else(|| "-".into());
            format!("{place} {kind}[{}]: {}", one.code.name(), one.message)
        });
        told.collect()
    }

    fn place(&self, span: Span) -> String {
        let (line, column) = self.sources.position(span);
        format!("{line}:{column}")
    }

    fn cell(&self, row: usize, column: usize) -> Span {
        self.table.as_ref().expect("a table without errors").rows[row].cells[column].span
    }
}

fn csv(bytes: impl AsRef<[u8]>) -> Outcome {
    Outcome::of(bytes, "cards.csv", Format::default())
}

fn encoded(bytes: impl AsRef<[u8]>, label: &str) -> Outcome {
    let encoding = Encoding::for_label(label.as_bytes());
    Outcome::of(bytes, "cards.csv", Format { encoding, ..Format::default() })
}

fn separated(bytes: impl AsRef<[u8]>, separator: char) -> Outcome {
    let separator = Some(separator);
    Outcome::of(bytes, "cards.csv", Format { separator, ..Format::default() })
}

/// Reads a table that nothing should be told of.
fn quiet(bytes: impl AsRef<[u8]>) -> Vec<String> {
    let outcome = csv(bytes);
    assert_eq!(outcome.told(), [""; 0]);
    outcome.lines()
}

#[test]
fn blanks_around_headers_and_cells_are_not_part_of_them() {
    let lines = quiet("Quantity, Front, Back\n 2 ,Tower,   \n");
    assert_eq!(lines, ["Quantity|Front|Back", "2|Tower|"]);
    assert_eq!(quiet("\u{a0}Name\t,B\nTwo  words\u{a0},x\n"), ["Name|B", "Two  words|x"]);
}

#[test]
fn a_first_column_of_ids_is_a_column_like_any_other() {
    assert_eq!(quiet("id,Name\n13,A\n174430,B\n"), ["id|Name", "13|A", "174430|B"]);
}

#[test]
fn names_may_hold_commas_and_quotes() {
    let lines = quiet("Name,Text\n\"Ann, \"\"the Fox\"\"\",\"say \"\"hi\"\", then go\"\n\"\",x\n");
    assert_eq!(lines, ["Name|Text", "Ann, \"the Fox\"|say \"hi\", then go", "|x"]);
}

#[test]
fn a_cell_in_quotes_may_stand_after_a_blank() {
    let lines = quiet("Name, Text\nWolf, \"bites, howls\" \n\"Bear\" ,  \"\"\n");
    assert_eq!(lines, ["Name|Text", "Wolf|bites, howls", "Bear|"]);
}

#[test]
fn a_quote_in_the_middle_of_a_cell_is_text() {
    assert_eq!(quiet("Name,Text\nWolf,a 5\" rule\n"), ["Name|Text", "Wolf|a 5\" rule"]);
}

#[test]
fn empty_cells_do_not_shift_the_others() {
    assert_eq!(quiet("A,B,C\n1,,3\n,,4\n5,,\n"), ["A|B|C", "1||3", "||4", "5||"]);
}

#[test]
fn blank_rows_and_columns_are_no_cards() {
    let lines = quiet("\n,,,\nName,Text,,\na,b,,\n\n  ,,,\nc,d,,,,,\n,,,\n,,,\n");
    assert_eq!(lines, ["Name|Text", "a|b", "c|d"]);
    assert_eq!(quiet("A,,C\n1,,3\n2, ,4"), ["A|C", "1|3", "2|4"]);
}

#[test]
fn headers_need_not_be_names_that_a_template_can_write() {
    let outcome = csv("Game Text,name.common,#,💰,class\n1,2,3,4,5\n");
    let table = outcome.table.expect("a table");
    let headers = table.headers.iter();
    let headers: Vec<_> = headers.map(|one| (&*one.name, one.alias.as_deref())).collect();
    let expected = [
        ("Game Text", Some("game_text")),
        ("name.common", Some("name_common")),
        ("#", None),
        ("💰", None),
        ("class", Some("class")),
    ];
    assert_eq!(headers, expected);
}

#[test]
fn a_cell_knows_its_line_in_the_file_after_a_line_break_in_quotes() {
    let outcome = csv("Name,Qty\na,1\n\"b\nb\",2\nc,3\nd,4\ne, lots\n");
    assert_eq!(outcome.place(outcome.cell(4, 1)), "7:4");
    let span = outcome.cell(4, 1);
    assert_eq!(&outcome.sources.get(span.source).text[span.range()], "lots");
    assert_eq!(outcome.lines()[2], "b\nb|2");
}

#[test]
fn every_kind_of_line_end_counts_as_one_line() {
    for end in ["\n", "\r\n", "\r"] {
        let outcome = csv(format!("Name,Text{end}a,\"x{end}y\"{end}{end}b,z"));
        assert_eq!(outcome.lines(), ["Name|Text", "a|x\ny", "b|z"]);
        assert_eq!(outcome.place(outcome.cell(1, 1)), "5:3");
    }
}

#[test]
fn the_last_line_needs_no_end() {
    assert_eq!(quiet("A,B\n1,2\n3,"), ["A|B", "1|2", "3|"]);
    assert_eq!(quiet("A,B\n1,\"2\""), ["A|B", "1|2"]);
    assert_eq!(quiet("A\nx"), ["A", "x"]);
}

#[test]
fn a_long_cell_is_read_whole() {
    let long = "äö\"\"ü".repeat(5000);
    let outcome = csv(format!("A,B\n\"{long}\",2\n"));
    assert_eq!(outcome.lines()[1], format!("{}|2", long.replace("\"\"", "\"")));
}
