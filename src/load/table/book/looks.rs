//! Which cells of an ODS workbook have numbers without a format, as their style leads to a plain one, and
//! which of its sheets are not shown.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::xml::{attribute, child};

/// How far styles may take after one another.
const MOST_PARENTS: usize = 20;

/// What is known of the styles of cells.
#[derive(Default)]
pub struct Looks {
    /// The format of each style, and the style that it takes after.
    styles: HashMap<String, (Option<String>, Option<String>)>,
    /// Formats that say nothing.
    plain: HashSet<String>,
    /// Styles of sheets that are not shown.
    hidden: HashSet<String>,
}

impl Looks {
    /// Reads the styles below `roots`, those of the document last.
    pub fn of<'a>(roots: impl Iterator<Item = Node<'a, 'a>>) -> Self {
        let mut looks = Self::default();
        for root in roots {
            let lists = ["styles", "automatic-styles"];
            for node in lists.into_iter().filter_map(|name| child(root, name)) {
                node.children().filter(Node::is_element).for_each(|one| looks.take(one));
            }
        }
        looks
    }

    fn take(&mut self, node: Node<'_, '_>) {
        let text = |name| attribute(node, name).map(str::to_owned);
        let Some(name) = text("name") else { return };
        match node.tag_name().name() {
            "style" if attribute(node, "family") == Some("table-cell") => {
                self.styles.insert(name, (text("data-style-name"), text("parent-style-name")));
            }
            "style" if attribute(node, "family") == Some("table") => {
                let says = child(node, "table-properties");
                if says.and_then(|says| attribute(says, "display")) == Some("false") {
                    self.hidden.insert(name);
                }
            }
            "number-style" if is_plain(node) => {
                self.plain.insert(name);
            }
            _ => {}
        }
    }

    /// Whether sheets with this style are not shown.
    pub fn hides(&self, style: Option<&str>) -> bool {
        style.is_some_and(|name| self.hidden.contains(name))
    }

    /// Whether numbers of cells with this style have no format.
    pub fn is_plain(&self, style: Option<&str>) -> bool {
        let mut style = style;
        for _ in 0..MOST_PARENTS {
            match style.and_then(|name| self.styles.get(name)) {
                Some((Some(format), _)) => return self.plain.contains(format),
                Some((None, parent)) => style = parent.as_deref(),
                None => return true,
            }
        }
        true
    }
}

/// Whether a format says no more than that there is a number.
fn is_plain(format: Node<'_, '_>) -> bool {
    let mut parts = format.children().filter(Node::is_element);
    let (Some(number), None) = (parts.next(), parts.next()) else { return false };
    let says = ["decimal-places", "grouping", "display-factor", "decimal-replacement"];
    let digits = attribute(number, "min-integer-digits").unwrap_or("1");
    number.tag_name().name() == "number"
        && says.iter().all(|name| attribute(number, name).is_none())
        && matches!(digits, "0" | "1")
}
