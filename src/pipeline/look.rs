//! Looks at the faces of a game without drawing them.

use std::borrow::Cow;

use super::draw::Known;
use super::{Made, Stop, Watch};
use crate::findings::Finding;

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
    let mut findings = Vec::new();
    for (at, deck) in made.decks.iter().enumerate() {
        let faces: Vec<_> = deck.faces.iter().enumerate().collect();
        for faces in faces.chunks(TOGETHER) {
            let old: Vec<_> = faces.iter().map(|(face, _)| old(at, *face)).collect();
            let fresh = faces.iter().zip(&old).filter(|(_, old)| old.is_none());
            let fresh: Vec<_> = fresh.map(|((_, face), _)| *face).collect();
            let mut fresh = made.parse(&fresh).into_iter().map(|(_, findings)| findings);
            let mut fresh = || Cow::Owned(fresh.next().unwrap_or_default());
            let noticed = old.into_iter().map(|old| old.map_or_else(&mut fresh, Cow::Borrowed));
            findings.extend(noticed);
            faces.iter().for_each(|_| watch.step());
            if watch.stopped() {
                return Err(Stop::Interrupted);
            }
        }
    }
    watch.end();
    Ok(findings)
}
