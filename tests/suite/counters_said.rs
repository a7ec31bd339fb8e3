//! `[[counters]]` and `[[box]]` as they are written: what comes of them, and every mistake at its place.

use deckle::compose::Side;
use deckle::diag::Sink;
use deckle::model::{HexTop, Shape};
use deckle::pipeline::{Made, Options, make};
use deckle::span::Sources;
use deckle::workspace::Memory;

use super::support::{Temporary, build_from, files, game, one, quick, told};

const START: &str = "[game]\ntitle = \"Test\"\n";
const UNITS: &str = "name,count,unit,attack,move,face\n1st,2,infantry,4,5,\n,,,2,,back\n2nd,1,cavalry,3,8,front\nDepot,1,supply,,,\n";

/// A game whose manifest goes on with `rest`, from line 3.
fn with(rest: &str) -> Memory {
    let manifest = format!("{START}{rest}");
    game([("game.toml", manifest.as_str()), ("units.csv", UNITS)])
}

fn counters(keys: &str) -> String {
    format!("[[counters]]\nname = \"units\"\ncards = \"units.csv\"\n{keys}\n")
}

fn made(game: &Memory) -> Made {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(game, &Options::default(), &mut sources, &mut sink);
    made.unwrap_or_else(|_| panic!("{:?}", sink.list()))
}

#[test]
fn a_row_of_backs_is_the_worn_side_of_the_row_above_it() {
    let made = made(&with(&counters("")));
    let (deck, composed) = (&made.game.decks[0], &made.decks[0]);
    assert_eq!(deck.cards.iter().map(|card| card.copies).collect::<Vec<_>>(), [2, 1, 1]);
    let backs: Vec<_> = composed.cards.iter().map(|card| card.back.is_some()).collect();
    assert_eq!(backs, [true, false, false]);
    let back = &composed.faces[composed.cards[0].back.unwrap()];
    assert_eq!((back.side, back.name.as_str()), (Side::Back, "1st"));
    // Its own attack, and the movement of its front.
    assert!(back.svg.contains(">2-5</text>"), "{}", back.svg);
    assert!(composed.faces[composed.cards[0].front].svg.contains(">4-5</text>"));
}

#[test]
fn rows_are_chosen_with_their_backs() {
    let made = made(&with(&counters("where = \"unit == 'infantry' and attack > 3\"")));
    let composed = &made.decks[0];
    assert_eq!(composed.cards.len(), 1);
    let back = &composed.faces[composed.cards[0].back.unwrap()];
    assert!(back.svg.contains(">2-5</text>"));
}

#[test]
fn shapes_and_sizes_are_what_they_say() {
    let side = 38.0 / (std::f64::consts::PI / 6.0).cos();
    let rows = [
        ("", 15.875, 15.875, Shape::Straight),
        ("size = \"1/2 in\"", 12.7, 12.7, Shape::Straight),
        ("size = \"9/16 in\"", 14.2875, 14.2875, Shape::Straight),
        ("size = \"7/8 in\"", 22.225, 22.225, Shape::Straight),
        ("size = \"½ in\"", 12.7, 12.7, Shape::Straight),
        ("shape = \"rectangle\"\nsize = \"½ x 1 1/4 in\"", 12.7, 31.75, Shape::Straight),
        ("size = \"14 mm\"", 14.0, 14.0, Shape::Straight),
        ("shape = \"round\"\nsize = \"1 in\"", 25.4, 25.4, Shape::Round),
        ("shape = \"rectangle\"\nsize = \"12 x 20 mm\"", 12.0, 20.0, Shape::Straight),
        ("shape = \"hex\"\nsize = \"38 mm\"", side, 38.0, Shape::Hex(HexTop::Flat)),
        (
            "shape = \"hex\"\ntop = \"pointy\"\nsize = \"38 mm\"",
            38.0,
            side,
            Shape::Hex(HexTop::Pointy),
        ),
    ];
    for (keys, w, h, shape) in rows {
        let made = made(&with(&counters(keys)));
        let deck = &made.game.decks[0];
        assert!(
            (deck.size.size.w - w).abs() < 1e-9 && (deck.size.size.h - h).abs() < 1e-9,
            "{keys}"
        );
        assert_eq!(deck.form.shape, shape, "{keys}");
        assert_eq!((deck.bleed.0, deck.safe.0, deck.corner.0), (1.0, 1.0, 0.0));
    }
}

#[test]
fn a_box_holds_the_cards_of_its_decks() {
    let deck =
        "[[deck]]\nname = \"hunt\"\ntitle = \"Hunt\"\ncards = [{ name = \"A\", count = 90 }]\n";
    let rows = [
        // 90 cards of 0.3 mm, 1 mm of room; 0.32 mm and 2 mm; sleeves of 0.225 mm; 40 cards.
        ("", 64.0, 89.0, 28.0),
        ("stock = \"0.32 mm\"\nclearance = \"2 mm\"", 65.0, 90.0, 30.8),
        ("sleeved = true", 67.0, 92.0, 48.25),
        ("cards = 40", 64.0, 89.0, 13.0),
    ];
    for (keys, width, height, depth) in rows {
        let made =
            made(&with(&format!("{deck}[[box]]\nname = \"box\"\ndeck = \"hunt\"\n{keys}\n")));
        let Shape::Net(net) = made.game.decks[1].form.shape else { panic!("no net") };
        let found = [net.width, net.height, net.depth];
        assert!(
            found.iter().zip([width, height, depth]).all(|(a, b)| (a - b).abs() < 1e-9),
            "{keys}: {found:?}"
        );
        let svg = &made.decks[1].faces[0].svg;
        assert!(svg.contains(">Hunt</text>") && svg.contains(">cards</text>"));
    }
}

#[test]
fn counters_and_boxes_go_into_folders_of_their_own_and_are_no_cards() {
    let folder = Temporary::new();
    let rest = format!(
        "players = 2\n[[deck]]\nname = \"hunt\"\ncards = [{{ name = \"A\", count = 3 }}]\n{}[[box]]\nname = \"box\"\ndeck = \"hunt\"\n[checks]\nall = \"deck == 3 and count(all) == 3\"\n",
        counters("")
    );
    let summary = build_from(&with(&rest), &folder.0, &quick()).unwrap();
    assert_eq!((summary.cards, summary.pieces, summary.designs), (3, 5, 5));
    let files = files(&folder.0);
    for name in ["cards/hunt/0001-a.png", "counters/units/0001-1st.png", "boxes/box/0001-hunt.png"]
    {
        assert!(files.contains_key(&format!("game/{name}")), "{name}: {:?}", files.keys());
    }
    assert!(files.contains_key("game/sheets/units-letter.pdf"));
    let pdf = lopdf::Document::load_mem(&files["game/sheets/box-a4.pdf"]).unwrap();
    let page = pdf.page_iter().next().unwrap();
    let content = lopdf::content::Content::decode(&pdf.get_page_content(page)).unwrap();
    let dashed = content.operations.iter().filter(|one| one.operator == "d").count();
    assert_eq!(dashed, 1, "lines to fold along are dashed, the others are not");
}

#[test]
fn counters_of_a_cup_can_be_drawn_when_a_zone_says_so() {
    let deck = "players = 2\n[[deck]]\nname = \"hunt\"\ncards = [{ name = \"A\", count = 3 }]\n";
    let zone =
        "[zones]\ncup = { deck = \"units\" }\n[checks]\ncup = \"units == 4 and count(all) == 7\"\n";
    assert_eq!(told(&with(&format!("{deck}{}{zone}", counters("")))), Vec::<String>::new());
}

#[test]
fn lists_of_components_are_held_against_the_counters() {
    let part = |name: &str, count: u32| {
        format!(
            "[[component]]\nname = \"{name}\"\ncount = {count}\nkind = \"counter\"\ndeck = \"units\"\n"
        )
    };
    let told = |parts: &str| told(&with(&format!("{}{parts}", counters(""))));
    let infantry = part("Infantry", 2) + "cards = \"unit = infantry\"\n";
    assert_eq!(told(&(infantry.clone() + &part("Others", 2))), Vec::<String>::new());
    one(
        &told(&(infantry + &part("Others", 3))),
        "game.toml:15:9 component: the list has 3 of `Others`, and 2 are built",
        "mend the count",
    );
    one(
        &told(&part("Units", 5)),
        "game.toml:9:9 component: the list has 5 of `Units`, and 4 are built",
        "mend the count",
    );
    one(
        &told(&part("Infantry", 4).replace("\"units\"", "\"unit\"")),
        "game.toml:11:8 component: there are no counters `unit`",
        "did you mean `units`?",
    );
}

#[test]
fn what_is_wrong_with_counters_is_told_at_its_place() {
    let rows = [
        ("shape = \"rond\"", "6:9 bad-value: `shape` cannot be `rond`", "did you mean `round`?"),
        (
            "size = \"5/8 inn\"",
            "6:8 bad-size: there is no size `5/8 inn`",
            "did you mean `5/8 in`?",
        ),
        ("size = \"7/0 in\"", "6:8 bad-size: there is no size `7/0 in`", "deckle list sizes"),
        ("gutter = \"1/8\"", "6:10 bad-length: `gutter` is `1/8`, which is not", "`1/8 in`?"),
        ("gutter = \"1/8 inn\"", "6:10 bad-length: `gutter` is `1/8 inn`", "`inn` is not a unit"),
        (
            "shape = \"hex\"\nblock = \"4 x 4\"",
            "7:9 bad-value: hexagons lie in a honeycomb, which has no blocks",
            "leave `block` out",
        ),
        ("size = 14", "6:8 bad-value: `size` must be a text in quotes", ""),
        (
            "size = \"12 x 14 mm\"",
            "6:8 bad-size: a square has one measure",
            "shape = \"rectangle\"",
        ),
        ("shape = \"round\"\nsize = \"12 x 14 mm\"", "7:8 bad-size: a round piece", "diameter"),
        ("shape = \"hex\"\nsize = \"12 x 14 mm\"", "7:8 bad-size: a hexagon has one", "flats"),
        (
            "shape = \"standee\"",
            "3:1 missing-key: pieces of this shape have no usual size",
            "25 x 40",
        ),
        (
            "shape = \"standee\"\nsize = \"25 mm\"",
            "7:8 bad-size: a standee needs a width",
            "25 x 40",
        ),
        ("size = \"4 mm\"", "6:8 bad-size: a size of 4 x 4 mm is out of range", "5 to 1500"),
        ("safe = \"8 mm\"", "6:8 bad-value: a safe zone of 8 mm leaves nothing of", "each edge"),
        ("block = \"4 x 4\"", "6:9 bad-value: `block` says nothing without a `gutter`", "gutter ="),
        (
            "gutter = \"3 mm\"\nblock = \"4\"",
            "7:9 bad-value: `block` is `4`, which is not",
            "3 x 3",
        ),
        ("rows_by = \"nation\"", "6:11 unknown-column: the table has no column `nation`", ""),
        (
            "face_column = \"fase\"",
            "6:15 unknown-column: the table has no column `fase`",
            "`face`?",
        ),
        ("top = \"flat\"", "6:1 unknown-key: [[counters]] has no key `top`", ""),
        ("front = \"counters.svg\"", "6:9 unknown-template", "did you mean `counter.svg`?"),
        ("group = \"unit\"", "6:9 sides: rows cannot be put together by `group`", ""),
    ];
    for (keys, start, has) in rows {
        one(&told(&with(&counters(keys))), &format!("game.toml:{start}"), has);
    }
}

#[test]
fn a_piece_that_is_larger_than_the_paper_is_told_with_both_measures() {
    let told = told(&with(&counters("shape = \"hex\"\nsize = \"250 mm\"")));
    assert_eq!(told.len(), 2, "A4 and Letter: {told:#?}");
    assert!(
        told[0].contains("grid: `units` does not fit on a4: 1 x 1 needs 288.675 x 250 mm"),
        "{told:#?}"
    );
}

#[test]
fn backs_without_fronts_and_other_mistakes_of_faces_are_told_in_their_cells() {
    let rows = [
        ("name,face\nA,back\n", "2:3 sides: this back has no front above it", ""),
        (
            "name,face\nA,\nB,back\nC,back\n",
            "4:3 sides: the front of this back has a back already",
            "a front has one back",
        ),
        ("name,face\nA,\nB,bak\n", "3:3 sides: `face` cannot be `bak`", "did you mean `back`?"),
        (
            "name,count,face\nA,2,\n,3,back\n",
            "3:2 sides: the back has 3 copies, its front 2",
            "leave it",
        ),
    ];
    for (units, start, has) in rows {
        let manifest = format!("{START}{}", counters(""));
        let game = game([("game.toml", manifest.as_str()), ("units.csv", units)]);
        one(&told(&game), &format!("units.csv:{start}"), has);
    }
}

#[test]
fn what_is_wrong_with_boxes_is_told_at_its_place() {
    let deck = "[[deck]]\nname = \"hunt\"\ncards = [{ name = \"A\" }]\n";
    let rows = [
        ("", "6:1 missing-key: [[box]] has no `deck`", "the cards that go in"),
        ("deck = \"hunts\"", "8:8 unknown-deck: there is no deck `hunts`", "did you mean `hunt`?"),
        (
            "deck = \"hunt\"\nstock = \"20 mm\"",
            "9:9 bad-value: `stock` is 20 mm, more than 10 mm",
            "",
        ),
        ("deck = \"hunt\"\ncards = 0", "9:9 bad-value: `cards` must be a whole number", ""),
        (
            "deck = \"hunt\"\nsleved = true",
            "9:1 unknown-key: [[box]] has no key `sleved`",
            "`sleeved`?",
        ),
    ];
    for (keys, start, has) in rows {
        let game = with(&format!("{deck}[[box]]\nname = \"box\"\n{keys}\n"));
        one(&told(&game), &format!("game.toml:{start}"), has);
    }
}

#[test]
fn a_unit_has_as_many_marks_as_its_size_has_in_app_6() {
    let sizes = [
        ("squad", "<circle cx=", 1),
        ("section", "<circle cx=", 2),
        ("platoon", "<circle cx=", 3),
        ("company", "-.11V.11", 1),
        ("battalion", "-.11V.11", 2),
        ("regiment", "-.11V.11", 3),
        ("brigade", "l.19 .22", 1),
        ("division", "l.19 .22", 2),
        ("corps", "l.19 .22", 3),
        ("army", "l.19 .22", 4),
        ("army-group", "l.19 .22", 5),
        ("theatre", "l.19 .22", 6),
    ];
    let rows: String = sizes.iter().map(|(size, ..)| format!("{size},supply,{size}\n")).collect();
    let units = format!("name,unit,echelon\n{rows}");
    let manifest = format!("{START}{}", counters(""));
    let game = game([("game.toml", manifest.as_str()), ("units.csv", units.as_str())]);
    let faces = &made(&game).decks[0].faces;
    for (face, (size, mark, count)) in faces.iter().zip(sizes) {
        for (_, other, _) in sizes {
            let wanted = if other == mark { count } else { 0 };
            assert_eq!(face.svg.matches(other).count(), wanted, "{size}: {other}");
        }
    }
}

#[test]
fn kinds_of_units_stand_together_and_unknown_ones_are_told() {
    let units = |kind: &str| {
        let manifest = format!("{START}{}", counters(""));
        let units = format!("name,unit\nA,{kind}\n");
        game([("game.toml", manifest.as_str()), ("units.csv", units.as_str())])
    };
    // The crossed straps of infantry, and the peak of mountain troops over them.
    let svg = made(&units("infantry mountain")).decks[0].faces[0].svg.clone();
    assert!(
        svg.contains("L0.75 0.5M-0.75 0.5L0.75 -0.5") && svg.contains("L0 .16L.2 .5Z"),
        "{svg}"
    );
    let told = told(&units("infantry montain"));
    assert!(
        told[0].contains("`montain`") && told[0].contains("did you mean `mountain`?"),
        "{told:#?}"
    );
}
