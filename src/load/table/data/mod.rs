//! Reads a list of objects, JSON, YAML or the manifest's own, as a table: a column for each key.

mod json;
mod toml;
mod yaml;

use std::collections::HashMap;
use std::ops::Range;

use super::faults::Faults;
use super::record::{Field, Form, Quotes, Record};
use super::{FilePart, is_blank, rows, shown};
use crate::diag::{Code, Diagnostic, Staged, suggest};
use crate::model::{Data, MOST_CELLS, Table};

pub use json::read as json;
pub use toml::inline;
pub use yaml::read as yaml;

/// How deep lists and objects may lie in one another.
const DEEPEST: usize = 32;
/// The most values of a file, those among them that stand for others; 64 bytes of text count as one.
const MOST_NODES: usize = 1_000_000;

/// A value and the bytes that it is written at.
#[derive(Clone, Debug)]
pub struct Node {
    value: Value,
    range: Range<usize>,
}

#[derive(Clone, Debug)]
enum Value {
    Empty,
    Text(String),
    Flag(bool),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A value by its name.
#[derive(Clone, Debug)]
struct Entry {
    key: String,
    key_at: Range<usize>,
    node: Node,
}

/// What is wrong with a file, and where.
#[derive(Debug)]
pub struct Fault {
    message: String,
    range: Range<usize>,
    help: Option<&'static str>,
}

impl Fault {
    fn new(message: impl Into<String>, range: Range<usize>) -> Self {
        Self { message: message.into(), range, help: None }
    }

    fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    fn tell(self, faults: &Faults<'_>) -> Diagnostic {
        let place = faults.span(self.range);
        let help = self.help.map(str::to_owned);
        Diagnostic::error(Code::DATA, self.message).at(place).help_if(help)
    }
}

/// The table in what was read of a file.
///
/// # Errors
/// Everything that is wrong with it was told.
pub fn table(read: Result<Node, Fault>, named: &FilePart, mut faults: Faults<'_>) -> Staged<Table> {
    match read {
        Ok(root) => match list(root, named, &faults) {
            Ok((items, range)) => objects(items, range, faults),
            Err(diagnostic) => Err(faults.error(*diagnostic)),
        },
        Err(fault) => {
            let diagnostic = fault.tell(&faults);
            Err(faults.error(diagnostic))
        }
    }
}

/// The list of objects in a file: all of it, or what stands under the key that is named.
fn list(
    root: Node,
    named: &FilePart,
    faults: &Faults<'_>,
) -> Result<(Vec<Node>, Range<usize>), Box<Diagnostic>> {
    let Some(part) = &named.part else {
        return as_list(root).map_err(|fault| {
            let help = "or name the list: `cards = \"cards.json#cards\"`";
            Box::new(fault.tell(faults).help(help))
        });
    };
    let keys: Vec<_> = match &root.value {
        Value::Map(entries) => entries.iter().map(|entry| entry.key.clone()).collect(),
        _ => Vec::new(),
    };
    let found = match root.value {
        Value::Map(entries) => entries.into_iter().find(|entry| entry.key == *part),
        _ => None,
    };
    match found {
        Some(entry) => as_list(entry.node).map_err(|fault| Box::new(fault.tell(faults))),
        None => {
            let message = format!("the file has no list `{part}`");
            let help = suggest(part, keys.iter().map(String::as_str));
            let fault = Diagnostic::error(Code::UNKNOWN_PART, message).at(named.span);
            Err(Box::new(fault.help(help)))
        }
    }
}

fn as_list(node: Node) -> Result<(Vec<Node>, Range<usize>), Fault> {
    match node.value {
        Value::List(items) => Ok((items, node.range)),
        _ => {
            let start = node.range.start..node.range.start;
            let fault = Fault::new("a table is a list of objects, and this is none", start);
            Err(fault.help("write `[{\"name\": \"Wolf\"}, …]`"))
        }
    }
}

/// Puts objects under the union of their keys, in the order in which the keys are first met.
fn objects(items: Vec<Node>, range: Range<usize>, mut faults: Faults<'_>) -> Staged<Table> {
    let mut columns = Columns::default();
    let (mut records, mut count) = (Vec::new(), 0);
    for (line, item) in (2..).zip(items) {
        let Value::Map(entries) = item.value else {
            let message = "a row of a table is an object with a value for each column";
            let diagnostic = Fault::new(message, item.range).tell(&faults);
            faults.error(diagnostic);
            continue;
        };
        let end = item.range.end.saturating_sub(1).max(item.range.start);
        let fields = columns.fields(entries, end, &mut faults);
        count += fields.len();
        if count > MOST_CELLS {
            let fault = too_many(item.range).tell(&faults);
            return Err(faults.error(fault.help("let objects share the names of their values")));
        }
        records.push(Record { line, fields });
    }
    if columns.headers.is_empty() {
        let diagnostic = Diagnostic::error(Code::EMPTY_TABLE, "the list holds no cards");
        let diagnostic = diagnostic.at(faults.span(range.start..range.start));
        return Err(faults.error(diagnostic.help("write an object for each")));
    }
    let first = Record { line: 1, fields: columns.headers };
    rows::table(std::iter::once(first).chain(records), Form::Data, None, faults)
}

/// The keys that were met so far.
#[derive(Default)]
struct Columns {
    places: HashMap<String, usize>,
    headers: Vec<Field>,
}

impl Columns {
    /// The values of an object that ends at `end`, each in the column of its key.
    fn fields(&mut self, entries: Vec<Entry>, end: usize, faults: &mut Faults<'_>) -> Vec<Field> {
        let mut fields: Vec<_> = self.headers.iter().map(|_| absent(end)).collect();
        let mut is_there = vec![false; fields.len()];
        for Entry { key, key_at, node } in entries {
            let key = key.trim_matches(is_blank);
            let at = self.places.get(key).copied().unwrap_or_else(|| {
                self.places.insert(key.to_owned(), self.headers.len());
                self.headers.push(Field::plain(key.to_owned(), key_at.clone()));
                fields.push(absent(end));
                is_there.push(false);
                self.headers.len() - 1
            });
            if std::mem::replace(&mut is_there[at], true) {
                let message = format!("the object has two values `{}`", shown(key));
                let diagnostic = Fault::new(message, key_at).tell(faults);
                faults.error(diagnostic.help("delete one of them"));
            } else {
                fields[at] = field(node);
            }
        }
        fields
    }
}

/// The cell of an object that has none.
fn absent(at: usize) -> Field {
    Field::plain(String::new(), at..at)
}

fn field(node: Node) -> Field {
    let raw = node.range.clone();
    let data = node.data();
    let text = data.text().trim_matches(is_blank).to_owned();
    let is_more = !matches!(data, Data::Empty | Data::Text(_));
    Field {
        text,
        data: is_more.then_some(data),
        number: None,
        is_covered: false,
        raw,
        quotes: Quotes::Absent,
    }
}

impl Node {
    fn data(self) -> Data {
        match self.value {
            Value::Empty => Data::Empty,
            Value::Text(text) => Data::Text(text),
            Value::Flag(flag) => Data::Flag(flag),
            Value::List(items) => Data::List(items.into_iter().map(Self::data).collect()),
            Value::Map(entries) => {
                Data::Map(entries.into_iter().map(|entry| (entry.key, entry.node.data())).collect())
            }
        }
    }
}

/// Tells that values lie too deep.
fn too_deep(range: Range<usize>) -> Fault {
    Fault::new(format!("lists and objects lie more than {DEEPEST} deep in one another"), range)
}

/// Tells that there are too many values.
fn too_many(range: Range<usize>) -> Fault {
    let message = format!("there are more than {MOST_NODES} values, or too long ones");
    Fault::new(message, range)
}
