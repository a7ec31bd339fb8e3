//! Files to pictures: their heads are read, and drawings are followed to the pictures they show.

use std::sync::Arc;

use super::find::{Fault, Finder};
use super::head::{self, Kind};
use super::{Content, Images, Picture, links};
use crate::digest::Digest;

/// How deep drawings may show drawings.
const DEEPEST: usize = 4;

impl Images {
    /// Finds a picture, and those that it shows itself if it is a drawing.
    pub(super) fn find(
        &mut self,
        finder: &Finder<'_>,
        href: &str,
        near: Option<&str>,
        depth: usize,
    ) -> Result<Arc<Picture>, Fault> {
        let (path, bytes) = finder.find(href, near)?;
        let mut head = head::head(&bytes, &self.limits).map_err(Fault::new)?;
        let digest = Digest::of(&bytes);
        if head.kind != Kind::Svg {
            return Ok(Arc::new(Picture { head, content: Content::File(path), digest }));
        }
        if depth == DEEPEST {
            return Err(Fault::new("drawings show drawings in a circle, or too deep"));
        }
        let (mut digests, mut below) = (vec![digest], 0);
        let text = head::text(&bytes).map_err(Fault::new)?;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = links::moved(text, |href| {
            let (inner, _) = finder.find(href, Some(folder)).map_err(|fault| Fault {
                why: format!("it shows `{href}`: {}", fault.why),
                ..fault
            })?;
            let found = match self.found.get(&inner) {
                Some(found) => found.clone(),
                None => self.find(finder, &inner, None, depth + 1),
            }?;
            digests.push(found.digest);
            below = below.max(found.head.depth);
            self.found.insert(inner.clone(), Ok(found));
            Ok(inner)
        })?;
        head.depth += below;
        self.check_depth(head.depth)?;
        let content = Content::Held(Arc::new(text.into_bytes()));
        Ok(Arc::new(Picture { head, content, digest: Digest::of_key(&digests) }))
    }

    /// A picture that is written out in a drawing.
    pub(super) fn inline(&self, bytes: Vec<u8>) -> Result<Arc<Picture>, Fault> {
        let digest = Digest::of(&bytes);
        let mut inline = self.inline.lock().expect("no holder panics");
        if let Some(known) = inline.get(&digest) {
            return Ok(Arc::clone(known));
        }
        let head = head::head(&bytes, &self.limits).map_err(Fault::new)?;
        let mut bytes = bytes;
        if head.kind == Kind::Svg {
            let text = head::text(&bytes).map_err(Fault::new)?;
            let none = |href: &str| {
                Err(Fault::new(format!("it shows the file `{href}`; put that picture into it")))
            };
            bytes = links::moved(text, none)?.into_bytes();
        }
        let picture = Arc::new(Picture { head, content: Content::Held(Arc::new(bytes)), digest });
        inline.insert(digest, Arc::clone(&picture));
        Ok(picture)
    }

    /// Refuses drawings in drawings that are nested too deep, all elements around them counted.
    pub(super) fn check_depth(&self, depth: u32) -> Result<(), Fault> {
        let most = self.limits.nesting;
        if depth <= most {
            return Ok(());
        }
        Err(Fault::new(format!("it is nested deeper than {most} (`nesting` in `[limits]`)")))
    }
}
