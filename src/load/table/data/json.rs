//! Reads JSON into values that know their places: each is kept as the text that it is written as.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{DEEPEST, Entry, Fault, MOST_NODES, Node, Value, too_deep, too_many};

/// Reads the one value in `text`.
///
/// # Errors
/// It is no JSON, too deep, or too much.
pub fn read(text: &str) -> Result<Node, Fault> {
    let raw = serde_json::from_str(text).map_err(|error| broken(text, &error))?;
    Reader { text, left: MOST_NODES }.node(raw, 0)
}

/// An object whose values are not read yet.
struct Object<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

struct Reader<'a> {
    text: &'a str,
    /// How many values may still come.
    left: usize,
}

impl<'a> Reader<'a> {
    fn node(&mut self, raw: &'a RawValue, depth: usize) -> Result<Node, Fault> {
        let (written, range) = (raw.get(), self.range(raw));
        let fault = |error: serde_json::Error| Fault::new(error.to_string(), range.clone());
        self.left = self.left.checked_sub(1).ok_or_else(|| too_many(range.clone()))?;
        if depth > DEEPEST {
            return Err(too_deep(range.start..range.start));
        }
        let value = match written.as_bytes().first() {
            Some(b'{') => {
                let Object(entries) = serde_json::from_str(written).map_err(fault)?;
                let entries = entries.into_iter().map(|(key, value)| {
                    Ok(Entry {
                        key: serde_json::from_str(key.get()).map_err(fault)?,
                        key_at: self.range(key),
                        node: self.node(value, depth + 1)?,
                    })
                });
                Value::Map(entries.collect::<Result<_, _>>()?)
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(written).map_err(fault)?;
                let items = items.into_iter().map(|item| self.node(item, depth + 1));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            Some(b'"') => Value::Text(serde_json::from_str(written).map_err(fault)?),
            Some(b't' | b'f') => Value::Flag(written == "true"),
            Some(b'n') => Value::Empty,
            _ => Value::Text(written.into()),
        };
        Ok(Node { value, range })
    }

    /// The bytes of the text that hold a value, which is a part of it.
    fn range(&self, raw: &RawValue) -> Range<usize> {
        let start = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + raw.get().len()
    }
}

/// What the reader says, at its place.
fn broken(text: &str, error: &serde_json::Error) -> Fault {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (before + error.column().saturating_sub(1)).min(text.len());
    let at = crate::span::floor_char(text, at);
    let sentence = error.to_string();
    let sentence = sentence.split(" at line ").next().unwrap_or_default();
    let fault = Fault::new(format!("the file is not JSON: {sentence}"), at..at);
    if sentence.contains("trailing comma") || sentence.contains("key must be") {
        return fault
            .help("no comma stands before a closing bracket, and names are in double quotes");
    }
    fault
}
