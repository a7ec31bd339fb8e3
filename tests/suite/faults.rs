//! What a designer is told: every mistake at its place, with a way out, several in one run.

use super::support::{MANIFEST, TEMPLATE, game, told};

const CARDS: &str = "name,count\nWolf,2\nBear,1\n";

fn with(manifest: &str, cards: &str, template: &str) -> Vec<String> {
    told(&game([("game.toml", manifest), ("cards.csv", cards), ("templates/card.svg", template)]))
}

fn template(inside: &str) -> String {
    format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>")
}

/// Told exactly one thing, which begins so and holds that.
fn one(told: &[String], start: &str, has: &str) {
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with(start), "{}\nnot {start}", told[0]);
    assert!(told[0].contains(has), "{}\nhas not {has}", told[0]);
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
        with(MANIFEST, "name,text\nWolf,\n", &template("<text>{{ card.text }}</text>")).is_empty()
    );
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
        with(MANIFEST, CARDS, &template("<text font-family=\"sans-serif\">x</text>")).is_empty()
    );
    let told = with(
        MANIFEST,
        CARDS,
        &template("<text font-family=\"Cinzel\" font-weight=\"400\">x</text>"),
    );
    one(
        &told,
        "templates/card.svg:2:20 font-weight: `Cinzel` has no 400; 700 is drawn instead",
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
        "templates/card.svg:1:1 view-box: the drawing has the viewBox `0 0 63 88`",
        "-3 -3 69 94",
    );
}

#[test]
fn pictures_that_cannot_be_used_are_told() {
    let picture =
        |href: &str| template(&format!("<image href=\"{href}\" width=\"9\" height=\"9\"/>"));
    let files = |href: &str| {
        let template = picture(href);
        told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", CARDS),
            ("templates/card.svg", template.as_str()),
            ("images/empty.png", ""),
            ("images/text.png", "this is no picture"),
        ]))
    };
    one(
        &files("images/emtpy.png"),
        "templates/card.svg:2:14 image",
        "did you mean `images/empty.png`?",
    );
    one(&files("images/empty.png"), "templates/card.svg:2:14 image", "the file is empty");
    one(
        &files("images/text.png"),
        "templates/card.svg:2:14 image",
        "no PNG, JPEG, GIF, WebP or SVG",
    );
    one(&files("../x.png"), "templates/card.svg:2:14 image", "leads out of the game's folder");
    one(&files("IMAGES/EMPTY.PNG"), "templates/card.svg:2:14 image", "capitals count");
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
    one(&told, "templates/card.svg:2:7 text-box: there is no attribute `deckle:fitt`", "`fit`");
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
    let decks = compose(&game, &sources, &mut sink).unwrap();
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
    let decks = compose(&game, &sources, &mut sink).unwrap_or_else(|_| panic!("{:?}", sink.list()));
    assert!(decks[0].faces[0].svg.contains("<text>aabcde</text>"));
}
