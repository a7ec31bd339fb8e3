//! Small slips in manifests, templates and texts: each is told where it is written.

use super::support::{MANIFEST, TEMPLATE, game, one, told};

const SILENT: Vec<String> = Vec::new();

/// What is said of a game with more in its manifest.
fn manifest(more: &str) -> Vec<String> {
    themed("", more, "name\nWolf\n")
}

/// The same with something before the deck, and other cards.
fn themed(before: &str, deck: &str, cards: &str) -> Vec<String> {
    let manifest = MANIFEST.replace("[[deck]]", &format!("{before}\n[[deck]]")) + deck;
    told(&game([
        ("game.toml", manifest.as_str()),
        ("cards.csv", cards),
        ("templates/card.svg", TEMPLATE),
    ]))
}

/// What is said of a card with this text in a box.
fn text(words: &str) -> Vec<String> {
    let inside = "<text deckle:box=\"5 5 50 40\" font-size=\"4\">{{ card.text }}</text>";
    drawn("[styles.damage]\nitalic = true\n", inside, words)
}

fn drawn(more: &str, inside: &str, words: &str) -> Vec<String> {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let cards = format!("name,text\nWolf,\"{words}\"\n");
    told(&game([
        ("game.toml", format!("{MANIFEST}{more}").as_str()),
        ("cards.csv", cards.as_str()),
        ("templates/card.svg", template.as_str()),
    ]))
}

#[test]
fn names_in_braces_that_a_keyword_cannot_fill_are_told_in_the_manifest() {
    let keyword = |name: &str, text: &str| {
        manifest(&format!("[[keywords]]\nname = \"{name}\"\ntext = \"{text}\"\n"))
    };
    one(
        &keyword("Armor {n}", "x {m}"),
        "game.toml:10:11 keyword: the text of `Armor {n}` shows `{m}`",
        "",
    );
    one(&keyword("Armor {n} of {n}", "x {n}"), "game.toml:9:22 keyword", "has `{n}` twice");
    one(&keyword("{n}", "x {n}"), "game.toml:9:8 keyword", "has no words");
    assert_eq!(keyword("Armor {n}", "{n} {anchor} {anchor|2}"), SILENT);
}

#[test]
fn braces_of_a_keyword_that_are_not_closed_are_told_at_their_place() {
    let keyword = |name: &str, text: &str| {
        manifest(&format!("[[keywords]]\nname = '{name}'\ntext = '{text}'\n"))
    };
    one(
        &keyword("Armor {n", "x"),
        "game.toml:9:8 keyword: `{n` in the keyword `Armor {n` is not closed",
        "close it: `{n}`",
    );
    for text in ["hits are {n less", "{n {anchor}", "{anchor} {n"] {
        let told = keyword("Armor {n}", text);
        one(
            &told,
            "game.toml:10:8 keyword: `{n` in the text of `Armor {n}` is not closed",
            "`\\{n`",
        );
    }
    assert_eq!(keyword("Armor {n}", "{n} of \\{n and { 2"), SILENT);
}

#[test]
fn a_theme_with_a_name_that_no_template_knows_is_told() {
    one(
        &themed("", "theme = { accent = \"#0a0\", acent = \"#0a0\" }\n", "name\nWolf\n"),
        "game.toml:8:28 theme-value: the theme has no value `acent`",
        "did you mean `accent`?",
    );
    one(
        &themed("[themes.night]\nnope = \"#000\"\n", "", "name\nWolf\n"),
        "game.toml:5:1 theme-value: the theme has no value `nope`",
        "add `nope` to [theme]",
    );
    let known = "[theme]\nnope = \"#fff\"\n[themes.night]\nnope = \"#000\"\n";
    assert_eq!(themed(known, "", "name\nWolf\n"), SILENT);
}

#[test]
fn a_value_that_is_no_colour_where_one_is_used_is_told() {
    for value in ["\"blurple\"", "\"3 parsecs\"", "5", "\"3 mm\""] {
        one(
            &themed(&format!("[theme]\naccent = {value}\n"), "", "name\nWolf\n"),
            "game.toml:5:10 bad-value: the theme's `accent` must be a colour",
            "",
        );
    }
    for header in ["theme.accent", "Theme.Accent", "theme accent"] {
        one(
            &themed("", "", &format!("name,{header}\nWolf,blurple\nBear,navy\nFox,\n")),
            "cards.csv:2:6 theme-value: `blurple` is not a colour",
            "#8c2f2b",
        );
    }
    one(
        &themed("", "", "name,Theme.Acent\nWolf,navy\n"),
        "cards.csv:1:6 theme-value: the theme has no value `Acent`",
        "`accent`",
    );
    one(
        &themed("[theme]\ngap = \"3 mm\"\n", "theme = { gap = \"3 parsecs\" }\n", "name\nWolf\n"),
        "game.toml:10:17 bad-value: the theme's `gap` must be a length",
        "",
    );
    assert_eq!(
        themed("[theme]\ntitle_weight = 600\nink = \"rgb(1,2,3)\"\n", "", "name\nA\n"),
        SILENT
    );
}

#[test]
fn a_font_that_is_missing_before_others_is_told() {
    let card = |family: &str, weight: &str| {
        let inside = format!(
            "<text y=\"9\" font-size=\"4\" font-family=\"{family}\" font-weight=\"{weight}\">Wolf</text>"
        );
        drawn("", &inside, "")
    };
    one(
        &card("Alegrya, serif", "400"),
        "templates/card.svg:2:",
        "font: there is no font family `Alegrya`; `Alegreya` is drawn instead | did you mean `Alegreya`?",
    );
    assert_eq!(card("Alegreya, serif", "400"), SILENT);
    assert_eq!(card("serif", "400"), SILENT);
    one(&card("Alegreya Sans", "950"), "templates/card.svg:2:", "800 is drawn instead");
    assert_eq!(card("Alegreya Sans", "680"), SILENT);
}

#[test]
fn marks_that_are_not_closed_are_told() {
    one(
        &text("Take [damage: 2 wounds"),
        "cards.csv:2:",
        "style: the mark `[damage:` has no partner",
    );
    one(&text("Pay {anchor now"), "cards.csv:2:", "icon: the mark `{anchor` has no partner");
    let both = text("**Bold and {anchor now");
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(
        both[0].contains("style: the mark `**`") && both[1].contains("icon: the mark `{anchor`")
    );
    one(&text("Bold** and more"), "cards.csv:2:", "`**`");
    for fine in
        ["**Bold**", "5 ** 3", "* a note", "[note: mine", "{ alone", "\\**plain", "**b** *c*"]
    {
        assert_eq!(text(fine), SILENT, "{fine}");
    }
}

#[test]
fn what_means_nothing_on_a_box_is_told_with_what_to_write() {
    let with = |more: &str| {
        let inside = format!(
            "<text deckle:box=\"5 5 50 40\" font-size=\"4\" {more}>{{{{ card.text }}}}</text>"
        );
        drawn("", &inside, "Some words")
    };
    for (more, help) in [
        ("word-spacing=\"2\"", "letter-spacing"),
        ("style=\"text-transform:uppercase\"", "upper"),
        ("writing-mode=\"vertical-rl\"", "rotate"),
        ("textLength=\"30\"", "deckle:fit"),
    ] {
        let said = with(more);
        one(&said, "templates/card.svg:2:", help);
        assert!(said[0].contains("text-box: `"), "{said:?}");
    }
    for fine in ["text-anchor=\"middle\"", "style=\"line-height:1.5;writing-mode:lr-tb\""] {
        assert_eq!(with(fine), SILENT, "{fine}");
    }
}

#[test]
fn a_text_that_overflows_off_the_card_is_told_once() {
    let inside = "<text deckle:box=\"5 70 50 10\" font-size=\"5\">{{ card.text }}</text>";
    let said = drawn("", inside, &"one **two** three ".repeat(20));
    one(&said, "cards.csv:2:", "overflow: the text `one **two** three");
}

#[test]
fn of_two_pictures_the_one_at_fault_is_underlined() {
    let inside = "<image href=\"a\" width=\"9\" height=\"9\" deckle:rotate=\"45\"/>\n\
        <image href=\"a\" width=\"9\" height=\"9\" deckle:fit=\"stretch\" deckle:rotate=\"45\"/>";
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0H9V9\"/></svg>";
    let said = told(&game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("images/a.svg", svg),
        ("templates/card.svg", template.as_str()),
    ]));
    one(&said, "templates/card.svg:3:59 image", "90, 180 or 270");
}

#[test]
fn senseless_sizes_of_components_and_icons_are_told() {
    for (call, has) in [
        ("{{ icon(name=\"anchor\", size=-5) }}", "the `size` of an icon is -5"),
        ("{{ <badge x={5} y={5} size={-5} value={3}/> }}", "`size` is -5; it goes from 0.1"),
        ("{{ <panel x={5} y={5} width={-9} height={9}/> }}", "`width` is -9"),
        ("{{ <pips x={5} y={5} count={3} columns={-1}/> }}", "`columns` is -1"),
        ("{{ <pips x={5} y={5} count={5} of={3}/> }}", "`count` is 5; it goes from 0 to 3"),
        ("{{ <track x={5} y={5} to={5} marked={[9]}/> }}", "a number in `marked` is 9"),
        ("{{ <frame inset={40}/> }}", "`inset` is 40"),
        ("{{ <corner_index rank=\"A\" inset={40}/> }}", "`inset` is 40"),
        ("{{ <corner_index rank=\"A\" suit=\"hearts\" icon=\"anchor\"/> }}", "are both given"),
        ("<text deckle:box=\"5 5 9 9\" deckle:padding=\"-3\">a</text>", "goes inwards"),
    ] {
        let said = drawn("", call, "");
        one(&said, "templates/card.svg:2:", has);
    }
}

#[test]
fn a_long_title_shrinks_into_its_bar() {
    let bar = |title: &str| {
        drawn(
            "",
            &format!("{{{{ <title_bar x={{5}} y={{5}} width={{20}} text=\"{title}\"/> }}}}"),
            "",
        )
    };
    assert_eq!(bar("The Extraordinary Adventures of Nobody in Particular"), SILENT);
    assert_eq!(bar("Incomprehensibilities"), SILENT);
}

#[test]
fn a_style_in_a_family_that_is_missing_is_told_in_the_manifest() {
    one(
        &manifest("[styles.loud]\nfamily = \"Cinzle\"\n"),
        "game.toml:9:10 font: there is no font family `Cinzle`",
        "did you mean `Cinzel`?",
    );
    assert_eq!(manifest("[styles.loud]\nfamily = \"Cinzel, serif\"\n"), SILENT);
}
