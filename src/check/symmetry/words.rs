//! Rules as named lists of words, to be held against each other.

use std::ops::Range;

use crate::model::{Action, Deal, Empty, End, Phase, Phrase, Symmetric, Who};
use crate::sim::pool::Pool;
use crate::span::{Span, Spanned};

/// A word or sign, and where it stands.
pub type Token = (String, Span);

/// A rule as named lists of words.
#[derive(Clone)]
pub struct Rule {
    /// What kind of rule it is: only rules of a kind are held against each other.
    pub kind: &'static str,
    /// What it is called in messages.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The side that it is of, if it is one side's.
    pub side: Option<String>,
    /// What its keys say, in an order that all rules of the kind share.
    pub keys: Vec<Vec<Token>>,
}

/// Texts into words, where the names of sides and of what is mirrored are one word each.
pub struct Words {
    names: Vec<String>,
}

impl Words {
    /// With the names of these sides, and of what is mirrored.
    pub fn new(sides: &[&str], claim: &Symmetric) -> Self {
        let mirror = claim.mirror.iter().flat_map(|(a, b)| [a.value.clone(), b.clone()]);
        let mut names: Vec<String> = sides.iter().map(|side| (*side).to_owned()).collect();
        names.extend(mirror);
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names }
    }

    /// The words of a phrase.
    fn phrase(&self, phrase: &Phrase) -> Vec<Token> {
        let text = phrase.text.as_str();
        let (mut at, mut tokens) = (0, Vec::new());
        while let Some(range) = self.next(text, at) {
            at = range.end;
            let word = text[range.clone()].trim_matches(|c| c == '\'' || c == '"');
            tokens.push((word.to_owned(), phrase.place(range)));
        }
        tokens
    }

    fn next(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let start = at + (text[at..].len() - text[at..].trim_start().len());
        let rest = &text[start..];
        let first = rest.chars().next()?;
        let inner = |c: char| c.is_alphanumeric() || c == '_';
        let ends = |name: &str| !rest[name.len()..].starts_with(inner);
        let name = self.names.iter().find(|name| rest.starts_with(name.as_str()) && ends(name));
        let length = match name {
            Some(name) => name.len(),
            None if "'\"".contains(first) => {
                rest[1..].find(first).map_or(rest.len(), |end| end + 2)
            }
            None if inner(first) => rest.find(|c| !inner(c)).unwrap_or(rest.len()),
            None => first.len_utf8(),
        };
        Some(start..start + length)
    }

    fn phrases(&self, phrases: &[Phrase]) -> Vec<Token> {
        phrases.iter().flat_map(|phrase| self.phrase(phrase)).collect()
    }

    fn maybe(&self, phrase: Option<&Phrase>) -> Vec<Token> {
        phrase.map(|phrase| self.phrase(phrase)).unwrap_or_default()
    }

    /// All rules that say who does what.
    pub fn rules(&self, pool: &Pool<'_>) -> Vec<Rule> {
        let rules = &pool.game.rules;
        let mut all: Vec<Rule> = rules.deals.iter().map(deal).collect();
        all.extend(rules.phases.iter().map(|phase| self.phase(phase)));
        all.extend(rules.actions.iter().map(|action| self.action(action)));
        all.extend(rules.ends.iter().map(|end| self.end(end)));
        for zone in &rules.zones {
            if let Some(Spanned { value: Empty::End(Some(side)), span }) = &zone.empty {
                let name = format!("the end of `{}`", zone.name.value);
                let keys = vec![vec![(side.clone(), *span)], word(&zone.name)];
                all.push(Rule { kind: "pile", name, span: *span, side: None, keys });
            }
        }
        all
    }

    fn phase(&self, phase: &Phase) -> Rule {
        let (side, who) = match &phase.who {
            Who::Side(side) => (Some(side), word(side)),
            Who::Each => (None, vec![("each".into(), phase.span)]),
            Who::Table => (None, Vec::new()),
        };
        let name = format!("the phase `{}`", phase.name);
        let keys = vec![who, self.phrases(&phase.steps)];
        let side = side.map(|side| side.value.clone());
        Rule { kind: "phase", name, span: side_span(&phase.who, phase.span), side, keys }
    }

    fn action(&self, action: &Action) -> Rule {
        let keys = vec![
            maybe_word(action.by.as_ref()),
            self.maybe(action.card.as_ref()),
            self.phrases(&action.chain),
            maybe_word(action.zone.as_ref()),
            self.maybe(action.when.as_ref()),
            self.phrases(&action.steps),
            self.phrases(&action.complete),
        ];
        let name = format!("the action `{}`", action.name.value);
        let side = action.by.as_ref().map(|by| by.value.clone());
        Rule { kind: "action", name, span: action.name.span, side, keys }
    }

    fn end(&self, end: &End) -> Rule {
        let draw = end.draw.then(|| ("nobody".to_owned(), end.span));
        let keys =
            vec![maybe_word(end.side.as_ref()), self.phrase(&end.when), draw.into_iter().collect()];
        let name = format!("the end `{}`", end.when.text);
        let side = end.side.as_ref().map(|side| side.value.clone());
        Rule { kind: "end", name, span: end.when.span, side, keys }
    }
}

fn word(word: &Spanned<String>) -> Vec<Token> {
    vec![(word.value.clone(), word.span)]
}

fn maybe_word(found: Option<&Spanned<String>>) -> Vec<Token> {
    found.map(word).unwrap_or_default()
}

fn side_span(who: &Who, span: Span) -> Span {
    if let Who::Side(side) = who { side.span } else { span }
}

fn deal(deal: &Deal) -> Rule {
    let n = (deal.n.value.to_string(), deal.n.span);
    let keys = vec![maybe_word(deal.side.as_ref()), word(&deal.from), word(&deal.to), vec![n]];
    let side = deal.side.as_ref().map(|side| side.value.clone());
    let name = format!("the deal to `{}`", deal.to.value);
    Rule { kind: "deal", name, span: deal.n.span, side, keys }
}
