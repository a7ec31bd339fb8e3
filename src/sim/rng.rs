//! Random numbers: xoshiro256++, a stream of its own for each game, the same on every machine.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

/// Mixes a number well (the finaliser of splitmix64).
fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
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
}

#[cfg(test)]
mod tests {
    use super::Rng;

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
