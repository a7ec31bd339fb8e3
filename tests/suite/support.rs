//! Small games in memory and on disk, and what building them gives.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use deckle::diag::Sink;
use deckle::pipeline::{self, Options, Quiet, Stop, Summary};
use deckle::span::Sources;
use deckle::workspace::{Folder, Memory, Workspace};
use snapbox::assert::Action;
use snapbox::{Assert, IntoData};

/// A manifest of one deck.
pub const MANIFEST: &str =
    "[game]\ntitle = \"Test\"\nversion = \"1\"\n[[deck]]\nname = \"deck\"\ncards = \"cards.csv\"\n";
/// A template that shows the name.
pub const TEMPLATE: &str = "<svg viewBox=\"{{ view_box }}\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/><text x=\"5\" y=\"10\" font-size=\"5\">{{ card.name }}</text></svg>";

/// A game in memory.
pub fn game<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Memory {
    Memory::new("game", files.into_iter().map(|(path, text)| (path, text.as_bytes())))
}

/// What checking a game says: `file:line:column code: message | help`, a line each.
pub fn told(workspace: &dyn Workspace) -> Vec<String> {
    told_after(workspace, None)
}

/// The same where the game may have been built into `outputs` before.
pub fn told_after(workspace: &dyn Workspace, outputs: Option<&Path>) -> Vec<String> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let options = Options::default();
    let found = &mut pipeline::Found::default();
    let done =
        pipeline::check_after(workspace, outputs, &options, &mut sources, &mut sink, &Quiet, found);
    assert_eq!(done.is_err(), sink.counts().0 > 0, "an end without a message, or the other way");
    let line = |one: &deckle::diag::Diagnostic| {
        let place = one.place.as_ref().map(|label| format!("{} ", sources.shown(label.span)));
        let helps: String = one.helps.iter().map(|help| format!(" | {help}")).collect();
        format!("{}{}: {}{helps}", place.unwrap_or_default(), one.code.name(), one.message)
    };
    sink.list().iter().map(line).collect()
}

/// Told exactly one thing, which begins so and holds that.
#[track_caller]
pub fn one(told: &[String], start: &str, has: &str) {
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with(start), "{}\nnot {start}", told[0]);
    assert!(told[0].contains(has), "{}\nhas not {has}", told[0]);
}

/// Compares with an accepted text, in which `[..]` stands for anything; `BLESS=1` accepts.
#[track_caller]
pub fn same(actual: impl IntoData, accepted: impl IntoData) {
    let bless = std::env::var_os("BLESS").is_some();
    let action = if bless { Action::Overwrite } else { Action::Verify };
    Assert::new().normalize_paths(false).action(action).eq(actual, accepted);
}

/// For templates that place no names: no font is known.
pub fn unmeasured() -> deckle::compose::Measure {
    std::sync::Arc::new(|_, _| None)
}

/// A folder that is removed when it goes out of sight.
pub struct Temporary(pub PathBuf);

impl Temporary {
    /// A new, empty folder.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("deckle-test-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Writes files below it.
    pub fn write(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = self.0.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Builds the game in `game` into `outputs`.
pub fn build(game: &Path, outputs: &Path, options: &Options) -> Result<Summary, Stop> {
    let folder = Folder::open(game).expect("a game's folder");
    build_from(&folder, outputs, options)
}

/// Builds a game that is read from anywhere into `outputs`.
pub fn build_from(
    game: &dyn Workspace,
    outputs: &Path,
    options: &Options,
) -> Result<Summary, Stop> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    pipeline::build(game, outputs, options, &mut sources, &mut sink, &Quiet)
}

/// Options for a quick build.
pub fn quick() -> Options {
    Options { dpi: Some(50), ..Options::default() }
}

/// Every file below `folder` that is no secret of the program's, by path.
pub fn files(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut found = std::collections::BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') {
                folders.push(path);
            } else if !name.starts_with('.') {
                let relative = path.strip_prefix(folder).expect("below the folder");
                let relative = relative.to_string_lossy().replace('\\', "/");
                found.insert(relative, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
