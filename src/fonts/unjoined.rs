//! Fonts that join no letters, for texts whose letters are spaced: CSS asks for that, and the parser of
//! drawings knows no other way.

use usvg::fontdb::{Database, FaceInfo, ID, Source};

use super::Shared;
use crate::xml::is_markup;

/// What turns letters into others by rules that a text may do without.
pub const JOINING: [&[u8; 4]; 5] = [b"liga", b"clig", b"dlig", b"hlig", b"calt"];
/// An axis that no font has. Asked for at 0, it means a font that joins nothing.
pub const AXIS: [u8; 4] = *b"JOIN";

/// Adds the same font, but joining nothing; none if it joins nothing anyway.
pub fn add(database: &mut Database, face: &FaceInfo) -> Option<ID> {
    let bytes = match &face.source {
        Source::Binary(bytes) => bytes,
        // A file's, in a build that lets fontdb read files.
        #[allow(unreachable_patterns)]
        _ => return None,
    };
    let unjoined = unjoined((**bytes).as_ref(), face.index)?;
    let shared: Shared = std::sync::Arc::new(unjoined);
    // It is found by its place alone, as it has the name of no family.
    let info = FaceInfo { source: Source::Binary(shared), families: Vec::new(), ..face.clone() };
    Some(database.push_face_info(info))
}

/// The bytes of a font in which the rules that join letters have names that nobody asks for.
fn unjoined(data: &[u8], index: u32) -> Option<Vec<u8>> {
    let raw = ttf_parser::RawFace::parse(data, index).ok()?;
    let table = raw.table_records.into_iter().find(|one| one.tag.to_bytes() == *b"GSUB")?;
    let table = table.offset as usize;
    let number =
        |at: usize| Some(usize::from(u16::from_be_bytes([*data.get(at)?, *data.get(at + 1)?])));
    let list = table + number(table + 6)?;
    let records = (0..number(list)?).map(|record| list + 2 + record * 6);
    let joining = records.filter(|at| {
        data.get(*at..*at + 4).is_some_and(|tag| JOINING.iter().any(|one| one[..] == *tag))
    });
    let joining: Vec<_> = joining.collect();
    let mut bytes = data.to_vec();
    joining.iter().for_each(|at| bytes[*at..*at + 4].copy_from_slice(b"    "));
    (!joining.is_empty()).then_some(bytes)
}

/// What says of a text whether its letters may join.
pub fn joined(may: bool) -> String {
    format!("'JOIN' {}", u8::from(may))
}

/// A drawing in which every room between letters says that they do not join.
pub fn spaced(svg: &str) -> Option<String> {
    const NAME: &str = "letter-spacing";
    let (mut out, mut done) = (String::new(), 0);
    for (at, _) in svg.match_indices(NAME) {
        if let Some(said) = said(svg, at, &svg[at + NAME.len()..]).filter(|_| is_markup(svg, at)) {
            out.push_str(&svg[done..at]);
            out.push_str(&said);
            done = at;
        }
    }
    (done > 0).then(|| out + &svg[done..])
}

/// What is to stand before a room between letters, whose value begins in `rest`.
fn said(svg: &str, at: usize, rest: &str) -> Option<String> {
    let rest = rest.trim_start();
    let is_attribute = rest.starts_with('=');
    let value = rest.strip_prefix(['=', ':'])?.trim_start_matches(['"', '\'', ' ', '\n', '\t']);
    let value = value.split(['"', '\'', ';', '}', '<', '!']).next().unwrap_or_default().trim();
    // Those around and in one tag or rule.
    let (open, close): (&[char], &[char]) =
        if is_attribute { (&['<'], &['>']) } else { (&['{', '"', '\''], &['}', '"', '\'']) };
    let start = svg[..at].rfind(open).unwrap_or(0);
    let end = svg[at..].find(close).map_or(svg.len(), |end| at + end);
    if value == "inherit" || svg[start..end].contains("font-variation-settings") {
        return None;
    }
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let is_none = value == "normal" || digits.trim().parse() == Ok(0.0);
    let joined = joined(is_none);
    Some(match svg[..=start].chars().next_back() {
        _ if is_attribute => format!("font-variation-settings=\"{joined}\" "),
        Some('{') => format!("font-variation-settings: {joined}; "),
        _ => format!("font-variation-settings: {}; ", joined.replace('\'', "&quot;")),
    })
}
