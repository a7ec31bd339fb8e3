//! The shape of the source: downhill imports, a sentence at the top of each file, one usvg.

use std::collections::BTreeSet;
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

/// The modules that a source names after `crate::`, one by one or in braces.
fn used(text: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        let names = match rest.strip_prefix('{') {
            Some(group) => first_names(group),
            None => vec![word(rest)],
        };
        used.extend(names.into_iter().map(str::to_owned));
    }
    used
}

/// The word that `text` begins with.
fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The first word of each item of a group in braces: `a::{b, c}, d}` gives a and d.
fn first_names(group: &str) -> Vec<&str> {
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(word(group[start..at].trim_start()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

#[test]
fn imports_are_read_one_by_one_and_in_braces() {
    let read = used("use crate::a::b;\nuse crate::{c::{d, e}, f, g::h};\nlet x = crate::i::j();");
    assert_eq!(read.into_iter().collect::<Vec<_>>(), ["a", "c", "f", "g", "i"]);
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let order: Vec<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(order.len() > 10, "{order:?}");
    let place = |name: &str| order.iter().position(|known| *known == name);
    let (mut climbs, mut imports) = (Vec::new(), 0);
    for (file, text) in all() {
        let module = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if module == "lib" || module == "main" || file == "embed/build.rs" {
            continue;
        }
        let own = place(module).unwrap_or_else(|| panic!("{file} is in no module of lib.rs"));
        for used in used(&text) {
            imports += 1;
            if place(&used).is_some_and(|used| used > own) {
                climbs.push(format!("{file} uses {used}"));
            }
        }
    }
    assert!(climbs.is_empty(), "{climbs:#?}");
    assert!(imports > 100, "only {imports} imports were read");
}

#[test]
fn every_file_says_what_it_is_and_can_be_seen_whole() {
    for (file, text) in all() {
        let first = text.lines().next().unwrap_or_default();
        // The library's own first sentence is ARCHITECTURE.md.
        let says = first.starts_with("//! ") || file == "lib.rs" && first.starts_with("#![doc");
        assert!(says, "{file}: {first}");
        assert!(text.lines().count() <= 500, "{file} has {} lines", text.lines().count());
        let unfinished = ["todo!(", "unimplemented!(", "dbg!("];
        assert!(unfinished.iter().all(|word| !text.contains(word)), "{file} is unfinished");
    }
}

#[test]
fn xml_is_read_within_bounds_only() {
    let reads = |(name, text): &(String, String)| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        code.contains("Document::parse").then(|| name.clone())
    };
    let found: Vec<_> = all().iter().filter_map(reads).collect();
    assert_eq!(found, ["load/table/book/xml.rs", "xml/mod.rs"]);
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
fn every_kind_of_message_is_used() {
    let sources = all();
    for (code, _) in CODES {
        let constant = format!("Code::{}", code.name().to_uppercase().replace('-', "_"));
        let used = sources.iter().any(|(file, text)| {
            file != "diag/codes.rs"
                && text.match_indices(&constant).any(|(at, _)| {
                    // `FONT` is not `FONT_WEIGHT`.
                    !text[at + constant.len()..]
                        .starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
        });
        assert!(used, "nothing says {constant}");
    }
}

#[test]
fn the_top_level_holds_exactly_what_was_agreed() {
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
        "templates",
        "tests",
    ];
    let entries = std::fs::read_dir(root()).unwrap().flatten();
    let names: BTreeSet<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && name != "target")
        .collect();
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), agreed);
}
