//! Tiled's maps as JSON.

use serde_json::Value;

use super::tiled::{self, Head, Layer, beside, encoding, no_number, packed};
use super::tiles::{Properties, Set, Tiles};
use super::{Imported, fault, open};
use crate::diag::{Diagnostic, Sink};
use crate::span::{SourceId, Sources, Span};
use crate::workspace::Workspace;

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
    let map = parse(source, sources)?;
    let span = Span::new(source, 0..0);
    let head = Head {
        is_infinite: map["infinite"].as_bool() == Some(true),
        orientation: text(&map["orientation"]),
        stagger_axis: text(&map["staggeraxis"]),
        stagger_index: text(&map["staggerindex"]),
        columns: number(&map["width"]).unwrap_or(0),
        rows: number(&map["height"]).unwrap_or(0),
        span,
    };
    head.known()?;
    let mut tiles = Tiles::default();
    for set in list(&map["tilesets"]) {
        let first = number(&set["firstgid"]).unwrap_or(1);
        tiles.add(
            first,
            match set["source"].as_str() {
                None => named(set, span, sink),
                Some(file) => {
                    super::tmx::outside(&beside(path, file), span, workspace, sources, sink)?
                }
            },
        );
    }
    let own: Vec<_> = properties(&map).into_keys().collect();
    tiled::tell_properties("the map", &own, span, sink);
    let mut layers = Vec::new();
    flat(&map["layers"], span, &mut layers, sink)?;
    tiled::rows(&head, &layers, &tiles)
}

/// A set in a file of its own.
pub fn outside(
    path: &str,
    span: Span,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Result<Set, Box<Diagnostic>> {
    match open(path, span, workspace, sources, sink) {
        Some(source) => {
            let set = parse(source, sources)?;
            Ok(named(&set, Span::new(source, 0..0), sink))
        }
        None => Ok(Set::default()),
    }
}

fn parse(source: SourceId, sources: &Sources) -> Result<Value, Box<Diagnostic>> {
    let text = &sources.get(source).text;
    serde_json::from_str(text).map_err(|error| {
        let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let at = crate::span::floor_char(text, at.min(text.len()));
        let help = "save it again in Tiled";
        fault(format!("the file is no JSON: {error}"), Span::new(source, at..at), help)
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What the tiles of a set are called; what is not taken of it is told.
fn named(set: &Value, span: Span, sink: &mut Sink) -> Set {
    for wang in list(&set["wangsets"]) {
        tiled::tell_wang(&text(&wang["name"]), span, sink);
    }
    let name = |tile: &Value| {
        let class = tile["class"].as_str().or_else(|| tile["type"].as_str())?;
        Some((number(&tile["id"])?, class.to_owned())).filter(|(_, class)| !class.is_empty())
    };
    let names = list(&set["tiles"]).iter().filter_map(name).collect();
    let own = |tile: &Value| Some((number(&tile["id"])?, properties(tile)));
    let properties = list(&set["tiles"]).iter().filter_map(own).collect();
    Set { name: text(&set["name"]), count: number(&set["tilecount"]), names, properties }
}

/// The custom properties of a thing; those of a class behind its name.
fn properties(of: &Value) -> Properties {
    let mut found = Properties::new();
    for one in list(&of["properties"]) {
        take(text(&one["name"]), &one["value"], &mut found);
    }
    found
}

fn take(name: String, value: &Value, found: &mut Properties) {
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(member, value)| take(format!("{name} {member}"), value, found));
        }
        Value::String(text) => drop(found.insert(name, text.clone())),
        other => drop(found.insert(name, other.to_string())),
    }
}

/// The layers of tiles, those in groups among them.
fn flat(
    value: &Value,
    span: Span,
    layers: &mut Vec<Layer>,
    sink: &mut Sink,
) -> Result<(), Box<Diagnostic>> {
    for layer in list(value) {
        let name = text(&layer["name"]).trim().to_owned();
        let is_off = |key: &str| layer[key].as_f64().is_some_and(|far| far != 0.0);
        let (hidden, shifted) =
            (layer["visible"] == Value::Bool(false), is_off("offsetx") || is_off("offsety"));
        if !tiled::is_taken(&name, hidden, shifted, span, sink) {
            continue;
        }
        if matches!(layer["type"].as_str(), Some("tilelayer" | "group")) {
            let own: Vec<_> = properties(layer).into_keys().collect();
            tiled::tell_properties(&format!("the layer `{name}`"), &own, span, sink);
        }
        match layer["type"].as_str() {
            Some("tilelayer") => {
                let tiles = tiles(layer, span)?;
                let tiles = tiles.into_iter().map(|number| (number, span)).collect();
                layers.push(Layer { name, tiles, span });
            }
            Some("group") => flat(&layer["layers"], span, layers, sink)?,
            _ => tiled::tell_no_tiles(&name, span, sink),
        }
    }
    Ok(())
}

fn tiles(layer: &Value, span: Span) -> Result<Vec<u32>, Box<Diagnostic>> {
    if let Some(words) = layer["data"].as_str() {
        return match layer["encoding"].as_str() {
            Some("base64") => packed(words, layer["compression"].as_str(), span),
            other => Err(encoding(other.unwrap_or("nothing known"), span)),
        };
    }
    let number = |value: &Value| number(value).ok_or_else(|| no_number(&value.to_string(), span));
    list(&layer["data"]).iter().map(number).collect()
}
