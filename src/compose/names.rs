//! What templates can call by name, for those who misspell it.

use super::boards;
use crate::diag::suggest;

const FILTERS: [&str; 39] = [
    "abs",
    "capitalize",
    "default",
    "escape",
    "escape_html",
    "escape_xml",
    "first",
    "float",
    "get",
    "group_by",
    "indent",
    "int",
    "join",
    "keys",
    "keywords",
    "last",
    "length",
    "lower",
    "newlines_to_br",
    "nth",
    "on_die",
    "one_of",
    "pairs",
    "pluralize",
    "reminders",
    "replace",
    "reverse",
    "round",
    "safe",
    "sort",
    "split",
    "str",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "values",
    "within",
];

/// Without those of boards.
const FUNCTIONS: [&str; 10] =
    ["bands", "bars", "counted", "edge", "icon", "outline", "pairs_of", "qr", "range", "table"];

const TESTS: [&str; 17] = [
    "array",
    "bool",
    "containing",
    "defined",
    "divisible_by",
    "ending_with",
    "even",
    "float",
    "integer",
    "iterable",
    "map",
    "none",
    "number",
    "odd",
    "starting_with",
    "string",
    "undefined",
];

/// For a sentence of Tera's on a name that is not there: the name, and which one may be meant.
pub fn unknown(sentence: &str) -> Option<(&str, String)> {
    let functions: Vec<_> = FUNCTIONS.into_iter().chain(boards::functions()).collect();
    let kinds: [(&str, &[&str]); 3] = [
        ("Unknown filter `", &FILTERS),
        ("Unknown function `", &functions),
        ("Unknown test `", &TESTS),
    ];
    kinds.into_iter().find_map(|(start, known)| {
        let name = sentence.strip_prefix(start)?.split('`').next()?;
        Some((name, suggest(name, known.iter().copied())))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tera::Tera;

    use super::{FILTERS, FUNCTIONS, TESTS};
    use crate::compose::context;
    use crate::icons::Icons;

    #[test]
    fn every_name_that_is_suggested_can_be_called() {
        let filters = FILTERS.iter().map(|name| format!("{{{{ x | {name} }}}}"));
        let tests = TESTS.iter().map(|name| format!("{{% if x is {name} %}}{{% endif %}}"));
        // Tables come with a game.
        let functions = FUNCTIONS.iter().filter(|name| **name != "table");
        let functions = functions.map(|name| format!("{{{{ {name}() }}}}"));
        for text in filters.chain(tests).chain(functions) {
            let mut tera = Tera::default();
            context::register(&mut tera, &Arc::<Icons>::default(), Default::default());
            let added = tera.add_raw_templates([("a", text.as_str())]);
            assert!(added.is_ok(), "{text}: {added:?}");
        }
    }
}
