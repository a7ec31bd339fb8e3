//! Draws trees on pixels; a picture whose edges are edges of pixels is stretched and copied.
//!
//! A renderer looks up to sixteen pixels of a picture up for each of its own, which costs more than all else on a
//! card. Here columns and rows are stretched one after the other, or not at all where a picture that was
//! made for the resolution has just the pixels that it covers.

use resvg::tiny_skia::{Pixmap, Transform};
use usvg::{Group, Image, ImageKind, ImageRendering, Node, Tree};

use crate::images::{Raster, raster, stretched};

/// How far the edge of a picture may lie from the edge of a pixel, in pixels.
const ASTRAY: f32 = 0.05;
/// The most pixels of a side that is stretched.
const MOST: f32 = 16_000.0;

/// Draws `tree` over what is there.
pub fn draw(tree: &Tree, transform: Transform, over: &mut Pixmap) {
    let root = tree.root();
    match has_copies(root, transform.pre_concat(root.transform())) {
        true => walk(root, transform, over),
        false => resvg::render(tree, transform, &mut over.as_mut()),
    }
}

/// Whether a group is nothing but its children, moved.
fn is_plain(group: &Group) -> bool {
    !group.should_isolate()
}

/// `at` is where the group's children lie.
fn has_copies(group: &Group, at: Transform) -> bool {
    is_plain(group)
        && group.children().iter().any(|node| match node {
            Node::Image(image) => place(image, at).is_some(),
            Node::Group(group) => has_copies(group, at.pre_concat(group.transform())),
            Node::Path(_) | Node::Text(_) => false,
        })
}

/// `around` is where the group itself lies.
fn walk(group: &Group, around: Transform, over: &mut Pixmap) {
    let at = around.pre_concat(group.transform());
    for node in group.children() {
        match node {
            Node::Group(group) if has_copies(group, at.pre_concat(group.transform())) => {
                walk(group, at, over);
            }
            Node::Image(image) if copy(image, at, over).is_some() => {}
            node => {
                // It is drawn with its corner at the origin, which is taken back here.
                let Some(corner) = node.abs_layer_bounding_box() else { continue };
                let at = at.pre_translate(corner.x(), corner.y());
                resvg::render_node(node, at, &mut over.as_mut());
            }
        }
    }
}

/// The pixels that a picture covers, if its edges lie on theirs.
struct Place {
    left: i32,
    top: i32,
    size: (u32, u32),
}

fn place(image: &Image, at: Transform) -> Option<Place> {
    let is_raster = matches!(image.kind(), ImageKind::PNG(_) | ImageKind::JPEG(_));
    let is_smooth = matches!(
        image.rendering_mode(),
        ImageRendering::OptimizeQuality | ImageRendering::HighQuality
    );
    if !(is_raster && is_smooth && image.is_visible()) || at.has_skew() {
        return None;
    }
    let span = |start: f32, scale: f32, size: f32| {
        let (near, far) = (start.round(), (start + scale * size).round());
        let off = (start - near).abs().max((start + scale * size - far).abs());
        let pixels = far - near;
        (off <= ASTRAY && (1.0..=MOST).contains(&pixels)).then_some((near as i32, pixels as u32))
    };
    let (left, w) = span(at.tx, at.sx, image.size().width())?;
    let (top, h) = span(at.ty, at.sy, image.size().height())?;
    Some(Place { left, top, size: (w, h) })
}

/// Copies a picture to its place, stretched before if it has other pixels than that.
fn copy(image: &Image, at: Transform, over: &mut Pixmap) -> Option<()> {
    let Place { left, top, size } = place(image, at)?;
    let mut raster = raster(image.kind())?;
    if (raster.w, raster.h) != size {
        raster = stretched(&raster, size).ok()?;
    }
    let (w, h) = (over.width() as i32, over.height() as i32);
    let columns = (-left).max(0)..(w - left).min(raster.w as i32);
    let rows = (-top).max(0)..(h - top).min(raster.h as i32);
    if columns.is_empty() {
        return Some(());
    }
    let channels = raster.channels;
    for row in rows {
        let from = (row as usize * raster.w as usize + columns.start as usize) * channels;
        let to = ((row + top) as usize * w as usize + (columns.start + left) as usize) * 4;
        let count = columns.len();
        let source = &raster.data[from..from + count * channels];
        over_row(&mut over.data_mut()[to..to + count * 4], source, &raster);
    }
    Some(())
}

/// Puts a row of straight colours over one of premultiplied ones.
fn over_row(under: &mut [u8], row: &[u8], raster: &Raster) {
    if raster.channels == 3 {
        for (under, pixel) in under.chunks_exact_mut(4).zip(row.chunks_exact(3)) {
            under.copy_from_slice(&[pixel[0], pixel[1], pixel[2], 255]);
        }
        return;
    }
    for (under, pixel) in under.chunks_exact_mut(4).zip(row.chunks_exact(4)) {
        let alpha = u32::from(pixel[3]);
        let scaled = |value: u8, part: u32| ((u32::from(value) * part + 127) / 255) as u8;
        for channel in 0..3 {
            let new = scaled(pixel[channel], alpha);
            under[channel] = new.saturating_add(scaled(under[channel], 255 - alpha));
        }
        under[3] = pixel[3].saturating_add(scaled(under[3], 255 - alpha));
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
        (pixmap.data().to_vec(), has_copies(tree.root(), Transform::identity()))
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
            // At its edge a picture goes on with its last pixel there, and is balanced here.
            let inside = |at: &usize| (1..6).contains(&(at / 4 % 8)) && (1..3).contains(&(at / 32));
            let far = (0..copy.len()).filter(inside).map(|at| copy[at].abs_diff(plain[at]));
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
