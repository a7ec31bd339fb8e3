//! The README says what the code says: its tables are made of the code's own.
//!
//! `BLESS=1` writes them anew.

use std::fmt::Write;
use std::path::PathBuf;

use deckle::compose::kit;
use deckle::diag::CODES;
use deckle::geom::{Size, decimal};
use deckle::model::{CARD_SIZES, PAPERS};
use deckle::sim::lang::reference::{
    CONTEXTS, Entry, FUNCTIONS, OWNERS, POLICIES, STATISTICS, STEPS,
};

use super::cli::deckle;
use super::support::Temporary;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn sizes(rows: impl Iterator<Item = (&'static str, f64, f64, &'static str)>) -> String {
    let mut table = String::from("| name | size | inches | |\n| --- | --- | --- | --- |\n");
    for (name, w, h, note) in rows {
        let inches = format!("{} x {}", decimal(w / 25.4), decimal(h / 25.4));
        writeln!(table, "| `{name}` | {} | {inches} | {note} |", Size { w, h }).unwrap();
    }
    table
}

fn codes() -> String {
    let mut table = String::from("| message | what it means |\n| --- | --- |\n");
    for (code, words) in CODES {
        writeln!(table, "| `{}` | {} |", code.name(), words.replace('|', "\\|")).unwrap();
    }
    table
}

/// Arguments in the order of their file; those that a call needs stand out.
fn components() -> String {
    let mut table =
        String::from("| component | what it is for | arguments |\n| --- | --- | --- |\n");
    for one in kit::components() {
        let names = one.arguments.iter().map(|argument| match argument.required {
            true => format!("**{}**", argument.name),
            false => argument.name.clone(),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(table, "| `{}` | {} | {names} |", one.name, one.about).unwrap();
    }
    table
}

/// A part of the language of rules and checks.
fn entries(title: &str, entries: &[Entry]) -> String {
    let mut table = format!("| {title} | what it means |\n| --- | --- |\n");
    for Entry { form, what, .. } in entries {
        writeln!(table, "| `{}` | {} |", form.replace('|', "\\|"), what.replace('|', "\\|"))
            .unwrap();
    }
    table
}

/// The block of code behind a marker, and where it begins and ends.
fn example<'r>(readme: &'r str, name: &str) -> (&'r str, std::ops::Range<usize>) {
    let marker = format!("<!-- example: {name} -->\n```");
    let at = readme.find(&marker).expect("a marker") + marker.len();
    let start = at + readme[at..].find('\n').expect("a line") + 1;
    let end = start + readme[start..].find("```").expect("its end");
    (&readme[start..end], start..end)
}

/// The README with what the program says of the game in its chapter on rules.
fn played(readme: &str) -> String {
    let home = Temporary::new();
    std::fs::create_dir(home.0.join("regatta")).unwrap();
    for (name, file) in [("cards", "regatta/cards.csv"), ("rules", "regatta/game.toml")] {
        std::fs::write(home.0.join(file), example(readme, name).0).unwrap();
    }
    let compare =
        ["simulate", "regatta", "--players", "2", "--games", "20000", "--compare", "calm"];
    let mut readme = readme.to_owned();
    for (name, arguments) in
        [("check", &["check", "--strict", "regatta"][..]), ("compare", &compare)]
    {
        let output = deckle(&home, arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let range = example(&readme, name).1;
        readme.replace_range(range, &String::from_utf8(output.stdout).unwrap());
    }
    readme
}

/// Puts `table` between the markers of that name.
fn put(readme: &str, name: &str, table: &str) -> String {
    let start = format!("<!-- table: {name} -->\n");
    let at = readme.find(&start).expect("a marker") + start.len();
    let end = at + readme[at..].find("<!-- end -->").expect("its end");
    format!("{}{table}{}", &readme[..at], &readme[end..])
}

#[test]
fn the_tables_of_the_readme_come_from_the_code() {
    let file = path("README.md");
    let readme = std::fs::read_to_string(&file).unwrap();
    let cards = CARD_SIZES.iter().map(|one| (one.name, one.w, one.h, one.note));
    let papers = PAPERS.iter().map(|one| (one.name, one.w, one.h, one.note));
    let mut wanted = put(&readme, "sizes", &sizes(cards));
    wanted = put(&wanted, "papers", &sizes(papers));
    wanted = put(&wanted, "components", &components());
    wanted = put(&wanted, "codes", &codes());
    wanted = played(&wanted);
    for (name, title, all) in [
        ("functions", "function", FUNCTIONS),
        ("contexts", "context", CONTEXTS),
        ("statistics", "statistic", STATISTICS),
        ("steps", "step", STEPS),
        ("owners", "owner", OWNERS),
        ("policies", "policy", POLICIES),
    ] {
        wanted = put(&wanted, name, &entries(title, all));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &wanted).unwrap();
    } else {
        assert!(readme == wanted, "the README's tables are old: run BLESS=1 cargo test readme");
    }
}

#[test]
fn every_file_that_the_readme_links_to_is_there() {
    let readme = std::fs::read_to_string(path("README.md")).unwrap();
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let missing: Vec<_> =
        links.filter(|link| !link.starts_with("http") && !path(link).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_tutorials_template_and_manifest_are_right() {
    let readme = std::fs::read_to_string(path("README.md")).unwrap();
    let block = |kind: &str| {
        let start = readme.find(&format!("```{kind}\n")).expect("a block") + kind.len() + 4;
        let end = start + readme[start..].find("```").expect("its end");
        readme[start..end].to_owned()
    };
    let starter = |name| deckle::embed::file(&format!("templates/new/{name}")).unwrap();
    let template = block("svg");
    // The manifest of the reference names everything, so it needs everything that it names.
    let manifest = block("toml").replace("separator = \";\"", "separator = \",\"");
    let files: [(&str, &[u8]); 3] = [
        ("game.toml", manifest.as_bytes()),
        ("cards.csv", b"name,count,text,template,back\nLighthouse,2,It shines.,,\n"),
        ("templates/card.svg", template.as_bytes()),
    ];
    check("manifest", files);
    let files = [
        ("game.toml", starter("game.toml")),
        ("cards.csv", starter("cards.csv")),
        ("templates/card.svg", template.as_bytes()),
    ];
    check("tutorial", files);
}

#[test]
fn the_calls_in_the_chapter_on_components_are_right() {
    let readme = std::fs::read_to_string(path("README.md")).unwrap();
    let chapter = &readme[readme.find("## Components\n").expect("the chapter")..];
    let start = chapter.find("```svg\n").expect("its example") + 7;
    let calls = &chapter[start..start + chapter[start..].find("```").expect("its end")];
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{calls}</svg>");
    let files: [(&str, &[u8]); 3] = [
        ("game.toml", super::support::MANIFEST.as_bytes()),
        ("cards.csv", b"name,cost\nLighthouse,2\n"),
        ("templates/card.svg", template.as_bytes()),
    ];
    check("components", files);
}

fn check(name: &str, files: [(&str, &[u8]); 3]) {
    use deckle::pipeline::{self, Options, Quiet};
    let workspace = deckle::workspace::Memory::new(name, files);
    let (mut sources, mut sink) = Default::default();
    let checked = pipeline::check(&workspace, &Options::default(), &mut sources, &mut sink, &Quiet);
    assert!(
        checked.is_ok() && sink.list().is_empty(),
        "{name}: {:?} {:?}",
        checked.err(),
        sink.list()
    );
}
