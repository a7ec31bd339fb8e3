//! How a camera was held: the orientation in a picture's Exif data.

/// How stored pixels become the picture: rows and columns may be swapped, and then run backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Stored rows are columns.
    pub swap: bool,
    /// Stored columns run from right to left.
    pub flip_x: bool,
    /// Stored rows run from bottom to top.
    pub flip_y: bool,
}

impl Turn {
    /// The turn that Exif data ask for; none where they are missing or make no sense.
    pub fn of(exif: Option<&[u8]>) -> Self {
        let (swap, flip_x, flip_y) = match exif.and_then(orientation) {
            Some(2) => (false, true, false),
            Some(3) => (false, true, true),
            Some(4) => (false, false, true),
            Some(5) => (true, false, false),
            Some(6) => (true, false, true),
            Some(7) => (true, true, true),
            Some(8) => (true, true, false),
            _ => (false, false, false),
        };
        Self { swap, flip_x, flip_y }
    }

    /// Width and height, swapped if need be.
    pub fn size<T>(self, (w, h): (T, T)) -> (T, T) {
        if self.swap { (h, w) } else { (w, h) }
    }

    /// The stored pixel that is at (x, y) of the picture, where `w` x `h` pixels are stored.
    pub fn stored(self, (x, y): (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
        let (x, y) = self.size((x, y));
        (if self.flip_x { w - 1 - x } else { x }, if self.flip_y { h - 1 - y } else { y })
    }
}

/// The value of the tag `Orientation` in the first directory of a TIFF.
fn orientation(exif: &[u8]) -> Option<u16> {
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let big = match tiff.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes = [*tiff.get(at)?, *tiff.get(at + 1)?];
        Some(if big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    };
    let (a, b) = (usize::from(short(4)?), usize::from(short(6)?));
    let first = if big { a << 16 | b } else { b << 16 | a };
    let entries = usize::from(short(first)?);
    let mut places = (0..entries).map(|entry| first + 2 + 12 * entry);
    let at = places.find(|at| short(*at) == Some(0x0112))?;
    short(at + 8)
}

#[cfg(test)]
mod tests {
    use super::Turn;

    /// Exif data of one tag.
    fn exif(orientation: u8, big: bool) -> Vec<u8> {
        let little =
            [b'I', b'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
        let large =
            [b'M', b'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
        if big { large.to_vec() } else { little.to_vec() }
    }

    /// The letters of a stored picture of 2 x 3 pixels, as they are seen.
    fn seen(turn: Turn) -> String {
        let stored = ["ab", "cd", "ef"];
        let (w, h) = turn.size((2, 3));
        let pixel = |x, y| {
            let (x, y) = turn.stored((x, y), (2, 3));
            stored[y as usize].as_bytes()[x as usize] as char
        };
        let row = |y| (0..w).map(|x| pixel(x, y)).collect::<String>();
        (0..h).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn all_eight_orientations_are_undone() {
        let right = [
            "ab/cd/ef", "ba/dc/fe", "fe/dc/ba", "ef/cd/ab", "ace/bdf", "eca/fdb", "fdb/eca",
            "bdf/ace",
        ];
        for (at, right) in right.iter().enumerate() {
            for big in [false, true] {
                let turn = Turn::of(Some(&exif(at as u8 + 1, big)));
                assert_eq!(seen(turn), *right, "orientation {}", at + 1);
            }
        }
    }

    #[test]
    fn exif_data_that_make_no_sense_turn_nothing() {
        let good = exif(6, false);
        for end in 0..good.len() {
            let _ = Turn::of(Some(&good[..end]));
        }
        assert_eq!(Turn::of(Some(&exif(9, true))), Turn::default());
        assert_eq!(Turn::of(Some(b"II*\0\xff\xff\xff\xff")), Turn::default());
        assert_eq!(Turn::of(None), Turn::default());
    }
}
