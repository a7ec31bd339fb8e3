//! The program as a person types it: what it prints, and how it ends.

use std::process::{Command, Output, Stdio};

use snapbox::data::DataFormat;
use snapbox::{Data, str};

use super::support::{MANIFEST, TEMPLATE, Temporary, files, root, same};

/// Runs the program in a folder.
pub fn deckle(folder: &Temporary, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckle"))
        .args(arguments)
        .current_dir(&folder.0)
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .output()
        .expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn err(output: &Output) -> Data {
    Data::text(String::from_utf8(output.stderr.clone()).expect("text"))
}

#[test]
fn a_new_game_builds_from_an_empty_folder() {
    let folder = Temporary::new();
    let made = deckle(&folder, &["new", "harbour"]);
    assert_eq!(
        (made.status.code(), out(&made).as_str()),
        (Some(0), "made `harbour`; next: deckle build harbour\n")
    );
    let built = deckle(&folder, &["build", "harbour", "--dpi", "50"]);
    assert_eq!(
        (built.status.code(), out(&built).as_str()),
        (Some(0), "harbour: 13 cards, 4 designs: 4 drawn, 0 reused, 2 sheets in output/harbour\n")
    );
    assert!(built.stderr.is_empty());
    let again = deckle(&folder, &["build", "harbour", "--dpi", "50"]);
    assert!(out(&again).contains("0 drawn, 4 reused, 2 sheets"));
    assert_eq!(deckle(&folder, &["new", "harbour"]).status.code(), Some(2));
}

#[test]
fn a_sample_can_be_copied_and_checked() {
    let folder = Temporary::new();
    assert_eq!(deckle(&folder, &["new", "mine", "--from", "wolf-pack"]).status.code(), Some(0));
    let checked = deckle(&folder, &["check", "mine", "--strict"]);
    let said = out(&checked);
    assert_eq!(checked.status.code(), Some(0));
    assert!(said.ends_with("\nmine: 90 cards, 14 pieces, 20 designs: checked\n"), "{said}");
    assert!(said.contains("opening_row           holds        5.848 % (exact)"), "{said}");
    let unknown = deckle(&folder, &["new", "other", "--from", "wolfpack"]);
    assert_eq!(unknown.status.code(), Some(2));
    same(
        err(&unknown),
        str![[r#"
error: there is no sample game `wolfpack`
help: did you mean `wolf-pack`?

"#]],
    );
}

#[test]
fn mistakes_are_drawn_with_their_lines() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", &MANIFEST.replace("cards =", "size = \"pokr\"\ncards =")),
        ("cards.csv", "name,count\nWolf,two\n"),
        ("templates/card.svg", TEMPLATE),
    ]);
    let checked = deckle(&folder, &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(checked.stdout.is_empty());
    same(
        err(&checked),
        str![[r#"
error[bad-size]: there is no size `pokr`
 --> game.toml:6:8
  |
6 | size = "pokr"
  |        ^^^^^^
  |
  = help: did you mean `poker`?
  = help: `deckle list sizes` shows them all; `63 x 88 mm` measures one

[..]: 1 error; nothing written

"#]],
    );
    folder.write(&[("game.toml", MANIFEST)]);
    same(
        err(&deckle(&folder, &["build"])),
        str![[r#"
error[copies]: `count` is `two`, which is not a number of copies
 --> cards.csv:2:6
  |
2 | Wolf,two
  |      ^^^
  |
  = help: write a whole number, 0 or more

[..]: 1 error; nothing written

"#]],
    );
    assert!(!folder.0.join("output").exists());
}

#[test]
fn programs_get_a_line_of_json_for_each_message() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", &TEMPLATE.replace("card.name", "card.nmae")),
    ]);
    let checked = deckle(&folder, &["check", "--message-format", "json"]);
    assert_eq!(checked.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        out(&checked).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["severity"], &lines[0]["code"]), (&"error".into(), &"template".into()));
    assert_eq!((&lines[0]["file"], &lines[0]["line"]), (&"templates/card.svg".into(), &1.into()));
    assert_eq!(lines[0]["related"][0]["file"], "cards.csv");
    assert_eq!((&lines[1]["ok"], &lines[1]["errors"]), (&false.into(), &1.into()));
}

#[test]
fn warnings_fail_a_strict_build_and_no_other() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", &TEMPLATE.replace("<text", "<text font-weight=\"900\"")),
    ]);
    assert_eq!(deckle(&folder, &["build", "--dpi", "50", "--strict"]).status.code(), Some(1));
    assert!(files(&folder.0.join("output")).is_empty());
    // What was noticed is told again when the picture comes from the cache.
    for _ in 0..2 {
        let built = deckle(&folder, &["build", "--dpi", "50"]);
        assert_eq!(built.status.code(), Some(0));
        assert!(out(&built).contains("(1 warning)"), "{}", out(&built));
    }
}

#[test]
fn a_misused_command_ends_with_two() {
    let folder = Temporary::new();
    for arguments in
        [&["bulid"][..], &["build", "nowhere"], &["build", "--dpi", "9"], &["explain", "nothing"]]
    {
        let ended = deckle(&folder, arguments);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(!ended.stderr.is_empty(), "{arguments:?}");
    }
    let nothing = deckle(&folder, &["build"]);
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn lists_and_explanations_are_printed() {
    let folder = Temporary::new();
    for (what, has) in [
        ("sizes", "poker          63 x 88 mm"),
        ("papers", "letter         215.9 x 279.4 mm"),
        ("templates", "card.svg"),
        ("fonts", "Alegreya Sans      400, 400 italic, 500, 700, 800"),
        ("icons", "anchor"),
        ("games", "wolf-pack          Wolf Pack"),
    ] {
        let listed = deckle(&folder, &["list", what]);
        assert!(listed.status.success() && out(&listed).contains(has), "{what}: {}", out(&listed));
    }
    let explained = deckle(&folder, &["explain", "glyph"]);
    assert!(out(&explained).starts_with("glyph\n\nNo font has this character"));
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = Temporary::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_deckle"))
        .args(["list", "icons"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
}

/// What the program prints, against the text accepted in `tests/cases`.
fn as_accepted(printed: Vec<u8>, case: &str) {
    let printed = String::from_utf8(printed).expect("text");
    let path = root().join("tests/cases").join(case);
    same(Data::text(printed), Data::read_from(&path, Some(DataFormat::Text)));
}

#[test]
fn what_is_known_by_name_is_listed_as_accepted() {
    let folder = Temporary::new();
    for what in ["sizes", "papers", "fonts", "games", "templates", "components"] {
        let listed = deckle(&folder, &["list", what]);
        assert!(listed.status.success() && listed.stderr.is_empty(), "{what}");
        as_accepted(listed.stdout, &format!("list-{what}.txt"));
    }
}

#[test]
fn help_reads_as_accepted() {
    let folder = Temporary::new();
    for (arguments, case) in [
        (&["--help"][..], "help.txt"),
        (&["build", "--help"], "help-build.txt"),
        (&["explain", "copies"], "explain-copies.txt"),
        (&["explain"], "explain.txt"),
    ] {
        let helped = deckle(&folder, arguments);
        assert_eq!(helped.status.code(), Some(0), "{arguments:?}");
        assert!(helped.stderr.is_empty(), "{arguments:?}");
        as_accepted(helped.stdout, case);
    }
    let version = deckle(&folder, &["--version"]);
    assert_eq!(out(&version), concat!("deckle ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_game_full_of_mistakes_is_told_as_accepted() {
    let folder = Temporary::new();
    folder.write(&[
        (
            "wrong/game.toml",
            "[game]\ntitle = \"Wrong\"\nplayres = 2\n\n[[deck]]\nname = \"deck\"\ncards = \"cards.csv\"\nsize = \"tarrot\"\nbleed = 3\n\n[[sheet]]\npaper = \"a44\"\n",
        ),
        ("wrong/cards.csv", "name,count\nWolf,two\n\"Bear, brown\",\nFox,1,red\n"),
        ("rows/game.toml", &MANIFEST.replace("\"Test\"", "\"Rows\"")),
        ("rows/cards.csv", "name,text\nWölf,\"one\ntwo \u{f100}\"\nBear,x\n"),
        (
            "rows/templates/card.svg",
            &TEMPLATE.replace("</svg>", "<text font-family=\"Cinzell\">{{ card.text }}</text></svg>"),
        ),
        ("latin/game.toml", MANIFEST),
        ("latin/templates/card.svg", TEMPLATE),
    ]);
    std::fs::write(folder.0.join("latin/cards.csv"), b"name\nCaf\xe9\n").unwrap();
    for (game, code) in [("wrong", 1), ("rows", 1), ("latin", 0)] {
        // From inside, so that no path has a separator of the system in it.
        let inside = Temporary(folder.0.join(game));
        let checked = deckle(&inside, &["check"]);
        assert_eq!(checked.status.code(), Some(code), "{game}");
        as_accepted(checked.stderr, &format!("mistakes-{game}.txt"));
        let as_json = deckle(&inside, &["check", "--message-format", "json"]);
        assert_eq!(as_json.status.code(), Some(code), "{game}");
        assert!(as_json.stderr.is_empty(), "{game}");
        as_accepted(as_json.stdout, &format!("mistakes-{game}.jsonl"));
    }
}

/// Runs with messages for programs, and asserts that it says something, and all of it in JSON.
fn only_json(folder: &Temporary, arguments: &[&str], code: i32) -> Vec<serde_json::Value> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--message-format", "json"]);
    let ended = deckle(folder, &arguments);
    assert_eq!(ended.status.code(), Some(code), "{arguments:?}");
    let out = out(&ended);
    let read = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not in JSON: {line}"));
    let lines: Vec<serde_json::Value> = out.lines().map(read).collect();
    assert!(lines.iter().all(serde_json::Value::is_object), "{lines:#?}");
    let words = String::from_utf8_lossy(&ended.stderr);
    assert!(words.is_empty(), "{arguments:?}: not in JSON: {words}");
    assert!(!lines.is_empty(), "{arguments:?}");
    lines
}

/// A folder with a game named `good`, and a file in the way of an output.
pub fn good() -> Temporary {
    let folder = Temporary::new();
    folder.write(&[
        ("good/game.toml", MANIFEST),
        ("good/cards.csv", "name\nWolf\n"),
        ("good/templates/card.svg", TEMPLATE),
        ("file", "in the way of the output"),
    ]);
    folder
}

#[test]
fn every_line_about_a_game_is_json_for_programs() {
    let folder = good();
    only_json(&folder, &["build", "good", "--dpi", "50"], 0);
    only_json(&folder, &["build", "good", "--paper", "a44"], 2);
    let lines = only_json(&folder, &["build", "good", "--out", "file"], 2);
    let told: Vec<_> = lines.iter().filter(|line| line["severity"] == "error").collect();
    assert!(told.len() == 1 && told[0]["message"].as_str().unwrap().contains("file"), "{lines:#?}");
    assert_eq!(lines.last().unwrap()["errors"], 1);
}

#[test]
fn a_paper_of_the_command_line_is_named_or_measured_as_in_the_manifest() {
    let folder = good();
    let own = format!("{MANIFEST}[papers]\nmine = \"200 x 250 mm\"\n");
    folder.write(&[("good/game.toml", &own)]);
    for (paper, file) in [
        ("mine", "mine"),
        ("210x297mm", "210x297mm"),
        ("200 x 290 mm", "200-x-290-mm"),
        ("a5", "a5"),
    ] {
        let done = deckle(&folder, &["build", "good", "--dpi", "50", "--paper", paper]);
        assert_eq!(done.status.code(), Some(0), "{paper}");
        let sheet = folder.0.join(format!("output/good/sheets/deck-{file}.pdf"));
        assert!(sheet.is_file(), "{}", sheet.display());
    }
    for (paper, has) in [
        ("a44", "did you mean `a4`?"),
        ("210x297", "a length carries its unit"),
        ("2x3mm", "a paper of 2 x 3 mm is out of range"),
    ] {
        let wrong = deckle(&folder, &["check", "good", "--paper", paper]);
        assert_eq!(wrong.status.code(), Some(2), "{paper}");
        let said = String::from_utf8(wrong.stderr).unwrap();
        assert!(said.contains(has), "{said}");
    }
}

#[test]
fn games_that_cannot_be_opened_are_told_to_programs_in_json() {
    let folder = good();
    only_json(&folder, &["check", "nowhere"], 2);
    only_json(&folder, &["check", "good", "good"], 2);
}

#[test]
fn nothing_is_in_colour_where_nobody_sees_it() {
    let folder = good();
    folder.write(&[("good/cards.csv", "name\nWolf \u{f100}\n")]);
    for no_color in [None, Some(""), Some("1")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deckle"));
        command.args(["check", "good"]).current_dir(&folder.0).env_remove("NO_COLOR");
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let ended = command.output().unwrap();
        let words = String::from_utf8(ended.stderr).unwrap();
        assert!(words.starts_with("error[glyph]"), "{words}");
        assert!(!words.contains('\u{1b}'), "{no_color:?}: {words:?}");
    }
}

#[test]
fn one_bad_game_of_several_does_not_stop_the_others() {
    let folder = Temporary::new();
    for (game, cards) in
        [("a", "name\nWolf\n"), ("b", "name\nWolf \u{f100}\n"), ("c", "name\nFox\n")]
    {
        folder.write(&[
            (&format!("{game}/game.toml"), MANIFEST),
            (&format!("{game}/cards.csv"), cards),
            (&format!("{game}/templates/card.svg"), TEMPLATE),
        ]);
    }
    let built = deckle(&folder, &["build", "a", "b", "c", "--dpi", "50"]);
    assert_eq!(built.status.code(), Some(1));
    assert_eq!(out(&built).lines().count(), 2, "{}", out(&built));
    let made = files(&folder.0.join("output"));
    let has = |name: &str| made.contains_key(name);
    assert!(has("a/cards/deck/0001-wolf.png") && has("c/cards/deck/0001-fox.png"));
    assert!(!made.keys().any(|name| name.starts_with("b/")), "{:?}", made.keys());
}

#[test]
fn parts_can_be_built_alone_and_leave_the_other_part() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nWolf\n"),
        ("game/templates/card.svg", TEMPLATE),
    ]);
    let build = |only: &str| {
        let built = deckle(&folder, &["build", "game", "--dpi", "50", "--only", only]);
        assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
        files(&folder.0.join("output/game")).into_keys().collect::<Vec<_>>()
    };
    let (card, sheet) = ("cards/deck/0001-wolf.png".to_owned(), "sheets/deck-a4.pdf".to_owned());
    let cards = build("cards");
    assert!(cards.contains(&card) && !cards.contains(&sheet), "{cards:?}");
    let sheets = build("sheets");
    assert!(sheets.contains(&sheet), "{sheets:?}");
    // Whether pictures of an earlier build stay is the program's choice; that it is one is not.
    let both = build("cards,sheets");
    assert!(both.contains(&card) && both.contains(&sheet), "{both:?}");
}

#[test]
fn templates_that_call_themselves_are_told_and_do_not_crash() {
    let folder = Temporary::new();
    for (name, card) in [
        ("include", "<svg viewBox=\"{{ view_box }}\">{% include \"card.svg\" %}</svg>"),
        ("extends", "{% extends \"card.svg\" %}"),
    ] {
        folder.write(&[
            (&format!("{name}/game.toml"), MANIFEST),
            (&format!("{name}/cards.csv"), "name\nWolf\n"),
            (&format!("{name}/templates/card.svg"), card),
        ]);
        let checked = deckle(&folder, &["check", name]);
        let told = String::from_utf8_lossy(&checked.stderr).into_owned();
        assert_eq!(checked.status.code(), Some(1), "{name}: {told}");
        assert!(told.contains("card.svg"), "{name}: {told}");
    }
}

#[test]
fn output_that_cannot_be_written_ends_with_two() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nWolf\n"),
        ("game/templates/card.svg", TEMPLATE),
        ("file", "in the way"),
    ]);
    let built = deckle(&folder, &["build", "game", "--out", "file"]);
    assert_eq!(built.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&built.stderr).starts_with("game: error: "));
    assert_eq!(std::fs::read(folder.0.join("file")).unwrap(), b"in the way");
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_full_device_takes_in_part_is_a_fault_of_the_machine() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let mut list = Command::new(env!("CARGO_BIN_EXE_deckle"));
    let done = list.args(["list", "icons"]).stdout(full).output().expect("the program starts");
    assert_eq!(done.status.code(), Some(2));
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.starts_with("error: standard output: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn nobody_listening_is_no_fault_of_any_command() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", "name\nWolf \u{f100}\n"),
        ("game/templates/card.svg", TEMPLATE),
    ]);
    for (arguments, code) in [
        (&["list", "icons"][..], 0),
        (&["explain"], 0),
        (&["--help"], 0),
        (&["check", "game"], 1),
        (&["check", "game", "--message-format", "json"], 1),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_deckle"))
            .args(arguments)
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_game_is_built_from_any_folder_and_any_path() {
    let folder = Temporary::new();
    folder.write(&[
        ("Größe & co/game.toml", MANIFEST),
        ("Größe & co/cards.csv", "name\nWolf\n"),
        ("Größe & co/templates/card.svg", TEMPLATE),
        ("elsewhere/empty", ""),
    ]);
    let inside = Temporary(folder.0.join("Größe & co"));
    let here = deckle(&inside, &["build", "--dpi", "50", "--out", "../one"]);
    assert_eq!(here.status.code(), Some(0), "{}", String::from_utf8_lossy(&here.stderr));
    let elsewhere = Temporary(folder.0.join("elsewhere"));
    let there = deckle(&elsewhere, &["build", "../Größe & co/", "--dpi", "50", "--out", "../two"]);
    assert_eq!(there.status.code(), Some(0), "{}", String::from_utf8_lossy(&there.stderr));
    let (one, two) = (files(&folder.0.join("one")), files(&folder.0.join("two")));
    assert_eq!(one.len(), 4, "{:?}", one.keys());
    assert!(one == two);
}

#[test]
fn a_calibration_sheet_has_a_front_and_a_back_of_the_papers_size() {
    let folder = Temporary::new();
    let out = folder.0.join("out");
    let run = |arguments: &[&str]| {
        let all = [&["calibrate", "--out", out.to_str().unwrap()], arguments].concat();
        deckle(&folder, &all)
    };
    let done = run(&["--paper", "a4,letter", "--flip", "short-edge"]);
    assert_eq!(done.status.code(), Some(0));
    for (paper, w, h) in [("a4", 595.2756, 841.8898), ("letter", 612.0, 792.0)] {
        let path = out.join(format!("calibration-{paper}-short-edge.pdf"));
        let pdf = lopdf::Document::load(&path).unwrap();
        let pages: Vec<_> = pdf.page_iter().collect();
        assert_eq!(pages.len(), 2);
        for page in pages {
            let media = pdf.get_dictionary(page).unwrap().get(b"MediaBox").unwrap();
            let sides = media.as_array().unwrap()[2..].iter();
            let sides: Vec<_> = sides.map(|side| f64::from(side.as_float().unwrap())).collect();
            assert!((sides[0] - w).abs() < 0.001 && (sides[1] - h).abs() < 0.001, "{sides:?}");
        }
    }
    assert_eq!(run(&["--paper", "200 x 280 mm"]).status.code(), Some(0));
    assert!(out.join("calibration-200-x-280-mm-long-edge.pdf").is_file());
    let wrong = run(&["--paper", "a44"]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(
        said.contains("there is no paper `a44`") && said.contains("did you mean `a4`?"),
        "{said}"
    );
}

#[test]
fn a_simulation_is_told_replayed_varied_and_drawn() {
    let folder = Temporary::new();
    assert_eq!(deckle(&folder, &["new", "mine", "--from", "wolf-pack"]).status.code(), Some(0));
    let run = |more: &[&str]| {
        let all = [&["simulate", "mine", "--games", "300"], more].concat();
        let output = deckle(&folder, &all);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{more:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        out(&output)
    };
    let told = run(&[]);
    assert!(
        told.starts_with("mine: seed 1; in brackets: 95 % intervals (Wilson's for shares)\n\n2 seats, 300 games\n  opening hand         5 of 90 cards, exact: mean (at least one): Detection 1.222 (76.28 %)"),
        "{told}"
    );
    assert!(told.contains("never played         Watery Grave"), "{told}");
    // Ten hands for each game, beside the odds of 8, 10 and 12 cards of 90 among five.
    assert!(told.contains("in the opening hand of Wolf Pack in "), "{told}");
    assert!(told.contains(" of 3000 hands; exactly 5.85 %\n"), "{told}");
    assert_eq!(told, run(&["--jobs", "1"]));
    assert_ne!(told, run(&["--seed", "2"]));
    assert!(run(&["--policy", "Convoy=random"]).contains("by the policy `random`"));
    let replayed = run(&["--replay", "17"]);
    assert!(
        replayed.starts_with("Wolf Pack, game 17 (the first is game 0), seed 1\n2 seats: Wolf Pack (policy `Wolf Pack`), Convoy (policy `Convoy`)\nSet-up\n  "),
        "{replayed}"
    );
    assert!(
        replayed.lines().last().is_some_and(|line| line.contains(" wins in round ")),
        "{replayed}"
    );
    let varied = run(&["--vary", "Dive=5..7"]);
    assert_eq!(varied.lines().count(), 4, "{varied}");
    let page = run(&["--format", "html"]);
    let xml = page.replace("<!doctype html>\n", "").replace("<meta charset=\"utf-8\">", "");
    let document = roxmltree::Document::parse(&xml);
    assert!(document.is_ok(), "{:?}", document.err());
    let has = [
        "Who wins, and how games end",
        "cut off: too many steps",
        "Opening hand: 5 of 90 cards",
        "Length of a game",
        ">rounds</text>",
        ">share of the games</text>",
        ">20 %</text>",
        "A pile first runs out, in games",
        "by the draws alone",
        "among all cards drawn so far, exact",
        "Lead of the first over the second",
        "Plays of each card",
        "95 % intervals",
    ];
    has.iter().for_each(|words| assert!(page.contains(words), "{words}"));
    assert!(page.matches("<svg").count() >= 5 && page.contains("class=\"circle\""), "{page}");
    let compared = run(&["--compare", "Convoy=random", "--compare", "greedy"]);
    for words in [
        "300 games for each column",
        "as declared",
        "Convoy=random",
        "difference",
        "by `random`",
        "points (",
        "over an even share",
        "rounds, 5/50/95 %",
    ] {
        assert!(compared.contains(words), "{words}: {compared}");
    }
    let page = run(&["--compare", "Convoy=random", "--format", "html"]);
    assert!(
        page.contains("“random”")
            && page.contains("difference from “as declared”")
            && page.contains("an even share")
    );
    let object = run(&["--compare", "Convoy=random", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["tables"][0]["variants"][1]["policies"][1], "random");
    let whole = run(&["--format", "json"]);
    let parts: Vec<String> = (1..=3)
        .map(|part| {
            let file = format!("part-{part}.json");
            run(&["--format", "json", "--shard", &format!("{part}/3"), "--out", &file]);
            file
        })
        .collect();
    let merged = deckle(
        &folder,
        &["simulate", "--format", "json", "--merge", &parts[2], &parts[0], &parts[1]],
    );
    assert_eq!(out(&merged), whole);
}

#[test]
fn a_simulation_that_cannot_be_is_told() {
    let folder = Temporary::new();
    folder.write(&[
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", TEMPLATE),
    ]);
    let nothing = deckle(&folder, &["simulate"]);
    assert_eq!(nothing.status.code(), Some(1));
    let told = String::from_utf8(nothing.stderr).unwrap();
    assert!(
        told.contains("there is nothing to play: the manifest declares no set-up and no turn"),
        "{told}"
    );
    for arguments in [
        &["simulate", "--shard", "4/3"][..],
        &["simulate", "--vary", "Wolf"],
        &["simulate", "--games", "0"],
        &["simulate", "--merge", "none.json"],
        &["simulate", "nowhere"],
    ] {
        assert_eq!(deckle(&folder, arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn results_of_checks_have_forms_for_programs() {
    let folder = Temporary::new();
    let manifest =
        format!("{MANIFEST}[checks]\nsize = \"deck == 2\"\nwolves = \"count(Wolf) < 1\"\n");
    folder.write(&[
        ("game.toml", &manifest),
        ("cards.csv", "name,count\nWolf,2\n"),
        ("templates/card.svg", TEMPLATE),
    ]);
    let report = |form: &str| {
        let checked = deckle(&folder, &["check", "--report", form]);
        assert_eq!(checked.status.code(), Some(1), "{form}");
        out(&checked)
    };
    let table = report("human");
    assert_eq!(table, "  size    holds        2\n  wolves  FAILS        2\n");
    let json: serde_json::Value = serde_json::from_str(&report("json")).unwrap();
    assert_eq!(
        (json["checks"][1]["verdict"].as_str(), json["checks"][1]["line"].as_u64()),
        (Some("FAILS"), Some(9))
    );
    let finding = &json["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"check-failed".into(), &"error".into()));
    assert_eq!((&finding["file"], &finding["line"]), (&"game.toml".into(), &9.into()));
    assert!(finding["message"].as_str().unwrap().contains("`wolves` does not hold"));
    let failures = |junit: &str| {
        let document = roxmltree::Document::parse(junit).unwrap();
        let suite = document.root_element();
        assert_eq!(suite.attribute("tests"), Some("2"));
        let failed = document.descendants().filter(|node| node.has_tag_name("failure")).count();
        assert_eq!(suite.attribute("failures"), Some(failed.to_string().as_str()));
        failed
    };
    assert_eq!(failures(&report("junit")), 1);
    // What is meant, or is only a warning, is no failure.
    let allow = "[[allow]]\ncode = \"check-failed\"\nreason = \"two are enough\"\n";
    folder.write(&[("game.toml", &format!("{manifest}{allow}"))]);
    assert_eq!(failures(&out(&deckle(&folder, &["check", "--report", "junit"]))), 0);
    folder.write(&[("game.toml", &manifest)]);
    let sarif: serde_json::Value = serde_json::from_str(&report("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "check-failed");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 9);
    // A build stops at a check that fails, unless it is told not to look.
    assert_eq!(deckle(&folder, &["build", "--dpi", "50"]).status.code(), Some(1));
    assert!(!folder.0.join("output").exists());
    assert_eq!(deckle(&folder, &["build", "--dpi", "50", "--no-check"]).status.code(), Some(0));
}
