//! The lists of lints: one row each, in the order in which findings are told.

use super::{
    components, inventory, notation, reach, rulebook, rules, seats, spelling, symmetry, usage,
    victory, winners,
};
use crate::diag::Diagnostic;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// Looks at a game and tells what is wrong.
pub type Lint = fn(&Pool<'_>, &Play, &mut Vec<Diagnostic>);

/// Lints that look at one thing by itself, and hold whatever else is at fault.
pub const ALONE: &[Lint] = &[
    inventory::counts,
    components::totals,
    components::printed,
    components::names,
    notation::columns,
    notation::counts,
    notation::values,
    notation::unused,
    notation::named,
    notation::groups,
    rulebook::unstated,
    rulebook::ids,
    rulebook::names,
    rulebook::mentions,
    spelling::texts,
    rulebook::phases,
    rules::phases,
    seats::players,
    seats::asked,
    rules::deals,
    rules::begin,
    rules::draws,
    rules::limits,
    rules::policies,
];

/// Lints of what the rules as a whole lack; they say nothing of rules that cannot all be read.
pub const WHOLE: &[Lint] = &[
    winners::sides,
    victory::winners,
    victory::reachable,
    reach::ends,
    symmetry::rules,
    usage::cards,
    rules::unused,
];
