//! Where a picture is that a drawing names: a path below the game, or a name in its folders.

use std::collections::BTreeSet;

use crate::diag::{Code, did_you_mean};
use crate::findings::Finding;
use crate::workspace::{ReadError, Workspace, composed, normal};

/// Endings of files that may be left out of a name.
const ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "gif", "svg"];

/// Why a file of another kind cannot be used.
pub const UNKNOWN: &str = "its kind is not known; pictures are PNG, JPEG, WebP, GIF or SVG";

/// Why a picture cannot be used, and what to do.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The second half of a sentence.
    pub why: String,
    /// What to do, if anything can be said.
    pub help: Option<String>,
    /// The attribute of ours that names the file, and its value; `href` otherwise.
    pub named: Option<(&'static str, String)>,
}

impl Fault {
    /// A fault without advice.
    pub fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), help: None, named: None }
    }

    fn helped(why: impl Into<String>, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..Self::new(why) }
    }

    /// The same about the picture written as `href`.
    pub fn finding(&self, href: &str) -> Finding {
        let shown = shown(href);
        let message = format!("cannot use the picture `{shown}`: {}", self.why);
        let finding = Finding::error(Code::IMAGE, message);
        let finding = match &self.named {
            Some((name, value)) => finding.attribute(*name, value),
            None => at(finding, href),
        };
        self.help.iter().fold(finding, |finding, help| finding.help(help))
    }
}

/// A finding about what is written as `href`.
pub fn at(finding: Finding, href: &str) -> Finding {
    let shown = shown(href);
    if shown == href { finding.attribute("href", href) } else { finding.written(shown) }
}

/// A picture's name as messages show it: data are long.
pub fn shown(href: &str) -> &str {
    match href.starts_with("data:") {
        true => href.split(',').next().unwrap_or(href),
        false => href,
    }
}

/// Finds pictures below one game.
pub struct Finder<'a> {
    workspace: &'a dyn Workspace,
    folders: &'a [String],
    /// Every file below the folders.
    files: Vec<String>,
}

impl<'a> Finder<'a> {
    /// A finder of pictures by path, and by name below `folders`.
    pub fn new(workspace: &'a dyn Workspace, folders: &'a [String]) -> Self {
        let folders_and_below = folders.iter().flat_map(|folder| workspace.list(folder));
        let files: BTreeSet<_> = folders_and_below.filter_map(|file| normal(&file)).collect();
        Self { workspace, folders, files: files.into_iter().collect() }
    }

    /// The path and the bytes of the picture that is written as `href` in a file of folder `near`.
    ///
    /// # Errors
    /// There is none, several, or one that may not be read.
    pub fn find(&self, href: &str, near: Option<&str>) -> Result<(String, Vec<u8>), Fault> {
        let href = &*composed(href);
        if href.contains("://") || href.starts_with("//") {
            return Err(Fault::helped(
                "pictures come from the game's folder, never from elsewhere",
                "copy the file into the game's `images` folder",
            ));
        }
        if let Some(fault) = self.folder(href) {
            return Err(fault);
        }
        let decoded = percent_decoded(href).map(|decoded| composed(&decoded).into_owned());
        let spellings = [Some(href.to_owned()), decoded.filter(|decoded| decoded != href)];
        let mut is_folder = false;
        for spelling in spellings.iter().flatten() {
            let beside = near.map(|near| format!("{near}/{spelling}"));
            for path in beside.iter().chain([spelling]) {
                match self.read(path) {
                    Ok(found) => return Ok(found),
                    Err(ReadError::Missing) => {}
                    Err(ReadError::NotAFile) => is_folder = true,
                    Err(ReadError::Outside) if near.is_some() => {}
                    Err(error) => return Err(refused(&error)),
                }
            }
            if let Some(path) = self.by_name(spelling)? {
                return self.read(&path).map_err(|error| refused(&error));
            }
        }
        if is_folder {
            return Err(Fault::new("it is a folder"));
        }
        let name = href.rsplit('/').next().unwrap_or(href);
        let is = |path: &String| path == href || path.ends_with(&format!("/{href}"));
        if !ENDINGS.iter().any(|known| name.to_lowercase().ends_with(known))
            && self.files.iter().any(is)
        {
            return Err(Fault::helped(UNKNOWN, "save it as one of them"));
        }
        let known = self.files.iter().map(String::as_str);
        let stems = self.files.iter().map(|file| stem(file));
        let help = did_you_mean(href, known).or_else(|| did_you_mean(href, stems));
        Err(Fault { help, ..Fault::new("there is no such file") })
    }

    /// What is told of a name that is a folder's.
    fn folder(&self, href: &str) -> Option<Fault> {
        let last = href.rsplit(['/', '\\']).next();
        let is_dots = last.is_some_and(|last| matches!(last, "." | ".."));
        let path = normal(href).unwrap_or_default();
        let inside = |file: &&String| {
            path.is_empty() || file.strip_prefix(&path).is_some_and(|rest| rest.starts_with('/'))
        };
        let first = self.files.iter().find(inside);
        let is_named = first.is_some() && !path.is_empty();
        // A picture may go by the name of a folder without its ending.
        let is_picture = || self.files.iter().any(|file| self.rank(file, &path).is_some());
        if !is_dots && (!is_named || is_picture()) {
            return None;
        }
        let help = first.map(|file| format!("name a file, as `{file}`"));
        Some(Fault { help, ..Fault::new("it is a folder") })
    }

    fn read(&self, path: &str) -> Result<(String, Vec<u8>), ReadError> {
        let bytes = self.workspace.read(path)?;
        Ok((normal(path).unwrap_or_default(), bytes))
    }

    /// The one file of that name: with or without its ending, right in a folder or deeper.
    fn by_name(&self, name: &str) -> Result<Option<String>, Fault> {
        let Some(name) = normal(name).filter(|name| !name.is_empty()) else {
            return Err(refused(&ReadError::Outside));
        };
        for deeper in [false, true] {
            let fits = |file: &&String| self.rank(file, &name) == Some(deeper);
            let found: Vec<_> = self.files.iter().filter(fits).collect();
            match found[..] {
                [] => {}
                [one] => return Ok(Some(one.clone())),
                [one, other, ..] => {
                    let why = format!("it may be `{one}` or `{other}`");
                    return Err(Fault::helped(why, "write the whole path"));
                }
            }
        }
        let folded = name.to_lowercase();
        let alike = |file: &&String| self.rank(&file.to_lowercase(), &folded).is_some();
        match self.files.iter().find(alike) {
            Some(file) => Err(refused(&ReadError::Case(file.clone()))),
            None => Ok(None),
        }
    }

    /// Whether a file goes by that name, and if so whether it is deeper than right in a folder.
    fn rank(&self, file: &str, name: &str) -> Option<bool> {
        let right = |path: &str| path == name || without_ending(path) == Some(name);
        let inside = |folder: &String| file.strip_prefix(folder.as_str())?.strip_prefix('/');
        if right(file) || self.folders.iter().filter_map(inside).any(right) {
            return Some(false);
        }
        let whole = file.strip_suffix(name);
        let bare = without_ending(file).and_then(|bare| bare.strip_suffix(name));
        whole.or(bare).is_some_and(|before| before.ends_with('/')).then_some(true)
    }
}

fn refused(error: &ReadError) -> Fault {
    match error {
        ReadError::Case(name) => Fault::helped(error.why(), format!("write `{name}`")),
        ReadError::Outside => Fault::helped(error.why(), "copy the file into the game's folder"),
        _ => Fault::new(error.why()),
    }
}

/// The path without the ending of a picture.
fn without_ending(file: &str) -> Option<&str> {
    let (bare, ending) = file.rsplit_once('.')?;
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)).then_some(bare)
}

/// The bare name of a file.
fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    without_ending(name).unwrap_or(name)
}

/// `%20` and the like, which drawing programs write for blanks.
fn percent_decoded(href: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = href;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(after.get(..2)?, 16).ok()?);
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).ok()
}
