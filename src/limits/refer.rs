//! What elements of a drawing refer to.

use roxmltree::Node;

/// What an element refers to, with the attribute that does.
pub fn references<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let attributes = node.attributes().flat_map(|one| {
        let parts =
            if one.name() == "style" { one.value().split(';') } else { one.value().split('\0') };
        parts.map(move |part| match part.split_once(':').filter(|_| one.name() == "style") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (one.name(), part),
        })
    });
    attributes.filter_map(|(name, value)| {
        if name == "href" {
            return Some((name, value.strip_prefix('#')?));
        }
        let rest = value[value.find("url(")? + 4..].trim_start_matches(['"', '\'']);
        Some((name, rest.strip_prefix('#')?.split([')', '"', '\'']).next()?))
    })
}
