//! The program as a person types it: what it prints, and how it ends.

use std::process::{Command, Output, Stdio};

use snapbox::{Data, assert_data_eq, str};

use super::support::{MANIFEST, TEMPLATE, Temporary};

fn deckle(folder: &Temporary, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckle"))
        .args(arguments)
        .current_dir(&folder.0)
        .env("NO_COLOR", "1")
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
    assert_eq!(
        (checked.status.code(), out(&checked).as_str()),
        (Some(0), "mine: 90 cards, 14 designs: checked\n")
    );
    let unknown = deckle(&folder, &["new", "other", "--from", "wolfpack"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert_data_eq!(
        err(&unknown),
        str![[r#"
error: there is no sample game `wolfpack`
help: did you mean `wolf-pack`?

"#]]
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
    assert_data_eq!(
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

"#]]
    );
    folder.write(&[("game.toml", MANIFEST)]);
    assert_data_eq!(
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

"#]]
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
    assert!(!folder.0.join("output").join("x").exists());
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
