//! The shape of the source: downhill imports, a sentence at the top of each file, one usvg.

use std::path::{Path, PathBuf};

use super::support::root;
use deckle::diag::CODES;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            found.push(path);
        }
    }
}

fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&root().join("src"), &mut found);
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root().join("src")).expect("below src").to_string_lossy();
        (name.replace('\\', "/"), std::fs::read_to_string(&path).expect("a source"))
    };
    let mut all: Vec<_> = found.into_iter().map(read).collect();
    all.sort();
    all
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let order: Vec<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(order.len() > 10, "{order:?}");
    let place = |name: &str| order.iter().position(|known| *known == name);
    let mut climbs = Vec::new();
    for (file, text) in all() {
        let module = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(own) = place(module) else { continue };
        for rest in text.split("crate::").skip(1) {
            let used =
                rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if place(used).is_some_and(|used| used > own) {
                climbs.push(format!("{file} uses {used}"));
            }
        }
    }
    assert!(climbs.is_empty(), "{climbs:#?}");
}

#[test]
fn every_file_says_what_it_is_and_can_be_seen_whole() {
    for (file, text) in all().iter().filter(|(file, _)| file != "lib.rs") {
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! ") || file.ends_with("tests.rs") || file.contains("/tests/"),
            "{file}: {first}"
        );
        assert!(text.lines().count() <= 500, "{file} has {} lines", text.lines().count());
        let unfinished = ["todo!(", "unimplemented!(", "dbg!("];
        assert!(unfinished.iter().all(|word| !text.contains(word)), "{file} is unfinished");
    }
}

#[test]
fn there_is_one_usvg_and_one_resvg() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for name in ["usvg", "resvg", "krilla", "printpdf"] {
        assert_eq!(lock.matches(&format!("name = \"{name}\"\n")).count(), 1, "{name}");
    }
}

#[test]
fn messages_are_in_order_and_explained() {
    let names: Vec<_> = CODES.iter().map(|(code, _)| code.name()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
    for (code, words) in CODES {
        assert!(words.len() > 40 && words.ends_with('.'), "{}: {words}", code.name());
    }
}

#[test]
fn the_top_level_holds_what_was_agreed() {
    let agreed = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "data",
        "fonts",
        "output",
        "rustfmt.toml",
        "src",
        "target",
        "templates",
        "tests",
    ];
    for entry in std::fs::read_dir(root()).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(name.starts_with('.') || agreed.contains(&name.as_str()), "{name}");
    }
}
