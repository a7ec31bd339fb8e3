//! Encoded faces put together: one form XObject each, and everything they share stored once.

use std::collections::HashMap;
use std::collections::btree_map::Entry;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::vector::points;
use crate::digest::{Digest, Digester};
use crate::geom::Size;

/// Encoded faces, numbered as they were given, over one pool of what they need.
#[derive(Default)]
pub struct Forms {
    pool: Document,
    shared: HashMap<Digest, ObjectId>,
    faces: Vec<ObjectId>,
}

impl Forms {
    /// Adds the faces of an encoded chunk; its first page is no face.
    ///
    /// # Errors
    /// The document is not what the encoder writes.
    pub fn add(&mut self, document: Document, sizes: &[Size]) -> Result<(), String> {
        self.take(document, sizes).map_err(|error| error.to_string())
    }

    fn take(&mut self, mut document: Document, sizes: &[Size]) -> Result<(), lopdf::Error> {
        let pages: Vec<_> = document.page_iter().skip(1).collect();
        let mut move_in = Move { document: &mut document, moved: HashMap::new() };
        for (at, size) in sizes.iter().enumerate() {
            let page = pages.get(at).ok_or(lopdf::Error::PageNumberNotFound(at as u32))?;
            let form = Object::Stream(form(move_in.document, *page, *size)?);
            let form = move_in.object(form, self)?;
            self.faces.push(self.pool.add_object(form));
        }
        Ok(())
    }

    /// Puts the faces that `wanted` names into `target`, under the ids given for them.
    ///
    /// # Errors
    /// A face that was not added.
    pub fn graft(
        &self,
        target: &mut Document,
        wanted: &[(usize, ObjectId)],
    ) -> Result<(), lopdf::Error> {
        let base = target.max_id;
        let mut queue = Vec::new();
        for (face, id) in wanted {
            let form =
                self.faces.get(*face).ok_or(lopdf::Error::PageNumberNotFound(*face as u32))?;
            target.objects.insert(*id, self.shifted(*form, base, &mut queue)?);
        }
        while let Some(id) = queue.pop() {
            let place = (base + id.0, id.1);
            if let Entry::Vacant(free) = target.objects.entry(place) {
                free.insert(self.shifted(id, base, &mut queue)?);
            }
        }
        target.max_id = base + self.pool.max_id;
        Ok(())
    }

    /// A copy of an object whose references are larger by `base`; they are noted in `found`.
    fn shifted(
        &self,
        id: ObjectId,
        base: u32,
        found: &mut Vec<ObjectId>,
    ) -> Result<Object, lopdf::Error> {
        let mut object = self.pool.get_object(id)?.clone();
        shift(&mut object, base, found);
        Ok(object)
    }
}

fn shift(object: &mut Object, base: u32, found: &mut Vec<ObjectId>) {
    match object {
        Object::Reference(id) => {
            found.push(*id);
            id.0 += base;
        }
        Object::Array(items) => items.iter_mut().for_each(|item| shift(item, base, found)),
        Object::Dictionary(entries) => {
            entries.iter_mut().for_each(|(_, value)| shift(value, base, found));
        }
        Object::Stream(stream) => {
            stream.dict.iter_mut().for_each(|(_, value)| shift(value, base, found));
        }
        _ => {}
    }
}

/// One page as a form XObject, its references still those of its document.
fn form(document: &mut Document, page: ObjectId, size: Size) -> Result<Stream, lopdf::Error> {
    let page = document.get_dictionary(page)?;
    let (contents, resources) = (page.get(b"Contents")?.as_reference()?, page.get(b"Resources")?);
    let resources = resources.clone();
    let contents = document.get_object_mut(contents)?.as_stream_mut()?;
    let (w, h) = points(size);
    let mut dictionary = std::mem::take(&mut contents.dict);
    dictionary.set("Type", Object::Name(b"XObject".to_vec()));
    dictionary.set("Subtype", Object::Name(b"Form".to_vec()));
    dictionary.set("BBox", vec![0.into(), 0.into(), w.into(), h.into()]);
    dictionary.set("Resources", resources);
    let group = Dictionary::from_iter([
        ("Type", Object::Name(b"Group".to_vec())),
        ("S", Object::Name(b"Transparency".to_vec())),
        ("CS", Object::Name(b"DeviceRGB".to_vec())),
    ]);
    dictionary.set("Group", group);
    let content = std::mem::take(&mut contents.content);
    Ok(Stream::new(dictionary, content).with_compression(false))
}

/// Moves objects of one document into the pool, where equal ones are one.
struct Move<'a> {
    document: &'a mut Document,
    moved: HashMap<ObjectId, ObjectId>,
}

impl Move<'_> {
    /// The object with its references moved, and everything they lead to put into the pool.
    fn object(&mut self, object: Object, forms: &mut Forms) -> Result<Object, lopdf::Error> {
        Ok(match object {
            Object::Reference(id) => Object::Reference(self.place(id, forms)?),
            Object::Array(items) => {
                let items = items.into_iter().map(|item| self.object(item, forms));
                Object::Array(items.collect::<Result<_, _>>()?)
            }
            Object::Dictionary(entries) => Object::Dictionary(self.entries(entries, forms)?),
            Object::Stream(stream) => {
                let entries = self.entries(stream.dict, forms)?;
                Object::Stream(Stream::new(entries, stream.content).with_compression(false))
            }
            plain => plain,
        })
    }

    fn entries(
        &mut self,
        entries: Dictionary,
        forms: &mut Forms,
    ) -> Result<Dictionary, lopdf::Error> {
        let mut moved = Dictionary::new();
        for (key, value) in entries {
            moved.set(key, self.object(value, forms)?);
        }
        Ok(moved)
    }

    /// The id in the pool of what `id` names here.
    fn place(&mut self, id: ObjectId, forms: &mut Forms) -> Result<ObjectId, lopdf::Error> {
        if let Some(id) = self.moved.get(&id) {
            return Ok(*id);
        }
        // What the encoder writes below a page leads only downwards, so this ends.
        let object = std::mem::replace(self.document.get_object_mut(id)?, Object::Null);
        let object = self.object(object, forms)?;
        let key = digest(&object);
        let place = match forms.shared.get(&key) {
            Some(place) => *place,
            None => forms.pool.add_object(object),
        };
        forms.shared.insert(key, place);
        self.moved.insert(id, place);
        Ok(place)
    }
}

/// What an object is, its references included.
fn digest(object: &Object) -> Digest {
    let mut digester = Digester::default();
    flatten(object, &mut digester);
    digester.digest()
}

/// Tells an object so that different ones are never alike: kind, length, content.
fn flatten(object: &Object, out: &mut Digester) {
    match object {
        Object::Null => put(0, b"", out),
        Object::Boolean(value) => put(1, &[u8::from(*value)], out),
        Object::Integer(value) => put(2, &value.to_le_bytes(), out),
        Object::Real(value) => put(3, &value.to_le_bytes(), out),
        Object::Name(name) => put(4, name, out),
        Object::String(text, _) => put(5, text, out),
        Object::Reference((number, _)) => put(6, &number.to_le_bytes(), out),
        Object::Array(items) => {
            put(7, &(items.len() as u64).to_le_bytes(), out);
            items.iter().for_each(|item| flatten(item, out));
        }
        Object::Dictionary(entries) => flatten_entries(entries, out),
        Object::Stream(stream) => {
            put(9, &stream.content, out);
            flatten_entries(&stream.dict, out);
        }
    }
}

fn flatten_entries(entries: &Dictionary, out: &mut Digester) {
    put(8, &(entries.len() as u64).to_le_bytes(), out);
    for (key, value) in entries {
        put(4, key, out);
        flatten(value, out);
    }
}

fn put(kind: u8, content: &[u8], out: &mut Digester) {
    let mut head = [kind; 9];
    head[1..].copy_from_slice(&(content.len() as u64).to_le_bytes());
    out.add(&head);
    out.add(content);
}
