//! Writes days and times as the format of their cell shows them: `d-mmm-yy`, `h:mm AM/PM`, `[h]:mm`.

use super::date::day_of;
use super::pieces::Piece;

/// From the count that begins in 1900 to the one that begins in 1904, in days.
pub const FROM_1904: f64 = 1462.0;
/// The first number that no calendar of a spreadsheet has: the day after 9999-12-31.
pub const END: f64 = 2_958_466.0;
/// Seconds of a day.
const DAY: i64 = 86_400;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// What a moment is made of.
struct Moment {
    /// Days of the calendar's count.
    serial: i64,
    /// Seconds of the day.
    time: i64,
    /// Digits behind the seconds.
    fraction: String,
    /// Whether hours begin anew at noon.
    halves: bool,
}

/// A serial number as `pieces` show it, with English names; `None` if it is out of range.
pub fn moment(serial: f64, pieces: &[Piece], from_1904: bool) -> Option<String> {
    let shows_day = pieces.iter().any(|one| matches!(one, Piece::Moment('y' | 'd', _)));
    let shows_month = (0..pieces.len()).any(|at| is_month(pieces, at));
    let serial = if from_1904 && (shows_day || shows_month) { serial + FROM_1904 } else { serial };
    if !(0.0..END).contains(&serial) {
        return None;
    }
    let places = (0..pieces.len()).map(|at| fractions(pieces, at)).max().unwrap_or(0);
    let unit = 10_i64.pow(places as u32);
    let ticks = (serial * (DAY * unit) as f64).round() as i64;
    let seconds = ticks / unit;
    let moment = Moment {
        serial: seconds / DAY,
        time: seconds % DAY,
        fraction: if places > 0 { format!("{:0places$}", ticks % unit) } else { String::new() },
        halves: pieces.iter().any(|one| matches!(one, Piece::Noon(..))),
    };
    let mut text = String::new();
    let mut at = 0;
    while at < pieces.len() {
        text += &moment.piece(pieces, at);
        let behind = fractions(pieces, at);
        if behind > 0 {
            text += ".";
            text += &moment.fraction[..behind];
            at += 1 + behind;
        }
        at += 1;
    }
    Some(text)
}

/// How many digits behind seconds follow the piece at `at`, which shows seconds.
fn fractions(pieces: &[Piece], at: usize) -> usize {
    match &pieces[at..] {
        [Piece::Moment('s' | 'S', _), Piece::Point, rest @ ..] => {
            rest.iter().take(3).take_while(|one| **one == Piece::Digit('0')).count()
        }
        _ => 0,
    }
}

/// Whether the piece at `at` is a month: an `m` behind hours or before seconds is minutes.
pub fn is_month(pieces: &[Piece], at: usize) -> bool {
    let letter = |one: &Piece| if let Piece::Moment(c, _) = one { Some(*c) } else { None };
    let Piece::Moment('m', count) = pieces[at] else { return false };
    let before = pieces[..at].iter().rev().find_map(letter);
    let behind = pieces[at + 1..].iter().find_map(letter);
    count > 2 || !matches!(before, Some('h' | 'H')) && !matches!(behind, Some('s' | 'S'))
}

impl Moment {
    /// What the piece at `at` shows.
    fn piece(&self, pieces: &[Piece], at: usize) -> String {
        let (hours, minutes, seconds) = (self.time / 3600, self.time / 60 % 60, self.time % 60);
        let total = self.serial * DAY + self.time;
        let padded = |value: i64, width: usize| format!("{value:0width$}");
        match &pieces[at] {
            Piece::Moment('y', _) if self.year() < 0 => String::new(),
            Piece::Moment('y', 1 | 2) => padded(self.year() % 100, 2),
            Piece::Moment('y', _) => padded(self.year(), 4),
            Piece::Moment('m', count) if is_month(pieces, at) => self.month(*count),
            Piece::Moment('d', count) => self.day(*count),
            Piece::Moment('h', count) if self.halves => {
                padded((hours + 11) % 12 + 1, (*count).min(2))
            }
            Piece::Moment('h', count) => padded(hours, (*count).min(2)),
            Piece::Moment('m', count) => padded(minutes, (*count).min(2)),
            Piece::Moment('s', count) => padded(seconds, (*count).min(2)),
            Piece::Moment('H', count) => padded(total / 3600, *count),
            Piece::Moment('M', count) => padded(total / 60, *count),
            Piece::Moment('S', count) => padded(total, *count),
            Piece::Noon(before, behind) => if hours < 12 { before } else { behind }.clone(),
            Piece::Literal(text) | Piece::Foreign(text) => text.clone(),
            Piece::Bar => "/".into(),
            Piece::Point => ".".into(),
            Piece::Comma => ",".into(),
            Piece::Percent => "%".into(),
            Piece::Digit(c) | Piece::Exponent(c) => c.to_string(),
            Piece::Moment(..) | Piece::General | Piece::Words => String::new(),
        }
    }

    fn year(&self) -> i64 {
        day_of(self.serial).0
    }

    fn month(&self, count: usize) -> String {
        let month = day_of(self.serial).1;
        let name = MONTHS[(month - 1) as usize];
        match count {
            1 => month.to_string(),
            2 => format!("{month:02}"),
            3 => name[..3].into(),
            5 => name[..1].into(),
            _ => name.into(),
        }
    }

    fn day(&self, count: usize) -> String {
        let day = day_of(self.serial).2;
        // The first day of the count was a Sunday, for programs that know of a 29th of February 1900.
        let name = WEEKDAYS[(self.serial - 1).rem_euclid(7) as usize];
        match count {
            1 => day.to_string(),
            2 => format!("{day:02}"),
            3 => name[..3].into(),
            _ => name.into(),
        }
    }
}
