//! Stars as marks in a text with keywords: what stands in italics already, and which marks are open.

/// A form without the single stars around its reminder.
pub fn upright(form: &str) -> String {
    let Some(at) = form.find("{reminder}") else { return form.into() };
    if !is_slanted(&form[..at]) {
        return form.into();
    }
    let single = |one: &(usize, usize)| one.1 == 1;
    let first = star_runs(&form[..at]).into_iter().rfind(single);
    let last = star_runs(&form[at..]).into_iter().find(single).map(|(start, _)| (at + start, 1));
    match (first, last) {
        (Some((first, _)), Some((last, _))) => {
            [&form[..first], &form[first + 1..last], &form[last + 1..]].concat()
        }
        _ => form.into(),
    }
}

/// Whether what follows a text is in italics.
pub fn is_slanted(text: &str) -> bool {
    open_stars(text).iter().any(|count| *count != 2)
}

/// Whether a text has words in italics.
pub fn has_slant(text: &str) -> bool {
    star_runs(text).iter().any(|(at, count)| *count != 2 && opens(text, at + count))
}

/// How many stars each of the marks has that a line leaves open.
pub fn open_stars(line: &str) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (at, count) in star_runs(line) {
        let ends = line[..at].chars().next_back().is_some_and(|c| !c.is_whitespace());
        match open.iter().rposition(|one| *one == count) {
            Some(from) if ends => open.truncate(from),
            None if ends && count == 3 && !open.is_empty() => open.clear(),
            _ if opens(line, at + count) => open.push(count),
            _ => {}
        }
    }
    open
}

/// Whether stars that end at a place may begin a mark.
fn opens(line: &str, end: usize) -> bool {
    !line[end..].chars().next().is_some_and(char::is_whitespace)
}

/// The places and lengths of what may be marks: no star behind a backslash or inside a word.
fn star_runs(text: &str) -> Vec<(usize, usize)> {
    let (mut runs, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let count = text[at..].bytes().take_while(|byte| *byte == b'*').count();
        let of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_inside = count == 1
            && of_word(text[..at].chars().next_back())
            && of_word(text[at + 1..].chars().next());
        if (1..=3).contains(&count) && !is_inside {
            runs.push((at, count));
        }
        let escaped = if c == '\\' { text[at + 1..].chars().next() } else { None };
        at += if count > 0 { count } else { c.len_utf8() + escaped.map_or(0, char::len_utf8) };
    }
    runs
}
