//! What a draft shows in place of a picture that is not there.

use crate::geom::{Rect, decimal};
use crate::xml;

/// A crossed box with the name of what is missing.
pub fn placeholder(room: Rect, name: &str) -> String {
    let Rect { x, y, w, h } = room;
    let [left, top, right, bottom, cx] = [x, y, x + w, y + h, x + w / 2.0].map(decimal);
    let short = name.rsplit('/').next().unwrap_or(name);
    let letters = short.chars().count().max(4) as f64;
    let size = (h / 4.0).min(w / letters / 0.6).clamp(0.5, 5.0);
    let (width, height, size, base) =
        (decimal(w), decimal(h), decimal(size), decimal(y + h / 2.0 + size / 3.0));
    format!(
        "<g fill=\"none\" stroke=\"#b3261e\" stroke-width=\"0.3\">\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#f2dede\"/>\
         <path d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\"/>\
         <text x=\"{cx}\" y=\"{base}\" font-size=\"{size}\" font-family=\"Alegreya Sans\" \
         text-anchor=\"middle\" fill=\"#7a1a14\" stroke=\"#f2dede\" stroke-width=\"0.8\" \
         paint-order=\"stroke\">{}</text></g>",
        xml::attribute(short)
    )
}
