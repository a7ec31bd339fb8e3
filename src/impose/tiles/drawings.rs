//! What a page of a large face says: its name, where it belongs, what to do with its edges.

use std::fmt::Write;

use super::super::furniture::{self, TYPE};
use super::{BAND, FURNITURE, TEXT_BAND, Tiles, UNPRINTABLE};
use crate::compose::Side;
use crate::geom::{Rect, Size, decimal};
use crate::impose::Page;
use crate::model::Fold;
use crate::xml;

/// The least room for the map of the pages, in mm.
const MAP: Size = Size { w: 58.0, h: 58.0 };
/// The map and its words before they are enlarged: width, and height of the map alone, in mm.
const BLOCK: Size = Size { w: 58.0, h: 40.0 };
/// What the widest mark takes beside the art, in mm.
const MARKED: f64 = 7.0;
/// What the words beside a slit take, in mm.
const SLIT_WORDS: f64 = 26.0;
/// From line to line, in mm.
const LINE: f64 = 3.0;
/// About the width of a letter, in parts of its size.
const LETTER: f64 = 0.42;

/// What is written on a page.
pub struct Words<'a> {
    /// The line of text: the game, the face, the number of the page.
    pub line: &'a str,
    /// Whether both sides are printed.
    pub duplex: bool,
    /// Whether the map of the pages goes here.
    pub map: bool,
}

impl Tiles {
    /// Where the first page has room for the map of the pages, if it has.
    pub(super) fn map_room(&self) -> Option<Rect> {
        let art = self.art((0, 0));
        let edge = TEXT_BAND;
        let left =
            Rect { x: edge, y: BAND, w: art.x - MARKED - edge, h: self.paper.h - 2.0 * BAND };
        let above =
            Rect { x: edge, y: BAND, w: self.paper.w - 2.0 * edge - 2.0, h: art.y - MARKED - BAND };
        let fits = |room: &Rect| room.w >= MAP.w && room.h >= MAP.h;
        [left, above].into_iter().find(fits)
    }

    /// All that is written on a page, as an SVG over the whole of it.
    pub fn label(&self, page: &Page, words: &Words<'_>) -> String {
        let mut inside = String::new();
        match page.tile {
            Some(tile) => {
                self.head(&mut inside, tile, words);
                if page.side == Side::Front {
                    self.hints(&mut inside, tile, words);
                    self.slit_words(&mut inside, page);
                }
                fold_words(&mut inside, page);
            }
            None => line(&mut inside, self.left(), words.line),
        }
        if words.map && self.pages() > 1 {
            let all = Rect {
                x: 2.0 * BAND,
                y: 2.0 * BAND,
                w: self.paper.w - 4.0 * BAND,
                h: self.paper.h - 4.0 * BAND,
            };
            let room = page.tile.map_or(Some(all), |_| self.map_room());
            inside += &room.map_or_else(String::new, |room| self.map(room, words.duplex));
        }
        furniture::page(self.paper, &inside)
    }

    /// A ruler at the lower edge, from the left.
    pub fn ruler(&self) -> Option<String> {
        let room = self.paper.w - 2.0 * self.left();
        let (mm, inches) = if room >= 160.0 { (100, 4) } else { (50, 2) };
        let place = format!(
            "translate({} {})",
            decimal(self.left()),
            decimal(self.paper.h - UNPRINTABLE - FURNITURE)
        );
        let scale = furniture::scale(mm, inches);
        let fits = room >= f64::from(mm) + 18.0;
        fits.then(|| furniture::page(self.paper, &format!("<g transform=\"{place}\">{scale}</g>")))
    }

    /// Where the words begin.
    fn left(&self) -> f64 {
        self.window.x.max(UNPRINTABLE + 1.0)
    }

    /// A small map with this page filled, the page's name, and the line of text.
    fn head(&self, out: &mut String, tile: (u32, u32), words: &Words<'_>) {
        let mut x = self.left();
        if let Some(name) = self.name(tile) {
            let (columns, rows) = (f64::from(self.columns), f64::from(self.rows));
            let ratio = (self.window.w / self.window.h).clamp(0.3, 3.0);
            let h = 2.8_f64.min(9.0 * rows / (columns * ratio));
            let (cell_w, cell_h) = (h / rows * ratio, h / rows);
            for one in self.tiles() {
                let fill = if one == tile { "#000" } else { "none" };
                let _ = write!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"0.1\"/>",
                    decimal(x + f64::from(one.0) * cell_w),
                    decimal(UNPRINTABLE + 2.6 - h + f64::from(one.1) * cell_h),
                    decimal(cell_w),
                    decimal(cell_h),
                );
            }
            x += columns * cell_w + 1.5;
            let size = 4.0;
            text(out, (x, UNPRINTABLE + 2.6), size, "start", &name, "600");
            x += size * (LETTER + 0.1) * name.len() as f64 + 2.0;
        }
        line(out, x, words.line);
    }

    /// What to do with each edge that has a neighbour.
    fn hints(&self, out: &mut String, tile: (u32, u32), words: &Words<'_>) {
        let (column, row) = tile;
        let strip = self.overlap > 0.0;
        let over = |tile| match (strip, super::name_of(tile)) {
            (true, name) => format!("cut here, and lay over {name}"),
            (false, name) => format!("cut here, and join with {name}"),
        };
        let under = |tile| match (strip, words.duplex, super::name_of(tile)) {
            (true, false, name) => format!("lay {name} over this edge, up to the ticks"),
            (true, true, name) => format!("cut here; lay {name} over this edge, up to the ticks"),
            (false, _, name) => format!("cut here, and join with {name}"),
        };
        let art = self.art(tile);
        let (right, middle) = (self.paper.w - self.left(), art.y + art.h / 2.0);
        if row > 0 {
            text(out, (right, UNPRINTABLE + 1.9), TYPE, "end", &over((column, row - 1)), "500");
        }
        if row + 1 < self.rows {
            let y = self.paper.h - UNPRINTABLE - 0.5;
            text(out, (right, y), TYPE, "end", &under((column, row + 1)), "500");
        }
        if !self.has_side_words() {
            return;
        }
        if column > 0 {
            upright(out, (UNPRINTABLE + 1.9, middle), &over((column - 1, row)));
        }
        if column + 1 < self.columns {
            upright(out, (self.paper.w - UNPRINTABLE - 0.5, middle), &under((column + 1, row)));
        }
    }

    fn slit_words(&self, out: &mut String, page: &Page) {
        let Some(one) = page.placements.first().filter(|_| self.fold == Some(Fold::Quad)) else {
            return;
        };
        let x = one.trim.x + one.trim.w / 2.0;
        let mark = page
            .marks
            .iter()
            .find(|mark| mark.from.0 == x && mark.to.0 == x && mark.from.1 > one.trim.bottom());
        if let Some(mark) = mark {
            let right = x + SLIT_WORDS < self.paper.w;
            let (x, anchor) = if right { (x + 0.8, "start") } else { (x - 0.8, "end") };
            let at = (x, mark.from.1 + 1.6);
            text(out, at, 2.0, anchor, "cut from here to the centre", "500");
        }
    }

    /// The map of the pages: how they lie, what they share, the face's outline and its folds.
    fn map(&self, room: Rect, duplex: bool) -> String {
        let lines = self.instructions(duplex);
        let high = BLOCK.h + 5.0 + LINE * lines.len() as f64;
        let scale = (room.w / BLOCK.w).min(room.h / high).min(2.0);
        let mut out = format!(
            "<g transform=\"translate({} {}) scale({})\">",
            decimal(room.x),
            decimal(room.y),
            decimal(scale)
        );
        text(&mut out, (0.0, 3.0), 3.2, "start", "How the pages go together", "600");
        out += &self.plan();
        for (at, line) in lines.iter().enumerate() {
            let y = BLOCK.h + 8.0 + LINE * at as f64;
            text(&mut out, (0.0, y), TYPE, "start", line, "500");
        }
        out + "</g>"
    }

    fn plan(&self) -> String {
        let (step_x, step_y) = (self.window.w - self.overlap, self.window.h - self.overlap);
        let all = Size {
            w: f64::from(self.columns - 1) * step_x + self.window.w,
            h: f64::from(self.rows - 1) * step_y + self.window.h,
        };
        let scale = (BLOCK.w / all.w).min((BLOCK.h - 2.0) / all.h);
        let mut out = format!("<g transform=\"translate(0 5) scale({scale:.6})\">");
        let thin = decimal(0.15 / scale);
        let mut rect = |x: f64, y: f64, w: f64, h: f64, style: &str| {
            let [x, y, w, h] = [x, y, w, h].map(decimal);
            let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" {style}/>");
        };
        for column in 1..self.columns {
            rect(f64::from(column) * step_x, 0.0, self.overlap, all.h, "fill=\"#ddd\"");
        }
        for row in 1..self.rows {
            rect(0.0, f64::from(row) * step_y, all.w, self.overlap, "fill=\"#ddd\"");
        }
        let outline = format!("fill=\"none\" stroke=\"#777\" stroke-width=\"{thin}\"");
        for (column, row) in self.tiles() {
            let (x, y) = (f64::from(column) * step_x, f64::from(row) * step_y);
            rect(x, y, self.window.w, self.window.h, &outline);
        }
        let (x, y) = ((all.w - self.face.w) / 2.0, (all.h - self.face.h) / 2.0);
        let thick =
            format!("fill=\"none\" stroke=\"#000\" stroke-width=\"{}\"", decimal(0.5 / scale));
        rect(x, y, self.face.w, self.face.h, &thick);
        self.plan_folds(&mut out, (x, y), scale);
        for (column, row) in self.tiles() {
            let name = super::name_of((column, row));
            let size = (step_y * 0.5).min(5.0 / scale).min(step_x / name.len() as f64);
            let at = (
                f64::from(column) * step_x + self.window.w / 2.0,
                f64::from(row) * step_y + self.window.h / 2.0 + size * 0.35,
            );
            text(&mut out, at, size, "middle", &name, "600");
        }
        out + "</g>"
    }

    fn plan_folds(&self, out: &mut String, (x, y): (f64, f64), scale: f64) {
        let Some(fold) = self.fold else { return };
        let Size { w, h } = self.face;
        let (quad, lies) = (fold == Fold::Quad, w >= h);
        let (mut dashed, [mid_x, mid_y]) = (String::new(), [x + w / 2.0, y + h / 2.0].map(decimal));
        if quad || lies {
            dashed +=
                &format!("M{mid_x} {}v{}", decimal(y), decimal(if quad { h / 2.0 } else { h }));
        }
        if quad || !lies {
            dashed += &format!("M{} {mid_y}h{}", decimal(x), decimal(w));
        }
        let [thin, thick, dash] = [0.25, 0.5, 1.0].map(|one| decimal(one / scale));
        let _ = write!(
            out,
            "<path d=\"{dashed}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{thin}\" stroke-dasharray=\"{dash}\"/>"
        );
        if quad {
            let _ = write!(
                out,
                "<path d=\"M{mid_x} {mid_y}v{}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{thick}\"/>",
                decimal(h / 2.0)
            );
        }
    }

    fn instructions(&self, duplex: bool) -> Vec<String> {
        let mut lines = vec![format!(
            "{} pages; neighbours share {} mm (grey).",
            self.pages(),
            decimal(self.overlap)
        )];
        let steps: &[&str] = match (self.overlap > 0.0, duplex) {
            (true, false) => &[
                "Cut each page at its marks on the left and above. Lay it",
                "over the pages there, up to their ticks, and glue it.",
                "Cut the outside last.",
            ],
            (true, true) => &[
                "Cut each page at all of its marks. Lay it over the pages",
                "to the left and above, up to their ticks, and glue it.",
            ],
            (false, _) => &["Cut each page at all of its marks, and join the edges."],
        };
        lines.extend(steps.iter().map(|one| (*one).to_owned()));
        let fold = match self.fold {
            Some(Fold::Half) => Some("Fold it at the dashed marks."),
            Some(Fold::Quad) => Some("Cut the slit (thick) to the centre; fold at the dashes."),
            None => None,
        };
        lines.extend(fold.map(str::to_owned));
        lines
    }
}

fn fold_words(out: &mut String, page: &Page) {
    for line in &page.folds {
        let (x, y) = (line.from.0.min(line.to.0), line.from.1.min(line.to.1));
        let at = if line.from.0 == line.to.0 { (x + 0.6, y + 1.8) } else { (x, y - 0.5) };
        text(out, at, 2.0, "start", "fold", "500");
    }
}

fn line(out: &mut String, x: f64, words: &str) {
    text(out, (x, UNPRINTABLE + 1.9), TYPE, "start", words, "500");
}

fn text(out: &mut String, (x, y): (f64, f64), size: f64, anchor: &str, words: &str, weight: &str) {
    let [x, y, size] = [x, y, size].map(decimal);
    let _ = write!(
        out,
        "<text font-family=\"Barlow Condensed\" font-weight=\"{weight}\" font-size=\"{size}\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\">{}</text>",
        xml::text(words)
    );
}

/// Words along a side, read from the right.
fn upright(out: &mut String, (x, y): (f64, f64), words: &str) {
    let _ = write!(out, "<g transform=\"translate({} {}) rotate(-90)\">", decimal(x), decimal(y));
    text(out, (0.0, 0.0), TYPE, "middle", words, "500");
    out.push_str("</g>");
}
