//! Tests conditions against rows, by what a person would say of them.

use super::{holds, parse};
use crate::model::{Cell, Data, Header, Row, Table, alias};
use crate::span::{Sources, Span};

/// A table of one row: a number, a text, an empty cell, a list, a flag and a header with a blank.
fn table() -> Table {
    let mut sources = Sources::default();
    let span = Span::new(sources.add("a", ""), 0..0);
    let list = Data::List(vec![Data::Text("fire".into()), Data::Text("2".into())]);
    let cells: [(&str, Data); 6] = [
        ("cost", Data::Text("3.0".into())),
        ("faction", Data::Text("orc".into())),
        ("text", Data::Empty),
        ("tags", list),
        ("rare", Data::Flag(false)),
        ("Game Text", Data::Text("Draw 2 fireballs".into())),
    ];
    let (mut headers, mut row) = (Vec::new(), Row { cells: Vec::new(), span });
    for (name, data) in cells {
        headers.push(Header { name: name.into(), alias: alias(name), span });
        let text = data.text();
        let data = (!matches!(data, Data::Text(_) | Data::Empty)).then_some(data);
        row.cells.push(Cell { text, data, ..Cell::new("", span) });
    }
    Table { headers, rows: vec![row] }
}

#[test]
fn a_condition_means_what_it_says() {
    let table = table();
    let cases = [
        ("faction == 'orc'", true),
        ("faction == \"orc\"", true),
        ("faction == 'Orc'", false),
        ("faction != 'elf'", true),
        ("cost == 3", true),
        ("cost == '3.0'", true),
        ("cost > 2", true),
        ("cost >= 3 and cost <= 3", true),
        ("2 < cost", true),
        ("cost < -1", false),
        ("cost > 5 or faction == 'orc'", true),
        ("cost > 5 and faction == 'orc' or cost == 3", true),
        ("cost == 3 or cost == 3 and faction == 'elf'", true),
        ("(cost == 3 or cost == 3) and faction == 'elf'", false),
        ("not faction == 'elf'", true),
        ("not (faction == 'orc' or cost == 3)", false),
        ("faction in ['elf', 'orc']", true),
        ("faction not in ['elf', 'orc']", false),
        ("faction in []", false),
        ("'fire' in tags", true),
        ("'fir' in tags", false),
        ("2 in tags", true),
        ("'fire' in card['Game Text']", true),
        ("'ice' in game_text", false),
        ("card.faction == 'orc'", true),
        ("card[\"Game Text\"] == 'Draw 2 fireballs'", true),
        ("text", false),
        ("not text", true),
        ("faction", true),
        ("rare", false),
        ("rare == false", true),
        ("rare == true", false),
        ("text == ''", true),
        ("text > 3", false),
        ("FACTION == 'orc'", true),
    ];
    for (text, expected) in cases {
        let condition =
            parse::parse(text, &table).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(holds(&condition, &table.rows[0]), Ok(expected), "{text}");
    }
    let condition = parse::parse("faction > 2", &table).unwrap();
    assert_eq!(holds(&condition, &table.rows[0]), Err(1));
}

/// A table of one cell, which may hold a number that is shown otherwise.
fn cell(text: &str, number: Option<f64>) -> Table {
    let mut sources = Sources::default();
    let span = Span::new(sources.add("a", ""), 0..0);
    let header = Header { name: "cost".into(), alias: alias("cost"), span };
    let cells = vec![Cell { number, ..Cell::new(text, span) }];
    Table { headers: vec![header], rows: vec![Row { cells, span }] }
}

#[test]
fn numbers_of_a_workbook_are_compared_however_they_are_shown() {
    let cases = [
        ("1,234", 1234.0, "cost == 1234", true),
        ("1,234", 1234.0, "cost != 1234", false),
        ("1,234", 1234.0, "1234 == cost", true),
        ("1,234", 1234.0, "cost > 1000", true),
        ("1,234", 1234.0, "cost in [12, 1234]", true),
        ("1,234", 1234.0, "cost == '1,234'", true),
        ("1,234", 1234.0, "cost == '1234'", true),
        ("1,234", 1234.0, "cost == 1.234", false),
        ("50%", 0.5, "cost == 0.5", true),
        ("50%", 0.5, "cost == 50", false),
        ("50%", 0.5, "cost < 1", true),
        ("13", 12.5, "cost == 13", false),
        ("13", 12.5, "cost == 12.5", true),
        ("13", 12.5, "cost < 13", true),
        ("none", 0.0, "cost == 0", true),
    ];
    for (text, number, condition, expected) in cases {
        let table = cell(text, Some(number));
        let parsed = parse::parse(condition, &table).unwrap();
        assert_eq!(holds(&parsed, &table.rows[0]), Ok(expected), "{text}: {condition}");
    }
}

#[test]
fn a_text_that_is_a_number_to_people_only_is_told_where_it_is_compared_with_one() {
    let dressed = [
        "1,234",
        "1.234.567",
        "1 234,50",
        "50%",
        "50 %",
        "$5",
        "3.50 €",
        "2,5",
        "1'000",
        "\u{2212}5",
    ];
    let others = [
        "", "X", "3+", "1-2", "1/2", "2 3", "1,2,3", "1.2.3", "d6", "-", "%", "orc 5", "-5", "007",
    ];
    for (texts, is_told) in [(&dressed[..], true), (&others[..], false)] {
        for text in texts {
            let table = cell(text, None);
            for condition in ["cost == 77", "cost != 77", "77 == cost", "cost in [77]"] {
                let parsed = parse::parse(condition, &table).unwrap();
                let right = if is_told { Err(0) } else { Ok(condition == "cost != 77") };
                assert_eq!(holds(&parsed, &table.rows[0]), right, "{text}: {condition}");
            }
            let parsed = parse::parse("cost == '77'", &table).unwrap();
            assert_eq!(holds(&parsed, &table.rows[0]), Ok(false), "{text}");
        }
    }
}

#[test]
fn a_condition_that_cannot_be_read_is_told_at_its_word() {
    let table = table();
    let cases = [
        ("faction = 'orc'", 8..9, "`==`"),
        ("faction == orc", 11..14, "`'orc'`"),
        ("fraction == 'orc'", 0..8, "did you mean `faction`?"),
        ("cost > 2 && cost < 4", 9..11, "`and`"),
        ("cost > 2 || cost < 4", 9..11, "`or`"),
        ("!text", 0..1, "`not`"),
        ("cost <> 2", 5..7, "`!=`"),
        ("faction == 'orc", 11..15, "write '"),
        ("(cost > 2", 9..9, "write it as"),
        ("cost > 2)", 8..9, "`and` or `or`"),
        ("cost >", 6..6, "write it as"),
        ("", 0..0, "write it as"),
        ("3", 0..1, "write it as"),
        ("cost > 'x'", 7..10, "without quotes"),
        ("cost > 2 cost < 3", 9..13, "`and` or `or`"),
        ("cost # 3", 5..6, "card[\"Its Name\"]"),
        ("cost not 3", 9..10, "write it as"),
        ("cost in [[1]]", 9..10, "write it as"),
        ("card.", 5..5, "write it as"),
        ("faction == 'ä' ö", 16..18, "`and` or `or`"),
    ];
    for (text, range, help) in cases {
        let fault = parse::parse(text, &table).expect_err(text);
        assert_eq!(fault.range, range, "{text}: {fault:?}");
        assert!(fault.help.contains(help), "{text}: {fault:?}");
    }
    let deep = format!("{}text", "not ".repeat(100_000));
    assert!(parse::parse(&deep, &table).expect_err("too deep").message.contains("too deep"));
}
