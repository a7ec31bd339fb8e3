//! Where cards come to lie, by numbers alone.

use deckle::compose::{ComposedCard, Side};
use deckle::geom::{Mm, Rect, Size};
use deckle::impose::{Grid, Page, fit, furniture, lay_out};
use deckle::model::{Backs, CARD_SIZES, FlipEdge, Marks, Output, PAPERS, SheetSpec};

const A4: Size = Size { w: 210.0, h: 297.0 };
const LETTER: Size = Size { w: 215.9, h: 279.4 };
const POKER: Size = Size { w: 63.0, h: 88.0 };

fn spec() -> SheetSpec {
    SheetSpec {
        name: String::new(),
        decks: Vec::new(),
        papers: Vec::new(),
        backs: Backs::Duplex,
        flip: FlipEdge::Long,
        back_offset: (Mm(0.0), Mm(0.0)),
        marks: Some(Marks { length: Mm(3.0), offset: Mm(1.0) }),
        margin: Mm(5.0),
        gap: Mm(0.0),
        grid: None,
        output: Output::Vector,
        span: None,
    }
}

/// Cards with a back of their own each: fronts are even faces, backs odd ones.
fn cards(count: usize) -> Vec<ComposedCard> {
    let card = |at: usize| ComposedCard { front: 2 * at, back: Some(2 * at + 1), copies: 1 };
    (0..count).map(card).collect()
}

fn single(count: usize) -> Vec<ComposedCard> {
    (0..count).map(|at| ComposedCard { front: at, back: None, copies: 1 }).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn nine_poker_cards_stand_in_the_middle_of_a4_on_every_page() {
    let grid = fit(POKER, 3.0, A4, &spec()).unwrap();
    let pages = lay_out(&single(180), &grid, &spec());
    assert_eq!(pages.len(), 20);
    for page in &pages {
        assert_eq!(page.placements.len(), 9);
        let block = page.trim_box;
        assert!((block.x - 10.5).abs() < 0.001 && (210.0 - block.right() - 10.5).abs() < 0.001);
        assert!((block.y - 16.5).abs() < 0.001 && (297.0 - block.bottom() - 16.5).abs() < 0.001);
        for (at, one) in page.placements.iter().enumerate() {
            assert!((one.trim.x - (10.5 + 63.0 * (at % 3) as f64)).abs() < 0.001);
            assert!((one.trim.y - (16.5 + 88.0 * (at / 3) as f64)).abs() < 0.001);
        }
    }
}

#[test]
fn as_many_cards_fit_as_the_tables_say() {
    // Touching cards, 5 mm margin, best orientation: Letter, A4.
    let rows = [
        (63.5, 88.9, 9, 9),
        (63.0, 88.0, 9, 9),
        (57.15, 88.9, 9, 10),
        (44.0, 68.0, 18, 16),
        (41.0, 63.0, 20, 21),
        (70.0, 120.0, 4, 4),
    ];
    for (w, h, letter, a4) in rows {
        let count = |paper| fit(Size { w, h }, 3.0, paper, &spec()).unwrap().cells();
        assert_eq!((count(LETTER), count(A4)), (letter, a4), "{w} x {h}");
    }
}

/// Turns a sheet over as a hand does, and says where a box of the back is seen from the front.
fn seen_through(paper: Size, flip: FlipEdge, back: Rect) -> Rect {
    let tall = paper.h >= paper.w;
    // The paper turns about its long edge, which stands upright on a tall sheet.
    let about_upright = (flip == FlipEdge::Long) == tall;
    if about_upright {
        Rect { x: paper.w - back.x - back.w, ..back }
    } else {
        Rect { y: paper.h - back.y - back.h, ..back }
    }
}

#[test]
fn every_back_is_behind_its_front_for_every_size_paper_and_edge() {
    let mut sheets = 0;
    for size in CARD_SIZES {
        for paper in PAPERS {
            for flip in [FlipEdge::Long, FlipEdge::Short] {
                let spec = SheetSpec { flip, ..spec() };
                let (card, paper) =
                    (Size { w: size.w, h: size.h }, Size { w: paper.w, h: paper.h });
                let Ok(grid) = fit(card, 3.0, paper, &spec) else { continue };
                let cards = cards(grid.cells() + 2);
                let pages = lay_out(&cards, &grid, &spec);
                assert_eq!(pages.len(), 2 * cards.len().div_ceil(grid.cells()));
                for pair in pages.chunks(2) {
                    behind(&grid, flip, &pair[0], &pair[1]);
                }
                sheets += 1;
            }
        }
    }
    assert!(sheets > 300, "{sheets}");
}

fn behind(grid: &Grid, flip: FlipEdge, front: &Page, back: &Page) {
    assert_eq!((front.side, back.side), (Side::Front, Side::Back));
    assert_eq!(front.placements.len(), back.placements.len());
    let upright = (flip == FlipEdge::Long) == (grid.paper.h >= grid.paper.w);
    for (front, back) in front.placements.iter().zip(&back.placements) {
        assert_eq!(back.face, front.face + 1);
        let seen = seen_through(grid.paper, flip, back.trim);
        assert!(close(seen.x, front.trim.x) && close(seen.y, front.trim.y));
        assert!(close(seen.w, front.trim.w) && close(seen.h, front.trim.h));
        assert_eq!(back.rotation, if upright { 0 } else { 180 });
        let art = seen_through(grid.paper, flip, back.art);
        assert!(close(art.x, front.art.x) && close(art.y, front.art.y));
    }
}

#[test]
fn four_cards_lie_in_the_order_that_the_edge_asks_for() {
    let long = spec();
    let grid = fit(POKER, 3.0, A4, &long).unwrap();
    let pages = lay_out(&cards(4), &grid, &long);
    let at = |page: &Page, face: usize| {
        let one = page.placements.iter().find(|one| one.face == face).unwrap();
        let column = ((one.trim.x - 10.5) / 63.0).round() as usize;
        (column, ((one.trim.y - 16.5) / 88.0).round() as usize, one.rotation)
    };
    // Row 1 of the back reads C B A, and D is at the right of row 2.
    let [a, b, c, d] = [1, 3, 5, 7].map(|face| at(&pages[1], face));
    assert_eq!([a, b, c, d], [(2, 0, 0), (1, 0, 0), (0, 0, 0), (2, 1, 0)]);
    let short = SheetSpec { flip: FlipEdge::Short, ..spec() };
    let pages = lay_out(&cards(4), &grid, &short);
    let [a, b, c, d] = [1, 3, 5, 7].map(|face| at(&pages[1], face));
    assert_eq!([a, b, c, d], [(0, 2, 180), (1, 2, 180), (2, 2, 180), (0, 1, 180)]);
}

#[test]
fn there_are_as_many_pages_as_are_needed() {
    let grid = fit(POKER, 3.0, A4, &spec()).unwrap();
    let pages = |count: usize, backs: bool| {
        let cards = if backs { cards(count) } else { single(count) };
        lay_out(&cards, &grid, &spec()).len()
    };
    assert_eq!([1, 9, 10, 18].map(|count| pages(count, false)), [1, 1, 2, 2]);
    assert_eq!([1, 9, 10, 18].map(|count| pages(count, true)), [2, 2, 4, 4]);
    assert_eq!(pages(0, true), 0);
}

#[test]
fn marks_stand_outside_of_the_art_and_line_up_through_the_paper() {
    for flip in [FlipEdge::Long, FlipEdge::Short] {
        let spec = SheetSpec { flip, ..spec() };
        let grid = fit(POKER, 2.0, A4, &spec).unwrap();
        let pages = lay_out(&cards(9), &grid, &spec);
        let front = &pages[0];
        assert_eq!(front.marks.len(), 16);
        for mark in &front.marks {
            for (x, y) in [mark.from, mark.to] {
                let outside = |art: Rect| {
                    x < art.x - 1e-9
                        || x > art.right() + 1e-9
                        || y < art.y - 1e-9
                        || y > art.bottom() + 1e-9
                };
                let beside = |art: Rect| {
                    close(x, art.x)
                        || close(x, art.right())
                        || close(y, art.y)
                        || close(y, art.bottom())
                };
                assert!(front.placements.iter().all(|one| outside(one.art) || beside(one.art)));
                assert!((0.0..=210.0).contains(&x) && (0.0..=297.0).contains(&y));
            }
        }
        let through = |(x, y): (f64, f64)| {
            let seen = seen_through(grid.paper, flip, Rect { x, y, w: 0.0, h: 0.0 });
            (seen.x, seen.y)
        };
        for (front, back) in front.marks.iter().zip(&pages[1].marks) {
            let (from, to) = (through(back.from), through(back.to));
            assert!(close(from.0, front.from.0) && close(from.1, front.from.1));
            assert!(close(to.0, front.to.0) && close(to.1, front.to.1));
        }
        let (left, top) = (grid.block().x, grid.block().y);
        let sides = [
            front.marks.iter().any(|mark| mark.to.0 < left),
            front.marks.iter().any(|mark| mark.to.1 < top),
            front.marks.iter().any(|mark| mark.to.0 > 210.0 - left),
            front.marks.iter().any(|mark| mark.to.1 > 297.0 - top),
        ];
        assert_eq!(sides, [true; 4]);
    }
    let off = SheetSpec { marks: None, ..spec() };
    let grid = fit(POKER, 2.0, A4, &off).unwrap();
    assert!(lay_out(&cards(9), &grid, &off).iter().all(|page| page.marks.is_empty()));
}

#[test]
fn a_grid_that_does_not_fit_is_refused_with_its_measures() {
    let mut sources = deckle::span::Sources::default();
    let id = sources.add("game.toml", "");
    let span = deckle::span::Span::new(id, 0..0);
    let spec = SheetSpec { grid: Some((3, 3, span)), margin: Mm(10.0), ..spec() };
    let unfit = fit(Size { w: 88.9, h: 127.0 }, 0.0, LETTER, &spec).unwrap_err();
    assert_eq!(unfit.message, "3 x 3 needs 266.7 x 381 mm, the page leaves 195.9 x 259.4 mm");
    assert_eq!(unfit.help, "2 x 2 fits");
}

#[test]
fn a_printers_shift_moves_the_backs_and_nothing_else() {
    let shifted = SheetSpec { back_offset: (Mm(1.5), Mm(-0.8)), ..spec() };
    let grid = fit(POKER, 3.0, A4, &shifted).unwrap();
    let (plain, moved) = (lay_out(&cards(9), &grid, &spec()), lay_out(&cards(9), &grid, &shifted));
    assert_eq!(plain[0], moved[0]);
    for (plain, moved) in plain[1].placements.iter().zip(&moved[1].placements) {
        assert!(
            close(moved.trim.x - plain.trim.x, 1.5) && close(moved.trim.y - plain.trim.y, -0.8)
        );
        assert!(close(moved.art.x - plain.art.x, 1.5) && close(moved.art.w, plain.art.w));
    }
}

#[test]
fn text_and_ruler_have_their_room_beside_the_cards() {
    for size in CARD_SIZES {
        for paper in [A4, LETTER] {
            let grid = fit(Size { w: size.w, h: size.h }, 3.0, paper, &spec()).unwrap();
            let offset = grid.text_offset().unwrap_or_else(|| panic!("{}", size.name));
            assert!(offset >= grid.outer_bleed(), "{}", size.name);
            assert!(offset + 2.4 <= grid.strip() - 1.0, "{}: off the paper", size.name);
            assert!(furniture::label(&grid, "a & b").is_some_and(|svg| svg.contains("a &amp; b")));
            assert!(furniture::ruler(&grid).is_some_and(|svg| svg.contains("100 mm, 4 in")));
        }
    }
}
