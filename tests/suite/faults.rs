//! What a designer is told: every mistake at its place, with a way out, several in one run.

use super::support::{MANIFEST, TEMPLATE, game, one, told, unmeasured};

const CARDS: &str = "name,count\nWolf,2\nBear,1\n";

fn with(manifest: &str, cards: &str, template: &str) -> Vec<String> {
    told(&game([("game.toml", manifest), ("cards.csv", cards), ("templates/card.svg", template)]))
}

fn template(inside: &str) -> String {
    format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>")
}

#[test]
fn a_game_without_faults_is_told_nothing() {
    assert_eq!(with(MANIFEST, CARDS, TEMPLATE), Vec::<String>::new());
}

#[test]
fn several_mistakes_of_a_manifest_are_told_in_one_run() {
    let manifest = "[game]\ntitle = \"x\"\nplayres = 2\n[[deck]]\nname = \"a\"\ncards = \"cards.csv\"\nsize = \"pokr\"\nbleed = \"3,0mm\"\ntheme = \"dark\"\n[[sheet]]\npaper = \"a44\"\nflip = \"long\"\n";
    let told = with(manifest, CARDS, TEMPLATE);
    let has =
        |text: &str| assert!(told.iter().any(|line| line.contains(text)), "{text}: {told:#?}");
    has("game.toml:3:1 unknown-key: [game] has no key `playres` | did you mean `players`?");
    has("game.toml:7:8 bad-size: there is no size `pokr` | did you mean `poker`?");
    has(
        "game.toml:8:9 bad-length: `bleed` is `3,0mm`, which is not a length | write decimals with a point: `3.0mm`",
    );
    has("game.toml:9:9 unknown-theme: there is no theme `dark`");
    has("game.toml:11:9 bad-size: there is no paper `a44` | did you mean `a4`?");
    has("game.toml:12:8 bad-value: `flip` cannot be `long` | did you mean `long-edge`?");
    assert_eq!(told.len(), 6, "{told:#?}");
}

#[test]
fn files_that_are_not_there_are_told_with_a_likely_name() {
    let manifest = MANIFEST.replace("cards.csv", "card.csv");
    let game = game([("game.toml", manifest.as_str()), ("cards.csv", CARDS)]);
    one(&told(&game), "game.toml:6:9 no-file: cannot read `card.csv`", "there is no such file");
    let outside = MANIFEST.replace("cards.csv", "../cards.csv");
    one(
        &with(&outside, CARDS, TEMPLATE),
        "game.toml:6:9 no-file",
        "leads out of the game's folder",
    );
    let case = MANIFEST.replace("cards.csv", "Cards.csv");
    one(&with(&case, CARDS, TEMPLATE), "game.toml:6:9 no-file", "capitals count");
}

#[test]
fn what_templates_can_call_is_suggested() {
    let cases = [
        ("{{ card.name | uper }}", "2:16 template-syntax: unknown filter `uper`", "`upper`?"),
        ("{{ icn(name=\"x\") }}", "2:4 template-syntax: unknown function `icn`", "`icon`?"),
        ("{{ neighbors(cell=1) }}", "2:4 template-syntax: unknown function", "`neighbours`?"),
        ("{% if card.name is strng %}{% endif %}", "2:20 template-syntax: unknown", "`string`?"),
    ];
    for (inside, start, has) in cases {
        one(&with(MANIFEST, CARDS, &template(inside)), &format!("templates/card.svg:{start}"), has);
    }
}

#[test]
fn a_template_that_fails_for_many_cards_is_told_for_the_first_of_them() {
    let rows: String = (0..40).map(|row| format!("Wolf {row}\n")).collect();
    let told = with(MANIFEST, &format!("name\n{rows}"), &template("{{ card.name | int }}"));
    assert_eq!(told.len(), 9, "{told:#?}");
    assert!(told.iter().all(|line| line.starts_with("templates/card.svg:2:")), "{told:#?}");
    assert!(
        told[8].ends_with(" template: more cards fail here; the first 8 are told"),
        "{told:#?}"
    );
}

#[test]
fn copies_are_found_by_name_only_and_have_a_limit() {
    assert!(
        with(
            MANIFEST,
            "id,Name\n13,A\n174430,B\n",
            TEMPLATE.replace("card.name", "card.Name").as_str()
        )
        .is_empty()
    );
    let told = with(MANIFEST, "Name,Quantity\nA,1\nB,174430\n", TEMPLATE);
    one(
        &told,
        "cards.csv:3:3 copies: `Quantity` asks for 174430 copies (limit 1000)",
        "max_copies",
    );
    let told = with(MANIFEST, "name,count,qty\nA,1,1\n", TEMPLATE);
    one(&told, "cards.csv:1:12 copies: both `count` and `qty`", "say `copies = \"count\"`");
}

#[test]
fn a_cell_is_told_by_its_line_in_the_file_its_column_and_its_value() {
    let cards = "name,text,count\nA,\"two\nlines\",1\nB,x,1\nC,x,1\nD,x,many\n";
    let told = with(MANIFEST, cards, TEMPLATE);
    one(
        &told,
        "cards.csv:6:5 copies: `count` is `many`, which is not a number of copies",
        "whole number",
    );
}

#[test]
fn an_undefined_name_points_at_the_template_and_the_first_row() {
    let template = template("<text>{{ card.Nmae }}</text>");
    let cards = "Name,count\nWolf,1\nBear,1\n";
    let told = with(MANIFEST, cards, &template);
    one(
        &told,
        "templates/card.svg:2:15 template: the cards have no column `Nmae`",
        "did you mean `Name`?",
    );
    let told = with(MANIFEST, CARDS, &template.replace("card.Nmae", "name"));
    one(&told, "templates/card.svg:2:10 template: variable `name` is not defined", "`card.name`");
    let told = with(MANIFEST, CARDS, &template.replace("card.Nmae", "theme.inc"));
    one(&told, "templates/card.svg:2:16 template: `theme` has no field `inc`", "`ink`");
    let told = with(MANIFEST, CARDS, &template.replace("card.Nmae", "card[\"Nam\"]"));
    one(&told, "templates/card.svg:2:10 template: the cards have no column `Nam`", "`name`");
}

#[test]
fn an_empty_cell_is_no_fault() {
    assert!(
        with(
            MANIFEST,
            "name,text\nWolf,\n",
            &template("<rect width=\"9\" height=\"9\"/><text>{{ card.text }}</text>")
        )
        .is_empty()
    );
}

#[test]
fn a_card_without_anything_on_it_is_told_whatever_its_template_draws_elsewhere() {
    let cases = [
        "",
        "<text deckle:box=\"4 4 55 40\">  </text>",
        // Shapes and words without any colour.
        "<rect width=\"9\" height=\"9\" fill=\"none\"/><circle r=\"9\" fill-opacity=\"0\"/>",
        "<g opacity=\"0\"><text x=\"4\" y=\"9\" font-size=\"4\">Wolf</text></g>",
        "<text x=\"4\" y=\"9\" font-size=\"4\" visibility=\"hidden\">Wolf</text>",
    ];
    for inside in cases {
        let told = with(MANIFEST, "name\nWolf\n", &template(inside));
        one(&told, "templates/card.svg:1:1 svg-warning: the front is blank", "draws nothing on it");
    }
    // What lies off the card is told for itself.
    for (inside, tag) in [
        ("<rect x=\"200\" y=\"2\" width=\"9\" height=\"9\"/>", "rect"),
        ("<g transform=\"translate(-90 0)\"><path d=\"M0 0H9\" stroke=\"red\"/></g>", "g"),
    ] {
        let told = with(MANIFEST, "name\nWolf\n", &template(inside));
        let off = format!("svg-warning: a `{tag}` lies off the card");
        one(&told, "templates/card.svg:2:1 ", &off);
    }
    let line = template("<path d=\"M0 5H9\" stroke=\"red\"/>");
    assert!(with(MANIFEST, "name\nWolf\n", &line).is_empty());
}

#[test]
fn letters_that_one_font_joins_and_another_does_not_are_told_where_they_cannot_be_brought_together()
{
    // A family is one glyph of Noto Emoji; the body's font has none of its letters.
    let cards = "name\nx👨\u{200d}👩\u{200d}👧 and\n";
    let text = "<text y=\"9\" font-size=\"5\">ok</text>\n<text y=\"9\" font-size=\"5\">";
    let told = with(MANIFEST, cards, &template(&format!("{text}{{{{ card.name }}}}</text>")));
    one(&told, "cards.csv:2:2 svg: the text cannot be laid out", "give the text a box");
    // Where a template says the font, the parser of drawings breaks.
    let inner = "x<tspan font-family=\"Noto Emoji\">👨\u{200d}👩\u{200d}👧</tspan>";
    let told = with(MANIFEST, CARDS, &template(&format!("{text}{inner}</text>")));
    one(&told, "templates/card.svg:3:1 svg: the text cannot be laid out", "give the text a box");
    let alone = template("<text y=\"9\" font-size=\"5\">👨\u{200d}👩\u{200d}👧</text>");
    assert!(with(MANIFEST, CARDS, &alone).is_empty());
}

#[test]
fn templates_that_cannot_be_read_are_all_told() {
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", CARDS),
        ("templates/card.svg", "<svg>{% if %}</svg>"),
        ("templates/other.svg", "<svg>{{ card. }}</svg>"),
    ]);
    let told = told(&workspace);
    assert!(
        told.iter().any(|line| line.starts_with("templates/card.svg:1:12 template-syntax")),
        "{told:#?}"
    );
    assert!(
        told.iter().any(|line| line.starts_with("templates/other.svg:1:15 template-syntax")),
        "{told:#?}"
    );
}

#[test]
fn templates_that_are_not_there_are_told_where_they_are_named() {
    let manifest = format!("{MANIFEST}front = \"crad.svg\"\n");
    one(
        &with(&manifest, CARDS, TEMPLATE),
        "game.toml:7:9 unknown-template",
        "did you mean `card.svg`?",
    );
    let cards = "name,template\nWolf,wofl.svg\nBear,\n";
    one(
        &with(MANIFEST, cards, TEMPLATE),
        "cards.csv:2:6 unknown-template",
        "there is no template `wofl.svg`",
    );
}

#[test]
fn fonts_that_are_not_there_are_errors() {
    let told = with(MANIFEST, CARDS, &template("<text font-family=\"Alegrya\">x</text>"));
    one(
        &told,
        "templates/card.svg:2:20 font: there is no font family `Alegrya`",
        "did you mean `Alegreya`?",
    );
    assert!(
        with(MANIFEST, CARDS, &template("<text y=\"9\" font-family=\"sans-serif\">x</text>"))
            .is_empty()
    );
    let told = with(
        MANIFEST,
        CARDS,
        &template("<text y=\"9\" font-family=\"Cinzel\" font-weight=\"400\">x</text>"),
    );
    one(
        &told,
        "templates/card.svg:2:26 font-weight: `Cinzel` has no 400; 700 is drawn instead",
        "it has 700",
    );
}

#[test]
fn glyphs_that_no_font_has_are_told_in_their_cell() {
    let told = with(MANIFEST, "name\nWolf \u{f100}\n", TEMPLATE);
    one(&told, "cards.csv:2:6 glyph: no font has the character", "U+F100");
}

#[test]
fn drawings_of_another_size_are_refused() {
    let told = with(MANIFEST, CARDS, "<svg viewBox=\"0 0 63 88\"><rect/></svg>");
    one(
        &told,
        "templates/card.svg:1:15 view-box: the drawing has the viewBox `0 0 63 88`",
        "-3 -3 69 94",
    );
}

#[test]
fn boxes_of_text_tell_what_does_not_fit() {
    let text = |attributes: &str| {
        template(&format!(
            "<text deckle:box=\"5 5 20 8\" {attributes} font-size=\"4\">{{{{ card.name }}}}</text>"
        ))
    };
    let cards = "name\nA name that is much too long for such a very small box\n";
    let told = with(MANIFEST, cards, &text(""));
    one(&told, "cards.csv:2:1 overflow", "mm too high");
    let told = with(MANIFEST, cards, &text("deckle:fit=\"shrink 3\""));
    one(&told, "cards.csv:2:1 overflow", "at 3 mm");
    assert!(with(MANIFEST, cards, &text("deckle:fit=\"shrink 1.5\"")).is_empty());
    let told = with(MANIFEST, cards, &text("deckle:fitt=\"shrink 3\""));
    one(&told, "templates/card.svg:2:29 text-box: there is no attribute `deckle:fitt`", "`fit`");
    let wrong = text("").replace("<svg ", "<svg xmlns:deckle=\"https://example.org\" ");
    one(&with(MANIFEST, cards, &wrong), "templates/card.svg:1:6 text-box", "not Deckle's");
}

#[test]
fn data_is_shown_as_it_is_and_never_run() {
    use deckle::compose::compose;
    use deckle::{diag::Sink, load::load, span::Sources};
    let cells = [
        "Sword & Shield",
        "<<FIRE>>",
        "A > B",
        "'x' \"y\"",
        "Pay {{ 2 * 3 }} {% raw %} {tap} {\"v\":1}",
    ];
    let rows: String =
        cells.iter().map(|cell| format!("\"{}\"\n", cell.replace('"', "\"\""))).collect();
    let cards = format!("name\n{rows}");
    let template = template("<text id=\"{{ card.name }}\">{{ card.name }}</text>");
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", cards.as_str()),
        ("templates/card.svg", template.as_str()),
    ]);
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let game = load(&workspace, &mut sources, &mut sink).unwrap();
    let decks = compose(&game, &Default::default(), &unmeasured(), &sources, &mut sink).unwrap();
    for (face, cell) in decks[0].faces.iter().zip(cells) {
        let document = roxmltree::Document::parse(&face.svg).unwrap();
        let text = document.descendants().find(|node| node.has_tag_name("text")).unwrap();
        assert_eq!((text.text(), text.attribute("id")), (Some(cell), Some(cell)));
    }
}

#[test]
fn headers_of_any_kind_can_be_reached() {
    use deckle::compose::compose;
    use deckle::{diag::Sink, load::load, span::Sources};
    let cards = "Game Text,name.common,#,💰,class\na,b,c,d,e\n";
    let template = template(
        "<text>{{ card[\"Game Text\"] }}{{ card.game_text }}{{ card.name_common }}{{ card[\"#\"] }}{{ card[\"💰\"] }}{{ card.class }}</text>",
    );
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", cards),
        ("templates/card.svg", template.as_str()),
    ]);
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let game = load(&workspace, &mut sources, &mut sink).unwrap();
    let decks = compose(&game, &Default::default(), &unmeasured(), &sources, &mut sink)
        .unwrap_or_else(|_| panic!("{:?}", sink.list()));
    assert!(decks[0].faces[0].svg.contains("<text>aabcde</text>"));
}

#[test]
fn a_line_is_counted_in_the_file_and_not_in_rows() {
    // The second record holds a line end, so the fifth record is the file's seventh line.
    let cards = "name,text,count\nA,x,1\nB,\"two\nlines\",1\nC,x,1\nD,x,1\nE,x,-1\n";
    for cards in [cards.to_owned(), cards.replace('\n', "\r\n"), format!("\u{feff}{cards}")] {
        let told = with(MANIFEST, &cards, TEMPLATE);
        one(&told, "cards.csv:7:5 copies: `count` is `-1`", "whole number");
    }
}

#[test]
fn a_deck_without_a_card_is_a_fault() {
    let told = with(MANIFEST, "name,count\nWolf,0\n", TEMPLATE);
    one(&told, "game.toml:4:1 empty-table: the deck has no cards", "0 copies");
    let told = with(MANIFEST, "name,count\n", TEMPLATE);
    one(&told, "cards.csv:1:1 empty-table: there are no rows", "one line for each card");
}

#[test]
fn every_wrong_cell_is_told_in_one_run() {
    let told = with(MANIFEST, "name,count\nA,x\nB,1\nC,\nD,1.5\nE,2000\n", TEMPLATE);
    let starts: Vec<_> =
        told.iter().map(|line| line.split(" copies: ").next().unwrap_or_default()).collect();
    assert_eq!(starts, ["cards.csv:2:3", "cards.csv:4:3", "cards.csv:5:3", "cards.csv:6:3"]);
}

#[test]
fn one_fault_of_a_template_is_told_once_for_all_rows() {
    let rows: String = (0..200).map(|at| format!("Card {at},1\n")).collect();
    let told =
        with(MANIFEST, &format!("name,count\n{rows}"), &template("<text>{{ card.nam }}</text>"));
    one(&told, "templates/card.svg:2:15 template: the cards have no column `nam`", "`name`");
}

fn with_part(card: &str, part: &str) -> Vec<String> {
    told(&game([
        ("game.toml", MANIFEST),
        ("cards.csv", CARDS),
        ("templates/card.svg", card),
        ("templates/part.svg", part),
    ]))
}

#[test]
fn faults_of_templates_that_are_called_are_told_in_the_file_they_stand_in() {
    let part = "<g>\n  <text>{{ card.nmae }}</text>\n</g>";
    let included = with_part(&template("{% include \"part.svg\" %}"), part);
    one(&included, "templates/part.svg:2:17 template: the cards have no column", "`name`");
}

#[test]
fn a_missing_parent_is_told_with_a_likely_name() {
    let parent = with_part("{% extends \"prat.svg\" %}", "<g/>");
    one(&parent, "templates/card.svg:1:", "`part.svg`");
}

#[test]
fn a_missing_include_is_told_at_its_place_in_one_sentence() {
    let missing = with_part(&template("{% include \"prat.svg\" %}"), "<g/>");
    one(&missing, "templates/card.svg:2:12 ", "prat.svg");
    assert!(!missing[0].contains('\n'), "{}", missing[0]);
}

#[test]
fn an_icon_that_is_not_there_is_told_with_a_likely_name() {
    let told = with(MANIFEST, CARDS, &template("{{ icon(name=\"ancor\", size=9) }}"));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("templates/card.svg:2:"), "{}", told[0]);
    assert!(told[0].contains("there is no icon `ancor`"), "{}", told[0]);
    assert!(told[0].contains("did you mean `anchor`?"), "{}", told[0]);
}

#[test]
fn drawings_that_are_not_well_formed_are_told() {
    for svg in ["<svg viewBox=\"{{ view_box }}\">", "", "{{ card.name }}", "<html/>"] {
        let told = with(MANIFEST, "name\nWolf\nBear\n", svg);
        assert!(!told.is_empty(), "{svg:?}");
        assert!(
            told.iter().all(|line| line.starts_with("templates/card.svg:1:1 svg")),
            "{svg:?}: {told:#?}"
        );
    }
    // What stands in a cell cannot spoil the drawing.
    let told = with(MANIFEST, "name\n</text></svg>\n\"<!-- ]]> &amp; &nope;\"\n", TEMPLATE);
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn a_missing_glyph_is_told_wherever_it_is_drawn() {
    for text in [
        "<text>{{ card.name }}</text>",
        "<text><tspan>{{ card.name }}</tspan></text>",
        "<text deckle:box=\"5 5 50 50\">{{ card.name }}</text>",
        "<g font-family=\"Cinzel\" font-weight=\"700\"><text>{{ card.name }}</text></g>",
    ] {
        let told = with(MANIFEST, "name\nWolf \u{f100} \u{f100}\n", &template(text));
        one(&told, "cards.csv:2:6 glyph: no font has the character", "(U+F100)");
    }
}

#[test]
fn a_missing_family_is_told_for_text_in_boxes_too() {
    let boxed = "<text deckle:box=\"5 5 50 50\" font-family=\"Alegrya Sans\">x</text>";
    one(
        &with(MANIFEST, CARDS, &template(boxed)),
        "templates/card.svg:2:43 font: there is no font family `Alegrya Sans`",
        "did you mean `Alegreya Sans`?",
    );
}

#[test]
fn text_is_drawn_in_a_box_whatever_family_draws_it_without_one() {
    let families = [
        "Alegreya Sans",
        "'Alegreya Sans'",
        "sans-serif",
        "serif",
        "Nothing, Alegreya Sans",
        "Nothing, sans-serif",
    ];
    let mut blank = Vec::new();
    for family in families {
        // Without a box first: a family that is refused there need not work in one.
        let plain = format!("<text y=\"9\" font-family=\"{family}\">Word</text>");
        let boxed = format!("<text deckle:box=\"0 0 50 50\" font-family=\"{family}\">Word</text>");
        let (plain, boxed) = (glyphs(&plain), glyphs(&boxed));
        assert_eq!(plain, Some(4), "{family}");
        if boxed != plain {
            blank.push(format!("{family}: {boxed:?} glyphs"));
        }
    }
    assert!(blank.is_empty(), "nothing is drawn and nothing is told: {blank:#?}");
}

/// How many glyphs a card shows whose template holds `inside`; `None` if it is refused.
fn glyphs(inside: &str) -> Option<usize> {
    let template = template(inside);
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", template.as_str()),
    ]);
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let made = deckle::pipeline::make(&workspace, &options, &mut sources, &mut sink).ok()?;
    let face = &made.decks[0].faces[0];
    let (scene, _) = made.parse(&[face]).remove(0);
    Some(scene?.trees().map(|tree| positioned(tree.root())).sum())
}

fn positioned(group: &usvg::Group) -> usize {
    let count = |node: &usvg::Node| match node {
        usvg::Node::Group(group) => positioned(group),
        usvg::Node::Text(text) => {
            text.layouted().iter().map(|span| span.positioned_glyphs.len()).sum()
        }
        _ => 0,
    };
    group.children().iter().map(count).sum()
}

#[test]
fn tables_that_do_not_exist_are_told_with_a_likely_name_on_disk() {
    let folder = super::support::Temporary::new();
    folder
        .write(&[("game.toml", &MANIFEST.replace("cards.csv", "card.csv")), ("cards.csv", CARDS)]);
    let workspace = deckle::workspace::Folder::open(&folder.0).unwrap();
    let told = told(&workspace);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("game.toml:6:9 no-file: cannot read `card.csv`"), "{}", told[0]);
    assert!(told[0].contains("did you mean `cards.csv`?"), "{}", told[0]);
}

#[test]
fn what_a_drawing_refers_to_is_there_or_told() {
    let mut silent = Vec::new();
    for inside in [
        "<use href=\"#none\"/>",
        "<rect width=\"9\" height=\"9\" fill=\"url(#none)\"/>",
        "<rect width=\"9\" height=\"9\" clip-path=\"url(#none)\"/>",
        "<rect width=\"9\" height=\"9\" filter=\"url(#none)\"/>",
        "<rect width=\"9\" height=\"9\" fill=\"sienna7\"/>",
    ] {
        if with(MANIFEST, CARDS, &template(inside)).is_empty() {
            silent.push(inside);
        }
    }
    assert!(silent.is_empty(), "left out without a word: {silent:#?}");
}
