//! What earlier builds made, by content: pictures, sheets and what was noticed about each face.
//!
//! Safe to delete at any time. Files are written beside their place and renamed, so that two
//! builds at once never see half of one.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::Digest;

/// The folder's name, beside the games' output.
pub const FOLDER: &str = ".deckle-cache";
/// A new form of anything that is kept gets a new number.
const FORM: &str = "4";
/// The cache is cut down to this size after a build, oldest files first, in bytes.
const MOST: u64 = 4 << 30;

/// A folder of made things, or one that is thrown away after the build.
pub struct Cache {
    folder: PathBuf,
    keep: bool,
}

impl Cache {
    /// The cache below the folder of all outputs.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(outputs: &Path) -> io::Result<Self> {
        let folder = folder(outputs);
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        let ignored = outputs.join(FOLDER).join(".gitignore");
        if !ignored.exists() {
            replace(&ignored, b"# Made by Deckle; safe to delete.\n*\n")?;
        }
        Ok(Self { folder, keep: true })
    }

    /// The cache that earlier builds left below the folder of all outputs, if they did; reading it makes nothing.
    pub fn left(outputs: &Path) -> Option<Self> {
        let folder = folder(outputs);
        folder.is_dir().then_some(Self { folder, keep: true })
    }

    /// A folder for one build alone, which holds what the build has made so far.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn throw_away(outputs: &Path) -> io::Result<Self> {
        let folder = outputs.join(FOLDER).join(format!("once-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        Ok(Self { folder, keep: false })
    }

    fn place(&self, key: Digest, kind: &str) -> PathBuf {
        let name = key.to_string();
        self.folder.join(&name[..2]).join(format!("{}.{kind}", &name[2..]))
    }

    /// The file of a made thing, if it is there and whole.
    pub fn find(&self, key: Digest, kind: &str) -> Option<PathBuf> {
        let path = self.place(key, kind);
        is_whole(&path, kind).then_some(path)
    }

    /// The bytes of a made thing.
    pub fn read(&self, key: Digest, kind: &str) -> Option<Vec<u8>> {
        fs::read(self.find(key, kind)?).ok()
    }

    /// Keeps a made thing, and gives its file.
    ///
    /// # Errors
    /// The machine refused, for example because the disk is full.
    pub fn put(&self, key: Digest, kind: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.place(key, kind);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        replace(&path, bytes)?;
        Ok(path)
    }

    /// Moves a file of an output back, where a later build finds it; says whether it did.
    pub fn take_back(&self, key: Digest, kind: &str, file: &Path) -> bool {
        let place = self.place(key, kind);
        let folder = place.parent().unwrap_or(&self.folder);
        // What is kept for one build alone is of no use to a later one.
        self.keep && fs::create_dir_all(folder).is_ok() && fs::rename(file, &place).is_ok()
    }

    /// What was noticed about the faces of a game when it was last built.
    pub fn notes<T: DeserializeOwned + Default>(&self, game: &str) -> T {
        let bytes = fs::read(self.folder.join(format!("{game}.faces.json"))).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Keeps what was noticed; a cache that cannot be written is no fault of the game.
    pub fn put_notes(&self, game: &str, notes: &impl Serialize) {
        if let Ok(bytes) = serde_json::to_vec(notes) {
            let _ = replace(&self.folder.join(format!("{game}.faces.json")), &bytes);
        }
    }

    /// Removes the oldest files until the cache has its size.
    pub fn trim(&self) {
        if !self.keep {
            return;
        }
        let folders = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = folders.filter_map(|entry| fs::read_dir(entry.path()).ok()).flatten().flatten();
        let mut files: Vec<_> = files
            .filter_map(|entry| {
                let data = entry.metadata().ok()?;
                Some((data.modified().ok()?, data.len(), entry.path()))
            })
            .collect();
        let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
        files.sort();
        for (_, size, path) in files {
            if total <= MOST {
                break;
            }
            total -= size;
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        if !self.keep {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Where what this version keeps is, below the folder of all outputs.
fn folder(outputs: &Path) -> PathBuf {
    outputs.join(FOLDER).join(format!("{FORM}-{}", env!("CARGO_PKG_VERSION")))
}

/// Whether a file ends as files of its kind do: half a file is no file.
fn is_whole(path: &Path, kind: &str) -> bool {
    let end: &[u8] = match kind {
        "png" => b"IEND\xaeB`\x82",
        "sizes" => b"]]",
        _ => b"%%EOF",
    };
    let mut tail = [0; 16];
    let read = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::End(-(tail.len() as i64)))?;
        file.read_exact(&mut tail)
    });
    read.is_ok() && tail.windows(end.len()).any(|window| window == end)
}

/// Writes a file beside its place and renames it there.
///
/// # Errors
/// The machine refused; the old file is untouched and nothing is left over.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}-{count}", std::process::id()));
    let done = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done.map_err(|error| at(path, &error))
}

/// A machine's fault with the path that it is about.
pub fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{}`: {error}", path.display()))
}
