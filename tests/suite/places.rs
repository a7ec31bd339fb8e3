//! Where faults of what came out are told: at the cell, the attribute or the manifest's value that
//! they come from; and what was drawn otherwise than meant in silence.

use super::support::{MANIFEST, game, one, told};

const CARDS: &str = "name,text,theme.accent\nWolf,Bite,\nBear,Claw,sienna\n";

/// What is said of cards whose template has `inside` on its second line.
fn with(inside: &str, manifest: &str, cards: &str) -> Vec<String> {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let manifest = format!("{MANIFEST}{manifest}");
    told(&game([
        ("game.toml", &*manifest),
        ("cards.csv", cards),
        ("templates/card.svg", &*template),
        ("templates/part.svg", "<rect width=\"9\" height=\"9\" fill=\"burnt\"/>\n<g/></g>"),
        ("t.csv", "k,c\nWolf,redd\n"),
        ("nothing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>"),
    ]))
}

#[test]
fn the_characters_that_are_missing_in_a_text_are_told_together_at_its_cell() {
    let cards = "name,text\nWolf \u{f100},ab \u{a66e} cd \u{13080}\u{13080} \u{a66e} x\u{13000}\n";
    let boxed = "<text deckle:box=\"5 5 30 50\">{{ card.text }}</text>";
    let plain = "<text y=\"9\">{{ card.text }}</text>";
    for text in [boxed, plain] {
        let told = with(text, "", cards);
        let all = "`\u{a66e}` (U+A66E), `\u{13080}` (U+13080), `\u{13000}` (U+13000) | ";
        one(&told, "cards.csv:2:11 glyph: no font has the characters ", all);
    }
    let told = with(&format!("{boxed}<text>{{{{ card.name }}}}</text>"), "", cards);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told.iter().any(|line| line.starts_with("cards.csv:2:6 glyph")), "{told:#?}");
    let told = with("<text y=\"9\">\u{a66e}{{ card.text }}</text>", "", "text\nWolf\n");
    one(&told, "templates/card.svg:2:13 glyph: no font has the character `\u{a66e}`", "U+A66E");
}

#[test]
fn a_character_that_is_missing_is_told_where_it_is_typed_however_its_line_is_set() {
    // Of the two scripts only one is here, and words of both are set one by one, some from the right.
    let families = "font-family=\"Noto Sans Hebrew, Alegreya Sans\"";
    let boxed = format!("<text deckle:box=\"5 5 50 30\" {families}>{{{{ card.text }}}}</text>");
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{boxed}\n</svg>");
    let font = std::fs::read(super::support::root().join("tests/fonts/NotoSansHebrew-subset.ttf"));
    let font = font.unwrap();
    for (words, column) in [
        ("abc של\u{2c03}ום def", 10),
        ("שלום abc \u{a66e}zz עולם", 13),
        ("לום X\u{10137}Y שלום", 9),
        ("one\\n{sun}\u{a66e} **two**", 14),
    ] {
        let cards = format!("name,text\nA,\"{words}\"\n");
        let files =
            [("game.toml", MANIFEST), ("cards.csv", &*cards), ("templates/card.svg", &*template)];
        let mut workspace = game(files);
        workspace.files.insert("fonts/hebrew.ttf".into(), font.clone());
        let told = told(&workspace);
        let at: Vec<_> = told.iter().filter(|line| line.contains(" glyph: ")).collect();
        let start = format!("cards.csv:2:{column} glyph: no font has the character `");
        assert!(at.len() == 1 && at[0].starts_with(&start), "{words}: {told:#?}");
    }
}

#[test]
fn a_character_that_is_missing_is_told_at_a_cell_that_is_drawn() {
    let cards = "name,v,w\na,12\u{a66e}3,\"45\"\"\u{a66e}\"\"6\"\n";
    // With other words around it, in a loop over all, and beside the other cell.
    let v = "cards.csv:2:5 glyph: no font has the character";
    for inside in ["[{{ card.v }}]", "{{ card.v }}", "[{{ card[\"v\"] }}]"] {
        let told = with(&format!("<text y=\"9\">{inside}</text>"), "", cards);
        one(&told, v, "U+A66E");
    }
    let told =
        with("<text y=\"9\">[{{ card.v }}]</text><text y=\"19\">({{ card.w }})</text>", "", cards);
    let starts: Vec<_> = told.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(starts, ["cards.csv:2:5", "cards.csv:2:13"], "{told:#?}");
}

#[test]
fn words_of_a_box_are_told_at_their_cell_whatever_marks_they_have() {
    let off = "<text deckle:box=\"5 90 50 20\">{{ card.text }}</text>";
    for words in [
        "The **bold** one",
        "{sun|2} for {coins} gold",
        "One\\nand two",
        "- one\n- two",
        "*Then* \\*so\\*",
    ] {
        let told = with(off, "", &format!("name,text\nA,\"{words}\"\n"));
        one(&told, "cards.csv:2:3 svg-warning: the text `", "lies off the card");
    }
}

#[test]
fn what_a_wrong_value_leaves_undrawn_is_told_at_the_value() {
    let cases = [
        ("<text y=\"9\" font-size=\"-4\">x</text>", "2:24 ", "`font-size` of a `text` is `-4`: no"),
        ("<g font-size=\"0\"><text y=\"9\">x</text></g>", "2:15 ", "`font-size` of a `g` is `0`"),
        ("<path d=\"M0 0 L foo\"/>", "2:10 ", "`d` of a `path` is `M0 0 L foo`: it cannot"),
        ("<g>\n<rect width=\"-5\" height=\"3\"/></g>", "3:14 ", "`width` of a `rect` is `-5`"),
        ("<circle r=\"-4\"/>", "2:12 ", "`r` of a `circle` is `-4`: nothing is drawn"),
    ];
    for (inside, start, has) in cases {
        let shown = format!("<text y=\"20\">{{{{ card.name }}}}</text>{inside}");
        let at = start.split_once(':').unwrap();
        let column: usize = at.1.trim().parse().unwrap();
        let line = at.0;
        let column = if line == "2" { column + shown.len() - inside.len() } else { column };
        let told = with(&shown, "", "name\nWolf\n");
        one(&told, &format!("templates/card.svg:{line}:{column} svg-warning: "), has);
    }
}

#[test]
fn a_picture_of_one_letter_is_told_where_it_is_asked_for() {
    for quote in ['"', '\''] {
        let inside = format!(
            "<text y=\"9\">a cat</text>\n<image href={quote}c{quote} width=\"9\" height=\"9\"/>"
        );
        let told = with(&inside, "", "name\nWolf\n");
        one(&told, "templates/card.svg:3:14 image: cannot use the picture `c`", "no such file");
    }
}

#[test]
fn faults_of_xml_point_at_the_tag_whatever_file_it_is_in() {
    let told = with("<g><rect width=\"{{ 1 + 1 }}\"></g>", "", "name\nWolf\n");
    one(&told, "templates/card.svg:2:30 svg: the drawing is not well-formed: expected `rect`", "");
    let told = with("{% include \"part.svg\" %}", "", "name\nWolf\n");
    one(&told, "templates/part.svg:2:5 svg: the drawing is not well-formed", "");
    let told = with("<g {{ card.name }}=\"1\" a=\"{{ card.name }}\" a=\"2\"/>", "", "name\nWolf\n");
    one(&told, "templates/card.svg:2:44 svg: the drawing is not well-formed: attribute `a`", "");
    let told = with("<g>{{ card.name | safe }}</g>", "", "name\nWo & lf\n");
    one(&told, "cards.csv:2:4 svg: the drawing is not well-formed", "");
}

#[test]
fn a_wrong_colour_points_at_where_it_is_written() {
    let fill = |value: &str| format!("<rect width=\"9\" height=\"9\" fill=\"{value}\"/>");
    let place = |inside: &str, manifest: &str, start: &str| {
        let told = with(inside, manifest, CARDS);
        one(&told, start, "svg-warning: `fill` cannot be `");
    };
    place(&fill("sienna7"), "[theme]\naccent = \"red\"\n", "templates/card.svg:2:34 ");
    let wrong = CARDS.replace("sienna", "sienna7");
    let told = with(&fill("{{ theme.accent }}"), "", &wrong);
    one(&told, "cards.csv:3:11 theme-value: `sienna7` is not a colour", "`navy`");
    place(
        &fill("{{ theme.hue }}"),
        "[theme]\naccent = \"red\"\nhue = \"redd\"\n",
        "game.toml:9:8 ",
    );
    place(
        &fill("{{ table(name='t', key='Wolf', column='c') }}"),
        "[[table]]\nname = \"t\"\nkey = \"k\"\nfile = \"t.csv\"\n",
        "t.csv:2:6 ",
    );
    // What a template reckons is nowhere as it comes out.
    place(&fill("{{ 'a' ~ deck.name }}"), "", "templates/card.svg:2:34 ");
    let told = with(&fill("{{ card.text }}"), "", CARDS);
    assert!(
        told[0]
            .starts_with("cards.csv:2:6 svg-warning: `fill` cannot be `Bite`; it is drawn black"),
        "{told:#?}"
    );
    assert!(told[1].starts_with("cards.csv:3:6 "), "{told:#?}");
    let told = with("<g style=\"x:y;stroke: blu\"><path d=\"M0 0H9\"/></g>", "", CARDS);
    one(&told, "templates/card.svg:2:23 svg-warning: `stroke` cannot be `blu`", "nothing is drawn");
    let tint =
        "<image href=\"nothing.svg\" width=\"9\" height=\"9\" deckle:tint=\"{{ card.hue }}\"/>";
    let told = with(tint, "", "name,hue\nWolf,sienna7\n");
    one(&told, "cards.csv:2:6 image: `deckle:tint` cannot be `sienna7`", "`navy`");
}

#[test]
fn an_icon_that_a_reminder_names_is_told_in_the_reminder() {
    let text = "<text deckle:box=\"5 5 50 70\">{{ card.text | keywords }}</text>";
    let told = with(text, "[[keywords]]\nname = \"Bite\"\ntext = \"see {suun}\"\n", CARDS);
    one(&told, "game.toml:9:13 icon: there is no icon `suun`", "did you mean `sun`?");
}

#[test]
fn a_wrong_attribute_of_a_box_underlines_itself() {
    for (attributes, place, has) in [
        ("deckle:align=\"ed\"", "2:44", "start, center"),
        ("deckle:aling=\"end\"", "2:30", "did you mean `align`?"),
        ("deckle:valign=\"up\"", "2:45", "top, middle"),
        ("deckle:columns=\"2.5\"", "2:46", "a whole number"),
        ("deckle:columns=\"2\" deckle:column-gap=\"50\"", "2:68", "have no room"),
        ("deckle:hyphens=\"xx\"", "2:46", "no language `xx`"),
        ("deckle:padding=\"1 x\"", "2:46", "one to four numbers"),
        ("deckle:indent=\"-1\"", "2:45", "a number from 0 to 20"),
        ("deckle:exclude=\"1 2 3\"", "2:46", "four numbers"),
        ("deckle:exclude=\"1 2 3 1e30\"", "2:46", "farther than 10000 mm"),
        (
            "deckle:fit=\"shrink 9\"",
            "2:42",
            "a text of 3.5 mm cannot shrink to 9 mm, which is larger",
        ),
    ] {
        let told =
            with(&format!("<text deckle:box=\"5 5 30 50\" {attributes}>a</text>"), "", CARDS);
        one(&told, &format!("templates/card.svg:{place} text-box: "), has);
    }
    for (area, has) in [
        ("5 5 30", "four numbers"),
        ("5 5 30 x", "four numbers"),
        ("5 5 30 50 x", "four numbers"),
        ("5 5 0 9", "has no room"),
        ("5 5 1e30 9", "farther than 10000 mm"),
        ("-1e30 5 9 9", "farther than 10000 mm"),
    ] {
        let told = with(&format!("<text deckle:box=\"{area}\">a</text>"), "", CARDS);
        one(&told, "templates/card.svg:2:19 text-box: ", has);
    }
    let told = with("<text deckle:align=\"end\">a</text>", "", CARDS);
    one(&told, "templates/card.svg:2:7 text-box: ", "`deckle:box` is missing");
    // The value of a cell is told in the cell.
    let told = with(
        "<text deckle:box=\"5 5 30 50\" deckle:align=\"{{ card.text }}\">a</text>",
        "",
        "text\nleft\n",
    );
    one(&told, "cards.csv:2:1 text-box: `deckle:align` cannot be `left`", "");
}

#[test]
fn help_for_a_text_that_may_shrink_does_not_say_to_let_it_shrink() {
    let text =
        "<text deckle:box=\"5 5 9 4\" deckle:fit=\"shrink 3\">{{ card.text }} and more</text>";
    let told = with(text, "", "text\nWolf\n");
    one(&told, "templates/card.svg:2:50 overflow: ", "let it shrink further by `deckle:fit`");
}

#[test]
fn letters_that_are_pulled_away_are_told() {
    for text in [
        "<text y=\"9\" letter-spacing=\"-3\">ab</text>",
        "<text deckle:box=\"5 5 9 9\" style=\"letter-spacing:-3\">ab</text>",
    ] {
        let told = with(text, "", CARDS);
        assert!(told.len() == 1 && told[0].contains("letters of `ab` are lost"), "{told:#?}");
        assert!(told[0].starts_with("templates/card.svg:2:"), "{told:#?}");
    }
    let tight = "<text deckle:box=\"5 5 40 9\" letter-spacing=\"-0.05em\">Illicit</text>";
    assert_eq!(with(tight, "", CARDS), [""; 0]);
}

#[test]
fn drawings_and_codes_of_nothing_are_told() {
    let told = with("<image href=\"nothing.svg\" width=\"9\" height=\"9\"/>", "", "name\nWolf\n");
    one(
        &told,
        "templates/card.svg:2:14 image: the picture `nothing.svg` is a drawing of nothing",
        "",
    );
    let told = with("{{ <qr x={4} y={4} text={card.name}/> }}", "", "id,name\n1,\n");
    one(
        &told,
        "templates/card.svg:2:4 template: a QR code of an empty text says nothing",
        "{% if ",
    );
}

#[test]
fn a_die_shows_no_number_that_it_does_not_have() {
    let die =
        |arguments: &str| with(&format!("{{{{ <die x={{9}} y={{9}} {arguments}/> }}}}"), "", CARDS);
    for good in [
        "value={6}",
        "value=\"X\"",
        "value=\"\"",
        "value=\"+1\"",
        "value={20} sides={20}",
        "value={0} sides={10}",
    ] {
        assert_eq!(die(good), [""; 0], "{good}");
    }
    for bad in ["value={7}", "value=\"0\"", "value={13} sides={12}", "value={11} sides={10}"] {
        one(&die(bad), "templates/card.svg:2:4 template: a die of ", "or is a word");
    }
}

#[test]
fn keywords_tell_values_that_they_do_not_take_and_arguments_that_they_do_not_have() {
    let armor = "[[keywords]]\nname = \"Armor {n}\"\ntext = \"less {n}\"\n[[keywords]]\nname = \"Ward {of: fire | ice}\"\ntext = \"no {of}\"\n";
    let filtered = |filter: &str, cell: &str| {
        let text = format!("<text deckle:box=\"5 5 50 70\">{{{{ card.text | {filter} }}}}</text>");
        with(&text, armor, &format!("name,text\nWolf,{cell}\n"))
    };
    assert_eq!(filtered("keywords", "Armor 2. Ward ice. Armor. \\Armor is good."), [""; 0]);
    let told = filtered("keywords", "Big Armor is good");
    one(
        &told,
        "cards.csv:2:10 keyword: `Armor is` is not the keyword `Armor {n}`",
        "a number, a letter such as X, or an icon",
    );
    let told = filtered("keywords", "Ward 2");
    one(&told, "cards.csv:2:6 keyword: `Ward 2` is not", "`{of}` takes `fire`, `ice`");
    let told = filtered("keywords", "**Big Armor** 2");
    one(
        &told,
        "cards.csv:2:12 keyword: `Armor 2` has no reminder",
        "around the whole of the keyword",
    );
    let told = filtered("keywords(frm=\"x\")", "Armor 2");
    one(
        &told,
        "templates/card.svg:2:45 template: `keywords` has no argument `frm`",
        "did you mean `form`?",
    );
    let told = filtered("reminders(as=\"x\")", "Armor 2");
    one(&told, "templates/card.svg:2:45 template: `reminders` has no argument `as`", "`form`");
    let told = with("{{ icon(name=\"sun\", x=9, y=9, size=9, colour=\"red\") }}", "", CARDS);
    one(&told, "templates/card.svg:2:4 template: `icon` has no argument `colour`", "known: ");
    let told = with("", "[[keywords]]\nname = \"Ward {of: | }\"\ntext = \"a\"\n", CARDS);
    assert!(
        told.iter().any(|line| line.starts_with("game.toml:8:8 keyword: a parameter of")),
        "{told:#?}"
    );
}

/// What is said of a game with these templates.
fn with_templates(files: [(&str, &str); 2]) -> Vec<String> {
    told(&game([("game.toml", MANIFEST), ("cards.csv", CARDS)].into_iter().chain(files)))
}

#[test]
fn templates_in_a_circle_are_told_at_the_mark_that_begins_it() {
    let told = with("{% include \"card.svg\" %}", "", CARDS);
    one(&told, "templates/card.svg:2:4 template-syntax: `card.svg` includes itself", "");
    let cycle = |part: &str| {
        with_templates([
            ("templates/card.svg", "<svg>\n{% include 'part.svg' %}</svg>"),
            ("templates/part.svg", part),
        ])
    };
    let told = cycle("<g>{% include \"card.svg\" %}</g>");
    assert!(told[0].contains("includes `") && told[0].contains(": a circle"), "{told:#?}");
    assert!(told[0].starts_with("templates/") && !told[0].contains(":1:1 "), "{told:#?}");
    let told = with_templates([
        ("templates/card.svg", "\n{% extends \"part.svg\" %}"),
        ("templates/part.svg", "{% extends \"card.svg\" %}"),
    ]);
    assert!(told[0].contains("extends `") && told[0].starts_with("templates/"), "{told:#?}");
}

#[test]
fn text_off_a_card_is_told_where_it_is_written_and_nowhere_else() {
    let off = |inside: &str| with(inside, "", "name,count,type\nWolf,10,Attack\n");
    let has = "lies off the card";
    // The template wrote it, though a cell holds the same word.
    let twice = "<text x=\"5\" y=\"9\">Attack</text><text x=\"5\" y=\"300\">Attack</text>";
    one(&off(twice), "templates/card.svg:2:52 svg-warning: the text `Attack`", has);
    // The cell wrote it, which other starters name, too.
    let word = "<text x=\"5\" y=\"300\" font-size=\"4\">{{ card.type }}</text>";
    one(&off(word), "cards.csv:2:9 svg-warning: the text `Attack`", has);
    // Numbers that are reckoned stand in no cell, even if one looks like them.
    let one_of = "<text x=\"5\" y=\"300\">{{ index }}</text>";
    one(&off(one_of), "templates/card.svg:2:21 svg-warning: the text `1`", has);
    let reckoned = "<text x=\"5\" y=\"300\">{{ 5 - 4 }}</text>";
    one(&off(reckoned), "templates/card.svg:2:21 svg-warning: the text `1`", has);
    // A word in a mark of the template.
    let listed = "{% for word in [\"Plain\", \"Wood\"] %}<text x=\"5\" y=\"{{ loop.index0 * 300 + 9 }}\">{{ word }}</text>{% endfor %}";
    one(&off(listed), "templates/card.svg:2:27 svg-warning: the text `Wood`", has);
    // Words that a starter holds and this card has nothing to do with.
    for starter in ["Contents", "Front", "page", "sheet"] {
        let text = format!(
            "<text x=\"5\" y=\"300\">{{{{ \"{}\" ~ \"{}\" }}}}</text>",
            &starter[..2],
            &starter[2..]
        );
        one(&off(&text), "templates/card.svg:2:21 svg-warning: the text `", has);
    }
}

#[test]
fn text_off_a_card_is_told_in_the_part_that_the_card_is_made_of() {
    let part = "<g/>\n<text x=\"5\" y=\"300\" font-size=\"4\">Ambush</text>";
    let told = told(&game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", "<svg viewBox=\"{{ view_box }}\">{% include \"part.svg\" %}</svg>"),
        ("templates/part.svg", part),
        // Never a part of this card.
        ("templates/other.svg", "<svg><text x=\"5\" y=\"300\" font-size=\"4\">Ambush</text></svg>"),
        ("templates/another.svg", "<svg viewBox=\"0 0 1 1\">Ambush</svg>"),
    ]));
    one(&told, "templates/part.svg:2:35 svg-warning: the text `Ambush`", "lies off the card");
}

#[test]
fn of_equal_words_those_at_fault_are_told() {
    // Two boxes of a template, and two cells of a card.
    let long = "Draw two cards";
    let boxes = |first: &str, second: &str| {
        format!(
            "<text id=\"a\" deckle:box=\"3 3 50 10\" font-size=\"3\">{first}</text>\n<text id=\"b\" deckle:box=\"3 20 10 5\" font-size=\"3\">{second}</text>"
        )
    };
    one(&with(&boxes(long, long), "", "name\nWolf\n"), "templates/card.svg:3:51 overflow", "`b`");
    let cards = format!("name,t,u\nWolf,{long},{long}\n");
    let told = |first: &str, second: &str| with(&boxes(first, second), "", &cards);
    one(&told("{{ card.t }}", "{{ card.u }}"), "cards.csv:2:21 overflow", "`b`");
    one(&told("{{ card.u }}", "{{ card.t }}"), "cards.csv:2:6 overflow", "`b`");
    one(&told("{{ card.t }}", "{{ card.u | trim }}"), "cards.csv:2:21 overflow", "`b`");
    // What a component prints is told at the cell as well.
    let cards = format!("name,t,u\nWolf,{0},{0}\n", "Seventeen very long words ".repeat(9).trim());
    let told = with("<g/>\n{{ <badge x={3} y={3} value={card.u}/> }}", "", &cards);
    one(&told, "cards.csv:2:240 overflow", "does not fit");
}

#[test]
fn a_mark_without_its_partner_is_told_where_it_stands_among_others() {
    let told = |inside: &str, cell: &str| {
        let text = format!("<text deckle:box=\"3 3 50 30\">{inside}</text>");
        with(&text, "[styles.dmg]\nweight = 700\n", &format!("name,text\nWolf,{cell}\n"))
    };
    for (cell, column) in
        [("**a** and **b", 16), ("[dmg: one] then [dmg: two", 22), ("{sun} and {sun", 16)]
    {
        let place = format!("cards.csv:2:{column} ");
        one(&told("{{ card.text }}", cell), &place, "has no partner");
        one(&told("{{ card.text }} {sun}", cell), &place, "has no partner");
        one(&told("Now: {{ card.text }}", cell), &place, "has no partner");
    }
    one(&told("**a** and **b", "x"), "templates/card.svg:2:40 style", "has no partner");
}

#[test]
fn a_fault_of_many_cells_is_told_once_for_a_list() {
    let box_of = "<text deckle:box=\"3 3 50 30\">{{ card.text }}</text>";
    let cards =
        "name,text\nA,{snu}\nB,go {snu}\nC,{snu|2}\nD,{sun}\nE,{son}\nF,[damge: x]\nG,[damge: y]\n";
    let told = with(box_of, "[styles.damage]\nweight = 700\n", cards);
    assert_eq!(told.len(), 3, "{told:?}");
    let starts = |start: &str| told.iter().find(|one| one.starts_with(start)).unwrap();
    assert!(
        starts("cards.csv:2:3 icon: there is no icon `snu`")
            .ends_with("it stands in 2 more places")
    );
    assert!(!starts("cards.csv:6:3 icon: there is no icon `son`").contains("more place"));
    assert!(
        starts("cards.csv:7:3 style: ")
            .ends_with("did you mean `damage`? | it stands in 1 more place")
    );
}

#[test]
fn a_box_without_a_name_is_called_by_its_line_in_messages_and_reports() {
    let body = "<text deckle:box=\"3 3 50 20\">a</text>\n{% for n in [1, 2] %}<text deckle:box=\"3 30 {{ n * 9 }} 5\" deckle:fit=\"shrink 3\">text 1 {{ n }} {{ card.text }}</text>{% endfor %}";
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{body}\n</svg>");
    let made = game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name,text\nWolf,howls at the moon\n"),
        ("templates/card.svg", &template),
    ]);
    let told = told(&made);
    for name in ["card.svg:3", "card.svg:3 (2)"] {
        assert!(told.iter().any(|one| one.contains(&format!("its box `{name}` of"))), "{told:?}");
    }
    // The report has them though the game fails.
    let (names, found) = names_of_boxes(&made);
    assert_eq!(names, ["card.svg:2", "card.svg:3", "card.svg:3 (2)"]);
    assert!(found.texts[0].1[1].fullest.fill > 1.0);
}

/// What a report calls the boxes of the first deck, and all that it tells.
fn names_of_boxes(made: &deckle::workspace::Memory) -> (Vec<String>, deckle::pipeline::Found) {
    let (mut sources, mut sink) = Default::default();
    let mut found = deckle::pipeline::Found::default();
    let options = deckle::pipeline::Options::default();
    let quiet = &deckle::pipeline::Quiet;
    let _ = deckle::pipeline::check_after(
        made,
        None,
        &options,
        &mut sources,
        &mut sink,
        quiet,
        &mut found,
    );
    (found.texts[0].1.iter().map(|one| one.name.clone()).collect(), found)
}

#[test]
fn boxes_of_components_that_write_alike_are_called_by_the_one_that_wrote_them() {
    let line = |component: &str, text: &str| {
        let path = format!("templates/components/{component}.svg");
        let all = std::fs::read_to_string(super::support::root().join(path)).unwrap();
        let at = all.lines().position(|line| line.contains(text)).unwrap();
        format!("components/{component}.svg:{}", at + 1)
    };
    let template = "<svg viewBox=\"{{ view_box }}\">\n\
        {% if card.name == \"A\" %}{{ <ribbon x={5} y={5} width={40} height={8} text=\"R\"/> }}\n\
        {% else %}{{ <title_bar x={5} y={25} width={50} height={8} text=\"T\" align=\"center\"/> }}\n\
        {{ <stat_box x={5} y={35} width={20} height={20} label=\"S\" value=\"7\"/> }}\n\
        {{ <factors x={5} y={65} width={40} attack={1} defence={2}/> }}{% endif %}\n\
        <text deckle:box=\"3 {{ 78 }} 50 5\" deckle:align=\"center\">{{ card.name }}</text>\n</svg>";
    let files =
        [("game.toml", MANIFEST), ("cards.csv", "name\nA\nB\n"), ("templates/card.svg", template)];
    let mut wanted = vec![
        "card.svg:6".to_owned(),
        line("ribbon", "<text deckle:box"),
        line("title_bar", "<text deckle:box"),
        line("stat_box", "{{ label"),
        line("stat_box", "{{ value }}</text>"),
        line("factors", "<text deckle:box"),
    ];
    wanted.sort();
    let (mut names, _) = names_of_boxes(&game(files));
    names.sort();
    assert_eq!(names, wanted);
}

#[test]
fn what_a_component_of_the_game_draws_wrongly_names_its_call() {
    let own = "{% component own(@theme: map) %}\n<rect width=\"9\" height=\"0\"/>\n\
               <text deckle:box=\"5 5 9 3\" deckle:fit=\"shrink 3\">much too long</text>\n{% endcomponent own %}";
    let template = "<svg viewBox=\"{{ view_box }}\">\n<g/>{{ <own/> }}\n</svg>";
    let made = game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", template),
        ("templates/own.svg", own),
    ]);
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let (quiet, found) = (&deckle::pipeline::Quiet, &mut Default::default());
    let _ =
        deckle::pipeline::check_after(&made, None, &options, &mut sources, &mut sink, quiet, found);
    let told = sink.list().iter().map(|one| {
        let also = one.others.iter().map(|one| format!("{} {}", sources.shown(one.span), one.text));
        let place = sources.shown(one.place.as_ref().unwrap().span);
        (one.code.name(), place.to_string(), also.collect::<Vec<_>>())
    });
    let told: Vec<_> = told.collect();
    let met = "cards.csv:2:1 first met on the front of `Wolf`";
    let called = "templates/card.svg:2:8 called from here";
    for (code, place) in
        [("svg-warning", "templates/own.svg:2:25"), ("overflow", "templates/own.svg:3:50")]
    {
        let one = told.iter().find(|(one, ..)| *one == code).unwrap();
        assert_eq!((&*one.1, &*one.2), (place, &[called.to_owned(), met.to_owned()][..]));
    }
}

#[test]
fn a_box_off_the_card_is_told_in_its_words_at_its_cell() {
    let body = "<rect width=\"3\" height=\"3\"/><text deckle:box=\"100 100 10 10\" font-size=\"3\">{{ card.text }}</text>";
    let told = with(body, "", "name,text\nWolf,Go on now\n");
    one(
        &told,
        "cards.csv:2:6 svg-warning: the text `Go on now`",
        "lies off the card, where nobody sees it",
    );
}

#[test]
fn a_text_that_does_not_fit_is_told_at_the_cell_that_fills_it_though_a_filter_changed_it() {
    let long = "Swift words that go on ".repeat(9);
    let keywords = "[[keywords]]\nname = \"Swift\"\ntext = \"acts first\"\n";
    let cards = format!("name,other,text\nWolf,Swift words,{}\n", long.trim());
    let box_of =
        |words: &str| format!("<text deckle:box=\"3 3 57 4\" font-size=\"4\">{words}</text>");
    for words in [
        "{{ card.text }}",
        "{{ card.text | keywords }}",
        "{{ card.text | upper }}",
        "{{ card.name }}: {{ card.text }}",
        "{{ card.name | upper }}\n{{ card.text | replace(from=\"go\", to=\"come\") }}",
        "{{ card.other | keywords }} {{ card.text }}",
    ] {
        let told = with(&box_of(words), keywords, &cards);
        one(&told, "cards.csv:2:18 overflow: the text `", "does not fit its box");
    }
    // Words of the template itself are its own, whatever cells say.
    let told = with(&format!("{}\n", box_of(long.trim())), keywords, &cards);
    one(&told, "templates/card.svg:2:", "does not fit its box");
}

#[test]
fn of_several_elements_with_the_same_words_the_one_at_fault_is_told() {
    // A picture before them is longer in what is drawn than in what is written.
    let image = "<image href=\"nothing.svg\" width=\"9\" height=\"9\"/>\n";
    let text = |said: &str| format!("<text deckle:box=\"5 5 30 9\" {said}>Go</text>");
    for (right, wrong, at_fault) in [
        (text("deckle:fit=\"shrink 2\""), "<g deckle:fit=\"shrink 2\"/>".to_owned(), "deckle:fit"),
        (text("deckle:columns=\"2\""), text("font-size=\"2\" deckle:columns=\"99\""), "99"),
        ("<text dx=\"1\">Go</text>".into(), text("dx=\"1\""), "1\">"),
        ("<text><!-- deckle:fix --></text>".into(), text("deckle:fix=\"\""), "deckle:fix"),
        ("<g id=\"a\"/><use href=\"#a\"/>".into(), "<g><use href=\"#b\"/></g>".into(), "#b"),
        ("<text>{sum}</text>".into(), text("").replace("Go", "{sum}"), "{sum"),
    ] {
        let told = with(&format!("{image}{right}\n{wrong}"), "", "name\nWolf\n");
        let at = format!("templates/card.svg:4:{} ", wrong.find(at_fault).unwrap() + 1);
        let there = told.iter().filter(|one| one.starts_with(&at)).count();
        assert_eq!(there, 1, "{at}{wrong}: {told:#?}");
    }
}

#[test]
fn what_a_component_repeats_beyond_the_card_is_told_at_each_of_its_calls() {
    // Discs of 6 mm, 6.8 mm apart, and pips of 3.2 mm: the card with its bleed ends at 66 mm.
    let row = |x: u32, count: u32| {
        format!("{{{{ <cost_row x={{{x}}} y={{4}} cost=\"{count} sun\" style=\"repeat\"/> }}}}")
    };
    let ground = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>";
    let off = |calls: &str| with(&format!("{ground}\n{calls}"), "", "name\nWolf\n");
    assert_eq!(off(&row(3, 10)), [""; 0]);
    let lies = "svg-warning: a `circle` lies off the card";
    one(&off(&row(3, 11)), &format!("templates/card.svg:3:4 {lies}"), "nobody sees it");
    one(&off(&row(3, 30)), &format!("templates/card.svg:3:4 {lies}"), "nobody sees it");
    let both = off(&format!("{}\n{}\n{}", row(3, 30), row(3, 2), row(9, 12)));
    let places: Vec<_> = both.iter().map(|one| one.split(" svg-warning").next().unwrap()).collect();
    assert_eq!(places, ["templates/card.svg:3:4", "templates/card.svg:5:4"]);
    let pips = off("{{ <pips x={3} y={4} count={60}/> }}");
    one(&pips, "templates/card.svg:3:4 svg-warning: a `path` lies off the card", "nobody sees it");
}

#[test]
fn a_shape_that_lies_off_the_card_is_told_and_one_that_reaches_over_its_edge_is_not() {
    // The card is 63 x 88 mm with a bleed of 3 mm.
    let off = |inside: &str| {
        let ground = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>\n";
        let told = with(&format!("{ground}{inside}"), "", "name\nWolf\n");
        told.into_iter().map(|one| one.split(" | ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let at = |column: usize, what: &str| {
        vec![format!(
            "templates/card.svg:3:{column} svg-warning: {what} lies off the card, where nobody sees it"
        )]
    };
    let rect =
        |x: f64, more: &str| format!("<rect x=\"{x}\" y=\"5\" width=\"9\" height=\"9\"{more}/>");
    assert_eq!(off(&rect(66.1, "")), at(1, "a `rect`"));
    assert_eq!(off(&rect(-12.1, "")), at(1, "a `rect`"));
    assert_eq!(
        off(&format!("<g fill=\"red\">{}{}</g>", rect(3.0, ""), rect(100.0, ""))),
        at(55, "a `rect`")
    );
    assert_eq!(
        off("<image href=\"nothing.svg\" x=\"99\" width=\"9\" height=\"9\"/>")[1..],
        at(1, "an `image`")[..]
    );
    let used = |x: u32| {
        format!("<defs><path id=\"p\" d=\"M0 0H9V9Z\"/></defs><use href=\"#p\" x=\"{x}\"/>")
    };
    assert_eq!(off(&used(99)), at(used(99).find("<use").unwrap() + 1, "a `use`"));
    assert_eq!(off(&used(50)), [""; 0]);
    let group = |x: u32| {
        format!("<g transform=\"translate({x} 5)\"><circle r=\"3\"/><circle cx=\"9\" r=\"3\"/></g>")
    };
    assert_eq!(off(&group(99)), at(1, "a `g`"));
    // Of a thing that reaches over the edge a part lies beyond, and a pattern goes on over it; a shadow may
    // come from there; what has no colour is nowhere.
    for fine in [
        rect(65.9, ""),
        group(62),
        "<g transform=\"translate(30)\"><circle r=\"3\"/><circle cx=\"90\" r=\"3\"/></g>".into(),
        (0..20).map(|x| rect(f64::from(x) * 9.0, "")).collect(),
        "<filter id=\"f\" filterUnits=\"userSpaceOnUse\" x=\"-100\" y=\"0\" width=\"150\" height=\"88\"><feOffset dx=\"100\"/></filter><g filter=\"url(#f)\"><circle cx=\"-90\" cy=\"9\" r=\"3\"/></g>".into(),
        rect(99.0, " fill=\"none\""),
        rect(99.0, " opacity=\"0\""),
        format!("<clipPath id=\"c\">{}</clipPath>", rect(99.0, "")),
    ] {
        assert_eq!(off(&fine), [""; 0], "{fine}");
    }
    // What a component draws there is told at its call.
    let told = off("{{ <ribbon x={90} y={9} width={30} height={8} text=\"\"/> }}");
    assert!(
        !told.is_empty()
            && told.iter().all(|one| one.starts_with("templates/card.svg:3:4 svg-warning: a `")),
        "{told:#?}"
    );
}
