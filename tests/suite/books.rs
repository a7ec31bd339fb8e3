//! Card lists in workbooks: what a sheet shows is what is printed, and every fault has its cell.

use deckle::load::load;
use deckle::model::Game;
use deckle::workspace::Memory;
use std::io::Write;

use super::cli::deckle;
use super::support::{Temporary, one, root, told};

/// A workbook of `tests/cases/books`.
pub fn book(name: &str) -> Vec<u8> {
    std::fs::read(root().join("tests/cases/books").join(name)).expect("a workbook")
}

pub const TEMPLATE: &str = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/></svg>";

/// A manifest whose deck reads the file `name`, with further lines of the deck.
pub fn manifest(name: &str, lines: &str) -> String {
    let cards =
        if lines.contains("cards =") { String::new() } else { format!("cards = \"{name}\"") };
    format!("[game]\ntitle = \"Test\"\n[[deck]]\nname = \"deck\"\n{cards}\n{lines}\n")
}

/// A game whose cards are in `bytes`, the file `name`.
pub fn game(name: &str, bytes: &[u8], lines: &str) -> Memory {
    let manifest = manifest(name, lines);
    Memory::new(
        "game",
        [
            ("game.toml", manifest.as_bytes()),
            (name, bytes),
            ("templates/card.svg", TEMPLATE.as_bytes()),
        ],
    )
}

pub fn loaded(workspace: &Memory) -> Game {
    let (mut sources, mut sink) = Default::default();
    let game = load(workspace, &mut sources, &mut sink);
    game.unwrap_or_else(|_| panic!("{:#?}", sink.list()))
}

/// Headers and rows joined by `|`.
pub fn lines(workspace: &Memory) -> Vec<String> {
    let table = &loaded(workspace).decks[0].table;
    let rows = table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|"));
    std::iter::once(table.names().collect::<Vec<_>>().join("|")).chain(rows).collect()
}

/// A game whose cards are in a workbook of `tests/cases/books`.
fn with(name: &str, lines: &str) -> Memory {
    game(name, &book(name), lines)
}

#[test]
fn what_a_sheet_shows_is_what_is_printed() {
    let shown = [
        ("whole", "7"),
        ("three", "3"),
        ("sum", "0.3"),
        ("price", "12.50"),
        ("percent", "28.5%"),
        ("thousands", "1,234,567.89"),
        ("padded", "007"),
        ("signed", "-5"),
        ("zero", "none"),
        ("unit", "3 gold"),
        ("euro", "€ 3.50"),
        ("half", "1 1/2"),
        ("science", "1.23E+04"),
        ("day", "2026-11-30"),
        ("leap", "2000-02-29"),
        ("moment", "2026-11-30 14:30"),
        ("time", "14:30"),
        ("flag", "TRUE"),
        ("doubled", "6"),
        ("joined", "7 3"),
        ("nothing", ""),
        ("lines", "two\nlines"),
        ("signs", "a & <b> \"c\" 'd' é 漢 🐺"),
        ("blanks", "in   between"),
    ];
    for name in ["shown-anew.xlsx", "shown.ods", "shown.xls"] {
        let game = loaded(&with(name, ""));
        let table = &game.decks[0].table;
        let found: Vec<_> =
            table.names().zip(table.rows[0].cells.iter().map(|cell| cell.text.as_str())).collect();
        assert_eq!(found, shown, "{name}");
        assert_eq!(table.rows.len(), 1, "{name}");
    }
}

/// What LibreOffice shows of each cell of `formats.*`, but for numbers without a format, which are as
/// wide as those of Excel.
const FORMATS: [(&str, &str); 33] = [
    ("long", "Tuesday, 3 November 2026"),
    ("short", "Tue 3 Nov 26"),
    ("month", "Nov 2026"),
    ("daymonth", "3-Nov"),
    ("slashes", "11/3/26"),
    ("dots", "03.11.2026"),
    ("letter", "N"),
    ("weekday", "Tuesday"),
    ("noon", "2:05 PM"),
    ("noons", "2:05:09 PM"),
    ("clock", "14:05"),
    ("minutes", "05:09"),
    ("english", "3 Nov 2026"),
    ("british", "03 November 2026"),
    ("quoted", "on 3 Nov"),
    ("both", "3 Nov 2026 14:05"),
    ("midnight", "12:00 AM"),
    ("midday", "12:00 PM"),
    ("elapsed", "36:00"),
    ("days", "66:00:00"),
    ("sixties", "180:00"),
    ("tenths", "33:46.7"),
    ("thousandths", "12:33:46.666"),
    ("third", "0.333333333"),
    ("minus", "-0.333333333"),
    ("twothirds", "66.66666667"),
    ("seven", "7"),
    ("barcode", "4006381333931"),
    ("fixed", "0.333333333333"),
    ("title", "Dr. Ann"),
    ("secret", ""),
    ("account", "$1,234.50"),
    ("german", "3. November 2026"),
];

#[test]
fn days_times_and_numbers_are_printed_in_the_format_of_their_cell() {
    for name in ["formats.xlsx", "formats.ods", "formats.xls"] {
        let game = loaded(&with(name, ""));
        let table = &game.decks[0].table;
        let cells = table.rows[0].cells.iter().map(|cell| cell.text.as_str());
        let found: Vec<_> = table.names().zip(cells).collect();
        let mut right = FORMATS;
        let told = told(&with(name, ""));
        if name.ends_with(".ods") {
            assert!(told.is_empty(), "{told:#?}");
        } else {
            // Only an ODS holds the names of months in another language.
            right[32].1 = "2026-11-03";
            let start = format!("{name}!Cards!AG2 cell-format: the format `[$-407]d");
            one(&told, &start, "so it is printed as `2026-11-03`");
        }
        assert_eq!(found, right, "{name}");
    }
}

#[test]
fn a_format_that_is_not_known_is_told_once_at_its_first_cell() {
    let style = |number: u32| format!("<xf numFmtId=\"{number}\"/>");
    let odd = ["[$-40D]dddd", "ggge", "[$-2000000]0", "[DBNum1]0", "bbbb", "0 b", "yyyy"];
    let formats: String = (164..)
        .zip(odd)
        .map(|(id, code)| format!("<numFmt numFmtId=\"{id}\" formatCode=\"{code}\"/>"))
        .collect();
    let styles: String = (164..171).map(style).collect();
    let styles =
        format!("<styleSheet><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>");
    let row = |value: &str| {
        let cells: String = (0..7).map(|at| format!("<c s=\"{at}\"><v>{value}</v></c>")).collect();
        format!("<row>{cells}</row>")
    };
    let header: String =
        "abcdefg".chars().map(|c| format!("<c t=\"str\"><v>{c}</v></c>")).collect();
    let sheet = format!("<row>{header}</row>{}{}", row("46356"), row("-3"));
    let game = game("a.xlsx", &xlsx_with(&sheet, "", &styles), "");
    assert_eq!(
        lines(&game),
        [
            "a|b|c|d|e|f|g",
            "2026-11-30|2026-11-30|46356|46356|2026-11-30|46356 b|2026",
            "-3|-3|-3|-3|-3|-3 b|-3"
        ]
    );
    let told = told(&game);
    let cells: Vec<_> = told.iter().filter_map(|line| line.split(' ').next()).collect();
    let right = ["A2", "B2", "C2", "D2", "E2", "G3"].map(|cell| format!("a.xlsx!Cards!{cell}"));
    assert_eq!(cells, right, "{told:#?}");
    let message = "the format `ggge` of the cell is not known, so it is printed as `2026-11-30`";
    assert!(told[1].contains(message), "{told:#?}");
}

#[test]
fn days_that_a_file_writes_as_text_take_their_format_too() {
    let styles = "<styleSheet><cellXfs><xf/><xf numFmtId=\"16\"/></cellXfs></styleSheet>";
    let cell = |style: u32, value: &str| format!("<c t=\"d\" s=\"{style}\"><v>{value}</v></c>");
    let day = "2026-11-30T00:00:00";
    let sheet = format!("{HEADER}<row>{}</row><row>{}</row>", cell(1, day), cell(0, day));
    let game = game("a.xlsx", &xlsx_with(&sheet, "", styles), "");
    assert_eq!(lines(&game), ["name", "30-Nov", "2026-11-30"]);
}

#[test]
fn numbers_of_an_ods_are_plain_by_the_style_of_their_cell_row_or_column() {
    let format = |name: &str, says: &str| {
        format!("<number-style name=\"{name}\"><number{says}/></number-style>")
    };
    let style =
        |name: &str, says: &str| format!("<style name=\"{name}\" family=\"table-cell\"{says}/>");
    let styles = [
        format("N0", " min-integer-digits=\"1\""),
        format("N1", " decimal-places=\"15\" min-integer-digits=\"1\""),
        style("plain", " data-style-name=\"N0\""),
        style("long", " data-style-name=\"N1\""),
        style("like", " parent-style-name=\"long\""),
    ]
    .concat();
    let cell = |says: &str| {
        format!(
            "<table-cell value-type=\"float\" value=\"0.333333333333333\"{says}><p>0,333333333333333</p></table-cell>"
        )
    };
    let named = |name: &str| format!(" style-name=\"{name}\"");
    let head: String =
        "abcd".chars().map(|c| format!("<table-cell><p>{c}</p></table-cell>")).collect();
    let cells = [cell(""), cell(&named("plain")), cell(&named("like")), cell("")].concat();
    let columns = "<table-column number-columns-repeated=\"3\"/><table-column default-cell-style-name=\"long\"/>";
    let content = format!(
        "<d><automatic-styles>{styles}</automatic-styles><body><spreadsheet><table name=\"Cards\">{columns}\
         <table-row>{head}</table-row><table-row>{cells}</table-row>\
         <table-row default-cell-style-name=\"plain\">{}</table-row></table></spreadsheet></body></d>",
        [cell(""), cell(""), cell(""), cell("")].concat()
    );
    let game = game("a.ods", &packed(&[("content.xml", &content)]), "");
    let (short, long) = ("0,333333333", "0,333333333333333");
    let right = [format!("{short}|{short}|{long}|{long}"), [short; 4].join("|")];
    assert_eq!(lines(&game)[1..], right);
}

#[test]
fn a_sheet_is_named_behind_the_file() {
    for name in ["shown-anew.xlsx", "shown.ods", "shown.xls"] {
        let other = format!("cards = \"{name}#Other list\"");
        assert_eq!(lines(&with(name, &other)), ["name|count", "Bear|2"], "{name}");
        let wrong = format!("cards = \"{name}#Other lists\"");
        one(
            &told(&with(name, &wrong)),
            &format!("game.toml:6:9 unknown-part: `{name}` has no sheet `Other lists`"),
            "did you mean `Other list`?",
        );
    }
}

#[test]
fn a_merged_cell_is_its_first_cell_or_all_that_it_covers() {
    for name in ["merged.xlsx", "merged.ods", "merged.xls"] {
        let first = ["name|land|cost", "Wolf|Forest|1", "Bear||2", "Fox||3"];
        assert_eq!(lines(&with(name, "")), first, "{name}");
        let all = ["name|land|cost", "Wolf|Forest|1", "Bear|Forest|2", "Fox|Forest|3"];
        assert_eq!(lines(&with(name, "fill_merged = true")), all, "{name}");
        assert!(told(&with(name, "")).is_empty(), "{name}");
    }
}

#[test]
fn a_merged_cell_across_the_headers_is_named() {
    let told = told(&with("merged-header.xlsx", "header = 2"));
    let start = "merged-header.xlsx!Cards!B2 merged-cells: the merged cell B2:C2 lies across";
    one(&told, start, "give each column a header");
    assert!(told[0].contains("in another row than 2, say its number in `header`"), "{told:#?}");
}

#[test]
fn headers_may_stand_below_a_title() {
    let titled = with("titled.xlsx", "header = 3");
    one(&told(&titled), "titled.xlsx!Cards!B5 copies: `count` is `many`", "whole number");
    one(
        &told(&with("titled.xlsx", "header = 2")),
        "titled.xlsx!Cards!A1 empty-table: row 2 is blank, but `header` says",
        "number of the row",
    );
    let told = told(&with("titled.xlsx", ""));
    let start = "titled.xlsx!Cards!A1 merged-cells: the merged cell A1:B1";
    assert!(
        told.iter().any(|line| line.starts_with(start) && line.contains("header = 2")),
        "{told:#?}"
    );
}

#[test]
fn cells_that_were_once_formatted_are_no_cards() {
    for name in ["ghosts.xlsx", "ghosts.ods", "ghosts.xls"] {
        let game = with(name, "");
        assert_eq!(lines(&game), ["name|count", "Wolf|2", "Bear|1"], "{name}");
        assert!(told(&game).is_empty(), "{name}");
    }
}

#[test]
fn what_is_hidden_is_read_with_a_word_or_as_the_deck_says() {
    let all = ["name|count|note", "Wolf|1|a", "Bear|1|b", "Fox|1|c", "Owl|1|d"];
    for name in ["hidden.xlsx", "hidden.ods", "hidden.xls"] {
        let told_of = told(&with(name, ""));
        assert_eq!(told_of.len(), 2, "{name}: {told_of:#?}");
        one(
            &told_of[..1],
            &format!("{name}!Cards!A3 hidden-cells: rows 3-4 are hidden"),
            "\"skip\"",
        );
        one(
            &told_of[1..],
            &format!("{name}!Cards!C1 hidden-cells: column C is hidden"),
            "\"read\"",
        );
        assert_eq!(lines(&with(name, "")), all, "{name}");
        assert_eq!(lines(&with(name, "hidden = \"read\"")), all, "{name}");
        assert!(told(&with(name, "hidden = \"read\"")).is_empty(), "{name}");
        let shown = ["name|count", "Wolf|1", "Owl|1"];
        assert_eq!(lines(&with(name, "hidden = \"skip\"")), shown, "{name}");
    }
}

#[test]
fn errors_of_the_sheet_are_told_at_their_cells() {
    for name in ["errors.xlsx", "errors.ods", "errors.xls"] {
        let told = told(&with(name, ""));
        assert_eq!(told.len(), 2, "{name}: {told:#?}");
        let start = format!("{name}!Cards!B2 cell-error: the cell shows the error `#DIV/0!`");
        one(&told[..1], &start, "mend the formula");
        assert!(
            told[1].starts_with(&format!("{name}!Cards!B3 cell-error: the cell shows")),
            "{told:#?}"
        );
    }
}

#[test]
fn formulas_without_a_value_are_told_at_their_cells() {
    let told = told(&with("uncached.xlsx", ""));
    assert_eq!(told.len(), 3, "{told:#?}");
    let start = "uncached.xlsx!Cards!B4 cell-error: the cell holds a formula whose value is not";
    one(&told[2..], start, "save it there");
}

#[test]
fn texts_that_run_over_several_records_are_read_whole() {
    let game = loaded(&with("long.xls", ""));
    let rows = &game.decks[0].table.rows;
    assert_eq!(rows.len(), 30);
    for (number, row) in (1..).zip(rows) {
        assert_eq!(row.cells[0].text, format!("Wölf {number} 漢"));
        assert_eq!(row.cells[1].text, format!("{:.2}", f64::from(number) / 4.0));
        assert_eq!(row.cells[2].text, format!("{number} {}", "long text ".repeat(60)).trim_end());
    }
}

#[test]
fn a_locked_workbook_is_told_as_such() {
    one(
        &told(&with("locked.xlsx", "")),
        "game.toml:5:9 workbook: `locked.xlsx` is protected by a password",
        "save it without one",
    );
}

#[test]
fn other_locks_are_told_as_such_too() {
    let mut xls = book("shown.xls");
    // The record of the code page becomes the one of a lock.
    let at = xls.windows(4).position(|bytes| bytes == [0x42, 0, 2, 0]).expect("a code page");
    xls[at] = 0x2f;
    let ods = packed(&[
        ("META-INF/manifest.xml", "<manifest><encryption-data/></manifest>"),
        ("content.xml", "\u{1}"),
    ]);
    for (name, bytes) in [("a.xls", xls), ("a.ods", ods)] {
        let start = format!("game.toml:5:9 workbook: `{name}` is protected by a password");
        one(&told(&game(name, &bytes, "")), &start, "without one");
    }
}

/// A workbook of the given files, packed as tightly as can be.
pub fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A workbook with one sheet of these rows, and these shared texts.
fn xlsx(sheet: &str, strings: &str) -> Vec<u8> {
    xlsx_with(sheet, strings, "<styleSheet/>")
}

/// The same with styles.
pub fn xlsx_with(sheet: &str, strings: &str, styles: &str) -> Vec<u8> {
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |id: u32, kind: &str, target: &str| {
        format!("<Relationship Id=\"rId{id}\" Type=\"{RELATIONS}/{kind}\" Target=\"{target}\"/>")
    };
    let of = |relations: String| format!("<Relationships>{relations}</Relationships>");
    let workbook = format!(
        "<workbook xmlns:r=\"{RELATIONS}\"><sheets><sheet name=\"Cards\" r:id=\"rId1\"/></sheets></workbook>"
    );
    packed(&[
        ("_rels/.rels", &of(relation(1, "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", &workbook),
        (
            "xl/_rels/workbook.xml.rels",
            &of(relation(1, "worksheet", "sheet.xml")
                + &relation(2, "sharedStrings", "strings.xml")
                + &relation(3, "styles", "styles.xml")),
        ),
        ("xl/styles.xml", styles),
        ("xl/sheet.xml", &format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>")),
        ("xl/strings.xml", &format!("<sst>{strings}</sst>")),
    ])
}

const HEADER: &str = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>name</t></is></c></row>";

#[test]
fn cells_without_a_name_follow_the_one_before() {
    let sheet = format!(
        "{HEADER}<row><c t=\"s\"><v>0</v></c></row><row r=\"5\"><c t=\"str\"><v>B_x000D__x0041_ear</v></c></row>"
    );
    let strings = "<si><r><t>Wo</t></r><r><t>lf</t></r><rPh><t>no</t></rPh></si>";
    let game = game("a.xlsx", &xlsx(&sheet, strings), "");
    assert_eq!(lines(&game), ["name", "Wolf", "B\nAear"]);
}

#[test]
fn small_files_that_unfold_to_large_ones_are_told_and_not_read() {
    let cell = |name: &str| format!("<c r=\"{name}\" t=\"s\"><v>0</v></c>");
    let far = format!("{HEADER}<row r=\"2\">{}{}</row>", cell("A2"), cell("XFD2"));
    let wide: String = (2..1000)
        .map(|row| format!("<row r=\"{row}\">{}</row>", cell(&format!("XFD{row}"))))
        .collect();
    let many = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(300_000));
    let long = format!("<si><t>{}</t></si>", "x".repeat(1_000_000));
    let repeated: String = (0..100).map(|_| "<row><c t=\"s\"><v>0</v></c></row>").collect();
    let merged = "<mergeCells><mergeCell ref=\"A1:XFD1048576\"/></mergeCells>";
    let merged = format!("{HEADER}</sheetData>{merged}<sheetData>");
    let at_row =
        |row: u32| format!("{HEADER}<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>0</v></c></row>");
    let bomb = format!("<row/>{}", " ".repeat(30 << 20));
    let nodes = "<si/>".repeat(2_100_000);
    let strings = "<si><t>x</t></si>";
    let cases = [
        (far, strings, "", "unnamed-column: column XFD has no header"),
        (format!("{HEADER}{wide}"), strings, "", "as far as column XFC"),
        (many, strings, "", "more than 250000 cells"),
        (format!("{HEADER}{repeated}"), &long, "", "more than 64 MB"),
        (merged, strings, "fill_merged = true", "more than 250000 cells"),
        (bomb, strings, "", "`xl/sheet.xml` unfolds to more than 24 MB"),
        (HEADER.into(), &nodes, "", "more than 2000000 elements"),
        (
            at_row(u32::MAX),
            strings,
            "",
            "row 4294967295 holds something, and a sheet has 1048576 rows",
        ),
        (at_row(1_048_577), strings, "", "row 1048577 holds something"),
    ];
    for (sheet, strings, lines, has) in cases {
        let bytes = xlsx(&sheet, strings);
        assert!(bytes.len() < 400_000, "{has}: {}", bytes.len());
        let told = told(&game("a.xlsx", &bytes, lines));
        assert!(told.iter().any(|line| line.contains(has)), "{has}: {told:#?}");
    }
}

#[test]
fn repeated_cells_of_an_ods_are_told_when_they_are_too_many() {
    let sheet = |rows: &str| {
        packed(&[(
            "content.xml",
            &format!(
                "<d><body><spreadsheet><table name=\"Cards\">{rows}</table></spreadsheet></body></d>"
            ),
        )])
    };
    let cell = "<table-cell number-columns-repeated=\"16384\"><p>x</p></table-cell>";
    let rows = format!("<table-row number-rows-repeated=\"1048576\">{cell}</table-row>");
    let told_of = told(&game("a.ods", &sheet(&rows), ""));
    one(&told_of, "game.toml:5:9 workbook: `a.ods` is too large", "250000 cells");
    let empty = "<table-row number-rows-repeated=\"4294967295\"><table-cell number-columns-repeated=\"4294967295\"/></table-row>";
    let rows = format!(
        "<table-row><table-cell><p>name</p></table-cell></table-row><table-row><table-cell><p>Wolf</p></table-cell></table-row>{empty}{empty}"
    );
    assert_eq!(lines(&game("a.ods", &sheet(&rows), "")), ["name", "Wolf"]);
    let deep = format!("{}{}", "<g>".repeat(50_000), "</g>".repeat(50_000));
    let told = told(&game("a.ods", &sheet(&deep), ""));
    assert_eq!(told.len(), 1, "{told:#?}");
}

#[test]
fn damaged_workbooks_are_told_and_never_fatal() {
    let zip = xlsx(HEADER, "");
    let names = ["shown.xls", "merged.ods", "shown.xlsx", "long.xls", "hidden.xls"];
    let mut files: Vec<_> = names.iter().map(|name| ((*name).to_owned(), book(name))).collect();
    files.push(("a.xlsx".into(), zip));
    files.push(("empty.xlsx".into(), Vec::new()));
    files.push(("text.xls".into(), b"name\nWolf\n".to_vec()));
    let mut random = 1_u64;
    let mut next = |most: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most.max(1)
    };
    for (name, bytes) in &files {
        for round in 0..40 {
            let mut bytes = bytes.clone();
            if round % 2 == 0 {
                bytes.truncate(next(bytes.len()));
            }
            for _ in 0..next(20) {
                let at = next(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = next(256) as u8;
                }
            }
            let (mut sources, mut sink) = Default::default();
            let read = load(&game(name, &bytes, ""), &mut sources, &mut sink);
            assert_eq!(read.is_err(), sink.counts().0 > 0, "{name}, round {round}");
        }
    }
    let told = told(&game("text.xls", b"name\nWolf\n", ""));
    one(&told, "game.toml:5:9 workbook: `text.xls` cannot be read: it is not a workbook", "XLSX");
}

#[test]
fn a_cell_is_named_in_every_form_of_a_message() {
    let folder = Temporary::new();
    folder.write(&[("game.toml", &manifest("titled.xlsx", "header = 3"))]);
    std::fs::write(folder.0.join("titled.xlsx"), book("titled.xlsx")).expect("a file");
    let human = String::from_utf8(deckle(&folder, &["check"]).stderr).expect("text");
    assert!(human.contains("\n --> titled.xlsx!Cards!B5\n"), "{human}");
    assert!(human.contains("\n5 | Bear | many\n  |        ^^^^"), "{human}");
    let told = deckle(&folder, &["check", "--message-format", "json"]).stdout;
    let told = String::from_utf8(told).expect("text");
    let json: serde_json::Value =
        serde_json::from_str(told.lines().next().expect("a message")).expect("JSON");
    assert_eq!(json["file"], "titled.xlsx");
    assert_eq!((json["line"].as_u64(), json["column"].as_u64()), (Some(5), Some(2)));
    assert_eq!(json["cell"], "Cards!B5");
}
