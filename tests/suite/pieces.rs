//! Pieces as people cut them: what lies inside an outline, backs beside blank ones, marks, starters, small samples.

use deckle::compose::{ComposedCard, Side};
use deckle::diag::Sink;
use deckle::geom::{Rect, Size, Xy};
use deckle::impose::{Grid, Page, Placement, fit, lay_out};
use deckle::model::{HexTop, Marks, Shape, SheetSpec};
use deckle::pipeline::{Made, Options, make};
use deckle::span::Sources;
use deckle::workspace::{Folder, Memory};

use super::imposition::{A4, close, spec};
use super::support::{Temporary, build, files, game, one, quick, root, told};

const START: &str = "[game]\ntitle = \"Test\"\nplayers = [2, 4]\n";
const UNITS: &str = "name,unit,icon,value,echelon,attack,defence,move,setup,face\n\
    1st,infantry,,,division,4,4,5,0607,\n,,,,,10,2,3,,back\n\
    2nd,armour,,,theatre,14,14,15,0607,\nTransport,,anchor,,,,,,0607,\nTwelve,,,12,,,,,,\n";

/// Pieces with these keys, and a template if one is given.
fn pieces(keys: &str, units: &str, template: Option<&str>) -> Memory {
    let manifest =
        format!("{START}[[counters]]\nname = \"units\"\ncards = \"units.csv\"\n{keys}\n");
    let files = [("game.toml", manifest.as_str()), ("units.csv", units)];
    let template = template.map(|text| ("templates/counter.svg", text));
    game(files.into_iter().chain(template))
}

fn made(game: &Memory) -> Made {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(game, &Options::default(), &mut sources, &mut sink);
    made.unwrap_or_else(|_| panic!("{:?}", sink.list()))
}

#[test]
fn a_place_is_beyond_an_outline_by_its_distance_to_it() {
    let side = |mm: f64| Size { w: mm, h: mm };
    assert!(close(Shape::Round.beyond(side(20.0), (10.0, 25.0)), 5.0));
    assert!(close(Shape::Round.beyond(side(20.0), (10.0, 10.0)), -10.0));
    assert!(close(Shape::Straight.beyond(side(20.0), (19.0, 23.0)), 3.0));
    // 20 mm across its flats: 23.094 mm across its corners.
    let (flat, pointy) = (Shape::Hex(HexTop::Flat), Shape::Hex(HexTop::Pointy));
    let across = 40.0 / 3.0_f64.sqrt();
    for (shape, size, corner, flat) in [
        (flat, Size { w: across, h: 20.0 }, (across, 10.0), (across / 2.0, 21.0)),
        (pointy, Size { w: 20.0, h: across }, (10.0, across), (21.0, across / 2.0)),
    ] {
        assert!(close(shape.beyond(size, corner), 0.0));
        assert!(close(shape.beyond(size, flat), 1.0));
        assert!(close(shape.beyond(size, (size.w / 2.0, size.h / 2.0)), -10.0));
        assert!(shape.beyond(size, (0.0, 0.0)) > 1.0, "the corner of the box is outside");
    }
}

#[test]
fn text_across_the_outline_of_a_piece_is_told_and_across_its_box_too() {
    let at = |x: u32, y: u32| {
        format!(
            "<svg viewBox=\"{{{{ view_box }}}}\"><rect x=\"-1\" y=\"-1\" width=\"30\" height=\"30\" fill=\"#fff\"/><text x=\"{x}\" y=\"{y}\" font-size=\"2\">HI</text></svg>"
        )
    };
    let units = "name\nA\n";
    let told = |keys: &str, x, y| told(&pieces(keys, units, Some(&at(x, y))));
    // In the upper left corner: inside of a square, outside of the others.
    assert_eq!(told("size = \"20 mm\"", 1, 2), Vec::<String>::new());
    for keys in [
        "shape = \"round\"\nsize = \"20 mm\"",
        "shape = \"hex\"\nsize = \"20 mm\"",
        "shape = \"hex\"\ntop = \"pointy\"\nsize = \"20 mm\"",
    ] {
        one(&told(keys, 1, 2), "templates/counter.svg:1:", "the text `HI` lies off the card");
        assert_eq!(told(keys, 9, 10), Vec::<String>::new(), "{keys}");
    }
    // The disc is 10.6 mm wide at 1.5 mm; the text begins 4 mm left of its middle, and 6 mm.
    let disc = "shape = \"round\"\nsize = \"20 mm\"";
    one(&told(disc, 4, 3), "templates/counter.svg:1:", "the text `HI` is cut off");
    assert_eq!(told(disc, 8, 3), Vec::<String>::new());
}

#[test]
fn the_starter_counter_keeps_inside_every_shape() {
    for keys in [
        "shape = \"round\"\nsize = \"1/2 in\"",
        "shape = \"round\"\nsize = \"1 in\"",
        "shape = \"hex\"\ntop = \"pointy\"\nsize = \"5/8 in\"",
        "shape = \"hex\"\nsize = \"20 mm\"",
        "shape = \"hex\"\nsize = \"1/2 in\"",
        "size = \"1/2 in\"",
        "shape = \"rectangle\"\nsize = \"12 x 20 mm\"",
    ] {
        assert_eq!(told(&pieces(keys, UNITS, None)), Vec::<String>::new(), "{keys}");
    }
}

#[test]
fn the_worn_side_of_a_disc_has_a_rim_and_nothing_across_it() {
    let made = made(&pieces("shape = \"round\"\nsize = \"20 mm\"", UNITS, None));
    let composed = &made.decks[0];
    let back = &composed.faces[composed.cards[0].back.unwrap()].svg;
    // The accent covers the bleed, and the paper all but 0.8 mm of the disc's 10: 0.46 of its diameter.
    let (accent, paper) = ("fill=\"#8c2f2b\"", "scale(9.2");
    let ground =
        |svg: &str| svg.split("<rect").nth(1).unwrap().split('>').next().unwrap().to_owned();
    assert!(ground(back).contains(accent) && back.contains(paper), "{back}");
    let front = &composed.faces[composed.cards[0].front].svg;
    assert!(!ground(front).contains(accent) && !front.contains(paper));
}

/// Cards with backs where `backs` says so; fronts are even faces and backs odd ones.
fn some_backs(backs: &[bool]) -> Vec<ComposedCard> {
    let card = |(at, has): (usize, &bool)| ComposedCard {
        front: 2 * at,
        back: has.then_some(2 * at + 1),
        copies: 1,
        new_row: false,
        turned: false,
    };
    backs.iter().enumerate().map(card).collect()
}

const POKER: Size = Size { w: 63.0, h: 88.0 };

fn nine() -> Grid {
    let grid = fit(POKER, 3.0, A4, &spec()).unwrap();
    assert_eq!((grid.columns, grid.rows), (3, 3));
    grid
}

#[test]
fn bleed_goes_on_over_a_back_that_is_blank() {
    let grid = nine();
    let pages = lay_out(&some_backs(&[true, false, true, true]), &grid, &spec());
    let back = &pages[1];
    assert_eq!((back.side, back.placements.len()), (Side::Back, 3));
    let outer = grid.outer_bleed();
    assert!(outer >= 1.5);
    let one = &back.placements[0];
    // The paper is turned: the blank place lies to the left of the first, and one with a back below it.
    assert!(close(one.trim.x - one.art.x, outer));
    assert!(close(one.art.right() - one.trim.right(), outer));
    assert!(close(one.art.bottom() - one.trim.bottom(), 0.05));
}

/// Whether a closed line goes around a place.
fn is_around(line: &[Xy], (x, y): Xy) -> bool {
    let next = line.iter().cycle().skip(1);
    let crossed = line.iter().zip(next).filter(|((ax, ay), (bx, by))| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

fn shows(one: &Placement, at: Xy) -> bool {
    let Rect { x, y, .. } = one.art;
    let in_art = (x..one.art.right()).contains(&at.0) && (y..one.art.bottom()).contains(&at.1);
    in_art && (one.window.is_empty() || is_around(&one.window, at))
}

#[test]
fn bleed_over_blank_backs_leaves_the_corners_of_others_alone() {
    let grid = nine();
    let backs: Vec<_> = (0..9).map(|at| at % 2 == 0).collect();
    let pages = lay_out(&some_backs(&backs), &grid, &spec());
    assert_eq!(pages[1].placements.len(), 5);
    for one in &pages[1].placements {
        for other in pages[1].placements.iter().filter(|other| other.face != one.face) {
            let trim = other.trim;
            for x in [trim.x + 0.1, trim.right() - 0.1] {
                for y in [trim.y + 0.1, trim.bottom() - 0.1] {
                    assert!(!shows(one, (x, y)), "{} over {}", one.face, other.face);
                }
            }
        }
        // Straight out of each side, the whole bleed is there.
        let (trim, by) = (one.trim, grid.outer_bleed() - 0.1);
        let (x, y) = (trim.x + trim.w / 2.0, trim.y + trim.h / 2.0);
        for at in [(trim.x - by, y), (trim.right() + by, y), (x, trim.y - by)] {
            assert!(shows(one, at), "{}", one.face);
        }
    }
    assert!(pages[0].placements.iter().all(|one| one.window.is_empty()));
}

/// The page of five cards, three in its first row and two in its second.
fn five(through: bool) -> (Grid, Page) {
    let marks = spec().marks.map(|marks| Marks { through, ..marks });
    let spec = SheetSpec { marks, ..spec() };
    let grid = nine();
    let page = lay_out(&some_backs(&[true; 5]), &grid, &spec).remove(0);
    (grid, page)
}

#[test]
fn crop_marks_stand_at_the_foot_of_what_is_there() {
    let (grid, page) = five(false);
    let (foot, full) = (grid.trim(3).bottom(), grid.block().bottom());
    let ends = page.marks.iter().map(|mark| mark.from.1.max(mark.to.1));
    let lowest = ends.fold(0.0, f64::max);
    assert!(lowest > foot && lowest < foot + 8.0 && lowest < full, "{lowest}");
    assert!(page.cuts.is_empty());
}

#[test]
fn lines_go_through_the_block_and_a_little_beyond() {
    let (grid, page) = five(true);
    assert!(page.marks.is_empty());
    // Four upright lines for three columns, and three level ones for two rows.
    let upright: Vec<_> = page.cuts.iter().filter(|cut| close(cut[0].0, cut[1].0)).collect();
    assert_eq!((upright.len(), page.cuts.len()), (4, 7));
    let (top, foot) = (grid.block().y, grid.trim(3).bottom());
    for (at, cut) in upright.iter().enumerate() {
        assert!(close(cut[0].0, grid.block().x + 63.0 * at as f64));
        assert!(cut[0].1 < top && cut[1].1 > foot && cut[1].1 < foot + 8.0);
    }
    let asked = |style: &str| {
        let marks = format!("[[sheet]]\nmarks = {{ style = \"{style}\" }}");
        told(&pieces(&marks, UNITS, None))
    };
    assert_eq!(asked("lines"), Vec::<String>::new());
    one(&asked("line"), "game.toml:8:19 bad-value: `style` cannot be `line`", "`lines`?");
}

#[test]
fn a_board_that_only_its_margins_cut_into_pages_is_told() {
    let told = |size: &str, sheet: &str| {
        let manifest = format!(
            "{START}[[board]]\nname = \"mat\"\nkind = \"mat\"\nsize = \"{size}\"\n[[sheet]]\npaper = \"a4\"\n{sheet}\n"
        );
        told(&game([("game.toml", manifest.as_str())]))
    };
    let said = told("a4 landscape", "");
    one(&said, "game.toml:8:1 grid: `mat` is as large as a4", "287 x 200 mm would fit");
    assert!(said[0].contains("`margin = \"0 mm\"`"), "{said:?}");
    for (size, sheet) in [
        ("a4 landscape", "margin = \"0 mm\""),
        ("a4 landscape", "tile = true"),
        ("200 x 287 mm", ""),
        ("400 x 300 mm", ""),
    ] {
        assert_eq!(told(size, sheet), Vec::<String>::new(), "{size} {sheet}");
    }
}

#[test]
fn the_flaps_of_the_starter_box_are_as_coloured_as_its_walls() {
    let deck = "[[deck]]\nname = \"hunt\"\ncards = [{ name = \"A\", count = 90 }]\n";
    let manifest = format!("{START}{deck}[[box]]\nname = \"box\"\ndeck = \"hunt\"\n");
    let made = made(&game([("game.toml", manifest.as_str())]));
    let Shape::Net(net) = made.game.decks[1].form.shape else { panic!("no net") };
    let svg = &made.decks[1].faces[0].svg;
    let document = roxmltree::Document::parse(svg).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).unwrap().parse().unwrap()
    };
    let grounds: Vec<_> = document
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("rect"))
        .take(3)
        .map(|node| {
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(&node, name));
            Rect { x, y, w, h }
        })
        .collect();
    let glue = net.size().w - net.glue;
    let seen = net.cut().into_iter().filter(|at| at.0 < glue + 1e-6);
    for (x, y) in seen {
        let covers =
            |one: &Rect| (one.x..=one.right()).contains(&x) && (one.y..=one.bottom()).contains(&y);
        assert!(grounds.iter().any(covers), "{x} {y} of {net:?}");
    }
}

#[test]
fn the_samples_of_pieces_build_without_a_message() {
    let folder = Temporary::new();
    for (name, deck, copies) in [("standees", "heroes", 4), ("dice-stickers", "stickers", 18)] {
        let sample = root().join("tests/cases/pieces").join(name);
        assert_eq!(told(&Folder::open(&sample).unwrap()), Vec::<String>::new(), "{name}");
        let summary = build(&sample, &folder.0, &quick()).unwrap();
        assert_eq!(summary.pieces, copies, "{name}");
        for paper in ["a4", "letter"] {
            let sheet = format!("{name}/sheets/{deck}-{paper}.pdf");
            let pdf = lopdf::Document::load_mem(&files(&folder.0)[&sheet]).unwrap();
            assert_eq!(pdf.get_pages().len(), 1, "{sheet}");
        }
    }
}
