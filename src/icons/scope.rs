//! Keeps an icon's ids and style rules to itself: many icons are drawn in one card.

use std::collections::BTreeSet;

use roxmltree::Document;

use crate::digest::Digest;

/// The part `range` of an icon's text, with names of its own; as it is where it has none.
pub fn scoped(text: &str, document: &Document<'_>, range: std::ops::Range<usize>) -> String {
    let elements = || document.root_element().descendants().skip(1).filter(|one| one.is_element());
    let ids: BTreeSet<_> = elements().filter_map(|one| one.attribute("id")).collect();
    let has_style =
        elements().any(|one| one.has_tag_name("style") || one.tag_name().name() == "style");
    if ids.is_empty() && !has_style {
        return text[range].trim().to_owned();
    }
    let scope = format!("icon-{}", &Digest::of(text.as_bytes()).to_string()[..8]);
    let mut changes = Vec::new();
    for element in elements() {
        for one in element.attributes() {
            let value = match one.name() {
                "id" => format!("{scope}-{}", one.value()),
                _ => referring(one.value(), &ids, &scope),
            };
            if value != one.value() {
                changes.push((one.range_value(), value));
            }
        }
        if element.tag_name().name() == "style" {
            let rules = element.children().filter(|one| one.is_text());
            changes.extend(rules.filter_map(|one| {
                let css = referring(one.text()?, &ids, &scope);
                // What is written with escapes or as CDATA is written anew as it reads.
                Some((one.range(), crate::xml::text(&rules_of(&css, &scope))))
            }));
        }
    }
    changes.sort_by_key(|(at, _)| at.start);
    let (mut out, mut done) = (String::new(), range.start);
    for (at, value) in changes.into_iter().filter(|(at, _)| range.contains(&at.start)) {
        out += &text[done..at.start];
        out += &value;
        done = at.end;
    }
    out += &text[done..range.end];
    format!("<g class=\"{scope}\">{}</g>", out.trim())
}

/// A value with its references to these ids renamed: `#a` of a link, and `url(#a)`.
fn referring(value: &str, ids: &BTreeSet<&str>, scope: &str) -> String {
    if !value.contains('#') {
        return value.to_owned();
    }
    let mut out = String::new();
    for (at, part) in value.split('#').enumerate() {
        if at > 0 {
            let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'));
            let name = part.split(ends).next().unwrap_or_default();
            out.push('#');
            if ids.contains(name) {
                out += scope;
                out.push('-');
            }
        }
        out += part;
    }
    out
}

/// Style rules that hold below the element of the class `scope` alone.
fn rules_of(css: &str, scope: &str) -> String {
    let mut plain = String::new();
    for (at, part) in css.split("/*").enumerate() {
        plain += if at == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) };
    }
    let rule = |rule: &str| match rule.split_once('{') {
        Some((selectors, body)) if !selectors.trim_start().starts_with('@') => {
            let own = selectors.split(',').map(|one| format!(".{scope} {}", one.trim()));
            format!("{}{{{body}}}", own.collect::<Vec<_>>().join(","))
        }
        Some((rule, body)) => format!("{rule}{{{body}}}"),
        None => rule.to_owned(),
    };
    plain.split('}').map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inside: &str) -> String {
        let text =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>");
        let document = Document::parse(&text).unwrap();
        let start = text.find('>').unwrap() + 1;
        let out = scoped(&text, &document, start..text.len() - "</svg>".len());
        let scope = format!("icon-{}", &Digest::of(text.as_bytes()).to_string()[..8]);
        out.replace(&scope, "S")
    }

    #[test]
    fn an_icon_without_names_is_as_it_is() {
        assert_eq!(of("<path fill=\"#fff\" d=\"M0 0\"/> "), "<path fill=\"#fff\" d=\"M0 0\"/>");
    }

    #[test]
    fn ids_and_what_refers_to_them_are_renamed_and_colours_are_not() {
        assert_eq!(
            of(
                "<g id=\"fff\"/><use href=\"#fff\"/><rect fill=\"url(#fff)\" stroke=\"#ffffff\" style=\"mask:url('#fff')\"/>"
            ),
            "<g class=\"S\"><g id=\"S-fff\"/><use href=\"#S-fff\"/><rect fill=\"url(#S-fff)\" stroke=\"#ffffff\" style=\"mask:url('#S-fff')\"/></g>"
        );
    }

    #[test]
    fn rules_hold_below_the_icon() {
        assert_eq!(
            of("<style>/* all */ .a, rect > .b{fill:red}#g{fill:url(#g)}</style><g id=\"g\"/>"),
            "<g class=\"S\"><style>.S .a,.S rect &gt; .b{fill:red}.S #S-g{fill:url(#S-g)}</style><g id=\"S-g\"/></g>"
        );
        assert_eq!(
            of("<style><![CDATA[.a{fill:red}]]></style>"),
            "<g class=\"S\"><style>.S .a{fill:red}</style></g>"
        );
    }
}
