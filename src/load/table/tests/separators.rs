//! Tests how the character between cells is found.

use super::{Outcome, csv, quiet, separated};
use crate::load::table::Format;

#[test]
fn the_separator_is_the_one_that_gives_even_rows() {
    for (text, expected) in [
        ("Name;Text\nWolf;bites, howls\nBear;sleeps, eats\n", "Name|Text"),
        ("Name;Cost (gold, wood);Text\na;1;x, y\nb;2;z\n", "Name|Cost (gold, wood)|Text"),
        ("Name\tText\na\tb, c; d\n", "Name|Text"),
        ("Name|Text\na|b, c\n", "Name|Text"),
        ("Name;\"Text, long\"\na;\"b, c\"\nd;\"e, f\"\n", "Name|Text, long"),
        ("Name,Cost;Gold\na,1\nb,2\n", "Name|Cost;Gold"),
        ("Name\na; b\nc\n", "Name"),
    ] {
        assert_eq!(quiet(text)[0], expected);
    }
}

#[test]
fn a_separator_that_is_said_is_taken() {
    let text = "Name;Price\nWolf;1,50\n";
    assert_eq!(separated(text, ';').lines(), ["Name|Price", "Wolf|1,50"]);
    assert_eq!(quiet(format!("sep=;\r\n{text}")), ["Name|Price", "Wolf|1,50"]);
    assert_eq!(quiet(format!("\u{feff}\"SEP=;\"\n{text}")), ["Name|Price", "Wolf|1,50"]);
    let tabs = "Name\tPrice, net\nWolf\t1,50\n";
    for path in ["cards.tsv", "CARDS.TSV", "cards.tab"] {
        let outcome = Outcome::of(tabs, path, Format::default());
        assert_eq!(outcome.lines(), ["Name|Price, net", "Wolf|1,50"]);
    }
}

#[test]
fn a_line_that_says_the_separator_counts_as_a_line() {
    let outcome = csv("sep=|\nName|Text\na|b\n");
    assert_eq!(outcome.place(outcome.cell(0, 1)), "3:3");
}

#[test]
fn a_separator_that_splits_nothing_is_worth_a_warning() {
    let outcome = Outcome::of("Name,Text\na,b\n", "cards.tsv", Format::default());
    let warning = "1:1 warning[separator]: `Name,Text` is the only column, \
                   because the header has no tab";
    assert_eq!(outcome.told(), [warning]);
    assert_eq!(separated("\"Name, full\"\na\n", ';').told(), [""; 0]);
}

#[test]
fn a_line_that_is_separated_otherwise_than_the_headers_is_told() {
    let warning = |line: u32| {
        format!(
            "{line}:1 warning[separator]: line {line} has a `;` where the headers have a `,`: \
             all of it is one cell"
        )
    };
    assert_eq!(csv("name,v\na;1\nb;2\n").told(), [warning(2)]);
    assert_eq!(csv("name,v,w\na,1,2\nb;2;3\nc;3;4\n").told(), [warning(3)]);
    for right in
        ["name,v\na;1,\n", "name,v\n\"a;1\"\n", "name,v\na\n", "name\na;1\n", "name,v\na;b;c\n"]
    {
        assert_eq!(csv(right).told(), [""; 0], "{right}");
    }
}

#[test]
fn a_separator_that_cannot_be_one_is_an_error() {
    let error = "1:1 error[separator]: the first line says `sep=` `ab`, \
                 which is not one ASCII character other than a quote";
    assert_eq!(csv("sep=ab\nName\nx\n").told(), [error]);
    for separator in ['"', '\n', '\r', '·'] {
        assert_eq!(separated("Name\nx\n", separator).told().len(), 1);
    }
}
