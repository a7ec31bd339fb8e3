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
    /// A part of a date or time, and how many letters say so; a capital `H`, `M` or `S` goes on after
    /// its end.
    Moment(char, usize),
    /// Words for the hours before noon and for those after it.
    Noon(String, String),
    /// The number as it would be without a format.
    General,
    /// `@`: the text of a cell that holds one.
    Words,
    /// Something that asks for a calendar, digits or names which are not known here.
    Foreign(String),
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
            '@' => (Piece::Words, tail),
            'E' | 'e' if tail.starts_with(['+', '-']) => (Piece::Exponent(c), after(1)),
            _ => word(rest, c, tail),
        };
        pieces.push(piece);
        rest = next;
    }
    pieces
}

/// Letters of a date, a word, or a character that stands for itself.
fn word<'a>(rest: &'a str, c: char, tail: &'a str) -> (Piece, &'a str) {
    let begins =
        |word: &str| rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    if begins("general") {
        return (Piece::General, &rest[7..]);
    }
    if begins("am/pm") {
        return (Piece::Noon("AM".into(), "PM".into()), &rest[5..]);
    }
    if begins("a/p") {
        return (Piece::Noon(rest[..1].into(), rest[2..3].into()), &rest[3..]);
    }
    let letter = c.to_ascii_lowercase();
    let count = rest.chars().take_while(|next| next.eq_ignore_ascii_case(&c)).count();
    match letter {
        'y' | 'm' | 'd' | 'h' | 's' => (Piece::Moment(letter, count), &rest[count..]),
        // The year of an emperor, which outside of Japan is the year.
        'e' => (Piece::Moment('y', 4), &rest[count..]),
        'b' | 'g' => (Piece::Foreign(rest[..count].into()), &rest[count..]),
        _ => (Piece::Literal(c.into()), tail),
    }
}

/// What stands in brackets: hours that go on, a currency, or something that shows nothing.
fn bracket(inside: &str) -> Piece {
    let first = inside.chars().next().unwrap_or_default().to_ascii_lowercase();
    let is_one = inside.chars().all(|c| c.eq_ignore_ascii_case(&first));
    let begins =
        |word: &str| inside.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    match first {
        'h' | 'm' | 's' if is_one => Piece::Moment(first.to_ascii_uppercase(), inside.len()),
        '$' => Piece::Literal(inside[1..].split('-').next().unwrap_or_default().into()),
        _ if begins("dbnum") || begins("natnum") => Piece::Foreign(String::new()),
        _ => Piece::Literal(String::new()),
    }
}

/// How a format speaks: by the code or the tag of a language behind `[$-`, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tongue {
    /// Whether months and weekdays have English names.
    pub is_english: bool,
    /// Whether the calendar and the digits are those of the West.
    pub is_western: bool,
}

/// The language that a section names, English if none.
pub fn tongue(section: &str) -> Tongue {
    let inside = section.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    let code = inside.filter_map(|text| text.strip_prefix('$')?.split_once('-')).next();
    let Some((_, code)) = code else { return Tongue { is_english: true, is_western: true } };
    let code = code.split(',').next().unwrap_or_default();
    match u32::from_str_radix(code, 16) {
        // The two of the system, whose form in the file is that of English.
        Ok(0 | 0xf400 | 0xf800) => Tongue { is_english: true, is_western: true },
        Ok(code) => {
            let (digits, calendar) = (code >> 24, code >> 16 & 0xff);
            Tongue { is_english: code & 0x3ff == 9, is_western: digits <= 1 && calendar <= 1 }
        }
        Err(_) => {
            let is_english = ["en", "x-sys"]
                .iter()
                .any(|tag| code.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag)));
            Tongue { is_english, is_western: true }
        }
    }
}
