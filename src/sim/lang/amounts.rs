//! Numbers in steps that are the same in every game: how many cards, how often.

use super::{Binary, Expr, Fault, Function, Node, Step, Unary};
use crate::sim::estimate::holds;

/// The most cards that a step moves.
pub const MOST_CARDS: i64 = 20_000;
/// The most steps of one game; a rule that goes on without end stops here.
pub const MOST_STEPS: i64 = 200_000;

/// The value of an expression in which nothing depends on the game.
pub fn constant(expr: &Expr) -> Option<f64> {
    let truth = |truth: bool| f64::from(u8::from(truth));
    Some(match &expr.node {
        Node::Number(number) => *number,
        Node::Unary(Unary::Minus, inner) => -constant(inner)?,
        Node::Unary(Unary::Not, inner) => truth(constant(inner)? == 0.0),
        Node::Binary(binary, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match binary {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                Binary::Multiply => a * b,
                Binary::Divide => Some(a / b).filter(|_| b != 0.0)?,
                Binary::And => truth(a != 0.0 && b != 0.0),
                Binary::Or => truth(a != 0.0 || b != 0.0),
            }
        }
        Node::Compare(first, more) => {
            let mut left = constant(first)?;
            let mut all = true;
            for (compare, right) in more {
                let right = constant(right)?;
                all &= holds(*compare, left, right);
                left = right;
            }
            truth(all)
        }
        Node::Call(function, inner) => {
            let values: Vec<f64> = inner.iter().map(constant).collect::<Option<_>>()?;
            let first = *values.first()?;
            match function {
                Function::Abs => first.abs(),
                Function::Floor => first.floor(),
                Function::Ceil => first.ceil(),
                Function::Min => values.into_iter().fold(first, f64::min),
                Function::Max => values.into_iter().fold(first, f64::max),
            }
        }
        _ => return None,
    })
}

/// Numbers of cards and of repetitions that cannot be, in steps and all that are inside them.
pub fn faults(steps: &[Step]) -> Vec<Fault> {
    let mut found = Vec::new();
    super::super::play::each_step(steps, &mut |step| {
        let cards = |n: &Expr| wrong(n, MOST_CARDS, "cards");
        found.extend(match step {
            Step::Draw { n, .. } | Step::DiscardTo(n) | Step::DiscardRandom(n, _) => cards(n),
            Step::Reveal { n: Some(n), .. } | Step::Move { n: Some(n), .. } => cards(n),
            Step::Repeat(times, _) => wrong(times, MOST_STEPS, "repetitions"),
            _ => None,
        });
    });
    found
}

fn wrong(expr: &Expr, most: i64, what: &str) -> Option<Fault> {
    let value = constant(expr)?;
    let help = format!("a number from 0 to {most}");
    let message = if value < 0.0 || value > most as f64 {
        format!("{value} is no number of {what}")
    } else if value.fract() != 0.0 {
        format!("{value} is no whole number of {what}")
    } else {
        return None;
    };
    Some(Fault::new(expr.range.clone(), message, help))
}
