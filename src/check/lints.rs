//! The list of lints: one row each, in the order in which findings are told.

use super::{
    components, inventory, notation, rulebook, rules, seats, spelling, symmetry, usage, victory,
    winners,
};
use crate::diag::Diagnostic;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// Looks at a game and tells what is wrong.
pub type Lint = fn(&Pool<'_>, &Play, &mut Vec<Diagnostic>);

/// All lints.
pub const LINTS: &[Lint] = &[
    inventory::counts,
    components::totals,
    components::printed,
    notation::columns,
    notation::counts,
    notation::values,
    notation::unused,
    notation::groups,
    rulebook::unstated,
    rulebook::ids,
    rulebook::names,
    rulebook::mentions,
    spelling::texts,
    rulebook::phases,
    seats::players,
    seats::asked,
    rules::deals,
    rules::draws,
    rules::limits,
    winners::sides,
    victory::winners,
    victory::reachable,
    symmetry::rules,
    usage::cards,
    rules::unused,
    rules::policies,
];
