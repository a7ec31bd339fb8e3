//! What elements of a drawing refer to.

use roxmltree::Node;

/// The namespace of `xlink:href`.
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// Elements whose `href` says nothing of what is drawn.
const SILENT: [&str; 8] =
    ["a", "animate", "animateColor", "animateMotion", "animateTransform", "mpath", "script", "set"];

/// What an element refers to in its own drawing, with the attribute that does.
pub fn references<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    links(node).filter_map(|(name, link)| Some((name, link.strip_prefix('#')?)))
}

/// All that an element refers to, as it is written, with the attribute that does.
pub fn links<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let own = |space: Option<&str>| space.is_none_or(|space| space == XLINK);
    let attributes = node.attributes().filter(move |one| own(one.namespace()));
    let attributes = attributes.flat_map(|one| {
        let parts =
            if one.name() == "style" { one.value().split(';') } else { one.value().split('\0') };
        parts.map(move |part| match part.split_once(':').filter(|_| one.name() == "style") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (one.name(), part),
        })
    });
    let is_silent = SILENT.contains(&node.tag_name().name());
    attributes.filter_map(move |(name, value)| match name {
        "href" => Some((name, value.trim())).filter(|_| !is_silent),
        _ => Some((name, address(&value[value.find("url(")? + 4..]))),
    })
}

/// What an address in brackets is, from behind the bracket.
pub fn address(rest: &str) -> &str {
    let rest = rest.trim_start().trim_start_matches(['"', '\'']);
    rest.split([')', '"', '\'']).next().unwrap_or_default().trim()
}
