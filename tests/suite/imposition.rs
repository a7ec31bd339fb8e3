//! Where cards come to lie, by numbers alone.

use deckle::compose::{ComposedCard, Side};
use deckle::geom::{Mm, Rect, Size};
use deckle::impose::{Grid, Page, fit, furniture, lay_out};
use deckle::model::{Backs, CARD_SIZES, FlipEdge, Marks, Output, PAPERS, SheetSpec, Tile};

pub const A4: Size = Size { w: 210.0, h: 297.0 };
pub const LETTER: Size = Size { w: 215.9, h: 279.4 };
const POKER: Size = Size { w: 63.0, h: 88.0 };

pub fn spec() -> SheetSpec {
    SheetSpec {
        name: String::new(),
        file: None,
        decks: Vec::new(),
        without: Vec::new(),
        together: false,
        papers: Vec::new(),
        backs: Backs::Duplex,
        flip: FlipEdge::Long,
        back_offset: (Mm(0.0), Mm(0.0)),
        marks: Some(Marks { through: false, length: Mm(3.0), offset: Mm(1.0) }),
        margin: Mm(5.0),
        gap: Mm(0.0),
        grid: None,
        tile: Tile::default(),
        fold: None,
        output: Output::Vector,
        span: None,
    }
}

/// Cards with a back of their own each: fronts are even faces, backs odd ones.
fn cards(count: usize) -> Vec<ComposedCard> {
    let card = |at: usize| ComposedCard {
        front: 2 * at,
        back: Some(2 * at + 1),
        copies: 1,
        new_row: false,
        turned: false,
    };
    (0..count).map(card).collect()
}

fn single(count: usize) -> Vec<ComposedCard> {
    (0..count)
        .map(|at| ComposedCard { front: at, back: None, copies: 1, new_row: false, turned: false })
        .collect()
}

pub fn close(a: f64, b: f64) -> bool {
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
        // Twelve business cards on Letter would leave 6.35 mm on every side. A printer's edge takes a
        // quarter of that, the text 2.4 mm and a mark 1.2 mm: 1.16 mm of bleed, and 1.5 are needed.
        (50.8, 88.9, 10, 10),
    ];
    for (w, h, letter, a4) in rows {
        let count = |paper| fit(Size { w, h }, 3.0, paper, &spec()).unwrap().cells();
        assert_eq!((count(LETTER), count(A4)), (letter, a4), "{w} x {h}");
    }
}

/// A vector of the sheet as it lies on the table: right, down and away from the table, in mm.
type Vector = [f64; 3];

/// Half a turn about an axis of length 1, by Rodrigues' formula.
fn half_turn(axis: Vector, v: Vector) -> Vector {
    let (cos, sin) = (std::f64::consts::PI.cos(), std::f64::consts::PI.sin());
    let dot: f64 = axis.iter().zip(v).map(|(a, b)| a * b).sum();
    let cross = [
        axis[1] * v[2] - axis[2] * v[1],
        axis[2] * v[0] - axis[0] * v[2],
        axis[0] * v[1] - axis[1] * v[0],
    ];
    std::array::from_fn(|at| v[at] * cos + cross[at] * sin + axis[at] * dot * (1.0 - cos))
}

/// The axis that a hand turns the paper about: along its long or its short edge.
fn axis(paper: Size, flip: FlipEdge) -> Vector {
    let along_x = match flip {
        FlipEdge::Long => paper.w > paper.h,
        FlipEdge::Short => paper.w < paper.h,
    };
    if along_x { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }
}

/// Where a box of the back lies on the front, when the paper is turned over in the hand.
pub fn seen_through(paper: Size, flip: FlipEdge, back: Rect) -> Rect {
    let (middle_x, middle_y) = (paper.w / 2.0, paper.h / 2.0);
    let through = |x: f64, y: f64| {
        let [x, y, _] = half_turn(axis(paper, flip), [x - middle_x, y - middle_y, 0.0]);
        (x + middle_x, y + middle_y)
    };
    let (a, b) = (through(back.x, back.y), through(back.right(), back.bottom()));
    Rect { x: a.0.min(b.0), y: a.1.min(b.1), w: (a.0 - b.0).abs(), h: (a.1 - b.1).abs() }
}

/// The way up of a picture that is turned by `rotation` degrees.
fn up(rotation: u16) -> Vector {
    let angle = f64::from(rotation).to_radians();
    [angle.sin(), -angle.cos(), 0.0]
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

pub fn behind(grid: &Grid, flip: FlipEdge, front: &Page, back: &Page) {
    assert_eq!((front.side, back.side), (Side::Front, Side::Back));
    assert_eq!(front.placements.len(), back.placements.len());
    for (front, back) in front.placements.iter().zip(&back.placements) {
        assert_eq!(back.face, front.face + 1);
        let seen = seen_through(grid.paper, flip, back.trim);
        assert!(close(seen.x, front.trim.x) && close(seen.y, front.trim.y));
        assert!(close(seen.w, front.trim.w) && close(seen.h, front.trim.h));
        // A card that is turned over about its upright middle line shows its back upright.
        let turned = half_turn(axis(grid.paper, flip), up(back.rotation));
        assert!(turned.iter().zip(up(front.rotation)).all(|(a, b)| close(*a, b)));
        let art = seen_through(grid.paper, flip, back.art);
        assert!(close(art.x, front.art.x) && close(art.y, front.art.y));
    }
    for (front, back) in front.marks.iter().zip(&back.marks) {
        for (front, back) in [(front.from, back.from), (front.to, back.to)] {
            let (x, y) = back;
            let seen = seen_through(grid.paper, flip, Rect { x, y, w: 0.0, h: 0.0 });
            assert!(close(seen.x, front.0) && close(seen.y, front.1));
        }
    }
}

#[test]
fn cards_that_lie_on_their_side_have_their_backs_upright_behind_them() {
    for paper in [A4, LETTER, A4.turned()] {
        for flip in [FlipEdge::Long, FlipEdge::Short] {
            let spec = SheetSpec { flip, ..spec() };
            let grid = fit(POKER, 3.0, paper, &spec).unwrap();
            let mut cards = cards(5);
            cards[3].turned = true;
            let pages = lay_out(&cards, &grid, &spec);
            behind(&grid, flip, &pages[0], &pages[1]);
            let turned = pages[0].placements.iter().map(|one| one.rotation);
            assert_eq!(turned.collect::<Vec<_>>(), [0, 0, 0, 90, 0]);
        }
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
    // Nine poker cards of inches fill Letter's 11 in but for half an inch.
    let nine = |margin| SheetSpec { grid: Some((3, 3, span)), margin: Mm(margin), ..spec.clone() };
    let poker = Size { w: 63.5, h: 88.9 };
    assert!(fit(poker, 0.0, LETTER, &nine(6.35)).is_ok());
    assert!(fit(poker, 0.0, LETTER, &nine(6.36)).is_err());
    // Without a grid, a card that is larger than the paper is refused too.
    let large = fit(Size { w: 300.0, h: 300.0 }, 0.0, LETTER, &self::spec());
    assert_eq!(
        large.unwrap_err().message,
        "1 x 1 needs 300 x 300 mm, the page leaves 205.9 x 269.4 mm"
    );
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
    assert_eq!(plain[1].marks.len(), moved[1].marks.len());
    for (plain, moved) in plain[1].marks.iter().zip(&moved[1].marks) {
        for (plain, moved) in [(plain.from, moved.from), (plain.to, moved.to)] {
            assert!(close(moved.0 - plain.0, 1.5) && close(moved.1 - plain.1, -0.8));
        }
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

#[test]
fn no_mark_enters_a_trim_whatever_the_gap_and_the_number_of_cards() {
    for (gap, bleed, length) in [(0.0, 3.0, 3.0), (4.0, 2.0, 3.0), (0.5, 0.0, 9.0), (6.0, 3.0, 1.0)]
    {
        let marks = Some(Marks { through: false, length: Mm(length), offset: Mm(0.0) });
        let spec = SheetSpec { gap: Mm(gap), marks, ..spec() };
        for paper in [A4, LETTER] {
            let grid = fit(POKER, bleed, paper, &spec).unwrap();
            for count in 1..=grid.cells() {
                for page in lay_out(&cards(count), &grid, &spec) {
                    outside_of_trims(&page);
                    marks_at_every_edge(&page);
                }
            }
        }
    }
}

/// A mark is level or upright, so it is a thin box: it may touch no trim.
fn outside_of_trims(page: &Page) {
    for mark in &page.marks {
        let (left, right) = (mark.from.0.min(mark.to.0), mark.from.0.max(mark.to.0));
        let (top, bottom) = (mark.from.1.min(mark.to.1), mark.from.1.max(mark.to.1));
        assert!(close(left, right) || close(top, bottom), "{mark:?} is askew");
        for one in &page.placements {
            let trim = one.trim;
            let inside = left < trim.right() - 1e-9
                && right > trim.x + 1e-9
                && top < trim.bottom() - 1e-9
                && bottom > trim.y + 1e-9;
            assert!(!inside, "{mark:?} crosses {trim:?}");
        }
    }
}

/// Every edge of every trim can be cut from mark to mark, on all four sides.
fn marks_at_every_edge(page: &Page) {
    let block = page.trim_box;
    for one in &page.placements {
        for x in [one.trim.x, one.trim.right()] {
            let at = |mark: &&deckle::impose::Line| close(mark.from.0, x) && close(mark.to.0, x);
            let (above, below) = page.marks.iter().filter(at).fold((0, 0), |(a, b), mark| {
                if mark.to.1 < block.y { (a + 1, b) } else { (a, b + 1) }
            });
            assert_eq!((above, below), (1, 1), "x = {x}");
        }
        for y in [one.trim.y, one.trim.bottom()] {
            let at = |mark: &&deckle::impose::Line| close(mark.from.1, y) && close(mark.to.1, y);
            let (left, right) = page.marks.iter().filter(at).fold((0, 0), |(a, b), mark| {
                if mark.to.0 < block.x { (a + 1, b) } else { (a, b + 1) }
            });
            assert_eq!((left, right), (1, 1), "y = {y}");
        }
    }
}

#[test]
fn small_counters_fit_as_the_tables_say() {
    // Touching squares of 1/2, 9/16, 5/8, 3/4 and 1 in, 5 mm margin: Letter, A4.
    let rows = [
        (12.7, 336, 330),
        (14.2875, 252, 260),
        (15.875, 192, 216),
        (19.05, 140, 150),
        (25.4, 80, 77),
    ];
    for (side, letter, a4) in rows {
        let count = |paper| fit(Size { w: side, h: side }, 1.0, paper, &spec()).unwrap().cells();
        assert_eq!((count(LETTER), count(A4)), (letter, a4), "{side} mm");
    }
}

#[test]
fn sheets_lie_inside_the_paper_and_boxes_inside_each_other() {
    for size in CARD_SIZES {
        for paper in PAPERS {
            let paper = Size { w: paper.w, h: paper.h };
            let Ok(grid) = fit(Size { w: size.w, h: size.h }, 3.0, paper, &spec()) else {
                continue;
            };
            for page in lay_out(&cards(grid.cells()), &grid, &spec()) {
                let (trim, bleed) = (page.trim_box, page.bleed_box);
                assert!(bleed.x >= 0.0 && bleed.y >= 0.0, "{}", size.name);
                assert!(bleed.right() <= grid.paper.w && bleed.bottom() <= grid.paper.h);
                assert!(trim.x >= bleed.x && trim.y >= bleed.y);
                assert!(trim.right() <= bleed.right() && trim.bottom() <= bleed.bottom());
                for mark in &page.marks {
                    for (x, y) in [mark.from, mark.to] {
                        assert!((0.0..=grid.paper.w).contains(&x), "{}", size.name);
                        assert!((0.0..=grid.paper.h).contains(&y), "{}", size.name);
                    }
                }
            }
        }
    }
}

#[test]
fn a_shifted_back_stays_on_its_paper() {
    // 10.5 mm are left beside the block and 3 mm of it are bleed: a shift of 9 mm cannot be meant.
    let shifted = SheetSpec { back_offset: (Mm(9.0), Mm(0.0)), ..spec() };
    let grid = fit(POKER, 3.0, A4, &shifted);
    let Ok(grid) = grid else { return };
    let pages = lay_out(&cards(9), &grid, &shifted);
    let bleed = pages[1].bleed_box;
    assert!(bleed.right() <= 210.0, "BleedBox ends at {} mm on 210 mm", bleed.right());
}

/// What a drawing covers, by usvg's own measure: boxes of the paths and of the text.
fn covered(svg: &str) -> Vec<Rect> {
    thread_local! {
        static FONTS: deckle::fonts::Fonts = deckle::fonts::Fonts::embedded();
    }
    let findings = deckle::findings::Findings::default();
    let tree = FONTS.with(|fonts| {
        deckle::scene::tree(svg, fonts, &Default::default(), &findings).expect("a drawing")
    });
    assert!(findings.take().is_empty());
    let mut found = Vec::new();
    boxes(tree.root(), &mut found);
    found
}

fn boxes(group: &usvg::Group, found: &mut Vec<Rect>) {
    for node in group.children() {
        if let usvg::Node::Group(group) = node {
            boxes(group, found);
        } else {
            let area = node.abs_bounding_box();
            let [x, y, w, h] = [area.x(), area.y(), area.width(), area.height()].map(f64::from);
            found.push(Rect { x, y, w, h });
        }
    }
}

fn apart(a: Rect, b: Rect) -> bool {
    a.right() <= b.x + 0.01
        || b.right() <= a.x + 0.01
        || a.bottom() <= b.y + 0.01
        || b.bottom() <= a.y + 0.01
}

#[test]
fn text_and_ruler_touch_no_card_no_mark_and_no_edge() {
    for size in CARD_SIZES {
        for paper in PAPERS {
            let paper = Size { w: paper.w, h: paper.h };
            let Ok(grid) = fit(Size { w: size.w, h: size.h }, 3.0, paper, &spec()) else {
                continue;
            };
            let what = format!("{} on {} x {}", size.name, grid.paper.w, grid.paper.h);
            let label = furniture::label(&grid, "Game 1.0 · Deck · page 1 of 2 · front").unwrap();
            let ruler = furniture::ruler(&grid).unwrap();
            let page = lay_out(&single(grid.cells()), &grid, &spec()).remove(0);
            let drawn: Vec<_> = covered(&label).into_iter().chain(covered(&ruler)).collect();
            assert_eq!(drawn.len(), 3, "{what}");
            for one in &drawn {
                assert!(one.x >= 0.0 && one.y >= 0.0, "{what}: {one:?}");
                assert!(one.right() <= grid.paper.w && one.bottom() <= grid.paper.h, "{what}");
                assert!(apart(*one, page.bleed_box), "{what}: {one:?} in the art");
                for mark in &page.marks {
                    let (x, y) = (mark.from.0.min(mark.to.0), mark.from.1.min(mark.to.1));
                    let w = (mark.from.0 - mark.to.0).abs();
                    let h = (mark.from.1 - mark.to.1).abs();
                    assert!(apart(*one, Rect { x, y, w, h }), "{what}: {one:?} meets {mark:?}");
                }
            }
            // The line of the ruler is 4 in long, or 2 in on small paper.
            let long = drawn[1].w.max(drawn[1].h);
            assert!((long - 101.6).abs() < 0.02 || (long - 50.8).abs() < 0.02, "{what}: {long}");
        }
    }
}
