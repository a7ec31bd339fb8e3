//! Reads a game's folder into a typed, resolved [`Game`].

mod board;
mod boxes;
mod cards;
mod deck;
mod keywords;
mod lists;
mod lookups;
mod manifest;
mod pictures;
mod pieces;
mod rules;
mod shape;
mod sheets;
mod sizes;
mod styles;
pub mod table;
mod templates;
mod theme;
mod together;
mod toml;

pub use shape::holding;
pub use sizes::measured;
pub use templates::{COMPONENTS, STARTER, whole};

use crate::diag::{Code, Diagnostic, Sink, Staged, did_you_mean};
use crate::model::Game;
use crate::span::{Sources, Span};
use crate::workspace::{ReadError, Workspace};

/// The name of the manifest in a game's folder.
pub const MANIFEST: &str = "game.toml";

/// Reads the manifest and every table that it names.
///
/// # Errors
/// Everything that is wrong with them is in `sink`.
pub fn load(workspace: &dyn Workspace, sources: &mut Sources, sink: &mut Sink) -> Staged<Game> {
    let shown = workspace.shown(MANIFEST);
    let bytes = workspace.read(MANIFEST).map_err(|error| {
        let message = format!("cannot read the manifest `{shown}`: {}", error.why());
        let help = "a game is a folder with a `game.toml`; `deckle new DIR` makes one";
        sink.error(Diagnostic::error(Code::NO_FILE, message).help(help))
    })?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let message = format!("`{shown}` is not UTF-8 at byte {at}");
            let help = "save it as UTF-8";
            return Err(sink.error(Diagnostic::error(Code::ENCODING, message).help(help)));
        }
    };
    let source = sources.add(shown, text);
    manifest::read(workspace, source, sources, sink)
}

/// Tells that the file `path`, named at `span`, cannot be read, with the names that are there.
fn unreadable(workspace: &dyn Workspace, path: &str, error: &ReadError, span: Span) -> Diagnostic {
    let message = format!("cannot read `{path}`: {}", error.why());
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let known: Vec<_> = workspace.list(folder);
    let known = known.iter().map(|name| name.trim_start_matches("./"));
    let help = match error {
        ReadError::Missing => did_you_mean(path, known),
        ReadError::Case(name) => Some(format!("write `{name}`")),
        ReadError::Outside => Some("copy the file into the game's folder".into()),
        _ => None,
    };
    Diagnostic::error(Code::NO_FILE, message).at(span).help_if(help)
}
