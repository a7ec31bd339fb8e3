//! Chances against numbers that no chance can be: `P(…) >= 140%`, `P(…) > 40`.

use super::measured::plain;
use crate::sim::estimate::{Estimate, Source};
use crate::sim::lang::{Binary, Compare, Expr, Fault, Function, Measure, Node, Unary, constant};
use crate::sim::play::visit;

/// The first comparison of a chance with a number that it can never reach or pass.
pub fn faults(expr: &Expr) -> Option<Fault> {
    let mut found = None;
    visit(expr, &mut |inner| {
        if let Node::Compare(first, more) = &inner.node {
            let lefts = std::iter::once(&**first).chain(more.iter().map(|(_, right)| right));
            let mut pairs = lefts.zip(more);
            found = found.take().or_else(|| pairs.find_map(|(a, (_, b))| beyond(a, b)));
        }
    });
    found
}

/// What is told of a chance beside a number beyond its bounds.
fn beyond(left: &Expr, right: &Expr) -> Option<Fault> {
    let (chance, expr, number) = match (constant(left), constant(right)) {
        (None, Some(number)) => (bounds(left)?, right, number),
        (Some(number), None) => (bounds(right)?, left, number),
        _ => return None,
    };
    let Estimate { low, high, .. } = chance;
    let number = Estimate::certain(number, Source::Counted);
    let within = chance.compare(Compare::GreaterEqual, number).high > 0.0
        && chance.compare(Compare::LessEqual, number).high > 0.0;
    let share = |number: f64| plain(number * 100.0);
    (!within).then(|| {
        let message = match (low, high) {
            (0.0, 1.0) => format!("a chance is never {} %", share(number.value)),
            _ => format!("what is compared with this is never {} %", share(number.value)),
        };
        let help = match (low, high) {
            // Written without the sign, it is the share that was meant.
            (0.0, 1.0) if number.value > 1.0 && expr.range.len() == plain(number.value).len() => {
                format!("write `{}%` for that share of cases", plain(number.value))
            }
            _ => format!("a number from {} % to {} %", share(low), share(high)),
        };
        Fault::new(expr.range.clone(), message, help)
    })
}

/// The bounds of what is reckoned of chances and numbers alone; nothing of anything else.
fn bounds(expr: &Expr) -> Option<Estimate> {
    match &expr.node {
        Node::Measure(Measure::Chance, ..) => {
            Some(Estimate { value: 0.5, low: 0.0, high: 1.0, source: Source::Played(0) })
        }
        Node::Number(number) => Some(Estimate::certain(*number, Source::Counted)),
        Node::Unary(Unary::Minus, inner) => Some(bounds(inner)?.negated()),
        Node::Binary(Binary::And | Binary::Or, ..) => None,
        Node::Binary(binary, a, b) => bounds(a)?.binary(*binary, bounds(b)?),
        Node::Call(Function::Abs, inner) => Some(bounds(inner.first()?)?.abs()),
        _ => None,
    }
}
