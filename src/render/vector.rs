//! Faces as shapes and text: all distinct ones encoded together, so that each font is stored once.

use krilla::configure::{ConfigurationBuilder, PdfVersion};
use krilla::geom::Size as PageSize;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use lopdf::{Dictionary, Object, ObjectId, Stream};

use crate::geom::{Mm, Size};
use crate::scene::Scene;

/// Encoded faces: a PDF whose pages are taken out one by one as form XObjects.
pub struct Forms {
    document: lopdf::Document,
    pages: Vec<ObjectId>,
    sizes: Vec<Size>,
}

/// Takes scenes one by one into one document.
pub struct Encoder {
    document: Document,
    sizes: Vec<Size>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// An empty document.
    pub fn new() -> Self {
        let document = Document::new_with(SerializeSettings {
            compress_content_streams: true,
            xmp_metadata: false,
            enable_tagging: false,
            configuration: ConfigurationBuilder::new().with_version(PdfVersion::Pdf16).finish().unwrap_or_default(),
            ..SerializeSettings::default()
        });
        Self { document, sizes: Vec::new() }
    }

    /// Adds scenes; each is numbered in the order it came.
    ///
    /// # Errors
    /// A scene has no size.
    pub fn add_all<'a>(&mut self, scenes: impl Iterator<Item = &'a Scene>) -> Result<(), String> {
        for scene in scenes {
            let (w, h) = points(scene.size);
            let size = PageSize::from_wh(w, h).ok_or("a face without a size")?;
            let mut page = self.document.start_page_with(PageSettings::new(size));
            let mut surface = page.surface();
            surface.draw_svg(&scene.tree, size, SvgSettings::default());
            surface.finish();
            page.finish();
            self.sizes.push(scene.size);
        }
        Ok(())
    }

    /// The faces, encoded.
    ///
    /// # Errors
    /// The encoder's own words; none are known for scenes that were parsed.
    pub fn finish(self) -> Result<Forms, String> {
        let bytes = self.document.finish().map_err(|error| format!("{error:?}"))?;
        let document = lopdf::Document::load_mem(&bytes).map_err(|error| error.to_string())?;
        let pages = document.page_iter().collect();
        Ok(Forms { document, pages, sizes: self.sizes })
    }
}

fn points(size: Size) -> (f32, f32) {
    (Mm(size.w).pt() as f32, Mm(size.h).pt() as f32)
}

impl Forms {
    /// Puts the faces that `wanted` names into `target`, and gives the ids of their forms.
    ///
    /// # Errors
    /// The encoder wrote something that the reader does not understand.
    pub fn graft(
        &self,
        target: &mut lopdf::Document,
        wanted: &[(usize, ObjectId)],
    ) -> Result<(), lopdf::Error> {
        let base = target.max_id;
        let moved = |(number, generation): ObjectId| (base + number, generation);
        let mut queue = Vec::new();
        for (face, id) in wanted {
            let form = self.form(*face)?;
            let mut form = Object::Stream(form);
            shift(&mut form, &moved, &mut queue);
            target.objects.insert(*id, form);
        }
        while let Some(id) = queue.pop() {
            if target.objects.contains_key(&moved(id)) {
                continue;
            }
            let mut object = self.document.get_object(id)?.clone();
            shift(&mut object, &moved, &mut queue);
            target.objects.insert(moved(id), object);
        }
        target.max_id = target.objects.keys().map(|(number, _)| *number).max().unwrap_or(base);
        Ok(())
    }

    /// One page as a form XObject.
    fn form(&self, face: usize) -> Result<Stream, lopdf::Error> {
        let page = self.document.get_dictionary(self.pages[face])?;
        let contents = page.get(b"Contents")?.as_reference()?;
        let contents = self.document.get_object(contents)?.as_stream()?;
        let (w, h) = points(self.sizes[face]);
        let mut dictionary = contents.dict.clone();
        dictionary.set("Type", Object::Name(b"XObject".to_vec()));
        dictionary.set("Subtype", Object::Name(b"Form".to_vec()));
        dictionary.set("BBox", vec![0.into(), 0.into(), w.into(), h.into()]);
        dictionary.set("Resources", page.get(b"Resources")?.clone());
        let group = Dictionary::from_iter([
            ("Type", Object::Name(b"Group".to_vec())),
            ("S", Object::Name(b"Transparency".to_vec())),
            ("CS", Object::Name(b"DeviceRGB".to_vec())),
        ]);
        dictionary.set("Group", group);
        Ok(Stream::new(dictionary, contents.content.clone()).with_compression(false))
    }
}

/// Renames the references inside an object, and notes them.
fn shift(object: &mut Object, moved: &impl Fn(ObjectId) -> ObjectId, found: &mut Vec<ObjectId>) {
    match object {
        Object::Reference(id) => {
            found.push(*id);
            *id = moved(*id);
        }
        Object::Array(items) => items.iter_mut().for_each(|item| shift(item, moved, found)),
        Object::Dictionary(entries) => {
            entries.iter_mut().for_each(|(_, value)| shift(value, moved, found));
        }
        Object::Stream(stream) => {
            stream.dict.iter_mut().for_each(|(_, value)| shift(value, moved, found));
        }
        _ => {}
    }
}
