//! The only way to a game's files: reads below one folder, and nothing outside it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Why a file could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// There is no such file.
    Missing,
    /// The path leads out of the game's folder.
    Outside,
    /// The file is there, but written with other capitals: the name on disk.
    Case(String),
    /// The path names a folder or something else that is not a file.
    NotAFile,
    /// The file is larger than [`MAX_FILE`].
    TooLarge(u64),
    /// The machine refused.
    Io(io::Error),
}

impl ReadError {
    /// What happened to the file `path`, as the second half of a sentence.
    pub fn why(&self) -> String {
        match self {
            Self::Missing => "there is no such file".into(),
            Self::Outside => "the path leads out of the game's folder".into(),
            Self::Case(name) => format!("the file is written `{name}`: capitals count"),
            Self::NotAFile => "it is not a file".into(),
            Self::TooLarge(size) => {
                format!("it has {size} bytes, more than the limit of {MAX_FILE}")
            }
            Self::Io(error) => error.to_string(),
        }
    }
}

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 256 << 20;

/// A place that a game is read from.
pub trait Workspace: Sync {
    /// The bytes of the file at `path`, relative to the game, with either kind of slash.
    ///
    /// # Errors
    /// See [`ReadError`].
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;

    /// The files below the folder `path`, as paths relative to the game, sorted, as [`composed`] writes them.
    fn list(&self, path: &str) -> Vec<String>;

    /// How a person would type the path of the file `path`.
    fn shown(&self, path: &str) -> String;

    /// The name of the folder, which names the output.
    fn name(&self) -> &str;

    /// The same place, to be read from later.
    fn again(&self) -> Box<dyn Workspace + Send>;
}

/// A path below the game with forward slashes and no dots, or `None` if it leads outside.
pub fn normal(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    if path.starts_with('/') || path.contains('\0') || path.get(1..2) == Some(":") {
        return None;
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A name with each letter and its accents as one character where there is one. Systems write names either way and
/// people see no difference, so names of files are compared like this.
pub fn composed(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { name.into() } else { name.nfc().collect::<String>().into() }
}

/// A game's folder on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    shown: PathBuf,
    name: String,
}

impl Folder {
    /// The folder at `path`.
    ///
    /// # Errors
    /// It does not exist, is no folder, or has no name.
    pub fn open(path: &Path) -> io::Result<Self> {
        let root = path.canonicalize()?;
        if !root.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder"));
        }
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned());
        let shown = if path == Path::new(".") { PathBuf::new() } else { path.to_owned() };
        Ok(Self { root, shown, name: name.unwrap_or_else(|| "game".into()) })
    }
}

impl Workspace for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path = normal(path).ok_or(ReadError::Outside)?;
        let path = self.as_written(&path).unwrap_or(path);
        let full = match self.root.join(&path).canonicalize() {
            Ok(full) => full,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let other = self.alike(&path, |name| name.to_lowercase());
                return Err(other.map_or(ReadError::Missing, ReadError::Case));
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(ReadError::Missing);
            }
            Err(error) => return Err(ReadError::Io(error)),
        };
        let inside = full.strip_prefix(&self.root).map_err(|_| ReadError::Outside)?;
        let inside = inside.to_string_lossy().replace('\\', "/");
        if inside != path && inside.eq_ignore_ascii_case(&path) {
            return Err(ReadError::Case(inside));
        }
        let data = fs::metadata(&full).map_err(ReadError::Io)?;
        if !data.is_file() {
            return Err(ReadError::NotAFile);
        }
        if data.len() > MAX_FILE {
            return Err(ReadError::TooLarge(data.len()));
        }
        fs::read(full).map_err(ReadError::Io)
    }

    fn list(&self, path: &str) -> Vec<String> {
        let mut found = Vec::new();
        let real = self.as_written(path).unwrap_or_else(|| path.to_owned());
        let mut folders = vec![(real, 0)];
        while let Some((folder, depth)) = folders.pop() {
            let Ok(entries) = fs::read_dir(self.root.join(&folder)) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.starts_with('.') || name.starts_with('~') {
                    continue;
                }
                let inner = format!("{folder}/{name}");
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && depth < 8 => folders.push((inner, depth + 1)),
                    Ok(kind) if !kind.is_dir() => found.push(composed(&inner).into_owned()),
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    fn shown(&self, path: &str) -> String {
        self.shown.join(path).to_string_lossy().into_owned()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn again(&self) -> Box<dyn Workspace + Send> {
        Box::new(self.clone())
    }
}

impl Folder {
    /// The path on disk that differs from `path` in how its accents are written only; none where it is there itself.
    fn as_written(&self, path: &str) -> Option<String> {
        if path.is_ascii() || self.root.join(path).exists() {
            return None;
        }
        self.alike(path, |name| composed(name).into_owned())
    }

    /// The path on disk whose parts `fold` makes the same of as of those of `path`.
    fn alike(&self, path: &str, fold: impl Fn(&str) -> String) -> Option<String> {
        let mut folder = self.root.clone();
        let mut real = Vec::new();
        for part in path.split('/') {
            let names = fs::read_dir(&folder).ok()?.flatten();
            let mut names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
            let found = names.find(|name| fold(name) == fold(part))?;
            folder.push(&found);
            real.push(found);
        }
        Some(real.join("/"))
    }
}

/// A game held in memory: the embedded samples, and tests.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The name of the game.
    pub name: String,
    /// Its files by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// A game of the given files.
    pub fn new<'a>(name: &str, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect();
        Self { name: name.into(), files }
    }
}

impl Workspace for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path = normal(path).ok_or(ReadError::Outside)?;
        let is_it = |name: &&String| composed(name) == composed(&path);
        let alike = || self.files.keys().find(is_it).and_then(|name| self.files.get(name));
        if let Some(bytes) = self.files.get(&path).or_else(alike) {
            return Ok(bytes.clone());
        }
        let folded = path.to_lowercase();
        let other = self.files.keys().find(|name| name.to_lowercase() == folded);
        Err(other.map_or(ReadError::Missing, |name| ReadError::Case(name.clone())))
    }

    fn list(&self, path: &str) -> Vec<String> {
        let folder = format!("{}/", composed(path));
        let names = self.files.keys().map(|name| composed(name));
        names.filter(|name| name.starts_with(&folder)).map(Cow::into_owned).collect()
    }

    fn shown(&self, path: &str) -> String {
        path.into()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn again(&self) -> Box<dyn Workspace + Send> {
        Box::new(self.clone())
    }
}
