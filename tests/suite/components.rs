//! The shared components: what they draw, by numbers and by what other programs read, and what goes wrong.

use deckle::compose::kit::{self, Argument, Component};
use deckle::diag::Sink;
use deckle::model::Picture;
use deckle::pipeline::{Options, make};
use deckle::render::Painter;
use deckle::span::Sources;
use deckle::workspace::Memory;

use super::support::{MANIFEST, Temporary, build_from, files, game, one, quick, told};

const COAST: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\" fill=\"#123456\"/></svg>";

/// A game of one card, whose template holds `inside` on its second line.
fn with(inside: &str) -> Memory {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let cards = "name,cost,evil\nWolf,\"3, 2 fire\",\"<&\"\"{{ card }}\"\n";
    game([
        ("game.toml", MANIFEST),
        ("cards.csv", cards),
        ("coast.svg", COAST),
        ("templates/card.svg", template.as_str()),
    ])
}

/// What is said of a card whose template holds `inside`, but that some of it lies off the card:
/// calls are made of the same few numbers, however wide a component is.
fn faults(inside: &str) -> Vec<String> {
    let mut told = told(&with(inside));
    told.retain(|line| !line.contains("lies off the card") && !line.contains("is cut off"));
    told
}

/// The text of the card whose template holds `inside`.
fn svg(inside: &str) -> String {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(&with(inside), &Options::default(), &mut sources, &mut sink);
    let made = made.unwrap_or_else(|_| panic!("{inside}: {:?}", sink.list()));
    made.decks[0].faces[0].svg.clone()
}

/// What an argument may be, as a call writes it.
fn sample(component: &str, argument: &Argument) -> String {
    let name = argument.name.as_str();
    let value = match (component, name) {
        ("suit", "name") | ("corner_index", "suit") => "\"hearts\"",
        ("picture", "href") => "\"coast.svg\"",
        ("die_table", "rows") => "\"1-2: Miss; 3-6: Hit\"",
        ("cost_row", "fills") => "{ {\"fire\": \"#b0301c\"} }",
        ("track", "marked") => "{[2, 5]}",
        ("corner_index", "width") => "{63}",
        ("corner_index", "height") => "{88}",
        ("frame", "bleed") => "{3}",
        ("shape", "size") => "{9}",
        (_, "x" | "y") => "{5}",
        (_, "width") => "{48}",
        (_, "height") => "{20}",
        (_, "icon") => "\"anchor\"",
        (_, "cost") => "{card.cost}",
        (_, "stats") => "\"Attack: 3, Range 1-2\"",
        (_, "count" | "value" | "attack" | "defence" | "move") => "{3}",
        (_, "fill" | "ink" | "ground" | "stroke" | "border" | "line" | "rim" | "mark") => {
            "\"#204060\""
        }
        (_, "font") => "\"Alegreya\"",
        (_, "weight") => "\"700\"",
        ("barcode", "text") => "\"9638507\"",
        (_, "text" | "title" | "label" | "rank") => "\"Word 7\"",
        _ => "",
    };
    match (value, &argument.default, argument.choices.last()) {
        ("", _, Some(last)) => format!(" {name}=\"{last}\""),
        ("", Some(default), _) if default.starts_with('"') => format!(" {name}={default}"),
        ("", Some(default), _) => format!(" {name}={{{default}}}"),
        _ => format!(" {name}={value}"),
    }
}

fn call(component: &Component, of: impl Fn(&Argument) -> bool) -> String {
    let given = component.arguments.iter().filter(|one| of(one));
    let given: String = given.map(|one| sample(&component.name, one)).collect();
    format!("{{{{ <{}{given}/> }}}}", component.name)
}

#[test]
fn every_component_says_what_it_is_for_and_what_each_argument_does() {
    let components = kit::components();
    assert!(components.len() >= 20, "{}", components.len());
    for one in &components {
        assert!(one.about.len() > 20 && one.about.ends_with('.'), "{}: {}", one.name, one.about);
        assert!(!one.about.contains(['"', '\n']), "{}: {}", one.name, one.about);
        for argument in &one.arguments {
            assert!(!argument.words().is_empty(), "{}: {}", one.name, argument.name);
        }
    }
}

#[test]
fn every_component_draws_with_what_it_needs_and_with_all_that_it_takes() {
    for one in kit::components() {
        let least = call(&one, |argument| argument.required);
        // A suit and an icon have one place.
        let most = call(&one, |argument| {
            (one.name.as_str(), argument.name.as_str()) != ("corner_index", "icon")
        });
        for call in [&least, &most] {
            assert_eq!(faults(call), [""; 0], "{call}");
            let drawn = svg(call);
            assert!(["<path", "<circle", "<text"].iter().any(|tag| drawn.contains(tag)), "{call}");
            // Sums of empty values would show as such.
            assert!(!["NaN", "inf", "none none"].iter().any(|bad| drawn.contains(bad)), "{call}");
        }
        assert!(least.len() < most.len() && svg(&least) != svg(&most), "{}", one.name);
    }
}

#[test]
fn every_word_that_an_argument_takes_draws_something_else_and_no_other_word_is_taken() {
    for one in kit::components() {
        for chosen in one.arguments.iter().filter(|one| !one.choices.is_empty()) {
            let with_word = |word: &str| {
                // A panel needs no text, but how text lies shows in one only.
                let rest = call(&one, |argument| {
                    (argument.required || argument.name == "text") && argument.name != chosen.name
                });
                rest.replace("/>", &format!(" {}=\"{word}\"/>", chosen.name))
            };
            let mut drawn = std::collections::BTreeSet::new();
            for word in &chosen.choices {
                let digits = if word == "ean13" { "400638133393" } else { "9638507" };
                let call = with_word(word).replace("9638507", digits);
                assert_eq!(faults(&call), [""; 0], "{call}");
                drawn.insert(svg(&call));
            }
            assert_eq!(drawn.len(), chosen.choices.len(), "{} {}", one.name, chosen.name);
            let wrong = with_word("zigzag");
            let told = told(&with(&wrong));
            assert_eq!(told.len(), 1, "{wrong}: {told:#?}");
            let column = wrong.find("zigzag").unwrap() + 1;
            let start = format!("templates/card.svg:2:{column} template: ");
            assert!(told[0].starts_with(&start), "{start}\n{}", told[0]);
            let known = chosen.choices.iter().take(12).map(|word| format!("`{word}`"));
            let known = known.collect::<Vec<_>>().join(", ");
            assert!(told[0].contains(&format!("known: {known}")), "{}\n{known}", told[0]);
        }
    }
}

#[test]
fn a_wrong_argument_is_told_at_its_place_with_what_was_meant() {
    for (call, column, message, help) in [
        (
            "{{ <badge x={5} y={5} shap=\"hex\"/> }}",
            23,
            "the component `badge` has no argument `shap`",
            "did you mean `shape`?",
        ),
        (
            "{{ <badge x=\"5\" y={5}/> }}",
            11,
            "`x` of the component `badge` is a text, not a number",
            "write `x={3.5}`",
        ),
        (
            "{{ <track x={5} y={5} to={card.name}/> }}",
            23,
            "`to` of the component `track` is a text, not a whole number",
            "`{card.cell | int}`",
        ),
        (
            "{{ <panel x={5} y={5} width={9} height={9} style={3}/> }}",
            44,
            "`style` of the component `panel` is a whole number, not a text",
            "write `style=\"…\"`",
        ),
        (
            "{{ <ribbon x={5} y={5} text=\"A\"/> }}",
            5,
            "the component `ribbon` needs `width`",
            "deckle list components",
        ),
        ("{{ <badg x={5} y={5}/> }}", 4, "there is no component `badg`", "did you mean `badge`?"),
        (
            "{{ <badge x={5} y={5} shape=\"hexx\"/> }}",
            30,
            "there is no shape `hexx`",
            "did you mean `hex`?",
        ),
        (
            "{{ <badge x={5} y={5} icon=\"ancor\"/> }}",
            29,
            "there is no icon `ancor`",
            "did you mean `anchor`?",
        ),
        (
            "{{ <cost_row x={5} y={5} cost=\"2 fier\"/> }}",
            34,
            "there is no icon `fier`",
            "did you mean `fire`?",
        ),
    ] {
        one(&told(&with(call)), &format!("templates/card.svg:2:{column} "), message);
        assert!(told(&with(call))[0].contains(help), "{:?}", told(&with(call)));
    }
}

#[test]
fn several_wrong_arguments_are_told_the_same_on_every_run() {
    let call = "{{ <badge x={5} y={5} zeta={1} beta={2} iota={3}/> }}";
    for _ in 0..5 {
        one(&told(&with(call)), "templates/card.svg:2:32 ", "has no argument `beta`");
    }
}

#[test]
fn components_that_are_not_there_are_told_in_one_run() {
    let told = told(&with("{{ <badg x={5}/> }}{{ <trak x={5}/> }}"));
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].contains("`badg`") && told[1].contains("`trak`"), "{told:#?}");
}

#[test]
fn cells_are_shown_as_they_are_in_components() {
    for call in [
        "{{ <badge x={5} y={5} value={card.evil}/> }}",
        "{{ <title_bar x={5} y={5} width={50} text={card.evil}/> }}",
        "{{ <panel x={5} y={5} width={50} height={20} text={card.evil} title={card.evil}/> }}",
        "{{ <stat_box x={5} y={5} label=\"A\" value={card.evil}/> }}",
        "{{ <lettering x={5} y={5} width={50} height={20} text={card.evil}/> }}",
    ] {
        let drawn = svg(call);
        assert!(texts(&drawn).iter().any(|text| text == "<&\"{{ card }}"), "{drawn}");
    }
}

#[test]
fn a_game_has_its_own_in_place_of_a_component() {
    let own =
        "{% component badge(x: number, y: number) %}<text>own {{ x }}</text>{% endcomponent %}";
    let mut by_file = with("{{ <badge x={5} y={5}/> }}");
    by_file.files.insert("templates/components/badge.svg".into(), own.into());
    let mut by_name = with("{{ <badge x={5} y={5}/> }}");
    by_name.files.insert("templates/marks.svg".into(), own.into());
    for workspace in [by_file, by_name] {
        let made =
            make(&workspace, &Options::default(), &mut Sources::default(), &mut Sink::default());
        assert!(made.unwrap().decks[0].faces[0].svg.contains("<text>own 5</text>"));
    }
}

#[test]
fn a_component_that_is_there_twice_is_told() {
    let own = "{% component mark(x: number) %}<text>{{ x }}</text>{% endcomponent %}";
    let mut twice = with("{{ <mark x={5}/> }}");
    twice.files.insert("templates/a.svg".into(), own.into());
    twice.files.insert("templates/b.svg".into(), own.into());
    one(
        &told(&twice),
        "templates/b.svg:1:1 template-syntax: ",
        "the component `mark` is in `a.svg`",
    );
}

#[test]
fn the_calls_in_the_readme_draw_a_card() {
    let readme = std::fs::read_to_string(super::support::root().join("README.md")).unwrap();
    let chapter = readme.split("\n## Components\n").nth(1).unwrap();
    let calls = chapter.split("```svg\n").nth(1).unwrap().split("```").next().unwrap();
    let calls = calls.replace("card.cost", "7");
    assert_eq!(told(&with(&calls)), [""; 0]);
    assert_eq!(texts(&svg(&calls)), ["Wolf", "7"]);
}

#[test]
fn what_stands_inside_the_call_is_drawn_on_the_panel() {
    let drawn = svg(
        "{% <panel x={5} y={7} width={20} height={20}> %}<text>{{ card.name }}</text>{% </panel> %}",
    );
    assert!(drawn.contains("<g transform=\"translate(5 7)\"><text>Wolf</text></g>"), "{drawn}");
}

/// The pixels of a card's picture, as shades of grey.
fn grey(inside: &str) -> (usize, usize, Vec<u8>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(&with(inside), &Options::default(), &mut sources, &mut sink).unwrap();
    let face = &made.decks[0].faces[0];
    let (scene, findings) = made.parse(&[face]).remove(0);
    let scene = scene.unwrap_or_else(|| panic!("{findings:?}"));
    let bytes = Painter::new(300).png(&scene, face.bleed, Picture::Trim);
    let bytes = bytes.unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let each = info.color_type.samples();
    // What is not painted is paper.
    let shade = |pixel: &[u8]| if each == 4 && pixel[3] < 128 { 255 } else { pixel[1] };
    let grey = pixels[..info.buffer_size()].chunks_exact(each).map(shade).collect();
    (info.width as usize, info.height as usize, grey)
}

#[test]
fn a_reader_of_qr_codes_reads_what_was_written() {
    let long = "https://example.org/rules?card=7&side=back".repeat(3);
    for (text, level, size) in [
        ("https://example.org/rules", "M", 20.0),
        ("42", "H", 14.0),
        ("Größe & <Ω> “7”", "Q", 22.0),
        (long.as_str(), "L", 34.0),
    ] {
        let call = format!(
            "<rect width=\"63\" height=\"88\" fill=\"#888888\"/>{{{{ <qr x={{9}} y={{12}} size={{{size}}} level=\"{level}\" text='{text}'/> }}}}"
        );
        let (width, height, pixels) = grey(&call);
        let mut reader = quircs::Quirc::default();
        let codes: Vec<_> = reader.identify(width, height, &pixels).collect();
        assert_eq!(codes.len(), 1, "{text}");
        let data = codes[0].as_ref().unwrap().decode().unwrap();
        assert_eq!(String::from_utf8(data.payload).unwrap(), text);
        assert_eq!(format!("{:?}", data.ecc_level), level);
    }
}

#[test]
fn a_qr_code_is_one_path_with_four_light_squares_around_it() {
    let drawn = svg("{{ <qr x={3} y={4} size={29} text=\"A\"/> }}");
    // A code of this length has 21 squares a side, and 29 with the quiet zone: here 1 mm each.
    assert_eq!(drawn.matches("<path").count(), 1);
    assert!(drawn.contains("transform=\"translate(3 4) scale(1"), "{drawn}");
    let path = drawn.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let runs = path.split('M').skip(1).map(|run| {
        let (x, rest) = run.split_once(' ').unwrap();
        let (y, rest) = rest.split_once('h').unwrap();
        let (length, _) = rest.split_once('v').unwrap();
        [x, y, length].map(|number| number.parse::<usize>().unwrap())
    });
    let runs: Vec<_> = runs.collect();
    assert_eq!(runs[0], [4, 4, 7], "the upper edge of the first finder");
    assert_eq!(runs.iter().map(|[x, _, length]| x + length).max(), Some(25));
    assert_eq!(runs.iter().map(|[_, y, _]| *y).max(), Some(24));
}

/// The dark and light modules of a barcode without its quiet zones, as the path draws them.
fn modules(kind: &str, text: &str) -> String {
    let drawn = svg(&format!(
        "{{{{ <barcode x={{5}} y={{5}} width={{60}} kind=\"{kind}\" text=\"{text}\"/> }}}}"
    ));
    let path = drawn.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let mut modules = String::new();
    for run in path.split('M').skip(1) {
        let (x, rest) = run.split_once(" 0h").unwrap();
        let (length, _) = rest.split_once('v').unwrap();
        let (x, length): (usize, usize) = (x.parse().unwrap(), length.parse().unwrap());
        while modules.len() + 10 < x {
            modules.push('0');
        }
        modules.extend(std::iter::repeat_n('1', length));
    }
    modules
}

#[test]
fn barcodes_have_the_bars_of_their_standards() {
    // EAN-13: the first digit, 4, sets the parities of the next six: L G L L G G.
    let left = ["0001101", "0100111", "0101111", "0111101", "0001001", "0110011"].concat();
    let right = ["1000010", "1000010", "1000010", "1110100", "1000010", "1100110"].concat();
    let ean13 = ["101", &left, "01010", &right, "101"].concat();
    assert_eq!(modules("ean13", "4006381333931"), ean13);
    assert_eq!(modules("ean13", "400638133393"), ean13, "the last digit is found");
    // EAN-8: 9638507 and 4, which checks it: 3 * (9 + 3 + 5 + 7) + 6 + 8 + 0 = 86.
    let left = ["0001011", "0101111", "0111101", "0110111"].concat();
    let right = ["1001110", "1110010", "1000100", "1011100"].concat();
    assert_eq!(modules("ean8", "9638507"), ["101", &left, "01010", &right, "101"].concat());
    // Code 128: start B, `A` (33), the check (104 + 33) mod 103 = 34, stop.
    let code128 = ["11010010000", "10100011000", "10001011000", "1100011101011"].concat();
    assert_eq!(modules("code128", "A"), code128);
    // Digits in pairs: start C, 34, the check (105 + 34) mod 103 = 36, stop.
    let code128 = ["11010011100", "10001011000", "10110001000", "1100011101011"].concat();
    assert_eq!(modules("code128", "34"), code128);
    // Code 39: `*`, `A`, `*`, with a light module between.
    let code39 = ["100101101101", "110101001011", "100101101101"].join("0");
    assert_eq!(modules("code39", "A"), code39);
}

#[test]
fn codes_that_nobody_could_read_are_told() {
    let long = "x".repeat(3000);
    for (call, message, help) in [
        (
            "{{ <qr x={5} y={5} size={8} text=\"A\"/> }}".to_owned(),
            "a QR code of 8 mm is too small",
            "`A` needs 10.15 mm",
        ),
        (
            format!("{{{{ <qr x={{5}} y={{5}} text=\"{long}\"/> }}}}"),
            "a text of 3000 bytes is too long",
            "use the level `L`",
        ),
        (
            "{{ <barcode x={5} y={5} width={20} text=\"HARBOUR-07\"/> }}".into(),
            "a barcode of 20 mm is too small",
            "needs 33",
        ),
        ("{{ <barcode x={5} y={5} text=\"Größe\"/> }}".into(), "does not belong", "ASCII"),
        (
            "{{ <barcode x={5} y={5} kind=\"ean13\" text=\"4006381333932\"/> }}".into(),
            "its last digit does not check",
            "13th",
        ),
        ("{{ <barcode x={5} y={5} kind=\"ean8\" text=\"12\"/> }}".into(), "does not belong", "8th"),
        (
            "{{ <barcode x={5} y={5} kind=\"code39\" text=\"a\"/> }}".into(),
            "does not belong",
            "capitals",
        ),
    ] {
        one(&told(&with(&call)), "templates/card.svg:2:", message);
        assert!(told(&with(&call))[0].contains(help), "{:?}", told(&with(&call)));
    }
}

/// Texts of a drawing, in order.
fn texts(drawn: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(drawn).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn a_table_of_a_die_has_its_bands() {
    let rows = "rows=\"1-2: Miss; 3-5: Hit; 6: Sunk\"";
    let faces = svg(&format!("{{{{ <die_table x={{5}} y={{5}} width={{50}} {rows}/> }}}}"));
    assert_eq!(texts(&faces), ["Miss", "Hit", "Sunk"]);
    // One and two pips, three and five, six.
    assert_eq!(faces.matches("<circle").count(), 1 + 2 + 3 + 5 + 6);
    let numbers = svg(&format!(
        "{{{{ <die_table x={{5}} y={{5}} width={{50}} style=\"numbers\" {rows}/> }}}}"
    ));
    assert_eq!(texts(&numbers), ["1–2", "Miss", "3–5", "Hit", "6", "Sunk"]);
    let two = "rows=\"2-6: Low; 7: Seven; 8-12: High\" low={2} high={12}";
    let two = svg(&format!("{{{{ <die_table x={{5}} y={{5}} width={{50}} {two}/> }}}}"));
    assert_eq!(texts(&two), ["2–6", "Low", "7", "Seven", "8–12", "High"]);
}

#[test]
fn bands_with_a_gap_or_twice_a_roll_are_told() {
    for (rows, message) in [
        ("1-2: Miss; 4-6: Hit", "the band `4-6` should begin with 3"),
        ("1-3: Miss; 3-6: Hit", "the band `3-6` should begin with 4"),
        ("1-2: Miss; 3-5: Hit", "the bands end with 5, not with 6"),
        ("1-2: Miss; 3-8: Hit", "the bands end with 8, not with 6"),
        ("Miss; Hit", "`Miss` is not a band of a die"),
        ("2-1: Miss", "the band `2-1` should begin with 1"),
        ("1-2: Miss; 6: Sunk", "the band `6` should begin with 3"),
        ("1-2: Miss; 6-6: Sunk", "the band `6` should begin with 3"),
        ("1-9223372036854775807: Hit", "not with 6"),
    ] {
        let call = format!("{{{{ <die_table x={{5}} y={{5}} width={{50}} rows=\"{rows}\"/> }}}}");
        one(&told(&with(&call)), "templates/card.svg:2:", message);
    }
}

#[test]
fn an_empty_cell_is_met_with_what_to_do_about_it() {
    for call in [
        "<die_table x={5} y={5} width={50} rows=\"\"/>",
        "<suit x={5} y={5} name=\"\"/>",
        "<barcode x={5} y={5} text=\" \"/>",
        "<qr x={5} y={5} text=\"\"/>",
    ] {
        let told = told(&with(&format!("{{{{ {call} }}}}")));
        one(&told, "templates/card.svg:2:", "call it inside of `{% if card.NAME %}`");
    }
}

#[test]
fn a_component_that_is_too_small_is_told_at_its_call_with_what_is_missing() {
    // An ellipse and a rectangle of the template, which are like those of components.
    let own = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>";
    let said = |call: &str| told(&with(&format!("{own}\n{{{{ {call} }}}}")));
    for (call, name, help) in [
        // A column of dice is 14.72 mm wide, and 2.2 mm are between it, the words and the edge.
        (
            "<die_table x={5} y={5} width={5} rows=\"1-3: Miss; 4-6: Hit\"/>",
            "die_table",
            "`width` larger: more than 11.92 mm are missing",
        ),
        // 2.2 mm on either side of the text.
        (
            "<panel x={5} y={5} width={4} height={20} text=\"a\"/>",
            "panel",
            "`width` larger: more than 0.4 mm are missing",
        ),
        // 1.4 mm above and below it.
        (
            "<panel x={5} y={5} width={40} height={2} text=\"a\"/>",
            "panel",
            "`height` larger: more than 0.8 mm are missing",
        ),
        ("<scroll x={5} y={5} width={4} height={4} text=\"a\"/>", "scroll", "`width` larger"),
        ("<ribbon x={5} y={5} width={5} text=\"a\"/>", "ribbon", "`width` larger"),
        ("<barcode x={5} y={5} text=\"12\" height={1}/>", "barcode", "make its `height` larger"),
    ] {
        let told = said(call);
        let start = format!(
            "templates/card.svg:3:4 text-box: the component `{name}` is too small for what it draws | "
        );
        one(&told, &start, help);
    }
    // What the template writes itself is told as it is.
    let told = told(&with(&format!("{own}\n<rect width=\"-2\" height=\"3\"/>")));
    one(
        &told,
        "templates/card.svg:3:14 svg-warning: `width` of a `rect` is `-2`",
        "nothing is drawn",
    );
}

#[test]
fn the_cells_that_components_are_explained_by_can_be_drawn() {
    let mut seen = 0;
    for one in kit::components() {
        let Some(cell) = one.about.split(['“', '”']).nth(1) else { continue };
        let argument = match one.name.as_str() {
            "cost_row" => "cost",
            "die_table" => "width={50} rows",
            "stat_row" => "width={50} stats",
            "unit" => "kind",
            // Of several arguments.
            "factors" => continue,
            name => panic!("{name}: {cell}"),
        };
        let call = format!("{{{{ <{} x={{5}} y={{5}} {argument}=\"{cell}\"/> }}}}", one.name);
        assert_eq!(told(&with(&call)), [""; 0], "{call}");
        seen += 1;
    }
    assert_eq!(seen, 4);
}

/// The boxes around all paths of a card, in mm.
fn boxes(inside: &str) -> Vec<usvg::Rect> {
    nodes(inside, |node| matches!(node, usvg::Node::Path(_)).then(|| node.abs_bounding_box()))
}

/// What some nodes of a card's drawing are.
fn nodes<T>(inside: &str, of: impl Fn(&usvg::Node) -> Option<T>) -> Vec<T> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let made = make(&with(inside), &Options::default(), &mut sources, &mut sink).unwrap();
    let (scene, _) = made.parse(&[&made.decks[0].faces[0]]).remove(0);
    let mut found = Vec::new();
    let scene = scene.unwrap();
    scene.trees().for_each(|tree| collect(tree.root(), &of, &mut found));
    found
}

fn collect<T>(group: &usvg::Group, of: &impl Fn(&usvg::Node) -> Option<T>, found: &mut Vec<T>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, of, found),
            other => found.extend(of(other)),
        }
    }
}

#[test]
fn a_cube_of_8_mm_fits_into_each_box_of_a_track() {
    let track = boxes("{{ <track x={2} y={5} to={5} gap={0}/> }}");
    assert_eq!(track.len(), 6, "0 to 5");
    assert!(track.iter().all(|one| one.width() >= 9.0 && one.height() >= 9.0), "{track:?}");
    // Side by side, none over another.
    assert!(track.windows(2).all(|pair| pair[0].right() <= pair[1].left()), "{track:?}");
}

#[test]
fn a_track_runs_row_by_row_or_like_a_snake() {
    let order = |snake: &str| {
        let call = format!(
            "{{{{ <track x={{0}} y={{0}} from={{1}} to={{6}} columns={{3}} size={{10}} gap={{0}} snake={{{snake}}}/> }}}}"
        );
        let boxes = boxes(&call);
        boxes
            .iter()
            .map(|one| ((one.x() / 10.0) as u32, (one.y() / 10.0) as u32))
            .collect::<Vec<_>>()
    };
    assert_eq!(order("false"), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    assert_eq!(order("true"), [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]);
}

#[test]
fn a_value_fills_its_part_of_a_meter_and_its_number_of_pips() {
    let meter = boxes("{{ <meter x={5} y={5} width={40.9} value={3} of={4} segments={false}/> }}");
    // Outline, ground, filled part, light on it: 3 of 4 parts of 40 mm.
    assert!((meter[1].width() - 40.0).abs() < 1e-3 && (meter[2].width() - 30.0).abs() < 1e-3);
    let drawn =
        svg("{{ <pips x={5} y={5} count={3} of={5} fill=\"#204060\" empty=\"#fefefe\"/> }}");
    assert_eq!(drawn.matches("fill=\"#204060\"").count(), 3);
    assert_eq!(drawn.matches("fill=\"#fefefe\"").count(), 2);
}

#[test]
fn costs_are_counted_as_they_are_written() {
    let row = |cost: &str, style: &str| {
        svg(&format!("{{{{ <cost_row x={{5}} y={{5}} cost=\"{cost}\" style=\"{style}\"/> }}}}"))
    };
    // A shadow, a rim and a disc for each; and a smaller disc for a number beside an icon.
    let discs = |drawn: &str| drawn.matches("<circle").count();
    assert_eq!(discs(&row("3, 2 fire, anchor", "count")), 3 * 3 + 1);
    assert_eq!(discs(&row("3, 2 fire, anchor", "repeat")), 4 * 3);
    assert_eq!(texts(&row("3, 2 fire, anchor", "count")), ["3", "2"]);
    for same in ["fire x2; 3", "2x fire + 3", "fire 2,3,", "Fire ×2\n3"] {
        assert_eq!(texts(&row(same, "count")), ["2", "3"], "{same}");
    }
    assert_eq!(discs(&row("", "count")), 0);
}

#[test]
fn lists_without_end_are_told() {
    for (call, message) in [
        (
            "{{ <track x={5} y={5} to={1000000000}/> }}".to_owned(),
            "`to` is 1000000000; it goes from 0 to 199",
        ),
        ("{{ <pips x={5} y={5} count={-1}/> }}".into(), "`count` is -1; it goes from 0 to 200"),
        (
            "{{ <meter x={5} y={5} width={40} value={12}/> }}".into(),
            "`value` is 12; it goes from 0 to 10",
        ),
        (
            format!("{{{{ <cost_row x={{5}} y={{5}} cost=\"{}\"/> }}}}", "1,".repeat(201)),
            "more than 200 items",
        ),
        (
            "{{ <cost_row x={5} y={5} cost=\"999999 fire\" style=\"repeat\"/> }}".into(),
            "a cost is 999999",
        ),
    ] {
        one(&told(&with(&call)), "templates/card.svg:2:", message);
    }
}

#[test]
fn a_frame_is_that_of_the_card_and_its_border_reaches_the_bleed() {
    let all = boxes("{{ <frame style=\"line\" inset={4} border=\"#204060\"/> }}");
    let close = |one: &usvg::Rect, sides: [f32; 4]| {
        let is = [one.x(), one.y(), one.width(), one.height()];
        is.iter().zip(sides).all(|(is, side)| (is - side).abs() < 1e-3)
    };
    // The border with 3 mm of bleed, and the line 4 mm inside the trim of 63 x 88 mm.
    assert!(
        close(&all[0], [0.0, 0.0, 69.0, 94.0]) || close(&all[0], [-3.0, -3.0, 69.0, 94.0]),
        "{all:?}"
    );
    assert!(
        all.iter().any(|one| close(one, [all[0].x() + 7.0, all[0].y() + 7.0, 55.0, 80.0])),
        "{all:?}"
    );
}

#[test]
fn the_page_of_the_kit_shows_every_component_and_says_nothing() {
    let (workspace, outputs) = (kit::game(), Temporary::new());
    assert_eq!(told(&workspace), [""; 0]);
    let summary = build_from(&workspace, &outputs.0, &quick()).unwrap();
    assert_eq!(summary.designs, kit::components().len());
    let built = files(&outputs.0);
    assert!(built["kit/components.pdf"].starts_with(b"%PDF-"), "{:?}", built.keys());
}

#[test]
fn long_words_shrink_to_the_room_of_their_component_or_are_told_at_its_call() {
    let long = "The Honourable East India Company of Merchants Trading into the East Indies";
    let told = |call: &str| faults(&format!("{{{{ <{call}/> }}}}"));
    // A bar of 8 mm holds five lines of 1.2 mm off its outline, which takes an eighth of it on both sides.
    one(
        &told(&format!("title_bar x={{3}} y={{3}} width={{14}} text=\"{long}\"")),
        "templates/card.svg:2:",
        "overflow: the text `The Honourable East Indi…` does not fit",
    );
    assert_eq!(told(&format!("title_bar x={{3}} y={{3}} width={{30}} text=\"{long}\"")), [""; 0]);
    let bar = svg(&format!("{{{{ <title_bar x={{3}} y={{3}} width={{30}} text=\"{long}\"/> }}}}"));
    assert!(bar.contains(" 3.96 23.28 6.08\""), "{bar}");
    // A size that is asked for is not made smaller by the outline.
    let bar = svg("{{ <title_bar x={3} y={3} width={30} size={8} text=\"Go\"/> }}");
    assert!(bar.contains(" 3 23.28 8\"") && bar.contains("font-size=\"8\""), "{bar}");
    one(
        &told(&format!("badge x={{3}} y={{3}} value=\"{long}\"")),
        "templates/card.svg:2:",
        "overflow: the text `The Honourable East Indi…` does not fit",
    );
    one(
        &told(&format!("badge x={{3}} y={{3}} value=\"{long}\" icon=\"anchor\"")),
        "templates/card.svg:2:",
        "overflow: the text `The Honourable East Indi…` does not fit",
    );
    // Wide letters shrink to the room there is, and few letters are as large as ever.
    let width = |call: &str| {
        let found = nodes(&format!("{{{{ <{call}/> }}}}"), |node| {
            matches!(node, usvg::Node::Text(_)).then(|| node.abs_bounding_box().width())
        });
        found.into_iter().fold(0.0, f32::max)
    };
    for (wide, room) in
        [("badge x={3} y={3} value=\"WWW\"", 8.7), ("setup_code x={3} y={3} text=\"WWWWWW\"", 6.1)]
    {
        assert!((room / 2.0..=room).contains(&width(wide)), "{wide}: {}", width(wide));
    }
    assert_eq!(told("badge x={3} y={3} value=\"Boss fight\""), [""; 0]);
    // What a value is made of is no mark, however long it is.
    assert!(svg("{{ <badge x={3} y={3} value=\"*a* {b}\"/> }}").contains(">*a* {b}</text>"));
    one(
        &told("setup_code x={3} y={3} text=\"Saloniki\""),
        "templates/card.svg:2:",
        "is 8; it goes from 0 to 6",
    );
}
