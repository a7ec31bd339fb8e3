//! Faces larger than the paper: windows on them, by numbers alone, and what is written of them.

use deckle::compose::{ComposedCard, Side};
use deckle::geom::{Mm, Rect, Size, decimal};
use deckle::impose::{Layout, Page, tiles};
use deckle::model::{Backs, FlipEdge, Fold, Form, NamedSize, PAPERS, SheetSpec, Tile};
use deckle::pipeline::Options;

use super::imposition::{close, seen_through, spec};
use super::reader::page_box;
use super::support::{Temporary, build, game, one, told};

const A4: Size = Size { w: 210.0, h: 297.0 };
const MAP: Size = Size { w: 400.0, h: 300.0 };

fn tiled(overlap: f64, margin: f64, landscape: Option<bool>) -> SheetSpec {
    let (overlap, margin) = (Mm(overlap), Mm(margin));
    SheetSpec { tile: Tile { asked: true, overlap, margin, landscape }, ..spec() }
}

fn board(back: bool) -> Vec<ComposedCard> {
    vec![ComposedCard {
        front: 0,
        back: back.then_some(1),
        copies: 1,
        new_row: false,
        turned: false,
    }]
}

/// The pages of a board and the way it lies on them.
fn laid(face: Size, bleed: f64, paper: Size, spec: &SheetSpec) -> (tiles::Tiles, Vec<Page>) {
    let tiles = tiles::cut(face, bleed, paper, spec).unwrap();
    let pages = tiles::lay_out(&board(false), &tiles, spec);
    (tiles, pages)
}

/// What a page shows, in mm of the face from the corner of its trim.
fn shown(page: &Page) -> Rect {
    let one = &page.placements[0];
    one.art.moved(-one.trim.x, -one.trim.y)
}

#[test]
fn a_map_on_a4_has_three_by_two_pages_of_a4_at_its_true_size() {
    let spec = tiled(10.0, 10.0, Some(false));
    let (tiles, pages) = laid(MAP, 3.0, A4, &spec);
    assert_eq!((tiles.columns, tiles.rows, tiles.paper), (3, 2, A4));
    let names: Vec<_> = pages.iter().map(|page| tiles.name(page.tile.unwrap()).unwrap()).collect();
    assert_eq!(names, ["A1", "B1", "C1", "A2", "B2", "C2"]);
    // 3 windows of 190 mm and 2 overlaps of 10: 550 mm, of which the map is the middle.
    let rights: Vec<_> = pages[..3].iter().map(|page| decimal(shown(page).right())).collect();
    assert_eq!(rights, ["115", "295", "403"]);
    let lefts: Vec<_> = pages[..3].iter().map(|page| decimal(shown(page).x)).collect();
    assert_eq!(lefts, ["-3", "105", "285"]);
}

#[test]
fn the_paper_lies_so_that_fewest_pages_are_needed_and_upright_if_it_is_all_one() {
    let papers = |face| laid(face, 3.0, A4, &tiled(10.0, 10.0, None)).0;
    let map = papers(MAP);
    assert_eq!((map.columns, map.rows, map.paper), (2, 2, A4.turned()));
    let square = papers(Size { w: 360.0, h: 360.0 });
    assert_eq!((square.columns, square.rows, square.paper), (2, 2, A4));
}

/// All that must hold of a board on a paper.
fn holds(face: Size, bleed: f64, paper: Size, spec: &SheetSpec) -> usize {
    let Ok(tiles) = tiles::cut(face, bleed, paper, spec) else { return 0 };
    let pages = tiles::lay_out(&board(false), &tiles, spec);
    let what = format!("{face} on {paper}, {:?}", spec.tile);
    let of_face: Vec<_> = pages.iter().filter(|page| page.tile.is_some()).collect();
    assert_eq!(of_face.len() as u32, tiles.columns * tiles.rows, "{what}");
    let mut names: Vec<_> = of_face.iter().map(|page| tiles.name(page.tile.unwrap())).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), of_face.len(), "{what}");
    for page in &of_face {
        let one = &page.placements[0];
        // Its true size: the trim is that of the face, wherever it lies.
        assert!(close(one.trim.w, face.w) && close(one.trim.h, face.h), "{what}");
        let (margin, art) = (spec.tile.margin.0, one.art);
        let inside = page.trim_box;
        assert!(inside.w > 0.0 && inside.h > 0.0, "{what}: a page shows nothing");
        assert!(inside.x >= margin - 1e-6 && inside.right() <= tiles.paper.w - margin + 1e-6);
        assert!(inside.y >= margin - 1e-6 && inside.bottom() <= tiles.paper.h - margin + 1e-6);
        assert!(art.x >= 0.0 && art.y >= 0.0, "{what}");
        assert!(art.right() <= tiles.paper.w && art.bottom() <= tiles.paper.h, "{what}");
        for line in page.marks.iter().chain(&page.folds) {
            for (x, y) in [line.from, line.to] {
                let inside = x > art.x && x < art.right() && y > art.y && y < art.bottom();
                assert!(!inside, "{what}: a mark on the art");
                assert!((0.0..=tiles.paper.w).contains(&x) && (0.0..=tiles.paper.h).contains(&y));
            }
        }
        for line in &page.guides {
            let (x, y) = line.from;
            assert!(x > -1e-6 && x < tiles.paper.w && y > -1e-6 && y < tiles.paper.h, "{what}");
        }
    }
    // The windows of a row and of a column follow one another with exactly the overlap, from edge
    // to edge.
    let columns = tiles.columns as usize;
    let row: Vec<_> = of_face[..columns].iter().map(|page| shown(page)).collect();
    let column: Vec<_> = of_face.iter().step_by(columns).map(|page| shown(page)).collect();
    let ends = |boxes: &[Rect], start: fn(&Rect) -> f64, end: fn(&Rect) -> f64, side: f64| {
        assert!(start(&boxes[0]) <= 1e-6 && end(boxes.last().unwrap()) >= side - 1e-6, "{what}");
        for pair in boxes.windows(2) {
            assert!(close(end(&pair[0]) - start(&pair[1]), spec.tile.overlap.0), "{what}");
        }
    };
    ends(&row, |one| one.x, Rect::right, face.w);
    ends(&column, |one| one.y, Rect::bottom, face.h);
    pages.len()
}

#[test]
fn windows_cover_every_board_with_exact_overlaps_on_every_paper() {
    let mut pages = 0;
    let sides = [90.0, 190.0, 190.1, 277.0, 300.0, 370.0, 370.1, 457.2, 594.0, 841.0, 1500.0];
    for paper in PAPERS.iter().map(|one| Size { w: one.w, h: one.h }) {
        for w in sides {
            for h in sides {
                for (overlap, margin) in [(10.0, 10.0), (0.0, 5.0), (25.4, 12.7), (3.0, 0.0)] {
                    for landscape in [None, Some(false), Some(true)] {
                        let spec = tiled(overlap, margin, landscape);
                        pages += holds(Size { w, h }, 3.0, paper, &spec);
                    }
                }
            }
        }
    }
    assert!(pages > 50_000, "{pages}");
}

#[test]
fn no_board_takes_a_page_more_than_it_needs() {
    // 190 mm and 180 for each further page: a hair over 370 takes a third.
    for (w, columns) in [(190.0, 1), (190.01, 2), (370.0, 2), (370.01, 3), (550.0, 3)] {
        let face = Size { w, h: 100.0 };
        let tiles = tiles::cut(face, 3.0, A4, &tiled(10.0, 10.0, Some(false))).unwrap();
        assert_eq!((tiles.columns, tiles.rows), (columns, 1), "{w}");
    }
}

#[test]
fn columns_after_z_have_two_letters() {
    let spec = tiled(10.0, 10.0, Some(false));
    let tiles = tiles::cut(MAP, 3.0, A4, &spec).unwrap();
    let name = |column| tiles.name((column, 2)).unwrap();
    assert_eq!(
        [0, 25, 26, 51, 52, 701, 702].map(name),
        ["A3", "Z3", "AA3", "AZ3", "BA3", "ZZ3", "AAA3"]
    );
}

#[test]
fn a_label_on_the_edge_of_a_page_is_whole_on_one_and_in_one_place_on_both() {
    let (_, pages) = laid(MAP, 3.0, A4, &tiled(10.0, 10.0, Some(false)));
    // A label of 8 x 3 mm in the middle of an edge; it is within the overlap of 10 mm.
    let label = |x: f64, y: f64| Rect { x: x - 4.0, y: y - 1.5, w: 8.0, h: 3.0 };
    let first = shown(&pages[0]);
    for at in [label(first.right(), 60.0), label(60.0, first.bottom()), label(105.0, 60.0)] {
        let holds = |page: &&Page| {
            let seen = shown(page);
            seen.x <= at.x
                && seen.right() >= at.right()
                && seen.y <= at.y
                && seen.bottom() >= at.bottom()
        };
        assert!(pages.iter().any(|page| holds(&page)), "{at:?}");
    }
    // The same point of the face lies one step apart on neighbouring pages, to the last digit.
    let step = pages[0].placements[0].trim.x - pages[1].placements[0].trim.x;
    assert!(close(step, 180.0));
}

#[test]
fn the_back_of_every_page_lies_behind_its_front_for_both_edges() {
    for flip in [FlipEdge::Long, FlipEdge::Short] {
        for landscape in [Some(false), Some(true)] {
            for fold in [None, Some(Fold::Half), Some(Fold::Quad)] {
                let spec = SheetSpec { flip, fold, ..tiled(10.0, 10.0, landscape) };
                let tiles = tiles::cut(MAP, 3.0, A4, &spec).unwrap();
                let pages = tiles::lay_out(&board(true), &tiles, &spec);
                let pairs: Vec<_> = pages.chunks(2).filter(|pair| pair[0].tile.is_some()).collect();
                assert_eq!(pairs.len(), (tiles.columns * tiles.rows) as usize);
                for pair in pairs {
                    let [front, back] = pair else { panic!("a front without a back") };
                    assert_eq!((front.side, back.side), (Side::Front, Side::Back));
                    assert_eq!(front.tile, back.tile);
                    assert_eq!((front.placements[0].face, back.placements[0].face), (0, 1));
                    let see = |rect| seen_through(tiles.paper, flip, rect);
                    for (a, b) in [
                        (front.placements[0].trim, see(back.placements[0].trim)),
                        (front.placements[0].art, see(back.placements[0].art)),
                    ] {
                        assert!(close(a.x, b.x) && close(a.y, b.y) && close(a.w, b.w));
                    }
                    for (a, b) in front
                        .marks
                        .iter()
                        .chain(&front.folds)
                        .zip(back.marks.iter().chain(&back.folds))
                    {
                        let (x, y) = b.from;
                        let b = see(Rect { x, y, w: 0.0, h: 0.0 });
                        assert!(close(a.from.0, b.x) && close(a.from.1, b.y));
                    }
                }
            }
        }
    }
}

#[test]
fn a_page_is_laid_over_the_ticks_of_its_neighbour_and_both_sides_hide_their_own() {
    let spec = tiled(10.0, 10.0, Some(false));
    let tiles = tiles::cut(MAP, 3.0, A4, &spec).unwrap();
    let pages = tiles::lay_out(&board(true), &tiles, &spec);
    let on_art = |page: &Page| {
        let art = page.placements[0].art;
        let inside = |(x, y): (f64, f64)| {
            x >= art.x - 1e-6
                && x <= art.right() + 1e-6
                && y >= art.y - 1e-6
                && y <= art.bottom() + 1e-6
        };
        let lines = page.guides.iter().filter(|line| inside(line.from) && inside(line.to));
        lines.map(|line| (line.from, line.to)).collect::<Vec<_>>()
    };
    // A1 in front: the strips on the right and below lie under B1 and A2.
    let front = on_art(&pages[0]);
    let art = pages[0].placements[0].art;
    assert!(!front.is_empty());
    for (from, to) in front {
        let right = close(from.0, art.right() - 10.0) && to.0 > from.0;
        let below = close(from.1, art.bottom() - 10.0) && to.1 > from.1;
        assert!(right || below, "{from:?} {to:?}");
    }
    // From behind A1 lies over all its neighbours, and C2 under all of its own.
    assert!(on_art(&pages[1]).is_empty());
    assert!(on_art(&pages[10]).is_empty() && !on_art(&pages[11]).is_empty());
}

#[test]
fn folds_are_marked_outside_of_the_face_and_the_slit_goes_to_the_lower_edge() {
    let whole = |face, fold| {
        let spec = SheetSpec { fold: Some(fold), backs: Backs::None, ..spec() };
        let tiles = tiles::whole(face, 3.0, &spec).unwrap();
        (tiles.trim((0, 0)), tiles::lay_out(&board(false), &tiles, &spec).remove(0))
    };
    let (trim, half) = whole(MAP, Fold::Half);
    let middle = (trim.x + 200.0, trim.y + 150.0);
    assert_eq!(half.folds.len(), 2);
    for line in &half.folds {
        assert!(close(line.from.0, middle.0) && close(line.to.0, middle.0));
        assert!(line.to.1 < trim.y - 3.0 || line.to.1 > trim.bottom() + 3.0);
    }
    // A face that stands is folded across its height.
    let (trim, half) = whole(MAP.turned(), Fold::Half);
    assert!(half.folds.iter().all(|line| close(line.from.1, trim.y + 200.0)));
    let (trim, quad) = whole(MAP, Fold::Quad);
    // Above, left and right are folds; below is the slit, from the centre.
    assert_eq!(quad.folds.len(), 3);
    assert!(quad.folds.iter().all(|line| line.to.1 < trim.bottom()));
    let slit = quad.guides[0];
    assert_eq!(quad.guides.len(), 1);
    assert!(close(slit.from.1, trim.y + 150.0) && close(slit.to.1, trim.bottom()));
    assert!(close(slit.from.0, trim.x + 200.0) && close(slit.to.0, trim.x + 200.0));
    assert!(
        quad.marks.iter().any(|line| close(line.from.0, middle.0) && line.from.1 > trim.bottom())
    );
}

#[test]
fn a_fold_on_tiles_is_marked_where_the_face_ends_and_slit_on_every_page_that_shows_it() {
    let spec = SheetSpec { fold: Some(Fold::Quad), ..tiled(10.0, 10.0, Some(false)) };
    let (tiles, pages) = laid(MAP, 3.0, A4, &spec);
    let folds = |name: &str| {
        let page =
            pages.iter().find(|page| tiles.name(page.tile.unwrap()).unwrap() == name).unwrap();
        let slit = page
            .guides
            .iter()
            .filter(|line| close(line.from.0, line.to.0) && line.to.1 - line.from.1 > 100.0);
        (page.folds.len(), slit.map(|line| line.to.1 - line.from.1).sum::<f64>())
    };
    // The middle column shows the upright fold; both rows show the level one, in their overlap.
    assert_eq!(folds("B1").0, 1);
    assert_eq!([folds("A1").0, folds("A2").0, folds("C1").0, folds("C2").0], [1, 1, 1, 1]);
    assert_eq!(folds("B2").0, 0);
    // 5 mm of the slit are above the centre line's page, all 150 below it.
    assert!(close(folds("B2").1, 150.0), "{}", folds("B2").1);
    assert!(close(folds("A2").1, 0.0));
}

#[test]
fn a_whole_page_holds_the_face_its_bleed_and_its_marks() {
    let spec = spec();
    let tiles = tiles::whole(MAP, 3.0, &spec).unwrap();
    let page = &tiles::lay_out(&board(false), &tiles, &spec)[0];
    let art = page.placements[0].art;
    assert!(close(art.w, 406.0) && close(art.h, 306.0));
    assert_eq!(page.marks.len(), 8);
    assert!(page.marks.iter().all(|line| line.to.0 > 0.0 && line.to.1 > 5.4));
    assert_eq!(tiles.name((0, 0)), None);
    let long = tiles::whole(Size { w: 5070.0, h: 100.0 }, 3.0, &spec).unwrap_err();
    assert!(long.help.contains("5080"), "{long:?}");
}

#[test]
fn cards_that_fit_stay_many_on_a_page_and_others_ask_to_be_cut() {
    let a4 = NamedSize { name: "a4".into(), size: A4 };
    let of = |face, spec: &SheetSpec, is_board: bool| {
        let form = if is_board { Form::BOARD } else { Form::CARD };
        Layout::of(&form, (face, 3.0), &a4, spec)
    };
    let card = Size { w: 63.0, h: 88.0 };
    assert!(matches!(of(card, &tiled(10.0, 10.0, None), true), Ok(Layout::Grid(_))));
    assert!(of(MAP, &spec(), false).is_err());
    assert!(matches!(of(MAP, &spec(), true), Ok(Layout::Tiles(_))));
    assert!(of(MAP, &tiled(190.0, 10.0, None), true).is_err());
    assert!(of(Size { w: 1500.0, h: 1500.0 }, &tiled(170.0, 10.0, Some(false)), true).is_err());
}

const FACE: &str = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"406\" height=\"306\" fill=\"#cde\"/><text x=\"115\" y=\"60\" font-size=\"4\" text-anchor=\"middle\">0407</text></svg>";

fn manifest(sheet: &str) -> String {
    format!(
        "[game]\ntitle = \"Border\"\nversion = \"2\"\n[[deck]]\nname = \"map\"\ncards = [{{ name = \"Map\" }}]\nsize = \"400 x 300 mm\"\nfront = \"map.svg\"\n[[sheet]]\npaper = \"a4\"\n{sheet}\n"
    )
}

fn told_of(sheet: &str) -> Vec<String> {
    told(&game([("game.toml", manifest(sheet).as_str()), ("templates/map.svg", FACE)]))
}

#[test]
fn what_cannot_be_cut_is_told_at_its_place() {
    one(
        &told_of(""),
        "game.toml:9:1 grid: `map` does not fit on a4",
        "`tile = true` in a `[[sheet]]`",
    );
    one(
        &told_of("tile = { overlap = \"190 mm\" }"),
        "game.toml:9:1 grid",
        "smaller margin or overlap",
    );
    one(&told_of("tile = { overlap = \"-1 mm\" }"), "game.toml:11:20 bad-value", "below zero");
    one(&told_of("tile = { over = \"1 mm\" }"), "game.toml:11:10 unknown-key", "`overlap`");
    one(&told_of("tile = \"yes\""), "game.toml:11:8 bad-value", "is a table");
    one(
        &told_of("tile = true\ngrid = \"2 x 2\""),
        "game.toml:12:8 bad-value",
        "`tile` for one alone",
    );
    one(&told_of("tile = true\nfold = \"thirds\""), "game.toml:12:8 bad-value", "half");
    assert_eq!(told_of("tile = { overlap = \"12 mm\", orientation = \"landscape\" }"), [""; 0]);
}

#[test]
fn pictures_beyond_the_limit_are_told_before_anything_is_drawn() {
    let manifest = manifest("tile = true").replace("version", "dpi = 2400\nversion");
    let game = game([("game.toml", manifest.as_str()), ("templates/map.svg", FACE)]);
    one(
        &told(&game),
        "game.toml:5:1 limit: the pictures of `map` would have 38362 x 28913 pixels",
        "`dpi` may be 1765",
    );
}

#[test]
fn the_pages_of_a_map_are_a4_and_the_report_says_what_each_shows() {
    let folder = Temporary::new();
    folder.write(&[
        ("game/game.toml", &manifest("tile = { orientation = \"portrait\" }\nfold = \"half\"")),
        ("game/templates/map.svg", FACE),
    ]);
    let options = Options { dpi: Some(36), ..Options::default() };
    build(&folder.0.join("game"), &folder.0.join("out"), &options).unwrap();
    let file = folder.0.join("out/game/sheets/map-a4.pdf");
    let document = lopdf::Document::load(file).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    assert_eq!(pages.len(), 6);
    for page in &pages {
        let media = page_box(document.get_dictionary(*page).unwrap(), b"MediaBox");
        let wanted = [0.0, 0.0, 595.28, 841.89];
        assert!(media.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.005), "{media:?}");
    }
    let report = std::fs::read(folder.0.join("out/game/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let sheet = &report["sheets"][0];
    assert_eq!((&sheet["columns"], &sheet["rows"]), (&3.into(), &2.into()));
    let page = &sheet["pages"][4];
    assert_eq!(page["name"], "B2");
    let one = &page["placements"][0];
    assert_eq!((&one["design"], &one["w"], &one["h"]), (&1.into(), &400.0.into(), &300.0.into()));
    assert_eq!(
        (&one["x"], &one["art"]["x"], &one["art"]["w"]),
        (&(-95.0).into(), &10.0.into(), &190.0.into())
    );
}

#[test]
fn a_board_in_strips_is_whole_at_all_four_corners() {
    let folder = Temporary::new();
    let corner = |x: u32, y: u32| {
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"#c00\"/>")
    };
    let corners = [(0, 0), (584, 0), (0, 831), (584, 831)].map(|(x, y)| corner(x, y)).concat();
    let manifest =
        manifest("tile = true").replace("400 x 300 mm", "594 x 841 mm\"\nbleed = \"0 mm");
    folder.write(&[
        ("game/game.toml", &manifest),
        ("game/templates/map.svg", &format!("<svg viewBox=\"{{{{ view_box }}}}\"><rect width=\"594\" height=\"841\" fill=\"#fff\"/>{corners}</svg>")),
    ]);
    // 3508 x 4967 pixels are more than are drawn in one piece.
    let options = Options { dpi: Some(150), sheets: false, ..Options::default() };
    build(&folder.0.join("game"), &folder.0.join("out"), &options).unwrap();
    let file = std::fs::File::open(folder.0.join("out/game/cards/map/0001-map.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (3508, 4967));
    let at = |x: usize, y: usize| &pixels[3 * (y * 3508 + x)..][..3];
    for (x, y) in [(20, 20), (3487, 20), (20, 4946), (3487, 4946)] {
        assert_eq!(at(x, y), [0xcc, 0, 0], "{x} {y}");
    }
    for (x, y) in [(1754, 20), (20, 2500), (1754, 2500), (3487, 2500), (1754, 4946)] {
        assert_eq!(at(x, y), [0xff; 3], "{x} {y}");
    }
}
