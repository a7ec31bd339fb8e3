//! Reads YAML into values that know their places; `yes`, `no` and `on` are words like any other.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};

use super::{DEEPEST, Entry, Fault, MOST_NODES, Node, Value, too_deep, too_many};

/// Reads the one document in `text`.
///
/// # Errors
/// It is no YAML, too deep, or too much.
pub fn read(text: &str) -> Result<Node, Fault> {
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        text,
        bytes: Bytes::new(text),
        anchors: HashMap::new(),
        left: MOST_NODES,
    };
    reader.document()
}

/// Finds the byte of a character, which the parser counts.
struct Bytes {
    /// The byte of each character, if some take more than one.
    places: Option<Vec<u32>>,
    length: usize,
}

impl Bytes {
    fn new(text: &str) -> Self {
        let places = || text.char_indices().map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX));
        Self { places: (!text.is_ascii()).then(|| places().collect()), length: text.len() }
    }

    fn at(&self, character: usize) -> usize {
        let found = match &self.places {
            Some(places) => places.get(character).map_or(self.length, |at| *at as usize),
            None => character,
        };
        found.min(self.length)
    }
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    text: &'a str,
    bytes: Bytes,
    /// What stands for a value that is written once, and how many values it holds.
    anchors: HashMap<usize, (Node, usize)>,
    /// How many values may still come.
    left: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), Fault> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, self.range(span))),
            Some(Err(error)) => Err(self.broken(&error)),
            None => Ok((Event::StreamEnd, self.bytes.length..self.bytes.length)),
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.bytes.at(span.start.index()), self.bytes.at(span.end.index()));
        start..end.max(start)
    }

    fn broken(&self, error: &ScanError) -> Fault {
        let at = self.bytes.at(error.marker().index());
        // The parser may stop before the tab, at the end of what it could read.
        let is_indent = |start: usize| {
            let blanks = |c: char| c == ' ' || c == '\t';
            let line = &self.text[start..];
            line[..line.len() - line.trim_start_matches(blanks).len()].contains('\t')
        };
        let first = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let second = self.text[at..].find('\n').map(|end| at + end + 1);
        if error.info().contains("tab")
            && let Some(start) =
                [Some(first), second].into_iter().flatten().find(|at| is_indent(*at))
        {
            let tab = start + self.text[start..].find('\t').unwrap_or(0);
            let fault = Fault::new("the line is indented with a tab", tab..tab + 1);
            return fault.help("indent YAML with blanks, two for each level");
        }
        let fault = Fault::new(format!("the file is not YAML: {}", error.info()), at..at);
        fault.help(
            "a text with `: `, ` #`, or a bracket, quote, `&`, `*` or `@` in front needs quotes",
        )
    }

    fn document(&mut self) -> Result<Node, Fault> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, range) => {
                    return root
                        .ok_or_else(|| Fault::new("the file is empty", range.start..range.start));
                }
                (Event::DocumentStart(_), range) if root.is_some() => {
                    let fault = Fault::new("a second document begins here", range);
                    return Err(fault.help("write all cards in one list"));
                }
                (
                    Event::StreamStart
                    | Event::DocumentStart(_)
                    | Event::DocumentEnd
                    | Event::Nothing,
                    _,
                ) => {}
                (event, range) => root = Some(self.node(event, range, 0)?),
            }
        }
    }

    fn node(&mut self, event: Event<'a>, range: Range<usize>, depth: usize) -> Result<Node, Fault> {
        let before = self.left;
        self.spend(1, &range)?;
        if depth > DEEPEST {
            return Err(too_deep(range));
        }
        let (value, end, anchor) = match event {
            Event::Alias(anchor) => return self.alias(anchor, range),
            Event::Scalar(text, style, anchor, tag) => {
                self.spend(text.len() / 64, &range)?;
                (scalar(&text, style, tag.as_deref()), range.end, anchor)
            }
            Event::SequenceStart(anchor, _) => {
                let (items, end) = self.list(depth)?;
                (Value::List(items), end, anchor)
            }
            Event::MappingStart(anchor, _) => {
                let (entries, end) = self.map(depth)?;
                (Value::Map(entries), end, anchor)
            }
            _ => return Err(Fault::new("the file is not YAML: a value is missing", range)),
        };
        let node = Node { value, range: range.start..end.max(range.end) };
        if anchor != 0 {
            // It is kept a second time, so that it counts as much again.
            let size = before - self.left;
            self.spend(size, &node.range)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        Ok(node)
    }

    /// Counts values, those among them that stand for others.
    fn spend(&mut self, count: usize, range: &Range<usize>) -> Result<(), Fault> {
        self.left = self.left.checked_sub(count).ok_or_else(|| too_many(range.clone()))?;
        Ok(())
    }

    /// The value that an alias stands for, at the place of the alias.
    fn alias(&mut self, anchor: usize, range: Range<usize>) -> Result<Node, Fault> {
        let Some((_, size)) = self.anchors.get(&anchor) else {
            return Err(Fault::new("a value cannot stand for itself", range));
        };
        self.spend(*size, &range)?;
        Ok(Node { value: self.anchors[&anchor].0.value.clone(), range })
    }

    fn list(&mut self, depth: usize) -> Result<(Vec<Node>, usize), Fault> {
        let mut items: Vec<Node> = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, range) => {
                    let last = items.last().map_or(range.end, |item| item.range.end);
                    return Ok((items, end(&range, last)));
                }
                (event, range) => items.push(self.node(event, range, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<(Vec<Entry>, usize), Fault> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let (event, range) = self.next()?;
            if event == Event::MappingEnd {
                let last = entries.last().map_or(range.end, |entry| entry.node.range.end);
                return Ok((entries, end(&range, last)));
            }
            let key = self.node(event, range, depth + 1)?;
            let (event, range) = self.next()?;
            let node = self.node(event, range, depth + 1)?;
            let key_at = key.range.clone();
            let key = match key.value {
                Value::Text(key) => key,
                Value::Flag(flag) => flag.to_string(),
                _ => return Err(Fault::new("the name of a value must be a text", key_at)),
            };
            if key == "<<" {
                let fault = Fault::new("`<<` does not merge objects here", key_at);
                return Err(fault.help("let the card name another in a column `extends`"));
            }
            entries.push(Entry { key, key_at, node });
        }
    }
}

/// Where a list or object ends: at its bracket, or with its last value.
fn end(range: &Range<usize>, last: usize) -> usize {
    if range.is_empty() { last } else { range.end }
}

/// A text, or what a word without quotes stands for.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let is_text = style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.suffix == "str");
    match text {
        _ if is_text => Value::Text(text.into()),
        "" | "~" | "null" | "Null" | "NULL" => Value::Empty,
        "true" | "True" | "TRUE" => Value::Flag(true),
        "false" | "False" | "FALSE" => Value::Flag(false),
        text => Value::Text(text.into()),
    }
}
