//! Arguments of template functions, those of them that mean nothing, and what functions tell and give.

use std::collections::BTreeMap;
use std::fmt::Display;

use tera::{Error, Kwargs, TeraResult, Value};

use crate::diag::suggest;

/// Refuses an argument that `function` does not have.
///
/// # Errors
/// The first such argument, and the likely one.
pub fn known(arguments: &Kwargs, function: &str, names: &[&str]) -> TeraResult<()> {
    let given = arguments.iter().filter_map(|(name, _)| name.as_str());
    // The first in the alphabet, because arguments come in any order.
    match given.filter(|name| !names.contains(name)).min() {
        None => Ok(()),
        Some(wrong) => {
            let help = suggest(wrong, names.iter().copied());
            Err(fault(format!("`{function}` has no argument `{wrong}`"), help))
        }
    }
}

/// A sentence and what to do, as the one who tells it takes them apart.
pub fn fault(message: impl Display, help: impl Display) -> Error {
    Error::message(format!("{message}\n{help}"))
}

/// Says that a text is empty which must say something.
pub fn empty(what: impl Display) -> Error {
    fault(what, "where a cell may be empty, call it inside of `{% if card.NAME %}`")
}

/// Values by name.
pub fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::from_serializable(&BTreeMap::from(entries))
}
