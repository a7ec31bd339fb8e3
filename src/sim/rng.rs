//! Random numbers: xoshiro256++, a stream of its own for each game, the same on every machine.

use crate::digest::mixed;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of the game `index` under `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        // Seed and index are mixed apart, so that streams of neighbouring seeds do not meet.
        let mut at = mixed(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)) ^ mixed(!index);
        let mut next = || {
            at = at.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mixed(at)
        };
        Self { state: [next(), next(), next(), next()] }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `n`, each as likely (Lemire's way, with rejection); 0 for `n` = 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let n = u64::from(n);
        let mut product = (self.bits() >> 32) * n;
        if (product & 0xffff_ffff) < n {
            let threshold = n.wrapping_neg() & 0xffff_ffff;
            let threshold = if n == 0 { 0 } else { threshold % n };
            while (product & 0xffff_ffff) < threshold {
                product = (self.bits() >> 32) * n;
            }
        }
        (product >> 32) as u32
    }

    /// The most cards that four places are found among at once.
    pub const FOUR: usize = 1 << 16;

    /// A place among `size` cards, one among a card less, and so on, of the same 64 bits; `size` is from 4 to [`Self::FOUR`].
    #[inline]
    pub fn four_below(&mut self, size: usize) -> [usize; 4] {
        loop {
            if let Some(places) = four_of(self.bits(), size as u64) {
                return places;
            }
        }
    }
}

/// Four places of these bits, each four of them of as many; nothing of the few bits that are left over. As Lemire's way
/// for one number, with what is left of the bits for the next (Brackett-Rozinsky and Lemire, 2024).
#[inline]
fn four_of(bits: u64, size: u64) -> Option<[usize; 4]> {
    let mut rest = bits;
    let places = std::array::from_fn(|at| {
        let product = u128::from(rest) * u128::from(size - at as u64);
        rest = product as u64;
        (product >> 64) as usize
    });
    let all = size * (size - 1) * (size - 2) * (size - 3);
    (rest >= all || rest >= all.wrapping_neg() % all).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::{Rng, four_of};

    /// Four places as one number, in the order of the bits that give them.
    fn number(places: [usize; 4], size: u64) -> u64 {
        let digits = places.iter().enumerate();
        digits.fold(0, |number, (at, place)| number * (size - at as u64) + *place as u64)
    }

    #[test]
    fn each_four_places_come_of_the_same_number_of_bits() {
        for size in [4, 5, 7, 90, 1000, Rng::FOUR as u64] {
            let all = size * (size - 1) * (size - 2) * (size - 3);
            let (every, left_over) =
                ((1_u128 << 64) / u128::from(all), (1_u128 << 64) % u128::from(all));
            for wanted in [0, 1, all / 3, all / 2 + 1, all - 2, all - 1] {
                // All bits that give these places lie side by side, after those that are left over.
                let first =
                    ((u128::from(wanted) << 64) + left_over).div_ceil(u128::from(all)) as u64;
                let last = first + (every - 1) as u64;
                let found = |bits| four_of(bits, size).map(|places| number(places, size));
                assert_eq!((found(first), found(last)), (Some(wanted), Some(wanted)), "{size}");
                assert_ne!(found(first.wrapping_sub(1)), Some(wanted), "{size}");
                assert_ne!(found(last.wrapping_add(1)), Some(wanted), "{size}");
            }
        }
    }

    #[test]
    fn the_first_numbers_of_the_generator_are_those_of_its_authors() {
        // Reference output of xoshiro256++ for the state 1, 2, 3, 4.
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let first = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(first.map(|_| rng.bits()), first);
    }

    #[test]
    fn every_number_below_a_bound_comes_as_often() {
        for bound in [1, 2, 3, 6, 7, 90] {
            let (mut rng, trials) = (Rng::new(7, 0), 60_000);
            let mut counts = vec![0_u32; bound as usize];
            (0..trials).for_each(|_| counts[rng.below(bound) as usize] += 1);
            let expected = f64::from(trials) / f64::from(bound);
            let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
            let sum: f64 = counts.iter().map(square).sum();
            // Five standard deviations of chi-square.
            let freedom = f64::from(bound - 1);
            assert!(sum <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{bound}: {sum}");
        }
    }
}
