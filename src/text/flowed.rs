//! Text that a drawing program flows into a shape: Inkscape's boxes, read as boxes of ours.

use roxmltree::Node;

use super::attributes::{self, Align, Fit, Shared, TextBox};
use super::cascade::{Cascade, length};
use super::said::{SHAPES, wrong};
use crate::findings::Finding;
use crate::geom::Rect;

/// More than any text is high, in mm: a text that flows down from a line has no lower edge.
const ENDLESS: f64 = 10_000.0;

/// Whether an element is flowed text of a drawing program.
pub fn is_flowed(node: Node<'_, '_>, cascade: &Cascade<'_>) -> bool {
    match node.tag_name().name() {
        "flowRoot" => true,
        "text" => ["shape-inside", "inline-size"].iter().any(|name| {
            cascade.own(node, name).is_some_and(|value| !matches!(value, "auto" | "none" | "0"))
        }),
        _ => false,
    }
}

/// The box of an element that says nothing in our own words.
///
/// # Errors
/// What is wrong, and where.
pub fn read(node: Node<'_, '_>, number: usize, cascade: &Cascade<'_>) -> Result<TextBox, Finding> {
    let ((name, named), size) = (attributes::name(node, number), attributes::size(node, cascade)?);
    read_shaped(node, (name, named), size, cascade).map_err(|why| {
        let properties = ["shape-inside", "inline-size", "shape-subtract"];
        let said = properties.iter().find_map(|name| Some((*name, cascade.own(node, name)?)));
        let (name, value) = said.unwrap_or(("flowRoot", ""));
        wrong(why, name, Some(value))
    })
}

fn read_shaped(
    node: Node<'_, '_>,
    (name, named): (String, bool),
    size: f64,
    cascade: &Cascade<'_>,
) -> Result<TextBox, String> {
    let align = align(node, cascade);
    let (area, baseline) = match shape(node, cascade)? {
        Some(area) => (area, None),
        None => endless(node, align, cascade)?,
    };
    let padding = cascade.own(node, "shape-padding").and_then(length).unwrap_or(0.0);
    let area = Rect {
        x: area.x + padding,
        y: area.y + padding,
        w: area.w - 2.0 * padding,
        h: area.h - 2.0 * padding,
    };
    if !(area.w > 0.0 && area.h > 0.0) {
        return Err("the shape that the text flows into has no room".into());
    }
    Ok(TextBox {
        name,
        named,
        area,
        align,
        valign: Align::Start,
        line_height: line_height(node, size, cascade),
        paragraph_space: 0.5,
        indent: 0.0,
        icon_size: 1.0,
        columns: 1,
        column_gap: 0.0,
        exclude: shapes(node, "shape-subtract", cascade)?,
        baseline,
        hyphens: None,
        balance: false,
        markup: true,
        size,
        fit: Fit::None,
        shared: Shared::No,
        agreed: None,
    })
}

/// The rectangle that the text flows into, if it flows into one.
fn shape(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Result<Option<Rect>, String> {
    if node.tag_name().name() == "flowRoot" {
        let mut inside = node
            .descendants()
            .filter(|one| one.has_tag_name("rect") || one.tag_name().name() == "rect");
        return inside.next().map(rect).transpose();
    }
    let found = shapes(node, "shape-inside", cascade)?;
    Ok(found.into_iter().next())
}

/// The rectangles that a property names.
fn shapes(node: Node<'_, '_>, property: &str, cascade: &Cascade<'_>) -> Result<Vec<Rect>, String> {
    let value = cascade.own(node, property).unwrap_or_default();
    let names = value.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    let names = names.map(|name| name.trim_matches(['"', '\'', ' ', '#']));
    if names.clone().count() > SHAPES {
        return Err(format!("`{property}` names more than {SHAPES} shapes"));
    }
    let root = node.document().root_element();
    let found = |name: &str| {
        let shape = root.descendants().find(|one| one.attribute("id") == Some(name));
        shape.ok_or_else(|| format!("`{property}` names `#{name}`, which is not in the drawing"))
    };
    names.map(|name| found(name).and_then(rect)).collect()
}

/// A shape as a rectangle.
fn rect(shape: Node<'_, '_>) -> Result<Rect, String> {
    let number = |name| shape.attribute(name).and_then(length).unwrap_or(0.0);
    if shape.tag_name().name() != "rect" || shape.has_attribute("transform") {
        let (kind, id) = (shape.tag_name().name(), shape.attribute("id").unwrap_or_default());
        return Err(format!(
            "text can flow into a plain rectangle only, and `#{id}` is a `<{kind}>` or is transformed"
        ));
    }
    Ok(Rect { x: number("x"), y: number("y"), w: number("width"), h: number("height") })
}

/// The room of a text that has a width only, and the first baseline.
fn endless(
    node: Node<'_, '_>,
    align: Align,
    cascade: &Cascade<'_>,
) -> Result<(Rect, Option<f64>), String> {
    let width = cascade.own(node, "inline-size").and_then(length).filter(|width| *width > 0.0);
    let w = width.ok_or("the text flows into nothing: it has neither a shape nor a width")?;
    let number = |name| node.attribute(name).and_then(length).unwrap_or(0.0);
    let x = number("x") - w * align.share();
    Ok((Rect { x, y: number("y") - ENDLESS / 2.0, w, h: ENDLESS }, Some(number("y"))))
}

fn align(node: Node<'_, '_>, cascade: &Cascade<'_>) -> Align {
    attributes::align(
        cascade.inherited(node, "text-align").or(cascade.inherited(node, "text-anchor")),
    )
}

/// The distance of baselines as a multiple of the size; drawing programs start from 1.25.
fn line_height(node: Node<'_, '_>, size: f64, cascade: &Cascade<'_>) -> f64 {
    attributes::line_height(cascade.inherited(node, "line-height"), size).unwrap_or(1.25)
}
