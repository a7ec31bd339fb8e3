//! What the manifest says of pictures, and how much drawings may ask for.

use super::toml::Reader;
use crate::diag::{Code, Diagnostic, Sink};
use crate::model::{Limits, PictureRules};
use crate::workspace::{composed, normal};

/// The table `[pictures]`.
pub fn rules(root: &Reader<'_, '_>, sink: &mut Sink) -> PictureRules {
    let mut rules = PictureRules::default();
    let Some(table) = root.table("pictures", sink) else { return rules };
    rules.max_dpi = table.number("max_dpi", 36, 2400, sink).map(|dpi| dpi.value);
    rules.min_dpi = table.number("min_dpi", 0, 2400, sink).map_or(rules.min_dpi, |dpi| dpi.value);
    if let Some(folders) = table.texts("folders", sink) {
        rules.folders.clear();
        for folder in folders {
            match normal(&folder.value).filter(|folder| !folder.is_empty()) {
                Some(folder) => rules.folders.push(composed(&folder).into_owned()),
                None => {
                    let message = format!("`{}` is no folder below the game's", folder.value);
                    sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(folder.span));
                }
            }
        }
    }
    table.finish(sink);
    rules
}

/// The table `[limits]`.
pub fn limits(root: &Reader<'_, '_>, sink: &mut Sink) -> Limits {
    let mut limits = Limits::default();
    let Some(table) = root.table("limits", sink) else { return limits };
    let mut set = |limit: &mut u32, key, most| {
        *limit = table.number(key, 1, most, sink).map_or(*limit, |number| number.value);
    };
    set(&mut limits.megapixels, "megapixels", 2_000);
    set(&mut limits.kilobytes, "kilobytes", 1 << 20);
    // Deeper ones would overflow the stack of a thread.
    set(&mut limits.nesting, "nesting", 250);
    set(&mut limits.elements, "elements", 100_000_000);
    set(&mut limits.letters, "letters", 10_000_000);
    set(&mut limits.work, "work", 1_000_000);
    table.finish(sink);
    limits
}
