//! Odds of dice: expressions whose dice are all rolled apart, and rolls that are named and used twice.

use std::cell::Cell;

use super::Distribution;
use super::hand::binomial;
use super::tree::{arithmetic, divided};
use crate::sim::estimate::holds;
use crate::sim::lang::{Binary, Expr, Fault, Function, Node, Unary};

/// The most values that a distribution, or all named dice together, may take.
const MOST: usize = 200_000;
/// The most steps for one expression.
const WORK: u64 = 30_000_000;

/// The dice whose values are known, and how the work goes.
struct Rolled<'k> {
    known: Vec<(&'k str, f64)>,
    work: &'k Cell<u64>,
    /// Whether something was divided by 0.
    zero: &'k Cell<bool>,
}

/// Whether an expression is made of numbers and dice alone, `names` being named dice.
pub fn only_dice(expr: &Expr, names: &[&str]) -> bool {
    match &expr.node {
        Node::Number(_) | Node::Dice(..) | Node::Hits(..) | Node::Extreme(..) => true,
        Node::Place(place) => place.owner.is_none() && names.contains(&place.name.as_str()),
        Node::Unary(_, inner) => only_dice(inner, names),
        Node::Binary(_, a, b) => only_dice(a, names) && only_dice(b, names),
        Node::Compare(first, more) => {
            only_dice(first, names) && more.iter().all(|(_, one)| only_dice(one, names))
        }
        Node::Call(_, inner) => inner.iter().all(|one| only_dice(one, names)),
        _ => false,
    }
}

/// The distribution of an expression of dice; `named` dice keep their value wherever they stand.
///
/// # Errors
/// There is something else in it, or it has too many values.
pub fn dice(named: &[(String, Expr)], expr: &Expr) -> Result<Distribution, Fault> {
    let (work, zero) = (Cell::new(0), Cell::new(false));
    let alone = Rolled { known: Vec::new(), work: &work, zero: &zero };
    let mut joint = vec![(Vec::new(), 1.0)];
    let mut cases = Some(1_u128);
    for (_, roll) in named {
        let one = roll_of(roll, &alone)?;
        cases = cases.zip(one.cases).and_then(|(a, b)| a.checked_mul(b));
        let size = joint.len() * one.values.len();
        limit(size, size as u64, roll, &work)?;
        let longer = joint.iter().flat_map(|(values, chance): &(Vec<f64>, f64)| {
            one.values.iter().map(move |(value, of)| {
                let mut values = values.clone();
                values.push(*value);
                (values, chance * of)
            })
        });
        joint = longer.collect();
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let (mut all, mut inner_cases) = (Vec::new(), Some(1));
    for (values, chance) in joint {
        let known = names.iter().copied().zip(values).collect();
        let one = roll_of(expr, &Rolled { known, work: &work, zero: &zero })?;
        inner_cases = one.cases;
        all.extend(one.values.into_iter().map(|(value, of)| (value, of * chance)));
    }
    let cases = cases.zip(inner_cases).and_then(|(a, b)| a.checked_mul(b));
    if zero.get() {
        return Err(divided(expr));
    }
    Ok(Distribution::of(all, cases))
}

fn limit(size: usize, steps: u64, expr: &Expr, work: &Cell<u64>) -> Result<(), Fault> {
    work.set(work.get().saturating_add(steps));
    if size <= MOST && work.get() <= WORK {
        return Ok(());
    }
    let message = "these dice have too many values together";
    Err(Fault::new(expr.range.clone(), message, "use fewer dice, or smaller ones"))
}

fn roll_of(expr: &Expr, rolled: &Rolled<'_>) -> Result<Distribution, Fault> {
    let truth = |truth: bool| f64::from(u8::from(truth));
    match &expr.node {
        Node::Number(number) => Ok(Distribution::point(*number)),
        Node::Dice(count, sides) => sum_of(*count, *sides, expr, rolled.work),
        Node::Hits(count, sides, least) => Ok(hits(*count, *sides, *least)),
        Node::Extreme(count, sides, best) => Ok(extreme(*count, *sides, *best)),
        Node::Place(place) => {
            let known = &rolled.known;
            let value = known.iter().find(|(name, _)| *name == place.name).map(|(_, value)| *value);
            value.filter(|_| place.owner.is_none()).map(Distribution::point).ok_or_else(|| {
                let message = format!("no die is called `{}`", place.name);
                let help = crate::diag::suggest(&place.name, known.iter().map(|(name, _)| *name));
                Fault::unknown(place.range.clone(), message, help)
            })
        }
        Node::Unary(unary, inner) => joined(expr, &[inner], rolled, |values| match unary {
            Unary::Minus => -values[0],
            Unary::Not => truth(values[0] == 0.0),
        }),
        Node::Binary(binary, a, b) => {
            let binary: Binary = *binary;
            // What is known already is not asked further: `a > 0 and 6 / a > 2`.
            if let Binary::And | Binary::Or = binary {
                let left = roll_of(a, rolled)?;
                let decided =
                    left.values.iter().all(|(value, _)| (*value != 0.0) == (binary == Binary::Or));
                if decided {
                    return Ok(Distribution {
                        values: vec![(truth(binary == Binary::Or), 1.0)],
                        ..left
                    });
                }
            }
            joined(expr, &[a, b], rolled, |values| {
                arithmetic(binary, values[0], values[1], rolled.zero)
            })
        }
        Node::Compare(first, more) => {
            let all: Vec<&Expr> =
                std::iter::once(&**first).chain(more.iter().map(|(_, one)| one)).collect();
            joined(expr, &all, rolled, |values| {
                let pairs = values.windows(2).zip(more);
                truth(
                    pairs.into_iter().all(|(pair, (compare, _))| holds(*compare, pair[0], pair[1])),
                )
            })
        }
        Node::Call(function, inner) => {
            let all: Vec<&Expr> = inner.iter().collect();
            joined(expr, &all, rolled, |values| match function {
                Function::Abs => values[0].abs(),
                Function::Floor => values[0].floor(),
                Function::Ceil => values[0].ceil(),
                Function::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
                Function::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            })
        }
        _ => {
            let message = "dice do not have this";
            let help =
                "with dice go numbers, comparisons, `hits(3d6, 4)`, `best(2d6)` and `worst(2d6)`";
            Err(Fault::new(expr.range.clone(), message, help))
        }
    }
}

/// A function of operands that are rolled apart.
fn joined(
    expr: &Expr,
    operands: &[&Expr],
    rolled: &Rolled<'_>,
    of: impl Fn(&[f64]) -> f64,
) -> Result<Distribution, Fault> {
    let mut joint: Vec<(Vec<f64>, f64)> = vec![(Vec::new(), 1.0)];
    let mut cases = Some(1_u128);
    for operand in operands {
        let one = roll_of(operand, rolled)?;
        let size = joint.len() * one.values.len();
        limit(size, size as u64, expr, rolled.work)?;
        cases = cases.zip(one.cases).and_then(|(a, b)| a.checked_mul(b));
        let longer = joint.iter().flat_map(|(values, chance)| {
            one.values.iter().map(move |(value, part)| {
                let mut values = values.clone();
                values.push(*value);
                (values, chance * part)
            })
        });
        joint = longer.collect();
    }
    let values = joint.into_iter().map(|(values, chance)| (of(&values), chance)).collect();
    Ok(Distribution::of(values, cases))
}

fn power(base: u32, exponent: u32) -> Option<u128> {
    u128::from(base).checked_pow(exponent)
}

/// The sum of dice, one die after another.
fn sum_of(count: u32, sides: u32, expr: &Expr, work: &Cell<u64>) -> Result<Distribution, Fault> {
    let steps = u64::from(count).pow(2) * u64::from(sides).pow(2) / 2;
    limit(count as usize * sides as usize, steps, expr, work)?;
    let mut sums = vec![1.0];
    for _ in 0..count {
        let mut next = vec![0.0; sums.len() + sides as usize];
        for (sum, chance) in sums.iter().enumerate() {
            for side in 1..=sides as usize {
                next[sum + side] += chance / f64::from(sides);
            }
        }
        sums = next;
    }
    let least = count as usize;
    let values = sums.into_iter().enumerate().take(least * sides as usize + 1).skip(least);
    let values = values.map(|(sum, chance)| (sum as f64, chance)).collect();
    Ok(Distribution::of(values, power(sides, count)))
}

/// How many dice show at least `least`.
fn hits(count: u32, sides: u32, least: u32) -> Distribution {
    let good = (sides + 1).saturating_sub(least.max(1));
    let [hit, miss] = [good, sides - good].map(|of| f64::from(of) / f64::from(sides));
    let chance = |hits: u32| {
        let ways = binomial(u64::from(count), u64::from(hits)).unwrap_or(0) as f64;
        ways * hit.powi(hits as i32) * miss.powi((count - hits) as i32)
    };
    let values =
        (0..=count).filter(|hits| (*hits == 0 || good > 0) && (*hits == count || good < sides));
    Distribution::of(
        values.map(|hits| (f64::from(hits), chance(hits))).collect(),
        power(sides, count),
    )
}

/// The highest die, or the lowest.
fn extreme(count: u32, sides: u32, best: bool) -> Distribution {
    // All dice show so much at most, but not all show less.
    let chance = |side: u32| {
        let most = (f64::from(side) / f64::from(sides)).powi(count as i32);
        most * -(f64::from(count) * (-1.0 / f64::from(side)).ln_1p()).exp_m1()
    };
    let highest = (1..=sides).map(|side| (side, chance(side)));
    let turned = |side: u32| if best { side } else { sides + 1 - side };
    let values = highest.map(|(side, chance)| (f64::from(turned(side)), chance)).collect();
    Distribution::of(values, power(sides, count))
}
