//! Tiled's maps as XML.

use roxmltree::{Document, Node};

use super::tiled::{self, Head, Layer, beside, encoding, no_number, packed};
use super::tiles::{Properties, Set, Tiles};
use super::{Imported, fault, open};
use crate::diag::{Diagnostic, Sink};
use crate::span::{SourceId, Sources, Span};
use crate::workspace::Workspace;
use crate::xml::{self, Unread};

/// Reads a map and the sets of tiles that it names.
///
/// # Errors
/// The first thing that cannot be read exactly.
pub fn read(
    path: &str,
    source: SourceId,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Result<Imported, Box<Diagnostic>> {
    let text = sources.get(source).text.clone();
    let document = parse(&text, source)?;
    let map = document.root_element();
    let span = head_span(&text, map, source);
    if map.has_tag_name("tileset") || !map.has_tag_name("map") {
        return Err(fault("this is no map of Tiled", span, "name the `.tmx` file of the map"));
    }
    let head = Head {
        is_infinite: map.attribute("infinite") == Some("1"),
        orientation: map.attribute("orientation").unwrap_or_default().into(),
        stagger_axis: map.attribute("staggeraxis").unwrap_or_default().into(),
        stagger_index: map.attribute("staggerindex").unwrap_or_default().into(),
        columns: number(map, "width").unwrap_or(0),
        rows: number(map, "height").unwrap_or(0),
        span,
    };
    head.known()?;
    let mut tiles = Tiles::default();
    for set in map.children().filter(|node| node.has_tag_name("tileset")) {
        let span = head_span(&text, set, source);
        let first = number(set, "firstgid").unwrap_or(1);
        tiles.add(
            first,
            match set.attribute("source") {
                None => named(set, &text, source, sink),
                Some(file) => outside(&beside(path, file), span, workspace, sources, sink)?,
            },
        );
    }
    let own: Vec<_> = properties(map).into_keys().collect();
    tiled::tell_properties("the map", &own, span, sink);
    let mut layers = Vec::new();
    flat(map, &text, source, &mut layers, sink)?;
    tiled::rows(&head, &layers, &tiles)
}

/// The character that an error is shown at: never beyond the end of its line.
fn place(text: &str, error: &roxmltree::Error) -> usize {
    use roxmltree::Error::{UnclosedRootNode, UnexpectedEndOfStream};
    let last = |text: &str| text.trim_end().char_indices().last().map_or(0, |(at, _)| at);
    // Of a file that ends too early the parser knows no place.
    if matches!(error, UnclosedRootNode | UnexpectedEndOfStream) {
        return last(text);
    }
    let at = error.pos();
    let before: usize = text.split_inclusive('\n').take(at.row as usize - 1).map(str::len).sum();
    let line = text[before..].lines().next().unwrap_or_default();
    let found = line.char_indices().nth((at.col as usize).saturating_sub(1));
    found.map_or_else(|| last(&text[..before + line.len()]), |(at, _)| before + at)
}

/// The layers of tiles, those in groups among them.
fn flat(
    group: Node<'_, '_>,
    text: &str,
    source: SourceId,
    layers: &mut Vec<Layer>,
    sink: &mut Sink,
) -> Result<(), Box<Diagnostic>> {
    for node in group.children() {
        let kind = node.tag_name().name();
        if !["layer", "group", "objectgroup", "imagelayer"].contains(&kind) {
            continue;
        }
        let (span, name) = (head_span(text, node, source), node.attribute("name"));
        let name = name.unwrap_or_default();
        let far = |key: &str| node.attribute(key).and_then(|far| far.parse::<f64>().ok());
        let is_off = |key: &str| far(key).is_some_and(|far| far != 0.0);
        let (hidden, shifted) =
            (node.attribute("visible") == Some("0"), is_off("offsetx") || is_off("offsety"));
        if !tiled::is_taken(name, hidden, shifted, span, sink) {
            continue;
        }
        if ["layer", "group"].contains(&kind) {
            let own: Vec<_> = properties(node).into_keys().collect();
            tiled::tell_properties(&format!("the layer `{name}`"), &own, span, sink);
        }
        match kind {
            "layer" => layers.push(layer(node, text, source)?),
            "group" => flat(node, text, source, layers, sink)?,
            _ => tiled::tell_no_tiles(name, span, sink),
        }
    }
    Ok(())
}

fn parse(text: &str, source: SourceId) -> Result<Document<'_>, Box<Diagnostic>> {
    xml::plain(text).map_err(|why| {
        let (at, why) = match why {
            Unread::Malformed(error) => {
                (place(text, &error), format!("the map is not well-formed: {error}"))
            }
            Unread::Excess(excess) => (excess.at, excess.why),
        };
        fault(why, Span::new(source, at..at), "save the map again in Tiled")
    })
}

/// The opening tag of an element.
fn head_span(text: &str, node: Node<'_, '_>, source: SourceId) -> Span {
    let range = node.range();
    let end = text[range.clone()].find('>').map_or(range.end, |end| range.start + end + 1);
    Span::new(source, range.start..end)
}

fn number(node: Node<'_, '_>, key: &str) -> Option<u32> {
    node.attribute(key)?.parse().ok()
}

/// A set in a file of its own.
pub fn outside(
    path: &str,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Result<Set, Box<Diagnostic>> {
    if path.ends_with(".tsj") || path.ends_with(".json") {
        return super::tmj::outside(path, span, workspace, sources, sink);
    }
    let Some(source) = open(path, span, workspace, sources, sink) else {
        return Ok(Set::default());
    };
    let text = sources.get(source).text.clone();
    let document = parse(&text, source)?;
    Ok(named(document.root_element(), &text, source, sink))
}

/// What the tiles of a set are called; what is not taken of it is told.
fn named(set: Node<'_, '_>, text: &str, source: SourceId, sink: &mut Sink) -> Set {
    for wang in set.descendants().filter(|node| node.has_tag_name("wangset")) {
        let name = wang.attribute("name").unwrap_or_default();
        tiled::tell_wang(name, head_span(text, wang, source), sink);
    }
    let tiles = set.children().filter(|node| node.has_tag_name("tile"));
    let name = |tile: Node<'_, '_>| {
        let class = tile.attribute("class").or_else(|| tile.attribute("type"))?;
        Some((number(tile, "id")?, class.to_owned())).filter(|(_, class)| !class.is_empty())
    };
    Set {
        name: set.attribute("name").unwrap_or_default().to_owned(),
        count: number(set, "tilecount"),
        names: tiles.clone().filter_map(name).collect(),
        properties: tiles
            .filter_map(|tile| Some((number(tile, "id")?, properties(tile))))
            .collect(),
    }
}

/// The custom properties of an element: in an attribute, or as a text of several lines; those of a
/// class behind its name.
fn properties(of: Node<'_, '_>) -> Properties {
    let all = of.children().filter(|node| node.has_tag_name("properties"));
    let all = all.flat_map(|node| node.children().filter(|one| one.has_tag_name("property")));
    let mut found = Properties::new();
    for one in all {
        let name = one.attribute("name").unwrap_or_default();
        let members = properties(one);
        if members.is_empty() {
            let value = one.attribute("value").or(one.text()).unwrap_or_default();
            found.insert(name.to_owned(), value.to_owned());
        }
        found
            .extend(members.into_iter().map(|(member, value)| (format!("{name} {member}"), value)));
    }
    found
}

fn layer(node: Node<'_, '_>, text: &str, source: SourceId) -> Result<Layer, Box<Diagnostic>> {
    let span = head_span(text, node, source);
    let name = node.attribute("name").unwrap_or("layer").trim().to_owned();
    let data = node.children().find(|node| node.has_tag_name("data"));
    let data = data.ok_or_else(|| fault("the layer has no tiles", span, "save it again"))?;
    let tiles = match (data.attribute("encoding"), data.attribute("compression")) {
        (None, _) => data
            .children()
            .filter(|node| node.has_tag_name("tile"))
            .map(|tile| (number(tile, "gid").unwrap_or(0), head_span(text, tile, source)))
            .collect(),
        (Some("csv"), _) => separated(data, source)?,
        (Some("base64"), compression) => {
            let words = data.text().unwrap_or_default();
            packed(words, compression, span)?.into_iter().map(|number| (number, span)).collect()
        }
        (Some(other), _) => return Err(encoding(other, span)),
    };
    Ok(Layer { name, tiles, span })
}

/// Numbers between commas, each with its place.
fn separated(data: Node<'_, '_>, source: SourceId) -> Result<Vec<(u32, Span)>, Box<Diagnostic>> {
    let Some(text) = data.first_child().filter(Node::is_text) else { return Ok(Vec::new()) };
    let (words, start) = (text.text().unwrap_or_default(), text.range().start);
    let mut found = Vec::new();
    let mut at = 0;
    for part in words.split(',') {
        let word = part.trim();
        let begin = start + at + (part.len() - part.trim_start().len());
        let span = Span::new(source, begin..begin + word.len());
        at += part.len() + 1;
        if word.is_empty() {
            continue;
        }
        found.push((word.parse().map_err(|_| no_number(word, span))?, span));
    }
    Ok(found)
}
