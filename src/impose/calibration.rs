//! A sheet that tells what `back_offset` a printer needs: scales on the front, lines on the back.
//!
//! Printed on both sides and held against the light, the lines cross the scales at the very numbers
//! to be written into the manifest.

use crate::geom::{Size, decimal};
use crate::model::FlipEdge;

/// How far the scales go to either side, in mm.
const REACH: i32 = 8;
/// Length of the lines on the back, in mm.
const LINE: f64 = 30.0;
/// Distance of each scale from the middle of the paper, in mm.
const APART: f64 = 30.0;

/// The drawings of the front and of the back, in mm over the whole paper.
pub fn pages(paper: Size, flip: FlipEdge) -> [String; 2] {
    let columns = flip.mirrors_columns(paper);
    let (x, y) = (paper.w / 2.0, paper.h / 2.0);
    // A back that is printed too far to the right is seen through the paper too far to the left
    // if the columns were mirrored; what is to be entered takes the shift back.
    let (x_sign, y_sign) = if columns { (1, -1) } else { (-1, 1) };
    let front = format!(
        "{}{}<g transform=\"translate({} {})\">{}</g>",
        scale(x, y - APART, 0, x_sign),
        scale(x, y + APART, 90, y_sign),
        decimal(x),
        decimal(y + APART + 24.0),
        words(flip)
    );
    let half = LINE / 2.0;
    let at = |above: f64| if columns { y + above } else { y - above };
    let back = format!(
        "<path d=\"M{} {}v{LINE}M{} {}h{LINE}\" stroke=\"#000\" stroke-width=\"0.2\"/>",
        decimal(x),
        decimal(at(-APART) - half),
        decimal(x - half),
        decimal(at(APART)),
    );
    [page(paper, &front), page(paper, &back)]
}

/// A scale whose middle is at (x, y), level or upright; `sign` is that of its numbers to the right
/// or downwards.
fn scale(x: f64, y: f64, turn: i32, sign: i32) -> String {
    let (mut path, mut numbers) = (format!("M-{REACH} 0H{REACH}"), String::new());
    for half in -2 * REACH..=2 * REACH {
        let whole = half % 2 == 0;
        path += &format!("M{} 0v{}", f64::from(half) / 2.0, if whole { -3.0 } else { -1.8 });
        if whole && half % 4 == 0 {
            let (at, number) = (half / 2, half / 2 * sign);
            numbers += &format!(
                "<text x=\"{at}\" y=\"-4\" transform=\"rotate({} {at} -4.8)\">{number}</text>",
                -turn
            );
        }
    }
    let name = if turn == 0 { "X" } else { "Y" };
    format!(
        "<g id=\"{name}\" transform=\"translate({} {}) rotate({turn})\" font-size=\"2\" text-anchor=\"middle\">\
         <path d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.15\"/>{numbers}\
         <text x=\"-{}\" y=\"1.2\" font-size=\"5\" transform=\"rotate({} -{} 0)\">{name}</text></g>",
        decimal(x),
        decimal(y),
        REACH + 5,
        -turn,
        REACH + 5,
    )
}

fn words(flip: FlipEdge) -> String {
    let edge = match flip {
        FlipEdge::Long => "long",
        FlipEdge::Short => "short",
    };
    let lines = [
        format!("Print this sheet at 100 % on both sides, turned over the {edge} edge."),
        "Hold it against the light with this side towards you: a line crosses each scale.".into(),
        "Write the numbers where they cross into the manifest, below [[sheet]]:".into(),
        "back_offset = [\"X mm\", \"Y mm\"]".into(),
    ];
    let line = |(at, text): (usize, &String)| format!("<text y=\"{}\">{text}</text>", at * 6);
    let lines: String = lines.iter().enumerate().map(line).collect();
    format!("<g font-size=\"4\" text-anchor=\"middle\">{lines}</g>")
}

fn page(paper: Size, inside: &str) -> String {
    let (w, h) = (decimal(paper.w), decimal(paper.h));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" font-family=\"Barlow Condensed\" font-weight=\"500\">{inside}</svg>"
    )
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::pages;
    use crate::geom::{Rect, Size};
    use crate::impose::duplex::Turn;
    use crate::model::FlipEdge;

    /// The numbers of a scale, each with where it stands along the scale from the middle.
    fn numbers(front: &Document<'_>, scale: &str) -> Vec<(f64, f64)> {
        let group = front.descendants().find(|node| node.attribute("id") == Some(scale)).unwrap();
        let number = |node: Node<'_, '_>| {
            Some((node.attribute("x")?.parse().ok()?, node.text()?.parse().ok()?))
        };
        group.descendants().filter_map(number).collect()
    }

    #[test]
    fn the_number_where_a_line_crosses_takes_the_printers_shift_back() {
        for (w, h) in [(210.0, 297.0), (279.4, 215.9)] {
            for flip in [FlipEdge::Long, FlipEdge::Short] {
                let paper = Size { w, h };
                let [front, _] = pages(paper, flip);
                assert!(front.contains(match flip {
                    FlipEdge::Long => "turned over the long edge",
                    FlipEdge::Short => "turned over the short edge",
                }));
                let front = Document::parse(&front).unwrap();
                let columns = flip.mirrors_columns(paper);
                for (scale, horizontal) in [("X", true), ("Y", false)] {
                    let numbers = numbers(&front, scale);
                    assert_eq!(numbers.len(), 9);
                    for (place, enter) in numbers {
                        // The printer's fault that would bring the line to this place: through
                        // the paper, what is mirrored is seen at the other side of the middle.
                        let mirrored = horizontal == columns;
                        let fault = if mirrored { -place } else { place };
                        let offset = if horizontal { (enter, 0.0) } else { (0.0, enter) };
                        let turn = |offset| Turn::of(paper, flip, offset);
                        let card = Rect { x: 20.0, y: 30.0, w: 63.0, h: 88.0 };
                        let mended = turn(offset).rect(card);
                        let wanted = turn((0.0, 0.0)).rect(card);
                        let printed = if horizontal {
                            mended.moved(fault, 0.0)
                        } else {
                            mended.moved(0.0, fault)
                        };
                        assert_eq!(printed, wanted, "{flip:?} {scale} {place} {enter}");
                    }
                }
            }
        }
    }
}
