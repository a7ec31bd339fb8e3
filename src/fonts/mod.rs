//! The fonts in the binary and in the game's folder; never the machine's.

mod choose;
mod face;
mod sheets;
mod unjoined;

use std::collections::BTreeMap;
use std::sync::Arc;

use usvg::fontdb::{Database, ID, Source, Style};

use crate::diag::{Code, Diagnostic, Sink};
use crate::digest::Digest;
use crate::embed;
use crate::workspace::Workspace;

pub use choose::{families, understood, weight};
pub use face::FontFace;
pub use sheets::is_for_paper;
pub use unjoined::{JOINING, joined};

/// The body font: what a `<text>` without a family is set in.
pub const BODY: &str = "Alegreya Sans";
/// What `serif` stands for.
pub const SERIF: &str = "Alegreya";

/// Loaded fonts.
pub struct Fonts {
    database: Arc<Database>,
    families: BTreeMap<String, Family>,
    digest: Digest,
    /// The faces in the order they were loaded; a place in it is a font's number.
    loaded: Vec<FontFace>,
    /// The same faces joining no letters, where they join any.
    unjoined: Vec<Option<ID>>,
}

/// The bytes of a font, shared by those that measure and those that draw.
pub type Shared = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A family of fonts.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// Weight and whether it is italic, in order.
    pub faces: Vec<(u16, bool)>,
    /// Whether the game brought it.
    pub own: bool,
}

impl Fonts {
    /// The fonts in the binary alone.
    pub fn embedded() -> Self {
        Self::with(Vec::new(), &mut Sink::default())
    }

    /// The fonts in the binary, and those in the game's folder `fonts`.
    pub fn load(workspace: &dyn Workspace, sink: &mut Sink) -> Self {
        let mut own = Vec::new();
        for path in workspace.list("fonts") {
            let suffix = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
            match suffix.as_str() {
                "ttf" | "otf" | "ttc" => match workspace.read(&path) {
                    Ok(bytes) => own.push((workspace.shown(&path), bytes)),
                    Err(error) => {
                        let message = format!("cannot read the font `{path}`: {}", error.why());
                        sink.push(Diagnostic::error(Code::FONT, message));
                    }
                },
                "woff" | "woff2" => {
                    let message = format!("the font `{path}` is packed for the web");
                    let help = "put the TTF or OTF file of it into the folder";
                    sink.push(Diagnostic::error(Code::FONT, message).help(help));
                }
                _ => {}
            }
        }
        Self::with(own, sink)
    }

    fn with(own: Vec<(String, Vec<u8>)>, sink: &mut Sink) -> Self {
        let mut database = Database::new();
        database.set_serif_family(SERIF);
        database.set_sans_serif_family(BODY);
        let mut families = BTreeMap::new();
        let mut key = Vec::new();
        for (path, bytes) in embed::files("fonts").filter(|(path, _)| path.ends_with(".ttf")) {
            key.push(Digest::of(path.as_bytes()));
            let shared: Shared = Arc::new(bytes);
            let ids = database.load_font_source(Source::Binary(shared));
            note(&database, &ids, false, &mut families);
        }
        for (path, bytes) in own {
            key.push(Digest::of(&bytes));
            let shared: Shared = Arc::new(bytes);
            let ids = database.load_font_source(Source::Binary(shared));
            if ids.is_empty() {
                let message = format!("`{path}` is not a font that can be read");
                sink.push(
                    Diagnostic::error(Code::FONT, message).help("fonts are TTF or OTF files"),
                );
            }
            note(&database, &ids, true, &mut families);
        }
        let infos: Vec<_> = database.faces().cloned().collect();
        let read = infos.iter().filter_map(|info| Some((FontFace::read(info)?, info)));
        let (loaded, infos): (Vec<_>, Vec<_>) = read.unzip();
        let unjoined = infos.into_iter().map(|info| unjoined::add(&mut database, info)).collect();
        let (database, digest) = (Arc::new(database), Digest::of_key(&key));
        Self { database, families, digest, loaded, unjoined }
    }

    /// What pictures made with these fonts depend on.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The number of a font, by the order in which they were loaded.
    pub fn number(&self, id: ID) -> u16 {
        let at = self.loaded.iter().position(|face| face.id == id);
        let at = at.or_else(|| self.unjoined.iter().position(|one| *one == Some(id)));
        at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX)
    }

    /// The font with this number.
    pub fn face(&self, number: u16) -> Option<&FontFace> {
        self.loaded.get(usize::from(number))
    }

    /// The bytes of the font with this number, and its index in the file.
    pub fn bytes(&self, number: u16) -> Option<(Shared, u32)> {
        let face = self.face(number)?;
        Some((Arc::clone(&face.bytes), face.index))
    }

    /// All fonts, by their numbers.
    pub fn faces(&self) -> &[FontFace] {
        &self.loaded
    }

    /// The width of a text of size 1 without kerning; none if no such font is there.
    pub fn width(&self, text: &str, families: &[String], weight: u16, italic: bool) -> Option<f64> {
        let face = self.face(self.choose(families, weight, italic)?)?;
        Some(face.width(text))
    }

    /// Whether any font has the character.
    pub fn has(&self, c: char) -> bool {
        self.loaded.iter().any(|face| face.has(c))
    }

    /// The families by name.
    pub fn families(&self) -> &BTreeMap<String, Family> {
        &self.families
    }

    /// The fonts as usvg takes them.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }
}

/// Adds what was loaded to the families.
fn note(database: &Database, ids: &[ID], own: bool, families: &mut BTreeMap<String, Family>) {
    for face in ids.iter().filter_map(|id| database.face(*id)) {
        let Some((name, _)) = face.families.first() else { continue };
        let family: &mut Family = families.entry(name.clone()).or_default();
        family.faces.push((face.weight.0, face.style != Style::Normal));
        family.faces.sort_unstable();
        family.faces.dedup();
        family.own |= own;
    }
}
