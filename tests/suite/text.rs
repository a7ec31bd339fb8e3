//! Boxes of text, measured by the glyphs that are drawn: nothing outside, nothing smaller than it need be.

use super::support::{MANIFEST, game};
use deckle::geom::Rect;

/// A text in a box, as drawn: a box around its glyphs, its size in mm and its number of lines.
struct Drawn {
    area: Rect,
    size: f64,
    lines: usize,
    codes: Vec<String>,
}

fn drawn(attributes: &str, words: &str) -> Drawn {
    let template = format!(
        "<svg viewBox=\"{{{{ view_box }}}}\"><text {attributes}>{{{{ card.text }}}}</text></svg>"
    );
    let cards = format!("text\n\"{}\"\n", words.replace('"', "\"\""));
    let workspace = game([
        ("game.toml", MANIFEST),
        ("cards.csv", cards.as_str()),
        ("templates/card.svg", template.as_str()),
    ]);
    let (mut sources, mut sink) = Default::default();
    let options = deckle::pipeline::Options::default();
    let made = deckle::pipeline::make(&workspace, &options, &mut sources, &mut sink);
    let made = made.unwrap_or_else(|_| panic!("{:?}", sink.list()));
    let face = &made.decks[0].faces[0];
    let parsed = deckle::scene::parse(&[face], &made.fonts, &made.images).remove(0);
    // The text after it was set, as SVG: its lines are its tspans.
    let svg = deckle::scene::with_namespaces(&face.svg);
    let set = deckle::text::expand(&svg, &made.fonts, &Default::default());
    let document = roxmltree::Document::parse(&set).unwrap();
    let lines = document.descendants().filter(|node| node.has_tag_name("tspan")).count();
    let text = document.descendants().find(|node| node.has_tag_name("text")).unwrap();
    let size = text.attribute("font-size").unwrap().parse().unwrap();
    let codes = serde_json::to_value(&parsed.1).unwrap();
    let codes = codes.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().into());
    let codes = codes.collect();
    let area = match &parsed.0 {
        Some(scene) => scene.tree.root().abs_bounding_box(),
        None => return Drawn { area: Rect::default(), size, lines, codes },
    };
    // The tree starts at the corner of the bleed, 3 mm outside of the trim.
    let [x, y, w, h] = [area.x() - 3.0, area.y() - 3.0, area.width(), area.height()].map(f64::from);
    Drawn { area: Rect { x, y, w, h }, size, lines, codes }
}

const SIXTY: &str = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs after the fox until \
    both of them are tired and lie down in the shade of an old oak where a wise owl tells them about the days when all \
    animals could talk and nobody had to run at all in those happy woods";

#[test]
fn no_line_leaves_its_box() {
    // Glyphs may hang a tenth of a millimetre over their advance.
    for align in ["start", "center", "end"] {
        for valign in ["top", "middle", "bottom"] {
            for more in [
                "",
                "letter-spacing=\"0.2\"",
                "font-style=\"italic\"",
                "font-family=\"Barlow Condensed\" font-weight=\"600\"",
            ] {
                let attributes = format!(
                    "deckle:box=\"4 30 50 40\" deckle:align=\"{align}\" deckle:valign=\"{valign}\" font-size=\"2.82\" {more}"
                );
                let drawn = drawn(&attributes, SIXTY);
                let area = drawn.area;
                assert!(drawn.lines > 3, "{attributes}: {} lines", drawn.lines);
                assert!(area.x > 3.9 && area.right() < 54.1, "{attributes}: {area:?}");
                assert!(area.y > 29.9 && area.bottom() < 70.1, "{attributes}: {area:?}");
                // Lines are filled: a line is left only when the next word does not fit.
                assert!(area.w > 42.0, "{attributes}: {area:?}");
            }
        }
    }
}

#[test]
fn text_shrinks_no_more_than_it_must() {
    let sized = |words: &str, least: &str| {
        let attributes =
            format!("deckle:box=\"5 5 30 8\" deckle:fit=\"shrink {least}\" font-size=\"3.5\"");
        drawn(&attributes, words)
    };
    let short = sized("Go", "2.1");
    assert!((short.size - 3.5).abs() < 1e-9 && short.codes.is_empty());
    let words = "Twelve words that are too many for a box of this size";
    let long = sized(words, "2.1");
    assert!(long.size < 3.5 && long.size >= 2.1, "{}", long.size);
    assert!(long.codes.is_empty() && long.area.bottom() < 13.1, "{:?}", long.area);
    // A step larger would not have fitted.
    let larger =
        drawn(&format!("deckle:box=\"5 5 30 8\" font-size=\"{:.2}\"", long.size + 0.05), words);
    assert_eq!(larger.codes, ["overflow"]);
    let never = sized(SIXTY, "3");
    assert_eq!((never.codes, (never.size * 100.0).round()), (vec!["overflow".to_owned()], 300.0));
}

#[test]
fn lines_break_where_they_may() {
    let narrow = |words: &str| drawn("deckle:box=\"5 5 14 60\" font-size=\"4\"", words);
    assert_eq!(narrow("Draw two").lines, 2);
    // No-break space holds, and what it holds is too wide: told, not broken.
    let held = narrow("Draw\u{a0}two");
    assert_eq!((held.lines, held.codes), (1, vec!["overflow".to_owned()]));
    // A zero-width space is a place to break, and draws nothing.
    let soft = narrow("foobar\u{200b}bazquux");
    assert_eq!((soft.lines, soft.codes.len()), (2, 0));
    assert_eq!(narrow("Donaudampfschiff").codes, ["overflow"]);
    // A line end in the cell is a new paragraph.
    assert_eq!(narrow("a\nb\n\nc").lines, 3);
}

#[test]
fn a_size_is_heard_wherever_it_is_written() {
    // Drawing programs write properties into `style`; the box must hold what is drawn all the same.
    for size in ["font-size=\"6\"", "style=\"font-size:6\"", "style=\"fill:red;font-size:6\""] {
        let attributes = format!("{size} deckle:box=\"5 5 30 9\" deckle:fit=\"shrink 2\"");
        let drawn = drawn(&attributes, "A few words that need to shrink");
        assert!(drawn.size < 6.0 && drawn.codes.is_empty(), "{size}: {:?}", drawn.codes);
        let area = drawn.area;
        assert!(area.right() < 35.1 && area.bottom() < 14.1, "{size}: drawn over {area:?}");
    }
}
