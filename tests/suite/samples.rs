//! The sample games: complete, without a message, and the same from any number of threads.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::reader;
use super::support::{Temporary, build, files, quick, root, told};
use deckle::pipeline::Options;
use deckle::workspace::Folder;

fn games() -> Vec<PathBuf> {
    let mut games: Vec<_> = std::fs::read_dir(root().join("data"))
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("game.toml").exists())
        .collect();
    games.sort();
    games
}

#[test]
fn every_sample_is_checked_without_a_message() {
    for game in games() {
        let told = told(&Folder::open(&game).unwrap());
        assert!(told.is_empty(), "{}: {told:#?}", game.display());
    }
}

#[test]
fn every_sample_builds_twice_to_the_same_bytes_with_one_and_with_four_threads() {
    let folder = Temporary::new();
    for game in games() {
        let built = [1, 4].map(|threads| {
            let out = folder.0.join(threads.to_string());
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| build(&game, &out, &quick())).unwrap();
            files(&out.join(game.file_name().unwrap()))
        });
        assert!(built[0] == built[1], "{}", game.display());
        assert!(built[0].len() > 10);
        for (name, bytes) in built[0].iter().filter(|(name, _)| name.ends_with(".pdf")) {
            let words = sheet(&format!("{}: {name}", game.display()), bytes);
            // Some counters have no words, but every deck of cards has many.
            let deck = name.trim_start_matches("sheets/").rsplit_once('-').unwrap_or_default().0;
            let cards = built[0].keys().any(|file| file.starts_with(&format!("cards/{deck}/")));
            assert!(!cards || words > 500, "{name}: {words} letters");
        }
        // Each part alone is what the whole has of it.
        let only = |cards, sheets, end: &str| {
            let out = folder.0.join("1");
            build(&game, &out, &Options { cards, sheets, ..quick() }).unwrap();
            let of = |mut files: BTreeMap<String, Vec<u8>>| {
                files.retain(|name, _| name.ends_with(end));
                files
            };
            let part = files(&out.join(game.file_name().unwrap()));
            let more: Vec<_> = part.keys().filter(|name| !name.ends_with(end)).collect();
            assert_eq!(more, ["report.json"], "{}", game.display());
            assert!(of(part) == of(built[0].clone()), "{end} of {}", game.display());
        };
        only(true, false, ".png");
        only(false, true, ".pdf");
        only(false, false, ".none");
    }
}

/// What must be true of any sheet: boxes in boxes, each font once, and text for every glyph; how many letters
/// it has.
fn sheet(what: &str, bytes: &[u8]) -> usize {
    let document = lopdf::Document::load_mem(bytes).unwrap();
    reader::assert_boxes(&document, what);
    let fonts = reader::fonts(&document);
    assert!(fonts.values().all(|count| *count == 1), "{what}: {fonts:?}");
    let mut read = String::new();
    for (number, page) in (1..).zip(document.page_iter()) {
        let words = reader::text(&document, page);
        assert!(!words.contains('\u{fffd}'), "{what}, page {number}: {words}");
        // A board as large as its paper leaves no room for one.
        let dictionary = document.get_dictionary(page).unwrap();
        let boxed = |name: &[u8]| reader::page_box(dictionary, name);
        assert!(
            words.contains("print at 100 %") || boxed(b"TrimBox") == boxed(b"MediaBox"),
            "{what}, page {number}: no line of text: {words}"
        );
        read += &words;
    }
    read.len()
}

#[test]
fn the_divisions_stand_where_the_map_sets_them_up() {
    let game = loaded("first-balkan-war");
    let deck = game.decks.iter().find(|deck| deck.name == "divisions").unwrap();
    let cell =
        |row: usize, name: &str| &deck.table.rows[row].cells[deck.table.column(name).unwrap()].text;
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    let mut hexes = std::collections::BTreeSet::new();
    for card in &deck.cards {
        *counts.entry(cell(card.row, "nation")).or_default() += card.copies;
        let setup = cell(card.row, "setup");
        assert!(setup.is_empty() || hexes.insert(setup.clone()), "two begin in {setup}");
        // Every division has a worn side, in the same place and of the same nation.
        if let Some(back) = &card.reverse {
            assert_eq!(cell(back.row, "setup"), setup);
        }
        assert_eq!(card.reverse.is_some(), card.name != "Turn");
    }
    let nations = [("Ottoman", 26), ("Bulgaria", 13), ("Greece", 12), ("Serbia", 13), ("all", 1)];
    assert_eq!(counts, nations.into());
    assert_eq!(hexes.len(), 56);
}

#[test]
fn the_samples_have_the_cards_that_their_rules_count() {
    // Game, deck, cards, designs: the checked sums of the games' fact sheets.
    let counts = [
        ("wolf-pack", "hunt", 90, 14),
        ("zulu", "zulu", 52, 7),
        ("zulu", "british", 52, 13),
        ("x-files", "files", 143, 133),
        ("zoo", "zoo", 67, 67),
        ("buccaneers", "boarding", 51, 32),
        ("first-balkan-war", "battle", 84, 21),
        // Counters: 24 + 11 + 10 + 11 divisions, 8 spare ones and the turn; 3 x 60; 56 + 28 + 40 + 40 + 12.
        ("first-balkan-war", "divisions", 65, 61),
        ("first-balkan-war", "control", 180, 3),
        ("first-balkan-war", "markers", 176, 5),
        ("first-balkan-war", "battle-box", 1, 1),
        ("buccaneers", "men", 32, 10),
        ("buccaneers", "chits", 16, 1),
        ("zulu", "troops", 20, 1),
        ("zoo", "traits", 12, 12),
        ("wolf-pack", "sunk", 10, 2),
        // Boards, strips and mats, as the components say.
        ("buccaneers", "ships", 1, 1),
        ("buccaneers", "aid", 2, 1),
        ("zulu", "mat", 1, 1),
        ("zulu", "troop-track", 1, 1),
        ("zoo", "score", 1, 1),
        ("zoo", "pad", 4, 1),
        ("zoo", "aid", 5, 1),
        ("x-files", "desk-north", 1, 1),
        ("x-files", "desk-east", 1, 1),
        ("x-files", "desk-south", 1, 1),
        ("x-files", "desk-west", 1, 1),
        ("x-files", "aid", 4, 1),
        ("wolf-pack", "score-pack", 1, 1),
        ("wolf-pack", "score-convoy", 1, 1),
        ("wolf-pack", "aid-pack", 1, 1),
        ("wolf-pack", "aid-convoy", 1, 1),
        ("first-balkan-war", "map", 1, 1),
        ("first-balkan-war", "aid-ottoman", 1, 1),
        ("first-balkan-war", "aid-league", 3, 1),
        ("first-balkan-war", "charts", 1, 1),
        ("warp-lancer", "beacons", 16, 16),
        ("warp-lancer", "loot", 32, 32),
        ("warp-lancer", "conditions", 5, 5),
        ("warp-lancer", "hazards", 5, 5),
        ("warp-lancer", "quadrants", 2, 2),
        ("warp-lancer", "bosses", 2, 2),
        ("warp-lancer", "ships", 2, 2),
        ("warp-lancer", "pirate-scout", 1, 1),
        ("warp-lancer", "cargo", 4, 4),
        ("warp-lancer", "enemy", 2, 2),
        ("warp-lancer", "pilots", 5, 5),
        ("warp-lancer", "help", 1, 1),
    ];
    let there = games();
    // A game that is not there yet is not counted; one that is there is, with every deck.
    let counts = counts.iter().filter(|one| there.iter().any(|path| path.ends_with(one.0)));
    let counts: Vec<_> = counts.collect();
    for &&(name, deck, cards, designs) in &counts {
        let game = loaded(name);
        let found = game
            .decks
            .iter()
            .find(|one| one.name == deck)
            .unwrap_or_else(|| panic!("{name}: {deck}"));
        assert_eq!((found.copies(), found.cards.len()), (cards, designs), "{name}: {deck}");
    }
    // A board without copies is a part of cards.
    let printed =
        |game: deckle::model::Game| game.decks.iter().filter(|deck| deck.copies() > 0).count();
    let names = there.iter().map(|path| path.file_name().unwrap().to_string_lossy());
    let decks: usize = names.map(|name| printed(loaded(&name))).sum();
    assert_eq!(decks, counts.len());
}

fn loaded(name: &str) -> deckle::model::Game {
    let folder = Folder::open(&root().join("data").join(name)).unwrap();
    deckle::load::load(&folder, &mut Default::default(), &mut Default::default()).unwrap()
}

/// The numbers of a column, times the copies of each row.
fn sum(
    game: &str,
    deck: &str,
    column: &str,
    keep: impl Fn(&dyn Fn(&str) -> String) -> bool,
) -> u32 {
    let game = loaded(game);
    let deck = game.decks.iter().find(|one| one.name == deck).unwrap();
    let cards = deck.cards.iter().filter(|card| {
        keep(&|name: &str| {
            deck.table.rows[card.row].cells[deck.table.column(name).unwrap()].text.clone()
        })
    });
    let at = deck.table.column(column);
    let value =
        |row: usize| at.map_or(1, |at| deck.table.rows[row].cells[at].text.parse().unwrap_or(0));
    cards.map(|card| value(card.row) * card.copies).sum()
}

#[test]
fn the_small_lists_of_the_samples_share_their_paper() {
    // Warp-Lancer: 77 cards on 9 sheets of 9, with 4 blank cells, as its fact sheet counts them.
    let pages = |game: &str, sheet: &str| {
        let folder = Temporary::new();
        let options = Options { cards: false, papers: vec!["a4".into()], ..quick() };
        build(&root().join("data").join(game), &folder.0, &options).unwrap();
        let report = std::fs::read(folder.0.join(game).join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        let sheets = report["sheets"].as_array().unwrap();
        let named = |one: &&serde_json::Value| one["file"] == format!("sheets/{sheet}-a4.pdf");
        let sheet = sheets.iter().find(named).expect("the sheet").clone();
        let fronts = sheet["pages"].as_array().unwrap().clone();
        let fronts = fronts.into_iter().filter(|page| page["side"] == "front");
        fronts.map(|page| page["placements"].as_array().unwrap().len()).collect::<Vec<_>>()
    };
    assert_eq!(pages("warp-lancer", "cards"), [9, 9, 9, 9, 9, 9, 9, 9, 5]);
    assert_eq!(pages("wolf-pack", "strips"), [2]);
    assert_eq!(pages("first-balkan-war", "aids"), [2, 2]);
}

#[test]
fn the_quadrants_are_graphs_whose_every_route_goes_over_five_sectors_to_the_final() {
    let game = loaded("warp-lancer");
    let boards = game.decks.iter().filter_map(|deck| deck.board.as_ref());
    let mut quadrants = 0;
    for board in boards {
        let column = |name: &str| board.table.column(name).unwrap();
        let (sector, next) = (column("sector"), column("leads_to"));
        // Each step leads to the sector that follows, and only the final leads nowhere.
        for cell in 0..board.layout.cells.len() {
            let number =
                |at: usize| board.text(at, sector).replace('F', "6").parse::<u32>().unwrap();
            let ways: Vec<_> = board.text(cell, next).split_whitespace().collect();
            assert_eq!(ways.is_empty(), number(cell) == 6);
            for way in ways {
                let other = board.layout.find(way).expect("a sector");
                assert_eq!(number(other), number(cell) + 1);
                assert!(board.layout.neighbours(cell).contains(&other));
            }
        }
        let all = vec![true; board.layout.cells.len()];
        assert_eq!((board.layout.cells.len(), board.layout.parts(&all).len()), (10, 1));
        quadrants += 1;
    }
    assert_eq!(quadrants, 4);
}

#[test]
fn the_samples_add_up() {
    // Zulu: force 990 and 840; X-Files: points by type; Balkan: nothing but fours; Wolf Pack: cards by type.
    assert_eq!(sum("zulu", "zulu", "force", |_| true), 990);
    assert_eq!(sum("zulu", "british", "force", |_| true), 840);
    for (kind, points) in [("A", 45), ("I", 108), ("X", 134), ("C", 8), ("P", 41)] {
        assert_eq!(sum("x-files", "files", "value", |cell| cell("type") == kind), points, "{kind}");
    }
    for (kind, cards) in [
        ("Detection", 22),
        ("Attack", 18),
        ("Target", 20),
        ("Evasion", 10),
        ("Water", 10),
        ("Discard", 10),
    ] {
        assert_eq!(sum("wolf-pack", "hunt", "", |cell| cell("type") == kind), cards, "{kind}");
    }
    for (kind, cards) in [("A", 23), ("M", 20), ("D", 6), ("X", 2)] {
        assert_eq!(sum("buccaneers", "boarding", "", |cell| cell("type") == kind), cards, "{kind}");
    }
    for (letter, cards) in [('F', 25), ('U', 13), ('A', 19), ('M', 34), ('E', 29), ('S', 10)] {
        assert_eq!(
            sum("zoo", "zoo", "", |cell| cell("traits").contains(letter)),
            cards,
            "{letter}"
        );
    }
}
