//! The pictures that faces show: read once from the game's folder, never from elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use usvg::{ImageHrefResolver, ImageKind, Options};

use crate::compose::Face;
use crate::diag::{Code, did_you_mean};
use crate::digest::Digest;
use crate::findings::{Finding, Findings};
use crate::workspace::Workspace;

/// All pictures that some faces name.
#[derive(Default)]
pub struct Images {
    by_href: BTreeMap<String, Image>,
    /// Pictures in the game's folder, for a did-you-mean.
    there: Vec<String>,
}

struct Image {
    bytes: Result<Arc<Vec<u8>>, String>,
    digest: Digest,
}

impl Images {
    /// Reads every picture that `faces` name.
    pub fn read<'a>(workspace: &dyn Workspace, faces: impl Iterator<Item = &'a Face>) -> Self {
        let mut by_href = BTreeMap::new();
        for href in faces.flat_map(|face| hrefs(&face.svg)) {
            by_href.entry(href).or_insert_with_key(|href| {
                let bytes = workspace.read(href).map_err(|error| error.why());
                let digest = Digest::of(bytes.as_deref().unwrap_or_default());
                Image { bytes: bytes.map(Arc::new), digest }
            });
        }
        let there = if by_href.is_empty() { Vec::new() } else { workspace.list("images") };
        Self { by_href, there }
    }

    /// What the pictures of a face depend on.
    pub fn digests(&self, svg: &str) -> Vec<Digest> {
        hrefs(svg)
            .iter()
            .filter_map(|href| self.by_href.get(href))
            .map(|image| image.digest)
            .collect()
    }

    /// Gives pictures to usvg, and tells what is missing.
    pub fn resolver<'a>(&'a self, findings: &'a Findings) -> usvg::ImageHrefStringResolverFn<'a> {
        let nested = ImageHrefResolver::default_data_resolver();
        Box::new(move |href, options| {
            // An empty cell asks for no picture, which is none of its faults.
            if href.trim().is_empty() {
                return kind(&Arc::new(NOTHING.to_vec()), options, &nested).ok();
            }
            let found = self.kind(href, options, &nested);
            found.map_err(|finding| findings.push(finding)).ok()
        })
    }

    fn kind(
        &self,
        href: &str,
        options: &Options<'_>,
        nested: &usvg::ImageHrefDataResolverFn<'_>,
    ) -> Result<ImageKind, Finding> {
        let fault = |why: &str| {
            Finding::error(Code::IMAGE, format!("cannot use the picture `{href}`: {why}"))
                .written(href)
        };
        let image =
            self.by_href.get(&unescaped(href.trim())).ok_or_else(|| fault("it was not read"))?;
        let bytes = image.bytes.as_ref().map_err(|why| {
            let help = did_you_mean(href, self.there.iter().map(String::as_str));
            help.into_iter().fold(fault(why), Finding::help)
        })?;
        kind(bytes, options, nested).map_err(|why| fault(&why))
    }
}

/// A picture of nothing.
const NOTHING: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";

/// Whether the file ends as its kind does: half a picture would be drawn without its rest.
fn is_cut_off(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(64)..];
    let ends = |mark: &[u8]| tail.windows(mark.len()).any(|window| window == mark);
    match bytes {
        [0x89, ..] => !ends(b"IEND"),
        [0xff, ..] => !ends(&[0xff, 0xd9]),
        [b'G', ..] => !ends(&[0x3b]),
        [b'R', _, _, _, a, b, c, d, ..] => {
            (bytes.len() as u64) < u64::from(u32::from_le_bytes([*a, *b, *c, *d])) + 8
        }
        _ => false,
    }
}

/// Decides by the content, not by the name, what a picture is.
fn kind(
    bytes: &Arc<Vec<u8>>,
    options: &Options<'_>,
    nested: &usvg::ImageHrefDataResolverFn<'_>,
) -> Result<ImageKind, String> {
    let shared = Arc::clone(bytes);
    let raster = match bytes.as_slice() {
        [] => return Err("the file is empty".into()),
        [0x89, b'P', b'N', b'G', ..] => ImageKind::PNG(shared),
        [0xff, 0xd8, 0xff, ..] => ImageKind::JPEG(shared),
        [b'G', b'I', b'F', b'8', ..] => ImageKind::GIF(shared),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => ImageKind::WEBP(shared),
        _ => {
            let text = String::from_utf8_lossy(bytes);
            if let Some(inner) = hrefs(&text).first() {
                return Err(format!("it shows the file `{inner}`; put that picture into it"));
            }
            let drawing = nested("image/svg+xml", shared, options);
            return drawing.ok_or_else(|| "it is no PNG, JPEG, GIF, WebP or SVG".into());
        }
    };
    match imagesize::blob_size(bytes) {
        Ok(_) if is_cut_off(bytes) => Err("the file is cut off".into()),
        Ok(size) if size.width > 0 && size.height > 0 => Ok(raster),
        _ => Err("the file is broken".into()),
    }
}

/// The files that an SVG names, as relative paths: not anchors, and not data.
fn hrefs(svg: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find("href") {
        rest = &rest[at + "href".len()..];
        let Some(value) = rest.trim_start().strip_prefix('=') else { continue };
        let value = value.trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let inside = &value[1..];
        let Some(end) = inside.find(quote) else { break };
        let href = inside[..end].trim();
        if !href.is_empty() && !href.starts_with('#') && !href.starts_with("data:") {
            found.push(unescaped(href));
        }
        rest = &inside[end..];
    }
    found
}

/// An attribute's value without XML's escapes.
fn unescaped(text: &str) -> String {
    let plain = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&apos;", "'");
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
