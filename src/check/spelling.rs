//! Texts of cards and sentences of the rulebook against the names and terms that they nearly write.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{Read, joined, owned, squeezed, uncapital, upper, words};
use crate::diag::{Code, Diagnostic, did_you_mean, suggest};
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use crate::span::Span;

/// The text of cards misspells no card's name, and no term of the rulebook.
pub fn texts(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let book = &pool.game.rules.rulebook;
    let known = Known::new(pool);
    for component in &pool.game.rules.components {
        let (text, span) = (&component.name.value, component.name.span);
        known.terms_in(&mut Read::new(text, span), told);
    }
    for sentence in &book.text {
        known.all_in(&sentence.value, sentence.span, told);
    }
    for column in &book.text_columns {
        if !pool.has_column(&column.value) {
            let message = format!("no deck has a column `{}`", column.value);
            let help = suggest(&column.value, pool.columns());
            told.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(column.span).help(help));
            continue;
        }
        for kind in 0..pool.kinds.len() {
            let Some(cell) = pool.cell(kind, &column.value) else { continue };
            known.all_in(&cell.text, cell.span, told);
        }
    }
}

/// A name or a term.
struct Wanted<'g> {
    /// As it is written.
    text: &'g str,
    /// Its words, without the signs around them.
    words: String,
    /// How many words.
    count: usize,
    /// How many letters, blanks and signs.
    letters: usize,
}

impl<'g> Wanted<'g> {
    fn new(text: &'g str) -> Self {
        let found = words(text);
        let (joined, count) = (joined(&found), found.len());
        Self { text, letters: joined.chars().count(), words: joined, count }
    }
}

/// What is rightly written.
struct Known<'g> {
    names: Vec<Wanted<'g>>,
    terms: Vec<Wanted<'g>>,
    /// The words of all of them, and of what else has a name.
    right: BTreeSet<String>,
    /// The words of the terms alone: a card's own name may be written wrongly.
    fixed: BTreeSet<String>,
    /// Names by their letters and digits.
    squeezed: BTreeMap<String, &'g str>,
    /// The most words of a name or term.
    longest: usize,
}

impl<'g> Known<'g> {
    fn new(pool: &'g Pool<'g>) -> Self {
        let rules = &pool.game.rules;
        let names: BTreeSet<_> = pool.kinds.iter().map(|kind| kind.name.as_str()).collect();
        let names: Vec<_> = names.into_iter().map(Wanted::new).collect();
        let terms = rules.rulebook.terms.iter().map(|term| Wanted::new(&term.value));
        let terms: Vec<_> = terms.collect();
        let others = pool.names.keys().map(String::as_str);
        let others = others.chain(rules.components.iter().map(|one| one.name.value.as_str()));
        let others: Vec<_> = others.map(Wanted::new).collect();
        let all = || names.iter().chain(&terms).chain(&others);
        let right = all().map(|one| one.words.clone()).collect();
        let fixed = terms.iter().map(|one| one.words.clone()).collect();
        let longest = all().map(|one| one.count).max().unwrap_or(0);
        let letters = names.iter().map(|name| (squeezed(&name.words), name.text));
        let squeezed = letters.filter(|(letters, _)| letters.chars().count() > 4).collect();
        Self { names, terms, right, fixed, squeezed, longest }
    }

    /// Whether a text is a name or a term, or the plural, singular or possessive of one.
    fn right(&self, text: &str, first: bool) -> bool {
        let text = owned(text);
        let has = |text: &str| {
            let singular = text.strip_suffix('s').is_some_and(|one| self.right.contains(one));
            singular || self.right.contains(text) || self.right.contains(&format!("{text}s"))
        };
        let es = text.strip_suffix("es").is_some_and(|one| self.right.contains(one));
        es || has(text) || first && has(&uncapital(text))
    }

    /// Looks for terms and names in a text.
    fn all_in(&self, text: &str, span: Span, told: &mut Vec<Diagnostic>) {
        let mut read = Read::new(text, span);
        self.terms_in(&mut read, told);
        self.names_in(&mut read, told);
    }

    /// Tells what nearly is a term, with as many letters amiss as its length allows.
    fn terms_in(&self, read: &mut Read<'_>, told: &mut Vec<Diagnostic>) {
        read.pass(&self.fixed, self.longest);
        for term in &self.terms {
            // A term may be torn apart, or two of its words written as one.
            for length in term.count.saturating_sub(1).max(1)..=term.count + 1 {
                for at in read.windows(length, term.text.contains(',')) {
                    let (found, first) =
                        (joined(&read.words[at.clone()]), read.words[at.start].first);
                    if nearly(&found, term, first) && !self.fixed.contains(&found) {
                        let message = format!("the text says `{}`", read.shown(&at));
                        let diagnostic =
                            Diagnostic::warning(Code::SPELLING, message).at(read.place(&at));
                        let help = format!("the rulebook writes `{}`", term.text);
                        read.tell(at, diagnostic.help(help), told);
                    }
                }
            }
        }
    }

    /// Tells what nearly is a card's name.
    fn names_in(&self, read: &mut Read<'_>, told: &mut Vec<Diagnostic>) {
        read.pass(&self.right, self.longest);
        for length in 1..=self.longest + 2 {
            for at in read.windows(length, false) {
                let found = joined(&read.words[at.clone()]);
                if !upper(&found) || self.right(&found, read.words[at.start].first) {
                    continue;
                }
                let letters = squeezed(owned(&found));
                let name = self.squeezed.get(&letters);
                let name = name.or_else(|| self.squeezed.get(letters.strip_suffix('s')?));
                // Only other blanks and signs: small letters and capitals are the text's own.
                let torn = |name: &&&str| {
                    let (found, name) =
                        (found.to_lowercase(), Wanted::new(name).words.to_lowercase());
                    !found.starts_with(&name)
                };
                if let Some(name) = name.filter(torn) {
                    misnamed(read, at, name, told);
                }
            }
        }
        for name in &self.names {
            for at in read.windows(name.count, name.text.contains(',')) {
                let (found, first) = (joined(&read.words[at.clone()]), read.words[at.start].first);
                // A capital that only opens a sentence is no evidence of a name, but a heading is.
                let evident = !first || name.count > 1 || read.heads(&at);
                if upper(&found)
                    && evident
                    && !self.right(&found, first)
                    && misspelt(owned(&found), name, first)
                {
                    misnamed(read, at, name.text, told);
                }
            }
        }
    }
}

/// Whether a text is a name but for a letter, or two in a long one.
fn misspelt(found: &str, name: &Wanted<'_>, first: bool) -> bool {
    let letters = found.chars().count();
    // Any word begins a sentence with a capital; short ones have too many neighbours.
    let enough = match name.count {
        1 => letters >= 5 && name.letters >= if first { 6 } else { 4 },
        _ => name.letters > 5,
    };
    let most = if name.count > 1 && name.letters > 15 { 2 } else { 1 };
    let near = letters.abs_diff(name.letters) <= most;
    enough && near && (1..=most).contains(&strsim::osa_distance(found, &name.words))
}

/// Whether a text is a term but for a few letters, for blanks and signs, or for its capital.
fn nearly(found: &str, term: &Wanted<'_>, first: bool) -> bool {
    let small = if first && !upper(&term.words) { uncapital(found) } else { found.to_owned() };
    let (found, right) = (small.as_str(), term.words.as_str());
    if upper(found) != upper(right) {
        return upper(right) && found.to_lowercase() == right.to_lowercase();
    }
    let plural = found.strip_suffix('s') == Some(right) || right.strip_suffix('s') == Some(found);
    if plural || found == right {
        return false;
    }
    if squeezed(found) == squeezed(right) {
        return found.to_lowercase() != right.to_lowercase();
    }
    let most = (term.letters / 5).clamp(1, 3);
    let same = found.split(' ').count() == term.count;
    let near = found.chars().count().abs_diff(term.letters) <= most;
    same && near && term.letters > 3 && strsim::osa_distance(found, right) <= most
}

/// Tells words that are nearly a card's name.
fn misnamed(
    read: &mut Read<'_>,
    at: std::ops::Range<usize>,
    name: &str,
    told: &mut Vec<Diagnostic>,
) {
    let found = read.shown(&at);
    let message = format!("the text says `{found}`, and no card is called so");
    let help = did_you_mean(found, [name]);
    let help = help.unwrap_or_else(|| format!("did you mean `{name}`?"));
    let diagnostic = Diagnostic::warning(Code::MENTION, message).at(read.place(&at));
    read.tell(at, diagnostic.help(help), told);
}
