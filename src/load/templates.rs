//! The templates and icons that a game can use: the starters in the binary, and its own over them.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, Sink};
use crate::embed;
use crate::span::{SourceId, Sources};
use crate::workspace::Workspace;

/// Texts of SVG files by name.
pub type Files = BTreeMap<String, SourceId>;

/// The folder of components among the templates.
pub const COMPONENTS: &str = "components/";
/// What stands before the path of a template in the binary.
pub const STARTER: &str = "(starter)";

/// The names of templates that can make a face, which a file of components cannot.
pub fn whole(files: &Files) -> impl Iterator<Item = &str> + Clone {
    files.keys().map(String::as_str).filter(|name| !name.starts_with(COMPONENTS))
}

/// The templates by the name that a manifest, a row or another template calls them.
pub fn templates(workspace: &dyn Workspace, sources: &mut Sources, sink: &mut Sink) -> Files {
    let mut files = Files::new();
    for (name, bytes) in embed::files("templates") {
        let starter = !name.contains('/') || name.starts_with(COMPONENTS);
        if name.ends_with(".svg") && starter {
            let text = std::str::from_utf8(bytes).expect("embedded templates are UTF-8");
            files.insert(name.into(), sources.add(format!("{STARTER} {name}"), text));
        }
    }
    own(workspace, "templates", &mut files, sources, sink);
    files
}

/// The game's own icons by name; those in the binary are known without it.
pub fn icons(workspace: &dyn Workspace, sources: &mut Sources, sink: &mut Sink) -> Files {
    let mut files = Files::new();
    own(workspace, "icons", &mut files, sources, sink);
    files
}

/// Adds the SVG files in a folder of the game.
fn own(
    workspace: &dyn Workspace,
    folder: &str,
    files: &mut Files,
    sources: &mut Sources,
    sink: &mut Sink,
) {
    for path in workspace.list(folder) {
        let Some(name) = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else {
            continue;
        };
        if !name.ends_with(".svg") {
            continue;
        }
        let shown = workspace.shown(&path);
        let text = workspace.read(&path).map_err(|error| error.why()).and_then(|bytes| {
            String::from_utf8(bytes)
                .map_err(|error| format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
        });
        match text {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                files.insert(name.into(), sources.add(shown, text));
            }
            Err(why) => {
                sink.push(Diagnostic::error(
                    Code::NO_FILE,
                    format!("cannot read `{shown}`: {why}"),
                ));
            }
        }
    }
}
