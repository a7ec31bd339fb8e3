//! Conditions of victory that the printed cards can never fulfil: sums of cards and counters between their bounds.

use super::flow::Flow;
use super::linear::{Linear, Reader};
use super::rules::seat;
use crate::diag::{Code, Diagnostic};
use crate::model::End;
use crate::sim::lang::{Binary, Compare, Expr, Node, Unary};
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// The most ways in which a condition may hold that are looked at; of one with more, nothing is said.
const WAYS: usize = 200;
/// The most steps of work for one condition.
const WORK: usize = 20_000_000;

/// A number that must not be below 0, and the comparison that says so.
#[derive(Clone)]
struct Demand<'e> {
    number: Linear,
    /// The left and the right of the comparison; the left alone for a number that must not be 0.
    sides: (&'e Expr, Option<&'e Expr>),
}

/// Demands of which all must hold together.
type Way<'e> = Vec<Demand<'e>>;

/// No condition asks for more than the printed cards can give, or for what excludes itself.
pub fn ends(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let flow = Flow::new(pool, play);
    for (end, when) in pool.game.rules.ends.iter().zip(&play.ends) {
        let span = end.when.span;
        let known = told.iter().any(|one| {
            let inside = one.place.as_ref().is_some_and(|label| span.holds(label.span));
            inside && one.code == Code::VICTORY_UNREACHABLE
        });
        if !known && let Some(found) = never(pool, play, &flow, (end, when)) {
            told.push(found);
        }
    }
}

/// What is told of a condition that holds for no seat.
fn never(
    pool: &Pool<'_>,
    play: &Play,
    flow: &Flow,
    (end, when): (&End, &Expr),
) -> Option<Diagnostic> {
    let seats = flow.seats;
    let own = end.side.as_ref();
    let own = own.and_then(|own| seat(pool, &own.value));
    let asked = if end.side.is_some() { own?..own? + 1 } else { 0..seats };
    let (mut work, mut blamed) = (0, None);
    for seat in asked.clone() {
        let reader = Reader::new(pool, play, flow, end, seat);
        let ways = ways(&reader, when, true)?;
        work += ways.iter().map(|way| way.len() * way.len() + 1).sum::<usize>()
            * flow.kinds()
            * (seats + 1);
        if work > WORK || ways.iter().any(|way| possible(&reader, way)) {
            return None;
        }
        // One comparison that is enough in every way is the one at fault.
        let alone = ways.first()?.iter().find(|demand| {
            let same = |other: &&Demand<'_>| {
                other.sides.0.range == demand.sides.0.range && out_of_reach(&reader, &other.number)
            };
            ways.iter().all(|way| way.iter().find(same).is_some())
        });
        let words = alone.map(|demand| words(&reader, end, demand));
        blamed = if seat == asked.start { words } else { blamed.filter(|_| words.is_some()) };
    }
    let text = end.when.text.as_str();
    let (range, message) = blamed.unwrap_or_else(|| {
        (0..text.len(), format!("`{text}` never holds: its parts exclude each other"))
    });
    let help = "print more of the cards that it needs, or mend the condition";
    let diagnostic = Diagnostic::error(Code::VICTORY_UNREACHABLE, message);
    Some(diagnostic.at(end.when.place(range)).help(help))
}

/// Where a demand stands, and what is told of it.
fn words(
    reader: &Reader<'_, '_>,
    end: &End,
    demand: &Demand<'_>,
) -> (std::ops::Range<usize>, String) {
    let text = |expr: &Expr| end.when.text.get(expr.range.clone()).unwrap_or_default();
    let (left, right) = demand.sides;
    let range = left.range.start..right.map_or(left.range.end, |right| right.range.end);
    let whole = end.when.text.get(range.clone()).unwrap_or_default();
    let bounds = [Some(left), right].into_iter().flatten().filter_map(|one| {
        let number = reader.number(one);
        let (low, high) = reader.bounds(&number);
        let constant = matches!(one.node, Node::Number(_));
        (!constant).then(|| match low == high {
            true => format!("`{}` is {high}", text(one)),
            false => format!("`{}` is {low} to {high}", text(one)),
        })
    });
    let bounds = bounds.collect::<Vec<_>>().join(", and ");
    (range, format!("`{whole}` never holds: {bounds}"))
}

fn out_of_reach(reader: &Reader<'_, '_>, number: &Linear) -> bool {
    reader.bounds(number).1 < 0.0
}

/// Whether demands may hold together: each of them, every two, and all added up.
fn possible(reader: &Reader<'_, '_>, way: &[Demand<'_>]) -> bool {
    let all = way.iter().fold(Linear::default(), |all, one| all.plus(&one.number, 1.0));
    let pairs = way.iter().enumerate().flat_map(|(at, one)| {
        way[at + 1..].iter().map(|other| one.number.plus(&other.number, 1.0))
    });
    let mut sums = way.iter().map(|one| one.number.clone()).chain(pairs).chain([all]);
    !sums.any(|sum| out_of_reach(reader, &sum))
}

/// The ways in which an expression holds, or does not; nothing where they are too many.
fn ways<'e>(reader: &Reader<'_, '_>, expr: &'e Expr, holds: bool) -> Option<Vec<Way<'e>>> {
    match &expr.node {
        Node::Unary(Unary::Not, inner) => ways(reader, inner, !holds),
        Node::Binary(binary @ (Binary::And | Binary::Or), a, b) => {
            let (a, b) = (ways(reader, a, holds)?, ways(reader, b, holds)?);
            both(a, b, (*binary == Binary::And) == holds)
        }
        Node::Compare(first, more) => {
            let lefts = std::iter::once(&**first).chain(more.iter().map(|(_, right)| right));
            let mut all: Option<Vec<Way<'e>>> = None;
            for (left, (compare, right)) in lefts.zip(more) {
                let one =
                    compared(reader, left, if holds { *compare } else { inverse(*compare) }, right);
                all = Some(match all {
                    None => one,
                    Some(before) => both(before, one, holds)?,
                });
            }
            all
        }
        // Anything else holds where it is not 0.
        _ => {
            let number = reader.number(expr);
            let demand = |number: Linear| vec![Demand { number, sides: (expr, None) }];
            let (plus, minus) = (number.clone(), Linear::default().plus(&number, -1.0));
            Some(match holds {
                true => vec![demand(plus.less(1.0)), demand(minus.less(1.0))],
                false => vec![[demand(plus), demand(minus)].concat()],
            })
        }
    }
}

/// Ways of two parts of which both must hold, or one.
fn both<'e>(a: Vec<Way<'e>>, b: Vec<Way<'e>>, both: bool) -> Option<Vec<Way<'e>>> {
    let all: Vec<Way<'e>> = match both {
        true if a.len() * b.len() > WAYS => return None,
        true => a.iter().flat_map(|a| b.iter().map(|b| [&a[..], &b[..]].concat())).collect(),
        false => a.into_iter().chain(b).collect(),
    };
    (all.len() <= WAYS).then_some(all)
}

fn inverse(compare: Compare) -> Compare {
    match compare {
        Compare::Less => Compare::GreaterEqual,
        Compare::LessEqual => Compare::Greater,
        Compare::Equal => Compare::NotEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::GreaterEqual => Compare::Less,
        Compare::Greater => Compare::LessEqual,
    }
}

/// The ways in which a comparison of whole numbers holds.
fn compared<'e>(
    reader: &Reader<'_, '_>,
    left: &'e Expr,
    compare: Compare,
    right: &'e Expr,
) -> Vec<Way<'e>> {
    let more = reader.number(left).plus(&reader.number(right), -1.0);
    let less = Linear::default().plus(&more, -1.0);
    let demand = |number: Linear| Demand { number, sides: (left, Some(right)) };
    match compare {
        Compare::Less => vec![vec![demand(less.less(1.0))]],
        Compare::LessEqual => vec![vec![demand(less)]],
        Compare::Equal => vec![vec![demand(less), demand(more)]],
        Compare::NotEqual => vec![vec![demand(less.less(1.0))], vec![demand(more.less(1.0))]],
        Compare::GreaterEqual => vec![vec![demand(more)]],
        Compare::Greater => vec![vec![demand(more.less(1.0))]],
    }
}
