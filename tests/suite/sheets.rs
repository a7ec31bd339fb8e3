//! What workbooks hold beside what they show: numbers that are compared, sheets that are not shown, merged cells.

use deckle::workspace::Memory;

use super::books::{TEMPLATE, book, game, lines, manifest, packed, xlsx_with};
use super::support::{one, told};

/// Styles of cells: without a format, and these.
const STYLES: &str = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"000\"/></numFmts>\
    <cellXfs><xf/><xf numFmtId=\"3\"/><xf numFmtId=\"9\"/><xf numFmtId=\"2\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
const THOUSANDS: u32 = 1;
const PERCENT: u32 = 2;
const CENTS: u32 = 3;
const PADDED: u32 = 4;

fn text(text: &str) -> String {
    format!("<c t=\"str\"><v>{text}</v></c>")
}

fn number(number: &str, style: u32) -> String {
    format!("<c s=\"{style}\"><v>{number}</v></c>")
}

fn row(cells: &[String]) -> String {
    format!("<row>{}</row>", cells.concat())
}

fn head(names: &[&str]) -> String {
    row(&names.iter().map(|name| text(name)).collect::<Vec<_>>())
}

/// An XLSX of these rows in which some cells are merged.
fn xlsx_merged(rows: &str, area: &str) -> Vec<u8> {
    let rows = format!(
        "{rows}</sheetData><mergeCells><mergeCell ref=\"{area}\"/></mergeCells><sheetData>"
    );
    xlsx_with(&rows, "", STYLES)
}

/// An XLSX of these rows.
fn sheet(rows: &[String]) -> Vec<u8> {
    xlsx_with(&rows.concat(), "", STYLES)
}

/// The same cells as an ODS, which holds numbers beside what it shows.
fn ods(rows: &[&[(&str, Option<&str>)]]) -> Vec<u8> {
    let cell = |(shown, number): &(&str, Option<&str>)| match number {
        Some(number) => {
            let kind = if shown.contains('%') { "percentage" } else { "float" };
            format!(
                "<table-cell value-type=\"{kind}\" value=\"{number}\" style-name=\"s\"><p>{shown}</p></table-cell>"
            )
        }
        None => format!("<table-cell><p>{shown}</p></table-cell>"),
    };
    let row = |cells: &&[(&str, Option<&str>)]| {
        format!("<table-row>{}</table-row>", cells.iter().map(cell).collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    let styles = "<automatic-styles><number-style name=\"n\"><number decimal-places=\"0\" grouping=\"true\"/></number-style>\
        <style name=\"s\" family=\"table-cell\" data-style-name=\"n\"/></automatic-styles>";
    let content = format!(
        "<d>{styles}<body><spreadsheet><table name=\"Cards\">{rows}</table></spreadsheet></body></d>"
    );
    packed(&[("content.xml", &content)])
}

#[test]
fn numbers_of_a_workbook_are_compared_as_what_they_are() {
    let xlsx = sheet(&[
        head(&["name", "cost", "p"]),
        row(&[text("Wolf"), number("1234", THOUSANDS), number("0.5", PERCENT)]),
        row(&[text("Bear"), number("12", THOUSANDS), number("0.25", PERCENT)]),
    ]);
    let ods = ods(&[
        &[("name", None), ("cost", None), ("p", None)],
        &[("Wolf", None), ("1,234", Some("1234")), ("50%", Some("0.5"))],
        &[("Bear", None), ("12", Some("12")), ("25%", Some("0.25"))],
    ]);
    let (wolf, bear) = ("Wolf|1,234|50%", "Bear|12|25%");
    for (name, bytes) in [("a.xlsx", xlsx), ("a.ods", ods)] {
        for (condition, right) in [
            ("cost == 1234 or cost == 12", &[wolf, bear][..]),
            ("cost == 1234", &[wolf]),
            ("cost != 1234", &[bear]),
            ("cost > 1000", &[wolf]),
            ("cost in [12]", &[bear]),
            ("cost == '1,234'", &[wolf]),
            ("p == 0.5", &[wolf]),
            ("p < 0.3", &[bear]),
        ] {
            let game = game(name, &bytes, &format!("where = \"{condition}\""));
            assert_eq!(lines(&game)[1..], *right, "{name}: {condition}");
        }
    }
}

#[test]
fn numbers_of_a_list_of_text_that_only_people_read_are_told() {
    let csv = "name,cost\nWolf,\"1,234\"\nBear,12\n";
    for condition in ["cost == 1234 or cost == 12", "cost in [1234]", "cost > 1000"] {
        let game = game("a.csv", csv.as_bytes(), &format!("where = \"{condition}\""));
        let told = told(&game);
        let start = "a.csv:2:6 filter: `cost` is `1,234`, which is no number to compare";
        one(&told, start, "between its digits");
    }
    let quoted = game("a.csv", csv.as_bytes(), "where = \"cost == '1,234'\"");
    assert_eq!(lines(&quoted)[1..], ["Wolf|1,234"]);
}

#[test]
fn a_template_that_reckons_with_what_is_shown_is_told_so() {
    let cards = "name,cost\nWolf,\"1,234\"\n";
    let inside = TEMPLATE.replace("<rect", "<g id=\"a{{ card.cost | int }}\"/><rect");
    let manifest = manifest("a.csv", "");
    let told_of = |template: &str| {
        let files = [("game.toml", &*manifest), ("a.csv", cards), ("templates/card.svg", template)];
        told(&super::support::game(files))
    };
    let start =
        "templates/card.svg:1:54 template: the string `1,234` cannot be converted to an int";
    one(&told_of(&inside), start, "`| replace(from=\",\", to=\"\") | int`");
    let replaced = inside.replace("| int", "| replace(from=\",\", to=\"\") | int");
    assert!(told_of(&replaced).is_empty(), "{:#?}", told_of(&replaced));
}

#[test]
fn copies_of_a_workbook_are_a_number_however_it_is_shown() {
    let rows = |copies: &str| {
        sheet(&[head(&["name", "count"]), row(&[text("Wolf"), number(copies, CENTS)])])
    };
    let three = game("a.xlsx", &rows("3"), "");
    assert_eq!(super::books::loaded(&three).decks[0].cards[0].copies, 3);
    let half = told(&game("a.xlsx", &rows("2.5"), ""));
    one(&half, "a.xlsx!Cards!B2 copies: `count` is `2.50`", "whole number");
}

#[test]
fn rows_that_name_numbers_are_found_however_these_are_shown() {
    let cards = sheet(&[
        head(&["name", "extends", "land", "cost"]),
        row(&[number("1234", THOUSANDS), text(""), number("7", PADDED), text("5")]),
        row(&[text("Bear"), number("1234", 0), number("7", 0), text("")]),
    ]);
    let lands = "land,colour\n7,green\n";
    let manifest = manifest("a.xlsx", "join = [{ table = \"lands.csv\", on = \"land\" }]");
    let files: [(&str, &[u8]); 4] = [
        ("game.toml", manifest.as_bytes()),
        ("a.xlsx", &cards),
        ("lands.csv", lands.as_bytes()),
        ("templates/card.svg", TEMPLATE.as_bytes()),
    ];
    let joined = Memory::new("game", files);
    assert_eq!(lines(&joined)[1..], ["1,234||007|5|green", "Bear|1234|7|5|green"]);
    let grouped = game("a.xlsx", &cards, "group = \"land\"");
    assert_eq!(super::books::loaded(&grouped).decks[0].cards.len(), 1);
}

#[test]
fn a_sheet_that_is_not_shown_is_read_only_where_it_is_named() {
    for name in ["hidden-sheet.xlsx", "hidden-sheet.ods", "hidden-sheet.xls"] {
        let read = |lines: &str| game(name, &book(name), lines);
        assert_eq!(lines(&read("")), ["name", "of Cards"], "{name}");
        assert!(told(&read("")).is_empty(), "{name}: {:#?}", told(&read("")));
        let named = format!("cards = \"{name}#Old\"");
        assert_eq!(lines(&read(&named)), ["name", "of Old"], "{name}");
        let start = format!("{name}!Old!A1 hidden-cells: the sheet `Old` is hidden");
        one(&told(&read(&named)), &start, "\"read\"");
        let meant = format!("{named}\nhidden = \"read\"");
        assert!(told(&read(&meant)).is_empty(), "{name}");
    }
}

#[test]
fn a_number_of_copies_under_a_merged_cell_is_told_with_it() {
    let rows =
        [head(&["name", "count"]), row(&[text("Wolf"), number("2", 0)]), row(&[text("Bear")])];
    let bytes = xlsx_merged(&rows.concat(), "B2:B3");
    let start = "a.xlsx!Cards!B3 copies: `count` is empty, as a merged cell lies over it";
    one(&told(&game("a.xlsx", &bytes, "")), start, "`fill_merged = true`");
    let filled = game("a.xlsx", &bytes, "fill_merged = true");
    assert_eq!(lines(&filled)[1..], ["Wolf|2", "Bear|2"]);
    assert!(told(&filled).is_empty());
}

#[test]
fn a_share_of_an_ods_without_its_text_is_shown_as_one() {
    let cell = |value: &str| format!("<table-cell value-type=\"percentage\" value=\"{value}\"/>");
    let content = format!(
        "<d><body><spreadsheet><table name=\"Cards\"><table-row><table-cell><p>p</p></table-cell></table-row>\
         <table-row>{}</table-row><table-row>{}</table-row></table></spreadsheet></body></d>",
        cell("0.5"),
        cell("0.285")
    );
    let read = |lines: &str| game("a.ods", &packed(&[("content.xml", &content)]), lines);
    assert_eq!(lines(&read(""))[1..], ["50%", "28.5%"]);
    assert_eq!(lines(&read("where = \"p == 0.5\""))[1..], ["50%"]);
}
