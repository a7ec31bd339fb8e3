//! Styles and keywords of the manifest.

use crate::support::{MANIFEST, game, one, root, told};

const CARDS: &str = "name,text\nWolf,\"Armor 2, [hit: bite] and Strike. Strike.\"\n";
const TEMPLATE: &str = "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 80\" font-family=\"Alegreya\">{{ card.text | keywords }}</text><text y=\"60\">{% for one in card.text | reminders(list=true) %}{{ one.keyword }}={{ one.reminder }};{% endfor %}</text><desc>{{ card.text | reminders }}</desc></svg>";

fn with(manifest: &str, keywords: &str) -> deckle::workspace::Memory {
    game([
        ("game.toml", format!("{MANIFEST}{manifest}").as_str()),
        ("cards.csv", CARDS),
        ("keywords.csv", keywords),
        ("templates/card.svg", TEMPLATE),
    ])
}

/// The text of the first face, as its template wrote it.
fn face(manifest: &str, keywords: &str) -> String {
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let made = deckle::pipeline::make(&with(manifest, keywords), &options, &mut sources, &mut sink);
    let made = made.unwrap_or_else(|_| panic!("{:?}", sink.list()));
    made.decks[0].faces[0].svg.clone()
}

#[test]
fn keywords_are_expanded_where_the_template_asks() {
    let inline = "[[keywords]]\nname = \"Armor {n}\"\ntext = \"each hit is {n} less\"\n[[keywords]]\nname = \"Strike\"\ntext = \"first\"\n";
    let table = "keyword,reminder\nArmor {n},each hit is {n} less\nStrike,first\n";
    for svg in [face(inline, ""), face("[[keywords]]\ntable = \"keywords.csv\"\n", table)] {
        assert!(
            svg.contains(
                ">Armor 2 *(each hit is 2 less)*, [hit: bite] and Strike *(first)*. Strike.<"
            ),
            "{svg}"
        );
        assert!(svg.contains(">Armor 2=each hit is 2 less;Strike=first;<"), "{svg}");
        assert!(svg.contains("<desc>Armor 2: each hit is 2 less\nStrike: first</desc>"), "{svg}");
    }
}

#[test]
fn mistakes_in_styles_and_keywords_are_told_at_their_place() {
    let of = |manifest: &str, keywords: &str| told(&with(manifest, keywords));
    // The manifest of these tests has seven lines before what is added.
    one(
        &of("[styles.hit]\ncolour = \"red\"\n", ""),
        "game.toml:8:1 unknown-key",
        "did you mean `color`?",
    );
    one(
        &of("[styles.hit]\ncolor = \"acent\"\n", ""),
        "game.toml:8:9 bad-value",
        "did you mean `accent`?",
    );
    one(&of("[styles.hit]\nsize = 9\n", ""), "game.toml:8:8 bad-value", "from 0.2 to 5");
    one(&of("[styles.\"a b\"]\nitalic = true\n", ""), "game.toml:7:9 bad-name", "letters, digits");
    one(&of("[[keywords]]\nname = \"A\"\n", ""), "game.toml:7:1 missing-key", "`text`");
    one(
        &of("[[keywords]]\ntable = \"keyword.csv\"\n", ""),
        "game.toml:8:9 no-file",
        "no such file",
    );
    one(
        &of("[[keywords]]\ntable = \"keywords.csv\"\n", "word,text\na,b\n"),
        "game.toml:8:9 unknown-column",
        "`keyword` and `reminder`",
    );
    let twice = "keyword,reminder\nStrike,a\nStrike,b\n";
    one(
        &of("[[keywords]]\ntable = \"keywords.csv\"\n", twice),
        "keywords.csv:3:1 keyword",
        "there twice",
    );
    one(
        &of("[[keywords]]\nname = \"A{n}{m}\"\ntext = \"\"\n", ""),
        "game.toml:8:8 keyword",
        "touch",
    );
}

#[test]
fn a_deck_goes_over_the_styles_of_the_game() {
    let manifest = "[deck.styles.hit]\ncolor = \"accent\"\n[styles.hit]\ncolor = \"red\"\nweight = 700\n[theme]\naccent = \"#123456\"\n";
    let (mut sources, mut sink) = Default::default();
    let game = deckle::load::load(&with(manifest, ""), &mut sources, &mut sink);
    let game = game.unwrap_or_else(|_| panic!("{:?}", sink.list()));
    let style = &game.decks[0].styles["hit"];
    assert_eq!((style.color.as_deref(), style.weight), (Some("#123456"), Some(700)));
}

#[test]
fn a_style_has_the_colours_that_a_row_sets_of_the_theme() {
    let manifest = "back = \"back.svg\"\n[styles.hit]\ncolor = \"accent\"\n[styles.icon-label]\ncolor = \"accent\"\n[styles.own]\ncolor = \"#777777\"\n[theme]\naccent = \"#123456\"\n";
    let side = "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 20\">[hit: aa]</text><text deckle:box=\"4 30 55 20\">";
    let card = format!("{side}{{{{ card.text }}}}</text></svg>");
    let back = format!("{side}b</text></svg>");
    let files = [
        ("game.toml", format!("{MANIFEST}{manifest}")),
        ("cards.csv", "name,text,theme.accent\nA,[own: b] {sun|2},\nB,[own: b] {sun|2},#ff0000\nC,c,#00ff00\nD,c,#ff0000\n".into()),
        ("templates/card.svg", card),
        ("templates/back.svg", back),
    ];
    let workspace = game(files.iter().map(|(path, text)| (*path, text.as_str())));
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let made = deckle::pipeline::make(&workspace, &options, &mut sources, &mut sink).unwrap();
    let faces: Vec<_> = made.faces().collect();
    // Backs that look alike are one, and those that do not are not.
    let backs: Vec<_> = made.decks[0].cards.iter().map(|card| card.back.unwrap()).collect();
    assert!(backs[1] == backs[3] && backs[0] != backs[1] && backs[1] != backs[2], "{backs:?}");
    let colours = |svg: &str| -> Vec<String> {
        let fills = svg.split(" fill=\"").skip(1).filter_map(|rest| rest.split('"').next());
        fills.filter(|fill| fill.starts_with('#')).map(str::to_owned).collect()
    };
    for card in &made.decks[0].cards {
        for face in [card.front, card.back.unwrap()].map(|at| faces[at]) {
            let wanted = match face.name.as_str() {
                "A" => "#123456",
                "C" => "#00ff00",
                _ => "#ff0000",
            };
            let types = deckle::text::Types {
                fonts: &made.fonts,
                icons: &made.icons,
                styles: &face.styles,
            };
            let set = deckle::text::expand(&face.svg, &types, &Default::default()).text;
            let found = colours(&set);
            assert!(found.iter().any(|one| one == wanted), "{} {wanted}: {set}", face.name);
            let others = found.iter().filter(|one| *one != wanted && *one != "#777777");
            assert_eq!(others.count(), 0, "{} {wanted}: {found:?}", face.name);
        }
    }
    // The words that all fronts begin with are drawn anew where their colour is another.
    let fronts: Vec<_> = made.decks[0].cards.iter().map(|card| faces[card.front]).collect();
    let drawn = |(scene, findings): deckle::scene::Parsed| {
        assert!(scene.is_some(), "{findings:?}");
        scene.unwrap().trees().map(|tree| tree.to_string(&Default::default())).collect::<String>()
    };
    let together: Vec<_> = made.parse(&fronts).into_iter().map(drawn).collect();
    for (face, tree) in fronts.iter().zip(&together) {
        let wanted = if face.name == "A" { "#123456" } else { "#ff0000" };
        let wanted = if face.name == "C" { "#00ff00" } else { wanted };
        let all = ["#123456", "#ff0000", "#00ff00"];
        let found: Vec<_> = all.into_iter().filter(|one| tree.contains(one)).collect();
        assert_eq!(found, [wanted], "{}", face.name);
    }
}

#[test]
fn a_style_takes_colours_alone_from_the_theme() {
    let of = |manifest: &str| told(&with(manifest, ""));
    one(
        &of("[styles.hit]\ncolor = \"body_font\"\n"),
        "game.toml:8:9 bad-value",
        "neither a colour nor one of the theme",
    );
}

#[test]
fn a_changed_style_or_icon_draws_the_cards_that_show_it_again() {
    use crate::support::{Temporary, build, files, quick};
    let folder = Temporary::new();
    let icon = |size: u32| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"{size}\" height=\"9\"/></svg>"
        )
    };
    let game = |color: &str, size: u32| {
        folder.write(&[
            ("game/game.toml", &format!("{MANIFEST}[styles.hit]\ncolor = \"{color}\"\n")),
            ("game/cards.csv", "name,text\nIcon,{mine}\nStyle,[hit: a]\n"),
            ("game/icons/mine.svg", &icon(size)),
            ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 80\" font-size=\"9\">{{ card.text }}</text></svg>"),
        ]);
    };
    let built = |out: &str| {
        let summary = build(&folder.0.join("game"), &folder.0.join(out), &quick()).unwrap();
        (summary.drawn, files(&folder.0.join(out)))
    };
    game("red", 9);
    assert_eq!(built("out").0, 2);
    assert_eq!(built("out").0, 0);
    game("red", 5);
    let (drawn, after) = built("out");
    assert!(drawn == 1 && after == built("icon").1);
    game("blue", 5);
    assert!(built("out").1 == built("style").1);
}

#[test]
fn the_manifest_of_the_readmes_chapter_on_text_is_right() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let start = readme.find("[styles.damage]").expect("the chapter");
    let block = &readme[start..start + readme[start..].find("```").unwrap()];
    assert_eq!(told(&with(block, "keyword,reminder\nStrike,first\n")), [""; 0]);
}
