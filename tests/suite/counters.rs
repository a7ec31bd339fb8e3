//! Where counters, tiles, standees and boxes lie and how they are cut, by numbers alone.

use std::collections::BTreeSet;

use deckle::compose::{ComposedCard, Side};
use deckle::geom::{Mm, Rect, Size, Xy};
use deckle::impose::{Grid, Page, fit_form, lay_out};
use deckle::model::{FlipEdge, Form, HexTop, Kind, Shape, SheetSpec, TuckBox};

use super::imposition::{A4, LETTER, behind, close, seen_through, spec};

const FORM: Form = Form { kind: Kind::Counter, shape: Shape::Straight, gutter: None };

fn form(shape: Shape) -> Form {
    Form { shape, ..FORM }
}

fn square(side: f64) -> Size {
    Size { w: side, h: side }
}

/// The box around a hexagon of so many mm across its flats.
fn hex(flats: f64, top: HexTop) -> Size {
    let corners = flats / (std::f64::consts::PI / 6.0).cos();
    match top {
        HexTop::Flat => Size { w: corners, h: flats },
        HexTop::Pointy => Size { w: flats, h: corners },
    }
}

/// Every shape, with a size for it.
fn shapes() -> Vec<(Form, Size)> {
    let gutter = Some((Mm(3.0), (4, 5)));
    vec![
        (FORM, square(15.875)),
        (Form { gutter, ..FORM }, square(14.0)),
        (Form { gutter, ..FORM }, Size { w: 12.0, h: 20.0 }),
        (form(Shape::Round), square(10.0)),
        (Form { gutter: Some((Mm(2.0), (1, 1))), ..form(Shape::Round) }, square(25.4)),
        (form(Shape::Hex(HexTop::Flat)), hex(38.0, HexTop::Flat)),
        (form(Shape::Hex(HexTop::Pointy)), hex(19.05, HexTop::Pointy)),
    ]
}

/// So many copies of each design; fronts are even faces and backs odd ones.
fn designs(copies: &[u32], new_row: bool) -> Vec<ComposedCard> {
    let card = |(at, copies): (usize, &u32)| ComposedCard {
        front: 2 * at,
        back: Some(2 * at + 1),
        copies: *copies,
        new_row: new_row && at > 0,
        turned: false,
    };
    copies.iter().enumerate().map(card).collect()
}

fn grid(form: &Form, size: Size, paper: Size) -> Grid {
    fit_form(form, size, 1.0, paper, &spec()).expect("pieces fit")
}

fn middle(rect: Rect) -> Xy {
    (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0)
}

fn apart(a: Xy, b: Xy) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[test]
fn counters_with_room_around_them_fit_as_the_tables_say() {
    // Squares with a gutter of 4 mm, 5 mm margin: Letter, A4. The tables count the bleed at the outside too,
    // which lies in the margin here; where that makes a difference, the second number is the larger.
    let rows = [(12.7, 192, 204), (14.2875, 154, 165), (15.875, 130, 140), (25.4, 63, 54)];
    let form = Form { gutter: Some((Mm(4.0), (1, 1))), ..FORM };
    for (side, letter, a4) in rows {
        let count = |paper| grid(&form, square(side), paper).cells();
        assert_eq!((count(LETTER), count(A4)), (letter, a4), "{side} mm");
    }
}

#[test]
fn thirty_five_tiles_of_38_mm_fit_on_a4_whichever_way_they_lie() {
    // Flat: 1 + (200 - 43.88) / 32.91 = 5.7 columns, and (287 - 19) / 38 = 7.05 rows.
    for (top, columns, rows) in [(HexTop::Flat, 5, 7), (HexTop::Pointy, 7, 5)] {
        let grid = grid(&form(Shape::Hex(top)), hex(38.0, top), A4);
        assert_eq!((grid.columns, grid.rows), (columns, rows));
        let block = grid.block();
        assert!(block.x >= 5.0 && block.y >= 5.0);
        let trims: Vec<_> = (0..grid.cells()).map(|cell| grid.trim(cell)).collect();
        let around = trims.iter().copied().reduce(Rect::union).unwrap();
        assert!(close(around.x, block.x) && close(around.right(), block.right()));
        assert!(close(around.y, block.y) && close(around.bottom(), block.bottom()));
        for (at, one) in trims.iter().enumerate() {
            // Nobody is nearer than across the flats, and everybody has a neighbour just there.
            let others = trims.iter().enumerate().filter(|(other, _)| *other != at);
            let nearest = others.map(|(_, other)| apart(middle(*one), middle(*other)));
            assert!(close(nearest.fold(f64::MAX, f64::min), 38.0));
        }
    }
}

/// The two ends of a cut, to a thousandth of a millimetre, in order.
fn ends(cut: &[Xy]) -> [(i64, i64); 2] {
    let round = |at: Xy| ((at.0 * 1e3).round() as i64, (at.1 * 1e3).round() as i64);
    let mut ends = [round(cut[0]), round(cut[cut.len() - 1])];
    ends.sort_unstable();
    ends
}

#[test]
fn hexagons_that_touch_share_their_cut_and_others_have_six_each() {
    for top in [HexTop::Flat, HexTop::Pointy] {
        let touching = grid(&form(Shape::Hex(top)), hex(38.0, top), A4);
        let page = lay_out(&designs(&[20, 13], true), &touching, &spec()).remove(0);
        let once: BTreeSet<_> = page.cuts.iter().map(|cut| ends(cut)).collect();
        assert_eq!(once.len(), page.cuts.len(), "a cut is drawn twice");
        for cut in &page.cuts {
            assert!(close(apart(cut[0], cut[1]), 38.0 / 3.0_f64.sqrt()));
        }
        // Of two pieces that touch, one side is common.
        let middles: Vec<_> = page.placements.iter().map(|one| middle(one.trim)).collect();
        let pairs = middles.iter().enumerate().flat_map(|(at, one)| {
            middles[at + 1..].iter().filter(|other| close(apart(*one, **other), 38.0))
        });
        assert_eq!(page.cuts.len(), 6 * middles.len() - pairs.count());
        assert!(page.marks.is_empty());

        let parted = Form { gutter: Some((Mm(2.0), (1, 1))), ..form(Shape::Hex(top)) };
        let parted = grid(&parted, hex(38.0, top), A4);
        let page = lay_out(&designs(&[12], false), &parted, &spec()).remove(0);
        assert_eq!(page.cuts.len(), 12 * 6);
    }
}

#[test]
fn art_of_hexagons_never_covers_a_neighbour() {
    let top = HexTop::Flat;
    let grid = grid(&form(Shape::Hex(top)), hex(38.0, top), A4);
    let page = lay_out(&designs(&[35], false), &grid, &spec()).remove(0);
    for one in &page.placements {
        for other in page.placements.iter().filter(|other| other.trim != one.trim) {
            let of = middle(other.trim);
            // 0.05 mm go over the cut, and a corner of two such sides a little more.
            assert!(one.window.iter().all(|at| apart(*at, of) > 19.0 - 0.06));
        }
    }
    // At the outside there is bleed: the topmost point lies 1 mm above the trim.
    let top = page.placements[0].window.iter().map(|at| at.1).fold(f64::MAX, f64::min);
    assert!(close(top, page.placements[0].trim.y - 1.0));
}

#[test]
fn backs_of_all_shapes_are_behind_their_fronts_with_rows_of_nations() {
    for (form, size) in shapes() {
        for (paper, landscape) in [(A4, false), (LETTER, false), (A4.turned(), true)] {
            for flip in [FlipEdge::Long, FlipEdge::Short] {
                let spec = SheetSpec { flip, ..spec() };
                let grid = fit_form(&form, size, 1.0, paper, &spec).unwrap();
                assert!(landscape || grid.paper.w > 0.0);
                let cards = designs(&[3, 40, 7, 1, 90], true);
                let pages = lay_out(&cards, &grid, &spec);
                assert_eq!(pages.len() % 2, 0);
                for pair in pages.chunks(2) {
                    behind(&grid, flip, &pair[0], &pair[1]);
                    lines_behind(&grid, flip, &pair[0], &pair[1]);
                }
                let placed = pages.iter().filter(|page| page.side == Side::Front);
                assert_eq!(placed.map(|page| page.placements.len()).sum::<usize>(), 141);
            }
        }
    }
}

fn lines_behind(grid: &Grid, flip: FlipEdge, front: &Page, back: &Page) {
    let windows = |page: &Page| -> Vec<Vec<Xy>> {
        page.placements.iter().map(|one| one.window.clone()).chain(page.cuts.clone()).collect()
    };
    let (front, back) = (windows(front), windows(back));
    assert_eq!(front.len(), back.len());
    for (front, back) in front.iter().flatten().zip(back.iter().flatten()) {
        let seen = seen_through(grid.paper, flip, Rect { x: back.0, y: back.1, w: 0.0, h: 0.0 });
        assert!(close(seen.x, front.0) && close(seen.y, front.1));
    }
}

#[test]
fn every_nation_begins_a_row_and_the_cells_before_it_stay_blank() {
    for (form, size) in shapes() {
        let grid = grid(&form, size, A4);
        let columns = grid.columns as usize;
        let copies = [columns as u32 + 1, 2, columns as u32, 1];
        let pages = lay_out(&designs(&copies, true), &grid, &spec());
        let fronts = pages.iter().filter(|page| page.side == Side::Front).enumerate();
        let mut cells = Vec::new();
        for (sheet, page) in fronts {
            for one in &page.placements {
                let cell = (0..grid.cells()).find(|cell| grid.trim(*cell) == one.trim).unwrap();
                cells.push((one.design, sheet * grid.cells() + cell));
            }
        }
        // Rows 0 and 1, row 2, row 3, row 4.
        let wanted = [(0, 0, copies[0]), (1, 2, 2), (2, 3, copies[2]), (3, 4, 1)];
        let wanted: Vec<_> = wanted
            .into_iter()
            .flat_map(|(design, row, count)| {
                (0..count as usize).map(move |at| (design, row * columns + at))
            })
            .collect();
        assert_eq!(cells, wanted);
    }
}

#[test]
fn pieces_of_a_block_touch_and_blocks_have_a_gutter_between_them() {
    let form = Form { gutter: Some((Mm(3.0), (4, 5))), ..FORM };
    let grid = grid(&form, square(14.0), A4);
    let x = |column: usize| grid.trim(column).x;
    let y = |row: usize| grid.trim(row * grid.columns as usize).y;
    for (of, size) in [(&x as &dyn Fn(usize) -> f64, 4), (&y, 5)] {
        for at in 1..10 {
            let wanted = if at % size == 0 { 17.0 } else { 14.0 };
            assert!(close(of(at) - of(at - 1), wanted), "{at}");
        }
    }
    // Marks: both edges of the block, one where pieces touch, two at a gutter.
    let page = lay_out(&designs(&[grid.columns], false), &grid, &spec()).remove(0);
    let gutters = (grid.columns - 1) / 4;
    let upright = page.marks.iter().filter(|mark| close(mark.from.0, mark.to.0)).count();
    assert_eq!(upright, 2 * (grid.columns + 1 + gutters) as usize);
}

#[test]
fn round_pieces_are_cut_along_the_circle_in_their_box() {
    let grid = grid(&form(Shape::Round), square(25.4), LETTER);
    let page = lay_out(&designs(&[9], false), &grid, &spec()).remove(0);
    assert_eq!(page.cuts.len(), 9);
    for (one, cut) in page.placements.iter().zip(&page.cuts) {
        assert!(cut.iter().all(|at| close(apart(*at, middle(one.trim)), 12.7)));
        assert_eq!(cut.first(), cut.last());
        // The straight pieces leave the circle by less than a fiftieth of a millimetre.
        let half = apart(cut[0], cut[1]) / 2.0;
        assert!(12.7 - (12.7 * 12.7 - half * half).sqrt() < 0.02);
        assert!(one.window.iter().all(|at| apart(*at, middle(one.trim)) <= 13.7 + 1e-6));
    }
}

#[test]
fn a_standee_stands_upright_from_either_side_and_on_both_its_tabs() {
    let form = form(Shape::Standee { base: Mm(8.0) });
    let size = Size { w: 25.0, h: 40.0 };
    let grid = grid(&form, size, A4);
    let pages = lay_out(&designs(&[2], false), &grid, &spec());
    assert_eq!(pages.len(), 1, "both sides are on one page");
    let page = &pages[0];
    let whole = grid.trim(0);
    assert!(close(whole.w, 25.0) && close(whole.h, 96.0));
    let (front, back) = (&page.placements[0], &page.placements[1]);
    assert_eq!([front.face, back.face], [0, 1]);
    assert_eq!([front.rotation, back.rotation], [0, 180]);
    // Folded in half, the back lies exactly behind the front, and the tabs behind each other.
    let fold = whole.y + 48.0;
    assert!(close(front.trim.y, fold) && close(back.trim.bottom(), fold));
    assert!(close(front.trim.h, 40.0) && close(back.trim.h, 40.0));
    assert!(close(whole.bottom() - front.trim.bottom(), 8.0));
    assert!(close(back.trim.y - whole.y, 8.0));
    assert!(close(front.art.y, fold) && close(back.art.bottom(), fold), "art ends at the fold");
    let folds: Vec<_> = page.folds[..3].iter().map(|line| line.from.1 - whole.y).collect();
    assert!(folds.iter().zip([8.0, 48.0, 88.0]).all(|(fold, wanted)| close(*fold, wanted)));
    // Two that touch: eight sides, of which one is common.
    assert_eq!(page.cuts.len(), 7);
}

#[test]
fn a_tuck_box_is_as_large_as_its_cards_and_a_little_room() {
    // 54 cards of 0.3 mm are 16.2 mm.
    let net = TuckBox::holding(Size { w: 63.0, h: 88.0 }, 54, 0.3, 1.0);
    assert!(close(net.width, 64.0) && close(net.height, 89.0) && close(net.depth, 17.2));
    let size = net.size();
    assert!(close(size.w, 2.0 * (64.0 + 17.2) + 10.0), "front, side, back, side, and 10 to glue");
    assert!(close(size.h, 89.0 + 2.0 * 17.2 + 2.0 * 17.2 * 0.8), "lid, top, back, bottom, tongue");
    let grid = fit_form(&form(Shape::Net(net)), size, 2.0, A4, &spec()).unwrap();
    assert_eq!((grid.columns, grid.rows), (1, 1));
    let page = lay_out(&[designs(&[1], false)[0]], &grid, &spec()).remove(0);
    assert!(page.marks.is_empty() && page.cuts.len() == 1 && !page.folds.is_empty());
}

/// The area inside a closed line, by the shoelace formula.
fn area(line: &[Xy]) -> f64 {
    let next = line.iter().cycle().skip(1);
    line.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
}

#[test]
fn the_net_of_a_box_folds_to_a_box_of_all_counts_of_cards() {
    for count in [1, 18, 54, 84, 110, 400] {
        let net = TuckBox::holding(Size { w: 63.0, h: 88.0 }, count, 0.3, 1.0);
        let (size, cut) = (net.size(), net.cut());
        let inside = |at: &Xy| {
            (-1e-9..=size.w + 1e-9).contains(&at.0) && (-1e-9..=size.h + 1e-9).contains(&at.1)
        };
        assert!(cut.iter().all(inside), "{count}");
        for (_, panel) in net.panels() {
            assert!(panel.w > 0.0 && panel.h > 0.0);
            assert!(inside(&(panel.x, panel.y)) && inside(&(panel.right(), panel.bottom())));
        }
        let panels: std::collections::BTreeMap<_, _> = net.panels().into_iter().collect();
        // Around the box: front and back alike, both sides alike, each beginning where the one before ends.
        for pair in ["front", "right", "back", "left", "glue"].windows(2) {
            assert!(close(panels[pair[0]].right(), panels[pair[1]].x), "{pair:?}");
        }
        assert!(close(panels["front"].w, panels["back"].w));
        assert!(close(panels["top"].h, panels["right"].w) && close(panels["bottom"].h, net.depth));
        assert!(close(panels["lid"].bottom(), panels["top"].y));
        // Flaps from both sides do not meet in the middle of the lid.
        assert!(2.0 * net.flap < net.width && net.flap <= net.depth);
        // What is cut is at most all panels with four flaps, and more than the walls of the box.
        let panel = |name: &str| panels[name].w * panels[name].h;
        let walls = panel("front") + panel("back") + 2.0 * panel("right") + 2.0 * panel("top");
        let all: f64 = panels.values().map(|one| one.w * one.h).sum();
        let cut = area(&cut);
        assert!(cut > walls && cut < all + 4.0 * net.flap * net.depth, "{count}: {cut}");
    }
}

#[test]
fn dice_stickers_of_16_mm_fill_a_page() {
    // (210 - 10) / 16 = 12.5 and (297 - 10) / 16 = 17.9.
    assert_eq!(grid(&FORM, square(16.0), A4).cells(), 12 * 17);
    assert_eq!(grid(&FORM, square(13.0), LETTER).cells(), 15 * 20);
}
