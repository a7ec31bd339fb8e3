//! Boards from other programs' files: Tiled's maps and text-mapper's lists, exact or told.

use super::support::{game, one, told};

const BOARD: &str = "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"KIND\"\ncell = \"20 mm\"\nfront = \"map.svg\"\ncells = \"FILE\"\nMORE\n";
/// Writes out what each cell holds, as the messages of a missing table, which are told.
const SHOWN: &str = "<svg viewBox=\"{{ view_box }}\">{% for cell in board.cells %}{% if cell.ground %}{{ table(name=cell.id ~ \" \" ~ cell.ground ~ \" \" ~ cell.ground_turn) }}{% endif %}{% endfor %}</svg>";

fn files(kind: &str, file: (&str, &str), more: &str, template: &str) -> Vec<String> {
    let manifest = BOARD.replace("KIND", kind).replace("FILE", file.0).replace("MORE", more);
    let set = "<tileset tilecount=\"3\"><tile id=\"0\" class=\"sea\"/><tile id=\"2\" type=\"hill\"/></tileset>";
    told(&game([
        ("game.toml", manifest.as_str()),
        file,
        ("templates/map.svg", template),
        ("maps/set.tsx", set),
    ]))
}

/// What the only cell of a map with this number shows.
fn shown(kind: &str, map: &str) -> String {
    let told = files(kind, ("maps/map.tmx", map), "", SHOWN);
    assert_eq!(told.len(), 1, "{told:#?}");
    let start = told[0].find("there is no table `").expect("a table that is not there");
    let rest = &told[0][start + "there is no table `".len()..];
    rest[..rest.find('`').expect("its end")].trim().to_owned()
}

fn tmx(orientation: &str, size: &str, gids: &str) -> String {
    format!(
        "<map orientation=\"{orientation}\" {size} staggeraxis=\"x\" staggerindex=\"odd\"><tileset firstgid=\"1\" source=\"set.tsx\"/><layer name=\"ground\"><data encoding=\"csv\">\n{gids}\n</data></layer></map>"
    )
}

#[test]
fn flags_of_a_tile_turn_it_and_are_no_part_of_its_number() {
    let square = |gid: &str| shown("square", &tmx("orthogonal", "width=\"1\" height=\"1\"", gid));
    assert_eq!(square("1"), "a1 sea");
    assert_eq!(square("536870913"), "a1 sea matrix(0 1 1 0 0 0)");
    assert_eq!(square("2147483649"), "a1 sea scale(-1 1)");
    assert_eq!(square("3221225475"), "a1 hill scale(-1 -1)");
    let hex = |gid: &str| shown("hex", &tmx("hexagonal", "width=\"1\" height=\"1\"", gid));
    assert_eq!(hex("1"), "0101 sea");
    assert_eq!(hex("536870913"), "0101 sea rotate(60)");
    assert_eq!(hex("268435457"), "0101 sea rotate(120)");
    assert_eq!(hex("3758096385"), "0101 sea rotate(60) scale(-1 -1)");
    // A tile without a class is known by its number.
    assert_eq!(hex("2"), "0101 1");
}

#[test]
fn a_map_says_how_its_field_lies() {
    // Tiled's odd index counts from 0, so that the second column lies lower.
    let map = tmx("hexagonal", "width=\"3\" height=\"2\"", "0,0,0,0,1,0");
    assert_eq!(shown("hex", &map), "0202 sea");
    let look = "<svg viewBox=\"{{ view_box }}\">{% set n = neighbours(cell=\"0201\") %}{{ table(name=n | join(sep=\" \")) }}</svg>";
    let told = files("hex", ("maps/map.tmx", &map), "", look);
    one(&told, "templates/map.svg", "`0301 0302 0202 0102 0101`");
    let cases = [
        ("columns = 4", "the file has 3 x 2 cells that are hexagons"),
        (
            "top = \"pointy\"",
            "and the manifest says 3 x 2 cells that are hexagons with a pointy top",
        ),
        ("shift = \"odd\"", "odd lines shifted"),
    ];
    for (more, has) in cases {
        one(&files("hex", ("maps/map.tmx", &map), more, SHOWN), "game.toml:3:1 board-import", has);
    }
    one(
        &files("square", ("maps/map.tmx", &map), "", SHOWN),
        "game.toml:3:1 board-import",
        "squares",
    );
}

#[test]
fn tiles_are_read_however_they_are_written() {
    let map = |data: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"2\" height=\"1\"><tileset firstgid=\"1\" tilecount=\"9\"/><layer name=\"ground\">{data}</layer></map>"
        )
    };
    for data in [
        "<data encoding=\"csv\">0,5</data>",
        "<data><tile/><tile gid=\"5\"/></data>",
        "<data encoding=\"base64\">AAAAAAUAAAA=</data>",
        "<data encoding=\"base64\" compression=\"zlib\">eJxjYGBgYAViAAAcAAY=</data>",
    ] {
        assert_eq!(shown("square", &map(data)), "b1 4", "{data}");
    }
    let json = "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":1,\"tilesets\":[{\"firstgid\":1,\"tilecount\":9,\"tiles\":[{\"id\":4,\"type\":\"wood\"}]}],\"layers\":[{\"type\":\"group\",\"layers\":[{\"type\":\"tilelayer\",\"name\":\"ground\",\"data\":[0,1073741829]}]}]}";
    let told = files("square", ("map.tmj", json), "", SHOWN);
    one(&told, "templates/map.svg", "`b1 wood scale(1 -1)`");
}

#[test]
fn maps_that_cannot_be_taken_over_exactly_are_refused_with_a_reason() {
    let head = "<map orientation=\"orthogonal\" width=\"2\" height=\"1\">";
    let layer = |data: &str| {
        format!(
            "{head}<tileset firstgid=\"1\" tilecount=\"2\"/><layer name=\"g\">{data}</layer></map>"
        )
    };
    let cases = [
        ("<map".to_owned(), "well-formed"),
        ("<tileset/>".into(), "no map of Tiled"),
        (
            head.replace("orthogonal", "isometric") + "</map>",
            "the orientation of the map is `isometric`",
        ),
        (head.replace("<map", "<map infinite=\"1\"") + "</map>", "infinite"),
        (head.replace("\"2\"", "\"0\"") + "</map>", "0 x 1 tiles"),
        (head.replace("\"2\"", "\"99999999\"") + "</map>", "99999999 x 1 tiles"),
        (layer("<data encoding=\"csv\">1,2,1</data>"), "has 3 tiles for 2 x 1 cells"),
        (layer("<data encoding=\"csv\">1,3</data>"), "no set of the map has the tile 3"),
        (layer("<data encoding=\"csv\">1,x</data>"), "`x` is no number of a tile"),
        (
            layer("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>"),
            "`zstd` cannot be read",
        ),
        (layer("<data encoding=\"base64\" compression=\"zlib\">AAAA</data>"), "cannot be unpacked"),
        (format!("<!DOCTYPE a [<!ENTITY b \"c\">]>{head}</map>"), "well-formed"),
    ];
    for (map, has) in cases {
        one(&files("square", ("map.tmx", &map), "", SHOWN), "map.tmx:1", has);
    }
    // A number is told at its place.
    let told =
        files("square", ("map.tmx", &layer("<data encoding=\"csv\">\n1,\n3</data>")), "", SHOWN);
    one(&told, "map.tmx:3:1 board-import", "tile 3");
    let outside =
        tmx("orthogonal", "width=\"1\" height=\"1\"", "1").replace("set.tsx", "../../set.tsx");
    let told = files("square", ("maps/map.tmx", &outside), "", SHOWN);
    assert!(told.iter().any(|one| one.contains("no-file")), "{told:#?}");
}

fn mapper(list: &str) -> Vec<String> {
    let look = "<svg viewBox=\"{{ view_box }}\">{% for cell in board.cells %}{{ table(name=cell.id ~ \" \" ~ cell.terrain ~ \" \" ~ cell.name) }}{% endfor %}</svg>";
    files("hex", ("map.txt", list), "", look)
}

#[test]
fn lists_of_text_mapper_name_hexagons_and_lines() {
    let told = mapper("# a map\n0203 dark-green trees \"Old Wood\"\n");
    one(&told, "templates/map.svg", "`0203 dark-green trees Old Wood`");
    let lines = "0101 plain\n0102 plain\n0103 plain\n0203 plain\n0303 hill\n0101-0103-0303 river \"Isar\"\n";
    let look = "<svg viewBox=\"{{ view_box }}\"><path d=\"{{ paths(name=\"river\") }}\"/>{% for p in paths(name=\"river\", each=true) %}{{ table(name=p.name ~ p.path) }}{% endfor %}</svg>";
    let told = files("hex", ("map.txt", lines), "", look);
    // Four steps over the cells between: 0102 and 0203 are not named.
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(told[0].matches('L').count(), 4, "{told:#?}");
    assert!(told[0].contains("Isar"));
    // From 0203 it goes by 0202, which is nearer in columns and rows, and not by 0103, which is as near in steps.
    let lines = "0101 x\n0102 x\n0201 x\n0202 x\n0203 x\n0203-0101 river\n";
    let told = files("hex", ("map.txt", lines), "", look);
    assert_eq!(told.len(), 1, "0103 is not needed: {told:#?}");
    assert_eq!(told[0].matches('L').count(), 3, "{told:#?}");
}

#[test]
fn what_stands_behind_the_name_of_text_mapper_is_told() {
    let look = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
    let told = |list: &str| files("hex", ("map.txt", list), "", look);
    let drawing = "board-import: how text-mapper draws things is not taken";
    one(&told("0101 a \"B\" 20\n"), &format!("map.txt:1:1 {drawing}"), "");
    let texts = "map.txt:2:1 board-import: only the first text in quotes of a line is taken";
    one(&told("0101 a\n0102 a \"B\" \"C\"\n"), texts, "");
    let line = "0101 a\n0102 a\n0101-0102 road \"R\" right 30%\n";
    one(&told(line), &format!("map.txt:3:1 {drawing}"), "");
    let none = "0101 a\n0102 a\n0101-0102 road wide\n";
    one(&told(none), &format!("map.txt:3:1 {drawing}"), "");
}

#[test]
fn what_text_mapper_draws_is_told_as_not_taken() {
    let list =
        "include default.txt\nplain attributes fill=\"#eee\"\n<circle id=\"a\"/>\n0101 plain\n";
    let told = files(
        "hex",
        ("map.txt", list),
        "",
        "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>",
    );
    one(&told, "map.txt:1:1 board-import: how text-mapper draws things is not taken", "");
    let cases = [
        ("0101 plain\nnonsense\n", "map.txt:2:1 board-import: `nonsense` begins no line"),
        ("010101 plain\n", "map.txt:1:1 board-import: `010101` is no hexagon"),
        ("0001 plain\n", "map.txt:1:1 board-import: `0001` is no hexagon"),
        ("0101-0103\n0101 a\n", "map.txt:1:1 board-import: a line needs a kind"),
        ("# nothing\n", "map.txt:1:1 board-import: the list has no hexagons"),
    ];
    for (list, start) in cases {
        one(&mapper(list), start, "");
    }
}

#[test]
fn a_line_over_a_hexagon_that_is_not_there_is_told_at_that_one_alone() {
    // 0102 is no hexagon of the list: the way from 0101 to 0301 has no other fault.
    let lines = "0101 plain\n0201 plain\n0301 plain\n0101-0105-0301 river\n";
    one(&mapper(lines), "map.txt:4:6 board-cell: the board has no cell `0105`", "");
    // Nothing leads to 0501, and 0105 before it is told for itself.
    let parted = "0101 plain\n0201 plain\n0501 plain\n0101-0105-0501 river\n";
    let told = mapper(parted);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].starts_with("map.txt:4:6 board-cell"), "{told:#?}");
    assert!(
        told[1].starts_with("map.txt:4:11 board-path") && told[1].contains("`0501`"),
        "{told:#?}"
    );
}

/// A map as Tiled 1.10 writes it as XML: a set of tiles with a class, properties of each type, an animation and a
/// collision; a layer, a group, objects and a picture.
const TMX: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" renderorder="right-down" width="2" height="2" tilewidth="28" tileheight="32" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="odd" nextlayerid="5" nextobjectid="2">
 <tileset firstgid="1" name="land" tilewidth="28" tileheight="32" tilecount="3" columns="3">
  <image source="land.png" width="84" height="32"/>
  <tile id="0" type="sea">
   <properties>
    <property name="cost" type="int" value="3"/>
    <property name="deep" type="bool" value="true"/>
    <property name="hue" type="color" value="#ff2a5caa"/>
    <property name="note" >two
lines</property>
    <property name="port" type="class" propertytype="Port">
     <properties>
      <property name="size" type="float" value="1.5"/>
     </properties>
    </property>
   </properties>
   <objectgroup draworder="index" id="2"><object id="1" x="1" y="1" width="3" height="3"/></objectgroup>
   <animation><frame tileid="0" duration="100"/><frame tileid="1" duration="100"/></animation>
  </tile>
 </tileset>
 <layer id="1" name="ground" width="2" height="2">
  <data encoding="csv">
1,2,
0,3
</data>
 </layer>
</map>
"##;

/// The same as JSON.
const TMJ: &str = r##"{ "compressionlevel":-1, "height":2, "width":2, "infinite":false, "orientation":"hexagonal",
 "hexsidelength":16, "staggeraxis":"x", "staggerindex":"odd", "renderorder":"right-down", "tiledversion":"1.10.2",
 "tileheight":32, "tilewidth":28, "type":"map", "version":"1.10", "nextlayerid":5, "nextobjectid":2,
 "layers":[{ "data":[1, 2, 0, 3], "height":2, "width":2, "id":1, "name":"ground", "opacity":1, "type":"tilelayer",
   "visible":true, "x":0, "y":0 }],
 "tilesets":[{ "columns":3, "firstgid":1, "image":"land.png", "imageheight":32, "imagewidth":84, "margin":0,
   "name":"land", "spacing":0, "tilecount":3, "tileheight":32, "tilewidth":28,
   "tiles":[{ "id":0, "type":"sea",
     "animation":[{ "duration":100, "tileid":0 }, { "duration":100, "tileid":1 }],
     "properties":[
       { "name":"cost", "type":"int", "value":3 },
       { "name":"deep", "type":"bool", "value":true },
       { "name":"hue", "type":"color", "value":"#ff2a5caa" },
       { "name":"note", "type":"string", "value":"two\nlines" },
       { "name":"port", "type":"class", "propertytype":"Port", "value":{ "size":1.5 } }] }] }] }
"##;

/// Shows what the first cell has of its tile.
const PROPERTIES: &str = "<svg viewBox=\"{{ view_box }}\">{% set c = board.cells[0] %}{{ table(name=c.ground ~ \"/\" ~ c.ground_cost ~ \"/\" ~ c.ground_deep ~ \"/\" ~ c.ground_hue ~ \"/\" ~ c.ground_note ~ \"/\" ~ c.ground_port_size ~ \"/\" ~ board.cells[1].ground ~ \"/\" ~ board.cells[1].ground_cost) }}</svg>";

#[test]
fn properties_of_tiles_are_the_same_from_xml_and_from_json() {
    for (file, map) in [("map.tmx", TMX), ("map.tmj", TMJ)] {
        let told = files("hex", (file, map), "", PROPERTIES);
        one(&told, "templates/map.svg", "`sea/3/true/#ff2a5caa/two | lines/1.5/1/`");
    }
}

#[test]
fn properties_that_no_cell_has_and_brushes_and_objects_are_told_as_not_taken() {
    let plain = "<svg viewBox=\"{{ view_box }}\"><rect width=\"9\" height=\"9\"/></svg>";
    let own = "<properties><property name=\"fog\" type=\"bool\" value=\"true\"/><property name=\"by\" value=\"me\"/></properties>";
    let list = "\"properties\":[{\"name\":\"fog\",\"type\":\"bool\",\"value\":true},{\"name\":\"by\",\"type\":\"string\",\"value\":\"me\"}],";
    let xml =
        |from: &str, to: String| files("hex", ("map.tmx", &TMX.replacen(from, &to, 1)), "", plain);
    let json =
        |from: &str, to: String| files("hex", ("map.tmj", &TMJ.replacen(from, &to, 1)), "", plain);
    let map = "board-import: custom properties of the map are not taken: `by`, `fog` | properties of tiles become columns";
    one(&xml(" <tileset", format!("{own}<tileset")), "map.tmx:2:1 ", map);
    one(&json("{ \"compression", format!("{{ {list} \"compression")), "map.tmj:1:1 ", map);
    let layer = "board-import: custom properties of the layer `ground` are not taken: `by`, `fog`";
    one(&xml("  <data", format!("{own}<data")), "map.tmx:22:2 ", layer);
    one(&json("\"data\":[1", format!("{list} \"data\":[1")), "map.tmj:1:1 ", layer);
    let wang = "board-import: the Wang set `Shores` is not taken";
    let set = "<wangsets><wangset name=\"Shores\" type=\"edge\" tile=\"-1\"><wangcolor name=\"\" color=\"#ff0000\" tile=\"-1\" probability=\"1\"/><wangtile tileid=\"0\" wangid=\"1,0,1,0,1,0,1,0\"/></wangset></wangsets>";
    one(&xml(" </tileset>", format!("{set}</tileset>")), "map.tmx:21:11 ", wang);
    let set = "\"wangsets\":[{\"name\":\"Shores\",\"type\":\"edge\",\"tile\":-1,\"colors\":[],\"wangtiles\":[{\"tileid\":0,\"wangid\":[1,0,1,0,1,0,1,0]}]}],";
    one(&json("\"columns\":3,", format!("{set} \"columns\":3,")), "map.tmj:1:1 ", wang);
    let objects = "board-import: the layer `towns` holds no tiles and is not taken";
    let group = "<objectgroup id=\"3\" name=\"towns\"><object id=\"1\" name=\"Nish\" x=\"5\" y=\"5\"><properties><property name=\"size\" value=\"2\"/></properties><point/></object></objectgroup>";
    one(&xml("</map>", format!("{group}</map>")), "map.tmx:28:1 ", objects);
    let group = "{\"type\":\"objectgroup\",\"name\":\"towns\",\"id\":3,\"visible\":true,\"objects\":[{\"id\":1,\"name\":\"Nish\",\"x\":5,\"y\":5,\"point\":true,\"properties\":[{\"name\":\"size\",\"type\":\"string\",\"value\":\"2\"}]}]},";
    one(&json("\"layers\":[", format!("\"layers\":[{group}")), "map.tmj:1:1 ", objects);
    let picture = "<imagelayer id=\"4\" name=\"sky\"><image source=\"sky.png\"/></imagelayer>";
    one(&xml("</map>", format!("{picture}</map>")), "map.tmx:28:1 ", "`sky` holds no tiles");
}

#[test]
fn sets_in_files_of_their_own_are_read_in_either_form() {
    let set = "{\"type\":\"tileset\",\"name\":\"land\",\"tilecount\":3,\"columns\":3,\"version\":\"1.10\",\"tiles\":[{\"id\":0,\"type\":\"sea\",\"properties\":[{\"name\":\"cost\",\"type\":\"int\",\"value\":3}]}]}";
    let look = "<svg viewBox=\"{{ view_box }}\">{{ table(name=board.cells[0].ground ~ board.cells[0].ground_cost) }}</svg>";
    let with = |file: &str, map: &str, set_file: &str, set: &str| {
        let manifest = BOARD.replace("KIND", "hex").replace("FILE", file).replace("MORE", "");
        told(&game([
            ("game.toml", &*manifest),
            (file, map),
            (set_file, set),
            ("templates/map.svg", look),
        ]))
    };
    let (start, end) = (TMX.find(" <tileset").unwrap(), TMX.find(" <layer").unwrap());
    let xml = |source: &str| {
        format!("{}<tileset firstgid=\"1\" source=\"{source}\"/>{}", &TMX[..start], &TMX[end..])
    };
    let start = TMJ.find(" \"tilesets\"").unwrap();
    let json = |source: &str| {
        format!("{} \"tilesets\":[{{\"firstgid\":1,\"source\":\"{source}\"}}]}}", &TMJ[..start])
    };
    let own = "<?xml version=\"1.0\"?><tileset version=\"1.10\" name=\"land\" tilecount=\"3\" columns=\"3\"><tile id=\"0\" type=\"sea\"><properties><property name=\"cost\" type=\"int\" value=\"3\"/></properties></tile></tileset>";
    for (file, map) in [("maps/a.tmx", xml("sets/land.tsj")), ("maps/a.tmj", json("sets/land.tsj"))]
    {
        one(&with(file, &map, "maps/sets/land.tsj", set), "templates/map.svg", "`sea3`");
    }
    for (file, map) in [("a.tmx", xml("land.tsx")), ("a.tmj", json("land.tsx"))] {
        one(&with(file, &map, "land.tsx", own), "templates/map.svg", "`sea3`");
        // A set that is not there, or not what it should be, is told.
        let told = with(file, &map, "other.tsx", own);
        assert!(told[0].contains("no-file") && told[0].contains("land.tsx"), "{told:#?}");
        let told = with(file, &map, "land.tsx", "<tileset");
        assert!(told[0].starts_with("land.tsx:1:") && told[0].contains("well-formed"), "{told:#?}");
    }
    let told = with("a.tmj", &json("land.tsj"), "land.tsj", "{");
    assert!(told[0].starts_with("land.tsj:1:") && told[0].contains("no JSON"), "{told:#?}");
}
