//! Heights of lines that `font` sets: the parser of style sheets reads nothing behind a `/`.

use crate::xml::is_markup;

/// A drawing in which each of them is said for itself: `font: 4px/1.2 Cinzel` as `font: 4px Cinzel; line-height: 1.2`.
pub fn spelled_out(svg: String) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for (at, _) in svg.match_indices("font") {
        let start = at + "font".len();
        let Some(value) = svg[start..].trim_start().strip_prefix(':') else { continue };
        let begins = svg[..at].ends_with([' ', '\n', '\t', ';', '{', '"', '\'']);
        let Some((from, height, end)) = height(&svg, at, svg.len() - value.len()) else { continue };
        if at >= done && begins && is_markup(&svg, at) {
            out.push_str(&svg[done..from]);
            out.push_str(&svg[from + 1 + height.len()..end]);
            out.push_str(&format!("; line-height: {height}"));
            done = end;
        }
    }
    if done == 0 { svg } else { out + &svg[done..] }
}

/// Where the `/` of a value of `font` is, what stands behind it, and where the declaration ends.
fn height(svg: &str, at: usize, value: usize) -> Option<(usize, &str, usize)> {
    let tag = svg[..at].rfind('<')?;
    let own = svg[tag..at].rfind("style=").map(|style| tag + style + "style=".len());
    let quote = own.and_then(|open| svg[open..].chars().next());
    let closes = |c: char| c == ';' || quote.map_or(c == '}', |quote| c == quote);
    let end = value + svg[value..].find(closes)?;
    let size = svg[value..end].split(['"', '\'']).next()?;
    let from = value + size.find('/')?;
    let height = svg[from + 1..end].split(char::is_whitespace).next()?;
    let is_height = |c: char| c.is_ascii_alphanumeric() || ['.', '%'].contains(&c);
    (!height.is_empty() && height.chars().all(is_height)).then_some((from, height, end))
}
