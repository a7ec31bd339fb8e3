//! The templates that a face may be made from.

use std::collections::BTreeSet;

use super::calls;
use crate::model::Game;
use crate::span::Sources;

/// The names of a template, of those that it extends and includes, of those with the components that it
/// calls, and so on from each of them.
pub fn used<'a>(template: &str, game: &'a Game, sources: &'a Sources) -> BTreeSet<&'a str> {
    let text = |name: &str| game.templates.get(name).map(|id| &*sources.get(*id).text);
    let all = game.templates.keys().map(String::as_str);
    let made: Vec<_> = all.flat_map(|name| Some((name, components(text(name)?)))).collect();
    let mut found = BTreeSet::new();
    let mut open: Vec<_> = game.templates.get_key_value(template).into_iter().collect();
    while let Some((name, id)) = open.pop() {
        if !found.insert(name.as_str()) {
            continue;
        }
        let text = &*sources.get(*id).text;
        let words: BTreeSet<_> = calls::called(text).collect();
        let calls = |names: &Vec<&str>| names.iter().any(|name| words.contains(name));
        let called = made.iter().filter(|(_, names)| calls(names)).map(|(name, _)| *name);
        open.extend(
            named(text).chain(called).filter_map(|name| game.templates.get_key_value(name)),
        );
    }
    found
}

/// What stands behind `{%` and a word, in each mark of a text that begins with it.
fn marks<'a>(text: &'a str, word: &'static str) -> impl Iterator<Item = &'a str> {
    let starts = text.match_indices("{%").map(|(at, _)| &text[at + 2..]);
    let inside = starts.map(|mark| mark.trim_start_matches('-').trim_start());
    inside.filter_map(move |mark| mark.strip_prefix(word)).filter(|rest| {
        // The word ends here.
        rest.starts_with(char::is_whitespace)
    })
}

/// The names in quotes behind `extends` and `include`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let marks = ["extends", "include"].into_iter().flat_map(|word| marks(text, word));
    let inside = marks.map(|mark| mark.split("%}").next().unwrap_or_default());
    inside.flat_map(|mark| mark.split(['"', '\'']).skip(1).step_by(2))
}

/// The components that a text makes.
fn components(text: &str) -> Vec<&str> {
    let names = marks(text, "component").filter_map(|mark| mark.split_once('('));
    names.map(|(name, _)| name.trim()).collect()
}
