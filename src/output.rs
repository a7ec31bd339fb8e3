//! The only way out: a game's output folder, written whole or not at all.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::{Cache, at, replace};
use crate::digest::Digest;
use crate::workspace::normal;

/// The list of files that builds have made, in the output folder.
const LEDGER: &str = ".deckle.json";
/// Held while a build works, so that a second one waits.
const LOCK: &str = ".deckle.lock";
/// Where new files wait until all are written.
const WAITING: &str = ".deckle-new";
/// Made and removed at once, to see that a folder can be written.
const PROOF: &str = ".deckle-try";

/// A file to be in the output folder.
pub struct Artifact {
    /// Path below the folder, with forward slashes.
    pub path: String,
    /// What it was made from.
    pub key: Digest,
    /// Its bytes.
    pub content: Content,
}

/// Where the bytes of an artifact are.
pub enum Content {
    /// The file is there already, see [`Output::has`].
    There,
    /// In memory.
    Bytes(Vec<u8>),
    /// In a file of the cache, to be moved: it is kept in one place.
    Cached(PathBuf),
    /// In another file of the folder, to be copied.
    Elsewhere(PathBuf),
}

/// What a build did to the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files written.
    pub written: usize,
    /// Files left as they were.
    pub kept: usize,
    /// Files of earlier builds removed.
    pub removed: usize,
}

/// A file as a build left it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    key: String,
    size: u64,
    modified: u64,
}

/// An output folder, open for one build.
pub struct Output {
    root: PathBuf,
    ledger: BTreeMap<String, Entry>,
    /// The paths of the ledger by their keys.
    by_key: HashMap<String, String>,
    _lock: Option<File>,
}

impl Output {
    /// Opens the folder at `root`, waits for another build of it, and proves that it can be written.
    ///
    /// # Errors
    /// It cannot be made or written.
    pub fn open(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root).map_err(|error| at(root, &error))?;
        let lock = File::create(root.join(LOCK)).map_err(|error| at(root, &error))?;
        // Where a file system has no locks, two builds at once are the user's own care.
        let lock = lock.lock().is_ok().then_some(lock);
        let _ = fs::remove_dir_all(root.join(WAITING));
        fs::create_dir(root.join(WAITING)).map_err(|error| at(root, &error))?;
        let ledger = fs::read(root.join(LEDGER)).ok();
        let ledger = ledger.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut ledger: BTreeMap<String, Entry> = ledger.unwrap_or_default();
        // A spoilt ledger must not lead out of the folder: what it names may be removed.
        ledger.retain(|path, _| normal(path).as_ref() == Some(path));
        // Told before the work, not after it.
        let folders: BTreeSet<_> =
            ledger.keys().filter_map(|path| Path::new(path).parent()).collect();
        folders.iter().try_for_each(|folder| writable(&root.join(folder)))?;
        let by_key = ledger.iter().map(|(path, entry)| (entry.key.clone(), path.clone())).collect();
        Ok(Self { root: root.into(), ledger, by_key, _lock: lock })
    }

    /// Whether the file is there, made from `key` and untouched since.
    pub fn has(&self, path: &str, key: Digest) -> bool {
        self.ledger.get(path).is_some_and(|entry| {
            entry.key == key.to_string() && self.on_disk(path) == Some((entry.size, entry.modified))
        })
    }

    /// A file that was made from `key` and is untouched since, whatever its name.
    pub fn find(&self, key: Digest) -> Option<PathBuf> {
        let path = self.by_key.get(&key.to_string())?;
        self.has(path, key).then(|| self.root.join(path))
    }

    /// Makes the folder hold exactly these files, and whatever others put there.
    ///
    /// # Errors
    /// The machine refused; the files of the last build are still whole.
    pub fn commit(mut self, artifacts: Vec<Artifact>, cache: &Cache) -> io::Result<Written> {
        let mut done = Written::default();
        let names: Vec<_> =
            artifacts.iter().map(|artifact| (artifact.path.clone(), artifact.key)).collect();
        let mut met = HashSet::new();
        let twice: HashSet<_> =
            artifacts.iter().filter_map(cached).filter(|one| !met.insert(*one)).collect();
        let prepare = |artifact: &Artifact| {
            // A file that two names need is theirs by copies, so that each stays its own.
            let alone = cached(artifact).is_some_and(|file| !twice.contains(file));
            Ok((artifact.path.clone(), self.prepare(artifact, alone)?))
        };
        let prepared = artifacts.par_iter().map(prepare).collect::<io::Result<Vec<_>>>()?;
        let (all, new) = (prepared.len(), prepared.into_iter().filter(|(_, new)| *new));
        let waiting: Vec<_> = new.map(|(path, _)| path).collect();
        done.kept = all - waiting.len();
        // The ledger knows of every new file before it is there: none can become an orphan.
        let mut union = self.ledger.clone();
        for path in &waiting {
            union.entry(path.clone()).or_insert(Entry { key: String::new(), size: 0, modified: 0 });
        }
        self.prove(&waiting)?;
        self.save(&union)?;
        for path in &waiting {
            self.put_in_place(path)?;
            done.written += 1;
        }
        done.removed = self.remove_stale(&names, cache);
        let entries = names.into_iter().filter_map(|(path, key)| {
            let (size, modified) = self.on_disk(&path)?;
            Some((path, Entry { key: key.to_string(), size, modified }))
        });
        self.ledger = entries.collect();
        self.save(&self.ledger)?;
        Ok(done)
    }

    /// Puts a new file into the waiting folder; false if the file in place is the same. Only a
    /// file of the cache that is needed `alone` can be moved.
    fn prepare(&self, artifact: &Artifact, alone: bool) -> io::Result<bool> {
        let place = self.root.join(&artifact.path);
        let same = match &artifact.content {
            Content::There => return Ok(false),
            Content::Bytes(bytes) => is_same(&place, bytes.len(), || Ok(bytes.clone()))?,
            Content::Cached(file) | Content::Elsewhere(file) => {
                let length = fs::metadata(file).map_err(|error| at(file, &error))?.len();
                is_same(&place, length as usize, || fs::read(file))?
            }
        };
        if same {
            return Ok(false);
        }
        if place.exists() && !self.ledger.contains_key(&artifact.path) {
            let message = format!("`{}` was not made by a build; move it away", place.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        let waiting = self.root.join(WAITING).join(&artifact.path);
        fs::create_dir_all(waiting.parent().unwrap_or(&self.root))?;
        let done = match &artifact.content {
            Content::Bytes(bytes) => fs::write(&waiting, bytes),
            Content::Cached(file) if alone && fs::rename(file, &waiting).is_ok() => Ok(()),
            Content::Cached(file) | Content::Elsewhere(file) => fs::copy(file, &waiting).map(drop),
            Content::There => Ok(()),
        };
        done.map_err(|error| at(&waiting, &error))?;
        Ok(true)
    }

    /// Sees that every new file can go to its place, before the first does.
    fn prove(&self, paths: &[String]) -> io::Result<()> {
        for path in paths {
            let place = self.root.join(path);
            if place.is_dir() {
                let message = format!("`{}` is a folder; move it away", place.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
        }
        let folders: BTreeSet<_> =
            paths.iter().filter_map(|path| Path::new(path).parent()).collect();
        folders.iter().try_for_each(|folder| writable(&self.root.join(folder)))
    }

    fn put_in_place(&self, path: &str) -> io::Result<()> {
        let place = self.root.join(path);
        let folder = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        let done = fs::rename(self.root.join(WAITING).join(path), &place);
        done.map_err(|error| at(&place, &error))
    }

    /// Removes files of earlier builds that this one does not make, unless somebody changed them.
    ///
    /// They go back to where they came from, as a later build may want them again.
    fn remove_stale(&self, names: &[(String, Digest)], cache: &Cache) -> usize {
        let wanted: BTreeSet<_> = names.iter().map(|(path, _)| path).collect();
        let stale = self.ledger.iter().filter(|(path, _)| !wanted.contains(path));
        let mut removed = 0;
        for (path, entry) in stale {
            let untouched = self.on_disk(path) == Some((entry.size, entry.modified));
            let place = self.root.join(path);
            let kind = Path::new(path).extension().and_then(|kind| kind.to_str());
            let back = || cache.take_back(Digest::parse(&entry.key)?, kind?, &place).then_some(());
            if untouched && (back().is_some() || fs::remove_file(&place).is_ok()) {
                removed += 1;
                self.remove_empty_folders(path);
            }
        }
        removed
    }

    fn remove_empty_folders(&self, path: &str) {
        let mut folder = Path::new(path).parent();
        while let Some(inside) = folder.filter(|inside| !inside.as_os_str().is_empty()) {
            // Fails when something is in it, which is what is wanted.
            if fs::remove_dir(self.root.join(inside)).is_err() {
                break;
            }
            folder = inside.parent();
        }
    }

    fn on_disk(&self, path: &str) -> Option<(u64, u64)> {
        let data = fs::metadata(self.root.join(path)).ok()?;
        let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some((data.len(), u64::try_from(modified.as_nanos()).ok()?))
    }

    fn save(&self, ledger: &BTreeMap<String, Entry>) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(ledger).map_err(io::Error::other)?;
        replace(&self.root.join(LEDGER), &bytes)
    }
}

/// Sees that files can be put into a folder, or into the first above it that is there.
fn writable(folder: &Path) -> io::Result<()> {
    let Some(there) = folder.ancestors().find(|folder| folder.exists()) else { return Ok(()) };
    let proof = there.join(PROOF);
    let done = File::create(&proof).and_then(|_| fs::remove_file(&proof));
    done.map_err(|error| at(there, &error))
}

/// The file of the cache that an artifact is.
fn cached(artifact: &Artifact) -> Option<&Path> {
    match &artifact.content {
        Content::Cached(file) => Some(file),
        _ => None,
    }
}

/// Whether a file has that length and those bytes.
fn is_same(
    place: &Path,
    length: usize,
    bytes: impl FnOnce() -> io::Result<Vec<u8>>,
) -> io::Result<bool> {
    let alike = fs::metadata(place).is_ok_and(|old| old.len() == length as u64);
    Ok(alike && fs::read(place).ok() == Some(bytes()?))
}

impl Drop for Output {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.root.join(WAITING));
    }
}
