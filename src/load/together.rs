//! What must hold of decks that share their pages: all are cut alike.

use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Deck, Shape, SheetSpec};
use crate::span::Span;

/// Tells what keeps the decks of a sheet from common pages.
pub fn check(
    sheet: &SheetSpec,
    table: &Reader<'_, '_>,
    span: Span,
    decks: &[Deck],
    sink: &mut Sink,
) {
    let at = |key: &'static str| table.get(key).map_or(span, |value| table.span(value));
    let mut tell = |code, message: String, at, help: &str| {
        sink.push(Diagnostic::error(code, message).at(at).help(help));
    };
    if sheet.name.is_empty() && sheet.file.is_none() {
        let help = "write `name = \"cards\"`: the file is `sheets/cards-a4.pdf`";
        tell(Code::MISSING_KEY, "decks that are put together need a `name`".into(), span, help);
    }
    let alone = [("tile", sheet.tile.asked), ("fold", sheet.fold.is_some())];
    if let Some((key, _)) = alone.into_iter().find(|(_, is_asked)| *is_asked) {
        let message = format!("`together` is for many faces on a page, `{key}` for one alone");
        tell(Code::BAD_VALUE, message, at(key), "leave out one of them");
    }
    if sheet.papers.iter().any(|paper| paper.is_whole()) {
        let message = "`whole` is as large as one face, and `together` is for many on a page";
        tell(Code::BAD_VALUE, message.into(), at("paper"), "name a paper, such as `a3`");
    }
    let lot = sheet.lots(decks).concat();
    let twice = |at: &usize| lot[..*at].contains(&lot[*at]);
    if let Some(twice) = (0..lot.len()).find(twice) {
        let message = format!("`{}` would be printed twice", decks[lot[twice]].name);
        tell(Code::BAD_VALUE, message, at("decks"), "name each deck once");
    }
    let Some(first) = lot.first().map(|deck| &decks[*deck]) else { return };
    let others = lot[1..].iter().map(|deck| &decks[*deck]);
    let others: Vec<_> = others.filter(|other| !is_cut_like(first, other)).collect();
    if let [other, more @ ..] = &others[..] {
        let and = if more.is_empty() { String::new() } else { format!(", as {} more", more.len()) };
        let message = format!(
            "`{}` cannot share pages with `{}`{and}: {}",
            first.name,
            other.name,
            difference(first, other)
        );
        let help =
            "decks on common pages have one shape, one size and one gutter; name those in `decks`";
        tell(Code::GRID, message, at("decks"), help);
    }
}

/// Whether pieces of two decks lie in cells of one grid, if need be on their side.
fn is_cut_like(one: &Deck, other: &Deck) -> bool {
    let (a, b) = (one.size.size, other.size.size);
    let may_turn = one.form.shape == Shape::Straight;
    (one.form.shape, one.form.gutter) == (other.form.shape, other.form.gutter)
        && (a == b || (may_turn && a == b.turned()))
}

/// What differs, in words.
fn difference(one: &Deck, other: &Deck) -> String {
    if one.form.shape != other.form.shape {
        return "their shapes differ".into();
    }
    if one.form.gutter != other.form.gutter {
        return "their gutters differ".into();
    }
    format!("one is {}, the other {}", one.size.size, other.size.size)
}
