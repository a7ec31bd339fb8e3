//! Policies: which of them each seat plays by, as it is written and compiled.

use super::compile::{Maker, Policies};
use super::told::Words;
use super::{Cards, Plan};
use crate::model::Phrase;
use crate::sim::lang::Expr;
use crate::sim::play::Play;

impl Maker<'_, '_> {
    /// The name of the policy that a side plays by.
    pub(super) fn chosen(&self, seat: usize, side: &str, policies: &Policies) -> String {
        let number = format!("seat {}", seat + 1);
        let mine = |of: &str| of.is_empty() || of == side || of == number;
        let asked = policies.iter().rev().find(|(of, _)| mine(of));
        let own = &self.pool.game.rules.policies;
        let has = |name: &str| own.iter().any(|policy| policy.name.value == name);
        match asked {
            Some((_, name)) => name.clone(),
            None if has(side) => side.to_owned(),
            None if has("default") => "default".into(),
            None => "greedy".into(),
        }
    }

    /// The lines of a policy as they are written.
    pub(super) fn words(&self, play: &Play, name: &str) -> Words {
        let rules = &self.pool.game.rules;
        let at = rules.policies.iter().position(|policy| policy.name.value == name);
        let Some((rule, policy)) = at.map(|at| (&rules.policies[at], &play.policies[at])) else {
            return Words::default();
        };
        let lines = |phrases: &[Phrase], at: &[usize]| {
            at.iter().map(|at| phrases[*at].text.clone()).collect()
        };
        Words {
            choose: lines(&rule.choose, &policy.choose_in),
            discard: lines(&rule.discard, &policy.discard_in),
        }
    }

    /// What a policy does, compiled.
    pub(super) fn plan(&mut self, play: &Play, name: &str) -> Plan {
        let rules = &self.pool.game.rules;
        let at = rules.policies.iter().position(|policy| policy.name.value == name);
        let Some(at) = at else {
            return if name == "random" { Plan::Random } else { Plan::Greedy };
        };
        let (rule, policy) = (&rules.policies[at], &play.policies[at]);
        let mut condition = |when: &Option<Expr>, phrase: Option<&Phrase>| {
            when.as_ref()
                .zip(phrase)
                .and_then(|(when, phrase)| self.tried(phrase, |maker| maker.formula(when)))
        };
        let choose = policy.choose.iter().zip(&policy.choose_in);
        let choose =
            choose.map(|((action, when), at)| (*action, condition(when, rule.choose.get(*at))));
        let choose = choose.collect();
        let discard = policy.discard.iter().zip(&policy.discard_in);
        let discard = discard.map(|((of, keep, when), at)| {
            (Cards::new(of.set.clone()), *keep, condition(when, rule.discard.get(*at)))
        });
        Plan::Lists { choose, discard: discard.collect() }
    }
}
