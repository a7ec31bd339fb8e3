//! Sheets to a PDF: pages, layers and boxes by printpdf, faces as forms or pictures put into it.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat};
use printpdf::{
    CurTransMat, ExternalStream, ExternalXObject, Layer, LayerIntent, LayerInternalId,
    LayerSubtype, LineDashPattern, LinePoint, Op, PaintMode, PdfDocument, PdfPage, PdfSaveOptions,
    Point, Polygon, PolygonRing, Pt, WindingOrder, XObject, XObjectId, XObjectTransform,
};

use super::deflate::compress;
use super::forms::Forms;
use super::pictures::Pictures;
use crate::digest::Digest;
use crate::geom::{Mm, Rect, Size};
use crate::impose::{Line, Page, Placement};

/// Line width of crop marks, in mm.
const MARK_WIDTH: Mm = Mm(0.1);
/// Dashes of a line to fold along and the gaps between them, in mm.
const DASH: [f64; 2] = [1.6, 0.8];

/// A PDF to be written.
pub struct Sheets<'a> {
    /// Title of the document.
    pub title: &'a str,
    /// Who made the game, for the metadata; may be empty.
    pub author: &'a str,
    /// The paper as it lies on the page.
    pub paper: Size,
    /// The pages.
    pub pages: &'a [Page],
    /// Of each face by number its size with its bleed, and the bleed.
    pub sizes: &'a [(Size, Mm)],
    /// Where the faces come from.
    pub faces: Faces<'a>,
    /// The pictures that forms show.
    pub pictures: &'a Pictures,
    /// Drawings over the whole page, by their numbers among the forms, for each page.
    pub furniture: &'a [Vec<usize>],
    /// Which edge a two-sided printer should turn the paper over, if there are backs.
    pub duplex: Option<&'static str>,
    /// What the document is made from, which becomes its identifier.
    pub key: Digest,
}

/// Faces by number; drawings beside the cards are forms in either case.
pub enum Faces<'a> {
    /// All are forms: faces first, then the drawings.
    Vector(&'a Forms),
    /// Faces are pictures by number; the drawings are forms, numbered after `first`.
    Raster {
        /// An image XObject for each face that is placed.
        pictures: BTreeMap<usize, Stream>,
        /// The drawings.
        forms: &'a Forms,
        /// What a drawing's number among the forms is less than its number here.
        shift: usize,
    },
}

/// The bytes of the PDF.
///
/// # Errors
/// The libraries' own words; none are known for sheets that were imposed.
pub fn write(sheets: Sheets<'_>) -> Result<Vec<u8>, String> {
    let mut names = BTreeMap::new();
    for page in sheets.pages {
        names.extend(page.placements.iter().map(|one| (one.face, format!("F{}", one.face))));
    }
    for number in sheets.furniture.iter().flatten() {
        names.insert(*number, format!("F{number}"));
    }
    let mut document = assemble(&sheets, &names);
    let places = xobjects(&document, &names)?;
    let Sheets { title, author, paper, pages, duplex, key, faces, pictures, .. } = sheets;
    let about = About { title, author, paper, pages, duplex, key };
    fill(&mut document, faces, places).map_err(|error| error.to_string())?;
    pictures.put_in(&mut document)?;
    finish(&mut document, &about).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

const CARDS: &str = "cards";
const MARKS: &str = "marks";
const NOTES: &str = "notes";

/// The pages as printpdf makes them, with an empty XObject in place of each face.
fn assemble(sheets: &Sheets<'_>, names: &BTreeMap<usize, String>) -> lopdf::Document {
    let mut document = PdfDocument::new(sheets.title);
    for (id, name) in [(CARDS, "Cards"), (MARKS, "Cut marks"), (NOTES, "Notes and ruler")] {
        let layer = Layer {
            name: name.into(),
            creator: "Deckle".into(),
            intent: LayerIntent::Design,
            usage: LayerSubtype::Artwork,
        };
        document.resources.layers.map.insert(LayerInternalId(id.into()), layer);
    }
    for name in names.values() {
        let stream = ExternalStream { dict: BTreeMap::new(), content: Vec::new(), compress: false };
        let empty = ExternalXObject { stream, width: None, height: None, dpi: None };
        document.resources.xobjects.map.insert(XObjectId(name.clone()), XObject::External(empty));
    }
    let (w, h) = (printpdf::Mm(sheets.paper.w as f32), printpdf::Mm(sheets.paper.h as f32));
    let pages = sheets.pages.iter().zip(sheets.furniture);
    document.pages = pages
        .map(|(page, furniture)| PdfPage::new(w, h, operations(sheets, page, furniture)))
        .collect();
    let options =
        PdfSaveOptions { optimize: false, image_optimization: None, ..PdfSaveOptions::default() };
    printpdf::serialize::to_lopdf_doc(&document, &options, &mut Vec::new())
}

fn operations(sheets: &Sheets<'_>, page: &Page, furniture: &[usize]) -> Vec<Op> {
    let mut ops = Vec::new();
    let paper = sheets.paper;
    layer(&mut ops, CARDS, |ops| {
        for placement in &page.placements {
            place(ops, sheets, placement);
        }
    });
    let lines = [&page.marks, &page.guides, &page.folds];
    if lines.iter().any(|lines| !lines.is_empty()) || !page.cuts.is_empty() {
        layer(&mut ops, MARKS, |ops| marks(ops, page, paper));
    }
    layer(&mut ops, NOTES, |ops| {
        for number in furniture {
            ops.push(draw(*number));
        }
    });
    ops
}

fn layer(ops: &mut Vec<Op>, id: &str, inside: impl FnOnce(&mut Vec<Op>)) {
    ops.push(Op::BeginLayer { layer_id: LayerInternalId(id.into()) });
    ops.push(Op::SaveGraphicsState);
    inside(ops);
    ops.push(Op::RestoreGraphicsState);
    ops.push(Op::EndLayer);
}

/// One face, turned and clipped to what is seen of it.
fn place(ops: &mut Vec<Op>, sheets: &Sheets<'_>, placement: &Placement) {
    let (size, bleed) = sheets.sizes[placement.face];
    let lies = placement.rotation % 180 == 90;
    let taken = if lies { size.turned() } else { size };
    let full = Rect::at(placement.trim.x - bleed.0, placement.trim.y - bleed.0, taken);
    let (left, bottom) = (Mm(full.x).pt(), Mm(sheets.paper.h - full.bottom()).pt());
    let (w, h) = (Mm(size.w).pt(), Mm(size.h).pt());
    // A form is as large as its face; a picture is a square of one point.
    let (sx, sy) = if matches!(sheets.faces, Faces::Vector(_)) { (1.0, 1.0) } else { (w, h) };
    let matrix = match placement.rotation {
        90 => [0.0, -sx, sy, 0.0, left, bottom + w],
        180 => [-sx, 0.0, 0.0, -sy, left + w, bottom + h],
        270 => [0.0, sx, -sy, 0.0, left + h, bottom],
        _ => [sx, 0.0, 0.0, sy, left, bottom],
    };
    let art = placement.art;
    ops.push(Op::SaveGraphicsState);
    ops.push(Op::DrawRectangle {
        rectangle: printpdf::Rect {
            x: pt(art.x),
            y: pt(sheets.paper.h - art.bottom()),
            width: pt(art.w),
            height: pt(art.h),
            mode: Some(PaintMode::Clip),
            winding_order: Some(WindingOrder::NonZero),
        },
    });
    if !placement.window.is_empty() {
        let ring = PolygonRing { points: points(&placement.window, sheets.paper) };
        let (mode, winding_order) = (PaintMode::Clip, WindingOrder::NonZero);
        ops.push(Op::DrawPolygon { polygon: Polygon { rings: vec![ring], mode, winding_order } });
    }
    ops.push(Op::SetTransformationMatrix {
        matrix: CurTransMat::Raw(matrix.map(|one| one as f32)),
    });
    ops.push(draw(placement.face));
    ops.push(Op::RestoreGraphicsState);
}

fn draw(number: usize) -> Op {
    let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
    Op::UseXobject { id: XObjectId(format!("F{number}")), transform }
}

/// Lines to cut, and dashed ones to fold along.
fn marks(ops: &mut Vec<Op>, page: &Page, paper: Size) {
    let straight = |line: &Line| path(&[line.from, line.to], paper);
    // Lines that go over art have white beside them, or nobody would see them on dark art.
    let over = page.folds.iter().chain(&page.guides);
    if !page.cuts.is_empty() || over.clone().next().is_some() {
        pen(ops, 1.0, MARK_WIDTH * 3.0);
        ops.extend(page.cuts.iter().map(|cut| path(cut, paper)));
        ops.extend(over.map(straight));
    }
    pen(ops, 0.0, MARK_WIDTH);
    ops.extend(page.marks.iter().chain(&page.guides).map(straight));
    ops.extend(page.cuts.iter().map(|cut| path(cut, paper)));
    if !page.folds.is_empty() {
        let dash = DASH.map(|one| Mm(one).pt() as f32);
        ops.push(Op::SetLineDashPattern { dash: LineDashPattern::new(0.0, &dash) });
        ops.extend(page.folds.iter().map(straight));
    }
}

/// Lines that follow are of this grey, from 0 for black, and this width.
fn pen(ops: &mut Vec<Op>, grey: f32, width: Mm) {
    let col = printpdf::Color::Greyscale(printpdf::Greyscale::new(grey, None));
    ops.push(Op::SetOutlineColor { col });
    ops.push(Op::SetOutlineThickness { pt: pt(width.0) });
}

/// A line through some places; it is closed if it ends where it begins.
fn path(places: &[(f64, f64)], paper: Size) -> Op {
    let is_closed = places.len() > 2 && places.first() == places.last();
    Op::DrawLine { line: printpdf::Line { points: points(places, paper), is_closed } }
}

fn points(places: &[(f64, f64)], paper: Size) -> Vec<LinePoint> {
    let point = |(x, y): &(f64, f64)| LinePoint {
        p: Point { x: pt(*x), y: pt(paper.h - y) },
        bezier: false,
    };
    places.iter().map(point).collect()
}

fn pt(mm: f64) -> Pt {
    Pt(Mm(mm).pt() as f32)
}

/// The objects that stand for the faces.
fn xobjects(
    document: &lopdf::Document,
    names: &BTreeMap<usize, String>,
) -> Result<BTreeMap<usize, ObjectId>, String> {
    let find = || -> Result<_, lopdf::Error> {
        let page = document.page_iter().next().ok_or(lopdf::Error::PageNumberNotFound(1))?;
        let resources = document.get_dict_in_dict(document.get_dictionary(page)?, b"Resources")?;
        let dictionary = document.get_dict_in_dict(resources, b"XObject")?;
        names
            .iter()
            .map(|(number, name)| Ok((*number, dictionary.get(name.as_bytes())?.as_reference()?)))
            .collect()
    };
    find().map_err(|error| error.to_string())
}

/// Puts the faces in their places.
fn fill(
    document: &mut lopdf::Document,
    faces: Faces<'_>,
    mut places: BTreeMap<usize, ObjectId>,
) -> Result<(), lopdf::Error> {
    match faces {
        Faces::Vector(forms) => {
            let wanted: Vec<_> = places.into_iter().collect();
            forms.graft(document, &wanted)
        }
        Faces::Raster { pictures, forms, shift } => {
            for (number, picture) in pictures {
                if let Some(id) = places.remove(&number) {
                    document.objects.insert(id, Object::Stream(picture));
                }
            }
            let wanted: Vec<_> =
                places.into_iter().map(|(number, id)| (number - shift, id)).collect();
            forms.graft(document, &wanted)
        }
    }
}

/// What is said of a document beside its pages' content.
struct About<'a> {
    title: &'a str,
    author: &'a str,
    paper: Size,
    pages: &'a [Page],
    duplex: Option<&'static str>,
    key: Digest,
}

/// Boxes, preferences and metadata, which printpdf does not write or writes with dates.
fn finish(document: &mut lopdf::Document, about: &About<'_>) -> Result<(), lopdf::Error> {
    document.version = "1.6".into();
    page_boxes(document, about)?;
    for id in layers(document)? {
        let layer = document.get_dictionary_mut(id)?;
        layer.remove(b"Usage");
        layer.set("Intent", Object::Name(b"View".to_vec()));
    }
    let mut preferences = Dictionary::from_iter([
        ("PrintScaling", Object::Name(b"None".to_vec())),
        ("DisplayDocTitle", true.into()),
    ]);
    if let Some(duplex) = about.duplex {
        preferences.set("Duplex", Object::Name(duplex.into()));
    }
    let catalog = document.catalog_mut()?;
    catalog.set("ViewerPreferences", preferences);
    catalog.set("PageLayout", Object::Name(b"SinglePage".to_vec()));
    metadata(document, about);
    document.prune_objects();
    document.renumber_objects();
    document.trailer.set("Size", i64::from(document.max_id) + 1);
    // The identifier says what is inside, not when it was made.
    let id = Object::String(about.key.to_string().into_bytes(), StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
    Ok(())
}

fn page_boxes(document: &mut lopdf::Document, about: &About<'_>) -> Result<(), lopdf::Error> {
    let paper = about.paper;
    let whole = Rect::at(0.0, 0.0, paper);
    let ids: Vec<_> = document.page_iter().collect();
    for (id, page) in ids.into_iter().zip(about.pages) {
        let dictionary = document.get_dictionary_mut(id)?;
        dictionary.set("MediaBox", pdf_box(whole, paper));
        dictionary.set("BleedBox", pdf_box(page.bleed_box, paper));
        dictionary.set("TrimBox", pdf_box(page.trim_box, paper));
        dictionary.remove(b"CropBox");
        dictionary.remove(b"Annots");
        let contents = dictionary.get(b"Contents")?.as_reference()?;
        compress(document.get_object_mut(contents)?.as_stream_mut()?);
    }
    Ok(())
}

fn metadata(document: &mut lopdf::Document, about: &About<'_>) {
    let mut info = Dictionary::from_iter([
        ("Title", text(about.title)),
        ("Creator", text(concat!("Deckle ", env!("CARGO_PKG_VERSION")))),
        ("Producer", text("printpdf and krilla")),
    ]);
    if !about.author.is_empty() {
        info.set("Author", text(about.author));
    }
    let info = document.add_object(info);
    document.trailer.set("Info", info);
}

fn layers(document: &lopdf::Document) -> Result<Vec<ObjectId>, lopdf::Error> {
    let properties = document.get_dict_in_dict(document.catalog()?, b"OCProperties")?;
    properties.get(b"OCGs")?.as_array()?.iter().map(Object::as_reference).collect()
}

/// A box as PDF has it: points from the bottom left, to a ten-thousandth.
fn pdf_box(rect: Rect, paper: Size) -> Vec<Object> {
    let number = |mm: f64| {
        let points = (Mm(mm).pt() * 1e4).round() / 1e4;
        Object::Real(points as f32)
    };
    vec![
        number(rect.x),
        number(paper.h - rect.bottom()),
        number(rect.right()),
        number(paper.h - rect.y),
    ]
}

/// A text for the metadata: ASCII as it is, anything else as UTF-16.
fn text(text: &str) -> Object {
    if text.is_ascii() {
        return Object::String(text.into(), StringFormat::Literal);
    }
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    Object::String(units.flat_map(u16::to_be_bytes).collect(), StringFormat::Hexadecimal)
}
