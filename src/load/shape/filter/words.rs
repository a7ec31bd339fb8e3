//! Splits a condition into its words, numbers, texts and signs.

use std::ops::Range;

use super::parse::Fault;

/// A piece of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name, or a word such as `and`.
    Name(String),
    /// A number as it is written.
    Number(String),
    /// A text without its quotes.
    Text(String),
    /// A sign of one or two characters.
    Sign(&'static str),
}

/// The signs, longer ones first.
const SIGNS: [&str; 12] = ["==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",", "."];
/// Signs of other languages, and what is written here.
const OTHERS: [(&str, &str); 5] =
    [("&&", "and"), ("||", "or"), ("!", "not"), ("<>", "!="), ("=", "==")];

/// All pieces, each with its bytes.
///
/// # Errors
/// Something means nothing here.
pub fn split(text: &str) -> Result<Vec<(Word, Range<usize>)>, Fault> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (word, length) = word(&text[at..], c, at)?;
        words.push((word, at..at + length));
        at += length;
    }
    Ok(words)
}

fn word(rest: &str, first: char, at: usize) -> Result<(Word, usize), Fault> {
    let while_it = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
    if first == '\'' || first == '"' {
        let Some(length) = rest[1..].find(first) else {
            let help = format!("write {first} at its end");
            return Err(Fault::new("a text has no closing quote", at..at + rest.len(), help));
        };
        return Ok((Word::Text(rest[1..=length].into()), length + 2));
    }
    let is_number = first.is_ascii_digit()
        || first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    if is_number {
        let length =
            1 + rest[1..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len() - 1);
        return Ok((Word::Number(rest[..length].into()), length));
    }
    if first.is_alphabetic() || first == '_' {
        let length = while_it(|c| c.is_alphanumeric() || c == '_');
        return Ok((Word::Name(rest[..length].into()), length));
    }
    let other = OTHERS.iter().find(|(sign, _)| rest.starts_with(sign));
    let known = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    match (known, other) {
        (Some(sign), None) => Ok((Word::Sign(sign), sign.len())),
        (Some(sign), Some(other)) if sign.len() >= other.0.len() => {
            Ok((Word::Sign(sign), sign.len()))
        }
        (_, Some((sign, ours))) => {
            let message = format!("`{sign}` means nothing here");
            Err(Fault::new(message, at..at + sign.len(), format!("write `{ours}`")))
        }
        (None, None) => {
            let message = format!("`{first}` means nothing here");
            let help = "a column whose name has blanks or signs is `card[\"Its Name\"]`";
            Err(Fault::new(message, at..at + first.len_utf8(), help))
        }
    }
}
