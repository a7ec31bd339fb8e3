//! Takes a number format apart: places of digits, words, and parts of a date.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text to be shown.
    Literal(String),
    /// `0`, `#` or `?`: the place of a digit.
    Digit(char),
    /// The decimal point.
    Point,
    /// A comma: thousands, or division by a thousand.
    Comma,
    /// A per cent sign.
    Percent,
    /// `E+` or `E-`.
    Exponent(char),
    /// The bar of a fraction.
    Bar,
    /// A part of a date or time; a capital `H`, `M` or `S` goes on after its end.
    Moment(char),
    /// The number as it would be without a format.
    General,
}

/// Takes a section apart.
pub fn pieces(section: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = section;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        let after =
            |length: usize| tail.char_indices().nth(length).map_or("", |(at, _)| &tail[at..]);
        let literal = |text: &str| Piece::Literal(text.to_owned());
        let until = |end: char| tail.split_once(end).unwrap_or((tail, ""));
        let (piece, next) = match c {
            '"' => (literal(until('"').0), until('"').1),
            '\\' => (literal(&tail[..tail.len() - after(1).len()]), after(1)),
            '_' => (literal(" "), after(1)),
            '*' => (literal(""), after(1)),
            '[' => (bracket(until(']').0), until(']').1),
            '0' | '#' | '?' => (Piece::Digit(c), tail),
            '.' => (Piece::Point, tail),
            ',' => (Piece::Comma, tail),
            '%' => (Piece::Percent, tail),
            '/' => (Piece::Bar, tail),
            '@' => (Piece::General, tail),
            'E' | 'e' if tail.starts_with(['+', '-']) => (Piece::Exponent(c), after(1)),
            _ => word(rest, c, tail),
        };
        pieces.push(piece);
        rest = next;
    }
    pieces
}

/// A letter of a date, a word, or a character that stands for itself.
fn word<'a>(rest: &'a str, c: char, tail: &'a str) -> (Piece, &'a str) {
    let begins =
        |word: &str| rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    if begins("general") {
        return (Piece::General, &rest[7..]);
    }
    for noon in ["am/pm", "a/p"] {
        if begins(noon) {
            return (Piece::Moment('h'), &rest[noon.len()..]);
        }
    }
    match c.to_ascii_lowercase() {
        c @ ('y' | 'm' | 'd' | 'h' | 's') => (Piece::Moment(c), tail),
        'e' => (Piece::Moment('y'), tail),
        _ => (Piece::Literal(c.into()), tail),
    }
}

/// What stands in brackets: hours that go on, a currency, or something that shows nothing.
fn bracket(inside: &str) -> Piece {
    let first = inside.chars().next().unwrap_or_default().to_ascii_lowercase();
    let is_one = inside.chars().all(|c| c.eq_ignore_ascii_case(&first));
    match first {
        'h' | 'm' | 's' if is_one => Piece::Moment(first.to_ascii_uppercase()),
        '$' => Piece::Literal(inside[1..].split('-').next().unwrap_or_default().into()),
        _ => Piece::Literal(String::new()),
    }
}
