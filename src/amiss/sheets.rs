//! Style sheets and rules of them that nothing heeds, each at its place.

use roxmltree::{Document, Node};

use crate::diag::Code;
use crate::findings::Finding;
use crate::fonts::is_for_paper;

/// Tells style sheets that are not for paper, and rules that begin with `@`.
pub fn of_document(svg: &str, document: &Document<'_>) -> Vec<Finding> {
    let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
    styles.flat_map(|style| of(svg, style)).collect()
}

fn of(svg: &str, style: Node<'_, '_>) -> Vec<Finding> {
    let media = style.attribute_node("media").filter(|media| !is_for_paper(media.value()));
    if let Some(media) = media {
        let message =
            format!("the style sheet is for `{}`, not for paper: it is left out", media.value());
        let help = "leave `media` out, or write `print`";
        let finding = Finding::warning(Code::SVG_WARNING, message).help(help);
        return vec![finding.at(media.range_value().start)];
    }
    let text = svg.get(style.range()).unwrap_or_default();
    rules(text).map(|(at, name)| finding(name).at(style.range().start + at)).collect()
}

/// The places and the names of the rules that begin with `@`, but in remarks.
pub fn rules(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_remark = |at: usize| {
        [("/*", "*/"), ("<!--", "-->")]
            .into_iter()
            .any(|(open, close)| text[..at].rfind(open) > text[..at].rfind(close))
    };
    text.match_indices('@').filter_map(move |(at, _)| {
        let name = text[at + 1..].split(|c: char| !c.is_ascii_alphabetic() && c != '-').next()?;
        let is_first = text[..at].trim_end().ends_with(['>', ';', '}', '/', '[', '{']);
        (!name.is_empty() && is_first && !is_remark(at)).then_some((at, name))
    })
}

fn finding(name: &str) -> Finding {
    let help = match name {
        "import" => "write its rules into the style sheet itself",
        "media" => "write the rules for paper without it",
        "font-face" => "put the font's file into the game's `fonts` folder, and name its family",
        _ => "write what it says without it",
    };
    let message = format!("`@{name}` in a style sheet is left out, and all that is in it");
    Finding::warning(Code::SVG_WARNING, message).help(help)
}
