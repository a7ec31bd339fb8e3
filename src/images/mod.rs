//! The pictures that faces show: found in the game's folder, made right for their place, shared.
//!
//! [`Images::read`] finds all pictures of all faces. [`Images::place`] takes a face and writes plain
//! SVG for each `<image>`: where it lies, how it is cut, and a key to pixels that are made once for
//! their size. [`Images::resolver`] gives these pixels to the parser of drawings.

mod attributes;
mod decode;
mod demand;
mod draft;
mod exif;
mod find;
mod fit;
mod head;
mod length;
mod links;
mod make;
mod open;
mod place;
mod scan;
mod store;
mod view;
mod write;

pub use decode::{Raster, raster};
pub use demand::stand_ins;
pub use length::PER_INCH;
pub use view::has_colour;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use data_url::DataUrl;
use usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use crate::compose::Face;
use crate::diag::Code;
use crate::digest::Digest;
use crate::findings::{Finding, Findings};
use crate::fonts::{self, Fonts};
use crate::limits;
use crate::model::{Game, Limits, PictureRules};
use crate::parser::tree_of;
use crate::workspace::Workspace;
use crate::xml::Edited;

use demand::Set;
use find::{Fault, Finder};
use head::{Head, Kind};
use links::hrefs;
use make::Variant;
use store::Store;

/// A drawing of nothing.
const NOTHING: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";

/// All pictures that some faces name, and what was made of them.
pub struct Images {
    /// Pixels per inch that are kept at most.
    ceiling: u32,
    rules: PictureRules,
    limits: Limits,
    /// What pictures are, by how they are written.
    found: BTreeMap<String, Result<Arc<Picture>, Fault>>,
    /// Pictures that are written out in a drawing.
    inline: Mutex<BTreeMap<Digest, Arc<Picture>>>,
    /// Which drawings show anything.
    seen: Mutex<BTreeMap<Digest, bool>>,
    /// Where files are read again when their pixels are needed.
    source: Option<Box<dyn Workspace + Send>>,
    store: Store,
}

/// One picture as it is in its file.
struct Picture {
    head: Head,
    content: Content,
    digest: Digest,
}

/// Where the bytes of a picture are.
enum Content {
    /// At hand: drawings, and what is written out in one.
    Held(Arc<Vec<u8>>),
    /// In the file of that path: photographs are large, and not all are needed at once.
    File(String),
}

impl Default for Images {
    fn default() -> Self {
        Self::new(&PictureRules::default(), &Limits::default(), 300)
    }
}

impl Images {
    fn new(rules: &PictureRules, limits: &Limits, dpi: u32) -> Self {
        Self {
            ceiling: rules.ceiling(dpi),
            rules: rules.clone(),
            limits: limits.clone(),
            found: BTreeMap::new(),
            inline: Mutex::default(),
            seen: Mutex::default(),
            source: None,
            store: Store::default(),
        }
    }

    /// How much a drawing may ask for, whether it shows pictures or not.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Finds every picture that `faces` name.
    pub fn read<'a>(
        workspace: &dyn Workspace,
        game: &Game,
        faces: impl Iterator<Item = &'a Face>,
    ) -> Self {
        let mut images = Self::new(&game.pictures, &game.limits, game.dpi);
        let mut finder = None;
        for href in faces.flat_map(|face| hrefs(&face.svg)) {
            let finder =
                finder.get_or_insert_with(|| Finder::new(workspace, &game.pictures.folders));
            if !images.found.contains_key(&href) {
                let found = images.find(finder, &href, None, 0);
                images.found.insert(href, found);
            }
        }
        images.source = finder.map(|_| workspace.again());
        images
    }

    /// What the pictures of a face depend on: the files, and how they are made.
    pub fn digests(&self, svg: &str) -> Vec<Digest> {
        let hrefs = hrefs(svg);
        if hrefs.is_empty() && !svg.contains("data:") {
            return Vec::new();
        }
        let of = |href: &String| match self.found.get(href) {
            Some(Ok(picture)) => picture.digest,
            Some(Err(fault)) => Digest::of(fault.why.as_bytes()),
            None => Digest::of(&[]),
        };
        let rules = Digest::of_key(&(&self.rules, self.ceiling));
        hrefs.iter().map(of).chain([rules]).collect()
    }

    /// Writes plain SVG for the pictures of a drawing, and tells what is wrong with them; `set` parses
    /// the drawing where its text alone does not tell how large they come out.
    pub fn place<'a>(&self, svg: &'a str, set: &Set<'_>, findings: &Findings) -> Edited<'a> {
        place::place(svg, self, set, findings)
    }

    /// The picture that is written as `href`.
    fn picture(&self, href: &str) -> Result<Arc<Picture>, Fault> {
        if !href.starts_with("data:") {
            return match self.found.get(href) {
                Some(found) => found.clone(),
                None => Err(Fault::new("it was not read")),
            };
        }
        let url = DataUrl::process(href).map_err(|_| Fault::new("its data cannot be read"))?;
        let (bytes, _) = url.decode_to_vec().map_err(|_| Fault::new("its data are no base64"))?;
        self.inline(bytes)
    }

    /// Makes a picture right for its place, once; gives the name that it goes by, and whether it
    /// is blank.
    fn make(&self, picture: &Arc<Picture>, variant: Variant) -> Result<(String, bool), Fault> {
        self.store.make(picture, variant, &|picture| self.bytes(picture)).map_err(Fault::new)
    }

    /// Whether a drawing covers all of its view, so that there is no alpha to go by.
    fn covers(&self, picture: &Picture) -> bool {
        let options = Options { image_href_resolver: blind(), ..Options::default() };
        let tree = self.with_text(picture, |text| parsed(text, &options));
        tree.is_ok_and(|tree| view::is_covered(&tree))
    }

    /// Of the pictures in a drawing the one with the largest pixels, if it has any.
    fn coarsest(&self, picture: &Picture) -> Option<((f64, f64), f64)> {
        let tree = self.with_text(picture, |text| match text.contains("<image") {
            true => self.measured(text).map(Some),
            false => Ok(None),
        });
        tree.ok().flatten().and_then(|tree| demand::coarsest(&tree))
    }

    /// The tree of a drawing whose pictures have their sizes and nothing else.
    fn measured(&self, text: &str) -> Result<Tree, Fault> {
        let kind = |picture: Result<Arc<Picture>, Fault>| {
            let picture = picture.ok()?;
            match picture.head.kind {
                Kind::Svg => {
                    let tree = self.with_text(&picture, |text| self.measured(text));
                    tree.ok().map(ImageKind::SVG)
                }
                _ => Some(demand::sized(picture.head.size)),
            }
        };
        let image_href_resolver = ImageHrefResolver {
            resolve_string: Box::new(move |href, _| kind(self.picture(href.trim()))),
            resolve_data: Box::new(move |_, bytes, _| kind(self.inline(bytes.to_vec()))),
        };
        parsed(text, &Options { image_href_resolver, ..Options::default() })
    }

    /// What `work` makes of the text of a drawing.
    fn with_text<T>(
        &self,
        picture: &Picture,
        work: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let bytes = self.bytes(picture).map_err(Fault::new)?;
        work(head::text(&bytes).map_err(Fault::new)?)
    }

    fn bytes(&self, picture: &Picture) -> Result<Arc<Vec<u8>>, String> {
        let path = match &picture.content {
            Content::Held(bytes) => return Ok(Arc::clone(bytes)),
            Content::File(path) => path,
        };
        let source = self.source.as_ref().ok_or("there is no such file")?;
        let bytes = source.read(path).map_err(|error| error.why())?;
        if Digest::of(&bytes) != picture.digest {
            return Err("the file was changed while it was being used; build again".into());
        }
        Ok(Arc::new(bytes))
    }

    /// What is told of a picture that cannot be used; a draft passes.
    fn told(&self, fault: &Fault, href: &str) -> Finding {
        let finding = fault.finding(href);
        if self.rules.draft { finding.let_pass() } else { finding }
    }

    /// Refuses a drawing of which nothing is seen, and tells one that has nothing to be seen.
    fn check_seen(
        &self,
        picture: &Picture,
        tree: &Tree,
        href: &str,
        findings: &Findings,
    ) -> Result<(), Fault> {
        let help = "look at the file: what it draws may be hidden, outside of its viewBox, \
                    without colour or size";
        if !picture.head.draws {
            let message = format!("the picture `{}` is a drawing of nothing", find::shown(href));
            findings
                .push(Finding::warning(Code::IMAGE, message).attribute("href", href).help(help));
            return Ok(());
        }
        let known = self.seen.lock().expect("no holder panics").get(&picture.digest).copied();
        let is_seen = known.unwrap_or_else(|| view::is_seen(tree, &self.limits));
        self.seen.lock().expect("no holder panics").insert(picture.digest, is_seen);
        match is_seen {
            true => Ok(()),
            false => Err(Fault { help: Some(help.into()), ..Fault::new("nothing of it is seen") }),
        }
    }

    /// Gives pictures to the parser of drawings, and tells what is missing.
    pub fn resolver<'a>(
        &'a self,
        fonts: &'a Fonts,
        findings: &'a Findings,
    ) -> ImageHrefResolver<'a> {
        ImageHrefResolver {
            resolve_string: Box::new(move |href, _| {
                let href = href.trim();
                let found = self.kind(href, fonts, findings);
                found.map_err(|fault| findings.push(self.told(&fault, href))).ok()
            }),
            resolve_data: Box::new(move |mime, bytes, _| {
                let href = format!("data:{mime}");
                let found = self.inline(bytes.to_vec());
                let kind = found.and_then(|picture| self.whole(&picture, &href, fonts, findings));
                kind.map_err(|fault| findings.push(self.told(&fault, &href))).ok()
            }),
        }
    }

    /// A picture by the name that it was given, or as it is written.
    fn kind(&self, href: &str, fonts: &Fonts, findings: &Findings) -> Result<ImageKind, Fault> {
        // An empty cell asks for no picture, which is none of its faults.
        if href.is_empty() {
            return parsed(NOTHING, &Options::default()).map(ImageKind::SVG);
        }
        match self.store.get(href, &|picture| self.bytes(picture)) {
            Some(made) => made.map(|made| made.kind()).map_err(Fault::new),
            None => self.whole(&self.picture(href)?, href, fonts, findings),
        }
    }

    /// A picture with all its pixels, or the tree of a drawing.
    fn whole(
        &self,
        picture: &Arc<Picture>,
        href: &str,
        fonts: &Fonts,
        findings: &Findings,
    ) -> Result<ImageKind, Fault> {
        if picture.head.kind == Kind::Svg {
            let (name, errors) = (find::shown(href), findings.errors());
            for (line, one) in &picture.head.told {
                findings.push(one.clone().in_picture(name, Some(*line)));
            }
            let tree = self.with_text(picture, |text| {
                findings.within(name, text, || self.drawing(text, fonts, findings))
            })?;
            // What is missing because of an error is no fault of its own.
            if findings.errors() == errors {
                self.check_seen(picture, &tree, href, findings)?;
            }
            return Ok(ImageKind::SVG(tree));
        }
        let (key, _) = self.make(picture, Variant::default())?;
        self.kind(&key, fonts, findings)
    }

    /// The name of a picture that a face shows and that is more work than a whole face may be, if one is.
    pub fn too_much(&self, svg: &str, fonts: &Fonts) -> Option<String> {
        let is_too_much = |href: &String| {
            let picture = self.picture(href).ok().filter(|one| one.head.kind == Kind::Svg);
            let drawn = |text: &str| self.drawing(text, fonts, &Findings::default());
            let tree = picture.and_then(|picture| self.with_text(&picture, drawn).ok());
            tree.is_some_and(|tree| limits::work([&tree].into_iter(), &self.limits).is_err())
        };
        links::hrefs(svg).into_iter().find(is_too_much)
    }

    /// The tree of a drawing from a file, whose lengths are those of the web: 96 to an inch.
    fn drawing(&self, text: &str, fonts: &Fonts, findings: &Findings) -> Result<Tree, Fault> {
        let options = Options {
            font_family: fonts::BODY.into(),
            font_size: 16.0,
            fontdb: fonts.database(),
            font_resolver: fonts.resolver(findings),
            image_href_resolver: self.resolver(fonts, findings),
            ..Options::default()
        };
        parsed(text, &options).map(view::cut)
    }
}

fn parsed(text: &str, options: &Options<'_>) -> Result<Tree, Fault> {
    tree_of(text, options).map_err(|why| Fault::new(why.to_string()))
}

/// Shows no picture of a drawing.
fn blind() -> ImageHrefResolver<'static> {
    ImageHrefResolver {
        resolve_string: Box::new(|_, _| None),
        resolve_data: Box::new(|_, _, _| None),
    }
}
