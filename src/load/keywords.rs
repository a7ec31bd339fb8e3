//! Keywords: `[[keywords]]` with a name and a text, or with a table of them.

use std::collections::BTreeMap;

use super::lists;
use super::table::Format;
use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink, did_you_mean};
use crate::embed;
use crate::model::{Keyword, is_name};
use crate::span::{SourceId, Sources, Span, Spanned};
use crate::workspace::Workspace;

/// Columns that hold the keyword, and those that hold its reminder.
const COLUMNS: [&[&str]; 2] = [&["keyword", "name"], &["reminder", "text"]];

/// Reads every `[[keywords]]` of the manifest.
pub fn read(
    root: &Reader<'_, '_>,
    icons: &BTreeMap<String, SourceId>,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Vec<Keyword> {
    let mut keywords = Vec::new();
    for (reader, span) in root.tables("keywords", sink) {
        let path = reader.text("table", sink);
        if let Some(path) = path {
            keywords.extend(tabled(&path, workspace, sources, sink));
        } else {
            let name = reader.required("name", span, sink);
            let text = reader.required("text", span, sink);
            if let (Some(name), Some(text)) = (name, text) {
                let (name, at) = (name.value, name.span);
                keywords.push(Keyword { name, reminder: text.value, at, reminder_at: text.span });
            }
        }
        reader.finish(sink);
    }
    check(&keywords, sink);
    keywords.iter().for_each(|keyword| check_names(keyword, icons, sources, sink));
    keywords
}

/// The keywords of a table.
fn tabled(
    path: &Spanned<String>,
    workspace: &dyn Workspace,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Vec<Keyword> {
    let Some(table) = lists::file(path, &Format::default(), workspace, sources, sink) else {
        return Vec::new();
    };
    let columns = COLUMNS.map(|names| names.iter().find_map(|name| table.column(name)));
    let [Some(name), Some(text)] = columns else {
        let message = "a table of keywords has the columns `keyword` and `reminder`";
        sink.push(Diagnostic::error(Code::UNKNOWN_COLUMN, message).at(path.span));
        return Vec::new();
    };
    let filled = table.rows.iter().filter(|row| !row.cells[name].text.is_empty());
    filled
        .map(|row| Keyword {
            name: row.cells[name].text.clone(),
            reminder: row.cells[text].text.clone(),
            at: row.cells[name].span,
            reminder_at: row.cells[text].span,
        })
        .collect()
}

/// The names in braces of a text, without what stands behind `:` or `|`.
fn braced(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    parts.map(|(name, _)| name.split([':', '|']).next().unwrap_or_default().trim()).collect()
}

/// The first brace of a text that is not closed, with the name behind it.
fn open(text: &str) -> Option<&str> {
    let braces = text.match_indices('{').map(|(at, _)| at);
    let mut marks = braces.filter(|at| !text[..*at].ends_with('\\')).filter_map(|at| {
        let inside = &text[at + 1..];
        let end = inside.find(['{', '}']).unwrap_or(inside.len());
        let is_open = !inside[end..].starts_with('}');
        let name = inside.find(|c: char| !is_name(c.encode_utf8(&mut [0; 4])));
        is_open.then(|| &text[at..at + 1 + name.unwrap_or(inside.len())])
    });
    marks.next()
}

/// Tells braces that are not closed: of a keyword, which no text would ever have, and of its reminder.
fn check_braces(keyword: &Keyword, is_icon: impl Fn(&str) -> bool, sink: &mut Sink) {
    let name = &keyword.name;
    if let Some(mark) = open(name) {
        let message = format!("`{mark}` in the keyword `{name}` is not closed");
        let help = format!("close it: `{mark}}}`");
        sink.push(Diagnostic::error(Code::KEYWORD, message).at(keyword.at).help(help));
    }
    // An icon's is told where it is printed.
    let strange = |mark: &&str| mark.len() > 1 && !is_icon(&mark[1..]);
    if let Some(mark) = open(&keyword.reminder).filter(strange) {
        let message = format!("`{mark}` in the text of `{name}` is not closed; it is printed");
        let help = format!("close it: `{mark}}}`; or write `\\{mark}` where it is meant");
        sink.push(Diagnostic::warning(Code::KEYWORD, message).at(keyword.reminder_at).help(help));
    }
}

/// Tells names in braces that cannot be filled: of the keyword itself, and of its reminder.
fn check_names(
    keyword: &Keyword,
    icons: &BTreeMap<String, SourceId>,
    sources: &Sources,
    sink: &mut Sink,
) {
    let (name, own) = (&keyword.name, braced(&keyword.name));
    let is_icon = |name: &str| {
        let file = format!("{name}.svg");
        icons.contains_key(&file) || embed::files("templates/icons").any(|(path, _)| path == file)
    };
    check_braces(keyword, is_icon, sink);
    let mut tell = |at: Span, braced: &str, message: String, help: String| {
        // The name in its braces, where they are written as they read.
        let text = sources.get(at.source).text.get(at.range()).unwrap_or_default();
        let start = text.rfind(&format!("{{{braced}")).filter(|_| !braced.is_empty());
        let part = start.map(|start| {
            let start = at.range().start + start;
            Span::new(at.source, start..start + braced.len() + 2)
        });
        sink.push(Diagnostic::error(Code::KEYWORD, message).at(part.unwrap_or(at)).help(help));
    };
    if let Some((_, twice)) = own.iter().enumerate().find(|(at, one)| own[..*at].contains(one)) {
        let help = format!("give each a name of its own, as `{{{twice}}}` and `{{{twice}2}}`");
        tell(keyword.at, twice, format!("the keyword `{name}` has `{{{twice}}}` twice"), help);
    }
    let words = name.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let mut letters = words.flat_map(str::chars);
    if !own.is_empty() && !letters.any(char::is_alphanumeric) {
        let message = format!("the keyword `{name}` has no words, so all numbers would be it");
        let help = "write the word that stands on the cards, as `Armor {n}`";
        tell(keyword.at, "", message, help.into());
    }
    let named = braced(&keyword.reminder);
    // Without a parameter, what stands in braces was meant to be an icon, and is told as one.
    let may_be = |one: &&&str| !own.is_empty() && is_name(one);
    let strange = named.iter().filter(may_be).find(|one| !own.contains(one) && !is_icon(one));
    if let Some(strange) = strange {
        let message =
            format!("the text of `{name}` shows `{{{strange}}}`, which its name does not have");
        let help = did_you_mean(strange, own.iter().copied());
        let help = help.unwrap_or_else(|| "it is neither in its name nor an icon".into());
        tell(keyword.reminder_at, strange, message, help);
    }
}

/// Tells keywords that are there twice, without a name, or with values that no text can tell apart.
fn check(keywords: &[Keyword], sink: &mut Sink) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for keyword in keywords {
        if keyword.name.trim().is_empty() {
            sink.push(Diagnostic::error(Code::KEYWORD, "a keyword has no name").at(keyword.at));
        }
        if let Some(other) = seen.insert(&keyword.name, keyword.at) {
            let message = format!("the keyword `{}` is there twice", keyword.name);
            let fault = Diagnostic::error(Code::KEYWORD, message).at(keyword.at);
            sink.push(fault.also(other, "the other one"));
        }
        let lists_none = |part: &str| {
            let inside = part.split('}').next().unwrap_or_default();
            inside
                .split_once(':')
                .is_some_and(|(_, words)| words.trim_matches([' ', '|']).is_empty())
        };
        if keyword.name.split('{').skip(1).any(lists_none) {
            let message = format!("a parameter of the keyword `{}` lists no words", keyword.name);
            let help = "write `Ward {from: fire | ice}`, or `Armor {n}` for numbers";
            sink.push(Diagnostic::error(Code::KEYWORD, message).at(keyword.at).help(help));
        }
        let twin = keyword.name.contains("}{");
        if twin {
            let message = format!("the parameters of the keyword `{}` touch", keyword.name);
            let help = "put a blank or a word between them";
            sink.push(Diagnostic::error(Code::KEYWORD, message).at(keyword.at).help(help));
        }
    }
}
