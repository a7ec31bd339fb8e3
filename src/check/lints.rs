//! The list of lints: one row each, in the order in which findings are told.

use super::{components, notation, rulebook, rules};
use crate::diag::Diagnostic;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// Looks at a game and tells what is wrong.
pub type Lint = fn(&Pool<'_>, &Play, &mut Vec<Diagnostic>);

/// All lints.
pub const LINTS: &[Lint] = &[
    components::counts,
    components::pieces,
    components::totals,
    notation::columns,
    notation::values,
    notation::unused,
    notation::groups,
    rulebook::unstated,
    rulebook::ids,
    rulebook::names,
    rulebook::mentions,
    rulebook::texts,
    rulebook::phases,
    rules::deals,
    rules::limits,
    rules::exhaustion,
    rules::sides,
    rules::winners,
    rules::reachable,
    rules::unused,
];
