//! Encoded faces put together: one form XObject each, and everything they share stored once.

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::vector::points;
use crate::digest::Digest;
use crate::geom::Size;

/// Encoded faces, numbered as they were given.
#[derive(Default)]
pub struct Forms {
    documents: Vec<Document>,
    faces: Vec<Face>,
}

struct Face {
    document: usize,
    page: ObjectId,
    size: Size,
}

impl Forms {
    /// Adds the faces of an encoded chunk; its first page is no face.
    ///
    /// # Errors
    /// The bytes are not what the encoder writes.
    pub fn add(&mut self, bytes: &[u8], sizes: &[Size]) -> Result<(), String> {
        let document = Document::load_mem(bytes).map_err(|error| error.to_string())?;
        let pages: Vec<_> = document.page_iter().skip(1).collect();
        if pages.len() != sizes.len() {
            return Err(format!("{} pages for {} faces", pages.len(), sizes.len()));
        }
        let number = self.documents.len();
        let faces = pages.into_iter().zip(sizes);
        self.faces.extend(faces.map(|(page, size)| Face { document: number, page, size: *size }));
        self.documents.push(document);
        Ok(())
    }

    /// Puts the faces that `wanted` names into `target`, under the ids given for them.
    ///
    /// # Errors
    /// The encoder wrote something that the reader does not understand.
    pub fn graft(
        &self,
        target: &mut Document,
        wanted: &[(usize, ObjectId)],
    ) -> Result<(), lopdf::Error> {
        let mut grafts: Vec<_> = self.documents.iter().map(Graft::new).collect();
        let mut shared = HashMap::new();
        for (face, id) in wanted {
            let Face { document, page, size } = &self.faces[*face];
            let form = form(&self.documents[*document], *page, *size)?;
            let form = grafts[*document].moved(&Object::Stream(form), target, &mut shared)?;
            target.objects.insert(*id, form);
        }
        Ok(())
    }
}

/// One page as a form XObject, its references still those of its document.
fn form(document: &Document, page: ObjectId, size: Size) -> Result<Stream, lopdf::Error> {
    let page = document.get_dictionary(page)?;
    let contents = document.get_object(page.get(b"Contents")?.as_reference()?)?.as_stream()?;
    let (w, h) = points(size);
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

/// Moves objects of one document into another, where equal ones are one.
struct Graft<'a> {
    document: &'a Document,
    moved: HashMap<ObjectId, ObjectId>,
}

impl<'a> Graft<'a> {
    fn new(document: &'a Document) -> Self {
        Self { document, moved: HashMap::new() }
    }

    /// The object with its references moved, and everything they lead to put into `target`.
    fn moved(
        &mut self,
        object: &Object,
        target: &mut Document,
        shared: &mut HashMap<Digest, ObjectId>,
    ) -> Result<Object, lopdf::Error> {
        Ok(match object {
            Object::Reference(id) => Object::Reference(self.place(*id, target, shared)?),
            Object::Array(items) => {
                let items = items.iter().map(|item| self.moved(item, target, shared));
                Object::Array(items.collect::<Result<_, _>>()?)
            }
            Object::Dictionary(entries) => {
                Object::Dictionary(self.entries(entries, target, shared)?)
            }
            Object::Stream(stream) => {
                let entries = self.entries(&stream.dict, target, shared)?;
                Object::Stream(Stream::new(entries, stream.content.clone()).with_compression(false))
            }
            plain => plain.clone(),
        })
    }

    fn entries(
        &mut self,
        entries: &Dictionary,
        target: &mut Document,
        shared: &mut HashMap<Digest, ObjectId>,
    ) -> Result<Dictionary, lopdf::Error> {
        let mut moved = Dictionary::new();
        for (key, value) in entries {
            moved.set(key.clone(), self.moved(value, target, shared)?);
        }
        Ok(moved)
    }

    /// The id in `target` of what `id` names here.
    fn place(
        &mut self,
        id: ObjectId,
        target: &mut Document,
        shared: &mut HashMap<Digest, ObjectId>,
    ) -> Result<ObjectId, lopdf::Error> {
        if let Some(id) = self.moved.get(&id) {
            return Ok(*id);
        }
        // What the encoder writes below a page leads only downwards, so this ends.
        let object = self.moved(self.document.get_object(id)?, target, shared)?;
        let key = digest(&object);
        let place = *shared.entry(key).or_insert_with(|| target.add_object(object));
        self.moved.insert(id, place);
        Ok(place)
    }
}

/// What an object is, its references included.
fn digest(object: &Object) -> Digest {
    let mut bytes = Vec::new();
    flatten(object, &mut bytes);
    Digest::of(&bytes)
}

/// Writes an object so that different ones are never alike: kind, length, content.
fn flatten(object: &Object, out: &mut Vec<u8>) {
    let mut put = |kind: u8, content: &[u8]| {
        out.push(kind);
        out.extend_from_slice(&(content.len() as u64).to_le_bytes());
        out.extend_from_slice(content);
    };
    match object {
        Object::Null => put(0, b""),
        Object::Boolean(value) => put(1, &[u8::from(*value)]),
        Object::Integer(value) => put(2, &value.to_le_bytes()),
        Object::Real(value) => put(3, &value.to_le_bytes()),
        Object::Name(name) => put(4, name),
        Object::String(text, _) => put(5, text),
        Object::Reference((number, _)) => put(6, &number.to_le_bytes()),
        Object::Array(items) => {
            put(7, &(items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| flatten(item, out));
        }
        Object::Dictionary(entries) => flatten_entries(8, entries, out),
        Object::Stream(stream) => {
            put(9, &stream.content);
            flatten_entries(8, &stream.dict, out);
        }
    }
}

fn flatten_entries(kind: u8, entries: &Dictionary, out: &mut Vec<u8>) {
    out.push(kind);
    out.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    for (key, value) in entries {
        flatten(&Object::Name(key.clone()), out);
        flatten(value, out);
    }
}
