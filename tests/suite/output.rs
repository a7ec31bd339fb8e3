//! The output folder: whole or not at all, and only what a build made.

use std::fs;

use super::support::{MANIFEST, TEMPLATE, Temporary, build, files, quick};

fn game(cards: &str) -> Temporary {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &format!("{MANIFEST}back = \"back.svg\"\n")),
        ("game/cards.csv", cards),
        ("game/templates/card.svg", TEMPLATE),
    ]);
    folder
}

fn names(folder: &Temporary) -> Vec<String> {
    files(&folder.0.join("out/game")).into_keys().collect()
}

fn run(folder: &Temporary) -> deckle::pipeline::Summary {
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap()
}

#[test]
fn pictures_sheets_and_a_report_are_made() {
    let folder = game("name,count\nSonar,3\nCafé & Co.,1\n");
    run(&folder);
    let wanted = [
        "cards/deck/0001-sonar.png",
        "cards/deck/0002-cafe-co.png",
        "cards/deck/back-0001.png",
        "report.json",
        "sheets/deck-a4.pdf",
        "sheets/deck-letter.pdf",
    ];
    assert_eq!(names(&folder), wanted);
    let report = fs::read(folder.0.join("out/game/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(
        (&report["decks"][0]["copies"], &report["decks"][0]["designs"][0]["copies"]),
        (&4.into(), &3.into())
    );
    let page = &report["sheets"][0]["pages"][0];
    assert_eq!(page["placements"].as_array().unwrap().len(), 4);
    assert_eq!(page["placements"][3]["design"], 2);
    assert_eq!(
        (&page["placements"][0]["x"], &page["placements"][0]["y"]),
        (&10.5.into(), &16.5.into())
    );
    assert_eq!(report["sheets"][0]["pages"][1]["side"], "back");
    assert_eq!(report["sheets"][0]["pages"][1]["placements"][0]["x"], 136.5);
}

#[test]
fn cards_of_one_name_have_files_of_their_own() {
    let folder = game("name\nWolf\nWolf\nwolf\n../../x\n");
    run(&folder);
    let names = names(&folder);
    let cards: Vec<_> = names.iter().filter(|name| name.starts_with("cards/deck/0")).collect();
    let wanted = ["0001-wolf", "0002-wolf", "0003-wolf", "0004-x"]
        .map(|name| format!("cards/deck/{name}.png"));
    assert_eq!(cards, wanted.iter().collect::<Vec<_>>());
}

#[test]
fn a_second_build_draws_nothing_and_an_edited_row_one_card() {
    let folder = game("name\nWolf\nBear\nFox\n");
    assert_eq!(run(&folder).drawn, 3);
    let times = |folder: &Temporary| {
        let time = |name: &str| {
            fs::metadata(folder.0.join("out/game").join(name)).unwrap().modified().unwrap()
        };
        ["cards/deck/0001-wolf.png", "sheets/deck-a4.pdf", "report.json"].map(time)
    };
    let before = times(&folder);
    let again = run(&folder);
    assert_eq!((again.drawn, again.written.written, again.written.kept), (0, 0, 7));
    assert_eq!(before, times(&folder));
    folder.write(&[("game/cards.csv", "name\nWolf\nBadger\nFox\n")]);
    assert_eq!(run(&folder).drawn, 1);
    assert_eq!(before[0], times(&folder)[0]);
}

#[test]
fn an_edited_game_builds_what_a_clean_build_would() {
    let rows: Vec<_> = (0..150).map(|at| format!("Card {at}\n")).collect();
    let folder = game(&format!("name\n{}", rows.concat()));
    run(&folder);
    let edited = format!("name\nNew\n{}Odd Ω\n{}", rows[..70].concat(), rows[72..].concat());
    folder.write(&[("game/cards.csv", &edited)]);
    assert_eq!(run(&folder).drawn, 2);
    let clean = game(&edited);
    run(&clean);
    assert_eq!(files(&folder.0.join("out/game")), files(&clean.0.join("out/game")));
}

#[test]
fn files_of_an_earlier_build_go_and_files_of_others_stay() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    folder.write(&[("out/game/cards/deck/mine.txt", "mine"), ("game/cards.csv", "name\nWolf\n")]);
    assert_eq!(run(&folder).written.removed, 1);
    let names = names(&folder);
    assert!(!names.contains(&"cards/deck/0002-bear.png".to_owned()));
    assert!(names.contains(&"cards/deck/mine.txt".to_owned()));
}

#[test]
fn a_file_of_another_is_not_written_over() {
    let folder = game("name\nWolf\n");
    run(&folder);
    folder.write(&[
        ("out/game/cards/deck/0002-bear.png", "mine"),
        ("game/cards.csv", "name\nWolf\nBear\n"),
    ]);
    assert!(build(&folder.0.join("game"), &folder.0.join("out"), &quick()).is_err());
    assert_eq!(files(&folder.0.join("out/game"))["cards/deck/0002-bear.png"], b"mine");
}

#[test]
fn a_game_with_errors_leaves_the_last_output_as_it_is() {
    let folder = game("name\nWolf\n");
    run(&folder);
    let before = files(&folder.0.join("out"));
    folder.write(&[("game/cards.csv", "name\nWolf\nBear \u{f100}\n")]);
    assert!(build(&folder.0.join("game"), &folder.0.join("out"), &quick()).is_err());
    assert_eq!(files(&folder.0.join("out")), before);
}

#[test]
fn the_cache_is_safe_to_delete_and_to_spoil() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let before = files(&folder.0.join("out/game"));
    fs::remove_dir_all(folder.0.join("out/.deckle-cache")).unwrap();
    assert_eq!(run(&folder).written.written, 0);
    fs::remove_dir_all(folder.0.join("out")).unwrap();
    run(&folder);
    assert_eq!(files(&folder.0.join("out/game")), before);
    folder.write(&[("out/game/.deckle.json", "{ not json")]);
    run(&folder);
    assert_eq!(files(&folder.0.join("out/game")), before);
}

#[test]
fn builds_without_the_cache_are_the_same_and_leave_nothing() {
    let folder = game("name\nWolf\n");
    run(&folder);
    let before = files(&folder.0.join("out/game"));
    let options = deckle::pipeline::Options { cache: false, ..quick() };
    let summary = build(&folder.0.join("game"), &folder.0.join("other"), &options).unwrap();
    assert_eq!(summary.drawn, 1);
    assert_eq!(files(&folder.0.join("other/game")), before);
    let left: Vec<_> =
        fs::read_dir(folder.0.join("other/.deckle-cache")).unwrap().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn two_builds_at_once_both_end_well() {
    let folder = game("name\nWolf\nBear\nFox\n");
    std::thread::scope(|scope| {
        let builds: Vec<_> = (0..4).map(|_| scope.spawn(|| run(&folder).cards)).collect();
        for build in builds {
            assert_eq!(build.join().unwrap(), 3);
        }
    });
    let clean = game("name\nWolf\nBear\nFox\n");
    run(&clean);
    assert_eq!(files(&folder.0.join("out/game")), files(&clean.0.join("out/game")));
}
