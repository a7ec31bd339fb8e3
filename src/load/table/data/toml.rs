//! Reads cards that stand in the manifest itself: `cards = [{ name = "Wolf", count = 2 }]`.

use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeArray, DeValue};

use super::{Entry, Node, Value, objects};
use crate::diag::{Sink, Staged};
use crate::load::table::faults::Faults;
use crate::model::Table;
use crate::span::Span;

/// The table in a list of the manifest; `text` is the manifest's, `span` the place of the list.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn inline(list: &DeArray<'_>, text: &str, span: Span, sink: &mut Sink) -> Staged<Table> {
    let items = list.iter().map(|item| node(item, text)).collect();
    objects(items, span.range(), Faults::new(span.source, sink))
}

fn node(value: &Spanned<DeValue<'_>>, text: &str) -> Node {
    let range = value.span();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(item, text)).collect()),
        DeValue::Table(entries) => {
            let mut entries: Vec<_> = entries
                .iter()
                .map(|(key, value)| Entry {
                    key: key.get_ref().to_string(),
                    key_at: key.span(),
                    node: node(value, text),
                })
                .collect();
            // The parser keeps keys by name, and columns stand as they are written.
            entries.sort_by_key(|entry| entry.key_at.start);
            Value::Map(entries)
        }
        _ => Value::Text(written(text, &range)),
    };
    Node { value, range }
}

/// A number or a day as it is written.
fn written(text: &str, range: &Range<usize>) -> String {
    text.get(range.clone()).unwrap_or_default().trim().to_owned()
}
