//! Lines of tables and sentences, on a terminal that is narrower than they are.

/// A terminal that is narrower gets lines as they are.
pub const NARROWEST: usize = 24;

/// A text whose lines are at most so wide: broken between the columns of a table, and in these between words. What is one long
/// word stays whole.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn long(text: &str) -> usize {
    text.chars().count()
}

fn wrapped_line(line: &str, width: usize) -> String {
    if long(line) <= width {
        return line.to_owned();
    }
    let indent = long(line) - long(line.trim_start());
    // What goes on stands a little further in; so does a line that stands under the columns of another.
    let indent = if indent > width / 3 { 4 } else { indent };
    let hang = if indent > width / 3 { indent } else { indent + 2 };
    let mut lines = vec![String::new()];
    // Where the column before ends, in the line as it was and as it is.
    let mut end = 0;
    for (at, (start, text)) in cells(line).into_iter().enumerate() {
        let last = lines.last().map_or(0, |line| long(line));
        let pad = if at == 0 { indent } else { start - end };
        // A sentence beside a label stays beside it where there is room for some words.
        let beside =
            at == 1 && start <= width / 2 && text.contains(' ') && hang + long(&text) > width;
        end = start + long(&text);
        let left = if at == 0 || beside { last + pad } else { hang };
        if last + pad + long(&text) <= width || left != hang {
            extend(&mut lines, pad, "");
        } else {
            lines.push(" ".repeat(hang));
        }
        words(&mut lines, &text, width, if at == 0 { hang } else { left });
    }
    lines.join("\n")
}

/// Puts a text behind the last line, and what has no room there below it, so far in.
fn words(lines: &mut Vec<String>, text: &str, width: usize, left: usize) {
    let mut fresh = true;
    // A number stays with its sign.
    for word in text.replace(" %", "\u{a0}%").split(' ') {
        let word = word.replace('\u{a0}', " ");
        let last = lines.last().map_or(0, |line| long(line));
        if fresh || last + 1 + long(&word) <= width {
            extend(lines, usize::from(!fresh), &word);
        } else {
            lines.push(format!("{}{word}", " ".repeat(left)));
        }
        fresh = false;
    }
}

fn extend(lines: &mut [String], pad: usize, text: &str) {
    if let Some(last) = lines.last_mut() {
        last.extend(std::iter::repeat_n(' ', pad));
        last.push_str(text);
    }
}

/// The columns of a line, which two blanks or more part: where each begins, and what it holds.
fn cells(line: &str) -> Vec<(usize, String)> {
    let (mut cells, mut blanks) = (Vec::<(usize, String)>::new(), 2);
    for (at, sign) in line.chars().enumerate() {
        if sign == ' ' {
            blanks += 1;
            continue;
        }
        match cells.last_mut().filter(|_| blanks < 2) {
            Some((_, cell)) => {
                cell.extend(std::iter::repeat_n(' ', blanks));
                cell.push(sign);
            }
            None => cells.push((at, sign.to_string())),
        }
        blanks = 0;
    }
    cells
}
