//! A check after a build: what the build has noticed about faces that are as they were is told again, and no more.

use std::fs;

use deckle::workspace::Folder;

use super::support::{MANIFEST, Temporary, build, files, quick, told, told_after};

/// Texts of one size for all of the deck, of which some do not fit, and a line that may leave the card.
const TEMPLATE: &str = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>\
    <text x=\"{{ card.x }}\" y=\"10\" font-size=\"5\">{{ card.name }}</text>\
    <text deckle:box=\"5 20 20 6\" deckle:fit=\"deck 2\" font-size=\"4\">{{ card.text }}</text></svg>";
const CARDS: &str = "name,x,text\nWolf,5,short\nBear,58,a few words\nFox,5,more words\n";

fn game() -> Temporary {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", CARDS),
        ("game/templates/card.svg", TEMPLATE),
    ]);
    folder
}

/// What a check says that knows the build, which must be what one says that knows nothing.
fn both(folder: &Temporary) -> Vec<String> {
    let game = Folder::open(&folder.0.join("game")).unwrap();
    let after = told_after(&game, Some(&folder.0.join("out")));
    assert_eq!(after, told(&game));
    after
}

#[test]
fn after_a_build_and_any_change_a_check_says_what_it_would_say_without() {
    let folder = game();
    assert_eq!(both(&folder).len(), 1, "before any build");
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let before = files(&folder.0.join("out"));
    assert_eq!(both(&folder).len(), 1, "Bear leaves the card");
    let moved = TEMPLATE.replace("y=\"10\"", "y=\"95\"");
    let changes = [
        ("cards.csv", CARDS.replace("Fox,5", "Fox,58"), 2),
        ("cards.csv", CARDS.replace("58", "5"), 0),
        ("cards.csv", CARDS.replace("short", "a text that is much longer than its box is"), 1),
        ("cards.csv", CARDS.replace("Wolf", "Wolf \u{16A0}"), 2),
        ("cards.csv", CARDS.replace("Wolf,5,short\n", ""), 1),
        ("templates/card.svg", moved, 3),
        ("game.toml", MANIFEST.replace("\"cards.csv\"", "\"cards.csv\"\nsize = \"tarot\""), 0),
    ];
    for (file, text, count) in changes {
        let path = folder.0.join("game").join(file);
        let old = fs::read_to_string(&path).unwrap();
        fs::write(&path, text).unwrap();
        let told = both(&folder);
        assert_eq!(told.len(), count, "{file}: {told:#?}");
        fs::write(&path, old).unwrap();
    }
    assert!(files(&folder.0.join("out")) == before, "a check writes nothing");
}

#[test]
fn faces_that_are_as_they_were_built_are_not_looked_at_again() {
    let folder = game();
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let caches = fs::read_dir(folder.0.join("out/.deckle-cache")).unwrap().flatten();
    let cache = caches.map(|entry| entry.path()).find(|path| path.is_dir()).unwrap();
    let notes = cache.join("game.faces.json");
    let kept = fs::read_to_string(&notes).unwrap();
    assert_eq!(kept.matches("beyond").count(), 1, "{kept}");
    fs::write(&notes, kept.replace("beyond", "remembered to be beyond")).unwrap();
    let game = Folder::open(&folder.0.join("game")).unwrap();
    let after = told_after(&game, Some(&folder.0.join("out")));
    assert!(after[0].contains("remembered"), "{after:?}");
    assert!(!told(&game)[0].contains("remembered"));
}
