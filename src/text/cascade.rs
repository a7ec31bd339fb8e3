//! What a property of an element is: by its own words, a style sheet's, or those around it.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use simplecss::{
    AttributeOperator, Declaration, DeclarationTokenizer, Element, PseudoClass, Rule, StyleSheet,
};
use svgtypes::FontShorthand;

use crate::fonts::is_for_paper;
use crate::geom::parse_length;

/// The style sheets of a drawing.
pub struct Cascade<'a> {
    sheet: StyleSheet<'a>,
}

impl<'a> Cascade<'a> {
    /// The style sheets inside a drawing.
    pub fn of(document: &'a Document<'_>) -> Self {
        let mut sheet = StyleSheet::new();
        let styles = document.descendants().filter(|node| {
            node.tag_name().name() == "style" && node.attribute("media").is_none_or(is_for_paper)
        });
        for style in styles {
            style.children().filter_map(|part| part.text()).for_each(|text| sheet.parse_more(text));
        }
        Self { sheet }
    }

    /// Whether there are none.
    pub fn is_plain(&self) -> bool {
        self.sheet.rules.is_empty()
    }

    /// Whether a style sheet speaks of an element.
    pub fn is_ruled(&self, node: Node<'_, '_>) -> bool {
        self.sheet.rules.iter().any(|rule| rule.selector.matches(&Styled(node)))
    }

    /// A property that the element itself has, as the drawing will have it.
    pub fn own<'s>(&'s self, node: Node<'s, '_>, name: &str) -> Option<&'s str> {
        let speaks = |one: &Declaration<'_>| {
            one.name == name || one.name == "font" && OF_FONT.iter().any(|(of, _)| *of == name)
        };
        // One of ours may have the same name: `deckle:line-height`.
        let attribute =
            node.attributes().find(|one| one.namespace().is_none() && one.name() == name);
        let mut found = (attribute.map(|one| one.value()), false);
        for one in self.declared(node, speaks).filter(|one| one.name == name) {
            hear(&mut found, one);
        }
        found.0.map(str::trim).filter(|value| *value != "inherit")
    }

    /// All that style sheets and the element's own style say of it, each property once.
    pub fn style<'s>(&'s self, node: Node<'s, '_>) -> BTreeMap<&'s str, &'s str> {
        let mut all: BTreeMap<&str, (Option<&str>, bool)> = BTreeMap::new();
        for one in self.declared(node, |_| true) {
            hear(all.entry(one.name).or_default(), one);
        }
        all.into_iter().filter_map(|(name, (value, _))| Some((name, value?))).collect()
    }

    /// A property of the element, or of the nearest one around that has it.
    pub fn inherited<'s>(&'s self, node: Node<'s, '_>, name: &str) -> Option<&'s str> {
        node.ancestors().find_map(|node| self.own(node, name))
    }

    /// The colour that an element is filled with, if it is said.
    pub fn colour<'s>(&'s self, node: Node<'s, '_>) -> Option<&'s str> {
        let said = self.inherited(node, "fill")?;
        let is_current = said.eq_ignore_ascii_case("currentColor");
        Some(if is_current { self.inherited(node, "color").unwrap_or(said) } else { said })
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

    /// What is said of an element, later words later, of rules that say what is asked for.
    fn declared<'s>(
        &'s self,
        node: Node<'s, '_>,
        speaks: impl Fn(&Declaration<'_>) -> bool,
    ) -> impl Iterator<Item = Declaration<'s>> {
        let is_heard = move |rule: &&Rule<'_>| {
            rule.declarations.iter().any(&speaks) && rule.selector.matches(&Styled(node))
        };
        let rules = self.sheet.rules.iter().filter(is_heard);
        let own = node.attribute("style").into_iter().flat_map(DeclarationTokenizer::from);
        rules.flat_map(|rule| rule.declarations.iter().copied()).chain(own).flat_map(longhands)
    }
}

/// Takes a later word for an earlier one, unless that was important.
fn hear<'s>(found: &mut (Option<&'s str>, bool), said: Declaration<'s>) {
    if !found.1 {
        *found = (Some(said.value), said.important);
    }
}

/// What `font` sets, and to what where it does not say it.
const OF_FONT: [(&str, &str); 8] = [
    ("font-family", ""),
    ("font-size", ""),
    ("font-stretch", "normal"),
    ("font-style", "normal"),
    ("font-variant", "normal"),
    ("font-variant-ligatures", "normal"),
    ("font-weight", "normal"),
    ("line-height", "normal"),
];

/// A declaration of `font` as those of all that it sets; any other as it is, and one that cannot be read.
fn longhands(said: Declaration<'_>) -> Vec<Declaration<'_>> {
    let short = (said.name == "font").then(|| FontShorthand::from_str(said.value).ok()).flatten();
    let Some(short) = short else { return vec![said] };
    let of = |name: &str| match name {
        "font-family" => Some(short.font_family),
        "font-size" => Some(short.font_size),
        "font-stretch" => short.font_stretch,
        "font-style" => short.font_style,
        "font-variant" => short.font_variant,
        "font-weight" => short.font_weight,
        _ => None,
    };
    let one = |(name, plain)| Declaration { name, value: of(name).unwrap_or(plain), ..said };
    OF_FONT.into_iter().map(one).collect()
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
