//! The calibration sheet of a printer as a PDF.

use crate::compose::Side;
use crate::digest::Digest;
use crate::findings::Findings;
use crate::fonts::Fonts;
use crate::geom::Size;
use crate::images::Images;
use crate::impose::{Page, calibration};
use crate::model::FlipEdge;
use crate::render::pdf::{self, Faces, Sheets};
use crate::render::{Forms, Glyphs, Pictures, encode};
use crate::scene::{self, Scene};

/// A front and a back that tell together what `back_offset` a printer needs.
///
/// # Errors
/// The encoder's own words; none are known.
pub fn calibration_sheet(paper: Size, flip: FlipEdge) -> Result<Vec<u8>, String> {
    let (fonts, images) = (Fonts::embedded(), Images::default());
    let drawings = calibration::pages(paper, flip);
    let scene = |svg: &String| {
        let tree = scene::tree(svg, &fonts, &images, &Findings::default());
        tree.map(|tree| Scene::whole(tree, paper)).map_err(|error| error.to_string())
    };
    let scenes = drawings.iter().map(scene).collect::<Result<Vec<_>, _>>()?;
    let glyphs: Vec<_> = scenes.iter().map(|scene| Glyphs::of(scene, &fonts)).collect();
    let glyphs = Glyphs::union(glyphs.iter());
    let mut forms = Forms::default();
    let pictures = Pictures::default();
    forms.add(encode(&scenes, &glyphs, &fonts, &pictures)?, &[paper, paper])?;
    pdf::write(Sheets {
        title: "Calibration of backs",
        author: "",
        paper,
        pages: &[Side::Front, Side::Back].map(|side| Page::blank(side, paper)),
        sizes: &[],
        faces: Faces::Vector(&forms),
        pictures: &pictures,
        furniture: &[vec![0], vec![1]],
        duplex: Some(flip.preference()),
        key: Digest::of_key(&drawings),
    })
}
