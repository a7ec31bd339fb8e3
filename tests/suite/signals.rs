//! A build that is stopped or killed on the way: the last output stays, and the next build is whole.

use std::process::{Child, Command, Stdio};

use super::cli::{deckle, good};
use super::support::{TEMPLATE, Temporary, files};

/// A game of many cards, and its build, begun.
fn begun(folder: &Temporary) -> Child {
    let rows: String = (0..400).map(|at| format!("Card {at}\n")).collect();
    folder.write(&[("good/cards.csv", &format!("name\n{rows}"))]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_deckle"))
        .args(["build", "good", "--dpi", "300"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A build that ends or hangs before it draws is a fault of its own, and no test waits for ever.
    let patience = std::time::Instant::now();
    while cached(folder) <= 8 {
        assert!(child.try_wait().unwrap().is_none(), "the build ended before it was stopped");
        if patience.elapsed().as_secs() > 60 {
            child.kill().unwrap();
            panic!("nothing was drawn in a minute");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child
}

/// How many pictures are in the cache.
fn cached(folder: &Temporary) -> usize {
    let mut folders = vec![folder.0.join("output/.deckle-cache")];
    let mut count = 0;
    while let Some(next) = folders.pop() {
        for path in std::fs::read_dir(next).into_iter().flatten().flatten().map(|one| one.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "png") {
                count += 1;
            }
        }
    }
    count
}

#[test]
fn a_build_that_is_stopped_or_killed_leaves_the_last_output_and_the_next_one_is_whole() {
    let folder = good();
    assert_eq!(deckle(&folder, &["build", "good", "--dpi", "300"]).status.code(), Some(0));
    let output = folder.0.join("output");
    let before = files(&output);
    for (signal, code) in [("-INT", Some(130)), ("-KILL", None)] {
        let template = TEMPLATE.replace("#fff", if signal == "-INT" { "#ffe" } else { "#fef" });
        folder.write(&[("good/templates/card.svg", &template)]);
        let _ = std::fs::remove_dir_all(output.join(".deckle-cache"));
        let child = begun(&folder);
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), code, "{}", String::from_utf8_lossy(&ended.stderr));
        assert!(files(&output) == before, "{signal} changed the output");
    }
    folder.write(&[("good/cards.csv", "name\nWolf\nBear\n")]);
    assert_eq!(deckle(&folder, &["build", "good", "--dpi", "50"]).status.code(), Some(0));
    let clean = deckle(&folder, &["build", "good", "--dpi", "50", "--out", "clean", "--no-cache"]);
    assert_eq!(clean.status.code(), Some(0));
    assert!(files(&output.join("good")) == files(&folder.0.join("clean/good")));
}
