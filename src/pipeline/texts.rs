//! How the boxes of a deck were filled: the sizes chosen, and the card that is fullest.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::compose::Face;
use crate::findings::{Finding, Fitted, Lines};
use crate::geom::decimal;

/// A box on all faces of a deck; lengths in mm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxReport {
    /// The name of the box: its id, or its template and its line or its number there.
    pub name: String,
    /// The largest size that was asked for.
    pub wanted: f64,
    /// The smallest size that was chosen.
    pub smallest: f64,
    /// Every size, from the largest, and on how many faces it was chosen.
    pub sizes: Vec<SizeReport>,
    /// The face that leaves the least room.
    pub fullest: FaceReport,
    /// The face whose text is smallest against what was asked for, and the fullest of those.
    pub tightest: FaceReport,
}

/// A size and how often it was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeReport {
    /// The size in mm.
    pub size: f64,
    /// On how many faces.
    pub faces: usize,
}

/// A box on one face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceReport {
    /// The name of the card.
    pub card: String,
    /// The size in mm.
    pub size: f64,
    /// The part of the box's height that is taken; more than 1 does not fit.
    pub fill: f64,
    /// How many lines.
    pub lines: usize,
}

/// Gathers what was noticed about boxes on the faces of a deck.
pub fn boxes<'a>(
    faces: impl Iterator<Item = (&'a Face, &'a [Finding])>,
    lines: &Lines<'_>,
) -> Vec<BoxReport> {
    let mut all: BTreeMap<String, Vec<(&Face, &Fitted)>> = BTreeMap::new();
    for (face, findings) in faces {
        let fitted = || findings.iter().filter_map(Finding::as_fitted);
        for (name, fitted) in lines.names(face, fitted()).into_iter().zip(fitted()) {
            all.entry(name).or_default().push((face, fitted));
        }
    }
    all.into_iter().filter_map(|(name, fitted)| report(name, &fitted)).collect()
}

fn report(name: String, fitted: &[(&Face, &Fitted)]) -> Option<BoxReport> {
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, one) in fitted {
        *sizes.entry(one.size).or_default() += 1;
    }
    // The first of those that are alike.
    let share = |one: &Fitted| one.size * 10_000 / one.wanted.max(1);
    let room = |one: &Fitted| u64::MAX - one.fill;
    let (card, one) = fitted.iter().min_by_key(|(_, one)| (room(one), share(one)))?;
    let fullest = FaceReport::of(card, one);
    let (card, one) = fitted.iter().min_by_key(|(_, one)| (share(one), room(one)))?;
    let tightest = FaceReport::of(card, one);
    Some(BoxReport {
        name,
        wanted: plain(fitted.iter().map(|(_, one)| one.wanted).max()?),
        smallest: plain(*sizes.keys().next()?),
        sizes: sizes
            .iter()
            .rev()
            .map(|(size, faces)| SizeReport { size: plain(*size), faces: *faces })
            .collect(),
        fullest,
        tightest,
    })
}

impl FaceReport {
    fn of(face: &Face, fitted: &Fitted) -> Self {
        Self {
            card: face.name.clone(),
            size: plain(fitted.size),
            fill: plain(fitted.fill),
            lines: fitted.lines,
        }
    }
}

fn plain(value: u64) -> f64 {
    value as f64 / 1e4
}

impl BoxReport {
    /// As a line for people.
    pub fn line(&self) -> String {
        let sizes =
            self.sizes.iter().map(|one| format!("{} mm x {}", decimal(one.size), one.faces));
        let full = (self.fullest.fill * 100.0).round();
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        let (name, card) = (&self.name, &self.fullest.card);
        let size = decimal(self.fullest.size);
        let mut line = format!("{name}: {sizes}; fullest `{card}` at {size} mm, {full} % full");
        if self.tightest.size < self.wanted {
            let (card, size) = (&self.tightest.card, decimal(self.tightest.size));
            line += &format!("; smallest `{card}` at {size} mm");
        }
        line
    }
}
