//! The rules of play with every phrase read: what lints look at and games are compiled from.

use super::lang::{
    Context, Expr, Fault, Node, Place, Scope, Selector, Step, Text, expression, selector, steps,
};
use super::pool::Pool;
use crate::diag::{Diagnostic, Severity, suggest};
use crate::model::{Phrase, Who};

/// The rules of play.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// Who acts, and the steps with the phrase that each stands in.
    pub phases: Vec<(Who, Vec<(usize, Step)>)>,
    /// What can be chosen, in the manifest's order.
    pub actions: Vec<Action>,
    /// Conditions that end the game, in the manifest's order; one that cannot be read never holds.
    pub ends: Vec<Expr>,
    /// The counter that decides when the rounds are over, and whether the least of it wins.
    pub result: Option<(Place, bool)>,
    /// The policies, in the manifest's order.
    pub policies: Vec<Policy>,
    /// Events that are watched; one that cannot be read never comes.
    pub watches: Vec<(String, Expr)>,
    /// Whether something could not be read: what is left is not the game.
    pub faulty: bool,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Action {
    /// The card that is spent.
    pub card: Option<Selector>,
    /// The cards that are laid in turn.
    pub chain: Vec<Selector>,
    /// Only then.
    pub when: Option<Expr>,
    /// What the card does.
    pub steps: Vec<Step>,
    /// What the whole chain does.
    pub complete: Vec<Step>,
    /// The phrase, by its number, that each step of the card stands in.
    pub steps_in: Vec<usize>,
    /// The phrase that each step of the whole chain stands in.
    pub complete_in: Vec<usize>,
}

/// A policy.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Actions by number, best first, each with its condition.
    pub choose: Vec<(usize, Option<Expr>)>,
    /// Cards to throw away, worst first: as long as there are more of them than the number.
    pub discard: Vec<(Selector, u32, Option<Expr>)>,
    /// The line, by its number, that each action stands in.
    pub choose_in: Vec<usize>,
    /// The line that each of the cards to throw away stands in.
    pub discard_in: Vec<usize>,
}

impl Play {
    /// Goes through all steps of phases and actions, and all that are inside them.
    pub fn each_step<'s>(&'s self, see: &mut impl FnMut(&'s Step)) {
        let phases = self.phases.iter().flat_map(|(_, steps)| steps.iter().map(|(_, step)| step));
        let actions = self.actions.iter().flat_map(|one| one.steps.iter().chain(&one.complete));
        phases.chain(actions).for_each(|step| each_step(std::slice::from_ref(step), see));
    }
}

/// Reads all phrases of the rules; what is wrong goes to `told`.
pub fn read(pool: &Pool<'_>, told: &mut Vec<Diagnostic>) -> Play {
    let scope = Scope { pool };
    let rules = &pool.game.rules;
    let before = told.len();
    let mut reading = Reading { scope: &scope, told };
    let phases = rules.phases.iter().map(|phase| {
        let numbered = phase.steps.iter().enumerate();
        let steps = numbered
            .flat_map(|(at, phrase)| reading.steps(phrase).into_iter().map(move |step| (at, step)));
        (phase.who.clone(), steps.collect())
    });
    let phases = phases.collect();
    let actions = rules.actions.iter().map(|action| {
        let (steps, steps_in) = reading.all_effects(&action.steps);
        let (complete, complete_in) = reading.all_effects(&action.complete);
        Action {
            card: action.card.as_ref().and_then(|phrase| reading.selector(phrase)),
            chain: action.chain.iter().filter_map(|phrase| reading.selector(phrase)).collect(),
            when: action.when.as_ref().and_then(|phrase| reading.expression(phrase)),
            steps,
            complete,
            steps_in,
            complete_in,
        }
    });
    let actions = actions.collect();
    let ends = rules.ends.iter().map(|end| reading.condition(&end.when)).collect();
    let result = rules.result.as_ref().and_then(|phrase| reading.read(phrase, most));
    let policies = rules.policies.iter().map(|policy| {
        let (choose, choose_in) = reading.lines(&policy.choose, choice);
        let (discard, discard_in) = reading.lines(&policy.discard, unwanted);
        Policy { choose, discard, choose_in, discard_in }
    });
    let policies = policies.collect();
    let watches = rules
        .watches
        .iter()
        .map(|watch| (watch.name.value.clone(), reading.condition(&watch.when)));
    let watches = watches.collect();
    let faulty = told[before..].iter().any(|one| one.severity == Severity::Error);
    Play { phases, actions, ends, result, policies, watches, faulty }
}

struct Reading<'r, 'p, 'g> {
    scope: &'r Scope<'p, 'g>,
    told: &'r mut Vec<Diagnostic>,
}

impl Reading<'_, '_, '_> {
    /// Reads the whole of a phrase; what is wrong is told.
    fn read<T>(
        &mut self,
        phrase: &Phrase,
        read: impl FnOnce(&mut Text<'_, '_, '_>) -> Result<T, Fault>,
    ) -> Option<T> {
        let parsed = Text::new(&phrase.text, self.scope).and_then(|mut text| {
            let value = read(&mut text)?;
            if !text.done() {
                return Err(text.fault("this is not expected here"));
            }
            self.told.extend(text.warnings(phrase));
            Ok(value)
        });
        parsed.map_err(|fault| self.told.push(fault.diagnostic(phrase))).ok()
    }

    fn expression(&mut self, phrase: &Phrase) -> Option<Expr> {
        self.read(phrase, expression)
    }

    /// A condition; one that cannot be read keeps its place, so that all others keep theirs.
    fn condition(&mut self, phrase: &Phrase) -> Expr {
        let never = || Expr { node: Node::Number(0.0), range: 0..0 };
        self.expression(phrase).unwrap_or_else(never)
    }

    /// The lines of a policy that can be read, and the number of each.
    fn lines<T>(
        &mut self,
        phrases: &[Phrase],
        read: impl Fn(&mut Text<'_, '_, '_>) -> Result<T, Fault>,
    ) -> (Vec<T>, Vec<usize>) {
        let lines = phrases.iter().enumerate();
        lines.filter_map(|(at, phrase)| Some((self.read(phrase, &read)?, at))).unzip()
    }

    fn selector(&mut self, phrase: &Phrase) -> Option<Selector> {
        self.read(phrase, selector)
    }

    fn steps(&mut self, phrase: &Phrase) -> Vec<Step> {
        let steps = self.read(phrase, steps).unwrap_or_default();
        let wrong = super::lang::faults(&steps);
        self.told.extend(wrong.iter().map(|fault| fault.diagnostic(phrase)));
        steps
    }

    /// The steps of all phrases, and the number of the phrase that each stands in.
    fn all_effects(&mut self, phrases: &[Phrase]) -> (Vec<Step>, Vec<usize>) {
        let numbered = phrases.iter().enumerate();
        let steps = numbered
            .flat_map(|(at, phrase)| self.effects(phrase).into_iter().map(move |step| (step, at)));
        steps.unzip()
    }

    /// What an action does: it never chooses an action again, which could go on without end.
    fn effects(&mut self, phrase: &Phrase) -> Vec<Step> {
        let steps = self.steps(phrase);
        let mut chooses = false;
        each_step(&steps, &mut |step| chooses |= matches!(step, Step::Choose(_)));
        if chooses {
            let start = phrase.text.find("choose").unwrap_or(0);
            let message = "an action cannot `choose` an action";
            let help =
                "let it count, `again += 1`, and let the phase go on with `repeat again: choose`";
            self.told.push(Fault::new(start..start + 6, message, help).diagnostic(phrase));
        }
        steps
    }
}

/// `most vp`, `least damage`.
fn most(text: &mut Text<'_, '_, '_>) -> Result<(Place, bool), Fault> {
    let least = text.word("least");
    if !least && !text.word("most") {
        return Err(text.fault("`most` or `least` is missing here"));
    }
    Ok((text.place()?, least))
}

/// `ACTION [if EXPRESSION]`
fn choice(text: &mut Text<'_, '_, '_>) -> Result<(usize, Option<Expr>), Fault> {
    text.blanks();
    let actions = &text.scope.pool.game.rules.actions;
    let known = actions.iter().enumerate().filter(|(_, action)| {
        let rest = text.rest().strip_prefix(action.name.value.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    let Some((at, action)) = known.max_by_key(|(_, action)| action.name.value.len()) else {
        let rest = text.rest();
        let name = &rest[..rest.find(" if ").unwrap_or(rest.len())];
        let range = text.at..text.at + name.len();
        let help = suggest(name, actions.iter().map(|action| action.name.value.as_str()));
        return Err(Fault::unknown(range, format!("there is no action `{name}`"), help));
    };
    text.at += action.name.value.len();
    Ok((at, condition(text)?))
}

/// `SELECTOR [> NUMBER] [if EXPRESSION]`
fn unwanted(text: &mut Text<'_, '_, '_>) -> Result<(Selector, u32, Option<Expr>), Fault> {
    let of = selector(text)?;
    let keep = match text.sign(">") {
        true => text.whole()?.ok_or_else(|| text.fault("a number is missing here"))?,
        false => 0,
    };
    Ok((of, keep, condition(text)?))
}

fn condition(text: &mut Text<'_, '_, '_>) -> Result<Option<Expr>, Fault> {
    if text.word("if") { expression(text).map(Some) } else { Ok(None) }
}

/// Goes through an expression and all that are inside it.
pub fn visit<'e>(expr: &'e Expr, see: &mut impl FnMut(&'e Expr)) {
    see(expr);
    match &expr.node {
        Node::Call(_, inner) => inner.iter().for_each(|one| visit(one, see)),
        Node::Cards(_, _, inner) => inner.iter().for_each(|one| visit(one, see)),
        Node::Unary(_, inner) => visit(inner, see),
        Node::Measure(_, context, inner) => {
            if let Context::Roll(dice) = &**context {
                dice.iter().for_each(|(_, roll)| visit(roll, see));
            }
            visit(inner, see);
        }
        Node::Binary(_, a, b) => {
            visit(a, see);
            visit(b, see);
        }
        Node::Compare(first, more) => {
            visit(first, see);
            more.iter().for_each(|(_, one)| visit(one, see));
        }
        _ => {}
    }
}

/// Goes through steps and all that are inside them.
pub fn each_step<'s>(steps: &'s [Step], see: &mut impl FnMut(&'s Step)) {
    for step in steps {
        see(step);
        if let Step::If(_, inner) | Step::Repeat(_, inner) | Step::Opponents(inner) = step {
            each_step(inner, see);
        }
    }
}
