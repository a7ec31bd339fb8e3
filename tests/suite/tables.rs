//! Card lists as text, JSON and YAML, and what the manifest makes of their rows.

use deckle::compose::compose;
use deckle::load::load;
use deckle::workspace::Memory;

use super::support::{MANIFEST, game, one, told, unmeasured};

/// What a template writes for each card of a game.
fn faces(workspace: &Memory) -> Vec<String> {
    let (mut sources, mut sink) = Default::default();
    let game = load(workspace, &mut sources, &mut sink);
    let game = game.unwrap_or_else(|_| panic!("{:#?}", sink.list()));
    let composed = compose(&game, &Default::default(), &unmeasured(), &sources, &mut sink);
    let composed = composed.unwrap_or_else(|_| panic!("{:#?}", sink.list()));
    assert!(sink.list().is_empty(), "{:#?}", sink.list());
    let faces = composed.into_iter().flat_map(|deck| deck.faces);
    faces.map(|face| face.svg).collect()
}

/// A game of a manifest, files, and a template that writes `inside`.
fn with<'a>(manifest: &'a str, files: &[(&'a str, &'a str)], inside: &'a str) -> Memory {
    let own = [("game.toml", manifest), ("templates/card.svg", inside)];
    game(own.into_iter().chain(files.iter().copied()))
}

/// A manifest whose deck reads `cards`, with further lines of the deck.
fn manifest(cards: &str, lines: &str) -> String {
    let manifest = MANIFEST.replace("\"cards.csv\"", cards);
    format!("{manifest}{lines}\n")
}

/// A template that can be drawn.
const DRAWN: &str = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/></svg>";

const CSV: &str = "name,faction,cost\nWolf,orc,1\nBear,elf,2\nFox,orc,3\n";
const NAMES: &str = "{{ card.name }}";

#[test]
fn a_loop_over_what_has_names_goes_in_the_order_of_the_file() {
    let template = "<svg viewBox=\"{{ view_box }}\"><desc>{% for k, v in card.stats %}{{ k }}={{ v }} {% endfor %}|{% for k, v in card %}{{ k }} {% endfor %}</desc></svg>";
    let cards = "[{\"name\":\"A\",\"stats\":{\"zeal\":1,\"atk\":2,\"mid\":3,\"hp\":4,\"def\":5,\"b\":6},\"cost\":9}]";
    let manifest = MANIFEST.replace("cards.csv", "cards.json");
    let game = game([
        ("game.toml", manifest.as_str()),
        ("cards.json", cards),
        ("templates/card.svg", template),
    ]);
    let faces = faces(&game);
    assert!(
        faces[0].contains("zeal=1 atk=2 mid=3 hp=4 def=5 b=6 |name stats cost "),
        "{}",
        faces[0]
    );
}

#[test]
fn a_mark_at_the_start_is_no_part_of_the_first_header() {
    for start in ["", "\u{feff}"] {
        for header in ["Quantity,Name", "\"Quantity\",Name"] {
            let cards = format!("{start}{header}\n3,Wolf\n1,Bear\n");
            let workspace = with(MANIFEST, &[("cards.csv", &cards)], NAMES);
            let (mut sources, mut sink) = Default::default();
            let game = load(&workspace, &mut sources, &mut sink).expect("a game");
            assert_eq!(game.decks[0].copies(), 4, "{cards:?}");
            assert_eq!(game.decks[0].table.headers[0].name, "Quantity");
        }
    }
}

#[test]
fn json_and_yaml_are_read_as_they_are_written() {
    let json = r#"[
  {"name": "Wolf \u00e9 \ud83d\ude00", "cost": 7.50, "tags": ["fire", "a, b"], "rare": true, "text": null},
  {"name": "Bear", "cost": 1e3, "stats": {"strength": 2, "lore": {"x": [1, 22]}}, "rare": false}
]"#;
    let yaml = "\
- name: Wolf é 😀   # a remark
  cost: 7.50
  tags: [fire, 'a, b']
  rare: true
  text: ~
- name: \"Bear\"
  cost: 1e3
  stats:
    strength: 2
    lore: {x: [1, 22]}
  rare: false
";
    let inside = "{{ card.name }}/{{ card.cost }}/{% for tag in card.tags %}({{ tag }}){% endfor %}/\
        {% if card.rare %}rare{% endif %}/{{ card.text }}/\
        {% if card.stats %}{{ card.stats.strength }}-{{ card.stats.lore.x[1] }}{% endif %}";
    let expected = ["Wolf é 😀/7.50/(fire)(a, b)/rare//", "Bear/1e3////2-22"];
    for (name, text) in [("cards.json", json), ("cards.yaml", yaml)] {
        let manifest = manifest(&format!("\"{name}\""), "");
        assert_eq!(faces(&with(&manifest, &[(name, text)], inside)), expected, "{name}");
    }
    let list = format!("{{\"other\": 1, \"cards\": {json}}}");
    let named = manifest("\"cards.json#cards\"", "");
    assert_eq!(faces(&with(&named, &[("cards.json", &list)], inside)), expected);
}

#[test]
fn tabs_in_front_of_lines_of_yaml_are_told() {
    for (yaml, at) in [
        ("- name: Wolf\n\tcost: 2\n", "2:1"),
        ("- name: Wolf\n  cost:\n\t- 2\n", "3:1"),
        ("- name: Wolf\n  cost:\n  \t - 2\n", "3:3"),
    ] {
        let told = told(&with(&manifest("\"cards.yaml\"", ""), &[("cards.yaml", yaml)], NAMES));
        let start = format!("cards.yaml:{at} data: the line is indented with a tab | ");
        one(&told, &start, "indent YAML with blanks");
    }
}

#[test]
fn words_of_yaml_stay_words() {
    let yaml = "- {name: no, cost: 007, day: 2026-11-30, x: on, y: !!str true, z: 'null'}\n- name: |\n    two\n    lines\n";
    let inside =
        "{{ card.name }}/{{ card.cost }}/{{ card.day }}/{{ card.x }}/{{ card.y }}/{{ card.z }}";
    let manifest = manifest("\"cards.yml\"", "");
    let found = faces(&with(&manifest, &[("cards.yml", yaml)], inside));
    assert_eq!(found, ["no/007/2026-11-30/on/true/null", "two\nlines/////"]);
}

#[test]
fn an_alias_of_yaml_stands_for_its_value_but_not_without_end() {
    let yaml = "- &wolf {name: Wolf, cost: 1}\n- *wolf\n";
    let cards = manifest("\"cards.yaml\"", "");
    let found = faces(&with(&cards, &[("cards.yaml", yaml)], NAMES));
    assert_eq!(found, ["Wolf", "Wolf"]);
    let mut laughs = String::from("- a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (name, before) in ["b", "c", "d", "e", "f", "g"].iter().zip(["a", "b", "c", "d", "e", "f"])
    {
        laughs +=
            &format!("  {name}: &{name} [{}]\n", [format!("*{before}").as_str(); 10].join(", "));
    }
    let told_of = told(&with(&cards, &[("cards.yaml", &laughs)], DRAWN));
    one(&told_of, "cards.yaml:", "data: there are more than 1000000 values, or too long");
}

#[test]
fn cards_may_stand_in_the_manifest() {
    let rows = "[\n  { name = \"Wolf\", cost = 2, tags = [\"a\", \"b\"], count = 2 },\n  { name = \"Bear\", cost = 0.50, count = 1 },\n]";
    let inside = "{{ card.name }}/{{ card.cost }}/{% for tag in card.tags %}{{ tag }}{% endfor %}";
    let manifest = manifest(rows, "");
    assert_eq!(faces(&with(&manifest, &[], inside)), ["Wolf/2/ab", "Bear/0.50/"]);
    let wrong = manifest.replace("count = 2", "count = \"two\"");
    one(
        &told(&with(&wrong, &[], DRAWN)),
        "game.toml:7:57 copies: `count` is `two`",
        "whole number",
    );
}

#[test]
fn faults_of_data_files_are_told_at_their_places() {
    let cases = [
        ("a.json", "[{\"name\": \"Wolf\",}]", "1:18 data: the file is not JSON", "comma"),
        ("a.json", "[\n {\"name\": }]", "2:11 data: the file is not JSON", ""),
        ("a.json", "", "1:1 data: the file is not JSON", ""),
        ("a.json", "{\"cards\": []}", "1:1 data: a table is a list of objects", "cards.json#cards"),
        ("a.json", "[]", "1:1 empty-table: the list holds no cards", ""),
        ("a.json", "[{\"name\": 1}, 2]", "1:15 data: a row of a table is an object", ""),
        ("a.json", "[{\"name\": 1,\n \"name\": 2}]", "2:2 data: the object has two values", ""),
        ("a.json", "[{\"Name\": 1, \"name\": 2}]", "1:14 header-clash", ""),
        ("a.json", "[{\"name\": 1, \"count\": \"x\"}]", "1:23 copies: `count` is `x`", ""),
        ("a.json", "[{\"name\": \"a\\u0007\"}]", "1:11 bad-character", "delete it"),
        ("a.yaml", "- name: Wolf\n  cost: [1\n", "3:1 data: the file is not YAML", "quotes"),
        ("a.yaml", "- name: 'é'\n- name: *no\n", "2:9 data: the file is not YAML", "anchor"),
        ("a.yaml", "- <<: {a: 1}\n", "1:3 data: `<<` does not merge", "`extends`"),
        ("a.yaml", "- name: x\n---\n- name: y\n", "2:1 data: a second document", "one list"),
        ("a.yaml", "", "1:1 data: the file is empty", ""),
        ("a.yaml", "name: x\n", "1:1 data: a table is a list of objects", ""),
        ("a.yaml", "- {name: é, count: many}\n", "1:20 copies: `count` is `many`", ""),
        ("a.yaml", "- &a [*a]\n", "1:7 data: ", ""),
    ];
    for (name, text, start, has) in cases {
        let manifest = manifest(&format!("\"{name}\""), "");
        one(&told(&with(&manifest, &[(name, text)], DRAWN)), &format!("{name}:{start}"), has);
    }
    let manifest = manifest("\"a.json#crads\"", "");
    let told_of = told(&with(&manifest, &[("a.json", "{\"cards\": []}")], DRAWN));
    one(&told_of, "game.toml:6:9 unknown-part: the file has no list `crads`", "`cards`");
}

#[test]
fn deep_and_broken_data_files_are_never_fatal() {
    let opens = [
        ("a.json", "["),
        ("a.json", "{\"a\":"),
        ("a.yaml", "["),
        ("a.yaml", "- "),
        ("a.yaml", "? "),
    ];
    for (name, open) in opens {
        let text = open.repeat(100_000);
        let manifest = manifest(&format!("\"{name}\""), "");
        let told = told(&with(&manifest, &[(name, &text)], DRAWN));
        assert_eq!(told.len(), 1, "{name} {open}: {told:#?}");
    }
    let deep = format!("[{{\"a\": {}{}}}]", "[".repeat(40), "]".repeat(40));
    let manifest = manifest("\"a.json\"", "");
    one(&told(&with(&manifest, &[("a.json", &deep)], DRAWN)), "a.json:1:39 data: ", "32 deep");
}

#[test]
fn several_files_stand_one_after_another() {
    let more = "cost,name,text\n9,Owl,hoots\n";
    let manifest = manifest("[\"cards.csv\", \"more.csv\"]", "");
    let files = [("cards.csv", CSV), ("more.csv", more)];
    let inside = "{{ card.name }}/{{ card.faction }}/{{ card.cost }}/{{ card.text }}";
    let found = faces(&with(&manifest, &files, inside));
    assert_eq!(found, ["Wolf/orc/1/", "Bear/elf/2/", "Fox/orc/3/", "Owl//9/hoots"]);
}

#[test]
fn only_rows_for_which_a_condition_holds_are_cards() {
    for (condition, names) in [
        ("faction == 'orc'", vec!["Wolf", "Fox"]),
        ("cost >= 2 and not (name == 'Fox')", vec!["Bear"]),
        ("name in ['Fox', 'Bear']", vec!["Bear", "Fox"]),
    ] {
        let manifest = manifest("\"cards.csv\"", &format!("where = \"{condition}\""));
        assert_eq!(faces(&with(&manifest, &[("cards.csv", CSV)], NAMES)), names, "{condition}");
    }
}

#[test]
fn conditions_are_told_at_the_very_word() {
    let of = |condition: &str, cards: &str| {
        let manifest = manifest("\"cards.csv\"", condition);
        told(&with(&manifest, &[("cards.csv", cards)], DRAWN))
    };
    let told_of = of("where = \"fraction == 'orc'\"", CSV);
    one(&told_of, "game.toml:7:10 unknown-column: the table has no column `fraction`", "`faction`");
    one(&of("where = \"cost > 1 && cost < 3\"", CSV), "game.toml:7:19 filter:", "`and`");
    one(&of("where = '''cost = 1'''", CSV), "game.toml:7:17 filter:", "`==`");
    let cards = CSV.replace("Bear,elf,2", "Bear,elf,X");
    let told_of = of("where = \"cost > 1\"", &cards);
    one(&told_of, "cards.csv:3:10 filter: `cost` is `X`, which is no number", "`==`");
    let told_of = of("where = \"cost > 9\"", CSV);
    one(&told_of, "game.toml:7:9 empty-table: the deck has no cards: `where` holds", "");
}

const JOIN: &str = "join = [{ table = \"factions.csv\", on = \"faction\", prefix = \"faction_\" }]";
const FACTIONS: &str = "faction,colour,Full Name\norc,#0a0,The Orcs\nelf,#00a,The Elves\n";

#[test]
fn tables_are_joined_by_a_column() {
    let cards = manifest("\"cards.csv\"", JOIN);
    let files = [("cards.csv", CSV), ("factions.csv", FACTIONS)];
    let inside = "{{ card.name }}/{{ card.faction_colour }}/{{ card.faction_full_name }}";
    let expected = ["Wolf/#0a0/The Orcs", "Bear/#00a/The Elves", "Fox/#0a0/The Orcs"];
    assert_eq!(faces(&with(&cards, &files, inside)), expected);
    let empty = CSV.replace("Bear,elf", "Bear,");
    let files = [("cards.csv", empty.as_str()), ("factions.csv", FACTIONS)];
    assert_eq!(faces(&with(&cards, &files, inside))[1], "Bear//");
}

#[test]
fn faults_of_joined_tables_are_told_at_their_cells() {
    let of = |cards: &str, factions: &str, join: &str| {
        let manifest = manifest("\"cards.csv\"", join);
        told(&with(&manifest, &[("cards.csv", cards), ("factions.csv", factions)], DRAWN))
    };
    let told_of = of(&CSV.replace("Bear,elf", "Bear,elv"), FACTIONS, JOIN);
    one(&told_of, "cards.csv:3:6 join: the joined table has no faction `elv`", "`elf`");
    let told_of = of(CSV, &format!("{FACTIONS}orc,#111,Again\n"), JOIN);
    one(&told_of, "factions.csv:4:1 join: the faction `orc` stands twice", "rename");
    let told_of = of(CSV, FACTIONS, &JOIN.replace("on = \"faction\"", "on = \"fraction\""));
    one(&told_of, "game.toml:7:40 unknown-column: the table of the cards", "`faction`");
    let bare = JOIN.replace(", prefix = \"faction_\"", "");
    let told_of = of(CSV, "faction,cost\norc,1\nelf,1\n", &bare);
    one(&told_of, "game.toml:7:9 header-clash: the cards have a column `cost`", "`prefix`");
    let told_of = of(CSV, FACTIONS, &JOIN.replace("factions.csv", "fractions.csv"));
    one(&told_of, "game.toml:7:19 no-file: cannot read `fractions.csv`", "");
    let told_of = of(CSV, FACTIONS, &JOIN.replace("prefix", "perfix"));
    one(&told_of, "game.toml:7:51 unknown-key:", "`prefix`");
}

#[test]
fn templates_look_up_rows_of_tables() {
    let icons = "name,file,note\nsword,sword.png,sharp\nbow,bow.png,\n";
    let table = "[[table]]\nname = \"icons\"\nfile = \"icons.csv\"\nkey = \"name\"";
    let cards = manifest("\"cards.csv\"", table);
    let files = [("cards.csv", "name,icon\nWolf,bow\n"), ("icons.csv", icons)];
    let inside = "{{ table(name=\"icons\", key=card.icon, column=\"file\") }}\
        {% set icon = table(name=\"icons\", key=\"sword\") %}/{{ icon.note }}\
        {% for icon in table(name=\"icons\") %}/{{ icon.name }}{% endfor %}";
    assert_eq!(faces(&with(&cards, &files, inside)), ["bow.png/sharp/sword/bow"]);
    let of = |inside: &str, table: &str| {
        let manifest = manifest("\"cards.csv\"", table);
        told(&with(&manifest, &files, &DRAWN.replace("</svg>", &format!("{inside}</svg>"))))
    };
    let told_of = of("{{ table(name=\"icons\", key=\"swrod\") }}", table);
    one(
        &told_of,
        "templates/card.svg:1:",
        "the table `icons` has no row `swrod` | did you mean `sword`?",
    );
    // A cell that is empty asks for none.
    let empty = "{{ table(name=\"icons\", key=\"\", column=\"file\") }}";
    assert_eq!(faces(&with(&cards, &files, empty)), [""]);
    let told_of = of("{% set icon = table(name=\"icons\", key=\"\") %}{{ icon.note }}", table);
    one(&told_of, "templates/card.svg:1:", "by an empty key | ask only where there is one");
    let told_of = of("{{ table(name=\"icons\", key=\"bow\") }}", table);
    one(&told_of, "templates/card.svg:1:", "or as the `column` of a `table`");
    let told_of = of("{{ table(name=\"icon\") }}", table);
    one(&told_of, "templates/card.svg:1:", "there is no table `icon` | did you mean `icons`?");
    let told_of = of("{{ table(name=\"icons\", key=\"bow\") }}", &table.replace("key", "# key"));
    one(&told_of, "templates/card.svg:1:", "the table `icons` has no key | say in its [[table]]");
    let inside = "{{ table(name=\"icons\", key=\"bow\", column=\"flie\") }}";
    one(&of(inside, table), "templates/card.svg:1:", "has no column `flie` | did you mean `file`?");
    let inside = "{{ table(name=\"icons\", column=\"file\") }}";
    one(&of(inside, table), "templates/card.svg:1:", "`column` needs a `key`");
    let told_of = of("", &table.replace("key = \"name\"", "key = \"nmae\""));
    one(&told_of, "game.toml:10:7 unknown-column: the table has no column `nmae`", "`name`");
    let told_of = of("", &table.replace("key = \"name\"", "key = \"name\"\nsheet = 1"));
    one(&told_of, "game.toml:11:1 unknown-key: [[table]] has no key `sheet`", "");
    let told_of = of("", &format!("{table}\n{table}"));
    one(&told_of, "game.toml:12:8 bad-name: two tables are named `icons`", "its own");
}

#[test]
fn a_declared_table_can_be_joined_too() {
    let lines = "join = [{ table = \"sides\", on = \"faction\", key = \"id\" }]\n[[table]]\nname = \"sides\"\nfile = \"sides.txt\"\nseparator = \"|\"";
    let manifest = manifest("\"cards.csv\"", lines);
    let files = [("cards.csv", CSV), ("sides.txt", "id|colour\norc|green\nelf|blue\n")];
    let found = faces(&with(&manifest, &files, "{{ card.name }}/{{ card.colour }}"));
    assert_eq!(found, ["Wolf/green", "Bear/blue", "Fox/green"]);
}

#[test]
fn rows_with_the_same_value_make_one_card() {
    let cards =
        "name,count,level,power\nWolf,2,1,3\nBear,1,1,5\nWolf,,2,4\nWolf,2,3,6\n,1,9,9\n,1,8,8\n";
    let cards_in = manifest("\"cards.csv\"", "group = \"name\"");
    let inside = "{{ copies }} {{ card.name }} {{ card.level }}:\
        {% for row in card.rows %} {{ row.level }}={{ row.power }}{% endfor %}";
    let found = faces(&with(&cards_in, &[("cards.csv", cards)], inside));
    assert_eq!(found, ["2 Wolf 1: 1=3 2=4 3=6", "1 Bear 1: 1=5", "1  9: 9=9", "1  8: 8=8"]);
    let of = |cards: &str, by: &str| {
        let manifest = manifest("\"cards.csv\"", &format!("group = \"{by}\""));
        told(&with(&manifest, &[("cards.csv", cards)], DRAWN))
    };
    let told_of = of(&cards.replace("Wolf,2,3,6", "Wolf,5,3,6"), "name");
    let start = "cards.csv:5:6 copies: `count` is `5`, but `2` in the first row";
    one(&told_of, start, "leave the others empty");
    let told_of = of(cards, "nmae");
    one(&told_of, "game.toml:7:9 unknown-column: the table has no column `nmae`", "`name`");
    let told_of = of(&cards.replace("level", "Rows"), "name");
    one(&told_of, "cards.csv:1:12 header-clash: a column `rows` hides", "rename");
}

#[test]
fn empty_cells_come_from_the_row_that_is_extended() {
    let cards = "\
name,extends,count,text,cost,art
Beast,,0,Bites.,2,beast.png
Wolf,Beast,2,,,wolf.png
Grey Wolf,Wolf,1,,(empty),
Bear,Beast,1,Mauls.,5,
Plain,,1,(empty),1,
Owl,Plain,1,,,owl.png
";
    let inside = "{{ copies }} {{ card.name }}/{{ card.text }}/{{ card.cost }}/{{ card.art }}";
    let found = faces(&with(MANIFEST, &[("cards.csv", cards)], inside));
    let expected = [
        "2 Wolf/Bites./2/wolf.png",
        "1 Grey Wolf/Bites.//wolf.png",
        "1 Bear/Mauls./5/beast.png",
        "1 Plain//1/",
        "1 Owl//1/owl.png",
    ];
    assert_eq!(found, expected);
    let of = |cards: &str| told(&with(MANIFEST, &[("cards.csv", cards)], DRAWN));
    let told_of = of(&cards.replace("Wolf,Beast,2", "Wolf,Baest,2"));
    one(&told_of, "cards.csv:3:6 extends: no row has the name `Baest`", "`Beast`");
    let told_of = of(&cards.replace("\nPlain,", "\nBeast,").replace("Owl,Plain", "Owl,Wolf"));
    assert_eq!(told_of.len(), 2, "{told_of:#?}");
    one(&told_of[..1], "cards.csv:3:6 extends: several rows have the name `Beast`", "once");
    let told_of = of(&cards.replace("Beast,,0", "Beast,Grey Wolf,0"));
    let circle = "rows extend one another in a circle: `Beast`, `Grey Wolf`, `Wolf`, `Beast`";
    one(&told_of, "cards.csv:2:7 extends: ", circle);
    one(&of("name,extends\nWolf,Wolf\n"), "cards.csv:2:6 extends: ", "in a circle: `Wolf`, `Wolf`");
    let told_of = of(&cards.replace("Bear,Beast,1", "Bear,Beast,"));
    one(&told_of, "cards.csv:5:12 copies: `count` is empty", "");
}

#[test]
fn a_row_that_extends_another_is_joined_by_its_own_value() {
    let cards = "name,extends,faction\nWolf,,orc\nFox,Wolf,\nBear,Wolf,elf\n";
    let factions = "faction,colour\norc,green\nelf,\n";
    let manifest = manifest("\"cards.csv\"", JOIN);
    let files = [("cards.csv", cards), ("factions.csv", factions)];
    let found = faces(&with(&manifest, &files, "{{ card.name }}/{{ card.faction_colour }}"));
    assert_eq!(found, ["Wolf/green", "Fox/green", "Bear/"]);
}

#[test]
fn long_chains_of_rows_are_followed() {
    let mut cards = String::from("name,extends,text\nrow 0,,deep\n");
    for row in 1..5000 {
        cards += &format!("row {row},row {},\n", (row + 1) % 5000 * usize::from(row < 4999));
    }
    let found = faces(&with(MANIFEST, &[("cards.csv", &cards)], "{{ card.text }}"));
    assert!(found.len() == 5000 && found.iter().all(|text| text == "deep"));
}

#[test]
fn a_row_and_a_deck_set_values_of_the_theme() {
    let theme =
        "[theme]\naccent = \"#111\"\nedge = \"2 mm\"\nweight = 400\n[themes.night]\nink = \"#eee\"";
    let cards = "name,theme.accent,theme.edge,theme.weight\nWolf,#f00,1 cm,700\nBear,,,\n";
    let inside = "{{ theme.accent }} {{ theme.edge }} {{ theme.weight }} {{ theme.ink }}";
    let found = |lines: &str| {
        let manifest = manifest("\"cards.csv\"", &format!("{lines}\n{theme}"));
        faces(&with(&manifest, &[("cards.csv", cards)], inside))
    };
    assert_eq!(found(""), ["#f00 10 700 #1d1b18", "#111 2 400 #1d1b18"]);
    assert_eq!(found("theme = \"night\""), ["#f00 10 700 #eee", "#111 2 400 #eee"]);
    let own = "theme = { extends = \"night\", accent = \"#222\", edge = \"3 mm\" }";
    assert_eq!(found(own), ["#f00 10 700 #eee", "#222 3 400 #eee"]);
    let of = |cards: &str| {
        let manifest = manifest("\"cards.csv\"", theme);
        told(&with(&manifest, &[("cards.csv", cards)], DRAWN))
    };
    let told_of = of(&cards.replace("theme.accent", "theme.acent"));
    one(&told_of, "cards.csv:1:6 theme-value: the theme has no value `acent`", "`accent`");
    let told_of = of(&cards.replace("1 cm", "1"));
    one(&told_of, "cards.csv:2:11 theme-value: `1` is not a length", "`1 mm`");
    let told_of = of(&cards.replace("700", "bold"));
    one(&told_of, "cards.csv:2:16 theme-value: `bold` is not a number", "number");
}

#[test]
fn keys_that_mean_nothing_for_a_file_are_told() {
    for (key, help) in [
        ("fill_merged = true", "workbooks"),
        ("hidden = \"skip\"", "workbooks"),
        ("header = 0", "from 1"),
        ("fill_merged = 1", "`true` or `false`"),
    ] {
        let manifest = manifest("\"cards.csv\"", key);
        let told = told(&with(&manifest, &[("cards.csv", CSV)], DRAWN));
        assert!(told.iter().any(|line| line.contains(help)), "{key}: {told:#?}");
        assert!(told[0].starts_with("game.toml:7:"), "{told:#?}");
    }
}

#[test]
fn headers_of_a_text_may_stand_below_a_title() {
    let cards = "My cards, all of them\n\nname;count\nWolf;2\n";
    let manifest = manifest("\"cards.csv\"", "header = 3");
    let found = faces(&with(&manifest, &[("cards.csv", cards)], "{{ copies }}{{ card.name }}"));
    assert_eq!(found, ["2Wolf"]);
    let wrong = cards.replace("Wolf;2", "Wolf;two");
    let told_of = told(&with(&manifest, &[("cards.csv", &wrong)], DRAWN));
    one(&told_of, "cards.csv:4:6 copies: `count` is `two`", "");
}

#[test]
fn what_is_noticed_of_a_text_is_told_at_the_cell_that_it_came_from() {
    let inside = DRAWN.replace("</svg>", "<text>{{ card.text }}</text></svg>");
    let glyph = '\u{f100}';
    let base = format!("name,extends,text,count\nBeast,,\"a {glyph}\",0\nWolf,Beast,,1\n");
    let told_of = told(&with(MANIFEST, &[("cards.csv", &base)], &inside));
    one(&told_of, "cards.csv:2:11 glyph: no font", "");
    let json = format!("[{{\"name\": \"Wolf\", \"text\": \"a \\u{:04x}\"}}]", glyph as u32);
    let manifest = manifest("\"a.json\"", "");
    let told_of = told(&with(&manifest, &[("a.json", &json)], &inside));
    one(&told_of, "a.json:1:27 glyph: no font", "");
}

#[test]
fn small_files_that_would_become_large_tables_are_told() {
    let long = "x".repeat(1 << 20);
    let wide: String = (0..2000).map(|column| format!("c{column},")).collect();
    let short = format!("{wide}name\n{}", "a,,,,,,,,,,,\n".repeat(2000));
    let told_of = told(&with(MANIFEST, &[("cards.csv", &short)], DRAWN));
    let has = |told: &[String], text: &str| {
        assert!(told.iter().any(|line| line.contains(text)), "{text}: {:#?}", told.last());
    };
    has(&told_of, "table-size: the table has more than 3000000 cells");
    let keys: String = (0..3000).map(|at| format!("{{\"k{at}\": 1}},")).collect();
    let json = format!("[{}]", keys.trim_end_matches(','));
    let data = manifest("\"a.json\"", "");
    has(&told(&with(&data, &[("a.json", &json)], DRAWN)), "share the names of their values");
    let extends = format!("name,extends,text\nbase,,{long}\n{}", "a,base,\n".repeat(100));
    let told_of = told(&with(MANIFEST, &[("cards.csv", &extends)], DRAWN));
    has(&told_of, "table-size: the rows would take more than 64 MB of text");
    let cards = format!("name,faction\n{}", "a,orc\n".repeat(100));
    let joined = manifest("\"cards.csv\"", JOIN);
    let factions = format!("faction,text\norc,{long}\n");
    let files = [("cards.csv", cards.as_str()), ("factions.csv", &factions)];
    has(&told(&with(&joined, &files, DRAWN)), "table-size: the rows would take more than 64 MB");
    let cards = format!("name,faction\n{}", "a,orc\n".repeat(1600));
    let factions = format!("{wide}faction\n{}orc\n", ",".repeat(2000));
    let files = [("cards.csv", cards.as_str()), ("factions.csv", &factions)];
    has(&told(&with(&joined, &files, DRAWN)), "table-size: the table would have 1600 rows");
    let both = manifest("[\"cards.csv\", \"factions.csv\"]", "");
    has(&told(&with(&both, &files, DRAWN)), "table-size: the table would have 1601 rows");
    let yaml = format!("- a: &a {long}\n  b: [{}]\n", ["*a"; 100].join(", "));
    let data = manifest("\"a.yaml\"", "");
    has(&told(&with(&data, &[("a.yaml", &yaml)], DRAWN)), "or too long ones");
}
