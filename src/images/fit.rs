//! Where a picture comes to lie in its box: numbers only.

use super::attributes::{Ask, Fit};
use crate::geom::Rect;

/// Pixels per mm of a tile that is as large as it is.
const NATURAL: f64 = 300.0 / 25.4;

/// A picture in its place; lengths in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its middle, seen from the corner of its tile if there are tiles.
    pub middle: (f64, f64),
    /// Width and height before it is turned.
    pub size: (f64, f64),
    /// What is seen of it, or of all its tiles.
    pub seen: Rect,
    /// Whether it reaches beyond what is to be seen.
    pub is_over: bool,
    /// The tile that is repeated, if it is.
    pub tile: Option<Rect>,
}

/// Puts a picture of `size`, in any unit, into the box `room`.
pub fn place(size: (f64, f64), room: Rect, ask: &Ask) -> Place {
    match ask.fit {
        Fit::Cover => cover(size, room, ask),
        Fit::Contain => contain(size, room, ask),
        Fit::Stretch => stretch(room, ask.rotate),
        Fit::Tile(width) => {
            let (w, h) = outline(size, ask.rotate);
            let width = width.unwrap_or(w / NATURAL);
            let tile = Rect { w: width, h: width * h / w, ..room };
            // A tile is laid out from its own corner.
            let cell = Rect { x: 0.0, y: 0.0, ..tile };
            Place { seen: room, tile: Some(tile), ..stretch(cell, ask.rotate) }
        }
    }
}

/// Sine and cosine, which are whole numbers at quarters of a turn.
fn turn(degrees: f64) -> (f64, f64) {
    match degrees {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => other.to_radians().sin_cos(),
    }
}

/// Width and height of the box around something turned.
fn outline((w, h): (f64, f64), degrees: f64) -> (f64, f64) {
    let (sin, cos) = turn(degrees);
    (w * cos.abs() + h * sin.abs(), w * sin.abs() + h * cos.abs())
}

fn middle(room: Rect) -> (f64, f64) {
    (room.x + room.w / 2.0, room.y + room.h / 2.0)
}

/// The point of focus comes to the middle of the box, as far as the picture reaches.
fn cover((pw, ph): (f64, f64), room: Rect, ask: &Ask) -> Place {
    // Seen from the picture, it is the box that is turned.
    let (bw, bh) = outline((room.w, room.h), ask.rotate);
    let scale = (bw / pw).max(bh / ph);
    let (w, h) = (pw * scale, ph * scale);
    let off = |focus: f64, side: f64, least: f64, flip: bool| {
        let most = ((side - least) / 2.0).max(0.0);
        let off = ((focus - 0.5) * side).clamp(-most, most);
        if flip { -off } else { off }
    };
    let (dx, dy) = (off(ask.focus.0, w, bw, ask.flip.0), off(ask.focus.1, h, bh, ask.flip.1));
    let (sin, cos) = turn(ask.rotate);
    let (x, y) = middle(room);
    let (ow, oh) = outline((w, h), ask.rotate);
    Place {
        middle: (x - (dx * cos - dy * sin), y - (dx * sin + dy * cos)),
        size: (w, h),
        seen: room,
        is_over: ow > room.w + 1e-6 || oh > room.h + 1e-6,
        tile: None,
    }
}

/// What room is left is shared out by the focus: 0 is left or above, 1 right or below.
fn contain((pw, ph): (f64, f64), room: Rect, ask: &Ask) -> Place {
    let (ow, oh) = outline((pw, ph), ask.rotate);
    let scale = (room.w / ow).min(room.h / oh);
    let (ow, oh) = (ow * scale, oh * scale);
    let x = room.x + (room.w - ow) * ask.focus.0;
    let y = room.y + (room.h - oh) * ask.focus.1;
    let seen = Rect { x, y, w: ow, h: oh };
    Place { middle: middle(seen), size: (pw * scale, ph * scale), seen, is_over: false, tile: None }
}

fn stretch(room: Rect, rotate: f64) -> Place {
    let size = outline((room.w, room.h), rotate);
    Place { middle: middle(room), size, seen: room, is_over: false, tile: None }
}

#[cfg(test)]
mod tests {
    use super::super::attributes::{Ask, Fit};
    use super::place;
    use crate::geom::Rect;

    const ROOM: Rect = Rect { x: 10.0, y: 20.0, w: 60.0, h: 30.0 };

    fn ask(fit: Fit) -> Ask {
        let focus = (0.5, 0.5);
        let flip = (false, false);
        Ask { fit, focus, crop: None, mask: None, flip, rotate: 0.0, tint: None, pixelated: false }
    }

    #[track_caller]
    fn near(found: (f64, f64), right: (f64, f64)) {
        let off = (found.0 - right.0).abs().max((found.1 - right.1).abs());
        assert!(off < 1e-9, "{found:?} is not {right:?}");
    }

    #[test]
    fn a_picture_is_contained_with_the_room_shared_by_its_focus() {
        let place = place((100.0, 100.0), ROOM, &Ask { focus: (0.0, 0.5), ..ask(Fit::Contain) });
        near(place.size, (30.0, 30.0));
        near(place.middle, (25.0, 35.0));
        assert_eq!(place.seen, Rect { x: 10.0, y: 20.0, w: 30.0, h: 30.0 });
        assert!(!place.is_over);
    }

    #[test]
    fn a_picture_covers_with_its_focus_as_near_the_middle_as_it_reaches() {
        let square = (100.0, 100.0);
        let at = |y| place(square, ROOM, &Ask { focus: (0.5, y), ..ask(Fit::Cover) });
        near(at(0.5).size, (60.0, 60.0));
        // 45 % down is 3 mm above the picture's middle, so its middle is 3 mm lower.
        near(at(0.45).middle, (40.0, 38.0));
        // At most a quarter of the height is hidden at either end.
        near(at(0.0).middle, (40.0, 50.0));
        near(at(1.0).middle, (40.0, 20.0));
        assert!(at(0.5).is_over && at(0.5).seen == ROOM);
    }

    #[test]
    fn a_quarter_turn_swaps_the_sides_and_takes_the_focus_along() {
        let turned = Ask { rotate: 90.0, ..ask(Fit::Contain) };
        let contained = place((100.0, 200.0), ROOM, &turned);
        near(contained.size, (30.0, 60.0));
        near(contained.middle, (40.0, 35.0));
        let stretched = place((7.0, 7.0), ROOM, &Ask { fit: Fit::Stretch, ..turned.clone() });
        near(stretched.size, (30.0, 60.0));
        // The top of the picture is on the right now: the focus there moves it to the left.
        let ask = Ask { fit: Fit::Cover, focus: (0.5, 0.0), ..turned };
        let covered = place((100.0, 400.0), ROOM, &ask);
        near(covered.size, (30.0, 120.0));
        near(covered.middle, (10.0, 35.0));
    }

    #[test]
    fn a_slanted_picture_still_covers_its_box() {
        let ask = Ask { rotate: 30.0, ..ask(Fit::Cover) };
        let place = place((100.0, 100.0), ROOM, &ask);
        // Turned by -30 degrees, a box of 60 x 30 mm is 66.96 x 55.98 mm.
        let side = 60.0 * 30_f64.to_radians().cos() + 30.0 * 0.5;
        near(place.size, (side, side));
        assert!(place.is_over);
    }

    #[test]
    fn tiles_keep_their_shape_and_begin_at_the_corner() {
        let tiled = place((300.0, 150.0), ROOM, &ask(Fit::Tile(None))).tile;
        assert_eq!(tiled, Some(Rect { x: 10.0, y: 20.0, w: 25.4, h: 12.7 }));
        let tiled = place((300.0, 150.0), ROOM, &ask(Fit::Tile(Some(10.0)))).tile;
        assert_eq!(tiled, Some(Rect { x: 10.0, y: 20.0, w: 10.0, h: 5.0 }));
    }
}
