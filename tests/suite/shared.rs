//! Decks that share their pages: what lies where, what the files say of it, and what cannot be put together.

use std::path::Path;

use deckle::pipeline::Options;
use serde_json::Value;

use super::reader;
use super::support::{TEMPLATE, Temporary, build, files, game, one, quick, told};

/// Two decks of poker cards with backs, one of cards that lie, and one of counters.
const GAME: &str = "[game]\ntitle = \"Test\"\nversion = \"1\"\n\
    [[deck]]\nname = \"loot\"\ntitle = \"Loot\"\ncards = \"loot.csv\"\nback = \"card.svg\"\n\
    [[deck]]\nname = \"perils\"\ntitle = \"Perils\"\ncards = \"perils.csv\"\nback = \"card.svg\"\n\
    [[deck]]\nname = \"maps\"\ntitle = \"Maps\"\nsize = \"88 x 63 mm\"\nbleed = \"2 mm\"\ncards = \"maps.csv\"\nback = \"card.svg\"\n\
    [[counters]]\nname = \"chits\"\ncards = \"maps.csv\"\n";
/// One of cards without a back, beside them.
const CHIPS: &str = "[[deck]]\nname = \"chips\"\ntitle = \"Chips\"\ncards = [{ name = \"One\" }, { name = \"Two\" }]\n";
const LOOT: &str = "name,count\nGold,5\nRope,3\n";
const PERILS: &str = "name,count\nStorm,4\n";
const MAPS: &str = "name,count\nIsle,1\nReef,1\n";
/// Prints the three decks on common pages, in another order than they are listed in.
const TOGETHER: &str = "[[sheet]]\n[[sheet]]\nname = \"cards\"\ndecks = [\"loot\", \"maps\", \"perils\"]\ntogether = true\n";

fn with(sheets: &str) -> Vec<String> {
    let manifest = format!("{GAME}{sheets}");
    told(&game([
        ("game.toml", manifest.as_str()),
        ("loot.csv", LOOT),
        ("perils.csv", PERILS),
        ("maps.csv", MAPS),
        ("templates/card.svg", TEMPLATE),
        ("templates/counter.svg", TEMPLATE),
    ]))
}

/// Builds the game: its folder, and its output.
fn built(sheets: &str, options: &Options) -> Temporary {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &format!("{GAME}{CHIPS}{sheets}")),
        ("game/loot.csv", LOOT),
        ("game/perils.csv", PERILS),
        ("game/maps.csv", MAPS),
        ("game/templates/card.svg", TEMPLATE),
        ("game/templates/counter.svg", TEMPLATE),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), options).unwrap();
    folder
}

fn report(out: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(out.join("report.json")).unwrap()).unwrap()
}

#[test]
fn the_sizes_in_a_report_are_rounded_as_its_places_are() {
    let folder = Temporary::new();
    let board = "[game]\ntitle = \"Test\"\n[[board]]\nname = \"map\"\nkind = \"hex\"\ncolumns = 4\nrows = 3\ncell = \"20 mm\"\n\
        [[sheet]]\npaper = \"whole\"\n";
    folder.write(&[("game/game.toml", board)]);
    let options = Options { dpi: Some(50), ..Options::default() };
    build(&folder.0.join("game"), &folder.0.join("out"), &options).unwrap();
    let report = report(&folder.0.join("out/game"));
    // Four columns of flat hexagons, 20 mm across, and 10 mm around: 20 / √3 · (3 · 4 + 1) / 2 + 20.
    let wide = &report["decks"][0]["size"]["w"];
    assert_eq!(wide.to_string(), "95.0555");
    let (size, page) = (&report["sheets"][0]["size"], &report["sheets"][0]["pages"][0]);
    assert_eq!(size["w"], page["media_box"]["w"]);
    assert_eq!(size["h"], page["media_box"]["h"]);
}

/// The decks and designs on a page in turn.
fn placed(page: &Value) -> Vec<(String, u64)> {
    let placements = page["placements"].as_array().unwrap().iter();
    placements
        .map(|one| (one["deck"].as_str().unwrap().to_owned(), one["design"].as_u64().unwrap()))
        .collect()
}

#[test]
fn decks_that_share_pages_fill_them_in_the_order_that_they_are_named_in() {
    let folder = built(TOGETHER, &Options { papers: vec!["a4".into()], ..quick() });
    let out = folder.0.join("out/game");
    let sheets: Vec<_> =
        files(&out).into_keys().filter(|file| file.starts_with("sheets")).collect();
    // The other sheet is for what is not put together.
    assert_eq!(sheets, ["sheets/cards-a4.pdf", "sheets/chips-a4.pdf", "sheets/chits-a4.pdf"]);
    let report = report(&out);
    let of = |name: &str| {
        let all = report["sheets"].as_array().unwrap();
        all.iter().find(|sheet| sheet["file"] == name).unwrap().clone()
    };
    let sheet = of("sheets/cards-a4.pdf");
    assert_eq!(sheet["decks"], serde_json::json!(["loot", "maps", "perils"]));
    assert_eq!(
        (&sheet["deck"], &of("sheets/chits-a4.pdf")["deck"]),
        (&Value::Null, &"chits".into())
    );
    // 8 + 2 + 4 cards are 9 and 5, each page with its backs.
    let pages = sheet["pages"].as_array().unwrap();
    let count = |page: &Value| placed(page).len();
    assert_eq!(pages.iter().map(count).collect::<Vec<_>>(), [9, 9, 5, 5]);
    let named = |deck: &str, design| (deck.to_owned(), design);
    assert_eq!(placed(&pages[0])[7..], [named("loot", 2), named("maps", 1)]);
    assert_eq!(placed(&pages[2])[..2], [named("maps", 2), named("perils", 1)]);
    // A card that lies is turned to the right, in a cell of the others, and its back behind it.
    let (front, back) = (&pages[0]["placements"][8], &pages[1]["placements"][8]);
    assert_eq!((&front["rotation"], &back["rotation"]), (&90.into(), &270.into()));
    let trim = |one: &Value| ["x", "y", "w", "h"].map(|key| one[key].as_f64().unwrap());
    assert_eq!(trim(front), [136.5, 192.5, 63.0, 88.0]);
    assert_eq!(trim(back), [10.5, 192.5, 63.0, 88.0]);
}

#[test]
fn a_page_says_what_is_on_it() {
    let folder = built(TOGETHER, &quick());
    let bytes = std::fs::read(folder.0.join("out/game/sheets/cards-a4.pdf")).unwrap();
    let document = lopdf::Document::load_mem(&bytes).unwrap();
    let said: Vec<_> = document.page_iter().map(|page| reader::text(&document, page)).collect();
    assert!(said[0].contains("Loot, Maps · page 1 of 4 · front"), "{}", said[0]);
    assert!(said[3].contains("Maps, Perils · page 4 of 4 · back"), "{}", said[3]);
    // A blank back says what is on its front: of two cards a page, the last have none.
    let few = format!("{TOGETHER}grid = \"2 x 1\"\n");
    let folder = built(&few.replace("\"perils\"]", "\"chips\"]"), &quick());
    let bytes = std::fs::read(folder.0.join("out/game/sheets/cards-a4.pdf")).unwrap();
    let document = lopdf::Document::load_mem(&bytes).unwrap();
    let last = document.page_iter().last().unwrap();
    let said = reader::text(&document, last);
    assert!(said.contains(" · Chips · page 12 of 12 · back"), "{said}");
}

#[test]
fn shared_pages_are_the_same_bytes_whether_anything_was_drawn_before_or_not() {
    let options = || Options { papers: vec!["a4".into()], ..quick() };
    let first = built(TOGETHER, &options());
    let files_of = |folder: &Temporary| files(&folder.0.join("out/game"));
    let whole = files_of(&first);
    // A row is changed and changed back, so that some faces are parsed anew and others are not.
    let (game, out) = (first.0.join("game"), first.0.join("out"));
    first.write(&[("game/perils.csv", "name,count\nSquall,4\n")]);
    let summary = build(&game, &out, &options()).unwrap();
    assert_eq!((summary.drawn, summary.sheets), (1, 3));
    first.write(&[("game/perils.csv", PERILS)]);
    assert_eq!(build(&game, &out, &options()).unwrap().drawn, 0);
    assert!(files_of(&first) == whole);
    std::fs::remove_dir_all(out.join("game/sheets")).unwrap();
    build(&game, &out, &Options { cards: false, ..options() }).unwrap();
    let again = files_of(&first);
    assert!(again["sheets/cards-a4.pdf"] == whole["sheets/cards-a4.pdf"]);
    // And with as many threads as one likes.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let alone = pool.install(|| built(TOGETHER, &options()));
    assert!(files_of(&alone) == whole);
    // Pictures alone ask for no shared pages.
    let cards = built(TOGETHER, &Options { sheets: false, ..options() });
    let pictures = |(file, _): &(String, Vec<u8>)| file.ends_with(".png");
    let of = |folder| files_of(folder).into_iter().filter(pictures).collect::<Vec<_>>();
    assert!(of(&cards) == of(&alone));
    assert_eq!(files_of(&cards).len(), of(&alone).len() + 1, "with the report, and no sheets");
}

#[test]
fn decks_that_are_cut_differently_cannot_share_pages() {
    let sheet = |more: &str| with(&format!("[[sheet]]\ntogether = true\n{more}"));
    one(
        &sheet("name = \"all\"\n"),
        "game.toml:24:1 grid: `loot` cannot share pages with `chits`: one is 63 x 88 mm, the other 15.875 x 15.875 mm",
        "name those in `decks`",
    );
    let named = |decks: &str, more: &str| sheet(&format!("decks = [{decks}]\n{more}"));
    one(&named("\"loot\", \"perils\"", ""), "game.toml:24:1 missing-key", "need a `name`");
    let cases = [
        ("tile = true", "`tile` for one alone"),
        ("fold = \"half\"", "`fold` for one alone"),
        ("paper = [\"a4\", \"whole\"]", "as large as one face"),
    ];
    for (line, has) in cases {
        let more = format!("name = \"cards\"\n{line}\n");
        one(&named("\"loot\", \"perils\"", &more), "game.toml:28:", has);
    }
    let twice = named("\"loot\", \"loot\"", "name = \"cards\"\n");
    one(&twice, "game.toml:26:", "`loot` would be printed twice");
    let clash = with(
        "[[sheet]]\n[[sheet]]\nname = \"chits\"\ndecks = [\"loot\", \"maps\"]\ntogether = true\n",
    );
    assert!(
        clash.iter().all(|line| line.contains("two sheets write `sheets/chits-")),
        "{clash:#?}"
    );
    assert_eq!(clash.len(), 2);
    // A face that is too large is not cut into pages.
    let large = "[papers]\nslip = \"60 x 80 mm\"\n";
    let told = with(&format!(
        "{large}[[sheet]]\nname = \"cards\"\ndecks = [\"loot\", \"perils\"]\npaper = \"slip\"\ntogether = true\n"
    ));
    one(&told, "game.toml:26:1 grid: `loot` does not fit on slip", "");
    assert!(!told[0].contains("tile"), "{told:#?}");
}
