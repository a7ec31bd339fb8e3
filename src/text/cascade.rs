//! What a property of an element is: by its own words, a style sheet's, or those around it.

use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

use crate::geom::parse_length;

/// The style sheets of a drawing.
pub struct Cascade<'a> {
    sheet: StyleSheet<'a>,
}

impl<'a> Cascade<'a> {
    /// The style sheets inside a drawing.
    pub fn of(document: &'a Document<'_>) -> Self {
        let mut sheet = StyleSheet::new();
        let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        for style in styles {
            style.children().filter_map(|part| part.text()).for_each(|text| sheet.parse_more(text));
        }
        Self { sheet }
    }

    /// Whether there are none: then attributes have the last word.
    pub fn is_plain(&self) -> bool {
        self.sheet.rules.is_empty()
    }

    /// A property that the element itself has.
    pub fn own<'s>(&'s self, node: Node<'s, '_>, name: &str) -> Option<&'s str> {
        let styled = node.attribute("style").and_then(|style| declared(style, name));
        styled.or_else(|| self.ruled(node, name)).or_else(|| node.attribute(name))
    }

    /// A property of the element, or of the nearest one around that has it.
    pub fn inherited<'s>(&'s self, node: Node<'s, '_>, name: &str) -> Option<&'s str> {
        node.ancestors().find_map(|node| self.own(node, name))
    }

    /// The size of an element's type in mm; `Err` is the text that is none.
    pub fn font_size<'s>(&'s self, node: Node<'s, '_>, default: f64) -> Result<f64, &'s str> {
        let said = node.ancestors().find_map(|one| Some((one, self.own(one, "font-size")?)));
        let Some((at, text)) = said else { return Ok(default) };
        let part = |unit: &str| text.trim().strip_suffix(unit)?.trim().parse::<f64>().ok();
        let factor = part("em").or_else(|| part("%").map(|percent| percent / 100.0));
        let size = match factor {
            Some(factor) => match at.parent_element() {
                Some(parent) => self.font_size(parent, default)? * factor,
                None => default * factor,
            },
            None => length(text).ok_or(text)?,
        };
        if size.is_finite() && size > 0.0 { Ok(size) } else { Err(text) }
    }

    /// What the style sheets say; the last rule that matches has the last word.
    fn ruled(&self, node: Node<'_, '_>, name: &str) -> Option<&str> {
        let mut rules = self.sheet.rules.iter().rev();
        rules.find_map(|rule| {
            let mut said = rule.declarations.iter().rev();
            let said = said.find(|one| one.name == name)?;
            rule.selector.matches(&Styled(node)).then_some(said.value)
        })
    }
}

/// The value of `name` in the text of a `style` attribute.
fn declared<'a>(style: &'a str, name: &str) -> Option<&'a str> {
    let mut parts = style.split(';').rev().filter_map(|part| part.split_once(':'));
    parts.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// A length in mm: a bare number or `px` counts the drawing's units, which are millimetres.
pub fn length(text: &str) -> Option<f64> {
    let text = text.trim();
    let bare = text.strip_suffix("px").unwrap_or(text);
    let found = bare.trim().parse().ok().or_else(|| parse_length(text).ok().map(|mm| mm.0));
    found.filter(|number: &f64| number.is_finite())
}

/// An element as selectors of style sheets look at it.
struct Styled<'a, 'i>(Node<'a, 'i>);

impl Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Styled)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Styled)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
