//! text-mapper's lists: `0101 mountain "Peak"` for a hexagon, `0101-0105 river` for a line.

use super::{Imported, ImportedLine, Known, fault, table};
use crate::board::{Orientation, Shift};
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::BoardKind;
use crate::span::{SourceId, Sources, Span, Spanned};

/// Words by which lines tell how something is drawn, which the template of a board does.
const DRAWING: [&str; 10] =
    ["attributes", "path", "lib", "xml", "glow", "include", "text", "label", "license", "other"];

/// Reads a list.
///
/// # Errors
/// A line that cannot be read exactly, or no hexagon at all.
pub fn read(
    source: SourceId,
    sources: &Sources,
    sink: &mut Sink,
) -> Result<Imported, Box<Diagnostic>> {
    let text = sources.get(source).text.clone();
    let mut list = List {
        source,
        rows: Vec::new(),
        lines: Vec::new(),
        most: (0, 0),
        drawing: None,
        texts: None,
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(source, start..start + line.trim_end().len());
        start += line.len();
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let first = words.split_whitespace().next().unwrap_or_default();
        if first.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            list.take(words, first, span)?;
        } else if words.starts_with('<')
            || words.split_whitespace().take(3).any(|word| DRAWING.contains(&word))
        {
            list.drawing.get_or_insert(span);
        } else {
            let help = "a line is `0101 mountain \"Peak\"`, or `0101-0105 river \"Name\"`";
            return Err(fault(format!("`{first}` begins no line that is known"), span, help));
        }
    }
    if let Some(span) = list.drawing {
        let message = "how text-mapper draws things is not taken: the board's template draws";
        sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span));
    }
    if let Some(span) = list.texts {
        let message = "only the first text in quotes of a line is taken, as its name";
        sink.push(Diagnostic::warning(Code::BOARD_IMPORT, message).at(span));
    }
    list.finish()
}

struct List {
    source: SourceId,
    rows: Vec<(Span, Vec<(String, Span)>)>,
    lines: Vec<ImportedLine>,
    /// The highest column and row.
    most: (u32, u32),
    /// The first line that tells how something is drawn.
    drawing: Option<Span>,
    /// The first line with more than one text.
    texts: Option<Span>,
}

impl List {
    /// Takes a hexagon or a line.
    fn take(&mut self, words: &str, first: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let rest = words[first.len()..].trim();
        if !first.contains('-') {
            self.place(first, span)?;
            let (kinds, label, more) = labelled(rest);
            self.note(more, span);
            let kinds: Vec<_> = kinds.split_whitespace().collect();
            let cells = [first.to_owned(), kinds.join(" "), label];
            self.rows.push((span, cells.into_iter().map(|text| (text, span)).collect()));
            return Ok(());
        }
        let mut cells: Vec<Spanned<String>> = Vec::new();
        let mut at = span.range().start;
        for id in first.split('-') {
            self.place(id, span)?;
            let place = Span::new(self.source, at..at + id.len());
            cells.push(Spanned { value: id.to_owned(), span: place });
            at += id.len() + 1;
        }
        let (kinds, name, more) = labelled(rest);
        let (kind, others) = kinds.split_once(char::is_whitespace).unwrap_or((kinds, ""));
        self.note(others, span);
        self.note(more, span);
        let kind = kind.to_owned();
        if kind.is_empty() {
            return Err(fault("a line needs a kind", span, "write `0101-0105 river`"));
        }
        self.lines.push(ImportedLine { kind, name, cells, way: Some(way) });
        Ok(())
    }

    /// Notes words that are left out.
    fn note(&mut self, words: &str, span: Span) {
        if words.contains(QUOTES) {
            self.texts.get_or_insert(span);
        } else if !words.trim().is_empty() {
            self.drawing.get_or_insert(span);
        }
    }

    /// Notes how far the field reaches.
    fn place(&mut self, id: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        let digits = id.len() == 4 && id.bytes().all(|byte| byte.is_ascii_digit());
        let place = digits.then(|| (id[..2].parse::<u32>().ok(), id[2..].parse::<u32>().ok()));
        match place {
            Some((Some(column @ 1..), Some(row @ 1..))) => {
                self.most = (self.most.0.max(column), self.most.1.max(row));
                Ok(())
            }
            _ => {
                let help = "columns and rows have two digits each, from 01, on one level";
                Err(fault(format!("`{id}` is no hexagon that can be read"), span, help))
            }
        }
    }

    fn finish(self) -> Result<Imported, Box<Diagnostic>> {
        let span = Span::new(self.source, 0..0);
        if self.rows.is_empty() {
            return Err(fault("the list has no hexagons", span, "write `0101 mountain`"));
        }
        let names = ["id", "terrain", "name"].map(str::to_owned);
        let (columns, rows) = self.most;
        // The second, fourth … columns lie lower.
        let hex = Some((Orientation::Flat, Shift::Even));
        let field = Known { kind: BoardKind::Hex, columns, rows, hex };
        let table = table(&names, span, self.rows);
        Ok(Imported { table, field: Some(field), lines: self.lines, is_partial: true })
    }
}

const QUOTES: [char; 3] = ['"', '“', '”'];

/// The hexagons behind `from` on text-mapper's way to `to`, with it; none where one has no place.
///
/// It goes to the neighbour whose column and row are nearest, by the squares of their differences, and of
/// several to the first, around from the one to the left. That is not always the shortest way on the board.
fn way(from: &str, to: &str) -> Vec<String> {
    const EVEN: [(i64, i64); 6] = [(-1, 0), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 1)];
    const ODD: [(i64, i64); 6] = [(-1, -1), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 0)];
    /// No way on a field of two digits is longer.
    const LONGEST: usize = 200;
    let place = |id: &str| -> Option<(i64, i64)> {
        Some((id.get(..2)?.parse().ok()?, id.get(2..)?.parse().ok()?))
    };
    let (Some(mut here), Some(to)) = (place(from), place(to)) else { return Vec::new() };
    let far = |one: &(i64, i64)| (to.0 - one.0).pow(2) + (to.1 - one.1).pow(2);
    let mut way = Vec::new();
    while here != to && way.len() < LONGEST {
        let around = if here.0 % 2 == 0 { EVEN } else { ODD };
        let near = around.map(|(column, row)| (here.0 + column, here.1 + row));
        here = near.into_iter().min_by_key(far).unwrap_or(to);
        way.push(format!("{:02}{:02}", here.0, here.1));
    }
    way
}

/// What stands before a text in quotes, that text, and what follows it.
fn labelled(rest: &str) -> (&str, String, &str) {
    let Some((before, after)) = rest.split_once(QUOTES) else { return (rest, String::new(), "") };
    let (label, more) = after.split_once(QUOTES).unwrap_or((after, ""));
    (before.trim(), label.trim().to_owned(), more.trim())
}
