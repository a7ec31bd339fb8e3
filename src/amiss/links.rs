//! What a drawing refers to in vain: what is not in it, what is outside of it, and what refers to itself.

use std::collections::{BTreeMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::left_out::{LeftOut, is_drawing};
use super::sheets::rules;
use crate::diag::Code;
use crate::findings::Finding;
use crate::limits::{address, links, references};

/// Elements whose links are those of pictures, which are looked for.
const PICTURES: [&str; 2] = ["image", "feImage"];
/// Properties whose addresses are nothing that is drawn.
const SILENT: [&str; 2] = ["cursor", "src"];
/// The longest address that is shown whole, in characters.
const LONGEST: usize = 80;

/// Tells what is referred to and not there, and what is drawn in itself.
pub fn nowhere(document: &Document<'_>) -> Vec<Finding> {
    let ids: BTreeMap<_, _> =
        document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let told = |node: Node<'_, '_>, name: &str, message: String| {
        let finding = Finding::warning(Code::SVG_WARNING, message).written(format!("#{name}"));
        finding.of(node.range())
    };
    let elements = document.descendants().filter(Node::is_element);
    let named = elements.flat_map(|node| references(node).map(move |(_, name)| (node, name)));
    let missing = named.filter(|(_, name)| !ids.contains_key(name)).map(|(node, name)| {
        told(node, name, format!("the drawing refers to `#{name}`, which is not in it"))
    });
    let mut found: Vec<_> = missing.collect();
    let mut circles = Circles { ids: &ids, done: HashSet::new(), open: HashSet::new() };
    circles.look(document.root_element(), &mut |node, name| {
        let message =
            format!("`#{name}` refers to itself, or to what refers to it: that is left out");
        found.push(told(node, name, message).help("let it refer to something else"));
    });
    found
}

/// Looks for elements that are drawn in themselves; a drawing within the limits is not too deep for it.
struct Circles<'c, 'a, 'i> {
    ids: &'c BTreeMap<&'a str, Node<'a, 'i>>,
    done: HashSet<NodeId>,
    /// Those around the one that is looked at.
    open: HashSet<NodeId>,
}

impl<'a, 'i> Circles<'_, 'a, 'i> {
    fn look(&mut self, node: Node<'a, 'i>, tell: &mut dyn FnMut(Node<'a, 'i>, &'a str)) {
        self.open.insert(node.id());
        for child in node.children().filter(Node::is_element) {
            self.step(child, tell);
        }
        for (_, name) in references(node) {
            match self.ids.get(name) {
                Some(target) if self.open.contains(&target.id()) => tell(node, name),
                Some(target) => self.step(*target, tell),
                None => {}
            }
        }
        self.open.remove(&node.id());
        self.done.insert(node.id());
    }

    fn step(&mut self, node: Node<'a, 'i>, tell: &mut dyn FnMut(Node<'a, 'i>, &'a str)) {
        if !self.done.contains(&node.id()) {
            self.look(node, tell);
        }
    }
}

/// What a drawing refers to outside of itself, but pictures, and style sheets that are imported.
pub fn outside(svg: &str, document: &Document<'_>) -> Vec<LeftOut> {
    let elements = document.descendants().filter(Node::is_element);
    let mut found: Vec<_> =
        elements.filter(|node| is_drawing(*node)).flat_map(of_attributes).collect();
    let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
    found.extend(styles.flat_map(|style| of_sheet(svg, style)));
    let around = document.root().children().filter(|node| node.is_pi());
    found.extend(around.filter_map(of_instruction));
    found
}

/// The style sheet that a line before the drawing asks for.
fn of_instruction(node: Node<'_, '_>) -> Option<LeftOut> {
    let said = node.pi().filter(|said| said.target == "xml-stylesheet")?;
    let href = said.value?.split_once("href=")?.1;
    let help = "write its rules into a `<style>`".into();
    Some(LeftOut { help, ..away("<?xml-stylesheet?>", address(href), node.range().start) })
}

/// The style sheets from elsewhere that the drawing asks for.
pub fn sheets(svg: &str, document: &Document<'_>) -> Vec<LeftOut> {
    let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
    let imports = styles.flat_map(|style| {
        let text = svg.get(style.range()).unwrap_or_default();
        let imports = rules(text).filter(|(_, name)| *name == "import");
        imports.map(move |(at, _)| {
            let named = text[at..].split(';').next().unwrap_or_default();
            let named = named.trim_start_matches("@import").trim_start();
            LeftOut {
                help: "write its rules into a `<style>`".into(),
                ..away(
                    "@import",
                    address(named.trim_start_matches("url(")),
                    style.range().start + at,
                )
            }
        })
    });
    imports.collect()
}

fn of_attributes(node: Node<'_, '_>) -> Vec<LeftOut> {
    let name = node.tag_name().name();
    let outer = links(node).filter(|(attribute, link)| {
        let is_picture = *attribute == "href" && PICTURES.contains(&name);
        !is_picture && !SILENT.contains(attribute) && is_outside(link)
    });
    let at = |link: &str| {
        let said = node.attributes().find(|one| one.value().contains(link));
        said.map_or(node.range().start, |one| one.range_value().start)
    };
    outer.map(|(_, link)| away(&format!("<{name}>"), link, at(link))).collect()
}

/// What the rules of a style sheet refer to, but those for fonts, which are looked for by their names.
fn of_sheet(svg: &str, style: Node<'_, '_>) -> Vec<LeftOut> {
    let text = svg.get(style.range()).unwrap_or_default();
    let addresses = text.match_indices("url(").filter_map(|(at, word)| {
        let link = address(&text[at + word.len()..]);
        let start = text[..at].rfind(['{', ';', '}', '>']).map_or(0, |start| start + 1);
        let property = text[start..at].split(':').next().unwrap_or_default().trim();
        let is_remark = text[..at].rfind("/*") > text[..at].rfind("*/");
        let is_silent = SILENT.contains(&property) || property.starts_with('@') || is_remark;
        (!is_silent && is_outside(link)).then(|| away("a style", link, style.range().start + at))
    });
    addresses.collect()
}

fn is_outside(link: &str) -> bool {
    !link.is_empty() && !link.starts_with('#')
}

fn away(what: &str, link: &str, at: usize) -> LeftOut {
    let what = if what.starts_with(['<', '@']) { format!("`{what}`") } else { what.into() };
    let link: String = link.chars().take(LONGEST).collect();
    LeftOut {
        why: format!(
            "{what} refers to `{link}`, outside of the drawing, where nothing is looked for"
        ),
        help: "put what it refers to into the drawing, and write `#` and its `id`".into(),
        at,
    }
}
