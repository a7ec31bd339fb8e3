//! Rules that the rulebook calls symmetric: each rule of one side has its mirror, word by word.

mod words;

use crate::diag::{Code, Diagnostic};
use crate::model::Symmetric;
use crate::sim::lang::seat_number;
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use words::{Rule, Token, Words};

/// Each rule has its mirror, where symmetry is claimed.
pub fn rules(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let Some(claim) = &pool.game.rules.rulebook.symmetric else { return };
    let sides: Vec<&str> = pool.game.rules.sides.iter().map(|side| side.value.as_str()).collect();
    let words = Words::new(&sides, claim);
    let mut rules = words.rules(pool);
    // What the rulebook does not say can mirror nothing, nor be missed.
    let open =
        |kind: &str| pool.game.rules.unplayable.iter().any(|what| concerns(&what.value, kind));
    rules.retain(|rule| !open(rule.kind));
    if sides.len() < 2 {
        rules.iter().for_each(|rule| told.extend(favours(rule)));
        return;
    }
    if sides.len() > 2 && !claim.mirror.is_empty() {
        let message = "what mirrors what can be said of two sides only";
        let diagnostic = Diagnostic::error(Code::BAD_VALUE, message).at(claim.mirror[0].0.span);
        told.push(diagnostic.help("leave `mirror` out, and let all sides use the same cards"));
        return;
    }
    for other in &sides[1..] {
        let swap = Swap { pair: (sides[0], other), claim };
        told.extend(swap.mirrored(&rules));
    }
}

/// Whether a value of the manifest belongs to rules of a kind.
fn concerns(what: &str, kind: &str) -> bool {
    let starts: &[&str] = match kind {
        "pile" => &["zones."],
        "phase" => &["phase ", "turn."],
        "action" => &["action."],
        "end" => &["end"],
        _ => &["setup"],
    };
    starts.iter().any(|start| what.starts_with(start))
}

/// Without sides, only a seat's number can favour anybody.
fn favours(rule: &Rule) -> Option<Diagnostic> {
    // `win seat 2` is two words, and `'seat 2'.hand` begins with one.
    let tokens = rule.keys.iter().flat_map(|key| key.iter().enumerate().map(move |one| (key, one)));
    let mut named = tokens.filter_map(|(key, (at, token))| match seat_number(&token.0) {
        Some(seat) => Some((seat, token.1)),
        None if token.0 == "seat" => {
            let next = key.get(at + 1)?;
            Some((next.0.parse().ok()?, next.1))
        }
        None => None,
    });
    let (seat, span) = named.next()?;
    let message = format!("the rules are said to be symmetric, and seat {seat} is named");
    let diagnostic = Diagnostic::error(Code::SEAT_SYMMETRIC, message).at(span);
    Some(diagnostic.help("say it of every seat, or take `symmetric` back"))
}

/// Two sides that change places, and what changes with them.
struct Swap<'s> {
    pair: (&'s str, &'s str),
    claim: &'s Symmetric,
}

impl Swap<'_> {
    /// What a word becomes.
    fn word(&self, word: &str) -> String {
        let (a, b) = self.pair;
        let pairs = self.claim.mirror.iter().map(|(a, b)| (a.value.as_str(), b.as_str()));
        let mut pairs = std::iter::once((a, b)).chain(pairs);
        let found = pairs.find_map(|(a, b)| match word {
            _ if word == a => Some(b),
            _ if word == b => Some(a),
            _ => None,
        });
        found.unwrap_or(word).to_owned()
    }

    /// A rule as it is for the other side.
    fn mirror(&self, rule: &Rule) -> Rule {
        let mut mirror = rule.clone();
        let tokens = mirror.keys.iter_mut().flatten();
        tokens.for_each(|(word, _)| *word = self.word(word));
        mirror.side = rule.side.as_deref().map(|side| self.word(side));
        mirror
    }

    /// The words of a rule without those that name its own side as an owner, which may be left out.
    fn plain(&self, rule: &Rule) -> Vec<Vec<Token>> {
        let own = |word: &str| word == "me" || rule.side.as_deref() == Some(word);
        let key = |key: &Vec<Token>| {
            let (mut tokens, mut skip) = (Vec::new(), 0);
            for (at, token) in key.iter().enumerate() {
                let owner = key.get(at + 1).is_some_and(|next| next.0 == ".");
                if skip > 0 {
                    skip -= 1;
                } else if owner && own(&token.0) {
                    skip = 1;
                } else {
                    tokens.push(token.clone());
                }
            }
            tokens
        };
        rule.keys.iter().map(key).collect()
    }

    /// What is told of rules without a mirror.
    fn mirrored(&self, rules: &[Rule]) -> Vec<Diagnostic> {
        let plain: Vec<_> = rules.iter().map(|rule| self.plain(rule)).collect();
        let mirrors: Vec<_> = rules.iter().map(|rule| self.plain(&self.mirror(rule))).collect();
        let has = |at: usize| {
            let same = |other: usize| {
                rules[other].kind == rules[at].kind && texts(&plain[other]) == texts(&mirrors[at])
            };
            (0..rules.len()).any(same)
        };
        let mut alone: Vec<usize> = (0..rules.len()).filter(|at| !has(*at)).collect();
        let mut told = Vec::new();
        while !alone.is_empty() {
            let at = alone.remove(0);
            let likeness = |other: &usize| alike(&plain[*other], &mirrors[at]);
            let of_kind =
                alone.iter().copied().filter(|other| rules[*other].kind == rules[at].kind);
            let near = of_kind.max_by_key(|other| (likeness(other), std::cmp::Reverse(*other)));
            let near = near.filter(|other| 2 * likeness(other) >= mirrors[at].concat().len());
            match near {
                Some(other) => {
                    alone.retain(|one| *one != other);
                    told.push(differs(&rules[at], &rules[other], &plain[other], &mirrors[at]));
                }
                None => told.push(self.unmatched(&rules[at])),
            }
        }
        told
    }

    fn unmatched(&self, rule: &Rule) -> Diagnostic {
        let message =
            format!("the rules are said to be symmetric, and {} has no mirror", rule.name);
        let help = match &rule.side {
            Some(side) => format!(
                "give `{}` the same, or name what takes its cards' place in `mirror`",
                self.word(side)
            ),
            None => "it is all sides' alike: write it once more with what `mirror` names in each other's place, or mend `mirror`".to_owned(),
        };
        let diagnostic = Diagnostic::error(Code::SEAT_SYMMETRIC, message).at(rule.span);
        diagnostic.also(self.claim.span, "claimed here").help(help)
    }
}

fn texts(keys: &[Vec<Token>]) -> Vec<Vec<&str>> {
    keys.iter().map(|key| key.iter().map(|(word, _)| word.as_str()).collect()).collect()
}

/// How many words of two rules are alike, key by key.
fn alike(a: &[Vec<Token>], b: &[Vec<Token>]) -> usize {
    let shared = |(a, b): (&Vec<Token>, &Vec<Token>)| {
        let mut left: Vec<&str> = b.iter().map(|(word, _)| word.as_str()).collect();
        let found = a.iter().filter(|(word, _)| {
            let place = left.iter().position(|other| other == word);
            place.map(|at| left.swap_remove(at)).is_some()
        });
        found.count()
    };
    a.iter().zip(b).map(shared).sum()
}

/// Two rules that nearly mirror each other: told at the first word of the later that differs.
fn differs(first: &Rule, second: &Rule, is: &[Vec<Token>], wanted: &[Vec<Token>]) -> Diagnostic {
    let mut place = (second.span, String::new(), String::new());
    for (is, wanted) in is.iter().zip(wanted) {
        let at = (0..is.len().max(wanted.len()))
            .find(|at| is.get(*at).map(|token| &token.0) != wanted.get(*at).map(|token| &token.0));
        if let Some(at) = at {
            let span = is.get(at).or(is.last()).map_or(second.span, |token| token.1);
            let text = |tokens: &[Token]| tokens.get(at).map(|token| token.0.clone());
            place = (span, text(is).unwrap_or_default(), text(wanted).unwrap_or_default());
            break;
        }
    }
    let (span, is, wanted) = place;
    let named = |word: &str| if word.is_empty() { "nothing".into() } else { format!("`{word}`") };
    let message = format!(
        "the rules are said to be symmetric, and the mirror of {} has {} where this has {}",
        first.name,
        named(&wanted),
        named(&is)
    );
    let diagnostic = Diagnostic::error(Code::SEAT_SYMMETRIC, message).at(span);
    let help =
        format!("write {}; or name the two in `mirror` of `[rulebook.symmetric]`", named(&wanted));
    diagnostic.also(first.span, "its mirror").help(help)
}
