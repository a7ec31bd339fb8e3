//! Whether a JPEG has all its pixels before its end mark: decoders take those that are missing for grey.

use std::collections::BTreeMap;

/// What no code of pixels begins with: sixteen ones and more, each byte with the zero that follows it in a scan.
const NO_CODE: [u8; 16] = [0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0];

/// The same file with what is no code before its end mark: a decoder that has all pixels by then passes it over, and
/// one that lacks some finds them broken. None of a file that its marks show to be cut off.
pub fn guarded(jpeg: &[u8]) -> Option<Vec<u8>> {
    let mut marks = Marks::default();
    let Some(end) = marks.walk(jpeg) else { return Some(jpeg.to_vec()) };
    marks.are_whole().then(|| [&jpeg[..end], &NO_CODE, &jpeg[end..]].concat())
}

/// What the marks of a JPEG say of its scans.
#[derive(Default)]
struct Marks {
    /// Width and height in pixels.
    size: (u32, u32),
    /// How many samples of each component, by its name, are in a unit: across and down.
    samples: BTreeMap<u8, (u32, u32)>,
    /// How many units there are between two marks in a scan; 0 where there are no marks.
    interval: u32,
    /// How many marks the scan should have, and how many it has.
    scan: (u32, u32),
    lacks_marks: bool,
    /// How many bits are still missing of each coefficient of each component.
    missing: BTreeMap<(u8, u8), u8>,
}

impl Marks {
    /// Goes to the end mark, and gives its place. In a file of several pictures, or with a small copy in its head,
    /// it is the picture's own.
    fn walk(&mut self, jpeg: &[u8]) -> Option<usize> {
        let (mut at, mut is_scan) = (2, false);
        loop {
            match *jpeg.get(at..at + 2)? {
                [0xff, 0xd9] if is_scan => {
                    self.end_scan();
                    return Some(at);
                }
                [0xff, mark @ (0 | 0xd0..=0xd7)] => {
                    self.scan.1 += u32::from(mark != 0);
                    at += 2;
                }
                [0xff, 0xff] => at += 1,
                [0xff, mark] => {
                    let length = u16::from_be_bytes([*jpeg.get(at + 2)?, *jpeg.get(at + 3)?]);
                    let said = jpeg.get(at + 4..at + 2 + usize::from(length))?;
                    match (mark, said) {
                        (0xc0..=0xc2, _) => self.frame(said)?,
                        (0xdd, [high, low]) => {
                            self.interval = u32::from(u16::from_be_bytes([*high, *low]));
                        }
                        (0xda, _) => {
                            self.end_scan();
                            self.begin_scan(said)?;
                            is_scan = true;
                        }
                        _ => {}
                    }
                    at += 2 + usize::from(length);
                }
                _ => at += 1,
            }
        }
    }

    fn frame(&mut self, said: &[u8]) -> Option<()> {
        let [_, high, low, left, right, _, components @ ..] = said else { return None };
        let side = |high: &u8, low: &u8| u32::from(u16::from_be_bytes([*high, *low]));
        self.size = (side(left, right), side(high, low));
        let of = |one: &[u8]| (one[0], (u32::from(one[1] >> 4), u32::from(one[1] & 15)));
        self.samples = components.chunks_exact(3).map(of).collect();
        Some(())
    }

    fn begin_scan(&mut self, said: &[u8]) -> Option<()> {
        let [_, components @ .., first, last, bits] = said else { return None };
        let names: Vec<u8> = components.chunks_exact(2).map(|one| one[0]).collect();
        for name in &names {
            for one in *first..=(*last).min(63) {
                self.missing.insert((*name, one), bits & 15);
            }
        }
        let most = |side: fn(&(u32, u32)) -> u32| self.samples.values().map(side).max();
        let (across, down) = (most(|one| one.0)?, most(|one| one.1)?);
        // A component alone comes sample by sample, several come in units of all their samples.
        let samples = match names[..] {
            [name] => *self.samples.get(&name)?,
            _ => (1, 1),
        };
        let units = |pixels: u32, samples: u32, most: u32| match names.len() {
            1 => (pixels * samples).div_ceil(most.max(1)).div_ceil(8),
            _ => pixels.div_ceil(8 * most.max(1)),
        };
        let units = units(self.size.0, samples.0, across) * units(self.size.1, samples.1, down);
        let marks = units.checked_div(self.interval).map_or(0, |_| units.div_ceil(self.interval));
        self.scan = (marks.saturating_sub(1), 0);
        Some(())
    }

    fn end_scan(&mut self) {
        self.lacks_marks |= self.scan.1 < self.scan.0;
    }

    /// Whether no scan lacks marks, and all that was begun coarsely was made fine.
    fn are_whole(&self) -> bool {
        !self.lacks_marks && self.missing.values().all(|bits| *bits == 0)
    }
}
