//! Who can win at all, as the rules say: by an end, by a step, by a pile that runs out, or by the result.

use super::rules::{every_step, seats};
use super::victory::{acting, whose};
use crate::diag::{Code, Diagnostic, Severity};
use crate::model::Empty;
use crate::sim::lang::{Binary, Expr, Node, Place, Step, Winner, constant};
use crate::sim::play::{Play, each_step};
use crate::sim::pool::Pool;
use crate::span::Span;

/// Every side has a way to win; without sides, somebody has.
pub fn sides(pool: &Pool<'_>, play: &Play, told: &mut Vec<Diagnostic>) {
    let rules = &pool.game.rules;
    let open = rules
        .unplayable
        .iter()
        .any(|one| ["end", "result"].iter().any(|key| one.value.starts_with(key)));
    if open || play.faulty || seats(pool) < 2 {
        return;
    }
    let fault = play.result.as_ref().and_then(|(place, _)| undecided(pool, play, place));
    let (named, mut anybody) = winners(pool, play);
    if let Some((place, least)) = play.result.as_ref().filter(|_| !anybody && fault.is_none()) {
        told.extend(outdone(pool, play, (&place.name, *least), &named));
    }
    anybody |= play.result.is_some() && fault.is_none();
    if let Some((message, help)) = &fault {
        let at = rules.result.as_ref().map_or(pool.game.title_at, |phrase| phrase.span);
        told.push(Diagnostic::error(Code::SIDE_CANNOT_WIN, message).at(at).help(*help));
    }
    if anybody {
        return;
    }
    if let Some((at, what)) = drawn(pool, play).filter(|_| named.is_empty()) {
        let message = format!("nobody can win: {what} is a draw");
        let diagnostic = Diagnostic::warning(Code::SIDE_CANNOT_WIN, message).at(at);
        let help =
            "say in some `[[end]]` or `[result]` who wins; or allow it, if all play together";
        told.extend(fault.is_none().then(|| diagnostic.help(help)));
        return;
    }
    if named.is_empty() && rules.ends.is_empty() {
        let severity = severity(pool, play).filter(|_| fault.is_none());
        let Some((phase, severity)) = rules.phases.first().zip(severity) else { return };
        let message = "nobody can win: the turn is declared, and nothing says who wins".to_owned();
        let diagnostic = Diagnostic::new(Code::SIDE_CANNOT_WIN, severity, message).at(phase.span);
        let help = "add an `[[end]]`, or `[result]` with `winner = \"most COUNTER\"`";
        told.push(diagnostic.help(help));
        return;
    }
    let last = rules.ends.last().map(|end| end.span);
    for side in rules.sides.iter().filter(|side| !named.contains(&side.value.as_str())) {
        let message = format!("`{}` has no way to win", side.value);
        let mut diagnostic = Diagnostic::error(Code::SIDE_CANNOT_WIN, message).at(side.span);
        if let Some(last) = last {
            diagnostic = diagnostic.also(last, "the last rule of victory");
        }
        let help = "add an `[[end]]` for it, or look for one that names the wrong side";
        told.push(diagnostic.help(help));
    }
}

/// What ends the game without a winner, as the rules say themselves, with its place.
fn drawn(pool: &Pool<'_>, play: &Play) -> Option<(Span, &'static str)> {
    let rules = &pool.game.rules;
    let mut nobody = false;
    every_step(play, &mut |_, step| nobody |= matches!(step, Step::Win(Winner::Nobody)));
    let end = rules.ends.iter().find(|end| end.draw).map(|end| end.span);
    let step = rules.phases.first().filter(|_| nobody).map(|phase| phase.span);
    let mut piles = rules.zones.iter().filter_map(|zone| zone.empty.as_ref());
    let pile = piles.find(|empty| matches!(empty.value, Empty::End(None)));
    // Rules that only deal cards may be a part of a game.
    let pile = pile.filter(|_| severity(pool, play).is_some()).map(|empty| empty.span);
    let end = end.map(|at| (at, "each `[[end]]`"));
    end.or(step.or(pile).map(|at| (at, "whatever ends the game")))
}

/// How bad it is that nobody wins: rules that only deal cards, or count, may be a part of a game.
fn severity(pool: &Pool<'_>, play: &Play) -> Option<Severity> {
    let (mut lays, mut counts) = (!pool.game.rules.actions.is_empty(), false);
    every_step(play, &mut |_, step| match step {
        Step::Move { to, .. } => lays |= to.name != "discard",
        Step::Meld(..) | Step::Majority { .. } | Step::Cover(_) => lays = true,
        Step::Set(..) => counts = true,
        _ => {}
    });
    match (lays, counts) {
        (true, _) => Some(Severity::Error),
        (false, true) => Some(Severity::Warning),
        (false, false) => None,
    }
}

/// The sides or seats that some rule lets win, and whether one lets anybody win.
fn winners<'p>(pool: &'p Pool<'_>, play: &'p Play) -> (Vec<&'p str>, bool) {
    let rules = &pool.game.rules;
    let (mut named, mut anybody) = (Vec::new(), false);
    for zone in &rules.zones {
        if let Some(Empty::End(Some(side))) = zone.empty.as_ref().map(|empty| &empty.value) {
            named.push(side.as_str());
        }
    }
    every_step(play, &mut |_, step| match step {
        Step::Win(Winner::Side(side)) => named.push(side),
        Step::Win(Winner::Seat(seat)) => {
            let side = rules.sides.get((*seat as usize).saturating_sub(1));
            named.push(side.map_or("", |side| side.value.as_str()));
        }
        _ => {}
    });
    for end in rules.ends.iter().filter(|end| !end.draw) {
        match &end.side {
            Some(side) => named.push(&side.value),
            // Without a side, every seat is asked.
            None => anybody = true,
        }
    }
    (named, anybody)
}

/// Why the counter that decides at the end cannot tell the seats apart.
fn undecided(pool: &Pool<'_>, play: &Play, place: &Place) -> Option<(String, &'static str)> {
    let name = &place.name;
    let var = pool.game.rules.vars.iter().find(|var| var.name.value == *name)?;
    let mut changes = false;
    every_step(play, &mut |_, step| {
        changes |= match step {
            Step::Set(to, _) => to.name == *name,
            Step::Majority { to, tied, none, .. } => {
                [Some(to), tied.as_ref(), none.as_ref()].iter().flatten().any(|to| to.name == *name)
            }
            Step::Cover(cover) => cover.rest.as_ref().is_some_and(|rest| rest.name == *name),
            _ => false,
        };
    });
    if !var.each {
        let message = format!("nobody can win by `{name}`: it is one counter for all seats");
        return Some((message, "write `{ per = \"player\" }` in `[vars]`"));
    }
    let message = format!("nobody can win by `{name}`: no step ever changes it");
    (!changes).then_some((message, "let a phase or an action raise it"))
}

/// The first side that never wins by a counter: no step moves its own towards winning, or another's away from it.
fn outdone(
    pool: &Pool<'_>,
    play: &Play,
    (counter, least): (&str, bool),
    named: &[&str],
) -> Option<Diagnostic> {
    let rules = &pool.game.rules;
    let moves = moves(pool, play, counter);
    let helps = |side: &str| {
        moves.iter().any(|(whose, up, down)| {
            let (good, bad) = if least { (down, up) } else { (up, down) };
            *good && whose.is_none_or(|whose| whose == side)
                || *bad && whose.is_none_or(|whose| whose != side)
        })
    };
    let mut sides = rules.sides.iter().filter(|side| !named.contains(&side.value.as_str()));
    let side = sides.find(|side| !helps(&side.value))?;
    let (more, less) = if least { ("lowers", "raises") } else { ("raises", "lowers") };
    let message = format!(
        "`{}` has no way to win: nothing {more} its `{counter}` or {less} another's",
        side.value
    );
    let diagnostic = Diagnostic::error(Code::SIDE_CANNOT_WIN, message).at(side.span);
    let result = rules.result.as_ref().map_or(pool.game.title_at, |result| result.span);
    let help = "let a phase or an action of that side change it, or add an `[[end]]` for it";
    Some(diagnostic.also(result, "who wins").help(help))
}

/// Each step that moves a counter: whose, if that is one side's, and whether up and down.
fn moves<'p>(
    pool: &'p Pool<'_>,
    play: &'p Play,
    counter: &str,
) -> Vec<(Option<&'p str>, bool, bool)> {
    let mut found = Vec::new();
    let mut look = |by: Option<&'p str>, step: &'p Step| match step {
        Step::Set(place, value) if place.name == counter => {
            let (up, down) = ways(place, value);
            found.push((whose(pool, place, by), up, down));
        }
        Step::Majority { to, tied, none, .. } => {
            let mut all = [Some(to), tied.as_ref(), none.as_ref()].into_iter().flatten();
            found.extend(all.any(|to| to.name == counter).then_some((None, true, false)));
        }
        Step::Cover(cover) => {
            let rest = cover.rest.as_ref().filter(|rest| rest.name == counter);
            found.extend(rest.map(|rest| (whose(pool, rest, by), true, true)));
        }
        _ => {}
    };
    for (by, step) in acting(pool, play) {
        let mut opponents = false;
        each_step(std::slice::from_ref(step), &mut |inner| {
            // Behind `opponents:`, others act.
            opponents |= matches!(inner, Step::Opponents(_));
            look(by.filter(|_| !opponents), inner);
        });
    }
    found
}

/// Whether a new value may be above the old one, and below it.
fn ways(place: &Place, value: &Expr) -> (bool, bool) {
    match &value.node {
        Node::Binary(binary @ (Binary::Add | Binary::Subtract), old, by) if matches!(&old.node, Node::Place(old) if old.name == place.name && old.owner == place.owner) => {
            match constant(by) {
                Some(by) if *binary == Binary::Add => (by > 0.0, by < 0.0),
                Some(by) => (by < 0.0, by > 0.0),
                None => (true, true),
            }
        }
        _ => (true, true),
    }
}
