//! Days and times of spreadsheets, and how ISO 8601 writes them.

use super::moment::{END, FROM_1904};

/// The days from the year 0000 in March to 1970, as the algorithm below counts.
const TO_1970: i64 = 719_468;
/// The serial number of 1970-01-01.
const SERIAL_1970: i64 = 25_569;

/// Which parts of a moment a format shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The day.
    pub day: bool,
    /// The time of the day.
    pub time: bool,
    /// Seconds, too.
    pub seconds: bool,
    /// Hours go on after a day: `[h]`.
    pub elapsed: bool,
}

/// A serial number as a day, a time or both; `None` if it is out of range.
///
/// `from_1904` is the older count of Macintosh workbooks.
pub fn iso(serial: f64, parts: Parts, from_1904: bool) -> Option<String> {
    let serial = if from_1904 && parts.day { serial + FROM_1904 } else { serial };
    if !(0.0..END).contains(&serial) {
        return None;
    }
    let seconds = (serial * 86_400.0).round() as i64;
    let (mut day, mut time) = (seconds / 86_400, seconds % 86_400);
    if parts.elapsed && !parts.day {
        (day, time) = (0, seconds);
    }
    let date = parts.day.then(|| date(day));
    let time = parts.time.then(|| clock(time, parts.seconds));
    Some([date, time].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// A time of `seconds` after midnight; seconds are left out if they are nought and not asked for.
fn clock(seconds: i64, always: bool) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let short = format!("{hours:02}:{minutes:02}");
    if always || rest != 0 { format!("{short}:{rest:02}") } else { short }
}

fn date(serial: i64) -> String {
    let (year, month, day) = day_of(serial);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a serial number; 60 is the leap day that 1900 did not have, and 0 the day
/// before the first of January.
pub fn day_of(serial: i64) -> (i64, i64, i64) {
    match serial {
        0 => (1900, 1, 0),
        60 => (1900, 2, 29),
        _ => civil(serial - SERIAL_1970 + i64::from(serial < 60)),
    }
}

/// The serial number of a moment as ISO 8601 writes it: `2026-11-30`, `14:30` or both.
pub fn serial(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('Z');
    let (day, time) = match text.split_once('T') {
        Some((day, time)) => (Some(day), Some(time)),
        None if text.contains(':') => (None, Some(text)),
        None => (Some(text), None),
    };
    let days = day.map_or(Some(0), |day| {
        let mut parts = day.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let days = days_from(year, month, day) + SERIAL_1970;
        let is_day =
            (1900..=9999).contains(&year) && civil(days - SERIAL_1970) == (year, month, day);
        is_day.then_some(if days < 61 { days - 1 } else { days })
    })?;
    let seconds = time.map_or(Some(0.0), |time| {
        let mut parts = time.splitn(3, ':').map(|part| part.parse::<f64>().ok());
        let (hours, minutes) = (parts.next()??, parts.next()??);
        let seconds = parts.next().unwrap_or(Some(0.0))?;
        let is_time = (0.0..25.0).contains(&hours) && (0.0..60.0).contains(&minutes);
        is_time.then_some(hours * 3600.0 + minutes * 60.0 + seconds)
    })?;
    Some(days as f64 + seconds / 86_400.0)
}

/// The days from 1970 to a day of the calendar of today.
fn days_from(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let of_year = (153 * ((month + 9).rem_euclid(12)) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
        - TO_1970
}

/// Year, month and day of a number of days since 1970, in the calendar of today.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + TO_1970;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// A moment that a file writes as `2026-11-30T14:30:00`, without what is nought at its end.
pub fn written(text: &str) -> String {
    match text.split_once('T') {
        Some((day, "00:00:00")) => day.to_owned(),
        Some((day, time)) => format!("{day} {}", time.strip_suffix(":00").unwrap_or(time)),
        None => text.to_owned(),
    }
}

/// A span of time as ODS writes it, `PT14H30M00S`, as a clock shows it; as it is if it is not one.
pub fn period(text: &str) -> String {
    let read = |text: &str| -> Option<i64> {
        let (mut seconds, mut number) = (0.0, String::new());
        for c in text.strip_prefix("PT")?.chars() {
            let unit = match c {
                'H' => 3600.0,
                'M' => 60.0,
                'S' => 1.0,
                _ => {
                    number.push(c);
                    continue;
                }
            };
            seconds += number.parse::<f64>().ok()? * unit;
            number.clear();
        }
        (0.0..1e9).contains(&seconds).then_some(seconds.round() as i64)
    };
    read(text).map_or_else(|| text.to_owned(), |seconds| clock(seconds, false))
}

#[cfg(test)]
mod tests {
    use super::{Parts, iso, period, serial, written};

    #[test]
    fn serial_numbers_are_days_and_times() {
        let day = Parts { day: true, ..Parts::default() };
        let time = Parts { time: true, ..Parts::default() };
        let both = Parts { day: true, time: true, ..Parts::default() };
        let cases = [
            (1.0, day, "1900-01-01"),
            (59.0, day, "1900-02-28"),
            (60.0, day, "1900-02-29"),
            (61.0, day, "1900-03-01"),
            (25_569.0, day, "1970-01-01"),
            (36_585.0, day, "2000-02-29"),
            (46_356.0, day, "2026-11-30"),
            (2_958_465.0, day, "9999-12-31"),
            (0.604_166_666_666_667, time, "14:30"),
            (46_356.999_999_999, both, "2026-12-01 00:00"),
            (46_356.75, both, "2026-11-30 18:00"),
        ];
        for (serial, parts, text) in cases {
            assert_eq!(iso(serial, parts, false).as_deref(), Some(text), "{serial}");
        }
        let elapsed = Parts { time: true, seconds: true, elapsed: true, ..Parts::default() };
        assert_eq!(iso(1.5, elapsed, false).as_deref(), Some("36:00:00"));
        assert_eq!(iso(0.0, day, true).as_deref(), Some("1904-01-01"));
        assert_eq!(iso(-1.0, day, false), None);
        assert_eq!(iso(f64::NAN, day, false), None);
    }

    #[test]
    fn what_is_written_is_the_number_of_its_moment() {
        for text in
            ["1900-01-01", "1900-02-28", "1900-03-01", "1970-01-01", "2000-02-29", "9999-12-31"]
        {
            let day = Parts { day: true, ..Parts::default() };
            assert_eq!(serial(text).and_then(|days| iso(days, day, false)).as_deref(), Some(text));
        }
        assert_eq!(serial("2026-11-30T12:00:00"), Some(46_356.5));
        assert_eq!(serial("18:00"), Some(0.75));
        for wrong in
            ["", "soon", "2026-13-01", "2026-02-30", "2026-11-30T99:00:00", "1899-12-31", "-1-1-1"]
        {
            assert_eq!(serial(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moments_and_periods_are_read_as_files_write_them() {
        assert_eq!(written("2026-11-30T14:30:00"), "2026-11-30 14:30");
        assert_eq!(written("2026-11-30T14:30:05"), "2026-11-30 14:30:05");
        assert_eq!(written("2026-11-30T00:00:00"), "2026-11-30");
        assert_eq!(written("2026-11-30"), "2026-11-30");
        assert_eq!(period("PT14H30M00S"), "14:30");
        assert_eq!(period("PT00H00M07.5S"), "00:00:08");
        assert_eq!(period("soon"), "soon");
    }
}
