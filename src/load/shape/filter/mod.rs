//! Chooses rows by a condition: `where = "faction == 'orc' and cost > 2"`.

mod parse;
mod words;
#[cfg(test)]
mod tests;

use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Data, Row, Table};
use crate::span::{Sources, Span, Spanned};
use parse::{Condition, Operand, Sign, Term};

/// Keeps the rows for which `condition` holds; what is wrong is told, and keeps them all.
pub fn choose(table: &mut Table, condition: &Spanned<String>, sources: &Sources, sink: &mut Sink) {
    let errors = sink.counts().0;
    if let Some(chosen) = judge(table, condition, sources, sink)
        && sink.counts().0 == errors
    {
        let mut chosen = chosen.into_iter();
        table.rows.retain(|_| chosen.next().unwrap_or(false));
    }
}

/// Whether `condition` holds for each row; a row without a number to compare is told, and fails.
///
/// `None` for a condition that cannot be read, which is told.
pub fn judge(
    table: &Table,
    condition: &Spanned<String>,
    sources: &Sources,
    sink: &mut Sink,
) -> Option<Vec<bool>> {
    let place = Place::of(condition, sources);
    let parsed = match parse::parse(&condition.value, table) {
        Ok(parsed) => parsed,
        Err(fault) => {
            let fault = Diagnostic::error(fault.code, fault.message)
                .at(place.span(&fault.range))
                .help(fault.help);
            sink.push(fault);
            return None;
        }
    };
    let mut judged = Vec::new();
    for row in &table.rows {
        match holds(&parsed, row) {
            Ok(held) => judged.push(held),
            Err(column) => {
                judged.push(false);
                sink.push(
                    Diagnostic::error(Code::FILTER, no_number(table, row, column))
                        .at(row.cells[column].span)
                        .also(condition.span, "compared here")
                        .help("write the number without signs around it and between its digits")
                        .help("`==` and `!=` compare texts, too, which stand in quotes"),
                );
            }
        }
    }
    Some(judged)
}

/// Whether `condition` holds for each row.
///
/// # Errors
/// A sentence on what is wrong with it, and what to do.
pub fn holding(table: &Table, condition: &str) -> Result<Vec<bool>, (String, String)> {
    let parsed = parse::parse(condition, table).map_err(|fault| (fault.message, fault.help))?;
    let no_number = |row, column| (no_number(table, row, column), String::new());
    let held = |row| holds(&parsed, row).map_err(|column| no_number(row, column));
    table.rows.iter().map(held).collect()
}

/// The sentence on a cell that is compared as a number and is none.
fn no_number(table: &Table, row: &Row, column: usize) -> String {
    let (name, text) = (&table.headers[column].name, &row.cells[column].text);
    format!("`{name}` is `{text}`, which is no number to compare")
}

/// Where the text of a condition stands in the manifest.
struct Place {
    span: Span,
    /// The byte of the manifest where it begins, if it is written as it is read.
    start: Option<usize>,
}

impl Place {
    fn of(condition: &Spanned<String>, sources: &Sources) -> Self {
        let span = condition.span;
        let written = sources.get(span.source).text.get(span.range()).unwrap_or_default();
        let quotes = written.len().saturating_sub(condition.value.len()) / 2;
        let is_same = written.get(quotes..quotes + condition.value.len()) == Some(&condition.value);
        Self { span, start: is_same.then_some(span.range().start + quotes) }
    }

    fn span(&self, range: &std::ops::Range<usize>) -> Span {
        match self.start {
            Some(start) => Span::new(self.span.source, start + range.start..start + range.end),
            None => self.span,
        }
    }
}

/// Whether a condition holds for a row; fails with the column that should hold a number.
fn holds(condition: &Condition, row: &Row) -> Result<bool, usize> {
    match condition {
        Condition::Any(parts) => {
            for part in parts {
                if holds(part, row)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Condition::All(parts) => {
            for part in parts {
                if !holds(part, row)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Condition::Not(inner) => Ok(!holds(inner, row)?),
        Condition::Filled(operand) => Ok(is_filled(operand, row)),
        Condition::Compared(left, Sign::Equal, right) => are_equal(left, right, row),
        Condition::Compared(left, Sign::Unequal, right) => Ok(!are_equal(left, right, row)?),
        Condition::Compared(left, sign, right) => {
            let (Some(left), Some(right)) = (number(left, row)?, number(right, row)?) else {
                return Ok(false);
            };
            Ok(match sign {
                Sign::Less => left < right,
                Sign::AtMost => left <= right,
                Sign::More => left > right,
                _ => left >= right,
            })
        }
        Condition::In(item, several) => is_in(item, several, row),
    }
}

/// The text of an operand in a row.
fn text<'a>(operand: &'a Operand, row: &'a Row) -> &'a str {
    match &operand.term {
        Term::Column(column) => &row.cells[*column].text,
        Term::Number(text) | Term::Text(text) => text,
        Term::Flag(true) => "true",
        Term::Flag(false) => "false",
        Term::List(_) => "",
    }
}

/// A text as a number, if it is written as one.
pub(super) fn as_number(text: &str) -> Option<f64> {
    let digits = text.trim_start_matches(['-', '+']);
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_plain { text.parse().ok() } else { None }
}

/// The number of an operand, if it has one: the one that a workbook holds goes before what it shows.
fn held(operand: &Operand, row: &Row) -> Option<f64> {
    let own = match &operand.term {
        Term::Column(column) => row.cells[*column].number,
        _ => None,
    };
    own.or_else(|| as_number(text(operand, row)))
}

/// Whether a text is a number with a currency, a per cent sign or marks between its digits.
fn is_dressed(text: &str) -> bool {
    let is_around = |c: char| "$€£¥ \u{a0}".contains(c);
    let inner = text.trim_start_matches(|c| is_around(c) || "+-\u{2212}".contains(c));
    let inner = inner.trim_end_matches(|c| is_around(c) || c == '%');
    let is_blank = |c: char| "'’ \u{a0}\u{202f}".contains(c);
    let is_mark = |c: char| matches!(c, ',' | '.') || is_blank(c);
    let parts: Vec<_> = inner.split(is_mark).collect();
    let is_digits =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    // Only a point or a comma may be followed by other than three digits, and only the last one.
    let last = inner.rfind(is_mark).and_then(|at| inner[at..].chars().next());
    let loose = usize::from(last.is_some_and(|c| !is_blank(c)));
    let groups = parts.get(1..parts.len().saturating_sub(loose)).unwrap_or_default();
    as_number(text).is_none()
        && parts.iter().all(is_digits)
        && groups.iter().all(|part| part.len() == 3)
        && (groups.is_empty() || parts[0].len() <= 3)
}

/// The number of an operand; none if its cell is empty.
fn number(operand: &Operand, row: &Row) -> Result<Option<f64>, usize> {
    let text = text(operand, row);
    match (held(operand, row), &operand.term) {
        (Some(number), _) => Ok(Some(number)),
        (None, Term::Column(column)) if !text.is_empty() => Err(*column),
        _ => Ok(None),
    }
}

fn is_filled(operand: &Operand, row: &Row) -> bool {
    let text = text(operand, row);
    !text.is_empty() && !text.eq_ignore_ascii_case("false")
}

/// Whether two operands are the same number, or else the same text; a text in quotes is also what is
/// shown. Fails with the column of a number that is not written plainly, where a number is asked for.
fn are_equal(left: &Operand, right: &Operand, row: &Row) -> Result<bool, usize> {
    let (one, other) = (text(left, row), text(right, row));
    let terms = (&left.term, &right.term);
    if matches!(terms, (Term::Flag(_), _) | (_, Term::Flag(_))) {
        return Ok(one.eq_ignore_ascii_case(other));
    }
    if matches!(terms, (Term::Text(_), _) | (_, Term::Text(_))) && one == other {
        return Ok(true);
    }
    if let (Some(one), Some(other)) = (held(left, row), held(right, row)) {
        return Ok(one == other);
    }
    match terms {
        (Term::Column(column), Term::Number(_)) if is_dressed(one) => Err(*column),
        (Term::Number(_), Term::Column(column)) if is_dressed(other) => Err(*column),
        _ => Ok(one == other),
    }
}

/// Whether two texts are the same number, or else the same text.
fn alike(one: &str, other: &str) -> bool {
    match (as_number(one), as_number(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Whether something is one of a list, or a part of a text.
fn is_in(item: &Operand, several: &Operand, row: &Row) -> Result<bool, usize> {
    let one = text(item, row);
    Ok(match &several.term {
        Term::List(items) => {
            for other in items {
                if are_equal(item, other, row)? {
                    return Ok(true);
                }
            }
            false
        }
        Term::Column(column) => match &row.cells[*column].data {
            Some(Data::List(items)) => items.iter().any(|other| alike(one, &other.text())),
            _ => !one.is_empty() && row.cells[*column].text.contains(one),
        },
        _ => !one.is_empty() && text(several, row).contains(one),
    })
}
