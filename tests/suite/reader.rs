//! Reads a sheet as a viewer does: what text can be selected on a page, and what it holds.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// The codes of a font and the text that each stands for.
struct Font {
    bytes: usize,
    texts: BTreeMap<u32, String>,
}

/// All text drawn on a page, in the order of drawing, that of forms in their places.
///
/// Glyphs may be placed one by one, so nothing is added between them.
pub fn text(document: &Document, page: ObjectId) -> String {
    lines(document, page).concat()
}

/// The text of each line of glyphs that a page draws at once, from the left.
pub fn lines(document: &Document, page: ObjectId) -> Vec<String> {
    let dictionary = document.get_dictionary(page).expect("a page");
    let resources = document.get_dict_in_dict(dictionary, b"Resources").expect("resources");
    let content = document.get_page_content(page);
    let mut out = Vec::new();
    walk(document, resources, &content, &mut out);
    out
}

fn walk(document: &Document, resources: &Dictionary, content: &[u8], out: &mut Vec<String>) {
    let mut font = None;
    for one in Content::decode(content).expect("operators").operations {
        match one.operator.as_str() {
            "Tf" => font = Some(read_font(document, resources, name(&one.operands[0]))),
            "Tj" | "'" | "\"" | "TJ" => {
                let font = font.as_ref().expect("a font before its text");
                let mut line = String::new();
                one.operands.iter().for_each(|operand| shown(operand, font, &mut line));
                out.push(line);
            }
            "Do" => {
                let id = entry(document, resources, b"XObject", name(&one.operands[0]));
                let stream = document.get_object(id).and_then(Object::as_stream).expect("a stream");
                if stream.dict.get(b"Subtype").and_then(Object::as_name).ok() == Some(b"Form") {
                    let inner = document.get_dict_in_dict(&stream.dict, b"Resources");
                    let content = stream.get_plain_content().expect("content");
                    walk(document, inner.unwrap_or(resources), &content, out);
                }
            }
            _ => {}
        }
    }
}

fn name(object: &Object) -> &[u8] {
    object.as_name().expect("a name")
}

fn number(object: &Object) -> f64 {
    let whole = |_| object.as_i64().map(|whole| whole as f64);
    object.as_float().map(f64::from).or_else(whole).expect("a number")
}

/// What a name stands for in one kind of resource.
fn entry(document: &Document, resources: &Dictionary, kind: &[u8], name: &[u8]) -> ObjectId {
    let entries = document.get_dict_in_dict(resources, kind).expect("resources of that kind");
    entries.get(name).and_then(Object::as_reference).expect("an entry")
}

fn shown(operand: &Object, font: &Font, out: &mut String) {
    match operand {
        Object::String(bytes, _) => {
            for code in bytes.chunks(font.bytes) {
                let code = code.iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
                out.push_str(font.texts.get(&code).map_or("\u{fffd}", String::as_str));
            }
        }
        Object::Array(items) => items.iter().for_each(|item| shown(item, font, out)),
        _ => {}
    }
}

fn read_font(document: &Document, resources: &Dictionary, name: &[u8]) -> Font {
    let id = entry(document, resources, b"Font", name);
    let font = document.get_dictionary(id).expect("a font");
    let composite = font.get(b"Subtype").and_then(Object::as_name).ok() == Some(b"Type0");
    let table = font.get(b"ToUnicode").and_then(Object::as_reference).expect("a ToUnicode table");
    let table = document.get_object(table).and_then(Object::as_stream).expect("a stream");
    let table = String::from_utf8(table.get_plain_content().expect("content")).expect("ASCII");
    Font { bytes: if composite { 2 } else { 1 }, texts: unicode(&table) }
}

/// The lines of a ToUnicode table: `<0003> <0041>` and `<0003> <0005> <0041>`.
fn unicode(table: &str) -> BTreeMap<u32, String> {
    let mut texts = BTreeMap::new();
    for (start, end, width) in [("beginbfchar", "endbfchar", 2), ("beginbfrange", "endbfrange", 3)]
    {
        for block in table.split(start).skip(1) {
            let block = block.split(end).next().unwrap_or_default();
            assert!(!block.contains('['), "lists are not written by our encoder");
            let numbers = block.split('<').skip(1).filter_map(|part| part.split('>').next());
            let numbers: Vec<_> = numbers.collect();
            for one in numbers.chunks(width) {
                let number = |hex: &str| u32::from_str_radix(hex, 16).expect("hexadecimal");
                let (first, last) = (number(one[0]), number(one[width - 2]));
                for code in first..=last {
                    texts.insert(code, utf16(one[width - 1], code - first));
                }
            }
        }
    }
    texts
}

fn utf16(hex: &str, more: u32) -> String {
    let unit = |at| u16::from_str_radix(&hex[at..at + 4], 16).expect("hexadecimal");
    let mut units: Vec<u16> = (0..hex.len()).step_by(4).map(unit).collect();
    *units.last_mut().expect("a unit") += more as u16;
    String::from_utf16(&units).expect("UTF-16")
}

/// Glyphs that are told to stand for some text together: the text, and where they begin and end on their page, in points.
pub type Told = (String, f64, f64);

/// All such glyphs of a document whose lines are level.
pub fn told(document: &Document) -> Vec<Told> {
    let mut out = Vec::new();
    for stream in document.objects.values().filter_map(|one| one.as_stream().ok()) {
        let content = stream.get_plain_content().ok().and_then(|one| Content::decode(&one).ok());
        let resources = document.get_dict_in_dict(&stream.dict, b"Resources");
        if let (Some(content), Ok(resources)) = (content, resources) {
            told_in(document, resources, &content, &mut out);
        }
    }
    out
}

fn told_in(document: &Document, resources: &Dictionary, content: &Content, out: &mut Vec<Told>) {
    let (mut places, mut widths, mut size, mut open) = (vec![(1.0, 0.0)], None, 0.0, false);
    let (mut line, mut pen) = (0.0, 0.0);
    for one in &content.operations {
        let operands = &one.operands;
        let place = places.last_mut().expect("as many `q` as `Q`");
        match one.operator.as_str() {
            "q" => places.push(*places.last().expect("a place")),
            "Q" => drop(places.pop()),
            "cm" => {
                *place = (place.0 * number(&operands[0]), place.1 + place.0 * number(&operands[4]))
            }
            "Tf" => {
                size = number(&operands[1]);
                widths = Some(read_widths(document, resources, name(&operands[0])));
            }
            "Tm" => (line, pen) = (number(&operands[4]), 0.0),
            "BDC" => {
                let said = operands[1].as_dict().and_then(|said| said.get(b"ActualText"));
                open = said.is_ok_and(|said| {
                    out.push((lopdf::decode_text_string(said).expect("text"), f64::NAN, f64::NAN));
                    true
                });
            }
            "EMC" => open = false,
            "Tj" | "TJ" => {
                let widths = widths.as_ref().expect("a font before its text");
                let (scale, start) = (place.0 * size / 1000.0, place.1 + place.0 * line);
                let single = [operands[0].clone()];
                for item in operands[0].as_array().map_or(single.as_slice(), Vec::as_slice) {
                    let Object::String(bytes, _) = item else {
                        pen -= number(item);
                        continue;
                    };
                    for code in bytes.chunks(2) {
                        let code = i64::from(code[0]) << 8 | i64::from(code[1]);
                        let from = start + pen * scale;
                        pen += widths.get(&code).copied().unwrap_or(0.0);
                        if let Some(last) = out.last_mut().filter(|_| open) {
                            last.1 = last.1.min(from);
                            last.2 = last.2.max(start + pen * scale);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// The widths of a composite font, `first last width` by `first last width`.
fn read_widths(document: &Document, resources: &Dictionary, font: &[u8]) -> BTreeMap<i64, f64> {
    let font = document.get_dictionary(entry(document, resources, b"Font", font)).expect("a font");
    let inner = font.get(b"DescendantFonts").and_then(Object::as_array).expect("a composite font");
    let inner = inner[0].as_reference().and_then(|id| document.get_dictionary(id)).expect("a font");
    let widths = inner.get(b"W").and_then(Object::as_array).expect("widths");
    let mut found = BTreeMap::new();
    for one in widths.chunks(3) {
        let [first, last, width] = [0, 1, 2].map(|at| &one[at]);
        let codes = first.as_i64().expect("a code")..=last.as_i64().expect("a code");
        found.extend(codes.map(|code| (code, number(width))));
    }
    found
}

/// Letters and digits alone, small: what stays of a text whatever its spacing and capitals.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The numbers of a page's box, from left to right and from the bottom up.
pub fn page_box(page: &Dictionary, name: &[u8]) -> [f64; 4] {
    let numbers: Vec<_> = page.get(name).unwrap().as_array().unwrap().iter().map(number).collect();
    numbers.try_into().expect("four numbers")
}

/// Asserts that TrimBox lies in BleedBox lies in MediaBox on every page, and that all pages are alike.
pub fn assert_boxes(document: &Document, what: &str) {
    let mut papers = Vec::new();
    for page in document.page_iter() {
        let page = document.get_dictionary(page).expect("a page");
        assert!(page.get(b"CropBox").is_err() && page.get(b"Rotate").is_err(), "{what}");
        let [media, bleed, trim] =
            [b"MediaBox".as_slice(), b"BleedBox", b"TrimBox"].map(|name| page_box(page, name));
        for (outer, inner) in [(media, bleed), (bleed, trim)] {
            let inside = outer[0] <= inner[0]
                && outer[1] <= inner[1]
                && inner[2] <= outer[2]
                && inner[3] <= outer[3];
            assert!(inside, "{what}: {inner:?} is not in {outer:?}");
        }
        papers.push(media);
    }
    papers.dedup();
    assert_eq!(papers.len(), 1, "{what}: pages of unlike size");
}

/// How often each font is stored, by its name without the tag of its subset.
pub fn fonts(document: &Document) -> BTreeMap<String, usize> {
    let mut fonts = BTreeMap::new();
    for font in document.objects.values().filter_map(|object| object.as_dict().ok()) {
        let kind = font.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        if font.has_type(b"Font") && (kind == b"Type0" || kind == b"Type3") {
            let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or(b"AAAAAA+?");
            let name = String::from_utf8_lossy(name).into_owned();
            let (tag, name) = name.split_once('+').expect("the tag of a subset");
            assert!(tag.len() == 6 && tag.chars().all(|c| c.is_ascii_uppercase()), "{tag}");
            *fonts.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    fonts
}

/// The streams of a subtype: `Image` or `Form`.
pub fn xobjects<'a>(document: &'a Document, subtype: &str) -> Vec<&'a lopdf::Stream> {
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    let is = |stream: &&lopdf::Stream| {
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        kind == subtype.as_bytes()
    };
    streams.filter(is).collect()
}
