//! Drawings and templates that ask for too much end in a message, not in an abort or an empty card.

use super::paint::*;
use super::support::{MANIFEST, game as plain_game, one};

/// A drawing of its own of 20 x 20.
fn art(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 20 20\">{inside}</svg>"
    )
}

/// Ten elements that draw ten that draw ten, and so on.
fn bomb(levels: usize, one: &str, by: impl Fn(usize) -> String) -> String {
    let level = |at: usize| format!("<g id=\"l{at}\">{}</g>", by(at - 1).repeat(10));
    let levels: String = (1..=levels).map(level).collect();
    format!("<defs><g id=\"l0\">{one}</g>{levels}</defs>")
}

const RECT: &str = "<rect width=\"5\" height=\"5\" fill=\"red\"/>";
const DOT: &str = "<circle cx=\"5\" cy=\"5\" r=\"2\"/>";

/// Drawings that would take minutes or all memory, each with words of what is said of it.
fn bombs() -> Vec<(String, &'static str)> {
    let uses = bomb(9, DOT, |at| format!("<use href=\"#l{at}\"/>")) + "<use href=\"#l9\"/>";
    let styled = |property: &str, of: &str| {
        let level = |at: usize| {
            let shape =
                format!("<rect width=\"20\" height=\"20\" {property}=\"url(#p{})\"/>", at - 1)
                    .repeat(10);
            format!(
                "<{of} id=\"p{at}\" x=\"0\" y=\"0\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\" maskUnits=\"userSpaceOnUse\">{shape}</{of}>"
            )
        };
        let first = format!("<{of} id=\"p0\" width=\"20\" height=\"20\">{DOT}</{of}>");
        let levels: String = (1..=9).map(level).collect();
        format!(
            "<defs>{first}{levels}</defs><rect width=\"20\" height=\"20\" {property}=\"url(#p9)\"/>"
        )
    };
    let zigzag: String = (0..3000).map(|at| format!("L{} {}", at % 20, at % 7)).collect();
    let marker = format!(
        "<marker id=\"m\" markerWidth=\"3\" markerHeight=\"3\">{}</marker><path d=\"M0 0{zigzag}\" style=\"marker-mid: url(#m)\" fill=\"none\" stroke=\"#000\"/>",
        DOT.repeat(300)
    );
    let filter = |inside: &str, region: &str| {
        format!(
            "<filter id=\"f\" {region}>{inside}</filter><rect width=\"20\" height=\"20\" filter=\"url(#f)\"/>"
        )
    };
    let whole = "x=\"-50%\" y=\"-50%\" width=\"200%\" height=\"200%\"";
    let matrix = "1 ".repeat(100 * 100);
    let stops = "<stop offset=\"0.5\" stop-color=\"red\"/>".repeat(90_000);
    let scribble = |size: u32, times: u32| -> String {
        (0..times).map(|at| format!("L{} {}", at * 7 % size, at * 13 % (size - 1))).collect()
    };
    vec![
        (uses, "elements with all that it repeats"),
        (styled("fill", "pattern"), "elements with all that it repeats"),
        (styled("mask", "mask"), "elements with all that it repeats"),
        (marker, "elements with all that it repeats"),
        ("<g>".repeat(3000) + DOT + &"</g>".repeat(3000), "nested deeper"),
        (
            (1..3000).map(|at| format!("<g id=\"a{at}\"><use href=\"#a{}\"/></g>", at + 1)).collect::<String>() + "<g id=\"a3000\"/>",
            "longer chains",
        ),
        (
            filter("<feGaussianBlur stdDeviation=\"1\"/>", "filterUnits=\"userSpaceOnUse\" width=\"1e9\" height=\"1e9\""),
            "beyond 2000 mm",
        ),
        (filter("<feGaussianBlur stdDeviation=\"1\"/>", "width=\"99999%\" height=\"99999%\""), "beyond 2000 mm"),
        (
            format!("<g transform=\"scale(1000)\">{}</g>", filter("<feGaussianBlur stdDeviation=\"1\"/>", whole)),
            "times over",
        ),
        (filter("<feMorphology operator=\"dilate\" radius=\"15\"/>", whole), "times over"),
        (filter("<feTurbulence baseFrequency=\"0.1\" numOctaves=\"2000\"/>", whole), "times over"),
        (
            filter(&format!("<feConvolveMatrix order=\"100\" kernelMatrix=\"{matrix}\"/>"), whole),
            "times over",
        ),
        (filter(&"<feGaussianBlur stdDeviation=\"2\"/>".repeat(2000), whole), "times over"),
        // Small blurs cost as much as five large ones.
        (filter(&"<feGaussianBlur stdDeviation=\"0.1\"/>".repeat(12), whole), "times over"),
        (filter(&format!("<feMerge>{}</feMerge>", "<feMergeNode/>".repeat(500)), whole), "times over"),
        (filter(&"<feBlend in2=\"SourceGraphic\" mode=\"hue\"/>".repeat(120), whole), "times over"),
        (
            format!("<linearGradient id=\"g\">{stops}</linearGradient><rect width=\"20\" height=\"20\" fill=\"url(#g)\"/>"),
            "elements with all that it repeats",
        ),
        // Edges that cross all rows, and edges that all begin in one.
        (format!("<path d=\"M0 0{}\"/>", scribble(20, 100_000)), "times over"),
        (format!("<path d=\"M0 0{}\" transform=\"scale(0.001)\"/>", scribble(20, 400_000)), "times over"),
        (
            format!("<path d=\"M0 0{}\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.1\"/>", scribble(20, 40_000)),
            "times over",
        ),
        (
            "<rect width=\"20\" height=\"20\" stroke=\"#000\" stroke-width=\"1\" stroke-dasharray=\"0.00001\"/>".into(),
            "times over",
        ),
        ("<pattern id=\"p\" width=\"1900\" height=\"1900\" patternUnits=\"userSpaceOnUse\"><rect width=\"9\" height=\"9\"/></pattern><rect width=\"20\" height=\"20\" fill=\"url(#p)\"/>".into(), "times over"),
        (
            format!("<g transform=\"scale(1e30)\">{DOT}<text font-size=\"5\">Wolf</text></g>"),
            "2000 times as large",
        ),
        (
            "<g id=\"a\"><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/></g><filter id=\"f\"><feImage href=\"#a\"/></filter>".into(),
            "it may show a picture only",
        ),
        (
            format!("<style>{}</style>{}", ".a g{fill:red}".repeat(9000), "<g/>".repeat(3000)),
            "style sheets and `style` attributes are more work than",
        ),
        // All ways up from the rectangle are looked along.
        (
            format!("<style>x g g g g g rect{{fill:red}}</style>{}{RECT}{}", "<g>".repeat(100), "</g>".repeat(100)),
            "style sheets and `style` attributes are more work than",
        ),
        (format!("<style>{} rect{{fill:red}}</style>{}{RECT}{}", "g ".repeat(900), "<g>".repeat(150), "</g>".repeat(150)),
            "style sheets and `style` attributes are more work than",
        ),
        (
            format!("<style>.a{{{}}}</style>", "fill:red;".repeat(30_000)),
            "style sheets and `style` attributes are more work than",
        ),
        (
            format!("<style>{}.a{{{}}}</style>", ".a,".repeat(4000), "fill:red;".repeat(4000)),
            "style sheets and `style` attributes are more work than",
        ),
        (
            format!("<rect width=\"5\" height=\"5\" style=\"{}\"/>", "fill:red;".repeat(100_000)),
            "style sheets and `style` attributes are more work than",
        ),
        // Little of it, but again and again.
        (
            format!(
                "<rect id=\"r\" width=\"5\" height=\"5\" style=\"{}\"/>{}",
                "fill:red;".repeat(5_000),
                "<use href=\"#r\"/>".repeat(100)
            ),
            "style sheets and `style` attributes are more work than",
        ),
        (
            format!("<rect {}/>", (0..100_000).map(|at| format!("a{at}=\"\" ")).collect::<String>()),
            "`<rect>` has 100000 attributes, more than 250",
        ),
        (
            format!(
                "<g {}>{DOT}</g>",
                (0..20_000).map(|at| format!("xmlns:n{at}=\"u\" ")).collect::<String>()
            ),
            "`<g>` has 20000 attributes, more than 250",
        ),
        (
            format!(
                "<g {}>{}</g>",
                (0..200).map(|at| format!("xmlns:n{at}=\"u\" ")).collect::<String>(),
                "<g xmlns:a=\"b\"/>".repeat(50_000)
            ),
            "declared too often",
        ),
        (
            format!("<text font-size=\"1\">{}</text>", "<tspan>w</tspan>".repeat(9000)),
            "elements with all that it repeats",
        ),
        (
            format!("<text x=\"1\" y=\"5\" font-size=\"1\">{}</text>", "wolf ".repeat(200_000)),
            "800000 letters, more than 20000",
        ),
    ]
}

#[test]
fn a_template_that_asks_for_too_much_is_refused_with_the_limit_that_it_broke() {
    for (bomb, words) in bombs() {
        let start: String = bomb.chars().take(90).collect();
        let told = said("", &bomb, &[]).join("\n");
        assert!(told.contains(" limit: ") && told.contains(words), "{start}: {told}");
        assert!(!told.contains(" | limit"), "{told}");
    }
}

#[test]
fn so_is_a_drawing_that_a_card_shows_alone_or_on_many_cards() {
    for (bomb, words) in bombs() {
        let start: String = bomb.chars().take(90).collect();
        let art = art(&bomb);
        let image =
            "<rect width=\"20\" height=\"20\"/><image href=\"art\" width=\"60\" height=\"60\"/>";
        let told = said("", image, &[("images/art.svg", art.as_bytes())]).join("\n");
        assert!(told.contains(words), "{start}: {told}");
        // Two cards have the drawing in the ground that they share.
        let template = format!(
            "<svg viewBox=\"{{{{ view_box }}}}\">{image}<text x=\"5\" y=\"9\">{{{{ card.name }}}}</text></svg>"
        );
        let two = plain_game([
            ("game.toml", MANIFEST),
            ("cards.csv", "name\nWolf\nBear\n"),
            ("templates/card.svg", template.as_str()),
            ("images/art.svg", art.as_str()),
        ]);
        let told = super::support::told(&two).join("\n");
        assert!(told.contains(words), "{start}: {told}");
    }
}

#[test]
fn limits_can_be_set_either_way() {
    let rects = "<rect width=\"9\" height=\"9\"/>".repeat(300);
    assert_eq!(said("", &rects, &[]), Vec::<String>::new());
    let told = said("[limits]\nelements = 200\n", &rects, &[]);
    one(
        &told,
        "templates/card.svg:1:1 limit: the drawing comes to 301 elements",
        "more than 200 (`elements` in `[limits]`)",
    );
    let blur = "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter><rect width=\"60\" height=\"80\" filter=\"url(#f)\"/>";
    assert_eq!(said("", blur, &[]), Vec::<String>::new());
    one(
        &said("[limits]\nwork = 5\n", blur, &[]),
        "templates/card.svg:1:1 limit",
        "`work` in `[limits]`",
    );
    // So small that all of it lies on the card.
    let words =
        format!("<text x=\"1\" y=\"5\" font-size=\"0.002\">{}</text>", "wolf ".repeat(6_000));
    assert!(said("", &words, &[]).join("\n").contains("24000 letters, more than 20000"));
    assert_eq!(said("[limits]\nletters = 30000\n", &words, &[]), Vec::<String>::new());
    let wide = "<image href=\"a\" width=\"9\" height=\"9\"/>";
    let picture: [(&str, &[u8]); 1] = [("images/a.png", &png_quarters(1100, 1000))];
    one(
        &said("[limits]\nmegapixels = 1\n", wide, &picture),
        "",
        "1100 x 1000 pixels, more than 1 million (`megapixels` in `[limits]`)",
    );
    let told = said("[limits]\nmegapixel = 1\n", wide, &picture);
    one(&told, "game.toml:", "did you mean `megapixels`?");
}

#[test]
fn entities_that_multiply_are_an_error() {
    let levels: String = (1..30)
        .map(|at| format!("<!ENTITY e{at} \"{}\">", format!("&e{};", at - 1).repeat(10)))
        .collect();
    let bomb = format!("<!DOCTYPE svg [<!ENTITY e0 \"wolf\">{levels}]>");
    let drawing = format!("{bomb}{}", art("<text>&e29;</text>"));
    let told = said(
        "",
        "<image href=\"art\" width=\"9\" height=\"9\"/>",
        &[("images/art.svg", drawing.as_bytes())],
    );
    one(&told, "templates/card.svg:2:14 image", "entities unfold to more than 4 MiB");
    let template = format!("{bomb}<svg viewBox=\"{{{{ view_box }}}}\"><text>&e29;</text></svg>");
    let game = plain_game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", &template),
    ]);
    one(
        &super::support::told(&game),
        "templates/card.svg:1:16 limit",
        "entities unfold to more than 4 MiB",
    );
}

#[test]
fn one_long_entity_in_many_places_is_refused_before_it_is_written_out() {
    let entity = format!("<!DOCTYPE svg [\n<!ENTITY a \"{}\">]>", "x".repeat(100_000));
    let words = format!("<text>{}</text>", "&a;".repeat(10_000));
    let art = entity.clone() + &art(&words);
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    let told = said("", image, &[("images/art.svg", art.as_bytes())]);
    one(&told, "templates/card.svg:2:14 image", "unfold to more than 4 MiB");
    assert!(told[0].contains("in its line 2, column 1"), "{told:?}");
    let template = format!("{entity}<svg viewBox=\"{{{{ view_box }}}}\">{words}</svg>");
    let game = plain_game([
        ("game.toml", MANIFEST),
        ("cards.csv", "name\nWolf\n"),
        ("templates/card.svg", &template),
    ]);
    one(&super::support::told(&game), "templates/card.svg:2:1 limit", "unfold to more than 4 MiB");
}

#[test]
fn style_that_real_drawings_have_is_none_of_it() {
    // A sheet as drawing programs write it, groups in groups, and a long style on each element.
    let classes: String =
        (0..400).map(|at| format!(".c{at},.d{at}{{fill:#123;stroke:#fff}}")).collect();
    let style = "fill:#123456;stroke:#000;stroke-width:0.2;opacity:1;".repeat(4);
    let shapes: String = (0..2000)
        .map(|at| {
            format!(
                "<g><rect class=\"c{}\" width=\"5\" height=\"5\" style=\"{style}\"/></g>",
                at % 400
            )
        })
        .collect();
    let sheet = format!("<style>{classes} g g rect {{ fill: red }}</style>");
    let nested = format!("{sheet}{}{shapes}{}", "<g>".repeat(20), "</g>".repeat(20));
    assert_eq!(said("", &nested, &[]), Vec::<String>::new());
}

#[test]
fn icons_that_are_hostile_are_told_too() {
    let groups = format!("{}{RECT}{}", "<g>".repeat(100), "</g>".repeat(100));
    let attributes: String = (0..100_000).map(|at| format!("a{at}=\"\" ")).collect();
    for (inside, words) in [
        (format!("<style>x g g g g g rect{{fill:red}}</style>{groups}"), "style sheets"),
        (format!("<rect {attributes}/>"), "100000 attributes"),
    ] {
        let icon = art(&inside);
        let told = said(
            "",
            "{{ icon(name=\"bomb\", x=1, y=1, size=5) }}",
            &[("icons/bomb.svg", icon.as_bytes())],
        );
        assert!(told.join("\n").contains(words), "{told:?}");
    }
}

#[test]
fn drawings_that_are_no_text_that_can_be_read_are_told() {
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    let shown = |bytes: &[u8]| said("", image, &[("images/art.svg", bytes)]);
    let drawing = art("<text>W?lfe</text>");
    let at = drawing.find('?').unwrap();
    let mut latin = drawing.into_bytes();
    latin[at] = 0xf6;
    one(
        &shown(&latin),
        "templates/card.svg:2:14 image",
        &format!("it is not UTF-8 at byte {at}; save it as UTF-8"),
    );
    let wide: Vec<u8> = [0xfe, 0xff]
        .into_iter()
        .chain(art(DOT).encode_utf16().flat_map(u16::to_be_bytes))
        .collect();
    one(&shown(&wide), "templates/card.svg:2:14 image", "it is in UTF-16; save it as UTF-8");
    one(
        &shown(b"\x1f\x8b\x08\0\0\0\0\0"),
        "templates/card.svg:2:14 image",
        "it is compressed; save it as plain SVG",
    );
    one(
        &shown(b"<html><body/></html>"),
        "templates/card.svg:2:14 image",
        "no PNG, JPEG, GIF, WebP or SVG, but `<html>`",
    );
    one(
        &shown(b"<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>"),
        "templates/card.svg:2:14 image",
        "neither a viewBox nor a width and a height",
    );
    let with_mark: Vec<u8> = b"\xef\xbb\xbf".iter().copied().chain(art(DOT).into_bytes()).collect();
    assert_eq!(shown(&with_mark), Vec::<String>::new());
}

#[test]
fn drawings_never_reach_out() {
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    for (inner, words) in [
        ("../secret.png", "leads out of the game's folder"),
        ("../../../etc/passwd", "leads out of the game's folder"),
        ("file:///etc/passwd", "never from elsewhere"),
        ("https://example.org/a.png", "never from elsewhere"),
        ("none.png", "it shows `none.png`: there is no such file"),
    ] {
        let drawing = art(&format!("<image href=\"{inner}\" width=\"9\" height=\"9\"/>"));
        let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
        one(&told, "templates/card.svg:2:14 image: cannot use the picture `art`", words);
    }
    let circle = |other: &str| {
        art(&format!("<image href=\"{other}\" width=\"9\" height=\"9\"/>").repeat(20))
    };
    let (a, b) = (circle("other.svg"), circle("art.svg"));
    let told =
        said("", image, &[("images/art.svg", a.as_bytes()), ("images/other.svg", b.as_bytes())]);
    one(&told, "templates/card.svg:2:14 image", "in a circle");
    let entity = format!(
        "<!DOCTYPE svg [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>{}",
        art("<text>&e;</text>")
    );
    let told = said("", image, &[("images/art.svg", entity.as_bytes())]);
    one(&told, "templates/card.svg:2:14 image", "not well-formed");
}

#[test]
fn no_address_leads_out_of_a_drawing_in_silence() {
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    for (inside, link) in [
        ("<use xlink:href=\"http://example.com/x.svg#a\"/>", "http://example.com/x.svg#a"),
        ("<use href=\"../../x.svg#a\"/>", "../../x.svg#a"),
        ("<linearGradient id=\"g\" href=\"other.svg#g\"/>", "other.svg#g"),
        ("<rect width=\"9\" height=\"9\" mask=\"url(other.svg#m)\"/>", "other.svg#m"),
        ("<rect width=\"9\" height=\"9\" clip-path=\"url('o.svg#c')\"/>", "o.svg#c"),
        (
            "<rect width=\"9\" height=\"9\" style=\"filter: url(http://a.b/c#f)\"/>",
            "http://a.b/c#f",
        ),
        ("<style>rect { fill: url(https://a.b/c#p) }</style>", "https://a.b/c#p"),
        ("<textPath href=\"data:image/svg+xml,x\"/>", "data:image/svg+xml,x"),
    ] {
        let inside = format!("{DOT}\n{inside}");
        let drawing = art(&inside);
        let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
        let has = format!("refers to `{link}`, outside of the drawing");
        one(
            &told,
            "templates/card.svg:2:14 image: cannot use the picture `art`: in its line 2 ",
            &has,
        );
        let told = said("", &inside, &[]);
        let errors: Vec<_> = told.iter().filter(|line| line.contains(" svg: ")).cloned().collect();
        one(&errors, "templates/card.svg:3:", &has);
    }
    for (sheet, link) in [
        ("<style>@import url(\"http://a.b/c.css\");</style>", "http://a.b/c.css"),
        ("<style>\n@import '../c.css';</style>", "../c.css"),
    ] {
        let drawing = art(&format!("{sheet}{DOT}"));
        let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
        one(
            &told,
            "templates/card.svg:2:14 image: cannot use the picture `art`",
            &format!("`@import` refers to `{link}`"),
        );
    }
    let drawing = format!("<?xml-stylesheet type=\"text/css\" href=\"a.css\"?>{}", art(DOT));
    let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
    one(&told, "templates/card.svg:2:14 image", "`<?xml-stylesheet?>` refers to `a.css`");
    // What is in it, and what only a browser follows.
    for fine in [
        "<a href=\"https://example.com\"><rect width=\"9\" height=\"9\"/></a>",
        "<g id=\"g\"/><use href=\"#g\"/><rect width=\"9\" height=\"9\" style=\"cursor:url(a.cur)\"/>",
        "<metadata><x href=\"http://example.com\"/></metadata>",
    ] {
        let drawing = art(&format!("{DOT}{fine}"));
        assert_eq!(said("", image, &[("images/art.svg", drawing.as_bytes())]), [""; 0], "{fine}");
    }
}

#[test]
fn what_is_drawn_in_itself_is_told() {
    let tile = |id: &str, by: &str| {
        format!(
            "<pattern id=\"{id}\" width=\"3\" height=\"3\" patternUnits=\"userSpaceOnUse\"><rect width=\"3\" height=\"3\" fill=\"url(#{by})\"/></pattern>"
        )
    };
    let filled = "<rect width=\"9\" height=\"9\" fill=\"url(#p)\"/>";
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    for inside in [tile("p", "p"), format!("{}{}", tile("p", "q"), tile("q", "p"))] {
        let has = "`#p` refers to itself, or to what refers to it";
        one(&said("", &format!("{DOT}\n{inside}{filled}"), &[]), "templates/card.svg:3:", has);
        let drawing = art(&format!("\n{inside}{filled}"));
        let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
        assert_eq!(told.len(), 2, "{told:#?}");
        assert!(
            told.iter().any(|line| line.contains("in the picture `art`, line 2: `#p` refers")),
            "{told:#?}"
        );
        let empty =
            "templates/card.svg:2:14 image: cannot use the picture `art`: nothing of it is seen";
        assert!(told.iter().any(|line| line.starts_with(empty)), "{told:#?}");
    }
    let used = "<g id=\"a\"><rect width=\"9\" height=\"9\"/><use href=\"#a\"/></g>";
    one(&said("", used, &[]), "templates/card.svg:2:", "`#a` refers to itself");
}

#[test]
fn a_blur_too_wide_to_be_reckoned_is_refused() {
    let blurred = |width: &str| {
        format!(
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\"{width}\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>"
        )
    };
    one(&said("", &blurred("1e9"), &[]), "templates/card.svg:", "more than 2000 times as large");
    let drawing = art(&blurred("800"));
    let image = "<image href=\"art\" width=\"9\" height=\"9\"/>";
    let told = said("", image, &[("images/art.svg", drawing.as_bytes())]);
    one(
        &told,
        "templates/card.svg:2:14 image: cannot use the picture `art`",
        "nothing of it is seen",
    );
    let drawing = art(&blurred("0.8"));
    assert_eq!(said("", image, &[("images/art.svg", drawing.as_bytes())]), [""; 0]);
}

#[test]
fn drawings_in_drawings_share_one_limit_of_depth() {
    let deep = |inside: &str| art(&format!("{}{inside}{}", "<g>".repeat(90), "</g>".repeat(90)));
    let outer = deep("<image href=\"inner.svg\" width=\"20\" height=\"20\"/>");
    let inner = deep(DOT);
    let files: [(&str, &[u8]); 2] =
        [("images/outer.svg", outer.as_bytes()), ("images/inner.svg", inner.as_bytes())];
    let image = "<image href=\"outer\" width=\"9\" height=\"9\"/>";
    assert_eq!(said("", image, &files), Vec::<String>::new());
    let told = said("", &format!("{}{image}{}", "<g>".repeat(30), "</g>".repeat(30)), &files);
    one(
        &told,
        "templates/card.svg:2:104 image",
        "it is nested deeper than 200 (`nesting` in `[limits]`)",
    );
}

#[test]
fn a_drawing_with_thousands_of_faults_tells_some_and_counts_the_rest() {
    let rects: String = (0..5000)
        .map(|at| format!("<rect width=\"9\" height=\"9\" fill=\"url(#x{at})\"/>"))
        .collect();
    let told = said("", &rects, &[]);
    assert!(told.len() < 250, "{}", told.len());
    assert!(told.iter().any(|line| line.contains("4900 more things were noticed")), "{told:#?}");
    let images: String =
        (0..5000).map(|at| format!("<image width=\"9\" height=\"9\" href=\"x{at}\"/>")).collect();
    let told = said("", &images, &[]);
    assert!(told[0].contains("cannot use the picture `x0`"), "{}", told[0]);
}

#[test]
fn pictures_that_claim_to_be_huge_or_are_spoilt_are_told() {
    let image = "<image href=\"shape\" width=\"9\" height=\"9\"/>";
    let shown =
        |bytes: &[u8]| said("[pictures]\nmin_dpi = 0\n", image, &[("images/shape.png", bytes)]);
    let mut huge = png_quarters(8, 8);
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    // The checksum of the head.
    let crc = flate2_crc(&huge[12..29]);
    huge[29..33].copy_from_slice(&crc.to_be_bytes());
    one(
        &shown(&huge),
        "templates/card.svg:2:14 image",
        "65536 x 65536 pixels, more than 100 million",
    );
    let mut gif = gif_quarters(8, 8, 0);
    gif[6..10].copy_from_slice(&[255; 4]);
    one(&shown(&gif), "templates/card.svg:2:14 image", "65535 x 65535 pixels");
    // Every kind of file, cut off anywhere or with a byte changed, is shown or told.
    let whole = [
        png_quarters(20, 20),
        jpeg_quarters(32, 32, Some(6)),
        gif_quarters(20, 20, 2),
        webp_quarters(20, 20),
    ];
    for bytes in whole {
        // Past its middle, a GIF lacks frames that no card shows.
        let parts = if bytes.starts_with(b"GIF") { &[1, 3][..] } else { &[1, 3, 5, 7] };
        for part in parts {
            let cut = bytes.len() * part / 8;
            one(&shown(&bytes[..cut]), "templates/card.svg:2:14 image", "");
        }
        for step in 0..12 {
            let mut spoilt = bytes.clone();
            let at = 8 + (step * 7919) % (bytes.len() - 8);
            spoilt[at] ^= 0x5a;
            let told = shown(&spoilt);
            assert!(told.len() <= 1, "{told:#?}");
        }
    }
}

/// The checksum of a PNG's chunk.
fn flate2_crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn templates_that_loop_without_end_are_stopped() {
    let loops = |inside: &str| said("[limits]\nkilobytes = 200\n", inside, &[]);
    let many = "{% for i in range(end=99999) %}{% for j in range(end=99999) %}";
    let ends = "{% endfor %}{% endfor %}";
    one(
        &loops(&format!("{many}<rect/>{ends}")),
        "templates/card.svg:1:1 limit: the drawing has more than 200 KiB of text",
        "",
    );
    let told = loops(&format!("{many}{ends}"));
    one(&told, "templates/card.svg:2:", "`range` gives more than 1000000 numbers for one face");
    let fine = "{% for i in range(start=4, end=0, step_by=-2) %}<rect x=\"{{ i }}\" width=\"9\" height=\"9\"/>{% endfor %}";
    assert_eq!(loops(fine), Vec::<String>::new());
}

#[test]
fn what_nobody_would_see_is_told() {
    let told = said(
        "",
        "<rect width=\"9\" height=\"9\"/><text x=\"70\" y=\"20\" font-size=\"4\">Far right</text>",
        &[],
    );
    one(
        &told,
        "templates/card.svg:2:63 svg-warning: the text `Far right` lies off the card",
        "nobody sees it",
    );
    let at = |place: &str| {
        let text =
            format!("<rect width=\"9\" height=\"9\"/><text {place} font-size=\"4\">Partly</text>");
        said("", &text, &[])
    };
    for place in ["x=\"60\" y=\"20\"", "x=\"-2\" y=\"20\"", "x=\"9\" y=\"2\"", "x=\"9\" y=\"88\""] {
        one(&at(place), "templates/card.svg:2:", "the text `Partly` is cut off: it reaches ");
    }
    // What is turned stands elsewhere than its own coordinates say.
    one(&at("transform=\"translate(30 86) rotate(90)\""), "templates/card.svg:2:", "is cut off");
    for place in [
        "x=\"40\" y=\"20\"",
        "x=\"9\" y=\"86.5\"",
        "transform=\"translate(80 60) rotate(180)\" x=\"30\"",
        // What has no ink is seen nowhere.
        "x=\"90\" y=\"20\" visibility=\"hidden\"",
        "x=\"90\" y=\"20\" fill=\"none\"",
        "x=\"90\" y=\"20\" fill-opacity=\"0\"",
    ] {
        assert_eq!(at(place), Vec::<String>::new(), "{place}");
    }
    let told = said(
        "",
        "<rect width=\"9\" height=\"9\"/><foreignObject width=\"9\" height=\"9\"><p>Wolf</p></foreignObject>",
        &[],
    );
    one(
        &told,
        "templates/card.svg:2:",
        "`<foreignObject>` is left out: it holds no drawing | text that wraps is `<text deckle:box",
    );
    let told = said(
        "",
        "<switch><foreignObject width=\"9\" height=\"9\"/><text x=\"5\" y=\"9\">Wolf</text></switch>",
        &[],
    );
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn a_fade_to_nothing_is_the_same_in_pictures_and_on_sheets() {
    use deckle::pipeline::Options;
    let inside = "<linearGradient id=\"g\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#fff\" stop-opacity=\"0\"/></linearGradient>\
        <rect width=\"63\" height=\"88\" fill=\"#f00\"/><rect width=\"63\" height=\"88\" fill=\"url(#g)\"/>";
    let game = game(
        "[[sheet]]\npaper = \"a4\"\nbacks = \"none\"\ngrid = \"1 x 1\"\nmarks = { style = \"none\" }\n",
        inside,
        &[],
    );
    let files = built(&game, &Options { dpi: Some(254), ..Options::default() });
    let (width, card) = flat(&files["cards/deck/0001-zoo.png"]);
    let (page_width, page) = super::pages::page(&files["sheets/deck-a4.pdf"], 0);
    let report: serde_json::Value = serde_json::from_slice(&files["report.json"]).unwrap();
    let place = &report["sheets"][0]["pages"][0]["placements"][0];
    let px = |key: &str| (place[key].as_f64().unwrap() * 10.0).round() as usize;
    let (mut off, mut count) = (0_u64, 0_u64);
    for y in (4..876).step_by(8) {
        for x in 4..626 {
            for channel in 0..3 {
                let seen = page[((px("y") + y) * page_width + px("x") + x) * 4 + channel];
                off += u64::from(seen.abs_diff(card[(y * width + x) * 3 + channel]));
                count += 1;
            }
        }
    }
    let mean = off as f64 / count as f64;
    assert!(mean < 2.0, "mean difference {mean}");
}
