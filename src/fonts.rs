//! The fonts in the binary and in the game's folder; never the machine's.

use std::collections::BTreeMap;
use std::sync::Arc;

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use usvg::fontdb::{self, Database, ID, Source, Stretch, Style, Weight};
use usvg::{Font, FontFamily, FontResolver};

use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::digest::Digest;
use crate::embed;
use crate::findings::{Finding, Findings};
use crate::workspace::Workspace;

/// The body font: what a `<text>` without a family is set in.
pub const BODY: &str = "Alegreya Sans";
/// What `serif` stands for.
pub const SERIF: &str = "Alegreya";

/// Loaded fonts.
pub struct Fonts {
    database: Arc<Database>,
    families: BTreeMap<String, Family>,
    digest: Digest,
    measurer: FontContext,
    /// Ids and bytes of the faces, in the order they were loaded.
    loaded: Vec<(ID, Shared, u32)>,
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
        let (mut key, mut all) = (Vec::new(), Vec::new());
        for (path, bytes) in embed::files("fonts").filter(|(path, _)| path.ends_with(".ttf")) {
            key.push(Digest::of(path.as_bytes()));
            let shared: Shared = Arc::new(bytes);
            all.push(Arc::clone(&shared));
            let ids = database.load_font_source(Source::Binary(shared));
            note(&database, &ids, false, &mut families);
        }
        for (path, bytes) in own {
            key.push(Digest::of(&bytes));
            let shared: Shared = Arc::new(bytes);
            all.push(Arc::clone(&shared));
            let ids = database.load_font_source(Source::Binary(shared));
            if ids.is_empty() {
                let message = format!("`{path}` is not a font that can be read");
                sink.push(
                    Diagnostic::error(Code::FONT, message).help("fonts are TTF or OTF files"),
                );
            }
            note(&database, &ids, true, &mut families);
        }
        let loaded = loaded(&database);
        let measurer = measurer(all);
        Self {
            database: Arc::new(database),
            families,
            digest: Digest::of_key(&key),
            measurer,
            loaded,
        }
    }

    /// What pictures made with these fonts depend on.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The same fonts, for measuring text.
    pub fn measurer(&self) -> &FontContext {
        &self.measurer
    }

    /// The number of a font, by the order in which they were loaded.
    pub fn number(&self, id: ID) -> u16 {
        let at = self.loaded.iter().position(|(other, ..)| *other == id);
        at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX)
    }

    /// The bytes of the font with this number, and its index in the file.
    pub fn bytes(&self, number: u16) -> Option<(Shared, u32)> {
        let (_, bytes, index) = self.loaded.get(usize::from(number))?;
        Some((Arc::clone(bytes), *index))
    }

    /// Whether any font has the character.
    pub fn has(&self, c: char) -> bool {
        self.loaded.iter().any(|(id, ..)| has_glyph(&self.database, *id, c))
    }

    /// The families by name.
    pub fn families(&self) -> &BTreeMap<String, Family> {
        &self.families
    }

    /// The fonts as usvg takes them.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Chooses fonts for usvg, and tells what is missing.
    pub fn resolver<'a>(&'a self, findings: &'a Findings) -> FontResolver<'a> {
        FontResolver {
            select_font: Box::new(move |font, database| self.select(font, database, findings)),
            select_fallback: Box::new(move |c, tried, database| {
                fallback(c, tried, database, findings)
            }),
        }
    }

    fn select(&self, font: &Font, database: &Database, findings: &Findings) -> Option<ID> {
        let names: Vec<String> =
            font.families().iter().map(|family| plain(family, database)).collect();
        let Some(name) = names.iter().find(|name| self.families.contains_key(*name)) else {
            let wanted = names.first().map_or("", String::as_str);
            let known = self.families.keys().map(String::as_str);
            let finding = Finding::error(Code::FONT, format!("there is no font family `{wanted}`"));
            findings.push(finding.written(wanted).help(suggest(wanted, known)));
            return None;
        };
        let italic = font.style() != usvg::FontStyle::Normal;
        let query = fontdb::Query {
            families: &[fontdb::Family::Name(name)],
            weight: Weight(font.weight()),
            stretch: Stretch::Normal,
            style: if italic { Style::Italic } else { Style::Normal },
        };
        let found = database.query(&query)?;
        self.tell_substitute(name, font.weight(), italic, database, found, findings);
        Some(found)
    }

    /// Tells when a family has not the weight or the slant that was asked for.
    fn tell_substitute(
        &self,
        name: &str,
        weight: u16,
        italic: bool,
        database: &Database,
        found: ID,
        findings: &Findings,
    ) {
        let Some(face) = database.face(found) else { return };
        let slanted = face.style != Style::Normal;
        if (face.weight.0, slanted) == (weight, italic) || is_variable(database, found) {
            return;
        }
        let words =
            |weight: u16, italic: bool| format!("{weight}{}", if italic { " italic" } else { "" });
        let used = words(face.weight.0, slanted);
        let message = format!("`{name}` has no {}; {used} is drawn instead", words(weight, italic));
        let has = self.families[name].faces.iter().map(|(weight, italic)| words(*weight, *italic));
        let help = format!("it has {}", has.collect::<Vec<_>>().join(", "));
        findings.push(Finding::warning(Code::FONT_WEIGHT, message).written(name).help(help));
    }
}

fn loaded(database: &Database) -> Vec<(ID, Shared, u32)> {
    let binary = |face: &fontdb::FaceInfo| match &face.source {
        Source::Binary(bytes) => Some((face.id, Arc::clone(bytes), face.index)),
        // A file's, in a build that lets fontdb read files.
        #[allow(unreachable_patterns)]
        _ => None,
    };
    database.faces().filter_map(binary).collect()
}

/// The fonts as the text engine takes them.
fn measurer(fonts: Vec<Shared>) -> FontContext {
    let options = CollectionOptions { shared: false, system_fonts: false };
    let mut collection = Collection::new(options);
    for bytes in fonts {
        collection.register_fonts(Blob::new(bytes), None);
    }
    FontContext { collection, source_cache: SourceCache::default() }
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

/// The name of a family, generic ones resolved.
fn plain(family: &FontFamily, database: &Database) -> String {
    let generic = |family| database.family_name(family).to_owned();
    match family {
        FontFamily::Named(name) => name.clone(),
        FontFamily::Serif => generic(&fontdb::Family::Serif),
        FontFamily::SansSerif => generic(&fontdb::Family::SansSerif),
        FontFamily::Cursive => "cursive".into(),
        FontFamily::Fantasy => "fantasy".into(),
        FontFamily::Monospace => "monospace".into(),
    }
}

fn is_variable(database: &Database, id: ID) -> bool {
    let variable = |data: &[u8], index| {
        ttf_parser::Face::parse(data, index).is_ok_and(|face| face.is_variable())
    };
    database.with_face_data(id, variable).unwrap_or(false)
}

fn has_glyph(database: &Database, id: ID, c: char) -> bool {
    let glyph = |data: &[u8], index| {
        ttf_parser::Face::parse(data, index).is_ok_and(|face| face.glyph_index(c).is_some())
    };
    database.with_face_data(id, glyph).unwrap_or(false)
}

/// The first font that has `c`; without one, the glyph is told as missing.
fn fallback(
    c: char,
    tried: &[ID],
    database: &mut Arc<Database>,
    findings: &Findings,
) -> Option<ID> {
    let base = database.face(*tried.first()?)?;
    let name = base.families.first().map_or("", |(name, _)| name.as_str()).to_owned();
    let style = (base.weight, base.style);
    let others = database
        .faces()
        .filter(|face| !tried.contains(&face.id) && has_glyph(database, face.id, c));
    let near =
        |face: &&fontdb::FaceInfo| (face.style != style.1, face.weight.0.abs_diff(style.0.0));
    let found = others.min_by_key(near).map(|face| face.id);
    if found.is_none() && !c.is_whitespace() && !is_invisible(c) {
        let message =
            format!("no font has the character `{c}` (U+{:04X}), asked of `{name}`", c as u32);
        let help = "write it otherwise, or put a font that has it into the game's `fonts` folder";
        findings.push(Finding::error(Code::GLYPH, message).written(c).help(help));
    }
    found
}

/// Joiners and variation selectors draw nothing by themselves.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}')
}
