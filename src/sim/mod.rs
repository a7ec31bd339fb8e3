//! Odds, deals and playtests of a game that is declared in its manifest.

pub mod compare;
pub mod deals;
pub mod engine;
pub mod estimate;
pub mod games;
pub mod histogram;
pub mod lang;
pub mod odds;
pub mod parts;
pub mod play;
pub mod pool;
pub mod rng;
pub mod shown;
pub mod study;
pub mod watched;
