//! The shared components in the binary: what each is for, its arguments, and the game that shows them.

use std::fmt::Write;

use tera::{ComponentArg, Tera, Value};

use super::keywords::Known;
use super::shapes;
use crate::embed;
use crate::workspace::Memory;

/// A shared component.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The name it is called by.
    pub name: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// Its arguments, in the order of its file.
    pub arguments: Vec<Argument>,
}

/// An argument of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// What it is when it is left out, as a template would write it.
    pub default: Option<String>,
    /// Whether a call must give it.
    pub required: bool,
    /// What it does.
    pub note: String,
    /// The words that it takes, if it takes only some.
    pub choices: Vec<String>,
}

impl Argument {
    /// What there is to say of it, in a line.
    pub fn words(&self) -> String {
        let choices: Vec<_> = self.choices.iter().map(String::as_str).collect();
        let mut words = self.note.clone();
        if !choices.is_empty() {
            let colon = if words.is_empty() { "" } else { ": " };
            let _ = write!(words, "{colon}{}", choices.join(", "));
        }
        match &self.default {
            // What a colour is when it is left out stands in its note.
            Some(default) if default != "\"\"" => words += &format!(" ({default})"),
            None if self.required => words += " (required)",
            _ => {}
        }
        words
    }
}

/// All components in the binary, by name.
///
/// # Panics
/// If one of them is not as the tests demand.
pub fn components() -> Vec<Component> {
    let mut tera = Tera::new();
    super::context::register(&mut tera, &Default::default(), Known::default());
    let files: Vec<_> = embed::files("templates/components").filter_map(text).collect();
    tera.add_raw_templates(files.clone()).expect("the components can be read");
    files.iter().map(|(name, text)| component(&tera, name, text)).collect()
}

fn text((name, bytes): (&'static str, &'static [u8])) -> Option<(&'static str, &'static str)> {
    name.strip_suffix(".svg").zip(std::str::from_utf8(bytes).ok())
}

fn component(tera: &Tera, name: &str, text: &str) -> Component {
    let info = tera.get_component_definition(name).expect("a file defines what it is called");
    let remark = text.strip_prefix("{#").and_then(|rest| rest.split_once("#}"));
    let about = remark.map_or("", |(remark, _)| remark.trim()).to_owned();
    let declared = text.split_once("{% component").map_or("", |(_, rest)| rest);
    // Tera sorts arguments by name; their order in the file says what belongs together.
    let place = |one: &ComponentArg| {
        let starts = ["(", " ", "@"].map(|before| format!("{before}{}", one.name()));
        let found = starts.iter().flat_map(|start| {
            let ends = [":", " =", ",", ")"].map(|end| declared.find(&format!("{start}{end}")));
            ends.into_iter().flatten()
        });
        found.min().unwrap_or(usize::MAX)
    };
    let mut arguments: Vec<_> = info.args().iter().filter(|one| one.name() != "theme").collect();
    arguments.sort_by_key(|one| place(one));
    let argument = |one: &ComponentArg| argument(one, info.metadata().get(one.name()));
    Component { name: name.into(), about, arguments: arguments.into_iter().map(argument).collect() }
}

fn argument(declared: &ComponentArg, said: Option<&Value>) -> Argument {
    let words = said.and_then(Value::as_array).unwrap_or_default();
    let choices: Vec<_> = words.iter().map(Value::to_string).collect();
    let note = said.filter(|said| said.is_string()).map(Value::to_string).unwrap_or_default();
    // The outlines are listed once for all components that take one.
    let shape = note.starts_with("shape");
    let choices = if shape { shapes::names().map(str::to_owned).collect() } else { choices };
    Argument {
        name: declared.name().into(),
        default: declared.default().filter(|value| !value.is_none()).map(written),
        required: declared.is_required(),
        note,
        choices,
    }
}

/// A default as a template writes it.
fn written(value: &Value) -> String {
    match value.as_str() {
        Some(text) => format!("\"{text}\""),
        None => value.to_string(),
    }
}

/// The game whose cards show the components, one each.
pub fn game() -> Memory {
    let mut cards = String::from("name,about,template\n");
    for one in components() {
        // A String takes whatever is written to it.
        let _ = writeln!(cards, "{},\"{}\",{}.svg", one.name, one.about, one.name);
    }
    let mut game = Memory::new("kit", embed::files("templates/kit"));
    game.files.insert("cards.csv".into(), cards.into_bytes());
    game
}
