//! The marks inside a line: bold, italic, icons and named styles.

use super::content::Content;
use super::markup::{Inline, Look};
use crate::diag::{Code, did_you_mean, suggest};
use crate::findings::{Finding, Findings};
use crate::icons::Icons;
use crate::marks::{self, DEEPEST, ESCAPED};
use crate::model::{Styles, is_name};

/// Parses the parts of lines, and knows the looks that they have.
pub struct Parser<'a, 'd, 'i> {
    content: &'a Content<'d, 'i>,
    icons: &'a Icons,
    styles: &'a Styles,
    findings: &'a Findings,
    looks: Vec<Look>,
}

impl<'a, 'd, 'i> Parser<'a, 'd, 'i> {
    /// A parser of this text's lines.
    pub fn new(
        content: &'a Content<'d, 'i>,
        icons: &'a Icons,
        styles: &'a Styles,
        findings: &'a Findings,
    ) -> Self {
        Self { content, icons, styles, findings, looks: vec![Look::default()] }
    }

    /// The looks that were met; the first is that of the box.
    pub fn looks(self) -> Vec<Look> {
        self.looks
    }

    /// Parses the bytes from `start` to `end`.
    pub fn marked(&mut self, start: usize, end: usize, out: &mut Vec<Inline>) {
        self.marks(start, end, &Look::default(), 0, out);
    }

    /// Parses the bytes from `at` to `end`, which look as `look` says.
    fn marks(
        &mut self,
        mut at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        out: &mut Vec<Inline>,
    ) {
        // What was looked for in vain once is not looked for again: a text of stars stays cheap.
        let mut lone = [false; 4];
        let begin = at;
        while at < end {
            let rest = &self.content.text[at..end];
            let c = rest.chars().next().unwrap_or_default();
            let next = rest[c.len_utf8()..].chars().next();
            if c == '\\' && next.is_some_and(|next| ESCAPED.contains(&next)) {
                let next = next.unwrap_or_default();
                self.push(at + 1, next, look, out);
                at += 1 + next.len_utf8();
                continue;
            }
            let taken = match c {
                _ if depth >= DEEPEST => None,
                '*' if marks::is_inside_word(&self.content.text[begin..end], at - begin) => None,
                '*' => self.stars(at, end, look, depth, &mut lone, out),
                '{' => self.icon(at, end, look, out),
                '[' => self.styled(at, end, look, depth, out),
                _ => None,
            };
            match taken {
                Some(after) => at = after,
                None => {
                    // Stars that mark nothing are printed together, or each would look for its end.
                    let run = rest.chars().take_while(|one| c == '*' && *one == c).count().max(1);
                    (0..run).for_each(|_| self.push(at, c, look, out));
                    at += run * c.len_utf8();
                }
            }
        }
    }

    /// Every character stands for itself.
    pub fn plain(&mut self, start: usize, end: usize, out: &mut Vec<Inline>) {
        let text = &self.content.text[start..end];
        for (at, c) in text.char_indices() {
            self.push(start + at, c, &Look::default(), out);
        }
    }

    /// `*italic*`, `**bold**` and `***both***`: gives the place behind it.
    fn stars(
        &mut self,
        at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        lone: &mut [bool; 4],
        out: &mut Vec<Inline>,
    ) -> Option<usize> {
        let text = &self.content.text[..end];
        let count = text[at..].bytes().take_while(|byte| *byte == b'*').count();
        let start = at + count;
        let opens = text[start..].chars().next().is_some_and(|c| !c.is_whitespace());
        let is_bold = (2..=3).contains(&count);
        let closes = text[..at].chars().next_back().is_some_and(|c| !c.is_whitespace());
        if is_bold && !opens && closes {
            self.tell_open(at, &text[at..start], Code::STYLE);
        }
        if !(1..=3).contains(&count) || !opens {
            return None;
        }
        let found = if lone[count] { None } else { marks::stars(text, start, count) };
        let Some(found) = found else {
            lone[count] = true;
            if is_bold || marks::begins_word(text, at) {
                self.tell_open(at, &text[at..start], Code::STYLE);
            }
            return None;
        };
        let looks = |count: usize| Look {
            bold: look.bold || count >= 2,
            italic: look.italic || count != 2,
            ..look.clone()
        };
        let (first, closed) = found.inner.unwrap_or((found.close, 0));
        self.marks(start, first, &looks(count), depth + 1, out);
        if closed > 0 {
            self.marks(first + closed, found.close, &looks(found.outer()), depth + 1, out);
        }
        Some(found.end())
    }

    /// `{name}` and `{name|label}`: gives the place behind it.
    fn icon(&mut self, at: usize, end: usize, look: &Look, out: &mut Vec<Inline>) -> Option<usize> {
        let rest = &self.content.text[at + 1..end];
        let close = rest.find(['}', '{']).filter(|close| rest[*close..].starts_with('}'));
        let Some(close) = close else {
            let name = &rest[..rest.find(|c| !is_name(&String::from(c))).unwrap_or(rest.len())];
            if self.icons.get(name).is_some() {
                self.tell_open(at, &format!("{{{name}"), Code::ICON);
            }
            return None;
        };
        let (name, label) = match rest[..close].split_once('|') {
            Some((name, label)) => (name, Some(label.trim().to_owned())),
            None => (&rest[..close], None),
        };
        if self.icons.get(name).is_some() {
            let label = label.filter(|label| !label.is_empty() || self.tell_empty(name));
            let look = self.look(at, look);
            out.push(Inline::Icon { name: name.into(), label, look });
            return Some(at + 1 + close + 1);
        }
        let is_spaced = self.icons.get(name.trim()).is_some();
        if is_name(name) || is_spaced {
            let message =
                format!("there is no icon `{name}`; the text shows `{{{}}}`", &rest[..close]);
            let help = match is_spaced {
                true => format!("write `{}` without blanks", name.trim()),
                false => suggest(name, self.icons.names()),
            };
            let plain = "to print braces without this warning, write `\\{`";
            let finding = Finding::warning(Code::ICON, message).written(format!("{{{name}"));
            self.findings.push(finding.help(format!("{help}; {plain}")).once(name));
        }
        None
    }

    /// Tells that nothing stands where a number over an icon would; false, as there is none then.
    fn tell_empty(&self, name: &str) -> bool {
        let message = format!("the icon `{name}` has no number over it: nothing stands behind `|`");
        let finding = Finding::warning(Code::ICON, message).written(format!("{{{name}|"));
        self.findings.push(
            finding.help(format!("write `{{{name}|2}}`, or `{{{name}}}` for the icon alone")),
        );
        false
    }

    /// `[style: words]`: gives the place behind it.
    fn styled(
        &mut self,
        at: usize,
        end: usize,
        look: &Look,
        depth: usize,
        out: &mut Vec<Inline>,
    ) -> Option<usize> {
        let text = &self.content.text[..end];
        let Some(name) = marks::style(text, at) else {
            self.tell_spaced(&text[at + 1..]);
            return None;
        };
        if !self.styles.contains_key(name) {
            self.tell_style(name);
            return None;
        }
        let start = at + 1 + name.len() + 1;
        let Some(close) = marks::closing_bracket(text, start) else {
            self.tell_open(at, &text[at..start], Code::STYLE);
            return None;
        };
        let blank = usize::from(text[start..close].starts_with(' '));
        let mut inner = look.clone();
        inner.styles.push(name.into());
        self.marks(start + blank, close, &inner, depth + 1, out);
        Some(close + 1)
    }

    /// Tells a mark that begins like one and has no other end.
    fn tell_open(&self, at: usize, mark: &str, code: Code) {
        let message = format!("the mark `{mark}` has no partner in its line; it is printed");
        let help = format!("close it, or write `\\{mark}` where it is meant");
        // The same mark may stand before it in the same line, with a partner.
        let text = &self.content.text;
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let part = at - start..(at - start + mark.len()).min(line.len());
        let finding = Finding::warning(code, message).written_in(line, part);
        self.findings.push(finding.help(help));
    }

    /// A style whose name stands apart from its bracket or its colon is none.
    fn tell_spaced(&self, text: &str) {
        let Some((name, _)) = text.split_once(':') else { return };
        if name != name.trim() && self.styles.contains_key(name.trim()) {
            let message = format!("`[{name}:` begins no style; the text shows it");
            let help = format!("write `[{}:` without blanks", name.trim());
            let finding = Finding::warning(Code::STYLE, message).written(format!("[{name}:"));
            self.findings.push(finding.help(help).once(name));
        }
    }

    /// A name that is nearly one of a style was probably meant to be it.
    fn tell_style(&self, name: &str) {
        if !is_name(name) {
            return;
        }
        if let Some(help) = did_you_mean(name, self.styles.keys().map(String::as_str)) {
            let message = format!("there is no style `{name}`; the text shows `[{name}:`");
            let finding = Finding::warning(Code::STYLE, message).written(format!("[{name}:"));
            self.findings.push(finding.help(help).once(name));
        }
    }

    /// Adds a character that stands at `at`.
    fn push(&mut self, at: usize, c: char, look: &Look, out: &mut Vec<Inline>) {
        let look = self.look(at, look);
        match out.last_mut() {
            Some(Inline::Text { text, look: last }) if *last == look => text.push(c),
            _ => out.push(Inline::Text { text: c.into(), look }),
        }
    }

    /// The number of a look at a place.
    fn look(&mut self, at: usize, look: &Look) -> usize {
        let node = self.content.node_at(at);
        let same = |one: &Look| {
            one.node == node
                && (one.bold, one.italic, &one.styles) == (look.bold, look.italic, &look.styles)
        };
        self.looks.iter().position(same).unwrap_or_else(|| {
            self.looks.push(Look { node, ..look.clone() });
            self.looks.len() - 1
        })
    }
}
