//! Boards in a manifest: what they may say, and where each mistake in them is told.

use super::support::{game, one, told};

const HEX: &str = "[game]\ntitle = \"Test\"\n[[board]]\nname = \"map\"\nkind = \"hex\"\ncolumns = 4\nrows = 3\ncell = \"20 mm\"\nfront = \"map.svg\"\ncells = \"map.csv\"\n";
const CELLS: &str =
    "hex,terrain,owner,setup\n0101,land,A,A\n0201,land,A,\n0301,sea,,\n0401,land,B,B\n";
const MAP: &str = "<svg viewBox=\"{{ view_box }}\">{% for region in regions(by=\"terrain\") %}<path d=\"{{ region.path }}\"/>{% endfor %}</svg>";

fn with(manifest: &str, cells: &str) -> Vec<String> {
    let files = [("game.toml", manifest), ("map.csv", cells), ("templates/map.svg", MAP)];
    let more = [
        ("rivers.csv", "river,hex,side,other_hex\nDrin,0101,SE,0201\nDrin,0201,N,\n"),
        ("rails.csv", "line,hexes\nWest,0101 0201\n"),
        ("terrain.csv", "terrain,cost\nland,1\nsea,2\n"),
    ];
    told(&game(files.into_iter().chain(more)))
}

/// Lines after [`HEX`], whose last line is the tenth.
fn and(lines: &str) -> Vec<String> {
    with(&format!("{HEX}{lines}\n"), CELLS)
}

#[test]
fn a_board_with_features_and_demands_is_told_nothing() {
    let lines = "values = { terrain = \"terrain\" }\nmust = [\"setup == '' or setup == owner\"]\n\
        connected = \"terrain == 'sea'\"\n[[board.edges]]\nname = \"river\"\nfile = \"rivers.csv\"\n\
        line = \"river\"\n[[board.paths]]\nname = \"rail\"\nfile = \"rails.csv\"\non = \"terrain == 'land'\"\n\
        [[table]]\nname = \"terrain\"\nfile = \"terrain.csv\"\nkey = \"terrain\"";
    assert_eq!(and(lines), [""; 0]);
}

#[test]
fn the_starter_draws_all_that_runs_along_sides_and_over_middles() {
    let lines = "[[board.edges]]\nname = \"river\"\nfile = \"rivers.csv\"\n[[board.edges]]\nname = \"wall\"\nfile = \"rivers.csv\"\n[[board.paths]]\nname = \"rail\"\nfile = \"rails.csv\"";
    let manifest = format!("{}{lines}\n", HEX.replace("front = \"map.svg\"\n", ""));
    let files = [
        ("game.toml", manifest.as_str()),
        ("map.csv", CELLS),
        ("rivers.csv", "hex,side\n0101,SE\n"),
        ("rails.csv", "line,hexes\nWest,0101 0201\n"),
    ];
    let game = game(files);
    assert_eq!(told(&game), [""; 0]);
    let (mut sources, mut sink) = (Default::default(), Default::default());
    let made = deckle::pipeline::make(&game, &Default::default(), &mut sources, &mut sink);
    let svg = &made.unwrap_or_else(|_| panic!("{:?}", sink.list())).decks[0].faces[0].svg;
    let drawn =
        |colour: &str| svg.matches(&format!("stroke=\"{colour}\" stroke-width=\"1.1\"")).count();
    assert_eq!(drawn("#4f93a8"), 1, "the river");
    assert!(svg.contains("stroke-dasharray=\"1.6 1.2\""), "the railway");
}

#[test]
fn keys_of_a_board_are_told_with_what_they_take() {
    let cases = [
        ("top = \"flatt\"", "11:7 bad-value: `top` cannot be `flatt`", "`flat`"),
        ("shift = \"evn\"", "11:9 bad-value: `shift` cannot be `evn`", "`even`"),
        ("collumns = 4", "11:1 unknown-key: [[board]] has no key `collumns`", "`columns`"),
        (
            "numbering = { digits = 0 }",
            "11:24 bad-value: `digits` is a whole number from 1 to 9",
            "",
        ),
        ("numbering = { orign = \"top-left\" }", "11:15 unknown-key", "`origin`"),
        ("size = \"a9\"", "11:8 bad-size: there is no size `a9`", ""),
        ("size = \"50 x 50 mm\"", "8:8 board-field: the field of ", "larger `size`"),
        ("field = [\"90 mm\", \"0 mm\"]", "11:9 board-field: the field of", "beyond the trim"),
        ("field = \"9 mm\"", "11:9 bad-value: `field` is a pair of lengths", ""),
        ("id = \"hx\"", "11:6 unknown-column: the table has no column `hx`", "`hex`"),
        (
            "without = [\"0109\"]",
            "11:12 board-cell: the board has no cell `0109`",
            "`0101` to `0403`",
        ),
        ("back = \"bak.svg\"", "11:8 unknown-template: there is no template `bak.svg`", ""),
    ];
    for (lines, start, has) in cases {
        one(&and(lines), &format!("game.toml:{start}"), has);
    }
}

#[test]
fn a_cell_that_is_taken_off_twice_is_told() {
    let told = told(&game([(
        "game.toml",
        "[game]\ntitle = \"T\"\nversion = \"1\"\n[[board]]\nname = \"b\"\nkind = \"square\"\ncolumns = 3\nrows = 3\n\
         cell = \"20 mm\"\nwithout = [\"a1\", \"b1\", \"a1\"]\n",
    )]));
    one(&told, "game.toml:10:24 board-cell: `without` has the cell `a1` twice", "leave out one");
}

#[test]
fn what_a_board_cannot_do_without_is_told() {
    for (line, has) in [
        ("name = \"map\"\n", "`name`"),
        ("kind = \"hex\"\n", "`kind`"),
        ("columns = 4\n", "`columns`"),
        ("rows = 3\n", "`rows`"),
        ("cell = \"20 mm\"\n", "from side to side"),
    ] {
        let told = with(&HEX.replace(line, ""), CELLS);
        assert!(told.len() == 1 && told[0].contains(has), "{line}: {told:#?}");
    }
    one(&with(&HEX.replace("\"hex\"", "\"hexx\""), CELLS), "game.toml:5:8 bad-value", "`hex`");
    let mat =
        "[game]\ntitle = \"T\"\n[[board]]\nname = \"mat\"\nkind = \"mat\"\nfront = \"map.svg\"\n";
    one(&with(mat, CELLS), "game.toml:3:1 missing-key: a mat needs a `size`", "`size = \"a5\"`");
}

#[test]
fn cells_that_are_not_on_the_board_are_told_in_their_table() {
    let cells = "hex,terrain\n0101,land\n0501,land\n0101,sea\n";
    let told = with(HEX, cells);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(
        told[0].starts_with("map.csv:3:1 board-cell: the board has no cell `0501`"),
        "{told:#?}"
    );
    assert!(
        told[1].starts_with("map.csv:4:1 board-cell: the cell `0101` has two rows"),
        "{told:#?}"
    );
}

fn edges(rows: &str) -> Vec<String> {
    let manifest = format!("{HEX}[[board.edges]]\nname = \"river\"\nfile = \"edges.csv\"\n");
    let files = [("map.csv", CELLS), ("templates/map.svg", MAP), ("edges.csv", rows)];
    told(&game(files.into_iter().chain([("game.toml", manifest.as_str())])))
}

#[test]
fn edges_name_sides_that_are_there() {
    let head = "hex,side,other_hex\n";
    one(
        &edges(&format!("{head}0101,E,\n")),
        "edges.csv:2:6 board-side: the cell `0101` has no side `E`",
        "N, NE, SE, S, SW, NW",
    );
    one(
        &edges(&format!("{head}0101,SE,0202\n")),
        "edges.csv:2:9 board-side: SE of `0101` lies `0201`, and not `0202`",
        "",
    );
    one(&edges(&format!("{head}0101,N,0100\n")), "edges.csv:2:8 board-side", "lies nothing");
    one(&edges(&format!("{head}0901,N,\n")), "edges.csv:2:1 board-cell", "no cell `0901`");
    one(&edges(&format!("{head}0101,N;Q,\n")), "edges.csv:2:8 board-side", "no side `Q`");
    one(&edges("hex,edg\n0101,N\n"), "edges.csv:1:1 unknown-column", "`side = \"…\"`");
    assert_eq!(edges(&format!("{head}0101,N; ne ,\n")), [""; 0]);
}

fn paths(rows: &str) -> Vec<String> {
    let manifest = format!(
        "{HEX}[[board.paths]]\nname = \"rail\"\nfile = \"rails.csv\"\non = \"terrain == 'land'\"\n"
    );
    let files = [("map.csv", CELLS), ("templates/map.svg", MAP), ("rails.csv", rows)];
    told(&game(files.into_iter().chain([("game.toml", manifest.as_str())])))
}

#[test]
fn paths_step_between_neighbours_where_they_may() {
    let cases = [
        ("0101 0201", None),
        ("0101 0401", Some("rails.csv:2:11 board-path: `0401` is no neighbour of `0101`")),
        ("0201 0301", Some("rails.csv:2:11 board-path: the path may not enter `0301`")),
        ("0101 0909", Some("rails.csv:2:11 board-cell: the board has no cell `0909`")),
    ];
    for (cells, expected) in cases {
        let told = paths(&format!("line,hexes\nA,    {cells}\n").replace("A,    ", "West,"));
        match expected {
            None => assert_eq!(told, [""; 0]),
            Some(start) => one(&told, start, ""),
        }
    }
}

#[test]
fn values_of_cells_and_their_table_agree_both_ways() {
    let lines = "values = { terrain = \"terrain\" }\n[[table]]\nname = \"terrain\"\nfile = \"terrain.csv\"\nkey = \"terrain\"";
    let manifest = format!("{HEX}{lines}\n");
    let told = with(&manifest, "hex,terrain\n0101,land\n0201,swamp\n");
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].starts_with("map.csv:3:6 board-value: `terrain` is `swamp`, which the table"));
    assert!(
        told[1]
            .starts_with("terrain.csv:3:1 board-value: no cell of the board has the terrain `sea`")
    );
    let lines = "values = { terain = \"terrain\", owner = \"owners\" }";
    let told = and(lines);
    assert!(told.iter().any(|one| one.contains("no column `terain`")), "{told:#?}");
    assert!(told.iter().any(|one| one.contains("no table `owners`")), "{told:#?}");
}

#[test]
fn a_value_that_many_cells_have_is_told_once_and_exceptions_are_none_of_the_table() {
    let table = "[[table]]\nname = \"terrain\"\nfile = \"terrain.csv\"\nkey = \"terrain\"";
    let with_values = |values: &str, cells: &str| {
        with(&format!("{HEX}values = {{ terrain = {values} }}\n{table}\n"), cells)
    };
    let cells = "hex,terrain\n0101,land\n0201,swamp\n0301,swamp\n0401,sea\n";
    let told = with_values("\"terrain\"", cells);
    one(&told, "map.csv:3:6 board-value: `terrain` is `swamp`, as in 1 more cells", "");
    let except = "{ table = \"terrain\", except = [\"swamp\"] }";
    assert_eq!(with_values(except, cells), [""; 0]);
    // One that no cell has is a slip of the pen.
    let told = with_values(&except.replace("\"swamp\"", "\"swamp\", \"swmp\""), cells);
    one(&told, "game.toml:", "board-value: no cell of the board has the terrain `swmp`");
    let told = with_values("{ tabel = \"terrain\" }", cells);
    assert!(told.iter().any(|one| one.contains("did you mean `table`?")), "{told:#?}");
}

#[test]
fn a_cell_without_a_row_is_told_where_the_table_should_be_complete() {
    let told = and("complete = true");
    one(&told, "game.toml:11:12 board-cell: 8 cells have no row: `0102`, `0202`", "`without`");
    assert_eq!(and("complete = true\nonly_listed = true"), [""; 0]);
}

/// A board whose divisions are set up.
fn setup(more: &str, divisions: &str) -> Vec<String> {
    let manifest = format!(
        "{HEX}setup = {{ counters = \"men\", column = \"at\"{more} }}\n[[counters]]\nname = \"men\"\ncards = \"men.csv\"\nfront = \"man.svg\"\nsize = \"10 mm\"\n"
    );
    let man = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
    let files = [("map.csv", CELLS), ("templates/map.svg", MAP), ("templates/man.svg", man)];
    told(&game(files.into_iter().chain([("game.toml", manifest.as_str()), ("men.csv", divisions)])))
}

#[test]
fn pieces_are_set_up_on_cells_that_are_there_and_allowed() {
    let men = "name,at\nFirst,0101\nSecond,0401\nThird,\n";
    assert_eq!(setup(", on = \"terrain == 'land'\", most = 1", men), [""; 0]);
    let cases = [
        (
            "",
            "name,at\nFirst,9999\n",
            "men.csv:2:7 board-cell: `First` is set up on `9999`, which is no cell",
        ),
        (
            ", on = \"terrain == 'land'\"",
            "name,at\nFirst,0301\n",
            "men.csv:2:7 board-value: `First` may not be set up on `0301`",
        ),
        (
            ", most = 1",
            "name,at\nA,0101\nB,0101\n",
            "men.csv:3:3 board-value: 2 pieces are set up on `0101`",
        ),
        (
            "",
            "name,where\nA,0101\n",
            "game.toml:11:38 unknown-column: the table of `men` has no column `at`",
        ),
    ];
    for (more, men, start) in cases {
        one(&setup(more, men), start, "");
    }
}

#[test]
fn checks_know_the_distances_and_cells_of_a_board() {
    let checks = "[checks]\nnear = \"distance(map, '0101', '0403') == 4 and neighbours(map, '0101') == 2\"\nland = \"cells(map, \\\"terrain == 'land'\\\") == 3 and parts(map, \\\"terrain == 'land'\\\") == 2\"\nbeside = \"adjacent(map, '0101', '0201') == 1 and adjacent(map, '0101', '0301') == 0\"";
    assert_eq!(and(checks), [""; 0]);
    let wrong = |check: &str| and(&format!("[checks]\nit = \"{check}\""));
    one(&wrong("distance(map, '0101', '0403') == 5"), "game.toml:12:6 check-failed", "");
    one(&wrong("distance(mpa, '0101', '0403') == 5"), "game.toml:12:", "there is no board `mpa`");
    one(&wrong("distance(map, '0101', '0409') == 5"), "game.toml:12:", "no cell `0409`");
    one(&wrong("cells(map, 'terain == 1') == 5"), "game.toml:12:", "no column `terain`");
    one(&wrong("distanse(map, '0101', '0403') == 5"), "game.toml:12:", "`distance`");
}

#[test]
fn cells_that_should_hang_together_and_do_not_are_told() {
    let told = and("connected = \"terrain == 'land'\"");
    one(&told, "game.toml:11:13 board-connected: 1 of 3 cells cannot be reached", "`0401`");
}

#[test]
fn counters_lie_within_a_cell_or_it_is_told_by_how_much_they_do_not() {
    let with = |shape: &str, size: &str| {
        and(&format!(
            "counters = [\"men\"]\n[[counters]]\nname = \"men\"\nfront = \"map.svg\"\ncards = [{{ name = \"A\" }}]\nshape = \"{shape}\"\nsize = \"{size}\""
        ))
    };
    // Of a hexagon of 20 mm from side to side 14.64 mm are left for a square.
    let fits = |shape: &str, size: &str| {
        !with(shape, size).iter().any(|told| told.contains("beyond a cell"))
    };
    assert!(fits("square", "14.6 mm") && !fits("square", "14.7 mm"));
    assert!(fits("round", "20 mm") && !fits("round", "20.1 mm"));
    assert!(fits("hex", "20 mm") && !fits("hex", "20.1 mm"));
    let told = with("square", "16 mm");
    let it = told.iter().find(|one| one.contains("beyond a cell")).expect("it is told");
    // The corner (8, 8) beside the side from (11.547, 0) to (5.774, 10).
    assert!(
        it.starts_with("game.toml:11:13 board-value: `men` of 16 x 16 mm reach 0.928 mm"),
        "{it}"
    );
    one(&and("counters = [\"mne\"]"), "game.toml:11:13 unknown-deck", "no counters `mne`");
}

#[test]
fn a_condition_that_a_cell_breaks_is_told_at_its_row() {
    let told = and("must = [\"owner != '' or terrain == 'land'\"]");
    one(&told, "map.csv:4:1 board-value: the cell `0301` breaks `owner != ''", "");
}

fn drawn(inside: &str) -> Vec<String> {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">{inside}</svg>");
    let files = [("game.toml", HEX), ("map.csv", CELLS), ("templates/map.svg", template.as_str())];
    told(&game(files))
}

#[test]
fn functions_of_boards_tell_what_they_do_not_know() {
    let cases = [
        ("{{ regions(by=\"terain\") }}", "the cells have no column `terain`", "`terrain`"),
        ("{{ regions(by=\"terrain\", smooth=2) }}", "`smooth` is 2", "0 to 1"),
        ("{{ regions(by=\"terrain\", smoth=1) }}", "`regions` has no argument `smoth`", "`smooth`"),
        ("{{ edges(name=\"river\") }}", "the board has no edges `river`", "[[board.edges]]"),
        ("{{ distance(from=\"0101\", to=\"0909\") }}", "the board has no cell `0909`", ""),
        ("{{ neighbours(cell=\"0101\", board=\"mpa\") }}", "`mpa` is no board", "`map`"),
        (
            "{% for one in labels(by=\"terrain\", font=\"Alegrea\") %}{% endfor %}",
            "no font `Alegrea`",
            "",
        ),
        (
            "{% for one in labels(by=\"terrain\", avoid=[\"road\"]) %}{% endfor %}",
            "no edges or paths `road`",
            "",
        ),
    ];
    for (inside, has, help) in cases {
        let told = drawn(inside);
        assert!(
            told.len() == 1 && told[0].contains(has) && told[0].contains(help),
            "{inside}: {told:#?}"
        );
    }
    let sides = "{% set a = side(cell=\"0101\", side=\"SE\") %}{% set b = side(cell=\"0201\", side=\"nw\") %}{{ table(name=a.id ~ \" \" ~ b.id ~ \" \" ~ b.other) }}";
    one(&drawn(sides), "templates/map.svg", "`0101/SE 0101/SE 0101`");
    one(
        &drawn("{{ side(cell=\"0101\", side=\"E\") }}"),
        "templates/map.svg",
        "`0101` has no side `E`",
    );
    let fine = "<text font-size=\"3\" x=\"9\" y=\"9\">{{ distance(from=\"0101\", to=\"0403\") }} {{ neighbours(cell=\"0101\") | length }}</text>";
    assert_eq!(drawn(fine), [""; 0]);
}

#[test]
fn graphs_take_their_places_and_links_from_a_table() {
    let manifest = "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"graph\"\nsize = \"a5\"\ncells = \"map.csv\"\nfront = \"map.svg\"\n";
    let graph = |cells: &str| {
        let map = "<svg viewBox=\"{{ view_box }}\">{% for l in board.links %}<path d=\"M{{ l.x1 }} {{ l.y1 }}L{{ l.x2 }} {{ l.y2 }}\"/>{% endfor %}<text x=\"9\" y=\"9\" font-size=\"3\">{{ distance(from=\"a\", to=\"c\") }}</text></svg>";
        told(&game([("game.toml", manifest), ("map.csv", cells), ("templates/map.svg", map)]))
    };
    assert_eq!(graph("id,x,y,links\na,10,10,b\nb,40,10 mm,c\nc,40,4 cm,\n"), [""; 0]);
    let cases = [
        (
            "id,x,y,links\na,10,10,d\nb,1,1,c\nc,2,2,\n",
            "map.csv:2:9 board-cell: there is no place `d`",
        ),
        (
            "id,x,y,links\na,ten,10,b\nb,1,1,c\nc,2,2,\n",
            "map.csv:2:3 bad-length: `ten` is no place",
        ),
        ("id,x,links\na,10,\n", "game.toml:3:1 unknown-column: the table has no column `y`"),
        ("id,x,y,links\na,10,10,\nb,1,1,c\nc,2,2,\n", "templates/map.svg"),
    ];
    for (cells, start) in cases {
        one(&graph(cells), start, "");
    }
}

#[test]
fn tracks_tell_steps_and_rings_that_do_not_come_out() {
    let track = |lines: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\n[[board]]\nname = \"track\"\nkind = \"track\"\ncell = \"12 mm\"\nfront = \"map.svg\"\n{lines}\n"
        );
        let map = "<svg viewBox=\"{{ view_box }}\">{% for c in board.cells %}<polygon points=\"{{ c.points }}\"/>{% endfor %}</svg>";
        told(&game([("game.toml", manifest.as_str()), ("templates/map.svg", map)]))
    };
    assert_eq!(track("from = 0\nto = 200\nstep = 10\ncolumns = 11"), [""; 0]);
    one(
        &track("to = 9\nstep = 3"),
        "game.toml:8:6 board-field: steps of 3 from 1 do not meet 9",
        "",
    );
    one(&track("to = 27\ncolumns = 8\nway = \"ring\""), "game.toml:3:1 board-field", "no ring");
    one(&track("from = 1"), "game.toml:3:1 missing-key: a track needs the number", "`to = 24`");
    assert_eq!(track("from = -10\nto = 10\ncolumns = 7"), [""; 0]);
    assert_eq!(track("from = 3\nto = -3\nstep = 3"), [""; 0]);
    one(
        &track("from = -10\nto = 10\nstep = 3"),
        "game.toml:9:6 board-field: steps of 3 from -10 do not meet 10",
        "",
    );
    one(
        &track("from = -1000000\nto = 10"),
        "game.toml:8:8 bad-value: `from` must be a whole number from -100000 to 100000",
        "",
    );
}

#[test]
fn the_starter_of_tracks_writes_signs_where_numbers_go_below_zero() {
    let numbers = |lines: &str| {
        let manifest = format!(
            "[game]\ntitle = \"T\"\n[[board]]\nname = \"track\"\nkind = \"track\"\ncell = \"12 mm\"\n{lines}\n"
        );
        let files = game([("game.toml", manifest.as_str())]);
        let (mut sources, mut sink) = Default::default();
        let made = deckle::pipeline::make(&files, &Default::default(), &mut sources, &mut sink);
        let made = made.expect("a track");
        let svg = &made.decks[0].faces[0].svg;
        let texts = svg.split("</text>").filter_map(|before| before.rsplit_once('>'));
        texts
            .map(|(_, text)| text.trim().to_owned())
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("from = -2\nto = 2"), ["−2", "−1", "0", "+1", "+2", "track"]);
    assert_eq!(numbers("from = 0\nto = 2"), ["0", "1", "2", "track"]);
}

#[test]
fn a_card_shows_a_board_that_is_not_printed_itself() {
    let cells = "quadrant,node,leads_to,x,y,hazard\nRim,1,2a 2b,10,20,\nRim,2a,,30,10,Flare\nRim,2b,,30,30,\nCore,1,,5,5,\n";
    let manifest = "[game]\ntitle = \"T\"\n[[board]]\nname = \"rim\"\nkind = \"graph\"\ncells = \"map.csv\"\nwhere = \"quadrant == 'Rim'\"\nid = \"node\"\nsize = \"88 x 63 mm\"\nfield = [\"0 mm\", \"0 mm\"]\ncopies = 0\n\
        [[deck]]\nname = \"maps\"\nsize = \"88 x 63 mm\"\ncards = [{ name = \"Rim\", map = \"rim\" }]\n";
    let card = |inside: &str| {
        format!(
            "<svg viewBox=\"{{{{ view_box }}}}\"><rect width=\"9\" height=\"9\"/><desc>{inside}</desc></svg>"
        )
    };
    let with = |inside: &str| {
        told(&game([
            ("game.toml", manifest),
            ("map.csv", cells),
            ("templates/card.svg", &*card(inside)),
        ]))
    };
    let shown = "{% set map = board(name=card.map) %}{% for way in map.links %}{{ table(name=way.from ~ way.to ~ \" \" ~ way.x2 ~ \" \" ~ way.y2 ~ \" \" ~ map.cells[1].hazard) }}{% endfor %}";
    one(&with(shown), "templates/card.svg:1:", "there is no table `12a 30.0 10.0 Flare`");
    assert_eq!(
        with(
            "{% set m = board(name=\"rim\") %}<text x=\"9\" y=\"20\">{{ m.cells | length }}{{ neighbours(board=\"rim\", cell=\"1\") | length }}</text>"
        ),
        [""; 0]
    );
    one(&with("{% set m = board(name=\"rym\") %}"), "templates/card.svg:1:", "known: `rim`");
    one(
        &with("{% set m = board(named=\"rim\") %}"),
        "templates/card.svg:1:",
        "`board` has no argument `named`",
    );
    // Nothing is printed of the board, and its cells are those of its quadrant.
    let files =
        game([("game.toml", manifest), ("map.csv", cells), ("templates/card.svg", &*card(""))]);
    let game =
        deckle::load::load(&files, &mut Default::default(), &mut Default::default()).unwrap();
    let board = game.decks.iter().find(|deck| deck.name == "rim").expect("a board");
    assert_eq!((board.copies(), board.board.as_ref().unwrap().layout.cells.len()), (0, 3));
    let printed: Vec<_> =
        game.sheets[0].files(&game.decks).into_iter().flat_map(|file| file.0).collect();
    assert!(printed.iter().all(|deck| game.decks[*deck].name == "maps"), "{printed:?}");
}

#[test]
fn the_samples_of_kinds_that_no_game_has_are_told_nothing() {
    let folder = super::support::root().join("tests/cases/boards");
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().flatten().map(|one| one.path()).collect();
    names.sort();
    assert_eq!(names.len(), 5);
    for name in names {
        let game = deckle::workspace::Folder::open(&name).unwrap();
        assert_eq!(told(&game), [""; 0], "{}", name.display());
    }
}

#[test]
fn rows_of_another_programs_map_are_chosen_like_any() {
    let manifest = "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"hex\"\ncell = \"20 mm\"\nfront = \"map.svg\"\ncells = \"map.txt\"\nwhere = \"terrain != 'sea'\"\n";
    let list = "0101 sea\n0102 plain\n0201 hill\n";
    let map = "<svg viewBox=\"{{ view_box }}\">{% set n = board.cells | length %}{{ table(name=board.cells[0].id ~ \" \" ~ board.cells[1].id ~ \" \" ~ n) }}</svg>";
    let game = game([("game.toml", manifest), ("map.txt", list), ("templates/map.svg", map)]);
    one(&told(&game), "templates/map.svg", "`0201 0102 2`");
}
