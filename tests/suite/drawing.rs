//! What is drawn does not depend on how the work was shared out.

use deckle::pipeline::Options;

use super::support::{MANIFEST, Temporary, build, files, quick};

/// Builds a deck of these names with one template, and gives its files.
fn built(names: &[&str], template: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", &format!("name\n{}\n", names.join("\n"))),
        ("game/templates/card.svg", template),
    ]);
    build(&folder.0.join("game"), &folder.0.join("out"), &quick()).unwrap();
    files(&folder.0.join("out/game"))
}

#[test]
fn a_card_among_others_has_the_pixels_of_the_card_alone() {
    let ground = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#e8d8b0\"/><circle cx=\"20\" cy=\"30\" r=\"19.3\" fill=\"#a33\"/>";
    let name = "<text x=\"5\" y=\"10\" font-size=\"5\">{{ card.name }}</text>";
    let bodies = [
        format!("{ground}{name}"),
        // Everything that is drawn over the ground may look at it.
        format!(
            "{ground}{name}<rect x=\"9\" y=\"9\" width=\"30\" height=\"50\" fill=\"#0af\" opacity=\"0.37\"/>"
        ),
        format!(
            "{ground}{name}<g style=\"mix-blend-mode:multiply\"><rect x=\"9\" y=\"9\" width=\"30\" height=\"50\" fill=\"#0af\"/></g>"
        ),
        format!(
            "{ground}{name}<g style=\"isolation:isolate\"><rect width=\"30\" height=\"50\" fill=\"#0af\" style=\"mix-blend-mode:difference\"/></g>"
        ),
        // Things that are defined on one side of the cut and used on the other.
        format!(
            "<linearGradient id=\"a\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#000\" stop-opacity=\"0\"/></linearGradient>{ground}{name}<rect width=\"30\" height=\"50\" fill=\"url(#a)\"/>"
        ),
        format!(
            "<g id=\"mark\"><path d=\"M9 50h9v9z\"/></g>{ground}{name}<use href=\"#mark\" x=\"20\"/>"
        ),
        format!(
            "<clipPath id=\"c\"><circle cx=\"30\" cy=\"40\" r=\"9\"/></clipPath>{ground}{name}<rect width=\"63\" height=\"88\" clip-path=\"url('#c')\" fill=\"#063\"/>"
        ),
        format!(
            "<mask id=\"m\"><circle cx=\"30\" cy=\"40\" r=\"9\" fill=\"#999\"/></mask>{ground}{name}<rect width=\"63\" height=\"88\" style=\"mask: url( #m )\" fill=\"#063\"/>"
        ),
        format!(
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter>{ground}{name}<rect x=\"20\" y=\"30\" width=\"20\" height=\"20\" filter=\"url(#f)\"/>"
        ),
        format!(
            "<symbol id=\"s\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></symbol>{ground}{name}<use xlink:href=\"#s\" width=\"9\" height=\"9\"/>"
        ),
        // Half a pixel of the ground shows under the rest.
        format!(
            "{ground}<path d=\"M0.3 0.3L40.7 60.1\" stroke=\"#000\" stroke-width=\"0.2\"/>{name}<path d=\"M0.3 60.3L40.7 0.1\" stroke=\"#fff\" stroke-width=\"0.2\"/>"
        ),
        // Nothing covers the card, so its pixels are not opaque.
        format!(
            "<circle cx=\"20\" cy=\"30\" r=\"19\" fill=\"#a33\" opacity=\"0.5\"/>{name}<circle cx=\"30\" cy=\"30\" r=\"19\" fill=\"#33a\" opacity=\"0.5\"/>"
        ),
        format!(
            "<text deckle:box=\"5 40 50 40\" font-size=\"4\">The same words on every card of this deck.</text>{ground}{name}"
        ),
    ];
    for body in &bodies {
        for root in
            ["", " fill=\"#123\" font-size=\"6\"", " opacity=\"0.5\"", " style=\"fill:#456\""]
        {
            let template = format!("<svg viewBox=\"{{{{ view_box }}}}\"{root}>{body}</svg>");
            let alone = built(&["Wolf"], &template);
            let among = built(&["Bear", "Wolf", "Fox", "Wolf"], &template);
            let alone = &alone["cards/deck/0001-wolf.png"];
            assert!(*alone == among["cards/deck/0002-wolf.png"], "{root}: {body}");
            assert!(*alone == among["cards/deck/0004-wolf.png"], "{root}: {body}");
        }
    }
}

#[test]
fn what_was_noticed_is_told_the_same_from_the_cache() {
    let folder = Temporary::new();
    let rows: String = (0..90).map(|at| format!("Card {at}\n")).collect();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", &format!("name\n{rows}")),
        (
            "game/templates/card.svg",
            "<svg viewBox=\"{{ view_box }}\"><text font-weight=\"900\" deckle:box=\"0 0 9 2\" font-size=\"4\">{{ card.name }}</text></svg>",
        ),
    ]);
    let report = |out: &str| {
        build(&folder.0.join("game"), &folder.0.join(out), &quick()).unwrap();
        let report = files(&folder.0.join(out)).remove("game/report.json").unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        report["warnings"].clone()
    };
    let first = report("out");
    // An overflow for each row, and the weight once.
    assert_eq!(first.as_array().unwrap().len(), 91);
    assert_eq!(report("out"), first);
    folder.write(&[("game/cards.csv", &format!("name\nNew\n{rows}"))]);
    let (old, clean) = (report("out"), report("clean"));
    assert_eq!(old, clean);
}

#[test]
fn thousands_of_designs_need_no_more_stack_than_a_few() {
    let folder = Temporary::new();
    let rows: String = (0..12_000).map(|at| format!("{at}\n")).collect();
    folder.write(&[
        ("game/game.toml", MANIFEST),
        ("game/cards.csv", &format!("name\n{rows}")),
        (
            "game/templates/card.svg",
            "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"{{ card.name }}\"/></svg>",
        ),
    ]);
    // Some hundred chunks, each of which may be begun while another waits: with all at once, it takes 1 MB.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).stack_size(750_000).build().unwrap();
    let options = Options { cards: false, checks: false, ..quick() };
    pool.install(|| build(&folder.0.join("game"), &folder.0.join("out"), &options)).unwrap();
}

#[test]
fn threads_do_not_matter_to_a_deck_of_several_chunks() {
    let folder = Temporary::new();
    let rows: String = (0..130).map(|at| format!("Card {at},{}\n", at % 4)).collect();
    folder.write(&[
        ("game/game.toml", &format!("{MANIFEST}back = \"back.svg\"\n")),
        ("game/cards.csv", &format!("name,count\n{rows}")),
        (
            "game/templates/back.svg",
            "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"{{ copies }}\"/></svg>",
        ),
    ]);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let out = folder.0.join(threads.to_string());
        pool.install(|| build(&folder.0.join("game"), &out, &quick())).unwrap();
        files(&out.join("game"))
    };
    let one = with(1);
    // 97 designs with copies, three different backs, two sheets and the report.
    assert_eq!(one.len(), 97 + 3 + 2 + 1, "{:?}", one.keys());
    for threads in [2, 3, 8] {
        assert!(with(threads) == one, "{threads} threads");
    }
}
