//! One size for a box on all cards of a deck: measured first, then written into the faces.
//!
//! The size becomes a part of a face's text, so that a face still depends on nothing but itself.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::attributes::{Shared, TextBox};
use super::{Cascade, Compositor, Shaper, Types, boxes, fit};
use crate::compose::Face;
use crate::digest::Digest;
use crate::findings::Findings;
use crate::fonts::Fonts;
use crate::icons::Icons;
use crate::limits;
use crate::model::Limits;
use crate::xml;

/// A box that shares its size with the deck.
#[derive(Serialize, Deserialize)]
struct Sharing {
    /// Where the attributes of its element begin in the face's text.
    at: usize,
    /// Whose size it shares.
    key: String,
    /// The largest size in mm that fits it.
    size: f64,
}

/// What was measured for a key: given by an earlier build, or measured now and kept for a later one.
pub type Keep<'a> = &'a dyn Fn(Digest, &dyn Fn() -> Measures) -> Measures;

/// The boxes of each face that share their sizes, measured.
#[derive(Default, Serialize, Deserialize)]
pub struct Measures(Vec<Vec<Sharing>>);

/// Gives boxes with `deckle:fit="deck …"` the size that fits them on every one of these faces.
pub fn agree(faces: &mut [Face], fonts: &Fonts, icons: &Icons, limits: &Limits, keep: Keep<'_>) {
    if !faces.iter().any(|face| may_share(&face.svg)) {
        return;
    }
    let measure =
        || Measures(faces.par_iter().map(|face| sharing(face, fonts, icons, limits)).collect());
    let of_face = |face: &Face| (Digest::of(face.svg.as_bytes()), icons.digests(&face.svg));
    let of_faces: Vec<_> = faces.iter().map(of_face).collect();
    let styles: Vec<_> = faces.iter().take(1).map(|face| &*face.styles).collect();
    let key = (env!("CARGO_PKG_VERSION"), "sizes", fonts.digest(), of_faces, styles);
    let Measures(sharing) = keep(Digest::of_key(&key), &measure);
    let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
    for one in sharing.iter().flatten() {
        let least = sizes.entry(&one.key).or_insert(one.size);
        *least = one.size.min(*least);
    }
    for (face, boxes) in faces.iter_mut().zip(&sharing) {
        // What an earlier build kept is trusted as far as it can be in the text.
        let boxes = boxes.iter().rev().filter(|one| face.svg.is_char_boundary(one.at));
        for one in boxes.collect::<Vec<_>>() {
            // To the last digit that counts, or the face that is fullest would have another size.
            let size = sizes[one.key.as_str()];
            face.svg.insert_str(one.at, &format!(" deckle:size=\"{size:.6}\""));
        }
    }
}

/// Whether a face may have a box that shares its size: a glance that spares most faces the reading.
fn may_share(svg: &str) -> bool {
    svg.contains("deckle:fit") && (svg.contains("\"deck ") || svg.contains("'deck "))
}

fn sharing(face: &Face, fonts: &Fonts, icons: &Icons, limits: &Limits) -> Vec<Sharing> {
    if !may_share(&face.svg) {
        return Vec::new();
    }
    // What is wrong with a face is told when it is parsed to be drawn.
    let Ok(document) = xml::document(&face.svg) else { return Vec::new() };
    if limits::refused(&document, &limits.on(face.trim.grown(face.bleed))).is_err() {
        return Vec::new();
    }
    let findings = Findings::default();
    let types = Types { fonts, icons, styles: &face.styles };
    let (cascade, shaper) = (Cascade::of(&document), Shaper::new(fonts));
    let compositor =
        Compositor { types: &types, shaper: &shaper, cascade: &cascade, findings: &findings };
    let found = boxes(&document, &cascade, &findings).into_iter();
    let one = |(node, asked): (roxmltree::Node<'_, '_>, TextBox)| {
        let key = match &asked.shared {
            Shared::Deck(name) if asked.named || *name != asked.name => name.clone(),
            // A box without a name is known by its number, which counts within its template.
            Shared::Deck(name) => format!("{}\0{name}", face.template),
            _ => return None,
        };
        if asked.agreed.is_some() {
            return None;
        }
        let start = node.range().start;
        let tag = face.svg[start..].find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
        let size = fit::largest(&compositor.compose(node, &asked).set, &asked);
        Some(Sharing { at: start + tag, key, size })
    };
    found.filter_map(one).collect()
}
