//! Looks at the faces of a game without drawing them.

use std::borrow::Cow;

use super::draw::Known;
use super::{Made, Stop, Watch};
use crate::findings::Finding;
use crate::scene;

/// Faces that are looked at together, before it is heard whether to stop.
const TOGETHER: usize = 64;

/// What is to be noticed about each face in turn, beyond what is `known`.
///
/// # Errors
/// The person stopped it.
pub fn faces<'a>(
    made: &Made,
    known: &'a Known,
    watch: &dyn Watch,
) -> Result<Vec<Cow<'a, [Finding]>>, Stop> {
    let old = |deck: usize, face: usize| {
        // A first check needs no keys.
        let key = || made.keys()[deck][face].to_string();
        if known.is_empty() { None } else { known.get(&key()).map(|one| &one.findings[..]) }
    };
    watch.begin("checking", made.faces().count());
    let (mut noticed, mut fresh, mut seams) = (Vec::new(), Vec::new(), Vec::new());
    for (at, deck) in made.decks.iter().enumerate() {
        let old: Vec<_> = (0..deck.faces.len()).map(|face| old(at, face)).collect();
        let of_deck = deck.faces.iter().zip(&old).filter(|(_, old)| old.is_none());
        let of_deck: Vec<_> = of_deck.map(|(face, _)| face).collect();
        seams.extend(scene::seams(&of_deck));
        fresh.extend(of_deck);
        old.iter().flatten().for_each(|_| watch.step());
        noticed.extend(old);
    }
    let mut found = Vec::new();
    for (faces, seams) in fresh.chunks(TOGETHER).zip(seams.chunks(TOGETHER)) {
        found.extend(made.parse_cut(faces, seams).into_iter().map(|(_, findings)| findings));
        faces.iter().for_each(|_| watch.step());
        if watch.stopped() {
            return Err(Stop::Interrupted);
        }
    }
    watch.end();
    let mut found = found.into_iter();
    let mut found = || Cow::Owned(found.next().unwrap_or_default());
    Ok(noticed.into_iter().map(|old| old.map_or_else(&mut found, Cow::Borrowed)).collect())
}
