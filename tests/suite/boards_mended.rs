//! Boards that looked right and were not: each mistake is told, and each place lies where it should.

use deckle::board::{Graph, Hex, Label, Numbering, Numbers, Obstacles, Orientation, Place};
use deckle::board::{Point, Shift, place};
use deckle::geom::{Rect, Size};

use super::support::{game, one, told};

const SVG: &str = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

fn board(kind: &str, lines: &str, cells: &str, more: &[(&str, &str)]) -> Vec<String> {
    let manifest = format!(
        "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"{kind}\"\nfront = \"map.svg\"\ncells = \"map.csv\"\n{lines}\n"
    );
    let mut files = vec![("game.toml", manifest.as_str()), ("map.csv", cells)];
    files.push(("templates/map.svg", SVG));
    files.retain(|(path, _)| more.iter().all(|(other, _)| other != path));
    files.extend(more);
    told(&game(files))
}

const HEX: &str = "columns = 4\nrows = 3\ncell = \"20 mm\"\n";

fn hex(lines: &str, cells: &str, svg: &str) -> Vec<String> {
    board("hex", &format!("{HEX}{lines}"), cells, &[("templates/map.svg", svg)])
}

#[test]
fn what_fits_no_cell_is_told() {
    let cells = "hex,terrain\n0101,land\n0201,sea\n";
    one(
        &hex("connected = \"terrain == 'lnd'\"", cells, SVG),
        "game.toml:11:13 board-connected",
        "no cell of the board fulfils `terrain == 'lnd'`",
    );
    let svg = "<svg viewBox=\"{{ view_box }}\">{{ regions(by=\"terrain\", only=[\"see\"]) | length }}</svg>";
    one(&hex("", cells, svg), "templates/map.svg", "no cell has the terrain `see`");
    let lines = format!("{HEX}[[board.paths]]\nname = \"rail\"\nfile = \"rails.csv\"\n");
    for row in ["West,0101", "West,"] {
        let rails = format!("line,hexes\n{row}\n");
        one(
            &board("hex", &lines, cells, &[("rails.csv", &rails)]),
            "rails.csv:2:6 board-path",
            "two cells or more",
        );
    }
}

#[test]
fn numbering_that_contradicts_itself_is_told() {
    let cells = "hex,terrain\n0101,land\n";
    let cases = [
        ("numbering = { separator = \" \" }", "`separator`"),
        ("numbering = { separator = \", \" }", "`separator`"),
        ("numbering = { order = \"count\", letters = \"rows\" }", "no letters"),
        ("halves = true\nnumbering = { order = \"count\" }", "half a cell"),
        ("numbering = { size = \"0.2 mm\" }", "from 0.5 to 50 mm"),
        ("numbering = { place = \"middle\" }", "`centre`"),
    ];
    for (lines, has) in cases {
        // The row names a cell as it is called without all this.
        let mut told = hex(lines, cells, SVG);
        told.retain(|one| !one.starts_with("map.csv:2:1 board-cell"));
        one(&told, "game.toml:1", has);
    }
    let lines = "numbering = { separator = \".\", letters = \"none\", order = \"row-column\" }";
    assert_eq!(hex(lines, "hex,terrain\n01.01,land\n", SVG), [""; 0]);
}

#[test]
fn a_column_that_a_cell_hides_is_told_unless_it_gives_the_value() {
    one(&hex("", "hex,label\n0101,A\n", SVG), "map.csv:1:5 bad-name", "its own `label`");
    one(&hex("", "hex,row\n0101,A\n", SVG), "map.csv:1:5 bad-name", "its own `row`");
    assert_eq!(hex("", "column,row\n1,1\n", SVG), [""; 0]);
    assert_eq!(board("graph", "", "id,x,y\na,1,1\n", &[]), [""; 0]);
    one(&board("graph", "", "id,x,y,points\na,1,1,2\n", &[]), "map.csv:1:8 bad-name", "`points`");
}

#[test]
fn sizes_of_names_are_bounded_and_each_name_says_whether_it_is_clear() {
    let cells = "hex,name\n0202,Stambul\n";
    for size in ["0.1", "60"] {
        let svg = format!(
            "<svg viewBox=\"{{{{ view_box }}}}\">{{{{ labels(by=\"name\", size={size}) | length }}}}</svg>"
        );
        one(&hex("", cells, &svg), "templates/map.svg", "millimetres from 0.5 to 50");
    }
    let frame = Rect { x: 0.0, y: 0.0, w: 100.0, h: 100.0 };
    let label = Label {
        at: Point { x: 50.0, y: 50.0 },
        cell: frame,
        gap: 1.0,
        sizes: vec![Size { w: 8.0, h: 3.0 }],
    };
    let clear = |boxes: Vec<Rect>| {
        let obstacles = Obstacles { frame, boxes, points: Vec::new() };
        place(std::slice::from_ref(&label), &obstacles)[0].is_clear
    };
    assert!(clear(vec![Rect { x: 46.0, y: 51.0, w: 8.0, h: 3.0 }]), "there is room above");
    let all = (0..20).flat_map(|x| (0..20).map(move |y| (f64::from(x), f64::from(y))));
    let full = all.map(|(x, y)| Rect { x: x * 5.0, y: y * 5.0, w: 5.0, h: 5.0 }).collect();
    assert!(!clear(full), "there is no room at all");
}

#[test]
fn numbers_lie_within_their_cells_and_half_cells_have_their_middle_in_the_part_that_is_there() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let shape = Hex {
            orientation,
            shift: Shift::Even,
            columns: 4,
            rows: 4,
            across: 20.0,
            halves: true,
        };
        let layout = shape.lay_out(ORIGIN, &Numbering::default(), |_| true);
        for at in 0..layout.cells.len() {
            let inside = layout.room(at, &[ORIGIN]);
            assert!(inside > 2.0, "{orientation:?} {}: {inside}", layout.cells[at].id);
        }
        for (_, spot) in Numbers::SPOTS {
            let numbers = Numbers::new(&layout, spot, None, 2.6);
            for (at, label) in numbers.places.iter().enumerate() {
                let centre = layout.cells[at].centre;
                let from = Point { x: label.x - centre.x, y: label.y - centre.y };
                assert!(layout.room(at, &[from]) > 0.1, "{orientation:?} {spot:?} {at}");
            }
        }
    }
    // Half of a flat hexagon of 20 mm is 10 mm high, and its middle lies 5 mm below the edge.
    let flat = Hex {
        orientation: Orientation::Flat,
        shift: Shift::Even,
        columns: 2,
        rows: 1,
        across: 20.0,
        halves: true,
    };
    let layout = flat.lay_out(ORIGIN, &Numbering::default(), |_| true);
    let half = layout.cells.iter().find(|cell| !cell.is_whole).expect("a half cell");
    assert!((half.centre.y - 5.0).abs() < 1e-9, "{half:?}");
}

#[test]
fn numbers_shrink_until_they_fit() {
    let shape = |across: f64| Hex {
        orientation: Orientation::Flat,
        shift: Shift::Even,
        columns: 2,
        rows: 2,
        across,
        halves: false,
    };
    let size = |across: f64, asked: Option<f64>| {
        let layout = shape(across).lay_out(ORIGIN, &Numbering::default(), |_| true);
        Numbers::new(&layout, (0, -1), asked, 2.2).size
    };
    assert_eq!(size(20.0, None), 2.2);
    assert!(size(3.0, None) < 2.0);
    assert_eq!(size(3.0, Some(2.0)), 2.0, "what is asked for is taken");
}

fn place_of(id: &str, corners: &[(i32, i32)]) -> Place {
    let area = corners.iter().map(|(x, y)| (x * 1000, y * 1000)).collect();
    Place { id: id.into(), at: Point::default(), area }
}

#[test]
fn areas_that_share_a_part_of_a_side_are_neighbours_and_links_add_to_them() {
    // A long area above two short ones, whose common corner lies on its side; one turns the
    // other way.
    let places = vec![
        place_of("a", &[(0, 0), (20, 0), (20, 10), (0, 10)]),
        place_of("b", &[(0, 10), (10, 10), (10, 20), (0, 20)]),
        place_of("c", &[(10, 10), (10, 20), (20, 20), (20, 10)]),
        place_of("d", &[(40, 0), (50, 0), (50, 10)]),
    ];
    let layout = Graph { places, links: vec![(2, 3)] }.lay_out(ORIGIN);
    let around = |at: usize| {
        let mut all = layout.neighbours(at);
        all.sort_unstable();
        all
    };
    assert_eq!(
        [around(0), around(1), around(2), around(3)],
        [vec![1, 2], vec![0, 2], vec![0, 1, 3], vec![2]]
    );
    assert!(layout.touch(0, 2) && !layout.touch(2, 3));
    assert_eq!(layout.distance(0, 3), Some(2));
    // Together they are one area of 20 by 20 mm, and one beside it.
    let found = deckle::board::regions(&layout, &[Some(0); 4], &Default::default());
    assert_eq!(found[&0].len(), 2);
}

#[test]
fn graphs_take_areas_and_tell_what_cannot_be() {
    let graph = |cells: &str| board("graph", "", cells, &[]);
    let square = "id,area,links\nOld Town,\"0,0 10,0 10,10 0,10\",Bridge\nBridge,\"10,0 20,0 20,10 10,10\",Old Town\n";
    assert_eq!(graph(square), [""; 0]);
    let cases = [
        ("id,area\na,\"0,0 10,0\"\n", "map.csv:2:3 board-field", "no area"),
        ("id,area\na,\"0,0 10;0 3\"\n", "map.csv:2:3 bad-length", "no corner"),
        (
            "id,area\na,\"0,0 9,0 9,9\"\nb,\"0,0 9,0 9,8\"\n",
            "map.csv:3:3 board-field",
            "same side of a line",
        ),
        ("id,x,y\na,1,1\nb,1,1\n", "map.csv:3:1 board-cell", "very spot of `a`"),
        ("id,x,y,links\na,1,1,a\n", "map.csv:2:7 board-cell", "linked with itself"),
        ("id,x,y,links\na b,1,1,\nc,2,2,\"a b; d\"\n", "map.csv:3:7 board-cell", "no place `d`"),
    ];
    for (cells, start, has) in cases {
        one(&graph(cells), start, has);
    }
    let lines = "[[board.edges]]\nname = \"river\"\nfile = \"rivers.csv\"\n";
    one(
        &board("graph", lines, square, &[("rivers.csv", "id,side\nBridge,N\n")]),
        "rivers.csv:2:",
        "have no names",
    );
    one(
        &board("mat", "size = \"a5\"\nwithout = [\"a\"]", "name\na\n", &[]),
        "game.toml:9:12 board-cell",
        "no cells at all",
    );
}

const TILED: &str = "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"square\"\ncell = \"20 mm\"\nfront = \"map.svg\"\ncells = \"map.tmx\"\n";

fn tiled(layers: &str, svg: &str) -> Vec<String> {
    let sets = "<tileset firstgid=\"1\" name=\"land\" tilecount=\"2\"><tile id=\"0\"><properties><property name=\"cost\" value=\"3\"/></properties></tile></tileset><tileset firstgid=\"3\" name=\"towns\" tilecount=\"2\"/>";
    let map = format!(
        "<map orientation=\"orthogonal\" width=\"2\" height=\"1\">\n{sets}\n{layers}</map>"
    );
    told(&game([("game.toml", TILED), ("map.tmx", map.as_str()), ("templates/map.svg", svg)]))
}

fn layer(more: &str, tiles: &str) -> String {
    format!("<layer {more}><data encoding=\"csv\">{tiles}</data></layer>\n")
}

#[test]
fn tiles_of_several_sets_are_told_apart_and_bring_their_properties() {
    let svg = "<svg viewBox=\"{{ view_box }}\">{% set a = board.cells[0] %}{% set b = board.cells[1] %}{{ table(name=a.ground ~ \" \" ~ a.ground_cost ~ \" \" ~ b.ground ~ b.ground_cost) }}</svg>";
    one(&tiled(&layer("name=\"ground\"", "1,3"), svg), "templates/map.svg", "`land:0 3 towns:0`");
}

#[test]
fn layers_that_are_hidden_shifted_or_named_alike_are_told() {
    let ground = layer("name=\"ground\"", "1,1");
    let with = |more: &str| tiled(&format!("{ground}{}", layer(more, "2,2")), SVG);
    one(&with("name=\"ground\""), "map.tmx:1:1 board-import", "two columns `ground`");
    one(&with("name=\"b\" visible=\"0\""), "map.tmx:4:1 board-import", "hidden");
    one(&with("name=\"b\" offsetx=\"4\""), "map.tmx:4:1 board-import", "shifted");
    assert_eq!(with("name=\"b\" offsetx=\"0\""), [""; 0]);
}

#[test]
fn a_map_that_ends_too_early_is_shown_within_its_lines() {
    let map = "<map>\n  <layer\n";
    let told = told(&game([("game.toml", TILED), ("map.tmx", map), ("templates/map.svg", SVG)]));
    one(&told, "map.tmx:2:8 board-import", "not well-formed");
}

#[test]
fn a_character_without_a_font_is_told_in_the_cell_of_the_map() {
    let svg = "<svg viewBox=\"{{ view_box }}\">{% for cell in board.cells %}{% if cell.name %}<text x=\"{{ cell.x }}\" y=\"{{ cell.y }}\" font-size=\"3\">{{ cell.name }}</text>{% endif %}{% endfor %}</svg>";
    let told = hex("", "hex,name\n0101,Plain\n0202,Odd \u{e123}\n", svg);
    assert!(told.iter().any(|one| one.starts_with("map.csv:3:")), "{told:#?}");
}
