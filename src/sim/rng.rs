//! Random numbers: xoshiro256++, a stream of its own for each game, the same on every machine.

use crate::digest::mixed;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of the game `index` under `seed`.
    #[inline]
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

    /// Gives the places that `n` of `size` cards are drawn from, one after another, each with the last place before it is
    /// drawn: the last card takes the place of the one that is drawn. `n` is at most `size`.
    #[inline(always)]
    pub fn draw(&mut self, size: usize, n: usize, mut card: impl FnMut(usize, usize)) {
        let (mut left, least) = (size, size - n);
        while left > least {
            let places = &mut |at: usize, place: usize| card(place, left - 1 - at);
            let many = (left - least).min(at_once(left).0);
            match many {
                1 => self.each_of::<1>(left, places),
                2 => self.each_of::<2>(left, places),
                3 => self.each_of::<3>(left, places),
                4 => self.each_of::<4>(left, places),
                5 => self.each_of::<5>(left, places),
                6 => self.each_of::<6>(left, places),
                7 => self.each_of::<7>(left, places),
                _ => self.each_of::<8>(left, places),
            }
            left -= many;
        }
    }

    #[inline(always)]
    fn each_of<const N: usize>(&mut self, size: usize, card: &mut impl FnMut(usize, usize)) {
        let places = self.places::<N>(size);
        places.into_iter().enumerate().for_each(|(at, place)| card(at, place));
    }

    /// Puts cards into `to`, which is as long, in an order of which each is as likely.
    ///
    /// From one list into another takes less time than exchanging cards in place.
    #[inline]
    pub fn shuffle<T: Copy>(&mut self, from: &[T], to: &mut [T]) {
        let many = at_once(from.len()).0;
        // Its numbers stay in registers.
        let (mut rng, mut done) = (self.clone(), 0);
        if many == 8 {
            while let Some(cards) = from.get(done..done + 8) {
                put_in(&mut to[..done + 8], cards, rng.places::<8>(done + 8));
                done += 8;
            }
        }
        while let Some(cards) = from.get(done..done + 4).filter(|_| many >= 4) {
            put_in(&mut to[..done + 4], cards, rng.places::<4>(done + 4));
            done += 4;
        }
        while let Some(cards) = from.get(done..done + 1) {
            put_in(&mut to[..done + 1], cards, rng.places::<1>(done + 1));
            done += 1;
        }
        *self = rng;
    }

    /// A place among `size` cards, one among a card less, and so on, of the same 64 bits: as many as [`at_once`] says.
    #[inline(always)]
    fn places<const N: usize>(&mut self, size: usize) -> [usize; N] {
        loop {
            if let Some(places) = places_of(self.bits(), size as u64) {
                return places;
            }
        }
    }
}

/// How many places among so many cards are found in 64 bits at once, and the bits that tell one of them: so that bits are
/// rarely thrown away.
#[inline(always)]
fn at_once(size: usize) -> (usize, usize) {
    match size {
        0..=0x80 => (8, 7),
        0x81..=0x8000 => (4, 15),
        _ => (1, 63),
    }
}

/// Puts cards last in `to`, each at a place that was found for it; the card there makes room.
#[inline(always)]
fn put_in<T: Copy, const N: usize>(to: &mut [T], cards: &[T], places: [usize; N]) {
    let done = to.len() - N;
    // The first place was found among all, the next among one less, and so on.
    for ((at, card), place) in cards.iter().enumerate().zip(places.into_iter().rev()) {
        to[done + at] = to[place];
        to[place] = *card;
    }
}

/// Places of these bits, each of them of as many; nothing of the few bits that are left over. As Lemire's way for one
/// number, with what is left of the bits for the next (Brackett-Rozinsky and Lemire, 2024).
#[inline(always)]
fn places_of<const N: usize>(bits: u64, size: u64) -> Option<[usize; N]> {
    let mut rest = bits;
    let places = std::array::from_fn(|at| {
        let product = u128::from(rest) * u128::from(size - at as u64);
        rest = product as u64;
        (product >> 64) as usize
    });
    // There are no more ways than this, and nearly all bits leave more over.
    let most = 1_u64 << (at_once(size as usize).1 * N);
    (rest >= most || is_fair(rest, size, N)).then_some(places)
}

/// Whether bits that leave this rest are among those of which all places come as often.
#[cold]
fn is_fair(rest: u64, size: u64, places: usize) -> bool {
    let all = (0..places as u64).fold(1, |all: u64, at| all.wrapping_mul(size - at));
    rest >= all || rest >= all.wrapping_neg() % all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Rng, at_once, places_of};

    /// Places as one number, in the order of the bits that give them.
    fn number<const N: usize>(places: [usize; N], size: u64) -> u64 {
        let digits = places.iter().enumerate();
        digits.fold(0, |number, (at, place)| number * (size - at as u64) + *place as u64)
    }

    fn look_at_bits<const N: usize>(size: u64) {
        let all = (0..N as u64).map(|at| size - at).product::<u64>();
        let (every, left_over) =
            ((1_u128 << 64) / u128::from(all), (1_u128 << 64) % u128::from(all));
        for wanted in [0, 1, all / 3, all / 2 + 1, all - 2, all - 1] {
            // All bits that give these places lie side by side, after those that are left over.
            let first = ((u128::from(wanted) << 64) + left_over).div_ceil(u128::from(all)) as u64;
            let last = first + (every - 1) as u64;
            let found = |bits| places_of::<N>(bits, size).map(|places| number(places, size));
            assert_eq!((found(first), found(last)), (Some(wanted), Some(wanted)), "{size}");
            assert_ne!(found(first.wrapping_sub(1)), Some(wanted), "{size}");
            assert_ne!(found(last.wrapping_add(1)), Some(wanted), "{size}");
        }
    }

    #[test]
    fn all_places_that_are_found_at_once_come_of_the_same_number_of_bits() {
        [4, 5, 7, 90, 1000, 0x8000].into_iter().for_each(look_at_bits::<4>);
        [8, 9, 90, 127, 128].into_iter().for_each(look_at_bits::<8>);
        [5, 90, 128].into_iter().for_each(look_at_bits::<5>);
        [3, 90, 0x8001, 1 << 40].into_iter().for_each(look_at_bits::<1>);
    }

    #[test]
    fn so_many_places_at_once_are_no_more_than_their_bits_can_tell_apart() {
        for size in [8, 128, 129, 0x8000, 0x8001] {
            let (many, bits) = at_once(size);
            let all: u128 = (0..many).map(|at| (size - at) as u128).product();
            assert!(all <= 1 << (bits * many) && bits * many < 64, "{size}");
        }
    }

    #[test]
    fn every_order_of_a_shuffle_comes_as_often() {
        // Ten are shuffled eight at once and then one by one; what the last of them are is looked at.
        for (size, shown, orders) in [(1, 1, 1), (5, 5, 120), (6, 3, 120), (10, 3, 720)] {
            let (mut rng, trials) = (Rng::new(3, 0), 72_000_u32);
            let (from, mut to) = ((0..size).collect::<Vec<u8>>(), vec![0; usize::from(size)]);
            let mut found = BTreeMap::<Vec<u8>, u32>::new();
            for _ in 0..trials {
                rng.shuffle(&from, &mut to);
                *found.entry(to[to.len() - shown..].to_vec()).or_default() += 1;
            }
            let expected = f64::from(trials) / f64::from(orders);
            let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
            let (sum, freedom) = (found.values().map(square).sum::<f64>(), f64::from(orders - 1));
            assert_eq!(found.len(), orders as usize);
            assert!(sum <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{size}: {sum}");
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
