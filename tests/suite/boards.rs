//! Boards by number: cells, sides, neighbours, names, areas and lines.

use std::collections::{BTreeMap, BTreeSet};

use deckle::board::{
    self, Axis, Hex, Layout, Numbering, Order, Orientation, Path, Point, Shift, Square, Step,
    Style, Track, Way,
};
use deckle::geom::Size;

const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

fn hex(orientation: Orientation, shift: Shift, columns: u32, rows: u32) -> Hex {
    Hex { orientation, shift, columns, rows, across: 38.0, halves: false }
}

fn field(hex: &Hex) -> Layout {
    hex.lay_out(ORIGIN, &Numbering::default(), |_| true)
}

fn behind(layout: &Layout, id: &str, side: &str) -> String {
    let cell = layout.find(id).expect("a cell");
    let side = layout.side(cell, side).expect("a side");
    layout.cells[cell].sides[side].other.map_or("-".into(), |at| layout.cells[at].id.clone())
}

/// All ways in which a field of hexagons can lie.
fn all() -> Vec<Hex> {
    let mut all = Vec::new();
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        for shift in [Shift::Odd, Shift::Even] {
            for halves in [false, true] {
                all.push(Hex { halves, ..hex(orientation, shift, 7, 6) });
            }
        }
    }
    all
}

#[test]
fn a_hexagon_of_38_mm_measures_so_from_side_to_side_whichever_way_it_stands() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let hex = hex(orientation, Shift::Even, 1, 1);
        assert!((hex.point_to_point() - 43.88).abs() < 0.005);
        let field = field(&hex).field;
        let (along, across) = match orientation {
            Orientation::Flat => (field.w, field.h),
            Orientation::Pointy => (field.h, field.w),
        };
        assert!((across - 38.0).abs() < 1e-9 && (along - 43.878).abs() < 0.001, "{field:?}");
    }
}

#[test]
fn a_field_of_20_by_14_hexagons_of_19_mm_measures_335_by_276_mm() {
    let hex = Hex { across: 19.0, ..hex(Orientation::Flat, Shift::Even, 20, 14) };
    let extent = hex.extent();
    assert!((extent.w - 334.5).abs() < 0.1 && (extent.h - 275.5).abs() < 1e-9, "{extent:?}");
    let field = field(&hex).field;
    assert!((field.w - extent.w).abs() < 1e-9 && (field.h - extent.h).abs() < 1e-9);
}

#[test]
fn neighbours_of_flat_hexagons_follow_from_the_shift() {
    // Even columns half a hexagon lower: the table of the sheet of The First Balkan War.
    let even = field(&hex(Orientation::Flat, Shift::Even, 20, 14));
    let around = |layout: &Layout, id: &str| {
        ["N", "NE", "SE", "S", "SW", "NW"].map(|side| behind(layout, id, side))
    };
    assert_eq!(around(&even, "0505"), ["0504", "0604", "0605", "0506", "0405", "0404"]);
    assert_eq!(around(&even, "0605"), ["0604", "0705", "0706", "0606", "0506", "0505"]);
    assert_eq!(around(&even, "0101"), ["-", "-", "0201", "0102", "-", "-"]);
    let odd = field(&hex(Orientation::Flat, Shift::Odd, 20, 14));
    assert_eq!(around(&odd, "0505"), ["0504", "0605", "0606", "0506", "0406", "0405"]);
}

#[test]
fn neighbours_of_pointy_hexagons_follow_from_the_shift() {
    let around = |layout: &Layout, id: &str| {
        ["NE", "E", "SE", "SW", "W", "NW"].map(|side| behind(layout, id, side))
    };
    let even = field(&hex(Orientation::Pointy, Shift::Even, 9, 9));
    assert_eq!(around(&even, "0505"), ["0504", "0605", "0506", "0406", "0405", "0404"]);
    assert_eq!(around(&even, "0504"), ["0603", "0604", "0605", "0505", "0404", "0503"]);
}

#[test]
fn distances_on_flat_and_pointy_fields_are_the_fewest_steps() {
    for hex in all() {
        let layout = field(&hex);
        for from in 0..layout.cells.len() {
            let mut steps = vec![None; layout.cells.len()];
            steps[from] = Some(0u32);
            let mut open = std::collections::VecDeque::from([from]);
            while let Some(cell) = open.pop_front() {
                for other in layout.neighbours(cell) {
                    if steps[other].is_none() {
                        steps[other] = steps[cell].map(|one| one + 1);
                        open.push_back(other);
                    }
                }
            }
            for (to, steps) in steps.into_iter().enumerate() {
                assert_eq!(layout.distance(from, to), steps, "{hex:?} {from} {to}");
            }
        }
    }
}

#[test]
fn each_side_is_shared_by_two_cells_exactly_or_lies_at_the_edge() {
    for hex in all() {
        let layout = field(&hex);
        for (at, cell) in layout.cells.iter().enumerate() {
            for (number, side) in cell.sides.iter().enumerate() {
                let Some(other) = side.other else { continue };
                let back = layout.cells[other].sides.iter().position(|one| one.other == Some(at));
                let back = back.expect("neighbours know each other");
                // The same corners, the other way around: equal as numbers, not nearly so.
                let one = &layout.cells[other].sides[back];
                assert_eq!((one.from, one.to), (side.to, side.from));
                assert_eq!(layout.side_id(at, number), layout.side_id(other, back));
            }
        }
        let ids: BTreeSet<_> = layout.cells.iter().map(|cell| &cell.id).collect();
        assert_eq!(ids.len(), layout.cells.len());
        let found = layout.cells.iter().enumerate();
        found.for_each(|(at, cell)| assert_eq!(layout.find(&cell.id), Some(at)));
    }
}

/// The area that points enclose, in square mm.
fn area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

fn area_of(layout: &Layout, cell: usize) -> f64 {
    area(&layout.corners(cell).collect::<Vec<_>>())
}

#[test]
fn cells_with_halves_fill_a_field_with_straight_edges() {
    for hex in all().into_iter().filter(|hex| hex.halves) {
        let layout = field(&hex);
        let whole = 38.0f64.powi(2) * 3f64.sqrt() / 2.0;
        let sum: f64 = (0..layout.cells.len()).map(|cell| area_of(&layout, cell)).sum();
        // Shifted lines have one cell more, of which two are half.
        assert!((sum - 42.0 * whole).abs() < 1e-6, "{hex:?}: {}", sum / whole);
        let halves = layout.cells.iter().filter(|cell| !cell.is_whole).count();
        let lines: (usize, Shift) = match hex.orientation {
            Orientation::Flat => (7, hex.shift),
            Orientation::Pointy => (6, hex.shift),
        };
        let shifted = if lines.1 == Shift::Odd { lines.0.div_ceil(2) } else { lines.0 / 2 };
        assert_eq!(halves, 2 * shifted, "{hex:?}");
        for (at, cell) in layout.cells.iter().enumerate().filter(|(_, cell)| !cell.is_whole) {
            assert!((area_of(&layout, at) - whole / 2.0).abs() < 1e-6, "{}", cell.id);
        }
        let extent = hex.extent();
        assert!((layout.field.w - extent.w).abs() < 1e-9, "{hex:?}");
        assert!((layout.field.h - extent.h).abs() < 1e-9, "{hex:?}");
    }
}

fn named(numbering: &Numbering, columns: i32, rows: i32) -> Vec<String> {
    let extent = ((0, columns - 1), (0, rows - 1));
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    places.map(|place| numbering.name(place, extent)).collect()
}

#[test]
fn letters_go_on_past_z() {
    let numbering =
        Numbering { letters: Some(Axis::Column), digits: (1, 1), ..Numbering::default() };
    let names = named(&numbering, 30, 2);
    assert_eq!(names[25..30], ["Z1", "AA1", "AB1", "AC1", "AD1"]);
    let many = named(&numbering, 800, 1);
    assert_eq!((many[701].as_str(), many[702].as_str()), ("ZZ1", "AAA1"));
}

#[test]
fn numbers_grow_for_all_cells_when_the_highest_needs_more_digits() {
    let names = named(&Numbering::default(), 120, 2);
    assert_eq!((names[0].as_str(), names[239].as_str()), ("00101", "12002"));
    let all: BTreeSet<_> = names.iter().collect();
    assert_eq!(all.len(), 240);
}

#[test]
fn numbering_begins_where_and_runs_as_it_is_asked_to() {
    let usual = Numbering::default();
    let cases = [
        (Numbering { order: Order::RowColumn, ..usual.clone() }, ["0101", "0103", "0201"]),
        (Numbering { start: (0, 5), ..usual.clone() }, ["0005", "0205", "0006"]),
        (Numbering { separator: ".".into(), ..usual.clone() }, ["01.01", "03.01", "01.02"]),
        (Numbering { reversed: (true, false), ..usual.clone() }, ["0301", "0101", "0302"]),
        (Numbering { reversed: (true, true), ..usual.clone() }, ["0302", "0102", "0301"]),
        (Numbering { order: Order::Count, digits: (1, 1), ..usual.clone() }, ["1", "3", "4"]),
    ];
    for (numbering, expected) in cases {
        let names = named(&numbering, 3, 2);
        assert_eq!([&names[0], &names[2], &names[3]], [expected[0], expected[1], expected[2]]);
    }
    let some = Numbering { every: (5, 2), ..usual };
    let printed = |place| some.is_printed(place, ((0, 9), (0, 9)));
    assert!(printed((0, 0)) && printed((5, 2)) && !printed((1, 0)) && !printed((5, 1)));
}

#[test]
fn no_two_cells_have_one_name_however_they_are_named() {
    for order in [Order::ColumnRow, Order::RowColumn, Order::Count] {
        for letters in [None, Some(Axis::Column), Some(Axis::Row)] {
            for start in [(-3, -12), (0, 0), (1, 1), (95, 7)] {
                for reversed in [(false, false), (true, false), (true, true)] {
                    let numbering = Numbering {
                        order,
                        letters,
                        start,
                        reversed,
                        digits: (1, 1),
                        ..Numbering::default()
                    };
                    let names: BTreeSet<_> = named(&numbering, 31, 28).into_iter().collect();
                    assert_eq!(names.len(), 31 * 28, "{numbering:?}");
                }
            }
        }
    }
}

#[test]
fn a_chessboard_is_named_as_chess_players_do() {
    let numbering = Numbering {
        letters: Some(Axis::Column),
        is_small: true,
        digits: (1, 1),
        reversed: (false, true),
        ..Numbering::default()
    };
    let board = Square { columns: 8, rows: 8, cell: Size { w: 24.0, h: 24.0 } };
    let layout = board.lay_out(ORIGIN, &numbering, |_| true);
    let centre = |id: &str| layout.cells[layout.find(id).expect("a square")].centre;
    assert_eq!((centre("a1").x, centre("a1").y), (12.0, 180.0));
    assert_eq!((centre("h8").x, centre("h8").y), (180.0, 12.0));
    assert_eq!(behind(&layout, "e4", "N"), "e5");
    assert_eq!(layout.neighbours(layout.find("e4").expect("e4")).len(), 4);
    let at = |id: &str| layout.find(id).expect("a square");
    assert_eq!(layout.distance(at("a1"), at("h8")), Some(14));
}

/// A closed outline as points, its curves replaced by their ends.
fn points(path: &Path) -> Vec<Point> {
    std::iter::once(path.start).chain(path.steps.iter().map(Step::end)).collect()
}

/// Kinds of cells from a picture: a row a line, `.` for none.
fn kinds(picture: &str) -> Vec<Option<u32>> {
    let kind = |c: char| if c == '.' { None } else { Some(c as u32) };
    picture.split_whitespace().flat_map(|line| line.chars().map(kind)).collect()
}

fn squares(picture: &str) -> (Layout, Vec<Option<u32>>) {
    let rows = picture.split_whitespace().count() as u32;
    let kinds = kinds(picture);
    let columns = kinds.len() as u32 / rows;
    let board = Square { columns, rows, cell: Size { w: 1.0, h: 1.0 } };
    (board.lay_out(ORIGIN, &Numbering::default(), |_| true), kinds)
}

#[test]
fn areas_of_one_kind_are_one_outline_with_their_holes() {
    let (layout, kinds) = squares("aaaaa abbba ab.ba abbba aaaaa");
    let regions = board::regions(&layout, &kinds, &Style::default());
    let areas = |kind: char| {
        let rings = &regions[&(kind as u32)];
        let mut areas: Vec<_> =
            rings.iter().map(|ring| area(&points(ring)).round() as i64).collect();
        areas.sort_unstable();
        areas
    };
    // Outlines turn clockwise, holes the other way: the sum is the area of the cells.
    assert_eq!(areas('a'), [-9, 25]);
    assert_eq!(areas('b'), [-1, 9]);
}

#[test]
fn outlines_that_touch_at_a_corner_stay_apart() {
    let (layout, kinds) = squares("ab ba");
    let regions = board::regions(&layout, &kinds, &Style::default());
    for rings in regions.values() {
        let areas: Vec<_> = rings.iter().map(|ring| area(&points(ring)).round() as i64).collect();
        assert_eq!(areas, [1, 1]);
    }
}

#[test]
fn areas_add_up_whatever_their_shape() {
    for hex in all() {
        let layout = field(&hex);
        // Some pattern without a pattern.
        let kinds: Vec<_> =
            (0..layout.cells.len()).map(|at| Some((at * at / 3 + at / 5) as u32 % 4)).collect();
        let regions = board::regions(&layout, &kinds, &Style::default());
        let mut total = 0.0;
        for (kind, rings) in &regions {
            let traced: f64 = rings.iter().map(|ring| area(&points(ring))).sum();
            let cells = (0..layout.cells.len()).filter(|at| kinds[*at] == Some(*kind));
            let counted: f64 = cells.map(|cell| area_of(&layout, cell)).sum();
            assert!((traced - counted).abs() < 1e-6, "{hex:?} {kind}: {traced} {counted}");
            total += traced;
        }
        let all: f64 = (0..layout.cells.len()).map(|cell| area_of(&layout, cell)).sum();
        assert!((total - all).abs() < 1e-6);
    }
}

/// Every piece of a line with its ends, whichever way it runs.
fn pieces(path: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut from = path.start;
    for step in &path.steps {
        let alone = Path { start: from, steps: vec![*step], is_closed: false };
        let (one, other) = (alone.to_string(), alone.reversed().to_string());
        found.insert(one.min(other));
        from = step.end();
    }
    found
}

#[test]
fn rounded_and_roughened_neighbours_share_their_lines_exactly() {
    let layout = field(&hex(Orientation::Flat, Shift::Even, 9, 9));
    let kinds: Vec<_> = (0..layout.cells.len()).map(|at| Some((at / 2) as u32 % 3)).collect();
    let style = Style { smooth: 1.0, rough: 0.2, seed: 7, ..Style::default() };
    let regions = board::regions(&layout, &kinds, &style);
    let lines: BTreeMap<_, BTreeSet<String>> = regions
        .iter()
        .map(|(kind, rings)| (kind, rings.iter().flat_map(pieces).collect()))
        .collect();
    for border in board::borders(&layout, &kinds, &style) {
        for kind in [border.between.0, border.between.1].into_iter().flatten() {
            assert!(pieces(&border.path).is_subset(&lines[&kind]), "{:?}", border.between);
        }
    }
    // Another seed strays otherwise; the same seed does not.
    let again = board::regions(&layout, &kinds, &style);
    assert_eq!(regions, again);
    let other = board::regions(&layout, &kinds, &Style { seed: 8, ..style });
    assert_ne!(regions, other);
}

#[test]
fn the_edge_of_the_field_stays_straight_when_outlines_are_rounded() {
    let (layout, kinds) = squares("aabb aabb aabb");
    let style = Style { smooth: 1.0, rough: 0.3, ..Style::default() };
    let regions = board::regions(&layout, &kinds, &style);
    for rings in regions.values() {
        let all: Vec<_> = rings.iter().flat_map(Path::points).collect();
        let (left, right) = all.iter().fold((9.0f64, 0.0f64), |(l, r), p| (l.min(p.x), r.max(p.x)));
        assert!(all.iter().all(|p| (0.0..=3.0).contains(&p.y)), "{all:?}");
        assert!(left == 0.0 || right == 4.0);
    }
}

#[test]
fn sides_are_joined_from_junction_to_junction() {
    let layout = field(&hex(Orientation::Flat, Shift::Even, 20, 14));
    let side = |id: &str, name: &str| {
        let cell = layout.find(id).expect("a cell");
        (cell, layout.side(cell, name).expect("a side"))
    };
    // The Ergene, which is one line, and the Maritsa, which it meets.
    let ergene = ["1507 S", "1507 SE", "1606 S", "1606 SE", "1706 S", "1706 SE"];
    let maritsa = ["1407 SE", "1407 NE", "1406 SE", "1406 NE"];
    let sides = |names: &[&str]| -> Vec<_> {
        names
            .iter()
            .filter_map(|one| one.split_once(' '))
            .map(|(id, name)| side(id, name))
            .collect()
    };
    let alone = board::lines(&layout, &sides(&ergene), &Style::default());
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].steps.len(), 6);
    let both =
        board::lines(&layout, &[sides(&ergene), sides(&maritsa)].concat(), &Style::default());
    let mut steps: Vec<_> = both.iter().map(|line| line.steps.len()).collect();
    steps.sort_unstable();
    assert_eq!(steps.iter().sum::<usize>(), 10);
    // A side named from both its cells is one side.
    let twice = board::lines(&layout, &sides(&["0406 SE", "0507 NW"]), &Style::default());
    assert_eq!(twice.len(), 1);
    assert_eq!(twice[0].steps.len(), 1);
}

#[test]
fn ways_are_joined_at_junctions_and_drawn_once() {
    let layout = field(&hex(Orientation::Flat, Shift::Even, 20, 14));
    let route = |ids: &str| -> Vec<usize> {
        ids.split(' ').map(|id| layout.find(id).expect("a cell")).collect()
    };
    let salonica = route("0908 0807 0708 0607");
    let dedeagach = route("0908 0807 0806 0907");
    let ways = board::ways(&layout, &[salonica, dedeagach], 0.8);
    // They part at 0807: the common step is one way, and each branch another.
    let mut steps: Vec<_> = ways.iter().map(|way| way.steps.len()).collect();
    steps.sort_unstable();
    assert_eq!(steps, [1, 2, 2]);
    let centre = |id: &str| layout.cells[layout.find(id).expect("a cell")].centre;
    for way in &ways {
        assert!([way.start, way.end()].contains(&centre("0807")));
    }
    // Both names of a line that runs on are one curve.
    let on = board::ways(&layout, &[route("0101 0102"), route("0102 0103 0104")], 0.8);
    assert_eq!(on.len(), 1);
    assert_eq!(on[0].steps.len(), 3);
}

#[test]
fn tracks_run_in_rows_to_and_fro_or_around() {
    let track = |from, to, step, columns, way| Track {
        from,
        to,
        step,
        columns,
        way,
        cell: Size { w: 12.0, h: 12.0 },
    };
    let troops = track(0, 200, 10, 21, Way::Rows);
    assert_eq!(troops.boxes(), 21);
    assert_eq!(troops.extent(), Size { w: 252.0, h: 12.0 });
    // Below 0 and above it, and downwards.
    let ids = |track: Track| -> Vec<String> {
        track.lay_out(ORIGIN, |_| true).cells.into_iter().map(|cell| cell.id).collect()
    };
    let both = ids(track(-10, 10, 1, 21, Way::Rows));
    assert_eq!((both.len(), &*both[0], &*both[10], &*both[20]), (21, "-10", "0", "10"));
    assert_eq!(ids(track(2, -4, 2, 9, Way::Rows)), ["2", "0", "-2", "-4"]);
    let snake = track(1, 10, 1, 4, Way::Snake).lay_out(ORIGIN, |_| true);
    let place = |layout: &Layout, id: &str| {
        let cell = &layout.cells[layout.find(id).expect("a box")];
        (cell.column, cell.row)
    };
    assert_eq!(place(&snake, "5"), (3, 1));
    assert_eq!(place(&snake, "8"), (0, 1));
    assert_eq!(place(&snake, "9"), (0, 2));
    // Chess-sized: 28 boxes around a field of eight by eight.
    let ring = track(1, 28, 1, 8, Way::Ring);
    assert_eq!(ring.extent(), Size { w: 96.0, h: 96.0 });
    let ring = ring.lay_out(ORIGIN, |_| true);
    assert_eq!(place(&ring, "8"), (7, 0));
    assert_eq!(place(&ring, "15"), (7, 7));
    assert_eq!(place(&ring, "22"), (0, 7));
    assert_eq!(place(&ring, "28"), (0, 1));
    let at = |id: &str| ring.find(id).expect("a box");
    assert_eq!(ring.distance(at("1"), at("28")), Some(1));
    for (from, to) in [("1", "2"), ("8", "9"), ("28", "1")] {
        assert!(ring.neighbours(at(from)).contains(&at(to)));
    }
    // Backwards, in steps.
    let down = track(20, 0, 5, 10, Way::Rows).lay_out(ORIGIN, |_| true);
    let ids: Vec<_> = down.cells.iter().map(|cell| cell.id.as_str()).collect();
    assert_eq!(ids, ["20", "15", "10", "5", "0"]);
}

#[test]
fn a_counter_in_the_middle_of_a_cell_leaves_equal_gaps() {
    // Cells of no whole number of pixels: 61.85 by 71.45 pixels of 96 to the inch.
    let across = 61.85 / 96.0 * 25.4;
    let hex = Hex { across, ..hex(Orientation::Pointy, Shift::Even, 12, 9) };
    let layout = field(&hex);
    for cell in 0..layout.cells.len() {
        let middle = layout.cells[cell].centre;
        let xs: Vec<_> = layout.corners(cell).map(|point| point.x).collect();
        let left = middle.x - xs.iter().copied().fold(f64::MAX, f64::min);
        let right = xs.iter().copied().fold(f64::MIN, f64::max) - middle.x;
        assert!((left - right).abs() < 1e-9, "{left} {right}");
    }
}
