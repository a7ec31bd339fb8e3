//! The templates that a face may be made from.

use std::collections::{BTreeMap, BTreeSet};

use super::calls;
use crate::model::Game;
use crate::span::Sources;

/// Which templates of a game name and call which others.
pub struct Uses<'a> {
    others: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Uses<'a> {
    /// Looks through the templates of a game.
    pub fn of(game: &'a Game, sources: &'a Sources) -> Self {
        let texts: Vec<_> =
            game.templates.iter().map(|(name, id)| (&**name, &*sources.get(*id).text)).collect();
        let mut makers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, text) in &texts {
            components(text)
                .into_iter()
                .for_each(|made| makers.entry(made).or_default().push(name));
        }
        let others = |text: &'a str| {
            let named =
                named(text).filter_map(|name| Some(&**game.templates.get_key_value(name)?.0));
            let called = calls::called(text).filter_map(|word| makers.get(word));
            named.chain(called.flatten().copied()).collect()
        };
        Self { others: texts.iter().map(|(name, text)| (*name, others(text))).collect() }
    }

    /// The names of a template, of those that it extends and includes, of those with the components that
    /// it calls, and so on from each of them.
    pub fn used(&self, template: &str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<_> = self.others.get_key_value(template).into_iter().collect();
        while let Some((name, others)) = open.pop() {
            if found.insert(*name) {
                open.extend(others.iter().filter_map(|name| self.others.get_key_value(name)));
            }
        }
        found
    }
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
