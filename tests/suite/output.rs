//! The output folder: whole or not at all, and only what a build made.

use std::fs;
use std::path::{Path, PathBuf};

use deckle::pipeline::{Options, Stop};

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
fn a_stale_file_that_somebody_changed_stays() {
    let folder = game("name\nWolf\nBear\nFox\n");
    run(&folder);
    folder.write(&[
        ("out/game/cards/deck/0002-bear.png", "retouched by hand"),
        ("game/cards.csv", "name\nWolf\n"),
    ]);
    assert_eq!(run(&folder).written.removed, 1);
    let made = files(&folder.0.join("out/game"));
    assert_eq!(made["cards/deck/0002-bear.png"], b"retouched by hand");
    assert!(!made.contains_key("cards/deck/0003-fox.png"));
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
    // Before the first build, too.
    let first = game("name\nWolf\n");
    first.write(&[("out/game/report.json", "mine")]);
    assert!(build(&first.0.join("game"), &first.0.join("out"), &quick()).is_err());
    assert_eq!(
        files(&first.0.join("out/game"))
            .into_iter()
            .filter(|(name, _)| name != ".deckle.lock")
            .count(),
        1
    );
}

#[test]
fn a_place_that_cannot_be_written_leaves_every_file_as_it_is() {
    let folder = game("name\nWolf\n");
    run(&folder);
    let sheets = folder.0.join("out/game/sheets");
    let (letter, aside) = (sheets.join("deck-letter.pdf"), folder.0.join("letter.pdf"));
    fs::rename(&letter, aside).unwrap();
    // A folder stands where a sheet is to go.
    folder.write(&[
        ("out/game/sheets/deck-letter.pdf/mine", "mine"),
        ("game/cards.csv", "name\nBear\n"),
    ]);
    let before = files(&folder.0.join("out/game"));
    let stop = build(&folder.0.join("game"), &folder.0.join("out"), &quick());
    assert!(matches!(stop, Err(Stop::Io(error)) if error.to_string().contains("is a folder")));
    assert_eq!(files(&folder.0.join("out/game")), before);
}

#[test]
fn parts_that_are_left_out_come_back_without_being_drawn_again() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let before = files(&folder.0.join("out/game"));
    for options in [Options { cards: false, ..quick() }, Options { sheets: false, ..quick() }] {
        build(&folder.0.join("game"), &folder.0.join("out"), &options).unwrap();
        assert_ne!(files(&folder.0.join("out/game")), before);
        assert_eq!(run(&folder).drawn, 0);
        assert_eq!(files(&folder.0.join("out/game")), before);
    }
}

#[test]
fn the_cache_is_not_for_version_control() {
    let folder = game("name\nWolf\n");
    run(&folder);
    let ignored = fs::read_to_string(folder.0.join("out/.deckle-cache/.gitignore")).unwrap();
    assert!(ignored.lines().any(|line| line == "*"), "{ignored}");
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
fn a_game_with_errors_writes_nothing_at_all() {
    for (cards, options) in [
        ("name\nWolf \u{f100}\n", quick()),
        ("name,count\nWolf,x\n", quick()),
        ("name\nWolf\n", Options { papers: vec!["a44".into()], ..quick() }),
    ] {
        let folder = game(cards);
        assert!(build(&folder.0.join("game"), &folder.0.join("out"), &options).is_err());
        assert_eq!(files(&folder.0.join("out")).len(), 0, "{cards}");
    }
    // Warnings stop a strict build as errors do.
    let folder = game("name\nWolf\n");
    folder.write(&[(
        "game/templates/card.svg",
        &TEMPLATE.replace("<text", "<text font-weight=\"900\""),
    )]);
    let strict = Options { strict: true, ..quick() };
    let stop = build(&folder.0.join("game"), &folder.0.join("out"), &strict).unwrap_err();
    assert!(matches!(stop, Stop::Strict), "{stop:?}");
    assert_eq!(files(&folder.0.join("out")).len(), 0);
}

#[test]
fn papers_given_twice_make_one_file_or_are_told() {
    let options = |papers: &[&str]| Options {
        papers: papers.iter().map(|one| (*one).into()).collect(),
        ..quick()
    };
    for (sheets, papers) in [
        ("[[sheet]]\npaper = [\"a4\", \"a4\"]\n", &[][..]),
        ("", &["a4", "a4"]),
        ("[[sheet]]\npaper = \"a4\"\n[[sheet]]\npaper = \"letter\"\ngap = \"2 mm\"\n", &["a4"]),
    ] {
        let folder = game("name\nWolf\n");
        folder.write(&[("game/game.toml", &format!("{MANIFEST}{sheets}"))]);
        let built = build(&folder.0.join("game"), &folder.0.join("out"), &options(papers));
        let made = files(&folder.0.join("out/game")).into_keys().collect::<Vec<_>>();
        match built {
            Ok(_) => assert!(made.contains(&"sheets/deck-a4.pdf".into()), "{sheets}: {made:?}"),
            Err(Stop::Reported(_)) => assert!(made.is_empty(), "{sheets}: {made:?}"),
            Err(other) => panic!("{sheets} on {papers:?} ends with {other:?} and leaves {made:?}"),
        }
    }
}

/// Stops after some steps.
struct Impatient(std::sync::atomic::AtomicUsize);

impl deckle::pipeline::Watch for Impatient {
    fn begin(&self, _: &str, _: usize) {}
    fn step(&self) {
        let _ = self.0.fetch_update(
            std::sync::atomic::Ordering::SeqCst,
            std::sync::atomic::Ordering::SeqCst,
            |left| left.checked_sub(1),
        );
    }
    fn end(&self) {}
    fn stopped(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::SeqCst) == 0
    }
}

#[test]
fn a_build_that_is_stopped_leaves_the_last_output_as_it_is() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let before = files(&folder.0.join("out"));
    let rows: String = (0..40).map(|at| format!("Card {at}\n")).collect();
    folder.write(&[("game/cards.csv", &format!("name\n{rows}"))]);
    let workspace = deckle::workspace::Folder::open(&folder.0.join("game")).unwrap();
    for steps in [0, 1, 20, 41] {
        let watch = Impatient(steps.into());
        let (mut sources, mut sink) = Default::default();
        let out = folder.0.join("out");
        let stop =
            deckle::pipeline::build(&workspace, &out, &quick(), &mut sources, &mut sink, &watch);
        assert!(matches!(stop, Err(Stop::Interrupted)), "{steps}: {stop:?}");
        assert_eq!(files(&folder.0.join("out")), before, "{steps}");
    }
    run(&folder);
    let clean = game(&format!("name\n{rows}"));
    run(&clean);
    assert_eq!(files(&folder.0.join("out/game")), files(&clean.0.join("out/game")));
}

/// A picture of four pixels of one grey.
fn png(value: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[value; 12]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn any_change_of_the_game_builds_what_a_clean_build_would() {
    let folder = game("name,count\nWolf,2\nBear,1\n");
    let card = TEMPLATE.replace(
        "</svg>",
        "<image href=\"images/a.png\" width=\"9\" height=\"9\"/>{% include \"part.svg\" %}{{ icon(name=\"own\", size=5) }}</svg>",
    );
    let square = "<svg viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";
    folder.write(&[
        ("game/templates/card.svg", &card),
        ("game/templates/part.svg", "<circle r=\"3\" fill=\"{{ theme.accent }}\"/>"),
        ("game/icons/own.svg", square),
        ("game/images/a.png", ""),
    ]);
    fs::write(folder.0.join("game/images/a.png"), png(10)).unwrap();
    run(&folder);
    let manifest = fs::read_to_string(folder.0.join("game/game.toml")).unwrap();
    let font = fs::read_dir(super::support::root().join("fonts/special-elite"));
    let font = font.into_iter().flatten().flatten().map(|entry| entry.path());
    let font = font.into_iter().find(|path| path.extension().is_some_and(|end| end == "ttf"));
    let changes: [(&str, Vec<u8>); 9] = [
        ("cards.csv", b"name,count\nWolf,2\nBear,3\n".to_vec()),
        ("templates/card.svg", card.replace("font-size=\"5\"", "font-size=\"6\"").into()),
        ("templates/part.svg", b"<circle r=\"4\" fill=\"{{ theme.accent }}\"/>".to_vec()),
        ("icons/own.svg", square.replace("M0 0", "M1 1").into()),
        ("images/a.png", png(200)),
        ("game.toml", format!("{manifest}[theme]\naccent = \"#123456\"\n").into()),
        ("game.toml", manifest.replace("\"Test\"", "\"Other\"").into()),
        ("game.toml", format!("{manifest}[[sheet]]\ngap = \"2 mm\"\n").into()),
        ("fonts/own.ttf", fs::read(font.expect("a font")).unwrap()),
    ];
    for (file, bytes) in changes {
        let path = folder.0.join("game").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        run(&folder);
        let clean = build(&folder.0.join("game"), &folder.0.join("clean"), &quick()).unwrap();
        assert_eq!(clean.designs, 2);
        let (built, wanted) =
            (files(&folder.0.join("out/game")), files(&folder.0.join("clean/game")));
        assert!(built == wanted, "after a change of {file}");
        fs::remove_dir_all(folder.0.join("clean")).unwrap();
    }
}

#[test]
fn a_picture_that_vanished_from_the_cache_or_was_cut_short_is_made_again() {
    let folder = game("name,count\nWolf,2\nBear,1\n");
    let image = "<image href=\"images/a.png\" width=\"9\" height=\"9\"/></svg>";
    folder.write(&[
        ("game/templates/card.svg", &TEMPLATE.replace("</svg>", image)),
        ("game/images/a.png", ""),
    ]);
    fs::write(folder.0.join("game/images/a.png"), png(10)).unwrap();
    let spoils: [&dyn Fn(&Path); 2] = [
        &|file| fs::remove_file(file).unwrap(),
        // It ends as it should, which is all that is looked at before it is read.
        &|file| fs::write(file, "%PDF-1.6\nnothing\n%%EOF").unwrap(),
    ];
    for (at, spoil) in spoils.iter().enumerate() {
        run(&folder);
        let mut spoilt = 0;
        for file in every_file(&folder.0.join("out/.deckle-cache")) {
            if file.extension().is_some_and(|end| end == "picture") {
                spoil(&file);
                spoilt += 1;
            }
        }
        assert_eq!(spoilt, 1);
        folder.write(&[("game/cards.csv", &format!("name,count\nWolf,2\nBear,{}\n", at + 3))]);
        run(&folder);
        build(&folder.0.join("game"), &folder.0.join("clean"), &quick()).unwrap();
        assert!(files(&folder.0.join("out/game")) == files(&folder.0.join("clean/game")));
        fs::remove_dir_all(folder.0.join("clean")).unwrap();
    }
}

/// Every file below a folder.
fn every_file(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { every_file(&path) } else { vec![path] }).collect()
}

/// Puts the output back into the cache, where a build that ends early leaves it, and cuts every
/// file of the cache down to a part of it, as a machine that lost its power may.
fn spoil_cache(folder: &Temporary, part: impl Fn(usize) -> usize) {
    let caches = fs::read_dir(folder.0.join("out/.deckle-cache")).unwrap().flatten();
    let caches = caches.map(|entry| entry.path()).filter(|path| path.is_dir());
    let [cache] = &caches.collect::<Vec<_>>()[..] else { panic!("one cache") };
    let ledger = fs::read(folder.0.join("out/game/.deckle.json")).unwrap();
    let ledger: serde_json::Value = serde_json::from_slice(&ledger).unwrap();
    for (path, entry) in ledger.as_object().unwrap() {
        let (start, rest) = entry["key"].as_str().unwrap().split_at(2);
        let end = path.rsplit('.').next().unwrap();
        fs::create_dir_all(cache.join(start)).unwrap();
        let place = cache.join(start).join(format!("{rest}.{end}"));
        fs::copy(folder.0.join("out/game").join(path), place).unwrap();
    }
    let mut spoilt = 0;
    for file in every_file(cache) {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..part(bytes.len())]).unwrap();
        spoilt += 1;
    }
    assert!(spoilt > 4, "{spoilt}");
}

#[test]
fn a_cache_of_empty_files_is_not_trusted() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let before = files(&folder.0.join("out/game"));
    spoil_cache(&folder, |_| 0);
    fs::remove_dir_all(folder.0.join("out/game")).unwrap();
    run(&folder);
    assert!(files(&folder.0.join("out/game")) == before);
}

#[test]
fn a_cache_of_half_files_is_not_trusted() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let before = files(&folder.0.join("out/game"));
    spoil_cache(&folder, |size| size / 2);
    fs::remove_dir_all(folder.0.join("out/game")).unwrap();
    run(&folder);
    assert!(files(&folder.0.join("out/game")) == before, "half a file came out of the cache");
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
    let options = Options { cache: false, ..quick() };
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

#[test]
fn what_is_in_the_output_is_not_in_the_cache_and_moves_with_its_card() {
    let folder = game("name\nWolf\nBear\n");
    run(&folder);
    let cached = files(&folder.0.join("out/.deckle-cache"));
    assert!(!cached.keys().any(|path| path.ends_with(".png") || path.ends_with(".pdf")));
    let wolf = fs::read(folder.0.join("out/game/cards/deck/0001-wolf.png")).unwrap();
    // Rows before and in between: the cards' files get other names, and only the new are drawn.
    folder.write(&[("game/cards.csv", "name\nFox\nWolf\nOwl\nBear\n")]);
    let summary = build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    assert_eq!(summary.drawn, 2);
    let out = folder.0.join("out/game/cards/deck");
    assert!(fs::read(out.join("0002-wolf.png")).unwrap() == wolf);
    assert!(!out.join("0001-wolf.png").exists());
}

#[test]
fn cards_that_look_alike_have_files_of_their_own() {
    let folder = game("name,note\nWolf,a\nWolf,b\n");
    run(&folder);
    let cards = folder.0.join("out/game/cards/deck");
    let (first, second) = (cards.join("0001-wolf.png"), cards.join("0002-wolf.png"));
    let before = fs::read(&second).unwrap();
    assert!(fs::read(&first).unwrap() == before);
    fs::write(&first, b"retouched").unwrap();
    assert!(fs::read(&second).unwrap() == before);
}
