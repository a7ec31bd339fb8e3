//! Tests what people are told of tables that cannot be meant as they are written.

use super::csv;

#[test]
fn a_quote_that_is_never_closed_is_told_at_its_line() {
    let outcome = csv("Name,Text\na,b\nc,\"d\ne,f\ng,h\n");
    let error = "3:3 error[quotes]: `Text` begins with a quote that is never closed, \
                 in `d\\ne,f\\ng,h`";
    assert_eq!(outcome.told(), [error]);
    assert_eq!(csv("\"Name,Text\na,b\n").told().len(), 1);
    assert_eq!(csv("Name,Text\na,\"").told().len(), 1);
}

#[test]
fn text_after_a_closing_quote_is_told_for_every_cell() {
    let outcome = csv("Name,Text\n\"abc\"def,1\nx,2\n\"Ann\" \"Fox\",3\n");
    let errors = [
        "2:1 error[quotes]: `Name` is `abcdef`, which has text after its closing quote",
        "4:1 error[quotes]: `Name` is `Ann \"Fox\"`, which has text after its closing quote",
    ];
    assert_eq!(outcome.told(), errors);
}

#[test]
fn a_quote_that_swallows_lines_is_told_once() {
    let outcome = csv("Name,Text\na,\"b\nc,\"d\"\ne,\"f\"\ng,\"h\"\n");
    let error = "2:3 error[quotes]: `Text` is `b\\nc,d\"`, which has text after its closing quote";
    assert_eq!(outcome.told(), [error]);
    let helps = &outcome.sink.list()[0].helps;
    assert!(helps[1].contains("may lack its partner in the same line"), "{helps:?}");
}

#[test]
fn two_columns_of_one_name_are_told_with_both_places() {
    let outcome = csv("Name,Cost,Name\na,1,b\n");
    assert_eq!(
        outcome.told(),
        ["1:11 error[duplicate-header]: two columns have the header `Name`"]
    );
    assert_eq!(outcome.place(outcome.sink.list()[0].others[0].span), "1:1");
}

#[test]
fn two_headers_with_one_alias_are_told_with_both_places() {
    let outcome = csv("Game Text,game_text,Name,name,#,#,💰,$\n1,2,3,4,5,6,7,8\n");
    let errors = [
        "1:11 error[header-clash]: `Game Text` and `game_text` are both `game_text` in templates",
        "1:26 error[header-clash]: `Name` and `name` are both `name` in templates",
        "1:33 error[duplicate-header]: two columns have the header `#`",
    ];
    assert_eq!(outcome.told(), errors);
    assert_eq!(outcome.place(outcome.sink.list()[1].others[0].span), "1:21");
}

#[test]
fn a_column_of_values_without_a_header_is_told_once() {
    let outcome = csv("Name,,Text,\na,,b,\nc,note,d,x\ne,note,f,\n");
    let errors = [
        "3:3 error[unnamed-column]: column 2 has no header, but holds `note`",
        "3:10 error[unnamed-column]: column 4 has no header, but holds `x`",
    ];
    assert_eq!(outcome.told(), errors);
}

#[test]
fn a_row_of_too_many_cells_is_told_with_its_line() {
    let outcome = csv("Name,Text\n\"a\n\",b\nWolf,Bites, howls, eats,\nc,d,\n");
    let error = "4:13 error[long-row]: line 4 has 4 cells for 2 headers; \
                 the first without a column is `howls`";
    assert_eq!(outcome.told(), [error]);
    let help = "a cell with a `,` in it must stand in double quotes";
    assert_eq!(outcome.sink.list()[0].helps, [help]);
}

#[test]
fn a_row_of_less_than_half_its_cells_is_worth_a_warning() {
    let outcome = csv("A,B,C,D,\n1,2\n\"3\"\n4,,,\n");
    let warning = "3:1 warning[short-row]: line 3 has 1 cell for 4 headers: \
                   the others are taken as empty";
    assert_eq!(outcome.told(), [warning]);
    assert_eq!(outcome.lines(), ["A|B|C|D", "1|2||", "3|||", "4|||"]);
    assert_eq!(outcome.place(outcome.cell(1, 3)), "3:4");
}

#[test]
fn a_table_without_headers_or_rows_is_an_error() {
    let no_headers = "1:1 error[empty-table]: the table is empty: it has no line of headers";
    for text in ["", "\n\n", ",,\n", "\u{feff}", "sep=;\n", " \"\" \n"] {
        assert_eq!(csv(text).told(), [no_headers], "{text:?}");
    }
    let no_rows = "error[empty-table]: there are no rows below the header";
    assert_eq!(csv("Name,Text").told(), [format!("1:1 {no_rows}")]);
    assert_eq!(csv("\nName,Text\n,\n\n").told(), [format!("2:1 {no_rows}")]);
}

#[test]
fn all_faults_of_a_table_are_told_at_once() {
    let outcome = csv("Name,Name,\na,b,c\nd,\"e\"f\ng,h,,i\nj\u{1},k\n");
    let codes: Vec<_> = outcome.sink.list().iter().map(|one| one.code.name()).collect();
    let expected = ["duplicate-header", "unnamed-column", "quotes", "long-row", "bad-character"];
    assert_eq!(codes, expected);
    assert!(outcome.table.is_err());
}
