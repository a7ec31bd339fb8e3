//! Boards as they are seen: no line shows between cells of one colour, on no picture and no page.

use super::support::{Temporary, build_from, files, game};
use super::{pages, paint};
use deckle::pipeline::Options;

const BOARD: &str = "[game]\ntitle = \"T\"\n[[board]]\nname = \"map\"\nkind = \"KIND\"\ncolumns = 5\nrows = 4\ncell = \"7.3 mm\"\nbleed = \"0 mm\"\ncells = \"map.csv\"\nfront = \"map.svg\"\nMORE\n";

/// Wood on the left, a clearing in it, and a lake on the right, on black.
const TEMPLATE: &str = "<svg viewBox=\"{{ view_box }}\"><rect width=\"200\" height=\"200\" fill=\"#000\"/>{% for r in regions(by=\"terrain\", smooth=SMOOTH, rough=SMOOTH) %}<path d=\"{{ r.path }}\" fill=\"{{ theme[r.value] }}\" stroke=\"{{ theme[r.value] }}\" stroke-width=\".2\" fill-rule=\"evenodd\"/>{% endfor %}</svg>";

const THEME: &str = "[theme]\nwood = \"#30a050\"\nlake = \"#30a0e0\"\nfield = \"#e0d060\"";

fn cells(name: impl Fn(u32, u32) -> String) -> String {
    let place = |column: u32, row: u32| {
        let terrain = match (column, row) {
            (4.., _) => "lake",
            (2, 2) => "field",
            _ => "wood",
        };
        format!("{},{terrain}\n", name(column, row))
    };
    let rows = (1..=4).flat_map(|row| (1..=5).map(move |column| (column, row)));
    rows.fold("id,terrain\n".to_owned(), |all, (column, row)| all + &place(column, row))
}

/// How far a colour is from the darkest that may be seen where no black shows through.
fn black(pixel: &[u8]) -> bool {
    pixel[..3].iter().all(|channel| *channel < 0x28)
}

/// Dark pixels that have light ones on both sides, to the left and right or above and below.
fn gaps(width: usize, pixels: &[u8], channels: usize) -> usize {
    let height = pixels.len() / channels / width;
    let light = |x: usize, y: usize| {
        let pixel = &pixels[(y * width + x) * channels..][..3];
        pixel.iter().map(|one| u32::from(*one)).max().unwrap_or(0) > 0x90
    };
    let dim = |x: usize, y: usize| !light(x, y);
    let inside = |x: usize, y: usize| {
        dim(x, y) && ((light(x - 2, y) && light(x + 2, y)) || (light(x, y - 2) && light(x, y + 2)))
    };
    // The field's own edge has corners where black lies between cells.
    let (columns, rows) = (width * 2 / 5..width * 3 / 5, height * 2 / 5..height * 3 / 5);
    let all = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
    all.filter(|(x, y)| inside(*x, *y)).count()
}

#[test]
fn no_line_shows_between_cells_at_any_resolution_nor_on_a_page() {
    let boards = [
        ("hex", "top = \"flat\"", cells(|column, row| format!("{column:02}{row:02}"))),
        (
            "hex",
            "top = \"pointy\"\nhalves = true",
            cells(|column, row| format!("{column:02}{row:02}")),
        ),
        (
            "square",
            "",
            cells(|column, row| format!("{}{}", char::from(b'a' + column as u8 - 1), 5 - row)),
        ),
    ];
    for (kind, more, map) in &boards {
        for smooth in ["0", "1"] {
            // Half cells beyond the first have no row and stay black.
            let manifest = BOARD.replace("KIND", kind).replace("MORE", more) + THEME;
            let manifest = manifest.replace("halves = true", "halves = true\nonly_listed = true");
            let template = TEMPLATE.replace("SMOOTH", smooth);
            let game = game([
                ("game.toml", manifest.as_str()),
                ("map.csv", map),
                ("templates/map.svg", &template),
            ]);
            for dpi in [150, 300, 600] {
                let folder = Temporary::new();
                let options =
                    Options { dpi: Some(dpi), papers: vec!["a4".into()], ..Options::default() };
                build_from(&game, &folder.0, &options).expect("a board");
                let files = files(&folder.0);
                let (_, picture) = files.iter().find(|(path, _)| path.ends_with(".png")).unwrap();
                let (width, pixels) = paint::flat(picture);
                let channels = 3;
                assert!(pixels.chunks(channels).any(black), "the ground is black");
                assert_eq!(
                    gaps(width, &pixels, channels),
                    0,
                    "{kind} {more} {smooth} at {dpi} dpi"
                );
                if dpi == 150 {
                    let (_, sheet) = files.iter().find(|(path, _)| path.ends_with(".pdf")).unwrap();
                    let (width, page) = pages::page(sheet, 0);
                    // The board lies in the middle: this much of the page is the board.
                    let height = page.len() / 4 / width;
                    let middle: Vec<_> = (height / 2 - 260..height / 2 + 260)
                        .flat_map(|y| page[(y * width + width / 2 - 260) * 4..][..2080].to_vec())
                        .collect();
                    assert_eq!(gaps(520, &middle, 4), 0, "{kind} {more} {smooth} on paper");
                }
            }
        }
    }
}
