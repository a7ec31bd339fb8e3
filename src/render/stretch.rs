//! Stretches pictures along their columns and rows, as renderers do (after Mitchell and Netravali).

use std::ops::Range;

use crate::images::Raster;

/// Which four pixels of a picture make each pixel along one axis, and how much of each.
pub struct Taps {
    weights: Vec<(usize, [f32; 4])>,
    /// Pixels of the picture along the axis.
    size: usize,
}

impl Taps {
    /// Each pixel of `seen` is one of the picture, whose first lies at `start`.
    pub fn copied(seen: Range<i32>, start: i32, size: u32) -> Self {
        let place = |at: i32| (at - start).clamp(0, size as i32 - 1) as usize;
        let weights = seen.map(|at| (place(at) + 1, [0.0, 1.0, 0.0, 0.0])).collect();
        Self { weights, size: size as usize }
    }

    /// The picture's first pixel begins at `start`, and each is `scale` pixels large.
    pub fn smooth(seen: Range<i32>, start: f32, scale: f32, size: u32) -> Self {
        let tap = |at: i32| {
            let place = (at as f32 + 0.5 - start) / scale - 0.5;
            let first = place.floor();
            let weights = weights(place - first);
            (first.clamp(-1.0, size as f32) as usize + usize::from(first >= 0.0), weights)
        };
        Self { weights: seen.map(tap).collect(), size: size as usize }
    }

    /// The pixels of the picture that a tap takes; at its ends the last one again.
    fn places(&self, first: usize) -> [usize; 4] {
        [0, 1, 2, 3].map(|at| (first + at).saturating_sub(2).min(self.size - 1))
    }
}

/// How much of four neighbours a place between the second and the third has.
fn weights(part: f32) -> [f32; 4] {
    let near = |t: f32| (1.0 + t * (9.0 + t * (27.0 - 21.0 * t))) / 18.0;
    let far = |t: f32| t * t * (7.0 * t - 6.0) / 18.0;
    [far(1.0 - part), near(1.0 - part), near(part), far(part)]
}

/// The pixels that the taps take, premultiplied, in rows.
pub fn stretched(raster: &Raster, columns: &Taps, rows: &Taps) -> Vec<u8> {
    let width = columns.weights.len() * 4;
    let mut lines: Vec<Option<Vec<f32>>> = vec![None; raster.h as usize];
    let mut pixels = Vec::with_capacity(width * rows.weights.len());
    let mut sum = vec![0.0_f32; width];
    let mut freed = 0;
    for (first, weights) in &rows.weights {
        let places = rows.places(*first);
        sum.fill(0.0);
        for (place, weight) in places.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            let line = lines[*place].get_or_insert_with(|| line(raster, *place, columns));
            sum.iter_mut().zip(line.iter()).for_each(|(sum, value)| *sum += value * weight);
        }
        // Rows above are not needed again.
        lines[freed..places[0].max(freed)].iter_mut().for_each(|line| *line = None);
        freed = places[0].max(freed);
        for pixel in sum.chunks_exact(4) {
            let alpha = pixel[3].clamp(0.0, 255.0);
            let channel = |value: f32| (value.clamp(0.0, alpha) + 0.5) as u8;
            pixels.extend([channel(pixel[0]), channel(pixel[1]), channel(pixel[2])]);
            pixels.push((alpha + 0.5) as u8);
        }
    }
    pixels
}

/// One row of the picture, stretched to the columns, premultiplied.
fn line(raster: &Raster, row: usize, columns: &Taps) -> Vec<f32> {
    let channels = raster.channels;
    let start = row * raster.w as usize * channels;
    let source = &raster.data[start..start + raster.w as usize * channels];
    let pixel = |at: usize| -> [f32; 4] {
        let pixel = &source[at * channels..][..channels];
        let alpha = if channels == 4 { f32::from(pixel[3]) } else { 255.0 };
        let part = alpha / 255.0;
        let [red, green, blue] = [0, 1, 2].map(|at| f32::from(pixel[at]) * part);
        [red, green, blue, alpha]
    };
    let premultiplied: Vec<[f32; 4]> = (0..raster.w as usize).map(pixel).collect();
    let mut line = Vec::with_capacity(columns.weights.len() * 4);
    for (first, weights) in &columns.weights {
        let mut sum = [0.0_f32; 4];
        for (place, weight) in columns.places(*first).iter().zip(weights) {
            let pixel = premultiplied[*place];
            for channel in 0..4 {
                sum[channel] += pixel[channel] * weight;
            }
        }
        line.extend(sum);
    }
    line
}
