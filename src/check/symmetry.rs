//! Rules that the rulebook calls symmetric: each rule of one side has its mirror, word by word.

use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::model::{Action, Deal, Empty, End, Phase, Phrase, Symmetric, Who};
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use crate::span::{Span, Spanned};

/// A word or sign, and where it stands.
type Token = (String, Span);

/// A rule as named lists of words.
#[derive(Clone)]
struct Rule {
    /// What kind of rule it is: only rules of a kind are held against each other.
    kind: &'static str,
    /// What it is called in messages.
    name: String,
    span: Span,
    /// The side that it is of, if it is one side's.
    side: Option<String>,
    /// What its keys say, in an order that all rules of the kind share.
    keys: Vec<Vec<Token>>,
}

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
    let mut pairs = rule.keys.iter().flat_map(|key| key.windows(2));
    let seat = pairs.find(|pair| pair[0].0 == "seat" && pair[1].0.parse::<u32>().is_ok())?;
    let message = format!("the rules are said to be symmetric, and seat {} is named", seat[1].0);
    let diagnostic = Diagnostic::error(Code::SEAT_SYMMETRIC, message).at(seat[1].1);
    Some(diagnostic.help("say it of every seat, or take `symmetric` back"))
}

/// Texts into words, where the names of sides and of what is mirrored are one word each.
struct Words {
    names: Vec<String>,
}

impl Words {
    fn new(sides: &[&str], claim: &Symmetric) -> Self {
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

    fn rules(&self, pool: &Pool<'_>) -> Vec<Rule> {
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
