//! Draws trees on pixels; plain pictures are stretched column by column and row by row.
//!
//! A renderer looks sixteen pixels of a picture up for each of its own, which costs more than all else on a
//! card. A picture that stands straight needs four for each column and four for each row, and none where
//! it has just the pixels that it covers, as pictures that were made for the resolution do.

use std::ops::Range;

use resvg::tiny_skia::{Pixmap, Transform};
use usvg::{Group, Image, ImageKind, ImageRendering, Node, Tree};

use super::stretch::{Taps, stretched};
use crate::images::raster;

/// How far an edge may lie from the edge of a pixel to be taken for it, in pixels.
const ASTRAY: f32 = 0.05;
/// By how many pixels a picture may be larger than what it covers to be taken for as large.
const LARGER: f32 = 0.25;

/// Draws `tree` over what is there.
pub fn draw(tree: &Tree, transform: Transform, over: &mut Pixmap) {
    let window = Window { x: 0..over.width() as i32, y: 0..over.height() as i32 };
    match has_plain(tree.root(), transform, &window) {
        true => walk(tree.root(), transform, &window, over),
        false => resvg::render(tree, transform, &mut over.as_mut()),
    }
}

/// Columns and rows of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Window {
    x: Range<i32>,
    y: Range<i32>,
}

/// A picture that is drawn here: where its pixels lie, and what is seen of it.
struct Plain<'a> {
    image: &'a Image,
    at: Transform,
    window: Window,
}

/// Whether any picture below a group is drawn here; `around` is where the group lies.
fn has_plain(group: &Group, around: Transform, window: &Window) -> bool {
    let at = around.pre_concat(group.transform());
    !group.should_isolate()
        && group.children().iter().any(|node| {
            plain(node, at, window).is_some()
                || matches!(node, Node::Group(group) if has_plain(group, at, window))
        })
}

fn walk(group: &Group, around: Transform, window: &Window, over: &mut Pixmap) {
    let at = around.pre_concat(group.transform());
    for node in group.children() {
        if let Some(plain) = plain(node, at, window)
            && plain.draw(over).is_some()
        {
            continue;
        }
        match node {
            Node::Group(group) if has_plain(group, at, window) => walk(group, at, window, over),
            node => {
                // It is drawn with its corner at the origin, which is taken back here.
                let Some(corner) = node.abs_layer_bounding_box() else { continue };
                let at = at.pre_translate(corner.x(), corner.y());
                resvg::render_node(node, at, &mut over.as_mut());
            }
        }
    }
}

/// The picture that a node is, alone or cut to a box; none for what a renderer must draw.
fn plain<'a>(node: &'a Node, at: Transform, window: &Window) -> Option<Plain<'a>> {
    match node {
        Node::Image(image) => {
            let is_raster = matches!(image.kind(), ImageKind::PNG(_) | ImageKind::JPEG(_));
            let is_smooth = matches!(
                image.rendering_mode(),
                ImageRendering::OptimizeQuality | ImageRendering::HighQuality
            );
            let is_plain = is_raster && is_smooth && image.is_visible() && !at.has_skew();
            let (w, h) = (image.size().width(), image.size().height());
            let x = seen(at.tx, at.sx * w, &window.x).filter(|_| is_plain)?;
            let y = seen(at.ty, at.sy * h, &window.y)?;
            Some(Plain { image, at, window: Window { x, y } })
        }
        Node::Group(group) if group.children().len() == 1 => {
            let at = at.pre_concat(group.transform());
            match group.should_isolate() {
                false => plain(&group.children()[0], at, window),
                true => plain(&group.children()[0], at, &cut(group, at, window)?),
            }
        }
        _ => None,
    }
}

/// The pixels that are seen of a picture along one axis; none if an edge of it cuts through a pixel.
fn seen(start: f32, length: f32, window: &Range<i32>) -> Option<Range<i32>> {
    let end = start + length;
    let near = |edge: f32| (edge - edge.round()).abs() <= ASTRAY;
    let covers = (near(start) || start < window.start as f32)
        && (near(end) || end > window.end as f32)
        && length > 0.0;
    let (first, last) = (start.round().max(-1e6) as i32, end.round().min(1e6) as i32);
    covers.then(|| first.max(window.start)..last.min(window.end))
}

/// The part of a window that a group is cut to, if it is nothing but cut to a box of whole pixels.
fn cut(group: &Group, at: Transform, window: &Window) -> Option<Window> {
    let is_only_cut = group.opacity().get() == 1.0
        && group.mask().is_none()
        && group.filters().is_empty()
        && group.blend_mode() == usvg::BlendMode::Normal;
    let clip = group.clip_path().filter(|_| is_only_cut && !at.has_skew())?;
    let [Node::Path(path)] = clip.root().children() else { return None };
    let is_whole = clip.clip_path().is_none() && clip.transform().is_identity();
    let frame = path.data().bounds();
    let corner = |point: &usvg::tiny_skia_path::Point| {
        [frame.left(), frame.right()].contains(&point.x)
            && [frame.top(), frame.bottom()].contains(&point.y)
    };
    let is_box = path.data().points().len() == 4 && path.data().points().iter().all(corner);
    if !(is_whole && is_box && path.abs_transform().is_identity() && path.is_visible()) {
        return None;
    }
    let edges = |low: f32, high: f32, within: &Range<i32>| {
        let is_whole = [low, high].iter().all(|edge| (edge - edge.round()).abs() <= ASTRAY);
        is_whole
            .then(|| (low.round() as i32).max(within.start)..(high.round() as i32).min(within.end))
    };
    let (x, y) = (|x: f32| at.sx * x + at.tx, |y: f32| at.sy * y + at.ty);
    Some(Window {
        x: edges(x(frame.left()), x(frame.right()), &window.x)?,
        y: edges(y(frame.top()), y(frame.bottom()), &window.y)?,
    })
}

impl Plain<'_> {
    /// Draws the picture; `None` if its file cannot be read.
    fn draw(&self, over: &mut Pixmap) -> Option<()> {
        let Window { x, y } = self.window.clone();
        if x.is_empty() || y.is_empty() {
            return Some(());
        }
        let raster = raster(self.image.kind())?;
        let at = self.at;
        let taps = |start: f32, scale: f32, size: u32, seen: &Range<i32>| match ((scale - 1.0)
            * size as f32)
            .abs()
            <= LARGER
            && start.fract().abs() <= ASTRAY
        {
            true => Taps::copied(seen.clone(), start.round() as i32, size),
            false => Taps::smooth(seen.clone(), start, scale, size),
        };
        let columns = taps(at.tx, at.sx, raster.w, &x);
        let rows = taps(at.ty, at.sy, raster.h, &y);
        let pixels = stretched(&raster, &columns, &rows);
        let width = over.width() as usize;
        for (line, row) in pixels.chunks_exact(x.len() * 4).zip(y) {
            let to = (row as usize * width + x.start as usize) * 4;
            put(&mut over.data_mut()[to..to + line.len()], line);
        }
        Some(())
    }
}

/// Puts premultiplied pixels over others.
fn put(under: &mut [u8], row: &[u8]) {
    for (under, pixel) in under.chunks_exact_mut(4).zip(row.chunks_exact(4)) {
        let left = 255 - u32::from(pixel[3]);
        if left == 0 {
            under.copy_from_slice(pixel);
            continue;
        }
        for (under, new) in under.iter_mut().zip(pixel) {
            let kept = ((u32::from(*under) * left + 127) / 255) as u8;
            *under = new.saturating_add(kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Findings;
    use crate::fonts::Fonts;
    use crate::images::Images;
    use crate::scene::tree;

    /// A picture of 4 x 2 pixels: red, green, blue and half of white; then black.
    fn png(channels: u8) -> String {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, 4, 2);
        let alpha = channels == 4;
        encoder.set_color(if alpha { ::png::ColorType::Rgba } else { ::png::ColorType::Rgb });
        let row = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 128]];
        let rows = row.iter().chain([[0, 0, 0, 255]; 4].iter());
        let data: Vec<u8> =
            rows.flat_map(|pixel| pixel[..usize::from(channels)].to_vec()).collect();
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        let text = bytes.iter().map(|byte| format!("%{byte:02x}"));
        format!("data:image/png,{}", text.collect::<String>())
    }

    /// A board of 8 x 4 pixels with the picture in a place.
    fn drawn(image: &str, copies: bool) -> (Vec<u8>, bool) {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 4\"><rect width=\"8\" height=\"4\" fill=\"#840\"/>{image}<rect x=\"1\" y=\"1\" width=\"1\" height=\"1\" fill=\"#fff\"/></svg>"
        );
        let tree = tree(&svg, &Fonts::embedded(), &Images::default(), &Findings::default());
        let tree = tree.unwrap();
        let mut pixmap = Pixmap::new(8, 4).unwrap();
        if copies {
            draw(&tree, Transform::identity(), &mut pixmap);
        } else {
            resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        }
        (
            pixmap.data().to_vec(),
            has_plain(tree.root(), Transform::identity(), &Window { x: 0..8, y: 0..4 }),
        )
    }

    #[test]
    fn pictures_that_are_stretched_look_as_if_drawn() {
        for channels in [3, 4] {
            let image = format!(
                "<image x=\"-1\" y=\"0\" width=\"8\" height=\"4\" href=\"{}\"/>",
                png(channels)
            );
            let ((copy, has), (plain, _)) = (drawn(&image, true), drawn(&image, false));
            assert!(has);
            let far = copy.iter().zip(&plain).map(|(a, b)| a.abs_diff(*b));
            assert!(far.max() < Some(16), "{channels} channels");
        }
    }

    #[test]
    fn pictures_that_lie_pixel_on_pixel_are_copied_and_look_as_if_drawn() {
        for channels in [3, 4] {
            let png = png(channels);
            let places = [
                ("x=\"0\" y=\"0\"", true),
                ("x=\"2\" y=\"1\"", true),
                ("x=\"-1\" y=\"-1\"", true),
                ("x=\"6\" y=\"3\"", true),
                ("x=\"-9\" y=\"0\"", true),
                ("x=\"0.5\" y=\"0\"", false),
                ("x=\"0\" y=\"0\" transform=\"rotate(90)\"", false),
                ("x=\"0\" y=\"0\" transform=\"scale(1.2)\"", false),
                ("x=\"0\" y=\"0\" style=\"image-rendering:pixelated\"", false),
                ("x=\"1\" y=\"1\" opacity=\"0.5\"", false),
            ];
            for (place, copied) in places {
                let image = format!("<image {place} width=\"4\" height=\"2\" href=\"{png}\"/>");
                let (copy, has) = drawn(&image, true);
                assert_eq!(has, copied, "{place}");
                let (plain, _) = drawn(&image, false);
                let far = copy.iter().zip(&plain).filter(|(a, b)| a.abs_diff(**b) > 1).count();
                assert_eq!(far, 0, "{place} with {channels} channels");
            }
        }
    }
}
