//! `deckle new`: a small game that builds, or a copy of a sample.

use std::fs;
use std::io;
use std::path::Path;

use super::Exit;
use super::args::New;
use super::say;
use crate::diag::suggest;
use crate::embed;

/// Makes the folder.
pub fn new(arguments: &New) -> Exit {
    let source = match &arguments.from {
        None => "templates/new".to_owned(),
        Some(game) if embed::games().any(|known| known == game) => format!("data/{game}"),
        Some(game) => {
            let help = suggest(game, embed::games().collect::<Vec<_>>());
            say::err(&format!("error: there is no sample game `{game}`\nhelp: {help}"));
            return Exit::Machine;
        }
    };
    let shown = arguments.folder.display();
    match copy(&source, &arguments.folder) {
        Ok(()) => {
            say::out(&format!("made `{shown}`; next: deckle build {shown}"));
            Exit::Well
        }
        Err(error) => {
            say::err(&format!("error: cannot make `{shown}`: {error}"));
            Exit::Machine
        }
    }
}

fn copy(source: &str, folder: &Path) -> io::Result<()> {
    if folder.exists() && fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the folder is not empty"));
    }
    for (name, bytes) in embed::files(source) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}
