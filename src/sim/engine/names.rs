//! What names and expressions in the rules mean: zones, counters, seats, formulas over a table.

use std::sync::Arc;

use super::compile::{Acts, Made, Maker};
use super::formula::{Formula, Stat};
use super::{Cards, Owner, VarRef, ZoneRef};
use crate::diag::suggest;
use crate::sim::lang::{
    Binary, CardFunction, Expr, Fault, Function, Node, Over, Place, Winner, seat_number,
};
use crate::sim::pool::KindSet;

impl Maker<'_, '_> {
    /// Whose place is meant, of a zone or counter that each player has where `each` is true.
    fn owner(&self, place: &Place, each: bool) -> Made<Owner> {
        let sides = &self.pool.game.rules.sides;
        let acting = matches!(place.owner.as_deref(), None | Some("me" | "enemy" | "active"));
        if each && acting && self.alone() {
            return Err(self.nobody_acts(place));
        }
        let Some(owner) = &place.owner else { return Ok(Owner::Me) };
        Ok(match owner.as_str() {
            "me" => Owner::Me,
            "enemy" => Owner::Enemy,
            "all" => Owner::All,
            "active" => Owner::Active,
            side => match (sides.iter().position(|one| one.value == side), seat_number(side)) {
                (Some(seat), _) => Owner::Seat(seat),
                (None, Some(number)) if number as usize <= self.seats => {
                    Owner::Seat(number as usize - 1)
                }
                (None, Some(number)) => return Err(self.no_seat(place.range.clone(), number)),
                (None, None) => {
                    let known = ["me", "enemy", "all", "active"].into_iter();
                    let known = known.chain(sides.iter().map(|one| one.value.as_str()));
                    let known: Vec<_> = known.chain(["seat 1"]).collect();
                    let message = format!("nobody is called `{side}`");
                    return Err(Fault::unknown(place.range.clone(), message, suggest(side, known)));
                }
            },
        })
    }

    /// Whether nobody acts where several might.
    pub(super) fn alone(&self) -> bool {
        self.acts != Acts::Somebody && self.seats > 1
    }

    /// Where nobody acts, a place that each player has needs an owner.
    fn nobody_acts(&self, place: &Place) -> Fault {
        let (name, side) = (&place.name, self.pool.game.rules.sides.first());
        let what = if self.acts == Acts::Table { "phase" } else { "check" };
        let message = match &place.owner {
            None => format!("every player has a `{name}`, and the {what} does not say whose"),
            Some(owner) => format!("this {what} is nobody's, so there is no `{owner}` in it"),
        };
        let seat = match side.map(|side| side.value.as_str()) {
            None => "'seat 1'".to_owned(),
            Some(side) if side.chars().all(char::is_alphanumeric) => side.to_owned(),
            Some(side) => format!("'{side}'"),
        };
        let mut help = format!("write `{seat}.{name}`, or `all.{name}` for all of them together");
        if self.acts == Acts::Table {
            help = format!("give the phase `each = \"player\"` or a `side`; or {help}");
        }
        // What steps mean without naming it stands nowhere.
        let whole = 0..self.phrase_length();
        Fault::new(if place.range.is_empty() { whole } else { place.range.clone() }, message, help)
    }

    /// A deal to the table from piles that each player has needs a side.
    pub(super) fn whose_pile(&self, from: &str, to: &str) -> Fault {
        let message = format!("every player has a `{from}`, and the deal does not say whose");
        let help = match self.pool.game.rules.sides.first() {
            Some(side) => format!("name one: `side = \"{}\"`; deal once for each", side.value),
            None => format!(
                "let a phase of each player do it: `if round == 1: draw 1 from {from} to {to}`"
            ),
        };
        Fault::new(0..0, message, help)
    }

    /// A seat that is named and not there with this number of players.
    fn no_seat(&self, range: std::ops::Range<usize>, seat: u32) -> Fault {
        let message = format!("there is no such seat: {} play", self.seats);
        let most = self.pool.game.players.map_or(1, |(_, most)| most);
        let sided = !self.pool.game.rules.sides.is_empty();
        let help = match self.acts == Acts::Outside {
            // Two numbers show how it is written.
            true if seat <= most && !sided => {
                let have: Vec<_> = (seat..=most).take(2).map(|one| one.to_string()).collect();
                let have = have.join(", ");
                format!(
                    "give the check the numbers of players that have it: `players = [{have}]` in `[checks.NAME]`"
                )
            }
            true => "name a seat that the game has".to_owned(),
            false => "name a seat that is there with any number of players".to_owned(),
        };
        Fault::new(range, message, help)
    }

    pub(super) fn zone_ref(&self, place: &Place, default: Owner) -> Made<ZoneRef> {
        let Some((base, each)) = self.zones.get(&place.name) else {
            let asked = (self.acts == Acts::Outside).then_some("plays");
            let known: Vec<_> = self.zones.keys().map(String::as_str).chain(asked).collect();
            let (help, message) =
                (suggest(&place.name, known), format!("there is no zone `{}`", place.name));
            return Err(Fault::unknown(place.range.clone(), message, help));
        };
        let owner = match self.owner(place, *each)? {
            Owner::Me if place.owner.is_none() => default,
            owner => owner,
        };
        Ok(ZoneRef { base: *base, each: *each, owner })
    }

    pub(super) fn var(&self, place: &Place) -> Made<VarRef> {
        let Some((base, each)) = self.vars.get(&place.name) else {
            let help = suggest(&place.name, self.vars.keys().map(String::as_str));
            let message = format!("there is no counter `{}`", place.name);
            return Err(Fault::unknown(place.range.clone(), message, help));
        };
        Ok(VarRef { base: *base, each: *each, owner: self.owner(place, *each)? })
    }

    pub(super) fn named_zone(&self, place: Option<&Place>, name: &str) -> Made<ZoneRef> {
        let default = Place { owner: None, name: name.into(), range: 0..0 };
        self.zone_ref(place.unwrap_or(&default), Owner::Me)
    }

    pub(super) fn seat(&self, winner: &Winner) -> Option<usize> {
        match winner {
            Winner::Side(name) => {
                self.pool.game.rules.sides.iter().position(|side| side.value == *name)
            }
            Winner::Seat(seat) => Some(*seat as usize - 1).filter(|seat| *seat < self.seats),
            Winner::Nobody => None,
        }
    }

    pub(super) fn values(&self, column: &str) -> Vec<i64> {
        (0..self.pool.kinds.len()).map(|kind| self.pool.value(kind, column)).collect()
    }

    /// Each value of a column, in the notation's order, with the kinds that share it.
    pub(super) fn groups(&self, column: &str) -> Vec<(String, Cards)> {
        let notations = &self.pool.game.rules.notations;
        let notation = notations.iter().find(|one| one.column.value == column);
        let sets: Vec<(String, KindSet)> = match notation {
            Some(notation) => {
                let sets = notation.values.iter().filter_map(|(name, meaning)| {
                    let set = self.pool.names.get(&name.value)?.clone();
                    Some((
                        if meaning.is_empty() { name.value.clone() } else { meaning.clone() },
                        set,
                    ))
                });
                sets.collect()
            }
            None => {
                let cells =
                    (0..self.pool.kinds.len()).filter_map(|kind| self.pool.cell(kind, column));
                let texts: std::collections::BTreeSet<&str> =
                    cells.map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
                let set = |text: &str| self.pool.where_cell(column, |cell| cell.text == text);
                texts.iter().map(|text| ((*text).to_owned(), set(text))).collect()
            }
        };
        sets.into_iter().map(|(name, set)| (name, Cards::new(set))).collect()
    }

    pub(super) fn formula(&mut self, expr: &Expr) -> Made<Formula> {
        Ok(match &expr.node {
            Node::Number(number) if number.fract() == 0.0 => Formula::Const(*number as i64),
            Node::Number(_) => {
                let help = "rules count in whole numbers";
                return Err(Fault::new(expr.range.clone(), "this is no whole number", help));
            }
            Node::Component(name) if self.acts == Acts::Outside => {
                Formula::Const(self.pool.component(name, expr)?)
            }
            Node::Dice(dice, sides) => Formula::Dice(*dice, *sides),
            Node::Hits(dice, sides, least) => Formula::Hits(*dice, *sides, *least),
            Node::Extreme(dice, sides, best) => Formula::Extreme(*dice, *sides, *best),
            Node::Place(place) => self.place(place)?,
            Node::Pick(place, of) => {
                let zone = self.zone_ref(place, Owner::Me)?;
                let cards = Cards::new(of.set.clone());
                match cards.list.as_slice() {
                    [kind] => Formula::One(zone, *kind),
                    _ => Formula::Some(zone, Arc::new(cards)),
                }
            }
            Node::Over(Over::Sum, place, of, column) => {
                let takes = |kind: usize| of.as_ref().is_none_or(|of| of.set.has(kind));
                let values = self.values(column).into_iter().enumerate();
                let values = values.map(|(kind, value)| if takes(kind) { value } else { 0 });
                Formula::Sum(self.zone_ref(place, Owner::Me)?, Arc::new(values.collect()))
            }
            Node::Cards(CardFunction::Plays, of, _) => {
                let set = of.iter().fold(self.pool.none(), |all, one| all.or(&one.set));
                Formula::Plays(Arc::new(Cards::new(set)))
            }
            Node::Out(place) => Formula::Stat(Stat::Out(self.zone_ref(place, Owner::Me)?)),
            Node::Wins(winner) => match (winner, self.seat(winner)) {
                (Winner::Nobody, _) => Formula::Stat(Stat::Nobody),
                (_, Some(seat)) => Formula::Stat(Stat::Wins(seat)),
                (Winner::Seat(seat), None) => {
                    return Err(self.no_seat(expr.range.clone(), *seat));
                }
                (Winner::Side(_), None) => return Err(self.no_seat(expr.range.clone(), 0)),
            },
            Node::Unary(unary, inner) => Formula::Unary(*unary, Box::new(self.formula(inner)?)),
            Node::Call(function @ (Function::Floor | Function::Ceil), inner)
                if matches!(&inner[..], [Expr { node: Node::Binary(Binary::Divide, ..), .. }]) =>
            {
                let Node::Binary(_, a, b) = &inner[0].node else { unreachable!("just matched") };
                let both = Box::new((self.formula(a)?, self.formula(b)?));
                Formula::Quotient(*function == Function::Ceil, self.at(expr), both)
            }
            Node::Binary(Binary::Divide, ..) => {
                let message = "a game counts in whole numbers, and this may leave a fraction";
                let help = "say how it is rounded: `floor(a / b)` or `ceil(a / b)`";
                return Err(Fault::new(expr.range.clone(), message, help));
            }
            Node::Binary(binary, a, b) => {
                Formula::Binary(*binary, Box::new((self.formula(a)?, self.formula(b)?)))
            }
            Node::Compare(first, more) => {
                let first = Box::new(self.formula(first)?);
                let more = more.iter().map(|(compare, one)| Ok((*compare, self.formula(one)?)));
                let more: Vec<_> = more.collect::<Made<_>>()?;
                match more.as_slice() {
                    [(compare, Formula::Const(right))] => Formula::Against(first, *compare, *right),
                    _ => Formula::Compare(first, more),
                }
            }
            Node::Call(function, inner) => {
                let inner = inner.iter().map(|one| self.formula(one)).collect::<Made<_>>()?;
                Formula::Call(*function, inner)
            }
            Node::Over(..) | Node::Cards(..) | Node::Component(_) | Node::Measure(..) => {
                return Err(self.no_game_knows(expr));
            }
        })
    }

    /// What is asked of lists and fresh hands alone, and where that may be done.
    fn no_game_knows(&self, expr: &Expr) -> Fault {
        let (message, help) = match (&expr.node, self.acts) {
            (Node::Over(..), Acts::Outside) => (
                "this is not followed in games",
                "ask it of a deck, or of fresh cards (`opening: …`, `seen(N): …`); of games, ask for counts and sums: `hand[COLUMN >= 5]`, `sum(hand, COLUMN)`",
            ),
            (Node::Measure(..), Acts::Outside) => {
                ("a chance or mean within another", "ask for each by itself, and compare them")
            }
            (_, Acts::Outside) => {
                ("no game changes this", "compare it outside of the brackets, or write its number")
            }
            _ => ("a game does not know this", "it belongs into `[checks]`"),
        };
        Fault::new(expr.range.clone(), message, help)
    }

    pub(super) fn place(&self, place: &Place) -> Made<Formula> {
        if self.zones.contains_key(&place.name) {
            return self.zone_ref(place, Owner::Me).map(Formula::Size);
        }
        if self.vars.contains_key(&place.name) {
            return self.var(place).map(Formula::Var);
        }
        let stats = [
            ("rounds", Stat::Rounds),
            ("round", Stat::Rounds),
            ("reshuffles", Stat::Reshuffles),
            ("deck_out", Stat::DeckOut),
            ("players", Stat::Players),
        ];
        let stat = stats.into_iter().find(|(name, _)| place.owner.is_none() && *name == place.name);
        if let Some((_, stat)) = stat {
            return Ok(Formula::Stat(stat));
        }
        let watches = &self.pool.game.rules.watches;
        let watch = watches.iter().position(|watch| watch.name.value == place.name);
        if let Some(at) = watch {
            // Without an owner, whoever saw it first is meant.
            let owner = match place.owner {
                Some(_) => self.owner(place, true)?,
                None => Owner::All,
            };
            return Ok(Formula::Stat(Stat::First(at, owner)));
        }
        let names = self.zones.keys().chain(self.vars.keys()).map(String::as_str);
        let names = names.chain(watches.iter().map(|watch| watch.name.value.as_str()));
        let known: Vec<_> = names.chain(stats.map(|(name, _)| name)).collect();
        let message = format!("there is no zone, counter or event `{}`", place.name);
        Err(Fault::unknown(place.range.clone(), message, suggest(&place.name, known)))
    }
}
