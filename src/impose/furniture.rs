//! What a sheet carries beside its cards: a line of text and a ruler, as drawings in millimetres.

use super::fit::{FURNITURE, Grid};
use crate::geom::{Size, decimal};
use crate::xml;

/// Size of the type, in mm: 6.5 points.
pub(super) const TYPE: f64 = 2.3;

/// A line of text in the strip above or left of the cards, as an SVG over the whole paper.
pub fn label(grid: &Grid, text: &str) -> Option<String> {
    let at = grid.text_offset()? + FURNITURE;
    let text = xml::text(text);
    let text = format!(
        "<text font-family=\"Barlow Condensed\" font-weight=\"500\" font-size=\"{TYPE}\" text-anchor=\"middle\" y=\"{}\">{text}</text>",
        decimal(FURNITURE * 0.8)
    );
    let block = grid.block();
    let (middle_x, middle_y) = (decimal(grid.paper.w / 2.0), decimal(grid.paper.h / 2.0));
    let place = if grid.text_is_level() {
        format!("translate({middle_x} {})", decimal(block.y - at))
    } else {
        format!("translate({} {middle_y}) rotate(-90)", decimal(block.x - at))
    };
    Some(page(grid.paper, &format!("<g transform=\"{place}\">{text}</g>")))
}

/// A ruler of 100 mm and 4 in in the strip below or right of the cards.
///
/// Papers shorter than that get one of 50 mm and 2 in.
pub fn ruler(grid: &Grid) -> Option<String> {
    let at = grid.text_offset()?;
    let level = grid.text_is_level();
    let block = grid.block();
    let along = if level { grid.paper.w } else { grid.paper.h };
    let (mm, inches) = if along >= 140.0 { (100, 4) } else { (50, 2) };
    let start = decimal((along - f64::from(mm) - 18.0) / 2.0);
    let place = if level {
        format!("translate({start} {})", decimal(block.bottom() + at))
    } else {
        let top = decimal((along + f64::from(mm) + 18.0) / 2.0);
        format!("translate({} {top}) rotate(-90)", decimal(block.right() + at))
    };
    Some(page(grid.paper, &format!("<g transform=\"{place}\">{}</g>", scale(mm, inches))))
}

/// The scale itself: millimetres above the line, inches below it, and both in words.
pub(super) fn scale(mm: u32, inches: u32) -> String {
    let middle = FURNITURE / 2.0;
    let end = f64::from(inches) * 25.4;
    let mut path = format!("M0 {middle}H{}", decimal(end));
    for tick in 0..=mm {
        let height = match tick {
            _ if tick % 10 == 0 => middle,
            _ if tick % 5 == 0 => 0.8,
            _ => 0.45,
        };
        path += &format!("M{tick} {middle}v{}", decimal(-height));
    }
    for half in 0..=inches * 2 {
        let height = if half % 2 == 0 { middle } else { 0.6 };
        path += &format!("M{} {middle}v{}", decimal(f64::from(half) * 12.7), decimal(height));
    }
    let words = decimal(end + 1.5);
    let base = decimal(FURNITURE * 0.8);
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.12\"/>\
         <text font-family=\"Barlow Condensed\" font-weight=\"500\" font-size=\"{TYPE}\" x=\"{words}\" y=\"{base}\">{mm} mm, {inches} in</text>"
    )
}

/// A drawing over the whole of a paper.
pub(super) fn page(paper: Size, inside: &str) -> String {
    let (w, h) = (decimal(paper.w), decimal(paper.h));
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\">{inside}</svg>")
}
