//! Content keys: what a cached thing was made from, as one short name.

use std::fmt;

use serde::Serialize;

/// Stirs the bits of a number (the finaliser of SplitMix64).
#[inline]
pub fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A 128-bit BLAKE3 digest, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 16]);

impl Digest {
    /// How long it is.
    pub const BYTES: usize = 16;

    /// The digest whose bytes these are.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub fn bytes(self) -> [u8; Self::BYTES] {
        self.0
    }

    /// The digest of plain bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::short(&blake3::hash(bytes))
    }

    fn short(hash: &blake3::Hash) -> Self {
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_bytes()[..16]);
        Self(short)
    }

    /// The digest of a key: a struct that says all that a thing depends on.
    ///
    /// # Panics
    /// Never for keys made of strings, numbers and digests.
    pub fn of_key(key: &impl Serialize) -> Self {
        Self::of(&serde_json::to_vec(key).expect("keys are plain data"))
    }

    /// Its first byte, which is as good as drawn by lot.
    pub fn byte(self) -> u8 {
        self.0[0]
    }

    /// The digest that [`fmt::Display`] wrote, if `text` is one.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// Takes the digests of ever more of some bytes.
#[derive(Default)]
pub struct Digester(blake3::Hasher);

impl Digester {
    /// Adds bytes at the end.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes so far.
    pub fn digest(&self) -> Digest {
        Digest::short(&self.0.finalize())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
