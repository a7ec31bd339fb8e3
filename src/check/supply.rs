//! How far the printed cards bring a counter, where each raise is a constant and costs a card.

use super::flow::Flow;
use super::rules::seat;
use crate::model::{Action as Rule, Empty, End, Who};
use crate::sim::lang::{Binary, Node, Place, Selector, Step, seat_number};
use crate::sim::play::{Action, Play, each_step};
use crate::sim::pool::Pool;

/// The most that a counter comes to in one pass of the cards.
pub struct Most {
    /// The most.
    pub value: i64,
    /// What it has without any card.
    pub start: i64,
    /// Whether any step raises it.
    pub raised: bool,
}

/// What a step does to a counter.
enum Change {
    /// Nothing, or it lowers it.
    None,
    /// It adds this; whether it is always a counter of whoever does it.
    Adds(i64, bool),
    /// It is set to this.
    Becomes(i64),
    /// That depends on the game.
    Open,
}

/// How often cards allow something: to the owner of a counter, and to all who may do it.
#[derive(Clone, Copy)]
struct Uses {
    own: i64,
    all: i64,
}

/// The most of the counter that a condition looks at; nothing where cards do not bound it.
pub fn most(pool: &Pool<'_>, play: &Play, flow: &Flow, end: &End, place: &Place) -> Option<Most> {
    let rules = &pool.game.rules;
    let var = rules.vars.iter().find(|var| var.name.value == place.name)?;
    let side = |name: &str| seat(pool, name);
    let owner = match place.owner.as_deref().filter(|_| var.each) {
        None | Some("me") => end.side.as_ref().map(|side| side.value.as_str()),
        Some(name) if side(name).is_some() => Some(name),
        Some(_) => return None,
    };
    let owner = owner.filter(|_| var.each);
    let mut most = Most { value: 0, start: var.start, raised: false };
    for (who, steps) in &play.phases {
        let by = match who {
            Who::Side(side) => Some(side.value.as_str()),
            _ => None,
        };
        let steps = steps.iter().map(|(_, step)| step);
        most.add(steps, (&place.name, var.each), (by, owner), None)?;
    }
    for (rule, action) in rules.actions.iter().zip(&play.actions) {
        let by = rule.by.as_ref().map(|side| side.value.as_str());
        let all: Vec<usize> = match by.and_then(side) {
            Some(seat) => vec![seat],
            None => (0..flow.seats).collect(),
        };
        // The counter is one seat's: whichever can hold most of the cards.
        let own = match owner.and_then(side) {
            Some(seat) => vec![seat],
            None => all.clone(),
        };
        let uses = |seats: &[usize]| uses((pool, play), flow, (rule, action), (seats, &all));
        let own = own.iter().filter_map(|seat| uses(&[*seat])).max();
        let uses = own.zip(uses(&all)).map(|(own, all)| Uses { own, all });
        // A chain does what it does when it is complete, any other action at once.
        let steps = if action.chain.is_empty() { &action.steps } else { &action.complete };
        most.add(steps.iter(), (&place.name, var.each), (by, owner), uses)?;
    }
    most.value += most.start;
    Some(most)
}

impl Most {
    /// Adds what steps do to a counter of an owner, done so many times by somebody; nothing if that has no bound.
    fn add<'s>(
        &mut self,
        steps: impl Iterator<Item = &'s Step>,
        (counter, each): (&str, bool),
        (by, owner): (Option<&str>, Option<&str>),
        uses: Option<Uses>,
    ) -> Option<()> {
        for step in steps {
            match change(step, counter, by, owner) {
                Change::None => {}
                Change::Adds(n, own) => {
                    self.raised = true;
                    let uses = uses.map(|uses| if own && each { uses.own } else { uses.all });
                    self.value = self.value.checked_add(n.checked_mul(uses?)?)?;
                }
                Change::Becomes(n) => self.start = self.start.max(n),
                Change::Open => return None,
            }
            if let Step::If(_, inner) = step {
                self.add(inner.iter(), (counter, each), (by, owner), uses)?;
            }
        }
        Some(())
    }
}

/// What a step, without those inside an `if`, does to a counter of an owner when `by` does it.
fn change(step: &Step, counter: &str, by: Option<&str>, owner: Option<&str>) -> Change {
    let named = |place: &Place| place.name == counter;
    let open = |open: bool| if open { Change::Open } else { Change::None };
    match step {
        Step::Set(place, value) if named(place) => {
            let whose = match place.owner.as_deref() {
                None | Some("me") => by,
                Some("enemy" | "all" | "active") => None,
                // A seat may be the side's.
                side => side.filter(|side| seat_number(side).is_none()),
            };
            if whose.zip(owner).is_some_and(|(whose, owner)| whose != owner) {
                return Change::None;
            }
            let own = |node: &Node| matches!(node, Node::Place(old) if old.name == counter && old.owner == place.owner);
            match &value.node {
                Node::Number(n) => Change::Becomes(n.ceil() as i64),
                Node::Binary(binary @ (Binary::Add | Binary::Subtract), left, right)
                    if own(&left.node) =>
                {
                    match (binary, &right.node) {
                        (Binary::Add, Node::Number(n)) => {
                            let own = matches!(place.owner.as_deref(), None | Some("me"));
                            Change::Adds(n.ceil() as i64, own)
                        }
                        (_, Node::Number(_)) => Change::None,
                        _ => Change::Open,
                    }
                }
                _ => Change::Open,
            }
        }
        Step::Repeat(_, inner) | Step::Opponents(inner) => {
            let mut sets = false;
            each_step(inner, &mut |step| {
                sets |= !matches!(change(step, counter, None, None), Change::None)
            });
            open(sets)
        }
        Step::Majority { to, tied, none, .. } => {
            open([Some(to), tied.as_ref(), none.as_ref()].into_iter().flatten().any(named))
        }
        Step::Cover(cover) => open(cover.rest.as_ref().is_some_and(named)),
        _ => Change::None,
    }
}

/// How often one pass of the cards allows an action to these seats, of all that may do it; nothing where it costs no card.
fn uses(
    (pool, play): (&Pool<'_>, &Play),
    flow: &Flow,
    (rule, action): (&Rule, &Action),
    (seats, all): (&[usize], &[usize]),
) -> Option<i64> {
    let copies =
        |of: &Selector, seats: &[usize]| i64::try_from(flow.reaching(&of.set, "hand", seats)).ok();
    let Some((last, first)) = action.chain.split_last() else {
        return copies(action.card.as_ref()?, seats);
    };
    let mut most = copies(last, seats)?;
    let (rules, zone) = (&pool.game.rules, rule.zone.as_ref()?.value.as_str());
    let shares = |other: &&Rule| other.zone.as_ref().is_some_and(|other| other.value == zone);
    let mut alone = rules.actions.iter().filter(shares).count() == 1;
    let whole = |step: &Step| matches!(step, Step::DiscardZone(place) if place.name == zone);
    let whole = action.complete.iter().any(whole);
    // Others may lay cards of the chain, or take one away from a chain that is done already: the last card completes it.
    play.each_step(&mut |step| alone &= !step.lays(zone) && (whole || !step.takes(zone)));
    let who = if rules.zone(zone).is_some_and(|zone| zone.each) { seats } else { all };
    for card in first.iter().filter(|_| alone) {
        most = most.min(copies(card, who)?);
    }
    Some(most)
}

/// Whether cards that were played come back into the game.
pub fn returning(pool: &Pool<'_>, play: &Play) -> bool {
    let rules = &pool.game.rules;
    let chains: Vec<&str> = rules
        .actions
        .iter()
        .flat_map(|action| &action.zone)
        .map(|zone| zone.value.as_str())
        .collect();
    let spent = |name: &str| name == "discard" || chains.contains(&name);
    let mut back = chains.contains(&"hand")
        || rules.zones.iter().any(|zone| {
            matches!(zone.empty.as_ref().map(|empty| &empty.value), Some(Empty::Reshuffle(_)))
        });
    super::rules::every_step(play, &mut |_, step| {
        back |= match step {
            Step::Draw { from, .. } => from.as_ref().is_some_and(|from| spent(&from.name)),
            Step::Reveal { from, .. } => from.as_ref().is_some_and(|from| spent(&from.name)),
            Step::Move { from, to, .. } => {
                from.as_ref().is_some_and(|from| spent(&from.name)) && to.name != "discard"
            }
            Step::Shuffle(from, to) => spent(&from.name) && to.name != "discard",
            _ => false,
        };
    });
    back
}
