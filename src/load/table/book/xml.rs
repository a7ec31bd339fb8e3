//! The XML inside workbooks: without entities, and within bounds that every real file keeps.

use roxmltree::{Document, Node, ParsingOptions};

use super::Trouble;
use crate::xml::tags;

/// The most elements and texts of one file.
const MOST_NODES: u32 = 2_000_000;
/// The most attributes of one element.
const MOST_ATTRIBUTES: usize = 100;
/// The most attributes of a file that declare a namespace.
const MOST_NAMESPACES: usize = 1000;
/// How deep elements may lie in one another.
const DEEPEST: usize = 256;

/// Reads a text as XML; `name` is the file's.
///
/// # Errors
/// It is not well-formed, or too large.
pub fn xml<'t>(text: &'t str, name: &str) -> Result<Document<'t>, Trouble> {
    if !is_bounded(text) {
        return Err(Trouble::Damaged(format!("`{name}` is no XML that a program would write")));
    }
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
    Document::parse_with_options(text.trim_start_matches('\u{feff}'), options).map_err(|error| {
        match error {
            roxmltree::Error::NodesLimitReached => {
                Trouble::Large(format!("`{name}` has more than {MOST_NODES} elements"))
            }
            error => Trouble::Damaged(format!("`{name}`: {error}")),
        }
    })
}

/// Whether elements, attributes and namespaces are as few as in real files.
///
/// The parser compares all attributes of an element with one another, and hands down namespaces one
/// by one, so a small file could keep it busy for hours.
fn is_bounded(text: &str) -> bool {
    let mut depth = 0_usize;
    if text.matches("xmlns").count() > MOST_NAMESPACES {
        return false;
    }
    tags(text).all(|(_, tag)| {
        if tag.text.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.text.ends_with("/>") {
            depth += 1;
        }
        tag.attributes <= MOST_ATTRIBUTES && depth <= DEEPEST
    })
}

/// The children of a node with this name, whatever their namespace.
pub fn children<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// The first child of a node with this name.
pub fn child<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// The attribute of a node with this name, whatever its namespace.
pub fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|one| one.name() == name).map(|one| one.value())
}

/// Whether an attribute says yes.
pub fn is_set(node: Node<'_, '_>, name: &str) -> bool {
    matches!(attribute(node, name), Some("1" | "true" | "on"))
}

#[cfg(test)]
mod tests {
    use super::is_bounded;

    #[test]
    fn real_files_are_within_bounds_and_hostile_ones_are_not() {
        assert!(is_bounded("<?xml version=\"1.0\"?><a b='>=<' c=\"'\"><!-- <<< --><b/>x = y</a>"));
        assert!(is_bounded("<a><b/><b/></a>".repeat(1000).as_str()));
        assert!(is_bounded(&format!("<a>{}</a>", "=".repeat(500))));
        assert!(!is_bounded(&format!("<a {}/>", "b='' ".repeat(101))));
        assert!(!is_bounded(&"<a>".repeat(257)));
        assert!(!is_bounded(&"<a xmlns='x'/>".repeat(1001)));
        for cut in ["<", "<a", "<a b='", "<!--", "<?", "</", "</a></a>"] {
            is_bounded(cut);
        }
    }
}
