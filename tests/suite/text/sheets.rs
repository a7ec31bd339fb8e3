//! Boxes of text in a sheet: words that can be searched, and no more of a font than they need.

use crate::reader::{fonts, plain, text};
use crate::support::{MANIFEST, Temporary, build, quick, root};
use lopdf::Document;

#[test]
fn the_words_of_boxes_can_be_searched_in_the_sheet() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &format!("{MANIFEST}[styles.hit]\nweight = 700\n")),
        ("game/cards.csv", "name,text\nA,\"Pay {sun} and {coins|2}, [hit: two wounds], **then** office and waffles.\"\nB,手札に二枚引く。\nC,\"שלום עולם.\"\n"),
        ("game/templates/card.svg", "<svg viewBox=\"{{ view_box }}\"><text deckle:box=\"4 4 55 80\" deckle:align=\"justify\" font-size=\"5\">{{ card.text }}</text></svg>"),
    ]);
    for (name, to) in [("NotoSansJP-subset.ttf", "jp.ttf"), ("NotoSansHebrew-subset.ttf", "he.ttf")]
    {
        let target = folder.0.join("game/fonts");
        std::fs::create_dir_all(&target).unwrap();
        std::fs::copy(root().join("tests/fonts").join(name), target.join(to)).unwrap();
    }
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    let bytes = std::fs::read(folder.0.join("out/game/sheets/deck-a4.pdf")).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let words = plain(&text(&document, document.page_iter().next().unwrap()));
    for part in ["Pay and 2, two wounds, then office and waffles.", "手札に二枚引く"] {
        assert!(words.contains(&plain(part)), "{part}: {words}");
    }
    // Letters from the right are drawn from the left.
    assert!(words.contains("םולש") || words.contains("שלום"), "{words}");
    assert_eq!(fonts(&document)["NotoSansJP-Regular"], 1);
    assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
}
