//! Arguments of template functions: those that mean nothing are told.

use tera::{Error, Kwargs, TeraResult};

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
            Err(Error::message(format!("`{function}` has no argument `{wrong}`\n{help}")))
        }
    }
}
