//! Texts of cards against the names and terms that they nearly write.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic, did_you_mean, suggest};
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use crate::span::Span;

/// The text of cards misspells no card's name by one letter, and no term of the rulebook.
pub fn texts(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let names: Vec<&str> =
        pool.kinds.iter().map(|kind| kind.name.as_str()).filter(|name| name.len() > 5).collect();
    let book = &pool.game.rules.rulebook;
    let terms: Vec<&str> = book.terms.iter().map(|term| term.value.as_str()).collect();
    for component in &pool.game.rules.components {
        mistermed(&component.name.value, component.name.span, &terms, told);
    }
    for sentence in &book.text {
        misspelt(&sentence.value, sentence.span, &names, told);
        mistermed(&sentence.value, sentence.span, &terms, told);
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
            misspelt(&cell.text, cell.span, &names, told);
            mistermed(&cell.text, cell.span, &terms, told);
        }
    }
}

/// The words of a text, without the signs around them.
fn words(text: &str) -> Vec<&str> {
    let words = text.split_whitespace();
    let bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.filter(|word| !word.is_empty()).collect()
}

fn misspelt(text: &str, span: Span, names: &[&str], told: &mut Vec<Diagnostic>) {
    let words = words(text);
    for name in names {
        let length = name.split_whitespace().count().max(1);
        for window in words.windows(length) {
            let found = window.join(" ");
            // Only what is written like a name is taken for one; a plural is no mistake.
            let like = found.starts_with(|c: char| c.is_uppercase());
            let plural = found.strip_suffix('s') == Some(name);
            if like
                && !plural
                && !names.contains(&found.as_str())
                && strsim::levenshtein(&found, name) == 1
            {
                let message = format!("the text says `{found}`, and no card is called so");
                let diagnostic = Diagnostic::warning(Code::MENTION, message).at(span);
                told.push(diagnostic.help_if(did_you_mean(&found, [*name])));
            }
        }
    }
}

/// Tells what nearly is a term, with as many letters amiss as its length allows.
fn mistermed(text: &str, span: Span, terms: &[&str], told: &mut Vec<Diagnostic>) {
    let (words, mut seen) = (words(text), BTreeSet::new());
    for term in terms {
        let length = term.split_whitespace().count();
        // A term may be torn apart, or two of its words written as one.
        for length in length.saturating_sub(1).max(1)..=length + 1 {
            for window in words.windows(length) {
                let found = window.join(" ");
                if nearly(&found, term)
                    && !terms.contains(&found.as_str())
                    && seen.insert(found.clone())
                {
                    let message = format!("the text says `{found}`");
                    let diagnostic = Diagnostic::warning(Code::SPELLING, message).at(span);
                    told.push(diagnostic.help(format!("the rulebook writes `{term}`")));
                }
            }
        }
    }
}

/// Whether a text is a term but for a few letters, or but for blanks and signs.
fn nearly(found: &str, term: &str) -> bool {
    let upper = |text: &str| text.starts_with(|c: char| c.is_uppercase());
    let plural = found.strip_suffix('s') == Some(term) || term.strip_suffix('s') == Some(found);
    if upper(found) != upper(term) || plural {
        return false;
    }
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    if letters(found) == letters(term) {
        return found.to_lowercase() != term.to_lowercase();
    }
    let most = (term.chars().count() / 5).clamp(1, 3);
    let same = found.split_whitespace().count() == term.split_whitespace().count();
    same && term.chars().count() > 3 && strsim::levenshtein(found, term) <= most
}
